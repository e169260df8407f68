"""Files in the Attribute-Relation File Format of Weka, and its extension by rankings.

Strict where something may have been meant otherwise, such as a value that was not declared; sparse
rows, weights and relational attributes are refused.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lrf.data.arff_header import Attribute, read_header
from lrf.data.arff_rows import Rows, read_lines, read_rows
from lrf.data.coding import Flaw, Text, TextBuilder, find_flaw
from lrf.data.columns import Columns
from lrf.data.text import read_text
from lrf.data.words import as_numbers, number_of
from lrf.errors import DataError
from lrf.wording import cited, listed

__all__ = ["read_arff"]

Array: TypeAlias = npt.NDArray[Any]


def read_arff(path: Path) -> Columns:
    """Return the columns of an ARFF file.

    Parameters
    ----------
    path : Path
        The file.

    Raises
    ------
    DataError
        If something is wrong, with the line and what was expected there.
    """
    lines = read_lines(read_text(path))
    attributes = read_header(path, lines)
    builders = {j: TextBuilder() for j, each in enumerate(attributes) if each.holds != "numbers"}
    numbers: list[Array] = []
    places = array("q")
    for chunk in read_rows(path, lines, len(attributes)):
        places.extend(line for line, _ in chunk)
        cells = list(zip(*(row for _, row in chunk), strict=True))
        values = np.full((len(chunk), len(attributes)), np.nan)
        for j, attribute in enumerate(attributes):
            if j in builders:
                builders[j].extend(cells[j])
            else:
                values[:, j] = _numbers(path, chunk, j, attribute.name)
        numbers.append(values)
    values = np.concatenate(numbers or [np.empty((0, len(attributes)))])
    return _columns(path, attributes, values, builders, places)


def _columns(
    path: Path,
    attributes: Sequence[Attribute],
    values: Array,
    builders: dict[int, TextBuilder],
    places: Sequence[int],
) -> Columns:
    texts = {j: builder.build() for j, builder in builders.items()}
    for j, text in texts.items():
        values[:, j] = text.codes
        declared = attributes[j].values
        if attributes[j].holds == "words" and declared is not None:
            _check_declared(path, attributes[j], text.words, text.codes, places)
    return Columns(
        source=str(path),
        name=path.stem,
        names=tuple(attribute.name for attribute in attributes),
        values=values,
        words={j: text.words for j, text in texts.items()},
        flaws=_flaws(attributes, texts),
        rankings={
            j: attribute.values or ()
            for j, attribute in enumerate(attributes)
            if attribute.holds == "ranking"
        },
        place=lambda row: f"line {places[row]}",
        cell=lambda row, j: _cell(values, texts, row, j),
    )


def _flaws(attributes: Sequence[Attribute], texts: dict[int, Text]) -> dict[int, Flaw]:
    """Return what is wrong with columns of dates, and of text that was not declared as names."""
    flaws = {}
    for j, attribute in enumerate(attributes):
        if attribute.holds == "dates":
            flaws[j] = Flaw(0, "dates are not read; make numbers of them", is_quantity=True)
        elif attribute.holds == "words" and attribute.values is None:
            flaw = find_flaw(texts[j])
            if flaw is not None and flaw.is_quantity:  # "3" and "red" may both be names
                flaws[j] = flaw
    return flaws


def _cell(values: Array, texts: dict[int, Text], row: int, j: int) -> str:
    code = values[row, j]
    if j in texts and not np.isnan(code):
        return texts[j].words[int(code)]
    return f"{code:g}"


def _check_declared(
    path: Path, attribute: Attribute, words: Sequence[str], codes: Array, places: Sequence[int]
) -> None:
    declared = attribute.values or ()
    known = set(declared)
    unknown = [code for code, word in enumerate(words) if word not in known]
    if unknown:
        row = int(np.argmax(np.isin(codes, unknown)))
        raise DataError(
            f"{path}, line {places[row]}, column {cited(attribute.name)}: "
            f"{cited(words[int(codes[row])])} is none of {listed(declared, 'value')}"
        )


def _numbers(path: Path, chunk: Rows, j: int, name: str) -> Array:
    cells = [row[j] or "" for _, row in chunk]
    numbers = as_numbers(cells)
    if numbers is not None:
        return numbers
    line, cell = next(
        (line, cell)
        for (line, _), cell in zip(chunk, cells, strict=True)
        if number_of(cell) is None
    )
    raise DataError(
        f"{path}, line {line}, column {cited(name)}: {cited(cell)} is not a number, which the "
        f"header says it is"
    )
