"""Tips of Ghawar: what platforms, trucks, depots, colours and the die are, do, and are worth now."""

from __future__ import annotations

from functools import partial
from typing import Final

from client.boards.contract import Sentence
from client.boards.ghawar.layout import DEPOT_TARGET
from client.boards.ghawar.words import cargo_key, colour_key
from client.boards.kit.action_picker import THING_WORD
from client.boards.kit.pieces import Target
from client.boards.kit.tips import Tip, tip_of
from core.game import Seat
from core.games.ghawar.scoring import leader, worth
from core.games.ghawar.state import DEPOT, NOTHING, State, truck_index

named: Final = partial(tip_of, "ghawar")
"""Tip of a thing by its word, see `tip_of`."""


def tip(view: State, target: Target) -> Tip | None:
    """Tip of a target on the board; None where there is nothing to say."""
    if target == DEPOT_TARGET:
        return _depot(view, view.turn)
    match target:
        case ("platform", int(platform)):
            return _platform(view, platform)
        case ("space", int(space)) if (view.trucks == space).any() and space != DEPOT:
            seat, index = divmod(int((view.trucks == space).argmax()), view.trucks.shape[1])
            return _truck(view, Seat(seat), index)
        case ("yard", int(seat)):
            return _depot(view, Seat(seat))
        case (word, number) if word == THING_WORD:
            return _truck(view, view.turn, truck_index(int(number)))
        case ("space", _):
            return named("road")
        case ("number", str(across), int(number), _):
            return _number(view, across, number)
    return None


def _of_colour(view: State, key: str, colour: int) -> Sentence | None:
    """Sentence on a colour and its value, once that is known."""
    if not view.values.item(colour):
        return None
    return Sentence(
        f"ghawar.tip.{key}", {"value": view.values.item(colour)}, words={"colour": colour_key(colour)}
    )


def _platform(view: State, platform: int) -> Tip:
    """Tip of a platform: its cube with its value, or its derrick with the price of the cube."""
    colour, owner = view.cubes.item(platform), view.derricks.item(platform)
    if owner == NOTHING:
        if colour == NOTHING:
            return named("platform" if view.values.any() else "bare", name="tip.platform")
        return named("oil", _of_colour(view, "colour", colour))
    if colour == NOTHING:
        return named("dry", name="tip.derrick", seats={"owner": Seat(owner)})
    return named("derrick", _of_colour(view, "price", colour), seats={"owner": Seat(owner)})


def _truck(view: State, seat: Seat, index: int) -> Tip:
    """Tip of a truck (an index) of a seat, with its load."""
    load = view.loads.item(seat, index)
    worth = Sentence("ghawar.tip.empty") if load == NOTHING else _carries(view, load)
    return named("truck", worth, seats={"owner": seat})


def _number(view: State, across: str, number: int) -> Tip:
    """Tip of the number of a column or row, and how many platforms there have no derrick."""
    there = view.derricks[:, number - 1] if across == "column" else view.derricks[number - 1]
    free = Sentence("ghawar.tip.free", {"count": int((there == NOTHING).sum())})
    values: dict[str, str | int] = {"number": number}
    return named("number", free, name=f"tip.{across}", values=values)


def _carries(view: State, colour: int) -> Sentence:
    """Sentence on a truck's load."""
    values: dict[str, str | int] = {"value": view.values.item(colour)}
    return Sentence("ghawar.tip.carries", values, words={"colour": cargo_key(colour)})


def _depot(view: State, seat: Seat) -> Tip:
    """Tip of a seat's depot, with its result if the game ended now."""
    values: dict[str, str | int] = {"barrels": view.money.item(seat), "total": round(worth(view, seat))}
    return named("depot", Sentence("ghawar.tip.stored", values), seats={"owner": seat})


def value(view: State, number: int) -> Tip:
    """Tip of a row of the table: the colour with this value, and who has the majority of it."""
    colours, values = view.values.tolist(), {"value": number}
    if number not in colours:
        return named("value", values=values)
    colour = colours.index(number)
    name = Sentence("ghawar.tip.colour", {**values}, words={"colour": colour_key(colour)})
    ahead = leader(view, colour)
    worth = Sentence("ghawar.tip.nobody")
    if ahead is not None:
        worth = Sentence("ghawar.tip.majority", seats={"owner": ahead})
    return named("value", worth, name=name, values=values)
