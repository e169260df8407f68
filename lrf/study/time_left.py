"""How long a study still takes, learnt from the folds that are done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from math import log2

from lrf.components import Dataset

__all__ = ["Costs", "size_of"]


def size_of(dataset: Dataset) -> float:
    """Return what the time for a data set roughly grows with: rows to be sorted, times columns."""
    n_samples, n_features = dataset.X.shape
    return float(n_samples * log2(n_samples + 1) * max(n_features, 1))


class Costs:
    """Seconds of folds that were seen, and of others that are guessed from them.

    A fold of the same model on the same data set takes about as long; on another data set, about
    as much longer as that is larger.

    Parameters
    ----------
    sizes : mapping of str to float
        The size of each data set.
    """

    def __init__(self, sizes: Mapping[str, float]) -> None:
        self._sizes = sizes
        self._sums: defaultdict[tuple[str, str], float] = defaultdict(float)
        self._counts: defaultdict[tuple[str, str], int] = defaultdict(int)

    def saw(self, data: str, model: str, seconds: float) -> None:
        """Learn how long a fold took."""
        self._sums[data, model] += seconds
        self._counts[data, model] += 1

    def of(self, folds: Mapping[tuple[str, str], int]) -> float | None:
        """Return the seconds that folds take one after the other; None: nothing was seen.

        Parameters
        ----------
        folds : mapping of (data set, model) to int
            How many of each.
        """
        if not self._sums:
            return None
        rates = self._rates()
        usual = sum(rates.values()) / len(rates) if rates else 0.0
        seconds = 0.0
        for (data, model), count in folds.items():
            if (data, model) in self._sums:
                seconds += count * self._sums[data, model] / self._counts[data, model]
            else:
                seconds += count * rates.get(model, usual) * self._sizes.get(data, 0.0)
        return seconds

    def _rates(self) -> dict[str, float]:
        """Return the seconds that each model takes for one unit of size, on its largest data."""
        largest: dict[str, tuple[float, float]] = {}
        for (data, model), total in self._sums.items():
            size = self._sizes.get(data)
            if size is not None and size > largest.get(model, (0.0, 0.0))[0]:
                largest[model] = size, total / self._counts[data, model] / size
        return {model: rate for model, (_, rate) in largest.items()}
