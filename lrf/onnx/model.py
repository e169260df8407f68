"""A fitted model as a graph of ONNX."""

from __future__ import annotations

import json
from os import PathLike
from typing import Any

import numpy as np

from lrf import __version__
from lrf.errors import ComponentError
from lrf.export import feature_names
from lrf.files import path_of, write_whole
from lrf.onnx.blends import add_blend
from lrf.onnx.graph import Graph, import_onnx
from lrf.onnx.inputs import add_inputs
from lrf.onnx.local import add_kemeny_local
from lrf.onnx.trees import add_trees
from lrf.onnx.votes import add_average_ranking, add_borda
from lrf.wording import all_of

__all__ = ["OUTPUT", "export_onnx"]

#: The output of a graph.
OUTPUT = "positions"

#: Versions of the operators and of the file, old enough for every onnxruntime in use.
OPERATORS, ML_OPERATORS, FILE = 17, 3, 8

#: Elections over trees that can be written as a graph.
ELECTIONS = {
    "average-ranking": add_average_ranking,
    "borda": add_borda,
    "kemeny-local": add_kemeny_local,
}


def export_onnx(model: Any, path: str | PathLike[str]) -> None:
    """Write a fitted model as an ONNX graph, which predicts without lrf and without Python.

    The graph's input ``X`` are the numeric features in their order, as float64, NaN: missing; its
    input ``categories``, if there are nominal features, are those as text, "": missing. Its output
    ``positions`` equals `predict`. Labels and features are named in the file's metadata.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted. Any tree; a forest whose aggregator is ``average-ranking``, ``borda`` or
        ``kemeny-local``, which are all that "auto" chooses from.
    path : str or path
        Replaced if it exists.

    Raises
    ------
    ComponentError
        If the forest's aggregator cannot be written as a graph, or the forest is too large.
    ConfigError
        If the package onnx is not installed (the extra ``lrf[onnx]``).
    DataError
        If the file cannot be written.
    """
    from sklearn.utils.validation import check_is_fitted

    check_is_fitted(model)
    content = _model(model).SerializeToString()
    write_whole(path_of(path), lambda stream: stream.write(content))


def _model(model: Any) -> Any:
    onnx = import_onnx()
    graph = Graph()
    positions = _add_positions(graph, model)
    graph.nodes.append(onnx.helper.make_node("Identity", [positions], [OUTPUT]))
    shape = ["n", model.n_labels_]
    output = onnx.helper.make_tensor_value_info(OUTPUT, onnx.TensorProto.DOUBLE, shape)
    proto = onnx.helper.make_model(
        onnx.helper.make_graph(graph.nodes, "lrf", graph.inputs, [output], graph.constants),
        opset_imports=[
            onnx.helper.make_opsetid("", OPERATORS),
            onnx.helper.make_opsetid("ai.onnx.ml", ML_OPERATORS),
        ],
        ir_version=FILE,
        producer_name="lrf",
        producer_version=__version__,
    )
    names = {
        "labels": [str(label) for label in model.labels_],
        "features": feature_names(model),
        "nominal_features": sorted(model.categories_),
    }
    onnx.helper.set_model_props(proto, {key: json.dumps(value) for key, value in names.items()})
    return proto


def _add_positions(graph: Graph, model: Any) -> str:
    """Add everything between inputs and positions."""
    forest = model.forest_
    record = forest.plan.aggregator.record
    if not forest.is_single:
        _check_aggregator(record)
    voting = forest.voting()
    table = voting.rankings if forest.is_single else voting.table(record)
    features = add_inputs(graph, model)
    rows = add_trees(graph, features, forest, np.asarray(voting.rows))
    found = graph.add("Gather", graph.constant(table), rows, axis=0)
    sums = graph.sum(found, 1)
    if forest.is_single:
        return sums
    if forest.blend is not None:
        chances = record.statistic != "rank-sum"
        sums = add_blend(graph, forest.blend, features, sums, forest.n_trees, chances)
    return ELECTIONS[record.name](graph, sums, table.shape[1], model.n_labels_)


def _check_aggregator(record: Any) -> None:
    known = ELECTIONS.get(record.name)
    if known is None or not record.consensus.__module__.startswith("lrf.aggregators."):
        raise ComponentError(
            f"the aggregator {record.name!r} cannot be written as an ONNX graph; forests with "
            f"{all_of(list(ELECTIONS))} can, and single trees. The same trees vote in another way "
            f"after model.set_params(aggregator='borda', warm_start=True).fit(X, Y)"
        )
