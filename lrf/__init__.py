"""Label ranking trees and forests from pluggable parts, at native speed.

The public names are imported when they are first used, so that ``import lrf`` and the command
line's help cost next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lrf import datasets, metrics
    from lrf.consensus import aggregate
    from lrf.data import load_dataset, read_data
    from lrf.estimators import LabelRankingForest, LabelRankingTree, RankingDiscretizer
    from lrf.explanation import explain
    from lrf.export import export_dot, export_html, export_svg, export_text
    from lrf.modelfile import load
    from lrf.onnx import export_onnx, onnx_inputs
    from lrf.plots import plot_tree
    from lrf.rankings import from_long, from_orders, from_scores, to_orders
    from lrf.study import evaluate

__version__ = "0.1.0"

_HOME = {
    "LabelRankingForest": "lrf.estimators",
    "LabelRankingTree": "lrf.estimators",
    "RankingDiscretizer": "lrf.estimators",
    "aggregate": "lrf.consensus",
    "evaluate": "lrf.study",
    "explain": "lrf.explanation",
    "export_dot": "lrf.export",
    "export_html": "lrf.export",
    "export_onnx": "lrf.onnx",
    "export_svg": "lrf.export",
    "export_text": "lrf.export",
    "from_long": "lrf.rankings",
    "from_orders": "lrf.rankings",
    "from_scores": "lrf.rankings",
    "load": "lrf.modelfile",
    "load_dataset": "lrf.data",
    "onnx_inputs": "lrf.onnx",
    "plot_tree": "lrf.plots",
    "read_data": "lrf.data",
    "to_orders": "lrf.rankings",
}

# Modules that are at hand after ``import lrf``.
_MODULES = ("datasets", "metrics")

__all__ = [
    "LabelRankingForest",
    "LabelRankingTree",
    "RankingDiscretizer",
    "__version__",
    "aggregate",
    "datasets",
    "evaluate",
    "explain",
    "export_dot",
    "export_html",
    "export_onnx",
    "export_svg",
    "export_text",
    "from_long",
    "from_orders",
    "from_scores",
    "load",
    "load_dataset",
    "metrics",
    "onnx_inputs",
    "plot_tree",
    "read_data",
    "to_orders",
]


if not TYPE_CHECKING:  # or a type checker would believe in every name

    def __getattr__(name: str) -> Any:
        if name in _MODULES:
            return import_module(f"lrf.{name}")
        home = _HOME.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(home), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
