"""The table "Which command when" of `docs/protocol.md`, command by command against a lobby."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any, get_args

import pytest

from core.protocol import messages as m
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, in_lobby, planned

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
PLACES = ("at no table", "gathering", "playing", "over")
DONE = "done"
ANYWHERE = {m.ListGames, m.SearchArchive, m.FetchRecord, m.FetchStatistics, m.Publish}
"""Commands to which it does not matter where their guest is, or that are for the own program."""


def told() -> dict[tuple[str, str], str]:
    """What the page says: command and place to `done` or the code of the refusal."""
    section = TEXT.partition("## Which command when")[2].partition("\n## ")[0]
    head, _, *rows = (line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|"))
    assert tuple(head[1:]) == PLACES
    found = {}
    for name, *cells in rows:
        for place, cell in zip(PLACES, cells, strict=True):
            found[name.strip("`"), place] = cell.strip("` ")
    return found


async def at(lobby: Lobby, place: str) -> tuple[Ear, Ear]:
    """Ada, the host of a table of Sturt with seat 0, and Bo with seat 1; or Ada at no table."""
    ada, bo = Ear(lobby), Ear(lobby)
    if place == "at no table":
        await bo.open("sturt", "me", "open")
        return ada, bo
    await ada.open("sturt", "me", "open")
    await bo.do(m.Sit, table=1, seat=1, name="Bo")
    if place != "gathering":
        await ada.do(m.Start)
    while place == "over" and ada.guest.table.match.to_act():  # type: ignore[union-attr]
        match = ada.guest.table.match  # type: ignore[union-attr]
        await (ada, bo)[match.to_act()[0]].act(match.to_act()[0])
    if place == "playing":
        await ada.act(0)
        await bo.act(1)
    return ada, bo


def fields(kind: type[m.Command], ada: Ear, bo: Ear) -> dict[str, Any]:
    """What the command needs to be done, if it can be."""
    table = ada.guest.table
    turn = table.match.turn if table else 0
    every: dict[type[m.Command], dict[str, Any]] = {
        m.ListLegal: {"seat": 0},
        m.Open: {"game": "sturt", "options": {}, "plans": planned(("me", "open"))},
        m.Watch: {"table": 1},
        m.Sit: {"table": 1, "seat": 0 if table else 1, "name": "Ada"},
        m.Return: {"table": 1, "token": (ada if table else bo).last(m.Seated).token},
        m.Act: {"seat": 0, "action": _action(ada), "turn": turn},
        m.Undo: {"turn": turn},
        m.AnswerUndo: {"yes": True},
        m.HandOver: {"seat": 0, "level": "random"},
        m.TakeBack: {"seat": 0},
        m.FreeSeat: {"seat": 0},
        m.Say: {"text": "Hello"},
        m.SetPace: {"pause": 1.0, "paused": True},
        m.Kick: {"guest": bo.number},
        m.Mute: {"guest": bo.number},
    }
    return every.get(kind, {})


def _action(ada: Ear) -> str:
    table = ada.guest.table
    if table is None or not table.match.to_act():
        return "5@0,0"
    return table.match.game.notation(table.match.game.legal(table.match.state, table.match.to_act()[0])[0])


async def prepare(kind: type[m.Command], ada: Ear, bo: Ear) -> None:
    """What has to have happened for the command to mean something."""
    if kind is m.Sit:
        await ada.ask(m.FreeSeat, seat=0)
    elif kind is m.TakeBack:
        await ada.ask(m.HandOver, seat=0, level="random")
    elif kind is m.StepOnce:
        await ada.ask(m.SetPace, pause=1.0, paused=True)
    elif kind is m.AnswerUndo and bo.guest.table is not None:
        await bo.ask(m.Undo, turn=bo.guest.table.match.turn)


def test_every_command_has_its_row() -> None:
    commands = {kind for kind in get_args(m.ClientMessage) if issubclass(kind, m.Command)}
    assert {name for name, _ in told()} == {kind.__name__ for kind in commands - ANYWHERE}
    assert all(re.fullmatch(rf"{DONE}|[a-z]+\.refusal\.[a-z_]+", cell) for cell in told().values())


@pytest.mark.parametrize("place", PLACES)
def test_each_command_is_answered_as_the_table_says(place: str) -> None:
    found: dict[str, str] = {}

    async def test(lobby: Lobby, kind: type[m.Command]) -> None:
        ada, bo = await at(lobby, place)
        await prepare(kind, ada, bo)
        said = await ada.ask(kind, **fields(kind, ada, bo))
        found[kind.__name__] = said.why.code if isinstance(said, m.Failed) else DONE

    commands = {kind.__name__: kind for kind in get_args(m.ClientMessage) if issubclass(kind, m.Command)}
    want = {name: cell for (name, where), cell in told().items() if where == place}
    for name in want:
        in_lobby(partial(test, kind=commands[name]))
    assert found == want
