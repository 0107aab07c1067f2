"""What the rules pages say about how positions are encoded is true: fields, types, shapes, numbers."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from core.game import AnyGame
from core.games.ghawar.state import platform_at, space_at
from core.games.great_divide.land import GREAT_DIVIDE_MAP
from core.games.sturt.board import BOARD_WIDTH, ORIGIN_INDEX, place
from tests.core.floors import GROWN

DOCS = Path(__file__).parents[2] / "docs"
ARRAY = "np.ndarray"


class Row(NamedTuple):
    """A line of a table of fields."""

    field: str
    type: str
    shape: str


def encoding(key: str) -> str:
    """The section "Encoding" of a game's page."""
    page = (DOCS / f"rules-{key.replace('_', '-')}.md").read_text(encoding="utf-8")
    return page.partition("\n## Encoding\n")[2].partition("\n## ")[0]


def tables(key: str) -> dict[str, list[Row]]:
    """The tables of fields by the type that each is about."""
    found: dict[str, list[Row]] = {}
    for part in encoding(key).split("\n### ")[1:]:
        rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (.*?) ?\| .*\|$", part.replace(r"\|", "¦"), re.MULTILINE)
        name = part.partition("\n")[0].strip("`")
        found[name] = [Row(field, kind.strip("`").replace("¦", "|"), shape) for field, kind, shape in rows]
    return found


def drawing(key: str) -> list[str]:
    """The lines of the diagram."""
    return encoding(key).split("```")[1].splitlines()


def fields(kind: Any) -> dict[str, str]:
    """The fields of a struct or named tuple with their types as they are written."""
    written = {name: getattr(a, "__forward_arg__", a) for name, a in kind.__annotations__.items()}
    return {name: text.replace("'", '"') for name, text in written.items()}


def parts(state: Any) -> dict[str, Any]:
    """The state and one value of each kind that it is made of, by the names of their types."""
    values = [getattr(state, field) for field in fields(type(state))]
    found = [state, *values, *(value[0] for value in values if isinstance(value, tuple) and value)]
    return {type(value).__name__: value for value in found}


@pytest.mark.parametrize("game", GROWN, ids=lambda game: game.info.key)
def test_every_field_is_told_with_its_type(game: AnyGame) -> None:
    module = import_module(f"core.games.{game.info.key}.state")
    told = tables(game.info.key)
    assert "State" in told
    for name, rows in told.items():
        meant = fields(getattr(module, name))
        assert {row.field: ARRAY if meant.get(row.field) == ARRAY else row.type for row in rows} == meant
        assert [row.field for row in rows] == list(meant)


@pytest.mark.parametrize("game", GROWN, ids=lambda game: game.info.key)
def test_arrays_and_tuples_have_the_shapes_told(game: AnyGame) -> None:
    seats = game.info.seats[-1]
    start = game.start(game.info.options(), seats)
    sizes = {"seats": seats, "trucks": getattr(start.options, "trucks", 0)}
    told = tables(game.info.key)
    for name, value in parts(start).items():
        for row in told.get(name, ()):
            now = getattr(value, row.field)
            shape = re.sub("[a-z]+", lambda word: str(sizes[word[0]]), row.shape)
            if isinstance(now, np.ndarray):
                assert (row.type, shape) == (now.dtype.name, str(now.shape)), row.field
            else:
                assert shape in ("", f"({len(now)},)" if isinstance(now, tuple) else ""), row.field


@pytest.mark.parametrize("game", GROWN, ids=lambda game: game.info.key)
def test_seats_chance_secrets_and_bound_are_told(game: AnyGame) -> None:
    facts = dict(re.findall(r"^\| ([A-Z][\w ]+) \| (.*) \|$", encoding(game.info.key), re.MULTILINE))
    info = game.info
    assert facts["Seats"] == ", ".join(map(str, info.seats))
    assert facts["Chance"].startswith("yes" if info.chance else "no")
    assert facts["Secrets"].startswith("yes" if info.hidden else "no")
    bounds = [game.bound(info.options(), seats) for seats in info.seats]
    assert [int(steps) for steps in re.findall(r"\d+", facts["Steps at most"])] == bounds


def test_the_diagram_of_the_great_divide_numbers_the_spaces_as_the_map_does() -> None:
    numbers = {
        int(number[0]): (number.end(), line)
        for line, text in enumerate(drawing("great_divide")[2:])
        for number in re.finditer(r"\d+", text[:36])
    }
    columns = sorted({x for x, _ in numbers.values()})
    lines = {column: sorted(line for x, line in numbers.values() if x == column) for column in columns}
    places = {space: (columns.index(x), lines[x].index(line)) for space, (x, line) in numbers.items()}
    assert places == dict(enumerate(GREAT_DIVIDE_MAP.places))


def test_the_diagram_of_ghawar_numbers_spaces_and_platforms_as_the_rules_do() -> None:
    for y, line in enumerate(drawing("ghawar")[3:]):
        for x, text in enumerate(re.findall(r"#?\d+", line[6:33])):
            platform = platform_at(x, y)
            assert text == (str(space_at(x, y)) if platform is None else f"#{platform}")


def test_the_diagram_of_sturt_numbers_the_cells_as_the_board_does() -> None:
    rows = [re.findall(r"\d+", line[7:34]) for line in drawing("sturt")[4:13]]
    told = {
        int(cell): (x - ORIGIN_INDEX, y - ORIGIN_INDEX)
        for y, row in enumerate(rows)
        for x, cell in enumerate(row)
    }
    assert told == {cell: place(cell) for cell in range(BOARD_WIDTH**2)}


@pytest.mark.parametrize("game", GROWN, ids=lambda game: game.info.key)
def test_the_page_of_positions_says_what_the_code_says(game: AnyGame) -> None:
    explained = import_module(f"core.games.{game.info.key}.position").__doc__ or ""
    section = (DOCS / "positions.md").read_text(encoding="utf-8").partition(f"\n## {game.info.title}\n")[2]
    assert section.partition("```text\n")[2].partition("\n```")[0] == explained.partition("\n")[2].strip()
