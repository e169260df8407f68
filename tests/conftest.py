"""What all tests share: where the measured data lies, and a profile without time limits."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.dask_cluster import N_WORKERS, local_cluster

# The first call of a kernel compiles it, which no deadline could allow for.
settings.register_profile(
    "lrf", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("lrf")

# A shell makes what it starts in the background deaf to Ctrl-C, and with it what the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def shared_folder() -> Path:
    """Return the folder of golden values and data, which is no part of the package."""
    default = Path(__file__).parents[2] / "shared"
    return Path(os.environ.get("LRF_SHARED", default))


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of golden values and data, or skip the test."""
    folder = shared_folder()
    if not (folder / "golden").is_dir():
        pytest.skip(f"golden values and data are not there: {folder} (set LRF_SHARED)")
    return folder


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """Yield a client of Dask whose workers are processes of their own."""
    with local_cluster() as client:
        yield client


@pytest.fixture
def alive(client: Any) -> Any:
    """Return the client when all workers are there, whoever killed some before."""
    client.wait_for_workers(N_WORKERS)
    return client
