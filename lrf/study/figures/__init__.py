"""The figures of a study, drawn by matplotlib (an extra: ``pip install 'lrf[study]'``)."""

from lrf.study.figures.drawing import draw_figure, draw_figures
from lrf.study.figures.inline import inline_svg

__all__ = ["draw_figure", "draw_figures", "inline_svg"]
