"""Damaged frames by the hundred thousand, into a whole server: only errors that it knows, others play on."""

from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec

from core.protocol import messages as m
from core.protocol.wire import PREAMBLE
from tests.server.faults.conftest import Cases
from tests.server.faults.hostile_frames import Forge, framed, portions
from tests.server.faults.hostile_room import Call, Room, in_room

SHORT, LONG = 3_000, 1_000_000
SIDE_BY_SIDE = 6
"""Hostile guests who are there at the same time."""
FRAMES = 40
"""The most frames of one of them, unless it is sent away before."""
GROWTH = 24 * 2**20
"""Bytes by which a process may grow once a tenth is done: what there is then is what there ever is."""


def test_damaged_frames_only_bring_errors_that_are_known(cases: Cases[int]) -> None:
    """The long form shares the frames among all processors."""
    count = cases(SHORT, LONG)
    begun = time.perf_counter()
    if count == SHORT:
        found = [attack(1, count)]
    else:
        parts = os.cpu_count() or 1
        with ProcessPoolExecutor(parts, get_context("spawn")) as pool:
            found = list(pool.map(attack, range(1, parts + 1), [count // parts + 1] * parts))
    took = time.perf_counter() - begun
    fed, grown = sum(each[0] for each in found), max(each[1] for each in found)
    print(f"\n{fed} damaged frames in {took:.0f} s, a process grew by {grown / 2**20:.1f} MiB")
    assert fed >= count
    assert not [error for each in found for error in each[2]]
    assert grown < GROWTH


def attack(seed: int, count: int) -> tuple[int, int, list[str]]:
    """So many damaged frames: how many it were, bytes the process grew by, and the first unknown errors."""

    async def run(room: Room) -> tuple[int, int, list[str]]:
        forge = Forge(room.lobby, seed)
        honest = await Honest.at(room)
        early = 0
        while forge.damaged < count and not room.errors.seen:
            async with asyncio.TaskGroup() as group:
                for _ in range(SIDE_BY_SIDE):
                    group.create_task(_visit(room, forge))
            await honest.play()
            assert not any(table.set_aside for table in room.lobby.tables.values())
            if not early and forge.damaged > count / 10:
                early = _memory()
        return forge.damaged, _memory() - early, room.errors.seen[:3]

    found: tuple[int, int, list[str]] = in_room(run)
    return found


async def _visit(room: Room, forge: Forge) -> None:
    """One hostile guest from its first byte to its last."""
    rng = forge.rng
    call = room.call(f"10.0.0.{rng.randrange(4)}")
    if rng.random() < 0.1:
        greeting = call.wire.opening() + call.wire.send(m.Hello("faults", rng.randbytes(m.CLIENT_BYTES)))
        await _arrive(call, forge, forge.damage(greeting))
    else:
        await _arrive(call, forge, PREAMBLE)
        await _arrive(call, forge, framed(msgspec.msgpack.encode(_hello(forge))))
        await _settle(call, forge)
        for _ in range(FRAMES):
            if call.over:
                break
            await _arrive(call, forge, forge.frame(call.line.guest))
            if forge.swallowed:
                forge.swallowed = False
                break
    await call.hang_up()


def _hello(forge: Forge) -> dict[str, Any]:
    """Of few clients, so that their commands meet each other."""
    return {"is": "Hello", "program": "faults", "client": forge.rng.choice(forge.tokens)}


async def _settle(call: Call, forge: Forge) -> None:
    """Where it attacks from: the lobby, a table of its own, a seat at another's, a place to watch."""
    rng = forge.rng
    where, tables = rng.randrange(5), [*forge.lobby.tables]
    if where == 1 or not tables:
        await _arrive(call, forge, framed(msgspec.msgpack.encode(forge.open())))
        await _arrive(call, forge, framed(msgspec.msgpack.encode({"is": "Start", "id": forge.number()})))
    elif where == 2:
        sit = {
            "is": "Sit",
            "table": rng.choice(tables),
            "seat": rng.randrange(4),
            "name": "Bo",
            "token": rng.randbytes(16),
        }
        await _arrive(call, forge, framed(msgspec.msgpack.encode({"id": forge.number(), **sit})))
    elif where == 3:
        watch = {"is": "Watch", "id": forge.number(), "table": rng.choice(tables)}
        await _arrive(call, forge, framed(msgspec.msgpack.encode(watch)))


async def _arrive(call: Call, forge: Forge, data: bytes) -> None:
    for portion in portions(forge.rng, data):
        call.feed(portion)
        await asyncio.sleep(0)
        await asyncio.sleep(0)


class Honest:
    """Two people at a table of their own, who go on whatever the others do."""

    def __init__(self, ada: Call) -> None:
        self._ada = ada

    @classmethod
    async def at(cls, room: Room) -> Honest:
        ada = room.call("10.0.1.1", keep=True)
        ada.hello()
        plans = (m.SeatPlan("me", "Ada", token=b"a" * 16), m.SeatPlan("me", "Bo", token=b"b" * 16))
        assert isinstance(await ada.do(m.Open, game="sturt", options={}, plans=plans), m.Done)
        return cls(ada)

    async def play(self) -> None:
        """Decide, or begin again."""
        guest = self._ada.line.guest
        assert guest is not None and guest.table is not None
        table = guest.table
        match = table.match
        if not match.to_act():
            assert isinstance(await self._ada.do(m.Rematch), m.Done)
            return
        seat = match.to_act()[0]
        action = match.game.notation(match.game.legal(match.state, seat)[0])
        done = await self._ada.do(m.Act, seat=seat, action=action, turn=match.turn)
        assert isinstance(done, m.Done), done


def _memory() -> int:
    """Bytes of this process in memory; 0 where nobody says."""
    file = Path("/proc/self/statm")
    return int(file.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if file.exists() else 0
