"""Small models to be saved, and ways to change what their files say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from lrf.errors import LrfError
from lrf.estimators import LabelRankingForest, LabelRankingTree
from lrf.modelfile.tensors import read_tensors, write_tensors
from tests.small import iris


def small_forest() -> LabelRankingForest:
    X, Y = iris()
    return LabelRankingForest(n_estimators=3, max_depth=3, random_state=0).fit(X, Y)


def named_tree() -> LabelRankingTree:
    X, Y = iris()
    features = pd.DataFrame(X, columns=["sepal l", "sepal w", "petal l", "petal w"])
    tree = LabelRankingTree.from_preset("rt", random_state=np.int64(0))
    return tree.fit(features, pd.DataFrame(Y, columns=["ä", "b", "c>d"]))


def tree_of_words() -> tuple[LabelRankingTree, pd.DataFrame]:
    words = ["a", "b", "a", None, "c"]
    X = pd.DataFrame({"word": words, "size": [1.0, np.nan, 3.0, 4.0, 5.0]})
    Y = [[1, 2, 3], [3, 2, 1], [1, 2, 3], [2, 1, 3], [3, 1, 2]]
    return LabelRankingTree(categorical_features=["word"]).fit(X, Y), X


def message_of(error: type[Exception], function: Any, *arguments: Any) -> str:
    with pytest.raises(error) as caught:
        function(*arguments)
    assert isinstance(caught.value, LrfError)
    return str(caught.value)


def description(path: Path) -> dict[str, Any]:
    """Return what a model file says about the model in JSON."""
    found: dict[str, Any] = json.loads(read_tensors(path)[0]["model"])
    return found


def rewrite(path: Path, **changes: Any) -> None:
    """Change what a model file says about the model in JSON."""
    change_metadata(path, model=json.dumps(description(path) | changes))


def change_metadata(path: Path, **changes: str) -> None:
    """Change the texts of a model file."""
    metadata, arrays = read_tensors(path)
    write_tensors(path, metadata | changes, arrays)
