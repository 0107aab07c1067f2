"""Board of Ghawar: the game's part of `client.boards.kit.board`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from client.boards.contract import Chosen, Cue, Frame, Handled, LuckReport, Offer, Reply, SeatScore, Sentence
from client.boards.ghawar import luck, payout, tips, words
from client.boards.ghawar.art import (
    BASE_LAYER,
    BEAM_LAYER,
    CUBE_LAYER,
    FLAME_LAYER,
    TRUCK_LAYER,
    Base,
    Beam,
    CubeArt,
    Flame,
    PriceTag,
    PumpingBeam,
    SlipArt,
    Truck,
)
from client.boards.ghawar.choices import draw_offers, draw_way
from client.boards.ghawar.cubes import cube_rect, draw_piece
from client.boards.ghawar.ground import clip_to_canvas, draw_ground, draw_number
from client.boards.ghawar.highlights import HIGHLIGHT_SOUNDS, great_events
from client.boards.ghawar.layout import DEPOT_TARGET, DIE_TARGET, Layout, least_side_height
from client.boards.ghawar.reach import (
    asking_spaces,
    can_shift,
    drive_merit,
    drivers,
    load_from,
    load_rank,
    reach,
)
from client.boards.ghawar.standings import side_items, standings
from client.boards.ghawar.timeline import StepContext, dice_of, drive_in, heading_in, timeline_of
from client.boards.ghawar.words import DERRICK_THING
from client.boards.kit.action_picker import ActionKey, ActionPicker, Choices, ThingKind, thing_target
from client.boards.kit.board import KitBoard
from client.boards.kit.highlights import Highlight
from client.boards.kit.hooks import place
from client.boards.kit.pieces import HitArea, PaintContext, Piece, Target, rects_by_target, target_at
from client.boards.kit.points import standing
from client.boards.kit.preview import PILL_HEIGHT, Preview
from client.boards.kit.side import SideItem
from client.boards.kit.timeline import Effect, Timeline
from client.boards.kit.tips import Tip
from client.session.events import GameEvent
from client.ui.animation import GESTURE_SECONDS, mix
from client.ui.geometry import Rect
from client.ui.intents import Back, Intent, Secondary
from client.ui.symbols import seat_badge
from core.game import Seat
from core.games.ghawar.scoring import worth
from core.games.ghawar.state import (
    DEPOT,
    DERRICKS_PER_SEAT,
    FIELD_SIZE,
    NOTHING,
    PLATFORMS,
    Action,
    Build,
    Drive,
    Leave,
    Pass,
    Roll,
    Shift,
    State,
    place_of,
    place_of_platform,
    space_at,
    truck_index,
    truck_number,
)

replace = msgspec.structs.replace

PLATFORM_DIRECTIONS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0), (-1, -1), (1, -1), (1, 1), (-1, 1))
"""Directions from a space to the platforms that a truck there can load from, in the order of its turns."""
LOADS: Final = ("best", *PLATFORM_DIRECTIONS, None)
"""Cargo that a truck loads at its end, by its turn in an `ActionKey`; None: nothing."""
CAMEL_SECONDS: Final = 60.0
"""Seconds in which a camel crosses the land beside the field."""
CAMEL_SIZE: Final = 40.0
"""Units across a camel."""
MOVE_DERRICK_OFFER: Final = Offer("ghawar.offer.derrick", on=False)
"""Button that switches from driving trucks to moving derricks."""
DRIVE_OFFER: Final = Offer("ghawar.offer.drive", on=False)
"""Button that switches back: in the same place, with the name of what it leads to."""
ROLL_OFFER: Final = Offer("ghawar.offer.roll", Roll())
"""Button that does the same as pressing the die."""
GHOST_OPACITY: Final = 0.7
"""Opacity of a previewed truck or derrick besides the kit's, since the real one is visible too."""
SLIP_HEIGHT: Final = 0.5
"""Height of a slip of paper in a picture of the rules, in widths of a platform."""


class GhawarBoard(KitBoard):
    """Board of Ghawar."""

    keeps_turn = False
    ending_seconds = (
        GESTURE_SECONDS - payout.PAYOUT_SECONDS
    )  # the payout is part of the gesture that shows a win

    def __init__(self, game: Any, options: Any, seats: int) -> None:
        super().__init__(game, options, seats)
        self.min_side_height = least_side_height(seats)

    @property
    def _layout(self) -> Layout:
        return Layout.of(self.field, self.side, self.seats, self.options, self.world, self.plates)

    # --- places ---------------------------------------------------------------------------------------

    def layout(self, view: State) -> Layout:
        return self._layout

    def pieces(self, view: State, layout: Layout) -> Sequence[Piece]:
        flames = (
            Piece(("flame", number), Flame(number), rect, FLAME_LAYER)
            for number, rect in enumerate(layout.stacks())
        )
        return [
            *_on_platforms(view, layout),
            *_stored(view, layout),
            *flames,
            *_trucks(view, layout),
            *dice_of(view, layout),
        ]

    def spots(self, view: State, layout: Layout) -> Sequence[HitArea]:
        """Hit areas of what actions name, with trucks that can drive on top."""
        found = [*layout.spots(), HitArea(DEPOT_TARGET, layout.depot(view.turn))]
        for index in drivers(view):
            rect = layout.truck(view.turn, index, view.trucks.item(view.turn, index))
            found.append(HitArea(thing_target(truck_number(view.options, index)), rect.scaled(0.6)))
        return found

    def tip_areas(self, view: State, layout: Layout) -> Sequence[HitArea]:
        """Hit areas of the numbers of columns and rows, and of the depots of seats that are not in turn."""
        numbers = enumerate(layout.numbers())
        others = (Seat(seat) for seat in range(layout.seats) if seat != view.turn)
        return (
            *(HitArea(("number", n.across, n.number, index % 2), n.rect) for index, n in numbers),
            *(HitArea(("yard", seat), layout.depot(seat)) for seat in others),
        )

    def side_items(self, view: State, layout: Layout) -> Iterable[SideItem]:
        return side_items(view, layout)

    def refused_target(self, place: tuple[int, ...]) -> Target:
        return self._layout.target((place[0], place[1])) or DEPOT_TARGET

    # --- actions --------------------------------------------------------------------------------------

    def key(self, action: Action) -> ActionKey | None:
        match action:
            case Drive():
                load = action.load and (action.load[0] - action.x, action.load[1] - action.y)
                path = (("space", space_at(action.x, action.y)),)
                return ActionKey(path, action.truck, LOADS.index(load))
            case Leave():
                return ActionKey((DEPOT_TARGET,), action.truck)
            case Roll():
                return ActionKey((DIE_TARGET,), DERRICK_THING)
            case Build():
                return ActionKey((_platform(action.x, action.y),), DERRICK_THING)
            case Shift():
                return ActionKey((_platform(action.x, action.y), _platform(*action.to)), DERRICK_THING)
        return None

    def action(self, view: State, key: ActionKey) -> Action | None:
        target = key.path[-1]
        if target == DIE_TARGET:
            return Roll()
        if key.kind != DERRICK_THING:
            return _drive(view, key)
        if target == DEPOT_TARGET:
            return None
        x, y = _place(target)
        if view.stage == "build":
            return Build(x, y)
        if view.stage == "choose" and target[0] == "space":
            return Drive(x, y)
        if len(key.path) > 1:
            return Shift(*_place(key.path[0]), (x, y))
        free = int((view.derricks.ravel() == NOTHING).argmax())
        return Shift(x, y, place_of_platform(free))

    def kinds(self, view: State) -> Sequence[ThingKind]:
        trucks = [truck_number(view.options, index) for index in drivers(view)]
        derricks = view.stage in ("build", "choose") or can_shift(view)
        return [*trucks, *([DERRICK_THING] if derricks else [])]

    def turns(self, view: State, kind: ThingKind) -> int:
        return 1 if kind == DERRICK_THING else len(LOADS)

    def shares(self, kind: ThingKind, other: ThingKind) -> bool:
        return (kind == DERRICK_THING) == (other == DERRICK_THING)

    def meant(self, choices: Choices, key: ActionKey) -> ActionKey:
        """Legal key of the best load on a space, for the chosen truck or else another that gets there.

        A platform stands for loading its cube, or if nobody can, for moving its derrick.
        """
        target = key.path[-1]
        if key.kind == DERRICK_THING or len(key.path) > 1:
            return key
        if target[0] == "platform":
            found = [other for other, action in choices.actions.items() if _loads_from(action, target)]
            if not found and target in choices.targets((), DERRICK_THING):
                return replace(key, kind=DERRICK_THING, turn=0)
        else:
            found = [other for other in choices.by_path.get(key.path, ()) if other.kind != DERRICK_THING]
        view = choices.view

        def fitness(other: ActionKey) -> tuple[bool, bool, tuple[int, int, int]]:
            return other.kind == key.kind, other.turn == key.turn, load_rank(view, choices.actions[other])

        return max(found, key=fitness, default=key)

    def start(self, view: State, seat: Seat) -> Target | None:
        """Target of the drive with the greatest gain, or without any gain the truck's place; else the die."""
        if view.stage != "move":
            return DIE_TARGET if view.stage == "choose" else None
        legal = self.game.legal(view, seat)
        best = max(legal, key=lambda action: drive_merit(view, action))
        key = self.key(best)
        if key is not None and drive_merit(view, best) > (1, 0):
            return key.path[0]
        space = view.trucks.item(seat, 0)
        return DEPOT_TARGET if space == DEPOT else ("space", space)

    def score(self, view: State) -> Sequence[float]:
        return [sum(paid) for paid in standings(view).paid]

    def offers(self, frame: Frame) -> tuple[Offer, ...]:
        view, seat = frame.view, frame.chooser
        if seat is None or view.stage not in ("choose", "move"):
            return ()
        if view.stage == "choose":
            return (ROLL_OFFER,)
        if not self.kinds(view):
            return (Offer("ghawar.offer.pass", Pass()),)
        if not drivers(view) or not can_shift(view):
            return ()
        picker = self.pickers[seat]
        return (
            DRIVE_OFFER if picker.meant(picker.choices(view, seat)) == DERRICK_THING else MOVE_DERRICK_OFFER,
        )

    def toggle(self, key: str, frame: Frame) -> None:
        """Switch between trucks and derricks."""
        if frame.chooser is not None:
            picker = self.pickers[frame.chooser]
            picker.mean(DERRICK_THING if key == MOVE_DERRICK_OFFER.key else None)
            picker.leave()

    def handle(self, intent: Intent, frame: Frame) -> Reply:
        if frame.chooser is None:
            return super().handle(intent, frame)
        picker = self.pickers[frame.chooser]
        if isinstance(intent, Secondary) and (taken := self._own_derrick(intent, frame, picker)):
            picker.wake(frame)
            picker.mean(DERRICK_THING, (taken,))
            return Handled("wood")
        reply = super().handle(intent, frame)
        if isinstance(reply, Chosen) and picker.kind == DERRICK_THING:
            picker.mean(None)
        if (
            isinstance(intent, Back)
            and reply is None
            and picker.kind == DERRICK_THING
            and drivers(frame.view)
        ):
            picker.mean(None)
            return Handled("back")
        return reply

    def _own_derrick(self, intent: Secondary, frame: Frame, picker: ActionPicker) -> Target | None:
        """Target of the derrick that the second button picks up; None: there is none to move."""
        assert frame.chooser is not None
        choices = picker.choices(frame.view, frame.chooser)
        target = target_at(self.action_areas(frame.view, self.layout(frame.view)), (intent.x, intent.y))
        if target is None or (picker.held and not picker.rests(frame)):
            return None
        return target if choices.leads_on((target,), DERRICK_THING) else None

    # --- steps ----------------------------------------------------------------------------------------

    def adjust(self, event: GameEvent, timeline: Timeline, layout: Layout) -> Timeline:
        step = StepContext(event.before.view(), event.action(), event.after.view(), layout)
        return timeline_of(step, timeline)

    def made_at(self, event: GameEvent, timeline: Timeline, layout: Layout, seat: Seat) -> Rect | None:
        """Rectangle where a cube was stored, or from which one was loaded."""
        before, action = event.before.view(), event.action()
        if isinstance(action, Leave):
            load = before.loads.item(before.turn, truck_index(action.truck))
            if load != NOTHING:
                return layout.stored(before.turn, load, before.stored.item(before.turn, load))
        if isinstance(action, Drive) and action.load is not None:
            return layout.cell(*action.load)
        return None

    def effects(self, event: GameEvent, timeline: Timeline, layout: Layout) -> tuple[Effect, ...]:
        return timeline.effects

    def highlights(self, event: GameEvent, timeline: Timeline, layout: Layout) -> tuple[Highlight, ...]:
        """Moment of a step: all derricks stand, a majority is won or lost, the last cube of a colour goes."""
        return great_events(
            StepContext(event.before.view(), event.action(), event.after.view(), layout),
            timeline.settle_time,
        )

    def cues(self, event: GameEvent, timeline: Timeline) -> tuple[Cue, ...]:
        heard = (
            Cue(moment.start, HIGHLIGHT_SOUNDS[moment.words.key])
            for moment in timeline.highlights
            if moment.words
        )
        return (*timeline.cues, *heard)

    # --- pictures of the rules ------------------------------------------------------------------------

    def unit(self, view: State, layout: Layout) -> float:
        return layout.platform(0).w

    def rect_of(self, word: str, view: State, layout: Layout) -> Rect:
        """Rectangle of a place of the lattice (-1, 13: depots), of the `table`, or of its `values` alone."""
        if word in ("table", "values"):
            return layout.boxes["table"] if word == "table" else layout.values
        return layout.cell(*place(word))

    def mark(self, kind: str, arguments: Sequence[str], view: State, layout: Layout) -> Sequence[Piece]:
        """Piece of a mark: `dice 0 7,8`, a seat's roll; `barrels 0 7,8`, its money; `price 7,7`, a cube's."""
        if kind not in ("dice", "barrels", "price"):
            return ()
        where = self.rect_of(arguments[-1], view, layout)
        if kind == "price":
            x, y = place(arguments[-1])
            price = load_from(view, (y // 2) * FIELD_SIZE + x // 2).price
            return [Piece(("mark", kind), PriceTag(price, price <= view.money.item(view.turn)), where)]
        seat = Seat(int(arguments[0]))
        art = SlipArt(seat, view.dice) if kind == "dice" else SlipArt(seat, barrels=view.money.item(seat))
        high = SLIP_HEIGHT * layout.platform(0).w
        return [Piece(("mark", kind), art, Rect.around(*where.centre, high * art.ratio, high))]

    # --- looks ----------------------------------------------------------------------------------------

    def paint_ground(self, ctx: PaintContext, layout: Layout) -> None:
        canvas, seats = ctx.canvas, [Seat(seat) for seat in range(layout.seats)]
        seen = clip_to_canvas(canvas, layout.world)
        draw_ground(canvas, layout)
        for stack in layout.stacks():
            if stack.overlaps(seen):
                draw_piece(canvas, "stack", stack)
        for number in layout.numbers():
            if number.rect.overlaps(seen):
                draw_number(canvas, number.rect, number.number, number.across, least=layout.least)
        for seat in seats:
            badge = layout.owner(seat).fit(1.0).scaled(0.95)
            seat_badge(canvas, seat, Rect.around(*badge.centre, max(1.1 * layout.least, badge.w)))

    def paint_life(self, ctx: PaintContext, layout: Layout) -> None:
        """Paint a camel that walks west beside the field, first on its left, then on its right."""
        room, bounds = self.field, layout.bounds
        round_, share = divmod(ctx.now / CAMEL_SECONDS, 1.0)
        west = Rect(room.x, room.y, bounds.x - room.x, room.h)
        east = Rect(bounds.right, room.y, room.right - bounds.right, room.h)
        strip = east if round_ % 2 else west
        if strip.w < CAMEL_SIZE:
            return
        x = mix(strip.right, strip.x, share)
        step = abs(math.sin(0.5 * CAMEL_SECONDS * share * math.pi))
        y = strip.y + strip.h * (0.27 if round_ % 4 < 2 else 0.61) - step
        with ctx.canvas.faded(min(1.0, 5 * min(share, 1 - share))), ctx.canvas.clip(strip):
            ctx.canvas.picture("tiles/ghawar/camel.svg", Rect.around(x, y, CAMEL_SIZE))

    def gains_beside(self, layout: Layout, rect: Rect) -> Rect:
        """Rectangle moved to the height of the platforms; of a depot only a square in its middle."""
        if max(rect.w, rect.h) > layout.core.w / 2:
            rect = Rect.around(*rect.centre, min(rect.w, rect.h))
        first, last = layout.platform(0).y, layout.platform(PLATFORMS - 1).bottom - 2.3 * PILL_HEIGHT
        return rect.moved(0, min(max(rect.y, first), last) - rect.y)

    def paint_invitation(self, ctx: PaintContext, view: State, rect: Rect, strength: float) -> None:
        """Paint nothing: `paint_choices` paints each place together with what it brings."""

    def paint_choices(
        self, ctx: PaintContext, view: State, picker: ActionPicker, choices: Choices, layout: Layout
    ) -> None:
        rects = rects_by_target(self.action_areas(view, layout))
        draw_offers(ctx, view, picker, choices, layout, rects)

    def preview(self, view: State, seat: Seat, action: Action, layout: Layout) -> Preview:
        """Preview of derricks, trucks and stored cubes only; of a drive of the truck alone.

        A cube on the platform of a previewed derrick is drawn over it, as over a real one.
        """
        shown = super().preview(view, seat, action, layout)
        comes = [piece for piece in shown.comes if piece.id[0] in ("derrick", "beam", "truck", "stored")]
        goes = [piece for piece in shown.goes if piece.id[0] in ("derrick", "cube")]
        if isinstance(action, Drive):
            comes = [piece for piece in comes if piece.id[0] == "truck"]
        comes = [replace(piece, alpha=GHOST_OPACITY) for piece in comes]
        new = {piece.id[1] for piece in comes if piece.id[0] == "derrick"}
        under = [p for p in self.pieces_of(view, layout) if p.id[0] == "cube" and p.id[1] in new]
        return replace(shown, comes=(*comes, *under), goes=tuple(goes))

    def paint_preview(self, ctx: PaintContext, view: State, action: Action, layout: Layout) -> None:
        if isinstance(action, Drive | Leave):
            draw_way(ctx, view, action, drive_in(view, action), layout)

    def paint_end(self, ctx: PaintContext, view: State, layout: Layout, share: float) -> None:
        outcome = self.game.outcome(view)
        assert outcome is not None
        payout.draw_winners(ctx, layout, outcome.winners, share)

    # --- what is said ---------------------------------------------------------------------------------

    def tip(self, view: State, viewer: int, target: Target) -> Tip | None:
        return tips.tip(view, target) or super().tip(view, viewer, target)

    def waiting(self, frame: Frame) -> Sentence:
        return words.waiting(frame.view)

    def task(self, frame: Frame) -> Sentence:
        return words.task(frame, self.shown_picker(frame))

    def would(self, choices: Choices, key: ActionKey) -> Sentence | None:
        return words.preview_sentence(choices, key)

    def caption(self, event: GameEvent, viewer: int) -> Sentence:
        return words.caption(event, viewer)

    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]:
        return words.hints(frame, self.shown_picker(frame))

    def standing(self, frame: Frame, seat: Seat) -> SeatScore:
        """Score of a seat: derricks left to build; once trucks drive, its result if the game ended now."""
        view = frame.view
        if view.stage in ("cubes", "values", "dice", "build"):
            left = DERRICKS_PER_SEAT[view.seats] - int((view.derricks == seat).sum())
            return SeatScore(Sentence("ghawar.tally.derricks"), (float(left),))
        return standing(
            Sentence("ghawar.tally.total"), [round(points) for points in self.points(frame)], seat
        )

    def measure(self, view: State, seat: Seat) -> float | None:
        """Result of a seat if the game ended now."""
        return worth(view, seat)

    def report(self, view: State) -> LuckReport | None:
        return luck.luck_report(view)


# --- actions -----------------------------------------------------------------------------------------------


def _platform(x: int, y: int) -> Target:
    return ("platform", (y // 2) * FIELD_SIZE + x // 2)


def _place(target: Target) -> tuple[int, int]:
    """Place of a platform or space on the lattice."""
    number = int(target[1])
    return place_of_platform(number) if target[0] == "platform" else place_of(number)


def _loads_from(action: Action, target: Target) -> bool:
    return isinstance(action, Drive) and action.load is not None and _platform(*action.load) == target


def _drive(view: State, key: ActionKey) -> Action | None:
    """Drive of a truck to a space or the depot; for a platform, to a space beside it, to ask why not."""
    target, truck = key.path[-1], int(str(key.kind))
    if target == DEPOT_TARGET:
        return Leave(truck)
    x, y = _place(target)
    if target[0] == "space":
        return Drive(x, y, None, truck)
    space, number = _asking(view, int(target[1]), truck)
    return Drive(*place_of(space), (x, y), number)


def _asking(view: State, platform: int, truck: int) -> tuple[int, int]:
    """Space and truck for the question why nothing can be loaded from a platform.

    Preferably a truck that gets there without a load, so that the answer is about the platform.
    """

    def fitting(pair: tuple[int, int]) -> tuple[bool, bool, bool]:
        space, index = pair
        gets_there = space in reach(view)[index]
        empty = view.loads.item(view.turn, index) == NOTHING
        return gets_there and empty, gets_there, index == truck_index(truck)

    pairs = [(space, index) for space in asking_spaces(view, platform) for index in range(len(reach(view)))]
    space, index = max(pairs, key=fitting)
    return space, truck_number(view.options, index)


# --- pieces ------------------------------------------------------------------------------------------------


def _each(array: Any) -> Iterator[tuple[tuple[int, int], int]]:
    """Indices (row, column) and values of a two-dimensional array."""
    for row, values in enumerate(array.tolist()):
        for column, value in enumerate(values):
            yield (row, column), value


def _on_platforms(view: State, layout: Layout) -> Iterator[Piece]:
    """Pieces on platforms: derricks and cubes; a derrick over a cube pumps."""
    owners, colours = view.derricks.ravel().tolist(), view.cubes.ravel().tolist()
    for platform, (owner, colour) in enumerate(zip(owners, colours, strict=True)):
        rect = layout.platform(platform)
        if colour != NOTHING:
            yield Piece(("cube", platform), CubeArt(colour), cube_rect(rect), CUBE_LAYER)
        if owner != NOTHING:
            beam = Beam(owner) if colour == NOTHING else PumpingBeam(owner, platform)
            yield Piece(("derrick", platform), Base(owner), rect, BASE_LAYER)
            yield Piece(("beam", platform), beam, rect, BEAM_LAYER)


def _trucks(view: State, layout: Layout) -> Iterator[Piece]:
    for (seat, index), space in _each(view.trucks):
        degrees = heading_in(view, Seat(seat), index)
        art = Truck(seat, degrees, view.loads.item(seat, index), truck_number(view.options, index))
        yield Piece(("truck", seat, index), art, layout.truck(Seat(seat), index, space), TRUCK_LAYER)


def _stored(view: State, layout: Layout) -> Iterator[Piece]:
    """Pieces of the cubes in the depots."""
    for (seat, colour), count in _each(view.stored):
        for n in range(count):
            rect = layout.stored(Seat(seat), colour, n)
            yield Piece(("stored", seat, colour, n), CubeArt(colour), rect, CUBE_LAYER)
