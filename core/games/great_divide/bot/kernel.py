"""Kernel of The Great Divide: its rules compiled, on the map of the game (see `core.bots.kernel`).

A state is an int64 array with the indices `GREAT_BASIN` … `ASIDE`. `SIDES + seat` has a bit for each active
card of a seat, or is negative as in `State.cards`; `FLIPPED` a bit for each card turned over. Kinds of tiles
are numbers in the order of the bag: the areas, then `FIVE_TILE` … `EVENT_TILE`; `BAG + kind` counts them,
`LEFT` all together. `DRAWN`, `FIVE`, `LAST`, `TURNED`, `CREST` (space of the Pass) and `BASIN` are -1 if
there is none; `DECK` holds the event cards turned up as numbers of `EVENTS`, else -1. `ASIDE` are `ASIDES`
tiles set aside, each `kind | WITH_BASIN | WITH_PASS`.

The board is bitboards over the spaces as the rules number them. The map is cut between two columns, because
it has more spaces than an int64 has bits; so each bitboard is a pair of numbers:

    low     columns 0 … 3, bit `space`                  NW -10   N -1   NE +9      from a space to its
    high    columns 4 … 6, bit `space - CUT`            SW  -9   S +1   SE +10     neighbours

`RIVERS + 2 * way` are the river tiles whose arrow points this way, `EMPTY` (as if `EMPTY_SPACE` were a way)
the spaces where no tile lies. Basin and Pass are in none of them, so that no water flows there.

Code of an action: `kind | space << SPACE | way`, or `kind | number` with a number below `KIND`: the bits of
the cards that lie active, a card, a kind of tile, an event.
"""

from __future__ import annotations

from typing import Any, Final, cast, get_args

import numpy as np

from core import codec
from core.bots.compiled import bit_count, jit, lowest_bit, nth_bit, random_below
from core.bots.contract import FloatArray
from core.bots.kernel import CHANCE, OVER, Generator, IntArray
from core.game import Seat, read_only
from core.games.great_divide import drainage
from core.games.great_divide.drainage import BASIN_CODE, EMPTY_SPACE, PASS_CODE
from core.games.great_divide.land import ATLANTIC, EIGHTH_CARD, GREAT_DIVIDE_MAP, OFF_BOARD, PACIFIC
from core.games.great_divide.scoring import FIVE_POINTS
from core.games.great_divide.state import (
    EVENTS,
    NOT_CHOSEN,
    OTHER_KINDS,
    Action,
    Aside,
    Cards,
    Decline,
    DisasterAction,
    Draw,
    EventCard,
    Flip,
    Flood,
    Give,
    Keep,
    Lay,
    LayAction,
    LayBasin,
    LayPass,
    Options,
    Remove,
    Stage,
    State,
    Tile,
    Turn,
    TurnPass,
    kinds_of,
)

GREAT_BASIN, TWO_OCEAN_PASS, EARTHQUAKE, EVENT_TILES, LIMITED, EVERY_DRAW, FIRST = range(7)
TWO_VOLCANOES, PASS_ONE_EACH = 7, 8
STAGE, TURN, ACTOR, DRAWN, FIVE, LAST, TURNED, FLIPPED, LEFT, CREST, AXIS, BASIN = range(9, 21)
SIDES, DECK, EMPTY, RIVERS, BAG, ASIDES, ASIDE = 21, 23, 25, 27, 39, 51, 52
MOST_ASIDE: Final = 68
"""All river tiles, Basin and Pass."""
SIZE: Final = ASIDE + MOST_ASIDE
MOST_ACTIONS: Final = 400
"""More than the six ways of all 66 tiles; the choices of cards are 256."""
HIDDEN: Final = True

STAGES: Final[tuple[Stage, ...]] = get_args(Stage)
CARDS_STAGE, TURN_STAGE, AGAIN_STAGE, BAG_STAGE, LAY_STAGE, FIVE_STAGE = range(6)
DECK_STAGE, QUAKE_STAGE, FLOOD_STAGE, VOLCANOES_STAGE, OVER_STAGE = range(6, 11)

LAND: Final = GREAT_DIVIDE_MAP
KINDS: Final = kinds_of(LAND)
AREAS: Final = len(LAND.areas)
FIVE_TILE, BASIN_TILE, PASS_TILE, QUAKE_TILE, EVENT_TILE = range(AREAS, AREAS + len(OTHER_KINDS))
LETTERS: Final = LAND.areas + EIGHTH_CARD
EIGHTH: Final = AREAS
"""Number of the card for special geography, behind those of the areas."""
ALL_EVENTS: Final = len(EVENTS)
FLOOD_CARD, VOLCANOES_CARD, INLAND_CARD, QUIET_CARD = map(EVENTS.index, EVENTS)
WITH_BASIN, WITH_PASS = 16, 32

SPACES: Final = LAND.size
N, NE, SE, S, SW, NW = range(6)
WAYS: Final = 6
AXES: Final = drainage.AXIS_COUNT
HEIGHT: Final = len(LAND.columns[0])
"""Spaces of an even column; the odd ones have one more."""
CUT: Final = 2 * (2 * HEIGHT + 1)
"""The first space of column 4."""
NEIGHBOUR: Final = LAND.neighbour.astype(np.int64)
AREA: Final = LAND.area.astype(np.int64)

KIND: Final = 1 << 10
"""Least number that tells kinds of actions apart."""
SPACE: Final = 3
"""Bits of a way, below those of the space."""
NO_WAY: Final = 7
"""Instead of a way: the action has none."""
CHOOSE, FLIP, DRAW, LAY, LAY_BASIN, LAY_PASS, KEEP, GIVE = (KIND * kind for kind in range(8))
REMOVE, FLOOD_FROM, TURN_RIVER, TURN_PASS, DECLINE, TAKE_TILE, TURN_UP = (
    KIND * kind for kind in range(8, 15)
)
UNKNOWN: Final = 1 << 8
"""Instead of a choice of cards: the viewer may not know it."""
_WORDS: Final[dict[int, Action]] = {DRAW: Draw(), KEEP: Keep(), GIVE: Give(), DECLINE: Decline()}
_WORD_CODES: Final = {type(word): code for code, word in _WORDS.items()}
_KINDS_AT: Final = {
    Lay: LAY,
    LayBasin: LAY_BASIN,
    LayPass: LAY_PASS,
    Remove: REMOVE,
    Flood: FLOOD_FROM,
    Turn: TURN_RIVER,
    TurnPass: TURN_PASS,
}
"""Kinds of the actions on a space."""


def _bits(chosen: list[bool]) -> tuple[int, int]:
    """Both numbers of the bitboard of some spaces."""
    bits = sum(1 << space for space, is_chosen in enumerate(chosen) if is_chosen)
    return bits & (1 << CUT) - 1, bits >> CUT


BITS: Final = np.array([_bits([at == space for at in range(SPACES)]) for space in range(SPACES + 3)])
"""Bitboard of each space; empty for the oceans and `NOWHERE`. Shape (spaces + 3, 2)."""
INNER: Final = np.array([_bits([0 <= to < SPACES for to in NEIGHBOUR[:, way]]) for way in range(WAYS)])
"""Bitboards of the spaces that have a neighbour this way: shape (ways, 2)."""
AROUND: Final = np.array([_bits([at in NEIGHBOUR[space] for at in range(SPACES)]) for space in range(SPACES)])
"""Bitboard of the neighbours of each space: shape (spaces, 2)."""
IN_AREA: Final = np.array([_bits([at == area for at in AREA]) for area in range(AREAS)])
"""Bitboard of each area: shape (areas, 2)."""
NONE, ALL, NOWHERE = np.array([0, -1, SPACES + 2])
"""No spaces and all spaces, as half a bitboard; instead of a space, none. They are no Python numbers: for
each one of those as an argument numba would compile the function again."""
WEST_COAST, EAST_COAST = (1 << HEIGHT) - 1, ((1 << HEIGHT) - 1) << SPACES - CUT - HEIGHT
"""Bits of the first column, all low, and of the last one, all high."""


# --- From the rules and back ---------------------------------------------------------------------------


def from_state(state: State) -> IntArray:
    """The array of a state."""
    s = np.zeros(SIZE, dtype=np.int64)
    s[:STAGE] = codec.option_numbers(state.options)
    s[STAGE], s[TURN], s[ACTOR] = STAGES.index(state.stage), state.turn, state.actor
    s[DRAWN] = KINDS.index(state.drawn) if state.drawn else -1
    s[FIVE] = -1 if state.five is None else state.five
    s[LAST] = -1 if state.last is None else state.last
    s[TURNED] = -1 if state.turned is None else LAND.space[state.turned]
    s[FLIPPED] = _mask(state.flipped.tolist())
    for seat, sides in enumerate(state.cards.tolist()):
        s[SIDES + seat] = sides[0] if sides[0] < 0 else _mask(sides)
    s[DECK : DECK + 2] = -1
    for number, event in enumerate(state.events):
        s[DECK + number] = EVENTS.index(event)
    s[CREST] = s[BASIN] = -1
    for space, tile in enumerate(state.tiles.tolist()):
        _put(s, space, tile)
    s[BAG : BAG + len(KINDS)] = state.bag
    s[LEFT] = state.bag.sum()
    s[ASIDES] = len(state.aside)
    for number, aside in enumerate(state.aside):
        flags = WITH_BASIN * aside.basin | WITH_PASS * aside.two_ocean
        s[ASIDE + number] = KINDS.index(aside.kind) | flags
    return s


def to_state(s: IntArray) -> State:
    """The state of an array."""
    sides = [s[SIDES + seat] for seat in range(2)]
    return State(
        codec.options_of_numbers(Options, s[:STAGE].tolist()),
        tiles=read_only(np.array([_tile(s, space) for space in range(SPACES)], dtype=np.int8)),
        bag=read_only(s[BAG : BAG + len(KINDS)].astype(np.int8)),
        cards=read_only(np.array([_sides(int(bits)) for bits in sides], dtype=np.int8)),
        flipped=read_only(np.array(_sides(int(s[FLIPPED])), dtype=np.bool_)),
        stage=STAGES[s[STAGE]],
        turn=Seat(int(s[TURN])),
        actor=Seat(int(s[ACTOR])),
        drawn="" if s[DRAWN] < 0 else KINDS[s[DRAWN]],
        five=_seat(int(s[FIVE])),
        aside=tuple(map(_aside, s[ASIDE : ASIDE + s[ASIDES]].tolist())),
        events=tuple(EVENTS[event] for event in s[DECK : DECK + 2] if event >= 0),
        last=_seat(int(s[LAST])),
        turned=None if s[TURNED] < 0 else LAND.places[s[TURNED]],
    )


def _mask(chosen: list[int]) -> int:
    return sum(1 << card for card, is_chosen in enumerate(chosen) if is_chosen)


def _sides(bits: int) -> list[int]:
    """The side of each card; all alike if they are not chosen or hidden."""
    return [bits if bits < 0 else bits >> card & 1 for card in range(EIGHTH + 1)]


def _seat(number: int) -> Seat | None:
    return None if number < 0 else Seat(number)


def _aside(number: int) -> Aside:
    return Aside(KINDS[number % WITH_BASIN], number & WITH_BASIN != 0, number & WITH_PASS != 0)


def code_of(action: Action) -> int:
    """The code of an action."""
    match action:
        case Cards():
            return CHOOSE | (
                UNKNOWN if action.active == "?" else _mask([c in action.active for c in LETTERS])
            )
        case Flip():
            return FLIP | LETTERS.index(action.card)
        case Tile():
            return TAKE_TILE | KINDS.index(action.kind)
        case EventCard():
            return TURN_UP | EVENTS.index(action.event)
        case Draw() | Keep() | Give() | Decline():
            return _WORD_CODES[type(action)]
        case _:
            return _code_at(action)


def _code_at(action: LayAction | DisasterAction) -> int:
    """The code of an action on a space."""
    assert not isinstance(action, Decline)
    way: int | None = None
    if isinstance(action, Lay | Flood | Turn):
        way = action.way
    elif isinstance(action, LayPass | TurnPass):
        way = action.axis
    return (
        _KINDS_AT[type(action)] | LAND.space[action.x, action.y] << SPACE | (NO_WAY if way is None else way)
    )


def action_of(code: int) -> Action:
    """The action with a code."""
    kind, number = code // KIND * KIND, code % KIND
    if kind in _WORDS:
        return _WORDS[kind]
    if kind == CHOOSE:
        up = "".join(letter for card, letter in enumerate(LETTERS) if number >> card & 1)
        return Cards("?" if number == UNKNOWN else up)
    if kind == FLIP:
        return Flip(LETTERS[number])
    if kind == TAKE_TILE:
        return Tile(KINDS[number])
    return EventCard(EVENTS[number]) if kind == TURN_UP else _action_at(kind, number)


def _action_at(kind: int, number: int) -> Action:
    """The action on a space with this code."""
    x, y = LAND.places[number >> SPACE]
    way = number & NO_WAY
    action: Any = next(action for action, code in _KINDS_AT.items() if code == kind)
    return cast("Action", action(x, y) if way == NO_WAY else action(x, y, way))


# --- The rules -----------------------------------------------------------------------------------------


@jit
def seats(s: IntArray) -> int:
    """Number of seats."""
    return 2


@jit
def actor(s: IntArray) -> int:
    """The lowest seat that owes a decision, `CHANCE`, or `OVER`."""
    stage = s[STAGE]
    if stage == CARDS_STAGE:
        return 0 if s[SIDES] == NOT_CHOSEN else 1
    if stage in (BAG_STAGE, DECK_STAGE):
        return CHANCE
    return OVER if stage == OVER_STAGE else s[ACTOR]


@jit
def legal(s: IntArray, seat: int, actions: IntArray) -> int:
    """Write the codes of all legal actions of a seat that owes a decision; returns their number."""
    stage = s[STAGE]
    if stage == CARDS_STAGE:
        return _list_choices(s, actions)
    if stage in (TURN_STAGE, AGAIN_STAGE):
        return _list_flips(s, actions)
    if stage == LAY_STAGE:
        return _list_places(s, s[DRAWN], actions)
    if stage == FIVE_STAGE:
        actions[0], actions[1] = KEEP, GIVE
        return 2
    if stage == QUAKE_STAGE:
        return _list_removes(s, actions)
    return _list_floods(s, actions) if stage == FLOOD_STAGE else _list_turns(s, actions)


@jit
def chances(s: IntArray, actions: IntArray, weights: FloatArray) -> int:
    """Write what may come out of the bag or off the deck, and how likely; returns the number."""
    count = 0
    if s[STAGE] == BAG_STAGE:
        for kind in range(len(KINDS)):
            if s[BAG + kind]:
                actions[count], weights[count] = TAKE_TILE | kind, s[BAG + kind]
                count += 1
    else:
        for event in range(ALL_EVENTS):
            left = _cards_left(s, event)
            if left:
                actions[count], weights[count] = TURN_UP | event, left
                count += 1
    return count


@jit
def draw(s: IntArray, rng: Generator) -> int:
    """A tile out of the bag or a card off the deck, at random."""
    if s[STAGE] == BAG_STAGE:
        kind, number = 0, random_below(rng, s[LEFT])
        while number >= s[BAG + kind]:
            number -= s[BAG + kind]
            kind += 1
        return TAKE_TILE | kind
    event, number = 0, random_below(rng, ALL_EVENTS - (s[DECK] >= 0) - (s[DECK + 1] >= 0))
    while number >= _cards_left(s, event):
        number -= _cards_left(s, event)
        event += 1
    return TURN_UP | event


@jit
def _cards_left(s: IntArray, event: int) -> int:
    """Number of event cards of a kind that are still in the deck."""
    in_deck = 1
    if s[TWO_VOLCANOES]:
        in_deck += (event == VOLCANOES_CARD) - (event == QUIET_CARD)
    return in_deck - (s[DECK] == event) - (s[DECK + 1] == event)  # type: ignore[no-any-return]


@jit
def apply(s: IntArray, seat: int, action: int) -> None:
    """Change the state to the one after an action."""
    kind, number = action & ~(KIND - 1), action & (KIND - 1)
    if kind == CHOOSE:
        _choose(s, seat, number)
    elif kind == FLIP:
        _flip(s, number)
    elif kind == DRAW:
        s[STAGE], s[FLIPPED] = BAG_STAGE, 0
    elif kind == TAKE_TILE:
        _drawn(s, number)
    elif kind in (LAY, LAY_BASIN, LAY_PASS):
        _lay(s, seat, number >> SPACE, _tile_of(kind, number & NO_WAY))
    elif kind in (KEEP, GIVE):
        _take_five(s, kind == KEEP)
    elif kind == TURN_UP:
        _event(s, number)
    else:
        _apply_disaster(s, kind, number >> SPACE, number & NO_WAY)


@jit
def outcome(s: IntArray, wins: FloatArray, points: FloatArray) -> None:
    """Write each seat's share of the win and its points."""
    for seat in range(2):
        points[seat] = _points(s, seat)
    if points[0] != points[1]:
        wins[0] = 1.0 if points[0] > points[1] else 0.0
    elif (s[GREAT_BASIN] or s[TWO_OCEAN_PASS]) and s[LAST] >= 0:
        wins[0] = 1.0 - s[LAST]
    else:
        wins[0] = 0.5
    wins[1] = 1.0 - wins[0]


@jit
def playout(s: IntArray, rng: Generator) -> None:
    """Play on at random to the end."""
    actions = np.empty(MOST_ACTIONS, dtype=np.int64)
    while s[STAGE] != OVER_STAGE:
        seat = actor(s)
        if seat == CHANCE:
            action = draw(s, rng)
        elif s[STAGE] in (TURN_STAGE, AGAIN_STAGE):
            _flip_at_random(s, rng)
            action = DRAW
        elif s[STAGE] == LAY_STAGE and s[DRAWN] < AREAS:
            action = _random_lay(s, rng)
        else:
            action = actions[random_below(rng, legal(s, seat, actions))]
        apply(s, seat, action)


@jit
def imagine(s: IntArray, seat: int, rng: Generator) -> None:
    """Let cards that a seat may not see lie one way or the other."""
    if s[STAGE] == CARDS_STAGE and s[SIDES + 1 - seat] != NOT_CHOSEN:
        s[SIDES + 1 - seat] = random_below(rng, 1 << _cards(s))


@jit
def conceal(s: IntArray, seat: int) -> None:
    """Make the cards unknown that a seat may not see."""
    if s[STAGE] == CARDS_STAGE and s[SIDES + 1 - seat] != NOT_CHOSEN:
        s[SIDES + 1 - seat] = UNKNOWN


@jit
def _flip_at_random(s: IntArray, rng: Generator) -> None:
    """Flip cards as long as it is not drawing that is drawn among a seat's actions."""
    cards = _flippable(s)
    while cards:
        count = bit_count(cards)
        card = random_below(rng, count + 1)
        if card == count:
            return
        _flip(s, nth_bit(cards, card))
        cards = _flippable(s)


@jit
def _random_lay(s: IntArray, rng: Generator) -> int:
    """A lay of the drawn river tile: spaces and ways are drawn until they fit, so that no list is needed."""
    low, high = s[EMPTY] & IN_AREA[s[DRAWN], 0], s[EMPTY + 1] & IN_AREA[s[DRAWN], 1]
    count = bit_count(low)
    spaces = count + bit_count(high)
    while True:
        number = random_below(rng, spaces * WAYS)
        at, way = number // WAYS, number % WAYS
        space = nth_bit(low, at) if at < count else CUT + nth_bit(high, at - count)
        if _may_point(s, space, way):
            return LAY | space << SPACE | way


# --- What may be done ----------------------------------------------------------------------------------


@jit
def _cards(s: IntArray) -> int:
    """Number of cards that each seat has in play."""
    return EIGHTH + 1 if s[GREAT_BASIN] or s[TWO_OCEAN_PASS] else EIGHTH


@jit
def _flippable(s: IntArray) -> int:
    """Bits of the cards that may be turned over now."""
    cards = (1 << _cards(s)) - 1
    if s[LIMITED]:
        return 0 if s[FLIPPED] else cards
    if s[STAGE] == AGAIN_STAGE and not s[EVERY_DRAW]:
        return 0
    return cards & ~s[FLIPPED]  # type: ignore[no-any-return]


@jit
def _list_choices(s: IntArray, actions: IntArray) -> int:
    """Every choice of the cards that lie active."""
    count = 1 << _cards(s)
    for choice in range(count):
        actions[choice] = CHOOSE | choice
    return count


@jit
def _list_flips(s: IntArray, actions: IntArray) -> int:
    count = 0
    cards = _flippable(s)
    while cards:
        actions[count] = FLIP | lowest_bit(cards)
        cards &= cards - 1
        count += 1
    actions[count] = DRAW
    return count + 1


@jit
def _list_places(s: IntArray, kind: int, actions: IntArray) -> int:
    """Every lay of a tile of this kind."""
    action = LAY_BASIN if kind == BASIN_TILE else LAY_PASS if kind == PASS_TILE else LAY
    count = 0
    for space in range(SPACES):
        if _is_empty(s, space) and (kind >= AREAS or AREA[space] == kind):
            count = _list_ways(actions, count, action | space << SPACE, _ways_to_lay(s, kind, space))
    return count


@jit
def _list_ways(actions: IntArray, count: int, action: int, ways: int) -> int:
    """Add an action with each of these ways, axes or `NO_WAY`, as bits, to a list. Returns its length."""
    while ways:
        actions[count] = action | lowest_bit(ways)
        ways &= ways - 1
        count += 1
    return count


@jit
def _list_removes(s: IntArray, actions: IntArray) -> int:
    count = 0
    for space in range(SPACES):
        if not _is_empty(s, space):
            actions[count] = REMOVE | space << SPACE | NO_WAY
            count += 1
    actions[count] = DECLINE
    return count + 1


@jit
def _list_floods(s: IntArray, actions: IntArray) -> int:
    """Any river tile, either side of the Pass; only the second seat may do without."""
    count = 0
    for space in range(SPACES):
        if _is_river(s, space):
            actions[count] = FLOOD_FROM | space << SPACE | NO_WAY
            count += 1
    if s[CREST] >= 0:
        for way in (s[AXIS], s[AXIS] + AXES):
            actions[count] = FLOOD_FROM | s[CREST] << SPACE | way
            count += 1
    if count and s[ACTOR] == s[TURN]:
        return count
    actions[count] = DECLINE
    return count + 1


@jit
def _list_turns(s: IntArray, actions: IntArray) -> int:
    """Any river tile or the Pass, to wherever it may point; the second seat turns another one."""
    count = 0
    for space in range(SPACES):
        if space == s[TURNED]:
            continue
        if space == s[CREST]:
            count = _list_ways(actions, count, TURN_PASS | space << SPACE, _axes(s, space))
        elif _is_river(s, space):
            count = _list_ways(actions, count, TURN_RIVER | space << SPACE, _ways(s, space))
    if count:
        return count
    actions[0] = DECLINE
    return 1


@jit
def _has_place(s: IntArray, kind: int) -> bool:
    """Whether a tile of this kind can be laid somewhere.

    Without the inland sea a river tile always finds a way on an empty space of its area: the one that the
    water of this space takes, or a stream of the Pass.
    """
    if kind < AREAS and not _is_inland(s):
        return s[EMPTY] & IN_AREA[kind, 0] | s[EMPTY + 1] & IN_AREA[kind, 1] != 0  # type: ignore[no-any-return]
    for space in range(SPACES):
        if _is_empty(s, space) and (kind >= AREAS or AREA[space] == kind) and _ways_to_lay(s, kind, space):
            return True
    return False


# --- What becomes of it --------------------------------------------------------------------------------


@jit
def _choose(s: IntArray, seat: int, choice: int) -> None:
    """A seat's cards lie as it wants; the first turn starts once both have chosen."""
    s[SIDES + seat] = choice
    if s[SIDES + 1 - seat] != NOT_CHOSEN:
        s[STAGE] = TURN_STAGE


@jit
def _flip(s: IntArray, card: int) -> None:
    s[SIDES + s[TURN]] ^= 1 << card
    s[FLIPPED] |= 1 << card


@jit
def _drawn(s: IntArray, kind: int) -> None:
    """A tile is out of the bag: who deals with it, and how."""
    s[BAG + kind] -= 1
    s[LEFT] -= 1
    special = s[GREAT_BASIN] or s[TWO_OCEAN_PASS]
    mine = s[SIDES + s[TURN]] >> min(kind, EIGHTH) & 1
    if kind == EVENT_TILE:
        s[STAGE] = DECK_STAGE
    elif kind == QUAKE_TILE:
        s[STAGE] = QUAKE_STAGE
    elif kind == FIVE_TILE and special:
        _take_five(s, mine == 1)
    elif kind == FIVE_TILE:
        s[STAGE], s[DRAWN] = FIVE_STAGE, kind
    elif _has_place(s, kind):
        s[STAGE], s[DRAWN], s[ACTOR] = LAY_STAGE, kind, s[TURN] if mine else 1 - s[TURN]
    else:
        _set_aside(s, kind)
        _draw_again_stage(s)


@jit
def _set_aside(s: IntArray, kind: int) -> None:
    flags = (WITH_BASIN if s[BASIN] >= 0 else 0) | (WITH_PASS if s[CREST] >= 0 else 0)
    s[ASIDE + s[ASIDES]] = kind | flags
    s[ASIDES] += 1


@jit
def _lay(s: IntArray, seat: int, space: int, tile: int) -> None:
    """A tile is laid: by the active seat, then its turn ends; or for it, then it draws again."""
    _put(s, space, tile)
    s[DRAWN], s[LAST] = -1, seat
    if seat == s[TURN]:
        _next_turn(s)
    else:
        _draw_again_stage(s)


@jit
def _take_five(s: IntArray, keep: bool) -> None:
    """The "5" is kept, which counts as laying a tile, or given away."""
    s[DRAWN] = -1
    if keep:
        s[FIVE] = s[LAST] = s[TURN]
        _next_turn(s)
    else:
        s[FIVE] = 1 - s[TURN]
        _draw_again_stage(s)


@jit
def _draw_again_stage(s: IntArray) -> None:
    """The active seat draws again, if there is something to draw."""
    s[STAGE], s[ACTOR] = AGAIN_STAGE if s[LEFT] else OVER_STAGE, s[TURN]


@jit
def _next_turn(s: IntArray) -> None:
    """The other seat's turn starts, unless the bag is empty: then the game is over."""
    s[STAGE], s[FLIPPED] = TURN_STAGE if s[LEFT] else OVER_STAGE, 0
    s[TURN] = s[ACTOR] = 1 - s[TURN]


@jit
def _event(s: IntArray, event: int) -> None:
    """An event card is turned up."""
    s[DECK + (s[DECK] >= 0)] = event
    if event == FLOOD_CARD:
        s[STAGE], s[ACTOR] = FLOOD_STAGE, s[TURN]
    elif event == VOLCANOES_CARD:
        s[STAGE], s[ACTOR] = VOLCANOES_STAGE, s[TURN]
    else:
        _draw_again_stage(s)


@jit
def _apply_disaster(s: IntArray, action: int, space: int, way: int) -> None:
    """A seat's action in an earthquake, a flood or an eruption."""
    if action == REMOVE:
        _remove(s, space)
    elif action == DECLINE and s[STAGE] == QUAKE_STAGE:
        _next_turn(s)
    else:
        if action == FLOOD_FROM:
            _flood(s, space, _tile(s, space) if way == NO_WAY else way)
        elif action != DECLINE:
            _put(s, space, _tile_of(action, way))
            s[TURNED] = space
        _after_event(s)


@jit
def _after_event(s: IntArray) -> None:
    """After the active seat the other one has its share of the event; then the active one draws again."""
    if s[ACTOR] == s[TURN]:
        s[ACTOR] = 1 - s[TURN]
    else:
        s[TURNED] = -1
        _draw_again_stage(s)


@jit
def _remove(s: IntArray, space: int) -> None:
    """Earthquake: a tile goes back into the bag, and the other seat is asked.

    With a special tile, everything set aside while it lay there returns too.
    """
    with_it = WITH_BASIN if space == s[BASIN] else WITH_PASS if space == s[CREST] else 0
    _return_to_bag(s, space)
    s[ACTOR] = 1 - s[ACTOR]
    count, s[ASIDES] = s[ASIDES], 0
    for number in range(count):
        aside = s[ASIDE + number]
        s[ASIDE + number] = 0
        if aside & with_it:
            _add_to_bag(s, aside % WITH_BASIN)
        else:
            s[ASIDE + s[ASIDES]] = aside
            s[ASIDES] += 1


@jit
def _flood(s: IntArray, space: int, way: int) -> None:
    """Everything downstream of a tile goes back into the bag; side streams and the tile itself stay."""
    here = NEIGHBOUR[space, way]
    while here < SPACES and here != space and _is_river(s, here):
        after = NEIGHBOUR[here, _tile(s, here)]
        _return_to_bag(s, here)
        here = after


@jit
def _return_to_bag(s: IntArray, space: int) -> None:
    """A tile from the board back in the bag."""
    _add_to_bag(s, BASIN_TILE if space == s[BASIN] else PASS_TILE if space == s[CREST] else AREA[space])
    _put(s, space, EMPTY_SPACE)


@jit
def _add_to_bag(s: IntArray, kind: int) -> None:
    s[BAG + kind] += 1
    s[LEFT] += 1


# --- The board -----------------------------------------------------------------------------------------


@jit
def _tile(s: IntArray, space: int) -> int:
    """Tile on a space, see `drainage.TileCodes`."""
    if space == s[BASIN]:
        return BASIN_CODE
    if space == s[CREST]:
        return PASS_CODE + s[AXIS]  # type: ignore[no-any-return]
    for way in range(WAYS):
        if _has_arrow(s, space, way):
            return way
    return EMPTY_SPACE


@jit
def _tile_of(action: int, way: int) -> int:
    """The tile that lies on a space after a lay or a turn."""
    if action == LAY_BASIN:
        return BASIN_CODE
    return PASS_CODE + way if action in (LAY_PASS, TURN_PASS) else way


@jit
def _put(s: IntArray, space: int, tile: int) -> None:
    """Put a tile on a space instead of what lies there, or nothing."""
    if space == s[BASIN]:
        s[BASIN] = -1
    if space == s[CREST]:
        s[CREST], s[AXIS] = -1, 0
    half = 1 if space >= CUT else 0
    bit = BITS[space, half]
    for bitboard in range(EMPTY + half, RIVERS + 2 * WAYS, 2):
        s[bitboard] &= ~bit
    if tile == BASIN_CODE:
        s[BASIN] = space
    elif tile >= PASS_CODE:
        s[CREST], s[AXIS] = space, tile - PASS_CODE
    else:
        s[RIVERS + 2 * tile + half] |= bit


@jit
def _is_empty(s: IntArray, space: int) -> bool:
    return (s[EMPTY] & BITS[space, 0] | s[EMPTY + 1] & BITS[space, 1]) != 0  # type: ignore[no-any-return]


@jit
def _has_arrow(s: IntArray, space: int, way: int) -> bool:
    """Whether a river tile on a space points this way."""
    low, high = s[RIVERS + 2 * way], s[RIVERS + 2 * way + 1]
    return (low & BITS[space, 0] | high & BITS[space, 1]) != 0  # type: ignore[no-any-return]


@jit
def _is_special(s: IntArray, space: int) -> bool:
    return space in (s[BASIN], s[CREST])


@jit
def _is_river(s: IntArray, space: int) -> bool:
    return not _is_empty(s, space) and not _is_special(s, space)


@jit
def _is_inland(s: IntArray) -> bool:
    """Whether there is an inland sea."""
    return INLAND_CARD in (s[DECK], s[DECK + 1])


# --- Where an arrow may point, and a special tile lie: see `drainage` -----------------------------------


@jit
def _is_open(s: IntArray, space: int, way: int) -> bool:
    """Whether no neighbour forbids an arrow: there is land or sea, no special tile, and none facing it."""
    target = NEIGHBOUR[space, way]
    if target == OFF_BOARD or target >= SPACES:
        return target != OFF_BOARD  # type: ignore[no-any-return]
    return not (_is_special(s, target) or _has_arrow(s, target, (way + 3) % WAYS))


@jit
def _may_point(s: IntArray, space: int, way: int) -> bool:
    """Whether an arrow on a space, empty or with a river tile, may point this way."""
    if not _is_open(s, space, way):
        return False
    target = NEIGHBOUR[space, way]
    if target < SPACES and not _is_inland(s):
        goal_low, goal_high = BITS[target, 0], BITS[target, 1]
        low, high = _draining(s, space, goal_low, goal_high)
        if not (low & goal_low | high & goal_high):
            return False
    return _keeps_streams(s, space, way)


@jit
def _ways(s: IntArray, space: int) -> int:
    """Bits of the ways that an arrow on a space, empty or with a river tile, may point."""
    ways = 0
    low, high = ALL, ALL
    if not _is_inland(s):
        low, high = _draining(s, space, NONE, NONE)
    bypassed = s[CREST] < 0 or _is_inland(s) or _parts_waters(s, space)  # by both streams, whatever the way
    for way in range(WAYS):
        target = NEIGHBOUR[space, way]
        if not _is_open(s, space, way):
            continue
        drains = target >= SPACES or (BITS[target, 0] & low | BITS[target, 1] & high) != 0
        if drains and (bypassed or _keeps_streams(s, space, way)):
            ways |= 1 << way
    return ways


@jit
def _axes(s: IntArray, space: int) -> int:
    """Bits of the axes that the Pass may have on a space where it lies, or may be a wall."""
    axes = 0
    for axis in range(AXES):
        if _may_be_pass(s, space, axis):
            axes |= 1 << axis
    return axes


@jit
def _ways_to_lay(s: IntArray, kind: int, space: int) -> int:
    """Bits of the ways or axes that a tile of this kind may have on an empty space, or of `NO_WAY`."""
    if kind < AREAS:
        return _ways(s, space)
    if not _may_be_wall(s, space):
        return 0
    return 1 << NO_WAY if kind == BASIN_TILE else _axes(s, space)


@jit
def _is_pointed_at(s: IntArray, space: int) -> bool:
    """Whether an arrow of a river tile or of the Pass points at a space."""
    for way in range(WAYS):
        source = NEIGHBOUR[space, way]
        if source == OFF_BOARD or source >= SPACES:
            continue
        if _has_arrow(s, source, (way + 3) % WAYS) or (source == s[CREST] and s[AXIS] == way % AXES):
            return True
    return False


@jit
def _may_be_wall(s: IntArray, space: int) -> bool:
    """Whether a special tile may lie on an empty space as far as all other water goes."""
    if _is_pointed_at(s, space):
        return False
    if _is_inland(s):
        return True
    low, high = _draining(s, space, NONE, NONE)
    for river in range(SPACES):
        if _is_river(s, river) and not (low & BITS[river, 0] | high & BITS[river, 1]):
            return False
    return s[CREST] < 0 or _parts_waters(s, space)


@jit
def _may_be_pass(s: IntArray, space: int, axis: int) -> bool:
    """Whether the Pass, on a space where it may be a wall, may have its arrows on this axis."""
    for way in (axis, axis + AXES):
        spring = NEIGHBOUR[space, way]
        if spring == OFF_BOARD or _is_special(s, spring):
            return False
    return _is_inland(s) or _parts_with(s, space, PASS_CODE + axis)


@jit
def _keeps_streams(s: IntArray, space: int, tile: int) -> bool:
    """Whether the Pass, if it lies there, keeps its two streams with another tile on a space."""
    return s[CREST] < 0 or _is_inland(s) or _parts_with(s, space, tile)


@jit
def _parts_with(s: IntArray, space: int, tile: int) -> bool:
    """Whether the Pass parts the waters with this tile on a space: tries it, and takes it back."""
    before = _tile(s, space)
    _put(s, space, tile)
    parts = _parts_waters(s, NOWHERE)
    _put(s, space, before)
    return parts


@jit
def _parts_waters(s: IntArray, without: int) -> bool:
    """Whether the streams of the Pass have ways to both oceans that share no space and avoid one of them.

    They have if some spring reaches each ocean, and no space is a gate of both springs (Menger's theorem,
    with the oceans as goals). Such a gate would lie on any way of the first spring to the sea.
    """
    first, second = NEIGHBOUR[s[CREST], s[AXIS]], NEIGHBOUR[s[CREST], s[AXIS] + AXES]
    if without in (first, second):
        return False
    low, high = BITS[first, 0] | BITS[second, 0], BITS[first, 1] | BITS[second, 1]
    through_low, through_high = ~BITS[without, 0], ~BITS[without, 1]
    pacific, atlantic = _shores(s)
    west_low, west_high = _upstream(s, pacific, NONE, through_low, through_high, low, high)
    east_low, east_high = _upstream(s, NONE, atlantic, through_low, through_high, low, high)
    if not (west_low & low | west_high & high or SPACES + PACIFIC in (first, second)):
        return False
    if not (east_low & low | east_high & high or SPACES + ATLANTIC in (first, second)):
        return False
    return max(first, second) >= SPACES or not _share_gate(s, first, low, high, through_low, through_high)


@jit
def _share_gate(s: IntArray, spring: int, low: int, high: int, through_low: int, through_high: int) -> bool:
    """Whether a space on a shortest way from `spring` to the sea is a gate of all springs `low, high`."""
    pacific, atlantic = _shores(s)
    here = spring
    while True:
        rest_low, rest_high = through_low & ~BITS[here, 0], through_high & ~BITS[here, 1]
        rest_low, rest_high = _upstream(s, pacific, atlantic, rest_low, rest_high, low, high)
        if not (rest_low & low | rest_high & high):
            return True
        if BITS[here, 0] & pacific | BITS[here, 1] & atlantic:
            return False
        next_low, next_high = _onward(s, here)
        near_low, near_high = _upstream(s, pacific, atlantic, through_low, through_high, next_low, next_high)
        near_low, near_high = near_low & next_low, near_high & next_high
        if not (near_low | near_high):
            return True
        here = lowest_bit(near_low) if near_low else CUT + lowest_bit(near_high)


@jit
def _onward(s: IntArray, space: int) -> tuple[int, int]:
    """Bitboard of the spaces where the water of an empty space or a river tile may go next."""
    if _is_empty(s, space):
        return AROUND[space, 0], AROUND[space, 1]
    target = NEIGHBOUR[space, _tile(s, space)]
    return BITS[target, 0], BITS[target, 1]


@jit
def _shores(s: IntArray) -> tuple[int, int]:
    """The spaces whose water may go into the Pacific next, all low, and into the Atlantic, all high."""
    pacific = s[EMPTY] | s[RIVERS + 2 * SW] | s[RIVERS + 2 * NW]
    atlantic = s[EMPTY + 1] | s[RIVERS + 2 * NE + 1] | s[RIVERS + 2 * SE + 1]
    return pacific & WEST_COAST, atlantic & EAST_COAST


@jit
def _draining(s: IntArray, without: int, goal_low: int, goal_high: int) -> tuple[int, int]:
    """Bitboard of the spaces whose water can come to an ocean without passing one of them."""
    low, high = _shores(s)
    return _upstream(s, low, high, ~BITS[without, 0], ~BITS[without, 1], goal_low, goal_high)


@jit
def _upstream(
    s: IntArray, low: int, high: int, through_low: int, through_high: int, goal_low: int, goal_high: int
) -> tuple[int, int]:
    """Bitboard of the spaces whose water can come to `low, high` over spaces of `through`.

    They are found step by step; it stops when it comes to a goal.
    """
    low, high = low & through_low, high & through_high
    empty_low, empty_high = s[EMPTY], s[EMPTY + 1]
    n_low = (empty_low & INNER[N, 0] | s[RIVERS + 2 * N]) & through_low
    n_high = (empty_high & INNER[N, 1] | s[RIVERS + 2 * N + 1]) & through_high
    ne_low = (empty_low & INNER[NE, 0] | s[RIVERS + 2 * NE]) & through_low
    ne_high = (empty_high & INNER[NE, 1] | s[RIVERS + 2 * NE + 1]) & through_high
    se_low = (empty_low & INNER[SE, 0] | s[RIVERS + 2 * SE]) & through_low
    se_high = (empty_high & INNER[SE, 1] | s[RIVERS + 2 * SE + 1]) & through_high
    s_low = (empty_low & INNER[S, 0] | s[RIVERS + 2 * S]) & through_low
    s_high = (empty_high & INNER[S, 1] | s[RIVERS + 2 * S + 1]) & through_high
    sw_low = (empty_low & INNER[SW, 0] | s[RIVERS + 2 * SW]) & through_low
    sw_high = (empty_high & INNER[SW, 1] | s[RIVERS + 2 * SW + 1]) & through_high
    nw_low = (empty_low & INNER[NW, 0] | s[RIVERS + 2 * NW]) & through_low
    nw_high = (empty_high & INNER[NW, 1] | s[RIVERS + 2 * NW + 1]) & through_high
    while not (low & goal_low | high & goal_high):
        more_low = low | low << 1 & n_low | low >> 1 & s_low
        more_low |= low << HEIGHT & sw_low | low << HEIGHT + 1 & nw_low
        more_low |= (low >> HEIGHT | high << CUT - HEIGHT) & ne_low
        more_low |= (low >> HEIGHT + 1 | high << CUT - HEIGHT - 1) & se_low
        more_high = high | high << 1 & n_high | high >> 1 & s_high
        more_high |= high >> HEIGHT & ne_high | high >> HEIGHT + 1 & se_high
        more_high |= (high << HEIGHT | low >> CUT - HEIGHT) & sw_high
        more_high |= (high << HEIGHT + 1 | low >> CUT - HEIGHT - 1) & nw_high
        if more_low == low and more_high == high:
            break
        low, high = more_low, more_high
    return low, high


# --- Points --------------------------------------------------------------------------------------------


@jit
def _points(s: IntArray, seat: int) -> int:
    """Points of a seat: river tiles whose water is in its ocean, the Pass, the "5"."""
    pacific, atlantic = _shores(s)
    if seat == PACIFIC:
        atlantic = 0
    else:
        pacific = 0
    low, high = _upstream(s, pacific, atlantic, ~s[EMPTY], ~s[EMPTY + 1], NONE, NONE)
    points = bit_count(low) + bit_count(high) + FIVE_POINTS * (s[FIVE] == seat)
    if s[CREST] >= 0:
        if s[PASS_ONE_EACH] and _is_inland(s):
            return points + 1  # type: ignore[no-any-return]
        for way in (s[AXIS], s[AXIS] + AXES):
            spring = NEIGHBOUR[s[CREST], way]
            if spring == SPACES + seat or BITS[spring, 0] & low | BITS[spring, 1] & high:
                return points + 1  # type: ignore[no-any-return]
    return points  # type: ignore[no-any-return]
