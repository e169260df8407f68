"""How expected places depend on one feature, as curves."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.components import Array
from lrf.errors import ConfigError, DataError
from lrf.estimators.features import check_features
from lrf.export import feature_names
from lrf.export.colours import label_colours
from lrf.export.words import fitted
from lrf.insight.probabilities import mean_places
from lrf.plots.canvas import axes_for, tidy

__all__ = ["plot_partial_dependence"]

#: So many rows are averaged over; others are left out, evenly.
_MOST_ROWS = 500


def plot_partial_dependence(
    model: Any, X: Any, feature: int | str, n_points: int = 40, ax: Any = None, **options: Any
) -> Any:
    """Plot where labels are expected to stand, against the value of one feature.

    All rows are given one value of the feature after the other, everything else staying as it is,
    and the expected places of each label are averaged over the rows.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    X : array-like or DataFrame of shape (n_rows, n_features)
        Rows to average over, such as those of the training; of more than 500, only as many.
    feature : int or str
        The feature: its number, or its name.
    n_points : int
        At how many values of a number the curve is known, which are quantiles of it. A nominal
        feature is shown at each of its categories.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default on a new figure.
    **options
        For ``ax.plot``.

    Returns
    -------
    ax : matplotlib.axes.Axes

    Raises
    ------
    ConfigError
        If matplotlib is not installed, or there is no such feature.
    DataError
        If the rows do not fit the model, or all miss the feature.

    References
    ----------
    J. H. Friedman (2001): Greedy function approximation: a gradient boosting machine. Annals of
    Statistics 29 (5).
    """
    ax = axes_for(ax, (5.6, 3.8))
    features = check_features(model, X, training=False)
    names = feature_names(model)
    j = _number_of(feature, names)
    features = features[:: -(-len(features) // _MOST_ROWS)]
    categories = model.categories_.get(j)
    values = _values(features[:, j], categories, n_points, names[j])
    places = np.array([_expected(model, features, j, value) for value in values])
    shown = values if categories is None else np.arange(len(values))
    style = {"linewidth": 1.8, "marker": None if categories is None else "o", **options}
    for label, colour in enumerate(label_colours(model.n_labels_)):
        name = fitted(str(model.labels_[label]), 20).replace("$", r"\$")
        ax.plot(shown, places[:, label], **{"color": colour, "label": name, **style})
    if categories is not None:
        words = ["missing" if categories[int(v)] is None else categories[int(v)] for v in values]
        ax.set_xticks(shown, [fitted(str(word), 12).replace("$", r"\$") for word in words])
    tidy(ax, fitted(names[j], 40).replace("$", r"\$"), "expected place")
    ax.invert_yaxis()
    ax.legend(frameon=False, fontsize="small")
    return ax


def _number_of(feature: int | str, names: list[str]) -> int:
    if isinstance(feature, str):
        if feature not in names:
            raise ConfigError(f"there is no feature {feature!r}; there are {', '.join(names)}")
        return names.index(feature)
    if not 0 <= feature < len(names):
        raise ConfigError(f"there is no feature {feature}; there are 0 to {len(names) - 1}")
    return int(feature)


def _values(column: Array, categories: Any, n_points: int, name: str) -> Array:
    """Return the values at which the places are asked for."""
    if categories is not None:
        return np.arange(float(len(categories)))
    known = column[~np.isnan(column)]
    if not known.size:
        raise DataError(f"X: all rows miss the feature {name!r}")
    return np.unique(np.quantile(known, np.linspace(0, 1, n_points)))


def _expected(model: Any, features: Array, j: int, value: float) -> Array:
    changed = features.copy()
    changed[:, j] = value
    return np.asarray(mean_places(model.forest_, changed).mean(axis=0))
