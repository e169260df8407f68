"""A new component compiles its own few lines, quickly, and nothing else is compiled anew."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lrf import LabelRankingTree, load_dataset

pytestmark = pytest.mark.compiled

HEAD = """
import math
import numpy as np
from lrf.plugin import *

"""

BY_AGREEMENT = """
def disagreement(side):
    return 1.0 - side.norm / side.weight**2

@value
def impurity(side):
    return disagreement(side)

@gain
def decrease(left, right, whole):
    after = left.weight * disagreement(left) + right.weight * disagreement(right)
    return disagreement(whole) - after / whole.weight

NEW = dict(criterion=Criterion(
    name="new", summary="new", gain=decrease, value=impurity, scale="impurity"
))
"""

BY_VARIETY = """
@gain
def decrease(left, right, whole):
    before = whole.weight * math.log(whole.weight) - whole.log_sum
    return before + left.log_sum + right.log_sum

NEW = dict(criterion=Criterion(
    name="new", summary="new", gain=decrease, statistics="variety", scale="entropy"
), stopping="none")
"""

BY_SWEEP = """
@sweep
def find_cut(node, best):
    n, k = node.rankings.shape[0], node.positions.shape[1]
    left, right = np.zeros(k), np.zeros(k)
    for i in range(n):
        for j in range(k):
            right[j] += node.weights[i] * node.positions[node.rankings[i], j]
    for i in range(n - 1):
        for j in range(k):
            step = node.weights[i] * node.positions[node.rankings[i], j]
            left[j] += step
            right[j] -= step
        if node.keys[i] != node.keys[i + 1]:
            score = 0.0
            for j in range(k):
                score += abs(left[j] / (i + 1) - right[j] / (n - i - 1))
            if score > best[0]:
                best[0] = score
                best[1] = i + 1

NEW = dict(criterion=Criterion(
    name="new", summary="new", sweep=find_cut, scale="impurity", correlation=None
), stopping="none")
"""

STOPPING = """
@accept
def large_enough(split, whole, left, right, params):
    return min(left.weight, right.weight) >= params[0] * whole.weight

NEW = dict(stopping=StoppingRule(
    name="new", summary="new", accept=large_enough, parameters=[Parameter("least", 0.1)]
))
"""


def components_from(source: str, folder: Path) -> dict[str, Any]:
    """Return what a module that was never compiled hands over."""
    path = folder / "never_compiled.py"
    path.write_text(HEAD + source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("never_compiled", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: dict[str, Any] = module.NEW
    return found


def compilations() -> dict[str, int]:
    """Return how many versions of each kernel of the engine there are."""
    from numba.core.dispatcher import Dispatcher

    engine = [name for name in sys.modules if name.startswith("lrf.engine.")]
    return {
        f"{name}.{kernel}": len(value.overloads)
        for name in engine
        for kernel, value in vars(sys.modules[name]).items()
        if isinstance(value, Dispatcher)
    }


@pytest.mark.parametrize("source", [BY_AGREEMENT, BY_VARIETY, BY_SWEEP, STOPPING])
def test_new_component_never_recompiles_the_engine(source: str, tmp_path: Path) -> None:
    from lrf.engine.grow import _grow

    iris = load_dataset("iris")
    LabelRankingTree(stopping="none").fit(iris.X, iris.Y).predict(iris.X)
    fractions = np.full(len(iris.X), 0.5)
    LabelRankingTree(stopping="none").fit(iris.X, iris.Y, sample_weight=fractions)
    before, misses = compilations(), dict(_grow.stats.cache_misses)
    assert before["lrf.engine.grow._grow"] == 2  # sums in single floats, and in doubles
    settings = components_from(source, tmp_path)

    tree = LabelRankingTree(**settings, max_depth=4).fit(iris.X, iris.Y)

    assert tree.forest_.tree(0).n_nodes > 3
    assert np.isfinite(tree.predict(iris.X)).all()
    assert compilations() == before
    assert dict(_grow.stats.cache_misses) == misses
    assert list(tmp_path.glob("__pycache__/*.nbi")), "its machine code is not kept on disk"


SHARED_HELPERS = """
def square(x):
    return x * x

def fourth(x):
    return square(square(x))

def sum_of_squares(left, right):
    return square(left.norm) + square(right.norm) + fourth(left.weight)

@gain
def by_squares(left, right, whole):
    return sum_of_squares(left, right) + fourth(whole.weight) + square(whole.norm)

NEW = dict(criterion=Criterion(name="new", summary="new", gain=by_squares), stopping="none")
"""


def test_helpers_are_compiled_once_however_many_call_them(tmp_path: Path) -> None:
    from numba.core import event

    class Counting(event.Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:
            compiled.append(event.data["dispatcher"].py_func.__name__)

        def on_end(self, event: Any) -> None:
            pass

    compiled: list[str] = []
    listener = Counting()
    settings = components_from(SHARED_HELPERS, tmp_path)
    event.register("numba:compile", listener)
    try:
        iris = load_dataset("iris")
        LabelRankingTree(**settings, max_depth=2).fit(iris.X, iris.Y)
    finally:
        event.unregister("numba:compile", listener)
    ours = [name for name in compiled if name in ("square", "fourth", "sum_of_squares")]
    assert sorted(ours) == ["fourth", "square", "sum_of_squares"]
