"""Cross-validation: the folds, the constant predictor, and what is reported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau
from sklearn.linear_model import LinearRegression

from lrf import LabelRankingForest, LabelRankingTree, evaluate, load_dataset
from lrf.components import Dataset
from lrf.errors import ConfigError, DataError, RankingError
from lrf.study import shuffled_folds

IRIS = load_dataset("iris")


class Constant:
    """Predicts the same for all rows, and remembers what it was shown."""

    shown: ClassVar[list[list[int]]] = []

    def __init__(self, positions: list[float]) -> None:
        self.positions = positions

    def fit(self, X: Any, Y: Any) -> Constant:
        assert len(X) == len(Y)
        Constant.shown.append(X[:, 0].astype(int).tolist())
        return self

    def predict(self, X: Any) -> Any:
        return np.tile(self.positions, (len(X), 1))


def numbered(n_samples: int, Y: Any) -> Dataset:
    """Return data whose only feature is the number of the row."""
    return Dataset(
        name="numbered",
        X=np.arange(float(n_samples))[:, None],
        Y=np.asarray(Y, dtype=float),
        feature_names=["row"],
        label_names=[str(j) for j in range(np.shape(Y)[1])],
    )


def untimed(evaluation: Any) -> dict[str, Any]:
    """Return what does not depend on the clock."""
    found: dict[str, Any] = evaluation.to_dict()
    for part in [found, *found["folds"]]:
        del part["fit_seconds"], part["predict_seconds"]
    return found


@given(st.integers(2, 60), st.integers(2, 12), st.integers(1, 3), st.integers(0, 2**31))
def test_every_row_is_tested_once_in_each_repeat(
    n: int, folds: int, repeats: int, seed: int
) -> None:
    if folds > n:
        return
    pairs = shuffled_folds(n, folds, repeats, seed)
    assert len(pairs) == folds * repeats
    for repeat in range(repeats):
        tested = [test for _, test in pairs[repeat * folds : (repeat + 1) * folds]]
        assert sorted(np.concatenate(tested)) == list(range(n))
        sizes = [len(test) for test in tested]
        assert max(sizes) - min(sizes) <= 1
    for train, test in pairs:
        assert sorted([*train, *test]) == list(range(n))


def test_folds_depend_on_the_seed_and_are_shuffled() -> None:
    def tested(**options: int) -> list[list[int]]:
        return [test.tolist() for _, test in shuffled_folds(100, **options)]

    assert tested(seed=1) == tested(seed=1)
    assert tested(seed=1) != tested(seed=2)
    assert tested(seed=1, repeats=2)[:10] == tested(seed=1)
    assert tested(seed=1, repeats=2)[10:] != tested(seed=1)
    assert tested(seed=1)[0] != list(range(10))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"folds": 11}, "11 folds need at least 11 rows, but there are 10"),
        ({"folds": 1}, "cross-validation needs at least 2 folds, not 1"),
        ({"repeats": 0}, "cross-validation is repeated at least once, not 0 times"),
        ({"seed": -1}, "a seed is at least 0, not -1"),
    ],
)
def test_impossible_folds(options: dict[str, int], message: str) -> None:
    data = numbered(10, [[1, 2]] * 10)
    with pytest.raises(DataError) as caught:
        evaluate(data, Constant([1, 2]), **options)
    assert str(caught.value) == message


def test_row_that_is_no_ranking() -> None:
    with pytest.raises(RankingError, match="row 1 holds position 0"):
        evaluate(numbered(4, [[1, 2], [0, 1], [1, 2], [1, 2]]), Constant([1, 2]), folds=2)


def test_all_models_see_the_same_folds_and_never_a_tested_row() -> None:
    data = numbered(20, [[1, 2, 3], [3, 2, 1]] * 10)
    Constant.shown = []
    for positions in ([1, 2, 3], [3, 2, 1]):
        evaluate(data, Constant(positions), folds=4, seed=7)
    first, second = Constant.shown[:4], Constant.shown[4:]
    assert first == second
    assert first == [train.tolist() for train, _ in shuffled_folds(20, 4, seed=7)]


def test_numbers_of_a_constant_model_worked_out_by_hand() -> None:
    rng = np.random.default_rng(0)
    Y = np.array([rng.permutation(4) + 1 for _ in range(23)])
    found = evaluate(numbered(23, Y), Constant([1, 2, 3, 4]), folds=5, repeats=2, seed=3)
    assert len(found.folds) == 10
    assert [(fold.repeat, fold.fold) for fold in found.folds[4:7]] == [(0, 4), (1, 0), (1, 1)]
    for fold, (train, test) in zip(found.folds, shuffled_folds(23, 5, 2, 3), strict=True):
        assert (fold.n_train, fold.n_test) == (len(train), len(test))
        expected = np.mean([kendalltau(Y[i], [1, 2, 3, 4])[0] for i in test])
        assert fold.tau == pytest.approx(expected)
        mean = Y[train].mean(axis=0)
        default = np.mean([kendalltau(Y[i], mean)[0] for i in test])
        assert fold.default_tau == pytest.approx(default)
        assert fold.depth is None
    assert found.depth_mean is None
    assert found.tau_mean == pytest.approx(np.mean([fold.tau for fold in found.folds]))
    assert found.tau_std == pytest.approx(np.std([fold.tau for fold in found.folds], ddof=1))


def test_incomplete_rankings_for_a_model_that_can_use_them() -> None:
    Y = [[1, 2, np.nan], [1, np.nan, 2], [np.nan, 1, 2], [1, 2, 3]] * 3
    found = evaluate(numbered(12, Y), Constant([1, 2, 3]), folds=3)
    assert found.tau_mean == 1
    assert found.default_tau_mean == 1


def test_incomplete_rankings_are_learned_from() -> None:
    Y = np.array(IRIS.Y)
    Y[np.random.default_rng(0).random(Y.shape) < 0.3] = np.nan
    forest = LabelRankingForest(n_estimators=10)
    found = evaluate(attrs.evolve(IRIS, Y=Y), forest, folds=3)
    assert 0.7 < found.tau_mean < evaluate(IRIS, forest, folds=3).tau_mean
    assert found.tau_mean > found.default_tau_mean


def test_words_are_learned_from() -> None:
    words = ("a", "b", "c")
    codes = np.array([0, 1, 2, np.nan] * 6)[:, np.newaxis]
    Y = np.array([[1, 2, 3], [3, 2, 1], [1, 2, 3], [3, 2, 1]] * 6)
    data = Dataset(
        name="words", X=codes, Y=Y, feature_names=["word"], label_names=words, categories={0: words}
    )
    found = evaluate(data, LabelRankingTree(max_depth=2), folds=3)
    assert found.tau_mean == 1.0
    with pytest.raises(ConfigError) as caught:
        evaluate(data, LabelRankingTree(categorical_features=None), folds=3)
    assert str(caught.value) == (
        "categorical_features: leaves out 'word', but that is a column of words in words; "
        "list it, or say 'auto'"
    )


def test_dictionary_has_the_documented_keys_and_is_json() -> None:
    found = evaluate(IRIS, LabelRankingTree.from_preset("rt"), folds=3)
    written = found.to_dict()
    assert list(written) == [
        "data",
        "model",
        "n_samples",
        "n_features",
        "n_labels",
        "seed",
        "tau_mean",
        "tau_std",
        "default_tau_mean",
        "depth_mean",
        "fit_seconds",
        "predict_seconds",
        "folds",
    ]
    assert (written["data"], written["model"]) == ("iris", "LabelRankingTree")
    assert (written["n_samples"], written["n_features"], written["n_labels"]) == (150, 4, 3)
    assert written["fit_seconds"] == sum(fold.fit_seconds for fold in found.folds)
    assert json.loads(json.dumps(written, allow_nan=False)) == written


def test_estimator_is_left_alone_and_named() -> None:
    model = LabelRankingForest(n_estimators=3)
    found = evaluate("iris", model, folds=2, n_jobs=2, name="three trees")
    assert found.model == "three trees"
    assert not hasattr(model, "forest_")
    assert (model.random_state, model.n_jobs) == (None, None)


def test_result_depends_on_the_seed_only() -> None:
    def run(seed: int, n_jobs: int | None = None) -> dict[str, Any]:
        model = LabelRankingForest(n_estimators=4)
        return untimed(evaluate(IRIS, model, folds=3, seed=seed, n_jobs=n_jobs))

    assert run(0) == run(0) == run(0, n_jobs=2)
    assert run(0) != run(1)


def test_each_fold_has_its_own_seed_unless_one_is_given() -> None:
    class Seeded(Constant):
        def __init__(self, random_state: int | None = None) -> None:
            super().__init__([1, 2, 3])
            self.random_state = random_state

        def get_params(self, deep: bool = True) -> dict[str, Any]:
            return {"random_state": self.random_state}

        def set_params(self, random_state: int) -> Seeded:
            self.random_state = random_state
            return self

        def fit(self, X: Any, Y: Any) -> Seeded:
            seeds.append(self.random_state)
            return self

    seeds: list[int | None] = []
    evaluate(IRIS, Seeded(), folds=4)
    assert len(set(seeds)) == 4
    assert None not in seeds
    seeds.clear()
    evaluate(IRIS, Seeded(5), folds=4)
    assert seeds == [5] * 4


def test_anything_with_fit_and_predict_can_be_evaluated() -> None:
    found = evaluate(IRIS, LinearRegression(), folds=5)
    assert found.model == "LinearRegression"
    assert 0.5 < found.tau_mean < 1
    assert found.depth_mean is None


def test_progress_is_reported_from_the_start_to_the_end() -> None:
    steps: list[tuple[int, int]] = []
    evaluate(
        numbered(6, [[1, 2]] * 6),
        Constant([1, 2]),
        folds=3,
        progress=lambda done, total: steps.append((done, total)),
    )
    assert steps == [(0, 3), (1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("preset", ["rt", "ert"])
def test_trees_are_as_good_and_as_deep_as_the_published_program_says(
    preset: str, shared: Path
) -> None:
    """The same folds are not to be had, so the mean is compared within the noise of the folds."""
    import csv

    with (shared / "golden" / "r_cv.csv").open() as file:
        rows = {(row["dataset"], row["method"]): row for row in csv.DictReader(file)}
    for name in ("iris", "wine"):
        golden = rows[name, preset]
        found = evaluate(name, LabelRankingTree.from_preset(preset), repeats=2)
        noise = found.tau_std / np.sqrt(10)
        assert abs(found.tau_mean - float(golden["mean_tau"])) < 3 * noise
        assert found.depth_mean == pytest.approx(float(golden["mean_depth"]), abs=0.8)
