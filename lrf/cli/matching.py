"""The rows of a data set as a trained model takes them, found by the names of the training."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from lrf.errors import DataError

if TYPE_CHECKING:
    from lrf.components import Array, Dataset

__all__ = ["features_for", "told_where", "truth_for"]

_ROW = re.compile(r"X: row (\d+), ")


def features_for(trained: Any, dataset: Dataset, source: str) -> Array:
    """Return the features in the order of the training, found by their names if they have any.

    Parameters
    ----------
    trained : LabelRankingTree or LabelRankingForest
        Fitted.
    dataset : Dataset
        The rows.
    source : str
        What messages call them: the file.

    Raises
    ------
    DataError
        If a feature is missing.
    """
    from lrf.estimators.datasets import features_of

    names = getattr(trained, "feature_names_in_", None)
    if names is None:
        return features_of(dataset)
    missing = [str(name) for name in names if name not in dataset.feature_names]
    if missing:
        raise DataError(
            f"{source}: there is no feature {missing[0]!r}, which the model was trained on"
            + (f" (and {len(missing) - 1} more)" if len(missing) > 1 else "")
        )
    columns = [dataset.feature_names.index(str(name)) for name in names]
    table: Array = features_of(dataset)[:, columns]
    return table


@contextmanager
def told_where(source: str) -> Iterator[None]:
    """Let errors about rows of features name the file and, in a table of text, the line.

    Names of features have been matched before, which scikit-learn cannot know: it does not warn.

    Parameters
    ----------
    source : str
        The file.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "X does not have valid feature names", UserWarning)
        try:
            yield
        except DataError as error:
            found = _ROW.match(str(error))
            if found is None:
                raise
            from lrf.data import place_of

            place = place_of(source, int(found[1]))
            raise DataError(f"{source}, {place}, {str(error)[found.end() :]}") from error


def truth_for(trained: Any, dataset: Dataset, source: str) -> Array | None:
    """Return the true positions with the model's labels as columns; None if there are none.

    Parameters
    ----------
    trained, dataset, source
        As in `features_for`.

    Raises
    ------
    DataError
        If other labels are ranked.
    """
    labels = [str(label) for label in trained.labels_]
    found = list(dataset.label_names)
    if not found or np.isnan(dataset.Y).all():
        return None
    if len(found) == len(labels) and not _has_names(labels):
        return dataset.Y
    if not set(found) <= set(labels):
        raise DataError(
            f"{source} ranks the labels {', '.join(found)}, but the model ranks {', '.join(labels)}"
        )
    positions = np.full((dataset.n_samples, len(labels)), np.nan)
    positions[:, [labels.index(label) for label in found]] = dataset.Y
    return positions


def _has_names(labels: Sequence[str]) -> bool:
    """Whether the labels have names; a table without them has the numbers of its columns."""
    return list(labels) != [str(j) for j in range(len(labels))]
