"""A single full tree, beside the tree of scikit-lr."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.figures import Figure, Measurement, NotMeasured, at_least
from benchmarks.fresh import saved
from benchmarks.models import KENDALL, fitting
from benchmarks.sets import LARGE, Problem
from benchmarks.settings import Settings
from benchmarks.timing import Side
from lrf import LabelRankingTree

__all__ = ["TREE"]

PROGRAM = Path(__file__).parents[1] / "children" / "mallows_trees.py"
VERSION = "0.3.0"


def measure(settings: Settings) -> Iterator[Figure]:
    if settings.scikit_lr is None:
        raise NotMeasured(
            f"a Python that has scikit-lr {VERSION} is wanted: --scikit-lr PYTHON, or the "
            f"environment variable LRF_SCIKIT_LR"
        )
    for problem in settings.problems(LARGE):
        yield _compare(problem, settings, settings.scikit_lr)


def _tree(seed: int) -> LabelRankingTree:
    return LabelRankingTree(KENDALL, stopping="none", max_features=None, random_state=seed)


def _compare(problem: Problem, settings: Settings, python: str) -> Figure:
    with _mallows_trees(problem, python) as theirs:
        _tree(0).fit(problem.X, problem.Y)  # warm
        turns = settings.turns(fitting(_tree, problem.X, problem.Y), theirs)
    return Figure.of_turns(problem.name, turns, at_least(20.0), problem.stand_in)


@contextmanager
def _mallows_trees(problem: Problem, python: str) -> Iterator[Side]:
    """Start a process that fits trees of scikit-lr, and return it as a side."""
    with (
        saved(problem) as files,
        _started(python, *files) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        to, answers = process.stdin, process.stdout
        version = answers.readline().strip()
        if version != VERSION:
            raise NotMeasured(f"{python} has scikit-lr {version or '(none)'}, not {VERSION}")

        def side(run: int) -> float:
            to.write(f"{run}\n")
            to.flush()
            return float(answers.readline())

        yield side


def _started(python: str, *files: str) -> subprocess.Popen[str]:
    try:
        return subprocess.Popen(
            [python, str(PROGRAM), *files],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
    except OSError as error:
        raise NotMeasured(f"{python}: {error.strerror}") from error


TREE = Measurement(
    name="tree",
    title="A single full tree",
    figure="scikit-lr / lrf",
    columns=("lrf", f"scikit-lr {VERSION}"),
    unit="s",
    measure=measure,
    forests=False,
    note=(
        "CPU time of `LabelRankingTree().fit` and of scikit-lr's `DecisionTreeLabelRanker().fit` "
        "(Mallows criterion); all attributes, grown to the end."
    ),
)
