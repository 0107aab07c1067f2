"""What the person who decides has in mind, in place: the tile, where its water would go, what it gains."""

from __future__ import annotations

from typing import Final

from client.boards.base import Frame
from client.boards.great_divide.hand import PLACED, Hand
from client.boards.great_divide.land import draw_coded
from client.boards.great_divide.lights import (
    draw_course,
    draw_drop,
    draw_gain,
    draw_invitation,
    draw_rim,
)
from client.boards.great_divide.motion import gains
from client.boards.great_divide.pieces import Pose
from client.boards.great_divide.places import Places
from client.boards.great_divide.rivers import Rivers, rivers
from client.boards.great_divide.water import draw_divide, draw_mouth
from client.ui.anim import HOVER, breath, ease_out, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Point
from client.ui.symbols import icon
from core.game import Place, Seat
from core.games.great_divide import state as play
from core.games.great_divide.drainage import BASIN, PASS, arrows
from core.games.great_divide.scoring import SEATS
from core.games.great_divide.state import Action, State

FLOAT: Final = 7.0
"""Units the tile in hand lies higher than the others."""
DROPS: Final = 3.2
"""Spaces that the drops which show the way of the water pass in a second."""


class Preview:
    """The preview of one frame."""

    def __init__(self, canvas: Canvas, frame: Frame, hand: Hand, places: Places) -> None:
        self.canvas = canvas
        self.frame = frame
        self.hand = hand
        self.places = places
        self.view: State = frame.view

    def draw(self, seat: Seat) -> None:
        """The places that invite, those to blame, and what is in hand."""
        self._invite()
        rests = self.hand.rests(self.frame)
        refusal = None if rests else self.hand.refusal(self.view, seat)
        action = None if rests else self.hand.action(self.view, seat)
        if refusal is None and action is not None:
            self._meant(action, seat)
        elif refusal is not None and action is not None:
            self._refused(action)
        shown = self.frame.denied or refusal
        if shown is not None:
            self._blame(shown.places)

    def _invite(self) -> None:
        """The spaces on which something can be done breathe softly."""
        spaces = self.hand.spaces(self.view)
        few = len(spaces) <= len(self.view.tiles) // 4
        strength = 0.35 + 0.45 * breath(self.frame.now) if few else 0.2 + 0.15 * breath(self.frame.now)
        for space in spaces:
            if few or self.view.stage == "lay":
                draw_invitation(self.canvas, self.places, space, strength)
            else:
                draw_rim(self.canvas, self.places, space, "great_divide.glow", strength)

    def _blame(self, places: tuple[Place, ...]) -> None:
        """What stands against it."""
        for place in places:
            space = self.places.land.space.get((place[0], place[1])) if len(place) == 2 else None
            if space is not None:
                draw_rim(self.canvas, self.places, space, "bad")

    # --- what can be done ---------------------------------------------------------------------

    def _meant(self, action: Action, seat: Seat) -> None:
        after: State = self.hand.game.apply(self.view, seat, action)
        water = rivers(self.places.land, after)
        match action:
            case play.Lay() | play.LayBasin() | play.LayPass() | play.Turn() | play.TurnPass():
                self._laid(self._space(action), after, water, seat)
            case play.Remove():
                self._lifted(self._space(action), seat)
            case play.Flood():
                self._flooded(self._space(action), action, seat)
            case _:
                return
        draw_divide(self.canvas, self.places, water.risen(rivers(self.places.land, self.view)))
        self._gains(self._space(action), after)

    def _space(self, action: Action) -> int:
        assert isinstance(action, PLACED)
        return self.places.land.space[action.x, action.y]

    def _laid(self, space: int, after: State, water: Rivers, seat: Seat) -> None:
        """The tile in place, and its water on the way to where it would go."""
        code = int(after.tiles[space])
        ways = [int(way) for way in arrows(code)]
        courses = [water.downstream(space, way) for way in ways]
        lit = {tile for course in courses for tile, _ in course if tile != space}
        draw_course(self.canvas, self.places, water, lit)
        self._tile(space, code, seat)
        draw_course(self.canvas, self.places, water, [space])
        for course in courses:
            self._drops(course)
        for mouth in water.mouths:
            if any((mouth.space, mouth.way) == course[-1] for course in courses) and not mouth.sea:
                draw_mouth(self.canvas, self.places, mouth)

    def _tile(self, space: int, code: int, seat: Seat) -> None:
        since = progress(self.frame.now, self.hand.turned_at, HOVER)
        angle = 0.0 if self.frame.motion.reduced else -60.0 * self.hand.turned_by * (1 - ease_out(since))
        draw_coded(self.canvas, self.places, space, code, Pose(angle=angle, lift=FLOAT))
        draw_rim(self.canvas, self.places, space, f"seat.{seat}")

    def _drops(self, course: tuple[tuple[int, int], ...]) -> None:
        """Drops that run along a course show where it leads."""
        if self.frame.motion.reduced:
            return
        along = (self.frame.now * DROPS) % max(3, len(course))
        index = int(along)
        if index < len(course):
            space, way = course[index]
            source = (course[index - 1][1] + 3) % 6 if index else None
            draw_drop(self.canvas, self.places, space, source, way, along - index)

    def _lifted(self, space: int, seat: Seat) -> None:
        """A tile that would be taken away."""
        draw_coded(self.canvas, self.places, space, int(self.view.tiles[space]), Pose(lift=FLOAT))
        draw_rim(self.canvas, self.places, space, f"seat.{seat}")
        self._cross(space)

    def _flooded(self, space: int, action: play.Flood, seat: Seat) -> None:
        """The tiles that the wave would take."""
        water = rivers(self.places.land, self.view)
        way = int(self.view.tiles[space]) if action.way is None else action.way
        course = water.downstream(space, way)
        draw_course(self.canvas, self.places, water, [tile for tile, _ in course])
        for tile, _ in course[1:]:
            draw_rim(self.canvas, self.places, tile, "great_divide.pacific_light", 0.7)
            self._cross(tile)
        draw_rim(self.canvas, self.places, space, f"seat.{seat}")
        self._drops(course)

    def _cross(self, space: int) -> None:
        size = self.places.radius * 0.5
        box = self.places.box(space).fit(1.0)
        mark = box.scaled(size / box.w).moved(0, -self.places.radius * 0.45)
        self.canvas.circle(mark.centre, size * 0.5, "night")
        icon(self.canvas, "cross", mark.scaled(0.62), "ink")

    def _gains(self, space: int, after: State) -> None:
        """For whom how many tiles more would be decided."""
        gained = gains(self.view, after, self.places.land)
        shown = [(seat, n) for seat, n in zip(SEATS, gained, strict=True) if n]
        x, y = self.places.centre(space)
        above = y - self.places.radius * 1.3
        if above < self.places.field.y + 20:
            above = y + self.places.radius * 1.3
        for index, (seat, count) in enumerate(shown):
            spot: Point = (x + (index - (len(shown) - 1) / 2) * 104, above)
            draw_gain(self.canvas, spot, seat, count)

    # --- what cannot --------------------------------------------------------------------------

    def _refused(self, action: Action) -> None:
        """The tile, pale, where it cannot lie."""
        space = self._space(action)
        code = _code(action, int(self.view.tiles[space]))
        if code is None:
            return
        with self.canvas.faded(0.5):
            draw_coded(self.canvas, self.places, space, code, Pose(lift=FLOAT))
        draw_rim(self.canvas, self.places, space, "bad")


def _code(action: Action, lying: int) -> int | None:
    """What would lie there, where a tile lies or none; turned about the Basin stays what it is."""
    match action:
        case play.Turn() if lying == BASIN:
            return BASIN
        case play.Lay() | play.Turn():
            return action.way
        case play.LayBasin():
            return BASIN
        case play.LayPass() | play.TurnPass():
            return PASS + action.axis
    return None
