"""The journal of whoever comes back is that of whoever stayed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from client.screens.gather.screen import GatherScreen
from client.screens.lobby.screen import LobbyScreen
from client.screens.table.journal_view import Entry
from client.screens.table.screen import TableScreen
from client.screens.title.screen import TitleScreen
from client.session.catch_up import catch_up_events
from client.session.connection import ServerConnection
from client.stage.settings import Settings
from core.game import Goal
from core.games import GAMES
from core.games import game as game_of
from core.games.great_split.state import Take
from core.protocol import messages as m
from core.simultaneous import Step
from tests.client.couch import Couch, couch
from tests.client.couch_killed import decide
from tests.client.serving import Serving

ENGLISH: Final = Settings(language="en", names=("Ada", "Bo", "Cy"), speed=4.0)
KEYS: Final = [game.info.key for game in GAMES]
SHORT: Final = ("sturt", "great_split")
"""An open game and one with secrets; the others in the long run."""
AMONG_AIS: Final = (
    pytest.param("great_split", 2),
    pytest.param("great_divide", 1, marks=pytest.mark.long),
    pytest.param("ghawar", 2, marks=pytest.mark.long),
)
NAMES: Final = ("Ada", "Bo", "Cy")


@pytest.fixture
def hands(home: Path) -> Iterator[Couch]:
    with couch(ENGLISH, (960, 540), tick=0.25, drawn=False) as made:
        made.program.title()
        yield made


def journal(hands: Couch) -> tuple[Entry, ...]:
    return hands.table.model.journal.entries


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path / "server") as running:
        yield running


def opened(
    hands: Couch, game: str, plans: tuple[m.SeatPlan, ...], options: dict[str, Any] | None = None
) -> None:
    hands.program.open(game, options or {}, plans, Goal(games=1))
    hands.until(lambda: isinstance(hands.app.top, TableScreen))
    hands.settle()


def is_found_again(hands: Couch, decisions: int) -> bool:
    """Whether, after so many decisions, *Continue* leads to a table with the same journal.

    What is told of a decision only until it is opened does not count.
    """
    for number in range(decisions):
        decide(hands, number)
        hands.settle()
    stayed = hands.table.model.journal.entries
    assert len(stayed) >= 10
    hands.table.actions.leave()
    hands.until(lambda: isinstance(hands.app.top, TitleScreen))
    hands.program.go_on()
    hands.until(lambda: isinstance(hands.app.top, TableScreen))
    hands.settle()
    passing = hands.app.translate("great_split.caption.sealed", name="")
    lasting = [
        [entry for entry in entries if passing not in entry.text]
        for entries in (stayed, hands.table.model.journal.entries)
    ]
    return lasting[0] == lasting[1]


@pytest.mark.covering(most=1)
@pytest.mark.parametrize(
    "game", [pytest.param(key, marks=[] if key in SHORT else pytest.mark.long) for key in KEYS]
)
def test_people_on_a_couch(hands: Couch, game: str) -> None:
    """Of The Great Split everybody is told what all may know; a hand that is too large is laid down alone."""
    opened(hands, game, tuple(m.SeatPlan("me", name=name) for name in NAMES[: game_of(game).info.seats[0]]))
    assert is_found_again(hands, 40 if game == "great_split" else 11)


@pytest.mark.long
@pytest.mark.parametrize(("game", "bots"), AMONG_AIS)
def test_one_person_among_ais(hands: Couch, game: str, bots: int) -> None:
    """Who looks alone is told their own sealed decisions one by one, also those still sealed."""
    opened(hands, game, (m.SeatPlan("me", name="Ada"), *[m.SeatPlan("bot", level="easy")] * bots))
    assert is_found_again(hands, 9)


@pytest.mark.long
def test_what_is_taken_back_while_it_is_sealed_is_struck_out(hands: Couch) -> None:
    opened(hands, "great_split", (m.SeatPlan("me", name="Ada"), *[m.SeatPlan("bot", level="easy")] * 2))
    for number in range(3):
        decide(hands, number)
        hands.settle()
    told = journal(hands)
    decide(hands, 3)
    hands.settle()
    moment = hands.moment
    assert journal(hands)[:-1] == told
    hands.table.session.undo(0)
    hands.until(lambda: hands.moment != moment)
    hands.settle()
    assert journal(hands) == told
    decide(hands, 3)
    hands.settle()
    assert journal(hands)[:-1] == told


def test_a_log_that_does_not_lead_where_the_game_stands_is_not_told(hands: Couch) -> None:
    """Only where secrets last can a server tell one: elsewhere it is checked step by step as it comes."""
    opened(hands, "great_split", (m.SeatPlan("me", name="Ada"), m.SeatPlan("bot", level="easy")))
    client_table, board = hands.table.client_table, hands.table.model.board
    whole = len(client_table.log)
    assert catch_up_events(client_table, board, whole)
    told, client_table.log[-1] = client_table.log[-1], Step(client_table.log[-1].seat, Take("left"))
    assert catch_up_events(client_table, board, whole) == ()
    client_table.log[-1] = told
    client_table.log.pop()
    assert catch_up_events(client_table, board, whole - 1) == ()


def test_a_window_that_was_cut_off_is_told_what_it_missed(hands: Couch, serving: Serving) -> None:
    """And what was said before stays where it was said."""
    hands.program.call("127.0.0.1", serving.port)
    hands.until(lambda: isinstance(hands.app.top, LobbyScreen))
    lobby = hands.app.top
    assert isinstance(lobby, LobbyScreen)
    plans = m.SeatPlan("me", "Ada"), m.SeatPlan("open")
    lobby.session.ask(m.Open, game="sturt", options={}, plans=plans)
    hands.until(lambda: isinstance(hands.app.top, GatherScreen))
    bo = serving.call()
    bo.do(m.Sit, table=1, seat=1, name="Bo")
    lobby.session.ask(m.Start)
    hands.until(lambda: isinstance(hands.app.top, TableScreen))
    hands.settle()
    decide(hands)
    bo.do(m.Say, text="Well, well")
    hands.until(lambda: any(entry.chat for entry in hands.table.model.journal.entries))
    table = hands.table
    first, said = table.model.journal.entries
    line = lobby.session.line
    assert isinstance(line, ServerConnection)
    line.close()
    bo.act()
    bo.played(2)
    hands.until(lambda: len(table.client_table.log) == 2 and hands.app.top is table)
    last = Entry(
        hands.app.translate("sturt.caption.lay", name="Bo", card=hands.app.translate("sturt.card.double")), 1
    )
    assert table.model.journal.entries == (first, said, last)
