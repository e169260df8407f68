"""More trees onto a fitted forest, as if all of them had been grown at once.

Each tree has a seed of its own, which follows from the first one and the tree's number, and rows
that are drawn from nothing else. So the trees that are missing can be grown at any time, from the
same data and by the same rules. How trees vote is not laid down by growing them: it may change,
and the election and the mixture are chosen anew by all trees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import attrs
import numpy as np

from lrf.bagging import settled
from lrf.config import ModelConfig
from lrf.errors import ConfigError, DataError
from lrf.estimators.samples import Bags, Samples

__all__ = ["Earlier", "earlier_fit", "unchanged_on_error"]

#: What may differ from the trees that are there: how many they are, and how they vote.
FREE = ("n_estimators", "leaf", "aggregator", "voting", "blend")

OTHER_DATA = (
    "with warm_start, trees are added to the forest that was fitted before, which takes the same "
    "data in the same order; fit with warm_start=False to grow all trees anew"
)


@contextmanager
def unchanged_on_error(estimator: Any) -> Iterator[None]:
    """Put all attributes of an estimator back if fitting it fails or is interrupted."""
    before = vars(estimator).copy()
    try:
        yield
    except BaseException:
        vars(estimator).clear()
        vars(estimator).update(before)
        raise


@attrs.frozen(eq=False)
class Earlier:
    """A forest as it was fitted before.

    Parameters
    ----------
    forest : Forest
        Its trees.
    config : ModelConfig
        What they were grown by.
    bags : Bags
        How their rows were drawn, and from what data.
    tables : dict of str to object
        The columns and labels that they know.
    """

    forest: Any
    config: ModelConfig
    bags: Bags
    tables: dict[str, Any]

    def check(self, config: ModelConfig, run: Mapping[str, Any]) -> None:
        """Refuse settings by which other trees would have grown.

        Parameters
        ----------
        config : ModelConfig
            What the forest is configured to be now.
        run : mapping
            How the fit is run.

        Raises
        ------
        ConfigError
            About the first one.
        """
        if run["tune"] is not None:
            raise ConfigError(
                f"tune: how trees are grown would be chosen anew by so many of them, so that "
                f"warm_start cannot add any; set tune=None and what was chosen, which is "
                f"{_chosen(self.config)}"
            )
        # What is left to the rankings is what the same rankings led to.
        config = settled(config, bool(np.isnan(self.forest.rankings).any()))
        for key in attrs.fields_dict(ModelConfig):
            new, old = getattr(config, key), getattr(self.config, key)
            if key not in FREE and new != old:
                raise ConfigError(
                    f"{key}: {_shown(new)}, but the trees that are there were grown with "
                    f"{_shown(old)}; warm_start adds trees of the same kind: set it back, or fit "
                    f"with warm_start=False"
                )
        seed = run["random_state"]
        if isinstance(seed, int | np.integer) and seed != self.bags.seed:
            raise ConfigError(
                f"random_state: {seed}, but the trees that are there were grown with "
                f"{self.bags.seed}; warm_start adds trees of the same seed: set it back, or to "
                f"None, or fit with warm_start=False"
            )
        if config.n_estimators < self.forest.n_trees:
            raise ConfigError(
                f"n_estimators: {config.n_estimators}, but there are {self.forest.n_trees} trees "
                f"already, and warm_start takes none away; ask for at least as many, or fit with "
                f"warm_start=False"
            )

    def check_samples(self, model: Any, samples: Samples) -> None:
        """Refuse other samples than those of the trees that are there.

        Raises
        ------
        DataError
            If rows, columns or labels differ.
        """
        from lrf.rankings import distinct_rankings

        n_before = int(self.bags.mark.partition("-")[0])
        if len(samples.used) != n_before:
            raise DataError(
                f"X has {len(samples.used)} rows, but the forest was fitted to {n_before}; "
                f"{OTHER_DATA}"
            )
        for name, table in known_tables(model, samples.labels).items():
            if table != self.tables[name]:
                raise DataError(f"{name} differ from those of the fit before; {OTHER_DATA}")
        rankings = distinct_rankings(samples.positions[samples.used])[0]
        same = np.array_equal(rankings, self.forest.rankings, equal_nan=True)
        if samples.mark() != self.bags.mark or not same:
            raise DataError(
                f"X, Y or sample_weight differ from those of the fit before; {OTHER_DATA}"
            )


def known_tables(model: Any, labels: Any) -> dict[str, Any]:
    """Return what a model knows of columns and labels, to be compared."""
    names = getattr(model, "feature_names_in_", None)
    return {
        "the columns of X": (model.n_features_in_, None if names is None else list(names)),
        "the categories of X": model.categories_,
        "the labels of Y": [str(label) for label in labels],
    }


def earlier_fit(model: Any, run: Mapping[str, Any]) -> Earlier | None:
    """Return the fit that is to be gone on with; None if trees are to be grown from the first.

    Parameters
    ----------
    model : LabelRanker
        Fitted or not.
    run : mapping
        How the fit is run.

    Raises
    ------
    DataError
        If the model comes from a file that does not say how rows were drawn.
    """
    if not run["warm_start"] or not hasattr(model, "forest_"):
        return None
    if model.bags_ is None:
        raise DataError(
            "warm_start: the model does not say how rows were drawn, as its file was written by an "
            "earlier version, or its data were not in one place; fit with warm_start=False"
        )
    tables = known_tables(model, model.labels_)
    return Earlier(model.forest_, model.config_, model.bags_, tables)


def _chosen(config: ModelConfig) -> str:
    """Return the settings of the trees in words."""
    from lrf.estimators.tuned import VARIED

    return ", ".join(f"{key}={_shown(getattr(config, key))}" for key in VARIED)


def _shown(value: Any) -> str:
    from lrf.config import Choice, to_plain

    return repr(to_plain(value) if isinstance(value, Choice) else value)
