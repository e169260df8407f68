"""Discretisation by rankings: the published program's cuts, and scikit-learn's conventions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

from lrf import LabelRankingTree, RankingDiscretizer
from lrf.errors import ComponentError, DataError
from tests.golden import read_kebi, read_table
from tests.small import iris


def test_cuts_are_those_of_the_published_program(shared: Path) -> None:
    rows = read_table(shared / "golden" / "edira_cuts.csv")
    for name in sorted({row["dataset"] for row in rows}):
        X, Y, _ = read_kebi(shared, name)
        found = RankingDiscretizer().fit(X, Y).cut_points_
        for row in rows:
            if row["dataset"] == name:
                expected = [float(cut) for cut in row["cut_points"].split(";") if cut]
                cuts = found[int(row["feature0"])]
                np.testing.assert_allclose(cuts, expected, rtol=0, atol=1e-9, err_msg=str(row))


def test_bins_are_the_leaves_of_trees_of_one_attribute() -> None:
    X, Y = iris()
    bins = RankingDiscretizer(stopping="none", max_depth=3, min_samples_leaf=4).fit(X, Y)
    codes = bins.transform(X)
    assert codes.dtype == np.int64
    for j in range(X.shape[1]):
        tree = LabelRankingTree(
            criterion="ranking-gain", stopping="none", max_depth=3, min_samples_leaf=4
        ).fit(X[:, [j]], Y)
        leaves = tree.forest_.tree(0).apply(X[:, [j]])
        assert bins.n_bins_[j] == len(np.unique(leaves)) == len(bins.cut_points_[j]) + 1
        pairs = {*zip(codes[:, j].tolist(), leaves.tolist(), strict=True)}
        assert len(pairs) == bins.n_bins_[j]
        assert np.bincount(codes[:, j]).min() >= 4


def test_cuts_belong_to_the_bin_above_and_bins_ascend() -> None:
    X, Y = iris()
    bins = RankingDiscretizer().fit(X, Y)
    for j, cuts in enumerate(bins.cut_points_):
        rows = np.tile(X[0], (len(cuts), 1))
        rows[:, j] = cuts
        assert bins.transform(rows)[:, j].tolist() == list(range(1, len(cuts) + 1))
    order = np.argsort(X[:, 2])
    assert (np.diff(bins.transform(X)[order, 2]) >= 0).all()


def test_feature_without_a_cut_has_one_bin() -> None:
    X, Y = iris()
    bins = RankingDiscretizer().fit(np.ones((len(X), 1)), Y)
    assert bins.cut_points_[0].size == 0
    assert bins.n_bins_.tolist() == [1]
    assert (bins.transform([[5.0], [-5.0]]) == 0).all()


def test_weight_of_two_counts_as_two_rows() -> None:
    X, Y = iris()
    weights = np.arange(len(X)) % 3.0
    twice = np.repeat(np.arange(len(X)), weights.astype(int))
    first = RankingDiscretizer().fit(X, Y, sample_weight=weights)
    second = RankingDiscretizer().fit(X[twice], Y[twice])
    for a, b in zip(first.cut_points_, second.cut_points_, strict=True):
        np.testing.assert_array_equal(a, b)


def test_other_criteria_and_nested_parameters() -> None:
    X, Y = iris()
    bins = RankingDiscretizer(criterion="entropy").set_params(stopping="none", max_depth=1)
    assert clone(bins).fit(X, Y).n_bins_.tolist() == [2, 2, 2, 2]
    bins.set_params(criterion="mean-correlation", criterion__self_pairs=False)
    assert bins.fit(X, Y).n_bins_.tolist() == [2, 2, 2, 2]
    with pytest.raises(ComponentError, match="'mdlpc' judges entropy only"):
        RankingDiscretizer(criterion="gini").fit(X, Y)


def test_names_of_a_frame_are_kept() -> None:
    X, Y = iris()
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"])
    bins = RankingDiscretizer().fit(frame, Y)
    assert bins.get_feature_names_out().tolist() == ["a", "b", "c", "d"]
    transformed = bins.set_output(transform="pandas").transform(frame)
    assert list(transformed.columns) == ["a", "b", "c", "d"]


@pytest.mark.parametrize("training", [True, False])
def test_missing_values_are_refused(training: bool) -> None:
    X, Y = iris()
    gaps = X.copy()
    gaps[3, 1] = np.nan
    bins = RankingDiscretizer() if training else RankingDiscretizer().fit(X, Y)
    with pytest.raises(DataError) as caught:
        bins.fit_transform(gaps, Y) if training else bins.transform(gaps)
    assert str(caught.value) == (
        "X: row 3, column 1 holds NaN, and a missing value belongs to no bin; fill such values in "
        "first, for instance with sklearn.impute.SimpleImputer"
    )
