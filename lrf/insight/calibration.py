"""Correcting probabilities of pairs, so that they mean what they say.

References
----------
B. Zadrozny, C. Elkan (2002): Transforming classifier scores into accurate multiclass probability
estimates. KDD.
C. Guo, G. Pleiss, Y. Sun, K. Q. Weinberger (2017): On calibration of modern neural networks. ICML.
"""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np

from lrf.components import Array

__all__ = ["METHODS", "Calibration", "fit_calibration"]

#: The names of the methods.
METHODS = ("isotonic", "temperature")

#: What is kept back of every probability, so that unanimous trees do not count as certainty.
_DOUBT = 0.04

#: How finely probabilities are told apart.
_STEPS = 1000


def _as_knots(value: Any) -> tuple[float, ...]:
    return tuple(float(number) for number in value)


def _rises_within(instance: Any, attribute: attrs.Attribute[Any], value: tuple[float, ...]) -> None:
    numbers = np.array(value)
    if not (len(numbers) > 1 and numbers.min() >= 0 and numbers.max() <= 1):
        raise ValueError(f"the calibration's {attribute.name} are no probabilities")
    if (np.diff(numbers) < 0).any():
        raise ValueError(f"the calibration's {attribute.name} do not rise")


@attrs.frozen
class Calibration:
    """A rising line from what is said to what should be said.

    Parameters
    ----------
    method : str
        How it was found.
    said, meant : tuple of float
        The corners of the line.
    """

    method: str = attrs.field(validator=attrs.validators.in_(METHODS))
    said: tuple[float, ...] = attrs.field(converter=_as_knots, validator=_rises_within)
    meant: tuple[float, ...] = attrs.field(converter=_as_knots, validator=_rises_within)

    def __attrs_post_init__(self) -> None:
        if len(self.said) != len(self.meant):
            raise ValueError("the calibration has not as many corners said as meant")

    def apply(self, chances: Array) -> Array:
        """Return what should be said; of both directions of a pair, such that they sum to 1."""
        forth = np.interp(chances, self.said, self.meant)
        back = np.interp(1 - chances, self.said, self.meant)
        return np.where(np.isnan(chances), np.nan, (forth + 1 - back) / 2)


def fit_calibration(method: str, said: Array, happened: Array, weight: Array) -> Calibration:
    """Return the calibration of some pairs.

    Parameters
    ----------
    method : {"isotonic", "temperature"}
        "isotonic": any rising line; "temperature": the log odds times one number.
    said, happened, weight : ndarray of float64, shape (n_pairs,)
        What was said, what happened (a tie: 1/2), and how much it counts.
    """
    step = np.rint(said * _STEPS).astype(int)
    number = np.concatenate((step, _STEPS - step))
    outcome = np.concatenate((happened, 1 - happened))
    weights = np.concatenate((weight, weight))
    heft = np.bincount(number, weights, _STEPS + 1)
    seen = np.flatnonzero(heft)
    share = np.bincount(number, weights * outcome, _STEPS + 1)[seen] / heft[seen]
    points, heft = seen / _STEPS, heft[seen]
    if method == "isotonic":
        from sklearn.isotonic import IsotonicRegression

        found = IsotonicRegression(y_min=0.0, y_max=1.0).fit(points, share, heft)
        corners, meant = found.X_thresholds_, found.y_thresholds_
        if len(corners) == 1:
            corners, meant = np.array([0.0, 1.0]), np.repeat(meant, 2)
        return Calibration(method, corners, np.maximum.accumulate(np.clip(meant, 0, 1)))
    grid = np.linspace(0, 1, _STEPS + 1)
    return Calibration(method, grid, _heated(grid, _temperature(points, share, heft)))


def _heated(chances: Array, factor: float) -> Array:
    """Return probabilities whose log odds are multiplied; those of 0 and 1 are kept finite."""
    heated: Array = 1 / (1 + np.exp(-factor * _log_odds(chances)))
    return heated


def _log_odds(chances: Array) -> Array:
    near = _DOUBT / 2 + (1 - _DOUBT) * chances
    odds: Array = np.log(near / (1 - near))
    return odds


def _temperature(points: Array, share: Array, weight: Array) -> float:
    """Return the factor of the log odds under which what happened is most likely."""
    from scipy.optimize import minimize_scalar

    odds = _log_odds(points)

    def loss(log_factor: float) -> float:
        # By the log odds, since probabilities so near to 1 would be rounded to it.
        heated = np.exp(log_factor) * odds
        unlikely = share * np.logaddexp(0.0, -heated) + (1 - share) * np.logaddexp(0.0, heated)
        return float(weight @ unlikely)

    return float(np.exp(minimize_scalar(loss, bounds=(-4, 3), method="bounded").x))
