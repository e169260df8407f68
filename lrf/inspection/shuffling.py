"""Shuffling one attribute, among all rows or among those that are alike in the others.

Shuffled among all rows, an attribute loses also what it shares with others, and so seems to matter
when it only resembles one that does. Shuffled within groups of rows in which the others leave
little to say about it, it loses only what is its own (Molnar et al., 2023). The groups are the
leaves of a small regression tree that predicts the attribute from the others.

References
----------
C. Molnar, G. König, B. Bischl, G. Casalicchio (2023): Model-agnostic feature importance and effects
with dependent features: a conditional subgroup approach. Data Mining and Knowledge Discovery.
"""

from __future__ import annotations

import numpy as np

from lrf.components import Array

__all__ = ["alike_in_others", "shuffled"]

#: Fewest rows among which an attribute is shuffled.
_SMALLEST_GROUP = 10

#: A cut must explain so many times the share of one row; chance explains a few.
_CLEAR = 15.0

#: Categories that are told apart when a nominal attribute is predicted.
_MOST_CATEGORIES = 20


def alike_in_others(X: Array, attribute: int, nominal: bool) -> Array:
    """Return groups of rows in which the other attributes say little more about one.

    Parameters
    ----------
    X : ndarray of float64, shape (n_rows, n_features)
        The rows; NaN: missing.
    attribute : int
        The attribute.
    nominal : bool
        Whether its values are numbers of categories.

    Returns
    -------
    groups : ndarray of int, shape (n_rows,)
    """
    from sklearn.tree import DecisionTreeRegressor

    n_rows = len(X)
    if X.shape[1] == 1 or n_rows < 2 * _SMALLEST_GROUP:
        return np.zeros(n_rows, dtype=int)
    target = _as_target(X[:, attribute], nominal)
    # By ranks, which make the same groups, since the tree's numbers are single floats.
    others = np.column_stack([_ranks(column) for column in np.delete(X, attribute, axis=1).T])
    tree = DecisionTreeRegressor(
        min_samples_leaf=_SMALLEST_GROUP,
        min_impurity_decrease=target.var(axis=0).mean() * _CLEAR / n_rows,
        random_state=0,
    )
    groups: Array = tree.fit(others, target).apply(others)
    return groups


def _ranks(values: Array) -> Array:
    """Return the ranks of values, equal ones alike, and -1 where they are missing."""
    ranks = np.full(len(values), -1.0)
    known = ~np.isnan(values)
    ranks[known] = np.unique(values[known], return_inverse=True)[1]
    return ranks


def _as_target(values: Array, nominal: bool) -> Array:
    """Return an attribute as numbers of like size that a regression tree can predict."""
    missing = np.isnan(values)
    if nominal:
        kinds, counts = np.unique(values[~missing], return_counts=True)
        common = kinds[np.argsort(-counts, kind="stable")[:_MOST_CATEGORIES]]
        columns = [(values == kind).astype(float) for kind in common]
    elif missing.all():
        columns = []
    else:
        # Ranks, so that a few huge values do not hide the others.
        ranks = _ranks(values)
        filled = np.where(missing, ranks[~missing].mean(), ranks)
        columns = [filled / (filled.std() or 1.0)]
    if missing.any():
        columns.append(missing / (missing.std() or 1.0))
    return np.column_stack(columns) if columns else np.zeros((len(values), 1))


def shuffled(X: Array, attribute: int, groups: Array, rng: np.random.Generator) -> Array:
    """Return rows of which one attribute is shuffled within groups.

    Parameters
    ----------
    X : ndarray of float64, shape (n_rows, n_features)
        The rows.
    attribute : int
        The attribute.
    groups : ndarray of int, shape (n_rows,)
        Which rows may swap their values.
    rng : numpy.random.Generator
        Chance.
    """
    to = np.argsort(groups, kind="stable")
    of = np.lexsort((rng.random(len(X)), groups))
    changed = X.copy()
    changed[to, attribute] = X[of, attribute]
    return changed
