"""From the descriptions of figures to files, and to SVG that lies in a page."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from lrf.study.description import Figure
from lrf.study.figures.dots import draw_accuracy, draw_gain
from lrf.study.figures.ranks import draw_ranks
from lrf.study.figures.style import styled
from lrf.study.outcome import Outcome

__all__ = ["draw_figure", "draw_figures"]

DRAW = {"accuracy": draw_accuracy, "gain": draw_gain, "critical-difference": draw_ranks}

# A date in a file would make two equal figures differ.
METADATA = {"svg": {"Date": None, "Creator": "lrf"}, "pdf": {"CreationDate": None}}


def draw_figure(outcome: Outcome, figure: Figure) -> Any:
    """Return a figure of matplotlib.

    Parameters
    ----------
    outcome : Outcome
        The results.
    figure : Figure
        What to draw.
    """
    with styled():
        return DRAW[figure.kind](outcome, figure)


def draw_figures(outcome: Outcome, folder: Path) -> dict[str, str]:
    """Draw all figures of a study into files (SVG and PDF), and return each one's SVG by name.

    Parameters
    ----------
    outcome : Outcome
        The results.
    folder : Path
        Where to put the files; made if need be.
    """
    folder.mkdir(exist_ok=True)
    return {figure.name: _drawn(outcome, figure, folder) for figure in outcome.study.figures}


def _drawn(outcome: Outcome, figure: Figure, folder: Path) -> str:
    with styled():
        drawn = DRAW[figure.kind](outcome, figure)
        for ending, metadata in METADATA.items():
            path = folder / f"{figure.name}.{ending}"
            drawn.savefig(path, format=ending, metadata=metadata)
        file = io.StringIO()
        drawn.savefig(file, format="svg", transparent=True, metadata=METADATA["svg"])
    return file.getvalue()
