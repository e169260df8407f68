"""What a blended forest mixes: the shares of its parts, and how the mixture is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import numpy as np

from lrf.components import Array
from lrf.linear import LinearModel
from lrf.logistic import ChanceModel, PairModel

__all__ = ["PREFIX", "Blend"]

#: How the names of the arrays of a blend begin in a model file.
PREFIX = "blend_"


@attrs.frozen(eq=False)
class Blend:
    """A forest's vote, pulled towards the constant one, and a linear model beside it.

    Parameters
    ----------
    constant : ndarray of float64, shape (width,)
        The mean of the training rankings, as the aggregator's statistic.
    trees, ridge : float
        The shares of the trees and of the linear model. The constant has what is left.
    linear : LinearModel, PairModel, ChanceModel or None
        The linear model; None if it has no share.
    pairs : Blend or None
        The same mixture of the chances of pairs, where the aggregator sums up something else.
    """

    constant: Array
    trees: float
    ridge: float
    linear: LinearModel | PairModel | ChanceModel | None
    pairs: Blend | None = None

    def mix(
        self,
        means: Array,
        X: Array,
        linear: Array | None = None,
        constant: Array | None = None,
    ) -> Array:
        """Return the mixture for some rows.

        Parameters
        ----------
        means : ndarray of float64, shape (n_rows, width)
            What the trees say, on average.
        X : ndarray of float64, shape (n_rows, n_features)
            The rows.
        linear : ndarray of float64, shape (n_rows, width), optional
            What the linear model says, if it is not to be asked.
        constant : ndarray of float64, shape (n_rows, width), optional
            The constant vote on each row, if it is not the same for all.
        """
        constant = self.constant if constant is None else constant
        mixed = constant + self.trees * (means - constant)
        if self.linear is not None:
            said = self.linear.predict(X) if linear is None else linear
            mixed += self.ridge * (said - constant)
        return mixed

    def to_arrays(self) -> dict[str, Array]:
        """Return arrays that say all about the blend, by name."""
        arrays = {
            PREFIX + "constant": self.constant,
            PREFIX + "shares": np.array([self.trees, self.ridge]),
        }
        columns = self.linear
        if isinstance(columns, PairModel):
            arrays |= {PREFIX + "spread": columns.spread, PREFIX + "offset": columns.offset}
            columns = columns.odds
        if columns is not None:
            fields = attrs.fields(LinearModel)
            arrays |= {PREFIX + field.name: getattr(columns, field.name) for field in fields}
        if self.pairs is not None:
            arrays[PREFIX + "pair_constant"] = self.pairs.constant
            if isinstance(self.pairs.linear, LinearModel):
                arrays[PREFIX + "pair_slope"] = self.pairs.linear.slope
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any]) -> Blend | None:
        """Put a blend together from what `to_arrays` returned; None if there was none."""
        if PREFIX + "constant" not in arrays:
            return None
        trees, ridge = (float(share) for share in arrays[PREFIX + "shares"])
        linear: LinearModel | PairModel | None = None
        if PREFIX + "slope" in arrays:
            fields = attrs.fields(LinearModel)
            linear = LinearModel(**{field.name: arrays[PREFIX + field.name] for field in fields})
            if PREFIX + "spread" in arrays:
                linear = PairModel(linear, arrays[PREFIX + "spread"], arrays[PREFIX + "offset"])
        blend = cls(arrays[PREFIX + "constant"], trees, ridge, linear)
        if PREFIX + "pair_constant" not in arrays:
            return blend
        slope = arrays.get(PREFIX + "pair_slope")
        return blend.with_pairs(arrays[PREFIX + "pair_constant"], slope)

    def with_pairs(self, constant: Array, slope: Array | None) -> Blend:
        """Return the blend that knows the same mixture of the chances of pairs.

        Parameters
        ----------
        constant : ndarray of float64, shape (n_pairs,)
            The share of the training rankings with the first label of each pair before the second.
        slope : ndarray of float64, shape (n_columns, n_pairs), or None
            What a unit of each column of a ridge regression adds, if there is one.
        """
        linear: LinearModel | ChanceModel | None = None
        if isinstance(self.linear, PairModel):
            linear = ChanceModel(self.linear.odds)
        elif isinstance(self.linear, LinearModel) and slope is not None:
            linear = attrs.evolve(self.linear, slope=slope, intercept=constant)
        pairs = Blend(constant, self.trees, self.ridge, linear)
        return attrs.evolve(self, pairs=pairs)
