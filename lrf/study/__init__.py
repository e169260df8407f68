"""Studies: how well models do on data that they have not seen."""

from lrf.study.cross_validation import evaluate
from lrf.study.folds import given_folds, shuffled_folds
from lrf.study.reading import read_study
from lrf.study.results import Evaluation, Fold
from lrf.study.running import run_study
from lrf.study.stratified import StratifiedByBest, stratified_folds

__all__ = [
    "Evaluation",
    "Fold",
    "StratifiedByBest",
    "evaluate",
    "given_folds",
    "read_study",
    "run_study",
    "shuffled_folds",
    "stratified_folds",
]
