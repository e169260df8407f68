"""Work that does not fit into memory is refused before it is begun, with what it would take."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lrf.cli import app
from lrf.errors import ConfigError, LrfError, MemoryLimitError
from lrf.estimators import LabelRankingForest
from lrf.memory import free_memory
from lrf.rankings import from_scores
from tests.model_files import message_of

KIB = 1024
END = ". (Set LRF_MEMORY to the GiB that may be used if this is wrong.)"


def system(root: Path, **files: str) -> Path:
    """Write the files in which a system says what memory it has."""
    (root / "proc").mkdir()
    (root / "sys/fs/cgroup").mkdir(parents=True)
    for name, text in files.items():
        path = "proc/meminfo" if name == "meminfo" else "sys/fs/cgroup/memory." + name
        (root / path).write_text(text)
    return root


MEMINFO = "MemTotal:  900 kB\nMemAvailable:  500 kB\nCached: 3 kB\n"


@pytest.mark.parametrize(
    ("files", "free"),
    [
        ({}, None),
        ({"meminfo": "MemTotal: 3 kB\n"}, None),
        ({"meminfo": MEMINFO}, 500 * KIB),
        ({"meminfo": MEMINFO, "max": "max\n", "current": "7\n"}, 500 * KIB),
        ({"meminfo": MEMINFO, "max": "9000\n", "current": "7000\n"}, 2000),
        (
            {
                "max": "9000\n",
                "current": "7000\n",
                "stat": "anon 1\ninactive_file 100\nactive_file 5\n",
            },
            2100,
        ),
        ({"meminfo": MEMINFO, "max": "9000000\n", "current": "7000\n"}, 500 * KIB),
    ],
)
def test_free_memory(
    files: dict[str, str], free: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LRF_MEMORY", raising=False)
    assert free_memory(system(tmp_path, **files)) == free


def test_free_memory_as_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = system(tmp_path, meminfo=MEMINFO)
    for wanted, free in (("0.5", 2**29), ("0", None), ("", 500 * KIB)):
        monkeypatch.setenv("LRF_MEMORY", wanted)
        assert free_memory(root) == free
    for wanted in ("much", "-1", "nan", "inf"):
        monkeypatch.setenv("LRF_MEMORY", wanted)
        assert message_of(ConfigError, free_memory, root) == (
            f"LRF_MEMORY={wanted!r}: say how many GiB may be used, such as 8; 0: no limit"
        )


def noise(n_rows: int, n_features: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    return rng.random((n_rows, n_features)), from_scores(rng.random((n_rows, 4)))


def test_training_that_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    X, Y = noise(2**14, 16)
    monkeypatch.setenv("LRF_MEMORY", str(2**20 / 2**30))
    message = message_of(MemoryLimitError, LabelRankingForest(n_estimators=1).fit, X, Y)
    assert message == (
        "growing this forest takes 2.56 MiB of memory at least (1 MiB for codes of the features, "
        "0 MiB for vectors of the rankings, 1.56 MiB for room to grow trees), but 1 MiB are free; "
        f"use a smaller n_jobs, or fewer rows{END}"
    )


def test_trees_that_do_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    X, Y = noise(20_000, 6)
    monkeypatch.setenv("LRF_MEMORY", str(2**22 / 2**30))
    forest = LabelRankingForest(n_estimators=20, n_jobs=1, random_state=0)
    message = message_of(MemoryLimitError, forest.fit, X, Y)
    assert message.startswith("20 trees take about ")
    assert message.endswith(
        " MiB of memory, judging by the first one, but 4 MiB are free; use fewer trees "
        "(n_estimators), fewer rows for each (max_samples), or smaller ones (min_samples_leaf, "
        f"max_depth){END}"
    )
    forest.set_params(max_depth=2).fit(X, Y)


def test_is_a_memory_error() -> None:
    assert issubclass(MemoryLimitError, MemoryError)
    assert issubclass(MemoryLimitError, LrfError)


def test_command_says_so_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LRF_MEMORY", "0.000001")
    model = tmp_path / "m.lrf"
    assert app(["fit", "iris", "-o", str(model)], standalone_mode=False) == 2
    error = capsys.readouterr().err
    assert error.startswith("lrf: growing this forest takes ")
    assert error.count("\n") == 1
    assert not model.exists()
