"""Figures of matplotlib (the extra ``lrf[plots]``), which is imported when one is drawn."""

from lrf.plots.abstention import plot_abstention
from lrf.plots.dependence import plot_partial_dependence
from lrf.plots.importances import plot_importances
from lrf.plots.reliability import plot_reliability
from lrf.plots.tree import plot_tree

__all__ = [
    "plot_abstention",
    "plot_importances",
    "plot_partial_dependence",
    "plot_reliability",
    "plot_tree",
]
