"""Rivers and borders: every drawing keeps the rules, counted here in another way; broken ones are refused."""

from __future__ import annotations

import tomllib
import unicodedata
from collections import Counter
from importlib.resources import files
from typing import Final

import pytest

from core.game import Refused
from core.games import down_under
from core.games.down_under.frames import FRAMES, FieldFrame, read
from core.games.down_under.state import SET_ANIMALS, Laid

TEXT: Final = (files(down_under) / "frames.toml").read_text(encoding="utf-8")
SHEET: Final = tomllib.loads(TEXT)
RIVERS: Final = ["6x6", "5x7", "4x8", "7x7", "6x8", "5x9", "4x10"]
BORDERS: Final = ["6x6", "5x7", "4x8"]
KEYS: Final = [("river", size) for size in RIVERS] + [("border", size) for size in BORDERS]

Cell = tuple[int, int]
Step = tuple[int, int]
UP, RIGHT, DOWN, LEFT = (0, -1), (1, 0), (0, 1), (-1, 0)
STEPS: Final = (UP, RIGHT, DOWN, LEFT)
WORDS: Final = {
    "UP": {UP},
    "RIGHT": {RIGHT},
    "DOWN": {DOWN},
    "LEFT": {LEFT},
    "VERTICAL": {UP, DOWN},
    "HORIZONTAL": {LEFT, RIGHT},
}
"""What the Unicode names of the signs say."""
CARDS: Final = {
    "NS": {UP, DOWN}, "EW": {LEFT, RIGHT}, "NE": {UP, RIGHT}, "SE": {DOWN, RIGHT}, "SW": {DOWN, LEFT},
    "NW": {UP, LEFT}, "endN": {UP}, "endE": {RIGHT}, "endS": {DOWN}, "endW": {LEFT},
}  # fmt: skip


def beyond(cell: Cell, step: Step) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def back(step: Step) -> Step:
    return -step[0], -step[1]


def own(laid: Laid) -> set[Step]:
    return CARDS[laid.card]


def neutral(laid: Laid) -> set[Step]:
    """The sides that the neutral part joins; behind a stub, those beside it."""
    parts = own(laid)
    return {step for step in STEPS if step not in parts and not (len(parts) == 1 and back(step) in parts)}


def drawn(name: str, size: str) -> dict[Cell, tuple[int, set[Step]]]:
    """Path and own part of each card of a drawing, by the names of its signs; cells count from its corner."""
    found = {}
    for y, row in enumerate(SHEET[name][size].split("\n")):
        for x, sign in enumerate(row):
            words = unicodedata.name(sign).split()
            if words[0] == "BOX":
                sides = set[Step]().union(*(WORDS[word] for word in words if word in WORDS))
                found[x, y] = (int("HEAVY" in words), sides)
    return found


def every(name: str) -> list[FieldFrame]:
    return [frame for (kind, _), frame in FRAMES.items() if kind == name]


def cards_of(frame: FieldFrame) -> dict[Cell, Laid]:
    return {(laid.x, laid.y): laid for run in frame.runs for laid in run}


def field_of(frame: FieldFrame) -> set[Cell]:
    return {(x, y) for x in range(frame.width) for y in range(frame.height)}


# --- What all drawings have in common ------------------------------------------------------------------


def test_there_is_a_drawing_for_every_size_that_has_a_frame() -> None:
    assert list(FRAMES) == KEYS


@pytest.mark.parametrize(("name", "size"), KEYS)
def test_the_cards_are_those_of_the_drawing(name: str, size: str) -> None:
    frame, signs = FRAMES[name, size], drawn(name, size)
    first = min(signs, key=lambda cell: (cell[1], cell[0]))
    corner = min(cards_of(frame), key=lambda cell: (cell[1], cell[0]))
    moved = {(x - first[0] + corner[0], y - first[1] + corner[1]): sign for (x, y), sign in signs.items()}
    assert {cell: (laid.path, own(laid)) for cell, laid in cards_of(frame).items()} == moved


@pytest.mark.parametrize(("name", "size"), KEYS)
def test_the_field_has_its_size_lies_broad_and_the_drawing_shows_its_empty_cells(
    name: str, size: str
) -> None:
    frame = FRAMES[name, size]
    a, b = map(int, size.split("x"))
    assert (frame.height, frame.width) == (a, b) and a <= b
    empty = field_of(frame) - set(cards_of(frame))
    dots = {
        (x, y)
        for y, row in enumerate(SHEET[name][size].split("\n"))
        for x, sign in enumerate(row)
        if sign == "·"
    }
    assert from_corner(dots) == from_corner(empty)


def from_corner(cells: set[Cell]) -> set[Cell]:
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return {(x - left, y - top) for x, y in cells}


@pytest.mark.parametrize(("name", "size"), KEYS)
def test_each_path_is_a_whole_set_with_its_animals(name: str, size: str) -> None:
    runs = FRAMES[name, size].runs
    assert len(runs) == (2 if name == "border" else 1)
    for number, run in enumerate(runs):
        straights = [laid for laid in run if own(laid) in ({UP, DOWN}, {LEFT, RIGHT})]
        ends = [laid for laid in run if len(own(laid)) == 1]
        curves = [laid for laid in run if laid not in straights and laid not in ends]
        assert (len(straights), len(curves), len(ends)) == (7, 9, 2)
        assert Counter(laid.animal for laid in straights) == SET_ANIMALS["straight"]
        assert Counter(laid.animal for laid in curves) == SET_ANIMALS["curve"]
        assert [laid.animal for laid in ends] == [None, None]
        assert all(laid.path == number and not laid.through for laid in run)


@pytest.mark.parametrize(("name", "size"), KEYS)
def test_own_parts_lead_from_one_end_to_the_other_and_touch_nothing_else(name: str, size: str) -> None:
    frame = FRAMES[name, size]
    cards = cards_of(frame)
    assert len(cards) == 18 * len(frame.runs), "two cards lie on one cell"
    for run in frame.runs:
        cells = [(laid.x, laid.y) for laid in run]
        assert len(own(run[0])) == len(own(run[-1])) == 1
        assert (cells[0][1], cells[0][0]) < (cells[-1][1], cells[-1][0])
        for i, laid in enumerate(run):
            joined = {beyond(cells[i], step) for step in own(laid)}
            assert joined == set(cells[max(i - 1, 0) : i] + cells[i + 1 : i + 2])
            assert all(back(step) in own(cards[beyond(cells[i], step)]) for step in own(laid))


# --- Rivers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", RIVERS)
def test_a_river_marks_first_and_last_row_and_column(size: str) -> None:
    frame = FRAMES["river", size]
    lines = [laid for laid in frame.runs[0] if len(own(laid)) == 2]
    assert {laid.x for laid in lines} == set(range(frame.width))
    assert {laid.y for laid in lines} == set(range(frame.height))


@pytest.mark.parametrize("size", RIVERS)
def test_a_river_runs_from_over_one_border_to_the_line_along_the_opposite_one(size: str) -> None:
    frame = FRAMES["river", size]
    ends = [frame.runs[0][0], frame.runs[0][-1]]
    west, east = sorted(ends, key=lambda laid: laid.x)
    north, south = sorted(ends, key=lambda laid: laid.y)
    across = (west.x, east.x) == (-1, frame.width - 1) and east.y in (-1, frame.height)
    down = (north.y, south.y) == (-1, frame.height - 1) and south.x in (-1, frame.width)
    assert across or down


def banks(frame: FieldFrame) -> list[set[Cell]]:
    """The cells of the field on either side of the river, which runs from border to border."""
    left = {(x, y) for x in range(-1, frame.width + 1) for y in range(-1, frame.height + 1)}
    left -= set(cards_of(frame))
    parts = []
    while left:
        part, todo = set[Cell](), [min(left)]
        while todo:
            here = todo.pop()
            if here in left:
                left.discard(here)
                part.add(here)
                todo += [beyond(here, step) for step in STEPS]
        parts.append(part & field_of(frame))
    return parts


@pytest.mark.parametrize("size", RIVERS)
def test_a_river_has_equally_much_room_on_both_banks(size: str) -> None:
    one, other = banks(FRAMES["river", size])
    assert abs(len(one) - len(other)) <= 1


def led(cards: dict[Cell, Laid], cell: Cell, step: Step) -> Cell:
    """Where one gets to who leaves this cell over this side and follows neutral parts to their end."""
    here = beyond(cell, step)
    while here in cards and back(step) in neutral(cards[here]):
        (step,) = neutral(cards[here]) - {back(step)}
        here = beyond(here, step)
    return here


@pytest.mark.parametrize("size", RIVERS)
def test_one_can_cross_a_river_and_does_it_in_its_middle_part(size: str) -> None:
    frame = FRAMES["river", size]
    cards, (one, other) = cards_of(frame), banks(frame)
    fords = [(cell, step) for cell in one for step in STEPS if led(cards, cell, step) in other]
    assert len(fords) >= 5
    middle = frame.runs[0][5:-5]
    assert sum(own(laid) in ({UP, DOWN}, {LEFT, RIGHT}) for laid in middle) >= 4


# --- Borders -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", BORDERS)
def test_a_border_leaves_the_field_free_and_is_all_around_it(size: str) -> None:
    frame = FRAMES["border", size]
    field, cards = field_of(frame), cards_of(frame)
    around = {(x, y) for x in range(-1, frame.width + 1) for y in range(-1, frame.height + 1)} - field
    assert len(around) == 28
    assert not field & set(cards)
    assert around <= set(cards)


@pytest.mark.parametrize("size", BORDERS)
def test_curves_of_a_border_lead_into_it_and_back(size: str) -> None:
    frame = FRAMES["border", size]
    field, cards = field_of(frame), cards_of(frame)
    returns = 0
    for cell in field:
        for step in STEPS:
            first = cards.get(beyond(cell, step))
            if first is None:
                continue
            assert back(step) in neutral(first), "nobody runs against an own part"
            there = led(cards, cell, step)
            if len(own(first)) == 2 and first.card not in ("NS", "EW"):
                assert there in field and there != cell
                assert led(cards, there, step) == cell
                returns += 1
            else:
                assert there not in field | set(cards), "out of the field, where an end can lie"
    assert returns == 8


@pytest.mark.parametrize("size", BORDERS)
def test_a_border_turned_by_half_has_its_sets_exchanged(size: str) -> None:
    frame = FRAMES["border", size]
    one, other = ({(laid.x, laid.y): own(laid) for laid in run} for run in frame.runs)
    turned = {
        (frame.width - 1 - x, frame.height - 1 - y): {back(step) for step in part}
        for (x, y), part in one.items()
    }
    assert turned == other


# --- Drawings that are refused -------------------------------------------------------------------------


def refused(text: str) -> str:
    """What is said of such a file."""
    with pytest.raises(Refused) as caught:
        read(text)
    assert caught.value.refusal.code == "down_under.refusal.data"
    return str(caught.value.refusal.values["detail"])


HEAD: Final = TEXT[: TEXT.index("[river]")]
RIVER: Final = """
      ╷
 ····┌┘
 ····│·
 ·┌─┐│·
 ·│·││·
╶┐│·└┘·
 └┘····
"""
BORDER: Final = """
    ┌┐
 ╶──┘└──┐
 ╻······│
 ┃······│
┏┛······└┐
┗┓······┌┘
 ┃······│
 ┃······╵
 ┗━━┓┏━━╸
    ┗┛
"""


def file_with(name: str, drawing: str, size: str = "6x6") -> str:
    """A file with nothing but this drawing."""
    tables = [HEAD, *(f"[{table}]\n" for table in ("river", "border"))]
    tables[1 if name == "river" else 2] += f'{size} = """{drawing}"""\n'
    return "".join(tables)


def drawn_again(drawing: str, *rows: tuple[int, str]) -> str:
    """A drawing with other lines; the first is line 1."""
    lines = drawing.split("\n")
    for line, row in rows:
        assert lines[line] != row
        lines[line] = row
    return "\n".join(lines)


def test_the_drawings_below_are_sound_as_long_as_nothing_is_changed() -> None:
    assert read(TEXT) == FRAMES
    assert len(read(file_with("river", RIVER))["river", "6x6"].runs) == 1
    assert len(read(file_with("border", BORDER))["border", "6x6"].runs) == 2


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("straights =", "straits =", "unknown field"),
        ("[river]", "[rivers]", "unknown field"),
        ("[border]", "[border", "Expected"),
        ('"dingo"', '"dog"', "Invalid enum value 'dog'"),
        ('"dingo"', '"emu"', "curves: a set has 2 kangaroo, 2 emu, 2 platypus, 2 rabbit, 1 dingo"),
        ('["kangaroo", ', "[", "straights: a set has 2 kangaroo, 2 emu, 1 platypus, 2 rabbit"),
        ("6x6", "six", "match"),
        ("6x6", "6x0", "match"),
    ],
)
def test_a_file_of_another_form_is_refused(old: str, new: str, said: str) -> None:
    assert old in TEXT
    assert said in refused(TEXT.replace(old, new, 1))


RING_APART: Final = """
 ·┌┐···
╶─┘│···
 ··│···
 ┌┐│···
 └┘└──┐
 ·····│
      ╵
"""
ROUND_THE_CORNER: Final = """
   ╷
 ┌─┘···
 │·····
 │··┌──╴
 │·┌┘··
 │┌┘···
 └┘····
"""
LOW: Final = """
       ╷
 ·····┌┘
 ·┌─┐·│·
 ·│·│·│·
╶┐│·└─┘·
 └┘·····
 ·······
"""


@pytest.mark.parametrize(
    ("drawing", "said"),
    [
        (drawn_again(RIVER, (2, " ··x·┌┘")), "line 2 has x, which is no card"),
        (drawn_again(RIVER, (2, " ··\u200b·┌┘")), "line 2 has ?, which is no card"),
        (drawn_again(RIVER, (3, " ····┃·")), "line 3 has ┃, which is no card"),
        (drawn_again(RIVER, (7, " └┘·· ·")), "4,5 of the field is neither empty nor covered"),
        (drawn_again(RIVER, (7, " └┘")), "2,5 of the field is neither empty nor covered"),
        (drawn_again(RIVER, (7, "")), "the field is 6x5"),
        (drawn_again(RIVER, (7, " └┘··│·")), "a set has 7 of shape straight, not 8"),
        (drawn_again(RIVER, (4, " ·┌┐·│·")), "a set has 7 of shape straight, not 6"),
        (drawn_again(RIVER, (1, "")), "a set has 2 of shape end, not 1"),
        (drawn_again(RIVER, (3, " ····─·")), "the path is broken on 4,1"),
        (drawn_again(RIVER, (1, "      ╵")), "the path is broken on 5,-2"),
        (drawn_again(RIVER, (2, " ····┌┐")), "the path is broken on 5,0"),
        (RING_APART, "cards left over"),
        (ROUND_THE_CORNER, "its ends do not lie on opposite borders"),
        ("", "there is no field"),
    ],
)
def test_a_broken_river_is_refused(drawing: str, said: str) -> None:
    detail = refused(file_with("river", drawing))
    assert detail.startswith("river.6x6: ") and said in detail


def test_a_river_that_leaves_a_row_untouched_is_refused() -> None:
    detail = refused(file_with("river", LOW, "6x7"))
    assert detail == "river.6x7: its straights and curves do not reach from border to border both ways"


@pytest.mark.parametrize(
    ("drawing", "said"),
    [
        (drawn_again(BORDER, (2, " ╶━─┘└──┐"), (9, " ┗━━┓┏─━╸")), "two paths are joined on 0,-1"),
        (drawn_again(BORDER, (2, " ╶│─┘└──┐")), "the path is broken on 0,-1"),
        (drawn_again(BORDER, (4, " ┃······┃"), (7, " │······│")), "two paths are joined on 6,1"),
        (
            drawn_again(BORDER, (1, ""), (2, " ╶──┐┌──┐"), (3, " ╻··└┘··│")),
            "2,0 of the field is covered",
        ),
        (drawn_again(BORDER, (10, "    ┗")), "a set has 9 of shape curve, not 8"),
        (BORDER.replace("·", " "), "there is no field"),
        (drawn_again(BORDER, (8, " ┃     ·╵")), "0,5 of the field is neither empty nor covered"),
    ],
)
def test_a_broken_border_is_refused(drawing: str, said: str) -> None:
    detail = refused(file_with("border", drawing))
    assert detail == f"border.6x6: {said}"


def test_a_drawing_stands_under_its_size_either_way_round() -> None:
    assert refused(file_with("border", BORDER, "5x7")) == "border.5x7: the field is 6x6"
    high = dict(FRAMES)["river", "5x7"]
    assert read(file_with("river", SHEET["river"]["5x7"], "7x5"))["river", "7x5"] == high
