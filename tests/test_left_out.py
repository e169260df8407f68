"""What is asked about a training row has not seen it, and says of pairs what the vote says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lrf import LabelRankingForest, from_scores
from lrf.insight.aspects import PAIRS
from lrf.insight.pooling import pool
from lrf.insight.probabilities import expected_places, pair_blend
from lrf.insight.unseen import make_unseen
from lrf.regressions import Regressions
from lrf.statistics import label_pairs

BLENDS = ("ridge", "logistic")
N, ROW = 80, 7


def linear_data(seed: int = 0) -> tuple[Any, Any]:
    """Return features, and rankings of which a linear model tells a part."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(N, 3))
    return X, from_scores(X @ rng.normal(size=(3, 4)) + rng.normal(size=(N, 4)))


def reversed_at(Y: Any, row: int) -> Any:
    """Return the same rankings, but the reverse of one of them."""
    other = Y.copy()
    other[row] = 5 - other[row]
    return other


def grown(X: Any, Y: Any, blend: str, **wanted: Any) -> LabelRankingForest:
    settings = {"n_estimators": 30, "max_samples": 0.6, "aggregator": "average-ranking"}
    return LabelRankingForest(blend=blend, random_state=0, **{**settings, **wanted}).fit(X, Y)


@pytest.mark.parametrize("statistic", ["rank-sum", "pairwise"])
def test_logistic_regressions_without_a_row_leave_it_out(statistic: Any) -> None:
    X, Y = linear_data()
    other, ones = reversed_at(Y, ROW), np.ones(N)
    one, two = (Regressions(X, R, ones, ()) for R in (Y, other))
    for fit in (Regressions.fit, Regressions.pairs):
        first, second = fit(one, "logistic", statistic), fit(two, "logistic", statistic)
        assert first is not None
        assert second is not None
        np.testing.assert_array_equal(first.left_out[ROW], second.left_out[ROW])
        # The row counts for others, and for itself if it is not left out.
        assert abs(first.left_out - second.left_out).max() > 1e-3
        assert abs(first.model.predict(X[[ROW]]) - second.model.predict(X[[ROW]])).max() > 1e-3


def test_ridge_regressions_without_a_row_are_those_of_the_others() -> None:
    X, Y = linear_data()
    fitted = Regressions(X, Y, np.ones(N), ()).pairs("ridge", "rank-sum")
    assert fitted is not None
    for row in range(0, N, 9):
        rest = np.arange(N) != row
        again = Regressions(X[rest], Y[rest], np.ones(N - 1), ()).pairs("ridge", "rank-sum")
        assert again is not None
        said = again.model.predict(X[[row]])[0]
        # Up to the penalty, and where features are cut off, which one row more may shift.
        np.testing.assert_allclose(fitted.left_out[row], said, atol=0.05)
    seen = fitted.model.predict(X)
    shares = (1 + np.sign(Y[:, label_pairs(4)[1]] - Y[:, label_pairs(4)[0]])) / 2
    assert ((fitted.left_out - shares) ** 2).mean() > 1.02 * ((seen - shares) ** 2).mean()


@pytest.mark.parametrize("blend", BLENDS)
def test_changed_rows_are_asked_of_models_that_never_saw_them(blend: str) -> None:
    X, Y = linear_data()
    ones, rows = np.ones(N), np.arange(N)
    said = []
    for rankings in (Y, reversed_at(Y, ROW)):
        model = grown(X, Y, blend)
        unseen = make_unseen(model.forest_, X, rankings, ones, ())
        assert unseen is not None
        said.append((unseen.votes(X + 0.1, rows), unseen.pairs(X + 0.1, rows)))
    for first, second in zip(*said, strict=True):
        np.testing.assert_array_equal(first[ROW], second[ROW])
        assert abs(first - second).max() > 1e-3


@pytest.mark.parametrize("blend", ["none", *BLENDS])
def test_pairs_out_of_bag_leave_the_row_out(blend: str) -> None:
    X, Y = linear_data()
    other = reversed_at(Y, ROW)
    first, second = grown(X, Y, blend), grown(X, other, blend)
    # The shares are weighed by all rows, and the constant is their mean: let both have the same.
    second.forest_.blend = first.forest_.blend
    one, two = first.oob_pairwise(X, Y), second.oob_pairwise(X, other)
    # A ridge regression's penalty is chosen by all rows, too.
    np.testing.assert_allclose(one[ROW], two[ROW], atol=0.02 if blend == "ridge" else 1e-12)
    assert abs(one - two).max() > 0.04  # for others, the row counts


@pytest.mark.parametrize("blend", ["constant", *BLENDS])
@pytest.mark.parametrize("aggregator", ["average-ranking", "kemeny-local"])
def test_pairs_are_mixed_as_the_vote_is(blend: str, aggregator: str) -> None:
    X, Y = linear_data()
    forest = grown(X, Y, blend, aggregator=aggregator).forest_
    everyone = np.ones((N, forest.n_trees), dtype=bool)
    vote = forest.blend.mix(forest.add_up_chosen(X, everyone) / forest.n_trees, X)
    shares = pair_blend(forest)
    assert shares is not None
    assert (shares.trees, shares.ridge) == (forest.blend.trees, forest.blend.ridge)
    mixed = shares.mix(pool(forest, X, PAIRS), X)
    first, second = label_pairs(4)
    if aggregator == "kemeny-local":
        np.testing.assert_allclose(mixed, vote[:, first * 4 + second], atol=1e-6)
    else:
        np.testing.assert_allclose(expected_places(mixed, 4), vote, atol=1e-5)
