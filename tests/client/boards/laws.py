"""The laws of the Board contract (`client/boards/contract.py`), as checks that any board can be put through.

Each raises AssertionError, its message beginning with the number of the law that is broken.
`test_laws.py` runs them over every game, and plants faults to see each of them fail.

1. A board can be drawn at every moment of every animation.
2. Drawing changes nothing, and equal inputs give equal pixels.
3. Nothing jumps at either end of an animation.
4. An unchanged still key means unchanged pixels.
5. Every legal action can be reached by mouse alone, by keys alone, by a pad alone.
6. Nothing of a secret reaches a pixel.
7. Every sentence exists in every language and fits its place.
8. Whatever moves is heard, no two kinds of steps sound alike, and chains rise and end in a chord.
9. How a step is shown depends on no hand, and changes none.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import pygame
import pytest

from assets.texts import LANGUAGES, TextError, Texts
from client.boards.contract import Animation, Board, Chosen, Cue, Frame, Sentence
from client.boards.kit.pieces import Target
from client.boards.kit.tips import Tip
from client.screens.shared import panes
from client.screens.shared.panes import sentence
from client.screens.shared.plates import Plate, draw_plate
from client.screens.table.layout import TableLayout
from client.session.events import GameEvent, PositionView, StepShown
from client.ui.animation import CHAIN_INTERVAL, Motion
from client.ui.cache import SurfaceCache
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import MOUSE, Accept, Back, Cycle, Device, Intent, MoveFocus, Press, Secondary, Turn
from client.ui.sound.synthesis import SOUNDS
from client.ui.theme import load
from client.ui.widgets import Button
from core.game import CHANCE, AnyGame, Seat
from core.protocol.messages import EVERYBODY
from tests.client.screens_kit import cut_texts
from tests.core.laws import Played

SIZE: Final = (960, 540)
FIELD: Final = Rect(480, 120, 960, 880)
SIDE: Final = Rect(1500, 120, 380, 880)
WHOLE: Final = Rect(0, 0, 1920, 1080)
SAY: Final = Texts("en").translate
THEME: Final = load("lamplight")
CACHE: Final = SurfaceCache()

KEYS: Final = Device("keyboard")
PAD: Final = Device("gamepad")
DENSE: Final = 7
"""Moments at which an animation is looked at."""
VISIBLE: Final = 24
"""Levels of 0 … 255 from which a change of a pixel is seen."""
WINDOWS: Final = ((960, 540), (1440, 1080))
"""Windows in which sentences have to fit; a lower one, such as 640 × 360, shows the first one's picture."""
JUMP: Final = 0.008
"""The share of pixels that may change visibly from one moment to the same one: less than a card covers."""
EVEN: Final = 0.02
"""Seconds by which the beats of a chain may be uneven."""
MOST_STATES: Final = 20_000
"""States of a hand that are tried until all actions should have been found."""

Make = Callable[[], Board]


class Highlight(NamedTuple):
    """A board and the frame it is to draw."""

    board: Board
    frame: Frame


def expect(true: bool, law: int, what: str) -> None:
    """Raise unless it is true."""
    if not true:
        raise AssertionError(f"law {law}: {what}")


# --- what boards are shown -----------------------------------------------------------------------------


def position(game: AnyGame, state: Any, turn: int, viewers: Sequence[int] = (EVERYBODY,)) -> PositionView:
    """A state as these viewers may know it."""
    views = {viewer: game.view(state, None if viewer == EVERYBODY else Seat(viewer)) for viewer in viewers}
    plies = {viewer: 0 for viewer in viewers if viewer != EVERYBODY}
    return PositionView(views, turn, game.to_act(state), game.outcome(state), plies)


def happenings(played: Played, viewers: Sequence[int] = (EVERYBODY,)) -> list[GameEvent]:
    """Every step of a game as these viewers are told it."""
    game, found = played.game, list[GameEvent]()
    for number, step in enumerate(played.steps):
        before, after = played.states[number], played.states[number + 1]
        actions = {
            viewer: game.seen(before, step.seat, step.action, _seat(viewer), after) for viewer in viewers
        }
        told = StepShown(step.seat, actions)
        places = (position(game, state, number + i, viewers) for i, state in enumerate((before, after)))
        found.append(GameEvent(next(places), (told,), next(places)))
    return found


def frame_at(
    position: PositionView,
    viewer: int = EVERYBODY,
    chooser: Seat | None = None,
    *,
    event: GameEvent | None = None,
    t: float = 0.0,
    now: float = 3.0,
    motion: Motion = Motion(),  # noqa: B008  # a value that nobody can change
) -> Frame:
    """A frame as a table makes it."""
    return Frame(position, viewer, chooser, now, SAY, motion, event, t)


def picture(moment: Highlight, size: tuple[int, int] = SIZE) -> np.ndarray:
    """All pixels of a frame, uint8 of shape (width, height, 3)."""
    surface = pygame.Surface(size)
    canvas = Canvas(surface, THEME, CACHE)
    canvas.backdrop()
    still = moment.board.still(moment.frame)
    still.paint_field(canvas)
    still.paint_side(canvas)
    moment.board.draw(canvas, moment.frame)
    return pygame.surfarray.array3d(surface)


def changed(one: np.ndarray, other: np.ndarray) -> float:
    """The share of pixels that differ visibly."""
    away = np.abs(one.astype(np.int16) - other.astype(np.int16)).max(axis=2)
    return float((away >= VISIBLE).mean())


def _seat(viewer: int) -> Seat | None:
    return None if viewer == EVERYBODY else Seat(viewer)


# --- the laws ------------------------------------------------------------------------------------------


def law_1_drawable(board: Board, event: GameEvent, motion: Motion = Motion()) -> None:  # noqa: B008
    """At every moment of an animation, and a little beyond its end, it can be drawn."""
    t = 0.0
    try:
        animation = board.animation(event, motion, EVERYBODY)
        expect(animation.seconds >= 0, 1, "an animation ends before it begins")
        expect(all(cue.at <= animation.seconds for cue in animation.cues), 1, "a sound comes after the end")
        for t in np.linspace(0.0, animation.seconds * 1.01, DENSE).tolist():
            frame = frame_at(event.before, event=event, t=t, motion=motion)
            picture(Highlight(board, frame))
    except Exception as error:
        raise AssertionError(f"law 1: {t:.2f} s into {event.steps}: {error!r}") from error


def law_2_same_pixels(moments: Sequence[Highlight]) -> None:
    """Each moment looks the same whatever was drawn before."""
    once = [picture(moment) for moment in moments]
    for moment, was in zip(reversed(moments), reversed(once), strict=True):
        same = np.array_equal(picture(moment), was)
        expect(same, 2, "a frame looks different when it is drawn again")


def law_3_no_jump(board: Board, event: GameEvent) -> None:
    """The first picture of an animation is the one before it, the last the one after it."""
    animation = board.animation(event, Motion(), EVERYBODY)
    ends = (
        ("beginning", frame_at(event.before), 0.0),
        ("end", frame_at(event.after), max(0.0, animation.seconds - 1e-6)),
    )
    for name, resting, t in ends:
        rest = picture(Highlight(board, resting))
        moving = picture(Highlight(board, frame_at(event.before, event=event, t=t)))
        share = changed(rest, moving)
        expect(share <= JUMP, 3, f"{share:.2%} of the picture jump at the {name} of {event.steps}")


def law_4_still_keys(moments: Sequence[Highlight]) -> None:
    """Where a key is the same, so is what is painted; where not, only in the parts said to have changed."""
    kept = Canvas(pygame.Surface(SIZE), THEME, SurfaceCache())
    fields: dict[Any, np.ndarray] = {}
    sides: dict[Any, np.ndarray] = {}
    for moment in moments:
        still = moment.board.still(moment.frame)
        for known, key, paint in (
            (fields, still.field_key, still.paint_field),
            (sides, still.side_key, still.paint_side),
        ):
            surface = pygame.Surface(SIZE)
            paint(Canvas(surface, THEME))
            pixels = pygame.surfarray.array3d(surface)
            same = np.array_equal(known.setdefault(key, pixels), pixels)
            expect(same, 4, "two still pictures with the same key are different")
        kept.pane("field", still.field_key, WHOLE, still.paint_field, still.changed)
        whole = Canvas(pygame.Surface(SIZE), THEME, kept.cache)
        still.paint_field(whole)
        same = np.array_equal(*(pygame.surfarray.array3d(canvas.surface) for canvas in (whole, kept)))
        expect(same, 4, "a still picture has changed where it is not said to")


def law_5_reachable(make: Make, game: AnyGame, state: Any, seat: Seat, device: Device) -> None:
    """Every legal action can be chosen with one device, by the board or by a button it offers."""
    view = game.view(state, seat)
    frame = frame_at(position(game, state, 7, (seat,)), seat, seat)
    missing = set(game.legal(view, seat))
    board = make()
    board.arrange(FIELD, SIDE)
    todo, met = [board], {_hand_state(board, seat, device)}
    while todo and missing:
        expect(len(met) < MOST_STATES, 5, f"too many ways; not yet found: {_some(game, missing)}")
        board = todo.pop(0)
        for other, reply in _ways_on(board, frame, device):
            if isinstance(reply, Chosen):
                missing.discard(reply.action)
            elif (key := _hand_state(other, seat, device)) not in met:
                met.add(key)
                todo.append(other)
        missing -= {offer.action for offer in board.offers(frame) if offer.action is not None}
    expect(not missing, 5, f"by {device.kind} nobody gets to {_some(game, missing)}")


def _ways_on(board: Board, frame: Frame, device: Device) -> Iterator[tuple[Board, Any]]:
    """Everything that can be done next with a device: the board afterwards, and its reply."""
    for intent in _intents(board, frame, device):
        other = _copied(board)
        yield other, other.handle(intent, frame)
    for offer in board.offers(frame):
        if offer.action is None:
            other = _copied(board)
            other.toggle(offer.key, frame)
            yield other, None


def _copied(board: Board) -> Board:
    """A board with hands of its own."""
    other = copy.copy(board)
    other.pickers = tuple(copy.copy(hand) for hand in board.pickers)  # type: ignore[attr-defined]
    for hand in other.pickers:  # type: ignore[attr-defined]
        hand.turns = dict(hand.turns)
        hand.rules = other
    return other


def _intents(board: Board, frame: Frame, device: Device) -> Sequence[Intent]:
    if device != MOUSE:
        ways = ((1, 0), (-1, 0), (0, 1), (0, -1))
        moves = [MoveFocus(dx=dx, dy=dy, device=device) for dx, dy in ways]
        others = [Turn(step=1, device=device), Cycle(step=1, device=device), Back(device=device)]
        return [*moves, *others, Accept(device=device)]
    spots = board.every_spot(frame)  # type: ignore[attr-defined]
    places = dict.fromkeys(spot.rect.centre for spot in spots)
    return [kind(x=x, y=y, device=device) for kind in (Press, Secondary) for x, y in places]


def _hand_state(board: Board, seat: Seat, device: Device) -> Any:
    """What matters for what can be done next: with a mouse one is anywhere at once."""
    hand = board.pickers[seat]  # type: ignore[attr-defined]
    cursor = None if device == MOUSE else hand.cursor
    return cursor, hand.held, hand.kind, tuple(sorted(hand.turns.items(), key=str)), hand.extra


def _some(game: AnyGame, actions: set[Any]) -> str:
    return ", ".join(sorted(map(game.notation, actions))[:5])


def law_6_no_secrets(make: Make, game: AnyGame, state: Any, twin: Any, viewer: int, seats: int) -> None:
    """Two worlds that differ only in what `viewer` may not know look the same to it."""
    pictures = []
    for world in (state, twin):
        board = make()
        board.arrange(FIELD, SIDE)
        seat = _seat(viewer)
        chooser = seat if seat in game.to_act(state) else None
        every = (EVERYBODY, *range(seats))
        pictures.append(picture(Highlight(board, frame_at(position(game, world, 7, every), viewer, chooser))))
    expect(np.array_equal(pictures[0], pictures[1]), 6, f"viewer {viewer} sees what it may not know")


class Said(NamedTuple):
    """A sentence of a board, and where it is said."""

    line: Sentence
    where: Literal["prompt", "note", "button", "toggle", "hint", "tip", "about", "unit"]


def sentences(
    board: Board, event: GameEvent, viewer: int, seats: int, tips: dict[Target, Tip] | None = None
) -> Iterator[Said]:
    """All that a board says about a step and the position after it.

    With `tips`, the last ones of all targets, those that are as before are left out.
    """
    yield Said(board.caption(event, viewer), "prompt")
    after = event.after
    for chooser in (None, *(seat for seat in after.to_act if seat != CHANCE)):
        frame = frame_at(after, viewer if chooser is None or viewer == EVERYBODY else chooser, chooser)
        yield Said(board.prompt(frame), "prompt")
        yield from (
            Said(Sentence(offer.key), "button" if offer.on is None else "toggle")
            for offer in board.offers(frame)
        )
        yield from (Said(Sentence(key), "hint") for _, key in board.hints(frame))
    frame = frame_at(after, viewer)
    for spot in board.every_spot(frame):  # type: ignore[attr-defined]
        tip = board.tip(frame.view, viewer, spot.target)  # type: ignore[attr-defined]
        if tip is None or (tips is not None and tips.get(spot.target) == tip):
            continue
        if tips is not None:
            tips[spot.target] = tip
        yield Said(tip.about, "about")
        yield from (Said(line, "tip") for line in (tip.name, tip.worth) if line is not None)
    for standing in (board.standing(frame, Seat(seat)) for seat in range(seats)):
        yield Said(standing.words, "unit" if standing.points else "note")


def law_7_sentences(said: Iterable[Said], names: Sequence[str], seats: int) -> None:
    """Every line has a text in every language, all its gaps are filled, and it fits its place."""
    known = list(dict.fromkeys((one.line.key, str(one.line), one.where) for one in said))
    lines = {(one.line.key, str(one.line), one.where): one for one in said}
    for language in LANGUAGES:
        texts = Texts(language)
        told = {(_told(lines[name].line, names, texts), lines[name].where) for name in known}
        for size in WINDOWS:
            canvas = Canvas(pygame.Surface(size), THEME, CACHE)
            lay = TableLayout.of(canvas.area, seats, 4, 3)
            for text, where in sorted(told):
                cut = cut_off(canvas, text, where, lay)
                expect(not cut, 7, f"{text!r} does not fit its {where} at {size[0]}×{size[1]}")


def _told(line: Sentence, names: Sequence[str], texts: Texts) -> str:
    """A line in a language."""
    expect(texts.has(line.key), 7, f"{line.key} has no text in {texts.language}")
    try:
        said = sentence(line, texts.translate, names.__getitem__)
    except TextError as error:
        raise AssertionError(f"law 7: {error}") from error
    expect(bool(said), 7, f"{line.key} says nothing in {texts.language}")
    return said


def cut_off(canvas: Canvas, text: str, where: str, lay: TableLayout) -> bool:
    """Whether a sentence is too long for where a table says it."""
    if where == "prompt":
        return not canvas.fits(
            text, lay.prompt.inset(panes.PROMPT_PADDING, 3), "heading", size=38, fit="wrap"
        )
    if where in ("note", "unit"):
        plate = Plate(Seat(0), "Ada", text, "", "", acting=False, thinking=False, counts=where == "unit")
        return text not in written(lambda: draw_plate(canvas, lay.plates[0], plate))
    if where in ("button", "toggle"):
        button = Button(text, lambda: None, icon="check" if where == "toggle" else "")
        button.layout(lay.offers[0])
        return shortened(lambda: button.draw(canvas, 0.0))
    return False


def written(draw: Callable[[], object]) -> set[str]:
    """The texts that are drawn, each whole."""
    texts: set[str] = set()
    text = Canvas.text

    def noting(self: Canvas, value: str, *rest: Any, **named: Any) -> Rect:
        texts.add(value)
        return text(self, value, *rest, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "text", noting)
        return texts if not shortened(draw) else set()


def shortened(draw: Callable[[], object]) -> bool:
    """Whether a text was drawn shorter than it is."""
    with pytest.MonkeyPatch.context() as patch, cut_texts(patch) as cut:
        draw()
    return bool(cut)


class Heard(NamedTuple):
    """How a step is shown and sounds: its kind, whether it is the only one of its event, and the last."""

    kind: str
    alone: bool
    last: bool
    animation: Animation


def heard(board: Board, event: GameEvent, viewer: int) -> Heard:
    """What a viewer hears of a step."""
    kind = type(event.steps[0].action(viewer)).__name__
    animation = board.animation(event, Motion(), viewer)
    return Heard(kind, len(event.steps) == 1, event.after.outcome is not None, animation)


def law_8_sounds(every: Iterable[Heard]) -> None:
    """What takes time is heard; the sounds of a step tell its kind; equal beats in a row are a chain."""
    voices: dict[frozenset[str], str] = {}
    for kind, alone, last, animation in every:
        cues = sorted(animation.cues, key=lambda cue: cue.at)
        expect(bool(cues) or not animation.seconds, 8, f"{kind} takes {animation.seconds:.2f} s in silence")
        for cue in cues:
            expect(cue.sound in SOUNDS and -12 <= cue.pitch <= 24, 8, f"{kind} asks for {cue}")
        if cues and not last:
            other = voices.setdefault(frozenset(cue.sound for cue in cues), kind)
            expect(other == kind, 8, f"{kind} sounds like {other}: {[cue.sound for cue in cues]}")
        for links in chains(cues) if alone else ():
            pitches = [cue.pitch for cue in links]
            expect(
                pitches == sorted(pitches) and pitches[0] < pitches[-1],
                8,
                f"{kind}: a chain does not rise: {links}",
            )
            end = links[-1]
            chord = any(cue.sound == "chord" and cue.at == end.at and cue.pitch == end.pitch for cue in cues)
            expect(chord, 8, f"{kind}: a chain does not end in a chord: {links}")


def law_9_no_hands(make: Make, event: GameEvent) -> None:
    """A step looks and sounds the same whatever its seats have in hand, and they have it afterwards."""
    shown = []
    every = [Accept(device=KEYS), *[Turn(step=1, device=KEYS), Cycle(step=1, device=KEYS)] * 4]
    for intents in ([], [*every, Accept(device=KEYS)]):
        board = make()
        board.arrange(FIELD, SIDE)
        for seat in event.before.to_act:
            for intent in intents:
                board.handle(intent, frame_at(event.before, EVERYBODY, seat))
        hands = [_hand_state(board, seat, KEYS) for seat in event.before.to_act]
        animation = board.animation(event, Motion(), EVERYBODY)
        shown.append((animation, _moving(board, event, animation.seconds / 4)))
        same = hands == [_hand_state(board, seat, KEYS) for seat in event.before.to_act]
        expect(same, 9, f"{event.steps} changes what is in a hand")
    expect(shown[0][0] == shown[1][0], 9, f"{event.steps} sounds otherwise with something in hand")
    expect(np.array_equal(shown[0][1], shown[1][1]), 9, f"{event.steps} looks otherwise, too")


def _moving(board: Board, event: GameEvent, t: float) -> np.ndarray:
    """All pixels of what moves in a step; supplies beside it show what is in hand."""
    surface = pygame.Surface(SIZE)
    board.draw(Canvas(surface, THEME, CACHE), frame_at(event.before, event=event, t=t))
    return pygame.surfarray.array3d(surface)


def chains(cues: Sequence[Cue]) -> Iterator[list[Cue]]:
    """Three or more of one sound, evenly one after the other and close together."""
    for sound in {cue.sound for cue in cues}:
        links: list[Cue] = []
        for cue in (cue for cue in cues if cue.sound == sound):
            gap = cue.at - links[-1].at if links else 0.0
            even = len(links) < 2 or abs(gap - (links[-1].at - links[-2].at)) <= EVEN
            if links and not (even and 0 < gap <= 1.5 * CHAIN_INTERVAL):
                yield from [links] if len(links) > 2 else ()
                links = []
            links.append(cue)
        yield from [links] if len(links) > 2 else ()
