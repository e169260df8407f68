"""Forests from parts of data: the same ones however these are parted."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lrf
from lrf import LabelRankingForest, LabelRankingTree
from lrf.bagging import is_bootstrapped
from lrf.distributed import fit
from lrf.distributed.draws import Draws
from lrf.errors import (
    ClusterError,
    ConfigError,
    DataError,
    MemoryLimitError,
    RankingError,
)
from lrf.growth import grow_forest
from lrf.plan import make_plan
from lrf.progress import reporting
from lrf.rankings import average_positions
from tests.dask_cluster import kill_workers, wait_until
from tests.test_cli import run

try:
    import dask
    import dask.dataframe as dd
    import distributed  # noqa: F401
    import pandas as pd
except ImportError as error:
    pytest.skip(f"takes the extra lrf[dask] and tables of Dask: {error}", allow_module_level=True)

Array = Any


@st.composite
def all_draws(draw: st.DrawFn) -> Draws:
    n_rows, replace = draw(st.integers(1, 60)), draw(st.sampled_from([False, True, "mixed"]))
    size = draw(st.integers(1, 80 if replace is True else n_rows))
    return Draws(draw(st.integers(0, 5)), n_rows, size, replace, block=draw(st.integers(1, 70)))


@given(all_draws(), st.data())
def test_draws_are_the_same_in_whatever_parts(draws: Draws, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, draws.n_rows), max_size=4)))
    edges = [0, *cuts, draws.n_rows]
    for tree in range(3):
        rows = draws.rows(tree, 0, draws.n_rows)
        parts = [draws.rows(tree, a, b) for a, b in pairwise(edges)]
        np.testing.assert_array_equal(rows, np.concatenate(parts))
        assert len(rows) == draws.size
        again = is_bootstrapped(draws.replace, tree)
        assert again or len(set(rows.tolist())) == draws.size
        assert 0 <= rows.min() <= rows.max() < draws.n_rows
        some = np.arange(draws.n_rows)[:: data.draw(st.integers(1, 5))]
        np.testing.assert_array_equal(draws.has(tree, some), np.isin(some, rows))


@pytest.mark.parametrize("replace", [False, True, "mixed"])
def test_every_row_is_drawn_as_often_as_any(replace: Any) -> None:
    draws = Draws(0, 50, 20, replace, block=16)
    counts = np.bincount(
        np.concatenate([draws.rows(tree, 0, 50) for tree in range(2000)]), minlength=50
    )
    # 800 on average, and less than 6 standard deviations away.
    assert np.abs(counts - 800).max() < 6 * np.sqrt(800)


def frame(n_rows: int = 300) -> Any:
    """Return a table with gaps, words and orders of which some are incomplete."""
    rng = np.random.default_rng(0)
    X = rng.random((n_rows, 3))
    scores = X @ rng.random((3, 4)) + 0.1 * rng.normal(size=(n_rows, 4))
    Y = lrf.from_scores(scores)
    words = np.array(["red", "green", "blue"])[(4 * X[:, 0]).astype(int) % 3].astype(object)
    words[::11] = None
    X[::7, 1] = np.nan
    table = pd.DataFrame(X, columns=["a", "b", "c"])
    table["colour"] = words
    for j, label in enumerate("wxyz"):
        table[f"rank_{label}"] = Y[:, j]
    return table


def assert_same(one: Any, other: Any) -> None:
    assert one.config_ == other.config_
    wanted, found = one.forest_.to_arrays(), other.forest_.to_arrays()
    assert wanted.keys() == found.keys()
    for name, array in wanted.items():
        assert array.dtype == found[name].dtype, name
        np.testing.assert_array_equal(array, found[name], err_msg=name)


def forest(**settings: Any) -> LabelRankingForest:
    return LabelRankingForest(
        **{"n_estimators": 6, "max_samples": 100, "random_state": 1, **settings}
    )


@pytest.mark.slow
@pytest.mark.parametrize("settings", [{}, {"bootstrap": True, "max_bins": 16, "splitter": "best"}])
def test_forest_is_the_same_in_whatever_parts(
    settings: dict[str, Any], alive: Any, tmp_path: Path
) -> None:
    table = frame()
    whole = fit(forest(**settings), dd.from_pandas(table, npartitions=1))
    parted = fit(forest(**settings), dd.from_pandas(table, npartitions=5))
    assert_same(whole, parted)
    for number, start in enumerate(range(0, 300, 120)):
        part = table.iloc[start : start + 120]
        part.to_parquet(tmp_path / f"{number}.parquet", index=False, row_group_size=50)
    files = fit(forest(**settings), tmp_path, client=alive)
    assert_same(whole, files)
    assert files.feature_names_in_.tolist() == ["a", "b", "c", "colour"]
    assert files.labels_.tolist() == ["w", "x", "y", "z"]
    assert files.categories_ == {3: ("blue", "green", "red", None)}
    assert files.has_missing_.tolist() == [False, True, False, True]


@pytest.mark.slow
@pytest.mark.parametrize("how", [False, "mixed"])
def test_trees_are_those_of_their_rows(how: Any, alive: Any) -> None:
    """Each tree is what growing it here, from the rows that were drawn for it, gives."""
    table = frame()
    if how == "mixed":
        table.loc[::3, "rank_w"] = np.nan
    model = forest(blend="none", aggregator="borda", categorical_features=["colour"])
    fit(model, dd.from_pandas(table, npartitions=3))
    X = model._features(table[["a", "b", "c", "colour"]])
    Y = average_positions(table.filter(like="rank_").to_numpy())
    assert model.config_.bootstrap == how
    draws = Draws(1, 300, 100, how)
    for tree in range(6):
        rows, counts = np.unique(draws.rows(tree, 0, 300), return_counts=True)
        smallest = 1 if how == "mixed" and tree % 2 else 2
        drawn = {"bootstrap": False, "max_samples": None, "min_samples_leaf": smallest}
        plan = make_plan(lrf.config.config_from_dict({**model.settings(), **drawn}))
        heft = counts.astype(float)
        seeds = grow_forest(X[rows], Y[rows], plan, heft, random_state=1, nominal=(3,))
        wanted, found = seeds.tree(tree), model.forest_.tree(tree)
        np.testing.assert_array_equal(wanted.threshold, found.threshold)
        np.testing.assert_array_equal(wanted.positions, found.positions)
    new = model.predict(table[["a", "b", "c", "colour"]].head(7))
    assert new.shape == (7, 4)


@pytest.mark.slow
def test_model_is_complete(alive: Any, tmp_path: Path) -> None:
    table = frame()
    model = forest(n_estimators=40, verbose=1)
    told: list[tuple[int, int]] = []
    with reporting(lambda done, total: told.append((done, total))):
        model.set_params(verbose=0)
        assert fit(model, dd.from_pandas(table, npartitions=2)) is model
    assert told[-1] == (40, 40)
    features = table[["a", "b", "c", "colour"]]
    assert model.score(features, table.filter(like="rank_").to_numpy()) > 0.5
    assert model.forest_.blend is not None
    model.save(tmp_path / "model.lrf")
    loaded = lrf.load(tmp_path / "model.lrf")
    np.testing.assert_array_equal(loaded.predict(features), model.predict(features))
    with pytest.raises(DataError, match="does not say how rows were drawn"):
        model.oob_pairwise(features, table.filter(like="rank_").to_numpy())


@pytest.mark.slow
def test_orders_and_empty_parts(alive: Any) -> None:
    table = pd.DataFrame({"x": np.arange(40.0), "best": ["a>b>c"] * 20 + ["c>d"] * 20})
    parts = dd.from_pandas(table, npartitions=4)
    model = fit(forest(max_samples=30), parts[parts["x"] != 7.0], order_column="best")
    nothing = fit(forest(max_samples=30), parts[(parts["x"] < 10) | (parts["x"] > 25)])
    assert model.labels_.tolist() == nothing.labels_.tolist() == ["a", "b", "c", "d"]
    orders = model.predict_orders(pd.DataFrame({"x": [0.0, 39.0]}))
    assert orders[0].replace(">d", "") == "a>b>c"
    assert orders[1].index("c") < orders[1].index("d")
    assert nothing.forest_.n_trees == 6


@pytest.mark.slow
def test_killed_worker_loses_nothing(alive: Any) -> None:
    parts = dd.from_pandas(frame(), npartitions=4)
    here = fit(forest(n_estimators=60), parts)
    killed: list[int] = []

    def kill_once(done: int, total: int) -> None:
        if not killed:
            killed.append(done)
            kill_workers(alive, 1)

    with reporting(kill_once):
        there = fit(forest(n_estimators=60), parts)
    assert killed[0] < 60
    assert_same(here, there)
    wait_until(lambda: not alive.cluster.scheduler.tasks)


def spoilt(**columns: Any) -> Any:
    table = frame(40)
    for name, (row, value) in columns.items():
        table[name] = table[name].astype(object)
        table.loc[row, name] = value
    return table


BAD_DATA = {
    "partition 1, row 5, column 'c': 'inf' is not a finite number": spoilt(c=(25, np.inf)),
    "partition 1, row 5, columns 'rank_w' to 'rank_z': the row holds 9, but there are": spoilt(
        rank_w=(25, 9.0)
    ),
    "column 'colour' holds words in partition 0, but numbers in partition 1; make them the same": (
        lambda table: table.assign(
            colour=[*table["colour"][:20], *np.arange(20.0)],
        )
    )(frame(40)),
}


@pytest.mark.slow
@pytest.mark.parametrize("message", BAD_DATA)
def test_bad_data_are_named(message: str, alive: Any) -> None:
    halves = [dask.delayed(part) for part in (BAD_DATA[message][:20], BAD_DATA[message][20:])]
    parts = dd.from_delayed(halves, meta=BAD_DATA[message][:0], verify_meta=False)
    with pytest.raises(DataError) as caught:
        fit(forest(), parts)
    assert str(caught.value).startswith(message), str(caught.value)


BAD_SETTINGS: list[tuple[dict[str, Any], type[Exception], str]] = [
    (
        {"tune": "oob"},
        ConfigError,
        "tune='oob' takes all training data in one place; set tune=None",
    ),
    (
        {"oob_score": True},
        ConfigError,
        "oob_score=True takes all training data in one place; set oob_score=False",
    ),
    (
        {"categorical_features": ["a", "colour"]},
        ConfigError,
        "categorical_features: 'a' is a column of numbers; here all columns of words are nominal, "
        "and no others: say 'auto', and turn numbers that are names into text",
    ),
    (
        {"categorical_features": None},
        ConfigError,
        "categorical_features: 'colour' is a column of words; here all columns of words are "
        "nominal, and no others: say 'auto', and turn numbers that are names into text",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("settings", "kind", "message"), BAD_SETTINGS)
def test_bad_settings_are_named(
    settings: dict[str, Any], kind: type[Exception], message: str, alive: Any
) -> None:
    with pytest.raises(kind) as caught:
        fit(forest(**settings), dd.from_pandas(frame(40), npartitions=2))
    assert str(caught.value) == message


@pytest.mark.slow
def test_what_cannot_be_fitted_is_refused(alive: Any, tmp_path: Path) -> None:
    parts = dd.from_pandas(frame(40), npartitions=2)
    with pytest.raises(ConfigError, match="^model is a LabelRankingTree, but only a"):
        fit(LabelRankingTree(), parts)  # type: ignore[type-var]
    with pytest.raises(DataError, match="there are no files that end in .parquet in this folder$"):
        fit(forest(), tmp_path)
    with pytest.raises(DataError, match="^data are a DataFrame of Dask, a folder .*, not int$"):
        fit(forest(), 3)
    incomplete = dd.from_pandas(spoilt(rank_w=(3, None)).head(20), npartitions=1)
    with pytest.raises(
        RankingError, match="^some rankings are incomplete, and aggregator='medoid'"
    ):
        fit(forest(aggregator="medoid"), incomplete)


@pytest.mark.slow
def test_trees_that_do_not_fit_are_refused(alive: Any) -> None:
    def limit(gib: str) -> None:
        import os

        os.environ["LRF_MEMORY"] = gib

    alive.run(limit, "0.00001")
    try:
        with pytest.raises(
            MemoryLimitError,
            match=r"^each tree is grown from 100 of 300 rows, which takes .* but .* are free on "
            r"the worker tcp://.*; set max_samples to about \d+$",
        ):
            fit(forest(), dd.from_pandas(frame(), npartitions=2))
    finally:
        alive.run(limit, "")


def test_without_a_cluster_there_is_an_error() -> None:
    from lrf.distributed.fitting import _client

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("distributed.get_client", _no_client)
        with pytest.raises(ClusterError, match="^there is no cluster; make a client first, as in"):
            _client(None)


def _no_client() -> None:
    raise ValueError("No clients found")


@pytest.mark.slow
def test_command_takes_a_folder_of_parquet(alive: Any, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    frame().to_parquet(folder / "all.parquet", index=False, row_group_size=100)
    settings = ["--set", "n_estimators=6", "--set", "max_samples=100", "--seed", "1"]
    address = alive.scheduler.address
    done = run("fit", folder, "-o", tmp_path / "model", "--dask", address, *settings)
    assert done.exit_code == 0, done.output
    assert_same(fit(forest(), folder), lrf.load(tmp_path / "model"))
