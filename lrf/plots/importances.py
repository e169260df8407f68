"""How much features matter, as bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lrf.errors import ConfigError
from lrf.export.words import fitted
from lrf.plots.canvas import FAINT, INK, axes_for, tidy

__all__ = ["plot_importances"]


def plot_importances(
    importances: Any,
    names: Sequence[str],
    errors: Any = None,
    most: int = 15,
    ax: Any = None,
    **options: Any,
) -> Any:
    """Plot the importances of features, the largest on top.

    Parameters
    ----------
    importances : array-like of shape (n_features,)
        How much each feature matters, by whatever measure.
    names : sequence of str
        Their names.
    errors : array-like of shape (n_features,), optional
        Standard errors; the line of a feature ends at plus and minus two of them.
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
        If matplotlib is not installed, or there is not one number for each name.
    """
    values = np.asarray(importances, dtype=np.float64)
    spread = None if errors is None else np.asarray(errors, dtype=np.float64)
    for what, table in (("importances", values), ("errors", spread)):
        if table is not None and table.shape != (len(names),):
            raise ConfigError(
                f"{what} has the shape {table.shape}, but there are {len(names)} names"
            )
    order = np.argsort(-values, kind="stable")[:most]
    ax = axes_for(ax, (6.0, 0.8 + 0.32 * len(order)))
    place = np.arange(len(order))
    ax.barh(place, values[order], height=0.66, **{"color": "#4e79a7", **options})
    if spread is not None:
        ax.errorbar(
            values[order], place, xerr=2 * spread[order], fmt="none", ecolor=INK, elinewidth=1,
            capsize=2,
        )  # fmt: skip
    ax.axvline(0, color=FAINT, linewidth=0.8)
    ax.set_yticks(place, [fitted(str(names[j]), 26).replace("$", r"\$") for j in order])
    ax.invert_yaxis()
    tidy(ax, "importance", "")
    ax.grid(False, axis="y")
    ax.tick_params(axis="y", length=0)
    return ax
