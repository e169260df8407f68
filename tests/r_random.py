"""The random numbers of R (Mersenne Twister, "Rejection" sampling), to draw its bootstraps."""

from __future__ import annotations

from math import ceil, floor, log2
from typing import Any

import numpy as np

_SCRAMBLES = 50
_KEY_LENGTH = 624


def set_seed(seed: int) -> np.random.RandomState:
    """Return the generator that R has after ``set.seed(seed)``."""
    states = []
    state = seed
    for _ in range(_SCRAMBLES + 1 + _KEY_LENGTH):
        state = (69069 * state + 1) % 2**32
        states.append(state)
    generator = np.random.RandomState()
    # The number before the key is the position in it, which R sets to its end.
    key = np.array(states[_SCRAMBLES + 1 :], dtype=np.uint32)
    generator.set_state(("MT19937", key, _KEY_LENGTH, 0, 0.0))
    return generator


def _uniform(generator: np.random.RandomState) -> float:
    return float(generator.randint(0, 2**32, dtype=np.uint32)) * 2.3283064365386963e-10


def _index(generator: np.random.RandomState, size: int) -> int:
    """Return a random number below `size`, from as many bits as it has."""
    bits = ceil(log2(size))
    while True:
        number = 0
        for _ in range(0, bits + 1, 16):
            number = 65536 * number + floor(_uniform(generator) * 65536)
        number &= (1 << bits) - 1
        if number < size:
            return number


def sample_with_replacement(seed: int, size: int) -> Any:
    """Return what ``set.seed(seed); sample(1:size, size, replace = TRUE) - 1`` draws in R."""
    generator = set_seed(seed)
    return np.array([_index(generator, size) for _ in range(size)])
