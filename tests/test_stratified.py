"""Folds that are stratified by the best label."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.model_selection import GridSearchCV, cross_val_score

from lrf import LabelRankingTree, evaluate, from_scores, load_dataset
from lrf.errors import DataError, RankingError
from lrf.metrics import make_scorer
from lrf.study import StratifiedByBest, stratified_folds
from lrf.study.stratified import best_labels


@st.composite
def rankings(draw: st.DrawFn) -> Any:
    shape = draw(st.tuples(st.integers(5, 40), st.integers(2, 5)))
    scores = draw(hnp.arrays(np.float64, shape, elements=st.sampled_from([1.0, 2.0, 3.0, np.nan])))
    scores[np.isnan(scores).all(axis=1)] = 0
    return from_scores(scores)


@given(Y=rankings(), folds=st.integers(2, 5), repeats=st.integers(1, 3), seed=st.integers(0, 99))
def test_numbers_of_two_folds_differ_by_one_at_most(
    Y: Any, folds: int, repeats: int, seed: int
) -> None:
    pairs = stratified_folds(Y, folds, repeats, seed)
    assert len(pairs) == folds * repeats
    best = best_labels(Y)
    for repeat in range(repeats):
        tested = [test for _, test in pairs[repeat * folds : (repeat + 1) * folds]]
        assert sorted(np.concatenate(tested)) == list(range(len(Y)))
        sizes = [len(test) for test in tested]
        assert max(sizes) - min(sizes) <= 1
        for label in set(best):
            counts = [(best[test] == label).sum() for test in tested]
            assert max(counts) - min(counts) <= 1
    for train, test in pairs:
        assert sorted([*train, *test]) == list(range(len(Y)))


def test_best_label_of_incomplete_and_tied_rankings() -> None:
    Y = np.array([[2, 1, np.nan], [np.nan, 1, 2], [1.5, np.nan, 1.5], [2, 3, 1.0], [1.5, 1.5, 3]])
    # The tie of labels 0 and 2 goes to 2, which is the best once more elsewhere.
    assert best_labels(Y).tolist() == [1, 1, 2, 2, 1]


@given(Y=rankings())
def test_best_label_is_one_of_the_best(Y: Any) -> None:
    for positions, best in zip(Y, best_labels(Y), strict=True):
        assert positions[best] == np.nanmin(positions)


def test_folds_depend_on_the_seed_and_are_shuffled() -> None:
    Y = load_dataset("iris").Y

    def tested(**options: Any) -> list[list[int]]:
        return [test.tolist() for _, test in StratifiedByBest(**options).split(None, Y)]

    assert tested(random_state=1) == tested(random_state=1)
    assert tested(random_state=1) != tested(random_state=2)
    assert tested(random_state=1, n_repeats=2)[:5] == tested(random_state=1)
    assert tested(random_state=1, n_repeats=2)[5:] != tested(random_state=1)
    assert tested() != tested()
    assert StratifiedByBest(n_splits=4, n_repeats=3).get_n_splits() == 12


def test_in_scikit_learn() -> None:
    iris = load_dataset("iris")
    cv = StratifiedByBest(3, random_state=0)
    found = cross_val_score(LabelRankingTree(), iris.X, iris.Y, cv=cv)
    assert len(found) == 3
    assert (found > 0.5).all()
    frame = pd.DataFrame(iris.Y, columns=iris.label_names)
    search = GridSearchCV(
        LabelRankingTree(), {"max_depth": [1, 3]}, cv=cv, scoring=make_scorer("top_k_hit")
    )
    assert search.fit(iris.X, frame).best_params_ == {"max_depth": 3}


class Recorder:
    """Predicts the first label first, and remembers which rows it was shown."""

    shown: list[list[int]]

    def fit(self, X: Any, Y: Any) -> Recorder:
        Recorder.shown.append(np.argmin(Y, axis=1).tolist())
        return self

    def predict(self, X: Any) -> Any:
        return np.tile([1, 2, 3], (len(X), 1))


def test_option_of_evaluate() -> None:
    iris = load_dataset("iris")
    Recorder.shown = []
    evaluate(iris, Recorder(), folds=5, seed=2, stratify=True)
    for labels in Recorder.shown:
        assert Counter(labels) == {0: 40, 1: 40, 2: 40}
    Recorder.shown = []
    evaluate(iris, Recorder(), folds=5, seed=2)
    assert any(Counter(labels) != {0: 40, 1: 40, 2: 40} for labels in Recorder.shown)


def test_mistakes() -> None:
    with pytest.raises(DataError, match="^5 folds need at least 5 rows, but there are 2$"):
        list(StratifiedByBest().split(None, [[1, 2], [2, 1]]))
    with pytest.raises(DataError, match="^cross-validation needs at least 2 folds, not 1$"):
        list(StratifiedByBest(1).split(None, [[1, 2], [2, 1]]))
    with pytest.raises(RankingError, match="^Y: row 1 holds position 0; "):
        list(StratifiedByBest(2).split(None, [[1, 2], [0, 1]]))


def test_repr() -> None:
    assert repr(StratifiedByBest(3, random_state=1)) == (
        "StratifiedByBest(n_splits=3, n_repeats=1, random_state=1)"
    )
