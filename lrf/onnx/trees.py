"""Trees as one operator of ONNX, which says of each row which leaf it reaches in each tree."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.components import Array
from lrf.errors import ComponentError
from lrf.nodes import unpack_nodes
from lrf.onnx.graph import Graph, import_onnx

__all__ = ["add_trees"]

#: The operator's results are 32-bit floats, which hold whole numbers up to this one.
MOST_ROWS = 2**24

#: Files of protobuf hold 2 GiB; a node takes up to this many bytes.
MOST_NODES = 2**31 // 64


def add_trees(graph: Graph, table: str, forest: Any, rows: Array) -> str:
    """Add the descent of rows, and return the name of what is found in their leaves.

    Parameters
    ----------
    graph : Graph
        Where to add it.
    table : str
        The features.
    forest : Forest
        The trees.
    rows : ndarray of int, shape (n_leaves,)
        A number for each leaf, which is what is found there.

    Returns
    -------
    name : str
        Of an array of int64, shape (n_rows, n_trees).

    Raises
    ------
    ComponentError
        If the forest is too large for the format.
    """
    if rows.max() >= MOST_ROWS or len(forest.nodes) + len(rows) > MOST_NODES:
        raise ComponentError(
            f"the model has {len(forest.nodes) + len(rows)} nodes, too many for one file of ONNX; "
            f"grow fewer trees, or smaller ones with min_samples_leaf or max_depth"
        )
    attributes = _attributes(forest, rows)
    tensor = import_onnx().numpy_helper.from_array
    for name in ("nodes_values", "target_weights"):
        attributes[f"{name}_as_tensor"] = tensor(attributes.pop(name), name)
    lists = {k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in attributes.items()}
    found = graph.add("TreeEnsembleRegressor", table, domain="ai.onnx.ml", **lists)
    return graph.cast(found, "INT64")


def _attributes(forest: Any, rows: Array) -> dict[str, Any]:
    """Return the attributes of the operator: trees in pre-order, one target for each tree."""
    nodes = unpack_nodes(forest.nodes, forest.roots, forest.first_leaf)
    sizes = np.diff(nodes["roots"])
    tree = np.repeat(np.arange(len(sizes)), sizes)
    number = np.arange(len(tree)) - np.repeat(nodes["roots"][:-1], sizes)
    is_leaf = nodes["feature"] < 0
    modes = np.where(is_leaf, 2, nodes["nominal"])
    return {
        "nodes_treeids": tree,
        "nodes_nodeids": number,
        "nodes_featureids": np.where(is_leaf, 0, nodes["feature"]),
        "nodes_modes": np.array(["BRANCH_LT", "BRANCH_EQ", "LEAF"])[modes],
        "nodes_values": np.where(is_leaf, 0.0, nodes["threshold"]),
        "nodes_truenodeids": np.where(is_leaf, 0, number + 1),
        "nodes_falsenodeids": np.where(is_leaf, 0, nodes["right"]),
        "nodes_missing_value_tracks_true": nodes["missing_left"],
        "target_treeids": tree[is_leaf],
        "target_nodeids": number[is_leaf],
        "target_ids": tree[is_leaf],
        "target_weights": rows.astype(np.float64),
        "n_targets": len(sizes),
        "aggregate_function": "SUM",
        "post_transform": "NONE",
    }
