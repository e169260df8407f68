"""A study that is killed, stopped or torn goes on where it was, and ends in the same tables."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from lrf.study.lock import locked
from tests.study_files import started, tables_in, written

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them"),
]

SLOW_MODEL = """
import time

import numpy as np


class Slow:
    '''Takes a while, and ranks by a number that depends on the seed.'''

    def __init__(self, seconds=0.05, random_state=None):
        self.seconds, self.random_state = seconds, random_state

    def get_params(self, deep=True):
        return {"seconds": self.seconds, "random_state": self.random_state}

    def set_params(self, **parameters):
        vars(self).update(parameters)
        return self

    def fit(self, X, Y):
        time.sleep(self.seconds)
        self.n_labels = Y.shape[1]
        return self

    def predict(self, X):
        rng = np.random.default_rng(self.random_state)
        return np.array([rng.permutation(self.n_labels) + 1.0 for _ in X])
"""

STUDY = """
seed = 5
folds = 5
repeats = 3
datasets = ["iris", "wine"]

[models.slow]
baseline = "slow_model:Slow"

[models.RT]
preset = "rt"
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    (tmp_path / "slow_model.py").write_text(SLOW_MODEL, encoding="utf-8")
    return written(tmp_path, STUDY, "study.toml")


def lines_of(folder: Path) -> list[str]:
    path = folder / "results.jsonl"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def wait_for_lines(folder: Path, count: int) -> None:
    until = time.monotonic() + 120
    while len(lines_of(folder)) < count:
        assert time.monotonic() < until, "the study does not get on"
        time.sleep(0.01)


def alive_in_group(group: int) -> list[int]:
    """Return the processes of a group that have not ended."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, _, its_group = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
            except OSError:
                continue
            if int(its_group) == group and state not in "ZX":
                found.append(int(entry.name))
    return found


def wait_for_end(group: int) -> None:
    """Wait until no process of a group is left, which takes an instant."""
    until = time.monotonic() + 20
    while alive_in_group(group):
        assert time.monotonic() < until, f"still alive: {alive_in_group(group)}"
        time.sleep(0.02)


def finish(*arguments: object) -> None:
    process = started(*arguments)
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_killed_at_several_moments_and_the_tables_are_the_same_to_the_digit(
    study: Path, tmp_path: Path, n_jobs: int
) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    finish("study", study, "-o", whole, "--n-jobs", 1)
    for count in (1, 8, 31):
        process = started("study", study, "-o", broken, "--n-jobs", n_jobs)
        wait_for_lines(broken, count)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        if Path("/proc").is_dir():
            wait_for_end(process.pid)
        kept = lines_of(broken)
        assert len(kept) >= count
    finish("study", study, "-o", broken, "--n-jobs", n_jobs)
    assert lines_of(broken)[: len(kept)] == kept, "what was done is not done again"
    assert len(lines_of(broken)) == len(lines_of(whole)) == 60
    assert tables_in(broken) == tables_in(whole)
    assert len(tables_in(whole)) >= 15


def test_ctrl_c_leaves_no_process_and_says_how_to_go_on(study: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    process = started("study", study, "-o", folder, "--n-jobs", 2)
    wait_for_lines(folder, 3)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
    kept = len(lines_of(folder))
    assert errors == (
        f"lrf: note: interrupted: {kept} of 60 folds are kept; run the same command to go on\n"
    )
    if Path("/proc").is_dir():
        wait_for_end(process.pid)


def test_torn_last_line_costs_one_fold(study: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    finish("study", study, "-o", folder, "--n-jobs", 1)
    before, lines = tables_in(folder), lines_of(folder)
    results = folder / "results.jsonl"
    results.write_bytes("\n".join(lines)[:-40].encode())
    finish("study", study, "-o", folder, "--n-jobs", 1)
    assert lines_of(folder)[:-1] == lines[:-1]
    assert len(lines_of(folder)) == 60
    assert tables_in(folder) == before


def test_two_at_once_in_one_folder(study: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    with locked(folder):
        second = started("study", study, "-o", folder)
        _, errors = second.communicate(timeout=60)
    assert second.returncode == 2
    assert errors == (
        f"lrf: {folder}: another lrf study is at work there; wait for it, or name another folder\n"
    )
    with locked(folder):
        pass


def test_worker_that_dies_is_told_of_and_what_is_done_is_kept(tmp_path: Path) -> None:
    (tmp_path / "deadly.py").write_text(
        "import os\n\n\nclass Deadly:\n    def fit(self, X, Y):\n        os._exit(9)\n\n"
        "    def predict(self, X):\n        return X\n",
        encoding="utf-8",
    )
    text = 'folds = 3\ndatasets = ["iris"]\n[models.RT]\npreset = "rt"\n'
    deadly = text + '[models.deadly]\nbaseline = "deadly:Deadly"\n'
    folder = tmp_path / "out"
    finish("study", written(tmp_path, text), "-o", folder, "--n-jobs", 2)
    process = started("study", written(tmp_path, deadly), "-o", folder, "--n-jobs", 2)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 2
    assert errors.startswith(
        "lrf: a worker ended unexpectedly, perhaps since memory ran out, while these were at work "
        "or next: iris, deadly, repeat 0, fold 0; "
    )
    assert errors.count("\n") == 1
    assert len(lines_of(folder)) == 3
    if Path("/proc").is_dir():
        wait_for_end(process.pid)
