"""Whoever interrupts or kills the command gets it stopped, and nothing half done is left behind."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of Unix"),
    pytest.mark.slow,
]

#: A second is what is promised; a busy machine may take longer to notice.
PATIENCE = 10.0

FIT = ["fit", "wine", "-o", "model.lrf", "--set", "n_estimators=100000"]
EVALUATE = ["evaluate", "wine", "--json", "result.json", "--set", "n_estimators=30000"]


class Running:
    """A command at a terminal."""

    def __init__(self, process: subprocess.Popen[bytes], terminal: int) -> None:
        self.process = process
        self._terminal = terminal
        self.shown = ""

    def wait_until_shown(self, *words: str) -> None:
        """Wait until some words have been shown."""
        end = time.monotonic() + 120
        while not all(word in self.shown for word in words):
            assert time.monotonic() < end, self.shown[-300:]
            self._read(0.1)

    def _read(self, seconds: float) -> None:
        if select.select([self._terminal], [], [], seconds)[0]:
            try:
                self.shown += os.read(self._terminal, 4096).decode(errors="replace")
            except OSError:  # what Linux says when nobody has the terminal open any more
                time.sleep(seconds)

    def send(self, number: int) -> int:
        """Send a signal, and return the exit code."""
        os.kill(self.process.pid, number)
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, "still running"
            self._read(0.02)
        self._read(0.0)
        return self.process.returncode

    def left_processes(self) -> bool:
        """Whether processes that it started still run."""
        try:
            os.killpg(self.process.pid, 0)
        except ProcessLookupError:
            return False
        return True


@contextmanager
def at_terminal(command: list[str], folder: Path) -> Iterator[Running]:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={
            **os.environ,
            "TERM": "xterm",
            "COLUMNS": "100",
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
    )
    os.close(theirs)
    try:
        yield Running(process, ours)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(ours)


def lrf(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "lrf", *arguments]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("command", [FIT, EVALUATE], ids=lambda command: command[0])
def test_ctrl_c_stops_a_command(command: list[str], jobs: str, tmp_path: Path) -> None:
    with at_terminal(lrf(*command, "--n-jobs", jobs), tmp_path) as running:
        running.wait_until_shown("wine", "0%")
        assert running.send(signal.SIGINT) == 130
        assert "Traceback" not in running.shown
        assert running.shown.count("\x1b[?25h") >= running.shown.count("\x1b[?25l") == 1
        assert not running.left_processes()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_killed_fit_leaves_no_file(number: int, tmp_path: Path) -> None:
    with at_terminal(lrf(*FIT, "--n-jobs", "2"), tmp_path) as running:
        running.wait_until_shown("wine", "0%")
        assert running.send(number) == -number
        assert not running.left_processes()
    assert list(tmp_path.iterdir()) == []


def test_time_left_is_shown(tmp_path: Path) -> None:
    with at_terminal(lrf(*FIT[:-1], "n_estimators=50000"), tmp_path) as running:
        running.wait_until_shown("wine", "%", "0:")


BUSY = """
import sys, threading
from lrf.cli.interrupts import end_promptly
end_promptly()
{work}
"""

#: Work that does not care for signals.
STUBBORN = """
import signal, time
signal.signal(signal.SIGINT, lambda number, frame: None)
print("ready", flush=True)
while True:
    time.sleep(1)
"""


def test_ctrl_c_does_not_wait_for_stubborn_code(tmp_path: Path) -> None:
    command = [sys.executable, "-c", BUSY.format(work=STUBBORN)]
    with at_terminal(command, tmp_path) as running:
        running.wait_until_shown("ready")
        assert running.send(signal.SIGINT) == 130
        assert running.shown.endswith("\x1b[?25h")


LARGE = """
import numpy as np, lrf
rng = np.random.default_rng(0)
X = rng.random((200_000, 8))
Y = lrf.from_scores(rng.random((200_000, 6)))
lrf.LabelRankingForest(n_estimators=2).fit(X[:10], Y[:10])
print("ready", flush=True)
try:
    lrf.LabelRankingForest(n_estimators=500, n_jobs={jobs}).fit(X, Y)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.compiled
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_stops_a_fit_in_python(jobs: int, tmp_path: Path) -> None:
    command = [sys.executable, "-c", LARGE.format(jobs=jobs)]
    with at_terminal(command, tmp_path) as running:
        running.wait_until_shown("ready")
        time.sleep(1)
        running.send(signal.SIGINT)
        assert "interrupted" in running.shown
