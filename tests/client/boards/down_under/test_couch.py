"""Down Under at a table: what hands do there, series, set-up."""

from __future__ import annotations

import random

import msgspec
import pygame
import pytest

from assets.texts import LANGUAGES
from client.screens.setup.screen import SetupScreen
from client.screens.table.screen import TableScreen
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import Options
from tests.client.couch import couch
from tests.client.screens_kit import cut_texts
from tests.client.tables import NAMES, QUICK, decide, people, table, view_of

UPRIGHT = ((800, 1200), (540, 960))


def test_an_illegal_place_says_why_and_changes_nothing() -> None:
    """Bo's end leads to where Ada's only end does: whatever she lays there would join them."""
    with table("down_under", Options(), *people(2)) as (hands, player):
        for text in ("EW@0,0", "NS@1,1", "EW@-1,0", "NW@1,2"):
            decide(hands, player, DOWN_UNDER.parse(text), "mouse")
        log, cell = len(hands.table.client_table.log), ("cell", 2, 0)
        hands.click(*player.rect(cell).centre)
        hands.rest(0.3)
        assert len(hands.table.client_table.log) == log
        refusal = hands.table.model.playback.denied(hands.app.now)
        assert refusal is not None and refusal.code == "down_under.refusal.at_your_end"
        assert hands.table.prompt.text.startswith("Your path does not lead here.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_table_cuts_nothing(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the board, too, where the field may still have two sizes."""
    settings = msgspec.structs.replace(QUICK, language=language)
    for size in UPRIGHT:
        with couch(settings, size, tick=0.5) as hands, cut_texts(monkeypatch) as cut:
            hands.program.title()
            hands.program.open("down_under", {}, tuple(people(2)), DOWN_UNDER.info.goals[0])
            hands.until(lambda hands=hands: isinstance(hands.app.top, TableScreen))
            hands.settle()
            hands.rest(2)
        assert cut == [], size


def test_lengths_of_a_series_are_added_up_and_the_next_seat_begins() -> None:
    rng, goal = random.Random(1), DOWN_UNDER.info.goals[1]
    with couch(QUICK, (960, 540), tick=0.2, drawn=False) as hands:
        hands.program.title()
        hands.rest(0.5)
        hands.program.open("down_under", {}, tuple(people(2)), goal)
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        sums, table_ = [0.0, 0.0], hands.table
        for game in range(goal.games):
            hands.settle()
            while table_.client_table.latest.outcome is None:
                view, turn = view_of(hands), table_.client_table.latest.turn
                table_.model.decide(rng.choice(DOWN_UNDER.legal(view, view.turn)))
                hands.until(lambda turn=turn: table_.client_table.latest.turn != turn)
                hands.settle()
            outcome = table_.client_table.latest.outcome
            for seat, holder in enumerate(table_.client_table.holders):
                sums[NAMES.index(holder.name)] += outcome.scores[seat]
            hands.honour()
            if game + 1 < goal.games:
                hands.key(pygame.K_RETURN)
                hands.until(lambda: hands.app.top is table_)
                assert [holder.name for holder in table_.client_table.holders] == ["Bo", "Ada"]
        points = {
            holder.name: n
            for holder, n in zip(table_.client_table.holders, table_.client_table.series.points, strict=True)
        }
        assert points == {"Ada": sums[0], "Bo": sums[1]}


def test_rules_that_do_not_go_together_are_told_where_they_are_chosen() -> None:
    """A border for three: said at once, start is not to be had; with two it is."""
    with couch(QUICK, (1280, 720)) as hands:
        hands.program.title()
        hands.rest(0.5)
        hands.program.setup("down_under", lan=False)
        hands.until(lambda: isinstance(hands.app.top, SetupScreen))
        setup = hands.app.top
        assert isinstance(setup, SetupScreen)
        frame, count = setup.options["frame"], setup.count
        setup.focus.focus(frame)
        while setup.chosen.frame != "border":
            hands.key(pygame.K_RIGHT)
        assert setup.conflict is None and setup.start.enabled
        setup.focus.focus(count)
        hands.key(pygame.K_RIGHT)
        assert len(setup.seats) == 3 and setup.conflict is not None
        assert setup.conflict.code == "down_under.refusal.border_seats"
        assert not setup.start.enabled
        hands.press(setup.start)
        hands.rest(0.5)
        assert hands.app.top is setup
        hands.press(frame)
        assert setup.chosen.frame != "border"
        assert setup.conflict is None and setup.start.enabled
