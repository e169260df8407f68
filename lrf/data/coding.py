"""Columns of words as codes, and why some that look like one are none."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from lrf.data.quantities import LEAVE_OUT, about_quantity
from lrf.data.words import are_quantities, complaint, looks_like_a_number, number_of

__all__ = ["Flaw", "Text", "TextBuilder", "find_flaw", "text_of"]

Array: TypeAlias = npt.NDArray[Any]


@attrs.frozen
class Flaw:
    """Why a column is neither one of numbers nor one of words.

    Parameters
    ----------
    row : int
        Where this shows first, counted from 0.
    message : str
        What is wrong there.
    is_quantity : bool
        Whether what it holds means numbers or dates, so that it does not name the rows.
    """

    row: int
    message: str
    is_quantity: bool = False


@attrs.frozen(eq=False)
class Text:
    """A column of words.

    Parameters
    ----------
    codes : ndarray of float64, shape (n_rows,)
        Which word stands in each row, NaN where it is missing.
    words : tuple of str
        The words, sorted.
    """

    codes: Array
    words: tuple[str, ...]


def _as_it_is(cell: str | None) -> str | None:
    return cell


class TextBuilder:
    """A column of words that comes piece by piece.

    Parameters
    ----------
    clean : callable, optional
        ``clean(cell) -> word``, None if the cell says that a value is missing; a word stays what
        it is.
    """

    def __init__(self, clean: Callable[[Any], str | None] = _as_it_is) -> None:
        self._clean = clean
        self._codes: dict[Any, float] = {}  # of cells and of words, which may be one and the same
        self._words: list[str] = []  # in the order in which they come
        self._pieces: list[Array] = []

    def extend(self, cells: Iterable[Any]) -> None:
        """Add cells."""
        known = self._codes
        found = [known[cell] if cell in known else self._code(cell) for cell in cells]
        self._pieces.append(np.array(found, dtype=np.float64))

    def _code(self, cell: Any) -> float:
        word = self._clean(cell)
        if word is None:
            code = np.nan
        elif word in self._codes:
            code = self._codes[word]
        else:
            code = self._codes[word] = float(len(self._words))
            self._words.append(word)
        self._codes[cell] = code
        return code

    def build(self) -> Text:
        """Return the column, to which nothing can be added any more."""
        self._codes.clear()  # the largest part of the memory
        codes = np.concatenate(self._pieces or [np.empty(0)])
        by_word = sorted(range(len(self._words)), key=self._words.__getitem__)
        final = np.full(len(by_word) + 1, np.nan)
        final[by_word] = np.arange(len(by_word))
        codes[np.isnan(codes)] = len(by_word)
        return Text(final[codes.astype(np.intp)], tuple(map(self._words.__getitem__, by_word)))


def text_of(words: Iterable[str | None]) -> Text:
    """Return a column of words, None for those that are missing."""
    builder = TextBuilder()
    builder.extend(words)
    return builder.build()


def find_flaw(text: Text) -> Flaw | None:
    """Return why a column of words is none: it holds numbers, too, or what was meant as one.

    A column in which one cell of many is no number is more likely to hold a mistake than answers.
    Dates, percentages and the like mean quantities, and have an order that names have not.
    """
    are_numbers = are_quantities(text.words)
    if not are_numbers and not any(map(looks_like_a_number, text.words)):
        return None
    wrong = [code for code, word in enumerate(text.words) if number_of(word) is None]
    rows = np.flatnonzero(np.isin(text.codes, wrong))
    if not rows.size:
        return None
    row = int(rows[0])
    word = text.words[int(text.codes[row])]
    otherwise = LEAVE_OUT if about_quantity(word) else ""
    return Flaw(row, complaint(word) + otherwise, are_numbers)
