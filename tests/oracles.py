"""What pref_voting and choix say of some elections, kept in a file for those who have neither.

``python -m tests.oracles`` asks them again and writes the file.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.rankings import average_positions

Array = npt.NDArray[Any]

#: Penalty of the strengths of Plackett and Luce's model.
PENALTY = 0.1
ANSWERS = Path(__file__).parent / "samples" / "oracles.json"


def profiles() -> list[tuple[Array, Array]]:
    """Return votes without ties, and whole weights, from many that agree to few that do not."""
    random = np.random.default_rng(0)
    found = []
    for noise in (0.2, 0.5, 5.0):
        for n_labels in (3, 4, 6):
            for n_votes in (2, 3, 8, 9):
                seen = np.arange(n_labels) / n_labels
                seen = seen + noise * random.normal(size=(n_votes, n_labels))
                votes = seen.argsort(axis=1).argsort(axis=1) + 1.0
                found.append((votes, random.integers(1, 4, size=n_votes)))
    return found


def profile_of(votes: Array, weights: Array) -> Any:
    """Return the votes as a profile of pref_voting."""
    from pref_voting.profiles import Profile

    return Profile(votes.argsort(axis=1).tolist(), rcounts=weights.tolist())


def positions_of(ranking: Any, n_labels: int) -> Array:
    """Return the average positions of a ranking of pref_voting."""
    return average_positions(np.array([[float(ranking.rmap[c]) for c in range(n_labels)]]))[0]


def beat_path(profile: Any, n_labels: int) -> Array:
    """Return positions by how many labels each one beats, and is beaten by, along paths."""
    from pref_voting.margin_based_methods import beat_path_defeat

    defeats = beat_path_defeat(profile)
    scores = [float(defeats.in_degree(c) - defeats.out_degree(c)) for c in range(n_labels)]
    return average_positions(np.array([scores]))[0]


def strengths(votes: Array, weights: Array, penalty: float) -> Array:
    """Return the logarithms of the strengths that choix estimates."""
    import choix

    repeated = np.repeat(votes, weights, axis=0)
    alpha = penalty * len(repeated) / 2  # theirs weighs the squares against all votes together
    orders = repeated.argsort(axis=1).tolist()
    found: Array = choix.opt_rankings(votes.shape[1], orders, alpha=alpha, tol=1e-10)
    return found - found.mean()


def ask(votes: Array, weights: Array) -> dict[str, Any]:
    """Return an election with all answers."""
    from pref_voting.c1_methods import copeland_ranking
    from pref_voting.other_methods import kemeny_young_rankings
    from pref_voting.scoring_methods import borda_ranking

    profile, n_labels = profile_of(votes, weights), votes.shape[1]
    return {
        "votes": votes.astype(int).tolist(),
        "weights": weights.tolist(),
        "borda": positions_of(borda_ranking(profile), n_labels).tolist(),
        "copeland": positions_of(copeland_ranking(profile), n_labels).tolist(),
        "schulze": beat_path(profile, n_labels).tolist(),
        "least distance": int(kemeny_young_rankings(profile)[1]),
        "strengths": strengths(votes, weights, PENALTY).round(7).tolist(),
    }


def write_answers() -> None:
    """Ask the libraries, and write what they say."""
    elections = [json.dumps(ask(*profile)) for profile in profiles()]
    asked = json.dumps({name: version(name) for name in ("pref_voting", "choix")})
    body = ",\n".join(elections)
    ANSWERS.write_text(f'{{"versions": {asked}, "elections": [\n{body}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    write_answers()
