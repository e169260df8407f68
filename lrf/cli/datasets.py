"""``lrf datasets``: the data sets that need no file."""

from __future__ import annotations

from lrf.cli.options import Json
from lrf.cli.output import check_writable, print_table, write_json

__all__ = ["datasets"]

COLUMNS = [
    ("name", "left"),
    ("rows", "right"),
    ("features", "right"),
    ("labels", "right"),
    ("distinct rankings", "right"),
    ("origin", "left"),
]


def datasets(json: Json = None) -> None:
    """List the bundled data sets: size, distinct rankings, origin."""
    from lrf.data.bundled import BUNDLED, dataset_names
    from lrf.rankings import distinct_rankings

    check_writable(json)
    found = []
    for name in dataset_names():
        data = BUNDLED[name].load()
        found.append(
            {
                "name": name,
                "n_samples": data.n_samples,
                "n_features": len(data.feature_names),
                "n_labels": len(data.label_names),
                "n_distinct_rankings": len(distinct_rankings(data.Y)[0]),
                "origin": BUNDLED[name].origin,
            }
        )
    print_table("", COLUMNS, [[str(value) for value in row.values()] for row in found])
    write_json(json, found)
