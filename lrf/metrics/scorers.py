"""Measures as scorers for scikit-learn's ``cross_validate`` and ``GridSearchCV``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

import attrs
import numpy as np

from lrf.errors import RankingError
from lrf.metrics.averages import mean_of_rows
from lrf.metrics.known_scores import KnownScores
from lrf.metrics.measures import Measure, find_measure
from lrf.metrics.tables import check_labels
from lrf.rankings import from_scores, label_names
from lrf.rankings.frames import as_named

__all__ = ["Scorer", "make_scorer"]


def make_scorer(
    metric: str | Callable[..., Any],
    scores: Any = None,
    *,
    loss: bool | None = None,
    higher_is_better: bool = True,
    **options: Any,
) -> Scorer:
    """Make a scorer for scikit-learn's model selection, of which higher is always better.

    Rankings may be incomplete and tied, in the training rows and in the tested ones: a scorer never
    returns NaN. Rows without any score are left out of the mean; measures of agreement are 0 where
    the truth ranks fewer than two labels.

    Parameters
    ----------
    metric : str or callable
        One of `metric_names`, or ``function(truth, predicted, **options)`` that returns one number
        per row (NaN: nothing to compare) or a single number.
    scores : array-like or table of shape (n, k), optional
        What was measured, for **all** samples: the truth to compare with. The tested rows are
        looked up by the index of Y (or of X), and columns by the names of the labels, so pass
        DataFrames with the same index. Measures of agreement, such as "kendall_tau", compare with
        the rankings that follow from the scores. Default: the truth is Y, whose positions count as
        costs in measures of scores: the regret is in places then.
    loss : bool, optional
        Whether less is better; the scorer then returns minus the measure. Default: what is known
        of the named measures (only "regret" is a loss); False for a function.
    higher_is_better : bool
        Whether higher **scores** are better; False for costs, errors, runtimes.
    **options
        For the metric, such as ``picks=3``.

    Returns
    -------
    Scorer
        Called as ``scorer(model, X, Y)``.

    Raises
    ------
    RankingError
        If there is no such metric, or `scores` is no table of numbers.

    Examples
    --------
    >>> make_scorer("top_k_hit", k=3)
    make_scorer('top_k_hit', k=3)
    """
    known = None if scores is None else KnownScores.of(scores)
    name = metric if isinstance(metric, str) else getattr(metric, "__name__", repr(metric))
    return Scorer(name, find_measure(metric, loss), known, higher_is_better, options)


@attrs.frozen(eq=False, repr=False)
class Scorer:
    """A measure that scikit-learn can call; made by `make_scorer`.

    With scikit-learn's metadata routing, it takes ``sample_weight`` and ``scores`` (one row for
    each row of X) through ``cross_validate(..., params=...)`` after
    ``scorer.set_score_request(sample_weight=True)``.
    """

    name: str
    measure: Measure
    known: KnownScores | None
    higher_is_better: bool
    options: Mapping[str, Any]
    requests: Mapping[str, bool | str | None] = attrs.field(factory=dict)

    def __call__(
        self, estimator: Any, X: Any, Y: Any, sample_weight: Any = None, scores: Any = None
    ) -> float:
        """Return how good an estimator's predictions are; higher is better.

        Parameters
        ----------
        estimator : object
            Fitted, with a method `predict`.
        X : array-like of shape (n, n_features)
            Features.
        Y : array-like or DataFrame of shape (n, k)
            True positions; NaN: not ranked.
        sample_weight : array-like of shape (n,), optional
            How much each row counts.
        scores : array-like of shape (n, k), optional
            What was measured for these rows, instead of the scores of `make_scorer`.

        Raises
        ------
        RankingError
            If scores are not found, tables do not fit, or there is nothing to compare.
        """
        predicted = np.asarray(estimator.predict(X))
        labels = _labels(estimator, Y)
        known = self.known if scores is None else KnownScores.of(scores)
        if known is None:
            truth, options = Y, self.measure.for_positions
        elif self.measure.takes_scores:
            truth = known.of_rows(X, Y, labels)
            options = {} if self.higher_is_better else {"higher_is_better": False}
        else:
            truth, options = from_scores(known.of_rows(X, Y, labels), self.higher_is_better), {}
        value = self.measure.function(truth, predicted, **{**options, **self.options})
        mean = _mean(value, sample_weight)
        return 0.0 - mean if self.measure.loss else mean

    def set_score_request(self, **requests: bool | str | None) -> Self:
        """Say which metadata scikit-learn should hand over when it routes any.

        Parameters
        ----------
        **requests
            ``sample_weight=True`` or ``scores=True``, or the name under which they are passed.
        """
        unknown = set(requests) - {"sample_weight", "scores"}
        if unknown:
            raise TypeError(f"a scorer takes sample_weight and scores, not {min(unknown)}")
        return attrs.evolve(self, requests={**self.requests, **requests})

    def get_metadata_routing(self) -> Any:
        """Return what `set_score_request` asked for, as scikit-learn wants it."""
        from sklearn.utils.metadata_routing import MetadataRequest

        routing = MetadataRequest(owner=self)
        for name in ("sample_weight", "scores"):
            routing.score.add_request(param=name, alias=self.requests.get(name))
        return routing

    def __repr__(self) -> str:
        words = [repr(self.name)]
        if self.known is not None:
            words.append(f"scores of {len(self.known.values)} rows")
        if not self.higher_is_better:
            words.append("higher_is_better=False")
        words += [f"{name}={value!r}" for name, value in self.options.items()]
        return f"make_scorer({', '.join(words)})"


def _labels(estimator: Any, Y: Any) -> tuple[str, ...]:
    """Return what the columns of predictions are called."""
    names = label_names(as_named(Y))
    labels = getattr(estimator, "labels_", None)  # of a clustering, this would be something else
    if labels is not None and np.shape(labels) == (len(names),):
        learnt = tuple(map(str, labels))
        check_labels(names, learnt, ("Y", "the model"))
        return learnt
    return names


def _mean(value: Any, sample_weight: Any) -> float:
    if np.ndim(value) == 1:
        return mean_of_rows(value, sample_weight)
    if sample_weight is not None:
        raise RankingError(
            "the metric returns a single number, which leaves nothing to weight; return one number "
            "for each row"
        )
    return float(value)
