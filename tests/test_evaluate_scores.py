"""Cross-validation of data whose rankings were made of scores: the regret beside tau."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from lrf import aggregate, evaluate, from_scores
from lrf.cli.app import app
from lrf.components import Dataset
from lrf.metrics import mean_regret
from lrf.study import shuffled_folds


class Constant:
    """Predicts the same for all rows."""

    def __init__(self, positions: list[float]) -> None:
        self.positions = positions

    def fit(self, X: Any, Y: Any) -> Constant:
        return self

    def predict(self, X: Any) -> Any:
        return np.tile(self.positions, (len(X), 1))


def scored(costs: Any) -> Dataset:
    return Dataset(
        name="costs",
        X=np.arange(float(len(costs)))[:, None],
        Y=from_scores(costs, higher_is_better=False),
        feature_names=["row"],
        label_names=[str(j) for j in range(np.shape(costs)[1])],
        scores=costs,
        higher_is_better=False,
    )


def test_regret_where_there_are_scores() -> None:
    rng = np.random.default_rng(5)
    costs = rng.integers(1, 100, (24, 4)).astype(float)
    costs[rng.random(costs.shape) < 0.3] = np.nan
    costs[:, 0] = 50
    data = scored(costs)
    found = evaluate(data, Constant([2, 1, 3, 4]), folds=4)
    for fold, (train, test) in zip(found.folds, shuffled_folds(24, 4), strict=True):
        picked = np.where(np.isnan(costs[:, 1]), costs[:, 0], costs[:, 1])[test]
        assert fold.regret == pytest.approx((picked - np.nanmin(costs[test], axis=1)).mean())
        constant = aggregate(data.Y[train], "borda")
        rows = np.broadcast_to(constant, costs[test].shape)
        expected = mean_regret(costs[test], rows, higher_is_better=False)
        assert fold.default_regret == pytest.approx(expected)
    written = found.to_dict()
    assert written["regret_mean"] == pytest.approx(np.mean([f.regret for f in found.folds]))
    assert written["default_regret_mean"] == pytest.approx(found.default_regret_mean)
    assert {"regret", "default_regret"} <= set(written["folds"][0])
    assert json.loads(json.dumps(written, allow_nan=False)) == written


def test_no_regret_without_scores() -> None:
    found = evaluate("iris", Constant([1, 2, 3]), folds=3)
    assert (found.regret_mean, found.default_regret_mean) == (None, None)
    assert "regret" not in str(found.to_dict())


def test_regret_on_the_command_line(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    lines = [f"{x},{90 - 60 * x},{60 * x}," for x in rng.random(20)]
    (tmp_path / "yields.csv").write_text("x,yield_a,yield_b,yield_c\n" + "\n".join(lines) + "\n")
    arguments = ["evaluate", str(tmp_path / "yields.csv"), "iris", "--scores", "yield_*"]
    found = tmp_path / "found.json"
    arguments += ["--preset", "rt", "--folds", "4", "--stratify", "--json", str(found)]
    done = CliRunner().invoke(app, arguments, prog_name="lrf", env={"COLUMNS": "150"})
    assert done.exit_code == 0, done.output
    assert "stratified 4-fold cross-validation, seed 0" in done.output
    assert "default regret" in done.output
    yields, iris = json.loads(found.read_text())
    assert 0 <= yields["regret_mean"] < yields["default_regret_mean"] < 60
    assert "regret_mean" not in iris
