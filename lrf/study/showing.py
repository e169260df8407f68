"""Everything that is made of results: tables in files, figures, and the report."""

from __future__ import annotations

from pathlib import Path

from lrf.study.figures import draw_figures
from lrf.study.outcome import Outcome
from lrf.study.report import report_of
from lrf.study.tables import (
    Table,
    accuracy_table,
    datasets_table,
    depth_table,
    elsewhere_table,
    models_table,
    published_table,
    seconds_table,
    significance_table,
    to_csv,
    to_latex,
    to_markdown,
    wins_table,
)

__all__ = ["tables_of", "write_all", "write_tables"]

WRITERS = {"csv": to_csv, "md": to_markdown, "tex": to_latex}


def tables_of(outcome: Outcome) -> list[Table]:
    """Return all tables that depend on nothing but data, models, folds and seed.

    Parameters
    ----------
    outcome : Outcome
        The results.
    """
    compared: list[Table | None] = []
    for comparison in outcome.study.comparisons:
        compared.append(accuracy_table(outcome, comparison))
        compared.append(significance_table(outcome, comparison))
        compared.append(wins_table(outcome, comparison))
    first: list[Table | None] = [datasets_table(outcome), models_table(outcome)]
    last = [depth_table(outcome), published_table(outcome), elsewhere_table(outcome)]
    return [table for table in (*first, *compared, *last) if table is not None]


def write_tables(outcome: Outcome, folder: Path) -> list[Path]:
    """Write all tables, each in three formats; seconds, which are no two times the same, apart.

    Parameters
    ----------
    outcome : Outcome
        The results.
    folder : Path
        The folder of the study.
    """
    place = folder / "tables"
    place.mkdir(exist_ok=True)
    written = []
    for table in tables_of(outcome):
        for ending, write in WRITERS.items():
            path = place / f"{table.name}.{ending}"
            path.write_text(write(table), encoding="utf-8", newline="")
            written.append(path)
    seconds = folder / "seconds.csv"
    seconds.write_text(to_csv(seconds_table(outcome)), encoding="utf-8", newline="")
    return [*written, seconds]


def write_all(outcome: Outcome, folder: Path) -> list[str]:
    """Write tables, figures and the report.

    Parameters
    ----------
    outcome : Outcome
        The results.
    folder : Path
        The folder of the study.

    Returns
    -------
    notes : list of str
        What could not be made, and why.
    """
    write_tables(outcome, folder)
    notes, figures = [], {}
    try:
        figures = draw_figures(outcome, folder / "figures")
    except ImportError as error:
        notes.append(
            f"there are no figures, since {error.name} is not installed: pip install 'lrf[study]', "
            f"and run the command again"
        )
    report = folder / "report.html"
    report.write_text(report_of(outcome, figures), encoding="utf-8", newline="")
    return notes
