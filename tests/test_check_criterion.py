"""What `check_criterion` says of criteria that break a law."""

from __future__ import annotations

import math
import sys
from typing import Any

import attrs
import numpy as np
import pytest

from lrf import LabelRankingTree, load_dataset
from lrf.criteria import mean_correlation
from lrf.errors import ConfigError
from lrf.plugin import Criterion, Kernel, Parameter, gain, sweep, value
from lrf.testing import check_criterion, criteria, stumps
from lrf.testing.reference import MEAN_CORRELATION_BY_SWEEP
from lrf.tree import Tree
from tests.naive import correlations


def criterion(**changes: Any) -> Criterion:
    return Criterion(**{"name": "odd", "summary": "for tests"} | changes)


def complaint(component: Criterion, **options: Any) -> str:
    with pytest.raises(AssertionError) as caught:
        check_criterion(component, **options)
    return str(caught.value)


# By gain


def disagreement(side: Any) -> float:
    return 1.0 - side.norm / side.weight**2


def lowered(left: Any, right: Any, whole: Any) -> float:
    after = left.weight * disagreement(left) + right.weight * disagreement(right)
    return disagreement(whole) - after / whole.weight


@gain
def decrease(left: Any, right: Any, whole: Any) -> float:
    return lowered(left, right, whole)


@value
def disagreement_of_node(side: Any) -> float:
    return disagreement(side)


@gain
def only_left(left: Any, right: Any, whole: Any) -> float:
    return disagreement(whole) - disagreement(left)


@gain
def heavier_is_better(left: Any, right: Any, whole: Any) -> float:
    return left.weight * right.weight


@gain
def per_sample(left: Any, right: Any, whole: Any) -> float:
    return lowered(left, right, whole) / whole.weight


@gain
def nothing(left: Any, right: Any, whole: Any) -> float:
    return -math.inf


@gain
def raising(left: Any, right: Any, whole: Any) -> float:
    return 1.0 / (left.weight - right.weight)


@gain
def not_compilable(left: Any, right: Any, whole: Any) -> float:
    return float(np.mean(np.array([left, right, whole]), keepdims=True)[0, 0])


@gain
def by_parameter(left: Any, right: Any, whole: Any, params: Any) -> float:
    return params[0] * lowered(left, right, whole)


FACTOR = 1.0


@gain
def by_factor(left: Any, right: Any, whole: Any) -> float:
    return FACTOR * lowered(left, right, whole)


@value
def at_least_two(side: Any) -> float:
    return 2.0 + disagreement(side)


@value
def negative(side: Any) -> float:
    return -disagreement(side)


@value
def squared(side: Any) -> float:
    return disagreement(side) ** 2


SOUND = criterion(gain=decrease, value=disagreement_of_node, scale="impurity")


def naive_decrease(left: Any, right: Any) -> float:
    """Return by how much a cut lowers the mean of 1 - tau over all pairs of rankings."""
    whole = np.vstack([left, right])
    means = [1 - correlations.kendall(side).mean() for side in (left, right, whole)]
    return float(means[2] - np.average(means[:2], weights=[len(left), len(right)]))


@gain
def no_number(left: Any, right: Any, whole: Any) -> float:
    return math.nan if left.weight == right.weight else 0.0


def test_sound_criterion_passes() -> None:
    check_criterion(SOUND)
    check_criterion(SOUND, naive=naive_decrease)
    check_criterion(SOUND, correlation="spearman")
    check_criterion("mean-correlation", parameters={"self_pairs": False})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"gain": only_left},
            "it matters which side is left: a cut scores 0.9375, or 0.0249074074 mirrored",
        ),
        (
            {"gain": nothing},
            "it does not tell two groups of equal rankings apart, one the reverse of the other",
        ),
        (
            {"gain": no_number},
            "a cut after 8 of 16 samples scores nan; the score of a cut that is not allowed is "
            "-math.inf",
        ),
        (
            {"gain": decrease, "highest": 0.25},
            "a cut scores 0.333333333, but the record says that highest is 0.25",
        ),
        (
            {"gain": raising},
            "its gain, raising, failed with ZeroDivisionError: float division by zero (given "
            "Agreement(weight 8, norm 16.6667, own 8), Agreement(weight 8, norm 11.3333, own 8), "
            "Agreement(weight 16, norm 16, own 16)); a kernel must not raise",
        ),
        (
            {"gain": decrease, "value": at_least_two, "scale": "impurity"},
            "the value of a pure node is 2; impurity has 0",
        ),
        (
            {"gain": decrease, "value": at_least_two, "scale": "similarity"},
            "the value of a node is 2.9375, not from -1 to 1",
        ),
        (
            {"gain": decrease, "value": negative, "scale": "entropy"},
            "the value of a node is -0.9375; entropy is at least 0",
        ),
        (
            {"gain": decrease, "value": squared, "scale": "entropy"},
            "a split lowers the entropy by 0.0981325874, according to value, but its gain is "
            "0.0819444444",
        ),
    ],
)
def test_broken_law(changes: dict[str, Any], message: str) -> None:
    assert complaint(criterion(**changes)) == f"criterion 'odd': {message}"


@pytest.mark.compiled
def test_kernel_that_cannot_be_compiled() -> None:
    message = complaint(criterion(gain=not_compilable))
    assert message.startswith("criterion 'odd': its gain, not_compilable, cannot be compiled: ")


@pytest.mark.compiled
def test_constant_that_was_changed_after_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = criterion(gain=by_factor)
    check_criterion(odd)
    monkeypatch.setattr(sys.modules[__name__], "FACTOR", 2.0)
    assert complaint(odd) == (
        "criterion 'odd': a cut scores 0.163888889 as plain Python, but 0.0819444444 compiled"
    )


def test_naive_twin_that_disagrees() -> None:
    message = complaint(SOUND, naive=lambda left, right: naive_decrease(left, right) + 0.5)
    assert message == "criterion 'odd': a cut scores 0.581944444 by naive, but 0.0819444444"


def test_score_may_depend_on_the_size_of_the_node() -> None:
    check_criterion(criterion(gain=per_sample))


def test_score_that_does_not_look_at_rankings() -> None:
    assert complaint(criterion(gain=heavier_is_better)) == (
        "criterion 'odd': it does not tell two groups of equal rankings apart, one the reverse of "
        "the other"
    )


def test_parameters_reach_kernels() -> None:
    odd = criterion(gain=by_parameter, parameters=[Parameter("factor", 1.0, minimum=0.0)])
    check_criterion(odd)
    check_criterion(odd, parameters={"factor": 3.0})
    assert "does not tell two groups" in complaint(odd, parameters={"factor": 0.0})
    with pytest.raises(ConfigError) as caught:
        check_criterion(odd, parameters={"faktor": 3.0})
    assert str(caught.value) == (
        "criterion.faktor: unknown; did you mean 'factor'? known: correlation, factor, name"
    )


# By sweep


@sweep
def finds_the_first(node: Any, best: Any) -> None:
    for i in range(node.rankings.shape[0] - 1):
        if node.keys[i] != node.keys[i + 1]:
            best[0] = 1.0
            best[1] = i + 1
            return


@sweep
def finds_nothing(node: Any, best: Any) -> None:
    best[1] = 0.0


@sweep
def cuts_anywhere(node: Any, best: Any) -> None:
    best[0] = 1.0
    best[1] = node.rankings.shape[0] // 2


@sweep
def cuts_outside(node: Any, best: Any) -> None:
    best[0] = 1.0
    best[1] = node.rankings.shape[0]


@sweep
def spoils_weights(node: Any, best: Any) -> None:
    node.weights[0] = 0.0


def mean_position(node: Any, label: int, start: int, end: int) -> float:
    total, weight = 0.0, 0.0
    for i in range(start, end):
        total += node.weights[i] * node.positions[node.rankings[i], label]
        weight += node.weights[i]
    return total / weight


def distance_of_means(node: Any, cut: int) -> float:
    """Return how far apart the mean positions on both sides are, summed over the labels."""
    n = node.rankings.shape[0]
    distance = 0.0
    for label in range(node.positions.shape[1]):
        distance += abs(mean_position(node, label, 0, cut) - mean_position(node, label, cut, n))
    return distance


def is_possible(node: Any, cut: int) -> bool:
    if node.keys[cut - 1] == node.keys[cut]:
        return False
    left = node.weights[:cut].sum()
    return bool(min(left, node.weights.sum() - left) >= node.minimum)


@sweep
def farthest_means(node: Any, best: Any) -> None:
    for cut in range(1, node.rankings.shape[0]):
        if is_possible(node, cut) and distance_of_means(node, cut) > best[0]:
            best[0] = distance_of_means(node, cut)
            best[1] = cut


@sweep
def takes_the_last(node: Any, best: Any) -> None:
    for cut in range(1, node.rankings.shape[0]):
        if is_possible(node, cut):
            best[0] = distance_of_means(node, cut)
            best[1] = cut


@sweep
def writes_another_score(node: Any, best: Any) -> None:
    n_possible = 0
    for cut in range(1, node.rankings.shape[0]):
        if is_possible(node, cut):
            n_possible += 1
            if distance_of_means(node, cut) > best[0]:
                best[0] = distance_of_means(node, cut)
                best[1] = cut
    best[0] *= n_possible


@sweep
def looks_at_the_first(node: Any, best: Any) -> None:
    for cut in range(1, node.rankings.shape[0]):
        if is_possible(node, cut):
            best[0] = distance_of_means(node, cut) + 0.01 * node.rankings[0]
            best[1] = cut


@sweep
def counts_samples(node: Any, best: Any) -> None:
    n = node.rankings.shape[0]
    for cut in range(1, n):
        score = distance_of_means(node, cut) * cut * (n - cut)
        if is_possible(node, cut) and score > best[0]:
            best[0] = score
            best[1] = cut


@sweep
def prefers_a_label(node: Any, best: Any) -> None:
    n = node.rankings.shape[0]
    for cut in range(1, n):
        score = abs(mean_position(node, 0, 0, cut) - mean_position(node, 0, cut, n))
        if is_possible(node, cut) and score > best[0]:
            best[0] = score
            best[1] = cut


@sweep
def gives_up_early(node: Any, best: Any) -> None:
    for cut in range(1, node.rankings.shape[0]):
        score = distance_of_means(node, cut)
        if is_possible(node, cut) and score > max(best[0], 1.05 * node.to_beat):
            best[0] = score
            best[1] = cut


@sweep
def remembers(node: Any, best: Any) -> None:
    for cut in range(1, node.rankings.shape[0]):
        if is_possible(node, cut) and distance_of_means(node, cut) > max(best[0], node.room[0]):
            best[0] = distance_of_means(node, cut)
            best[1] = cut
    node.room[0] = 100.0


def naive_distance(left: Any, right: Any) -> float:
    return float(np.abs(left.mean(axis=0) - right.mean(axis=0)).sum())


def test_sound_sweep_passes() -> None:
    check_criterion(MEAN_CORRELATION_BY_SWEEP)
    check_criterion(criterion(sweep=farthest_means, correlation=None), naive=naive_distance)


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        (finds_the_first, "its sweep makes a child of weight 1, where node.minimum is 5.33333"),
        (
            finds_nothing,
            "it does not tell two groups of equal rankings apart, one the reverse of the other",
        ),
        (cuts_anywhere, "its sweep cuts between two equal keys"),
        (
            cuts_outside,
            "its sweep writes 16 to best[1]; it must be the number of samples left of the cut, "
            "from 1 to 15 here, or 0",
        ),
        (spoils_weights, "its sweep changes node.weights"),
        (
            takes_the_last,
            "its sweep chooses one that scores 3.73333, but judged one by one the best is one "
            "that scores 5.06667",
        ),
        (
            writes_another_score,
            "its sweep writes 76 to best[0] for a cut that scores 5.06667 when it is judged on "
            "its own",
        ),
        (
            looks_at_the_first,
            "the order of the samples matters: a cut scores 3.04, but 3.03 when they are shuffled",
        ),
        (
            counts_samples,
            "a cut of samples of twice the weight scores 76, but one of pairs of samples 304",
        ),
        (
            gives_up_early,
            "its sweep chooses no cut, but judged one by one the best is one that scores 5.06667 "
            "and node.to_beat is 5.0616",
        ),
        (
            remembers,
            "its sweep chooses no cut instead of one that scores 5.06667, depending on what the "
            "sweep before has left in node.room",
        ),
        (
            prefers_a_label,
            "the order of the labels matters: a cut scores 1.86666667, or 1.46666667",
        ),
    ],
)
def test_broken_sweep(kernel: Kernel, message: str) -> None:
    assert complaint(criterion(sweep=kernel)) == f"criterion 'odd': {message}"


def test_reference_grows_the_trees_of_the_mean_correlation() -> None:
    iris = load_dataset("iris")
    trees = [
        LabelRankingTree(criterion=criterion, stopping="none", max_depth=6)
        .fit(iris.X, iris.Y)
        .forest_.tree(0)
        for criterion in ("mean-correlation", MEAN_CORRELATION_BY_SWEEP)
    ]
    assert trees[0].n_nodes > 20
    np.testing.assert_array_equal(trees[0].feature, trees[1].feature)
    np.testing.assert_array_equal(trees[0].threshold, trees[1].threshold)


def test_engine_that_cuts_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = stumps.grow_stump

    def unsound(X: Any, *data: Any, **settings: Any) -> Tree:
        return sound(X[:, :1] ** 2 % 7, *data, **settings)

    monkeypatch.setattr(criteria, "check_every_cut", lambda *arguments: None)
    monkeypatch.setattr(stumps, "grow_stump", unsound)
    assert complaint(SOUND) == (
        "criterion 'odd': a tree of the samples is cut where the score is 0.0272436, but the best "
        "cut has 0.262897"
    )


def test_engine_that_prefers_worse_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = stumps.grow_stump

    def unsound(X: Any, *data: Any, **settings: Any) -> Tree:
        return sound(X[:, :2], *data, **settings)

    monkeypatch.setattr(stumps, "grow_stump", unsound)
    assert complaint(SOUND) == (
        "criterion 'odd': the engine prefers a cut that scores 0.0922619 to one that scores "
        "0.262897"
    )


@pytest.mark.compiled
@pytest.mark.parametrize("component", [SOUND, MEAN_CORRELATION_BY_SWEEP], ids=["gain", "sweep"])
def test_speed_is_that_of_a_built_in_criterion(component: Criterion) -> None:
    check_criterion(component, speed=True)


@gain
def slow(left: Any, right: Any, whole: Any) -> float:
    total = 0.0
    for i in range(200):
        total += math.sin(left.weight * right.weight + i)
    return lowered(left, right, whole) + 1e-12 * total


@pytest.mark.compiled
def test_slow_criterion() -> None:
    message = complaint(criterion(gain=slow), speed=2)
    assert message.startswith("criterion 'odd': it takes ")
    assert message.endswith(
        " times the CPU time of 'mean-correlation', a criterion of the same form; 2 are allowed"
    )


@pytest.mark.parametrize("highest", [0.999, 0.5])
def test_highest_is_held_to_a_cut_between_equal_rankings(highest: float) -> None:
    (record,) = mean_correlation.lrf_criteria()
    assert complaint(attrs.evolve(record, name="odd", highest=highest)) == (
        f"criterion 'odd': a cut scores 1, but the record says that highest is {highest:g}"
    )


@pytest.mark.parametrize("highest", ["1", math.nan, math.inf, True])
def test_highest_is_a_finite_number(highest: Any) -> None:
    with pytest.raises(ValueError, match="highest must be a finite number or None, not"):
        criterion(gain=decrease, highest=highest)
