"""One picture of The Great Split's table: what lies still, the own hand, what is meant, whatever moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec

from client.boards.base import Frame, Still
from client.boards.great_split.estates import estates_of, safe, standings
from client.boards.great_split.flight import Thing
from client.boards.great_split.hand import Hand
from client.boards.great_split.lying import beside_of, draw_over, lying_of, slider_of
from client.boards.great_split.meant import SPLITTER
from client.boards.great_split.moves import Moves
from client.boards.great_split.panels import draw_field, draw_gain
from client.boards.great_split.pieces import draw_icon
from client.boards.great_split.places import Places
from client.boards.great_split.side import draw_side
from client.boards.great_split.strip import draw_open_wallet, draw_strip, draw_sums, pieces_of
from client.boards.great_split.tracks import draw_outlook
from client.ui.anim import breath
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon
from core.games.great_split.rules import right_neighbour
from core.games.great_split.state import SIDES, State
from core.games.great_split.tracks import Hop

LIFT: Final = 14.0
"""Units a card is lifted that is meant."""
PICKED: Final = 26.0
"""And one that is being played."""


def still(frame: Frame, hand: Hand, places: Places) -> Still:
    """The estates; rounds, market and decks beside them."""
    lying, now = lying_of(frame, places, hand.game), beside_of(frame, hand.game)
    return Still(
        ("great_split", lying.key, places),
        lambda canvas: draw_field(canvas, places, lying),
        ("great_split", now, places),
        lambda canvas: draw_side(canvas, places, now),
    )


# --- what moves, and what is meant ---------------------------------------------------------------


class Scene:
    """What moves in one frame. Made for it and thrown away."""

    def __init__(self, canvas: Canvas, frame: Frame, hand: Hand, places: Places) -> None:
        self.canvas = canvas
        self.frame = frame
        self.hand = hand
        self.places = places
        self.view: State = frame.view

    def draw(self) -> None:
        """Everything over what lies still."""
        happening = self.frame.happening
        if happening is not None:
            Moves(self.canvas, self.frame, happening, self.places, self.hand.game).draw()
            return
        lying = lying_of(self.frame, self.places, self.hand.game)
        draw_over(self.canvas, self.places, self.frame.position, self.frame.viewer, lying)
        asked = self.frame.chooser is not None and self.frame.chooser == self.places.own
        self._strip(asked)
        if asked:
            self._tracks()

    def _strip(self, asked: bool) -> None:
        """The own hand, the thing meant lifted."""
        view, hand, own = self.view, self.hand, self.places.own
        if own is None:
            return
        groups = hand.groups(view) if asked and view.stage == "split" else None
        if self._choosing():
            left, right = map(len, self._wallet())
            giver = right_neighbour(self.places.seats, own)
            draw_open_wallet(self.canvas, self.places, giver, left, right)
        over = hand.focus(view) if asked else None
        held = hand.held(view) if asked else None
        self._tray(over)

        def lifted(thing: Thing) -> float:
            name = SPLITTER if thing.kind == "splitter" else thing.number if thing.kind == "card" else None
            if name is None:
                return 0.0
            return PICKED if name == held else LIFT if name == over else 0.0

        pieces = pieces_of(view, self.places, groups)
        draw_strip(self.canvas, pieces, lifted)
        for piece in pieces:
            up = lifted(piece.thing)
            if up:
                ink = "great_split.glow" if up == PICKED else "focus"
                self.canvas.ring(piece.rect.moved(0, -up).grown(4), 12, ink, width=4, soft=8)
        self._sums(groups)

    def _tray(self, over: object) -> None:
        """The group meant while one is chosen."""
        if self.view.stage != "choose" or over not in SIDES or self.places.own is None:
            return
        left, right = self._wallet()
        group = self.places.groups(len(left), len(right))[SIDES.index(over)].grown(7)
        self.canvas.rounded(group, 14, (*self.canvas.colour("great_split.glow")[:3], 70))
        self.canvas.ring(group, 14, "focus", width=4, soft=8)

    def _wallet(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The groups of the wallet one has got."""
        estates = estates_of(self.places.data, self.view, self.places.seats)
        giver = estates[right_neighbour(self.places.seats, self.places.own or 0)]
        return giver.left, giver.right

    def _choosing(self) -> bool:
        """Whether a wallet lies open before the own seat."""
        estates = estates_of(self.places.data, self.view, self.places.seats)
        return self.view.stage == "choose" and estates[self.places.own or 0].taken is None

    def _sums(self, groups: tuple[tuple[int, ...], tuple[int, ...]] | None) -> None:
        if groups is not None:
            draw_sums(self.canvas, self.places, *groups)
        elif self._choosing():
            draw_sums(self.canvas, self.places, *self._wallet())

    # --- tracks -------------------------------------------------------------------------------

    def _tracks(self) -> None:
        """Tracks that may be chosen breathe; what would be reached is shown on them."""
        hand, view, own = self.hand, self.view, self.places.own or 0
        wanted, meant = hand.wanted(view), hand.meant(view)
        light = 0.35 + 0.4 * breath(self.frame.now)
        for track in wanted:
            rect = self.places.track(own, track).grown(3)
            if track == meant:
                self.canvas.ring(rect.grown(2), 11, "focus", width=4, soft=8)
            else:
                with self.canvas.faded(light):
                    self.canvas.ring(rect, 10, "great_split.glow", width=3, soft=6)
        if gain := hand.gain(view):
            draw_gain(self.canvas, self.places, own, gain)
        hops = hand.preview(view) or ()
        for hop in hops:
            self._preview(own, hop)
        if hops:
            self._outlook(own, hops)

    def _outlook(self, own: int, hops: Sequence[Hop]) -> None:
        """What scorings would bring then."""
        data = self.places.data
        estate = estates_of(data, self.view, self.places.seats)[own]
        tracks = list(estate.tracks)
        for hop in hops:
            tracks[hop.track] = hop.after
        then = safe(data, msgspec.structs.replace(estate, tracks=tuple(tracks)))
        slider = slider_of(self.view)
        pairs = zip(standings(data, estate, slider), standings(data, then, slider), strict=True)
        for resource, (old, new) in enumerate(pairs):
            draw_outlook(self.canvas, self.places.panels[own], resource, old, new, data)

    def _preview(self, own: int, hop: Hop) -> None:
        """The spaces an advance would reach, breathing; a cross where a step would be lost."""
        with self.canvas.faded(0.55 + 0.45 * breath(self.frame.now, period=1.6)):
            for space in range(hop.before + 1, hop.after + 1):
                cell = self.places.cell(own, hop.track, space)
                self.canvas.rounded(cell.inset(1.2, 1), 4, (*self.canvas.colour("great_split.glow")[:3], 90))
                self.canvas.ring(cell.grown(1), 6, "great_split.glow", width=3, soft=5)
        if hop.arrows:
            cell = self.places.cell(own, hop.track, hop.after)
            draw_icon(self.canvas, Rect.around(cell.cx, cell.y - 14, 36), "double-arrow")
        if hop.lost:
            last = self.places.cell(own, hop.track, self.places.data.spaces[hop.track])
            spot = Rect.around(last.right + 15, last.cy, 30)
            self.canvas.circle(spot.centre, 17, "great_split.dark", "bad", 2)
            wiggle = 1 + 0.06 * math.sin(self.frame.now * 4)
            icon(self.canvas, "cross", spot.scaled(0.62 * wiggle), "bad")
