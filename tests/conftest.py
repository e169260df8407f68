"""What all tests share: where the measured data lies, and a profile without time limits."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

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
