"""Secrets at one screen: the curtain falls, lifts for one person, and nothing shows through before."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import msgspec
import pygame
import pytest

import client.boards
import core.games
from assets.texts import LANGUAGES
from client.screens.gather.screen import GatherScreen
from client.screens.table import curtain
from client.screens.table.curtain import has_private_view
from client.screens.table.curtain_timing import GUARD
from client.screens.table.screen import TableScreen
from client.session.connection import ServerConnection
from client.session.events import GameEvent, StepShown
from client.session.session import Session
from client.stage.settings import Settings
from client.ui import bindings
from client.ui.overlays import Dialog
from core import chance
from core.game import CHANCE, Goal, Seat
from core.games.sturt.rules import STURT
from core.games.sturt.state import Options
from core.match import Match
from core.protocol import messages as m
from core.protocol.messages import EVERYBODY
from tests.client.boards.toy import ToyBoard
from tests.client.couch import PATIENCE, Couch
from tests.client.looking import ALL_SIZES, HIGH_SIZES, Ruler
from tests.core import toy
from tests.core.toy import Play

ADA, BO = Seat(0), Seat(1)
Language = Literal["en", "de", "ja"]
SINGLE = Goal(games=1)


@pytest.fixture(autouse=True)
def _shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.games, "GAMES", (*core.games.GAMES, toy.GAME, toy.IN_TURN))
    face = ("tests.client.boards.toy", "ToyBoard")
    faces = {**client.boards.BOARDS, "toy": face, "toy_in_turn": face}
    monkeypatch.setattr(client.boards, "BOARDS", faces)


@contextmanager
def couch(
    game: str = "toy",
    plans: tuple[str, ...] = ("Ada", "Bo"),
    size: tuple[int, int] = (1280, 720),
    language: Language = "en",
    goal: Goal = SINGLE,
    **options: Any,
) -> Iterator[Couch]:
    """A table on one screen: a name for a person here, or the level of an AI; with `face_up` by default."""
    hands = Couch(Settings(language=language, names=("Ada", "Bo")), size)
    options = options or ({"face_up": True} if game == "toy" else {})
    try:
        seats = tuple(m.SeatPlan("bot", level=p) if p in m.LEVELS else m.SeatPlan("me", p) for p in plans)
        hands.program.open(game, options, seats, goal)
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        hands.until(lambda: settled(hands.table))
        yield hands
    finally:
        hands.program.close()
        hands.app.close()


def settled(table: TableScreen) -> bool:
    """Whether somebody here is asked, or nobody is any more."""
    over = table.client_table.latest.outcome is not None and not table.client_table.waiting
    return not table.model.playback.busy and (table.model.asked is not None or over)


def lift(hands: Couch) -> None:
    hands.rest(GUARD + 0.1)
    hands.key(pygame.K_RETURN)
    assert not hands.table.model.curtain.closed


def choose(hands: Couch, index: int = 0) -> None:
    """The seat that is asked does the legal action with this number."""
    table = hands.table
    seat, before = table.model.chooser, hands.moment
    assert seat is not None
    view = table.client_table.latest.view(seat)
    table.model.decide(table.client_table.game.legal(view, seat)[index])
    hands.until(lambda: hands.moment != before and not table.model.state.pending)
    hands.until(lambda: settled(table))


# --- When it falls ------------------------------------------------------------------------------------


def positions(face_up: bool) -> list[tuple[Any, Seat]]:
    """Every position of a game and who is asked, as that seat sees it."""
    match = Match(toy.GAME, toy.ToyOptions(face_up=face_up), 2, chance.seed_from(1))
    found = []
    while match.to_act():
        seat = match.to_act()[0]
        found.append((toy.GAME.view(match.state, seat), seat))
        match.submit(seat, toy.GAME.legal(match.tip(seat), seat)[0], match.turn, match.ply(seat))
    return found


@pytest.mark.parametrize("face_up", [True, False])
def test_what_is_sealed_or_known_to_one_is_private(face_up: bool) -> None:
    """Also the last of sealed decisions: whoever decided before could still take that back."""
    assert [has_private_view(toy.GAME, view, seat) for view, seat in positions(face_up)] == [True] * 4


def test_an_open_decision_is_not_private() -> None:
    class Open(toy.Toy):
        def secrets(self, s: toy.ToyState) -> bool:
            return False

        def seen(self, s: Any, seat: Seat, a: Any, viewer: Any, now: Any) -> Any:
            return a

    view, seat = positions(face_up=True)[0]
    assert not has_private_view(Open(), view, seat)
    assert not has_private_view(STURT, STURT.start(Options(), 2), ADA)


def test_it_falls_for_one_after_the_other_and_stays_away_when_all_is_open() -> None:
    with couch("great_divide") as hands:
        table = hands.table
        for seat in (ADA, BO):
            hands.frame()
            assert table.model.curtain.closed and (table.model.asked, table.model.chooser) == (seat, None)
            assert table.prompt.text == f"{('Ada', 'Bo')[seat]}: your turn."
            assert table.model.curtain.viewer == EVERYBODY
            lift(hands)
            assert table.model.chooser == table.model.curtain.viewer == seat
            choose(hands, 9)
        for _ in range(4):
            assert table.model.asked is not None and not table.model.curtain.closed
            assert table.model.curtain.viewer == EVERYBODY
            choose(hands)


def test_it_stays_away_as_long_as_the_same_person_is_asked() -> None:
    """Ada plays three cards in a row from a hidden hand, then Bo, who is shown them first."""
    with couch("toy_in_turn", face_up=False, rounds=3) as hands:
        table = hands.table
        lift(hands)
        for left in (2, 1, 0):
            assert eyes(hands, lambda: choose(hands)) == {ADA}, "nothing is drawn for anybody else"
            assert (table.model.chooser, table.model.curtain.closed) == (
                (ADA, False) if left else (None, True)
            )
        assert table.model.asked == BO
        hands.rest(GUARD + 0.1)
        hands.key(pygame.K_RETURN)
        assert table.model.curtain.recap and not table.model.curtain.closed and table.model.chooser is None
        assert eyes(hands, lambda: hands.until(lambda: table.model.chooser == BO)) == {BO}
        assert not table.model.curtain.recap
        choose(hands)
        assert table.model.chooser == BO


def eyes(hands: Couch, act: Callable[[], None]) -> set[int]:
    """All through whose eyes the board was drawn meanwhile."""
    seen, real = set[int](), hands.table.model.board.draw

    def draw(canvas: Any, frame: Any) -> None:
        seen.add(frame.viewer)
        real(canvas, frame)

    hands.table.model.board.draw = draw  # type: ignore[method-assign]  # of this one board
    act()
    hands.table.model.board.draw = real  # type: ignore[method-assign]
    return seen


def test_what_chance_makes_of_ones_own_step_is_seen_with_ones_own_eyes() -> None:
    """What others do after it comes to the next person first."""
    with couch("toy_in_turn", face_up=False, rounds=3) as hands:
        table, client_table = hands.table, hands.table.client_table
        lift(hands)
        for seat in (ADA, CHANCE, BO):
            before = client_table.latest
            client_table.latest = msgspec.structs.replace(before, turn=before.turn + 1, to_act=(BO,))
            client_table.event_queue.add(
                GameEvent(before, (StepShown(seat, {EVERYBODY: Play(1)}),), client_table.latest)
            )
        assert eyes(hands, lambda: hands.until(lambda: settled(table))) == {ADA}
        assert table.model.curtain.closed and [h.seat for h in client_table.through(BO).waiting] == [
            ADA,
            CHANCE,
            BO,
        ]
        assert [h.seat for h in client_table.through(ADA).waiting] == [BO]


@pytest.mark.long
@pytest.mark.parametrize(("game", "plans"), [("great_divide", ("Ada", "random")), ("sturt", ("Ada", "Bo"))])
def test_one_person_or_an_open_game_needs_none(game: str, plans: tuple[str, ...]) -> None:
    with couch(game, plans) as hands:
        for _ in range(3):
            assert not hands.table.model.curtain.closed and hands.table.model.chooser is not None
            assert hands.table.model.curtain.viewer == (ADA if "random" in plans else EVERYBODY)
            choose(hands)


def test_somebody_elsewhere_is_no_reason_for_it() -> None:
    """A person here and one at another screen."""
    hands = Couch(Settings(language="en", names=("Ada",)))
    try:
        plans = (m.SeatPlan("me", "Ada"), m.SeatPlan("open"))
        hands.program.open("great_divide", {}, plans, Goal(games=1))
        hands.until(lambda: isinstance(hands.app.top, GatherScreen))
        there = Session(ServerConnection(hands.program.home.server.connect()))
        mine = hands.program.home.session
        assert mine is not None and mine.client_table is not None
        there.ask(m.Sit, table=mine.client_table.table, seat=1, name="Bo")

        def all_sit() -> bool:
            there.poll(hands.clock)
            assert mine.client_table is not None
            return all(holder.kind == "person" for holder in mine.client_table.holders)

        hands.until(all_sit)
        mine.ask(m.Start)
        hands.until(lambda: isinstance(hands.app.top, TableScreen) and hands.table.model.chooser is not None)
        assert not hands.table.model.curtain.closed and hands.table.model.curtain.viewer == ADA
        there.close()
    finally:
        hands.program.close()
        hands.app.close()


def test_a_seat_given_to_an_ai_leaves_one_person_who_needs_none() -> None:
    with couch("great_divide") as hands:
        hands.table.session.ask(m.HandOver, seat=1, level="random")
        hands.until(lambda: hands.table.client_table.yours == (ADA,))
        hands.until(lambda: hands.table.model.chooser == ADA)
        assert hands.table.model.curtain.viewer == ADA


def test_nobody_finds_anothers_choice_preset_in_the_next_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A series: Bo comes last and takes the first seat, in which Ada had marked a card."""
    monkeypatch.setattr("client.screens.table.model.RESULT_DELAY", math.inf)  # the toy has no words for it
    with couch(rounds=1, face_up=True, goal=Goal(games=3, most=42.0)) as hands:
        table, played = hands.table, hands.table.model.board
        for best in (max, min):
            lift(hands)
            seat = table.model.chooser
            assert seat is not None
            cards = [int(card) for card in table.client_table.latest.view().hands[seat]]
            for _ in range(1 + cards.index(best(cards))):
                hands.key(pygame.K_RIGHT)
            hands.key(pygame.K_RETURN)
            hands.until(lambda: settled(table) and not table.model.state.pending)
        assert isinstance(played, ToyBoard) and any(hand.cursor for hand in played.pickers)
        table.session.ask(m.Rematch)
        hands.until(lambda: table.client_table.latest.outcome is None and settled(table))
        assert [holder.name for holder in table.client_table.holders] == ["Bo", "Ada"]
        assert isinstance(table.model.board, ToyBoard) and not any(
            hand.cursor for hand in table.model.board.pickers
        )
        assert table.model.playback.board is table.model.board is not played


def test_what_was_taken_back_lies_in_the_hand_as_before() -> None:
    with couch() as hands:
        table, board = hands.table, hands.table.model.board
        lift(hands)
        hands.key(pygame.K_RIGHT)
        hands.key(pygame.K_RIGHT)
        hands.key(pygame.K_RETURN)
        hands.until(lambda: settled(table) and table.model.asked == BO)
        hands.key(pygame.K_u)
        hands.until(lambda: settled(table) and table.model.asked == ADA)
        assert table.model.board is board and isinstance(board, ToyBoard)
        second = int(table.client_table.latest.view(ADA).hands[ADA][1])
        assert [hand.cursor for hand in board.pickers] == [("card", second), None]


# --- Lifting it ---------------------------------------------------------------------------------------


def knock(hands: Couch, device: str) -> None:
    if device == "mouse":
        hands.click(*hands.table.model.lay.field.centre)
    elif device == "pad":
        hands.pad(bindings.BUTTON_A)
    else:
        hands.key(pygame.K_RETURN)


@pytest.mark.parametrize("device", ["mouse", "keyboard", "pad"])
def test_every_device_lifts_it_but_not_in_haste(device: str) -> None:
    with couch() as hands:
        table = hands.table
        knock(hands, device)
        assert table.model.curtain.closed, "too soon"
        hands.rest(GUARD + 0.1)
        knock(hands, device)
        assert table.model.chooser == ADA
        hands.key(pygame.K_RIGHT)
        hands.key(pygame.K_RETURN)
        hands.until(lambda: settled(table) and table.model.asked == BO)
        assert table.model.curtain.closed
        for _ in range(3):
            knock(hands, device)
        assert table.model.curtain.closed, "a hasty knock shows nobody Bo's cards"


def test_with_a_pad_each_they_decide_in_any_order() -> None:
    """Bo's pad lifts it for Bo; then Ada's does nothing, and later opens it for nobody but her."""
    with couch() as hands:
        table = hands.table
        table.model.booths.together = False
        for pad in (5, 6):
            hands.pad(bindings.BUTTON_RB, instance=pad)
        hands.rest(GUARD + 0.1)
        assert table.model.curtain.owing == (ADA, BO)
        hands.pad(bindings.BUTTON_A, instance=6)
        hands.until(lambda: table.model.chooser is not None)
        assert table.model.chooser == BO
        hands.pad(bindings.BUTTON_A, instance=5)
        hands.rest(0.5)
        assert not table.client_table.line(BO)
        for _ in range(2):
            hands.pad(bindings.BUTTON_A, instance=6)
        hands.until(lambda: bool(table.client_table.line(BO)) and settled(table))
        hands.rest(GUARD + 0.1)
        assert table.model.curtain.closed and table.model.curtain.owing == (ADA,)
        hands.pad(bindings.BUTTON_A, instance=6)
        assert table.model.curtain.closed, "he has decided"
        hands.pad(bindings.BUTTON_A, instance=5)
        assert table.model.chooser == ADA


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_m])
def test_the_menu_opens_over_it(key: int) -> None:
    with couch() as hands:
        hands.rest(GUARD + 0.1)
        hands.key(key)
        assert isinstance(hands.table.focus.modal, Dialog)
        hands.key(pygame.K_ESCAPE)
        hands.until(lambda: hands.table.focus.modal is None)
        assert hands.table.model.curtain.closed
        lift(hands)


def test_behind_it_nothing_can_be_done() -> None:
    with couch() as hands:
        table = hands.table
        hands.rest(GUARD + 0.1)
        table.model.decide(toy.GAME.legal(table.client_table.latest.view(ADA), ADA)[0])
        assert not table.model.state.pending and not table.offers
        hands.key(pygame.K_RIGHT)
        assert isinstance(table.model.board, ToyBoard)
        assert not any(hand.cursor for hand in table.model.board.pickers), "the board hears nothing"


def test_what_is_taken_back_falls_under_it_again() -> None:
    """While nobody has the screen it is the last decision that was made at it."""
    with couch() as hands:
        table = hands.table
        lift(hands)
        choose(hands)
        assert table.model.asked == BO
        hands.key(pygame.K_u)
        hands.until(lambda: settled(table) and table.model.asked == ADA)
        assert table.model.curtain.closed
        lift(hands)
        choose(hands, 1)
        assert table.model.asked == BO and table.model.curtain.closed


def test_nobody_takes_back_what_another_has_sealed() -> None:
    with couch() as hands:
        table = hands.table
        lift(hands)
        choose(hands)
        lift(hands)
        hands.key(pygame.K_u)
        hands.until(lambda: bool(hands.app.notices.shown))
        assert table.model.chooser == BO and table.client_table.line(ADA)


@pytest.mark.long
def test_whoever_has_sealed_a_part_takes_back_the_last_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several decisions on one line: the curtain stays open, the board jumps back."""
    with couch("great_split", ("Ada", "Bo")) as hands:
        table = hands.table
        for _ in range(40):
            if table.client_table.latest.view().stage == "resolve":
                break
            lift(hands) if table.model.curtain.closed else None
            hands.until(lambda: table.model.chooser is not None)
            choose(hands)
        lift(hands) if table.model.curtain.closed else None
        hands.until(lambda: table.model.chooser is not None)
        seat = table.model.chooser
        assert seat is not None
        before = table.client_table.latest.view(seat)
        choose(hands)
        assert table.model.chooser == seat and len(table.client_table.line(seat)) == 1
        hands.key(pygame.K_u)
        hands.until(lambda: not table.client_table.line(seat))
        assert table.model.chooser == seat and table.client_table.latest.view(seat) == before


@pytest.mark.long
def test_the_game_can_be_gone_on_with_once_the_choices_lie_open(home: Path) -> None:
    with couch("great_divide") as hands:
        for index in (9, 5):
            lift(hands)
            choose(hands, index)
        hands.until(lambda: len(hands.table.client_table.log) == 2)
        played = list(hands.table.client_table.log)
        hands.program.go_on()
        hands.until(lambda: isinstance(hands.app.top, TableScreen) and hands.table.client_table.log == played)
        hands.until(lambda: settled(hands.table))
        assert hands.table.model.chooser == ADA and not hands.table.model.curtain.closed
        choose(hands)
        assert len(hands.table.client_table.log) > len(played)


# --- Nothing shows through ----------------------------------------------------------------------------


class Film:
    """Every frame of a couch, taken on a clock that stands still while the server works."""

    def __init__(self, hands: Couch) -> None:
        self.hands = hands
        self.frames: list[str] = []

    def roll(self, seconds: float) -> None:
        end = self.hands.clock + seconds
        while self.hands.clock < end:
            self.hands.frame()
            picture = pygame.image.tobytes(self.hands.app.canvas.surface, "RGB")
            self.frames.append(hashlib.sha256(picture).hexdigest())

    def wait(self, true: Callable[[], bool]) -> None:
        """Until something is known and answered for; meanwhile the film stands still."""
        table, end = self.hands.table, time.monotonic() + PATIENCE
        while not true() or table.model.state.pending:
            # A session reads only once at each moment: go on by the least there is.
            self.hands.clock = math.nextafter(self.hands.clock, math.inf)
            self.hands.app.frame()
            time.sleep(0)
            assert time.monotonic() < end


def filmed(game: str, index: int) -> list[str]:
    """What is seen from when Ada's decision is hidden on, and when Bo has lifted the curtain."""
    with couch(game, size=(960, 540)) as hands:
        table, film = hands.table, Film(hands)
        hands.clock = 100.0
        lift(hands)
        hands.rest(1.0)
        action = table.client_table.game.legal(table.client_table.latest.view(ADA), ADA)[index]
        hands.clock = 200.0
        table.model.decide(action)
        film.wait(lambda: table.client_table.line(ADA) == (action,))
        hands.rest(3.0)
        assert table.model.asked == BO and table.model.curtain.closed
        film.roll(1.0)
        hands.key(pygame.K_RETURN)
        assert table.model.chooser == BO
        film.roll(1.5)
        return film.frames


@pytest.mark.covering(most=1)
@pytest.mark.parametrize(
    ("game", "other"),
    [("toy", 2), pytest.param("great_divide", 77, marks=pytest.mark.long), ("great_split", 3)],
)
def test_two_games_that_differ_in_a_sealed_choice_look_the_same(game: str, other: int) -> None:
    assert filmed(game, 0) == filmed(game, other)


def test_a_choice_that_shows_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With Ada's eyes for everybody the films differ."""
    monkeypatch.setattr(curtain.Curtain, "viewer", ADA)
    assert filmed("toy", 0) != filmed("toy", 2)


def test_the_board_is_not_even_asked_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with couch() as hands:
        board, asked = hands.table.model.board, list[str]()
        for name in ("still", "draw", "prompt", "offers", "handle"):
            monkeypatch.setattr(board, name, lambda *_, name=name: asked.append(name))
        hands.rest(GUARD + 0.1)
        hands.point(*hands.table.model.lay.field.centre)
        assert asked == []


# --- How it looks -------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.covering(most=3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [*ALL_SIZES, *HIGH_SIZES])
def test_its_words_fit(size: tuple[int, int], language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    with couch(plans=("Maximiliane-Elisabeth O.", "Bo"), size=size, language=language) as hands:
        hands.rest(0.5)
        ruler = Ruler(monkeypatch)
        assert ruler.measure(hands.table, hands.app, hands.clock) == []
        assert any(words.text == "Maximiliane-Elisabeth O." for words in ruler.words)
