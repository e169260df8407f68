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
    wanted = next((n for n in (n_jobs, configured) if n is not None), _most_jobs(backend))
    n_slots = int(backend.effective_n_jobs(wanted))
    return JoblibEngine(wanted, n_slots) if n_slots > 1 else None


def _most_jobs(backend: Any) -> int:
    """Return the number of jobs if nothing is said: all that there are, unless it is joblib's own.

    Whoever asks for a cluster wants all of it, but its class may inherit from one for processes on
    this machine, of which there is one.
    """
    is_own = type(backend).__module__.startswith("joblib.")
    return int(backend.default_n_jobs) if is_own else -1
