"""Rankings in the formats of PrefLib (Mattei and Walsh 2013): orders, and how many gave each.

There are four kinds: ``soc`` and ``toc`` hold complete orders, ``soi`` and ``toi`` may leave
alternatives out; ``soc`` and ``soi`` hold no ties. After a header, in the new or the old writing,
there is a line for each order: its count, and then the numbers of the alternatives, the best
first, those of a tie in braces.

    # DATA TYPE: toc               or, until 2022:  3
    # NUMBER ALTERNATIVES: 3                        1,tea
    # NUMBER VOTERS: 5                              2,milk
    # NUMBER UNIQUE ORDERS: 2                       3,rum
    # ALTERNATIVE NAME 1: tea                       5,5,2
    ...                                             3,1,{2,3}
    3: 1, {2, 3}                                    2,3,1,2
    2: 3, 1, 2
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lrf.data.preflib_header import KINDS, MOST_DIGITS, Header, Line, count_in, read_header
from lrf.data.text import head_of, lines_of, read_text
from lrf.data.votes import Votes
from lrf.errors import DataError
from lrf.memory import check_room
from lrf.wording import cited, counted

__all__ = ["is_preflib", "read_preflib"]

# Braces and commas with nothing between them occur in old files, and mean nothing.
TIE = re.compile(r"(?<![^,])\{[0-9,]*+\}(?![^,])")
PLAIN = re.compile(r"[0-9,]*+")
TOO_LARGE = re.compile(f"[0-9]{{{MOST_DIGITS + 1}}}")
# So many times the signs of an order of all alternatives, for blanks and for what means nothing.
SLACK = 10
GROUP = re.compile(r"\{([0-9,]*)\}|([0-9]+)")

Array: TypeAlias = npt.NDArray[Any]
Groups: TypeAlias = list[list[int]]


def is_preflib(path: Path) -> bool:
    """Whether a path is that of a file of PrefLib's, by its name or by its first lines."""
    head = head_of(path)
    if path.suffix.lower().removeprefix(".") in KINDS:
        return path.is_file()
    return head.removeprefix(codecs.BOM_UTF8).startswith(b"#") and b"# NUMBER ALTERNATIVES" in head


def read_preflib(path: Path) -> Votes:
    """Read a file of PrefLib's.

    Parameters
    ----------
    path : Path
        UTF-8 text.

    Returns
    -------
    Votes
        A ranking for each line; the weights are the counts. Names that occur twice are told
        apart by the number of the alternative.

    Raises
    ------
    DataError
        If something is wrong; the message names the file and the line. So it is if the file
        holds more or fewer orders, or votes, than its header says, as one that was cut off does.
    """
    text = read_text(path)
    header, lines = read_header(path, _lines(text))
    if len(header.names) < 2:
        raise DataError(f"{path}: {counted(len(header.names), 'alternative')}: nothing to rank")
    n_orders = sum(1 for _ in _lines(text)) - header.n_lines
    check_room(str(path), n_orders, len(header.names))
    rankings = np.full((n_orders, len(header.names)), np.nan)
    counts = [*_votes(path, header, lines, rankings)]
    _check_numbers(path, header, counts)
    return Votes(
        name=path.stem,
        label_names=tuple(header.names.values()),
        rankings=rankings,
        weights=np.array(counts, dtype=np.float64),
    )


def _lines(text: str) -> Iterator[Line]:
    """Yield the lines that are not blank; names may hold what else Python takes for an end."""
    for number, line in enumerate(lines_of(text, None), 1):
        stripped = line.strip()
        if stripped:
            yield Line(number, stripped)


def _votes(path: Path, header: Header, lines: Iterable[Line], rankings: Array) -> Iterator[int]:
    """Fill in the rankings, and yield the count of each."""
    separator = "," if header.is_old else ":"
    columns = {number: j for j, number in enumerate(header.names)}
    longest = SLACK * sum(len(str(number)) + len("{}, ") for number in columns)
    for row, line in zip(rankings, lines, strict=True):
        where = f"{path}, line {line.number}"
        count, found, text = line.text.partition(separator)
        if not found:
            raise DataError(f"{where}: no {separator!r} after the count of the order")
        number = count_in(count, where, "count of an order")
        if number == 0:
            raise DataError(f"{where}: the count of the order is 0")
        if len(text) > longest:
            raise DataError(f"{where}: the order is longer than one of all alternatives can be")
        groups = _order(where, header, text)
        row[[columns[one] for group in groups for one in group]] = _positions(groups)
        yield number


def _positions(groups: Groups) -> list[float]:
    """Return the positions of the alternatives of an order, one after another."""
    if max(map(len, groups)) == 1:
        return list(range(1, len(groups) + 1))
    positions: list[float] = []
    for group in groups:
        positions += [len(positions) + (len(group) + 1) / 2] * len(group)
    return positions


def _order(where: str, header: Header, text: str) -> Groups:
    """Return the alternatives of an order, those of a tie together."""
    bare = "".join(text.split())
    if not PLAIN.fullmatch(TIE.sub("", bare)) or TOO_LARGE.search(bare):
        raise DataError(
            f"{where}: {cited(text.strip())} is no order; numbers of alternatives stand between "
            f"commas, and those of a tie in braces"
        )
    if "{" in bare:
        tied = [one or other for one, other in GROUP.findall(bare)]
        groups = [[int(number) for number in group.split(",") if number] for group in tied]
    else:
        groups = [[int(number)] for number in bare.split(",") if number]
    groups = [group for group in groups if group]
    _check_order(where, header, groups)
    return groups


def _check_order(where: str, header: Header, groups: Groups) -> None:
    ranked = [number for group in groups for number in group]
    if not ranked:
        raise DataError(f"{where}: the order ranks nothing")
    seen = set(ranked)
    if len(seen) < len(ranked) or not header.names.keys() >= seen:
        _refuse_alternatives(where, header, ranked)
    if header.kind in ("soc", "soi") and len(groups) < len(ranked):
        raise DataError(f"{where}: a tie, but there are none in files of the kind {header.kind}")
    if header.kind in ("soc", "toc") and len(ranked) < len(header.names):
        missing = next(number for number in header.names if number not in seen)
        raise DataError(
            f"{where}: alternative {missing} is missing, but orders are complete in files of the "
            f"kind {header.kind}"
        )


def _refuse_alternatives(where: str, header: Header, ranked: Sequence[int]) -> None:
    """Raise if an alternative stands in an order twice, or is none."""
    seen: set[int] = set()
    for number in ranked:
        if number not in header.names:
            raise DataError(f"{where}: there is no alternative {number}")
        if number in seen:
            raise DataError(f"{where}: alternative {number} stands there twice")
        seen.add(number)


def _check_numbers(path: Path, header: Header, counts: Sequence[int]) -> None:
    if not counts:
        raise DataError(f"{path}: no orders below the header")
    for said, found, noun in [
        (header.n_orders, len(counts), "order"),
        (header.n_voters, sum(counts), "vote"),
    ]:
        if said is not None and said != found:
            raise DataError(
                f"{path}: the header speaks of {counted(said, noun)}, but there "
                f"{'is' if found == 1 else 'are'} {found}; is the file complete?"
            )
