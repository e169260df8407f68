"""Studies: how well models do on data that they have not seen."""

from lrf.study.evaluate import Evaluation, Fold, evaluate
from lrf.study.folds import shuffled_folds

__all__ = ["Evaluation", "Fold", "evaluate", "shuffled_folds"]
