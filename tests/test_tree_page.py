"""Trees as a page: what its script is given, and that nothing in it is taken for markup."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

from lrf import LabelRankingForest, LabelRankingTree, export_html
from lrf.errors import ConfigError, DataError, RankingError
from lrf.export import pick_tree
from tests.nasty import FEATURES, LABELS, nasty_data, nasty_forest
from tests.plain import plain_forest
from tests.small import iris


class Page(HTMLParser):
    """The elements of a page, and the text of its scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.scripts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1] == "script":
            self.scripts.append(data)

    def data(self) -> Any:
        return json.loads(self.scripts[0])


@pytest.fixture(scope="module")
def forest() -> LabelRankingForest:
    return plain_forest(n_estimators=6, random_state=0).fit(*iris())


def data_of(model: Any, *arguments: Any, **options: Any) -> Any:
    return Page(export_html(model, *arguments, **options)).data()


def test_it_needs_nothing_else(forest: LabelRankingForest) -> None:
    page = Page(export_html(forest))
    assert {"link", "img", "iframe", "object"}.isdisjoint(page.tags)
    assert {"src", "onclick"}.isdisjoint(name for name, _ in page.attributes)
    addresses = [value for name, value in page.attributes if name == "href"]
    assert all(value is not None and value.startswith("#") for value in addresses)
    policy = next(value for _, value in page.attributes if value and "default-src" in value)
    assert policy.startswith("default-src 'none';")
    script = page.scripts[-1]
    assert not re.search(r"fetch\(|XMLHttp|import\(|innerHTML|document\.write|eval\(", script)


def test_trees_are_those_of_the_forest(forest: LabelRankingForest) -> None:
    data = data_of(forest, 2)
    assert [tree["index"] for tree in data["trees"]] == [0, 1, 2, 3, 4, 5]
    assert data["start"] == 2
    for tree in data["trees"]:
        grown = pick_tree(forest, tree["index"])
        assert tree["feature"] == grown.feature.tolist()
        assert tree["right"] == grown.right.tolist()
        assert tree["weight"] == grown.weight.tolist()
        inner = grown.feature >= 0
        assert np.array(tree["threshold"], float)[inner].tolist() == grown.threshold[inner].tolist()
        consensus = [data["consensuses"][i] for i in tree["consensus"]]
        assert consensus == grown.positions.tolist()
        for leaf, members in tree["members"].items():
            assert sum(weight for _, weight in members) == grown.weight[int(leaf)]


def test_as_many_trees_as_there_is_room_for(
    forest: LabelRankingForest, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = [pick_tree(forest, i).n_nodes for i in range(6)]
    for most, expected in ((sizes[4], [4]), (sizes[4] + sizes[0] + sizes[1], [0, 1, 4]), (1, [4])):
        monkeypatch.setattr("lrf.export.html._MOST_NODES", most)
        data = data_of(forest, 4)
        assert [tree["index"] for tree in data["trees"]] == expected
        assert data["start"] == expected.index(4)
    page = export_html(forest, 4)
    assert "1 of the 6 trees is in this page" in page
    assert [tree["index"] for tree in data_of(forest, 5, max_trees=2)["trees"]] == [0, 5]


def test_rows_with_what_is_predicted_and_true(forest: LabelRankingForest) -> None:
    X, Y = iris()
    rows = data_of(forest, 0, X[:3], Y[:3], ["a", "b", "c"])["rows"]
    assert [row["name"] for row in rows] == ["a", "b", "c"]
    assert [row["values"] for row in rows] == X[:3].tolist()
    assert [row["predicted"] for row in rows] == forest.predict(X[:3]).tolist()
    assert [row["truth"] for row in rows] == Y[:3].tolist()
    assert [row["name"] for row in data_of(forest, 0, X[:2])["rows"]] == ["row 0", "row 1"]
    assert data_of(forest, 0, X[:2])["rows"][0]["truth"] is None


def test_words_and_gaps_are_what_the_script_reads() -> None:
    X, Y = nasty_data()
    data = data_of(nasty_forest(), 1, X, Y)
    assert [feature["name"] for feature in data["features"]] == list(FEATURES)
    categories = data["features"][1]["categories"]
    assert set(categories) == {*X.iloc[:, 1].dropna(), None}
    for row, (_, given) in zip(data["rows"], X.iterrows(), strict=True):
        size, colour, _ = row["values"]
        assert (size is None) == np.isnan(given.iloc[0])
        assert (None if colour is None else categories[colour]) == (
            None if given.isna().iloc[1] else given.iloc[1]
        )
    assert all(None in ranking or len(ranking) == 5 for ranking in data["rankings"])


def test_a_split_on_being_missing_has_no_number() -> None:
    model = LabelRankingTree().fit([[1.0], [np.nan], [3.0]], [[1, 2], [2, 1], [1, 2]])
    (tree,) = data_of(model)["trees"]
    assert tree["threshold"][0] in ("Infinity", "-Infinity")


def test_names_are_words_and_nothing_else() -> None:
    plain = Page(export_html(nasty_forest())).tags
    X, Y = nasty_data()
    nasty = Page(export_html(nasty_forest(), X=X, Y=Y, title="</title><script>alert(1)</script>"))
    assert nasty.tags == plain
    assert nasty.data()["labels"] == list(LABELS)


def test_one_node() -> None:
    stump = LabelRankingTree().fit([[1.0], [1.0]], [[1, 2], [1, 2]])
    (tree,) = data_of(stump)["trees"]
    assert (tree["feature"], tree["members"]) == ([-1], {"0": [[0, 2]]})


TWO_OF_THREE = "Y has 2 labels, but the model ranks 3: 0, 1, 2"


def test_refusals(forest: LabelRankingForest) -> None:
    X, Y = iris()
    for options, error, message in (
        ({"tree": 6}, ConfigError, "there is no tree 6; the model has trees 0 to 5"),
        ({"max_trees": 0}, ConfigError, "max_trees is at least 1, not 0"),
        ({"X": X, "row_names": ["a"]}, ConfigError, "row_names: 1 names for 150 rows"),
        ({"Y": Y}, ConfigError, "Y and row_names say something about rows: give X, too"),
        ({"X": X, "Y": [[1, 2]] * 150}, RankingError, TWO_OF_THREE),
    ):
        with pytest.raises(error) as caught:
            export_html(forest, **options)
        assert str(caught.value) == message
    with pytest.raises(DataError, match="^X has 2 features, but LabelRankingForest is expecting 4"):
        export_html(forest, X=X[:, :2])
