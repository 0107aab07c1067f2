"""The Great Split over the LAN: seven seats from three processes, connections that are cut in every phase.

Whatever is cut, the game is the one that the seed and the decisions make without a server: each decision
follows from what its seat sees, so whoever saw anything else would decide otherwise.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from client.mirror import Mirror
from client.net import Dial, Link
from client.session import Session
from client.settings import Settings
from core import chance, codec
from core import messages as m
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import UNKNOWN, Options
from core.match import Match
from server.embedded import Embedded
from tests.client.couch import DEVICES, Couch, couch
from tests.client.great_split_guest import MOMENTS, Cut, Player, pick
from tests.client.players import GreatSplitPlayer

pytestmark = pytest.mark.usefixtures("home")
"""Each with a machine of its own, where the first table is number 1."""

ROOT: Final = Path(__file__).parents[2]
SEED: Final = 17
HOST: Final = (0, 3, 5)
GUESTS: Final = ((1, 6), (2, 4))
"""The seats of each process."""
STAGES: Final = ("discard", "split", "choose", "resolve")
At = tuple[int, str]


# --- The same game without a server -----------------------------------------------------------------------


class Twin(msgspec.Struct, frozen=True):
    """How the game goes: what each decision was made on, how often each seat decides in each phase."""

    known: dict[str, Any]
    decided: tuple[tuple[int, int, int, str, str], ...]
    counts: dict[At, dict[int, int]]

    def seen_from(self, seats: tuple[int, ...]) -> dict[str, Any]:
        """What a process with these seats says in the end, as JSON has it."""
        decided = [[*made] for made in self.decided if made[1] in seats]
        return {**self.known, "decided": decided}


@cache
def twin() -> Twin:
    """Everybody decides in their turn, nobody is ever away."""
    match = Match(GREAT_SPLIT, Options(), 7, chance.seed_from(SEED))
    decided: list[tuple[int, int, int, str, str]] = []
    counts: dict[At, dict[int, int]] = {}
    while owed := match.to_act():
        seat = owed[0]
        turn, ply, view = match.turn, match.ply(seat), GREAT_SPLIT.view(match.tip(seat), seat)
        action = pick(GREAT_SPLIT, view, seat)
        decided.append((turn, int(seat), ply, codec.digest(view), GREAT_SPLIT.notation(action)))
        phase = counts.setdefault((view.round, view.stage), {})
        phase[int(seat)] = phase.get(int(seat), 0) + 1
        match.submit(seat, action, turn, ply)
    log = [[int(step.seat), GREAT_SPLIT.notation(step.action)] for step in match.steps]
    known = {
        "log": log,
        "view": codec.digest(match.state),
        "outcome": json.loads(json.dumps(codec.plain(match.outcome()))),
        "seed": chance.seed_from(SEED).hex(),
    }
    return Twin(known, tuple(sorted(decided)), counts)


def possible(guest: tuple[int, ...], moment: str) -> list[At]:
    """The phases in which a guest with these seats can be cut off at such a moment."""
    found = []
    for at, counts in twin().counts.items():
        mine = sum(counts.get(seat, 0) for seat in guest)
        waits = any(counts.get(seat, 0) for seat in HOST)
        if mine > (moment == "some") and (waits or moment not in ("asked", "ready", "missed")):
            found.append(at)
    return found


def every_moment() -> list[list[Cut]]:
    """For each guest all cuts that can be; where they are missed the next phase, not where they come back."""
    cuts: list[list[Cut]] = []
    for number, guest in enumerate(GUESTS):
        cuts.append([])
        for moment in MOMENTS:
            later = {"ready": 0, "missed": 1}.get(moment)
            phases = [at for at in possible(guest, moment) if later is None or (at[0] + number) % 2 == later]
            cuts[-1] += [(*at, moment) for at in phases]
    return cuts


def some_moments() -> list[list[Cut]]:
    """In each stage each guest is cut off twice; between them at every moment."""
    cuts: list[list[Cut]] = []
    for number, guest in enumerate(GUESTS):
        cuts.append([])
        for place, stage in enumerate(STAGES):
            for moment in (("some", "missed"), ("asked", "ready"), ("fresh", "ready"))[(place + number) % 3]:
                phases = [at for at in possible(guest, moment) if at[1] == stage]
                cuts[-1].append((*phases[(number + place) % len(phases)], moment))
    return cuts


# --- Three processes --------------------------------------------------------------------------------------


class Host(Player):
    """The process in which the server is. It lets a phase end once all cuts in it have happened."""

    def __init__(self, session: Session, cuts: list[list[Cut]], guests: list[subprocess.Popen[str]]) -> None:
        super().__init__(session, [])
        self._expected = cuts
        self._guests = guests
        self._missing: list[tuple[int, int]] = []

    def may_finish(self) -> bool:
        """Whether everybody who shall come back has, and who shall miss something is away."""
        return all(self._has_been(cut, guest) for guest, cuts in enumerate(self._expected) for cut in cuts)

    def _has_been(self, cut: Cut, guest: int) -> bool:
        if cut[:2] != self.at:
            return True
        word = "away" if cut[2] == "missed" else "back"
        if f"{word} {' '.join(map(str, cut))}" not in self.heard:
            return False
        if cut[2] != "missed":
            return True
        if (guest, self.mirror.latest.turn) not in self._missing:
            self._missing.append((guest, self.mirror.latest.turn))
        return self.mirror.holders[GUESTS[guest][0]].kind == "away"

    def poll(self) -> None:
        """Also: whoever has missed the end of a phase may come back."""
        super().poll()
        assert not any(guest.poll() for guest in self._guests), "somebody else has failed, see above"
        for guest, turn in [*self._missing]:
            if self.mirror.latest.turn > turn:
                self._missing.remove((guest, turn))
                pipe = self._guests[guest].stdin
                assert pipe is not None
                pipe.write("come back\n")
                pipe.flush()


@contextmanager
def elsewhere(role: dict[str, Any]) -> Iterator[subprocess.Popen[str]]:
    """A guest in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.client.great_split_guest", json.dumps(role)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def opened(seats: tuple[int, ...], number: int = 7) -> Iterator[tuple[Player, int]]:
    """A server in this process with a table of which these seats are ours, open to the LAN; and its port."""
    server = Embedded("Ada", port=0, host="127.0.0.1")
    player = Player(Session(Link(server.connect())), [])
    try:
        player.until(lambda: player.session.status == "open")
        plans = tuple(
            m.Plan("me", f"Seat {seat}") if seat in seats else m.Plan("open") for seat in range(number)
        )
        player.do(m.Open, game="great_split", options={}, plans=plans, seed=SEED)
        yield player, player.do(m.Publish, name="Ada").port
    finally:
        player.session.close()
        server.close()


def play_with(cuts: list[list[Cut]]) -> list[dict[str, Any]]:
    """The whole game from three processes; what each knows of it in the end."""
    with opened(HOST) as (first, port), ExitStack() as stack:
        guests = []
        for seats, theirs in zip(GUESTS, cuts, strict=True):
            role = {"port": port, "seats": seats, "cuts": theirs}
            guests.append(stack.enter_context(elsewhere(role)))
        host = Host(first.session, cuts, guests)
        host.until(lambda: all(holder.kind == "person" for holder in host.mirror.holders))
        host.do(m.Start)
        host.play(host.may_finish)
        told = [host.known()]
        for guest in guests:
            out, _ = guest.communicate(timeout=60)
            assert guest.returncode == 0
            told.append(json.loads(out))
        return told


def check(cuts: list[list[Cut]]) -> None:
    """With these cuts the game is its twin, at each end."""
    host, *guests = play_with(cuts)
    assert [guest.pop("missing") for guest in guests] == [[], []], "each cut was made"
    for told, seats in zip((host, *guests), (HOST, *GUESTS), strict=True):
        assert told == twin().seen_from(seats)


def test_seven_from_three_processes_with_connections_cut_in_every_phase() -> None:
    cuts = some_moments()
    assert {cut[1:] for cut in [*cuts[0], *cuts[1]]} >= {(stage, "ready") for stage in STAGES}
    check(cuts)


@pytest.mark.long
def test_seven_from_three_processes_cut_at_every_moment_of_every_phase() -> None:
    cuts = every_moment()
    assert {cut[1:] for cut in cuts[0]} | {cut[1:] for cut in cuts[1]} == {
        (stage, moment) for stage in STAGES for moment in MOMENTS
    }
    check(cuts)


@pytest.mark.long
def test_seven_from_three_processes_without_a_cut() -> None:
    check([[], []])


# --- A couch and private hands ------------------------------------------------------------------------------

NAMES: Final = ("Ada", "Bo", "Cleo", "Dino")
QUICK: Final = Settings(language="en", names=NAMES, speed=4.0)


class Company:
    """Ada and Bo at one screen, Cleo and Dino at machines of their own."""

    def __init__(self, hands: Couch, guests: list[Player]) -> None:
        self.hands, self.guests = hands, guests
        self.player = GreatSplitPlayer(hands)
        self.rng = random.Random(7)

    @property
    def mirror(self) -> Mirror:
        return self.hands.table.mirror

    def couch_owes(self) -> bool:
        """Whether somebody at the screen decides; what there was to see has been shown, and covered again."""
        self.hands.until(lambda: bool(self.mirror.latest.to_act))
        if self.mirror.mine_to_act():
            self.hands.settle()
            return True
        self.hands.until(lambda: self.hands.table.curtain.viewer == -1)
        return False

    def at_the_screen(self) -> None:
        """One decision by hand."""
        table, moment = self.hands.table, self.hands.moment
        seat = table.chooser
        assert seat in (0, 1) and table.curtain.viewer == seat
        legal = GREAT_SPLIT.legal(self.mirror.latest.view(seat), seat)
        self.player.does(self.rng.choice(legal), self.rng.choice(DEVICES))
        self.hands.until(lambda: self.hands.moment != moment)

    def elsewhere(self, guest: Player) -> None:
        """One decision in a private hand; those at the screen go on undisturbed."""
        table, turn = self.hands.table, self.mirror.latest.turn
        before = table.chooser, table.frame().view, self.hands.moment
        guest.one_decision()
        self.hands.rest(1.0)
        if self.mirror.latest.turn == turn:
            assert (table.chooser, table.frame().view, self.hands.moment) == before

    def covered(self) -> None:
        """Nobody has more than their own hands, once all have heard the same."""
        turn = self.mirror.latest.turn
        for guest in self.guests:
            guest.catch_up(turn)
        assert self.mirror.latest.views.keys() == {-1, 0, 1}
        for guest, seat in zip(self.guests, (2, 3), strict=True):
            assert guest.mirror.latest.views.keys() == {seat}
        for mirror in (self.mirror, *(guest.mirror for guest in self.guests)):
            for viewer, view in mirror.latest.views.items():
                others = [estate.hand for seat, estate in enumerate(view.estates) if seat != viewer]
                assert {card for hand in others for card in hand} <= {UNKNOWN}


def test_a_couch_and_private_hands_decide_at_once() -> None:
    """In whatever order they come: in no phase does anybody wait for another, and nobody is disturbed."""
    with couch(QUICK, (960, 540), tick=0.1, drawn=False) as hands, ExitStack() as stack:
        hands.program.port = 0
        hands.open("great_split", Options(), *[m.Plan("me", name=name) for name in NAMES])
        hands.table.menu._publish()
        hands.until(lambda: hands.table.mirror.port > 0)
        guests = [stack.enter_context(private_hand(hands, seat)) for seat in (2, 3)]
        company, orders = Company(hands, guests), set[tuple[int, ...]]()
        order: tuple[int, ...] = ()
        while company.mirror.latest.view().round < 3:
            turn = company.mirror.latest.turn
            company.covered()
            here = [None] * company.couch_owes()
            ways = here + [guest for guest in guests if guest.mirror.mine_to_act()]
            who = company.rng.choice(ways)
            order += (0 if who is None else 1 + guests.index(who),)
            company.at_the_screen() if who is None else company.elsewhere(who)
            hands.until(lambda: bool(company.mirror.latest.to_act))
            if company.mirror.latest.turn != turn:
                orders.add(order)
                order = ()
        mixed = [order for order in orders if {0, 1, 2} <= {*order}]
        assert any(order[0] != 0 and order[-1] != 0 and 0 in order for order in mixed), "amid others"
        assert any(order[0] == 0 and order[-1] == 0 for order in mixed), "and around them"


@contextmanager
def private_hand(hands: Couch, seat: int) -> Iterator[Player]:
    """A machine that joins for a seat that the couch gives up."""
    table = hands.table
    table.session.ask(m.Free, seat=seat)
    hands.until(lambda: table.mirror.holders[seat].kind == "open")

    def dial() -> Dial:
        return Dial("127.0.0.1", table.mirror.port)

    player = Player(Session(dial(), dial), [])
    try:
        player.until(lambda: player.session.status == "open")
        player.do(m.Sit, table=table.mirror.table, seat=seat, name=NAMES[seat])
        hands.until(lambda: table.mirror.holders[seat].kind == "person")
        hands.settle()
        yield player
    finally:
        player.session.close()
