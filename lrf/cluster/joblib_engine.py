"""Any backend of joblib that is active, such as those of Ray and Spark, or processes of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs

__all__ = ["JoblibEngine"]


@attrs.frozen
class JoblibEngine:
    """Tasks by `joblib.Parallel`.

    A backend may send what is shared along with each task, so that there are no more tasks than
    can be done at a time.

    Parameters
    ----------
    n_jobs : int or None
        As `joblib.Parallel` takes it.
    n_parts : int
        How many tasks are done at a time.
    """

    n_jobs: int | None
    n_parts: int

    def run(
        self, work: Callable[..., Any], shared: Any, pieces: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, Any]]:
        """Do tasks; see `lrf.cluster.engines.Engine`."""
        from joblib import Parallel, delayed

        results = Parallel(n_jobs=self.n_jobs)(delayed(work)(shared, *piece) for piece in pieces)
        yield from enumerate(results)
