"""What stands in a model file besides the arrays."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any

import attrs
from attrs.converters import optional as optional_converter
from attrs.validators import deep_iterable, instance_of, optional

from lrf.errors import DataError
from lrf.estimators.categories import Categories
from lrf.estimators.samples import Bags
from lrf.insight.calibration import Calibration

__all__ = ["FORMAT", "FORMAT_VERSION", "Header", "Origin", "header_from", "header_to"]

FORMAT = "lrf model"
FORMAT_VERSION = 1


def _is_count(instance: Any, attribute: attrs.Attribute[int], value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError(f"{attribute.name} must be a whole number above 0, not {value!r}")


_names: Callable[..., Any] = deep_iterable(instance_of(str), instance_of((list, tuple)))


@attrs.frozen
class Origin:
    """Who provided a component when the model was saved."""

    kind: str = attrs.field(validator=instance_of(str))
    name: str = attrs.field(validator=instance_of(str))
    provider: str = attrs.field(validator=instance_of(str))


def _as_categories(value: Any) -> dict[int, Categories]:
    """Return the categories of each nominal feature; in JSON, its number is a text."""
    if not isinstance(value, Mapping):
        raise TypeError(f"categories must be a table, not {value!r}")
    found = {}
    for feature, names in value.items():
        if not isinstance(names, list | tuple) or not names:
            raise ValueError(f"the categories of feature {feature} must be a list, not {names!r}")
        found[int(feature)] = tuple(names)
    return found


def _are_categories(
    header: Header, attribute: attrs.Attribute[Any], value: dict[int, Categories]
) -> None:
    for feature, names in value.items():
        if not 0 <= feature < header.n_features:
            raise ValueError(f"there are categories of a feature {feature} that does not exist")
        named = names[:-1] if names[-1] is None else names
        if not all(isinstance(name, str) for name in named) or len(set(named)) != len(named):
            raise ValueError(f"the categories of feature {feature} are not different names")


def _as_origins(value: Any) -> list[Origin]:
    return [item if isinstance(item, Origin) else Origin(**item) for item in value]


def _as_calibration(value: Any) -> Calibration:
    return value if isinstance(value, Calibration) else Calibration(**value)


def _is_score(instance: Any, attribute: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, float | int) or isinstance(value, bool) or not math.isfinite(value):
        raise ValueError(f"{attribute.name} must be a finite number, not {value!r}")


def _are_trials(header: Header, attribute: attrs.Attribute[Any], value: object) -> None:
    """Check what was tried. Which settings that is, each version of lrf may say anew."""
    if not isinstance(value, list) or not value:
        raise ValueError(f"tuning must be a list, not {value!r}")
    for row in value:
        if not isinstance(row, dict) or not isinstance(row.get("chosen"), bool):
            raise ValueError(f"tuning does not say of {row!r} whether it was chosen")
        _is_score(header, attribute, row.get("oob_score"))
        plain = all(item is None or isinstance(item, str | int | float) for item in row.values())
        if not plain:
            raise ValueError(f"tuning says something else than words and numbers: {row!r}")


def _as_bags(value: Any) -> Bags:
    return value if isinstance(value, Bags) else Bags(**value)


@attrs.frozen(kw_only=True)
class Header:
    """What stands in a model file besides the arrays.

    Parameters
    ----------
    lrf_version : str
        The version that wrote the file.
    config : dict
        The model's settings, as in a configuration file.
    run : dict
        The settings of the fit: categorical_features, n_jobs, random_state and others.
    labels : list of str
        The labels.
    n_features : int
        Number of features.
    feature_names : list of str or None
        Their names, if the training data had any.
    components : list of Origin
        Where the components came from.
    categories : dict of int to tuple of str or None
        The categories of each nominal feature.
    calibration : Calibration or None
        How probabilities of pairs are corrected.
    bags : Bags or None
        Which rows each tree was grown from; files of earlier versions do not say.
    tuning : list of dict or None
        What ``tune="oob"`` compared, if it did.
    oob_score : float or None
        What the forest scored out of bag, if it was asked.
    """

    lrf_version: str = attrs.field(validator=instance_of(str))
    config: dict[str, Any] = attrs.field(validator=instance_of(dict))
    run: dict[str, Any] = attrs.field(validator=instance_of(dict))
    labels: list[str] = attrs.field(validator=_names)
    n_features: int = attrs.field(validator=_is_count)
    feature_names: list[str] | None = attrs.field(validator=optional(_names))
    components: list[Origin] = attrs.field(converter=_as_origins)
    categories: dict[int, Categories] = attrs.field(
        factory=dict, converter=_as_categories, validator=_are_categories
    )
    calibration: Calibration | None = attrs.field(
        default=None, converter=optional_converter(_as_calibration)
    )
    bags: Bags | None = attrs.field(default=None, converter=optional_converter(_as_bags))
    tuning: list[dict[str, Any]] | None = attrs.field(default=None, validator=optional(_are_trials))
    oob_score: float | None = attrs.field(default=None, validator=optional(_is_score))

    def __attrs_post_init__(self) -> None:
        if len(set(self.labels)) != len(self.labels):
            raise ValueError("two labels have the same name")
        if self.feature_names is not None and len(self.feature_names) != self.n_features:
            raise ValueError(f"{len(self.feature_names)} names for {self.n_features} features")


def header_to(header: Header) -> dict[str, str]:
    """Return the header as a model file holds it: a few texts, the last of them in JSON."""
    fields = attrs.asdict(header)
    return {
        "format": FORMAT,
        "format_version": str(FORMAT_VERSION),
        "lrf_version": fields.pop("lrf_version"),
        "model": json.dumps(fields, ensure_ascii=False, allow_nan=False),
    }


def header_from(metadata: Mapping[str, str]) -> Header:
    """Return the header that a model file holds.

    Raises
    ------
    DataError
        If the file is another one, of a later version, or the header is malformed.
    """
    if metadata.get("format") != FORMAT:
        raise DataError("no model file of lrf")
    version, written_by = metadata.get("format_version"), metadata.get("lrf_version", "unknown")
    if version != str(FORMAT_VERSION):
        raise DataError(
            f"the format {version}, written by lrf {written_by}, is not the format "
            f"{FORMAT_VERSION} that this version reads; install that version of lrf"
        )
    try:
        return Header(lrf_version=written_by, **json.loads(metadata.get("model", "")))
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise DataError(f"the description of the model is damaged: {error.args[0]}") from error
