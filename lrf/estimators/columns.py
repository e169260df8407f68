"""Tables of features column by column, and which of these are nominal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import attrs
import numpy as np

from lrf.data.words import are_quantities, complaint, is_quantity
from lrf.errors import ConfigError, DataError
from lrf.frames import CATEGORIES, TEXT, column_at, column_names, decoded, kinds_of, pick
from lrf.rankings.named import NamedTable
from lrf.rankings.tables import is_missing

__all__ = ["Columns", "columns_of", "nominal_columns"]


@attrs.frozen(eq=False)
class Columns:
    """The columns of a table of features.

    Parameters
    ----------
    names : tuple or None
        The columns of a DataFrame.
    kinds : tuple of str
        The type of each column, in lower case.
    column : callable
        ``column(j)`` is a Series or an array.
    select : callable
        ``select(numbers)`` is a table of some of the columns.
    """

    names: tuple[Any, ...] | None
    kinds: tuple[str, ...]
    column: Callable[[int], Any]
    select: Callable[[list[int]], Any]

    @property
    def n_columns(self) -> int:
        """Number of columns."""
        return len(self.kinds)

    def called(self, j: int) -> str:
        """Return what to call a column: its name in a DataFrame, its number otherwise."""
        return f"column {j}" if self.names is None else f"column {self.names[j]!r}"

    def may_hold_text(self) -> list[int]:
        """Return the columns whose type allows for text, categories among them."""
        return self.of_kind(TEXT + CATEGORIES)

    def of_kind(self, kinds: tuple[str, ...]) -> list[int]:
        """Return the columns whose type begins in one of some ways."""
        return [j for j, kind in enumerate(self.kinds) if kind.startswith(kinds)]


def columns_of(X: Any) -> Columns | None:
    """Return the columns of a DataFrame, an Arrow table or an array; None if it has none.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n_samples, n_features)
        The features.
    """
    names = column_names(X)
    if names is not None and not isinstance(X, Mapping | NamedTable):
        return Columns(
            names, kinds_of(X), lambda j: decoded(column_at(X, j)), lambda numbers: pick(X, numbers)
        )
    array = _as_array(X)
    if array is None or array.ndim != 2:
        return None
    return Columns(
        None,
        (str(array.dtype).lower(),) * array.shape[1],
        lambda j: array[:, j],
        lambda numbers: array[:, numbers],
    )


def _as_array(X: Any) -> Any:
    try:
        array = np.asarray(X)
        # Lists of numbers and text would all become text.
        is_text = array.dtype.kind in "US" and not isinstance(X, np.ndarray)
        return np.asarray(X, dtype=object) if is_text else array
    except ValueError:  # rows of different lengths, about which scikit-learn says more
        return None


def nominal_columns(columns: Columns, wanted: Any) -> tuple[int, ...]:
    """Return the numbers of the nominal columns, in their order.

    Parameters
    ----------
    columns : Columns
        The features.
    wanted : "auto", None, or list of int, str or bool
        The parameter ``categorical_features``, checked.

    Raises
    ------
    ConfigError
        If a column is named that does not exist.
    DataError
        If a column of text holds numbers, too, so that it is not plain what it is.
    """
    if wanted is None:
        return ()
    if wanted == "auto":
        return tuple(j for j in range(columns.n_columns) if _is_nominal(columns, j))
    if wanted and isinstance(wanted[0], bool):
        return _of_mask(wanted, columns.n_columns)
    return tuple(sorted({_find(columns, item) for item in wanted}))


def _of_mask(mask: Sequence[bool], n_columns: int) -> tuple[int, ...]:
    if len(mask) != n_columns:
        raise ConfigError(
            f"categorical_features: there are {len(mask)} truth values for {n_columns} columns of X"
        )
    return tuple(j for j, chosen in enumerate(mask) if chosen)


def _find(columns: Columns, item: int | str) -> int:
    if isinstance(item, int):
        if not 0 <= item < columns.n_columns:
            raise ConfigError(
                f"categorical_features: there is no column {item}; X has the columns 0 to "
                f"{columns.n_columns - 1}"
            )
        return item
    if columns.names is None:
        raise ConfigError(
            f"categorical_features: there is no column {item!r}, since X is no DataFrame; give "
            f"the numbers of columns"
        )
    if item not in columns.names:
        known = [str(name) for name in columns.names]
        close = get_close_matches(item, known, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"X has {', '.join(known)}"
        raise ConfigError(f"categorical_features: there is no column {item!r}; {hint}")
    return columns.names.index(item)


def _is_nominal(columns: Columns, j: int) -> bool:
    """Whether a column holds categories, or text and nothing else."""
    if columns.kinds[j].startswith(CATEGORIES):
        return True
    if not columns.kinds[j].startswith(TEXT):
        return False
    entries = np.asarray(columns.column(j), dtype=object).tolist()
    if not any(isinstance(entry, str) for entry in entries):
        return False
    _refuse_numbers(entries, columns.called(j))
    _refuse_quantities(entries, columns.called(j))
    return True


def _refuse_numbers(entries: Sequence[Any], column: str) -> None:
    """Refuse text among numbers, or numbers among text, which may be meant as either."""
    for i, entry in enumerate(entries):
        if isinstance(entry, str) and _reads_like_a_number(entry):
            raise DataError(
                f"X: row {i}, {column} holds the text {entry!r}; turn it into a number, or list "
                f"the column in categorical_features if such numbers are names"
            )
    among = next((e for e in entries if not isinstance(e, str) and not is_missing(e)), None)
    if among is not None:
        i, entry = next((i, e) for i, e in enumerate(entries) if isinstance(e, str))
        raise DataError(
            f"X: row {i}, {column} holds the text {entry!r}, other rows such as {among!r}; "
            f"replace the text with NaN if it stands for missing, or list the column in "
            f"categorical_features if it is nominal"
        )


def _refuse_quantities(entries: Sequence[Any], column: str) -> None:
    """Refuse dates, percentages and numbers written abroad, which have an order that names lack."""
    words = dict.fromkeys(entry.strip() for entry in entries if isinstance(entry, str))
    if not are_quantities(list(words)):
        return
    for i, entry in enumerate(entries):
        if isinstance(entry, str) and is_quantity(entry.strip()):
            raise DataError(
                f"X: row {i}, {column}: {complaint(entry)}; if such texts are names, list the "
                f"column in categorical_features"
            )


def _reads_like_a_number(text: str) -> bool:
    try:
        return bool(np.isfinite(float(text)))
    except ValueError:
        return False
