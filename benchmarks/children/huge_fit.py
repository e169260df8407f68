"""Fits a forest to the first rows of a made-up set; prints CPU seconds and the peak of memory.

``python -m benchmarks.children.huge_fit ROWS MADE_ROWS TREES``
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from time import process_time

from benchmarks.children.peak import peak_bytes
from benchmarks.models import BINS, forest, warm_up
from benchmarks.sets import make_problem

FEATURES, LABELS = 20, 10


def main(arguments: Sequence[str]) -> None:
    rows, made, trees = map(int, arguments)
    # Another number of rows would make another problem, whose rankings may be far more diverse.
    problem = make_problem("synthetic", made, FEATURES, LABELS).head(rows)
    warm_up(problem.head(1000), max_bins=BINS)
    model = forest(trees, max_bins=BINS)
    start = process_time()
    model.fit(problem.X, problem.Y)
    seconds = process_time() - start
    print(json.dumps({"seconds": seconds, "peak": peak_bytes()}))


if __name__ == "__main__":
    main(sys.argv[1:])
