"""Critical-difference diagrams: mean ranks on a line, joined where models cannot be told apart."""

from __future__ import annotations

from typing import Any

from lrf.study.description import Figure
from lrf.study.figures.style import FAINT, INK, looks_of
from lrf.study.outcome import Outcome
from lrf.study.significance import verdict_of

__all__ = ["draw_ranks"]


def draw_ranks(outcome: Outcome, figure: Figure) -> Any:
    """Draw mean ranks; a bar joins models that Dunn's procedure does not tell apart at .05.

    Parameters
    ----------
    outcome : Outcome
        The results.
    figure : Figure
        Which models.

    References
    ----------
    Demšar, J. (2006). Statistical comparisons of classifiers over multiple data sets. JMLR 7.
    """
    from matplotlib.figure import Figure as Canvas
    from pandas import DataFrame
    from scikit_posthocs import critical_difference_diagram

    models = list(figure.models)
    verdict = verdict_of(outcome.taus(models))
    looks = looks_of(outcome.models)
    drawn = Canvas(figsize=(7.6, 1.1 + 0.2 * len(models)), layout="constrained")
    axes = drawn.add_subplot()
    critical_difference_diagram(
        dict(zip(models, map(float, verdict.mean_ranks), strict=True)),
        DataFrame(verdict.dunn, index=models, columns=models),
        ax=axes,
        label_fmt_left="{label}  {rank:.2f} ",
        label_fmt_right=" {rank:.2f}  {label}",
        color_palette={model: looks[model]["color"] for model in models},
        marker_props={"zorder": 3, "s": 36},
        crossbar_props={"color": INK, "linewidth": 3},
        elbow_props={"linewidth": 1.3},
        text_h_margin=0.08,
    )
    axes.spines["top"].set_visible(True)
    axes.spines["top"].set_color(FAINT)
    return drawn
