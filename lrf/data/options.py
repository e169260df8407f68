"""What `read_data` is told beside a path, and which of it a reader has an ear for."""

from __future__ import annotations

import inspect
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lrf.components import Parameter, Reader
from lrf.config.kinds import kind_of
from lrf.config.refusals import unknown_key
from lrf.data.words import number_of
from lrf.errors import ConfigError, DataError

__all__ = ["options_for", "parameters_for", "refuse_options", "takes"]

# What messages call the options of `read_data`.
SAID = {
    "ranks": "--ranks (ranks=)",
    "order_column": "--order-column (order_column=)",
    "scores": "--scores (scores=)",
    "higher_is_better": "--lower-is-better (higher_is_better=)",
}


def options_for(reader: Reader, path: Path, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of the options that the function of a reader takes.

    Parameters
    ----------
    reader : Reader
        The reader.
    path : Path
        What it is to read, for messages.
    options : mapping
        By name; None says nothing.

    Raises
    ------
    DataError
        If one that was given is not taken.
    """
    taken = {name: value for name, value in options.items() if takes(reader, name)}
    # A reader that always finds targets need not be told that it need not.
    refused = {k: value for k, value in options.items() if k not in {*taken, "require_targets"}}
    refuse_options(path, reader.name, **refused)
    return taken


def takes(reader: Reader, name: str) -> bool:
    """Whether the function of a reader has an argument of some name."""
    arguments = inspect.signature(reader.read).parameters.values()
    return any(
        argument.name == name or argument.kind is inspect.Parameter.VAR_KEYWORD
        for argument in arguments
    )


def refuse_options(path: Path, reader: str, **options: Any) -> None:
    """Refuse options that were given, but mean nothing to a reader.

    Parameters
    ----------
    path : Path
        What is read, for messages.
    reader : str
        The name of the reader.
    **options
        By name; None says nothing.

    Raises
    ------
    DataError
        About the first one.
    """
    for name, value in options.items():
        if value is not None:
            raise DataError(
                f"{path}: read as {reader!r}, which tells the rankings itself and takes no "
                f"{SAID.get(name, name)}"
            )


def parameters_for(reader: Reader, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a reader's parameters, checked.

    Raises
    ------
    ConfigError
        If the reader has no such parameter, or a value is not allowed.
    """
    known = {parameter.name: parameter for parameter in reader.parameters}
    for key in values:
        if not known:
            raise ConfigError(f"{key}: unknown; the reader {reader.name!r} has no parameters")
        if key not in known:
            raise unknown_key(f"{reader.name}.{key}", known)
    return {
        key: kind_of(known[key])(f"{reader.name}.{key}", _from_text(known[key], value))
        for key, value in values.items()
    }


def _from_text(parameter: Parameter, value: Any) -> Any:
    """Return the number or truth value that a text from the command line means, if one is due."""
    if not isinstance(value, str) or isinstance(parameter.default, str):
        return value
    if isinstance(parameter.default, bool):
        return {"true": True, "false": False}.get(value.lower(), value)
    number = number_of(value)
    if number is None or not math.isfinite(number):
        return value
    return int(number) if number.is_integer() else number
