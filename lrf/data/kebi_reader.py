"""Reads the text files in which the benchmark data of label ranking were first published.

There is no header: each line holds the features, as numbers, and in its last field an order of all
labels, such as ``-0.13,0.4,L2>L1>L3``.
"""

from __future__ import annotations

from pathlib import Path

from lrf.data.cells import read_columns
from lrf.data.options import refuse_options
from lrf.data.repeats import holds_orders
from lrf.data.table import Table, delimiter_of, split_rows
from lrf.data.tabular import dataset_of
from lrf.data.text import first_line, read_text
from lrf.data.wanted import UNLISTED, Wanted
from lrf.data.words import number_of
from lrf.plugin import DataError, Dataset, Reader, hookimpl

__all__ = ["lrf_readers", "read", "recognises"]

LAST = "ranking"


def recognises(path: Path, head: bytes) -> bool:
    """Whether the first line holds numbers and, at its end, an order."""
    line = first_line(path, head) if path.is_file() else ""
    try:
        fields = next(split_rows(path, line, delimiter_of(line)), (1, []))[1]
    except DataError:
        return False
    has_numbers = any(number_of(field) is not None for field in fields[:-1])
    return has_numbers and holds_orders([fields[-1].strip()])


def read(
    path: Path,
    ranks: str | None = None,
    order_column: str | None = None,
    require_targets: bool = True,
    unlisted: str = "missing",
) -> Dataset:
    """Read a file.

    Parameters
    ----------
    path : Path
        Lines of features and, in the last field, an order. Features are called A1, A2, ...
    ranks, order_column : None
        The rankings are where they are.
    require_targets : bool
        Whether each line needs its order.
    unlisted : {"missing", "last"}
        Whether a label that an order leaves out was not ranked, or comes after all others.

    Raises
    ------
    DataError
        If something is wrong; the message names the file, and the line and column if there are.
    """
    refuse_options(path, "kebi", ranks=ranks, order_column=order_column)
    text = read_text(path)
    delimiter = delimiter_of(text)
    _, fields = next(split_rows(path, text, delimiter), (1, []))
    if len(fields) < 2:
        raise DataError(f"{path}, line 1: there must be features and, in the last field, an order")
    names = (*(f"A{number}" for number in range(1, len(fields))), LAST)
    columns = read_columns(Table(path, text, delimiter, names, 0))
    wanted = Wanted(order_column=LAST, require_targets=require_targets, unlisted=unlisted)
    return dataset_of(columns, wanted)


@hookimpl
def lrf_readers() -> list[Reader]:
    """Return the reader."""
    return [
        Reader(
            name="kebi",
            summary="text without names of columns, an order such as L2>L1>L3 in the last field",
            reference="Cheng, W., Hühn, J., Hüllermeier, E. (2009). Decision tree and "
            "instance-based learning for label ranking. ICML.",
            parameters=[UNLISTED],
            recognises=recognises,
            read=read,
        )
    ]
