"""Animation of The Great Split's steps: cards resolved side by side, wallets that travel, scorings.

Resolve: a card ── its icons, step by step, and all that follows ── the next card …; all seats side by side
Split:   hands close into wallets ── all travel to the left ── the one that the viewer gets opens
Choose:  the group taken comes out ── the rest and the splitter travel home ── and become a hand
Market:  the token turns ── the slider moves on ── cards return ── scoring after scoring
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, get_args

import msgspec

from client.boards.contract import Cue, Sentence
from client.boards.great_split.action_picker import SPLITTER_TARGET
from client.boards.great_split.art import CardArt, OwnCard, SplitterArt, TrackIcon, Wallet, draw_icon
from client.boards.great_split.layout import LAST_SPACES, Layout
from client.boards.great_split.pieces import (
    Prestige,
    draw_gain,
    estate_pieces,
    face_down_pieces,
    playing_pieces,
)
from client.boards.great_split.words import track_key
from client.boards.kit.card_table import CARD_RATIO as CARD_WIDE
from client.boards.kit.highlights import Highlight
from client.boards.kit.pieces import Art, PaintContext, Piece, PieceId, draw, draw_one
from client.boards.kit.timeline import (
    Change,
    Effect,
    Span,
    Timeline,
    chain_cues,
    difference,
    flight_change,
    retimed,
)
from client.session.events import GameEvent
from client.ui.animation import CHAIN_INTERVAL, ease_out, progress
from client.ui.geometry import Rect
from client.ui.symbols import icon
from core.game import Seat
from core.games.great_split import state as play
from core.games.great_split.data import ROUNDS
from core.games.great_split.rules import GreatSplit, left_neighbour, right_neighbour
from core.games.great_split.state import RESOURCES, UNKNOWN_CARD, WALLET_SIDES, Estate, Group, Scored, State
from core.games.great_split.tracks import Hop, advance

replace = msgspec.structs.replace

DEAL_SECONDS: Final = 0.12
"""Seconds that a dealt card flies to another seat."""
OWN_DEAL_SECONDS: Final = 0.26
"""Seconds that a dealt card flies to the viewer."""
TRADE_SECONDS: Final = 0.2
"""Seconds that a card flies to another seat after the deal, in place of one laid down."""
CARD_SECONDS: Final = 0.26
"""Seconds from the playing of a card to its first step."""
ARROW_SECONDS: Final = 0.1
"""Seconds from the use of a double arrow to its first step."""
CARD_REST_SECONDS: Final = 0.12
"""Seconds of rest between the last step of a card and the next card."""
SEAT_STAGGER: Final = 0.03
"""Seconds by which each seat begins after the one before it."""
LONGEST_RECAP: Final = 5.0
"""Most seconds of a recap: if there is more to show, it is faster."""
FLASH_SECONDS: Final = 0.35
"""Seconds a space that was reached stays lit."""
SOUND_INTERVAL: Final = 0.045
"""Least seconds between two equal sounds."""
RESOLVE_ACTIONS: Final = get_args(play.ResolveAction)
STEPPED_PIECES: Final = frozenset({"prestige", "row", "marker", "held", "summary"})
"""First words of the ids of pieces that change step by step while cards are resolved."""
WALLETS_CLOSED_AT: Final = 0.45
"""Second at which the hands have become wallets."""
GROUP_OUT_AT: Final = 0.5
"""Second at which a group has come out of its wallet."""
WALLET_PASS_SECONDS: Final = 0.85
"""Seconds that wallets travel."""
WALLET_OPEN_SECONDS: Final = 0.4
"""Seconds a wallet takes to open."""
TOKEN_TURNED_AT: Final = 0.45
"""Second at which the token has turned over."""
SLIDER_SECONDS: Final = 0.55
"""Seconds that the slider moves."""
CARDS_RETURN_SECONDS: Final = 0.35
"""Seconds that cards take back to the hands."""
SCORING_SECONDS: Final = 1.5
"""Seconds of one scoring."""
COUNT_SECONDS: Final = 0.7
"""Seconds in which prestige counts up."""
COUNT_TICKS: Final = 5
"""Number of ticks that sound while prestige counts up."""
COUNT_START: Final = 0.45
"""Second of a scoring at which prestige begins to count up."""
FIRST_SCORING_AT: Final = TOKEN_TURNED_AT + SLIDER_SECONDS + CARDS_RETURN_SECONDS
"""Second of a round's end at which the first scoring begins."""


def adjust_timeline(game: GreatSplit, event: GameEvent, timeline: Timeline, layout: Layout) -> Timeline:
    """Timeline of a step with this game's times."""
    timeline = replace(timeline, changes=tuple(map(_moved_or_turned, timeline.changes)))
    viewer = layout.viewer
    before, after = event.before.view(viewer), event.after.view(viewer)
    opened = (before.round, before.stage) != (after.round, after.stage)
    match kind_of(event, viewer):
        case play.Deal():
            own = game.drawing(before)[0] == viewer
            seconds = OWN_DEAL_SECONDS if own else DEAL_SECONDS if before.stage == "deal" else TRADE_SECONDS
            timeline = retimed(timeline, {}, Span(0.0, seconds), seconds)
            return replace(timeline, cues=(Cue(0.0, "deal"),))
        case play.Market():
            return _market(timeline, event, layout)
        case play.Split() if opened:
            return _passing(timeline, layout)
        case play.Split() as action:
            return _closing(timeline, action, layout)
        case play.Take() if opened:
            return _returning(timeline, event, layout)
        case play.Take():
            timeline = retimed(timeline, {}, Span(0.0, GROUP_OUT_AT), GROUP_OUT_AT)
            return replace(timeline, cues=(Cue(0.0, "pat"), Cue(GROUP_OUT_AT - 0.1, "clasp")))
        case action if isinstance(action, RESOLVE_ACTIONS):
            return _recap(timeline, event, layout, game)
    return replace(timeline, cues=_plain_cues(event, timeline, viewer))


def kind_of(event: GameEvent, viewer: int) -> Any:
    """First action of an event that the viewer may see; a sealed one if all are hidden."""
    actions = (told.action(viewer) for told in event.steps)
    return next((action for action in actions if not isinstance(action, play.Sealed)), play.Sealed(False))


def _moved_or_turned(change: Change) -> Change:
    """Change of an own card that moves and gets another face: it travels instead of turning over."""
    old, new = change.before, change.after
    if change.kind != "flip" or old is None or new is None or not isinstance(new.art, OwnCard):
        return change
    return replace(change, kind="travel") if old.rect != new.rect else change


def _plain_cues(event: GameEvent, timeline: Timeline, viewer: int) -> tuple[Cue, ...]:
    """Sounds of a character, a scoring token or cards laid down."""
    match kind_of(event, viewer):
        case play.Character():
            return (Cue(0.0, "unfold"),)
        case play.Scoring():
            return (Cue(0.0, "wood", len(event.before.view(viewer).tokens)),)
        case play.Discard() if timeline.changes:
            return Cue(0.0, "paper_slide"), Cue(min(timeline.landing, timeline.seconds), "paper_land")
    return ()


# --- cards resolved ------------------------------------------------------------------------------------


class ResolvedBeat(msgspec.Struct, frozen=True):
    """Card, splitter or double arrow that a seat resolves, from second `at` to second `end`.

    `before` and `after` are the seat's estates; `hops` are the advances, each with its second.
    """

    seat: Seat
    at: float
    end: float
    action: Any
    hops: tuple[tuple[float, Hop], ...]
    before: Estate
    after: Estate

    def estates(self) -> Iterator[tuple[float, Estate]]:
        """Estates of the seat by the second from which they hold: the card is used, then advance after
        advance.
        """
        tracks = [*self.before.tracks]
        yield self.at, replace(self.after, tracks=tuple(tracks))
        for at, hop in self.hops:
            tracks[hop.track] = hop.after
            yield at, replace(self.after, tracks=tuple(tracks))

    def faster(self, factor: float) -> ResolvedBeat:
        """Beat with all times multiplied by `factor`."""
        hops = tuple((at * factor, hop) for at, hop in self.hops)
        return replace(self, at=self.at * factor, end=self.end * factor, hops=hops)


def beats_of(event: GameEvent, viewer: int, game: GreatSplit) -> list[ResolvedBeat]:
    """Beats of an event, seats side by side; without those that the viewer has already seen."""
    before: State = event.before.view(viewer)
    many = len(event.steps) > 1
    estates, ends = [*before.estates], [SEAT_STAGGER * seat * many for seat in range(before.seats)]
    beats = list[ResolvedBeat]()
    for told in event.steps:
        seat, action = told.seat, told.action(viewer)
        if not (many and seat == viewer) and isinstance(action, RESOLVE_ACTIONS):
            beats.append(_beat(game, seat, estates[seat], action, ends[seat]))
            estates[seat], ends[seat] = beats[-1].after, beats[-1].end
    end = max((beat.end for beat in beats), default=0.0)
    return beats if end <= LONGEST_RECAP else [beat.faster(LONGEST_RECAP / end) for beat in beats]


def _beat(
    game: GreatSplit, seat: Seat, before: Estate, action: play.ResolveAction, at: float
) -> ResolvedBeat:
    """Beat of an action of resolving from second `at` on. Hand and sold cards may be face down."""
    after = game.resolved(before, action)
    if isinstance(action, play.Play | play.Sell):
        after = replace(after, hand=_removed(before.hand, action.card))
    after = replace(after, arrows=max(0, after.arrows))
    hops = advance(game.data, before.tracks, game.gains(action)[1]).hops
    first = at + (ARROW_SECONDS if isinstance(action, play.Bonus) else CARD_SECONDS)
    moments = [first + CHAIN_INTERVAL * number for number in range(len(hops))]
    end = first + CHAIN_INTERVAL * max(len(hops), 1) + CARD_REST_SECONDS
    return ResolvedBeat(seat, at, end, action, tuple(zip(moments, hops, strict=True)), before, after)


def _removed(hand: Group, card: int) -> Group:
    """Hand without a card; if that is not in it, without one that is face down, or the last."""
    gone = card if card in hand else UNKNOWN_CARD
    place = hand.index(gone) if gone in hand else len(hand) - 1
    return hand[:place] + hand[place + 1 :]


def _recap(timeline: Timeline, event: GameEvent, layout: Layout, game: GreatSplit) -> Timeline:
    """Timeline of resolved cards: of all seats side by side, each card by card and step by step."""
    beats, many = beats_of(event, layout.viewer, game), len(event.steps) > 1
    slider = event.before.view(layout.viewer).slider
    end = max((beat.end for beat in beats), default=0.0)
    seats, still = {beat.seat for beat in beats}, {piece.id for piece in timeline.rests}
    changes = [one for beat in beats for one in _changes(beat, layout, slider) if one.piece.id not in still]
    for change in timeline.changes:
        moves = change.piece.id[0] in STEPPED_PIECES and change.piece.id[1] in seats
        changes.append(replace(change, start=end, seconds=0.0) if moves else change)
    first = min((at for beat in beats for at, _ in beat.hops), default=min(CARD_SECONDS, end))
    whole = max([end + 0.1 * many, *(change.end for change in changes)])
    return replace(
        timeline,
        changes=tuple(changes),
        landing=end,
        landed=whole if many else first,
        seconds=whole,
        effects=tuple(effect for beat in beats for effect in _effects(beat, layout)),
        cues=_recap_cues(beats),
    )


def _changes(beat: ResolvedBeat, layout: Layout, slider: int) -> Iterator[Change]:
    """Changes in an estate while a card is resolved; markers arrive when a space is reached."""
    known = _estate(beat.before, layout, beat.seat, slider)
    for at, estate in beat.estates():
        pieces = _estate(estate, layout, beat.seat, slider)
        for change in difference(known, pieces, paths=lambda piece: (piece.rect.centre,)).changes:
            if change.piece.id[0] == "marker":
                yield replace(change, start=max(beat.at, at - CHAIN_INTERVAL), seconds=CHAIN_INTERVAL)
            else:
                yield replace(change, start=at, seconds=0.0)
        known = pieces


def _estate(estate: Estate, layout: Layout, seat: int, slider: int) -> list[Piece]:
    """Pieces of an estate while cards are played; without an own seat also those of its hand."""
    found = estate_pieces(layout, seat, estate, slider)
    around = layout.own is None
    return [*found, *playing_pieces(layout, seat, estate)] if around else found


def _effects(beat: ResolvedBeat, layout: Layout) -> Iterator[Effect]:
    """Effects of a beat: its card is held up, spaces reached light up, and bonuses fly there."""
    if beat.seat != layout.own:
        yield _held_up(beat, layout)
    for at, hop in beat.hops:
        yield _flash(layout, beat.seat, hop, at)
        if hop.bonus and beat.seat in layout.panels:
            resource = hop.track % len(RESOURCES)
            sign = layout.sign(beat.seat, resource + len(RESOURCES))
            cell = layout.cell(beat.seat, hop.track, hop.after)
            start, goal = (Rect.around(*rect.centre, 28) for rect in (sign, cell))
            yield flight_change(TrackIcon(RESOURCES[resource]), start, goal, at, CHAIN_INTERVAL)


def _held_up(beat: ResolvedBeat, layout: Layout) -> Effect:
    """Effect of a card held up at another seat's portrait, or in the head of its estate: over no figure."""
    rect = layout.hand(beat.seat).fit(CARD_WIDE, "right" if layout.own is None else "centre")
    art, seconds = _used(beat.action), beat.end - beat.at

    def draw(ctx: PaintContext, share: float) -> None:
        t = share * seconds
        come = progress(t, 0.0, min(CARD_SECONDS, seconds / 2))
        with ctx.canvas.faded(min(1.0, 3 * come) * (1 - progress(t, seconds - 0.1, 0.1))):
            art.paint(ctx, rect)

    return Effect(beat.at, seconds, draw)


def _used(action: Any) -> Art:
    """Art of the card, splitter or double arrow that an action uses."""
    match action:
        case play.Splitter() | play.SellSplitter():
            return SplitterArt()
        case play.Bonus():
            return TrackIcon("double-arrow")
        case play.Sell():
            return CardArt(UNKNOWN_CARD, sold=True)
    return CardArt(action.card)


def _flash(layout: Layout, seat: Seat, hop: Hop, at: float) -> Effect:
    """Effect of a light on the space just reached, or on the bars of its resource."""
    if seat not in layout.panels:
        return _lit_bars(layout.pair(seat, hop.track % len(RESOURCES)), at)
    cell = layout.cell(seat, hop.track, hop.after)
    full = layout.cell(seat, hop.track, LAST_SPACES[hop.track])

    def draw(ctx: PaintContext, share: float) -> None:
        canvas = ctx.canvas
        with canvas.faded(1 - share):
            canvas.glow(cell.grown(cell.h * 0.7), "great_split.glow", 0.9)
            if hop.after > hop.before:
                canvas.ring(cell.grown(2), 6, "great_split.glow", width=3, soft=5)
            if hop.lost:
                icon(canvas, "cross", Rect.around(full.cx, full.cy, 30), "bad")
            if hop.arrows:
                up = 0.0 if ctx.reduced else 20 * share
                draw_icon(canvas, Rect.around(cell.cx, cell.y - 8 - up, 34), "double-arrow")

    return Effect(at, FLASH_SECONDS, draw)


def _lit_bars(rect: Rect, at: float) -> Effect:
    """Effect of a light around two bars."""

    def draw(ctx: PaintContext, share: float) -> None:
        with ctx.canvas.faded(1 - share):
            ctx.canvas.ring(rect.grown(3), 6, "great_split.glow", width=3, soft=5)

    return Effect(at, FLASH_SECONDS, draw)


def _recap_cues(beats: Sequence[ResolvedBeat]) -> tuple[Cue, ...]:
    """Sounds of a recap: of each card as it is used, and a tick for every advance, rising along a chain."""
    every = list[Cue]()
    for beat in beats:
        every += [Cue(beat.at, sound) for sound in _sounds(beat.action)]
        every += chain_cues("tick", (at for at, _ in beat.hops))
    heard = dict[str, Cue]()
    found = list[Cue]()
    for cue in sorted(every, key=lambda cue: (cue.at, -cue.pitch)):
        if cue.sound not in heard or cue.at - heard[cue.sound].at >= SOUND_INTERVAL:
            heard[cue.sound] = cue
            found.append(cue)
    return tuple(found)


def _sounds(action: Any) -> tuple[str, ...]:
    """Sounds of a card, the splitter or a double arrow that is used."""
    match action:
        case play.Sell():
            return ("coin",)
        case play.SellSplitter():
            return ("splitter", "coin")
        case play.Splitter():
            return ("splitter",)
        case play.Play() if action.seals:
            return ("seal",)
        case play.Bonus():
            return ("chime",)
    return ("paper_slide",)


# --- great events ---------------------------------------------------------------------------------------


def moments_of(game: GreatSplit, event: GameEvent, layout: Layout) -> tuple[Highlight, ...]:
    """Moments of a step: the last wallets, every scoring, the first seal track completed."""
    viewer = layout.viewer
    before: State = event.before.view(viewer)
    after: State = event.after.view(viewer)
    match kind_of(event, viewer):
        case play.Split() if before.round == ROUNDS and before.stage != after.stage:
            place = layout.field if layout.own is None else layout.strip
            return (
                Highlight(
                    WALLETS_CLOSED_AT + WALLET_PASS_SECONDS,
                    place,
                    Sentence("great_split.moment.last_wallet"),
                    jolts=True,
                ),
            )
        case play.Market():
            scored = scorings(event, viewer)
            return tuple(
                _scoring(layout, one, FIRST_SCORING_AT + SCORING_SECONDS * n) for n, one in enumerate(scored)
            )
        case action if isinstance(action, RESOLVE_ACTIONS):
            return _seals(beats_of(event, viewer, game), layout)
    return ()


def _scoring(layout: Layout, scored: Scored, at: float) -> Highlight:
    """Moment of a scoring."""
    words = Sentence("great_split.moment.scoring", words={"token": f"great_split.scoring.{scored.token}"})
    place = layout.field if layout.own is None else _counted(layout, scored.token, layout.own)[0]
    return Highlight(at, place, words, seconds=SCORING_SECONDS)


def _seals(beats: Sequence[ResolvedBeat], layout: Layout) -> tuple[Highlight, ...]:
    """Moment of the first seal track completed; of further ones none, since there is one ribbon at a time."""
    for at, hop, seat in _hops_in_order(beats):
        if hop.track >= len(RESOURCES) and hop.before < hop.after == LAST_SPACES[hop.track]:
            large = seat in layout.panels
            resource = hop.track % len(RESOURCES)
            place = layout.strip_of(seat, hop.track) if large else layout.pair(seat, resource)
            words = Sentence("great_split.moment.seal", words={"seal": track_key(hop.track)})
            return (Highlight(at, place, words, seat, jolts=True),)
    return ()


def _hops_in_order(beats: Sequence[ResolvedBeat]) -> list[tuple[float, Hop, Seat]]:
    every = [(at, hop, beat.seat) for beat in beats for at, hop in beat.hops]
    return sorted(every, key=lambda one: one[0])


def points_origin(event: GameEvent, layout: Layout, seat: Seat) -> Rect:
    """Rectangle where points were made: what was scored last; without a scoring the prestige or bars."""
    scored = scorings(event, layout.viewer)
    if scored:
        return _counted(layout, scored[-1].token, seat)[0]
    return layout.prestige_of(seat) if seat in layout.panels else layout.summaries[seat]


def moment_cues(moments: Sequence[Highlight]) -> tuple[Cue, ...]:
    """Sounds of moments that jolt; scorings have their own."""
    return tuple(Cue(moment.start, "flourish") for moment in moments if moment.jolts)


# --- wallets -------------------------------------------------------------------------------------------


def _closing(timeline: Timeline, action: play.Split, layout: Layout) -> Timeline:
    """Timeline of the own hand that goes into its wallet from where it was parted."""
    before, splitter, behind = layout.spread(len(action.left), len(action.right))
    places: dict[PieceId, Rect] = {SPLITTER_TARGET: splitter}
    for card, rect in zip((*action.left, *action.right), (*before, *behind), strict=True):
        places["card", card] = rect
    closes, half = Span(0.0, WALLETS_CLOSED_AT), WALLETS_CLOSED_AT / 2
    timeline = retimed(timeline, {"card": closes, "splitter": closes}, Span(half, half), WALLETS_CLOSED_AT)
    changes = tuple(
        replace(change, before=replace(change.before, rect=places[change.piece.id]))
        if change.before is not None and change.piece.id in places
        else change
        for change in timeline.changes
    )
    return replace(
        timeline, changes=changes, cues=(Cue(0.0, "riffle"), Cue(WALLETS_CLOSED_AT - 0.1, "clasp"))
    )


def _passing(timeline: Timeline, layout: Layout) -> Timeline:
    """Timeline of all wallets that travel to the left; the one that comes to the own seat opens."""
    arrive = WALLETS_CLOSED_AT + WALLET_PASS_SECONDS
    effects = list[Effect]()
    for giver in range(layout.seats):
        taker, own = left_neighbour(layout.seats, giver), giver == layout.own
        start, goal = layout.resting(giver), layout.resting(taker)
        effects.append(_rest(giver, start, WALLETS_CLOSED_AT, comes=not own))
        effects.append(flight_change(Wallet(giver), start, goal, WALLETS_CLOSED_AT, WALLET_PASS_SECONDS))
        effects += [_opening(giver, goal, arrive)] if taker == layout.own else []
    cues = (
        Cue(0.0, "riffle"),
        Cue(WALLETS_CLOSED_AT - 0.1, "clasp"),
        *_slides(WALLETS_CLOSED_AT),
        Cue(arrive + 0.1, "clasp", 5),
    )
    spans = {"wallet": Span(arrive, gone=0.0), "held": Span(0.0, WALLETS_CLOSED_AT * 0.8)}
    timeline = retimed(timeline, spans, Span(arrive, WALLET_OPEN_SECONDS), arrive + WALLET_OPEN_SECONDS / 2)
    return replace(timeline, effects=tuple(effects), cues=cues)


def _returning(timeline: Timeline, event: GameEvent, layout: Layout) -> Timeline:
    """Timeline of groups that come out of wallets, which then return and open with the rest."""
    before: State = event.before.view(layout.viewer)
    home, effects = GROUP_OUT_AT + WALLET_PASS_SECONDS, list[Effect]()
    for told in event.steps:
        action = told.action(layout.viewer)
        if isinstance(action, play.Take) and layout.own is None:
            effects.append(_group(layout, told.seat, _taken(before, told.seat, action)))
    for giver in range(layout.seats):
        taker = left_neighbour(layout.seats, giver)
        start, goal = (
            layout.waiting_wallet_rect if seat == layout.own else layout.resting(seat)
            for seat in (taker, giver)
        )
        effects.append(_rest(giver, start, GROUP_OUT_AT))
        effects.append(flight_change(Wallet(giver), start, goal, GROUP_OUT_AT, WALLET_PASS_SECONDS))
        effects.append(_opening(giver, goal, home))
    cues = (
        Cue(0.0, "pat"),
        Cue(GROUP_OUT_AT - 0.1, "clasp"),
        *_slides(GROUP_OUT_AT),
        Cue(home + 0.05, "riffle", 3),
    )
    spans = {"wallet": Span(0.0), "groups": Span(0.0, GROUP_OUT_AT)}
    timeline = retimed(timeline, spans, Span(home, WALLET_OPEN_SECONDS), home + WALLET_OPEN_SECONDS / 2)
    return replace(timeline, effects=tuple(effects), cues=cues)


def _slides(start: float) -> tuple[Cue, Cue]:
    """Sounds of wallets that slide over the table."""
    return Cue(start + 0.05, "paper_slide", -4), Cue(start + WALLET_PASS_SECONDS - 0.1, "paper_land", -5)


def _rest(giver: int, rect: Rect, seconds: float, comes: bool = False) -> Effect:
    """Effect of a wallet that lies at its place for `seconds` before it travels; `comes`: it fades in."""

    def draw(ctx: PaintContext, share: float) -> None:
        draw_one(ctx, Piece(("wallet", giver), Wallet(giver), rect, alpha=ease_out(share) if comes else 1.0))

    return Effect(0.0, seconds, draw)


def _opening(giver: int, rect: Rect, at: float) -> Effect:
    """Effect of an arrived wallet that opens and fades, from second `at` on."""

    def draw(ctx: PaintContext, share: float) -> None:
        draw_one(ctx, Piece(("wallet", giver), Wallet(giver, round(share, 1)), rect, alpha=1 - share))

    return Effect(at, WALLET_OPEN_SECONDS, draw)


def _taken(before: State, seat: int, action: play.Take) -> int:
    """Number of cards in the group that a seat takes."""
    giver = before.estates[right_neighbour(before.seats, seat)]
    return len(giver.left if action.side == WALLET_SIDES[0] else giver.right)


def _group(layout: Layout, seat: int, count: int) -> Effect:
    """Effect of cards face down that come out of a wallet in the head of an estate."""
    home = GROUP_OUT_AT + WALLET_PASS_SECONDS

    def paint(ctx: PaintContext, share: float) -> None:
        with ctx.canvas.faded(progress(share * home, 0.0, GROUP_OUT_AT)):
            draw(ctx, face_down_pieces(layout, seat, count))

    return Effect(0.0, home, paint)


# --- the market ----------------------------------------------------------------------------------------


def scorings(event: GameEvent, viewer: int) -> tuple[Scored, ...]:
    """Scorings that an event brings, at the end of a round."""
    before: State = event.before.view(viewer)
    after: State = event.after.view(viewer)
    return after.scored[len(before.scored) :]


def _market(timeline: Timeline, event: GameEvent, layout: Layout) -> Timeline:
    """Timeline of the market, one part after the other; then prestige counts up, scoring after scoring."""
    scored = scorings(event, layout.viewer)
    end = FIRST_SCORING_AT + SCORING_SECONDS * len(scored)
    returns = Span(FIRST_SCORING_AT - CARDS_RETURN_SECONDS, CARDS_RETURN_SECONDS)
    spans = {
        "market": Span(0.0, TOKEN_TURNED_AT),
        "slider": Span(TOKEN_TURNED_AT, SLIDER_SECONDS),
        "scoring": Span(end - 0.3, 0.3),
        "prestige": Span(end, gone=0.0) if scored else returns,
    }
    counted = [one for change in timeline.changes for one in _counting(change, scored)]
    timeline = retimed(timeline, spans, returns, end)
    tokens = event.after.view(layout.viewer).tokens
    return replace(
        timeline,
        changes=(*counted, *timeline.changes),
        seconds=end,
        effects=tuple(
            _called(layout, one, tokens, FIRST_SCORING_AT + SCORING_SECONDS * number)
            for number, one in enumerate(scored)
        ),
        cues=_market_cues(scored),
    )


def _counting(change: Change, scored: Sequence[Scored]) -> Iterator[Change]:
    """Changes of a seat's prestige at each scoring; expected points are not shown meanwhile."""
    piece = change.before
    if piece is None or not isinstance(piece.art, Prestige):
        return
    for number, one in enumerate(scored):
        value = piece.art.value + one.amounts[int(piece.id[1])]
        risen = replace(piece, art=Prestige(value))
        yield Change(
            "roll", piece, risen, FIRST_SCORING_AT + SCORING_SECONDS * number + COUNT_START, COUNT_SECONDS
        )
        piece = risen


def _called(layout: Layout, scored: Scored, tokens: Sequence[str], at: float) -> Effect:
    """Effect of a light on what is scored, in all estates and on the papers beside, from second `at` on."""
    final = scored.round == ROUNDS
    names = [f"token {slot}" for slot, token in enumerate(tokens) if token == scored.token]
    beside = [layout.boxes[name] for name in (["final"] if final else names)]

    def draw(ctx: PaintContext, share: float) -> None:
        t = share * SCORING_SECONDS
        fade = min(1.0, t / 0.2) * (1 - progress(t, SCORING_SECONDS - 0.25, 0.25))
        with ctx.canvas.faded(fade):
            for seat, brought in enumerate(scored.amounts):
                for rect in _counted(layout, scored.token, seat):
                    ctx.canvas.ring(rect.grown(3), 8, "great_split.glow", width=3, soft=7)
                draw_gain(ctx.canvas, layout, seat, brought)
            for rect in beside:
                ctx.canvas.ring(rect.grown(5), 14, "great_split.glow", width=4, soft=10)

    return Effect(at, SCORING_SECONDS, draw)


def _counted(layout: Layout, token: str, seat: int) -> list[Rect]:
    """Rectangles in a seat's estate of what a token scores: figures, or bars."""
    contracts, gems = token == "contracts", ("topaz", "emerald")
    names = RESOURCES if contracts else gems if token == "gems" else (token,)
    numbers = [number for number, name in enumerate(RESOURCES) if name in names]
    if seat not in layout.panels:
        return [layout.pair(seat, number) for number in numbers]
    return [layout.row(seat, number)["contract" if contracts else "now"] for number in numbers]


def _market_cues(scored: Sequence[Scored]) -> tuple[Cue, ...]:
    """Sounds of the token, the slider, cards, and every scoring."""
    found = [
        *(Cue(0.0, "paper_slide"), Cue(TOKEN_TURNED_AT * 0.8, "wood")),
        *(Cue(TOKEN_TURNED_AT, "tick", 2), Cue(FIRST_SCORING_AT - 0.2, "riffle")),
    ]
    for number in range(len(scored)):
        at = FIRST_SCORING_AT + SCORING_SECONDS * number
        found.append(Cue(at, "appraisal", 2 * number))
        found += chain_cues("tick", (at + COUNT_START + CHAIN_INTERVAL * n for n in range(COUNT_TICKS)))
    return tuple(found)
