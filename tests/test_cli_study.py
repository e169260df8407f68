"""``lrf study`` as a user meets it: one line for what is wrong, a bar on a terminal, JSON."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest

from lrf.cli import app
from tests.study_files import ROOT, SMALL, written

OURS = SMALL[SMALL.index("[models.forest]") : SMALL.index("[models.neighbours]")]


def run(*arguments: object) -> int:
    """Run the command in this process, and return its exit code."""
    with pytest.raises(SystemExit) as stopped:
        app([*map(str, arguments)], prog_name="lrf")
    code = stopped.value.code
    assert isinstance(code, int)
    return code


def test_table_report_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, found = tmp_path / "out", tmp_path / "found.json"
    study = written(tmp_path, SMALL)
    assert run("study", study, "-o", folder, "--n-jobs", 1, "--json", found) == 0
    shown, errors = capsys.readouterr()
    assert "data set" in shown
    assert "mean rank" in shown
    assert shown.endswith(
        f"the report is {folder / 'report.html'}; tables and figures lie beside it\n"
    )
    assert errors == ""
    results = json.loads(found.read_text(encoding="utf-8"))
    assert (results["title"], results["seed"], results["repeats"]) == ("Small", 3, 2)
    assert len(results["results"]) == 6
    assert 0.8 < results["results"][0]["tau"] <= 1
    assert (folder / "report.html").is_file()


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (
            SMALL.replace('"rt"', '"rtt"'),
            [],
            "{study}: models.RT.preset: unknown preset 'rtt'; did you mean 'rt'?",
        ),
        (
            SMALL.replace('"wine"', '"wines"'),
            [],
            "this data set is not there: wines; looked in no folder, since none is named; did you "
            "mean 'wine'?",
        ),
        (SMALL, ["--data", "/nowhere"], "/nowhere: there is no such folder of data sets"),
        (SMALL, ["--n-jobs", "0"], "n_jobs: 0 processes cannot work;"),
        (SMALL, ["--json", "/nowhere/x"], "/nowhere/x: cannot be written, since there is no"),
    ],
)
def test_one_line_for_what_is_wrong(
    text: str,
    options: list[str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    study = written(tmp_path, text)
    assert run("study", study, "-o", tmp_path / "out", *options) == 2
    shown, errors = capsys.readouterr()
    assert shown == ""
    assert errors.startswith(f"lrf: {message.format(study=study)}")
    assert errors.count("\n") == 1


def test_folder_that_is_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study = written(tmp_path)
    assert run("study", study, "-o", study) == 2
    assert capsys.readouterr().err == f"lrf: {study}: cannot be made: File exists\n"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="terminals as POSIX has them")
def test_bar_with_the_time_left_on_a_terminal(tmp_path: Path) -> None:
    import pty

    study = written(tmp_path, SMALL.replace("repeats = 2", "repeats = 40").replace(OURS, ""))
    shown = b""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(PYTHONPATH=str(ROOT), TERM="xterm-256color", COLUMNS="120")
        command = [sys.executable, "-m", "lrf", "study", str(study), "-o", str(tmp_path / "out")]
        os.execv(sys.executable, [*command, "--n-jobs", "1"])
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # what Linux says when the other side is closed
            break
        if not part:
            break
        shown += part
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown.decode())
    assert re.search(r"Small .* [1-9]\d*/640 folds, 0:00:\d\d about \d+ (s|min) left", text)
