"""New packages: what they are called, what is in them, and that their tests pass at once."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import lrf
from lrf.cli.app import app
from lrf.errors import ComponentError, DataError
from lrf.handover import KINDS as HOOKS
from lrf.scaffold import KINDS, Names, choose_names, write_package
from tests.packages import install_in_place, outside


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], prog_name="lrf")


def complaint(*arguments: object) -> str:
    result = run("new-plugin", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line.removeprefix("lrf: ")


# Names


@pytest.mark.parametrize(
    ("distribution", "module", "component"),
    [
        ("lrf-winners", "lrf_winners", "winners"),
        ("lrf-my-2nd-try", "lrf_my_2nd_try", "my-2nd-try"),
        ("winners", "winners", "winners"),
    ],
)
def test_module_and_component_are_called_like_the_package(
    distribution: str, module: str, component: str
) -> None:
    names = choose_names("criterion", distribution)
    assert (names.module, names.component) == (module, component)


@pytest.mark.parametrize(
    ("name", "proposal"),
    [
        ("My Plugin", "lrf-my-plugin"),
        ("lrf_winners", "lrf-winners"),
        ("lrf-", "lrf-winners"),
        ("-", "lrf-winners"),
        ("lrf--winners", "lrf-winners"),
        ("../winners", "lrf-winners"),
        ("2nd", "lrf-2nd"),
        ("", "lrf-winners"),
    ],
)
def test_name_that_no_package_can_have(name: str, proposal: str) -> None:
    with pytest.raises(ComponentError) as caught:
        choose_names("criterion", name)
    assert str(caught.value) == (
        f"{name!r} cannot be the name of a package: use lower-case letters, digits and single "
        f"hyphens, and begin with a letter, as in {proposal!r}"
    )


@pytest.mark.parametrize("name", ["lrf", "numpy", "json", "lambda"])
def test_name_of_a_module_that_is_there(name: str) -> None:
    with pytest.raises(ComponentError) as caught:
        choose_names("criterion", name)
    assert str(caught.value) == (
        f"{name!r} cannot be the name of a new package: there is a module {name!r} already; "
        f"choose another name, such as 'lrf-my-{name}'"
    )


@pytest.mark.parametrize("name", ["true", "auto", "1"])
def test_name_that_no_component_can_have(name: str) -> None:
    with pytest.raises(ComponentError) as caught:
        choose_names("criterion", f"lrf-{name}")
    assert str(caught.value) == (
        f"'lrf-{name}' cannot be the name of a new package, since its criterion would be called "
        f"{name!r}: name must not be {name!r}, which means something else in a configuration; "
        f"choose another name, such as 'lrf-my-{name}'"
    )


def test_name_of_a_component_that_is_there() -> None:
    assert choose_names("criterion", "lrf-kendall").component == "kendall"
    with pytest.raises(ComponentError) as caught:
        choose_names("correlation", "lrf-kendall")
    assert str(caught.value) == (
        f"there is a correlation 'kendall' already, provided by lrf {lrf.__version__}; "
        "choose another name, such as 'lrf-my-kendall'"
    )


# Files


def test_there_is_a_template_for_each_kind_of_component() -> None:
    assert set(KINDS) == set(HOOKS) - {"preset"}


@pytest.mark.parametrize("kind", KINDS)
def test_package_is_complete(kind: str, tmp_path: Path) -> None:
    written = write_package(Names(kind, "lrf-new-one"), tmp_path)
    places = {path.relative_to(tmp_path / "lrf-new-one").as_posix() for path in written}
    assert places == {
        "README.md",
        "pyproject.toml",
        "src/lrf_new_one/__init__.py",
        "src/lrf_new_one/py.typed",
        "tests/test_lrf_new_one.py",
    }
    texts = [path.read_text(encoding="utf-8") for path in written]
    assert not any("${" in text or "$$" in text for text in texts)
    assert max(len(line) for text in texts[:1] + texts[2:] for line in text.splitlines()) <= 88
    project = tomllib.loads((tmp_path / "lrf-new-one" / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["name"] == "lrf-new-one"
    assert project["project"]["entry-points"]["lrf"] == {"new-one": "lrf_new_one"}
    assert project["project"]["dependencies"][0] == "lrf>=0.1"


def test_no_half_package_is_left_where_files_cannot_be_written(tmp_path: Path) -> None:
    long = "x" * 250  # a folder may be called so, but not the test in it
    with pytest.raises(DataError, match="cannot be written: "):
        write_package(Names("criterion", long), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_folder_that_exists_is_left_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "lrf-winners"
    folder.mkdir()
    with pytest.raises(DataError) as caught:
        write_package(Names("criterion", "lrf-winners"), tmp_path)
    assert (
        str(caught.value) == f"{folder}: exists already, and is left as it is; choose another name"
    )
    assert list(folder.iterdir()) == []


def test_folder_in_no_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        write_package(Names("criterion", "lrf-winners"), tmp_path / "nowhere")
    assert str(caught.value) == (
        f"{tmp_path}/nowhere/lrf-winners: cannot be written, since there is no directory "
        f"{tmp_path}/nowhere"
    )


# The command


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_tests_of_a_new_package_pass_at_once(kind: str, tmp_path: Path) -> None:
    name = f"lrf-new-{kind.replace(' ', '-')}"
    written = tmp_path / "written.json"
    result = run("new-plugin", name, "--kind", kind, "--into", tmp_path, "--json", written)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        f"{tmp_path / name}: a package with the {kind} {name[4:]!r}",
        f'  pip install -e "{tmp_path / name}[test]"',
        f"  pytest {tmp_path / name}",
        f"  lrf components {kind.replace(' ', '-')}",
    ]
    told: dict[str, Any] = json.loads(written.read_text(encoding="utf-8"))
    assert told == {
        "package": name,
        "module": name.replace("-", "_"),
        "kind": kind,
        "name": name[4:],
        "files": told["files"],
    }
    assert all(Path(path).is_file() for path in told["files"])
    install_in_place(tmp_path / name, tmp_path)
    tests = outside("pytest", "-q", "-W", "error", str(tmp_path / name), site=tmp_path)
    assert tests.returncode == 0, tests.stdout + tests.stderr
    assert "1 passed" in tests.stdout
    listed = outside("lrf", "components", kind.replace(" ", "-"), site=tmp_path)
    assert f"{name} 0.1.0" in listed.stdout
    assert name[4:] in listed.stdout


def test_bad_names_and_kinds_are_answered_in_one_line(tmp_path: Path) -> None:
    assert complaint("No Name", "--into", tmp_path) == (
        "'No Name' cannot be the name of a package: use lower-case letters, digits and single "
        "hyphens, and begin with a letter, as in 'lrf-no-name'"
    )
    assert complaint("lrf-new", "--kind", "preset", "--into", tmp_path) == (
        "no kind of component is called 'preset'; there are correlation, criterion, "
        "stopping-rule, aggregator, reader"
    )
    (tmp_path / "lrf-new").mkdir()
    assert complaint("lrf-new", "--into", tmp_path) == (
        f"{tmp_path}/lrf-new: exists already, and is left as it is; choose another name"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["lrf-new"]
