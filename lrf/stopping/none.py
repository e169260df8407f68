"""No stopping rule: trees grow until a node is pure, or other limits end them."""

from __future__ import annotations

from typing import Any

from lrf.plugin import StoppingRule, accept, hookimpl


@accept
def always(split: float, whole: Any, left: Any, right: Any) -> bool:
    """Accept every cut."""
    return True


@hookimpl
def lrf_stopping_rules() -> list[StoppingRule]:
    """Offer to accept every cut."""
    return [
        StoppingRule(
            name="none",
            summary="accept every cut: grow until the nodes are pure",
            accept=always,
        )
    ]
