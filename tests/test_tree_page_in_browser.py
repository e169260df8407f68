"""The page of trees in a browser: opened, clicked, and followed by keyboard and by value."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lrf import LabelRankingForest, LabelRankingTree, export_html
from lrf.estimators.features import check_features
from lrf.export import pick_tree
from lrf.export.contents import contents_of
from tests.browser import CONTRAST, DESKTOP, PHONE, browser, requests_of, resize, use_scheme
from tests.nasty import LABELS, nasty_data, nasty_forest
from tests.plain import plain_forest
from tests.small import iris


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with browser(tmp_path_factory.mktemp("profile")) as started:
        resize(started, DESKTOP)
        yield started


@pytest.fixture(scope="module")
def forest() -> LabelRankingForest:
    return plain_forest(n_estimators=5, random_state=0).fit(*iris())


def show(driver: Any, folder: Path, page: str) -> None:
    path = folder / "page.html"
    path.write_text(page, encoding="utf-8")
    driver.get_log("performance")
    driver.get(path.as_uri())


def complaints(driver: Any) -> list[str]:
    return [entry["message"] for entry in driver.get_log("browser")]


def items(driver: Any) -> list[Any]:
    return [
        item
        for item in driver.find_elements("css selector", "[role=treeitem]")
        if item.is_displayed()
    ]


def node(driver: Any, number: int) -> Any:
    return driver.find_element("css selector", f'[data-node="{number}"]')


def selected(driver: Any) -> int:
    return int(
        driver.find_element("css selector", '[aria-selected="true"]').get_attribute("data-node")
    )


def followed(driver: Any) -> list[int]:
    found = driver.find_elements("css selector", "li.followed")
    return sorted(int(item.get_attribute("data-node")) for item in found)


def way_to(tree: Any, leaf: int) -> list[int]:
    way = [leaf]
    while tree.parent[way[0]] >= 0:
        way.insert(0, int(tree.parent[way[0]]))
    return way


def choose(driver: Any, element: str, value: object) -> None:
    """Choose an option as a hand would."""
    from selenium.webdriver.support.ui import Select

    Select(driver.find_element("id", element)).select_by_value(str(value))


def test_nothing_is_loaded_and_nothing_fails(
    driver: Any, forest: LabelRankingForest, tmp_path: Path
) -> None:
    show(driver, tmp_path, export_html(forest, 0, *iris()))
    address = (tmp_path / "page.html").as_uri()
    assert requests_of(driver, address) == [address]
    assert complaints(driver) == []


def test_clicks_open_and_close_and_select(
    driver: Any, forest: LabelRankingForest, tmp_path: Path
) -> None:
    show(driver, tmp_path, export_html(forest, 1))
    driver.find_element("id", "close-all").click()
    assert len(items(driver)) == 1
    node(driver, 0).find_element("css selector", ".toggle").click()
    assert len(items(driver)) == 3
    node(driver, 1).find_element("css selector", ".row").click()
    assert selected(driver) == 1
    details = driver.find_element("id", "details").text
    tree = pick_tree(forest, 1)
    ranking, weight = contents_of(forest, 1, tree).at(1)
    assert f"{len(ranking)} DISTINCT RANKING" in details.upper()
    counts = driver.find_elements("css selector", "#details .fell li > .number")
    assert [float(count.text) for count in counts] == weight.tolist()
    node(driver, 0).find_element("css selector", ".toggle").click()
    assert len(items(driver)) == 1
    driver.find_element("id", "open-all").click()
    assert len(items(driver)) == tree.n_nodes


def test_keys_move_in_the_tree(driver: Any, forest: LabelRankingForest, tmp_path: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    show(driver, tmp_path, export_html(forest))
    driver.find_element("id", "close-all").click()
    tree = pick_tree(forest, 0)

    def press(key: str) -> int:
        driver.switch_to.active_element.send_keys(key)
        assert driver.switch_to.active_element.get_attribute("data-node") == str(selected(driver))
        return selected(driver)

    driver.execute_script("arguments[0].focus()", node(driver, 0))
    assert press(Keys.ARROW_RIGHT) == 0
    assert len(items(driver)) == 3
    assert press(Keys.ARROW_RIGHT) == 1
    assert press(Keys.ARROW_DOWN) == tree.right[0]
    assert press(Keys.ARROW_UP) == 1
    assert press(Keys.ENTER) == 1
    assert len(items(driver)) == 5
    assert press(Keys.END) == tree.right[0]
    assert press(Keys.HOME) == 0
    assert press(Keys.ARROW_DOWN) == 1
    assert press(Keys.ARROW_LEFT) == 1
    assert press(Keys.ARROW_LEFT) == 0
    assert press(Keys.ARROW_LEFT) == 0
    assert len(items(driver)) == 1


def test_rows_take_their_way_in_every_tree(
    driver: Any, forest: LabelRankingForest, tmp_path: Path
) -> None:
    X, Y = iris()
    show(driver, tmp_path, export_html(forest, 3, X, Y))
    for row in (0, 70, 149):
        choose(driver, "row", row)
        for number in (3, 0):
            choose(driver, "tree-picker", number)
            tree = pick_tree(forest, number)
            leaf = int(tree.apply(X[[row]])[0])
            assert followed(driver) == way_to(tree, leaf)
            assert selected(driver) == leaf
    said = driver.find_element("id", "follow-answer").text
    assert "MEAN PLACES OVER 5 TREES" in said
    assert "THE TRUTH" in said


def test_mean_places_are_those_of_the_forest(
    driver: Any, forest: LabelRankingForest, tmp_path: Path
) -> None:
    X, _ = iris()
    show(driver, tmp_path, export_html(forest, 0, X))
    choose(driver, "row", 77)
    together = driver.find_elements("css selector", "#together li")
    found = {item.text.split("\n")[0]: float(item.text.split("\n")[1]) for item in together}
    means = np.zeros(3)
    for number in range(5):
        tree = pick_tree(forest, number)
        ranking, weight = contents_of(forest, number, tree).at(int(tree.apply(X[[77]])[0]))
        means += np.average(forest.forest_.rankings[ranking], axis=0, weights=weight) / 5
    assert found == {str(label): pytest.approx(means[label], abs=0.0051) for label in range(3)}


def test_typed_values_are_followed(driver: Any, forest: LabelRankingForest, tmp_path: Path) -> None:
    show(driver, tmp_path, export_html(forest))
    tree = pick_tree(forest, 0)
    assert followed(driver) == []
    for j, value in enumerate((6.1, 2.9, 4.7, 1.4)):
        driver.find_element("css selector", f'input[data-feature="{j}"]').send_keys(str(value))
    leaf = int(tree.apply(np.array([[6.1, 2.9, 4.7, 1.4]]))[0])
    assert followed(driver) == way_to(tree, leaf)
    driver.find_element("id", "clear").click()
    assert followed(driver) == []
    assert driver.find_element("id", "follow-answer").text == ""


def test_gaps_words_and_nasty_names(driver: Any, tmp_path: Path) -> None:
    X, Y = nasty_data()
    model = nasty_forest()
    encoded = check_features(model, X, training=False)
    show(driver, tmp_path, export_html(model, 1, X, Y, title="<i>title</i>"))
    tree = pick_tree(model, 1)
    leaves = tree.apply(encoded)
    for row in range(0, 60, 7):
        choose(driver, "row", row)
        assert followed(driver) == way_to(tree, int(leaves[row]))
    assert driver.title == "<i>title</i>"
    chips = driver.find_elements("css selector", "#legend .label")
    assert [chip.get_attribute("textContent") for chip in chips] == list(LABELS)
    assert driver.find_elements("css selector", "b, i") == []
    assert complaints(driver) == []


def test_places_of_incomplete_rankings_as_in_python(driver: Any, tmp_path: Path) -> None:
    show(driver, tmp_path, export_html(nasty_forest(), 1))
    found = driver.execute_script("return placesOf(rankingsAt(treeOf(1), 0))")
    contents = contents_of(nasty_forest(), 1, pick_tree(nasty_forest(), 1))
    np.testing.assert_allclose(found, contents.places(0), atol=1e-12)


def test_split_on_being_missing(driver: Any, tmp_path: Path) -> None:
    X = np.array([[1.0], [np.nan], [3.0]])
    model = LabelRankingTree().fit(X, [[1, 2], [2, 1], [1, 2]])
    show(driver, tmp_path, export_html(model, 0, X))
    choose(driver, "row", 1)
    assert followed(driver) == [0, 2]
    assert "x0 is missing: is missing" in driver.find_element("id", "follow-answer").text


def test_one_node_and_thousands(driver: Any, tmp_path: Path) -> None:
    show(driver, tmp_path, export_html(LabelRankingTree().fit([[1.0], [1.0]], [[1, 2], [1, 2]])))
    assert len(items(driver)) == 1
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(2500, 3)), np.argsort(rng.random((2500, 4)), axis=1) + 1
    model = LabelRankingTree().fit(X, Y)
    show(driver, tmp_path, export_html(model))
    assert (
        1
        < driver.execute_script("return document.querySelectorAll('[role=treeitem]').length")
        <= 40
    )
    driver.find_element("id", "open-all").click()
    opened = driver.execute_script("return document.querySelectorAll('[role=treeitem]').length")
    assert 500 < opened <= 1500 < pick_tree(model, 0).n_nodes
    assert driver.find_element("id", "said").text.startswith("Opened to depth ")


def test_many_labels_stay_in_their_column(driver: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    X, Y = rng.normal(size=(80, 2)), np.argsort(rng.random((80, 30)), axis=1) + 1
    show(driver, tmp_path, export_html(LabelRankingTree().fit(X, Y), 0, X))
    wide, room = driver.execute_script(
        "const a = document.querySelector('.aside'); return [a.scrollWidth, a.clientWidth]"
    )
    assert wide <= room
    choose(driver, "row", 5)
    assert len(followed(driver)) > 1


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_the_screen_and_can_be_read(
    driver: Any, tmp_path: Path, size: tuple[int, int], scheme: str
) -> None:
    resize(driver, size)
    use_scheme(driver, scheme)
    X, Y = nasty_data()
    show(driver, tmp_path, export_html(nasty_forest(), 0, X, Y))
    choose(driver, "row", 3)
    width, seen = driver.execute_script(
        "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert width <= seen
    assert driver.execute_script(CONTRAST) >= 4.5
    assert driver.get_screenshot_as_png().startswith(b"\x89PNG")
    resize(driver, DESKTOP)
