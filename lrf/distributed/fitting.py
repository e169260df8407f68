"""Fitting a forest to data that lie on several machines, without bringing them to one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

import attrs
import numpy as np

from lrf.bagging import plan_of_tree, settled
from lrf.blending import blended
from lrf.cluster.dask_engine import computed, count_slots
from lrf.cluster.versions import check_workers
from lrf.components import Array
from lrf.config import config_from_dict, run_settings
from lrf.data.wanted import Wanted
from lrf.distributed.checks import check_memory, check_model, check_rankings, nominal_of
from lrf.distributed.draws import Draws
from lrf.distributed.sources import Part, parts_of
from lrf.distributed.survey import Schema, Survey, merge, survey
from lrf.distributed.trees import Drawn, GrownTree, Order, draw_part, gather, grow_trees, join_all
from lrf.drawing import root_seed, sample_size
from lrf.errors import ClusterError
from lrf.estimators import LabelRankingForest
from lrf.forest import Forest
from lrf.plan import Plan, make_plan
from lrf.progress import Watch, progress_lines, reporting

__all__ = ["fit"]

Model = TypeVar("Model", bound=LabelRankingForest)

#: Tasks for each thread of the cluster, and how many pieces parts and batches may make in all.
_BATCHES_PER_SLOT = 4
_MOST_PIECES = 20_000

#: How many numbers of rows are brought here, for the regression of a blend and the choice of votes.
_WITNESSED = 2**22


def fit(
    model: Model,
    data: Any,
    *,
    ranks: str | None = None,
    order_column: str | None = None,
    scores: str | None = None,
    higher_is_better: bool = True,
    ignore: Sequence[str] = (),
    client: Any = None,
) -> Model:
    """Fit a forest to data that no machine need hold, on a cluster of Dask.

    The parts of the data are read twice: to learn what columns, categories and how many rows there
    are, and to draw the rows of all trees (`max_samples`, `bootstrap`). Each tree gets rows of its
    own, from all parts, and is grown by one worker. The forest does not depend on how many parts
    and workers there are.

    A few rows, evenly spread, come here: at most so many that they hold four million numbers. Of
    them the regression and the constant of `blend` are learned, and by them an aggregator
    "auto" is chosen.

    Parameters
    ----------
    model : LabelRankingForest
        Set `max_samples`: rows are drawn from all of them, and those of a tree must fit into the
        memory of a worker.
    data : DataFrame of Dask, path, or sequence of paths
        Columns of features and of rankings, as `lrf.read_data` takes them. Paths are of files of
        Parquet, or of folders of such, which all workers can read.
    ranks, scores : str, optional
        A glob that the columns of positions or scores match; otherwise ``rank_*``.
    order_column : str, optional
        The column of orders such as ``a>b>c``.
    higher_is_better : bool
        Which of the scores are the good ones.
    ignore : sequence of str
        Columns to leave out.
    client : distributed.Client, optional
        Of the cluster; otherwise the one that was made last.

    Returns
    -------
    model : LabelRankingForest
        The same, fitted; `n_rows_` says how many rows there are. It does not remember which of
        them its trees saw, so that it has no out-of-bag answers.

    Raises
    ------
    ConfigError
        If a parameter is not allowed, or cannot be used without all data in one place.
    DataError
        If the data cannot be used; the message names the part, the row and the column.
    MemoryLimitError
        If the rows of a tree do not fit into the memory of a worker.
    ClusterError
        If there is no cluster, or its workers cannot do what is asked of them.
    """
    settings = model.settings()
    config, run = config_from_dict(settings), run_settings(settings)
    check_model(model, run)
    wanted = Wanted(ranks, order_column, scores, higher_is_better, True, tuple(ignore))
    wanted.check()
    cluster = _client(client)
    check_workers(cluster)
    plan, parts = make_plan(config), parts_of(data)
    schema = _survey(cluster, parts, wanted)
    check_rankings(plan, schema)
    config = settled(config, schema.is_incomplete)
    plan = attrs.evolve(plan, config=config)
    nominal = nominal_of(schema, run["categorical_features"])
    seed = root_seed(model.random_state if "random_state" not in settings else run["random_state"])
    draws = _draws(plan, seed, schema.n_rows)
    check_memory(cluster, draws, len(schema.features), len(schema.labels))
    order = _order(cluster, wanted, schema, draws, len(parts), config.n_estimators)
    with reporting(progress_lines("trees")) if run["verbose"] else nullcontext():
        trees, witnesses = _grow(cluster, parts, order, plan, nominal)
    forest = join_all(plan, len(schema.features), trees)
    outside = partial(_outside, order, config.n_estimators)
    weights = np.ones(len(witnesses.X))
    forest = blended(forest, witnesses.X, witnesses.Y, weights, seed, nominal, outside)
    forest.kept.pop("regressions", None)  # the witnesses in it, at whom nobody looks back here
    return _finish(model, forest, schema)


def _draws(plan: Plan, seed: int, n_rows: int) -> Draws:
    """Return which rows each tree is grown from."""
    kinds = [plan_of_tree(plan, tree).config for tree in (0, 1)]
    size, more = (sample_size(kind.max_samples, n_rows) for kind in kinds)
    return Draws(seed, n_rows, size, plan.config.bootstrap, more=more)


def _client(given: Any) -> Any:
    """Return the client of the cluster.

    Raises
    ------
    ClusterError
        If there is none.
    """
    if given is not None:
        return given
    try:
        from distributed import get_client

        return get_client()
    except ImportError as error:
        raise ClusterError("this takes the package distributed; install lrf[dask]") from error
    except ValueError as error:
        raise ClusterError(
            "there is no cluster; make a client first, as in client = distributed.Client(), "
            "which takes the cores of this machine, or the address of a scheduler"
        ) from error


def _survey(client: Any, parts: Sequence[Part], wanted: Wanted) -> Schema:
    """Return what all parts have in common."""
    import dask

    tasks = [dask.delayed(survey)(part.table, part.called, wanted) for part in parts]
    told: list[Survey | None] = [None] * len(parts)
    for number, answer in computed(client, tasks):
        told[number] = answer
    return merge(told)


def _order(
    client: Any, wanted: Wanted, schema: Schema, draws: Draws, n_parts: int, n_trees: int
) -> Order:
    """Return what is wanted of every part."""
    width = len(schema.features) + len(schema.labels)
    n_witnesses = min(schema.n_rows, max(1, _WITNESSED // width))
    witnesses = np.linspace(0, schema.n_rows - 1, n_witnesses).astype(np.int64)
    most = max(1, _MOST_PIECES // n_parts)
    n_batches = min(n_trees, _BATCHES_PER_SLOT * count_slots(client), most)
    edges = np.linspace(0, n_trees, n_batches + 1).astype(int).tolist()
    batches = [range(start, end) for start, end in pairwise(edges)]
    return Order(wanted, schema, draws, batches, witnesses)


def _grow(
    client: Any, parts: Sequence[Part], order: Order, plan: Plan, nominal: tuple[int, ...]
) -> tuple[list[GrownTree], Drawn]:
    """Return the trees, and the witnesses."""
    import dask

    told, planned = (dask.delayed(value, pure=False, traverse=False) for value in (order, plan))
    firsts = np.cumsum([0, *order.schema.sizes]).tolist()
    drawn = [
        dask.delayed(draw_part)(part.table, part.called, first, told)
        for part, first in zip(parts, firsts, strict=False)
    ]
    tasks = [
        dask.delayed(grow_trees)(
            [part[place] for part in drawn], planned, order.draws.seed, batch, nominal
        )
        for place, batch in enumerate(order.batches)
    ]
    tasks.append(dask.delayed(gather)([part[len(order.batches)] for part in drawn]))
    watch = Watch(order.batches[-1].stop)
    answers: list[Any] = [None] * len(tasks)
    for number, answer in computed(client, tasks):
        answers[number] = answer
        if number < len(order.batches):
            watch.advance(len(answer))
    return [tree for grown in answers[:-1] for tree in grown], answers[-1]


def _outside(order: Order, n_trees: int, rows: Array) -> Array:
    """Return which trees did not see each of some witnesses."""
    witnesses = order.witnesses[rows]
    return ~np.stack([order.draws.has(tree, witnesses) for tree in range(n_trees)], axis=1)


def _finish(model: Model, forest: Forest, schema: Schema) -> Model:
    """Return the model with what it has learned."""
    for stale in ("oob_score_", "oob_prediction_", "tuning_"):
        model.__dict__.pop(stale, None)
    model.n_rows_ = schema.n_rows
    model.n_features_in_ = len(schema.features)
    model.feature_names_in_ = np.array(schema.features, dtype=object)
    model.categories_ = schema.categories
    model.has_missing_ = schema.has_missing
    model.calibration_ = model.bags_ = model.examples_ = None
    return model.adopt(forest, forest.plan.config, schema.labels)
