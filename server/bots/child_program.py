"""Child program: any program that runs beside this one and is spoken to in lines over stdin and stdout.

Threads read and write, so that one that hangs, floods or does not listen holds up nobody. It is ended with
all that it has started, also when this process is killed: then `server.bots.guardian` does it.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections import deque
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Final

from core.game import Refused
from core.refusal import printable
from server.bots.guardian import GUARDIAN

LONGEST_LINE: Final = 4096
"""Bytes of a line without its end; no answer comes near."""
MOST_WAITING: Final = 64
"""Lines that may wait to be read; a program that writes more without being asked floods."""
MOST_LOGGED: Final = 1 << 20
"""Bytes of stderr that are kept."""
CHUNK: Final = 1 << 16
LAST_SECONDS: Final = 0.5
"""Seconds for a program that has closed its output to end."""
KILL_SECONDS: Final = 5.0
MOST_SHOWN: Final = 80
"""Characters of what a program has written that a sentence shows."""
CUT: Final = "\n[…]\n".encode()


class ErrorLog:
    """Log of a program's stderr, in a file made with the first byte; it grows to `MOST_LOGGED`."""

    def __init__(self) -> None:
        self.file: Path | None = None
        self._left = MOST_LOGGED
        self._lock = threading.Lock()

    def write(self, chunk: bytes) -> None:
        """Keep as much as there is room for. A disk that is full loses the log and nothing else."""
        with self._lock, contextlib.suppress(OSError):
            if self._left <= 0:
                return
            kept = chunk[: self._left]
            self._left -= len(chunk)
            with self._opened() as file:
                file.write(kept + (CUT if self._left <= 0 else b""))

    def _opened(self) -> IO[bytes]:
        if self.file is not None:
            return self.file.open("ab")
        number, name = tempfile.mkstemp(prefix="tilewright-bot-", suffix=".log")
        self.file = Path(name)
        return os.fdopen(number, "wb")


def check_command(command: str) -> None:
    """Check that a command names a program that is there. Raises `Refused`."""
    words = _words(command)
    if shutil.which(words[0]) is None:
        raise Refused("outside.refusal.not_found", word=printable(words[0], MOST_SHOWN))


def _words(command: str) -> list[str]:
    """The words of a command line, as a shell would read them. Raises `Refused`."""
    try:
        words = shlex.split(command, posix=sys.platform != "win32")
    except ValueError:
        words = []
    if sys.platform == "win32":
        words = [word.strip('"') for word in words]
    if not words or not words[0] or any("\0" in word for word in words):
        raise Refused("outside.refusal.no_command", word=printable(command, MOST_SHOWN))
    return words


class ChildProgram:
    """Program that runs from when it is made until `kill`."""

    def __init__(self, command: str, log: ErrorLog) -> None:
        """Raises `Refused` if it cannot be started."""
        words = _words(command)
        GUARDIAN.start()
        try:
            self._process = _start(words)
        except (OSError, ValueError) as error:
            why = printable(getattr(error, "strerror", None) or str(error), MOST_SHOWN)
            raise Refused(
                "outside.refusal.not_started", word=printable(words[0], MOST_SHOWN), why=why
            ) from None
        GUARDIAN.watch(self._process.pid)
        self._log = log
        self._news = threading.Condition()
        self._lines: deque[bytes] = deque()
        self._end = ""
        self._out: SimpleQueue[bytes | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=work, name=f"program {self._process.pid}", daemon=True)
            for work in (self._read, self._write, self._read_errors)
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: bytes) -> None:
        """Send a line; never waits."""
        self._out.put(line + b"\n")

    def receive(self, seconds: float) -> str | None:
        """The next line, without its end; None if none comes in time. Raises `Refused` after the last."""
        with self._news:
            self._news.wait_for(lambda: self._lines or self._end, seconds)
            if self._end == "flood" or (self._end and not self._lines):
                raise self._refused()
            if not self._lines:
                return None
            line = self._lines.popleft()
        try:
            return line.decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("outside.refusal.not_utf8") from None

    def unasked(self) -> str | None:
        """The first of the lines that have come and nobody has received; all of them are dropped."""
        with self._news:
            first = next(iter(self._lines), None)
            self._lines.clear()
        return None if first is None else first.decode("utf-8", "replace")

    def kill(self) -> None:
        """End the program with all that it has started."""
        _kill(self._process)
        GUARDIAN.forget(self._process.pid)
        self._out.put(None)
        for thread in self._threads:
            thread.join(LAST_SECONDS)
        for pipe, thread in zip(self._pipes(), self._threads, strict=True):
            if not thread.is_alive():  # a child in a group of its own may still hold the other end
                with contextlib.suppress(OSError):
                    pipe.close()

    def _pipes(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        process = self._process
        assert process.stdout is not None and process.stdin is not None and process.stderr is not None
        return process.stdout, process.stdin, process.stderr

    def _refused(self) -> Refused:
        """Why no line comes any more."""
        if self._end == "flood":
            return Refused("outside.refusal.flood", lines=MOST_WAITING, bytes=LONGEST_LINE)
        try:
            code = self._process.wait(LAST_SECONDS)
        except subprocess.TimeoutExpired:
            return Refused("outside.refusal.closed")
        return Refused("outside.refusal.ended", exit=code)

    # --- threads --------------------------------------------------------------------------------

    def _read(self) -> None:
        source, _, _ = self._pipes()
        rest = b""
        while chunk := _some(source):
            *lines, rest = (rest + chunk).split(b"\n")
            with self._news:
                self._lines.extend(lines)
                if len(self._lines) > MOST_WAITING or any(
                    len(part) > LONGEST_LINE for part in (*lines, rest)
                ):
                    self._stop("flood")
                    return
                self._news.notify_all()
        with self._news:
            if rest:
                self._lines.append(rest)
            self._stop("end")

    def _write(self) -> None:
        _, sink, _ = self._pipes()
        while (line := self._out.get()) is not None:
            try:
                while line:
                    line = line[sink.write(line) :]
            except (OSError, ValueError):
                with self._news:
                    self._stop("end")
                return

    def _read_errors(self) -> None:
        _, _, errors = self._pipes()
        while chunk := _some(errors):
            self._log.write(chunk)

    def _stop(self, why: str) -> None:
        self._end = self._end or why
        self._news.notify_all()


def _some(source: IO[bytes]) -> bytes:
    """The next bytes, empty at the end."""
    try:
        return source.read(CHUNK) or b""
    except (OSError, ValueError):
        return b""


if sys.platform == "win32":

    def _start(arguments: list[str]) -> subprocess.Popen[bytes]:
        flags = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
        pipe = subprocess.PIPE
        return subprocess.Popen(arguments, 0, stdin=pipe, stdout=pipe, stderr=pipe, creationflags=flags)

    def _kill(process: subprocess.Popen[bytes]) -> None:
        if process.poll() is None:
            subprocess.run(
                ["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False
            )
        process.kill()
        process.wait(KILL_SECONDS)

else:

    def _start(arguments: list[str]) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        return subprocess.Popen(arguments, 0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)

    def _kill(process: subprocess.Popen[bytes]) -> None:
        """End the process and its group, which has the same number."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(KILL_SECONDS)
