"""What leaves are asked: who stands before whom, which place a label has, where on average.

Each question is a table with a row for each distinct ranking, and says for how many votes each of
its entries counts, so that incomplete rankings answer only what they know.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import attrs
import numpy as np

from lrf.components import Array
from lrf.statistics import label_pairs, place_chances

__all__ = ["MEANS", "PAIRS", "PLACES", "Aspect"]


@attrs.frozen
class Aspect:
    """One question that leaves can answer, as an additive statistic.

    Parameters
    ----------
    name : str
        Which question.
    rows : callable
        ``rows(rankings)`` is the answer of each distinct ranking, of shape (n_distinct, width).
        Zero where it has none.
    known : callable
        ``known(rankings)`` counts the answers, of shape (n_distinct, n_counts).
    counted : callable
        ``counted(n_labels)`` is the column of the counts for each column of the rows.
    nothing : callable
        ``nothing(n_labels)`` is the answer if no training ranking has any.
    """

    name: str
    rows: Callable[[Array], Array]
    known: Callable[[Array], Array]
    counted: Callable[[int], Array]
    nothing: Callable[[int], float]

    def width(self, n_labels: int) -> int:
        """Return the number of columns of the rows."""
        return len(self.counted(n_labels))


def _pair_wins(rankings: Array) -> Array:
    """Return 1 where the first label of a pair stands before the second, 1/2 where they tie."""
    first, second = label_pairs(rankings.shape[1])
    wins = (rankings[:, first] < rankings[:, second]).astype(np.float64)
    wins += 0.5 * (rankings[:, first] == rankings[:, second])
    return wins


def _pair_known(rankings: Array) -> Array:
    first, second = label_pairs(rankings.shape[1])
    ranked = ~np.isnan(rankings)
    known: Array = (ranked[:, first] & ranked[:, second]).astype(np.float64)
    return known


def _label_known(rankings: Array) -> Array:
    """Return 1 where a label is ranked beside others."""
    ranked = ~np.isnan(rankings)
    known: Array = (ranked & (np.count_nonzero(ranked, axis=1) > 1)[:, None]).astype(np.float64)
    return known


def _places(rankings: Array) -> Array:
    """Return the chance of each label to stand in each place, ties being broken at random.

    Labels that a ranking leaves out may stand anywhere between the others.
    """
    n_rankings, n_labels = rankings.shape
    ranked = ~np.isnan(rankings)
    chances = place_chances(np.where(ranked, rankings, -np.inf)) * ranked[:, :, None]
    sizes = np.count_nonzero(ranked, axis=1)
    for size in np.unique(sizes[sizes < n_labels]).tolist():
        rows = sizes == size
        chances[rows] = chances[rows][:, :, :size] @ _stretching(size, n_labels)
    chances *= _label_known(rankings)[:, :, None]
    answers: Array = chances.reshape(n_rankings, -1)
    return answers


def _stretching(size: int, n_labels: int) -> Array:
    """Return the chance of each place among some labels to be each place among all of them."""
    chances = [
        [
            comb(whole, part) * comb(n_labels - 1 - whole, size - 1 - part) / comb(n_labels, size)
            for whole in range(n_labels)
        ]
        for part in range(size)
    ]
    return np.array(chances).reshape(size, n_labels)


def _means(rankings: Array) -> Array:
    n_labels = rankings.shape[1]
    sizes = np.count_nonzero(~np.isnan(rankings), axis=1)[:, None]
    stretched = np.nan_to_num(rankings * (n_labels + 1) / (sizes + 1))
    means: Array = stretched * _label_known(rankings)
    return means


PAIRS = Aspect(
    "pairs",
    rows=_pair_wins,
    known=_pair_known,
    counted=lambda n_labels: np.arange(n_labels * (n_labels - 1) // 2),
    nothing=lambda n_labels: 0.5,
)

PLACES = Aspect(
    "places",
    rows=_places,
    known=_label_known,
    counted=lambda n_labels: np.repeat(np.arange(n_labels), n_labels),
    nothing=lambda n_labels: 1 / n_labels,
)

MEANS = Aspect(
    "means",
    rows=_means,
    known=_label_known,
    counted=np.arange,
    nothing=lambda n_labels: (n_labels + 1) / 2,
)
