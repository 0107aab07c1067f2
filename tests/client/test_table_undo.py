"""The tool that takes a decision back: grey while nothing that was decided here can be."""

from __future__ import annotations

import random
from typing import Any

import pygame
import pytest

from client.stage.settings import Settings
from client.ui.widgets import Button
from core.game import Seat
from core.games import game as game_of
from core.protocol import messages as m
from tests.client.couch import Couch, couch

QUICK = Settings(language="en", speed=4.0)


def undo_of(hands: Couch) -> Button:
    return next(tool for tool in hands.table.tools if tool.icon == "undo")


def alive(undo: Button) -> bool:
    return undo.enabled


def open_table(hands: Couch, key: str, **options: Any) -> None:
    game = game_of(key)
    plans = (m.SeatPlan("me", name=name) for name in ("Ada", "Bo"))
    hands.open(key, game.info.options(**options), *plans)
    hands.settle()


def decide_anything(hands: Couch, rng: random.Random) -> None:
    table, moment = hands.table, hands.moment
    seat = Seat(table.model.chooser or 0)
    table.model.decide(rng.choice(table.client_table.game.legal(table.client_table.latest.view(seat), seat)))
    hands.until(lambda: hands.moment != moment)
    hands.settle()


def test_it_comes_alive_with_the_first_move_and_goes_with_it() -> None:
    with couch(QUICK, (960, 540), tick=0.1) as hands:
        open_table(hands, "sturt")
        undo, table = undo_of(hands), hands.table
        assert not alive(undo)
        decide_anything(hands, random.Random(1))
        assert alive(undo) and undo.tip == "Take back"
        hands.press(undo)
        hands.until(lambda: not table.client_table.log)
        hands.frame()
        assert not undo.enabled


@pytest.mark.parametrize("ask", ["key", "press"])
def test_where_a_roll_follows_every_move_it_stays_grey(ask: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key says why, and so does the tool itself."""
    with couch(QUICK, (960, 540), tick=0.1) as hands:
        open_table(hands, "ghawar", stalemate=2)
        undo, table, why = undo_of(hands), hands.table, hands.app.translate("match.refusal.nothing_to_undo")
        told: list[str] = []
        monkeypatch.setattr(hands.app, "refuse", lambda refusal: told.append(refusal.code))
        for _ in range(2):
            decide_anything(hands, random.Random(1))
            assert not alive(undo) and undo.tip == why
        steps = len(table.client_table.log)
        hands.key(pygame.K_u) if ask == "key" else hands.press(undo)
        hands.rest(1.0)
        assert len(table.client_table.log) == steps
        assert told == (["match.refusal.nothing_to_undo"] if ask == "key" else [])
        assert table.focus.current is not undo or ask == "press"


def test_a_sealed_decision_can_be_taken_back_though_cards_were_drawn_before_it() -> None:
    with couch(QUICK, (960, 540), tick=0.1) as hands:
        open_table(hands, "great_split")
        undo, rng, client_table = undo_of(hands), random.Random(1), hands.table.client_table
        assert not alive(undo)
        seat = None
        while seat is None or seat != hands.table.model.chooser or not client_table.line(seat):
            seat = hands.table.model.chooser
            decide_anything(hands, rng)
        assert alive(undo)
        made = len(client_table.line(seat))
        hands.key(pygame.K_u)
        hands.until(lambda: len(client_table.line(seat)) < made)


def test_after_the_end_nothing_is_taken_back() -> None:
    with couch(QUICK, (960, 540), tick=0.1, drawn=False) as hands:
        open_table(hands, "sturt")
        undo, rng, table = undo_of(hands), random.Random(1), hands.table
        while table.client_table.latest.outcome is None:
            decide_anything(hands, rng)
        hands.until(lambda: table.client_table.phase == "over")
        hands.frame()
        assert not table.client_table.may_take_back() and not alive(undo)
