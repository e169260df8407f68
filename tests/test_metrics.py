"""tau-b, rho and tau-x against scipy, the naive twins and their own properties."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from lrf.engine.jit import COMPILED
from lrf.errors import RankingError
from lrf.metrics import (
    kendall_matrix,
    kendall_tau,
    mean_kendall_tau,
    mean_spearman_rho,
    mean_tau_x,
    spearman_matrix,
    spearman_rho,
    tau_x,
)
from tests.naive import metrics as naive

Array = np.ndarray[Any, np.dtype[np.float64]]
Rowwise = Callable[[Any, Any], Array]

MEASURES = [
    pytest.param(kendall_tau, kendall_matrix, naive.kendall, id="kendall"),
    pytest.param(spearman_rho, spearman_matrix, naive.spearman, id="spearman"),
]
N_PAIRS = 10_000 if COMPILED else 500

values = st.sampled_from([1.0, 2.0, 2.5, 3.0, 4.0, np.nan])


@st.composite
def two_tables(draw: st.DrawFn, same_length: bool) -> tuple[Array, Array]:
    n_labels = draw(st.integers(0, 6))
    n_rows = draw(st.integers(0, 4))
    n_others = n_rows if same_length else draw(st.integers(0, 4))
    table = hnp.arrays(np.float64, (n_rows, n_labels), elements=values)
    other = hnp.arrays(np.float64, (n_others, n_labels), elements=values)
    return draw(table), draw(other)


def random_pairs(n_pairs: int, missing: float) -> list[tuple[Array, Array]]:
    """Return pairs of tables of 2 to 11 labels, from hardly any ties to little else."""
    rng = np.random.default_rng(20240229)
    pairs = []
    for n_labels in range(2, 12):
        shape = (n_pairs // 10, n_labels)
        n_values = rng.integers(1, 2 * n_labels + 1, size=(2, shape[0], 1))
        a, b = np.ceil(rng.random((2, *shape)) * n_values)
        a[rng.random(shape) < missing] = np.nan
        b[rng.random(shape) < missing] = np.nan
        pairs.append((a, b))
    return pairs


def scipy_says(measure: Any, a: Array, b: Array) -> float:
    shared = ~(np.isnan(a) | np.isnan(b))
    if shared.sum() < 2:
        return 0.0  # spearmanr refuses a single value, and says nan for none
    with warnings.catch_warnings(action="ignore"):  # about constant input
        statistic = float(measure(a[shared], b[shared]).statistic)
    return 0.0 if np.isnan(statistic) else statistic


@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [(kendall_tau, stats.kendalltau), (spearman_rho, stats.spearmanr)],
    ids=["kendall", "spearman"],
)
def test_equal_to_scipy(ours: Rowwise, theirs: Any, missing: float) -> None:
    n_zero = 0
    for a, b in random_pairs(N_PAIRS if missing == 0 else N_PAIRS // 5, missing):
        expected = [scipy_says(theirs, *pair) for pair in zip(a, b, strict=True)]
        np.testing.assert_allclose(ours(a, b), expected, rtol=0, atol=1e-12)
        n_zero += sum((a == a[:, :1]).all(axis=1))
    assert n_zero > 0  # rankings that tie everything were among them


@pytest.mark.parametrize(("rowwise", "matrix", "twin"), MEASURES)
@given(tables=two_tables(same_length=True))
def test_rows_equal_naive_twin(rowwise: Rowwise, matrix: Any, twin: Any, tables: Any) -> None:
    a, b = tables
    expected = [twin(*rows) for rows in zip(a.tolist(), b.tolist(), strict=True)]
    np.testing.assert_allclose(rowwise(a, b), expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("rowwise", "matrix", "twin"), MEASURES)
@given(tables=two_tables(same_length=False))
def test_matrix_equals_naive_twin(rowwise: Rowwise, matrix: Any, twin: Any, tables: Any) -> None:
    a, b = tables
    expected = [[twin(row, other) for other in b.tolist()] for row in a.tolist()]
    expected_matrix = np.reshape(expected, (len(a), len(b)))
    np.testing.assert_allclose(matrix(a, b), expected_matrix, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("rowwise", "matrix", "twin"), MEASURES)
@given(tables=two_tables(same_length=True))
def test_properties(rowwise: Rowwise, matrix: Any, twin: Any, tables: Any) -> None:
    a, b = tables
    result = rowwise(a, b)
    assert (np.abs(result) <= 1).all()
    np.testing.assert_array_equal(rowwise(b, a), result)
    np.testing.assert_array_equal(rowwise(a, -b), -result)  # the other way round
    np.testing.assert_array_equal(rowwise(a, b**3 + 7), result)  # only the order counts
    np.testing.assert_array_equal(np.diagonal(matrix(a, b)), result)
    own = rowwise(a, a)
    assert set(own) <= {0.0, 1.0}  # exactly


@pytest.mark.parametrize(("rowwise", "matrix", "twin"), MEASURES)
def test_all_tied_ranking_has_correlation_zero(rowwise: Rowwise, matrix: Any, twin: Any) -> None:
    tied, ranking = [[2, 2, 2]], [[1, 2, 3]]
    assert rowwise(tied, ranking).tolist() == [0.0]
    assert rowwise(tied, tied).tolist() == [0.0]
    assert matrix([*tied, *ranking]).tolist() == [[0.0, 0.0], [0.0, 1.0]]


@pytest.mark.parametrize(("rowwise", "matrix", "twin"), MEASURES)
def test_matrix_of_one_table_pairs_it_with_itself(rowwise: Rowwise, matrix: Any, twin: Any) -> None:
    (table, _), *_ = random_pairs(300, missing=0.1)
    np.testing.assert_array_equal(matrix(table), matrix(table, table))


def test_known_values() -> None:
    a, b = [[1, 2, 3, 4], [1, 1, 2, 3]], [[2, 1, 3, 4], [1, 2, 2, 3]]
    assert kendall_tau(a, b) == pytest.approx([4 / 6, 4 / 5])
    assert spearman_rho(a, b) == pytest.approx([0.8, 3.75 / 4.5])


@pytest.mark.parametrize(("rowwise", "matrix", "twin"), MEASURES)
def test_tables_of_any_kind(rowwise: Rowwise, matrix: Any, twin: Any) -> None:
    lists = [[1, 2, 3], [3, 1, 2], [2, 1, 3]]
    frame = pd.DataFrame(lists, columns=["a", "b", "c"])
    fortran = np.asfortranarray(lists, dtype=np.float32)
    frozen = np.array(lists, dtype=np.float64)
    frozen.flags.writeable = False
    expected = rowwise(lists, lists[::-1])
    for table in (frame, fortran, frozen, frozen[::-1][::-1], np.int8(lists)):
        np.testing.assert_array_equal(rowwise(table, lists[::-1]), expected)
        np.testing.assert_array_equal(matrix(table, lists), matrix(lists))


@given(tables=two_tables(same_length=True))
def test_tau_x_equals_naive_twin(tables: Any) -> None:
    a, b = tables
    expected = [naive.tau_x(*rows) for rows in zip(a.tolist(), b.tolist(), strict=True)]
    np.testing.assert_allclose(tau_x(a, b), expected, rtol=0, atol=1e-12)


@given(tables=two_tables(same_length=True))
def test_properties_of_tau_x(tables: Any) -> None:
    a, b = tables
    result = tau_x(a, b)
    assert (np.abs(result) <= 1).all()
    np.testing.assert_array_equal(tau_x(b, a), result)
    np.testing.assert_array_equal(tau_x(a, b**3 + 7), result)
    n_ranked = (~np.isnan(a)).sum(axis=1)
    np.testing.assert_array_equal(tau_x(a, a), n_ranked > 1)  # all-tied rankings, too
    untied = np.argsort(np.argsort(np.nan_to_num(a), axis=1), axis=1)
    np.testing.assert_array_equal(
        tau_x(untied, a[:, ::-1].argsort(axis=1)), (kendall_tau(untied, a[:, ::-1].argsort(axis=1)))
    )


def test_tau_x_of_ties() -> None:
    assert tau_x([[1, 1, 2]], [[1, 1, 2]]).tolist() == [1]
    assert tau_x([[1, 1, 1]], [[1, 2, 3]]).tolist() == [0]
    assert tau_x([[1, 2, 3]], [[1, 2, 2]])[0] == pytest.approx(2 / 3)
    assert tau_x([[1, 2, 2]], [[2, 1, 1]])[0] == pytest.approx((-1 - 1 + 1) / 3)
    assert tau_x([[1, np.nan, 2]], [[1, 3, 2]]).tolist() == [1]
    assert tau_x([[1, np.nan]], [[1, 2]]).tolist() == [0]


def test_tau_x_is_the_correlation_of_that_name() -> None:
    from lrf.correlations.tau_x import signs_and_ties

    (a, _), *_ = random_pairs(300, missing=0.0)
    vectors = signs_and_ties(a)
    np.testing.assert_allclose(tau_x(a[:-1], a[1:]), (vectors[:-1] * vectors[1:]).sum(axis=1))


def test_labels_must_be_the_same() -> None:
    a, b = pd.DataFrame([[1, 2]], columns=["x", "y"]), pd.DataFrame([[2, 1]], columns=["y", "x"])
    assert message_of(kendall_tau, a, b) == (
        "A has the labels x, y, but B has y, x; give both the same columns in the same order"
    )
    assert kendall_tau(a, pd.DataFrame([[1, 2]])).tolist() == [1]  # without names


def test_other_means() -> None:
    a, b = [[1, 2, 3], [1, 2, 3], [1, 2, 3]], [[1, 2, 3], [3, 2, 1], [1, 1, 1]]
    assert mean_spearman_rho(a, b, sample_weight=[2, 1, 1]) == 0.25
    assert mean_tau_x(a, b, sample_weight=[2, 1, 1]) == 0.25


def test_mean_is_the_average_of_the_rows() -> None:
    a, b = [[1, 2, 3], [1, 2, 3], [1, 2, 3]], [[1, 2, 3], [3, 2, 1], [1, 1, 1]]
    assert mean_kendall_tau(a, b) == 0.0
    assert mean_kendall_tau(a, b, sample_weight=[2, 1, 1]) == 0.25
    assert type(mean_kendall_tau(a, b)) is float


def message_of(function: Callable[..., Any], *arguments: Any) -> str:
    with pytest.raises(RankingError) as caught:
        function(*arguments)
    return str(caught.value)


def test_bad_input_is_refused() -> None:
    assert message_of(kendall_tau, [[1, 2]], [[1, 2, 3]]) == (
        "A and B must have the same shape, not (1, 2) and (1, 3)"
    )
    assert message_of(spearman_rho, [[1, 2]], [[1, 2], [2, 1]]) == (
        "A and B must have the same shape, not (1, 2) and (2, 2)"
    )
    assert message_of(kendall_matrix, [[1, 2]], [[1, 2, 3]]) == (
        "A and B must have the same number of labels, not 2 and 3"
    )
    assert message_of(spearman_matrix, [[1, 2]], [["a", "b"]]) == "B: row 0 holds the text 'a'"
    assert message_of(kendall_tau, [1, 2, 3], [1, 3, 2]) == (
        "A has the shape (3,); it needs two dimensions, one row per sample and one column per label"
    )
    assert message_of(mean_kendall_tau, [], []) == "there are no rows to average over"
