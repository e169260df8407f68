"""Grown trees to look at: as text, as graphs and pictures, and as a page to click through."""

from lrf.export.dot import export_dot
from lrf.export.html import export_html
from lrf.export.picking import category_at, feature_names, pick_tree
from lrf.export.svg import export_svg
from lrf.export.text import export_text

__all__ = [
    "category_at",
    "export_dot",
    "export_html",
    "export_svg",
    "export_text",
    "feature_names",
    "pick_tree",
]
