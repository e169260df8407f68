"""``lrf predict``: rank the labels for the rows of a file."""

from __future__ import annotations

import csv
import io
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from lrf.cli.data import load_data
from lrf.cli.options import (
    Data,
    Jobs,
    Json,
    LowerIsBetter,
    Model,
    OrderColumn,
    Ranks,
    ReaderName,
    Scores,
    Told,
)
from lrf.cli.output import check_writable, counted, write_json, write_text
from lrf.errors import DataError

if TYPE_CHECKING:
    from lrf.components import Array, Dataset

__all__ = ["predict"]


def predict(
    model: Model,
    data: Data,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="OUT.csv", help="The file to write.")
    ],
    orders: Annotated[
        bool, typer.Option("--orders", help="Write orders such as a>b=c instead of positions.")
    ] = False,
    n_jobs: Jobs = None,
    ranks: Ranks = None,
    order_column: OrderColumn = None,
    scores: Scores = None,
    lower_is_better: LowerIsBetter = False,
    reader: ReaderName = None,
    told: Told = None,
    json: Json = None,
) -> None:
    """Rank the labels for each row of DATA.

    Features are found by the names they had in training; other columns do not matter. If DATA
    holds rankings, too, Kendall's tau is printed.
    """
    from lrf.modelfile import load
    from lrf.rankings import to_orders

    check_writable(output, json)
    trained = load(model)
    if n_jobs is not None and "n_jobs" in trained.get_params(deep=False):
        trained.set_params(n_jobs=n_jobs)
    dataset = load_data(
        data,
        ranks=ranks,
        order_column=order_column,
        scores=scores,
        lower_is_better=lower_is_better,
        reader=reader,
        told=told,
        require_targets=False,
    )
    labels = [str(label) for label in trained.labels_]
    truth = _targets(dataset, labels)
    positions = _predict(trained, dataset)
    tau = None if truth is None else _mean_tau(positions, truth)
    written = to_orders(positions, labels)
    if orders:
        text = _csv(["order"], ([order] for order in written))
    else:
        text = _csv([f"rank_{label}" for label in labels], _cells(positions))
    write_text(output, text)
    typer.echo(
        f"{output}: {counted(len(positions), 'row')}" + ("" if tau is None else f", tau {tau:.3f}")
    )
    write_json(
        json,
        {
            "model": str(model),
            "data": dataset.name,
            "output": str(output),
            "n_samples": len(positions),
            "tau": tau,
            "label_names": labels,
            "orders": written,
        },
    )


def _targets(dataset: Dataset, labels: Sequence[str]) -> Array | None:
    """Return the true positions with the model's labels as columns; None if there are none.

    Raises
    ------
    DataError
        If other labels are ranked.
    """
    found = list(dataset.label_names)
    if not found or np.isnan(dataset.Y).all():
        return None
    if len(found) == len(labels) and not _has_names(labels):
        return dataset.Y
    if not set(found) <= set(labels):
        raise DataError(
            f"{dataset.name} ranks the labels {', '.join(found)}, "
            f"but the model ranks {', '.join(labels)}"
        )
    positions = np.full((dataset.n_samples, len(labels)), np.nan)
    positions[:, [labels.index(label) for label in found]] = dataset.Y
    return positions


def _mean_tau(positions: Array, truth: Array) -> float:
    """Return Kendall's tau, averaged over the rows that rank something."""
    from lrf.metrics import mean_kendall_tau

    ranked = ~np.isnan(truth).all(axis=1)
    return mean_kendall_tau(positions[ranked], truth[ranked])


def _has_names(labels: Sequence[str]) -> bool:
    """Whether the labels have names; a table without them has the numbers of its columns."""
    return list(labels) != [str(j) for j in range(len(labels))]


def _predict(trained: Any, dataset: Dataset) -> Array:
    """Return the predicted positions, features being found by their names if they have any.

    Raises
    ------
    DataError
        If a feature is missing.
    """
    from lrf.estimators.datasets import features_of

    names = getattr(trained, "feature_names_in_", None)
    if names is None:
        predicted: Array = trained.predict(features_of(dataset))
        return predicted
    missing = [str(name) for name in names if name not in dataset.feature_names]
    if missing:
        raise DataError(
            f"{dataset.name} has no feature {missing[0]!r}, which the model was trained on"
            + (f" (and {len(missing) - 1} more)" if len(missing) > 1 else "")
        )
    X = features_of(dataset)[:, [dataset.feature_names.index(str(name)) for name in names]]
    with warnings.catch_warnings():
        # They are in the right order now, which scikit-learn cannot know.
        warnings.filterwarnings("ignore", "X does not have valid feature names", UserWarning)
        predicted = trained.predict(X)
    return predicted


def _cells(positions: Array) -> Iterable[list[str]]:
    return ([f"{position:g}" for position in row] for row in positions)


def _csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return lines.getvalue()
