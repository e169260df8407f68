"""A forest of label ranking trees."""

from __future__ import annotations

from typing import ClassVar, Literal

from lrf.components import Array
from lrf.config import Bootstrap, EstimatorKind
from lrf.estimators.base import LabelRanker
from lrf.estimators.looking_back import LookingBack
from lrf.estimators.parameters import (
    AggregatorChoice,
    CriterionChoice,
    FeatureChoice,
    Seed,
    StoppingChoice,
)
from lrf.estimators.tuned import Tuned

__all__ = ["LabelRankingForest"]


class LabelRankingForest(Tuned, LookingBack, LabelRanker):
    """A forest of label ranking trees.

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
    aggregator : "auto", str, dict or Aggregator
        The consensus of the trees. "auto": ``average-ranking`` or ``kemeny-local``, whichever
        ranks rows better that the trees did not see; `config_` says which.
    voting : {"soft", "hard"}
        "soft": the rankings in the leaves that a sample reaches are pooled. "hard": each tree has
        one vote, the consensus of its leaf.
    blend : {"logistic", "ridge", "constant", "none"}
        What the vote of the trees is mixed with: the mean of all training rankings ("constant"),
        and besides either a logistic regression of each pair of labels, linear in each feature or
        of straight pieces ("logistic"), or a ridge regression ("ridge"). The shares are those with
        which rows are predicted best by the trees that did not see them; where nothing is better
        than the constant beyond doubt, they are 0, and where every tree sees every row, nothing is
        mixed. With incomplete rankings, they are pulled towards the trees as far as they are
        doubtful. Only for aggregators of sums, not those that look at every vote.
    n_estimators : int
        Number of trees.
    splitter : {"best", "random"}
        "best": of each attribute that is looked at, every cut is judged. "random": one cut is, at
        a value drawn between the least and the greatest of the node (of a nominal attribute, one
        of the node's categories), as in extremely randomised trees.
    max_features : {"sqrt", "log2"}, int, float or None
        Attributes that are drawn in each node: a number (int), a share (float, up to 1.0), the
        root or logarithm of their number, or all (None or "all").
    root_fallback : bool
        Whether a root that none of the drawn attributes splits is shown all of them.
    bootstrap : bool, "mixed" or "auto"
        Whether each tree sees rows drawn with replacement. "mixed": every other tree does, and
        has leaves of half the least weight. "auto": "mixed" where training rankings are
        incomplete, and False where they are not; `config_` says which.
    max_samples : int, float or None
        Rows drawn for each tree: a number (int), a share (float, up to 1.0), or as many as there
        are. Without bootstrap they are drawn without replacement.
    max_depth : int or None
        Most edges from a root to a leaf.
    min_samples_leaf : int
        Least weight of a leaf.
    max_bins : int or None
        Most ranges of an attribute's values between which nodes of many samples are cut, which
        makes growing faster; nodes of fewer than half as many samples as ranges are cut between any
        two values. None: all are. Random cuts (`splitter`) do not depend on it.
    tune : "oob" or None
        "oob": a few ways to grow and to vote are tried (`splitter`, `max_features`, `bootstrap`,
        `max_samples`, `min_samples_leaf` and `aggregator`), and the one is taken that ranks rows
        best that its trees did not see; `config_` and `tuning_` say which. Takes about as long as
        five forests. None: the forest is grown as it is configured.
    oob_score : bool
        Whether `fit` also predicts each training row by the trees that did not see it, and scores
        these predictions: an honest estimate of the accuracy, without a test set.
    keep_examples : bool
        Whether the model, and its file, keep the leaves and the ranking of each training row, for
        `proximity` and `nearest_examples`; features are not kept.
    categorical_features : "auto", None, or list of str, int or bool
        The nominal columns of `X`, of which a split asks for one value against the rest. "auto":
        pandas categoricals and text; a list: names or numbers of columns, or a truth value for
        each; None: none.
    n_jobs : int or None
        Number of threads, as in scikit-learn; it does not change the result.
    random_state : int, generator or None
        Seed. Equal seeds give equal forests.
    verbose : int
        Whether to report progress.
    warm_start : bool
        Whether `fit` keeps the trees that are there, and adds those that are missing: the forest
        is then the same as if all had been grown at once. It takes the same data, and the same
        parameters but for `n_estimators`, which may grow, and how trees vote (`leaf`,
        `aggregator`, `voting`, `blend`). A model that was loaded can be gone on with, too.

    Attributes
    ----------
    labels_ : ndarray of str, shape (n_labels,)
        The labels, in the order of the columns of `Y`.
    n_labels_ : int
        Their number.
    depths_ : ndarray of int, shape (n_estimators,)
        Number of edges to the deepest leaf of each tree.
    forest_ : Forest
        The grown trees; ``forest_.tree(i)`` is one of them.
    tuning_ : list of dict
        What was tried, each with its ``"oob_score"`` and whether it was ``"chosen"``; the first
        is the forest as it was configured. Only with `tune`.
    calibration_ : Calibration or None
        How probabilities are corrected, if they are.
    oob_prediction_ : ndarray of float64, shape (n_samples, n_labels)
        The training rows as predicted by the trees that did not see them; NaN for rows that
        every tree saw. Only with `oob_score`.
    oob_score_ : float
        Kendall's tau-b of these predictions and `Y`, averaged by weight. Only with `oob_score`.
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
    >>> from lrf import LabelRankingForest
    >>> X = [[1.0], [2.0], [3.0], [4.0]] * 5
    >>> Y = [[1, 2, 3], [1, 2, 3], [3, 2, 1], [3, 2, 1]] * 5
    >>> LabelRankingForest(n_estimators=10, random_state=0).fit(X, Y).predict_orders([[1.0], [4.0]])
    ['0>1>2', '2>1>0']
    """

    _kind: ClassVar[EstimatorKind] = "forest"

    def __init__(
        self,
        criterion: CriterionChoice = "mean-correlation",
        stopping: StoppingChoice = "none",
        leaf: AggregatorChoice = "average-ranking",
        aggregator: AggregatorChoice = "auto",
        voting: Literal["soft", "hard"] = "soft",
        blend: Literal["logistic", "ridge", "constant", "none"] = "logistic",
        n_estimators: int = 100,
        splitter: Literal["best", "random"] = "random",
        max_features: Literal["sqrt", "log2", "all"] | float | None = None,
        root_fallback: bool = True,
        bootstrap: Bootstrap = "auto",
        max_samples: float | None = 0.9,
        max_depth: int | None = None,
        min_samples_leaf: float = 2,
        max_bins: int | None = None,
        tune: Literal["oob"] | None = None,
        calibration: Literal["auto", "isotonic", "temperature"] | None = "auto",
        oob_score: bool = False,
        keep_examples: bool = False,
        categorical_features: FeatureChoice = "auto",
        n_jobs: int | None = None,
        random_state: Seed = None,
        verbose: int = 0,
        warm_start: bool = False,
    ) -> None:
        self.criterion = criterion
        self.stopping = stopping
        self.leaf = leaf
        self.aggregator = aggregator
        self.voting = voting
        self.blend = blend
        self.n_estimators = n_estimators
        self.splitter = splitter
        self.max_features = max_features
        self.root_fallback = root_fallback
        self.bootstrap = bootstrap
        self.max_samples = max_samples
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.max_bins = max_bins
        self.tune = tune
        self.calibration = calibration
        self.oob_score = oob_score
        self.keep_examples = keep_examples
        self.categorical_features = categorical_features
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.warm_start = warm_start

    @property
    def depths_(self) -> Array:
        """Number of edges to the deepest leaf of each tree."""
        depths: Array = self.forest_.depths
        return depths
