"""One colour for each label, which can be told apart on white and on black."""

from __future__ import annotations

from colorsys import hls_to_rgb

__all__ = ["label_colours"]

# Ten of middling lightness, neighbours of different hues.
_FIRST = (
    "#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#b07aa1",
    "#3fa7a3", "#d9b02f", "#9c755f", "#e377a8", "#7a8795",
)  # fmt: skip
_GOLDEN = 0.618034


def label_colours(n_labels: int) -> tuple[str, ...]:
    """Return a colour such as "#4e79a7" for each label; the eleventh and later ones are mixed.

    Parameters
    ----------
    n_labels : int
        How many are needed.
    """
    return tuple(_FIRST[j] if j < len(_FIRST) else _mixed(j) for j in range(n_labels))


def _mixed(j: int) -> str:
    lightness = (0.45, 0.55, 0.65)[j % 3]
    parts = hls_to_rgb((j * _GOLDEN) % 1.0, lightness, 0.5)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)
