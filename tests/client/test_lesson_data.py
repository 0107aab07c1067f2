"""Lessons as data: held against the rules, step by step, and against the texts."""

from __future__ import annotations

import msgspec
import pytest

import assets
from assets.texts import LANGUAGES, Texts
from client.screens.lesson import lesson as lessons
from client.screens.lesson.lesson import FRIEND, LEARNER, LEAST_STEPS, MOST_STEPS, Lesson
from client.ui.bindings import KeyLabels
from client.ui.intents import KEYBOARD
from client.ui.keyboard_layout import QWERTY
from core import chance, codec, position, record
from core.game import AnyGame, Refused
from core.games import GAMES
from core.match import Match
from tests.core.floors import GROWN

KEYS = [pytest.param(game, id=game.info.key) for game in GROWN]


def match_of(lesson: Lesson, game: AnyGame) -> Match:
    """The match of a lesson at its beginning, as the server makes it."""
    options = codec.options_of(game, lesson.options)
    if lesson.position:
        begin = position.read(lesson.position, game)
        game, options = position.from_position(begin), begin.options
    return Match(game, options, 2, chance.seed_from(lesson.seed))


def let_friend_act(match: Match, script: list[str]) -> None:
    """Scripted decisions of the friend for as long as the friend alone is asked."""
    while match.to_act() == (FRIEND,):
        match.submit(FRIEND, match.game.parse(script.pop(0)), match.turn, match.ply(FRIEND))


def _others(match: Match) -> int:
    """Steps of others and of chance so far."""
    return sum(step.seat != LEARNER for step in match.steps)


def faults(lesson: Lesson, game: AnyGame) -> list[str]:
    """What the rules say against a lesson, its first way being taken."""
    found: list[str] = []
    match, script = match_of(lesson, game), list(lesson.script[FRIEND])
    for step in lesson.steps:
        if FRIEND in match.to_act() and LEARNER in match.to_act() and script:
            match.submit(FRIEND, match.game.parse(script.pop(0)), match.turn, match.ply(FRIEND))
        try:
            let_friend_act(match, script)
        except (Refused, IndexError) as error:
            return [*found, f"{step.name}: the friend cannot act before it: {error!r}"]
        if LEARNER not in match.to_act():
            return [*found, f"{step.name}: nobody learns here"]
        for text in step.do:
            why = match.game.why_not(match.tip(LEARNER), LEARNER, match.game.parse(text))
            if why is not None:
                found.append(f"{step.name}: {text}: {why.code}")
        others = _others(match)
        while step.rest and LEARNER in match.to_act() and others == _others(match):
            legal = match.game.legal(match.tip(LEARNER), LEARNER)
            match.submit(LEARNER, legal[0], match.turn, match.ply(LEARNER))
        if step.do and not found:
            match.submit(LEARNER, match.game.parse(step.do[0]), match.turn, match.ply(LEARNER))
    try:
        let_friend_act(match, script)
    except (Refused, IndexError) as error:
        found.append(f"the end: {error!r}")
    if script:
        found.append(f"never done: {script}")
    if LEARNER not in match.to_act():
        found.append("nothing is left to play for real")
    return found


@pytest.mark.parametrize("game", KEYS)
def test_every_step_is_legal_where_it_stands(game: AnyGame) -> None:
    assert faults(lessons.load(game), game) == []


@pytest.mark.parametrize("game", KEYS)
def test_it_has_six_to_ten_steps_of_different_names_and_asks_for_three_moves(game: AnyGame) -> None:
    lesson = lessons.load(game)
    assert LEAST_STEPS <= len(lesson.steps) <= MOST_STEPS
    assert len({step.name for step in lesson.steps}) == len(lesson.steps)
    assert sum(bool(step.do) for step in lesson.steps) >= 3
    assert lesson.steps[-1].do == (), "the last step says that the game goes on"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", KEYS)
def test_its_texts_exist_and_are_short(game: AnyGame, language: str) -> None:
    texts, lesson = Texts(language), lessons.load(game)
    keys = KeyLabels(KEYBOARD, QWERTY, texts.translate).names()
    for step in lesson.steps:
        own = f"{game.info.key}.lesson.{step.name}"
        needed = {"text", "task", "other"} if step.do else {"text", "task"} if step.rest else {"text"}
        assert {kind for kind in ("text", "task", "other") if texts.has(f"{own}.{kind}")} == needed, own
        told = [texts.translate(f"{own}.{kind}", **keys) for kind in ("text", "task") if kind in needed]
        assert sum(map(len, told)) <= 420, f"{own}: too long to be read in passing"


@pytest.mark.parametrize("game", KEYS)
def test_a_position_is_written_as_the_game_writes_it(game: AnyGame) -> None:
    lesson = lessons.load(game)
    if lesson.position:
        begin = record.read(lesson.record)
        assert position.write(game, 2, begin.states[0]) == lesson.position.removeprefix("\n")
    else:
        assert lesson.record == ""


@pytest.mark.parametrize("damage", ["seed = ", "[[steps]]\nnam = 1", 'position = 3\nseed = "x"', "\udcff"])
def test_a_damaged_lesson_is_refused(damage: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    class Damaged:
        def read_bytes(self) -> bytes:
            return damage.encode("utf-8", "surrogateescape")

    monkeypatch.setattr(assets, "path", lambda name: Damaged())
    with pytest.raises(Refused) as refused:
        lessons.load(GAMES[0])
    assert refused.value.refusal.code == "lesson.refusal.damaged"


def test_these_tests_can_see() -> None:
    game = next(game for game in GAMES if game.info.key == "sturt")
    good = lessons.load(game)
    for index, change in (
        (2, {"do": ("c@9,9",)}),
        (2, {"then": ()}),
        (2, {"then": ("c@1,2",)}),
        (7, {"then": ("pass",)}),
    ):
        steps = list(good.steps)
        steps[index] = msgspec.structs.replace(steps[index], **change)
        assert faults(msgspec.structs.replace(good, steps=tuple(steps)), game) != []
