"""What to say to somebody whose rankings are not found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lrf.wording import cited, listed, nearest

__all__ = ["about_names", "no_column"]

# Beginnings of names that tell what columns hold, and whether more of it is better.
HIGHER = {"yield", "score", "rating", "utility", "accuracy", "acc", "auc", "perf", "performance"}
LOWER = {"time", "runtime", "cost", "error", "loss", "rmse", "mae", "mse", "price", "seconds"}
PLACES = {"pos", "position", "place", "rk", "ranking"}
SEPARATORS = "_.- :"

# How many columns tables of single measurements have: sample, label, score, and not much else.
LONG_TABLES = range(3, 6)
LONG = "If each row is one measurement of one label, make rankings of them with lrf.from_long"

OPTIONS = (
    "Pass --ranks 'GLOB' (ranks=) for positions in columns of another name, --order-column NAME "
    "(order_column=) for a column of orders such as a>b>c, or --scores 'GLOB' (scores=) for "
    "columns of scores"
)


def about_names(names: Sequence[str]) -> str:
    """Return which option would find the rankings, as far as the names of the columns tell.

    Parameters
    ----------
    names : sequence of str
        The names of all columns.
    """
    for beginning, number in _beginnings(names).items():
        word = beginning.rstrip(SEPARATORS).lower()
        columns = f"the {number} columns {beginning}*"
        if word in HIGHER:
            return f"If {columns} hold scores, pass --scores '{beginning}*' (scores=). {OPTIONS}"
        if word in LOWER:
            return (
                f"If {columns} hold scores of which the lowest is best, pass --scores "
                f"'{beginning}*' --lower-is-better (scores=, higher_is_better=False). {OPTIONS}"
            )
        if word in PLACES:
            return f"If {columns} hold positions, pass --ranks '{beginning}*' (ranks=). {OPTIONS}"
    return f"{OPTIONS}. {LONG}" if len(names) in LONG_TABLES else OPTIONS


def no_column(name: str, names: Sequence[str]) -> str:
    """Return that there is no column of some name, and which one may be meant.

    Parameters
    ----------
    name : str
        What was looked for.
    names : sequence of str
        The names of all columns.
    """
    near = nearest(name, names)
    hint = f"there are {listed(names)}" if near is None else f"did you mean {cited(near)}?"
    return f"no column {cited(name)}; {hint}"


def _beginnings(names: Sequence[str]) -> dict[str, int]:
    """Return the first words, with the sign after them, that several names share."""
    found: Counter[str] = Counter()
    for name in names:
        cut = next((i for i, sign in enumerate(name) if sign in SEPARATORS), None)
        if cut and cut + 1 < len(name):
            found[name[: cut + 1]] += 1
    return {beginning: number for beginning, number in found.items() if number > 1}
