"""From the description of a model to an object with ``fit`` and ``predict``."""

from __future__ import annotations

import inspect
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from lrf.components import Dataset
from lrf.config import unknown_key
from lrf.errors import StudyError
from lrf.estimators import LabelRanker, make_estimator
from lrf.estimators.datasets import with_categories
from lrf.study.baselines import BASELINES, baseline_class
from lrf.study.description import ModelSpec

__all__ = ["make_model", "told_of_categories"]


def make_model(spec: ModelSpec, folder: Path) -> Any:
    """Return an unfitted model.

    Parameters
    ----------
    spec : ModelSpec
        What is wanted.
    folder : Path
        The folder of the study: modules beside the file can be imported, too.

    Raises
    ------
    StudyError
        If a factory cannot be imported or called, or what it returns cannot fit and predict.
    ConfigError
        If it has no such parameter.
    """
    if spec.factory is None:
        return make_estimator(spec.settings)
    built_in = spec.factory in BASELINES
    factory = baseline_class(spec.factory) if built_in else _imported(spec, folder)
    _check_keywords(spec, factory)
    try:
        model = factory(**spec.settings)
    except Exception as error:
        raise StudyError(
            f"models.{spec.name}: {spec.factory} failed with {type(error).__name__}: {error}"
        ) from error
    for method in ("fit", "predict"):
        if not callable(getattr(model, method, None)):
            raise StudyError(
                f"models.{spec.name}: {spec.factory} returned {type(model).__name__}, which has no "
                f"{method}(); a model has fit(X, Y) and predict(X)"
            )
    return model


def _imported(spec: ModelSpec, folder: Path) -> Any:
    assert spec.factory is not None
    module, _, attribute = spec.factory.partition(":")
    place = str(folder.resolve())
    if place not in sys.path:
        sys.path.append(place)
    try:
        found: Any = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except Exception as error:
        raise StudyError(
            f"models.{spec.name}.baseline: {spec.factory} cannot be imported "
            f"({type(error).__name__}: {error}); modules are looked for where Python is installed, "
            f"and in {folder}"
        ) from error
    return found


def _check_keywords(spec: ModelSpec, factory: Any) -> None:
    try:
        parameters = inspect.signature(factory).parameters
    except (TypeError, ValueError):
        return
    if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters.values()):
        return
    for key in spec.settings:
        if key not in parameters:
            raise unknown_key(f"models.{spec.name}.settings.{key}", parameters)


def told_of_categories(model: Any, dataset: Dataset) -> Any:
    """Tell a model which features are nominal, if it has a way to know; return it."""
    if isinstance(model, LabelRanker):
        return with_categories(model, dataset)
    if dataset.categories and hasattr(model, "get_params"):
        parameters = model.get_params(deep=False)
        if parameters.get("categorical_features", ()) is None:
            model.set_params(categorical_features=sorted(dataset.categories))
    return model
