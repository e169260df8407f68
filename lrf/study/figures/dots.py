"""Dots on a line for each data set: taus of models, or what models gain over others."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.study.description import Figure
from lrf.study.figures.style import FAINT, looks_of
from lrf.study.outcome import Outcome

__all__ = ["draw_accuracy", "draw_gain"]

WIDTH, ROW, REST = 7.6, 0.27, 1.15


def draw_accuracy(outcome: Outcome, figure: Figure) -> Any:
    """Draw the mean tau of each model on each data set, data sets ordered by the best of them.

    Parameters
    ----------
    outcome : Outcome
        The results.
    figure : Figure
        Which models.
    """
    taus = outcome.taus(figure.models)
    order = np.argsort(taus.max(axis=1), kind="stable")
    drawn, axes = _canvas(outcome, order)
    for y, i in enumerate(order):
        axes.plot([taus[i].min(), taus[i].max()], [y, y], color=FAINT, lw=1, alpha=0.6, zorder=1)
    looks = looks_of(outcome.models)
    for j, model in enumerate(figure.models):
        axes.scatter(
            taus[order, j], np.arange(len(order)), s=34, label=model, zorder=2, **looks[model]
        )
    axes.set_xlabel("Kendall's tau")
    _legend(axes, len(figure.models))
    return drawn


def draw_gain(outcome: Outcome, figure: Figure) -> Any:
    """Draw by how much each model lies above the one at its side, on each data set.

    Parameters
    ----------
    outcome : Outcome
        The results.
    figure : Figure
        Which models, and the ones at their sides.
    """
    gains = outcome.taus(figure.models) - outcome.taus(figure.beside)
    order = np.argsort(gains.mean(axis=1), kind="stable")
    drawn, axes = _canvas(outcome, order)
    axes.axvline(0, color=FAINT, lw=1.2, zorder=1)
    looks = looks_of(outcome.models)
    for j, (model, other) in enumerate(zip(figure.models, figure.beside, strict=True)):
        places = np.arange(len(order)) + 0.12 * (2 * j - len(figure.models) + 1)
        axes.hlines(places, 0, gains[order, j], color=looks[model]["color"], lw=1.4, alpha=0.6)
        axes.scatter(
            gains[order, j], places, s=34, label=f"{model} over {other}", zorder=2, **looks[model]
        )
    axes.set_xlabel("difference of Kendall's tau")
    _legend(axes, len(figure.models))
    return drawn


def _canvas(outcome: Outcome, order: Any) -> tuple[Any, Any]:
    """Return a figure whose rows are data sets."""
    from matplotlib.figure import Figure as Canvas

    drawn = Canvas(figsize=(WIDTH, REST + ROW * len(order)), layout="constrained")
    axes = drawn.add_subplot()
    axes.set_yticks(np.arange(len(order)), [outcome.datasets[i] for i in order])
    axes.set_ylim(-0.7, len(order) - 0.3)
    axes.grid(axis="x", color=FAINT, alpha=0.25, lw=0.8)
    axes.tick_params(axis="y", length=0)
    axes.set_axisbelow(True)
    return drawn, axes


def _legend(axes: Any, count: int) -> None:
    axes.legend(
        loc="lower left",
        bbox_to_anchor=(0, 1.0),
        ncols=min(count, 5),
        borderaxespad=0.3,
        handletextpad=0.2,
        columnspacing=1.2,
    )
