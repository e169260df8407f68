"""Which columns of a table hold the rankings, and which the features."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase

import attrs

from lrf.errors import DataError

__all__ = ["PREFIX", "Layout", "find_layout", "label_of"]

PREFIX = "rank_"
WILDCARDS = frozenset("*?[")


@attrs.frozen
class Layout:
    """The columns of a table by what they hold, counted from 0.

    Parameters
    ----------
    features : tuple of int
        Columns of numbers.
    ranks : tuple of int
        Columns of positions, one for each of `labels`.
    labels : tuple of str
        What the columns of positions rank.
    order : int or None
        The column of orders, if the rankings are written so.
    """

    features: tuple[int, ...]
    ranks: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    order: int | None = None


def find_layout(
    names: Sequence[str],
    ranks: str | None = None,
    order_column: str | None = None,
    require_targets: bool = True,
) -> Layout:
    """Tell features and targets apart by the names of the columns.

    Columns called ``rank_<label>`` never become features, also where the rankings are read from
    other columns: they would give the answer away.

    Parameters
    ----------
    names : sequence of str
        The names of all columns.
    ranks : str, optional
        A glob that the columns of positions match, such as ``"pos_*"``.
    order_column : str, optional
        The name of the column that holds orders such as ``a>b>c``.
    require_targets : bool
        Whether a table without targets is refused.

    Raises
    ------
    DataError
        If there are no targets, a single one, or no features.
    """
    if ranks is not None and order_column is not None:
        raise DataError("the rankings are either in columns of ranks or in an order column")
    if order_column is not None:
        layout = _with_orders(names, order_column, require_targets)
    else:
        layout = _with_ranks(names, PREFIX + "*" if ranks is None else ranks)
        if require_targets:
            _check_ranks(layout, names, ranks)
    if not layout.features:
        raise DataError("no feature columns: every column is a target")
    return layout


def label_of(column: str, pattern: str) -> str:
    """Return what a column ranks: its name without the prefix that a glob ``prefix*`` fixes."""
    prefix = pattern.removesuffix("*")
    if pattern.endswith("*") and WILDCARDS.isdisjoint(prefix):
        return column.removeprefix(prefix) or column
    return column


def _with_orders(names: Sequence[str], order_column: str, require: bool) -> Layout:
    features = tuple(
        i for i, name in enumerate(names) if name != order_column and not name.startswith(PREFIX)
    )
    if order_column in names:
        return Layout(features, order=names.index(order_column))
    if not require:
        return Layout(features)
    close = get_close_matches(order_column, names, 1)
    hint = f"; did you mean {close[0]!r}?" if close else f"; there are {_listed(names)}"
    raise DataError(f"no column {order_column!r}{hint}")


def _with_ranks(names: Sequence[str], pattern: str) -> Layout:
    targets = tuple(i for i, name in enumerate(names) if fnmatchcase(name, pattern))
    features = tuple(
        i for i, name in enumerate(names) if i not in targets and not name.startswith(PREFIX)
    )
    return Layout(features, targets, tuple(label_of(names[i], pattern) for i in targets))


def _check_ranks(layout: Layout, names: Sequence[str], ranks: str | None) -> None:
    if len(layout.ranks) == 1:
        raise DataError(f"a single target column, {names[layout.ranks[0]]!r}: nothing to rank")
    if layout.ranks:
        return
    wanted = f"called {PREFIX}<label>" if ranks is None else f"that match {ranks!r}"
    raise DataError(
        f"no target columns: looked for columns {wanted}, found {_listed(names)}. Pass --ranks "
        f"'GLOB' (ranks=) for positions in columns of another name, or --order-column NAME "
        f"(order_column=) for a column of orders such as a>b>c"
    )


def _listed(names: Sequence[str], most: int = 8) -> str:
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown}, ... ({len(names)} columns)"
