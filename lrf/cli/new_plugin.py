"""``lrf new-plugin``: a package for a component of one's own, complete from the first minute."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lrf.cli.components import find_kind
from lrf.cli.options import Json
from lrf.cli.output import check_writable, write_json

__all__ = ["new_plugin"]


def new_plugin(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The package's name, such as lrf-winners.")
    ],
    kind: Annotated[
        str,
        typer.Option(
            metavar="KIND",
            help="What to begin with: correlation, criterion, stopping-rule, aggregator, reader.",
        ),
    ] = "criterion",
    into: Annotated[
        Path, typer.Option("--into", metavar="DIR", help="Where to make the package's folder.")
    ] = Path(),
    json: Json = None,
) -> None:
    """Write a package with a component that works: pyproject, module, test, README.

    The component is called like the package, without lrf- in front.
    """
    from lrf.scaffold import KINDS, choose_names, write_package

    check_writable(json)
    names = choose_names(find_kind(kind, KINDS), name)
    written = write_package(names, into)
    folder = into / name
    typer.echo(f"{folder}: a package with the {names.kind} {names.component!r}")
    for line in (
        f'pip install -e "{folder}[test]"',
        f"pytest {folder}",
        f"lrf components {names.kind.replace(' ', '-')}",
    ):
        typer.echo(f"  {line}")
    write_json(
        json,
        {
            "package": names.distribution,
            "module": names.module,
            "kind": names.kind,
            "name": names.component,
            "files": [str(path) for path in written],
        },
    )
