"""Other Pythons and the oldest packages: what is found, what is installed, and what is told."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import OLDEST, bootstrap, checks, pythons
from tools.bootstrap import NotOffered, SetupFailed
from tools.pythons import FoundPython

UNIX = pytest.mark.skipif(sys.platform == "win32", reason="programs are made with a shell")


# --- which Pythons --------------------------------------------------------------------------------


def made(folder: Path, name: str, answer: str) -> Path:
    """A program that answers as a Python would."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\n{answer}\n")
    file.chmod(0o755)
    return file


def answer(file: Path, *version: object, kind: str = "cpython", flags: str = "") -> str:
    numbers = "[" + ", ".join(f'"{one}"' if isinstance(one, str) else str(one) for one in version) + "]"
    return f"""echo '["{file}", "{kind}", {numbers}, "{flags}"]'"""


@UNIX
def test_final_releases_are_found_on_path_and_of_version_managers_each_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, on_path = tmp_path / "home", tmp_path / "bin"
    for folder, name, version, more in (
        (on_path, "python3.98", (3, 98, 1, "final", 0), {}),
        (on_path, "python3", (3, 98, 1, "final", 0), {}),
        (on_path, "python3.99", (3, 99, 0, "candidate", 1), {}),
        (on_path, "python3.10", (3, 10, 9, "final", 0), {}),
        (on_path, "python3-config", (3, 97, 0, "final", 0), {}),
        (on_path, "pypy3", (3, 98, 1, "final", 0), {"kind": "pypy"}),
        (home / ".pyenv/versions/3.91.2/bin", "python3.91", (3, 91, 2, "final", 0), {}),
        (home / ".local/share/uv/python/x/bin", "python3.92t", (3, 92, 0, "final", 0), {"flags": "t"}),
        (home / ".asdf/installs/python/3.93/bin", "python3", (3, 93, 0, "final", 0), {}),
        (tmp_path / "mise/installs/python/3.94/bin", "python", (3, 94, 0, "final", 0), {}),
        (home / "miniforge3/bin", "python", (3, 95, 0, "final", 0), {}),
        (home / "miniforge3/envs/a/bin", "python", (3, 96, 0, "final", 0), {}),
    ):
        made(folder, name, answer(folder / name, *version, **more))  # type: ignore[arg-type]
    made(on_path, "python", "echo no Python; exit 1")
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.setattr(pythons, "SYSTEM", ())
    monkeypatch.setenv("PATH", os.pathsep.join([str(on_path), "/nowhere", "", os.environ["PATH"]]))
    monkeypatch.setenv("MISE_DATA_DIR", str(tmp_path / "mise"))
    for variable in ("PYENV_ROOT", "UV_PYTHON_INSTALL_DIR", "ASDF_DATA_DIR", "CONDA_PREFIX"):
        monkeypatch.delenv(variable, raising=False)
    found = [(python.name, python.executable.name) for python in pythons.find()]
    planted = [(name, file) for name, file in found if ".9" in name]
    assert planted == [
        ("3.91.2", "python3.91"),
        ("3.92.0t", "python3.92t"),
        ("3.93.0", "python3"),
        ("3.94.0", "python"),
        ("3.95.0", "python"),
        ("3.96.0", "python"),
        ("3.98.1", "python3"),
        ("pypy-3.98.1", "pypy3"),
    ]
    this = ".".join(map(str, sys.version_info[:3]))
    assert this in [name for name, _ in found] or sys.version_info[3] != "final"


def test_a_virtual_environment_is_found_as_the_python_that_made_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This test runs in one."""
    monkeypatch.setattr(pythons, "candidates", lambda variables, home: iter(()))
    for python in pythons.find():
        asked = [python.executable, "-c", "import sys; print(sys.prefix == sys.base_prefix)"]
        assert subprocess.check_output(asked, text=True).strip() == "True"


# --- what is installed ----------------------------------------------------------------------------


class Steps:
    """Stands in for `run`: makes an empty environment, and has no wheels for some packages."""

    def __init__(self, *lacking: str) -> None:
        self.lacking = lacking
        self.installed: list[str] = []
        self.constraints = ""

    def __call__(self, root: Path, step: str, command: list[str]) -> None:
        if "venv" in command:
            bootstrap.python_of(Path(command[-1])).parent.mkdir(parents=True)
            bootstrap.python_of(Path(command[-1])).touch()
            return
        wanted = command[command.index("--editable") + 2 :]
        for package in self.lacking:
            if package in PROJECT["dependencies"] or package in [pythons.normal(one) for one in wanted]:
                raise NotOffered("no wheel", package)
        self.installed = wanted
        if "--constraint" in command:
            self.constraints = Path(command[command.index("--constraint") + 1]).read_text()


PROJECT = {
    "dependencies": ["needed>=1.2"],
    "optional-dependencies": {"more": ["Some_Thing>=3.0", "other>=0.5"], "dev": ["tool", "other>=0.5"]},
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(pythons, "ROOT", tmp_path)
    monkeypatch.setattr(pythons, "project_table", lambda: PROJECT)
    shutil.copy(bootstrap.ROOT / "pyproject.toml", tmp_path / "pyproject.toml")
    return tmp_path


def test_what_has_no_wheel_is_left_out_and_kept_in_mind(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = Steps("some-thing")
    monkeypatch.setattr(bootstrap, "run", steps)
    monkeypatch.setattr(pythons, "run", steps)
    python = pythons.prepare("3.99.0")
    assert python == bootstrap.python_of(folder / ".venvs" / "3.99.0")
    assert (steps.installed, steps.constraints) == (["other>=0.5", "tool"], "")
    assert pythons.without_wheels("3.99.0") == ["some-thing"]
    assert not (folder / ".venv").exists()
    monkeypatch.setattr(pythons, "run", lambda *_: pytest.fail("it is kept"))
    assert pythons.prepare("3.99.0") == python


def test_what_is_needed_and_has_no_wheel_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = Steps("needed>=1.2")
    monkeypatch.setattr(bootstrap, "run", steps)
    monkeypatch.setattr(pythons, "run", steps)
    with pytest.raises(NotOffered):
        pythons.prepare("3.99.0")
    assert pythons.without_wheels("3.99.0") == ["needed"]
    assert not bootstrap.is_ready(folder / ".venvs" / "3.99.0", bootstrap.fingerprint(folder), dev=False)


def test_the_oldest_packages_are_those_of_the_bounds_and_none_is_left_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = Steps()
    monkeypatch.setattr(bootstrap, "run", steps)
    monkeypatch.setattr(pythons, "run", steps)
    pythons.prepare(pythons.OLDEST_PACKAGES)
    assert steps.constraints == "needed==1.2\nsome-thing==3.0\nother==0.5\n"
    shutil.rmtree(folder / ".venvs")
    steps.lacking = ("other",)
    with pytest.raises(NotOffered):
        pythons.prepare(pythons.OLDEST_PACKAGES)


def test_every_package_has_a_lower_bound_and_one_only() -> None:
    project = pythons.project_table()
    bounds = pythons.lower_bounds(project)
    assert {"numpy", "numba", "pyarrow", "pettingzoo", "open-spiel"} <= bounds.keys()
    extras = [one for needs in project["optional-dependencies"].values() for one in needs]
    for requirement in (*project["dependencies"], *extras):
        if (name := pythons.normal(requirement)) in bounds:
            assert f">={bounds[name]}" in requirement, f"two bounds of {name}"


def test_a_package_without_a_lower_bound_is_named() -> None:
    with pytest.raises(SetupFailed, match=r"loose<3 has no lower bound"):
        pythons.lower_bounds({"dependencies": ["loose<3"], "optional-dependencies": {"dev": ["tool"]}})


# --- what is told ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [["--oldest", "--long"], ["--fast", "--pythons"], ["--oldest", "--pythons"], ["--pythons", "tests/core"]],
)
def test_these_switches_stand_alone(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert checks.test(arguments) == 2
    assert "goes with no other switch or test" in capsys.readouterr().out


@pytest.mark.parametrize("found", [[], ["3.11.7"]])
def test_no_other_python_is_said(
    found: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pythons, "find", lambda: [FoundPython(name, Path("python")) for name in found])
    assert checks.test(["--pythons"]) == 1
    assert "No other Python from 3.11 on was found" in capsys.readouterr().out


def test_without_the_oldest_python_its_packages_are_not_tried(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pythons, "find", lambda: [FoundPython("3.110.0", Path("python"))])
    assert checks.test(["--oldest"]) == 1
    assert "--oldest needs Python {}.{}".format(*OLDEST) in capsys.readouterr().out


@UNIX
def test_each_python_gets_a_line_and_one_that_fails_fails_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    found = [
        FoundPython("3.11.7", made(tmp_path, "good", "exit 0")),
        FoundPython("3.99.0", made(tmp_path, "bad", "exit 3")),
    ]
    monkeypatch.setattr(pythons, "ROOT", tmp_path)
    monkeypatch.setattr(pythons, "find", lambda: found)
    (tmp_path / ".venvs" / "3.99.0").mkdir(parents=True)
    bootstrap.write_marker(tmp_path / ".venvs" / "3.99.0", ["wanted", "numba", "pyarrow"])
    assert checks.test(["--pythons"]) == 1
    assert capfd.readouterr().out.splitlines() == [
        "== Python 3.11.7",
        "== Python 3.99.0",
        "== Python 3.11.7: passed, 0 min",
        "== Python 3.99.0: FAILED, 0 min; without wheels: numba, pyarrow",
    ]
