"""Checks the project: what `./test` runs, one step after the other, and its benchmarks."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.bootstrap import ROOT, environment, guarded, prepare

HELP: Final = """\
./test                  lint, format, types, import layers, tests
./test --long           the same, with the slow tests too
./test PATH | -k WORD   only pytest, with these arguments (paths count from the project folder)
./test --faults [ARGS]  the long form of tests/server/faults: the server under attack, killed, without a disk
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

SIDE_BY_SIDE: Final = ("--numprocesses=auto", "--maxprocesses=4", "--dist=worksteal")
"""How all tests share the processors; a few chosen ones run one after the other."""


def test(arguments: Sequence[str]) -> int:
    """What `./test` does; returns its exit code."""
    if list(arguments) in (["-h"], ["--help"]):
        print(HELP, end="")
        return 0
    return guarded(lambda: examine(prepare(ROOT, dev=True), list(arguments)))


def examine(python: Path, arguments: list[str]) -> int:
    """Run what `arguments` ask for with the Python of `.venv`."""
    if arguments[:1] == ["--bench"]:
        return bench(python, arguments[1:])
    if arguments[:1] == ["--faults"]:
        arguments = [*FAULTS, *arguments[1:]]
    whole = arguments in ([], ["--long"])
    if whole and (failed := check(python)):
        return failed
    # pytest comes last and its closing line is the last line: nothing is to be added to it.
    say("== pytest")
    shared = SIDE_BY_SIDE if whole else ()
    return subprocess.call([python, "-m", "pytest", *shared, *arguments], cwd=ROOT, env=utf8())


def check(python: Path) -> int:
    """Run the checks up to the first that fails, whose output is shown; returns its exit code."""
    for number, (name, command) in enumerate(CHECKS):
        begun = time.perf_counter()
        done = subprocess.run(
            [python, *command],
            cwd=ROOT,
            env=utf8(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        took = time.perf_counter() - begun
        if done.returncode:
            left = ", ".join([later for later, _ in CHECKS[number + 1 :]] + ["pytest"])
            say(done.stdout.rstrip())
            say(f"== {name}: FAILED after {took:.1f} s. Not run any more: {left}.")
            return done.returncode
        say(f"== {name}: ok, {took:.1f} s")
    return 0


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
            if subprocess.call(command, cwd=ROOT, env=utf8() | apart(home)):
                failed.append(stem)
    if failed:
        say(f"== FAILED: {', '.join(failed)}")
    return 1 if failed else 0


def apart(home: str) -> dict[str, str]:
    """What keeps tests and benchmarks off the screen, the loudspeakers and the player's own files."""
    return {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "TILEWRIGHT_HOME": home}


def utf8() -> dict[str, str]:
    """The environment for the tools: they print more than some consoles' own encoding can show."""
    return environment() | {"PYTHONUTF8": "1"}


def say(text: str) -> None:
    """One line, written before anything a later step prints."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
