"""Predictions of the published program on fixed folds.

Where its predictions and ours differ, some node on the way of the row must offer equally good
cuts, and one of these, with the program's rounded threshold, must lead to its prediction.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lrf import LabelRankingTree
from lrf.metrics import kendall_tau
from tests.golden import ALL, Choices, marked, read_folds, read_kebi, read_numbers
from tests.naive import trees as naive

IDENTICAL = [
    ("iris", "rt"),
    ("wine", "rt"),
    *((name, "ert") for name in ALL if name != "segment"),
]
#: For how many rows the program's rounding decides, of equally good cuts or of thresholds.
DIFFERENT = {"glass": 4, "bodyfat": 12, "housing": 5, "vehicle": 4, "vowel": 14}


def read_predictions(shared: Path, name: str, preset: str) -> Any:
    """Return the program's prediction of each row by the trees of the other folds."""
    path = shared / "golden" / "folds" / f"{name}_{preset}_pred.csv"
    rows = read_numbers(path, "row0").astype(int).ravel()
    positions = read_numbers(path, "L")
    predicted = np.empty_like(positions)
    predicted[rows] = positions
    return predicted


def predict_folds(X: Any, Y: Any, folds: Any, preset: str) -> Any:
    """Return our prediction of each row by the trees of the other folds."""
    predicted = np.empty_like(Y)
    for fold in np.unique(folds):
        test = folds == fold
        model = LabelRankingTree.from_preset(preset).fit(X[~test], Y[~test])
        predicted[test] = model.predict(X[test])
    return predicted


@pytest.mark.parametrize(("name", "preset"), marked(IDENTICAL))
def test_predictions_are_the_same(shared: Path, name: str, preset: str) -> None:
    X, Y, _ = read_kebi(shared, name)
    predicted = predict_folds(X, Y, read_folds(shared, name), preset)
    np.testing.assert_array_equal(predicted, read_predictions(shared, name, preset))


@pytest.mark.parametrize("name", marked(DIFFERENT))
def test_other_predictions_are_reached_by_other_choices(shared: Path, name: str) -> None:
    X, Y, _ = read_kebi(shared, name)
    folds, expected = read_folds(shared, name), read_predictions(shared, name, "rt")
    different = np.flatnonzero((predict_folds(X, Y, folds, "rt") != expected).any(axis=1))
    assert len(different) == DIFFERENT[name]
    for fold in np.unique(folds[different]):
        train = folds != fold
        choices = Choices(X[train], Y[train], naive.RT)
        for row in different[folds[different] == fold]:
            possible = choices.predictions(X[row])
            assert any(np.array_equal(one, expected[row]) for one in possible), f"row {row}"


@pytest.mark.parametrize("name", marked(DIFFERENT))
def test_accuracy_on_the_folds_is_that_of_the_program(shared: Path, name: str) -> None:
    X, Y, _ = read_kebi(shared, name)
    expected = read_predictions(shared, name, "rt")
    predicted = predict_folds(X, Y, read_folds(shared, name), "rt")
    ours, theirs = kendall_tau(predicted, Y).mean(), kendall_tau(expected, Y).mean()
    same = np.mean((predicted == expected).all(axis=1))
    assert abs(ours - theirs) < 0.005, f"tau {ours:.4f} v {theirs:.4f}, {same:.1%} of rows equal"
