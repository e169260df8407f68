"""What leaves make of incomplete rankings, against a walk to the root for each of their labels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lrf.config import config_from_dict
from lrf.growth import grow_forest
from lrf.plan import make_plan
from lrf.rankings import average_positions
from tests.naive.aggregators import borda_scores
from tests.naive.rankings import average


def grow(X: Any, Y: Any, weights: Any = None, **settings: Any) -> Any:
    size = {} if settings.get("estimator") == "tree" else {"n_estimators": 3}
    plan = make_plan(config_from_dict({**size, **settings}))
    return grow_forest(X, Y, plan, sample_weight=weights, random_state=0)


@st.composite
def samples(draw: Any) -> tuple[Any, Any, Any]:
    n, k = draw(st.integers(2, 12)), draw(st.integers(2, 5))
    X = draw(hnp.arrays(float, (n, 2), elements=st.integers(0, 4).map(float)))
    scores = hnp.arrays(float, (n, k), elements=st.sampled_from([1.0, 2.0, 3.0, 4.0, np.nan]))
    weights = draw(hnp.arrays(float, n, elements=st.sampled_from([0.5, 1.0, 2.0])))
    return X, average_positions(draw(scores)), weights


def stretched(ranking: Any) -> Any:
    """Return the positions that are expected among all labels; none for a label ranked alone."""
    ranked = [position for position in ranking if not np.isnan(position)]
    if len(ranked) < 2:
        return [np.nan] * len(ranking)
    return [position * (len(ranking) + 1) / (len(ranked) + 1) for position in ranking]


def known_mean(label: int, rows: Any, Y: Any, weights: Any) -> float | None:
    found = [(stretched(Y[row])[label], weights[row]) for row in rows]
    known = [(position, weight) for position, weight in found if not np.isnan(position)]
    if not known:
        return None
    return sum(p * w for p, w in known) / sum(w for _, w in known)


def known_share(a: int, b: int, rows: Any, Y: Any, weights: Any) -> float | None:
    """Return how often label a is before b among the rows that compare them."""
    known = [row for row in rows if not np.isnan(Y[row, a]) and not np.isnan(Y[row, b])]
    if not known:
        return None
    before = [(Y[i, a] < Y[i, b]) + 0.5 * (Y[i, a] == Y[i, b]) for i in known]
    total = sum(weights[i] for i in known)
    return sum(w * weights[i] for w, i in zip(before, known, strict=True)) / total


def from_ancestors(tree: Any, reached: Any, leaf: int, known: Any, otherwise: float) -> float:
    """Return what `known` says of the rows below a leaf, or below the first ancestor it knows."""
    node = leaf
    while node >= 0:
        answer = known(np.flatnonzero([is_below(tree, at, node) for at in reached]))
        if answer is not None:
            return answer
        node = tree.parent[node]
    return otherwise


def is_below(tree: Any, node: int, ancestor: int) -> bool:
    while node >= 0 and node != ancestor:
        node = tree.parent[node]
    return node == ancestor


@given(samples())
def test_average_ranking_takes_missing_labels_from_ancestors(sample: Any) -> None:
    X, Y, weights = sample
    tree = grow(X, Y, weights, estimator="tree", max_depth=3).tree(0)
    reached, k = tree.apply(X), Y.shape[1]
    for leaf in np.unique(reached):
        means = [
            from_ancestors(
                tree, reached, leaf, lambda rows, a=a: known_mean(a, rows, Y, weights), (k + 1) / 2
            )
            for a in range(k)
        ]
        assert tree.positions[leaf].tolist() == average(np.round(means, 8).tolist())


@given(samples())
def test_borda_takes_missing_comparisons_from_ancestors(sample: Any) -> None:
    X, Y, weights = sample
    tree = grow(X, Y, weights, estimator="tree", leaf="borda", max_depth=3).tree(0)
    reached, k = tree.apply(X), Y.shape[1]
    for leaf in np.unique(reached):
        wins = np.zeros((k, k))
        for a in range(k):
            for b in set(range(k)) - {a}:
                wins[a, b] = from_ancestors(
                    tree, reached, leaf, lambda rows, a=a, b=b: known_share(a, b, rows, Y, weights),
                    0.0,
                )  # fmt: skip
        expected = average([-round(score, 8) for score in borda_scores(wins)])
        assert tree.positions[leaf].tolist() == expected


@pytest.mark.parametrize("settings", [{}, {"aggregator": "borda"}, {"aggregator": "kemeny"}])
def test_a_large_forest_is_worked_out_tree_by_tree(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    rng = np.random.default_rng(0)
    X, scores = rng.normal(size=(80, 3)), rng.normal(size=(80, 4))
    scores[rng.random(scores.shape) < 0.5] = np.nan
    forest = grow(X, average_positions(scores), **settings)
    together = forest.predict(X)
    monkeypatch.setattr("lrf.forest._MOST_SHARES", 10)
    again = grow(X, average_positions(scores), **settings)
    assert np.array_equal(again.predict(X), together)
    assert np.array_equal(again.predict(X, n_jobs=2), together)
    assert again._table is None


@given(samples(), st.sampled_from(["soft", "hard"]), st.sampled_from(["borda", "plackett-luce"]))
def test_every_way_to_vote_predicts_positions(sample: Any, voting: str, aggregator: str) -> None:
    X, Y, weights = sample
    forest = grow(X, Y, weights, voting=voting, aggregator=aggregator, leaf=aggregator)
    predicted = forest.predict(X)
    assert np.array_equal(average_positions(predicted), predicted)
    alone = np.vstack([forest.predict(X[i : i + 1]) for i in range(len(X))])
    assert np.array_equal(predicted, alone)
