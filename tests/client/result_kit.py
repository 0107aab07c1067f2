"""Ends of games without a server: a table whose game has just been played out, and the result over it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, cast

from client.screens.result.screen import ResultActions, ResultScreen
from client.screens.shared.panes import sentence
from client.screens.table.model import TableModel
from client.session.playhead import Playhead
from client.session.table import ClientTable
from core import chance, codec, record
from core.game import AnyGame, Goal
from core.match import Match
from core.protocol import messages as m
from core.record import Record
from core.series import Series


def played_out(game: AnyGame, seats: int, seed: int = 5, **options: Any) -> Record:
    """A game of random moves."""
    chosen, rng = codec.options_of(game, options), random.Random(seed)
    match = Match(game, chosen, seats, chance.seed_from(seed))
    while to_act := match.to_act():
        action = rng.choice(game.legal(match.tip(to_act[0]), to_act[0]))
        match.submit(to_act[0], action, match.turn, match.ply(to_act[0]))
    return record.read(record.of_match(match))


class EndedTable:
    """What the result asks of the table below it."""

    demo = False
    honoured: tuple[int, str] | None = None

    def __init__(self, played: Record, names: tuple[str, ...], say: Callable[..., str]) -> None:
        self.client_table = client_table_of(played, names)
        self.session, self.playback, self._say = Nobody(), Shown(played), say

    def seat_name(self, seat: int) -> str:
        return self.client_table.holders[seat].name

    def line(self, line: Any) -> str:
        return sentence(line, self._say, self.seat_name)

    def is_settled(self, now: float) -> bool:
        return True

    def result_due(self) -> None:
        pass


class Nobody:
    """A session in which nothing happens any more."""

    guest, status = 1, "open"
    news: tuple[Any, ...] = ()


class Shown:
    """A stage that has shown the last step."""

    def __init__(self, played: Record) -> None:
        self.ended = Playhead(played).event(len(played.steps) - 1)


def client_table_of(played: Record, names: tuple[str, ...]) -> ClientTable:
    """The table of a game that is over, as its only guest sees it."""
    game, header, state = played.game, played.header, played.states[-1]
    outcome = game.outcome(state)
    log = tuple((step.seat, game.notation(step.action)) for step in played.steps)
    holders = tuple(m.Holder("person", name, guest=1) for name in names)
    series = Series.begin(game, Goal(games=1), played.options, header.seats).scored(game, outcome)
    return ClientTable(
        m.TableView(
            table=1,
            title="",
            game=header.game,
            options=header.options,
            seats=header.seats,
            series=series,
            phase="over",
            host=1,
            holders=holders,
            yours=tuple(range(header.seats)),
            turn=len(log),
            to_act=(),
            views=(m.SeatView(-1, codec.plain(state), log),),
            outcome=outcome,
            commitment=header.commitment,
            seed=header.seed,
            pause=0.0,
            paused=False,
            spectators=0,
            port=0,
        )
    )


def result_of(
    played: Record, names: tuple[str, ...], say: Callable[..., str], **actions: Callable[..., None]
) -> ResultScreen:
    """The result of a game that has just been shown to its end."""
    nothing: Callable[..., None] = lambda *_: None  # noqa: E731
    kinds = ("rematch", "look_back", "keep", "picture", "back", "leave")
    leads = ResultActions(**{kind: actions.get(kind, nothing) for kind in kinds})
    return ResultScreen(cast(TableModel, EndedTable(played, names, say)), leads)
