"""Trees as SVG and DOT: whole, well-formed, and true."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lrf import LabelRankingTree, export_dot, export_svg
from lrf.errors import ConfigError
from lrf.export import pick_tree
from lrf.export.arrangement import lay_out
from lrf.export.colours import label_colours
from lrf.export.contents import contents_of
from lrf.export.markup import as_script_data, as_text
from lrf.export.places import place_shares
from lrf.export.views import view_tree
from lrf.export.words import fitted, width_of
from lrf.metrics import kendall_tau
from lrf.rankings import average_positions
from tests.nasty import FEATURES, LABELS, nasty_data, nasty_forest
from tests.plain import plain_forest
from tests.small import Floats, iris

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def tree() -> LabelRankingTree:
    return LabelRankingTree.from_preset("rt").fit(*iris())


@pytest.fixture(scope="module")
def deep() -> LabelRankingTree:
    """Return a tree of thousands of nodes."""
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(2000, 3)), np.argsort(rng.random((2000, 4)), axis=1) + 1
    return LabelRankingTree().fit(X, Y)


def texts(svg: str) -> list[str]:
    """Return all words of a picture, which is read as XML; tooltips are left out."""
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_every_node_has_its_card(tree: LabelRankingTree) -> None:
    words = texts(export_svg(tree))
    grown = pick_tree(tree, 0)
    asked = Counter(f"x{j}" for j in grown.feature if j >= 0)
    assert Counter(word for word in words if re.fullmatch(r"x\d", word)) == asked
    counts = Counter(word.split(" row")[0] for word in words if "agreement" in word)
    assert counts == Counter(f"{weight:g}" for weight in grown.weight)
    assert sum(word.startswith("< ") for word in words) == grown.n_nodes - grown.n_leaves
    assert sum(word.startswith("≥ ") for word in words) == grown.n_nodes - grown.n_leaves


def test_bars_show_the_places_of_the_root(tree: LabelRankingTree) -> None:
    _, Y = iris()
    tips = [tip.text or "" for tip in ElementTree.fromstring(export_svg(tree)).iter(f"{SVG}title")]
    shares = np.mean(Y == 1, axis=0)
    order = np.argsort(-shares, kind="stable")
    words = ", ".join(f"{label} {shares[label]:.0%}" for label in order)
    assert f"place 1: {words}" in tips


def test_agreement_is_tau_of_consensus_and_rankings(tree: LabelRankingTree) -> None:
    X, Y = iris()
    grown = pick_tree(tree, 0)
    leaves = grown.apply(X)
    agreement = contents_of(tree, 0, grown).agreement(grown.positions)
    for leaf in np.unique(leaves):
        here = Y[leaves == leaf]
        consensus = np.broadcast_to(grown.positions[leaf], here.shape)
        assert agreement[leaf] == pytest.approx(kendall_tau(consensus, here).mean())
    root = np.broadcast_to(grown.positions[0], Y.shape)
    assert agreement[0] == pytest.approx(kendall_tau(root, Y).mean())


@pytest.mark.parametrize("direction", ["right", "down"])
def test_cards_do_not_overlap_and_lie_inside(tree: LabelRankingTree, direction: str) -> None:
    svg = ElementTree.fromstring(export_svg(tree, direction=direction))
    _, _, width, height = map(float, svg.attrib["viewBox"].split())
    cards = [rect.attrib for rect in svg.iter(f"{SVG}rect") if rect.get("rx") == "9"]
    boxes = [[float(card[name]) for name in ("x", "y", "width", "height")] for card in cards]
    assert len(boxes) == pick_tree(tree, 0).n_nodes
    for x, y, w, h in boxes:
        assert x >= 0
        assert y >= 0
        assert x + w <= width
        assert y + h <= height
    for (x1, y1, w1, h1), (x2, y2, w2, h2) in combinations(boxes, 2):
        assert x1 + w1 <= x2 or x2 + w2 <= x1 or y1 + h1 <= y2 or y2 + h2 <= y1


def test_names_are_words_and_nothing_else() -> None:
    for number in range(4):
        svg = export_svg(nasty_forest(), number)
        words = texts(svg)
        assert LABELS[0] in words
        assert LABELS[1] in words
        assert "two lines" in words
        assert LABELS[3] in words
        assert any(word.endswith("…") and word.startswith("xxx") for word in words)
        assert FEATURES[0] in words
        assert "<b>" not in svg
        assert "<i>" not in svg


def test_one_node() -> None:
    stump = LabelRankingTree().fit([[1.0], [1.0]], [[1, 2], [1, 2]])
    assert texts(export_svg(stump))[2:] == ["0>1", "2 rows · agreement 1.00"]
    assert (
        export_dot(stump).splitlines()[-2].startswith('  0 [label="0>1\\n2 rows, agreement 1.00"')
    )


def test_large_trees_end_at_a_level(deep: LabelRankingTree) -> None:
    grown = pick_tree(deep, 0)
    assert grown.n_nodes > 2000
    view = view_tree(deep)
    last = max(node.depth for node in view.nodes.values())
    assert len(view.nodes) == np.count_nonzero(grown.depth <= last) <= 255
    assert np.count_nonzero(grown.depth <= last + 1) > 255
    hidden = sum(int(node.below.split()[0]) for node in view.nodes.values() if node.below)
    assert hidden + len(view.nodes) == grown.n_nodes
    assert sum(word.startswith("+") for word in texts(export_svg(deep))) == sum(
        node.below != "" for node in view.nodes.values()
    )
    assert "nodes below)" in export_dot(deep)


def test_depth(tree: LabelRankingTree) -> None:
    assert set(view_tree(tree, 0, 1).nodes) == {0, *pick_tree(tree, 0).left[[0]].tolist()} | set(
        pick_tree(tree, 0).right[[0]].tolist()
    )
    assert list(view_tree(tree, 0, 0).nodes) == [0]


def test_layout_puts_parents_in_the_middle(deep: LabelRankingTree) -> None:
    nodes = view_tree(deep, max_depth=6).nodes
    place = lay_out(nodes)
    for number, node in nodes.items():
        if node.children:
            assert place[number] == np.mean([place[child] for child in node.children])
    for depth in range(7):
        row = sorted(place[number] for number, node in nodes.items() if node.depth == depth)
        assert np.all(np.diff(row) >= 1)


def test_dot_names_every_node_and_edge(tree: LabelRankingTree) -> None:
    grown = pick_tree(tree, 0)
    lines = export_dot(tree).splitlines()
    found = {
        tuple(map(int, edge)) for edge in re.findall(r"^  (\d+) -> (\d+) ", "\n".join(lines), re.M)
    }
    inner = np.flatnonzero(grown.feature >= 0)
    assert found == {(i, int(side[i])) for i in inner for side in (grown.left, grown.right)}
    assert next(line for line in lines if line.startswith("  0 [")).startswith('  0 [label="x')


def test_dot_is_quoted() -> None:
    quoted = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
    for line in export_dot(nasty_forest()).splitlines():
        left = quoted.sub("", line)
        assert '"' not in left
        assert re.fullmatch(r"[\w\s\[\]=,>{};-]*", left), left


def test_refusals(tree: LabelRankingTree) -> None:
    for export in (export_svg, export_dot):
        with pytest.raises(ConfigError, match="^there is no tree 1; the model has only tree 0$"):
            export(tree, 1)
        with pytest.raises(ConfigError, match="^max_depth is at least 0, not -1$"):
            export(tree, 0, -1)
    with pytest.raises(ConfigError, match="^direction is 'right' or 'down', not 'up'$"):
        export_svg(tree, direction="up")


def test_colours_differ() -> None:
    colours = label_colours(60)
    assert len(set(colours)) == 60
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours)


@given(st.text())
def test_text_in_markup_comes_back(text: str) -> None:
    read = ElementTree.fromstring(f'<a b="{as_text(text)}">{as_text(text)}</a>')
    allowed = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
    assert (read.text or "") == re.sub("\r\n?", "\n", allowed)
    assert "<" not in as_script_data(text)


@given(st.text(), st.floats(0, 30))
def test_fitted_text_fits(text: str, width: float) -> None:
    shown = fitted(text, width)
    assert "\n" not in shown
    assert width_of(shown) <= max(width, width_of("…"))
    if shown.endswith("…") and not text.rstrip().endswith("…"):
        assert width_of(" ".join(text.split())) > width


def naive_shares(rankings: Floats, weights: Floats) -> Floats:
    """Count in small slices of places."""
    k, slices = rankings.shape[1], 60
    shares = np.zeros((k, k))
    for ranking, weight in zip(rankings, weights, strict=True):
        ranked = [j for j in range(k) if not np.isnan(ranking[j])]
        for label in ranked:
            before = sum(ranking[other] < ranking[label] for other in ranked)
            equal = sum(ranking[other] == ranking[label] for other in ranked)
            for t in range(slices):
                at = (before + equal * (t + 0.5) / slices) * k / len(ranked)
                shares[label, int(at)] += weight / slices
    return shares / shares.sum(axis=0)


@given(
    arrays(
        np.float64,
        st.tuples(st.integers(1, 5), st.integers(2, 5)),
        elements=st.sampled_from([1.0, 2.0, 3.0, np.nan]),
    )
)
def test_places_as_counted_one_by_one(table: Floats) -> None:
    table[:, 0] = 1.0
    rankings = average_positions(table)
    weights = np.arange(1.0, len(table) + 1)
    shares = place_shares(rankings, weights)
    np.testing.assert_allclose(shares.sum(axis=0), 1)
    np.testing.assert_allclose(shares, naive_shares(rankings, weights), atol=0.02)
    np.testing.assert_allclose(place_shares(rankings, weights, 2), shares[:, :2])


def test_weights_and_gaps_in_a_forest() -> None:
    X, Y = nasty_data()
    model = plain_forest(n_estimators=2, random_state=1).fit(X, Y, np.linspace(0.5, 3, len(X)))
    grown = pick_tree(model, 1)
    contents = contents_of(model, 1, grown)
    for node in range(grown.n_nodes):
        ranking, weight = contents.at(node)
        assert weight.sum() == pytest.approx(grown.weight[node])
        assert len(set(ranking.tolist())) == len(ranking)
        assert np.all(np.diff(weight) <= 1e-9)
    agreement = contents.agreement(grown.positions)
    assert np.all((agreement >= -1) & (agreement <= 1))
