"""Environments beside `.venv`: one for each Python of this machine, one with the oldest allowed packages.

They are kept in `.venvs`. Each has the tools and all extras, as far as there are wheels for its Python; the
packages that have none stand in its marker. Standard library only.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

from tools import OLDEST
from tools.bootstrap import (
    ROOT,
    NotOffered,
    SetupFailed,
    check_folder,
    check_python,
    environment,
    fingerprint,
    installing,
    is_ready,
    make,
    python_of,
    read_marker,
    run,
    say,
    setting_up,
    write_marker,
)

OLDEST_PACKAGES: Final = "oldest"
"""Name of the environment with the oldest packages."""

UNFINISHED: Final = "unfinished"
"""What stands in a marker for the fingerprint where a package that is needed has no wheel."""

PYTHON_NAME: Final = re.compile(r"(python|pypy)(3(\.\d+)?t?)?(\.exe)?")

MANAGED: Final = (
    ("PYENV_ROOT", ".pyenv", "versions/*"),
    ("PYENV_ROOT", ".pyenv/pyenv-win", "versions/*"),
    ("UV_PYTHON_INSTALL_DIR", ".local/share/uv/python", "*"),
    ("UV_PYTHON_INSTALL_DIR", "AppData/Roaming/uv/python", "*"),
    ("ASDF_DATA_DIR", ".asdf", "installs/python/*"),
    ("MISE_DATA_DIR", ".local/share/mise", "installs/python/*"),
    ("CONDA_PREFIX", "miniconda3", "envs/*"),
    ("CONDA_PREFIX", "miniforge3", "envs/*"),
    ("CONDA_PREFIX", "anaconda3", "envs/*"),
    ("CONDA_PREFIX", ".conda", "envs/*"),
    ("LOCALAPPDATA", "AppData/Local", "Programs/Python/Python3*"),
)
"""Of each version manager: the variable that names its folder, where it usually is, and its Pythons."""

SYSTEM: Final = (
    "/usr/bin",
    "/usr/local/bin",
    "/opt/homebrew/bin",
    "/Library/Frameworks/Python.framework/Versions/*/bin",
)
"""Folders of Pythons that may be missing from PATH."""

FACTS: Final = """
import json, sys
print(json.dumps([
    getattr(sys, "_base_executable", None) or sys.executable,
    sys.implementation.name, list(sys.version_info), getattr(sys, "abiflags", ""),
]))
"""
"""What a Python is asked: its file, outside of virtual environments; what it is."""

SECONDS_TO_ANSWER: Final = 30
"""Time that a file has to prove that it is a Python."""

NO_BOUND: Final = "pyproject.toml: {requirement} has no lower bound (name>=version), so none can be tested."


class FoundPython(NamedTuple):
    """A Python of this machine: its version in full as its name, and the file that starts it."""

    name: str
    executable: Path


# --- Finding Pythons ------------------------------------------------------------------------------


def find() -> list[FoundPython]:
    """Every final release from the oldest supported one on, each version once, the oldest first."""
    files = dict.fromkeys([Path(sys.executable), *candidates(os.environ, Path.home())])
    with ThreadPoolExecutor() as pool:
        answers = [answer for answer in pool.map(_facts, files) if answer is not None]
    known: dict[str, FoundPython] = {}
    for executable, kind, version, flags in sorted(answers, key=lambda answer: answer[1:3]):
        number = ".".join(map(str, version[:3])) + ("t" if "t" in flags else "")
        name = number if kind == "cpython" else f"{kind}-{number}"
        if tuple(version[:2]) >= OLDEST and version[3] == "final":
            known.setdefault(name, FoundPython(name, Path(executable)))
    return list(known.values())


def candidates(variables: Mapping[str, str], home: Path) -> Iterator[Path]:
    """Files that may be Pythons: on PATH, of version managers, where systems have them."""
    managed = []
    for variable, usual, pattern in MANAGED:
        named = [Path(variables[variable])] if variables.get(variable) else []
        for root in (*named, home / usual):
            managed += [place for found in (root, *root.glob(pattern)) for place in (found, found / "bin")]
    if variables.get("XDG_DATA_HOME"):
        data = Path(variables["XDG_DATA_HOME"])
        managed += [f / "bin" for p in ("uv/python/*", "mise/installs/python/*") for f in data.glob(p)]
    listed = [Path(folder) for folder in variables.get("PATH", "").split(os.pathsep) if folder]
    system = [place for folder in SYSTEM for place in Path("/").glob(folder.lstrip("/"))]
    for folder in (*listed, *managed, *system):
        try:
            yield from sorted(file for file in folder.iterdir() if PYTHON_NAME.fullmatch(file.name))
        except OSError:
            continue  # not there, not ours to read, or no folder


def _facts(file: Path) -> list[Any] | None:
    """What a file answers to `FACTS`; None if it is no Python that runs."""
    try:
        done = subprocess.run(
            [file, "-I", "-c", FACTS],
            cwd=ROOT,
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS_TO_ANSWER,
            check=True,
        )
        answer: list[Any] = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return answer


# --- Setting environments up ----------------------------------------------------------------------


def folder_of(name: str) -> Path:
    """The environment of this name."""
    return ROOT / ".venvs" / name


def without_wheels(name: str) -> list[str]:
    """Packages that have no wheel for the Python of an environment."""
    return read_marker(folder_of(name))[1:]


def prepare(name: str) -> Path:
    """The Python of an environment, which this Python makes if it is not there. Raises `SetupFailed`."""
    venv, wanted = folder_of(name), fingerprint(ROOT)
    with setting_up(ROOT):
        if not is_ready(venv, wanted, dev=False):
            check_python()
            check_folder(ROOT)
            say(f"Setting up .venvs/{name} (once; this needs the network and a minute or two) ...")
            make(ROOT, venv)
            _install(venv, wanted, oldest=name == OLDEST_PACKAGES)
    return python_of(venv)


def _install(venv: Path, wanted: str, *, oldest: bool) -> None:
    """Install the project with all that has a wheel. Raises `NotOffered` for what it cannot do without."""
    project = project_table()
    command = [*installing(venv), "--only-binary", ":all:"]
    if oldest:
        constraints = venv / "constraints.txt"
        constraints.write_text("".join(f"{name}=={bound}\n" for name, bound in lower_bounds(project).items()))
        command += ["--constraint", str(constraints)]
    extras = {normal(one): one for extra in project["optional-dependencies"].values() for one in extra}
    lacking: list[str] = []
    while True:
        try:
            run(ROOT, "installing packages", [*command, "--editable", ".", *extras.values()])
        except NotOffered as refused:
            package = normal(refused.package)
            lacking.append(package)
            if oldest or package not in extras:
                write_marker(venv, [UNFINISHED, *lacking])
                raise
            say(f"  {package} has no wheel for this Python: going on without it")
            del extras[package]
        else:
            write_marker(venv, [wanted, *lacking])
            return


def lower_bounds(project: Mapping[str, Any]) -> dict[str, str]:
    """The lowest allowed version of every dependency and extra, developer tools aside.

    Raises `SetupFailed` for one that has none.
    """
    extras = [needs for extra, needs in project["optional-dependencies"].items() if extra != "dev"]
    bounds = {}
    for requirement in (*project["dependencies"], *(one for needs in extras for one in needs)):
        bound = re.search(r">=\s*([\w.]+)", requirement)
        if bound is None:
            raise SetupFailed(NO_BOUND.format(requirement=requirement))
        bounds[normal(requirement)] = bound[1]
    return bounds


def normal(requirement: str) -> str:
    """The name in a requirement, spelt as package indexes compare it."""
    name = re.match(r"[\w.-]*", requirement.strip())
    return re.sub(r"[-_.]+", "-", name[0] if name else "").lower()


def project_table() -> dict[str, Any]:
    """The table `project` of pyproject.toml."""
    with open(ROOT / "pyproject.toml", "rb") as file:
        project: dict[str, Any] = tomllib.load(file)["project"]
    return project
