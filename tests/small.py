"""Small data for tests of estimators: real features, rankings that depend on them."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
from sklearn.datasets import load_iris

from lrf.rankings import from_scores

Floats = npt.NDArray[np.float64]


@cache
def iris() -> tuple[Floats, Floats]:
    """Return the features of iris, and the classes ranked by how near their centres are."""
    features, classes = load_iris(return_X_y=True)
    centres = np.array([features[classes == c].mean(axis=0) for c in range(3)])
    distances = np.linalg.norm(features[:, None, :] - centres, axis=2)
    rankings = from_scores(-distances)
    features.setflags(write=False)
    rankings.setflags(write=False)
    return features, rankings
