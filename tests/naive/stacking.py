"""Ridge regression and stacking, obvious and slow: every row is left out in turn."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = Any


def ridge(Z: Array, targets: Array, weights: Array, strength: float) -> tuple[Array, Array]:
    """Return slopes and intercept of the ridge regression with a penalty per unit of weight."""
    centre = np.average(Z, axis=0, weights=weights)
    means = np.average(targets, axis=0, weights=weights)
    gram = (Z - centre).T @ (weights[:, None] * (Z - centre))
    penalty = strength * weights.sum() * np.eye(Z.shape[1])
    product = (Z - centre).T @ (weights[:, None] * (targets - means))
    slopes = np.linalg.solve(gram + penalty, product)
    return slopes, means - centre @ slopes


def squared_error(shares: Array, parts: list[Array], constant: Array, targets: Array) -> float:
    """Return the squared error of a mixture of parts and a constant."""
    mixed = constant + sum(s * (part - constant) for s, part in zip(shares, parts, strict=True))
    return float(((targets - mixed) ** 2).sum())
