"""A study as data: which models are tried on which data sets, on which folds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

import attrs

__all__ = ["Comparison", "DataSpec", "Figure", "FigureKind", "ModelSpec", "Study"]

FigureKind: TypeAlias = Literal["accuracy", "gain", "critical-difference"]


@attrs.frozen(kw_only=True)
class DataSpec:
    """A data set of a study.

    Parameters
    ----------
    name : str
        What it is called in tables.
    path : Path, optional
        The file or folder, if the study names it.
    options : mapping
        How it is read, for `lrf.data.read_data`.
    """

    name: str
    path: Path | None = None
    options: Mapping[str, Any] = attrs.field(factory=dict)


@attrs.frozen(kw_only=True)
class ModelSpec:
    """A model of a study.

    Parameters
    ----------
    name : str
        What it is called in tables.
    factory : str, optional
        A built-in baseline, or ``package.module:factory``; None: one of our own models.
    settings : mapping
        Our own models: what a configuration file would hold. Others: keywords of the factory.
    """

    name: str
    factory: str | None = None
    settings: Mapping[str, Any] = attrs.field(factory=dict)


@attrs.frozen(kw_only=True)
class Comparison:
    """Models that are compared with each other, in tables and tests of their own.

    Parameters
    ----------
    name : str
        What its files are called.
    title : str
        What it is called in tables.
    models : tuple of str
        Names of models.
    note : str
        What to say about it.
    """

    name: str
    title: str
    models: tuple[str, ...]
    note: str = ""


@attrs.frozen(kw_only=True)
class Figure:
    """A figure.

    Parameters
    ----------
    name : str
        What its file is called.
    title : str
        What stands above it.
    kind : {"accuracy", "gain", "critical-difference"}
        The taus of all data sets; by how much each model lies above the one at its side; or the
        mean ranks and what cannot be told apart.
    models : tuple of str
        Names of models.
    beside : tuple of str
        For "gain": the model at the side of each.
    """

    name: str
    title: str
    kind: FigureKind
    models: tuple[str, ...]
    beside: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Study:
    """Data sets, models, folds, and what is shown of the results.

    Parameters
    ----------
    path : Path
        The file that describes it.
    title, note : str
        What it is called, and what there is to say about it.
    seed, folds, repeats : int
        As in `lrf.evaluate`.
    stratify : bool
        As in `lrf.evaluate`.
    folders : tuple of Path
        Where data sets are looked for.
    fetch : bool
        Whether data sets of `lrf.datasets.fetch_kebi` are downloaded if they are in no folder.
    datasets : tuple of DataSpec
        In the order of tables.
    models : tuple of ModelSpec
        In the order of tables.
    comparisons : tuple of Comparison
        At least one.
    figures : tuple of Figure
        May be empty.
    published : mapping of str to mapping of str to float
        For models, what was published of them: tau by data set.
    elsewhere : mapping of str to mapping of str to float
        The same for models that are not in the study.
    """

    path: Path
    title: str
    note: str = ""
    seed: int = 0
    folds: int = 10
    repeats: int = 1
    stratify: bool = False
    folders: tuple[Path, ...] = ()
    fetch: bool = False
    datasets: tuple[DataSpec, ...]
    models: tuple[ModelSpec, ...]
    comparisons: tuple[Comparison, ...]
    figures: tuple[Figure, ...] = ()
    published: Mapping[str, Mapping[str, float]] = attrs.field(factory=dict)
    elsewhere: Mapping[str, Mapping[str, float]] = attrs.field(factory=dict)

    @property
    def n_folds(self) -> int:
        """Number of folds of each model on each data set, over all repeats."""
        return self.folds * self.repeats
