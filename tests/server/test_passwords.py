"""Passwords of tables: who knows them, who has tried too often, and what is kept of them."""

from __future__ import annotations

import asyncio

import pytest

from core.game import Refused
from core.protocol import messages as m
from server.net import limits, passwords
from server.net.passwords import MOST_TRIES, PasswordAttempts
from server.storage.journal import MemoryStore, Opened
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, entries_of, in_lobby

SECRET = "Öl & Gold 石"
WRONG, TOO_MANY = "net.refusal.password", "net.refusal.password_tries"


def test_a_table_with_a_password_lets_in_who_knows_it() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        ada, bo, eve = Ear(lobby), Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "open", password=SECRET)
        assert ada.last(m.TableView).locked
        await eve.do(m.Browse)
        assert eve.last(m.Tables).tables[0].locked
        for password in ("", "x", SECRET.lower(), SECRET + " "):
            assert await eve.refused(m.Watch, table=1, password=password) == WRONG
            assert await eve.refused(m.Sit, table=1, seat=1, name="Eve", password=password) == WRONG
        await bo.do(m.Sit, table=1, seat=1, name="Bo", password=SECRET)
        await eve.do(m.Watch, table=1, password=SECRET)
        await ada.do(m.Start)
        token = bo.last(m.Seated).token
        await lobby.gone(bo.guest)
        again = Ear(lobby)
        await again.do(m.Return, table=1, token=token)
        (opened,) = [entry for entry in entries_of(store, 1) if isinstance(entry, Opened)]
        assert len(opened.password) > 32 and SECRET.encode() not in opened.password

    in_lobby(test, store)


def test_who_is_inside_needs_no_password_to_change_seats() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "open", password=SECRET)
        await bo.do(m.Watch, table=1, password=SECRET)
        await bo.do(m.Sit, table=1, seat=1, name="Bo")

    in_lobby(test)


def test_a_table_without_a_password_takes_any() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "open")
        await bo.do(m.Sit, table=1, seat=1, name="Bo", password="whatever")
        assert not bo.last(m.TableView).locked

    in_lobby(test)


def test_the_same_password_is_kept_otherwise_each_time() -> None:
    async def test() -> None:
        one, two = await passwords.password_hash(SECRET), await passwords.password_hash(SECRET)
        assert one != two and await passwords.password_hash("") == b""
        for kept in (one, two):
            await PasswordAttempts().need(kept, SECRET, "here")

    asyncio.run(test())


class Tries:
    """Locks that are tried; the clock of their buckets stands until the test moves it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(passwords, "Bucket", lambda *rate: limits.Bucket(*rate, clock=lambda: self.now))
        monkeypatch.setattr(passwords, "SCRYPT_COST", 2)
        self.locks = PasswordAttempts()
        self.kept = asyncio.run(passwords.password_hash(SECRET))

    def once(self, password: str, address: str = "here") -> str:
        """What it is refused for, or nothing."""
        try:
            asyncio.run(self.locks.need(self.kept, password, address))
        except Refused as refused:
            return refused.refusal.code
        return ""


def test_from_one_address_only_so_many_wrong_ones_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = Tries(monkeypatch)
    for _ in range(int(MOST_TRIES)):
        assert tries.once("wrong") == WRONG
    assert tries.once("wrong") == TOO_MANY
    assert tries.once(SECRET) == TOO_MANY, "else a guess could be told from none"
    assert tries.once(SECRET, "elsewhere") == ""
    tries.now = 5.0
    assert tries.once("wrong") == WRONG
    assert tries.once("wrong") == TOO_MANY
    tries.now = 10.0
    assert tries.once(SECRET) == ""


def test_right_ones_and_empty_ones_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A class behind one address comes in one after the other, and asks first what there is."""
    tries = Tries(monkeypatch)
    for _ in range(3 * int(MOST_TRIES)):
        assert tries.once(SECRET) == ""
        assert tries.once("") == WRONG
    for _ in range(int(MOST_TRIES)):
        assert tries.once("wrong") == WRONG


def test_many_addresses_are_remembered_but_not_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "MOST_ADDRESSES", 8)
    tries = Tries(monkeypatch)
    for _ in range(int(MOST_TRIES)):
        tries.once("wrong")
    for number in range(40):
        tries.once(SECRET, str(number % 7))
    assert tries.once("wrong") == TOO_MANY
    for number in range(40):
        tries.once(SECRET, str(number))
        assert (number + 1) % 7 or tries.once("wrong") == TOO_MANY, "whoever tries again is not forgotten"
    assert tries.once("wrong") == TOO_MANY
    for others, why in ((7, TOO_MANY), (8, WRONG)):
        for number in range(others):
            tries.once(SECRET, f"{others} others, {number}")
        assert tries.once("wrong") == why, "the ninth is forgotten"


def test_many_tries_at_once_are_counted_before_they_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing takes a while in a thread beside; who calls often meanwhile has no more tries for it."""
    tries = Tries(monkeypatch)

    async def all_at_once() -> list[str]:
        asked = [tries.locks.need(tries.kept, "wrong", "here") for _ in range(50)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        return [refused.refusal.code for refused in found if isinstance(refused, Refused)]

    codes = asyncio.run(all_at_once())
    assert (codes.count(WRONG), codes.count(TOO_MANY)) == (int(MOST_TRIES), 50 - int(MOST_TRIES))
