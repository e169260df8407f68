"""The columns of a table, whichever file or frame they come from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import attrs
import numpy as np
import numpy.typing as npt

from lrf.data.coding import Flaw, Text
from lrf.data.hints import no_column
from lrf.data.words import complaint
from lrf.errors import DataError
from lrf.wording import cited

__all__ = ["Columns"]

Array: TypeAlias = npt.NDArray[Any]
Entry = TypeVar("Entry")


@attrs.frozen(eq=False, kw_only=True)
class Columns:
    """Named columns of numbers and words, and where they stand for whoever has to correct them.

    Parameters
    ----------
    source : str
        What messages call the table.
    name : str
        What to call the data set.
    names : tuple of str
        The names of the columns.
    values : ndarray of float64, shape (n_rows, n_columns)
        Numbers, and for words their codes; NaN where something is missing.
    words : mapping of int to tuple of str
        For each column of words what its codes stand for.
    flaws : mapping of int to Flaw
        Columns that can be no feature.
    rankings : mapping of int to tuple of str
        Columns of words that are known to hold orders, and the labels that these rank.
    place : callable
        ``place(row) -> str``, such as "line 12".
    cell : callable
        ``cell(row, column) -> str``: what stands there, word for word.
    """

    source: str
    name: str
    names: tuple[str, ...]
    values: Array
    words: Mapping[int, tuple[str, ...]]
    flaws: Mapping[int, Flaw] = attrs.field(factory=dict)
    rankings: Mapping[int, tuple[str, ...]] = attrs.field(factory=dict)
    place: Callable[[int], str]
    cell: Callable[[int, int], str]

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.values)

    def without(self, ignored: Sequence[str]) -> Columns:
        """Return the same table without some columns.

        Parameters
        ----------
        ignored : sequence of str
            Their names.

        Raises
        ------
        DataError
            If there is no column of such a name.
        """
        for name in ignored:
            if name not in self.names:
                raise DataError(f"{self.source}: {no_column(name, self.names)}")
        if not ignored:
            return self
        kept = [j for j, name in enumerate(self.names) if name not in ignored]
        return attrs.evolve(
            self,
            names=tuple(self.names[j] for j in kept),
            values=self.values[:, kept],
            words=_renumbered(self.words, kept),
            flaws=_renumbered(self.flaws, kept),
            rankings=_renumbered(self.rankings, kept),
            cell=lambda row, j: self.cell(row, kept[j]),
        )

    def text(self, column: int) -> Text:
        """Return a column of words."""
        return Text(self.values[:, column], self.words[column])

    def error(self, row: int, columns: Sequence[int], message: str) -> DataError:
        """Return an error about one or more columns in a row."""
        return DataError(f"{self.source}, {self.place(row)}, {self.called(columns)}: {message}")

    def called(self, columns: Sequence[int]) -> str:
        """Return such as "column 'a'" or "columns 'a' to 'c'"."""
        first, last = self.names[columns[0]], self.names[columns[-1]]
        return (
            f"column {cited(first)}"
            if first == last
            else f"columns {cited(first)} to {cited(last)}"
        )

    def numbers(self, columns: Sequence[int], finite: bool = False) -> Array:
        """Return columns of numbers, shape (n_rows, number of columns); NaN where one is missing.

        Parameters
        ----------
        columns : sequence of int
            Which ones.
        finite : bool
            Whether infinite numbers are refused.

        Raises
        ------
        DataError
            About the first cell that is no number, or infinite.
        """
        for column in columns:
            self._check_numbers(column)
        found: Array = self.values[:, list(columns)]
        infinite = np.argwhere(np.isinf(found)) if finite else np.empty((0, 2), dtype=np.intp)
        if len(infinite):
            row, column = int(infinite[0, 0]), columns[int(infinite[0, 1])]
            raise self.error(row, [column], complaint(self.cell(row, column)))
        return found

    def _check_numbers(self, column: int) -> None:
        if column in self.flaws:
            flaw = self.flaws[column]
            raise self.error(flaw.row, [column], flaw.message)
        if column in self.words:
            row = int(np.argmax(~np.isnan(self.values[:, column])))
            raise self.error(row, [column], complaint(self.cell(row, column)))


def _renumbered(table: Mapping[int, Entry], kept: Sequence[int]) -> dict[int, Entry]:
    """Return what is said about columns by the numbers that they have among those that are kept."""
    return {new: table[old] for new, old in enumerate(kept) if old in table}
