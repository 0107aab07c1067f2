"""What programs of strangers ask a server for: its games, what is legal, and views as text."""

from __future__ import annotations

from typing import Any

import pytest

from core import codec, games, position
from core.game import AnyGame, Seat
from core.protocol import messages as m
from core.protocol.wire import FRAME_FROM_SERVER
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, in_lobby
from tests.server.test_lines import match_of

TEXTS = (m.TEXT_VIEWS,)


def test_the_games_are_told_with_what_open_takes() -> None:
    """Every value that is told, and the ends of every range, are options that the game takes."""

    async def test(lobby: Lobby) -> None:
        eve = Ear(lobby)
        await eve.do(m.ListGames)
        told = eve.last(m.Games)
        assert told.id == eve.last_id
        assert [game.key for game in told.games] == [game.info.key for game in games.GAMES]
        for description in told.games:
            game = games.game(description.key)
            assert (
                codec.options_of(game, {o.name: o.default for o in description.options})
                == game.info.options()
            )
            for option in description.options:
                for value in option.values or (int(option.least or 0), int(option.most or 0)):
                    codec.options_of(game, {option.name: value})
            assert (description.seats, description.goals) == (game.info.seats, game.info.goals)
        (stalemate,) = (o for g in told.games for o in g.options if o.name == "stalemate")
        assert (stalemate.default, stalemate.values, stalemate.least, stalemate.most) == (20, (), 0, 50)

    in_lobby(test)


@pytest.mark.parametrize("game", games.GAMES, ids=lambda game: game.info.key)
def test_what_is_legal_is_told_to_the_seat_that_decides(game: AnyGame) -> None:
    """In parts that fit into frames, on the seat's own branch, and to nobody else."""

    async def test(lobby: Lobby) -> None:
        ada, eve = Ear(lobby), Ear(lobby)
        await ada.open(game.info.key, *["me"] * game.info.seats[0])
        await eve.do(m.Watch, table=1)
        match = match_of(ada)
        for _ in range(12):
            seat = match.to_act()[0]
            ada.forget()
            await ada.do(m.ListLegal, seat=seat)
            parts = [message for message in ada.heard if isinstance(message, m.LegalActions)]
            legal = [game.notation(action) for action in game.legal(match.tip(seat), seat)]
            assert [text for part in parts for text in part.actions] == legal
            assert [part.last for part in parts] == [False] * (len(parts) - 1) + [True]
            where = {(part.seat, part.turn, part.ply) for part in parts}
            assert where == {(seat, match.turn, match.ply(seat))}
            assert all(len(codec.encode(part)) < FRAME_FROM_SERVER / 4 for part in parts)
            assert await eve.refused(m.ListLegal, seat=seat) == "net.refusal.not_your_seat"
            await ada.do(m.Act, seat=seat, action=legal[0], turn=parts[0].turn, ply=parts[0].ply)

    in_lobby(test)


def test_nothing_is_legal_before_the_start_out_of_turn_and_after_the_end() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        assert await ada.refused(m.ListLegal, seat=0) == "net.refusal.no_table"
        await ada.open("sturt", "me", "open")
        assert await ada.refused(m.ListLegal, seat=0) == "net.refusal.not_started"
        await ada.do(m.Sit, table=1, seat=1, name="Bo")
        await ada.do(m.Start)
        assert await ada.refused(m.ListLegal, seat=1) == "match.refusal.not_your_turn"
        while match_of(ada).to_act():
            await ada.act(match_of(ada).to_act()[0])
        assert await ada.refused(m.ListLegal, seat=0) == "match.refusal.over"

    in_lobby(test)


@pytest.mark.parametrize("key", ["great_split", "great_divide", "ghawar"])
def test_a_guest_that_wants_texts_sees_what_everybody_else_sees(key: str) -> None:
    """Every view in its messages is the text of the view that another guest of the same seat is sent."""

    async def test(lobby: Lobby) -> None:
        game = games.game(key)
        plain, texts = Ear(lobby), Ear(lobby, capabilities=(*TEXTS, "tea"))
        await texts.open(key, "me", *["open"] * (game.info.seats[0] - 1))
        for seat in range(1, game.info.seats[0]):
            await plain.do(m.Sit, table=1, seat=seat, name="Bo")
        await texts.do(m.Start)
        match = match_of(texts)
        for _ in range(40):
            if not match.to_act():
                break
            seat = match.to_act()[0]
            await (texts if seat == 0 else plain).act(seat)
            view = match.view(Seat(0) if game.info.hidden else None)
            told = next(filter(None, (_view_of(message) for message in reversed(texts.heard))))
            assert told == position.write(game, match.seats, view)
        assert not any(isinstance(_view_of(message), str) for message in plain.heard)

    in_lobby(test)


def _view_of(message: Any) -> Any:
    """The view of the first viewer in a message, if it has one."""
    match message:
        case m.TableView():
            return message.views[0].view
        case m.StepsMade():
            return message.views[0][1][-1].view
        case m.DecisionSealed():
            return message.view
    return None
