"""Twin games of The Great Split at a table of the real lobby, and one guest who tries to tell them apart.

A *script* is a whole game, drawn and decided at random. Its twin is the same game with other cards wherever
the viewer has not seen one: dealt, held, put in wallets, laid down and sold. So everything the viewer may
know is equal, and nothing else has to be. In the last phase that is played the others decide as they like, in
each of the twins otherwise, and it is not opened. In the twin they also decide earlier, bit by bit, and with
second thoughts; its seed is another, too, and so are the market tokens still to come.

On the way the viewer tries what a curious guest could (`snoop`).
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
import numpy as np
import pytest

from core import chance, codec
from core.game import CHANCE, Seat
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import (
    Deal,
    Discard,
    Market,
    Options,
    Play,
    Sell,
    Split,
    Splitter,
    State,
)
from core.match import Match, Step
from core.protocol import messages as m
from server.bots import pool
from server.bots.pool import DirectThinker
from server.net.limits import Limits
from server.storage.journal import MemoryStore
from server.tables import lobby
from server.tables.lobby import Lobby
from tests.core.games.great_split.twin import seen_by
from tests.server.helpers import ONE_PROOF_KEY, Ear, Tokens, new_token, settle

replace = msgspec.structs.replace
Rng = np.random.Generator
Swap = Mapping[int, int]
At = tuple[int, str]
"""A round and a stage of it."""

COUCH: Final = (0, 2)
"""From four seats on these two are at one screen."""
SOLD: Final = 0.7
"""How likely a card is sold, and so never seen."""


# --- Scripts ----------------------------------------------------------------------------------------------


class Phase(msgspec.Struct, frozen=True):
    """What the seats decide at once, and in which order they are ready with it."""

    at: At
    lines: dict[Seat, tuple[Any, ...]]
    order: tuple[Seat, ...]


class Script(msgspec.Struct, frozen=True):
    """A game. `draws[i]` is step number `i`, if chance makes it; `states` are all positions.

    `phases[i]` begins at `states[begins[i]]`.
    """

    seats: int
    phases: tuple[Phase, ...]
    draws: dict[int, Any]
    states: tuple[State, ...]
    begins: tuple[int, ...]

    def number(self, at: At) -> int:
        """The phase there. Raises ValueError if nothing is decided there."""
        return [phase.at for phase in self.phases].index(at)


def script(seats: int, seed: int) -> Script:
    """A random game."""
    rng = np.random.default_rng(seed)
    states: list[State] = [GREAT_SPLIT.start(Options(), seats)]
    phases: list[Phase] = []
    draws: dict[int, Any] = {}
    begins: list[int] = []
    while owed := GREAT_SPLIT.to_act(states[-1]):
        if owed == (CHANCE,):
            actions = [action for action, _ in GREAT_SPLIT.chances(states[-1])]
            draws[len(states) - 1] = action = any_of(actions, rng)
            states.append(GREAT_SPLIT.apply(states[-1], CHANCE, action))
            continue
        begins.append(len(states) - 1)
        phases.append(_phase(states, owed, rng))
    return Script(seats, tuple(phases), draws, tuple(states), tuple(begins))


def _phase(states: list[State], owed: tuple[Seat, ...], rng: Rng) -> Phase:
    at = states[-1].round, states[-1].stage
    lines: dict[Seat, tuple[Any, ...]] = {}
    for seat in owed:
        lines[seat] = ()
        while (states[-1].round, states[-1].stage) == at and seat in GREAT_SPLIT.to_act(states[-1]):
            action = choice(states[-1], seat, rng)
            lines[seat] += (action,)
            states.append(GREAT_SPLIT.apply(states[-1], seat, action))
    return Phase(at, lines, tuple(Seat(int(seat)) for seat in rng.permutation(owed)))


def any_of(actions: Any, rng: Rng) -> Any:
    """One of these."""
    return actions[int(rng.integers(len(actions)))]


def choice(s: State, seat: Seat, rng: Rng) -> Any:
    """A legal decision; most cards are sold."""
    legal = GREAT_SPLIT.legal(s, seat)
    kinds: tuple[type[Any], ...] = (Sell,) if rng.random() < SOLD else (Play, Splitter)
    return any_of([action for action in legal if isinstance(action, kinds)] or legal, rng)


# --- Twins ------------------------------------------------------------------------------------------------


def swapped(game: Script, viewers: tuple[Seat | None, ...], until: int, rng: Rng) -> Swap:
    """Another card for each one that none of the viewers has seen before phase number `until` is over."""
    seen = set[int]()
    for state in game.states[: game.begins[until] + 1]:
        for viewer in viewers:
            seen |= seen_by(state, state.shown or state.estates, viewer)
            if viewer is not None:
                seen |= set(state.estates[viewer].hand)
    swap: dict[int, int] = {}
    for level in GREAT_SPLIT.data.decks:
        hidden = rng.permutation([card for card in level if card not in seen]).tolist()
        swap |= zip(hidden, hidden[1:] + hidden[:1], strict=True)
    return swap


def with_cards(action: Any, swap: Swap) -> Any:
    """The same done with other cards."""

    def group(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(swap.get(card, card) for card in cards))

    match action:
        case Discard() | Play() | Sell() | Deal():
            return replace(action, card=swap.get(action.card, action.card))
        case Split():
            return Split(group(action.left), group(action.right))
        case _:
            return action


class Course(msgspec.Struct, frozen=True):
    """How a script is played: for whom, up to which phase, with which other cards; in the twin with unrest.

    `wild` seeds what the others decide in the last phase, `last` is who does not finish it (-1 if none of
    them decides there). Who looks around only `briefly` does not try everything.
    """

    game: Script
    viewer: str
    mine: tuple[Seat, ...]
    until: int
    wild: int
    last: Seat
    swap: Swap = {}
    restless: bool = False
    briefly: bool = False

    def line(self, phase: Phase, seat: Seat) -> tuple[Any, ...]:
        """What this seat decides."""
        return tuple(with_cards(action, self.swap) for action in phase.lines[seat])


def twins(seats: int, viewer: str, at: At, seed: int = 5, briefly: bool = False) -> tuple[Course, Course]:
    """Two courses that `viewer` ("seat N", "couch", "eve", "lobby") cannot tell apart, up to this phase."""
    game = script(seats, seed)
    mine = holding(viewer)
    until = game.number(at)
    others = [seat for seat in game.phases[until].order if seat not in mine]
    one = Course(game, viewer, mine, until, wild=1, last=[Seat(-1), *others][-1], briefly=briefly)
    viewers: tuple[Seat | None, ...] = mine if len(mine) == 1 else (None, *mine)
    swap = swapped(game, viewers, until, np.random.default_rng(seed))
    return one, replace(one, wild=2, swap=swap, restless=True)


def holding(viewer: str) -> tuple[Seat, ...]:
    """The seats of a viewer."""
    if viewer == "couch":
        return tuple(map(Seat, COUCH))
    return (Seat(int(viewer.split()[1])),) if viewer.startswith("seat") else ()


# --- What has to be equal in all games --------------------------------------------------------------------


TOKENS: Final = Tokens()
DRAWS: Final[dict[int, Any]] = {}
"""What chance does at each step of the game that is being played."""


@pytest.fixture(autouse=True)
def no_randomness(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tokens and the commitment say nothing about a game; chance follows the script."""
    monkeypatch.setattr(secrets, "token_bytes", TOKENS)
    monkeypatch.setattr(lobby, "proof_key", lambda secret, ticket: ONE_PROOF_KEY)
    monkeypatch.setattr(chance, "commitment", lambda seed, by_draw=False: bytes(32))
    monkeypatch.setattr(chance, "draw", lambda seed, number, chances: _drawn(number, chances))
    yield


def _drawn(number: int, chances: Any) -> Any:
    assert DRAWS[number] in [action for action, _ in chances]
    return DRAWS[number]


# --- At the table -----------------------------------------------------------------------------------------


class Listener(Ear):
    """Keeps every word as it travels, and the tokens of its seats."""

    def __init__(self, lobby: Lobby, embedded: bool = False) -> None:
        self.words: list[bytes] = []
        self.tokens: dict[int, bytes] = {}
        super().__init__(lobby, embedded)

    def _hear(self, message: m.Message) -> None:
        super()._hear(message)
        self.words.append(codec.encode(message))
        if isinstance(message, m.Seated):
            self.tokens[message.seat] = message.token

    async def ask(self, kind: type[m.Command], **fields: Any) -> Any:
        """See `Ear`; what was heard before is forgotten, but kept in `words`."""
        self.forget()
        return await super().ask(kind, **fields)


class Party:
    """Everybody at the table and in the lobby, following a course."""

    def __init__(self, lobby: Lobby, course: Course) -> None:
        self.lobby, self.course = lobby, course
        self.seats = course.game.seats
        lobby.services.changed = lobby.tell_list  # at once: how often is heard, too
        couch = COUCH if self.seats >= 4 else (0,)
        host = Listener(lobby, embedded=True)
        self.ears = [host if seat in couch else Listener(lobby) for seat in range(self.seats)]
        self.eve, self.browser = Listener(lobby), Listener(lobby)
        self.unrest = np.random.default_rng(course.wild)
        self.probed = set[str]()

    @property
    def host(self) -> Listener:
        return self.ears[0]

    @property
    def viewer(self) -> Listener:
        """The guest of whom everything is compared."""
        if self.course.mine:
            return self.ears[self.course.mine[0]]
        return self.browser if self.course.viewer == "lobby" else self.eve

    @property
    def match(self) -> Match:
        return self.lobby.tables[1].match

    async def gather(self) -> None:
        """All sit down and the game begins. AIs wait, should a seat be handed to one."""
        await self.browser.do(m.Browse)
        plans = tuple(_plan(ear is self.host) for ear in self.ears)
        seed = 1000 + self.course.wild
        await self.host.do(m.Open, game="great_split", options={}, plans=plans, seed=seed)
        for seat, ear in enumerate(self.ears):
            if ear is not self.host:
                await ear.do(m.Sit, table=1, seat=seat, name=f"Seat {seat}")
        await self.eve.do(m.Watch, table=1)
        await self.host.do(m.SetPace, pause=0, paused=True)
        if self.match.seats == 2 or all(ear is self.host for ear in self.ears):
            assert self.lobby.tables[1].phase == "gathering"
        await self.host.do(m.Start)

    async def act(self, seat: Seat, action: Any) -> None:
        """A decision of a seat."""
        where = {"turn": self.match.turn, "ply": self.match.ply(seat)}
        await self.ears[seat].do(m.Act, seat=seat, action=GREAT_SPLIT.notation(action), **where)

    async def take_back(self, seat: Seat) -> None:
        """The last sealed decision of a seat."""
        await self.ears[seat].do(m.Undo, turn=self.match.turn, seat=seat)

    # --- scripted phases --------------------------------------------------------------------------------

    async def phase(self, number: int) -> None:
        """All decide, and are ready in the order of the script."""
        phase = self.course.game.phases[number]
        await self.fidget(phase)
        await self.look(phase.at, "before")
        for place, seat in enumerate(phase.order):
            if place == len(phase.order) // 2:
                await self.hesitate(phase, seat)
                await self.look(phase.at, "amid")
            for action in self.course.line(phase, seat)[len(self.match.own(seat)) :]:
                await self.act(seat, action)

    async def fidget(self, phase: Phase) -> None:
        """In the twin others begin early: some of their decisions, and some that they take back."""
        others = [seat for seat in phase.order if seat not in self.course.mine]
        if not self.course.restless or not self.match.branches:
            return  # who decides alone is seen doing so
        for seat in self.unrest.permutation(others).tolist():
            for action in self.course.line(phase, seat)[:-1]:
                if self.unrest.random() < 0.5:
                    break
                await self.second_thoughts(Seat(seat))
                await self.act(Seat(seat), action)

    async def second_thoughts(self, seat: Seat) -> None:
        """A decision that does not make the seat ready, and back again."""
        tip = self.match.tip(seat)
        legal = GREAT_SPLIT.legal(tip, seat)
        going_on = [a for a in legal if not _ready_after(tip, seat, a)]
        if going_on:
            await self.act(seat, any_of(going_on, self.unrest))
            await self.take_back(seat)

    async def hesitate(self, phase: Phase, seat: Seat) -> None:
        """In both twins a seat is ready, and then not: everybody hears of it, but not what it was."""
        if phase.at[1] in ("split", "choose") and seat not in self.course.mine:
            legal = GREAT_SPLIT.legal(self.match.tip(seat), seat)
            if len(GREAT_SPLIT.to_act(self.match.tip(seat))) > 1 and len(self.match.to_act()) > 1:
                await self.act(seat, any_of(legal, self.unrest))
                await self.take_back(seat)

    # --- the last phase -----------------------------------------------------------------------------------

    async def wild(self) -> None:
        """All decide as they like but the last, who does not finish. The viewer does the same in twins."""
        phase = self.course.game.phases[self.course.until]
        await self.fidget_wildly(phase)
        await self.look(phase.at, "before")
        order = [seat for seat in phase.order if seat != self.course.last]
        for place, seat in enumerate(order):
            if place == len(order) // 2:
                await self.look(phase.at, "amid")
            if seat in self.course.mine:
                for action in self.course.line(phase, seat):
                    await self.act(seat, action)
            else:
                while seat in self.match.to_act():
                    await self.act(seat, choice(self.match.tip(seat), seat, self.unrest))
        await self.fidget_wildly(phase)
        await self.look(phase.at, "after")

    async def fidget_wildly(self, phase: Phase) -> None:
        """In the twin others begin, and take some of it back."""
        if not self.course.restless or not self.match.branches:
            return
        for seat in map(Seat, self.unrest.permutation(phase.order).tolist()):
            tip = self.match.tip(seat)
            if seat in self.course.mine or seat not in self.match.to_act():
                continue
            for _ in range(int(self.unrest.integers(4))):
                await self.second_thoughts(seat)
            legal = [a for a in GREAT_SPLIT.legal(tip, seat) if not _ready_after(tip, seat, a)]
            if legal:
                await self.act(seat, any_of(legal, self.unrest))

    # --- looking around -----------------------------------------------------------------------------------

    async def look(self, at: At, when: str) -> None:
        """The viewer tries everything, once in each kind of phase and moment, and in the last phase."""
        name = f"{at[1]} {when}"
        if name in self.probed and at != self.course.game.phases[self.course.until].at:
            return
        self.probed.add(name)
        await self.go_away()
        await snoop(self, all_cards=when == "amid" and not self.course.briefly)
        for seat in self.course.mine:
            asked = pool.question(self.match, seat, "hard", (1, 2), by_count=True)
            self.viewer.words.append(codec.encode(asked))

    async def go_away(self) -> None:
        """Somebody else is away for a moment, and everybody is told who is waited for."""
        others = [seat for seat in self.match.to_act() if self.ears[seat] not in (self.viewer, self.host)]
        if others:
            ear = self.ears[others[0]]
            await ear.do(m.Leave)
            await settle()
            await ear.do(m.Return, table=1, token=ear.tokens[others[0]])


def _ready_after(tip: State, seat: Seat, action: Any) -> bool:
    after = GREAT_SPLIT.apply(tip, seat, action)
    return after.stage != tip.stage or after.ready[seat]


def _plan(mine: bool) -> m.SeatPlan:
    return m.SeatPlan("me", "Ada", token=new_token()) if mine else m.SeatPlan("open")


class Heard(msgspec.Struct, frozen=True):
    """What the viewer was told, and what was really so: the steps made and sealed."""

    words: tuple[bytes, ...]
    steps: tuple[Step, ...]
    turn: int

    @property
    def stream(self) -> bytes:
        return b"\n".join(self.words)


def drawn_as_in(course: Course) -> None:
    """From now on tokens are new, and chance does what it does in this course."""
    TOKENS.drawn = 0
    DRAWS.clear()
    DRAWS.update(_drawn_in(course))


def _drawn_in(course: Course) -> Iterator[tuple[int, Any]]:
    """What chance will do; in the twin the market tokens not yet turned up are others."""
    now = course.game.begins[course.until]
    for number, action in course.game.draws.items():
        if course.restless and number > now and isinstance(action, Market):
            yield number, Market(4 - action.value)
        else:
            yield number, with_cards(action, course.swap)


def told(course: Course) -> Heard:
    """Play a course; all that the viewer is told."""
    drawn_as_in(course)

    async def run() -> Heard:
        lobby = Lobby("Test", MemoryStore(), DirectThinker(), Limits(remind=0.0))
        try:
            party = Party(lobby, course)
            await party.gather()
            for number in range(course.until):
                await party.phase(number)
            await party.wild()
            match = party.match
            return Heard(tuple(party.viewer.words), tuple(match.all_steps()), match.turn)
        finally:
            await lobby.close()

    return asyncio.run(run())


# --- what a curious guest can think of to hear what others keep to themselves ---


OTHERS_DECISIONS: Final = (
    "take left",
    "split - | -",
    "split 1 | 2 3 4 5",
    "discard 3",
    "sell 3 gold",
    "splitter books",
    "bonus art",
)
NONSENSE: Final = (
    "",
    "?",
    "? ready",
    "card 5",
    "market 3",
    "scoring art",
    "split 1",
    "sell ? gold",
    "play 999",
)
CARDS: Final = len(GREAT_SPLIT.data.cards)


async def snoop(party: Party, all_cards: bool) -> None:
    """Ask everything; come back by every way there is."""
    await _as_others(party)
    for seat in party.course.mine:
        await _wrongly(party, seat)
        for action in _with_cards_of_others(party, seat) if all_cards else NONSENSE:
            position = {"turn": party.match.turn, "ply": party.match.ply(seat)}
            await party.viewer.refused(m.Act, seat=seat, action=action, **position)
    await _at_large(party)
    await _come_and_go(party)


async def _as_others(party: Party) -> None:
    """Decide for the other seats, take back for them, sit on them."""
    viewer, turn = party.viewer, party.match.turn
    for seat in (seat for seat in range(party.seats) if seat not in party.course.mine):
        for number, action in enumerate(OTHERS_DECISIONS):
            await viewer.refused(m.Act, seat=seat, action=action, turn=turn, ply=number)
        await viewer.refused(m.Act, seat=seat, action="take left", turn=turn + 1)
        await viewer.refused(m.Undo, turn=turn, seat=seat)
        await viewer.refused(m.Sit, table=1, seat=seat, name="Eve")
        await viewer.refused(m.TakeBack, seat=seat, name="Eve")
        for kind, more in ((m.HandOver, {"level": "easy"}), (m.FreeSeat, {})):
            await viewer.refused(kind, seat=seat, **more)


async def _wrongly(party: Party, seat: Seat) -> None:
    """For the own seat, in another position."""
    viewer, match = party.viewer, party.match
    turn, ply = match.turn, match.ply(seat)
    for wrong in ((turn, ply + 1), (turn + 1, ply), (turn - 1, ply), (turn + 99, 99)):
        await viewer.refused(m.Act, seat=seat, action="take left", turn=wrong[0], ply=wrong[1])
    await viewer.refused(m.Undo, turn=turn + 1, seat=seat)
    if not match.own(seat):
        await _ask_back(party, turn=turn, seat=seat)


async def _ask_back(party: Party, **fields: Any) -> None:
    """Undo an open step: only a discard that nobody made at the same time; and think better of it."""
    await party.viewer.ask(m.Undo, **fields)
    await party.viewer.ask(m.AnswerUndo, yes=False)


def _with_cards_of_others(party: Party, seat: Seat) -> Iterator[str]:
    """Each card that the seat has not, where it could be discarded, parted, played or sold."""
    estate = party.match.tip(seat).estates[seat]
    own = estate.hand
    for card in (card for card in range(CARDS) if card not in own):
        yield f"sell {card} prestige"
        yield f"discard {card}"
        yield f"split {card} | {' '.join(map(str, own)) or '-'}"
        yield from (f"play {card} {seals}".strip() for seals in _seals(card))


def _seals(card: int) -> list[str]:
    return [" ".join(seal.removesuffix("-seal") for seal in GREAT_SPLIT.seal_choices(card)[0])]


async def _at_large(party: Party) -> None:
    """What is said to the table and to the server."""
    viewer, turn = party.viewer, party.match.turn
    for at in (0, turn, turn + 1):
        await _ask_back(party, turn=at)
    for kind in (m.Rematch, m.Start, m.StepOnce, m.Publish):
        await viewer.ask(kind)
    await viewer.ask(m.AnswerUndo, yes=True)
    await viewer.ask(m.SetPace, pause=1.0, paused=True)
    plans = tuple(m.SeatPlan("open") for _ in range(party.seats))
    await viewer.ask(m.Say, text="What have you got?")
    await viewer.do(m.Browse)
    if party.course.viewer != "lobby":
        await viewer.refused(m.Open, game="great_split", options={}, plans=plans)
        await party.eve.do(m.Say, text="Ready?")


async def _come_and_go(party: Party) -> None:
    """Leave and return, with wrong tokens and old ones; from another connection; hand over and take back."""
    viewer, mine = party.viewer, party.course.mine
    for token in (b"x" * m.CLIENT_BYTES, bytes(64)):
        await viewer.refused(m.Return, table=1, token=token)
    await viewer.refused(m.Return, table=2, token=bytes(64))
    for seat in mine:
        await viewer.do(m.HandOver, seat=seat, level="easy")
        await viewer.refused(m.Act, seat=seat, action="take left", turn=party.match.turn)
        await viewer.do(m.TakeBack, seat=seat)
    if party.course.viewer == "lobby":
        return
    tokens = dict(viewer.tokens)
    await viewer.do(m.Leave)
    await _return(party, viewer, tokens)
    if mine and viewer is not party.host:
        await _take_over(party)


async def _return(party: Party, viewer: Any, tokens: dict[int, bytes]) -> None:
    if not tokens:
        await viewer.do(m.Watch, table=1)
    for token in tokens.values():
        await viewer.do(m.Return, table=1, token=token)
    if tokens:
        await viewer.refused(m.Return, table=1, token=tokens[min(tokens)])
        await viewer.do(m.Watch, table=1)


async def _take_over(party: Party) -> None:
    """The same person at another connection, while the old one is still there; all words count."""
    old, mine = party.viewer, party.course.mine
    new = type(old)(party.lobby)
    for seat in mine:
        await new.do(m.Return, table=1, token=old.tokens[seat])
    await party.lobby.gone(old.guest)
    new.words[:0] = old.words
    party.ears = [new if ear is old else ear for ear in party.ears]
