"""The keys of a node are sorted in three ways, by their number; all give the same order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lrf.engine.embedding import embed_vectors, in_singles
from lrf.engine.sort import MOST_DIGITS, MOST_RANKED, VOTE_BITS, VOTE_MASK, sort_keys

sizes = st.sampled_from([1, 2, 4, 5, 15, 16, 17, 95, 96, 97, 300, 1500])


def sorted_keys(codes: Any) -> Any:
    """Sort codes, each with its place as the vote, as a node does."""
    size = len(codes)
    keys = np.empty(size + 1, np.int64)
    keys[:size] = (codes.astype(np.int64) << VOTE_BITS) | np.arange(size)
    room = np.empty(size + 1, np.int64)
    digits, marks = np.empty(MOST_DIGITS, np.uint32), np.zeros(2 * MOST_RANKED, np.uint32)
    sort_keys(keys, room, size, int(codes.min()), int(codes.max()), digits, marks)
    return keys[:size]


@given(sizes, st.sampled_from([1, 2, 200, 2**20, 2**25, 2**31 - 1]), st.integers(0, 2**32 - 1))
def test_keys_are_sorted_by_code_and_equal_ones_keep_their_order(
    size: int, most: int, seed: int
) -> None:
    codes = np.random.default_rng(seed).integers(0, most, size)

    keys = sorted_keys(codes)

    order = np.argsort(codes, kind="stable")
    assert (keys >> VOTE_BITS).tolist() == codes[order].tolist()
    assert (keys & VOTE_MASK).tolist() == order.tolist()


@pytest.mark.parametrize("lowest", [0, 7, 2**30])
def test_codes_far_from_zero_are_told_apart(lowest: int) -> None:
    codes = lowest + np.arange(MOST_RANKED)[::-1]

    assert (sorted_keys(codes) >> VOTE_BITS).tolist() == sorted(codes.tolist())


def test_signs_with_whole_weights_are_summed_up_in_single_floats() -> None:
    embedding = embed_vectors(np.array([[1.0, -1.0, 1.0], [1.0, 1.0, -1.0]]))

    singles = in_singles(embedding, np.ones(1000))

    assert singles.vectors.dtype == np.float32
    assert singles.vectors[:, :3].tolist() == embedding.vectors[:, :3].tolist()
    assert not singles.vectors[:, 3:].any()
    assert (singles.scale, singles.squares.tolist()) == (
        embedding.scale,
        embedding.squares.tolist(),
    )


@pytest.mark.parametrize(
    ("vectors", "weights"),
    [
        ([[1.0, -1.0]], np.full(1000, 0.5)),
        ([[0.123456789, -1.0]], np.ones(1000)),
        ([[1.0, -1.0]], np.full(4, 2.0**23)),
        ([[300.0, -1.0]], np.ones(1000)),
    ],
    ids=["fractional weights", "fractions", "heavy weights", "large numbers"],
)
def test_what_single_floats_could_round_stays_in_doubles(vectors: Any, weights: Any) -> None:
    embedding = embed_vectors(np.array(vectors))

    assert in_singles(embedding, weights) is embedding
