"""Text that means a quantity: a date, a time, a percentage, an amount of money.

Taken as names, such texts would lose their order without a word being said: a tree would ask for
one day against all others. So columns of them are refused, with what to write instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["DATE", "LEAVE_OUT", "TIME", "about_quantity", "have_a_unit"]

_MONTH = (
    "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sep(?:t|tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_CLOCK = r"(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?"
_ZONE = r"(?:\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_DATES = (
    rf"\d{{4}}([-/.])(?:0?[1-9]|1[0-2])\1{_DAY}",  # 2024-01-31
    r"(?:19|20)\d{2}-(?:0[1-9]|1[0-2])",  # 2024-01
    rf"{_DAY}/{_DAY}/(?:\d{{2}}|\d{{4}})",  # 31/1/24 or 1/31/2024
    rf"{_DAY}([-.]){_DAY}\2\d{{4}}",  # 31.1.2024
    r"(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])\.\d{2}",  # 31.01.24; 1.2.24 may be a version
    rf"\d{{1,2}}\.?[ -]?{_MONTH}[ ,-]+(?:\d{{2}}|\d{{4}})",  # 31 Jan 2024
    rf"{_MONTH} (?:{_DAY},? )?\d{{4}}",  # Jan 31, 2024
)
_TIMES = (
    rf"{_CLOCK}{_ZONE}",
    r"\d+:[0-5]\d:[0-5]\d(?:[.,]\d+)?",
    r"-?\d+ days?(?:,? [+-]?\d+:\d{2}:\d{2}(?:\.\d+)?)?",  # as Python and pandas write durations
    r"P(?=[\dT])(?:\d+[YMWD])*(?:T(?:[\d.]+[HMS])+)?",
)
_NUMBER = r"[+-]?\d[\d.,' ]*(?:[eE][+-]?\d+)?"
_SIGN = "[$€£¥₹]"

#: What to say of a date.
DATE = "is a date; write what matters of it as a number, such as the year, or the days since a day"
#: What to say of a time of day, or a duration.
TIME = "is a time; write a number, such as that of hours"
#: What else can be done about columns of such texts, where tables are read.
LEAVE_OUT = ", or leave the column out with --ignore (ignore=)"

_KINDS = tuple(
    (re.compile("|".join(patterns), re.IGNORECASE), reason)
    for patterns, reason in (
        ([rf"(?:{'|'.join(_DATES)})(?:[T ]\s*{_CLOCK}{_ZONE})?"], DATE),
        (_TIMES, TIME),
        ([rf"{_NUMBER}\s*%"], "is a percentage; write the number alone"),
        (
            [rf"[+-]?\s*{_SIGN}\s*{_NUMBER}", rf"{_NUMBER}\s*{_SIGN}"],
            "is an amount of money; write the number alone",
        ),
    )
)

_WITH_UNIT = re.compile(r"[+-]?\d+(?:[.,]\d+)?\s?([^\W\d_]+(?:/[^\W\d_]+)?)")


def about_quantity(text: str) -> str | None:
    """Return what a text is that means a quantity, and what to write; None if it means none.

    Parameters
    ----------
    text : str
        A cell without spaces around it.

    Examples
    --------
    >>> about_quantity("12 %")
    'is a percentage; write the number alone'
    """
    if not any(map(str.isdigit, text)):
        return None
    return next((reason for pattern, reason in _KINDS if pattern.fullmatch(text)), None)


def have_a_unit(texts: Sequence[str]) -> bool:
    """Whether three texts or more are numbers with the same unit after them, such as "5 kg".

    They may still be names: of doses, say.

    Examples
    --------
    >>> have_a_unit(["5 kg", "7.5 kg", "10 kg"]), have_a_unit(["1st", "2nd", "3rd"])
    (True, False)
    """
    found = [_WITH_UNIT.fullmatch(text) for text in texts]
    units = {None if match is None else match[1] for match in found}
    return len(found) > 2 and len(units) == 1 and None not in units
