"""Help at a table: hints that step back once learnt, what things are, and the journal as a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from client.boards.kit import deciding
from client.boards.kit.tips import Tip
from client.screens.table.journal_view import JournalPage
from client.stage.settings import Settings
from client.ui.bindings import BUTTON_STICK_2
from core.protocol import messages as m
from tests.client.couch import Couch, couch

ENGLISH = Settings(language="en")


@pytest.fixture
def hands(home: Path) -> Iterator[Couch]:
    with couch(ENGLISH, (960, 540), tick=0.1) as made:
        made.open("sturt", {}, *(m.SeatPlan("me", name=name, token=name.encode() * 16) for name in "AB"))
        made.settle()
        yield made


def hints(hands: Couch) -> set[str]:
    return {hint.text for hint in hands.table.snapshot().hints}


def test_what_has_been_done_three_times_needs_no_hint_until_a_mistake(hands: Couch) -> None:
    turn = hands.app.translate("sturt.hint.turn")
    hands.key(pygame.K_RIGHT)
    for _ in range(3):
        assert turn in hints(hands)
        hands.key(pygame.K_e)
    assert turn not in hints(hands)
    assert "keyboard sturt.hint.turn" in hands.app.settings.learnt
    hands.table.model.learning.mistaken()
    assert turn in hints(hands)
    hands.key(pygame.K_e)
    assert turn not in hints(hands)


def test_with_another_device_it_has_to_be_learnt_anew(hands: Couch) -> None:
    hands.app.change(hands.app.settings.with_learnt("keyboard sturt.hint.turn"))
    hands.key(pygame.K_RIGHT)
    turn = hands.app.translate("sturt.hint.turn")
    assert turn not in hints(hands)
    hands.point(960, 540)
    hands.wheel()
    assert hands.app.device.kind == "mouse"
    assert turn in hints(hands)


def told(hands: Couch, monkeypatch: pytest.MonkeyPatch) -> list[Tip]:
    """The tips in the next picture."""
    shown: list[Tip] = []
    with monkeypatch.context() as patch:
        patch.setattr(deciding, "draw_tip", lambda look, tip, at, room, told: shown.append(tip))
        hands.rest(0.3)
    return shown


@pytest.mark.parametrize("by", ["key", "pad"])
def test_one_goes_from_thing_to_thing_and_nothing_is_laid(
    hands: Couch, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask() -> None:
        hands.key(pygame.K_i) if by == "key" else hands.pad(BUTTON_STICK_2)

    hands.table.model.decide(
        hands.table.client_table.game.legal(hands.table.model.frame().view, hands.table.model.asked)[0]
    )
    hands.settle()
    steps = len(hands.table.client_table.log)
    assert not told(hands, monkeypatch)
    ask()
    seen = {tip.name.key for tip in told(hands, monkeypatch)}
    assert len(seen) == 1
    for key in (pygame.K_UP, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RIGHT):
        hands.key(key)
        seen |= {tip.name.key for tip in told(hands, monkeypatch)}
    assert len(seen) > 2, "cards, ground, an edge, a pile"
    hands.key(pygame.K_RETURN)
    assert not told(hands, monkeypatch)
    assert len(hands.table.client_table.log) == steps


def test_a_tip_opens_where_the_pointer_rests_but_not_over_what_would_be_laid(
    hands: Couch, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = hands.table
    table.model.decide(table.client_table.game.legal(table.model.frame().view, table.model.asked)[0])
    hands.settle()
    hands.point(table.model.lay.field.right + 5, table.model.lay.field.bottom - 5)
    spots = {spot.target: spot.rect for spot in table.model.board.every_spot(table.model.frame())}
    free = (
        table.model.board.pickers[table.model.asked]
        .choices(table.model.frame().view, table.model.asked)
        .targets()[0]
    )
    card = ("cell", *table.model.frame().view.last)
    hands.point(*spots[card].centre)
    hands.rest(0.5)
    assert told(hands, monkeypatch)
    hands.point(*spots[free].centre)
    hands.rest(0.5)
    assert not told(hands, monkeypatch), "the sentence says what would come of it"
    hands.point(*spots[card].centre)
    hands.rest(0.5)
    hands.point(1, 1)
    assert not told(hands, monkeypatch), "the pointer is over nothing"


def test_a_press_on_the_journal_shows_all_of_it_and_a_line_lights_its_place(hands: Couch) -> None:
    table = hands.table
    for _ in range(12):
        table.model.decide(table.client_table.game.legal(table.model.frame().view, table.model.asked)[0])
        hands.settle()
    paper = table.model.lay.journal
    hands.click(paper.x + 60, paper.bottom - 20)
    page = table.focus.modal
    assert isinstance(page, JournalPage)
    assert len(page.entries) >= 12
    hands.key(pygame.K_RETURN)
    hands.rest(0.1)
    assert table.focus.modal is None
    assert table.model.frame().lit is not None


def test_a_tip_lies_above_buttons_but_never_above_a_page(
    hands: Couch, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = hands.table
    table.model.decide(table.client_table.game.legal(table.model.frame().view, table.model.asked)[0])
    hands.settle()
    spots = {spot.target: spot.rect for spot in table.model.board.every_spot(table.model.frame())}
    hands.point(*spots["cell", *table.model.frame().view.last].centre)
    hands.rest(0.5)
    drawn: list[str] = []
    monkeypatch.setattr(deciding, "draw_tip", lambda *_: drawn.append("tip"))
    monkeypatch.setattr(type(table.focus.widgets[0]), "draw", lambda *_: drawn.append("button"))
    hands.frame()
    assert {*drawn} == {"tip", "button"} and drawn[-1] == "tip"
    hands.key(pygame.K_F10)
    drawn.clear()
    hands.frame()
    assert "tip" not in drawn
