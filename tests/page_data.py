"""Files that commands on the pages of the documentation read, made up and small."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np

SAMPLES = Path(__file__).parent / "samples"


def write_table(path: Path, targets: list[str], seed: int = 0, n_rows: int = 60) -> None:
    """Write a table of three features and targets that depend on them."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, 3)).round(2)
    scores = X @ random.normal(size=(3, len(targets)))
    ranked = targets[0].startswith(("rank", "place"))
    values = np.argsort(np.argsort(-scores, axis=1), axis=1) + 1 if ranked else np.exp(scores)
    lines = [",".join(["x1", "x2", "x3", *targets])]
    lines += [",".join(f"{v:g}" for v in (*x, *y)) for x, y in zip(X, values.round(3), strict=True)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_scenario(folder: Path, measure: str = "runtime", n_instances: int = 60) -> None:
    """Write a scenario of ASlib: four solvers, of which each is quick on instances of its kind."""
    random = np.random.default_rng(0)
    solvers, features = ("ebg", "glucose", "lingeling", "march"), ("vars", "clauses", "ratio")
    X = random.normal(size=(n_instances, len(features))).round(3)
    values = np.exp(3 + X @ random.normal(size=(len(features), len(solvers))) * 2).clip(0, 5000)
    runs, known, folds = [], [], []
    for i in range(n_instances):
        known.append(",".join([f"i{i}", "1", *map(str, X[i])]))
        folds.append(f"i{i},1,{i % 10 + 1}")
        for solver, value in zip(solvers, values[i], strict=True):
            runs.append(f"i{i},1,{solver},{value:.2f},{'ok' if value < 5000 else 'timeout'}")
    folder.mkdir()
    about = {
        "scenario_id": folder.name,
        "performance_measures": [measure],
        "maximize": ["false"],
        "performance_type": ["runtime"],
    }
    lines = []
    for key, value in about.items():
        lines += [f"{key}: {value}"] if isinstance(value, str) else [f"{key}:", f"    - {value[0]}"]
    text = "\n".join([*lines, "algorithm_cutoff_time: 5000", ""])
    (folder / "description.txt").write_text(text, encoding="utf-8")
    states = ["runstatus {ok, timeout}"]
    numbers = [f"{name} NUMERIC" for name in ("repetition", *features)]
    _write_arff(
        folder / "algorithm_runs.arff",
        ["repetition NUMERIC", "algorithm STRING", f"{measure} NUMERIC", *states],
        runs,
    )
    _write_arff(folder / "feature_values.arff", numbers, known)
    _write_arff(folder / "cv.arff", ["repetition NUMERIC", "fold NUMERIC"], folds)


def _write_arff(path: Path, attributes: list[str], rows: list[str]) -> None:
    declared = [f"@ATTRIBUTE {attribute}" for attribute in ("instance_id STRING", *attributes)]
    lines = [f"@RELATION {path.stem}", *declared, "@DATA", *rows, ""]
    path.write_text("\n".join(lines), encoding="utf-8")


def write_sushi(folder: Path, times: int = 3) -> None:
    """Write a folder of preferences: those of the sample, by several times as many people."""
    shutil.copytree(SAMPLES / "sushi.folder", folder)
    people = (folder / "made-up.udata").read_text(encoding="utf-8").splitlines()
    many = [line.split("\t", 1)[1] for line in people * times]
    text = "".join(f"{number}\t{line}\n" for number, line in enumerate(many))
    (folder / "made-up.udata").write_text(text, encoding="utf-8")
    for version in "ab":
        old = folder / f"made-up-{version}.order"
        head, *orders = old.read_text(encoding="utf-8").splitlines()
        text = "\n".join([head, *orders * times, ""])
        (folder / f"sushi3{version}.5000.10.order").write_text(text, encoding="utf-8")
        old.unlink()


def for_data(folder: Path) -> None:
    """Write what the page about data names: a table, scenarios and a folder of preferences."""
    write_table(folder / "times.csv", ["seconds_a", "seconds_b", "seconds_c"])
    write_scenario(folder / "SAT12-INDU")
    write_scenario(folder / "CSP-MZN-2013", measure="solved")
    write_sushi(folder / "sushi3-2016")


def for_algorithms(folder: Path) -> None:
    """Write the scenario that the tutorial about algorithm selection downloads."""
    write_scenario(folder / "SAT12-INDU")


def for_measurements(folder: Path) -> None:
    """Write a table of measured yields."""
    write_table(folder / "yields.csv", ["yield_a", "yield_b", "yield_c"])


def for_reproducing(folder: Path) -> None:
    """Write a table by the name of a published data set."""
    write_table(folder / "segment.csv", ["rank_a", "rank_b", "rank_c"])


#: What a page's commands find in their folder.
PREPARED: dict[str, Callable[[Path], None]] = {
    "docs/tutorial-algorithms.md": for_algorithms,
    "docs/data.md": for_data,
    "docs/measurements.md": for_measurements,
    "docs/reproducing.md": for_reproducing,
}

#: Pages with blocks that are not run here, and why.
NOT_RUN = {
    "docs/accuracy.md": "the studies take hours, and data that is not ours to ship",
    "docs/clusters.md": "needs a cluster at an address; tests/test_clusters.py starts one",
    "docs/data.md": "the published data sets are downloaded",
    "docs/plugins.md": "installs a package; tests/test_scaffold.py does it",
    "docs/study.md": "the study of the paper takes hours, and data that is not ours to ship",
    "docs/tutorial-plugin.md": "installs a package; tests/test_tutorial.py does it",
}
