"""A browser without a window, for the tests of pages; they are skipped where there is none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)
DESKTOP, PHONE = (1440, 900), (390, 844)


@contextmanager
def browser(profile: Path, *flags: str) -> Iterator[Any]:
    """Give a driver of a browser that was started for this; `profile` is an empty folder."""
    selenium = pytest.importorskip("selenium", reason="selenium is not installed")
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("chromium and chromedriver are not both installed")
    from selenium.webdriver import Chrome, ChromeOptions, ChromeService

    assert selenium
    options = ChromeOptions()
    options.binary_location = program
    for flag in (*FLAGS, *flags, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = Chrome(options=options, service=ChromeService(driver))
    try:
        yield started
    finally:
        started.quit()


def resize(driver: Any, size: tuple[int, int]) -> None:
    """Make the page as wide and high as a screen, whatever the least width of a window is."""
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False},
    )


def use_scheme(driver: Any, scheme: str) -> None:
    """Let the page think that its reader prefers "light" or "dark"."""
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
