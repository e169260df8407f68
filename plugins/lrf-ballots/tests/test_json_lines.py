"""JSON Lines: the laws, what is read, and what is said of mistakes. Run after installing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lrf_ballots.json_lines import read

from lrf import LabelRankingTree, read_data
from lrf.errors import DataError
from lrf.testing import check_reader

ORDERS = """\
{"age": 31, "income": 2.5, "order": "b>a=c"}

{"age": 54, "order": ["a", ["b", "c"]]}
{"income": null, "age": -2e1, "order": ["c"]}
"""

POSITIONS = """\
{"rank_b": 1, "x": 0.5, "rank_a": 2, "weight": 1}
{"rank_b": 2, "x": 1.5, "rank_a": 1, "weight": true}
{"rank_b": 1, "x": 2.5, "rank_a": 1}
"""


def written(folder: Path, text: str, name: str = "votes.jsonl") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("text", [ORDERS, POSITIONS])
def test_keeps_the_laws(tmp_path: Path, text: str) -> None:
    check_reader("json-lines", written(tmp_path, text))


def test_orders_as_text_and_as_lists(tmp_path: Path) -> None:
    found = read_data(written(tmp_path, ORDERS, "votes.ndjson"))
    assert found.name == "votes"
    assert found.feature_names == ("age", "income")
    assert found.label_names == ("a", "b", "c")
    np.testing.assert_array_equal(found.X, [[31, 2.5], [54, np.nan], [-20, np.nan]])
    np.testing.assert_array_equal(found.Y, [[2.5, 1, 2.5], [1, 2.5, 2.5], [np.nan, np.nan, 1]])


def test_positions(tmp_path: Path) -> None:
    found = read_data(written(tmp_path, POSITIONS))
    assert found.feature_names == ("x", "weight")
    assert found.label_names == ("b", "a")
    np.testing.assert_array_equal(found.X, [[0.5, 1], [1.5, 1], [2.5, np.nan]])
    np.testing.assert_array_equal(found.Y, [[1, 2], [2, 1], [1.5, 1.5]])


def test_keys_of_another_name(tmp_path: Path) -> None:
    text = '{"p_a": 1, "p_b": 2, "best": "b>a", "x": 1}'
    by_order = read_data(written(tmp_path, text), order_column="best")
    assert by_order.Y.tolist() == [[2, 1]]
    assert by_order.feature_names == ("p_a", "p_b", "x")
    by_ranks = read_data(written(tmp_path, '{"p_a": 1, "p_b": 2, "x": 1, "rank_a": 2}'), "p_*")
    assert by_ranks.label_names == ("a", "b")
    assert by_ranks.feature_names == ("x",)


def test_ballots_without_anything_else(tmp_path: Path) -> None:
    found = read_data(written(tmp_path, '{"order": "a>b"}\n{"order": "b>a"}\n'))
    assert found.X.shape == (2, 0)
    assert found.Y.tolist() == [[1, 2], [2, 1]]


def test_file_without_rankings_is_read_only_where_none_are_needed(tmp_path: Path) -> None:
    path = written(tmp_path, '{"x": 1}\n{"x": 2}\n')
    found = read(path, require_targets=False)
    assert (found.X.tolist(), found.Y.shape) == ([[1], [2]], (2, 0))
    with pytest.raises(DataError) as caught:
        read_data(path)
    assert str(caught.value) == f"{path}: no rankings under 'rank_*'; keys: x"


def test_tree_learns_from_it(tmp_path: Path) -> None:
    lines = [f'{{"x": {x}, "order": "{"a>b" if x < 20 else "b>a"}"}}' for x in range(40)]
    data = read_data(written(tmp_path, "\n".join(lines)))
    assert LabelRankingTree().fit(data.X, data.Y).score(data.X, data.Y) == 1


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("", {}, ": the file is empty"),
        (
            '{"x": 1, "order": "a>b"}\n\n{"x"',
            {},
            ", line 3, column 5: Expecting ':' delimiter",
        ),
        ("[1, 2]", {}, ', line 1: must be an object in braces, such as {"x": 1.5}'),
        (
            '{"x": 1, "x": 2, "order": "a>b"}',
            {},
            ", line 1: the key 'x' stands there twice",
        ),
        ('{"x": "red", "order": "a>b"}', {}, ", line 1, key 'x': 'red' is not a number"),
        ('{"x": [1], "order": "a>b"}', {}, ", line 1, key 'x': [1] is not a number"),
        (
            '{"x": NaN, "order": "a>b"}',
            {},
            ", line 1, key 'x': nan is not finite; write null if it is missing",
        ),
        (
            '{"x": 1, "order": "a>b"}\n{"x": 1, "order": "a>>b"}',
            {},
            ", line 2, key 'order': 'a>>b' is no order: a label is missing before '>' (write b>a=c "
            "or b > {a,c}, and labels that hold such signs in double quotes)",
        ),
        (
            '{"x": 1, "order": "a>b"}\n{"x": 1}',
            {},
            ", line 2, key 'order': ranks no label; leave such rows out",
        ),
        (
            '{"x": 1, "order": ["a", "a"]}',
            {},
            ", line 1, key 'order': names the label 'a' twice",
        ),
        (
            '{"x": 1, "order": 5}',
            {},
            ", line 1, key 'order': is 5, which is neither text nor a sequence",
        ),
        (
            '{"rank_a": 1, "rank_b": 2}\n{"rank_a": 0, "rank_b": 1}',
            {},
            ", line 2, keys 'rank_*': holds position 0; positions start at 1, the best: if these "
            "are counted from 0, add 1 to each; if 0 means not ranked, write NaN",
        ),
        (
            '{"rank_a": "first", "rank_b": 1}',
            {},
            ", line 1, key 'rank_a': 'first' is not a number",
        ),
        (
            '{"x": 1, "order": "a>b"}',
            {"ranks": "p_*"},
            ": no rankings under 'p_*'; keys: x, order",
        ),
        (
            '{"x": 1, "order": "a>b"}',
            {"order_column": "best"},
            ": no rankings under 'best'; keys: x, order",
        ),
        ('{"x": 1, "order": "a"}', {}, ": a single label, 'a': nothing to rank"),
    ],
)
def test_mistake(tmp_path: Path, text: str, options: dict[str, Any], message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(DataError) as caught:
        read_data(path, **options)
    assert str(caught.value).removeprefix(str(path)) == message
