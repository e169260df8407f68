"""Votes as choices: which labels were picked from among which."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lrf.aggregators._batches import batches

__all__ = ["Choices", "choices_of"]

Array = npt.NDArray[Any]


class Choices(NamedTuple):
    """How often each set of labels was chosen from, and each label picked.

    Attributes
    ----------
    sets : ndarray of bool, shape (n_sets, n_labels)
        Which labels are members of each set.
    counts : ndarray of float64, shape (n, n_sets)
        How often there was a choice from each set, in each election.
    picks : ndarray of float64, shape (n, n_labels)
        How often each label was picked, from whatever set.
    """

    sets: Array
    counts: Array
    picks: Array

    def of(self, elections: Any) -> Choices:
        """Return the choices of some of the elections."""
        return Choices(self.sets, self.counts[elections], self.picks[elections])

    def parts(self, width: int) -> Iterator[tuple[Array, Array]]:
        """Yield the counts of some sets at a time, and the sets as numbers, 1 for a member.

        Parameters
        ----------
        width : int
            Numbers that each set takes in a temporary array.
        """
        for part in batches(len(self.sets), width):
            yield self.counts[:, part], self.sets[part].astype(np.float64)


def choices_of(rankings: Array, weights: Array) -> Choices:
    """Return the choices that make up rankings.

    A ranking is read from the top. Each label was picked from those that are not ranked before
    it, itself and what it ties with included.

    Parameters
    ----------
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        Positions; NaN: not ranked.
    weights : ndarray of float64, shape (n, n_distinct)
        How often each was voted for.
    """
    from scipy.sparse import csr_array

    n_rankings, n_labels = rankings.shape
    # A label that is not ranked was picked from no set, since a comparison with NaN is false.
    members = rankings[:, np.newaxis, :] >= rankings[:, :, np.newaxis]
    packed = np.packbits(members.reshape(-1, n_labels), axis=1)
    codes, numbers = np.unique(packed, axis=0, return_inverse=True)
    sets = np.unpackbits(codes, axis=1, count=n_labels).astype(bool)
    ends = np.arange(0, numbers.size + 1, n_labels)
    shape = (n_rankings, len(sets))
    occurs = csr_array((np.ones(numbers.size), numbers.ravel(), ends), shape=shape)
    some = sets.any(axis=1)
    counts = np.asarray(weights @ occurs)[:, some]
    return Choices(sets[some], counts, weights @ ~np.isnan(rankings))
