"""Scorers in scikit-learn's model selection, with incomplete rankings and with scores."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.base import BaseEstimator
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from lrf import LabelRankingForest, LabelRankingTree, from_scores, metrics
from lrf.errors import RankingError
from lrf.metrics import make_scorer, metric_names
from lrf.rankings import NamedTable, average_positions

Array = np.ndarray[Any, np.dtype[np.float64]]


class Neighbours(BaseEstimator):  # type: ignore[misc]
    """Average the rankings of the nearest rows, as far as they rank a label."""

    def __init__(self, n_neighbours: int = 3) -> None:
        self.n_neighbours = n_neighbours

    def fit(self, X: Any, Y: Any) -> Neighbours:
        self.X_, self.Y_ = np.asarray(X), np.asarray(Y)
        return self

    def predict(self, X: Any) -> Array:
        distances = ((np.asarray(X)[:, None] - self.X_) ** 2).sum(axis=2)
        votes = self.Y_[np.argsort(distances, axis=1)[:, : self.n_neighbours]]
        ranked = ~np.isnan(votes)
        sums, counts = np.nan_to_num(votes).sum(axis=1), ranked.sum(axis=1)
        middle = np.full(sums.shape, self.Y_.shape[1] / 2)
        return average_positions(np.divide(sums, counts, out=middle, where=counts > 0))


def measurements(erased: float, seed: int = 0) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Return features, all scores, and the rankings of those that are not erased."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame(rng.random((40, 2)), index=[f"s{i}" for i in rng.permutation(40)])
    slopes = rng.normal(size=(2, 5))
    scores = pd.DataFrame(np.round(50 + 20 * X.to_numpy() @ slopes), X.index, list("abcde"))
    seen = scores.mask(rng.random(scores.shape) < erased)
    return X, scores, from_scores(seen)


def by_hand(measure: Callable[..., Array], scores: Any, X: Any, Y: Any, **options: Any) -> Any:
    """Return what cross-validation should find, from positions in arrays."""
    X, Y, scores = np.asarray(X), np.asarray(Y), np.asarray(scores)
    found = []
    for train, test in KFold(4).split(X):
        predicted = Neighbours().fit(X[train], Y[train]).predict(X[test])
        found.append(np.nanmean(measure(scores[test], predicted, **options)))
    return found


@pytest.mark.parametrize("erased", [0.0, 0.6])
def test_scores_in_cross_validation(erased: float) -> None:
    X, scores, Y = measurements(erased)
    shuffled = scores.sample(frac=1, random_state=3)  # found by the index, wherever they are
    scoring = {
        "regret": make_scorer("regret", shuffled),
        "best of 2": make_scorer("reciprocal_rank", shuffled, picks=2),
        "hit": make_scorer("top_k_hit", shuffled, k=3),
        "ndcg": make_scorer("ndcg", shuffled - shuffled.min(axis=None)),
        "tau": make_scorer("kendall_tau", shuffled),
    }
    found = cross_validate(Neighbours(), X, Y, cv=KFold(4), scoring=scoring, error_score="raise")
    expected = {
        "regret": -np.array(by_hand(metrics.regret, scores, X, Y)),
        "best of 2": by_hand(metrics.reciprocal_rank, scores, X, Y, picks=2),
        "hit": by_hand(metrics.top_k_hit, scores, X, Y, k=3),
        "ndcg": by_hand(metrics.ndcg, scores - scores.min(axis=None), X, Y),
        "tau": by_hand(metrics.kendall_tau, from_scores(scores), X, Y),
    }
    for name, values in expected.items():
        np.testing.assert_allclose(found[f"test_{name}"], values, rtol=1e-12, err_msg=name)


@pytest.mark.parametrize("name", metric_names())
def test_every_metric_works_on_incomplete_rankings_alone(name: str) -> None:
    X, _, Y = measurements(0.6)
    assert Y.isna().to_numpy().mean() > 0.5
    for target in (Y, Y.to_numpy()):
        found = cross_val_score(
            Neighbours(), X.to_numpy(), target, cv=4, scoring=make_scorer(name), error_score="raise"
        )
        assert np.isfinite(found).all()


def test_positions_stand_in_for_scores() -> None:
    X, _, Y = measurements(0.3)
    found = cross_val_score(Neighbours(), X, Y, cv=KFold(4), scoring=make_scorer("regret"))
    expected = by_hand(metrics.regret, Y, X, Y, higher_is_better=False)
    np.testing.assert_allclose(found, -np.array(expected), rtol=1e-12)


def test_costs() -> None:
    X, scores, _ = measurements(0.0)
    Y = from_scores(scores, higher_is_better=False)
    for name, measure in (("regret", metrics.regret), ("tau_x", None)):
        scorer = make_scorer(name, scores, higher_is_better=False)
        found = cross_val_score(Neighbours(), X, Y, cv=KFold(4), scoring=scorer)
        if measure is None:
            expected = by_hand(metrics.tau_x, Y, X, Y)
        else:
            expected = -np.array(by_hand(measure, scores, X, Y, higher_is_better=False))
        np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_grid_search_picks_by_regret() -> None:
    X, scores, Y = measurements(0.5)
    scorer = make_scorer("regret", scores)
    search = GridSearchCV(Neighbours(), {"n_neighbours": [1, 5, 30]}, scoring=scorer, cv=KFold(4))
    search.fit(X, Y)
    means = search.cv_results_["mean_test_score"]
    assert np.isfinite(means).all()
    assert (means <= 0).all()
    assert search.best_score_ == means.max()
    assert search.score(X, Y) <= 0


def test_our_own_trees_in_a_pipeline() -> None:
    X, scores, _ = measurements(0.0)
    Y = from_scores(scores, ties=3)
    pipeline = make_pipeline(StandardScaler(), LabelRankingTree(random_state=0))
    depths = {"labelrankingtree__max_depth": [1, 5]}
    scoring = {"tau": make_scorer("tau_x"), "regret": make_scorer("regret", scores)}
    search = GridSearchCV(pipeline, depths, scoring=scoring, refit="regret", cv=4)
    search.fit(X, Y)
    regrets = search.cv_results_["mean_test_regret"]
    assert search.best_index_ == np.argmax(regrets)
    assert (regrets <= 0).all()
    assert (search.cv_results_["mean_test_tau"] > 0).all()


def test_our_own_forest_on_incomplete_rankings() -> None:
    X, scores, Y = measurements(0.4)
    Y = Y[Y.notna().any(axis=1)]
    forest = LabelRankingForest(n_estimators=10, random_state=0)
    scoring = {name: make_scorer(name, scores) for name in ("kendall_tau", "regret")}
    scoring["own"] = make_scorer("kendall_tau")
    found = cross_validate(forest, X.loc[Y.index], Y, cv=4, scoring=scoring, error_score="raise")
    assert found["test_kendall_tau"].mean() > 0.4  # of complete rankings
    assert found["test_own"].mean() > 0.4  # of those that are known
    guessing = metrics.mean_regret(scores, np.ones(scores.shape))
    assert -guessing / 4 < found["test_regret"].mean() <= 0


def test_rows_are_known_by_the_index_of_the_features_too() -> None:
    X, scores, Y = measurements(0.5)
    scorer = make_scorer("regret", scores.iloc[::-1])
    by_features = cross_val_score(Neighbours(), X, Y.to_numpy(), cv=KFold(4), scoring=scorer)
    np.testing.assert_allclose(
        by_features, cross_val_score(Neighbours(), X, Y, cv=KFold(4), scoring=scorer)
    )


def test_without_pandas() -> None:
    X, scores, Y = measurements(0.5)
    named, named_scores = (
        NamedTable(table.to_numpy(), table.index, table.columns) for table in (Y, scores)
    )
    for scoring in (make_scorer("regret", named_scores), make_scorer("kendall_tau")):
        found = cross_val_score(Neighbours(), X.to_numpy(), named, cv=KFold(4), scoring=scoring)
        expected = cross_val_score(Neighbours(), X, Y, cv=KFold(4), scoring=scoring)
        np.testing.assert_array_equal(found, expected)


def test_arrays_by_metadata_routing() -> None:
    X, scores, Y = measurements(0.5)
    scorer = make_scorer("regret").set_score_request(scores=True, sample_weight=True)
    weights = np.arange(40) % 2  # every other row
    with sklearn.config_context(enable_metadata_routing=True):
        found = cross_validate(
            Neighbours(),
            X.to_numpy(),
            Y.to_numpy(),
            cv=KFold(4),
            scoring={"regret": scorer},
            params={"scores": scores.to_numpy(), "sample_weight": weights},
            error_score="raise",
        )["test_regret"]
    only_odd = scores[weights == 1].reindex(scores.index)
    np.testing.assert_allclose(found, -np.array(by_hand(metrics.regret, only_odd, X, Y)))


def test_arrays_of_all_rows_are_taken_in_their_order() -> None:
    X, scores, Y = measurements(0.0)
    model = Neighbours().fit(X, Y)
    expected = -metrics.mean_regret(scores, model.predict(X))
    assert make_scorer("regret", scores.to_numpy())(model, X, Y) == expected
    assert make_scorer("regret", scores)(model, X.to_numpy(), Y.to_numpy()) == expected


def test_columns_of_scores_are_found_by_their_names() -> None:
    X, scores, Y = measurements(0.0)
    tree = LabelRankingTree(random_state=0).fit(X, Y)
    scorer, turned = make_scorer("regret", scores), make_scorer("regret", scores[list("edcba")])
    assert turned(tree, X, Y) == scorer(tree, X, Y) == turned(tree, X.to_numpy(), Y.to_numpy())


def test_own_functions() -> None:
    def places_off(truth: Any, predicted: Any, power: int = 1) -> Any:
        return np.nanmean(np.abs(np.asarray(truth) - predicted) ** power, axis=1)

    X, scores, Y = measurements(0.0)
    model = Neighbours().fit(X, Y)
    rows = places_off(Y, model.predict(X), power=2)
    assert make_scorer(places_off, loss=True, power=2)(model, X, Y) == pytest.approx(-rows.mean())
    weights = np.arange(40.0)
    weighted = make_scorer(places_off, power=2)(model, X, Y, sample_weight=weights)
    assert weighted == pytest.approx(np.average(rows, weights=weights))

    def mean_score(truth: Any, predicted: Any) -> float:
        return float(truth.mean())

    scorer = make_scorer(mean_score, scores)
    assert scorer(model, X, Y) == pytest.approx(scores.to_numpy().mean())
    with pytest.raises(RankingError, match="^the metric returns a single number, which leaves "):
        scorer(model, X, Y, sample_weight=weights)


def test_function_of_ours_and_its_name_are_the_same() -> None:
    X, scores, Y = measurements(0.2)
    model = Neighbours(20).fit(X, Y)
    for name in metric_names():
        gains = {"gains": "ranks"} if name == "ndcg" else {}
        by_name, by_function = (
            make_scorer(metric, scores, **gains)(model, X, Y)
            for metric in (name, getattr(metrics, name))
        )
        assert by_name == by_function


def test_losses_are_turned_round() -> None:
    X, scores, Y = measurements(0.2)
    worst = Neighbours().fit(X, from_scores(scores, higher_is_better=False))
    regret = metrics.mean_regret(scores, worst.predict(X))
    assert make_scorer("regret", scores)(worst, X, Y) == -regret < 0
    assert make_scorer("regret", scores, loss=False)(worst, X, Y) == regret
    assert make_scorer("tau_x", scores)(worst, X, Y) < 0
    assert make_scorer("tau_x", scores, loss=True)(worst, X, Y) > 0
    perfect = Neighbours(1).fit(X, from_scores(scores))
    assert str(make_scorer("regret", scores)(perfect, X, Y)) == "0.0"  # not -0.0


def test_repr_and_pickle() -> None:
    X, scores, Y = measurements(0.0)
    scorer = make_scorer("reciprocal_rank", scores, higher_is_better=False, picks=2)
    assert repr(scorer) == (
        "make_scorer('reciprocal_rank', scores of 40 rows, higher_is_better=False, picks=2)"
    )
    assert repr(make_scorer(metrics.ndcg, k=3)) == "make_scorer('ndcg', k=3)"
    model = Neighbours().fit(X, Y)
    assert pickle.loads(pickle.dumps(scorer))(model, X, Y) == scorer(model, X, Y)


def message_of(function: Callable[..., Any], *arguments: Any, **options: Any) -> str:
    with pytest.raises(RankingError) as caught:
        function(*arguments, **options)
    return str(caught.value)


def test_mistakes_are_told_when_the_scorer_is_made() -> None:
    assert message_of(make_scorer, "regrets") == "no metric 'regrets'; did you mean 'regret'?"
    assert message_of(make_scorer, "f1") == (
        "no metric 'f1'; there are kendall_tau, ndcg, reciprocal_rank, regret, spearman_rho, "
        "tau_x, top_k_hit"
    )
    twice = pd.DataFrame({"a": [1, 2], "b": [2, 1]}, index=["x", "x"])
    assert message_of(make_scorer, "regret", twice) == "scores: the row 'x' is there twice"
    assert message_of(make_scorer, "regret", [["a", 1]]) == (
        "scores: row 0 holds the text 'a'; scores are numbers"
    )
    with pytest.raises(TypeError, match="^a scorer takes sample_weight and scores, not weight$"):
        make_scorer("regret").set_score_request(weight=True)


def test_rows_and_labels_that_are_not_found() -> None:
    X, scores, Y = measurements(0.0)
    model = Neighbours().fit(X, Y)
    assert message_of(make_scorer("regret", scores.drop(index="s7")), model, X, Y) == (
        "scores: there is no row 's7'; scores are looked up by the index of Y, so give both the "
        "same index"
    )
    assert message_of(make_scorer("regret", scores.to_numpy()), model, X[:9], Y[:9]) == (
        "scores has 40 rows, but Y has 9, and without an index nobody knows which; pass Y and "
        "scores as DataFrames (or lrf.rankings.NamedTable) with the same index"
    )
    assert message_of(make_scorer("regret", scores[["a", "b"]]), model, X, Y) == (
        "scores has 2 labels, but 5 are ranked: a, b, c, d, e"
    )
    renamed = scores.rename(columns={"a": "f"})
    assert message_of(make_scorer("regret", renamed), model, X, Y) == (
        "scores has the labels f, b, c, d, e, but the ranking has a, b, c, d, e; give both the "
        "same columns in the same order"
    )
    tree = LabelRankingTree(random_state=0).fit(X, Y)
    assert message_of(make_scorer("kendall_tau"), tree, X, Y[list("edcba")]) == (
        "Y has the labels e, d, c, b, a, but the model has a, b, c, d, e; give both the same "
        "columns in the same order"
    )
    nothing = scores.mask(scores > -np.inf)
    assert message_of(make_scorer("regret", nothing), model, X, Y) == (
        "there are no rows to average over"
    )
