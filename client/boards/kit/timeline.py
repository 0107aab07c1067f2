"""Timelines: a step is animated by the difference of two lists of pieces.

A piece that has another place afterwards travels, a new one comes from its origin or appears, one that is
gone vanishes, one with another art turns over. Pieces that `follows` marks as derived change when the
others have landed; then the camera moves, if the layout has changed. Effects show what only one game has.

    0 ─── travel ─── landed ─── followers appear ─── the camera pans ─── (a win is shown)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

import msgspec

from client.boards.contract import Animation, Cue
from client.boards.kit.highlights import Highlight
from client.boards.kit.pieces import Art, Figure, PaintContext, Piece, PieceId, by_id, draw_one, draw_shadow
from client.ui.animation import (
    CHAIN_INTERVAL,
    HOVER_SECONDS,
    LANDING_SECONDS,
    TRAVEL_SECONDS,
    arc,
    ease_in_out,
    ease_out,
    mix,
    polyline_start,
    progress,
)
from client.ui.geometry import Point, Rect

ChangeKind = Literal["travel", "flip", "fade", "roll", "appear", "vanish", "cover"]
"""Kind of change of a piece: see the functions in `CHANGE_PAINTERS`."""

SETTLE_SECONDS: Final = 0.10
"""Seconds between the end of the last landing and the appearance of derived pieces."""
APPEAR_SECONDS: Final = 0.25
"""Seconds in which a derived piece, or a new one without an origin, appears."""
PAN_SECONDS: Final = 0.30
"""Seconds of the camera's movement."""
ARC_HEIGHT: Final = 90.0
"""Units by which a travelling piece rises above the straight line in the middle of its way."""
RISE_SHARE: Final = 0.12
"""Share by which a travelling piece is enlarged in the middle of its way."""
DUST_SECONDS: Final = 0.45
"""Seconds until the dust of a landing has settled."""
PUFF_COUNT: Final = 10
"""Number of specks of such dust."""
LIFT_TIME_SHARE: Final = 0.16
"""Share of a travelling piece's time in which it lifts before it sets off."""
LIFT_GROWTH: Final = 0.02
"""Share by which a lifted piece is enlarged."""
SQUASH_GROWTH: Final = 0.06
"""Share by which a piece is enlarged for a moment when it lands."""
SINK_SHRINKAGE: Final = 0.13
"""Share by which a piece shrinks when it goes under another one."""
LONGEST_CHAIN: Final = 1.2
"""Most seconds between the first and the last of many pieces that set off one after the other."""
CHAIN_PITCHES: Final = (0, 2, 4, 7, 9, 12, 14, 16, 19)
"""Semitones of the links of a chain: a pentatonic scale, so that simultaneous chains sound well."""
BEAT_TOLERANCE: Final = 0.05
"""Seconds between two events of a chain below which they count as one link."""
CHORD_LINKS: Final = 3
"""Fewest links of a chain that ends in a chord."""


class Change(msgspec.Struct, frozen=True):
    """Change of one piece, `seconds` long from second `start` of the step on.

    `before` is None for a new piece, `after` for a lost one; `way` are the points it travels through.
    """

    kind: ChangeKind
    before: Piece | None
    after: Piece | None
    start: float
    seconds: float
    way: tuple[Point, ...] = ()

    @property
    def end(self) -> float:
        return self.start + self.seconds

    @property
    def piece(self) -> Piece:
        """Piece as it is afterwards, or as it was if it is gone."""
        piece = self.after or self.before
        assert piece is not None, "something changes"
        return piece


class Span(msgspec.Struct, frozen=True):
    """Time of a piece's change: from second `start` of the step on, for `seconds`.

    Without `seconds` the new piece is there at once, and the old one gone at second `gone` (None: `start`);
    what happens in between is for effects to show.
    """

    start: float
    seconds: float = 0.0
    gone: float | None = None

    def __call__(self, change: Change) -> Iterator[Change]:
        """Changes that stand for `change`, at this time."""
        if self.seconds:
            yield msgspec.structs.replace(change, start=self.start, seconds=self.seconds)
            return
        gone = self.start if self.gone is None else self.gone
        if change.before is not None and gone > 0:
            yield Change("vanish", change.before, None, gone, 0.0)
        if change.after is not None:
            yield Change("appear", None, change.after, self.start, 0.0)


Retiming = Callable[[Change], Iterable[Change]]
"""Changes that stand for the kit's: a `Span`, or a function where the time depends on the piece."""


class Effect(msgspec.Struct, frozen=True):
    """Animation that only one game has, `seconds` long from second `start` of the step on.

    `draw` gets the share (0 … 1) that has passed; `below`: it is drawn below the pieces.
    """

    start: float
    seconds: float
    draw: Callable[[PaintContext, float], None]
    below: bool = False

    @property
    def end(self) -> float:
        return self.start + self.seconds


def flight_change(
    art: Art, start_rect: Rect, goal: Rect, at: float, seconds: float, *, turns: float = 0.0
) -> Effect:
    """Effect in which an art flies between two places and is gone: a coin, a loaded cube.

    It sets off at second `at`, flies for `seconds`, and turns `turns` times around.
    """
    before = Piece(("flight",), art, start_rect)
    change = Change("travel", before, Piece(("flight",), art, goal, angle=360.0 * turns), 0.0, seconds)
    return Effect(at, seconds, lambda ctx, share: _travel(ctx, change, share))


def chain_cues(sound: str, event_times: Iterable[float]) -> tuple[Cue, ...]:
    """Sounds of like events in a row, at these seconds: each higher than the last; at the end a chord.

    Simultaneous events are one link; fewer than `CHORD_LINKS` end without the chord.
    """
    times = list[float]()
    for at in sorted(event_times):
        if not times or at - times[-1] >= BEAT_TOLERANCE:
            times.append(at)
    last = len(times) - 1
    rungs = [number * min(1.0, (len(CHAIN_PITCHES) - 1) / max(1, last)) for number in range(len(times))]
    links = [Cue(at, sound, CHAIN_PITCHES[int(rung)]) for at, rung in zip(times, rungs, strict=True)]
    if len(links) < CHORD_LINKS:
        return tuple(links)
    return (*links, Cue(links[-1].at, "chord", links[-1].pitch))


class Timeline(msgspec.Struct, frozen=True):
    """Animation of a step: changes, effects and sounds, with times in seconds from its beginning.

    `rests` are the pieces that do not change. `landing` is when the last piece comes down, `landed` when
    all lie still. At `pan` (infinity: never) the camera begins to move, for `panning` seconds; from then on
    all pieces are those of the position afterwards. At `counted` the seats' points begin to change to those
    afterwards. `highlights` are the great events of the step.
    """

    rests: tuple[Piece, ...]
    changes: tuple[Change, ...]
    landing: float
    landed: float
    pan: float
    seconds: float
    effects: tuple[Effect, ...] = ()
    cues: tuple[Cue, ...] = ()
    panning: float = 0.0
    counted: float = 0.0
    highlights: tuple[Highlight, ...] = ()

    @property
    def settle_time(self) -> float:
        """Second at which pieces have landed and the camera has come to rest: effects begin."""
        return self.landed if math.isinf(self.pan) else self.pan + self.panning

    def animation(self, closing: float = 0.0) -> Animation:
        """Duration and sounds; `closing` seconds of it show how the game has ended."""
        opens = math.inf if closing else self.landed
        return Animation(self.seconds + closing, self.cues, opens)

    def draw(self, ctx: PaintContext, t: float) -> None:
        """Draw the changing pieces and the effects, `t` seconds after the beginning."""
        self.draw_effects(ctx, t, below=True)
        for change in sorted(self.seen(t), key=lambda change: change.piece.layer):
            draw_change(ctx, change, t)
        self.draw_effects(ctx, t, below=False)

    def seen(self, t: float) -> list[Change]:
        """Visible change of each piece: of several, the last that has begun, or else the first."""
        found: dict[PieceId, Change] = {}
        for change in self.changes:
            known = found.get(change.piece.id)
            if known is None or known.start <= change.start <= t:
                found[change.piece.id] = change
        return list(found.values())

    def draw_effects(self, ctx: PaintContext, t: float, *, below: bool = False) -> None:
        """Draw the effects below the pieces, or those above them."""
        for effect in self.effects:
            if effect.below == below and effect.start <= t < effect.end:
                effect.draw(ctx, progress(t, effect.start, effect.seconds))


class Origin(msgspec.Struct, frozen=True):
    """Place from which a new piece comes, or to which a lost one goes; `angle` in degrees clockwise."""

    rect: Rect
    angle: float = 0.0


PiecePaths = Callable[[Piece], Sequence[Point]]
"""Points between the two places of a piece that travels; none: it flies in an arc."""
PieceOrigins = Callable[[Piece], Origin | None]
"""Origin of a piece that exists only after the step, or goal of one only before it; None: it fades."""


def difference(
    before: Sequence[Piece],
    after: Sequence[Piece],
    origins: PieceOrigins = lambda piece: None,
    paths: PiecePaths = lambda piece: (),
    seconds: float = TRAVEL_SECONDS,
) -> Timeline:
    """Timeline from one list of pieces to another; a piece takes `seconds` to travel."""
    old, new = by_id(before), by_id(after)
    rests = tuple(piece for piece in after if old.get(piece.id) == piece)
    going = [piece for piece in before if piece.id not in new]
    changed = [piece for piece in after if piece.id not in old or old[piece.id] != piece]
    acting = [
        *(_leave(piece, origins(piece), seconds) for piece in going if not piece.follows),
        *(_come(old.get(piece.id), piece, origins, seconds) for piece in changed if not piece.follows),
    ]
    acting = [_on_its_way(change, paths) for change in acting]
    acting = _covered(_in_a_chain(acting))
    landing = max((change.end for change in acting), default=0.0)
    landed = landing + (LANDING_SECONDS + SETTLE_SECONDS if acting else 0.0)
    following = [
        *(
            Change("vanish", piece, None, 0.0, max(HOVER_SECONDS, landing))
            for piece in going
            if piece.follows
        ),
        *_followers(old, [piece for piece in changed if piece.follows], landing, landed),
    ]
    end = max((change.end for change in (*acting, *following)), default=0.0)
    return Timeline(rests, (*acting, *following), landing, landed, math.inf, max(end, landed))


def retimed(timeline: Timeline, spans: Mapping[str, Retiming], usual: Retiming, landed: float) -> Timeline:
    """Timeline with times by kind of piece, the first word of its id (`usual` for all others).

    At second `landed` everything that matters has been shown.
    """
    changes = tuple(
        made for change in timeline.changes for made in spans.get(str(change.piece.id[0]), usual)(change)
    )
    end = max((change.end for change in changes), default=0.0)
    return msgspec.structs.replace(
        timeline, changes=changes, landing=landed, landed=landed, seconds=max(end, landed)
    )


def _leave(piece: Piece, goal: Origin | None, seconds: float) -> Change:
    if goal is None:
        return Change("vanish", piece, None, 0.0, HOVER_SECONDS)
    there = msgspec.structs.replace(piece, rect=goal.rect, angle=goal.angle, alpha=0.0)
    return Change("travel", piece, there, 0.0, seconds)


def _come(old: Piece | None, new: Piece, origins: PieceOrigins, seconds: float) -> Change:
    if old is None:
        start = origins(new)
        if start is None:
            return Change("appear", None, new, 0.0, APPEAR_SECONDS)
        there = msgspec.structs.replace(new, id=("source", *new.id), rect=start.rect, angle=start.angle)
        return Change("travel", there, new, 0.0, seconds)
    if old.art != new.art:
        return Change(_turning_into(old, new), old, new, 0.0, TRAVEL_SECONDS)
    return Change("travel", old, new, 0.0, seconds)


def _turning_into(old: Piece, new: Piece) -> ChangeKind:
    """Kind of change of a piece with a new art: figures roll, others turn over or fade."""
    if isinstance(old.art, Figure) and isinstance(new.art, Figure):
        return "roll"
    return "flip" if new.art.flips else "fade"


def _on_its_way(change: Change, paths: PiecePaths) -> Change:
    """Change with the points through which its piece travels."""
    if change.kind != "travel" or change.after is None:
        return change
    return msgspec.structs.replace(change, way=tuple(paths(change.after)))


def _in_a_chain(changes: Sequence[Change]) -> list[Change]:
    """Changes that begin one after the other, except those of vanishing pieces."""
    travels = [change for change in changes if change.kind != "vanish"]
    step = min(CHAIN_INTERVAL, LONGEST_CHAIN / max(1, len(travels)))
    starts = {id(change): step * number for number, change in enumerate(travels)}
    return [msgspec.structs.replace(change, start=starts.get(id(change), 0.0)) for change in changes]


def _covered(changes: Sequence[Change]) -> list[Change]:
    """Changes in which a vanishing piece goes under the one that takes its place, if there is one."""
    arrivals = {change.after.rect: change for change in changes if change.after is not None}
    found: list[Change] = []
    for change in changes:
        gone = change.before if change.kind == "vanish" else None
        over = None if gone is None else arrivals.get(gone.rect)
        found.append(change if over is None else Change("cover", gone, None, over.start, over.seconds))
    return found


def _followers(
    old_by_id: Mapping[PieceId, Piece], changed: Iterable[Piece], landing: float, landed: float
) -> list[Change]:
    """Changes of derived pieces: the old fade while others travel, the new appear when those have landed."""
    found: list[Change] = []
    for piece in changed:
        if piece.id in old_by_id:
            found.append(Change("vanish", old_by_id[piece.id], None, 0.0, max(HOVER_SECONDS, landing)))
        found.append(Change("appear", None, piece, landed, APPEAR_SECONDS))
    return found


# --- drawing -------------------------------------------------------------------------------------------


def draw_change(ctx: PaintContext, change: Change, t: float) -> None:
    """Draw a piece that changes, at `t` seconds: before, during or after its change."""
    if t < change.start:
        piece = change.before if change.kind != "travel" or change.start == 0 else _waiting(change)
        if piece is not None:
            draw_one(ctx, piece)
        return
    share = progress(t, change.start, change.seconds)
    if share < 1:
        CHANGE_PAINTERS[change.kind](ctx, change, share)
        return
    if change.after is not None:
        lands = change.kind == "travel" and not change.way
        _landed(ctx, change.after, t - change.end if lands else math.inf)


def _waiting(change: Change) -> Piece | None:
    """Piece before it sets off, in its old place; None for one that comes from a supply, of which it is still
    part.
    """
    before, after = change.before, change.after
    return before if before is not None and after is not None and before.id == after.id else None


def _landed(ctx: PaintContext, piece: Piece, since: float) -> None:
    """Draw a piece that has landed, with the squash of its landing `since` seconds ago."""
    zoom = 1.0
    if since < LANDING_SECONDS and not ctx.reduced:
        zoom += SQUASH_GROWTH * math.sin(math.pi * since / LANDING_SECONDS)
    draw_one(ctx, piece, zoom=zoom)
    if since < DUST_SECONDS and not ctx.reduced:
        draw_dust(ctx, piece.rect, since / DUST_SECONDS)


def _travel(ctx: PaintContext, change: Change, share: float) -> None:
    assert change.before is not None and change.after is not None
    if ctx.reduced:
        draw_one(ctx, _faded(change.before, 1 - share))
        draw_one(ctx, _faded(change.after, share))
        return
    if change.way:
        draw_one_along(ctx, change, ease_in_out(share))
        return
    lifted, flown = (
        progress(share, 0.0, LIFT_TIME_SHARE),
        progress(share, LIFT_TIME_SHARE, 1 - LIFT_TIME_SHARE),
    )
    draw_one_on_the_way(ctx, change.before, change.after, ease_in_out(flown), 1 + LIFT_GROWTH * lifted)


def draw_one_along(ctx: PaintContext, change: Change, share: float) -> None:
    """Draw a piece a share (0 … 1) of the way along its path."""
    assert change.before is not None and change.after is not None
    points = [change.before.rect.centre, *change.way, change.after.rect.centre]
    x, y = polyline_start(points, share)[-1] if share > 0 else points[0]
    piece, zoom = _between(change.before, change.after, share, (x, y))
    draw_one(ctx, piece, zoom=zoom)


def draw_one_on_the_way(
    ctx: PaintContext, before: Piece, after: Piece, share: float, grown: float = 1.0
) -> None:
    """Draw a piece in flight between two poses: in an arc, turning, a little enlarged in the middle.

    At the start it is `grown` times as large as it lay.
    """
    lift = math.sin(math.pi * share)
    piece, zoom = _between(
        before, after, share, arc(before.rect.centre, after.rect.centre, share, ARC_HEIGHT), grown
    )
    with ctx.canvas.faded(piece.alpha):
        draw_shadow(ctx, piece.rect, lift)
    draw_one(ctx, piece, zoom=zoom * (1 + RISE_SHARE * lift))


def _between(
    before: Piece, after: Piece, share: float, middle: Point, grown: float = 1.0
) -> tuple[Piece, float]:
    """Piece between two poses, with its middle at `middle`, and the factor to magnify it by.

    The rectangle is the larger one all the way, so that one picture of it is enough.
    """
    larger = before.rect if before.rect.w > after.rect.w else after.rect
    zoom = mix(before.rect.w * grown, after.rect.w, share) / larger.w
    rect = Rect.around(*middle, larger.w, larger.h)
    angle = mix(before.angle, after.angle, share)
    alpha = mix(before.alpha, after.alpha, share)
    return msgspec.structs.replace(after, rect=rect, angle=angle, alpha=alpha), zoom


def _flip(ctx: PaintContext, change: Change, share: float) -> None:
    assert change.before is not None and change.after is not None
    if ctx.reduced:
        _travel(ctx, change, share)
        return
    across = max(0.02, abs(1 - 2 * ease_in_out(share)))
    draw_one(ctx, change.before if share < 0.5 else change.after, zoom=(across, 1.0))


def _roll(ctx: PaintContext, change: Change, share: float) -> None:
    assert change.before is not None and change.after is not None
    old, new = change.before.art, change.after.art
    assert isinstance(old, Figure) and isinstance(new, Figure)
    draw_one(ctx, msgspec.structs.replace(change.after, art=old.towards(new, share)))


def _fade(ctx: PaintContext, change: Change, share: float) -> None:
    """Draw the old art until the new one has covered it."""
    assert change.before is not None and change.after is not None
    draw_one(ctx, change.before)
    draw_one(ctx, _faded(change.after, share))


def _appear(ctx: PaintContext, change: Change, share: float) -> None:
    assert change.after is not None
    draw_one(ctx, _faded(change.after, ease_out(share)))


def _vanish(ctx: PaintContext, change: Change, share: float) -> None:
    assert change.before is not None
    draw_one(ctx, _faded(change.before, 1 - share))


def _cover(ctx: PaintContext, change: Change, share: float) -> None:
    """Draw a piece that sinks under the one that comes to lie over it."""
    assert change.before is not None
    sunk = 0.0 if ctx.reduced else ease_in_out(share)
    draw_one(ctx, change.before, zoom=1 - SINK_SHRINKAGE * sunk)


CHANGE_PAINTERS: Final[dict[ChangeKind, Callable[[PaintContext, Change, float], None]]] = {
    "travel": _travel,
    "flip": _flip,
    "fade": _fade,
    "roll": _roll,
    "appear": _appear,
    "vanish": _vanish,
    "cover": _cover,
}


def _faded(piece: Piece, alpha: float) -> Piece:
    return msgspec.structs.replace(piece, alpha=piece.alpha * alpha)


def draw_dust(ctx: PaintContext, rect: Rect, share: float) -> None:
    """Draw paper dust around a piece that has landed, after a share (0 … 1) of its time."""
    with ctx.canvas.faded(0.6 * (1 - share)):
        for index in range(PUFF_COUNT):
            turn = 2 * math.pi * (index + 0.37 * (index % 3)) / PUFF_COUNT
            reach = rect.w * (0.5 + 0.28 * ease_out(share) * (0.7 + 0.3 * (index % 2)))
            spot = (rect.cx + reach * math.cos(turn), rect.cy + reach * math.sin(turn))
            ctx.canvas.circle(spot, mix(3, 9, share), "paper")
