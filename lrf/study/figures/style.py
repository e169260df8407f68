"""How figures look: one palette that light and dark pages bear, and files without dates in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

__all__ = ["FAINT", "INK", "looks_of", "styled"]

# Text and axes; in a page, this very colour is replaced by that of the page's text.
INK = "#1b1e23"
FAINT = "#8a8f98"

COLOURS = (
    "#2f7fd1",
    "#e0702a",
    "#1f9e77",
    "#c2579f",
    "#c99a14",
    "#7a6bd6",
    "#3aa6b9",
    "#a5694f",
    "#7d8590",
)
MARKERS = "osD^vPX<>"

SETTINGS: dict[str, Any] = {
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": INK,
    "font.family": "sans-serif",
    "font.size": 10,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "pdf.fonttype": 42,
    "svg.fonttype": "path",
    "svg.hashsalt": "lrf",
    "text.color": INK,
    "xtick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.color": FAINT,
    "ytick.labelcolor": INK,
}


def looks_of(models: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return colour and marker of each model: the same in all figures of a study.

    Parameters
    ----------
    models : sequence of str
        All models of the study.
    """
    return {
        name: {"color": COLOURS[i % len(COLOURS)], "marker": MARKERS[i % len(MARKERS)]}
        for i, name in enumerate(models)
    }


@contextmanager
def styled() -> Iterator[None]:
    """Draw in the style of studies, whatever the user's own is."""
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(SETTINGS)
        yield
