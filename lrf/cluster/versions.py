"""Whether the workers of a cluster have the same programs, since forests are the same then only."""

from __future__ import annotations

import sys
from typing import Any
from weakref import WeakKeyDictionary

from lrf.errors import ClusterError

__all__ = ["check_workers", "versions_here"]

#: The workers of each client that were found to be alike.
_known: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()


def versions_here() -> dict[str, str]:
    """Return the versions of the programs that results depend on, by what they are called."""
    import numpy as np

    from lrf import __version__
    from lrf.engine.cache import engine_stamp

    return {
        "Python": f"{sys.version_info[0]}.{sys.version_info[1]}",
        "numpy": ".".join(np.__version__.split(".")[:2]),
        "lrf": __version__,
        "the state of lrf's engine": engine_stamp()[:8],
    }


def check_workers(client: Any) -> None:
    """Refuse workers that have other versions; each is asked once.

    Parameters
    ----------
    client : distributed.Client
        The client of the cluster.

    Raises
    ------
    ClusterError
        With the first difference that is found.
    """
    known = _known.setdefault(client, set())
    new = [address for address in client.ncores() if address not in known]
    if not new:
        return
    # Workers that die meanwhile say nothing.
    answers = client.run(versions_here, workers=new, on_error="return")
    for worker, answer in answers.items():
        _compare(worker, answer)
        if isinstance(answer, dict):
            known.add(worker)


def _compare(worker: str, answer: Any) -> None:
    here = versions_here()
    if isinstance(answer, ModuleNotFoundError):
        raise ClusterError(
            f"the worker {worker} has no module {answer.name!r}; install lrf {here['lrf']} there"
        )
    if not isinstance(answer, dict):
        return
    for program, version in here.items():
        there = answer.get(program, "nothing")
        if there != version:
            raise ClusterError(
                f"the worker {worker} has {program} {there}, but here it is {version}; install "
                f"the same versions on all machines, since forests are the same then only"
            )
