"""A graph of ONNX as it is built: nodes, constants, and names for what lies between them."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.components import Array
from lrf.errors import ConfigError

__all__ = ["Graph", "import_onnx"]


def import_onnx() -> Any:
    """Return the package onnx.

    Raises
    ------
    ConfigError
        If it is not installed.
    """
    try:
        import onnx
    except ImportError as error:
        raise ConfigError(
            "exporting to ONNX needs the package onnx: pip install 'lrf[onnx]'"
        ) from error
    return onnx


class Graph:
    """Nodes and constants; each result has a name of its own."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self.inputs: list[Any] = []
        self._helper = import_onnx().helper
        self._numpy_helper = import_onnx().numpy_helper

    def add(self, kind: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        """Add a node with one result, and return the result's name."""
        name = f"{kind.lower()}_{len(self.nodes)}"
        node = self._helper.make_node(kind, list(inputs), [name], domain=domain, **attributes)
        self.nodes.append(node)
        return name

    def second(self) -> str:
        """Give the last node a result before the one that it has, and return the latter's name."""
        node = self.nodes[-1]
        name = node.output[0]
        del node.output[:]
        node.output.extend([name, f"{name}_too"])
        return f"{name}_too"

    def constant(self, value: Any, dtype: Any = np.float64) -> str:
        """Add a constant and return its name."""
        array: Array = np.asarray(value, dtype=dtype)
        name = f"constant_{len(self.constants)}"
        self.constants.append(self._numpy_helper.from_array(array, name))
        return name

    def cast(self, name: str, to: str = "DOUBLE") -> str:
        """Add a conversion to another type of numbers."""
        return self.add("Cast", name, to=getattr(import_onnx().TensorProto, to))

    def sum(self, name: str, axis: int, keepdims: bool = False) -> str:
        """Add a sum over an axis."""
        axes = self.constant([axis], np.int64)
        return self.add("ReduceSum", name, axes, keepdims=int(keepdims))

    def axis(self, name: str, axis: int) -> str:
        """Add an axis of length 1."""
        return self.add("Unsqueeze", name, self.constant([axis], np.int64))
