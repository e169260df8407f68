"""The data sets of a study: names to look for, and files that need more to be said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lrf.config.kinds import flag
from lrf.errors import ConfigError
from lrf.study.description import DataSpec
from lrf.study.reading.keys import name, names, read_table, table_of

__all__ = ["read_datasets"]


def read_datasets(listed: object, described: object, folder: Path) -> tuple[DataSpec, ...]:
    """Return the data sets of a study.

    Parameters
    ----------
    listed : object
        What stands under ``datasets``: names, or paths of files; None: all that are described.
    described : object
        What stands under ``data``: a table for each file that needs more than its name.
    folder : Path
        Where paths start.

    Raises
    ------
    ConfigError
        With the path of the key.
    """
    known = {key: _read_one(key, table, folder) for key, table in _tables(described).items()}
    wanted = tuple(known) if listed is None else names("datasets", listed)
    if not wanted:
        raise ConfigError("datasets: there are none; list names, such as datasets = ['iris']")
    found = tuple(known.get(one) or _by_word(one, folder) for one in wanted)
    called = [spec.name for spec in found]
    for one in called:
        if called.count(one) > 1:
            raise ConfigError(f"datasets: two of them are called {one!r}")
    return found


def _tables(described: object) -> dict[str, Any]:
    return dict(table_of("data", {} if described is None else described))


def _read_one(key: str, value: object, folder: Path) -> DataSpec:
    keys: dict[str, Any] = {
        "path": (name, None),
        "ranks": (name, None),
        "order_column": (name, None),
        "scores": (name, None),
        "lower_is_better": (flag(), False),
        "reader": (name, None),
        "read": (table_of, {}),
    }
    table = read_table(f"data.{key}", value, keys)
    path, lower, told = table.pop("path"), table.pop("lower_is_better"), table.pop("read")
    options = {option: given for option, given in table.items() if given is not None}
    if lower:
        options["higher_is_better"] = False
    return DataSpec(
        name=key,
        path=None if path is None else folder / path,
        options={**options, **{word: str(told[word]) for word in told}},
    )


def _by_word(word: str, folder: Path) -> DataSpec:
    """Return a data set that is listed only: by its name, or by the path of a file."""
    if "/" in word or Path(word).suffix:
        return DataSpec(name=Path(word).stem, path=folder / word)
    return DataSpec(name=word)
