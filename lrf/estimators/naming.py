"""Rankings that are passed by a name, as scikit-learn names a column of numbers: ``y``."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from lrf.errors import DataTypeError

__all__ = ["takes_rankings"]

P = ParamSpec("P")
R = TypeVar("R")


def takes_rankings(method: Callable[P, R]) -> Callable[P, R]:
    """Have a method that takes rankings as ``Y`` say so to whoever passes ``y``.

    Every other misspelt name remains Python's own complaint. The signature stays as it is, which
    scikit-learn reads to learn which metadata a method takes.

    Parameters
    ----------
    method : callable
        A method with a parameter ``Y``.

    Returns
    -------
    checked : callable
        The same, which raises a `DataTypeError` for ``y``.
    """

    @wraps(method)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        if "y" in kwargs:
            raise DataTypeError(
                f"{method.__name__} takes rankings, one column for each label, as Y, not as y: "
                f"write {method.__name__}(X, Y) or Y=..."
            )
        return method(*args, **kwargs)

    return checked
