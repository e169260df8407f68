"""One label ranking tree."""

from __future__ import annotations

from typing import ClassVar, Literal

from lrf.config import EstimatorKind
from lrf.estimators.base import LabelRanker
from lrf.estimators.parameters import (
    AggregatorChoice,
    CriterionChoice,
    FeatureChoice,
    Seed,
    StoppingChoice,
)

__all__ = ["LabelRankingTree"]


class LabelRankingTree(LabelRanker):
    """A tree whose leaves rank the labels.

    A component is given as a name, as ``{"name": ..., parameter: ...}``, or as a record of
    `lrf.plugin`; ``lrf components`` lists the names.

    Parameters
    ----------
    criterion : str, dict or Criterion
        What makes a cut good.
    stopping : str, dict or StoppingRule
        Which cuts are not worth making.
    leaf : str, dict or Aggregator
        The consensus of a leaf's rankings.
    splitter : {"best", "random"}
        "best": of each attribute that is looked at, every cut is judged. "random": one cut is, at
        a value drawn between the least and the greatest of the node (of a nominal attribute, one
        of the node's categories), as in extremely randomised trees.
    max_features : {"sqrt", "log2"}, int, float or None
        Attributes that are drawn in each node: a number (int), a share (float, up to 1.0), the
        root or logarithm of their number, or all (None or "all").
    root_fallback : bool
        Whether a root that none of the drawn attributes splits is shown all of them.
    max_depth : int or None
        Most edges from the root to a leaf.
    min_samples_leaf : int
        Least weight of a leaf.
    max_bins : int or None
        Most ranges of an attribute's values between which nodes of many samples are cut, which
        makes growing faster; nodes of fewer than half as many samples as ranges are cut between any
        two values. None: all are. Random cuts (`splitter`) do not depend on it.
    keep_examples : bool
        Whether the model, and its file, keep the leaves and the ranking of each training row, for
        `proximity` and `nearest_examples`; features are not kept.
    categorical_features : "auto", None, or list of str, int or bool
        The nominal columns of `X`, of which a split asks for one value against the rest. "auto":
        pandas categoricals and text; a list: names or numbers of columns, or a truth value for
        each; None: none.
    random_state : int, generator or None
        Seed for the drawing of attributes.

    Attributes
    ----------
    labels_ : ndarray of str, shape (n_labels,)
        The labels, in the order of the columns of `Y`.
    n_labels_ : int
        Their number.
    depth_ : int
        Number of edges to the deepest leaf.
    forest_ : Forest
        The grown tree, as a forest of one; ``forest_.tree(0)`` is the tree.
    config_ : ModelConfig
        The parameters, checked and complete.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of str, shape (n_features,)
        Their names, if `X` was a DataFrame.
    categories_ : dict of int to tuple of str
        The nominal features and their categories; the last one is None if values were missing.
    has_missing_ : ndarray of bool, shape (n_features,)
        Whether values of each feature were missing in training.

    Examples
    --------
    >>> from lrf import LabelRankingTree
    >>> X = [[1.0], [2.0], [3.0], [4.0]]
    >>> Y = [[1, 2, 3], [1, 2, 3], [3, 2, 1], [3, 2, 1]]
    >>> LabelRankingTree().fit(X, Y).predict([[1.5], [3.5]])
    array([[1., 2., 3.],
           [3., 2., 1.]])
    """

    _kind: ClassVar[EstimatorKind] = "tree"

    def __init__(
        self,
        criterion: CriterionChoice = "mean-correlation",
        stopping: StoppingChoice = "none",
        leaf: AggregatorChoice = "average-ranking",
        splitter: Literal["best", "random"] = "best",
        max_features: Literal["sqrt", "log2", "all"] | float | None = None,
        root_fallback: bool = True,
        max_depth: int | None = None,
        min_samples_leaf: float = 1,
        max_bins: int | None = None,
        keep_examples: bool = False,
        categorical_features: FeatureChoice = "auto",
        random_state: Seed = None,
    ) -> None:
        self.criterion = criterion
        self.stopping = stopping
        self.leaf = leaf
        self.splitter = splitter
        self.max_features = max_features
        self.root_fallback = root_fallback
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.max_bins = max_bins
        self.keep_examples = keep_examples
        self.categorical_features = categorical_features
        self.random_state = random_state

    @property
    def depth_(self) -> int:
        """Number of edges to the deepest leaf."""
        return int(self.forest_.depths[0])
