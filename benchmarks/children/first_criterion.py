"""A process that grows a small forest with a criterion, for how long that takes to compile.

``python -m benchmarks.children.first_criterion NAME``
"""

from __future__ import annotations

import sys

from benchmarks.models import forest
from benchmarks.sets import make_problem

if __name__ == "__main__":
    problem = make_problem("made up", 100, 4, 3)
    forest(2, criterion=sys.argv[1]).fit(problem.X, problem.Y)
