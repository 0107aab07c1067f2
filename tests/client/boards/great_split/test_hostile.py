"""A server that makes up what lies on the table of The Great Split is refused; no window breaks over it."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from assets.texts import LANGUAGES, Texts
from client.session.session import Session
from client.session.table import ClientTable
from core import codec
from core.chance import seed_from
from core.game import Goal, Outcome, Refused, Seat
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import Estate, Options, Scored, Split, State
from core.match import Match
from core.protocol import messages as m
from core.series import Series
from server.tables.lobby import Lobby
from tests.client.screens_kit import stage, table
from tests.client.test_bad_server import WELCOME, connected
from tests.client.test_secrets import hear
from tests.server.helpers import Ear, in_lobby

SEATS = 3
ADA = Seat(0)
SERIES = Series(Goal(games=1), {}, (0.0,) * SEATS)
PEOPLE = tuple(m.Holder("person", name) for name in ("Ada", "Bo", "Cleo"))

replace = msgspec.structs.replace
Lie = Callable[[State], State]


def heard(*messages: m.Message) -> str:
    """What becomes of a window that is told this: the code of the refusal, "" if it goes on."""
    with stage() as on, connected() as (server, link):
        session = Session(link)
        for message in (WELCOME, *messages):
            server.send(message)
            session.poll(on.clock.now)
            if session.client_table is not None and on.app.top is None:
                on.app.push(table(session))
            on.leap(3)
            session.poll(on.clock.now)
        on.click((960, 500))
        if session.trouble is None:
            return ""
        sentences = [
            Texts(language).translate(session.trouble.code, **session.trouble.values)
            for language in LANGUAGES
        ]
        assert all(sentences)
        return session.trouble.code


MALFORMED = "codec.refusal.malformed"


@lru_cache
def played(stage: str, round_: int = 2) -> Match:
    """A random game up to this stage, in which Ada has decided once if she decides several times there."""
    rng, match = random.Random(4), Match(GREAT_SPLIT, Options(), SEATS, seed_from(3))
    while (match.state.stage, match.state.round) != (stage, round_):
        decide(match, rng.choice(match.to_act()), rng)
    if stage == "resolve":
        decide(match, ADA, rng)
    return match


def decide(match: Match, seat: Seat, rng: random.Random) -> None:
    action = rng.choice(GREAT_SPLIT.legal(match.tip(seat), seat))
    match.submit(seat, action, match.turn, match.ply(seat))


def scene(match: Match, viewer: int = ADA, **changes: Any) -> m.TableView:
    """A table as a server tells it to one person."""
    told = match.snapshot(None if viewer < 0 else Seat(viewer))
    log = tuple((step.seat, GREAT_SPLIT.notation(step.action)) for step in told.log)
    own = tuple(map(GREAT_SPLIT.notation, told.own))
    whole = m.TableView(
        table=1,
        title="",
        game="great_split",
        options={},
        seats=SEATS,
        series=SERIES,
        phase="playing",
        host=1,
        holders=PEOPLE,
        yours=() if viewer < 0 else (viewer,),
        turn=match.turn,
        to_act=match.to_act(),
        views=(m.SeatView(viewer, codec.plain(told.view), log, told.ply, own),),
        outcome=None,
        commitment=match.commitment.hex(),
        seed="",
        pause=0.0,
        paused=False,
        spectators=0,
        port=0,
    )
    return replace(whole, **changes)


def seen(told: m.TableView, lie: Lie) -> m.TableView:
    """The scene with another view."""
    (seat_view,) = told.views
    view = lie(codec.typed(seat_view.view, State))
    return replace(told, views=(replace(seat_view, view=codec.plain(view)),))


def with_estates(seat: int, **changes: Any) -> Lie:
    """What lies before a seat is something else, now and as others see it."""

    def lie(view: State) -> State:
        estates = tuple(replace(e, **changes) if i == seat else e for i, e in enumerate(view.estates))
        shown = tuple(replace(e, **changes) if i == seat else e for i, e in enumerate(view.shown))
        return replace(view, estates=estates, shown=shown)

    return lie


def view(**changes: Any) -> Lie:
    return lambda told: replace(told, **changes)


LIES: dict[str, Lie] = {
    "a track out of range": with_estates(1, tracks=(99,) + (0,) * 9),
    "a track below the start": with_estates(1, tracks=(-3,) + (0,) * 9),
    "nine tracks": with_estates(1, tracks=(0,) * 9),
    "eleven tracks": with_estates(1, tracks=(0,) * 11),
    "no tracks": with_estates(1, tracks=()),
    "less than no prestige": with_estates(1, prestige=-5),
    "a character nobody knows": with_estates(1, character=77),
    "a character below all": with_estates(1, character=-1),
    "no character": with_estates(1, character=None),
    "unknown cards in the own hand": with_estates(0, hand=(-1, -1)),
    "a card there is not in the own hand": with_estates(0, hand=(998, 999)),
    "a card there is not in another hand": with_estates(1, hand=(998,)),
    "a hand in no order": with_estates(0, hand=(9, 3, 5)),
    "a card twice": with_estates(0, hand=(3, 3)),
    "the same card for two": with_estates(1, played=(3, 4, 5), sold=(False,) * 3, hand=()),
    "a hand too large": with_estates(1, hand=(-1,) * 32),
    "no hand": with_estates(1, hand=()),
    "sold what was not played": with_estates(1, sold=(True,) * 9),
    "played and not told whether sold": with_estates(1, played=(-1, -1), sold=()),
    "a wallet in the middle of resolving": with_estates(1, left=(-1, -1), right=(-1,)),
    "a thousand arrows": with_estates(1, arrows=1000),
    "less than no arrows": with_estates(1, arrows=-1),
    "round 0": view(round=0),
    "round 99": view(round=99),
    "another stage": view(stage="split"),
    "the end": view(stage="over"),
    "before the deal": view(stage="deal"),
    "two estates": lambda told: replace(told, estates=told.estates[:2]),
    "four estates": lambda told: replace(told, estates=(*told.estates, Estate())),
    "no estates": view(estates=(), shown=(), ready=()),
    "two lie open": lambda told: replace(told, shown=told.shown[:2]),
    "nothing lies open": view(shown=()),
    "nobody decides": view(ready=()),
    "everybody is ready": view(ready=(True,) * SEATS),
    "seven are ready": view(ready=(True,) * 7),
    "no decks": view(decks=()),
    "two decks": lambda told: replace(told, decks=told.decks[:2]),
    "decks of a hundred": view(decks=((-1,) * 100,) * 3),
    "decks laid open": lambda told: replace(told, decks=((1, 2), *told.decks[1:])),
    "discards laid open": view(discards=(1,)),
    "discards of a hundred": view(discards=(-1,) * 100),
    "a hundred draws": view(drawn=100),
    "less than no draws": view(drawn=-1),
    "no scoring tokens": view(tokens=()),
    "one scoring token four times": view(tokens=("books",) * 4),
    "market tokens there are not": view(market=(99,)),
    "nine market tokens": view(market=(1,) * 9),
    "a market token that is none": view(market=(-4,)),
    "scored before the first scoring": view(scored=(Scored(3, "books", (1, 2, 3)),)),
    "scored for too few": view(scored=(Scored(3, "books", ()),)),
}


@pytest.mark.parametrize("stage", ["discard", "split", "choose", "resolve"])
def test_the_truth_is_believed(stage: str) -> None:
    match = played(stage)
    for viewer in (-1, *range(SEATS)):
        client_table = ClientTable(scene(match, viewer))
        assert client_table.secrets and client_table.sealing == (0, 1, 2)[: len(client_table.sealing)]


@pytest.mark.parametrize("viewer", [-1, 0, 2])
@pytest.mark.parametrize("lie", LIES)
def test_a_position_that_cannot_be_is_refused(lie: str, viewer: int) -> None:
    told = scene(played("resolve"), viewer)
    lied = seen(told, LIES[lie])
    if lied == told:
        return
    with pytest.raises(Refused, match="malformed"):
        ClientTable(lied)


@pytest.mark.parametrize(
    "changes",
    [
        {"to_act": ()},
        {"to_act": (Seat(0), Seat(7))},
        {"to_act": (Seat(2), Seat(1), Seat(0))},
        {"to_act": (Seat(-1),)},
        {"outcome": Outcome((ADA,), (9.0, 0.0, 0.0), "great_split.reason.prestige")},
    ],
    ids=str,
)
def test_who_acts_and_who_wins_is_held_against_the_rules(changes: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="malformed"):
        ClientTable(scene(played("resolve"), **changes))


@pytest.mark.parametrize(
    "lie", ["a track out of range", "nine tracks", "no estates", "a card twice", "no decks"]
)
def test_a_window_survives_it_and_says_so(lie: str) -> None:
    assert heard(scene(played("resolve"))) == ""
    assert heard(seen(scene(played("resolve")), LIES[lie])) == MALFORMED


# --- What is opened together --------------------------------------------------------------------------


async def told_to_ada(lobby: Lobby, stage: str) -> list[Any]:
    """All that Ada is told up to when the first round's `stage` is opened, or up to the end."""
    ada, rng = Ear(lobby), random.Random(6)
    await ada.open("great_split", "me", "open", "open")
    guests = [ada]
    for seat, name in ((1, "Bo"), (2, "Cleo")):
        guests.append(Ear(lobby))
        await guests[-1].do(m.Sit, table=1, seat=seat, name=name)
    await ada.do(m.Start)
    assert ada.guest.table is not None
    match = ada.guest.table.match
    begun = False
    while match.to_act() and not (begun and match.state.stage != stage):
        begun = begun or match.state.stage == stage
        seat = match.to_act()[0]
        await guests[seat].act(seat, rng.randrange(len(GREAT_SPLIT.legal(match.tip(seat), seat))))
    first = next(s for s in ada.heard if isinstance(s, m.TableView) and s.phase == "playing")
    kinds = m.TableView | m.StepsMade | m.DecisionSealed | m.DecidersLeft
    return [told for told in ada.heard[ada.heard.index(first) :] if isinstance(told, kinds)]


def play(told: list[Any]) -> ClientTable:
    client_table = ClientTable(told[0])
    for message in told[1:]:
        hear(client_table, message)
    return client_table


Steps = tuple[m.StepView, ...]


def taken(steps: Steps, number: int, **changes: Any) -> Steps:
    return (*steps[:number], replace(steps[number], **changes), *steps[number + 1 :])


def estate(step: m.StepView, seat: int, **changes: Any) -> Any:
    estates = [e | changes if i == seat else e for i, e in enumerate(step.view["estates"])]
    return step.view | {"estates": estates}


OPENED: dict[str, tuple[str, Callable[[Steps], Steps]]] = {
    "Ada parted otherwise": ("split", lambda s: taken(s, 0, action=GREAT_SPLIT.notation(Split((), ())))),
    "Ada did nothing": ("split", lambda s: s[1:]),
    "Cleo before Bo": ("split", lambda s: (s[0], replace(s[2], view=None), replace(s[1], view=s[2].view))),
    "a group of none": ("split", lambda s: taken(s, 2, view=None)),
    "nobody did anything": ("split", lambda s: ()),
    "a stranger did": ("split", lambda s: taken(s, 2, seat=9)),
    "no action": ("split", lambda s: taken(s, 1, action="")),
    "a view of nothing": ("split", lambda s: taken(s, 2, view={})),
    "a hand of strange cards": ("split", lambda s: taken(s, 2, view=estate(s[2], 0, hand=[998, 999]))),
    "tracks out of range": ("choose", lambda s: taken(s, 2, view=estate(s[2], 1, tracks=[99] * 10))),
    "tracks of another length": ("choose", lambda s: taken(s, 2, view=estate(s[2], 1, tracks=[]))),
    "a huge number": ("choose", lambda s: taken(s, 2, view=estate(s[2], 1, prestige=2**53))),
    "Ada took the other group": ("choose", lambda s: taken(s, 0, action=f"take {other(s)}")),
}  # fmt: skip


def other(steps: Steps) -> str:
    return "left" if steps[0].action == "take right" else "right"


@pytest.mark.parametrize("lie", OPENED)
def test_what_was_sealed_is_opened_as_it_was(lie: str) -> None:
    stage, change = OPENED[lie]

    async def test(lobby: Lobby) -> None:
        *told, last = await told_to_ada(lobby, stage)
        ((viewer, steps),) = last.views
        play([*told, last])
        with pytest.raises(Refused, match="malformed"):
            play([*told, replace(last, views=((viewer, change(steps)),))])

    in_lobby(test)


def test_a_whole_game_adds_up_in_the_end() -> None:
    """All that was hidden is told at the end, and then the whole log has to lead there."""

    async def test(lobby: Lobby) -> None:
        *told, last = await told_to_ada(lobby, "over")
        client_table = play([*told, last])
        assert client_table.latest.outcome is not None and not client_table.secrets
        opened = last.unsealed
        for number in (0, len(opened) // 2, len(opened) - 1):
            with pytest.raises(Refused, match="malformed"):
                play([*told, replace(last, unsealed=(*opened[:number], *opened[number + 1 :]))])
        others = tuple(Seat(s) for s in range(3) if s not in last.outcome.winners) or (Seat(0),)
        with pytest.raises(Refused, match="malformed"):
            play([*told, replace(last, outcome=replace(last.outcome, winners=others))])

    in_lobby(test)


@pytest.mark.parametrize("viewer", [0, -1])
@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize("stage", ["split", "choose", "resolve"])
def test_a_view_of_another_number_of_seats_is_refused(stage: str, seats: int, viewer: int) -> None:
    match, rng = Match(GREAT_SPLIT, Options(), 4, seed_from(3)), random.Random(4)
    while match.state.stage != stage:
        decide(match, rng.choice(match.to_act()), rng)
    told = replace(
        scene(match, viewer),
        seats=seats,
        holders=(m.Holder("person", "Ada"),) * seats,
        series=Series(Goal(games=1), {}, (0.0,) * seats),
        to_act=tuple(seat for seat in match.to_act() if seat < seats),
    )
    with pytest.raises(Refused):
        ClientTable(told)
