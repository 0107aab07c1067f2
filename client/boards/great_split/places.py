"""Where things lie on the table of The Great Split: estates, hands, wallets, and what stands beside them.

The seats sit in a ring, clockwise, as wallets travel. With an own seat its estate lies wide below, its
hand under it, and the others above: its left neighbour at the lower left, its right neighbour at the
lower right. Without one all estates are of about the same size, the first seat's on top.

An estate has a row for each resource: its track, what it is worth now, the track of its seal, and what the
contract is worth now.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal

import msgspec

from client.ui.geometry import Point, Rect
from core.game import Seat
from core.games.great_split.data import GREAT_SPLIT_DATA, ROUNDS, Data
from core.games.great_split.state import RESOURCES, TRACKS

PRESTIGE: Final = len(TRACKS)
"""Prestige where a track is named by its number: it stands in the head of an estate."""
CARD: Final = 0.7
"""A card's width in its heights."""
SPLITTER: Final = 0.46
"""The splitter's width in cards."""
GAP: Final = 10.0
"""Units between panels."""
PAD: Final = 10.0
"""Units between the rim of a panel and what is on it."""
NEAR: Final = 2.0
"""So many units above and below a track still mean it, and twice as many at its ends."""
PRESTIGE_WIDE: Final = 126.0
"""Units of an estate's head for the sign of prestige and a number of three digits; what is to come stands
behind them.
"""
HAND: Final = 0.2
"""The own hand's height in heights of the field."""
OWN: Final = (0.56, 0.5, 0.46)
"""The share of the own estate in what the hand leaves, for one, two, three rows of others."""
FLAT: Final = 150.0
"""Lower panels than this carry their head at the left."""
WIDER: Final = 1.22
"""A space of a resource track in spaces of a seal track."""
SUMS: Final = 32.0
"""How high the line is below cards that says what groups of them bring."""
DETAILED: Final = (560.0, 30.0)
"""Estates so wide, with rows so high, show numbers on their spaces."""
BROAD, STACKED = 760.0, 52.0
"""Narrower estates with rows so high have the track of each seal below that of its resource."""
SIDE_SHARES, SIDE_GAP = (32, 46, 22), 14.0
"""Shares of the rounds, the market and the decks in the height of the side; units between them."""
TALLEST: Final = 600.0
"""Units of the side that are used at most: below, a table may have buttons of its own."""

Held = int | Literal["splitter"]
"""What lies in a row of cards: a card's place in it, or the splitter."""


class Row(msgspec.Struct, frozen=True):
    """A resource of an estate: signs, spaces and worth of its track and of its seal's."""

    icon: Rect
    spaces: Rect
    now: Rect
    seal: Rect
    seal_spaces: Rect
    contract: Rect


class Head(msgspec.Struct, frozen=True):
    """Whose an estate is: badge, character, prestige, and a small place for hand or wallet."""

    badge: Rect
    character: Rect
    prestige: Rect
    hand: Rect


class Panel(msgspec.Struct, frozen=True):
    """The estate of a seat: `rect` is all of it; `detailed` if it has room for numbers."""

    rect: Rect
    head: Head
    rows: tuple[Row, ...]
    detailed: bool


class Places:
    """The layout of a table in one window, in units."""

    def __init__(
        self, field: Rect, side: Rect, seats: int, viewer: int, data: Data = GREAT_SPLIT_DATA
    ) -> None:
        self.field = field
        self.side = side.cut_top(min(side.h, TALLEST))[0]
        """What is used of the strip beside the field; so no button there moves or changes anything."""
        self.seats = seats
        self.own = Seat(viewer) if 0 <= viewer < seats else None
        """Whose estate lies large below."""
        self.data = data
        resources = len(RESOURCES)
        self._spaces = (max(data.spaces[:resources]), max(data.spaces[resources:]))
        self._lay_out_field()
        self._lay_out_side()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Places) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[Rect, Rect, int, int | None, int]:
        return self.field, self.side, self.seats, self.own, id(self.data)

    # --- estates ------------------------------------------------------------------------------

    def _lay_out_field(self) -> None:
        rects: dict[int, Rect] = {}
        others, self.strip = self.field, None
        if self.own is not None:
            self.strip, above = self.field.cut_bottom(self.field.h * HAND, GAP)
            rows = -(-(self.seats - 1) // 2)
            rects[self.own], others = above.cut_bottom(above.h * OWN[rows - 1], GAP)
        ring = self.ring
        rects |= zip(ring, _around(others, len(ring), self.own is not None), strict=True)
        self.panels = tuple(
            _panel(rects[seat], self._spaces, own=seat == self.own) for seat in range(self.seats)
        )

    strip: Rect | None
    """Where the own hand lies; None without an own seat."""

    @property
    def ring(self) -> tuple[Seat, ...]:
        """The seats in the panels above, clockwise: from the left neighbour on, or from the first."""
        if self.own is None:
            return tuple(map(Seat, range(self.seats)))
        return tuple(Seat((self.own + step) % self.seats) for step in range(1, self.seats))

    def panel(self, seat: int) -> Rect:
        """The estate of a seat."""
        return self.panels[seat].rect

    def row(self, seat: int, track: int) -> Row:
        """The row of a track, or of a seal track's resource."""
        return self.panels[seat].rows[track % len(RESOURCES)]

    def sign(self, seat: int, track: int) -> Rect:
        """The sign of a track, which is also its space 0."""
        if track == PRESTIGE:
            return self.prestige_of(seat)
        row = self.row(seat, track)
        return row.icon if track < len(RESOURCES) else row.seal

    def strip_of(self, seat: int, track: int) -> Rect:
        """All spaces of a track from 1 on."""
        row = self.row(seat, track)
        if track < len(RESOURCES):
            return _first(row.spaces, self.data.spaces[track], self._spaces[0])
        return _first(row.seal_spaces, self.data.spaces[track], self._spaces[1])

    def track(self, seat: int, track: int) -> Rect:
        """A track with its sign, if that stands beside it."""
        if track == PRESTIGE:
            return self.prestige_of(seat)
        sign, strip = self.sign(seat, track), self.strip_of(seat, track)
        return sign.union(strip) if abs(sign.cy - strip.cy) < 1 else strip

    def cell(self, seat: int, track: int, n: int) -> Rect:
        """Space `n` of a track; 0 is its sign."""
        if n < 1:
            return self.sign(seat, track)
        strip = self.strip_of(seat, track)
        wide = strip.w / self.data.spaces[track]
        return Rect(strip.x + wide * (n - 1), strip.y, wide, strip.h)

    def space(self, seat: int, track: int, n: int) -> Point:
        """The middle of space `n` of a track."""
        return self.cell(seat, track, n).centre

    def prestige_of(self, seat: int) -> Rect:
        """The sign of prestige and its number, in the head of an estate."""
        place = self.panels[seat].head.prestige
        return place.cut_left(min(place.w, PRESTIGE_WIDE))[0]

    def track_at(self, spot: Point) -> int | None:
        """The track of the own estate under a point, or `PRESTIGE`."""
        if self.own is None:
            return None
        if self.prestige_of(self.own).contains(*spot):
            return PRESTIGE
        for index in range(len(self.data.spaces)):
            row = self.row(self.own, index)
            worth = row.now if index < len(RESOURCES) else row.contract
            parts = (self.sign(self.own, index), self.strip_of(self.own, index), worth)
            if any(part.inset(-2 * NEAR, -NEAR).contains(*spot) for part in parts):
                return index
        return None

    # --- hands and wallets --------------------------------------------------------------------

    def hand(self, seat: int) -> Rect:
        """Where the hand of a seat lies; another seat's small, in the head of its estate."""
        if seat == self.own and self.strip is not None:
            return self.strip
        return self.panels[seat].head.hand

    def wallet(self, seat: int) -> Rect:
        """Where a wallet that has come to a seat rests."""
        return self.hand(seat).fit(1.3)

    @property
    def aside(self) -> Rect:
        """Where a wallet waits beside the cards that were taken out of it."""
        return (self.strip or self.field).columns(3, 1, gap=2 * GAP)[1].fit(1.3)

    @property
    def card_size(self) -> tuple[float, float]:
        """How large cards in the own hand are; without one, how large they would be."""
        high = (self.strip.h if self.strip is not None else self.field.h * HAND) - SUMS - 2
        return high * CARD, high

    @property
    def cards(self) -> Rect:
        """The part of the own strip for cards; below it stands what groups of them bring."""
        return (self.strip or self.field).cut_bottom(SUMS, 2)[1]

    def sums(self, left: int, right: int) -> tuple[Rect, Rect]:
        """The lines below two groups, as wide as there is room."""
        strip, splitter = self.strip or self.field, self.spread(left, right)[1]
        lines = []
        for group, end in zip(self.groups(left, right), (strip.x, strip.right), strict=True):
            half = min(abs(group.cx - end), abs(splitter.cx - group.cx)) - GAP / 2
            lines.append(Rect.around(group.cx, strip.bottom - SUMS / 2, 2 * half, SUMS))
        return lines[0], lines[1]

    def card(self, seat: int, index: int, count: int) -> Rect:
        """A card of `count` in a seat's hand."""
        return _line(self._cards_of(seat), [1.0] * count)[index]

    def _cards_of(self, seat: int) -> Rect:
        return self.cards if seat == self.own else self.hand(seat)

    def card_at(self, spot: Point, count: int) -> int | None:
        """Which of `count` cards of the own hand lies uppermost under a point."""
        return None if self.strip is None else _at(_line(self.cards, [1.0] * count), spot)

    def spread(self, left: int, right: int) -> tuple[tuple[Rect, ...], Rect, tuple[Rect, ...]]:
        """The own cards parted: the left group, the splitter, the right group."""
        line = _line(self.cards, [*[1.0] * left, SPLITTER, *[1.0] * right], apart=2.5)
        return tuple(line[:left]), line[left], tuple(line[left + 1 :])

    def spread_at(self, spot: Point, left: int, right: int) -> Held | None:
        """What of the parted cards lies under a point: a card, counted from the left, or the splitter."""
        if self.strip is None:
            return None
        before, splitter, behind = self.spread(left, right)
        if splitter.grown(GAP / 2).contains(*spot):
            return "splitter"
        return _at([*before, *behind], spot)

    def trays(self, left: int, right: int) -> tuple[Rect, Rect]:
        """The two groups of a wallet that lies open: everything before and behind the splitter."""
        strip = self.strip or self.field
        splitter = self.spread(left, right)[1]
        before = Rect(strip.x, strip.y, splitter.x - GAP / 2 - strip.x, strip.h)
        return before, Rect(
            splitter.right + GAP / 2, strip.y, strip.right - splitter.right - GAP / 2, strip.h
        )

    def groups(self, left: int, right: int) -> tuple[Rect, Rect]:
        """What the two groups of parted cards cover; of an empty one a card's place beside the splitter."""
        before, splitter, behind = self.spread(left, right)
        wide, high = splitter.h * CARD, splitter.h
        start = Rect(splitter.x - GAP - wide, splitter.y, wide, high)
        end = Rect(splitter.right + GAP, splitter.y, wide, high)
        return (
            before[0].union(before[-1]) if before else start,
            behind[0].union(behind[-1]) if behind else end,
        )

    def resolving(self, cards: int, splitter: bool) -> tuple[tuple[Rect, ...], Rect | None]:
        """The own cards still to be played, and the splitter behind them."""
        line = _line(self.unplayed, [*[1.0] * cards, *[SPLITTER] * splitter])
        return tuple(line[:cards]), line[cards] if splitter else None

    def resolving_at(self, spot: Point, cards: int, splitter: bool) -> Held | None:
        """Which of these lies under a point."""
        if self.strip is None:
            return None
        held, own = self.resolving(cards, splitter)
        if own is not None and own.grown(GAP / 2).contains(*spot):
            return "splitter"
        return _at(held, spot)

    @property
    def unplayed(self) -> Rect:
        """The part of the own hand for cards still to be played."""
        return self.cards.columns(3, 1, gap=2 * GAP)[0]

    def played(self, seat: int, index: int, count: int, done: bool = False) -> Rect:
        """A card of `count` that a seat has resolved; if it is `done`, they have all of the own strip."""
        if seat == self.own and self.strip is not None:
            if done:
                return _line(self.cards, [1.0] * count)[index]
            pile = self.cards.columns(3, 1, gap=2 * GAP)[1]
            return _line(pile.place(pile.w, pile.h * 0.62, "right"), [1.0] * count)[index]
        return self.card(seat, index, count)

    # --- beside the field ---------------------------------------------------------------------

    def _lay_out_side(self) -> None:
        """From the top: the rounds with the scoring lines, the art market, the decks."""
        self.round, self.market, below = self.side.rows(*SIDE_SHARES, gap=SIDE_GAP)
        top, lines = self.round.inset(PAD).rows(11, 12, gap=12)
        self.rounds = tuple(top.columns(*[1] * ROUNDS, gap=6))
        """A place for each round."""
        under = lines.columns(*[1] * ROUNDS, gap=6)
        self.tokens = tuple(under[column].fit(1.0, "top") for column in (1, 2, 3, 4))
        """The scoring tokens: two each of the lines after rounds 3 and 4."""
        self.final = under[5].fit(1.0, "top")
        """What the last round scores."""
        table, slide, tokens = self.market.inset(PAD).rows(52, 16, 24, gap=10)
        self.levels = tuple(table.columns(*[1] * max(self.data.tracks["art"].levels), gap=6))
        """A column for each level of art above 0."""
        self.slot_market = slide
        """The way of the slider."""
        self.market_tokens = tuple(cell.fit(1.0) for cell in tokens.columns(*[1] * ROUNDS, gap=6))
        """The market tokens of the rounds."""
        *decks, box = below.columns(1, 1, 1, 1, gap=14)
        self.decks = tuple(_deck(rect) for rect in decks)
        """The cards of each level not yet drawn."""
        self.box = _deck(box)
        """Cards laid down; they do not come back."""

    @property
    def farthest(self) -> int:
        """How far the slider can come."""
        return sum(sorted(self.data.market_tokens)[-ROUNDS:])

    def slider(self, steps: float) -> Point:
        """Where the slider stands after so many steps."""
        share = min(1.0, max(0.0, steps / max(1, self.farthest)))
        inset = self.slot_market.h / 2
        way = self.slot_market.inset(inset, 0)
        return way.x + way.w * share, way.cy


def _around(area: Rect, count: int, opposite: bool) -> list[Rect]:
    """`count` panels in two columns clockwise; of an odd number one lies across the top.

    From the lower left on if they lie `opposite` somebody, else from the top; then two lie one over the
    other.
    """
    if count == 2 and not opposite:
        return area.rows(1, 1, gap=GAP)
    rows = area.rows(*[1] * -(-count // 2), gap=GAP)
    top = rows[:1] if count % 2 else []
    pairs = [row.columns(1, 1, gap=GAP) for row in rows[len(top) :]]
    left, right = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    clockwise = [*left[::-1], *top, *right]
    if opposite:
        return clockwise
    first = clockwise.index(rows[0] if top else left[0])
    return clockwise[first:] + clockwise[:first]


def _panel(rect: Rect, spaces: tuple[int, int], own: bool) -> Panel:
    inside = rect.inset(PAD, PAD * 0.8)
    if rect.h < FLAT:
        head, body = inside.cut_left(inside.h * 1.24, PAD)
        heads = _head_beside(head)
    else:
        head, body = inside.cut_top(min(0.24 * inside.h, 62.0), 6)
        heads = _head_above(head)
    gap = 6.0 if own else 2.0
    lines = body.rows(*[1] * len(RESOURCES), gap=gap)
    if body.w < BROAD and lines[0].h >= STACKED:
        lines = body.rows(*[1] * len(RESOURCES), gap=2 * gap + 4)
        return Panel(rect, heads, tuple(_stacked(line, spaces) for line in lines), True)
    detailed = body.w >= DETAILED[0] and lines[0].h >= DETAILED[1]
    return Panel(rect, heads, tuple(_row(line, spaces, detailed) for line in lines), detailed)


def _head_above(head: Rect) -> Head:
    size = head.h
    badge, rest = head.cut_left(size, 8)
    character, rest = rest.cut_left(size, 10)
    hand, rest = rest.cut_right(min(rest.w * 0.5, size * 4), 8)
    return Head(badge, character, rest, hand)


def _head_beside(head: Rect) -> Head:
    upper, lower = head.rows(1, 1, gap=6)
    badge, prestige = upper.cut_left(upper.h, 5)
    character, hand = lower.cut_left(lower.h, 5)
    return Head(badge, character, prestige, hand)


def _stacked(row: Rect, spaces: tuple[int, int]) -> Row:
    """Where there is more height than width the track of the seal lies below that of its resource."""
    gap, worth = 8.0, 98.0
    size = min(row.h * 0.62, 46.0)
    sign, rest = row.cut_left(size, gap)
    bars, numbers = rest.cut_right(worth, gap)[1], rest.cut_right(worth, gap)[0]
    upper, lower = bars.rows(1, 1, gap=4)
    now, contract = numbers.rows(1, 1, gap=4)
    seal, stars = lower.cut_left(min(lower.h, 30.0), gap)
    return Row(sign.fit(1.0, "left"), upper, now, seal.fit(1.0), stars, contract)


def _row(row: Rect, spaces: tuple[int, int], detailed: bool) -> Row:
    gap, worth, contract = (8.0, 80.0, 98.0) if detailed else (5.0, 32.0, 32.0)
    size = min(row.h, 46.0)
    free = row.w - 1.85 * size - worth - contract - 5 * gap
    unit = free / (WIDER * spaces[0] + spaces[1])
    icon, rest = row.cut_left(size, gap)
    ahead, rest = rest.cut_left(unit * WIDER * spaces[0], gap)
    now, rest = rest.cut_left(worth, gap)
    seal, rest = rest.cut_left(size * 0.85, gap)
    stars, rest = rest.cut_left(unit * spaces[1], gap)
    return Row(icon.fit(1.0), ahead, now, seal.fit(1.0), stars, rest)


def _first(strip: Rect, spaces: int, most: int) -> Rect:
    """The part of a strip for `most` spaces that a track of fewer takes."""
    return Rect(strip.x, strip.y, strip.w * spaces / most, strip.h)


def _line(area: Rect, widths: Sequence[float], apart: float = 1.0) -> list[Rect]:
    """Cards side by side in the middle of an area, overlapping where they would not fit.

    `widths` are in cards; the splitter stands `apart` times as far from its neighbours.
    """
    high = area.h
    wide = min(high * CARD, area.w)
    gaps = [wide * 0.07 * (apart if SPLITTER in pair else 1.0) for pair in pairwise(widths)]
    total = wide * sum(widths) + sum(gaps)
    over = max(0.0, total - area.w) / max(1, len(gaps))
    x, rects = area.cx - min(total, area.w) / 2, []
    for index, share in enumerate(widths):
        rects.append(Rect(x, area.cy - wide / CARD / 2, wide * share, wide / CARD))
        x += wide * share + (gaps[index] - over if index < len(gaps) else 0.0)
    return rects


def _at(rects: Sequence[Rect], spot: Point) -> int | None:
    """The uppermost of overlapping cards under a point: each lies over the one before."""
    found = [index for index, rect in enumerate(rects) if rect.contains(*spot)]
    return found[-1] if found else None


def _deck(rect: Rect) -> Rect:
    return rect.cut_bottom(30)[1].fit(CARD)


def beside_market(market: Rect) -> Rect:
    """The side of a table whose art market lies in this rectangle."""
    above, own, _ = SIDE_SHARES
    unit = market.h / own
    return Rect(
        market.x, market.y - above * unit - SIDE_GAP, market.w, sum(SIDE_SHARES) * unit + 2 * SIDE_GAP
    )
