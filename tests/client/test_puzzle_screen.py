"""A puzzle on its board: looked for with every device, told right or wrong, shown when asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from assets.texts import LANGUAGES
from client.boards.contract import Frame
from client.boards.kit.action_picker import ActionPicker
from client.boards.kit.board import KitBoard
from client.screens.puzzle.screen import WRONG_SECONDS, PuzzleActions, PuzzleResult, PuzzleScreen
from client.session.puzzles import Puzzle, challenge_puzzles
from client.stage.settings import Settings
from client.ui.widgets import Button
from core import codec, position
from core.bots.greedy import settle_chance
from core.challenge import DAILY_GAMES
from core.games import GAMES, game
from core.position import Position
from tests.client.couch import DEVICES, Couch, couch
from tests.client.kit_player import KitPlayer
from tests.client.looking import HIGH_SIZES, SHAPES, Ruler

WITHOUT_CHANCE = [game.info.key for game in DAILY_GAMES if not game.info.chance]
BEGINNING = """sturt
board: 0,0
  5
turn: 1
"""


class Solver(KitPlayer):
    """Somebody in front of a puzzle."""

    def __init__(self, hands: Couch, puzzle: Puzzle, tried: tuple[Any, ...] = ()) -> None:
        super().__init__(hands)
        self.told: list[Any] = []
        actions = PuzzleActions(
            ended=self.told.append,
            go_on=lambda: self.told.append("go on"),
            leave=lambda: self.told.append("leave"),
            rules=lambda key, page: self.told.append((key, page)),
            tried=lambda action: self.told.append(("tried", action)),
        )
        self.screen = PuzzleScreen(puzzle, "A puzzle", actions, tried)
        self.puzzle = puzzle
        hands.app.push(self.screen)
        hands.rest(0.5)

    @property
    def board(self) -> KitBoard:
        assert isinstance(self.screen.board, KitBoard)
        return self.screen.board

    @property
    def hand(self) -> ActionPicker:
        return self.board.pickers[self.puzzle.seat]

    @property
    def frame(self) -> Frame:
        return self.screen.frame()

    def _focus(self, keys: Any) -> None:
        assert self.screen.focus.current is self.screen.widget

    @property
    def sentence(self) -> str:
        self.hands.rest(0.2)
        return self.screen.prompt.text

    def wrong(self, number: int = 0) -> Any:
        """One of the wrong moves, such as are made on the board."""
        state, seat = self.puzzle.position.state, self.puzzle.seat
        legal = self.puzzle.position.game.legal(state, seat)
        return [
            move for move in legal if move not in self.puzzle.answers and self.board.key(move) is not None
        ][number]

    def shows(self, move: Any) -> bool:
        """Whether the position after this move is on the board."""
        after = self.puzzle.position.game.apply(self.puzzle.position.state, self.puzzle.seat, move)
        return codec.encode(self.frame.view) == codec.encode(after)

    def settle(self) -> None:
        """Until a move can be looked for again, or all is over."""
        self.hands.until(lambda: self.screen.chooser is not None or self._is_over())
        self.hands.rest(0.3)

    def _is_over(self) -> bool:
        return self.screen.result is not None and not self.screen.playback.busy

    def button(self, key: str) -> Button | None:
        """The button with these words."""
        words = self.hands.app.translate(key)
        labels = {
            widget: widget.label() if callable(widget.label) else widget.label
            for widget in self.screen.focus.widgets
            if isinstance(widget, Button)
        }
        return next((widget for widget, label in labels.items() if label == words), None)


@pytest.fixture
def hands(home: Path) -> Iterator[Couch]:
    with couch(Settings(language="en", names=("Ada",)), (960, 540), tick=0.1) as made:
        yield made


@pytest.fixture
def solver(hands: Couch) -> Solver:
    return Solver(hands, challenge_puzzles(game("sturt"))[0])


@pytest.mark.parametrize("key", WITHOUT_CHANCE)
@pytest.mark.parametrize("device", DEVICES)
def test_the_right_move_ends_it(hands: Couch, key: str, device: str) -> None:
    solver = Solver(hands, challenge_puzzles(game(key))[1])
    assert solver.sentence == hands.app.translate("puzzle.find", name="Ada")
    solver.does(solver.puzzle.answers[0], device)
    solver.settle()
    assert solver.told == [PuzzleResult(1, True)]
    assert solver.sentence == hands.app.translate("puzzle.right")
    done = solver.button("puzzle.done")
    assert done is not None and solver.screen.focus.current is done
    if device == "mouse":
        hands.press(done)
    elif device == "keyboard":
        hands.key(pygame.K_RETURN)
    else:
        hands.pad(0)
    assert solver.told[1:] == ["go on"]


def test_a_wrong_move_is_shown_told_and_taken_back(solver: Solver) -> None:
    move = solver.wrong()
    solver.does(move, "keyboard")
    solver.hands.rest(0.3)
    assert solver.sentence == solver.hands.app.translate("puzzle.wrong")
    solver.hands.until(lambda: not solver.screen.playback.busy)
    assert solver.shows(move)
    solver.hands.rest(WRONG_SECONDS + 0.3)
    assert solver.frame.view is solver.puzzle.position.state
    assert solver.screen.chooser == solver.puzzle.seat
    assert solver.told == [("tried", move)]
    solver.does(solver.puzzle.answers[0], "keyboard")
    solver.settle()
    assert solver.told[1:] == [PuzzleResult(2, True)]


def test_the_same_wrong_move_counts_once(solver: Solver) -> None:
    for _ in range(2):
        solver.screen.answer(solver.wrong())
        solver.settle()
    assert solver.screen.tried == [solver.wrong()]
    assert solver.told == [("tried", solver.wrong())]


def test_after_two_tries_one_can_be_shown_the_move(solver: Solver) -> None:
    assert solver.button("puzzle.show") is None
    solver.does(solver.wrong(0), "mouse")
    solver.settle()
    assert solver.button("puzzle.show") is None
    solver.does(solver.wrong(1), "mouse")
    solver.settle()
    show = solver.button("puzzle.show")
    assert show is not None
    solver.hands.press(show)
    solver.settle()
    assert solver.told[2:] == [PuzzleResult(2, False)]
    assert solver.sentence == solver.hands.app.translate("puzzle.shown")
    assert solver.shows(solver.puzzle.answers[0])
    assert solver.button("puzzle.show") is None and solver.button("puzzle.done") is not None


def test_nothing_counts_while_a_move_is_shown_or_after_the_end(solver: Solver) -> None:
    solver.screen.answer(solver.wrong(0))
    solver.screen.answer(solver.wrong(1))
    assert solver.screen.tried == [solver.wrong(0)]
    solver.settle()
    solver.screen.answer(solver.puzzle.answers[0])
    solver.settle()
    solver.screen.answer(solver.wrong(2))
    solver.screen.show_answer()
    solver.hands.rest(2.0)
    assert solver.told == [("tried", solver.wrong(0)), PuzzleResult(2, True)]


def test_a_press_hurries_what_is_shown(solver: Solver) -> None:
    solver.screen.answer(solver.wrong())
    solver.hands.rest(0.2)
    for _ in range(2):
        solver.hands.key(pygame.K_RETURN)
    solver.hands.rest(0.1)
    assert solver.screen.chooser == solver.puzzle.seat
    assert solver.screen.tried == [solver.wrong()]


def test_tries_from_before_count(hands: Couch) -> None:
    puzzle = challenge_puzzles(game("sturt"))[0]
    legal = puzzle.position.game.legal(puzzle.position.state, puzzle.seat)
    before = tuple(move for move in legal if move not in puzzle.answers)[:2]
    solver = Solver(hands, puzzle, before)
    assert solver.button("puzzle.show") is not None
    solver.screen.answer(puzzle.answers[0])
    assert solver.told == [PuzzleResult(3, True)]


def test_a_good_move_is_told_to_be_good(hands: Couch) -> None:
    first = challenge_puzzles(game("sturt"))[0]
    legal = first.position.game.legal(first.position.state, first.seat)
    good = next(move for move in legal if move not in first.answers)
    solver = Solver(hands, Puzzle(first.position, first.seat, first.answers, (good,)))
    solver.screen.answer(good)
    assert solver.sentence == hands.app.translate("puzzle.good")


def test_a_refusal_says_why_and_counts_nothing(hands: Couch) -> None:
    begin = position.read(BEGINNING, game("sturt"))
    answer = game("sturt").parse("a@1,0")
    solver = Solver(hands, Puzzle(begin, begin.game.to_act(begin.state)[0], (answer,)))
    hands.click(*solver.rect(("cell", 0, 0)).centre)
    assert solver.sentence == hands.app.translate("sturt.refusal.cell_taken")
    assert (solver.screen.tried, solver.told) == ([], [])


def test_rules_and_the_way_out(solver: Solver) -> None:
    solver.hands.point(*solver.rect(("edge", 0)).centre)
    solver.hands.key(pygame.K_F1)
    assert solver.told == [("sturt", 1)]
    solver.hands.key(pygame.K_i)
    solver.hands.key(pygame.K_ESCAPE)
    assert solver.told == [("sturt", 1)], "the first closes the tip"
    solver.hands.key(pygame.K_ESCAPE)
    assert solver.told[1:] == ["leave"]


@pytest.mark.parametrize("key", [game.info.key for game in GAMES])
def test_any_position_of_any_game_can_be_a_puzzle_as_its_seat_sees_it(hands: Couch, key: str) -> None:
    """Mistakes of finished games are looked for again in positions with secrets and chance, too."""
    begun, rng = game(key), np.random.default_rng(4)
    state = begun.start(begun.info.options(), begun.info.seats[0])
    decided = 0
    while decided < 12:
        state = settle_chance(begun, state, rng)
        if not (acting := begun.to_act(state)):
            break
        seat = acting[0]
        legal = begun.legal(state, seat)
        view = begun.view(state, seat)
        if decided in (0, 5, 11) and len(legal) > 1:
            answer, wrong = legal[-1], legal[0]
            read = Position(begun, begun.info.options(), begun.info.seats[0], view)
            solver = Solver(hands, Puzzle(read, seat, (answer,)))
            solver.screen.answer(wrong)
            solver.settle()
            solver.screen.answer(answer)
            solver.settle()
            assert solver.told[-1] == PuzzleResult(2, True)
        state = begun.apply(state, seat, legal[int(rng.integers(len(legal)))])
        decided += 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", (*SHAPES, *HIGH_SIZES), ids=str)
def test_everything_fits(
    language: str, size: tuple[int, int], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = []
    for key in WITHOUT_CHANCE:
        with couch(Settings(language=language), size, tick=0.5) as hands:  # type: ignore[arg-type]
            solver = Solver(hands, challenge_puzzles(game(key))[0])
            with monkeypatch.context() as patch:
                ruler = Ruler(patch)
                wrong += _cut(ruler, solver)
                for number in (0, 1):
                    solver.screen.answer(solver.wrong(number))
                    wrong += _cut(ruler, solver)
                    solver.settle()
                    wrong += _cut(ruler, solver)
                solver.screen.show_answer()
                solver.settle()
                wrong += _cut(ruler, solver)
    assert wrong == []


def _cut(ruler: Ruler, solver: Solver) -> list[str]:
    """What is cut off or too small: pieces of the board may lie over each other, or beyond the window."""
    lines = ruler.measure(solver.screen, solver.hands.app, solver.hands.app.now)
    return [line for line in lines if line.startswith(("cut off", "tiny"))]
