"""Features that somebody wants to be left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs
import numpy as np

from lrf.components import Dataset
from lrf.data.hints import no_column
from lrf.errors import DataError

__all__ = ["ignored_names", "without_features"]


def ignored_names(ignore: Any) -> tuple[str, ...]:
    """Return the names of columns to leave out.

    Raises
    ------
    DataError
        If a single text was given, whose letters are no names.
    """
    if isinstance(ignore, str) or not isinstance(ignore, Iterable):
        raise DataError(f"ignore= takes a list of names, such as [{ignore!r}]")
    return tuple(str(name) for name in ignore)


def without_features(dataset: Dataset, ignored: Sequence[str]) -> Dataset:
    """Return a data set without some of its features.

    Parameters
    ----------
    dataset : Dataset
        The data.
    ignored : sequence of str
        The names of the features.

    Raises
    ------
    DataError
        If there is no such feature, or none is left.
    """
    if not ignored:
        return dataset
    for name in ignored:
        if name not in dataset.feature_names:
            raise DataError(f"{dataset.name}: {no_column(name, dataset.feature_names)}")
    kept = [j for j, name in enumerate(dataset.feature_names) if name not in ignored]
    if not kept:
        raise DataError(f"{dataset.name}: every feature is left out")
    return attrs.evolve(
        dataset,
        X=np.ascontiguousarray(dataset.X[:, kept]),
        feature_names=[dataset.feature_names[j] for j in kept],
        categories={
            new: dataset.categories[old]
            for new, old in enumerate(kept)
            if old in dataset.categories
        },
    )
