"""The laws of correlations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import numpy as np

from lrf.components import Array, Correlation, ParameterValue
from lrf.testing.speed import check_correlation_speed
from lrf.testing.subjects import Subject, as_subject, close, shown
from lrf.testing.tables import incomplete_rankings, strict_rankings, tied_rankings
from lrf.testing.timing import Limit

__all__ = ["check_correlation", "correlations_of"]

Tested: TypeAlias = Subject[Correlation]


def check_correlation(
    correlation: Correlation | str,
    *,
    parameters: Mapping[str, ParameterValue] | None = None,
    neutral: bool = True,
    speed: Limit = False,
) -> None:
    """Hold a correlation to its laws.

    * A ranking and itself have correlation 1 (one that says nothing, since it ties all of its
      labels, may have 0), any two at most 1 and at least -1.
    * The correlation is symmetric, and that of two rankings depends neither on which others there
      are nor on their order.
    * Another order of the labels changes nothing.
    * What `embed` or `matrix` returns is finite and has the right shape, the same when it is
      called again; the rankings are left as they are.

    Parameters
    ----------
    correlation : Correlation or str
        A record, or the name of an installed one. It is tested with ties and with incomplete
        rankings if it says that it is made for them.
    parameters : mapping, optional
        Values that differ from the defaults.
    neutral : bool
        False for a measure that weighs labels differently on purpose: they are not exchanged.
    speed : bool or float
        Whether to measure time as well: one sweep over all cuts, vectors included, must not take
        more than 1.15 times (or the given number of times) that of "kendall" with vectors of the
        same width.

    Raises
    ------
    AssertionError
        If a law is broken; tells which one, and for which rankings.
    """
    subject: Tested = as_subject("correlation", correlation, parameters)
    for rankings in _tables(subject.record):
        matrix = correlations_of(subject, rankings)
        _check_range(subject, rankings, matrix)
        _check_symmetry(subject, rankings, matrix)
        _check_others_do_not_matter(subject, rankings, matrix)
        if neutral:
            _check_labels_are_equal(subject, rankings, matrix)
    if speed:
        check_correlation_speed(subject, speed)


def _tables(record: Correlation) -> Iterator[Array]:
    for n_labels in (2, 3, 4, 6):
        yield strict_rankings(n_labels)
        if record.ties:
            yield tied_rankings(n_labels)
        if record.incomplete:
            yield incomplete_rankings(n_labels)
    yield strict_rankings(4)[:1]


def correlations_of(subject: Tested, rankings: Array) -> Array:
    """Return the correlations of all pairs of rankings, shape (n, n).

    Raises
    ------
    AssertionError
        If the component returns something else, changes its input, or its mind.
    """
    embed, n = subject.record.embed, len(rankings)
    name = "embed" if embed is not None else "matrix"
    answer, again = _ask(subject, rankings), _ask(subject, rankings)
    subject.expect(
        np.array_equal(answer, again, equal_nan=True),
        f"{name} does not return the same when it is called again with the same rankings",
    )
    shapes = [(n, n)] if embed is None else [(n, answer.shape[-1])] if answer.ndim else []
    wanted = f"({n}, {n})" if embed is None else f"({n}, width)"
    subject.expect(
        answer.shape in shapes,
        f"{name} must return an array of shape {wanted} for {n} rankings, not {answer.shape}",
    )
    for row in np.flatnonzero(~np.isfinite(answer).all(axis=1)):
        subject.fail(f"{name} returns {shown(answer[row])} for the ranking {shown(rankings[row])}")
    return answer if embed is None else answer @ answer.T


def _ask(subject: Tested, rankings: Array) -> Array:
    function = subject.record.embed or subject.record.matrix
    assert function is not None
    given = rankings.copy()
    answer = subject.answer(function, given)
    subject.expect(
        np.array_equal(given, rankings, equal_nan=True),
        f"{function.__name__} changes the rankings that it is given",
    )
    return answer


def _check_range(subject: Tested, rankings: Array, matrix: Array) -> None:
    for row in np.flatnonzero(np.abs(np.diag(matrix) - 1) > 1e-9):
        own = matrix[row, row]
        subject.expect(
            _says_nothing(rankings[row]) and abs(own) < 1e-9,
            f"the ranking {shown(rankings[row])} and itself have correlation {own:.6g}, not 1",
        )
    for a, b in np.argwhere(np.abs(matrix) > 1 + 1e-9):
        subject.fail(
            f"the rankings {shown(rankings[a])} and {shown(rankings[b])} have correlation "
            f"{matrix[a, b]:.6g}, which is not from -1 to 1"
        )


def _says_nothing(ranking: Array) -> bool:
    return len(set(ranking[~np.isnan(ranking)].tolist())) < 2


def _check_symmetry(subject: Tested, rankings: Array, matrix: Array) -> None:
    for a, b in np.argwhere(np.abs(matrix - matrix.T) > 1e-9):
        subject.fail(
            f"it is not symmetric: {matrix[a, b]:.6g} for {shown(rankings[a])} and "
            f"{shown(rankings[b])}, but {matrix[b, a]:.6g} the other way round"
        )


def _check_others_do_not_matter(subject: Tested, rankings: Array, matrix: Array) -> None:
    some = np.random.default_rng(len(rankings)).permutation(len(rankings))[: len(rankings) // 2 + 1]
    found = correlations_of(subject, rankings[some])
    for i, j in np.argwhere(np.abs(found - matrix[np.ix_(some, some)]) > 1e-9):
        a, b = some[i], some[j]
        subject.fail(
            f"the correlation of {shown(rankings[a])} and {shown(rankings[b])} is "
            f"{matrix[a, b]:.6g} among some rankings, but {found[i, j]:.6g} among others"
        )


def _check_labels_are_equal(subject: Tested, rankings: Array, matrix: Array) -> None:
    order = np.roll(np.arange(rankings.shape[1]), 1)
    found = correlations_of(subject, np.ascontiguousarray(rankings[:, order]))
    if close(found, matrix, 1e-9):
        return
    a, b = np.argwhere(np.abs(found - matrix) > 1e-9)[0]
    subject.fail(
        f"the order of the labels matters: {matrix[a, b]:.6g} for {shown(rankings[a])} and "
        f"{shown(rankings[b])}, but {found[a, b]:.6g} for {shown(rankings[a, order])} and "
        f"{shown(rankings[b, order])}; say neutral=False if that is meant"
    )
