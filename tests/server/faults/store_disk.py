"""A disk that remembers everything that was done to it: SQLite's own, through a VFS, and the witness file's.

`Disk.trace` is one list of all that happened in its order: writes, truncations, syncs and deletions, and
whatever else the test adds to it (what guests said and were told). So every moment at which a process might
have been killed is a prefix of one trace, and the files at that moment follow from it (`Image`), also if the
power failed then and what was not synced is lost wholly, partly or out of order. Faults are injected while it
runs.
"""

from __future__ import annotations

import errno
import itertools
import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal

import apsw
import msgspec
import pytest

from server.storage import guard
from server.storage.database import Driver

SECTOR: Final = 512
"""A torn write is torn between these many bytes."""
_names = (f"tilewright-{number}" for number in itertools.count())


class Done(msgspec.Struct, frozen=True):
    """Something that was done to a file, named without its folder. `size` is the length it is cut to."""

    what: Literal["write", "truncate", "sync", "delete"]
    file: str
    offset: int = 0
    data: bytes = b""
    size: int = 0
    failed: bool = False


class Fault(msgspec.Struct, frozen=True):
    """The disk is `full`, or `broken`, from its operation number `at` on: `times` times.

    A write that finds no room has written its first half. A sync that fails may have synced nothing, and what
    was written before is not synced by the next one either: so Linux does it.
    """

    kind: Literal["full", "broken"]
    at: int
    times: float = 1

    def due(self, number: int) -> bool:
        return self.at <= number < self.at + self.times


class Disk:
    """A folder whose files are written through `driver`, and the witness through `watched_os`.

    Nothing is really synced: for all that is tested here the trace says what was. `instead` are statements
    that are replaced by others, for controls.
    """

    def __init__(
        self, folder: Path, fault: Fault | None = None, instead: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.folder = folder
        self.fault = fault
        self.instead = instead
        self.trace: list[Any] = []
        self.operations = 0
        self._vfs = _Vfs(self)

    def __enter__(self) -> Disk:
        return self

    def __exit__(self, *_: object) -> None:
        self._vfs.unregister()

    @property
    def driver(self) -> Driver:
        """For `Database.open`."""
        return Driver(lambda file: _Connection(file, self), (apsw.Error,), _code)

    @property
    def vfs(self) -> str:
        return self._vfs.name

    def do(self, done: Done, really: Callable[[bytes], None]) -> None:
        """Do it, unless a fault is due; then raises `OSError`. `really` is given the bytes to write."""
        number, self.operations = self.operations, self.operations + 1
        if self.fault is None or not self.fault.due(number):
            self.trace.append(done)
            really(done.data)
            return
        if done.what == "write":
            half = msgspec.structs.replace(done, data=done.data[: len(done.data) // 2])
            self.trace.append(half)
            really(half.data)
        elif done.what == "sync":
            self.trace.append(msgspec.structs.replace(done, failed=True))
        raise OSError(errno.ENOSPC if self.fault.kind == "full" else errno.EIO, os.strerror(errno.EIO))


def _code(error: Exception) -> int:
    return getattr(error, "result", 0)


class _Connection(apsw.Connection):
    def __init__(self, file: str, disk: Disk) -> None:
        super().__init__(file, vfs=disk.vfs)
        self._instead = disk.instead

    def execute(self, statements: str, bindings: Any = None, **options: Any) -> apsw.Cursor:
        return super().execute(self._instead.get(statements, statements), bindings, **options)


class _Vfs(apsw.VFS):
    """The system's own, but that everything goes past `disk`."""

    def __init__(self, disk: Disk) -> None:
        self.name = next(_names)
        self.disk = disk
        super().__init__(self.name, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return _File(self.disk, name, flags)

    def xDelete(self, name: str, syncdir: bool) -> None:  # noqa: N802
        self._try(Done("delete", Path(name).name), lambda _: super(_Vfs, self).xDelete(name, syncdir))

    def _try(self, done: Done, really: Callable[[bytes], None]) -> None:
        _as_sqlite(self.disk, done, really)


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        super().__init__("", name, flags)
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._disk, self._name = disk, Path(path or "temporary").name

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        write = super().xWrite
        _as_sqlite(
            self._disk, Done("write", self._name, offset, bytes(data)), lambda part: write(part, offset)
        )

    def xTruncate(self, size: int) -> None:  # noqa: N802
        cut = super().xTruncate
        _as_sqlite(self._disk, Done("truncate", self._name, size=size), lambda _: cut(size))

    def xSync(self, flags: int) -> None:  # noqa: N802
        _as_sqlite(self._disk, Done("sync", self._name), lambda _: None)


def _as_sqlite(disk: Disk, done: Done, really: Callable[[bytes], None]) -> None:
    """Do it; what fails is raised as SQLite wants to hear it."""
    try:
        disk.do(done, really)
    except OSError as error:
        full = error.errno == errno.ENOSPC and done.what == "write"
        raise (apsw.FullError if full else apsw.IOError)(str(error)) from None


class _Os:
    """The module `os` for a module that writes one file by it."""

    def __init__(self, disk: Disk, file: str) -> None:
        self._disk, self._file = disk, file

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def write(self, handle: int, data: bytes) -> int:
        self._disk.do(Done("write", self._file, 0, data), lambda part: _write(handle, part))
        return len(data)

    def fsync(self, _: int) -> None:
        self._disk.do(Done("sync", self._file), lambda _: None)


def _write(handle: int, data: bytes) -> None:
    os.write(handle, data)


@contextmanager
def watched_os(disk: Disk) -> Iterator[None]:
    """What the witness writes goes past this disk too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "os", _Os(disk, guard.WITNESS_FILE))
        yield


class _Held:
    """A file as the disk has it: what is read now, what would be left without power, what is between."""

    def __init__(self) -> None:
        self.now = bytearray()
        self.safe: bytearray | None = None
        self.between: list[Done] = []

    def take(self, done: Done) -> None:
        if done.what == "sync":
            self._sync(done)
            return
        _change(self.now, done)
        self.between.append(done)

    def _sync(self, done: Done) -> None:
        if done.failed:
            self.between = [msgspec.structs.replace(each, failed=True) for each in self.between]
            return
        self.safe = bytearray() if self.safe is None else self.safe
        for each in self.between:
            if not each.failed:
                _change(self.safe, each)
        self.between = []

    def left(self, luck: random.Random) -> bytes | None:
        """What is left without power: nothing of what was not synced, some of it, or all."""
        if self.safe is None and luck.random() < 0.5:
            return None
        content = bytearray(self.safe or b"")
        chosen = luck.choice((0.0, 0.3, 0.7, 1.0))
        some = [each for each in self.between if luck.random() < chosen]
        if luck.random() < 0.3:
            luck.shuffle(some)
        for each in some:
            _change(content, _torn(each, luck))
        return bytes(content)


class Image:
    """The files as a trace leaves them; `take` its entries one by one, of which others mean nothing here."""

    def __init__(self) -> None:
        self._files: dict[str, _Held] = {}
        self._deleted: dict[str, _Held] = {}

    def take(self, done: Any) -> None:
        if not isinstance(done, Done):
            return
        if done.what == "delete":
            if (held := self._files.pop(done.file, None)) is not None:
                self._deleted[done.file] = held
            return
        self._files.setdefault(done.file, _Held()).take(done)
        if done.what == "sync" and not done.failed:
            self._deleted.clear()  # a file system keeps the order of what is done to its folders

    def killed(self) -> dict[str, bytes]:
        """The files after the process has died here: all that was written is there."""
        return {name: bytes(held.now) for name, held in self._files.items()}

    def unplugged(self, luck: random.Random) -> dict[str, bytes]:
        """The files after the power has failed here. A file that was deleted last may be there again."""
        files = {**self._deleted, **self._files} if luck.random() < 0.5 else self._files
        left = {name: held.left(luck) for name, held in files.items()}
        return {name: content for name, content in left.items() if content is not None}


def images(trace: Sequence[Any]) -> Iterator[tuple[int, Image]]:
    """Every moment of a trace: how many of its entries had happened, and the files then (one object)."""
    image = Image()
    yield 0, image
    for number, done in enumerate(trace):
        image.take(done)
        yield number + 1, image


def lay_out(files: dict[str, bytes], folder: Path) -> Path:
    """Put these files into a folder of their own."""
    folder.mkdir(mode=0o700, parents=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
        (folder / name).chmod(0o600)
    return folder


def _change(content: bytearray, done: Done) -> None:
    if done.what == "truncate":
        del content[done.size :]
        content.extend(bytes(done.size - len(content)))
    else:
        content.extend(bytes(max(0, done.offset - len(content))))
        content[done.offset : done.offset + len(done.data)] = done.data


def _torn(done: Done, luck: random.Random) -> Done:
    """The same, or of a write only some sectors from its beginning."""
    if done.what != "write" or luck.random() < 0.7:
        return done
    sectors = luck.randrange(len(done.data) // SECTOR + 1)
    return msgspec.structs.replace(done, data=done.data[: sectors * SECTOR])
