"""Grown trees become inner nodes side by side, and are found in them again."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lrf.engine.descend import ATTRIBUTE_MASK, MISSING_LEFT_FLAG, NOMINAL_FLAG
from lrf.nodes import pack_nodes, unpack_nodes
from tests.naive.packing import pack
from tests.written_trees import trees, written

NOMINAL = np.array([False, True, False])


@given(st.lists(trees, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_packed_nodes_are_those_of_the_twin_and_can_be_unpacked(forest: Any, random: Any) -> None:
    parts = [written(tree) for tree in forest]
    feature, right = (np.array([x for part in parts for x in part[i]], np.int32) for i in (0, 1))
    sizes = [len(part[0]) for part in parts]
    roots = np.cumsum([0, *sizes])
    inner = feature >= 0
    missing_left = np.array([random.random() < 0.5 for _ in feature], np.uint8) * inner
    threshold = np.where(inner, [random.random() for _ in feature], 0.0)

    nodes, packed_roots = pack_nodes(threshold[inner], feature, right, missing_left, NOMINAL, roots)

    twin = [pack(*part) for part in parts]
    assert np.diff(packed_roots).tolist() == [len(tree) for tree in twin]
    assert [
        (int(node["feature"]) & ATTRIBUTE_MASK, int(node["left"]), int(node["right"]))
        for node in nodes
    ] == [node for tree in twin for node in tree]
    flags = nodes["feature"]
    assert ((flags & MISSING_LEFT_FLAG) != 0).tolist() == (missing_left[inner] != 0).tolist()
    assert ((flags & NOMINAL_FLAG) != 0).tolist() == NOMINAL[feature[inner]].tolist()
    first_leaf = np.cumsum([0, *(sum(x < 0 for x in part[0]) for part in parts)])
    again = unpack_nodes(nodes, packed_roots, first_leaf)
    assert again["threshold"].tolist() == threshold.tolist()
    assert again["feature"].tolist() == feature.tolist()
    assert again["right"].tolist() == right.tolist()
    assert again["missing_left"].tolist() == missing_left.tolist()
    assert again["nominal"].tolist() == (inner & NOMINAL[feature]).tolist()
