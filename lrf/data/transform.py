"""Rankings made from classes: the transformation by which label ranking got its test data."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lrf.errors import DataError

__all__ = ["by_classifier"]

Array: TypeAlias = npt.NDArray[Any]

# Weka lets no density fall below this, so that a single attribute cannot veto a class.
SMALLEST_DENSITY = 1e-75


def by_classifier(X: npt.ArrayLike, classes: npt.ArrayLike, decimals: int = 3) -> Array:
    """Order the classes of each row by their Naive Bayes probability (transformation A).

    The classifier is trained on all rows and then asked about the same rows. It is Weka's Naive
    Bayes: attributes are scaled to [-1, 1], values are rounded to multiples of the attribute's
    mean step between neighbouring values, densities are normal with a deviation of at least a
    sixth of a step, and classes are counted from one. Probabilities are compared to `decimals`
    decimals, as that program prints them, and the earlier class wins a tie; this is where most
    of the variety comes from, and with these choices the published rankings of iris and wine come
    out row by row.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        Numbers, all finite.
    classes : array-like of shape (n_samples,)
        The class of each row.
    decimals : int
        How many decimals of the probabilities count.

    Returns
    -------
    ndarray of shape (n_samples, n_classes)
        Positions, 1 = most probable class; the columns are the sorted classes.

    Raises
    ------
    DataError
        If there are fewer than two classes, or the shapes do not fit, or a number is not finite.

    References
    ----------
    Cheng, W., Hühn, J., Hüllermeier, E. (2009). Decision tree and instance-based learning for
    label ranking. ICML.

    John, G. H., Langley, P. (1995). Estimating continuous distributions in Bayesian classifiers.
    UAI.
    """
    values = np.asarray(X, dtype=np.float64)
    names, codes = np.unique(np.asarray(classes), return_inverse=True)
    _check(values, codes, len(names))
    probabilities = _naive_bayes(_on_grid(values), codes, len(names))
    by_falling = np.argsort(-np.round(probabilities, decimals), axis=1, kind="stable")
    positions = np.empty_like(probabilities)
    places = np.arange(1.0, len(names) + 1)
    np.put_along_axis(positions, by_falling, np.broadcast_to(places, positions.shape), axis=1)
    return positions


def _check(values: Array, codes: Array, n_classes: int) -> None:
    if values.ndim != 2 or codes.shape != (len(values),):
        raise DataError(
            f"X must be a table with one class for each row, "
            f"but has shape {values.shape} with {codes.size} classes"
        )
    if not np.isfinite(values).all():
        row = int(np.flatnonzero(~np.isfinite(values).all(axis=1))[0])
        raise DataError(f"X holds a value that is not finite in row {row}")
    if n_classes < 2:
        raise DataError("there is one class only: nothing to rank")


def _on_grid(values: Array) -> Array:
    """Return the attributes in steps of their grid, constant ones left out."""
    values = values[:, np.ptp(values, axis=0) > 0]
    scaled = 2 * (values - values.min(axis=0)) / np.ptp(values, axis=0) - 1
    n_steps = np.array([len(np.unique(column)) - 1 for column in values.T])
    # Rounded twice, since a value may lie in the middle of two steps but for its last bits.
    steps: Array = np.rint(np.round(scaled * (n_steps / 2), 6))
    return steps


def _naive_bayes(steps: Array, codes: Array, n_classes: int) -> Array:
    """Return class probabilities of shape (n_samples, n_classes)."""
    logs = np.empty((len(steps), n_classes))
    for code in range(n_classes):
        members = steps[codes == code]
        deviation = np.maximum(members.std(axis=0), 1 / 6)
        distance = (steps - members.mean(axis=0)) / deviation
        density = np.exp(-0.5 * distance**2) / deviation
        logs[:, code] = np.log(np.maximum(density, SMALLEST_DENSITY)).sum(axis=1)
        logs[:, code] += np.log(len(members) + 1)
    odds = np.exp(logs - logs.max(axis=1, keepdims=True))
    probabilities: Array = odds / odds.sum(axis=1, keepdims=True)
    return probabilities
