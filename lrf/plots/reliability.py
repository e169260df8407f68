"""Whether chances are what happens, as a curve."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.metrics import Reliability
from lrf.plots.canvas import FAINT, axes_for, tidy

__all__ = ["plot_reliability"]


def plot_reliability(curve: Reliability, ax: Any = None, **options: Any) -> Any:
    """Plot how often labels stand before others, against how likely that was said to be.

    On the diagonal, chances are what happens. Where the curve is flatter, the model is surer than
    it should be; where it is steeper, it is right more often than it says. The size of a point is
    the weight of its pairs, and its line ends at plus and minus two standard errors.

    Parameters
    ----------
    curve : Reliability
        What `lrf.metrics.reliability` found, of rows that the model did not learn from, or out of
        bag.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default on a new figure.
    **options
        For ``ax.errorbar``, such as ``label`` or ``color``.

    Returns
    -------
    ax : matplotlib.axes.Axes

    Raises
    ------
    ConfigError
        If matplotlib is not installed.
    """
    ax = axes_for(ax, (4.6, 4.4))
    error = 2 * np.sqrt(curve.happened * (1 - curve.happened) / curve.weight)
    ax.plot([0, 1], [0, 1], color=FAINT, linewidth=1, linestyle=":", zorder=1)
    style = {"linewidth": 1.6, "elinewidth": 1.0, "capsize": 2, **options}
    line = ax.errorbar(curve.said, curve.happened, yerr=error, **style)
    sizes = 12 + 140 * curve.weight / curve.weight.max()
    colour = line.lines[0].get_color()
    ax.scatter(curve.said, curve.happened, s=sizes, color=colour, zorder=3, alpha=0.85)
    tidy(ax, "chance that is said", "how often it is so")
    ax.set_xlim(-0.04, 1.04)
    return ax
