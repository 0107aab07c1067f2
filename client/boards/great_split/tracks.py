"""Tracks of an estate: their worth and their pictures, with numbers where there is room.

A row shows one resource: its track's progress and worth now, its seal's progress, and the worth of its
contract now. Each row is cached as a picture, so that a step repaints only rows that change.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final

import msgspec

from client.boards.great_split.art import (
    CHARACTER_RATIO,
    draw_icon,
    draw_sign,
    estate_colour,
    mixed_colour,
    quiet_colour,
)
from client.boards.great_split.layout import (
    BARE_HEAD_WIDTH,
    DATA,
    MOST_SPACES,
    MOST_STARS,
    bar_height,
    bars_rect,
    is_detailed,
    row_boxes,
    sign_rects,
)
from client.boards.kit.paper import Rgb, wants_clear_shapes
from client.boards.kit.pieces import Art, PaintContext
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import seat_badge
from client.ui.theme import Ink
from core.games.great_split import scoring
from core.games.great_split.state import RESOURCES, SEAL_TRACKS, Estate

FIGURE_SIZE: Final = 24.0
"""Least font size in units of numbers on spaces."""
BAND_SIGN_SIZE: Final = 60.0
"""Height in units of a row's sign above which the row is drawn as a coloured band."""
LARGEST_FIGURE_SIZE: Final = 36.0
"""Greatest font size in units of numbers on spaces."""
TWO_SIGNS_WIDTH: Final = 46.0
"""Least width in units of a space in which a star has its number beside it."""
LEGIBLE_SPACE_WIDTH: Final = 22.0
"""Least width in units of a space with signs; narrower ones have bars and points instead."""
SIGNED_WORTH_WIDTH: Final = 88.0
"""Least width in units of a track's worth that has the sign of prestige before it."""
FACTOR_SIGNS_WIDTH: Final = 250.0
"""Least width in units of a contract that has signs beside its factors."""
FACTORS_WIDTH: Final = 210.0
"""Most units across the factors of a contract with their signs."""
PRODUCT_WIDTH: Final = 42.0
"""Width in units of the product of a contract whose factors have no signs."""


class TrackStanding(msgspec.Struct, frozen=True):
    """Figures of a resource in an estate.

    `reached` and `sealed` are the spaces reached on its track and on its seal's. `worth` is what the track
    is worth now: a banner, what the art market pays, the value of gems; for gold the double arrows to spend.
    `counts` says whether that scores: of the gems only the less valuable does, twice. The contract is worth
    `icons` times `stars`.
    """

    reached: int
    sealed: int
    worth: int
    counts: bool
    icons: int
    stars: int


def standings(estate: Estate, slider: int) -> tuple[TrackStanding, ...]:
    """Figures of the five resources of an estate."""
    less = min(scoring.GEMS, key=lambda gem: scoring.value_of(DATA, estate, gem))
    return tuple(
        TrackStanding(
            reached=estate.tracks[track],
            sealed=estate.tracks[track + len(RESOURCES)],
            worth=_worth(estate, track, slider),
            counts=track not in scoring.GEMS or track == less,
            icons=scoring.contracts_of(DATA, estate, resource),
            stars=scoring.stars_of(DATA, estate, resource),
        )
        for track, resource in enumerate(RESOURCES)
    )


def _worth(estate: Estate, track: int, slider: int) -> int:
    match RESOURCES[track]:
        case "books":
            return scoring.books(DATA, estate)
        case "art":
            return scoring.art(DATA, estate, slider)
        case "gold":
            return estate.arrows
        case _:
            return scoring.value_of(DATA, estate, track)


# --- what stands on the spaces --------------------------------------------------------------------------


class Mark(msgspec.Struct, frozen=True):
    """Content of a space: what it brings, and with `contract` a contract icon, drawn as a bold frame.

    `kind` is "banner", "level", "value" or "stars", each with its `number`, or "arrow", "step" or "".
    """

    kind: str = ""
    number: int = 0
    contract: bool = False


@lru_cache
def marks(track: int) -> tuple[Mark, ...]:
    """Marks on the spaces of a track, from 1 on: a value on each space of a gem, others where they rise."""
    spaces = range(1, DATA.spaces[track] + 1)
    return tuple(_mark(track, space) for space in spaces)


def _mark(track: int, space: int) -> Mark:
    if track >= len(RESOURCES):
        seal = DATA.seal_tracks[SEAL_TRACKS[track - len(RESOURCES)]]
        if space in seal.steps:
            return Mark("step")
        rises = seal.stars[space] > seal.stars[space - 1]
        return Mark("stars", seal.stars[space]) if rises else Mark()
    resource = DATA.tracks[RESOURCES[track]]
    contract = space in resource.contracts
    if space in resource.double_arrows:
        return Mark("arrow", contract=contract)
    for kind, row in (("banner", resource.banners), ("level", resource.levels), ("value", resource.values)):
        if row and (row[space] > row[space - 1] or (kind == "value" and row[space])):
            return Mark(kind, row[space], contract)
    return Mark(contract=contract)


def next_bonus(track: int, reached: int) -> int | None:
    """Next space that brings more than a value: an arrow, step, star, contract, banner or level; or None."""
    for space, mark in enumerate(marks(track), 1):
        if space > reached and (mark.contract or mark.kind not in ("", "value")):
            return space
    return None


PALE_SHARES: Final = {"books": 0.42, "art": 0.32}
"""Share of ivory in reached spaces where the colour alone is too dark to stand out."""


def reached_colour(canvas: Canvas, resource: str) -> Rgb:
    """Colour of the reached spaces of a resource."""
    return mixed_colour(canvas, resource, "ivory", PALE_SHARES.get(resource, 0.0))


# --- how they are drawn ---------------------------------------------------------------------------------


class TrackRow(Art, frozen=True):
    """Row of a resource: its track, what that is worth now, its seal's track, its contract.

    With `was` it is a preview: worth that has changed since is highlighted.
    """

    flips: ClassVar[bool] = False

    resource: int
    standing: TrackStanding
    was: TrackStanding | None = None

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        here = Rect(0.0, 0.0, rect.w, rect.h)
        with ctx.canvas.shifted(rect.x, rect.y):
            ctx.canvas.layer(
                ("great_split.row", self, here), here, lambda c: _Painter(c, self, here).paint(here)
            )


class Summary(Art, frozen=True):
    """Estate as five pairs of bars: how far each resource has come, and beside it its seal.

    The character stands before them where there is room.
    """

    live: ClassVar[bool] = True
    casts: ClassVar[bool] = False

    seat: int
    tracks: tuple[int, ...]
    character: int | None
    prestige: int | None

    @classmethod
    def of(cls, seat: int, estate: Estate, *, counted: bool) -> Summary:
        """Summary of a seat; `counted` with badge and prestige, where no plate shows them."""
        return cls(seat, tuple(estate.tracks), estate.character, estate.prestige if counted else None)

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        here = Rect(0.0, 0.0, rect.w, rect.h)
        with ctx.canvas.shifted(rect.x, rect.y):
            ctx.canvas.layer(
                ("great_split.summary", self, rect.w, rect.h), here, lambda c: self._paint(c, here)
            )

    def _paint(self, canvas: Canvas, rect: Rect) -> None:
        counted = self.prestige is not None
        character, pairs = bars_rect(rect, counted=counted)
        if counted:
            badge, figure = rect.cut_left(BARE_HEAD_WIDTH)[0].columns(5, 6)
            seat_badge(canvas, self.seat, badge.fit(1.0))
            canvas.text(
                str(self.prestige),
                figure,
                "small",
                "ink",
                align="centre",
                fit="free",
                size=30,
                face="display",
            )
        if character.w and self.character is not None:
            name = DATA.characters[self.character].name
            box = character.fit(CHARACTER_RATIO, "left")
            canvas.picture(f"tiles/great_split/character-{name}.svg", box)
        for resource, place in enumerate(pairs):
            self._pair(canvas, resource, place)

    def _pair(self, canvas: Canvas, resource: int, rect: Rect) -> None:
        """Draw the sign of a resource with its two bars, beside or above it."""
        sign, bars = sign_rects(rect)
        draw_icon(canvas, sign.fit(1.0), RESOURCES[resource])
        wide = min(bars.w, 40.0)
        first, second = bars.place(wide, bars.h).columns(5, 4, gap=3)
        self._bar(canvas, first, resource, resource)
        self._bar(canvas, second, resource, resource + len(RESOURCES))

    def _bar(self, canvas: Canvas, rect: Rect, resource: int, track: int) -> None:
        """Draw a bar, as full as the track has progressed; that of a seal has a brass rim."""
        seal = track >= len(RESOURCES)
        canvas.rounded(
            rect, 3, "great_split.dark", "great_split.brass" if seal else quiet_colour(canvas), 1.6
        )
        share = self.tracks[track] / DATA.spaces[track] if track < len(self.tracks) else 0.0
        if share:
            inside = rect.inset(2.0)
            full = inside.cut_bottom(max(3.0, inside.h * share))[0]
            canvas.rounded(full, 2, reached_colour(canvas, RESOURCES[resource]))


class Marker(Art, frozen=True):
    """Marker of a track's progress: a bar of brass."""

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        ctx.canvas.rounded(rect, rect.w / 2, "great_split.brass_light", "great_split.ink", 1.0)


class _Painter:
    """Painter of one row."""

    def __init__(self, canvas: Canvas, art: TrackRow, rect: Rect) -> None:
        self.canvas, self.row, self.resource = canvas, row_boxes(rect), art.resource
        self.name = RESOURCES[art.resource]
        self.standing, self.was = art.standing, art.was or art.standing
        self.detailed = is_detailed(rect)
        self.colour: Ink = f"great_split.{self.name}"

    def paint(self, rect: Rect) -> None:
        """Paint signs, spaces and worth."""
        canvas, row, standing = self.canvas, self.row, self.standing
        if row["icon"].h > BAND_SIGN_SIZE:
            canvas.rect(rect, estate_colour(canvas))
            canvas.rounded(
                rect.inset(1), 12, mixed_colour(canvas, "velvet_deep", self.name, 0.16), self.colour, 2.0
            )
        else:
            canvas.rect(rect, estate_colour(canvas))
        draw_icon(canvas, row["icon"], self.name)
        draw_icon(canvas, row["seal"], f"{self.name}-seal")
        seal = self.resource + len(RESOURCES)
        self._strip(row["spaces"], self.resource, standing.reached)
        self._strip(row["stars"], seal, standing.sealed)
        self._worth()
        self._contract()

    def _strip(self, strip: Rect, track: int, reached: int) -> None:
        """Paint the spaces of a track from the left of the strip; the longest track takes all of it."""
        wide = strip.w / (MOST_SPACES if track < len(RESOURCES) else MOST_STARS)
        high = bar_height(strip.h)
        rect = Rect(strip.x, strip.cy - high / 2, wide * DATA.spaces[track], high)
        groove = "great_split.velvet" if wants_clear_shapes(self.canvas) else "great_split.dark"
        self.canvas.rounded(rect.grown(1.5), 7, groove)
        ahead = next_bonus(track, reached)
        for space, mark in enumerate(marks(track), 1):
            cell = Rect(rect.x + wide * (space - 1), rect.y, wide, high)
            self._space(cell, mark, space <= reached)
            if space == ahead and self.detailed:
                self.canvas.ring(cell.grown(1.0), 6, "great_split.glow", 2.0, 5.0)

    def _space(self, rect: Rect, mark: Mark, reached: bool) -> None:
        """Paint a space of a track, in another colour if reached, and what it brings."""
        empty = mixed_colour(self.canvas, "velvet_deep", self.name, 0.2)
        legible = rect.w >= LEGIBLE_SPACE_WIDTH
        here = rect.inset(min(1.2, rect.w * 0.08), 1.0)
        self.canvas.rounded(
            here, 4.0 if legible else 1.5, reached_colour(self.canvas, self.name) if reached else empty
        )
        if legible:
            self._sign(rect, mark, reached)
        else:
            self._point(rect, mark, reached)

    def _point(self, rect: Rect, mark: Mark, reached: bool) -> None:
        """Paint what a space too narrow for signs brings: a bar for a contract, a point for a bonus."""
        ink = "great_split.ink" if reached else "great_split.ivory"
        if mark.contract:
            self.canvas.rounded(Rect.around(rect.cx, rect.cy, 3.2, rect.h * 0.72), 1.6, ink)
        elif mark.kind in ("banner", "level", "arrow", "step", "stars"):
            bright = self.colour if mark.kind == "step" else "great_split.brass"
            self.canvas.circle((rect.cx, rect.cy), min(rect.w * 0.34, 4.2), ink if reached else bright)

    def _sign(self, rect: Rect, mark: Mark, reached: bool) -> None:
        canvas = self.canvas
        if mark.contract:
            rim = "great_split.ink" if reached else "great_split.ivory"
            canvas.ring(rect.inset(1.4, 1.2), 5.0, rim, min(3.4, rect.w * 0.2))
        box = Rect.around(rect.cx, rect.cy, min(rect.w * 0.9, rect.h * 0.96, 48.0))
        match mark.kind:
            case "banner":
                self._flag(rect, mark.number, reached)
            case "level":
                self._plate(rect, mark.number, reached)
            case "value":
                self._number(rect, mark.number, self._figure(reached))
            case "arrow":
                draw_icon(canvas, box, "double-arrow")
            case "stars":
                self._stars(rect, mark.number, reached)
            case "step":
                draw_icon(canvas, box, self.name)

    def _figure(self, reached: bool) -> Ink:
        """Colour of a number."""
        return "great_split.ink" if reached else "great_split.ivory"

    def _number(self, rect: Rect, number: int, ink: Ink) -> None:
        if self.detailed and (number < 10 or rect.w > FIGURE_SIZE):
            size = max(min(LARGEST_FIGURE_SIZE, rect.w * 0.6, rect.h * 0.62), FIGURE_SIZE)
            self.canvas.text(
                str(number), rect, "small", ink, align="centre", fit="free", size=size, face="display"
            )

    def _stars(self, rect: Rect, number: int, reached: bool) -> None:
        """Paint a star with the number of stars beside or below it, or one of the two where room is short."""
        ink = "great_split.ink" if reached else "great_split.brass_light"
        if self.detailed and rect.w >= TWO_SIGNS_WIDTH:
            sign, count = rect.inset(rect.w * 0.06, 0).columns(6, 5)
            draw_sign(self.canvas, sign.fit(1.0), "score", ink)
            self._number(count, number, ink)
        elif self.detailed and rect.h > 1.5 * rect.w:
            above, below = rect.inset(0, rect.h * 0.06).rows(5, 6)
            draw_sign(self.canvas, above.fit(1.0), "score", ink)
            self._number(below, number, ink)
        elif self.detailed:
            self._number(rect, number, ink)
        else:
            size = min(rect.w * 1.45, rect.h, 24.0)
            draw_sign(self.canvas, Rect.around(rect.cx, rect.cy, size), "score", ink)

    def _flag(self, rect: Rect, number: int, reached: bool) -> None:
        """Paint a prestige banner: a pennant with two tails."""
        wide, high = min(rect.w * 0.98, 56.0), min(rect.h * 0.8, 54.0)
        left, top = rect.cx - wide / 2, rect.cy - high / 2
        edge = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 0.8), (0.0, 1.0)]
        points = [(left + x * wide, top + y * high) for x, y in edge]
        self.canvas.polygon(points, "great_split.ivory" if not reached else "great_split.ivory_deep")
        self._number(Rect(left, top, wide, high * 0.88), number, "great_split.ink")

    def _plate(self, rect: Rect, number: int, reached: bool) -> None:
        """Paint a level of art: a picture in its frame."""
        box = Rect.around(rect.cx, rect.cy, min(rect.w * 0.9, 52.0), min(rect.h * 0.8, 46.0))
        fill = "great_split.ivory_deep" if reached else "great_split.ivory"
        self.canvas.rounded(box, 3, fill, "great_split.brass", 2.4)
        self._number(box, number, "great_split.ink")

    # --- what it is worth ---------------------------------------------------------------------

    def _worth(self) -> None:
        """Paint what the track would score now; of the gems only the one that counts, doubled, is bright."""
        standing, place = self.standing, self.row["now"]
        if self.name == "gold":
            if standing.worth:
                sign, number = place.columns(1, 1)
                draw_icon(self.canvas, sign.fit(1.0), "double-arrow")
                self._write(str(standing.worth), number, bright=True)
            return
        gem = self.name in ("topaz", "emerald")
        more = (standing.worth, standing.counts) != (self.was.worth, self.was.counts)
        if place.w < SIGNED_WORTH_WIDTH:
            text = f"2×{standing.worth}" if gem and standing.counts and self.detailed else str(standing.worth)
            self._write(text, place, bright=standing.counts and standing.worth > 0, is_more=more)
        else:
            self._points((1 + gem) * standing.worth * standing.counts, place, more)

    def _contract(self) -> None:
        """Paint the worth of the contract: icons times stars."""
        standing, place = self.standing, self.row["contract"]
        product = standing.icons * standing.stars
        more = product != self.was.icons * self.was.stars
        if not self.detailed:
            self._write(str(product), place, bright=product > 0, is_more=more)
            return
        if place.w < FACTOR_SIGNS_WIDTH:
            factors, result = place.cut_right(PRODUCT_WIDTH)[1], place.cut_right(PRODUCT_WIDTH)[0]
            self._write(f"{standing.icons}×{standing.stars}", factors, bright=False)
            self._write(str(product), result, bright=product > 0, is_more=more)
            return
        result, factors = place.cut_right(self.row["now"].w)
        icons, times, stars = factors.place(min(factors.w, FACTORS_WIDTH), factors.h).columns(5, 2, 5)
        self._factor(icons, f"contract-{self.name}", standing.icons)
        self._write("×", times, bright=False)
        self._factor(stars, "score", standing.stars)
        self._points(product, result, more)

    def _factor(self, rect: Rect, sign: str, number: int) -> None:
        """Paint a factor of a contract: a number and its sign."""
        figure, here = rect.columns(1, 1, gap=2)
        self._write(str(number), figure, bright=False)
        draw_icon(self.canvas, here.fit(1.0), sign)

    def _points(self, count: int, rect: Rect, is_more: bool) -> None:
        """Paint what would be scored: a number behind the sign of prestige."""
        size = min(rect.h, 40.0)
        sign, number = rect.place(min(rect.w, 104.0), size).cut_left(size, 4)
        with self.canvas.faded(1.0 if count else 0.45):
            draw_icon(self.canvas, sign, "prestige")
        self._write(str(count), number, bright=count > 0, is_more=is_more)

    def _write(self, text: str, rect: Rect, bright: bool, is_more: bool = False) -> None:
        pale = quiet_colour(self.canvas)
        colour: Ink = "good" if is_more else "great_split.brass_light" if bright else pale
        size = min(34.0 if self.detailed and (bright or is_more) else FIGURE_SIZE, 1.1 * rect.h)
        self.canvas.text(text, rect, "small", colour, align="centre", fit="free", size=size, face="display")
