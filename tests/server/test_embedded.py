"""The server inside the client's process, and a couch game that is opened to the LAN."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from core.protocol import messages as m
from server.embedded import Embedded
from tests.server.helpers import Talker, planned, play_at_random


def _free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def embedded() -> Iterator[Embedded]:
    made = Embedded("Couch", port=0, host="127.0.0.1", beacon_port=_free_port())
    yield made
    made.close()


def test_a_couch_game_is_played_over_the_same_bytes(embedded: Embedded) -> None:
    with Talker(embedded.connect()) as couch:
        couch.ask(m.Open, game="sturt", options={}, plans=planned(("me", "me")))
        assert play_at_random(couch, couch.until(m.TableView), seed=3).outcome is not None


def test_nobody_else_can_reach_it_until_it_is_published_and_then_joins(embedded: Embedded) -> None:
    with Talker(embedded.connect()) as couch:
        couch.do(m.Open, game="sturt", options={}, plans=planned(("me", "me")))
        couch.do(m.Act, seat=0, action="5@0,0", turn=0)
        number = couch.ask(m.Publish, name="Living room")
        assert (table_view := couch.until(m.TableView)).port > 0
        done = couch.until(m.Done, lambda done: done.id == number)
        assert done.port == table_view.port
        with Talker.dial(done.port) as guest:
            assert isinstance(guest.do(m.Publish), m.Failed)
            couch.do(m.FreeSeat, seat=1)
            guest.ask(m.Browse)
            line = guest.until(m.Tables).tables[0]
            assert [holder.kind for holder in line.holders] == ["person", "open"]
            guest.ask(m.Sit, table=line.table, seat=1, name="Bo")
            here = guest.until(m.TableView)
            assert (here.yours, here.turn, here.host) == ((1,), 1, couch.guest)
            couch_scene = couch.until(m.Occupants)
            assert couch_scene.holders[1].name == "Bo"
            answer = guest.do(m.Publish)
            assert answer.why.code == "net.refusal.publish"
            assert isinstance(guest.do(m.Act, seat=1, action="5@1,0", turn=1), m.Done)
            assert couch.until(m.StepsMade).turn == 1


def test_publishing_twice_gives_the_same_port(embedded: Embedded) -> None:
    with Talker(embedded.connect()) as couch:
        couch.do(m.Open, game="sturt", options={}, plans=planned(("me", "me")))
        assert couch.do(m.Publish).port == couch.do(m.Publish).port > 0


def test_a_port_that_is_taken_does_not_keep_a_game_from_being_published() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = Embedded("Couch", port=port, host="127.0.0.1", beacon_port=_free_port())
        with Talker(server.connect()) as couch:
            couch.do(m.Open, game="sturt", options={}, plans=planned(("me", "me")))
            assert couch.do(m.Publish).port not in (0, port)
        server.close()


def test_the_end_of_the_program_is_said_and_ends_its_thread(embedded: Embedded) -> None:
    couch = Talker(embedded.connect())
    with couch:
        couch.do(m.Open, game="sturt", options={}, plans=planned(("easy", "easy")), pause=60.0)
        closing = threading.Thread(target=embedded.close)
        closing.start()
        assert couch.bye().code == "net.bye.stopping"
        closing.join()
    assert "tilewright server" not in [thread.name for thread in threading.enumerate()]
    embedded.close()
