"""Prints how many bytes a fit takes at its peak, above what was held before.

``python -m benchmarks.children.fit_memory MODEL X.npy Y.npy TREES JOBS``
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

import numpy as np

from benchmarks.children.peak import forget_peak, peak_bytes
from benchmarks.models import forest, regressor

MODELS = {"lrf": forest, "scikit-learn": regressor}


def main(arguments: Sequence[str]) -> None:
    make = MODELS[arguments[0]]
    X, Y = (np.load(path) for path in arguments[1:3])
    trees, jobs = map(int, arguments[3:])
    # What libraries take when they are first used is no part of the fit.
    make(4, n_jobs=jobs).fit(X[:100], Y[:100])
    gc.collect()
    forget_peak()
    before = peak_bytes()
    model = make(trees, n_jobs=jobs).fit(X, Y)
    print(peak_bytes() - before)
    del model


if __name__ == "__main__":
    main(sys.argv[1:])
