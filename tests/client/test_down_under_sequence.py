"""What happens inside a step of Down Under, in its order, and when."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

import pytest

from client.boards.base import Animation
from client.boards.down_under.growth import Beat, Growth, beats
from client.boards.down_under.sequence import (
    BETWEEN,
    HIGHEST,
    RINGS,
    STUCK,
    Grows,
    Sequence,
    sequence,
    sounds,
)
from client.ui.anim import GESTURE, TRAVEL, Motion
from client.ui.synth import SOUNDS
from core.games.down_under.paths import length
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import (
    BILLABONG,
    MIDDLE,
    OWN,
    Action,
    Lay,
    LayBillabong,
    Options,
    State,
    Stretch,
    Turn,
    over,
)
from tests.client.down_under_kit import MANY, games, happening, made_board, set_up
from tests.core.down_under.diagrams import position as drawn

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


def steps(made: Step) -> Sequence:
    return sequence(made[0], made[2], made[3])


def animation(made: Step) -> Animation:
    """As it is shown at a table."""
    board = made_board(made[0].options, made[0].seats)
    return board.animation(happening(*made), Motion(), -1)


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


def grown(made: Step) -> Iterator[tuple[Beat, Growth]]:
    before, _, action, after = made
    return ((beat, growth) for beat in beats(before, action, after) for growth in beat.growths)


# --- what happens inside a step -------------------------------------------------------------------


def test_all_of_a_step_is_told_and_nothing_else() -> None:
    """What lies and how paths run after the last beat is what the rules say."""
    for before, _, action, after in (*every(), *others()):
        told = beats(before, action, after)
        assert told[-1].cards == after.cards
        assert told[-1].paths == after.paths


def test_there_are_steps_of_all_kinds_among_these() -> None:
    made = (*every(), *others())
    assert {type(action) for _, _, action, _ in made} >= {Lay, Turn}
    kinds = {len(beats(before, action, after)) for before, _, action, after in made}
    assert kinds >= {1, 2}, "with a billabong laid by the rules"
    assert max(len(list(grown(one))) for one in made) >= 3, "several paths grow"


def test_what_was_there_before_grows_at_its_ends() -> None:
    for made in (*every(), *others()):
        paths = made[0].paths
        for beat in beats(made[0], made[2], made[3]):
            for growth in beat.growths:
                was = paths[growth.path]
                assert growth.short == length(was) and growth.long == length(beat.paths[growth.path])
                assert growth.run == beat.paths[growth.path].run
                assert len(growth.parts) == len(growth.run)
                if beat.kind != "turn":
                    assert growth.run[growth.start : growth.end] == was.run
                assert 0 <= growth.start <= growth.end <= len(growth.run)
            paths = beat.paths


def test_the_path_of_the_card_grows_first() -> None:
    for made in every():
        for beat in beats(made[0], made[2], made[3]):
            numbers = [growth.path for growth in beat.growths]
            if beat.kind == "card":
                assert numbers[0] == beat.laid.path and numbers[1:] == sorted(numbers[1:])


def test_a_first_card_grows_from_its_own_part() -> None:
    """Also where it takes up a free run."""
    found = [one for made in every() for one in grown(made) if one[1].short == 0]
    for beat, growth in found:
        assert growth.start == growth.end < len(growth.run)
        own = growth.run[growth.start]
        assert (own.x, own.y) == beat.cell
        assert {own.enters, own.leaves} - {MIDDLE} == set(OWN[beat.laid.card])
    assert any(growth.start > 0 for _, growth in found) and any(growth.long > 1 for _, growth in found)


def test_a_billabong_comes_after_what_brings_it_about() -> None:
    """By hand: seat 0 comes, then the water, then its path over it, and the others end in it."""
    before, _, action, after = crossing()
    card, pool = beats(before, action, after)
    assert (card.kind, card.cell, [growth.path for growth in card.growths]) == ("card", (1, 2), [0])
    assert (pool.kind, pool.cell, pool.laid.card) == ("billabong", (2, 2), BILLABONG)
    assert [(growth.path, growth.short, growth.long) for growth in pool.growths] == [
        (0, 2, 3),
        (1, 1, 2),
        (2, 1, 2),
    ]
    assert [growth.run[-1].leaves == MIDDLE or growth.run[0].enters == MIDDLE for growth in pool.growths] == [
        False,
        True,
        True,
    ]


def test_a_ring_that_is_opened_keeps_what_it_was() -> None:
    """By hand: the curve turns, and its neutral part takes the one open end on."""
    before, _, action, after = opened()
    [beat] = beats(before, action, after)
    assert beat.kind == "turn" and beat.was is not None
    assert (beat.was.card, beat.laid.card, beat.cell) == ("SE", "NE", (1, 1))
    [growth] = beat.growths
    assert (growth.short, growth.long, growth.end - growth.start) == (4, 5, 4)
    [new] = [growth.run[at] for at in range(5) if not growth.start <= at < growth.end]
    assert (new.x, new.y) == (1, 1) and {new.enters, new.leaves} == {2, 3}


def test_a_billabong_instead_of_a_curve_makes_two_rings() -> None:
    before, _, action, after = without_curves()
    [beat] = beats(before, action, after)
    assert beat.kind == "billabong" and isinstance(action, LayBillabong)
    assert [(growth.path, growth.long - growth.short) for growth in beat.growths] == [(0, 1), (1, 1)]
    assert steps(without_curves()).phases[0].start == 0


# --- when -----------------------------------------------------------------------------------------


def test_times_follow_one_another() -> None:
    for made in (*every(), *others()):
        found, clock = steps(made), 0.0
        for phase in found.phases:
            assert phase.start >= clock and phase.landed > phase.start
            assert all(
                phase.landed <= grows.at < grows.at + grows.seconds <= phase.end for grows in phase.grows
            )
            clock = phase.end + BETWEEN
        assert found.phases[0].start == 0
        assert found.grown == found.phases[-1].end


def test_no_step_takes_long() -> None:
    """A card that makes paths grow far, too: people wait for each other."""
    lasting = [animation(made).seconds for made in every()[::7] if made[3].stage != "over"]
    assert max(lasting) < 5.0
    assert sorted(lasting)[len(lasting) // 2] < 1.6


def test_a_card_takes_as_long_as_all_cards_do() -> None:
    for made in every():
        if isinstance(made[2], Lay):
            assert steps(made).phases[0].landed == TRAVEL


def test_the_next_decision_waits_until_paths_have_run_on() -> None:
    for made in every()[::9]:
        opens = animation(made).open
        over = DOWN_UNDER.outcome(made[3]) is not None
        assert opens == (math.inf if over else steps(made).grown), "the end is seen whole"


def test_the_end_is_one_gesture_of_two_seconds() -> None:
    ends = [made for made in every() if made[3].stage == "over"]
    assert len(ends) == 2 * len(MANY)
    for made in ends[::4]:
        shown = animation(made)
        assert steps(made).grown + GESTURE <= shown.seconds <= steps(made).grown + 1.4 * GESTURE
        winners = DOWN_UNDER.outcome(made[3]).winners  # type: ignore[union-attr]
        assert shown.cues[-1].sound == ("brass" if winners else "stuck")
        assert not {"flourish", "ring"} & {cue.sound for cue in shown.cues}, "it is part of the one gesture"


def test_what_has_come_about_is_heard() -> None:
    for made, sound, seconds in ((closing(), "ring", RINGS), (walling_in(), "stuck", STUCK)):
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


def test_a_card_lands_on_dry_earth_and_a_pool_with_a_splash() -> None:
    for made in (*every(), *others()):
        heard = sounds(steps(made))
        assert all(cue.sound in SOUNDS for cue in heard)
        for phase in steps(made).phases:
            landing = [cue.sound for cue in heard if cue.at == phase.landed]
            assert ("dry_earth" in landing) == (phase.beat.kind != "billabong")


@pytest.mark.parametrize(
    ("cards", "action", "expected"),
    [
        ("0:EW@0,0 1:EW@0,3", "EW@1,0", []),
        ("0:EW@0,0 1:NS@1,0 0:EW@-1,0 1:EW@4,4", "endW@2,0", []),
        ("0:EW@0,0 1:NS@2,0 1:NS@2,1", "EW@1,0", [0]),
        ("0:EW@0,0 1:NS@2,0 1:NS@3,0 1:NS@4,0", "EW@1,0", [4]),
        ("0:EW@0,0" + "".join(f" 1:NS@{x},0" for x in range(2, 10)), "EW@1,0", [HIGHEST]),
        ("0:NS@0,0 1:EW@1,-1", "NS@0,-1", [0]),
    ],
)
def test_a_neutral_run_that_is_taken_up_drones(cards: str, action: str, expected: list[int]) -> None:
    """By hand: the more of them the higher; in the last one it is the other seat that takes one up."""
    made = step(set_up(cards, Options(size="unlimited")), action)
    assert [cue.pitch for cue in sounds(steps(made)) if cue.sound == "drone"] == expected


def test_drones_rise_from_path_to_path() -> None:
    several = [made for made in every() if sum(growth.grey > 0 for _, growth in grown(made)) > 1]
    assert several
    for made in several:
        for phase in steps(made).phases:
            times = [grows.at for grows in phase.grows if grows.growth.grey]
            high = [cue.pitch for cue in sounds(steps(made)) if cue.sound == "drone" and cue.at in times]
            assert high == sorted(set(high)) and len(high) == len(times)


# --- growing --------------------------------------------------------------------------------------


def test_paths_grow_from_what_was_there_to_all_there_is() -> None:
    for made in (*every()[::3], *others()):
        for phase in steps(made).phases:
            for grows in phase.grows:
                growth = grows.growth
                assert grows.reach(grows.at) == (growth.start, growth.end)
                assert grows.reach(phase.end) == (0, len(growth.run))
                assert grows.count(grows.at - 1) == growth.short
                assert grows.count(phase.end) == growth.long
                shown = [grows.count(grows.at + grows.seconds * share / 20) for share in range(21)]
                assert shown == sorted(shown) or growth.long < growth.short
                assert all(
                    min(growth.short, growth.long) <= n <= max(growth.short, growth.long) for n in shown
                )


def test_of_both_ends_the_one_that_grows_less_arrives_first() -> None:
    """By hand: one stretch in front and three behind; both grow equally fast."""
    part = Growth(0, tuple(Stretch(x, 0, 3, 1) for x in range(6)), ("open", "open"), ("own",) * 6, 1, 3, 2, 6)
    grows = Grows(part, 2.0, 0.6)
    assert [grows.reach(2.0 + 0.1 * n) for n in (0, 1, 2, 3, 6, 9)] == [
        pytest.approx(reach) for reach in ((1, 3), (0.5, 3.5), (0, 4), (0, 4.5), (0, 6), (0, 6))
    ]


def test_stretches_of_a_run_hang_together() -> None:
    """What is drawn as one ribbon is one."""
    for made in every()[::5]:
        for _, growth in grown(made):
            for here, ahead in zip(growth.run, growth.run[1:], strict=False):
                assert over((here.x, here.y), here.leaves) == (ahead.x, ahead.y)
