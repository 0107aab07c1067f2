"""The pieces of The Great Split, shared by the table and by the pictures of the rules.

Everything is kept as a picture once for a size, wherever it lies. Colours come from the theme; icons,
portraits and ornaments are pictures (`tools/art/great_split*.py`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from typing import Final

from client.boards.great_split.velvet import draw_table, mixed, narrow, plain, stamp
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import seat_badge, seat_swatch
from core.games.great_split.data import GREAT_SPLIT_DATA, LEVELS, Data

__all__ = [
    "CARD_RATIO",
    "CHARACTER_RATIO",
    "ICONS",
    "SPLITTER_RATIO",
    "WALLET_RATIO",
    "draw_back",
    "draw_card",
    "draw_character",
    "draw_icon",
    "draw_market_token",
    "draw_scoring_token",
    "draw_sign",
    "draw_splitter",
    "draw_table",
    "draw_wallet",
]

CARD_RATIO: Final = 0.7
"""Width to height of a card."""
SPLITTER_RATIO: Final = 0.322
"""Width to height of the splitter: less than half as wide as a card."""
WALLET_RATIO: Final = 1.3
"""Width to height of a wallet with the room its flap needs when it is open."""
CHARACTER_RATIO: Final = 0.8
"""Width to height of a portrait."""

_GOODS: Final = ("books", "art", "topaz", "emerald", "gold")
ICONS: Final = (
    "prestige",
    *_GOODS,
    *(f"{resource}-seal" for resource in _GOODS),
    *("diamond", "square", "star", "double-arrow", "contract"),
    *(f"contract-{resource}" for resource in _GOODS),
    *("score", "banner", "splitter"),
)
"""What `draw_icon` draws, as the cards and tracks name it. `star` is the seal for all, `score` the star
reached on a seal track, `contract-books` … a contract icon in the colour of its resource."""

_SMALL: Final = 30
"""Icons of fewer pixels are drawn bold."""
_STEPS: Final = 14
"""In so many poses a thing turns over or a wallet opens."""


def draw_icon(canvas: Canvas, rect: Rect, icon: str) -> None:
    """An icon of ICONS in colours, in the largest square inside the rectangle; at any size on any ground."""
    box = rect.fit(1.0)
    style = "bold" if plain(canvas) or box.w * canvas.scale < _SMALL else "icon"
    canvas.picture(f"tiles/great_split/{style}-{icon}.svg", _whole(canvas, box))


def draw_sign(canvas: Canvas, rect: Rect, icon: str, ink: str = "great_split.ink") -> None:
    """The silhouette of an icon in one colour."""
    canvas.picture(f"tiles/great_split/sign-{icon}.svg", _whole(canvas, rect.fit(1.0)), tint=ink)


def _whole(canvas: Canvas, rect: Rect) -> Rect:
    """The rectangle on whole pixels, so that a thing on its way needs one picture only."""
    left, top = canvas.units(*canvas.pixel(rect.x, rect.y))
    wide, high = (max(1, round(length * canvas.scale)) / canvas.scale for length in (rect.w, rect.h))
    return Rect(left, top, wide, high)


# --- cards --------------------------------------------------------------------------------------


def draw_card(
    canvas: Canvas,
    rect: Rect,
    card: int,
    *,
    lift: float = 0.0,
    turn: float = 1.0,
    sold: bool = False,
    dim: bool = False,
    data: Data = GREAT_SPLIT_DATA,
) -> None:
    """A resource card by its number, `UNKNOWN` for its back; in the largest card inside the rectangle.

    `lift` is how many units it lies above the table; `turn` 0 … 1 its flip in progress, below a half its back
    is seen. A `sold` card bears a stamp of gold; a `dim` one is not meant now.
    """
    box = rect.fit(CARD_RATIO)
    known = 0 <= card < len(data.cards)
    icons: Sequence[str] = data.cards[card].icons if known and turn >= 0.5 else ()
    level = data.cards[card].level if known and icons else ""
    _draw_turned(
        canvas, box, ("card", tuple(icons), level, sold, dim), lift, turn, _card(icons, level, sold, dim)
    )


def draw_back(canvas: Canvas, rect: Rect, level: str = "", *, lift: float = 0.0) -> None:
    """The back of a card of a deck: "I", "II" or "III"."""
    box = rect.fit(CARD_RATIO)
    _draw_turned(canvas, box, ("back", level), lift, 1.0, lambda c, r: _paint_back(c, r, level))


def draw_splitter(canvas: Canvas, rect: Rect, *, lift: float = 0.0) -> None:
    """The splitter card, in the largest place of its shape inside the rectangle."""
    box = rect.fit(SPLITTER_RATIO)
    _draw_turned(canvas, box, ("splitter",), lift, 1.0, _paint_splitter)


def _draw_turned(
    canvas: Canvas,
    box: Rect,
    key: Hashable,
    lift: float,
    turn: float,
    paint: Callable[[Canvas, Rect], None],
) -> None:
    """A flat thing with its shadow, in the middle of its flip if `turn` says so."""
    step = round(abs(math.cos(math.pi * turn)) * _STEPS)
    share = max(0.04, step / _STEPS)
    _shadow(canvas, Rect.around(box.cx, box.cy, box.w * share, box.h), box.h * _CORNER, lift)

    def painter(c: Canvas, here: Rect) -> None:
        paint(c, here)
        if step < _STEPS:
            narrow(c.surface, share)

    stamp(canvas, (key, step), box, 0.0, painter)


def _shadow(canvas: Canvas, rect: Rect, radius: float, lift: float) -> None:
    """What lies on the table throws a short shadow, what is lifted a longer one; of few kinds only."""
    high = max(round(rect.h * 0.02 * 2) / 2, 1.0) + round(max(0.0, lift) / 3) * 3
    canvas.shadow(_whole(canvas, rect), radius, high)


_CORNER: Final = 0.055
"""The radius of a card's corners; like all below in heights of the card."""
_EDGE: Final = 0.018
_STRIP: Final = 0.185
"""How wide the strip at its left is that says what it shows, when other cards cover the rest."""
_PLACES: Final = {
    1: ((0.5, 0.46, 0.92),),
    2: ((0.5, 0.24, 0.82), (0.5, 0.70, 0.82)),
    3: ((0.5, 0.185, 0.64), (0.5, 0.495, 0.64), (0.5, 0.805, 0.64)),
    4: ((0.5, 0.13, 0.5), (0.5, 0.375, 0.5), (0.5, 0.62, 0.5), (0.5, 0.865, 0.5)),
}
"""Where the icons of a card stand beside the strip, by how many there are: x, y and size, in shares of the
room and of its width."""


def _card(icons: Sequence[str], level: str, sold: bool, dim: bool) -> Callable[[Canvas, Rect], None]:
    def paint(canvas: Canvas, rect: Rect) -> None:
        if icons:
            _paint_face(canvas, rect, icons, level)
        else:
            _paint_back(canvas, rect, "")
        if sold:
            _paint_sold(canvas, rect)
        if dim:
            canvas.rounded(rect, rect.h * _CORNER, (*canvas.colour("great_split.dark")[:3], 130))

    return paint


def _paint_face(canvas: Canvas, rect: Rect, icons: Sequence[str], level: str) -> None:
    """Ivory with a strip of small icons and its level at the left, the icons large beside it."""
    h, edge = rect.h, rect.h * _EDGE
    _paint_paper(canvas, rect)
    strip = Rect(rect.x + edge, rect.y + edge, h * _STRIP - edge, h - 2 * edge)
    canvas.rounded(strip, h * _CORNER - edge, mixed(canvas, "ivory", "ivory_deep", 0.85))
    size = strip.w * 1.02
    for index, icon in enumerate(icons):
        draw_icon(
            canvas, Rect(strip.cx - size / 2, strip.y + h * 0.012 + index * size * 0.98, size, size), icon
        )
    plate = Rect.around(strip.cx, strip.bottom - h * 0.085, strip.w * 0.8, h * 0.13)
    draw_level(canvas, plate, level)
    room = Rect(strip.right, rect.y, rect.right - strip.right - edge, h).inset(h * 0.02, h * 0.035)
    for x, y, share in _PLACES[len(icons)]:
        spot = Rect.around(room.x + room.w * x, room.y + room.h * y, room.w * share)
        draw_icon(canvas, spot, icon=icons[_PLACES[len(icons)].index((x, y, share))])


def _paint_paper(canvas: Canvas, rect: Rect) -> None:
    h = rect.h
    brass, ink = "great_split.brass", "great_split.ink"
    canvas.rounded(rect, h * _CORNER, "great_split.ivory", ink if plain(canvas) else brass, h * _EDGE * 0.7)


def draw_level(canvas: Canvas, rect: Rect, level: str) -> None:
    """The level of a card as one, two or three brass bars."""
    if level not in LEVELS:
        return
    count = LEVELS.index(level) + 1
    wide, gap = rect.w * 0.17, rect.w * 0.3
    for index in range(count):
        x = rect.cx + (index - (count - 1) / 2) * gap
        canvas.rounded(Rect.around(x, rect.cy, wide, rect.h * 0.8), wide * 0.3, "great_split.brass_deep")


def _paint_back(canvas: Canvas, rect: Rect, level: str) -> None:
    """Green velvet in an ivory frame, with the blade that parts a hand; a deck's level below it."""
    h = rect.h
    _paint_paper(canvas, rect)
    inner = rect.inset(h * 0.045)
    canvas.rounded(inner, h * 0.03, "great_split.velvet", "great_split.brass", h * 0.008)
    canvas.picture("tiles/great_split/back.svg", inner)
    if level:
        plate = Rect.around(rect.cx, rect.y + h * 0.82, rect.w * 0.42, h * 0.15)
        canvas.rounded(plate, h * 0.02, "great_split.ivory", "great_split.brass", h * 0.008)
        draw_level(canvas, plate.inset(h * 0.01), level)


def _paint_sold(canvas: Canvas, rect: Rect) -> None:
    """The stamp on a card that was sold."""
    spot = Rect.around(rect.cx, rect.cy, rect.w * 0.72)
    canvas.circle(spot.centre, spot.w / 2, "great_split.ivory", "great_split.brass_deep", spot.w * 0.05)
    draw_icon(canvas, spot.scaled(0.72), "gold")


def _paint_splitter(canvas: Canvas, rect: Rect) -> None:
    canvas.picture("tiles/great_split/splitter.svg", rect)


# --- wallets ------------------------------------------------------------------------------------


def draw_wallet(canvas: Canvas, rect: Rect, seat: int, *, opened: float = 0.0) -> None:
    """The wallet of a seat: leather, its flap in the seat's colour and pattern; `opened` 0 … 1."""
    box = rect.fit(WALLET_RATIO)
    step = round(min(1.0, max(0.0, opened)) * _STEPS)
    body = Rect(box.x, box.y + box.h * _HINGE, box.w, box.h * (1 - _HINGE))
    _shadow(canvas, body, box.h * 0.08, 0.0)
    stamp(canvas, ("wallet", seat, step), box, 0.0, lambda c, r: _paint_wallet(c, r, seat, step / _STEPS))


_HINGE: Final = 0.34
"""Where the flap of a wallet begins, and how long it is, in its heights."""


def _paint_wallet(canvas: Canvas, rect: Rect, seat: int, opened: float) -> None:
    h = rect.h
    body = Rect(rect.x, rect.y + h * _HINGE, rect.w, h * (1 - _HINGE))
    reach = math.cos(math.pi * opened)
    leather, stitch = "great_split.leather", mixed(canvas, "leather", "brass_light", 0.4)
    if reach < 0:
        flap = Rect(
            rect.x + h * 0.03, body.y + h * _HINGE * reach, rect.w - h * 0.06, -h * _HINGE * reach + h * 0.1
        )
        canvas.rounded(flap, h * 0.07, mixed(canvas, "leather", "brass_light", 0.22), leather, h * 0.02)
        for index in (-1, 0, 1):
            up = h * (0.2 - 0.03 * abs(index)) * -reach
            card = Rect.around(rect.cx + index * rect.w * 0.24, body.y - up + h * 0.2, rect.w * 0.3, h * 0.4)
            canvas.rounded(card, h * 0.025, "great_split.ivory", "great_split.brass_deep", h * 0.01)
    canvas.rounded(body, h * 0.08, leather, "great_split.ink", h * 0.012)
    canvas.ring(body.inset(h * 0.03), h * 0.055, stitch, h * 0.01)
    if reach >= 0:
        flap = Rect(body.x, body.y, body.w, max(h * 0.06, h * 0.42 * reach))
        seat_swatch(canvas, seat, flap, h * 0.08)
        canvas.ring(flap, h * 0.08, "great_split.ink", h * 0.014)
        spot = (rect.cx, flap.bottom)
    else:
        band = Rect(body.x, body.bottom - h * 0.2, body.w, h * 0.12)
        seat_swatch(canvas, seat, band, 0.0)
        spot = (rect.cx, body.y + h * 0.36)
    canvas.circle(spot, h * 0.15, "great_split.brass", "great_split.ink", h * 0.014)
    seat_badge(canvas, seat, Rect.around(*spot, h * 0.23))


# --- characters and tokens ----------------------------------------------------------------------


def draw_character(canvas: Canvas, rect: Rect, name: str) -> None:
    """The portrait of a character by its name in the data, in its oval frame; nothing for one without."""
    if name in CHARACTERS:
        box = _whole(canvas, rect.fit(CHARACTER_RATIO))
        canvas.picture(f"tiles/great_split/character-{name}.svg", box)


CHARACTERS: Final = ("ottilie", "vesper", "calloway", "verdigris", "pell", "quillfeather", "halfmoon")
"""Those who have a portrait."""


def draw_market_token(canvas: Canvas, rect: Rect, value: int | None, *, turn: float = 1.0) -> None:
    """A token of the art market: how far its slider goes on; its back for None or below `turn` ½."""
    box = rect.fit(1.0)
    shown = value if turn >= 0.5 else None
    _draw_round(canvas, box, ("market", shown), turn, lambda c, r: _paint_market(c, r, shown))


def _draw_round(
    canvas: Canvas, box: Rect, key: Hashable, turn: float, paint: Callable[[Canvas, Rect], None]
) -> None:
    step = round(abs(math.cos(math.pi * turn)) * _STEPS)
    share = max(0.05, step / _STEPS)
    _shadow(canvas, Rect.around(box.cx, box.cy, box.w * share * 0.96, box.h * 0.96), box.w / 2, 0.0)

    def painter(c: Canvas, here: Rect) -> None:
        paint(c, here)
        if step < _STEPS:
            narrow(c.surface, share)

    stamp(canvas, (key, step), box, 0.0, painter)


def _paint_market(canvas: Canvas, rect: Rect, value: int | None) -> None:
    w = rect.w
    if value is None:
        canvas.circle(rect.centre, w * 0.49, "great_split.velvet_light", "great_split.brass_deep", w * 0.05)
        canvas.circle(rect.centre, w * 0.36, "great_split.velvet", "great_split.brass", w * 0.025)
        draw_sign(canvas, rect.scaled(0.42), "art", "great_split.brass")
        return
    canvas.circle(rect.centre, w * 0.49, "great_split.brass", "great_split.brass_deep", w * 0.05)
    canvas.circle(rect.centre, w * 0.37, "great_split.ivory", "great_split.brass_deep", w * 0.025)
    canvas.text(
        str(value),
        rect.inset(w * 0.1).moved(0, -w * 0.012),
        "title",
        "great_split.ink",
        align="centre",
        fit="free",
        size=w * 0.56,
        tabular=True,
    )


def draw_scoring_token(canvas: Canvas, rect: Rect, token: str) -> None:
    """A scoring token: books, art, gems, or none."""
    box = rect.fit(1.0)
    _shadow(canvas, box, box.w * 0.2, 0.0)
    stamp(canvas, ("scoring", token), box, 0.0, lambda c, r: _paint_scoring(c, r, token))


def _paint_scoring(canvas: Canvas, rect: Rect, token: str) -> None:
    w = rect.w
    canvas.rounded(rect, w * 0.2, "great_split.ivory", "great_split.brass", w * 0.06)
    if token == "gems":
        draw_icon(canvas, Rect(rect.x + w * 0.1, rect.y + w * 0.12, w * 0.5, w * 0.5), "topaz")
        draw_icon(canvas, Rect(rect.x + w * 0.4, rect.y + w * 0.36, w * 0.5, w * 0.5), "emerald")
    elif token in ("books", "art"):
        draw_icon(canvas, rect.scaled(0.72), token)
    else:
        canvas.line(
            (rect.x + w * 0.3, rect.cy), (rect.right - w * 0.3, rect.cy), w * 0.1, "great_split.ivory_deep"
        )
