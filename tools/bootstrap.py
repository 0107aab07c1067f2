"""Sets up `.venv` in the project folder, then starts the program in it. Standard library only.

`.venv` holds a marker, written last, that says what was installed and for what. A start that finds
the right marker does nothing else; any other state (missing, half made, moved, other needs, another
Python) is set up under a lock. Progress goes to stderr: stdout belongs to the program. The sentences
are English only, as no texts are reachable before this is done.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Final

from tools import OLDEST

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ROOT: Final = Path(__file__).resolve().parent.parent

# Variables that would lead the Python in `.venv`, or its pip, to other packages or another place.
MISLEADING: Final = (
    "PYTHONHOME",
    "PYTHONPATH",
    "VIRTUAL_ENV",
    "__PYVENV_LAUNCHER__",
    "PIP_PREFIX",
    "PIP_PYTHON",
    "PIP_ROOT",
    "PIP_TARGET",
)

DISK_FULL: Final = "The disk is full: free space in the project folder and the one for temporary files."
NOT_WRITABLE: Final = "Tilewright cannot write to {root}: it needs to, once, to set itself up there in .venv."
NO_NETWORK: Final = (
    "The packages Tilewright needs could not be fetched: the network or the package server does not answer.\n"
    "Check the connection (and the proxy, if there is one), then start again."
)
NOT_TRUSTED: Final = (
    "The packages Tilewright needs could not be fetched: the package server's certificate is not trusted.\n"
    "Check the date of this machine, its certificates and the proxy, then start again."
)
NOT_OFFERED: Final = (
    "A package Tilewright needs is not to be had for this Python ({python}) on this system,\n"
    "or the package server could not be asked. Check the connection, or try another Python from {oldest} on."
)
NO_VENV: Final = (
    "This Python ({python}) cannot make a virtual environment: its module {module} is missing.\n"
    "On Debian and Ubuntu: sudo apt install python{python}-venv (or python3-venv). "
    "Elsewhere: install a complete Python."
)
BAD_FOLDER: Final = (
    "Tilewright cannot be set up in {root!a}: the path of this folder has {what},\n"
    "and Python finds no packages in such a place. Rename or move the folder, then start again."
)
NO_SSL: Final = "This Python ({python}) has no ssl and cannot fetch packages. Install a complete Python."
IN_USE: Final = "Files in .venv are in use: close Tilewright everywhere, then start again."
DOES_NOT_START: Final = (
    "The Python in .venv does not start ({trouble}). Delete the folder .venv, then start again."
)
NOT_ALLOWED: Final = (
    "This user may not run the Python in .venv ({trouble}). "
    "Start Tilewright as the user who set it up, or from a copy of the project folder without .venv."
)
BROKEN_OFF: Final = "Interrupted. The next start begins the set-up again."
UNKNOWN: Final = "Setting Tilewright up failed at: {step}. The last lines of it were:\n{tail}"

NO_MATCH: Final = "no matching distribution"
# What tools print, in any version of them, when one of these is to blame; the first match counts.
SYMPTOMS: Final = (
    (("no space left", "errno 28", "disk quota exceeded", "not enough space on the disk"), DISK_FULL),
    (("winerror 32", "being used by another process"), IN_USE),
    (("permission denied", "read-only file system", "access is denied"), NOT_WRITABLE),
    (("certificate verify failed", "certificate_verify_failed"), NOT_TRUSTED),
    (
        (
            "connection error",
            "connectionerror",
            "connecttimeout",
            "connection aborted",
            "connection refused",
            "connection reset",
            "connection timed out",
            "getaddrinfo failed",
            "incompleteread",
            "max retries exceeded",
            "name resolution",
            "nameresolutionerror",
            "network is unreachable",
            "newconnectionerror",
            "proxyerror",
            "read timed out",
            "readtimeout",
        ),
        NO_NETWORK,
    ),
    ((NO_MATCH, "could not find a version"), NOT_OFFERED),
    (("ensurepip is not available", "no module named ensurepip"), NO_VENV),
)


class SetupFailed(Exception):
    """Setting up cannot go on; its text is a sentence for the person who started it."""


class NotOffered(SetupFailed):
    """A package is not to be had for this Python: `package`, as pip calls it."""

    def __init__(self, sentence: str, package: str = "") -> None:
        super().__init__(sentence)
        self.package = package


def play(arguments: Sequence[str]) -> int:
    """What `./play` does: set up if needed, then run the program with `arguments`."""
    return guarded(lambda: start(prepare(ROOT), arguments))


def guarded(work: Callable[[], int]) -> int:
    """The exit code of `work`; a failed set-up becomes a sentence and 1, Ctrl-C becomes 130."""
    try:
        return work()
    except SetupFailed as failure:
        say(str(failure))
        return 1
    except KeyboardInterrupt:
        return 130


def start(python: Path, arguments: Sequence[str]) -> int:
    """Become the program; where a process cannot become another (Windows), run it for its exit code.

    It is told what was typed, since its help speaks of that.
    """
    # -P keeps folders of the current directory that happen to be called `client` out of the way.
    command = [str(python), "-P", "-m", "client", *arguments]
    known = environment() | {"TILEWRIGHT_TYPED": typed()}
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # closed by whoever started us
            stream.flush()
    try:
        if sys.platform != "win32":
            os.execve(command[0], command, known)
        else:
            with subprocess.Popen(command, env=known) as program:
                while True:
                    # Ctrl-C reaches the program too; what it makes of it is its own affair.
                    with contextlib.suppress(KeyboardInterrupt):
                        return program.wait()
    except OSError as trouble:
        raise SetupFailed(DOES_NOT_START.format(trouble=trouble)) from trouble


def prepare(root: Path, *, dev: bool = False) -> Path:
    """The Python of a `.venv` in `root` that has all the project needs; with `dev`, its tools too.

    Raises `SetupFailed`.
    """
    check_folder(root)
    venv, wanted = root / ".venv", fingerprint(root)
    if not is_ready(venv, wanted, dev=dev):
        with setting_up(root):
            if not is_ready(venv, wanted, dev=dev):  # another start may just have done it
                set_up(root, wanted, dev=dev)
    return python_of(venv)


@contextlib.contextmanager
def setting_up(root: Path) -> Iterator[None]:
    """Hold the project's set-up lock; errors of the system become `SetupFailed`."""
    try:
        with alone(root):
            yield
    except OSError as trouble:
        raise SetupFailed(explain(root, "preparing .venv", describe(trouble))) from trouble
    except KeyboardInterrupt:
        say(BROKEN_OFF)
        raise


def fingerprint(root: Path) -> str:
    """What `.venv` depends on: the project's needs, the folder it stands in and the Python that made it."""
    with open(root / "pyproject.toml", "rb") as file:
        project = tomllib.load(file)
    needs = [
        project["project"],
        project["build-system"],
        str(root),
        sys.implementation.cache_tag,
    ]
    return hashlib.sha256(json.dumps(needs, sort_keys=True).encode()).hexdigest()


def python_of(venv: Path) -> Path:
    """Where the Python of a virtual environment is, whether or not it is there."""
    return venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def is_ready(venv: Path, wanted: str, *, dev: bool) -> bool:
    """Whether a virtual environment was finished for exactly these needs and its Python still exists.

    Raises `SetupFailed` for a Python that this user cannot reach.
    """
    made_for, *extras = read_marker(venv) or [""]
    return made_for == wanted and ("dev" in extras or not dev) and has_python(venv)


def has_python(venv: Path) -> bool:
    try:
        python_of(venv).stat()
    except PermissionError as trouble:
        raise SetupFailed(NOT_ALLOWED.format(trouble=trouble)) from None
    except OSError:
        return False
    return True


def marker_of(venv: Path) -> Path:
    return venv / "tilewright-ready"


def read_marker(venv: Path) -> list[str]:
    """The fingerprint and the extras a virtual environment was finished with; empty if it was not."""
    try:
        return marker_of(venv).read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return []


def set_up(root: Path, wanted: str, *, dev: bool) -> None:
    """Make or complete `.venv`. Only to be called while holding the lock."""
    venv = root / ".venv"
    check_python()
    say("Setting up Tilewright in .venv (once; this needs the network and a minute or two) ...")
    if is_ready(venv, wanted, dev=False):
        marker_of(venv).unlink()
    else:
        make(root, venv)
    install = editable(venv)
    try:
        run(root, "installing packages", [*install, ".[dev]" if dev else ".[experts]"])
    except NotOffered:
        if dev:
            raise
        say("  the compiler for the strongest AIs is not to be had here: going on without it")
        run(root, "installing packages", [*install, "."])
    write_marker(venv, [wanted, "dev"] if dev else [wanted])
    say("Ready.")


def make(root: Path, venv: Path) -> None:
    """Make an empty virtual environment, in place of whatever is there."""
    discard(venv)
    say("  making a virtual environment")
    run(root, "making a virtual environment", [sys.executable, "-I", "-m", "venv", str(venv)])


def installing(venv: Path) -> list[str]:
    """The command that installs in a virtual environment, but what."""
    pip = [str(python_of(venv)), "-I", "-m", "pip", "--disable-pip-version-check", "install"]
    return [*pip, "--progress-bar", "off"]


def editable(venv: Path) -> list[str]:
    """The command that installs the project in a virtual environment, but its last word."""
    return [*installing(venv), "--only-binary", "numba,llvmlite,open_spiel", "--editable"]


def add_extra(root: Path, extra: str) -> None:
    """Add an extra to a finished `.venv`. Raises `NotOffered` if it is not to be had here."""
    with alone(root):
        say(f"Adding {extra} to .venv (once; this needs the network and a minute) ...")
        run(root, "installing packages", [*editable(root / ".venv"), f".[{extra}]"])


def check_python() -> None:
    """Raise `SetupFailed` if this Python lacks a part that setting up needs."""
    for module, sentence in (("venv", NO_VENV), ("ensurepip", NO_VENV), ("_ssl", NO_SSL)):
        if importlib.util.find_spec(module) is None:
            raise SetupFailed(sentence.format(python=version(), module=module))


def check_folder(root: Path) -> None:
    """Raise `SetupFailed` if Python would not find what is installed in a folder of this name.

    `venv` refuses the separator of PATH; a `.pth` file names a folder in one line of text, ended by no space.
    """
    name = str(root)
    troubles = {
        f"the character {os.pathsep}": os.pathsep in name,
        "a line break": "\n" in name or "\r" in name,
        "bytes that are no text": any("\ud800" <= letter <= "\udfff" for letter in name),
        "a space at its end": name != name.rstrip(),
    }
    for what, is_there in troubles.items():
        if is_there:
            raise SetupFailed(BAD_FOLDER.format(root=name, what=what))


def discard(venv: Path) -> None:
    """Remove what is there, whatever it is; a link is removed, not what it points to."""
    if venv.is_dir() and not venv.is_symlink():
        shutil.rmtree(venv)
    else:
        venv.unlink(missing_ok=True)


def write_marker(venv: Path, words: Sequence[str]) -> None:
    """Say that a virtual environment is finished; there is never half a marker."""
    draft = marker_of(venv).with_suffix(".draft")
    draft.write_text("\n".join(words), encoding="ascii")
    draft.replace(marker_of(venv))


def run(root: Path, step: str, command: Sequence[str]) -> None:
    """Run one step of the set-up, telling its progress; raise `SetupFailed` with the cause if it fails."""
    lines: list[str] = []
    told: set[str] = set()
    with subprocess.Popen(
        command,
        cwd=root,
        env=environment() | {"PIP_USER": "0", "PIP_NO_INPUT": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        # The lock travels along: if only this process is killed, the next start waits for the orphan.
        close_fds=sys.platform == "win32",
    ) as process:
        for line in process.stdout or ():
            lines.append(line.rstrip())
            news = progress(line)
            if news and news not in told:
                told.add(news)
                say(f"  {news}")
    if process.returncode:
        output = "\n".join(lines)
        sentence = explain(root, step, output)
        if sentence == explain(root, step, NO_MATCH):
            named = re.search(rf"{NO_MATCH} found for ([\w.-]+)", output, re.IGNORECASE)
            raise NotOffered(sentence, named[1] if named else "")
        raise SetupFailed(sentence)


def progress(line: str) -> str | None:
    """What a line of pip's output is worth telling: a package it takes up, or that it waits."""
    words = line.split()
    if words[:1] == ["Collecting"]:
        name = words[1]
        return "fetching " + name[: next((i for i, c in enumerate(name) if c in "<>=!~;[("), len(name))]
    if words[:3] == ["Installing", "build", "dependencies:"]:
        return "asking the package server"
    if words[:3] == ["Installing", "collected", "packages:"]:
        return f"installing {len(words) - 3} packages"
    if "Retrying" in words:
        return "no answer from the package server yet, trying again"
    return None


def explain(root: Path, step: str, output: str) -> str:
    """A sentence for what went wrong in `step`, judged by what it printed."""
    seen = output.lower()
    sentence = next(
        (text for symptoms, text in SYMPTOMS if any(s in seen for s in symptoms)),
        UNKNOWN,
    )
    return sentence.format(
        root=root,
        step=step,
        tail="\n".join(f"    {line}" for line in output.splitlines()[-12:]),
        python=version(),
        oldest="{}.{}".format(*OLDEST),
        module="ensurepip",
    )


def describe(trouble: OSError) -> str:
    """An error of the operating system in English, whatever the system's language."""
    if trouble.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"no space left on device: {trouble}"
    if trouble.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"permission denied: {trouble}"
    return str(trouble)


@contextlib.contextmanager
def alone(root: Path) -> Iterator[None]:
    """Hold the project's set-up lock; wait for another start that holds it.

    The operating system lets go of the lock when its holder ends, however it ends.
    """
    with open(root / ".venv.lock", "a+b") as file:
        if not lock(file, wait=False):
            say("Another start is setting Tilewright up; waiting for it ...")
            lock(file, wait=True)
        yield


if sys.platform == "win32":

    def lock(file: IO[bytes], *, wait: bool) -> bool:
        """Lock `file`; without `wait`, return False if somebody else has it."""
        while True:
            file.seek(0)
            try:
                # LK_LOCK gives up after ten seconds, so it is asked again.
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
            except OSError:
                if not wait:
                    return False
            else:
                return True

else:

    def lock(file: IO[bytes], *, wait: bool) -> bool:
        """Lock `file`; without `wait`, return False if somebody else has it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        os.set_inheritable(file.fileno(), True)
        return True


def typed() -> str:
    """How the program was started: `./play`, or `python play` where a script is not run by itself."""
    script = Path(sys.argv[0])
    return sys.argv[0] if len(script.parts) > 1 or sys.argv[0].startswith("./") else f"python {script}"


def environment() -> dict[str, str]:
    """This process's environment without what would mislead the Python in `.venv`."""
    return {name: value for name, value in os.environ.items() if name not in MISLEADING}


def version() -> str:
    return "{}.{}".format(*sys.version_info[:2])


def say(text: str) -> None:
    """One line of progress, at once."""
    print(text, file=sys.stderr, flush=True)
