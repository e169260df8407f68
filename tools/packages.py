"""Build wheel and sdist, install them as strangers do, and try what was installed.

Two environments, each made at the same time as the other:

* newest: the wheel without extras beside the newest versions of what it needs, in a place where
  nothing can be written;
* oldest: the sdist with all extras beside the oldest versions (`oldest.txt`), tried by some of the
  tests that come with it.

The wheel with all extras at their newest versions is what the whole suite runs with, except that
the suite sees the checkout; so its files are compared with the checkout's.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "packages"
BINARIES = "Scripts" if sys.platform == "win32" else "bin"
NOWHERE = str(Path(os.devnull) / "home")
EXTRAS = "pandas,parquet,r,onnx,plots,study,dask"

#: Variables that what is installed must do without, by their first letters.
OURS = ("PYTHON", "LRF_", "NUMBA_", "XDG_CACHE_HOME")

#: What each of the libraries is used for, at least once; without compiled kernels.
SMOKE = [
    *("frames", "parquet_reader", "rdata_reader", "onnx", "modelfile", "kemeny", "metrics"),
    *("params", "study_tables", "plots", "cli_aggregate"),
]

FIRST_USE = """
import lrf
iris = lrf.load_dataset("iris")
tree = lrf.LabelRankingTree.from_preset("rt").fit(iris.X, iris.Y)
assert tree.predict(iris.X).shape == iris.Y.shape
assert tree.score(iris.X, iris.Y) > 0.9
"""


def run(*command: str | Path, **variables: str) -> str:
    """Run a command, and end with what it said if it fails."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=variables.pop("folder", str(WORK)),
        env=clean | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def require(true: bool, complaint: str) -> None:
    """End with a complaint unless something is true."""
    if not true:
        sys.exit(f"packages: {complaint}")


def build() -> tuple[Path, Path]:
    """Return the wheel, which is made from the sdist, and the sdist."""
    run(sys.executable, "-m", "build", "--outdir", WORK, ROOT)
    (wheel,), (sdist,) = WORK.glob("*.whl"), WORK.glob("*.tar.gz")
    return wheel, sdist


def compare_with_checkout(wheel: Path) -> None:
    """Hold the wheel to just the files of the package that belong to the repository."""
    listed = run("git", "ls-files", "lrf", folder=str(ROOT)).split()
    here = {name for name in listed if (ROOT / name).is_file()}
    there = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    require(here == there, f"in the wheel or the checkout only: {sorted(here ^ there)}")


def new_environment(name: str, *requirements: str | Path) -> Path:
    """Make an environment, install something, and return where its programs are."""
    folder = WORK / name
    run(sys.executable, "-m", "venv", folder)
    pip = [folder / BINARIES / "python", "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "install", "--quiet", "--no-compile", *requirements)
    run(*pip, "check")
    return folder / BINARIES


def forbid_writing(package: Path) -> None:
    """Put a file where each folder of caches would be, which stops the superuser as well."""
    for folder in [package, *(path for path in package.rglob("*") if path.is_dir())]:
        (folder / "__pycache__").touch()


def try_newest(wheel: Path, sdist: Path) -> str:
    """Use the wheel where nothing can be written: neither its own folder nor the user's home."""
    programs = new_environment("newest", wheel)
    (package,) = programs.parent.rglob("site-packages/lrf")
    forbid_writing(package)
    python = programs / "python"
    require("evaluate" in run(programs / "lrf", "--help"), "lrf --help names no commands")
    require("evaluate" in run(python, "-m", "lrf", "--help"), "python -m lrf names no commands")
    said = run(python, "-c", FIRST_USE, HOME=NOWHERE, LOCALAPPDATA=NOWHERE)
    require("NUMBA_CACHE_DIR" in said, "it is not said that kernels cannot be kept")
    return "the wheel without extras, newest versions, in a place that cannot be written"


def try_oldest(wheel: Path, sdist: Path) -> str:
    """Run some tests of the sdist beside the oldest versions, and compiled kernels once."""
    shutil.unpack_archive(sdist, WORK)
    source = WORK / sdist.name.removesuffix(".tar.gz")
    shutil.rmtree(source / "lrf")  # so that the tests find what is installed
    constraints = ROOT / "tools" / "oldest.txt"
    tools = ["pytest", "hypothesis", "polars", "onnxruntime", "safetensors"]
    python = new_environment("oldest", "-c", constraints, f"{sdist}[{EXTRAS}]", *tools) / "python"
    tests = [f"tests/test_{name}.py" for name in SMOKE]
    options = ["-q", "-p", "no:cacheprovider", "-m", "not slow and not compiled"]
    command = [python, "-m", "pytest", *options, *tests]
    passed = run(*command, folder=str(source), NUMBA_DISABLE_JIT="1").splitlines()[-1]
    run(python, "-W", "error", "-c", FIRST_USE)
    return f"the sdist with all extras, oldest versions: {passed}"


def main() -> None:
    """Do all of it; the two environments side by side."""
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    wheel, sdist = build()
    compare_with_checkout(wheel)
    trials: list[Callable[[Path, Path], str]] = [try_newest, try_oldest]
    with ThreadPoolExecutor() as pool:
        for outcome in pool.map(lambda trial: trial(wheel, sdist), trials):
            print(f"packages: {outcome}")


if __name__ == "__main__":
    main()
