"""Schulze's method (2011): labels ordered by the strongest chains of majorities between them.

A chain is as strong as the weakest of its majorities. Label a is placed before b if the strongest
chain from a to b is stronger than that from b to a; this never goes round, whatever the
majorities do. A label that beats each other one by majority comes first; so does, as a whole, a
group whose members all beat everybody else.

The relation may leave pairs undecided, where chains are equally strong. Labels are therefore
ordered by the number of labels that they are placed before, less those placed before them, which
agrees with each pair that is decided. The strongest chains take k^3 steps to find.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._majority import follow_majorities, margins_of
from lrf.aggregators._scores import CLOSE
from lrf.plugin import Aggregator, Parameter, average_positions, hookimpl

__all__ = ["lrf_aggregators", "schulze"]

Array = npt.NDArray[Any]


def schulze(wins: Array, strength: str = "winning-votes") -> Array:
    """Return Schulze's ranking of each election.

    Parameters
    ----------
    wins : ndarray of float64, shape (n, n_labels, n_labels)
        ``wins[e, a, b]``: weight of the votes that place a before b, a tie counting one half for
        each.
    strength : {"winning-votes", "margins"}
        How strong a majority is: the weight of those who are for it, or that less the weight of
        those against. The same for complete votes.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        Average positions for ties.
    """
    return follow_majorities(partial(_by_chains, by_margins=strength == "margins"), wins)


def _by_chains(wins: Array, by_margins: bool) -> Array:
    margins, units = margins_of(wins)
    strengths = margins if by_margins else wins / units[:, np.newaxis, np.newaxis]
    chains = _strongest_chains(np.where(margins > 0, strengths, 0.0))
    before = chains > chains.transpose(0, 2, 1) + CLOSE
    return average_positions(before.sum(axis=1) - before.sum(axis=2, dtype=np.float64))


def _strongest_chains(strengths: Array) -> Array:
    """Return how strong the strongest chain between each two labels is, shape (n, k, k)."""
    chains = strengths.copy()
    for via in range(chains.shape[1]):
        detour = np.minimum(chains[:, :, via, np.newaxis], chains[:, np.newaxis, via, :])
        np.maximum(chains, detour, out=chains)
    return chains


@hookimpl
def lrf_aggregators() -> list[Aggregator]:
    """Return Schulze's method."""
    return [
        Aggregator(
            name="schulze",
            summary="order by the strongest chains of majorities",
            reference="Schulze (2011), A new monotonic, clone-independent, reversal symmetric, "
            "and Condorcet-consistent single-winner election method, Social Choice and Welfare "
            "36(2)",
            parameters=(
                Parameter(
                    "strength",
                    "winning-votes",
                    "how strong a majority is",
                    choices=("winning-votes", "margins"),
                ),
            ),
            statistic="pairwise",
            consensus=schulze,
        )
    ]
