"""Fingers as events: taps, long presses, swipes by the thing under them, turns, and fingers that are lost."""

from __future__ import annotations

import math
from typing import Any

import pygame
import pytest

from client.gate.messages import Touch
from client.gate.touch import LONG_SECONDS, SCROLL_STEP, SLACK, TouchReader
from client.ui.focus import Swipe

E = [(pygame.KEYDOWN, pygame.K_e), (pygame.KEYUP, pygame.K_e)]
Q = [(pygame.KEYDOWN, pygame.K_q), (pygame.KEYUP, pygame.K_q)]


class Screen:
    """Fingers on things that all do the same with a swipe; every CSS pixel is two of the picture."""

    def __init__(self, swipe: Swipe = "look") -> None:
        self.asked: list[tuple[int, int]] = []
        self.swipe = swipe
        self.now = 0.0
        self._reader = TouchReader(lambda x, y: (round(2 * x), round(2 * y)), self._swipe)

    def _swipe(self, pixel: tuple[int, int]) -> Swipe:
        self.asked.append(pixel)
        return self.swipe

    def __call__(self, do: Any, x: float = 0, y: float = 0, finger: int = 1, after: float = 0) -> list[Any]:
        """What a finger does: the kinds of its events, with keys or places."""
        events = self.events(do, x, y, finger, after)
        return [(one.type, getattr(one, "key", None) or getattr(one, "pos", None)) for one in events]

    def events(
        self, do: Any, x: float, y: float, finger: int = 1, after: float = 0
    ) -> list[pygame.event.Event]:
        self.now += after
        return self._reader.read(Touch(do, finger, x, y), self.now)

    def lift_all(self) -> list[int]:
        return [event.type for event in self._reader.lift_all()]


def test_a_tap_points_and_presses_where_the_finger_was_put_down() -> None:
    finger = Screen()
    assert finger("down", 10, 20) == [(pygame.MOUSEMOTION, (20, 40))]
    assert finger("move", 10 + SLACK / 2, 20) == [], "a finger never rests quite still"
    up = finger("up", 14, 20, after=0.1)
    assert up == [(pygame.MOUSEBUTTONDOWN, (20, 40)), (pygame.MOUSEBUTTONUP, (20, 40))]


def test_a_long_press_only_points() -> None:
    finger = Screen()
    assert finger("down", 10, 20) == [(pygame.MOUSEMOTION, (20, 40))]
    assert finger("up", 10, 20, after=LONG_SECONDS) == []


def test_a_finger_that_looks_around_points_at_one_thing_after_the_other_and_presses_none() -> None:
    finger = Screen("look")
    finger("down", 10, 20)
    assert finger("move", 40, 20) == [(pygame.MOUSEMOTION, (80, 40))]
    assert finger("move", 60, 20) == [(pygame.MOUSEMOTION, (120, 40))]
    assert finger("up", 60, 20) == []
    assert finger.asked == [(20, 40)], "once, of what lies where the finger was put down"


def test_what_is_dragged_is_held_from_where_the_finger_was_put_down_to_where_it_is_lifted() -> None:
    finger = Screen("drag")
    finger("down", 10, 20)
    assert finger("move", 40, 20) == [(pygame.MOUSEBUTTONDOWN, (20, 40)), (pygame.MOUSEMOTION, (80, 40))]
    assert finger("move", 50, 25) == [(pygame.MOUSEMOTION, (100, 50))]
    assert finger("up", 50, 25, after=2) == [(pygame.MOUSEBUTTONUP, (100, 50))]


def test_a_scroll_goes_with_the_finger() -> None:
    finger = Screen("scroll")
    finger("down", 10, 100)
    events = [event for step in (1, 2) for event in finger.events("move", 10, 100 - step * SCROLL_STEP)]
    assert [(one.type, one.precise_y) for one in events] == [(pygame.MOUSEWHEEL, -1.0)] * 2
    assert finger("up", 10, 40) == []


@pytest.mark.parametrize(("angle", "keys"), [(30, E), (-30, Q), (20, []), (-20, [])])
def test_two_fingers_that_turn_turn_the_piece(angle: float, keys: list[Any]) -> None:
    finger = Screen()
    finger("down", 100, 100)
    assert finger("down", 200, 100, finger=2) == []
    turn = math.radians(angle)
    assert finger("move", 100 + 100 * math.cos(turn), 100 + 100 * math.sin(turn), finger=2) == keys
    lifted = finger("up", finger=2) + finger("up")
    assert lifted == ([] if keys else E), "two fingers that have not turned have tapped"


def test_a_turn_across_the_back_is_a_small_one() -> None:
    """Two fingers beside each other, the second on the left: the angle goes from +180° to −180°."""
    finger = Screen()
    finger("down", 200, 100)
    finger("down", 100, 101, finger=2)
    assert finger("move", 100, 99, finger=2) == []
    assert finger("move", 110, 50, finger=2) == E


def test_a_tap_with_two_fingers_turns_and_a_long_one_does_not() -> None:
    for after, keys in ((0.1, E), (LONG_SECONDS, [])):
        finger = Screen()
        finger("down", 100, 100)
        finger("down", 200, 100, finger=2)
        assert finger("up", finger=2, after=after) + finger("up") == keys


def test_a_second_finger_lets_go_of_what_the_first_one_drags() -> None:
    finger = Screen("drag")
    finger("down", 10, 20)
    finger("move", 40, 20)
    assert finger("down", 90, 20, finger=2) == [(pygame.MOUSEBUTTONUP, (80, 40))]
    assert finger("up", finger=2, after=1) + finger("up") == []


def test_a_third_finger_is_none() -> None:
    finger = Screen()
    for number in (1, 2):
        finger("down", 100 * number, 100, finger=number)
    for do in ("down", "move", "up"):
        assert finger(do, 50, 50, finger=3) == []


@pytest.mark.parametrize("lose", [lambda finger: [kind for kind, _ in finger("lost")], Screen.lift_all])
def test_a_lost_finger_leaves_nothing_pressed(lose: Any) -> None:
    finger = Screen("drag")
    finger("down", 10, 20)
    finger("move", 40, 20)
    assert lose(finger) == [pygame.MOUSEBUTTONUP]
    assert lose(finger) == [] and finger("move", 60, 20) == [] and finger("up", 60, 20) == []
    finger("down", 10, 20)
    assert finger("up", 10, 20)[0] == (pygame.MOUSEBUTTONDOWN, (20, 40)), "the next tap is one"


def test_a_finger_that_was_never_put_down_does_nothing() -> None:
    finger = Screen()
    assert finger("move", 10, 20) + finger("up", 10, 20) == []


def test_a_finger_put_down_twice_is_released_once() -> None:
    """A browser that loses an `up` sends the same number down again."""
    finger = Screen("drag")
    finger("down", 10, 20)
    finger("move", 40, 20)
    kinds = [kind for kind, _ in finger("down", 60, 60) + finger("up", 60, 60)]
    assert kinds.count(pygame.MOUSEBUTTONUP) == 1 + kinds.count(pygame.MOUSEBUTTONDOWN)
