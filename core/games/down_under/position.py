"""Positions of Down Under as text.

down_under
seats: 3
board: 0,0
  ─0 ○└ ─2       the cards, a word for each cell; the first word is the cell behind the field's name
  ·  │1 ·
order:
  0,0 1,1 2,0 1,0  the cells in the order in which their cards were laid, unless it is row by row
ring-0: SW@1,0   the stretch from which the ring of path 0 is read, unless that of its first card
stuck: 0 2       the paths that are finished although they are not closed
stage: start     or opening, where the cards do not say it: after all have begun, something is due
turn: 2          the seat to act, unless it is 0; in the end whose turn was the last
laid: 2          the paths that got a card in this turn, unless it is only the one that leads to what is due
due: S@1,-1      where the seat to act owes a card, and the side of it that has to be joined

A card is drawn as its own part, then the number of its path: that of its seat; with two paths a seat 0 and 1
are path a of each seat, 2 and 3 path b. Paths of a frame have the numbers behind these.

    │1  ─0  └0  ┌0  ┐0  ┘0   straights and curves; with animals the first letter of theirs follows, ┌0d
    ╵0  ╶0  ╷0  ╴0  ╵1╷2     ends whose stub opens N, E, S, W; two of them in one cell, the first laid first
    ○   ○└  ○└┐              a billabong in which paths end; with a way from N to E; and another from S to W
    ·                        an empty cell
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from core.game import Seat
from core.games.down_under.board import field_with, next_billabong_cell, own_stretch, trace_paths
from core.games.down_under.frames import CARD_SIGNS, EMPTY_CELL
from core.games.down_under.state import (
    ANIMALS,
    BILLABONG,
    BILLABONGS,
    CURVES,
    ENDS,
    NOBODY,
    OWN_SIDES,
    SHAPES,
    SIDES,
    STRAIGHTS,
    Animal,
    Card,
    Cell,
    Curve,
    Laid,
    Lead,
    Path,
    Stage,
    State,
    Straight,
    Stretch,
    cell_over,
    is_beginning,
    is_finished,
    is_ring,
    next_to_begin,
    opposite,
    owner,
    paths_of,
    paths_to_lay,
    reading_order,
    starts_with_ends,
    whole_set,
)
from core.position_fields import Field, Fields, Word, grid

POOL_SIGN: Final = "○"
CARD_OF_SIGN: Final[Mapping[str, Card]] = CARD_SIGNS[0]
"""The card that each sign of a drawing means."""
WAY_OF_SIGN: Final[dict[str, Straight | Curve]] = {
    sign: way for way in (*STRAIGHTS, *CURVES) for sign, card in CARD_OF_SIGN.items() if card == way
}
"""The way over a billabong that each sign behind its own means."""
SIGN_OF_CARD: Final = {card: sign for sign, card in CARD_OF_SIGN.items()}
ANIMAL_OF_LETTER: Final[dict[str, Animal]] = {animal[0]: animal for animal in ANIMALS}
SIDE_LETTERS: Final = "NESW"
SIDE_OF_LETTER: Final = dict(zip(SIDE_LETTERS, SIDES, strict=True))
STRETCH_WORDS: Final = {
    f"{SIDE_LETTERS[enters]}{SIDE_LETTERS[leaves]}": (enters, leaves)
    for enters in SIDES
    for leaves in SIDES
    if enters != leaves
}
"""The sides over which a stretch enters and leaves, by how they are written."""
STAGE_WORDS: Final[dict[str, Stage]] = {"start": "start", "opening": "opening"}

LARGEST_COORDINATE: Final = 99
"""Columns or rows from the first card that notation can name at the most."""
ORDER_ROW_LENGTH: Final = 12
"""Cells in each row of the order: rounds of two, three and four seats fill it."""


class DrawnCard(NamedTuple):
    """A card of a drawing, and where it is drawn."""

    laid: Laid
    word: Word

    @property
    def cell(self) -> Cell:
        """Place of the card."""
        return self.laid.x, self.laid.y


def describe(s: State) -> list[Field]:
    """The fields of a position."""
    fields: list[Field] = []
    if s.cards:
        at, rows = drawing(s.cards)
        fields.append(Field("board", f"{at[0]},{at[1]}", rows))
    cells = [(laid.x, laid.y) for laid in s.played]
    if cells != sorted(cells, key=reading_order):
        fields.append(Field("order", "", _rows_of(cells)))
    for number, (path, usual) in enumerate(zip(s.paths, trace_paths(s.cards, len(s.paths)), strict=True)):
        if path.run != usual.run:
            x, y, enters, leaves = path.run[0]
            fields.append(Field(f"ring-{number}", f"{SIDE_LETTERS[enters]}{SIDE_LETTERS[leaves]}@{x},{y}"))
    if any(s.stuck):
        fields.append(Field("stuck", _numbers(path for path, stuck in enumerate(s.stuck) if stuck)))
    if s.stage != _usual_stage(s):
        fields.append(Field("stage", s.stage))
    if s.turn:
        fields.append(Field("turn", str(s.turn)))
    if s.laid != _usually_laid(s):
        fields.append(Field("laid", _numbers(s.laid)))
    if s.due:
        fields.append(Field("due", " ".join(f"{SIDE_LETTERS[side]}@{x},{y}" for x, y, side in s.due)))
    return fields


def restore(fields: Fields, begin: State) -> State:
    """The position of these fields in a game that begins like this."""
    cards = _cards(fields, begin)
    played = _in_order(fields, [laid for laid, _ in cards])
    usual = trace_paths((*begin.frame, *played), len(begin.paths))
    _expect_whole_paths(cards, usual)
    s = replace(begin, played=played, paths=_paths(fields, usual, len(begin.stuck)))
    s = replace(s, stuck=_stuck(fields, s), turn=Seat(fields.number("turn", 0, 0, s.seats - 1)))
    _expect_begun_in_turn(cards, s)
    s = replace(s, due=_due_cards(fields, s))
    s = replace(s, stage=_stage(fields, s))
    s = replace(s, laid=_laid_paths(fields, s))
    if is_beginning(s) and owner(s.options, s.seats, next_to_begin(s)) != s.turn:
        fields.refuse("turn", "down_under.position.turn")
    if (cell := next_billabong_cell(s)) is not None:
        fields.refuse("board", "down_under.position.crowded", x=cell[0], y=cell[1])
    return s


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


# --- The drawing ---------------------------------------------------------------------------------------


def drawing(cards: Sequence[Laid]) -> tuple[Cell, tuple[str, ...]]:
    """The rows of a drawing of some cards, and the cell of its first word."""
    words: dict[Cell, str] = {}
    for laid in cards:
        words[laid.x, laid.y] = words.get((laid.x, laid.y), "") + _sign(laid)
    xs, ys = [x for x, _ in words], [y for _, y in words]
    rows = [
        [words.get((x, y), EMPTY_CELL) for x in range(min(xs), max(xs) + 1)]
        for y in range(min(ys), max(ys) + 1)
    ]
    return (min(xs), min(ys)), grid(rows)


def read_drawing(rows: Sequence[Sequence[Word]], at: Cell, paths: int) -> list[DrawnCard]:
    """The cards of a drawing whose first word is the cell `at`, row by row; of so many paths."""
    return [
        card
        for y, row in enumerate(rows, at[1])
        for x, word in enumerate(row, at[0])
        for card in _cell((x, y), word, paths)
    ]


def _sign(laid: Laid) -> str:
    if laid.card == BILLABONG:
        return POOL_SIGN + "".join(SIGN_OF_CARD[way] for way in laid.through)
    return f"{SIGN_OF_CARD[laid.card]}{laid.path}{(laid.animal or '')[:1]}"


def _cell(cell: Cell, word: Word, paths: int) -> list[DrawnCard]:
    """The cards on a cell: none, a billabong, a card or two ends."""
    if word.text == EMPTY_CELL:
        return []
    if word.text.startswith(POOL_SIGN):
        return [DrawnCard(Laid(BILLABONG, *cell, NOBODY, through=_ways(word)), word)]
    cards = list(_colours(cell, word, paths))
    if len(cards) > 2 or (len(cards) == 2 and not _are_opposite_ends(cards[0].laid, cards[1].laid)):
        word.refuse("down_under.position.cell")
    return cards


def _colours(cell: Cell, word: Word, paths: int) -> Iterator[DrawnCard]:
    """The cards of a word: a sign, the number of a path and perhaps the letter of an animal each."""
    letters = word.letters()
    while letters:
        sign, *rest = letters
        card = sign.one_of(CARD_OF_SIGN)
        if not rest:
            word.refuse("down_under.position.whose")
        path, *rest = rest
        animal = ANIMAL_OF_LETTER.get(rest[0].text) if rest else None
        number = path.number(0, paths - 1)
        letters = rest[1:] if animal else rest
        text = f"{sign.text}{path.text}{rest[0].text if animal else ''}"
        yield DrawnCard(Laid(card, *cell, number, animal), Word(text, sign.line, sign.column))


def _ways(word: Word) -> tuple[Straight | Curve, ...]:
    """The ways over a billabong: none, one, or two curves side by side."""
    ways = tuple(sign.one_of(WAY_OF_SIGN) for sign in word.letters()[1:])
    sides = [side for way in ways for side in OWN_SIDES[way]]
    if len(set(sides)) < len(sides) or (len(ways) > 1 and not set(ways) <= set(CURVES)):
        word.refuse("down_under.position.ways")
    return ways


def _are_opposite_ends(one: Laid, other: Laid) -> bool:
    both = one.card in ENDS and other.card in ENDS
    return both and opposite(OWN_SIDES[one.card][0]) == OWN_SIDES[other.card][0]


# --- What may lie there --------------------------------------------------------------------------------


def _cards(fields: Fields, begin: State) -> list[DrawnCard]:
    """The cards that have been laid, row by row; those of the frame lie there as they have to."""
    at, rows = fields.word("board"), fields.rows("board")
    corner = (0, 0) if at is None else at.place(-LARGEST_COORDINATE, LARGEST_COORDINATE)
    every = read_drawing(rows, corner, len(begin.paths))
    framing = {laid for laid, _ in every if laid.path >= len(begin.stuck)}
    for laid, word in every:
        if laid in framing and laid not in begin.frame:
            word.refuse("down_under.position.frame")
    if len(framing) < len(begin.frame):
        fields.refuse("board", "down_under.position.frame")
    cards = [card for card in every if card.laid not in framing]
    _expect_supply(cards, begin)
    _expect_inside(cards, begin)
    _expect_together(fields, cards, begin)
    return cards


def _expect_supply(cards: Iterable[DrawnCard], begin: State) -> None:
    """Refuse a card that is in no set, and one more than there are."""
    whole = whole_set(begin.options.animals)
    left = [whole.copy() for _ in begin.stuck]
    billabongs = BILLABONGS
    for laid, word in cards:
        if laid.card == BILLABONG:
            billabongs -= 1
            if billabongs < 0:
                word.refuse("down_under.position.billabongs")
            continue
        kind = SHAPES[laid.card], laid.animal
        if kind not in whole:
            word.refuse("down_under.position.animal")
        left[laid.path][kind] -= 1
        if left[laid.path][kind] < 0:
            word.refuse("down_under.position.too_many")


def _expect_inside(cards: Iterable[DrawnCard], begin: State) -> None:
    """Refuse a card outside the playing field."""
    lying: list[Laid] = []
    for card in cards:
        if card.laid.card not in ENDS:
            if not field_with(begin.options, begin.seats, lying).has(card.cell):
                card.word.refuse("down_under.position.outside")
            lying.append(card.laid)


def _expect_together(fields: Fields, cards: Sequence[DrawnCard], begin: State) -> None:
    """Refuse cards without one where the first has to lie, and one that lies next to no other.

    Inside a frame the first card lies anywhere.
    """
    left = {card.cell: card.word for card in cards}
    if begin.frame:
        _take_neighbours({(laid.x, laid.y) for laid in begin.frame}, left)
    elif cards and (0, 0) not in left:
        fields.refuse("board", "down_under.position.first_card")
    if left:
        _take_neighbours({next(iter(left))}, left)
    for word in left.values():
        word.refuse("down_under.position.apart")


def _take_neighbours(cells: set[Cell], left: dict[Cell, Word]) -> None:
    """Take these cells out of those left, those next to them, slantwise too, and so on."""
    todo = list(cells)
    while todo:
        x, y = todo.pop()
        left.pop((x, y), None)
        around = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        todo += [cell for cell in around if left.pop(cell, None)]


# --- Paths ---------------------------------------------------------------------------------------------


def _rows_of(cells: Sequence[Cell]) -> tuple[str, ...]:
    """Cells as rows of words."""
    words = [f"{x},{y}" for x, y in cells]
    return grid(words[i : i + ORDER_ROW_LENGTH] for i in range(0, len(words), ORDER_ROW_LENGTH))


def _in_order(fields: Fields, cards: Sequence[Laid]) -> tuple[Laid, ...]:
    """The cards in the order in which they were laid."""
    rows = fields.rows("order")
    if "order" not in fields:
        return tuple(cards)
    left: dict[Cell, list[Laid]] = {}
    for laid in cards:
        left.setdefault((laid.x, laid.y), []).append(laid)
    played: list[Laid] = []
    for word in (word for row in rows for word in row):
        here = left.get(word.place(-LARGEST_COORDINATE, LARGEST_COORDINATE))
        if not here:
            word.refuse("down_under.position.order")
        played.append(here.pop(0))
    if len(played) < len(cards):
        fields.refuse("order", "down_under.position.missing")
    return tuple(played)


def _expect_whole_paths(cards: Iterable[DrawnCard], paths: Sequence[Path]) -> None:
    """Refuse a card whose own part does not lie on its path, or on another one too."""
    met: dict[tuple[int, int, frozenset[int]], set[int]] = {}
    for number, path in enumerate(paths):
        for stretch in path.run:
            met.setdefault(_sides(stretch), set()).add(number)
    for laid, word in cards:
        if laid.card != BILLABONG:
            here = met.get(_sides(own_stretch(laid)), set())
            if laid.path not in here:
                word.refuse("down_under.position.torn")
            if len(here) > 1:
                word.refuse("down_under.position.joined")


def _sides(stretch: Stretch) -> tuple[int, int, frozenset[int]]:
    """A stretch without its direction: its cell and its sides."""
    return stretch.x, stretch.y, frozenset((stretch.enters, stretch.leaves))


def _paths(fields: Fields, usual: Sequence[Path], count: int) -> tuple[Path, ...]:
    """The paths, rings read from where they are said to be; those of a frame are none."""
    paths = list(usual)
    for number in range(count):
        if (word := fields.word(f"ring-{number}")) is not None:
            paths[number] = _read_from(usual[number], word)
    return tuple(paths)


def _read_from(path: Path, word: Word) -> Path:
    """The ring as it is read from this stretch on."""
    sides, cell = _at(word)
    first = Stretch(*cell, *sides.one_of(STRETCH_WORDS))
    if first not in path.run or not is_ring(path):
        word.refuse("down_under.position.ring")
    at = path.run.index(first)
    return replace(path, run=path.run[at:] + path.run[:at])


def _at(word: Word) -> tuple[Word, Cell]:
    """Both parts of a word with `@`, the second a cell."""
    sides, _, cell = word.text.partition("@")
    behind = Word(cell, word.line, word.column + len(sides) + 1)
    return Word(sides, word.line, word.column), behind.place(-LARGEST_COORDINATE, LARGEST_COORDINATE)


def _stuck(fields: Fields, s: State) -> tuple[bool, ...]:
    """Mask of the stuck paths: none that its own seat has closed."""
    stuck: set[int] = set()
    for word in fields.words("stuck"):
        path = word.number(0, len(s.stuck) - 1)
        if s.paths[path].tips == ("closed", "closed"):
            word.refuse("down_under.position.stuck")
        stuck.add(path)
    return tuple(path in stuck for path in range(len(s.stuck)))


def _expect_begun_in_turn(cards: Iterable[DrawnCard], s: State) -> None:
    """Refuse a path that has been begun before its turn, or not as it has to be."""
    numbers = range(len(s.stuck))
    first = next((path for path in numbers if not s.paths[path].run and not s.stuck[path]), len(s.stuck))
    closed = {laid.path for laid in s.played if laid.card in ENDS}
    for laid, word in cards:
        if laid.path >= first:
            word.refuse("down_under.position.too_early")
        if laid.path not in closed and laid.card != BILLABONG and starts_with_ends(s.options):
            word.refuse("down_under.position.no_end")


# --- Whose turn it is ----------------------------------------------------------------------------------


def _usual_stage(s: State) -> Stage:
    """The stage that cards and stuck paths say."""
    numbers = range(len(s.stuck))
    if all(is_finished(s, path) for path in numbers):
        return "over"
    if any(not s.paths[path].run and not s.stuck[path] for path in numbers):
        return "start"
    return "play"


def _stage(fields: Fields, s: State) -> Stage:
    """The stage: in the start a card may be due after the last first one, the opening is seat 0's."""
    word, usual = fields.word("stage"), _usual_stage(s)
    if word is None:
        return usual
    stage = word.one_of(STAGE_WORDS)
    may_be = bool(s.due) if stage == "start" else s.options.two_paths == "two cards" and s.turn == 0
    if usual != "play" or not may_be:
        word.refuse("down_under.position.stage")
    return stage


def _due_cards(fields: Fields, s: State) -> tuple[Lead, ...]:
    """Cells where cards are due: a path of the seat to act leads there, out of billabongs."""
    pools = {(laid.x, laid.y) for laid in s.played if laid.card == BILLABONG}
    due: tuple[Lead, ...] = ()
    for word in fields.words("due"):
        side, cell = _at(word)
        lead = Lead(*cell, side.one_of(SIDE_OF_LETTER))
        led = [path for path in paths_to_lay(replace(s, due=(*due, lead))) if not s.stuck[path]]
        if not led or lead in due or cell_over(cell, lead.side) not in pools:
            word.refuse("down_under.position.due")
        due = (*due, lead)
    return due


def _usually_laid(s: State) -> tuple[int, ...]:
    """The path that is due, if one is."""
    return paths_to_lay(s) if s.due else ()


def _laid_paths(fields: Fields, s: State) -> tuple[int, ...]:
    """The paths that got a card: with two cards a turn perhaps one more, before that which is due."""
    usual, words = _usually_laid(s), fields.words("laid")
    if not words:
        return usual
    first, *rest = (word.number(0, len(s.stuck) - 1) for word in words)
    own = first in paths_of(s.options, s.seats, s.turn) and not s.stuck[first]
    in_pairs = s.options.two_paths == "two cards" and s.stage == "play"
    if not in_pairs or not own or first in usual or tuple(rest) != usual:
        words[0].refuse("down_under.position.laid")
    return (first, *rest)
