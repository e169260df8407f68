"""``python -m benchmarks``."""

from __future__ import annotations

import os


def _use_one_thread() -> None:
    """Have numpy's libraries work in the thread whose time is measured, before it is imported."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"


if __name__ == "__main__":
    _use_one_thread()
    from benchmarks.cli import main

    main()
