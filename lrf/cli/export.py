"""``lrf export``: a model in a format that other programs read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lrf.cli.options import Json, Model
from lrf.cli.output import check_writable, write_json
from lrf.errors import ConfigError

__all__ = ["export"]


def export(
    model: Model,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="OUT.onnx", help="The file to write.")
    ],
    json: Json = None,
) -> None:
    """Write a model as an ONNX graph, which predicts without lrf and without Python.

    Trees can be written, and forests whose aggregator is average-ranking or borda.
    """
    from lrf.modelfile import load
    from lrf.onnx import export_onnx

    if output.suffix != ".onnx":
        raise ConfigError(f"{output}: the name of the file to write must end in .onnx")
    check_writable(output, json)
    export_onnx(load(model), output)
    size = output.stat().st_size
    typer.echo(f"{output}: {size / 1e6:.1f} MB")
    write_json(json, {"model": str(model), "output": str(output), "bytes": size})
