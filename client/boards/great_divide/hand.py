"""The hand of somebody who plays The Great Divide: which card or space, and which way the arrow points.

There is a hand for each seat, so that nobody at the same screen sees what another one has in mind.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from client.boards.base import Chosen, Denied, Frame, Handled, Reply
from client.boards.great_divide.places import Places
from client.ui.geometry import Point as Spot
from client.ui.intents import Accept, Cycle, Intent, Move, Point, Press, Scroll, Secondary, Turn
from core.game import Refusal, Seat
from core.games.great_divide import state as play
from core.games.great_divide.drainage import AXES, arrows, is_pass, pass_ways
from core.games.great_divide.land import ATLANTIC, WAYS, Way
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.state import Action, Options, Stage, State

CHOOSING: Final[tuple[Stage, ...]] = ("cards",)
TURNING: Final[tuple[Stage, ...]] = ("turn", "again")
ON_THE_LAND: Final[tuple[Stage, ...]] = ("lay", "quake", "flood", "volcanoes")
"""The stages in which one acts on one's cards before the game, on cards and bag, on spaces."""

PLACED: Final = (play.Lay, play.LayBasin, play.LayPass, play.Remove, play.Flood, play.Turn, play.TurnPass)
_ASLANT: Final = {(1, -1): Way.NE, (1, 1): Way.SE, (-1, 1): Way.SW, (-1, -1): Way.NW}


@lru_cache(maxsize=8)
def legal(game: GreatDivide, view: State, seat: Seat) -> Sequence[Action]:
    """Everything a seat may do; asked for in every frame."""
    return game.legal(view, seat)


@lru_cache(maxsize=32)
def why_not(game: GreatDivide, view: State, seat: Seat, action: Action) -> Refusal | None:
    """Why a seat may not do something, if so; asked for in every frame."""
    return game.why_not(view, seat, action)


class Hand:
    """What the person holds. Changed by intents only, never by drawing."""

    def __init__(self, game: GreatDivide, options: Options, seat: Seat) -> None:
        self.game = game
        self.land = game.land
        self.seat = seat
        self.letters = game.letters_in_play(options)
        self.sides = self._all_active()
        """Which of its cards this seat wants to lie active, before the game."""
        self._sides_in = 0
        self.card: int | None = None
        """The own card that is meant; none is the bag, once the game is on."""
        self.space: int | None = None
        """The space the hand is over."""
        self.way = Way.SE if seat == ATLANTIC else Way.SW
        """Where the arrow of the tile in hand points."""
        self.turned_at = -1.0
        self.turned_by = 1
        self._touched_in = -1
        self._aimed_in = -1
        self._height = 0.0
        self._last = self.land.size // 2

    # --- what it means ------------------------------------------------------------------------

    def rests(self, frame: Frame) -> bool:
        """Whether it only lies where it lay when the decision came up: it asks nothing then."""
        return self._touched_in != frame.position.turn

    def action(self, view: State, seat: Seat) -> Action | None:
        """What Accept would do now; None for nothing, and for turning a card before the game."""
        if view.stage in TURNING:
            return play.Draw() if self.card is None else play.Flip(self.letters[self.card])
        if self.space is None or view.stage not in ON_THE_LAND:
            return None
        return self._at(view, self.space, self.way)

    def _at(self, view: State, space: int, way: Way) -> Action:
        """What a tile means on a space, turned this way."""
        x, y = self.land.places[space]
        match view.stage, view.drawn:
            case "quake", _:
                return play.Remove(x, y)
            case "flood", _:
                return play.Flood(x, y, self._side(view, space))
            case "volcanoes", _ if is_pass(int(view.tiles[space])):
                return play.TurnPass(x, y, way % AXES)
            case "volcanoes", _:
                return play.Turn(x, y, way.value)
            case _, play.BASIN_TILE:
                return play.LayBasin(x, y)
            case _, play.PASS_TILE:
                return play.LayPass(x, y, way % AXES)
        return play.Lay(x, y, way.value)

    def _side(self, view: State, space: int) -> int | None:
        """The side of the Two-Ocean Pass that is meant; None for other tiles."""
        tile = int(view.tiles[space])
        if not is_pass(tile):
            return None
        first, second = pass_ways(tile)
        return (self.way if self.way in (first, second) else first).value

    def chosen(self) -> play.Cards:
        """The choice of cards as it stands, before the game."""
        return play.Cards("".join(c for c, up in zip(self.letters, self.sides, strict=True) if up))

    def refusal(self, view: State, seat: Seat) -> Refusal | None:
        """Why what is meant cannot be done; None if it can, or nothing is meant."""
        action = self.action(view, seat)
        return None if action is None else why_not(self.game, view, seat, action)

    def turns(self, view: State) -> bool:
        """Whether there is something to turn in the hand."""
        if view.stage == "flood":
            return any(map(is_pass, view.tiles.tolist()))
        return view.stage == "volcanoes" or (view.stage == "lay" and view.drawn != play.BASIN_TILE)

    def spaces(self, view: State) -> list[int]:
        """The spaces on which something can be done now, in order."""
        places = {(a.x, a.y) for a in legal(self.game, view, self.seat) if isinstance(a, PLACED)}
        return sorted(self.land.space[place] for place in places)

    # --- what is done with it -----------------------------------------------------------------

    def chosen_by(self, seat: Seat, turn: int) -> None:
        """A seat has chosen its cards, in this turn of the game: nobody shall find the choice in hand later.

        Forgotten is one's own choice, and one in the making when the game has been taken back before it.
        """
        if seat == self.seat or turn < self._sides_in:
            self.sides, self.card = self._all_active(), None
            self._sides_in, self._touched_in = 0, -1

    def _all_active(self) -> list[bool]:
        return [True] * len(self.letters)

    def leave(self) -> None:
        """Pointer or focus are elsewhere."""
        self.card = None
        self._lift()

    def _lift(self) -> None:
        """Off the land, remembering where it was."""
        if self.space is not None:
            self._last, self.space = self.space, None

    def handle(self, intent: Intent, frame: Frame, places: Places) -> Reply:
        """What the intent does to the hand, or the decision it is."""
        view: State = frame.view
        if self.rests(frame):
            self.leave()
        self._touched_in = frame.position.turn
        if view.stage in CHOOSING or view.stage in TURNING:
            return self._at_cards(intent, frame, places)
        if view.stage in ON_THE_LAND:
            return self._on_the_land(intent, frame, places)
        return self._at_the_buttons(intent, view)

    def _at_the_buttons(self, intent: Intent, view: State) -> Reply:
        """Where there is nothing to do on the board it says what has to be decided first."""
        if not isinstance(intent, Accept | Press):
            return None
        refusal = why_not(self.game, view, self.seat, play.Draw())
        return None if refusal is None else Denied(refusal)

    # --- cards and bag ------------------------------------------------------------------------

    def _at_cards(self, intent: Intent, frame: Frame, places: Places) -> Reply:
        match intent:
            case Point():
                self.card = self._card_at((intent.x, intent.y), places)
                return None
            case Press():
                return self._press_card((intent.x, intent.y), frame, places)
            case Move():
                return self._move_card(intent, frame.view)
            case Cycle():
                return self._next_card(intent.step, frame.view)
            case Accept():
                return self._accept_card(frame)
        return None

    def _card_at(self, spot: Spot, places: Places) -> int | None:
        """The own card under a point."""
        seat, index = places.card_at(spot) or (None, None)
        return index if seat == self.seat else None

    def _press_card(self, spot: Spot, frame: Frame, places: Places) -> Reply:
        self.card = self._card_at(spot, places)
        on_bag = frame.view.stage in TURNING and places.bag.contains(*spot)
        return self._accept_card(frame) if self.card is not None or on_bag else None

    def _accept_card(self, frame: Frame) -> Reply:
        if frame.view.stage in CHOOSING:
            if self.card is None:
                self.card = 0
                return Handled("move")
            self.sides[self.card] = not self.sides[self.card]
            self._sides_in = frame.position.turn
            return Handled("paper_slide")
        reply = self._decide(frame)
        if isinstance(reply, Chosen) and self.card is not None:
            self._touched_in += 1  # the same person goes on at the same card
        return reply

    def _move_card(self, intent: Move, view: State) -> Reply:
        """Up and down among the cards; to the east or west of them is the bag."""
        if intent.dx:
            return self._to_the_side(view)
        last = len(self.letters) - 1
        if self.card is None:
            self.card = 0 if intent.dy > 0 else last
        elif not 0 <= self.card + intent.dy <= last:
            return None
        else:
            self.card += intent.dy
        return Handled("move")

    def _to_the_side(self, view: State) -> Reply:
        if view.stage in CHOOSING or self.card is None:
            return None
        self.card = None
        return Handled("move")

    def _next_card(self, step: int, view: State) -> Reply:
        """The next card; after the last one the bag, once there is something to draw."""
        stops: list[int | None] = list(range(len(self.letters)))
        if view.stage in TURNING:
            stops.append(None)
        at = stops.index(self.card) if self.card in stops else -1 if step > 0 else 0
        self.card = stops[(at + step) % len(stops)]
        return Handled("move")

    # --- on the land --------------------------------------------------------------------------

    def _on_the_land(self, intent: Intent, frame: Frame, places: Places) -> Reply:
        match intent:
            case Point():
                self._enter(places.space_at((intent.x, intent.y)), frame)
                return None
            case Press():
                return self._press((intent.x, intent.y), frame, places)
            case Move() | Cycle() | Accept() if self.space is None:
                return self._appear(frame)
            case Move():
                return self._move(intent, frame)
            case Cycle():
                return self._jump(intent.step, frame)
            case Accept():
                return self._decide(frame)
            case Turn():
                return self._turn(intent.step, frame)
            case Scroll():
                return self._turn(1 if intent.dy < 0 else -1, frame)
            case Secondary():
                return self._turn(1, frame)
        return None

    def _press(self, spot: Spot, frame: Frame, places: Places) -> Reply:
        """Where the hand is it decides; elsewhere (a finger has no hovering) it only shows what would be."""
        before = self.space
        self._enter(places.space_at(spot), frame)
        if self.space is None:
            return None
        return self._decide(frame) if self.space == before else Handled("move")

    def _decide(self, frame: Frame) -> Reply:
        action = self.action(frame.view, self.seat)
        if action is None:
            return None
        refusal = why_not(self.game, frame.view, self.seat, action)
        return Chosen(action) if refusal is None else Denied(refusal)

    def _appear(self, frame: Frame) -> Reply:
        """By keys it appears where something can be done, as near as possible to where it was."""
        spaces = self.spaces(frame.view)
        if not spaces:
            return None
        self._aimed_in = -1
        self._enter(min(spaces, key=lambda space: self._distance(space, self._last)), frame)
        return Handled("move")

    def _jump(self, step: int, frame: Frame) -> Reply:
        """To the next space on which something can be done, with an arrow that is possible there."""
        spaces = self.spaces(frame.view)
        if not spaces or self.space is None:
            return None
        ahead = [space for space in spaces[::step] if (space - self.space) * step > 0]
        self._aimed_in = -1
        self._enter((ahead or spaces[::step])[0], frame)
        return Handled("move")

    def _move(self, intent: Move, frame: Frame) -> Reply:
        assert self.space is not None
        height = self._height
        space = self._beside(self.space, intent)
        if space is None:
            return None
        self._enter(space, frame)
        if intent.dx and not intent.dy:
            self._height = height  # so that a way across the land leads back to the same row
        return Handled("move")

    def _beside(self, space: int, intent: Move) -> int | None:
        """The next space in a direction: in the same column, in the next one, or over a slanting side."""
        x, y = self.land.places[space]
        if intent.dx and intent.dy:
            target = self.land.beside[space][_ASLANT[intent.dx, intent.dy]]
            return target if 0 <= target < self.land.size else None
        if intent.dy:
            return self.land.space.get((x, y + intent.dy))
        column = [at for at, place in enumerate(self.land.places) if place[0] == x + intent.dx]
        return min(column, key=lambda at: abs(self._row(at) - self._height), default=None)

    def _enter(self, space: int | None, frame: Frame) -> None:
        """The hand is over a space now. Over the first one the tile turns as it can lie there."""
        if space == self.space:
            return
        self._lift()
        self.space = space
        if space is None:
            return
        self._height = self._row(space)
        view: State = frame.view
        if view.stage == "volcanoes":
            self.way = next(iter(arrows(int(view.tiles[space]))), self.way)
        elif self._aimed_in != frame.position.turn:
            self._aim(view, space, frame)

    def _aim(self, view: State, space: int, frame: Frame) -> None:
        """Turn the tile as little as possible until it can lie here, if it ever can."""
        for turn in (0, 1, -1, 2, -2, 3):
            way = Way((self.way + turn) % len(WAYS))
            if why_not(self.game, view, self.seat, self._at(view, space, way)) is None:
                self.way, self._aimed_in = way, frame.position.turn
                return

    def _turn(self, step: int, frame: Frame) -> Reply:
        view: State = frame.view
        if not self.turns(view):
            return None
        if view.stage == "flood":
            side = None if self.space is None else self._side(view, self.space)
            self.way = self.way if side is None else Way(side).opposite
        else:
            self.way = Way((self.way + step) % len(WAYS))
        self._aimed_in = frame.position.turn
        self.turned_at, self.turned_by = frame.now, step
        return Handled("wood")

    # --- distances ----------------------------------------------------------------------------

    def _row(self, space: int) -> float:
        """How far south a space lies, in spaces from the middle of its column."""
        x, y = self.land.places[space]
        return y - len(self.land.columns[x]) / 2

    def _distance(self, one: int, other: int) -> float:
        wide = self.land.places[one][0] - self.land.places[other][0]
        return abs(wide) + abs(self._row(one) - self._row(other))
