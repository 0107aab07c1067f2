"""What Ghawar's motifs say, against the second reading of the rules and trips counted anew."""

from __future__ import annotations

from collections import Counter
from functools import cache

import msgspec
import numpy as np

from core.bots import Budget, bot
from core.bots.greedy import settle_chance
from core.bots.motifs import Motif
from core.game import Seat
from core.games.ghawar.bot.motifs import motifs
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import COLOURS, Action, Leave, Options, State, space_at
from tests.core.games.ghawar.oracle import ROADS, Oracle, Truck, platforms_beside, ways
from tests.core.games.ghawar.table import colour_of, on_platforms, place_of_truck

DEPOT = None
ROLLS = range(1, 7)
QUICK = {"stores", "majority", "ends_majority", "loads", "buys", "majority_ahead", "leads"}
"""What is always compared; of the others the first ones and some more."""
DECISIONS = 180
"""Of each game that is looked at."""
Way = tuple[str, bool, int]
"""Roads, loading on crossings, seat."""


def oracle_at(s: State) -> Oracle:
    """The second reading in a position."""
    oracle = Oracle(msgspec.to_builtins(s.options), s.seats)
    oracle.cubes = {spot: COLOURS[colour] for spot, colour in on_platforms(s.cubes).items()}
    oracle.derricks = on_platforms(s.derricks)
    oracle.values = dict(zip(COLOURS, s.values.tolist(), strict=True))
    oracle.trucks = [[place_of_truck(space) for space in row] for row in s.trucks.tolist()]
    oracle.loads = [[colour_of(load) for load in row] for row in s.loads.tolist()]
    oracle.stored = [Counter(dict(zip(COLOURS, row, strict=True))) for row in s.stored.tolist()]
    oracle.money = s.money.tolist()
    oracle.stage, oracle.turn, oracle.dice = s.stage, s.turn, s.dice
    oracle.rounds, oracle.quiet, oracle.idle = s.rounds, s.quiet, s.idle
    return oracle


# --- Trips, by what a truck alone can expect --------------------------------------------------------------


@cache
def ends(way: Way) -> dict[Truck, list[set[Truck]]]:
    """Where a truck alone can get from everywhere with each roll, also by staying."""
    layout, _, seat = way
    places: list[Truck] = [DEPOT, *ROADS[layout]]
    return {
        at: [{at, *(drive[-1] for drive in ways(layout, seat, at, pips))} for pips in ROLLS] for at in places
    }


def settled(way: Way, done: dict[Truck, float]) -> dict[Truck, float]:
    """Mean turns from everywhere to where it is done, `done` more turns being left there."""
    turns: dict[Truck, float] = dict.fromkeys(ends(way), 0.0)
    change = 1.0
    while change > 1e-3:
        best = {at: min(turns[at], done.get(at, 999.0)) for at in turns}
        after = {
            at: 1 + sum(min(turns[at], *(best[end] for end in there - {at}), 999.0) for there in rolls) / 6
            for at, rolls in ends(way).items()
        }
        change = max(abs(after[at] - turns[at]) for at in turns)
        turns = after
    return turns


@cache
def home(way: Way) -> dict[Truck, float]:
    return {**settled(way, {DEPOT: 0.0}), DEPOT: 0.0}


@cache
def fetch(way: Way, platform: tuple[int, int]) -> dict[Truck, float]:
    beside = [at for at in ROADS[way[0]] if platform in platforms_beside(at, way[1])]
    return settled(way, {at: home(way)[at] for at in beside})


def near(turns: float, told: object) -> bool:
    """Whether whole turns are those that are told."""
    assert isinstance(told, int)
    return abs(max(turns, 1.0) - told) < 0.52


# --- What is said -----------------------------------------------------------------------------------------


def useful(oracle: Oracle, seat: int, pays: bool) -> tuple[int, int]:
    """Rolls with which a load of the seat comes home next, and with which it can load."""
    then = oracle.turn, oracle.dice, oracle.stage
    found = [0, 0]
    for pips in ROLLS:
        oracle.turn, oracle.dice, oracle.stage = seat, (pips,), "move"
        full = [load is not None for load in oracle.loads[seat]]
        found[0] += any(is_full and DEPOT in oracle.ends(i) for i, is_full in enumerate(full))
        found[1] += any(
            pays or oracle.derricks[spot] == seat
            for truck in range(len(full))
            for end in oracle.ends(truck)
            if end is not DEPOT
            for spot in oracle.loadable(truck, end)
        )
    oracle.turn, oracle.dice, oracle.stage = then
    return found[0], found[1]


def majority(oracle: Oracle, colour: str) -> int | None:
    return next((seat for seat in range(oracle.seats) if oracle.leads(seat, colour)), None)


def held(oracle: Oracle, seat: int, colour: str) -> int:
    """Cubes of a colour in the depot and on trucks."""
    return oracle.stored[seat][colour] + oracle.loads[seat].count(colour)


def true(before: Oracle, after: Oracle, seat: Seat, text: str, motif: Motif) -> bool:  # noqa: PLR0911, PLR0912, PLR0915
    """Whether a motif says what is so."""
    values = motif.values
    colour, value = str(values.get("colour", "")).rpartition(".")[2], values.get("value")
    rivals = [rival for rival in range(after.seats) if rival != seat]
    way = before.layout, bool(before.options["crossing_loads"]), int(seat)
    drive = text.rpartition(": ")[2].removeprefix("drive ")
    truck = int(text.partition(": ")[0]) - 1 if ": " in text else 0
    load = (
        (int(drive.split()[2].split(",")[0]), int(drive.split()[2].split(",")[1]))
        if "load" in text
        else (0, 0)
    )
    match motif.code.rpartition(".")[2]:
        case "wins":
            return after.stage == "over" and after.winners() == [seat]
        case "leads":
            then, now = before.scores(), after.scores()
            best = max(now[rival] for rival in rivals)
            led = then[seat] > max(then[rival] for rival in rivals)
            return not led and values == {"mine": now[seat], "theirs": best} and now[seat] > best
        case "stores":
            right = before.loads[seat][truck] == colour and before.values[colour] == value
            return right and after.stored[seat][colour] == before.stored[seat][colour] + 1
        case "majority":
            counts = {"mine": after.stored[seat][colour]}
            counts["theirs"] = max(after.stored[rival][colour] for rival in rivals)
            said = {name: values[name] for name in counts} == counts and before.values[colour] == value
            return said and majority(before, colour) != seat == majority(after, colour)
        case "ends_majority":
            return majority(before, colour) == values["seat"] != seat and majority(after, colour) is None
        case "loads":
            own = before.derricks[load] == seat and before.cubes[load] == colour
            return own and before.values[colour] == value and after.money == before.money
        case "buys":
            owner, price = values["seat"], values["price"]
            assert isinstance(owner, int) and isinstance(price, int)
            paid = before.money[seat] - after.money[seat] == price == before.values[before.cubes[load]]
            return paid and after.money[owner] - before.money[owner] == price and colour == before.cubes[load]
        case "majority_ahead":
            counts = {"mine": held(after, seat, colour)}
            counts["theirs"] = max(held(after, rival, colour) for rival in rivals)
            said = {name: values[name] for name in counts} == counts
            return said and counts["mine"] > counts["theirs"] >= held(before, seat, colour)
        case "way_home":
            return near(home(way)[after.trucks[seat][truck]], values["turns"])
        case "home_nearer":
            turns = [home(way)[oracle.trucks[seat][truck]] for oracle in (before, after)]
            full = before.loads[seat][truck] is not None and turns[1] < turns[0]
            return full and near(turns[0], values["before"]) and near(turns[1], values["after"])
        case "cube_nearer":
            spot = motif.places[0][0], motif.places[0][1]
            turns = [fetch(way, spot)[oracle.trucks[seat][truck]] for oracle in (before, after)]
            cube = after.cubes[spot] == colour and before.values[colour] == value
            right = cube and after.derricks[spot] == seat and turns[1] < turns[0]
            return right and near(turns[0], values["before"]) and near(turns[1], values["after"])
        case "claims":
            spot = motif.places[0][0], motif.places[0][1]
            new = after.derricks[spot] == seat and spot not in before.derricks
            return new and after.cubes[spot] == colour and after.values[colour] == value
        case "idle_derrick":
            spot = motif.places[0][0], motif.places[0][1]
            return before.derricks[spot] == seat and spot not in before.cubes and spot not in after.derricks
        case "waits":
            moved = set(before.derricks) ^ set(after.derricks)
            return len(moved) == 2 and not moved & set(before.cubes)
        case "trip":
            spot = motif.places[0][0], motif.places[0][1]
            return near(min(fetch(way, spot)[at] for at in before.trucks[seat]), values["turns"])
        case "home_next":
            return values == {"count": useful(after, seat, pays=False)[0]} and values["count"] != 0
        case "loads_next":
            return values == {"count": useful(after, seat, pays=False)[1]} and values["count"] != 0
        case "hinders_home" | "hinders_loading" as code:
            rival, at = values["seat"], 0 if code == "hinders_home" else 1
            assert isinstance(rival, int) and rival != seat
            rolls = {
                "before": useful(before, rival, pays=True)[at], "after": useful(after, rival, pays=True)[at]
            }  # fmt: skip
            return values == {"seat": rival, **rolls} and rolls["after"] < rolls["before"]
    return False


def check(s: State, seat: Seat, action: Action, found: list[Motif]) -> None:
    """Compare every motif of an action."""
    before, after, text = oracle_at(s), oracle_at(s), GHAWAR.notation(action)
    after.play(text)
    for motif in found:
        assert true(before, after, seat, text, motif), (motif, text)


def test_what_they_say_is_so_all_through_games() -> None:
    """See `QUICK`."""
    met, easy = Counter[str](), bot(GHAWAR, "easy")
    wide = Options(crossing_loads=True, dice_choice=True, derricks="instead of the roll")
    for number, (seats, options) in enumerate([(2, Options(trucks=2)), (3, wide)]):
        rng = np.random.default_rng([24, number])
        s = settle_chance(GHAWAR, GHAWAR.start(options, seats), rng)
        for _ in range(DECISIONS):
            seat, legal = s.turn, GHAWAR.legal(s, s.turn)
            action = easy.choose(GHAWAR, s, seat, rng, Budget())
            for asked in (action, legal[int(rng.integers(len(legal)))]):
                if asked == action or rng.random() < 0.3:
                    found = motifs(s, seat, asked)
                    codes = {motif.code.rpartition(".")[2] for motif in found}
                    assert len(codes) == len(found)
                    if any(met[code] < 2 or code in QUICK for code in codes) or rng.random() < 0.008:
                        check(s, seat, asked, found)
                    met.update(codes)
            s = settle_chance(GHAWAR, GHAWAR.apply(s, seat, action), rng)
    assert met.keys() == {
        *("leads", "stores", "majority", "ends_majority", "loads", "buys", "majority_ahead"),
        *("way_home", "home_nearer", "cube_nearer", "claims", "idle_derrick", "waits", "trip", "home_next"),
        *("loads_next", "hinders_home", "hinders_loading"),
    }


def test_the_last_cube_wins() -> None:
    """Seat 0 drives the last cube home; with more money elsewhere it would not win."""
    s = msgspec.structs.replace(
        GHAWAR.start(Options(), 2),
        values=np.arange(1, 7, dtype=np.int8),
        trucks=np.array([[space_at(2, 11)], [-1]], dtype=np.int16),
        loads=np.array([[0], [-1]], dtype=np.int8),
        stage="move",
        dice=(1,),
    )
    for money, codes in (((3, 3), {"wins", "stores", "majority", "leads"}), ((3, 9), {"stores", "majority"})):
        at = msgspec.structs.replace(s, money=np.array(money, dtype=np.int16))
        found = motifs(at, Seat(0), Leave())
        check(at, Seat(0), Leave(), found)
        assert {motif.code.rpartition(".")[2] for motif in found} == codes
