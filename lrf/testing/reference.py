"""The mean correlation once more, as a sweep: what the time of other sweeps is compared with.

It does the work that a sweep over vectors cannot do without, and nothing else.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.plugin import Criterion, sweep

__all__ = ["MEAN_CORRELATION_BY_SWEEP"]


def signed_product(a: Any, b: Any, n_positive: int) -> float:
    """Return the inner product of two vectors, in which the last columns count negatively."""
    product = 0.0
    for j in range(n_positive):
        product += a[j] * b[j]
    for j in range(n_positive, a.shape[0]):
        product -= a[j] * b[j]
    return product


@sweep
def find_cut(node: Any, best: Any) -> None:
    """Find the cut whose children have the largest mean correlation, self-pairs included."""
    width = node.vectors.shape[1]
    left, right = np.zeros(width), np.zeros(width)
    left_weight = right_weight = 0.0
    for i in range(node.rankings.shape[0]):
        right_weight += node.weights[i]
        for j in range(width):
            right[j] += node.weights[i] * node.vectors[node.rankings[i], j]
    whole = right_weight
    for i in range(node.rankings.shape[0] - 1):
        left_weight += node.weights[i]
        right_weight -= node.weights[i]
        for j in range(width):
            step = node.weights[i] * node.vectors[node.rankings[i], j]
            left[j] += step
            right[j] -= step
        if node.keys[i] == node.keys[i + 1]:
            continue
        if left_weight < node.minimum or right_weight < node.minimum:
            continue
        total = signed_product(left, left, node.n_positive) / left_weight
        total += signed_product(right, right, node.n_positive) / right_weight
        score = total * node.scale / whole
        if score > best[0]:
            best[0] = score
            best[1] = i + 1


MEAN_CORRELATION_BY_SWEEP = Criterion(
    name="mean-correlation-by-sweep",
    summary="mean correlation within the children, by a sweep of its own",
    sweep=find_cut,
)
