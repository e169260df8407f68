"""A forest that chooses how it is grown and voted by what is out of bag."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from lrf.config import ModelConfig, run_settings
from lrf.estimators.samples import Samples
from lrf.wording import level_outside

__all__ = ["Tuned"]

#: What is varied.
VARIED = (
    "splitter",
    "max_features",
    "bootstrap",
    "max_samples",
    "min_samples_leaf",
    "aggregator",
)


class Tuned:
    """The choice between a few configurations, and what it was made by."""

    tuning_: list[dict[str, Any]]
    categories_: dict[int, Any]

    def _tuned(
        self, config: ModelConfig, grow: Callable[[Any], Any], samples: Samples, seed: int
    ) -> ModelConfig:
        """Return the configuration to grow by, and note what was tried."""
        from lrf.tuning import tune

        self.__dict__.pop("tuning_", None)  # that of an earlier fit
        if run_settings(self.settings())["tune"] is None:  # type: ignore[attr-defined]
            return config
        features, positions, weights = samples.learned_from()
        heft = np.ones(len(features)) if weights is None else np.asarray(weights, dtype=float)
        trials = tune(config, grow, features, positions, heft, seed, tuple(self.categories_))
        if not trials:
            warnings.warn(
                "tune: too few rows are out of bag to compare anything; the forest is grown as "
                "configured",
                UserWarning,
                stacklevel=level_outside(),
            )
            return config
        best = int(np.argmax([trial.score for trial in trials]))
        self.tuning_ = [
            {**_varied(trial.config), "oob_score": trial.score, "chosen": place == best}
            for place, trial in enumerate(trials)
        ]
        return trials[best].config


def _varied(config: ModelConfig) -> dict[str, Any]:
    """Return what a configuration says of what is varied."""
    return {**{key: getattr(config, key) for key in VARIED}, "aggregator": config.aggregator.name}
