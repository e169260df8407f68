"""The tables of a study, and how they are written."""

from lrf.study.tables.accuracy import accuracy_table
from lrf.study.tables.cells import Cell, Table
from lrf.study.tables.descriptions import datasets_table, models_table
from lrf.study.tables.elsewhere import elsewhere_table
from lrf.study.tables.more import depth_table, published_table, seconds_table
from lrf.study.tables.tests import significance_table, wins_table
from lrf.study.tables.writing import to_csv, to_latex, to_markdown

__all__ = [
    "Cell",
    "Table",
    "accuracy_table",
    "datasets_table",
    "depth_table",
    "elsewhere_table",
    "models_table",
    "published_table",
    "seconds_table",
    "significance_table",
    "to_csv",
    "to_latex",
    "to_markdown",
    "wins_table",
]
