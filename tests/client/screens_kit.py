"""What tests of screens share: an app on a made-up clock, posted events, sessions with a real server."""

from __future__ import annotations

import random
import select
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pygame
import pytest

from client.screens.table.screen import TableActions, TableScreen
from client.session.connection import ServerConnection
from client.session.session import Session
from client.stage.settings import Settings
from client.stage.window import App, Screen
from client.ui import canvas as canvas_module
from client.ui import text as text_module
from client.ui.canvas import Canvas
from client.ui.focus import Widget
from client.ui.geometry import Rect
from client.ui.list_view import ListView
from core import codec, record
from core.game import Goal
from core.games.sturt.rules import STURT
from core.games.sturt.state import Options
from core.match import Step
from core.protocol import messages as m
from server.embedded import Embedded

LANGUAGES = ("en", "de", "ja")
SIZES = ((960, 540), (1440, 1080), (1920, 1080), (3840, 2160))
EVERYWHERE = [(language, size) for size in SIZES for language in (LANGUAGES if size[0] < 3840 else ("de",))]
"""Pixels do not change what fits, units do: the largest window is looked at in the wordiest language."""

FRAME = 1 / 60
PATIENCE = 3000
"""Messages and frames a server may take before a test gives up."""


class Clock:
    """Time as the test says."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Stage:
    """An app and its clock."""

    def __init__(self, language: str = "en", size: tuple[int, int] = (960, 540), **settings: object) -> None:
        self.clock = Clock()
        chosen = Settings(language=language, **settings)  # type: ignore[arg-type]  # checked by the tests
        self.app = App(chosen, size=size, headless=True, clock=self.clock)

    def frames(self, seconds: float = FRAME, *events: pygame.event.Event) -> None:
        """Let time pass; the events come with the first frame."""
        waiting = list(events)
        for _ in range(max(1, round(seconds / FRAME))):
            self.clock.now += FRAME
            self.app.frame(self.clock.now, waiting)
            waiting = []

    def leap(self, frames: int, step: float = 0.25) -> None:
        """Few frames, far apart: for whatever only has to come to rest."""
        for _ in range(frames):
            self.clock.now += step
            self.app.frame(self.clock.now, [])

    def key(self, *keys: int) -> None:
        """Keys pressed one after another, a frame each."""
        for key in keys:
            self.frames(
                FRAME,
                pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0),
                pygame.event.Event(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0),
            )

    def type(self, text: str) -> None:
        """Text typed into whatever has the focus."""
        self.frames(FRAME, pygame.event.Event(pygame.TEXTINPUT, text=text))

    def click(self, place: Widget | Rect | tuple[float, float]) -> None:
        """The pointer goes to the middle of a place and clicks."""
        if isinstance(place, Widget):
            place = place.rect
        spot = place.centre if isinstance(place, Rect) else place
        at = self.app.canvas.pixel(*spot)
        self.frames(
            FRAME,
            pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)),
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1),
            pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1),
        )

    def until(self, done: Callable[[], object], *sessions: Session) -> None:
        """Frames until something is so; between them we wait for what the servers say."""
        for _ in range(PATIENCE):
            self.frames()
            for session in sessions:
                session.poll(self.clock.now)
            if done():
                return
            wait(sessions)
        raise AssertionError("it never happened")


def wait(sessions: tuple[Session, ...]) -> None:
    """Return as soon as one of the servers has said something, or after a moment."""
    lines = [s.line for s in sessions if s.status != "lost" and isinstance(s.line, ServerConnection)]
    select.select(lines, [], [], 0.01)


@contextmanager
def stage(language: str = "en", size: tuple[int, int] = (960, 540), **settings: object) -> Iterator[Stage]:
    made = Stage(language, size, **settings)
    try:
        yield made
    finally:
        made.app.close()


class House:
    """A real server in this process, and the guests that came to it."""

    def __init__(self, beacon_port: int) -> None:
        self.embedded = Embedded("Parlour", port=0, host="127.0.0.1", beacon_port=beacon_port)
        self.guests: list[Session] = []

    def close(self) -> None:
        for session in self.guests:
            session.close()
        self.embedded.close()


@contextmanager
def server(beacon_port: int = 0) -> Iterator[House]:
    """A server at a free port that answers searches only at `beacon_port`."""
    made = House(beacon_port)
    try:
        yield made
    finally:
        made.close()


def guest(house: House) -> Session:
    """A new guest of a server."""
    session = Session(ServerConnection(house.embedded.connect()))
    house.guests.append(session)
    return session


def asked_from_now(session: Session, monkeypatch: pytest.MonkeyPatch) -> list[type[m.Command]]:
    """Kinds of the commands that a session is asked to send from now on."""
    kinds, ask = list[type[m.Command]](), session.ask

    def noting(kind: type[m.Command], **fields: Any) -> int:
        kinds.append(kind)
        return ask(kind, **fields)

    monkeypatch.setattr(session, "ask", noting)
    return kinds


def plans(*kinds: str) -> tuple[m.SeatPlan, ...]:
    """`bot`, `open`, or the name of a person here."""
    return tuple(
        m.SeatPlan("bot", level="easy")
        if kind == "bot"
        else m.SeatPlan("open")
        if kind == "open"
        else m.SeatPlan("me", name=kind)
        for kind in kinds
    )


def opened(
    on: Stage,
    house: House,
    *kinds: str,
    goal: Goal = Goal(games=1),  # noqa: B008
    game: str = "sturt",
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> Session:
    """A guest who has opened a table; `fields` are further ones of `Open`."""
    session = guest(house)
    session.ask(m.Open, game=game, options=options or {}, plans=plans(*kinds), goal=goal, **fields)
    for _ in range(PATIENCE):
        on.clock.now += FRAME
        session.poll(on.clock.now)
        if session.client_table is not None:
            return session
        wait((session,))
    raise AssertionError("no table was opened")


def table(session: Session, demo: bool = False, adviser: Any = None) -> TableScreen:
    """The table screen of a session, leading nowhere."""
    actions = TableActions(
        rules=lambda key, page: None,
        settings=lambda: None,
        result=lambda screen: None,
        leave=lambda: None,
        lost=lambda lost: None,
        adviser=adviser,
    )
    return TableScreen(session, actions, demo)


def play_out(on: Stage, *sessions: Session, seed: int = 4) -> None:
    """Random moves until the game is over, each made by whoever may."""
    rng = random.Random(seed)
    client_table = sessions[0].client_table
    assert client_table is not None
    mirrors = [session.client_table for session in sessions if session.client_table is not None]
    while client_table.latest.outcome is None:
        turn, seat = client_table.latest.turn, client_table.latest.to_act[0]
        mover = next(s for s in sessions if s.client_table is not None and seat in s.client_table.yours)
        mover.act(seat, rng.choice(client_table.game.legal(client_table.latest.view(), seat)))
        for _ in range(PATIENCE):
            on.clock.now += FRAME
            for session in sessions:
                session.poll(on.clock.now)
            if all(known.latest.turn > turn for known in mirrors):
                break
            wait(sessions)
    client_table.event_queue.clear()


def recorded(
    seed: int = 4, names: tuple[str, ...] = ("Ada", "Kenji"), levels: tuple[Any, ...] = ()
) -> record.Record:
    """A random game of Sturt as a record."""
    rng, state, steps = random.Random(seed), STURT.start(Options(), 2), []
    while to_act := STURT.to_act(state):
        action = rng.choice(STURT.legal(state, to_act[0]))
        steps.append(Step(to_act[0], action))
        state = STURT.apply(state, to_act[0], action)
    header = record.Header("sturt", codec.plain(Options()), 2, names, "2026-11-21", levels=levels)
    return record.read(record.write(STURT, header, steps))


@contextmanager
def cut_texts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every text that was drawn shorter than it is."""
    cut: list[str] = []
    shorten = text_module.shorten

    def watched(text: str, *rest: object) -> str:
        short: str = shorten(text, *rest)
        if short != text or text.endswith("…"):
            cut.append(text)
        return short

    with monkeypatch.context() as patch:
        patch.setattr(canvas_module, "shorten", watched)
        yield cut


def stray_words(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Texts that reach over the edge of the window, noted while something is drawn."""
    stray: list[str] = []
    text = Canvas.text

    def watched(self: Canvas, value: str, *rest: object, **named: object) -> Rect:
        covered: Rect = text(self, value, *rest, **named)  # type: ignore[arg-type]  # handed on as they came
        area = self.area
        if covered.w and (
            covered.x < -1 or covered.right > area.right + 1 or covered.bottom > area.bottom + 1
        ):
            stray.append(value)
        return covered

    monkeypatch.setattr(Canvas, "text", watched)
    return stray


def headings(monkeypatch: pytest.MonkeyPatch) -> dict[str, Rect]:
    """Headings that are drawn from now on, and where."""
    found: dict[str, Rect] = {}
    text = Canvas.text

    def watched(self: Canvas, value: str, *rest: Any, **named: Any) -> Rect:
        covered: Rect = text(self, value, *rest, **named)
        if "heading" in rest:
            found[value] = covered
        return covered

    monkeypatch.setattr(Canvas, "text", watched)
    return found


def check_layout(on: Stage, screen: Screen, monkeypatch: pytest.MonkeyPatch, frames: int = 6) -> None:
    """Shows a screen and asserts that all its words fit and that no two of its widgets overlap.

    Between a heading and the ring around the first row of a list below it there are 8 units or more.
    """
    stray, titles = stray_words(monkeypatch), headings(monkeypatch)
    with cut_texts(monkeypatch) as cut:
        if on.app.top is not screen:
            on.app.push(screen)
        on.leap(frames)
    assert cut == [], cut
    assert stray == [], stray
    focus = screen.focus  # type: ignore[attr-defined]  # all of these screens have one
    widgets = [w for w in focus.widgets if w.visible and w.rect.w > 0]
    for one in widgets:
        if isinstance(one, ListView) and one.count:
            ring = one.row(0, on.clock.now).inset(5).grown(9)
            above = [title for title in titles.values() if title.y < ring.y and title.right > ring.x]
            assert all(title.bottom + 8 <= ring.y for title in above if title.x < ring.right), titles
    for index, one in enumerate(widgets):
        assert one.rect.x >= 0 and one.rect.right <= on.app.canvas.width + 0.5, one
        assert one.rect.y >= 0 and one.rect.bottom <= on.app.canvas.area.bottom + 0.5, one
        for other in widgets[index + 1 :]:
            assert not one.rect.inset(1).overlaps(other.rect.inset(1)), (one, other)
