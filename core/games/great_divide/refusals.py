"""Why something cannot be done in The Great Divide, with the places to blame.

Asked only once an action is known not to be legal; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.game import CHANCE, Place, Refusal, Seat
from core.games.great_divide.drainage import (
    BASIN_CODE,
    EMPTY_SPACE,
    PASS_CODE,
    Obstacle,
    Water,
    arrows,
    is_pass,
    pass_ways,
    water,
)
from core.games.great_divide.land import Heading, Land
from core.games.great_divide.state import (
    BASIN_TILE,
    PASS_TILE,
    Action,
    Cards,
    Decline,
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
    Remove,
    State,
    Tile,
    Turn,
    TurnPass,
    cards_in_play,
)

ACTIONS_OF_STAGE = {
    "cards": (Cards,),
    "turn": (Flip, Draw),
    "again": (Flip, Draw),
    "lay": (Lay, LayBasin, LayPass),
    "five": (Keep, Give),
    "quake": (Remove, Decline),
    "flood": (Flood, Decline),
    "volcanoes": (Turn, TurnPass, Decline),
}
"""Actions of each stage; any other action is answered with what is to be done now."""


def reason(land: Land, to_act: Sequence[Seat], s: State, seat: Seat, a: Action) -> Refusal:
    """Why `a` is not legal for `seat` in `s`, where the seats `to_act` owe a decision."""
    if s.stage == "over":
        return _because("over")
    if isinstance(a, Tile | EventCard):
        return _because("chance_only")
    if seat == CHANCE or seat not in to_act:
        return _because("cards_chosen" if s.stage == "cards" else "not_your_turn")
    if not isinstance(a, ACTIONS_OF_STAGE[s.stage]):
        return _because(f"now_{s.stage.replace('again', 'turn')}")
    return _why(land, s, a)


def _because(code: str, places: Sequence[Place] = ()) -> Refusal:
    return Refusal(f"great_divide.refusal.{code}", tuple(places))


def _why(land: Land, s: State, a: Action) -> Refusal:
    """Why not, though it is the right thing to do now."""
    match a:
        case Cards():
            return _because("no_such_cards")
        case Flip():
            return _because(_flip(land, s, a))
        case Decline():
            return _because("must_flood" if s.stage == "flood" else "must_turn")
        case Lay() | LayBasin() | LayPass():
            return _lay(land, s, a)
        case Remove() | Flood() | Turn() | TurnPass():
            return _lying(land, s, a)
    raise AssertionError(f"{a} is always legal in its stage")


def _flip(land: Land, s: State, a: Flip) -> str:
    if a.card not in cards_in_play(land, s.options):
        return "no_such_card"
    if s.options.limited_selection:
        return "one_card"
    if s.options.turning == "before each draw":
        return "flipped_before_draw"
    return "flip_too_late" if s.stage == "again" else "flipped_already"


# --- Laying ----------------------------------------------------------------------------------------------


def _lay(land: Land, s: State, a: LayAction) -> Refusal:
    fits: dict[str, type[LayAction]] = {BASIN_TILE: LayBasin, PASS_TILE: LayPass}
    if type(a) is not fits.get(s.drawn, Lay):
        return _because("other_tile")
    place = (a.x, a.y)
    space = land.space.get(place)
    if space is None:
        return _because("off_the_land")
    if s.tiles[space] != EMPTY_SPACE:
        return _because("space_taken", [place])
    now = water(land, s.tiles, s.inland)
    if not isinstance(a, Lay):
        return _special(now, space, a)
    if land.areas[land.area[space]] != s.drawn:
        return _because("other_area", [place])
    return _arrow(now, space, Heading(a.way))


def _arrow(now: Water, space: int, way: Heading) -> Refusal:
    """Why an arrow may not point this way."""
    code = now.obstacle(space, way)
    assert code is not None, "an arrow that may lie is legal"
    return _because(code, [now.land.places[there] for there in _to_blame(now, space, way, code)])


def _to_blame(now: Water, space: int, way: Heading, code: Obstacle) -> Sequence[int]:
    """The space itself, and what it comes up against there."""
    match code:
        case "onto_special" | "facing":
            return space, now.land.beside[space][way]
        case "trapped":
            return now.stretch(space, way)
        case "cuts_pass":
            assert now.crest is not None
            return now.crest, space
        case _:
            return (space,)


def _special(now: Water, space: int, a: LayBasin | LayPass) -> Refusal:
    """Why Basin or Pass may not lie here."""
    place = now.land.places[space]
    pointing = [
        now.land.places[source]
        for source, tile in enumerate(now.tiles)
        if any(now.land.beside[source][way] == space for way in arrows(tile))
    ]
    if pointing:
        return _because("arrow_points_here", [place, *pointing])
    if not now.wall_mask[space]:
        return _because("would_block", [place, *_blocked(now, space)])
    assert isinstance(a, LayPass)
    return _two_ocean(now, space, a.axis)


def _two_ocean(now: Water, space: int, axis: int) -> Refusal:
    """Why the arrows of the Pass may not point along this axis."""
    code = now.pass_obstacle(space, axis)
    assert code is not None, "a Pass that may lie is legal"
    springs = [now.land.beside[space][way] for way in pass_ways(PASS_CODE + axis)]
    onto = [now.land.places[target] for target in springs if now.is_special(target)]
    return _because(code, [now.land.places[space], *onto])


def _blocked(now: Water, space: int) -> list[Place]:
    """The tiles whose water could go nowhere any more if `space` became a wall."""
    rivers = [
        now.land.places[river]
        for river, tile in enumerate(now.tiles)
        if 0 <= tile < PASS_CODE and now.gates[river] >> space & 1
    ]
    return rivers or [now.land.places[now.crest]] if now.crest is not None else rivers


# --- Tiles that lie already --------------------------------------------------------------------------------


def _lying(land: Land, s: State, a: Remove | Flood | Turn | TurnPass) -> Refusal:
    """Why a tile cannot be removed, flooded from or turned."""
    place = (a.x, a.y)
    space = land.space.get(place)
    if space is None:
        return _because("off_the_land")
    code = int(s.tiles[space])
    if code == EMPTY_SPACE:
        return _because("no_tile_there", [place])
    if isinstance(a, Flood):
        return _because(_flood(code, a), [place])
    assert isinstance(a, Turn | TurnPass), "any tile may be removed"
    return _turn(water(land, s.tiles, s.inland), s.turned, space, a)


def _turn(now: Water, turned: Place | None, space: int, a: Turn | TurnPass) -> Refusal:
    """Why a volcano cannot turn a tile this way."""
    place, tile = now.land.places[space], now.tiles[space]
    if tile == BASIN_CODE:
        return _because("basin_has_no_arrow", [place])
    if place == turned:
        return _because("turned_already", [place])
    if is_pass(tile) != isinstance(a, TurnPass):
        return _because("pass_has_two_arrows" if is_pass(tile) else "river_has_one_arrow", [place])
    return _two_ocean(now, space, a.axis) if isinstance(a, TurnPass) else _arrow(now, space, Heading(a.way))


def _flood(code: int, a: Flood) -> str:
    if is_pass(code):
        return "which_side" if a.way is None else "no_stream_there"
    return "no_stream_there" if code < PASS_CODE else "basin_holds_its_water"
