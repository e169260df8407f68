"""The data sets: the sixteen of the KEBI repository, or stand-ins of the same shape."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Any

import attrs
import numpy as np

from lrf import read_data

__all__ = ["ALL", "LARGE", "Problem", "load", "make_problem"]

#: Rows, attributes and labels of each set.
SHAPES = {
    "authorship": (841, 70, 4),
    "bodyfat": (252, 7, 7),
    "calhousing": (20640, 4, 4),
    "cpu-small": (8192, 6, 5),
    "elevators": (16599, 9, 9),
    "fried": (40768, 9, 5),
    "glass": (214, 9, 6),
    "housing": (506, 6, 6),
    "iris": (150, 4, 3),
    "pendigits": (10992, 16, 10),
    "segment": (2310, 18, 7),
    "stock": (950, 5, 5),
    "vehicle": (846, 18, 4),
    "vowel": (528, 10, 11),
    "wine": (178, 13, 3),
    "wisconsin": (194, 16, 16),
}

ALL = tuple(SHAPES)

#: The sets of more than 8,000 rows.
LARGE = tuple(name for name, (n_rows, _, _) in SHAPES.items() if n_rows > 8000)


@attrs.frozen(eq=False)
class Problem:
    """Features and positions.

    Parameters
    ----------
    name : str
        What it is called.
    X : ndarray of float64, shape (n_rows, n_features)
    Y : ndarray of float64, shape (n_rows, n_labels)
    stand_in : bool
        Whether it was made up.
    """

    name: str
    X: Any
    Y: Any
    stand_in: bool = False

    def head(self, n_rows: int) -> Problem:
        """Return the first rows."""
        return attrs.evolve(self, X=self.X[:n_rows], Y=self.Y[:n_rows])


def folder() -> Path:
    """Return the folder of the measured data, which is no part of the project."""
    default = Path(__file__).parents[2] / "shared"
    return Path(os.environ.get("LRF_SHARED", default)) / "data" / "kebi"


@lru_cache(maxsize=2)
def load(name: str) -> Problem:
    """Return a data set, its rows shuffled; a stand-in where the file is not there."""
    path = folder() / f"{name}.csv"
    if not path.exists():
        return make_problem(name, *SHAPES[name])
    data = read_data(path)
    order = np.random.default_rng(0).permutation(len(data.X))
    return Problem(name, np.asarray(data.X)[order], np.asarray(data.Y)[order])


def make_problem(name: str, n_rows: int, n_features: int, n_labels: int) -> Problem:
    """Return a made-up problem: labels are ranked by bent and mixed features and a little noise."""
    rng = np.random.default_rng(n_rows)
    X = rng.random((n_rows, n_features))
    scores = np.sin(3 * X) @ rng.normal(size=(n_features, n_labels))
    scores += 0.1 * rng.normal(size=scores.shape)
    ranks = np.argsort(np.argsort(-scores, axis=1), axis=1) + 1.0
    return Problem(name, X, ranks, stand_in=True)
