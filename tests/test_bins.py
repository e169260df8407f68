"""Cuts of attributes with few values: added up by value, they are those of sorted samples."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lrf.config import config_from_dict
from lrf.engine import records
from lrf.growth import grow_forest
from lrf.plan import make_plan
from lrf.rankings import average_positions

STOPPING: tuple[dict[str, Any], ...] = (
    {"name": "none"},
    {"name": "gamma-ratio", "gamma": 0.9},
    {"name": "permutation"},
)


def grown(X: Any, Y: Any, weights: Any, by_bins: bool, **settings: Any) -> Any:
    """Return the arrays of a forest, grown with or without bins."""
    plan = make_plan(config_from_dict({"estimator": "forest", "n_estimators": 3, **settings}))
    with pytest.MonkeyPatch.context() as patch:
        if not by_bins:
            patch.setattr(records, "_SHORT", -1)
        return grow_forest(X, Y, plan, weights, random_state=0).to_arrays()


@st.composite
def samples(draw: Any) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, n_values = draw(st.integers(2, 60)), draw(st.integers(1, 6))
    X = rng.integers(0, n_values, size=(n, 3)) * 1.5
    X[:, 2] = rng.normal(size=n)
    n_labels = draw(st.integers(2, 6))
    Y = average_positions(rng.integers(0, draw(st.integers(1, 9)), size=(n, n_labels)) * 1.0)
    if draw(st.booleans()):
        Y[rng.random(Y.shape) < 0.2] = np.nan
    weights = rng.integers(1, 4, size=n) * draw(st.sampled_from([1.0, 0.3]))
    return X, Y, weights


@given(samples(), st.sampled_from(STOPPING), st.sampled_from(["sqrt", "all"]), st.integers(1, 4))
def test_the_same_forest_grows_with_bins_and_without(
    sample: Any, stopping: dict[str, Any], max_features: str, least: int
) -> None:
    settings: dict[str, Any] = {
        "criterion": {"name": "mean-correlation", "correlation": "kendall"},
        "stopping": stopping,
        "max_features": max_features,
        "min_samples_leaf": least,
        "blend": "none",
    }
    one, other = (grown(*sample, by_bins, **settings) for by_bins in (True, False))
    assert one.keys() == other.keys()
    for name, array in one.items():
        np.testing.assert_array_equal(array, other[name], err_msg=name)


def test_bins_are_used_where_vectors_are_short_single_floats() -> None:
    def room(vectors: Any) -> Any:
        training = records.Training(*[None] * len(records.Training._fields))._replace(
            vectors=vectors, codes=np.zeros((2, 3)), positions=np.zeros((3, 4))
        )
        return records.make_room(training, 3)

    assert room(np.zeros((3, 16), np.float32)).bins.shape == (records.MOST_BINS, 16)
    assert room(np.zeros((3, 144), np.float32)).bins.shape == (0, 144)
    assert room(np.zeros((3, 16))).bins.shape == (0, 16)
