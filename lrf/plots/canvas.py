"""Axes to draw on."""

from __future__ import annotations

from typing import Any

from lrf.errors import ConfigError

__all__ = ["FAINT", "INK", "axes_for", "tidy"]

INK, FAINT = "#1c2430", "#5b6678"


def axes_for(ax: Any, size: tuple[float, float]) -> Any:
    """Return the axes that were given, or those of a new figure.

    Parameters
    ----------
    ax : matplotlib.axes.Axes or None
        Where to draw.
    size : tuple of float
        Width and height of a new figure, in inches.

    Raises
    ------
    ConfigError
        If matplotlib is not installed.
    """
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ConfigError("plots need the package matplotlib: pip install 'lrf[plots]'") from error
    if ax is not None:
        return ax
    return pyplot.subplots(figsize=size, layout="constrained")[1]


def tidy(ax: Any, x: str, y: str) -> None:
    """Name both axes, and leave out the lines that say nothing."""
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(True, color="#8a94a6", alpha=0.25, linewidth=0.8)
    ax.set_axisbelow(True)
