"""Hook of mkdocs: fill the page of the catalogue with all built-in components.

The tables are made from the registry while the site is built, so they cannot go stale.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from lrf.components import (
    Aggregator,
    Component,
    Correlation,
    Criterion,
    Parameter,
    Preset,
    StoppingRule,
)
from lrf.registry import BUILT_IN, KINDS, load_registry

__all__ = ["MARK", "catalogue", "on_page_markdown"]

DOCS = Path(__file__).parent
PAGE = "catalogue.md"
MARK = "<!-- the catalogue -->"

#: For each kind: its heading, what the column of properties is called, and pages about it.
SECTIONS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "correlation": ("Correlations", "not defined for", ("correlations.md",)),
    "criterion": ("Criteria", "scale", ("criteria.md", "methods.md")),
    "stopping rule": ("Stopping rules", "judges", ("stopping.md", "methods.md")),
    "aggregator": ("Aggregators", "needs", ("aggregators.md",)),
    "reader": ("Readers of files", "", ("data.md",)),
    "preset": ("Presets", "grows", ("methods.md",)),
}


def on_page_markdown(markdown: str, *, page: Any, **others: Any) -> str:
    """Return a page's text, that of the catalogue with its tables."""
    if page.file.src_uri != PAGE:
        return markdown
    if MARK not in markdown:
        raise ValueError(f"{PAGE} does not say where the catalogue goes: {MARK}")
    return markdown.replace(MARK, catalogue())


def catalogue() -> str:
    """Return a table of each kind of component as Markdown."""
    registry = load_registry(*BUILT_IN)
    missing = set(KINDS) - set(SECTIONS)
    if missing:
        raise ValueError(f"the catalogue has no section for {sorted(missing)}")
    return "\n".join(
        _table(kind, [entry.component for entry in registry.entries(kind)]) for kind in SECTIONS
    )


def _table(kind: str, components: list[Component]) -> str:
    heading, properties, pages = SECTIONS[kind]
    columns = ["name", "what it is", "parameters", properties, "reference"]
    rows = [
        [
            _linked(component.name, pages),
            component.summary,
            "<br>".join(_parameters(component)),
            _properties(component),
            component.reference,
        ]
        for component in components
    ]
    kept = [
        i for i, column in enumerate(columns) if i < 2 or (column and any(row[i] for row in rows))
    ]
    lines = [[columns[i] for i in kept], ["---"] * len(kept)]
    lines += [[row[i].replace("|", "\\|") for i in kept] for row in rows]
    return "\n".join([f"## {heading}", "", *[f"| {' | '.join(line)} |" for line in lines], ""])


def _linked(name: str, pages: tuple[str, ...]) -> str:
    """Return a component's name, as a link to the section about it if there is one."""
    for page in pages:
        if name in _anchors(page):
            return f"[`{name}`]({page}#{name})"
    return f"`{name}`"


def _anchors(page: str) -> set[str]:
    """Return the anchors of a page's headings, given or made from their words."""
    path = DOCS / page
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    anchors = set()
    for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        given = re.search(r"\{ *#([\w-]+) *\}", title)
        anchors.add(given[1] if given else "-".join(re.findall(r"\w+", title.lower())))
    return anchors


def _parameters(component: Component) -> list[str]:
    correlation = getattr(component, "correlation", None)
    first = [] if correlation is None else [f"`correlation` = {correlation}"]
    return first + [_parameter(parameter) for parameter in component.parameters]


def _parameter(parameter: Parameter) -> str:
    default = parameter.default
    shown = str(default).lower() if isinstance(default, bool) else str(default)
    allowed = _allowed(parameter)
    summary = f": {parameter.summary}" if parameter.summary else ""
    return f"`{parameter.name}` = {shown or '(empty)'}{f' ({allowed})' if allowed else ''}{summary}"


def _allowed(parameter: Parameter) -> str:
    if parameter.choices:
        return ", ".join(parameter.choices)
    least, most = parameter.minimum, parameter.maximum
    if least is not None and most is not None:
        return f"{least:g} to {most:g}"
    if least is not None:
        return f"at least {least:g}"
    return "" if most is None else f"at most {most:g}"


def _properties(component: Component) -> str:
    """Return what the column of properties says."""
    if isinstance(component, Correlation):
        defined = {"ties": component.ties, "incomplete rankings": component.incomplete}
        return ", ".join(what for what, holds in defined.items() if not holds)
    if isinstance(component, Criterion):
        return component.scale
    if isinstance(component, StoppingRule):
        return ", ".join(sorted(component.accept))
    if isinstance(component, Aggregator):
        return component.statistic
    if isinstance(component, Preset):
        return str(component.config.get("estimator", ""))
    return ""
