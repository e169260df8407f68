"""A cluster by the address of its scheduler."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from lrf.errors import ClusterError
from lrf.wording import one_line

__all__ = ["dask_client", "on_dask"]

#: Seconds to wait for a scheduler, and for its first worker.
_PATIENCE = 10

#: Addresses; there are connections within a process besides, which nobody could name here.
_ADDRESS = re.compile(r"((tcp|tls|ucx|ws|wss)://)?[^\s/]+:\d{1,5}")


@contextmanager
def on_dask(address: str) -> Iterator[Any]:
    """Have all forests within the context grow and predict on a cluster of Dask.

    Parameters
    ----------
    address : str
        Of the scheduler, such as ``"tcp://10.0.0.1:8786"``.

    Yields
    ------
    client : distributed.Client

    Raises
    ------
    ClusterError
        If Dask is not installed, no scheduler is there, or it has no worker.
    """
    with dask_client(address) as client:
        from joblib import parallel_config

        with parallel_config("dask", client=client):
            yield client


@contextmanager
def dask_client(address: str) -> Iterator[Any]:
    """Connect to a scheduler that has workers, and close the connection at the end.

    Parameters
    ----------
    address, Yields, Raises
        As for `on_dask`.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise ClusterError(
            "a cluster of Dask takes the package distributed; install lrf[dask]"
        ) from error
    if not _ADDRESS.fullmatch(address):
        raise ClusterError(
            f"{address!r} is no address of a scheduler of Dask, such as tcp://10.0.0.1:8786"
        )
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except OSError as error:
        raise ClusterError(
            f"no scheduler of Dask answers at {address}: start one with `dask scheduler`, which "
            f"says its address ({one_line(error)})"
        ) from error
    with client:
        _wait_for_worker(client, address)
        yield client


def _wait_for_worker(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError as error:
        raise ClusterError(
            f"the scheduler at {address} has no workers; start some with `dask worker {address}`"
        ) from error
