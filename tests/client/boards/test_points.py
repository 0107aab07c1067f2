"""Points fly from where they were made to the plates, and the figures there roll."""

from __future__ import annotations

import math

from client.boards.contract import Sentence
from client.boards.kit.points import ROLL_SECONDS, TOKEN_FLIGHT_SECONDS, points_at, standing, with_points
from client.boards.kit.timeline import Timeline
from client.ui.geometry import Rect
from core.game import Seat

PLATES = (Rect(0, 0, 100, 50), Rect(0, 60, 100, 50))
STEP = Timeline((), (), 0.4, 0.6, math.inf, 0.6)


def test_each_seat_that_wins_something_has_a_flight_and_its_figure_rolls_after_it() -> None:
    shown = with_points(STEP, (3, 5), (7, 6), lambda seat: Rect(500, 500, 10, 10), PLATES)
    assert len(shown.effects) == len(shown.cues) == 2
    assert shown.counted == max(effect.end for effect in shown.effects)
    assert shown.counted >= STEP.settle_time + TOKEN_FLIGHT_SECONDS
    assert shown.seconds >= shown.counted + ROLL_SECONDS
    assert points_at(shown, shown.counted, (3, 5), (7, 6)) == [3, 5]
    middle = points_at(shown, shown.counted + ROLL_SECONDS / 2, (3, 5), (7, 6))
    assert middle[0] == 5
    assert points_at(shown, shown.seconds, (3, 5), (7, 6)) == [7, 6]


def test_what_is_lost_or_made_nowhere_only_rolls() -> None:
    lost = with_points(STEP, (3, 5), (1, 5), lambda seat: Rect(500, 500, 10, 10), PLATES)
    nowhere = with_points(STEP, (3, 5), (4, 5), lambda seat: None, PLATES)
    assert not lost.effects and not nowhere.effects
    assert lost.seconds >= STEP.settle_time + ROLL_SECONDS
    assert with_points(STEP, (3, 5), (3, 5), lambda seat: None, PLATES) is STEP


def test_a_crown_is_for_whoever_has_more_than_everybody_else() -> None:
    line = Sentence("seat")
    assert [standing(line, (4, 7, 5), Seat(seat)).leads for seat in range(3)] == [False, True, False]
    assert not any(standing(line, (7, 7), Seat(seat)).leads for seat in range(2))
