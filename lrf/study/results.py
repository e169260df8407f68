"""What comes out of a cross-validation."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean, stdev
from typing import Any

import attrs

__all__ = ["Evaluation", "Fold"]


@attrs.frozen
class Fold:
    """What came out of one fold.

    Parameters
    ----------
    repeat, fold : int
        Which one it is, counted from 0.
    n_train, n_test : int
        Number of rows on both sides.
    tau : float
        Mean of Kendall's tau-b over the tested rows.
    default_tau : float
        The same for the constant predictor, the consensus of the training rows.
    depth : float or None
        Edges to the deepest leaf, averaged over trees; None if the model has no trees.
    fit_seconds, predict_seconds : float
        Wall-clock time.
    regret, default_regret : float or None
        How much worse the label that the model (or the constant predictor) places first is than
        the best one, on average and in the units of the scores; None if the data has no scores.
    """

    repeat: int
    fold: int
    n_train: int
    n_test: int
    tau: float
    default_tau: float
    depth: float | None
    fit_seconds: float
    predict_seconds: float
    regret: float | None = None
    default_regret: float | None = None

    @property
    def seconds(self) -> float:
        """Seconds of fitting and predicting."""
        return self.fit_seconds + self.predict_seconds

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain values, without the regrets if there are none."""
        written = attrs.asdict(self)
        return written if self.regret is not None else _without_regrets(written)


@attrs.frozen
class Evaluation:
    """What came out of a cross-validation.

    Parameters
    ----------
    data, model : str
        What was evaluated on what.
    n_samples, n_features, n_labels : int
        Size of the data.
    seed : int
        What the folds were drawn with.
    folds : tuple of Fold
        All folds of all repeats.
    """

    data: str
    model: str
    n_samples: int
    n_features: int
    n_labels: int
    seed: int
    folds: tuple[Fold, ...]

    @property
    def tau_mean(self) -> float:
        """Mean of the folds' tau."""
        return fmean(fold.tau for fold in self.folds)

    @property
    def tau_std(self) -> float:
        """Sample standard deviation of the folds' tau."""
        return stdev(fold.tau for fold in self.folds)

    @property
    def default_tau_mean(self) -> float:
        """Mean of the folds' tau of the constant predictor."""
        return fmean(fold.default_tau for fold in self.folds)

    @property
    def depth_mean(self) -> float | None:
        """Mean of the folds' depth; None if the model has no trees."""
        return _mean_of_known(fold.depth for fold in self.folds)

    @property
    def regret_mean(self) -> float | None:
        """Mean of the folds' regret; None if the data has no scores."""
        return _mean_of_known(fold.regret for fold in self.folds)

    @property
    def default_regret_mean(self) -> float | None:
        """Mean of the folds' regret of the constant predictor; None if the data has no scores."""
        return _mean_of_known(fold.default_regret for fold in self.folds)

    @property
    def fit_seconds(self) -> float:
        """Seconds spent on fitting, all folds together."""
        return sum(fold.fit_seconds for fold in self.folds)

    @property
    def predict_seconds(self) -> float:
        """Seconds spent on predicting, all folds together."""
        return sum(fold.predict_seconds for fold in self.folds)

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain values, ready for JSON, without regrets if there are none."""
        written = {
            "data": self.data,
            "model": self.model,
            "n_samples": self.n_samples,
            "n_features": self.n_features,
            "n_labels": self.n_labels,
            "seed": self.seed,
            "tau_mean": self.tau_mean,
            "tau_std": self.tau_std,
            "default_tau_mean": self.default_tau_mean,
            "depth_mean": self.depth_mean,
            "regret_mean": self.regret_mean,
            "default_regret_mean": self.default_regret_mean,
            "fit_seconds": self.fit_seconds,
            "predict_seconds": self.predict_seconds,
            "folds": [fold.to_dict() for fold in self.folds],
        }
        return written if self.regret_mean is not None else _without_regrets(written)


def _mean_of_known(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _without_regrets(written: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in written.items() if "regret" not in key}
