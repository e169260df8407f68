"""``lrf explain``: why a row is ranked as it is."""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lrf.cli.data import load_data
from lrf.cli.matching import features_for, told_where, truth_for
from lrf.cli.options import (
    Data,
    Ignored,
    Json,
    LowerIsBetter,
    Model,
    OrderColumn,
    Ranks,
    ReaderName,
    Scores,
    Told,
)
from lrf.cli.output import check_writable, format_of, write_json, write_text
from lrf.errors import DataError
from lrf.wording import counted

if TYPE_CHECKING:
    from lrf.explanation import Explanation

__all__ = ["explain"]

FORMATS = ("table", "json", "html")
SUFFIXES = {".json": "json", ".html": "html", ".htm": "html"}


def explain(
    model: Model,
    data: Data,
    row: Annotated[
        list[int] | None,
        typer.Option("--row", metavar="N", help="Which row, from 0; may be repeated. Default: 0."),
    ] = None,
    training: Annotated[
        str | None,
        typer.Option(metavar="DATA", help="What the model was trained on, to show its examples."),
    ] = None,
    examples: Annotated[
        int, typer.Option(metavar="N", help="How many of the nearest training rows to show.")
    ] = 5,
    format_: Annotated[
        str | None, typer.Option("--format", metavar="NAME", help="table, json or html.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The file to write, or the screen."),
    ] = None,
    ranks: Ranks = None,
    order_column: OrderColumn = None,
    scores: Scores = None,
    lower_is_better: LowerIsBetter = False,
    reader: ReaderName = None,
    told: Told = None,
    ignore: Ignored = None,
    json: Json = None,
) -> None:
    """Explain a prediction: how sure it is, which features decide, and by whose example.

    The nearest training rows are shown if they are handed in by --training, or if the model keeps
    its examples (lrf fit --set keep_examples=true). Without --format, the name of the file says
    what is written.
    """
    check_writable(output, json)
    chosen = format_of(format_, output, FORMATS, SUFFIXES)
    reading: dict[str, Any] = {
        "ranks": ranks,
        "order_column": order_column,
        "scores": scores,
        "lower_is_better": lower_is_better,
        "reader": reader,
        "told": told,
        "ignore": ignore,
    }
    found = _explain(model, data, row or [0], training, examples, reading)
    text = _written(chosen, found)
    if output is None:
        typer.echo(text)
    else:
        write_text(output, text + "\n")
        typer.echo(f"{output}: {counted(len(found), 'row')} explained")
    write_json(json, [one.to_dict() for one in found])


def _explain(
    model: Path,
    data: str,
    rows: list[int],
    training: str | None,
    examples: int,
    reading: dict[str, Any],
) -> list[Explanation]:
    from lrf.explanation import explain as explain_rows
    from lrf.modelfile import load

    trained = load(model)
    dataset = load_data(data, require_targets=False, **reading)
    X, Y = features_for(trained, dataset, data), truth_for(trained, dataset, data)
    with told_where(data):
        trained.predict(X)  # what is wrong with the rows is said about them
    known = None if training is None else _known(trained, training, reading)
    with told_where(training or data):
        return explain_rows(trained, X, rows, Y, known, examples)


def _known(trained: Any, training: str, reading: dict[str, Any]) -> tuple[Any, Any]:
    dataset = load_data(training, **reading)
    X, Y = features_for(trained, dataset, training), truth_for(trained, dataset, training)
    if Y is None:
        raise DataError(f"{training}: ranks nothing, so that there are no examples in it")
    return X, Y


def _written(chosen: str, found: list[Explanation]) -> str:
    from lrf.explanation import explanation_text, explanations_page

    if chosen == "html":
        return explanations_page(found)
    if chosen == "json":
        rows = [one.to_dict() for one in found]
        return json_format.dumps(rows, indent=2, ensure_ascii=False, allow_nan=False)
    return "\n\n".join(map(explanation_text, found))
