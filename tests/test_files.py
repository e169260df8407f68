"""Files that are complete or not there at all."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from lrf import files
from lrf.errors import DataError
from lrf.files import write_whole


def hello(stream: IO[bytes]) -> None:
    stream.write(b"hello")


@pytest.fixture(params=["nameless", "named"], autouse=True)
def _both_ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "named":
        monkeypatch.setattr(files, "_OPEN_FILES", "/nowhere")


def test_file_is_new_or_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, hello)
    assert path.read_bytes() == b"hello"
    path.write_text("something longer")
    write_whole(path, hello)
    assert path.read_bytes() == b"hello"
    assert os.listdir(tmp_path) == ["file"]


def test_file_has_the_usual_permissions(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", hello)
    (tmp_path / "plain").touch()
    assert (tmp_path / "file").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_failed_writing_leaves_everything_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("before")

    def fail(stream: IO[bytes]) -> None:
        stream.write(b"half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(path, fail)
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["file"]


def test_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("file")
    write_whole(tmp_path / "link", hello)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"hello"


def test_what_is_no_file_is_written_to() -> None:
    write_whole(Path(os.devnull), hello)
    assert not Path(os.devnull).is_file()


def test_folder_and_missing_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        write_whole(tmp_path, hello)
    assert str(caught.value) == f"{tmp_path}: cannot be written: it is a folder"
    with pytest.raises(DataError) as caught:
        write_whole(tmp_path / "a" / "b", hello)
    assert str(caught.value) == f"{tmp_path}/a/b: cannot be written: No such file or directory"


KILLED = """
import os, signal, sys
from pathlib import Path
from lrf.files import write_whole

def write(stream):
    stream.write(b"half")
    stream.flush()
    os.kill(os.getpid(), signal.SIGKILL)

write_whole(Path(sys.argv[1]), write)
"""


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="the system knows no nameless files")
def test_killed_process_leaves_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path / "file")]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert os.listdir(tmp_path) == []


def test_too_long_a_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        write_whole(tmp_path / ("x" * 300), hello)
    assert str(caught.value).endswith(": cannot be written: File name too long")


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_replaced_file_is_read_by_whom_it_was(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "file"
    path.touch()
    path.chmod(mode)
    write_whole(path, hello)
    assert (stat.S_IMODE(path.stat().st_mode), path.read_bytes()) == (mode, b"hello")
