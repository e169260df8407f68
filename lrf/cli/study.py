"""``lrf study``: many models on many data sets, and what is to be said of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lrf.cli.options import Json
from lrf.cli.output import check_writable, print_table, write_json
from lrf.wording import counted

if TYPE_CHECKING:
    from lrf.study.outcome import Outcome
    from lrf.study.tables import Table

__all__ = ["study"]


def study(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="A study in TOML.")],
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="DIR", help="A folder for results; kept to go on."),
    ],
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="A folder to look for data sets in first."),
    ] = None,
    n_jobs: Annotated[
        int | None,
        typer.Option(metavar="N", help="Processes; one for each processor if nothing is said."),
    ] = None,
    discard: Annotated[
        bool, typer.Option("--discard", help="Drop results in DIR that do not belong to the study.")
    ] = False,
    json: Json = None,
) -> None:
    """Compare models on data sets, by repeated cross-validation on the same folds.

    Results are kept as they come: run the command again to go on after an interruption. In the end
    DIR holds tables (CSV, Markdown, LaTeX), figures, and report.html.
    """
    check_writable(json)
    from lrf.study.reading import read_study
    from lrf.study.running import run_study
    from lrf.study.showing import tables_of, write_all

    described = read_study(study)
    with _bar(described.title) as (progress, say):
        outcome = run_study(
            described,
            output,
            data=data,
            n_jobs=n_jobs,
            discard=discard,
            progress=progress,
            say=say,
        )
    notes = write_all(outcome, output)
    for note in notes:
        typer.echo(f"lrf: note: {note}", err=True)
    for table in tables_of(outcome):
        if table.name.startswith("accuracy-"):
            _print(table)
    typer.echo(f"the report is {output / 'report.html'}; tables and figures lie beside it")
    write_json(json, _plain(outcome))


@contextmanager
def _bar(
    title: str,
) -> Iterator[tuple[Callable[[int, int, float | None], None], Callable[[str], None]]]:
    """Give functions that draw a bar with the time left, on a terminal only, and that say a line.

    An interruption is passed on, once it is said how far the study has come.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True, soft_wrap=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("folds,"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
    )
    reached = [0, 0]
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(title, total=None, left="")

        def progress(done: int, total: int, seconds: float | None) -> None:
            reached[:] = done, total
            left = "" if seconds is None or done == total else f"about {_duration(seconds)} left"
            bar.update(task, completed=done, total=total, left=left)

        def say(line: str) -> None:
            console.print(f"lrf: note: {line}", markup=False, highlight=False)

        try:
            yield progress, say
        except KeyboardInterrupt:
            say(
                f"interrupted: {reached[0]} of {counted(reached[1], 'fold')} are kept; "
                f"run the same command to go on"
            )
            raise


def _duration(seconds: float) -> str:
    """Return such as "40 s", "12 min" or "3 h 5 min"."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def _print(table: Table) -> None:
    columns = [(name, "left" if i == 0 else "right") for i, name in enumerate(table.columns)]
    rows = [[cell.text for cell in row] for row in (*table.rows, *table.footer)]
    print_table(table.title, columns, rows)


def _plain(outcome: Outcome) -> dict[str, object]:
    """Return the means of all models on all data sets."""
    import attrs

    return {
        "title": outcome.study.title,
        "seed": outcome.study.seed,
        "folds": outcome.study.folds,
        "repeats": outcome.study.repeats,
        "results": [
            {"data": data, "model": model, **attrs.asdict(outcome.score(data, model))}
            for data in outcome.datasets
            for model in outcome.models
        ],
    }
