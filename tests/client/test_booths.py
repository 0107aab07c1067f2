"""Several decide at once: a booth for each person who has a gamepad, side by side on one screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any

import pygame
import pytest

import client.boards
import core.games
from assets.texts import LANGUAGES
from client.boards.contract import Offer
from client.screens.gather.screen import GatherScreen
from client.screens.table.booth import Booth
from client.screens.table.curtain_timing import GUARD
from client.screens.table.intents import OpenDialog
from client.screens.table.pads import TablePads
from client.screens.table.screen import TableScreen
from client.stage.settings import Settings
from client.ui import bindings
from client.ui.overlays import Dialog
from client.ui.widgets import Button
from core.game import Goal, Seat
from core.protocol import messages as m
from core.protocol.messages import EVERYBODY
from tests.client.boards.toy import ToyBoard
from tests.client.couch import Couch
from tests.client.looking import HIGH_SIZES, Ruler, Sizes
from tests.client.screens_kit import cut_texts
from tests.core import toy
from tests.core.toy import Play

ADA, BO = Seat(0), Seat(1)
NAMES = ("Ada", "Bo", "Cleo", "Dan")
PAD = 5
"""The first gamepad's number; each seat has its own, in the order of the seats."""


@pytest.fixture(autouse=True)
def _shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.games, "GAMES", (*core.games.GAMES, toy.GAME))
    face = ("tests.client.boards.toy", "ToyBoard")
    monkeypatch.setattr(client.boards, "BOARDS", {**client.boards.BOARDS, "toy": face})


@contextmanager
def couch(
    people: int = 2,
    size: tuple[int, int] = (1280, 720),
    language: Any = "en",
    game: str = "toy",
    pads: int = 9,
) -> Iterator[Couch]:
    """A table on one screen for so many, and a pad for each."""
    hands = Couch(Settings(language=language, names=NAMES), size)
    options = {"face_up": True} if game == "toy" else {}
    try:
        plans = tuple(m.SeatPlan("me", name) for name in NAMES[:people])
        for seat in range(min(people, pads)):
            push(hands, seat, bindings.BUTTON_RB)
        hands.program.open(game, options, plans, Goal(games=1))
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        hands.until(lambda: hands.table.model.booths.active or hands.table.model.asked is not None)
        yield hands
    finally:
        hands.program.close()
        hands.app.close()


def push(hands: Couch, seat: int, button: int = bindings.BUTTON_A) -> None:
    hands.pad(button, instance=PAD + seat)


def plays(hands: Couch, seat: int) -> None:
    """The first card: the pad finds it, and plays it."""
    push(hands, seat)
    push(hands, seat)


def lifted(hands: Couch, *seats: Seat) -> list[Booth]:
    """These have lifted their curtains and seen what there was to see."""
    hands.rest(GUARD + 0.1)
    booths = [hands.table.model.booths.open[seat] for seat in seats]
    for seat in seats:
        push(hands, seat)
    hands.until(lambda: all(booth.chooser is not None for booth in booths))
    return booths


def test_each_lifts_and_plays_their_own() -> None:
    """Both at once: Bo's pad marks and plays Bo's card while Ada still looks at hers."""
    with couch() as hands:
        table = hands.table
        assert (
            list(table.model.booths.open) == [ADA, BO]
            and not table.model.curtain.closed
            and table.model.asked is None
        )
        ada, bo = lifted(hands, ADA, BO)
        cards = [[int(c) for c in table.client_table.latest.view(seat).hands[seat]] for seat in (ADA, BO)]
        push(hands, BO, bindings.BUTTON_RIGHT)
        push(hands, BO, bindings.BUTTON_RIGHT)
        assert isinstance(bo.board, ToyBoard) and isinstance(ada.board, ToyBoard)
        assert [hand.cursor for hand in ada.board.pickers] == [None, None]
        assert [hand.cursor for hand in bo.board.pickers] == [None, ("card", cards[BO][1])]
        push(hands, BO)
        hands.until(lambda: bo.closed)
        assert table.client_table.line(BO) == (Play(cards[BO][1]),) and not table.client_table.line(ADA)
        assert ada.chooser == ADA and not bo.owes
        push(hands, BO)
        hands.rest(GUARD + 0.2)
        push(hands, BO)
        assert bo.closed, "he is ready"
        plays(hands, ADA)
        hands.until(lambda: len(table.client_table.log) == 8)
        assert [step.action for step in table.client_table.log[6:]] == [
            Play(cards[ADA][0]),
            Play(cards[BO][1]),
        ]


def test_what_is_opened_is_shown_to_all_together() -> None:
    with couch() as hands:
        table, seen = hands.table, []
        real = table.model.board.draw

        def draw(canvas: Any, frame: Any) -> None:
            seen.append((frame.viewer, frame.event is not None))
            real(canvas, frame)

        table.model.board.draw = draw  # type: ignore[method-assign]  # of this one board
        lifted(hands, ADA, BO)
        assert not seen, "the large board is not drawn behind the booths"
        for seat in (ADA, BO):
            plays(hands, seat)
            hands.rest(0.2)
        hands.until(lambda: not table.model.booths.active)
        hands.until(lambda: table.model.booths.active)
        assert seen and (EVERYBODY, True) in seen and {viewer for viewer, _ in seen} == {EVERYBODY}
        assert all(booth.closed for booth in table.model.booths.open.values())
        assert not any(table.client_table.through(seat).waiting for seat in (ADA, BO)), "they have seen it"


def test_who_is_ready_takes_it_back_by_pad() -> None:
    with couch() as hands:
        (ada,) = lifted(hands, ADA)
        plays(hands, ADA)
        hands.until(lambda: ada.closed)
        push(hands, ADA, bindings.BUTTON_X)
        hands.until(lambda: ada.chooser == ADA)
        assert not hands.table.client_table.line(ADA)
        push(hands, BO, bindings.BUTTON_X)
        hands.rest(0.3)
        assert hands.table.model.booths.open[BO].closed, "he has nothing to take back"


def test_not_in_haste() -> None:
    with couch() as hands:
        push(hands, ADA)
        assert hands.table.model.booths.open[ADA].closed
        hands.rest(GUARD + 0.1)
        push(hands, ADA)
        assert not hands.table.model.booths.open[ADA].closed and hands.table.model.booths.open[BO].closed


def test_keyboard_and_mouse_play_for_nobody() -> None:
    with couch() as hands:
        hands.rest(GUARD + 0.1)
        hands.key(pygame.K_RETURN)
        hands.click(400, 600)
        assert all(booth.closed for booth in hands.table.model.booths.open.values())


def test_a_refusal_is_told_to_whom_it_concerns() -> None:
    with couch() as hands:
        ada, bo = lifted(hands, ADA, BO)
        ada.decide(Play(14 if 14 not in hands.table.client_table.latest.view().hands else 13))
        hands.until(lambda: not ada.pending)
        assert ada.playback.denied(hands.app.now) is not None and bo.playback.denied(hands.app.now) is None
        assert ada.chooser == ADA


@pytest.mark.parametrize(
    ("size", "pads"), [((1279, 720), 9), ((1280, 719), 9), ((1280, 720), 1), ((719, 1280), 9)]
)
def test_small_windows_and_missing_pads_have_a_curtain_instead(size: tuple[int, int], pads: int) -> None:
    with couch(size=size, pads=pads) as hands:
        assert not hands.table.model.booths.active and hands.table.model.curtain.closed


def test_three_with_two_pads_decide_one_after_the_other() -> None:
    with couch(3, pads=2) as hands:
        assert not hands.table.model.booths.active and hands.table.model.curtain.closed


@pytest.mark.long
def test_the_menu_leads_to_one_after_the_other_and_back() -> None:
    with couch() as hands:
        table = hands.table
        for together in (False, True):
            table.do(OpenDialog("menu"))
            dialog = table.focus.modal
            assert isinstance(dialog, Dialog)
            words = hands.app.translate("table.booths.at_once" if together else "table.booths.in_turn")
            hands.rest(0.4)
            hands.press(next(w for w in dialog.widgets if isinstance(w, Button) and w.label == words))
            hands.until(lambda: table.focus.modal is None)
            hands.until(lambda together=together: table.model.booths.active == together)
            assert table.model.curtain.closed != together


@pytest.mark.long
def test_only_the_first_are_booths_while_somebody_elsewhere_decides() -> None:
    """Two here, one at another screen: once both are ready the table is back, and says for whom it waits."""
    from client.session.connection import ServerConnection
    from client.session.session import Session

    hands = Couch(Settings(language="en", names=NAMES))
    try:
        plans = (m.SeatPlan("me", "Ada"), m.SeatPlan("me", "Bo"), m.SeatPlan("open"))
        hands.program.open("great_split", {}, plans, Goal(games=1))
        hands.until(lambda: isinstance(hands.app.top, GatherScreen))
        there = Session(ServerConnection(hands.program.home.server.connect()))
        mine = hands.program.home.session
        assert mine is not None and mine.client_table is not None
        there.ask(m.Sit, table=mine.client_table.table, seat=2, name="Cleo")
        hands.until(
            lambda: there.poll(hands.clock) is not None and mine.client_table.holders[2].kind == "person"
        )
        mine.ask(m.Start)
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        for seat in (ADA, BO):
            push(hands, seat, bindings.BUTTON_RB)
        hands.until(lambda: hands.table.model.booths.active)
        for booth in lifted(hands, ADA, BO):
            view = hands.table.client_table.latest.view(booth.seat)
            booth.decide(hands.table.client_table.game.legal(view, booth.seat)[0])
        hands.until(lambda: not hands.table.model.booths.active)
        hands.rest(0.2)
        assert hands.table.prompt.text == "Waiting for Cleo." and hands.table.model.is_ready(ADA)
        assert hands.table.model.curtain.viewer == EVERYBODY and not hands.table.model.curtain.closed
        there.close()
    finally:
        hands.program.close()
        hands.app.close()


def test_buttons_of_a_booth_are_reached_by_its_pad(monkeypatch: pytest.MonkeyPatch) -> None:
    action = Play(0)

    def offers(self: ToyBoard, frame: Any) -> tuple[Offer, ...]:
        view = frame.view
        return (Offer("table.menu.close", Play(int(view.hands[frame.chooser][2]))),)

    monkeypatch.setattr(ToyBoard, "offers", offers)
    monkeypatch.setattr(ToyBoard, "handle", lambda self, intent, frame: None)
    with couch() as hands:
        (ada,) = lifted(hands, ADA)
        hands.frame()
        assert len(ada.offers) == 1
        push(hands, ADA, bindings.BUTTON_RIGHT)
        assert isinstance(hands.table.booth_views[ADA].focus.current, Button)
        action = Play(int(hands.table.client_table.latest.view(ADA).hands[ADA][2]))
        push(hands, ADA)
        hands.until(lambda: bool(hands.table.client_table.line(ADA)))
        assert hands.table.client_table.line(ADA) == (action,)


def done(hands: Couch, booth: Booth, turn: int) -> bool:
    """Whether a booth can go on, or has nothing more to do."""
    opened = hands.table.client_table.latest.turn != turn
    return booth.chooser is not None or not booth.owes or opened


@pytest.mark.long
def test_four_decide_in_a_whole_round_of_the_great_split() -> None:
    """Discards, splits, choices and resolutions, each by its own pad's booth."""
    with couch(4, game="great_split") as hands:
        table, stages = hands.table, list[str]()
        while table.client_table.latest.view().round == 1:
            hands.until(lambda: table.model.booths.active or table.model.asked is not None)
            stages.append(table.client_table.latest.view().stage)
            turn = table.client_table.latest.turn
            for booth in tuple(table.model.booths.open.values()):
                lifted(hands, booth.seat)
                while booth.owes and table.client_table.latest.turn == turn:
                    view, moment = table.client_table.latest.view(booth.seat), hands.moment
                    booth.decide(table.client_table.game.legal(view, booth.seat)[0])
                    hands.until(lambda moment=moment: hands.moment != moment)
                    hands.until(lambda booth=booth, turn=turn: done(hands, booth, turn))
            hands.until(lambda turn=turn: table.client_table.latest.turn != turn)
            hands.until(lambda: not table.model.booths.active or not table.client_table.waiting)
            hands.until(lambda: table.model.booths.active or table.model.asked is not None)
        assert stages == ["split", "choose", "resolve"]


@pytest.mark.covering(most=2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("people", "size"), [(2, (1280, 720)), (4, (1280, 720)), (2, (720, 960)), (3, (720, 1280))]
)
def test_their_words_fit(
    people: int, size: tuple[int, int], language: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with couch(people, size, language, game="great_split") as hands:
        places = [booth.lay.place for booth in hands.table.model.booths.open.values()]
        assert len(places) == people
        tools = list(hands.table.model.lay.tools)
        assert not any(a.overlaps(b) for a, b in combinations([*places, *tools], 2))
        with cut_texts(monkeypatch) as cut:
            with monkeypatch.context() as closed:
                closed.setattr(TablePads, "is_away", lambda *_: True)
                sizes = Sizes(closed)
                hands.rest(0.3)
                assert sizes.tiny(hands.app.canvas) == [], "what is read before the curtain is lifted"
            lifted(hands, *hands.table.model.booths.open)
            hands.rest(0.3)
        assert cut == []


@pytest.mark.long
@pytest.mark.parametrize("size", HIGH_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_without_room_for_them_the_curtain_says_who_else_may_lift_it(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "tests.client.test_booths.NAMES", ("Maximiliane", "Wilhelmine", "Ferdinand", "Dorothea")
    )
    with couch(4, size, "de", "great_split") as hands:
        assert not hands.table.model.booths.active
        hands.rest(0.5)
        hands.app.notices.shown = ()
        assert Ruler(monkeypatch).measure(hands.table, hands.app, hands.clock) == []
