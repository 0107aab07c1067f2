"""The line below a result that says whether chance drew as it had promised."""

from __future__ import annotations

import random
from typing import Any, get_args

import msgspec
import pytest

import core.games
from assets.texts import LANGUAGES, Texts
from client.screens.result.chance_audit import audit_line
from client.screens.result.screen import ResultScreen
from client.session.table import ClientTable
from core import audit, chance
from core.audit import Verdict
from core.game import CHANCE, Refused
from core.protocol import messages as m
from server.tables.lobby import Lobby
from tests.client.screens_kit import EVERYWHERE, check_layout, opened, play_out, server, stage, table
from tests.client.test_screen_result import UPRIGHT, Where
from tests.client.test_secrets import hear
from tests.core import toy
from tests.core.toy import Deal
from tests.server.helpers import Ear, in_lobby, new_token

replace = msgspec.structs.replace


@pytest.fixture(autouse=True)
def _shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.games, "GAMES", (*core.games.GAMES, toy.GAME, toy.IN_TURN))


# --- What a client can prove --------------------------------------------------------------------------


async def finished(lobby: Lobby, game: str = "toy", watched_from: int = 0) -> list[Any]:
    """All that a guest is told of a game; a spectator may come after some decisions."""
    ada, rng = Ear(lobby), random.Random(3)
    options = {"face_up": True, "rounds": 2}
    plans = tuple(m.SeatPlan("me", name, token=new_token()) for name in ("Ada", "Bo"))
    await ada.do(m.Open, game=game, options=options, plans=plans)
    ear = ada
    assert ada.guest.table is not None
    match, decisions = ada.guest.table.match, 0
    while to_act := match.to_act():
        if watched_from and decisions == watched_from:
            ear = Ear(lobby)
            await ear.do(m.Watch, table=1)
        await ada.act(rng.choice(to_act))
        decisions += 1
    return [
        message
        for message in ear.heard
        if isinstance(message, m.TableView | m.StepsMade | m.DecisionSealed | m.DecidersLeft)
    ]


def client_table_of(told: list[Any]) -> ClientTable:
    client_table = ClientTable(told[0])
    for message in told[1:]:
        hear(client_table, message)
    return client_table


@pytest.mark.parametrize("game", ["toy", "toy_in_turn"])
def test_at_the_end_all_is_proven(game: str) -> None:
    async def test(lobby: Lobby) -> None:
        told = await finished(lobby, game)
        client_table = ClientTable(told[0])
        assert client_table.verdict.kind == "untold"
        client_table = client_table_of(told)
        assert client_table.verdict == Verdict("proven", 6) and not client_table.late

    in_lobby(test)


def test_who_came_late_was_promised_less() -> None:
    async def test(lobby: Lobby) -> None:
        client_table = client_table_of(await finished(lobby, "toy_in_turn", watched_from=1))
        assert client_table.verdict.kind == "proven" and client_table.late

    in_lobby(test)


def test_a_server_that_dealt_otherwise_is_found_out() -> None:
    """All it says fits together, but the cards are not those of its seed."""

    async def test(lobby: Lobby) -> None:
        told = await finished(lobby)
        client_table = client_table_of(told)
        client_table.log[2] = replace(client_table.log[2], action=Deal(client_table.log[3].action.card))
        assert (client_table.verdict.kind, client_table.verdict.step) == ("differs", 2)
        assert client_table.verdict.due.card != client_table.log[2].action.card

    in_lobby(test)


def test_a_seed_that_was_not_promised_is_found_out() -> None:
    async def test(lobby: Lobby) -> None:
        *before, last = await finished(lobby)
        assert isinstance(last, m.StepsMade)
        for seed, kind in ((chance.seed_from(1).hex(), "other_seed"), ("", "untold")):
            assert client_table_of([*before, replace(last, seed=seed)]).verdict.kind == kind

    in_lobby(test)


def test_another_promise_during_the_game_makes_everybody_late() -> None:
    """Who has decided cannot be told afterwards that this had been promised before."""

    async def test(lobby: Lobby) -> None:
        told = await finished(lobby, "toy_in_turn")
        client_table = client_table_of(told)
        late = Ear(lobby)
        await late.do(m.Watch, table=1)
        scene = next(message for message in late.heard if isinstance(message, m.TableView))
        assert not client_table.late
        client_table.renew(replace(scene, commitment=chance.commitment(chance.seed_from(1)).hex()))
        assert client_table.late

    in_lobby(test)


@pytest.mark.parametrize("nonsense", ["x" * 64, "ab", "AB" * 32, "00" * 33])
def test_what_is_no_seed_is_refused(nonsense: str) -> None:
    async def test(lobby: Lobby) -> None:
        *before, last = await finished(lobby)
        for lie in ({"seed": nonsense}, {"commitment": nonsense}):
            with pytest.raises(Refused, match="malformed"):
                ClientTable(replace(before[0], **lie))
        with pytest.raises(Refused, match="malformed"):
            client_table_of([*before, replace(last, seed=nonsense)])

    in_lobby(test)


# --- How it is told -----------------------------------------------------------------------------------


KINDS = [kind for kind in get_args(audit.VerdictKind) if kind != "nothing"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_verdict_has_its_words(language: str, kind: audit.VerdictKind) -> None:
    say = Texts(language).translate
    seal = audit_line(Verdict(kind, 6, 4), False, False, say)
    assert seal is not None and seal.text
    assert (seal.good, seal.bad) == (kind == "proven", kind in ("untold", "other_seed", "differs"))
    assert ("5" in seal.text) == (kind == "differs")
    late = audit_line(Verdict(kind, 6, 4), True, False, say)
    assert (late == seal) == (kind != "proven")


def test_where_nothing_was_drawn_nothing_is_said() -> None:
    assert audit_line(Verdict("nothing", 0), False, False, Texts("en").translate) is None


@pytest.mark.parametrize(("language", "size"), [*EVERYWHERE, *UPRIGHT])
@pytest.mark.parametrize("kind", KINDS)
def test_every_verdict_fits(
    language: str, size: tuple[int, int], kind: audit.VerdictKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server() as house, stage(language, size, motion="reduced") as on:
        session = opened(on, house, "Ada", "Kenji")
        play_out(on, session)
        assert session.client_table is not None
        assert not any(step.seat == CHANCE for step in session.client_table.log)
        below = table(session)
        on.app.push(below)
        monkeypatch.setattr(ClientTable, "verdict", Verdict(kind, 300, 199))
        screen = ResultScreen(below.model, Where(on, session).actions)
        on.app.push(screen)
        screen.turn_over()
        check_layout(on, screen, monkeypatch, frames=4)
        assert screen.seal is not None
        others = [screen.graph, screen.sheet, *(widget.rect for widget in screen.choices)]
        assert not any(screen.lay.note.overlaps(other) for other in others)
