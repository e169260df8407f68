"""The keys of a configuration: what each may hold, and its default in a tree and in a forest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, TypeAlias

import attrs

from lrf.config.choices import AUTO, MIXED, Choice, choose
from lrf.config.kinds import (
    Kind,
    columns,
    count,
    either,
    flag,
    fraction,
    is_count,
    is_flag,
    nothing,
    one_of,
)
from lrf.config.refusals import unknown_key
from lrf.errors import ConfigError

__all__ = [
    "COMPONENT_KINDS",
    "KEYS",
    "EstimatorKind",
    "Key",
    "check_settings",
    "estimator_of",
    "leaves_rows_out",
    "refuse_without_draws",
]

EstimatorKind: TypeAlias = Literal["forest", "tree"]

# Which kind of component each of these keys takes.
COMPONENT_KINDS: dict[str, str] = {
    "criterion": "criterion",
    "stopping": "stopping rule",
    "leaf": "aggregator",
    "aggregator": "aggregator",
}


@attrs.frozen
class Key:
    """A key of a configuration.

    Parameters
    ----------
    check : callable
        ``check(path, value)`` returns the checked value.
    forest : object
        A forest's default.
    tree : object
        A tree's default; its only value if `only_forest`.
    only_forest : bool
        Whether a tree has no such key.
    decides : bool
        Whether it is part of the model; the other keys say how a fit is run, and on what.
    """

    check: Callable[[str, Any], Any]
    forest: Any
    tree: Any
    only_forest: bool = attrs.field(default=False, kw_only=True)
    decides: bool = attrs.field(default=True, kw_only=True)

    def default(self, estimator: EstimatorKind) -> Any:
        """Return the default of one kind of estimator."""
        return self.tree if estimator == "tree" else self.forest


def _component(key: str) -> Callable[[str, Any], Any]:
    return partial(choose, COMPONENT_KINDS[key])


def _aggregator(path: str, value: Any) -> Choice:
    """Return an aggregator, or the word that leaves the choice to what is out of bag."""
    if isinstance(value, str) and value == AUTO:
        return Choice(AUTO, {})
    return choose("aggregator", path, value)


_NONE = nothing("none")
_FEATURES = either(one_of(("sqrt", "log2")), nothing("all"), count(1), fraction())
_NOMINAL = either(one_of(("auto",)), _NONE, columns())
_CALIBRATION = either(_NONE, one_of(("auto", "isotonic", "temperature")))
_JOBS = Kind("an integer other than 0 (-1: all processors)", lambda v: is_count(v) and v != 0, int)
_VERBOSE = Kind("an integer of at least 0", lambda v: is_flag(v) or (is_count(v) and v >= 0), int)
_RANKING = "average-ranking"
_BOOTSTRAP = either(flag(), one_of((AUTO, MIXED)))
_BLEND = one_of(("none", "constant", "ridge", "logistic"))

KEYS: dict[str, Key] = {
    "criterion": Key(_component("criterion"), "mean-correlation", "mean-correlation"),
    "stopping": Key(_component("stopping"), "none", "none"),
    "leaf": Key(_component("leaf"), _RANKING, _RANKING),
    "aggregator": Key(_aggregator, AUTO, _RANKING, only_forest=True),
    "voting": Key(one_of(("soft", "hard")), "soft", "hard", only_forest=True),
    "blend": Key(_BLEND, "logistic", "none", only_forest=True),
    "n_estimators": Key(count(1), 100, 1, only_forest=True),
    "splitter": Key(one_of(("best", "random")), "random", "best"),
    "max_features": Key(_FEATURES, None, None),
    "root_fallback": Key(flag(), True, True),
    "bootstrap": Key(_BOOTSTRAP, AUTO, False, only_forest=True),
    "max_samples": Key(either(_NONE, count(1), fraction()), 0.9, None, only_forest=True),
    "max_depth": Key(either(_NONE, count(1)), None, None),
    "min_samples_leaf": Key(count(1), 2, 1),
    "max_bins": Key(either(_NONE, count(2)), None, None),
    "tune": Key(either(_NONE, one_of(("oob",))), None, None, only_forest=True, decides=False),
    "calibration": Key(_CALIBRATION, "auto", None, only_forest=True, decides=False),
    "oob_score": Key(flag(), False, False, only_forest=True, decides=False),
    "keep_examples": Key(flag(), False, False, decides=False),
    "categorical_features": Key(_NOMINAL, "auto", "auto", decides=False),
    "n_jobs": Key(either(_NONE, _JOBS), None, None, only_forest=True, decides=False),
    "random_state": Key(either(_NONE, count(0)), None, None, decides=False),
    "verbose": Key(_VERBOSE, 0, 0, only_forest=True, decides=False),
    "warm_start": Key(flag(), False, False, only_forest=True, decides=False),
}


def estimator_of(settings: Mapping[str, Any]) -> EstimatorKind:
    """Return which kind of estimator is configured; a forest if nothing is said.

    Raises
    ------
    ConfigError
        If it is neither a tree nor a forest.
    """
    written = settings.get("estimator", "forest")
    kind: EstimatorKind = one_of(("forest", "tree"))("estimator", written)
    return kind


def _refuse_unknown_keys(settings: Mapping[str, Any], estimator: EstimatorKind) -> None:
    known = ["estimator", *(name for name in KEYS if _has(estimator, name))]
    for name in settings:
        if name not in known:
            raise unknown_key(str(name), known, " (only a forest has it)" if name in KEYS else "")


def _has(estimator: EstimatorKind, name: str) -> bool:
    return estimator == "forest" or not KEYS[name].only_forest


def check_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return all settings, checked, those not mentioned with their defaults.

    Raises
    ------
    ConfigError
        About the first key that is unknown, or whose value is not allowed.
    """
    if not isinstance(settings, Mapping):
        raise ConfigError(f"a configuration is a table of keys, not {settings!r}")
    estimator = estimator_of(settings)
    _refuse_unknown_keys(settings, estimator)
    checked: dict[str, Any] = {"estimator": estimator}
    for name, key in KEYS.items():
        checked[name] = key.check(name, settings.get(name, key.default(estimator)))
    drawn = (checked[name] for name in ("bootstrap", "max_samples", "n_estimators"))
    refuse_without_draws(checked, *drawn)
    return checked


def leaves_rows_out(bootstrap: bool | str, max_samples: float | None, n_estimators: int) -> bool:
    """Whether trees see some of the rows only, as far as settings can tell.

    Parameters
    ----------
    bootstrap : bool, "mixed" or "auto"
        With "auto", which is settled by the rankings, they may.
    max_samples : int, float or None
        Rows of a tree.
    n_estimators : int
        Number of trees, of which the second is the first that a mixed forest bootstraps.
    """
    is_all = max_samples is None or (isinstance(max_samples, float) and max_samples >= 1.0)
    return not is_all or (bool(bootstrap) and (bootstrap != MIXED or n_estimators > 1))


def refuse_without_draws(
    checked: Mapping[str, Any],
    bootstrap: bool | str,
    max_samples: float | None,
    n_estimators: int,
) -> None:
    """Refuse settings about rows that a tree has not seen where every tree sees every row.

    Parameters
    ----------
    checked : mapping
        Of it, oob_score and calibration.
    bootstrap, max_samples, n_estimators
        How rows are drawn.

    Raises
    ------
    ConfigError
        If one of them asks for such rows.
    """
    if leaves_rows_out(bootstrap, max_samples, n_estimators):
        return
    if checked["oob_score"]:
        raise ConfigError(
            "oob_score: without bootstrap and max_samples every tree sees every row, and none is "
            "out of bag; set one of them, or leave oob_score out"
        )
    if checked["calibration"] not in ("auto", None):
        raise ConfigError(
            "calibration: without bootstrap and max_samples every tree sees every row, and none "
            "is out of bag; set one of them, or calibrate by other rows with the method calibrate"
        )
