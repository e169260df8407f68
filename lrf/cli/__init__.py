"""The `lrf` command: options to calls, results to text.

Each command imports what it needs when it runs, so that asking for help costs next to nothing.
"""

from __future__ import annotations

from lrf.cli.app import app, main

__all__ = ["app", "main"]
