"""Scoring a block of cuts by a criterion's gain.

An author writes the gain of one cut. What the engine calls is a loop around it over many cuts,
compiled together with it: the compiler then judges several cuts at a time, and the engine makes
one call where it would make hundreds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lrf.engine.jit import compile_around
from lrf.engine.signatures import Agreement, Variety, pointer_signature

__all__ = ["CUTS_AT_A_TIME", "NUMBERS_OF_A_CUT", "compile_scores"]

#: Cuts in a block: few enough that their numbers stay in the first level of the cache.
CUTS_AT_A_TIME = 256
#: What a sweep writes down of a cut, at most.
NUMBERS_OF_A_CUT = 9

gain: Any = None  # the author's function takes its place


def _score_agreement(
    cuts: Any, n_cuts: int, whole: Any, scale: float, scores: Any, params: Any
) -> None:
    scaled = Agreement(whole.weight, whole.norm * scale, whole.own * scale)
    for cut in range(n_cuts):
        weight = cuts[0, cut]
        norm = cuts[1, cut]
        own = cuts[2, cut]
        other_norm = (whole.norm - 2.0 * cuts[3, cut]) + norm
        left = Agreement(weight, norm * scale, own * scale)
        right = Agreement(whole.weight - weight, other_norm * scale, (whole.own - own) * scale)
        scores[cut] = gain(left, right, scaled, params)


def _score_variety(
    cuts: Any, n_cuts: int, whole: Any, scale: float, scores: Any, params: Any
) -> None:
    scaled = Variety(
        whole.weight, whole.distinct, whole.log_sum, whole.square_sum, whole.cross * scale
    )
    for cut in range(n_cuts):
        weight = cuts[0, cut]
        left = Variety(weight, cuts[1, cut], cuts[2, cut], cuts[3, cut], cuts[4, cut] * scale)
        right = Variety(
            whole.weight - weight, cuts[5, cut], cuts[6, cut], cuts[7, cut], cuts[8, cut] * scale
        )
        scores[cut] = gain(left, right, scaled, params)


_LOOPS: dict[str, Callable[..., None]] = {
    "agreement": _score_agreement,
    "variety": _score_variety,
}


def compile_scores(function: Callable[..., Any], statistics: str) -> Any:
    """Compile a criterion's gain, in a loop over cuts, to a typed pointer.

    Parameters
    ----------
    function : callable
        The gain of one cut; its last argument (params) may be missing.
    statistics : {"agreement", "variety"}
        Which numbers it is given.

    Returns
    -------
    pointer : object
        To be passed to kernels; the plain loop when compilation is switched off.

    Raises
    ------
    TypeError
        If the function takes another number of arguments.
    """
    n_arguments = len(pointer_signature("gain", statistics).args)
    signature = pointer_signature("scores", statistics)
    return compile_around(_LOOPS[statistics], "gain", function, n_arguments, signature)
