"""A fitted model to a file."""

from __future__ import annotations

import math
from collections.abc import Iterator
from os import PathLike
from typing import Any

from lrf import __version__
from lrf.config import COMPONENT_KINDS, Choice, ModelConfig, config_to_dict, run_settings
from lrf.errors import ComponentError
from lrf.files import path_of
from lrf.modelfile.examples import example_arrays
from lrf.modelfile.header import Header, Origin, header_to
from lrf.modelfile.tensors import write_tensors
from lrf.modelfile.thresholds import shared
from lrf.registry import get_registry

__all__ = ["save"]


def save(model: Any, path: str | PathLike[str]) -> None:
    """Write a fitted tree or forest to one file, which `lrf.load` reads back.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    path : str or path
        Replaced if it exists.

    Raises
    ------
    DataError
        If the file cannot be written.
    ComponentError
        If a component was handed over that no plugin provides, and so could not be found when the
        model is loaded.
    """
    run = run_settings(model.settings())
    names = getattr(model, "feature_names_in_", None)
    header = Header(
        lrf_version=__version__,
        config=config_to_dict(model.config_),
        run={key: value for key, value in run.items() if hasattr(model, key)},
        labels=[str(label) for label in model.labels_],
        n_features=int(model.n_features_in_),
        feature_names=None if names is None else [str(name) for name in names],
        components=list(dict.fromkeys(_origins(model.config_))),
        categories=model.categories_,
        bags=model.bags_,
        calibration=model.calibration_,
        tuning=getattr(model, "tuning_", None),
        oob_score=_number(getattr(model, "oob_score_", None)),
    )
    arrays = shared(model.forest_.to_arrays())
    arrays["has_missing"] = model.has_missing_.astype("uint8")
    arrays |= example_arrays(model.examples_)
    write_tensors(path_of(path), header_to(header), arrays)


def _number(score: float | None) -> float | None:
    """Return a score, None if there is none; NaN, where every tree saw every row, is none."""
    return None if score is None or math.isnan(score) else score


def _choices(config: ModelConfig) -> Iterator[tuple[str, Choice]]:
    """Yield each component of a model with its kind."""
    for key, kind in COMPONENT_KINDS.items():
        choice: Choice = getattr(config, key)
        yield kind, choice
        if choice.correlation is not None:
            yield "correlation", choice.correlation


def _origins(config: ModelConfig) -> Iterator[Origin]:
    for kind, choice in _choices(config):
        if choice.record is not None:
            raise ComponentError(
                f"the {kind} {choice.name!r} was handed over as a record, so that it could not be "
                f"found when the model is loaded; let a plugin provide it"
            )
        provider = next(
            entry.provider
            for entry in get_registry().entries(kind)
            if entry.component.name == choice.name
        )
        yield Origin(kind, choice.name, provider)
