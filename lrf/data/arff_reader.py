"""Reads ARFF files of Weka, and those of Weka-LR (.xarff), whose rankings have a type of their own.

@attribute A1 NUMERIC
@attribute L RANKING {L1,L2,L3}
@data
0.5, L2>L1>L3
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lrf.data.arff import read_arff
from lrf.data.tabular import dataset_of
from lrf.data.text import first_line
from lrf.data.wanted import UNLISTED, Wanted
from lrf.plugin import DataError, Dataset, Reader, hookimpl

__all__ = ["lrf_readers", "read", "recognises"]

SUFFIXES = (".arff", ".xarff")
RUNS = "algorithm_runs.arff"


def recognises(path: Path, head: bytes) -> bool:
    """Whether a file begins as ARFF files do, or is called like one."""
    if not path.is_file():
        return False
    line = first_line(path, head).lower()
    return line.startswith(("@relation", "@attribute")) or path.suffix.lower() in SUFFIXES


def read(
    path: Path,
    ranks: str | None = None,
    order_column: str | None = None,
    require_targets: bool = True,
    scores: str | None = None,
    higher_is_better: bool = True,
    ignore: Sequence[str] = (),
    unlisted: str = "missing",
) -> Dataset:
    """Read a file.

    Parameters
    ----------
    path : Path
        The file. If nothing is said about them, the rankings are the attribute of type RANKING, or
        what they would be in a CSV file.
    ranks, scores : str, optional
        A glob that attributes of positions or scores match.
    order_column : str, optional
        The attribute that holds orders.
    require_targets : bool
        Whether a file without rankings is refused.
    higher_is_better : bool
        Which of the scores are the good ones.
    ignore : sequence of str
        Columns that are left out, whatever they hold.
    unlisted : {"missing", "last"}
        Whether a label that an order leaves out was not ranked, or comes after all others.

    Raises
    ------
    DataError
        If something is wrong; the message names the file, and the line and column if there are.
    """
    wanted = Wanted(
        ranks, order_column, scores, higher_is_better, require_targets, tuple(ignore), unlisted
    )
    columns = read_arff(path)
    is_part = all(path.with_name(name).exists() for name in ("description.txt", RUNS))
    if is_part and wanted.nothing_said and require_targets and not columns.rankings:
        raise DataError(f"{path}: this is a part of an ASlib scenario; give its folder")
    return dataset_of(columns, wanted)


@hookimpl
def lrf_readers() -> list[Reader]:
    """Return the reader."""
    return [
        Reader(
            name="arff",
            summary="ARFF files, also with attributes of type RANKING (.xarff of Weka-LR)",
            parameters=[UNLISTED],
            recognises=recognises,
            read=read,
        )
    ]
