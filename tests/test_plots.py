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
from lrf.metrics import AbstentionCurve
from lrf.plots import plot_abstention, plot_tree
from tests.nasty import FEATURES, LABELS, nasty_forest
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
    with pytest.warns(UserWarning, match="missing from font"):  # no font has all signs
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


def test_without_matplotlib(tree: LabelRankingTree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ConfigError) as caught:
        plot_tree(tree)
    assert str(caught.value) == "plots need the package matplotlib: pip install 'lrf[plots]'"


def test_matplotlib_is_imported_when_something_is_drawn() -> None:
    program = "import sys, lrf.plots; assert 'matplotlib' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)
