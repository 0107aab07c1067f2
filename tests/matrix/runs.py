"""Runs of the matrix: what each test file executes, and which changes it finds, in copies of one commit.

All that is learnt is appended to files in one folder at once, so that what was broken off goes on from there.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgspec

from tests.matrix import mutants
from tests.matrix.changes import Change, interleaved, planted, write
from tools.bootstrap import ROOT

KEPT: Final = ROOT / "build" / "matrix"
OUTSIDE: Final = ("adapters", "benchmarks", "browser", "matrix", "places")
"""Folders of tests that need other things than this machine surely has, or that measure, and this one."""
AT_LENGTH: Final = ("server/faults/test_hostile_[!c]*.py", "server/faults/test_store_[!p]*.py")
"""Test files that `./test` leaves to `--long`."""
COPIES: Final = 2
ENOUGH: Final = 2
"""Test files that find a change, after which no others are asked: it is not one file alone any more."""
BUDGETS: Final = (40.0, 160.0, float("inf"))
"""Seconds of tests for each change, in the first round, the second and the last: a run that is broken off has
asked a little about many changes rather than all about few.
"""
PATIENCE: Final = 60.0
"""Seconds that a test file may take beyond four times of what it takes unchanged: kernels are compiled."""
MUTANTS_EACH: Final = 12

IMPORTS: Final = """\
import contextlib, importlib, pkgutil
for part in ("core", "server", "client"):
    for found in pkgutil.walk_packages([part], part + "."):
        if not found.name.endswith("__main__"):
            with contextlib.suppress(ImportError):
                importlib.import_module(found.name)
"""
BASELINE: Final = "imports"
"""Instead of a test file: what is executed when everything is imported."""
COVERAGE: Final = """\
[run]
include = {root}/core/*, {root}/server/*, {root}/client/*
data_file = {folder}/data
parallel = true
patch = subprocess
disable_warnings = no-data-collected
"""


class Recorded(msgspec.Struct, frozen=True):
    """What one test file does with the unchanged source; `lines` by path, as bits of a number in hex."""

    file: str
    passed: bool
    seconds: float
    lines: dict[str, str]

    def executes(self, path: str, lines: Iterable[int]) -> bool:
        """Whether it executes one of these lines of a source file."""
        bits = int(self.lines.get(path, "0"), 16)
        return any(bits >> line & 1 for line in lines)


class Result(msgspec.Struct, frozen=True):
    """Whether a test file finds a change, which `key` identifies."""

    key: str
    change: str
    file: str
    found: bool
    seconds: float


class Keep:
    """Folder with what is known so far: the commit, what was recorded, and all results."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else runs tests in the folder meanwhile. Raises BlockingIOError if somebody does."""
        import fcntl  # not on Windows, where only this tool's tests run

        self.commit()
        with (self.folder / "commit").open() as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield

    def commit(self) -> str:
        """The commit that everything is about: today's, when the folder is new."""
        file = self.folder / "commit"
        if not file.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            file.write_text(_git("rev-parse", "HEAD").decode().strip())
        return file.read_text()

    def add(self, line: Recorded | Result) -> None:
        """Append to what is known."""
        with self._lock, (self.folder / _name(type(line))).open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")

    def all(self, kind: type[Any]) -> list[Any]:
        """All that is known of this kind."""
        file = self.folder / _name(kind)
        lines = file.read_bytes().splitlines() if file.exists() else []
        return [msgspec.json.decode(line, type=kind) for line in lines]


def _name(kind: type[Any]) -> str:
    return f"{kind.__name__.lower()}.jsonl"


def _git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True).stdout


# --- Copies ------------------------------------------------------------------------------------------------


class Copy:
    """A copy of the commit, in which one process at a time runs tests; what it compiles is kept beside it."""

    def __init__(self, folder: Path, commit: str) -> None:
        self.root = folder / "source"
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.mkdir(parents=True)
        archive = folder / "source.tar"
        archive.write_bytes(_git("archive", commit))
        shutil.unpack_archive(archive, self.root, filter="data")
        self._environment = os.environ | {
            "PYTHONUTF8": "1",
            "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
            "NUMBA_CACHE_DIR": str(folder / "compiled"),
        }

    @contextlib.contextmanager
    def changed(self, change: Change, kernels: bool) -> Iterator[None]:
        """The copy has this change meanwhile; where it may alter `kernels`, all are compiled for it alone."""
        file, usual = self.root / change.path, self._environment["NUMBA_CACHE_DIR"]
        text = file.read_text(encoding="utf-8")
        write(file, change.applied(text))
        with tempfile.TemporaryDirectory(prefix="matrix-", ignore_cleanup_errors=True) as compiled:
            self._environment["NUMBA_CACHE_DIR"] = compiled if kernels else usual
            try:
                yield
            finally:
                self._environment["NUMBA_CACHE_DIR"] = usual
                write(file, text)

    def run(self, command: Sequence[str], patience: float) -> int:
        """Run Python with these words; its exit code, or -9 after so many seconds."""
        process = subprocess.Popen(
            [sys.executable, *command], cwd=self.root, env=self._environment, process_group=0,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            return process.wait(patience)
        except subprocess.TimeoutExpired:
            return -signal.SIGKILL
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def tests(file: str) -> list[str]:
    """Words with which Python runs one test file up to its first failure."""
    return ["-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", file]


def in_copies(keep: Keep, jobs: Iterable[Any], do: Callable[[Copy, Any], None]) -> None:
    """Do the jobs in their order, as many at a time as there are copies."""
    waiting, lock = iter(jobs), threading.Lock()

    def work(number: int) -> None:
        copy = Copy(keep.folder / f"copy-{number}", keep.commit())
        while True:
            with lock:
                job = next(waiting, None)
            if job is None:
                return
            do(copy, job)

    with keep.alone(), ThreadPoolExecutor(COPIES) as pool:
        for done in [pool.submit(work, number) for number in range(COPIES)]:
            done.result()


# --- Recording ---------------------------------------------------------------------------------------------


def test_files(root: Path = ROOT) -> list[str]:
    """The test files that the matrix is about, from the project's folder."""
    late = {file for pattern in AT_LENGTH for file in (root / "tests").glob(pattern)}
    files = sorted(file.relative_to(root) for file in {*(root / "tests").rglob("test_*.py")} - late)
    return [file.as_posix() for file in files if file.parts[1] not in OUTSIDE]


def record(keep: Keep, only: str = "") -> None:
    """Run each test file once unchanged, and keep what it executes, its child processes included."""
    known = {line.file for line in keep.all(Recorded)}
    files = [BASELINE, *(file for file in test_files() if re.search(only, file))]

    def one(copy: Copy, file: str) -> None:
        found = recorded(copy, file)
        keep.add(found)
        print(f"{file}: {'' if found.passed else 'FAILS, '}{found.seconds:.0f} s", flush=True)

    in_copies(keep, [file for file in files if file not in known], one)


def recorded(copy: Copy, file: str) -> Recorded:
    """What one test file executes. Seconds are those with coverage, which a slow test may not stand."""
    folder = copy.root.with_name("coverage")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "coveragerc").write_text(COVERAGE.format(root=copy.root, folder=folder))
    (folder / "imports.py").write_text(IMPORTS)
    words = [str(folder / "imports.py")] if file == BASELINE else tests(file)
    begun = monotonic()
    code = copy.run(["-m", "coverage", "run", f"--rcfile={folder / 'coveragerc'}", *words], 900)
    seconds = monotonic() - begun
    if code and file != BASELINE:
        begun = monotonic()
        code = copy.run(tests(file), 900)
        seconds = monotonic() - begun
    return Recorded(file, code == 0, seconds, _lines(folder, copy.root))


def _lines(folder: Path, root: Path) -> dict[str, str]:
    """The lines that were executed, by path from `root`."""
    from coverage import CoverageData

    found: dict[str, int] = {}
    for file in folder.glob("data*"):
        data = CoverageData(basename=str(file))
        with contextlib.suppress(Exception):  # of a process that was killed as it wrote
            data.read()
            for source in data.measured_files():
                path = Path(source).relative_to(root).as_posix()
                found[path] = found.get(path, 0) | sum(1 << line for line in set(data.lines(source) or ()))
    return {path: f"{bits:x}" for path, bits in found.items()}


# --- Running -----------------------------------------------------------------------------------------------


class Plan:
    """Plan of a run: all changes in their order, and which test files might find each of them."""

    def __init__(self, keep: Keep, root: Path) -> None:
        lines = {line.file: line for line in keep.all(Recorded)}
        self._at_import = lines.pop(BASELINE)
        self.failing = [line.file for line in lines.values() if not line.passed]
        self.recorded = {line.file: line for line in lines.values() if line.passed}
        faults = planted()
        self.mutants = mutants.sample(root, MUTANTS_EACH, only=self._runs_later)
        self.faults = faults
        self.changes = [*interleaved(faults), *interleaved(self.mutants)]
        self._lines = {
            change: change.lines((root / change.path).read_text("utf-8")) for change in self.changes
        }
        self.askable = {change.key: self._askable(change) for change in self.changes}
        self.results: dict[str, list[Result]] = {change.key: [] for change in self.changes}
        for result in keep.all(Result):
            if result.key in self.results and result.file in self.recorded:
                self.results[result.key].append(result)

    def _runs_later(self, path: str, lines: Iterable[int]) -> bool:
        """Whether none of these lines runs during imports, as it would in nearly all tests."""
        return not self._at_import.executes(path, lines)

    def alters_kernels(self, change: Change) -> bool:
        """Whether compiled code may be another with this change: it is theirs, or runs where they are made.

        Kernels have in them what other modules have worked out when they were imported, and nothing else.
        """
        in_core = change.path.startswith("core/")
        return in_core and ("/bot" in change.path or not self._runs_later(change.path, self._lines[change]))

    def _askable(self, change: Change) -> list[str]:
        """The test files that execute a changed line: first those that are cheap, and near to it."""
        lines = self._lines[change]
        lines = {line for line in lines if not self._at_import.executes(change.path, [line])} or lines
        files = [line for line in self.recorded.values() if line.executes(change.path, lines)]
        return [
            line.file for line in sorted(files, key=lambda line: line.seconds * _distance(change, line.file))
        ]

    def left(self, change: Change) -> list[str]:
        """The test files that are still to be asked about a change."""
        results = self.results[change.key]
        if sum(result.found for result in results) >= ENOUGH:
            return []
        asked = {result.file for result in results}
        return [file for file in self.askable[change.key] if file not in asked]

    def spent(self, change: Change) -> float:
        """Seconds that tests have taken for a change."""
        return sum(result.seconds for result in self.results[change.key])


def plan_of(keep: Keep) -> Plan:
    """The plan for what is kept, from a copy that no run changes."""
    return Plan(keep, Copy(keep.folder / "unchanged", keep.commit()).root)


def _distance(change: Change, file: str) -> int:
    """1 for tests of the same game or folder, more for others: those find less of it."""
    if change.place in file.split("/") or change.path.rsplit("/", 1)[-1] == file.rsplit("/test_", 1)[-1]:
        return 1
    return 2 if file.startswith("tests/" + change.path.split("/")[0]) else 6


def run(keep: Keep, minutes: float, only: str = "") -> None:
    """Ask test files about changes for so long; goes on where the last run stopped."""
    plan = plan_of(keep)
    until = monotonic() + 60 * minutes
    wanted = [change for change in plan.changes if re.search(only, f"{change.path} {change.name}")]

    def one(copy: Copy, job: tuple[Change, float]) -> None:
        change, budget = job
        if not plan.left(change):
            return
        with copy.changed(change, plan.alters_kernels(change)):
            while monotonic() < until and plan.spent(change) < budget and (files := plan.left(change)):
                result = ask(copy, change, plan.recorded[files[0]])
                plan.results[change.key].append(result)
                keep.add(result)
                print(f"{'found' if result.found else '-':6}{result.file}  {change.name}", flush=True)

    in_copies(keep, [(change, budget) for budget in BUDGETS for change in wanted], one)


def ask(copy: Copy, change: Change, test: Recorded) -> Result:
    """Whether a test file finds the change that the copy has: it fails, breaks down or does not end."""
    begun = monotonic()
    code = copy.run(tests(test.file), PATIENCE + 4 * test.seconds)
    return Result(change.key, change.name, test.file, code != 0, monotonic() - begun)
