"""What there is to say about one prediction."""

from __future__ import annotations

from typing import Any

import attrs

from lrf.components import Array

__all__ = ["Decision", "Example", "Explanation"]


@attrs.frozen(eq=False)
class Decision:
    """Why one label stands before another.

    Parameters
    ----------
    first, second : int
        The labels; the first one is placed before the second one.
    chance : float
        Probability that it stands there.
    base : float
        The same without a look at the row.
    changes : ndarray of float64, shape (n_features,)
        By how much each feature changed it; added to `base`, they are `chance`.
    """

    first: int
    second: int
    chance: float
    base: float
    changes: Array


@attrs.frozen(eq=False)
class Example:
    """A training row near to the one that is explained.

    Parameters
    ----------
    row : int
        Its number in the training data.
    proximity : float
        Share of the trees in which both fall into the same leaf.
    order : str
        Its ranking.
    """

    row: int
    proximity: float
    order: str


@attrs.frozen(eq=False)
class Explanation:
    """What there is to say about one prediction.

    Parameters
    ----------
    name : str
        What the row is called.
    labels, features : tuple of str
        Their names.
    values : tuple of str
        The row's value of each feature, in words.
    order : str
        The predicted order.
    positions : ndarray of float64, shape (n_labels,)
        The predicted positions.
    expected : ndarray of float64, shape (n_labels,)
        The expected place of each label.
    base : ndarray of float64, shape (n_labels,)
        The same without a look at the row.
    moves : ndarray of float64, shape (n_features, n_labels)
        By how many places each feature moved each label; added to `base`, they are `expected`.
    pairwise : ndarray of float64, shape (n_labels, n_labels)
        Probability of the first label to stand before the second.
    places : ndarray of float64, shape (n_labels, n_labels)
        Probability of a label to stand in a place.
    decisions : tuple of Decision
        About neighbours in the order.
    examples : tuple of Example
        The nearest training rows, if they are known.
    truth : str or None
        The true order, if it is known.
    tau : float or None
        Kendall's tau-b of prediction and truth.
    share : float
        The share of the trees in the vote, which is below 1 in a blended forest.
    """

    name: str
    labels: tuple[str, ...]
    features: tuple[str, ...]
    values: tuple[str, ...]
    order: str
    positions: Array
    expected: Array
    base: Array
    moves: Array
    pairwise: Array
    places: Array
    decisions: tuple[Decision, ...]
    examples: tuple[Example, ...]
    truth: str | None = None
    tau: float | None = None
    share: float = 1.0

    @property
    def note(self) -> str | None:
        """What should be known of a blended forest."""
        if self.share == 1.0:
            return None
        return (
            f"The trees have {self.share:.0%} of the vote, and a linear model and the constant the "
            f"rest; probabilities and what features did are those of the whole."
        )

    @property
    def ranked(self) -> list[int]:
        """The labels in the predicted order."""
        return sorted(range(len(self.labels)), key=lambda j: (self.positions[j], self.expected[j]))

    @property
    def weights(self) -> Array:
        """By how many places each feature moved labels, summed over them; (n_features,)."""
        return abs(self.moves).sum(axis=1)  # type: ignore[no-any-return]

    def decisive(self, most: int | None = None) -> list[int]:
        """Return the features that moved anything, those that moved most first.

        Parameters
        ----------
        most : int, optional
            How many there are at most.
        """
        weights = self.weights
        moving = [j for j in range(len(weights)) if weights[j] > 1e-12]
        return sorted(moving, key=lambda j: -weights[j])[:most]

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain values, ready for JSON."""
        return {
            "row": self.name,
            "order": self.order,
            "truth": self.truth,
            "tau": self.tau,
            "trees_share": self.share,
            "labels": [
                {
                    "label": self.labels[j],
                    "position": float(self.positions[j]),
                    "expected_position": float(self.expected[j]),
                    "expected_position_of_all": float(self.base[j]),
                    "place_probabilities": self.places[j].tolist(),
                    "before": dict(zip(self.labels, self.pairwise[j].tolist(), strict=True)),
                }
                for j in self.ranked
            ],
            "features": [
                {
                    "feature": self.features[f],
                    "value": self.values[f],
                    "weight": float(self.weights[f]),
                    "moves": dict(zip(self.labels, self.moves[f].tolist(), strict=True)),
                }
                for f in self.decisive()
            ],
            "decisions": [self._decision(one) for one in self.decisions],
            "examples": [attrs.asdict(example) for example in self.examples],
        }

    def _decision(self, one: Decision) -> dict[str, Any]:
        return {
            "first": self.labels[one.first],
            "second": self.labels[one.second],
            "probability": one.chance,
            "probability_of_all": one.base,
            "changes": {
                self.features[f]: float(one.changes[f]) for f in self.decisive() if one.changes[f]
            },
        }
