"""Scripts: first decisions of a table's AIs, which a lesson gives them."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Seat
from core.match import Match
from core.protocol import messages as m
from server.storage.journal import MemoryStore, Stored
from server.storage.restore import restore
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, in_lobby, planned

SCRIPT = ((), ("3@0,1", "a@1,1"))
"""Second seat: two cards that nobody would choose by chance."""


def match_of(ear: Ear) -> Match:
    assert ear.guest.table is not None
    return ear.guest.table.match


async def opened(lobby: Lobby, script: Sequence[Sequence[str]] = SCRIPT, game: str = "sturt") -> Ear:
    """Somebody at a table with an AI that has a script."""
    ear = Ear(lobby, embedded=True)
    plans = planned(("me", "random"))
    await ear.do(m.Open, game=game, options={}, plans=plans, seed=3, script=tuple(map(tuple, script)))
    return ear


async def lay(ear: Ear, action: str) -> None:
    """Lay a card, and wait until it is the person's turn again."""
    match = match_of(ear)
    ear.forget()
    await ear.do(m.Act, seat=0, action=action, turn=match.turn)
    await ear.until(m.StepsMade, lambda made: made.to_act == (Seat(0),))


def done(ear: Ear, seat: int) -> list[str]:
    """What a seat has done."""
    match = match_of(ear)
    return [match.game.notation(step.action) for step in match.steps if step.seat == seat]


def test_an_ai_does_first_what_its_script_says_and_then_thinks() -> None:
    async def test(lobby: Lobby) -> None:
        ear = await opened(lobby)
        for action in ("5@0,0", "5@1,0", "5@2,0"):
            await lay(ear, action)
        assert done(ear, 1)[:2] == list(SCRIPT[1]) and len(done(ear, 1)) == 3

    in_lobby(test)


def test_where_it_is_not_legal_the_ai_thinks_and_goes_on_with_it_afterwards() -> None:
    """A script counts decisions: what could not be done is left out, not put off."""

    async def test(lobby: Lobby) -> None:
        for first in ("3@0,0", "no notation", "pass"):
            ear = await opened(lobby, ((), (first, "a@2,2")))
            await lay(ear, "5@0,0")
            assert len(done(ear, 1)) == 1 and done(ear, 1)[0] != first
            if done(ear, 1) != ["a@2,2"]:
                await lay(ear, "5@1,1" if "@1,1" not in done(ear, 1)[0] else "5@1,0")
                assert len(done(ear, 1)) == 2

    in_lobby(test)


def test_what_is_taken_back_is_done_again_by_the_script() -> None:
    async def test(lobby: Lobby) -> None:
        ear = await opened(lobby)
        await lay(ear, "5@0,0")
        await ear.do(m.Undo, turn=match_of(ear).turn)
        assert match_of(ear).steps == []
        await lay(ear, "9@0,0")
        assert done(ear, 1) == [SCRIPT[1][0]]

    in_lobby(test)


def test_only_the_own_program_may_give_one() -> None:
    async def test(lobby: Lobby) -> None:
        guest = Ear(lobby)
        asked = {"game": "sturt", "options": {}, "plans": planned(("random", "random")), "script": SCRIPT}
        assert await guest.refused(m.Open, **asked) == "net.refusal.seed"

    in_lobby(test)


def test_a_restored_table_has_none() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        ear = await opened(lobby)
        await lay(ear, "5@0,0")
        table = ear.guest.table
        assert table is not None and table.script == SCRIPT
        again = restore(Stored(table.number, tuple(store.entries[table.number])), lobby.services)
        assert again.script == () and again.match.steps == table.match.steps

    in_lobby(test, store)
