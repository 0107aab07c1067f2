"""A server that has another address now is found by its identity, once it has proven it; others get nothing.

All over real sockets: the server moves from 127.0.0.1 to 127.0.0.2. Only answers to searches are made up.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from assets.texts import Texts
from client.app import bot_seats
from client.app.launch import Launch
from client.screens.shared.waiting import WaitingScreen
from client.screens.table.screen import TableScreen
from client.screens.title.screen import TitleScreen
from client.session import relocation, seat_keys
from client.session.connection import PROOF_SECONDS, ConnectionAttempt
from client.session.identity import ServerIdentity
from client.session.nearby_servers import NearbyServers
from client.session.relocation import Relocation
from client.session.seat_keys import KEYS_FILE, SeatKey, SeatKeys
from client.session.session import Session
from client.stage.settings import Settings
from core import codec
from core.protocol import messages as m
from core.protocol.identity import identity_of, proof_key, prove
from core.protocol.wire import LENGTH_BYTES, MAGIC, Connection, ConnectionSide, ProtocolBroken
from server.net.discovery import FoundServer
from server.storage.identity import SECRET_FILE
from tests.client.couch import Couch, couch
from tests.client.couch_killed import decide
from tests.client.serving import PATIENCE, Caller, Serving

OLD, NEW = "127.0.0.1", "127.0.0.2"
ENGLISH = Settings(language="en", names=("Ada", "Bo"), speed=4.0)
ADA, BO, OPEN = m.SeatPlan("me", "Ada"), m.SeatPlan("me", "Bo"), m.SeatPlan("open")


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path / "server") as running:
        yield running


class Answers(list[FoundServer]):
    """Answers to every search."""

    def poll(self) -> list[FoundServer]:
        return self

    def close(self) -> None:
        """Nothing to end."""


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Answers:
    """What searches are answered from now on."""
    made = Answers()
    monkeypatch.setattr(relocation, "NearbyServers", lambda: NearbyServers(lambda: made))
    return made


def found(serving: Serving) -> FoundServer:
    """An honest answer of the server."""
    identity = identity_of((serving.data / SECRET_FILE).read_bytes())
    return FoundServer(serving.host, serving.port, "Tilewright", "0.3.0", 1, 0, True, identity)


def moved(serving: Serving, host: str = NEW) -> FoundServer:
    """The server is stopped, and begins again at another address; its answer there."""
    serving.kill()
    serving.host, serving.port = host, 0
    serving.start()
    return found(serving)


# --- those who are not the server -----------------------------------------------------------------------


class Impostor:
    """Somebody at an address who keeps every byte that is sent there, and answers as `reply` says.

    `reply` is given the messages of a caller as they come; what it returns is sent.
    """

    def __init__(
        self,
        reply: Callable[[Connection, m.Message], bytes],
        address: tuple[str, int] = (NEW, 0),
        opening: bytes = MAGIC + bytes([m.PROTOCOL]),
    ) -> None:
        self._reply, self._opening = reply, opening
        self._door = socket.create_server(address)
        self.host, self.port = self._door.getsockname()
        self.heard = bytearray()
        self.calls = 0
        self._open: list[socket.socket] = []
        self._talks: list[threading.Thread] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def __enter__(self) -> Impostor:
        return self

    def __exit__(self, *_: object) -> None:
        for sock in (self._door, *self._open):
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
            sock.close()

    def claim(self, honest: FoundServer) -> FoundServer:
        """The answer of the server with this address in place of its own."""
        return replace(honest, host=self.host, port=self.port)

    def all_heard(self) -> bytes:
        """All that was sent here by callers who have hung up."""
        for talk in self._talks:
            talk.join(PATIENCE)
            assert not talk.is_alive(), "a caller is still there"
        return bytes(self.heard)

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                self._open.append(self._door.accept()[0])
                self.calls += 1
                talk = threading.Thread(target=self._converse, args=(self._open[-1],), daemon=True)
                talk.start()
                self._talks.append(talk)

    def _converse(self, sock: socket.socket) -> None:
        wire = Connection(ConnectionSide.SERVER)
        with suppress(OSError, ProtocolBroken):
            sock.sendall(self._opening)
            while data := sock.recv(65536):
                self.heard += data
                for message in wire.receive(data):
                    sock.sendall(self._reply(wire, message))


def silence(wire: Connection, message: m.Message) -> bytes:
    return b""


def farewell(wire: Connection, message: m.Message) -> bytes:
    return wire.send(m.Welcome(1, "Tilewright", "0.3.0"))


def another_secret(wire: Connection, message: m.Message) -> bytes:
    """As any other honest server does."""
    assert isinstance(message, m.Prove)
    return wire.send(prove(b"x" * 32, message, m.PROTOCOL, b"n" * m.NONCE_BYTES))


def reflected(wire: Connection, message: m.Message) -> bytes:
    """The guest's own nonce as the server's, and as the code."""
    assert isinstance(message, m.Prove)
    return wire.send(m.Proof(message.nonce, (message.nonce,) * len(message.tickets)))


def wrong_length(wire: Connection, message: m.Message) -> bytes:
    short = {"is": "Proof", "nonce": b"n" * m.NONCE_BYTES, "codes": [b"c" * (m.CODE_BYTES - 1)]}
    raw = codec.pack(short)
    return len(raw).to_bytes(LENGTH_BYTES, "big") + raw


def no_codes(wire: Connection, message: m.Message) -> bytes:
    raw = codec.pack({"is": "Proof", "nonce": b"n" * m.NONCE_BYTES, "codes": []})
    return len(raw).to_bytes(LENGTH_BYTES, "big") + raw


def junk(wire: Connection, message: m.Message) -> bytes:
    return b"\xff" * 64


class Recorded:
    """A proof that the true server has given to the same ticket, said again."""

    def __init__(self, honest: FoundServer, key: m.ProofKey) -> None:
        wire = Connection(ConnectionSide.GUEST)
        with socket.create_connection((honest.host, honest.port)) as sock:
            challenge = m.Prove(b"n" * m.NONCE_BYTES, (key.ticket,))
            sock.sendall(wire.opening() + wire.send(challenge))
            heard: list[m.Message] = []
            while not heard:
                heard = wire.receive(sock.recv(65536))
        assert isinstance(heard[0], m.Proof)
        self._proof = heard[0]

    def __call__(self, wire: Connection, message: m.Message) -> bytes:
        return wire.send(self._proof)


REPLIES = (silence, farewell, another_secret, reflected, wrong_length, no_codes, junk)


# --- a session ------------------------------------------------------------------------------------------

PERSON = ServerIdentity(b"our mark, 16 byt", iter(range(1, 1000)), b"our person: 32 bytes that stay..")


def seated(serving: Serving, file: Path) -> Caller:
    """Somebody who has both seats of a table, and hangs up; their keys are in a file."""
    caller = serving.call(SeatKeys("here", file))
    caller.session.close()
    caller.session = Session.to(serving.host, serving.port, SeatKeys("here", file), PERSON)
    caller.do(m.Open, game="sturt", options={}, plans=(ADA, BO))
    caller.until(lambda: caller.session.client_table is not None)
    caller.session.hang_up()
    return caller


def secrets_of(file: Path) -> list[bytes]:
    """Everything that nobody but the server may be sent."""
    kept = SeatKeys("here", file).all()
    assert kept and all(key.proof is not None for key in kept)
    tokens = [token for key in kept for token in (key.token, key.fresh) if token]
    assert PERSON.person is not None
    return [*tokens, *(key.proof.key for key in kept if key.proof), PERSON.mark, PERSON.person]


def proven_in(looking: Relocation, until: Callable[[], bool] = lambda: False) -> ConnectionAttempt | None:
    """The attempt in which the server has proven itself; None if something is true before."""
    end = time.monotonic() + PATIENCE
    while (attempt := looking.poll(time.monotonic())) is None and not until():
        time.sleep(0.005)
        assert time.monotonic() < end
    return attempt


def back(caller: Caller, file: Path, attempt: ConnectionAttempt) -> Session:
    """The old seats are taken again over the connection that was found."""
    keys = SeatKeys("here", file)
    session = caller.session = Session.to("127.0.0.1", 1, keys, PERSON)
    session.come_back(1)
    session.follow(attempt, "there")
    caller.until(lambda: session.answered and session.client_table is not None)
    return session


def test_the_server_is_found_among_all_who_copy_its_identity(
    serving: Serving, answers: Answers, tmp_path: Path
) -> None:
    """At once, although some never answer; and none of them has been sent anything that is secret."""
    file = tmp_path / "keys"
    caller = seated(serving, file)
    key = SeatKeys("here", file).proofs()[0]
    recorded = Recorded(found(serving), key)
    honest = moved(serving)
    with ExitStack() as stack:
        impostors = [stack.enter_context(Impostor(reply)) for reply in (*REPLIES, recorded)]
        answers.extend(impostor.claim(honest) for impostor in impostors)
        looking, before = Relocation(key), secrets_of(file)
        stack.callback(looking.close)
        assert proven_in(looking, until=lambda: all(b"Prove" in each.heard for each in impostors)) is None
        answers.append(honest)
        began = time.monotonic()
        attempt = proven_in(looking)
        assert attempt is not None
        assert (attempt.host, attempt.port) == (NEW, serving.port)
        assert time.monotonic() - began < PROOF_SECONDS - 1, "it waited for somebody who does not answer"
        session = back(caller, file, attempt)
        assert session.client_table is not None and session.client_table.yours == (0, 1)
        for impostor in impostors:
            assert not [word for word in before if word in impostor.heard]
            assert b"Hello" not in impostor.heard
    assert SeatKeys("here", file).all() == () and len(SeatKeys("there", file).all()) == 2
    session.close()


@pytest.mark.parametrize("reply", REPLIES, ids=lambda reply: reply.__name__)
def test_whoever_has_the_old_address_now_is_sent_nothing(
    serving: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reply: Callable[..., bytes]
) -> None:
    monkeypatch.setattr("client.session.connection.PROOF_SECONDS", 0.3)
    file = tmp_path / "keys"
    caller = seated(serving, file)
    serving.kill()
    with Impostor(reply, (OLD, serving.port)) as impostor:
        session = caller.session = Session.to(OLD, serving.port, SeatKeys("here", file), PERSON)
        session.come_back(1)
        caller.lose()
        assert session.trouble is not None and session.may_return is False
        assert b"Prove" in impostor.heard and b"Hello" not in impostor.heard
        assert not [word for word in secrets_of(file) if word in impostor.heard]
    serving.start()
    session = caller.session = Session.to(OLD, serving.port, SeatKeys("here", file), PERSON)
    session.come_back(1)
    caller.until(lambda: session.answered and session.client_table is not None)
    session.close()


def test_whoever_says_to_be_of_an_older_version_gets_no_key_that_was_given_by_a_newer_one(
    serving: Serving, tmp_path: Path
) -> None:
    file = tmp_path / "keys"
    caller = seated(serving, file)
    serving.kill()
    with Impostor(silence, (OLD, serving.port), MAGIC + bytes([10])) as impostor:
        session = caller.session = Session.to(OLD, serving.port, SeatKeys("here", file), PERSON)
        session.come_back(1)
        caller.lose()
        assert session.trouble is not None and session.trouble.code == "net.refusal.not_proven"
        assert impostor.all_heard() == MAGIC + bytes([m.PROTOCOL])


def test_a_lost_connection_is_not_made_again_with_somebody_else(serving: Serving, tmp_path: Path) -> None:
    """Nor are commands repeated that were not answered: they may have a token in them."""
    file = tmp_path / "keys"
    caller = seated(serving, file)
    session = caller.session = Session.to(OLD, serving.port, SeatKeys("here", file), PERSON)
    session.come_back(1)
    caller.until(lambda: session.answered and session.client_table is not None)
    serving.kill()
    caller.lose()
    session.ask(m.Say, text="are you there")
    with Impostor(another_secret, (OLD, serving.port)) as impostor:
        assert session.call_again()
        caller.lose()
        assert session.trouble is not None and session.trouble.code == "net.refusal.not_proven"
        assert session.may_return, "the right one may be here again"
        assert not [word for word in secrets_of(file) if word in impostor.heard]
        assert b"are you there" not in impostor.heard


def test_somebody_new_at_an_old_address_may_be_called_by_whoever_wants_to(
    serving: Serving, tmp_path: Path
) -> None:
    """It is a server like any other: it is sent no key that is not its own, and keys of its own are apart."""
    file = tmp_path / "keys"
    first = seated(serving, file)
    keys = SeatKeys("here", file).all()
    home, serving.data = serving.data, tmp_path / "another"
    serving.kill()
    serving.start()
    caller = serving.call(SeatKeys("here", file))
    caller.do(m.Browse)
    assert not caller.session.holds(1) and caller.session.come_back(1) == []
    caller.do(m.Open, game="sturt", options={}, plans=(ADA, OPEN))
    caller.session.hang_up()
    both = SeatKeys("here", file).all()
    assert both[:2] == keys and both[2].table == 1 and both[2].proof not in (None, keys[0].proof)

    for data, seats in ((home, (0, 1)), (serving.data, (0,))):
        serving.kill()
        serving.data = data
        serving.start()
        again = first.session = Session.to(OLD, serving.port, SeatKeys("here", file))
        again.ask(m.Browse)
        first.until(lambda: again.answered)  # noqa: B023
        assert again.holds(1)
        again.come_back(1)
        first.until(lambda: again.answered and again.client_table is not None)  # noqa: B023
        assert again.client_table is not None and again.client_table.yours == seats
        again.hang_up()


# --- keys of older versions -----------------------------------------------------------------------------


def aged(file: Path) -> None:
    """The keys as version 0.2 has written them."""
    kept = msgspec.json.decode(file.read_bytes())
    file.write_bytes(msgspec.json.encode({at: [seat[:7] for seat in seats] for at, seats in kept.items()}))


def test_keys_of_an_older_version_go_to_their_address_and_are_bound_to_the_server_there(
    serving: Serving, tmp_path: Path
) -> None:
    file = tmp_path / "keys"
    caller = seated(serving, file)
    aged(file)
    assert [key.proof for key in SeatKeys("here", file).all()] == [None, None]
    session = caller.session = Session.to(OLD, serving.port, SeatKeys("here", file), PERSON)
    assert len(session.come_back(1)) == 2
    caller.until(lambda: session.answered and session.client_table is not None)
    session.hang_up()
    identity = identity_of((serving.data / SECRET_FILE).read_bytes())
    assert [key.proof.identity for key in SeatKeys("here", file).all() if key.proof] == [identity] * 2


def test_keys_of_an_older_version_do_not_follow_a_server(
    serving: Serving, answers: Answers, home: Path
) -> None:
    """Nobody could prove to be the one: whoever has the name or claims the identity gets nothing."""
    with couch(ENGLISH, (960, 540), drawn=False) as hands:
        leave_a_game(hands, serving)
        aged(home / KEYS_FILE)
        honest = moved(serving)
        with Impostor(silence) as impostor:
            answers.extend((impostor.claim(honest), honest))
            hands.program.go_on()
            hands.until(lambda: isinstance(hands.app.top, WaitingScreen))
            hands.until(lambda: isinstance(hands.app.top, TitleScreen))
            assert not impostor.calls
    assert len(seat_keys.remembered_seats()) == 1


def test_a_server_of_an_older_version_is_come_back_to_at_its_address(tmp_path: Path) -> None:
    """It proves nothing, and gives no key to check it by; what is said is what version 10 knows."""
    file, heard = tmp_path / "keys", list[m.Message]()

    def reply(wire: Connection, message: m.Message) -> bytes:
        heard.append(message)
        if isinstance(message, m.Hello):
            raw = codec.plain(m.Welcome(1, "Old", "0.2.0", highest=10))
            packed = codec.pack({name: raw[name] for name in raw if name != "proof_key"})
            return len(packed).to_bytes(LENGTH_BYTES, "big") + packed
        assert isinstance(message, m.Return)
        return wire.send(m.Seated(1, 0, message.fresh)) + wire.send(m.Done(message.id))

    SeatKeys("here", file).add(SeatKey(1, 0, b"t" * 16))
    with Impostor(reply, (OLD, 0), MAGIC + bytes([10])) as old:
        session = Session.to(OLD, old.port, SeatKeys("here", file))
        session.come_back(1)
        end = time.monotonic() + PATIENCE
        while not session.answered:
            session.poll(time.monotonic())
            assert time.monotonic() < end
        session.hang_up()
    assert [type(message) for message in heard] == [m.Hello, m.Return]
    (key,) = SeatKeys("here", file).all()
    assert key.token != b"t" * 16 and key.proof is None


# --- the file -------------------------------------------------------------------------------------------

TICKET = b"k" * m.TICKET_BYTES


def test_a_server_that_claims_the_identity_of_another_gets_none_of_its_keys(tmp_path: Path) -> None:
    """Whoever is first called may claim anything; keys are bound to what can be proven, not to a claim."""
    right = proof_key(b"s" * 32, TICKET)
    wrong = replace(proof_key(b"x" * 32, TICKET), identity=right.identity)
    keys = SeatKeys("a:1", tmp_path / "keys")
    keys.add(SeatKey(1, 0, b"a" * 16, proof=right), SeatKey(1, 1, b"b" * 16, proof=wrong))
    keys.expect(wrong)
    assert [key.token for key in keys.fitting()] == [b"b" * 16]


def test_only_keys_of_the_server_move_with_it(tmp_path: Path) -> None:
    ours, other = proof_key(b"s" * 32, TICKET), proof_key(b"x" * 32, TICKET)
    file = tmp_path / "keys"
    keys = SeatKeys("a:1", file)
    kept = [
        SeatKey(1, seat, bytes([seat]) * 16, proof=proof) for seat, proof in enumerate((ours, other, None))
    ]
    keys.add(*kept)
    keys.proof = ours
    keys.move("b:2")
    assert SeatKeys("a:1", file).all() == (kept[1], kept[2]) and SeatKeys("b:2", file).all() == (kept[0],)
    assert keys.fitting() == (kept[0],)


def test_a_proof_of_a_wrong_length_in_the_file_makes_no_sense(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    for proof in ("ab", "0" * 127, "0" * 130, "z" * 128):
        file.write_text(f'{{"a:1": [[1, 0, "{"0" * 32}", "", "Ada", 0, false, "{proof}"]]}}')
        assert SeatKeys("a:1", file).all() == ()


# --- Continue, and a lost connection in the window --------------------------------------------------------


def leave_a_game(hands: Couch, serving: Serving) -> None:
    """A table at the server with a decision made, which the window leaves."""
    hands.program.title()
    hands.program.call(serving.host, serving.port)
    hands.until(lambda: hasattr(hands.app.top, "session") and hands.app.top.session.tables is not None)
    assert hands.app.top is not None
    hands.app.top.session.ask(m.Open, game="sturt", options={}, plans=(ADA, BO))  # type: ignore[attr-defined]
    hands.until(lambda: isinstance(hands.app.top, TableScreen))
    hands.settle()
    decide(hands)
    hands.table.actions.leave()
    hands.until(lambda: isinstance(hands.app.top, TitleScreen))


def test_continue_finds_a_server_that_has_moved_with_one_try(
    serving: Serving, answers: Answers, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever copies its identity, at the old address too, gets nothing; the keys are kept anew."""
    # The window's clock goes by frames here, calls take real time.
    monkeypatch.setattr("client.screens.shared.waiting.SEARCH_SECONDS", 1e6)
    with couch(ENGLISH, (960, 540), drawn=False) as hands, ExitStack() as stack:
        leave_a_game(hands, serving)
        port = serving.port
        honest = moved(serving)
        impostors = [
            stack.enter_context(Impostor(another_secret, where)) for where in ((OLD, port), (NEW, 0))
        ]
        answers.extend([*(impostor.claim(honest) for impostor in impostors), honest])
        kept = [
            bytes.fromhex(seat[2])
            for seat in msgspec.json.decode((home / KEYS_FILE).read_bytes())[f"{OLD}:{port}"]
        ]
        hands.program.go_on()
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        assert hands.table.client_table.yours == (0, 1) and len(hands.table.client_table.log) == 1
        address = f"{NEW}:{serving.port}"
        said = hands.app.translate("back.moved", server="Tilewright", address=address)
        assert said in [notice.text for notice in hands.app.notices.shown]
        assert [(place.host, place.port) for place in seat_keys.remembered_seats()] == [(NEW, serving.port)]
        assert impostors[0].calls, "the old address was called"
        for impostor in impostors:
            assert b"Hello" not in impostor.heard
            assert not [token for token in kept if token in impostor.heard]
        hands.settle()
        decide(hands)
        assert len(hands.table.client_table.log) == 2


def test_continue_gives_up_with_a_reason_where_the_server_is_nowhere(
    serving: Serving, answers: Answers, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.screens.shared.waiting.SEARCH_SECONDS", 0.5)
    with couch(ENGLISH, (960, 540), drawn=False) as hands:
        leave_a_game(hands, serving)
        serving.kill()
        hands.program.go_on()
        hands.until(lambda: isinstance(hands.app.top, WaitingScreen) and hands.app.top.searching)
        hands.until(lambda: isinstance(hands.app.top, TitleScreen))
        said = hands.app.translate("net.refusal.unreachable", host=OLD, port=serving.port)
        assert said in [notice.text for notice in hands.app.notices.shown]


def test_a_lost_table_is_followed_to_another_address(serving: Serving, answers: Answers, home: Path) -> None:
    with couch(ENGLISH, (960, 540), drawn=False) as hands:
        leave_a_game(hands, serving)
        hands.program.go_on()
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        table = hands.table
        answers.append(moved(serving))
        hands.until(lambda: isinstance(hands.app.top, WaitingScreen))
        hands.until(lambda: hands.app.top is table)
        hands.settle()
        decide(hands)
        assert len(table.client_table.log) == 2
    assert [(place.host, place.port) for place in seat_keys.remembered_seats()] == [(NEW, serving.port)]


# --- join --bot -----------------------------------------------------------------------------------------


@contextmanager
def joined(serving: Serving, codes: list[int]) -> Iterator[Caller]:
    """Ada at a table with an AI that has joined; a decision of each has been made."""
    ada = serving.call()
    ada.do(m.Open, game="sturt", options={}, plans=(ADA, OPEN))
    launch = Launch("join", host=OLD, port=serving.port, bots=("easy",), seed=1)
    joining = threading.Thread(target=lambda: codes.append(bot_seats.hold_seats(launch, Texts("en"))))
    joining.start()
    ada.until(lambda: [holder.kind for holder in ada.session.client_table.holders] == ["person"] * 2)  # type: ignore[union-attr]
    ada.do(m.Start)
    ada.act()
    ada.played(2)
    yield ada
    joining.join(PATIENCE)


def test_an_ai_that_joined_follows_a_server_that_has_moved(
    serving: Serving, answers: Answers, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bot_seats, "REDIAL_DELAY", 0.05)
    codes: list[int] = []
    with joined(serving, codes) as ada, Impostor(another_secret) as impostor:
        honest = moved(serving)
        answers.extend((impostor.claim(honest), honest))
        key = ada.session.keys.proof
        assert key is not None
        looking = Relocation(key)
        attempt = proven_in(looking)
        looking.close()
        assert attempt is not None
        ada.session.follow(attempt, "there")
        ada.until(lambda: ada.session.returned)
        ada.until(lambda: [holder.kind for holder in ada.session.client_table.holders] == ["person"] * 2)  # type: ignore[union-attr]
        ada.act()
        ada.played(4)
        assert b"Hello" not in impostor.heard
        monkeypatch.setattr(bot_seats, "GIVE_UP_DELAY", 0.2)
        answers.clear()
        serving.kill()
    assert codes == [1]
    out = capsys.readouterr().out
    assert re.search(f"is at {NEW}:{serving.port} now", out)
