"""Ridge regression of what rankings say on the features, and what it says of rows it leaves out.

Numbers are standardised, and missing ones count as the mean, with a column of their own that says
so; each category of a nominal feature is a column of zeros and ones. Values beyond those of the
training count as the outermost of them, so that nothing is extrapolated. The strength of the
penalty is the one with the least error on rows left out one at a time, which for a ridge
regression follows from a single fit (Allen, 1974; Golub, Heath and Wahba, 1979).
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np

from lrf.components import Array

__all__ = [
    "CATEGORY",
    "HINGE",
    "MISSING",
    "LinearModel",
    "design_of",
    "fit_linear",
    "own_shares",
    "spread_rows",
    "weighted_means",
]

#: What a column holds: the value of a feature, whether it is missing, whether it is a category, by
#: how much it exceeds a knot.
VALUE, MISSING, CATEGORY, HINGE = 0, 1, 2, 3

#: Penalties that are tried, per unit of weight.
_STRENGTHS = np.logspace(-6, 2, 25)


@attrs.frozen(eq=False)
class LinearModel:
    """A linear map from features to several numbers.

    Parameters
    ----------
    feature : ndarray of int32, shape (n_columns,)
        The feature behind each column.
    kind : ndarray of uint8, shape (n_columns,)
        What the column holds of it.
    category : ndarray of float64, shape (n_columns,)
        The number of the category, or the knot, where it is one.
    centre, scale : ndarray of float64, shape (n_columns,)
        What is subtracted from a column, and what it is divided by then.
    low, high : ndarray of float64, shape (n_columns,)
        The range of the column, so standardised, in training.
    slope : ndarray of float64, shape (n_columns, width)
        What a unit of each column adds.
    intercept : ndarray of float64, shape (width,)
        Where the columns are all zero.
    """

    feature: Array
    kind: Array
    category: Array
    centre: Array
    scale: Array
    low: Array
    high: Array
    slope: Array
    intercept: Array

    def predict(self, X: Array) -> Array:
        """Return the numbers of each row, of shape (n_rows, width).

        Parameters
        ----------
        X : ndarray of float64, shape (n_rows, n_features)
            No infinite values; NaN: missing.
        """
        predicted: Array = self.columns(X) @ self.slope + self.intercept
        return predicted

    def columns(self, X: Array) -> Array:
        """Return the standardised columns, of shape (n_rows, n_columns)."""
        raw = _raw_columns(X, self.feature, self.kind, self.category)
        return np.clip(_standardised(raw, self.centre, self.scale), self.low, self.high)


def fit_linear(
    X: Array, targets: Array, weights: Array, nominal: Sequence[int]
) -> tuple[LinearModel, Array]:
    """Return a ridge regression, and what it predicts for each row when that is left out.

    Parameters
    ----------
    X : ndarray of float64, shape (n_samples, n_features)
        No infinite values; NaN: missing. Nominal features hold numbers of categories.
    targets : ndarray of float64, shape (n_samples, width)
        What is to be predicted. NaN: not known, which counts as the mean.
    weights : ndarray of float64, shape (n_samples,)
        Above 0.
    nominal : sequence of int
        The nominal features.

    Returns
    -------
    model : LinearModel
    left_out : ndarray of float64, shape (n_samples, width)
    """
    model, Z = design_of(X, weights, nominal)
    means = weighted_means(targets, weights)
    wanted = np.where(np.isnan(targets), means, targets) - means
    slope, left_out = _ridge(Z, wanted, weights, own_shares(targets, weights))
    return attrs.evolve(model, slope=slope, intercept=means), left_out + means


def design_of(
    X: Array, weights: Array, nominal: Sequence[int], n_knots: int = 0
) -> tuple[LinearModel, Array]:
    """Return a linear map that says nothing yet, and the standardised columns of the training.

    Parameters
    ----------
    X, weights, nominal
        As for `fit_linear`.
    n_knots : int
        At how many quantiles within the range of a number its slope may change.
    """
    feature, kind, category = _plan_columns(X, nominal, n_knots)
    raw = _raw_columns(X, feature, kind, category)
    centre, scale = _moments(raw, weights)
    Z = _standardised(raw, centre, scale)
    low, high = (Z.min(axis=0), Z.max(axis=0)) if len(Z) else (centre, centre)
    slope, intercept = np.zeros((len(feature), 0)), np.zeros(0)
    return LinearModel(feature, kind, category, centre, scale, low, high, slope, intercept), Z


def spread_rows(rows: Array, most: int) -> Array:
    """Return at most so many of the rows, evenly spread.

    Parameters
    ----------
    rows : ndarray of int
        Numbers of rows.
    most : int
        How many there may be.
    """
    if len(rows) <= most:
        return rows
    return rows[np.linspace(0, len(rows) - 1, most).astype(np.int64)]


def weighted_means(targets: Array, weights: Array) -> Array:
    """Return the mean of what is known in each column; 0 where nothing is.

    Parameters
    ----------
    targets : ndarray of float64, shape (n_samples, width)
        NaN: not known.
    weights : ndarray of float64, shape (n_samples,)
        Above 0.
    """
    known = ~np.isnan(targets)
    totals = weights @ known
    sums = weights @ np.where(known, targets, 0.0)
    means: Array = np.divide(sums, totals, out=np.zeros(targets.shape[1]), where=totals > 0)
    return means


def own_shares(targets: Array, weights: Array) -> Array:
    """Return how much each row counts in the mean of each column; 0 where it is not known.

    Parameters
    ----------
    targets : ndarray of float64, shape (n_samples, width)
        NaN: not known.
    weights : ndarray of float64, shape (n_samples,)
        Above 0.

    Returns
    -------
    shares : ndarray of float64, shape (n_samples, width), or (n_samples, 1) if all is known
    """
    known = ~np.isnan(targets)
    shares: Array
    if known.all():
        shares = weights[:, None] / weights.sum()
        return shares
    counted = known * weights[:, None]
    shares = counted / np.maximum(counted.sum(axis=0), 1e-300)
    return shares


def _plan_columns(X: Array, nominal: Sequence[int], n_knots: int) -> tuple[Array, Array, Array]:
    """Return the feature, the kind and the category of each column."""
    columns: list[tuple[int, int, float]] = []
    for feature in range(X.shape[1]):
        if feature in nominal:
            values = np.unique(X[:, feature]).tolist()
            columns += [(feature, CATEGORY, float(value)) for value in values]
            continue
        columns.append((feature, VALUE, 0.0))
        if np.isnan(X[:, feature]).any():
            columns.append((feature, MISSING, 0.0))
        columns += [(feature, HINGE, knot) for knot in _knots(X[:, feature], n_knots)]
    features, kinds, categories = zip(*columns, strict=True)
    return np.array(features, np.int32), np.array(kinds, np.uint8), np.array(categories)


def _knots(values: Array, count: int) -> list[float]:
    """Return inner quantiles of what is known of a feature, each once."""
    values = values[~np.isnan(values)]
    if not count or not len(values):
        return []
    inner = np.linspace(0.0, 1.0, count + 2)[1:-1]
    knots = np.unique(np.quantile(values, inner, method="lower"))
    return [float(knot) for knot in knots[(knots > values.min()) & (knots < values.max())]]


def _raw_columns(X: Array, feature: Array, kind: Array, category: Array) -> Array:
    """Return the columns as they are; NaN where a number is missing."""
    values = X[:, feature]
    values = np.where(kind == MISSING, np.isnan(values), values)
    if (hinges := kind == HINGE).any():
        # Half of each, since the difference of large numbers would overflow.
        over = np.maximum(values / 2 - category / 2, 0.0)
        values = np.where(hinges, over, values)
    return np.where(kind == CATEGORY, values == category, values)


def _moments(raw: Array, weights: Array) -> tuple[Array, Array]:
    """Return the mean and the deviation of each column; columns that are constant get 1."""
    largest = np.max(np.abs(raw), axis=0, initial=0.0, where=~np.isnan(raw))
    unit = np.where(largest > 0, largest, 1.0)  # squares of large numbers would overflow
    parts = raw / unit
    mean = weighted_means(parts, weights)
    deviation = np.sqrt(weighted_means((parts - mean) ** 2, weights))
    varies = deviation > 1e-12
    return mean * unit, np.where(varies, deviation * unit, np.inf)


def _standardised(raw: Array, centre: Array, scale: Array) -> Array:
    """Return columns with mean 0 and deviation 1; what is missing is 0, constants are, too."""
    # What lies immensely far beyond the training may overflow, and is cut to its range afterwards.
    with np.errstate(over="ignore", invalid="ignore"):
        return np.nan_to_num(raw / scale - centre / scale, nan=0.0)


def _ridge(Z: Array, wanted: Array, weights: Array, own: Array) -> tuple[Array, Array]:
    """Return the slopes of the best penalty, and the predictions for rows left out.

    `Z` and `wanted` have mean 0; `own` is how much each row counts in that of `wanted`.
    """
    from threadpoolctl import threadpool_limits

    root = np.sqrt(weights)[:, None]
    with threadpool_limits(limits=1, user_api="blas"):
        U, s, V = np.linalg.svd(Z * root, full_matrices=False)
        C = U.T @ (wanted * root)
        best: tuple[float, Array, Array] | None = None
        for strength in _STRENGTHS * weights.sum():
            shrunk = s * s / (s * s + strength)
            fitted = (U @ (shrunk[:, None] * C)) / root
            leverage = ((U * U) @ shrunk)[:, None] + own
            errors = (wanted - fitted) / np.maximum(1.0 - leverage, 1e-9)
            error = float(weights @ (errors * errors).sum(axis=1))
            if best is None or error < best[0]:
                slope = V.T @ ((shrunk / np.maximum(s, 1e-300))[:, None] * C)
                best = (error, slope, wanted - errors)
    assert best is not None
    return best[1], best[2]
