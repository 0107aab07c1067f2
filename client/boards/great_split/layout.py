"""Layout of The Great Split: estates, hands, wallets, and the papers beside them.

For a viewer with a seat, the own estate fills the field, with the hand under it; each other estate is five
pairs of bars, on the plate of its seat or, without plates, in a line above. Another estate can be shown large
in place of the own one. For a viewer without a seat all estates have about the same size and form a ring,
clockwise, as wallets travel.

An estate has a row for each resource: its track, what it is worth now, the track of its seal, and what the
contract is worth now.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Final

import msgspec

from client.boards.contract import foot_rect
from client.boards.kit.card_table import CARD_RATIO, fan, hand_row
from client.ui.boxes import Box, Boxes, column, lay_out, row, several
from client.ui.geometry import Rect
from core.game import Seat
from core.games.great_split.data import CARD_LEVELS, GREAT_SPLIT_DATA, ROUNDS, SCORING_ROUNDS
from core.games.great_split.state import RESOURCES

WALLET_RATIO: Final = 1.3
"""Ratio of width to height of a wallet with the room for its open flap."""
SPLITTER_WIDTH: Final = 0.46
"""Width of the splitter, in widths of a card."""
PANEL_GAP: Final = 10.0
"""Units between panels."""
PANEL_PADDING: Final = 10.0
"""Units between the rim of a panel and what is on it."""
HEAD_HEIGHTS: Final = (36.0, 54.0)
"""Least and greatest height in units of the line above the own tracks, with character and next scoring."""
PROMPT_OVERLAP: Final = 20.0
"""Units at the top of the field, in a wide window, that a prompt of two lines covers."""
BANNER_HEIGHT: Final = 46.0
"""Height in units of the line above all estates with the next scoring."""
NARROW_ESTATE_WIDTH, LOW_ESTATE_HEIGHT, TWO_LINES_HEIGHT = 760.0, 400.0, 64.0
"""Units: estates narrower than the first and higher than the second have a head of the third's height."""
MOST_CARD_HEIGHT: Final = 232.0
"""Greatest height in units of the own cards."""
HAND_HEIGHTS: Final = (0.25, 0.32, 210.0)
"""Height of own cards in heights of the field; in a low field the second, up to the third in units."""
PRESTIGE_WIDTH: Final = 126.0
"""Width in units of the sign of prestige and a number of three digits; expected points stand behind."""
SIGN_WIDTH, COMING_WIDTH = 46.0, 80.0
"""Widths in units of the sign of prestige and of expected points."""
COUNT_WIDTH: Final = 34.0
"""Most units across the number of another seat's cards."""
LOW_PANEL_HEIGHT: Final = 150.0
"""Height in units below which an estate has its head at the left."""
LEAST_ROW_HEIGHT: Final = 26.0
"""Least height in units of a row of an estate; lower estates are shown as five pairs of bars."""
ABREAST_RATIO: Final = 1.7
"""Ratio of width to height of an area above which two estates lie side by side."""
TALL_PANEL_HEIGHT, TALL_HEAD_EXTRA = 560.0, 112.0
"""Units: estates higher than the first may have heads as high as the second, for readable cards."""
FOOT_HEIGHT: Final = 84.0
"""Height in units of the foot of a plate, for five pairs of bars."""
BARE_HEAD_WIDTH: Final = 92.0
"""Width in units of badge and prestige before the bars of a seat that has no plate."""
PLAYED_CARD_ROOM: Final = 72.0
"""Width in units behind them for a played card, so that it hides no bar."""
SUMMARY_SIZE: Final = (270.0, 62.0)
"""Approximate units across and down the bars of a seat that has no plate."""
FLOW_RATIO: Final = 5.6
"""Ratio of width to height of the picture of the wallets' way."""
RESOURCE_SPACE_RATIO: Final = 1.22
"""Width of a space of a resource track, in spaces of the seal track beside it."""
SEAL_SPACE_RATIO: Final = 0.84
"""Width of a space of a seal track, in spaces of the resource track above it."""
CLOSED_WALLET_SHARE: Final = 0.5
"""Height of the closed own wallet, in heights of the strip of the own hand."""
LEAST_PLAYED_HEIGHT: Final = 124.0
"""Least height in units of own played cards, if there is room, so that their signs are readable."""
SALE_WIDTH: Final = 112.0
"""Width in units of a place where cards are sold."""
SUMS_HEIGHT: Final = 36.0
"""Height in units of the line below cards with the sums of groups."""
DETAILED_SIZE: Final = (28.0, 30.0)
"""Least width of spaces and least height of rows, in units, for numbers on the spaces."""
STACKED_ROW_HEIGHT, NARROW_STACKED_ROW_HEIGHT = 56.0, 50.0
"""Least height in units of rows with the seal's track below the resource's, in wide and narrow estates."""
SMALL_SIGN_WIDTH: Final = 580.0
"""Width in units below which an estate has smaller signs, so that its spaces have room for figures."""
SIDE_SHARES, SIDE_GAP = (32, 46, 22), 14.0
"""Shares of rounds, market and decks in the height of the side; units between them."""
SIDE_COLUMNS: Final = (45, 31, 24)
"""Shares of the same three in the width of a low side, where they lie side by side."""
MARKET_SHARES, MARKET_GAP = (48, 22, 22), 8.0
"""Shares of levels with amounts, slider and tokens in the height of the market; units between them."""
SLIDER_SHARES: Final = (MARKET_SHARES[0] * 16 / 30, MARKET_SHARES[1])
"""Shares of the tray with amounts and of the slider's way in their common height."""
TALLEST_SIDE: Final = 600.0
"""Most units of the side's height that are used: below, a table may have buttons of its own."""

DATA: Final = GREAT_SPLIT_DATA
LAST_SPACES: Final = DATA.spaces
"""Number of the last space of each of the ten tracks."""
MOST_SPACES: Final = max(LAST_SPACES[: len(RESOURCES)])
MOST_STARS: Final = max(LAST_SPACES[len(RESOURCES) :])
"""Number of spaces of the longest resource track (`MOST_SPACES`) and of the longest seal track."""


class Layout(msgspec.Struct, frozen=True, dict=True):
    """Rectangles of everything for a viewer (-1: somebody without a seat), in units.

    `field` is the rectangle that a screen gives the board, `side` the used part of the strip beside it,
    which is the same whether there are buttons below or not. `plates` are those of the seats, if any.
    """

    field: Rect
    side: Rect
    seats: int
    viewer: int = -1
    plates: tuple[Rect, ...] = ()

    @property
    def own(self) -> Seat | None:
        """Seat of the viewer, whose estate is large; None for somebody without a seat."""
        return Seat(self.viewer) if 0 <= self.viewer < self.seats else None

    @property
    def has_side(self) -> bool:
        """Whether there is room beside the field."""
        return self.side.w > 1 and self.side.h > 1

    # --- estates ------------------------------------------------------------------------------

    @cached_property
    def inner(self) -> Rect:
        """Used part of the field: without plates, what the bars of the seats leave."""
        inside = self.field.inset(14, 4)
        if self.own is None:
            return inside
        if self.plates:
            beside = self.plates[0].right <= self.field.x
            return inside.cut_top(PROMPT_OVERLAP)[1] if beside else inside
        lines = self._lines
        return inside.cut_top(lines * min(SUMMARY_SIZE[1], inside.h * 0.09) + (lines - 1) * 4, 6)[1]

    @property
    def _lines(self) -> int:
        """Number of lines for the bars of the other seats."""
        across = max(1, int(self.field.w // SUMMARY_SIZE[0]))
        return -(-(self.seats - 1) // across)

    @cached_property
    def strip(self) -> Rect:
        """Strip of the own hand, at the foot of the field."""
        usual, most, low = HAND_HEIGHTS
        high = min(MOST_CARD_HEIGHT, max(usual * self.inner.h, min(most * self.inner.h, low)))
        return self.inner.cut_bottom(high + SUMS_HEIGHT + 2)[0]

    @cached_property
    def panels(self) -> dict[int, Boxes]:
        """Large estates: the own one, or all if they are readable."""
        if self.own is not None:
            above = self.inner.cut_bottom(self.strip.h, PANEL_GAP)[1]
            return {self.own: lay_out(_own_panel(above), above)}
        found = {seat: lay_out(_panel(rect), rect) for seat, rect in self._places.items()}
        readable = all(panel["row 0"].h >= LEAST_ROW_HEIGHT for panel in found.values())
        return found if readable else {}

    @property
    def _places(self) -> dict[int, Rect]:
        """Part of the field for each seat, for a viewer without a seat."""
        area = self.field.inset(4, 0).cut_top(BANNER_HEIGHT)[1]
        return dict(zip(map(int, self.ring), _around(area, self.seats), strict=True))

    @cached_property
    def summaries(self) -> dict[int, Rect]:
        """Rectangles of the bars of those seats whose estates are not large."""
        if self.own is None:
            return (
                {}
                if self.panels
                else {seat: place.inset(PANEL_PADDING) for seat, place in self._places.items()}
            )
        if self.plates:
            return {seat: self._on_plate(seat) for seat in self.ring}
        room = Rect(self.inner.x, self.field.y + 4, self.inner.w, self.inner.y - self.field.y - 10)
        lines = self._lines
        cells = room.grid(-(-(self.seats - 1) // lines), lines, 6)
        return dict(zip(self.ring, cells, strict=False))

    def _on_plate(self, seat: int) -> Rect:
        """Part of a plate for the bars of its seat, or all of a plate that has no room for them."""
        foot = foot_rect(self.plates[seat], FOOT_HEIGHT)
        return foot if foot.h else self.plates[seat]

    @cached_property
    def has_bars(self) -> bool:
        """Whether there is room for the bars of the other seats."""
        return self.own is None or not any(foot_rect(plate, FOOT_HEIGHT).h == 0 for plate in self.plates)

    @property
    def ring(self) -> tuple[Seat, ...]:
        """Seats whose estates are around, clockwise: from the left neighbour on, or from the first."""
        if self.own is None:
            return tuple(map(Seat, range(self.seats)))
        return tuple(Seat((self.own + step) % self.seats) for step in range(1, self.seats))

    def with_large(self, seat: int) -> Layout:
        """Layout in which this seat's estate takes the place of the own one."""
        return layout_of(self.field, self.side, self.seats, seat, self.plates)

    def panel(self, seat: int) -> Rect:
        """Rectangle of a seat's estate, or of its bars."""
        return self.panels[seat]["estate"] if seat in self.panels else self.summaries[seat]

    def pair(self, seat: int, resource: int) -> Rect:
        """Rectangle of the two bars of a resource; all of a plate that has no room for them."""
        return self._bars[seat][1][resource] if self.has_bars else self.summaries[seat]

    def character(self, seat: int) -> Rect:
        """Rectangle of the character before the bars of a seat; empty where there is no room."""
        return self._bars[seat][0]

    @cached_property
    def _bars(self) -> dict[int, tuple[Rect, tuple[Rect, ...]]]:
        """Rectangles of the character and the pairs of bars of each seat whose estate is not large."""
        return {seat: bars_rect(place, counted=self.counted) for seat, place in self.summaries.items()}

    @property
    def counted(self) -> bool:
        """Whether badge and prestige of a seat stand before its bars."""
        return self.own is None or not self.plates

    def row(self, seat: int, track: int) -> Boxes:
        """Row of a resource track, or of a seal track's resource."""
        return row_boxes(self.panels[seat][f"row {track % len(RESOURCES)}"])

    def sign(self, seat: int, track: int) -> Rect:
        """Rectangle of a track's sign, which is also its space 0."""
        row = self.row(seat, track)
        return row["icon" if track < len(RESOURCES) else "seal"]

    def strip_of(self, seat: int, track: int) -> Rect:
        """Rectangle of all spaces of a track from 1 on."""
        row = self.row(seat, track)
        if track < len(RESOURCES):
            return _first(row["spaces"], LAST_SPACES[track], MOST_SPACES)
        return _first(row["stars"], LAST_SPACES[track], MOST_STARS)

    def track(self, seat: int, track: int) -> Rect:
        """Rectangle of a track, with its sign if that stands beside it."""
        sign, strip = self.sign(seat, track), self.strip_of(seat, track)
        return sign.union(strip) if abs(sign.cy - strip.cy) < 1 else strip

    def sealed(self, seat: int, seal: int) -> Rect:
        """Rectangle of a seal's track with what its contract is worth."""
        return self.track(seat, seal).union(self.row(seat, seal)["contract"])

    def cell(self, seat: int, track: int, n: int) -> Rect:
        """Rectangle of space `n` of a track; 0 is its sign."""
        if n < 1:
            return self.sign(seat, track)
        strip = self.strip_of(seat, track)
        wide = strip.w / LAST_SPACES[track]
        return Rect(strip.x + wide * (n - 1), strip.y, wide, strip.h)

    def prestige_of(self, seat: int, more: float = 0.0) -> Rect:
        """Rectangle of prestige in the head of an estate, `more` units wider for expected points."""
        place = self.panels[seat]["prestige"]
        return place.cut_left(min(place.w, PRESTIGE_WIDTH + more))[0]

    @property
    def banner(self) -> Rect:
        """Rectangle of the next scoring: in the head of the own estate, else above all estates."""
        if self.own is None:
            return self.field.cut_top(BANNER_HEIGHT)[0].inset(12, 2)
        place = self.panels[self.own]["hand"]
        return place if self.plates else place.cut_right(flow_rect(place).w + 12)[1]

    @property
    def flow(self) -> Rect:
        """Rectangle of the wallets' way: on the own plate, else in the head of the own estate.

        It is empty on a plate that has no room for it.
        """
        assert self.own is not None
        if self.plates:
            place = foot_rect(self.plates[self.own], FOOT_HEIGHT)
            return place.place(min(place.w, FLOW_RATIO * place.h * 0.8), place.h * 0.8)
        return flow_rect(self.panels[self.own]["hand"])

    # --- hands and wallets --------------------------------------------------------------------

    def hand(self, seat: int) -> Rect:
        """Place of a seat's hand; another seat's is small, in the head of its estate."""
        if seat == self.own:
            return self.strip
        if seat in self.panels:
            return self.panels[seat]["hand"]
        if self.own is None:
            return self.summaries[seat].cut_left(BARE_HEAD_WIDTH + PLAYED_CARD_ROOM)[0]
        return _portrait(self.plates[seat]) if self.plates else self.summaries[seat]

    @property
    def waiting_wallet_rect(self) -> Rect:
        """Place of a wallet beside the cards that were taken out of it."""
        return self.strip.columns(4, 1, gap=2 * PANEL_GAP)[1].scaled(0.95).fit(WALLET_RATIO)

    @property
    def cards(self) -> Rect:
        """Part of the own strip for cards; below it stand the sums of groups."""
        return self.strip.cut_bottom(SUMS_HEIGHT, 2)[1]

    def sums(self, left: int, right: int, shares: tuple[float, float]) -> tuple[Rect, Rect]:
        """Rectangles of the sums below two groups; `shares` are the widths they need, in their heights."""
        strip = self.strip
        size = min(SUMS_HEIGHT, (strip.w - PANEL_GAP) / sum(shares))
        wide = [size * share for share in shares]
        first, second = (
            Rect.around(group.cx, strip.bottom - SUMS_HEIGHT / 2, need, SUMS_HEIGHT)
            for group, need in zip(self.groups(left, right), wide, strict=True)
        )
        x = min(max(second.x, strip.x + wide[0] + PANEL_GAP), strip.right - wide[1])
        start = max(min(first.x, x - PANEL_GAP - wide[0]), strip.x)
        return first.moved(start - first.x, 0), second.moved(x - second.x, 0)

    def card(self, index: int, count: int) -> Rect:
        """Rectangle of one of `count` cards in the own hand."""
        return hand_row(self.cards, [1.0] * count)[index]

    def spread(self, left: int, right: int) -> tuple[tuple[Rect, ...], Rect, tuple[Rect, ...]]:
        """Rectangles of the parted own cards: the left group, the splitter, the right group."""
        gaps = [1.0] * max(0, left - 1) + [2.5] * (bool(left) + bool(right)) + [1.0] * max(0, right - 1)
        line = hand_row(self.cards, [*[1.0] * left, SPLITTER_WIDTH, *[1.0] * right], gaps)
        return tuple(line[:left]), line[left], tuple(line[left + 1 :])

    def groups(self, left: int, right: int) -> tuple[Rect, Rect]:
        """Rectangles of two parted groups; of an empty one that of a card beside the splitter."""
        before, splitter, behind = self.spread(left, right)
        wide, high = splitter.h * CARD_RATIO, splitter.h
        start = Rect(splitter.x - PANEL_GAP - wide, splitter.y, wide, high)
        end = Rect(splitter.right + PANEL_GAP, splitter.y, wide, high)
        return (
            before[0].union(before[-1]) if before else start,
            behind[0].union(behind[-1]) if behind else end,
        )

    def resolving(self, count: int, splitter: bool) -> tuple[tuple[Rect, ...], Rect | None]:
        """Rectangles of the own cards still to be played, and of the splitter behind them."""
        line = hand_row(
            self.cards.columns(4, 1, gap=2 * PANEL_GAP)[0], [*[1.0] * count, *[SPLITTER_WIDTH] * splitter]
        )
        return tuple(line[:count]), line[count] if splitter else None

    def played(self, index: int, count: int) -> Rect:
        """Rectangle of one of `count` own cards already played, while others are still to be played."""
        pile = self.cards.columns(4, 1, gap=2 * PANEL_GAP)[1]
        high = max(0.62 * pile.h, min(pile.h, LEAST_PLAYED_HEIGHT))
        return hand_row(pile.place(pile.w, high, "right"), [1.0] * count)[index]

    @property
    def sales(self) -> tuple[Rect, Rect]:
        """Rectangles of the places to sell cards for gold and for prestige: below the cards played."""
        line = self.strip.cut_bottom(SUMS_HEIGHT)[0]
        gold, prestige = line.cut_right(2 * SALE_WIDTH + PANEL_GAP)[0].columns(1, 1, gap=PANEL_GAP)
        return gold, prestige

    def resting(self, seat: int) -> Rect:
        """Rectangle of a closed wallet at a seat: amid the own strip, at the right of another seat's hand."""
        if seat == self.own:
            return self.strip.scaled(CLOSED_WALLET_SHARE).fit(WALLET_RATIO)
        return self.hand(seat).fit(WALLET_RATIO, "right")

    def fan(self, seat: int, count: int) -> list[Rect]:
        """Rectangles of `count` overlapping cards in the head of another seat's estate."""
        return fan(self.hand(seat).cut_right(self.count(seat).w, 4)[1], count)

    def count(self, seat: int) -> Rect:
        """Rectangle of the number of another seat's cards, at their right."""
        place = self.hand(seat)
        return place.cut_right(min(COUNT_WIDTH, place.w * 0.4))[0]

    def marker(self, seat: int, track: int, reached: float) -> Rect:
        """Rectangle of the marker on a track, at the end of the last space reached."""
        strip = self.strip_of(seat, track)
        x = strip.x + strip.w / LAST_SPACES[track] * reached
        wide = min(9.0, max(3.5, strip.w / LAST_SPACES[track] / 6))
        return Rect.around(x, strip.cy, wide, bar_height(strip.h) + 4)

    # --- places by their names ----------------------------------------------------------------

    def named(self, word: str) -> Rect:
        """Rectangle by its name: `side`, `market`, `level-3`, `seat-1`, `wallet-1`; or one of the own estate.

        Those are `head`, `hand`, a row by its resource (`books`), what that is worth (`books-worth`), its
        contract (`books-contract`). Raises KeyError for any other word.
        """
        name, _, part = word.partition("-")
        seat = self.own or Seat(0)
        if name in RESOURCES:
            number = RESOURCES.index(name)
            whole, row = self.panels[seat][f"row {number}"].grown(4), self.row(seat, number)
            return {"": whole, "worth": row["now"], "contract": row["contract"]}[part]
        match name, part:
            case "hand", "":
                strip = self.hand(seat)
                return Rect(strip.x - 4, strip.y - 2 * PANEL_GAP, strip.w + 8, strip.h + 2 * PANEL_GAP + 4)
            case "head", "":
                return self.panels[seat]["character"].union(self.panels[seat]["hand"]).grown(6)
            case "side", "":
                return self.side
            case "market", "":
                return self.boxes["market"]
            case "level", _ if part.isdecimal():
                return self.boxes[f"level {int(part) - 1}"]
            case "seat", _ if part.isdecimal():
                return self.panel(int(part))
            case "wallet", _ if part.isdecimal():
                return self.resting(int(part))
        raise KeyError(word)

    # --- beside the field ---------------------------------------------------------------------

    @cached_property
    def boxes(self) -> Boxes:
        """Rectangles of the papers beside the field, `rounds`, `market`, `decks`, and of what is on them."""
        low = self.side.w > 1.5 * self.side.h
        shares = SIDE_COLUMNS if low else SIDE_SHARES
        wide = (self.side.w - 2 * SIDE_GAP) * SIDE_COLUMNS[2] / sum(SIDE_COLUMNS) if low else self.side.w
        papers = (_rounds(shares[0]), _market(shares[1]), _decks(shares[2], min(14.0, wide * 0.05)))
        return lay_out((row if low else column)(*papers, gap=SIDE_GAP), self.side)

    def scored_after(self, number: int) -> Rect:
        """Rectangle of the scoring after a round: its two tokens, or the last scoring."""
        if number == ROUNDS:
            return self.boxes["final"]
        first = 2 * SCORING_ROUNDS.index(number)
        return self.boxes[f"token {first}"].union(self.boxes[f"token {first + 1}"])

    def bracket(self, number: int) -> Rect:
        """Rectangle of the bracket between a round and its scoring."""
        scored, top = self.scored_after(number), self.boxes[f"round {number - 1}"].bottom
        return Rect(scored.x, top, scored.w, scored.y - top)


def _rounds(share: float) -> Box:
    """Rounds, and below them, from the second on, two tokens each for two scorings, and the last scoring."""
    tokens = (*several("token", 4, 1.0, "top"), Box("final", ratio=1.0, anchor="top"))
    return column(
        row(*several("round", ROUNDS), share=13, gap=6.0),
        row(Box(), *tokens, share=11, gap=6.0),
        name="rounds",
        share=share,
        gap=10.0,
        pad=PANEL_PADDING,
    )


def _market(share: float) -> Box:
    """Levels of art above 0 with their pictures, the slider's way, and the market tokens of the rounds."""
    levels = (
        column(Box(f"frame {index}", share=13), Box(share=17), name=f"level {index}")
        for index in range(max(DATA.tracks["art"].levels))
    )
    upper, groove, tokens = MARKET_SHARES
    return column(
        row(*levels, name="levels", share=upper, gap=6.0),
        Box("groove", share=groove),
        row(*several("value", ROUNDS, 1.0), share=tokens, gap=6.0),
        name="market",
        share=share,
        gap=MARKET_GAP,
        pad=PANEL_PADDING,
    )


def _decks(share: float, gap: float) -> Box:
    """Decks of each level, then the box with cards laid down for good, all with room for a number below."""
    decks = (column(deck, Box(size=30.0)) for deck in several("deck", len(CARD_LEVELS) + 1, CARD_RATIO))
    return row(*decks, name="decks", share=share, gap=gap, pad=PANEL_PADDING)


def bar_height(height: float) -> float:
    """Height in units of the spaces of a track in a strip of this height."""
    return min(height * 0.94, 66.0)


def flow_rect(rect: Rect) -> Rect:
    """Rectangle of the wallets' way in the line above the own estate."""
    size = min(rect.h * 0.74, 40.0)
    return rect.place(size * FLOW_RATIO, size, "right").moved(-6, 0)


def bars_rect(rect: Rect, *, counted: bool = False) -> tuple[Rect, tuple[Rect, ...]]:
    """Rectangles of the character, empty where there is no room, and of five pairs of bars.

    `counted`: badge and prestige stand before them.
    """
    rect = rect.cut_left(BARE_HEAD_WIDTH if counted else 0.0)[1]
    wide = min(rect.h * 0.8, 64.0) if rect.w > 260 else 0.0
    character, bars = rect.cut_left(wide, 8.0 if wide else 0.0)
    return character, tuple(bars.columns(*[1] * len(RESOURCES), gap=4))


def sign_rects(pair: Rect) -> tuple[Rect, Rect]:
    """Rectangles of a resource's sign and its two bars: beside it, or above it in a high or narrow place."""
    if pair.h > 1.1 * pair.w or pair.w < 48:
        return pair.cut_bottom(min(30.0, pair.w, pair.h * 0.55), 3)
    return pair.cut_left(min(30.0, pair.w * 0.5, pair.h), 3)


def _portrait(plate: Rect) -> Rect:
    """Rectangle about the portrait on a plate, where a seat's steps are shown and hide no figure."""
    free = plate.h - foot_rect(plate, FOOT_HEIGHT).h - 16
    side = min(104.0, free, plate.w * 0.29)
    return Rect(plate.x + 24, plate.y + 8, side, free)


@lru_cache(maxsize=32)
def layout_of(field: Rect, beside: Rect, seats: int, viewer: int, plates: tuple[Rect, ...] = ()) -> Layout:
    """Layout of a table; the last 32 are remembered."""
    return Layout(field, beside.cut_top(min(beside.h, TALLEST_SIDE))[0], seats, viewer, plates)


def _around(area: Rect, count: int) -> list[Rect]:
    """Rectangles of `count` estates in two columns, clockwise from the top; of an odd number one is on top.

    Two lie one over the other, or side by side in a wide area.
    """
    if count == 2:
        return (
            area.columns(1, 1, gap=PANEL_GAP)
            if area.w > ABREAST_RATIO * area.h
            else area.rows(1, 1, gap=PANEL_GAP)
        )
    rows = area.rows(*[1] * -(-count // 2), gap=PANEL_GAP)
    top = rows[:1] if count % 2 else []
    pairs = [row.columns(1, 1, gap=PANEL_GAP) for row in rows[len(top) :]]
    left, right = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    clockwise = [*left[::-1], *top, *right]
    first = clockwise.index(rows[0] if top else left[0])
    return clockwise[first:] + clockwise[:first]


def _own_panel(rect: Rect) -> Box:
    """Own estate: a line with the character above its rows; in it, `hand` is for the next scoring."""
    least, most = HEAD_HEIGHTS
    low = rect.h <= LOW_ESTATE_HEIGHT
    two_lines = rect.w < NARROW_ESTATE_WIDTH and not low
    high = TWO_LINES_HEIGHT if two_lines else min(most, max(least, rect.h * 0.085))
    wide = min(high, most) * 0.8
    badge = Box("badge", wide, parts=(Box("character"),))
    prestige = Box("prestige", min(150.0, (rect.w - wide - 8.0) * 0.22))
    head = row(badge, prestige, Box("hand"), size=high, gap=8.0)
    return column(head, _rows(2.0 if low else 6.0), name="estate", gap=6.0)


def _panel(rect: Rect) -> Box:
    """Estate of another seat, with its head above its rows, or in a low panel beside them."""
    pad = (PANEL_PADDING, PANEL_PADDING * 0.8)
    inside = rect.inset(*pad)
    if rect.h < LOW_PANEL_HEIGHT:
        size = (inside.h - 6.0) / 2
        upper = row(Box("badge", size), Box("prestige"), gap=5.0)
        lower = row(Box("character", size), Box("hand"), gap=5.0)
        head = column(upper, lower, size=inside.h * 1.24, gap=6.0)
        return row(head, _rows(2.0), name="estate", gap=PANEL_PADDING, pad=pad)
    tall = inside.h > TALL_PANEL_HEIGHT and inside.w > NARROW_ESTATE_WIDTH
    size = min(0.24 * inside.h, TALL_HEAD_EXTRA if tall else 62.0)
    hand = Box("hand", min((inside.w - 2 * size - 18.0) * 0.5, size * 4))
    rest = row(Box("character", size), row(Box("prestige"), hand, gap=8.0), gap=10.0)
    head = row(Box("badge", size), rest, size=size, gap=8.0)
    return column(head, _rows(2.0), name="estate", gap=6.0, pad=pad)


def _rows(gap: float) -> Box:
    return column(*several("row", len(RESOURCES)), name="rows", gap=gap)


@lru_cache(maxsize=64)
def row_boxes(rect: Rect) -> Boxes:
    """Parts of a row: `icon`, `spaces`, worth `now` of a resource; `seal`, `stars`, `contract` of a seal."""
    return lay_out(_stacked(rect) if _is_stacked(rect) else _flat(rect, is_detailed(rect)), rect)


def is_detailed(rect: Rect) -> bool:
    """Whether there is room for numbers on the spaces of a row."""
    stacked = _is_stacked(rect)
    spaces = lay_out(_stacked(rect) if stacked else _flat(rect, True), rect)["spaces"]
    return spaces.w >= DETAILED_SIZE[0] * MOST_SPACES and (stacked or rect.h >= DETAILED_SIZE[1])


def _is_stacked(rect: Rect) -> bool:
    """Whether the seal's track lies below that of its resource."""
    return rect.h >= (STACKED_ROW_HEIGHT if rect.w > NARROW_ESTATE_WIDTH else NARROW_STACKED_ROW_HEIGHT)


def _stacked(rect: Rect) -> Box:
    gap, roomy = 8.0, rect.h > STACKED_ROW_HEIGHT
    inside, between = rect.inset(8, 4 if roomy else 1), 3.0 if roomy else 2.0
    slim = inside.w < SMALL_SIGN_WIDTH
    icon = min(inside.h * 0.76, 46.0 if slim else 84.0)
    now = 56.0 if slim else max(92.0, inside.w * 0.1)
    seal = min((inside.h - between) * 5 / 11, 48.0)
    stars = SEAL_SPACE_RATIO * (inside.w - icon - now - 2 * gap) / MOST_SPACES * MOST_STARS
    upper = row(Box("spaces"), Box("now", now), share=6, gap=gap)
    lower = row(Box("seal", seal, ratio=1.0), Box("stars", stars), Box("contract"), share=5, gap=gap)
    tracks = column(upper, lower, gap=between)
    return row(Box("icon", icon, ratio=1.0), tracks, gap=gap, pad=(8.0, 4.0 if roomy else 1.0))


def _flat(rect: Rect, detailed: bool) -> Box:
    gap, worth, contract = (8.0, 80.0, 98.0) if detailed else (5.0, 32.0, 32.0)
    size = min(rect.h, 46.0)
    free = rect.w - 1.85 * size - worth - contract - 5 * gap
    unit = free / (RESOURCE_SPACE_RATIO * MOST_SPACES + MOST_STARS)
    return row(
        Box("icon", size, ratio=1.0),
        Box("spaces", unit * RESOURCE_SPACE_RATIO * MOST_SPACES),
        Box("now", worth),
        Box("seal", size * 0.85, ratio=1.0),
        Box("stars", unit * MOST_STARS),
        Box("contract"),
        gap=gap,
    )


def _first(strip: Rect, spaces: int, most: int) -> Rect:
    """Left part of a strip with room for `most` spaces that a track of `spaces` takes."""
    return Rect(strip.x, strip.y, strip.w * spaces / most, strip.h)
