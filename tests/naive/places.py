"""Chances of places with wanted means, by scaling labels and places in turn until nothing moves."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import brentq

__all__ = ["nearest_places"]


def with_mean(chances: Any, wanted: float) -> Any:
    """Return the chances of one label, multiplied by powers of the place."""
    places = np.arange(len(chances))

    def tilted(power: float) -> Any:
        weights = chances * np.exp(power * (places - wanted))
        return weights / weights.sum()

    return tilted(brentq(lambda power: tilted(power) @ places - wanted, -60, 60, xtol=1e-12))


def nearest_places(chances: Any, wanted: Any, turns: int = 300) -> Any:
    """Return the table nearest to `chances` whose rows have the wanted means, counted from 0."""
    table = np.array(chances, dtype=float)
    for _ in range(turns):
        table /= table.sum(axis=0)
        table = np.array([with_mean(row, mean) for row, mean in zip(table, wanted, strict=True)])
        if abs(table.sum(axis=0) - 1).max() < 1e-7:
            break
    return table
