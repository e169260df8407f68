"""The data sets that come with the package, made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import attrs

from lrf.components import Dataset
from lrf.data.transform import by_classifier
from lrf.errors import DataError

__all__ = ["BUNDLED", "Bundled", "dataset_names", "load_dataset"]


@attrs.frozen
class Bundled:
    """A data set that can be made without a file.

    Parameters
    ----------
    name : str
        What it is called.
    origin : str
        One line for `lrf datasets`.
    load : callable
        ``load() -> Dataset``.
    """

    name: str
    origin: str
    load: Callable[[], Dataset]


def dataset_names() -> tuple[str, ...]:
    """Return the names of the bundled data sets, sorted."""
    return tuple(sorted(BUNDLED))


def load_dataset(name: str) -> Dataset:
    """Return a bundled data set.

    Parameters
    ----------
    name : str
        One of `dataset_names`.

    Raises
    ------
    DataError
        If there is none of that name.
    """
    if name not in BUNDLED:
        close = get_close_matches(name, BUNDLED, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise DataError(
            f"no bundled data set {name!r}; there are {', '.join(dataset_names())}{hint} "
            f"(lrf.read_data reads files)"
        )
    return BUNDLED[name].load()


def _ranked_classes(name: str) -> Dataset:
    """Return a data set of scikit-learn's with its classes ordered for each row."""
    # Named by a string: only those who want a data set pay for scikit-learn.
    bunch: Any = getattr(import_module("sklearn.datasets"), f"load_{name}")()
    return Dataset(
        name=name,
        X=bunch.data,
        Y=by_classifier(bunch.data, bunch.target),
        feature_names=[str(feature) for feature in bunch.feature_names],
        label_names=[str(label) for label in bunch.target_names],
    )


BUNDLED = {
    "iris": Bundled(
        "iris",
        "Fisher's iris; the three species ordered by Naive Bayes probability",
        lambda: _ranked_classes("iris"),
    ),
    "wine": Bundled(
        "wine",
        "chemistry of Italian wines; the three cultivars ordered by Naive Bayes probability",
        lambda: _ranked_classes("wine"),
    ),
}
