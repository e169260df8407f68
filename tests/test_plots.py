"""Figures of matplotlib: what is drawn, read back from the figure."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lrf import LabelRankingTree
from lrf.errors import ConfigError
from lrf.export import pick_tree
from lrf.inspection import (
    Importance,
    impurity_importance,
    partial_dependence,
    permutation_importance,
)
from lrf.metrics import AbstentionCurve, reliability
from lrf.plots import (
    plot_abstention,
    plot_importances,
    plot_partial_dependence,
    plot_reliability,
    plot_tree,
)
from tests.nasty import FEATURES, LABELS, nasty_data, nasty_forest
from tests.plain import plain_forest
from tests.small import iris

matplotlib = pytest.importorskip("matplotlib")


@pytest.fixture(autouse=True)
def _figures() -> Iterator[None]:
    """Draw without a window, and close what was drawn."""
    matplotlib.use("Agg")
    from matplotlib import pyplot

    yield
    pyplot.close("all")


@pytest.fixture(scope="module")
def tree() -> LabelRankingTree:
    return LabelRankingTree.from_preset("rt").fit(*iris())


def words(ax: Any) -> list[str]:
    return [text.get_text() for text in ax.texts]


def save(ax: Any, folder: Path) -> None:
    """Draw all of it, which is where matplotlib finds fault with names."""
    ax.figure.savefig(folder / "figure.png", dpi=40)


def test_every_node_is_drawn(tree: LabelRankingTree, tmp_path: Path) -> None:
    from matplotlib.patches import FancyBboxPatch

    ax = plot_tree(tree)
    grown = pick_tree(tree, 0)
    cards = [patch for patch in ax.patches if isinstance(patch, FancyBboxPatch)]
    assert len(cards) == grown.n_nodes
    counts = [word.split(" row")[0] for word in words(ax) if "agreement" in word]
    assert sorted(counts) == sorted(f"{weight:g}" for weight in grown.weight)
    assert sum(word.startswith("≥ ") for word in words(ax)) == grown.n_nodes - grown.n_leaves
    save(ax, tmp_path)


def test_bars_say_who_is_where(tree: LabelRankingTree) -> None:
    from matplotlib.patches import Rectangle

    _, Y = iris()
    ax = plot_tree(tree, max_depth=0)
    bars = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    heights = sorted(bar.get_height() for bar in bars)
    shares = [np.mean(Y[:, label] == place) for label in range(3) for place in (1, 2, 3)]
    np.testing.assert_allclose(heights, 11 * np.sort(shares), atol=1e-9)


@pytest.mark.parametrize("direction", ["down", "right"])
def test_on_axes_that_are_given(tree: LabelRankingTree, direction: str, tmp_path: Path) -> None:
    from matplotlib import pyplot

    _, (left, right) = pyplot.subplots(1, 2, figsize=(8, 3))
    assert plot_tree(tree, direction=direction, ax=left) is left
    assert left.patches
    assert not right.patches
    whole = plot_tree(tree, direction=direction)
    assert left.texts[0].get_fontsize() < whole.texts[0].get_fontsize()
    save(left, tmp_path)


def test_names_are_words_and_nothing_else(tmp_path: Path) -> None:
    ax = plot_tree(nasty_forest(), 2)
    assert FEATURES[0] in words(ax)
    assert LABELS[1] in [text.get_text() for text in ax.get_legend().get_texts()]
    with pytest.warns(UserWarning, match="missing from"):  # no font has all signs
        save(ax, tmp_path)


def test_dollars_are_no_formulas(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    X = pandas.DataFrame({"$\\frac$": [1.0, 2.0]})
    Y = pandas.DataFrame({"$a^": [1, 2], "b$": [2, 1]})
    save(plot_tree(LabelRankingTree().fit(X, Y)), tmp_path)


def test_refusals(tree: LabelRankingTree) -> None:
    with pytest.raises(ConfigError, match="^there is no tree 2; the model has only tree 0$"):
        plot_tree(tree, 2)
    with pytest.raises(ConfigError, match="^direction is 'right' or 'down', not 'left'$"):
        plot_tree(tree, direction="left")


def test_abstention(tmp_path: Path) -> None:
    curve = AbstentionCurve(
        np.array([0.5, 0.7, 0.9]), np.array([0.6, 0.8, np.nan]), np.array([1.0, 0.4, 0.0])
    )
    ax = plot_abstention(curve, label="forest")
    (line,) = ax.lines
    assert line.get_xdata().tolist() == [1.0, 0.4]
    assert line.get_ydata().tolist() == [0.6, 0.8]
    assert line.get_label() == "forest"
    assert sorted(words(ax)) == ["threshold 0.5", "threshold 0.7"]
    save(ax, tmp_path)


def test_abstention_that_never_says_anything(tmp_path: Path) -> None:
    nothing = np.array([np.nan])
    save(plot_abstention(AbstentionCurve(np.array([0.9]), nothing, np.zeros(1))), tmp_path)


def test_ends_without_names() -> None:
    curve = AbstentionCurve(np.array([0.5, 0.7]), np.array([0.6, 0.8]), np.array([1.0, 0.4]))
    assert words(plot_abstention(curve, False)) == []


def test_reliability(tmp_path: Path) -> None:
    X, Y = iris()
    forest = plain_forest(n_estimators=10, random_state=0).fit(X, Y)
    curve = reliability(Y, forest.oob_pairwise(X, Y), n_bins=5)
    ax = plot_reliability(curve, label="forest")
    points = ax.collections[-1]
    np.testing.assert_array_equal(points.get_offsets(), np.c_[curve.said, curve.happened])
    assert np.argmax(points.get_sizes()) == np.argmax(curve.weight)
    assert ax.get_legend_handles_labels()[1] == ["forest"]
    spread = [segment[:, 1] for segment in ax.collections[0].get_segments()]
    error = 2 * np.sqrt(curve.happened * (1 - curve.happened) / curve.weight)
    np.testing.assert_allclose(spread, np.c_[curve.happened - error, curve.happened + error])
    save(ax, tmp_path)


def test_importances_from_the_largest_on(tmp_path: Path) -> None:
    names = ["a", "b$", "c", "d" * 80]
    found = Importance(names, np.array([0.1, 3, -0.5, 2]), np.array([0.1, 0.2, 0.1, np.nan]))
    ax = plot_importances(found, most=3)
    assert [bar.get_width() for bar in ax.patches] == [3, 2, 0.1]
    labels = [text.get_text() for text in ax.get_yticklabels()]
    assert labels[0] == r"b\$"
    assert labels[1].startswith("ddd")
    assert labels[1].endswith("…")
    assert ax.yaxis_inverted()
    (segments,) = [lines.get_segments() for lines in ax.collections]
    np.testing.assert_allclose(segments, [[[2.6, 0], [3.4, 0]], [[-0.1, 2], [0.3, 2]]])
    save(ax, tmp_path)
    with pytest.raises(ConfigError, match="^most is at least 1, not 0$"):
        plot_importances(found, most=0)


def test_importances_of_a_forest(tmp_path: Path) -> None:
    X, Y = iris()
    forest = plain_forest(n_estimators=5, random_state=0).fit(X, Y)
    found = permutation_importance(forest, X, Y, n_repeats=1, random_state=0)
    ax = plot_importances(found)
    assert [bar.get_width() for bar in ax.patches] == sorted(found.mean, reverse=True)
    assert ax.get_xlabel() == "loss of Kendall's tau when shuffled"
    save(ax, tmp_path)
    save(plot_importances(impurity_importance(forest)), tmp_path)


def test_dependence_on_a_number(tmp_path: Path) -> None:
    X, Y = iris()
    forest = plain_forest(n_estimators=5, random_state=0).fit(X, Y)
    found = partial_dependence(forest, X, 2)
    ax = plot_partial_dependence(found)
    curves = [line for line in ax.lines if len(line.get_xdata())]
    assert [line.get_label() for line in curves] == ["0", "1", "2"]
    for label, line in enumerate(curves):
        assert line.get_xdata().tolist() == found.grids[0]
        assert line.get_ydata().tolist() == found.positions[:, label].tolist()
    assert ax.yaxis_inverted()
    save(ax, tmp_path)
    one = [line for line in plot_partial_dependence(found, "1").lines if len(line.get_xdata())]
    assert [line.get_label() for line in one] == ["1"]


def test_dependence_on_words_and_gaps(tmp_path: Path) -> None:
    X, _ = nasty_data()
    words = plot_partial_dependence(partial_dependence(nasty_forest(), X, FEATURES[1]))
    shown = [text.get_text() for text in words.get_xticklabels()]
    assert set(shown) == {*X.iloc[:, 1].dropna().astype(object).replace("", "''"), "missing"}
    gaps = plot_partial_dependence(partial_dependence(nasty_forest(), X, FEATURES[0]))
    assert [text.get_text() for text in gaps.get_xticklabels()][-1] == "missing"
    (alone,) = {line.get_xdata()[0] for line in gaps.lines if len(line.get_xdata()) == 1}
    assert alone > max(line.get_xdata().max() for line in gaps.lines if len(line.get_xdata()) > 1)


def test_dependence_on_two_features(tmp_path: Path) -> None:
    X, _ = nasty_data()
    found = partial_dependence(nasty_forest(), X, [0, 1], grid_resolution=4)
    ax = plot_partial_dependence(found, LABELS[0])
    (image,) = ax.images
    np.testing.assert_array_equal(image.get_array(), found.positions[:, :, 0].T)
    assert [text.get_text() for text in ax.get_xticklabels()][-1] == "missing"
    save(ax, tmp_path)
    with pytest.raises(ConfigError) as caught:
        plot_partial_dependence(found)
    assert str(caught.value) == "two features make a map of one label; say which one by label="
    with pytest.raises(ConfigError, match="^no label 'rose'; there are "):
        plot_partial_dependence(found, "rose")


def test_without_matplotlib(tree: LabelRankingTree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ConfigError) as caught:
        plot_tree(tree)
    assert str(caught.value) == "plots need the package matplotlib: pip install 'lrf[plots]'"


def test_matplotlib_is_imported_when_something_is_drawn() -> None:
    program = "import sys, lrf.plots; assert 'matplotlib' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)
