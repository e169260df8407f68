"""Estimators made from presets, files and dicts, and what such a file would hold."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any, ClassVar, Self

import numpy as np

from lrf.config import (
    EstimatorKind,
    check_settings,
    estimator_of,
    preset_settings,
    read_settings,
)
from lrf.errors import ConfigError
from lrf.estimators.parameters import NestedParameters

__all__ = ["ConfiguredEstimator"]

CLASS_OF = {"forest": "LabelRankingForest", "tree": "LabelRankingTree"}


class ConfiguredEstimator(NestedParameters):
    """An estimator whose parameters are the settings of a configuration."""

    _kind: ClassVar[EstimatorKind]
    random_state: Any

    @classmethod
    def from_preset(cls, name: str, **parameters: Any) -> Self:
        """Return an estimator that is configured by a preset.

        Parameters
        ----------
        name : str
            Name of the preset; ``lrf components`` lists them.
        **parameters : object
            What to set differently; nested ones such as ``stopping__gamma`` too.

        Raises
        ------
        UnknownComponentError
            If there is no such preset.
        ConfigError
            If it configures another class, or there is no such parameter.
        """
        return cls._from_settings(preset_settings(name), f"the preset {name!r}", parameters)

    @classmethod
    def from_config(
        cls, config: str | PathLike[str] | Mapping[str, Any], **parameters: Any
    ) -> Self:
        """Return an estimator that is configured by a file or a dict.

        Parameters
        ----------
        config : str, path or mapping
            A TOML file, or what it would hold.
        **parameters : object
            What to set differently; nested ones such as ``stopping__gamma`` too.

        Raises
        ------
        ConfigError
            If the file cannot be read, a key is unknown, a value is not allowed, or another class
            is configured.
        """
        if isinstance(config, Mapping):
            return cls._from_settings(config, "the configuration", parameters)
        return cls._from_settings(read_settings(config), str(config), parameters)

    @classmethod
    def _from_settings(
        cls, settings: Mapping[str, Any], source: str, parameters: Mapping[str, Any]
    ) -> Self:
        settings = {"estimator": cls._kind, **settings}
        kind = estimator_of(settings)
        if kind != cls._kind:
            raise ConfigError(f"{source} describes a {kind}, for which there is {CLASS_OF[kind]}")
        check_settings(settings)
        del settings["estimator"]
        return cls(**settings).set_params(**parameters)

    def settings(self) -> dict[str, Any]:
        """Return what a configuration file would hold; a generator as random_state is left out."""
        settings = {"estimator": self._kind, **self.get_params(deep=False)}
        if isinstance(self.random_state, np.random.Generator | np.random.RandomState):
            del settings["random_state"]
        return settings
