"""Studies: how well models do on data that they have not seen."""

from lrf.study.cross_validation import evaluate
from lrf.study.folds import given_folds, shuffled_folds
from lrf.study.results import Evaluation, Fold
from lrf.study.stratified import StratifiedByBest, stratified_folds

__all__ = [
    "Evaluation",
    "Fold",
    "StratifiedByBest",
    "evaluate",
    "given_folds",
    "shuffled_folds",
    "stratified_folds",
]
