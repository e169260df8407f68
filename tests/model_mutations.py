"""Model files with something wrong in them: thousands of them, each known by its number.

``python -m tests.model_mutations 10000`` tries so many in processes of their own, so that one that
dies is seen, and says what came of them.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import lrf
from lrf.errors import LrfError
from lrf.rankings import validate_rankings
from tests.small import iris

PER_PROCESS = 500


def models() -> list[Any]:
    """Return models that are as different as they can be."""
    X, Y = iris()
    gaps = np.where(np.arange(Y.size).reshape(Y.shape) % 7 == 0, np.nan, Y)
    table = pd.DataFrame(X).assign(colour=["red", "blue", None] * 50, more=[np.nan, 1.0, 2.0] * 50)
    table.columns = table.columns.astype(str)
    return [
        lrf.LabelRankingForest(n_estimators=3, random_state=0).fit(X, Y),
        lrf.LabelRankingForest(n_estimators=3, max_depth=3, random_state=1).fit(table, gaps),
        lrf.LabelRankingForest(
            n_estimators=4, voting="hard", aggregator="mode", min_samples_leaf=9, random_state=2
        ).fit(table, Y),
        lrf.LabelRankingTree.from_preset("ert").fit(X, Y),
        lrf.LabelRankingTree(max_depth=4).fit(table, Y),
    ]


@cache
def contents() -> list[bytes]:
    """Return the files of the models."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        for model in models():
            model.save(path)
            found.append(path.read_bytes())
    return found


def mutation(number: int) -> bytes:
    """Return one of the mutated files."""
    rng = np.random.default_rng(number)
    content = contents()[number % len(contents())]
    for _ in range(int(rng.choice([1, 1, 1, 2, 5, 20]))):
        change = MUTATIONS[int(rng.integers(len(MUTATIONS)))]
        content = change(content, rng)
    return content


Random = np.random.Generator


def flip_bit(content: bytes, rng: Random) -> bytes:
    damaged = bytearray(content)
    if damaged:
        damaged[int(rng.integers(len(damaged)))] ^= 1 << int(rng.integers(8))
    return bytes(damaged)


def overwrite(content: bytes, rng: Random) -> bytes:
    place, length = int(rng.integers(len(content) + 1)), int(rng.integers(1, 17))
    piece = rng.bytes(length) if rng.random() < 0.5 else rng.choice([b"\x00", b"\xff"]) * length
    return content[:place] + bytes(piece) + content[place + length :]


def truncate(content: bytes, rng: Random) -> bytes:
    return content[: int(rng.integers(len(content) + 1))]


def leave_out(content: bytes, rng: Random) -> bytes:
    place = int(rng.integers(len(content) + 1))
    return content[:place] + content[place + int(rng.integers(1, 65)) :]


def repeat(content: bytes, rng: Random) -> bytes:
    place = int(rng.integers(len(content) + 1))
    return content[:place] + content[max(0, place - int(rng.integers(1, 65))) :]


def change_a_number_of_an_array(content: bytes, rng: Random) -> bytes:
    """Write an index where another one stood: out of range, backwards, to itself."""

    def change(arrays: dict[str, bytes], header: dict[str, Any]) -> None:
        name = str(rng.choice(sorted(arrays)))
        dtype = np.dtype(
            {"F": "<f", "I": "<i", "U": "<u"}[header[name]["dtype"][0]] + _size(header[name])
        )
        array = np.frombuffer(arrays[name], dtype=dtype).copy()
        if len(array):
            wrong = [0, 1, 2, 255, 2**15, 2**31 - 1, *range(20)]
            wrong += [-1, -2, -(2**31)] if dtype.kind in "if" else []
            wrong += [2**62, -(2**62)] if dtype.itemsize == 8 else []
            wrong += [np.nan, np.inf, 1e308, 5e-324] if dtype.kind == "f" else []
            value = wrong[int(rng.integers(len(wrong)))]
            if dtype.kind == "f" or np.iinfo(dtype).min <= value <= np.iinfo(dtype).max:
                array[int(rng.integers(len(array)))] = value
        arrays[name] = array.tobytes()

    return _in_parts(content, change)


def change_the_header(content: bytes, rng: Random) -> bytes:
    """Claim other types, lengths and places."""

    def change(arrays: dict[str, bytes], header: dict[str, Any]) -> None:
        entry = header[str(rng.choice(sorted(arrays)))]
        if rng.random() < 0.3:
            entry["dtype"] = str(rng.choice(["F64", "I64", "I32", "U8", "BF16", "object"]))
        elif rng.random() < 0.5:
            entry["shape"] = [[10**12], [-1], [0, 10**30], [1, 2, 3], []][int(rng.integers(5))]
        else:
            entry["data_offsets"] = [[0, 10**15], [5, 3], [-8, 0], [0, 0]][int(rng.integers(4))]

    return _in_parts(content, change)


def change_the_description(content: bytes, rng: Random) -> bytes:
    """Change a value of the model's description to something else."""

    def change(arrays: dict[str, bytes], header: dict[str, Any]) -> None:
        metadata = header["__metadata__"]
        described = json.loads(metadata["model"])
        place = described
        if rng.random() < 0.5:
            place = described[str(rng.choice(["config", "run"]))]
        wrong = [
            None,
            True,
            -1,
            0,
            10**9,
            10**400,
            0.5,
            "",
            "x",
            [],
            {},
            [1],
            ["a", "b"],
            {"0": ["a"]},
        ]
        place[str(rng.choice(sorted(place)))] = wrong[int(rng.integers(len(wrong)))]
        metadata["model"] = json.dumps(described)

    return _in_parts(content, change)


MUTATIONS: list[Callable[[bytes, Random], bytes]] = [
    flip_bit,
    overwrite,
    truncate,
    leave_out,
    repeat,
    change_a_number_of_an_array,
    change_a_number_of_an_array,
    change_a_number_of_an_array,
    change_the_header,
    change_the_description,
]


def _size(entry: dict[str, Any]) -> str:
    return str(int(entry["dtype"][1:]) // 8)


def _in_parts(content: bytes, change: Callable[[dict[str, bytes], dict[str, Any]], None]) -> bytes:
    """Take a file apart, change it, and put it together; leave it alone if it is none any more."""
    try:
        length = int.from_bytes(content[:8], "little")
        header = json.loads(content[8 : 8 + length])
        data = content[8 + length :]
        arrays = {
            name: data[slice(*entry["data_offsets"])]
            for name, entry in header.items()
            if name != "__metadata__"
        }
        change(arrays, header)
        text = json.dumps(header).encode()
        return len(text).to_bytes(8, "little") + text + b"".join(arrays.values())
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        return content


def try_out(path: Path, number: int) -> str:
    """Load a mutated file and let it predict; return what came of it, in one word."""
    path.write_bytes(mutation(number))
    try:
        model = lrf.load(path)
    except LrfError:
        return "refused"
    rows = np.random.default_rng(number).normal(3, 3, (40, model.n_features_in_))
    rows[::3, 0] = np.nan
    positions = model.forest_.predict(rows)
    assert np.array_equal(validate_rankings(positions), positions)
    lrf.export_text(model, max_depth=3)
    return "loaded"


def _try_many(first: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + PER_PROCESS):
            print(try_out(Path(folder) / "model", number))


def main(count: int) -> None:
    outcomes: Counter[str] = Counter()
    for first in range(0, count, PER_PROCESS):
        command = [sys.executable, "-m", "tests.model_mutations", "--from", str(first)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        words = done.stdout.split()
        outcomes.update(words)
        if done.returncode:
            number = first + len(words)
            outcomes["crashed" if done.returncode < 0 else "failed"] += 1
            print(f"mutation {number}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    print(dict(outcomes))


if __name__ == "__main__":
    if sys.argv[1] == "--from":
        _try_many(int(sys.argv[2]))
    else:
        main(int(sys.argv[1]))
