"""Write the golden model files of this format: ``python -m tests.golden_models.make``.

They are written once for each version of the format, and read by every later version of lrf. The
rows that they are asked about, and their answers, stand beside them.
"""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np

import lrf
from lrf.modelfile.header import FORMAT_VERSION

FOLDER = Path(__file__).parent

#: Numbers and a category, some missing; rankings with a tie and a gap. Nothing random, so that the
#: same rows come out everywhere.
ROWS: list[list[Any]] = [
    [0.5, 3.0, "red"],
    [1.5, None, "blue"],
    [2.5, 1.0, "red"],
    [3.5, 4.0, None],
    [4.5, 1.5, "green"],
    [5.5, 9.25, "blue"],
    [6.5, 2.0, "green"],
    [7.5, 6.0, "red"],
]
NUMBERS = [row[:1] + [i % 3] for i, row in enumerate(ROWS)]
RANKINGS = [
    [1, 2, 3],
    [1, 2.5, 2.5],
    [2, 1, 3],
    [2, 1, None],
    [3, 1, 2],
    [3, 2, 1],
    [None, 2, 1],
    [3, 2, 1],
]


def rankings(complete: bool) -> np.ndarray:
    table = np.array(RANKINGS, dtype=float)
    return (
        np.where(np.isnan(table).any(axis=1)[:, None], [2.0, 1.0, 3.0], table)
        if complete
        else table
    )


def table() -> np.ndarray:
    return np.array(ROWS, dtype=object)


MODELS: dict[str, Any] = {
    "forest": lambda: lrf.LabelRankingForest(n_estimators=4, random_state=0).fit(
        np.array(NUMBERS, dtype=float), rankings(complete=True)
    ),
    "gaps": lambda: lrf.LabelRankingForest(
        n_estimators=3, random_state=1, categorical_features=[2], min_samples_leaf=2
    ).fit(table(), rankings(complete=False)),
    "hard": lambda: lrf.LabelRankingForest(
        n_estimators=3, random_state=2, voting="hard", leaf="borda", aggregator="kemeny"
    ).fit(np.array(NUMBERS, dtype=float), rankings(complete=True)),
    "blended": lambda: lrf.LabelRankingForest(
        n_estimators=3, random_state=3, blend="ridge", max_samples=0.6, bootstrap=False
    ).fit(
        np.tile(np.array(NUMBERS, dtype=float), (3, 1)), np.tile(rankings(complete=True), (3, 1))
    ),
    "known": lambda: _known(),
    "tree": lambda: lrf.LabelRankingTree(
        "ranking-gain", stopping="mdlpc", categorical_features=[2]
    ).fit(table(), rankings(complete=True)),
}


def _known() -> lrf.LabelRankingForest:
    """Return a model of which everything is known that a file can say."""
    X, Y = np.tile(table(), (5, 1)), np.tile(rankings(complete=False), (5, 1))
    model = lrf.LabelRankingForest(
        n_estimators=5,
        tune="oob",
        bootstrap=True,
        oob_score=True,
        keep_examples=True,
        categorical_features=[2],
        random_state=4,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some rows are in every bag
        model.fit(X, Y)
    return model.calibrate(X, Y)


def answers(model: Any) -> dict[str, Any]:
    """Return what a model says, to be compared with what it said when the file was written."""
    rows = rows_for(model)
    said = {"positions": model.predict(rows).tolist()}
    if getattr(model, "calibration_", None) is not None:
        said["pairwise"] = model.predict_pairwise(rows).tolist()
    if model.examples_ is not None:
        said["nearest"] = model.nearest_examples(rows, n=2).indices.tolist()
    for name in ("tuning_", "oob_score_"):
        if hasattr(model, name):
            said[name] = getattr(model, name)
    return said


def rows_for(model: Any) -> np.ndarray:
    """Return the rows that a model is asked about."""
    return table() if model.n_features_in_ == 3 else np.array(NUMBERS, dtype=float)


def main() -> None:
    for name, make in MODELS.items():
        if (FOLDER / f"{name}-{FORMAT_VERSION}.lrf").exists():
            continue  # what an earlier version wrote is what is to be read
        model = make()
        model.save(FOLDER / f"{name}-{FORMAT_VERSION}.lrf")
        path = FOLDER / f"{name}-{FORMAT_VERSION}.json"
        path.write_text(json.dumps(answers(model)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
