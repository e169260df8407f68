"""The benchmark data of label ranking, fetched when they are asked for.

They were made by Cheng, Hühn and Hüllermeier (2009) from classification data (each class is a
label, ordered by Naive Bayes) and from regression data (some attributes are the labels, ordered by
size), and published by the research group KEBI. They are not ours to ship; the default source is
the repository of L. Adam (BSD licence), which holds them unchanged, at one fixed version.
"""

from __future__ import annotations

import os
from difflib import get_close_matches
from pathlib import Path

import numpy as np

from lrf.components import Array, Dataset
from lrf.data.download import cache_folder, fetch_file
from lrf.data.kebi_files import KEBI, KebiSet
from lrf.errors import DataError

__all__ = ["fetch_kebi", "kebi_names"]

BASE_URL = (
    "https://raw.githubusercontent.com/LoicAdam/Imprecise_Plackett_Luce/"
    "a563b7f3aee318c0fe7e06ae646e40d704b72ead/data"
)
URL_VARIABLE = "LRF_KEBI_URL"


def kebi_names() -> tuple[str, ...]:
    """Return the names of the data sets that `fetch_kebi` knows, sorted."""
    return tuple(sorted(KEBI))


def fetch_kebi(
    name: str,
    *,
    folder: str | os.PathLike[str] | None = None,
    base_url: str | None = None,
    timeout: float = 30,
) -> Dataset:
    """Return a benchmark data set, downloaded on first use and kept on disk.

    Parameters
    ----------
    name : str
        One of `kebi_names`, such as "vehicle".
    folder : path-like, optional
        Where files are kept. Default: ``kebi`` in the folder named by the variable ``LRF_DATA``,
        or in ``lrf`` among the user's caches.
    base_url : str, optional
        Where files are found: a mirror, or a folder as ``file:///...``. Default: the variable
        ``LRF_KEBI_URL``, or the source of the package. Whatever it is, a file that is not the
        expected one to the last bit is refused.
    timeout : float
        Seconds to wait for an answer.

    Returns
    -------
    Dataset
        Features A1, A2, ... as published, and positions of the labels L1, L2, ...

    Raises
    ------
    DataError
        If there is none of that name, it cannot be downloaded, or it is not what is expected.

    References
    ----------
    Cheng, W., Hühn, J., Hüllermeier, E. (2009). Decision tree and instance-based learning for
    label ranking. ICML.
    """
    if name not in KEBI:
        close = get_close_matches(name, KEBI, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise DataError(f"no data set {name!r}; there are {', '.join(kebi_names())}{hint}")
    wanted = KEBI[name]
    where = cache_folder() / "kebi" if folder is None else Path(folder)
    source = base_url or os.environ.get(URL_VARIABLE) or BASE_URL
    return _read(name, wanted, fetch_file(wanted.file, source, where, timeout))


def _read(name: str, wanted: KebiSet, path: Path) -> Dataset:
    n_rows, n_features, n_labels = wanted.shape
    table = np.loadtxt(path, delimiter=",", ndmin=2).reshape(n_rows, n_features + n_labels)
    return Dataset(
        name=name,
        X=np.ascontiguousarray(table[:, :n_features]),
        Y=_positions(table[:, n_features:].astype(int) - 1),
        feature_names=[f"A{number}" for number in range(1, n_features + 1)],
        label_names=[f"L{number}" for number in range(1, n_labels + 1)],
    )


def _positions(orders: Array) -> Array:
    """Return the positions of labels that are listed by number, from 0, the best first."""
    positions = np.empty(orders.shape)
    places = np.broadcast_to(np.arange(1.0, orders.shape[1] + 1), orders.shape)
    np.put_along_axis(positions, orders, places, axis=1)
    return positions
