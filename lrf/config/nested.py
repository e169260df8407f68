"""Parameters of components one by one: as scikit-learn nests them, and as ``--set`` names them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lrf.config.choices import default_correlation, keys_of, split, unknown_parameter
from lrf.errors import ComponentError, ConfigError

__all__ = ["nested_parameters", "with_parameter"]


def nested_parameters(kind: str, value: object) -> dict[str, Any]:
    """Return a component's parameters by their names as scikit-learn nests them.

    Parameters
    ----------
    kind : str
        The kind of component.
    value : str, mapping or Component
        What the user wrote.

    Returns
    -------
    parameters : dict
        As written, or with their defaults; ``correlation__p`` is the parameter p of a criterion's
        correlation. Empty if `value` is no component, which is for `fit` to say.
    """
    try:
        record, given = split(kind, value, "")
    except (ComponentError, ConfigError):
        return {}
    nested = {name: given.get(name, default) for name, default in record.defaults().items()}
    default = default_correlation(record)
    if default is not None:
        nested["correlation"] = correlation = given.get("correlation", default)
        for name, inner in nested_parameters("correlation", correlation).items():
            nested[f"correlation__{name}"] = inner
    return nested


def with_parameter(kind: str, value: object, keys: Sequence[str], new: object, path: str) -> Any:
    """Return what a user wrote for a component with one parameter changed.

    Parameters
    ----------
    kind : str
        The kind of component.
    value : str, mapping or Component
        What the user wrote.
    keys : sequence of str
        The parameter; ("correlation", "p") is the parameter p of a criterion's correlation.
    new : object
        Its value, which is not checked here.
    path : str
        The component's key, for errors.

    Returns
    -------
    changed : dict
        The name (or record) and the parameters that were set.

    Raises
    ------
    ConfigError
        If there is no such parameter.
    """
    record, given = split(kind, value, path)
    key, *rest = keys
    path = f"{path}.{key}"
    known = keys_of(record)
    if key not in known or (rest and key != "correlation"):
        raise unknown_parameter(kind, record, key, ".".join([path, *rest]))
    if rest:
        inner = given.get("correlation", default_correlation(record))
        new = with_parameter("correlation", inner, rest, new, path)
    head = value["name"] if isinstance(value, Mapping) else value
    return {"name": head, **given, key: new}
