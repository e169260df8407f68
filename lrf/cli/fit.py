"""``lrf fit``: learn a model and write it to a file."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from lrf.cli.data import load_data
from lrf.cli.models import one_model
from lrf.cli.options import (
    Config,
    Data,
    Ignored,
    Jobs,
    Json,
    LowerIsBetter,
    OrderColumn,
    Preset,
    Ranks,
    ReaderName,
    Scores,
    Seed,
    Settings,
    Told,
)
from lrf.cli.output import check_writable, write_json
from lrf.cluster.connecting import on_dask
from lrf.progress import progress_bar, reporting
from lrf.wording import counted

__all__ = ["fit"]


def fit(
    data: Data,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="MODEL", help="The file to write.")
    ],
    preset: Preset = None,
    config: Config = None,
    settings: Settings = None,
    seed: Seed = 0,
    n_jobs: Jobs = None,
    ranks: Ranks = None,
    order_column: OrderColumn = None,
    scores: Scores = None,
    lower_is_better: LowerIsBetter = False,
    reader: ReaderName = None,
    told: Told = None,
    ignore: Ignored = None,
    dask: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Grow on the workers of this scheduler: tcp://HOST:8786."
        ),
    ] = None,
    json: Json = None,
) -> None:
    """Learn a model from all rows and write it to a file.

    Without --preset and --config, the model is the default forest.
    """
    import numpy as np

    check_writable(output, json)
    dataset = load_data(
        data,
        ranks=ranks,
        order_column=order_column,
        scores=scores,
        lower_is_better=lower_is_better,
        reader=reader,
        told=told,
        ignore=ignore,
    )
    name, model = one_model(preset, config, settings or [], seed, n_jobs)
    from lrf.estimators.datasets import features_of, with_categories

    started = perf_counter()
    with (
        nullcontext() if dask is None else on_dask(dask),
        progress_bar(f"{dataset.name} {name}") as report,
        reporting(report),
    ):
        with_categories(model, dataset).fit(features_of(dataset), dataset.Y)
    seconds = perf_counter() - started
    # What a DataFrame would have told the estimator; pandas is not needed for it.
    model.feature_names_in_ = np.array(dataset.feature_names, dtype=object)
    model.labels_ = np.array(dataset.label_names, dtype=np.str_)
    model.save(output)
    typer.echo(
        f"{output}: {name}, learned from {counted(dataset.n_samples, 'row')} of {dataset.name}, "
        f"{counted(len(dataset.feature_names), 'feature')}, {len(dataset.label_names)} labels"
    )
    write_json(
        json,
        {
            "output": str(output),
            "model": name,
            "data": dataset.name,
            "n_samples": dataset.n_samples,
            "n_features": len(dataset.feature_names),
            "n_labels": len(dataset.label_names),
            "feature_names": list(dataset.feature_names),
            "label_names": list(dataset.label_names),
            "n_trees": model.forest_.n_trees,
            "depth_mean": float(np.mean(model.forest_.depths)),
            "fit_seconds": seconds,
        },
    )
