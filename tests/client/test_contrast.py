"""Contrast on the tables: pieces on their ground at least 3:1, words on paper over any land at least 4.5:1.

Measured on pixels that were drawn, with both themes, by usual eyes and by eyes without red, green or blue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pygame
import pytest
from msgspec.structs import replace

from client.boards import board as board_for
from client.boards.down_under.art import animal_rect
from client.boards.ghawar.cubes import cube_rect
from client.boards.great_split.layout import sign_rects
from client.boards.great_split.tracks import marks
from client.screens.table.layout import TableLayout
from client.ui import theme as themes
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.game import Seat, read_only
from core.games import game
from core.games.down_under.state import Options as DownUnder
from core.games.ghawar.state import COLOURS
from core.protocol.messages import EVERYBODY
from tests.client.boards.down_under.fixtures import set_up
from tests.client.boards.great_split.fixtures import stage as great_split_stage
from tests.client.boards.laws import frame_at, position
from tests.client.colour_sight import EYES, linear
from tests.core.games.ghawar.diagrams import position as diagram

Rgb = tuple[int, int, int]
PIECE, TEXT = 3.0, 4.5


@pytest.fixture(autouse=True)
def _display() -> Iterator[None]:
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    yield
    pygame.display.quit()


class Pair(NamedTuple):
    """Two colours that have to be told apart: what they are, and both."""

    what: str
    one: Rgb
    other: Rgb


class Drawn(NamedTuple):
    """A table as it is drawn: pixels of the whole window at one pixel a unit, its board and layout."""

    pixels: Any
    board: Any
    view: Any
    lay: TableLayout

    def mean(self, rect: Rect) -> Rgb:
        """The mean colour in a rectangle."""
        part = self.part(rect).reshape(-1, 3)
        return tuple(int(value) for value in part.mean(axis=0))  # type: ignore[return-value]

    def part(self, rect: Rect) -> Any:
        """The pixels in a rectangle."""
        return self.pixels[round(rect.x) : round(rect.right), round(rect.y) : round(rect.bottom)]

    def darkest(self, rect: Rect, share: float = 0.1) -> Rgb:
        """The mean of the darkest share of the pixels in a rectangle."""
        return self._extreme(rect, share, 1)

    def brightest(self, rect: Rect, share: float = 0.1) -> Rgb:
        """The mean of the brightest share of the pixels in a rectangle."""
        return self._extreme(rect, share, -1)

    def _extreme(self, rect: Rect, share: float, sign: int) -> Rgb:
        part = self.part(rect).reshape(-1, 3)
        order = np.argsort(sign * part.sum(axis=1, dtype=int))
        found = part[order[: max(1, int(len(part) * share))]].mean(axis=0)
        return tuple(int(value) for value in found)  # type: ignore[return-value]


def table(key: str, theme: str, state: Any = None, *, bare: bool = False) -> Drawn:
    """A table of a game with a theme, at a state or at its start; `bare`: only its land."""
    rules = game(key)
    seats = rules.info.seats[0]
    canvas = Canvas(pygame.Surface((1920, 1080)), themes.load(theme))
    board: Any = board_for(rules, getattr(state, "options", rules.info.options()), seats)
    lay = TableLayout.of(canvas.area, seats, 4, 0, board.aspect_ratio)
    board.arrange(lay.field, lay.side, canvas.area, lay.plates)
    state = rules.start(rules.info.options(), seats) if state is None else state
    frame = frame_at(position(rules, state, 0, (EVERYBODY,)), -1)
    still = board.still(frame)
    still.paint_ground(canvas)
    if not bare:
        still.paint_field(canvas)
        still.paint_side(canvas)
    return Drawn(pygame.surfarray.array3d(canvas.surface), board, frame.view, lay)


def contrast(one: Rgb, other: Rgb, eyes: str) -> float:
    """How many times as bright the brighter is, to certain eyes (WCAG 2)."""
    bright = [
        0.05 + float(np.clip(EYES[eyes] @ linear(colour), 0, 1) @ (0.2126, 0.7152, 0.0722))
        for colour in (one, other)
    ]
    return max(bright) / min(bright)


def sturt(theme: str) -> Sequence[Pair]:
    """Cards on the ground, tracks on cards, pennants on the rim."""
    rules = game("sturt")
    state = rules.start(rules.info.options(), 2)
    for action in ("9@0,0", "3@1,0", "5@0,1"):
        state = rules.apply(state, rules.to_act(state)[0], rules.parse(action))
    drawn = table("sturt", theme, state)
    layout = drawn.board.layout(drawn.view)
    card, ground = layout.cell((0, 0)).inset(12), layout.cell((-2, -2)).inset(12)
    track = drawn.darkest(card, 0.05)
    return [
        Pair("a card on the ground", drawn.mean(card), drawn.mean(ground)),
        Pair("tracks on a card", track, drawn.mean(Rect(card.x, card.cy - 8, 16, 16))),
    ]


def great_split(theme: str) -> Sequence[Pair]:
    """Spaces reached and those ahead, figures on both, and the bars of the others in their slots."""
    rules = game("great_split")
    canvas = Canvas(pygame.Surface((1920, 1080)), themes.load(theme))
    board: Any = board_for(rules, rules.info.options(), 3)
    lay = TableLayout.of(canvas.area, 3, 4, 0, board.aspect_ratio, board.foot_height)
    board.arrange(lay.field, lay.side, canvas.area, lay.plates)
    state = great_split_stage("split", hand=(1, 2), tracks=(8,) * 10)
    state = msgspec.structs.replace(state, estates=state.estates[:1] * 3, shown=state.estates[:1] * 3)
    frame = frame_at(position(rules, state, 0, (Seat(0),)), 0)
    board.still(frame).paint_field(canvas)
    board.draw(canvas, frame)
    drawn = Drawn(pygame.surfarray.array3d(canvas.surface), board, frame.view, lay)
    layout, found = board.layout_for(frame.view, 0), list[Pair]()
    for track in range(10):
        bare = [
            n for n, mark in enumerate(marks(track), 1) if mark.kind in ("", "value") and not mark.contract
        ]
        spaces = max(n for n in bare if n <= 8), min(n for n in bare if n > 9)
        cells = [layout.cell(0, track, n) for n in spaces]
        reached, ahead = (Rect(cell.x + 5, cell.y + 5, 8, 5) for cell in cells)
        found.append(Pair(f"what was reached of {track}", drawn.mean(reached), drawn.mean(ahead)))
    for resource in range(5):
        bars = sign_rects(layout.pair(1, resource))[1]
        first = bars.place(min(bars.w, 40.0), bars.h).columns(5, 4, gap=3)[0].inset(4)
        full, empty = first.cut_bottom(4)[0], first.cut_top(4)[0]
        found.append(Pair(f"a bar of {resource} in its slot", drawn.mean(full), drawn.mean(empty)))
    return found


def ghawar(theme: str) -> Sequence[Pair]:
    """The rim of each cube on a bare platform and on the mats of derricks, numbers beside the field."""
    drawing = "+ - + - + - + - + - + - +\n| r | o | y | g | b | v |\n+ - + - + - + - + - + - +\n"
    drawing += "| rS | oS | yN | gN | bS | vN |"
    drawn = table("ghawar", theme, diagram(drawing).state)
    layout = drawn.board.layout(drawn.view)
    pairs = []
    for row in (0, 1):
        for column, colour in enumerate(COLOURS):
            place = layout.platform(6 * row + column)
            bare = layout.platform(35).scaled(0.6) if row == 0 else place.scaled(0.86).cut_top(8)[0]
            cube = cube_rect(place)
            rim = drawn.darkest(cube.cut_left(0.1 * cube.w)[0].inset(0, 0.2 * cube.h), 0.25)
            ground = drawn.mean(bare)
            pairs.append(Pair(f"the rim of a {colour} cube in row {row + 1}", rim, ground))
    return pairs


def great_divide(theme: str) -> Sequence[Pair]:
    """Cards on both oceans, rivers in their beds, arrows on every area: each with what surrounds it."""
    rules = game("great_divide")
    start = rules.start(rules.info.options(), 2)
    tiles, land = np.full(rules.land.size, -1, dtype=np.int8), rules.land
    for place, way in ((0, 4), 5), ((1, 4), 5), ((2, 4), 5), ((6, 4), 2), ((5, 4), 2), ((4, 4), 2):
        tiles[land.space[place]] = way
    cards = np.ones_like(start.cards)
    drawn = table(
        "great_divide", theme, replace(start, stage="turn", tiles=read_only(tiles), cards=read_only(cards))
    )
    layout = drawn.board.layout(drawn.view)
    pairs = []
    for seat, place in enumerate(((1, 4), (5, 4))):
        box = layout.spaces.box(land.space[place])
        x, y = layout.card(seat, "1").x, layout.card(seat, "1").cy
        rim, line = drawn.mean(Rect(x + 1, y, 2, 20)), drawn.mean(Rect(x - 2, y, 2, 20))
        pairs.append(Pair(f"the rim of a card of {seat}", rim, line))
        middle = box.scaled(0.3)
        pairs.append(Pair(f"a river of {seat}", drawn.brightest(middle, 0.2), drawn.darkest(middle, 0.2)))
        (cx, cy), (ex, ey) = box.centre, layout.spaces.edge(land.space[place], (5, 2)[seat])
        end = Rect.around(cx + 0.84 * (ex - cx), cy + 0.84 * (ey - cy), 24)
        pairs.append(Pair(f"the arrow of a tile of {seat}", drawn.brightest(end, 0.05), drawn.darkest(end)))
    return pairs


def down_under(theme: str) -> Sequence[Pair]:
    """Cards on the earth, roads on cards, the border of the field, animals on their discs."""
    herd = {"kangaroo": "EW", "emu": "EW", "platypus": "EW", "rabbit": "EW", "dingo": "SE"}
    laid = enumerate(herd.items())
    cards = " ".join(f"{n % 2}:{card}@{n},0={animal}" for n, (animal, card) in laid)
    drawn = table("down_under", theme, set_up(f"{cards} 1:EW@6,4=emu", DownUnder(animals=True)))
    cell = drawn.board.layout(drawn.view).grid.cell
    own, free, earth = cell(0, 0), cell(3, 2), cell(3, -1)
    paper = drawn.mean(Rect(own.x + 0.08 * own.w, own.y + 0.08 * own.h, 0.2 * own.w, 0.2 * own.h))
    fence = drawn.brightest(Rect(free.x, own.y - 5, free.w, 10), 0.2)
    pairs = [
        Pair("a card on a free cell", paper, drawn.mean(free.inset(12))),
        Pair("the border of the field", fence, drawn.mean(earth.cut_bottom(30)[0].inset(0, 10))),
    ]
    for seat in (0, 1):
        across = Rect(cell(seat, 0).cx - 4, own.y, 8, own.h)
        along = Rect(cell(seat, 0).x + 8, own.cy - 30, 30, 60)
        pairs.append(
            Pair("the edge of a grey road", drawn.darkest(across.cut_top(20)[0].grown(30), 0.1), paper)
        )
        pairs.append(Pair(f"the path of seat {seat}", drawn.darkest(along, 0.2), paper))
    for number, (animal, card) in enumerate(herd.items()):
        disc = animal_rect(cell(number, 0), card).scaled(0.7)  # type: ignore[arg-type]
        pairs.append(Pair(f"the {animal}", drawn.darkest(disc, 0.2), drawn.brightest(disc, 0.2)))
    return pairs


PAIRS: dict[str, Callable[[str], Sequence[Pair]]] = {
    "great_divide": great_divide,
    "sturt": sturt,
    "ghawar": ghawar,
    "down_under": down_under,
    "great_split": great_split,
}
"""For each game what has to be told apart on its table, by theme."""


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", themes.names())
@pytest.mark.parametrize("key", PAIRS)
def test_pieces_stand_out_from_their_ground(key: str, theme: str, eyes: str) -> None:
    for pair in PAIRS[key](theme):
        found = contrast(pair.one, pair.other, eyes)
        assert found >= PIECE, f"{pair.what}: {found:.2f}, {pair.one} on {pair.other}"


@pytest.mark.parametrize("theme", themes.names())
@pytest.mark.parametrize("key", PAIRS)
def test_words_can_be_read_on_paper_over_any_land(key: str, theme: str) -> None:
    drawn, look = table(key, theme, bare=True), themes.load(theme)
    sides = [drawn.part(Rect(x, 0, 380, 1080)).reshape(-1, 3) for x in (0, 1540)]
    for panel in ("veil", "veil_raised"):
        paper = np.array(look.colour(panel), dtype=float)
        share = paper[3] / 255
        for land in (extreme for side in sides for extreme in (side.min(axis=0), side.max(axis=0))):
            ground = tuple(int(v) for v in paper[:3] * share + land * (1 - share))
            for ink in ("ink", "quiet"):
                found = contrast(look.colour(ink)[:3], ground, "usual")  # type: ignore[arg-type]
                assert found >= TEXT, f"{ink} on {panel}: {found:.2f}"


def test_a_colour_that_is_too_like_its_ground_is_noticed() -> None:
    sand, card = (201, 132, 63), (217, 165, 91)
    assert contrast(sand, card, "usual") < PIECE
    assert (
        contrast((0, 158, 115), (213, 94, 0), "without red") < PIECE <= contrast((27, 21, 18), card, "usual")
    )
