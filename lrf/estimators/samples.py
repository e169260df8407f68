"""The samples of a training, checked, and how to tell whether they are handed over again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zlib import crc32

import attrs
import numpy as np

from lrf.components import Array
from lrf.errors import DataError
from lrf.estimators.features import check_features
from lrf.estimators.targets import (
    check_targets,
    check_votes,
    check_weights,
    rows_to_learn_from,
)

if TYPE_CHECKING:
    from lrf.plan import Plan

__all__ = ["Bags", "Samples", "check_samples"]

#: How many rows are looked at to tell data from other data.
_LOOKED_AT = 64


@attrs.frozen(eq=False)
class Samples:
    """Rows with their rankings.

    Parameters
    ----------
    features : ndarray of float64, shape (n_samples, n_features)
        Features as the engine takes them.
    positions : ndarray of float64, shape (n_samples, n_labels)
        Average positions; NaN: not ranked.
    weights : ndarray of float64, shape (n_samples,), or None
        How much each counts; None: all the same.
    used : ndarray of bool, shape (n_samples,)
        Which rows are learned from, as they say something about the order of labels.
    labels : tuple of str
        The names of the labels.
    """

    features: Array
    positions: Array
    weights: Array | None
    used: Array
    labels: tuple[str, ...]

    def learned_from(self) -> tuple[Array, Array, Array | None]:
        """Return features, positions and weights of the rows that are learned from."""
        if self.used.all():
            return self.features, self.positions, self.weights
        weights = None if self.weights is None else self.weights[self.used]
        return self.features[self.used], self.positions[self.used], weights

    def heft(self) -> Array:
        """Return the weight of each row."""
        return np.ones(len(self.used)) if self.weights is None else self.weights

    def mark(self) -> str:
        """Return a short text that other data are unlikely to have."""
        rows = np.linspace(0, len(self.used) - 1, min(len(self.used), _LOOKED_AT)).astype(int)
        told = crc32((self.features[rows] + 0.0).tobytes())
        told = crc32(self.positions[rows].tobytes(), told)
        told = crc32(self.heft()[rows].tobytes(), told)
        return f"{len(self.used)}-{told:08x}"


@attrs.frozen
class Bags:
    """Which rows each tree was grown from, in a word.

    Parameters
    ----------
    seed : int
        What the seeds of the trees follow from.
    mark : str
        What the training samples are told by.
    """

    seed: int = attrs.field(validator=attrs.validators.instance_of(int))
    mark: str = attrs.field(validator=attrs.validators.instance_of(str))

    def check(self, samples: Samples) -> None:
        """Refuse samples that are not those of the training.

        Raises
        ------
        DataError
            If they are not.
        """
        if samples.mark() == self.mark:
            return
        n_rows = int(self.mark.partition("-")[0])
        if n_rows != len(samples.used):
            raise DataError(
                f"X has {len(samples.used)} rows, but the model was fitted to {n_rows}; "
                f"out-of-bag answers need the training data, all of it and in the same order"
            )
        raise DataError(
            "X, Y or sample_weight are not those that the model was fitted to; out-of-bag "
            "answers need the training data, all of it and in the same order"
        )


def check_samples(
    estimator: Any,
    X: Any,
    Y: Any,
    sample_weight: Any,
    plan: Plan,
    *,
    wanted: Any = None,
    training: bool,
) -> Samples:
    """Return samples to learn from, or to look back at.

    Parameters
    ----------
    estimator : LabelRanker
        In training, it is told what the columns are.
    X, Y, sample_weight
        As `fit` takes them.
    plan : Plan
        What is grown.
    wanted : object
        The parameter ``categorical_features``, needed in training only.
    training : bool
        Whether the columns are new.

    Raises
    ------
    DataError, RankingError, ConfigError
        As `fit` does.
    """
    features = check_features(estimator, X, wanted=wanted, training=training)
    weights = check_weights(sample_weight, len(features), X)
    positions, labels = check_targets(Y, len(features), X)
    check_votes(plan, positions)
    used = rows_to_learn_from(positions, weights)
    return Samples(features, positions, weights, used, labels)
