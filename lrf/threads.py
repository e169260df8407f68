"""How many threads are used: those that somebody asked for, but never more than there are for us.

Work may run beside other work: in the processes and threads of `joblib.Parallel`, as in
``GridSearchCV(n_jobs=...)``. Were each of them to use all processors, their threads would wait for
each other. A process of joblib is told its share of the processors; a thread is not, but that
there are others says enough.
"""

from __future__ import annotations

import os
import sys
from typing import Any

__all__ = ["allowed_threads"]

#: Where joblib tells the processes that it starts how many threads each may have.
SHARE = "NUMBA_NUM_THREADS"


def allowed_threads(n_jobs: int | None) -> int:
    """Return how many threads to work in.

    Parameters
    ----------
    n_jobs : int or None
        As the estimators have it: a number; -1 for all processors, -2 for all but one; None for
        one, or for as many as ``joblib.parallel_config`` says. In a process of joblib it is not
        more than its share of the processors, which ``inner_max_num_threads`` sets; in one of
        several threads, only those are used that were asked for by number.
    """
    if n_jobs == 1 or (n_jobs is None and "joblib" not in sys.modules):
        return 1
    from joblib import effective_n_jobs
    from joblib.parallel import get_active_backend

    backend, configured = get_active_backend(prefer="threads")
    if n_jobs is None and (configured is None or not _has_threads(backend)):
        return 1
    wanted = int(effective_n_jobs(n_jobs))
    if not getattr(backend, "nesting_level", 0):
        return wanted
    if _is_process_of_its_own():
        return min(wanted, _share())
    return 1 if n_jobs is not None and n_jobs < 0 else wanted


def _has_threads(backend: Any) -> bool:
    """Whether who set a backend asked for threads."""
    return bool(getattr(backend, "supports_sharedmem", False))


def _is_process_of_its_own() -> bool:
    from multiprocessing import parent_process

    return parent_process() is not None


def _share() -> int:
    told = os.environ.get(SHARE, "")
    return max(1, int(told)) if told.isdecimal() else 1
