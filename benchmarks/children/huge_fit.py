"""Fits a forest to a large made-up set; prints the CPU seconds and the process' peak of memory.

``python -m benchmarks.children.huge_fit ROWS TREES``
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
    rows, trees = map(int, arguments)
    problem = make_problem("synthetic", rows, FEATURES, LABELS)
    warm_up(problem.head(1000), max_bins=BINS)
    model = forest(trees, max_bins=BINS)
    start = process_time()
    model.fit(problem.X, problem.Y)
    seconds = process_time() - start
    print(json.dumps({"seconds": seconds, "peak": peak_bytes()}))


if __name__ == "__main__":
    main(sys.argv[1:])
