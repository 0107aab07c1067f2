"""Positions of Down Under from drawings and back.

A drawing has a word for each cell: the own part of the card that lies there, and the number of its path.

    ·    ┌0   ─0   ·          the cells    0,0  1,0  2,0  3,0
    ·    │0   ╵1╷2 ○                       0,1  1,1  2,1  3,1

    │ ─ └ ┌ ┐ ┘   a straight or a curve; with animals their first letter follows, ┌0d
    ╵ ╶ ╷ ╴       an end whose stub opens to the north, east, south, west; ╵1╷2 are two of them in one cell
    ○             a billabong in which paths end; ○└ joins N and E, ○└┐ all four sides in pairs
    ·             an empty cell

The first word is cell 0,0 unless told otherwise. What lies there from the start with a frame is drawn too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from core.game import Outcome, Place, Seat
from core.games.down_under.ground import ground
from core.games.down_under.paths import begun, leads, length, own_stretch
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import (
    ANIMALS,
    BILLABONG,
    NOBODY,
    SIDES,
    Animal,
    Card,
    Cell,
    Curve,
    Laid,
    Options,
    Path,
    Stage,
    State,
    Straight,
    Stretch,
)

FREE: Final = "·"
POOL: Final = "○"
LINES: Final[dict[str, Straight | Curve]] = {
    "│": "NS", "─": "EW", "└": "NE", "┌": "SE", "┐": "SW", "┘": "NW",
}  # fmt: skip
SIGNS: Final[dict[str, Card]] = {**LINES, "╵": "endN", "╶": "endE", "╷": "endS", "╴": "endW"}
SIGN_OF: Final = {card: sign for sign, card in SIGNS.items()}
LETTERS: Final[dict[str, Animal]] = {animal[0]: animal for animal in ANIMALS}

UNLIMITED: Final = Options(size="unlimited")
WILD: Final = Options(size="unlimited", animals=True)


class Position(NamedTuple):
    """A game and where it has got to."""

    state: State

    @property
    def turn(self) -> int | None:
        """Whose turn it is; None if the game is over."""
        return next(iter(DOWN_UNDER.to_act(self.state)), None)

    def allows(self, text: str, seat: int | None = None) -> bool:
        """Whether an action can be done: `legal` and `why_not` have to agree."""
        action = DOWN_UNDER.parse(text)
        actor = self.state.turn if seat is None else Seat(seat)
        listed = action in DOWN_UNDER.legal(self.state, actor)
        refusal = DOWN_UNDER.why_not(self.state, actor, action)
        assert listed == (refusal is None), f"{text}: legal says {listed}, why_not {refusal}"
        return listed

    def refuses(self, text: str, seat: int | None = None) -> tuple[str, tuple[Place, ...]]:
        """Why an action cannot be done: the last part of its code, and the places to blame."""
        assert not self.allows(text, seat), f"{text} is allowed"
        actor = self.state.turn if seat is None else Seat(seat)
        refusal = DOWN_UNDER.why_not(self.state, actor, DOWN_UNDER.parse(text))
        assert refusal is not None
        return refusal.code.removeprefix("down_under.refusal."), refusal.places

    def why(self, text: str) -> str:
        """Why an action cannot be done, without the places."""
        return self.refuses(text)[0]

    def meets(self, text: str) -> tuple[str, object, object]:
        """Why an action cannot be done, and of which two seats paths would meet."""
        self.refuses(text)
        refusal = DOWN_UNDER.why_not(self.state, self.state.turn, DOWN_UNDER.parse(text))
        assert refusal is not None
        return refusal.code.rpartition(".")[2], refusal.values["one"], refusal.values["other"]

    def offers(self, at: Cell | None = None) -> set[str]:
        """Everything that can be done now, or all of it on one cell."""
        actions = DOWN_UNDER.legal(self.state, self.state.turn)
        assert len(set(actions)) == len(actions), "something is listed twice"
        return {DOWN_UNDER.notation(a) for a in actions if at in (None, (a.x, a.y))}

    def cards(self, at: Cell) -> set[str]:
        """What can be laid on a cell."""
        return {text.partition("@")[0] for text in self.offers(at)}

    def play(self, *texts: str) -> Position:
        """The position after these steps by whoever is to act; each must be possible.

        The paths that grew on the way are those that one finds by following them from the start.
        """
        s = self
        for text in texts:
            assert s.allows(text), f"{text} is not among {s.offers()}"
            s = Position(DOWN_UNDER.apply(s.state, s.state.turn, DOWN_UNDER.parse(text)))
            anew = paths_of(s.state)
            grown = s.state.paths[: len(anew)]
            assert list(map(facts, grown)) == list(map(facts, anew)), f"after {text}"
        return s

    def run(self, path: int) -> set[str]:
        """The stretches of a path by the sides joined: `EW@1,0`; `N@1,0` is a stub or a way into a pool."""
        return {_word(stretch) for stretch in self.state.paths[path].run}

    def leads(self, path: int) -> set[str]:
        """Where the open ends of a path lead: `2,0 W` is into 2,0 over its western side."""
        return {f"{x},{y} {'NESW'[side]}" for x, y, side in leads(self.state.paths[path])}

    def tips(self, path: int) -> list[str]:
        """How the two ends of a path are."""
        return sorted(self.state.paths[path].tips)

    @property
    def lengths(self) -> list[int]:
        """How long the paths of all seats are."""
        return [length(path) for path in self.state.paths[: len(self.state.stuck)]]

    @property
    def due(self) -> set[str]:
        """Where the seat to act still owes a card."""
        return {f"{x},{y} {'NESW'[side]}" for x, y, side in self.state.due}

    @property
    def pools(self) -> list[tuple[int, int, tuple[str, ...]]]:
        """The billabongs with the ways over them, in the order in which they were laid."""
        return [(laid.x, laid.y, laid.through) for laid in self.state.cards if laid.card == BILLABONG]

    @property
    def diagram(self) -> str:
        """The board."""
        return diagram_of(self.state.cards)

    def outcome(self) -> Outcome:
        """How it ended."""
        outcome = DOWN_UNDER.outcome(self.state)
        assert outcome is not None and self.turn is None
        return outcome


def start(seats: int = 2, options: Options = UNLIMITED) -> Position:
    """The beginning of a game."""
    return Position(DOWN_UNDER.start(options, seats))


def position(
    drawing: str,
    *,
    seats: int = 2,
    turn: int = 0,
    options: Options = UNLIMITED,
    at: Cell = (0, 0),
    stage: Stage = "play",
    stuck: Collection[int] = (),
    laid: Sequence[int] = (),
) -> Position:
    """The position of a drawing whose first cell is `at`; all paths run as far as they lead."""
    s = DOWN_UNDER.start(options, seats)
    drawn = list(cards_in(drawing, at))
    assert all(card in drawn for card in s.frame), "the frame is drawn otherwise"
    played = tuple(card for card in drawn if card not in s.frame)
    state = msgspec.structs.replace(
        s,
        played=played,
        stage=stage,
        turn=Seat(turn),
        stuck=tuple(path in stuck for path in range(len(s.stuck))),
        laid=tuple(laid),
    )
    made = Position(msgspec.structs.replace(state, paths=paths_of(state)))
    _check(made)
    return made


def _check(s: Position) -> None:
    """All own parts of a colour lie on one path, and no two paths are joined."""
    runs = [s.run(number) for number in range(len(s.state.paths))]
    for laid in s.state.cards:
        own = laid.card.removeprefix("end")
        assert laid.card == BILLABONG or f"{own}@{laid.x},{laid.y}" in runs[laid.path], laid
    assert sum(map(len, runs)) == len(set[str]().union(*runs)), "two paths are joined"


def cards_in(drawing: str, at: Cell = (0, 0)) -> Iterator[Laid]:
    """The cards of a drawing, row by row."""
    for y, row in enumerate(drawing.strip().splitlines(), at[1]):
        for x, word in enumerate(row.split(), at[0]):
            if word.startswith(POOL):
                yield Laid(BILLABONG, x, y, NOBODY, through=tuple(LINES[sign] for sign in word[1:]))
            elif word != FREE:
                found = re.findall(r"(\D)(\d)([a-z]?)", word)
                assert "".join(map("".join, found)) == word, word
                for sign, path, letter in found:
                    yield Laid(SIGNS[sign], x, y, int(path), LETTERS.get(letter))


def diagram_of(cards: Sequence[Laid]) -> str:
    """Cards as a drawing, beginning with the cell in the north-west."""
    if not cards:
        return FREE
    words: dict[Cell, str] = {}
    for laid in cards:
        if laid.card == BILLABONG:
            word = POOL + "".join(SIGN_OF[way] for way in laid.through)
        else:
            word = f"{SIGN_OF[laid.card]}{laid.path}{(laid.animal or '')[:1]}"
        words[laid.x, laid.y] = words.get((laid.x, laid.y), "") + word
    xs, ys = {x for x, _ in words}, {y for _, y in words}
    rows = [
        "".join(f"{words.get((x, y), FREE):5}" for x in range(min(xs), max(xs) + 1)).rstrip()
        for y in range(min(ys), max(ys) + 1)
    ]
    return "\n".join(rows)


def paths_of(s: State) -> tuple[Path, ...]:
    """All paths, followed from one of their own cards each; it meets all the others that are connected."""
    land = ground(s.cards)
    first: dict[int, Laid] = {}
    for laid in s.cards:
        if laid.card != BILLABONG:
            first.setdefault(laid.path, laid)
    return tuple(
        begun(land, own_stretch(first[number])) if number in first else Path()
        for number in range(len(s.paths))
    )


def facts(path: Path) -> tuple[set[str], list[str], int]:
    """What does not depend on the end from which a path is read."""
    return {_word(stretch) for stretch in path.run}, sorted(path.tips), len(path.run)


def _word(stretch: Stretch) -> str:
    sides = "".join("NESW"[side] for side in sorted({stretch.enters, stretch.leaves}) if side in SIDES)
    return f"{'SE' if sides == 'ES' else sides}@{stretch.x},{stretch.y}"
