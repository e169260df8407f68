"""``lrf aggregate``: consensus rankings of files, their scores, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import kendalltau

import lrf
from lrf.data import load_dataset
from lrf.registry import get_registry
from tests.naive import aggregators as naive
from tests.test_cli import fail, in_a_process, succeed

TOC = """\
# DATA TYPE: toc
# NUMBER ALTERNATIVES: 3
# NUMBER VOTERS: 7
# NUMBER UNIQUE ORDERS: 3
# ALTERNATIVE NAME 1: tea
# ALTERNATIVE NAME 2: milk
# ALTERNATIVE NAME 3: rum
3: 1, 2, 3
2: 2, {1, 3}
2: 3, 2, 1
"""

RANKINGS = np.array([[1.0, 2.0, 3.0], [2.5, 1.0, 2.5], [3.0, 2.0, 1.0]])
WEIGHTS = np.array([3.0, 2.0, 2.0])


@pytest.fixture
def toc(tmp_path: Path) -> Path:
    path = tmp_path / "drinks.toc"
    path.write_text(TOC)
    return path


def test_consensus_of_a_file_of_preflib(toc: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    lines = succeed("aggregate", toc, "--json", out).splitlines()
    assert lines[:4] == [
        "drinks: 3 rankings, 3 of them different, total weight 7, 3 labels",
        "kemeny: milk>tea>rum",
        "tau 0.281, Kemeny distance 8",
        "weight of the rankings that have the row before the column:",
    ]
    table = [line.split() for line in lines[4:] if line.strip(" ─")]
    assert table == [
        ["milk", "tea", "rum"],
        ["milk", "4", "5"],
        ["tea", "3", "4"],
        ["rum", "2", "3"],
    ]
    found = json.loads(out.read_text())
    positions = np.array(found["positions"])
    np.testing.assert_array_equal(positions, lrf.aggregate(RANKINGS, weights=WEIGHTS))
    wins = naive.wins(RANKINGS, WEIGHTS)
    np.testing.assert_array_equal(found["pairwise"], wins)
    assert found["kemeny_distance"] == naive.distance(positions, wins) == 8
    assert {name: found[name] for name in ("method", "parameters", "order")} == {
        "method": "kemeny", "parameters": {"time_limit": 10.0}, "order": "milk>tea>rum",
    }  # fmt: skip
    sizes = ("data", "n_rankings", "n_distinct_rankings", "weight", "n_labels", "label_names")
    assert [found[name] for name in sizes] == ["drinks", 3, 3, 7.0, 3, ["tea", "milk", "rum"]]


def test_all_methods_in_one_table(toc: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    text = succeed("aggregate", toc, "--method", "all", "--json", out)
    found = json.loads(out.read_text())["consensuses"]
    assert [one["method"] for one in found] == list(get_registry().names("aggregator"))
    wins = naive.wins(RANKINGS, WEIGHTS)
    for one in found:
        positions = lrf.aggregate(RANKINGS, one["method"], WEIGHTS)
        np.testing.assert_array_equal(one["positions"], positions)
        assert one["kemeny_distance"] == pytest.approx(naive.distance(positions, wins))
        line = next(line for line in text.splitlines() if line.split()[:1] == [one["method"]])
        distance, tau = f"{one['kemeny_distance']:g}", f"{one['tau_mean']:.3f}"
        assert line.split()[1:] == [distance, tau, one["order"]]


def test_tau_is_the_mean_over_all_rankings(toc: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    succeed("aggregate", toc, "--method", "medoid", "--json", out)
    found = json.loads(out.read_text())
    medoid = np.array(found["positions"])
    assert medoid.tolist() in RANKINGS.tolist()
    taus = [kendalltau(medoid, vote).statistic for vote in RANKINGS]
    assert found["tau_mean"] == pytest.approx(np.average(taus, weights=WEIGHTS))
    assert found["kemeny_distance"] == naive.distance(medoid, naive.wins(RANKINGS, WEIGHTS))


def test_some_methods(toc: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    succeed("aggregate", toc, "--method", "borda", "--method", "mode", "--json", out)
    found = json.loads(out.read_text())
    assert [one["method"] for one in found["consensuses"]] == ["borda", "mode"]
    assert "order" not in found


def test_methods_that_need_complete_rankings_have_no_consensus_of_others(
    toc: Path, tmp_path: Path
) -> None:
    toi, out = tmp_path / "drinks.toi", tmp_path / "out.json"
    toi.write_text(TOC.replace("toc", "toi").replace("2, {1, 3}", "2, 3"))
    text = succeed("aggregate", toi, "--method", "all", "--json", out)
    found = {one["method"]: one for one in json.loads(out.read_text())["consensuses"]}
    lacking = {name for name, one in found.items() if one["order"] is None}
    assert lacking == {"footrule-optimal", "hamming-optimal", "medoid", "mode"}
    assert text.count("(needs complete rankings)") == 4
    assert fail("aggregate", toi, "--method", "mode").startswith(
        "rankings: row 1 is incomplete, and 'mode' needs the position of every label"
    )


def test_parameters(tmp_path: Path) -> None:
    path, out = tmp_path / "votes.csv", tmp_path / "out.json"
    path.write_text("order\n" + "a>b\n" * 6 + "b>a\n" * 4)
    arguments = ("aggregate", path, "--order-column", "order", "--json", out)
    for setting, order in [((), "a=b"), (("--set", "clear=0.55"), "a>b")]:
        succeed(*arguments, "--method", "bucket-pivot", *setting)
        assert json.loads(out.read_text())["order"] == order


def test_scores_and_weights(tmp_path: Path) -> None:
    path = tmp_path / "times.csv"
    path.write_text("time_a,time_b,n\n1,2,3\n2,1,2\n")
    options = ("--scores", "time_*", "--lower-is-better", "--weights", "n")
    assert "kemeny: a>b\n" in succeed("aggregate", path, *options)
    assert "kemeny: b>a\n" in succeed("aggregate", path, *options[:2], *options[3:])


def test_how_the_rankings_were_found_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "votes.csv"
    path.write_text("who,order\nAnn,a>b\nBob,a>b\n")
    done = in_a_process("aggregate", str(path))
    assert done.returncode == 0
    assert done.stderr == f"lrf: note: {path}: column 'order' was taken as the rankings\n"


def test_data_set_by_its_name() -> None:
    iris = load_dataset("iris")
    order = lrf.to_orders([lrf.aggregate(iris.Y, "borda")], iris.label_names)[0]
    assert f"borda: {order}\n" in succeed("aggregate", "iris", "--method", "borda")


def test_table_of_many_labels_is_not_printed(tmp_path: Path) -> None:
    path = tmp_path / "many.csv"
    path.write_text("order\n" + ">".join(f"l{i}" for i in range(21)) + "\n")
    text = succeed("aggregate", path, "--order-column", "order")
    assert text.splitlines()[-1] == "(the table of all pairs of 21 labels is in the JSON only)"


def test_what_ran_out_of_time_is_said(tmp_path: Path) -> None:
    path = tmp_path / "circle.csv"
    rows = [",".join(str((j - i) % 13 + 1) for j in range(13)) for i in range(13)]
    path.write_text(",".join(f"rank_{j}" for j in range(13)) + "\n" + "\n".join(rows) + "\n")
    done = in_a_process("aggregate", str(path), "--set", "time_limit=0")
    assert done.returncode == 0
    assert done.stderr.startswith("lrf: warning: kemeny: 1 of 1 consensus rankings are not proved")
    assert "Kemeny distance 364" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--method", "kemny"), "method: unknown aggregator 'kemny'; did you mean 'kemeny'?"),
        (("--set", "time_limt=3"), "method.time_limt: unknown; did you mean 'time_limit'?"),
        (("--set", "time_limit=-3"), "method.time_limit: -3 is not allowed"),
        (("--set", "time_limit"), "'time_limit' sets nothing; write KEY=VALUE, for instance "
         "time_limit=60"),
        (("--set", "name=borda"), "name: unknown; say --method which method is meant"),
        (("--method", "all", "--set", "time_limit=3"), "--set needs a single --method, whose "
         "parameters it changes"),
        (("--weights", "n"), "drinks.toc: a file of PrefLib has no columns that could be "
         "named"),
        (("--json", "no/out.json"), "no/out.json: cannot be written, since there is no directory"),
    ],
)  # fmt: skip
def test_bad_input_is_answered_in_one_line(
    arguments: tuple[str, ...],
    message: str,
    toc: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(toc.parent)
    assert fail("aggregate", toc.name, *arguments).startswith(message)


def test_damaged_files_are_answered_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.soc"
    path.write_text("2\n1,a\n2,b\n3,3,1\n3,1\n")
    assert fail("aggregate", path) == (
        f"{path}, line 5: alternative 2 is missing, but orders are complete in files of the kind "
        f"soc"
    )
    assert fail("aggregate", tmp_path / "b.soc") == f"{tmp_path}/b.soc: there is no such file"
    assert "this is a directory" in fail("aggregate", tmp_path)
