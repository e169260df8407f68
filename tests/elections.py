"""Elections to try aggregators on: drawn ones, and many at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from lrf.components import Aggregator
from lrf.rankings import average_positions, distinct_rankings
from lrf.registry import get_registry
from lrf.statistics import as_given, statistic_rows
from tests.naive import aggregators as naive
from tests.naive import methods

Array = npt.NDArray[Any]


@st.composite
def elections(draw: st.DrawFn, labels: tuple[int, int] = (2, 6), missing: bool = False) -> Any:
    """Draw votes, shape (n, k), with ties and perhaps NaN, and their weights."""
    n_labels = draw(st.integers(*labels))
    n_votes = draw(st.integers(1, 7))
    keys = st.lists(st.integers(1, n_labels), min_size=n_labels, max_size=n_labels)
    votes = average_positions(draw(st.lists(keys, min_size=n_votes, max_size=n_votes)))
    if missing:
        holes = st.lists(st.booleans(), min_size=votes.size, max_size=votes.size)
        votes[np.array(draw(holes)).reshape(votes.shape)] = np.nan
    weight = st.sampled_from([0.0, 1.0, 2.0, 3.0, 1 / 3, 0.1])
    weights = draw(st.lists(weight, min_size=n_votes, max_size=n_votes))
    return votes, np.array(weights)


def consensus(name: str, votes: Array, weights: Array, **parameters: Any) -> Array:
    """Return the consensus of one election, its statistic counted vote by vote."""
    aggregator: Aggregator = get_registry().get("aggregator", name)
    if aggregator.statistic == "votes":
        distinct, codes = distinct_rankings(votes)
        counts = np.bincount(codes, weights, len(distinct))
        return aggregator.consensus(distinct, counts[np.newaxis], **parameters)[0]
    count = {
        "rank-sum": naive.rank_sums,
        "pairwise": naive.wins,
        "positions": methods.position_counts,
        "places": methods.place_chances,
    }[aggregator.statistic]
    return aggregator.consensus(count(votes, weights)[np.newaxis], **parameters)[0]


def shape_of(statistic: str, n_elections: int, n_labels: int) -> tuple[int, ...]:
    """Return the shape of a statistic other than "votes"."""
    if statistic == "rank-sum":
        return (n_elections, n_labels)
    width = 2 * n_labels - 1 if statistic == "positions" else n_labels
    return (n_elections, n_labels, width)


def many_elections(name: str, n_elections: int, n_labels: int, noise: float) -> Any:
    """Return the arguments of `consensus`: elections of 20 votes each, 100 rankings in all."""
    random = np.random.default_rng(n_labels)
    seen = np.arange(n_labels) / n_labels + noise * random.normal(size=(100, n_labels))
    rankings, _ = distinct_rankings(seen.argsort(axis=1).argsort(axis=1) + 1.0)
    chances = np.full(len(rankings), 1 / len(rankings))
    weights = random.multinomial(20, chances, size=n_elections).astype(float)
    statistic = get_registry().get("aggregator", name).statistic
    if statistic == "votes":
        return rankings, weights
    sums = weights @ statistic_rows(statistic, rankings)
    return (as_given(statistic, sums, n_labels),)
