"""Orders as positions, and positions as orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf, isnan, nan
from typing import Any

import numpy as np

from lrf.errors import RankingError
from lrf.given import shown
from lrf.rankings.distinct import distinct_rankings
from lrf.rankings.labels import as_name, label_names, sorted_labels, unique_names, unknown_label
from lrf.rankings.notation import Groups, parse_order, write_order
from lrf.rankings.tables import is_missing
from lrf.rankings.ties import Floats
from lrf.rankings.validation import validate_rankings
from lrf.wording import cited

__all__ = ["from_orders", "order_labels", "to_orders"]


def from_orders(
    orders: Iterable[Any], labels: Iterable[Any] | None = None, unlisted: str = "missing"
) -> Floats:
    """Turn orders into positions.

    Parameters
    ----------
    orders : iterable of orders, best label first
        Each is a text such as ``"b>a=c"`` or ``"b > {a, c}"``, or a sequence of labels in which a
        set, list or tuple stands for a tie, such as ``["b", {"a", "c"}]``. None and NaN in a
        sequence are skipped, so a DataFrame of first, second, ... choices will do.
    labels : iterable of labels, optional
        Which label belongs to which column. Default: `order_labels` of the orders.
    unlisted : {"missing", "last"}
        What it means that an order leaves out a label: it was not ranked (NaN), or it comes after
        all others and ties with whatever else was left out.

    Returns
    -------
    positions : ndarray of float64, shape (n_orders, n_labels)
        Average positions for ties.

    Raises
    ------
    RankingError
        If an order is malformed, empty, names a label twice, or one that is not in `labels`. The
        message names the row, counted from 0.

    Examples
    --------
    >>> from_orders(["b>a=c", "c>a"])
    array([[2.5, 1. , 2.5],
           [2. , nan, 1. ]])
    """
    if unlisted not in ("missing", "last"):
        raise RankingError(f"unlisted must be 'missing' or 'last', not {unlisted!r}")
    parsed: Iterable[Groups] = _parse_all(orders)
    if labels is None:
        parsed = list(parsed)
        if unlisted == "missing":
            _refuse_a_single_order(parsed)
    names = _sorted_labels(parsed) if labels is None else unique_names(labels)
    columns = {name: j for j, name in enumerate(names)}
    rows = (_position_row(i, groups, columns, unlisted) for i, groups in enumerate(parsed))
    # Rows of no labels are refused before numpy could.
    table: Floats = np.fromiter(rows, dtype=np.dtype((np.float64, max(1, len(names)))))
    return table


def order_labels(orders: Iterable[Any]) -> tuple[str, ...]:
    """Return the labels that occur in orders, sorted; by value if all are whole numbers.

    Parameters
    ----------
    orders : iterable of orders
        As in `from_orders`.

    Raises
    ------
    RankingError
        If an order is malformed.

    Examples
    --------
    >>> order_labels(["b>a=c", "c>d"])
    ('a', 'b', 'c', 'd')
    """
    return sorted_labels(labels_among(orders))


def labels_among(orders: Iterable[Any], most: float = inf) -> set[str]:
    """Return the labels that occur in orders; of more than `most`, those that come first.

    Raises
    ------
    RankingError
        If an order is malformed.
    """
    names: set[str] = set()
    for groups in _parse_all(orders):
        names.update(*groups)
        if len(names) > most:
            break
    return names


def to_orders(Y: Any, labels: Iterable[Any] | None = None) -> list[str]:
    """Turn positions into orders.

    Parameters
    ----------
    Y : array-like or DataFrame of shape (n, k)
        Positions; labels that were not ranked (NaN) are left out.
    labels : iterable of k labels, optional
        The names of the columns. Default: `label_names` of `Y`.

    Returns
    -------
    orders : list of str
        Such as ``"b>a=c"``. `from_orders` with the same labels reads them back; labels that hold
        signs of this notation stand in double quotes.

    Raises
    ------
    RankingError
        If a row holds no positions, or there is not one label per column.

    Examples
    --------
    >>> to_orders([[1.5, 1.5, 3], [3, 1, 2]], labels=["a", "b", "c"])
    ['a=b>c', 'b>c>a']
    """
    positions = validate_rankings(Y)
    names = label_names(Y) if labels is None else unique_names(labels)
    if len(names) != positions.shape[1]:
        raise RankingError(
            f"Y has {positions.shape[1]} columns, but the number of labels given is {len(names)}"
        )
    rankings, codes = distinct_rankings(positions)
    texts = [write_order(_tied_names(row, names)) for row in rankings.tolist()]
    return [texts[code] for code in codes]


def _parse_all(orders: Iterable[Any]) -> Iterator[Groups]:
    """Yield the labels of each order; those of all take many times the memory of the text."""
    problem = _no_orders(orders)
    if problem is not None:
        raise RankingError(problem)
    if getattr(orders, "ndim", 1) == 2:  # iterating over a DataFrame gives its column names
        orders = np.asarray(orders)
        _refuse_scores(orders)
    n_orders = 0
    for order in orders:
        yield _parse(n_orders, order)
        n_orders += 1
    if n_orders == 0:
        raise RankingError("there are no orders")


def _no_orders(orders: Any) -> str | None:
    """Return why something is no list of orders, and what to pass instead."""
    if isinstance(orders, str | bytes):
        return f"orders must be a list of orders; for a single one pass [{orders!r}]"
    if hasattr(orders, "toarray"):
        return "orders is a sparse matrix, which holds no orders"
    if isinstance(orders, Mapping):
        return "orders is a dictionary; pass list(orders.values()), if its values are the orders"
    if isinstance(orders, set | frozenset):
        return "orders is a set, whose rows have no order; pass a list"
    if isinstance(orders, type) or not (isinstance(orders, Iterable) or hasattr(orders, "ndim")):
        return f"orders is {shown(orders)}; pass a list of orders"
    if getattr(orders, "ndim", 1) > 2:
        return f"orders has the shape {np.shape(orders)}; it needs one row for each order"
    return None


def _refuse_scores(table: Any) -> None:
    """Refuse a table of numbers that are no labels, as hardly two of them are equal."""
    if table.dtype.kind != "f" or len(table) < 2:
        return
    numbers = table[~np.isnan(table)]
    if np.unique(numbers).size == numbers.size and (np.mod(numbers, 1) != 0).any():
        raise RankingError(
            f"orders: row 0 holds {table[0, 0]:g}, which looks like a score and not like a label; "
            f"convert scores with lrf.from_scores(orders)"
        )


def _refuse_a_single_order(parsed: list[Groups]) -> None:
    """Refuse a single order whose labels were passed one by one."""
    names = [groups[0][0] for groups in parsed if len(groups) == 1 == len(groups[0])]
    if len(names) == len(parsed) > 1 and len(set(names)) == len(names):
        raise RankingError(
            f"orders: each row names a single label, such as {cited(names[0])}; orders are rows: "
            f"for a single order pass [orders]"
        )


def _parse(i: int, order: Any) -> Groups:
    if isinstance(order, str) and order.strip():
        try:
            return parse_order(order)
        except RankingError as error:
            raise RankingError(f"orders: row {i}: {error}") from None
    if isinstance(order, set | frozenset | Mapping):
        kind = "dictionary" if isinstance(order, Mapping) else "set"
        raise RankingError(f"orders: row {i} is a {kind}, which has no order; use a list")
    is_empty = isinstance(order, str) or is_missing(order)
    entries: Iterable[Any] = () if is_empty else order
    if not isinstance(entries, Iterable):
        raise RankingError(f"orders: row {i} is {order!r}, which is neither text nor a sequence")
    groups = [_group(i, entry) for entry in entries if not is_missing(entry)]
    if not any(groups):
        raise RankingError(f"orders: row {i} ranks no label; leave such rows out")
    return groups


def _group(i: int, entry: Any) -> list[str]:
    names = (
        [as_name(label) for label in entry]
        if isinstance(entry, set | frozenset | list | tuple)
        else [as_name(entry)]
    )
    if "" in names:
        raise RankingError(f"orders: row {i} holds a label without a name")
    return names


def _sorted_labels(parsed: Iterable[Groups]) -> tuple[str, ...]:
    return sorted_labels({label for groups in parsed for group in groups for label in group})


def _position_row(i: int, groups: Groups, columns: dict[str, int], unlisted: str) -> list[float]:
    row = [nan] * len(columns)
    before = 0
    for group in groups:
        position = before + (len(group) + 1) / 2
        for label in group:
            j = columns.get(label)
            if j is None:
                raise RankingError(f"orders: row {i} names {unknown_label(label, list(columns))}")
            if not isnan(row[j]):
                raise RankingError(f"orders: row {i} names the label {cited(label)} twice")
            row[j] = position
        before += len(group)
    if unlisted == "last":
        last = (before + 1 + len(columns)) / 2
        row = [last if isnan(position) else position for position in row]
    return row


def _tied_names(row: Sequence[float], names: Sequence[str]) -> list[list[str]]:
    """Return the ranked labels, tied ones together, best group first."""
    groups: dict[float, list[str]] = {}
    for position, name in zip(row, names, strict=True):
        if not isnan(position):
            groups.setdefault(position, []).append(name)
    return [groups[position] for position in sorted(groups)]
