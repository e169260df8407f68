"""How much features matter, as bars."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.errors import ConfigError
from lrf.export.words import fitted
from lrf.inspection import Importance, PermutationImportance
from lrf.plots.canvas import FAINT, INK, axes_for, tidy

__all__ = ["plot_importances"]


def plot_importances(
    importance: Importance | PermutationImportance, most: int = 15, ax: Any = None, **options: Any
) -> Any:
    """Plot the importances of features, the largest on top.

    Parameters
    ----------
    importance : Importance or PermutationImportance
        What `lrf.inspection` found out. The line of a feature ends at plus and minus two standard
        errors.
    most : int
        How many features are shown at most.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default on a new figure.
    **options
        For ``ax.barh``, such as ``color``.

    Returns
    -------
    ax : matplotlib.axes.Axes

    Raises
    ------
    ConfigError
        If matplotlib is not installed, or no feature is to be shown.
    """
    if most < 1:
        raise ConfigError(f"most is at least 1, not {most}")
    order = np.argsort(-importance.mean, kind="stable")[:most]
    ax = axes_for(ax, (6.0, 0.8 + 0.32 * len(order)))
    place, values = np.arange(len(order)), importance.mean[order]
    ax.barh(place, values, height=0.66, **{"color": "#4e79a7", **options})
    known = np.flatnonzero(~np.isnan(importance.error[order]))
    spread = 2 * importance.error[order][known]
    ax.errorbar(
        values[known], place[known], xerr=spread, fmt="none", ecolor=INK, elinewidth=1, capsize=2
    )
    ax.axvline(0, color=FAINT, linewidth=0.8)
    names = [fitted(importance.names[j], 26).replace("$", r"\$") for j in order]
    ax.set_yticks(place, names)
    ax.invert_yaxis()
    score = isinstance(importance, PermutationImportance)
    tidy(ax, "loss of Kendall's tau when shuffled" if score else "importance", "")
    ax.grid(False, axis="y")
    ax.tick_params(axis="y", length=0)
    return ax
