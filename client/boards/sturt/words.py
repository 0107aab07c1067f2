"""Sentences of Sturt on what there is to do and what happened, and tips: keys of texts with their values."""

from __future__ import annotations

from typing import Final

from client.boards.contract import Sentence
from client.boards.kit.action_picker import THING_WORD
from client.boards.kit.pieces import Target
from client.boards.kit.tips import Tip, tip_of
from client.boards.sturt.routes import connected_routes
from client.session.events import GameEvent
from core.game import Seat
from core.games.sturt.board import DOUBLES, FORKS, NORTH_SOUTH, ORIGIN_INDEX, WEST_EAST, card_at
from core.games.sturt.bot.player import distance
from core.games.sturt.rules import cards, cells
from core.games.sturt.state import Declare, Lay, Pass, State, Stop

CAPTION_KEYS: Final = {
    Pass: "sturt.caption.pass",
    Declare: "sturt.caption.declare",
    Stop: "sturt.caption.stop",
}


def task(view: State) -> str:
    """Key of the sentence on what there is to do."""
    if view.last is None:
        return "first"
    if view.phase == 1:
        return "lay"
    if not cards(view):
        return "nothing_to_lay"
    if view.alone is not None:
        return "alone"
    if connected_routes(view).connected(NORTH_SOUTH if view.turn == WEST_EAST else WEST_EAST):
        return "break"
    return "cover"


def caption(event: GameEvent, viewer: int) -> Sentence:
    """Sentence on what happened."""
    action, seat = event.action(viewer), {"name": event.seat}
    if not isinstance(action, Lay):
        return Sentence(CAPTION_KEYS[type(action)], seats=seat)
    before, after = (connected_routes(position.view(viewer)) for position in (event.before, event.after))
    growing = event.before.view(viewer).phase == 1
    kind = "lay" if growing else "cover"
    card = {"card": f"sturt.card.{'double' if action.corners in DOUBLES else 'fork'}"} if growing else {}
    for whose in (event.seat, Seat(1 - event.seat)):
        if after.connected(whose) and not before.connected(whose):
            if whose == event.seat:
                return Sentence(f"sturt.caption.{kind}_connects", seats=seat, words=card)
            return Sentence(
                f"sturt.caption.{kind}_connects_other", seats={**seat, "whose": whose}, words=card
            )
    for whose in (Seat(0), Seat(1)):
        if before.connected(whose) and not after.connected(whose):
            return Sentence("sturt.caption.breaks", seats={**seat, "whose": whose})
    return Sentence(f"sturt.caption.{kind}", seats=seat, words=card)


# --- tips -------------------------------------------------------------------------------------------------


def tip(view: State, target: Target) -> Tip | None:
    """Tip of a pile, card, open cell, edge or end marker: what it is, does and is worth now; else None."""
    match target:
        case (kind, str(name)) if kind == THING_WORD:
            count = {"double": view.supply.doubles, "fork": view.supply.forks, "triple": view.supply.triples}
            left = Sentence("sturt.pile.left", {"count": count[name]})
            return tip_of("sturt", name, left, name=f"pile.{name}")
        case ("cell", int(x), int(y)):
            return _cell_tip(view, (x, y))
        case ("edge", int(side)):
            seat = Seat(1 - side % 2)
            missing = Sentence("sturt.tip.missing", {"count": distance(view, seat)})
            worth = Sentence("sturt.tip.connected") if connected_routes(view).connected(seat) else missing
            return tip_of("sturt", f"edge_{seat}", worth)
        case ("end", int(seat), *_):
            usual = view.options.announce == "automatic"
            worth = Sentence("sturt.tip.end_worth_usual" if usual else "sturt.tip.end_worth_announced")
            return tip_of("sturt", f"end_{seat}", worth, name="tip.end")
    return None


def _cell_tip(view: State, cell: tuple[int, int]) -> Tip:
    corners = card_at(view.corners, cell)
    if not corners:
        free = bool(cells(view)[cell[1] + ORIGIN_INDEX, cell[0] + ORIGIN_INDEX])
        return tip_of("sturt", f"ground_{'free' if free else 'not_now'}", name="tip.ground")
    name = "double" if corners in DOUBLES else "fork" if corners in FORKS else "triple"
    worth = Sentence(f"sturt.tip.{'stays' if name == 'triple' else 'coverable'}")
    return tip_of("sturt", name, worth, name=f"pile.{name}")
