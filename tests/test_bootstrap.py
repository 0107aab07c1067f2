"""The set-up behind `./play` and `./test`, without network: a fake pip, or output that pip really gives."""

from __future__ import annotations

import ast
import errno
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

import tools
from tools import bootstrap
from tools.bootstrap import ROOT, NotOffered, SetupFailed, prepare

PYPROJECT = """\
[build-system]
requires = ["hatchling"]
[project]
name = "tilewright"
dependencies = ["numpy"]
[tool.ruff]
line-length = 110
"""


class Steps:
    """Stands in for `bootstrap.run`: makes an empty `.venv` and remembers what was asked for."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.pip_fails = False
        self.not_offered = ""

    def __call__(self, root: Path, step: str, command: list[str]) -> None:
        self.commands.append(command)
        if "venv" in command:
            bootstrap.python_of(root / ".venv").parent.mkdir(parents=True)
            bootstrap.python_of(root / ".venv").touch()
        elif self.pip_fails:
            raise SetupFailed("pip")
        elif command[-1] == self.not_offered:
            raise NotOffered("pip")

    @property
    def names(self) -> list[str]:
        return ["venv" if "venv" in command else command[-1] for command in self.commands]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project folder with a space in its name, not set up yet."""
    folder = tmp_path / "my games"
    folder.mkdir()
    (folder / "pyproject.toml").write_text(PYPROJECT)
    return folder


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    fake = Steps()
    monkeypatch.setattr(bootstrap, "run", fake)
    return fake


# --- which Python ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["play", "test", "tools/__init__.py"])
def test_an_old_python_can_read_what_it_meets_first(name: str) -> None:
    ast.parse((ROOT / name).read_text(encoding="utf-8"), feature_version=(3, 4))


def test_an_old_python_is_told_what_was_found_and_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 6, 15, "final", 0))
    with pytest.raises(SystemExit) as stopped:
        importlib.reload(tools)
    assert "needs Python 3.11 or newer; this is Python 3.6" in str(stopped.value)


def test_the_oldest_python_is_the_one_the_project_declares() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert declared["requires-python"] == ">={}.{}".format(*tools.OLDEST)


# --- when there is something to do ----------------------------------------------------------------


def test_a_first_start_makes_a_venv_and_installs_a_second_does_nothing(root: Path, steps: Steps) -> None:
    assert prepare(root) == bootstrap.python_of(root / ".venv")
    assert steps.names == ["venv", ".[experts]"]
    prepare(root)
    assert steps.names == ["venv", ".[experts]"]


def test_without_a_compiler_for_this_python_the_rest_is_installed(root: Path, steps: Steps) -> None:
    steps.not_offered = ".[experts]"
    prepare(root)
    prepare(root)
    assert steps.names == ["venv", ".[experts]", "."]


def test_what_else_is_not_offered_is_told(root: Path, steps: Steps) -> None:
    steps.not_offered = ".[dev]"
    with pytest.raises(NotOffered):
        prepare(root, dev=True)


def test_the_tools_are_added_to_a_venv_that_is_there(root: Path, steps: Steps) -> None:
    prepare(root)
    prepare(root, dev=True)
    prepare(root)
    assert steps.names == ["venv", ".[experts]", ".[dev]"]


def test_other_needs_make_it_anew(root: Path, steps: Steps) -> None:
    prepare(root)
    (root / ".venv" / "left over").touch()
    (root / "pyproject.toml").write_text(PYPROJECT.replace("numpy", "numpy>=2"))
    prepare(root)
    assert steps.names == ["venv", ".[experts]"] * 2
    assert not (root / ".venv" / "left over").exists()


def test_settings_of_other_tools_are_no_needs(root: Path, steps: Steps) -> None:
    prepare(root)
    (root / "pyproject.toml").write_text(PYPROJECT.replace("110", "100"))
    prepare(root)
    assert steps.names == ["venv", ".[experts]"]


def test_another_python_makes_it_anew(root: Path, steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(root)
    monkeypatch.setattr(sys.implementation, "cache_tag", "cpython-399")
    prepare(root)
    assert steps.names == ["venv", ".[experts]"] * 2


def test_a_moved_folder_makes_it_anew(root: Path, steps: Steps) -> None:
    prepare(root)
    prepare(root.rename(root.parent / "moved"))
    assert steps.names == ["venv", ".[experts]"] * 2


def test_a_python_that_went_away_makes_it_anew(root: Path, steps: Steps) -> None:
    prepare(root)
    bootstrap.python_of(root / ".venv").unlink()
    prepare(root)
    assert steps.names == ["venv", ".[experts]"] * 2


@pytest.mark.parametrize("dev", [False, True])
def test_a_half_made_venv_is_made_anew(root: Path, steps: Steps, dev: bool) -> None:
    if dev:
        prepare(root)  # complete without the tools; adding them fails
    steps.pip_fails = True
    with pytest.raises(SetupFailed):
        prepare(root, dev=dev)
    steps.pip_fails = False
    steps.commands.clear()
    prepare(root)
    assert steps.names == ["venv", ".[experts]"]


@pytest.mark.parametrize("kind", ["file", "link", "marker of bytes"])
def test_whatever_stands_in_its_place_is_replaced(root: Path, steps: Steps, kind: str) -> None:
    elsewhere = root.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "precious").touch()
    if kind == "file":
        (root / ".venv").touch()
    elif kind == "link":
        (root / ".venv").symlink_to(elsewhere, target_is_directory=True)
    else:
        (root / ".venv").mkdir()
        bootstrap.marker_of(root / ".venv").write_bytes(b"\xff\x00")
    prepare(root)
    assert steps.names == ["venv", ".[experts]"]
    assert (elsewhere / "precious").exists()


# --- two starts at once ---------------------------------------------------------------------------


def test_a_start_waits_for_another_and_uses_what_that_made(
    root: Path, steps: Steps, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lock(_: object, *, wait: bool) -> bool:
        if wait:  # the other start finishes
            bootstrap.set_up(root, bootstrap.fingerprint(root), dev=False)
        return wait

    monkeypatch.setattr(bootstrap, "lock", lock)
    prepare(root)
    assert steps.names == ["venv", ".[experts]"]
    assert "waiting for it" in capsys.readouterr().err


def test_the_lock_of_a_killed_start_is_free(root: Path) -> None:
    holder = (
        "import pathlib, sys, tools.bootstrap as b\n"
        "with b.alone(pathlib.Path(sys.argv[1])):\n"
        "    print('held', flush=True)\n"
        "    sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", holder, root], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"held"
        with open(root / ".venv.lock", "a+b") as file:
            assert not bootstrap.lock(file, wait=False)
            process.kill()
            process.wait()
            assert bootstrap.lock(file, wait=False)


@pytest.mark.skipif(sys.platform == "win32", reason="on Windows a lock does not outlive its process")
def test_what_a_killed_start_left_running_keeps_the_lock(root: Path) -> None:
    begun, end = root / "begun", root / "end"
    os.mkfifo(begun)
    os.mkfifo(end)
    orphan = f"open({str(begun)!r}, 'w').close(); open({str(end)!r}).close()"
    holder = (
        "import pathlib, sys, tools.bootstrap as b\n"
        "root = pathlib.Path(sys.argv[1])\n"
        "with b.alone(root):\n"
        "    b.run(root, 'a step', [sys.executable, '-c', sys.argv[2]])"
    )
    with subprocess.Popen([sys.executable, "-c", holder, root, orphan], cwd=ROOT) as process:
        begun.open().close()
        process.kill()
    with open(root / ".venv.lock", "a+b") as file:
        assert not bootstrap.lock(file, wait=False)
        end.open("w").close()
        assert bootstrap.lock(file, wait=True)


# --- what can go wrong ----------------------------------------------------------------------------

OFFLINE = """\
WARNING: Retrying (Retry(total=0, connect=None)) after connection broken by 'NewConnectionError('<…>: \
Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')': /simple/hatchling/
ERROR: Could not find a version that satisfies the requirement hatchling>=1.26 (from versions: none)
ERROR: No matching distribution found for hatchling>=1.26"""
FULL = "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device"
DENIED = "Error: [Errno 13] Permission denied: '/games/.venv'"
UNTRUSTED = "(Caused by SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate …"
NO_WHEEL = "ERROR: No matching distribution found for pygame-ce>=2.5.5"
DEBIAN = "The virtual environment was not created successfully because ensurepip is not available. On …"
STRANGE = "\n".join(f"line {n}" for n in range(99))


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        (OFFLINE, "the network or the package server does not answer"),
        (FULL, "The disk is full"),
        (DENIED, "cannot write to"),
        (UNTRUSTED, "certificate is not trusted"),
        (NO_WHEEL, "is not to be had for this Python"),
        (DEBIAN, "sudo apt install python"),
        (STRANGE, "Setting Tilewright up failed at: a step."),
    ],
)
def test_a_failed_step_names_its_cause(root: Path, output: str, sentence: str) -> None:
    command = [sys.executable, "-c", "import sys; print(sys.argv[1]); sys.exit(3)", output]
    with pytest.raises(SetupFailed, match=sentence) as failed:
        bootstrap.run(root, "a step", command)
    assert isinstance(failed.value, NotOffered) == (output == NO_WHEEL)
    if isinstance(failed.value, NotOffered):
        assert failed.value.package == "pygame-ce"


def test_an_unknown_failure_shows_the_end_of_what_was_said(root: Path) -> None:
    told = bootstrap.explain(root, "a step", STRANGE)
    assert "line 98" in told
    assert "line 80" not in told


@pytest.mark.parametrize("module", ["venv", "ensurepip", "_ssl"])
def test_a_python_without_a_part_is_told_so(
    root: Path, steps: Steps, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == module else real(name))
    with pytest.raises(SetupFailed, match=r"[Ii]nstall a complete Python"):
        prepare(root)
    assert steps.names == []


@pytest.mark.skipif(sys.platform == "win32", reason="no such names are possible there")
@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("a:b", "has the character :,"),
        ("two\nlines", "has a line break,"),
        ("two\rlines", "has a line break,"),
        ("bytes \udcff", "has bytes that are no text,"),
        ("at the end ", "has a space at its end,"),
    ],
)
def test_a_folder_in_which_nothing_can_be_set_up_gets_a_sentence(
    tmp_path: Path, name: str, what: str
) -> None:
    """The real start: `venv` refuses the first; in the others Python finds nothing of what was installed."""
    folder = tmp_path / name / "tilewright" if name.strip() == name else tmp_path / name
    for file in ("play", "tools/__init__.py", "tools/bootstrap.py", "pyproject.toml"):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, folder / file)
    done = subprocess.run(
        [sys.executable, "play"], cwd=folder, capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 2)
    assert done.stderr.startswith("Tilewright cannot be set up in '") and what in done.stderr
    assert not (folder / ".venv").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no such names are possible there")
@pytest.mark.parametrize(
    "name", ['it\'s "100%" #1', "$HOME;`x`\\", "äöü 日本 .", "[a]*?!", "tab\tfeed\fx", "-x"]
)
def test_other_names_are_no_trouble(tmp_path: Path, name: str) -> None:
    bootstrap.check_folder(tmp_path / name)


@pytest.mark.parametrize(
    ("number", "sentence"), [(errno.ENOSPC, "The disk is full"), (errno.EROFS, "cannot write to")]
)
def test_trouble_with_the_disk_is_told(
    root: Path, steps: Steps, monkeypatch: pytest.MonkeyPatch, number: int, sentence: str
) -> None:
    def fail(*_: object) -> None:
        raise OSError(number, "in the system's own language")

    monkeypatch.setattr(bootstrap, "write_marker", fail)
    with pytest.raises(SetupFailed, match=sentence):
        prepare(root)


def test_failure_and_interruption_have_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> int:
        raise SetupFailed("A sentence.")

    def interrupt() -> int:
        raise KeyboardInterrupt

    assert bootstrap.guarded(fail) == 1
    assert capsys.readouterr().err == "A sentence.\n"
    assert bootstrap.guarded(interrupt) == 130


def test_an_interruption_says_that_nothing_is_spoilt(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bootstrap, "run", interrupt)
    with pytest.raises(KeyboardInterrupt):
        prepare(root)
    assert "next start begins the set-up again" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "news"),
    [
        ("Collecting numpy>=2.0 (from tilewright==0.1.0)\n", "fetching numpy"),
        ("Collecting fontpkg\n", "fetching fontpkg"),
        ("Installing collected packages: a, b, c\n", "installing 3 packages"),
        ("  Downloading numpy-2.whl (16 MB)\n", None),
        ("\n", None),
    ],
)
def test_progress_is_told_by_package(line: str, news: str | None) -> None:
    assert bootstrap.progress(line) == news


# --- the start itself, with a real `.venv` --------------------------------------------------------

PROGRAM = """\
import os, sys
print(sys.argv[1:], [name for name in ("PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV") if name in os.environ])
sys.exit(7)
"""


@pytest.fixture
def ready(root: Path) -> Path:
    """A project that is set up, with a program that tells its arguments and ends with 7."""
    for name in ("play", "tools/__init__.py", "tools/bootstrap.py"):
        (root / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    (root / "client").mkdir()
    (root / "client" / "__main__.py").write_text(PROGRAM)
    venv.create(root / ".venv", symlinks=sys.platform != "win32")
    packages = next((root / ".venv").rglob("site-packages"))
    (packages / "tilewright.pth").write_text(str(root))
    bootstrap.write_marker(root / ".venv", [bootstrap.fingerprint(root)])
    return root


def test_arguments_and_exit_code_pass_through_whatever_surrounds_them(ready: Path) -> None:
    elsewhere = ready.parent / "elsewhere"
    (elsewhere / "client").mkdir(parents=True)
    (elsewhere / "client" / "__main__.py").write_text("print('the wrong program')")
    surroundings = {
        "PYTHONHOME": sys.base_prefix,
        "PYTHONPATH": str(elsewhere),
        "VIRTUAL_ENV": str(elsewhere),
        "PYTHONUTF8": "1",
    }
    done = subprocess.run(
        [sys.executable, ready / "play", "demo", "two words", "", "--lang=日本"],
        cwd=elsewhere,
        env=os.environ | surroundings,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stdout == "['demo', 'two words', '', '--lang=日本'] []\n"
    assert done.stderr == ""
    assert done.returncode == 7


def test_who_closed_our_output_gets_no_traceback(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(SetupFailed, match="does not start"):
        bootstrap.start(root / "nowhere", [])


def test_a_python_that_cannot_be_started_gets_a_sentence(root: Path) -> None:
    with pytest.raises(SetupFailed, match="does not start"):
        bootstrap.start(root / "nowhere", [])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_a_python_that_this_user_may_not_run_gets_a_sentence(ready: Path) -> None:
    """As in a project folder that somebody else has set up."""
    rights = "-dac_override,-dac_read_search"  # what lets a root do what modes forbid
    as_user = ["setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}"] if os.geteuid() == 0 else []
    if as_user and shutil.which("setpriv") is None:
        pytest.skip("root may do everything")
    bin_folder = bootstrap.python_of(ready / ".venv").parent
    bin_folder.chmod(0)
    try:
        command = [*as_user, sys.executable, ready / "play", "--version"]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    finally:
        bin_folder.chmod(0o700)
    assert done.stderr.startswith("This user may not run the Python in .venv (")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
