"""How expected places depend on one or two features, as curves or as a map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lrf.components import Array
from lrf.errors import ConfigError
from lrf.export.colours import label_colours
from lrf.export.words import fitted
from lrf.inspection import PartialDependence
from lrf.plots.canvas import axes_for, tidy

__all__ = ["plot_partial_dependence"]


def plot_partial_dependence(
    dependence: PartialDependence, label: str | None = None, ax: Any = None, **options: Any
) -> Any:
    """Plot where labels are expected, against the value of one feature or of two.

    Parameters
    ----------
    dependence : PartialDependence
        What `lrf.inspection.partial_dependence` found out. Of one feature, a curve for each label
        is drawn; what is expected where the feature is missing is a point at the right. Of two
        features, a map is drawn for one label.
    label : str, optional
        The label of the map; for curves, the only label that is drawn.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default on a new figure.
    **options
        For ``ax.plot`` or ``ax.imshow``.

    Returns
    -------
    ax : matplotlib.axes.Axes

    Raises
    ------
    ConfigError
        If matplotlib is not installed, there is no such label, or a map is of none.
    """
    if label is not None and label not in dependence.labels:
        raise ConfigError(f"no label {label!r}; there are {', '.join(dependence.labels)}")
    if len(dependence.names) == 1:
        return _curves(dependence, label, axes_for(ax, (5.6, 3.8)), options)
    if label is None:
        raise ConfigError("two features make a map of one label; say which one by label=")
    return _map(dependence, label, axes_for(ax, (5.4, 4.2)), options)


def _curves(found: PartialDependence, label: str | None, ax: Any, options: dict[str, Any]) -> Any:
    (values,) = found.grids
    shown, is_missing = _places(values)
    style = {"linewidth": 1.8, "marker": "o" if _are_words(values) else None, **options}
    for j, colour in enumerate(label_colours(len(found.labels))):
        if label not in (None, found.labels[j]):
            continue
        places = found.positions[:, j]
        name = fitted(found.labels[j], 20).replace("$", r"\$")
        drawn = {"color": colour, "label": name, **style}
        (line,) = ax.plot(shown[~is_missing], places[~is_missing], **drawn)
        ax.plot(shown[is_missing], places[is_missing], "o", color=line.get_color())
    _name_values(ax.xaxis, values, shown, is_missing)
    tidy(ax, fitted(found.names[0], 40).replace("$", r"\$"), "expected place")
    ax.invert_yaxis()
    ax.legend(frameon=False, fontsize="small")
    return ax


def _map(found: PartialDependence, label: str, ax: Any, options: dict[str, Any]) -> Any:
    places = found.positions[:, :, found.labels.index(label)]
    style = {"cmap": "viridis_r", "origin": "lower", "aspect": "auto", **options}
    image = ax.imshow(places.T, **style)
    for axis, values in zip((ax.xaxis, ax.yaxis), found.grids, strict=True):
        some = np.unique(np.linspace(0, len(values) - 1, min(len(values), 6)).astype(int))
        axis.set_ticks(some, [_called(values[i]) for i in some])
    bar = ax.figure.colorbar(image, ax=ax, label="expected place")
    bar.ax.invert_yaxis()
    names = [fitted(name, 40).replace("$", r"\$") for name in found.names]
    ax.set(xlabel=names[0], ylabel=names[1], title=fitted(label, 30).replace("$", r"\$"))
    return ax


def _are_words(values: Sequence[Any]) -> bool:
    return any(isinstance(value, str) or value is None for value in values)


def _places(values: Sequence[Any]) -> tuple[Array, Array]:
    """Return where values are drawn, and which of them stands for missing ones."""
    if _are_words(values):
        return np.arange(float(len(values))), np.array([value is None for value in values])
    numbers = np.asarray(values, dtype=np.float64)
    is_missing = np.isnan(numbers)
    known = numbers[~is_missing]
    wide = float(np.ptp(known)) if len(known) else 0.0
    return np.where(is_missing, known.max(initial=0.0) + 0.1 * (wide or 1.0), numbers), is_missing


def _name_values(axis: Any, values: Sequence[Any], shown: Array, is_missing: Array) -> None:
    """Write words at their places, and what stands for missing numbers beside the numbers."""
    if _are_words(values):
        axis.set_ticks(shown, [_called(value) for value in values])
    elif is_missing.any():
        low, high = shown[~is_missing].min(), shown[~is_missing].max()
        ticks = [tick for tick in axis.get_ticklocs() if low <= tick <= high]
        names = [f"{tick:g}" for tick in ticks]
        axis.set_ticks([*ticks, shown[is_missing][0]], [*names, "missing"])


def _called(value: Any) -> str:
    if value is None or (isinstance(value, float) and np.isnan(value)):
        return "missing"
    if isinstance(value, str):
        return fitted(value, 12).replace("$", r"\$") or "''"
    return f"{value:.3g}"
