"""A disk that is full or broken, at every write and every sync: for a moment, or for a while."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from msgspec.structs import replace

from core.game import Refused
from tests.server.faults.conftest import Cases
from tests.server.faults.store_account import Account, Truth
from tests.server.faults.store_disk import Fault, lay_out
from tests.server.faults.store_recovery import recover
from tests.server.faults.store_replay import is_as_told
from tests.server.faults.store_script import Begun, Evening, Kept, Lost, Played, play
from tests.server.faults.test_store_kill import Moments, with_toy

__all__ = ["with_toy"]

WHILE: Final = 23
"""Operations that fail in a row, if it is for a while."""


def check(trace: list[Any], folder: Path, luck: random.Random, moments: int = 2) -> None:
    """Everything told is in the files: at the end, and at some moments before, with and without power."""
    chosen = {luck.randrange(len(trace)) for _ in range(moments)}
    walk = Moments(trace)
    for number, account, image in walk:
        if number in chosen:
            asyncio.run(recover(lay_out(image.killed(), folder / f"{number}"), account, walk.truth))
            left = lay_out(image.unplugged(luck), folder / f"{number} unplugged")
            asyncio.run(recover(left, account, walk.truth))
    asyncio.run(recover(lay_out(image.killed(), folder / "end"), account, walk.truth))


def as_lines_say(trace: list[Any]) -> None:
    """No table ever was what its lines do not say, but for AIs that wait after trouble."""
    truth, account = Truth(trace), Account()
    for event in trace:
        if isinstance(event, Begun) and event.before is not None:
            said = truth.at(event.table, len(account.lines[event.table]))
            assert said is not None
            assert is_as_told(event.before, replace(said, pace=event.before.pace))
        account.take(event)


def trouble(folder: Path, fault: Fault, luck: random.Random) -> bool:
    """The whole evening with this fault; whether a line was lost by it."""
    try:
        played = play(folder / "evening", fault)
    except Refused as refused:
        assert refused.refusal.code.startswith("net.refusal.data_")
        return False
    as_lines_say(played.trace)
    check(played.trace, folder, luck)
    return any(isinstance(event, Lost) for event in played.trace)


@pytest.mark.covering(most=2)
@pytest.mark.parametrize("kind", ["full", "broken"])
@pytest.mark.parametrize("times", [1, WHILE])
def test_a_disk_that_fails_loses_nothing_that_was_told(
    kind: Literal["full", "broken"], times: int, tmp_path: Path, cases: Cases[int]
) -> None:
    operations, luck, lost = play(tmp_path / "whole").operations, random.Random(times), 0
    step = cases(150, 1 if times == 1 else 3)
    for at in range(luck.randrange(step), operations, step):
        lost += trouble(tmp_path / f"{at}", Fault(kind, at, times), luck)
    assert lost or times == 1


def test_a_disk_that_stays_full_stops_the_tables_and_nothing_is_told(tmp_path: Path) -> None:
    played: Played | None = None

    async def until_it_is_full(evening: Evening) -> None:
        with pytest.raises(AssertionError, match="gives up"):
            await evening.sturt()

    played = play(tmp_path / "evening", Fault("full", 120, float("inf")), script=until_it_is_full)
    since = next(number for number, event in enumerate(played.trace) if isinstance(event, Lost))
    assert not any(isinstance(event, Kept) for event in played.trace[since:])
    check(played.trace, tmp_path, random.Random(1))
