"""``lrf predict``: rank the labels for the rows of a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer

from lrf.cli.data import load_data
from lrf.cli.matching import features_for, told_where, truth_for
from lrf.cli.options import (
    Data,
    Ignored,
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
from lrf.cli.output import check_writable, write_json, write_text
from lrf.wording import counted

if TYPE_CHECKING:
    from lrf.components import Array

__all__ = ["predict"]


def predict(
    model: Model,
    data: Data,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="OUT.csv", help="The file to write; otherwise the screen."
        ),
    ] = None,
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
    ignore: Ignored = None,
    json: Json = None,
) -> None:
    """Rank the labels for each row of DATA.

    Features are found by the names they had in training; other columns do not matter. If DATA
    holds rankings, too, Kendall's tau is printed. Without -o, the predictions go to the standard
    output, and all else to the standard error.
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
        ignore=ignore,
        require_targets=False,
    )
    labels = [str(label) for label in trained.labels_]
    truth = truth_for(trained, dataset, data)
    X = features_for(trained, dataset, data)
    with told_where(data):
        positions = trained.predict(X)
    tau = None if truth is None else _mean_tau(positions, truth)
    written = to_orders(positions, labels)
    if orders:
        text = _csv(["order"], ([order] for order in written))
    else:
        text = _csv([f"rank_{label}" for label in labels], _cells(positions))
    found = counted(len(positions), "row") + ("" if tau is None else f", tau {tau:.3f}")
    if output is None:
        typer.echo(text, nl=False)
        typer.echo(f"lrf: {found}", err=True)
    else:
        write_text(output, text)
        typer.echo(f"{output}: {found}")
    write_json(
        json,
        {
            "model": str(model),
            "data": dataset.name,
            "output": None if output is None else str(output),
            "n_samples": len(positions),
            "tau": tau,
            "label_names": labels,
            "orders": written,
        },
    )


def _mean_tau(positions: Array, truth: Array) -> float:
    """Return Kendall's tau, averaged over the rows that rank something."""
    from lrf.metrics import mean_kendall_tau

    ranked = ~np.isnan(truth).all(axis=1)
    return mean_kendall_tau(positions[ranked], truth[ranked])


def _cells(positions: Array) -> Iterable[list[str]]:
    return ([f"{position:g}" for position in row] for row in positions)


def _csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return lines.getvalue()
