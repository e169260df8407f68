"""A model whose names would break pages, and whose data has gaps, ties and words."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd

from lrf import LabelRankingForest

LABELS = ("</script><b>bold", 'say "hi" & \\go', "two\nlines", "日本語のラベル", "x" * 120)
FEATURES = ("<i>size</i>", "colour 'n' \"so\"", "π\tname")
COLOURS = ("red<br>", 'blue"', "", "grün")


@cache
def nasty_data() -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return features and rankings."""
    rng = np.random.default_rng(5)
    n = 60
    size = rng.normal(size=n)
    size[::7] = np.nan
    colour = rng.choice(COLOURS, n).astype(object)
    colour[3::11] = None
    X = pd.DataFrame(
        dict(zip(FEATURES, (size, pd.Categorical(colour), rng.normal(size=n)), strict=True))
    )
    scores = rng.normal(size=(n, 5)) + np.where(np.nan_to_num(size) > 0, 1, -1)[:, None] * range(5)
    Y = pd.DataFrame(scores).rank(axis=1, ascending=False).to_numpy(copy=True)
    Y[rng.random(Y.shape) < 0.15] = np.nan
    Y[:5] = [1.5, 1.5, 3, 4.5, 4.5]
    Y[9] = [1, 2, np.nan, np.nan, np.nan]
    ranked = pd.DataFrame(Y).rank(axis=1)
    return X, ranked.set_axis(list(LABELS), axis=1)


@cache
def nasty_forest() -> LabelRankingForest:
    """Return a forest that has learned from them."""
    X, Y = nasty_data()
    return LabelRankingForest(n_estimators=4, random_state=0).fit(X, Y)
