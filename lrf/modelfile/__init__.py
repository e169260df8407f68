"""Models in files: plain arrays and JSON in one file, in which nothing can be executed."""

from __future__ import annotations

from lrf.modelfile.read import load
from lrf.modelfile.write import save

__all__ = ["load", "save"]
