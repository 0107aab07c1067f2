"""The laws of boards over every game with its usual options and some others.

The second half sees each law notice the faults that are planted in the toy's board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any

import msgspec
import numpy as np
import pygame
import pytest

from client.boards import BOARDS
from client.boards.contract import Animation, Board, Cue, Frame, Reply, Sentence
from client.boards.kit.action_picker import ActionKey
from client.boards.kit.board import KitBoard
from client.boards.kit.pieces import Art, PaintContext, Piece, Target
from client.boards.kit.timeline import Timeline
from client.boards.kit.tips import Tip
from client.screens.rules.pages import page_about
from client.session.events import GameEvent
from client.ui.animation import CHAIN_INTERVAL, Motion
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import MOUSE, Cycle, Device, Intent, MoveFocus
from core.game import CHANCE, AnyGame, Seat
from core.games import GAMES
from core.match import Step
from core.protocol.messages import EVERYBODY
from tests.client.boards import laws
from tests.client.boards.laws import KEYS, PAD, Highlight, frame_at
from tests.client.boards.toy import Card, Layout, ToyBoard
from tests.core import toy
from tests.core.laws import Played, Shape, playout, possible
from tests.core.shapes import enough_of, shapes_of
from tests.core.test_laws import twin_of
from tests.core.toy import Play, ToyState
from tests.covering import spread

pytestmark = pytest.mark.covering(most=6)
"""Of the four ways to play each game one; each device, and reduced motion, at some of them."""

EVERY: tuple[AnyGame, ...] = (*GAMES, toy.GAME)
SHAPES = [shape for game in EVERY for shape in spread(enough_of(shapes_of(game)), 4)]
NAMES = ("Ada", "Bo", "Cleo", "Dora", "Emil", "Fay", "Gus")
DEVICES = (MOUSE, KEYS, PAD)


@pytest.fixture(autouse=True)
def _display() -> Iterator[None]:
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    yield
    pygame.display.quit()


def make(shape: Shape) -> Board:
    """A new board for a table of this shape."""
    key = shape.game.info.key
    module, name = BOARDS.get(key, ("tests.client.boards.toy", "ToyBoard"))
    board: Board = getattr(import_module(module), name)(shape.game, shape.options, shape.seats)
    board.arrange(laws.FIELD, laws.SIDE)
    return board


@lru_cache(maxsize=32)
def game_of(shape: Shape) -> Played:
    return playout(shape, np.random.default_rng(5))


def shape_name(shape: Shape) -> str:
    values = (str(getattr(shape.options, name)) for name in shape.options.__struct_fields__)
    return "-".join([shape.game.info.key, *values, str(shape.seats)])


def some(played: Played, count: int) -> list[int]:
    """Numbers of so many steps of a game, from the first to the last."""
    return sorted({int(n) for n in np.linspace(0, len(played.steps) - 1, count)})


every_shape = pytest.mark.parametrize("shape", SHAPES, ids=shape_name)


def test_every_game_is_covered() -> None:
    assert {shape.game.info.key for shape in SHAPES} == {game.info.key for game in EVERY}


@pytest.mark.covering(most=8)
@every_shape
@pytest.mark.parametrize("reduced", [False, True], ids=["moving", "reduced"])
def test_law_1_every_moment_can_be_drawn(shape: Shape, reduced: bool) -> None:
    board, told = make(shape), laws.happenings(game_of(shape))
    for number in some(game_of(shape), 6):
        laws.law_1_drawable(board, told[number], Motion(reduced=reduced))


@every_shape
def test_law_2_equal_inputs_give_equal_pixels(shape: Shape) -> None:
    board, told = make(shape), laws.happenings(game_of(shape))
    moments = [
        Highlight(board, frame_at(told[n].before, chooser=chooser(told[n]))) for n in some(game_of(shape), 4)
    ]
    for number in some(game_of(shape), 4):
        seconds = board.animation(told[number], Motion(), -1).seconds
        moments += [
            Highlight(board, frame_at(told[number].before, event=told[number], t=seconds * share))
            for share in (0.2, 0.7)
        ]
    laws.law_2_same_pixels(moments)


@every_shape
def test_law_3_nothing_jumps(shape: Shape) -> None:
    board, told = make(shape), laws.happenings(game_of(shape))
    for number in some(game_of(shape), 8):
        laws.law_3_no_jump(board, told[number])


@every_shape
def test_law_4_still_keys_name_all_they_depend_on(shape: Shape) -> None:
    board, told = make(shape), laws.happenings(game_of(shape))
    moments = []
    for number in some(game_of(shape), 5):
        seconds = board.animation(told[number], Motion(), -1).seconds
        moments += [
            Highlight(board, frame_at(told[number].before, event=told[number], t=seconds * share))
            for share in (0.0, 0.5, 0.99)
        ]
        moments.append(Highlight(board, frame_at(told[number].after, chooser=chooser(told[number]))))
    laws.law_4_still_keys(moments)


@every_shape
@pytest.mark.parametrize("device", DEVICES, ids=lambda device: device.kind)
def test_law_5_every_action_can_be_reached(shape: Shape, device: Device) -> None:
    played = game_of(shape)
    deciding = [state for state in played.states if CHANCE not in shape.game.to_act(state)]
    deciding = [state for state in deciding if shape.game.to_act(state)]
    for state in deciding[:: max(1, len(deciding) // 2)]:
        seat = shape.game.to_act(state)[0]
        laws.law_5_reachable(lambda: make(shape), shape.game, state, seat, device)


@every_shape
def test_law_6_no_secret_reaches_a_pixel(shape: Shape) -> None:
    if not shape.game.info.hidden:
        return
    rng, played = np.random.default_rng(6), game_of(shape)
    for number in some(played, 6):
        state = played.states[number]
        for viewer in (-1, 0):
            twin = twin_of(shape.game)(state, None if viewer < 0 else Seat(viewer), rng)
            laws.law_6_no_secrets(lambda: make(shape), shape.game, state, twin, viewer, shape.seats)


@pytest.mark.covering(most=8)
@pytest.mark.parametrize(
    "shape", [shape for shape in SHAPES if shape.game.info.key in BOARDS], ids=shape_name
)
def test_law_7_every_sentence_exists(shape: Shape) -> None:
    """And a page of the rules is about everything that has a tip."""
    board, told, tips = make(shape), laws.happenings(game_of(shape)), dict[Target, Tip]()
    said = [line for one in told for line in laws.sentences(board, one, -1, shape.seats, tips)]
    laws.law_7_sentences(said, NAMES, shape.seats)
    for key in {one.line.key for one in said if one.where == "about"}:
        assert page_about(shape.game.info.key, [key]), key


@pytest.mark.covering
@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.info.key)
def test_law_8_steps_are_heard_and_told_apart(game: AnyGame) -> None:
    """Over games in which as many kinds of steps happen as can be."""
    kinds, every = Counter[type](), list[laws.Heard]()
    viewers = (EVERYBODY, 0) if game.info.hidden else (EVERYBODY,)
    for shape in spread(enough_of(shapes_of(game)), 4):
        board, told = make(shape), laws.happenings(varied(shape, kinds), viewers)
        every += (laws.heard(board, one, viewer) for one in told for viewer in viewers)
    laws.law_8_sounds(every)


@every_shape
def test_law_9_how_a_step_is_shown_knows_no_hand(shape: Shape) -> None:
    told, kinds = laws.happenings(game_of(shape)), set[type]()
    for one in told:
        kind = type(one.action())
        if one.before.to_act and kind not in kinds:
            kinds.add(kind)
            laws.law_9_no_hands(lambda: make(shape), one)


def varied(shape: Shape, kinds: Counter[type]) -> Played:
    """A game in which the kind of step is chosen that has happened most rarely."""
    game, options, seats = shape
    steps, states, rng = list[Step](), [game.start(options, seats)], np.random.default_rng(5)
    while to_act := game.to_act(states[-1]):
        seat = to_act[int(rng.integers(len(to_act)))]
        actions = possible(game, states[-1], seat)
        least = min(kinds[type(action)] for action in actions)
        rare = [action for action in actions if kinds[type(action)] == least]
        action = rare[int(rng.integers(len(rare)))]
        kinds[type(action)] += 1
        steps.append(Step(seat, action))
        states.append(game.apply(states[-1], seat, action))
    return Played(game, options, seats, steps, states)


def chooser(event: Any) -> Seat | None:
    """Who decides before a step, if somebody does."""
    seat = event.seat
    return None if seat == CHANCE else seat


# --- every law notices the fault planted for it ----------------------------------------------------------

TOY = Shape(toy.GAME, toy.ToyOptions(), 2)
OPEN = Shape(toy.GAME, toy.ToyOptions(face_up=True), 2)


def toy_steps() -> tuple[Played, list[Any]]:
    played = playout(OPEN, np.random.default_rng(1))
    return played, laws.happenings(played)


def board_of(kind: type[KitBoard]) -> KitBoard:
    board = kind(toy.GAME, OPEN.options, 2)
    board.arrange(laws.FIELD, laws.SIDE)
    return board


class Crashes(ToyBoard):
    """Cannot draw a position in which somebody has chosen."""

    def pieces(self, view: ToyState, layout: Layout) -> Any:
        if view.chosen.any():
            raise LookupError("no such picture")
        return super().pieces(view, layout)


class TwoOfAName(ToyBoard):
    """Calls two pieces the same."""

    def pieces(self, view: ToyState, layout: Layout) -> Any:
        return [msgspec.structs.replace(piece, id=("card",)) for piece in super().pieces(view, layout)]


class Counts(ToyBoard):
    """Draws how often it has drawn."""

    drawn = 0

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        super().draw(canvas, frame)
        self.drawn += 1
        canvas.text(str(self.drawn), laws.FIELD, "title", "ink")


class Jumps(ToyBoard):
    """Lights the whole field while something happens."""

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        super().draw(canvas, frame)
        if frame.event is not None:
            canvas.rect(laws.FIELD, "lamp")


class Forgets(ToyBoard):
    """Its ground depends on what is dealt, and its key does not."""

    dealt = 0

    def pieces(self, view: ToyState, layout: Layout) -> Any:
        self.dealt = int((view.hands != 0).sum())
        return ()

    def paint_ground(self, ctx: PaintContext, layout: Layout) -> None:
        ctx.canvas.rect(Rect(500, 200, 50 + 60 * self.dealt, 300), "paper")


class Wide(Art, frozen=True):
    """A thing with more around it than it says."""

    thing: Art

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        ctx.canvas.ring(rect.grown(30), 8, "lamp", 3)
        self.thing.paint(ctx, rect)


class Sprawls(ToyBoard):
    """Paints far around its pieces."""

    def pieces(self, view: ToyState, layout: Layout) -> Any:
        pieces = super().pieces(view, layout)
        return [msgspec.structs.replace(piece, art=Wide(piece.art)) for piece in pieces]


class Blind(ToyBoard):
    """The first card of a hand cannot be pointed at."""

    def spots(self, view: ToyState, layout: Layout) -> Any:
        return [spot for spot in super().spots(view, layout) if spot.rect.x > layout.slot(0, 1).x - 1]


class Deaf(ToyBoard):
    """Does not hear gamepads."""

    def handle(self, intent: Intent, frame: Frame) -> Reply:
        return None if intent.device.kind == "gamepad" else super().handle(intent, frame)


class Numb(ToyBoard):
    """Feels neither arrows nor the key for the next one."""

    def handle(self, intent: Intent, frame: Frame) -> Reply:
        return None if isinstance(intent, MoveFocus | Cycle) else super().handle(intent, frame)


class Tells(ToyBoard):
    """Shows the hand of seat 1 to everybody who has its view in memory."""

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        super().draw(canvas, frame)
        view = frame.position.views[1]
        canvas.text(str(view.hands[1].tolist()), laws.FIELD, "title", "ink")


class Empties(ToyBoard):
    """Empties the hand of whoever does something."""

    def animation(self, event: GameEvent, motion: Motion, viewer: int) -> Animation:
        self.pickers[event.seat].leave()
        return super().animation(event, motion, viewer)


class Knows(ToyBoard):
    """Shows where the cursor of whoever does something is."""

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        super().draw(canvas, frame)
        if frame.event is not None:
            canvas.text(str(self.pickers[frame.event.seat].cursor), laws.FIELD, "title", "ink")


class Hears(ToyBoard):
    """Sounds as the hand of whoever does something is."""

    def cues(self, event: GameEvent, timeline: Timeline) -> tuple[Cue, ...]:
        pitch = 0 if self.pickers[event.seat].cursor is None else 1
        return tuple(msgspec.structs.replace(cue, pitch=pitch) for cue in super().cues(event, timeline))


@pytest.mark.parametrize("board", [Empties, Knows, Hears])
def test_a_step_that_knows_a_hand_is_noticed(board: type[KitBoard]) -> None:
    told = next(one for one in toy_steps()[1] if one.before.to_act and one.seat >= 0)
    laws.law_9_no_hands(lambda: board_of(ToyBoard), told)
    with pytest.raises(AssertionError, match="law 9"):
        laws.law_9_no_hands(lambda: board_of(board), told)


def test_a_board_that_crashes_is_noticed() -> None:
    _, told = toy_steps()
    broken = next(one for one in told if one.after.view().chosen.any())
    with pytest.raises(AssertionError, match="law 1"):
        laws.law_1_drawable(board_of(Crashes), broken)


def test_two_pieces_of_one_name_are_named() -> None:
    _, told = toy_steps()
    with pytest.raises(AssertionError, match=r"law 1.*two pieces are called \('card',\)"):
        laws.law_1_drawable(board_of(TwoOfAName), told[-1])


def test_missing_art_is_named() -> None:
    class Lost(Art, frozen=True):
        def paint(self, ctx: PaintContext, rect: Rect) -> None:
            ctx.canvas.picture("tiles/nowhere.svg", rect)

    class Misses(ToyBoard):
        def pieces(self, view: ToyState, layout: Layout) -> Any:
            return [Piece(("lost",), Lost(), laws.FIELD)]

    _, told = toy_steps()
    with pytest.raises(AssertionError, match=r"law 1.*nowhere\.svg"):
        laws.law_1_drawable(board_of(Misses), told[-1])


def test_a_key_twice_is_named() -> None:
    class Same(ToyBoard):
        def key(self, action: Any) -> ActionKey | None:
            return ActionKey((("card", 1),)) if isinstance(action, Play) else None

    board = board_of(Same)
    played, _ = toy_steps()
    state = next(state for state in played.states if CHANCE not in toy.GAME.to_act(state))
    with pytest.raises(ValueError, match=r"one key.*card"):
        board.pickers[0].choices(state, Seat(0))


def test_drawing_that_changes_something_is_noticed() -> None:
    _, told = toy_steps()
    board = board_of(Counts)
    with pytest.raises(AssertionError, match="law 2"):
        laws.law_2_same_pixels([Highlight(board, frame_at(one.after)) for one in told[-2:]])


def test_a_jump_is_noticed() -> None:
    _, told = toy_steps()
    with pytest.raises(AssertionError, match="law 3"):
        laws.law_3_no_jump(board_of(Jumps), told[-1])


@pytest.mark.parametrize(("kind", "what"), [(Forgets, "the same key"), (Sprawls, "not said to")])
def test_a_key_that_forgets_something_is_noticed(kind: type[KitBoard], what: str) -> None:
    _, told = toy_steps()
    board = board_of(kind)
    with pytest.raises(AssertionError, match=f"law 4.*{what}"):
        laws.law_4_still_keys([Highlight(board, frame_at(one.after)) for one in told])


@pytest.mark.parametrize(("kind", "device"), [(Blind, MOUSE), (Numb, KEYS), (Deaf, PAD)])
def test_an_action_that_nobody_gets_to_is_noticed(kind: type[KitBoard], device: Device) -> None:
    played, _ = toy_steps()
    state = next(state for state in played.states if CHANCE not in toy.GAME.to_act(state))
    with pytest.raises(AssertionError, match="law 5"):
        laws.law_5_reachable(lambda: board_of(kind), toy.GAME, state, Seat(0), device)


def test_a_secret_that_shows_is_noticed() -> None:
    played = playout(TOY, np.random.default_rng(2))
    state = next(state for state in played.states if toy.GAME.to_act(state) == (0, 1))
    twin = toy.twin(state, Seat(0), np.random.default_rng(3))
    with pytest.raises(AssertionError, match="law 6"):
        laws.law_6_no_secrets(lambda: board_of(Tells), toy.GAME, state, twin, 0, 2)


def test_a_sentence_that_is_missing_is_noticed() -> None:
    with pytest.raises(AssertionError, match=r"law 7: nothing\.at\.all"):
        laws.law_7_sentences([laws.Said(Sentence("nothing.at.all"), "prompt")], NAMES, 2)


def test_a_gap_that_is_not_filled_is_noticed() -> None:
    with pytest.raises(AssertionError, match="law 7"):
        laws.law_7_sentences([laws.Said(Sentence("sturt.caption.lay"), "prompt")], NAMES, 2)


@pytest.mark.parametrize("where", ["prompt", "note", "button"])
def test_a_sentence_that_does_not_fit_is_noticed(where: Any) -> None:
    long = Sentence("sturt.caption.lay", {"name": "Maximiliane " * 20, "card": "?"})
    with pytest.raises(AssertionError, match="does not fit"):
        laws.law_7_sentences([laws.Said(long, where)], NAMES, 2)


@pytest.mark.parametrize(
    ("sounds", "what"),
    [
        ({}, "in silence"),
        ({"Deal": "move", "Play": "move"}, "sounds like"),
        ({"Deal": "move", "Play": "thunder"}, "asks for"),
    ],
)
def test_steps_that_cannot_be_heard_or_told_apart_are_noticed(sounds: dict[str, str], what: str) -> None:
    heard = [
        laws.Heard(kind, True, False, Animation(1.0, (Cue(0.0, sounds[kind]),) if sounds else ()))
        for kind in ("Deal", "Play")
    ]
    with pytest.raises(AssertionError, match=f"law 8: .*{what}"):
        laws.law_8_sounds(heard)


@pytest.mark.parametrize(("rise", "what"), [(0, "does not rise"), (2, "does not end in a chord")])
def test_a_chain_that_does_not_rise_or_end_is_noticed(rise: int, what: str) -> None:
    plain = Animation(1.0, tuple(Cue(CHAIN_INTERVAL * n, "tick", rise * n) for n in range(4)))
    with pytest.raises(AssertionError, match=f"law 8: .*{what}"):
        laws.law_8_sounds([laws.Heard("Play", True, False, plain)])
    laws.law_8_sounds([laws.Heard("Play", True, False, Animation(1.0, plain.cues[:2]))])


def test_a_card_of_the_toy_shows_its_number() -> None:
    """What the laws look at is there: two cards look different."""
    pictures = []
    for number in (3, 4):
        surface = pygame.Surface((100, 140))
        Card(number).paint(PaintContext(Canvas(surface, laws.THEME), 0.0, laws.SAY), Rect(0, 0, 700, 1000))
        pictures.append(pygame.surfarray.array3d(surface))
    assert not np.array_equal(pictures[0], pictures[1])
