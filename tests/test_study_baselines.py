"""Baselines: sound on what studies meet, and what they should be on cases worked out by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lrf import load_dataset
from lrf.metrics import mean_kendall_tau
from lrf.rankings import average_positions, validate_rankings
from lrf.study.baselines import BASELINES, baseline_class
from lrf.study.baselines.base import centred_ranks, pair_signs, scores_of_pairs

RNG = np.random.default_rng(0)


def model(name: str, **parameters: Any) -> Any:
    made = baseline_class(name)(**parameters)
    small = {"n_estimators": 10, "random_state": 0}
    known = made.get_params()
    return made.set_params(**{key: value for key, value in small.items() if key in known})


@pytest.mark.parametrize("name", sorted(set(BASELINES) - {"default-ranking"}))
def test_learns_and_beats_the_default_ranking(name: str) -> None:
    data = load_dataset("wine")
    order = RNG.permutation(len(data.X))
    train, test = order[:120], order[120:]
    constant = model("default-ranking").fit(data.X[train], data.Y[train])
    found = model(name).fit(data.X[train], data.Y[train])
    tau = mean_kendall_tau(found.predict(data.X[test]), data.Y[test])
    assert tau > 0.8 > mean_kendall_tau(constant.predict(data.X[test]), data.Y[test])


@pytest.mark.parametrize("name", BASELINES)
@pytest.mark.parametrize("n_labels", [2, 4])
@pytest.mark.parametrize("nominal", [None, [1]])
def test_predicts_rankings_whatever_the_data_looks_like(
    name: str, n_labels: int, nominal: list[int] | None
) -> None:
    X = RNG.normal(size=(30, 4))
    X[:, 1] = RNG.integers(3, size=30)
    X[:, 2] = 1.0
    X[3, 0] = np.nan
    Y = average_positions(RNG.integers(3, size=(30, n_labels)).astype(float))
    Y[5:9, 0] = np.nan
    Y = average_positions(Y)
    found = model(name, categorical_features=nominal).fit(X, Y)
    tested = X[:7].copy()
    tested[0, 1] = 9.0  # a category that was never seen
    predicted = found.predict(tested)
    assert predicted.shape == (7, n_labels)
    np.testing.assert_array_equal(validate_rankings(predicted), predicted)


@pytest.mark.parametrize("name", BASELINES)
def test_one_row(name: str) -> None:
    found = model(name).fit(np.zeros((1, 2)), np.array([[2.0, 1.0, 3.0]]))
    np.testing.assert_array_equal(found.predict(np.ones((2, 2))), [[2, 1, 3]] * 2)


def test_neighbours_by_hand() -> None:
    X = np.array([[0.0], [0.1], [5.0], [5.1]])
    Y = np.array([[1, 2, 3], [1, 3, 2], [3, 2, 1], [3, 1, 2]], dtype=float)
    found = model("nearest-neighbours", n_neighbors=2).fit(X, Y)
    np.testing.assert_array_equal(found.predict([[0.0], [6.0]]), [[1, 2.5, 2.5], [3, 1.5, 1.5]])


def test_centred_ranks_and_pair_signs_by_hand() -> None:
    Y = np.array([[1, 2, 3], [1.5, 1.5, 3], [np.nan, 1, 2]])
    np.testing.assert_array_equal(centred_ranks(Y), [[-1, 0, 1], [-0.5, -0.5, 1], [0, -0.5, 0.5]])
    np.testing.assert_array_equal(pair_signs(Y), [[1, 1, 1], [0, 1, 1], [0, 0, 1]])


@given(st.integers(2, 6), st.integers(0, 2**32 - 1))
def test_sums_of_signs_give_the_ranking_back(n_labels: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    Y = average_positions(rng.integers(4, size=(5, n_labels)).astype(float))
    scores = scores_of_pairs(pair_signs(Y), n_labels)
    np.testing.assert_array_equal(average_positions(-scores), Y)
