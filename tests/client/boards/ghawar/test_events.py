"""The great events of Ghawar: each is noticed where it happens, and nowhere else."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from client.boards.ghawar.highlights import HIGHLIGHT_SOUNDS
from client.boards.kit.highlights import Highlight
from client.boards.kit.timeline import Timeline
from client.screens.shared.panes import sentence
from client.session.events import GameEvent
from core.games.ghawar.scoring import leader
from core.games.ghawar.state import COLOURS, NOTHING, Drive, Leave, State
from tests.client.boards.fixtures import texts
from tests.client.boards.ghawar.fixtures import BASIC, frame, games, made_board, step_event


@cache
def played() -> tuple[tuple[GameEvent, Timeline], ...]:
    """One whole game of three, with the timelines of its steps."""
    board = made_board(BASIC, 3)
    steps = (step_event(*step) for step in games(BASIC, 3, 4, 0.02))
    return tuple((event, board.timeline(event, -1)) for event in steps)


def told(word: str) -> list[tuple[GameEvent, Highlight]]:
    """The steps that have a moment with these words."""
    found = []
    for event, shown in played():
        for moment in shown.highlights:
            if moment.words is not None and moment.words.key == f"ghawar.moment.{word}":
                found.append((event, moment))
    return found


def test_the_building_ends_once() -> None:
    ((event, _),) = told("built")
    assert event.before.view(-1).stage in ("dice", "build") != event.after.view(-1).stage


def test_the_last_cube_of_a_colour_is_noticed_when_it_leaves_the_field() -> None:
    last = Counter(str(moment.words.words) for _, moment in told("last") if moment.words is not None)
    assert last and max(last.values()) == 1
    for event, _ in told("last"):
        before, after, action = event.before.view(-1), event.after.view(-1), event.action()
        assert isinstance(action, Drive)
        assert len({*before.cubes.ravel()} - {*after.cubes.ravel()} - {NOTHING}) == 1


def test_a_majority_changes_only_where_somebody_else_has_cubes_too() -> None:
    changes = {"won": 0, "lost": 0}
    for event, shown in played():
        before, after = event.before.view(-1), event.after.view(-1)
        if not isinstance(event.action(), Leave) or event.after.outcome is not None:
            continue
        word = _majority(before, after)
        words = [moment.words for moment in shown.highlights]
        assert [words_.key.rpartition(".")[2] for words_ in words if words_] == ([word] if word else [])
        if word:
            changes[word] += 1
    assert min(changes.values()) > 0


def _majority(before: State, after: State) -> str:
    """What becomes of a majority in a step that stores, if others have a part of its colour."""
    for colour in range(len(COLOURS)):
        then, now = leader(before, colour), leader(after, colour)
        others = int(before.stored[:, colour].sum() - before.stored[before.turn, colour])
        if then != now and others:
            return "won" if now == before.turn else "lost"
    return ""


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_moments_last_and_are_heard_and_named(language: str) -> None:
    for event, shown in played():
        for moment in shown.highlights:
            assert moment.words is not None and moment.seconds >= 1.2
            assert moment.end <= shown.seconds and event.after.outcome is None
            assert (moment.start, HIGHLIGHT_SOUNDS[moment.words.key]) in [
                (cue.at, cue.sound) for cue in shown.cues
            ]
            say = texts(language).translate
            words: dict[str, Any] = {gap: say(key) for gap, key in moment.words.words.items()}
            assert "{" not in say(moment.words.key, **words)


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_everything_that_can_be_pointed_at_says_what_it_is(language: str) -> None:
    board, say, kinds = made_board(BASIC, 3), texts(language).translate, set()
    names = ("Ada", "Bo", "Cy")
    for event, _ in played()[::25]:
        view = event.after.view(-1)
        for spot in board.every_spot(frame(view, view.turn)):
            tip = board.tip(view, -1, spot.target)
            assert tip is not None, spot.target
            kinds.add(spot.target[0])
            for line in tip.lines:
                assert "{" not in sentence(line, say, names.__getitem__)
    assert kinds >= {"platform", "space", "yard", "depot", "value", "sum", "number", "tray", "thing"}
