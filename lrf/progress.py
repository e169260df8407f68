"""How far long work has come, who wants to know, and how it is stopped."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

__all__ = ["Watch", "in_background", "progress_bar", "progress_lines", "reporting"]

Item = TypeVar("Item")
Answer = TypeVar("Answer")

#: ``report(done, total)`` is told how far the work has come.
Report = Callable[[int, int], None]

_report: ContextVar[Report | None] = ContextVar("_report", default=None)


@contextmanager
def reporting(report: Report) -> Iterator[None]:
    """Have all work within the context report how far it has come.

    Parameters
    ----------
    report : callable
        ``report(done, total)``; it may be called from any thread.
    """
    token = _report.set(report)
    try:
        yield
    finally:
        _report.reset(token)


class Watch:
    """Counts finished pieces of work, reports them, and lets the rest be given up.

    Parameters
    ----------
    total : int
        How many pieces there are.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._stopped = False
        self._report = _report.get()
        self._lock = threading.Lock()

    def each(self, pieces: Iterable[Item]) -> Iterator[Item]:
        """Yield pieces of work as they are finished, and no more once the rest is given up."""
        for piece in pieces:
            yield piece
            self.advance(1)
            if self._stopped:
                return

    def advance(self, count: int) -> None:
        """Note that some pieces are finished."""
        if self._report is not None:
            with self._lock:
                for _ in range(count):
                    self._done += 1
                    self._report(self._done, self._total)

    @contextmanager
    def stopping_on_error(self) -> Iterator[None]:
        """Give up the work of all threads if waiting for them ends in an error, or in Ctrl-C."""
        try:
            yield
        except BaseException:
            self._stopped = True
            raise


def in_background(work: Callable[[], Answer]) -> Answer:
    """Do work in a thread of its own, so that Ctrl-C need not wait for compiled code to return.

    Parameters
    ----------
    work : callable
        What to do.

    Returns
    -------
    object
        What `work` returned; what it raised is raised.
    """
    answers: list[Answer] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return answers[0]


@contextmanager
def progress_bar(description: str) -> Iterator[Report]:
    """Give a function ``report(done, total)`` that draws a bar with the time left.

    It does so on a terminal only.
    """
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(description, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def progress_lines(description: str) -> Report:
    """Return a function ``report(done, total)`` that writes a line for each tenth of the work."""
    started = time.monotonic()

    def report(done: int, total: int) -> None:
        if done * 10 // total > (done - 1) * 10 // total:
            left = (time.monotonic() - started) * (total - done) / done
            sys.stderr.write(f"{description}: {done} of {total}, {left:.0f} s left\n")

    return report
