"""Two people with one name: told apart by the hash of a secret, which is kept nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from core.protocol import messages as m
from server.bots.pool import DirectThinker
from server.storage.archive import tally
from server.storage.archive_reader import open_reader
from server.storage.database import Database
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, in_lobby, new_token
from tests.server.test_archive import play_out

ADA, OTHER = b"the first Ada's secret of 32 byte", b"the other Ada's secret of 32 byte"


def test_a_fingerprint_is_the_same_for_good_and_says_nothing_of_the_secret() -> None:
    assert m.fingerprint_of(None) == ""
    assert m.fingerprint_of(bytes(32)) == "MLTJVUBKDINV"
    assert m.fingerprint_of(ADA) != m.fingerprint_of(OTHER)


async def two_adas(lobby: Lobby) -> tuple[Ear, Ear]:
    """Two people who call themselves Ada, at a table of Sturt; the game has begun."""
    one, other = Ear(lobby, person=ADA), Ear(lobby, person=OTHER)
    await one.open("sturt", "me", "open")
    await other.do(m.Sit, table=one.guest.table.number, seat=1, name="Ada")  # type: ignore[union-attr]
    await one.do(m.Start)
    return one, other


def test_everybody_sees_who_is_who_and_an_ai_in_the_seat_does_not_change_it() -> None:
    async def test(lobby: Lobby) -> None:
        one, other = await two_adas(lobby)
        prints = [m.fingerprint_of(secret) for secret in (ADA, OTHER)]
        for ear in (one, other):
            assert [holder.fingerprint for holder in ear.last(m.TableView).holders] == prints
        await other.do(m.HandOver, seat=1, level="easy")
        assert [holder.fingerprint for holder in one.last(m.Occupants).holders] == prints
        await other.do(m.FreeSeat, seat=1)
        nobody = Ear(lobby)
        await nobody.do(m.Sit, table=1, seat=1, name="Ada")
        assert [holder.fingerprint for holder in one.last(m.Occupants).holders] == [prints[0], ""]

    in_lobby(test)


def test_the_statistics_count_each_for_themselves_and_no_secret_is_on_the_disk(tmp_path: Path) -> None:
    """After a restart in the middle, too; and letters of a fingerprint find nobody."""

    async def begin(lobby: Lobby) -> None:
        one, _ = await two_adas(lobby)
        await one.act(0)
        tokens.extend(ear.last(m.Seated).token for ear in (one, _))

    async def end(lobby: Lobby) -> None:
        lobby.recover()
        ear = Ear(lobby, person=ADA)
        for token in tokens:
            await ear.do(m.Return, table=1, token=token, fresh=new_token())
        await play_out(ear)
        await ear.do(m.FetchStatistics, text="ada")
        told.append(ear.last(m.Statistics))
        await ear.do(m.FetchStatistics, text=m.fingerprint_of(ADA)[:3])
        told.append(ear.last(m.Statistics))

    tokens: list[bytes] = []
    told: list[m.Statistics] = []
    in_lobby(begin, Database.open(tmp_path), DirectThinker())
    in_lobby(end, Database.open(tmp_path), DirectThinker())
    assert {(one.name, one.games, one.fingerprint) for one in told[0].standings} == {
        ("Ada", 1, m.fingerprint_of(secret)) for secret in (ADA, OTHER)
    }
    assert told[1].total == 0
    with open_reader(tmp_path) as connection:
        assert tally(connection, "", "", 0)[1] == list(told[0].standings)
    for file in tmp_path.iterdir():
        assert ADA not in file.read_bytes() and OTHER not in file.read_bytes(), file


@pytest.mark.parametrize("secret", [b"", b"short", bytes(65)])
def test_a_secret_of_another_length_is_no_secret(secret: bytes) -> None:
    from core import codec
    from core.game import Refused

    hello = codec.plain(replace(m.Hello("x", bytes(16)), person=secret))
    with pytest.raises(Refused):
        codec.typed(hello, m.ClientMessage)
