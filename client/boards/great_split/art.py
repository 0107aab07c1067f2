"""Looks of The Great Split: cloth, icons, cards, wallets, characters and tokens.

Everything is cached as one picture for a size, wherever it lies. Colours come from the theme; icons,
portraits and ornaments are pictures (`tools/art/great_split*.py`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import ClassVar, Final, Literal

import pygame

from client.boards.great_split.layout import WALLET_RATIO
from client.boards.kit.card_table import CARD_RATIO
from client.boards.kit.paper import Rgb, mix_colours, rgb, stamp, wants_clear_shapes
from client.boards.kit.pieces import Art, Figure, PaintContext, Piece
from client.ui import pictures
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge, seat_swatch
from client.ui.theme import Face
from core.games.great_split.data import GREAT_SPLIT_DATA, SEALS, Icon
from core.games.great_split.state import RESOURCES, SEAL_TRACKS, UNKNOWN_CARD, Goods

SPLITTER_RATIO: Final = 0.322
"""Ratio of width to height of the splitter: less than half as wide as a card."""
CHARACTER_RATIO: Final = 0.8
"""Ratio of width to height of a portrait."""

ICONS: Final = (
    "prestige",
    *RESOURCES,
    *SEAL_TRACKS,
    *("diamond", "square", "star", "double-arrow", "contract"),
    *(f"contract-{resource}" for resource in RESOURCES),
    *("score", "banner", "splitter"),
)
"""Names of icons that `draw_icon` draws.

`star` is the seal for all tracks, `score` a star reached on a seal track, `contract-books` … a contract icon
in the colour of its resource.
"""

MOTIF_SIZE: Final = (150.0, 240.0)
"""Units across and down one figure of the cloth's pattern."""
LIGHT_SCALE: Final = 8.0
"""Factor by which the light on the cloth is painted smaller than shown."""
SLOT_COLOUR: Final = ("velvet_deep", "velvet", 0.6)
"""Colour of an empty place: two colours and the share of the second."""
_BOLD_ICON_PIXELS: Final = 34
"""Pixels below which icons are drawn bold; twice as many where clear shapes are wanted."""
_WALLET_POSES: Final = 14
"""Number of poses in which an opening wallet is drawn."""
_LEAST_ICON: Final = 20.0
"""Least units across an icon on a card."""
_CLASP: Final = 22.0
"""Least units across the badge on the clasp of a wallet; wallets too small for it have none."""
_NUMERAL: Final = 26.0
"""Least font size in units of the level on a card's back, where there is no room for its picture."""


# --- the table and colours ----------------------------------------------------------------------


def draw_table(canvas: Canvas, rect: Rect) -> None:
    """Draw green cloth with a woven figure, lit from above, over all of the rectangle."""
    with canvas.clip(rect):
        canvas.rect(
            rect,
            "great_split.velvet"
            if wants_clear_shapes(canvas)
            else mixed_colour(canvas, "velvet_deep", "velvet", 0.55),
        )
        if wants_clear_shapes(canvas):
            return
        for row in range(math.ceil(rect.h / MOTIF_SIZE[1])):
            for column in range(math.ceil(rect.w / MOTIF_SIZE[0])):
                spot = Rect(rect.x + column * MOTIF_SIZE[0], rect.y + row * MOTIF_SIZE[1], *MOTIF_SIZE)
                canvas.picture(
                    "tiles/great_split/damask.svg", spot, alpha=0.22, tint="great_split.velvet_light"
                )
        light = Rect.around(
            rect.cx, rect.cy - rect.h * 0.1, rect.w * 1.2 / LIGHT_SCALE, rect.h * 1.2 / LIGHT_SCALE
        )
        here = Rect(0.0, 0.0, light.w, light.h)
        with canvas.faded(0.6):
            canvas.sprite(
                ("great_split.light",),
                light,
                lambda c: c.glow(here, "great_split.velvet_light"),
                zoom=(LIGHT_SCALE, LIGHT_SCALE),
            )


def mixed_colour(canvas: Canvas, one: str, other: str, share: float) -> Rgb:
    """Mixture of two colours of the game's palette with a `share` of the second."""
    return mix_colours(rgb(canvas, f"great_split.{one}"), rgb(canvas, f"great_split.{other}"), share)


def estate_colour(canvas: Canvas) -> Rgb:
    """Colour of the ground below estates."""
    return (
        rgb(canvas, "great_split.dark")
        if wants_clear_shapes(canvas)
        else mixed_colour(canvas, "velvet_deep", "velvet", 0.28)
    )


def quiet_colour(canvas: Canvas) -> Rgb:
    """Colour of subdued parts on the cloth."""
    return mixed_colour(canvas, "velvet_light", "ivory", 0.45)


def draw_plate(canvas: Canvas, rect: Rect, radius: float = 16.0) -> None:
    """Draw a plate on the cloth, with a rim of dull brass."""
    canvas.rounded(
        rect, radius, estate_colour(canvas), mixed_colour(canvas, "brass_deep", "velvet", 0.25), 2.0
    )


# --- icons --------------------------------------------------------------------------------------


def draw_icon(canvas: Canvas, rect: Rect, icon: str) -> None:
    """Draw an icon of ICONS in its colours, in the largest square inside the rectangle; small ones bold."""
    box = rect.fit(1.0)
    small = box.w * canvas.scale < _BOLD_ICON_PIXELS * (2 if wants_clear_shapes(canvas) else 1)
    style = "bold" if small else "icon"
    canvas.picture(f"tiles/great_split/{style}-{icon}.svg", _whole(canvas, box))


def draw_sign(canvas: Canvas, rect: Rect, icon: str, ink: str = "great_split.ink") -> None:
    """Draw the silhouette of an icon in one colour."""
    canvas.picture(f"tiles/great_split/sign-{icon}.svg", _whole(canvas, rect.fit(1.0)), tint=ink)


def _whole(canvas: Canvas, rect: Rect) -> Rect:
    """Rectangle on whole pixels, so that a thing in motion needs one picture only."""
    left, top = canvas.units(*canvas.pixel(rect.x, rect.y))
    wide, high = (max(1, round(length * canvas.scale)) / canvas.scale for length in (rect.w, rect.h))
    return Rect(left, top, wide, high)


# --- cards --------------------------------------------------------------------------------------


def draw_back(canvas: Canvas, rect: Rect, level: str = "") -> None:
    """Draw the back of a card; `level` is that of its deck: "I", "II" or "III"."""
    _lay(canvas, rect.fit(CARD_RATIO), ("back", level), lambda c, r: _paint_back(c, r, level))


def _lay(canvas: Canvas, box: Rect, key: Hashable, paint: Callable[[Canvas, Rect], None]) -> None:
    """Draw a flat thing with its shadow."""
    _shadow(canvas, box, box.h * _CORNER)
    stamp(canvas, ("great_split", key), box, 0.0, paint)


def _shadow(canvas: Canvas, rect: Rect, radius: float) -> None:
    """Draw the short shadow of a thing on the table."""
    canvas.shadow(_whole(canvas, rect), radius, max(round(rect.h * 0.02 * 2) / 2, 1.0))


_CORNER: Final = 0.055
"""Radius of a card's corners; like the sizes below in heights of the card."""
_EDGE: Final = 0.02
"""Width of a card's edge around strip and icons."""
_STRIP: Final = 0.19
"""Width of the strip at a card's left with its signs, for when other cards cover the rest."""
_PLACES: Final[dict[int, tuple[tuple[float, float, float], ...]]] = {
    1: ((0.5, 0.5, 1.0),),
    2: ((0.5, 0.26, 0.88), (0.5, 0.74, 0.88)),
    3: ((0.5, 0.18, 0.66), (0.5, 0.5, 0.66), (0.5, 0.82, 0.66)),
    4: ((0.5, 0.13, 0.53), (0.5, 0.377, 0.53), (0.5, 0.623, 0.53), (0.5, 0.87, 0.53)),
}
"""Places of a card's icons beside the strip, by their number: x, y and size, in shares of the
room and of its width.
"""


def _paint_face(canvas: Canvas, rect: Rect, icons: Sequence[str], level: str) -> None:
    """Paint the face of a card: a strip of small icons at its left, and the icons large beside it.

    A card that is too small for that has as many icons at its left as can be read.
    """
    h, edge = rect.h, rect.h * _EDGE
    canvas.picture(f"tiles/great_split/card-{level}.svg", rect)
    if h * _STRIP < _LEAST_ICON:
        size = min(max(_LEAST_ICON, (h - 6) / len(icons)), 0.56 * rect.w)
        column = Rect(rect.x + 2, rect.y + 3, size, h - 6)
        for name, spot in zip(icons, column.stack(int(column.h // size), size), strict=False):
            draw_icon(canvas, spot, name)
        return
    strip = Rect(rect.x + edge, rect.y + edge, h * _STRIP - edge, h - 2 * edge)
    size = strip.w * 1.04
    for index, name in enumerate(icons):
        spot = Rect(strip.cx - size / 2, strip.y + h * 0.01 + index * size * 0.99, size, size)
        draw_icon(canvas, spot, name)
    room = Rect(strip.right, strip.y, rect.right - strip.right - edge, strip.h).inset(h * 0.015, h * 0.03)
    for name, (x, y, share) in zip(icons, _PLACES[len(icons)], strict=True):
        draw_icon(canvas, Rect.around(room.x + room.w * x, room.y + room.h * y, room.w * share), name)


def _paint_back(canvas: Canvas, rect: Rect, level: str) -> None:
    """Paint the back of a card: cloth in an ivory frame with a blade, and the deck's level below it.

    A small one shows its level alone.
    """
    canvas.picture("tiles/great_split/card-back.svg", rect)
    plate = Rect.around(rect.cx, rect.y + rect.h * 0.85, rect.w * 0.5, rect.h * 0.15)
    if level and plate.h < _NUMERAL:
        size = max(_NUMERAL, rect.h * 0.36)
        wide = canvas.measure(level, "small", size=size, face="display")[0]
        face: Face = "display" if wide < rect.w * 0.8 else "body"
        canvas.text(
            level, rect, "small", "great_split.ivory", align="centre", fit="free", size=size, face=face
        )
        return
    canvas.picture("tiles/great_split/back.svg", rect.inset(rect.h * 0.04))
    if level:
        canvas.picture(f"tiles/great_split/level-{level}.svg", plate)


def _paint_sold(canvas: Canvas, rect: Rect, seen: bool) -> None:
    """Paint the stamp on a card that was sold: in the middle, or beside its visible part."""
    wide = max(rect.w * (0.5 if seen else 0.72), min(rect.w, 28.0))
    spot = Rect.around(rect.cx, rect.cy, wide)
    if seen:
        spot = Rect(rect.right - wide - rect.w * 0.04, rect.bottom - wide - rect.w * 0.04, wide, wide)
    canvas.circle(spot.centre, spot.w / 2, "great_split.ivory", "great_split.brass_deep", spot.w * 0.05)
    draw_icon(canvas, spot.scaled(0.72), "gold")


# --- wallets ------------------------------------------------------------------------------------


def draw_wallet(canvas: Canvas, rect: Rect, seat: int, *, opened_share: float = 0.0) -> None:
    """Draw the wallet of a seat, its flap in the seat's colour and pattern; `opened_share` 0 … 1."""
    box = rect.fit(WALLET_RATIO)
    step = round(min(1.0, max(0.0, opened_share)) * _WALLET_POSES)
    body = Rect(box.x, box.y + box.h * _HINGE, box.w, box.h * (1 - _HINGE))
    _shadow(canvas, body, box.h * 0.08)
    stamp(
        canvas,
        ("great_split.wallet", seat, step),
        box,
        0.0,
        lambda c, r: _paint_wallet(c, r, seat, step / _WALLET_POSES),
    )


_HINGE: Final = 0.36
"""Distance of a wallet's hinge from its top, in heights of the wallet."""
_FLAP: Final = 0.4
"""Length of the flap, in heights of the wallet."""


def _paint_wallet(canvas: Canvas, rect: Rect, seat: int, opened_share: float) -> None:
    h = rect.h
    body = Rect(rect.x, rect.y + h * _HINGE, rect.w, h * (1 - _HINGE))
    reach = math.cos(math.pi * opened_share)
    if reach < 0:
        long = h * _HINGE * -reach
        inside = Rect(body.x + h * 0.02, body.y - long, body.w - h * 0.04, long + h * 0.12)
        canvas.picture("tiles/great_split/wallet-inside.svg", inside)
    canvas.picture("tiles/great_split/wallet.svg", body)
    if reach < 0:
        band = Rect(body.x + h * 0.03, body.bottom - h * 0.2, body.w - h * 0.06, h * 0.1)
        seat_swatch(canvas, seat, band, h * 0.02)
        spot = (rect.cx, body.y + h * 0.25)
    else:
        _paint_flap(canvas, Rect(body.x, body.y, body.w, h * _FLAP), seat, max(0.1, reach))
        spot = (rect.cx, body.y + h * max(0.06, (_FLAP - 0.06) * reach))
    badge = max(h * 0.205, _CLASP)
    if badge <= h * 0.5:
        canvas.circle(spot, badge * 0.66, "great_split.brass", "great_split.brass_deep", h * 0.018)
        seat_badge(canvas, seat, Rect.around(*spot, badge))


def _paint_flap(canvas: Canvas, rect: Rect, seat: int, share: float) -> None:
    """Paint the flap in the colour and pattern of a seat, folded so that a share of it is visible."""

    def paint(c: Canvas) -> None:
        seat_swatch(c, seat, rect, 0.0)
        mask = pygame.Surface(c.surface.get_size(), pygame.SRCALPHA)
        mask.blit(pictures.raster(c.cache, "tiles/great_split/flap.svg", *mask.get_size()), (0, 0))
        c.surface.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        c.picture("tiles/great_split/flap-light.svg", rect)
        if share < 1:
            _fold(c.surface, share)

    canvas.layer(("great_split.flap", seat, share), rect, paint)


def _fold(surface: pygame.Surface, share: float) -> None:
    """Squeeze the content of a surface towards its upper edge."""
    wide, high = surface.get_size()
    seen = pictures.scale_down(surface.copy(), (wide, max(1, round(high * share))))
    surface.fill((0, 0, 0, 0))
    surface.blit(seen, (0, 0))


# --- arts ------------------------------------------------------------------------------------


class CardArt(Art, frozen=True):
    """Card by its number, `UNKNOWN_CARD` if face down; `sold`: stamped; `dim`: dark, out of the game."""

    casts: ClassVar[bool] = False

    number: int
    sold: bool = False
    dim: bool = False

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        key = ("card", self.number, self.sold, self.dim)
        _lay(ctx.canvas, rect.fit(CARD_RATIO), key, self._face)

    def _face(self, canvas: Canvas, rect: Rect) -> None:
        known = 0 <= self.number < len(GREAT_SPLIT_DATA.cards)
        if known:
            card = GREAT_SPLIT_DATA.cards[self.number]
            _paint_face(canvas, rect, card.icons, card.level)
        else:
            _paint_back(canvas, rect, "")
        if self.sold:
            _paint_sold(canvas, rect, known)
        if self.dim:
            canvas.rounded(rect, rect.h * _CORNER, (*canvas.colour("great_split.dark")[:3], 140))


class OwnCard(CardArt, frozen=True):
    """Card of the own hand, painted in every frame because the hand lifts and moves it."""

    live: ClassVar[bool] = True


class SplitterArt(Art, frozen=True):
    """Splitter, the narrow card that parts a hand."""

    casts: ClassVar[bool] = False

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        box = rect.fit(SPLITTER_RATIO)
        _lay(ctx.canvas, box, ("splitter",), lambda c, r: c.picture("tiles/great_split/splitter.svg", r))


class OwnSplitter(SplitterArt, frozen=True):
    """Splitter in the own hand, painted in every frame because the hand lifts and moves it."""

    live: ClassVar[bool] = True


class Wallet(Art, frozen=True):
    """Wallet of a seat: closed, or `opened` 0 … 1."""

    seat: int
    opened: float = 0.0

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        draw_wallet(ctx.canvas, rect, self.seat, opened_share=self.opened)


class OpenWallet(Art, frozen=True):
    """Unfolded wallet that two groups lie on, with its fold in the seat's colour and pattern.

    `fold` is where the fold begins and ends, in shares of the width.
    """

    seat: int
    fold: tuple[float, float]

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        canvas, (start, end) = ctx.canvas, self.fold
        canvas.shadow(rect, 14, 6)
        canvas.rounded(rect, 14, "great_split.leather", "great_split.ink", 2)
        canvas.ring(rect.inset(5), 10, mixed_colour(canvas, "leather", "brass_light", 0.4), 1.6)
        fold = Rect(rect.x + rect.w * start, rect.y + 2, rect.w * (end - start), rect.h - 4)
        seat_swatch(canvas, self.seat, fold, 3)


class Groups(Art, frozen=True):
    """Numbers of cards in the two groups of a closed wallet, as text."""

    left: int
    right: int

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        words, ink = f"{self.left} | {self.right}", "great_split.ivory"
        ctx.canvas.text(words, rect, "small", ink, align="right", face="display")


class Portrait(Art, frozen=True):
    """Portrait of a character, by its name in the data, in an oval frame."""

    casts: ClassVar[bool] = False

    name: str

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        box = _whole(ctx.canvas, rect.fit(CHARACTER_RATIO))
        ctx.canvas.picture(f"tiles/great_split/character-{self.name}.svg", box)


class CardCount(Figure, frozen=True):
    """Number of cards."""

    align: Literal["right", "centre"] = "right"

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        ink = (
            "great_split.ivory"
            if self.align == "right"
            else mixed_colour(ctx.canvas, "velvet_light", "ivory", 0.6)
        )
        ctx.canvas.text(
            f"{self.value:g}", rect, "small", ink,
            align=self.align, fit="free", size=self.size, face="display", tabular=True,
        )  # fmt: skip


class GroupSums(Art, frozen=True):
    """Sums of a group of cards: icons with their numbers, and the points they are worth."""

    found: tuple[tuple[str, int], ...]
    worth: int

    @classmethod
    def of(cls, group: Sequence[int], worth: int) -> GroupSums:
        """Sums of a group with this worth in points: prestige, the tracks in their order, then seals."""
        count = Counter(icon for card in group if card >= 0 for icon in GREAT_SPLIT_DATA.cards[card].icons)
        order: tuple[Icon, ...] = ("prestige", *RESOURCES, *SEALS)
        return cls(tuple((icon, count[icon]) for icon in order if count[icon]), worth)

    @property
    def shares(self) -> float:
        """Width of the sums, in heights of their signs."""
        return SUM_WORTH_WIDTH + sum(_wide(many) for _, many in self.found)

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        size = max(LEAST_SUM_HEIGHT, min(rect.h, rect.w / self.shares))
        x = max(rect.x, rect.cx - size * self.shares / 2)
        worth, ink = Rect(x, rect.y, SUM_WORTH_WIDTH * size, rect.h), "great_split.brass_light"
        ctx.canvas.text(
            f"+{self.worth}", worth, "small", ink, align="centre", fit="free", face="display", size=size
        )
        x = worth.right
        for name, many in self.found:
            cell = Rect(x, rect.cy - size / 2, _wide(many) * size, size)
            if cell.right > rect.right + 1:
                break  # the last kinds, which are seals, may have no room
            sign, number = cell.cut_right(size)
            if many > 1:
                ink = "great_split.ivory"
                ctx.canvas.text(
                    str(many), number.inset(2, 0), "small", ink,
                    align="right", fit="free", face="display", size=max(LEAST_SUM_HEIGHT, size * 0.7),
                )  # fmt: skip
            draw_icon(ctx.canvas, sign, name)
            x = cell.right


SUM_WORTH_WIDTH: Final = 2.2
"""Width of the points that a group of cards is worth, in heights of its signs."""
LEAST_SUM_HEIGHT: Final = 24.0
"""Least height in units of signs and figures in a group's sums."""


def _wide(many: int) -> float:
    """Width of a sign with the space before it and, if there are several, their number; in its heights."""
    return 1.2 if many < 2 else 1.95


class SalePlaque(Art, frozen=True):
    """Plaque of a place to sell cards: a card, an arrow, and the goods it turns into."""

    goods: Goods

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        canvas = ctx.canvas
        rim = mixed_colour(canvas, "brass_deep", "velvet", 0.25)
        canvas.rounded(rect, 9, mixed_colour(canvas, "velvet_deep", "velvet", 0.6), rim, 2)
        inside, beside = rect.inset(8, 6), rect.w > rect.h
        card, arrow, goods = inside.columns(3, 2, 3) if beside else inside.rows(3, 2, 3)
        CardArt(UNKNOWN_CARD).paint(ctx, card)
        icon(canvas, "right" if beside else "down", arrow.fit(1.0), quiet_colour(canvas))
        draw_icon(canvas, goods, self.goods)


class TrackIcon(Art, frozen=True):
    """Icon of a track, seal or other thing, by its name in ICONS."""

    casts: ClassVar[bool] = False

    name: str

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        draw_icon(ctx.canvas, rect, self.name)


class Ordinal(Art, frozen=True):
    """Number of an advance among `count`, on a disc of paper; in growing pictures they appear in turn."""

    number: int
    count: int

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        def paint(canvas: Canvas) -> None:
            canvas.circle(rect.centre, rect.w * 0.47, "paper", "great_split.brass_deep", 2)
            canvas.text(
                str(self.number), rect, "small", "paper_ink", align="centre", fit="free", face="display"
            )

        ctx.canvas.layer(("great_split.ordinal", self.number), rect.grown(2), paint)

    def grow(self, ctx: PaintContext, rect: Rect, share: float) -> None:
        if share * self.count >= self.number - 0.5:
            self.paint(ctx, rect)


class MarketToken(Art, frozen=True):
    """Token of the art market with the steps that it moves the slider; its back for None."""

    value: int | None

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        box = rect.fit(1.0)
        _shadow(ctx.canvas, box.scaled(0.96), box.w / 2)
        stamp(ctx.canvas, ("great_split.token", self), box, 0.0, self._face)

    def _face(self, canvas: Canvas, rect: Rect) -> None:
        canvas.picture(f"tiles/great_split/token{'-back' if self.value is None else ''}.svg", rect)
        if self.value is not None:
            room, size = rect.scaled(0.8).moved(0, -rect.w * 0.015), max(LEAST_SUM_HEIGHT, rect.w * 0.56)
            ink = "great_split.ink"
            canvas.text(
                str(self.value), room, "title", ink, align="centre", fit="free", size=size, tabular=True
            )


class ScoringToken(Art, frozen=True):
    """Scoring token by what it scores: books, art, gems, or none."""

    token: str

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        box = rect.fit(1.0)
        _shadow(ctx.canvas, box.scaled(0.9), box.w * 0.2)
        stamp(ctx.canvas, ("great_split.token", self), box, 0.0, self._face)

    def _face(self, canvas: Canvas, rect: Rect) -> None:
        w = rect.w
        canvas.picture("tiles/great_split/plaque.svg", rect)
        if self.token == "gems":
            inside, size = rect.inset(w * 0.11, w * 0.14), max(w * 0.48, _LEAST_ICON)
            draw_icon(canvas, inside.place(size, size, "topleft"), "topaz")
            draw_icon(canvas, inside.place(size, size, "bottomright"), "emerald")
        elif self.token in ("books", "art"):
            draw_icon(canvas, rect.scaled(0.68), self.token)
        else:
            ends = ((rect.x + w * 0.32, rect.cy), (rect.right - w * 0.32, rect.cy))
            canvas.line(*ends, w * 0.09, "great_split.ivory_deep")


class Deck(Art, frozen=True):
    """Pile of the cards left of a level, or of those laid down (level ""), drawn as so many `layers`."""

    level: str
    layers: int
    flips: ClassVar[bool] = False

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        canvas = ctx.canvas
        slot, rim = mixed_colour(canvas, *SLOT_COLOUR), mixed_colour(canvas, "brass_deep", "velvet", 0.3)
        canvas.rounded(rect, rect.h * 0.055, slot, rim, 2)
        for layer in range(self.layers):
            up = rect.moved(-1.5 * layer, -2.0 * layer)
            if self.level:
                draw_back(canvas, up, self.level)
            else:
                CardArt(UNKNOWN_CARD, dim=True).paint(ctx, up)


# --- by themselves -------------------------------------------------------------------------------------


def loose_art(word: str) -> Piece:
    """Loose thing, in widths of a card: a card by its number, `splitter`, a character or icon by its name.

    Raises KeyError for any other word.
    """
    if word.isdecimal():
        return _loose(word, CardArt(int(word)), 1.0, CARD_RATIO)
    if word == "splitter":
        return _loose(word, SplitterArt(), SPLITTER_RATIO / CARD_RATIO, SPLITTER_RATIO)
    if any(word == character.name for character in GREAT_SPLIT_DATA.characters):
        return _loose(word, Portrait(word), 1.3, CHARACTER_RATIO)
    if word in ICONS:
        return _loose(word, TrackIcon(word), 0.7, 1.0)
    raise KeyError(word)


def _loose(word: str, art: Art, wide: float, ratio: float) -> Piece:
    return Piece(("loose", word), art, Rect(0.0, 0.0, wide, wide / ratio))
