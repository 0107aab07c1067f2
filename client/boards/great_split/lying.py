"""What lies still on The Great Split's table, and what changes too often for that.

A still field is costly to paint anew. So while cards are dealt hands and decks are left out of it, and
while all resolve it shows estates as they were when the phase began; what has changed is drawn over it.
"""

from __future__ import annotations

from typing import Final

from client.boards.base import Frame
from client.boards.great_split import motion as motion_of
from client.boards.great_split.estates import estates_of, safe, standings
from client.boards.great_split.panels import (
    Hold,
    Lying,
    backs,
    cards_of,
    draw_hold,
    draw_prestige,
    draw_ready,
)
from client.boards.great_split.places import Places
from client.boards.great_split.side import Beside, beside, draw_decks
from client.boards.great_split.tracks import draw_row
from client.mirror import Position
from client.ui.canvas import Canvas
from core.games.great_split import scoring
from core.games.great_split.rules import GreatSplit, right_neighbour
from core.games.great_split.state import SEALED_STAGES, Estate, State

DEALING: Final = ("deal", "trade")
"""In these stages hands and decks change with every step."""


def lying_of(frame: Frame, places: Places, game: GreatSplit) -> Lying:
    """What lies still on the field now."""
    happening = frame.happening
    if happening is None:
        return _lying(frame.view, places)
    plan = motion_of.plan_of(happening, frame.viewer, game)
    before = _lying(happening.before.view(frame.viewer), places)
    if frame.t < plan.field_at and plan.kind != "market":
        return before
    after = _lying(happening.after.view(frame.viewer), places)
    if frame.t >= plan.field_at:
        return after
    late = frame.t >= motion_of.TURNS + motion_of.SLIDES
    shown = after if late else before
    view: State = happening.after.view(frame.viewer)
    holds = tuple(hold_of(view, after.estates, seat) for seat in range(places.seats))
    return Lying(before.estates, shown.slider, holds if late else before.holds)


def _lying(view: State, places: Places) -> Lying:
    estates = estates_of(places.data, view, places.seats)
    seats = range(places.seats)
    dealing = view.stage in DEALING
    return Lying(
        tuple(_began(view, estates[seat], seat, places) for seat in seats),
        slider_of(view),
        tuple(Hold() if dealing or seat == places.own else hold_of(view, estates, seat) for seat in seats),
    )


def _began(view: State, estate: Estate, seat: int, places: Places) -> Estate:
    """The estate of a seat as it was before it began to resolve."""
    if view.stage == "resolve" and seat < len(view.shown):
        return safe(places.data, view.shown[seat])
    return estate


def slider_of(view: State) -> int:
    """Where the slider stands."""
    return min(max(view.slider, 0), motion_of.FAR)


def hold_of(view: State, estates: tuple[Estate, ...], seat: int) -> Hold:
    """What a seat has in hand, for others to see."""
    estate = estates[seat]
    match view.stage:
        case "split" if not estate.hand and (estate.left or estate.right):
            return Hold("wallet", giver=seat, groups=(len(estate.left), len(estate.right)))
        case "choose":
            giver = right_neighbour(len(estates), seat)
            left, right = estates[giver].left, estates[giver].right
            return Hold("wallet", giver=giver, groups=(len(left), len(right)))
        case "split":
            return backs(len(estate.hand), splitter=True)
        case "resolve" | "market":
            return cards_of(estate)
    return backs(len(estate.hand))


def beside_of(frame: Frame, game: GreatSplit) -> Beside:
    """What lies still beside the field now."""
    happening = frame.happening
    if happening is None:
        return _beside(frame.view)
    plan = motion_of.plan_of(happening, frame.viewer, game)
    if frame.t >= plan.side_at:
        after = happening.after.view(frame.viewer)
        return _beside(after) if frame.t >= plan.field_at else beside(after)
    now = _beside(happening.before.view(frame.viewer))
    return now.turning() if plan.kind == "market" else now


def _beside(view: State) -> Beside:
    now = beside(view)
    return now.without_decks() if view.stage in DEALING else now


# --- over it ---------------------------------------------------------------------------------------


def draw_over(canvas: Canvas, places: Places, position: Position, viewer: int, lying: Lying) -> None:
    """What is not part of the still picture of a position: who is ready, what has changed since."""
    view: State = position.view(viewer)
    estates = estates_of(places.data, view, places.seats)
    owing = position.to_act if view.stage in SEALED_STAGES else ()
    for seat in range(places.seats):
        if owing and seat not in owing:
            draw_ready(canvas, places.panels[seat].head)
        draw_changed(canvas, places, seat, lying.estates[seat], estates[seat], slider_of(view))
    if view.stage in DEALING:
        for seat in range(places.seats):
            if seat != places.own:
                draw_hold(canvas, places, seat, hold_of(view, estates, seat))
        draw_decks(canvas, places, beside(view))


def draw_changed(canvas: Canvas, places: Places, seat: int, was: Estate, now: Estate, slider: int) -> None:
    """The rows and the prestige of an estate that are not as they lie."""
    if (was.tracks, was.prestige, was.arrows) == (now.tracks, now.prestige, now.arrows):
        return
    rows = zip(standings(places.data, was, slider), standings(places.data, now, slider), strict=True)
    for resource, (old, new) in enumerate(rows):
        if old != new:
            draw_row(canvas, places.panels[seat], resource, new, places.data)
    if was.prestige != now.prestige or was.tracks != now.tracks:
        draw_prestige(canvas, places, seat, now.prestige, scoring.final(places.data, now, slider))
