"""The hand of somebody who plays Down Under: over which cell, which card, how it would lie there.

Over a cell into which a path leads the card lies so that its own part joins the path: turning goes through
the *ways* in which something can lie there, cycling through the cards of the supply. There is a hand for each
seat, so that nobody at the same screen finds what another one has in mind.
"""

from __future__ import annotations

from client.boards.base import Chosen, Denied, Frame, Handled, Reply
from client.boards.down_under.lays import USUAL, Lays, Way
from client.boards.down_under.places import Places, Slot
from client.boards.down_under.preview import Preview
from client.ui.geometry import Point as Spot
from client.ui.intents import Accept, Cycle, Intent, Move, Point, Press, Scroll, Secondary, Turn
from core.game import Refusal, Seat
from core.games.down_under import state as play
from core.games.down_under.queries import colour, supply
from core.games.down_under.rules import DownUnder
from core.games.down_under.state import BILLABONG, CURVES, Action, Animal, Card, Cell, Shape, State


class Hand:
    """What the person holds. Changed by intents only, never by drawing."""

    def __init__(self, game: DownUnder, seat: Seat) -> None:
        self.game = game
        self.seat = seat
        self.target: Cell | None = None
        """The cell the hand is over."""
        self.over: Slot | None = None
        """The cards of the supply the pointer is over."""
        self.shape: Shape = "curve"
        """The shape of card that was asked for last."""
        self.animal: Animal | None = None
        """The animal of the card in hand; none without animals and on ends."""
        self.turned_at = -1.0
        self.turned_by = 1
        self._way: Way | None = None
        self._liked: dict[Shape, Animal | None] = {}
        self._last: Cell = (0, 0)
        self._touched_in = -1
        self._lays: Lays | None = None

    # --- what it means ------------------------------------------------------------------------

    @property
    def card(self) -> Card | None:
        """The card as it would lie; none while the hand is nowhere, and for a billabong."""
        return None if self._way is None or self._way.card == BILLABONG else self._way.card

    @property
    def path(self) -> int | None:
        """The path that the card is meant for."""
        return None if self._way is None else self._way.path

    def rests(self, frame: Frame) -> bool:
        """Whether it only lies where it lay when the decision came up: it asks nothing then."""
        return self._touched_in != frame.position.turn

    def lays(self, view: State) -> Lays:
        """What can be asked of a position; remembered for the last one."""
        if self._lays is None or self._lays.view is not view:
            self._lays = Lays(self.game, view, self.seat)
        return self._lays

    def action(self, view: State) -> Action | None:
        """What Accept would do now; None for nothing."""
        if self.target is None or self._way is None:
            return None
        (x, y), (path, card) = self.target, self._way
        if card == BILLABONG:
            return play.LayBillabong(x, y)
        if self.lays(view).ring is not None:
            return play.Turn(card, x, y) if card in CURVES else None
        return play.Lay(card, x, y, self.animal, colour(view, path))

    def refusal(self, view: State) -> Refusal | None:
        """Why what is meant cannot be done; None if it can, or nothing is meant."""
        action = self.action(view)
        return None if action is None else self.lays(view).why_not(action)

    def preview(self, view: State) -> Preview | None:
        """What would come of it; None if it cannot be done, or nothing is meant."""
        action = self.action(view)
        if action is None or self.lays(view).why_not(action) is not None:
            return None
        return self.lays(view).preview(action)

    def wanted(self, view: State) -> tuple[Cell, ...]:
        """The cells on which something can be done, in reading order."""
        return self.lays(view).wanted

    # --- what is done with it -----------------------------------------------------------------

    def leave(self) -> None:
        """Pointer or focus are elsewhere."""
        self.over = None
        if self.target is not None:
            self._last, self.target = self.target, None
        self._way = None

    def handle(self, intent: Intent, frame: Frame, places: Places) -> Reply:
        """What the intent does to the hand, or the decision it is."""
        if self.rests(frame):
            self.leave()
        self._touched_in = frame.position.turn
        match intent:
            case Point():
                self._point((intent.x, intent.y), frame.view, places)
                return None
            case Press():
                return self._press((intent.x, intent.y), frame.view, places)
            case Scroll():
                return self._turn(1 if intent.dy < 0 else -1, frame)
            case Secondary():
                return self._cycle(1, frame.view)
            case Move() | Cycle() | Turn() | Accept() if self.target is None:
                return self._appear(frame.view)
            case Move():
                return self._move(intent, frame.view)
            case Turn():
                return self._turn(intent.step, frame)
            case Cycle():
                return self._cycle(intent.step, frame.view)
            case Accept():
                return self._decide(frame.view)
        return None

    def _point(self, spot: Spot, view: State, places: Places) -> None:
        slot = places.slot_at(spot, self.seat)
        self._enter(places.cell_at(view, spot) if slot is None else None, view)
        self.over = slot

    def _press(self, spot: Spot, view: State, places: Places) -> Reply:
        """Where the hand is it decides; elsewhere (a finger has no hovering) it only shows what would be."""
        before = self.target
        self._point(spot, view, places)
        if self.over is not None:
            return self._take(self.over, view)
        if self.target is None:
            return None
        return self._decide(view) if self.target == before else Handled("move")

    def _take(self, slot: Slot, view: State) -> Reply:
        """A card of the supply: the next one laid is like it."""
        left = supply(view, slot.path)
        if (slot.shape, slot.animal) not in left:
            some = any(shape == slot.shape for shape, _ in left)
            return Denied(Refusal(f"down_under.refusal.{'animal_laid' if some else f'no_{slot.shape}_left'}"))
        self._like(slot)
        return Handled("paper_slide")

    def _decide(self, view: State) -> Reply:
        if self.target is None:
            return None
        action = self.action(view) or self._astray(self.target, view)
        refusal = self.lays(view).why_not(action)
        return Chosen(action) if refusal is None else Denied(refusal)

    def _appear(self, view: State) -> Reply:
        """By keys it appears where something can be done, as near as possible to where it was."""
        cells = self.lays(view).wanted
        if not cells:
            return None
        x, y = self._last
        self._enter(min(cells, key=lambda cell: abs(cell[0] - x) + abs(cell[1] - y)), view)
        return Handled("move")

    def _move(self, intent: Move, view: State) -> Reply:
        """To the next cell in a direction where something could be laid."""
        assert self.target is not None
        cell = self.lays(view).beyond(self.target, intent.dx, intent.dy)
        if cell is None:
            return None
        self._enter(cell, view)
        return Handled("move")

    def _enter(self, cell: Cell | None, view: State) -> None:
        """The hand is over a cell now; the card in it lies as it can there."""
        if cell == self.target:
            return
        self.leave()
        self.target = cell
        if cell is not None:
            self._aim(cell, view)

    # --- which card, and how it lies -----------------------------------------------------------

    def _aim(self, cell: Cell, view: State) -> None:
        """Of the ways here the first legal one, with a card like the last one if that can be."""
        lays, here = self.lays(view), self.lays(view).ways(cell)
        if here:
            can = lays.can
            self._hold(min(here, key=lambda way: ((cell, way) not in can, way.shape != self.shape)), view)

    def _astray(self, cell: Cell, view: State) -> Action:
        """What is meant by pressing where nothing can lie: only why not is asked."""
        (x, y), lays = cell, self.lays(view)
        if lays.ring is not None:
            return play.Turn("SE", x, y)
        path, left = lays.paths[0], [shape for shape, _ in supply(view, lays.paths[0])]
        shape = self.shape if self.shape in left or not left else left[0]
        animal = next((animal for kind, animal in supply(view, path) if kind == shape), None)
        return play.Lay(USUAL[shape], x, y, animal, colour(view, path))

    def _hold(self, way: Way, view: State) -> None:
        """This way from now on, with an animal that is left."""
        self._way, self.animal = way, None
        if way.shape is None or self.target is None:
            return
        curve = self.lays(view).own_curve(self.target)
        if curve is not None:
            self.animal = curve.animal
            return
        left = [animal for shape, animal in supply(view, way.path) if shape == way.shape]
        liked = self._liked.get(way.shape)
        self.animal = liked if liked in left else left[0] if left else None

    def _like(self, slot: Slot) -> None:
        """Cards of this kind are asked for from now on."""
        self.shape = slot.shape
        self._liked[slot.shape] = slot.animal

    def _turn(self, step: int, frame: Frame) -> Reply:
        """The next way to lie here."""
        view: State = frame.view
        here = () if self.target is None else self.lays(view).ways(self.target)
        if len(here) < 2 or self._way not in here:
            return None
        self._hold(here[(here.index(self._way) + step) % len(here)], view)
        self.shape = self._way.shape or self.shape
        self.turned_at, self.turned_by = frame.now, step
        return Handled("wood")

    def _cycle(self, step: int, view: State) -> Reply:
        """The next card of the supply; where a ring is to be opened, the next curve."""
        lays = self.lays(view)
        if lays.ring is not None:
            return self._next_curve(step, view)
        if self.target is None or self._way is None or self._way.shape is None:
            return None
        slots = lays.slots(self.target)
        now = Slot(self._way.path, self._way.shape, self.animal)
        if len(slots) < 2 or now not in slots:
            return None
        slot = slots[(slots.index(now) + step) % len(slots)]
        self._like(slot)
        alike = [way for way in lays.ways(self.target) if (way.path, way.shape) == slot[:2]]
        if self._way in alike:
            alike = [self._way]
        usual = Way(slot.path, USUAL[slot.shape])
        self._hold(min(alike, key=lambda way: (self.target, way) not in lays.can, default=usual), view)
        return Handled("paper_slide")

    def _next_curve(self, step: int, view: State) -> Reply:
        cells = self.lays(view).wanted
        if not cells:
            return None
        at = cells.index(self.target) if self.target in cells else -min(step, 0) - 1
        self._enter(cells[(at + step) % len(cells)], view)
        return Handled("move")
