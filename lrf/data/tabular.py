"""A table of columns as a data set: rankings, features, and a note about what was left out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lrf.components import Dataset
from lrf.data.columns import Columns
from lrf.data.doubts import doubts
from lrf.data.layout import PREFIX, Layout, find_layout
from lrf.data.repeats import ENOUGH_ROWS, find_repeats, holds_orders
from lrf.data.targets import Targets, read_targets
from lrf.data.wanted import Wanted
from lrf.errors import DataError
from lrf.wording import cited, listed

__all__ = ["dataset_of", "numbers_of_features", "rankings_of"]

Array: TypeAlias = npt.NDArray[Any]


def dataset_of(columns: Columns, wanted: Wanted) -> Dataset:
    """Tell rankings and features of a table apart.

    Parameters
    ----------
    columns : Columns
        The table.
    wanted : Wanted
        Where the rankings are said to be. If nothing is said, they are in columns called
        ``rank_<label>``, or otherwise in the only column of orders.

    Raises
    ------
    DataError
        If there are no rankings, no features, or something is wrong with them.
    """
    columns = columns.without(wanted.ignore)
    layout, targets, notes = rankings_of(columns, wanted)
    repeats = find_repeats(columns, layout.targets, targets.labels, targets.positions)
    if repeats and layout.targets:
        notes.append(f"left out, since they repeat the rankings: {_names(columns, repeats)}")
    features = _without(range(len(columns.names)), {*layout.targets, *repeats})
    if wanted.require_targets:
        identifiers = _identifiers(columns, features)
        if identifiers:
            notes.append(f"left out, since no text occurs twice: {_names(columns, identifiers)}")
        features = _without(features, identifiers)
        notes += doubts(columns, features)
    return Dataset(
        name=columns.name,
        X=numbers_of_features(columns, features),
        Y=targets.positions,
        feature_names=[columns.names[i] for i in features],
        label_names=targets.labels,
        categories={
            j: columns.words[column] for j, column in enumerate(features) if column in columns.words
        },
        scores=targets.scores,
        higher_is_better=wanted.higher_is_better,
        notes=[f"{columns.source}: {note}" for note in notes],
    )


def rankings_of(columns: Columns, wanted: Wanted) -> tuple[Layout, Targets, list[str]]:
    """Return where the rankings of a table are, what they are, and notes about how they were found.

    Raises
    ------
    DataError
        If there are none, or something is wrong with them.
    """
    notes: list[str] = []
    try:
        layout = _layout(columns, wanted, notes)
    except DataError as error:
        raise DataError(f"{columns.source}: {error}") from error
    if columns.n_rows == 0:
        raise DataError(f"{columns.source}: no rows below the names of the columns")
    targets = read_targets(columns, layout, wanted)
    if layout.writing == "orders" and _are_lists_of_the_best(targets.positions):
        notes.append(
            "no order lists all labels; those left out count as not ranked: if they are the last, "
            "pass --read unlisted=last (unlisted='last')"
        )
    return layout, targets, notes


def _are_lists_of_the_best(positions: Array) -> bool:
    """Whether all rows rank equally many labels, but not all, as the first few of a list."""
    counts = np.count_nonzero(~np.isnan(positions), axis=1)
    counts = counts[counts > 0]
    return bool(counts.size) and 1 < counts.min() == counts.max() < positions.shape[1]


def _layout(columns: Columns, wanted: Wanted, notes: list[str]) -> Layout:
    """Find the rankings by what was said, by the names of the columns, or by what they hold."""
    wanted.check()
    by_name = any(name.startswith(PREFIX) for name in columns.names)
    if wanted.nothing_said and (columns.rankings or not by_name):
        known = sorted(columns.rankings)
        found = known or [i for i, words in columns.words.items() if holds_orders(words)]
        if len(found) > 1 and wanted.require_targets:
            raise DataError(
                f"several columns hold orders: {_names(columns, found)}; name the one that is "
                f"meant with --order-column NAME (order_column=)"
            )
        if len(found) == 1:
            if not known:
                notes.append(f"column {cited(columns.names[found[0]])} was taken as the rankings")
            return Layout((found[0],), writing="orders")
    return find_layout(columns.names, wanted)


def _identifiers(columns: Columns, features: Sequence[int]) -> set[int]:
    """Return the columns of words that name the rows, of which nothing can be learned."""
    if columns.n_rows < ENOUGH_ROWS:
        return set()
    return {
        i
        for i in features
        if len(columns.words.get(i, ())) == columns.n_rows
        and not (i in columns.flaws and columns.flaws[i].is_quantity)
    }


def numbers_of_features(columns: Columns, features: Sequence[int]) -> Array:
    """Return the features, codes for words.

    Raises
    ------
    DataError
        If there are none, or a column mixes numbers and words, or holds infinite numbers.
    """
    if not features:
        raise DataError(f"{columns.source}: no feature columns: every column is a target")
    flawed = [i for i in features if i in columns.flaws]
    columns.numbers(flawed)
    columns.numbers([i for i in features if i not in columns.words], finite=True)
    return np.ascontiguousarray(columns.values[:, list(features)])


def _without(columns: Sequence[int], others: Collection[int]) -> list[int]:
    return [i for i in columns if i not in others]


def _names(columns: Columns, chosen: Collection[int]) -> str:
    return listed([columns.names[i] for i in sorted(chosen)])
