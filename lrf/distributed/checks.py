"""What is refused before the rows of trees are drawn, since it could not end well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lrf.distributed.draws import Draws
from lrf.distributed.survey import Schema
from lrf.errors import ConfigError, DataError, MemoryLimitError, RankingError
from lrf.estimators import LabelRankingForest
from lrf.estimators.columns import Columns, nominal_columns
from lrf.memory import free_memory, in_words
from lrf.plan import Plan

__all__ = ["check_memory", "check_model", "check_rankings", "nominal_of"]

#: More rows cannot be drawn from.
_MOST_ROWS = 10**9 - 1

#: Bytes for each row of a tree, and for each of its numbers: as it is, coded, and while sorted.
_WORK, _NUMBER = 100, 32

#: What takes all training data in one place, and what it has to be.
_APART: dict[str, Any] = {
    "tune": None,
    "oob_score": False,
    "keep_examples": False,
    "warm_start": False,
}


def check_model(model: Any, run: Mapping[str, Any]) -> None:
    """Refuse what is no forest, and what takes all training data in one place.

    Raises
    ------
    ConfigError
        With what to set.
    """
    if not isinstance(model, LabelRankingForest):
        raise ConfigError(
            f"model is a {type(model).__name__}, but only a LabelRankingForest can be grown from "
            f"data that are not in one place"
        )
    for name, allowed in _APART.items():
        if run[name] != allowed:
            raise ConfigError(
                f"{name}={run[name]!r} takes all training data in one place; set {name}={allowed!r}"
            )


def check_rankings(plan: Plan, schema: Schema) -> None:
    """Refuse incomplete rankings where an aggregator cannot make use of them.

    Raises
    ------
    RankingError
        With those that can.
    """
    roles = {"leaf": plan.leaf}
    if plan.config.voting != "hard":  # else leaves vote for complete rankings
        roles["aggregator"] = plan.aggregator
    for role, part in roles.items():
        if schema.is_incomplete and not part.record.incomplete:
            raise RankingError(
                f"some rankings are incomplete, and {role}={part.record.name!r} needs the position "
                f"of every label; use 'average-ranking', 'borda' or 'kemeny'"
            )


def nominal_of(schema: Schema, wanted: Any) -> tuple[int, ...]:
    """Return the numbers of the nominal features, which are those of words.

    Parameters
    ----------
    schema : Schema
        The columns.
    wanted : "auto", None, or list of str, int or bool
        The parameter ``categorical_features``.

    Raises
    ------
    ConfigError
        If others are wanted.
    """
    found = tuple(schema.categories)
    if wanted == "auto":
        return found
    kinds = ("",) * len(schema.features)
    chosen = nominal_columns(Columns(schema.features, kinds, lambda j: None, list), wanted)
    for j in sorted({*found} ^ {*chosen}):
        what = "words" if j in found else "numbers"
        raise ConfigError(
            f"categorical_features: {schema.features[j]!r} is a column of {what}; here all columns "
            f"of words are nominal, and no others: say 'auto', and turn numbers that are names "
            f"into text"
        )
    return found


def check_memory(client: Any, draws: Draws, n_features: int, n_labels: int) -> None:
    """Refuse trees whose rows do not fit into the memory of a worker.

    Parameters
    ----------
    client : distributed.Client
        The client of the cluster.
    draws : Draws
        How many rows each tree gets, of how many.
    n_features, n_labels : int
        Number of features and labels.

    Raises
    ------
    DataError
        If there are more rows than can be drawn from.
    MemoryLimitError
        With what is needed and what is there.
    """
    if draws.n_rows > _MOST_ROWS:
        raise DataError(f"there are {draws.n_rows} rows; at most {_MOST_ROWS} can be drawn from")
    needed = draws.largest * (_WORK + _NUMBER * (n_features + n_labels))
    for worker, free in client.run(free_memory, on_error="ignore").items():
        if free is not None and needed > free:
            raise MemoryLimitError(
                f"each tree is grown from {draws.largest} of {draws.n_rows} rows, which takes "
                f"{in_words(needed)} of memory at least, but {in_words(free)} are free on the "
                f"worker {worker}; set max_samples to about "
                f"{int(np.floor(draws.largest * free / needed / 2))}"
            )
