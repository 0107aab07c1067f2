"""The position of the search: a `SearchBoard` and whose turn it is.

Once every path has been begun it is the same game as `rules`, which a test shows step by step; paths that
have not been begun stay so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Self

from core.game import Seat
from core.games.down_under.board import PlayingField, field_of, size_of
from core.games.down_under.bot.search_board import (
    BILLABONG_CARD,
    BORDER_OFFSETS,
    END_SLOT,
    FIRST_CURVE,
    FIRST_END,
    NO_ANIMAL,
    RING_END,
    PathMove,
    RemainingCards,
    SearchBoard,
    cell_of,
    place_of,
)
from core.games.down_under.state import (
    ANIMALS,
    BILLABONG,
    CARDS,
    CURVES,
    OWN_SIDES,
    Action,
    Laid,
    Lay,
    LayBillabong,
    PathLetter,
    Shape,
    State,
    Turn,
    paths_of,
    supply,
)

_SLOTS: Final[dict[Shape, int]] = {"straight": 0, "curve": len(ANIMALS), "end": END_SLOT}


class SearchSetting(NamedTuple):
    """Setting that stays the same throughout a game; `own` are the paths of each seat."""

    seats: int
    animals: bool
    two_cards: bool
    longest: bool
    own: tuple[tuple[int, ...], ...]


class SearchState(SearchBoard):
    """A position of the search; `turn` is -1 when the game is over.

    `laid` are the paths that got a card in this turn, `due` the keys where one is owed; `stuck` says of each
    path whether it is finished although it is not closed.
    """

    __slots__ = ("_moves", "due", "laid", "opening", "setting", "stuck", "turn")

    def __init__(self, s: State) -> None:
        super().__init__(PlayingField(size_of(s.options, s.seats), None, field_of(s).fixed), len(s.paths))
        own = tuple(paths_of(s.options, s.seats, Seat(seat)) for seat in range(s.seats))
        options = s.options
        two_cards, longest = options.two_paths == "two cards", options.paths_scored == "longest"
        self.setting = SearchSetting(s.seats, options.animals, two_cards, longest, own)
        for laid in s.cards:
            self._put(laid)
        self.left = [_left(s, path) for path in range(len(s.stuck))]
        self.stuck: list[bool] = list(s.stuck)
        self.turn: int = -1 if s.stage == "over" else s.turn
        self.laid: tuple[int, ...] = s.laid
        self.due: tuple[int, ...] = tuple(4 * cell_of(x, y) + side for x, y, side in s.due)
        self.opening: bool = s.stage == "opening"
        self._moves: Sequence[PathMove] | None = None

    def _put(self, laid: Laid) -> None:
        """Put down a card that lies there already."""
        cell = cell_of(laid.x, laid.y)
        if laid.card == BILLABONG:
            ways = [list(OWN_SIDES[way]) for way in laid.through]
            self.lay_billabong(cell, ways, instead=len(ways) == 2)
        else:
            animal = NO_ANIMAL if laid.animal is None else ANIMALS.index(laid.animal)
            self.lay(PathMove(laid.path, cell, CARDS.index(laid.card), animal))

    def copy(self) -> Self:
        """A position that can be played on without changing this one."""
        new = super().copy()
        new.setting, new.turn, new._moves = self.setting, self.turn, self._moves  # noqa: SLF001
        new.laid, new.due, new.opening, new.stuck = self.laid, self.due, self.opening, self.stuck.copy()
        return new

    # --- What can be done ------------------------------------------------------------------------------

    def moves(self) -> Sequence[PathMove]:
        """All moves of the seat to act, without choosing among animals."""
        if self._moves is None:
            self._moves = self._found(self._paths_to_lay())
        return self._moves

    def _paths_to_lay(self) -> list[int]:
        """See `state.paths_to_lay`."""
        own = self.setting.own[self.turn]
        if self.due:
            return [p for p in own if all(self.strands[key][1] == p for key in self.due)]
        return [p for p in own if p not in self.laid and not self._is_finished(p)]

    def _is_finished(self, path: int) -> bool:
        tips = self.paths[path]
        return self.stuck[path] or (tips is not None and tips[0] < 0 and tips[1] < 0 and tips[0] != RING_END)

    def _found(self, todo: Sequence[int]) -> Sequence[PathMove]:
        return [move for path in todo for move in self._of_path(path)]

    def _of_path(self, path: int) -> Iterator[PathMove]:
        tips = self.paths[path]
        if tips is None:
            return
        if tips[0] == RING_END:
            yield from self._turns(path)
            return
        met = set[tuple[int, int]]()
        for key in self.due or tips[:2]:
            if key >= 0:
                for card in self._cards_for(path, key):
                    if (key >> 2, card) not in met:
                        met.add((key >> 2, card))
                        yield PathMove(path, key >> 2, card)
        if not (self.due or self.opening or self.curves_left(path)) and self._meets_case_3(path):
            yield PathMove(path, tips[0] >> 2, BILLABONG_CARD)

    def _cards_for(self, path: int, key: int) -> list[int]:
        """The cards that a path has left and that fit where an end of it leads."""
        straights, curves = self.straights_left(path), self.curves_left(path)
        ends = 0 if self.opening else self.left[path][END_SLOT]
        return [
            card
            for card in self.cards_at(path, key)
            if (straights if card < FIRST_CURVE else curves if card < FIRST_END else ends)
        ]

    def _turns(self, path: int) -> Iterator[PathMove]:
        """Ways to open a ring. However its curve is turned, its ends are those of the neutral strand."""
        for cell, card in self.cards.items():
            if card >> 4 == path and FIRST_CURVE <= card & 15 < FIRST_END and self.free_ends(cell):
                for step in (1, 3):
                    yield PathMove(path, cell, FIRST_CURVE + ((card & 15) - FIRST_CURVE + step) % 4)

    def _meets_case_3(self, path: int) -> bool:
        tips = self.paths[path]
        if (
            tips is None
            or tips[0] < 0
            or tips[0] >> 2 != tips[1] >> 2
            or not self.pools
            or self.curves_left(path)
        ):
            return False
        cell = tips[0] >> 2
        if cell in self.cards or not self.has(cell):
            return False
        met = [self.sides_into(p, cell) for p in self.coming(cell)]
        return len(met) == 2 and all(len(sides) == 2 and (sides[0] + sides[1]) % 2 for sides in met)

    # --- Doing it --------------------------------------------------------------------------------------

    def play(self, move: PathMove) -> None:
        """Make a move, and all that follows up to the next decision."""
        path, cell, card, _ = move
        if not self.due:
            self.laid = (*self.laid, path)
        if card == BILLABONG_CARD:
            self.lay_billabong(cell, [self.sides_into(p, cell) for p in self.coming(cell)], instead=True)
        elif cell in self.cards and card < FIRST_END:
            self.turn_curve(move)
        else:
            self.lay(move)
        self._fill_billabongs(path)
        self._go_on()

    def _fill_billabongs(self, mover: int) -> None:
        """Lay billabongs in cases 1 and 2, and note where cards are due."""
        due = list(self.due)
        while (cell := self.crowded()) is not None:
            sides = self._way_through(cell, mover)
            self.lay_billabong(cell, [sides] if sides else [])
            due += [4 * cell + side + BORDER_OFFSETS[side] for side in sides]
        tips = self.paths[mover]
        self.due = tuple(key for key in due if tips and key in tips[:2])

    def _way_through(self, cell: int, mover: int) -> list[int]:
        """See `rules._way_through`."""
        coming = {path: self.sides_into(path, cell) for path in self.coming(cell)}
        if mover not in coming:
            return []
        taken = {side for sides in coming.values() for side in sides}
        sides = coming[mover] + [side for side in range(4) if side not in taken]
        return sides if len(sides) == 2 else []

    # --- Whose turn it is ------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """See `rules._go_on`."""
        self._moves = None
        if self.due:
            path = self.strands[self.due[0]][1]
            self.due = tuple(key for key in self.due if self._cards_for(path, key))
            if self.due:
                return
        if not (self.setting.two_cards and not self.opening and self._can_act()):
            self.opening = False
            self._pass_on()

    def _pass_on(self) -> None:
        last = self.turn
        for step in range(1, self.setting.seats + 1):
            self.turn, self.laid = (last + step) % self.setting.seats, ()
            if self._can_act():
                return
        self.turn = -1

    def _can_act(self) -> bool:
        """Whether the seat can do something; paths for which it cannot are finished for good."""
        todo = self._paths_to_lay()
        self._moves = self._found(todo)
        if not self._moves:
            for path in todo:
                self.stuck[path] = True
        return bool(self._moves)


def _left(s: State, path: int) -> RemainingCards:
    """The cards left for a path, by slot."""
    left = [0] * (END_SLOT + 1)
    for (shape, animal), number in supply(s, path).items():
        left[_SLOTS[shape] + (0 if animal is None else ANIMALS.index(animal))] += number
    return tuple(left)


def action_of(at: SearchState, move: PathMove) -> Action:
    """The rules' action for a move of the search."""
    path, cell, card, animal = move
    x, y = place_of(cell)
    if card == BILLABONG_CARD:
        return LayBillabong(x, y)
    if cell in at.cards and card < FIRST_END:
        return Turn(CURVES[card - FIRST_CURVE], x, y)
    colour: PathLetter | None = (
        None if len(at.setting.own[0]) == 1 else "a" if path < at.setting.seats else "b"
    )
    return Lay(CARDS[card], x, y, None if animal == NO_ANIMAL else ANIMALS[animal], colour)
