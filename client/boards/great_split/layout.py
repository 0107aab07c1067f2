"""Layout of the table of The Great Split: estates, hands, wallets, and what stands beside them.

With an own seat its estate fills the field, its hand under it; each other estate is five pairs of bars: on
the plate of its seat, or where there are no plates in a line above. A seat that is looked at lies large in
place of the own one. Without an own seat all estates are of about the same size, in a ring, clockwise, as
wallets travel.

An estate has a row for each resource: its track, what it is worth now, the track of its seal, and what the
contract is worth now.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final

import msgspec

from client.boards.contract import foot_rect
from client.ui.geometry import Rect
from core.game import Seat
from core.games.great_split.data import GREAT_SPLIT_DATA, ROUNDS, SCORING_ROUNDS
from core.games.great_split.state import RESOURCES

CARD_RATIO: Final = 0.7
"""A card's width in its heights."""
WALLET_RATIO: Final = 1.3
"""A wallet's width in its heights, with the room for its open flap."""
SPLITTER_WIDTH: Final = 0.46
"""The splitter's width in cards."""
PANEL_GAP: Final = 10.0
"""Units between panels."""
PANEL_PADDING: Final = 10.0
"""Units between the rim of a panel and what is on it."""
HEAD_HEIGHTS: Final = (36.0, 54.0)
"""Units high: the line above the own tracks at least and at most: the next scoring, and the character."""
PROMPT_OVERLAP: Final = 20.0
"""Units at the top of the field, in a wide window, that a sentence of two lines covers."""
BANNER_HEIGHT: Final = 46.0
"""Units high: the line above all estates with the next scoring."""
NARROW_ESTATE_WIDTH, LOW_ESTATE_HEIGHT, TWO_LINES_HEIGHT = 760.0, 400.0, 64.0
"""Units: narrower estates that are not low have a head of two lines, of this height."""
MOST_CARD_HEIGHT: Final = 232.0
"""Units high: own cards at most."""
HAND_HEIGHTS: Final = (0.25, 0.32, 130.0)
"""Height of own cards in heights of the field; in a low field the second, up to the third in units."""
PRESTIGE_WIDTH: Final = 126.0
"""Units of an estate's head for the sign of prestige and a number of three digits; expected points stand
behind them.
"""
SIGN_WIDTH, COMING_WIDTH = 46.0, 80.0
"""Units for the sign of prestige, and for expected points."""
COUNT_WIDTH: Final = 34.0
"""Units for the number of another seat's cards."""
LOW_PANEL_HEIGHT: Final = 150.0
"""Units high: lower panels have their head at the left."""
LEAST_ROW_HEIGHT: Final = 26.0
"""Units high: a row of an estate at least; lower estates are shown as five pairs of bars."""
ABREAST_RATIO: Final = 1.7
"""Width to height of areas in which two estates lie side by side."""
TALL_PANEL_HEIGHT, TALL_HEAD_EXTRA = 560.0, 112.0
"""Units high: an estate with a higher head, and by how much, so that the cards in it are readable."""
FOOT_HEIGHT: Final = 84.0
"""Units at the foot of a plate for five pairs of bars."""
BARE_HEAD_WIDTH: Final = 92.0
"""Units for badge and prestige before the bars of a seat that has no plate."""
PLAYED_CARD_ROOM: Final = 72.0
"""Units behind them for a card that is played and hides no bar."""
SUMMARY_SIZE: Final = (270.0, 62.0)
"""Units across and down, about: the bars of a seat that has no plate."""
FLOW_RATIO: Final = 5.6
"""Width to height of the picture of the wallets' way."""
HAND_ARC: Final = 14.0
"""Units by which the outer cards of the own hand lie lower than the middle."""
RESOURCE_SPACE_RATIO: Final = 1.22
"""Width of a space of a resource track, in spaces of a seal track."""
SEAL_SPACE_RATIO: Final = 0.84
"""The same where the seal track lies below the resource track."""
CLOSED_WALLET_SHARE: Final = 0.5
"""Height of the closed own wallet, in heights of the place for the hand."""
LEAST_PLAYED_HEIGHT: Final = 124.0
"""Units high: own played cards at least, if there is room, so that their signs can be read."""
SALE_WIDTH: Final = 112.0
"""Units wide: a place where cards are sold."""
SUMS_HEIGHT: Final = 36.0
"""Units high: the line below cards with the sums of groups."""
DETAILED_SIZE: Final = (28.0, 30.0)
"""Units: estates with spaces this wide, in rows this high, show numbers on them."""
STACKED_ROW_HEIGHT, NARROW_STACKED_ROW_HEIGHT = 56.0, 50.0
"""Units high: rows from here on have the seal's track below the resource's; the second in narrow estates."""
SMALL_SIGN_WIDTH: Final = 580.0
"""Units wide: narrower estates have smaller signs, so that their spaces have room for figures."""
SIDE_SHARES, SIDE_GAP = (32, 46, 22), 14.0
"""Shares of the rounds, the market and the decks in the height of the side; units between them."""
SIDE_COLUMNS: Final = (45, 31, 24)
"""Their shares in the width of a low side, where they lie side by side."""
MARKET_SHARES, MARKET_GAP = (48, 22, 22), 8.0
"""Shares of levels with amounts, the slider's way and tokens in the height of the market; units between."""
SLIDER_SHARES: Final = (MARKET_SHARES[0] * 16 / 30, MARKET_SHARES[1])
"""Heights of the tray and of the slider's way."""
TALLEST_SIDE: Final = 600.0
"""Units of the side that are used at most: below, a table may have buttons of its own."""

DATA: Final = GREAT_SPLIT_DATA
LAST_SPACES: Final = DATA.spaces
"""The last space of each of the ten tracks."""
MOST_SPACES: Final = max(LAST_SPACES[: len(RESOURCES)])
MOST_STARS: Final = max(LAST_SPACES[len(RESOURCES) :])
"""Spaces of the longest track of a resource, and of a seal."""


class ResourceRow(msgspec.Struct, frozen=True):
    """A resource of an estate: signs, spaces and worth of its track and of its seal's."""

    rect: Rect
    """All of it."""
    icon: Rect
    spaces: Rect
    now: Rect
    seal: Rect
    seal_spaces: Rect
    contract: Rect

    def moved(self, dx: float, dy: float) -> ResourceRow:
        """Row moved by dx, dy."""
        return ResourceRow(*(getattr(self, part).moved(dx, dy) for part in self.__struct_fields__))


class EstateHead(msgspec.Struct, frozen=True):
    """Head of an estate: badge, character, prestige, and a small place for hand or wallet.

    In the own estate's head `hand` is for the next scoring, and for the way of the wallets.
    """

    badge: Rect
    character: Rect
    prestige: Rect
    hand: Rect


class EstatePanel(msgspec.Struct, frozen=True):
    """The estate of a seat: `rect` is all of it; `detailed` if it has room for numbers."""

    rect: Rect
    head: EstateHead
    rows: tuple[ResourceRow, ...]
    detailed: bool

    @property
    def tracks(self) -> Rect:
        """All rows."""
        return self.rows[0].rect.union(self.rows[-1].rect)


class Layout(msgspec.Struct, frozen=True, dict=True):
    """Places of everything for a viewer (-1: somebody without a seat), in units.

    `field` is the place that a screen gives the board, `side` the used part of the strip beside it: no
    button there moves or changes anything. `plates` are those of the seats, if the screen has any.
    """

    field: Rect
    side: Rect
    seats: int
    viewer: int = -1
    plates: tuple[Rect, ...] = ()

    @property
    def own(self) -> Seat | None:
        """Seat whose estate is large."""
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
        """Strip of the own hand, if there is an own seat."""
        usual, most, low = HAND_HEIGHTS
        high = min(MOST_CARD_HEIGHT, max(usual * self.inner.h, min(most * self.inner.h, low)))
        return self.inner.cut_bottom(high + SUMS_HEIGHT + 2)[0]

    @cached_property
    def panels(self) -> dict[int, EstatePanel]:
        """Large estates: the own one, or all if they are readable."""
        if self.own is not None:
            above = self.inner.cut_bottom(self.strip.h, PANEL_GAP)[1]
            return {self.own: _own_panel(above)}
        found = {seat: _panel(rect) for seat, rect in self._places.items()}
        readable = all(panel.rows[0].rect.h >= LEAST_ROW_HEIGHT for panel in found.values())
        return found if readable else {}

    @property
    def _places(self) -> dict[int, Rect]:
        """Part of the field for each seat where nobody has an own seat."""
        area = self.field.inset(4, 0).cut_top(BANNER_HEIGHT)[1]
        return dict(zip(map(int, self.ring), _around(area, self.seats), strict=True))

    @cached_property
    def summaries(self) -> dict[int, Rect]:
        """Bars of the seats whose estates are not large."""
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

    @property
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
        """The estate of a seat, or its bars."""
        return self.panels[seat].rect if seat in self.panels else self.summaries[seat]

    def pair(self, seat: int, resource: int) -> Rect:
        """The two bars of a resource; all of a plate that has no room for them."""
        place = self.summaries[seat]
        return bars_rect(place, counted=self.counted)[1][resource] if self.has_bars else place

    def character(self, seat: int) -> Rect:
        """The character before the bars of a seat; empty where there is no room."""
        return bars_rect(self.summaries[seat], counted=self.counted)[0]

    @property
    def counted(self) -> bool:
        """Whether badge and prestige of a seat stand before its bars."""
        return self.own is None or not self.plates

    def row(self, seat: int, track: int) -> ResourceRow:
        """The row of a track, or of a seal track's resource."""
        return self.panels[seat].rows[track % len(RESOURCES)]

    def sign(self, seat: int, track: int) -> Rect:
        """The sign of a track, which is also its space 0."""
        row = self.row(seat, track)
        return row.icon if track < len(RESOURCES) else row.seal

    def strip_of(self, seat: int, track: int) -> Rect:
        """All spaces of a track from 1 on."""
        row = self.row(seat, track)
        if track < len(RESOURCES):
            return _first(row.spaces, LAST_SPACES[track], MOST_SPACES)
        return _first(row.seal_spaces, LAST_SPACES[track], MOST_STARS)

    def track(self, seat: int, track: int) -> Rect:
        """A track with its sign, if that stands beside it."""
        sign, strip = self.sign(seat, track), self.strip_of(seat, track)
        return sign.union(strip) if abs(sign.cy - strip.cy) < 1 else strip

    def sealed(self, seat: int, seal: int) -> Rect:
        """The track of a seal with what its contract is worth."""
        return self.track(seat, seal).union(self.row(seat, seal).contract)

    def cell(self, seat: int, track: int, n: int) -> Rect:
        """Space `n` of a track; 0 is its sign."""
        if n < 1:
            return self.sign(seat, track)
        strip = self.strip_of(seat, track)
        wide = strip.w / LAST_SPACES[track]
        return Rect(strip.x + wide * (n - 1), strip.y, wide, strip.h)

    def prestige_of(self, seat: int, more: float = 0.0) -> Rect:
        """Sign of prestige and its number, in the head of an estate; `more` units for expected points."""
        place = self.panels[seat].head.prestige
        return place.cut_left(min(place.w, PRESTIGE_WIDTH + more))[0]

    @property
    def banner(self) -> Rect:
        """Place of the next scoring: in the head of the own estate, else over the others."""
        if self.own is None:
            return self.field.cut_top(BANNER_HEIGHT)[0].inset(12, 2)
        place = self.panels[self.own].head.hand
        return place if self.plates else place.cut_right(flow_rect(place).w + 12)[1]

    @property
    def flow(self) -> Rect:
        """Picture of the wallets' way: on the own plate, else in the head of the own estate.

        It is empty on a plate that has no room for it.
        """
        assert self.own is not None
        if self.plates:
            place = foot_rect(self.plates[self.own], FOOT_HEIGHT)
            return place.place(min(place.w, FLOW_RATIO * place.h * 0.8), place.h * 0.8)
        return flow_rect(self.panels[self.own].head.hand)

    # --- hands and wallets --------------------------------------------------------------------

    def hand(self, seat: int) -> Rect:
        """Place of a seat's hand; another seat's is small, in the head of its estate."""
        if seat == self.own:
            return self.strip
        if seat in self.panels:
            return self.panels[seat].head.hand
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
        """Lines below two groups, as wide as they need (in their heights) and as there is room."""
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
        """A card of `count` in the own hand."""
        return _line(self.cards, [1.0] * count)[index]

    def spread(self, left: int, right: int) -> tuple[tuple[Rect, ...], Rect, tuple[Rect, ...]]:
        """The own cards parted: the left group, the splitter, the right group."""
        line = _line(self.cards, [*[1.0] * left, SPLITTER_WIDTH, *[1.0] * right], apart=2.5)
        return tuple(line[:left]), line[left], tuple(line[left + 1 :])

    def groups(self, left: int, right: int) -> tuple[Rect, Rect]:
        """Rectangles of two parted groups; of an empty one a card's place beside the splitter."""
        before, splitter, behind = self.spread(left, right)
        wide, high = splitter.h * CARD_RATIO, splitter.h
        start = Rect(splitter.x - PANEL_GAP - wide, splitter.y, wide, high)
        end = Rect(splitter.right + PANEL_GAP, splitter.y, wide, high)
        return (
            before[0].union(before[-1]) if before else start,
            behind[0].union(behind[-1]) if behind else end,
        )

    def resolving(self, cards: int, splitter: bool) -> tuple[tuple[Rect, ...], Rect | None]:
        """Own cards still to be played, and the splitter behind them."""
        line = _line(
            self.cards.columns(4, 1, gap=2 * PANEL_GAP)[0], [*[1.0] * cards, *[SPLITTER_WIDTH] * splitter]
        )
        return tuple(line[:cards]), line[cards] if splitter else None

    def played(self, index: int, count: int) -> Rect:
        """A card of `count` that the own seat has resolved, while others are still to be played."""
        pile = self.cards.columns(4, 1, gap=2 * PANEL_GAP)[1]
        high = max(0.62 * pile.h, min(pile.h, LEAST_PLAYED_HEIGHT))
        return _line(pile.place(pile.w, high, "right"), [1.0] * count)[index]

    @property
    def sales(self) -> tuple[Rect, Rect]:
        """Places to sell cards, for gold and for prestige: at the right below the cards played."""
        line = self.strip.cut_bottom(SUMS_HEIGHT)[0]
        gold, prestige = line.cut_right(2 * SALE_WIDTH + PANEL_GAP)[0].columns(1, 1, gap=PANEL_GAP)
        return gold, prestige

    def resting(self, seat: int) -> Rect:
        """Place of a closed wallet at a seat: at the right of the place for its hand."""
        if seat == self.own:
            return self.strip.scaled(CLOSED_WALLET_SHARE).fit(WALLET_RATIO)
        return self.hand(seat).fit(WALLET_RATIO, "right")

    def fan(self, seat: int, count: int) -> list[Rect]:
        """Places of `count` overlapping things in the head of another seat's estate."""
        fan = self.hand(seat).cut_right(self.count(seat).w, 4)[1]
        wide = min(fan.h * CARD_RATIO, fan.w)
        step = min(wide * 0.62, (fan.w - wide) / max(1, count - 1))
        first = fan.right - wide - step * (count - 1)
        return [Rect(first + step * index, fan.y, wide, fan.h) for index in range(count)]

    def count(self, seat: int) -> Rect:
        """Number of another seat's cards, beside them."""
        place = self.hand(seat)
        return place.cut_right(min(COUNT_WIDTH, place.w * 0.4))[0]

    def marker(self, seat: int, track: int, reached: float) -> Rect:
        """The marker on a track: behind the last space reached."""
        strip = self.strip_of(seat, track)
        x = strip.x + strip.w / LAST_SPACES[track] * reached
        wide = min(9.0, max(3.5, strip.w / LAST_SPACES[track] / 6))
        return Rect.around(x, strip.cy, wide, bar_height(strip.h) + 4)

    # --- places by their names ----------------------------------------------------------------

    def named(self, word: str) -> Rect:
        """A place by its name: `side`, `market`, `level-3`, `seat-1`, `wallet-1`; or one of the own estate.

        That is `head`, `hand`, a row by its resource (`books`), what that is worth (`books-worth`), its
        contract (`books-contract`). Raises KeyError for any other word.
        """
        name, _, part = word.partition("-")
        seat = self.own or Seat(0)
        if name in RESOURCES:
            row = self.panels[seat].rows[RESOURCES.index(name)]
            return {"": row.rect.grown(4), "worth": row.now, "contract": row.contract}[part]
        match name, part:
            case "hand", "":
                strip = self.hand(seat)
                return Rect(strip.x - 4, strip.y - 2 * PANEL_GAP, strip.w + 8, strip.h + 2 * PANEL_GAP + 4)
            case "head", "":
                head = self.panels[seat].head
                return head.character.union(head.hand).grown(6)
            case "side", "":
                return self.side
            case "market", "":
                return self.papers[1]
            case "level", _ if part.isdecimal():
                return self.levels[int(part) - 1]
            case "seat", _ if part.isdecimal():
                return self.panel(int(part))
            case "wallet", _ if part.isdecimal():
                return self.resting(int(part))
        raise KeyError(word)

    # --- beside the field ---------------------------------------------------------------------

    @cached_property
    def papers(self) -> tuple[Rect, Rect, Rect]:
        """The rounds with the scoring lines, the art market, and the decks: below one another or beside."""
        if self.side.w > 1.5 * self.side.h:
            rounds, market, decks = self.side.columns(*SIDE_COLUMNS, gap=SIDE_GAP)
        else:
            rounds, market, decks = self.side.rows(*SIDE_SHARES, gap=SIDE_GAP)
        return rounds, market, decks

    @cached_property
    def rounds(self) -> tuple[Rect, ...]:
        """A place for each round."""
        return tuple(self._round_rows[0].columns(*[1] * ROUNDS, gap=6))

    @cached_property
    def _under(self) -> tuple[Rect, ...]:
        """The places below the rounds, from the second on."""
        return tuple(cell.fit(1.0, "top") for cell in self._round_rows[1].columns(*[1] * ROUNDS, gap=6))[1:]

    @property
    def _round_rows(self) -> list[Rect]:
        return self.papers[0].inset(PANEL_PADDING).rows(13, 11, gap=10)

    @property
    def tokens(self) -> tuple[Rect, ...]:
        """The scoring tokens: two each of the lines after rounds 3 and 4."""
        return self._under[:4]

    @property
    def final(self) -> Rect:
        """Place of the last round's scoring."""
        return self._under[4]

    def scored_after(self, number: int) -> Rect:
        """Place of the scoring after a round: its two tokens, or all of the last."""
        if number == ROUNDS:
            return self.final
        first, second = self.tokens[2 * SCORING_ROUNDS.index(number) :][:2]
        return first.union(second)

    def bracket(self, number: int) -> Rect:
        """Bracket between a round and its scoring."""
        scored, top = self.scored_after(number), self.rounds[number - 1].bottom
        return Rect(scored.x, top, scored.w, scored.y - top)

    @cached_property
    def _market_rows(self) -> list[Rect]:
        return self.papers[1].inset(PANEL_PADDING).rows(*MARKET_SHARES, gap=MARKET_GAP)

    @cached_property
    def levels(self) -> tuple[Rect, ...]:
        """A column for each level of art above 0."""
        return tuple(self._market_rows[0].columns(*[1] * max(DATA.tracks["art"].levels), gap=6))

    @cached_property
    def frames(self) -> tuple[Rect, ...]:
        """The upper part of these columns, for the levels."""
        return tuple(column.rows(13, 17)[0] for column in self.levels)

    @property
    def sliding(self) -> Rect:
        """Tray with the row of amounts, below it the way of the slider."""
        upper, groove, _ = self._market_rows
        return upper.cut_top(upper.h * 14 / 30)[1].union(groove)

    @cached_property
    def market_tokens(self) -> tuple[Rect, ...]:
        """The market tokens of the rounds."""
        return tuple(cell.fit(1.0) for cell in self._market_rows[2].columns(*[1] * ROUNDS, gap=6))

    @cached_property
    def decks(self) -> tuple[Rect, ...]:
        """The cards of each level not yet drawn, then the box: cards laid down, which do not come back."""
        return tuple(
            _deck(rect)
            for rect in self.papers[2]
            .inset(PANEL_PADDING)
            .columns(1, 1, 1, 1, gap=min(14.0, self.papers[2].w * 0.05))
        )

    @property
    def box(self) -> Rect:
        """Place where cards are laid down."""
        return self.decks[-1]


def bar_height(height: float) -> float:
    """Units high: the spaces of a track in a strip of this height."""
    return min(height * 0.94, 66.0)


def flow_rect(place: Rect) -> Rect:
    """Picture of the wallets' way in the line above the own estate."""
    size = min(place.h * 0.74, 40.0)
    return place.place(size * FLOW_RATIO, size, "right").moved(-6, 0)


def bars_rect(place: Rect, *, counted: bool = False) -> tuple[Rect, tuple[Rect, ...]]:
    """The place of the character, empty where there is no room, and five pairs of bars.

    `counted`: badge and prestige stand before them.
    """
    place = place.cut_left(BARE_HEAD_WIDTH if counted else 0.0)[1]
    wide = min(place.h * 0.8, 64.0) if place.w > 260 else 0.0
    character, bars = place.cut_left(wide, 8.0 if wide else 0.0)
    return character, tuple(bars.columns(*[1] * len(RESOURCES), gap=4))


def sign_rects(pair: Rect) -> tuple[Rect, Rect]:
    """The sign of a resource and its two bars: beside it, or above it where that is higher than wide."""
    if pair.h > 1.1 * pair.w or pair.w < 48:
        return pair.cut_bottom(min(30.0, pair.w, pair.h * 0.55), 3)
    return pair.cut_left(min(30.0, pair.w * 0.5, pair.h), 3)


def _portrait(plate: Rect) -> Rect:
    """Portrait on a plate, about: what a seat does is shown there, and hides no figure."""
    free = plate.h - foot_rect(plate, FOOT_HEIGHT).h - 16
    side = min(104.0, free, plate.w * 0.29)
    return Rect(plate.x + 24, plate.y + 8, side, free)


@lru_cache(maxsize=32)
def layout_of(field: Rect, beside: Rect, seats: int, viewer: int, plates: tuple[Rect, ...] = ()) -> Layout:
    """Layout of a table; called several times in every frame."""
    return Layout(field, beside.cut_top(min(beside.h, TALLEST_SIDE))[0], seats, viewer, plates)


def _around(area: Rect, count: int) -> list[Rect]:
    """`count` panels in two columns clockwise, the first on top; of an odd number one lies across the top.

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


def _own_panel(rect: Rect) -> EstatePanel:
    """An estate as large as can be: a line with the character above its rows."""
    least, most = HEAD_HEIGHTS
    high = (
        TWO_LINES_HEIGHT
        if rect.w < NARROW_ESTATE_WIDTH and rect.h > LOW_ESTATE_HEIGHT
        else min(most, max(least, rect.h * 0.085))
    )
    head, body = rect.cut_top(high, 6)
    character, rest = head.cut_left(min(head.h, most) * 0.8, 8)
    prestige, rest = rest.cut_left(min(150.0, rest.w * 0.22), 8)
    return _with_rows(
        rect,
        EstateHead(character, character, prestige, rest),
        body,
        6.0 if rect.h > LOW_ESTATE_HEIGHT else 2.0,
    )


def _panel(rect: Rect) -> EstatePanel:
    inside = rect.inset(PANEL_PADDING, PANEL_PADDING * 0.8)
    if rect.h < LOW_PANEL_HEIGHT:
        head, body = inside.cut_left(inside.h * 1.24, PANEL_PADDING)
        return _with_rows(rect, _head_beside(head), body, 2.0)
    most = TALL_HEAD_EXTRA if inside.h > TALL_PANEL_HEIGHT and inside.w > NARROW_ESTATE_WIDTH else 62.0
    head, body = inside.cut_top(min(0.24 * inside.h, most), 6)
    return _with_rows(rect, _head_above(head), body, 2.0)


def _with_rows(rect: Rect, head: EstateHead, body: Rect, gap: float) -> EstatePanel:
    lines = body.rows(*[1] * len(RESOURCES), gap=gap)
    if lines[0].h >= (STACKED_ROW_HEIGHT if body.w > NARROW_ESTATE_WIDTH else NARROW_STACKED_ROW_HEIGHT):
        rows = tuple(_stacked(line) for line in lines)
        return EstatePanel(rect, head, rows, rows[0].spaces.w >= DETAILED_SIZE[0] * MOST_SPACES)
    rows = tuple(_row(line, True) for line in lines)
    detailed = rows[0].spaces.w >= DETAILED_SIZE[0] * MOST_SPACES and lines[0].h >= DETAILED_SIZE[1]
    return EstatePanel(rect, head, tuple(_row(line, detailed) for line in lines), detailed)


def _head_above(head: Rect) -> EstateHead:
    size = head.h
    badge, rest = head.cut_left(size, 8)
    character, rest = rest.cut_left(size, 10)
    hand, rest = rest.cut_right(min(rest.w * 0.5, size * 4), 8)
    return EstateHead(badge, character, rest, hand)


def _head_beside(head: Rect) -> EstateHead:
    upper, lower = head.rows(1, 1, gap=6)
    badge, prestige = upper.cut_left(upper.h, 5)
    character, hand = lower.cut_left(lower.h, 5)
    return EstateHead(badge, character, prestige, hand)


def _stacked(row: Rect) -> ResourceRow:
    """Row with the seal's track below that of its resource, where there is more height."""
    gap, inside = 8.0, row.inset(8, 4 if row.h > STACKED_ROW_HEIGHT else 1)
    slim = inside.w < SMALL_SIGN_WIDTH
    sign, rest = inside.cut_left(min(inside.h * 0.76, 46.0 if slim else 84.0), gap)
    now, bars = rest.cut_right(56.0 if slim else max(92.0, inside.w * 0.1), gap)
    upper, lower = bars.union(now).rows(6, 5, gap=3 if row.h > STACKED_ROW_HEIGHT else 2)
    spaces, worth = (part.meet(upper) for part in (bars, now))
    seal, stars = lower.cut_left(min(lower.h, 48.0), gap)
    stars, contract = stars.cut_left(SEAL_SPACE_RATIO * bars.w / MOST_SPACES * MOST_STARS, gap)
    return ResourceRow(row, sign.fit(1.0), spaces, worth, seal.fit(1.0), stars, contract)


def _row(row: Rect, detailed: bool) -> ResourceRow:
    gap, worth, contract = (8.0, 80.0, 98.0) if detailed else (5.0, 32.0, 32.0)
    size = min(row.h, 46.0)
    free = row.w - 1.85 * size - worth - contract - 5 * gap
    unit = free / (RESOURCE_SPACE_RATIO * MOST_SPACES + MOST_STARS)
    icon, rest = row.cut_left(size, gap)
    ahead, rest = rest.cut_left(unit * RESOURCE_SPACE_RATIO * MOST_SPACES, gap)
    now, rest = rest.cut_left(worth, gap)
    seal, rest = rest.cut_left(size * 0.85, gap)
    stars, rest = rest.cut_left(unit * MOST_STARS, gap)
    return ResourceRow(row, icon.fit(1.0), ahead, now, seal.fit(1.0), stars, rest)


def _first(strip: Rect, spaces: int, most: int) -> Rect:
    """Part of a strip for `most` spaces that a track of fewer takes."""
    return Rect(strip.x, strip.y, strip.w * spaces / most, strip.h)


def _line(area: Rect, widths: Sequence[float], apart: float = 1.0) -> list[Rect]:
    """Cards side by side in the middle of an area, overlapping where they would not fit.

    `widths` are in cards; the splitter stands `apart` times as far from its neighbours.
    """
    wide = min((area.h - HAND_ARC) * CARD_RATIO, area.w)
    gaps = [wide * 0.07 * (apart if SPLITTER_WIDTH in pair else 1.0) for pair in pairwise(widths)]
    total = wide * sum(widths) + sum(gaps)
    over = max(0.0, total - area.w) / max(1, len(gaps))
    x, rects = area.cx - min(total, area.w) / 2, []
    for index, share in enumerate(widths):
        low = HAND_ARC * (2 * (x + wide * share / 2 - area.cx) / area.w) ** 2 - HAND_ARC / 2
        rects.append(Rect(x, area.cy - wide / CARD_RATIO / 2 + low, wide * share, wide / CARD_RATIO))
        x += wide * share + (gaps[index] - over if index < len(gaps) else 0.0)
    return rects


def _deck(rect: Rect) -> Rect:
    return rect.cut_bottom(30)[1].fit(CARD_RATIO)
