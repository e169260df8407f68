"""What all parts of the data have in common, and how many rows each has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs
import numpy as np

from lrf.components import Array
from lrf.data.wanted import Wanted
from lrf.distributed.rows import Rows, read_rows
from lrf.errors import DataError
from lrf.estimators.categories import UNSEEN, Categories, categories_of
from lrf.rankings import order_labels

__all__ = ["Schema", "Survey", "merge", "survey"]


@attrs.frozen(eq=False)
class Survey:
    """What one part says about the columns.

    Parameters
    ----------
    called : str
        What messages call it.
    features, labels, by_order, words
        As in `Rows`.
    n_rows : int
        Number of rows.
    has_numbers, has_missing : ndarray of bool, shape (n_features,)
        Which features have numbers, and which have missing values.
    is_incomplete : bool
        Whether some rows do not rank all labels.
    """

    called: str
    features: tuple[str, ...]
    labels: tuple[str, ...]
    by_order: bool
    words: dict[int, tuple[str, ...]]
    n_rows: int
    has_numbers: Array
    has_missing: Array
    is_incomplete: bool


@attrs.frozen(eq=False)
class Schema:
    """What all parts have in common.

    Parameters
    ----------
    features, labels : tuple of str
        The names of the features and labels.
    categories : dict of int to tuple of str
        The nominal features and their categories, as estimators have them.
    has_missing : ndarray of bool, shape (n_features,)
        Which features have missing values.
    is_incomplete : bool
        Whether some rows do not rank all labels.
    sizes : tuple of int
        Number of rows of each part.
    """

    features: tuple[str, ...]
    labels: tuple[str, ...]
    categories: dict[int, Categories]
    has_missing: Array
    is_incomplete: bool
    sizes: tuple[int, ...]

    @property
    def n_rows(self) -> int:
        """Number of all rows."""
        return sum(self.sizes)

    def encode(self, rows: Rows) -> tuple[Array, Array]:
        """Return the features and positions of a part, as if all parts had been read together."""
        X = rows.X.copy()
        for j, names in self.categories.items():
            numbers = {name: float(number) for number, name in enumerate(names)}
            table = np.array([numbers[name] for name in rows.words.get(j, ())] + [UNSEEN])
            table[-1] = numbers.get(None, UNSEEN)
            X[:, j] = table[np.nan_to_num(X[:, j], nan=len(table) - 1).astype(np.intp)]
        Y = np.full((len(X), len(self.labels)), np.nan)
        Y[:, [self.labels.index(label) for label in rows.labels]] = rows.Y
        return X, Y


def survey(table: Any, called: str, wanted: Wanted) -> Survey | None:
    """Return what a part says about the columns; None if it has no rows.

    Parameters
    ----------
    table, called, wanted
        As for `read_rows`.
    """
    rows = read_rows(table, called, wanted)
    if rows is None:
        return None
    missing = np.isnan(rows.X)
    has_numbers: Array = np.asarray(~missing.all(axis=0))
    has_numbers[list(rows.words)] = False
    return Survey(
        called,
        rows.features,
        rows.labels,
        rows.by_order,
        rows.words,
        len(rows.X),
        has_numbers,
        np.asarray(missing.any(axis=0)),
        bool(np.isnan(rows.Y).any()),
    )


def merge(surveys: Sequence[Survey | None]) -> Schema:
    """Return what all parts have in common.

    Parameters
    ----------
    surveys : sequence of Survey or None
        What each part says, in their order.

    Raises
    ------
    DataError
        If they do not go together, or have no rows.
    """
    told = [part for part in surveys if part is not None]
    if not any(part.n_rows for part in told):
        raise DataError("no row of the data ranks two labels, which leaves nothing to learn from")
    first = told[0]
    for part in told[1:]:
        _compare(first, part)
    labels = order_labels([part.labels for part in told]) if first.by_order else first.labels
    categories = _categories(told)
    has_missing = np.any([part.has_missing for part in told], axis=0)
    return Schema(
        first.features,
        labels,
        categories,
        has_missing,
        any(part.is_incomplete or len(part.labels) < len(labels) for part in told),
        tuple(0 if part is None else part.n_rows for part in surveys),
    )


def _compare(first: Survey, part: Survey) -> None:
    """Refuse a part whose columns are not those of the first one."""
    pairs = [("features", first.features, part.features)]
    if not (first.by_order and part.by_order):
        pairs.append(("labels", first.labels, part.labels))
    for what, wanted, found in pairs:
        if wanted != found:
            raise DataError(
                f"{part.called} has the {what} {', '.join(found)}, but {first.called} has "
                f"{', '.join(wanted)}; all parts must have the same columns in the same order"
            )


def _categories(told: Sequence[Survey]) -> dict[int, Categories]:
    """Return the categories of each feature of words."""
    nominal = sorted({j for part in told for j in part.words})
    for j in nominal:
        of_words = next(part for part in told if j in part.words)
        of_numbers = next((part for part in told if part.has_numbers[j]), None)
        if of_numbers is not None:
            raise DataError(
                f"column {of_words.features[j]!r} holds words in {of_words.called}, but numbers in "
                f"{of_numbers.called}; make them the same"
            )
    return {
        j: _union((part.words.get(j, ()), bool(part.has_missing[j])) for part in told)
        for j in nominal
    }


def _union(parts: Iterable[tuple[Sequence[str], bool]]) -> Categories:
    names: set[str | None] = set()
    for words, has_missing in parts:
        names |= {*words, None} if has_missing else {*words}
    return categories_of(np.array([*names], dtype=object))
