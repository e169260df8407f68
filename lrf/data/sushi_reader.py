"""Reads the SUSHI preference data set of Kamishima (2003): 5000 people and what they like to eat.

The data set may be used for research, but not passed on: download it from its author. Item set A
holds ten kinds of sushi that everybody ordered, item set B a hundred of which each person ordered
ten.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lrf.data.options import refuse_options
from lrf.data.sushi_files import read_items, read_orders, read_users
from lrf.plugin import DataError, Dataset, Parameter, Reader, hookimpl

__all__ = ["lrf_readers", "read", "recognises"]

Array: TypeAlias = npt.NDArray[Any]

# The fields of a user, the first of which is a number that says nothing.
USER = (
    "gender",
    "age",
    "seconds",
    "prefecture_until_15",
    "region_until_15",
    "east_west_until_15",
    "prefecture",
    "region",
    "east_west",
    "moved",
)
NOMINAL = ("prefecture_until_15", "region_until_15", "prefecture", "region")

# Item set A has numbers of its own: item 5 is the sixth of the hundred no more, and so on.
SET_A = (
    "ebi",
    "anago",
    "maguro",
    "ika",
    "uni",
    "ikura",
    "tamago",
    "toro",
    "tekka_maki",
    "kappa_maki",
)


def recognises(path: Path, head: bytes) -> bool:
    """Whether a folder holds orders and users, or a file is called like one of orders."""
    if path.is_dir():
        return bool(_find(path, ".order") and _find(path, ".udata"))
    return path.suffix == ".order"


def read(
    path: Path,
    ranks: str | None = None,
    order_column: str | None = None,
    require_targets: bool = True,
    orders: str = "",
) -> Dataset:
    """Read a folder.

    Parameters
    ----------
    path : Path
        The folder, or the file of orders in it.
    ranks, order_column : None
        The rankings are in the file of orders.
    require_targets : bool
        Nothing depends on it: everybody ordered something.
    orders : str
        Which file of orders to read; default: the first one by name, which is item set A.

    Raises
    ------
    DataError
        If a file is missing or something is wrong in it; the message names the file and the line.
    """
    refuse_options(path, "sushi", ranks=ranks, order_column=order_column)
    folder = path if path.is_dir() else path.parent
    found = _find(folder, ".order") if path.is_dir() else [path]
    file = _choose(folder, found, orders)
    users = _find(folder, ".udata")
    if not users:
        raise DataError(f"{folder}: expected a file .udata of users beside the orders")
    positions = read_orders(file)
    table = read_users(users[0], len(USER) + 1)[:, 1:]
    if len(table) != len(positions):
        raise DataError(
            f"{file}: there are {len(positions)} orders, but {len(table)} users in {users[0].name}"
        )
    labels = _labels(folder, positions.shape[1])
    X, categories = _with_categories(table)
    others = [each.name for each in found if each != file]
    notes = [f"{file}: there are also {', '.join(others)} (orders=)"] if others else []
    return Dataset(
        name=file.stem,
        X=X,
        Y=positions,
        feature_names=USER,
        label_names=labels,
        categories=categories,
        notes=notes,
    )


def _find(folder: Path, suffix: str) -> list[Path]:
    return sorted(file for file in folder.iterdir() if file.suffix == suffix and file.is_file())


def _choose(folder: Path, found: list[Path], name: str) -> Path:
    chosen = [file for file in found if name in ("", file.name)]
    if not chosen:
        known = ", ".join(file.name for file in found) or "none"
        raise DataError(f"{folder}: there is no file of orders {name!r}; there are: {known}")
    return chosen[0]


def _labels(folder: Path, n_items: int) -> tuple[str, ...]:
    """Return the names of the items: of set A, or from the file of items if it has as many."""
    if n_items == len(SET_A):
        return SET_A
    for file in _find(folder, ".idata"):
        names = read_items(file)
        if len(names) == n_items == len(set(names)):
            return names
    return tuple(str(item) for item in range(n_items))


def _with_categories(table: Array) -> tuple[Array, Mapping[int, tuple[str, ...]]]:
    """Return the users with codes in the columns whose numbers are names of places."""
    X = table.copy()
    categories = {}
    for j, name in enumerate(USER):
        if name in NOMINAL:
            values, X[:, j] = np.unique(table[:, j], return_inverse=True)
            categories[j] = tuple(f"{value:g}" for value in values)
    return X, categories


@hookimpl
def lrf_readers() -> list[Reader]:
    """Return the reader."""
    return [
        Reader(
            name="sushi",
            summary="the folder of the SUSHI preference data set: .order, .udata, .idata",
            reference="Kamishima, T. (2003). Nantonac collaborative filtering: recommendation "
            "based on order responses. KDD.",
            parameters=[
                Parameter("orders", "", "the file of orders; otherwise the first by its name")
            ],
            recognises=recognises,
            read=read,
        )
    ]
