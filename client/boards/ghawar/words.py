"""Sentences of Ghawar on what there is to do and what happened: keys of texts with their values."""

from __future__ import annotations

from typing import Final

from client.boards.contract import Frame, Sentence
from client.boards.ghawar.layout import DIE_TARGET
from client.boards.ghawar.reach import can_shift, drivers, end_of, gains_in_reach, load_of, worth_of
from client.boards.kit.action_picker import ActionKey, ActionPicker, Choices, ThingKind
from client.session.events import GameEvent
from client.ui.intents import Accept, Back, Cycle, Intent, Turn
from core.game import Seat
from core.games.ghawar.roads import Load
from core.games.ghawar.rules import DERRICKS_PER_SEAT
from core.games.ghawar.scoring import leader
from core.games.ghawar.state import (
    COLOURS,
    NOTHING,
    Action,
    Build,
    Cube,
    Dice,
    Die,
    Drive,
    Leave,
    Pass,
    Roll,
    Shift,
    State,
    Value,
    platform_at,
    truck_index,
)

TextValues = dict[str, str | int]


def colour_key(colour: int) -> str:
    """Key of a cube's name: its colour and its sign."""
    return f"ghawar.colour.{COLOURS[colour]}"


def cargo_key(colour: int) -> str:
    """Key of a cube's name as a truck's load, for which some languages need another form."""
    return f"ghawar.cargo.{COLOURS[colour]}"


def _about(key: str, colour: int, values: TextValues, named_seats: dict[str, Seat], **words: str) -> Sentence:
    """Sentence on a cube of a colour; without a cube (`NOTHING`) that with the key `…_bare`."""
    if colour == NOTHING:
        return Sentence(f"{key}_bare", values, named_seats, words)
    return Sentence(key, values, named_seats, {"colour": colour_key(colour), **words})


# --- what there is to do ---------------------------------------------------------------------------------

DERRICK_THING: Final[ThingKind] = "derrick"
"""Kind of thing in hand while derricks are built or moved; that of a truck is its number."""


def waiting(view: State) -> Sentence:
    """Sentence on what is awaited: a seat's decision, or a step of chance."""
    stage = view.stage if view.stage in ("cubes", "values", "build", "choose", "move") else "roll"
    return Sentence(f"ghawar.waiting.{stage}", seats={"name": view.turn})


def task(frame: Frame, picker: ActionPicker) -> Sentence:
    """Sentence on what there is to do for the seat in turn."""
    view: State = frame.view
    choices = picker.choices(view, view.turn)
    values: TextValues = {} if view.stage == "choose" else {"pips": view.dice[-1]}
    held = bool(picker.picked(frame))
    return Sentence(
        f"ghawar.prompt.{_kind_of_task(picker, choices, held, view)}", values, {"name": view.turn}
    )


def _kind_of_task(picker: ActionPicker, choices: Choices, held: bool, view: State) -> str:
    """Key of the sentence on what can be done."""
    if held:
        return "derrick_to"
    if view.stage == "build":
        return "build" if len(choices.actions) > 1 else "build_one"
    if view.stage == "choose":
        return "choose" if can_shift(view) else "roll"
    if not choices.actions:
        return "pass_rolled" if view.options.rolls_to_drive else "pass"
    if picker.meant(choices) == DERRICK_THING:
        return "derrick" if drivers(view) else "derrick_only"
    if not can_shift(view):
        return "drive_only"
    return "drive_loaded" if (view.loads[view.turn] != NOTHING).all() else "drive"


def preview_sentence(choices: Choices, key: ActionKey) -> Sentence | None:
    """Sentence on the result of the action in hand; None if there is no legal one."""
    view, seat = choices.view, choices.seat
    if choices.leads_on(key.path, key.kind):
        return _derrick_sentence("take", view, view.cubes.item(int(key.path[0][1])))
    match choices.actions.get(key):
        case Roll():
            return Sentence("ghawar.would.roll")
        case Build() as action:
            return _derrick_sentence("build", view, _colour_at(view, (action.x, action.y)))
        case Shift() as action:
            return _derrick_sentence("put", view, _colour_at(view, action.to))
        case Leave() as action:
            return _stores("would", view, seat, action.truck, _who(action))
        case Drive() as action:
            return _would_drive(view, seat, action)
    return None


def _colour_at(view: State, cell: tuple[int, int]) -> int:
    """Colour of the cube under a derrick, or under a place for one."""
    platform = platform_at(*cell)
    assert platform is not None, "derricks stand on platforms"
    colour: int = view.cubes.item(platform)
    return colour


def _derrick_sentence(deed: str, view: State, colour: int) -> Sentence:
    """Sentence on a derrick on a platform with or without a cube."""
    return _about(f"ghawar.would.{deed}", colour, {"value": worth_of(view, colour)}, {})


def _who(action: Drive | Leave) -> dict[str, str]:
    return {"truck": f"ghawar.truck.{action.truck}"}


def _would_drive(view: State, seat: Seat, action: Drive) -> Sentence:
    words, load = _who(action), load_of(view, action)
    carried = view.loads.item(seat, truck_index(action.truck))
    if load is not None:
        return _loads("would", view, seat, load, words)
    if carried != NOTHING:
        return Sentence("ghawar.would.carry", words={**words, "colour": cargo_key(carried)})
    bring = gains_in_reach(view)[end_of(action)]
    if bring.loads:
        return Sentence("ghawar.would.load_none", words=words)
    if bring.unaffordable:
        unaffordable = bring.unaffordable[0]
        values: TextValues = {"price": unaffordable.price, "money": view.money.item(seat)}
        return Sentence(
            "ghawar.would.too_dear",
            values,
            {"owner": unaffordable.owner},
            {**words, "colour": cargo_key(unaffordable.colour)},
        )
    return Sentence("ghawar.would.drive", words=words)


def _loads(group: str, view: State, seat: Seat, load: Load, gaps: dict[str, str]) -> Sentence:
    """Sentence on a cube that is loaded, or would be."""
    values: TextValues = {"value": view.values.item(load.colour)}
    gaps = {**gaps, "colour": cargo_key(load.colour)}
    if load.owner == seat:
        return Sentence(f"ghawar.{group}.load_free", values, {"name": seat}, gaps)
    return Sentence(
        f"ghawar.{group}.load", {**values, "price": load.price}, {"name": seat, "owner": load.owner}, gaps
    )


def _stores(group: str, view: State, seat: Seat, truck: int, gaps: dict[str, str]) -> Sentence:
    """Sentence on a cube that a truck brings home, or would, and on the majority of its colour."""
    colour, seats = view.loads.item(seat, truck_index(truck)), {"name": seat}
    if colour == NOTHING:
        return Sentence(f"ghawar.{group}.home", seats=seats, words=gaps)
    counts = view.stored[:, colour].tolist()
    before, mine = leader(view, colour), counts.pop(seat) + 1
    values: TextValues = {"value": view.values.item(colour)}
    gaps = {**gaps, "colour": cargo_key(colour)}
    if mine > max(counts):
        gained = "" if before == seat else "_lead"
        return Sentence(f"ghawar.{group}.store{gained}", values, seats, gaps)
    if before is not None and mine == max(counts):
        return Sentence(f"ghawar.{group}.store_break", values, {**seats, "other": before}, gaps)
    return Sentence(f"ghawar.{group}.store", values, seats, gaps)


def hints(frame: Frame, picker: ActionPicker) -> tuple[tuple[Intent, str], ...]:
    """Intents that are useful now, each with the key of its word."""
    view, seat = frame.view, frame.chooser
    if seat is None or view.stage not in ("build", "choose", "move"):
        return ()
    choices = picker.choices(view, seat)
    if not choices.actions:
        return ()
    rests = picker.rests(frame)
    accept = _accepting(picker, choices, view, rests=rests)
    found: list[tuple[Intent, str]] = [(Accept(), f"ghawar.hint.{accept}")]
    if picker.held and not rests:
        return (*found, (Back(), "ghawar.hint.back"))
    return (*found, *_others(picker, choices, view, rests=rests))


def _accepting(picker: ActionPicker, choices: Choices, view: State, *, rests: bool) -> str:
    """Last part of the key of what `Accept` does; without an action in hand, of what is to be chosen."""
    key, derricks = picker.key(choices), picker.meant(choices) == DERRICK_THING
    if key is not None and not rests:
        if choices.leads_on(key.path, key.kind):
            return "take"
        match choices.actions.get(key):
            case Roll():
                return "roll"
            case Build():
                return "build"
            case Shift():
                return "put"
            case Drive() | Leave():
                return "drive"
    if view.stage == "choose" and not picker.held:
        return "choose"
    own = derricks and view.stage != "build" and not picker.held
    return "own" if own else "platform" if derricks else "space"


def _others(picker: ActionPicker, choices: Choices, view: State, *, rests: bool) -> list[tuple[Intent, str]]:
    """Hints for other loads on the same space, and for other things to move."""
    found: list[tuple[Intent, str]] = []
    key, kinds = picker.key(choices), choices.kinds
    if not rests and key is not None and key.kind != DERRICK_THING:
        there = [other for other in choices.by_path.get(key.path, ()) if other.kind == key.kind]
        if len(there) > 1:
            found.append((Turn(step=1), "ghawar.hint.load"))
    if view.stage == "choose":
        at_die = rests or picker.cursor in (None, DIE_TARGET)
        if not at_die or can_shift(view):
            found.append((Cycle(step=1), f"ghawar.hint.{'derrick' if at_die else 'roll'}"))
    elif len(kinds) > 1:
        now = picker.meant(choices)
        following = kinds[(kinds.index(now) + 1) % len(kinds)]
        word = "derrick" if following == DERRICK_THING else "instead" if now == DERRICK_THING else "truck"
        found.append((Cycle(step=1), f"ghawar.hint.{word}"))
    return found


# --- what happened ---------------------------------------------------------------------------------------


def caption(event: GameEvent, viewer: int) -> Sentence:
    """Sentence on what happened."""
    before: State = event.before.view(viewer)
    after: State = event.after.view(viewer)
    action: Action = event.action(viewer)
    seat = before.turn
    seats = {"name": seat}
    match action:
        case Cube():
            return Sentence("ghawar.caption.cubes")
        case Value():
            words = {"colour": colour_key(COLOURS.index(action.colour))}
            return Sentence("ghawar.caption.value", {"value": int(after.values.max())}, words=words)
        case Dice():
            values: TextValues = {"column": action.column, "row": action.row}
            return Sentence(f"ghawar.caption.{_roll_sentence(before, after, seat)}", values, seats)
        case Build():
            return Sentence(
                f"ghawar.caption.{'build_last' if _was_last(after, seat) else 'build'}", seats=seats
            )
        case Roll():
            return Sentence("ghawar.caption.roll", seats=seats)
        case Die():
            return Sentence("ghawar.caption.die", {"pips": action.pips}, seats)
        case Drive():
            return _drive_sentence(before, seat, action)
        case Leave():
            return _stores("caption", before, seat, action.truck, {})
        case Shift():
            return _about("ghawar.caption.shift", _colour_at(before, action.to), {}, seats)
        case Pass():
            rolled = "_rolled" if before.options.rolls_to_drive else ""
            return Sentence(f"ghawar.caption.pass{rolled}", seats=seats)


def _roll_sentence(before: State, after: State, seat: Seat) -> str:
    """Key of the sentence on the result of two dice."""
    if after.stage == "build":
        return "choice"
    if (before.derricks != after.derricks).any():
        return "derrick_last" if _was_last(after, seat) else "derrick"
    return "no_room" if before.options.dice_choice else "taken"


def _was_last(after: State, seat: Seat) -> bool:
    """Whether a seat has built all its derricks."""
    return int((after.derricks == seat).sum()) == DERRICKS_PER_SEAT[after.seats]


def _drive_sentence(before: State, seat: Seat, action: Drive) -> Sentence:
    """Sentence on a truck that has come to a space, and its load."""
    load = load_of(before, action)
    if load is None:
        return Sentence("ghawar.caption.drive", seats={"name": seat})
    return _loads("caption", before, seat, load, {})
