"""What happens inside a step of Down Under, in its order, and when."""

from __future__ import annotations

from functools import cache

import pytest

from client.boards.contract import Animation
from client.boards.down_under.step_schedule import (
    HIGHEST_DRONE_PITCH,
    RING_SECONDS,
    STUCK_SECONDS,
    Growth,
    StepSchedule,
    schedule_of,
    step_cues,
)
from client.ui.animation import Motion
from core.games.down_under.board import length
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import (
    BILLABONG,
    CELL_MIDDLE,
    Action,
    LayBillabong,
    Options,
    State,
    Stretch,
)
from tests.client.boards.down_under.fixtures import MANY, games, made_board, set_up, step_event
from tests.core.games.down_under.diagrams import position as drawn

Step = tuple[State, int, Action, State]

CROSSING = """
    ·    ·    ·    ·    ·
    ·    ·    │1   ·    ·
    ─0   ·    ·    ·    ·
    ·    ·    │2   ·    ·
"""
"""With EW on 1,2 three paths lead into 2,2."""
BOW = """
    ·    ·    ·    ·    ·
    ·    ┌0   ┐0   ·    ·
    ·    └0   ·    ·    ·
    ·    ·    ·    ·    ·
    ·    ·    ·    ·    │1
"""
"""Both ends of seat 0 lead into 2,2."""
WALLED = """
    ○    ·    │1   ·    ·
    ○    ·    ·    ─0   ╴0
    ○    ·    │2   ·    ·
    ○    ·    ·    ·    ·
"""
"""Three paths lead to 2,1."""
WINDING = """
    ┌0   ─0   ─0   ─0   ┐0   ·
    └0   ┐0   ·    ·    │0   ·
    ·    └0   ┐0   ·    │0   ·
    ·    ·    └0   ┐0   │0   ·
    ·    ·    ·    └0   ·    ┐1
    ·    ·    ·    ·    └1   ┘1
"""
"""Both ends of both seats lead into 4,4; seat 0 has no curve left."""


@cache
def every() -> tuple[Step, ...]:
    """Steps of random games with all options."""
    found: list[Step] = []
    for options, seats in MANY:
        for seed in (1, 2):
            found += games(options, seats, seed)
    return tuple(found)


def step(state: State, text: str) -> Step:
    """An action of the seat to act."""
    action = DOWN_UNDER.parse(text)
    assert DOWN_UNDER.why_not(state, state.turn, action) is None
    return state, state.turn, action, DOWN_UNDER.apply(state, state.turn, action)


def steps(made: Step) -> StepSchedule:
    return schedule_of(made[0], made[3])


def animation(made: Step) -> Animation:
    """As it is shown at a table."""
    board = made_board(made[0].options, made[0].seats)
    return board.animation(step_event(*made), Motion(), -1)


def crossing() -> Step:
    """A card that brings a billabong about."""
    return step(drawn(CROSSING, seats=3).state, "EW@1,2")


def opened() -> Step:
    """A ring that is opened."""
    return step(drawn(BOW.replace("└0   · ", "└0   ┘0")).state, "turn NE@1,1")


def closing() -> Step:
    """A ring that closes."""
    return step(drawn(BOW).state, "NW@2,2")


def walling_in() -> Step:
    """Whatever seat 2 does, seat 0 can lay nothing any more; all billabongs lie elsewhere."""
    return step(drawn(WALLED, seats=3, turn=2).state, "NS@2,3")


def without_curves() -> Step:
    """A billabong instead of a curve: both paths run over it and are rings."""
    return step(drawn(WINDING).state, "billabong@4,4")


def others() -> tuple[Step, ...]:
    """Steps that random games hardly bring."""
    return crossing(), opened(), closing(), walling_in(), without_curves()


# --- what happens inside a step -------------------------------------------------------------------


def test_all_of_a_step_is_told_and_nothing_else() -> None:
    """What lies and how paths run after the last beat is what the rules say."""
    for before, _, _, after in (*every(), *others()):
        told = schedule_of(before, after).phases
        assert told[-1].cards == after.cards
        assert told[-1].paths == after.paths


def test_what_was_there_before_grows_at_its_ends() -> None:
    for made in (*every(), *others()):
        paths = made[0].paths
        for phase in steps(made).phases:
            for growth in phase.growths:
                was = paths[growth.path]
                assert growth.short == length(was) and growth.long == length(phase.paths[growth.path])
                assert growth.run == phase.paths[growth.path].run
                assert len(growth.parts) == len(growth.run)
                if phase.kind != "turn":
                    assert growth.run[growth.start : growth.end] == was.run
                assert 0 <= growth.start <= growth.end <= len(growth.run)
            paths = phase.paths


def test_a_billabong_comes_after_what_brings_it_about() -> None:
    """By hand: seat 0 comes, then the water, then its path over it, and the others end in it."""
    before, _, _, after = crossing()
    card, pool = schedule_of(before, after).phases
    assert (card.kind, card.cell, [growth.path for growth in card.growths]) == ("card", (1, 2), [0])
    assert (pool.kind, pool.cell, pool.laid.card) == ("billabong", (2, 2), BILLABONG)
    assert [(growth.path, growth.short, growth.long) for growth in pool.growths] == [
        (0, 2, 3),
        (1, 1, 2),
        (2, 1, 2),
    ]
    assert [
        growth.run[-1].leaves == CELL_MIDDLE or growth.run[0].enters == CELL_MIDDLE for growth in pool.growths
    ] == [
        False,
        True,
        True,
    ]


def test_a_ring_that_is_opened_keeps_what_it_was() -> None:
    """By hand: the curve turns, and its neutral part takes the one open end on."""
    before, _, _, after = opened()
    [phase] = schedule_of(before, after).phases
    assert phase.kind == "turn" and phase.was is not None
    assert (phase.was.card, phase.laid.card, phase.cell) == ("SE", "NE", (1, 1))
    [growth] = phase.growths
    assert (growth.short, growth.long, growth.end - growth.start) == (4, 5, 4)
    [new] = [growth.run[at] for at in range(5) if not growth.start <= at < growth.end]
    assert (new.x, new.y) == (1, 1) and {new.enters, new.leaves} == {2, 3}


def test_a_billabong_instead_of_a_curve_makes_two_rings() -> None:
    before, _, action, after = without_curves()
    [phase] = schedule_of(before, after).phases
    assert phase.kind == "billabong" and isinstance(action, LayBillabong)
    assert [(growth.path, growth.long - growth.short) for growth in phase.growths] == [(0, 1), (1, 1)]
    assert steps(without_curves()).phases[0].start == 0


# --- when -----------------------------------------------------------------------------------------


def test_no_step_takes_long() -> None:
    """A card that makes paths grow far, too: people wait for each other."""
    lasting = [animation(made).seconds for made in every()[::7] if made[3].stage != "over"]
    assert max(lasting) < 5.0
    assert sorted(lasting)[len(lasting) // 2] < 1.6


def test_what_has_come_about_is_heard() -> None:
    for made, sound, seconds in ((closing(), "ring", RING_SECONDS), (walling_in(), "stuck", STUCK_SECONDS)):
        shown = animation(made)
        assert sound in {cue.sound for cue in shown.cues}
        assert shown.seconds >= steps(made).grown + seconds
    assert "splash" in {cue.sound for cue in animation(crossing()).cues}
    closed = next(
        made
        for made in every()
        if made[3].stage != "over"
        and made[3].paths[made[1]].tips == ("closed", "closed")
        and made[0].paths[made[1]].tips != ("closed", "closed")
    )
    assert "flourish" in {cue.sound for cue in animation(closed).cues}


@pytest.mark.parametrize(
    ("cards", "action", "expected"),
    [
        ("0:EW@0,0 1:EW@0,3", "EW@1,0", []),
        ("0:EW@0,0 1:NS@1,0 0:EW@-1,0 1:EW@4,4", "endW@2,0", []),
        ("0:EW@0,0 1:NS@2,0 1:NS@2,1", "EW@1,0", [0]),
        ("0:EW@0,0 1:NS@2,0 1:NS@3,0 1:NS@4,0", "EW@1,0", [4]),
        ("0:EW@0,0" + "".join(f" 1:NS@{x},0" for x in range(2, 10)), "EW@1,0", [HIGHEST_DRONE_PITCH]),
        ("0:NS@0,0 1:EW@1,-1", "NS@0,-1", [0]),
    ],
)
def test_a_neutral_run_that_is_taken_up_drones(cards: str, action: str, expected: list[int]) -> None:
    """By hand: the more of them the higher; in the last one it is the other seat that takes one up."""
    made = step(set_up(cards, Options(size="unlimited")), action)
    assert [cue.pitch for cue in step_cues(steps(made)) if cue.sound == "drone"] == expected


# --- growing --------------------------------------------------------------------------------------


def test_of_both_ends_the_one_that_grows_less_arrives_first() -> None:
    """By hand: one stretch in front and three behind; both grow equally fast."""
    growth = Growth(
        0, tuple(Stretch(x, 0, 3, 1) for x in range(6)), ("open", "open"), ("own",) * 6, 1, 3, 2, 6, 2.0, 0.6
    )
    assert [growth.reach(2.0 + 0.1 * n) for n in (0, 1, 2, 3, 6, 9)] == [
        pytest.approx(reach) for reach in ((1, 3), (0.5, 3.5), (0, 4), (0, 4.5), (0, 6), (0, 6))
    ]
