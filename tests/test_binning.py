"""Bins of values, which large nodes do not cut."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lrf.engine.binning import firsts_of_bins, number_bins
from lrf.rankings import average_positions
from tests.test_attributes import cuts, grow, similarity_of_children

COUNTS = st.lists(st.integers(1, 30), min_size=1, max_size=40).map(np.array)


@given(COUNTS, st.integers(2, 12), st.booleans())
def test_bins_are_ranges_of_about_equal_numbers_of_samples(
    counts: Any, max_bins: int, has_gaps: bool
) -> None:
    firsts = firsts_of_bins(counts, max_bins, has_gaps)
    present = counts[:-1] if has_gaps else counts
    if len(present) <= max_bins:
        assert len(firsts) == 0
        return
    assert firsts[0] == 0
    assert firsts[-1] == len(counts)
    assert np.all(np.diff(firsts.astype(int)) > 0)
    if has_gaps:
        assert firsts[-2] == len(present)  # missing values have a bin of their own
        firsts = firsts[:-1]
    assert len(firsts) - 1 <= max_bins
    for first, end in pairwise(firsts):
        # Values whose middles lie within one share of the samples: all but two halves of values.
        held = present[first:end]
        assert held.sum() - held[0] / 2 - held[-1] / 2 <= present.sum() / max_bins + 1e-9


def test_no_limit_is_no_bins() -> None:
    assert len(firsts_of_bins(np.ones(1000, int), None, False)) == 0


def test_every_sample_has_the_number_of_its_bin() -> None:
    firsts = [np.array([0, 2, 3], np.uint32), np.empty(0, np.uint32), np.array([0, 4], np.uint32)]
    codes = np.array([[2, 0, 1, 0], [1, 1, 0, 0], [3, 2, 1, 0]], np.uint32)
    bins = number_bins(firsts, codes)
    np.testing.assert_array_equal(bins.numbers, [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
    np.testing.assert_array_equal(bins.firsts, [0, 2, 3, 0, 4])
    np.testing.assert_array_equal(bins.offsets, [0, 3, 3, 5])
    assert number_bins([np.empty(0, np.uint32)] * 3, codes).numbers.size == 0


def test_bins_have_numbers_of_two_bytes() -> None:
    firsts = firsts_of_bins(np.ones(70_001, int), 69_999, True)
    assert len(firsts) == 2**16 + 1
    bins = number_bins([firsts], np.arange(70_001, dtype=np.uint32)[None])
    assert bins.numbers.max() == 2**16 - 1 == bins.numbers[0, -1]
    assert np.all(np.diff(bins.numbers[0].astype(int)) >= 0)


@st.composite
def samples_with_gaps(draw: Any) -> tuple[Any, Any, int]:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, max_bins = draw(st.integers(8, 40)), draw(st.integers(2, 5))
    X = rng.integers(0, draw(st.integers(3, 20)), size=(n, 2)) * 1.0
    X[rng.random(X.shape) < draw(st.sampled_from([0.1, 0.5]))] = np.nan
    return X, average_positions(rng.integers(0, 4, size=(n, 3)) * 1.0), max_bins


def between_bins(x: Any, max_bins: int) -> list[Any]:
    """Return every way to send rows left by one attribute without cutting a bin."""
    known, counts = np.unique(x[~np.isnan(x)], return_counts=True)
    if len(known) <= max_bins:
        return cuts(x, False)
    middle = np.cumsum(counts) - counts / 2
    numbers = np.minimum((middle * max_bins / counts.sum()).astype(int), max_bins - 1)
    coarse = np.full(len(x), np.nan)
    for value, number in zip(known, numbers, strict=True):
        coarse[x == value] = number
    return cuts(coarse, False)


@given(samples_with_gaps())
def test_root_is_the_best_of_all_cuts_between_bins(sample: Any) -> None:
    X, Y, max_bins = sample
    criterion = {"name": "mean-correlation", "correlation": "kendall"}
    tree = grow(X, Y, max_depth=1, max_bins=max_bins, criterion=criterion).tree(0)
    ways = [way for j in range(2) for way in between_bins(X[:, j], max_bins)]
    if tree.n_nodes == 1:
        assert not ways or len(np.unique(Y, axis=0)) == 1
        return
    scores = [similarity_of_children(Y, way) for way in ways]
    goes_left = tree.apply(X) == tree.left[0]
    assert similarity_of_children(Y, goes_left) == pytest.approx(max(scores), abs=1e-9)


@given(samples_with_gaps(), st.sampled_from(["mean-correlation", "ranking-gain", "mallows"]))
def test_rows_reach_the_leaf_that_they_were_grown_into(sample: Any, criterion: str) -> None:
    X, Y, max_bins = sample
    tree = grow(X, Y, criterion=criterion, max_bins=max_bins).tree(0)
    leaves = tree.apply(X)
    for leaf in np.unique(leaves):
        assert tree.weight[leaf] == np.count_nonzero(leaves == leaf)


def test_nodes_of_few_samples_or_of_one_bin_are_cut_between_any_two_values() -> None:
    """Two bins of 64 values: the first cut is between them, later ones wherever it is best."""
    X = np.arange(64.0)[:, None]
    Y = np.where(X % 2 == 0, [[1.0, 2.0]], [[2.0, 1.0]])
    tree = grow(X, Y, max_bins=2).tree(0)
    assert tree.threshold[0] == 31.5
    assert np.count_nonzero(tree.feature < 0) == 64
