"""The Markov chain MC4 (Dwork, Kumar, Naor and Sivakumar 2001).

A walker at one label draws any label at random, and goes there if a majority places it before
the present one. Labels are ordered by how much of the time the walker spends at them. So that
this is defined where majorities split the labels, now and then the walker starts anew at a label
drawn at random. A label that beats each other one by majority comes first; so does, as a whole, a
group whose members all beat everybody else. The shares of time are the solution of k equations,
which takes k^3 steps.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._majority import follow_majorities, margins_of
from lrf.aggregators._scores import positions_by
from lrf.plugin import Aggregator, Parameter, hookimpl

__all__ = ["lrf_aggregators", "mc4"]

Array = npt.NDArray[Any]


def mc4(wins: Array, restart: float = 0.05) -> Array:
    """Return the ranking by the time that the walker spends at each label.

    Parameters
    ----------
    wins : ndarray of float64, shape (n, n_labels, n_labels)
        ``wins[e, a, b]``: weight of the votes that place a before b, a tie counting one half for
        each.
    restart : float
        The chance of starting anew, at each step.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        Average positions for ties; shares of time closer than 1e-9 are tied.
    """
    return follow_majorities(partial(_by_time, restart=restart), wins)


def _by_time(wins: Array, restart: float) -> Array:
    margins, _ = margins_of(wins)
    n_elections, n_labels, _ = margins.shape
    # Column a holds the chances to leave a, row a those to come there.
    moves = (margins > 0) / n_labels
    labels = np.arange(n_labels)
    moves[:, labels, labels] = 1.0 - moves.sum(axis=1)
    balance = np.eye(n_labels) - (1.0 - restart) * moves
    starts = np.full((n_elections, n_labels, 1), restart / n_labels)
    time = np.linalg.solve(balance, starts)[:, :, 0]
    return positions_by(-time, np.ones(n_elections))


@hookimpl
def lrf_aggregators() -> list[Aggregator]:
    """Return MC4."""
    return [
        Aggregator(
            name="mc4",
            summary="order by the time a walker spends who goes where majorities point",
            reference="Dwork, Kumar, Naor and Sivakumar (2001), Rank aggregation methods for the "
            "web, WWW10",
            parameters=(
                Parameter(
                    "restart",
                    0.05,
                    "chance of starting anew at a label drawn at random",
                    minimum=0.001,
                    maximum=0.5,
                ),
            ),
            statistic="pairwise",
            consensus=mc4,
        )
    ]
