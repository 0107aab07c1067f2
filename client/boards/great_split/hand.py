"""The hand of somebody who plays The Great Split: the card meant, the splitter among the cards, the track.

There is a hand for each seat, so that nobody at the same screen sees what another one has in mind.
"""

from __future__ import annotations

from typing import Any, Final

from client.boards.base import Chosen, Denied, Frame, Handled, Reply
from client.boards.great_split.meant import MODES, SPLITTER, Meant, Mode, Thing, phase_of
from client.boards.great_split.places import Places
from client.boards.great_split.row import Row
from client.ui.geometry import Point as Spot
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Cycle, Drag, Intent, Move, Point, Press, Scroll, Secondary, Turn
from core.game import Seat
from core.games.great_split.rules import GreatSplit
from core.games.great_split.state import (
    RESOURCES,
    SEAL_TRACKS,
    SIDES,
    Action,
    Split,
    State,
)

DRAGGED: Final = 24.0
"""Units from which on a press that moves is a pull."""


class Hand(Meant):
    """What the person holds. Changed by intents only, never by drawing."""

    def __init__(self, game: GreatSplit, seat: Seat) -> None:
        super().__init__(game, seat)
        self._pulled: Thing | None = None
        self._pressed: Spot = (0.0, 0.0)

    # --- what is done with it -----------------------------------------------------------------------

    def leave(self) -> None:
        """Pointer or focus are elsewhere. Where keys have led it is still seen: there they find it again."""
        self._pulled = None
        if not self._keyed:
            self._over = None

    def set_mode(self, mode: Mode, view: State) -> None:
        """Play the next card, or sell it for this; the same once more plays again."""
        self._wake(view)
        self.mode = "play" if self.mode == mode else mode
        self._put_back()

    @property
    def by_keys(self) -> bool:
        """Whether keys have led it where it is, not a pointer."""
        return self._keyed

    def handle(self, intent: Intent, frame: Frame, places: Places) -> Reply:
        """What the intent does to the hand, or the decision it is."""
        view: State = frame.view
        if not self.asked(view):
            return None
        asleep = self._wake(view)
        if isinstance(intent, Point | Press | Drag | Scroll | Secondary):
            self._keyed = False
            return self._by_pointer(intent, frame, places)
        hidden = self.focus(view) is None and not self.wanted(view)
        self._keyed = True
        if (asleep or hidden) and isinstance(intent, Move | Accept | Cycle):
            return Handled("move")
        if self.wanted(view):
            return self._at_tracks(intent, view, places)
        return self._at_things(intent, view)

    def _wake(self, view: State) -> bool:
        """Whether this is the first intent of a phase: by keys it only shows where the hand is."""
        if not self.rests(view):
            return False
        self._phase, self._index, self._over, self.mode = phase_of(view), 0, None, "play"
        self._put_back()
        return True

    def _put_back(self) -> None:
        """No card is being played any more."""
        self._picked, self._seals, self._track, self._warned = None, (), None, None

    def _go(self, thing: Thing | None, view: State) -> None:
        """Be over this now."""
        self._over = thing
        if thing is not None and thing in self.stops(view):
            self._index = self.stops(view).index(thing)

    # --- over cards, the splitter, groups ------------------------------------------------------------

    def _at_things(self, intent: Intent, view: State) -> Reply:
        match intent:
            case Move():
                return self._step(intent.dx, view) if intent.dx else None
            case Cycle():
                return self._cycle(intent.step, view)
            case Turn():
                return self._turn(intent.step, view)
            case Accept():
                return self._accept(view)
        return None

    def _step(self, step: int, view: State) -> Reply:
        stops = self.stops(view)
        over = self.focus(view)
        if over is None or not 0 <= stops.index(over) + step < len(stops):
            return None
        self._go(stops[stops.index(over) + step], view)
        return Handled("move")

    def _cycle(self, step: int, view: State) -> Reply:
        """To the splitter while parting; else to the next thing, around the end."""
        stops, over = self.stops(view), self.focus(view)
        if not stops or over is None:
            return None
        if view.stage == "split":
            self._go(SPLITTER, view)
        else:
            self._go(stops[(stops.index(over) + step) % len(stops)], view)
        return Handled("move")

    def _turn(self, step: int, view: State) -> Reply:
        """Moves the splitter; changes what becomes of the card; changes the group."""
        match view.stage:
            case "split":
                return self._slide(step, view)
            case "choose":
                return self._cycle(step, view)
            case "resolve":
                self.mode = MODES[(MODES.index(self.mode) + step) % len(MODES)]
                return Handled("paper_slide")
        return None

    def _slide(self, step: int, view: State) -> Reply:
        row = self.row.of(self.estate(view).hand)
        return self._lay(row.put(row.before + step), self._over, "wood", view)

    def _lay(self, row: Row, over: Thing | None, sound: str, view: State) -> Reply:
        """The cards lie like this from now on, if they may be handed over so; the hand is over `over`."""
        left, right = row.groups
        refusal = self.game.why_not(view, self.seat, Split(tuple(sorted(left)), tuple(sorted(right))))
        if refusal is not None:
            return Denied(refusal)
        moved = row != self.row.of(self.estate(view).hand)
        self.row = row
        self._go(over, view)
        return Handled(sound if moved else "")

    def _accept(self, view: State) -> Reply:
        over = self.focus(view)
        if over is None:
            return None
        if view.stage == "split" and isinstance(over, int):
            return self._across(over, view)
        action = self.action(view)
        if action is None:
            self._picked, self._seals, self._track = over, (), None
            return Handled("paper_slide")
        return self._decide(action, view)

    def _across(self, card: int, view: State) -> Reply:
        """The card lies on the other side; the hand stays where it is, over the next one."""
        at = self.stops(view).index(card)
        row = self.row.of(self.estate(view).hand).across(card)
        left, right = row.groups
        stops: tuple[Thing, ...] = (*left, SPLITTER, *right)
        return self._lay(row, stops[at], "paper_slide", view)

    def _decide(self, action: Action, view: State) -> Reply:
        """The decision, if it can be made; what would lose something is asked for twice."""
        refusal = self.game.why_not(view, self.seat, action)
        if refusal is not None:
            return Denied(refusal)
        if self.lost(view) and self._warned != action:
            self._warned = action
            return Handled("refuse")
        self._put_back()
        self.mode, self._over = "play", None
        return Chosen(action)

    # --- over tracks --------------------------------------------------------------------------------

    def _at_tracks(self, intent: Intent, view: State, places: Places) -> Reply:
        match intent:
            case Move():
                return self._beside(intent, view, places)
            case Cycle() | Turn():
                wanted, at = self.wanted(view), self.meant(view)
                index = wanted.index(at) if at is not None else 0
                self._track = wanted[(index + intent.step) % len(wanted)]
                return Handled("move")
            case Accept():
                return self._choose(view)
            case Back():
                return self._back()
        return None

    def _beside(self, intent: Move, view: State, places: Places) -> Reply:
        """The next track that may be chosen in a direction."""
        at = self.meant(view)
        if at is None:
            return None
        here = places.sign(self.seat, at)
        found = [
            (cost, track)
            for track in self.wanted(view)
            if (cost := _way(here, places.sign(self.seat, track), intent)) is not None
        ]
        if not found:
            return None
        self._track = min(found)[1]
        return Handled("move")

    def _choose(self, view: State) -> Reply:
        track = self.meant(view)
        if track is None:
            return None
        action, seal = self._with_track(view, track), self.seal(view)
        if action is not None or seal is None:
            return None if action is None else self._decide(action, view)
        self._seals = (*self._seals, SEAL_TRACKS[track - len(RESOURCES)])
        self._track = None
        return Handled("wood")

    def _back(self) -> Reply:
        """One seal back; then the card."""
        if self._picked is None:
            return None
        self._warned, self._track = None, None
        if self._seals:
            self._seals = self._seals[:-1]
        else:
            self._picked = None
        return Handled("back")

    # --- with a pointer -----------------------------------------------------------------------------

    def _by_pointer(self, intent: Any, frame: Frame, places: Places) -> Reply:
        view: State = frame.view
        spot = (intent.x, intent.y)
        match intent:
            case Point():
                self._hover(spot, view, places)
                return None
            case Press():
                return self._press(spot, view, places)
            case Drag():
                return self._pull(spot, view, places)
            case Scroll():
                return self._wheel(-1 if intent.dy > 0 else 1, view)
            case Secondary():
                return self._back() if self.held(view) is not None else self._wheel(1, view)
        return None

    def _wheel(self, step: int, view: State) -> Reply:
        if self.wanted(view):
            return None
        return self._turn(step, view) if view.stage in ("split", "resolve") else None

    def _hover(self, spot: Spot, view: State, places: Places) -> None:
        """Over a track if one is wanted; else over what lies under the pointer."""
        if self.wanted(view):
            track = places.track_at(spot)
            if track in self.wanted(view):
                self._track = track
            return
        self._go(self._under(spot, view, places), view)

    def _under(self, spot: Spot, view: State, places: Places) -> Thing | None:
        """What lies under a point."""
        stops, cards = self.stops(view), len(self.estate(view).hand)
        if view.stage == "choose":
            left, right = self.groups(view)
            trays = places.trays(len(left), len(right))
            return next((side for side, tray in zip(SIDES, trays, strict=True) if tray.contains(*spot)), None)
        found: Any
        match view.stage:
            case "split":
                left, right = self.groups(view)
                found = places.spread_at(spot, len(left), len(right))
                if isinstance(found, int) and found >= len(left):
                    found += 1
            case "resolve":
                found = places.resolving_at(spot, cards, self.estate(view).splitter)
            case _:
                found = places.card_at(spot, cards)
        if found is None:
            return None
        return SPLITTER if found == SPLITTER else stops[found]

    def _press(self, spot: Spot, view: State, places: Places) -> Reply:
        """Where the hand is it decides; elsewhere (a finger has no hovering) it only shows what would be."""
        if self.wanted(view):
            return self._press_track(spot, view, places)
        before, under = self.focus(view), self._under(spot, view, places)
        self._go(under, view)
        self._pulled, self._pressed = under, spot
        if under is None:
            return None
        if view.stage == "split":
            return Handled("move") if under == SPLITTER else self._across(int(under), view)
        return self._accept(view) if under == before else Handled("move")

    def _press_track(self, spot: Spot, view: State, places: Places) -> Reply:
        track = places.track_at(spot)
        if track is not None and track in self.wanted(view):
            before = self.meant(view)
            self._track = track
            return self._choose(view) if before == track else Handled("move")
        if self.held(view) is None:
            return None
        under = self._under(spot, view, places)
        if under is None or under == self.held(view):
            return self._back()
        self._put_back()
        self._go(under, view)
        return Handled("move")

    def _pull(self, spot: Spot, view: State, places: Places) -> Reply:
        """A card that was pressed goes where the pointer is; so does the splitter."""
        if view.stage != "split" or self._pulled is None:
            return None
        if abs(spot[0] - self._pressed[0]) < DRAGGED:
            return Handled()
        row = self.row.of(self.estate(view).hand)
        left, right = row.groups
        before, splitter, behind = places.spread(len(left), len(right))
        if self._pulled == SPLITTER:
            middle = sum(rect.cx < spot[0] for rect in (*before, *behind))
            row = row.put(min(max(middle, 1), len(row.cards) - 1))
        elif (self._pulled in left) != (spot[0] < splitter.cx):
            row = row.across(int(self._pulled))
        laid = self._lay(row, self._pulled, "wood", view)
        return Handled() if isinstance(laid, Denied) else laid


def _way(here: Rect, there: Rect, intent: Move) -> tuple[float, float] | None:
    """How far something lies in a direction: aslant costs more; None if it does not lie there."""
    ahead = (there.cx - here.cx) * intent.dx + (there.cy - here.cy) * intent.dy
    if ahead <= 1:
        return None
    aside = abs((there.cx - here.cx) * intent.dy) + abs((there.cy - here.cy) * intent.dx)
    return ahead + 3 * aside, ahead
