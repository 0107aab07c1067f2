"""The estates of all seats: the velvet they lie on, and their pieces."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

import msgspec

from client.boards.great_split.art import (
    Card,
    Count,
    Groups,
    Portrait,
    Splitter,
    Wallet,
    draw_icon,
    draw_table,
    draw_wallet,
)
from client.boards.great_split.layout import (
    DATA,
    EDGE,
    PRESTIGE_WIDE,
    SPACES,
    Layout,
    is_broad,
)
from client.boards.great_split.layout import SPLITTER as SPLITTER_WIDE
from client.boards.great_split.standing import standings
from client.boards.great_split.tracks import Marker, TrackRow, ground
from client.boards.great_split.velvet import mixed
from client.boards.kit.pieces import Figure, Look, Piece
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge
from core.games.great_split import scoring
from core.games.great_split.rules import left_neighbour, right_neighbour
from core.games.great_split.state import UNKNOWN, Estate, State
from core.games.great_split.state import Card as CardNumber

ROWS, MARKERS, CARDS = range(3)
"""Layers of the pieces."""
LEAST: Final = 0.7
"""The share of its size below which a figure does not shrink for the sake of the sign beside it."""


# --- the velvet -----------------------------------------------------------------------------------


def paint_field(canvas: Canvas, layout: Layout) -> None:
    """The velvet with the grounds of all estates and the badges of their seats."""
    cloth = layout.field.grown(EDGE)
    draw_table(canvas, cloth)
    canvas.ring(cloth, 3, "great_split.brass_deep", 3)
    for seat, panel in enumerate(layout.panels):
        own = seat == layout.own
        canvas.shadow(panel.rect, 16, 5)
        rim = f"seat.{seat}" if own else mixed(canvas, "brass_deep", "velvet", 0.25)
        canvas.rounded(panel.rect, 16, ground(canvas), rim, 3.0 if own else 2.0)
        seat_badge(canvas, seat, panel.head.badge.fit(1.0))
        if own:
            _paint_flow(canvas, panel.head.hand, layout.seats, seat)


def _paint_flow(canvas: Canvas, place: Rect, seats: int, own: int) -> None:
    """Whose wallet one gets, and who gets one's own: they travel to the left."""
    size = min(place.h * 0.74, 40.0)
    line = place.place(size * 6.0, size, "right")
    taker, first, wallet, second, giver = line.columns(5, 3, 7, 3, 5, gap=4)
    quiet = mixed(canvas, "velvet_light", "ivory", 0.45)
    seat_badge(canvas, left_neighbour(seats, own), taker)
    seat_badge(canvas, right_neighbour(seats, own), giver)
    draw_wallet(canvas, wallet.scaled(1.15).moved(0, -size * 0.1), own)
    for arrow in (first, second):
        icon(canvas, "left", arrow.scaled(0.8), quiet)


def draw_ready(canvas: Canvas, layout: Layout, seat: int) -> None:
    """A tick at the badge of a seat that has decided."""
    box = layout.panels[seat].head.badge.fit(1.0)
    spot = box.place(box.w * 0.52, box.w * 0.52, "bottomright").moved(3, 3)
    canvas.circle(spot.centre, spot.w / 2, "great_split.ivory", "great_split.ink", 2)
    icon(canvas, "check", spot.scaled(0.62), "great_split.ink")


# --- prestige -------------------------------------------------------------------------------------


class Prestige(Figure, frozen=True):
    """A seat's prestige, and where there is room what the last scoring would add now."""

    more: int | None = None

    def paint(self, look: Look, rect: Rect) -> None:
        canvas, prestige = look.canvas, int(self.value)
        canvas.rect(rect, ground(canvas))
        roomy = rect.w > 100
        size = min(rect.h, 46.0)
        narrow = 0.68 if prestige < 100 else 0.5
        sign, rest = rect.cut_left(size if roomy else size * narrow, 6 if roomy else 3)
        height = min(40.0, rect.h * 0.8) if roomy else 28.0
        wide = canvas.measure(str(prestige), "heading", size=height, tabular=True)[0]
        if wide * LEAST > rest.w:
            rest = rect  # so little room is the figure's alone
        else:
            draw_icon(canvas, sign, "prestige")
        height *= min(1.0, 0.9 * rest.w / wide)
        ink = "great_split.ivory"
        said = canvas.text(str(prestige), rest, "heading", ink, fit="free", size=height, tabular=True)
        if self.more is not None and roomy and rest.w > 150:
            start = max(said.right + 12, rect.x + PRESTIGE_WIDE + 8)
            later = Rect(start, rest.y, rest.right - start, rest.h)
            quiet = mixed(canvas, "velvet_light", "ivory", 0.45)
            canvas.text(f"+{self.more}", later, "small", quiet, face="display", fit="free", tabular=True)


def draw_gain(canvas: Canvas, layout: Layout, seat: int, gain: int) -> None:
    """The prestige that is about to come, beside a seat's prestige."""
    place = layout.panels[seat].head.prestige
    wide = place.w > 260
    spot = place.cut_left(PRESTIGE_WIDE + 8)[1] if wide else place.moved(0, place.h)
    if wide:
        canvas.rect(spot, ground(canvas))
    canvas.text(f"+{gain}", spot, "heading", "great_split.brass_light", fit="free", size=40 if wide else 30)


# --- what seats hold --------------------------------------------------------------------------------


class Hold(msgspec.Struct, frozen=True):
    """What a seat has in hand, as others see it: cards and perhaps the splitter, or the wallet of `giver`.

    `cards` are those played, then those face down, of which there are `count`; `groups` are the sizes of a
    wallet's groups.
    """

    kind: Literal["cards", "wallet", ""] = ""
    cards: tuple[CardNumber, ...] = ()
    sold: tuple[bool, ...] = ()
    splitter: bool = False
    count: int = 0
    giver: int = 0
    groups: tuple[int, int] = (0, 0)


def backs(count: int, splitter: bool = False) -> Hold:
    """So many cards face down."""
    return Hold("cards", (UNKNOWN,) * count, splitter=splitter, count=count)


def hold_of(view: State, seat: int) -> Hold:
    """What a seat has in hand, for others to see."""
    estate = view.estates[seat]
    match view.stage:
        case "split" if not estate.hand and (estate.left or estate.right):
            return Hold("wallet", giver=seat, groups=(len(estate.left), len(estate.right)))
        case "choose":
            giver = right_neighbour(len(view.estates), seat)
            left, right = view.estates[giver].left, view.estates[giver].right
            return Hold("wallet", giver=giver, groups=(len(left), len(right)))
        case "split":
            return backs(len(estate.hand), splitter=True)
        case "resolve" | "market":
            return hold_while_playing(estate)
    return backs(len(estate.hand))


def hold_while_playing(estate: Estate) -> Hold:
    """What a seat has played and what it still has in hand."""
    cards = (*estate.played, *(UNKNOWN for _ in estate.hand))
    return Hold("cards", cards, estate.sold, estate.splitter, len(estate.hand))


def hold_pieces(layout: Layout, seat: int, hold: Hold) -> list[Piece]:
    """What a seat holds, small in the head of its estate."""
    place = layout.hand(seat)
    if hold.kind == "wallet":
        box = layout.resting(seat)
        wallet = Piece(("wallet", hold.giver), Wallet(hold.giver), box, CARDS)
        words = Rect(place.x, place.y, max(1.0, box.x - 8 - place.x), place.h)
        groups = Piece(("groups", seat), Groups(*hold.groups), words, ROWS, follows=True)
        return [wallet, groups] if is_broad(place) else [wallet]
    if hold.kind != "cards" or not (hold.cards or hold.splitter):
        return []
    return [*_fan(layout, seat, hold), _count(layout, seat, hold.count)]


def _fan(layout: Layout, seat: int, hold: Hold) -> list[Piece]:
    """Backs or faces over one another; where there is no room only the uppermost that is known."""
    cards, sold = hold.cards, (*hold.sold, *(False for _ in hold.cards))
    if not is_broad(layout.hand(seat)) and cards:
        best = max((n for n, card in enumerate(cards) if card != UNKNOWN), default=0)
        cards, sold = (cards[best],), (sold[best],)
    rects = layout.fan(seat, len(cards) + hold.splitter)
    found = [
        Piece(("held", seat, number), Card(card, sold[number], layout.card_size), rect, CARDS)
        for number, (card, rect) in enumerate(zip(cards, rects, strict=False))
    ]
    if hold.splitter:
        rect = rects[-1].cut_left(rects[-1].w * SPLITTER_WIDE)[0]
        found.append(Piece(("held", seat, "splitter"), Splitter(), rect, CARDS))
    return found


def _count(layout: Layout, seat: int, count: int) -> Piece:
    size = 30.0 if is_broad(layout.hand(seat)) else 24.0
    return Piece(("held", seat, "count"), Count(count, size=size), layout.count(seat), ROWS)


# --- all of an estate -------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def estate_pieces(layout: Layout, seat: int, estate: Estate, slider: int, hold: Hold) -> tuple[Piece, ...]:
    """The pieces of an estate: portrait, prestige, rows, markers, and what its seat holds."""
    found = track_pieces(layout, seat, estate, slider)
    if estate.character is not None:
        portrait = Portrait(DATA.characters[estate.character].name)
        found.append(Piece(("portrait", seat), portrait, layout.panels[seat].head.character, ROWS))
    if seat != layout.own:
        found += hold_pieces(layout, seat, hold)
    return tuple(found)


def track_pieces(
    layout: Layout, seat: int, estate: Estate, slider: int, was: Estate | None = None
) -> list[Piece]:
    """Prestige, rows and markers of an estate; as the preview of a change where there is one that it was."""
    panel = layout.panels[seat]
    prestige = Prestige(estate.prestige, more=scoring.final(DATA, estate, slider))
    found = [Piece(("prestige", seat), prestige, panel.head.prestige, ROWS)]
    before = standings(DATA, was or estate, slider)
    for number, standing in enumerate(standings(DATA, estate, slider)):
        row = panel.rows[number]
        rect = row.rect
        art = TrackRow(
            row.moved(-rect.x, -rect.y), number, standing, panel.detailed, before[number] if was else None
        )
        found.append(Piece(("row", seat, number), art, rect, ROWS))
    for track, reached in enumerate(estate.tracks[: len(SPACES)]):
        found.append(Piece(("marker", seat, track), Marker(), layout.marker(seat, track, reached), MARKERS))
    return found
