"""The own hand under the own estate: cards, the splitter among them, wallets, and what has been played."""

from __future__ import annotations

from collections.abc import Sequence

from client.boards.great_split.art import OpenWallet, OwnCard, OwnSplitter, Sale, Sums, Wallet
from client.boards.great_split.estates import CARDS, MARKERS, ROWS
from client.boards.great_split.layout import Layout
from client.boards.kit.pieces import Piece, Spot, Target
from client.ui.geometry import Rect
from core.game import Seat
from core.games.great_split.rules import right_neighbour, wallet
from core.games.great_split.state import GOODS, SIDES, TRACKS, Group, State

SPLITTER: Target = ("splitter",)
PRESTIGE: Target = ("track", "prestige")


def card(number: int) -> Target:
    """The target, and the id, of a card of the own hand."""
    return ("card", number)


def own_pieces(view: State, layout: Layout) -> list[Piece]:
    """What lies in the own strip."""
    own = layout.own
    if own is None:
        return []
    estate = view.estates[own]
    match view.stage:
        case "split" if estate.left or estate.right or not estate.hand:
            return [Piece(("wallet", own), Wallet(own), layout.wallet(own), CARDS)]
        case "split":
            return _parted(layout, estate.hand[:-1], estate.hand[-1:])
        case "choose":
            return _choosing(view, layout, own)
        case "resolve" | "market":
            return _resolving(view, layout, own)
    count = len(estate.hand)
    return [
        Piece(card(number), OwnCard(number), layout.card(own, index, count), CARDS)
        for index, number in enumerate(estate.hand)
    ]


def _parted(layout: Layout, left: Group, right: Group) -> list[Piece]:
    before, splitter, behind = layout.spread(len(left), len(right))
    cards = zip((*left, *right), (*before, *behind), strict=True)
    return [
        *(Piece(card(number), OwnCard(number), rect, CARDS) for number, rect in cards),
        Piece(SPLITTER, OwnSplitter(), splitter, CARDS),
    ]


def _choosing(view: State, layout: Layout, own: Seat) -> list[Piece]:
    """The wallet of the right neighbour, open; or what was taken out of it, and the rest in it, closed."""
    giver, taken = right_neighbour(layout.seats, own), view.estates[own].taken
    if taken is not None:
        cards = wallet(view, own, taken)
        rects, _ = layout.resolving(len(cards), False)
        return [
            *(Piece(card(n), OwnCard(n), rect, CARDS) for n, rect in zip(cards, rects, strict=True)),
            Piece(("wallet", giver), Wallet(giver), layout.aside, CARDS),
        ]
    left, right = wallet(view, own, "left"), wallet(view, own, "right")
    counts = len(left), len(right)
    first, second = layout.groups(*counts)
    mat, splitter = first.union(second).grown(9), layout.spread(*counts)[1]
    fold = ((splitter.x - 5 - mat.x) / mat.w, (splitter.right + 5 - mat.x) / mat.w)
    return [
        Piece(("mat", giver), OpenWallet(giver, fold), mat, ROWS),
        *_parted(layout, left, right),
        *sum_pieces(layout, left, right),
    ]


def sum_pieces(layout: Layout, left: Group, right: Group) -> list[Piece]:
    """What each of two groups shows, all in all, below it."""
    lines = layout.sums(len(left), len(right))
    groups = zip(SIDES, (left, right), lines, strict=True)
    return [Piece(("sums", side), Sums.of(group), line, MARKERS) for side, group, line in groups]


def _resolving(view: State, layout: Layout, own: Seat) -> list[Piece]:
    estate = view.estates[own]
    rects, last = layout.resolving(len(estate.hand), estate.splitter)
    done, many = not estate.hand and not estate.splitter, len(estate.played)
    found = [
        Piece(card(number), OwnCard(number, sold), layout.played(own, index, many, done), CARDS)
        for index, (number, sold) in enumerate(zip(estate.played, estate.sold, strict=True))
    ]
    found += [Piece(card(n), OwnCard(n), rect, CARDS) for n, rect in zip(estate.hand, rects, strict=True)]
    if last is not None:
        found.append(Piece(SPLITTER, OwnSplitter(), last, CARDS))
    if estate.hand or estate.splitter:
        found += [
            Piece(("sell", goods), Sale(goods), rect, ROWS)
            for goods, rect in zip(GOODS, layout.sales, strict=True)
        ]
    return found


# --- what can be pointed at ---------------------------------------------------------------------------


def spots(view: State, layout: Layout) -> list[Spot]:
    """Tracks and prestige of the own estate, and what lies in the own strip."""
    own = layout.own
    if own is None:
        return []
    found = [Spot(("track", track), layout.track(own, n).grown(2)) for n, track in enumerate(TRACKS)]
    found.append(Spot(PRESTIGE, layout.prestige_of(own)))
    if view.stage == "choose":
        return [*found, *_group_spots(view, layout, own)]
    things = [piece for piece in own_pieces(view, layout) if piece.id[0] in ("card", "splitter", "sell")]
    return [*found, *(Spot(piece.id, piece.rect) for piece in things)]


def _group_spots(view: State, layout: Layout, own: Seat) -> list[Spot]:
    """The two groups of the wallet that lies open."""
    if view.estates[own].taken is not None:
        return []
    groups = layout.groups(len(wallet(view, own, "left")), len(wallet(view, own, "right")))
    return [Spot(("group", side), rect.grown(7)) for side, rect in zip(SIDES, groups, strict=True)]


def rects_of(layout: Layout, left: Sequence[int], right: Sequence[int]) -> dict[Target, Rect]:
    """Where parted cards and the splitter lie."""
    return {piece.id: piece.rect for piece in _parted(layout, tuple(left), tuple(right))}
