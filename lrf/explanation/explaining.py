"""Explaining the predictions for some rows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from lrf.components import Array
from lrf.errors import ConfigError
from lrf.estimators.features import check_features
from lrf.estimators.targets import check_comparison
from lrf.explanation.neighbours import Neighbours
from lrf.explanation.record import Decision, Explanation
from lrf.explanation.values import values_in_words
from lrf.export import feature_names
from lrf.insight.contributions import parts_of
from lrf.metrics import kendall_tau
from lrf.rankings import to_orders
from lrf.statistics import label_pairs

__all__ = ["explain"]


def explain(
    model: Any,
    X: Any,
    rows: Sequence[int] | None = None,
    Y: Any = None,
    training: tuple[Any, Any] | None = None,
    n_examples: int = 5,
) -> list[Explanation]:
    """Explain what a fitted model predicts for some rows.

    An explanation says how sure the prediction is (probabilities of pairs and places), which
    features are decisive (by how many places each of them moved each label, followed along the
    ways through the trees and through the linear part of a blend), why neighbours in the order
    stand as they do, and which training rows are nearest, with their rankings.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    X : array-like or DataFrame of shape (n_samples, n_features)
        The same features as in training, in the same order.
    rows : sequence of int, optional
        Which of them to explain, counted from 0; default: all.
    Y : array-like or DataFrame of shape (n_samples, n_labels), optional
        Their true positions, for comparison.
    training : tuple of X and Y, optional
        What the model was trained on, to find the nearest rows in; without it, they are found if
        the model kept its examples (``keep_examples=True``).
    n_examples : int
        How many of the nearest training rows are named.

    Returns
    -------
    explanations : list of Explanation
        One for each row.

    Raises
    ------
    ConfigError
        If there is no such row, or `n_examples` is negative.
    DataError, RankingError
        If data do not fit the model.

    References
    ----------
    A. Palczewska, J. Palczewski, R. Marchese Robinson, D. Neagu (2014): Interpreting random forest
    classification models using a feature contribution method. In: Integration of Reusable Systems.

    Examples
    --------
    >>> from lrf import LabelRankingTree, explain
    >>> X, Y = [[1.0, 0], [2.0, 0], [6.0, 0]], [[1, 2], [1, 2], [2, 1]]
    >>> model = LabelRankingTree().fit(X, Y)
    >>> (why,) = explain(model, [[7.0, 0]])
    >>> why.order, [why.features[j] for j in why.decisive()]
    ('1>0', ['x0'])
    """
    from sklearn.utils import _safe_indexing
    from sklearn.utils.validation import check_is_fitted

    check_is_fitted(model)
    if n_examples < 0:
        raise ConfigError(f"n_examples is at least 0, not {n_examples}")
    n_rows = len(check_features(model, X, training=False))
    chosen = list(range(n_rows)) if rows is None else [_checked(row, n_rows) for row in rows]
    if not chosen:
        return []
    few = _safe_indexing(X, chosen)
    truth = None if Y is None else check_comparison(Y, n_rows, model.labels_, X)[chosen]
    neighbours = Neighbours(model, few, training, n_examples)
    return [
        _one(model, i, row, found, truth, neighbours)
        for i, (row, found) in enumerate(zip(chosen, _answers(model, few), strict=True))
    ]


def _checked(row: int, n_rows: int) -> int:
    if not 0 <= row < n_rows:
        known = f"rows 0 to {n_rows - 1}" if n_rows > 1 else "only row 0"
        raise ConfigError(f"there is no row {row}; the data has {known}")
    return row


def _answers(model: Any, X: Any) -> list[dict[str, Any]]:
    """Return for each row all that the model knows."""
    features = check_features(model, X, training=False)
    parts = parts_of(model.forest_, features, model.calibration_)
    predicted, chances = np.asarray(model.predict(X)), model.predict_pairwise(X)
    places = model.predict_position_proba(X)
    words = values_in_words(model, features)
    return [
        {
            "values": words[i],
            "positions": predicted[i],
            "expected": parts.place_base + parts.moves[i].sum(axis=0),
            "base": parts.place_base,
            "moves": parts.moves[i],
            "pairwise": chances[i],
            "places": places[i],
            "decisions": _decisions(predicted[i], parts.pair_base, parts.pair_changes[i]),
        }
        for i in range(len(features))
    ]


def _decisions(positions: Array, base: Array, changes: Array) -> tuple[Decision, ...]:
    """Return why each label stands before its neighbour; ties are left out."""
    first, second = label_pairs(len(positions))
    order = np.argsort(positions, kind="stable").tolist()
    found = []
    for a, b in pairwise(order):
        if positions[a] == positions[b]:
            continue
        at = int(np.flatnonzero((first == min(a, b)) & (second == max(a, b)))[0])
        start, steps = base[at], changes[:, at]
        if a > b:  # the table knows the other label's chance
            start, steps = 1.0 - start, -steps
        found.append(Decision(a, b, float(start + steps.sum()), float(start), steps))
    return tuple(found)


def _one(
    model: Any,
    i: int,
    row: int,
    found: dict[str, Any],
    truth: Array | None,
    neighbours: Neighbours,
) -> Explanation:
    is_known = truth is not None and not np.isnan(truth[i]).all()
    return Explanation(
        name=f"row {row}",
        labels=tuple(str(label) for label in model.labels_),
        features=tuple(feature_names(model)),
        order=to_orders(found["positions"][np.newaxis], model.labels_)[0],
        examples=neighbours.of(i),
        truth=to_orders(truth[[i]], model.labels_)[0] if truth is not None and is_known else None,
        tau=float(kendall_tau(found["positions"][np.newaxis], truth[[i]])[0])
        if truth is not None and is_known
        else None,
        share=1.0 if model.forest_.blend is None else float(model.forest_.blend.trees),
        **found,
    )
