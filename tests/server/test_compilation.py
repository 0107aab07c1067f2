"""Experts' compiled search in a worker: what plays until it is there, and what if it cannot be."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event
from time import sleep, time

import msgspec
import pytest

from core import codec
from core.bots.expert import Expert, prepare
from core.game import AnyGame, Seat
from core.games import GAMES
from core.games import game as game_of
from core.games.down_under.rules import DOWN_UNDER
from core.match import Match
from core.protocol import messages as m
from server import logs
from server.bots import compilation, pool, worker
from server.bots.compilation import (
    CACHE_VARIABLE,
    UNUSED_SECONDS,
    Compilation,
    cache_folder,
    digest_of_core,
    use_cache,
)
from server.bots.pool import WorkerPool
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, in_lobby
from tools.bootstrap import ROOT


@pytest.fixture
def asked() -> worker.ThinkRequest:
    """A question for an expert, to be answered by the clock."""
    match = Match(DOWN_UNDER, DOWN_UNDER.info.options(), 2, bytes(32))
    return pool.question(match, Seat(match.to_act()[0]), "expert", (1, 0), by_count=False)


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Deciders so far: experts do not search here, they are only asked."""
    log: list[str] = []

    def choose(self: Expert, game: AnyGame, view: object, seat: Seat, *rest: object) -> object:
        log.append("expert")
        return game.legal(view, seat)[0]

    monkeypatch.setattr(Expert, "choose", choose)
    return log


def compile_by(monkeypatch: pytest.MonkeyPatch, prepare: Callable[[AnyGame], None]) -> Compilation:
    monkeypatch.setattr(compilation, "prepare", prepare)
    return Compilation()


def test_a_hard_bot_stands_in_until_the_search_is_compiled(
    asked: worker.ThinkRequest, chosen: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = Event()
    made = compile_by(monkeypatch, lambda _: bool(may_end.wait()) and None)
    worker.think(asked, made)
    assert chosen == []
    may_end.set()
    made.wait(DOWN_UNDER)
    worker.think(asked, made)
    assert chosen == ["expert"]


def test_a_choice_by_count_waits_for_the_compiler(
    asked: worker.ThinkRequest, chosen: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = compile_by(monkeypatch, lambda _: sleep(0.1))
    worker.think(msgspec.structs.replace(asked, by_count=True), made)
    assert chosen == ["expert"]


def test_without_a_compiler_a_hard_bot_always_stands_in(
    asked: worker.ThinkRequest, chosen: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(game: AnyGame) -> None:
        raise ImportError

    made = compile_by(monkeypatch, missing)
    for by_count in (False, True):
        made.wait(DOWN_UNDER)
        worker.think(msgspec.structs.replace(asked, by_count=by_count), made)
    assert chosen == []


def calling_twice(folder: Path, before: str = "true") -> subprocess.CompletedProcess[str]:
    """Two processes compile a function of ours for this folder of the compiler, after a shell's command."""
    program = """
import sys
from core.bots import compiled
import numpy as np
for _ in range(2):
    assert compiled.nth_bit(np.int64(0b1011), np.int64(2)) == 3
    assert compiled.random_below(np.array([7], np.uint64), np.int64(10)) < 10
print(len(compiled.unkept), sum(compiled.nth_bit.stats.cache_hits.values()))
"""
    mounts = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c")
    if shutil.which("unshare") is None or subprocess.run([*mounts, "true"], check=False).returncode:
        pytest.skip("a disk of one's own needs unshare with user namespaces (package util-linux)")
    known = {**os.environ, CACHE_VARIABLE: str(folder), "PYTHONPATH": str(ROOT)}
    run = [*mounts, f'{before} && "$0" -c "$1" && "$0" -c "$1"', sys.executable, program]
    return subprocess.run(run, check=False, env=known, capture_output=True, text=True, timeout=120)


def test_a_damaged_cache_is_made_anew(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    assert calling_twice(tmp_path).stdout.split() == ["0", "0", "0", "1"], "the second reads what is kept"
    for index in tmp_path.rglob("*.nbi"):
        index.write_bytes(b"junk")
    assert calling_twice(tmp_path).stdout.split() == ["0", "0", "0", "1"], (
        "the first compiles and replaces it"
    )


@pytest.mark.parametrize("size", ["4k", "20k"])
def test_on_a_full_disk_everything_is_compiled_and_works(size: str, tmp_path: Path) -> None:
    """Before, each function raised once out of its call, and after two the expert was gone."""
    pytest.importorskip("numba")
    done = calling_twice(tmp_path, f'mount -t tmpfs -o size={size} none "{tmp_path}"')
    assert (done.returncode, done.stderr) == (0, "")
    assert all(int(unkept) > 0 for unkept in done.stdout.split()[::2])


LONG = {"marks": pytest.mark.long}


@pytest.mark.parametrize(
    "key", ["sturt", *(pytest.param(game.info.key, **LONG) for game in GAMES if game.info.key != "sturt")]
)
def test_every_compiled_function_has_one_signature(key: str) -> None:
    """The compiler keeps index and code apart: two processes with two signatures could mix them up.

    It numbers what it keeps of a function, so a second signature in any test so far is a file with a 2.
    """
    compiled = pytest.importorskip("core.bots.compiled")
    prepare(game_of(key))
    kept = [file for file in Path(os.environ[CACHE_VARIABLE]).rglob("*.nbc") if file.stat().st_size]
    assert len(kept) > 40 and not compiled.unkept
    assert [file.name for file in kept if not file.name.endswith(".1.nbc")] == []


def test_that_nothing_is_kept_is_said_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    compiled = pytest.importorskip("core.bots.compiled")
    made = compile_by(monkeypatch, lambda _: None)
    monkeypatch.setattr(compiled, "unkept", ["No space left on device"] * 3)
    for game in (DOWN_UNDER, game_of("sturt")):
        made.wait(game)
        assert made.is_ready(game)
    assert [line.levelname for line in caplog.records] == ["WARNING"]
    assert "No space left on device" in caplog.text


@pytest.mark.parametrize("embedded", [True, False], ids=["couch", "server"])
def test_a_server_logs_once_that_nothing_is_kept_and_tells_a_host_on_its_machine(
    embedded: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, each worker wrote it to its stderr, and it stood in no server.log."""
    pytest.importorskip("numba")
    pytest.importorskip("resource", reason="a disk that takes nothing is a limit of POSIX systems")
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "compiled"))
    ours = logging.getLogger("tilewright")
    before = ours.handlers[:]
    logs.write(tmp_path, quiet=True)

    async def test(lobby: Lobby) -> None:
        told = 0
        for _ in range(2):
            ada = Ear(lobby, embedded=embedded)
            await ada.open("sturt", "me", "expert")
            for turn in (1, 3):
                await ada.act(0)
                await ada.until(m.StepsMade, lambda made, turn=turn: made.turn == turn)
            notices = [heard for heard in ada.heard if isinstance(heard, m.Notice)]
            assert notices in ([], [m.Notice("net.notice.unkept", {"why": "File too large"})])
            told += len(notices)
        assert told == embedded

    try:
        in_lobby(test, brains=WorkerPool(60.0, count=2, module="tests.server.full_disk_thinker"))
    finally:
        ours.setLevel(logging.NOTSET)
        for handler in [handler for handler in ours.handlers if handler not in before]:
            ours.removeHandler(handler)
            handler.close()
    lines = [
        line
        for line in (tmp_path / logs.LOG_FILE).read_text("utf-8").splitlines()
        if "cannot be kept" in line
    ]
    assert len(lines) == 1 and "WARNING" in lines[0] and str(tmp_path / "compiled") in lines[0]


def test_what_was_compiled_for_old_rules_is_removed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(CACHE_VARIABLE)
    folder = cache_folder({"TILEWRIGHT_HOME": str(tmp_path)})
    assert folder == tmp_path / "compiled" / digest_of_core()
    for name, age in (("of old rules", UNUSED_SECONDS + 60), ("of rules in use", 60)):
        (folder.parent / name).mkdir(parents=True)
        os.utime(folder.parent / name, (time() - age,) * 2)
    use_cache(folder)
    assert os.environ[CACHE_VARIABLE] == str(folder)
    assert {path.name for path in folder.parent.iterdir()} == {folder.name, "of rules in use"}


def test_where_nothing_can_be_kept_a_temporary_folder_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(CACHE_VARIABLE)
    (tmp_path / "file").touch()
    use_cache(tmp_path / "file" / "compiled")
    folder = Path(os.environ[CACHE_VARIABLE])
    assert folder.is_dir() and tmp_path not in folder.parents
    folder.rmdir()


def test_an_expert_out_of_memory_costs_a_move_of_the_level_below_and_is_told_once(
    asked: worker.ThinkRequest,
) -> None:
    brains = pool.WorkerPool(patience=60.0, count=1, module="tests.server.exhausted_thinker")

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("down_under", "expert", "random")
        await ada.until(m.StepsMade, lambda stepped: stepped.turn == 6)
        troubles = [told for told in ada.heard if isinstance(told, m.Notice)]
        assert troubles == [m.Notice(pool.WEAKER, {"seat": 1})]

    in_lobby(test, brains=brains)


def test_the_weaker_decision_is_that_of_a_hard_bot(asked: worker.ThinkRequest) -> None:
    questions = [msgspec.structs.replace(asked, by_count=True, numbers=(number,)) for number in range(4)]

    async def test() -> list[pool.Thought]:
        brains = pool.WorkerPool(patience=60.0, count=1, module="tests.server.exhausted_thinker")
        thoughts = [await brains.choose(question, "us") for question in questions]
        await brains.close()
        return thoughts

    for question, thought in zip(questions, asyncio.run(test()), strict=True):
        assert thought.trouble == pool.WEAKER
        same = worker.think(msgspec.structs.replace(question, level="hard"))
        assert codec.plain(thought.action) == same


def test_without_a_folder_nothing_is_kept_beside_the_sources(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    numba = pytest.importorskip("numba")
    from core.bots.compiled import jit

    caches = []
    for folder in ("", str(tmp_path)):
        monkeypatch.setattr(numba.config, "CACHE_DIR", folder)
        caches.append(type(jit(lambda: None)._cache).__name__)  # noqa: SLF001  # numba has no other way to ask
    assert caches[0] == "NullCache" != caches[1]
