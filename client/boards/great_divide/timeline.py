"""Timeline of a step of The Great Divide: the times of everything, in seconds from the step's beginning.

A tile laid:   0 ── flies ── lands, the watershed rises ── its water runs downstream, tile by tile
A flood:       0 ── gathers ── the wave runs downstream ── what it took sinks, and is back in the bag
The last step: … ── rivers light up from the Pacific inland ── then from the Atlantic ── the fanfare
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from client.boards.contract import Cue
from client.boards.great_divide.art import EventCardArt
from client.boards.great_divide.layout import Layout
from client.boards.great_divide.rivers import Rivers, RiverStretch, rivers
from client.boards.great_divide.score import tile_gains
from client.boards.kit.pieces import PaintContext, Piece
from client.boards.kit.timeline import (
    APPEAR_SECONDS,
    Change,
    Effect,
    Retiming,
    Span,
    Timeline,
    chain_cues,
    retimed,
)
from client.session.events import GameEvent
from client.ui.animation import HOVER_SECONDS, LANDING_SECONDS, TRAVEL_SECONDS
from core.game import Seat
from core.games.great_divide import state as play
from core.games.great_divide.drainage import arrows
from core.games.great_divide.land import Land
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.scoring import SEATS
from core.games.great_divide.state import Action, State

replace = msgspec.structs.replace

DRAW_SECONDS: Final = 0.24
"""Seconds that a hand is in the bag."""
TILE_OUT_SECONDS: Final = 0.42
"""Seconds that a tile flies from the bag to the place of the drawn tile."""
TILE_SEEN_SECONDS: Final = 0.68
"""Seconds until the drawn tile and its card have been shown long enough."""
FLIP_SECONDS: Final = 0.34
"""Seconds in which a card turns over."""
FLIP_INTERVAL: Final = 0.05
"""Seconds between two cards of a column that begin to turn over."""
WATER_START: Final = TRAVEL_SECONDS + LANDING_SECONDS + 0.06
"""Second at which the water of a tile just laid begins to run."""
WATER_TILE_SECONDS: Final = 0.065
"""Seconds that water takes from tile to tile."""
MOST_RUN_TILES: Final = 14
"""Most tiles over which running water is shown."""
GLIMMER_SECONDS: Final = 0.45
"""Seconds in which a lit stretch fades."""
DIVIDE_RISE_SECONDS: Final = 0.3
"""Seconds in which a new watershed rises."""
ROLL_SECONDS: Final = 0.3
"""Seconds in which a number counts up or down to another one."""
PASS_SECONDS: Final = 0.5
"""Seconds for which it is shown that a seat passes."""

QUAKE_SECONDS: Final = 0.75
"""Seconds that an earthquake shakes."""
TILE_LOOSE_AT: Final = 0.5
"""Second at which a tile that an earthquake takes away has come loose."""
TILE_BACK_AT: Final = TILE_LOOSE_AT + TRAVEL_SECONDS + 0.1
"""Second at which that tile is back in the bag."""
FLOOD_START: Final = 0.45
"""Second at which the wave of a flood starts to run."""
WAVE_TILE_SECONDS: Final = 0.15
"""Seconds that the wave takes from tile to tile."""
SINK_SECONDS: Final = 0.7
"""Seconds in which a tile that is washed away sinks."""
ERUPTION_AT: Final = 0.45
"""Second at which a volcano throws its tile up."""
THROW_SECONDS: Final = 0.6
"""Seconds that that tile is in the air."""
THROWN_TILE_DOWN_AT: Final = ERUPTION_AT + THROW_SECONDS
"""Second at which that tile comes down."""
SMOKE_SECONDS: Final = 0.8
"""Least seconds of an eruption after the tile has come down."""
EVENT_CARD_SECONDS: Final = 1.15
"""Seconds that an event card is held up."""
INLAND_SEA_SECONDS: Final = 2.6
"""Seconds in which the sea rises over the land and falls back."""
QUIET_YEAR_SECONDS: Final = 1.0
"""Seconds that the birds of a quiet year still fly after its card has gone."""

LULL_SECONDS: Final = 0.35
"""Seconds of rest at the beginning of the ending."""
OCEAN_SECONDS: Final = 1.15
"""Seconds in which the rivers of one ocean light up at the end."""
OCEANS_COUNTED_AT: Final = LULL_SECONDS + 2 * OCEAN_SECONDS
"""Seconds into the ending at which both oceans are counted."""
FANFARE_SECONDS: Final = 0.7
"""Seconds of the fanfare."""


SpaceAction = play.LayAction | play.Remove | play.Flood | play.Turn | play.TurnPass
"""Action on a space."""


class StepContext(NamedTuple):
    """Step as everybody sees it, with everything its animation needs. `over`: it is the last one."""

    game: GreatDivide
    layout: Layout
    before: State
    seat: int
    action: Action
    after: State
    over: bool

    @classmethod
    def of(cls, event: GameEvent, game: GreatDivide, layout: Layout) -> StepContext:
        over = event.after.outcome is not None
        before, after = event.before.view(), event.after.view()
        return cls(game, layout, before, event.seat, event.action(), after, over)

    @property
    def land(self) -> Land:
        return self.game.land

    @property
    def space(self) -> int:
        """Number of the space on which the action is made."""
        assert isinstance(self.action, SpaceAction)
        return self.land.space[self.action.x, self.action.y]

    @property
    def kind_drawn(self) -> str:
        """Kind of the tile that is drawn; "" in other steps."""
        return self.action.kind if isinstance(self.action, play.Tile) else ""

    @property
    def moves_on(self) -> bool:
        """Whether a tile just drawn goes on at once: it is set aside, or the eighth card gives the "5"."""
        aside = len(self.after.aside) > len(self.before.aside)
        return bool(self.kind_drawn) and (aside or self.after.five != self.before.five)

    @property
    def gains(self) -> tuple[int, int]:
        """Number of tiles that the step makes sure for each seat, less those that it takes away."""
        return tile_gains(self.before, self.after, self.land)


class StepSchedule(msgspec.Struct, frozen=True):
    """Seconds at which parts of the board change to their new state.

    `field`: the land and its water; `side`: the things beside them; `end`: everything has. From `open` on
    the next decision may cut the rest short.
    """

    end: float
    field: float = 0.0
    side: float = 0.0
    open: float = math.inf


def schedule_of(context: StepContext) -> StepSchedule:
    """Times of a step, without the ending after the last one."""
    match context.action:
        case play.Cards() | play.Flip():
            return StepSchedule(FLIP_SECONDS + 0.06)
        case play.Draw():
            return StepSchedule(DRAW_SECONDS)
        case play.Tile(kind):
            return _drawn(context, kind)
        case play.Lay() | play.LayBasin() | play.LayPass():
            end = WATER_START + WATER_TILE_SECONDS * len(water_run(context)) + GLIMMER_SECONDS
            return StepSchedule(end, field=TRAVEL_SECONDS, side=0.0, open=WATER_START)
        case play.Keep() | play.Give():
            return StepSchedule(TRAVEL_SECONDS + 0.35, side=TRAVEL_SECONDS, open=TRAVEL_SECONDS)
        case play.EventCard(event):
            more = {play.INLAND_SEA: INLAND_SEA_SECONDS, play.QUIET_YEAR: QUIET_YEAR_SECONDS}.get(event, 0.1)
            field = EVENT_CARD_SECONDS + (INLAND_SEA_SECONDS / 2 if event == play.INLAND_SEA else 0.0)
            return StepSchedule(
                EVENT_CARD_SECONDS + more,
                field,
                open=EVENT_CARD_SECONDS if event == play.QUIET_YEAR else math.inf,
            )
        case play.Remove():
            back = TRAVEL_SECONDS if len(context.before.aside) > len(context.after.aside) else 0.0
            return StepSchedule(
                TILE_BACK_AT + 0.2 + back, field=TILE_LOOSE_AT, side=TILE_BACK_AT, open=TILE_BACK_AT
            )
        case play.Flood():
            taken = len(washed_tiles(context))
            end = FLOOD_START + WAVE_TILE_SECONDS * taken + SINK_SECONDS if taken else FLOOD_START + 0.25
            return StepSchedule(end + 0.15, field=FLOOD_START, side=end - 0.1)
        case play.Turn() | play.TurnPass():
            end = THROWN_TILE_DOWN_AT + max(
                WATER_TILE_SECONDS * len(water_run(context)) + GLIMMER_SECONDS, SMOKE_SECONDS
            )
            return StepSchedule(end, field=ERUPTION_AT, open=THROWN_TILE_DOWN_AT + 0.2)
    return StepSchedule(PASS_SECONDS, open=PASS_SECONDS / 2)


def _drawn(context: StepContext, kind: str) -> StepSchedule:
    if kind == play.QUAKE:
        return StepSchedule(TILE_OUT_SECONDS + QUAKE_SECONDS + 0.1)
    if kind == play.EVENT:
        return StepSchedule(TILE_SEEN_SECONDS + 0.2)
    if context.moves_on:
        return StepSchedule(
            TILE_SEEN_SECONDS + TRAVEL_SECONDS + 0.3,
            side=TILE_SEEN_SECONDS + TRAVEL_SECONDS,
            open=TILE_SEEN_SECONDS + TRAVEL_SECONDS,
        )
    return StepSchedule(TILE_SEEN_SECONDS, side=TILE_OUT_SECONDS, open=TILE_OUT_SECONDS)


def effect_between(start: float, end: float, draw: Callable[[PaintContext, float], None]) -> Effect:
    """Effect from `start` to `end`, drawn by the seconds since the step began."""
    return Effect(start, end - start, lambda ctx, share: draw(ctx, start + share * (end - start)))


# --- water ---------------------------------------------------------------------------------------


class WaterRun(NamedTuple):
    """Water that runs over a piece of river, `at` seconds into the step."""

    stretch: RiverStretch
    at: float


def water_run(context: StepContext) -> tuple[WaterRun, ...]:
    """Running water of a tile just laid or turned, downstream."""
    if not isinstance(context.action, play.Lay | play.LayPass | play.Turn | play.TurnPass):
        return ()
    start = WATER_START if isinstance(context.action, play.Lay | play.LayPass) else THROWN_TILE_DOWN_AT
    water, space = rivers(context.land, context.after), context.space
    courses = [
        water.along(space, int(way))[:MOST_RUN_TILES] for way in arrows(int(context.after.tiles[space]))
    ]
    return tuple(
        WaterRun(piece, start + WATER_TILE_SECONDS * index)
        for course in courses
        for index, piece in enumerate(course)
    )


def washed_tiles(context: StepContext) -> tuple[tuple[int, float], ...]:
    """Tiles that a flood takes, downstream, each with the second at which the wave comes to it."""
    assert isinstance(context.action, play.Flood)
    way = int(context.before.tiles[context.space]) if context.action.way is None else context.action.way
    course = rivers(context.land, context.before).downstream(context.space, way)[1:]
    return tuple((tile, FLOOD_START + WAVE_TILE_SECONDS * index) for index, (tile, _) in enumerate(course))


# --- the end -------------------------------------------------------------------------------------


class LitTile(NamedTuple):
    """Tile shown to drain into a seat's ocean, from `at` seconds into the ending on."""

    seat: Seat
    space: int
    at: float


@lru_cache(maxsize=4)
def ending_order(water: Rivers) -> tuple[LitTile, ...]:
    """Order in which the tiles light up: from the sea inland, one ocean after the other."""
    lit = []
    for seat in SEATS:
        tiles = sorted(water.won[seat], key=lambda space: steps_to_sea(water, space, seat))
        start = LULL_SECONDS + OCEAN_SECONDS * seat
        step = 0.8 * OCEAN_SECONDS / max(1, len(tiles))
        lit += [LitTile(seat, space, start + step * index) for index, space in enumerate(tiles)]
    return tuple(lit)


def steps_to_sea(water: Rivers, space: int, seat: Seat) -> tuple[int, int]:
    """Sort key of a tile from the sea inland: the tiles between it and a seat's ocean, then its space."""
    lengths = [
        len(water.water.course(space, way))
        for way in arrows(water.water.tiles[space])
        if water.fate(space, int(way)).seat == seat
    ]
    return min(lengths, default=0), space


# --- pieces --------------------------------------------------------------------------------------


def adjust_timeline(context: StepContext, plain: Timeline) -> Timeline:
    """Timeline of the kit with this game's times."""
    when = schedule_of(context)
    shown = retimed(plain, _spans(context, when), Span(0.0), when.side)
    changes, rests = [*shown.changes], plain.rests
    if context.over:
        changes += [_still(piece) for piece in rests if piece.id[0] in _LATE_PIECES]
        rests = tuple(piece for piece in rests if piece.id[0] not in _LATE_PIECES)
    end = max([when.end, *(change.end for change in changes if change.after is not None)])
    return replace(
        shown,
        rests=rests,
        changes=tuple(changes),
        landed=min(when.open, end),
        seconds=end,
    )


def _still(piece: Piece) -> Change:
    """Change of a piece that stays the same, so that it is drawn over the tints that appear below it."""
    return Change("flip", piece, piece, 0.0, 0.0)


_LATE_PIECES: Final = ("waters", "current")
"""Kinds of pieces that get a change in the last step even if they stay the same."""


def _spans(context: StepContext, when: StepSchedule) -> dict[str, Retiming]:
    """Times of pieces by their kinds."""
    mark = _by_way(Span(TILE_OUT_SECONDS, HOVER_SECONDS), Span(0.0, HOVER_SECONDS))
    return {
        "waters": Span(when.field),
        "current": Span(when.field),
        "tile": lambda change: (_FLIGHT if change.kind == "travel" else Span(when.field))(change),
        "tint": lambda change: Span(when.end + _lights_up(context, change.piece), APPEAR_SECONDS)(change),
        "left": Span(when.side, ROLL_SECONDS),
        "card": lambda change: Span(FLIP_INTERVAL * _index(context, change.piece), FLIP_SECONDS)(change),
        "drawn": _by_way(Span(0.0, TILE_OUT_SECONDS), Span(0.0, HOVER_SECONDS)),
        "actor": mark,
        "governs": mark,
        "five": Span(TILE_SEEN_SECONDS if context.kind_drawn else 0.0, TRAVEL_SECONDS),
        "aside": Span(TILE_SEEN_SECONDS if context.kind_drawn else when.side, TRAVEL_SECONDS),
        "owner": Span(when.side, HOVER_SECONDS),
        "sign": Span(EVENT_CARD_SECONDS, APPEAR_SECONDS),
        "event": _event_card,
    }


_FLIGHT: Final = Span(0.0, TRAVEL_SECONDS)
"""Time of a tile that flies to its space."""


def _by_way(comes: Span, goes: Span) -> Retiming:
    """Times of a piece that comes, and of one that goes."""
    return lambda change: (goes if change.after is None or change.after.alpha == 0 else comes)(change)


def _event_card(change: Change) -> Iterable[Change]:
    """Change of the deck, which is face down until the card held up is laid on it."""
    deck = replace(change.piece, art=EventCardArt(""))
    yield Change("flip", deck, change.after, EVENT_CARD_SECONDS, 0.0)


def _index(context: StepContext, piece: Piece) -> int:
    """Index of a piece in its column."""
    return context.game.letters.index(str(piece.id[2]))


def _lights_up(context: StepContext, piece: Piece) -> float:
    """Second of the ending at which a tile shows where it drains."""
    lit = ending_order(rivers(context.land, context.after))
    return min((one.at for one in lit if one.space == piece.id[1]), default=0.0)


# --- sounds --------------------------------------------------------------------------------------


def step_cues(context: StepContext) -> tuple[Cue, ...]:
    """Sounds of a step."""
    found = _cues(context, schedule_of(context))
    if not context.over:
        return found
    start = schedule_of(context).end
    return (*found, *_chimes(context, start))


def _cues(context: StepContext, when: StepSchedule) -> tuple[Cue, ...]:
    slide = Cue(0.0, "paper_slide")
    match context.action:
        case play.Cards():
            return (Cue(0.0, "riffle"), Cue(when.end - 0.16, "paper_land"))
        case play.Tile(kind):
            return (slide, Cue(TILE_OUT_SECONDS * 0.9, "wood"), *_told(context, kind))
        case play.Lay() | play.LayBasin() | play.LayPass():
            return (slide, Cue(TRAVEL_SECONDS, _LANDING_SOUNDS[type(context.action)]), *_waters(context))
        case play.Keep() | play.Give():
            return (slide, Cue(TRAVEL_SECONDS, "chime" if isinstance(context.action, play.Keep) else "pat"))
        case play.EventCard(event):
            more = {
                play.INLAND_SEA: Cue(EVENT_CARD_SECONDS - 0.2, "inland_sea"),
                play.QUIET_YEAR: Cue(TRAVEL_SECONDS, "quiet_year"),
            }
            return (
                slide,
                Cue(TRAVEL_SECONDS, "paper_land"),
                more.get(event, Cue(EVENT_CARD_SECONDS * 0.5, "omen")),
            )
        case play.Remove():
            return (Cue(0.0, "quake"), Cue(TILE_LOOSE_AT, "paper_slide"), Cue(TILE_BACK_AT, "bag"))
        case play.Flood():
            dry = not washed_tiles(context)
            return (Cue(0.0, "water"),) if dry else (Cue(0.0, "flood"), Cue(when.side, "bag"))
        case play.Turn() | play.TurnPass():
            return (
                Cue(0.0, "volcano"),
                Cue(THROWN_TILE_DOWN_AT, _LANDING_SOUNDS[type(context.action)]),
                *_waters(context),
            )
    return (Cue(0.0, _SINGLE_SOUNDS[type(context.action)]),)


_SINGLE_SOUNDS: Final[dict[type, str]] = {play.Flip: "card_turn", play.Draw: "bag", play.Decline: "brush"}
"""Sounds of steps with a single sound."""
_LANDING_SOUNDS: Final[dict[type, str]] = {
    play.Lay: "paper_land",
    play.Turn: "paper_land",
    play.LayBasin: "basin",
    play.LayPass: "stone",
    play.TurnPass: "stone",
}
"""Sounds of tiles that land: those of the basin and of the Pass differ from river tiles."""


def _told(context: StepContext, kind: str) -> tuple[Cue, ...]:
    """Sounds of a drawn tile."""
    if kind == play.QUAKE:
        return (Cue(TILE_OUT_SECONDS, "quake"),)
    if kind == play.EVENT:
        return (Cue(TILE_OUT_SECONDS, "chime", 5),)
    if not context.moves_on:
        return ()
    return (
        Cue(TILE_SEEN_SECONDS + TRAVEL_SECONDS, "chime")
        if kind == play.FIVE
        else Cue(TILE_SEEN_SECONDS, "paper_slide"),
    )


def _waters(context: StepContext) -> tuple[Cue, ...]:
    """Sound of running water: the longer its way, the higher."""
    tiles = water_run(context)
    return (Cue(tiles[0].at, "water", min(7, len(tiles) - 1)),) if tiles else ()


def _chimes(context: StepContext, start: float) -> tuple[Cue, ...]:
    """Sounds of the ending: a chain along each ocean's rivers."""
    lit = ending_order(rivers(context.land, context.after))
    seats = ([tile.at for tile in lit if tile.seat == seat] for seat in SEATS)
    chains = (chain_cues("chime", (start + at for at in mine[:: max(1, len(mine) // 6)])) for mine in seats)
    return tuple(cue for links in chains for cue in links)
