"""How steps of The Great Split are shown: cards resolved side by side, wallets that travel, scorings.

Resolve: a card ── its icons, step by step, and all that follows ── the next card …; all seats side by side
Split:   hands close into wallets ── all travel to the left ── one's own opens
Choose:  the group taken comes out ── the rest and the splitter travel home ── are a hand
Market:  the token turns ── the slider moves on ── cards return ── scoring after scoring
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, get_args

import msgspec

from client.boards.base import Cue
from client.boards.great_split.art import Card, OwnCard, Splitter, Wallet, draw_icon
from client.boards.great_split.hand import SPLITTER
from client.boards.great_split.layout import CARD as CARD_WIDE
from client.boards.great_split.layout import SPACES, Layout, is_broad
from client.boards.great_split.pieces import (
    Prestige,
    backs,
    draw_gain,
    estate_pieces,
    hold_pieces,
    hold_while_playing,
)
from client.boards.kit.pieces import Id, Look, Piece, draw_one
from client.boards.kit.timeline import Change, Effect, Timeline, draw_one_on_the_way
from client.mirror import Happening
from client.ui.anim import CHAIN, ease_in_out, ease_out, mix, mix_points, progress
from client.ui.geometry import Rect
from client.ui.symbols import icon
from core.game import Seat
from core.games.great_split import state as play
from core.games.great_split.data import ROUNDS
from core.games.great_split.rules import GreatSplit, left_neighbour, right_neighbour
from core.games.great_split.state import RESOURCES, SIDES, UNKNOWN, Estate, Group, Scored, State
from core.games.great_split.tracks import Hop, advance

replace = msgspec.structs.replace

DEAL: Final = 0.12
"""Seconds a card takes to another seat while hands are dealt; in a trade, or to the viewer, it is slower."""
OWN_DEAL: Final = 0.26
TRADE: Final = 0.2
CARD: Final = 0.26
"""Seconds from a card being played to its first step."""
REST: Final = 0.12
"""Seconds from its last step to the next card."""
LONGEST: Final = 5.0
"""Seconds of a recap at most: if there is more to show it is shown faster."""
FLASH: Final = 0.35
"""Seconds a space that was reached stays lit."""
HIGHEST: Final = 19
"""Semitones: the pitch of chains rises no further."""
APART: Final = 0.045
"""Seconds between two sounds at least."""
RESOLVING: Final = get_args(play.Resolving)
MOVING: Final = frozenset({"prestige", "row", "marker", "held"})
"""What changes in an estate on the way."""
CLOSES: Final = 0.45
"""When the hands have become wallets."""
TAKES: Final = 0.5
"""When a group has come out of its wallet."""
PASSES: Final = 0.85
"""Seconds wallets are on their way."""
OPENS: Final = 0.4
"""Seconds a wallet takes to open."""
TURNS: Final = 0.45
"""When the token has turned over."""
SLIDES: Final = 0.55
"""Seconds the slider moves."""
RETURN: Final = 0.35
"""Seconds cards take back to the hands."""
SCORING: Final = 1.5
"""Seconds of one scoring."""
COUNTS: Final = 0.7
"""Seconds prestige counts up."""
RISES: Final = 0.45
"""When in a scoring it begins to."""
CALLED: Final = TURNS + SLIDES + RETURN
"""When the first scoring is called."""


def adjusted(
    game: GreatSplit, happening: Happening, timeline: Timeline, layout: Layout, pieces: Sequence[Piece]
) -> Timeline:
    """The timeline of a step as this game shows it; `pieces` are those before it."""
    timeline = replace(timeline, changes=tuple(map(_moved_or_turned, timeline.changes)))
    viewer = layout.viewer
    before, after = happening.before.view(viewer), happening.after.view(viewer)
    opened = (before.round, before.stage) != (after.round, after.stage)
    match kind_of(happening, viewer):
        case play.Deal():
            own = game.drawing(before)[0] == viewer
            seconds = OWN_DEAL if own else DEAL if before.stage == "deal" else TRADE
            changes = [replace(change, start=0.0, seconds=seconds) for change in timeline.changes]
            return replace(_timed(timeline, changes, seconds), cues=(Cue(0.0, "paper_slide"),))
        case play.Market():
            scored = scorings(happening, viewer)
            effects = _scoring_effects(
                happening, layout, scored, pieces, {piece.id for piece in timeline.rests}
            )
            return replace(_market_timed(timeline, scored), effects=effects, cues=market_cues(scored))
        case play.Split() if opened:
            effects = passing_effects(happening, layout)
            return replace(_passing(timeline), effects=effects, cues=_split_cues(True))
        case play.Split() as action:
            return replace(_closing(timeline, action, layout), cues=_split_cues(False))
        case play.Take() if opened:
            effects = returning_effects(happening, layout)
            return replace(_returning(timeline), effects=effects, cues=_take_cues(True))
        case play.Take():
            return replace(_taking(timeline), cues=_take_cues(False))
        case action if isinstance(action, RESOLVING):
            lanes = lanes_of(happening, viewer, game)
            effects = recap_effects(lanes, layout, before.slider, timeline.rests)
            timeline = _recap_timed(timeline, lanes, len(happening.steps) > 1)
            return replace(timeline, effects=effects, cues=recap_cues(lanes))
    return replace(timeline, cues=_plain_cues(happening, timeline, viewer))


def kind_of(happening: Happening, viewer: int) -> Any:
    """An action of the kind that the steps of a happening are; one that says nothing if they say nothing."""
    actions = (told.action(viewer) for told in happening.steps)
    return next((action for action in actions if not isinstance(action, play.Sealed)), play.Sealed(False))


def _moved_or_turned(change: Change) -> Change:
    """A card with a stamp on its way turns over only where it stays."""
    old, new = change.before, change.after
    if change.kind != "flip" or old is None or new is None or not isinstance(new.art, OwnCard):
        return change
    return replace(change, kind="travel") if old.rect != new.rect else change


def _plain_cues(happening: Happening, timeline: Timeline, viewer: int) -> tuple[Cue, ...]:
    """What a character, a scoring token or cards laid down sound like."""
    match kind_of(happening, viewer):
        case play.Character():
            return Cue(0.0, "paper_slide"), Cue(timeline.seconds, "seal")
        case play.Scoring():
            return (Cue(0.0, "wood", len(happening.before.view(viewer).tokens)),)
        case play.Discard() if timeline.changes:
            return Cue(0.0, "paper_slide"), Cue(min(timeline.landing, timeline.seconds), "paper_land")
    return ()


# --- cards resolved ------------------------------------------------------------------------------------


class Link(msgspec.Struct, frozen=True):
    """An advance at its time."""

    at: float
    hop: Hop


class Beat(msgspec.Struct, frozen=True):
    """One card, the splitter or a double arrow of a lane, from `at` to `end`.

    `estate` is what lies before the seat when it has come to an end, `links` are the advances on the way.
    """

    at: float
    end: float
    action: Any
    links: tuple[Link, ...]
    estate: Estate


class Lane(msgspec.Struct, frozen=True):
    """What a seat has decided, in the order it did."""

    seat: Seat
    before: Estate
    beats: tuple[Beat, ...] = ()

    @property
    def end(self) -> float:
        return self.beats[-1].end

    @property
    def links(self) -> Iterator[Link]:
        """All advances."""
        return (link for beat in self.beats for link in beat.links)

    def estate(self, t: float) -> Estate:
        """What lies before the seat after t seconds."""
        done, tracks = self.before, list(self.before.tracks)
        for beat in self.beats:
            if t < beat.at:
                break
            for link in beat.links:
                if t >= link.at:
                    tracks[link.hop.track] = max(tracks[link.hop.track], link.hop.after)
            done = beat.estate
        return replace(done, tracks=tuple(tracks))

    def marker(self, track: int, t: float) -> float:
        """Where the marker of a track stands after t seconds: on its way between two spaces, too."""
        reached = float(self.before.tracks[track])
        for link in self.links:
            if link.hop.track == track and t > link.at - CHAIN:
                reached = mix(reached, link.hop.after, ease_in_out(progress(t, link.at - CHAIN, CHAIN)))
        return reached


def lanes_of(happening: Happening, viewer: int, game: GreatSplit) -> tuple[Lane, ...]:
    """What is shown of a happening: not what the viewer has seen before, having done it."""
    before: State = happening.before.view(viewer)
    many = len(happening.steps) > 1
    steps = [
        (told.seat, told.action(viewer))
        for told in happening.steps
        if not (many and told.seat == viewer) and isinstance(told.action(viewer), RESOLVING)
    ]
    seats = sorted({seat for seat, _ in steps})
    lanes = [
        _lane(game, seat, before.estates[seat], [a for who, a in steps if who == seat], 0.03 * nth * many)
        for nth, seat in enumerate(seats)
    ]
    end = max((lane.end for lane in lanes), default=0.0)
    return tuple(lanes) if end <= LONGEST else tuple(_faster(lane, LONGEST / end) for lane in lanes)


def _lane(game: GreatSplit, seat: Seat, estate: Estate, steps: Iterable[Any], late: float) -> Lane:
    """The steps of a seat one after another."""
    beats, t, now = list[Beat](), late, estate
    for step in steps:
        after, hops = _resolved(game, now, step)
        first = t + (0.1 if isinstance(step, play.Bonus) else CARD)
        links = tuple(Link(first + CHAIN * index, hop) for index, hop in enumerate(hops))
        end = first + CHAIN * max(len(links), 1) + REST
        beats.append(Beat(t, end, step, links, after))
        t, now = end, after
    return Lane(seat, estate, tuple(beats))


def _resolved(game: GreatSplit, estate: Estate, action: play.Resolving) -> tuple[Estate, tuple[Hop, ...]]:
    """What lies before a seat after a step of resolving, and its advances.

    The hand may be face down, and so may a card that is sold.
    """
    after = game.resolved(estate, action)
    if isinstance(action, play.Play | play.Sell):
        after = replace(after, hand=_removed(estate.hand, action.card))
    hops = advance(game.data, estate.tracks, game.gains(action)[1]).hops
    return replace(after, arrows=max(0, after.arrows)), hops


def _removed(hand: Group, card: int) -> Group:
    """A hand without a card; if that is not in it, without one that is face down, or the last."""
    gone = card if card in hand else UNKNOWN
    place = hand.index(gone) if gone in hand else len(hand) - 1
    return hand[:place] + hand[place + 1 :]


def _faster(lane: Lane, factor: float) -> Lane:
    beats = tuple(
        replace(
            beat,
            at=beat.at * factor,
            end=beat.end * factor,
            links=tuple(Link(link.at * factor, link.hop) for link in beat.links),
        )
        for beat in lane.beats
    )
    return replace(lane, beats=beats)


# --- as a timeline ----------------------------------------------------------------------------------


def _recap_timed(timeline: Timeline, lanes: Sequence[Lane], many: bool) -> Timeline:
    """A timeline that leaves to the lanes what they show, until it has come to rest."""
    end = max((lane.end for lane in lanes), default=0.0)
    seats = {lane.seat for lane in lanes}
    changes = list[Change]()
    for change in timeline.changes:
        changes += hidden_until(change, end) if _moves(change, seats) else (change,)
    last = max((change.end for change in changes), default=0.0)
    first = min((link.at for lane in lanes for link in lane.links), default=min(CARD, end))
    seconds = max(end + (0.1 if many else 0.0), last)
    landed = seconds if many else first
    return replace(timeline, changes=tuple(changes), landing=end, landed=landed, seconds=seconds)


def hidden_until(change: Change, end: float) -> tuple[Change, ...]:
    """Instead of a change that an effect shows: its piece is there again when that is over."""
    return () if change.after is None else (Change("appear", None, change.after, end, 0.0),)


def _moves(change: Change, seats: set[Seat]) -> bool:
    return change.piece.id[0] in MOVING and change.piece.id[1] in seats


def recap_effects(
    lanes: Sequence[Lane], layout: Layout, slider: int, rests: Sequence[Piece]
) -> tuple[Effect, ...]:
    """Estates on their way, what is being played, and every space reached."""
    end, still = max((lane.end for lane in lanes), default=0.0), {piece.id for piece in rests}
    found = [Effect(0.0, end, _estates(lanes, layout, slider, still, end))] if lanes else []
    for lane in lanes:
        if lane.seat != layout.own:
            found += [
                Effect(beat.at, beat.end - beat.at, _held_up(layout, lane.seat, beat)) for beat in lane.beats
            ]
        found += [Effect(link.at, FLASH, _flash(layout, lane.seat, link.hop)) for link in lane.links]
    return tuple(found)


def _estates(
    lanes: Sequence[Lane], layout: Layout, slider: int, still: set[Id], end: float
) -> Callable[[Look, float], None]:
    def draw(look: Look, share: float) -> None:
        t = share * end
        for lane in lanes:
            estate = lane.estate(t)
            for piece in estate_pieces(layout, lane.seat, estate, slider, hold_while_playing(estate)):
                if piece.id in still or piece.id[0] not in MOVING:
                    continue
                if piece.id[0] == "marker" and not look.reduced:
                    track = int(piece.id[2])
                    rect = layout.marker(lane.seat, track, lane.marker(track, t))
                    piece = replace(piece, rect=rect)
                draw_one(look, piece)

    return draw


def _held_up(layout: Layout, seat: Seat, beat: Beat) -> Callable[[Look, float], None]:
    """What another seat is playing, held up over the head of its estate."""
    hand, panel = layout.hand(seat), layout.panel(seat)
    high = min(max(hand.h * 1.7, 64.0), panel.h - 8, 110.0)
    x = hand.right - high * CARD_WIDE / 2 if is_broad(hand) else hand.cx
    y = min(max(hand.cy, panel.y + high / 2 + 4), panel.bottom - high / 2 - 4)
    rect, seconds = Rect.around(x, y, high * CARD_WIDE, high), beat.end - beat.at

    def draw(look: Look, share: float) -> None:
        t = share * seconds
        come = progress(t, 0.0, min(CARD, seconds / 2))
        with look.canvas.faded(min(1.0, 3 * come) * (1 - progress(t, seconds - 0.1, 0.1))):
            match beat.action:
                case play.Splitter() | play.SellSplitter():
                    Splitter().paint(look, rect)
                case play.Bonus():
                    grown = 1.0 if look.reduced else mix(0.6, 1.0, ease_out(come))
                    draw_icon(look.canvas, rect.fit(1.0).scaled(grown), "double-arrow")
                case play.Sell():
                    Card(UNKNOWN, sold=True).paint(look, rect)
                case _:
                    Card(beat.action.card).paint(look, rect)

    return draw


def _flash(layout: Layout, seat: Seat, hop: Hop) -> Callable[[Look, float], None]:
    """The space just reached lights up; a step that another track brought comes from there."""
    cell = layout.cell(seat, hop.track, hop.after)
    full = layout.cell(seat, hop.track, SPACES[hop.track])

    def draw(look: Look, share: float) -> None:
        canvas = look.canvas
        if hop.bonus and not look.reduced and share < CHAIN / FLASH:
            resource = hop.track % len(RESOURCES)
            start = layout.sign(seat, resource + len(RESOURCES)).centre
            x, y = mix_points(start, cell.centre, ease_in_out(share * FLASH / CHAIN))
            draw_icon(canvas, Rect.around(x, y, 28), RESOURCES[resource])
        with canvas.faded(1 - share):
            canvas.glow(cell.grown(cell.h * 0.7), "great_split.glow", 0.9)
            if hop.after > hop.before:
                canvas.ring(cell.grown(2), 6, "great_split.glow", width=3, soft=5)
            if hop.lost:
                icon(canvas, "cross", Rect.around(full.cx, full.cy, 30), "bad")
            if hop.arrows:
                up = 0.0 if look.reduced else 20 * share
                draw_icon(canvas, Rect.around(cell.cx, cell.y - 8 - up, 34), "double-arrow")

    return draw


# --- what it sounds like ------------------------------------------------------------------------------


def recap_cues(lanes: Sequence[Lane]) -> tuple[Cue, ...]:
    """A tick for every step, rising along a chain; cards, coins and wax as they are used."""
    every = list[Cue]()
    for lane in lanes:
        for beat in lane.beats:
            every.append(Cue(beat.at, _sound(beat.action)))
            every += [Cue(link.at, "tick", min(2 * n, HIGHEST)) for n, link in enumerate(beat.links)]
    found = list[Cue]()
    for cue in sorted(every, key=lambda cue: (cue.at, -cue.pitch)):
        if not found or cue.at - found[-1].at >= APART:
            found.append(cue)
    return tuple(found)


def _sound(action: Any) -> str:
    match action:
        case play.Sell() | play.SellSplitter():
            return "coin"
        case play.Play() if action.seals:
            return "seal"
        case play.Bonus():
            return "chime"
    return "paper_slide"


# --- wallets -------------------------------------------------------------------------------------------


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


def _closing(timeline: Timeline, action: play.Split, layout: Layout) -> Timeline:
    """The own hand, as it was parted, goes into its wallet."""
    before, splitter, behind = layout.spread(len(action.left), len(action.right))
    places = dict(zip((*action.left, *action.right), (*before, *behind), strict=True))

    def parted(change: Change) -> Change:
        piece = change.before
        if piece is None or piece.id[0] not in ("card", "splitter"):
            return replace(change, start=CLOSES * 0.5, seconds=CLOSES * 0.5)
        rect = splitter if piece.id == SPLITTER else places[int(piece.id[1])]
        return replace(change, before=replace(piece, rect=rect), start=0.0, seconds=CLOSES)

    return _timed(timeline, [parted(change) for change in timeline.changes], CLOSES)


def _passing(timeline: Timeline) -> Timeline:
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
    return _timed(timeline, found, arrive + OPENS / 2)


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


def _taking(timeline: Timeline) -> Timeline:
    """The group taken lies before its seat, the rest goes into the wallet."""
    changes = [replace(change, start=0.0, seconds=TAKES) for change in timeline.changes]
    return _timed(timeline, changes, TAKES)


def _returning(timeline: Timeline) -> Timeline:
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
    return _timed(timeline, found, home + OPENS / 2)


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
        if isinstance(action, play.Take) and seat != layout.own
    ]
    return (*groups, *flights)


def _taken(before: State, seat: int, action: play.Take) -> int:
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


# --- their moments and sounds -------------------------------------------------------------------------------


def _timed(timeline: Timeline, changes: Sequence[Change], landed: float) -> Timeline:
    """The timeline with these changes; what matters has been seen at `landed`."""
    end = max((change.end for change in changes), default=0.0)
    return replace(timeline, changes=tuple(changes), landing=landed, landed=landed, seconds=max(end, landed))


def _split_cues(opened: bool) -> tuple[Cue, ...]:
    """Cards into leather; the wallets slide over the table."""
    closes = (Cue(0.0, "riffle"), Cue(CLOSES - 0.1, "clasp"))
    return closes if not opened else (*closes, *_passing_cues(CLOSES, Cue(CLOSES + PASSES + 0.1, "clasp", 5)))


def _take_cues(opened: bool) -> tuple[Cue, ...]:
    """A group out of a wallet; and home."""
    takes = (Cue(0.0, "paper_slide", 3 * opened), Cue(TAKES - 0.1, "clasp"))
    return takes if not opened else (*takes, *_passing_cues(TAKES, Cue(TAKES + PASSES + 0.05, "riffle", 3)))


def _passing_cues(start: float, last: Cue) -> tuple[Cue, ...]:
    return Cue(start + 0.05, "paper_slide", -4), Cue(start + PASSES - 0.1, "paper_land", -5), last


# --- the market ----------------------------------------------------------------------------------------


def scorings(happening: Happening, viewer: int) -> tuple[Scored, ...]:
    """What is scored at the end of this round."""
    before: State = happening.before.view(viewer)
    after: State = happening.after.view(viewer)
    return after.scored[len(before.scored) :]


def _market_timed(timeline: Timeline, scored: Sequence[Scored]) -> Timeline:
    """One thing after the other; prestige is left to the scorings."""
    end = CALLED + SCORING * len(scored)
    found = list[Change]()
    for change in timeline.changes:
        kind = change.piece.id[0]
        if kind == "prestige" and scored:
            found += hidden_until(change, end)
        elif kind == "market":
            found.append(replace(change, start=0.0, seconds=TURNS))
        elif kind == "slider":
            found.append(replace(change, start=TURNS, seconds=SLIDES))
        elif kind == "scoring":
            found.append(replace(change, start=end - 0.3, seconds=0.3))
        else:
            found.append(replace(change, start=TURNS + SLIDES, seconds=RETURN))
    return replace(timeline, changes=tuple(found), landing=end, landed=end, seconds=end)


def _scoring_effects(
    happening: Happening, layout: Layout, scored: Sequence[Scored], before: Sequence[Piece], rests: set[Id]
) -> tuple[Effect, ...]:
    """What counts lights up, and prestige counts up in all estates."""
    if not scored:
        return ()
    prestige = [piece for piece in before if piece.id[0] == "prestige" and piece.id not in rests]
    end = CALLED + SCORING * len(scored)
    tokens = happening.after.view(layout.viewer).tokens
    return (
        Effect(0.0, end, _counting(prestige, scored, end)),
        *(
            Effect(CALLED + SCORING * number, SCORING, _called(layout, one, tokens))
            for number, one in enumerate(scored)
        ),
    )


def _counting(pieces: Sequence[Piece], scored: Sequence[Scored], end: float) -> Callable[[Look, float], None]:
    """The prestige of all seats on its way."""

    def draw(look: Look, share: float) -> None:
        t = share * end
        for piece in pieces:
            assert isinstance(piece.art, Prestige)
            value = piece.art.value
            for number, one in enumerate(scored):
                passed = progress(t, CALLED + SCORING * number + RISES, COUNTS)
                value += round(one.amounts[int(piece.id[1])] * ease_in_out(passed))
            more = piece.art.more if t < CALLED else None
            draw_one(look, replace(piece, art=Prestige(value, more=more)))

    return draw


def _called(layout: Layout, scored: Scored, tokens: Sequence[str]) -> Callable[[Look, float], None]:
    """What is scored, in all estates and beside them."""
    final = scored.round == ROUNDS
    beside = (
        [layout.final]
        if final
        else [rect for rect, token in zip(layout.tokens, tokens, strict=False) if token == scored.token]
    )

    def draw(look: Look, share: float) -> None:
        t = share * SCORING
        fade = min(1.0, t / 0.2) * (1 - progress(t, SCORING - 0.25, 0.25))
        with look.canvas.faded(fade):
            for seat, brought in enumerate(scored.amounts):
                for rect in _counted(layout, scored.token, seat):
                    look.canvas.ring(rect.grown(3), 8, "great_split.glow", width=3, soft=7)
                draw_gain(look.canvas, layout, seat, brought)
            for rect in beside:
                look.canvas.ring(rect.grown(5), 14, "great_split.glow", width=4, soft=10)

    return draw


def _counted(layout: Layout, token: str, seat: int) -> list[Rect]:
    """Where in an estate stands what is scored."""
    rows = layout.panels[seat].rows
    if token == "contracts":
        return [row.contract for row in rows]
    names = ("topaz", "emerald") if token == "gems" else (token,)
    return [row.now for row, name in zip(rows, RESOURCES, strict=True) if name in names]


def market_cues(scored: Sequence[Scored]) -> tuple[Cue, ...]:
    """The token, the slider, cards, and every scoring."""
    found = [
        *(Cue(0.0, "paper_slide"), Cue(TURNS * 0.8, "wood")),
        *(Cue(TURNS, "tick", 2), Cue(CALLED - 0.2, "riffle")),
    ]
    for number in range(len(scored)):
        at = CALLED + SCORING * number
        found.append(Cue(at, "appraisal", 2 * number))
        found += [Cue(at + RISES + 0.1 * n, "tick", 5 + 2 * n) for n in range(4)]
    return tuple(found)
