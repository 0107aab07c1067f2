"""Board of Down Under: the game's part of `client.boards.kit.board`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache, reduce
from typing import Any, Final

from msgspec.structs import replace

from client.boards.contract import Cue, Frame, Reply, SeatScore, Sentence
from client.boards.down_under import tips, words
from client.boards.down_under.art import (
    DEFAULT_CARDS,
    Animal,
    Billabong,
    CardArt,
    PathCount,
    along_side,
    draw_legal,
)
from client.boards.down_under.camera import PICTURE_MARGIN, TABLE_MARGIN, needed_cells, viewport_of
from client.boards.down_under.ending import paint_end
from client.boards.down_under.ground import draw_earth
from client.boards.down_under.layout import (
    BILLABONG_KIND,
    RING_KIND,
    Layout,
    Slot,
    least_side_height,
)
from client.boards.down_under.pieces import (
    CARD_LAYER,
    TAG_SIZE,
    all_pieces,
    length_pieces,
    path_ribbon,
    style,
)
from client.boards.down_under.preview import preview
from client.boards.down_under.ribbons import block_of, parts_of
from client.boards.down_under.step_schedule import StepSchedule, compare, end_gestures, schedule_of, step_cues
from client.boards.down_under.supplies import ANIMAL_SIZE, cards_left, side_items, slot_card
from client.boards.down_under.timeline import GrowthAnimation, glow_effects, great_highlight, grown_end
from client.boards.down_under.wildlife import draw_wildlife
from client.boards.kit.action_picker import ActionKey, Choices, ThingKind, thing_target
from client.boards.kit.gestures import Gesture
from client.boards.kit.grid_board import CELL_PATH, GridBoard
from client.boards.kit.highlights import Highlight
from client.boards.kit.pieces import Art, PaintContext, Piece, Target
from client.boards.kit.points import points_at, standing
from client.boards.kit.preview import Preview
from client.boards.kit.side import SideItem
from client.boards.kit.timeline import Effect, Timeline
from client.boards.kit.tips import Tip
from client.session.events import GameEvent
from client.ui.animation import breath
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import Accept, Cycle, Intent, Turn
from core.game import Refusal, Seat
from core.games.down_under import state as game
from core.games.down_under.board import field_of, length
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.scoring import is_eligible, score
from core.games.down_under.state import (
    ANIMALS,
    CURVES,
    ENDS,
    OWN_SIDES,
    STRAIGHTS,
    Cell,
    Laid,
    Lay,
    LayBillabong,
    PathLetter,
    Shape,
    State,
    open_leads,
    owner,
    path_of,
    paths_of,
    whole_set,
)

CARD_TURNS: Final[dict[Shape, Sequence[game.Card]]] = {
    "straight": STRAIGHTS[::-1],
    "curve": (*CURVES[1:], *CURVES[:1]),
    "end": ENDS,
}
"""Cards of each shape by the index of their rotation: as beside the ground, then ever further clockwise."""
END_FREE_SHARE: Final = 0.35
"""Share of a cell that an end leaves free."""
CHOSEN_GLOW: Final = 0.4
"""Opacity, 0 … 1, of the ring around the chosen kind of card."""


class DownUnderBoard(GridBoard):
    """Board of Down Under."""

    def __init__(self, game: Any, options: Any, seats: int) -> None:
        super().__init__(game, options, seats)
        self.gestures = gestures_of(options)
        self.min_side_height = least_side_height(options, seats)
        self._gone_through: Target | None = None
        """Target at which the person has cycled through the kinds of cards: there none is chosen
        automatically.
        """

    # --- places ---------------------------------------------------------------------------------------

    def layout(self, view: State) -> Layout:
        """Layout with the viewport of a position."""
        viewport = viewport_of(view, self.field, TABLE_MARGIN if self.plates else PICTURE_MARGIN)
        return Layout(self.field, self.side, self.options, self.seats, viewport, bool(self.plates))

    def pieces(self, view: State, layout: Layout) -> Sequence[Piece]:
        return all_pieces(view, layout)

    # --- actions --------------------------------------------------------------------------------------

    def action(self, view: State, key: ActionKey) -> game.Action | None:
        """Action of a key; of a thing in the supply one whose refusal says why it cannot be laid now."""
        supply = {thing_target(kind): kind for kind in (*cards_left(view), BILLABONG_KIND)}
        kind = supply.get(key.path[0])
        return super().action(view, key if kind is None else ActionKey((("cell", 0, 0),), kind))

    def handle(self, intent: Intent, frame: Frame) -> Reply:
        reply = super().handle(intent, frame)
        cursor = None if frame.chooser is None else self.pickers[frame.chooser].cursor
        self._gone_through = cursor if isinstance(intent, Cycle) or cursor == self._gone_through else None
        return reply

    def kinds(self, view: State) -> Sequence[ThingKind]:
        found = {key.kind for action in self.game.legal(view, view.turn) for key in self.keys(action)}
        return [kind for kind in (*cards_left(view), BILLABONG_KIND, RING_KIND) if kind in found]

    def meant(self, choices: Choices, key: ActionKey) -> ActionKey:
        """Legal key of this kind of card in any rotation, else of another kind, best of the same shape."""
        nearest = choices.nearest(key)
        if nearest in choices.actions:
            return nearest
        there = {other.kind for other in choices.by_path.get(key.path, ())}
        kinds = [kind for kind in choices.kinds if kind in there]
        if not kinds or key.path[-1] == self._gone_through:
            return turned_to_join(choices.view, key)
        alike = (kind for kind in kinds if isinstance(kind, Slot) and _is_like(kind, key.kind))
        return choices.nearest(replace(key, kind=next(alike, kinds[0])))

    def start(self, view: State, seat: Seat) -> Target | None:
        """Cell to which a path of the seat leads, or else that of the card laid last."""
        own = (path for n, path in enumerate(view.paths) if owner(view.options, view.seats, n) == seat)
        ends = [lead for path in own for lead in open_leads(path)]
        if ends:
            return ("cell", ends[0].x, ends[0].y)
        return super().start(view, seat)

    def last_cell(self, view: State) -> Cell | None:
        return (view.played[-1].x, view.played[-1].y) if view.played else None

    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]:
        view: State = frame.view
        if frame.chooser is None or view.stage == "over":
            return ()
        if words.has_ring(view):
            lay, other = "down_under.hint.open", "down_under.hint.next_curve"
        else:
            lay, other = "down_under.hint.lay", "down_under.hint.next_card"
        return ((Accept(), lay), (Turn(step=1), "down_under.hint.turn"), (Cycle(step=1), other))

    def hides(self, view: State, piece: Piece) -> bool:
        """Whether a piece is the length of an own path: it stands where a card is laid next."""
        return piece.id[0] == "length" and piece.id[1] in _paths(view, view.turn)

    # --- previews -------------------------------------------------------------------------------------

    def held_art(self, view: State, key: ActionKey) -> Piece | None:
        """Translucent card that cannot lie in a cell to which its path leads; None for other cells."""
        action = self.action(view, key)
        if not isinstance(action, Lay) or key.path[0][0] != "cell":
            return None
        path = _paths(view, view.turn)[action.colour == "b"]
        led = {(lead.x, lead.y) for lead in open_leads(view.paths[path])}
        return self.refused_art(view, key) if (action.x, action.y) in led else None

    def refused_art(self, view: State, key: ActionKey) -> Piece | None:
        action = self.action(view, key)
        if not isinstance(action, Lay | game.Turn):
            return None
        path = _paths(view, view.turn)[isinstance(action, Lay) and action.colour == "b"]
        rect = self.layout(view).grid.cell(action.x, action.y)
        return Piece(("held",), CardArt(action.card, style(view, path), ghost=True), rect, CARD_LAYER)

    def score(self, view: State) -> Sequence[float]:
        """Points of each seat's paths in this position."""
        return [score(view, Seat(seat)) for seat in range(view.seats)]

    def made_at(self, event: GameEvent, timeline: Timeline, layout: Layout, seat: Seat) -> Rect | None:
        """Rectangle at the end of the seat's path that grew, or around all changes if none did."""
        after: State = event.after.view()
        grown = compare(event.before.view(), after).growths
        own = [growth for growth in grown if growth.path in _paths(after, seat)]
        if not own:
            return super().made_at(event, timeline, layout, seat)
        spot = grown_end(own[0], layout)
        return Rect.around(*spot, *TAG_SIZE)

    def preview(self, view: State, seat: Seat, action: Any, layout: Layout) -> Preview:
        """Preview of the new cards, with translucent ribbons of what paths would gain, and how much it is."""
        after = state_after(view, seat, action)
        usual = super().preview(view, seat, action, layout)
        return preview(view, after, usual, self.pieces_of(view, layout), layout)

    def refusal_targets(self, refusal: Refusal) -> Sequence[Target]:
        """Targets to frame; where paths would meet only the cell, since the paths light up themselves."""
        return super().refusal_targets(refusal)[: 1 if _is_meeting(refusal) else None]

    def paint_refusal(self, ctx: PaintContext, view: State, refusal: Refusal, layout: Layout) -> None:
        """Light up the paths that would meet."""
        if not _is_meeting(refusal):
            return
        for number, path in enumerate(view.paths):
            tips = {stretch[:2] for stretch in (*path.run[:1], *path.run[-1:])}
            if tips and tips <= set(refusal.places[1:]) and self._meets(view, number, refusal):
                lit = path_ribbon(view, number).with_glow(0.5 + 0.5 * breath(ctx.now, period=1.3))
                lit.draw(ctx.canvas, layout.grid.cell)

    def _meets(self, view: State, number: int, refusal: Refusal) -> bool:
        """Whether a path belongs to one of the seats whose paths would meet."""
        return owner(view.options, view.seats, number) in {int(seat) for seat in refusal.values.values()}

    def paint_taken(self, ctx: PaintContext, view: State, kind: ThingKind, layout: Layout) -> None:
        """Ring the chosen kind of card in the supply faintly; `paint_preview` rings it at full strength."""
        with ctx.canvas.faded(CHOSEN_GLOW):
            self._paint_slot(ctx, kind, layout)

    def paint_preview(self, ctx: PaintContext, view: State, action: Any, layout: Layout) -> None:
        self._paint_slot(ctx, self.keys(action)[0].kind, layout)

    def _paint_slot(self, ctx: PaintContext, kind: ThingKind, layout: Layout) -> None:
        rect = layout.boxes.get(str(kind))
        if rect is not None:
            ctx.canvas.ring(rect.grown(5), 12, "focus", width=4, soft=8)

    def side_items(self, view: State, layout: Layout) -> Iterable[SideItem]:
        return side_items(view, layout)

    def tip(self, view: State, viewer: int, target: Target) -> Tip | None:
        layout = self.layout(view)
        tagged = [layout.grid.cell_at(piece.rect.centre) for piece in length_pieces(view, layout)]
        here = tips.tip(view, target, [cell for cell in tagged if cell is not None])
        return here or super().tip(view, viewer, target)

    # --- steps ----------------------------------------------------------------------------------------

    def steps(self, event: GameEvent) -> StepSchedule:
        """Phases of a step with their times."""
        return schedule_of(event.before.view(), event.after.view())

    def supply_rect(self, view: State, layout: Layout, kind: ThingKind, piece: Piece) -> Rect | None:
        """Rectangle of a card in its slot, or of the animal on it."""
        if not isinstance(kind, Slot):
            return None
        slot = layout.boxes[str(kind)]
        return slot.scaled(ANIMAL_SIZE) if isinstance(piece.art, Animal) else slot_card(slot, kind)

    def adjust(self, event: GameEvent, timeline: Timeline, layout: Layout) -> Timeline:
        before, after = event.before.view(), event.after.view()
        return GrowthAnimation(before, after, self.steps(event), layout).adjust(timeline)

    def effects(self, event: GameEvent, timeline: Timeline, layout: Layout) -> tuple[Effect, ...]:
        """Effects that light up rings, closed and stuck paths; none in the last step, before the ending."""
        if event.after.outcome is not None:
            return ()
        return tuple(glow_effects(event.before.view(), event.after.view(), timeline.settle_time, layout))

    def highlights(self, event: GameEvent, timeline: Timeline, layout: Layout) -> tuple[Highlight, ...]:
        """Moment of a step: a new ring, a billabong, the longest path closed; none in the last step."""
        if event.after.outcome is not None:
            return ()
        before, after = event.before.view(), event.after.view()
        found = great_highlight(before, after, self.steps(event), timeline.settle_time, layout.grid)
        return () if found is None else (found,)

    def cues(self, event: GameEvent, timeline: Timeline) -> tuple[Cue, ...]:
        heard = step_cues(self.steps(event))
        if event.after.outcome is not None:
            return heard
        result = compare(event.before.view(), event.after.view())
        return (*heard, *(Cue(timeline.settle_time, sound) for _, _, sound in end_gestures(result)))

    def fanfare(self, event: GameEvent) -> str:
        outcome = event.after.outcome
        return "brass" if outcome is not None and outcome.winners else "stuck"

    def beside(self, event: GameEvent, timeline: Timeline, frame: Frame) -> State:
        """View shown beside the ground: a card in flight is already gone from its seat's supply."""
        before: State = frame.view
        if frame.t >= timeline.landed:
            after: State = event.after.view(frame.viewer)
            return after
        begun = [phase for phase in self.steps(event).phases if phase.start <= frame.t]
        cards = begun[-1].cards if begun else before.cards
        return _with_played(before, cards[len(before.frame) :])

    # --- pictures of the rules ------------------------------------------------------------------------

    def loose(self, word: str) -> Piece:
        """Card of seat 0 by its shape, billabong, or animal. Raises KeyError for another word."""
        things: dict[str, Art] = {shape: CardArt(card, 0) for shape, card in DEFAULT_CARDS.items()}
        things |= {animal: Animal(animal) for animal in ANIMALS}
        things[BILLABONG_KIND] = Billabong()
        return Piece(("loose", word), things[word], Rect(0, 0, 1, 1))

    def mark(self, kind: str, arguments: Sequence[str], view: State, layout: Layout) -> Sequence[Piece]:
        """Pieces of the mark `count 0`: numbers along the stretches of path 0."""
        if kind != "count":
            return ()
        run = view.paths[int(arguments[0])].run
        count = PathCount(run, parts_of(run, view.cards))
        return [Piece(("mark", kind), count, layout.grid.box(block_of(run)))]

    # --- looks ----------------------------------------------------------------------------------------

    def ground_key(self, layout: Layout) -> Hashable:
        """Nothing: the land does not move with the cells."""
        return None

    def paint_ground(self, ctx: PaintContext, layout: Layout) -> None:
        draw_earth(ctx.canvas, self.world)

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        """Draw everything that moves, and below it the wildlife around the field."""
        if not frame.motion.reduced:
            states = [
                frame.view,
                *(at.after.view(frame.viewer) for at in (frame.event,) if at is not None),
            ]
            seen = [(state, self.layout(state)) for state in states]
            played = (layout.grid.box(needed_cells(state, field_of(state))) for state, layout in seen)
            with canvas.clip(self.field):
                draw_wildlife(self._context(canvas, frame), seen[0][1], reduce(Rect.union, played))
        super().draw(canvas, frame)

    def paint_invitation(self, ctx: PaintContext, view: State, rect: Rect, strength: float) -> None:
        """Paint a cell where a card may be laid, or the half of it that an end leaves free."""
        cell = self.layout(view).grid.cell_at(rect.centre)
        free = rect if cell is None else free_part(view, cell, rect)
        draw_legal(ctx.canvas, free, strength)

    def paint_end(self, ctx: PaintContext, view: State, layout: Layout, share: float) -> None:
        outcome = self.game.outcome(view)
        if outcome is not None:
            paint_end(ctx, view, outcome.winners, layout, share)

    # --- what is said ---------------------------------------------------------------------------------

    def waiting(self, frame: Frame) -> Sentence:
        return words.waiting(frame.view)

    def task(self, frame: Frame) -> Sentence:
        view: State = frame.view
        return words.task(view, tuple(self.pickers[view.turn].choices(view, view.turn).actions.values()))

    def refused(self, refusal: Refusal, seat: Seat) -> Sentence:
        return words.refused(seat, refusal) if _is_meeting(refusal) else super().refused(refusal, seat)

    def would(self, choices: Choices, key: ActionKey) -> Sentence | None:
        action, view, seat = choices.actions.get(key), choices.view, choices.seat
        if action is None:
            return None
        result = compare(view, state_after(view, seat, action))
        return words.preview_sentence(view, seat, path_of(view, seat, action), result)

    def caption(self, event: GameEvent, viewer: int) -> Sentence:
        return words.caption(event, viewer)

    def standing(self, frame: Frame, seat: Seat) -> SeatScore:
        """Score of a seat: the points of its paths; of two paths without animals the length of each."""
        view: State = frame.view
        usual = standing(words.tally(view, seat), self.points(frame), seat)
        if view.options.animals or not view.options.two_paths:
            return usual
        lengths = self._lengths(frame)
        return replace(usual, points=tuple(lengths[path] for path in _paths(view, seat)))

    def _lengths(self, frame: Frame) -> list[float]:
        """Lengths of all paths, as shown at the frame's time."""
        before, event = [float(length(path)) for path in frame.view.paths], frame.event
        if event is None:
            return before
        after = [float(length(path)) for path in event.after.view(frame.viewer).paths]
        return points_at(self.timeline(event, frame.viewer), frame.t, before, after)

    def measure(self, view: State, seat: Seat) -> float | None:
        """Points of a seat's paths; 0 where they are lost for want of a dingo."""
        lost = view.stage == "over" and view.options.dingo == "0 points" and not is_eligible(view, seat)
        return 0.0 if lost else float(score(view, seat))


@lru_cache(maxsize=4)
def state_after(view: State, seat: Seat, action: game.Action) -> State:
    """State after an action; the last four are remembered."""
    return DOWN_UNDER.apply(view, seat, action)


def gestures_of(options: game.Options) -> tuple[Gesture, ...]:
    """Gestures of every kind of card that there is with these options, of billabongs and of rings."""
    colours: tuple[PathLetter | None, ...] = ("a", "b") if options.two_paths else (None,)
    slots = (Slot(*kind, colour) for colour in colours for kind in whole_set(options.animals))
    lays = (
        Gesture(
            Lay,
            CELL_PATH,
            slot,
            "card",
            tuple(CARD_TURNS[slot.shape]),
            (("animal", slot.animal), ("colour", slot.colour)),
        )
        for slot in slots
    )
    ring = Gesture(game.Turn, CELL_PATH, RING_KIND, "card", CURVES)
    return (*lays, Gesture(LayBillabong, CELL_PATH, BILLABONG_KIND), ring)


def _paths(view: State, seat: int) -> tuple[int, ...]:
    """Numbers of the paths of a seat."""
    return paths_of(view.options, view.seats, Seat(seat))


def _is_meeting(refusal: Refusal) -> bool:
    """Whether a refusal says that paths would be joined."""
    return refusal.code.rpartition(".")[2].startswith("joins")


def _is_like(slot: Slot, kind: ThingKind) -> bool:
    """Whether a kind of card has the same shape as another one."""
    return isinstance(kind, Slot) and slot.shape == kind.shape


@lru_cache(maxsize=2)
def _with_played(before: State, played: tuple[Laid, ...]) -> State:
    """Position with other cards played; the last two are remembered."""
    return replace(before, played=played)


def turned_to_join(view: State, key: ActionKey) -> ActionKey:
    """Key with the card turned so that it at least joins its path, which leads to the cell."""
    if not isinstance(key.kind, Slot):
        return key
    path = _paths(view, view.turn)[key.kind.colour == "b"]
    sides = {
        lead.side for lead in view.due or open_leads(view.paths[path]) if key.path[0][1:] == (lead.x, lead.y)
    }
    cards = CARD_TURNS[key.kind.shape]
    turns = [turn for turn, card in enumerate(cards) if sides & set(OWN_SIDES[card])]
    turn = min(turns, key=lambda turn: (turn - key.turn) % len(cards), default=key.turn)
    return replace(key, turn=turn)


def free_part(view: State, cell: Cell, rect: Rect) -> Rect:
    """Free part of a cell that lies in `rect`: all of it, or what an end leaves of it."""
    here = [laid for laid in view.cards if (laid.x, laid.y) == cell]
    if len(here) != 1 or len(OWN_SIDES.get(here[0].card, ())) != 1:
        return rect
    return along_side(rect, (OWN_SIDES[here[0].card][0] + 2) % 4, END_FREE_SHARE)
