"""Correcting probabilities of pairs, so that they mean what they say.

References
----------
B. Zadrozny, C. Elkan (2002): Transforming classifier scores into accurate multiclass probability
estimates. KDD.
A. P. Oron, N. Flournoy (2017): Centered isotonic regression: point and interval estimation for
dose-response studies. Statistics in Biopharmaceutical Research 9.
C. Guo, G. Pleiss, Y. Sun, K. Q. Weinberger (2017): On calibration of modern neural networks. ICML.
"""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np

from lrf.components import Array

__all__ = ["LINES", "METHODS", "Calibration", "Outcomes", "fit_calibration"]

#: The names of the lines, and of the methods: one of the lines, or the best or none of them.
LINES = ("isotonic", "temperature")
METHODS = ("auto", *LINES)

#: What is kept back of every probability, so that unanimous trees do not count as certainty.
_DOUBT = 0.04

#: How finely probabilities are told apart.
_STEPS = 1000

#: How often lines are compared on rows that they were not fitted to, and how few rows are enough.
_FOLDS = 5
_FEWEST_ROWS = 10


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

    method: str = attrs.field(validator=attrs.validators.in_(LINES))
    said: tuple[float, ...] = attrs.field(converter=_as_knots, validator=_rises_within)
    meant: tuple[float, ...] = attrs.field(converter=_as_knots, validator=_rises_within)

    def __attrs_post_init__(self) -> None:
        if len(self.said) != len(self.meant):
            raise ValueError("the calibration has not as many corners said as meant")

    def apply(self, chances: Array) -> Array:
        """Return what should be said; of both directions of a pair, such that they sum to 1.

        Parameters
        ----------
        chances : ndarray of float64
            NaN stays NaN.
        """
        from lrf.engine.places import bend

        grid = np.linspace(0, 1, _STEPS + 1)
        forth = np.interp(grid, self.said, self.meant)
        corrected = np.array(chances, dtype=np.float64, order="C")
        bend(corrected.reshape(1, -1), (forth + 1 - forth[::-1]) / 2)
        return corrected


@attrs.frozen(eq=False)
class Outcomes:
    """What was said of pairs, and what happened.

    Parameters
    ----------
    said, happened, weight : ndarray of float64, shape (n_pairs,)
        What was said, what happened (a tie: 1/2), and how much it counts; each pair once.
    row : ndarray of int, shape (n_pairs,)
        The row of each pair. Pairs of the same row are no independent witnesses.
    """

    said: Array
    happened: Array
    weight: Array
    row: Array

    def select(self, pairs: Array) -> Outcomes:
        """Return some of the pairs."""
        return Outcomes(
            *(part[pairs] for part in (self.said, self.happened, self.weight, self.row))
        )

    def losses(self, line: Calibration | None) -> Array:
        """Return the squared error in each row, of shape (n_rows,), if a line corrects it."""
        meant = self.said if line is None else line.apply(self.said)
        return np.bincount(self.row, self.weight * (meant - self.happened) ** 2)


def fit_calibration(method: str, outcomes: Outcomes) -> Calibration | None:
    """Return the calibration of some pairs.

    Parameters
    ----------
    method : {"auto", "isotonic", "temperature"}
        "isotonic": any rising line; "temperature": the log odds times one number; "auto": one of
        them, if it makes rows that it was not fitted to clearly better.
    outcomes : Outcomes
        The pairs.

    Returns
    -------
    calibration : Calibration or None
        None if nothing is better, as only "auto" finds.
    """
    return _choose(outcomes) if method == "auto" else _fit(method, outcomes)


def _choose(outcomes: Outcomes) -> Calibration | None:
    """Return the simplest line to which no other is clearly superior, by cross-validation.

    Clearly: by more than the standard error of the difference, rows being independent.
    """
    rows = np.unique(outcomes.row)
    if len(rows) < _FEWEST_ROWS:
        return None
    fold = np.empty(rows[-1] + 1, dtype=int)
    fold[rows] = np.random.default_rng(0).permutation(len(rows)) % _FOLDS
    fold_of_pair = fold[outcomes.row]
    losses = np.zeros((1 + len(LINES), len(fold)))
    for left_out in range(_FOLDS):
        known = outcomes.select(fold_of_pair != left_out)
        unseen = outcomes.select(fold_of_pair == left_out)
        lines = [None, *(_fit(method, known) for method in reversed(LINES))]
        for loss, line in zip(losses, lines, strict=True):
            found = unseen.losses(line)
            loss[: len(found)] += found
    best = 0
    for other in range(1, len(losses)):
        gains = (losses[best] - losses[other])[rows]
        if gains.sum() > np.sqrt(len(gains)) * gains.std():
            best = other
    return _fit(LINES[-best], outcomes) if best else None


def _fit(method: str, outcomes: Outcomes) -> Calibration:
    """Return the line of one method. Each pair counts in both directions."""
    step = np.rint(outcomes.said * _STEPS).astype(int)
    number = np.concatenate((step, _STEPS - step))
    outcome = np.concatenate((outcomes.happened, 1 - outcomes.happened))
    weights = np.concatenate((outcomes.weight, outcomes.weight))
    heft = np.bincount(number, weights, _STEPS + 1)
    seen = np.flatnonzero(heft)
    share = np.bincount(number, weights * outcome, _STEPS + 1)[seen] / heft[seen]
    points, heft = seen / _STEPS, heft[seen]
    if method == "isotonic":
        return Calibration(method, *_rising(points, share, heft))
    grid = np.linspace(0, 1, _STEPS + 1)
    return Calibration(method, grid, _heated(grid, _temperature(points, share, heft)))


def _rising(points: Array, share: Array, weight: Array) -> tuple[Array, Array]:
    """Return the corners of the rising line that is nearest to some shares.

    Isotonic regression makes steps; the line joins their centres, so that what was said to be
    likelier stays likelier.
    """
    from sklearn.isotonic import IsotonicRegression

    line = IsotonicRegression(y_min=0.0, y_max=1.0).fit(points, share, weight)
    fitted = line.predict(points)
    meant, stair = np.unique(fitted, return_inverse=True)
    heft = np.bincount(stair, weight)
    centres = np.bincount(stair, weight * points) / heft
    if len(centres) == 1:
        return np.array([0.0, 1.0]), np.repeat(meant, 2)
    return np.clip(centres, 0, 1), np.clip(meant, 0, 1)


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
