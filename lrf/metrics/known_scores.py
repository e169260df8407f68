"""The scores of all samples, from which those of some fold are looked up."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Self

import attrs

from lrf.errors import RankingError
from lrf.frames import index_of
from lrf.metrics.tables import check_labels
from lrf.rankings import label_names
from lrf.rankings.frames import as_named
from lrf.rankings.tables import as_table
from lrf.rankings.ties import Floats

__all__ = ["KnownScores"]


@attrs.frozen(eq=False)
class KnownScores:
    """Scores with the names of samples and labels, as far as they have any.

    Parameters
    ----------
    values : ndarray of shape (n, k)
        One row per sample, one column per label.
    rows : mapping of sample to row, or None
        Where a sample is found; None: samples have no names.
    labels : tuple of str
        The names of the columns.
    """

    values: Floats = attrs.field(repr=False)
    rows: Mapping[Hashable, int] | None = attrs.field(repr=False)
    labels: tuple[str, ...]

    @classmethod
    def of(cls, scores: Any) -> Self:
        """Take a table apart.

        Raises
        ------
        RankingError
            If a score is no number, or a sample is there twice.
        """
        named = as_named(scores)
        index = index_of(scores)
        rows = None if index is None else _places(index)
        return cls(as_table(named, "scores", "; scores are numbers"), rows, label_names(named))

    def of_rows(self, X: Any, Y: Any, labels: Iterable[Any]) -> Floats:
        """Return the scores of the samples in X and Y, with the columns in the order of `labels`.

        The samples are known by the index of Y, or else of X. Without an index, there must be as
        many rows as there are scores, and they are taken to be in the same order.

        Raises
        ------
        RankingError
            If a sample or a label has no scores, or it cannot be told which rows these are.
        """
        table = self.values[:, self._columns(tuple(map(str, labels)))]
        index = index_of(Y) if index_of(Y) is not None else index_of(X)
        if self.rows is None or index is None:
            return self._all(table, len(Y))
        try:
            return table[[self.rows[sample] for sample in index]]
        except KeyError as error:
            raise RankingError(
                f"scores: there is no row {error.args[0]!r}; scores are looked up by the index of "
                f"Y, so give both the same index"
            ) from None

    def _all(self, table: Floats, n_rows: int) -> Floats:
        if len(table) == n_rows:
            return table
        raise RankingError(
            f"scores has {len(table)} rows, but Y has {n_rows}, and without an index nobody knows "
            f"which; pass Y and scores as DataFrames (or lrf.rankings.NamedTable) with the same "
            f"index"
        )

    def _columns(self, labels: tuple[str, ...]) -> list[int]:
        if sorted(labels) == sorted(self.labels):
            return [self.labels.index(label) for label in labels]
        if len(labels) != len(self.labels):
            raise RankingError(
                f"scores has {len(self.labels)} labels, but {len(labels)} are ranked: "
                f"{', '.join(labels)}"
            )
        check_labels(self.labels, labels, ("scores", "the ranking"))
        return list(range(len(labels)))


def _places(index: list[Hashable]) -> dict[Hashable, int]:
    places = {sample: i for i, sample in enumerate(index)}
    if len(places) < len(index):
        twice = next(sample for i, sample in enumerate(index) if places[sample] != i)
        raise RankingError(f"scores: the row {twice!r} is there twice")
    return places
