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
from client.boards.great_divide.rivers import Rivers, rivers
from client.mirror import Happening
from client.ui.anim import LANDING, TRAVEL, Motion
from core.game import Seat
from core.games.great_divide import state as play
from core.games.great_divide.drainage import arrows
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.scoring import FIVE_POINTS, SEATS
from core.games.great_divide.state import State

LAND: Final = GREAT_DIVIDE.land

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


def animation(happening: Happening, motion: Motion) -> Animation:
    """Length and sounds of a happening."""
    plan = plan_of(happening)
    return Animation(plan.seconds, plan.cues, plan.open)


def plan_of(happening: Happening) -> Plan:
    """The timeline of a happening."""
    if not _LATEST or _LATEST[0][0] is not happening:
        _LATEST[:] = [(happening, _whole_plan(happening))]
    return _LATEST[0][1]


_LATEST: Final[list[tuple[Happening, Plan]]] = []
"""The happening asked for last and its plan: it is asked for several times in every frame."""


def _whole_plan(happening: Happening) -> Plan:
    """What happens, and after the last step of a game its end."""
    plan = _plan(happening)
    if happening.after.outcome is None:
        return plan
    start = plan.seconds
    cues = [Cue(start + at, "chime", pitch) for at, pitch in _chimes(happening)]
    fanfare = Cue(start + ENDING - 0.6, "brass")
    return msgspec.structs.replace(
        plan, seconds=start + ENDING, cues=(*plan.cues, *cues, fanfare), over=start, open=math.inf
    )


def _plan(happening: Happening) -> Plan:
    match happening.action():
        case play.Cards() | play.Flip():
            return _turning(happening)
        case play.Draw():
            return Plan(DRAW, (Cue(0.0, "bag"),))
        case play.Tile():
            return _drawn(happening)
        case play.Lay() | play.LayBasin() | play.LayPass():
            return _laid(happening)
        case play.Keep() | play.Give():
            return Plan(TRAVEL + 0.35, (Cue(0.0, "paper_slide"), Cue(TRAVEL, "chime")), open=TRAVEL)
        case play.EventCard():
            return _event(happening.action().event)
        case play.Remove():
            return _removed(happening)
        case play.Flood():
            return _flooded(happening)
        case play.Turn():
            return _erupted(happening)
    return Plan(PASSED, (Cue(0.0, "paper_slide"),), open=PASSED / 2)


# --- one kind of step after the other ------------------------------------------------------------


def _turning(happening: Happening) -> Plan:
    turned = flips(happening, -1)
    last = max((card.at for card in turned), default=0.0)
    end = last + FLIP
    return Plan(end + 0.06, (Cue(0.0, "paper_slide"), Cue(end - 0.1, "paper_land")), field_at=end)


def flips(happening: Happening, viewer: int) -> tuple[Flipped, ...]:
    """The cards that turn over, as a viewer sees them."""
    before: State = happening.before.view(viewer)
    after: State = happening.after.view(viewer)
    count = len(GREAT_DIVIDE.letters_in_play(before.options))
    turned = (before.cards != after.cards)[:, :count].nonzero()
    changed = [(Seat(int(seat)), int(index)) for seat, index in zip(*turned, strict=True)]
    return tuple(Flipped(seat, index, STAGGER * index) for seat, index in changed)


def _drawn(happening: Happening) -> Plan:
    after: State = happening.after.view()
    kind = happening.action().kind
    cues = (Cue(0.0, "paper_slide"), Cue(OUT * 0.9, "wood"))
    if kind == play.QUAKE:
        return Plan(OUT + SHAKE + 0.1, (*cues, Cue(OUT, "quake")))
    if kind == play.EVENT:
        return Plan(SEEN + 0.2, (*cues, Cue(OUT, "chime", 5)))
    if is_set_aside(happening):
        return Plan(SEEN + TRAVEL + 0.3, (*cues, Cue(SEEN, "paper_slide")), open=SEEN + TRAVEL)
    if after.five is not None and kind == play.FIVE:
        return Plan(SEEN + TRAVEL + 0.3, (*cues, Cue(SEEN + TRAVEL, "chime")), open=SEEN + TRAVEL)
    return Plan(SEEN, cues, open=OUT)


def is_set_aside(happening: Happening) -> bool:
    """Whether the tile just drawn cannot be laid."""
    return len(happening.after.view().aside) > len(happening.before.view().aside)


def _laid(happening: Happening) -> Plan:
    tiles = run(happening)
    cues = [Cue(0.0, "paper_slide"), Cue(LANDED, "paper_land"), *_waters(happening, tiles, SETTLED)]
    end = SETTLED + RUN * len(tiles) + GLIMMER
    return Plan(end, tuple(cues), field_at=LANDED, open=SETTLED)


def _waters(happening: Happening, tiles: tuple[Run, ...], start: float) -> list[Cue]:
    """The sound of water that runs; higher for more of it, and a chime where an ocean is decided."""
    if not tiles:
        return []
    last = max(stage.at for stage in tiles)
    cues = [Cue(start, "water", min(7, len(tiles) - 1))]
    gain = max(gains(happening.before.view(), happening.after.view()))
    return [*cues, Cue(last + RUN, "chime", min(9, gain))] if gain > 0 else cues


def gains(before: State, after: State) -> tuple[int, int]:
    """How many tiles more (or less) will drain into each seat's ocean whatever is laid."""
    (west, east), (west_now, east_now) = rivers(LAND, before).won, rivers(LAND, after).won
    return len(west_now) - len(west), len(east_now) - len(east)


class Run(msgspec.Struct, frozen=True):
    """Water that leaves a space over the side `way`, `at` seconds into the animation."""

    space: int
    source: int | None
    way: int
    at: float


def run(happening: Happening) -> tuple[Run, ...]:
    """How the water of a tile just laid or turned runs downstream."""
    action, after = happening.action(), happening.after.view()
    if not isinstance(action, play.Lay | play.LayPass | play.Turn):
        return ()
    start = SETTLED if not isinstance(action, play.Turn) else ERUPTS + THROWN
    space = LAND.space[action.x, action.y]
    water = rivers(LAND, after)
    found = [_course(water, space, int(way), start) for way in arrows(int(after.tiles[space]))]
    return tuple(stage for course in found for stage in course)


def _course(water: Rivers, space: int, way: int, start: float) -> list[Run]:
    stages: list[Run] = []
    for index, (at, out) in enumerate(water.downstream(space, way)[:LONGEST_RUN]):
        source = None if not stages else (stages[-1].way + 3) % 6
        stages.append(Run(at, source, out, start + RUN * index))
    return stages


def _event(event: str) -> Plan:
    card = (Cue(0.0, "paper_slide"), Cue(TRAVEL, "paper_land"))
    if event == play.INLAND_SEA:
        return Plan(CARD + SEA, (*card, Cue(CARD - 0.2, "inland_sea")), field_at=CARD + SEA / 2)
    if event == play.QUIET:
        return Plan(CARD + CALM, (*card, Cue(TRAVEL, "quiet_year")), open=CARD)
    return Plan(CARD + 0.1, (*card, Cue(CARD * 0.5, "chime", -7)))


def _removed(happening: Happening) -> Plan:
    back = len(happening.before.view().aside) - len(happening.after.view().aside)
    home = LIFTED + TRAVEL + 0.1
    cues = (Cue(0.0, "quake"), Cue(LIFTED, "paper_slide"), Cue(home, "bag"))
    return Plan(home + 0.2 + (TRAVEL if back else 0.0), cues, field_at=LIFTED, side_at=home, open=home)


def _flooded(happening: Happening) -> Plan:
    tiles = len(washed(happening))
    if not tiles:
        return Plan(GATHERS + 0.4, (Cue(0.0, "water"),))
    end = GATHERS + WAVE * tiles + SINKS
    return Plan(end + 0.15, (Cue(0.0, "flood"), Cue(end - 0.1, "bag")), field_at=GATHERS, side_at=end - 0.1)


def washed(happening: Happening) -> tuple[tuple[int, float], ...]:
    """The tiles a flood takes, in its order, and when its wave comes to each."""
    action, before = happening.action(), happening.before.view()
    space = LAND.space[action.x, action.y]
    way = int(before.tiles[space]) if action.way is None else action.way
    course = rivers(LAND, before).downstream(space, way)[1:]
    return tuple((tile, GATHERS + WAVE * index) for index, (tile, _) in enumerate(course))


def _erupted(happening: Happening) -> Plan:
    landed = ERUPTS + THROWN
    tiles = run(happening)
    cues = [Cue(0.0, "volcano"), Cue(landed, "paper_land"), *_waters(happening, tiles, landed)]
    end = landed + max(RUN * len(tiles) + GLIMMER, SMOKE)
    return Plan(end, tuple(cues), field_at=ERUPTS, open=landed + 0.2)


# --- the end -------------------------------------------------------------------------------------


class Lit(msgspec.Struct, frozen=True):
    """A tile that is seen to drain into a seat's ocean, from `at` seconds into the ending on."""

    seat: Seat
    space: int
    at: float


def ending(view: State) -> tuple[Lit, ...]:
    """In which order the tiles light up: from the sea inland, one ocean after the other."""
    return _ending(rivers(LAND, view))


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


def _chimes(happening: Happening) -> list[tuple[float, int]]:
    """Rising tones along each ocean's rivers."""
    lit = ending(happening.after.view())
    tones = []
    for seat in SEATS:
        mine = [tile for tile in lit if tile.seat == seat]
        tones += [(tile.at, 2 * index) for index, tile in enumerate(mine[:: max(1, len(mine) // 6)])]
    return tones


def sure(view: State) -> tuple[int, int]:
    """The points that are sure: tiles whose ocean is decided, and the "5"."""
    west, east = rivers(LAND, view).won
    five = [FIVE_POINTS * (view.five == seat) for seat in SEATS]
    return len(west) + five[0], len(east) + five[1]
