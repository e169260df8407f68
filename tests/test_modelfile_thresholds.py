"""Thresholds in a file: each different one once, and all back to the bit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lrf
from lrf.errors import DataError
from lrf.modelfile.tensors import read_tensors
from lrf.modelfile.thresholds import VALUES, expanded, shared

few = st.lists(st.sampled_from([0.0, -0.0, 0.25, -np.inf, np.inf, 5e-324]), max_size=60)
many = st.lists(st.floats(allow_nan=False), max_size=60)


@given(st.one_of(few, many))
def test_thresholds_come_back_to_the_bit(numbers: list[float]) -> None:
    arrays = {"threshold": np.array(numbers, dtype=np.float64), "shape": np.zeros(3)}

    packed = shared(arrays)

    again = expanded(packed)
    assert again.keys() == arrays.keys()
    assert again["threshold"].tobytes() == arrays["threshold"].tobytes()
    assert sum(a.nbytes for a in packed.values()) <= sum(a.nbytes for a in arrays.values())


def test_files_of_forests_hold_each_threshold_once(tmp_path: Path) -> None:
    iris = lrf.load_dataset("iris")
    forest = lrf.LabelRankingForest(n_estimators=30, random_state=0).fit(iris.X, iris.Y)
    forest.save(tmp_path / "m.lrf")

    arrays = read_tensors(tmp_path / "m.lrf")[1]

    assert len(arrays[VALUES]) == len(np.unique(arrays[VALUES])) < len(arrays["threshold"])
    again = lrf.load(tmp_path / "m.lrf")
    assert again.forest_.nodes.tobytes() == forest.forest_.nodes.tobytes()


@pytest.mark.parametrize(
    ("values", "places", "message"),
    [
        (np.zeros(2), np.array([0, 2], np.uint8), "names places that threshold_value has not"),
        (np.zeros(0), np.array([0], np.uint8), "names places that threshold_value has not"),
        (np.zeros(2), np.array([0, 1], np.int32), "holds no places"),
        (np.zeros(2), np.array([0.0, 1.0]), "holds no places"),
        (np.zeros(2, np.float32), np.array([0, 1], np.uint8), "not float64 in a row"),
        (np.zeros((2, 1)), np.array([0, 1], np.uint8), "not float64 in a row"),
    ],
)
def test_places_that_do_not_exist_are_refused(values: Any, places: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        expanded({VALUES: values, "threshold": places})
