"""The hand of somebody who plays The Great Split: the card meant, the splitter among the cards, the track.

There is a hand for each seat, so that nobody at the same screen sees what another one has in mind. Drawn of
it are `groups`, `focus`, `held`, `mode`, `wanted`, `meant`, `preview`, `lost` and `warns`.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from client.boards.base import Chosen, Denied, Frame, Handled, Reply
from client.boards.great_split.places import Places
from client.boards.great_split.row import Row
from client.ui.geometry import Point as Spot
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Cycle, Drag, Intent, Move, Point, Press, Scroll, Secondary, Turn
from core.game import Seat
from core.games.great_split import state as play
from core.games.great_split.data import SEALS, Data, Seal
from core.games.great_split.rules import GreatSplit, wallet
from core.games.great_split.state import (
    RESOURCES,
    SEAL_TRACKS,
    SIDES,
    TRACKS,
    UNKNOWN,
    Action,
    Estate,
    Group,
    SealTrack,
    State,
)
from core.games.great_split.tracks import Hop, advance

SPLITTER: Final = "splitter"
"""The splitter, among the things a hand can be over."""
Thing = int | str
"""A card's number, "splitter", or "left" and "right" for the groups of a wallet."""
Mode = Literal["play", "gold", "prestige"]
MODES: Final[tuple[Mode, ...]] = ("play", "gold", "prestige")
"""What becomes of the card that is accepted next: it is played, or sold for one of these."""
GOLD: Final = TRACKS.index("gold")
DRAGGED: Final = 24.0
"""Units from which on a press that moves is a pull."""


def seals_of(data: Data, card: int) -> tuple[Seal, ...]:
    """The seals a card shows, in the order in which tracks are chosen for them."""
    icons = data.cards[card].icons
    return tuple(seal for seal in SEALS for _ in range(icons.count(seal)))


def in_order(data: Data, card: int, chosen: tuple[SealTrack, ...]) -> tuple[SealTrack, ...]:
    """Tracks chosen for a card's seals as an action names them: those for alike seals in their order."""
    seals = seals_of(data, card)
    pairs = sorted(zip(seals, chosen, strict=True), key=lambda p: (SEALS.index(p[0]), TRACKS.index(p[1])))
    return tuple(track for _, track in pairs)


class Hand:
    """What the person holds. Changed by intents only, never by drawing."""

    def __init__(self, game: GreatSplit, seat: Seat) -> None:
        self.game = game
        self.seat = seat
        self.mode: Mode = "play"
        """What becomes of the card accepted next."""
        self.row = Row()
        self._phase: tuple[int, str] | None = None
        self._over: Thing | None = None
        self._picked: Thing | None = None
        self._seals: tuple[SealTrack, ...] = ()
        self._track: int | None = None
        self._warned: Action | None = None
        self._keyed = False
        self._index = 0
        self._pulled: Thing | None = None
        self._pressed: Spot = (0.0, 0.0)

    # --- what is drawn of it ------------------------------------------------------------------------

    def estate(self, view: State) -> Estate:
        """What lies before the seat."""
        return view.estates[self.seat]

    def groups(self, view: State) -> tuple[Group, Group]:
        """The own cards left and right of the splitter; or the groups of the wallet one has got."""
        if view.stage == "choose":
            return wallet(view, self.seat, "left"), wallet(view, self.seat, "right")
        return self.row.groups(self.estate(view).hand)

    def focus(self, view: State) -> Thing | None:
        """What it is over: a card, the splitter, a group; None while it is nowhere, or over a track.

        Moved by keys it is always somewhere: when its card is gone, over the next one.
        """
        if self.rests(view) or self.wanted(view):
            return None
        stops = self.stops(view)
        if self._over in stops:
            return self._over
        return stops[min(self._index, len(stops) - 1)] if stops and self._keyed else None

    def held(self, view: State) -> Thing | None:
        """The card, or the splitter, that is being played and still wants a track."""
        picked = self._picked if not self.rests(view) and view.stage == "resolve" else None
        return picked if picked in self.stops(view) and not self.estate(view).arrows else None

    def wanted(self, view: State) -> tuple[int, ...]:
        """The tracks of which one is to be chosen now; none while it is about cards."""
        if not self.asked(view) or view.stage != "resolve":
            return ()
        if self.estate(view).arrows:
            return tuple(track for track in range(len(TRACKS)) if track != GOLD)
        held, seal = self.held(view), self.seal(view)
        if held == SPLITTER:
            return tuple(range(len(TRACKS)))
        return () if seal is None else tuple(map(TRACKS.index, self.game.data.seals[seal]))

    def seal(self, view: State) -> Seal | None:
        """The seal for which a track is to be chosen now."""
        held = self.held(view)
        if not isinstance(held, int):
            return None
        return next(iter(seals_of(self.game.data, held)[len(self._seals) :]), None)

    def meant(self, view: State) -> int | None:
        """The track that Accept would choose; None if none is wanted."""
        wanted = self.wanted(view)
        if not wanted:
            return None
        return self._track if self._track in wanted else self._best(view, wanted)

    def preview(self, view: State) -> tuple[Hop, ...] | None:
        """How the own tracks would advance by what is meant; None if nothing is.

        In front of a wallet: by the resources of the group meant.
        """
        steps = self._steps(view)
        if not steps or not self.asked(view):
            return None
        return advance(self.game.data, self.estate(view).tracks, steps).hops

    def lost(self, view: State) -> bool:
        """Whether Accept would lose something: a step beyond the end of a track, or all cards at once."""
        if view.stage == "split":
            return self.focus(view) == SPLITTER and not all(self.groups(view))
        return view.stage == "resolve" and any(hop.lost for hop in self.preview(view) or ())

    def warns(self, view: State) -> bool:
        """Whether it has said that something would be lost, and a second Accept does it all the same."""
        return self._warned is not None and self._warned == self.action(view)

    @property
    def chosen(self) -> int:
        """For how many seals of the card being played tracks have been chosen."""
        return len(self._seals)

    # --- what it means ------------------------------------------------------------------------------

    def asked(self, view: State) -> bool:
        """Whether the seat owes a decision."""
        return bool(view.ready) and not view.ready[self.seat]

    def rests(self, view: State) -> bool:
        """Whether nothing has been done with it in this phase."""
        return self._phase != _phase(view)

    def stops(self, view: State) -> tuple[Thing, ...]:
        """Everything it can be over, from left to right."""
        estate = self.estate(view)
        match view.stage:
            case "discard":
                return estate.hand
            case "split":
                left, right = self.groups(view)
                return (*left, SPLITTER, *right)
            case "choose":
                return SIDES
            case "resolve":
                return (*estate.hand, *((SPLITTER,) if estate.splitter else ()))
        return ()

    def action(self, view: State) -> Action | None:
        """The decision that Accept would make now; None if it would only go a step towards one."""
        over: Any = self.focus(view)
        match view.stage:
            case "discard":
                return None if over is None else play.Discard(over)
            case "split":
                return self.split(view) if over == SPLITTER else None
            case "choose":
                return None if over is None else play.Take(over)
            case "resolve":
                return self._resolving(view)
        return None

    def split(self, view: State) -> play.Split:
        """The hand parted as it lies now."""
        left, right = self.groups(view)
        return play.Split(tuple(sorted(left)), tuple(sorted(right)))

    def _resolving(self, view: State) -> Action | None:
        track = self.meant(view)
        if track is not None:
            return self._with_track(view, track)
        card = self.focus(view)
        if not isinstance(card, int):
            return None
        if self.mode != "play":
            return play.Sell(card, self.mode)
        return None if seals_of(self.game.data, card) else play.Play(card)

    def _with_track(self, view: State, number: int) -> Action | None:
        """What choosing this track decides; None while seals are left."""
        track: Any = TRACKS[number]
        held = self.held(view)
        if self.estate(view).arrows:
            return play.Bonus(track)
        if not isinstance(held, int):
            return play.Splitter(track)
        chosen = (*self._seals, track)
        if len(chosen) < len(seals_of(self.game.data, held)):
            return None
        return play.Play(held, in_order(self.game.data, held, chosen))

    def _steps(self, view: State) -> list[tuple[int, int]] | None:
        """The steps of what is meant: (number of a track, how many)."""
        if view.stage == "choose":
            return self._steps_of_group(view)
        action: Any = self.action(view) if view.stage == "resolve" else None
        if action is not None:
            return self.game.gains(action)[1]
        card, more = self.held(view), self.meant(view)
        if card is None:
            card, more = self.focus(view), None
        if not isinstance(card, int) or view.stage != "resolve":
            return None
        steps = self.game.gains(play.Play(card, self._seals if more is not None else ()))[1]
        return steps if more is None else [*steps, (more, 1)]

    def _steps_of_group(self, view: State) -> list[tuple[int, int]] | None:
        side = self.focus(view)
        if side is None:
            return None
        group = self.groups(view)[SIDES.index(side)]
        return [step for card in group if card != UNKNOWN for step in self.game.gains(play.Play(card))[1]]

    def _best(self, view: State, wanted: tuple[int, ...]) -> int:
        """The track proposed first: where no step is lost, and most follows."""
        tracks, many = self.estate(view).tracks, 2 if self.estate(view).arrows else 1

        def worth(track: int) -> tuple[int, int]:
            progress = advance(self.game.data, tracks, [(track, many)])
            return -progress.lost, len(progress.hops) + progress.arrows

        return max(wanted, key=worth)

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
        self._phase, self._index, self._over, self.mode = _phase(view), 0, None, "play"
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
        moved = self.row.slide(self.estate(view).hand, step)
        self._go(self._over, view)
        return Handled("wood") if moved else Handled()

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
        self.row.across(self.estate(view).hand, card)
        self._go(self.stops(view)[at], view)
        return Handled("paper_slide")

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
                self._pulled = None
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
        if under is None:
            return None
        if view.stage == "split":
            self._pulled, self._pressed = under, spot
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
        left, right = self.groups(view)
        before, splitter, behind = places.spread(len(left), len(right))
        if self._pulled == SPLITTER:
            middle = sum(rect.cx < spot[0] for rect in (*before, *behind))
            moved = self.row.put(self.estate(view).hand, middle)
        else:
            moved = (self._pulled in left) != (spot[0] < splitter.cx)
            if moved:
                self.row.across(self.estate(view).hand, int(self._pulled))
        self._go(self._pulled, view)
        return Handled("wood") if moved else Handled()


def _phase(view: State) -> tuple[int, str]:
    """A phase of the game, in which the hand keeps what it has in mind."""
    return view.round, view.stage


def _way(here: Rect, there: Rect, intent: Move) -> tuple[float, float] | None:
    """How far something lies in a direction: aslant costs more; None if it does not lie there."""
    ahead = (there.cx - here.cx) * intent.dx + (there.cy - here.cy) * intent.dy
    if ahead <= 1:
        return None
    aside = abs((there.cx - here.cx) * intent.dy) + abs((there.cy - here.cy) * intent.dx)
    return ahead + 3 * aside, ahead
