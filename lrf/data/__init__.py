"""Data: files in the formats of the field, and the data sets that come with the package.

The names are imported when they are first used, so that listing the readers costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lrf.data.attributes import by_attributes
    from lrf.data.bundled import dataset_names, load_dataset
    from lrf.data.kebi import fetch_kebi
    from lrf.data.place import place_of
    from lrf.data.reading import find_dataset, read_data
    from lrf.data.reading_votes import read_votes
    from lrf.data.transform import by_classifier

_HOME = {
    "by_attributes": "lrf.data.attributes",
    "by_classifier": "lrf.data.transform",
    "dataset_names": "lrf.data.bundled",
    "fetch_kebi": "lrf.data.kebi",
    "find_dataset": "lrf.data.reading",
    "load_dataset": "lrf.data.bundled",
    "place_of": "lrf.data.place",
    "read_data": "lrf.data.reading",
    "read_votes": "lrf.data.reading_votes",
}

__all__ = [
    "by_attributes",
    "by_classifier",
    "dataset_names",
    "fetch_kebi",
    "find_dataset",
    "load_dataset",
    "place_of",
    "read_data",
    "read_votes",
]


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
