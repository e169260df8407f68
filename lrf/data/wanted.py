"""Where somebody says that the rankings are."""

from __future__ import annotations

import attrs

from lrf.components import Parameter
from lrf.errors import DataError

__all__ = ["UNLISTED", "Wanted"]

#: What readers of orders can be told.
UNLISTED = Parameter(
    "unlisted",
    "missing",
    "labels that an order leaves out: not ranked, or behind all others as in a list of the best",
    choices=("missing", "last"),
)


@attrs.frozen
class Wanted:
    """How the rankings of a table are written; at most one of the first three is given.

    Parameters
    ----------
    ranks : str, optional
        A glob that the columns of positions match, such as ``"pos_*"``.
    order_column : str, optional
        The name of the column that holds orders such as ``a>b>c``.
    scores : str, optional
        A glob that the columns of scores match, such as ``"yield_*"``.
    higher_is_better : bool
        Whether the highest score comes first, or the lowest one.
    require_targets : bool
        Whether a table without targets is refused.
    ignore : tuple of str
        Columns that are left out, whatever they hold.
    unlisted : {"missing", "last"}
        Whether a label that an order leaves out was not ranked, or comes after all others.
    """

    ranks: str | None = None
    order_column: str | None = None
    scores: str | None = None
    higher_is_better: bool = True
    require_targets: bool = True
    ignore: tuple[str, ...] = ()
    unlisted: str = "missing"

    def check(self) -> None:
        """Refuse what contradicts itself.

        Raises
        ------
        DataError
            If more than one of the first three is given, it is said which scores are better
            without scores, or what becomes of labels left out is no known word.
        """
        given = [self.ranks, self.order_column, self.scores]
        if sum(value is not None for value in given) > 1:
            raise DataError(
                "the rankings are in columns of ranks, in an order column or in columns of scores: "
                "give one of them"
            )
        if not self.higher_is_better and self.scores is None:
            raise DataError("--lower-is-better (higher_is_better=False) goes with --scores")
        if self.unlisted not in UNLISTED.choices:
            raise DataError(f"unlisted must be 'missing' or 'last', not {self.unlisted!r}")

    @property
    def nothing_said(self) -> bool:
        """Whether the rankings have to be looked for."""
        return self.ranks is None and self.order_column is None and self.scores is None
