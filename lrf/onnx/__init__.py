"""Models as ONNX graphs, which predict without lrf and without Python."""

from __future__ import annotations

from lrf.onnx.inputs import onnx_inputs
from lrf.onnx.model import export_onnx

__all__ = ["export_onnx", "onnx_inputs"]
