"""Positions of Down Under from drawings (see `core.games.down_under.position`), and what one sees in them.

    ·    ┌0   ─0   ·          the cells    0,0  1,0  2,0  3,0
    ·    │0   ╵1╷2 ○                       0,1  1,1  2,1  3,1

The first word is cell 0,0 unless told otherwise. What lies there from the start with a frame is drawn too.
A drawing may be a position to which no game leads.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from core.game import Seat
from core.games.down_under.board import length, trace_paths
from core.games.down_under.position import drawing, read_drawing
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import (
    BILLABONG,
    SIDES,
    Cell,
    Laid,
    Lead,
    Options,
    Path,
    Stage,
    State,
    Stretch,
    open_leads,
)
from core.position_fields import Word
from tests.core import positions

UNLIMITED: Final = Options(size="unlimited")
WILD: Final = Options(size="unlimited", animals=True)


class Position(positions.Position, frozen=True):
    """A game of Down Under and where it has got to."""

    state: State

    def why(self, text: str) -> str:
        """Why an action cannot be done, without the places."""
        return self.refuses(text)[0]

    def meets(self, text: str) -> tuple[str, object, object]:
        """Why an action cannot be done, and of which two seats paths would meet."""
        refusal = self.why_not(text)
        assert refusal is not None
        return refusal.code.rpartition(".")[2], refusal.values["one"], refusal.values["other"]

    def at(self, cell: Cell) -> set[str]:
        """Everything that can be done on a cell."""
        return {self.game.notation(a) for a in self.actions() if (a.x, a.y) == cell}

    def cards(self, cell: Cell) -> set[str]:
        """What can be laid on a cell."""
        return {text.partition("@")[0] for text in self.at(cell)}

    def play(self, *texts: str, seat: int | None = None) -> Position:
        """The position after these steps; paths grow to what one finds by following them from the start."""
        s = self
        for text in texts:
            s = positions.Position.play(s, text, seat=seat)
            anew = trace_paths(s.state.cards, len(s.state.paths))
            assert list(map(facts, s.state.paths)) == list(map(facts, anew)), f"after {text}"
        return s

    def run(self, path: int) -> set[str]:
        """The stretches of a path by the sides joined: `EW@1,0`; `N@1,0` is a stub or a way into a pool."""
        return {_word(stretch) for stretch in self.state.paths[path].run}

    def leads(self, path: int) -> set[str]:
        """Where the open ends of a path lead: `2,0 W` is into 2,0 over its western side."""
        return set(map(_lead, open_leads(self.state.paths[path])))

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
        return set(map(_lead, self.state.due))

    @property
    def pools(self) -> list[tuple[int, int, tuple[str, ...]]]:
        """The billabongs with the ways over them, in the order in which they were laid."""
        return [(laid.x, laid.y, laid.through) for laid in self.state.cards if laid.card == BILLABONG]

    @property
    def diagram(self) -> str:
        """The board."""
        return "\n".join(drawing(self.state.cards)[1])


def start(seats: int = 2, options: Options = UNLIMITED) -> Position:
    """The beginning of a game."""
    return Position(DOWN_UNDER, DOWN_UNDER.start(options, seats))


def position(
    diagram: str,
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
    cards = cards_in(diagram, at, len(s.paths))
    assert set(s.frame) <= set(cards), "the frame is drawn otherwise"
    played = tuple(card for card in cards if card not in s.frame)
    s = replace(s, played=played, paths=trace_paths((*s.frame, *played), len(s.paths)))
    s = replace(s, stage=stage, turn=Seat(turn), laid=tuple(laid))
    made = Position(DOWN_UNDER, replace(s, stuck=tuple(path in stuck for path in range(len(s.stuck)))))
    _check(made)
    return made


def cards_in(diagram: str, at: Cell, paths: int) -> list[Laid]:
    """The cards of a drawing, row by row."""
    rows = [[Word(text, 1, 1) for text in row.split()] for row in diagram.strip().splitlines()]
    return [laid for laid, _ in read_drawing(rows, at, paths)]


def _check(s: Position) -> None:
    """All own parts of a colour lie on one path, and no two paths are joined."""
    runs = [s.run(number) for number in range(len(s.state.paths))]
    for laid in s.state.cards:
        own = laid.card.removeprefix("end")
        assert laid.card == BILLABONG or f"{own}@{laid.x},{laid.y}" in runs[laid.path], laid
    assert sum(map(len, runs)) == len(set[str]().union(*runs)), "two paths are joined"


def facts(path: Path) -> tuple[set[str], list[str], int]:
    """What does not depend on the end from which a path is read."""
    return {_word(stretch) for stretch in path.run}, sorted(path.tips), len(path.run)


def _word(stretch: Stretch) -> str:
    sides = "".join("NESW"[side] for side in sorted({stretch.enters, stretch.leaves}) if side in SIDES)
    return f"{'SE' if sides == 'ES' else sides}@{stretch.x},{stretch.y}"


def _lead(lead: Lead) -> str:
    return f"{lead.x},{lead.y} {'NESW'[lead.side]}"
