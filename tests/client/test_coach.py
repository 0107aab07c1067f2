"""The coach at a table: asked by every device, silent where it is not wanted, and its warnings."""

from __future__ import annotations

import collections
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import numpy as np
import pygame
import pytest

from assets.texts import Texts
from client.boards import BOARDS
from client.boards import board as board_for
from client.boards.contract import Frame
from client.screens.shared.panes import sentence
from client.screens.table import coach as coach_module
from client.screens.table.coach_view import advice_rect
from client.screens.table.intents import Decide, PlainIntent
from client.screens.table.screen import TableScreen
from client.session.events import PositionView, step_event
from client.stage.settings import Settings
from client.ui.focus import label_words
from core import codec
from core.bots.advice import Advice, AdviceReply, AdvisedAction
from core.bots.greedy import settle_chance
from core.bots.motifs import Motif
from core.game import AnyGame, Refusal, Seat
from core.games import game as game_of
from core.games.sturt.rules import STURT
from tests.client.screens_kit import Stage, opened, server, stage, table

ASKED_TWICE = Motif(
    "ghawar.motif.buys", 1.0, ((0, 1),), {"colour": "ghawar.cargo.blue", "price": 4, "seat": 0}
)
"""What speaks for an action here: any sentence with a seat, a thing and a number."""


class Scripted:
    """An adviser that answers at once: the last legal action is the best, the first the worst."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, Seat]] = []
        self.replies: list[AdviceReply] = []
        self.trouble: Refusal | None = None
        self.rest: tuple[Any, ...] = ()

    def ask(self, game: AnyGame, options: Any, seats: int, view: Any, seat: Seat, *rest: Any) -> int:
        self.asked.append((view, seat))
        self.rest = rest
        if rest:
            return 2
        legal = [game.notation(action) for action in game.legal(view, seat)][::-1]
        wins = [0.9 - 0.8 * i / max(1, len(legal) - 1) for i in range(len(legal))]
        best, *others = (AdvisedAction(name, win, 0.0, 1000) for name, win in zip(legal, wins, strict=True))
        advice = Advice((msgspec.structs.replace(best, motifs=(ASKED_TWICE,)), *others))
        self.replies = [AdviceReply(1, None if self.trouble else advice, True, self.trouble)]
        return 1

    def poll(self) -> list[AdviceReply]:
        replies, self.replies = self.replies, []
        return replies

    def forget(self) -> None:
        self.replies = []


@contextmanager
def coached(
    coach: str = "asked", *kinds: str, size: tuple[int, int] = (960, 540)
) -> Iterator[tuple[Stage, TableScreen, Scripted]]:
    """A table of Sturt with a coach; Ada decides."""
    adviser = Scripted()
    with server() as house, stage(size=size) as on:
        on.app.settings = msgspec.structs.replace(Settings(), coach=coach)
        screen = table(opened(on, house, *(kinds or ("Ada", "random"))), adviser=adviser)
        on.app.push(screen)
        on.until(lambda: screen.model.chooser is not None)
        on.frames(0.5)
        yield on, screen, adviser


def trigger(on: Stage) -> None:
    """The right trigger of a gamepad, pulled and let go."""
    for value in (32767, 0):
        on.frames(1 / 30, pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=5, value=value, instance_id=5))


@pytest.mark.parametrize("device", ["keyboard", "pad", "mouse"])
def test_the_coach_is_asked_by_every_device(device: str) -> None:
    with coached() as (on, screen, _):
        if device == "keyboard":
            on.key(pygame.K_c)
        elif device == "pad":
            trigger(on)
        else:
            on.click(screen.tools[0])
            on.frames(0.4)
            entry = next(
                w for w in screen.focus.modal.widgets if label_words(w.label) == on.app.translate("coach.ask")
            )
            on.click(entry)
        legal = STURT.legal(screen.model.frame().view, Seat(0))
        assert list(screen.model.frame().advised) == legal[::-1][:3]
        paper = screen.snapshot().coach
        assert paper is not None and len(paper.lines) == 3 and paper.lines[0].worth == "Wins 90 of 100 games."
        blue = on.app.translate("ghawar.cargo.blue")
        assert paper.reasons == (on.app.translate(ASKED_TWICE.code, colour=blue, price=4, seat="Ada"),)
        on.key(pygame.K_c)
        assert screen.snapshot().coach is None and screen.model.frame().advised == ()


@pytest.mark.parametrize("size", [(960, 540), (800, 1200)], ids=["wide", "high"])
def test_its_paper_shows_the_best_action_and_is_put_away_by_a_press(size: tuple[int, int]) -> None:
    with coached(size=size) as (on, screen, _):
        on.key(pygame.K_c)
        shown = screen.snapshot()
        for action in STURT.legal(shown.frame.view, Seat(0)):
            lit = screen.model.board.action_rects(action, shown.frame)
            paper = advice_rect(shown.lay, on.app.canvas.area, lit)
            assert lit and not any(map(paper.meet(shown.lay.field).overlaps, lit))
            if action == shown.frame.advised[0]:
                on.click(paper)
        assert screen.snapshot().coach is None and screen.model.state.pending == 0


def test_it_thinks_before_it_is_asked_and_by_what_the_seat_sees() -> None:
    with coached() as (_, screen, adviser):
        (view, seat), *more = adviser.asked
        state = screen.client_table.latest.view(seat)
        assert not more and seat == 0 and codec.encode(view) == codec.encode(STURT.view(state, seat))


def test_it_is_gone_after_the_decision() -> None:
    with coached() as (on, screen, adviser):
        on.key(pygame.K_c)
        screen.model.decide(STURT.legal(screen.model.frame().view, Seat(0))[0])
        on.until(lambda: len(adviser.asked) == 2)
        assert screen.snapshot().coach is None


def test_a_coach_that_is_off_thinks_of_nothing() -> None:
    with coached("off") as (on, screen, adviser):
        assert adviser.asked == []
        on.key(pygame.K_c)
        on.frames(0.2)
        assert len(adviser.asked) == 1 and screen.snapshot().coach is not None


def test_who_has_nothing_to_decide_is_told_so() -> None:
    with coached() as (on, screen, _):
        screen.model.decide(STURT.legal(screen.model.frame().view, Seat(0))[0])
        screen.do(PlainIntent.COACH)
        shown = [notice.text for notice in on.app.notices.shown]
        assert shown == [on.app.translate("coach.refusal.nothing_to_decide")]
        assert screen.snapshot().coach is None


def test_trouble_is_said_on_its_paper() -> None:
    with coached() as (on, screen, adviser):
        adviser.trouble = Refusal("coach.refusal.died")
        screen.model.decide(STURT.legal(screen.model.frame().view, Seat(0))[0])
        on.until(lambda: len(adviser.asked) == 2 and screen.model.chooser is not None)
        on.key(pygame.K_c)
        paper = screen.snapshot().coach
        assert (
            paper is not None and paper.note == on.app.translate("coach.refusal.died") and paper.lines == ()
        )


def test_a_person_is_warned_of_what_loses_much_and_may_do_it_anyway() -> None:
    with coached("blunders") as (on, screen, _):
        legal = STURT.legal(screen.model.frame().view, Seat(0))
        screen.do(Decide(legal[0]))
        on.frames(0.3)
        dialog = screen.focus.modal
        assert dialog is not None and screen.model.state.pending == 0
        better = [screen.model.coach.better_words(action, screen.model.frame()) for action in legal]
        assert better[0] != on.app.translate("coach.other_turn") == better[-2]
        on.key(pygame.K_RIGHT, pygame.K_RETURN)
        on.until(lambda: len(screen.client_table.log) > 0)
        assert screen.client_table.log[0].action == legal[0]


def test_where_points_say_more_losses_are_counted_in_points(monkeypatch: pytest.MonkeyPatch) -> None:
    with coached("blunders") as (on, screen, _):
        legal, coach = STURT.legal(screen.model.frame().view, Seat(0)), screen.model.coach
        assert coach.advice is not None and coach.warns(legal[0])
        monkeypatch.setattr(coach_module, "game_points", lambda game: 10.0)
        assert coach.loss(legal[0]) == 0 and not coach.warns(legal[0]), "all bring the same points"
        best = msgspec.structs.replace(coach.advice.actions[0], points=4.0)
        coach.advice = msgspec.structs.replace(coach.advice, actions=(best, *coach.advice.actions[1:]))
        assert coach.loss(legal[0]) == pytest.approx(0.4) and coach.warns(legal[0])
        assert coach.worth(best) == on.app.translate("coach.worth_only_points", points="4")
        screen.do(Decide(legal[0]))
        assert "points: about 4." in screen.model._warning()  # noqa: SLF001  # what the dialog says


@pytest.mark.parametrize("answer", ["bad", "good", "none"])
def test_what_was_hardly_tried_is_searched_before_it_is_done(answer: str) -> None:
    with coached("blunders") as (on, screen, adviser):
        coach, legal = screen.model.coach, STURT.legal(screen.model.frame().view, Seat(0))
        names = [STURT.notation(action) for action in (legal[-1], legal[0])]
        assert coach.advice is not None
        coach.advice = Advice((AdvisedAction(names[0], 0.9, 0.0, 1000), AdvisedAction(names[1], 0.9, 0.0, 1)))
        wins = (0.9, 0.1 if answer == "bad" else 0.88)
        checked = Advice(tuple(AdvisedAction(*one, 0.0, 500) for one in zip(names, wins, strict=True)))
        screen.do(Decide(legal[0]))
        assert (
            adviser.rest[1:] == (names[1], True)
            and screen.model.state.pending == 0
            and screen.focus.modal is None
        )
        if answer != "none":
            adviser.replies = [AdviceReply(2, checked, True)]
        on.frames(0.3)
        assert (screen.focus.modal is not None) == (answer == "bad")
        assert _is_decided(screen) == (answer == "good")
        on.frames(1.0)
        assert _is_decided(screen) == (answer != "bad"), "nobody waits longer"


def _is_decided(screen: TableScreen) -> bool:
    """Whether the decision is on its way to the server, or has come back."""
    return bool(screen.model.state.pending or screen.client_table.log)


def test_nobody_is_warned_of_the_best_or_without_asking_for_it() -> None:
    with coached("blunders") as (on, screen, _):
        assert not screen.model.coach.warns(STURT.legal(screen.model.frame().view, Seat(0))[-1])
        on.app.settings = msgspec.structs.replace(on.app.settings, coach="asked")
        assert not screen.model.coach.warns(STURT.legal(screen.model.frame().view, Seat(0))[0])


@pytest.mark.parametrize("key", sorted(BOARDS))
def test_marks_are_drawn_on_every_board_at_every_decision(key: str) -> None:
    game, rng = game_of(key), np.random.default_rng(3)
    s = settle_chance(game, game.start(game.info.options(), 2), rng)
    drawn = board_for(game, game.info.options(), 2)
    with stage() as on:
        for _ in range(12):
            seat = game.to_act(s)[0]
            view = game.view(s, seat)
            legal = game.legal(view, seat)
            position = PositionView({int(seat): view}, 0, (seat,), None)
            frame = Frame(position, int(seat), seat, 0.0, on.app.translate)
            pictures = set[bytes]()
            for advised in ((), tuple(legal[-3:])):
                on.app.canvas.fill("table")
                drawn.draw(on.app.canvas, msgspec.structs.replace(frame, advised=advised))
                pictures.add(pygame.image.tobytes(on.app.canvas.surface, "RGB"))
            assert len(pictures) == 2
            s = settle_chance(game, game.apply(s, seat, legal[int(rng.integers(len(legal)))]), rng)


@pytest.mark.parametrize("key", sorted(BOARDS))
def test_actions_of_the_same_words_are_told_apart(key: str) -> None:
    """Of all pairs of actions with one caption only few have no more to say than that the board marks it."""
    game, rng = game_of(key), np.random.default_rng(5)
    s = settle_chance(game, game.start(game.info.options(), 2), rng)
    board, say, told = board_for(game, game.info.options(), 2), Texts("en").translate, list[str]()
    while (to_act := game.to_act(s)) and len(told) < 60:
        seat = to_act[0]
        view = game.view(s, seat)
        legal = game.legal(view, seat)
        first, *others = (legal[int(number)] for number in rng.permutation(len(legal))[:6])
        words = board.advice(step_event(game, view, seat, first), int(seat))
        for other in others:
            if board.advice(step_event(game, view, seat, other), int(seat)) == words:
                frame = Frame(PositionView({int(seat): view}, 0, (seat,), None), int(seat), None, 0.0, say)
                told.append(sentence(board.distinction(first, other, frame), say, "Ada{}".format))
        s = settle_chance(game, game.apply(s, seat, first), rng)
    assert told and not [text for text in told if "{" in text]
    assert told.count(say("coach.marked")) <= 0.2 * len(told), collections.Counter(told)


def test_a_host_may_switch_the_coach_off() -> None:
    adviser = Scripted()
    with server() as house, stage() as on:
        screen = table(opened(on, house, "Ada", "random", coach=False), adviser=adviser)
        on.app.push(screen)
        on.until(lambda: screen.model.chooser is not None)
        on.key(pygame.K_c)
        shown = [notice.text for notice in on.app.notices.shown]
        assert shown == [on.app.translate("coach.refusal.forbidden")] and adviser.asked == []
