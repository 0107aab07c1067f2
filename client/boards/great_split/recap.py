"""What seats have played, shown step by step: every seat has a lane of its own, and they run side by side.

0 ── a card ── its icons, step by step, and all that follows ── the next card …
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, get_args

import msgspec

from client.boards.base import Cue
from client.boards.great_split.art import Card, Splitter, draw_icon
from client.boards.great_split.estates import estate_pieces, hold_while_playing
from client.boards.great_split.layout import CARD as CARD_WIDE
from client.boards.great_split.layout import SPACES, Layout, is_broad
from client.boards.great_split.standing import resolved
from client.boards.kit.pieces import Id, Look, Piece, draw_one
from client.boards.kit.timeline import Change, Effect, Timeline
from client.mirror import Happening
from client.ui.anim import CHAIN, ease_in_out, ease_out, mix, mix_points, progress
from client.ui.geometry import Rect
from client.ui.symbols import icon
from core.game import Seat
from core.games.great_split import state as play
from core.games.great_split.rules import GreatSplit
from core.games.great_split.state import RESOURCES, UNKNOWN, Estate, State
from core.games.great_split.tracks import Hop

replace = msgspec.structs.replace

CARD: Final = 0.26
"""Seconds from a card being played to its first step."""
REST: Final = 0.12
"""Seconds from its last step to the next card."""
LONGEST: Final = 5.0
"""Seconds of a recap at most: if there is more to show it is shown faster."""
FLASH: Final = 0.35
"""Seconds a space that was reached stays lit."""
HIGHEST: Final = 19
"""Semitones: the pitch of chains rises no further."""
APART: Final = 0.045
"""Seconds between two sounds at least."""
RESOLVING: Final = get_args(play.Resolving)
MOVING: Final = frozenset({"prestige", "row", "marker", "held"})
"""What changes in an estate on the way."""


class Link(msgspec.Struct, frozen=True):
    """An advance at its time."""

    at: float
    hop: Hop


class Beat(msgspec.Struct, frozen=True):
    """One card, the splitter or a double arrow of a lane, from `at` to `end`.

    `estate` is what lies before the seat when it has come to an end, `links` are the advances on the way.
    """

    at: float
    end: float
    action: Any
    links: tuple[Link, ...]
    estate: Estate


class Lane(msgspec.Struct, frozen=True):
    """What a seat has decided, in the order it did."""

    seat: Seat
    before: Estate
    beats: tuple[Beat, ...] = ()

    @property
    def end(self) -> float:
        return self.beats[-1].end

    @property
    def links(self) -> Iterator[Link]:
        """All advances."""
        return (link for beat in self.beats for link in beat.links)

    def estate(self, t: float) -> Estate:
        """What lies before the seat after t seconds."""
        done, tracks = self.before, list(self.before.tracks)
        for beat in self.beats:
            if t < beat.at:
                break
            for link in beat.links:
                if t >= link.at:
                    tracks[link.hop.track] = max(tracks[link.hop.track], link.hop.after)
            done = beat.estate
        return replace(done, tracks=tuple(tracks))

    def marker(self, track: int, t: float) -> float:
        """Where the marker of a track stands after t seconds: on its way between two spaces, too."""
        reached = float(self.before.tracks[track])
        for link in self.links:
            if link.hop.track == track and t > link.at - CHAIN:
                reached = mix(reached, link.hop.after, ease_in_out(progress(t, link.at - CHAIN, CHAIN)))
        return reached


def lanes_of(happening: Happening, viewer: int, game: GreatSplit) -> tuple[Lane, ...]:
    """What is shown of a happening: not what the viewer has seen before, having done it."""
    before: State = happening.before.view(viewer)
    many = len(happening.steps) > 1
    steps = [
        (told.seat, told.action(viewer))
        for told in happening.steps
        if not (many and told.seat == viewer) and isinstance(told.action(viewer), RESOLVING)
    ]
    seats = sorted({seat for seat, _ in steps})
    lanes = [
        _lane(game, seat, before.estates[seat], [a for who, a in steps if who == seat], 0.03 * nth * many)
        for nth, seat in enumerate(seats)
    ]
    end = max((lane.end for lane in lanes), default=0.0)
    return tuple(lanes) if end <= LONGEST else tuple(_faster(lane, LONGEST / end) for lane in lanes)


def _lane(game: GreatSplit, seat: Seat, estate: Estate, steps: Iterable[Any], late: float) -> Lane:
    """The steps of a seat one after another."""
    beats, t, now = list[Beat](), late, estate
    for step in steps:
        after, hops, _ = resolved(game, now, step)
        first = t + (0.1 if isinstance(step, play.Bonus) else CARD)
        links = tuple(Link(first + CHAIN * index, hop) for index, hop in enumerate(hops))
        end = first + CHAIN * max(len(links), 1) + REST
        beats.append(Beat(t, end, step, links, after))
        t, now = end, after
    return Lane(seat, estate, tuple(beats))


def _faster(lane: Lane, factor: float) -> Lane:
    beats = tuple(
        replace(
            beat,
            at=beat.at * factor,
            end=beat.end * factor,
            links=tuple(Link(link.at * factor, link.hop) for link in beat.links),
        )
        for beat in lane.beats
    )
    return replace(lane, beats=beats)


# --- as a timeline ----------------------------------------------------------------------------------


def retimed(timeline: Timeline, lanes: Sequence[Lane], many: bool) -> Timeline:
    """A timeline that leaves to the lanes what they show, until it has come to rest."""
    end = max((lane.end for lane in lanes), default=0.0)
    seats = {lane.seat for lane in lanes}
    changes = list[Change]()
    for change in timeline.changes:
        changes += hidden_until(change, end) if _moves(change, seats) else (change,)
    last = max((change.end for change in changes), default=0.0)
    first = min((link.at for lane in lanes for link in lane.links), default=min(CARD, end))
    seconds = max(end + (0.1 if many else 0.0), last)
    landed = seconds if many else first
    return replace(timeline, changes=tuple(changes), landing=end, landed=landed, seconds=seconds)


def hidden_until(change: Change, end: float) -> tuple[Change, ...]:
    """Instead of a change that an effect shows: its piece is there again when that is over."""
    return () if change.after is None else (Change("appear", None, change.after, end, 0.0),)


def _moves(change: Change, seats: set[Seat]) -> bool:
    return change.piece.id[0] in MOVING and change.piece.id[1] in seats


def effects(lanes: Sequence[Lane], layout: Layout, slider: int, rests: Sequence[Piece]) -> tuple[Effect, ...]:
    """Estates on their way, what is being played, and every space reached."""
    end, still = max((lane.end for lane in lanes), default=0.0), {piece.id for piece in rests}
    found = [Effect(0.0, end, _estates(lanes, layout, slider, still, end))] if lanes else []
    for lane in lanes:
        if lane.seat != layout.own:
            found += [
                Effect(beat.at, beat.end - beat.at, _held_up(layout, lane.seat, beat)) for beat in lane.beats
            ]
        found += [Effect(link.at, FLASH, _flash(layout, lane.seat, link.hop)) for link in lane.links]
    return tuple(found)


def _estates(
    lanes: Sequence[Lane], layout: Layout, slider: int, still: set[Id], end: float
) -> Callable[[Look, float], None]:
    def draw(look: Look, share: float) -> None:
        t = share * end
        for lane in lanes:
            estate = lane.estate(t)
            for piece in estate_pieces(layout, lane.seat, estate, slider, hold_while_playing(estate)):
                if piece.id in still or piece.id[0] not in MOVING:
                    continue
                if piece.id[0] == "marker" and not look.reduced:
                    track = int(piece.id[2])
                    rect = layout.marker(lane.seat, track, lane.marker(track, t))
                    piece = replace(piece, rect=rect)
                draw_one(look, piece)

    return draw


def _held_up(layout: Layout, seat: Seat, beat: Beat) -> Callable[[Look, float], None]:
    """What another seat is playing, held up over the head of its estate."""
    hand, panel = layout.hand(seat), layout.panel(seat)
    high = min(max(hand.h * 1.7, 64.0), panel.h - 8, 110.0)
    x = hand.right - high * CARD_WIDE / 2 if is_broad(hand) else hand.cx
    y = min(max(hand.cy, panel.y + high / 2 + 4), panel.bottom - high / 2 - 4)
    rect, seconds = Rect.around(x, y, high * CARD_WIDE, high), beat.end - beat.at

    def draw(look: Look, share: float) -> None:
        t = share * seconds
        come = progress(t, 0.0, min(CARD, seconds / 2))
        with look.canvas.faded(min(1.0, 3 * come) * (1 - progress(t, seconds - 0.1, 0.1))):
            match beat.action:
                case play.Splitter() | play.SellSplitter():
                    Splitter().paint(look, rect)
                case play.Bonus():
                    grown = 1.0 if look.reduced else mix(0.6, 1.0, ease_out(come))
                    draw_icon(look.canvas, rect.fit(1.0).scaled(grown), "double-arrow")
                case play.Sell():
                    Card(UNKNOWN, sold=True).paint(look, rect)
                case _:
                    Card(beat.action.card, size=layout.card_size).paint(look, rect)

    return draw


def _flash(layout: Layout, seat: Seat, hop: Hop) -> Callable[[Look, float], None]:
    """The space just reached lights up; a step that another track brought comes from there."""
    cell = layout.cell(seat, hop.track, hop.after)
    full = layout.cell(seat, hop.track, SPACES[hop.track])

    def draw(look: Look, share: float) -> None:
        canvas = look.canvas
        if hop.bonus and not look.reduced and share < CHAIN / FLASH:
            resource = hop.track % len(RESOURCES)
            start = layout.sign(seat, resource + len(RESOURCES)).centre
            x, y = mix_points(start, cell.centre, ease_in_out(share * FLASH / CHAIN))
            draw_icon(canvas, Rect.around(x, y, 28), RESOURCES[resource])
        with canvas.faded(1 - share):
            canvas.glow(cell.grown(cell.h * 0.7), "great_split.glow", 0.9)
            if hop.after > hop.before:
                canvas.ring(cell.grown(2), 6, "great_split.glow", width=3, soft=5)
            if hop.lost:
                icon(canvas, "cross", Rect.around(full.cx, full.cy, 30), "bad")
            if hop.arrows:
                up = 0.0 if look.reduced else 20 * share
                draw_icon(canvas, Rect.around(cell.cx, cell.y - 8 - up, 34), "double-arrow")

    return draw


# --- what it sounds like ------------------------------------------------------------------------------


def cues(lanes: Sequence[Lane]) -> tuple[Cue, ...]:
    """A tick for every step, rising along a chain; cards, coins and wax as they are used."""
    every = list[Cue]()
    for lane in lanes:
        for beat in lane.beats:
            every.append(Cue(beat.at, _sound(beat.action)))
            every += [Cue(link.at, "tick", min(2 * n, HIGHEST)) for n, link in enumerate(beat.links)]
    found = list[Cue]()
    for cue in sorted(every, key=lambda cue: (cue.at, -cue.pitch)):
        if not found or cue.at - found[-1].at >= APART:
            found.append(cue)
    return tuple(found)


def _sound(action: Any) -> str:
    match action:
        case play.Sell() | play.SellSplitter():
            return "coin"
        case play.Play() if action.seals:
            return "seal"
        case play.Bonus():
            return "chime"
    return "paper_slide"
