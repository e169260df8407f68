"""The order of the strengths that make the votes most likely (Luce 1959, Plackett 1975).

In this model a voter picks the best label with a chance proportional to its strength, then the
next one among the others, and so on. Labels are ordered by the logarithms of their strengths,
estimated by penalised maximum likelihood. Labels that a vote ties are each picked from all that
are not before them (Breslow 1974); labels that it leaves out do not take part.

The penalty keeps strengths finite where some labels always win, or were never compared with the
others, and makes the estimate unique. Likelihood depends only on how often each set of labels was
chosen from, and each label picked, so votes are reduced to these numbers first. Then Newton's
steps are taken, for many elections at once; a step that does not help enough is shortened to what
is known to help with functions of this kind (Sun and Tran-Dinh 2019), so that the way leads there
from anywhere. With s different sets each step takes s k^2 operations.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._batches import batches
from lrf.aggregators._choices import Choices, choices_of
from lrf.aggregators._scores import CLOSE, positions_by
from lrf.plugin import Aggregator, Parameter, hookimpl

__all__ = ["log_strengths", "lrf_aggregators", "plackett_luce"]

Array = npt.NDArray[Any]

# Ten are usual; near the end each doubles the number of correct digits.
MOST_STEPS = 1000
LAST_STEP = 1e-10
# Share of what the slope promises that a whole step must bring; and how exact likelihoods are.
ENOUGH = 0.1
NOISE = 1e-12
# Elections for which a table of all sets and pairs of labels is not worth the while.
FEW = 8
# Logarithms of strengths that differ by less are equal.
SAME = 1e-8


def plackett_luce(rankings: Array, weights: Array, penalty: float = 0.001) -> Array:
    """Return the ranking by strength of each election.

    Parameters
    ----------
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        Positions; NaN: not ranked.
    weights : ndarray of float64, shape (n, n_distinct)
        How often each was voted for.
    penalty : float
        As in `log_strengths`.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        Average positions for ties; logarithms of strengths closer than 1e-8 are tied.
    """
    strengths = log_strengths(rankings, weights, penalty)
    return positions_by(-strengths, np.full(len(strengths), SAME / CLOSE))


def log_strengths(rankings: Array, weights: Array, penalty: float = 0.001) -> Array:
    """Return the logarithms of the strengths in each election.

    Parameters
    ----------
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        Positions; NaN: not ranked.
    weights : ndarray of float64, shape (n, n_distinct)
        How often each was voted for.
    penalty : float
        Half of it, times the sum of the squared results, is taken off the mean log-likelihood of
        a vote.

    Returns
    -------
    strengths : ndarray of float64, shape (n, n_labels)
        With the sum 0.
    """
    weights = np.asarray(weights, dtype=np.float64)
    whole = weights.sum(axis=1, keepdims=True)
    shares = np.divide(weights, whole, out=np.zeros_like(weights), where=whole > 0)
    choices = choices_of(np.asarray(rankings, dtype=np.float64), shares)
    strengths = np.zeros(choices.picks.shape)
    width = len(choices.sets) + 3 * choices.sets.shape[1] ** 2
    for batch in batches(len(weights), width):
        strengths[batch] = _most_likely(choices.of(batch), penalty)
    return strengths


def _most_likely(choices: Choices, penalty: float) -> Array:
    """Return the logarithms of strengths of largest penalised likelihood, shape (n, n_labels)."""
    strengths = np.zeros(choices.picks.shape)
    moving = np.arange(len(strengths))
    for _ in range(MOST_STEPS):
        here, chosen = strengths[moving], choices.of(moving)
        step, promised = _newton_step(here, chosen, penalty)
        span = np.ptp(step, axis=1)
        gained = _likelihood(here + step, chosen, penalty) - _likelihood(here, chosen, penalty)
        shortened = np.divide(np.log1p(span), span, out=np.ones_like(span), where=span > 0)
        length = np.where(gained >= ENOUGH * promised - NOISE, 1.0, shortened)
        strengths[moving] = here + length[:, np.newaxis] * step
        moving = moving[span > LAST_STEP]
        if not len(moving):
            break
    return strengths


def _likelihood(strengths: Array, choices: Choices, penalty: float) -> Array:
    """Return the mean penalised log-likelihood of a vote in each election, shape (n,)."""
    n_elections, n_labels = strengths.shape
    most = strengths.max(axis=1, keepdims=True)
    weight = np.exp(strengths - most)
    likelihood = (choices.picks * (strengths - most)).sum(axis=1)
    for counts, sets in choices.parts(max(n_elections, n_labels)):
        likelihood -= (counts * np.log(weight @ sets.T)).sum(axis=1)
    return np.asarray(likelihood - penalty / 2 * (strengths**2).sum(axis=1))


def _newton_step(strengths: Array, choices: Choices, penalty: float) -> tuple[Array, Array]:
    """Return the step to the top of the parabola that fits best, and how much it would gain.

    Returns
    -------
    step : ndarray of float64, shape (n, n_labels)
    promised : ndarray of float64, shape (n,)
        What the step gains if the slope stays as it is; twice the gain on the parabola.
    """
    n_elections, n_labels = strengths.shape
    few = n_elections < FEW
    alone, together = np.zeros((n_elections, n_labels)), np.zeros((n_elections, n_labels**2))
    weight = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    for counts, sets in choices.parts(n_labels if few else n_labels**2):
        totals = weight @ sets.T
        alone += (counts / totals) @ sets
        together += _of_pairs(counts / totals**2, sets, few)
    expected = weight * alone
    slope = choices.picks - expected - penalty * strengths
    curvature = -weight[:, :, np.newaxis] * weight[:, np.newaxis, :]
    curvature *= together.reshape(curvature.shape)
    labels = np.arange(n_labels)
    curvature[:, labels, labels] += expected + penalty
    step = np.linalg.solve(curvature, slope[:, :, np.newaxis])[:, :, 0]
    return step, (slope * step).sum(axis=1)


def _of_pairs(numbers: Array, sets: Array, few: bool) -> Array:
    """Return the sum of the numbers of all sets that hold two labels, shape (n, n_labels ** 2)."""
    if few:
        return np.array([((sets.T * row) @ sets).ravel() for row in numbers])
    pairs = sets[:, :, np.newaxis] * sets[:, np.newaxis, :]
    return np.asarray(numbers @ pairs.reshape(len(sets), -1))


@hookimpl
def lrf_aggregators() -> list[Aggregator]:
    """Return Plackett and Luce's model."""
    return [
        Aggregator(
            name="plackett-luce",
            summary="order by strengths that make the votes most likely, in Plackett and Luce's "
            "model",
            reference="Hunter (2004), MM algorithms for generalized Bradley-Terry models, Annals "
            "of Statistics 32(1)",
            parameters=(
                Parameter(
                    "penalty",
                    0.001,
                    "how strongly large differences of strength are held back",
                    minimum=1e-4,
                    maximum=1e3,
                ),
            ),
            statistic="votes",
            incomplete=True,
            consensus=plackett_luce,
        )
    ]
