"""A crowd of silent, slow, resetting and raving guests on real sockets: how long the others wait."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import pytest

from core.games import game as game_of
from core.match import Match
from core.protocol import messages as m
from tests.server.faults.conftest import Cases
from tests.server.faults.hostile_crowd import crowded
from tests.server.faults.hostile_server import serving
from tests.server.helpers import Talker, planned

JOIN = 0.5
"""Seconds in which an honest guest is at the server, whatever goes on."""
EVERY = 0.02
TABLES, APART = 12, 0.008
"""Each decides ten times a second: fewer than it may, and all from one address fewer than they may."""
LEAST = 0.005
"""Seconds below which nobody notices, and a busy machine decides how long it takes."""


@pytest.mark.long
def test_a_crowd_keeps_nobody_from_joining(cases: Cases[int], long_form: bool) -> None:
    """500 silent sockets, slow readers and resets at every byte, from an address of their own.

    Whoever shares an address with them shares their rate, and is soon told to be too fast.
    Beside other tests only the median is not chance.
    """
    with serving() as port, crowded(port, "silent", "slow", "resets", address="127.0.0.2") as done:
        times = sorted(_join(port) for _ in range(cases(40, 1000)))
    print(f"\njoined in {_told(times)} beside {done}")
    assert done["silent"] >= 500
    assert done["resets"] >= cases(100, 300)
    assert done["slow"] > 0
    assert (times[-1] if long_form else statistics.median(times)) <= JOIN


def _join(port: int) -> float:
    """Seconds from the call to the list of tables."""
    time.sleep(EVERY)
    begun = time.perf_counter()
    with Talker.dial(port) as talker:
        assert isinstance(talker.do(m.Browse), m.Done)
        return time.perf_counter() - begun


@pytest.mark.long
def test_raving_guests_do_not_delay_the_other_tables(long_form: bool) -> None:
    """How much later they are served is told by the long form only: beside other tests nobody could say."""
    count = 6000 if long_form else 60
    with serving() as port, ExitStack() as stack:
        players = [Player(stack.enter_context(Talker.dial(port))) for _ in range(TABLES)]
        _play(players, 5 * TABLES)
        before = _play(players, count)
        with crowded(port, "frames", address="127.0.0.2") as done:
            beside = _play(players, count)
        after = _play(players, count)
    print(f"\nalone {_told(before)} and {_told(after)}; beside {done}: {_told(beside)}")
    assert done["frames"] > count
    if long_form:
        assert _late(beside) <= 2 * max(_late(before), _late(after), LEAST)


class Player:
    """Plays Sturt alone for both seats, one game after the other."""

    def __init__(self, talker: Talker) -> None:
        self._talker = talker
        self._open()

    def _open(self) -> None:
        self._match = Match(game_of("sturt"), game_of("sturt").info.options(), 2, bytes(32))
        self._do(m.Open, game="sturt", options={}, plans=planned(("me", "me")))

    def _do(self, kind: type[m.Command], **fields: Any) -> None:
        answer = self._talker.do(kind, **fields)
        assert isinstance(answer, m.Done), answer

    def decide(self) -> float:
        """Seconds that a decision takes."""
        match = self._match
        if not match.to_act():
            self._do(m.Leave)
            self._open()
            return self.decide()
        seat = match.to_act()[0]
        action = match.game.legal(match.state, seat)[0]
        turn, said = match.turn, match.game.notation(action)
        match.accept(match.propose(seat, action, turn, 0))
        begun = time.perf_counter()
        self._do(m.Act, seat=seat, action=said, turn=turn)
        return time.perf_counter() - begun


def _play(players: list[Player], count: int) -> list[float]:
    """So many decisions at their fixed times, at one table after the other; sorted, how long they took."""
    begun, times = time.perf_counter(), []
    for number in range(count):
        time.sleep(max(0.0, begun + number * APART - time.perf_counter()))
        times.append(players[number % len(players)].decide())
    return sorted(times)


def _late(times: Sequence[float]) -> float:
    """The ninety-ninth of a hundred."""
    return times[int(len(times) * 0.99)]


def _told(times: Sequence[float]) -> str:
    median = statistics.median(times)
    return f"median {median * 1e3:.1f} ms, p99 {_late(times) * 1e3:.1f} ms, longest {times[-1] * 1e3:.1f} ms"
