"""Figures of matplotlib (the extra ``lrf[plots]``), which is imported when one is drawn."""

from lrf.plots.abstention import plot_abstention
from lrf.plots.tree import plot_tree

__all__ = ["plot_abstention", "plot_tree"]
