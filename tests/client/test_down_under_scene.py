"""How Down Under's table is drawn: every picture of it, every moment of a happening, the end."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pygame
import pytest

from client.boards.base import Frame
from client.boards.down_under import field, moves, winner
from client.boards.down_under.cards import draw_card
from client.boards.down_under.hand import Hand
from client.boards.down_under.lays import USUAL
from client.boards.down_under.motion import PAN, Plan, plan_of
from client.boards.down_under.moves import quarters
from client.boards.down_under.places import Places
from client.boards.down_under.ribbons import point_at
from client.boards.down_under.scene import Scene, moment_of, still
from client.mirror import Happening
from client.screens.table_layout import TableLayout
from client.ui import theme
from client.ui.anim import Motion
from client.ui.cache import SurfaceCache
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import MOUSE, Point, Turn
from core.game import Seat
from core.games.down_under.paths import length
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import CARDS, OWN, SHAPES, Cell, Options, State
from tests.client.down_under_kit import (
    ANIMALS,
    BASIC,
    MANY,
    frame,
    games,
    happening,
    played,
    position,
    replace,
    set_up,
    texts,
)
from tests.client.test_down_under_motion import (
    Step,
    closing,
    crossing,
    every,
    opened,
    walling_in,
    without_curves,
)

SIZE = (960, 540)
Pixels = np.ndarray[Any, np.dtype[np.uint8]]


@cache
def sprites_of(name: str, size: tuple[int, int]) -> SurfaceCache:
    return SurfaceCache()


def canvas(name: str = "lamplight", size: tuple[int, int] = SIZE) -> Canvas:
    """A new picture; what has been made for others of its size is there."""
    return Canvas(pygame.Surface(size), theme.load(name), sprites_of(name, size))


def laid_out(state: State, wide: float = 1920) -> Places:
    """The layout of a table for a game."""
    layout = TableLayout.of(Rect(0, 0, wide, 1080), state.seats, 4, 0)
    return Places(layout.field, layout.side, state.options, state.seats)


def draw(shot: Frame, hand: Hand | None = None, on: Canvas | None = None) -> Pixels:
    """A whole picture as a table draws it, [x, y, colour]."""
    places = laid_out(shot.view)
    c = on or canvas()
    held = hand or Hand(DOWN_UNDER, Seat(0))
    rest = still(shot, places)
    rest.paint_field(c)
    rest.paint_side(c)
    Scene(c, shot, held, places).draw()
    return np.asarray(pygame.surfarray.array3d(c.surface), dtype=np.uint8)


def moving(made: Step, t: float, motion: Motion | None = None, viewer: int = -1) -> Frame:
    """A moment of a happening."""
    shown: Happening = happening(*made)
    say = texts("en").say
    return Frame(shown.before, viewer, None, 5.0 + t, say, motion or Motion(), shown, t)


def plan(made: Step) -> Plan:
    return plan_of(happening(*made), -1)


def field_of(state: State) -> tuple[slice, slice]:
    """The pixels of the ground."""
    area = canvas().pixels(laid_out(state).field)
    return slice(area.x, area.right), slice(area.y, area.bottom)


def cell_of(state: State, cell: Cell) -> tuple[slice, slice]:
    """The pixels of a cell."""
    area = canvas().pixels(laid_out(state).cell(state, *cell))
    return slice(area.x, area.right), slice(area.y, area.bottom)


def hovering(state: State, cell: Cell, turns: int = 0) -> tuple[Hand, Frame]:
    """The hand of the seat to act over a cell."""
    hand, shot, places = Hand(DOWN_UNDER, state.turn), frame(state, state.turn), laid_out(state)
    x, y = places.cell(state, *cell).centre
    hand.handle(Point(x=x, y=y, device=MOUSE), shot, places)
    for _ in range(turns):
        hand.handle(Turn(step=1), shot, places)
    return hand, replace(shot, now=2.0)


@cache
def some() -> tuple[Step, ...]:
    """Steps of all kinds, not too many."""
    return (*every()[5::23], crossing(), opened(), closing(), walling_in(), without_curves())


@cache
def ends() -> tuple[Step, ...]:
    return tuple(made for made in every() if made[3].stage == "over")


# --- every picture --------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "seats"), MANY)
def test_every_way_to_play_can_be_drawn(options: Options, seats: int) -> None:
    *_, last = [state for *_, state in games(options, seats, 4)]
    for state in (DOWN_UNDER.start(options, seats), last):
        chooser = None if state.stage == "over" else int(state.turn)
        assert draw(frame(state, chooser)).std() > 10


@pytest.mark.parametrize("name", ["lamplight", "high-contrast"])
@pytest.mark.parametrize("size", [(960, 540), (1440, 1080), (1920, 1080)])
def test_every_theme_and_window(name: str, size: tuple[int, int]) -> None:
    made = crossing()
    for t in (0.2, 0.6, 1.4):
        assert draw(moving(made, t), on=canvas(name, size)).std() > 10


def test_a_picture_is_a_function_of_its_frame() -> None:
    """Whatever was drawn before, whichever the way to it: as in a replay that is wound back."""
    for made in some()[::4]:
        whole = plan(made).seconds
        times = [whole * share for share in (0.7, 0.1, 0.95, 0.4)]
        first = {t: draw(moving(made, t)) for t in times}
        for t in sorted(times):
            assert (draw(moving(made, t), on=canvas()) == first[t]).all()


def test_it_ends_as_the_table_stands_afterwards() -> None:
    """Nothing jumps when a happening is over: the ground is the same to the pixel."""
    for made in (*some(), *ends()[::5]):
        ground = field_of(made[3])
        last = draw(moving(made, plan(made).seconds))[ground]
        assert (last == draw(frame(made[3]))[ground]).all(), made[2]


def test_it_begins_as_the_table_stood() -> None:
    """The card has just left the supply; nothing has changed on the ground."""
    for made in some():
        ground = field_of(made[0])
        first = draw(moving(made, 0.0))[ground]
        stood = draw(frame(made[0]))[ground]
        assert np.mean(np.any(first != stood, axis=2)) < 0.012, made[2]


def test_everybody_sees_the_same_picture() -> None:
    made = crossing()
    for viewer in (0, 1):
        assert (draw(moving(made, 0.9, viewer=viewer)) == draw(moving(made, 0.9))).all()


def test_pictures_stand_still_while_nothing_changes() -> None:
    """What is painted once is painted again only when it has become another."""
    for made in some():
        places = laid_out(made[0])
        found = plan(made)
        times = [found.seconds * n / 60 for n in range(61)]
        keys = [still(moving(made, t), places).field_key for t in times]
        sides = [still(moving(made, t), places).side_key for t in times]
        changes = sum(a != b for a, b in pairwise(keys))
        assert changes <= 2 * len(found.phases) + 2
        assert sum(a != b for a, b in pairwise(sides)) <= 2 * len(found.phases) + 1


def test_time_that_passes_paints_nothing_still_again() -> None:
    state = played("EW@0,0 NS@1,1")
    shot, places = frame(state, 0), laid_out(state)
    one, other = still(shot, places), still(replace(shot, now=2.0), places)
    assert (one.field_key, one.side_key) == (other.field_key, other.side_key)


def test_being_asked_paints_the_ground_no_second_time() -> None:
    """Though the length of one's own path makes way for what one can do."""
    state = played("EW@0,0 NS@1,1")
    places = laid_out(state)
    one, other = still(frame(state), places), still(frame(state, 0), places)
    assert one.field_key == other.field_key
    assert (draw(frame(state)) != draw(frame(state, 0))).any()


def test_what_may_be_laid_next_is_made_while_somebody_thinks() -> None:
    """One card after the other, however fast pictures follow one another; then nothing is made any more."""
    state = played("EW@0,0 NS@1,1")
    on = Canvas(pygame.Surface(SIZE), theme.load("lamplight"), SurfaceCache())
    draw(frame(state, 0), on=on)
    counts = []
    for _ in range(len(CARDS)):
        before = on.cache.made
        draw(frame(state, 0), on=on)
        counts.append(on.cache.made - before)
    busy = [count > 0 for count in counts]
    assert sum(busy) > len(CARDS) / 2 and busy == sorted(busy, reverse=True) and not busy[-1]
    made = on.cache.made
    for card in CARDS:
        draw_card(on, laid_out(state).cell(state, 0, 0), card, 0)
    assert on.cache.made == made


# --- motion ---------------------------------------------------------------------------------------


def test_without_motion_a_card_fades_in_where_it_will_lie() -> None:
    for made in some():
        if made[2].__class__.__name__ != "Lay":
            continue
        ground, cell = field_of(made[0]), cell_of(made[0], (made[2].x, made[2].y))
        shot = moving(made, 0.2, Motion(reduced=True))
        changed = np.any(draw(shot) != draw(moving(made, 0.0, Motion(reduced=True))), axis=2)
        assert changed[cell].any()
        changed[slice(cell[0].start - 5, cell[0].stop + 5), slice(cell[1].start - 5, cell[1].stop + 5)] = (
            False
        )
        assert not changed[ground].any()


def test_without_motion_ribbons_fade_where_they_will_run() -> None:
    """What was there before is seen all the time."""
    made = crossing()
    found = plan(made)
    grows = found.phases[0].grows[0]
    middle = grows.at + grows.seconds / 2
    seen = draw(moving(made, middle, Motion(reduced=True)))
    cell = cell_of(made[0], (0, 2))
    inner = slice(cell[0].start + 4, cell[0].stop - 6), slice(cell[1].start + 4, cell[1].stop - 4)
    before = draw(moving(made, 0.0, Motion(reduced=True)))
    assert np.abs(seen[inner].astype(int) - before[inner]).mean() < 3


def test_cards_turn_on_their_way_from_how_they_lie_in_the_supply() -> None:
    """Turned back by so many quarters a card is as it lay there."""
    for card in CARDS:
        usual = USUAL[SHAPES[card]]
        turned = {(side + quarters(card)) % 4 for side in OWN[card]}
        assert turned == set(OWN[usual]) and abs(quarters(card)) <= 2


def test_lengths_count_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the ends of the paths that grow."""
    told: list[tuple[int, int]] = []
    for place in (moves, field):
        monkeypatch.setattr(place, "draw_length", lambda c, spot, look, n: told.append((look, n)))
    made = crossing()
    for n in range(60):
        draw(moving(made, plan(made).seconds * n / 59))
    for seat, expected in ((0, [1, 2, 3]), (1, [1, 2]), (2, [1, 2])):
        assert list(dict.fromkeys(count for look, count in told if look == seat)) == expected


def test_ribbons_are_not_there_before_they_have_grown() -> None:
    """Where a path will come to last, nothing is seen of it when it begins to grow."""
    seen = 0
    for made in every():
        for phase in plan(made).phases:
            for grows in phase.grows:
                growth = grows.growth
                far = [growth.run[-1]] if len(growth.run) - growth.end > 1 else []
                if far and phase.beat.kind == "card" and growth.parts[-1] == "neutral":
                    cell = cell_of(made[0], far[0][:2])
                    first, last = (draw(moving(made, t))[cell] for t in (grows.at, phase.end))
                    assert np.mean(np.any(first != last, axis=2)) > 0.1
                    seen += 1
    assert seen > 3


def stretching() -> Step:
    """Without a field: a row of cards becomes too long for the window."""
    for count in range(8, 20):
        row = " ".join(f"0:EW@{x},0" for x in range(count))
        before = set_up(row + " 1:NS@0,2", Options(size="unlimited"))
        action = DOWN_UNDER.parse(f"SW@{count},0")
        made = before, 0, action, DOWN_UNDER.apply(before, Seat(0), action)
        places = laid_out(before)
        if places.sight(before).size != places.sight(made[3]).size:
            return made
    raise AssertionError("it always fits")


def test_the_camera_arrives_where_it_looks_afterwards() -> None:
    """Steps after which the ground is seen from elsewhere: moved or smaller."""
    kinds = set()
    for made in (stretching(), *every()):
        places = laid_out(made[0])
        then, now = places.sight(made[0]), places.sight(made[3])
        kind = "stays" if then == now else "moves" if then.size == now.size else "zooms"
        if kind in kinds or kind == "stays":
            continue
        kinds.add(kind)
        at = plan(made).grown + PAN
        ground = field_of(made[0])
        on_its_way = draw(moving(made, at - PAN / 2))[ground]
        assert (on_its_way != draw(moving(made, at))[ground]).any()
        assert moment_of(moving(made, at - PAN / 2), places).sight is None
        assert moment_of(moving(made, at), places).sight == now
        for still_at, moves_at in ((at - PAN - 0.001, at - PAN + 0.001), (at, at - 0.001)):
            stands, goes = (draw(moving(made, t))[ground].astype(int) for t in (still_at, moves_at))
            assert np.abs(stands - goes).mean() < 6, "it does not jump"
    assert kinds == {"moves", "zooms"}


# --- the end --------------------------------------------------------------------------------------


def test_the_path_that_has_won_runs_from_end_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    reached: list[float] = []
    counted: list[int] = []

    def ribbon(c: Canvas, run: Any, *rest: Any, **more: Any) -> None:
        reached.append(more["upto"] / len(run))

    monkeypatch.setattr(winner, "draw_ribbon", ribbon)
    monkeypatch.setattr(winner, "draw_length", lambda c, spot, look, n: counted.append(n))
    made = next(made for made in ends() if len(DOWN_UNDER.outcome(made[3]).winners) == 1)  # type: ignore[union-attr]
    found = plan(made)
    for n in range(31):
        draw(moving(made, found.over + (found.seconds - found.over) * n / 30))
    [number] = winner.winning(made[3], DOWN_UNDER.outcome(made[3]))[:1]  # type: ignore[arg-type]
    assert reached == sorted(reached) and (reached[0], reached[-1]) == (0.0, 1.0)
    steps = [b - a for a, b in pairwise(reached) if b < 1]
    assert max(steps) < 0.1, "one continuous gesture"
    assert counted == sorted(counted) and counted[-1] == length(made[3].paths[number])


def test_all_others_step_back() -> None:
    """The ground darkens; in the middle of its ribbon the path that has won is as bright as it was."""
    made = next(made for made in ends() if made[0].options == BASIC and made[0].seats == 4)
    won = winner.winning(made[3], DOWN_UNDER.outcome(made[3]))  # type: ignore[arg-type]
    before, after = draw(moving(made, plan(made).over - 0.001)), draw(frame(made[3]))
    ground = field_of(made[3])
    assert after[ground].mean() < 0.75 * before[ground].mean()
    for stretch in made[3].paths[won[0]].run[1:-1]:
        wide, high = cell_of(made[3], stretch[:2])
        here = point_at((stretch,), 0.5, laid_out(made[3]).sight(made[3]).cell)
        x, y = canvas().pixel(here.x, here.y)
        place = slice(x - 1, x + 2), slice(y - 1, y + 2)
        assert wide.start < x < wide.stop and high.start < y < high.stop
        assert after[place].mean() > 0.85 * before[place].mean()


def test_nobody_steps_forward_if_nobody_has_won() -> None:
    state = set_up("0:endE@0,0 0:endW@1,0 1:endE@0,3 1:endW@1,3", ANIMALS)
    state = replace(state, stage="over")
    assert DOWN_UNDER.outcome(state).winners == ()  # type: ignore[union-attr]
    assert (
        draw(frame(state)) == draw(replace(frame(state), position=replace(position(state), outcome=None)))
    ).all()
