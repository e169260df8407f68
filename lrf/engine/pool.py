"""Adding up what some of the leaves say that a row reaches."""

from __future__ import annotations

from typing import Any

from lrf.engine.jit import kernel

__all__ = ["add_entries"]


@kernel
def add_entries(entries: Any, table: Any, sums: Any) -> None:
    """Add up some rows of a table.

    Parameters
    ----------
    entries : ndarray of int, shape (n_rows, n_entries)
        Which rows of the table each row adds up; those below 0 are left out.
    table : ndarray of float, shape (n_statistics, size)
        Each different statistic once.
    sums : ndarray of float64, shape (n_rows, size)
        Where the sums are added.
    """
    for row in range(entries.shape[0]):
        for i in range(entries.shape[1]):
            entry = entries[row, i]
            if entry >= 0:
                for j in range(table.shape[1]):
                    sums[row, j] += table[entry, j]
