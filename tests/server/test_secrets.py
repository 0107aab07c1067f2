"""What a viewer may not know leaves the server in no form: streams of twin games are equal byte by byte.

Twins are two games of the toy in which the viewer is dealt the same cards and the others are not.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import count
from typing import Any

import msgspec
import pytest

import core.games
from core import chance, codec
from core.game import Seat
from core.match import Match, Step
from core.protocol import messages as m
from server.bots import pool
from server.bots.pool import DirectThinker
from server.storage.journal import MemoryStore
from server.tables import views
from server.tables.lobby import Lobby
from tests.core import toy
from tests.server.helpers import Ear, Tokens

MINE = Seat(0)
TOKENS = Tokens()


def _match(seed: int) -> Match:
    return Match(toy.GAME, toy.ToyOptions(), 3, chance.seed_from(seed))


@lru_cache
def _twins() -> tuple[int, int]:
    """Two seeds that deal seat 0 the same cards and the others different ones."""
    known: dict[bytes, int] = {}
    for seed in count():
        hands = _match(seed).state.hands
        other = known.setdefault(hands[MINE].tobytes(), seed)
        if (_match(other).state.hands != hands).any():
            return other, seed
    raise AssertionError


@pytest.fixture(autouse=True)
def _no_randomness(monkeypatch: pytest.MonkeyPatch, shelf: None) -> Iterator[None]:
    """Tokens and the commitment differ from game to game and say nothing about it."""
    monkeypatch.setattr(secrets, "token_bytes", TOKENS)
    monkeypatch.setattr(chance, "commitment", lambda seed, by_draw=False: bytes(32))
    yield


async def _told(seed: int, sits: bool) -> bytes:
    """All that a guest is told, with seat 0 or as a spectator, until the sealed cards are shown."""
    TOKENS.drawn = 0
    lobby = Lobby("Test", MemoryStore(), DirectThinker())
    host, guest = Ear(lobby, embedded=True), Ear(lobby)
    await host.open("toy", "open", "me", "random", seed=seed)
    if sits:
        await guest.do(m.Sit, table=1, seat=0, name="Eve")
        await host.do(m.Start)
    else:
        await guest.do(m.Watch, table=1)
        await host.do(m.Sit, table=1, seat=0, name="Bo")
        await host.do(m.Start)
    await guest.until(m.DecidersLeft)
    turn = guest.last(m.DecidersLeft).turn
    assert (await guest.ask(m.Act, seat=1, action="1", turn=turn)).why.code == "net.refusal.not_your_seat"
    await host.act(1)
    await host.do(m.Say, text="ready")
    await host.do(m.Undo, turn=turn, seat=1)
    await host.act(1, 1)
    await host.do(m.HandOver, seat=1, level="random")
    await guest.do(m.Leave)
    if sits:
        await guest.do(m.Return, table=1, token=guest.last(m.Seated).token)
    else:
        await guest.do(m.Watch, table=1)
    await lobby.close()
    return b"\n".join(codec.encode(message) for message in guest.heard)


def _streams(sits: bool) -> tuple[bytes, bytes]:
    one, other = _twins()
    return asyncio.run(_told(one, sits)), asyncio.run(_told(other, sits))


@pytest.mark.parametrize("sits", [True, False], ids=["seat", "spectator"])
def test_twin_games_sound_the_same(sits: bool) -> None:
    one, other = _streams(sits)
    assert len(one) > 2000
    assert one == other


def test_an_ai_is_asked_the_same_in_twin_games() -> None:
    asked = [pool.question(_match(seed), MINE, "easy", (1, 2), by_count=True) for seed in _twins()]
    assert codec.encode(asked[0]) == codec.encode(asked[1])


def _raw_view(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.Toy, "view", lambda self, s, viewer: s)


def _raw_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "seen", lambda self, index, viewer: self.steps[index])


def _others_views(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "viewers", lambda table, guest: (0, 1, 2))


def _wrong_viewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "_viewer", lambda number: Seat(1))


def _early_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = views.occupants

    def leaky(table: Any, guest: Any) -> m.Message:
        title = table.match.seed_at_end().hex()[:20]
        table.terms = msgspec.structs.replace(table.terms, title=title)
        return real(table, guest)

    monkeypatch.setattr(views, "occupants", leaky)


def _card_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Match.seen

    def leaky(self: Match, index: int, viewer: Seat | None) -> Step:
        return self.steps[index] if index == 1 else real(self, index, viewer)

    monkeypatch.setattr(Match, "seen", leaky)


def _chat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(m, "clean_chat", lambda text: text)
    real = Ear.act

    async def leaky(self: Ear, seat: int, choice: int = 0) -> m.Done:
        table = self.guest.table
        assert table is not None
        table.send_all(m.Notice("x", {"state": codec.digest(table.match.state)}))
        return await real(self, seat, choice)

    monkeypatch.setattr(Ear, "act", leaky)


LEAKS = [_raw_view, _raw_steps, _others_views, _wrong_viewer, _early_seed, _card_in_the_log, _chat]


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_heard(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    one, other = _streams(sits=True)
    assert one != other


# --- How much is said ---------------------------------------------------------------------------------


class Seven(toy.Toy):
    """The toy for seven seats."""

    info = msgspec.structs.replace(toy.Toy.info, key="seven", seats=(7,))


def test_seven_at_one_screen_are_told_once_what_was_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """One log, whoever else looks on, and no word on steps that nobody has been told otherwise."""
    monkeypatch.setattr(toy, "DECK", 21)
    monkeypatch.setattr(core.games, "GAMES", (Seven(),))

    async def told(plans: str) -> tuple[m.TableView, m.StepsMade]:
        lobby = Lobby("Test", MemoryStore(), DirectThinker())
        here, there = Ear(lobby), Ear(lobby)
        await here.open("seven", *plans.split())
        for seat in [seat for seat, plan in enumerate(plans.split()) if plan == "open"]:
            await there.do(m.Sit, table=1, seat=seat, name=f"Bo {seat}")
        if "open" in plans:
            await here.do(m.Start)
        for seat in range(7):
            await (here if plans.split()[seat] == "me" else there).act(seat)
        await here.do(m.SetPace, pause=1.0)
        await lobby.close()
        return here.last(m.TableView), here.last(m.StepsMade)

    table_view, stepped = asyncio.run(told("me me me me me me me"))
    assert [len(seat_view.log) for seat_view in table_view.views] == [28] + [0] * 7
    assert stepped.unsealed == () and [step.view is None for step in stepped.views[0][1]] == [True] * 6 + [
        False
    ]
    alone, _ = asyncio.run(told("me open open open open open open"))
    views = [len(codec.encode(seat_view.view)) for seat_view in table_view.views]
    assert len(codec.encode(table_view)) < len(codec.encode(alone)) + sum(views) + 7 * 40
