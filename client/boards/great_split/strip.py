"""The own hand under the own estate: cards, the splitter among them, wallets, and what has been played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from client.boards.great_split.estates import estates_of
from client.boards.great_split.flight import SPLITTER, Thing, draw_thing, fly
from client.boards.great_split.pieces import draw_icon
from client.boards.great_split.places import Places
from client.boards.great_split.velvet import mixed
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import seat_swatch
from core.games.great_split.data import Data, Icon
from core.games.great_split.rules import right_neighbour
from core.games.great_split.state import UNKNOWN, Group, State

Groups = tuple[Group, Group]


class Piece(msgspec.Struct, frozen=True):
    """Something in the own strip and where it lies; `dim` if it is not meant now."""

    thing: Thing
    rect: Rect
    dim: bool = False


def pieces_of(view: State, places: Places, groups: Groups | None = None) -> tuple[Piece, ...]:
    """What lies in the own strip; `groups` is how the hand is parted while that is being decided."""
    own = places.own
    if own is None:
        return ()
    estates = estates_of(places.data, view, places.seats)
    estate, giver = estates[own], right_neighbour(places.seats, own)
    match view.stage:
        case "split":
            if estate.left or estate.right or _is_ready(view, own):
                return (Piece(Thing("wallet", own), places.wallet(own)),)
            return _parted(places, *(groups if groups is not None else (estate.hand, ())))
        case "choose":
            left, right = estates[giver].left, estates[giver].right
            if estate.taken is not None:
                return _taken(places, left if estate.taken == "left" else right, giver)
            return _parted(places, left, right)
        case "resolve" | "market":
            return _resolving(places, estate.hand, estate.splitter, estate.played, estate.sold)
    count = len(estate.hand)
    return tuple(
        Piece(Thing("card", card), places.card(own, index, count)) for index, card in enumerate(estate.hand)
    )


def _is_ready(view: State, seat: int) -> bool:
    return seat < len(view.ready) and view.ready[seat]


def _parted(places: Places, left: Group, right: Group) -> tuple[Piece, ...]:
    before, splitter, behind = places.spread(len(left), len(right))
    return (
        *(Piece(Thing("card", card), rect) for card, rect in zip(left, before, strict=True)),
        Piece(SPLITTER, splitter),
        *(Piece(Thing("card", card), rect) for card, rect in zip(right, behind, strict=True)),
    )


def _taken(places: Places, cards: Group, giver: int) -> tuple[Piece, ...]:
    """The group taken, and beside it the wallet with the rest, closed."""
    rects, _ = places.resolving(len(cards), False)
    wallet = Piece(Thing("wallet", giver), places.aside)
    return (*(Piece(Thing("card", card), rect) for card, rect in zip(cards, rects, strict=True)), wallet)


def _resolving(
    places: Places, hand: Group, splitter: bool, played: Group, sold: Sequence[bool]
) -> tuple[Piece, ...]:
    rects, last = places.resolving(len(hand), splitter)
    own = places.own or 0
    done = (
        Piece(
            Thing("card", card, sold=was_sold),
            places.played(own, index, len(played), not hand and not splitter),
        )
        for index, (card, was_sold) in enumerate(zip(played, sold, strict=False))
    )
    held = (Piece(Thing("card", card), rect) for card, rect in zip(hand, rects, strict=True))
    return (*done, *held, *([] if last is None else [Piece(SPLITTER, last)]))


# --- drawing -------------------------------------------------------------------------------------


def draw_strip(
    canvas: Canvas, pieces: Sequence[Piece], lifted: Callable[[Thing], float] = lambda thing: 0.0
) -> None:
    """All pieces, some of them lifted by so many units: those lie uppermost."""
    for piece in sorted(pieces, key=lambda piece: lifted(piece.thing) > 0):
        up = lifted(piece.thing)
        with canvas.faded(0.5 if piece.dim else 1.0):
            draw_thing(canvas, piece.rect.moved(0, -up), piece.thing, lift=up)


def draw_open_wallet(canvas: Canvas, places: Places, giver: int, left: int, right: int) -> None:
    """The wallet that the two groups lie on, unfolded: leather, its fold in the colours of its seat."""
    groups = places.groups(left, right)
    mat = groups[0].union(groups[1]).grown(9)
    canvas.layer(
        ("great_split.mat", giver, groups),
        mat.grown(14),
        lambda c: _paint_mat(c, mat, places.spread(left, right)[1], giver),
    )


def _paint_mat(canvas: Canvas, mat: Rect, fold: Rect, giver: int) -> None:
    canvas.shadow(mat, 14, 6)
    canvas.rounded(mat, 14, "great_split.leather", "great_split.ink", 2)
    canvas.ring(mat.inset(5), 10, mixed(canvas, "leather", "brass_light", 0.4), 1.6)
    seat_swatch(canvas, giver, Rect(fold.x - 5, mat.y + 2, fold.w + 10, mat.h - 4), 3)


def draw_sums(canvas: Canvas, places: Places, left: Group, right: Group) -> None:
    """What each of two groups shows, all in all, below it."""
    for group, line in zip((left, right), places.sums(len(left), len(right)), strict=True):
        found = sums(places.data, group)
        if found:
            _draw_sum(canvas, line, found)


def sums(data: Data, group: Group) -> tuple[tuple[str, int], ...]:
    """How often each icon stands on the cards of a group, in the order of the tracks, seals last."""
    count = Counter(icon for card in group if card != UNKNOWN for icon in data.cards[card].icons)
    order: tuple[Icon, ...] = (
        "prestige",
        "books",
        "art",
        "topaz",
        "emerald",
        "gold",
        "diamond",
        "square",
        "star",
    )
    return tuple((icon, count[icon]) for icon in order if count[icon])


def _draw_sum(canvas: Canvas, line: Rect, found: Sequence[tuple[str, int]]) -> None:
    size = min(line.h, line.w / len(found) / 1.75)
    step = size * 1.75
    x = line.cx - step * len(found) / 2
    for index, (icon, many) in enumerate(found):
        cell = Rect(x + step * index, line.cy - size / 2, step, size)
        number, sign = cell.columns(4, 5)
        canvas.text(
            str(many), number, "small", "great_split.ivory", align="right", fit="free", face="display"
        )
        draw_icon(canvas, sign.fit(1.0), icon)


# --- from one strip to the next --------------------------------------------------------------------


class Ways(msgspec.Struct, frozen=True):
    """Where things come from that were not in the strip, and where things go that leave it."""

    source: Callable[[Thing], Rect | None]
    sink: Callable[[Thing], Rect | None]


def draw_change(
    canvas: Canvas, before: Sequence[Piece], after: Sequence[Piece], ways: Ways, t: float, still: bool
) -> None:
    """The strip on its way, `t` 0 … 1, from what lay there to what will; with `still` it fades instead."""
    if still:
        with canvas.faded(1 - t):
            draw_strip(canvas, before)
        with canvas.faded(t):
            draw_strip(canvas, after)
        return
    olds = list(before)
    moves = list[tuple[Thing, Rect, Rect]]()
    for piece in after:
        old = next((other for other in olds if other.thing == piece.thing), None)
        old = old or next((other for other in olds if _same(other.thing, piece.thing)), None)
        if old is not None:
            olds.remove(old)
        start = old.rect if old is not None else ways.source(piece.thing)
        if start is not None:
            moves.append((piece.thing, start, piece.rect))
    for piece in olds:
        end = ways.sink(piece.thing)
        if end is not None:
            moves.append((piece.thing, piece.rect, end))
    for thing, start, end in sorted(moves, key=lambda move: move[0].kind == "wallet"):
        if start == end:
            with canvas.faded(min(1.0, 2 * t) if thing.kind == "wallet" else 1.0):
                draw_thing(canvas, end, thing)
        else:
            fly(canvas, thing, start, end, t)


def _same(one: Thing, other: Thing) -> bool:
    """Whether it is one card, sold meanwhile."""
    return one.kind == other.kind == "card" and one.number == other.number
