"""How Kemeny orders are found: components, subsets, integer programs, and what time allows."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lrf.aggregators import _integer
from lrf.aggregators._components import components_by_size, first_extension, mutual_reach
from lrf.aggregators._dynamic import TABLE, orders_by_subsets
from lrf.aggregators._exact import LARGEST_BY_SUBSETS, best_orders
from lrf.aggregators._integer import order_by_program
from lrf.aggregators._majority import margins_of
from lrf.aggregators._search import improve, settle, total_loss
from lrf.aggregators.kemeny import kemeny
from lrf.plugin import TimeLimitWarning
from tests.naive import aggregators as naive

Array = npt.NDArray[Any]


def noisy_wins(n_labels: int, n_votes: int, noise: float, seed: int) -> Array:
    """Count votes that are one order, 0 before 1 before 2 ..., seen through noise."""
    random = np.random.default_rng(seed)
    seen = np.arange(n_labels) / n_labels + noise * random.normal(size=(n_votes, n_labels))
    votes = seen.argsort(axis=1).argsort(axis=1)
    return (votes[:, :, np.newaxis] < votes[:, np.newaxis, :]).sum(axis=0).astype(float)


def losses_of(wins: Array) -> Array:
    margins, _ = margins_of(wins[np.newaxis])
    return np.maximum(margins[0].T, 0.0)


def rotations(n_labels: int) -> Array:
    """Count the votes that each start with another label and then go round."""
    votes = (np.arange(n_labels) - np.arange(n_labels)[:, np.newaxis]) % n_labels
    return naive.wins(votes + 1.0)


def fence() -> Array:
    """Return losses for which triples of labels leave a fractional solution, of loss 1.5."""
    losses = np.zeros((6, 6))
    for u in range(3):
        for v in range(3):
            first, second = (u, 3 + v) if u == v else (3 + v, u)
            losses[second, first] = 1.0
    return losses


def soon() -> float:
    return time.monotonic() + 60


graphs = st.integers(1, 7).flatmap(lambda size: arrays(bool, (size, size)))


@given(graphs)
def test_components_are_the_vertices_on_common_cycles(beats: Array) -> None:
    np.fill_diagonal(beats, False)
    together = mutual_reach(beats[np.newaxis])[0]
    expected = naive.on_common_cycle(beats)
    np.fill_diagonal(expected, True)
    np.testing.assert_array_equal(together, expected)
    found = {
        tuple(row) for part in components_by_size(together[np.newaxis]) for row in part.members
    }
    assert found == {tuple(np.flatnonzero(row)) for row in expected if row.sum() > 1}


@given(graphs)
def test_first_extension_respects_every_edge_or_says_that_it_cannot(beats: Array) -> None:
    np.fill_diagonal(beats, False)
    orders, exists = first_extension(beats[np.newaxis])
    assert exists[0] == (not naive.on_common_cycle(beats).any())
    if exists[0]:
        assert sorted(orders[0]) == list(range(len(beats)))
        place = np.argsort(orders[0])
        assert all(place[a] < place[b] for a, b in np.argwhere(beats))


def test_first_extension_prefers_small_numbers() -> None:
    beats = np.zeros((2, 4, 4), dtype=bool)
    beats[1, 3, 0] = True
    orders, _ = first_extension(beats)
    np.testing.assert_array_equal(orders, [[0, 1, 2, 3], [1, 2, 3, 0]])


@pytest.mark.parametrize("noise", [0.3, 30.0])
@pytest.mark.parametrize("n_labels", range(8, 14))
@pytest.mark.parametrize("n_votes", [10, 11])
def test_subsets_and_integer_programs_agree(n_labels: int, n_votes: int, noise: float) -> None:
    losses = losses_of(noisy_wins(n_labels, n_votes, noise, seed=n_labels))
    by_subsets = orders_by_subsets(losses[np.newaxis])[0]
    by_program, gap = order_by_program(losses, soon())
    assert sorted(by_program) == sorted(by_subsets) == list(range(n_labels))
    assert gap == 0
    assert total_loss(by_program, losses) == pytest.approx(total_loss(by_subsets, losses))


@given(arrays(float, (6, 6), elements=st.sampled_from([0.0, 0.1, 0.3, 0.5, 1.0])))
def test_subsets_and_integer_programs_are_the_best_of_all_orders(margin: Array) -> None:
    losses = np.maximum(margin - margin.T, 0.0)
    least, orders = naive.best_orders(losses.T)
    by_subsets = orders_by_subsets(losses[np.newaxis])[0]
    assert tuple(by_subsets) == min(orders)
    by_program, gap = order_by_program(losses, soon())
    assert gap == 0
    assert total_loss(by_program, losses) == pytest.approx(least, abs=1e-8)


def test_subsets_of_many_elections_are_searched_in_parts() -> None:
    n_labels = 8
    at_once = TABLE // (n_labels << n_labels)
    some = np.stack([losses_of(noisy_wins(n_labels, 5, 30.0, seed)) for seed in range(4)])
    many = np.concatenate([some] * (at_once // 4 + 1))
    assert len(many) > at_once
    orders = orders_by_subsets(many).reshape(-1, 4, n_labels)
    assert (orders == orders_by_subsets(some)).all()


def test_a_fractional_solution_is_made_integer(monkeypatch: pytest.MonkeyPatch) -> None:
    solve, asked = _integer._Program.solve, []

    def listen(self: Any, integral: bool, seconds: float) -> Any:
        asked.append(integral)
        return solve(self, integral, seconds)

    monkeypatch.setattr(_integer._Program, "solve", listen)
    order, gap = order_by_program(fence(), soon())
    assert asked[0] is False
    assert asked[-1] is True
    assert gap == 0
    assert sorted(order) == list(range(6))
    assert total_loss(order, fence()) == naive.best_orders(fence().T)[0] == 2


@given(arrays(float, (7, 7), elements=st.sampled_from([0.0, 0.25, 0.5, 1.0])))
def test_local_search_never_makes_an_order_worse(margin: Array) -> None:
    losses = np.maximum(margin - margin.T, 0.0)
    start = np.arange(7)
    better = improve(start, losses)
    assert sorted(better) == list(range(7))
    assert total_loss(better, losses) <= total_loss(start, losses)
    settled = settle(better, losses)
    assert total_loss(settled, losses) == total_loss(better, losses)
    for ahead, label in pairwise(settled):
        assert ahead < label or losses[ahead, label] != losses[label, ahead]


@pytest.mark.parametrize("noise", [0.3, 0.5, 1.0])
@pytest.mark.parametrize("seed", [1, 3])
def test_forty_labels_near_consensus_take_little_time(noise: float, seed: int) -> None:
    wins = noisy_wins(40, 21, noise, seed)
    together = mutual_reach(wins[np.newaxis] > wins.T)
    assert together.sum(axis=2).max() > LARGEST_BY_SUBSETS
    positions = kemeny(wins[np.newaxis])[0]
    assert sorted(positions) == list(range(1, 41))
    truth = np.arange(1.0, 41.0)
    assert naive.distance(positions, wins) <= naive.distance(truth, wins)


def test_ten_thousand_elections_of_ten_labels_take_little_time() -> None:
    some = np.stack([noisy_wins(10, 100, 0.3, seed) for seed in range(100)])
    wins = np.concatenate([some] * 100)
    positions = kemeny(wins)
    np.testing.assert_array_equal(positions[:100], positions[-100:])


def test_a_batch_is_answered_election_by_election() -> None:
    wins = np.stack([noisy_wins(7, 9, noise, seed) for seed in range(10) for noise in (0.1, 30.0)])
    one_by_one = [kemeny(election[np.newaxis])[0] for election in wins]
    np.testing.assert_array_equal(kemeny(wins), one_by_one)


def test_a_batch_is_worked_on_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    wins = np.stack([noisy_wins(7, 9, 30.0, seed) for seed in range(10)])
    whole = kemeny(wins)
    monkeypatch.setattr("lrf.aggregators.kemeny.AT_ONCE", 3 * 49)
    np.testing.assert_array_equal(kemeny(wins), whole)


def test_components_apart_and_interleaved_are_merged() -> None:
    # Cycles 0 > 2 > 4 > 0 and 1 > 3 > 5 > 1, the first before the second except that 4 ties all.
    wins = np.full((6, 6), 1.0)
    for a, b in [(0, 2), (2, 4), (4, 0), (1, 3), (3, 5), (5, 1)]:
        wins[a, b], wins[b, a] = 2.0, 0.0
    for a, b in [(0, 1), (0, 3), (0, 5), (2, 1), (2, 3), (2, 5)]:
        wins[a, b], wins[b, a] = 2.0, 0.0
    np.testing.assert_array_equal(kemeny(wins[np.newaxis])[0], naive.kemeny(wins))


def test_when_time_is_up_the_best_found_is_returned_with_a_warning() -> None:
    wins = rotations(13)
    message = (
        "^kemeny: 1 of 1 consensus rankings are not proved best within time_limit=0 seconds; "
        "the worst has distance 364, and no ranking can have less than 273$"
    )
    with pytest.warns(TimeLimitWarning, match=message):
        positions = kemeny(wins[np.newaxis], time_limit=0.0)
    assert naive.distance(positions[0], wins) == 364
    np.testing.assert_array_equal(positions, kemeny(wins[np.newaxis]))


def test_the_warning_counts_elections_and_shows_the_worst() -> None:
    wins = np.stack([rotations(13), 10 * rotations(13), noisy_wins(13, 5, 0.0, 0)])
    message = "^kemeny: 2 of 3 consensus .* distance 3640, and no ranking can have less than 2730$"
    with pytest.warns(TimeLimitWarning, match=message):
        kemeny(wins, time_limit=0)


class Stopped:
    """What the solver answers when its time is up: no solution, perhaps a bound."""

    success, x, fun = False, None, None

    def __init__(self, bound: float | None) -> None:
        self.mip_dual_bound = bound


@pytest.mark.parametrize(("proved", "gap"), [(5.0, 0.6875), (None, 5.6875)])
def test_what_the_solver_proved_before_it_was_stopped_counts(
    monkeypatch: pytest.MonkeyPatch, proved: float | None, gap: float
) -> None:
    def stop(program: Any, integral: bool, seconds: float) -> Stopped:
        assert 0 < seconds <= 60
        return Stopped(None if proved is None else (proved - program.constant) * _integer.SCALE)

    monkeypatch.setattr(_integer._Program, "solve", stop)
    order, left = order_by_program(losses_of(rotations(13)), soon())
    np.testing.assert_array_equal(order, np.arange(13))
    assert left == pytest.approx(gap)


def test_the_order_of_no_cycle_needs_no_solver() -> None:
    margins, _ = margins_of(noisy_wins(30, 5, 0.0, 0)[np.newaxis])
    orders, gaps = best_orders(margins, deadline=0.0)
    np.testing.assert_array_equal(orders, [np.arange(30)])
    assert gaps[0] == 0
