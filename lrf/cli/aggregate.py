"""``lrf aggregate``: the consensus of a file of rankings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lrf.cli.data import told_to_reader
from lrf.cli.options import Json, LowerIsBetter, OrderColumn, Ranks, ReaderName, Scores, Told
from lrf.cli.output import check_writable, print_table, write_json
from lrf.errors import ConfigError, DataError
from lrf.wording import counted

if TYPE_CHECKING:
    from lrf.config import Choice
    from lrf.data.votes import Votes
    from lrf.tally import Tally

__all__ = ["aggregate"]

DEFAULT = "kemeny"
ALL = "all"
# Of more labels a table of all pairs fits on no screen.
MOST_IN_TABLE = 20
# Sums of larger weights might be no numbers any more.
_LARGEST = 1e100
COLUMNS = [
    ("method", "left"),
    ("Kemeny distance", "right"),
    ("tau", "right"),
    ("consensus", "left"),
]


def aggregate(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A table, a file of PrefLib, or a bundled data set's name."
        ),
    ],
    method: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="An aggregator, or all; may be repeated. lrf components aggregator lists them.",
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change a parameter, as in time_limit=60."),
    ] = None,
    ranks: Ranks = None,
    order_column: OrderColumn = None,
    scores: Scores = None,
    lower_is_better: LowerIsBetter = False,
    weights: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The column of how often each ranking counts."),
    ] = None,
    reader: ReaderName = None,
    told: Told = None,
    json: Json = None,
) -> None:
    """Find the consensus of rankings, Kemeny's if no method is named.

    Tau is Kendall's tau-b of the consensus and a ranking, averaged over the rankings; the Kemeny
    distance is the number of pairs of labels that they order differently, summed over them.
    """
    from lrf.data.reading_votes import read_votes
    from lrf.tally import tally

    check_writable(json)
    choices = _choices(method or [DEFAULT], settings or [])
    votes = read_votes(
        file,
        ranks,
        order_column,
        weights,
        scores=scores,
        higher_is_better=not lower_is_better,
        reader=reader,
        **told_to_reader(told),
    )
    for note in votes.notes:
        typer.echo(f"lrf: note: {note}", err=True)
    _check_total(votes)
    counts = tally(votes.rankings, votes.weights)
    about = _about(votes, counts)
    found = [_consensus(choice, votes, counts, len(choices) > 1) for choice in choices]
    typer.echo(
        f"{votes.name}: {counted(len(votes.rankings), 'ranking')}, "
        f"{about['n_distinct_rankings']} of them different, total weight {about['weight']:g}, "
        f"{len(votes.label_names)} labels"
    )
    if len(found) == 1:
        _show_one(found[0], votes, counts)
        write_json(json, about | found[0])
    else:
        print_table("", COLUMNS, [_row(one) for one in found])
        write_json(json, about | {"consensuses": found})


def _choices(names: Sequence[str], assignments: Sequence[str]) -> list[Choice]:
    """Return the methods that are meant, with their parameters.

    Raises
    ------
    ConfigError, ComponentError
        If a method or a parameter is unknown, a value is not allowed, or parameters are given
        with several methods.
    """
    from lrf.config import choose, read_assignment
    from lrf.registry import get_registry

    if ALL in names:
        names = get_registry().names("aggregator")
    if assignments and len(names) > 1:
        raise ConfigError("--set needs a single --method, whose parameters it changes")
    given: dict[str, Any] = {}
    for assignment in assignments:
        keys, value = read_assignment(assignment, "time_limit=60")
        given[".".join(keys)] = value
    if "name" in given:
        raise ConfigError("name: unknown; say --method which method is meant")
    return [choose("aggregator", "method", {**given, "name": name}) for name in names]


def _consensus(choice: Choice, votes: Votes, counts: Tally, one_of_many: bool) -> dict[str, Any]:
    """Return the consensus by one method, and how far it is from the votes.

    Of several methods, one that cannot use incomplete rankings has no order; a single one refuses
    them.
    """
    import numpy as np

    from lrf.config import component_of
    from lrf.consensus import aggregate
    from lrf.rankings import to_orders

    found: dict[str, Any] = {"method": choice.name, "parameters": choice.parameters}
    usable = component_of("aggregator", choice).incomplete or not np.isnan(votes.rankings).any()
    if one_of_many and not usable:
        return found | dict.fromkeys(("order", "positions", "kemeny_distance", "tau_mean"))
    positions = aggregate(votes.rankings, choice.name, votes.weights, **choice.parameters)
    return found | {
        "order": to_orders([positions], votes.label_names)[0],
        "positions": positions.tolist(),
        "kemeny_distance": counts.kemeny_distance(positions),
        "tau_mean": counts.mean_tau(positions),
    }


def _check_total(votes: Votes) -> None:
    """Refuse weights whose sum is no number any more."""
    if votes.weights.max(initial=0.0) > _LARGEST:
        raise DataError(
            f"{votes.name}: a weight is larger than {_LARGEST:g}; divide all by the same number"
        )


def _about(votes: Votes, counts: Tally) -> dict[str, Any]:
    return {
        "data": votes.name,
        "n_rankings": len(votes.rankings),
        "n_distinct_rankings": len(counts.rankings),
        "weight": float(votes.weights.sum()),
        "n_labels": len(votes.label_names),
        "label_names": list(votes.label_names),
        "pairwise": counts.wins.tolist(),
    }


def _row(found: dict[str, Any]) -> list[str]:
    if found["order"] is None:
        return [found["method"], "", "", "(needs complete rankings)"]
    return [
        found["method"],
        f"{found['kemeny_distance']:g}",
        f"{found['tau_mean']:.3f}",
        found["order"],
    ]


def _show_one(found: dict[str, Any], votes: Votes, counts: Tally) -> None:
    """Print a consensus, and the votes for each label before each other one, in its order."""
    typer.echo(f"{found['method']}: {found['order']}")
    typer.echo(f"tau {found['tau_mean']:.3f}, Kemeny distance {found['kemeny_distance']:g}")
    if len(votes.label_names) > MOST_IN_TABLE:
        many = counted(len(votes.label_names), "label")
        typer.echo(f"(the table of all pairs of {many} is in the JSON only)")
        return
    places = found["positions"]
    order = sorted(range(len(places)), key=lambda label: places[label])
    names = [votes.label_names[label] for label in order]
    typer.echo("weight of the rankings that have the row before the column:")
    print_table(
        "",
        [("", "left"), *((name, "right") for name in names)],
        [
            [votes.label_names[a], *("" if a == b else f"{counts.wins[a, b]:g}" for b in order)]
            for a in order
        ],
    )
