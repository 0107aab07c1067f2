"""Sealed decisions and hidden hands at a table: what one may not know, one is not told in any form.

Twins are two games of The Great Split in which two seats decide otherwise, at other times and with second
thoughts, in a way that others may never see: they part their hands otherwise into groups of the same size and
sell all their cards face down, in another order. All that a spectator is told until the end of the game, and
another seat until such a card comes into its hands, must be equal byte by byte.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from msgspec.structs import replace

from core import chance, codec
from core.game import Refused, Seat
from core.games.great_split.rules import GREAT_SPLIT, GreatSplit
from core.games.great_split.state import Discard, Play, Sell, Split, Splitter, State, Take
from core.match import Match
from core.protocol import messages as m
from server.bots.pool import DirectThinker
from server.storage.journal import MemoryStore
from server.tables import lobby, play, views
from server.tables.lobby import Lobby
from server.tables.table import Table
from tests.server.helpers import Ear, Tokens
from tests.server.secrets_leaks import second_thoughts, thinking

SEATS: Final = 4
HIDING: Final = (0, 1)
"""These decide otherwise in the twin. In each round what one has hidden comes into the next one's hand."""
EARLY: Final = (2, "split")
"""From then on (round, stage) seat 3 sees some of it in the wallet of seat 2."""
LATE: Final = (6, "resolve")
"""What these decisions open is the end of the game, and with it everything."""


TOKENS = Tokens()
LEAK = {"plies": 0}
"""How many decisions there were so far, for planted leaks."""


@pytest.fixture(autouse=True)
def _no_randomness(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tokens differ from game to game and say nothing about it."""
    monkeypatch.setattr(secrets, "token_bytes", TOKENS)
    yield


class Party:
    """Four at their own ends, and Eve, who watches. `twin`: those who hide decide otherwise."""

    def __init__(self, lobby: Lobby, twin: bool) -> None:
        self.twin = twin
        self.ears = [Ear(lobby, embedded=seat == 0) for seat in range(SEATS)]
        self.eve = Ear(lobby)

    async def gather(self) -> None:
        await self.ears[0].open("great_split", "me", *["open"] * (SEATS - 1), seed=11)
        for seat in range(1, SEATS):
            await self.ears[seat].do(m.Sit, table=1, seat=seat, name=f"Seat {seat}")
        await self.eve.do(m.Watch, table=1)
        await self.ears[0].do(m.Start)

    @property
    def match(self) -> Match:
        assert self.eve.guest.table is not None or self.ears[0].guest.table is not None
        table = self.ears[0].guest.table or self.eve.guest.table
        assert table is not None
        return table.match

    @property
    def at(self) -> tuple[int, str]:
        return self.match.state.round, self.match.state.stage

    async def act(self, seat: int, action: Any) -> None:
        match = self.match
        where = {"turn": match.turn, "ply": match.ply(Seat(seat))}
        await self.ears[seat].do(m.Act, seat=seat, action=GREAT_SPLIT.notation(action), **where)

    async def phase(self, thorough: bool) -> None:
        """All decide, and are ready in the order of their seats. Before the first is, others look around."""
        turn = self.match.turn
        await self.think_twice()
        if thorough:
            await self.look_around()
        for seat in self.match.to_act():
            while self.match.turn == turn and seat in self.match.to_act():
                await self.act(seat, self.decision(seat))

    def decision(self, seat: int) -> Any:
        """What this seat does; in the twin those who hide take the cards from the other end."""
        state: State = self.match.tip(Seat(seat))
        estate = state.estates[seat]
        other = self.twin and seat in HIDING
        hand = estate.hand[::-1] if other else estate.hand
        match state.stage:
            case "discard":
                return Discard(hand[0])
            case "split":
                some = hand[: len(hand) // 2]
                return Split(tuple(sorted(set(hand) - set(some))), tuple(sorted(some)))
            case "choose":
                return Take("left")
            case _ if estate.arrows:
                return GREAT_SPLIT.legal(state, Seat(seat))[0]
            case _:
                return Sell(hand[0], "prestige") if hand else Splitter("books")

    async def think_twice(self) -> None:
        """In the twin those who hide begin before the others, and try something that they take back."""
        if not self.twin or self.match.state.stage != "resolve":
            return
        for seat in HIDING:
            for card in self.match.state.estates[seat].hand[:2]:
                await self.act(seat, Play(card, GREAT_SPLIT.seal_choices(card)[0]))
                await self.ears[seat].do(m.Undo, turn=self.match.turn, seat=seat)
            await self.act(seat, self.decision(seat))

    async def look_around(self) -> None:
        """All that the last seat and Eve can think of to hear something."""
        for guest in (self.ears[SEATS - 1], self.eve):
            for seat in HIDING:
                for ply in range(4):
                    for action in ("left", "sell 3 gold", "discard 2", "splitter books", "?"):
                        await guest.ask(m.Act, seat=seat, action=action, turn=self.match.turn, ply=ply)
                await guest.ask(m.Undo, turn=self.match.turn, seat=seat)
                await guest.ask(m.TakeBack, seat=seat, name="Eve")
                await guest.ask(m.Sit, table=1, seat=seat, name="Eve")
                await guest.ask(m.HandOver, seat=seat, level="easy")
                await guest.ask(m.FreeSeat, seat=seat)
            for turn in (0, self.match.turn, self.match.turn + 1):
                await guest.ask(m.Undo, turn=turn)
            await guest.ask(m.StepOnce)
            await guest.ask(m.Browse)
            await guest.do(m.Say, text="What have you got?")
        await self.ears[0].do(m.SetPace, pause=0.5)
        await self.come_and_go()

    async def come_and_go(self) -> None:
        """Who looks comes back to a new scene, and who hides is away for a moment."""
        token = self.ears[3].last(m.Seated).token
        await self.ears[3].do(m.Leave)
        await self.ears[3].do(m.Return, table=1, token=token)
        await self.eve.do(m.Leave)
        await self.eve.do(m.Watch, table=1)
        token = self.ears[1].last(m.Seated).token
        await self.ears[1].do(m.Leave)
        await self.ears[1].do(m.Return, table=1, token=token)


async def _play(lobby: Lobby, twin: bool, until: tuple[int, str]) -> tuple[bytes, bytes]:
    party = Party(lobby, twin)
    await party.gather()
    seen = set[str]()
    while party.at != until:
        stage = party.at[1]
        await party.phase(thorough=stage not in seen)
        seen.add(stage)
    await party.think_twice()
    await party.look_around()
    return _bytes(party.ears[3]), _bytes(party.eve)


def _bytes(ear: Ear) -> bytes:
    return b"\n".join(codec.encode(message) for message in ear.heard)


def told(twin: bool, until: tuple[int, str]) -> tuple[bytes, bytes]:
    """What seat 3 and Eve are told until the game comes there."""
    TOKENS.drawn = LEAK["plies"] = 0

    async def run() -> tuple[bytes, bytes]:
        lobby = Lobby("Test", MemoryStore(), DirectThinker())
        try:
            return await _play(lobby, twin, until)
        finally:
            await lobby.close()

    return asyncio.run(run())


def test_a_seat_hears_nothing_of_what_it_may_not_know() -> None:
    one, other = told(False, EARLY)[0], told(True, EARLY)[0]
    assert len(one) > 40_000
    assert one == other


def test_a_spectator_hears_nothing_of_hands_until_the_end() -> None:
    one, other = told(False, LATE)[1], told(True, LATE)[1]
    assert len(one) > 100_000
    assert one == other


def test_the_twins_are_no_copies() -> None:
    """Those who hide have other cards in hand, and what seat 2 passes on to seat 3 comes from them."""
    assert told(False, (2, "choose"))[0] != told(True, (2, "choose"))[0]


# --- Planted leaks --------------------------------------------------------------------------------------


Patch = pytest.MonkeyPatch


def decided_for_all(patch: Patch) -> None:
    """What is for the guest of seat 0 goes to everybody."""
    patch.setattr(views, "deciders_left", lambda table: views.decision_sealed(table, Seat(0), None))


def ready_each_time(patch: Patch) -> None:
    """Others hear of every decision, though nothing has changed for them."""

    def leaky(self: Table, seat: Seat, action: Any, owed: object) -> None:
        for guest in self.guests.values():
            own = self.chairs[seat].held_by(guest.number)
            guest.send(views.decision_sealed(self, seat, action) if own else views.deciders_left(self))

    patch.setattr(Table, "_tell_sealed", leaky)


def ready_with_a_count(patch: Patch) -> None:
    """The turn counts what is sealed."""
    real = views.deciders_left

    def leaky(table: Table) -> m.DecidersLeft:
        return replace(real(table), turn=len(table.match.all_steps()))

    patch.setattr(views, "deciders_left", leaky)


def whole_lines(patch: Patch) -> None:
    """A spectator is told where the line of seat 0 stands."""
    real = Match.snapshot
    patch.setattr(Match, "snapshot", lambda self, viewer: real(self, Seat(0) if viewer is None else viewer))


def plies_for_all(patch: Patch) -> None:
    """A scene tells how many changes there were on all lines."""
    real = Match.snapshot
    patch.setattr(Match, "snapshot", lambda self, viewer: replace(real(self, viewer), ply=LEAK["plies"]))
    _watch_plies(patch)


def _watch_plies(patch: Patch) -> None:
    real = Match.accept

    def watched(self: Match, move: Any) -> None:
        real(self, move)
        LEAK["plies"] += 1

    patch.setattr(Match, "accept", watched)


def title_with_plies(patch: Patch) -> None:
    """The lobby's list says it."""
    _watch_plies(patch)
    real = views.table_summary
    patch.setattr(views, "table_summary", lambda table: replace(real(table), title=str(LEAK["plies"])))


def telling_refusal(patch: Patch) -> None:
    """A refusal depends on what has been decided."""

    async def leaky(table: Table, guest: Any, command: m.Undo) -> None:
        sealed = any(line.steps for line in table.match.branches.values())
        if sealed and command.seat is None and command.turn == table.match.turn:
            raise Refused("match.refusal.stale", turn=0, now=0)
        await play.undo(table, guest, command)

    handlers: Any = lobby.TABLE_COMMANDS
    patch.setitem(handlers, m.Undo, leaky)


def turns_of_lines(patch: Patch) -> None:
    """What was decided and taken back moves the turn of the match when all is opened."""
    _watch_plies(patch)
    real = Match.accept

    def leaky(self: Match, move: Any) -> None:
        real(self, move)
        self.turn += 0 if move.branch else LEAK["plies"]

    patch.setattr(Match, "accept", leaky)


def draws_of_lines(patch: Patch) -> None:
    """Which cards are drawn depends on how often somebody has changed their mind."""
    _watch_plies(patch)
    real = chance.draw

    def leaky(seed: bytes, number: int, chances: Any) -> Any:
        return real(seed, number + LEAK["plies"], chances)

    patch.setattr(chance, "draw", leaky)


def shortest_line_first(patch: Patch) -> None:
    """The lines are laid in another order than that of the seats."""

    def leaky(lines: Any) -> tuple[Any, ...]:
        ordered = sorted(lines.values(), key=lambda line: line.ply)
        return tuple(step for line in ordered for step in line.steps)

    patch.setattr("core.match.all_steps", leaky)


def open_hands(patch: Patch) -> None:
    patch.setattr(GreatSplit, "view", lambda self, s, viewer: s)


def open_steps(patch: Patch) -> None:
    patch.setattr(GreatSplit, "seen", lambda self, s, seat, a, viewer, now: a)


def sold_face_up(patch: Patch) -> None:
    """Cards sold are shown in the steps, not in the view."""
    real = GreatSplit.seen

    def leaky(self: GreatSplit, s: State, seat: Seat, a: Any, *more: Any) -> Any:
        return a if isinstance(a, Sell) else real(self, s, seat, a, *more)

    patch.setattr(GreatSplit, "seen", leaky)


def early_seed(patch: Patch) -> None:
    """With the seed one knows the deck; here only that it was used, so it is mixed with the digest."""
    patch.setattr(Match, "published_seed", lambda self: self.digest().encode())


def another_seat(patch: Patch) -> None:
    """Whoever comes back is shown all seats."""
    patch.setattr(views, "viewers", lambda table, guest: (-1, *range(SEATS)))


LEAKS = [
    decided_for_all, ready_each_time, ready_with_a_count, whole_lines, plies_for_all, title_with_plies,
    telling_refusal, thinking, second_thoughts, turns_of_lines, draws_of_lines, shortest_line_first,
    open_hands, open_steps, sold_face_up, early_seed, another_seat,
]  # fmt: skip


@pytest.mark.covering(most=10)
@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_heard(leak: Callable[[Patch], None], monkeypatch: Patch) -> None:
    """By Eve before the second round, at the latest."""
    leak(monkeypatch)
    one, other = told(False, EARLY), told(True, EARLY)
    assert one[1] != other[1]
