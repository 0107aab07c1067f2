"""Pieces of The Great Split: estates, and the strip of the own hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec

from client.boards.great_split.action_picker import PRESTIGE_TARGET, SPLITTER_TARGET
from client.boards.great_split.art import (
    CardArt,
    CardCount,
    Groups,
    GroupSums,
    OpenWallet,
    OwnCard,
    OwnSplitter,
    Portrait,
    SalePlaque,
    SplitterArt,
    Wallet,
    draw_icon,
    draw_plate,
    draw_table,
    draw_wallet,
    estate_colour,
    quiet_colour,
)
from client.boards.great_split.layout import (
    DATA,
    LAST_SPACES,
    PANEL_PADDING,
    PRESTIGE_WIDTH,
    SPLITTER_WIDTH,
    Layout,
)
from client.boards.great_split.tracks import Marker, Summary, TrackRow, standings
from client.boards.great_split.words import banner
from client.boards.kit.pieces import Art, Figure, HitArea, PaintContext, Piece, Target
from client.ui.boxes import Boxes
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge
from core.game import Seat
from core.games.great_split import scoring
from core.games.great_split import state as play
from core.games.great_split.rules import GREAT_SPLIT, left_neighbour, right_neighbour, wallet
from core.games.great_split.state import (
    GOODS,
    RESOURCES,
    TRACKS,
    UNKNOWN_CARD,
    WALLET_SIDES,
    Estate,
    Group,
    State,
)
from core.games.great_split.tracks import advance

ROW_LAYER, MARKER_LAYER, CARD_LAYER = range(3)
"""Layers of the pieces, from the lowest to the highest."""
LEAST_TICK_SIZE: Final = 34.0
"""Least units across the tick of a seat that has decided."""
LEAST_FAN_STEP: Final = 22.0
"""Least visible units of each card of a fan; with less, the cards are shown face down."""
LEAST_FIGURE_SCALE: Final = 0.7
"""Least share of its size to which a figure shrinks to leave room for the sign beside it."""
TIP_PIECES: Final = ("row", "prestige", "portrait", "wallet", "flow", "banner", "summary", "sums")
"""First words of the ids of pieces that have a tip, but no action."""


# --- the velvet -----------------------------------------------------------------------------------------


def paint_field(canvas: Canvas, layout: Layout, world: Rect) -> None:
    """Paint the cloth to the edges of the world, with the grounds of the large estates."""
    draw_table(canvas, world)
    for seat, panel in layout.panels.items():
        if seat == layout.own:
            paint_head(canvas, panel)
        else:
            canvas.shadow(panel["estate"], 16, 5)
            draw_plate(canvas, panel["estate"])
            seat_badge(canvas, seat, panel["badge"].fit(1.0))
    for place in layout.summaries.values() if layout.own is None else ():
        canvas.shadow(place.grown(PANEL_PADDING - 2), 16, 5)
        draw_plate(canvas, place.grown(PANEL_PADDING - 2))


def paint_head(canvas: Canvas, panel: Boxes) -> None:
    """Paint the paper under the head of a large estate."""
    canvas.panel(panel["character"].union(panel["hand"]).grown(4), "float")


class WalletFlow(Art, frozen=True):
    """Way of the wallets, to the left: the seat that takes the own wallet, and the seat that gives one."""

    live: ClassVar[bool] = True
    casts: ClassVar[bool] = False

    seats: int
    own: int

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        here = Rect(0.0, 0.0, rect.w, rect.h)
        with ctx.canvas.shifted(rect.x, rect.y):
            ctx.canvas.layer(("great_split.flow", self, rect.w), here, lambda c: self._paint(c, here))

    def _paint(self, canvas: Canvas, rect: Rect) -> None:
        arrow = max(20.0, 0.09 * rect.w)
        room = rect.w - 2 * arrow - 8.0
        badge = min(rect.h, 0.32 * room)
        taker, first, wallet, second, giver = rect.columns(
            badge, arrow, room - 2 * badge, arrow, badge, gap=2
        )
        seat_badge(canvas, left_neighbour(self.seats, self.own), taker.fit(1.0))
        seat_badge(canvas, right_neighbour(self.seats, self.own), giver.fit(1.0))
        draw_wallet(canvas, wallet.moved(0, -rect.h * 0.12), self.own)
        for spot in (first, second):
            icon(canvas, "left", spot, "quiet")


def draw_ready(canvas: Canvas, layout: Layout, seat: int) -> None:
    """Draw a tick at the badge of a seat that has decided."""
    if seat not in layout.panels or (seat == layout.own and layout.plates):
        return  # its plate shows it
    box = layout.panels[seat]["badge"].fit(1.0)
    size = max(0.52 * box.w, LEAST_TICK_SIZE)
    spot = box.place(size, size, "bottomright").moved(3, 3)
    canvas.circle(spot.centre, spot.w / 2, "great_split.ivory", "great_split.ink", 2)
    icon(canvas, "check", spot.scaled(0.62), "great_split.ink")


# --- prestige -------------------------------------------------------------------------------------


class Banner(Art, frozen=True):
    """Next scoring and its time, in words; painted in every frame, in the current language."""

    live: ClassVar[bool] = True
    casts: ClassVar[bool] = False

    key: str
    round: int
    scored: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, view: State) -> Banner:
        """Banner with the sentence of `words.banner`, its gaps as pairs."""
        line = banner(view)
        return cls(line.key, int(line.values.get("round", 0)), tuple(line.words.items()))

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        said = ctx.translate(
            self.key, round=self.round, **{gap: ctx.translate(key) for gap, key in self.scored}
        )
        here = Rect(0.0, 0.0, rect.w, rect.h)

        def paint(canvas: Canvas) -> None:
            most = min(30.0, rect.h * 0.72)
            wide = canvas.measure(said, "small", size=most, face="display")[0]
            size = max(24.0, min(most, most * (rect.w - 4) / wide))
            canvas.text(said, here, "small", "ink", align="centre", face="display", size=size, fit="wrap")

        with ctx.canvas.shifted(rect.x, rect.y):
            ctx.canvas.layer(("great_split.banner", said, rect.w, rect.h), here, paint)


class Prestige(Figure, frozen=True):
    """Prestige of a seat and, where there is room, the points that the last scoring would add now (`more`).

    Not `counted`, beside plates that show the number: only the sign and the expected points.
    """

    more: int | None = None
    counted: bool = True
    own: bool = False

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        canvas = ctx.canvas
        if not self.own:
            canvas.rect(rect, estate_colour(canvas))
        if self.counted:
            self._count(canvas, rect)
        else:
            sign, rest = rect.cut_left(min(rect.h, 46.0), 8)
            draw_icon(canvas, sign, "prestige")
            self._later(canvas, rest)

    def _count(self, canvas: Canvas, rect: Rect) -> None:
        roomy, words = rect.w > 100, f"{int(self.value)}"
        size = min(rect.h, 46.0)
        narrow = 0.68 if self.value < 100 else 0.5
        sign, rest = rect.cut_left(size if roomy else size * narrow, 6 if roomy else 3)
        height = min(40.0, rect.h * 0.8) if roomy else 28.0
        wide = canvas.measure(words, "heading", size=height)[0]
        if wide * LEAST_FIGURE_SCALE > rest.w:
            rest = rect  # a narrow place is for the figure alone
        else:
            draw_icon(canvas, sign, "prestige")
        height *= min(1.0, 0.9 * rest.w / wide)
        said = canvas.text(words, rest, "heading", "great_split.ivory", fit="free", size=height)
        if roomy and rest.w > 150:
            start = max(said.right + 12, rect.x + PRESTIGE_WIDTH + 8)
            self._later(canvas, Rect(start, rest.y, rest.right - start, rest.h))

    def _later(self, canvas: Canvas, rect: Rect) -> None:
        """Draw expected points."""
        if self.more is not None:
            ink = quiet_colour(canvas)
            canvas.text(f"+{self.more}", rect, "small", ink, face="display", fit="free", size=30)


def draw_gain(canvas: Canvas, layout: Layout, seat: int, gain: int) -> None:
    """Draw the prestige that a scoring brings, beside or below a seat's; not where tokens fly to plates."""
    if layout.plates or seat not in layout.panels:
        return  # it flies to the seat's plate
    place = layout.panels[seat]["prestige"]
    wide = place.w > 260
    spot = place.cut_left(PRESTIGE_WIDTH + 8)[1] if wide else place.moved(0, place.h)
    if wide:
        canvas.rect(spot, estate_colour(canvas))
    canvas.text(f"+{gain}", spot, "heading", "great_split.brass_light", fit="free", size=40 if wide else 30)


# --- before the seats -----------------------------------------------------------------------------------


def estate_pieces(layout: Layout, seat: int, estate: Estate, slider: int) -> list[Piece]:
    """Pieces of an estate: its character, prestige and tracks; or its bars."""
    if seat not in layout.panels:
        if not layout.has_bars:
            return []
        bars = Summary.of(seat, estate, counted=layout.counted)
        return [Piece(("summary", seat), bars, layout.summaries[seat], ROW_LAYER)]
    found = track_pieces(layout, seat, estate, slider)
    if estate.character is not None:
        portrait = Portrait(DATA.characters[estate.character].name)
        found.append(Piece(("portrait", seat), portrait, layout.panels[seat]["character"], ROW_LAYER))
    return found


def track_pieces(
    layout: Layout, seat: int, estate: Estate, slider: int, was: Estate | None = None
) -> list[Piece]:
    """Prestige, rows and markers of an estate; with the earlier estate `was`, as a preview of the change."""
    panel = layout.panels[seat]
    more = scoring.final_points(DATA, estate, slider)
    prestige = Prestige(
        estate.prestige, more=more, counted=not layout.plates, own=seat == layout.own and was is None
    )
    found = [Piece(("prestige", seat), prestige, panel["prestige"], ROW_LAYER)]
    before = standings(was or estate, slider)
    for number, standing in enumerate(standings(estate, slider)):
        art, rect = TrackRow(number, standing, before[number] if was else None), panel[f"row {number}"]
        found.append(Piece(("row", seat, number), art, rect, ROW_LAYER))
    for track, reached in enumerate(estate.tracks[: len(LAST_SPACES)]):
        found.append(
            Piece(("marker", seat, track), Marker(), layout.marker(seat, track, reached), MARKER_LAYER)
        )
    return found


def held_pieces(view: State, layout: Layout, seat: int) -> list[Piece]:
    """Pieces of another seat's hand or wallet, small in the head of its estate."""
    if seat not in layout.panels:
        return []
    estate = view.estates[seat]
    match view.stage:
        case "split" if not estate.hand and (estate.left or estate.right):
            return _wallet(layout, seat, seat, estate)
        case "choose":
            giver = right_neighbour(len(view.estates), seat)
            return _wallet(layout, seat, giver, view.estates[giver])
        case "resolve" | "market":
            return playing_pieces(layout, seat, estate)
    return face_down_pieces(layout, seat, len(estate.hand), splitter=view.stage == "split")


def playing_pieces(layout: Layout, seat: int, estate: Estate) -> list[Piece]:
    """Pieces of the cards that a seat has played, then of those it still has in hand."""
    cards = [*zip(estate.played, estate.sold, strict=True), *[(UNKNOWN_CARD, False)] * len(estate.hand)]
    return _fan(layout, seat, [CardArt(*card) for card in cards], estate.splitter, len(estate.hand))


def played_pieces(layout: Layout, estate: Estate) -> list[Piece]:
    """Pieces of the cards that a seat has played, as large as own cards."""
    count = len(estate.played)
    cards = zip(estate.played, estate.sold, strict=True)
    return [
        Piece(("played", n), CardArt(*card), layout.card(n, count), CARD_LAYER)
        for n, card in enumerate(cards)
    ]


def face_down_pieces(layout: Layout, seat: int, count: int, splitter: bool = False) -> list[Piece]:
    """Pieces of `count` cards face down."""
    return _fan(layout, seat, [CardArt(UNKNOWN_CARD)] * count, splitter, count)


def _wallet(layout: Layout, seat: int, giver: int, parted: Estate) -> list[Piece]:
    """Pieces of the wallet at a seat, and where there is room the sizes of its groups."""
    place, box = layout.hand(seat), layout.resting(seat)
    found = [Piece(("wallet", giver), Wallet(giver), box, CARD_LAYER)]
    words = Rect(place.x, place.y, box.x - 8 - place.x, place.h)
    if words.w > words.h:
        groups = Groups(len(parted.left), len(parted.right))
        found.append(Piece(("groups", seat), groups, words, ROW_LAYER, follows=True))
    return found


def _fan(layout: Layout, seat: int, arts: Sequence[CardArt], splitter: bool, count: int) -> list[Piece]:
    """Pieces of overlapping cards and of their number `count`; face down if signs would be covered."""
    if not arts and not splitter:
        return []
    rects = layout.fan(seat, len(arts) + splitter)
    if len(rects) > 1 and rects[1].x - rects[0].x < LEAST_FAN_STEP:
        arts = [CardArt(UNKNOWN_CARD)] * len(arts)
    found = [
        Piece(("held", seat, number), card, rect, CARD_LAYER)
        for number, (card, rect) in enumerate(zip(arts, rects, strict=False))
    ]
    if splitter:
        rect = rects[-1].cut_left(rects[-1].w * SPLITTER_WIDTH)[0]
        found.append(Piece(("held", seat, "splitter"), SplitterArt(), rect, CARD_LAYER))
    place = layout.count(seat)
    found.append(Piece(("held", seat, "count"), CardCount(count, size=min(30.0, place.h)), place, ROW_LAYER))
    return found


# --- the own strip --------------------------------------------------------------------------------------


def own_card_target(number: int) -> Target:
    """Target of a card of the own hand, which is also the id of its piece."""
    return ("card", number)


def own_pieces(view: State, layout: Layout) -> list[Piece]:
    """Pieces of the own strip and of the wallets' way; none without an own seat."""
    own = layout.own
    if own is None:
        return []
    flow = [Piece(("flow",), WalletFlow(layout.seats, own), layout.flow, ROW_LAYER)] if layout.flow.h else []
    return [*flow, *strip_pieces(view, layout, own)]


def strip_pieces(view: State, layout: Layout, own: Seat) -> list[Piece]:
    """Pieces of the strip of the own hand."""
    estate = view.estates[own]
    match view.stage:
        case "split" if estate.left or estate.right or not estate.hand:
            return [Piece(("wallet", own), Wallet(own), layout.resting(own), CARD_LAYER)]
        case "split":
            return _parted(layout, estate.hand[:-1], estate.hand[-1:])
        case "choose":
            return _choosing(view, layout, own)
        case "resolve" | "market":
            return _resolving(view, layout, own)
    count = len(estate.hand)
    return [
        Piece(own_card_target(number), OwnCard(number), layout.card(index, count), CARD_LAYER)
        for index, number in enumerate(estate.hand)
    ]


def _parted(layout: Layout, left_group: Group, right_group: Group) -> list[Piece]:
    before, splitter, behind = layout.spread(len(left_group), len(right_group))
    cards = zip((*left_group, *right_group), (*before, *behind), strict=True)
    return [
        *(Piece(own_card_target(number), OwnCard(number), rect, CARD_LAYER) for number, rect in cards),
        Piece(SPLITTER_TARGET, OwnSplitter(), splitter, CARD_LAYER),
    ]


def _choosing(view: State, layout: Layout, own: Seat) -> list[Piece]:
    """Pieces of the right neighbour's open wallet; or of the group taken from it and the closed wallet."""
    giver, taken = right_neighbour(layout.seats, own), view.estates[own].taken
    if taken is not None:
        cards = wallet(view, own, taken)
        rects, _ = layout.resolving(len(cards), False)
        return [
            *(
                Piece(own_card_target(n), OwnCard(n), rect, CARD_LAYER)
                for n, rect in zip(cards, rects, strict=True)
            ),
            Piece(("wallet", giver), Wallet(giver), layout.waiting_wallet_rect, CARD_LAYER),
        ]
    left, right = wallet(view, own, "left"), wallet(view, own, "right")
    counts = len(left), len(right)
    first, second = layout.groups(*counts)
    mat, splitter = first.union(second).grown(9), layout.spread(*counts)[1]
    fold = ((splitter.x - 5 - mat.x) / mat.w, (splitter.right + 5 - mat.x) / mat.w)
    return [
        Piece(("mat", giver), OpenWallet(giver, fold), mat, ROW_LAYER),
        *_parted(layout, left, right),
        *sum_pieces(view, layout, left, right),
    ]


def sum_pieces(view: State, layout: Layout, left_group: Group, right_group: Group) -> list[Piece]:
    """Sums of two groups, and their worth to the own seat, below the groups."""
    estate = view.estates[layout.own or 0]
    first, second = (
        GroupSums.of(group, worth_of(estate, group, view.slider)) for group in (left_group, right_group)
    )
    lines = layout.sums(len(left_group), len(right_group), (first.shares, second.shares))
    sums = zip(WALLET_SIDES, (first, second), lines, strict=True)
    return [Piece(("sums", side), art, line, MARKER_LAYER) for side, art, line in sums]


def estate_with_group(estate: Estate, cards: Group) -> Estate:
    """Estate with the tracks and the prestige that the cards of a group bring, without their seals."""
    gains = [GREAT_SPLIT.gains(play.Play(card)) for card in cards if card != UNKNOWN_CARD]
    progress = advance(DATA, estate.tracks, [step for _, steps in gains for step in steps])
    more = sum(prestige for prestige, _ in gains)
    return msgspec.structs.replace(estate, tracks=progress.tracks, prestige=estate.prestige + more)


def worth_of(estate: Estate, cards: Group, slider: int) -> int:
    """Points that a group adds to an estate if the last scoring were now, without the group's seals."""
    was, now = (
        one.prestige + scoring.final_points(DATA, one, slider)
        for one in (estate, estate_with_group(estate, cards))
    )
    return now - was


def _resolving(view: State, layout: Layout, own: Seat) -> list[Piece]:
    estate = view.estates[own]
    rects, last = layout.resolving(len(estate.hand), estate.splitter)
    done, many = not estate.hand and not estate.splitter, len(estate.played)
    place = layout.card if done else layout.played
    found = [
        Piece(own_card_target(number), OwnCard(number, sold), place(index, many), CARD_LAYER)
        for index, (number, sold) in enumerate(zip(estate.played, estate.sold, strict=True))
    ]
    found += [
        Piece(own_card_target(n), OwnCard(n), rect, CARD_LAYER)
        for n, rect in zip(estate.hand, rects, strict=True)
    ]
    if last is not None:
        found.append(Piece(SPLITTER_TARGET, OwnSplitter(), last, CARD_LAYER))
    sales = () if done else zip(GOODS, layout.sales, strict=True)
    return [*found, *(Piece(("sell", goods), SalePlaque(goods), rect, ROW_LAYER) for goods, rect in sales)]


# --- all of it ------------------------------------------------------------------------------------------


def table_pieces(view: State, layout: Layout) -> list[Piece]:
    """All pieces of a view."""
    found = list[Piece]()
    for seat, estate in enumerate(view.estates):
        found += estate_pieces(layout, seat, estate, view.slider)
        found += held_pieces(view, layout, seat) if seat != layout.own else ()
    if view.stage == "over":
        found = [_settled(piece) for piece in found]
    else:
        found.append(Piece(("banner",), Banner.of(view), layout.banner, ROW_LAYER))
    return [*found, *own_pieces(view, layout)]


def _settled(piece: Piece) -> Piece:
    """Piece as after the end of the game: prestige without expected points."""
    if not isinstance(piece.art, Prestige):
        return piece
    return msgspec.structs.replace(piece, art=msgspec.structs.replace(piece.art, more=None))


# --- what can be pointed at -----------------------------------------------------------------------------


def large_sights(view: State, layout: Layout, seat: int) -> list[HitArea]:
    """Hit areas for tips on the estate of another seat while it is shown large over the table."""
    large, estate = layout.with_large(seat), view.estates[seat]
    parts = estate_pieces(large, seat, estate, view.slider)
    found = [HitArea(("large", seat), large.panels[seat]["estate"])]
    found += [HitArea(piece.id, piece.rect) for piece in parts if piece.id[0] in TIP_PIECES]
    played = enumerate(played_pieces(large, estate))
    return [*found, *_seals(large, seat), *(HitArea(("played", seat, n), piece.rect) for n, piece in played)]


def _seals(layout: Layout, seat: int) -> list[HitArea]:
    """Hit areas of the seals of a large estate, with their contracts."""
    seals = range(len(RESOURCES), len(TRACKS))
    return [HitArea(("row", seat, seal), layout.sealed(seat, seal)) for seal in seals]


def tip_targets(view: State, layout: Layout, pieces: Sequence[Piece]) -> list[HitArea]:
    """Hit areas of targets that have a tip but no action."""
    found = [HitArea(("estate", seat), layout.plates[seat]) for seat in layout.summaries if layout.plates]
    told = (*TIP_PIECES, *(("splitter",) if view.stage == "choose" else ()))
    found += [HitArea(piece.id, piece.rect) for piece in pieces if piece.id[0] in told]
    for seat in layout.panels:
        found += _seals(layout, seat)
    for seat in layout.summaries if layout.has_bars else ():
        found += [HitArea(("bars", seat, n), layout.pair(seat, n)) for n in range(len(RESOURCES))]
        if layout.character(seat).w and view.estates[seat].character is not None:
            found.append(HitArea(("character", seat), layout.character(seat)))
    return found


def hit_areas(view: State, layout: Layout, pieces: Sequence[Piece]) -> list[HitArea]:
    """Hit areas of the own tracks and of the pieces in the own strip; none without an own seat."""
    own, found = layout.own, list[HitArea]()
    if own is None:
        return found
    found += [HitArea(("track", track), layout.track(own, n).grown(2)) for n, track in enumerate(TRACKS)]
    found.append(HitArea(PRESTIGE_TARGET, layout.prestige_of(own)))
    if view.stage == "choose":
        return [*found, *_group_spots(view, layout, own)]
    things = [piece for piece in pieces if piece.id[0] in ("card", "splitter", "sell")]
    return [*found, *(HitArea(piece.id, piece.rect) for piece in things)]


def seat_of(target: Target) -> int | None:
    """Seat of a target on a plate, in bars or in a large estate; None for any other target."""
    return int(target[1]) if target[0] in ("estate", "bars", "summary", "character", "large") else None


def _group_spots(view: State, layout: Layout, own: Seat) -> list[HitArea]:
    """Hit areas of the two groups of the open wallet."""
    if view.estates[own].taken is not None:
        return []
    groups = layout.groups(len(wallet(view, own, "left")), len(wallet(view, own, "right")))
    return [HitArea(("group", side), rect.grown(7)) for side, rect in zip(WALLET_SIDES, groups, strict=True)]


def split_rects(layout: Layout, left: Sequence[int], right: Sequence[int]) -> dict[Target, Rect]:
    """Rectangles of parted cards and the splitter."""
    return {piece.id: piece.rect for piece in _parted(layout, tuple(left), tuple(right))}
