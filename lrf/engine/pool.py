"""Adding up what some of the leaves say that a row reaches."""

from __future__ import annotations

from typing import Any

from lrf.engine.jit import kernel

__all__ = ["add_entries", "add_members"]


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


@kernel
def add_members(
    groups: Any, starts: Any, rankings: Any, weights: Any, ends: Any, cells: Any, parts: Any,
    sums: Any,
) -> None:  # fmt: skip
    """Add up what the rankings say that groups are made of.

    Tree by tree, since what is known of the leaves of one tree fits into the nearest memory.
    Numbers without a sign need not be asked whether they count from the end.

    Parameters
    ----------
    groups : ndarray of uint32, shape (n_trees, n_rows)
        Which group each row adds up in each tree; the number after the last one: none.
    starts : ndarray of uint32, shape (n_groups + 1,)
        Where the rankings of each group begin.
    rankings : ndarray of uint32, shape (n_members,)
        Their numbers.
    weights : ndarray of float64, shape (n_members,)
        Their weights, which sum to 1 in each group.
    ends : ndarray of uint32, shape (n_distinct + 1,)
        Where what each ranking says begins.
    cells : ndarray of uint32, shape (n_parts,)
        The columns in which it says something.
    parts : ndarray of float32, shape (n_parts,)
        What it says there.
    sums : ndarray of float64, shape (n_rows, size)
        Where all this is added.
    """
    n_groups = starts.shape[0] - 1
    for tree in range(groups.shape[0]):
        for row in range(groups.shape[1]):
            group = groups[tree, row]
            if group == n_groups:
                continue
            for member in range(starts[group], starts[group + 1]):
                ranking, weight = rankings[member], weights[member]
                for at in range(ends[ranking], ends[ranking + 1]):
                    sums[row, cells[at]] += weight * parts[at]
