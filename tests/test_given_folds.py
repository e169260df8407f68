"""Cross-validation on the folds that data bring along."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import numpy as np
import pytest

from lrf import LabelRankingTree, evaluate
from lrf.errors import ConfigError, DataError
from lrf.study import given_folds
from tests.test_cli import fail, run
from tests.test_evaluate import Constant, numbered

SCENARIO = Path(__file__).parent / "samples" / "aslib.scenario"
DATA = attrs.evolve(
    numbered(6, [[1, 2]] * 6), folds=np.array([[1, 9], [1, 7], [2, 9], [2, 7], [3, 9], [3, 7]])
)


def test_rows_of_a_fold_are_tested_together() -> None:
    found = [(r, f, train.tolist(), test.tolist()) for r, f, train, test in given_folds(DATA)]
    assert found == [
        (0, 0, [2, 3, 4, 5], [0, 1]),
        (0, 1, [0, 1, 4, 5], [2, 3]),
        (0, 2, [0, 1, 2, 3], [4, 5]),
        (1, 0, [0, 2, 4], [1, 3, 5]),
        (1, 1, [1, 3, 5], [0, 2, 4]),
    ]


def test_models_are_trained_on_these() -> None:
    Constant.shown.clear()
    result = evaluate(DATA, Constant([1, 2]), folds="given")
    assert Constant.shown[-5:] == [train.tolist() for _, _, train, _ in given_folds(DATA)]
    assert [(fold.repeat, fold.fold) for fold in result.folds] == [
        (0, 0), (0, 1), (0, 2), (1, 0), (1, 1),
    ]  # fmt: skip
    assert result.tau_mean == 1


def test_on_the_command_line(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    shown = run("evaluate", SCENARIO, "--folds", "given", "--preset", "rt", "--json", report)
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.startswith("cross-validation on the folds of the data, seed 0 ")
    folds = json.loads(report.read_text())["folds"]
    assert [(fold["repeat"], fold["fold"], fold["n_test"]) for fold in folds] == [
        (0, 0, 4), (0, 1, 4),
    ]  # fmt: skip


def test_refusals() -> None:
    with pytest.raises(DataError) as caught:
        evaluate("iris", LabelRankingTree(), folds="given")
    assert str(caught.value) == ("iris brings no folds along; give the number of folds instead")
    for options in ({"repeats": 2}, {"stratify": True}):
        with pytest.raises(ConfigError) as refused:
            evaluate(DATA, LabelRankingTree(), folds="given", **options)
        assert str(refused.value) == (
            "folds that are given are taken as they are: no repeats, no strata"
        )
    one = attrs.evolve(DATA, folds=np.ones((6, 1), dtype=int))
    with pytest.raises(DataError, match="^numbered: all rows are in the same fold of repeat 0$"):
        given_folds(one)
    assert fail("evaluate", "iris", "--folds", "some") == (
        "Invalid value for '--folds': 'some' is neither a whole number nor given "
        "(see lrf evaluate --help)"
    )
    assert (
        fail("evaluate", "iris", "--folds", 1) == "cross-validation needs at least 2 folds, not 1"
    )
