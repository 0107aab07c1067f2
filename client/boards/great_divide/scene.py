"""One picture of The Great Divide's table: what lies still, moving water, the hand, and whatever moves."""

from __future__ import annotations

import math
from typing import Final

from client.boards.base import Frame, Still
from client.boards.great_divide import motion as motion_of
from client.boards.great_divide.current import draw_current
from client.boards.great_divide.hand import CHOOSING, ON_THE_LAND, TURNING, Hand
from client.boards.great_divide.land import Lying, draw_field, draw_selection, keep_ground
from client.boards.great_divide.motion import OUT, SEEN
from client.boards.great_divide.moves import Moves, card_of
from client.boards.great_divide.places import Places
from client.boards.great_divide.preview import Preview
from client.boards.great_divide.rivers import rivers
from client.boards.great_divide.side import Beside, draw_side
from client.mirror import Happening
from client.ui.anim import TRAVEL, breath
from client.ui.canvas import Canvas
from core.game import Seat
from core.games.great_divide import state as play
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.state import State

LIFT: Final = 5.0
"""Units a card in focus is lifted."""


def still(frame: Frame, hand: Hand, places: Places) -> Still:
    """The land and the cards; bag, drawn tile and the rest beside them."""
    lying, beside = lying_of(frame, hand), beside_of(frame, hand.game)
    return Still(
        ("great_divide", lying.key, places),
        lambda canvas: draw_field(canvas, places, lying),
        ("great_divide", beside.key, places),
        lambda canvas: draw_side(canvas, places, beside, hand.game, frame.say),
    )


def lying_of(frame: Frame, hand: Hand) -> Lying:
    """What lies still on the field now."""
    happening = frame.happening
    if happening is None:
        choosing = frame.chooser is not None and frame.view.stage in CHOOSING
        sides = tuple(hand.sides) if choosing else ()
        return Lying(
            frame.view, sides, frame.chooser if choosing else None, over=frame.position.outcome is not None
        )
    plan = motion_of.plan_of(happening, hand.game)
    before: State = frame.view
    after: State = happening.after.view(frame.viewer)
    landed = frame.t >= plan.field_at
    ended = frame.t >= plan.over + motion_of.LULL + 2 * motion_of.OCEAN
    return Lying(
        after if landed else before,
        over=ended,
        counted=ended or frame.t < plan.over,
    )


def beside_of(frame: Frame, game: GreatDivide) -> Beside:
    """What lies still beside it now."""
    happening = frame.happening
    if happening is None:
        return Beside(frame.view)
    plan = motion_of.plan_of(happening, game)
    after: State = happening.after.view(frame.viewer)
    return Beside(after if frame.t >= plan.side_at else frame.view, _on_their_way(happening, frame.t))


def _on_their_way(happening: Happening, t: float) -> frozenset[str]:
    """What is drawn while it moves, not where it will lie."""
    before, after = happening.before.view(), happening.after.view()
    match happening.action():
        case play.Tile():
            late = "aside" if motion_of.is_set_aside(before, after) else ""
            late = "five" if after.five != before.five else late  # it goes where the eighth card says
            ends = {"drawn": OUT, late: SEEN + TRAVEL}
            return frozenset(part for part, end in ends.items() if part and t < end)
        case play.Keep() | play.Give():
            return frozenset({"five"}) if t < TRAVEL else frozenset()
        case play.EventCard():
            return frozenset({"card"}) if t < motion_of.CARD else frozenset()
    return frozenset()


class Scene:
    """What moves in one frame. Made for it and thrown away."""

    def __init__(self, canvas: Canvas, frame: Frame, hand: Hand, places: Places) -> None:
        self.canvas = canvas
        self.frame = frame
        self.hand = hand
        self.places = places
        self.view: State = frame.view

    def draw(self) -> None:
        """Everything that moves, from the water up."""
        happening = self.frame.happening
        keep_ground(self.canvas, self.places)
        if not self.frame.motion.reduced:
            lying = lying_of(self.frame, self.hand)
            draw_current(self.canvas, self.places, rivers(self.places.land, lying.view), self.frame.now)
        if happening is not None:
            Moves(self.canvas, self.frame, happening, self.places, self.hand.game).draw()
        elif self.frame.position.outcome is None:
            self._governing_card()
            if self.frame.chooser is not None:
                self._asked(self.frame.chooser)

    def _asked(self, seat: Seat) -> None:
        """What the person who decides is invited to, and has in hand."""
        if self.view.stage in ON_THE_LAND:
            Preview(self.canvas, self.frame, self.hand, self.places).draw(seat)
        elif self.view.stage in TURNING:
            self._bag_invites()
        if self.view.stage in (*CHOOSING, *TURNING) and self.hand.card is not None:
            self._card_in_focus(seat, self.hand.card)

    def _bag_invites(self) -> None:
        """There is a tile to be drawn."""
        strength = 0.45 + 0.4 * breath(self.frame.now)
        meant = self.hand.card is None or self.hand.rests(self.frame)
        with self.canvas.faded(strength if meant else strength * 0.5):
            bag = self.places.bag
            self.canvas.ring(bag.grown(4), bag.w / 2, "great_divide.glow", width=5, soft=14)

    def _card_in_focus(self, seat: Seat, index: int) -> None:
        """Lifted, with a rim in the seat's colour."""
        if index >= len(self.places.letters):
            return
        lying = lying_of(self.frame, self.hand)
        draw_selection(self.canvas, self.places, lying, seat, index, up=LIFT)
        rect = self.places.card(seat, index).moved(0, -LIFT)
        self.canvas.ring(rect.grown(4), 12, "focus", width=4, soft=8)

    def _governing_card(self) -> None:
        """The card that has said who lays the drawn tile stays lit."""
        if self.view.stage != "lay":
            return
        index = card_of(self.hand.game, self.places, self.view.drawn)
        if index is None:
            return
        rect = self.places.card(self.view.turn, index)
        with self.canvas.faded(0.55 + 0.25 * math.sin(self.frame.now * 2.4)):
            self.canvas.ring(rect.grown(5), 12, "great_divide.glow", width=4, soft=10)
