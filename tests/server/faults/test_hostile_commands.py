"""Every command by everybody who may not say it, and with everything it may not name: nothing changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from core.protocol import messages as m
from tests.server.faults.hostile_frames import COMMANDS
from tests.server.faults.hostile_stage import PASSWORD, RIGHTFUL, Case, Stage, on_stage
from tests.server.helpers import Ear, new_token

LOBBY = {m.Browse, m.ListGames, m.SearchArchive, m.FetchRecord, m.FetchStatistics}
"""What anybody may ask for, wherever they are: it changes nothing."""


async def _nobody(stage: Stage, case: Case) -> Ear:
    return Ear(stage.lobby)


async def _spectator(stage: Stage, case: Case) -> Ear:
    return stage.cy


async def _other_player(stage: Stage, case: Case) -> Ear:
    return stage.ada if case.speaker == "bo" else stage.bo


async def _kicked(stage: Stage, case: Case) -> Ear:
    return stage.kit


async def _overtaken(stage: Stage, case: Case) -> Ear:
    """The seat's own connection, after a newer one has taken it."""
    name = case.speaker if case.speaker in ("ada", "bo") else "ada"
    old: Ear = getattr(stage, name)
    newer = Ear(stage.lobby)
    await newer.do(m.Return, table=1, token=stage.tokens[name])
    return old


SPEAKERS: dict[Callable[[Stage, Case], Awaitable[Ear]], set[type[m.Command]]] = {
    _nobody: LOBBY | {m.Open, m.Watch, m.Sit, m.Return},
    _spectator: LOBBY | {m.Watch, m.Sit, m.Return, m.Say, m.Leave},
    _other_player: LOBBY | {m.Watch, m.Sit, m.Return, m.Say, m.Leave, m.Undo, m.Rematch},
    _kicked: LOBBY | {m.Open},
    _overtaken: LOBBY | {m.Watch, m.Sit, m.Return, m.Say, m.Leave},
}
"""Who speaks instead, and the few things that they may say as well. Everything else is refused."""


def test_every_command_is_known_here() -> None:
    assert RIGHTFUL.keys() == set(COMMANDS)


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
def test_who_may_say_it_is_heard(kind: type[m.Command]) -> None:
    """Else what follows would prove nothing."""
    case = RIGHTFUL[kind]

    async def test(stage: Stage) -> None:
        speaker: Ear = getattr(stage, case.speaker)
        assert isinstance(await speaker.ask(kind, **case.fields(stage)), m.Done)

    on_stage(case.moment, test)


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("who", SPEAKERS, ids=lambda who: who.__name__.strip("_"))
def test_whoever_may_not_say_it_is_refused_and_nothing_changes(
    who: Callable[[Stage, Case], Awaitable[Ear]], kind: type[m.Command]
) -> None:
    case = RIGHTFUL[kind]

    async def test(stage: Stage) -> None:
        fields = case.fields(stage)
        speaker = await who(stage, case)
        if kind in SPEAKERS[who]:
            assert isinstance(await speaker.ask(kind, **fields), m.Done)
        else:
            await _in_vain(stage, speaker, kind, fields)

    on_stage(case.moment, test)


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
def test_whoever_is_at_another_table_changes_nothing_at_this_one(kind: type[m.Command]) -> None:
    """Dee is host and player there; what she says is about her own table, or refused."""
    case = RIGHTFUL[kind]

    async def test(stage: Stage) -> None:
        fields, before = case.fields(stage), stage.picture()
        answer = await stage.dee.ask(kind, **fields)
        after = stage.picture()
        if kind is m.Publish:
            assert isinstance(answer, m.Failed)
        assert after == before
        if "table" in fields:
            assert answer.why.code == "net.refusal.at_a_table"

    on_stage(case.moment, test)


WRONG: dict[str, Callable[[Stage, dict[str, Any]], list[Any]]] = {
    "table": lambda stage, fields: [0, 3, 99, 2**53],
    "seat": lambda stage, fields: [1 - fields.get("seat", 0), 2, 7, 2**53],
    "turn": lambda stage, fields: [fields["turn"] - 1, fields["turn"] + 1, 0, 2**53],
    "ply": lambda stage, fields: [1, 2**53],
    "guest": lambda stage, fields: [0, 999, stage.ada.number, stage.dee.number, stage.kit.number],
    "number": lambda stage, fields: [0, 2, 2**53],
    "action": lambda stage, fields: ["", "5@9,9", "pass", "²", "1" * 5000],
    "text": lambda stage, fields: ["", " ", "x" * 201, "a\x07"],
    "name": lambda stage, fields: ["", "x" * 25, "\u202e"],
    "token": lambda stage, fields: [new_token(), stage.tokens["eve"], stage.tokens["fay"]],
    "game": lambda stage, fields: ["", "chess"],
    "options": lambda stage, fields: [{"x": 1}],
    "plans": lambda stage, fields: [(m.SeatPlan("open"),), (m.SeatPlan("me", "Zoe"), m.SeatPlan("open"))],
}
"""Values that no command may name; of the same type, so that the border lets them pass."""
MAY: dict[type[m.Command], set[str]] = {
    m.SearchArchive: {"text", "game"},
    m.FetchStatistics: {"text", "game"},
    m.Sit: {"token"},
    m.TakeBack: {"name", "token"},
    m.Publish: {"name"},
}
"""Where any value will do: searches; a token that one makes up oneself; names that need not be given."""


def _named(kind: type[m.Command]) -> set[str]:
    return {field.name for field in msgspec.structs.fields(kind)} & WRONG.keys() - MAY.get(kind, set())


@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, name) for kind in COMMANDS for name in sorted(_named(kind))],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_what_it_may_not_name_is_refused_and_nothing_changes(kind: type[m.Command], name: str) -> None:
    case = RIGHTFUL[kind]

    async def test(stage: Stage) -> None:
        fields = case.fields(stage)
        speaker: Ear = getattr(stage, case.speaker)
        for value in WRONG[name](stage, fields):
            await _in_vain(stage, speaker, kind, {**fields, name: value})

    on_stage(case.moment, test)


async def _in_vain(stage: Stage, speaker: Ear, kind: type[m.Command], fields: dict[str, Any]) -> None:
    """Said, refused with a reason that is meant, and without any trace at any table."""
    before = {number: stage.picture(number) for number in stage.lobby.tables}
    heard = len(speaker.heard)
    answer = await speaker.ask(kind, **fields)
    assert isinstance(answer, m.Failed), (kind, fields)
    assert answer.why.code not in ("net.refusal.internal", "net.refusal.set_aside")
    assert speaker.heard[heard:] == [answer]
    del speaker.heard[heard:]
    assert {number: stage.picture(number) for number in stage.lobby.tables} == before


# --- Tokens, passwords, those who are muted -------------------------------------------------------------


def test_a_token_is_good_once() -> None:
    async def test(stage: Stage) -> None:
        first, second = stage.tokens["bo"], new_token()
        back = Ear(stage.lobby)
        await back.do(m.Return, table=1, token=first, fresh=second)
        thief = Ear(stage.lobby)
        for token in (first, stage.tokens["dee"], bytes(16), first[::-1], second[:-1] + b"?"):
            await _in_vain(stage, thief, m.Return, {"table": 1, "token": token, "fresh": new_token()})
        await thief.do(m.Return, table=1, token=second)

    on_stage("away", test)


def test_a_token_in_use_is_nobody_elses() -> None:
    async def test(stage: Stage) -> None:
        fields = {"table": 1, "seat": 1, "name": "Zoe", "token": stage.tokens["ada"]}
        await _in_vain(stage, stage.zoe, m.Sit, fields)

    on_stage("seat open", test)


@pytest.mark.parametrize("password", ["", " ", "x", PASSWORD[:-1], PASSWORD + " ", PASSWORD.upper()])
def test_a_wrong_password_opens_nothing(password: str) -> None:
    async def test(stage: Stage) -> None:
        await _in_vain(stage, stage.zoe, m.Watch, {"table": 3, "password": password})
        fields = {"table": 3, "seat": 1, "name": "Zoe", "password": password}
        await _in_vain(stage, stage.zoe, m.Sit, fields)

    on_stage("gathering", test)


def test_the_right_password_opens() -> None:
    async def test(stage: Stage) -> None:
        await stage.zoe.do(m.Sit, table=3, seat=1, name="Zoe", password=PASSWORD)

    on_stage("gathering", test)


@pytest.mark.parametrize("who", ["bo", "cy"])
def test_whoever_is_muted_is_not_heard_also_after_coming_back(who: str) -> None:
    async def test(stage: Stage) -> None:
        ear: Ear = getattr(stage, who)
        await stage.ada.do(m.Mute, guest=ear.number)
        await _in_vain(stage, ear, m.Say, {"text": "hello"})
        await stage.lobby.gone(ear.guest)
        again = Ear(stage.lobby, client=ear.guest.client)
        again.last_id = ear.last_id
        if who == "bo":
            await again.do(m.Return, table=1, token=stage.tokens["bo"])
        else:
            await again.do(m.Watch, table=1)
        await _in_vain(stage, again, m.Say, {"text": "hello"})

    on_stage("midgame", test)


def test_whoever_was_sent_away_does_not_come_back_from_the_same_place() -> None:
    """Cy is alone at its address, so another client from there is the same person."""

    async def test(stage: Stage) -> None:
        address = stage.cy.guest.address
        await stage.ada.do(m.Kick, guest=stage.cy.number)
        await stage.lobby.gone(stage.cy.guest)
        again = Ear(stage.lobby, address=address)
        await _in_vain(stage, again, m.Watch, {"table": 1})

    on_stage("midgame", test)
