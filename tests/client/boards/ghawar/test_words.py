"""What Ghawar says: a sentence for every stage and step, in every language, that fits its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assets.texts import LANGUAGES
from client.boards.contract import Sentence
from client.boards.ghawar.board import GhawarBoard
from client.screens.shared.panes import sentence
from client.session.events import GameEvent
from client.ui.intents import MOUSE, Accept, Back, Cycle, MoveFocus, PointAt
from core.game import CHANCE, Seat
from core.games.ghawar import refusals, scoring
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import Options, State
from tests.client.boards.fixtures import texts
from tests.client.boards.ghawar.fixtures import frame, made_board, step_event
from tests.client.boards.laws import law_7_sentences, sentences
from tests.core.games.ghawar.diagrams import CHOICE, INSTEAD, RING_TWO, field, position

NAMES = ("Maximiliane", "Bernadette", "Konstantin", "Anneliese")
HOME = "Sv"
BLOCKED = "rS S\n- N"
BARE = "r S\n- N"
LOADS = """
    +   -   +   -   +
    |   rS  |   vN  |
    +   -   S   -   +
    |   g   |   yS  |
    +   -   +   -   +
"""
TWELVE = field("S S S S S S\nS S S S g S\n· · · · · S\n· · · · · ·\n· g · · · ·")
THIRTEEN = field("S S S S S S\nS S S S g S\n· · · · S S\n· · · · · ·\n· g · · · ·")
ONE_LEFT = field("S S S S · ·\nS · · · g ·\n· · · · · ·\n· · · · · ·\n· N · · · ·")
"""How many derricks of the south stand; of the last, one where the dice may say."""
RARE: tuple[tuple[State, str], ...] = (
    (position(HOME, at=(4, 11), roll=2).state, "drive depot"),
    (position(HOME, at=(4, 11), roll=2, stored=("", "v")).state, "drive depot"),
    (position(HOME, at=(4, 11), roll=2, stored=("v", "v")).state, "drive depot"),
    (position(HOME, at=(4, 11), roll=2, stored=("v",)).state, "drive depot"),
    (position("S", at=(4, 11), roll=2).state, "drive depot"),
    (position(BLOCKED, at=(3, 1), roll=3).state, "derrick 3,1>1,1"),
    (position(BARE, at=(3, 1), roll=3).state, "pass"),
    (position("S", at=(2, 4), roll=2).state, "drive 4,4"),
    (position(LOADS, roll=1).state, "drive 2,1 load 1,1"),
    (position(LOADS, roll=1, money=(6, 0)).state, "drive 2,1 load 3,1"),
    (position(LOADS, roll=1).state, "derrick 1,1>1,3"),
    (position(LOADS, roll=1).state, "derrick 1,1>5,5"),
    (position("S -\n| rN", at=(2, 2), roll=1, money=(0, 0)).state, "drive 3,2"),
    (position(TWELVE, dice=(2, 5), stage="build", options=CHOICE).state, "place 3,9"),
    (position(THIRTEEN, dice=(2, 5), stage="build", options=CHOICE).state, "place 3,9"),
    (position(ONE_LEFT, dice=(2, 5), stage="build", options=CHOICE).state, "place 9,3"),
    (position(BLOCKED, at=(3, 1), stage="choose", options=INSTEAD).state, "roll"),
    (position(BLOCKED, at=(3, 1), roll=3, options=INSTEAD).state, "pass"),
    (position(BARE, at=(3, 1), stage="choose", options=INSTEAD).state, "roll"),
)
"""Positions that a sentence is about, and a step from each."""
ROLLS: tuple[tuple[str, str, str], ...] = (
    (TWELVE, "dice 2 5", "derrick"),
    (THIRTEEN, "dice 2 5", "derrick_last"),
    (ONE_LEFT, "dice 2 5", "taken"),
    (TWELVE, "dice 1 2", "taken"),
)
"""Drawings, a roll, and what comes of it; the same with a choice of the column in `CHOICES`."""
CHOICES: tuple[tuple[str, str, str], ...] = (
    (TWELVE, "dice 2 5", "choice"),
    (ONE_LEFT, "dice 2 5", "choice"),
    (TWELVE, "dice 1 2", "no_room"),
)


def test_what_is_rarely_said_is_said_in_every_language_and_fits() -> None:
    """Before such a step, of it and after it: random games may never come there."""
    said = []
    for state, text in RARE:
        board, action = made_board(state.options, state.seats), GHAWAR.parse(text)
        assert GHAWAR.why_not(state, state.turn, action) is None, text
        after = GHAWAR.apply(state, state.turn, action)
        step = step_event(state, state.turn, action, after)
        said += [one for told in (step, reverse(step)) for one in sentences(board, told, -1, state.seats)]
    law_7_sentences(said, NAMES, 4)


def reverse(step: GameEvent) -> GameEvent:
    """The same step as if it led to the position before it: so that is looked at too."""
    return GameEvent(step.before, step.steps, step.before)


def told_dice(options: Options, drawing: str, dice: str) -> Sentence:
    """What is said of two dice."""
    before = position(drawing, options=options, stage="dice")
    after = before.play(dice)
    told_ = step_event(before.state, CHANCE, GHAWAR.parse(dice), after.state)
    return made_board(options, 2).caption(told_, -1)


def keys_of(language: str, *groups: str) -> set[str]:
    """The keys of some groups of sentences."""
    starts = tuple(f"ghawar.{group}." for group in groups)
    return {key for key in texts(language).keys() if key.startswith(starts)}  # noqa: SIM118 - not a dict


def test_every_refusal_of_the_rules_has_words_and_no_other() -> None:
    """Codes are put together in the rules, so they are looked for by their endings."""
    source = "".join(Path(str(module.__file__)).read_text(encoding="utf-8") for module in (refusals, scoring))
    words = set(re.findall(r'"([a-z_]+)"', source))
    assert {key.rpartition(".")[2] for key in keys_of("en", "refusal")} <= words


@pytest.mark.parametrize(("drawing", "dice", "key"), ROLLS)
def test_dice_are_told_by_what_they_bring(drawing: str, dice: str, key: str) -> None:
    assert told_dice(Options(), drawing, dice).key == f"ghawar.caption.{key}"


@pytest.mark.parametrize(("drawing", "dice", "key"), CHOICES)
def test_dice_with_a_choice_are_told_by_what_they_bring(drawing: str, dice: str, key: str) -> None:
    assert told_dice(CHOICE, drawing, dice).key == f"ghawar.caption.{key}"


@pytest.mark.parametrize(
    ("stored", "key"),
    [
        ((), "store_lead"),
        (("v", ""), "store"),
        (("", "v"), "store_break"),
        (("v", "v"), "store_lead"),
        (("", "vv"), "store"),
        (("", "v", "v"), "store"),
    ],
)
def test_bringing_home_is_told_with_what_becomes_of_the_majority(stored: tuple[str, ...], key: str) -> None:
    """The same before it and afterwards."""
    seats = max(2, len(stored))
    before = position(HOME, at=(4, 11), roll=2, stored=stored, seats=seats)
    board, shown = made_board(Options(), seats), frame(before.state, 0)
    x, y = board.layout(before.state).depot(Seat(0)).centre
    board.handle(PointAt(x=x, y=y, device=MOUSE), shown)
    assert board.prompt(shown).key == f"ghawar.would.{key}"
    after = before.play("drive depot")
    line = board.caption(step_event(before.state, 0, GHAWAR.parse("drive depot"), after.state), -1)
    assert line.key == f"ghawar.caption.{key}"


@pytest.mark.parametrize(("truck", "key"), [("S2", "drive"), ("S2g", "drive_loaded")])
def test_whose_trucks_are_all_loaded_is_told_what_to_do_with_it(truck: str, key: str) -> None:
    state = position(f"S1v - + - {truck}\n| rS |", roll=1, options=RING_TWO).state
    assert made_board(RING_TWO, 2).prompt(frame(state, 0)).key == f"ghawar.prompt.{key}"


def test_what_is_loaded_is_told_with_price_and_payee() -> None:
    """Violet is worth six, and the derrick is Bernadette's."""
    state = position(LOADS, roll=1, money=(6, 0)).state
    board, shown = made_board(Options(), 2), frame(state, 0)
    x, y = board.layout(state).platform(1).centre
    board.handle(PointAt(x=x, y=y, device=MOUSE), shown)
    said = sentence(board.prompt(shown), texts("en").translate, NAMES.__getitem__)
    assert said == "Your truck loads the violet moon here: pay Bernadette 6, worth 6 in your depot."


DEAR = {
    "en": "That costs 6, and you have 3.",
    "de": "Das kostet 6, und du hast 3.",
    "ja": "6かかりますが、手持ちは3です。",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("drawing", [LOADS, LOADS.replace("S   -", "S2  -").replace("+   -", "S1g -", 1)])
def test_a_cube_that_one_cannot_pay_is_told_with_price_and_money(language: str, drawing: str) -> None:
    """Violet is worth six; with several trucks it is told of the one that gets there with room."""
    options = RING_TWO if "S2" in drawing else Options()
    state = position(drawing, roll=1, money=(3, 0), options=options).state
    board, shown = made_board(options, 2), frame(state, 0, language=language)
    x, y = board.layout(state).platform(1).centre
    board.handle(PointAt(x=x, y=y, device=MOUSE), shown)
    assert sentence(board.prompt(shown), texts(language).translate, NAMES.__getitem__) == DEAR[language]


def hinted(board: GhawarBoard, state: State) -> list[str]:
    """The hints of the south, by the endings of their keys."""
    return [key.rpartition(".")[2] for _, key in board.hints(frame(state, 0))]


def test_hints_say_what_the_next_press_does() -> None:
    """At first it only chooses; then it drives, picks up a derrick, and puts it down."""
    state = position(LOADS, roll=1).state
    board, shown = made_board(Options(), 2), frame(state, 0)
    assert hinted(board, state) == ["space", "derrick"]
    told = []
    for intent in (Accept(), Cycle(), Accept(), MoveFocus(dx=1), Back(), Cycle(), Cycle()):
        board.handle(intent, shown)
        told.append(hinted(board, state))
    assert told == [
        ["drive", "load", "derrick"],
        ["take", "instead"],
        ["platform", "back"],
        ["put", "back"],
        ["take", "instead"],
        ["drive", "load", "derrick"],
        ["take", "instead"],
    ]


def test_over_what_cannot_be_done_a_press_only_chooses() -> None:
    state = position(LOADS, roll=1).state
    board = made_board(Options(), 2)
    for platform, hint in ((1, "space"), (0, "drive"), (35, "space")):
        x, y = board.layout(state).platform(platform).centre
        board.handle(PointAt(x=x, y=y, device=MOUSE), frame(state, 0))
        assert hinted(board, state)[0] == hint


def test_with_several_trucks_the_next_one_is_named_and_after_the_last_derricks() -> None:
    state = position("S1  -   +   -   S2\n|   rS  |", roll=1, options=RING_TWO).state
    board, shown = made_board(RING_TWO, 2), frame(state, 0)
    told = [hinted(board, state)[-1]]
    for _ in range(3):
        board.handle(Cycle(), shown)
        told.append(hinted(board, state)[-1])
    assert told == ["truck", "derrick", "instead", "truck"]


def test_the_button_says_where_it_leads() -> None:
    """It is no tick beside what is done anyway."""
    state = position(LOADS, roll=1).state
    board, shown = made_board(Options(), 2), frame(state, 0)
    for key in ("derrick", "drive", "derrick"):
        (offer,) = board.offers(shown)
        assert offer.key == f"ghawar.offer.{key}" and offer.on is False
        board.toggle(offer.key, shown)
