"""Positions of Ghawar from drawings and back.

A drawing has a word for each place of the lattice, row by row; the first is 0,0 unless told otherwise. What
is not drawn is empty.

    +   -   +   -   +       + a crossing, - and | the gaps between them
    |   rS  |   g   |       platforms: a red cube with the derrick of the seat in the south, a green cube
    +   -   N   -   +       the truck of the north
    |   W   W2b ·   |       the derrick of the west on an empty platform; its second truck, with a blue cube
    +   -   +   *   +       * a free place that the test asks about

A line with ⋮ alone leaves rows out: those below it are the southernmost. Colours are red, orange, yellow,
green, blue, violet; sides South (seat 0), North, West, East. Trucks that are not drawn are in their depots.
Red is worth 1, orange 2 … violet 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec
import numpy as np

from core.game import CHANCE, Outcome, Place, Refusal, Seat, sealed
from core.games.ghawar.roads import roads
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import (
    COLOURS,
    DEPOT,
    FIELD,
    LATTICE,
    NOTHING,
    PLATFORMS,
    Action,
    Options,
    Stage,
    State,
    place_of,
)

SIDES: Final = "SNWE"
CUBES: Final = "roygbv"
MARK: Final = "*"
CUT: Final = "⋮"
_EMPTY: Final = (("+", "-"), ("|", "·"))
USUAL: Final = Options()
RING: Final = Options(roads="ring")
RING_TWO: Final = Options(roads="ring", trucks=2)
RING_THREE: Final = Options(roads="ring", trucks=3)
INSTEAD: Final = Options(derricks="instead of the roll")
RING_CROSSINGS: Final = Options(roads="ring", crossing_loads=True)
CROSSINGS: Final = Options(crossing_loads=True)
CHOICE: Final = Options(dice_choice=True)
TWO: Final = Options(trucks=2)
THREE: Final = Options(trucks=3)

_PLATFORM: Final = re.compile(rf"([{CUBES}]?)([{SIDES}]?)")
_TRUCK: Final = re.compile(rf"([{SIDES}])([1-3]?)([{CUBES}]?)")

replace = msgspec.structs.replace


class Position(NamedTuple):
    """A game and where it has got to."""

    state: State

    @property
    def actor(self) -> Seat | None:
        """Who is to act, `CHANCE` for the dice; None if the game is over."""
        return next(iter(GHAWAR.to_act(self.state)), None)

    def why_not(self, text: str, seat: int | None = None) -> Refusal | None:
        """Why somebody (whoever's turn it is) cannot do this; `legal` and `why_not` have to agree."""
        action = GHAWAR.parse(text)
        actor = self.state.turn if seat is None else Seat(seat)
        listed = action in GHAWAR.legal(self.state, actor)
        refusal = GHAWAR.why_not(self.state, actor, action)
        assert listed == (refusal is None), f"{text}: legal says {listed}, why_not {refusal}"
        return refusal

    def allows(self, text: str, seat: int | None = None) -> bool:
        """Whether an action can be done."""
        return self.why_not(text, seat) is None

    def refuses(self, text: str, seat: int | None = None) -> tuple[str, tuple[Place, ...]]:
        """Why an action cannot be done: the last part of its code, and the places to blame."""
        refusal = self.why_not(text, seat)
        assert refusal is not None, f"{text} is allowed"
        return refusal.code.removeprefix("ghawar.refusal."), refusal.places

    def offers(self, word: str = "") -> set[str]:
        """Everything that can be done or happen now, of which the text has this word in it."""
        texts = [GHAWAR.notation(action) for action in self.actions()]
        assert len(set(texts)) == len(texts), "something is listed twice"
        return {text for text in texts if word in text}

    def actions(self) -> Sequence[Action]:
        """Everything that can be done or happen now."""
        if self.actor == CHANCE:
            return [action for action, _ in GHAWAR.chances(self.state)]
        return GHAWAR.legal(self.state, self.state.turn)

    def odds(self) -> dict[str, Fraction]:
        """What may come of a draw, and how probably."""
        return {GHAWAR.notation(action): chance for action, chance in GHAWAR.chances(self.state)}

    def ends(self, truck: int = 0) -> set[str]:
        """Where a truck can get, in or out of the depot: `4,6`, `depot`."""
        start = f"{truck}: drive " if truck else "drive "
        texts = self.offers("drive")
        return {text.removeprefix(start) for text in texts if text.startswith(start) and "load" not in text}

    def loads(self, end: str, truck: int = 0) -> set[str]:
        """What can be loaded at the end of a drive."""
        start = f"{truck}: drive {end} load " if truck else f"drive {end} load "
        return {text.removeprefix(start) for text in self.offers("load") if text.startswith(start)}

    def play(self, *texts: str) -> Position:
        """The position after these steps by whoever is to act; each must be possible."""
        s = self
        for text in texts:
            action = GHAWAR.parse(text)
            assert action in s.actions(), f"{text} is not among {s.offers()}"
            assert s.actor == CHANCE or s.allows(text)
            s = Position(GHAWAR.apply(s.state, s.state.turn if s.actor != CHANCE else CHANCE, action))
        return s

    def changed(self, **facts: object) -> Position:
        """The same position with something else in its state."""
        return Position(replace(self.state, **facts))

    @property
    def diagram(self) -> str:
        """The whole lattice."""
        return diagram_of(self.state)

    @property
    def money(self) -> list[int]:
        """The barrels of all seats."""
        return [int(n) for n in self.state.money]

    @property
    def stored(self) -> list[str]:
        """The cubes in the depots: `["rrv", ""]`."""
        return ["".join(map(str.__mul__, CUBES, counts)) for counts in self.state.stored.tolist()]

    def outcome(self) -> Outcome:
        """How it ended."""
        outcome = GHAWAR.outcome(self.state)
        assert outcome is not None and self.actor is None
        return outcome


def position(
    drawing: str,
    *,
    at: tuple[int, int] = (0, 0),
    seats: int = 2,
    turn: int = 0,
    roll: int = 0,
    dice: tuple[int, int] | None = None,
    options: Options = USUAL,
    stage: Stage | None = None,
    money: Sequence[int] = (),
    stored: Sequence[str] = (),
    rounds: int = 0,
    quiet: int = 0,
    idle: bool = True,
) -> Position:
    """The position of a drawing: with a `roll` somebody is to drive, else the die is to be rolled."""
    s = GHAWAR.start(options, seats)
    arrays = {
        name: getattr(s, name).copy() for name in ("cubes", "derricks", "trucks", "loads", "stored", "money")
    }
    for place, word in words(drawing, at):
        if word != MARK:
            _draw(arrays, place, word)
    off_road = set(arrays["trucks"].ravel().tolist()) - roads(options.roads).spaces - {DEPOT}
    assert not off_road, f"there is no road at {[*map(place_of, off_road)]}"
    for seat, cubes in enumerate(stored):
        for cube in cubes:
            arrays["stored"][seat, CUBES.index(cube)] += 1
    arrays["money"][: len(money)] = money
    lying = dice or ((roll,) if roll else ())
    return Position(
        replace(
            s,
            **{name: sealed(array) for name, array in arrays.items()},
            values=sealed(np.arange(1, FIELD + 1, dtype=np.int8)),
            stage=stage or ("move" if roll else "die"),
            turn=Seat(turn),
            dice=lying,
            rounds=rounds,
            quiet=quiet,
            idle=idle,
        )
    )


def words(drawing: str, at: tuple[int, int] = (0, 0)) -> Iterator[tuple[Place, str]]:
    """The words of a drawing that are not the empty lattice, marks among them, and where they stand."""
    above, _, below = drawing.strip().partition(CUT)
    rows = [*enumerate(above.strip().splitlines(), at[1])]
    south = below.strip().splitlines()
    rows += enumerate(south, LATTICE - len(south))
    for y, row in rows:
        for x, word in enumerate(row.split(), at[0]):
            assert max(x, y) < LATTICE, f"{x},{y} is not on the lattice"
            if word != _EMPTY[y % 2][x % 2]:
                yield (x, y), word


def _draw(arrays: dict[str, np.ndarray], place: Place, word: str) -> None:
    x, y = place
    if x % 2 and y % 2:
        found = _PLATFORM.fullmatch(word)
        assert found, f"{word} on the platform {x},{y}"
        there = (y // 2, x // 2)
        if found[1]:
            arrays["cubes"][there] = CUBES.index(found[1])
        if found[2]:
            arrays["derricks"][there] = SIDES.index(found[2])
    else:
        found = _TRUCK.fullmatch(word)
        assert found, f"{word} on the road {x},{y}"
        truck = (SIDES.index(found[1]), int(found[2] or 1) - 1)
        arrays["trucks"][truck] = y * LATTICE + x
        if found[3]:
            arrays["loads"][truck] = CUBES.index(found[3])


def marked(drawing: str, at: tuple[int, int] = (0, 0)) -> set[str]:
    """The places with the mark, as in the notation."""
    return {f"{x},{y}" for (x, y), word in words(drawing, at) if word == MARK}


def field(drawing: str) -> str:
    """A drawing in which only the platforms stand, six in a row, as a whole one."""
    road = " ".join("+-+-+-+-+-+-+")
    rows = [f"| {' | '.join(row.split())} |" for row in drawing.strip().splitlines()]
    return f"\n{road}\n".join(["", *rows, ""]).strip()


def diagram_of(s: State) -> str:
    """The whole lattice as a drawing."""
    rows = [[_word(s, x, y) for x in range(LATTICE)] for y in range(LATTICE)]
    return "\n".join("".join(f"{word:4}" for word in row).rstrip() for row in rows)


def _word(s: State, x: int, y: int) -> str:
    if x % 2 and y % 2:
        cube, derrick = s.cubes.item(y // 2, x // 2), s.derricks.item(y // 2, x // 2)
        colour = "" if cube == NOTHING else CUBES[cube]
        return colour + ("" if derrick == NOTHING else SIDES[derrick]) or "·"
    for seat, truck in np.argwhere(s.trucks == y * LATTICE + x).tolist():
        number = str(truck + 1) if s.options.trucks > 1 else ""
        load = s.loads.item(seat, truck)
        return SIDES[seat] + number + ("" if load == NOTHING else CUBES[load])
    return _EMPTY[y % 2][x % 2]


LAID_OUT: Final = tuple(f"cube {COLOURS[platform % FIELD]}" for platform in range(PLATFORMS))
"""Every column of one colour: red in the west, violet in the east."""
VALUED: Final = tuple(f"value {colour}" for colour in COLOURS)


def start(seats: int = 2, options: Options = USUAL) -> Position:
    """The beginning of a game, before the first cube."""
    return Position(GHAWAR.start(options, seats))


def building(seats: int = 2, options: Options = USUAL) -> Position:
    """The beginning of phase 1: each column of one colour, red worth 1 … violet 6."""
    return start(seats, options).play(*LAID_OUT, *VALUED)


def built(seats: int = 2, options: Options = USUAL) -> Position:
    """The beginning of phase 2, after dice that put derricks up row by row, by seats in turn.

    Of the platforms in the last rows some are left without one.
    """
    s = building(seats, options)
    for platform in range(PLATFORMS):
        if s.state.stage != "dice":
            break
        row, column = divmod(platform, FIELD)
        s = s.play(f"dice {column + 1} {row + 1}")
        if s.state.stage == "build":
            s = s.play(f"place {2 * column + 1},{2 * row + 1}")
    return s
