"""Tips of Ghawar: what platforms, trucks, depots, colours and the die are, do, and are worth now."""

from __future__ import annotations

from client.boards.contract import Sentence
from client.boards.ghawar.layout import DEPOT_TARGET
from client.boards.ghawar.words import cargo_key, colour_key
from client.boards.kit.hand import THING_WORD
from client.boards.kit.pieces import Target
from client.boards.kit.tips import Tip
from core.game import Seat
from core.games.ghawar.scoring import leader, worth
from core.games.ghawar.state import DEPOT, NOTHING, State, truck_index


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
            return _tip("road", "road_does", None)
        case ("number", str(across), int(number), _):
            return _number(view, across, number)
    return None


def named(name: str, about: str) -> Tip:
    """Tip by the keys of its two texts."""
    return Tip(Sentence(name), Sentence(about))


def plain(name: str, worth: Sentence | None = None) -> Tip:
    """Tip on a thing by the last word of its key."""
    return _tip(name, f"{name}_does", worth)


def _tip(name: str, about: str, worth: Sentence | None, owner: Seat | None = None) -> Tip:
    """Tip with texts below `ghawar.tip`, which name the `owner` if there is one."""
    seats = {} if owner is None else {"owner": owner}
    return Tip(
        Sentence(f"ghawar.tip.{name}", seats=seats), Sentence(f"ghawar.tip.{about}", seats=seats), worth
    )


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
            return _tip("platform", "platform_does" if view.values.any() else "bare_does", None)
        return _tip("oil", "oil_does", _of_colour(view, "colour", colour))
    if colour == NOTHING:
        return _tip("derrick", "dry_does", None, Seat(owner))
    return _tip("derrick", "derrick_does", _of_colour(view, "price", colour), Seat(owner))


def _truck(view: State, seat: Seat, index: int) -> Tip:
    """Tip of a truck (an index) of a seat, with its load."""
    load = view.loads.item(seat, index)
    empty = load == NOTHING
    return _tip(
        "truck",
        "truck_does",
        Sentence("ghawar.tip.empty") if empty else _carries(view, load),
        seat,
    )


def _number(view: State, across: str, number: int) -> Tip:
    """Tip of the number of a column or row, and how many platforms there have no derrick."""
    there = view.derricks[:, number - 1] if across == "column" else view.derricks[number - 1]
    free = Sentence("ghawar.tip.free", {"count": int((there == NOTHING).sum())})
    values: dict[str, str | int] = {"number": number}
    return Tip(Sentence(f"ghawar.tip.{across}", values), Sentence("ghawar.tip.number_does"), free)


def _carries(view: State, colour: int) -> Sentence:
    """Sentence on a truck's load."""
    values: dict[str, str | int] = {"value": view.values.item(colour)}
    return Sentence("ghawar.tip.carries", values, words={"colour": cargo_key(colour)})


def _depot(view: State, seat: Seat) -> Tip:
    """Tip of a seat's depot, with its result if the game ended now."""
    values: dict[str, str | int] = {"barrels": view.money.item(seat), "total": round(worth(view, seat))}
    return _tip("depot", "depot_does", Sentence("ghawar.tip.stored", values), seat)


def value(view: State, number: int) -> Tip:
    """Tip of a row of the table: the colour with this value, and who has the majority of it."""
    about = Sentence("ghawar.tip.value_does", {"value": number})
    colours = view.values.tolist()
    if number not in colours:
        return Tip(Sentence("ghawar.tip.value", {"value": number}), about)
    colour = colours.index(number)
    name = Sentence("ghawar.tip.colour", {"value": number}, words={"colour": colour_key(colour)})
    ahead = leader(view, colour)
    if ahead is None:
        return Tip(name, about, Sentence("ghawar.tip.nobody"))
    return Tip(name, about, Sentence("ghawar.tip.majority", seats={"owner": ahead}))
