"""How the steps of The Great Divide move and sound: timelines of every kind of step."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from client.boards.great_divide.hexes import turned_by
from client.boards.great_divide.motion import (
    CARD,
    ERUPTS,
    OUT,
    RUN,
    SEEN,
    THROWN,
    Flipped,
    Run,
    animation,
    ending,
    flips,
    is_set_aside,
    plan_of,
    run,
    washed,
)
from client.boards.great_divide.rivers import rivers
from client.mirror import Happening
from client.ui.anim import GESTURE, Motion
from client.ui.synth import RATE, SOUNDS
from core.game import Place, Seat
from core.games.great_divide import state as play
from core.games.great_divide.drainage import PASS
from core.games.great_divide.land import GREAT_DIVIDE_MAP as LAND
from core.games.great_divide.land import WAYS
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Action, State
from tests.client.great_divide_kit import ALL, BASIC, MANY, games, happening, stage

N, NE, SE, S, SW, NW = (int(way) for way in WAYS)
RIVER: dict[Place, int] = {(3, 2): S, (3, 3): SW, (2, 3): SW, (1, 4): SW, (0, 4): NW}
OWN_SOUNDS = {
    "quake": "quake",
    play.Remove: "quake",
    play.Flood: "flood",
    play.Turn: "volcano",
    play.TurnPass: "volcano",
    "inland-sea": "inland_sea",
    "quiet": "quiet_year",
}


@cache
def steps() -> tuple[Happening, ...]:
    """Steps of every kind."""
    played = [happening(*step) for options in MANY for seed in (0, 1) for step in games(options, seed)]
    kinds = {type(step.action()) for step in played}
    assert kinds == set(Action.__args__)
    return tuple(played)


def step(before: State, seat: int, action: Action) -> Happening:
    return happening(before, Seat(seat), action, GREAT_DIVIDE.apply(before, Seat(seat), action))


def sounds(shown: Happening) -> list[str]:
    return [cue.sound for cue in animation(shown, GREAT_DIVIDE, Motion()).cues]


def turned(shown: Happening, viewer: int) -> tuple[Flipped, ...]:
    return flips(shown.before.view(viewer), shown.after.view(viewer), GREAT_DIVIDE)


def went_aside(shown: Happening) -> bool:
    return is_set_aside(shown.before.view(), shown.after.view())


def runs(shown: Happening) -> tuple[Run, ...]:
    return run(shown.action(), shown.after.view(), LAND)


# --- every kind of step ----------------------------------------------------------------------------


def test_every_step_takes_its_time_and_sounds() -> None:
    for shown in steps():
        found, plan = animation(shown, GREAT_DIVIDE, Motion()), plan_of(shown, GREAT_DIVIDE)
        assert 0.2 <= found.seconds <= 8.0
        assert found.cues and {cue.sound for cue in found.cues} <= SOUNDS.keys()
        assert all(0 <= cue.at <= found.seconds for cue in found.cues)
        assert all(-12 <= cue.pitch <= 24 for cue in found.cues)
        assert plan.field_at <= found.seconds and plan.side_at <= found.seconds
        assert found.open == float("inf") or found.open <= found.seconds


def test_what_happens_a_hundred_times_a_game_is_short() -> None:
    for shown in steps():
        if shown.after.outcome is None and isinstance(shown.action(), play.Draw | play.Flip | play.Lay):
            assert animation(shown, GREAT_DIVIDE, Motion()).seconds < 2.0


def test_every_disaster_has_a_sound_of_its_own() -> None:
    heard: dict[object, set[str]] = {}
    for shown in steps():
        action = shown.action()
        mark = getattr(action, "kind", getattr(action, "event", type(action)))
        if mark in OWN_SOUNDS:
            heard.setdefault(mark, set(SOUNDS)).intersection_update(sounds(shown))
    for mark, sound in OWN_SOUNDS.items():
        dry = mark is play.Flood
        assert sound in heard[mark] or dry, mark
    others = {sound for shown in steps() if is_plain(shown) for sound in sounds(shown)}
    assert not others & set(OWN_SOUNDS.values())


def is_plain(shown: Happening) -> bool:
    return isinstance(shown.action(), play.Lay | play.Draw | play.Flip | play.Cards | play.Keep | play.Give)


def test_the_sounds_of_disasters_differ() -> None:
    names = sorted(set(OWN_SOUNDS.values()) | {"bag"})
    waves = {name: SOUNDS[name](1.0) for name in names}
    for name in names:
        assert 0.3 < len(waves[name]) / RATE < 3.0
        others = [waves[other][:8000] for other in names if other != name]
        assert not any(np.array_equal(waves[name][:8000], other) for other in others)


# --- cards and the bag -----------------------------------------------------------------------------


def test_only_cards_in_play_turn_over() -> None:
    start = GREAT_DIVIDE.start(BASIC, 2)
    first = step(start, 0, play.Cards("W13"))
    assert [(card.seat, card.index) for card in turned(first, 0)] == [(0, index) for index in range(7)]
    second = step(first.after.view(0), 1, play.Cards("25E"))
    assert {card.seat for card in turned(second, -1)} <= {0, 1}
    assert all(card.index < 7 for card in turned(second, -1))


def test_what_others_may_not_see_yet_turns_over_when_it_lies_open() -> None:
    start = GREAT_DIVIDE.start(BASIC, 2)
    chosen = GREAT_DIVIDE.apply(start, Seat(0), play.Cards("W13"))
    second = happening(
        chosen, Seat(1), play.Cards("25E"), GREAT_DIVIDE.apply(chosen, Seat(1), play.Cards("25E"))
    )
    assert {card.seat for card in turned(second, -1)} == {0, 1}
    assert {card.seat for card in turned(second, 0)} == {1}


def test_a_flip_turns_one_card() -> None:
    shown = step(stage("turn"), 0, play.Flip("3"))
    assert [(card.seat, card.index) for card in turned(shown, -1)] == [(0, 3)]


def test_a_tile_that_cannot_be_laid_goes_aside() -> None:
    aside = [shown for shown in steps() if isinstance(shown.action(), play.Tile) and went_aside(shown)]
    assert aside
    assert all(animation(shown, GREAT_DIVIDE, Motion()).seconds > SEEN + 0.3 for shown in aside)
    laid = [shown for shown in steps() if isinstance(shown.action(), play.Lay)]
    assert not any(map(went_aside, laid))


def test_the_next_decision_need_not_wait_for_the_end() -> None:
    """Once a tile can be seen, and once it lies, what is left may be cut short."""
    drawn = next(s for s in steps() if isinstance(s.action(), play.Tile) and s.after.view().stage == "lay")
    assert (
        animation(drawn, GREAT_DIVIDE, Motion()).open
        == OUT
        < animation(drawn, GREAT_DIVIDE, Motion()).seconds
    )


# --- water -----------------------------------------------------------------------------------------


def test_water_runs_from_the_new_tile_to_the_sea() -> None:
    shown = step(stage("lay", tiles=RIVER, drawn="2"), 0, play.Lay(4, 2, SW))
    stages = runs(shown)
    course = rivers(LAND, shown.after.view()).downstream(LAND.space[4, 2], SW)
    assert [(s.stretch.space, s.stretch.way) for s in stages] == list(course)
    assert all(b.at - a.at == pytest.approx(RUN) for a, b in pairwise(stages))
    for before, after in pairwise(stages):
        assert after.stretch.source is not None
        assert LAND.beside[after.stretch.space][after.stretch.source] == before.stretch.space
    assert "water" in sounds(shown)


def test_a_decided_ocean_chimes() -> None:
    decided = step(stage("lay", tiles=RIVER, drawn="W"), 0, play.Lay(0, 0, NW))
    open_still = step(stage("lay", tiles={}, drawn="3"), 0, play.Lay(3, 4, N))
    assert "chime" in sounds(decided) and "chime" not in sounds(open_still)


def test_the_pass_sends_water_both_ways() -> None:
    shown = step(stage("lay", ALL, RIVER, drawn="pass"), 0, play.LayPass(4, 6, 0))
    assert {s.stretch.way for s in runs(shown)} == {N, S}


def test_a_turned_pass_sends_water_both_new_ways() -> None:
    shown = step(stage("volcanoes", ALL, RIVER | {(4, 6): PASS}), 0, play.TurnPass(4, 6, 2))
    assert {s.stretch.way for s in runs(shown)} == {SE, NW}
    assert {s.at for s in runs(shown) if s.stretch.space == LAND.space[4, 6]} == {ERUPTS + THROWN}


@pytest.mark.parametrize(
    ("before", "after", "degrees"),
    [(N, NE, 60), (NE, N, -60), (N, S, 180), (NW, N, 60), (N, SW, -120), (SE, SE, 0)],
)
def test_a_tile_is_turned_the_shorter_way_round(before: int, after: int, degrees: int) -> None:
    assert turned_by(before, after) == degrees


@pytest.mark.parametrize(("before", "after", "degrees"), [(0, 1, 60), (0, 2, -60), (2, 0, 60), (1, 1, 0)])
def test_so_is_the_pass_which_half_a_turn_leaves_alike(before: int, after: int, degrees: int) -> None:
    assert turned_by(PASS + before, PASS + after) == degrees


def test_a_flood_takes_what_it_takes_in_order() -> None:
    shown = step(stage("flood", ALL, RIVER), 0, play.Flood(3, 2))
    taken = washed(shown, LAND)
    gone = np.flatnonzero(shown.before.view().tiles != shown.after.view().tiles).tolist()
    assert [space for space, _ in taken] == [LAND.space[p] for p in ((3, 3), (2, 3), (1, 4), (0, 4))]
    assert sorted(space for space, _ in taken) == gone
    times = [at for _, at in taken]
    assert (
        all(a < b for a, b in pairwise(times))
        and times[-1] < animation(shown, GREAT_DIVIDE, Motion()).seconds
    )


def test_a_flood_from_the_pass_takes_one_side() -> None:
    tiles: dict[Place, int] = {(4, 2): PASS + 1, (3, 3): SW, (2, 3): SW, (5, 2): SE}
    shown = step(stage("flood", ALL, tiles), 0, play.Flood(4, 2, SW))
    assert [space for space, _ in washed(shown, LAND)] == [LAND.space[3, 3], LAND.space[2, 3]]
    dry = step(stage("flood", ALL, {(3, 3): SW}), 0, play.Flood(3, 3))
    assert washed(dry, LAND) == () and "flood" not in sounds(dry)


# --- the end ---------------------------------------------------------------------------------------


def test_the_end_lights_every_tile_once_and_each_ocean_in_turn() -> None:
    overs = [shown for shown in steps() if shown.after.outcome is not None]
    assert overs
    for shown in overs:
        view = shown.after.view()
        lit, won = ending(view, LAND), rivers(LAND, view).won
        assert sorted((tile.seat, tile.space) for tile in lit) == sorted(
            (seat, space) for seat in (0, 1) for space in won[seat]
        )
        times = [tile.at for tile in lit]
        assert times == sorted(times)
        plan = plan_of(shown, GREAT_DIVIDE)
        assert plan.over + max(times) < plan.seconds
        assert plan.seconds - plan.over >= GESTURE
        assert plan.cues[-1].sound == "brass"
        assert animation(shown, GREAT_DIVIDE, Motion()).open == float("inf")


def test_from_the_sea_inland() -> None:
    shown = stage("over", tiles=RIVER)
    assert [tile.space for tile in ending(shown, LAND)] == [
        LAND.space[place] for place in ((0, 4), (1, 4), (2, 3), (3, 3), (3, 2))
    ]


def test_a_plan_belongs_to_its_happening() -> None:
    """Asked for in turn, the plans do not get mixed up."""
    first, second = steps()[0], next(s for s in steps() if isinstance(s.action(), play.EventCard))
    assert plan_of(first, GREAT_DIVIDE) == plan_of(first, GREAT_DIVIDE) != plan_of(second, GREAT_DIVIDE)
    assert plan_of(second, GREAT_DIVIDE).seconds > CARD > plan_of(first, GREAT_DIVIDE).seconds
    assert plan_of(first, GREAT_DIVIDE).seconds < CARD
