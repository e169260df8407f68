"""What identifies data sets and models, so that no result is taken for that of another."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from lrf.components import Dataset
from lrf.config import config_from_dict, config_to_dict
from lrf.study.description import ModelSpec, Study

__all__ = ["content_of", "fingerprint_of_content", "fingerprint_of_data", "key_of"]

LENGTH = 16

#: Settings that are no part of a configuration, and yet decide what comes out.
_RUN = ("random_state", "tune")


def fingerprint_of_data(dataset: Dataset) -> str:
    """Return a word that changes with any feature or ranking; names do not count."""
    found = hashlib.sha256()
    scores = () if dataset.scores is None else (dataset.scores,)
    for table in (dataset.X, dataset.Y, *scores):
        # Adding 0.0 makes one zero of both, and one NaN is written like the other.
        numbers = np.asarray(table, dtype="<f8") + 0.0
        numbers[np.isnan(numbers)] = np.nan
        found.update(repr(numbers.shape).encode())
        found.update(np.ascontiguousarray(numbers).tobytes())
    found.update(json.dumps(sorted(dataset.categories.items())).encode())
    return found.hexdigest()[:LENGTH]


def content_of(spec: ModelSpec) -> dict[str, Any]:
    """Return all that decides what a model is, as plain values: defaults are written out."""
    if spec.factory is not None:
        return {"baseline": spec.factory, "settings": dict(spec.settings)}
    settings = config_to_dict(config_from_dict(spec.settings))
    run = {key: spec.settings[key] for key in _RUN if spec.settings.get(key) not in (None, "none")}
    return {**settings, **run}


def fingerprint_of_content(content: Any) -> str:
    """Return a word that changes with any value."""
    text = json.dumps(content, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:LENGTH]


def key_of(study: Study, data: str, model: str) -> str:
    """Return the word that stands in each line of results of a model on a data set.

    Parameters
    ----------
    study : Study
        Its seed, its number of folds and how they are drawn count; more repeats only add to them.
    data, model : str
        Fingerprints.
    """
    return fingerprint_of_content([data, model, study.seed, study.folds, study.stratify])
