"""A small cluster of Dask on this machine, whose workers are processes of their own."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["N_WORKERS", "PATIENCE", "kill_workers", "local_cluster", "wait_until"]

N_WORKERS = 2

#: Seconds that a busy machine may need for anything.
PATIENCE = 120.0


@contextmanager
def local_cluster() -> Iterator[Any]:
    """Yield a client of a cluster of two worker processes with one thread each."""
    import dask
    from distributed import Client, LocalCluster

    patient = {
        "distributed.comm.timeouts.connect": f"{PATIENCE}s",
        "distributed.comm.timeouts.tcp": f"{PATIENCE}s",
    }
    with (
        dask.config.set(patient),
        LocalCluster(
            n_workers=N_WORKERS,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=60,
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


def kill_workers(client: Any, count: int) -> None:
    """Kill the processes of some workers, which their nannies start again."""
    nannies = list(client.cluster.workers.values())[:count]
    for nanny in nannies:
        os.kill(nanny.pid, signal.SIGKILL)


def wait_until(happened: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it has not happened"
        time.sleep(0.05)
