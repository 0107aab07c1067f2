"""What Sturt's table says: what there is to do, and what has happened."""

from __future__ import annotations

from typing import Final

from client.boards.base import Frame, Line
from client.boards.sturt.routes import standing
from client.mirror import Happening
from core.game import Refusal, Seat
from core.games.sturt.board import DOUBLES, NORTH_SOUTH, WEST_EAST
from core.games.sturt.rules import cards
from core.games.sturt.state import Declare, Lay, Pass, State, Stop

SAID: Final = {Pass: "sturt.caption.pass", Declare: "sturt.caption.declare", Stop: "sturt.caption.stop"}


def prompt(frame: Frame, refusal: Refusal | None) -> Line:
    """What there is to do, or why what is meant cannot be done."""
    view: State = frame.view
    if view.result is not None:
        return Line(view.result.reason, seats={"winner": view.result.winners[0]})
    if frame.chooser is None:
        return Line("sturt.prompt.waiting", seats={"name": view.turn})
    if refusal is not None:
        return Line(refusal.code, refusal.values)
    return Line(f"sturt.prompt.{_task(view)}", seats={"name": view.turn})


def _task(view: State) -> str:
    """Which sentence says what there is to do."""
    if view.last is None:
        return "first"
    if view.phase == 1:
        return "lay"
    if not cards(view):
        return "nothing_to_lay"
    if view.alone is not None:
        return "alone"
    if standing(view).connected(NORTH_SOUTH if view.turn == WEST_EAST else WEST_EAST):
        return "break"
    return "cover"


def caption(happening: Happening, viewer: int) -> Line:
    """What happened, in one sentence."""
    action, seat = happening.action(viewer), {"name": happening.seat}
    if not isinstance(action, Lay):
        return Line(SAID[type(action)], seats=seat)
    before, after = (standing(position.view(viewer)) for position in (happening.before, happening.after))
    growing = happening.before.view(viewer).phase == 1
    kind = "lay" if growing else "cover"
    card = {"card": f"sturt.card.{'double' if action.corners in DOUBLES else 'fork'}"} if growing else {}
    for whose in (happening.seat, Seat(1 - happening.seat)):
        if after.connected(whose) and not before.connected(whose):
            if whose == happening.seat:
                return Line(f"sturt.caption.{kind}_connects", seats=seat, words=card)
            return Line(f"sturt.caption.{kind}_connects_other", seats={**seat, "whose": whose}, words=card)
    for whose in (Seat(0), Seat(1)):
        if before.connected(whose) and not after.connected(whose):
            return Line("sturt.caption.breaks", seats={**seat, "whose": whose})
    return Line(f"sturt.caption.{kind}", seats=seat, words=card)
