"""Wallets on their way: filled and passed on to the left, opened, and back home with what was left in them.

Split:  0 ── hands close into wallets ── all travel to the left ── one's own opens
Choose: 0 ── the group taken comes out ── the rest and the splitter travel home ── are a hand
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from client.boards.base import Cue
from client.boards.great_split.art import Wallet
from client.boards.great_split.estates import backs, hold_pieces
from client.boards.great_split.layout import Layout
from client.boards.great_split.recap import hidden_until
from client.boards.great_split.strip import SPLITTER
from client.boards.kit.pieces import Look, Piece, draw_one
from client.boards.kit.timeline import Change, Effect, Timeline, draw_one_on_the_way
from client.mirror import Happening
from client.ui.anim import ease_in_out, ease_out, progress
from client.ui.geometry import Rect
from core.games.great_split.rules import left_neighbour, right_neighbour
from core.games.great_split.state import SIDES, Split, State, Take

replace = msgspec.structs.replace

CLOSES: Final = 0.45
"""When the hands have become wallets."""
TAKES: Final = 0.5
"""When a group has come out of its wallet."""
PASSES: Final = 0.85
"""Seconds wallets are on their way."""
OPENS: Final = 0.4
"""Seconds a wallet takes to open."""


class Flight(msgspec.Struct, frozen=True):
    """The wallet of a seat, which lies, travels, and opens, so many seconds each.

    `comes` if it is not there at first, but appears.
    """

    seat: int
    start: Rect
    goal: Rect
    lies: float
    opens: float
    comes: bool = False

    def effect(self) -> Effect:
        return Effect(0.0, self.lies + PASSES + self.opens, self.draw)

    def draw(self, look: Look, share: float) -> None:
        t = share * (self.lies + PASSES + self.opens)
        here, there = (Piece(("wallet", self.seat), Wallet(self.seat), r) for r in (self.start, self.goal))
        if t < self.lies:
            draw_one(look, replace(here, alpha=ease_out(t / self.lies) if self.comes else 1.0))
        elif t < self.lies + PASSES:
            way = ease_in_out((t - self.lies) / PASSES)
            if look.reduced:
                draw_one(look, replace(here, alpha=1 - way))
                draw_one(look, replace(there, alpha=way))
            else:
                draw_one_on_the_way(look, here, there, way)
        elif self.opens:
            opened = progress(t, self.lies + PASSES, self.opens)
            draw_one(look, replace(there, art=Wallet(self.seat, round(opened, 1)), alpha=1 - opened))


# --- parting ------------------------------------------------------------------------------------------


def closing(timeline: Timeline, action: Split, layout: Layout) -> Timeline:
    """The own hand, as it was parted, goes into its wallet."""
    before, splitter, behind = layout.spread(len(action.left), len(action.right))
    places = dict(zip((*action.left, *action.right), (*before, *behind), strict=True))

    def parted(change: Change) -> Change:
        piece = change.before
        if piece is None or piece.id[0] not in ("card", "splitter"):
            return replace(change, start=CLOSES * 0.5, seconds=CLOSES * 0.5)
        rect = splitter if piece.id == SPLITTER else places[int(piece.id[1])]
        return replace(change, before=replace(piece, rect=rect), start=0.0, seconds=CLOSES)

    return timed(timeline, [parted(change) for change in timeline.changes], CLOSES)


def passing(timeline: Timeline) -> Timeline:
    """All hands are wallets and travel to the left; the one that has come is opened."""
    arrive = CLOSES + PASSES
    found = list[Change]()
    for change in timeline.changes:
        kind = change.piece.id[0]
        if kind == "wallet":
            found += hidden_until(change, arrive)
        elif kind == "held":
            found.append(replace(change, start=0.0, seconds=CLOSES * 0.8))
        else:
            found.append(replace(change, start=arrive, seconds=OPENS))
    return timed(timeline, found, arrive + OPENS / 2)


def passing_effects(happening: Happening, layout: Layout) -> tuple[Effect, ...]:
    """Wallets from seat to seat; that of the own seat lies there already."""
    seats = layout.seats
    return tuple(
        Flight(
            giver,
            layout.resting(giver),
            layout.resting(taker := left_neighbour(seats, giver)),
            lies=CLOSES,
            opens=OPENS if taker == layout.own else 0.0,
            comes=giver != layout.own,
        ).effect()
        for giver in range(seats)
    )


# --- choosing -----------------------------------------------------------------------------------------


def taking(timeline: Timeline) -> Timeline:
    """The group taken lies before its seat, the rest goes into the wallet."""
    changes = [replace(change, start=0.0, seconds=TAKES) for change in timeline.changes]
    return timed(timeline, changes, TAKES)


def returning(timeline: Timeline) -> Timeline:
    """The rest travels home with the splitter, and becomes a part of the hand."""
    home = TAKES + PASSES
    found = list[Change]()
    for change in timeline.changes:
        kind = change.piece.id[0]
        if kind == "wallet":
            found += hidden_until(change, 0.0)
        elif kind == "groups":
            found.append(replace(change, start=0.0, seconds=TAKES))
        else:
            found.append(replace(change, start=home, seconds=OPENS))
    return timed(timeline, found, home + OPENS / 2)


def returning_effects(happening: Happening, layout: Layout) -> tuple[Effect, ...]:
    """Wallets back to their seats, and the groups that other seats have taken."""
    before: State = happening.before.view(layout.viewer)
    flights = []
    for giver in range(layout.seats):
        taker = left_neighbour(layout.seats, giver)
        start, goal = (layout.aside if s == layout.own else layout.resting(s) for s in (taker, giver))
        flights.append(Flight(giver, start, goal, lies=TAKES, opens=OPENS).effect())
    taken = {told.seat: told.action(layout.viewer) for told in happening.steps}
    groups = [
        _group(layout, seat, _taken(before, seat, action))
        for seat, action in taken.items()
        if isinstance(action, Take) and seat != layout.own
    ]
    return (*groups, *flights)


def _taken(before: State, seat: int, action: Take) -> int:
    """How many cards a seat has taken."""
    giver = before.estates[right_neighbour(before.seats, seat)]
    return len(giver.left if action.side == SIDES[0] else giver.right)


def _group(layout: Layout, seat: int, count: int) -> Effect:
    """Cards that come out of a wallet in the head of an estate."""
    home = TAKES + PASSES

    def draw(look: Look, share: float) -> None:
        with look.canvas.faded(progress(share * home, 0.0, TAKES)):
            for piece in hold_pieces(layout, seat, backs(count)):
                draw_one(look, piece)

    return Effect(0.0, home, draw)


# --- moments and sounds -------------------------------------------------------------------------------


def timed(timeline: Timeline, changes: Sequence[Change], landed: float) -> Timeline:
    """The timeline with these changes; what matters has been seen at `landed`."""
    end = max((change.end for change in changes), default=0.0)
    return replace(timeline, changes=tuple(changes), landing=landed, landed=landed, seconds=max(end, landed))


def split_cues(opened: bool) -> tuple[Cue, ...]:
    """Cards into leather; the wallets slide over the table."""
    closes = (Cue(0.0, "riffle"), Cue(CLOSES - 0.1, "clasp"))
    return closes if not opened else (*closes, *_passing_cues(CLOSES, Cue(CLOSES + PASSES + 0.1, "clasp", 5)))


def take_cues(opened: bool) -> tuple[Cue, ...]:
    """A group out of a wallet; and home."""
    takes = (Cue(0.0, "paper_slide", 3 * opened), Cue(TAKES - 0.1, "clasp"))
    return takes if not opened else (*takes, *_passing_cues(TAKES, Cue(TAKES + PASSES + 0.05, "riffle", 3)))


def _passing_cues(start: float, last: Cue) -> tuple[Cue, ...]:
    return Cue(start + 0.05, "paper_slide", -4), Cue(start + PASSES - 0.1, "paper_land", -5), last
