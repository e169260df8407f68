"""All that the trees of a forest are grown from, in one piece that can be sent elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import attrs
import numpy as np

from lrf.bagging import plan_of_tree
from lrf.components import Array
from lrf.drawing import draw_rows
from lrf.joining import PackedTrees, pack_as_grown
from lrf.leaves import smallest
from lrf.plan import Plan, compile_pointers, growth_rules

__all__ = ["Parcel", "log_table"]

_ROUNDING = 1e-9


@attrs.define(eq=False)
class Parcel:
    """What trees are grown from: attributes as codes, rankings as vectors, and weights.

    Pickled, codes take as few bytes as they need, and what follows from the rest takes none.

    Parameters
    ----------
    codes : lrf.engine.codes.Codes
        The attributes.
    training : lrf.engine.records.Training
        What the engine is given.
    weights : ndarray of float64, shape (n_samples,)
        Weights of the samples.
    """

    codes: Any
    training: Any
    weights: Array
    _state: dict[str, Any] | None = attrs.field(default=None, init=False, repr=False)

    def grow(
        self,
        plan: Plan,
        seeds: Sequence[np.random.SeedSequence],
        watched: Callable[[Iterable[Any]], Iterable[Any]] = iter,
    ) -> list[PackedTrees]:
        """Grow the trees of some seeds, in their order.

        Parameters
        ----------
        plan : Plan
            What to grow.
        seeds : sequence of numpy.random.SeedSequence
            One for each tree.
        watched : callable
            Passes trees on one by one.
        """
        grown = self._grow(plan, seeds)
        return pack_as_grown(watched(grown), self.codes, len(self.training.positions))

    def _grow(self, plan: Plan, seeds: Sequence[np.random.SeedSequence]) -> Iterator[Any]:
        from lrf.engine.grow import Grower

        pointers = compile_pointers(plan, self.training.vectors)
        growers: dict[int, Any] = {}  # by the least weight of leaves
        for seed in seeds:
            own, rng = plan_of_tree(plan, seed.spawn_key[-1]), np.random.default_rng(seed)
            smallest = own.config.min_samples_leaf
            if smallest not in growers:
                rules = growth_rules(own, len(self.codes.kinds), self._is_exact())
                growers[smallest] = Grower(self.training, rules, pointers)
            yield growers[smallest].grow(draw_rows(own, self.weights, rng), rng)

    def _is_exact(self) -> bool:
        """Return whether weights are whole numbers, and correlations at most 1."""
        training = self.training
        if training.vectors.dtype != np.float32:
            return False
        return bool((training.squares * training.scale).max(initial=0.0) <= 1.0 + _ROUNDING)

    def __sizeof__(self) -> int:
        """Return the number of bytes, by which Dask knows what moving it would cost."""
        training = self.training
        tables = training.positions, training.vectors, training.squares, training.log_table
        arrays = (*self.codes[:-1], *self.codes.bins, *tables, self.weights)
        return sum(int(getattr(array, "nbytes", 8)) for array in arrays)

    def __getstate__(self) -> dict[str, Any]:
        # The same arrays each time: joblib writes large ones to disk once, however many tasks.
        if self._state is None:
            self._state = self._packed()
        return self._state

    def _packed(self) -> dict[str, Any]:
        codes, training = self.codes, self.training
        return {
            "codes": smallest(codes.codes),
            "values": codes.values,
            "offsets": codes.offsets,
            "kinds": codes.kinds,
            "firsts": codes.bins.firsts,
            "first_offsets": codes.bins.offsets,
            "missing": training.missing,
            "rankings": training.rankings,
            "positions": training.positions,
            "vectors": training.vectors,
            "squares": training.squares,
            "n_positive": training.n_positive,
            "scale": training.scale,
            "weights": self.weights,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        from lrf.engine.binning import number_bins
        from lrf.engine.codes import Codes
        from lrf.engine.records import Training
        from lrf.engine.vectors import aligned

        arrays = {name: _own(value) for name, value in state.items()}
        vectors = aligned(arrays["vectors"].shape, arrays["vectors"].dtype)
        vectors[:] = arrays["vectors"]
        codes = np.ascontiguousarray(arrays["codes"], dtype=np.uint32)
        values, offsets, kinds = (arrays[name] for name in ("values", "offsets", "kinds"))
        firsts = np.split(arrays["firsts"], arrays["first_offsets"][1:-1])
        bins = number_bins(firsts, codes)
        self.codes = Codes(codes, values, offsets, kinds, bins)
        self.training = Training(
            codes,
            kinds,
            arrays["missing"],
            values,
            offsets,
            bins,
            arrays["rankings"],
            arrays["positions"],
            vectors,
            arrays["squares"],
            arrays["n_positive"],
            arrays["scale"],
            log_table(len(arrays["weights"])),
        )
        self.weights = arrays["weights"]
        self._state = None


def _own(value: Any) -> Any:
    """Return an array that can be written to; kernels are compiled for no other kind."""
    if isinstance(value, np.ndarray) and not (type(value) is np.ndarray and value.flags.writeable):
        return np.array(value)
    return value


def log_table(size: int) -> Array:
    """Return x ln x for the whole numbers up to `size`."""
    x = np.arange(size + 1, dtype=np.float64)
    return x * np.log(np.maximum(x, 1.0))
