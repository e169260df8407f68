"""Fits trees of scikit-lr whenever it is told to, and answers with the CPU seconds.

It stands alone, since scikit-lr needs a Python of its own: ``python mallows_trees.py X.npy Y.npy``.
The first line that it prints is the version of scikit-lr. From then on it reads seeds, one a line.
"""

import sys
from time import process_time

import numpy as np
import sklr
from sklr.tree import DecisionTreeLabelRanker


def main() -> None:
    X, Y = (np.load(path) for path in sys.argv[1:3])
    Y = Y.astype(np.int64)
    print(sklr.__version__, flush=True)
    for line in sys.stdin:
        tree = DecisionTreeLabelRanker(random_state=int(line))
        start = process_time()
        tree.fit(X, Y)
        print(process_time() - start, flush=True)


if __name__ == "__main__":
    main()
