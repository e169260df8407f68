"""Threads that are used, alone and beside other work: they never multiply."""

from __future__ import annotations

import os
import threading
from typing import Any

import numpy as np
import pytest
from joblib import Parallel, cpu_count, delayed, parallel_config
from sklearn.model_selection import GridSearchCV, KFold

from lrf import threads
from lrf.estimators import LabelRankingForest
from lrf.progress import reporting
from lrf.threads import allowed_threads
from tests.small import iris

INSIDE = [None, 1, 3, -1]


def all_allowed() -> list[int]:
    return [allowed_threads(n_jobs) for n_jobs in INSIDE]


def threads_that_grow(n_jobs: Any) -> tuple[int, int, Any]:
    """Return which process grew trees, in how many threads, and what they predict."""
    X, Y = iris()
    seen: set[int] = set()

    def note(done: int, total: int) -> None:
        if done > 1:  # the first tree is grown by itself, before the others
            seen.add(threading.get_ident())

    model = LabelRankingForest(n_estimators=24, random_state=0, n_jobs=n_jobs)
    with reporting(note):
        model.fit(X, Y)
    return os.getpid(), len(seen), model.predict(X)


def test_alone() -> None:
    assert all_allowed() == [1, 1, 3, cpu_count()]
    with parallel_config("threading", n_jobs=2):
        assert allowed_threads(None) == 2
        assert allowed_threads(1) == 1


def test_beside_other_threads_only_what_is_asked_for_by_number() -> None:
    found = Parallel(n_jobs=2, backend="threading")(delayed(all_allowed)() for _ in range(4))
    assert found == [[1, 1, 3, 1]] * 4
    with parallel_config("threading", n_jobs=2):
        assert Parallel()(delayed(all_allowed)() for _ in range(2)) == [[1, 1, 3, 1]] * 2


@pytest.mark.slow
@pytest.mark.parametrize("share", [1, 2])
def test_a_process_keeps_to_its_share(share: int) -> None:
    with parallel_config("loky", n_jobs=2, inner_max_num_threads=share):
        allowed = Parallel()(delayed(all_allowed)() for _ in range(2))
        grown = Parallel()(delayed(threads_that_grow)(n) for n in (3, -1, 3, -1))
    assert allowed == [[1, 1, min(3, share), min(cpu_count(), share)]] * 2
    assert {pid for pid, _, _ in grown}.isdisjoint({os.getpid()})
    assert max(n_threads for _, n_threads, _ in grown) <= share
    alone = threads_that_grow(1)
    assert all(np.array_equal(predicted, alone[2]) for _, _, predicted in grown)


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_grid_search_in_processes_and_threads(backend: str) -> None:
    X, Y = iris()
    folds = KFold(3, shuffle=True, random_state=0)
    grid = {"min_samples_leaf": [1, 20]}
    forest = LabelRankingForest(n_estimators=6, random_state=0)
    plain = GridSearchCV(forest, grid, cv=folds, error_score="raise").fit(X, Y)
    with parallel_config(backend, n_jobs=2):
        busy = forest.set_params(n_jobs=-1)
        found = GridSearchCV(busy, grid, cv=folds, error_score="raise").fit(X, Y)
    assert found.cv_results_["mean_test_score"].tolist() == (
        plain.cv_results_["mean_test_score"].tolist()
    )


def test_a_process_that_was_told_nothing_uses_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "_is_process_of_its_own", lambda: True)
    for told, share in ((None, 1), ("", 1), ("two", 1), ("0", 1), ("3", 3)):
        if told is None:
            monkeypatch.delenv(threads.SHARE, raising=False)
        else:
            monkeypatch.setenv(threads.SHARE, told)
        found = Parallel(n_jobs=2, backend="threading")(delayed(allowed_threads)(3) for _ in "ab")
        assert found == [share] * 2
