"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

__all__ = [
    "Config",
    "Data",
    "Ignored",
    "Jobs",
    "Json",
    "LowerIsBetter",
    "Model",
    "OrderColumn",
    "Preset",
    "Presets",
    "Ranks",
    "ReaderName",
    "Scores",
    "Seed",
    "Settings",
    "Told",
]

Data: TypeAlias = Annotated[
    str, typer.Argument(metavar="DATA", help="A file or folder, or a bundled data set.")
]
Model: TypeAlias = Annotated[
    Path, typer.Argument(metavar="MODEL", help="A file written by lrf fit.")
]
Ranks: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="GLOB", help="The columns of positions, 1 = best; otherwise rank_<label>."
    ),
]
OrderColumn: TypeAlias = Annotated[
    str | None, typer.Option(metavar="NAME", help="The column of orders such as a>b=c.")
]
Scores: TypeAlias = Annotated[
    str | None, typer.Option(metavar="GLOB", help="The columns of scores to make rankings of.")
]
LowerIsBetter: TypeAlias = Annotated[
    bool, typer.Option("--lower-is-better", help="The lowest score is the best.")
]
ReaderName: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--reader", metavar="NAME", help="How to read the files; lrf components reader lists it."
    ),
]
Told: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--read", metavar="KEY=VALUE", help="Tell the reader, as in measure=runtime."),
]
Ignored: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--ignore", metavar="COLUMN", help="A column to leave out, whatever it holds; repeatable."
    ),
]
Preset: TypeAlias = Annotated[
    str | None, typer.Option(metavar="NAME", help="A preset; lrf components preset lists them.")
]
Presets: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--preset",
        metavar="NAME",
        help="A preset; may be repeated. lrf components preset lists them.",
    ),
]
Config: TypeAlias = Annotated[
    Path | None, typer.Option(metavar="FILE", help="A model's configuration in TOML.")
]
Settings: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change a setting, as in stopping.gamma=0.95."),
]
Seed: TypeAlias = Annotated[int, typer.Option(metavar="N", help="Seed of all random numbers.")]
Jobs: TypeAlias = Annotated[
    int | None, typer.Option(metavar="N", help="Threads; -1: one for each processor.")
]
Json: TypeAlias = Annotated[
    Path | None, typer.Option("--json", metavar="PATH", help="Also write the result as JSON.")
]
