"""What moves on The Great Split's table: cards, wallets, steps and chains, scorings, the end."""

from __future__ import annotations

import math
from typing import Final

from client.boards.base import Frame
from client.boards.great_split import motion as motion_of
from client.boards.great_split.estates import estates_of
from client.boards.great_split.flight import Thing, draw_small, draw_thing, fly
from client.boards.great_split.lying import draw_changed, draw_over, lying_of, slider_of
from client.boards.great_split.motion import CLOSES, OPENS, PASSES, STAGGER, TAKES, Beat, Called, Lane
from client.boards.great_split.panels import backs, cards_of, clear, draw_gain, draw_hold, draw_prestige
from client.boards.great_split.pieces import (
    draw_character,
    draw_icon,
    draw_market_token,
    draw_scoring_token,
    draw_splitter,
)
from client.boards.great_split.places import CARD, Places
from client.boards.great_split.side import beside, draw_market
from client.boards.great_split.strip import (
    Piece,
    Ways,
    draw_change,
    draw_open_wallet,
    draw_strip,
    draw_sums,
    pieces_of,
)
from client.mirror import Happening
from client.ui.anim import CHAIN, TRAVEL, ease_in_out, ease_out, mix, mix_points, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon
from core.games.great_split import state as play
from core.games.great_split.rules import GreatSplit, left_neighbour, right_neighbour
from core.games.great_split.state import RESOURCES, SIDES, UNKNOWN, State
from core.games.great_split.tracks import Hop

BACK: Final = Thing("card", UNKNOWN)


class Moves:
    """What moves in one frame of a happening."""

    def __init__(
        self, canvas: Canvas, frame: Frame, happening: Happening, places: Places, game: GreatSplit
    ) -> None:
        self.canvas = canvas
        self.frame = frame
        self.happening = happening
        self.places = places
        self.game = game
        self.t = frame.t
        self.still = frame.motion.reduced
        self.before: State = happening.before.view(frame.viewer)
        self.after: State = happening.after.view(frame.viewer)
        self.plan = motion_of.plan_of(happening, frame.viewer, game)
        self.lying = lying_of(frame, places, game)
        self.opened = motion_of.is_opened(happening, frame.viewer)

    def draw(self) -> None:
        """The happening, and after the last one of a game its end."""
        shown = self.happening.before if self.t < self.plan.field_at else self.happening.after
        draw_over(self.canvas, self.places, shown, self.frame.viewer, self.lying)
        match self.plan.kind:
            case "deal":
                self._deal()
            case "character":
                self._character()
            case "token":
                self._token()
            case "market":
                self._market()
            case "discard":
                self._discard()
            case "split":
                self._split()
            case "take":
                self._take()
            case "resolve":
                self._resolve()
            case _:
                draw_strip(self.canvas, self._pieces(self.after))
        if self.t >= self.plan.over:
            self._end(self.t - self.plan.over)

    def _pieces(self, view: State) -> tuple[Piece, ...]:
        return pieces_of(view, self.places)

    def _strip(self, ways: Ways, start: float, seconds: float) -> None:
        """The own strip on its way to what it will be."""
        share = progress(self.t, start, seconds)
        if share <= 0:
            draw_strip(self.canvas, self._pieces(self.before))
        elif share >= 1:
            draw_strip(self.canvas, self._pieces(self.after))
        else:
            pieces = (self._pieces(self.before), self._pieces(self.after))
            draw_change(self.canvas, *pieces, ways, share, self.still)

    def _fly(
        self, thing: Thing, start: Rect, end: Rect, at: float, seconds: float, lean: float = 0.0
    ) -> None:
        """A thing from place to place; with reduced motion it appears at the end."""
        share = progress(self.t, at, seconds)
        if share <= 0:
            return
        if self.still:
            with self.canvas.faded(share):
                draw_thing(self.canvas, end, thing)
        elif share < 1:
            fly(self.canvas, thing, start, end, share, turn=lean)

    # --- chance -------------------------------------------------------------------------------

    def _deal(self) -> None:
        """A card from its deck to a hand."""
        viewer = self.frame.viewer
        seat = motion_of.receiver(self.happening, viewer, self.game) % self.places.seats
        deck = self.places.decks[motion_of.deck_of(self.happening, viewer, self.game)]
        ways = Ways(source=lambda thing: deck, sink=lambda thing: None)
        self._strip(ways, 0.0, self.plan.seconds)
        if seat != self.places.own:
            self._fly(BACK, deck, self.places.hand(seat).fit(CARD), 0.0, self.plan.seconds, 20)

    def _character(self) -> None:
        """A tile is dealt, and its steps are taken."""
        draw_strip(self.canvas, self._pieces(self.after))
        seat = motion_of.character_of(self.happening, self.frame.viewer) % self.places.seats
        after = estates_of(self.places.data, self.after, self.places.seats)[seat]
        if after.character is None:
            return
        name = self.places.data.characters[after.character].name
        place = self.places.panels[seat].head.character
        share = ease_out(progress(self.t, 0, motion_of.TILE * 0.7))
        up = 0.0 if self.still else 40 * (1 - share)
        with self.canvas.faded(share):
            draw_character(self.canvas, place.moved(0, -up), name)

    def _token(self) -> None:
        """A scoring token comes to its place."""
        draw_strip(self.canvas, self._pieces(self.after))
        slot = len(self.before.tokens)
        if slot < len(self.places.tokens) and slot < len(self.after.tokens):
            share = ease_out(progress(self.t, 0, self.plan.seconds))
            rect = self.places.tokens[slot]
            with self.canvas.faded(share):
                draw_scoring_token(
                    self.canvas,
                    rect.moved(0, 0 if self.still else -30 * (1 - share)),
                    self.after.tokens[slot],
                )

    # --- discarding ---------------------------------------------------------------------------

    def _discard(self) -> None:
        """Cards face down to the box."""
        box = self.places.box
        self._strip(Ways(source=lambda thing: None, sink=lambda thing: box), 0.0, TRAVEL)
        for seat, many in enumerate(motion_of.gone(self.happening, self.frame.viewer)[: self.places.seats]):
            if seat == self.places.own:
                continue
            start = self.places.hand(seat).fit(CARD)
            for nth in range(many):
                self._fly(BACK, start, box, STAGGER * nth, TRAVEL, 30)

    # --- wallets ------------------------------------------------------------------------------

    def _split(self) -> None:
        """Hands close into wallets, and all travel to the left at once."""
        own, seats = self.places.own, self.places.seats
        if not self.opened:
            wallet = None if own is None else self.places.wallet(own)
            ways = Ways(source=lambda thing: wallet, sink=lambda thing: wallet)
            self._strip(ways, 0.0, CLOSES)
            return
        for seat in range(seats):
            if seat != own and self.t < self.plan.field_at:
                self._close(seat)
        if own is not None:
            self._open_own(own)
        for seat in range(seats):
            self._pass_on(Thing("wallet", seat), seat, left_neighbour(seats, seat), CLOSES)

    def _close(self, seat: int) -> None:
        """The hand of another seat becomes its wallet."""
        place = self.places.hand(seat)
        estate = estates_of(self.places.data, self.before, self.places.seats)[seat]
        share = ease_out(progress(self.t, 0, CLOSES * 0.8))
        clear(self.canvas, place)
        with self.canvas.faded(1 - share):
            draw_hold(self.canvas, self.places, seat, backs(len(estate.hand), True))
        if self.t < CLOSES or self.still:
            with self.canvas.faded(share * (1 - progress(self.t, CLOSES, 0.2))):
                draw_thing(self.canvas, self._resting(seat), Thing("wallet", seat))

    def _resting(self, seat: int) -> Rect:
        """Where a wallet lies at a seat; in the head of an estate at the right."""
        place = self.places.hand(seat)
        roomy = seat != self.places.own and place.w > 2 * place.h
        return place.fit(1.3, "right" if roomy else "centre")

    def _pass_on(self, wallet: Thing, giver: int, taker: int, start: float) -> None:
        """A wallet from seat to seat."""
        lean = 8 if giver % 2 else -8
        self._fly(wallet, self._resting(giver), self._resting(taker), start, PASSES, lean)

    def _open_own(self, own: int) -> None:
        """One's own wallet goes, the one that comes is opened."""
        arrive = CLOSES + PASSES
        if self.t < CLOSES:
            draw_strip(self.canvas, self._pieces(self.before))
        if self.t < arrive:
            return
        wallet = self.places.wallet(own)
        ways = Ways(source=lambda thing: wallet, sink=lambda thing: None)
        share = progress(self.t, arrive, OPENS)
        giver = right_neighbour(self.places.seats, own)
        level = round(10 * share)
        estate = estates_of(self.places.data, self.after, self.places.seats)[giver]
        if self.after.stage == "choose":
            with self.canvas.faded(share):
                draw_open_wallet(self.canvas, self.places, giver, len(estate.left), len(estate.right))
                draw_sums(self.canvas, self.places, estate.left, estate.right)
        with self.canvas.faded(1 - share):
            draw_thing(self.canvas, wallet, Thing("wallet", giver, level))
        draw_change(self.canvas, (), self._pieces(self.after), ways, share, self.still)

    def _take(self) -> None:
        """The group taken comes out; the rest travels home with the splitter."""
        own, seats = self.places.own, self.places.seats
        if not self.opened:
            aside = self.places.aside
            ways = Ways(source=lambda thing: aside, sink=lambda thing: aside)
            self._strip(ways, 0.0, TAKES)
            return
        for seat in range(seats):
            if seat != own:
                self._taken(seat)
        if own is not None:
            self._home(own)
        for seat in range(seats):
            giver = right_neighbour(seats, seat)
            self._back(Thing("wallet", giver), seat, giver)

    def _taken(self, seat: int) -> None:
        """What another seat has taken; at the end all it has."""
        estates = estates_of(self.places.data, self.before, self.places.seats)
        later = estates_of(self.places.data, self.after, self.places.seats)[seat]
        giver = estates[right_neighbour(self.places.seats, seat)]
        steps = motion_of.steps_of(self.happening, self.frame.viewer)
        step = next((step for who, step in steps if who == seat), None)
        side = step.side if isinstance(step, play.Take) else SIDES[0]
        group = giver.left if side == "left" else giver.right
        place = self.places.hand(seat)
        home = TAKES + PASSES
        clear(self.canvas, place)
        if self.t < TAKES:
            with self.canvas.faded(progress(self.t, 0, TAKES)):
                draw_hold(self.canvas, self.places, seat, backs(len(group)))
            draw_thing(
                self.canvas, self._resting(seat), Thing("wallet", right_neighbour(self.places.seats, seat))
            )
        elif self.t < home:
            draw_hold(self.canvas, self.places, seat, backs(len(group)))
        else:
            share = progress(self.t, home, OPENS)
            draw_hold(self.canvas, self.places, seat, backs(len(later.hand), True))
            with self.canvas.faded(1 - share):
                draw_thing(self.canvas, self._resting(seat), Thing("wallet", seat))

    def _back(self, wallet: Thing, taker: int, giver: int) -> None:
        start = self.places.aside if taker == self.places.own else self._resting(taker)
        end = self.places.aside if giver == self.places.own else self._resting(giver)
        self._fly(wallet, start, end, TAKES, PASSES, 8 if giver % 2 else -8)

    def _home(self, own: int) -> None:
        """One's own wallet comes home and becomes part of the hand."""
        home, aside = TAKES + PASSES, self.places.aside
        before = self._pieces(self.before)
        cards = tuple(piece for piece in before if piece.thing.kind == "card")
        if self.t < TAKES:
            draw_strip(self.canvas, before)
        elif self.t < home:
            draw_strip(self.canvas, cards)
        else:
            share = progress(self.t, home, OPENS)
            with self.canvas.faded(1 - share):
                draw_thing(self.canvas, aside, Thing("wallet", own, round(10 * share)))
            ways = Ways(source=lambda thing: aside, sink=lambda thing: None)
            draw_change(self.canvas, cards, self._pieces(self.after), ways, share, self.still)

    # --- resolving ----------------------------------------------------------------------------

    def _resolve(self) -> None:
        """Every seat's cards one after another, all seats side by side."""
        ways = Ways(source=lambda thing: None, sink=lambda thing: None)
        self._strip(ways, 0.0, motion_of.CARD + 0.1)
        for lane in self.plan.lanes:
            if lane.seat < self.places.seats:
                self._lane(lane)

    def _lane(self, lane: Lane) -> None:
        estate = lane.estate(self.t)
        lies = self.lying.estates[lane.seat]
        draw_changed(self.canvas, self.places, lane.seat, lies, estate, slider_of(self.before))
        if lane.seat != self.places.own:
            place = self.places.hand(lane.seat)
            clear(self.canvas, place)
            draw_hold(self.canvas, self.places, lane.seat, cards_of(estate))
            beat = lane.beat(self.t)
            if beat is not None:
                self._card(lane.seat, beat)
        for beat in lane.beats:
            for link in beat.links:
                if link.at <= self.t < link.at + motion_of.FLASH:
                    self._flash(lane.seat, link.hop, progress(self.t, link.at, motion_of.FLASH))

    def _card(self, seat: int, beat: Beat) -> None:
        """What another seat is playing, held up over the head of its estate."""
        share = progress(self.t, beat.at, min(motion_of.CARD, (beat.end - beat.at) / 2))
        gone = progress(self.t, beat.end - 0.1, 0.1)
        hand, panel = self.places.hand(seat), self.places.panel(seat)
        high = min(max(hand.h * 1.7, 64.0), panel.h - 8, 110.0)
        grown = 1.0 if self.still else mix(0.6, 1.0, ease_out(share))
        x = hand.right - high * CARD / 2 if hand.w > 2 * hand.h else hand.cx
        y = min(max(hand.cy, panel.y + high / 2 + 4), panel.bottom - high / 2 - 4)
        rect = Rect.around(x, y, high * CARD, high)
        with self.canvas.faded(min(1.0, 3 * share) * (1 - gone)):
            match beat.action:
                case play.Splitter() | play.SellSplitter():
                    draw_splitter(self.canvas, rect, lift=8)
                case play.Bonus():
                    draw_icon(self.canvas, rect.fit(1.0).scaled(grown), "double-arrow")
                case _:
                    sold = isinstance(beat.action, play.Sell)
                    draw_small(self.canvas, rect, beat.card, self.places.card_size, sold)

    def _flash(self, seat: int, hop: Hop, share: float) -> None:
        """The space just reached lights up; a step that another track brought comes from there."""
        cell = self.places.cell(seat, hop.track, hop.after)
        if hop.bonus and not self.still and share < CHAIN / motion_of.FLASH:
            self._spark(seat, hop, share * motion_of.FLASH / CHAIN)
        with self.canvas.faded(1 - share):
            self.canvas.glow(cell.grown(cell.h * 0.7), "great_split.glow", 0.9)
            if hop.after > hop.before:
                self.canvas.ring(cell.grown(2), 6, "great_split.glow", width=3, soft=5)
        if hop.lost:
            spot = self.places.cell(seat, hop.track, self.places.data.spaces[hop.track])
            with self.canvas.faded(1 - share):
                icon(self.canvas, "cross", Rect.around(spot.cx, spot.cy, 30), "bad")
        if hop.arrows:
            with self.canvas.faded(1 - share):
                up = 0.0 if self.still else 20 * share
                draw_icon(self.canvas, Rect.around(cell.cx, cell.y - 8 - up, 34), "double-arrow")

    def _spark(self, seat: int, hop: Hop, share: float) -> None:
        resource = hop.track % len(RESOURCES)
        start = self.places.sign(seat, resource + len(RESOURCES)).centre
        x, y = mix_points(start, self.places.space(seat, hop.track, hop.after), ease_in_out(share))
        draw_icon(self.canvas, Rect.around(x, y, 28), RESOURCES[resource])

    # --- market and scorings ------------------------------------------------------------------

    def _market(self) -> None:
        """The token turns, the slider moves, cards return, scorings are called."""
        slide = motion_of.TURNS
        start = slide + motion_of.SLIDES
        self._strip(Ways(source=lambda thing: None, sink=lambda thing: None), start, motion_of.RETURN)
        if self.t < self.plan.side_at:
            self._slide(slide)
        for called in self.plan.called:
            if called.at <= self.t:
                self._called(called)

    def _slide(self, start: float) -> None:
        before, after = beside(self.before), beside(self.after)
        share = ease_in_out(progress(self.t, start, motion_of.SLIDES))
        steps = mix(before.slider, after.slider, share)
        if self.t >= start:
            draw_market(self.canvas, self.places, before.at(steps))
        slot = len(before.market)
        if slot < len(self.places.market_tokens) and slot < len(after.market):
            turn = progress(self.t, 0, motion_of.TURNS)
            turn = float(turn >= 0.5) if self.still else ease_in_out(turn)
            draw_market_token(self.canvas, self.places.market_tokens[slot], after.market[slot], turn=turn)

    def _called(self, called: Called) -> None:
        """What counts lights up, and prestige counts up in all estates."""
        t = self.t - called.at
        share = ease_in_out(progress(t, motion_of.RISES, motion_of.COUNTS))
        estates = estates_of(self.places.data, self.before, self.places.seats)
        earlier = [other for other in self.plan.called if other.at < called.at]
        fade = min(1.0, t / 0.2) * (1 - progress(t, motion_of.SCORING - 0.25, 0.25))
        for seat, estate in enumerate(estates):
            brought = motion_of.amount(called, seat)
            sofar = estate.prestige + sum(motion_of.amount(other, seat) for other in earlier)
            draw_prestige(self.canvas, self.places, seat, sofar + round(brought * share), None)
            with self.canvas.faded(fade):
                for rect in self._counted(called.token, seat):
                    self.canvas.ring(rect.grown(3), 8, "great_split.glow", width=3, soft=7)
                draw_gain(self.canvas, self.places, seat, brought)
        with self.canvas.faded(fade):
            self._lit(called)

    def _counted(self, token: str, seat: int) -> list[Rect]:
        """Where in an estate stands what is scored."""
        rows = self.places.panels[seat].rows
        if token == "contracts":
            return [row.contract for row in rows]
        names = ("topaz", "emerald") if token == "gems" else (token,)
        return [rows[RESOURCES.index(name)].now for name in names if name in RESOURCES]

    def _lit(self, called: Called) -> None:
        """The scoring token that counts now, or the last round's place."""
        tokens = self.after.tokens
        places = [p for p, token in zip(self.places.tokens, tokens, strict=False) if token == called.token]
        final = len(self.after.scored) >= 4 and self.after.stage == "over"
        for rect in [self.places.final] if final else places:
            self.canvas.ring(rect.grown(5), 14, "great_split.glow", width=4, soft=10)

    # --- the end ------------------------------------------------------------------------------

    def _end(self, t: float) -> None:
        """The winner's estate is lit, in one gesture."""
        outcome = self.happening.after.outcome
        winners = () if outcome is None else outcome.winners
        share = math.sin(math.pi * min(1.0, t / motion_of.END) * 0.85)
        for seat in winners:
            if not 0 <= seat < self.places.seats:
                continue
            rect = self.places.panel(seat)
            with self.canvas.faded(share):
                self.canvas.ring(rect.grown(6), 20, "great_split.glow", width=7, soft=18)
            crown = self.places.panels[seat].head.badge
            up = 0.0 if self.still else 14 * ease_out(progress(t, 0.1, 0.6))
            with self.canvas.faded(progress(t, 0.1, 0.4)):
                icon(
                    self.canvas,
                    "crown",
                    Rect.around(crown.cx, crown.y - up + 6, 40),
                    "great_split.brass_light",
                )
