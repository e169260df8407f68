"""Tasks done one after the other, or by processes that never outlive the one that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from lrf.errors import StudyError
from lrf.study.tasks import Bench, Done, Task

__all__ = ["do_all", "processors"]

# Tasks that wait for each worker, so that none is idle while the result of another is written.
_QUEUED = 2


def processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def do_all(bench: Bench, tasks: Sequence[Task], n_jobs: int) -> Iterator[Done]:
    """Yield what each task left, in the order in which they get done.

    Parameters
    ----------
    bench : Bench
        Where they are done; each process gets a copy.
    tasks : sequence of Task
        What is to be done.
    n_jobs : int
        Number of processes; 1: this one.

    Raises
    ------
    StudyError
        If a model fails, or a process is ended from outside.
    """
    from threadpoolctl import threadpool_limits

    if n_jobs == 1 or len(tasks) <= 1:
        # The libraries' own threads would change the last digits, and make times of no use.
        with threadpool_limits(1):
            yield from map(bench.do, tasks)
    else:
        yield from _in_processes(bench, tasks, min(n_jobs, len(tasks)))


def _in_processes(bench: Bench, tasks: Sequence[Task], n_jobs: int) -> Iterator[Done]:
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        n_jobs, multiprocessing.get_context("spawn"), initializer=_start, initargs=(bench,)
    )
    queue = iter(tasks)
    running: dict[Future[Done], Task] = {}
    try:
        while True:
            for task in islice(queue, _QUEUED * n_jobs - len(running)):
                running[pool.submit(_do, task)] = task
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                done = future.result()
                del running[future]
                yield done
        pool.shutdown()
    except BrokenProcessPool as error:
        at_work = "; ".join(map(str, running.values()))
        raise StudyError(
            f"a worker ended unexpectedly, perhaps since memory ran out, while these were at work "
            f"or next: {at_work}; what was done is kept: try again, or with fewer --n-jobs"
        ) from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - others:
            child.kill()


# What follows runs in the workers.

_bench: Bench | None = None


def _start(bench: Bench) -> None:
    from threadpoolctl import threadpool_limits

    global _bench
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process answers Ctrl-C for all
    threading.Thread(target=_end_with_parent, daemon=True).start()
    threadpool_limits(1)
    _bench = bench


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _do(task: Task) -> Done:
    assert _bench is not None
    return _bench.do(task)
