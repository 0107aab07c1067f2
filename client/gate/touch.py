"""Fingers on a screen as events of a mouse and keys.

A tap presses. A finger that stays points, so that what lies there is explained; one that moves points, drags
or scrolls, as the thing under it wants. A tap with two fingers, or turning them, turns the piece in hand.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import msgspec
import pygame

from client.gate.messages import Touch
from client.ui.focus import Swipe
from client.ui.geometry import Point

SLACK: Final = 10.0
"""CSS pixels that a resting finger may move."""
LONG_SECONDS: Final = 0.45
"""Seconds after which a finger that rests is no tap any more."""
TWIST: Final = math.radians(25)
"""Angle by which two fingers turn to turn a piece by a step."""
SCROLL_STEP: Final = 32.0
"""CSS pixels of a finger's way that are a step of a wheel."""


class _Finger(msgspec.Struct):
    """Finger that is down: where and when it was put down, where it is, what its way means once it moves."""

    start: Point
    since: float
    place: Point
    swipe: Swipe | None = None


class TouchReader:
    """Reader of one screen's fingers.

    `pixels` makes a place in the picture of one in CSS pixels; `swipe` says what a moving finger does there.
    """

    def __init__(
        self, to_pixels: Callable[[float, float], tuple[int, int]], swipe: Callable[[tuple[int, int]], Swipe]
    ) -> None:
        self._pixels, self._swipe = to_pixels, swipe
        self._fingers: dict[int, _Finger] = {}
        self._several = False
        self._turned = False
        self._angle = 0.0

    def read(self, touch: Touch, now: float) -> list[pygame.event.Event]:
        """The events of what a finger has done."""
        place = touch.x, touch.y
        match touch.do:
            case "down" if len(self._fingers) < 2:
                return self._down(touch.finger, place, now)
            case "move" if touch.finger in self._fingers:
                return self._move(self._fingers[touch.finger], place)
            case "up" if touch.finger in self._fingers:
                return self._up(self._fingers.pop(touch.finger), now)
            case "lost":
                return self.lift_all()
        return []

    def lift_all(self) -> list[pygame.event.Event]:
        """Lift all fingers where they are: nothing stays pressed."""
        fingers, self._fingers = self._fingers, {}
        self._several = self._turned = False
        return [self._release(one) for one in fingers.values() if one.swipe == "drag"]

    def _down(self, number: int, point: Point, now: float) -> list[pygame.event.Event]:
        released = []
        if self._fingers:
            released = [self._release(one) for one in self._fingers.values() if one.swipe == "drag"]
            self._several = True
            (first,) = self._fingers.values()
            first.swipe = "look"
            self._angle = math.atan2(point[1] - first.place[1], point[0] - first.place[0])
        else:
            self._several = self._turned = False
        self._fingers[number] = _Finger(point, now, point)
        return released if self._several else [self._point(point)]

    def _move(self, finger: _Finger, point: Point) -> list[pygame.event.Event]:
        before, finger.place = finger.place, point
        if self._several:
            return self._twist()
        events = []
        if finger.swipe is None:
            if math.dist(finger.start, point) < SLACK:
                return []
            before = finger.start
            finger.swipe = self._swipe(self._pixels(*before))
            if finger.swipe == "drag":
                events.append(self._button(pygame.MOUSEBUTTONDOWN, before))
        if finger.swipe == "scroll":
            steps = (point[1] - before[1]) / SCROLL_STEP
            return [pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=0, precise_x=0.0, precise_y=steps)]
        return [*events, self._point(point)]

    def _twist(self) -> list[pygame.event.Event]:
        if len(self._fingers) < 2:
            return []
        first, second = self._fingers.values()
        angle = math.atan2(second.place[1] - first.place[1], second.place[0] - first.place[0])
        turned = math.remainder(angle - self._angle, math.tau)
        if abs(turned) < TWIST:
            return []
        self._angle, self._turned = angle, True
        return _turn(pygame.K_e if turned > 0 else pygame.K_q)

    def _up(self, finger: _Finger, now: float) -> list[pygame.event.Event]:
        if self._several:
            tapped = not self._fingers and not self._turned and now - finger.since < LONG_SECONDS
            return _turn(pygame.K_e) if tapped else []
        if finger.swipe == "drag":
            return [self._release(finger)]
        if finger.swipe is not None or now - finger.since >= LONG_SECONDS:
            return []
        press = self._button(pygame.MOUSEBUTTONDOWN, finger.start)
        return [press, self._button(pygame.MOUSEBUTTONUP, finger.start)]

    def _point(self, point: Point) -> pygame.event.Event:
        there = {"pos": self._pixels(*point), "rel": (1, 1), "buttons": (0, 0, 0), "touch": True}
        return pygame.event.Event(pygame.MOUSEMOTION, there)

    def _button(self, kind: int, point: Point) -> pygame.event.Event:
        return pygame.event.Event(kind, pos=self._pixels(*point), button=1, touch=True)

    def _release(self, finger: _Finger) -> pygame.event.Event:
        return self._button(pygame.MOUSEBUTTONUP, finger.place)


def _turn(key: int) -> list[pygame.event.Event]:
    return [pygame.event.Event(kind, key=key, mod=0, unicode="") for kind in (pygame.KEYDOWN, pygame.KEYUP)]
