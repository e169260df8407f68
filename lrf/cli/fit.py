"""``lrf fit``: learn a model and write it to a file."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

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
from lrf.cluster.connecting import dask_client, on_dask
from lrf.errors import ConfigError
from lrf.progress import progress_bar, reporting
from lrf.wording import counted

if TYPE_CHECKING:
    from lrf.components import Dataset

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
    check_writable(output, json)
    name, model = one_model(preset, config, settings or [], seed, n_jobs)
    where: dict[str, Any] = {
        "ranks": ranks,
        "order_column": order_column,
        "scores": scores,
        "ignore": ignore,
    }
    started = perf_counter()
    if dask is not None and _is_in_parts(data):
        if reader is not None or told:
            raise ConfigError(f"{data}: --reader and --read do not go with a folder of Parquet")
        _fit_apart(data, name, model, dask, {**where, "higher_is_better": not lower_is_better})
        called, n_samples = Path(data).name, model.n_rows_
    else:
        dataset = load_data(
            data, **where, lower_is_better=lower_is_better, reader=reader, told=told
        )
        started = perf_counter()
        _fit_here(dataset, name, model, dask)
        called, n_samples = dataset.name, dataset.n_samples
    seconds = perf_counter() - started
    model.save(output)
    features, labels = model.feature_names_in_.tolist(), model.labels_.tolist()
    typer.echo(
        f"{output}: {name}, learned from {counted(n_samples, 'row')} of {called}, "
        f"{counted(len(features), 'feature')}, {len(labels)} labels"
    )
    write_json(
        json,
        {
            "output": str(output),
            "model": name,
            "data": called,
            "n_samples": n_samples,
            "n_features": len(features),
            "n_labels": len(labels),
            "feature_names": features,
            "label_names": labels,
            "n_trees": model.forest_.n_trees,
            "depth_mean": float(model.forest_.depths.mean()),
            "fit_seconds": seconds,
        },
    )


def _is_in_parts(data: str) -> bool:
    """Whether the data are a folder of Parquet, which workers can read by themselves."""
    from lrf.distributed.sources import holds_parquet

    return holds_parquet(Path(data))


def _fit_here(dataset: Dataset, name: str, model: Any, dask: str | None) -> None:
    """Fit a model to a data set that was read, on a cluster if there is an address."""
    import numpy as np

    from lrf.estimators.datasets import features_of, with_categories

    with (
        nullcontext() if dask is None else on_dask(dask),
        progress_bar(f"{dataset.name} {name}") as report,
        reporting(report),
    ):
        with_categories(model, dataset).fit(features_of(dataset), dataset.Y)
    # What a DataFrame would have told the estimator; pandas is not needed for it.
    model.feature_names_in_ = np.array(dataset.feature_names, dtype=object)
    model.labels_ = np.array(dataset.label_names, dtype=np.str_)


def _fit_apart(data: str, name: str, model: Any, dask: str, options: dict[str, Any]) -> None:
    """Fit a model to files of Parquet that the workers read."""
    from lrf.distributed import fit as fit_apart

    options["ignore"] = options["ignore"] or ()
    with (
        dask_client(dask) as client,
        progress_bar(f"{Path(data).name} {name}") as report,
        reporting(report),
    ):
        fit_apart(model, data, client=client, **options)
