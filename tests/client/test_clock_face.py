"""Thinking time at a table: how it runs between two messages, warns, and looks."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import msgspec
import pygame
import pytest

from assets.texts import Texts
from client.boards.contract import SeatScore, Sentence
from client.screens.shared.clock import (
    ClockFace,
    ClockFaces,
    clock_in_words,
    clock_text,
    draw_clock,
    duration_words,
)
from client.screens.shared.plates import Plate, draw_moving_parts, draw_plate
from client.screens.table.layout import TableLayout
from client.screens.table.model import SEAT_BACK_OFFER
from client.session.table import ClientTable
from client.session.table_policy import TablePolicy
from client.stage.settings import Settings
from client.ui import theme
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.game import Goal, Refused, Seat
from core.protocol import messages as m
from tests.client.couch import couch
from tests.client.looking import inside
from tests.client.screens_kit import EVERYWHERE, House, Stage, cut_texts, guest, opened, server, stage, table
from tests.client.test_table_people import NAMES, drawn

CLOCK = m.Clock(600.0, 10.0)


def told(client_table: ClientTable, *clocks: float) -> None:
    """The server says what everybody has left."""
    client_table.clocks = tuple(clocks)


@pytest.fixture
def client_table() -> ClientTable:
    """A game of Ada and an AI with clocks, Ada to move."""
    with server() as house, stage() as on:
        found = opened(on, house, "Ada", "bot", clock=CLOCK).client_table
    assert found is not None
    return found


def seconds(clocks: ClockFaces, seat: int) -> str:
    face = clocks.face(Seat(seat))
    return "" if face is None else face.text


def test_a_clock_runs_here_only_for_the_person_who_owes_a_decision(client_table: ClientTable) -> None:
    clocks = ClockFaces()
    clocks.follow(client_table, 100.0)
    clocks.follow(client_table, 103.5)
    assert [seconds(clocks, seat) for seat in (0, 1)] == ["9:57", "10:00"]
    client_table.latest = msgspec.structs.replace(client_table.latest, to_act=(Seat(1),))
    clocks.follow(client_table, 104.0)
    clocks.follow(client_table, 130.0)
    assert [seconds(clocks, seat) for seat in (0, 1)] == ["9:56", "10:00"], "an AI has no hurry"


def test_what_the_server_says_holds(client_table: ClientTable) -> None:
    clocks = ClockFaces()
    clocks.follow(client_table, 100.0)
    clocks.follow(client_table, 150.0)
    told(client_table, 42.0, 600.0)
    clocks.follow(client_table, 151.0)
    assert seconds(clocks, 0) == "0:42"
    clocks.follow(client_table, 153.0)
    assert seconds(clocks, 0) == "0:40"


def test_nobody_is_charged_before_the_start_or_after_the_end(client_table: ClientTable) -> None:
    for phase in ("gathering", "over"):
        client_table.phase = phase
        clocks = ClockFaces()
        clocks.follow(client_table, 100.0)
        clocks.follow(client_table, 200.0)
        assert seconds(clocks, 0) == "10:00"


def test_whoever_is_away_is_charged_too(client_table: ClientTable) -> None:
    away = msgspec.structs.replace(client_table.holders[0], kind="away", guest=0)
    client_table.holders = (away, client_table.holders[1])
    clocks = ClockFaces()
    clocks.follow(client_table, 100.0)
    clocks.follow(client_table, 110.0)
    assert seconds(clocks, 0) == "9:50"


def test_each_warning_is_heard_once_and_only_by_whom_it_is_about(client_table: ClientTable) -> None:
    clocks = ClockFaces()
    told(client_table, 32.0, 600.0)
    heard = [clocks.follow(client_table, 100.0 + step) for step in range(33)]
    assert [(step, state) for step, state in enumerate(heard) if state] == [(2, "low"), (22, "last")]
    client_table.yours = ()
    clocks = ClockFaces()
    told(client_table, 32.0, 600.0)
    assert not any(clocks.follow(client_table, 100.0 + step) for step in range(33))


def test_a_warning_is_not_heard_again_on_every_move(client_table: ClientTable) -> None:
    """Who has 20 seconds left knows it after the other one has moved."""
    clocks, mine = ClockFaces(), client_table.latest
    told(client_table, 20.0, 600.0)
    assert clocks.follow(client_table, 100.0) == "low"
    client_table.latest = msgspec.structs.replace(mine, to_act=(Seat(1),))
    assert clocks.follow(client_table, 101.0) is None
    client_table.latest = mine
    told(client_table, 19.0, 600.0)
    assert clocks.follow(client_table, 105.0) is None


def test_times_in_figures_and_words() -> None:
    figures = {0.0: "0:00", 0.2: "0:01", 9.0: "0:09", 59.01: "1:00", 600.0: "10:00", 3600.0: "1:00:00"}
    assert {value: clock_text(value) for value in figures} == figures
    say = Texts("en").translate
    assert [duration_words(say, value) for value in (10.0, 90.0, 120.0)] == ["10 s", "90 s", "2 min"]
    assert clock_in_words(say, CLOCK) == "10 min + 10 s"
    assert clock_in_words(say, m.Clock(300.0)) == "5 min"


@pytest.mark.parametrize("clocks", [(600.0,), (600.0, -1.0), (600.0, float("nan")), (600.0, float("inf"))])
def test_clocks_that_cannot_be_are_not_believed(client_table: ClientTable, clocks: tuple[float, ...]) -> None:
    people = m.Occupants(1, client_table.host, client_table.holders, (0,), 0, clocks)
    with pytest.raises(Refused, match="malformed"):
        client_table.meet(people)


def test_a_table_without_clocks_has_none() -> None:
    with server() as house, stage() as on:
        client_table = opened(on, house, "Ada", "bot").client_table
        assert client_table is not None
        clocks = ClockFaces()
        clocks.follow(client_table, 1.0)
        assert clocks.face(Seat(0)) is None
        with pytest.raises(Refused, match="malformed"):
            client_table.meet(m.Occupants(1, client_table.host, client_table.holders, (0,), 0, (5.0, 5.0)))


# --- how it looks ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4, 6, 7])
@pytest.mark.parametrize(("language", "size"), EVERYWHERE)
def test_a_plate_has_room_for_a_clock(
    seats: int, language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas = Canvas(pygame.Surface(size), theme.load("lamplight"))
    rect = TableLayout.of(canvas.area, seats, 4, 1).plates[0]
    note = Texts(language).translate("great_divide.tally.1")
    for name in NAMES[:2] if seats < 5 else NAMES[:1]:
        plate = Plate(Seat(0), name, note, "person", "", False, False, timed=True, counts=True)
        face = ClockFace("1:23:45", "last", 0.4)
        words = drawn(canvas, rect, plate)
        with cut_texts(monkeypatch) as cut:
            places = face_words(canvas, rect, plate, face)
            draw_plate(canvas, rect, plate)
        assert cut == []
        figures = {text: rect.inset(0, 0.14 * rect.h) for text, rect in places.items()}  # as high as they are
        every = {**words, **figures}
        assert set(every) - {note, "46"} == {name, face.text}, "a low plate has no room for a note besides"
        assert all(inside(place, rect.grown(1)) for place in every.values())
        assert not any(a.inset(0, 6).overlaps(b.inset(0, 6)) for a, b in combinations(every.values(), 2))


def face_words(canvas: Canvas, rect: Rect, plate: Plate, face: ClockFace) -> dict[str, Rect]:
    """The figures of a clock and what they cover."""
    found: dict[str, Rect] = {}
    text = Canvas.text

    def noting(self: Canvas, value: str, *rest: object, **named: object) -> Rect:
        found[value] = text(self, value, *rest, **named)  # type: ignore[arg-type]  # handed on as they came
        return found[value]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "text", noting)
        draw_moving_parts(canvas, rect, plate, 0.0, SeatScore(Sentence("seat"), (46.0,)), face)
    return found


def test_every_warning_differs_without_its_colour() -> None:
    """Looked at in grey: more than a change of ink, and no two states are alike."""
    seen = []
    for state in ("still", "runs", "low", "last"):
        canvas = Canvas(pygame.Surface((960, 540)), theme.load("lamplight"))
        canvas.fill("sheet")
        draw_clock(canvas, Rect(100, 100, 102, 42), ClockFace("0:08", state, 0.25))
        grey = pygame.transform.grayscale(canvas.surface)
        seen.append(pygame.image.tobytes(grey, "RGB"))
    for one, other in combinations(seen, 2):
        differing = sum(a != b for a, b in zip(one[::3], other[::3], strict=True))
        assert differing > 300, "pixels"


# --- at the table ---------------------------------------------------------------------------------


def test_the_clocks_of_a_table_are_on_its_plates_and_ais_have_none() -> None:
    with server() as house, stage() as on:
        screen = table(opened(on, house, "Ada", "bot", clock=CLOCK))
        on.app.push(screen)
        on.frames(2.0)
        assert 596 < clock_of(screen.snapshot().faces[0]) <= 599
        assert screen.snapshot().faces[1] is None


def clock_of(face: ClockFace | None) -> int:
    assert face is not None
    minutes, rest = map(int, face.text.split(":"))
    return 60 * minutes + rest


def test_whose_time_is_up_takes_the_seat_back_with_one_press() -> None:
    """As the server hands it over: an AI holds the seat, and its person owns it still."""
    with server() as house, stage() as on:
        session = opened(on, house, "Ada", "Bo", clock=CLOCK)
        screen = table(session)
        on.app.push(screen)
        on.frames(0.5)
        assert session.client_table is not None and SEAT_BACK_OFFER not in screen.model.offers
        session.ask(m.HandOver, seat=1, level="easy")
        on.until(lambda: SEAT_BACK_OFFER in screen.model.offers, session)
        on.click(screen.offers[screen.model.offers.index(SEAT_BACK_OFFER)])
        on.until(lambda: session.client_table.holders[1].kind == "person", session)  # type: ignore[union-attr]
        on.until(lambda: SEAT_BACK_OFFER not in screen.model.offers, session)


def test_without_clocks_a_seat_handed_over_stays_so_until_somebody_asks() -> None:
    with server() as house, stage() as on:
        session = opened(on, house, "Ada", "Bo")
        screen = table(session)
        on.app.push(screen)
        session.ask(m.HandOver, seat=1, level="easy")
        on.until(lambda: session.client_table is not None and session.client_table.holders[1].owner, session)
        on.frames(0.5)
        assert SEAT_BACK_OFFER not in screen.model.offers


def watched(on: Stage, house: House, **fields: Any) -> str:
    """What somebody without a seat is told about what they see."""
    host = opened(on, house, "Ada", "Bo", **fields)
    watcher = guest(house)
    assert host.client_table is not None
    watcher.ask(m.Watch, table=host.client_table.table)
    on.until(lambda: watcher.client_table is not None, watcher)
    screen = table(watcher)
    on.app.push(screen)
    on.frames(0.2)
    told_so = screen.snapshot().watching
    on.app.pop()
    return told_so


def test_whoever_watches_is_told_and_told_how_late() -> None:
    with server() as house, stage() as on:
        mine = table(opened(on, house, "Ada", "Bo"))
        on.app.push(mine)
        assert mine.snapshot().watching == ""
        assert watched(on, house) == "You are watching."
        assert watched(on, house, delay=30.0) == "You are watching and see everything 30 s late."


def test_a_couch_game_with_thinking_time() -> None:
    with couch(Settings(language="en", speed=4.0), (960, 540), tick=0.1) as hands:
        hands.program.title()
        plans = (m.SeatPlan("me", name="Ada"), m.SeatPlan("me", name="Bo"))
        policy = TablePolicy(clock=m.Clock(300.0, 10.0))
        hands.program.open("sturt", {}, plans, Goal(games=1), policy=policy)
        hands.until(lambda: type(hands.app.top).__name__ == "TableScreen")
        assert hands.table.client_table.clock == policy.clock
