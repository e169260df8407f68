"""The page as a whole: what comes in which order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import resources
from string import Template

from lrf.study.description import Comparison
from lrf.study.figures.inline import inline_svg
from lrf.study.outcome import Outcome
from lrf.study.report.parts import figure_html, table_html, tiles_html
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
    wins_table,
)

__all__ = ["report_of"]


def report_of(outcome: Outcome, figures: Mapping[str, str]) -> str:
    """Return the page.

    Parameters
    ----------
    outcome : Outcome
        The results.
    figures : mapping of str to str
        The SVG of each figure by name; may be empty.
    """
    sections = list(_sections(outcome, figures))
    links = "".join(f'<a href="#{name}">{escape(title)}</a>' for name, title, _ in sections)
    body = "\n".join(
        f'<section id="{name}"><h2>{escape(title)}</h2>\n{content}\n</section>'
        for name, title, content in sections
    )
    return Template(_file("page.html")).substitute(
        title=escape(outcome.study.title),
        note=escape(outcome.study.note.strip()),
        style=_file("style.css"),
        script=_file("sort.js"),
        tiles=tiles_html(outcome),
        links=links,
        sections=body,
        command=escape(_command(outcome)),
        version=escape(str(outcome.header.get("lrf", ""))),
    )


def _file(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _command(outcome: Outcome) -> str:
    return f"lrf study {outcome.study.path.name} -o DIR"


def _sections(outcome: Outcome, figures: Mapping[str, str]) -> Iterable[tuple[str, str, str]]:
    """Yield the name, the title and the content of each section."""
    study = outcome.study
    near = {one.name: [f"ranks-{one.name}", f"accuracy-{one.name}"] for one in study.comparisons}
    placed = {name for names in near.values() for name in names}
    others = [figure.name for figure in study.figures if figure.name not in placed]
    if any(name in figures for name in others):
        yield "figures", "Figures", _figures(outcome, others, figures)
    for one in study.comparisons:
        yield f"compare-{one.name}", one.title, _comparison(outcome, one, near[one.name], figures)
    for table in (elsewhere_table(outcome), published_table(outcome)):
        if table is not None:
            yield table.name, table.title, table_html(table)
    yield "datasets", "Data sets", table_html(datasets_table(outcome))
    yield "models", "Models", table_html(models_table(outcome))
    depth = depth_table(outcome)
    if depth is not None:
        yield "depth", depth.title, table_html(depth)
    yield "seconds", "Seconds", table_html(seconds_table(outcome))


def _comparison(
    outcome: Outcome,
    comparison: Comparison,
    near: Sequence[str],
    figures: Mapping[str, str],
) -> str:
    tests: list[Table | None] = [
        significance_table(outcome, comparison),
        wins_table(outcome, comparison),
    ]
    small = "".join(
        f"<div><h3>{escape(_last_words(table.title))}</h3>{table_html(table)}</div>"
        for table in tests
        if table is not None
    )
    return (
        table_html(accuracy_table(outcome, comparison))
        + _figures(outcome, near, figures)
        + f'<div class="pair">{small}</div>'
    )


def _figures(outcome: Outcome, names: Sequence[str], figures: Mapping[str, str]) -> str:
    titles = {figure.name: figure.title for figure in outcome.study.figures}
    return "".join(
        figure_html(titles[name], inline_svg(figures[name], name, titles[name]))
        for name in names
        if name in figures
    )


def _last_words(title: str) -> str:
    return title.rpartition(": ")[2].capitalize()
