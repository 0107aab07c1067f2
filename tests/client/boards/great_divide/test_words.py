"""What The Great Divide says: a sentence for every stage and step, in every language, that fits its place."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from assets.texts import LANGUAGES
from client.boards.contract import Sentence
from client.boards.great_divide.board import GreatDivideBoard
from client.boards.great_divide.score import expected_points
from client.screens.shared.panes import sentence
from client.ui.intents import PointAt
from core.game import Seat
from core.games.great_divide import refusals, rules
from core.games.great_divide.drainage import PASS_CODE, Obstacle
from core.games.great_divide.land import Heading
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import (
    PASS_TILE,
    Action,
    Aside,
    Cards,
    Decline,
    Flood,
    Keep,
    Lay,
    LayPass,
    Options,
    Remove,
    State,
    Turn,
    TurnPass,
)
from core.protocol.messages import EVERYBODY
from tests.client.boards import laws
from tests.client.boards.fixtures import FIELD, SIDE, texts
from tests.client.boards.great_divide.fixtures import ALL, BASIC, MANY, frame, games, stage, step_event
from tests.client.boards.laws import Said

NAMES = ("Maximiliane", "Bernadette")
SPOKEN = ("prompt", "waiting", "caption", "hint", "offer", "tally")
"""The groups of sentences that a table says while a game goes on."""
WEST, EAST = Seat(0), Seat(1)

PARTED = {
    (2, 2): Heading.NW,
    (1, 2): Heading.NW,
    (0, 1): Heading.NW,
    (4, 3): Heading.NE,
    (5, 3): Heading.SE,
    (6, 3): Heading.NE,
}
"""Rivers to both oceans with room for the Pass between them."""

RARE: tuple[tuple[State, Seat, Any], ...] = (
    (GREAT_DIVIDE.start(BASIC, 2), WEST, Cards("W1")),
    (stage("flood", ALL), WEST, Decline()),
    (stage("flood", ALL, actor=EAST), EAST, Decline()),
    (stage("flood", ALL, {(3, 3): Heading.S}), WEST, Flood(3, 3)),
    (stage("volcanoes", ALL), WEST, Decline()),
    (stage("volcanoes", ALL, {(3, 3): PASS_CODE}), WEST, TurnPass(3, 3, 1)),
    (stage("volcanoes", ALL, {(3, 3): PASS_CODE}), WEST, TurnPass(3, 3, 0)),
    (stage("volcanoes", ALL, {(3, 3): Heading.S}), WEST, Turn(3, 3, Heading.S)),
    (
        stage("quake", ALL, {(3, 3): PASS_CODE}, aside=(Aside("1", False, True),)),
        WEST,
        Remove(3, 3),
    ),
    (stage("flood", ALL, PARTED), WEST, Flood(1, 2)),
    (stage("volcanoes", ALL, PARTED), WEST, Turn(0, 1, Heading.N)),
    (stage("quake", ALL, PARTED), WEST, Remove(0, 1)),
    (
        stage("quake", ALL, PARTED | {(3, 3): PASS_CODE + 2}, aside=(Aside("1", False, True),)),
        WEST,
        Remove(3, 3),
    ),
    (stage("lay", ALL, PARTED, drawn=PASS_TILE), WEST, LayPass(3, 3, 2)),
    (stage("lay", ALL, PARTED, drawn=PASS_TILE, turn=EAST), WEST, LayPass(3, 3, 2)),
)
"""What hardly ever happens at random, and the beginning."""


def made_board(options: Options) -> GreatDivideBoard:
    board = GreatDivideBoard(GREAT_DIVIDE, options, 2)
    board.arrange(FIELD, SIDE)
    return board


@cache
def everything_said() -> tuple[Said, ...]:
    """All sentences of some games and of what is rare; of those that differ in numbers only one."""
    found: list[Said] = []
    for options in MANY:
        board = made_board(options)
        for seed in range(3):
            for step in games(options, seed):
                found += laws.sentences(board, step_event(*step), EVERYBODY, 2)
    for state, seat, action in RARE:
        board = made_board(state.options)
        found += [Said(board.prompt(frame(state, chooser)), "prompt") for chooser in (None, seat)]
        found += [Said(Sentence(key), "hint") for _, key in board.hints(frame(state, seat))]
        step = step_event(state, seat, action, GREAT_DIVIDE.apply(state, seat, action))
        found += laws.sentences(board, step, EVERYBODY, 2)
    focused = made_board(BASIC)
    _reach_for_a_card(focused)
    found += [Said(Sentence(key), "hint") for _, key in focused.hints(frame(stage("turn"), WEST))]
    return tuple({(one.line.key, tuple(one.line.words.items()), one.where): one for one in found}.values())


def _reach_for_a_card(board: GreatDivideBoard) -> None:
    state = stage("turn")
    x, y = board.layout(state).card(0, "2").centre
    board.handle(PointAt(x=x, y=y), frame(state, WEST))


def keys_of(language: str, *groups: str) -> set[str]:
    """The keys of some groups of sentences."""
    starts = tuple(f"great_divide.{group}." for group in groups)
    return {key for key in texts(language).keys() if key.startswith(starts)}  # noqa: SIM118 - not a dict


@pytest.mark.long
def test_every_sentence_is_said_and_every_one_said_is_there() -> None:
    """Nothing is missing, nothing is left over: in all three languages, as the same keys are in all."""
    said = {one.line.key for one in everything_said() if one.line.key.split(".")[1] in SPOKEN}
    assert said == keys_of("en", *SPOKEN)


@pytest.mark.long
def test_also_what_is_seldom_said_fits_its_place() -> None:
    """The law of sentences; random games hardly ever come to some of them."""
    laws.law_7_sentences(everything_said(), NAMES, 2)


def test_every_refusal_of_the_rules_has_a_sentence() -> None:
    """Codes are put together in the rules, so they are looked for by their endings."""
    source = Path(refusals.__file__).read_text(encoding="utf-8")
    words = set(re.findall(r'"([a-z_]{4,})"', source))
    words |= set(get_args(Obstacle))
    stages = {*refusals.ACTIONS_OF_STAGE}
    words |= set(
        re.findall(r'"great_divide\.refusal\.(\w+)"', Path(rules.__file__).read_text(encoding="utf-8"))
    )
    codes = words - stages | {f"now_{stage}" for stage in stages - {"again"}}
    there = {key.rpartition(".")[2] for key in keys_of("en", "refusal")}
    assert codes == {code for code in there if not code.startswith("map_")}


@pytest.mark.parametrize(
    ("state", "action", "key", "mine", "theirs"),
    [
        (stage("quake", ALL, PARTED), Remove(0, 1), "remove_changed", "−3", "±0"),
        (stage("quake", ALL, PARTED, actor=EAST), Remove(0, 1), "remove_changed", "±0", "−3"),
        (stage("quake", ALL, {(3, 3): Heading.S}), Remove(3, 3), "remove", None, None),
        (
            stage("volcanoes", ALL, PARTED | {(0, 1): Heading.N}),
            Turn(0, 1, Heading.SW),
            "turn_changed",
            "+3",
            "±0",
        ),
        (stage("volcanoes", ALL, PARTED), Turn(0, 1, Heading.SW), "turn", None, None),
        (stage("volcanoes", ALL, PARTED), Turn(0, 1, Heading.NW), "turn_same", None, None),
        (stage("volcanoes", ALL, {(3, 3): PASS_CODE}), TurnPass(3, 3, 2), "turn", None, None),
        (stage("volcanoes", ALL, {(3, 3): PASS_CODE}), TurnPass(3, 3, 0), "turn_same", None, None),
        (
            stage("volcanoes", ALL, PARTED | {(3, 3): PASS_CODE}),
            TurnPass(3, 3, 2),
            "turn_changed",
            "+1",
            "+1",
        ),
        (stage("flood", ALL, PARTED), Flood(1, 2), "flood_changed", "−3", "±0"),
        (stage("lay", ALL, PARTED, drawn="W"), Lay(0, 2, Heading.N), "lay_mine", "+1", "±0"),
        (stage("lay", ALL, PARTED, drawn="E"), Lay(6, 2, Heading.S), "lay_theirs", "±0", "+1"),
    ],
)
def test_what_a_step_changes_is_told_with_its_sign(
    state: State, action: Action, key: str, mine: str | None, theirs: str | None
) -> None:
    after = GREAT_DIVIDE.apply(state, state.actor, action)
    line = made_board(ALL).caption(step_event(state, state.actor, action, after), -1)
    assert line.key == f"great_divide.caption.{key}"
    assert (line.values.get("mine"), line.values.get("theirs")) == (mine, theirs)
    for language in LANGUAGES:
        said = sentence(line, texts(language).translate, NAMES.__getitem__)
        assert all(sign in said for sign in (mine, theirs) if sign not in (None, "±0"))


@pytest.mark.parametrize("options", MANY)
def test_the_outlook_ends_at_the_score(options: Options) -> None:
    """From an even start to what was scored, where the plates end too."""
    steps = list(games(options, 5))
    start, end = steps[0][0], steps[-1][3]
    west, east = expected_points(GREAT_DIVIDE, start)
    assert west + east == pytest.approx(71)
    assert west == pytest.approx(east, abs=8)
    outcome = GREAT_DIVIDE.outcome(end)
    assert outcome is not None and expected_points(GREAT_DIVIDE, end) == pytest.approx(outcome.scores)
    board = made_board(options)
    points = [board.standing(frame(end), seat).points for seat in (WEST, EAST)]
    assert points == [(score,) for score in outcome.scores]


def test_keeping_the_five_is_worth_five() -> None:
    state = stage("five", drawn="five")
    kept = GREAT_DIVIDE.apply(state, WEST, Keep())
    gain = expected_points(GREAT_DIVIDE, kept)[0] - expected_points(GREAT_DIVIDE, state)[0]
    assert gain == pytest.approx(2.5)


# --- tips ------------------------------------------------------------------------------------------


def test_everything_one_can_point_at_says_what_it_is() -> None:
    """In every stage of every variant: spaces, tiles, cards, all that lies beside the land."""
    board, seen = GreatDivideBoard(GREAT_DIVIDE, ALL, 2), set[str]()
    board.arrange(FIELD, SIDE)
    for before, _, _, _ in games(ALL, 4):
        shown = frame(before)
        for spot in board.every_spot(shown):
            assert board.tip(before, -1, spot.target) is not None, spot.target
            seen.add(str(spot.target[0]))
    assert seen >= {"space", "card", "bag", "kind", "drawn", "five", "deck", "event", "aside"}


def test_a_tip_says_what_a_tile_is_worth_now() -> None:
    """A river that has come to the Pacific is a point for West; before that nobody knows."""
    board, place = GreatDivideBoard(GREAT_DIVIDE, BASIC, 2), (1, 4)
    target = ("space", *place)
    open_river = stage("turn", BASIC, {place: Heading.NW})
    sure_river = stage("turn", BASIC, {place: Heading.NW, (0, 3): Heading.NW})
    worth = [board.tip(state, -1, target).worth.key for state in (open_river, sure_river)]  # type: ignore[union-attr]
    assert [key.rsplit("_")[-1] for key in worth] == ["open", "pacific"]
