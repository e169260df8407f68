"""The folder of the SUSHI preference data set; its files here are made up."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lrf.data import read_data
from lrf.data.sushi_reader import SET_A, USER, recognises
from tests.files import bare, complaint

NAN = np.nan

USERS = "0\t1\t2\t785\t26\t6\t1\t13\t3\t0\t1\n1\t0\t4\t382\t13\t3\t0\t13\t3\t0\t0\n"
ORDERS_A = "10 1\n0 10 5 0 3 4 6 9 8 1 7 2\n0 10 0 9 6 3 7 2 8 1 5 4\n"
ORDERS_B = "12 1\n0 3 11 4 3\n0 2 0 1 \n"
ITEMS = "".join(f"{i}\titem {i}\t1\t0\t3.5\n" for i in range(12))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with all files."""
    path = tmp_path / "sushi"
    path.mkdir()
    (path / "sushi3a.5000.10.order").write_text(ORDERS_A)
    (path / "sushi3b.5000.10.order").write_text(ORDERS_B)
    (path / "sushi3.udata").write_text(USERS)
    (path / "sushi3.idata").write_text(ITEMS)
    return path


def test_set_a(folder: Path) -> None:
    data = read_data(folder)
    assert data.name == "sushi3a.5000.10"
    assert data.label_names == SET_A
    assert data.label_names[5:] == ("ikura", "tamago", "toro", "tekka_maki", "kappa_maki")
    assert data.Y[0].tolist() == [2, 8, 10, 3, 4, 1, 5, 9, 7, 6]
    assert data.feature_names == USER
    assert data.X[:, :3].tolist() == [[1, 2, 785], [0, 4, 382]]
    assert data.categories == {3: ("13", "26"), 4: ("3", "6"), 6: ("13",), 7: ("3",)}
    assert data.X[:, 3].tolist() == [1, 0]
    assert [bare(note) for note in data.notes] == [
        "sushi3a.5000.10.order: there are also sushi3b.5000.10.order (orders=)"
    ]


def test_set_b_by_name_or_by_path(folder: Path) -> None:
    data = read_data(folder, orders="sushi3b.5000.10.order")
    assert data.label_names == tuple(f"item {i}" for i in range(12))
    np.testing.assert_array_equal(
        data.Y, [[NAN] * 3 + [3, 2] + [NAN] * 6 + [1], [1, 2] + [NAN] * 10]
    )
    same = read_data(folder / "sushi3b.5000.10.order")
    np.testing.assert_array_equal(same.Y, data.Y)
    assert same.notes == ()


def test_items_without_names(folder: Path) -> None:
    (folder / "sushi3.idata").unlink()
    data = read_data(folder / "sushi3b.5000.10.order")
    assert data.label_names == tuple(str(i) for i in range(12))


def test_needs_orders_and_users(folder: Path) -> None:
    assert recognises(folder, b"")
    (folder / "sushi3.udata").unlink()
    assert not recognises(folder, b"")
    assert complaint(folder / "sushi3a.5000.10.order") == (
        f"{folder}: expected a file .udata of users beside the orders"
    )


MISTAKES = {
    "empty": (
        "sushi3a.5000.10.order",
        "",
        ", line 1: expected the number of items, at least 2, and a 1",
    ),
    "words": (
        "sushi3a.5000.10.order",
        "10 1\n0 2 five 3\n",
        ", line 2: expected whole numbers with blanks between them",
    ),
    "header": (
        "sushi3a.5000.10.order",
        "0 10 5 0 3 4 6 9 8 1 7 2\n",
        ", line 1: expected the number of items, at least 2, and a 1",
    ),
    "header only": (
        "sushi3a.5000.10.order",
        "10 1\n",
        ": there are no orders below the first line",
    ),
    "length": (
        "sushi3a.5000.10.order",
        "10 1\n0 10 5 0\n",
        ", line 2: expected 0, the number of items in the order, and these items",
    ),
    "unknown item": (
        "sushi3a.5000.10.order",
        "10 1\n0 2 5 10\n",
        ", line 2: expected different items from 0 to 9, found 10",
    ),
    "item twice": (
        "sushi3a.5000.10.order",
        "10 1\n0 2 5 5\n",
        ", line 2: expected different items from 0 to 9, found one of them twice",
    ),
    "number of orders": (
        "sushi3a.5000.10.order",
        "10 1\n0 2 5 3\n",
        ": there are 1 orders, but 2 users in sushi3.udata",
    ),
    "users": ("sushi3.udata", USERS.replace("\t785", ""), ", line 1: expected 11 numbers"),
    "no users": ("sushi3.udata", "\n", ": the file is empty"),
}


@pytest.mark.parametrize(("file", "content", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(folder: Path, file: str, content: str, message: str) -> None:
    (folder / file).write_text(content)
    assert complaint(folder) == f"sushi/{file}{message}"


def test_mistake_in_items(folder: Path) -> None:
    (folder / "sushi3.idata").write_text("0\tebi\n1\n")
    assert complaint(folder, orders="sushi3b.5000.10.order") == (
        "sushi/sushi3.idata, line 2: expected the number and the name of an item"
    )


def test_unknown_orders(folder: Path) -> None:
    assert complaint(folder, orders="b") == (
        "sushi: there is no file of orders 'b'; there are: sushi3a.5000.10.order, "
        "sushi3b.5000.10.order"
    )
