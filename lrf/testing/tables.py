"""Rankings to test with: strict ones, with ties, and incomplete ones. The same in each run."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from lrf.components import Array
from lrf.rankings import average_positions, distinct_rankings

__all__ = ["incomplete_rankings", "strict_rankings", "tied_rankings"]

MOST = 40


def strict_rankings(n_labels: int, most: int = MOST) -> Array:
    """Return distinct rankings without ties, shape (at most `most`, n_labels).

    The first one is 1, 2, 3, ... and the last one its reverse.
    """
    if n_labels <= 4:
        every = np.array(list(permutations(range(1, n_labels + 1))), dtype=np.float64)
        return _some(every, most)
    rng = np.random.default_rng(n_labels)
    drawn = rng.permuted(np.tile(np.arange(1.0, n_labels + 1), (most, 1)), axis=1)
    ends = np.arange(1.0, n_labels + 1)
    return distinct_rankings(np.vstack([ends, drawn[2:], ends[::-1]]))[0]


def tied_rankings(n_labels: int, most: int = MOST) -> Array:
    """Return distinct rankings, most of them with ties; the one that ties all labels is there."""
    rng = np.random.default_rng(100 + n_labels)
    keys = rng.integers(0, n_labels, (most, n_labels)).astype(np.float64)
    keys[0] = 0.0
    return distinct_rankings(average_positions(keys))[0]


def incomplete_rankings(n_labels: int, most: int = MOST) -> Array:
    """Return distinct rankings, of most of which some labels are not ranked (NaN)."""
    rng = np.random.default_rng(200 + n_labels)
    keys = rng.integers(0, n_labels, (most, n_labels)).astype(np.float64)
    keys[rng.random(keys.shape) < 0.3] = np.nan
    keys[np.isnan(keys).all(axis=1)] = 0.0
    return distinct_rankings(average_positions(keys))[0]


def _some(rankings: Array, most: int) -> Array:
    """Return at most so many rows, evenly spread, the first and the last among them."""
    if len(rankings) <= most:
        return rankings
    chosen: Array = rankings[np.linspace(0, len(rankings) - 1, most).astype(int)]
    return chosen
