"""A model as data: everything that decides what is learned, checked and complete."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import attrs

from lrf.config.choices import Choice, to_plain
from lrf.config.keys import KEYS, EstimatorKind, check_settings, estimator_of

__all__ = ["Bootstrap", "ModelConfig", "config_from_dict", "config_to_dict", "run_settings"]

#: Whether rows are drawn with replacement; AUTO and MIXED are the words.
Bootstrap: TypeAlias = bool | Literal["auto", "mixed"]


@attrs.frozen(kw_only=True)
class ModelConfig:
    """Everything that decides what a model learns from given data and a given seed.

    Parameters
    ----------
    estimator : {"forest", "tree"}
        A tree is a forest of one tree that sees every row.
    criterion, stopping, leaf, aggregator : Choice
        The components.
    voting : {"soft", "hard"}
        Whether the trees' leaf statistics are pooled, or each leaf's ranking is one vote.
    blend : {"none", "constant", "ridge", "logistic"}
        What the vote of the trees is mixed with.
    n_estimators : int
        Number of trees.
    splitter : {"best", "random"}
        Whether every cut of an attribute is looked at, or one that is drawn.
    max_features : int, float, "sqrt", "log2" or None
        Attributes looked at in a node: a number, a share, a function of their number, or all.
    root_fallback : bool
        Whether a root that none of the drawn attributes splits is shown all of them.
    bootstrap : bool, "mixed" or "auto"
        Whether each tree sees rows drawn with replacement; some of the trees ("mixed"), or these
        where rankings are incomplete ("auto").
    max_samples : int, float or None
        Rows drawn for each tree: a number, a share, or as many as there are.
    max_depth : int or None
        Most edges from the root to a leaf.
    min_samples_leaf : int
        Least weight of a child.
    max_bins : int or None
        Most ranges of an attribute's values between which nodes of many samples are cut; None: no
        limit.
    """

    estimator: EstimatorKind
    criterion: Choice
    stopping: Choice
    leaf: Choice
    aggregator: Choice
    voting: Literal["soft", "hard"]
    blend: Literal["none", "constant", "ridge", "logistic"]
    n_estimators: int
    splitter: Literal["best", "random"]
    max_features: int | float | Literal["sqrt", "log2"] | None
    root_fallback: bool
    bootstrap: Bootstrap
    max_samples: int | float | None
    max_depth: int | None
    min_samples_leaf: int
    max_bins: int | None


def config_from_dict(settings: Mapping[str, Any]) -> ModelConfig:
    """Return the model that some settings describe.

    Parameters
    ----------
    settings : mapping
        What the constructors of the estimators take, and ``estimator``: "forest" (the default) or
        "tree". Keys that say how a fit is run, such as n_jobs and random_state, are checked, too.

    Raises
    ------
    ConfigError
        If a key is unknown or a value is not allowed; the message names the key.
    ComponentError
        If a component cannot be found.
    """
    checked = check_settings(settings)
    run = {name for name, key in KEYS.items() if not key.decides}
    return ModelConfig(**{name: value for name, value in checked.items() if name not in run})


def run_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that say how a fit is run, and on what.

    These are oob_score, keep_examples, categorical_features, n_jobs, random_state, verbose
    and others.

    Raises
    ------
    ConfigError
        If one of their values is not allowed.
    """
    estimator = estimator_of(settings)
    return {
        name: key.check(name, settings.get(name, key.default(estimator)))
        for name, key in KEYS.items()
        if not key.decides
    }


def config_to_dict(config: ModelConfig) -> dict[str, Any]:
    """Return settings that describe the model, all of them, as plain JSON could hold them."""
    settings: dict[str, Any] = {"estimator": config.estimator}
    for name, key in KEYS.items():
        if key.decides and not (key.only_forest and config.estimator == "tree"):
            value = getattr(config, name)
            settings[name] = to_plain(value) if isinstance(value, Choice) else value
    return settings
