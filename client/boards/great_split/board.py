"""Board of The Great Split: the game's part of `client.boards.kit.board`."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import permutations, product
from typing import Any, Final

import msgspec

from client.boards.contract import Cue, Frame, Offer, Sentence
from client.boards.great_split import face_down, tips, words
from client.boards.great_split.action_picker import PRESTIGE_TARGET, SPLITTER_TARGET, PartingPicker
from client.boards.great_split.art import Ordinal, draw_icon, draw_plate, loose_art
from client.boards.great_split.layout import (
    COMING_WIDTH,
    FOOT_HEIGHT,
    LAST_SPACES,
    SIGN_WIDTH,
    Layout,
    layout_of,
)
from client.boards.great_split.pieces import (
    draw_ready,
    estate_pieces,
    estate_with_group,
    hit_areas,
    large_sights,
    paint_field,
    played_pieces,
    seat_of,
    split_rects,
    sum_pieces,
    table_pieces,
    tip_targets,
    track_pieces,
)
from client.boards.great_split.side import side_items
from client.boards.great_split.timeline import (
    adjust_timeline,
    kind_of,
    moment_cues,
    moments_of,
    points_origin,
)
from client.boards.kit.action_picker import ActionKey, ActionPicker, Choices
from client.boards.kit.card_table import CardTable
from client.boards.kit.gestures import Gesture
from client.boards.kit.highlights import Highlight
from client.boards.kit.pieces import HitArea, PaintContext, Piece, Target, draw, rects_by_target, target_at
from client.boards.kit.preview import Preview, preview
from client.boards.kit.side import SideItem
from client.boards.kit.timeline import Origin, Timeline
from client.boards.kit.tips import Tip
from client.session.events import GameEvent
from client.ui.animation import breath, ease_out, progress
from client.ui.canvas import Canvas
from client.ui.focus import Swipe
from client.ui.geometry import Point as Place
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Cycle, Intent, Press, Turn
from client.ui.symbols import icon, seat_badge
from client.ui.theme import Ink
from core.game import Refusal, Seat
from core.games.great_split import scoring
from core.games.great_split import state as play
from core.games.great_split.data import CARD_LEVELS
from core.games.great_split.rules import BONUS_STEPS, GreatSplit, left_neighbour, wallet
from core.games.great_split.state import (
    GOODS,
    SEAL_TRACKS,
    SEALED_STAGES,
    TRACKS,
    UNKNOWN_CARD,
    WALLET_SIDES,
    Action,
    Estate,
    SealTrack,
    State,
)
from core.games.great_split.tracks import Hop, advance
from core.simultaneous import Step

replace = msgspec.structs.replace

HAND_OVER_KEY: Final = "great_split.offer.hand_over"
SALE_OFFERS: Final = {f"great_split.offer.{goods}": goods for goods in GOODS}
"""Buttons that sell the next card, with its goods."""
TRACK_TARGETS: Final = frozenset(("track", track) for track in TRACKS)
SEAL_TARGETS: Final[dict[Target, SealTrack]] = {("track", track): track for track in SEAL_TRACKS}
GESTURES: Final = (
    Gesture(play.Discard, (("card", "card"),)),
    Gesture(play.Take, (("group", "side"),)),
    Gesture(play.Sell, (("sell", "goods"), ("card", "card"))),
    Gesture(play.Splitter, (SPLITTER_TARGET, ("track", "track"))),
    Gesture(play.SellSplitter, (("sell", "goods"), SPLITTER_TARGET)),
    Gesture(play.Bonus, (("track", "track"),)),
)
LAMP_SWAY_SECONDS: Final = 11.0
"""Seconds in which the light of the lamp sways to and fro once."""
LAMP_BRIGHTNESS: Final = 0.16
"""Brightness of the lamp's light, 0 … 1."""
CROWN_RISE_SHARE: Final = 0.7
"""Share of the ending in which the crown rises."""
PICTURE_CARD_WIDTH: Final = 100.0
"""Units across a loose card in pictures of the rules, where the board has its usual sizes."""


class GreatSplitBoard(CardTable):
    """Board of The Great Split."""

    game: GreatSplit
    pickers: tuple[PartingPicker, ...]
    lifted_words = ("card", "splitter")
    magnified = True
    foot_height = FOOT_HEIGHT
    gestures = GESTURES
    arrow = "lamp"

    looked_at: int | None = None
    """Seat whose estate is shown large over the table."""

    def new_picker(self) -> ActionPicker:
        return PartingPicker(self.game, self)

    def swipe(self, frame: Frame) -> Swipe:
        """While the row is parted, a finger drags cards and the splitter."""
        return "drag" if frame.chooser is not None and frame.view.stage == "split" else "look"

    # --- places ---------------------------------------------------------------------------------------

    def layout_for(self, view: State, viewer: int) -> Layout:
        return layout_of(self.field, self.side, self.seats, viewer, self.plates)

    def pieces(self, view: State, layout: Layout) -> Sequence[Piece]:
        return table_pieces(view, layout)

    def spots(self, view: State, layout: Layout) -> Sequence[HitArea]:
        return hit_areas(view, layout, self.pieces_of(view, layout))

    def tip_areas(self, view: State, layout: Layout) -> Sequence[HitArea]:
        return tip_targets(view, layout, self.pieces_of(view, layout))

    def side_items(self, view: State, layout: Layout) -> Iterable[SideItem]:
        return side_items(view, layout)

    def every_spot(self, frame: Frame) -> list[HitArea]:
        """Hit areas, also of the sums of a parted hand; of an estate that is shown large only its parts."""
        layout, seat = self._layout(frame), self.looked_at
        every = super().every_spot(frame)
        if seat is None or seat not in layout.summaries:
            return [*self._sum_areas(frame.view, layout), *every]
        plates = [spot for spot in every if seat_of(spot.target) is not None]
        return [*plates, *large_sights(frame.view, layout, seat)]

    def _sum_areas(self, view: State, layout: Layout) -> list[HitArea]:
        """Hit areas of the sums of both groups while the own hand is parted."""
        own = layout.own
        if own is None or view.stage != "split" or not view.estates[own].hand:
            return []
        sums = sum_pieces(view, layout, *self.pickers[own].parted(view, own).groups)
        return [HitArea(piece.id, piece.rect) for piece in sums]

    def explain(self, intent: Intent, frame: Frame) -> bool:
        """Show an estate large over the table at a press on its plate, until the next press."""
        if isinstance(intent, Press | Accept | Back) and self._looks_at(intent, frame):
            return True
        return super().explain(intent, frame)

    def _looks_at(self, intent: Intent, frame: Frame) -> bool:
        """Show an estate large, or close it, as the intent asks; return whether it did either."""
        asked = self.explained
        if isinstance(intent, Press):
            asked = target_at(self.asking_areas(frame.view, self._layout(frame)), (intent.x, intent.y))
        seat = None if asked is None or isinstance(intent, Back) else seat_of(asked)
        before, self.looked_at = self.looked_at, None if seat == self.looked_at else seat
        return before is not None or self.looked_at is not None

    def _layout(self, frame: Frame) -> Layout:
        return self.layout_for(frame.view, frame.viewer)

    def leave(self) -> None:
        super().leave()
        self.looked_at = None

    def held_pieces(self, frame: Frame, layout: Layout, picker: ActionPicker) -> Mapping[Target, Rect]:
        if layout.own is None or frame.view.stage not in SEALED_STAGES:
            return {}
        return super().held_pieces(frame, layout, picker)

    def rearranged(self, view: State, layout: Layout, picker: ActionPicker) -> Mapping[Target, Rect]:
        assert isinstance(picker, PartingPicker) and layout.own is not None
        return split_rects(layout, *picker.parted(view, layout.own).groups) if view.stage == "split" else {}

    def hovered(self, frame: Frame, layout: Layout, picker: ActionPicker) -> Target | None:
        """Card under the cursor, or the one that the next key would take."""
        assert isinstance(picker, PartingPicker) and layout.own is not None
        if frame.chooser != layout.own:
            return None
        return picker.hovered_or_proposed(picker.choices(frame.view, layout.own))

    # --- actions --------------------------------------------------------------------------------------

    def actions(self, view: State, seat: Seat) -> Sequence[Action]:
        """Legal actions without the many ways to part a hand, which the hand's row composes."""
        return () if view.stage == "split" else self.game.legal(view, seat)

    def key(self, action: Any) -> ActionKey | None:
        if isinstance(action, play.Play):
            return ActionKey((("card", action.card), *(("track", seal) for seal in action.seals)))
        return super().key(action)

    def keys(self, action: Any) -> Sequence[ActionKey]:
        """Keys of an action: tracks for seals of one kind may be chosen in any order."""
        if not isinstance(action, play.Play) or len(action.seals) < 2:
            return super().keys(action)
        kinds = words.seals_of(self.game, action.card)
        groups = [
            [track for seal, track in zip(kinds, action.seals, strict=True) if seal == kind]
            for kind in dict.fromkeys(kinds)
        ]
        ways = product(*(sorted(set(permutations(group))) for group in groups))
        return [
            ActionKey((("card", action.card), *(("track", track) for group in way for track in group)))
            for way in ways
        ]

    def action(self, view: State, key: ActionKey) -> Action | None:
        resolving = view.stage == "resolve"
        match key.path:
            case (("card", int(card)), *chosen) if (resolving or chosen) and _are_tracks(chosen):
                seals = (SEAL_TARGETS.get(target) for target in chosen)
                return play.Play(card, tuple(seal for seal in seals if seal is not None))
        made: Action | None = super().action(view, key)
        return made

    def fits(self, view: State, action: Action) -> bool:
        """Whether a card alone, or a track, stands for an action in this stage."""
        if isinstance(action, play.Bonus):
            return view.stage == "resolve" and any(estate.arrows for estate in view.estates)
        return view.stage == "discard" or not isinstance(action, play.Discard)

    def start(self, view: State, seat: Seat) -> Target | None:
        estate = view.estates[seat]
        if view.stage == "choose":
            return ("group", WALLET_SIDES[0])
        if view.stage == "resolve" and estate.arrows:
            tracks = [("track", track) for track in (*TRACKS, "prestige") if track != "gold"]
            return self.proposed(view, seat, tracks)
        return ("card", estate.hand[0]) if estate.hand else SPLITTER_TARGET

    def proposed(self, view: State, seat: Seat, targets: Sequence[Target]) -> Target:
        """Track that is proposed first: where the fewest steps are lost and then most follows."""
        estate = view.estates[seat]
        many = BONUS_STEPS if estate.arrows else 1

        def worth(target: Target) -> tuple[int, int]:
            if target == PRESTIGE_TARGET:
                return 0, 0
            steps = [(TRACKS.index(target[1]), many)]
            progress = advance(self.game.data, estate.tracks, steps)
            return -progress.lost, len(progress.hops) + progress.arrows

        return max(targets, key=worth)

    def invites(self, target: Target) -> bool:
        """Whether a target is highlighted: only tracks are."""
        return target[0] == "track"

    def offers(self, frame: Frame) -> tuple[Offer, ...]:
        view: State = frame.view
        if frame.chooser is None:
            return ()
        hand = self.pickers[frame.chooser]
        if view.stage == "split":
            return (Offer(HAND_OVER_KEY, hand.parted(view, frame.chooser).split),)
        if view.stage != "resolve" or self._wants_track(frame):
            return ()
        sells = None if hand.rests(frame) else hand.sells
        return tuple(Offer(key, on=sells == goods) for key, goods in SALE_OFFERS.items())

    def toggle(self, key: str, frame: Frame) -> None:
        """Sell the next card, or play it after all."""
        if frame.chooser is not None:
            self.pickers[frame.chooser].sell(SALE_OFFERS[key], frame)

    def _wants_track(self, frame: Frame) -> bool:
        """Whether a track is to be chosen next."""
        assert frame.chooser is not None
        hand = self.pickers[frame.chooser]
        targets = hand.choices(frame.view, frame.chooser).targets(hand.picked(frame))
        return any(target[0] == "track" for target in targets)

    # --- previews -------------------------------------------------------------------------------------

    def previewed_action(self, view: State, key: ActionKey, action: Any | None) -> Any | None:
        """Action to preview: of a card its steps, even before all tracks are chosen for its seals."""
        match key.path:
            case (("card", int(card)), *chosen) if view.stage == "resolve" and _are_tracks(chosen):
                sofar = Counter(str(target[1]) for target in chosen)
                possible = any(not sofar - Counter(way) for way in self.game.seal_choices(card))
                own = any(card in estate.hand for estate in view.estates)
                return self.action(view, key) if possible and own else None
        return action if view.stage in ("choose", "resolve") else None

    def preview(self, view: State, seat: Seat, action: Any, layout: Layout) -> Preview:
        """Preview of the own estate; gains in later scorings are bright."""
        was = view.estates[seat]
        estate = self._estate_after(view, seat, action)
        before, after = (track_pieces(layout, seat, one, view.slider) for one in (was, estate))
        bright = track_pieces(layout, seat, estate, view.slider, was)
        changed = {one.id for one, other in zip(before, after, strict=True) if one != other}
        if layout.plates:
            changed.discard(("prestige", seat))  # the paper beside it shows the gain
        shown = preview((), [piece for piece in bright if piece.id in changed])
        worth = [
            one.prestige + scoring.final_points(self.game.data, one, view.slider) for one in (was, estate)
        ]
        gains = [0.0] * self.seats
        gains[seat] = float(worth[1] - worth[0])
        return replace(shown, gains=tuple(gains))

    def _estate_after(self, view: State, seat: Seat, action: Any) -> Estate:
        """Estate of a seat after an action; for a group only its tracks and prestige."""
        estate = view.estates[seat]
        if not isinstance(action, play.Take):
            return self.game.resolved(estate, action)
        return estate_with_group(estate, wallet(view, seat, action.side))

    def _steps(self, view: State, seat: Seat, action: Any) -> list[Any]:
        """Actions of resolving that stand for an action: for a group each of its cards, without seals."""
        if not isinstance(action, play.Take):
            return [action]
        return [play.Play(card) for card in wallet(view, seat, action.side) if card != UNKNOWN_CARD]

    def _hops(self, view: State, seat: Seat, action: Any) -> tuple[Hop, ...]:
        steps = [step for one in self._steps(view, seat, action) for step in self.game.gains(one)[1]]
        return advance(self.game.data, view.estates[seat].tracks, steps).hops

    def gains_beside(self, layout: Layout, rect: Rect) -> Rect:
        """Rectangle of the own prestige, since a label beside the hand's cards would cover something."""
        if layout.own is None:
            return rect
        if layout.plates:
            return layout.prestige_of(layout.own).cut_left(SIGN_WIDTH)[0]
        return layout.prestige_of(layout.own, COMING_WIDTH)

    def paint_choices(
        self, ctx: PaintContext, view: State, picker: ActionPicker, choices: Choices, layout: Layout
    ) -> None:
        """Ring the group or track on which the next key will act, before there is a cursor."""
        assert isinstance(picker, PartingPicker)
        target = picker.hovered_or_proposed(choices) if picker.cursor is None else None
        if target is not None and target[0] in ("group", "track"):
            rect = rects_by_target(self.action_areas(view, layout))[target]
            self.paint_rim(ctx, view, target, rect, f"seat.{choices.seat}")

    def losses(self, view: State, seat: Seat, action: Any) -> list[Hop]:
        """Advances by an action of resolving that lose steps."""
        if view.stage != "resolve":
            return []
        return [hop for hop in self._hops(view, seat, action) if hop.lost]

    def paint_preview(self, ctx: PaintContext, view: State, action: Any, layout: Layout) -> None:
        """Paint a slow glow on the spaces that would be reached, and a cross where a step would be lost."""
        own = layout.own
        for hop in () if own is None else self._hops(view, own, action):
            _paint_hop(ctx, layout, Seat(own or 0), hop)

    # --- steps ----------------------------------------------------------------------------------------

    def source(self, event: GameEvent, piece: Piece, layout: Layout) -> Origin | None:
        """Origin, or goal, of a card: a deck, the box, a wallet."""
        before: State = event.before.view(layout.viewer)
        small = piece.id[0] == "held" and piece.id[2] not in ("count", "splitter")
        if piece.id[0] not in ("card", "splitter") and not small:
            return None
        match kind_of(event, layout.viewer):
            case play.Deal() if layout.has_side:
                return Origin(layout.boxes[f"deck {self.game.drawing(before)[1]}"])
            case play.Discard() if layout.has_side:
                return Origin(layout.boxes[f"deck {len(CARD_LEVELS)}"])
            case play.Split() if not small and layout.own is not None:
                return _inside(layout.resting(layout.own), piece)
            case play.Take() if not small:
                return _inside(layout.waiting_wallet_rect, piece)
        return None

    def way(self, event: GameEvent, piece: Piece, layout: Layout) -> Sequence[Place]:
        """Way of a card as usual; a wallet always flies."""
        return () if piece.id[0] == "wallet" else super().way(event, piece, layout)

    def adjust(self, event: GameEvent, timeline: Timeline, layout: Layout) -> Timeline:
        return adjust_timeline(self.game, event, timeline, layout)

    def highlights(self, event: GameEvent, timeline: Timeline, layout: Layout) -> tuple[Highlight, ...]:
        return moments_of(self.game, event, layout)

    def made_at(self, event: GameEvent, timeline: Timeline, layout: Layout, seat: Seat) -> Rect | None:
        """Rectangle of what was scored last; without a scoring the seat's prestige, or its bars."""
        return points_origin(event, layout, seat)

    def cues(self, event: GameEvent, timeline: Timeline) -> tuple[Cue, ...]:
        return (*timeline.cues, *moment_cues(timeline.highlights))

    # --- looks ----------------------------------------------------------------------------------------

    def paint_life(self, ctx: PaintContext, layout: Layout) -> None:
        """Paint the swaying light of the lamp on the cloth under the own cards."""
        if layout.own is None:
            return
        strip, sway = layout.strip, math.sin(2 * math.pi * ctx.now / LAMP_SWAY_SECONDS)
        pool = Rect.around(strip.cx + sway * strip.w * 0.22, strip.cy, strip.w * 0.6, strip.h * 1.5)
        with ctx.canvas.clip(strip):
            ctx.canvas.glow(pool, "great_split.brass_light", LAMP_BRIGHTNESS)

    def ground_key(self, layout: Layout) -> Hashable:
        return layout.field, layout.seats, layout.own, layout.plates

    def paint_ground(self, ctx: PaintContext, layout: Layout) -> None:
        paint_field(ctx.canvas, layout, self.world)

    def paint_invitation(self, ctx: PaintContext, view: State, rect: Rect, strength: float) -> None:
        with ctx.canvas.faded(strength):
            ctx.canvas.ring(rect.grown(1), 10, "great_split.glow", width=3, soft=6)

    def paint_rim(self, ctx: PaintContext, view: State, target: Target, rect: Rect, ink: Ink) -> None:
        """Paint a rim; while cards are parted always in the colour of the focus, never as if to blame."""
        ctx.canvas.ring(rect.grown(3), 12, "focus" if view.stage == "split" else ink, width=4, soft=8)

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        super().draw(canvas, frame)
        view: State = frame.view
        layout = self.layout_for(view, frame.viewer)
        for seat in self._ready(frame):
            draw_ready(canvas, layout, seat)
        if frame.chooser is not None and frame.chooser == layout.own and view.stage == "split":
            groups = self.pickers[frame.chooser].parted(view, frame.chooser).groups
            draw(self._context(canvas, frame), sum_pieces(view, layout, *groups))
        if self.looked_at in layout.summaries:
            self._draw_estate(self._context(canvas, frame), frame, layout, self.looked_at)

    def _draw_estate(self, ctx: PaintContext, frame: Frame, layout: Layout, seat: int) -> None:
        """Draw the estate of another seat large, over the own one."""
        large = layout.with_large(seat)
        panel, estate = large.panels[seat], frame.view.estates[seat]
        draw_plate(ctx.canvas, panel["estate"].grown(6))
        ctx.canvas.ring(panel["estate"].grown(6), 16, f"seat.{seat}", width=5)
        draw(ctx, estate_pieces(large, seat, estate, frame.view.slider))
        if estate.played:
            ctx.canvas.panel(layout.strip, "float")
            draw(ctx, played_pieces(large, estate))
        seat_badge(ctx.canvas, seat, panel["hand"].fit(1.0, "left"))

    def _ready(self, frame: Frame) -> list[int]:
        """Seats that have decided while others have not."""
        position, viewer = frame.position, frame.viewer
        if frame.event is not None and frame.t >= self.timeline(frame.event, viewer).landing:
            position = frame.event.after
        if position.view(viewer).stage not in SEALED_STAGES or not position.to_act:
            return []
        return [seat for seat in range(self.seats) if seat not in position.to_act]

    def paint_end(self, ctx: PaintContext, view: State, layout: Layout, share: float) -> None:
        """Light the winners' estates and crown them, up to a `share` (0 … 1) of the ending."""
        outcome = self.game.outcome(view)
        for seat in () if outcome is None else outcome.winners:
            with ctx.canvas.faded(share):
                ctx.canvas.ring(layout.panel(seat).grown(6), 20, "great_split.glow", width=7, soft=18)
            large = seat in layout.panels
            crown = layout.panels[seat]["badge"] if large else layout.summaries[seat]
            up = 14.0 if ctx.reduced else 14 * ease_out(progress(share, 0.0, CROWN_RISE_SHARE))
            with ctx.canvas.faded(min(1.0, 2 * share)):
                rect = Rect.around(crown.cx, crown.y - up + 6, 40)
                icon(ctx.canvas, "crown", rect, "great_split.brass_light")

    # --- pictures of the rules ------------------------------------------------------------------------

    def bounds(self, layout: Layout) -> Rect:
        return layout.field

    def unit(self, view: State, layout: Layout) -> float:
        return PICTURE_CARD_WIDTH

    def rect_of(self, word: str, view: State, layout: Layout) -> Rect:
        """Rectangle of a place by its name, see `Layout.named`, or of a card of the own hand: `card-36`."""
        name, _, card = word.partition("-")
        if name == "card":
            return rects_by_target(self.action_areas(view, layout))["card", int(card)]
        return layout.named(word)

    def loose(self, word: str) -> Piece:
        return loose_art(word)

    def mark(self, kind: str, arguments: Sequence[str], view: State, layout: Layout) -> Sequence[Piece]:
        """Pieces of the mark `order play 5 gold`: the advances of an action, numbered where they end."""
        if kind != "order":
            return ()
        seat = Seat(max(layout.viewer, 0))
        hops = self._hops(view, seat, self.game.parse(" ".join(arguments)))
        return [
            Piece(
                ("order", number), Ordinal(number, len(hops)), _above(layout.cell(seat, hop.track, hop.after))
            )
            for number, hop in enumerate(hops, 1)
        ]

    # --- what is said ---------------------------------------------------------------------------------

    def refused_target(self, place: tuple[int, ...]) -> Target:
        return ("card", *place)

    def waiting(self, frame: Frame) -> Sentence:
        return words.waiting(frame)

    def task(self, frame: Frame) -> Sentence:
        assert frame.chooser is not None
        return words.task(self.game, frame.view, frame.chooser, self.pickers[frame.chooser].picked(frame))

    def refusal(self, frame: Frame) -> Refusal | None:
        """Refusal of the hand's action, or while cards are resolved what was refused last."""
        denied = frame.denied if frame.view.stage == "resolve" else None
        return denied or super().refusal(frame)

    def would(self, choices: Choices, key: ActionKey) -> Sentence | None:
        """Warning of what the action in hand loses, if it loses anything."""
        action = choices.actions.get(key)
        lost = [] if action is None else self.losses(choices.view, choices.seat, action)
        return words.warning(lost, self.pickers[choices.seat].has_warned(action)) if lost else None

    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]:
        if frame.chooser is None:
            return ()
        return tuple((intent, f"great_split.hint.{key}") for intent, key in self._hints(frame))

    def _hints(self, frame: Frame) -> Iterable[tuple[Intent, str]]:
        """Intents that are useful now, with the last word of the key of a text for each."""
        assert frame.chooser is not None
        hand = self.pickers[frame.chooser]
        if self._wants_track(frame):
            back = ((Back(), "put_back"),) if hand.picked(frame) else ()
            return (Accept(), "track"), (Cycle(step=1), "next_track"), *back
        match frame.view.stage:
            case "discard":
                return (Accept(), "discard"), (Cycle(step=1), "next_card")
            case "split":
                slide = (Turn(step=1), "slide")
                if hand.cursor != SPLITTER_TARGET:
                    return (Accept(), "across"), slide, (Cycle(step=1), "to_splitter")
                # a click on the splitter grabs it: with the mouse the button hands the wallet over
                return ((Accept(), "hand_over"), slide) if hand.uses_keys else (slide,)
            case "choose":
                if hand.hovered_or_proposed(hand.choices(frame.view, frame.chooser)) is None:
                    return ((Cycle(step=1), "to_groups"),)
                return (Accept(), "take"), (Cycle(step=1), "other")
        choices, held = hand.choices(frame.view, frame.chooser), hand.picked(frame)
        path = () if hand.cursor is None else (*held, hand.cursor)
        does = (
            "sell" if held and held[0][0] == "sell" else "pick" if path and choices.leads_on(path) else "play"
        )
        return (Accept(), does), (Turn(step=1), "mode"), (Cycle(step=1), "next_card")

    def tip(self, view: State, viewer: int, target: Target) -> Tip | None:
        if self.looked_at is not None and seat_of(target) == self.looked_at:
            return tips.large(view, self.looked_at)
        return tips.tip(self.game, view, viewer, target) or super().tip(view, viewer, target)

    def caption(self, event: GameEvent, viewer: int) -> Sentence:
        return words.caption(self.game, event, viewer)

    def advice(self, event: GameEvent, viewer: int) -> Sentence:
        """The caption; of parting the hand also the number of cards marked, those of the smaller group."""
        action, other = event.action(viewer), left_neighbour(self.seats, event.seat)
        if not isinstance(action, play.Split):
            return self.caption(event, viewer)
        count, seats = len(_smaller_group(action)), {"name": event.seat, "other": other}
        return Sentence("great_split.advice.split", {"count": count}, seats)

    def distinction(self, action: Any, other: Any, frame: Frame) -> Sentence:
        """Words for a card by its icons; of the same card, that its seals go elsewhere."""
        if isinstance(action, play.Split):
            return Sentence("great_split.distinction.split")
        cards = play.Discard | play.Play | play.Sell
        if not (isinstance(action, cards) and isinstance(other, cards)):
            return super().distinction(action, other, frame)
        if action.card == other.card:
            return Sentence("great_split.distinction.seals")
        return words.named_by_icons(action.card)

    def advised_ranks(self, view: State, seat: Seat, advised: Sequence[Any]) -> dict[Target, int]:
        """Ranks of actions; of parting the hand only that of the best, as groups overlap."""
        if isinstance(advised[0], play.Split):
            return {("card", card): 1 for card in _smaller_group(advised[0])}
        return super().advised_ranks(view, seat, advised)

    def score(self, view: State) -> Sequence[float]:
        return [float(estate.prestige) for estate in view.estates]

    def measure(self, view: State, seat: Seat) -> float | None:
        """Prestige so far, with the last scoring as it would be now."""
        estate = view.estates[seat]
        if view.stage == "over":
            return float(estate.prestige)
        return float(estate.prestige + scoring.final_points(self.game.data, estate, view.slider))

    def workable(self, state: State, step: Step) -> tuple[State, Action]:
        """Step with hidden cards as the rules can make it, see `client.session.catch_up.CoversActions`."""
        return face_down.with_known_card(self.game, state, step)


def _above(rect: Rect) -> Rect:
    """Rectangle, 30 units large, over the upper edge of a space."""
    return Rect.around(rect.cx, rect.y - 2, 30)


def _are_tracks(targets: Sequence[Target]) -> bool:
    """Whether all targets are tracks."""
    return all(target in TRACK_TARGETS for target in targets)


def _inside(rect: Rect, piece: Piece) -> Origin:
    """Origin in the middle of a wallet, a little smaller than the piece."""
    return Origin(Rect.around(rect.cx, rect.cy, piece.rect.w * 0.8, piece.rect.h * 0.8))


def _smaller_group(split: play.Split) -> tuple[int, ...]:
    """Cards of the smaller group of a parted hand."""
    return min(split.left, split.right, key=len)


def _paint_hop(ctx: PaintContext, layout: Layout, seat: Seat, hop: Hop) -> None:
    """Paint the spaces that an advance would reach."""
    canvas = ctx.canvas
    with canvas.faded(0.55 + 0.45 * breath(ctx.now, period=1.6)):
        for space in range(hop.before + 1, hop.after + 1):
            cell = layout.cell(seat, hop.track, space)
            canvas.rounded(cell.inset(1.2, 1), 4, (*canvas.colour("great_split.glow")[:3], 90))
            canvas.ring(cell.grown(1), 6, "great_split.glow", width=3, soft=5)
    if hop.arrows:
        cell = layout.cell(seat, hop.track, hop.after)
        draw_icon(canvas, Rect.around(cell.cx, cell.y - 14, 36), "double-arrow")
    if hop.lost:
        last = layout.cell(seat, hop.track, LAST_SPACES[hop.track])
        spot = Rect.around(last.right + 15, last.cy, 30)
        canvas.circle(spot.centre, 17, "great_split.dark", "bad", 2)
        icon(canvas, "cross", spot.scaled(0.62), "bad")
