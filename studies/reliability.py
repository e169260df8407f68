"""How often chances come true: a default forest on six data sets, halves that it did not see.

Run it from the root of a checkout, with the folder that holds the sets:

    python studies/reliability.py data/kebi

It writes docs/figures/reliability.svg.
"""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from lrf import LabelRankingForest, read_data
from lrf.metrics import expected_calibration_error, reliability
from lrf.plots import plot_reliability

SETS = ("glass", "vehicle", "vowel", "housing", "stock", "wisconsin")
TARGET = Path("docs/figures/reliability.svg")


def main(folder: Path) -> None:
    """Draw one curve for each data set."""
    plt.rcParams["svg.hashsalt"] = "lrf"  # the same names inside the file each time
    figure, places = plt.subplots(2, 3, figsize=(10.5, 7.0), layout="constrained")
    for name, place in zip(SETS, places.ravel(), strict=True):
        data = read_data(folder / f"{name}.csv")
        rows = np.random.default_rng(0).permutation(len(data.X))
        learn, judge = rows[: len(rows) // 2], rows[len(rows) // 2 :]
        forest = LabelRankingForest(random_state=0).fit(data.X[learn], data.Y[learn])
        pairs = forest.predict_pairwise(data.X[judge])
        plot_reliability(reliability(data.Y[judge], pairs), place)
        error = expected_calibration_error(data.Y[judge], pairs)
        place.set_title(f"{name}: {error:.3f}")
        print(f"{name}: expected calibration error {error:.3f}")
    figure.savefig(TARGET, metadata={"Date": None})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
