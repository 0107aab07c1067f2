"""One picture of Down Under's table: what lies still, what the hand means, and whatever moves."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from client.boards.base import Frame, Still
from client.boards.down_under import motion as motion_of
from client.boards.down_under.camera import Sight
from client.boards.down_under.field import (
    EDGE,
    Lying,
    draw_field,
    draw_ground,
    draw_ground_with_cards,
    draw_lengths,
    keep_ground,
)
from client.boards.down_under.hand import Hand
from client.boards.down_under.looks import look_of
from client.boards.down_under.meant import Meant
from client.boards.down_under.motion import Phase, Plan
from client.boards.down_under.moves import Moves
from client.boards.down_under.pieces import draw_card
from client.boards.down_under.places import Places
from client.boards.down_under.side import Beside, beside, draw_side
from client.boards.down_under.winner import Winner, winning
from client.mirror import Happening
from client.ui.canvas import Canvas
from core.game import Seat
from core.games.down_under.state import CARDS, Laid, Path, State, paths_of


class Moment(NamedTuple):
    """What lies still at a moment; no `sight` while the camera moves."""

    lying: Lying
    sight: Sight | None
    side: Beside


def moment_of(frame: Frame, places: Places) -> Moment:
    """What lies still in a frame."""
    view: State = frame.view
    happening = frame.happening
    if happening is None:
        lying, seat = _lying(view), view.turn if frame.chooser is None else frame.chooser
        if frame.position.outcome is not None:
            lying = replace(lying, untold=winning(view, frame.position.outcome))
        elif frame.chooser is not None:
            lying = replace(lying, untold=paths_of(view.options, view.seats, seat))
        return Moment(lying, places.sight(view), beside(view, seat))
    after: State = happening.after.view(frame.viewer)
    plan = motion_of.plan_of(happening, frame.viewer)
    lying, shown = _meanwhile(view, after, plan, frame.t)
    if frame.t >= plan.over and happening.after.outcome is not None:
        lying = replace(lying, untold=winning(after, happening.after.outcome))
    return Moment(lying, _seen(view, after, plan, frame.t, places), beside(shown, happening.seat))


def _lying(view: State) -> Lying:
    return Lying(view.options, view.seats, view.cards, view.paths, view.stuck)


def _meanwhile(before: State, after: State, plan: Plan, t: float) -> tuple[Lying, State]:
    """What lies while a happening is shown, and the position as it is told beside the ground."""
    phase = plan.phase(t)
    told = _told(before, after, plan, t - motion_of.TOLD_BESIDE)
    if phase is None or t >= plan.grown:
        return _lying(after), told
    last = _before(plan, phase)
    cards, paths = (before.cards, before.paths) if last is None else (last.beat.cards, last.beat.paths)
    if t >= phase.landed:
        lying = _lying(_with(before, phase.beat.cards, phase.beat.paths))
        growing = (grows.growth.path for grows in phase.grows)
        return replace(lying, growing=frozenset(growing if t < phase.end else ())), told
    lying = _lying(_with(before, cards, paths))
    if phase.beat.kind == "turn":
        own = frozenset((phase.beat.laid.path,))
        lying = replace(lying, lifted=frozenset((phase.beat.cell,)), growing=own)
    return lying, told


def _told(before: State, after: State, plan: Plan, t: float) -> State:
    """The position as it is told beside the ground: what is on its way is gone, what grows not yet longer."""
    phase = plan.phase(t)
    if phase is None:
        return before
    if t >= plan.grown:
        return after
    last = _before(plan, phase)
    paths = before.paths if last is None else last.beat.paths
    return _with(before, phase.beat.cards, phase.beat.paths if t >= phase.end else paths)


def _with(view: State, cards: tuple[Laid, ...], paths: tuple[Path, ...]) -> State:
    """The same position with other cards and paths."""
    return replace(view, played=cards[len(view.frame) :], paths=paths)


def _before(plan: Plan, phase: Phase) -> Phase | None:
    """The phase before this one."""
    at = plan.phases.index(phase)
    return plan.phases[at - 1] if at else None


def _seen(before: State, after: State, plan: Plan, t: float, places: Places) -> Sight | None:
    """How the ground is seen; None while the camera moves."""
    if t < plan.grown:
        return places.sight(before)
    then, now = places.sight(before), places.sight(after)
    return now if then.camera == now.camera or t >= plan.grown + motion_of.PAN else None


def still(frame: Frame, places: Places) -> Still:
    """Ground, cards and ribbons; supplies and standings beside them."""
    now = moment_of(frame, places)

    def field(canvas: Canvas) -> None:
        canvas.backdrop()
        if now.sight is None:
            draw_ground(canvas, places)
        else:
            draw_field(canvas, places, now.sight, now.lying)

    lying = None if now.sight is None else (replace(now.lying, untold=()), now.sight)
    return Still(
        ("down_under", lying, places),
        field,
        ("down_under", now.side, places),
        lambda canvas: draw_side(canvas, places, now.side),
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
        keep_ground(self.canvas, self.places)
        now = moment_of(self.frame, self.places)
        if self.frame.happening is not None:
            self._make_ready(self.frame.happening)
            Moves(self.canvas, self.frame, self.frame.happening, self.places, now.lying, now.sight).draw()
            return
        assert now.sight is not None
        outcome = self.frame.position.outcome
        with self.canvas.clip(self.places.field.grown(EDGE)):
            draw_lengths(self.canvas, now.sight, now.lying)
            if outcome is not None:
                Winner(self.canvas, self.view, outcome, now.sight, now.lying).draw(1.0, 1.0)
        if outcome is None and self.frame.chooser is not None:
            self._prepare(self.frame.chooser, now.sight)
            Meant(self.canvas, self.frame, self.hand, self.places).draw()

    def _make_ready(self, happening: Happening) -> None:
        """What will lie still once something has landed is made while it is on its way."""
        plan = motion_of.plan_of(happening, self.frame.viewer)
        phase = plan.phase(self.frame.t)
        if phase is not None and phase.start + motion_of.READY <= self.frame.t < phase.landed:
            lying = _lying(_with(self.view, phase.beat.cards, phase.beat.paths))
            with self.canvas.faded(0.0):
                draw_ground_with_cards(self.canvas, self.places, self.places.sight(self.view), lying)

    def _prepare(self, seat: Seat, sight: Sight) -> None:
        """In every frame one of the cards that may be laid next is made, so that none is waited for later."""
        options, seats, made = self.view.options, self.view.seats, self.canvas.cache.made
        looks = [look_of(options, seats, path) for path in paths_of(options, seats, seat)]
        with self.canvas.faded(0.0):
            for card, look in product(CARDS, looks):
                draw_card(self.canvas, sight.cell(0, 0), card, look)
                if self.canvas.cache.made > made:
                    return
