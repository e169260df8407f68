"""Ballots: a consensus by ranked pairs, and rankings from files in JSON Lines.

The two parts have a module each; their hooks are handed on from here, where lrf looks for them.
"""

from __future__ import annotations

from lrf_ballots.json_lines import lrf_readers
from lrf_ballots.ranked_pairs import lrf_aggregators

__all__ = ["lrf_aggregators", "lrf_readers"]

LRF_API = 1
