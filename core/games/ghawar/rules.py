"""The rules of Ghawar.

Source: the rules of the authors' contest of 2009 ("Ghawar", finalist, strategy game), which name trucks,
barrels and a value table without numbers: one truck, the values 1 to 6, three barrels as money, six cubes of
each colour and the outer road of the option `ring` are decisions of ours. All of them stand in
`docs/rules-ghawar.md`.

First derricks go up where the dice say, then trucks drive through the field and carry off what pays most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

import msgspec
import numpy as np

from core.game import CHANCE, GameInfo, Goal, NextGame, Outcome, Refusal, Seat, read_only
from core.games.ghawar import notation, position, refusals, scoring
from core.games.ghawar.decisions import DECISIONS
from core.games.ghawar.roads import Route, loads_at, mask_of, roads
from core.games.ghawar.state import (
    COLOURS,
    CUBES_PER_COLOUR,
    DEPOT,
    DERRICKS_PER_SEAT,
    FIELD_SIZE,
    MOST_BUILDING_ROUNDS,
    NOTHING,
    PLATFORMS,
    Action,
    Build,
    Cube,
    Dice,
    Die,
    Drive,
    Leave,
    Options,
    Pass,
    Roll,
    Shift,
    Stage,
    State,
    TruckNumber,
    Value,
    place_of,
    place_of_platform,
    platform_at,
    space_at,
    truck_index,
    truck_number,
)
from core.open_information import OpenInformation
from core.position_fields import Field, Fields

__all__ = [
    "CUBES_PER_COLOUR",
    "DERRICKS_PER_SEAT",
    "GHAWAR",
    "MOST_BUILDING_ROUNDS",
    "Ghawar",
    "reachable",
    "rolled_platforms",
    "route_of",
]

replace = msgspec.structs.replace

_DICE: Final = tuple(
    (Dice(c, r), Fraction(1, FIELD_SIZE**2)) for c, r in product(range(1, FIELD_SIZE + 1), repeat=2)
)
_DIE: Final = tuple((Die(pips), Fraction(1, FIELD_SIZE)) for pips in range(1, FIELD_SIZE + 1))
_ROLL: Final = Roll()


# --- Setup -----------------------------------------------------------------------------------------------


def _start(options: Options, seats: int) -> State:
    """An empty field; all trucks are in their depots, everybody has three barrels."""
    fleet = (seats, options.trucks)
    return State(
        options,
        seats,
        cubes=_full((FIELD_SIZE, FIELD_SIZE), NOTHING),
        derricks=_full((FIELD_SIZE, FIELD_SIZE), NOTHING),
        values=_full((len(COLOURS),), 0),
        trucks=read_only(np.full(fleet, DEPOT, dtype=np.int16)),
        loads=_full(fleet, NOTHING),
        stored=_full((seats, len(COLOURS)), 0),
        money=read_only(np.full(seats, scoring.START_BARRELS, dtype=np.int16)),
        rolled=read_only(np.zeros((seats, FIELD_SIZE), dtype=np.int16)),
        hoped=read_only(np.zeros(seats, dtype=np.int16)),
    )


def _full(shape: tuple[int, ...], number: int) -> np.ndarray:
    return read_only(np.full(shape, number, dtype=np.int8))


def _put_cube(s: State, colour: int) -> State:
    """A cube on the next platform, row by row from the north-west."""
    platform = int((s.cubes != NOTHING).sum())
    filled = replace(s, cubes=_replaced(s.cubes, platform, colour))
    return filled if platform + 1 < PLATFORMS else replace(filled, stage="values")


def _put_value(s: State, colour: int) -> State:
    """The next value for a colour, from 1 to 6; then the derricks go up."""
    value = int(s.values.max()) + 1
    valued = replace(s, values=_replaced(s.values, colour, value))
    return valued if value < len(COLOURS) else replace(valued, stage="dice")


def _replaced(array: np.ndarray, at: int | tuple[int, int], number: int) -> np.ndarray:
    """A copy of the array with another number at one index, flat or by axes."""
    changed = array.copy()
    if isinstance(at, tuple):
        changed[at] = number
    else:
        changed.flat[at] = number
    return read_only(changed)


# --- Phase 1: derricks -------------------------------------------------------------------------------------


def _roll_dice(s: State, dice: tuple[int, int]) -> State:
    """A derrick goes up where the dice say, if there is none."""
    rolled = replace(s, dice=dice, hoped=_replaced(s.hoped, s.turn, s.hoped.item(s.turn) + _useful_rolls(s)))
    free = rolled_platforms(rolled)
    if not free:
        return _next_builder(rolled)
    return replace(rolled, stage="build") if s.options.dice_choice else _build(rolled, free[0])


def rolled_platforms(s: State) -> tuple[int, ...]:
    """The platforms without a derrick that the dice name: by the red die the column, by the white the row.

    With `dice_choice` either die may be the column.
    """
    column, row = s.dice
    named = [(row - 1) * FIELD_SIZE + column - 1]
    if s.options.dice_choice and column != row:
        named.append((column - 1) * FIELD_SIZE + row - 1)
    return tuple(platform for platform in sorted(named) if s.derricks.item(platform) == NOTHING)


def _useful_rolls(s: State) -> int:
    """Number of the 36 rolls that find room for a derrick now."""
    free = s.derricks == NOTHING
    return int((free | free.T).sum() if s.options.dice_choice else free.sum())


def _build(s: State, platform: int) -> State:
    return _next_builder(replace(s, derricks=_replaced(s.derricks, platform, s.turn)))


def _next_builder(s: State) -> State:
    """The next seat rolls. Once one has put up its last derrick, the round is finished; then trucks drive."""
    if s.turn + 1 < s.seats:
        return replace(s, stage="dice", turn=Seat(s.turn + 1))
    built = max(int((s.derricks == seat).sum()) for seat in range(s.seats))
    rounds = s.rounds + 1
    if built == DERRICKS_PER_SEAT[s.seats] or rounds == MOST_BUILDING_ROUNDS:
        return replace(s, stage=_before_driving(s.options), turn=Seat(0), rounds=0)
    return replace(s, stage="dice", turn=Seat(0), rounds=rounds)


# --- Phase 2: trucks ---------------------------------------------------------------------------------------


def _before_driving(options: Options) -> Stage:
    """The stage in which a turn of phase 2 begins: the die, or the choice whether to drive."""
    return "choose" if options.rolls_to_drive else "die"


def _roll_die(s: State, pips: int) -> State:
    at = (s.turn, pips - 1)
    return replace(s, stage="move", dice=(pips,), rolled=_replaced(s.rolled, at, s.rolled.item(at) + 1))


def reachable(s: State, truck: int) -> dict[int, Route]:
    """The spaces, or the depot, that a truck (an index) of the seat in turn reaches with the roll, with its
    route.

    Of several free routes it is the one with the fewest turns.
    """
    others = s.trucks.ravel().tolist()
    start = others.pop(s.turn * s.options.trucks + truck)
    return roads(s.options.roads).reach(s.turn, start, s.dice[0], mask_of(others))


def route_of(s: State, a: Drive | Leave) -> Route:
    """The route a truck takes for a legal action."""
    return reachable(s, truck_index(a.truck))[_end_of(a)]


def _end_of(a: Drive | Leave) -> int:
    """The space that a truck drives to, or the depot."""
    return DEPOT if isinstance(a, Leave) else space_at(a.x, a.y)


def _drives(s: State) -> Iterator[Action]:
    """All drives of the seat's trucks: to the depot, or to a space, with and without loading there."""
    for index in range(s.options.trucks):
        for end in sorted(reachable(s, index)):
            yield from _drives_to(s, index, end)


def _drives_to(s: State, index: int, end: int) -> Iterator[Action]:
    """The drives of a truck (an index) to one end."""
    number = truck_number(s.options, index)
    yield _drive(end, NOTHING, number)
    for load in loads_at(s, s.turn, index, end):
        yield _drive(end, load.platform, number)


@cache
def _drive(end: int, platform: int, truck: TruckNumber) -> Drive | Leave:
    """The action of driving there and loading what is on that platform, or `NOTHING`."""
    if end == DEPOT:
        return Leave(truck)
    load = None if platform == NOTHING else place_of_platform(platform)
    return Drive(*place_of(end), load, truck)


def _arrive(s: State, a: Drive) -> State:
    """A truck stands where it drove to; what it loads is paid for."""
    truck = (s.turn, truck_index(a.truck))
    arrived = replace(s, trucks=_replaced(s.trucks, truck, space_at(a.x, a.y)))
    if a.load is None:
        return arrived
    platform = platform_at(*a.load)
    assert platform is not None, "only what lies on a platform is loaded"
    colour, owner = s.cubes.item(platform), Seat(s.derricks.item(platform))
    money = s.money.copy()
    if owner != s.turn:
        money[s.turn] -= s.values[colour]
        money[owner] += s.values[colour]
    cubes, loads = _replaced(s.cubes, platform, NOTHING), _replaced(s.loads, truck, colour)
    return replace(arrived, cubes=cubes, loads=loads, money=read_only(money), quiet=0, idle=False)


def _leave(s: State, a: Leave) -> State:
    """A truck is in its depot; its load is stored."""
    truck = (s.turn, truck_index(a.truck))
    home, colour = replace(s, trucks=_replaced(s.trucks, truck, DEPOT)), s.loads.item(truck)
    if colour == NOTHING:
        return home
    stored = _replaced(s.stored, (s.turn, colour), s.stored.item(s.turn, colour) + 1)
    return replace(home, loads=_replaced(s.loads, truck, NOTHING), stored=stored, quiet=0, idle=False)


def _store_all(s: State) -> State:
    """All that is still on trucks is stored; that is something only where the last cube need not be home."""
    if not (s.loads != NOTHING).any():
        return s
    stored = s.stored.copy()
    for seat, truck in np.argwhere(s.loads != NOTHING).tolist():
        stored[seat, s.loads[seat, truck]] += 1
    return replace(s, stored=read_only(stored), loads=_full(s.loads.shape, NOTHING))


_PLACES: Final = tuple(map(place_of_platform, range(PLATFORMS)))
_SHIFTS: Final = np.empty((PLATFORMS, PLATFORMS), dtype=np.object_)
"""The actions of moving a derrick, by the platforms from and to which it goes."""
for _there in np.ndindex(_SHIFTS.shape):
    _SHIFTS[_there] = Shift(*_PLACES[_there[0]], _PLACES[_there[1]])


def _own_and_free(s: State) -> tuple[np.ndarray, np.ndarray]:
    """Masks of the platforms (shape (36,)) from which a derrick can be moved, and to which."""
    derricks = s.derricks.ravel()
    return derricks == s.turn, derricks == NOTHING


def _shifts(s: State) -> list[Action]:
    """All moves of derricks."""
    own, free = _own_and_free(s)
    shifts: list[Action] = _SHIFTS[own][:, free].ravel().tolist()
    return shifts


def _shift(s: State, a: Shift) -> State:
    derricks = s.derricks.copy()
    derricks[a.y // 2, a.x // 2] = NOTHING
    derricks[a.to[1] // 2, a.to[0] // 2] = s.turn
    return replace(s, derricks=read_only(derricks))


def _next_driver(s: State) -> State:
    """The next seat's turn, unless the field is empty or nothing has happened for too many whole rounds."""
    if scoring.is_empty(s):
        return replace(_store_all(s), stage="over")
    stage = _before_driving(s.options)
    if s.turn + 1 < s.seats:
        return replace(s, stage=stage, turn=Seat(s.turn + 1))
    quiet = s.quiet + 1 if s.idle else 0
    if quiet == s.options.quiet_rounds:
        stage = "over"
    return replace(s, stage=stage, turn=Seat(0), rounds=s.rounds + 1, quiet=quiet, idle=True)


# --- What may be done --------------------------------------------------------------------------------------


def _builds(s: State) -> list[Action]:
    """A derrick on a platform that was rolled."""
    return [Build(*place_of_platform(platform)) for platform in rolled_platforms(s)]


def _choices(s: State) -> list[Action]:
    """Rolling the die to drive, then the moves of derricks."""
    return [_ROLL, *_shifts(s)]


def _moves(s: State) -> list[Action]:
    """Drives, truck by truck and end by end, then the moves of derricks if they come after the roll.

    Passing if there are none.
    """
    return [*_drives(s), *(() if s.options.rolls_to_drive else _shifts(s))] or [Pass()]


def _is_choice(s: State, a: Action) -> bool:
    """Whether `a` is one of the `_choices`."""
    return isinstance(a, Roll) or (isinstance(a, Shift) and _is_shift(s, a))


def _is_move(s: State, a: Action) -> bool:
    """Whether `a` is one of the `_moves`, without listing all of them."""
    match a:
        case Drive() | Leave():
            index, end = truck_index(a.truck), _end_of(a)
            return index < s.options.trucks and end in reachable(s, index) and a in _drives_to(s, index, end)
        case Shift():
            return not s.options.rolls_to_drive and _is_shift(s, a)
        case Pass():
            return a in _moves(s)
        case _:
            return False


def _is_shift(s: State, a: Shift) -> bool:
    """Whether `a` is one of the `_shifts`."""
    here, there = platform_at(a.x, a.y), platform_at(*a.to)
    own, free = _own_and_free(s)
    return here is not None and there is not None and bool(own[here] and free[there])


# --- The game ----------------------------------------------------------------------------------------------


class Ghawar(OpenInformation[State, Action]):
    """Ghawar as a `core.game.Game`."""

    info: Final = GameInfo(
        key="ghawar",
        title="Ghawar",
        seats=tuple(DERRICKS_PER_SEAT),
        options=Options,
        state=State,
        action=Action,
        hidden=False,
        chance=True,
        goals=(Goal(games=1), *(Goal(games=games, most=scoring.MOST_MONEY) for games in (2, 3, 4))),
        values_since={"stalemate": {0: 11}, "end": {"last cube loaded": 11}},
        decisions=DECISIONS,
        daily=True,
    )

    def start(self, options: Options, seats: int) -> State:
        """The field before the first cube lies on it. Every combination of options goes together."""
        return _start(options, seats)

    def to_act(self, s: State) -> tuple[Seat, ...]:
        """Chance while cubes are laid out and dice roll, else the seat in turn."""
        match s.stage:
            case "cubes" | "values" | "dice" | "die":
                return (CHANCE,)
            case "over":
                return ()
            case _:
                return (s.turn,)

    def legal(self, s: State, seat: Seat) -> list[Action]:
        """Drives, truck by truck and end by end, then the moves of derricks; passing if there are none.

        With derricks instead of the roll: rolling, then the moves of derricks; after the roll the drives.
        """
        if seat != s.turn:
            return []
        match s.stage:
            case "build":
                return _builds(s)
            case "choose":
                return _choices(s)
            case "move":
                return _moves(s)
            case _:
                return []

    def chances(self, s: State) -> Sequence[tuple[Action, Fraction]]:
        """A cube from those left, a colour from those without a value, or the dice."""
        match s.stage:
            case "cubes":
                left = [CUBES_PER_COLOUR - int((s.cubes == colour).sum()) for colour in range(len(COLOURS))]
                shares = zip(COLOURS, left, strict=True)
                return [(Cube(colour), Fraction(n, sum(left))) for colour, n in shares if n]
            case "values":
                without = [name for name, value in zip(COLOURS, s.values.tolist(), strict=True) if not value]
                return [(Value(colour), Fraction(1, len(without))) for colour in without]
            case "dice":
                return _DICE
            case "die":
                return _DIE
            case _:
                return ()

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        """The position after a legal action."""
        match a:
            case Cube():
                return _put_cube(s, COLOURS.index(a.colour))
            case Value():
                return _put_value(s, COLOURS.index(a.colour))
            case Dice():
                return _roll_dice(s, (a.column, a.row))
            case Build():
                platform = platform_at(a.x, a.y)
                assert platform is not None, "derricks stand on platforms"
                return _build(s, platform)
            case Roll():
                return replace(s, stage="die")
            case Die():
                return _roll_die(s, a.pips)
            case Drive():
                return _next_driver(_arrive(s, a))
            case Leave():
                return _next_driver(_leave(s, a))
            case Shift():
                return _next_driver(_shift(s, a))
            case Pass():
                return _next_driver(s)

    def outcome(self, s: State) -> Outcome | None:
        """The result of the finished game."""
        return scoring.outcome(s) if s.stage == "over" else None

    def why_not(self, s: State, seat: Seat, a: Action) -> Refusal | None:
        """None exactly for what `legal` lists; the reason is looked for afterwards."""
        return None if self._may(s, seat, a) else refusals.reason(s, seat, a)

    def _may(self, s: State, seat: Seat, a: Action) -> bool:
        """Whether `legal` lists `a`."""
        if seat != s.turn:
            return False
        match s.stage:
            case "build":
                return a in _builds(s)
            case "choose":
                return _is_choice(s, a)
            case "move":
                return _is_move(s, a)
            case _:
                return False

    def bound(self, options: Options, seats: int) -> int:
        """Steps of setup, of phase 1 (a roll and a derrick a turn) and of phase 2, at the most.

        A turn of phase 2 is a roll and a move, and before them `roll` if derricks are moved instead of it.
        Each cube is loaded once and stored once; before each of these, and after the last, there are fewer
        rounds without one than make a stalemate; one more at the very end.
        """
        building = MOST_BUILDING_ROUNDS * seats * 2
        driving = (2 * PLATFORMS + 1) * options.quiet_rounds * seats * (3 if options.rolls_to_drive else 2)
        return PLATFORMS + len(COLOURS) + building + driving

    def notation(self, a: Action) -> str:
        """`drive 4,7 load 3,7`, `2: drive depot`, `derrick 3,5>7,1`, `roll`, `place 3,5`, `die 4` …"""
        return notation.notation(a)

    def parse(self, text: str) -> Action:
        """An action from its text, spelled exactly so. Raises `Refused("notation.refusal.malformed")`."""
        return notation.parse(text)

    def describe(self, s: State) -> list[Field]:
        """The fields of a position's text."""
        return position.describe(s)

    def restore(self, fields: Fields, options: Options, seats: int) -> State:
        """The position of a text. Raises `Refused` with line and column."""
        return position.restore(fields, _start(options, seats))

    def points(self, outcome: Outcome) -> tuple[float, ...]:
        """In a series the money is added up."""
        return outcome.scores

    def follow(self, options: Options, outcome: Outcome) -> NextGame:
        """The next seat begins."""
        seats = len(outcome.scores)
        return NextGame(options, tuple(Seat((seat + 1) % seats) for seat in range(seats)))


GHAWAR: Final = Ghawar()
