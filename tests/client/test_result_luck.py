"""Everybody's luck with the dice: what is counted, what is said of it, and the page of the result it has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pygame
import pytest

from assets.texts import LANGUAGES, Texts
from client.boards import BOARDS, board
from client.boards.contract import SeatLuck, Sentence
from client.boards.ghawar.luck import luck_report, total_chances
from client.screens.result.luck import luck_rank, luck_word, sentences
from client.screens.result.screen import ResultScreen
from client.screens.shared.panes import sentence
from client.ui import bindings
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core import chance, codec
from core.game import CHANCE
from core.games import game as game_of
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import NOTHING, Dice, Die
from core.match import Match
from tests.client.screens_kit import EVERYWHERE, Stage, check_layout, opened, play_out, server, stage, table
from tests.client.test_screen_result import UPRIGHT, Where

FACES = range(1, 7)


# --- What is counted ----------------------------------------------------------------------------------


@cache
def game(seats: int, dice_choice: bool = False) -> Match:
    """A game of random moves that ends soon."""
    options = codec.options_of(GHAWAR, {"stalemate": 6, "dice_choice": dice_choice})
    match, rng = Match(GHAWAR, options, seats, chance.seed_from(seats)), np.random.default_rng(seats)
    while to_act := match.to_act():
        legal = GHAWAR.legal(match.state, to_act[0])
        match.submit(to_act[0], legal[rng.integers(len(legal))], match.turn)
    return match


GAMES = [(seats, dice_choice) for seats in (2, 3, 4) for dice_choice in (False, True)]


@pytest.mark.parametrize(("seats", "dice_choice"), GAMES)
def test_rolls_and_derricks_are_those_of_the_game(seats: int, dice_choice: bool) -> None:
    """Counted anew from the steps, whosever turn it was."""
    match = game(seats, dice_choice)
    rolled = [[0] * 6 for _ in range(seats)]
    built, hoped = [0] * seats, [Fraction(0)] * seats
    for state, step, after in zip(match.states, match.steps, match.states[1:], strict=False):
        seat, free = state.turn, state.derricks == NOTHING
        if step.seat == CHANCE and isinstance(step.action, Die):
            rolled[seat][step.action.pips - 1] += 1
        if step.seat == CHANCE and isinstance(step.action, Dice):
            room = sum(
                bool(free[r, c] or (dice_choice and free[c, r])) for r, c in product(range(6), repeat=2)
            )
            hoped[seat] += Fraction(room, 36)
        built[seat] += int((after.derricks != NOTHING).sum()) - int(free.size - free.sum())
    told = luck_report(match.state)
    assert told.faces == tuple("123456")
    for seat, luck in enumerate(told.seats):
        assert luck.counts == tuple(rolled[seat])
        assert luck.total == sum(face * count for face, count in zip(FACES, rolled[seat], strict=True))
        rolls = sum(rolled[seat])
        assert (luck.expected, luck.due) == (rolls / 6, rolls * 3.5)
        (derricks,) = luck.facts
        tenths = 10 * int(derricks.values["whole"]) + int(derricks.values["tenths"])
        assert derricks.values["placed"] == built[seat]
        assert abs(tenths - 10 * hoped[seat]) <= Fraction(1, 2)


@pytest.mark.parametrize("rolls", range(6))
def test_how_likely_a_total_is(rolls: int) -> None:
    """All ways in which so many dice can fall, counted one by one."""
    found = [0] * (5 * rolls + 1)
    for dice in product(FACES, repeat=rolls):
        found[sum(dice) - rolls] += 1
    assert total_chances(rolls) == pytest.approx(np.array(found) / 6**rolls)


def test_after_hundreds_of_rolls_the_shares_are_still_right() -> None:
    odds = total_chances(300)
    assert odds.sum() == pytest.approx(1) and odds[:750].sum() == pytest.approx(odds[751:].sum())
    pips = np.arange(300, 1801)
    assert (odds @ pips, odds @ (pips - 1050.0) ** 2) == pytest.approx((1050, 300 * 35 / 12))


def test_the_share_of_dice_that_come_to_less_or_more() -> None:
    """Three dice that came to 14: 181 of 216 come to less, 20 to more."""
    match = game(2)
    state = match.state
    rolled = np.zeros((2, 6), dtype=np.int16)
    rolled[0, [2, 4, 5]] = 1
    luck, unused = luck_report(type(state)(**{**_fields(state), "rolled": rolled})).seats
    assert (luck.less, luck.more) == pytest.approx((181 / 216, 20 / 216))
    assert (unused.total, unused.less, unused.more) == (0, 0, 0)


def _fields(state: Any) -> dict[str, Any]:
    return {name: getattr(state, name) for name in state.__struct_fields__}


@pytest.mark.parametrize("key", sorted(BOARDS))
def test_only_games_with_dice_have_a_report(key: str) -> None:
    played = game_of(key)
    seats = played.info.seats[0]
    state = played.start(played.info.options(), seats)
    face = board(played, played.info.options(), seats)
    assert (face.report(state) is None) == (key != "ghawar")


# --- What is said -------------------------------------------------------------------------------------


def lucky(less: float, more: float, *counts: int) -> SeatLuck:
    return SeatLuck(counts or (1,), 1.0, 9.0, 10.5, less, more, (Sentence("ghawar.luck.derricks", DERRICKS),))


DERRICKS: dict[str, str | int] = {"placed": 4, "whole": 3, "tenths": 7}


@pytest.mark.parametrize(
    ("less", "more", "name"),
    [
        (0.0, 0.9999, "poor"),
        (0.05, 0.9, "poor"),
        (0.2, 0.7, "low"),
        (0.4, 0.5, "even"),
        (0.0, 0.4, "even"),
        (0.7, 0.1, "high"),
        (0.97, 0.01, "rich"),
        (1.0, 0.0, "rich"),
    ],
)
def test_luck_has_a_word(less: float, more: float, name: str) -> None:
    """Rolls as good as half of all dice are neither."""
    assert luck_word(lucky(less, more)) == name
    assert luck_rank(lucky(less, more)) == pytest.approx(1 - luck_rank(lucky(more, less)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_is_never_more_than_is_so(language: str) -> None:
    say = Texts(language).translate

    def tell(line: Sentence) -> str:
        return sentence(line, say, str)

    _, better, derricks = sentences(lucky(0.999, 0.0), say, tell)
    _, worse, _ = sentences(lucky(0.2, 0.678), say, tell)
    assert "99" in better and "67" in worse and "100" not in better
    assert "4" in derricks and ("3,7" if language == "de" else "3.7") in derricks
    assert better.replace("99", "67") != worse
    nothing = sentences(lucky(0.0, 0.0, 0), say, tell)
    assert nothing == (say("result.luck.none"), derricks)


def test_halves_are_written_as_halves() -> None:
    say = Texts("en").translate
    assert sentences(lucky(0.5, 0.4), say, str)[0] == "1 rolls: 9 (fair: 10½)"


# --- Its page -----------------------------------------------------------------------------------------


@contextmanager
def result(
    seats: int = 2, language: str = "en", size: tuple[int, int] = (1280, 720), game: str = "ghawar"
) -> Iterator[tuple[Stage, ResultScreen]]:
    """The result of a game that has just ended."""
    with server() as house, stage(language, size, motion="reduced") as on:
        options = {"stalemate": 1} if game == "ghawar" else {}
        names = ("Maximiliane", "Kenji", "Bo", "Cleo")[:seats]
        session = opened(on, house, *names, game=game, options=options)
        play_out(on, session)
        below = table(session)
        on.app.push(below)
        yield on, ResultScreen(below.model, Where(on, session).actions)


def turn_to_luck(screen: ResultScreen) -> None:
    while screen.page != "luck":
        screen.turn_over()


PRESSES: dict[str, Callable[[Stage, ResultScreen], None]] = {
    "mouse": lambda on, screen: on.click(screen.turn),
    "keys": lambda on, screen: on.key(pygame.K_RIGHT, pygame.K_RETURN),
    "pad": lambda on, screen: _pad(on, bindings.BUTTON_RIGHT, bindings.BUTTON_A),
}


def _pad(on: Stage, *buttons: int) -> None:
    for button in buttons:
        for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            on.frames(1 / 60, pygame.event.Event(kind, button=button, instance_id=5))


@pytest.mark.covering(most=1)
@pytest.mark.parametrize("device", PRESSES)
def test_the_pages_are_turned_by_every_device(device: str) -> None:
    with result() as (on, screen):
        on.app.push(screen)
        on.frames(1.0)
        pages = [screen.page]
        PRESSES[device](on, screen)
        assert screen.focus.current is screen.turn
        pages.append(screen.page)
        for _ in range(2):
            on.frames(1.0)
            on.click(screen.turn) if device == "mouse" else on.key(pygame.K_RETURN)
            pages.append(screen.page)
        on.key(pygame.K_q)
        assert [*pages, screen.page] == ["result", "sheet", "luck", "result", "luck"]


def test_a_game_without_dice_has_no_such_page() -> None:
    with result(game="sturt") as (on, screen):
        on.app.push(screen)
        on.frames(0.5)
        assert screen.report is None and screen.pages == ("result", "sheet")


@pytest.mark.long
@pytest.mark.parametrize(("language", "size"), [*EVERYWHERE, *UPRIGHT])
@pytest.mark.parametrize("seats", [2, 4])
def test_both_pages_fit(
    seats: int, language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with result(seats, language, size) as (on, screen):
        check_layout(on, screen, monkeypatch, frames=5)
        for _ in screen.pages[1:]:
            screen.turn_over()
            check_layout(on, screen, monkeypatch, frames=5)


@pytest.mark.covering(most=1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_of_fair_dice_crosses_no_number(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers above the bars stand in a row; and it is said that many pips alone are no luck."""
    lines, numbers, said = list[tuple[float, float, float]](), list[Rect](), list[str]()
    line, text = Canvas.line, Canvas.text

    def drawn(self: Canvas, a: Any, b: Any, width: float, ink: Any) -> None:
        lines.append((a[0], b[0], a[1])) if ink == "lamp" else None
        line(self, a, b, width, ink)

    def written(self: Canvas, value: str, *rest: Any, **named: Any) -> Rect:
        covered: Rect = text(self, value, *rest, **named)
        said.append(value)
        numbers.append(covered) if value.isdecimal() else None
        return covered

    with result(4, language, (1920, 1080)) as (on, screen):
        on.app.push(screen)
        on.frames(1.0)
        turn_to_luck(screen)
        monkeypatch.setattr(Canvas, "line", drawn)
        monkeypatch.setattr(Canvas, "text", written)
        on.frames(0.5)
        numbers = [number for number in numbers if screen.lay.papers.overlaps(number)]
        assert len(lines) > 4 and len(numbers) >= 2 * 4 * 6
        for x, right, y in lines:
            for number in numbers:
                apart = right < number.x or x > number.right or y < number.y or y > number.bottom
                assert apart, (x, y, number)
        assert on.app.translate("result.luck.note") in said


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_and_numbers_fit_after_long_games(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as many rolls as usual, very good or bad ones, and none at all, where there is least room."""
    with result(4, language, (1440, 1080)) as (on, screen):
        on.app.push(screen)
        on.frames(0.1)
        assert screen.report is not None
        ends = ((0.0, 0.999, 150), (0.999, 0.0, 150), (0.45, 0.5, 150), (0.0, 0.0, 0))
        seats = tuple(
            SeatLuck(
                (count // 6,) * 6,
                count / 6,
                3.5 * count,
                3.5 * count + 0.5,
                less,
                more,
                screen.report.seats[0].facts,
            )
            for less, more, count in ends
        )
        screen.report = type(screen.report)(screen.report.faces, seats)
        turn_to_luck(screen)
        check_layout(on, screen, monkeypatch, frames=5)
