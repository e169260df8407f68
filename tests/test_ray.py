"""Ray grows the forest of one machine, where it is installed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytest.importorskip("ray", reason="takes the extra lrf[ray]")

PROGRAM = """
import numpy as np
import ray
from joblib import parallel_config
from ray.util.joblib import register_ray

import lrf
from lrf.cluster.engines import chosen_engine
from lrf.cluster.joblib_engine import JoblibEngine

ray.init(num_cpus=2, include_dashboard=False)
register_ray()
iris = lrf.load_dataset("iris")

def fit():
    return lrf.LabelRankingForest(n_estimators=20, random_state=0).fit(iris.X, iris.Y)

here = fit()
with parallel_config("ray"):
    assert chosen_engine(None) == JoblibEngine(-1, 2)
    there = fit()
for name, array in here.forest_.to_arrays().items():
    np.testing.assert_array_equal(array, there.forest_.to_arrays()[name], err_msg=name)
print("the same")
"""


@pytest.mark.slow
@pytest.mark.compiled
def test_forest_is_the_same() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().splitlines()[-1] == "the same"
