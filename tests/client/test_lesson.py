"""Guided first games, played by posted events with every device."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from assets.texts import LANGUAGES
from client.screens.lesson import lesson as lessons
from client.screens.lesson.bubble import dimmed_parts, pointer
from client.screens.lesson.screen import LessonScreen
from client.screens.setup.screen import SetupScreen
from client.screens.setup.seats import PERSON_KIND
from client.screens.shared.question import QuestionScreen
from client.screens.table.screen import TableScreen
from client.session.adviser_client import AdviserClient
from client.stage.settings import Settings
from client.ui import bindings
from client.ui.geometry import Rect
from client.ui.intents import MoveFocus
from client.ui.overlays import Dialog
from core.game import Seat
from core.games import game as game_of
from tests.client.couch import DEVICES, Couch, couch
from tests.client.players import PLAYERS
from tests.core.floors import GROWN

QUICK = Settings(language="en", names=("Ada",), speed=4.0)
KEYS = [game.info.key for game in GROWN]


def begun(hands: Couch, key: str) -> LessonScreen:
    """The lesson of a game, at its first step."""
    hands.program.title()
    hands.rest(0.3)
    hands.program.learn(key)
    hands.until(lambda: isinstance(hands.app.top, LessonScreen))
    return reached(hands)


def reached(hands: Couch) -> LessonScreen:
    """The lesson, once it shows a step or is over."""
    screen = hands.app.top
    assert isinstance(screen, LessonScreen)
    if screen.model.opening:
        screen.model.skip()
    hands.until(lambda: screen.model.step is not None or screen.model.over)
    while screen.model.step is not None and screen.model.shown() is None:  # the rest of a rest
        decide(screen, legal_moves(screen)[0], hands)
        hands.until(lambda: screen.model.step is not None or screen.model.over)
    hands.frame()
    return screen


def legal_moves(screen: LessonScreen) -> list[Any]:
    """What the learner may do now."""
    view = screen.client_table.latest.view(0)
    return list(screen.client_table.game.legal(view, Seat(0)))


def decide(screen: LessonScreen, action: Any, hands: Couch) -> None:
    moment = hands.moment
    screen.model.decide(action)
    hands.until(lambda: hands.moment != moment)


def accept(hands: Couch, screen: LessonScreen, device: str) -> None:
    """Read on, by a device."""
    {
        "mouse": lambda: hands.press(screen.on_button),
        "keyboard": lambda: hands.key(pygame.K_RETURN),
        "pad": lambda: hands.pad(bindings.BUTTON_A),
    }[device]()


def back(hands: Couch, screen: LessonScreen, device: str) -> None:
    """Ask to end the lesson, by a device."""
    {
        "mouse": lambda: hands.press(screen.skip_button),
        "keyboard": lambda: hands.key(pygame.K_ESCAPE),
        "pad": lambda: hands.pad(bindings.BUTTON_B),
    }[device]()


def answer(hands: Couch, device: str) -> None:
    """Choose the first button of a dialog, by a device."""
    {
        "mouse": lambda: hands.press(hands.table.focus.modal._buttons[0]),  # type: ignore[union-attr]  # noqa: SLF001
        "keyboard": lambda: hands.key(pygame.K_RETURN),
        "pad": lambda: hands.pad(bindings.BUTTON_A),
    }[device]()


def do_step(hands: Couch, screen: LessonScreen, device: str) -> None:
    """Do what a step asks for, by a device."""
    shown = screen.model.shown()
    assert shown is not None
    if shown.kind == "read":
        accept(hands, screen, device)
        return
    moment = hands.moment
    action = (screen.model.expected(shown.step) or legal_moves(screen))[0]
    PLAYERS[screen.lesson.game](hands).does(action, device)
    hands.until(lambda: hands.moment != moment)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("key", KEYS)
def test_it_is_played_to_its_end_with_every_device(key: str, device: str) -> None:
    with couch(QUICK, (960, 540), tick=0.1) as hands:
        screen, seen = begun(hands, key), []
        while not screen.model.over:
            shown = screen.model.shown()
            assert shown is not None and screen.bubble is not None
            seen.append(shown.step.name)
            do_step(hands, screen, device)
            reached(hands)
        assert seen == [step.name for step in screen.lesson.steps]
        told = [*screen.lesson.first, *(text for step in screen.lesson.steps for text in step.then)]
        friend = [step.action for step in screen.client_table.log if step.seat == 1]
        if not screen.client_table.secrets:
            assert friend == [game_of(key).parse(text) for text in told]
        hands.frame()
        assert screen.bubble is None and screen.client_table.latest.outcome is None
        assert screen.model.chooser == Seat(0)


def test_the_coach_waits_until_it_is_over_and_is_there_then() -> None:
    with couch(QUICK, (960, 540), tick=0.1, drawn=False) as hands:
        hands.program.adviser = AdviserClient("tests.server.no_such_module")
        screen = begun(hands, "sturt")
        hands.key(pygame.K_c)
        assert not screen.model.coach.shown
        assert [one.text for one in hands.app.notices.shown] == [hands.app.translate("coach.refusal.lesson")]
        screen.model.end()
        hands.frame()
        assert hands.app.notices.shown[-1].text == hands.app.translate(
            "lesson.coach", **hands.app.labels.names()
        )
        hands.key(pygame.K_c)
        assert screen.model.coach.shown


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("key", KEYS)
def test_it_can_be_ended_at_any_step_and_the_game_goes_on(key: str, device: str) -> None:
    """Asked once: whoever stays is at the same step, whoever does not plays on."""
    with couch(QUICK, (960, 540), tick=0.1, drawn=False) as hands:
        screen = begun(hands, key)
        while True:
            index = screen.model.index
            back(hands, screen, device)
            assert isinstance(screen.focus.modal, Dialog)
            hands.rest(0.3)
            if index == len(screen.lesson.steps) - 1:
                break
            hands.key(pygame.K_ESCAPE)
            assert screen.focus.modal is None and screen.model.index == index and not screen.model.over
            do_step(hands, screen, "mouse")
            reached(hands)
        answer(hands, device)
        hands.frame()
        assert screen.model.over and screen.bubble is None and screen.focus.modal is None
        decide(screen, legal_moves(screen)[0], hands)
        assert screen.client_table.holders[1].kind == "bot"


def other_move(screen: LessonScreen) -> Any:
    """A legal move that a step does not ask for."""
    shown = screen.model.shown()
    assert shown is not None
    expected, legal = screen.model.expected(shown.step), legal_moves(screen)
    return next(
        (action for action in random.Random(3).sample(legal, len(legal)) if action not in expected), None
    )


@pytest.mark.parametrize("key", KEYS)
def test_other_moves_are_answered_and_then_done(key: str) -> None:
    """At every step in turn: the lesson goes on as well as it can to its end, or to that of the game."""
    asked = [n for n, step in enumerate(lessons.load(game_of(key)).steps) if step.do]
    for stray in asked:
        with couch(QUICK, (960, 540), tick=0.1, drawn=False) as hands:
            screen = begun(hands, key)
            while not screen.model.over and screen.client_table.latest.outcome is None:
                index, shown = screen.model.index, screen.model.shown()
                assert shown is not None
                if shown.kind == "read":
                    screen.model.read_on()
                elif index == stray and (other := other_move(screen)) is not None:
                    moment = hands.moment
                    screen.model.decide(other)
                    hands.rest(0.3)
                    answered = screen.model.shown()
                    assert answered is not None and answered.answered and hands.moment == moment
                    assert screen.model.index == index
                    decide(screen, other, hands)
                    assert screen.model.index > index or screen.model.over
                else:
                    decide(screen, (screen.model.expected(shown.step) or legal_moves(screen))[0], hands)
                reached(hands)


def test_what_is_taken_back_is_asked_again() -> None:
    with couch(QUICK, (960, 540), tick=0.1) as hands:
        screen = begun(hands, "sturt")
        while (step := screen.model.step) is not None and not step.do:
            screen.model.read_on()
            hands.frame()
        index = screen.model.index
        do_step(hands, screen, "mouse")
        reached(hands)
        assert screen.model.index == index + 1
        hands.key(pygame.K_u)
        hands.until(lambda: not screen.client_table.log)
        reached(hands)
        assert screen.model.index == index
        do_step(hands, screen, "mouse")
        reached(hands)
        assert screen.model.index == index + 1 and len(screen.client_table.log) == 2


def test_while_there_is_something_to_read_the_board_waits() -> None:
    with couch(QUICK, (960, 540), tick=0.1) as hands:
        screen = begun(hands, "sturt")
        hands.click(*screen.model.board.thing_rect("cell 0 -1", screen.model.frame()).centre)  # type: ignore[union-attr]
        hands.rest(0.3)
        assert not screen.client_table.log and screen.model.index == 0
        assert screen.bubble is not None
        hands.click(*screen.bubble.paper.moved(0, 20 - screen.bubble.paper.h / 2).centre)
        assert screen.model.index == 1, "a press on the paper reads on"


def shown_everywhere(
    key: str, size: tuple[int, int], language: str, check: Callable[[Couch, LessonScreen], None]
) -> None:
    settings = Settings(language=language, names=("Ada",), speed=4.0)  # type: ignore[arg-type]  # one of LANGUAGES
    with couch(settings, size, tick=0.1, drawn=False) as hands:
        screen = begun(hands, key)
        while not screen.model.over:
            check(hands, screen)
            shown = screen.model.shown()
            assert shown is not None
            if shown.kind == "read":
                screen.model.read_on()
            else:
                other = other_move(screen) if shown.kind == "do" else None
                if other is not None:
                    screen.model.decide(other)
                    hands.frame()
                    check(hands, screen)
                decide(screen, (screen.model.expected(shown.step) or legal_moves(screen))[0], hands)
            reached(hands)


@pytest.mark.covering
@pytest.mark.parametrize("size", [(960, 540), (540, 720)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_the_bubble_fits_and_covers_nothing_it_points_at(
    key: str, language: str, size: tuple[int, int]
) -> None:
    def check(hands: Couch, screen: LessonScreen) -> None:
        found, canvas = screen.bubble, hands.app.canvas
        shown = screen.model.shown()
        assert found is not None and shown is not None
        assert canvas.area.contains(found.paper.x, found.paper.y), shown.step.name
        assert found.paper.bottom <= canvas.area.bottom and found.paper.right <= canvas.area.right
        named = shown.kind == "do" or bool(shown.step.at)
        assert bool(found.bright) == named, f"{shown.step.name} points at nothing"
        for rect in found.bright:
            assert not rect.overlaps(found.paper), shown.step.name
            assert canvas.area.overlaps(rect)
        for button in (screen.skip_button, screen.on_button):
            if button.visible:
                words = button.label() if callable(button.label) else button.label
                assert button.least_width(canvas, button.rect.h, words) <= button.rect.w, words

    shown_everywhere(key, size, language, check)


def test_the_set_up_leads_to_it_and_a_new_name_is_offered_it_once() -> None:
    with couch(Settings(language="en", names=("Ada",), speed=4.0), (960, 540), tick=0.1) as hands:
        hands.program.title()
        hands.rest(0.3)
        for answer_with in (None, 1):
            hands.program.setup("sturt", lan=False)
            hands.until(lambda: isinstance(hands.app.top, SetupScreen))
            hands.rest(0.3)
            hands.key(pygame.K_RETURN)
            if answer_with is None:
                question = hands.app.top
                assert isinstance(question, QuestionScreen) and "Ada" in question.text
                hands.press(question.buttons[0])
                hands.until(lambda: isinstance(hands.app.top, LessonScreen))
            else:
                hands.until(lambda: isinstance(hands.app.top, TableScreen))
                assert not isinstance(hands.app.top, LessonScreen), "only once"
            hands.table.actions.leave()
            hands.rest(0.5)
        assert hands.app.settings.has_met("Ada", "sturt") and not hands.app.settings.has_met("Ada", "ghawar")
        hands.program.setup("sturt", lan=False)
        hands.until(lambda: isinstance(hands.app.top, SetupScreen))
        setup = hands.app.top
        assert isinstance(setup, SetupScreen) and setup.learn is not None
        hands.press(setup.learn)
        hands.until(lambda: isinstance(hands.app.top, LessonScreen))


def test_people_who_play_together_are_not_sent_into_a_game_of_one() -> None:
    with couch(msgspec.structs.replace(QUICK, names=("Ada", "Bo")), (960, 540)) as hands:
        hands.program.title()
        hands.rest(0.3)
        hands.program.setup("sturt", lan=False)
        hands.until(lambda: isinstance(hands.app.top, SetupScreen))
        setup = hands.app.top
        assert isinstance(setup, SetupScreen)
        while setup.seats[1].kind.chosen != PERSON_KIND:
            setup.seats[1].kind.handle(MoveFocus(dx=1))
        hands.rest(0.3)
        hands.press(setup.start)
        hands.until(lambda: isinstance(hands.app.top, TableScreen | LessonScreen | QuestionScreen))
        assert isinstance(hands.table, TableScreen) and hands.table.client_table.yours == (0, 1)


def test_tables_of_the_lan_and_games_without_one_have_no_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    with couch(QUICK, (960, 540)) as hands:
        hands.program.title()
        hands.rest(0.3)
        hands.program.setup("sturt", lan=True)
        hands.until(lambda: isinstance(hands.app.top, SetupScreen))
        assert isinstance(hands.app.top, SetupScreen) and hands.app.top.learn is None
        monkeypatch.setattr(lessons, "has_lesson", lambda key: False)
        hands.app.home()
        hands.program.setup("sturt", lan=False)
        hands.until(lambda: isinstance(hands.app.top, SetupScreen))
        assert hands.app.top.learn is None
        hands.press(hands.app.top.start)
        hands.until(lambda: isinstance(hands.app.top, TableScreen | QuestionScreen))
        assert isinstance(hands.app.top, TableScreen), "nobody is offered what there is not"


def test_a_lesson_left_can_be_gone_on_with_as_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its AI thinks for itself from then on, as the script is not kept."""
    monkeypatch.setenv("TILEWRIGHT_HOME", str(tmp_path))  # where no seats elsewhere are remembered
    with couch(QUICK, (960, 540), tick=0.1) as hands:
        screen = begun(hands, "sturt")
        while screen.model.index < 3:
            do_step(hands, screen, "mouse")
            reached(hands)
        screen.actions.leave()
        hands.rest(0.5)
        hands.program.go_on()
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        assert not isinstance(hands.app.top, LessonScreen)
        assert hands.table.client_table.holders[1].kind == "bot"


def test_what_is_dimmed_and_what_is_bright_are_together_the_window() -> None:
    area = Rect(0, 0, 100, 60)
    bright = (Rect(10, 10, 20, 20), Rect(25, 15, 30, 10), Rect(90, 50, 30, 30))
    parts = dimmed_parts(area, bright)
    for x in range(0, 100, 3):
        for y in range(0, 60, 3):
            spot = x + 0.5, y + 0.5
            lit = any(rect.contains(*spot) for rect in bright)
            assert sum(part.contains(*spot) for part in parts) == (0 if lit else 1)


def test_the_pointer_ends_at_what_is_bright() -> None:
    paper = Rect(100, 100, 200, 100)
    for place in (Rect(0, 0, 20, 20), Rect(400, 120, 20, 20), Rect(180, 300, 40, 40), Rect(190, 0, 10, 10)):
        corners = pointer(paper, (place,))
        assert corners is not None
        tip = corners[2]
        assert place.x <= tip[0] <= place.right and place.y <= tip[1] <= place.bottom
        assert not paper.contains(*tip)
    assert pointer(paper, ()) is None


def test_what_leans_on_the_lessons_way_is_left_out_where_somebody_has_gone_another() -> None:
    """Nobody who has covered another card is told that they were connected."""
    with couch(QUICK, (960, 540), tick=0.1, drawn=False) as hands:
        screen, names = begun(hands, "sturt"), []
        while not screen.model.over:
            shown = screen.model.shown()
            assert shown is not None
            names.append(shown.step.name)
            if shown.step.name == "cover":
                other = other_move(screen)
                screen.model.decide(other)
                decide(screen, other, hands)
            elif shown.kind == "read":
                screen.model.read_on()
            else:
                decide(screen, screen.model.expected(shown.step)[0], hands)
            reached(hands)
        assert names == ["goal", "cards", "lay", "full", "cover", "end", "help"]


def test_where_there_are_several_kinds_of_things_it_points_at_the_one_to_take() -> None:
    with couch(QUICK, (960, 540), tick=0.1) as hands:
        screen = begun(hands, "sturt")
        for name in ("lay", "cover"):
            while screen.model.shown().step.name != name:  # type: ignore[union-attr]
                do_step(hands, screen, "mouse")
                reached(hands)
            assert screen.bubble is not None
            lit = [rect.centre for rect in screen.bubble.bright]
            frame = screen.model.frame()
            rects = {
                words: screen.model.board.thing_rect(words, frame)
                for words in ("thing fork", "cell 1 2", "cell 0 0")
            }
            wanted = ("thing fork", "cell 1 2") if name == "lay" else ("cell 0 0",)
            assert lit == [rects[words].centre for words in wanted]  # type: ignore[union-attr]
