"""Features on the way into a graph: numbers as they are, categories by their names."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.components import Array
from lrf.errors import ComponentError
from lrf.estimators.categories import UNSEEN, Categories
from lrf.estimators.features import check_features
from lrf.onnx.graph import Graph, import_onnx

__all__ = ["CATEGORIES", "NUMBERS", "add_inputs", "onnx_inputs"]

#: The inputs of a graph: the numeric features, and the nominal ones.
NUMBERS, CATEGORIES = "X", "categories"

#: What stands for a missing category, since ONNX knows no missing text.
MISSING = ""


def onnx_inputs(model: Any, X: Any) -> dict[str, Array]:
    """Return a table of features as the exported model takes it.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted; the one that was exported.
    X : array-like or DataFrame of shape (n_samples, n_features)
        The features, as `predict` takes them.

    Returns
    -------
    inputs : dict of str to ndarray
        ``"X"``, float64 of shape (n_samples, n_numeric), NaN: missing; and, if there are nominal
        features, ``"categories"``, text of shape (n_samples, n_nominal), "": missing.

    Raises
    ------
    DataError
        If the features cannot be used, or are not those of the training.
    """
    from sklearn.utils.validation import check_is_fitted

    check_is_fitted(model)
    table = check_features(model, X, training=False)
    numeric, nominal = _kinds(model)
    inputs = {NUMBERS: np.ascontiguousarray(table[:, numeric])} if numeric else {}
    if nominal:
        names = [_decode(table[:, j], model.categories_[j]) for j in nominal]
        inputs[CATEGORIES] = np.column_stack(names).astype(object)
    return inputs


def _kinds(model: Any) -> tuple[list[int], list[int]]:
    """Return the numeric and the nominal features."""
    nominal = sorted(model.categories_)
    return [j for j in range(model.n_features_in_) if j not in model.categories_], nominal


def _decode(numbers: Array, categories: Categories) -> Array:
    """Return the names of categories; one that was not there in training gets a name of its own."""
    unknown = "?"
    while unknown in categories:
        unknown += "?"
    names = [MISSING if name is None else name for name in categories] + [unknown]
    return np.array(names, dtype=object)[numbers.astype(np.int64)]


def add_inputs(graph: Graph, model: Any) -> str:
    """Add the inputs of a model to a graph, and return the table of numbers made of them."""
    onnx = import_onnx()
    info, types = onnx.helper.make_tensor_value_info, onnx.TensorProto
    numeric, nominal = _kinds(model)
    if numeric:
        graph.inputs.append(info(NUMBERS, types.DOUBLE, ["n", len(numeric)]))
    if not nominal:
        return NUMBERS
    graph.inputs.append(info(CATEGORIES, types.STRING, ["n", len(nominal)]))
    columns = [NUMBERS] if numeric else []
    for place, j in enumerate(nominal):
        index = graph.constant([place], np.int64)
        column = graph.add("Gather", CATEGORIES, index, axis=1)
        columns.append(_add_encoder(graph, column, model.categories_[j]))
    table = graph.add("Concat", *columns, axis=1) if len(columns) > 1 else columns[0]
    order = np.argsort([*numeric, *nominal])
    return graph.add("Gather", table, graph.constant(order, np.int64), axis=1)


def _add_encoder(graph: Graph, column: str, categories: Categories) -> str:
    """Add the step from the names of categories to their numbers."""
    if MISSING in categories and None in categories:
        raise ComponentError(
            "a nominal feature has missing values and a category without a name, which ONNX cannot "
            "tell apart; give the category a name"
        )
    numbers = {MISSING if name is None else name: i for i, name in enumerate(categories)}
    encoded = graph.add(
        "LabelEncoder",
        column,
        domain="ai.onnx.ml",
        keys_strings=list(numbers),
        values_int64s=list(numbers.values()),
        default_int64=int(UNSEEN),
    )
    return graph.cast(encoded)
