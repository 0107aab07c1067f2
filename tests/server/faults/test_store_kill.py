"""Killed at every write, sync and send; the power gone at any of these moments. See `store_script`."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import core.games
from core.game import Refused, Seat
from core.protocol import messages as m
from server.net import passwords
from tests.core import toy
from tests.server.faults.conftest import Cases
from tests.server.faults.store_account import Account, Truth
from tests.server.faults.store_disk import Done, Image, lay_out
from tests.server.faults.store_recovery import Wrong, recover
from tests.server.faults.store_replay import is_as_told
from tests.server.faults.store_script import Begun, Eager, Told, play


@pytest.fixture(scope="module", autouse=True)
def with_toy() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core.games, "GAMES", (*core.games.GAMES, toy.GAME))
        patch.setattr(passwords, "SCRYPT_COST", 2)
        for name in ("store", "table", "lobby"):
            patch.setattr(logging.getLogger(f"tilewright.{name}"), "disabled", True)
        yield


class Moments:
    """The moments of a trace, one after the other, with what may be demanded then."""

    def __init__(self, trace: list[Any]) -> None:
        self.trace, self.truth = trace, Truth(trace)

    def __iter__(self) -> Iterator[tuple[int, Account, Image]]:
        account, image = Account(), Image()
        yield 0, account, image
        for number, event in enumerate(self.trace, 1):
            account.take(event)
            image.take(event)
            yield number, account, image


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Moments:
    return Moments(play(tmp_path_factory.mktemp("evening")).trace)


def wrongs(
    moments: Moments, folder: Path, step: int, seed: int = 0, power: bool = False
) -> Iterator[tuple[int, str]]:
    """Stop at every `step`-th moment, start again, and say when what was wrong."""
    luck = random.Random(seed)
    for number, account, image in moments:
        if number % step != seed % step and number != len(moments.trace):
            continue
        files = image.unplugged(luck) if power else image.killed()
        try:
            asyncio.run(recover(lay_out(files, folder / f"{number}"), account, moments.truth))
        except (Wrong, Refused) as wrong:
            yield number, str(wrong)


def test_the_script_goes_everywhere(played: Moments) -> None:
    said = {type(event.command).__name__ for event in played.trace if hasattr(event, "command")}
    assert said >= {
        "Open", "Sit", "Watch", "Start", "Act", "Undo", "AnswerUndo", "HandOver", "TakeBack", "Mute", "Kick",
        "Say", "Leave", "Return", "Rematch", "FreeSeat", "SetPace", "StepOnce",
    }  # fmt: skip
    entries = {
        type(e).__name__ for event in played.trace if isinstance(event, Begun) for e in event.line.entries
    }
    assert entries == {
        "Opened", "Seating", "Began", "Started", "Moved", "Withdrawn", "Cleared", "Undone", "Paced", "Banned",
        "Closed",
    }  # fmt: skip
    done = {(event.what, event.file.rpartition("-")[2]) for event in played.trace if isinstance(event, Done)}
    assert done >= {("write", "wal"), ("sync", "wal"), ("write", "witness"), ("delete", "wal")}


def test_what_tables_are_is_what_their_lines_say(played: Moments) -> None:
    truth, account = played.truth, Account()
    for event in played.trace:
        if isinstance(event, Begun) and event.before is not None:
            assert is_as_told(event.before, truth.at(event.table, len(account.lines[event.table])))
        account.take(event)
        if isinstance(event, Told):
            _fits(event, truth, account)


def _fits(told: Told, truth: Truth, account: Account) -> None:
    """What is told of a game is where its lines have led."""
    known = truth.at(told.table, len(account.lines[told.table])) if told.table else None
    if known is None:
        return
    match told.message:
        case m.StepsMade():
            assert (told.message.now, told.message.series.points) == (known.turn, known.series[0])
        case m.TableView():
            assert (told.message.turn, told.message.phase) == (known.turn, known.phase)
        case m.DecisionSealed():
            assert told.message.ply == known.plies[Seat(told.message.seat)]


def test_killed_at_every_write_sync_and_send(played: Moments, tmp_path: Path, cases: Cases[int]) -> None:
    assert list(wrongs(played, tmp_path, cases(60, 1), seed=3)) == []


def test_the_power_fails_at_every_write_sync_and_send(
    played: Moments, tmp_path: Path, cases: Cases[int]
) -> None:
    for seed in range(cases(1, 4)):
        found = wrongs(played, tmp_path / f"{seed}", cases(60, 1), seed=5 + seed, power=True)
        assert list(found) == []


def test_the_power_fails_while_everybody_comes_back_after_a_kill(
    played: Moments, tmp_path: Path, cases: Cases[int]
) -> None:
    luck = random.Random(11)
    unsynced = [number for number, event in enumerate(played.trace) if _watched(played, number, event)]
    chosen = {
        *luck.sample(unsynced, cases(2, len(unsynced))),
        *luck.sample(range(len(played.trace)), cases(1, 60)),
    }
    for number, account, image in played:
        if number in chosen:
            folder = tmp_path / f"{number}"
            later = asyncio.run(recover(lay_out(image.killed(), folder / "first"), account, played.truth))
            _unplug(Moments([*played.trace[:number], *later]), number, folder, luck)


def _watched(moments: Moments, number: int, event: Any) -> bool:
    """Whether a commit is about to be synced here, while somebody watches."""
    before = moments.trace[:number]
    there = any(isinstance(each, Told) and each.name == "cy" and each.table for each in before)
    return there and isinstance(event, Done) and event.what == "sync" and event.file.endswith("wal")


def _unplug(moments: Moments, since: int, folder: Path, luck: random.Random) -> None:
    """At some moments after number `since`, most of them soon after it."""
    chosen = {since + luck.randrange(size) for size in (20, 40, 80, len(moments.trace) - since)}
    for number, account, image in moments:
        if number in chosen:
            files = image.unplugged(luck)
            asyncio.run(recover(lay_out(files, folder / f"then {number}"), account, moments.truth))


def test_a_server_that_tells_before_it_commits_is_found_out(tmp_path: Path) -> None:
    eager = play(tmp_path / "evening", kind=Eager)
    assert next(wrongs(Moments(eager.trace), tmp_path, 9))


def test_a_server_that_does_not_sync_is_found_out_when_the_power_fails(tmp_path: Path) -> None:
    off = {"PRAGMA synchronous=FULL": "PRAGMA synchronous=OFF"}
    lazy = Moments(play(tmp_path / "evening", instead=off).trace)
    assert list(wrongs(lazy, tmp_path / "killed", 100)) == []
    assert next(wrongs(lazy, tmp_path / "unplugged", 20, power=True))
