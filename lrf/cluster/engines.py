"""What an engine is asked to do, and which one somebody has chosen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from lrf.cluster.dask_engine import DaskEngine, is_inside_task
from lrf.cluster.joblib_engine import JoblibEngine

__all__ = ["Engine", "chosen_engine"]


class Engine(Protocol):
    """Whoever does tasks elsewhere."""

    @property
    def n_parts(self) -> int:
        """Into how many tasks work is best divided."""
        ...

    def run(
        self, work: Callable[..., Any], shared: Any, pieces: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, Any]]:
        """Do tasks, and yield the number of each and its result, in any order.

        Parameters
        ----------
        work : callable
            ``work(shared, *piece)``, a function that can be pickled.
        shared : object
            What all tasks need.
        pieces : sequence of tuple
            What each task needs besides.

        Raises
        ------
        ClusterError
            If there is no worker that can do them.
        """
        ...


def chosen_engine(n_jobs: int | None) -> Engine | None:
    """Return the engine of the `joblib` backend that is active; None: work is done here.

    Threads and plain loops are no engines, and neither is any for whoever asks for one job. Within
    a task work is done where the task is, so that tasks never wait for tasks.

    Parameters
    ----------
    n_jobs : int or None
        As the estimators have it.

    Raises
    ------
    ClusterError
        If the workers have other versions than there are here.
    """
    if n_jobs == 1 or "joblib" not in sys.modules:
        return None
    from joblib.parallel import get_active_backend

    backend, configured = get_active_backend(prefer="threads")
    if getattr(backend, "supports_sharedmem", False):
        return None
    client = getattr(backend, "client", None)
    if type(client).__module__.startswith("distributed."):
        return None if is_inside_task() else DaskEngine(client)
    wanted = configured if n_jobs is None else n_jobs
    n_slots = int(backend.effective_n_jobs(backend.default_n_jobs if wanted is None else wanted))
    return JoblibEngine(n_jobs, n_slots) if n_slots > 1 else None
