"""What `check_correlation` says of correlations that break a law."""

from __future__ import annotations

from itertools import cycle
from time import process_time
from typing import Any

import numpy as np
import pytest

from lrf.errors import ComponentError, ConfigError, UnknownComponentError
from lrf.plugin import Correlation, Parameter
from lrf.testing import check_correlation
from lrf.testing.tables import incomplete_rankings, strict_rankings, tied_rankings


def unit(rows: Any) -> Any:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(lengths > 0, lengths, 1.0)


def centred(rankings: Any) -> Any:
    return unit(rankings - np.nanmean(rankings, axis=1, keepdims=True))


def spearman(rankings: Any) -> Any:
    return centred(rankings) @ centred(rankings).T


def correlation(**changes: Any) -> Correlation:
    return Correlation(**{"name": "odd", "summary": "for tests", "ties": False} | changes)


def complaint(component: Any, **options: Any) -> str:
    with pytest.raises(AssertionError) as caught:
        check_correlation(component, **options)
    return str(caught.value)


def changing(rankings: Any) -> Any:
    rankings -= 1
    return centred(rankings)


def one_sided(rankings: Any) -> Any:
    return np.where(np.triu(np.ones(2 * rankings.shape[:1])), 1.0, 0.5) * spearman(rankings)


def with_a_favourite(rankings: Any) -> Any:
    return unit(centred(rankings) * np.r_[2.0, np.ones(rankings.shape[1] - 1)])


def slowly(rankings: Any) -> Any:
    ready = process_time() + 0.04
    while process_time() < ready:
        pass
    return centred(rankings)


SIGNS = cycle([1.0, -1.0])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"embed": lambda rankings: 2 * centred(rankings)},
            "the ranking (1, 2) and itself have correlation 4, not 1",
        ),
        (
            {"embed": lambda rankings: unit(rankings.clip(2) - 2)},
            "the ranking (1, 2) and itself have correlation 0, not 1",
        ),
        (
            {"matrix": lambda rankings: 3 * spearman(rankings) - 2 * np.eye(len(rankings))},
            "the rankings (1, 2) and (2, 1) have correlation -3, which is not from -1 to 1",
        ),
        (
            {"matrix": one_sided},
            "it is not symmetric: -1 for (1, 2) and (2, 1), but -0.5 the other way round",
        ),
        (
            {"embed": lambda rankings: centred(rankings - rankings.mean(axis=0) / 2)},
            "the correlation of (4, 2, 3, 1) and (4, 2, 1, 3) is 0.2 among some rankings, but "
            "0.188324 among others",
        ),
        (
            {"embed": with_a_favourite},
            "the order of the labels matters: 0.8 for (1, 2, 3) and (1, 3, 2), but 0.316228 for "
            "(3, 1, 2) and (2, 1, 3); say neutral=False if that is meant",
        ),
        ({"embed": changing}, "changing changes the rankings that it is given"),
        (
            {"embed": lambda rankings: next(SIGNS) * centred(rankings)},
            "embed does not return the same when it is called again with the same rankings",
        ),
        (
            {"embed": lambda rankings: centred(rankings).sum(axis=1)},
            "embed must return an array of shape (2, width) for 2 rankings, not (2,)",
        ),
        (
            {"matrix": lambda rankings: spearman(rankings)[1:]},
            "matrix must return an array of shape (2, 2) for 2 rankings, not (1, 2)",
        ),
        (
            {"embed": lambda rankings: np.where(rankings == 3, np.nan, centred(rankings))},
            "embed returns (-0.707107, 0, nan) for the ranking (1, 2, 3)",
        ),
        (
            {"summary": " ", "embed": centred},
            "its summary must be one line that says what it is, not ' '",
        ),
    ],
)
def test_broken_law(changes: dict[str, Any], message: str) -> None:
    assert complaint(correlation(**changes)) == f"correlation 'odd': {message}"


def test_function_that_fails_breaks_a_law() -> None:
    message = complaint(correlation(embed=lambda rankings: 1 / 0))
    assert message == "the correlation 'odd' failed with ZeroDivisionError: division by zero"


@pytest.mark.compiled
def test_slow_vectors_are_told_only_when_time_is_measured() -> None:
    check_correlation(correlation(embed=slowly), speed=False)
    message = complaint(correlation(embed=slowly), speed=True)
    assert message.startswith("correlation 'odd': it takes ")
    assert message.endswith(
        " times the CPU time of a forest of 10 trees whose vectors are there already; "
        "1.15 are allowed"
    )


def test_soundness_with_ties_and_incomplete_rankings_is_asked_only_of_those_made_for_them() -> None:
    def strict_only(rankings: Any) -> Any:
        assert not np.isnan(rankings).any()
        assert (np.diff(np.sort(rankings, axis=1)) > 0).all()
        return centred(rankings)

    check_correlation(correlation(embed=strict_only))
    for flag in ("ties", "incomplete"):
        with pytest.raises(AssertionError, match="failed with AssertionError: assert "):
            check_correlation(correlation(**{"embed": strict_only, flag: True}))


def test_measure_that_weighs_labels_differently_may_say_so() -> None:
    check_correlation(correlation(embed=with_a_favourite), neutral=False)


def test_parameters_reach_the_functions() -> None:
    def powers(rankings: Any, power: float) -> Any:
        return centred(rankings**power)

    odd = correlation(embed=powers, parameters=[Parameter("power", 1.0, minimum=0.5)])
    check_correlation(odd)
    check_correlation(odd, parameters={"power": 2})
    with pytest.raises(ConfigError) as caught:
        check_correlation(odd, parameters={"power": 0})
    assert (
        str(caught.value)
        == "correlation.power: 0 is not allowed; allowed: a number of at least 0.5"
    )


def test_default_out_of_its_own_bounds() -> None:
    wrong = Parameter("power", 2.0, maximum=1.0)
    with pytest.raises(ConfigError) as caught:
        check_correlation(correlation(embed=centred, parameters=[wrong]))
    assert (
        str(caught.value) == "correlation.power: 2.0 is not allowed; allowed: a number of at most 1"
    )


def test_component_is_given_as_a_record_or_by_name() -> None:
    check_correlation("kendall")
    with pytest.raises(UnknownComponentError, match="unknown correlation 'kendal'; did you mean"):
        check_correlation("kendal")
    with pytest.raises(ComponentError) as caught:
        check_correlation(centred)  # type: ignore[arg-type]
    assert str(caught.value) == (
        "give a Correlation record or the name of an installed correlation, "
        "not an object of type function"
    )


@pytest.mark.parametrize("n_labels", [2, 3, 4, 6])
def test_tables_are_what_their_names_say(n_labels: int) -> None:
    strict, tied = strict_rankings(n_labels), tied_rankings(n_labels)
    incomplete = incomplete_rankings(n_labels)
    for table in (strict, tied, incomplete):
        assert len(np.unique(table, axis=0)) == len(table) <= 40
    assert (np.sort(strict, axis=1) == np.arange(1, n_labels + 1)).all()
    assert strict[0].tolist() == strict[-1].tolist()[::-1] == list(range(1, n_labels + 1))
    assert (tied == tied[:, :1]).all(axis=1).any()
    assert np.isnan(incomplete).any()
    assert not np.isnan(incomplete).all(axis=1).any()
    assert (np.isnan(incomplete).sum(axis=1) == 0).any()
