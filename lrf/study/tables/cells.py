"""A table of cells, each with what is shown, what is sorted by, and what other programs read."""

from __future__ import annotations

import attrs

__all__ = ["EMPTY", "Cell", "Table", "number", "tau_text", "word"]


@attrs.frozen
class Cell:
    """One cell.

    Parameters
    ----------
    text : str
        What is shown.
    value : float or str
        What stands in a CSV file, all digits of it, and what rows are sorted by.
    bold : bool
        Whether it is the best of its row.
    aside : str
        What is shown beside it in smaller print, such as a standard deviation and a rank.
    """

    text: str
    value: float | str = ""
    bold: bool = False
    aside: str = ""


EMPTY = Cell("")


@attrs.frozen(kw_only=True)
class Table:
    """A table.

    Parameters
    ----------
    name : str
        What its files are called.
    title : str
        What stands above it.
    columns : tuple of str
        The first one names the rows.
    rows : tuple of tuples of Cell
        As long as there are columns.
    footer : tuple of tuples of Cell
        Rows about the whole, which stay where they are when the others are sorted.
    note : str
        What stands below it.
    csv_columns, csv_rows : tuple
        What a CSV file holds, if that is more than the values of `rows`.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    footer: tuple[tuple[Cell, ...], ...] = ()
    note: str = ""
    csv_columns: tuple[str, ...] = ()
    csv_rows: tuple[tuple[float | str | None, ...], ...] = ()


def word(text: str) -> Cell:
    """Return a cell of text."""
    return Cell(text, text)


def number(value: float | None, digits: int = 3, *, bold: bool = False, aside: str = "") -> Cell:
    """Return a cell of a number; an empty one for None and NaN."""
    if value is None or value != value:
        return EMPTY
    return Cell(f"{value:.{digits}f}", value, bold, aside)


def tau_text(value: float) -> str:
    """Return a tau or a deviation as papers write it: three digits, no zero before the point."""
    text = f"{value:.3f}"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text
