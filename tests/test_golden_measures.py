"""Numbers of the published program on small sets of rows of one attribute, and on whole data sets.

Once from the components' kernels, which are plain functions here, fed with numbers added up over
all pairs of rankings; and once from what the engine cuts when it is given just these rows.
"""

from __future__ import annotations

import json
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lrf import LabelRankingTree
from lrf.engine.signatures import Agreement, Judged, Variety
from lrf.registry import get_registry
from tests.golden import read_kebi, read_table
from tests.naive.correlations import kendall

SELF_PAIRS = np.array([1.0])
CLOSE = 1e-6
N_CASES = 80

each_case = pytest.mark.parametrize("number", range(N_CASES))


class Case:
    """One set of rows: what the program says of them, and the rows in the attribute's order."""

    def __init__(self, shared: Path, number: int) -> None:
        path = shared / "golden" / "measures.json"
        cases = json.loads(path.read_text(encoding="utf-8"))
        assert len(cases) == N_CASES
        self.says: dict[str, Any] = cases[number]
        X, Y, _ = read_kebi(shared, self.says["dataset"])
        rows = np.array(self.says["rows0"])[self.says["order0"]]
        self.x, self.Y = X[rows, self.says["feature0"]], Y[rows]
        self.tau = kendall(self.Y)
        self.n = len(rows)

    def agreement(self, start: int, end: int) -> Agreement:
        """Return the numbers of a range of rows that the engine keeps of a side."""
        tau = self.tau[start:end, start:end]
        return Agreement(float(end - start), float(tau.sum()), float(np.trace(tau)))

    def variety(self, start: int, end: int) -> Variety:
        return variety(self.Y[start:end], self.tau[start:end, start:end])

    def judged(self, start: int, end: int) -> Judged:
        side = self.variety(start, end)
        entropy = get_registry().get("criterion", "ranking-gain").value
        return Judged(side.weight, side.distinct, entropy(side))

    def threshold(self, index: int) -> float:
        """Return the threshold of the cut behind the first `index` rows."""
        return float(self.x[index - 1] + self.x[index]) / 2

    def cut(self, preset: str, **changes: Any) -> float | None:
        """Return the threshold at which the engine cuts these rows, if it does."""
        model = LabelRankingTree.from_preset(preset).set_params(max_depth=1, **changes)
        tree = model.fit(self.x[:, np.newaxis], self.Y).forest_.tree(0)
        return float(tree.threshold[0]) if tree.feature[0] == 0 else None


def variety(Y: Any, tau: Any) -> Variety:
    """Return the numbers about distinct rankings, from the correlations of all rows."""
    _, first, counts = np.unique(Y, axis=0, return_index=True, return_counts=True)
    return Variety(
        float(len(Y)),
        float(len(first)),
        float(sum(count * log(count) for count in counts)),
        float((counts**2).sum()),
        float(tau[:, first].sum()),
    )


def assert_same_cut(ours: float | None, theirs: float | None) -> None:
    assert (ours is None) == (theirs is None)
    if theirs is not None:
        assert ours == pytest.approx(theirs, abs=1e-9)


@each_case
def test_mean_correlations(shared: Path, number: int) -> None:
    case = Case(shared, number)
    criterion = get_registry().get("criterion", "mean-correlation")
    whole = case.agreement(0, case.n)
    assert criterion.value(whole) == pytest.approx(case.says["mean_tau"], abs=CLOSE)
    assert criterion.value(whole) == pytest.approx(case.says["cs_Sparent"], abs=CLOSE)
    for m in range(1, case.n):
        left, right = case.agreement(0, m), case.agreement(m, case.n)
        score = criterion.gain(left, right, whole, SELF_PAIRS)
        # A cut into two sides that are alike is worth the mean correlation of either.
        similarity = [
            criterion.gain(side, side, Agreement(2 * side.weight, 0.0, 0.0), SELF_PAIRS)
            for side in (left, right)
        ]
        expected = [case.says[name][m - 1] for name in ("cs_qD", "cs_S_left", "cs_S_right")]
        assert [score, *similarity] == pytest.approx(expected, abs=CLOSE)


@each_case
def test_ranking_entropy_and_its_best_cut(shared: Path, number: int) -> None:
    case = Case(shared, number)
    criterion = get_registry().get("criterion", "ranking-gain")
    whole = case.variety(0, case.n)
    entropy = criterion.value(whole)
    assert entropy == pytest.approx(case.says["entropy"], abs=CLOSE)
    gains = {
        m: criterion.gain(case.variety(0, m), case.variety(m, case.n), whole)
        for m in range(1, case.n)
        if case.x[m - 1] != case.x[m]
    }
    best = max(gains, key=lambda m: (round(gains[m], 9), -m), default=None)
    assert best == case.says["ent_cut_index1"]
    if best is None:
        return  # the attribute is constant
    assert entropy - gains[best] == pytest.approx(case.says["ent_cut_entropy"], abs=CLOSE)
    assert case.threshold(best) == pytest.approx(case.says["ent_cut_threshold"], abs=1e-9)


@each_case
def test_description_length_verdict(shared: Path, number: int) -> None:
    case = Case(shared, number)
    m = case.says["ent_cut_index1"]
    if m is None:
        assert np.ptp(case.x) == 0
        return
    whole, left, right = case.judged(0, case.n), case.judged(0, m), case.judged(m, case.n)
    split = (left.weight * left.value + right.weight * right.value) / whole.weight
    accept = get_registry().get("stopping rule", "mdlpc").accept["entropy"]
    assert accept(split, whole, left, right) == case.says["mdl_accepted"]
    if case.says["mdl_accepted"]:
        assert whole.value - split == pytest.approx(case.says["mdl_gain"], abs=CLOSE)


@each_case
def test_gamma_ratio_verdict(shared: Path, number: int) -> None:
    case = Case(shared, number)
    criterion = get_registry().get("criterion", "mean-correlation")
    accept = get_registry().get("stopping rule", "gamma-ratio").accept["similarity"]
    whole = case.agreement(0, case.n)
    none = Judged(0.0, 0.0, 0.0)
    parent = Judged(whole.weight, 0.0, criterion.value(whole))
    sums = [
        criterion.gain(case.agreement(0, m), case.agreement(m, case.n), whole, SELF_PAIRS)
        for m in range(1, case.n)
    ]
    for gamma, index in zip(
        case.says["cs_gamas"], case.says["cs_cut_index1_per_gama"], strict=True
    ):
        allowed = [
            (score, -m)
            for m, score in enumerate(sums, start=1)
            if case.says["cs_cut_allowed"][m - 1]
            and accept(score, parent, none, none, np.array([gamma]))
        ]
        best = max(allowed, default=None)
        assert (None if best is None else -best[1]) == index, gamma


@each_case
def test_the_engine_makes_the_same_cuts(shared: Path, number: int) -> None:
    case = Case(shared, number)
    says = case.says
    # Where all rankings are the same there is nothing to cut, but the program names a cut.
    pure = len(np.unique(case.Y, axis=0)) == 1
    assert_same_cut(case.cut("ert", stopping="none"), None if pure else says["ent_cut_threshold"])
    assert_same_cut(case.cut("ert"), says["ent_cut_threshold"] if says["mdl_accepted"] else None)
    assert_same_cut(case.cut("ert"), says["rank_split_ent"]["mn"])
    assert_same_cut(case.cut("rt"), says["rank_split_CS098"]["mn"])
    for gamma, index in zip(says["cs_gamas"], says["cs_cut_index1_per_gama"], strict=True):
        expected = None if index is None else case.threshold(index)
        stopping = {"name": "gamma-ratio", "gamma": gamma}
        assert_same_cut(case.cut("rt", stopping=stopping), expected)


@pytest.mark.parametrize("number", range(10))
def test_entropy_of_whole_data_sets(shared: Path, number: int) -> None:
    table = read_table(shared / "golden" / "entropy.csv")
    assert len(table) == 10
    says = table[number]
    _, Y, _ = read_kebi(shared, says["dataset"])
    tau = kendall(Y)
    side = variety(Y, tau)
    assert (side.weight, Y.shape[1], side.distinct) == (
        int(says["n"]),
        int(says["labels"]),
        int(says["distinct_rankings"]),
    )
    registry = get_registry()
    entropy = registry.get("criterion", "ranking-gain").value(side)
    mean = registry.get("criterion", "mean-correlation").value(
        Agreement(side.weight, float(tau.sum()), side.weight)
    )
    similarity = (1 + side.cross / (side.weight * side.distinct)) / 2
    ours = [entropy, mean, similarity, side.log_sum / side.weight - log(side.weight)]
    names = ("ranking_entropy", "mean_kendall_tau", "mean_normalised_tau_k_t", "sum_p_log_p")
    assert ours == pytest.approx([float(says[name]) for name in names], abs=CLOSE)
