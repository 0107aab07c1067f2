"""The hand of somebody who plays Ghawar: which truck, where to, to load what; or which derrick, where to.

Where derricks are moved instead of the roll it first chooses between the die and a derrick.

There is a hand for each seat, so that nobody at the same screen finds what another one has in mind.
"""

from __future__ import annotations

from typing import Literal

from client.boards.base import Chosen, Denied, Frame, Handled, Reply
from client.boards.ghawar.places import DIE, Places, Spot
from client.boards.ghawar.preview import Bring, Choice, Outlook, place_of_spot
from client.ui.geometry import Point as At
from client.ui.intents import Accept, Back, Cycle, Intent, Move, Point, Press, Scroll, Secondary, Turn
from core.game import Refusal, Seat
from core.games.ghawar.loading import Load
from core.games.ghawar.roads import Route
from core.games.ghawar.rules import Ghawar
from core.games.ghawar.state import (
    Action,
    Build,
    Drive,
    Roll,
    Shift,
    State,
    place_of,
    place_of_platform,
    truck_number,
)

Mode = Literal["drive", "derrick", "build", "choose"]
"""What is done: a truck drives, a derrick is moved, a derrick is put up where one of the dice says; or first
the choice between rolling the die and picking up a derrick.
"""


class Hand:
    """What the person holds. Changed by intents only, never by drawing."""

    def __init__(self, game: Ghawar) -> None:
        self.game = game
        self.mode: Mode = "drive"
        """What is done, once the hand does not rest any more."""
        self.target: Spot | None = None
        """What the hand is over."""
        self.load: Load | None = None
        """What would be loaded there."""
        self.derrick: int | None = None
        """The platform whose derrick has been picked up."""
        self._truck = 0
        self._seen: State | None = None
        self._last: Spot | None = None
        self._outlook: Outlook | None = None

    # --- what it means ------------------------------------------------------------------------

    def rests(self, frame: Frame) -> bool:
        """Whether it only lies where it lay when the decision came up: it asks nothing then."""
        return self.is_new(frame.view)

    def is_new(self, view: State) -> bool:
        """Whether the hand has done nothing yet at a position."""
        return self._seen is not view

    @property
    def truck(self) -> int:
        """The truck (an index) that is meant: the one that was last, or else the first that can drive."""
        drivers = () if self._outlook is None else self._outlook.drivers
        return self._truck if self._truck in drivers or not drivers else drivers[0]

    def outlook(self, view: State, seat: Seat) -> Outlook:
        """What can be done at a position; remembered for the last one."""
        if self._outlook is None or self._outlook.view is not view or self._outlook.seat != seat:
            self._outlook = Outlook(self.game, view, seat)
        return self._outlook

    def doing(self, view: State, seat: Seat) -> Mode:
        """What is done at a position, whether or not the hand has been moved there."""
        return self.mode if self._seen is view else self._first_mode(view, seat)

    def _first_mode(self, view: State, seat: Seat) -> Mode:
        if view.stage in ("build", "choose"):
            return view.stage
        outlook = self.outlook(view, seat)
        return "derrick" if outlook.derricks and not outlook.drivers else "drive"

    def action(self, view: State, seat: Seat) -> Action | None:
        """What Accept would do now; None for nothing, and for picking up a derrick."""
        if self.target is None or self._seen is not view or self.picks_up(view, seat):
            return None
        if self.target == DIE:
            return Roll()
        if self.mode == "build":
            return Build(*place_of_spot(self.target))
        if self.mode == "choose" and self.target.kind == "space":
            return Drive(*place_of(self.target.number))
        if self.mode in ("choose", "derrick"):
            return self._shift(self.target, view, seat)
        if self.target.kind == "platform":
            return self._drive_beside(self.target.number, view, seat)
        return self.outlook(view, seat).action(self.target, Choice(self.truck, self.load))

    def _shift(self, target: Spot, view: State, seat: Seat) -> Shift:
        """Moving the derrick in hand; with none in hand, one from here to wherever there is room."""
        there = place_of_spot(target)
        if self.derrick is None:
            there, (x, y) = place_of_platform(self.outlook(view, seat).free[0]), there
        else:
            x, y = place_of_platform(self.derrick)
        return Shift(x, y, (there[0], there[1]))

    def _drive_beside(self, platform: int, view: State, seat: Seat) -> Drive:
        """Loading from a platform from which nothing can be loaded: only why not is asked."""
        spot, truck = self.outlook(view, seat).asked(platform, self.truck)
        (x, y), (u, v) = place_of_spot(spot), place_of_platform(platform)
        return Drive(x, y, (u, v), truck_number(view.options, truck))

    def picks_up(self, view: State, seat: Seat) -> bool:
        """Whether Accept would pick up the derrick under the hand."""
        if self.target is None or self.target.kind != "platform" or self.derrick is not None:
            return False
        return self.mode != "build" and self.target.number in self.outlook(view, seat).derricks

    def refusal(self, view: State, seat: Seat) -> Refusal | None:
        """Why what is meant cannot be done; None if it can, or nothing is meant."""
        action = self.action(view, seat)
        return None if action is None else self.outlook(view, seat).why_not(action)

    def route(self, view: State, seat: Seat) -> Route | None:
        """The way the truck would take; None if none would drive."""
        if self.target is None or self.mode != "drive" or self._seen is not view:
            return None
        outlook = self.outlook(view, seat)
        if self.target.kind == "platform":
            return None
        return outlook.reach[self.truck].get(outlook.end(self.target))

    def wanted(self, view: State, seat: Seat) -> tuple[Spot, ...]:
        """The places on which something can be done, in reading order."""
        outlook = self.outlook(view, seat)
        match self.doing(view, seat):
            case "drive":
                return outlook.ends
            case "build":
                platforms = outlook.rolled
            case "choose":
                return (DIE, *(Spot("platform", platform) for platform in outlook.derricks))
            case "derrick":
                platforms = outlook.derricks if self._held(view) is None else outlook.free
        return tuple(Spot("platform", platform) for platform in platforms)

    def _held(self, view: State) -> int | None:
        """The platform whose derrick has been picked up at this position."""
        return self.derrick if self._seen is view else None

    def brings(self, view: State, seat: Seat) -> dict[Spot, Bring]:
        """What each place in reach would bring."""
        return self.outlook(view, seat).brings

    def choices(self, view: State, seat: Seat) -> tuple[Choice, ...]:
        """What can be done where the hand is."""
        if self.target is None or self.mode != "drive":
            return ()
        return self.outlook(view, seat).choices(self.target)

    # --- what is done with it -----------------------------------------------------------------

    def leave(self) -> None:
        """Pointer or focus are elsewhere."""
        if self.target is not None:
            self._last, self.target = self.target, None
        self.load = None

    def handle(self, intent: Intent, frame: Frame, places: Places) -> Reply:
        """What the intent does to the hand, or the decision it is."""
        view, seat = frame.view, frame.chooser
        if seat is None or view.stage not in ("build", "choose", "move"):
            return None
        self._wake(view, seat)
        if isinstance(intent, Point | Press | Secondary):
            return self._by_pointer(intent, view, seat, places)
        return self._by_keys(intent, view, seat)

    def _by_pointer(
        self, intent: Point | Press | Secondary, view: State, seat: Seat, places: Places
    ) -> Reply:
        at = intent.x, intent.y
        match intent:
            case Point():
                self._point(at, view, seat, places)
                return None
            case Press():
                return self._press(at, view, seat, places)
            case Secondary():
                return self._secondary(at, view, seat, places)

    def _by_keys(self, intent: Intent, view: State, seat: Seat) -> Reply:
        match intent:
            case Back():
                return self._back(view, seat)
            case Cycle():
                return self._cycle(intent.step, view, seat)
            case Move() | Turn() | Accept() if self.target is None:
                return self._appear(view, seat)
            case Move():
                return self._move(intent, view, seat)
            case Scroll():
                return self._turn(1 if intent.dy < 0 else -1, view, seat)
            case Turn():
                return self._turn(intent.step, view, seat) or self._next_place(intent.step, view, seat)
            case Accept():
                return self._decide(view, seat)
        return None

    def _wake(self, view: State, seat: Seat) -> None:
        """A decision that the hand has not seen yet: it forgets what it held."""
        if self._seen is view:
            return
        self.leave()
        self.mode, self.derrick = self._first_mode(view, seat), None
        if self.mode == "choose":
            self._last = DIE
        self._seen = view

    def toggle(self, view: State, seat: Seat) -> None:
        """From trucks to derricks, and back."""
        self._wake(view, seat)
        self._do("drive" if self.mode == "derrick" else "derrick")

    def _do(self, mode: Mode) -> None:
        self.leave()
        self.mode, self.derrick = mode, None

    # --- pointer ------------------------------------------------------------------------------

    def _point(self, at: At, view: State, seat: Seat, places: Places) -> None:
        self._enter(places.spot_at(at), view, seat)

    def _press(self, at: At, view: State, seat: Seat, places: Places) -> Reply:
        """Where the hand is it decides; elsewhere (a finger has no hovering) it only shows what would be."""
        truck = self._truck_at(at, view, seat, places)
        if truck is not None:
            return self._take_truck(truck, view, seat)
        before = self.target, self.load
        self._point(at, view, seat, places)
        if self.target is None:
            return None
        return self._decide(view, seat) if (self.target, self.load) == before else Handled("move")

    def _truck_at(self, at: At, view: State, seat: Seat, places: Places) -> int | None:
        """The own truck under a point, where one has several of them that can drive."""
        outlook = self.outlook(view, seat)
        if len(outlook.drivers) < 2:
            return None
        spot = places.spot_at(at)
        for truck in outlook.drivers:
            space = view.trucks.item(seat, truck)
            if spot == Spot("space", space) or (
                spot == Spot("depot", seat) and space < 0 and places.truck_in_depot(seat, truck).contains(*at)
            ):
                return truck
        return None

    def _take_truck(self, truck: int, view: State, seat: Seat) -> Reply:
        """From now on this one is meant."""
        self._do("drive")
        self._truck = truck
        return Handled("move")

    def _secondary(self, at: At, view: State, seat: Seat, places: Places) -> Reply:
        """Back; or picks up an own derrick; or what else can be done here."""
        back = self._back(view, seat)
        if back is not None:
            return back
        spot = places.spot_at(at)
        if spot is not None and spot.kind == "platform" and spot.number in self.outlook(view, seat).derricks:
            return self._pick_up(spot.number)
        return self._turn(1, view, seat)

    def _enter(self, spot: Spot | None, view: State, seat: Seat) -> None:
        """The hand is over something now, with the best that can be done there."""
        if spot is not None and spot.kind == "depot" and (spot.number != seat or self.mode != "drive"):
            spot = None
        if spot == DIE and view.stage != "choose":
            spot = None
        if spot is not None and spot.kind == "platform" and self.mode == "drive":
            self._enter_platform(spot, view, seat)
            return
        if spot == self.target:
            return
        self.leave()
        self.target = spot
        if spot is not None and self.mode == "drive":
            self._prefer(self.outlook(view, seat).choices(spot))

    def _prefer(self, choices: tuple[Choice, ...]) -> None:
        """The first that can be done with the truck that is meant, or with another one."""
        if choices:
            self._truck, self.load = next((c for c in choices if c.truck == self.truck), choices[0])

    def _enter_platform(self, spot: Spot, view: State, seat: Seat) -> None:
        """What lies there would be loaded: from where the hand is, or from the first space beside it."""
        ways = self.outlook(view, seat).loading_from(spot.number)
        if not ways:
            if spot != self.target:
                self.leave()
                self.target = spot
            return
        here = [way for way in ways if way[0] == self.target and way[1].truck == self.truck]
        mine = [way for way in ways if way[1].truck == self.truck]
        self.target, (self._truck, self.load) = (here or mine or ways)[0]

    # --- keys and buttons ---------------------------------------------------------------------

    def _appear(self, view: State, seat: Seat) -> Reply:
        """By keys it appears where there is most to be had, else as near as possible to where it was."""
        spots = self.wanted(view, seat)
        if not spots:
            return None
        outlook, last = self.outlook(view, seat), self._last or spots[0]

        def inviting(spot: Spot) -> tuple[bool, tuple[int, int], int]:
            choices = [choice for choice in outlook.choices(spot) if self.mode == "drive"]
            mine = any(choice.truck == self.truck for choice in choices)
            merit = max((outlook.merit(c, spot) for c in choices if c.truck == self.truck), default=(0, 0))
            return mine, merit, -_distance(spot, last)

        self._enter_exactly(max(spots, key=inviting), view, seat)
        return Handled("move")

    def _enter_exactly(self, spot: Spot, view: State, seat: Seat) -> None:
        """Onto one of the wanted places."""
        self.leave()
        self.target = spot
        if self.mode == "drive":
            self._prefer(self.outlook(view, seat).choices(spot))

    def _move(self, intent: Move, view: State, seat: Seat) -> Reply:
        """To the nearest wanted place in a direction."""
        assert self.target is not None
        spot = beyond(self.target, (intent.dx, intent.dy), self.wanted(view, seat))
        if spot is None:
            return None
        self._enter_exactly(spot, view, seat)
        return Handled("move")

    def _turn(self, step: int, view: State, seat: Seat) -> Reply:
        """What else can be done here."""
        choices, now = self.choices(view, seat), Choice(self.truck, self.load)
        if len(choices) < 2 or now not in choices:
            return None
        self._truck, self.load = choices[(choices.index(now) + step) % len(choices)]
        return Handled("wood")

    def _next_place(self, step: int, view: State, seat: Seat) -> Reply:
        """The next place on which something can be done, in reading order."""
        spots = self.wanted(view, seat)
        if not spots:
            return None
        at = spots.index(self.target) if self.target in spots else -min(step, 0) - 1
        self._enter_exactly(spots[(at + step) % len(spots)], view, seat)
        return Handled("move")

    def _cycle(self, step: int, view: State, seat: Seat) -> Reply:
        """The next of what can be moved: truck by truck, then derricks."""
        if self.mode == "build":
            return self._next_place(step, view, seat)
        if view.stage == "choose":
            return self._die_or_derrick(view, seat)
        chosen = self.following(view, seat, step)
        if chosen is None:
            return None
        self._do("derrick" if chosen == "derrick" else "drive")
        self._truck = self._truck if chosen == "derrick" else chosen
        return self._appear(view, seat)

    def _die_or_derrick(self, view: State, seat: Seat) -> Reply:
        """From the die to the first derrick, and back."""
        at_die = self.derrick is None and self.target in (None, DIE)
        derricks = self.outlook(view, seat).derricks
        if at_die and not derricks:
            return None
        self._do("choose")
        self.target = Spot("platform", derricks[0]) if at_die else DIE
        return Handled("move")

    def following(self, view: State, seat: Seat, step: int = 1) -> int | Literal["derrick"] | None:
        """What is moved after this: a truck (an index), or a derrick; None if there is nothing else."""
        outlook = self.outlook(view, seat)
        movable: list[int | Literal["derrick"]] = [*outlook.drivers]
        if outlook.derricks:
            movable.append("derrick")
        if len(movable) < 2:
            return None
        now = "derrick" if self.doing(view, seat) == "derrick" else self.truck
        at = movable.index(now) if now in movable else 0
        return movable[(at + step) % len(movable)]

    # --- deciding -----------------------------------------------------------------------------

    def _back(self, view: State, seat: Seat) -> Reply:
        """A derrick in hand is put back; from derricks it leads to trucks."""
        if self.mode != "derrick":
            return None
        if self.derrick is not None:
            self.target, self.derrick = None, None
            self.mode = "choose" if view.stage == "choose" else "derrick"
            return Handled("back")
        if not self.outlook(view, seat).drivers:
            return None
        self._do("drive")
        return Handled("back")

    def _pick_up(self, platform: int) -> Reply:
        """This derrick is to be moved."""
        self._do("derrick")
        self._last = Spot("platform", platform)
        self.derrick = platform
        return Handled("wood")

    def _decide(self, view: State, seat: Seat) -> Reply:
        if self.target is not None and self.picks_up(view, seat):
            return self._pick_up(self.target.number)
        action = self.action(view, seat)
        if action is None:
            return None
        refusal = self.outlook(view, seat).why_not(action)
        return Chosen(action) if refusal is None else Denied(refusal)


def _distance(one: Spot, other: Spot) -> int:
    """How far two places lie from each other on the lattice."""
    there = place_of_spot(other)
    (x, y), (u, v) = place_of_spot(one, there), there
    return abs(x - u) + abs(y - v)


def beyond(start: Spot, way: tuple[int, int], spots: tuple[Spot, ...]) -> Spot | None:
    """The place one comes to next from `start` in a direction: near, and rather ahead than to the side."""
    ahead = {spot: astray for spot in spots if (astray := _astray(start, way, spot)) is not None}
    return min(ahead, key=ahead.__getitem__, default=None)


def _astray(start: Spot, way: tuple[int, int], spot: Spot) -> tuple[bool, bool, int, int] | None:
    """How little a place is what is meant by a direction; None if it does not lie ahead at all.

    Rather a place on the field than the depot, which lies straight ahead of all of them.
    """
    if start.kind == "depot":
        there = place_of_spot(spot)
        here = place_of_spot(start, there)
    else:
        here = place_of_spot(start)
        there = place_of_spot(spot, here)
    dx, dy = there[0] - here[0], there[1] - here[1]
    along, aside = dx * way[0] + dy * way[1], abs(dx * way[1]) + abs(dy * way[0])
    return None if along <= 0 else (aside > 2 * along, spot.kind == "depot", along + 2 * aside, aside)
