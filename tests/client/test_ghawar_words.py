"""What Ghawar says: a sentence for every stage and step, in every language, that fits its place."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from assets.texts import LANGUAGES
from client.boards.base import Frame, Line
from client.boards.ghawar.board import GhawarBoard
from client.screens.panes import Prompt, sentence
from client.screens.table_layout import TableLayout
from client.ui.geometry import Rect
from client.ui.intents import MOUSE, Accept, Back, Cycle, Move, Point, Turn
from core.game import CHANCE, Seat
from core.games.ghawar import refusals, scoring
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import COLOURS, Options, Stage, State
from tests.client.ghawar_kit import MANY, frame, games, happening, made_board, replace, texts
from tests.client.looking import ALL_SIZES
from tests.client.screens_kit import cut_texts
from tests.client.screens_kit import stage as app_stage
from tests.core.ghawar.diagrams import CHOICE, INSTEAD, RING_TWO, field, position

NAMES = ("Maximiliane", "Bernadette", "Konstantin", "Anneliese")
SPOKEN = ("prompt", "would", "waiting", "caption", "hint", "tally")
"""The groups of sentences that a table says while a game goes on."""

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


def spoken_at(board: GhawarBoard, state: State) -> list[Line]:
    """All that is said at a position, by everybody who may look at it, over places too."""
    lines = []
    for chooser in (None, *[seat for seat in GHAWAR.to_act(state) if seat != CHANCE]):
        shown = frame(state, chooser)
        lines += [board.prompt(shown), *[board.tally(shown, Seat(seat)) for seat in range(state.seats)]]
        if chooser is not None:
            lines += spoken_over_places(board, state, chooser)
    return lines


def spoken_over_places(board: GhawarBoard, state: State, seat: Seat) -> list[Line]:
    """With trucks and with derricks, first only chosen and then in hand."""
    shown = frame(state, seat)
    lines, hand = said_now(board, shown), board.hands[seat]
    rects = {spot.target: spot.rect for spot in board.every_spot(shown)}
    for presses in ((), (Cycle(),), (Accept(), Accept())):
        for intent in presses:
            board.handle(intent, shown)
            lines += said_now(board, shown)
        choices = hand.choices(state, seat)
        for target in choices.targets(hand.held, hand.meant(choices))[::2]:
            x, y = rects[target].centre
            board.handle(Point(x=x, y=y, device=MOUSE), shown)
            for _ in range(3):
                lines += said_now(board, shown)
                board.handle(Turn(), shown)
        board.leave()
        lines += said_now(board, shown)
    for _ in range(2):
        board.handle(Back(), shown)
    return lines


def said_now(board: GhawarBoard, shown: Frame) -> list[Line]:
    """Prompt, hints, and the button beside the field."""
    keys = [key for _, key in board.hints(shown)] + [offer.key for offer in board.offers(shown)]
    return [board.prompt(shown), *map(Line, keys)]


Said = tuple[str, tuple[tuple[str, Any], ...], tuple[tuple[str, Any], ...], tuple[tuple[str, Any], ...]]


@cache
def everything_said() -> set[Said]:
    """All sentences of some games and of what is rare, without doubles."""
    lines: list[Line] = []
    for options, seats in MANY:
        board = made_board(options, seats)
        steps = list(games(options, seats, seed=3))
        for number, (before, seat, action, after) in enumerate(steps):
            lines.append(board.caption(happening(before, seat, action, after), -1))
            if number % 9 == 0:
                lines += spoken_at(board, before)
        lines += spoken_at(board, steps[-1][3])
    for state, text in RARE:
        lines += told(state, text)
    for options, rolls in ((Options(), ROLLS), (CHOICE, CHOICES)):
        lines += [told_dice(options, drawing, dice) for drawing, dice, _ in rolls]
    return {(a.key, tuple(a.values.items()), tuple(a.words.items()), tuple(a.seats.items())) for a in lines}


def told(state: State, text: str) -> list[Line]:
    """A step, said before it, of it and after it."""
    board, action = made_board(state.options, state.seats), GHAWAR.parse(text)
    assert GHAWAR.why_not(state, state.turn, action) is None, text
    after = GHAWAR.apply(state, state.turn, action)
    caption = board.caption(happening(state, state.turn, action, after), -1)
    return [*spoken_at(board, state), caption, *spoken_at(board, after)]


def told_dice(options: Options, drawing: str, dice: str) -> Line:
    """What is said of two dice."""
    before = position(drawing, options=options, stage="dice")
    after = before.play(dice)
    told_ = happening(before.state, CHANCE, GHAWAR.parse(dice), after.state)
    return made_board(options, 2).caption(told_, -1)


def keys_of(language: str, *groups: str) -> set[str]:
    """The keys of some groups of sentences."""
    starts = tuple(f"ghawar.{group}." for group in groups)
    return {key for key in texts(language).keys() if key.startswith(starts)}  # noqa: SIM118 - not a dict


def test_every_sentence_is_said_and_every_one_said_is_there() -> None:
    """Nothing is missing, nothing is left over: in all three languages, as the same keys are in all."""
    said = {key for key, *_ in everything_said() if key.split(".")[1] in (*SPOKEN, "offer")}
    assert said == keys_of("en", *SPOKEN, "offer")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_gaps_are_filled_in_every_language(language: str) -> None:
    for key, values, words, seats in everything_said():
        line = Line(key, dict(values), {gap: Seat(seat) for gap, seat in seats}, dict(words))
        text = sentence(line, texts(language).say, NAMES.__getitem__)
        assert text and "{" not in text


@pytest.mark.parametrize("size", ALL_SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_above_the_board_is_cut_off(
    language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Prompts, captions and refusals in the place above the board, with long names."""
    say = texts(language).say
    spoken = {
        sentence(Line(key, dict(values), dict(seats), dict(words)), say, NAMES.__getitem__)
        for key, values, words, seats in everything_said()
        if key.split(".")[1] in ("prompt", "would", "waiting", "caption", "reason")
    }
    spoken |= {say(key) for key in keys_of(language, "refusal") if not texts(language).gaps(key)}
    with app_stage(language, size) as on, cut_texts(monkeypatch) as cut:
        room = TableLayout.of(on.app.canvas.area, 4, 4, 1).prompt
        for text in sorted(spoken):
            prompt = Prompt(size=40)
            prompt.show(text, 0.0)
            prompt.draw(on.app.canvas, room, 1.0)
    assert cut == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plates_and_sheets_have_room(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the narrowest window: tallies on plates, lines of the score sheet, the button."""
    say = texts(language).say
    with app_stage(language, (1440, 1080)) as on, cut_texts(monkeypatch) as cut:
        canvas, lay = on.app.canvas, TableLayout.of(on.app.canvas.area, 4, 4, 1)
        for key in keys_of(language, "tally"):
            words = say(key, left=14, total=128)
            canvas.text(words, Rect(0, 0, lay.plates[0].w - 168, 34), "small")
        for key in keys_of(language, "points"):
            canvas.text(say(key), Rect(0, 0, 240, 44), "small", size=26)
        for key in keys_of(language, "offer"):
            canvas.text(say(key), lay.offers[0].inset(50, 0), "body")
    assert cut == []


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
    board.handle(Point(x=x, y=y, device=MOUSE), shown)
    assert board.prompt(shown).key == f"ghawar.would.{key}"
    after = before.play("drive depot")
    line = board.caption(happening(before.state, 0, GHAWAR.parse("drive depot"), after.state), -1)
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
    board.handle(Point(x=x, y=y, device=MOUSE), shown)
    said = sentence(board.prompt(shown), texts("en").say, NAMES.__getitem__)
    assert said == "Your truck loads violet here: pay Bernadette 6, worth 6 in your depot."


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
    board.handle(Point(x=x, y=y, device=MOUSE), shown)
    assert sentence(board.prompt(shown), texts(language).say, NAMES.__getitem__) == DEAR[language]


def hinted(board: GhawarBoard, state: State) -> list[str]:
    """The hints of the south, by the endings of their keys."""
    return [key.rpartition(".")[2] for _, key in board.hints(frame(state, 0))]


def test_hints_say_what_the_next_press_does() -> None:
    """At first it only chooses; then it drives, picks up a derrick, and puts it down."""
    state = position(LOADS, roll=1).state
    board, shown = made_board(Options(), 2), frame(state, 0)
    assert hinted(board, state) == ["space", "derrick"]
    told = []
    for intent in (Accept(), Cycle(), Accept(), Move(dx=1), Back(), Cycle(), Cycle()):
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
        board.handle(Point(x=x, y=y, device=MOUSE), frame(state, 0))
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


@pytest.mark.parametrize("stage", ["cubes", "values"])
def test_between_two_steps_of_the_opening_nobody_rolls(stage: Stage) -> None:
    state = replace(GHAWAR.start(Options(), 2), stage=stage)
    assert made_board(Options(), 2).prompt(frame(state)).key == f"ghawar.waiting.{stage}"


def test_colours_are_named_as_the_rules_name_them() -> None:
    assert [key.rpartition(".")[2] for key in sorted(keys_of("en", "colour"))] == sorted(COLOURS)
