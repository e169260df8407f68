"""Tasks on a cluster of Dask: what they share is sent once, and outlives the workers that hold it.

What was scattered cannot be computed again, so that Dask forgets it, and all tasks that need it,
when the last worker that holds it dies. Here it is sent again then, and these tasks are done again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs

from lrf.cluster.versions import check_workers
from lrf.errors import ClusterError

__all__ = ["DaskEngine", "computed", "count_slots", "is_inside_task"]

#: Tasks for each thread of the cluster, so that none waits long for the last one.
_PARTS_PER_SLOT = 8

#: Tasks for each thread that are handed out at a time; what they need waits in the scheduler.
_AHEAD = 3

#: How often what is shared may be lost, with all workers that hold it, before that is an error.
_MOST_LOSSES = 3


def is_inside_task() -> bool:
    """Whether this is a task on a worker of Dask."""
    from distributed import get_worker

    try:
        get_worker()
    except ValueError:
        return False
    return True


@attrs.frozen
class DaskEngine:
    """Tasks on the cluster of a client.

    Parameters
    ----------
    client : distributed.Client
        The client.
    """

    client: Any

    @property
    def n_parts(self) -> int:
        """Into how many tasks work is best divided."""
        return _PARTS_PER_SLOT * count_slots(self.client)

    def run(
        self, work: Callable[..., Any], shared: Any, pieces: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, Any]]:
        """Do tasks; see `lrf.cluster.engines.Engine`."""
        from distributed import as_completed

        check_workers(self.client)
        most = _AHEAD * count_slots(self.client)
        tasks = _Tasks(self.client, work, shared)
        arrivals = as_completed(with_results=True, raise_errors=False, loop=self.client.loop)
        waiting = deque(range(len(pieces)))
        try:
            while waiting or tasks.running:
                while waiting and len(tasks.running) < most:
                    arrivals.add(tasks.submit(waiting[0], pieces[waiting[0]]))
                    waiting.popleft()
                future, result = next(arrivals)
                piece = tasks.running.pop(future)
                if future.status == "finished":
                    yield piece, result
                elif future.status == "error":
                    raise _error_of(result[1])
                else:
                    waiting.appendleft(piece)
        finally:
            tasks.end()


def count_slots(client: Any) -> int:
    """Return how many tasks a cluster does at a time."""
    return max(1, int(sum(client.ncores().values())))


def computed(client: Any, wanted: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    """Yield the number of each computation and its result, in any order.

    What Dask computes, it computes again when a worker dies, so that there is nothing to be done
    about that here.

    Parameters
    ----------
    client : distributed.Client
        The client of the cluster.
    wanted : sequence of Delayed
        The computations.

    Raises
    ------
    ClusterError
        If workers have died repeatedly, or lack a package.
    """
    from distributed import as_completed

    numbers = {future: number for number, future in enumerate(client.compute(list(wanted)))}
    try:
        arrivals = as_completed(numbers, with_results=True, raise_errors=False, loop=client.loop)
        for future, result in arrivals:
            if future.status == "error":
                raise _error_of(result[1])
            if future.status != "finished":
                raise ClusterError(
                    f"the connection to {_address(client)} was lost, or somebody cancelled the work"
                )
            yield numbers[future], result
            # The trees are here now; the cluster need not keep them.
            future.release()
    finally:
        client.cancel(list(numbers))


class _Tasks:
    """The tasks that are under way, and what they share."""

    def __init__(self, client: Any, work: Callable[..., Any], shared: Any) -> None:
        self._client = client
        self._work = work
        self._shared = shared
        self._sent: Any = None
        self._times_sent = 0
        self.running: dict[Any, int] = {}

    def submit(self, number: int, piece: tuple[Any, ...]) -> Any:
        """Hand out a task."""
        if self._sent is None or self._sent.status in ("cancelled", "lost", "error"):
            self._send()
        future = self._client.submit(self._work, self._sent, *piece, pure=False)
        self.running[future] = number
        return future

    def _send(self) -> None:
        """Send what is shared to every worker."""
        self._times_sent += 1
        if self._times_sent > 1 + _MOST_LOSSES:
            raise ClusterError(
                f"all workers that held the data died, {self._times_sent - 1} times in a row; see "
                f"their logs: most likely they have too little memory"
            )
        try:
            self._sent = self._client.scatter(self._shared, broadcast=True, hash=False)
        except (OSError, TimeoutError) as error:
            raise ClusterError(
                f"the data cannot be sent to the workers of {_address(self._client)}: "
                f"{error or type(error).__name__}; are there any?"
            ) from error

    def end(self) -> None:
        """Give up what is still under way, and have the workers forget what was sent."""
        self._client.cancel([*self.running, *([] if self._sent is None else [self._sent])])
        self.running = {}
        self._sent = None


def _address(client: Any) -> str:
    return str(getattr(client.scheduler, "address", "the scheduler"))


def _error_of(error: BaseException) -> BaseException:
    """Return what to raise for what a task raised."""
    from distributed import KilledWorker

    if isinstance(error, KilledWorker):
        return ClusterError(
            f"a task was tried on several workers, and each of them died; see their logs: most "
            f"likely they have too little memory ({error.task})"
        )
    if isinstance(error, ModuleNotFoundError):
        return ClusterError(
            f"a worker has no module {error.name!r}; install the package on all machines of the "
            f"cluster, plugins of lrf as well"
        )
    return error
