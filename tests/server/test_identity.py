"""A server's secret is made once and kept with its data; over a socket it is proven, once, before `Hello`."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import stat
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from core import codec
from core.game import Refused
from core.protocol import messages as m
from core.protocol.identity import SECRET_BYTES, identity_of, proven
from core.protocol.wire import LENGTH_BYTES, MAGIC
from server.bots.pool import DirectThinker
from server.net.discovery import NONCE_BYTES, PROBE_MAGIC, DiscoverySearch, ServerAnswer
from server.storage.couch import open_store
from server.storage.database import Database
from server.storage.identity import SECRET_FILE, server_secret
from server.storage.journal import MemoryStore
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, Hall, Talker, greeting

# --- where it is kept ---------------------------------------------------------------------------------


def secret_in(folder: Path) -> bytes:
    """The secret of a server that begins with this folder and ends again."""
    database = Database.open(folder)
    asyncio.run(database.close())
    return database.secret


def test_a_secret_is_made_once_for_its_owner_only_and_moves_with_the_folder(tmp_path: Path) -> None:
    secret = secret_in(tmp_path / "here")
    file = tmp_path / "here" / SECRET_FILE
    assert file.read_bytes() == secret and len(secret) == SECRET_BYTES
    assert os.name == "nt" or stat.S_IMODE(file.stat().st_mode) == 0o600
    assert secret_in(tmp_path / "here") == secret != secret_in(tmp_path / "other")
    (tmp_path / "here").rename(tmp_path / "there")
    assert secret_in(tmp_path / "there") == secret
    assert not list((tmp_path / "there").glob(f"{SECRET_FILE}?*")), "nothing is left of the making"


def test_data_of_an_older_version_get_a_secret(tmp_path: Path) -> None:
    secret_in(tmp_path)
    (tmp_path / SECRET_FILE).unlink()
    assert secret_in(tmp_path) == secret_in(tmp_path) == (tmp_path / SECRET_FILE).read_bytes()


def test_a_damaged_secret_is_set_aside_and_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / SECRET_FILE).write_bytes(b"cut")
    with caplog.at_level(logging.WARNING, "tilewright.store"):
        assert server_secret(tmp_path) == server_secret(tmp_path)
    assert (tmp_path / SECRET_FILE).with_suffix(".broken").read_bytes() == b"cut"
    assert [SECRET_FILE in record.getMessage() for record in caplog.records] == [True]


def test_a_secret_that_cannot_be_read_or_made_is_a_sentence_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "folder" / SECRET_FILE).mkdir(parents=True)
    (tmp_path / "nowhere").touch()
    for folder in (tmp_path / "folder", tmp_path / "nowhere"):
        with pytest.raises(Refused) as caught:
            server_secret(folder)
        assert caught.value.refusal.code == "net.refusal.data_file"
        assert caught.value.refusal.values["file"] == str(folder / SECRET_FILE)


def test_games_on_the_couch_have_the_identity_of_their_folder_and_those_in_memory_one_of_their_own(
    tmp_path: Path,
) -> None:
    store, trouble = open_store(tmp_path)
    assert trouble is None and store.secret == (tmp_path / SECRET_FILE).read_bytes()
    second, trouble = open_store(tmp_path)
    assert trouble is not None and second.secret not in (store.secret, MemoryStore().secret)
    asyncio.run(store.close())


def test_whoever_copies_an_identity_hides_nobody() -> None:
    """The false answer comes first, with the name of the right one; both addresses are there to be called."""
    with ExitStack() as stack:
        false, right = [stack.enter_context(socket.socket(type=socket.SOCK_DGRAM)) for _ in range(2)]
        right.bind(("127.0.0.1", 0))
        false.bind(("127.0.0.2", 0))
        finder = DiscoverySearch(right.getsockname()[1], addresses=("127.0.0.1",))
        stack.callback(finder.close)
        finder.poll()
        right.settimeout(20)
        probe, searcher = right.recvfrom(2048)
        nonce = probe[len(PROBE_MAGIC) + 1 :][:NONCE_BYTES]
        answer = codec.encode(
            ServerAnswer(nonce, b"i" * m.IDENTITY_BYTES, m.PROTOCOL, "Ada", 5001, "1", 0, 0)
        )
        for sock in (false, right):
            sock.sendto(answer, searcher)
            finder.wait(20)
            found = finder.poll()
        assert {(host, each.port) for each in found for host in each.hosts} == {
            ("127.0.0.2", 5001),
            ("127.0.0.1", 5001),
        }
        assert {each.identity for each in found} == {b"i" * m.IDENTITY_BYTES}


# --- how it is proven ---------------------------------------------------------------------------------


def key_of(talker: Talker) -> m.ProofKey:
    """The key that a new guest is given."""
    talker.sock.sendall(talker.wire.opening() + talker.wire.send(greeting(None)))
    key = talker.until(m.Welcome).proof_key
    assert key is not None
    return key


def asked(talker: Talker, challenge: m.Prove) -> m.Proof:
    talker.sock.sendall(talker.wire.opening() + talker.wire.send(challenge))
    return talker.until(m.Proof)


def test_each_guest_is_given_a_key_and_the_server_proves_that_it_knows_it() -> None:
    with Hall() as hall, hall.dial(hello=False) as ada, hall.dial(hello=False) as bo:
        first, second = key_of(ada), key_of(bo)
        assert first.identity == second.identity == hall.lobby.identity
        assert first.ticket != second.ticket and first.key != second.key
        challenge = m.Prove(b"n" * m.NONCE_BYTES, (second.ticket, first.ticket))
        proofs = []
        for _ in range(2):
            with hall.dial(hello=False) as again:
                proofs.append(asked(again, challenge))
                again.send(greeting(None))
                assert again.until(m.Welcome).server == "Hall"
        for proof in proofs:
            assert proven((second, first), challenge, proof, m.PROTOCOL) == second
            assert proven((first, second), challenge, proof, m.PROTOCOL) is None, "each in its place"
        assert proofs[0].nonce != proofs[1].nonce and set(proofs[0].codes).isdisjoint(proofs[1].codes)


def test_the_secret_is_never_sent() -> None:
    with Hall() as hall, hall.dial(hello=False) as ada, hall.dial(hello=False) as bo:
        key = key_of(ada)
        asked(bo, m.Prove(b"n" * m.NONCE_BYTES, (key.ticket,)))
        secret = hall.lobby.services.store.secret
        assert secret not in bytes(ada.raw) and secret not in bytes(bo.raw)
        assert key.key not in bytes(bo.raw)


def test_the_own_program_needs_no_key() -> None:
    async def test() -> None:
        lobby = Lobby("Here", MemoryStore(), DirectThinker())
        near, far = Ear(lobby, embedded=True), Ear(lobby)
        assert near.heard[0].proof_key is None and far.heard[0].proof_key is not None
        assert lobby.identity == identity_of(lobby.services.store.secret)
        await lobby.close()

    asyncio.run(test())


CHALLENGE = m.Prove(bytes(m.NONCE_BYTES), (bytes(m.TICKET_BYTES),))


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ((CHALLENGE, CHALLENGE), "net.refusal.out_of_order"),
        ((greeting(None), CHALLENGE), "net.refusal.out_of_order"),
        ((replace(CHALLENGE, nonce=bytes(m.NONCE_BYTES - 1)),), "codec.refusal.malformed"),
        ((replace(CHALLENGE, nonce=bytes(m.NONCE_BYTES + 1)),), "codec.refusal.malformed"),
        ((replace(CHALLENGE, tickets=(bytes(m.TICKET_BYTES - 1),)),), "codec.refusal.malformed"),
        ((replace(CHALLENGE, tickets=()),), "codec.refusal.malformed"),
        ((replace(CHALLENGE, tickets=CHALLENGE.tickets * (m.MOST_TICKETS + 1)),), "codec.refusal.malformed"),
    ],
)
def test_one_challenge_before_hello_and_no_other(said: tuple[m.Message, ...], code: str) -> None:
    with Hall() as hall, hall.dial(hello=False) as stranger:
        stranger.sock.sendall(stranger.wire.opening() + b"".join(map(stranger.wire.send, said)))
        assert stranger.bye().code == code


def test_guests_prove_nothing() -> None:
    with Hall() as hall, hall.dial(hello=False) as stranger:
        proof = m.Proof(bytes(m.NONCE_BYTES), (bytes(m.CODE_BYTES),))
        stranger.sock.sendall(stranger.wire.opening() + stranger.wire.send(proof))
        assert stranger.bye().code == "codec.refusal.malformed"


def test_a_guest_of_an_older_version_is_let_in_as_ever() -> None:
    """It knows nothing of proofs, and as the server is newer than it, it drops what it does not know."""
    with Hall() as hall, socket.create_connection(("127.0.0.1", hall.port)) as sock:
        hello = codec.encode(replace(greeting(None), highest=10, lowest=10))
        sock.sendall(MAGIC + bytes([10]) + len(hello).to_bytes(LENGTH_BYTES, "big") + hello)
        raw = bytearray()
        while len(raw) < 12 or len(raw) < 12 + int.from_bytes(raw[8:12], "big"):
            raw += sock.recv(65536)
        assert raw[7] > 10, "so that fields which version 10 does not know do no harm there"
        welcome: Any = codec.unpack(bytes(raw[12 : 12 + int.from_bytes(raw[8:12], "big")]))
        assert welcome["is"] == "Welcome" and welcome["lowest"] <= 10


def test_the_version_that_is_spoken_is_part_of_the_proof() -> None:
    with Hall() as hall, hall.dial(hello=False) as ada, hall.dial(hello=False) as old:
        key = key_of(ada)
        challenge = m.Prove(b"n" * m.NONCE_BYTES, (key.ticket,))
        old.sock.sendall(MAGIC + bytes([10]) + old.wire.send(challenge))
        proof = old.until(m.Proof)
        assert proven((key,), challenge, proof, 10) == key
        assert proven((key,), challenge, proof, m.PROTOCOL) is None
