"""What Ghawar says: what there is to do, and what happened. Which sentence, not its words."""

from __future__ import annotations

from client.boards.base import Frame, Line
from client.boards.ghawar.hand import Hand
from client.boards.ghawar.motion import load_of
from client.boards.ghawar.places import DIE
from client.mirror import Happening
from core.game import Seat
from core.games.ghawar.loading import Load
from core.games.ghawar.rules import DERRICKS
from core.games.ghawar.scoring import leader, worth
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
    truck_number,
)

Values = dict[str, str | int]


def colour_key(colour: int) -> str:
    """What a colour is called."""
    return f"ghawar.colour.{COLOURS[colour]}"


def _about(key: str, colour: int, values: Values, seats: dict[str, Seat], **words: str) -> Line:
    """A sentence about a colour, or its other form where there is none."""
    if colour == NOTHING:
        return Line(f"{key}_bare", values, seats, words)
    return Line(key, values, seats, {"colour": colour_key(colour), **words})


# --- what there is to do ---------------------------------------------------------------------------------


def prompt(frame: Frame, hand: Hand) -> Line:
    """What there is to do, or who does it, in one sentence; over a place what would come of it there."""
    view: State = frame.view
    outcome = frame.position.outcome
    if outcome is not None:
        return Line(outcome.reason, seats={"winner": outcome.winners[0]})
    seat = frame.chooser
    if seat is None:
        return Line(f"ghawar.waiting.{_waiting(view)}", seats={"name": view.turn})
    if hand.target is not None and not hand.rests(frame):
        refusal = hand.refusal(view, seat)
        if refusal is not None:
            return Line(refusal.code, refusal.values)
        return _would(hand, view, seat)
    return _task(hand, view, seat)


def _waiting(view: State) -> str:
    """What is waited for; also before a step of the opening begins, which then has a caption of its own."""
    return view.stage if view.stage in ("cubes", "values", "build", "choose", "move") else "roll"


def _task(hand: Hand, view: State, seat: Seat) -> Line:
    values: Values = {} if view.stage == "choose" else {"pips": view.dice[-1]}
    return Line(f"ghawar.prompt.{_kind_of_task(hand, view, seat)}", values, {"name": seat})


def _kind_of_task(hand: Hand, view: State, seat: Seat) -> str:
    """Which sentence: what can be done."""
    outlook = hand.outlook(view, seat)
    if outlook.stuck:
        return "pass_rolled" if view.options.rolls_to_drive else "pass"
    match hand.doing(view, seat):
        case "build":
            return "build" if len(outlook.rolled) > 1 else "build_one"
        case "choose":
            return "choose" if outlook.derricks else "roll"
        case "derrick":
            if hand.derrick is not None and not hand.is_new(view):
                return "derrick_to"
            return "derrick" if outlook.drivers else "derrick_only"
        case "drive":
            if not outlook.derricks:
                return "drive_only"
            return "drive_loaded" if (view.loads[seat] != NOTHING).all() else "drive"


def _would(hand: Hand, view: State, seat: Seat) -> Line:
    """What would come of what is meant, which can be done."""
    target = hand.target
    assert target is not None
    if target == DIE:
        return Line("ghawar.would.roll")
    if target.kind != "platform":
        return _would_drive(hand, view, seat)
    colour = view.cubes.item(target.number)
    values: Values = {"value": hand.outlook(view, seat).worth(colour)}
    deed = "take" if hand.picks_up(view, seat) else "put" if hand.mode == "derrick" else "build"
    return _about(f"ghawar.would.{deed}", colour, values, {})


def _would_drive(hand: Hand, view: State, seat: Seat) -> Line:
    target = hand.target
    assert target is not None
    who = f"ghawar.truck.{truck_number(view.options, hand.truck)}"
    carried, outlook = view.loads.item(seat, hand.truck), hand.outlook(view, seat)
    if target.kind == "depot":
        if carried == NOTHING:
            return Line("ghawar.would.home", words={"truck": who})
        return _stores("would", view, seat, carried, {"truck": who})
    if hand.load is not None:
        return _loads("would", view, seat, hand.load, {"truck": who})
    if carried != NOTHING:
        return Line("ghawar.would.carry", words={"truck": who, "colour": colour_key(carried)})
    bring = outlook.brings[target]
    if bring.loads:
        return Line("ghawar.would.load_none", words={"truck": who})
    if bring.dear:
        load = bring.dear[0]
        values: Values = {"price": load.price, "money": view.money.item(seat)}
        words = {"truck": who, "colour": colour_key(load.colour)}
        return Line("ghawar.would.too_dear", values, {"owner": load.owner}, words)
    return Line("ghawar.would.drive", words={"truck": who})


def _loads(group: str, view: State, seat: Seat, load: Load, words: dict[str, str]) -> Line:
    """A cube that is loaded, or would be."""
    values: Values = {"value": view.values.item(load.colour)}
    words = {**words, "colour": colour_key(load.colour)}
    if load.owner == seat:
        return Line(f"ghawar.{group}.load_free", values, {"name": seat}, words)
    return Line(
        f"ghawar.{group}.load", {**values, "price": load.price}, {"name": seat, "owner": load.owner}, words
    )


def _stores(group: str, view: State, seat: Seat, colour: int, words: dict[str, str]) -> Line:
    """A cube that is brought home, or would be, and what becomes of the majority of its colour."""
    counts = view.stored[:, colour].tolist()
    before, mine = leader(view, colour), counts.pop(seat) + 1
    values: Values = {"value": view.values.item(colour)}
    seats, words = {"name": seat}, {**words, "colour": colour_key(colour)}
    if mine > max(counts):
        gained = "" if before == seat else "_lead"
        return Line(f"ghawar.{group}.store{gained}", values, seats, words)
    if before is not None and mine == max(counts):
        return Line(f"ghawar.{group}.store_break", values, {**seats, "other": before}, words)
    return Line(f"ghawar.{group}.store", values, seats, words)


def tally(view: State, seat: Seat) -> Line:
    """How many derricks a seat has left; once trucks drive what it would have if the game ended now."""
    if view.stage in ("cubes", "values", "dice", "build"):
        left = DERRICKS[view.seats] - int((view.derricks == seat).sum())
        return Line("ghawar.tally.derricks", {"left": left})
    return Line("ghawar.tally.total", {"total": round(worth(view, seat))})


# --- what happened ---------------------------------------------------------------------------------------


def caption(happening: Happening, viewer: int) -> Line:
    """What happened, in one sentence."""
    before: State = happening.before.view(viewer)
    after: State = happening.after.view(viewer)
    action: Action = happening.action(viewer)
    seat = before.turn
    seats = {"name": seat}
    match action:
        case Cube():
            return Line("ghawar.caption.cubes")
        case Value():
            words = {"colour": colour_key(COLOURS.index(action.colour))}
            return Line("ghawar.caption.value", {"value": int(after.values.max())}, words=words)
        case Dice():
            values: Values = {"column": action.column, "row": action.row}
            return Line(f"ghawar.caption.{_rolled(before, after, seat)}", values, seats)
        case Build():
            return Line(f"ghawar.caption.{'build_last' if _was_last(after, seat) else 'build'}", seats=seats)
        case Roll():
            return Line("ghawar.caption.roll", seats=seats)
        case Die():
            return Line("ghawar.caption.die", {"pips": action.pips}, seats)
        case Drive():
            return _drove(before, seat, action)
        case Leave():
            return _left(before, seat, action)
        case Shift():
            there = platform_at(*action.to)
            assert there is not None, "derricks stand on platforms"
            return _about("ghawar.caption.shift", before.cubes.item(there), {}, seats)
        case Pass():
            rolled = "_rolled" if before.options.rolls_to_drive else ""
            return Line(f"ghawar.caption.pass{rolled}", seats=seats)


def _rolled(before: State, after: State, seat: Seat) -> str:
    """What the two dice bring."""
    if after.stage == "build":
        return "choice"
    if (before.derricks != after.derricks).any():
        return "derrick_last" if _was_last(after, seat) else "derrick"
    return "no_room" if before.options.dice_choice else "taken"


def _was_last(after: State, seat: Seat) -> bool:
    """Whether a seat has put up all its derricks."""
    return int((after.derricks == seat).sum()) == DERRICKS[after.seats]


def _drove(before: State, seat: Seat, action: Drive) -> Line:
    """A truck that has come to a space, and what it has loaded there."""
    load = load_of(before, action)
    if load is None:
        return Line("ghawar.caption.drive", seats={"name": seat})
    return _loads("caption", before, seat, load, {})


def _left(before: State, seat: Seat, action: Leave) -> Line:
    """A truck that has come home, and what it has brought."""
    colour = before.loads.item(seat, truck_index(action.truck))
    if colour == NOTHING:
        return Line("ghawar.caption.home", seats={"name": seat})
    return _stores("caption", before, seat, colour, {})
