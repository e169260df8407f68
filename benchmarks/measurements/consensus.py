"""One consensus of many labels: votes that nearly agree, and votes that do not at all."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from time import perf_counter

import numpy as np

import lrf
from benchmarks.figures import Figure, Measurement, at_most
from benchmarks.settings import Settings
from lrf.plugin import TimeLimitWarning

__all__ = ["CONSENSUS"]

N_LABELS = 40
NUMBERS_OF_VOTES = (10, 101)
#: How closely votes follow their centre; 0: not at all.
SPREADS = (1.0, 0.2, 0.05, 0.0)
ELECTIONS = 3
TIME_LIMIT = 10.0


def measure(settings: Settings) -> Iterator[Figure]:
    n_labels = 10 if settings.quick else N_LABELS
    for spread in SPREADS:
        for n_votes in NUMBERS_OF_VOTES:
            yield _longest(n_votes, n_labels, spread)


def _longest(n_votes: int, n_labels: int, spread: float) -> Figure:
    found = [
        _seconds(draw_votes(n_votes, n_labels, spread, np.random.default_rng(seed)))
        for seed in range(ELECTIONS)
    ]
    seconds = [taken for taken, _ in found]
    proven = sum(exact for _, exact in found)
    how = f"spread {spread:g}" if spread else "at random"
    what = f"{n_votes} votes, {how}: {proven} of {ELECTIONS} exact"
    return Figure.of_seconds(what, seconds, at_most(TIME_LIMIT + 1.0), of=max)


def _seconds(votes: np.ndarray) -> tuple[float, bool]:
    """Return how long a consensus takes, and whether it is known to be the best."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", TimeLimitWarning)
        start = perf_counter()
        lrf.aggregate(votes, method={"name": "kemeny", "time_limit": TIME_LIMIT})
        taken = perf_counter() - start
    return taken, not any(issubclass(one.category, TimeLimitWarning) for one in caught)


def draw_votes(n_votes: int, n_labels: int, spread: float, rng: np.random.Generator) -> np.ndarray:
    """Draw rankings from Mallows' model, by inserting label after label.

    Parameters
    ----------
    n_votes, n_labels : int
        How many.
    spread : float
        The model's theta.
    rng : numpy.random.Generator
        Where chance comes from.

    Returns
    -------
    positions : ndarray of float64, shape (n_votes, n_labels)
    """
    positions = np.empty((n_votes, n_labels))
    for vote in positions:
        order: list[int] = []
        for label in range(n_labels):
            chances = np.exp(-spread * np.arange(label + 1))
            order.insert(label - rng.choice(label + 1, p=chances / chances.sum()), label)
        vote[order] = np.arange(1, n_labels + 1)
    return positions


CONSENSUS = Measurement(
    name="consensus",
    title="One consensus of 40 labels",
    figure="longest",
    measure=measure,
    forests=False,
    note=(
        'Time of `aggregate(votes, method="kemeny")` on the wall, of three elections each, votes '
        "drawn from Mallows' model of some spread. Integer programming ends after 10 seconds."
    ),
)
