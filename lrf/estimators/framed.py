"""Predictions as tables with the names of the labels, as scikit-learn sets the output."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Self

import numpy as np

from lrf.components import Array
from lrf.errors import ConfigError
from lrf.frames import pandas_index

__all__ = ["Framed"]

#: What predictions come in.
CONTAINERS = ("default", "pandas", "polars")


class Framed:
    """Predictions in the container that the user wants."""

    labels_: Array
    #: Under this name, scikit-learn's `clone` copies it.
    _sklearn_output_config: dict[str, str]

    def set_output(self, *, predict: str | None = None) -> Self:
        """Set what `predict` and `predict_expected_positions` return.

        Clones keep it, and so do searches and pipelines that the estimator is part of. Model files
        do not.

        Parameters
        ----------
        predict : {"default", "pandas", "polars"} or None
            "default": arrays. "pandas", "polars": DataFrames whose columns are the labels; in
            pandas with the index of `X`, if it has one. None: as it is set already.

        Returns
        -------
        self : estimator

        Raises
        ------
        ConfigError
            If there is no such container, or its package is not installed.

        Examples
        --------
        >>> from lrf import LabelRankingTree
        >>> tree = LabelRankingTree().fit([[1.0], [2.0]], [[1, 2], [2, 1]])
        >>> tree.set_output(predict="pandas").predict([[2.0]]).columns.tolist()
        ['0', '1']
        """
        if predict is None:
            return self
        if predict not in CONTAINERS:
            raise ConfigError(
                f"predict must be one of {', '.join(map(repr, CONTAINERS))}, not {predict!r}"
            )
        if predict != "default":
            _package(predict)
        self._sklearn_output_config = {**self.__dict__.get("_sklearn_output_config", {})}
        self._sklearn_output_config["predict"] = predict
        return self

    def _framed(self, positions: Array, X: Any) -> Any:
        """Return positions of the rows of `X` in the container that is wanted."""
        wanted = getattr(self, "_sklearn_output_config", {}).get("predict", "default")
        if wanted == "default":
            return positions
        names = [str(label) for label in self.labels_]
        if wanted == "polars":
            return _package("polars").DataFrame(np.ascontiguousarray(positions), schema=names)
        return _package("pandas").DataFrame(positions, index=pandas_index(X), columns=names)


def _package(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise ConfigError(
            f"predictions in {name} need the package {name}: pip install {name}"
        ) from error
