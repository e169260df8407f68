"""Which trees of a forest draw their rows with replacement, and what leaves these trees have.

Where rankings are incomplete, a leaf of a few rows knows few pairs of labels, and what it knows may
be noise. Bootstrap samples differ more from each other than samples of nine tenths do, so that a
forest of them averages more; but each of its trees sees three rows in five, which costs where
rankings hold no noise. So forests of incomplete rankings have trees of both kinds, which err
differently.
"""

from __future__ import annotations

import attrs

from lrf.config import AUTO, MIXED, Bootstrap, ModelConfig
from lrf.plan import Plan

__all__ = ["is_bootstrapped", "plan_of_tree", "settled"]


def settled(config: ModelConfig, is_incomplete: bool) -> ModelConfig:
    """Return a configuration that says how rows are drawn, where that was left to the rankings.

    Parameters
    ----------
    config : ModelConfig
        What was asked for.
    is_incomplete : bool
        Whether some of the rankings to learn from leave out labels.
    """
    if config.bootstrap != AUTO:
        return config
    how: Bootstrap = "mixed" if is_incomplete else False
    return attrs.evolve(config, bootstrap=how)


def is_bootstrapped(bootstrap: Bootstrap, tree: int) -> bool:
    """Whether a tree draws its rows with replacement; in a mixed forest, every other one does.

    Parameters
    ----------
    bootstrap : bool or "mixed"
        What the configuration says, once it is settled.
    tree : int
        The number of the tree, from 0.
    """
    return tree % 2 == 1 if bootstrap == MIXED else bool(bootstrap)


def plan_of_tree(plan: Plan, tree: int) -> Plan:
    """Return the plan that one tree is grown by.

    The trees of a mixed forest that draw with replacement have leaves half as large: their samples
    hold not much more than half of the different rows. Where others get nine tenths of the rows,
    they draw as many as there are, and of smaller shares a ninth more, too.

    Parameters
    ----------
    plan : Plan
        The plan of the forest, settled.
    tree : int
        The number of the tree, from 0.
    """
    config = plan.config
    if config.bootstrap != MIXED:
        return plan
    config = attrs.evolve(config, bootstrap=is_bootstrapped(config.bootstrap, tree))
    if config.bootstrap:
        smallest, share = max(1, config.min_samples_leaf // 2), config.max_samples
        share = min(1.0, share / 0.9) if isinstance(share, float) else share
        config = attrs.evolve(config, min_samples_leaf=smallest, max_samples=share)
    return attrs.evolve(plan, config=config)
