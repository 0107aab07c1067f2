"""What The Great Divide says: a sentence for every stage and step, in every language, that fits its place."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from assets.texts import LANGUAGES
from client.boards.base import Line
from client.boards.great_divide.board import GreatDivideBoard
from client.boards.great_divide.score import outlook
from client.boards.great_divide.words import kind_key
from client.screens.panes import Prompt, sentence
from client.screens.table_layout import TableLayout
from client.ui.geometry import Rect
from client.ui.intents import Point
from core.game import Seat
from core.games.great_divide import refusals
from core.games.great_divide.drainage import PASS, Obstacle
from core.games.great_divide.land import Way
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import (
    OTHER_KINDS,
    PASS_TILE,
    Action,
    Aside,
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
from tests.client.great_divide_kit import (
    ALL,
    BASIC,
    FIELD,
    MANY,
    SIDE,
    frame,
    games,
    happening,
    stage,
    texts,
)
from tests.client.looking import ALL_SIZES
from tests.client.screens_kit import cut_texts
from tests.client.screens_kit import stage as app_stage

NAMES = ("Maximiliane", "Bernadette")
SPOKEN = ("prompt", "waiting", "caption", "hint", "offer", "tally")
"""The groups of sentences that a table says while a game goes on."""
WEST, EAST = Seat(0), Seat(1)

PARTED = {
    (2, 2): Way.NW,
    (1, 2): Way.NW,
    (0, 1): Way.NW,
    (4, 3): Way.NE,
    (5, 3): Way.SE,
    (6, 3): Way.NE,
}
"""Rivers to both oceans with room for the Pass between them."""

RARE: tuple[tuple[State, Seat, Any], ...] = (
    (stage("flood", ALL), WEST, Decline()),
    (stage("flood", ALL, actor=EAST), EAST, Decline()),
    (stage("flood", ALL, {(3, 3): Way.S}), WEST, Flood(3, 3)),
    (stage("volcanoes", ALL), WEST, Decline()),
    (stage("volcanoes", ALL, {(3, 3): PASS}), WEST, TurnPass(3, 3, 1)),
    (stage("volcanoes", ALL, {(3, 3): PASS}), WEST, TurnPass(3, 3, 0)),
    (stage("volcanoes", ALL, {(3, 3): Way.S}), WEST, Turn(3, 3, Way.S)),
    (
        stage("quake", ALL, {(3, 3): PASS}, aside=(Aside("1", False, True),)),
        WEST,
        Remove(3, 3),
    ),
    (stage("flood", ALL, PARTED), WEST, Flood(1, 2)),
    (stage("volcanoes", ALL, PARTED), WEST, Turn(0, 1, Way.N)),
    (stage("quake", ALL, PARTED), WEST, Remove(0, 1)),
    (
        stage("quake", ALL, PARTED | {(3, 3): PASS + 2}, aside=(Aside("1", False, True),)),
        WEST,
        Remove(3, 3),
    ),
    (stage("lay", ALL, PARTED, drawn=PASS_TILE), WEST, LayPass(3, 3, 2)),
    (stage("lay", ALL, PARTED, drawn=PASS_TILE, turn=EAST), WEST, LayPass(3, 3, 2)),
)
"""What hardly ever happens at random."""


def made_board(options: Options) -> GreatDivideBoard:
    board = GreatDivideBoard(GREAT_DIVIDE, options, 2)
    board.arrange(FIELD, SIDE)
    return board


def spoken_at(board: GreatDivideBoard, state: State) -> list[Line]:
    """All that is said at a position, by everybody who may look at it."""
    lines = []
    for chooser in (None, *[s for s in GREAT_DIVIDE.to_act(state) if s >= 0]):
        shown = frame(state, chooser)
        lines += [board.prompt(shown), *[board.tally(shown, seat) for seat in (WEST, EAST)]]
        lines += [Line(key) for _, key in board.hints(shown)]
        lines += [Line(offer.key) for offer in board.offers(shown)]
    return lines


@cache
def everything_said() -> set[tuple[str, tuple[tuple[str, Any], ...], tuple[tuple[str, Any], ...]]]:
    """All sentences of some games and of what is rare, without doubles."""
    lines: list[Line] = []
    for options in MANY:
        board = made_board(options)
        for seed in range(3):
            steps = list(games(options, seed))
            for before, seat, action, after in steps:
                lines += spoken_at(board, before)
                lines.append(board.caption(happening(before, seat, action, after), -1))
            lines += spoken_at(board, steps[-1][3])
    for state, seat, action in RARE:
        board = made_board(ALL)
        lines += spoken_at(board, state)
        after = GREAT_DIVIDE.apply(state, seat, action)
        lines.append(board.caption(happening(state, seat, action, after), -1))
    focused = made_board(BASIC)
    _reach_for_a_card(focused)
    lines += [Line(key) for _, key in focused.hints(frame(stage("turn"), WEST))]
    return {(a.key, tuple(a.values.items()), tuple(a.words.items())) for a in lines}


def _reach_for_a_card(board: GreatDivideBoard) -> None:
    state = stage("turn")
    x, y = board.layout(state).card(0, "2").centre
    board.handle(Point(x=x, y=y), frame(state, WEST))


def keys_of(language: str, *groups: str) -> set[str]:
    """The keys of some groups of sentences."""
    starts = tuple(f"great_divide.{group}." for group in groups)
    return {key for key in texts(language).keys() if key.startswith(starts)}  # noqa: SIM118 - not a dict


def test_every_sentence_is_said_and_every_one_said_is_there() -> None:
    """Nothing is missing, nothing is left over: in all three languages, as the same keys are in all."""
    said = {key for key, _, _ in everything_said() if key.split(".")[1] in SPOKEN}
    assert said == keys_of("en", *SPOKEN)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_gaps_are_filled_in_every_language(language: str) -> None:
    for key, values, words in everything_said():
        names = {"name": WEST, "other": EAST, "whose": WEST, "winner": WEST}
        text = sentence(Line(key, dict(values), names, dict(words)), texts(language).say, NAMES.__getitem__)
        assert text and "{" not in text


@pytest.mark.parametrize("size", ALL_SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_above_the_board_is_cut_off(
    language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Prompts, captions and refusals in the place above the board, with long names."""
    say = texts(language).say
    names = {"name": WEST, "other": EAST, "whose": EAST, "winner": WEST}
    spoken = {
        sentence(Line(key, dict(values), names, dict(words)), say, NAMES.__getitem__)
        for key, values, words in everything_said()
        if key.split(".")[1] in ("prompt", "waiting", "caption")
    }
    spoken |= {say(key) for key in keys_of(language, "refusal") if not texts(language).gaps(key)}
    with app_stage(language, size) as on, cut_texts(monkeypatch) as cut:
        room = TableLayout.of(on.app.canvas.area, 2, 4, 2).prompt
        for text in spoken:
            prompt = Prompt(size=40)
            prompt.show(text, 0.0)
            prompt.draw(on.app.canvas, room, 1.0)
    assert cut == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_plates_and_sheets_have_room(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the narrowest window: offers beside the board, tallies on plates, lines of the score sheet."""
    say = texts(language).say
    with app_stage(language, (1440, 1080)) as on, cut_texts(monkeypatch) as cut:
        canvas, lay = on.app.canvas, TableLayout.of(on.app.canvas.area, 2, 4, 2)
        for key in keys_of(language, "offer"):
            canvas.text(say(key), lay.offers[0].inset(24, 0), "body")
        for key in keys_of(language, "tally"):
            canvas.text(say(key, points="71"), Rect(0, 0, lay.plates[0].w - 168, 34), "small")
        for key in keys_of(language, "points"):
            canvas.text(say(key), Rect(0, 0, 240, 44), "small", size=26)
    assert cut == []


@pytest.mark.parametrize("size", ALL_SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_lies_beside_the_land_has_room_for_its_words(
    language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose the 5 is not yet, who lays or decides, how many tiles are left and set aside."""
    aside = (Aside("1", False, True),)
    with app_stage(language, size) as on, cut_texts(monkeypatch) as cut:
        lay = TableLayout.of(on.app.canvas.area, 2, 4, 1)
        board = made_board(ALL)
        board.arrange(lay.field, lay.side)
        for name, drawn in (("lay", "W"), ("five", "five")):
            for actor in (WEST, EAST):
                shown = frame(stage(name, ALL, drawn=drawn, actor=actor, aside=aside), language=language)
                board.still(shown).paint_side(on.app.canvas)
    assert cut == []


def test_every_refusal_of_the_rules_has_a_sentence() -> None:
    """Codes are put together in the rules, so they are looked for by their endings."""
    source = Path(refusals.__file__).read_text(encoding="utf-8")
    words = set(re.findall(r'"([a-z_]{4,})"', source))
    words |= set(get_args(Obstacle))
    codes = words - {*refusals._STAGE} | {f"now_{stage}" for stage in refusals._STAGE if stage != "again"}
    there = {key.rpartition(".")[2] for key in keys_of("en", "refusal")}
    assert codes == {code for code in there if not code.startswith("map_")}


def test_every_tile_and_card_has_a_name() -> None:
    kinds = {kind_key(kind) for kind in (*GREAT_DIVIDE.letters, *OTHER_KINDS)}
    assert kinds == keys_of("en", "kind")


@pytest.mark.parametrize(
    ("state", "action", "key", "mine", "theirs"),
    [
        (stage("quake", ALL, PARTED), Remove(0, 1), "remove_changed", "−3", "±0"),
        (stage("quake", ALL, PARTED, actor=EAST), Remove(0, 1), "remove_changed", "±0", "−3"),
        (stage("quake", ALL, {(3, 3): Way.S}), Remove(3, 3), "remove", None, None),
        (stage("volcanoes", ALL, PARTED | {(0, 1): Way.N}), Turn(0, 1, Way.SW), "turn_changed", "+3", "±0"),
        (stage("volcanoes", ALL, PARTED), Turn(0, 1, Way.SW), "turn", None, None),
        (stage("volcanoes", ALL, PARTED), Turn(0, 1, Way.NW), "turn_same", None, None),
        (stage("volcanoes", ALL, {(3, 3): PASS}), TurnPass(3, 3, 2), "turn", None, None),
        (stage("volcanoes", ALL, {(3, 3): PASS}), TurnPass(3, 3, 0), "turn_same", None, None),
        (stage("volcanoes", ALL, PARTED | {(3, 3): PASS}), TurnPass(3, 3, 2), "turn_changed", "+1", "+1"),
        (stage("flood", ALL, PARTED), Flood(1, 2), "flood_changed", "−3", "±0"),
        (stage("lay", ALL, PARTED, drawn="W"), Lay(0, 2, Way.N), "lay_mine", "+1", "±0"),
        (stage("lay", ALL, PARTED, drawn="E"), Lay(6, 2, Way.S), "lay_theirs", "±0", "+1"),
    ],
)
def test_what_a_step_changes_is_told_with_its_sign(
    state: State, action: Action, key: str, mine: str | None, theirs: str | None
) -> None:
    after = GREAT_DIVIDE.apply(state, state.actor, action)
    line = made_board(ALL).caption(happening(state, state.actor, action, after), -1)
    assert line.key == f"great_divide.caption.{key}"
    assert (line.values.get("mine"), line.values.get("theirs")) == (mine, theirs)
    for language in LANGUAGES:
        said = sentence(line, texts(language).say, NAMES.__getitem__)
        assert all(sign in said for sign in (mine, theirs) if sign not in (None, "±0"))


def test_a_choice_of_cards_is_told_without_what_was_chosen() -> None:
    """Whatever is chosen the sentences are the same for whoever may not know it."""
    start = GREAT_DIVIDE.start(BASIC, 2)
    told = set()
    for action in GREAT_DIVIDE.legal(start, WEST)[::31]:
        after = GREAT_DIVIDE.apply(start, WEST, action)
        board = made_board(BASIC)
        told.add(board.caption(happening(start, WEST, action, after), -1).key)
        told.add(board.prompt(frame(after, EAST)).key)
        told.add(board.prompt(frame(after)).key)
    assert told == {
        "great_divide.caption.cards",
        "great_divide.prompt.cards",
        "great_divide.waiting.cards",
    }


@pytest.mark.parametrize("options", MANY)
def test_the_outlook_ends_at_the_score(options: Options) -> None:
    """From an even start to what was scored, where the plates end too."""
    steps = list(games(options, 5))
    start, end = steps[0][0], steps[-1][3]
    west, east = outlook(GREAT_DIVIDE, start)
    assert west + east == pytest.approx(71)
    assert west == pytest.approx(east, abs=8)
    outcome = GREAT_DIVIDE.outcome(end)
    assert outcome is not None and outlook(GREAT_DIVIDE, end) == pytest.approx(outcome.scores)
    board = made_board(options)
    tallies = [board.tally(frame(end), seat).values["points"] for seat in (WEST, EAST)]
    assert tallies == list(outcome.scores)


def test_keeping_the_five_is_worth_five() -> None:
    state = stage("five", drawn="five")
    kept = GREAT_DIVIDE.apply(state, WEST, Keep())
    gain = outlook(GREAT_DIVIDE, kept)[0] - outlook(GREAT_DIVIDE, state)[0]
    assert gain == pytest.approx(2.5)
