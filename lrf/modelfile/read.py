"""A fitted model from a file."""

from __future__ import annotations

from os import PathLike
from typing import Any

import numpy as np

from lrf.config import config_from_dict
from lrf.errors import LrfError, UnknownComponentError
from lrf.estimators import LabelRankingForest, LabelRankingTree, make_estimator
from lrf.files import path_of
from lrf.modelfile.arrays import check_arrays, check_categories
from lrf.modelfile.blends import PREFIX, check_blend
from lrf.modelfile.examples import examples_from
from lrf.modelfile.header import Header, header_from
from lrf.modelfile.tensors import read_tensors
from lrf.modelfile.thresholds import expanded
from lrf.registry import get_registry

__all__ = ["load"]


def load(path: str | PathLike[str]) -> LabelRankingTree | LabelRankingForest:
    """Read a fitted model that was saved with its method ``save``.

    Nothing in the file is executed, so that files of strangers can be read.

    Parameters
    ----------
    path : str or path
        The file.

    Returns
    -------
    model : LabelRankingTree or LabelRankingForest
        Predicts as the saved one did.

    Raises
    ------
    DataError
        If the file is missing, damaged, or no model.
    UnknownComponentError
        If the plugin is missing that provided a component of the model.
    """
    file = path_of(path)
    metadata, arrays = read_tensors(file)
    try:
        header = header_from(metadata)
        _check_components(header)
        return _restore(header, expanded(arrays))
    except LrfError as error:
        raise type(error)(f"{file}: {error}") from error


def _check_components(header: Header) -> None:
    registry = get_registry()
    for origin in header.components:
        if origin.name not in registry.names(origin.kind):
            raise UnknownComponentError(
                f"the {origin.kind} {origin.name!r} is missing; when the model was saved, it was "
                f"provided by {origin.provider}: install that"
            )


def _as_written(config: dict[str, Any]) -> dict[str, Any]:
    """Return settings with those that files of earlier versions lack, as they were then."""
    earlier = {"splitter": "best"}
    if config.get("estimator") == "forest":
        earlier["blend"] = "none"
    return {**earlier, **config}


def _restore(header: Header, arrays: dict[str, Any]) -> LabelRankingTree | LabelRankingForest:
    from lrf.forest import Forest
    from lrf.plan import make_plan
    from lrf.statistics import statistic_width

    config = config_from_dict(_as_written(header.config))
    trees = {name: array for name, array in arrays.items() if not name.startswith(PREFIX)}
    check_arrays(trees, config.n_estimators, header.n_features, len(header.labels))
    check_categories(arrays, header.categories)
    model = make_estimator({**_as_written(header.config), **header.run})
    model.n_features_in_ = header.n_features
    if header.feature_names is not None:
        model.feature_names_in_ = np.array(header.feature_names, dtype=object)
    model.categories_ = header.categories
    model.bags_ = header.bags
    model.calibration_ = header.calibration
    for name, value in (("tuning_", header.tuning), ("oob_score_", header.oob_score)):
        if value is not None:
            setattr(model, name, value)
    model.has_missing_ = arrays["has_missing"] != 0
    plan = make_plan(config)
    width = statistic_width(plan.aggregator.record.statistic, len(header.labels))
    check_blend(arrays, header.n_features, width, len(header.labels))
    forest = Forest.from_arrays(arrays, plan, header.n_features)
    model.examples_ = examples_from(arrays, forest)
    return model.adopt(forest, config, header.labels)
