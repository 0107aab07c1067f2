"""What the pieces of The Great Split look like: icons told apart by shape and colour, cards, tokens."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from client.boards.great_split.art import (
    ICONS,
    CardArt,
    MarketToken,
    Portrait,
    ScoringToken,
    SplitterArt,
    draw_back,
    draw_icon,
    draw_table,
    draw_wallet,
)
from client.boards.kit.pieces import PaintContext
from client.ui import theme
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.games.great_split.data import CARD_LEVELS, GREAT_SPLIT_DATA
from core.games.great_split.state import RESOURCES, TRACKS, UNKNOWN_CARD
from tests.client.colour_sight import EYES, nearest
from tools import draw_art
from tools.art import great_split_icon, great_split_icons

CARDS = range(len(GREAT_SPLIT_DATA.cards))
CARD = Rect(300, 300, 112, 160)
SPOT = Rect(300, 300, 80, 80)
SHAPES = tuple(icon for icon in ICONS if not icon.startswith("contract-"))
"""The contract icons of the resources differ in colour only: they stand on the track of their resource."""

Draw = Callable[[Canvas], None]


@pytest.fixture(params=theme.names())
def canvas(request: pytest.FixtureRequest) -> Canvas:
    """A window of 960 × 540, all black."""
    return made(request.param)


def made(name: str = "lamplight", high: int = 540) -> Canvas:
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    found = Canvas(pygame.Surface((high * 16 // 9, high)), theme.load(name))
    found.fill((0, 0, 0))
    return found


def look(canvas: Canvas, draw: Draw, ground: tuple[int, int, int] = (0, 0, 0)) -> bytes:
    """What is seen after drawing on nothing but a ground."""
    canvas.fill(ground)
    draw(canvas)
    return pygame.image.tobytes(canvas.surface, "RGB")


def card(number: int, **how: object) -> Draw:
    return lambda c: CardArt(number, **how).paint(PaintContext(c, 0.0, str), CARD)  # type: ignore[arg-type]


# --- icons ------------------------------------------------------------------------------------


def test_there_is_an_icon_for_all_that_cards_and_tracks_show() -> None:
    shown = {icon for card in GREAT_SPLIT_DATA.cards for icon in card.icons}
    assert shown | set(TRACKS) | {f"contract-{name}" for name in RESOURCES} <= set(ICONS)
    assert set(ICONS) == set(great_split_icons.ICONS)


@pytest.mark.parametrize("size", [16, 24, 48])
def test_icons_differ_as_silhouettes(size: int) -> None:
    """Of what any two cover together they share four fifths at most; seals differ by what is pressed in."""
    masks = {}
    for name in SHAPES:
        path = draw_art.ASSETS / f"tiles/great_split/sign-{name}.svg"
        masks[name] = pygame.surfarray.array_alpha(pygame.image.load_sized_svg(path, (size, size))) / 255
    shared = {
        (a, b): float(np.minimum(masks[a], masks[b]).sum() / np.maximum(masks[a], masks[b]).sum())
        for a, b in combinations(masks, 2)
    }
    assert max(shared.values()) < 0.8, max(shared, key=lambda pair: shared[pair])


@pytest.mark.parametrize("ground", [(247, 239, 219), (31, 74, 58)])
@pytest.mark.parametrize("size", [16, 28])
def test_icons_differ_without_colour(canvas: Canvas, ground: tuple[int, int, int], size: int) -> None:
    """As drawn, in greys, small, on ivory and on velvet: 0.04 of full brightness apart on average."""
    greys: dict[str, NDArray[np.float64]] = {}
    side = size / canvas.scale
    for name in SHAPES:
        canvas.fill(ground)
        draw_icon(canvas, Rect(100, 100, side, side), name)
        here = pygame.Rect(canvas.pixel(100, 100), (size, size))
        greys[name] = pygame.surfarray.array3d(canvas.surface.subsurface(here)) @ [0.30, 0.59, 0.11] / 255
    apart = {(a, b): float(np.abs(greys[a] - greys[b]).mean()) for a, b in combinations(greys, 2)}
    assert min(apart.values()) > 0.04, min(apart, key=lambda pair: apart[pair])


@pytest.mark.parametrize("eyes", EYES)
def test_resources_differ_in_colour_for_all_eyes(canvas: Canvas, eyes: str) -> None:
    """0.02 in Oklab is just to be seen; black and white are 1 apart. Prestige has its shape."""
    colours: dict[str, tuple[int, int, int]] = {
        name: canvas.colour(f"great_split.{name}")[:3] for name in RESOURCES
    }
    assert nearest(colours, eyes) > (0.1, "", "")


def test_icons_have_the_colours_of_the_usual_palette() -> None:
    usual = theme.load("lamplight").data.palettes["great_split"]
    for name, colour in great_split_icon.COLOURS.items():
        assert usual[name].lower() == colour, name


# --- cards ------------------------------------------------------------------------------------


def test_a_covered_card_still_says_all(canvas: Canvas) -> None:
    """Its left quarter, all that a fan leaves of it, is like that of no other card."""
    strips = set()
    for number in CARDS:
        look(canvas, card(number))
        left = canvas.pixels(Rect(CARD.x, CARD.y, CARD.w * 0.27, CARD.h))
        strips.add(pygame.image.tobytes(canvas.surface.subsurface(left), "RGB"))
    assert len(strips) == len(CARDS)


def test_the_back_is_the_same_whatever_the_card_and_says_nothing(canvas: Canvas) -> None:
    back = look(canvas, card(UNKNOWN_CARD))
    assert look(canvas, card(999)) == look(canvas, card(-7)) == back


def test_decks_have_backs_of_their_own(canvas: Canvas) -> None:
    backs = {look(canvas, partial(draw_back, rect=CARD, level=level)) for level in CARD_LEVELS}
    assert len(backs | {look(canvas, card(UNKNOWN_CARD))}) == 4


def test_sold_and_dim_cards_differ_from_others(canvas: Canvas) -> None:
    for number in (UNKNOWN_CARD, 62):
        ways = [{}, {"sold": True}, {"dim": True}, {"sold": True, "dim": True}]
        assert len({look(canvas, card(number, **way)) for way in ways}) == 4
    assert sum(look(canvas, card(62, dim=True))) < 0.7 * sum(look(canvas, card(62)))


# --- wallets, people, tokens ------------------------------------------------------------------


def test_every_seat_knows_its_wallet_open_or_closed(canvas: Canvas) -> None:
    looks = {
        look(canvas, partial(draw_wallet, rect=SPOT, seat=seat, opened_share=opened))
        for seat in range(7)
        for opened in (0.0, 0.5, 1.0)
    }
    assert len(looks) == 21
    for seat in range(7):
        for opened in (0.0, 1.0):
            look(canvas, partial(draw_wallet, rect=SPOT.scaled(2), seat=seat, opened_share=opened))
            off = pygame.surfarray.array3d(canvas.surface).astype(int) - canvas.colour(f"seat.{seat}")[:3]
            assert (np.abs(off).max(axis=2) < 12).sum() > 30, (seat, opened)


# --- velvet -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rect", [Rect(0, 0, 1920, 1080), Rect(10, 10, 3, 3), Rect(50, 50, 30, 900)])
def test_velvet_covers_all_of_its_place_and_nothing_else(canvas: Canvas, rect: Rect) -> None:
    canvas.fill((255, 0, 255))
    draw_table(canvas, rect)
    left = (pygame.surfarray.array3d(canvas.surface) == (255, 0, 255)).all(axis=2)
    area = canvas.pixels(rect)
    assert not left[area.left : area.right, area.top : area.bottom].any()
    assert (~left).sum() == area.w * area.h


# --- what it costs ----------------------------------------------------------------------------


def everything(canvas: Canvas, x: float, y: float, part: float) -> None:
    """All pieces somewhere, on their way."""
    for art in (CardArt(46), CardArt(UNKNOWN_CARD, sold=True), SplitterArt()):
        art.paint(PaintContext(canvas, 0.0, str), Rect(x, y, 112, 160))
    draw_wallet(canvas, Rect(x, y, 130, 100), 3, opened_share=part)
    for art in (Portrait("pell"), MarketToken(2), ScoringToken("gems")):
        art.paint(PaintContext(canvas, 0.0, str), Rect(x, y, 80, 100))
    draw_icon(canvas, Rect(x, y, 41.3, 41.3), "books-seal")


def test_pieces_on_their_way_are_made_only_once(canvas: Canvas) -> None:
    """Also at places between two pixels, in every pose and faded."""
    for step in range(60):
        everything(canvas, 200, 200, step / 59)
    first = canvas.cache.made
    for step in range(200):
        with canvas.faded(0.3 + step / 400):
            everything(canvas, 100 + 3.31 * step, 150 + 1.77 * step, step / 199)
    assert canvas.cache.made == first
