"""scikit-learn's checks of estimators, for estimators that learn from rankings.

``sklearn.utils.estimator_checks.parametrize_with_checks`` makes targets of its own: a single
column of numbers for estimators whose tags say that they need several columns. That ranks nothing,
so that most of the checks end where the target is refused. There are two ways on, and lrf's own
tests go both: `expected_failed_checks` names these checks, and under `AnyTarget` they are put to
the same estimators with targets that are rankings.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.metaestimators import available_if

from lrf.components import Array
from lrf.rankings import from_scores

__all__ = ["AnyTarget", "as_rankings", "expected_failed_checks"]

#: Why a check cannot pass, and the checks.
ONE_COLUMN = "the target is a single column of numbers, which ranks nothing and is refused"
ONE_COLUMN_OR_LIST = "the target is a single column or a flat list of numbers, which is refused"

#: Checks of all estimators that fit one.
FITTING = (
    "check_dict_unchanged",
    "check_dont_overwrite_parameters",
    "check_dtype_object",
    "check_estimators_dtypes",
    "check_estimators_fit_returns_self",
    "check_estimators_overwrite_params",
    "check_estimators_pickle",
    "check_f_contiguous_array_estimator",
    "check_fit2d_1feature",
    "check_fit2d_1sample",
    "check_fit2d_predict1d",
    "check_fit_check_is_fitted",
    "check_fit_idempotent",
    "check_fit_score_takes_y",
    "check_methods_sample_order_invariance",
    "check_methods_subset_invariance",
    "check_n_features_in",
    "check_n_features_in_after_fitting",
    "check_pipeline_consistency",
    "check_positive_only_tag_during_fit",
    "check_readonly_memmap_input",
    "check_sample_weight_equivalence_on_dense_data",
    "check_sample_weights_list",
    "check_sample_weights_not_an_array",
    "check_sample_weights_not_overwritten",
    "check_sample_weights_pandas_series",
    "check_sample_weights_shape",
)

#: Checks of transformers, besides.
TRANSFORMING = (
    "check_estimators_nan_inf",
    "check_transformer_data_not_an_array",
    "check_transformer_general",
)


def expected_failed_checks(estimator: Any) -> dict[str, str]:
    """Return the checks of scikit-learn that an estimator cannot pass, each with the reason.

    Parameters
    ----------
    estimator : estimator
        A tree, a forest, a discretizer, or one of their subclasses. Under `AnyTarget` there is
        one reason at most.

    Returns
    -------
    reasons : dict of str to str
        For the parameter of that name of ``parametrize_with_checks`` and ``check_estimator``.

    Examples
    --------
    >>> from lrf import LabelRankingForest
    >>> expected_failed_checks(LabelRankingForest())["check_fit_idempotent"]
    'the target is a single column of numbers, which ranks nothing and is refused'
    """
    if isinstance(estimator, AnyTarget):
        return _failing_with_rankings(estimator.get_params())  # type: ignore[attr-defined]
    if hasattr(estimator, "transform"):
        return dict.fromkeys((*FITTING, *TRANSFORMING), ONE_COLUMN_OR_LIST)
    return dict.fromkeys(FITTING, ONE_COLUMN)


def _failing_with_rankings(parameters: dict[str, Any]) -> dict[str, str]:
    """Return what cannot hold of forests, as it cannot of scikit-learn's own."""
    if parameters.get("bootstrap") or parameters.get("max_samples"):
        reason = "drawing rows at random does not know that a row of weight 2 stands for two"
        return {"check_sample_weight_equivalence_on_dense_data": reason}
    return {}


def as_rankings(y: Any) -> Array:
    """Rank three labels: one by the target, one that never moves, one against the target.

    Parameters
    ----------
    y : array-like of shape (n_samples,) or (n_samples, n_outputs)
        Any target; of several columns, the first one counts.

    Returns
    -------
    Y : ndarray of float64, shape (n_samples, 3)
        Positions.
    """
    target = np.asarray(y)
    codes = np.unique(target, return_inverse=True)[1].reshape(len(target), -1)[:, 0]
    centred = codes - codes.mean()
    positions: Array = from_scores(np.column_stack([centred, np.zeros(len(centred)), -centred]))
    return positions


def _is_scored(estimator: Any) -> bool:
    return hasattr(super(AnyTarget, estimator), "score")


class AnyTarget:
    """Fits and scores with targets that are no rankings, so that scikit-learn's checks can.

    To be put before an estimator:

    >>> from lrf import LabelRankingTree
    >>> class AnyTargetTree(AnyTarget, LabelRankingTree):
    ...     pass
    >>> AnyTargetTree().fit([[1.0], [2.0]], [7.5, -1.0]).predict([[2.0]])
    array([[3., 2., 1.]])
    """

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Any:
        """Fit to the rankings that `as_rankings` makes of a target."""
        return super().fit(X, _ranked(y), sample_weight)  # type: ignore[misc]

    @available_if(_is_scored)  # type: ignore[untyped-decorator]
    def score(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        """Score against the rankings that `as_rankings` makes of a target."""
        return super().score(X, _ranked(y), sample_weight)  # type: ignore[misc]


def _ranked(y: Any) -> Any:
    return None if y is None else as_rankings(y)
