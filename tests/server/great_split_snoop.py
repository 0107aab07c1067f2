"""All that a curious guest of The Great Split can think of to hear what others keep to themselves.

Nothing here may succeed but what is the guest's own business, and that it does alike in twin games.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from core.game import Seat
from core.games.great_split.rules import GREAT_SPLIT
from core.protocol import messages as m

if TYPE_CHECKING:
    from tests.server.great_split_twins import Party

OTHERS_DECISIONS: Final = (
    "take left",
    "split - | -",
    "split 1 | 2 3 4 5",
    "discard 3",
    "sell 3 gold",
    "splitter books",
    "bonus art",
)
NONSENSE: Final = (
    "",
    "?",
    "? ready",
    "card 5",
    "market 3",
    "scoring art",
    "split 1",
    "sell ? gold",
    "play 999",
)
CARDS: Final = len(GREAT_SPLIT.data.cards)


async def snoop(party: Party, all_cards: bool) -> None:
    """Ask everything; come back by every way there is."""
    await _as_others(party)
    for seat in party.course.mine:
        await _wrongly(party, seat)
        for action in _with_cards_of_others(party, seat) if all_cards else NONSENSE:
            position = {"turn": party.match.turn, "ply": party.match.ply(seat)}
            await party.viewer.refused(m.Act, seat=seat, action=action, **position)
    await _at_large(party)
    await _come_and_go(party)


async def _as_others(party: Party) -> None:
    """Decide for the other seats, take back for them, sit on them."""
    viewer, turn = party.viewer, party.match.turn
    for seat in (seat for seat in range(party.seats) if seat not in party.course.mine):
        for number, action in enumerate(OTHERS_DECISIONS):
            await viewer.refused(m.Act, seat=seat, action=action, turn=turn, ply=number)
        await viewer.refused(m.Act, seat=seat, action="take left", turn=turn + 1)
        await viewer.refused(m.Undo, turn=turn, seat=seat)
        await viewer.refused(m.Sit, table=1, seat=seat, name="Eve")
        await viewer.refused(m.TakeBack, seat=seat, name="Eve")
        for kind, more in ((m.HandOver, {"level": "easy"}), (m.FreeSeat, {})):
            await viewer.refused(kind, seat=seat, **more)


async def _wrongly(party: Party, seat: Seat) -> None:
    """For the own seat, in another position."""
    viewer, match = party.viewer, party.match
    turn, ply = match.turn, match.ply(seat)
    for wrong in ((turn, ply + 1), (turn + 1, ply), (turn - 1, ply), (turn + 99, 99)):
        await viewer.refused(m.Act, seat=seat, action="take left", turn=wrong[0], ply=wrong[1])
    await viewer.refused(m.Undo, turn=turn + 1, seat=seat)
    if not match.own(seat):
        await _ask_back(party, turn=turn, seat=seat)


async def _ask_back(party: Party, **fields: Any) -> None:
    """Undo an open step: only a discard that nobody made at the same time; and think better of it."""
    await party.viewer.ask(m.Undo, **fields)
    await party.viewer.ask(m.AnswerUndo, yes=False)


def _with_cards_of_others(party: Party, seat: Seat) -> Iterator[str]:
    """Each card that the seat has not, where it could be discarded, parted, played or sold."""
    estate = party.match.tip(seat).estates[seat]
    own = estate.hand
    for card in (card for card in range(CARDS) if card not in own):
        yield f"sell {card} prestige"
        yield f"discard {card}"
        yield f"split {card} | {' '.join(map(str, own)) or '-'}"
        yield from (f"play {card} {seals}".strip() for seals in _seals(card))


def _seals(card: int) -> list[str]:
    return [" ".join(seal.removesuffix("-seal") for seal in GREAT_SPLIT.seal_choices(card)[0])]


async def _at_large(party: Party) -> None:
    """What is said to the table and to the server."""
    viewer, turn = party.viewer, party.match.turn
    for at in (0, turn, turn + 1):
        await _ask_back(party, turn=at)
    for kind in (m.Rematch, m.Start, m.StepOnce, m.Publish):
        await viewer.ask(kind)
    await viewer.ask(m.AnswerUndo, yes=True)
    await viewer.ask(m.SetPace, pause=1.0, paused=True)
    plans = tuple(m.SeatPlan("open") for _ in range(party.seats))
    await viewer.ask(m.Say, text="What have you got?")
    await viewer.do(m.Browse)
    if party.course.viewer != "lobby":
        await viewer.refused(m.Open, game="great_split", options={}, plans=plans)
        await party.eve.do(m.Say, text="Ready?")


async def _come_and_go(party: Party) -> None:
    """Leave and return, with wrong tokens and old ones; from another connection; hand over and take back."""
    viewer, mine = party.viewer, party.course.mine
    for token in (b"x" * m.CLIENT_BYTES, bytes(64)):
        await viewer.refused(m.Return, table=1, token=token)
    await viewer.refused(m.Return, table=2, token=bytes(64))
    for seat in mine:
        await viewer.do(m.HandOver, seat=seat, level="easy")
        await viewer.refused(m.Act, seat=seat, action="take left", turn=party.match.turn)
        await viewer.do(m.TakeBack, seat=seat)
    if party.course.viewer == "lobby":
        return
    tokens = dict(viewer.tokens)
    await viewer.do(m.Leave)
    await _return(party, viewer, tokens)
    if mine and viewer is not party.host:
        await _take_over(party)


async def _return(party: Party, viewer: Any, tokens: dict[int, bytes]) -> None:
    if not tokens:
        await viewer.do(m.Watch, table=1)
    for token in tokens.values():
        await viewer.do(m.Return, table=1, token=token)
    if tokens:
        await viewer.refused(m.Return, table=1, token=tokens[min(tokens)])
        await viewer.do(m.Watch, table=1)


async def _take_over(party: Party) -> None:
    """The same person at another connection, while the old one is still there; all words count."""
    old, mine = party.viewer, party.course.mine
    new = type(old)(party.lobby)
    for seat in mine:
        await new.do(m.Return, table=1, token=old.tokens[seat])
    await party.lobby.gone(old.guest)
    new.words[:0] = old.words
    party.ears = [new if ear is old else ear for ear in party.ears]
