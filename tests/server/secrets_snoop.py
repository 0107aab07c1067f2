"""All that a curious guest of any game can think of to hear what others keep to themselves.

Every command there is is tried. Nothing may succeed but what is the guest's own business, and that it does
alike in twin games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from core.game import Refused, Seat
from core.protocol import messages as m

if TYPE_CHECKING:
    from tests.server.secrets_guests import Listener
    from tests.server.secrets_party import Party

NUMBERS: Final = range(1, 40, 4)
"""These of each other guest's numbers are used for commands."""


async def snoop(party: Party, ear: Listener) -> None:
    """Ask everything; come back by every way there is."""
    await _as_others(party, ear)
    for seat in party.course.mine:
        await _wrongly(party, ear, seat)
    await _with_numbers_of_others(party, ear)
    await _at_large(party, ear)
    await _in_the_archive(party, ear)
    await _from_the_lobby(party, party.bea)
    await _come_and_go(party, ear)


async def _as_others(party: Party, ear: Listener) -> None:
    """Decide for the other seats, take back for them, sit on them, give them away."""
    turn = party.turn
    for seat in (seat for seat in range(party.seats) if seat not in party.course.mine):
        for number, action in enumerate(party.course.pool):
            await ear.refused(m.Act, seat=seat, action=action, turn=turn, ply=number % 3)
        await ear.refused(m.Act, seat=seat, action=party.course.pool[0], turn=turn + 1)
        await ear.refused(m.Undo, turn=turn, seat=seat)
        await ear.refused(m.Sit, table=1, seat=seat, name="Eve")
        await ear.refused(m.TakeBack, seat=seat, name="Eve")
        await ear.refused(m.HandOver, seat=seat, level="easy")
        await ear.refused(m.FreeSeat, seat=seat)


async def _wrongly(party: Party, ear: Listener, seat: Seat) -> None:
    """For the own seat, in another position; and what may not be done there."""
    match, game = party.match, party.game
    turn, ply = match.turn, match.ply(seat)
    for wrong in ((turn, ply + 1), (turn + 1, ply), (max(0, turn - 1), ply + 1), (turn + 99, 99)):
        await ear.refused(m.Act, seat=seat, action=party.course.pool[0], turn=wrong[0], ply=wrong[1])
    await ear.refused(m.Undo, turn=turn + 1, seat=seat)
    for action in party.course.pool:
        if seat not in match.to_act() or not _may(game, match.tip(seat), seat, action):
            await ear.refused(m.Act, seat=seat, action=action, turn=turn, ply=ply)


def _may(game: Any, state: Any, seat: Seat, action: str) -> bool:
    try:
        return game.why_not(state, seat, game.parse(action)) is None
    except Refused:
        return False


async def _with_numbers_of_others(party: Party, ear: Listener) -> None:
    """Whatever others have done with the numbers of their commands is no answer to anybody else."""
    for other in party.guests.values():
        if other is not ear:
            for number in NUMBERS:
                await ear.say(m.AnswerUndo(id=other.first + number, yes=True))


async def _at_large(party: Party, ear: Listener) -> None:
    """What is said to the table and to the server; once more with the same number, and with other words."""
    turn, is_host = party.turn, ear is party.guests["host"]
    for at in (0, turn, turn + 1):
        if party.table.persons() - {ear.number}:
            await ear.ask(m.Undo, turn=at)
            await ear.ask(m.AnswerUndo, yes=False)
    for kind in (m.Start, m.Rematch, m.Publish):
        await ear.refused(kind)
    await ear.refused(m.AnswerUndo, yes=True)
    for other in (0, ear.number, 99) if is_host else (0, party.guests["host"].number):
        await ear.refused(m.Kick, guest=other)
        await ear.refused(m.Mute, guest=other)
    if not is_host:
        await ear.refused(m.SetPace, pause=1.0)
        await ear.refused(m.StepOnce)
    await ear.refused(m.Say, text=" ")
    await ear.do(m.Say, text="What have you got?")
    said = m.Say(id=ear.last_id, text="What have you got?")
    assert isinstance(await ear.say(said), m.Done)
    assert isinstance(await ear.say(m.Say(id=ear.last_id, text="Have you?")), m.Failed)
    await ear.refused(m.Open, game=party.game.info.key, options={}, plans=(m.SeatPlan("open"),) * party.seats)


async def _in_the_archive(party: Party, ear: Listener) -> None:
    """A game that goes on is not found there, whatever is asked for."""
    for text in ("", "Seat 1", "Ada", "o"):
        await ear.do(m.SearchArchive, text=text)
        assert ear.last(m.ArchivePage).total <= 1, "a game that goes on is found"
        await ear.do(m.FetchStatistics, text=text, game=party.game.info.key)
    await ear.ask(m.FetchRecord, number=1)
    for number in (0, 2, 3):
        await ear.refused(m.FetchRecord, number=number)


async def _from_the_lobby(party: Party, bea: Listener) -> None:
    """Who is at no table sees the list, and is refused everything else."""
    await bea.do(m.Browse)
    await bea.refused(m.Sit, table=1, seat=0, name="Bea", password=party.password)
    for kind, more in (
        (m.Act, {"seat": 0, "action": party.course.pool[0], "turn": party.turn}),
        (m.Undo, {"turn": party.turn}),
        (m.Say, {"text": "Hello"}),
        (m.Watch, {"table": 2}),
        (m.Return, {"table": 1, "token": bea.token()}),
        (m.Open, {"game": "?", "options": {}, "plans": (m.SeatPlan("open"),)}),
        (m.Leave, {}),
        (m.FetchRecord, {"number": 2}),
    ):
        await bea.refused(kind, **more)
    if party.course.locked:
        await bea.refused(m.Watch, table=1)


async def _come_and_go(party: Party, ear: Listener) -> None:
    """Leave and return, with wrong tokens and old ones; hand over and take back."""
    for token in (b"x" * m.CLIENT_BYTES, bytes(64)):
        await ear.refused(m.Return, table=1, token=token)
    await ear.refused(m.Return, table=2, token=bytes(64))
    for seat in party.course.mine:
        await ear.do(m.HandOver, seat=seat, level="easy")
        await ear.refused(m.Act, seat=seat, action=party.course.pool[0], turn=party.turn)
        await ear.do(m.TakeBack, seat=seat)
    tokens = dict(ear.tokens)
    await ear.do(m.Leave)
    for place, token in tokens.items():
        await ear.do(m.Return, table=1, token=token)
        await ear.refused(m.Return, table=1, token=token)
        await _take_over(ear, place)
    if not tokens:
        await ear.do(m.Watch, table=1, password=party.password)


async def _take_over(ear: Listener, seat: int) -> None:
    """The return is said again, as if its answer had been lost: it is answered, and brings nothing new."""
    said = m.Return(id=ear.last_id + 1, table=1, token=ear.tokens[seat], fresh=ear.token())
    ear.last_id += 1
    assert isinstance(await ear.say(said), m.Done)
    assert isinstance(await ear.say(said), m.Done)
