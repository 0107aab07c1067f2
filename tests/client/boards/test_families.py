"""The smallest board of each family passes the laws of boards with the defaults of the kit alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import combinations

import numpy as np
import pygame
import pytest

from client.boards.contract import Sentence
from client.boards.kit.board import KitBoard
from client.boards.kit.card_table import CARD_LIFT, CardLayout
from client.boards.kit.pieces import rects_by_target
from client.ui.animation import Motion
from client.ui.geometry import Rect
from client.ui.intents import MOUSE, Accept
from core.game import CHANCE, Seat
from core.protocol.messages import EVERYBODY
from tests.client.boards import families, laws
from tests.client.boards.laws import KEYS, PAD, Highlight, frame_at
from tests.client.looking import inside
from tests.core import stones, toy
from tests.core.laws import Played, Shape, every_law, imagined_twin, playout, pool_of

BOARDS: dict[type[KitBoard], Shape] = {
    families.SquareStones: Shape(stones.GAME, stones.Options("square"), 2),
    families.HexStones: Shape(stones.GAME, stones.Options("hexes"), 2),
    families.HandsOfCards: Shape(toy.GAME, toy.ToyOptions(), 3),
}
each_board = pytest.mark.parametrize("kind", BOARDS, ids=lambda kind: kind.__name__)


@pytest.fixture(autouse=True)
def _display() -> Iterator[None]:
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    yield
    pygame.display.quit()


def made(kind: type[KitBoard]) -> KitBoard:
    shape = BOARDS[kind]
    board = kind(shape.game, shape.options, shape.seats)
    board.arrange(laws.FIELD, laws.SIDE)
    return board


@lru_cache
def game_of(kind: type[KitBoard]) -> Played:
    return playout(BOARDS[kind], np.random.default_rng(5))


@pytest.mark.parametrize("options", [stones.Options("square"), stones.Options("hexes")], ids=str)
def test_a_small_game_keeps_the_laws(options: stones.Options) -> None:
    """Rules with nothing that only bots or tests need: no kernel, encoding, motifs or second reading."""
    shape, rng = Shape(stones.GAME, options, 2), np.random.default_rng(3)
    every_law(shape, imagined_twin(stones.GAME), pool_of([shape], rng), rng, every=3)


@each_board
def test_it_is_drawn_moves_without_jumps_and_is_heard(kind: type[KitBoard]) -> None:
    told, board = laws.happenings(game_of(kind)), made(kind)
    for event in (told[0], told[len(told) // 2], told[-1]):
        laws.law_1_drawable(board, event)
        laws.law_3_no_jump(board, event)
        animation = board.animation(event, Motion(), EVERYBODY)
        assert animation.seconds > 0 and animation.cues
    laws.law_2_same_pixels([Highlight(board, frame_at(event.before)) for event in told[:2]])
    moments = [Highlight(board, frame_at(event.before, event=event, t=0.2)) for event in told[-3:]]
    laws.law_4_still_keys(moments)


@each_board
@pytest.mark.parametrize("device", [MOUSE, KEYS, PAD], ids=lambda device: device.kind)
def test_every_action_can_be_reached(kind: type[KitBoard], device: laws.Device) -> None:
    game, states = game_of(kind).game, game_of(kind).states
    state = next(state for state in states if CHANCE not in game.to_act(state))
    laws.law_5_reachable(lambda: made(kind), game, state, game.to_act(state)[0], device)


def test_words_have_keys_by_convention() -> None:
    board, event = made(families.SquareStones), laws.happenings(game_of(families.SquareStones))[2]
    seat = event.seat
    asked, waits = frame_at(event.before, chooser=seat), frame_at(event.before)
    assert board.prompt(asked) == Sentence("stones.prompt.task", seats={"name": seat})
    assert board.prompt(waits) == Sentence("stones.prompt.waiting", seats={"name": seat})
    assert board.caption(event, EVERYBODY) == Sentence("stones.caption.lay", seats={"name": seat})
    assert [key for _, key in board.hints(asked)] == ["stones.hint.accept"]
    assert board.hints(waits) == board.offers(waits) == board.offers(asked) == ()
    last = laws.happenings(game_of(families.SquareStones))[-1].after
    scores = stones.GAME.score(last.view(EVERYBODY))
    for each in (Seat(0), Seat(1)):
        told = board.standing(frame_at(last), each)
        assert told.words == Sentence("stones.tally.points") and told.points == (scores[each],)
        assert (
            told.leads == (scores[each] > scores[1 - each])
            and board.measure(last.view(-1), each) == scores[each]
        )


@pytest.mark.parametrize("viewer", range(-1, 4))
def test_hands_and_what_was_played_lie_apart(viewer: int) -> None:
    lay = CardLayout(laws.FIELD, 4, viewer)
    rows = [reduce(Rect.union, place(seat, 6)) for seat in range(4) for place in (lay.hand, lay.table)]
    assert all(not one.overlaps(other.inset(1)) for one, other in combinations(rows, 2))
    assert all(inside(row, laws.FIELD) for row in rows)
    assert max(rows, key=lambda row: row.bottom) == rows[2 * max(viewer, 0)], "the own hand is the lowest"


def test_a_card_rises_under_the_cursor_and_falls_back() -> None:
    game, states = game_of(families.HandsOfCards).game, game_of(families.HandsOfCards).states
    state = next(state for state in states if CHANCE not in game.to_act(state))
    board, seat = made(families.HandsOfCards), game.to_act(state)[0]
    frame = frame_at(laws.position(game, state, 1, (seat,)), seat, seat)
    layout, picker = board.layout_for(frame.view, seat), board.pickers[seat]
    assert board.held_pieces(frame, layout, picker) == {}
    board.handle(Accept(device=KEYS), frame)
    assert picker.cursor is not None
    lies = rects_by_target(board.action_areas(frame.view, layout))[picker.cursor]
    ((target, rises),) = board.held_pieces(frame, layout, picker).items()
    assert target == picker.cursor and rises.centre == lies.centre and rises.h == lies.h + CARD_LIFT
    board.leave()
    assert board.held_pieces(frame, layout, picker) == {}
