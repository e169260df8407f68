"""JSON Lines: text with one JSON object a line, its numbers and its ranking.

    {"age": 31, "income": 2.5, "order": "b>a=c"}
    {"age": 54, "order": ["a", ["b", "c"]]}

or, in another file,

    {"age": 27, "income": 3.1, "rank_a": 2, "rank_b": 1, "rank_c": 3}

A ranking is an order, best first, as text or as a list in which tied labels are a list of their
own; or it is positions, 1 = best. A number that an object leaves out, or that is null, is missing;
a label that an object leaves out is not ranked. Ballots may be a ranking and nothing else.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import numpy as np

from lrf.plugin import (
    DataError,
    Dataset,
    RankingError,
    Reader,
    from_orders,
    hookimpl,
    order_labels,
    validate_rankings,
)

__all__ = ["lrf_readers", "read", "recognises"]

SUFFIXES = (".jsonl", ".ndjson")
ORDER = "order"
RANKS = "rank_*"

#: Where an object stands, for messages, and what it holds.
Object = tuple[str, dict[str, Any]]


def recognises(path: Path, head: bytes) -> bool:
    """Return whether a file is called like JSON Lines."""
    return path.is_file() and path.suffix.lower() in SUFFIXES


def read(
    path: Path,
    ranks: str | None = None,
    order_column: str | None = None,
    require_targets: bool = True,
) -> Dataset:
    """Return the objects of a file.

    Parameters
    ----------
    path : Path
        UTF-8 text; empty lines do not count.
    ranks : str, optional
        A glob that the keys of positions match; without it, they are called ``rank_<label>``.
    order_column : str, optional
        The key of orders; without it, ``order``, if there is one.
    require_targets : bool
        Whether a file without rankings is refused; if not, `Dataset.Y` has no columns then.

    Raises
    ------
    DataError
        If something is wrong; the message names the file and the line.
    """
    objects = list(_objects(path))
    names = list(dict.fromkeys(name for _, found in objects for name in found))
    if order_column is None and ranks is None and ORDER in names:
        order_column = ORDER
    pattern = RANKS if ranks is None else ranks
    targets = [name for name in names if fnmatchcase(name, pattern)]
    if order_column is None and targets:
        labels, Y = _read_positions(objects, targets, pattern)
    elif order_column in names:
        labels, Y = _read_orders(objects, str(order_column))
    elif require_targets:
        looked_for = pattern if order_column is None else order_column
        raise DataError(f"{path}: no rankings under {looked_for!r}; keys: {', '.join(names)}")
    else:
        labels, Y = (), np.empty((len(objects), 0))
    if len(labels) == 1:
        raise DataError(f"{path}: a single label, {labels[0]!r}: nothing to rank")
    # Rankings in another writing would give the answer away.
    features = [name for name in names if name != order_column and name not in targets]
    features = [name for name in features if not fnmatchcase(name, RANKS)]
    numbers = [[_number(one, name) for name in features] for one in objects]
    X = np.array(numbers, dtype=np.float64).reshape(len(objects), len(features))
    return Dataset(name=path.stem, X=X, Y=Y, feature_names=features, label_names=labels)


def _objects(path: Path) -> Iterator[Object]:
    """Yield the objects of a file; there is at least one."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: this is no text in UTF-8: {error}") from error
    if not any(line.strip() for line in lines):
        raise DataError(f"{path}: the file is empty")
    for number, line in enumerate(lines, 1):
        if line.strip():
            where = f"{path}, line {number}"
            yield where, _object(where, line)


def _object(where: str, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line, object_pairs_hook=_without_repetition)
    except json.JSONDecodeError as error:
        raise DataError(f"{where}, column {error.colno}: {error.msg}") from error
    except ValueError as error:
        raise DataError(f"{where}: {error}") from error
    if not isinstance(found, dict):
        raise DataError(f'{where}: must be an object in braces, such as {{"x": 1.5}}')
    return found


def _without_repetition(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the key {max(names, key=names.count)!r} stands there twice")
    return found


def _number(one: Object, name: str) -> float:
    """Return a number of an object; NaN if it is not there."""
    where, found = one
    value = found.get(name)
    if value is None:
        return math.nan
    if not isinstance(value, int | float):
        raise DataError(f"{where}, key {name!r}: {value!r} is not a number")
    if not math.isfinite(value):
        raise DataError(
            f"{where}, key {name!r}: {value!r} is not finite; write null if it is missing"
        )
    return float(value)


def _read_orders(objects: Sequence[Object], key: str) -> tuple[Sequence[str], Any]:
    """Return the labels, sorted, and the positions."""
    orders = []
    for where, found in objects:
        order = found.get(key)
        _try(f"{where}, key {key!r}", from_orders, [order])
        orders.append(order)
    labels = order_labels(orders)
    return labels, from_orders(orders, labels)


def _read_positions(
    objects: Sequence[Object], keys: Sequence[str], pattern: str
) -> tuple[Sequence[str], Any]:
    """Return the labels, in the order of the keys, and the positions."""
    prefix = pattern.removesuffix("*")
    labels = [name.removeprefix(prefix) or name for name in keys]
    positions = []
    for one in objects:
        row = [[_number(one, name) for name in keys]]
        positions.append(_try(f"{one[0]}, keys {pattern!r}", validate_rankings, row)[0])
    return labels, np.array(positions)


def _try(where: str, function: Callable[[Any], Any], table: list[Any]) -> Any:
    """Call a function with a table of one row; say where that is if it is no ranking."""
    try:
        return function(table)
    except RankingError as error:
        what = str(error).partition("row 0")[2].lstrip(": ") or str(error)
        raise DataError(f"{where}: {what}") from error


@hookimpl
def lrf_readers() -> list[Reader]:
    """Offer the reader."""
    return [
        Reader(
            name="json-lines",
            summary="one JSON object a line: numbers, and an order or positions",
            reference="https://jsonlines.org",
            recognises=recognises,
            read=read,
        )
    ]
