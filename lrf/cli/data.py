"""Data sets from the options of a command, and what there is to say about how they were read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer

from lrf.errors import ConfigError

if TYPE_CHECKING:
    from lrf.components import Dataset

__all__ = ["load_data", "load_rows", "told_to_reader"]


def load_data(
    name: str,
    *,
    ranks: str | None,
    order_column: str | None,
    scores: str | None,
    lower_is_better: bool,
    reader: str | None,
    told: Sequence[str] | None,
    ignore: Sequence[str] | None = None,
    **options: Any,
) -> Dataset:
    """Return a data set, and print the notes about it to the standard error.

    Parameters
    ----------
    name : str
        A file, a folder, or the name of a bundled data set.
    ranks, order_column, scores, reader : str, optional
        As in `lrf.data.read_data`.
    lower_is_better : bool
        Whether low scores are good.
    told : sequence of str, optional
        ``KEY=VALUE``, for the reader.
    ignore : sequence of str, optional
        Columns to leave out.
    **options
        For `lrf.data.read_data`.

    Raises
    ------
    DataError, ConfigError
        As `lrf.data.read_data`.
    """
    from lrf.data import find_dataset

    dataset = find_dataset(
        name,
        ranks=ranks,
        order_column=order_column,
        scores=scores,
        higher_is_better=not lower_is_better,
        reader=reader,
        ignore=ignore or (),
        **options,
        **told_to_reader(told),
    )
    for note in dataset.notes:
        typer.echo(f"lrf: note: {note}", err=True)
    return dataset


def load_rows(name: str) -> Dataset:
    """Return a data set whose rankings need not be there, read without any options.

    Parameters
    ----------
    name : str
        A file, a folder, or the name of a bundled data set.
    """
    return load_data(
        name,
        ranks=None,
        order_column=None,
        scores=None,
        lower_is_better=False,
        reader=None,
        told=None,
        require_targets=False,
    )


def told_to_reader(told: Sequence[str] | None) -> dict[str, str]:
    """Return what ``KEY=VALUE`` tells the reader.

    Raises
    ------
    ConfigError
        If there is no "=" in it, or no key.
    """
    return dict(map(_assignment, told or []))


def _assignment(text: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign or not key.isidentifier():
        raise ConfigError(f"--read {text}: write KEY=VALUE, such as measure=runtime")
    return key, value
