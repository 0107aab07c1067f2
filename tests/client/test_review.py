"""The review of a replay: made in the background, kept, gone on with, and what leads on from it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pygame
import pytest

from client.screens.replay.review_sheet import ReviewSheet, no_turns
from client.screens.replay.screen import ReplayActions, ReplayScreen
from client.session.puzzles import Puzzle
from client.session.reviews import FOLDER, ReviewRun
from core import codec
from core.bots.advice import Advice, AdviceReply, AdvisedAction
from core.bots.motifs import Motif
from core.bots.review import CHECK_FACTOR, MOST_CHECKS, Review, decisions_of
from core.game import AnyGame, Refusal, Seat
from core.games import GAMES
from core.record import Record
from tests.client.screens_kit import Stage, cut_texts, stage
from tests.core import laws
from tests.core.test_laws import twin_of
from tests.core.test_review import played

REASON = Motif("ghawar.motif.claims", 1.0, (), {"colour": "ghawar.cargo.violet", "value": 5})


class Judge:
    """An adviser to which the first legal action is the best, for these `motifs`; all others lose 0.5.

    If it `relents`, nothing is lost when it looks again.
    """

    def __init__(self, motifs: tuple[Motif, ...] = ()) -> None:
        self.motifs = motifs
        self.number = 0
        self.busy = False
        self.refuses = self.relents = False
        self.asked: list[tuple[Any, Seat, int]] = []
        self._reply: AdviceReply | None = None

    def ask(
        self,
        game: AnyGame,
        options: Any,
        seats: int,
        view: Any,
        seat: Seat,
        tries: int = 0,
        also: str = "",
        compare: bool = False,
    ) -> int:
        self.number += 1
        self.busy = True
        self.asked.append((view, seat, tries))
        names = [game.notation(action) for action in game.legal(view, seat)]
        others = 0.8 if compare and self.relents else 0.3
        wins = (0.8, *[others] * (len(names) - 1))
        actions = tuple(
            AdvisedAction(name, win, 50 * win, 500, self.motifs)
            for name, win in zip(names, wins, strict=True)
        )
        trouble = Refusal("match.refusal.no_compiler") if self.refuses else None
        self._reply = AdviceReply(self.number, None if trouble else Advice(actions), True, trouble)
        return self.number

    def poll(self) -> list[AdviceReply]:
        reply, self._reply = self._reply, None
        self.busy = False
        return [] if reply is None else [reply]

    def forget(self) -> None:
        self._reply, self.busy = None, False


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the settings."""
    monkeypatch.setenv("TILEWRIGHT_HOME", str(tmp_path))
    return tmp_path


@contextmanager
def replay(
    saved: Record,
    judge: Judge | None,
    reviewed: bool = False,
    language: str = "en",
    size: tuple[int, int] = (960, 540),
) -> Iterator[tuple[Stage, ReplayScreen, list[Puzzle]]]:
    """A replay on the screen, and the puzzles to which it has led."""
    learnt = list[Puzzle]()
    actions = ReplayActions(
        play_on=lambda text, names: None,
        rules=lambda key, page: None,
        settings=lambda: None,
        leave=lambda: None,
        learn=learnt.extend,
        adviser=judge,  # type: ignore[arg-type]  # made up here
    )
    with stage(language, size) as on:
        screen = ReplayScreen(saved, actions, reviewed)
        on.app.push(screen)
        on.frames(0.5)
        yield on, screen, learnt


def finished(on: Stage, screen: ReplayScreen) -> Review:
    """The review of a replay, once it is done."""
    screen.open_review()
    assert screen.run is not None
    for _ in range(1000):
        if screen.run.review.done:
            return screen.run.review
        on.frames()
    raise AssertionError("the review never ended")


@pytest.mark.parametrize("key", ["sturt", "great_split"])
def test_every_decision_is_looked_at_through_its_seats_eyes(home: Path, key: str) -> None:
    saved, judge = played(key, most=40), Judge()
    with replay(saved, judge) as (on, screen, _):
        review = finished(on, screen)
        steps = decisions_of(saved)
        assert [one.step for one in review.decisions] == list(steps)
        assert len(judge.asked) == len(steps) + MOST_CHECKS
        for (view, seat, tries), number in zip(judge.asked, steps, strict=False):
            assert seat == saved.steps[number].seat and tries > 0
            assert repr(view) == repr(saved.game.view(saved.states[number], seat))
        sheet = screen.focus.modal
        assert isinstance(sheet, ReviewSheet)
        assert len(sheet.rows) == len(review.turning_points()) == 4
        turn = review.turning_points()[0]
        screen.jump(turn.step)
        on.frames(0.5)
        seen = screen.frame()
        assert seen.viewer == turn.seat and seen.position.to_act == (turn.seat,)
        assert repr(seen.view) == repr(saved.game.view(saved.states[turn.step], Seat(turn.seat)))


@pytest.mark.parametrize("game", [game for game in GAMES if game.info.hidden], ids=lambda game: game.info.key)
def test_review_and_puzzles_are_the_same_in_two_worlds_that_the_seats_cannot_tell_apart(
    tmp_path: Path, game: AnyGame
) -> None:
    """In the second world every decision was made with other secrets of the others and of chance."""
    saved, rng = played(game.info.key, most=60), np.random.default_rng(4)
    states = list(saved.states)
    for number in decisions_of(saved):
        states[number] = twin_of(game)(states[number], saved.steps[number].seat, rng)
    other = msgspec.structs.replace(saved, states=tuple(states))
    assert any(not laws.same(a, b) for a, b in zip(saved.states, other.states, strict=True))
    told = list[bytes]()
    for number, world in enumerate((saved, other)):
        judge = Judge()
        run = ReviewRun(world, judge, tmp_path / str(number))  # type: ignore[arg-type]  # made up here
        while not run.review.done:
            run.update()
        actions = ReplayActions(lambda *_: None, lambda *_: None, lambda: None, lambda: None)
        puzzles = ReplayScreen(world, actions)._mistakes(run)  # noqa: SLF001  # what the button shows
        assert puzzles
        shown = [(codec.plain(one.position.state), one.seat, repr(one.answers)) for one in puzzles]
        asked = [(codec.plain(view), *rest) for view, *rest in judge.asked]
        told.append(codec.encode((run.review, asked, shown)))
    assert told[0] == told[1]


def test_a_look_back_begins_with_the_review_at_the_end_of_the_game(home: Path) -> None:
    with replay(played("sturt"), Judge(), reviewed=True) as (on, screen, _):
        assert isinstance(screen.focus.modal, ReviewSheet) and not screen.head.playing
        at = screen.head.at
        on.frames(1)
        on.key(pygame.K_ESCAPE)
        assert screen.focus.modal is None and screen.head.at == at == screen.head.steps


def test_a_turning_point_leads_to_its_position_with_the_better_move_lit(home: Path) -> None:
    saved = played("sturt")
    with replay(saved, Judge()) as (on, screen, _):
        first = finished(on, screen).turning_points()[0]
        sheet = screen.focus.modal
        assert isinstance(sheet, ReviewSheet)
        said = [row.label for row in sheet.rows]
        assert all(isinstance(text, str) and text.count("lays a double") < 2 for text in said), said
        ways = [on.app.translate(f"coach.elsewhere.{way}") for way in ("left", "right", "up", "down")]
        assert any(isinstance(text, str) and any(way in text for way in ways) for text in said), said
        on.frames(0.4)
        on.click(sheet.rows[0])
        on.frames(0.5)
        assert screen.focus.modal is None and screen.head.at == first.step
        assert [saved.game.notation(action) for action in screen.frame().advised] == [first.best]
        assert on.app.translate("review.better", better="").strip() in screen.prompt.text
        screen.jump(first.step + 1)
        assert screen.frame().advised == () or screen.head.at != first.step


def test_a_review_that_was_left_goes_on_where_it_was(home: Path) -> None:
    saved, judge = played("sturt"), Judge()
    with replay(saved, judge) as (on, screen, _):
        screen.open_review()
        on.frames(0.2)
        on.key(pygame.K_ESCAPE)
        screen.leave()
        assert screen.run is not None
        before = len(screen.run.review.decisions)
    assert 0 < before < len(decisions_of(saved))
    again = ReviewRun(saved, Judge())  # type: ignore[arg-type]  # made up here
    assert len(again.review.decisions) == before


def test_what_a_longer_search_does_not_confirm_is_not_shown(home: Path) -> None:
    saved, judge = played("sturt"), Judge()
    judge.relents = True
    with replay(saved, judge) as (on, screen, learnt):
        review = finished(on, screen)
        assert len(review.checked()) == MOST_CHECKS and review.turning_points() == ()
        assert {tries for _, _, tries in judge.asked[-MOST_CHECKS:]} == {CHECK_FACTOR * judge.asked[0][2]}
        sheet = screen.focus.modal
        assert (
            isinstance(sheet, ReviewSheet) and sheet.rows == () and no_turns(review) == "review.unconfirmed"
        )
        screen._learn()  # noqa: SLF001  # what the button does
        assert learnt == []


def test_a_review_that_was_left_between_checks_goes_on_there(home: Path) -> None:
    saved, judge = played("sturt"), Judge()
    run = ReviewRun(saved, judge)  # type: ignore[arg-type]  # made up here
    while len(run.review.checked()) < 3:
        run.update()
    run.stop()
    again = ReviewRun(saved, judge)  # type: ignore[arg-type]  # made up here
    assert again.review == run.review and not again.review.done
    asked = len(judge.asked)
    while not again.review.done:
        again.update()
    assert len(judge.asked) - asked == MOST_CHECKS - 3


@pytest.mark.parametrize("damage", [b"", b"{", b'{"total":1}', b"\xff" * 50])
def test_a_damaged_review_is_made_anew(home: Path, damage: bytes) -> None:
    saved = played("sturt")
    with replay(saved, Judge()) as (on, screen, _):
        finished(on, screen)
        screen.leave()
    (file,) = (home / FOLDER).glob("*.json")
    file.write_bytes(damage)
    assert ReviewRun(saved, Judge()).review.decisions == ()  # type: ignore[arg-type]  # made up here


def test_a_review_of_another_game_is_not_believed(home: Path) -> None:
    saved = played("sturt")
    with replay(saved, Judge()) as (on, screen, _):
        finished(on, screen)
        screen.leave()
    (file,) = (home / FOLDER).glob("*.json")
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"best":"', '"best":"9'), encoding="utf-8")
    assert ReviewRun(saved, Judge()).review.decisions == ()  # type: ignore[arg-type]  # made up here


def test_ones_own_mistakes_become_puzzles(home: Path) -> None:
    saved = played("sturt")
    with replay(saved, Judge()) as (on, screen, learnt):
        review = finished(on, screen)
        screen._learn()  # noqa: SLF001  # what the button does
        worst = [*review.blunders(Seat(0)), *review.blunders(Seat(1))]
        assert len(learnt) == len(worst)
        assert [saved.game.notation(one.answers[0]) for one in learnt] == [one.best for one in worst] != []
        assert all(one.seat in saved.game.to_act(one.position.state) for one in learnt)


def test_trouble_is_said_and_tried_again(home: Path) -> None:
    judge = Judge()
    judge.refuses = True
    with replay(played("sturt"), judge) as (on, screen, _):
        screen.open_review()
        on.frames(0.3)
        assert screen.run is not None and screen.run.trouble is not None
        words = screen._review_words(screen.run)  # noqa: SLF001  # what the sheet says
        assert words.trouble == on.app.translate("match.refusal.no_compiler")
        judge.refuses = False
        assert finished(on, screen).done


def test_without_an_adviser_there_is_no_review(home: Path) -> None:
    with replay(played("sturt"), None) as (on, screen, _):
        screen.open_review()
        assert [one.text for one in on.app.notices.shown] == [on.app.translate("coach.refusal.none")]


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize("size", [(960, 540), (800, 1200)], ids=["wide", "high"])
def test_the_sheet_fits(
    home: Path, monkeypatch: pytest.MonkeyPatch, language: str, size: tuple[int, int]
) -> None:
    """In high windows there is no room for reasons."""
    saved, judge = played("ghawar", most=200), Judge((REASON,))
    with replay(saved, judge, language=language, size=size) as (on, screen, _):
        finished(on, screen)
        with cut_texts(monkeypatch) as cut:
            on.frames(0.5)
        sheet, area = screen.focus.modal, on.app.canvas.area
        assert isinstance(sheet, ReviewSheet) and sheet.rows and not cut
        for widget in sheet.focus.widgets:
            assert area.contains(widget.rect.x, widget.rect.y)
            assert area.contains(widget.rect.right - 1, widget.rect.bottom - 1)
