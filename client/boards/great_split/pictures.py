"""Draws the pictures of The Great Split's rules with the pieces of its table.

`Picture`, `picture` and `ratio` are what the rules screen asks of every game (`client.screens.rules_pages`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from client.boards import pictures
from client.boards.great_split.art import (
    draw_card,
    draw_character,
    draw_icon,
    draw_splitter,
    draw_wallet,
)
from client.boards.great_split.fields import (
    APART,
    BETWEEN,
    CARD,
    GAP,
    LINE,
    PAD,
    SPLITTER,
    SUM,
    Board,
    Choice,
    Effect,
    Field,
    Hand,
    Market,
    Person,
    Picture,
    Ring,
    Tracks,
    Wallet,
)
from client.boards.great_split.layout import Head, Panel, Row, beside_market
from client.boards.great_split.layout import Layout as Places
from client.boards.great_split.side import Beside, draw_market_panel, draw_side
from client.boards.great_split.standing import standings
from client.boards.great_split.tracks import draw_row, ground
from client.boards.pictures import Say, Spot, Style, draw_fields, draw_head, draw_mark
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge
from core.games.great_split.data import GREAT_SPLIT_DATA, LINES
from core.games.great_split.state import RESOURCES, Sell, Splitter
from core.games.great_split.tracks import Hop

__all__ = ["Picture", "picture", "ratio"]

SUMMED: Final = 40.0
"""How large sums are."""
ARROW: Final = "great_split.brass_deep"
STYLE: Final = Style("great_split", largest=66.0, ink=ARROW)


def picture(canvas: Canvas, rect: Rect, shown: Any, say: Say, upto: float = 1.0) -> Rect:
    """Draws a picture into the rectangle, its tracks up to a share of their way.

    Returns what it covers.
    """
    return draw_fields(canvas, rect, shown, say, STYLE, lambda field, spot: _field(canvas, field, spot, upto))


def ratio(shown: Any) -> float:
    """Width by height of the broadest place it can use: fields side by side, tracks one over the other."""
    assert isinstance(shown, Picture)
    if any(field.tracks is not None for field in shown.fields):
        extents = [field.extent for field in shown.fields]
        return max(e.across for e in extents) / sum(e.down + 0.8 for e in extents)
    return pictures.ratio(shown)


def _field(canvas: Canvas, field: Field, spot: Spot, upto: float) -> None:
    if field.hand is not None:
        _hand(canvas, field.hand, spot)
    elif field.effect is not None:
        _effect(canvas, field.effect, spot)
    elif field.choice is not None:
        _choice(canvas, field.choice, spot)
    elif field.wallet is not None:
        _wallet(canvas, field.wallet, spot)
    elif field.ring is not None:
        _ring(canvas, field.ring, spot)
    elif field.board is not None:
        _board(canvas, field.board, spot)
    elif field.market is not None:
        _market(canvas, field.market, spot)
    elif field.tracks is not None:
        _tracks(canvas, field.tracks, spot, upto)
    else:
        assert field.person is not None
        _person(canvas, field.person, spot)


# --- cards ---------------------------------------------------------------------------------------


def _hand(canvas: Canvas, hand: Hand, spot: Spot) -> None:
    """Cards in a row, with the splitter between the groups."""
    x = _row(canvas, hand.left, spot.box.x, spot.box.y, spot.size)
    if not hand.whole:
        x = _blade(canvas, x, spot.box.y, spot.size)
        _row(canvas, hand.right, x, spot.box.y, spot.size)


def _row(canvas: Canvas, cards: Sequence[int], x: float, y: float, size: float) -> float:
    """Cards side by side; returns where the next thing may lie."""
    for card in cards:
        draw_card(canvas, Rect(x, y, CARD[0] * size, CARD[1] * size), card)
        x += (CARD[0] + GAP) * size
    return x


def _blade(canvas: Canvas, x: float, y: float, size: float) -> float:
    """The splitter with room at both sides; returns where the next thing may lie."""
    x += 2 * GAP * size
    draw_splitter(canvas, Rect(x, y, SPLITTER * size, CARD[1] * size))
    return x + (SPLITTER + 2 * GAP) * size


def _effect(canvas: Canvas, effect: Effect, spot: Spot) -> None:
    """A card, an arrow, and the icons of what it brings, one below the other."""
    size, box, action = spot.size, spot.box, effect.action
    card, rest = box.cut_left(CARD[0] * size)
    if isinstance(action, Splitter):
        draw_splitter(canvas, card)
    else:
        draw_card(canvas, card, action.card, sold=isinstance(action, Sell))
    arrow, goods = rest.cut_left(1.5 * size)
    icon(canvas, "right", Rect.around(*arrow.centre, size * 0.7), ARROW)
    high = min(1.3 * size, goods.h / len(effect.icons))
    for index, name in enumerate(effect.icons):
        y = goods.cy + (index - (len(effect.icons) - 1) / 2) * high
        draw_icon(canvas, Rect.around(goods.cx, y, high * 0.94), name)


def _choice(canvas: Canvas, choice: Choice, spot: Spot) -> None:
    """A sign, an arrow, and the tracks to choose from."""
    size = spot.size
    sign, rest = spot.box.cut_left(1.9 * size)
    arrow, tracks = rest.cut_left(1.4 * size)
    draw_icon(canvas, sign, choice.sign)
    icon(canvas, "right", Rect.around(*arrow.centre, size * 0.7), ARROW)
    for cell, track in zip(tracks.columns(*[1] * len(choice.tracks)), choice.tracks, strict=True):
        draw_icon(canvas, Rect.around(*cell.centre, size * 1.55), track)


# --- wallets -------------------------------------------------------------------------------------


def _wallet(canvas: Canvas, wallet: Wallet, spot: Spot) -> None:
    """An open wallet, its groups with the badge of whom each goes to."""
    size, low = spot.size, spot.box.bottom - CARD[1] * spot.size
    place = Rect(spot.box.x, low, 2.4 * size, CARD[1] * size)
    draw_wallet(canvas, place, wallet.giver, opened=1.0)
    x = spot.box.x + 2.7 * size
    for number, (cards, side) in enumerate(((wallet.left, "left"), (wallet.right, "right"))):
        if number:
            x = _blade(canvas, x, low, size)
        wide = (max(len(cards), 1) * (CARD[0] + GAP) - GAP) * size
        owner = wallet.taker if side == wallet.take else wallet.giver
        _bracket(canvas, Rect(x, spot.box.y, wide, 1.3 * size), owner, size)
        if not cards:
            canvas.ring(Rect(x, low, wide, CARD[1] * size).inset(4), 14, "paper_quiet", 3)
        _row(canvas, cards, x, low, size)
        x += wide + GAP * size


def _bracket(canvas: Canvas, rect: Rect, seat: int, size: float) -> None:
    """Whom a group goes to."""
    y = rect.bottom - 0.2 * size
    canvas.polyline([(rect.x, y + 6), (rect.x, y), (rect.right, y), (rect.right, y + 6)], 4, f"seat.{seat}")
    seat_badge(canvas, seat, Rect.around(rect.cx, rect.cy - 0.1 * size, 0.95 * size))


def _ring(canvas: Canvas, ring: Ring, spot: Spot) -> None:
    """Seats clockwise from the top, a wallet and an arrow from each to the next."""
    size, (cx, cy) = spot.size, spot.box.centre
    across, down = spot.box.w / 2 - 1.1 * size, spot.box.h / 2 - 1.1 * size

    def at(turn: float, out: float = 1.0) -> tuple[float, float]:
        angle = math.tau * turn / ring.seats - math.pi / 2
        return cx + out * across * math.cos(angle), cy + out * down * math.sin(angle)

    for seat in range(ring.seats):
        seat_badge(canvas, seat, Rect.around(*at(seat), 1.7 * size))
        draw_wallet(canvas, Rect.around(*at(seat + 0.5), 2.0 * size), seat)
        for part in (0.27, 0.76):
            (x, y), (fx, fy) = at(seat + part), at(seat + part + 0.06)
            turn = math.atan2(fy - y, fx - x)
            draw_head(canvas, (x, y), (math.cos(turn), math.sin(turn)), 0.3 * size, ARROW)


# --- what stands beside the estates, and characters ----------------------------------------------


def _board(canvas: Canvas, board: Board, spot: Spot) -> None:
    """Rounds, lines, market and decks as on the table."""
    box = spot.box
    canvas.rounded(box.grown(10), 18, "great_split.velvet")
    places = Places(box, box, 2, -1)
    now = Beside(
        round=board.round,
        over=False,
        decks=board.decks,
        discards=0,
        market=board.turned,
        tokens=board.tokens,
        scored=tuple(line for line in LINES if line < board.round),
        slider=float(sum(board.turned)),
    )
    canvas.layer(("great_split.beside", board), box.grown(14), lambda c: draw_side(c, places, now))


def _market(canvas: Canvas, market: Market, spot: Spot) -> None:
    """The art market as on the table."""
    box = spot.box
    places = Places(box, beside_market(box), 2, -1)
    now = Beside(
        round=len(market.turned), over=False, decks=(), discards=0, market=market.turned, tokens=(),
        scored=(), slider=float(sum(market.turned)),
    )  # fmt: skip
    canvas.layer(("great_split.market", market), box.grown(8), lambda c: draw_market_panel(c, places, now))


def _person(canvas: Canvas, person: Person, spot: Spot) -> None:
    """The portrait; above beside it the first steps, below the contract icons."""
    size = spot.size
    portrait, rest = spot.box.cut_left(3.3 * size, 0.3 * size)
    draw_character(canvas, portrait, person.name)
    above, below = rest.rows(1, 1)
    for line, icons in ((above, person.start), (below, [f"contract-{name}" for name in person.contracts])):
        for index, name in enumerate(icons):
            spot_x = line.x + (index + 0.5) * 1.02 * size
            draw_icon(canvas, Rect.around(spot_x, line.cy, 0.98 * size), name)


# --- tracks --------------------------------------------------------------------------------------


def _tracks(canvas: Canvas, tracks: Tracks, spot: Spot, upto: float) -> None:
    """Rows of an estate, with what has been reached on the way marked in its order."""
    size, hops = spot.size, tracks.hops()
    count = math.ceil(upto * len(hops)) if hops else 0
    plate = spot.box
    canvas.shadow(plate, 14, 5)
    canvas.rounded(plate, 14, ground(canvas), "great_split.brass_deep", 2)
    panel = _panel(tracks, plate, size)
    found = standings(GREAT_SPLIT_DATA, tracks.after(count), tracks.slider)
    for name in tracks.show:
        resource = RESOURCES.index(name)
        draw_row(canvas, panel, resource, found[resource], GREAT_SPLIT_DATA)
    for number, hop in enumerate(hops[:count], 1):
        if RESOURCES[hop.track % len(RESOURCES)] in tracks.show:
            _hop(canvas, panel, hop, number)
    if tracks.scores:
        _sum(canvas, tracks, plate, size)


def _panel(tracks: Tracks, plate: Rect, size: float) -> Panel:
    """Where the rows of the resources shown lie: their track, below it that of their seal."""
    inside = plate.inset(PAD * size)
    none = Rect(inside.x, inside.y, 0, 0)
    rows = dict.fromkeys(range(len(RESOURCES)), Row(none, none, none, none, none, none))
    y = inside.y
    for name in tracks.show:
        upper = Rect(inside.x, y, inside.w, LINE * size)
        lower = upper.moved(0, (LINE + APART) * size)
        rows[RESOURCES.index(name)] = _lines(upper, lower, size)
        y += (2 * LINE + APART + BETWEEN) * size
    return Panel(plate, Head(none, none, none, none), tuple(rows.values()), True)


def _lines(upper: Rect, lower: Rect, size: float) -> Row:
    gap, worth = 0.2 * size, max(2.0 * size, 92.0)
    sign, rest = upper.cut_left(LINE * size, gap)
    now, spaces = rest.cut_right(worth, gap)
    seal, below = lower.cut_left(LINE * size, gap)
    contract, stars = below.cut_right(worth, gap)
    return Row(sign, spaces, now, seal, stars, contract)


def _cell(panel: Panel, track: int, space: int) -> Rect:
    """A space of a track as `tracks` draws it."""
    row, data = panel.rows[track % len(RESOURCES)], GREAT_SPLIT_DATA
    seal = track >= len(RESOURCES)
    strip = row.seal_spaces if seal else row.spaces
    wide = strip.w / max(data.spaces[len(RESOURCES) :] if seal else data.spaces[: len(RESOURCES)])
    return Rect(strip.x + wide * (space - 1), strip.y, wide, strip.h)


def _hop(canvas: Canvas, panel: Panel, hop: Hop, number: int) -> None:
    """The spaces of an advance in a bright frame, its number above the last; a cross where steps are lost."""
    last = _cell(panel, hop.track, max(hop.after, 1))
    if hop.after > hop.before:
        first = _cell(panel, hop.track, hop.before + 1)
        whole = first.union(last)
        canvas.ring(whole.grown(4), 9, "great_split.ink", 3)
        canvas.ring(whole.grown(2), 7, "paper", 4)
    spot = Rect.around(last.cx, last.y - 4, 30)

    def paint(c: Canvas) -> None:
        c.circle(spot.centre, 14, "paper", ARROW, 2)
        c.text(str(number), spot, "small", "paper_ink", align="centre", fit="free", size=24, face="display")

    canvas.layer(("great_split.hop", number), spot.grown(2), paint)
    if hop.lost:
        draw_mark(canvas, Rect.around(last.right + 4, last.cy, 34), "wrong")


def _sum(canvas: Canvas, tracks: Tracks, plate: Rect, size: float) -> None:
    """How the scoring is worked out, and that it is prestige."""
    line = plate.cut_bottom(PAD * size / 2)[1].cut_bottom(SUM * size)[0]
    wide = canvas.measure(tracks.sum, "heading", size=SUMMED, face="display", tabular=True)[0] + 8
    whole = line.place(wide + 1.3 * size, line.h, "centre")
    sign, words = whole.cut_right(1.2 * size)

    def paint(c: Canvas) -> None:
        ink = "great_split.brass_light"
        c.text(tracks.sum, words, "heading", ink, fit="free", size=SUMMED, face="display", tabular=True)

    canvas.layer(("great_split.sum", tracks.sum, size), words, paint)
    draw_icon(canvas, sign, "prestige")
