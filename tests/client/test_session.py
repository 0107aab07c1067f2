"""Sessions with a real server that goes and comes again: all is as it was, and nothing is done twice."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from client.session import seat_keys
from client.session.connection import ServerConnection
from client.session.session import Session
from client.session.states import IllegalTransition
from core import codec
from core.protocol import messages as m
from core.protocol.wire import MAGIC
from tests.client.serving import Caller, Serving
from tests.server.helpers import Hall

ME = m.SeatPlan("me", name="Ada")
BO = m.SeatPlan("me", name="Bo")
OPEN = m.SeatPlan("open")


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path / "server") as running:
        yield running


class Parlour(Hall):
    """A server in this process, for those who need none that goes and comes again."""

    def __init__(self) -> None:
        super().__init__()
        self.callers: list[Caller] = []

    def __exit__(self, *trouble: object) -> None:
        for caller in self.callers:
            caller.session.close()
        super().__exit__(*trouble)

    def call(self, keys: seat_keys.SeatKeys | None = None) -> Caller:
        """Somebody who calls."""
        self.callers.append(Caller(self.port, keys))
        return self.callers[-1]


@pytest.fixture
def parlour() -> Iterator[Parlour]:
    made = Parlour()
    with made:
        yield made


def couch(serving: Serving | Parlour, *plans: m.SeatPlan, file: Path | None = None) -> Caller:
    """A guest at a new table of Sturt's desert."""
    caller = serving.call(seat_keys.SeatKeys("here", file))
    caller.do(m.Open, game="sturt", options={}, plans=plans)
    caller.until(lambda: caller.session.client_table is not None)
    return caller


def yours(caller: Caller) -> tuple[int, ...]:
    assert caller.session.client_table is not None
    return caller.session.client_table.yours


def log(caller: Caller) -> list[object]:
    assert caller.session.client_table is not None
    return [step.action for step in caller.session.client_table.log]


@pytest.mark.covering(most=1)
@pytest.mark.parametrize("way", ["kill", "stop"])
def test_everybody_comes_back_to_where_they_were_after_the_server_has_gone(
    serving: Serving, way: str
) -> None:
    """Two people at one screen, a spectator, somebody in the lobby."""
    ada, eve, cleo = couch(serving, ME, BO), serving.call(), serving.call()
    eve.do(m.Watch, table=1)
    cleo.do(m.Browse)
    ada.act()
    ada.played(1)
    eve.played(1)
    before = log(ada)
    (serving.kill if way == "kill" else serving.stop)()
    for caller in (ada, eve, cleo):
        caller.lose()
    serving.start()
    for caller in (ada, eve, cleo):
        caller.return_()
    assert yours(ada) == (0, 1) and yours(eve) == () and log(ada) == log(eve) == before
    ada.act()
    ada.played(2)
    eve.played(2)
    cleo.heard.clear()
    ada.do(m.FreeSeat, seat=1)
    cleo.until(lambda: cleo.session.tables and cleo.session.tables[0].holders[1].kind == "open")


def test_a_host_before_the_start_is_host_again(serving: Serving) -> None:
    ada, cleo = couch(serving, ME, OPEN), serving.call()
    cleo.do(m.Sit, table=1, seat=1, name="Cleo")
    serving.kill()
    serving.start()
    for caller in (cleo, ada):
        caller.lose()
        caller.return_()
    ada.do(m.Start)
    ada.until(lambda: ada.session.client_table is not None and ada.session.client_table.phase == "playing")
    assert yours(ada) == (0,)
    cleo.until(lambda: yours(cleo) == (1,))


def test_what_was_not_answered_has_one_effect(serving: Serving) -> None:
    """Twice: the server did it and nobody read the answer; the server never read it."""
    ada, eve = couch(serving, ME, BO), serving.call()
    eve.do(m.Watch, table=1)
    number = ada.act()
    ada.heard += ada.session.poll(-2.0)  # nothing as a rule, but an answer may be that quick
    eve.played(1)
    ada.cut()
    ada.return_()
    assert any(isinstance(news, m.Done) and news.id == number for news in ada.heard)
    ada.played(1)
    serving.kill()
    ada.act()
    ada.lose()
    serving.start()
    ada.return_()
    ada.played(2)
    eve.lose()
    eve.return_()
    eve.played(2)


def test_seats_whose_answer_never_came_are_ours(parlour: Parlour, tmp_path: Path) -> None:
    """Two people sat down, and nobody read that they did. Their keys were on the disk before."""
    ada, cleo = couch(parlour, OPEN, OPEN), parlour.call(seat_keys.SeatKeys("here", tmp_path / "keys"))
    cleo.do(m.Browse)
    for seat, name in enumerate(("Cleo", "Dan")):
        cleo.session.ask(m.Sit, table=1, seat=seat, name=name)
    kept = seat_keys.SeatKeys("here", tmp_path / "keys").all()
    assert [key.seat for key in kept] == [0, 1]
    cleo.session.poll(-2.0)
    ada.until(lambda: all(h.kind == "person" for h in ada.session.client_table.holders))  # type: ignore[union-attr]
    cleo.cut()
    cleo.return_()
    cleo.until(lambda: yours(cleo) == (0, 1))
    assert not any(isinstance(news, m.Failed) for news in cleo.heard)


def return_without_answer(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """Call again until the way back is asked for; of what the server says only the welcome comes through."""
    with monkeypatch.context() as patch:
        poll = ServerConnection.poll

        def welcome(line: ServerConnection) -> list[Any]:
            told = poll(line)
            return (
                [one for one in told if isinstance(one, m.Welcome)] if line is caller.session.line else told
            )

        patch.setattr(ServerConnection, "poll", welcome)
        assert caller.session.call_again()
        caller.until(lambda: caller.session.status == "open")
        caller.session.poll(-2.0)


def test_a_return_whose_answer_never_came_is_said_again(
    parlour: Parlour, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By another program, too, which knows no more than what is on the disk."""
    file = tmp_path / "keys"
    ada, eve = couch(parlour, ME, BO, file=file), parlour.call()
    ada.act()
    ada.played(1)
    eve.do(m.Watch, table=1)
    first = seat_keys.SeatKeys("here", file).all()
    ada.cut()
    eve.until(lambda: eve.session.client_table.holders[0].kind == "away")  # type: ignore[union-attr]
    return_without_answer(ada, monkeypatch)
    eve.until(lambda: all(h.kind == "person" for h in eve.session.client_table.holders))  # type: ignore[union-attr]
    kept = seat_keys.SeatKeys("here", file).all()
    assert [key.token for key in kept] == [key.token for key in first] and all(key.fresh for key in kept)
    ada.cut()
    eve.until(lambda: eve.session.client_table.holders[0].kind == "away")  # type: ignore[union-attr]
    again = parlour.call(seat_keys.SeatKeys("here", file))
    assert len(again.session.come_back(1)) == 2
    again.until(lambda: again.session.client_table is not None and yours(again) == (0, 1))
    assert all(not key.fresh for key in seat_keys.SeatKeys("here", file).all())


def test_a_seat_that_is_somebody_elses_is_not_ours_any_more(parlour: Parlour, tmp_path: Path) -> None:
    file = tmp_path / "keys"
    ada, cleo = couch(parlour, ME, OPEN), parlour.call(seat_keys.SeatKeys("here", file))
    cleo.do(m.Sit, table=1, seat=1, name="Cleo")
    ada.do(m.Start)
    cleo.cut()
    ada.until(lambda: ada.session.client_table.holders[1].kind == "away")  # type: ignore[union-attr]
    ada.do(m.FreeSeat, seat=1)
    assert cleo.session.call_again()
    cleo.lose()
    assert cleo.session.trouble is not None and cleo.session.trouble.code == "net.refusal.token"
    assert not cleo.session.call_again() and not seat_keys.SeatKeys("here", file).all()


def test_a_key_outlives_a_server_that_does_not_know_the_table_now(serving: Serving, tmp_path: Path) -> None:
    """The server at this address is another one for a while, then the table is there again."""
    file = tmp_path / "keys"
    ada, cleo = couch(serving, ME, OPEN), serving.call(seat_keys.SeatKeys("here", file))
    cleo.do(m.Sit, table=1, seat=1, name="Cleo")
    ada.do(m.Start)
    cleo.until(lambda: cleo.session.client_table is not None and cleo.session.client_table.phase == "playing")
    home, serving.data = serving.data, tmp_path / "another"
    serving.kill()
    serving.start()
    cleo.lose()
    assert cleo.session.call_again()
    cleo.lose()
    assert cleo.session.trouble is not None and cleo.session.trouble.code == "net.refusal.not_proven"
    serving.kill()
    serving.data = home
    serving.start()
    again = serving.call(seat_keys.SeatKeys("here", file))
    assert again.session.come_back(1)
    again.until(lambda: again.session.client_table is not None and yours(again) == (1,))


def test_who_is_sent_away_does_not_come_back(parlour: Parlour) -> None:
    ada, cleo = couch(parlour, ME, OPEN), parlour.call()
    cleo.do(m.Sit, table=1, seat=1, name="Cleo")
    ada.do(m.Kick, guest=cleo.session.guest)
    cleo.lose()
    assert not cleo.session.may_return and not cleo.session.call_again()
    assert not cleo.session.keys.all()


def test_a_seat_handed_to_an_ai_stays_with_it(serving: Serving) -> None:
    ada = couch(serving, ME, BO)
    ada.act()
    ada.played(1)
    ada.do(m.SetPace, pause=60.0, paused=True)
    ada.do(m.HandOver, seat=1, level="easy")
    serving.kill()
    ada.lose()
    serving.start()
    ada.return_()
    client_table = ada.session.client_table
    assert client_table is not None and yours(ada) == (0,)
    ada.until(lambda: (client_table.holders[1].kind, client_table.holders[1].level) == ("bot", "easy"))


OLDER = MAGIC + bytes([m.LOWEST_PROTOCOL - 1])
NEWER = codec.encode(m.Welcome(1, "", "", lowest=m.PROTOCOL + 1, highest=m.PROTOCOL + 1))
"""Welcome of a server that does not speak our version any more."""


@pytest.mark.parametrize(
    "said", [OLDER, MAGIC + bytes([m.PROTOCOL + 1]) + len(NEWER).to_bytes(4, "big") + NEWER]
)
def test_a_server_of_another_version_is_not_called_again(said: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        caller = Caller(other.getsockname()[1])
        caller.session.ask(m.Browse)
        peer, _ = other.accept()
        with peer:
            peer.sendall(said)
            caller.lose()
        caller.session.close()
        assert not caller.session.may_return


def test_a_command_that_is_too_long_is_refused_here(parlour: Parlour) -> None:
    """And the conversation goes on."""
    caller = parlour.call()
    number = caller.session.ask(m.Open, game="sturt", options={}, plans=(ME, BO), record="x" * 20_000)
    caller.until(lambda: caller.heard)
    (failed,) = caller.heard
    assert (failed.id, failed.why.code) == (number, "net.refusal.too_big")
    caller.do(m.Browse)


def test_two_programs_keep_their_keys_in_one_file(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    one, two = seat_keys.SeatKeys("a:1", file), seat_keys.SeatKeys("a:1", file)
    first, second = seat_keys.SeatKey(1, 0, b"a" * 16), seat_keys.SeatKey(1, 1, b"b" * 16)
    one.add(first)
    two.add(second)
    one.confirm(1, 0, b"c" * 16)
    assert seat_keys.SeatKeys("a:1", file).all() == (second, seat_keys.SeatKey(1, 0, b"c" * 16))
    two.drop(second.token)
    assert seat_keys.SeatKeys("a:1", file).all() == (seat_keys.SeatKey(1, 0, b"c" * 16),)


def test_a_key_that_is_renewed_again_before_it_is_confirmed_stays_so(tmp_path: Path) -> None:
    """Two returns were said, the first was answered, then the line was cut: either may be good."""
    keys = seat_keys.SeatKeys("a:1", tmp_path / "keys")
    keys.add(seat_keys.SeatKey(1, 0, b"b" * 16, fresh=b"c" * 16))
    keys.confirm(1, 0, b"b" * 16)
    assert keys.all() == (seat_keys.SeatKey(1, 0, b"b" * 16, b"c" * 16),)
    keys.confirm(1, 0, b"c" * 16)
    assert keys.all() == (seat_keys.SeatKey(1, 0, b"c" * 16),)


def test_who_opened_a_locked_table_and_only_watches_knows_its_password(parlour: Parlour) -> None:
    ada, cleo = parlour.call(), parlour.call()
    ada.do(m.Open, game="sturt", options={}, plans=(OPEN, OPEN), password="sesame")
    cleo.do(m.Sit, table=1, seat=1, name="Cleo", password="sesame")
    ada.cut()
    ada.return_()
    ada.do(m.Say, text="Here I am again")
    assert yours(ada) == ()


def test_a_way_back_that_is_cut_short_leaves_nothing_to_be_said_twice(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    couch(parlour, ME, BO)
    eve = parlour.call()
    eve.do(m.Watch, table=1)
    eve.cut()
    for _ in range(3):
        return_without_answer(eve, monkeypatch)
        eve.cut()
    said, send = [], ServerConnection.send
    monkeypatch.setattr(
        ServerConnection, "send", lambda line, message: (said.append(type(message)), send(line, message))
    )
    eve.return_()
    assert said.count(m.Watch) == 1
    assert yours(eve) == ()


def test_nobody_calls_a_place_where_we_never_were() -> None:
    session = Session.to("127.0.0.1", 1)
    assert session.remote and not session.may_return
    session.close()


def test_a_server_that_is_there_is_not_called_again(parlour: Parlour) -> None:
    ada = couch(parlour, ME, BO)
    with pytest.raises(IllegalTransition):
        ada.session.call_again()
    ada.act()
    ada.played(1)
