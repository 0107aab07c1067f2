"""The estates of all seats as they lie on the field: their heads with badge, character, prestige and hand."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from client.boards.great_split.estates import standings
from client.boards.great_split.flight import draw_small
from client.boards.great_split.pieces import (
    draw_character,
    draw_icon,
    draw_splitter,
    draw_table,
    draw_wallet,
)
from client.boards.great_split.places import CARD, PRESTIGE_WIDE, SPLITTER, Head, Places
from client.boards.great_split.tracks import draw_row, ground
from client.boards.great_split.velvet import mixed
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge
from core.games.great_split import scoring
from core.games.great_split.data import Data
from core.games.great_split.rules import left_neighbour, right_neighbour
from core.games.great_split.state import UNKNOWN, Card, Estate

EDGE: Final = 4.0
"""Units around the field that belong to its picture."""
COUNTS: Final = 30.0
"""How large a number beside a hand is."""


class Hold(msgspec.Struct, frozen=True):
    """What a seat has in hand, as others see it: cards and perhaps the splitter, or the wallet of `giver`.

    `groups` are the sizes of a wallet's groups. Cards that lie open are known ones; `count` are those still
    in hand.
    """

    kind: Literal["cards", "wallet", ""] = ""
    cards: tuple[Card, ...] = ()
    splitter: bool = False
    count: int = 0
    giver: int = 0
    groups: tuple[int, int] = (0, 0)


class Lying(msgspec.Struct, frozen=True):
    """What lies on the field: estates that can be drawn, where the slider stands, what seats hold."""

    estates: tuple[Estate, ...]
    slider: int
    holds: tuple[Hold, ...]

    @property
    def key(self) -> tuple[object, ...]:
        """All that the picture depends on, besides the layout."""
        shown = tuple(
            (estate.tracks, estate.prestige, estate.character, estate.arrows) for estate in self.estates
        )
        return shown, self.slider, self.holds


def draw_field(canvas: Canvas, places: Places, lying: Lying) -> None:
    """All estates on the velvet."""
    cloth = places.field.grown(EDGE)
    draw_table(canvas, cloth)
    canvas.ring(cloth, 3, "great_split.brass_deep", 3)
    for seat in range(places.seats):
        draw_estate(canvas, places, lying, seat)


def draw_estate(canvas: Canvas, places: Places, lying: Lying, seat: int) -> None:
    """An estate with its head."""
    panel = places.panels[seat]
    estate = lying.estates[seat]
    canvas.shadow(panel.rect, 16, 5)
    rim = f"seat.{seat}" if seat == places.own else mixed(canvas, "brass_deep", "velvet", 0.25)
    canvas.rounded(panel.rect, 16, ground(canvas), rim, 3.0 if seat == places.own else 2.0)
    draw_head(canvas, panel.head, seat, estate, places.data)
    draw_prestige(canvas, places, seat, estate.prestige, scoring.final(places.data, estate, lying.slider))
    if seat == places.own:
        _draw_flow(canvas, panel.head.hand, places.seats, seat)
    else:
        draw_hold(canvas, places, seat, lying.holds[seat])
    for resource, standing in enumerate(standings(places.data, estate, lying.slider)):
        draw_row(canvas, panel, resource, standing, places.data)


def _draw_flow(canvas: Canvas, place: Rect, seats: int, own: int) -> None:
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


def draw_head(canvas: Canvas, head: Head, seat: int, estate: Estate, data: Data) -> None:
    """Whose estate it is."""
    seat_badge(canvas, seat, head.badge.fit(1.0))
    if estate.character is not None:
        draw_character(canvas, head.character, data.characters[estate.character].name)


def draw_ready(canvas: Canvas, head: Head) -> None:
    """A tick at the badge of a seat that has decided."""
    box = head.badge.fit(1.0)
    spot = box.place(box.w * 0.52, box.w * 0.52, "bottomright").moved(3, 3)
    canvas.circle(spot.centre, spot.w / 2, "great_split.ivory", "great_split.ink", 2)
    icon(canvas, "check", spot.scaled(0.62), "great_split.ink")


def is_roomy(place: Rect) -> bool:
    """Whether the place of prestige has room beside the number."""
    return place.w > 100


LEAST: Final = 0.7
"""A figure gets no smaller than that of its size for the sake of the sign beside it."""


def draw_prestige(canvas: Canvas, places: Places, seat: int, prestige: int, more: int | None) -> None:
    """A seat's prestige, and where there is room what the last scoring would add now."""
    place = places.panels[seat].head.prestige
    roomy = is_roomy(place)
    size = min(place.h, 46.0)
    narrow = 0.68 if prestige < 100 else 0.5
    sign, rest = place.cut_left(size if roomy else size * narrow, 6 if roomy else 3)
    canvas.rect(place, ground(canvas))
    height = min(40.0, place.h * 0.8) if roomy else 28.0
    wide = canvas.measure(str(prestige), "heading", size=height, tabular=True)[0]
    if wide * LEAST > rest.w:
        rest = place  # so little room is the figure's alone
    else:
        draw_icon(canvas, sign, "prestige")
    height *= min(1.0, 0.9 * rest.w / wide)
    said = canvas.text(
        str(prestige), rest, "heading", "great_split.ivory", fit="free", size=height, tabular=True
    )
    if more is not None and roomy and rest.w > 150:
        start = max(said.right + 12, place.x + PRESTIGE_WIDE + 8)
        later = Rect(start, rest.y, rest.right - start, rest.h)
        quiet = mixed(canvas, "velvet_light", "ivory", 0.45)
        canvas.text(f"+{more}", later, "small", quiet, face="display", fit="free", tabular=True)


def draw_gain(canvas: Canvas, places: Places, seat: int, gain: int) -> None:
    """What prestige is about to come, beside a seat's prestige."""
    place = places.panels[seat].head.prestige
    wide = is_roomy(place) and place.w > 260
    beside = place.cut_left(PRESTIGE_WIDE + 8)[1]
    spot = beside if wide else place.moved(0, place.h)
    if wide:
        canvas.rect(spot, ground(canvas))
    canvas.text(f"+{gain}", spot, "heading", "great_split.brass_light", fit="free", size=40 if wide else 30)


def cards_of(estate: Estate) -> Hold:
    """What a seat has played and what it still has in hand."""
    return Hold("cards", (*estate.played, *estate.hand), estate.splitter, len(estate.hand))


def backs(count: int, splitter: bool = False) -> Hold:
    """So many cards face down."""
    return Hold("cards", (UNKNOWN,) * count, splitter, count)


def clear(canvas: Canvas, place: Rect) -> None:
    """The bare ground where something lies in a head that is on its way now."""
    canvas.rect(place.grown(4), ground(canvas))


def draw_hold(canvas: Canvas, places: Places, seat: int, hold: Hold) -> None:
    """What a seat holds, small in the head of its estate."""
    place = places.panels[seat].head.hand
    match hold.kind:
        case "wallet":
            _draw_wallet(canvas, place, hold)
        case "cards" if hold.cards or hold.splitter:
            _draw_cards(canvas, place, hold, places.card_size)


def _draw_wallet(canvas: Canvas, place: Rect, hold: Hold) -> None:
    roomy = place.w > 2 * place.h
    box = place.fit(1.3, "right" if roomy else "centre")
    draw_wallet(canvas, box, hold.giver)
    if roomy:
        left, right = hold.groups
        words = Rect(place.x, place.y, box.x - 8 - place.x, place.h)
        canvas.text(f"{left} | {right}", words, "small", "great_split.ivory", align="right", face="display")


def _draw_cards(canvas: Canvas, place: Rect, hold: Hold, size: tuple[float, float]) -> None:
    """Backs or faces over one another, and how many they are."""
    roomy = place.w > 2 * place.h
    high = place.h
    wide = high * CARD
    if not roomy:
        uppermost = next((card for card in reversed(hold.cards) if card != UNKNOWN), UNKNOWN)
        if hold.cards:
            draw_small(canvas, place.fit(CARD, "left"), uppermost, size)
        if hold.splitter:
            draw_splitter(canvas, place.place(wide * SPLITTER, high, "left").moved(wide * 0.8, 0))
        rest = Rect(place.x + wide * 1.3, place.y, place.w - wide * 1.3, place.h)
        canvas.text(
            str(hold.count), rest, "small", "great_split.ivory", align="right", fit="free", face="display"
        )
        return
    number, fan = place.cut_right(34, 4)
    canvas.text(
        str(hold.count),
        number,
        "small",
        "great_split.ivory",
        align="right",
        fit="free",
        face="display",
        size=COUNTS,
    )
    rects = fanned(fan, len(hold.cards) + hold.splitter)
    for rect, card in zip(rects, hold.cards, strict=False):
        draw_small(canvas, rect, card, size)
    if hold.splitter:
        draw_splitter(canvas, rects[-1].cut_left(wide * SPLITTER)[0])


def fanned(fan: Rect, count: int) -> list[Rect]:
    """Cards over one another at the right of a place."""
    wide = fan.h * CARD
    step = min(wide * 0.62, (fan.w - wide) / max(1, count - 1))
    first = fan.right - wide - step * (count - 1)
    return [Rect(first + step * index, fan.y, wide, fan.h) for index in range(count)]
