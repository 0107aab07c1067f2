"""What the pieces of The Great Split look like: icons told apart by shape and colour, cards, tokens."""

from __future__ import annotations

from functools import partial

import numpy as np
import pygame
import pytest

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
from tests.client.boards import drawing
from tests.client.boards.drawing import Draw
from tools.art import great_split_icon, great_split_icons

CARDS = range(len(GREAT_SPLIT_DATA.cards))
CARD = Rect(300, 300, 112, 160)
SPOT = Rect(300, 300, 80, 80)


def look(canvas: Canvas, draw: Draw) -> bytes:
    """What is seen after drawing on black."""
    return drawing.look(canvas, draw).tobytes()


def card(number: int, **how: object) -> Draw:
    return lambda c: CardArt(number, **how).paint(PaintContext(c, 0.0, str), CARD)  # type: ignore[arg-type]


# --- icons ------------------------------------------------------------------------------------


def test_there_is_an_icon_for_all_that_cards_and_tracks_show() -> None:
    shown = {icon for card in GREAT_SPLIT_DATA.cards for icon in card.icons}
    assert shown | set(TRACKS) | {f"contract-{name}" for name in RESOURCES} <= set(ICONS)
    assert set(ICONS) == set(great_split_icons.ICONS)


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
