"""What readers are held to."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import numpy as np

from lrf.components import Dataset, ParameterValue, Reader
from lrf.data import read_data
from lrf.data.options import options_for
from lrf.errors import DataError, RankingError
from lrf.rankings import validate_rankings
from lrf.registry import get_registry
from lrf.testing.spoilt import spoilt_copies
from lrf.testing.subjects import Subject, as_subject

__all__ = ["check_reader"]

Tested: TypeAlias = Subject[Reader]

#: How many bytes of a file `recognises` is shown.
HEAD = 4096
PLAIN_CSV = b"x,rank_a,rank_b\n0.5,1,2\n1.5,2,1\n"


def check_reader(
    reader: Reader | str,
    path: str | os.PathLike[str],
    *,
    parameters: Mapping[str, ParameterValue] | None = None,
    expected: Dataset | None = None,
    ranks: str | None = None,
    order_column: str | None = None,
) -> None:
    """Hold a reader to its laws.

    * It recognises the file, and neither a folder of other files nor a file of arbitrary bytes nor
      a plain CSV file, which belongs to "csv".
    * It returns a data set whose arrays and names fit together: X float64, NaN where something is
      missing but without infinite numbers, codes of words where they are promised; Y positions with
      averages for ties. Reading again gives the same, and so does reading without asking for
      targets.
    * `read_data` comes to the same, if the reader is installed.
    * Of a file that is empty, cut short or spoilt, it reads what there is, or raises a
      `DataError` that names the file; nothing else.

    Parameters
    ----------
    reader : Reader or str
        A record, or the name of an installed one.
    path : str or path-like
        A sound file, or folder, that the reader is for.
    parameters : mapping, optional
        Values that differ from the defaults.
    expected : Dataset, optional
        What it must read.
    ranks, order_column : str, optional
        Passed to the reader.

    Raises
    ------
    AssertionError
        If a law is broken; tells which one.
    """
    subject: Tested = as_subject("reader", reader, parameters)
    path, asked = Path(path), {"ranks": ranks, "order_column": order_column}
    given: dict[str, Any] = dict(parameters or {})
    options = options_for(subject.record, path, asked) | given
    subject.expect(_recognises(subject, path), f"it does not recognise {path}")
    found = _read(subject, path, options)
    _check_dataset(subject, found)
    _expect_same(subject, "reading again", found, _read(subject, path, options))
    no_targets = options_for(subject.record, path, {"require_targets": False})
    without = _read(subject, path, options | no_targets)
    _expect_same(subject, "reading with require_targets=False", found, without)
    if expected is not None:
        _expect_same(subject, "expected", found, expected)
    registry = get_registry()
    if subject.record in [registry.get("reader", name) for name in registry.names("reader")]:
        again = read_data(path, ranks, order_column, **given)
        what = "read by lrf.read_data, which may know other readers for it"
        _expect_same(subject, what, found, again)
    with TemporaryDirectory() as folder:
        _check_other_files(subject, Path(folder))
        _check_spoilt_files(subject, path, Path(folder), options)


def _recognises(subject: Tested, path: Path) -> bool:
    head = b"" if path.is_dir() else path.read_bytes()[:HEAD]
    try:
        return bool(subject.record.recognises(path, head))
    except Exception as error:
        subject.fail(
            f"recognises failed with {type(error).__name__}: {error} for {path.name}, which begins "
            f"with {head[:12]!r}; it must answer True or False"
        )


def _read(subject: Tested, path: Path, options: Mapping[str, Any]) -> Dataset:
    dataset = subject.record.read(path, **options)
    subject.expect(
        isinstance(dataset, Dataset), f"read must return a Dataset, not {type(dataset).__name__}"
    )
    return dataset


def _check_dataset(subject: Tested, dataset: Dataset) -> None:
    for name, columns in (("X", dataset.feature_names), ("Y", dataset.label_names)):
        array = getattr(dataset, name)
        subject.expect(
            isinstance(array, np.ndarray) and array.dtype == np.float64 and array.ndim == 2,
            f"{name} must be an array of float64 with two axes",
        )
        subject.expect(
            array.shape[1] == len(columns) == len(set(columns)),
            f"the columns of {name} are {array.shape[1]}, which need as many different names, not "
            f"{', '.join(columns)}",
        )
    subject.expect(len(dataset.X) == len(dataset.Y), "X and Y have different numbers of rows")
    subject.expect(not np.isinf(dataset.X).any(), "X holds infinite numbers")
    subject.expect(isinstance(dataset.name, str) and dataset.name, "the data set has no name")
    for column, words in dataset.categories.items():
        codes = dataset.X[~np.isnan(dataset.X[:, column]), column]
        subject.expect(
            np.isin(codes, np.arange(len(words))).all(),
            f"column {column} of X holds codes that stand for none of {', '.join(words)}",
        )
    _check_rankings(subject, dataset.Y[~np.isnan(dataset.Y).all(axis=1)])


def _check_rankings(subject: Tested, rankings: Any) -> None:
    """Hold rows that rank something to being positions."""
    if rankings.size == 0:
        return
    try:
        positions = validate_rankings(rankings)
    except RankingError as error:
        subject.fail(str(error))
    subject.expect(
        np.array_equal(positions, rankings, equal_nan=True),
        "Y must hold average positions for ties, numbered from 1 among the labels that a row ranks",
    )


def _expect_same(subject: Tested, what: str, found: Dataset, other: Dataset) -> None:
    for name in ("X", "Y"):
        subject.expect(
            np.array_equal(getattr(found, name), getattr(other, name), equal_nan=True),
            f"{what}: {name} differs",
        )
    for name in ("feature_names", "label_names"):
        ours, theirs = getattr(found, name), getattr(other, name)
        subject.expect(ours == theirs, f"{what}: {name} differs, {ours} and {theirs}")


def _check_other_files(subject: Tested, folder: Path) -> None:
    arbitrary = folder / "arbitrary.bin"
    arbitrary.write_bytes(bytes(range(256)))
    plain = folder / "plain.csv"
    plain.write_bytes(PLAIN_CSV)
    others = [folder, arbitrary] if subject.record.name == "csv" else [folder, arbitrary, plain]
    for other in others:
        what = "a folder" if other == folder else f"{other.name}, a file that is not for it"
        subject.expect(not _recognises(subject, other), f"it recognises {what}")


def _check_spoilt_files(
    subject: Tested, path: Path, folder: Path, options: Mapping[str, Any]
) -> None:
    for what, copy in spoilt_copies(path, folder):
        if not _recognises(subject, copy):
            continue
        try:
            dataset = _read(subject, copy, options)
        except DataError as error:
            subject.expect(
                str(copy) in str(error), f"its error about {what} does not name the file: {error}"
            )
        except AssertionError:
            raise
        except Exception as error:
            subject.fail(
                f"reading {what} failed with {type(error).__name__}: {error}; raise DataError with "
                "a message that names the file"
            )
        else:
            _check_dataset(subject, dataset)
