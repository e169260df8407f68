"""Tables as CSV, Markdown and LaTeX."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from lrf.study.tables.cells import Cell, Table

__all__ = ["to_csv", "to_latex", "to_markdown"]

_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"$<$",
    ">": r"$>$",
    "±": r"$\pm$",
    "−": r"$-$",
    "–": "--",
    "χ²": r"$\chi^2$",
}


def to_csv(table: Table) -> str:
    """Return a table with all digits, one header line."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(table.csv_columns or table.columns)
    rows: Sequence[Sequence[object]] = table.csv_rows
    if not table.csv_columns:
        rows = [[cell.value for cell in row] for row in table.rows]
    for row in rows:
        writer.writerow([_written(value) for value in row])
    return file.getvalue()


def _written(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value)


def to_markdown(table: Table) -> str:
    """Return a table as Markdown has it, with its title above and its note below."""
    lines = [
        _markdown_row([_escaped(name) for name in table.columns]),
        _markdown_row(["---", *("---:" for _ in table.columns[1:])]),
        *(_markdown_row([_markdown_cell(cell) for cell in row]) for row in table.rows),
        *(_markdown_row([_markdown_cell(cell) for cell in row]) for row in table.footer),
    ]
    note = ["", table.note] if table.note else []
    return "\n".join([f"**{table.title}**", "", *lines, *note]) + "\n"


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _markdown_cell(cell: Cell) -> str:
    text = _escaped(cell.text)
    if cell.bold and text:
        text = f"**{text}**"
    return f"{text} {cell.aside}".rstrip()


def _escaped(text: str) -> str:
    return text.replace("|", r"\|")


def to_latex(table: Table) -> str:
    """Return a table for LaTeX with the package booktabs."""
    columns = "l" + "r" * (len(table.columns) - 1)
    lines = [
        r"% \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{_latex(table.title)}. {_latex(table.note)}}}",
        rf"\label{{tab:{table.name}}}",
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        " & ".join(_latex(name) for name in table.columns) + r" \\",
        r"\midrule",
        *(_latex_row(row) for row in table.rows),
        *([r"\midrule"] if table.footer else []),
        *(_latex_row(row) for row in table.footer),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _latex_row(row: Sequence[Cell]) -> str:
    return " & ".join(_latex_cell(cell) for cell in row) + r" \\"


def _latex_cell(cell: Cell) -> str:
    text = _latex(cell.text)
    if cell.bold and text:
        text = rf"\textbf{{{text}}}"
    return rf"{text} {{\small {_latex(cell.aside)}}}" if cell.aside else text


def _latex(text: str) -> str:
    text = text.replace("χ²", "\0")
    return "".join(_LATEX.get(letter, letter) for letter in text).replace("\0", _LATEX["χ²"])
