"""Games that begin with a position instead of at their start: at a table, in a client, after a restart."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import numpy as np
import pytest

import core.games
from client.boards import board
from client.boards.contract import Frame
from client.session import saved_games
from client.session.table import ClientTable
from client.session.table import PositionView as PositionShown
from core import codec, position, record
from core.game import CHANCE, AnyGame, Refused, Seat
from core.games.great_split.rules import GREAT_SPLIT
from core.games.sturt.rules import STURT
from core.position import Position
from core.protocol import messages as m
from server.storage.journal import MemoryStore, Stored
from server.storage.restore import restore
from server.tables.lobby import Lobby
from tests.client.test_secrets import hear, match_of
from tests.core import laws, toy
from tests.server.helpers import Ear, in_lobby, new_token, planned


@pytest.fixture(autouse=True)
def _shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.games, "GAMES", (*core.games.GAMES, toy.GAME))


def dealing(cards: int) -> Position:
    """The toy for two after so many cards were dealt."""
    s = toy.GAME.start(toy.ToyOptions(), 2)
    for card in range(3, 3 + cards):
        s = toy.GAME.apply(s, CHANCE, toy.Deal(card))
    return Position(toy.GAME, s.options, 2, s)


def in_the_middle(game: AnyGame, seats: int) -> Position:
    """A position of a random game in which somebody decides."""
    shape = laws.Shape(game, game.info.options(), seats)
    states = laws.playout(shape, np.random.default_rng(2)).states
    state = next(s for s in states[len(states) // 2 :] if CHANCE not in game.to_act(s))
    return Position(game, shape.options, seats, state)


def record_of(begin: Position) -> str:
    """The record of a game without steps that begins so."""
    header = record.Header(begin.game.info.key, codec.plain(begin.options), begin.seats)
    return record.write(position.from_position(begin), header, ())


async def opened(lobby: Lobby, begin: Position) -> tuple[Ear, Ear]:
    """Ada holds the first seat, Bo, who is elsewhere, the second; AIs the others."""
    ada, bo = Ear(lobby), Ear(lobby)
    plans = planned(("me", "open", *["random"] * (begin.seats - 2)))
    await ada.do(m.Open, game="", options={}, plans=plans, record=record_of(begin))
    await bo.do(m.Sit, table=ada.last(m.TableView).table, seat=1, name="Bo", token=new_token())
    await ada.do(m.Start)
    return ada, bo


def client_table_of(ear: Ear) -> ClientTable:
    """What a client makes of what it heard since the game began."""
    scenes = [
        message for message in ear.heard if isinstance(message, m.TableView) and message.phase != "gathering"
    ]
    client_table = ClientTable(scenes[0])
    for message in ear.heard[ear.heard.index(scenes[0]) + 1 :]:
        hear(client_table, message)
    return client_table


async def play_on(ada: Ear, bo: Ear) -> None:
    """Both play to the end."""
    while match_of(ada).to_act():
        for seat, ear in enumerate((ada, bo)):
            if seat in match_of(ada).to_act():
                await ear.act(seat)
        if not set(match_of(ada).to_act()) & {0, 1} and match_of(ada).to_act():
            await ada.until(
                m.StepsMade, lambda stepped: bool(set(stepped.to_act) & {0, 1}) or not stepped.to_act
            )


@pytest.mark.parametrize("begin", [in_the_middle(STURT, 2), dealing(2), dealing(6)], ids=["sturt", "2", "6"])
def test_it_is_played_to_the_end_and_kept(begin: Position) -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await opened(lobby, begin)
        await play_on(ada, bo)
        for ear in (ada, bo):
            client_table = client_table_of(ear)
            assert client_table.phase == "over" and not client_table.verdict.is_fraud
            kept = record.read(saved_games.text_of(client_table))
            assert kept.finished and codec.encode(kept.states[0]) == codec.encode(begin.state)

    in_lobby(test)


@pytest.mark.parametrize("game", core.games.GAMES, ids=lambda game: game.info.key)
def test_every_game_finds_its_board(game: AnyGame) -> None:
    begin = in_the_middle(game, game.info.seats[0])
    face = board(position.from_position(begin), begin.options, begin.seats)
    shown = PositionShown({-1: begin.state}, 0, game.to_act(begin.state), None)
    assert face.prompt(Frame(shown, -1, None, 0.0, str)).key


def test_the_draws_after_it_can_be_proven() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await opened(lobby, dealing(2))
        await play_on(ada, bo)
        assert client_table_of(bo).verdict.kind == "proven" and client_table_of(bo).verdict.draws == 4

    in_lobby(test)


def test_nobody_is_told_what_they_may_not_know_of_it() -> None:
    begin = in_the_middle(GREAT_SPLIT, 2)

    async def test(lobby: Lobby) -> None:
        ada, bo = await opened(lobby, begin)
        for seat, ear in enumerate((ada, bo)):
            told = [one.views[0].begin for one in ear.heard if isinstance(one, m.TableView)]
            viewers = [GREAT_SPLIT.view(begin.state, viewer) for viewer in (None, Seat(seat))]
            assert set(told) <= {position.write(GREAT_SPLIT, 2, view) for view in viewers}
            assert not any(one.begin for one in ear.heard if isinstance(one, m.StepsMade))
            assert client_table_of(ear).latest.to_act == match_of(ear).to_act()

    in_lobby(test)


def test_with_the_end_all_of_it_is_told_and_no_lie_about_it_is_believed() -> None:
    begin = dealing(6)

    async def test(lobby: Lobby) -> None:
        ada, bo = await opened(lobby, begin)
        await play_on(ada, bo)
        last = bo.last(m.StepsMade)
        assert last.begin == position.write(toy.GAME, 2, begin.state)
        at = bo.heard.index(last)
        for lie in (last.begin.replace("3 5 7", "3 5 9"), "toy\n", "sturt\n", last.begin.replace("8", "13")):
            bo.heard[at] = msgspec.structs.replace(last, begin=lie)
            with pytest.raises(Refused):
                client_table_of(bo)

    in_lobby(test)


def test_a_table_comes_back_after_a_restart() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        ada, _ = await opened(lobby, dealing(3))
        await ada.act(0)
        table = ada.guest.table
        assert table is not None
        again = restore(Stored(table.number, tuple(store.entries[table.number])), lobby.services)
        for viewer in (None, Seat(0), Seat(1)):
            now, was = again.match.snapshot(viewer), table.match.snapshot(viewer)
            assert codec.encode(now) == codec.encode(was) and was.begin

    in_lobby(test, store)


def test_the_next_game_of_a_series_begins_at_the_start() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await opened(lobby, dealing(6))
        await play_on(ada, bo)
        await ada.do(m.Rematch)
        assert position.beginning(match_of(ada).game) == "" and ada.last(m.TableView).views[0].begin == ""

    in_lobby(test)


@pytest.mark.parametrize(
    "change",
    [{"position": "sturt\nboard: 9\n"}, {"position": "x" * 20_000}, {"seats": 3}, {"options": {"rounds": 3}}],
)
def test_a_record_with_a_wrong_position_is_refused(change: dict[str, Any]) -> None:
    header = record.Header("toy", {}, 2)
    text = record.write(position.from_position(dealing(6)), header, ())
    first, head, *_ = text.splitlines()
    data = msgspec.json.decode(head) | change
    body = f"{first}\n{msgspec.json.encode(data).decode()}\n"
    with pytest.raises(Refused) as refused:
        record.read(f"{body}sealed 0 {hashlib.sha256(body.encode()).hexdigest()[:32]}\n")
    assert refused.value.refusal.code != "replay.refusal.edited"
