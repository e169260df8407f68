"""Exported graphs predict what the models predict."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lrf
from lrf.cli import app
from lrf.errors import ComponentError, ConfigError, DataError
from lrf.linear import HINGE
from lrf.onnx import votes
from lrf.onnx.graph import Graph
from lrf.onnx.local import add_kemeny_local
from tests.model_files import message_of
from tests.plain import plain_forest
from tests.small import iris

onnx = pytest.importorskip("onnx")
onnxruntime = pytest.importorskip("onnxruntime")


def run(path: Path, inputs: dict[str, Any]) -> Any:
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return session.run(["positions"], inputs)[0]


def check(model: Any, X: Any, path: Path) -> None:
    """Check that the exported model is valid and predicts the same, to the bit."""
    lrf.export_onnx(model, path)
    onnx.checker.check_model(str(path), full_check=True)
    found = run(path, lrf.onnx_inputs(model, X))
    assert found.dtype == np.float64
    assert np.array_equal(found, model.predict(X))


def with_gaps(X: Any, seed: int = 0) -> Any:
    rng = np.random.default_rng(seed)
    return np.where(rng.random(X.shape) < 0.2, np.nan, X)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"aggregator": "borda"},
        {"aggregator": "kemeny-local"},
        {"voting": "hard", "leaf": "kemeny"},
        {"voting": "hard", "aggregator": "borda", "max_depth": 2},
        {"max_depth": 1, "n_estimators": 2},
    ],
)
@pytest.mark.parametrize("missing", [False, True])
def test_forest(settings: dict[str, Any], missing: bool, tmp_path: Path) -> None:
    X, Y = iris()
    X = with_gaps(X) if missing else X
    model = plain_forest(**{"n_estimators": 15, "random_state": 0, **settings})
    check(model.fit(X, Y), np.vstack([X, with_gaps(X, 1)]), tmp_path / "m.onnx")


@pytest.mark.parametrize("aggregator", ["average-ranking", "borda", "kemeny-local"])
@pytest.mark.parametrize("voting", ["hard", "soft"])
def test_forest_of_incomplete_rankings(aggregator: str, voting: str, tmp_path: Path) -> None:
    X, Y = iris()
    gaps = np.where(np.arange(Y.size).reshape(Y.shape) % 7 == 0, np.nan, Y)
    model = plain_forest(n_estimators=9, aggregator=aggregator, voting=voting, random_state=0)
    check(model.fit(X, gaps), X, tmp_path / "m.onnx")


def table_of_words() -> pd.DataFrame:
    X, _ = iris()
    words = np.array(["red", "blue", None, "a b"], dtype=object)[np.arange(len(X)) % 4]
    return pd.DataFrame(
        {"word": words, "a": X[:, 0], "number": np.arange(len(X)) % 3, "b": with_gaps(X)[:, 2]}
    )


@pytest.mark.parametrize("columns", [["word", "number"], ["word"], ["number"]])
def test_nominal_features(columns: list[str], tmp_path: Path) -> None:
    _, Y = iris()
    X = table_of_words() if "word" in columns else table_of_words().drop(columns="word")
    model = plain_forest(n_estimators=9, categorical_features=columns, random_state=0).fit(X, Y)
    new = X.assign(number=np.arange(len(X)) % 4)
    if "word" in columns:
        new = new.assign(word=np.where(np.arange(len(X)) % 5 == 0, "unknown", X["word"]))
    check(model, pd.concat([X, new]), tmp_path / "m.onnx")


def test_nominal_features_alone(tmp_path: Path) -> None:
    _, Y = iris()
    X = table_of_words()[["word"]]
    model = lrf.LabelRankingTree().fit(X, Y)
    check(model, X, tmp_path / "m.onnx")
    assert set(lrf.onnx_inputs(model, X)) == {"categories"}


@pytest.mark.parametrize("leaf", ["average-ranking", "kemeny", "mode"])
def test_tree_of_any_leaf(leaf: str, tmp_path: Path) -> None:
    X, Y = iris()
    check(lrf.LabelRankingTree(leaf=leaf, max_depth=3).fit(X, Y), X, tmp_path / "m.onnx")


def test_lone_leaves(tmp_path: Path) -> None:
    X, Y = np.zeros((4, 1)), [[1, 2], [1, 2], [2, 1], [1.5, 1.5]]
    check(lrf.LabelRankingTree().fit(X, Y), X, tmp_path / "m.onnx")
    model = plain_forest(n_estimators=5, random_state=0).fit(X, Y)
    check(model, X, tmp_path / "m.onnx")


def test_labels_and_features_are_named(tmp_path: Path) -> None:
    _, Y = iris()
    model = lrf.LabelRankingTree().fit(table_of_words(), pd.DataFrame(Y, columns=["x", "y", "z"]))
    lrf.export_onnx(model, tmp_path / "m.onnx")
    props = onnx.load(tmp_path / "m.onnx").metadata_props
    assert {prop.key: json.loads(prop.value) for prop in props} == {
        "labels": ["x", "y", "z"],
        "features": ["word", "a", "number", "b"],
        "nominal_features": [0],
    }


keys = st.lists(
    st.lists(
        st.sampled_from([0.0, 1.0, 1.0 + 3e-10, 1.0 + 6e-10, 1.5, 2.0, 7.0]), min_size=4, max_size=4
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(keys)
def test_ties_are_those_of_the_aggregator(keys: list[list[float]]) -> None:
    from lrf.aggregators.average_ranking import average_ranking

    found = elected(votes.add_average_ranking, np.array(keys), 4)
    assert np.array_equal(found, average_ranking(keys))


def elected(add: Any, sums: Any, n_labels: int) -> Any:
    """Return the positions that the graph of an election gives for some sums."""
    graph = Graph()
    width = sums.shape[1]
    found = add(graph, "sums", width, n_labels)
    info = onnx.helper.make_tensor_value_info
    proto = onnx.helper.make_model(
        onnx.helper.make_graph(
            graph.nodes,
            "g",
            [info("sums", onnx.TensorProto.DOUBLE, ["n", width])],
            [info(found, onnx.TensorProto.DOUBLE, ["n", n_labels])],
            graph.constants,
        ),
        opset_imports=[onnx.helper.make_opsetid("", 17)],
        ir_version=8,
    )
    session = onnxruntime.InferenceSession(proto.SerializeToString())
    return session.run(None, {"sums": sums})[0]


@st.composite
def elections(draw: st.DrawFn) -> Any:
    """Return sums of pairs won: few votes, so that there are circles and ties of all kinds."""
    n_labels = draw(st.integers(2, 6))
    n_rows = draw(st.integers(1, 6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    votes_ = rng.integers(1, draw(st.integers(2, n_labels + 1)), (n_rows, 5, n_labels))
    weights = rng.choice([0.0, 1.0, 1.0 + 1e-10, 1 / 3], (n_rows, 5))
    wins = (votes_[..., :, None] < votes_[..., None, :]) + 0.5 * (
        votes_[..., :, None] == votes_[..., None, :]
    )
    wins[..., np.arange(n_labels), np.arange(n_labels)] = 0.0
    scale = draw(st.sampled_from([1.0, 1e-3, 100 / 3, 0.0]))
    return np.einsum("ev,evab->eab", weights, wins) * scale


@settings(max_examples=200, deadline=None)
@given(elections())
def test_local_search_is_that_of_the_aggregator(wins: Any) -> None:
    from lrf.aggregators.kemeny_local import kemeny_local

    sums = wins.reshape(len(wins), -1)
    found = elected(add_kemeny_local, sums, wins.shape[1])
    assert np.array_equal(found, kemeny_local(wins))


def test_local_search_of_many_labels(tmp_path: Path) -> None:
    from lrf.aggregators.kemeny_local import kemeny_local

    rng = np.random.default_rng(0)
    wins = rng.random((20, 30, 30))
    found = elected(add_kemeny_local, wins.reshape(20, -1), 30)
    assert np.array_equal(found, kemeny_local(wins))
    assert len({tuple(row) for row in found.tolist()}) == 20


@pytest.mark.parametrize("blend", ["logistic", "ridge", "constant", "none"])
@pytest.mark.parametrize("voting", ["hard", "soft"])
def test_default_forest_whatever_auto_chose(blend: str, voting: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    X = with_gaps(rng.normal(size=(200, 3)))
    Y = rng.random((200, 5)).argsort(axis=1).argsort(axis=1) + 1.0
    model = lrf.LabelRankingForest(n_estimators=15, blend=blend, voting=voting, random_state=0)
    check(model.fit(X, Y), rng.normal(size=(300, 3)), tmp_path / "m.onnx")
    model.set_params(aggregator="kemeny-local", warm_start=True).fit(X, Y)
    check(model, np.vstack([X, rng.normal(size=(300, 3))]), tmp_path / "m.onnx")


@pytest.mark.parametrize("aggregator", ["average-ranking", "kemeny-local"])
def test_functions_of_straight_pieces(aggregator: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(300, 2))
    Y = (-np.cos(3 * X) @ rng.normal(size=(2, 4))).argsort(axis=1).argsort(axis=1) + 1.0
    model = lrf.LabelRankingForest(n_estimators=10, aggregator=aggregator, random_state=0)
    model.fit(with_gaps(X), Y)
    assert HINGE in model.forest_.blend.linear.odds.kind
    check(model, with_gaps(rng.uniform(-2, 2, size=(300, 2))), tmp_path / "m.onnx")


def test_rounding_is_what_the_aggregators_say() -> None:
    from lrf import statistics
    from lrf.aggregators import _scores

    assert votes.CLOSE == _scores.CLOSE
    assert votes.NOTHING == statistics._NOTHING


@pytest.mark.parametrize("aggregator", ["kemeny", "copeland", "mode"])
def test_other_aggregators_are_refused(aggregator: str, tmp_path: Path) -> None:
    X, Y = iris()
    model = plain_forest(n_estimators=2, aggregator=aggregator).fit(X, Y)
    assert message_of(ComponentError, lrf.export_onnx, model, tmp_path / "m.onnx") == (
        f"the aggregator {aggregator!r} cannot be written as an ONNX graph; forests with "
        "'average-ranking', 'borda' and 'kemeny-local' can, and single trees. The same trees vote "
        "in another way after model.set_params(aggregator='borda', warm_start=True).fit(X, Y)"
    )
    assert list(tmp_path.iterdir()) == []


def test_category_without_a_name(tmp_path: Path) -> None:
    X = pd.DataFrame({"word": ["", None, "a", "a"]})
    model = lrf.LabelRankingTree().fit(X, [[1, 2], [2, 1], [1, 2], [2, 1]])
    assert message_of(ComponentError, lrf.export_onnx, model, tmp_path / "m.onnx") == (
        "a nominal feature has missing values and a category without a name, which ONNX cannot "
        "tell apart; give the category a name"
    )


def test_too_large_a_forest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    X, Y = iris()
    model = lrf.LabelRankingTree(max_depth=1).fit(X, Y)
    monkeypatch.setattr("lrf.onnx.trees.MOST_NODES", 2)
    assert message_of(ComponentError, lrf.export_onnx, model, tmp_path / "m.onnx") == (
        "the model has 3 nodes, too many for one file of ONNX; grow fewer trees, or smaller ones "
        "with min_samples_leaf or max_depth"
    )


def test_without_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "onnx", None)
    model = lrf.LabelRankingTree().fit([[1.0]], [[2, 1]])
    assert message_of(ConfigError, lrf.export_onnx, model, tmp_path / "m.onnx") == (
        "exporting to ONNX needs the package onnx: pip install 'lrf[onnx]'"
    )


def test_bad_inputs() -> None:
    model = lrf.LabelRankingTree().fit([[1.0]], [[2, 1]])
    assert "2 features" in message_of(DataError, lrf.onnx_inputs, model, [[1.0, 2.0]])


def test_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    X, Y = iris()
    model = plain_forest(n_estimators=3, random_state=0).fit(X, Y)
    model.save(tmp_path / "m.lrf")
    monkeypatch.chdir(tmp_path)
    app(["export", "m.lrf", "-o", "m.onnx"], standalone_mode=False)
    assert capsys.readouterr().out.startswith("m.onnx: 0.0 MB")
    assert np.array_equal(run(tmp_path / "m.onnx", {"X": X}), model.predict(X))
    assert app(["export", "m.lrf", "-o", "m.txt"], standalone_mode=False) == 2
    assert capsys.readouterr().err == (
        "lrf: m.txt: the name of the file to write must end in .onnx\n"
    )
