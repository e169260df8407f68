"""A browser without a window, for the tests of pages; they are skipped where there is none."""

from __future__ import annotations

import json
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

#: Returns the least contrast of words and what is behind them, as WCAG measures it.
CONTRAST = """
const bright = (colour) => {
  const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((p) => p / 255)
    .map((p) => (p <= 0.03928 ? p / 12.92 : ((p + 0.055) / 1.055) ** 2.4));
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
};
const ground = (element) => {
  for (; element; element = element.parentElement) {
    const colour = getComputedStyle(element).backgroundColor;
    if (!colour.startsWith("rgba(0, 0, 0, 0")) return colour;
  }
  return "rgb(255, 255, 255)";
};
const chosen = ".answer, .asks, .muted, h1, h2, h3, .label, label, th";
const texts = [...document.querySelectorAll(chosen)];
return Math.min(...texts.map((text) => {
  const pair = [bright(getComputedStyle(text).color), bright(ground(text))].sort((a, b) => a - b);
  return (pair[1] + 0.05) / (pair[0] + 0.05);
}));
"""


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


def requests_of(driver: Any, address: str) -> list[str]:
    """Return what a page asked for since the last call, itself included.

    What the browser does on its own, such as opening a first empty tab, is not the page's doing.
    """
    events = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    asked = [e["params"] for e in events if e["method"] == "Network.requestWillBeSent"]
    return [one["request"]["url"] for one in asked if one["documentURL"] == address]
