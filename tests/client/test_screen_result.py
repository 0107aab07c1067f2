"""The end of a game: the screen after it, its score sheet and its graph."""

from __future__ import annotations

import random
from typing import Any

import pygame
import pytest

from client.screens.result.graph import ScoreCourse, decision_positions
from client.screens.result.score_sheet import ScoreSheetRow, amount, draw_sheet, rows
from client.screens.result.screen import ResultActions, ResultScreen, headline, series_line
from client.screens.table.screen import TableScreen
from client.session.session import Session
from client.ui.canvas import Canvas
from client.ui.focus import label_words
from client.ui.geometry import Rect
from core import chance
from core.game import CHANCE, AnyGame, Goal, Outcome, ScoreLine, Seat
from core.games import GAMES
from core.games.sturt.rules import STURT
from core.match import Match, Step
from core.protocol import messages as m
from core.series import Series
from tests.client.screens_kit import (
    EVERYWHERE,
    LANGUAGES,
    House,
    Stage,
    check_layout,
    guest,
    opened,
    play_out,
    server,
    stage,
    table,
    wait,
)

UPRIGHT = [(language, size) for size in ((720, 960), (720, 1280)) for language in LANGUAGES]
BEST_OF_3 = next(goal for goal in STURT.info.goals if goal.games == 3)


class Where:
    """Notes where the screen leads to; going back and playing again are done."""

    def __init__(self, on: Stage, session: Session) -> None:
        self.notes: list[str] = []
        self.on, self.session = on, session

    def rematch(self) -> None:
        self.notes.append("rematch")
        self.session.ask(m.Rematch)

    @property
    def actions(self) -> ResultActions:
        return ResultActions(
            rematch=self.rematch,
            look_back=lambda: self.notes.append("look back"),
            keep=lambda: self.notes.append("keep"),
            picture=lambda png: self.notes.append("picture"),
            back=self.on.app.pop,
            leave=lambda: self.notes.append("leave"),
        )


def ended(on: Stage, session: Session, demo: bool = False) -> tuple[ResultScreen, Where]:
    """The result screen over the table of a finished game."""
    below = table(session, demo)
    on.app.push(below)
    where = Where(on, session)
    screen = ResultScreen(below.model, where.actions)
    on.app.push(screen)
    return screen, where


def is_at_table(on: Stage, screen: ResultScreen) -> bool:
    """Whether the table lies on top whose result was shown."""
    return isinstance(on.app.top, TableScreen) and on.app.top.model is screen.table


def test_one_press_plays_again_and_leads_back_to_the_table() -> None:
    with server() as house, stage() as on:
        session = opened(on, house, "Ada", "Kenji")
        play_out(on, session)
        screen, where = ended(on, session)
        on.frames(0.2)
        screen.again.press()
        on.key(pygame.K_RETURN)
        assert where.notes == ["rematch"]
        on.until(lambda: is_at_table(on, screen), session)
        assert session.client_table is not None and session.client_table.latest.turn == 0


def test_a_rematch_of_somebody_else_leads_back_too() -> None:
    with server() as house, stage() as on:
        host = opened(on, house, "Ada", "open")
        assert host.client_table is not None
        other = guest(house)
        other.ask(m.Sit, table=host.client_table.table, seat=1, name="Kenji")
        on.app.push(table(host))
        on.until(lambda: host.client_table and host.client_table.holders[1].name == "Kenji", host, other)
        host.ask(m.Start)
        on.until(
            lambda: other.client_table is not None and other.client_table.phase == "playing", host, other
        )
        play_out(on, host, other)
        screen, _ = ended(on, host)
        on.frames(0.2)
        other.ask(m.Rematch)
        on.until(lambda: is_at_table(on, screen), host, other)


def test_where_nobody_wins_nothing_is_strewn() -> None:
    """Two paths of Down Under closed at once, and no dingo laid."""
    with server() as house, stage() as on:
        session = opened(on, house, "Ada", "Kenji", game="down_under", options={"animals": True})
        client_table = session.client_table
        assert client_table is not None
        for text in ("EW@0,0=emu", "EW@0,1=emu", "endW@1,0", "endW@1,1", "endE@-1,0", "endE@-1,1"):
            turn = client_table.latest.turn
            session.act(client_table.latest.to_act[0], client_table.game.parse(text))
            on.until(lambda turn=turn: client_table.latest.turn > turn, session)
        screen, _ = ended(on, session)
        on.frames(0.5)
        assert screen.outcome.winners == () and screen.scraps == ()


def test_who_only_watches_cannot_begin_the_next_game() -> None:
    with server() as house, stage() as on:
        host = opened(on, house, "Ada", "Kenji")
        assert host.client_table is not None
        play_out(on, host)
        watcher = guest(house)
        watcher.ask(m.Watch, table=host.client_table.table)
        while watcher.client_table is None:
            on.clock.now += 0.02
            watcher.poll(on.clock.now)
            wait((watcher,))
        screen, _ = ended(on, watcher)
        on.frames(0.2)
        assert not screen.again.enabled and screen.again.tip


def test_the_buttons_lead_on() -> None:
    with server() as house, stage() as on:
        session = opened(on, house, "Ada", "Kenji")
        play_out(on, session)
        screen, where = ended(on, session)
        on.frames(1)
        for button in (*screen.choices[2:5], screen.choices[6]):
            on.click(button)
        assert where.notes == ["picture", "look back", "keep", "leave"]
        on.key(pygame.K_ESCAPE)
        assert is_at_table(on, screen)


def demo_over(on: Stage, house: House) -> ResultScreen:
    """A demo that AIs have played to its end, and its result."""
    session = opened(on, house, "bot", "bot")
    assert session.client_table is not None
    client_table = session.client_table
    on.until(lambda: client_table.latest.outcome is not None, session)
    client_table.waiting.clear()
    return ended(on, session, demo=True)[0]


def test_a_demo_goes_on_by_itself_unless_somebody_is_there() -> None:
    with server() as house, stage() as on:
        screen = demo_over(on, house)
        on.leap(27, 0.5)
        assert not screen.asked
        on.leap(2, 0.5)
        assert screen.asked
        on.until(lambda: is_at_table(on, screen), screen.table.session)


def test_a_demo_that_somebody_looks_at_waits_for_them() -> None:
    with server() as house, stage() as on:
        screen = demo_over(on, house)
        on.frames()
        on.key(pygame.K_RIGHT)
        on.leap(40, 0.5)
        assert not screen.asked


@pytest.mark.long
def test_a_result_at_rest_is_not_drawn_again() -> None:
    with server() as house, stage() as on:
        screen = demo_over(on, house)
        on.frames()
        on.key(pygame.K_RIGHT)
        assert not screen.still(on.clock.now), "confetti fall"
        on.until(lambda: screen.course.ready, screen.table.session)
        on.leap(200, 0.5)
        assert screen.still(on.clock.now)
        assert not on.app.frame(on.clock.now + 0.1, [])
        on.key(pygame.K_LEFT)
        assert not screen.still(on.clock.now)


def test_the_graph_ends_with_the_winner_ahead() -> None:
    with server() as house, stage() as on:
        session = opened(on, house, "Ada", "Kenji")
        play_out(on, session)
        screen, _ = ended(on, session)
        on.leap(screen.course.steps + 2)
        assert screen.course.ready
        ada, kenji = screen.course.points(Rect(0, 0, 100, 100))
        assert screen.outcome.winners == (0,)
        assert ada[-1][1] < kenji[-1][1] - 20
        assert [x for x, _ in ada] == sorted(x for x, _ in ada)
        assert (ada[0][0], ada[-1][0]) == (0, 100)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_a_game_went_from_decision_to_decision(game: AnyGame) -> None:
    """A graph begins where somebody is first asked, and what is drawn after a decision belongs to it."""
    seats, rng = game.info.seats[0], random.Random(5)
    match = Match(game, game.info.options(), seats, chance.seed_from(5))
    while to_act := match.to_act():
        action = rng.choice(game.legal(match.tip(to_act[0]), to_act[0]))
        match.submit(to_act[0], action, match.turn, match.ply(to_act[0]))
    found = decision_positions(match.states, match.steps)
    assert len(found) == 1 + sum(step.seat != CHANCE for step in match.steps)
    assert found[-1] is match.state and all(CHANCE not in game.to_act(state) for state in found)
    if all(step.seat != CHANCE for step in match.steps):
        assert found == tuple(match.states)


def words_drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that is written from now on."""
    words, text = list[str](), Canvas.text

    def written(self: Canvas, value: str, *rest: Any, **named: Any) -> Rect:
        words.append(value)
        return text(self, value, *rest, **named)

    monkeypatch.setattr(Canvas, "text", written)
    return words


def test_sheet_picture_and_graph_count_the_same_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of rolls in a game of Ghawar are nobody's moves."""
    with server() as house, stage() as on:
        session = opened(on, house, "Ada", "Kenji", game="ghawar", options={"stalemate": 1})
        play_out(on, session)
        words = words_drawn(monkeypatch)
        screen, _ = ended(on, session)
        on.frames(1)
        moves = sum(map(int, screen.rows[0].amounts))
        assert 0 < moves < len(screen.log) / 2
        assert screen.eyebrow() in words and f"After {moves} moves" in screen.eyebrow()
        screen.turn_over()
        on.frames()
        assert f"Move {moves}" in words


@pytest.mark.parametrize(("longest", "told"), [("4×5", True), ("4×5+1×2+4×3+2×1+5×4+3×3+1×1", False)])
def test_all_sums_behind_a_line_are_told_or_none(
    longest: str, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has the longest would else seem to have none."""
    lines = (
        ScoreSheetRow("moves", ("3", "3", "3")),
        ScoreSheetRow("cubes", ("5", "53", "6"), hows=("1×5", longest, "2×3")),
        ScoreSheetRow("majorities", ("8", "1", "2"), hows=("5+3", "", "")),
    )
    words = words_drawn(monkeypatch)
    with stage() as on:
        draw_sheet(on.app.canvas, Rect(0, 0, 1100, 400), lines, ("Ada", "Bo", "Cy"), (1,))
    assert [how in words for how in ("1×5", longest, "2×3", "5+3")] == [told, told, told, True]
    assert {"5", "53", "6", "8", "1", "2"} <= set(words)


def test_a_board_that_cannot_tell_has_no_graph() -> None:
    class Dumb:
        def measure(self, view: object, seat: Seat) -> float | None:
            return None if view == "later" else 1.0

    course = ScoreCourse(Dumb(), ("now", "later"), 2)  # type: ignore[arg-type]  # only `measure` is asked
    assert course.known
    course.work()
    course.work()
    assert not course.known and not course.ready


def test_a_score_sheet_adds_up_what_counted() -> None:
    breakdown = (
        (ScoreLine("result.sheet.game", 3), ScoreLine("result.sheet.series", -1.5)),
        (ScoreLine("result.sheet.game", 2), ScoreLine("result.sheet.game", 2)),
    )
    outcome = Outcome((Seat(1),), (1.5, 4), "sturt.reason.draw", breakdown)
    steps = [Step(Seat(0), None), Step(Seat(-1), None), Step(Seat(0), None), Step(Seat(1), None)]
    series = Series(Goal(points=90), None, (61.5, 4.0), 2)
    lines = rows(outcome, series, steps, lambda key, **_: key)
    assert [(line.label.rpartition(".")[2], line.amounts) for line in lines] == [
        ("moves", ("2", "1")),
        ("game", ("3", "4")),
        ("series", ("−1½", "–")),
        ("game", ("1½", "4")),
        ("series", ("61½", "4")),
    ]


def test_a_score_sheet_says_the_sum_behind_an_amount() -> None:
    outcome = Outcome(
        (Seat(0),), (6.0, 2.0), "r", ((ScoreLine("gems", 6.0, "2 × 3"),), (ScoreLine("art", 2.0),))
    )
    lines = rows(outcome, Series(Goal(games=1), None, (0.0,) * 3), [], lambda key, **_: key)
    assert [(line.label, line.amounts, line.hows) for line in lines[1:3]] == [
        ("gems", ("6", "–"), ("2×3", "")),
        ("art", ("–", "2"), ()),
    ]


def test_a_mark_that_brings_no_points_says_whose_it_is() -> None:
    """Down Under's dingo that was not laid: its points stand, and the game is lost all the same."""
    breakdown = ((ScoreLine("length", 6.0), ScoreLine("lost", 0.0)), (ScoreLine("length", 5.0),))
    outcome = Outcome((Seat(1),), (6.0, 5.0), "r", breakdown)
    lines = rows(outcome, Series(Goal(games=1), None, (0.0,) * 2), [], lambda key, **_: key)
    assert [(line.label, line.amounts) for line in lines[1:3]] == [
        ("length", ("6", "5")),
        ("lost", ("0", "–")),
    ]


def test_lines_stand_in_the_order_they_have_with_each_seat() -> None:
    """Whoever has no points in a line leaves it out."""
    sheets = (("a", "c", "f"), ("a", "b", "c", "e"), ("d", "e", "f"))
    outcome = Outcome(
        (), (0.0,) * 3, "r", tuple(tuple(ScoreLine(code, 1.0) for code in codes) for codes in sheets)
    )
    lines = rows(outcome, Series(Goal(games=1), None, (0.0,) * 3), [], lambda key, **_: key)
    order = [line.label for line in lines[1:-1]]
    assert order == ["a", "b", "c", "d", "e", "f"]


@pytest.mark.parametrize(
    ("value", "shown"), [(0.5, "½"), (-0.5, "−½"), (2, "2"), (12.25, "12.25"), (-3, "−3")]
)
def test_numbers_of_a_sheet(value: float, shown: str) -> None:
    assert amount(value) == shown


def test_who_has_won_and_how_the_series_stands() -> None:
    def say(key: str, **gaps: object) -> str:
        return " ".join([key.removeprefix("result."), *map(str, gaps.values())])

    names = ("Ada", "Bo", "Cy")

    def won(*winners: int) -> str:
        return headline(Outcome(tuple(Seat(w) for w in winners), (0.0,) * 3, "x"), names, say)

    assert won() == "nobody"
    assert won(1) == "won Bo"
    assert won(0, 2) == "shared and Ada Cy"
    assert won(0, 1, 2) == "draw"
    three = Goal(games=3)
    assert series_line(Series(Goal(games=1), None, (1.0, 0.0), 1), names, say) == ""
    assert series_line(Series(three, None, (1.0, 0.0), 1), names, say) == "series.of_games 1 3"
    assert series_line(Series(three, None, (2.0, 0.0), 2), names, say) == "series.won Ada"
    assert series_line(Series(three, None, (1.5, 1.5), 3), names, say) == "series.shared and Ada Bo"
    assert series_line(Series(Goal(points=90), None, (45.0, 20.0), 4), names, say) == "series.to_points 4 90"


def test_a_series_offers_its_next_game() -> None:
    with server() as house, stage() as on:
        session = opened(on, house, "Ada", "Kenji", goal=BEST_OF_3)
        play_out(on, session)
        screen, _ = ended(on, session)
        assert screen.again_words() == "Next game"
        assert screen.eyebrow().endswith("Game 1 of 3")
        assert screen.eyebrow().startswith("Sturt's Stony Desert")


@pytest.mark.covering(most=4)
@pytest.mark.parametrize(("language", "size"), [*EVERYWHERE, *UPRIGHT])
def test_everything_fits(language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as house, stage(language, size, motion="reduced") as on:
        session = opened(on, house, "Maximiliane", "Kenji", goal=BEST_OF_3)
        play_out(on, session, seed=11)
        below = table(session)
        on.app.push(below)
        screen = ResultScreen(below.model, Where(on, session).actions)
        check_layout(on, screen, monkeypatch, frames=60 if size[0] == 960 else 4)
        check_buttons(on, screen)
        lay, buttons = screen.lay, [widget.rect for widget in screen.choices]
        pages = ((lay.mount, lay.podium, lay.insight), (screen.sheet, screen.graph, lay.note))
        for places in pages:
            parts = [lay.title, *places, *buttons]
            for index, one in enumerate(parts):
                for other in parts[index + 1 :]:
                    assert not one.inset(1).overlaps(other.inset(1)), (one, other)
        screen.turn_over()
        on.leap(20)
        check_layout(on, screen, monkeypatch, frames=4)
        check_buttons(on, screen)


def check_buttons(on: Stage, screen: ResultScreen) -> None:
    """Words of buttons stay on one line, beside an icon on all of a row or on none."""
    for button in screen.choices:
        rect, words = button.rect, label_words(button.label)
        free = rect.w - 2 * min(24.0, rect.w * 0.08) - (0.46 * rect.h + 16 if button.icon else 0.0)
        assert on.app.canvas.measure(words, size=24)[0] <= free and rect.w >= 100, words
        assert all(
            bool(other.icon) == bool(button.icon) for other in screen.choices if other.rect.y == rect.y
        )
