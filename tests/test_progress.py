"""How far long work has come is told to whoever wants to know, from whatever thread."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from lrf.estimators import LabelRankingForest
from lrf.progress import Watch, in_background, progress_lines, reporting
from tests.small import iris


@pytest.mark.parametrize("n_jobs", [None, 2])
def test_each_tree_is_reported(n_jobs: int | None) -> None:
    X, Y = iris()
    told: list[tuple[int, int]] = []
    forest = LabelRankingForest(n_estimators=20, n_jobs=n_jobs, random_state=0)
    with reporting(lambda done, total: told.append((done, total))):
        forest.fit(X, Y)
    assert told == [(done, 20) for done in range(1, 21)]
    forest.fit(X, Y)
    assert len(told) == 20


def test_verbose_forest_writes_lines(capsys: pytest.CaptureFixture[str]) -> None:
    X, Y = iris()
    LabelRankingForest(n_estimators=20, verbose=1).fit(X, Y)
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(",")[0] for line in lines] == [f"trees: {n} of 20" for n in range(2, 22, 2)]
    assert all(line.endswith(" s left") for line in lines)
    LabelRankingForest(n_estimators=20).fit(X, Y)
    assert capsys.readouterr().err == ""


def test_few_pieces_are_lines_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    report = progress_lines("folds")
    for done in (1, 2, 3):
        report(done, 3)
    assert capsys.readouterr().err.count("folds: ") == 3


def test_error_gives_up_the_rest() -> None:
    watch = Watch(1000)
    begun = []

    def work() -> None:
        for piece in watch.each(iter(range(1000))):
            begun.append(piece)
            time.sleep(0.001)

    def wait() -> None:
        with watch.stopping_on_error():
            raise KeyboardInterrupt

    thread = threading.Thread(target=work)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        wait()
    thread.join(timeout=10)
    assert not thread.is_alive()
    assert len(begun) < 1000


def test_background_returns_and_raises() -> None:
    assert in_background(lambda: 3) == 3
    with pytest.raises(ZeroDivisionError):
        in_background(lambda: 1 // 0)


@pytest.mark.parametrize("n_jobs", [None, 2])
def test_forest_does_not_depend_on_where_it_is_grown(
    n_jobs: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    X, Y = iris()
    forest = LabelRankingForest(n_estimators=7, n_jobs=n_jobs, random_state=0).fit(X, Y)
    monkeypatch.setattr("lrf.growth._LARGE", 0)
    again = LabelRankingForest(n_estimators=7, n_jobs=n_jobs, random_state=0).fit(X, Y)
    assert np.array_equal(forest.forest_.nodes, again.forest_.nodes)
