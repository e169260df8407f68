"""Models in files: one zip of plain arrays and JSON, in which nothing can be executed."""

from lrf.modelfile.read import load
from lrf.modelfile.write import save

__all__ = ["load", "save"]
