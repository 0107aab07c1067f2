"""Duplicates as people see them: opened by the command line, gathered, played, summed up."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from assets.texts import Texts
from client.app import command_line
from client.screens.gather.screen import GatherActions, GatherScreen
from client.screens.lobby.screen import LobbyScreen
from client.screens.result.duplicate import duplicate_sheet
from client.screens.result.screen import ResultScreen
from client.screens.setup.screen import Setup, SetupScreen
from client.screens.table.screen import TableScreen
from client.session.session import Session
from client.session.table import ClientTable
from client.session.verification import check_duplicate
from client.stage.settings import Settings
from core import duplicate
from core.game import Refused
from core.protocol import messages as m
from server.tables.lobby import Lobby
from tests.client.couch import Couch, couch
from tests.client.hosting import begin, launch_of
from tests.client.screens_kit import (
    EVERYWHERE,
    LANGUAGES,
    House,
    Stage,
    check_layout,
    guest,
    opened,
    play_out,
    server,
    stage,
)
from tests.client.test_lan_game import Guest
from tests.client.test_screen_lobby import shown
from tests.client.test_screen_result import ended
from tests.server.helpers import Ear, in_lobby

SIZES = [*EVERYWHERE, *((language, (720, 1280)) for language in LANGUAGES)]
NAMES = ("Ada", "Bo", "Wilhelmina Charlotte Ann", "Dorothea")
SAY = Texts("en").translate
QUICK = Settings(language="en", names=("Ada",), speed=4.0)


def person(name: str) -> m.Holder:
    return m.Holder("person", name)


AI = m.Holder("bot", level="hard")


def told(*results: m.DuplicateResult | None, **fields: Any) -> m.DuplicateView:
    """A duplicate of two tables, of which the second still plays unless there are results."""
    usual = {"first": 1, "tables": 2, "compared": False, "game": 0, "ended": ((1, True), (2, bool(results)))}
    return m.DuplicateView(**(usual | {"results": results} | fields))


FIRST = m.DuplicateResult((person(NAMES[0]), person(NAMES[1])), (41.0, 30.5))
SECOND = m.DuplicateResult((person(NAMES[2]), person(NAMES[3])), (35.0, 44.0))
ALONE = m.DuplicateResult((AI, AI), (38.0, 33.0))
ENDS = {
    "waiting": told(),
    "sums": told(FIRST, SECOND),
    "draw": told(FIRST, m.DuplicateResult(SECOND.holders, (30.5, 20.0))),
    "undecided": told(FIRST, None),
    "compared": told(FIRST, ALONE, compared=True),
    "compared_waiting": told(compared=True),
    "eight": told(*(FIRST, SECOND) * 4, tables=8, ended=tuple((at, True) for at in range(1, 9))),
}

# --- the command line -----------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "tables"), [(("--duplicate",), 2), (("--duplicate", "8"), 8)])
def test_host_opens_so_many_tables(words: tuple[str, ...], tables: int) -> None:
    launch = launch_of("host", "sturt", *words)
    assert launch.policy is not None and launch.policy.duplicate == m.DuplicatePlan(tables)


def test_on_the_couch_the_other_table_is_as_good_as_the_best_opponent() -> None:
    launch = launch_of("couch", "ghawar", "--duplicate", "--seats", "3", "--bot", "easy", "--bot", "hard")
    assert launch.policy is not None and launch.policy.duplicate == m.DuplicatePlan(2, "hard")


@pytest.mark.parametrize("word", ["0", "1", "9", "1000000000", "-2", "two", "2.0", ""])
def test_no_other_number_of_tables(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        command_line.main(("host", "sturt", f"--duplicate={word}", "--lang", "en")) == command_line.USAGE_EXIT
    )
    bounds = {"least": 2, "most": m.MOST_DUPLICATE_TABLES}
    assert SAY("cli.refusal.number", option="--duplicate", word=word, **bounds) in capsys.readouterr().err


@pytest.mark.parametrize("command", ["host", "couch"])
def test_no_duplicate_of_a_position(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = (command, "sturt", "--lang", "en", "--duplicate", "--position", "nowhere.txt")
    assert command_line.main(words) == command_line.USAGE_EXIT
    assert SAY("net.refusal.duplicate_record") in capsys.readouterr().err


# --- the set-up -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("lan", "plan"), [(True, m.DuplicatePlan(2)), (False, m.DuplicatePlan(2, "hard"))])
def test_the_set_up_offers_it(lan: bool, plan: m.DuplicatePlan) -> None:
    done: list[Setup | None] = []
    with stage(names=("Ada",)) as on:
        screen = SetupScreen(on.app, "sturt", lan, done.append)
        on.app.push(screen)
        on.frames(0.2)
        screen.table.duplicate.chosen = 1
        screen.seats[1].kind.chosen = 1 + m.OFFERED_LEVELS.index("hard")
        screen.goal.chosen = 1
        screen.start.press()
        assert done == []
        screen.goal.chosen = 0
        screen.start.press()
    assert done[0] is not None and done[0].policy.duplicate == plan


@pytest.mark.parametrize(("language", "size"), SIZES)
@pytest.mark.parametrize("lan", [True, False])
def test_the_set_up_fits(
    language: str, size: tuple[int, int], lan: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with stage(language, size, names=("Ada",)) as on:
        screen = SetupScreen(on.app, "ghawar", lan, lambda setup: None)
        on.app.push(screen)
        screen.table.duplicate.chosen = 1
        check_layout(on, screen, monkeypatch)
        screen.table_row.press()
        check_layout(on, screen, monkeypatch)


# --- gathering ------------------------------------------------------------------------------------


def evening(on: Stage, house: House, game: str = "sturt") -> list[Session]:
    """Ada and Bo at the first table, two others at the second."""
    ada = opened(on, house, NAMES[0], "open", duplicate=m.DuplicatePlan(2), game=game)
    others = [guest(house) for _ in range(3)]
    for session, name, (table, seat) in zip(others, NAMES[1:], ((1, 1), (2, 0), (2, 1)), strict=True):
        session.ask(m.Sit, table=table, seat=seat, name=name)
    sessions = [ada, *others]
    on.until(lambda: all(table_of(session) for session in sessions), *sessions)
    return sessions


def table_of(session: Session) -> ClientTable:
    assert session.client_table is not None or not session.answered
    return session.client_table  # type: ignore[return-value]  # asked of those who sit


def gathering(session: Session) -> GatherScreen:
    return GatherScreen(session, GatherActions(lambda: None, lambda: None, lambda lost: None), lambda: ())


@pytest.mark.parametrize(("language", "size"), SIZES)
def test_lobby_and_gathering_name_the_sides(
    language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with server() as house, stage(language, size) as on:
        ada = opened(on, house, NAMES[0], "open", duplicate=m.DuplicatePlan(2))
        lobby, _, _ = shown(on, house)
        assert isinstance(lobby, LobbyScreen)
        for table in (1, 2):
            lobby.look_at(table)
            check_layout(on, lobby, monkeypatch)
        assert [line.side for line in lobby.lines] == ["B", "A"]
        check_layout(on, gathering(ada), monkeypatch)


def test_the_game_begins_from_the_first_table_only() -> None:
    with server() as house, stage() as on:
        ada, _, *second = evening(on, house)
        host = next(session for session in second if table_of(session).host == session.guest)
        for session, starts in ((ada, True), (host, False)):
            screen = gathering(session)
            on.app.push(screen)
            on.frames(0.2)
            assert screen.host and (screen.start in screen.focus.widgets) == starts
            on.app.pop()
        assert screen.waiting_words() == SAY("gather.waiting_first")


# --- the end --------------------------------------------------------------------------------------


def test_the_sum_comes_to_those_who_wait_and_to_those_who_end() -> None:
    with server() as house, stage() as on:
        sessions = evening(on, house, "ghawar")
        ada, bo, cy, dee = sessions
        ada.ask(m.Start)
        on.until(lambda: all(table_of(each).phase == "playing" for each in sessions), *sessions)
        play_out(on, ada, bo)
        screen, _ = ended(on, ada)
        on.leap(60)
        assert not screen.again.enabled and screen.seal is not None and not screen.seal.bad
        assert screen.seal.text == SAY("duplicate.seed_later")
        assert "1 of 2" in screen.duplicate_sheet.sentence
        assert not any(key.over for key in ada.keys.all()) and table_of(ada).waits_for_us()
        play_out(on, cy, dee, seed=5)
        on.until(lambda: all(table_of(each).duplicate.results for each in sessions), *sessions)
        on.leap(4)
        assert all(key.over for key in ada.keys.all()) and not table_of(ada).waits_for_us()
        assert screen.page == "duplicate" and screen.again.enabled and screen.seal.good
        points = [result.points for result in table_of(dee).duplicate.results]
        totals = [row.total for row in screen.duplicate_sheet.rows]
        assert totals == [f"{points[0][0] + points[1][1]:g}", f"{points[0][1] + points[1][0]:g}"]
        assert [row.names for row in screen.duplicate_sheet.rows] == [("Ada", "Dorothea"), ("Bo", NAMES[2])]
        screen.again.press()
        on.until(lambda: all(table_of(each).phase == "playing" for each in sessions), *sessions)


@pytest.fixture(scope="module")
def over() -> Iterator[Session]:
    """A game that was played to its end."""
    with server() as house, stage() as on:
        session = opened(on, house, "Ada", "Bo")
        play_out(on, session)
        yield session


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(("language", "size"), SIZES)
def test_the_page_fits(
    over: Session, language: str, size: tuple[int, int], end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with stage(language, size) as on:
        table_of(over).duplicate = ENDS[end]
        screen, _ = ended(on, over)
        on.leap(60)
        for page in ("result", "duplicate"):
            screen.turn_to(page)
            check_layout(on, screen, monkeypatch)


def test_eight_tables_fit_in_an_upright_window(over: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    with stage("de", (720, 1280)) as on:
        table_of(over).duplicate = ENDS["eight"]
        screen, _ = ended(on, over)
        on.leap(60)
        screen.turn_to("duplicate")
        check_layout(on, screen, monkeypatch)


def test_what_the_page_says() -> None:
    sheets = {end: duplicate_sheet(view, 2, SAY) for end, view in ENDS.items()}
    assert sheets["sums"].sentence == "Side A wins: Ada and Dorothea"
    assert [row.total for row in sheets["sums"].rows] == ["85", "65½"]
    assert [row.leads for row in sheets["draw"].rows] == [False, False]
    assert sheets["draw"].sentence == SAY("duplicate.draw")
    assert sheets["undecided"].sentence == SAY("duplicate.undecided")
    assert [row.total for row in sheets["undecided"].rows] == ["–", "–"]
    assert [row.total for row in sheets["compared"].rows] == ["+3", "−2½"]
    assert "Ada 41" in sheets["compared"].sentence and "38" in sheets["compared"].sentence


@pytest.mark.parametrize(
    "wrong",
    [
        {"tables": 1},
        {"tables": 10**9},
        {"first": 2},
        {"first": -1},
        {"game": -1},
        {"results": (FIRST,)},
        {"results": (FIRST, m.DuplicateResult(FIRST.holders, (1.0,)))},
        {"results": (FIRST, m.DuplicateResult((), (1.0, 2.0)))},
        {"results": (FIRST, m.DuplicateResult(FIRST.holders, (1.0, float("nan"))))},
        {"ended": ((1, True),) * 9},
    ],
)
def test_a_server_that_tells_nonsense_is_not_believed(wrong: dict[str, Any]) -> None:
    check_duplicate(2, 1, told(FIRST, SECOND))
    with pytest.raises(Refused, match=r"codec\.refusal\.malformed"):
        check_duplicate(2, 1, msgspec.structs.replace(told(FIRST, SECOND), **wrong))


def test_every_table_view_is_checked_for_it() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "random")
        view = ada.last(m.TableView)
        ClientTable(msgspec.structs.replace(view, duplicate=told(FIRST, SECOND)))
        with pytest.raises(Refused, match="malformed"):
            ClientTable(msgspec.structs.replace(view, duplicate=told(FIRST, SECOND, first=2)))

    in_lobby(test)


# --- the couch ------------------------------------------------------------------------------------


def decide(hands: Couch, rng: random.Random) -> None:
    """A decision of ours, as soon as it is asked for; nothing once the game is over."""
    client_table = hands.table.client_table
    hands.until(lambda: client_table.own_seats_to_act() or client_table.latest.outcome is not None)
    if mine := client_table.own_seats_to_act():
        moment = hands.moment
        legal = client_table.game.legal(client_table.latest.view(mine[0]), mine[0])
        hands.table.session.act(mine[0], rng.choice(legal))
        hands.until(lambda: hands.moment != moment)


def decided(hands: Couch) -> ResultScreen:
    """Our game played out, and the result with that of the AIs."""
    rng, client_table = random.Random(3), hands.table.client_table
    while client_table.latest.outcome is None:
        decide(hands, rng)
    hands.settle()
    hands.honour()
    result = hands.app.top
    assert isinstance(result, ResultScreen)
    hands.until(lambda: result.duplicate is not None and bool(result.duplicate.results))
    return result


def at_a_couch(hands: Couch, game: str) -> None:
    begin(hands, "couch", game, "--duplicate", "--bot", "random", "--name", "Ada")
    hands.until(lambda: isinstance(hands.app.top, TableScreen))


def test_a_game_on_the_couch_is_compared_with_that_of_ais(home: Path) -> None:
    with couch(QUICK, drawn=False) as hands:
        at_a_couch(hands, "sturt")
        result = decided(hands)
        assert result.duplicate is not None and result.duplicate_sheet is not None
        assert result.duplicate_sheet.rows[0].names[0] == "Ada"
        second = result.duplicate.results[1]
        assert second is not None and [holder.level for holder in second.holders] == ["random", "random"]


def test_without_opponents_named_there_are_some(home: Path) -> None:
    with couch(QUICK, drawn=False) as hands:
        begin(hands, "couch", "ghawar", "--duplicate", "--seats", "3")
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        holders = hands.table.client_table.holders
        assert [(holder.kind, holder.level) for holder in holders[1:]] == [("bot", "normal")] * 2


def test_a_game_on_the_couch_goes_on_with_its_other_table(home: Path) -> None:
    with couch(QUICK, drawn=False) as hands:
        at_a_couch(hands, "sturt")
        decide(hands, random.Random(1))
        table = hands.table.client_table.table
    with couch(QUICK, drawn=False) as hands:
        hands.program.title()
        hands.program.go_on()
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        assert hands.table.client_table.table == table and hands.table.client_table.log
        result = decided(hands)
        assert result.duplicate is not None and None not in result.duplicate.results


def test_an_evening_on_the_lan_from_the_command_line(home: Path) -> None:
    with couch(QUICK, drawn=False) as hands:
        begin(hands, "host", "sturt", "--duplicate", "--port", "0", "--name", "Ada")
        hands.until(lambda: isinstance(hands.app.top, GatherScreen) and hands.app.top.client_table.port)
        screen = hands.app.top
        assert isinstance(screen, GatherScreen)
        first = screen.client_table.table
        guests = [Guest(hands, screen.client_table.port) for _ in range(3)]
        for guest, (table, seat) in zip(guests, ((first, 1), (first + 1, 0), (first + 1, 1)), strict=True):
            guest.session.ask(m.Sit, table=table, seat=seat, name="Guest")
            guest.until(lambda guest=guest: guest.session.client_table)
        screen.start.press()
        for guest in guests:
            guest.until(lambda guest=guest: guest.session.client_table.phase == "playing")
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        ours, rng = hands.table.client_table, random.Random(2)
        sessions = [hands.table.session, *(guest.session for guest in guests)]
        done = set[tuple[int, int]]()

        def over() -> bool:
            for number, session in enumerate(sessions):
                if number:
                    session.poll(hands.clock)
                known = table_of(session)
                for seat in known.own_seats_to_act():
                    if (number, known.latest.turn) not in done:
                        done.add((number, known.latest.turn))
                        session.act(seat, rng.choice(known.game.legal(known.latest.view(), seat)))
            return all(bool(view.results) for session in sessions if (view := table_of(session).duplicate))

        hands.until(over)
        assert ours.duplicate is not None
        sums = duplicate.sums([result.points for result in ours.duplicate.results if result])
        assert sums is not None and sum(sums) == 2.0
        for guest in guests:
            assert table_of(guest.session).duplicate == ours.duplicate
            guest.session.close()
