"""Where the data sets of a study are found: a file named, a folder, a download, or the package."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs

from lrf.components import Dataset
from lrf.config.refusals import did_you_mean
from lrf.data import dataset_names, load_dataset, read_data
from lrf.data.download import cache_folder
from lrf.data.kebi import fetch_kebi, kebi_names
from lrf.data.kebi_files import KEBI
from lrf.errors import DataError
from lrf.study.description import DataSpec, Study

__all__ = ["find_datasets"]

# Files in a folder that are called like a data set, the first of these that there is.
SUFFIXES = (".csv", ".tsv", ".parquet", ".xarff", ".arff", ".txt", ".RData", "")


def find_datasets(
    study: Study, folder: Path | None = None, spared: Iterable[str] = ()
) -> dict[str, Dataset]:
    """Return the data sets of a study by name.

    Each is looked for under the path that the study gives; in `folder`; in the folders of the
    study; among the data sets that can be downloaded, if the study says ``fetch = true``; and
    among those that come with the package.

    Parameters
    ----------
    study : Study
        What is wanted.
    folder : Path, optional
        Where to look first.
    spared : iterable of str
        Names of data sets that may be missing, since their results are complete.

    Raises
    ------
    DataError
        If some are not there: all of them are named, with where they were looked for and what to
        do; or if one cannot be read.
    """
    folders = [*([folder] if folder is not None else []), *study.folders]
    if folder is not None and not folder.is_dir():
        raise DataError(f"{folder}: there is no such folder of data sets")
    found: dict[str, Dataset] = {}
    missing: dict[str, str] = {}
    unreachable = ""
    for spec in study.datasets:
        try:
            dataset = _find(spec, folders, study.fetch, unreachable)
        except _MissingError as error:
            missing[spec.name] = str(error)
            # A network that is not there need not be waited for once for each data set.
            unreachable = unreachable or (str(error) if isinstance(error, _NetworkError) else "")
        else:
            found[spec.name] = attrs.evolve(dataset, name=spec.name)
    lost = [name for name in missing if name not in set(spared)]
    if lost:
        raise DataError(_complaint(lost, missing, folders, study.fetch))
    return found


class _MissingError(Exception):
    """A data set is not there; the message is a reason that the folders do not tell."""


class _NetworkError(_MissingError):
    """It could not be downloaded."""


def _find(spec: DataSpec, folders: Sequence[Path], fetch: bool, unreachable: str) -> Dataset:
    if spec.path is not None:
        if not spec.path.exists():
            raise _MissingError(f"there is no {spec.path}")
        return read_data(spec.path, **spec.options)
    for folder in folders:
        for suffix in SUFFIXES:
            path = folder / f"{spec.name}{suffix}"
            if path.exists():
                return read_data(path, **spec.options)
    if fetch and spec.name in kebi_names():
        if unreachable and not _is_kept(spec.name):
            raise _NetworkError(unreachable)
        try:
            return fetch_kebi(spec.name)
        except DataError as error:
            raise _NetworkError(str(error)) from error
    if spec.name in dataset_names():
        return load_dataset(spec.name)
    raise _MissingError("")


def _is_kept(name: str) -> bool:
    """Whether the file of a data set has been downloaded before."""
    return (cache_folder() / "kebi" / KEBI[name].file.name).is_file()


def _complaint(
    lost: Sequence[str], reasons: dict[str, str], folders: Sequence[Path], fetch: bool
) -> str:
    """Return which data sets are not there, where they were looked for, and what to do."""
    many = len(lost) > 1
    looked = ", ".join(str(folder) for folder in folders) or "no folder, since none is named"
    first = reasons[lost[0]]
    known = {*kebi_names(), *dataset_names(), *_in(folders)}
    strange = [name for name in lost if name not in known and not reasons[name]]
    near = did_you_mean(strange[0], sorted(known)).rstrip() if strange else ""
    can_fetch = not fetch and any(name in kebi_names() for name in lost)
    return (
        f"{'these data sets are' if many else 'this data set is'} not there: {', '.join(lost)}; "
        f"looked in {looked}"
        + (f"; {first}" if first else "")
        + (f"; {near}" if near else "")
        + f"; put a file such as {lost[0]}.csv into a folder and name it with --data or in folders"
        + (", or write fetch = true, so that it is downloaded" if can_fetch else "")
    )


def _in(folders: Sequence[Path]) -> set[str]:
    return {
        path.stem
        for folder in folders
        if folder.is_dir()
        for path in folder.iterdir()
        if path.suffix in SUFFIXES
    }
