"""A row of weight 2 is two equal rows, whatever the criterion and whatever the data."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lrf.config import config_from_dict
from lrf.errors import ComponentError
from lrf.growth import grow_forest
from lrf.plan import make_plan
from lrf.rankings import average_positions
from lrf.registry import get_registry

CRITERIA = get_registry().names("criterion")
#: A permutation test shuffles samples, so that two rows are other evidence than one of weight 2.
RULES = sorted(set(get_registry().names("stopping rule")) - {"permutation"})


@st.composite
def samples(draw: Any) -> tuple[Any, Any, tuple[int, ...], Any]:
    """Draw features with gaps and a nominal one, rankings with ties and gaps, and whole weights."""
    n, k = draw(st.integers(2, 12)), draw(st.integers(2, 4))
    gaps_in_X, gaps_in_Y, ties = (draw(st.booleans()) for _ in range(3))
    values = st.sampled_from([0.0, 1.0, 2.0, 3.0] + [np.nan] * gaps_in_X)
    X = draw(hnp.arrays(float, (n, 3), elements=values))
    X[:, 2] = np.nan_to_num(X[:, 2], nan=4.0)
    if ties:
        scores = draw(hnp.arrays(float, (n, k), elements=st.integers(0, k - 1).map(float)))
    else:
        rows = [draw(st.permutations(range(k))) for _ in range(n)]
        scores = np.array(rows, dtype=float)
    if gaps_in_Y:
        scores[draw(hnp.arrays(bool, (n, k)))] = np.nan
    nominal = (2,) if draw(st.booleans()) else ()
    weights = draw(hnp.arrays(float, n, elements=st.sampled_from([1.0, 2.0, 3.0])))
    return X, average_positions(scores), nominal, weights


def grow(X: Any, Y: Any, nominal: Any, weights: Any, **settings: Any) -> Any:
    plan = make_plan(config_from_dict({"estimator": "tree", **settings}))
    return grow_forest(X, Y, plan, sample_weight=weights, nominal=nominal)


@pytest.mark.parametrize("criterion", CRITERIA)
@given(sample=samples(), minimum=st.integers(1, 3), stopping=st.sampled_from(RULES))
def test_a_weight_is_a_number_of_rows(
    criterion: str, sample: Any, minimum: int, stopping: str
) -> None:
    X, Y, nominal, weights = sample
    settings = {"criterion": criterion, "stopping": stopping, "min_samples_leaf": minimum}
    counts = weights.astype(int)
    try:
        weighted = grow(X, Y, nominal, weights, **settings)
    except ComponentError:  # not every rule judges every criterion, nor every criterion gaps
        with pytest.raises(ComponentError):
            grow(np.repeat(X, counts, 0), np.repeat(Y, counts, 0), nominal, None, **settings)
        return
    repeated = grow(np.repeat(X, counts, 0), np.repeat(Y, counts, 0), nominal, None, **settings)
    one, other = weighted.tree(0), repeated.tree(0)
    for name in ("feature", "threshold", "left", "missing_left", "nominal", "weight"):
        assert np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True), name
    assert np.array_equal(one.positions, other.positions)
    assert np.array_equal(weighted.predict(X), repeated.predict(X))


@pytest.mark.parametrize("criterion", CRITERIA)
@given(sample=samples())
def test_rows_of_weight_zero_are_not_there(criterion: str, sample: Any) -> None:
    X, Y, nominal, weights = sample
    weights = weights - 1.0
    kept = weights > 0
    if not kept.any():
        return
    try:
        weighted = grow(X, Y, nominal, weights, criterion=criterion)
    except ComponentError:
        return
    without = grow(X[kept], Y[kept], nominal, weights[kept], criterion=criterion)
    assert np.array_equal(weighted.tree(0).weight, without.tree(0).weight)
    assert np.array_equal(weighted.predict(X[kept]), without.predict(X[kept]))
