"""Rows reach the same leaves by short nodes as by the others, and these are used where they may."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lrf import descent
from lrf.descent import Descent
from lrf.engine.descend import NODE, NOMINAL_FLAG
from lrf.engine.short import number_values
from lrf.nodes import pack_nodes
from lrf.short_nodes import shorten
from tests.naive.descent import leaf_of, numbers_of
from tests.written_trees import N_FEATURES, trees, written

#: Few different values, so that rows stand at thresholds often; both zeros are one value.
values = st.sampled_from([-2.5, -0.0, 0.0, 1.0, 1.5, 4.0])
forests = st.lists(trees, min_size=1, max_size=4)
tables = st.integers(1, 40).flatmap(
    lambda n_rows: arrays(np.float64, (n_rows, N_FEATURES), elements=values)
)


def packed(forest: list[Any], cuts: Any) -> tuple[Any, Any, Any]:
    """Return the inner nodes of a forest, and where its trees and their leaves begin."""
    parts = [written(tree) for tree in forest]
    feature, right = (np.array([x for part in parts for x in part[i]], np.int32) for i in (0, 1))
    inner = feature >= 0
    thresholds = np.array([cuts.draw(values) for _ in range(inner.sum())], dtype=np.float64)
    roots = np.cumsum([0, *(len(part[0]) for part in parts)])
    nodes, packed_roots = pack_nodes(
        thresholds, feature, right, np.zeros(len(feature), np.uint8), np.zeros(3, bool), roots
    )
    return nodes, packed_roots, packed_roots + np.arange(len(packed_roots))


def chain(n_inner: int, threshold: Any) -> tuple[Any, Any, Any]:
    """Return a forest of one tree, whose right children are leaves."""
    nodes = np.zeros(n_inner, dtype=NODE)
    nodes["threshold"] = threshold
    nodes["left"] = np.arange(1, n_inner + 1)
    nodes["left"][-1] = ~n_inner
    nodes["right"] = ~np.arange(n_inner)
    return nodes, np.array([0, n_inner]), np.array([0, n_inner + 1])


@given(forests, tables, st.data())
def test_leaves_and_sums_are_those_of_the_twin(forest: Any, X: Any, cuts: Any) -> None:
    nodes, roots, first_leaf = packed(forest, cuts)
    start = len(X) // 3
    ways = Descent(nodes, roots, first_leaf, N_FEATURES)
    ways._short, ways._is_settled = shorten(nodes, roots, first_leaf, N_FEATURES), True
    assert ways._short is not None
    table, rows = np.arange(24.0).reshape(8, 3), np.arange(first_leaf[-1], dtype=np.int32) % 8

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(descent, "_FEW_ROWS", 1)
        leaves = ways.find_leaves(X, start, len(X))
        sums = np.ones((len(X) - start, 3))
        ways.accumulate(X, start, len(X), rows, table, sums)

    twin = [
        [leaf_of(nodes, roots[t], roots[t + 1] - roots[t], row) for row in X[start:]]
        for t in range(len(forest))
    ]
    assert leaves.tolist() == twin
    added = table[rows[leaves + first_leaf[:-1, None]]].sum(axis=0)
    assert sums.tolist() == (1 + added).tolist()


@given(tables, st.lists(st.sets(values), min_size=N_FEATURES, max_size=N_FEATURES))
def test_values_are_numbered_as_by_the_twin(X: Any, thresholds: Any) -> None:
    cuts = [sorted(some) for some in thresholds]
    firsts = np.cumsum([0, *map(len, cuts)])
    numbers = np.full(X.shape, 99, dtype=np.uint16)
    flat = np.array([cut for some in cuts for cut in some], dtype=np.float64)
    number_values(X, 0, len(X), flat, firsts, numbers)
    assert numbers.tolist() == [numbers_of(row, cuts) for row in X]


def test_the_largest_forests_that_fit_and_the_smallest_that_do_not() -> None:
    # A tree of n inner nodes has n + 1 leaves; a field holds numbers up to 65,535.
    assert shorten(*chain(2**15 - 1, 1.0), 1) is not None
    assert shorten(*chain(2**15, 1.0), 1) is None
    nodes, roots, first_leaf = chain(2**15 - 1, 1.0)
    twice = np.concatenate([nodes, nodes, nodes[:3]])
    twice["left"][-1] = ~3
    roots, first_leaf = np.array([0, 2**15 - 1, 2**16 - 2, 2**16 + 1]), np.zeros(4, dtype=int)
    first_leaf = roots + np.arange(4)
    twice["threshold"] = np.minimum(np.arange(2**16 + 1), 2**16 - 2)
    short = shorten(twice, roots, first_leaf, 1)
    assert short is not None
    assert len(short.thresholds) == 2**16 - 1
    X = np.array([[-1.0], [2.0**15 - 2], [2.0**16 - 3], [2.0**16]] * 10)
    ways = Descent(twice, roots, first_leaf, 1)
    before = ways.find_leaves(X, 0, 40)
    ways._short, ways._is_settled = short, True
    assert ways.find_leaves(X, 0, 40).tolist() == before.tolist()
    twice["threshold"] = np.minimum(np.arange(2**16 + 1), 2**16 - 1)
    assert shorten(twice, roots, first_leaf, 1) is None
    twice["threshold"][5] = np.nan
    assert shorten(twice, roots, first_leaf, 1) is None


def test_they_are_made_once_they_pay_and_used_for_whole_rows_only() -> None:
    nodes, roots, first_leaf = chain(9, np.arange(9.0, 0.0, -1.0))
    X = np.random.default_rng(0).uniform(0, 10, size=(2**17, 1))
    ways = Descent(nodes, roots, first_leaf, 1)
    first = ways.find_leaves(X, 0, 2**16)
    assert ways._short is None
    again = ways.find_leaves(X, 0, 2**16)
    assert ways._short is not None
    assert (first == again).all()
    X[5] = np.nan  # goes right, where the leaf is
    assert ways.find_leaves(X, 0, 100)[0, 5] == 0
    assert ways.find_leaves(X, 4, 7)[0, 1] == 0

    nodes["feature"] |= NOMINAL_FLAG
    nominal = Descent(nodes, roots, first_leaf, 1)
    X[:] = 4.0
    assert (nominal.find_leaves(X, 0, len(X)) == 0).all()
    assert nominal._short is None
