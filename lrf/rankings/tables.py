"""Arrays, lists of lists and DataFrames as one table of numbers, or an error that names the row."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.errors import RankingError
from lrf.given import no_table, odd_row, uneven_row
from lrf.rankings.ties import Floats

__all__ = ["as_table", "is_missing"]

NESTED = (list, tuple, np.ndarray, set, frozenset)


def as_table(values: Any, name: str, advice: str = "") -> Floats:
    """Return a table of numbers as float64.

    Parameters
    ----------
    values : array-like or DataFrame of shape (n, k)
        Numbers; None, NaN and masked entries become NaN.
    name : str
        What messages call the table.
    advice : str
        What to do about text in the table; it completes the sentence "row 3 holds the text 'b'".

    Returns
    -------
    table : ndarray of float64, shape (n, k)
        C-contiguous and writeable. It may share memory with `values`.

    Raises
    ------
    RankingError
        If an entry is no number, rows differ in length, or there are not two dimensions.
    """
    array = _as_array(values, name)
    if array.size and array.ndim and array.dtype.kind in "OUST":
        array = _numbers_of_rows(array, name, advice)
    if array.shape == (0,):
        array = array.reshape(0, 0)  # an empty list: no rows
    if array.ndim != 2:
        raise RankingError(
            f"{name} has the shape {array.shape}; it needs two dimensions, one row per sample and "
            f"one column per label"
        )
    if array.dtype.kind not in "fiu":
        raise RankingError(f"{name} holds values of type {array.dtype}; it needs numbers")
    # Writeable, since kernels are compiled anew for arrays that are not.
    return np.require(array, dtype=np.float64, requirements=["C", "W"])


def is_missing(entry: Any) -> bool:
    """Whether an entry is None, NaN or a missing value of pandas, which is not imported."""
    if entry is None or type(entry).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(entry, float | np.floating) and bool(np.isnan(entry))


def _as_array(values: Any, name: str) -> np.ndarray[Any, Any]:
    """Return an array of whatever type the values have; of rows, if they differ in length."""
    if hasattr(values, "toarray"):
        raise RankingError(f"{name} is a sparse matrix; pass {name}.toarray()")
    problem = no_table(values, name) or odd_row(values, name)
    if problem is not None:
        raise RankingError(problem)
    if isinstance(values, np.ma.MaskedArray) and values.dtype.kind in "fiu":
        return np.where(np.ma.getmaskarray(values), np.nan, np.ma.getdata(values))
    try:
        return np.asarray(values)
    except ValueError:  # rows of different lengths
        rows = list(values)
        array = np.empty(len(rows), dtype=object)
        array[:] = rows
        return array


def _numbers_of_rows(array: np.ndarray[Any, Any], name: str, advice: str) -> np.ndarray[Any, Any]:
    """Return the numbers among objects or text."""
    rows: list[Any] = []
    for i, row in enumerate(array):
        where = f"{name}: row {i}"
        if isinstance(row, NESTED):
            rows.append([_as_number(entry, where, advice) for entry in row])
        else:
            rows.append(_as_number(row, where, advice))
    uneven = uneven_row(rows, name)
    if uneven is not None:
        raise RankingError(f"{uneven}; write NaN for a label that was not ranked")
    return np.array(rows, dtype=np.float64)


def _as_number(entry: Any, where: str, advice: str) -> float:
    """Return one entry as a float, NaN for None and for the missing value of pandas."""
    if is_missing(entry):
        return np.nan
    if isinstance(entry, str | bytes):
        raise RankingError(f"{where} holds the text {str(entry)!r}{_about_text(entry, advice)}")
    try:
        return float(entry)
    except (TypeError, ValueError):
        raise RankingError(f"{where} holds {entry!r}, which is no number") from None


def _about_text(entry: str | bytes, advice: str) -> str:
    try:
        float(entry)
    except ValueError:
        return advice
    return "; convert text to numbers first"
