"""`join --bot` against a real server on real sockets."""

from __future__ import annotations

import io
import socket
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assets.texts import Texts
from client.app import bot_seats
from client.app.launch import Launch
from client.screens.table.people import sign_of
from core.game import Refused
from core.protocol import messages as m
from server.net.limits import Limits
from tests.server.helpers import Hall, Talker, planned, play_at_random
from tests.server.outside_programs import command


class Joining:
    """`hold_seats` in a thread of its own, with what it returned or refused."""

    def __init__(self, port: int, *bots: str, **more: Any) -> None:
        self.launch = Launch("join", host="127.0.0.1", port=port, bots=bots, seed=1, **more)
        self.code: int | str = ""
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.code = bot_seats.hold_seats(self.launch, Texts("en"))
        except Refused as refused:
            self.code = refused.refusal.code

    @property
    def runs(self) -> bool:
        return self._thread.is_alive()

    def end(self) -> int | str:
        self._thread.join(60)
        assert not self._thread.is_alive()
        return self.code


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits a minute for a server that a test has stopped."""
    monkeypatch.setattr(bot_seats, "GIVE_UP_DELAY", 0.3)
    monkeypatch.setattr(bot_seats, "REDIAL_DELAY", 0.05)


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall() as hall:
        yield hall


def gathered(host: Talker, *plans: str) -> None:
    answer = host.do(m.Open, game="sturt", options={}, plans=planned(plans))
    assert isinstance(answer, m.Done), answer


def all_seated(host: Talker) -> tuple[m.Holder, ...]:
    return host.until(m.Occupants, lambda people: all(h.kind != "open" for h in people.holders)).holders


def started(host: Talker) -> m.TableView:
    host.ask(m.Start)
    return host.until(m.TableView, lambda scene: scene.phase == "playing")


def test_an_ai_joins_plays_to_the_end_and_leaves_with_the_server(capsys: pytest.CaptureFixture[str]) -> None:
    with Hall() as hall, hall.dial() as host:
        gathered(host, "me", "open")
        joining = Joining(hall.port, "easy")
        holders = all_seated(host)
        assert [h.kind for h in holders] == ["person", "person"] and holders[1].name == "AI easy"
        assert [sign_of(holder) for holder in holders] == ["person", "robot"], "no AI has a person's sign"
        over = play_at_random(host, started(host), 5)
        assert over.outcome is not None
        host.ask(m.Rematch)
        again = host.until(m.TableView, lambda scene: scene.phase == "playing")
        assert play_at_random(host, again, 6).outcome is not None
    assert joining.end() == 0
    said = capsys.readouterr()
    assert "seat 2" in said.out and said.out.count("The game is over") == 2
    assert said.err == Texts("en").translate("net.bye.stopping") + "\n", (
        "what came first, not that nobody answers"
    )


def test_a_program_joins_and_plays_to_the_end(tmp_path: Path) -> None:
    with Hall() as hall, hall.dial() as host:
        gathered(host, "me", "open")
        joining = Joining(hall.port, command(tmp_path), seconds=20.0)
        holders = all_seated(host)
        assert (holders[1].name, holders[1].program) == ("Tester", True)
        assert play_at_random(host, started(host), 5).outcome is not None
    assert joining.end() == 0


def test_ais_open_a_table_that_begins_when_it_is_full(capsys: pytest.CaptureFixture[str]) -> None:
    with Hall() as hall, hall.dial() as watcher:
        watcher.ask(m.Browse)
        opening = Joining(hall.port, "easy", game="sturt", seat=1)
        watcher.until(m.Tables, lambda now: any(one.program for row in now.tables for one in row.holders))
        joining = Joining(hall.port, "easy")  # once the other sits: a table that is full begins at once
        tables = watcher.until(m.Tables, lambda now: any(line.phase == "over" for line in now.tables)).tables
        assert [holder.program for holder in tables[0].holders] == [True, True]
    assert (opening.end(), joining.end()) == (0, 0)
    said = capsys.readouterr().out
    assert "begins when all seats are taken" in said and "sits at seat 2" in said


def test_a_table_that_cannot_be_opened_is_a_sentence(hall: Hall) -> None:
    password = "x" * 65
    assert Joining(hall.port, "easy", game="sturt", password=password).end() == "codec.refusal.malformed"


def test_everybody_is_told_what_goes_wrong_with_a_program(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    death = "if first: print('oh', file=sys.stderr); sys.exit(3)"
    with Hall() as hall, hall.dial() as host:
        gathered(host, "open", "me")
        joining = Joining(hall.port, command(tmp_path, death), seconds=20.0)
        all_seated(host)
        started(host)
        said = host.until(m.Said, lambda said: True).text
    assert joining.end() == 0
    assert said.startswith("The program has ended (exit code 3).")
    told = capsys.readouterr().err
    assert said in told and "stderr is kept in" in told


def test_a_program_looks_for_a_table_with_a_game_that_it_plays(hall: Hall, tmp_path: Path) -> None:
    words = command(tmp_path).replace("bot with", "bot without")
    source = (tmp_path / "bot with a space.py").read_text(encoding="utf-8")
    (tmp_path / "bot without a space.py").write_text(source.replace("GAMES = ", "GAMES = ['ghawar'] or "))
    with hall.dial() as host, hall.dial() as other:
        gathered(host, "me", "open")
        joining = Joining(hall.port, words, name="Bo")
        answer = other.do(m.Open, game="ghawar", options={}, plans=planned(("me", "open")))
        assert isinstance(answer, m.Done)
        assert all_seated(other)[1].name == "Bo"
        hall.run(hall.door.close())
    assert joining.end() == 0


def test_where_no_table_is_open_it_says_so(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not that all seats are taken: that it says once there is a table without a free one."""
    said, say = io.StringIO(), Texts("en").translate
    monkeypatch.setattr(sys, "stdout", said)  # what is read from `capsys` while somebody speaks may be lost
    joining = Joining(hall.port, "easy")

    def hear(sentence: str) -> None:
        while say(sentence) not in said.getvalue():
            assert joining.runs

    hear("cli.seat.no_table")
    assert say("cli.seat.waiting") not in said.getvalue()
    with hall.dial() as host:
        gathered(host, "me", "me")
        hear("cli.seat.waiting")
    hall.run(hall.door.close())
    assert joining.end() == "net.bye.stopping"


@pytest.mark.long
def test_two_ais_of_one_machine_play_each_other(hall: Hall) -> None:
    with hall.dial() as host:
        gathered(host, "open", "open")
        joining = Joining(hall.port, "random", "easy")
        assert [h.name for h in all_seated(host)] == ["AI random", "AI easy"]
        started(host)
        assert host.until(m.StepsMade, lambda stepped: stepped.outcome is not None)
        hall.run(hall.door.close())
    assert joining.end() == 0


@pytest.mark.long
def test_an_ai_that_was_too_fast_waits_and_decides_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_seats, "LEAST_DECISION_DELAY", 0.0)
    monkeypatch.setattr(bot_seats, "RETRY_DELAY", 0.2)
    with Hall(Limits(rate=20.0, burst=6.0)) as hall, hall.dial() as host:  # opening counts as five
        gathered(host, "open", "open")
        joining = Joining(hall.port, "random", "random")
        all_seated(host)
        started(host)
        assert host.until(m.StepsMade, lambda stepped: stepped.outcome is not None)
        hall.run(hall.door.close())
    assert joining.end() == 0


def test_it_waits_until_a_seat_is_free_and_takes_the_one_wanted(hall: Hall) -> None:
    with hall.dial() as host:
        gathered(host, "open", "me")
        joining = Joining(hall.port, "easy", seat=1, name="Bo")
        with hall.dial() as other:
            gathered(other, "me", "open")
            assert all_seated(other)[1].name == "Bo"
        hall.run(hall.door.close())
    assert joining.end() == 0


def test_nobody_at_the_address() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        assert Joining(port, "easy").end() == "net.refusal.unreachable"


def test_somebody_else_at_the_address() -> None:
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        joining = Joining(stranger.getsockname()[1], "easy")
        peer, _ = stranger.accept()
        with peer:
            peer.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            assert joining.end() == "net.refusal.not_tilewright"


def test_somebody_who_says_nothing_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.session.connection.SILENCE_TIMEOUT", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        assert Joining(stranger.getsockname()[1], "easy").end() == "net.refusal.no_answer"


def test_nobody_found_on_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.net.discovery.find", lambda seconds: [])
    with pytest.raises(Refused, match=r"^cli\.refusal\.no_server"):
        bot_seats.hold_seats(Launch("join", bots=("easy",)), Texts("en"))
