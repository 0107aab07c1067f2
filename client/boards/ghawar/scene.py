"""One picture of Ghawar's table: what stands still, what somebody means, and whatever moves."""

from __future__ import annotations

import math
from typing import Final

from client.boards.base import Frame, Still
from client.boards.ghawar import motion as motion_of
from client.boards.ghawar.hand import Hand
from client.boards.ghawar.lying import (
    Lying,
    draw_beams,
    draw_field,
    draw_flames,
    draw_money,
    draw_trucks,
    lying_of,
    make_ready,
    trucks_of,
)
from client.boards.ghawar.lying import money_of as money_in
from client.boards.ghawar.meant import Meant
from client.boards.ghawar.moves import Moves
from client.boards.ghawar.places import Places
from client.boards.ghawar.side import Beside, beside, dice_in, draw_dice, draw_side
from client.boards.ghawar.winner import draw_payout, draw_winners, paid
from client.mirror import Happening
from client.ui.canvas import Canvas
from core.games.ghawar.state import Drive, State, space_at, truck_index

RATE: Final = 60
"""Pictures a second that are made ready, of those that will move."""


def moment_of(frame: Frame) -> tuple[Lying, Beside]:
    """What stands still in a frame, on the field and beside it."""
    rests, happening = frame.motion.reduced, frame.happening
    if happening is None:
        return lying_of(frame.view, rests), beside(frame.view)
    view = motion_of.shown(happening, frame.viewer, frame.t)
    told = motion_of.shown(happening, frame.viewer, frame.t - motion_of.TOLD_BESIDE)
    return lying_of(view, rests), beside(told)


def money_of(frame: Frame) -> tuple[int, ...]:
    """How many barrels each seat has; in the end it is paid for what it has stored, value by value."""
    happening = frame.happening
    if happening is None:
        return money_in(frame.view)
    plan = motion_of.plan_of(happening, frame.viewer)
    if plan.over < math.inf and frame.t >= plan.stopped:
        return paid(happening.after.view(frame.viewer), frame.t - plan.over)
    return motion_of.money_at(happening, frame.viewer, frame.t)


def still(frame: Frame, hand: Hand, places: Places) -> Still:
    """Ground, cubes and derricks; dice, stores and payout beside them."""
    lying, side = moment_of(frame)

    def field(canvas: Canvas) -> None:
        draw_field(canvas, places, lying)

    return Still(
        ("ghawar", lying, places),
        field,
        ("ghawar", side, places),
        lambda canvas: draw_side(canvas, places, side, frame.say),
    )


class Scene:
    """What moves in one frame. Made for it and thrown away."""

    def __init__(self, canvas: Canvas, frame: Frame, hand: Hand, places: Places) -> None:
        self.canvas = canvas
        self.frame = frame
        self.hand = hand
        self.places = places
        self.view: State = frame.view

    def draw(self) -> None:
        """Everything that moves, from the ground up."""
        frame, lying = self.frame, moment_of(self.frame)[0]
        if not frame.motion.reduced:
            make_ready(self.canvas, self.places, math.floor(frame.now * RATE))
        draw_beams(self.canvas, self.places, lying, frame.now)
        draw_flames(self.canvas, self.places, None if frame.motion.reduced else frame.now)
        draw_money(self.canvas, self.places, money_of(frame))
        if frame.happening is not None:
            self._happening(frame.happening, lying)
            return
        draw_dice(self.canvas, self.places, dice_in(self.view))
        outcome = frame.position.outcome
        asked = None if outcome is not None or frame.chooser is None else frame.chooser
        meant = None if asked is None else Meant(self.canvas, frame, self.hand, self.places, asked)
        if meant is not None:
            meant.draw_below()
        if outcome is not None:
            draw_winners(self.canvas, self.places, outcome, math.inf)
        draw_trucks(self.canvas, self.places, trucks_of(self.view, self.places, self.places.headings))
        if meant is not None:
            meant.draw_above()

    def _happening(self, happening: Happening, lying: Lying) -> None:
        """What happens now, and which way a truck will stand after it."""
        frame, plan = self.frame, motion_of.plan_of(happening, self.frame.viewer)
        moves = Moves(self.canvas, frame, happening, self.places, lying)
        self._remember(moves)
        moves.draw_below()
        outcome, age = happening.after.outcome, frame.t - plan.over
        if outcome is not None:
            draw_winners(self.canvas, self.places, outcome, age)
        moves.draw_trucks()
        moves.draw_above()
        if outcome is not None and age >= 0:
            draw_payout(
                self.canvas, self.places, happening.after.view(frame.viewer), age, still=frame.motion.reduced
            )

    def _remember(self, moves: Moves) -> None:
        """Nothing turns once a drive is over: the truck stands as it came."""
        action = moves.action
        if isinstance(action, Drive):
            truck = truck_index(action.truck)
            end = space_at(action.x, action.y)
            self.places.headings.note(moves.before.turn, truck, end, moves.drive.heading)
