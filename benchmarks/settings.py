"""How much is measured, and on what."""

from __future__ import annotations

import attrs

from benchmarks.sets import LARGE, Problem, load
from benchmarks.timing import Side, Turns, in_turns

__all__ = ["Settings"]

#: What is measured on where only everything should be seen to work.
QUICK_SETS = ("iris",)


@attrs.frozen
class Settings:
    """Options that all measurements share.

    Parameters
    ----------
    trees : int
        Number of trees of each forest.
    repeats : int
        Least number of pairs of runs.
    sets : tuple of str or None
        Data sets to use instead of each measurement's own.
    quick : bool
        Whether only to see that everything works.
    huge : bool
        Whether to grow a forest on a million rows, too.
    scikit_lr : str or None
        A Python that has scikit-lr.
    """

    trees: int = 100
    repeats: int = 5
    sets: tuple[str, ...] | None = None
    quick: bool = False
    huge: bool = False
    scikit_lr: str | None = None

    def choose(self, own: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names of the data sets to use instead of a measurement's own."""
        if self.sets is not None:
            return self.sets
        return QUICK_SETS if self.quick else own

    def problems(self, own: tuple[str, ...]) -> list[Problem]:
        """Return the data sets to measure on."""
        return [load(name) for name in self.choose(own)]

    def is_large(self, problem: Problem) -> bool:
        """Whether a data set is one of the large ones."""
        return problem.name in LARGE

    def turns(self, first: Side, second: Side, most: int | None = None) -> Turns:
        """Run two sides in turns, as often as wanted.

        Parameters
        ----------
        first, second : callable
            The sides.
        most : int, optional
            Most pairs, for runs that take long and vary little.
        """
        repeats = self.repeats if most is None else min(self.repeats, most)
        longer = not self.quick and most is None
        return in_turns(first, second, repeats, least=1.0 if longer else 0.0)
