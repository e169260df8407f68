"""The minimum description length principle (Fayyad, Irani, 1993), for rankings.

A cut is accepted if what it saves in describing the rankings exceeds what describing the cut
costs. With k distinct rankings in the node, that cost holds ln(3^k - 2), taken in the log domain
so that it is right for every k. Entropies in nats, compared to seven decimals as published
(Rebelo de Sa, Soares, Knobbe, 2016).
"""

from __future__ import annotations

import math
from typing import Any

from lrf.plugin import StoppingRule, accept, hookimpl


def seven_decimals(number: float) -> float:
    """Round to seven decimals."""
    return math.floor(number * 1e7 + 0.5) / 1e7


@accept
def pays_its_description(split: float, whole: Any, left: Any, right: Any) -> bool:
    """Whether the gain in entropy exceeds the cost of describing the cut."""
    n = whole.weight
    if n <= 1.0:
        return False
    before = seven_decimals(whole.value)
    gain = seven_decimals(before - seven_decimals(split))
    choices = whole.distinct * math.log(3.0) + math.log1p(-2.0 * 3.0 ** (-whole.distinct))
    saved = whole.distinct * before - left.distinct * left.value - right.distinct * right.value
    delta = seven_decimals(choices - saved)
    return bool(gain > (math.log(n - 1.0) + delta) / n)


@hookimpl
def lrf_stopping_rules() -> list[StoppingRule]:
    """Offer the minimum description length principle."""
    return [
        StoppingRule(
            name="mdlpc",
            summary="split only if the cut pays for its own description (entropies only)",
            reference="U. Fayyad, K. Irani, Multi-interval discretization of continuous-valued "
            "attributes for classification learning, IJCAI 1993",
            accept={"entropy": pays_its_description},
            needs_value=True,
            needs_distinct=True,
        )
    ]
