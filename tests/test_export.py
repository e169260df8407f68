"""Trees as text."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

from lrf import LabelRankingTree, export_text, load_dataset
from lrf.errors import ConfigError
from lrf.rankings import to_orders
from tests.plain import plain_forest

X = np.array([[0.0, 5.0], [0.0, 6.0], [1.0, 5.0], [1.0, 6.0]])
Y = np.array([[1, 2, 3], [2, 1, 3], [3, 2, 1], [3, 2, 1]])


@pytest.fixture(scope="module")
def tree() -> LabelRankingTree:
    return LabelRankingTree().fit(X, Y)


def test_every_node_has_its_condition_its_rows_and_its_order(tree: LabelRankingTree) -> None:
    assert export_text(tree).splitlines() == [
        "4 rows  1>2>0",
        "|-- x0 < 0.5: 2 rows  0=1>2",
        "|   |-- x1 < 5.5: 1 row  0>1>2",
        "|   |-- x1 >= 5.5: 1 row  1>0>2",
        "|-- x0 >= 0.5: 2 rows  2>1>0",
    ]


def test_depth_shown(tree: LabelRankingTree) -> None:
    assert export_text(tree, max_depth=0) == "4 rows  1>2>0  (4 nodes below)"
    assert export_text(tree, max_depth=1).splitlines() == [
        "4 rows  1>2>0",
        "|-- x0 < 0.5: 2 rows  0=1>2  (2 nodes below)",
        "|-- x0 >= 0.5: 2 rows  2>1>0",
    ]
    assert export_text(tree, max_depth=2) == export_text(tree)


def test_names_of_features_and_labels() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=["height", "age"])
    rankings = pandas.DataFrame(Y, columns=["tea", "milk", "rum"])
    lines = export_text(LabelRankingTree().fit(frame, rankings)).splitlines()
    assert lines[2] == "|   |-- age < 5.5: 1 row  tea>milk>rum"


def test_stump() -> None:
    assert export_text(LabelRankingTree().fit([[1.0], [1.0]], [[1, 2], [1, 2]])) == "2 rows  0>1"


def test_following_the_lines_leads_to_the_prediction() -> None:
    """Whoever reads the text finds the same leaf as the model."""
    iris = load_dataset("iris")
    model = LabelRankingTree.from_preset("rt").fit(iris.X, iris.Y)
    lines = export_text(model).splitlines()
    pattern = re.compile(r"((?:\|   )*)\|-- x(\d+) (<|>=) (\S+): (\d+) rows?  (\S+)")
    reached = []
    for row in iris.X:
        depth, order = 0, lines[0].split()[-1]
        for line in lines[1:]:
            bars, feature, sign, threshold, _, answer = pattern.fullmatch(line).groups()
            if len(bars) // 4 != depth:
                if len(bars) // 4 < depth:
                    break
                continue
            if (row[int(feature)] < float(threshold)) == (sign == "<"):
                depth, order = depth + 1, answer
        reached.append(order)
    assert reached == to_orders(model.predict(iris.X), model.labels_)


def test_it_says_where_missing_values_go_if_some_were_missing() -> None:
    left = LabelRankingTree().fit([[1.0], [np.nan], [3.0]], [[1, 2], [1, 2], [2, 1]])
    assert export_text(left) == (
        "3 rows  0>1\n|-- x0 < 2 or missing: 2 rows  0>1\n|-- x0 >= 2: 1 row  1>0"
    )
    right = LabelRankingTree().fit([[1.0], [np.nan], [3.0]], [[1, 2], [2, 1], [2, 1]])
    assert export_text(right) == (
        "3 rows  1>0\n|-- x0 < 2: 1 row  0>1\n|-- x0 >= 2 or missing: 2 rows  1>0"
    )
    alone = LabelRankingTree().fit([[1.0], [np.nan], [3.0]], [[1, 2], [2, 1], [1, 2]])
    assert export_text(alone) == (
        "3 rows  0>1\n|-- x0 is not missing: 2 rows  0>1\n|-- x0 is missing: 1 row  1>0"
    )


def test_it_says_which_categories_go_where() -> None:
    colours = ["red", "red", "", "light\nblue", None]
    orders = [[1, 2, 3], [1, 2, 3], [2, 1, 3], [3, 2, 1], [3, 1, 2]]
    model = LabelRankingTree().fit(pd.DataFrame({"colour": colours}), orders)
    assert (
        export_text(model)
        == """\
5 rows  1>0>2
|-- colour = red: 2 rows  0>1>2
|-- colour != red: 3 rows  1>2>0
|   |-- colour = '': 1 row  1>0>2
|   |-- colour != '': 2 rows  1=2>0
|   |   |-- colour = 'light\\nblue': 1 row  2>1>0
|   |   |-- colour != 'light\\nblue': 1 row  1>2>0"""
    )


def test_a_tree_of_a_forest_counts_drawn_rows() -> None:
    forest = plain_forest(n_estimators=3, random_state=0).fit(X, Y)
    texts = [export_text(forest, tree) for tree in range(3)]
    assert all(text.startswith("4 rows  ") for text in texts)
    assert texts[0] == export_text(forest)


def test_refusals(tree: LabelRankingTree) -> None:
    with pytest.raises(ConfigError, match="^there is no tree 1; the model has only tree 0$"):
        export_text(tree, 1)
    forest = plain_forest(n_estimators=3).fit(X, Y)
    for number in (3, -1):
        with pytest.raises(ConfigError) as caught:
            export_text(forest, number)
        assert str(caught.value) == f"there is no tree {number}; the model has trees 0 to 2"
    with pytest.raises(ConfigError, match="^max_depth is at least 0, not -1$"):
        export_text(tree, max_depth=-1)
    with pytest.raises(NotFittedError):
        export_text(LabelRankingTree())
