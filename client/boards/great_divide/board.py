"""Board of The Great Divide: the game's part of `client.boards.kit.board`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
import numpy as np

from client.boards.contract import Cue, Frame, Offer, SeatScore, Sentence
from client.boards.great_divide import (
    art,
    effects,
    highlights,
    illustration_marks,
    preview,
    supply,
    tips,
    words,
)
from client.boards.great_divide.action_picker import ARROWS_THING, BAG_TARGET, TURN_STAGES, GreatDividePicker
from client.boards.great_divide.disasters import disasters
from client.boards.great_divide.ground import draw_ground
from client.boards.great_divide.layout import PROMPT_HEIGHT, Layout, columns_of
from client.boards.great_divide.rivers import rivers
from client.boards.great_divide.score import expected_points, sure_points
from client.boards.great_divide.timeline import (
    FANFARE_SECONDS,
    SpaceAction,
    StepContext,
    adjust_timeline,
    step_cues,
)
from client.boards.great_divide.wildlife import paint_wildlife
from client.boards.kit.action_picker import ActionKey, ThingKind
from client.boards.kit.gestures import Gesture
from client.boards.kit.hex_board import SPACE_PATH, HexBoard
from client.boards.kit.hexes import draw_invitation, draw_rim, extent
from client.boards.kit.highlights import Highlight
from client.boards.kit.pieces import HitArea, PaintContext, Piece, Target, draw_one
from client.boards.kit.points import standing
from client.boards.kit.preview import Preview
from client.boards.kit.side import SideItem
from client.boards.kit.timeline import Effect, Origin, Timeline, chain_cues
from client.boards.kit.tips import Tip
from client.session.events import GameEvent
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import Accept, Cycle, Intent, MoveFocus, Turn
from client.ui.theme import Ink
from core.game import AnyGame, Seat
from core.games.great_divide import state as play
from core.games.great_divide.drainage import (
    AXIS_COUNT,
    BASIN_CODE,
    EMPTY_SPACE,
    PASS_CODE,
    is_pass,
)
from core.games.great_divide.land import WAYS as DIRECTIONS
from core.games.great_divide.land import Heading
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.scoring import SEATS
from core.games.great_divide.state import ACTIVE, PASSIVE, Action, Options, State, cards_in_play

replace = msgspec.structs.replace

LAND_STAGES: Final = ("lay", "quake", "flood", "volcanoes")
"""Stages in which actions are made on spaces."""
CARD_LIFT: Final = 5.0
"""Units by which a chosen card is lifted."""
GLOW: Final = "great_divide.glow"
"""Colour of light on spaces and things with which something can be done."""
OFFER_KEYS: Final = {
    play.Draw: "great_divide.offer.draw",
    play.Keep: "great_divide.offer.keep",
    play.Give: "great_divide.offer.give",
    play.Decline: "great_divide.offer.decline",
}
WAYS: Final = tuple(range(len(DIRECTIONS)))
AXES: Final = tuple(range(AXIS_COUNT))
GESTURES: Final = (
    Gesture(play.Flip, (("flip", "card"),)),
    Gesture(play.Draw, (BAG_TARGET,)),
    Gesture(play.Keep, (("keep",),)),
    Gesture(play.Give, (("give",),)),
    Gesture(play.Lay, SPACE_PATH, turn="way", turns=WAYS),
    Gesture(play.LayPass, SPACE_PATH, turn="axis", turns=AXES),
    Gesture(play.LayBasin, SPACE_PATH),
    Gesture(play.Remove, SPACE_PATH),
    Gesture(play.Flood, SPACE_PATH, fixed=(("way", None),)),
    Gesture(play.Flood, SPACE_PATH, turn="way", turns=WAYS),
    Gesture(play.Turn, SPACE_PATH, turn="way", turns=WAYS),
    Gesture(play.TurnPass, SPACE_PATH, turn="axis", turns=AXES),
)
SPECIAL_LAYS: Final = {play.BASIN_TILE: play.LayBasin, play.PASS_TILE: play.LayPass}
ACCEPT_KEYS: Final = {
    "cards": "great_divide.hint.card",
    "lay": "great_divide.hint.lay",
    "quake": "great_divide.hint.remove",
    "flood": "great_divide.hint.flood",
    "volcanoes": "great_divide.hint.turn_tile",
}


class GreatDivideBoard(HexBoard):
    """Board of The Great Divide."""

    ending_seconds = FANFARE_SECONDS
    gestures = GESTURES
    game: GreatDivide
    pickers: tuple[GreatDividePicker, ...]

    def __init__(self, game: AnyGame, options: Options, seats: int) -> None:
        assert isinstance(game, GreatDivide)
        super().__init__(game, options, seats)
        self.letters = cards_in_play(game.land, options)
        wide, high = extent(columns_of(game.land))
        self.aspect_ratio = wide / high
        self._layout: Layout | None = None
        for picker, way in zip(self.pickers, (Heading.SW, Heading.SE), strict=True):
            picker.turns[ARROWS_THING] = way.value

    # --- places ---------------------------------------------------------------------------------------

    def layout(self, view: State) -> Layout:
        """Layout: the same object as long as the window stays the same, since it caches much."""
        under_a_sentence = self.plates and self.field.y < self.world.y + PROMPT_HEIGHT / 2
        head = PROMPT_HEIGHT if under_a_sentence else 0.0
        kinds = len(supply.kinds_of(self.game, self.options))
        made = Layout(self.game.land, self.field, self.side, self.letters, head, kinds)
        if made != self._layout:
            self._layout = made
        return self._layout

    def pieces(self, view: State, layout: Layout) -> Sequence[Piece]:
        return [*self._on_the_land(view, layout), *self._at_the_oceans(view, layout)]

    def side_items(self, view: State, layout: Layout) -> Iterable[SideItem]:
        return supply.side_items(self.game, view, layout)

    def _on_the_land(self, view: State, layout: Layout) -> list[Piece]:
        land, spaces = self.game.land, layout.spaces
        lying = [int(space) for space in np.flatnonzero(view.tiles != EMPTY_SPACE)]
        tiles = [
            Piece(
                ("tile", space),
                art.TileFace(land.areas[land.area[space]], int(view.tiles[space])),
                spaces.box(space),
                art.TILE_LAYER,
            )
            for space in lying
        ]
        tints: list[Piece] = []
        if view.stage == "over":
            drains = {space: rivers(land, view).drains(space) for space in lying}
            tints = [
                Piece(("tint", space), art.Tint(seats), spaces.box(space), art.TINT_LAYER)
                for space, seats in drains.items()
                if seats
            ]
        water = land, view.tiles.tobytes(), view.inland
        return [
            *tiles,
            *tints,
            Piece(("waters",), art.Waters(*water), spaces.whole, art.WATER_LAYER),
            Piece(("current",), art.CurrentArt(*water), spaces.whole, art.CURRENT_LAYER),
        ]

    def _at_the_oceans(self, view: State, layout: Layout) -> list[Piece]:
        """Pieces of the selection cards, and the light of the one that governs."""
        found = [
            Piece(
                ("card", seat, letter),
                art.SelectionCard(letter, int(view.cards[seat, self.game.letters.index(letter)]), seat),
                layout.card(seat, letter),
                art.THING_LAYER,
            )
            for seat in SEATS
            for letter in self.letters
        ]
        if view.stage == "lay":
            rect = layout.card(view.turn, self.game.card_for(view.drawn)).grown(5)
            found.append(Piece(("governs",), art.GoverningLight(), rect, art.GLOW_LAYER, follows=True))
        return found

    def spots(self, view: State, layout: Layout) -> Sequence[HitArea]:
        if view.stage in LAND_STAGES:
            return super().spots(view, layout)
        if view.stage == "cards":
            cards = [(seat, letter) for seat in SEATS for letter in self.letters]
            return [HitArea(("card", *card), layout.card(*card).grown(CARD_LIFT)) for card in cards]
        if view.stage == "five":
            words = {view.turn: "keep", play.opponent(view.turn): "give"}
            return [HitArea((word,), layout.column(seat).grown(CARD_LIFT)) for seat, word in words.items()]
        if view.stage not in TURN_STAGES:
            return []
        return [
            HitArea(("flip", letter), layout.card(view.turn, letter).grown(CARD_LIFT))
            for letter in self.letters
        ]

    def tip_areas(self, view: State, layout: Layout) -> Sequence[HitArea]:
        return tuple(tips.tip_targets(self.game, layout))

    # --- actions --------------------------------------------------------------------------------------

    def fits(self, view: State, action: Action) -> bool:
        """Whether an action on a space is of the type that is made there now; cards are always turned."""
        if not isinstance(action, SpaceAction):
            return isinstance(action, play.Flip)
        at_pass = is_pass(int(view.tiles[self.game.land.space[action.x, action.y]]))
        match view.stage:
            case "quake":
                return isinstance(action, play.Remove)
            case "flood":
                return isinstance(action, play.Flood) and at_pass == (action.way is not None)
            case "volcanoes":
                return isinstance(action, play.TurnPass if at_pass else play.Turn)
        return isinstance(action, SPECIAL_LAYS.get(view.drawn, play.Lay))

    def turns(self, view: State, kind: ThingKind) -> int:
        if view.stage == "volcanoes" or (view.stage == "flood" and any(map(is_pass, view.tiles.tolist()))):
            return len(DIRECTIONS)
        if view.stage != "lay" or view.drawn == play.BASIN_TILE:
            return 1
        return AXIS_COUNT if view.drawn == play.PASS_TILE else len(DIRECTIONS)

    def start(self, view: State, seat: Seat) -> Target | None:
        if view.stage in TURN_STAGES:
            return BAG_TARGET
        if view.stage == "five":
            return ("keep",)
        return super().start(view, seat)

    def new_picker(self) -> GreatDividePicker:
        return GreatDividePicker(self.game, self)

    def invites(self, target: Target) -> bool:
        return target[0] not in ("card", "flip")

    def offers(self, frame: Frame) -> tuple[Offer, ...]:
        view, seat = frame.view, frame.chooser
        if seat is None:
            return ()
        if view.stage == "cards":
            return (Offer("great_divide.offer.cards", self.pickers[seat].chosen(frame)),)
        can = words.legal(self.game, view, seat)
        return tuple(Offer(OFFER_KEYS[type(a)], a) for a in can if type(a) in OFFER_KEYS)

    # --- steps ----------------------------------------------------------------------------------------

    def source(self, event: GameEvent, piece: Piece, layout: Layout) -> Origin | None:
        """Origin of a tile: the bag, or the place of the drawn tile; tiles set aside go back to the bag."""
        if not layout.beside:
            return None
        match piece.id[0]:
            case "drawn":
                return Origin(layout.in_bag, -effects.SPIN_DEGREES)
            case "five":
                return Origin(layout.boxes["drawn"])
            case "tile" if isinstance(event.action(), play.LayAction):
                return Origin(layout.boxes["drawn"], -75.0)
            case "aside":
                gone = isinstance(event.action(), play.Remove)
                return Origin(layout.in_bag if gone else layout.boxes["drawn"])
        return None

    def adjust(self, event: GameEvent, timeline: Timeline, layout: Layout) -> Timeline:
        return adjust_timeline(StepContext.of(event, self.game, layout), timeline)

    def effects(self, event: GameEvent, timeline: Timeline, layout: Layout) -> tuple[Effect, ...]:
        step = StepContext.of(event, self.game, layout)
        return (*disasters(step), *effects.effects(step), *highlights.lights(step))

    def highlights(self, event: GameEvent, timeline: Timeline, layout: Layout) -> tuple[Highlight, ...]:
        return highlights.great_events(StepContext.of(event, self.game, layout))

    def made_at(self, event: GameEvent, timeline: Timeline, layout: Layout, seat: Seat) -> Rect | None:
        """Rectangle of the tile nearest to the sea among those that became sure; else of the drawn tile."""
        before, after = event.before.view(), event.after.view()
        spaces = highlights.newly_decided(self.game.land, before, after, seat)
        if spaces:
            return layout.spaces.box(spaces[0])
        return layout.boxes["drawn"] if layout.beside else None

    def cues(self, event: GameEvent, timeline: Timeline) -> tuple[Cue, ...]:
        step = StepContext.of(event, self.game, self.layout(event.after.view()))
        return (*step_cues(step), *chain_cues("chime", (tile.at for tile in highlights.decided_tiles(step))))

    # --- pictures of the rules ------------------------------------------------------------------------

    def bounds(self, layout: Layout) -> Rect:
        return layout.table

    def rect_of(self, word: str, view: State, layout: Layout) -> Rect:
        """Rectangle of a space, or of `bag`, `five`, `aside` beside the land."""
        beside = {"bag": layout.boxes["kind"], "five": layout.boxes["five"], "aside": layout.set_aside}
        return beside.get(word) or super().rect_of(word, view, layout)

    def loose(self, word: str) -> Piece:
        return illustration_marks.loose_art(word, self.game.land)

    def mark(self, kind: str, arguments: Sequence[str], view: State, layout: Layout) -> Sequence[Piece]:
        return illustration_marks.mark(self.game, kind, arguments, view, layout)

    # --- looks ----------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        if frame.chooser is not None and frame.view.stage == "cards":
            self._draw_choice(self._context(canvas, frame), frame, frame.chooser)
        super().draw(canvas, frame)

    def _draw_choice(self, ctx: PaintContext, frame: Frame, seat: Seat) -> None:
        """Draw the own cards as chosen so far, before the game."""
        layout, picker = self.layout(frame.view), self.pickers[seat]
        for letter in self.letters:
            side = PASSIVE if letter in picker.passive(frame) else ACTIVE
            meant = picker.cursor == ("card", seat, letter) and not picker.rests(frame)
            rect = layout.card(seat, letter).moved(0, -CARD_LIFT if meant else 0.0)
            draw_one(ctx, Piece(("choice", letter), art.SelectionCard(letter, side, seat), rect))

    def paint_ground(self, ctx: PaintContext, layout: Layout) -> None:
        draw_ground(ctx.canvas, layout, self.world)

    def paint_life(self, ctx: PaintContext, layout: Layout) -> None:
        paint_wildlife(ctx, layout)

    def paint_invitation(self, ctx: PaintContext, view: State, rect: Rect, strength: float) -> None:
        if view.stage == "five":
            ctx.canvas.ring(rect.grown(4), 16, GLOW, width=4, soft=10)
        elif view.stage in TURN_STAGES:
            with ctx.canvas.faded(strength + 0.1):
                ctx.canvas.ring(rect.grown(4), rect.w / 2, GLOW, width=5, soft=14)
        elif view.stage == "lay":
            few = view.drawn in self.game.land.areas
            draw_invitation(ctx.canvas, rect, GLOW, strength if few else strength * 0.45)
        else:
            draw_rim(ctx.canvas, rect, GLOW, strength * 0.45)

    def paint_rim(self, ctx: PaintContext, view: State, target: Target, rect: Rect, ink: Ink) -> None:
        if target[0] == "space":
            super().paint_rim(ctx, view, target, rect, ink)
        elif target[0] in ("bag", "keep", "give"):
            ctx.canvas.ring(rect.grown(4), rect.h / 2 if target == BAG_TARGET else 16, ink, width=5, soft=14)
        else:
            lit = ink if ink == "bad" else "focus"
            ctx.canvas.ring(rect.moved(0, -CARD_LIFT), 12, lit, width=4, soft=8)

    def paint_lit(self, ctx: PaintContext, view: State, piece: Piece) -> None:
        if piece.id[0] in ("tile", "card", "five", "event", "aside"):
            super().paint_lit(ctx, view, piece)

    def held_art(self, view: State, key: ActionKey) -> Piece | None:
        """Translucent tile over a space where it may not lie; None for actions that lay none."""
        if key.path[0][0] != "space":
            return None
        action = self.action(view, key)
        match action:
            case play.Lay(x, y, code):
                pass
            case play.LayBasin(x, y):
                code = BASIN_CODE
            case play.LayPass(x, y, axis):
                code = PASS_CODE + axis
            case _:
                return None
        space, tile = self.game.land.space[x, y], art.TileFace(view.drawn, code, arrowed=True)
        return Piece(("held",), tile, self.layout(view).spaces.box(space).moved(0, -CARD_LIFT), alpha=0.5)

    # --- what a decision would change -----------------------------------------------------------------

    def score(self, view: State) -> Sequence[float]:
        return sure_points(view, self.game.land)

    def preview(self, view: State, seat: Seat, action: Any, layout: Layout) -> Preview:
        """Preview of tiles and the "5"; a card to turn over is lifted. Water is drawn by `paint_preview`."""
        shown = super().preview(view, seat, action, layout)
        if isinstance(action, play.Flip):
            card = next(p for p in self.pieces_of(view, layout) if p.id == ("card", seat, action.card))
            return Preview((replace(card, rect=card.rect.moved(0, -CARD_LIFT)),), (), shown.gains)
        parts = ("tile", "five", "owner")
        return Preview(tuple(p for p in shown.comes if p.id[0] in parts), (), shown.gains)

    def paint_preview(self, ctx: PaintContext, view: State, action: Action, layout: Layout) -> None:
        if isinstance(action, SpaceAction):
            after = self.game.apply(view, view.actor, action)
            preview.paint(ctx, layout.spaces, action, view, after)

    # --- what is said ---------------------------------------------------------------------------------

    def tip(self, view: State, viewer: int, target: Target) -> Tip | None:
        return tips.tip(self.game, view, viewer, target) or super().tip(view, viewer, target)

    def waiting(self, frame: Frame) -> Sentence:
        return words.waiting(frame)

    def task(self, frame: Frame) -> Sentence:
        return words.task(self.game, frame)

    def caption(self, event: GameEvent, viewer: int) -> Sentence:
        return words.caption(self.game, event, viewer)

    def advice(self, event: GameEvent, viewer: int) -> Sentence:
        """The caption; of choosing the cards also the number of those marked, which are to lie passive."""
        view, action = event.before.view(viewer), event.action(viewer)
        if not isinstance(action, play.Cards):
            return self.caption(event, viewer)
        count = len(self._passive(view, action))
        return Sentence("great_divide.advice.cards", {"count": count}, {"name": event.seat})

    def advised_ranks(self, view: State, seat: Seat, advised: Sequence[Any]) -> dict[Target, int]:
        """Ranks of actions; of choosing the cards only that of the best, as choices overlap."""
        if isinstance(advised[0], play.Cards):
            return {("card", int(seat), letter): 1 for letter in self._passive(view, advised[0])}
        return super().advised_ranks(view, seat, advised)

    def _passive(self, view: State, action: play.Cards) -> list[str]:
        """Letters of the cards that a choice leaves passive."""
        letters = cards_in_play(self.game.land, view.options)
        return [letter for letter in letters if letter not in action.active]

    def standing(self, frame: Frame, seat: Seat) -> SeatScore:
        return standing(Sentence(f"great_divide.tally.{seat}"), self.points(frame), seat)

    def measure(self, view: State, seat: Seat) -> float | None:
        return expected_points(self.game, view)[seat]

    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]:
        view, seat = frame.view, frame.chooser
        if seat is None:
            return ()
        picker = self.pickers[seat]
        if view.stage in TURN_STAGES:
            drawing = picker.rests(frame) or picker.cursor in (None, BAG_TARGET)
            word = "great_divide.hint.draw" if drawing else "great_divide.hint.card"
            return (Accept(), word), (Cycle(step=1), "great_divide.hint.next_card")
        if view.stage == "five" and picker.cursor is not None and not picker.rests(frame):
            return ((Accept(), f"great_divide.offer.{picker.cursor[0]}"),)
        if view.stage not in ACCEPT_KEYS:
            return ((MoveFocus(dy=1), "great_divide.hint.buttons"),)
        hints: list[tuple[Intent, str]] = [(Accept(), ACCEPT_KEYS[view.stage])]
        if self.turns(view, ARROWS_THING) > 1:
            hints.append((Turn(step=1), "great_divide.hint.turn"))
        thing = {"cards": "card", "lay": "space"}.get(view.stage, "tile")
        return (*hints, (Cycle(step=1), f"great_divide.hint.next_{thing}"))
