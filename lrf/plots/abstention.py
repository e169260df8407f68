"""What is gained and lost by leaving open what is not sure, as a curve."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.metrics import AbstentionCurve
from lrf.plots.canvas import FAINT, axes_for, tidy

__all__ = ["plot_abstention"]


def plot_abstention(
    curve: AbstentionCurve, name_ends: bool = True, ax: Any = None, **options: Any
) -> Any:
    """Plot correctness against completeness, the accuracy-rejection curve of partial orders.

    From right to left, less is said, and what is said had better be right: a model that knows when
    it is sure has a curve that rises to the left.

    Parameters
    ----------
    curve : AbstentionCurve
        What `lrf.metrics.abstention_curve` returns.
    name_ends : bool
        Whether the thresholds at both ends are written beside them.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default on a new figure.
    **options
        For ``ax.plot``, such as ``label`` or ``color``.

    Returns
    -------
    ax : matplotlib.axes.Axes

    Raises
    ------
    ConfigError
        If matplotlib is not installed.

    References
    ----------
    W. Cheng, E. Hüllermeier, W. Waegeman, V. Welker (2012): Label ranking with partial abstention
    based on thresholded probabilistic models. NIPS.
    """
    ax = axes_for(ax, (5.2, 4.0))
    said = np.flatnonzero(~np.isnan(curve.correctness))
    style = {"marker": "o", "markersize": 4.5, "linewidth": 1.8, **options}
    ax.plot(curve.completeness[said], curve.correctness[said], **style)
    for at, side in zip(_ends(said) if name_ends else [], ("left", "right"), strict=False):
        ax.annotate(
            f"threshold {curve.thresholds[at]:.3g}",
            (curve.completeness[at], curve.correctness[at]),
            xytext=(6 if side == "left" else -6, -12),
            textcoords="offset points",
            ha=side,
            fontsize="small",
            color=FAINT,
        )
    tidy(ax, "completeness: pairs that are placed", "correctness of these")
    ax.margins(0.08, 0.12)
    return ax


def _ends(said: Any) -> list[int]:
    """Return where less and less is said in the end, and where most is."""
    return [int(said[-1]), int(said[0])] if len(said) > 1 else [int(at) for at in said]
