"""The parts of a page: tables that sort, figures, and the tiles at its top."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from lrf.study.outcome import Outcome
from lrf.study.significance import ranks_of
from lrf.study.tables import Cell, Table
from lrf.study.tables.cells import tau_text

__all__ = ["figure_html", "table_html", "tiles_html"]


def table_html(table: Table) -> str:
    """Return a table whose columns sort when their heads are clicked.

    Parameters
    ----------
    table : Table
        The table.
    """
    heads = "".join(
        f'<th scope="col"{kind}><button type="button">{escape(name) or "&nbsp;"}</button></th>'
        for name, kind in zip(table.columns, map(_kind, table.rows[0]), strict=True)
    )
    body = "".join(_row_html(row) for row in table.rows)
    foot = f"<tfoot>{''.join(_row_html(row) for row in table.footer)}</tfoot>"
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    return (
        f'<div class="scroll"><table id="table-{table.name}"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{body}</tbody>{foot if table.footer else ''}</table></div>{note}"
    )


def _row_html(row: Sequence[Cell]) -> str:
    first, *rest = row
    cells = "".join(_cell_html(cell) for cell in rest)
    return f'<tr><th scope="row"{_sorted_by(first)}>{escape(first.text)}</th>{cells}</tr>'


def _cell_html(cell: Cell) -> str:
    text = f"<b>{escape(cell.text)}</b>" if cell.bold else escape(cell.text)
    aside = f" <small>{escape(cell.aside)}</small>" if cell.aside else ""
    return f"<td{_kind(cell)}{_sorted_by(cell)}>{text}{aside}</td>"


def _kind(cell: Cell) -> str:
    return ' class="text"' if isinstance(cell.value, str) and cell.value else ""


def _sorted_by(cell: Cell) -> str:
    if isinstance(cell.value, str):
        return ""
    return f' data-value="{cell.value!r}"'


def figure_html(title: str, svg: str) -> str:
    """Return a figure with its title.

    Parameters
    ----------
    title : str
        What stands above it.
    svg : str
        An element.
    """
    return f"<figure><figcaption>{escape(title)}</figcaption>{svg}</figure>"


def tiles_html(outcome: Outcome) -> str:
    """Return what a reader wants to know first.

    Parameters
    ----------
    outcome : Outcome
        The results.
    """
    study = outcome.study
    taus = outcome.taus(outcome.models)
    means = taus.mean(axis=0)
    ranks = ranks_of(taus).mean(axis=0)
    best, first = int(means.argmax()), int(ranks.argmin())
    times = f"{study.repeats} × " if study.repeats > 1 else ""
    tiles = [
        ("highest mean tau", outcome.models[best], tau_text(float(means[best]))),
        ("best mean rank", outcome.models[first], f"{ranks[first]:.2f} of {len(outcome.models)}"),
        ("data sets", str(len(outcome.datasets)), f"{_rows(outcome):,} rows"),
        ("folds", f"{times}{study.folds}", f"seed {study.seed}"),
    ]
    return "".join(
        f'<div class="tile"><span>{escape(what)}</span><strong>{escape(big)}</strong>'
        f"<span>{escape(small)}</span></div>"
        for what, big, small in tiles
    )


def _rows(outcome: Outcome) -> int:
    return sum(int(outcome.header["data"][name]["n_samples"]) for name in outcome.datasets)
