"""Checks the project: what `./test` runs, and its benchmarks."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from tools import OLDEST, pythons
from tools.bootstrap import ROOT, NotOffered, add_extra, environment, guarded, prepare
from tools.changed import changed, tests_of

HELP: Final = """\
./test                  lint, format, types, import layers, tests: each question once
./test --fast           lint, format, types, import layers, the laws, the tests of what differs from main
./test --long           every case of every test, also those that repeat an assurance at length, and attacks
./test PATH | -k WORD   only pytest, with these arguments (paths count from the project folder)
./test --faults [ARGS]  the long form of tests/server/faults: the server under attack, killed, without a disk
./test --browser        the page of the gate in a real Chromium, if there is one; fetches its driver
./test --places         real screens, keyboards, pads and networks, as far as they are to be had
./test --adapters       the adapters for PettingZoo and OpenSpiel by those projects' own tests; fetches both
./test --oldest         all tests with the lowest version of every package that pyproject.toml allows
./test --pythons        all tests with every Python of this machine; both keep what they install in .venvs
./test --bench [NAME]   the measurements in tests/benchmarks but the soak of an hour, or those whose name
                        contains NAME
"""

# Each: its name and what Python is asked to do. import-linter has no `-m`, hence its function.
CHECKS: Final = (
    ("ruff check", ["-m", "ruff", "check", "--quiet", "--output-format=concise", "."]),
    ("ruff format --check", ["-m", "ruff", "format", "--check", "."]),
    ("mypy", ["-m", "mypy"]),
    ("lint-imports", ["-c", "from importlinter.cli import lint_imports_command as main; main()"]),
)

FAULTS: Final = ("tests/server/faults", "--faults", "--verbose", "--capture=no")
"""What pytest is asked for: one test after the other, for some measure how long others wait, and print it."""

BROWSER: Final = ("tests/browser", "--verbose", "-rs")
"""What pytest is asked for: every test of the page in a browser, and why any was left out."""

PLACES: Final = ("tests/places", "--verbose", "-rs")
"""What pytest is asked for: every test with real parts, and how to get those that are missing."""

ADAPTERS: Final = {"pettingzoo": "pettingzoo", "openspiel": "pyspiel"}
"""The extras of the adapters, and the module that each brings."""

DRIVER: Final = {"browser": "playwright"}
"""The extra that drives a browser, and its module."""

LAWS: Final = (
    "tests/core/test_laws.py",
    "tests/core/test_texts_codes.py",
    "tests/server/test_ai_games.py",
    "tests/client/boards/test_laws.py",
    "tests/test_docs.py",
    "tests/test_layers.py",
    "tests/test_texts_used.py",
)
"""What holds for all games, boards and texts, and for the code as a whole."""

LEFT_TO_FAULTS: Final = (
    "--ignore-glob=tests/server/faults/test_hostile_[!c]*",
    "--ignore-glob=tests/server/faults/test_store_[!p]*",
)
"""What `./test` leaves to `--long` and `--faults`: all attacks but commands and cuts, all but one kill."""

SIDE_BY_SIDE: Final = ("--numprocesses=auto", "--maxprocesses=4", "--dist=worksteal")
"""How all tests share the processors; a few chosen ones run one after the other."""


ELSEWHERE: Final = ("--oldest", "--pythons")
"""Switches for which the tests run in other environments than `.venv`."""

STANDS_ALONE: Final = """\
{switch} runs all tests and goes with no other switch or test. When an environment is set up, single tests run
in it so: .venvs/NAME/bin/python -m pytest PATH"""

NO_OLDEST: Final = """\
--oldest needs Python {oldest}, and there is none: neither on PATH nor of pyenv, uv, asdf, mise or conda."""

NO_OTHER: Final = """\
No other Python from {oldest} on was found than this one ({name}): neither on PATH nor of pyenv, uv, asdf,
mise or conda. Install one with any of these, then start again."""


def test(arguments: Sequence[str]) -> int:
    """What `./test` does; returns its exit code."""
    if list(arguments) in (["-h"], ["--help"]):
        print(HELP, end="")
        return 0
    if elsewhere := [switch for switch in ELSEWHERE if switch in arguments]:
        if len(arguments) > 1:
            say(STANDS_ALONE.format(switch=elsewhere[0]))
            return 2
        return guarded(with_oldest if elsewhere == ["--oldest"] else with_every_python)
    return guarded(lambda: examine(prepare(ROOT, dev=True), list(arguments)))


def examine(python: Path, arguments: list[str]) -> int:
    """Run what `arguments` ask for with the Python of `.venv`."""
    if arguments[:1] == ["--bench"]:
        return bench(python, arguments[1:])
    if arguments[:1] == ["--browser"]:
        fetch(python, DRIVER)
        arguments = [*BROWSER, *arguments[1:]]
    if arguments[:1] == ["--places"]:
        arguments = [*PLACES, *arguments[1:]]
    if arguments[:1] == ["--adapters"]:
        fetch(python, ADAPTERS)
        arguments = ["tests/adapters", "-rs", *arguments[1:]]
    if arguments[:1] == ["--faults"]:
        arguments = [*FAULTS, *arguments[1:]]
    if arguments not in ([], ["--fast"], ["--long"]):
        return _tests(python, *arguments)
    chosen: Sequence[str] = arguments or LEFT_TO_FAULTS
    if arguments == ["--fast"]:
        chosen = [*LAWS, *tests_of(changed(ROOT), ROOT)]
    return together(python, [*SIDE_BY_SIDE, *chosen])


def with_oldest() -> int:
    """Run all tests with the oldest packages on the oldest Python."""
    oldest = [python for python in pythons.find() if python.name.startswith("{}.{}.".format(*OLDEST))]
    if not oldest:
        say(NO_OLDEST.format(oldest="{}.{}".format(*OLDEST)))
        return 1
    return verdict_in(oldest[-1], pythons.OLDEST_PACKAGES)[0]


def with_every_python() -> int:
    """Run all tests with every Python there is; returns 1 if they fail with one, or there is but one."""
    found = pythons.find()
    if len(found) < 2:
        names = ", ".join(python.name for python in found)
        say(NO_OTHER.format(oldest="{}.{}".format(*OLDEST), name=names))
        return 1
    done = [verdict_in(python, python.name) for python in found]
    for _, line in done:
        say(line)
    return 1 if any(code for code, _ in done) else 0


def verdict_in(python: pythons.FoundPython, name: str) -> tuple[int, str]:
    """Run all tests in an environment of this Python; its exit code, and a line about it.

    Each Python sets its environment up itself, so that what it lacks is told of the right one.
    """
    say(f"== Python {python.name}" + (f", {name} packages" if name != python.name else ""))
    begun = time.perf_counter()
    command = [str(python.executable), "-c", "from tools.checks import main_elsewhere as main; main()", name]
    code = subprocess.call(command, cwd=ROOT, env=environment() | {"PYTHONSAFEPATH": ""})
    minutes = (time.perf_counter() - begun) / 60
    lacking = ", ".join(pythons.without_wheels(name))
    line = f"== Python {python.name}: {'FAILED' if code else 'passed'}, {minutes:.0f} min"
    return code, f"{line}; without wheels: {lacking}" if lacking else line


def main_elsewhere() -> None:
    """Run all tests in an environment made with this Python, named by the only argument."""
    name = sys.argv[1]
    sys.exit(guarded(lambda: everything(pythons.prepare(name), typed=name != pythons.OLDEST_PACKAGES)))


def everything(python: Path, *, typed: bool) -> int:
    """Run the checks and all tests, also those that need extras; returns the first exit code that is not 0.

    Where old packages are not `typed` as ours expect, there are no checks.
    """
    suite = [*SIDE_BY_SIDE, *LEFT_TO_FAULTS]
    tested = together(python, suite) if typed else _tests(python, *suite)
    return tested or _tests(python, "tests/adapters", "tests/browser", "-rs")


def _tests(python: Path, *arguments: str) -> int:
    """Run tests, and show them; returns the exit code."""
    return subprocess.call(pytest(python, *arguments), cwd=ROOT, env=surroundings(python))


def fetch(python: Path, extras: Mapping[str, str]) -> None:
    """Add extras whose module is missing to `.venv`; says what is not to be had, whose tests are left out."""
    for extra, module in extras.items():
        if not has_module(python, module):
            with contextlib.suppress(NotOffered):
                add_extra(ROOT, extra)
            if not has_module(python, module):
                say(f"{extra} is not to be had for this Python on this system: its tests are left out.")


def has_module(python: Path, module: str) -> bool:
    """Whether this Python finds a module."""
    known = f"import importlib.util as u; raise SystemExit(u.find_spec({module!r}) is None)"
    return subprocess.call([python, "-I", "-c", known]) == 0


def pytest(python: Path, *arguments: str) -> list[str]:
    """The command that runs tests."""
    return [str(python), "-m", "pytest", *arguments]


def together(python: Path, arguments: Sequence[str]) -> int:
    """Run pytest while the checks run, and show what it says when they have passed; returns the exit code.

    Its closing line is the last line: nothing is to be added to it.
    """
    colour = ["--color=yes"] if sys.stdout.isatty() else []
    command = pytest(python, *colour, *arguments)
    with subprocess.Popen(
        command, cwd=ROOT, env=surroundings(python), stdout=subprocess.PIPE, bufsize=0
    ) as tests:
        if failed := check(python):
            tests.terminate()
            return failed
        say("== pytest")
        while said := tests.stdout.read(1 << 16) if tests.stdout else b"":
            sys.stdout.buffer.write(said)
            sys.stdout.flush()
    return tests.returncode


def check(python: Path) -> int:
    """Run the checks side by side and show what those have to say that fail; returns 1 if one did."""
    with ThreadPoolExecutor(len(CHECKS)) as pool:
        done = list(pool.map(lambda check: verdict(python, *check), CHECKS))
    for name, output, seconds, code in done:
        if code:
            say(output.rstrip())
        say(f"== {name}: {'FAILED after' if code else 'ok,'} {seconds:.1f} s")
    if not any(code for *_, code in done):
        return 0
    say("== pytest: broken off.")
    return 1


def verdict(python: Path, name: str, command: Sequence[str]) -> tuple[str, str, float, int]:
    """A check's name, what it says, its seconds and its exit code."""
    begun = time.perf_counter()
    done = subprocess.run(
        [python, *command],
        cwd=ROOT,
        env=surroundings(python),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    return name, done.stdout, time.perf_counter() - begun, done.returncode


def bench(python: Path, names: Sequence[str]) -> int:
    """Run every benchmark, or those named; returns 1 if one failed or none was found."""
    found = sorted(path.stem for path in (ROOT / "tests" / "benchmarks").glob("bench_*.py"))
    short = [stem for stem in found if not stem.endswith("_soak")]
    chosen = [stem for stem in found if any(name in stem for name in names)] if names else short
    if not chosen:
        say(f"No such benchmark. There are: {', '.join(found) or 'none'}.")
        return 1
    failed = []
    with tempfile.TemporaryDirectory(prefix="tilewright-") as home:
        for stem in chosen:
            say(f"== {stem}")
            command = [str(python), "-m", f"tests.benchmarks.{stem}"]
            if subprocess.call(command, cwd=ROOT, env=surroundings(python) | apart(home)):
                failed.append(stem)
    if failed:
        say(f"== FAILED: {', '.join(failed)}")
    return 1 if failed else 0


def apart(home: str) -> dict[str, str]:
    """What keeps tests and benchmarks off the screen, the loudspeakers and the player's own files."""
    return {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "TILEWRIGHT_HOME": home}


def surroundings(python: Path) -> dict[str, str]:
    """The environment for the tools: they print more than some consoles' own encoding can show, and what
    this Python compiles is kept with it, also where it may not be kept beside the sources.
    """
    kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(python.parents[1] / "bytecode")}
    return environment() | {"PYTHONUTF8": "1"} | kept


def say(text: str) -> None:
    """One line, written before anything a later step prints."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
