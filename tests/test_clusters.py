"""A cluster grows the forest of one machine to the bit, and outlives its workers."""

from __future__ import annotations

import os
import pickle
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from joblib import parallel_config
from joblib.parallel import LokyBackend
from sklearn.model_selection import cross_val_score

import lrf
from lrf import LabelRankingForest, LabelRankingTree
from lrf.cluster.connecting import _wait_for_worker
from lrf.cluster.dask_engine import DaskEngine, _error_of
from lrf.cluster.engines import chosen_engine
from lrf.cluster.joblib_engine import JoblibEngine
from lrf.cluster.parcel import Parcel
from lrf.cluster.versions import _compare, _known, check_workers
from lrf.errors import ClusterError, DataError
from lrf.progress import reporting
from tests.dask_cluster import N_WORKERS, kill_workers, wait_until
from tests.test_cli import run

distributed = pytest.importorskip("distributed", reason="takes the extra lrf[dask]")

pytestmark = [pytest.mark.slow, pytest.mark.compiled]

Array = Any


def data(n_rows: int = 200, seed: int = 0) -> tuple[Array, Array]:
    rng = np.random.default_rng(seed)
    X = rng.random((n_rows, 4))
    noise = 0.2 * rng.normal(size=(n_rows, 5))
    return X, lrf.from_scores(X @ rng.random((4, 5)) + noise)


def assert_same(here: Any, there: Any) -> None:
    """Assert that two models are the same to the bit."""
    assert here.config_ == there.config_
    wanted, found = here.forest_.to_arrays(), there.forest_.to_arrays()
    assert wanted.keys() == found.keys()
    for name, array in wanted.items():
        assert array.dtype == found[name].dtype, name
        np.testing.assert_array_equal(array, found[name], err_msg=name)


def fit_both(make: Callable[[], Any], *arguments: Any, **more: Any) -> tuple[Any, Any]:
    here = make().fit(*arguments, **more)
    with parallel_config("dask"):
        return here, make().fit(*arguments, **more)


SETTINGS: dict[str, dict[str, Any]] = {
    "default": {},
    "oob": {"max_samples": 0.5, "oob_score": True, "keep_examples": True},
    "tuned": {"tune": "oob", "n_estimators": 12},
    "entropy of bins": {"criterion": "ranking-gain", "max_bins": 8, "splitter": "best"},
    "bootstrap": {"bootstrap": True, "max_samples": 0.5, "blend": "constant"},
    "votes": {"aggregator": "kemeny", "voting": "hard"},
    "a matrix": {"criterion": {"name": "mean-correlation", "correlation": "cayley"}},
}


@pytest.mark.parametrize("name", SETTINGS)
def test_forest_is_the_same(name: str, alive: Any) -> None:
    settings = {"n_estimators": 20, "random_state": 3, **SETTINGS[name]}
    here, there = fit_both(lambda: LabelRankingForest(**settings), *data())
    assert_same(here, there)
    if name == "oob":
        assert here.oob_score_ == there.oob_score_
        np.testing.assert_array_equal(here.oob_prediction_, there.oob_prediction_)
    if name == "tuned":
        assert here.tuning_ == there.tuning_


def test_forest_of_awkward_data_is_the_same(alive: Any) -> None:
    X, Y = data(120)
    X[::7, 0] = np.nan
    X[:, 1] = np.floor(4 * X[:, 1])
    X[:, 2] = 0.5
    Y = Y.copy()
    Y[::3, 4] = np.nan
    Y[Y == 3.0] = 2.0
    Y = lrf.from_scores(-Y)
    weights = np.arange(120) % 4
    settings: dict[str, Any] = {"n_estimators": 10, "random_state": 0, "categorical_features": [1]}
    here, there = fit_both(lambda: LabelRankingForest(**settings), X, Y, sample_weight=weights)
    assert_same(here, there)


def test_components_that_were_handed_over_go_along(alive: Any) -> None:
    from lrf.plugin import Correlation

    def embed(rankings: Array) -> Array:
        return rankings - rankings.mean(axis=1, keepdims=True)

    mine = Correlation(name="mine", summary="not divided by anything", embed=embed)
    settings: dict[str, Any] = {"criterion": {"name": "mean-correlation", "correlation": mine}}
    here, there = fit_both(
        lambda: LabelRankingForest(n_estimators=10, random_state=0, **settings), *data()
    )
    assert_same(here, there)


def count_arrivals() -> None:
    """Have this process count the parcels that it unpacks."""
    unpack = Parcel.__setstate__

    def counting(self: Parcel, state: dict[str, Any]) -> None:
        Parcel.n_arrived += 1  # type: ignore[attr-defined]
        unpack(self, state)

    Parcel.n_arrived = 0  # type: ignore[attr-defined]
    Parcel.__setstate__ = counting  # type: ignore[method-assign]


def arrivals() -> int:
    """Return how many parcels this process has unpacked, and begin again."""
    count, Parcel.n_arrived = Parcel.n_arrived, 0  # type: ignore[attr-defined]
    return int(count)


def test_data_are_sent_once_to_each_worker(alive: Any) -> None:
    # Otherwise it may drop what it takes for a superfluous copy just before the tasks arrive.
    alive.amm.stop()
    alive.run(count_arrivals)
    n_tasks = []
    submit = alive.submit
    alive.submit = lambda *task, **more: n_tasks.append(1) or submit(*task, **more)
    try:
        with parallel_config("dask"):
            LabelRankingForest(
                n_estimators=50, random_state=0, blend="none", aggregator="borda"
            ).fit(*data())
    finally:
        del alive.submit
        alive.amm.start()
    assert len(n_tasks) == DaskEngine(alive).n_parts > 4 * N_WORKERS
    assert list(alive.run(arrivals).values()) == [1] * N_WORKERS


@pytest.mark.parametrize("count", [1, N_WORKERS])
def test_killed_workers_lose_nothing(count: int, alive: Any) -> None:
    X, Y = data(400)
    settings: dict[str, Any] = {"n_estimators": 100, "random_state": 0}
    here = LabelRankingForest(**settings).fit(X, Y)
    killed: list[int] = []

    def kill_once(done: int, total: int) -> None:
        if not killed and done > total // 4:
            killed.append(done)
            kill_workers(alive, count)

    with reporting(kill_once), parallel_config("dask"):
        there = LabelRankingForest(**settings).fit(X, Y)
    assert killed
    assert killed[0] < 90
    assert_same(here, there)


def die(shared: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_task_that_kills_its_workers_is_given_up(alive: Any) -> None:
    scheduler = alive.cluster.scheduler
    allowed, scheduler.allowed_failures = scheduler.allowed_failures, 0
    try:
        with pytest.raises(ClusterError, match="^a task was tried on several workers, and each of"):
            list(DaskEngine(alive).run(die, "data", [()]))
    finally:
        scheduler.allowed_failures = allowed


def complain(shared: Any, number: int) -> int:
    if number == 3:
        raise DataError(f"{shared}: the answer to number {number} is not known")
    return number


def test_error_of_a_task_is_raised_as_it_is(alive: Any) -> None:
    with pytest.raises(DataError, match="^the table: the answer to number 3 is not known$"):
        list(DaskEngine(alive).run(complain, "the table", [(i,) for i in range(10)]))


def test_what_is_given_up_is_forgotten(alive: Any) -> None:
    tasks = alive.cluster.scheduler.tasks
    wait_until(lambda: not tasks)
    results = DaskEngine(alive).run(complain, np.zeros(10), [(5,)] * 100)
    assert next(results)[1] == 5
    results.close()
    wait_until(lambda: not tasks)


@pytest.mark.parametrize("n_jobs", [None, 2])
def test_answers_are_the_same(n_jobs: int | None, alive: Any, monkeypatch: Any) -> None:
    X, Y = data()
    model = LabelRankingForest(n_estimators=10, random_state=0, n_jobs=n_jobs).fit(X, Y)
    new = data(2000, seed=1)[0]
    wanted = model.predict(new), model.predict_pairwise(new), model.predict_position_proba(new)
    monkeypatch.setattr("lrf.forest._WORTH_SENDING", 0)
    with parallel_config("dask"):
        found = model.predict(new), model.predict_pairwise(new), model.predict_position_proba(new)
    for one, other in zip(wanted, found, strict=True):
        np.testing.assert_array_equal(one, other)


def test_predictions_are_made_elsewhere(alive: Any, monkeypatch: Any) -> None:
    X, Y = data(50)
    model = LabelRankingForest(n_estimators=5, random_state=0).fit(X, Y)
    monkeypatch.setattr("lrf.forest._WORTH_SENDING", 0)
    monkeypatch.setattr("lrf.forest._SENT_NUMBERS", 40)
    sent: list[int] = []
    run = DaskEngine.run

    def spy(self: Any, work: Any, shared: Any, pieces: Any) -> Any:
        sent.extend(len(piece[0]) for piece in pieces)
        return run(self, work, shared, pieces)

    monkeypatch.setattr(DaskEngine, "run", spy)
    with parallel_config("dask"):
        found = model.predict(X)
    assert sum(sent) == 50
    assert max(sent) <= 10
    np.testing.assert_array_equal(found, model.predict(X))


def test_forests_within_tasks_do_not_wait_for_tasks(alive: Any) -> None:
    X, Y = data()
    model = LabelRankingForest(n_estimators=5, random_state=0)
    here = cross_val_score(model, X, Y, cv=3)
    with parallel_config("dask"):
        there = cross_val_score(model, X, Y, cv=3, n_jobs=-1)
    np.testing.assert_array_equal(here, there)


def test_one_job_and_single_trees_stay_here(alive: Any, monkeypatch: Any) -> None:
    def refuse(*arguments: Any) -> None:
        raise AssertionError("nothing is to be sent")

    monkeypatch.setattr(DaskEngine, "run", refuse)
    X, Y = data(50)
    with parallel_config("dask"):
        LabelRankingForest(n_estimators=3, n_jobs=1).fit(X, Y)
        LabelRankingTree().fit(X, Y)
        assert chosen_engine(1) is None
        assert chosen_engine(None) == DaskEngine(alive)


def test_workers_of_another_version_are_refused(alive: Any, monkeypatch: Any) -> None:
    version = lrf.__version__
    _known.pop(alive, None)
    monkeypatch.setattr(lrf, "__version__", "9.9")
    message = f"has lrf {version}, but here it is 9.9; install the same versions on all machines"
    with pytest.raises(ClusterError, match=message), parallel_config("dask"):
        LabelRankingForest(n_estimators=3).fit(*data(50))
    monkeypatch.undo()
    check_workers(alive)
    assert _known[alive] == set(alive.ncores())


def test_worker_without_the_package_is_named() -> None:
    missing = ModuleNotFoundError("No module named 'lrf'", name="lrf")
    message = f"^the worker tcp://x:1 has no module 'lrf'; install lrf {lrf.__version__} there$"
    with pytest.raises(ClusterError, match=message):
        _compare("tcp://x:1", missing)
    plugin = ModuleNotFoundError("No module named 'lrf_mine'", name="lrf_mine")
    assert str(_error_of(plugin)) == (
        "a worker has no module 'lrf_mine'; install the package on all machines of the cluster, "
        "plugins of lrf as well"
    )


def test_cluster_without_workers_is_an_error_in_words() -> None:
    from distributed import Client, LocalCluster

    class Impatient(Client):  # type: ignore[misc]
        def scatter(self, *data: Any, **more: Any) -> Any:
            return super().scatter(*data, **more, timeout=0.1)

    message = r"^the data cannot be sent to the workers of .*: .*; are there any\?$"
    where = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    with (
        LocalCluster(n_workers=0, processes=True, silence_logs=60, **where) as empty,
        Impatient(empty, set_as_default=False) as client,
        pytest.raises(ClusterError, match=message),
    ):
        list(DaskEngine(client).run(complain, "data", [(1,)]))


def test_processes_of_joblib_grow_the_same_forest() -> None:
    X, Y = data()
    here = LabelRankingForest(n_estimators=10, random_state=0).fit(X, Y)
    with parallel_config("loky", n_jobs=2):
        assert chosen_engine(None) == JoblibEngine(2, 2)
        there = LabelRankingForest(n_estimators=10, random_state=0).fit(X, Y)
    assert_same(here, there)


def test_backend_of_others_gets_all_jobs() -> None:
    class Backend(LokyBackend):  # type: ignore[misc]
        def effective_n_jobs(self, n_jobs: int) -> int:
            return 7 if n_jobs == -1 else n_jobs

    with parallel_config(LokyBackend()):
        assert chosen_engine(None) is None
    with parallel_config(Backend()):
        assert chosen_engine(None) == JoblibEngine(-1, 7)
        assert chosen_engine(3) == JoblibEngine(3, 3)
        assert chosen_engine(1) is None


@pytest.mark.parametrize("backend", ["threading", "sequential"])
def test_threads_are_no_engine(backend: str) -> None:
    with parallel_config(backend, n_jobs=2):
        assert chosen_engine(None) is None
        assert chosen_engine(2) is None
    assert chosen_engine(2) is None


def test_parcels_are_small_and_complete() -> None:
    received: list[Parcel] = []

    class Engine:
        n_parts = 1

        def run(self, work: Any, shared: Any, pieces: Any) -> Any:
            text = pickle.dumps(shared)
            assert len(text) < 0.8 * shared.__sizeof__()
            received.append(pickle.loads(text))
            assert received[0].__sizeof__() == shared.__sizeof__()
            yield 0, work(received[0], *pieces[0])

    X, Y = data(500)
    settings: dict[str, Any] = {"random_state": 0, "max_bins": 16}
    here = LabelRankingForest(n_estimators=5, **settings).fit(X, Y)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lrf.growth.chosen_engine", lambda n_jobs: Engine())
        there = LabelRankingForest(n_estimators=5, **settings).fit(X, Y)
    assert_same(here, there)
    assert len(received) == 1


def test_trees_are_added_to_a_forest(alive: Any) -> None:
    def make() -> LabelRankingForest:
        begun = LabelRankingForest(n_estimators=10, warm_start=True, random_state=0).fit(*data())
        return begun.set_params(n_estimators=30)

    here, there = fit_both(make, *data())
    assert_same(here, there)


def test_command_writes_the_same_file(alive: Any, tmp_path: Path) -> None:
    address = alive.scheduler.address
    for name, options in {"here": (), "there": ("--dask", address)}.items():
        done = run("fit", "iris", "-o", tmp_path / name, "--set", "n_estimators=10", *options)
        assert done.exit_code == 0, done.output
        assert done.stderr == ""
    assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()


@pytest.mark.parametrize("address", ["", "nonsense", "http://127.0.0.1:80", "inproc://a/b/1"])
def test_command_refuses_what_is_no_address(address: str, tmp_path: Path) -> None:
    done = run("fit", "iris", "-o", tmp_path / "model", "--dask", address)
    assert done.exit_code == 2
    assert done.stderr == (
        f"lrf: {address!r} is no address of a scheduler of Dask, such as tcp://10.0.0.1:8786\n"
    )


def test_command_says_that_no_scheduler_answers(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("lrf.cluster.connecting._PATIENCE", 0.5)
    done = run("fit", "iris", "-o", tmp_path / "model", "--dask", "127.0.0.1:1")
    assert done.exit_code == 2
    assert re.fullmatch(
        r"lrf: no scheduler of Dask answers at 127.0.0.1:1: start one with `dask scheduler`, "
        r"which says its address \(.*\)\n",
        done.stderr,
    )
    assert not (tmp_path / "model").exists()


def test_command_names_the_extra(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = run("fit", "iris", "-o", tmp_path / "model", "--dask", "127.0.0.1:1")
    assert done.exit_code == 2
    assert done.stderr == (
        "lrf: a cluster of Dask takes the package distributed; install lrf[dask]\n"
    )


def test_scheduler_without_workers_is_an_error_in_words(monkeypatch: Any) -> None:
    class Idle:
        def wait_for_workers(self, count: int, timeout: float) -> None:
            raise TimeoutError

    with pytest.raises(ClusterError) as caught:
        _wait_for_worker(Idle(), "tcp://x:1")
    assert str(caught.value) == (
        "the scheduler at tcp://x:1 has no workers; start some with `dask worker tcp://x:1`"
    )
