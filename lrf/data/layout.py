"""Which columns of a table hold the rankings, told by their names."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Literal

import attrs

from lrf.data.hints import about_names, no_column
from lrf.data.wanted import Wanted
from lrf.errors import DataError
from lrf.wording import cited, listed

__all__ = ["PREFIX", "Layout", "find_layout", "label_of"]

PREFIX = "rank_"
WILDCARDS = frozenset("*?[")

Writing = Literal["positions", "scores", "orders"]


@attrs.frozen
class Layout:
    """The columns of a table that hold the rankings, counted from 0.

    Parameters
    ----------
    targets : tuple of int
        Columns of positions or scores, one for each of `labels`, or the one column of orders.
    labels : tuple of str
        What is ranked; empty for orders, which name it.
    writing : {"positions", "scores", "orders"}
        What the columns hold.
    """

    targets: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    writing: Writing = "positions"


def find_layout(names: Sequence[str], wanted: Wanted) -> Layout:
    """Find the columns that hold the rankings by their names.

    Parameters
    ----------
    names : sequence of str
        The names of all columns.
    wanted : Wanted
        What was said about them.

    Returns
    -------
    Layout
        Without targets if there are none and none are required.

    Raises
    ------
    DataError
        If there are no targets, or a single one.
    """
    if wanted.order_column is not None:
        return _order_layout(names, wanted.order_column, wanted.require_targets)
    if wanted.scores is not None:
        layout = _layout(names, wanted.scores, "scores")
    else:
        pattern = PREFIX + "*" if wanted.ranks is None else wanted.ranks
        layout = _layout(names, pattern, "positions")
    if wanted.require_targets:
        _check(layout, names, wanted)
    return layout


def label_of(column: str, pattern: str) -> str:
    """Return what a column ranks: its name without the prefix that a glob ``prefix*`` fixes."""
    prefix = pattern.removesuffix("*")
    if pattern.endswith("*") and WILDCARDS.isdisjoint(prefix):
        return column.removeprefix(prefix) or column
    return column


def _layout(names: Sequence[str], pattern: str, writing: Writing) -> Layout:
    targets = tuple(i for i, name in enumerate(names) if fnmatchcase(name, pattern))
    return Layout(targets, tuple(label_of(names[i], pattern) for i in targets), writing)


def _order_layout(names: Sequence[str], order_column: str, require: bool) -> Layout:
    if order_column in names:
        return Layout((names.index(order_column),), writing="orders")
    if not require:
        return Layout()
    raise DataError(no_column(order_column, names))


def _check(layout: Layout, names: Sequence[str], wanted: Wanted) -> None:
    if len(layout.targets) == 1:
        raise DataError(
            f"a single target column, {cited(names[layout.targets[0]])}: nothing to rank"
        )
    if layout.targets:
        return
    pattern = wanted.ranks if wanted.scores is None else wanted.scores
    looked_for = f"called {PREFIX}<label>" if pattern is None else f"that match {pattern!r}"
    raise DataError(
        f"no target columns: looked for columns {looked_for}, found {listed(names)}. "
        f"{about_names(names)}"
    )
