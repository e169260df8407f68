"""How long a forest takes on one machine, and on a cluster of 1, 2, ... worker processes.

    python -m benchmarks.clusters [ROWS] [WORKERS]

Prints a table of seconds, best of three: of the same forest grown here by one thread, on Dask by
workers of one thread each, and, from files of Parquet, by `lrf.distributed.fit`.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import lrf

REPEATS = 3
N_FEATURES, N_LABELS, N_TREES = 20, 8, 100


def make_data(n_rows: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    X = rng.random((n_rows, N_FEATURES))
    scores = X @ rng.random((N_FEATURES, N_LABELS)) + np.sin(7 * X[:, :N_LABELS])
    return X, lrf.from_scores(scores + 0.1 * rng.normal(size=scores.shape))


def best_seconds(work: Callable[[], Any]) -> float:
    seconds = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - started)
    return min(seconds)


def write_parts(X: Any, Y: Any, folder: Path) -> None:
    import pandas as pd

    table = pd.DataFrame(X).add_prefix("x")
    ranks = pd.DataFrame(Y).add_prefix("rank_")
    for number, rows in enumerate(np.array_split(np.arange(len(X)), 8)):
        part = pd.concat([table.iloc[rows], ranks.iloc[rows]], axis=1)
        part.to_parquet(folder / f"{number}.parquet", index=False)


def main(n_rows: int, most_workers: int) -> None:
    from distributed import Client, LocalCluster
    from joblib import parallel_config

    from lrf.distributed import fit

    X, Y = make_data(n_rows)

    def model(**settings: Any) -> Any:
        settings = {"n_estimators": N_TREES, "random_state": 0, **settings}
        return lrf.LabelRankingForest(blend="none", aggregator="average-ranking", **settings)

    def on_cluster() -> None:
        with parallel_config("dask"):
            model().fit(X, Y)

    model(n_estimators=2).fit(X, Y)  # compiles
    print(f"{n_rows} rows, {N_FEATURES} features, {N_LABELS} labels, {N_TREES} trees")
    print(f"here, one thread                {best_seconds(lambda: model(n_jobs=1).fit(X, Y)):8.2f}")
    with tempfile.TemporaryDirectory() as name:
        write_parts(X, Y, Path(name))
        for count in range(1, most_workers + 1):
            with (
                LocalCluster(
                    n_workers=count, threads_per_worker=1, dashboard_address="127.0.0.1:0"
                ) as cluster,
                Client(cluster),
            ):
                on_cluster()
                print(f"Dask, {count} workers                 {best_seconds(on_cluster):8.2f}")
                few = model(max_samples=n_rows // 10)
                seconds = best_seconds(lambda few=few, name=name: fit(few, name))
                print(f"from Parquet, a tenth, {count} workers{seconds:8.2f}")


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else 50_000,
        int(sys.argv[2]) if len(sys.argv) > 2 else 2,
    )
