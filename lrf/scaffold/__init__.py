"""A package for a component of one's own, complete at once: what new-plugin writes."""

from lrf.scaffold.names import KINDS, Names, choose_names
from lrf.scaffold.writing import write_package

__all__ = ["KINDS", "Names", "choose_names", "write_package"]
