"""One nominal attribute of six objects, with every number of RT and ERT worked out by hand.

The paper explains nominal attributes by a table of its own, whose numbers are not in public text;
this is an example of the same kind. Labels p, q, r; two objects of each value:

    value   ranking        tau    a     b     c
    a       p > q > r      a      1    -1    1/3
    b       r > q > p      b     -1     1   -1/3
    c       p > r > q      c     1/3  -1/3    1

Ranking tree (mean correlation of all ordered pairs of a child, an object with itself included):

    a against the rest   left 1, right (4 + 4 - 8/3) / 16 = 1/3
                         together (2 * 1 + 4 * 1/3) / 6 = 5/9
    b against the rest   left 1, right (4 + 4 + 8/3) / 16 = 2/3, together (2 + 8/3) / 6 = 7/9
    c against the rest   left 1, right (4 + 4 - 8) / 16 = 0, together 2/6 = 1/3

b is in the middle, so that no order of the values finds this cut. The node itself, without pairs
of an object with itself: three values with 2 ordered pairs of tau 1, and for each two values 8
ordered pairs, (6 + 8 * (-1 + 1/3 - 1/3)) / 30 = -1/15. So the cut is made if
gamma * (1 + 7/9) > 1 - 1/15, which is gamma > 21/40. Below it, a against c: both 1, and the node
(4 + 8/3) / 12 = 5/9, so that gamma has to be above (14/9) / 2 = 7/9.

Entropy-based ranking tree (sum of p ln p, times the logarithm of the mean of (1 + tau) / 2 over
the distinct rankings):

    all     ln 3 * ln(9/5), since the mean is (3 + 2 * (0 + 2/3 + 1/3)) / 9 = 5/9
    a, c    ln 2 * ln(6/5), the mean being (2 + 2 * 2/3) / 4 = 5/6
    b, c    ln 2 * ln(3/2), (2 + 2 * 1/3) / 4 = 2/3
    a, b    ln 2 * ln 2,    (2 + 0) / 4 = 1/2

Four of six objects are in the rest, and the side of a single value has no entropy. MDLPC asks at
the root for ln(5)/6 + (ln 25 - 3 * 0.6457 + 2 * 0.1264) / 6 = 0.5239, and b gains 0.5615; in the
rest for ln(3)/4 + (ln 7 - 2 * 0.1264) / 4 = 0.6979, and a against c gains 0.1264 only.
"""

from __future__ import annotations

from fractions import Fraction
from math import log
from typing import Any

import numpy as np
import pandas as pd
import pytest

from lrf import LabelRankingTree
from tests.naive.correlations import kendall
from tests.naive.criteria import Side, cut_score, mdl_condition, mean_correlation

VALUES = ["a", "b", "c", "a", "b", "c"]
RANKING = {"a": [1, 2, 3], "b": [3, 2, 1], "c": [1, 3, 2]}
X = pd.DataFrame({"x1": VALUES})
Y = pd.DataFrame([RANKING[value] for value in VALUES], columns=["p", "q", "r"])

SIMILARITY = {"a": Fraction(5, 9), "b": Fraction(7, 9), "c": Fraction(1, 3)}
ALL = log(3) * log(9 / 5)
GAIN = {
    "a": ALL - 4 / 6 * log(2) * log(3 / 2),
    "b": ALL - 4 / 6 * log(2) * log(6 / 5),
    "c": ALL - 4 / 6 * log(2) * log(2),
}


def sides(value: str, among: str = "abc") -> tuple[Side, Side, Side]:
    """Return the objects of a value, the rest, and both, among those of some values."""
    rows = np.flatnonzero([each in among for each in VALUES])
    rankings = Y.to_numpy(float)
    codes = np.array(["abc".index(each) for each in VALUES])
    whole = Side(kendall(rankings), codes, np.ones(6), rows)
    is_left = np.array([VALUES[row] == value for row in rows])
    return whole.part(is_left), whole.part(~is_left), whole


def grown(preset: str, **parameters: Any) -> LabelRankingTree:
    return LabelRankingTree.from_preset(preset, **parameters).fit(X, Y)


def questions(tree: LabelRankingTree) -> list[str]:
    """Return the value that each inner node asks for."""
    shape = tree.forest_.tree(0)
    inner = shape.left >= 0
    assert shape.nominal[inner].all()
    return [tree.categories_[0][int(code)] or "" for code in shape.threshold[inner]]


@pytest.mark.parametrize("value", SIMILARITY)
def test_similarities_are_those_worked_out(value: str) -> None:
    left, right, whole = sides(value)
    score = cut_score("mean-correlation", left, right, whole, self_pairs=True)
    assert score == pytest.approx(float(SIMILARITY[value]))
    assert mean_correlation(whole, self_pairs=False) == pytest.approx(-1 / 15)


@pytest.mark.parametrize("value", GAIN)
def test_gains_are_those_worked_out(value: str) -> None:
    left, right, whole = sides(value)
    gain = cut_score("ranking-gain", left, right, whole, self_pairs=True)
    assert gain == pytest.approx(GAIN[value], abs=1e-6)


def test_what_the_description_length_asks_for_is_what_is_worked_out() -> None:
    root, rest = mdl_condition(*sides("b")), mdl_condition(*sides("a", "ac"))
    entropy = log(2) * log(6 / 5)
    assert root == pytest.approx(log(5) / 6 + (log(25) - 3 * ALL + 2 * entropy) / 6, abs=1e-6)
    assert rest == pytest.approx(log(3) / 4 + (log(7) - 2 * entropy) / 4, abs=1e-6)
    assert root < GAIN["b"]
    assert rest > entropy


def test_the_ranking_tree_asks_for_b_and_then_for_a() -> None:
    tree = grown("rt")
    assert questions(tree) == ["b", "a"]
    assert tree.predict_orders(pd.DataFrame({"x1": ["a", "b", "c", "d"]})) == [
        "p>q>r",
        "r>q>p",
        "p>r>q",
        "p>r>q",  # of no value that was there: the rest, twice
    ]


@pytest.mark.parametrize(
    ("gamma", "asked"),
    [
        (21 / 40 - 1e-6, []),
        (21 / 40 + 1e-6, ["b"]),
        (7 / 9 - 1e-6, ["b"]),
        (7 / 9 + 1e-6, ["b", "a"]),
    ],
)
def test_gamma_decides_where_it_is_worked_out_to(gamma: float, asked: list[str]) -> None:
    assert questions(grown("rt", stopping={"name": "gamma-ratio", "gamma": gamma})) == asked


def test_the_entropy_based_tree_asks_for_b_alone() -> None:
    tree = grown("ert")
    assert questions(tree) == ["b"]
    assert tree.predict_orders(X[:3]) == ["p>q=r", "r>q>p", "p>q=r"]


def test_codes_in_their_order_need_two_cuts() -> None:
    """As numbers, b lies between a and c: only one of them can be set apart, for 5/9 or 1/3."""
    numbers = X.assign(x1=X.x1.map({"a": 0, "b": 1, "c": 2}))
    barred = {"name": "gamma-ratio", "gamma": 0.59}  # 5/9 takes (14/15) / (14/9) = 0.6
    preset = LabelRankingTree.from_preset("rt", stopping=barred)
    assert preset.fit(numbers, Y).forest_.tree(0).n_nodes == 1
    listed = LabelRankingTree.from_preset("rt", stopping=barred, categorical_features=["x1"])
    assert listed.fit(numbers, Y).forest_.tree(0).n_nodes == 3


def test_weights_are_repeated_objects() -> None:
    tree = LabelRankingTree.from_preset("rt").fit(X[:3], Y[:3], sample_weight=[2, 2, 2])
    assert questions(tree) == ["b", "a"]
