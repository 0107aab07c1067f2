"""The ceremony at the end of a game: what is counted when, how it is left, and what it shows on the way."""

from __future__ import annotations

import random

import pygame
import pytest

from client.screens.result.ceremony import LONGEST_COUNT, REST_SECONDS, ROLL_SECONDS, ceremony, placements
from client.screens.result.podium import columns
from client.screens.result.screen import ResultScreen
from client.ui.canvas import Canvas
from client.ui.portraits import default_portrait
from core.game import Outcome, ScoreLine, Seat
from core.games import GAMES
from core.games.down_under.rules import DOWN_UNDER
from core.games.sturt.rules import STURT
from tests.client.result_kit import played_out, result_of
from tests.client.screens_kit import Stage, stage

NAMES = ("Ada", "Bo", "Cleo", "Dan")
PEOPLE = tuple((name, default_portrait(name)) for name in NAMES)
SHEETS = (
    (ScoreLine("rivers", 5.0), ScoreLine("pass", -2.0)),
    (ScoreLine("rivers", 1.0), ScoreLine("pass", 8.0)),
    (ScoreLine("rivers", 4.0),),
)
OUTCOME = Outcome((Seat(1),), (3.0, 9.0, 4.0), "reason", SHEETS)


def test_points_are_counted_by_category_and_last_place_first() -> None:
    shown = ceremony(OUTCOME, 2.0)
    told = [
        (section.code, [(beat.seat, beat.amount) for beat in section.beats]) for section in shown.sections
    ]
    assert told == [("rivers", [(0, 5.0), (2, 4.0), (1, 1.0)]), ("pass", [(0, -2.0), (1, 8.0)])]
    times = [beat.at for section in shown.sections for beat in section.beats]
    assert times == sorted(times) and times[0] > shown.glided > shown.drawn == 2.0
    assert shown.crown > times[-1] + ROLL_SECONDS and shown.end > shown.crown


def test_when_the_winner_is_crowned_everybody_has_their_score() -> None:
    shown = ceremony(OUTCOME, 0.0)
    assert [shown.counted(seat, shown.crown) for seat in range(3)] == list(OUTCOME.scores)
    assert [shown.counted(seat, shown.sections[1].at) for seat in range(3)] != list(OUTCOME.scores)
    assert shown.most(3) == 9.0


@pytest.mark.parametrize("categories", [1, 14])
def test_long_sheets_are_counted_faster(categories: int) -> None:
    sheet = tuple(ScoreLine(f"code {number}", 1.0) for number in range(categories))
    scores = (float(categories),) * 7
    shown = ceremony(Outcome((Seat(0),), scores, "reason", (sheet,) * 7), 0.0)
    counted = shown.sections[-1].beats[-1].at + REST_SECONDS - shown.glided
    assert counted <= LONGEST_COUNT + REST_SECONDS and (counted > LONGEST_COUNT * 0.9) == (categories > 1)


def test_each_category_is_a_chain_and_the_last_sound_is_the_closing_phrase() -> None:
    cues = ceremony(OUTCOME, 0.0).cues(won=True)
    counted = [cue.sound for cue in cues if cue.sound in ("chime", "chord")]
    assert counted == ["chime", "chime", "chime", "chord", "chime", "chime"]
    first, second, *_ = (cue.pitch for cue in cues if cue.sound == "chime")
    assert first < second and [cue.at for cue in cues] == sorted(cue.at for cue in cues)
    assert (cues[-1].sound, cues[-1].at) == ("brass", ceremony(OUTCOME, 0.0).crown)
    assert ceremony(OUTCOME, 0.0).cues(won=False)[-1].sound != "brass"


@pytest.mark.parametrize(
    ("winners", "scores", "order"),
    [
        ((1,), (3.0, 9.0, 4.0), (3, 1, 2)),
        ((1,), (4.0, 4.0), (2, 1)),
        ((0, 2), (7.0, 1.0, 7.0, 1.0), (1, 3, 1, 3)),
        ((), (0.0, 0.0), (1, 1)),
    ],
)
def test_places(winners: tuple[int, ...], scores: tuple[float, ...], order: tuple[int, ...]) -> None:
    """Who wins a tie stands above the other; who is level shares a place."""
    assert placements(Outcome(tuple(map(Seat, winners)), scores, "reason")) == order


@pytest.mark.parametrize(
    ("winners", "scores", "crowns"), [((1,), (0.0, 1.0), [0, 1]), ((0, 1), (0.5, 0.5), [0, 0])]
)
def test_a_game_without_points_has_no_figures_and_a_draw_no_crown(
    winners: tuple[int, ...], scores: tuple[float, ...], crowns: list[int]
) -> None:
    outcome = Outcome(tuple(map(Seat, winners)), scores, "reason")
    shown = ceremony(outcome, 0.0)
    ada, bo = columns(outcome, PEOPLE[:2], shown, shown.end, calm=False)
    assert (ada.figure, bo.figure) == ("", "") and [ada.crown, bo.crown] == crowns
    assert (ada.height < bo.height) == (len(winners) == 1)


def test_all_eyes_are_on_the_winner() -> None:
    shown = ceremony(OUTCOME, 0.0)
    before, after = (columns(OUTCOME, PEOPLE[:3], shown, t, calm=False) for t in (0.0, shown.end))
    assert [column.look[0] for column in before] == [0, 0, 0]
    assert [column.look[0] for column in after] == [1, 0, -1]


def test_with_reduced_motion_nothing_rolls() -> None:
    shown = ceremony(OUTCOME, 0.0)
    times = [n / 50 for n in range(int(50 * shown.end))]
    heights = {columns(OUTCOME, PEOPLE[:3], shown, t, calm=True)[1].height for t in times}
    assert heights == {0.0, 1 / 9, 1.0}


# --- On the screen ------------------------------------------------------------------------------------


def begun(on: Stage, **actions: object) -> ResultScreen:
    """A ceremony that has just begun."""
    played = played_out(DOWN_UNDER, 4)
    screen = result_of(played, NAMES, on.app.translate, **actions)  # type: ignore[arg-type]
    on.app.push(screen)
    on.frames(0.2)
    assert not screen.over
    return screen


LEAVING = {
    "keys": lambda on: on.key(pygame.K_RETURN),
    "escape": lambda on: on.key(pygame.K_ESCAPE),
    "arrow": lambda on: on.key(pygame.K_LEFT),
    "mouse": lambda on: on.click((700.0, 700.0)),
}


@pytest.mark.parametrize("way", LEAVING)
def test_one_press_leads_to_its_end_and_does_nothing_else(way: str) -> None:
    notes: list[str] = []
    with stage() as on:
        screen = begun(on, rematch=lambda: notes.append("rematch"), back=lambda: notes.append("back"))
        on.frames(0.1, pygame.event.Event(pygame.MOUSEMOTION, pos=(9, 9), rel=(0, 0), buttons=(0, 0, 0)))
        assert not screen.over
        LEAVING[way](on)
        on.frames(0.1)
        assert screen.over and notes == []
        on.key(pygame.K_RETURN)
        assert notes == ["rematch"]


def test_it_ends_by_itself_and_is_not_held_twice() -> None:
    with stage() as on:
        screen = begun(on)
        on.leap(120, 0.1)
        assert screen.over and screen.insight
        again = ResultScreen(screen.table, screen.actions)
        on.app.push(again)
        assert again.over


def test_nobody_hears_who_has_won_before_the_count_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    words, text = list[str](), Canvas.text

    def written(self: Canvas, value: str, *rest: object, **named: object) -> object:
        words.append(value)
        return text(self, value, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Canvas, "text", written)
    with stage() as on:
        screen = begun(on)
        while screen.age < screen.ceremony.crown - 0.2:
            on.leap(1, 0.1)
        assert not any("win" in word or "longest" in word for word in words)
        on.leap(12, 0.1)
        assert any("win" in word for word in words)


@pytest.mark.covering(most=2)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
@pytest.mark.parametrize("motion", ["full", "reduced"])
def test_every_game_has_its_ceremony(game: object, motion: str) -> None:
    """From the last line to the papers, a picture ten times a second."""
    rng = random.Random(1)
    with stage("de", motion=motion) as on:
        seats = rng.choice(game.info.seats)  # type: ignore[attr-defined]
        played = played_out(game, seats)  # type: ignore[arg-type]
        screen = result_of(
            played, ("Ada", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gil")[:seats], on.app.translate
        )
        on.app.push(screen)
        assert screen.ceremony.drawn > 0, "the last line is drawn once more"
        while not screen.over:
            on.leap(1, 0.1)
        on.leap(20)
        assert screen.insight


def test_a_record_that_does_not_add_up_still_has_its_end() -> None:
    with stage() as on:
        screen = result_of(played_out(STURT, 2), NAMES[:2], on.app.translate)
        del screen.table.client_table.log[0]
        on.app.push(screen)
        on.leap(80, 0.1)
        assert screen.played is None and screen.over and screen.insight and not screen.course.known
