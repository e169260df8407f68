"""What all tests share: where the measured data lies, and a profile without time limits."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The first call of a kernel compiles it, which no deadline could allow for.
settings.register_profile(
    "lrf", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("lrf")


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
