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
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from lrf.data.preflib_header import KINDS, Header, Line, count_in, read_header
from lrf.data.text import head_of, read_text
from lrf.data.votes import Votes
from lrf.errors import DataError
from lrf.memory import check_room
from lrf.rankings import from_orders
from lrf.wording import cited, counted

__all__ = ["is_preflib", "read_preflib"]

# Braces and commas with nothing between them occur in old files, and mean nothing.
ITEM = r"(?:[0-9]+|\{[0-9]*(?:,[0-9]*)*\})?"
ORDER = re.compile(f"{ITEM}(?:,{ITEM})*")
GROUP = re.compile(r"\{([0-9,]*)\}|([0-9]+)")

Groups = list[list[int]]


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
    header, lines = read_header(path, _lines(read_text(path)))
    if len(header.names) < 2:
        raise DataError(f"{path}: {counted(len(header.names), 'alternative')}: nothing to rank")
    check_room(str(path), len(lines), len(header.names))
    votes = list(_votes(path, header, lines))
    _check_numbers(path, header, votes)
    orders = [[[header.names[one] for one in group] for group in groups] for _, groups in votes]
    return Votes(
        name=path.stem,
        label_names=tuple(header.names.values()),
        rankings=from_orders(orders, header.names.values()),
        weights=np.array([count for count, _ in votes], dtype=np.float64),
    )


def _lines(text: str) -> list[Line]:
    """Return the lines that are not blank; names may hold what else Python takes for an end."""
    lines = enumerate(re.split(r"\r\n|\n|\r", text), 1)
    return [Line(number, line.strip()) for number, line in lines if line.strip()]


def _votes(path: Path, header: Header, lines: Sequence[Line]) -> Iterator[tuple[int, Groups]]:
    """Yield the count of each order, and the order."""
    separator = "," if header.is_old else ":"
    for line in lines:
        where = f"{path}, line {line.number}"
        count, found, text = line.text.partition(separator)
        if not found:
            raise DataError(f"{where}: no {separator!r} after the count of the order")
        number = count_in(count, where, "count of an order")
        if number == 0:
            raise DataError(f"{where}: the count of the order is 0")
        yield number, _order(where, header, text)


def _order(where: str, header: Header, text: str) -> Groups:
    """Return the alternatives of an order, those of a tie together."""
    bare = "".join(text.split())
    if not ORDER.fullmatch(bare):
        raise DataError(
            f"{where}: {cited(text.strip())} is no order; numbers of alternatives stand between "
            f"commas, and those of a tie in braces"
        )
    groups = [
        [int(number) for number in (tied or single).split(",") if number]
        for tied, single in GROUP.findall(bare)
    ]
    groups = [group for group in groups if group]
    _check_order(where, header, groups)
    return groups


def _check_order(where: str, header: Header, groups: Groups) -> None:
    ranked = [number for group in groups for number in group]
    if not ranked:
        raise DataError(f"{where}: the order ranks nothing")
    seen: set[int] = set()
    for number in ranked:
        if number not in header.names:
            raise DataError(f"{where}: there is no alternative {number}")
        if number in seen:
            raise DataError(f"{where}: alternative {number} stands there twice")
        seen.add(number)
    if header.kind in ("soc", "soi") and len(groups) < len(ranked):
        raise DataError(f"{where}: a tie, but there are none in files of the kind {header.kind}")
    if header.kind in ("soc", "toc") and len(ranked) < len(header.names):
        missing = next(number for number in header.names if number not in seen)
        raise DataError(
            f"{where}: alternative {missing} is missing, but orders are complete in files of the "
            f"kind {header.kind}"
        )


def _check_numbers(path: Path, header: Header, votes: Sequence[tuple[int, Groups]]) -> None:
    if not votes:
        raise DataError(f"{path}: no orders below the header")
    n_voters = sum(count for count, _ in votes)
    for said, found, noun in [
        (header.n_orders, len(votes), "order"),
        (header.n_voters, n_voters, "vote"),
    ]:
        if said is not None and said != found:
            raise DataError(
                f"{path}: the header speaks of {counted(said, noun)}, but there "
                f"{'is' if found == 1 else 'are'} {found}; is the file complete?"
            )
