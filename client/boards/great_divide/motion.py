"""How a happening of The Great Divide moves: its timeline in seconds, worked out from before, step and after.

A tile laid:   0 ── flies ── lands, the watershed rises ── its water runs downstream, tile by tile
A flood:       0 ── gathers ── the wave runs downstream ── what it took sinks, and is back in the bag
The last step: … ── rivers light up from the Pacific inland ── then from the Atlantic ── the fanfare
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import msgspec

from client.boards.base import Animation, Cue
from client.boards.great_divide.rivers import Rivers, Stretch, rivers
from client.mirror import Happening
from client.ui.anim import LANDING, TRAVEL, Motion
from core.game import Seat
from core.games.great_divide import state as play
from core.games.great_divide.drainage import arrows
from core.games.great_divide.land import Land
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.scoring import FIVE_POINTS, SEATS
from core.games.great_divide.state import Action, State

DRAW: Final = 0.24
"""Seconds a hand is in the bag."""
OUT: Final = 0.42
"""Seconds a tile takes from the bag to where it is seen."""
SEEN: Final = 0.68
"""Seconds until it has been seen, and what the card says about it."""
FLIP: Final = 0.34
STAGGER: Final = 0.05
"""Seconds between the cards of a choice turning over."""
LANDED: Final = TRAVEL
SETTLED: Final = LANDED + LANDING + 0.06
"""When the water of a tile just laid begins to run."""
RUN: Final = 0.065
"""Seconds the water takes from tile to tile."""
LONGEST_RUN: Final = 14
GLIMMER: Final = 0.45
"""Seconds a lit stretch takes to fade."""
RISE: Final = 0.3
"""Seconds in which a new watershed rises."""
DUST: Final = 0.45
PASSED: Final = 0.5
"""Seconds in which it is seen that somebody does nothing."""

SHAKE: Final = 0.75
"""Seconds an earthquake shakes."""
LIFTED: Final = 0.5
"""When a tile that an earthquake takes away has come loose."""
GATHERS: Final = 0.45
"""When the wave of a flood starts to run."""
WAVE: Final = 0.15
"""Seconds it takes from tile to tile."""
SINKS: Final = 0.7
"""Seconds a tile that is washed away is still seen."""
ERUPTS: Final = 0.45
"""When a volcano throws its tile up."""
THROWN: Final = 0.6
"""Seconds that tile is in the air."""
SMOKE: Final = 0.8
CARD: Final = 1.15
"""Seconds an event card is held up."""
SEA: Final = 2.6
"""Seconds the inland sea takes to rise and to fall back."""
CALM: Final = 1.0
"""Seconds of the light of a quiet year."""

LULL: Final = 0.35
OCEAN: Final = 1.15
"""Seconds in which the rivers of one ocean light up at the end."""
ENDING: Final = LULL + 2 * OCEAN + 0.7


class Flipped(msgspec.Struct, frozen=True):
    """A card that turns over, from `at` on."""

    seat: Seat
    index: int
    at: float


class Plan(msgspec.Struct, frozen=True):
    """When what happens.

    `field_at` and `side_at` are when what stands still on the land and beside it becomes what it is
    afterwards; `open` when the next decision may cut the rest short; `over` when the game's end is told.
    """

    seconds: float
    cues: tuple[Cue, ...] = ()
    field_at: float = 0.0
    side_at: float = 0.0
    open: float = math.inf
    over: float = math.inf


def animation(happening: Happening, game: GreatDivide, motion: Motion) -> Animation:
    """Length and sounds of a happening."""
    plan = plan_of(happening, game)
    return Animation(plan.seconds, plan.cues, plan.open)


def plan_of(happening: Happening, game: GreatDivide) -> Plan:
    """The timeline of a happening, as everybody sees it."""
    over = happening.after.outcome is not None
    return _whole_plan(game, happening.action(), happening.before.view(), happening.after.view(), over)


@lru_cache(maxsize=4)
def _whole_plan(game: GreatDivide, action: Action, before: State, after: State, over: bool) -> Plan:
    """What happens, and after the last step of a game its end. Asked for several times in every frame."""
    plan = _plan(game, action, before, after)
    if not over:
        return plan
    start = plan.seconds
    cues = [Cue(start + at, "chime", pitch) for at, pitch in _chimes(after, game.land)]
    fanfare = Cue(start + ENDING - 0.6, "brass")
    return msgspec.structs.replace(
        plan, seconds=start + ENDING, cues=(*plan.cues, *cues, fanfare), over=start, open=math.inf
    )


def _plan(game: GreatDivide, action: Action, before: State, after: State) -> Plan:
    match action:
        case play.Cards() | play.Flip():
            return _turning(flips(before, after, game))
        case play.Draw():
            return Plan(DRAW, (Cue(0.0, "bag"),))
        case play.Tile():
            return _drawn(action.kind, before, after)
        case play.Lay() | play.LayBasin() | play.LayPass():
            return _laid(action, before, after, game.land)
        case play.Keep() | play.Give():
            return Plan(TRAVEL + 0.35, (Cue(0.0, "paper_slide"), Cue(TRAVEL, "chime")), open=TRAVEL)
        case play.EventCard():
            return _event(action.event)
        case play.Remove():
            return _removed(before, after)
        case play.Flood():
            return _flooded(len(_washed(action, before, game.land)))
        case play.Turn() | play.TurnPass():
            return _erupted(action, before, after, game.land)
    return Plan(PASSED, (Cue(0.0, "paper_slide"),), open=PASSED / 2)


# --- one kind of step after the other ------------------------------------------------------------


def _turning(turned: tuple[Flipped, ...]) -> Plan:
    last = max((card.at for card in turned), default=0.0)
    end = last + FLIP
    return Plan(end + 0.06, (Cue(0.0, "paper_slide"), Cue(end - 0.1, "paper_land")), field_at=end)


def flips(before: State, after: State, game: GreatDivide) -> tuple[Flipped, ...]:
    """The cards that turn over between two views."""
    count = len(game.letters_in_play(before.options))
    turned = (before.cards != after.cards)[:, :count].nonzero()
    changed = [(Seat(int(seat)), int(index)) for seat, index in zip(*turned, strict=True)]
    return tuple(Flipped(seat, index, STAGGER * index) for seat, index in changed)


def _drawn(kind: str, before: State, after: State) -> Plan:
    cues = (Cue(0.0, "paper_slide"), Cue(OUT * 0.9, "wood"))
    if kind == play.QUAKE:
        return Plan(OUT + SHAKE + 0.1, (*cues, Cue(OUT, "quake")))
    if kind == play.EVENT:
        return Plan(SEEN + 0.2, (*cues, Cue(OUT, "chime", 5)))
    if is_set_aside(before, after):
        return Plan(SEEN + TRAVEL + 0.3, (*cues, Cue(SEEN, "paper_slide")), open=SEEN + TRAVEL)
    if after.five is not None and kind == play.FIVE:
        return Plan(SEEN + TRAVEL + 0.3, (*cues, Cue(SEEN + TRAVEL, "chime")), open=SEEN + TRAVEL)
    return Plan(SEEN, cues, open=OUT)


def is_set_aside(before: State, after: State) -> bool:
    """Whether the tile just drawn cannot be laid."""
    return len(after.aside) > len(before.aside)


def _laid(action: Action, before: State, after: State, land: Land) -> Plan:
    tiles = run(action, after, land)
    waters = _waters(tiles, SETTLED, gains(before, after, land))
    cues = [Cue(0.0, "paper_slide"), Cue(LANDED, "paper_land"), *waters]
    end = SETTLED + RUN * len(tiles) + GLIMMER
    return Plan(end, tuple(cues), field_at=LANDED, open=SETTLED)


def _waters(tiles: tuple[Run, ...], start: float, gained: tuple[int, int]) -> list[Cue]:
    """The sound of water that runs; higher for more of it, and a chime where an ocean is decided."""
    if not tiles:
        return []
    last = max(stage.at for stage in tiles)
    cues = [Cue(start, "water", min(7, len(tiles) - 1))]
    gain = max(gained)
    return [*cues, Cue(last + RUN, "chime", min(9, gain))] if gain > 0 else cues


def gains(before: State, after: State, land: Land) -> tuple[int, int]:
    """How many tiles more (or less) will drain into each seat's ocean whatever is laid."""
    (west, east), (west_now, east_now) = rivers(land, before).won, rivers(land, after).won
    return len(west_now) - len(west), len(east_now) - len(east)


class Run(msgspec.Struct, frozen=True):
    """Water that runs over a piece of river, `at` seconds into the animation."""

    stretch: Stretch
    at: float


def run(action: Action, after: State, land: Land) -> tuple[Run, ...]:
    """How the water of a tile just laid or turned runs downstream."""
    if not isinstance(action, play.Lay | play.LayPass | play.Turn | play.TurnPass):
        return ()
    start = SETTLED if isinstance(action, play.Lay | play.LayPass) else ERUPTS + THROWN
    space = land.space[action.x, action.y]
    water = rivers(land, after)
    found = [_course(water, space, int(way), start) for way in arrows(int(after.tiles[space]))]
    return tuple(stage for course in found for stage in course)


def _course(water: Rivers, space: int, way: int, start: float) -> list[Run]:
    pieces = water.along(space, way)[:LONGEST_RUN]
    return [Run(piece, start + RUN * index) for index, piece in enumerate(pieces)]


def _event(event: str) -> Plan:
    card = (Cue(0.0, "paper_slide"), Cue(TRAVEL, "paper_land"))
    if event == play.INLAND_SEA:
        return Plan(CARD + SEA, (*card, Cue(CARD - 0.2, "inland_sea")), field_at=CARD + SEA / 2)
    if event == play.QUIET:
        return Plan(CARD + CALM, (*card, Cue(TRAVEL, "quiet_year")), open=CARD)
    return Plan(CARD + 0.1, (*card, Cue(CARD * 0.5, "chime", -7)))


def _removed(before: State, after: State) -> Plan:
    back = len(before.aside) - len(after.aside)
    home = LIFTED + TRAVEL + 0.1
    cues = (Cue(0.0, "quake"), Cue(LIFTED, "paper_slide"), Cue(home, "bag"))
    return Plan(home + 0.2 + (TRAVEL if back else 0.0), cues, field_at=LIFTED, side_at=home, open=home)


def _flooded(tiles: int) -> Plan:
    if not tiles:
        return Plan(GATHERS + 0.4, (Cue(0.0, "water"),))
    end = GATHERS + WAVE * tiles + SINKS
    return Plan(end + 0.15, (Cue(0.0, "flood"), Cue(end - 0.1, "bag")), field_at=GATHERS, side_at=end - 0.1)


def washed(happening: Happening, land: Land) -> tuple[tuple[int, float], ...]:
    """The tiles a flood takes, in its order, and when its wave comes to each."""
    return _washed(happening.action(), happening.before.view(), land)


def _washed(action: play.Flood, before: State, land: Land) -> tuple[tuple[int, float], ...]:
    space = land.space[action.x, action.y]
    way = int(before.tiles[space]) if action.way is None else action.way
    course = rivers(land, before).downstream(space, way)[1:]
    return tuple((tile, GATHERS + WAVE * index) for index, (tile, _) in enumerate(course))


def _erupted(action: Action, before: State, after: State, land: Land) -> Plan:
    landed = ERUPTS + THROWN
    tiles = run(action, after, land)
    waters = _waters(tiles, landed, gains(before, after, land))
    cues = [Cue(0.0, "volcano"), Cue(landed, "paper_land"), *waters]
    end = landed + max(RUN * len(tiles) + GLIMMER, SMOKE)
    return Plan(end, tuple(cues), field_at=ERUPTS, open=landed + 0.2)


# --- the end -------------------------------------------------------------------------------------


class Lit(msgspec.Struct, frozen=True):
    """A tile that is seen to drain into a seat's ocean, from `at` seconds into the ending on."""

    seat: Seat
    space: int
    at: float


def ending(view: State, land: Land) -> tuple[Lit, ...]:
    """In which order the tiles light up: from the sea inland, one ocean after the other."""
    return _ending(rivers(land, view))


@lru_cache(maxsize=4)
def _ending(water: Rivers) -> tuple[Lit, ...]:
    lit = []
    for seat in SEATS:
        tiles = sorted(water.won[seat], key=lambda space: _steps(water, space, seat))
        start = LULL + OCEAN * seat
        step = 0.8 * OCEAN / max(1, len(tiles))
        lit += [Lit(seat, space, start + step * index) for index, space in enumerate(tiles)]
    return tuple(lit)


def _steps(water: Rivers, space: int, seat: Seat) -> tuple[int, int]:
    """How many tiles lie between a tile and its ocean."""
    lengths = [
        len(water.water.course(space, way))
        for way in arrows(water.water.tiles[space])
        if water.fate(space, int(way)).seat == seat
    ]
    return min(lengths, default=0), space


def _chimes(after: State, land: Land) -> list[tuple[float, int]]:
    """Rising tones along each ocean's rivers."""
    lit = ending(after, land)
    tones = []
    for seat in SEATS:
        mine = [tile for tile in lit if tile.seat == seat]
        tones += [(tile.at, 2 * index) for index, tile in enumerate(mine[:: max(1, len(mine) // 6)])]
    return tones


def sure(view: State, land: Land) -> tuple[int, int]:
    """The points that are sure: tiles whose ocean is decided, and the "5"."""
    west, east = rivers(land, view).won
    five = [FIVE_POINTS * (view.five == seat) for seat in SEATS]
    return len(west) + five[0], len(east) + five[1]
