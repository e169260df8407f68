"""Whether chances are what happens, as a curve."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.components import Array
from lrf.errors import ConfigError, RankingError
from lrf.plots.canvas import FAINT, axes_for, tidy

__all__ = ["plot_reliability"]


def plot_reliability(
    truth: Any, chances: Any, bins: int = 10, ax: Any = None, **options: Any
) -> Any:
    """Plot how often the label that is said to stand before another one does so.

    Each pair of labels of each row counts once, from the side of the label that is more likely to
    stand before the other; pairs that the truth ties or does not rank are left out. The pairs are
    put into bins by their chance. On the diagonal, chances are what happens; above it, the model is
    right more often than it says, below it less often. The size of a point is the number of its
    pairs, and its line ends at plus and minus two standard errors.

    Parameters
    ----------
    truth : array-like or DataFrame of shape (n_rows, n_labels)
        True positions; NaN: not ranked.
    chances : array-like of shape (n_rows, n_labels, n_labels)
        What `predict_pairwise` returns for rows that the model did not learn from, or
        `oob_pairwise` for those that it did; NaN where nothing is known.
    bins : int
        Number of bins from 1/2 to 1.
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
        If matplotlib is not installed, or there is no bin.
    RankingError
        If the shapes do not fit, or no pair is left.
    """
    if bins < 1:
        raise ConfigError(f"bins is at least 1, not {bins}")
    said, happened = _pairs(np.asarray(truth, dtype=np.float64), np.asarray(chances))
    ax = axes_for(ax, (4.6, 4.4))
    number = np.minimum(((said - 0.5) * 2 * bins).astype(int), bins - 1)
    counts = np.bincount(number, minlength=bins)
    seen = counts > 0
    mean, share = (
        np.bincount(number, values, minlength=bins)[seen] / counts[seen]
        for values in (said, happened)
    )
    error = 2 * np.sqrt(share * (1 - share) / counts[seen])
    ax.plot([0.5, 1], [0.5, 1], color=FAINT, linewidth=1, linestyle=":", zorder=1)
    style = {"linewidth": 1.6, "elinewidth": 1.0, "capsize": 2, **options}
    line = ax.errorbar(mean, share, yerr=error, **style)
    sizes = 12 + 140 * counts[seen] / counts.max()
    ax.scatter(mean, share, s=sizes, color=line.lines[0].get_color(), zorder=3, alpha=0.85)
    tidy(ax, "chance that is said", "how often it is so")
    ax.set_xlim(0.48, 1.02)
    return ax


def _pairs(truth: Array, chances: Array) -> tuple[Array, Array]:
    """Return the larger chance of each pair of labels, and whether it was right: 1 or 0."""
    n_rows, n_labels = truth.shape if truth.ndim == 2 else (0, 0)
    if chances.shape != (n_rows, n_labels, n_labels):
        raise RankingError(
            f"truth has the shape {truth.shape}, so that the chances must have the shape "
            f"{(n_rows, n_labels, n_labels)}, not {chances.shape}"
        )
    first, second = np.triu_indices(n_labels, k=1)
    said = chances[:, first, second].ravel()
    apart = (truth[:, second] - truth[:, first]).ravel()
    known = ~np.isnan(said) & ~np.isnan(apart) & (apart != 0)
    if not known.any():
        raise RankingError("no pair of labels has a chance and a true order")
    said, ahead = said[known], apart[known] > 0
    return np.maximum(said, 1 - said), np.where(said >= 0.5, ahead, ~ahead).astype(np.float64)
