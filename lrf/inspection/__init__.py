"""Looking into fitted models: which attributes decide, between whom, and in which direction."""

from lrf.inspection.impurity import Importance, Interactions, impurity_importance, interactions
from lrf.inspection.partial_dependence import PartialDependence, partial_dependence
from lrf.inspection.permutation import PermutationImportance, permutation_importance

__all__ = [
    "Importance",
    "Interactions",
    "PartialDependence",
    "PermutationImportance",
    "impurity_importance",
    "interactions",
    "partial_dependence",
    "permutation_importance",
]
