"""A table whose rows and columns have names, for those who have no pandas."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

__all__ = ["NamedTable"]


def _as_tuple(names: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(names)


@attrs.frozen(eq=False)
class NamedTable:
    """Positions or scores with the names of samples and labels.

    It stands in for a DataFrame: `fit`, the measures and scikit-learn's `cross_validate` take it,
    and the names travel along. Indexing gives rows: ``table[[0, 2]]``, ``table[5:]``.

    Parameters
    ----------
    values : ndarray of shape (n, k)
        The numbers; ``numpy.asarray(table)`` gives them too.
    samples : tuple
        What the rows are called.
    labels : tuple of str
        What the columns are called.

    Examples
    --------
    >>> table = NamedTable(np.array([[1.0, 2.0], [2.0, 1.0]]), ("x", "y"), ("a", "b"))
    >>> table[[1]].samples
    ('y',)
    """

    values: npt.NDArray[Any] = attrs.field(repr=False)
    samples: tuple[Hashable, ...] = attrs.field(converter=_as_tuple)
    labels: tuple[str, ...] = attrs.field(converter=_as_tuple)

    def __attrs_post_init__(self) -> None:
        if np.shape(self.values) != (len(self.samples), len(self.labels)):
            raise ValueError(
                f"values have the shape {np.shape(self.values)}, but there are "
                f"{len(self.samples)} samples and {len(self.labels)} labels"
            )

    @property
    def index(self) -> tuple[Hashable, ...]:
        """What a DataFrame calls the names of its rows."""
        return self.samples

    @property
    def columns(self) -> tuple[str, ...]:
        """What a DataFrame calls the names of its columns."""
        return self.labels

    @property
    def shape(self) -> tuple[int, int]:
        """Number of samples and of labels."""
        return len(self.samples), len(self.labels)

    def __len__(self) -> int:
        return len(self.samples)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        if copy:
            return np.array(self.values, dtype=dtype)
        return np.asarray(self.values, dtype=dtype)

    def __getitem__(self, rows: Any) -> Any:
        """Return some rows as a table, or a single one as an array."""
        if isinstance(rows, tuple):  # scikit-learn asks for table[rows, ...]
            rows = rows[0]
        chosen = np.arange(len(self))[rows]
        if chosen.ndim == 0:
            return self.values[chosen]
        samples = tuple(self.samples[i] for i in chosen)
        return NamedTable(self.values[chosen], samples, self.labels)
