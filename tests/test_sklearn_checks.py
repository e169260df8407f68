"""scikit-learn's own checks of estimators.

They make targets of their own, which are no rankings. So each check is put to the estimators
twice: as they are, where it may be named among those that cannot pass, and under a thin cover that
turns whatever target it is given into rankings, where nearly all must.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.utils.estimator_checks import (
    check_estimator,
    estimator_checks_generator,
    parametrize_with_checks,
)

from lrf.errors import RankingError
from lrf.estimators import LabelRankingForest, LabelRankingTree, RankingDiscretizer
from lrf.testing.estimators import AnyTarget, as_rankings, expected_failed_checks

PAGE = Path(__file__).parents[1] / "docs" / "sklearn.md"


class AnyTargetTree(AnyTarget, LabelRankingTree):
    pass


class AnyTargetForest(AnyTarget, LabelRankingForest):
    pass


class AnyTargetDiscretizer(AnyTarget, RankingDiscretizer):
    pass


PLAIN = [LabelRankingTree(), LabelRankingForest(n_estimators=5), RankingDiscretizer()]


@parametrize_with_checks(PLAIN, expected_failed_checks=expected_failed_checks)
def test_check(estimator: Any, check: Any) -> None:
    check(estimator)


@parametrize_with_checks(
    [
        AnyTargetTree(),
        AnyTargetForest(n_estimators=5),
        AnyTargetForest(n_estimators=5, bootstrap=False, max_samples=None, voting="hard"),
        AnyTargetForest(n_estimators=5, warm_start=True),
        AnyTargetDiscretizer(),
    ],
    expected_failed_checks=expected_failed_checks,
)
def test_check_with_rankings(estimator: Any, check: Any) -> None:
    check(estimator)


@pytest.mark.parametrize("estimator", PLAIN, ids=lambda one: type(one).__name__)
def test_reasons_are_about_checks_that_there_are(estimator: Any) -> None:
    known = {
        getattr(check, "func", check).__name__ for _, check in estimator_checks_generator(estimator)
    }
    assert set(expected_failed_checks(estimator)) <= known


@pytest.mark.parametrize("estimator", PLAIN, ids=lambda one: type(one).__name__)
def test_the_target_is_what_is_refused(estimator: Any) -> None:
    expected = expected_failed_checks(estimator)
    results = check_estimator(
        estimator, expected_failed_checks=expected, on_fail=None, on_skip=None
    )
    for result in results:
        if result["status"] != "xfail":
            continue
        error: Any = result["exception"]
        text = ""
        while error is not None:
            text, error = f"{text} {error}", error.__cause__ or error.__context__
        told = ("Y has 1 label: there is nothing to rank", "Y has the shape (", "not as y")
        assert any(words in text for words in told), (result["check_name"], text)


def test_page_lists_them() -> None:
    rows = re.findall(r"^\| `(check_\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == sorted({name for one in PLAIN for name in expected_failed_checks(one)})


def test_no_target_is_said_in_words_that_tools_know() -> None:
    with pytest.raises(RankingError) as caught:
        LabelRankingTree().fit([[1.0]], None)
    assert str(caught.value) == (
        "Y: a label ranker requires y to be passed, but the target y is None; pass a row of "
        "positions for each row of X"
    )


def test_targets_become_rankings_and_discretizers_get_no_score() -> None:
    assert as_rankings([5.0, -1.0]).tolist() == [[1, 2, 3], [3, 2, 1]]
    assert as_rankings(np.array([["b"], ["a"]])).tolist() == [[1, 2, 3], [3, 2, 1]]
    assert not hasattr(AnyTargetDiscretizer(), "score")
    assert AnyTargetTree().fit([[0.0], [1.0]], [0, 1]).score([[0.0], [1.0]], [0, 1]) == 1.0
