"""Scores that differ by no more than measurements do, and so count as equal."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

import numpy as np

from lrf.errors import RankingError
from lrf.rankings.ties import Floats

__all__ = ["check_tolerance", "near_groups"]

# Differences are compared but for a few units in the last place of what was subtracted, so that
# 0.3 and 0.2 are within 0.1, and 1.1 and 1.0 as well.
SLACK = 4 * np.finfo(np.float64).eps


def check_tolerance(ties: Any) -> float:
    """Return a tolerance, 0 for "exact".

    Raises
    ------
    RankingError
        If `ties` is neither "exact" nor a number of at least 0.
    """
    if isinstance(ties, str) and ties == "exact":
        return 0.0
    if isinstance(ties, bool) or not isinstance(ties, Real):
        raise RankingError(f"ties must be 'exact' or a tolerance, not {ties!r}")
    tolerance = float(ties)
    if not 0 <= tolerance < math.inf:  # NaN fails here as well
        raise RankingError(f"a tolerance is a finite number of at least 0, not {ties!r}")
    return tolerance


def near_groups(keys: Floats, tolerance: float) -> Floats:
    """Replace each key by the smallest key of its group.

    The smallest key of a row leads a group of all keys that exceed it by the tolerance at most;
    the smallest of the others leads the next one, and so on.

    Parameters
    ----------
    keys : ndarray of shape (n, k)
        Smaller is better; NaN is in no group.
    tolerance : float
        At least 0.

    Returns
    -------
    leaders : ndarray of shape (n, k)
        NaN stays NaN.

    Examples
    --------
    >>> near_groups(np.array([[1.0, 1.4, 1.6, 2.0]]), 0.5)
    array([[1. , 1. , 1.6, 1.6]])
    """
    order = np.argsort(keys, axis=1)
    leaders = np.take_along_axis(keys, order, axis=1)
    for place in range(1, keys.shape[1]):
        leader, key = leaders[:, place - 1], leaders[:, place]
        leaders[:, place] = np.where(_is_near(leader, key, tolerance), leader, key)
    out = np.empty_like(leaders)
    np.put_along_axis(out, order, leaders, axis=1)
    return out


def _is_near(leader: Floats, key: Floats, tolerance: float) -> Any:
    with np.errstate(invalid="ignore"):  # infinite keys, which are near their equals only
        slack = SLACK * np.maximum(np.abs(leader), np.abs(key))
        near = key - leader <= tolerance + slack
        return (key == leader) | (near & np.isfinite(leader) & np.isfinite(key))
