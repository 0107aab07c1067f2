"""Games of a server as `ListGames` is told of them."""

from __future__ import annotations

from functools import cache

import msgspec

from core import codec
from core import games as shelf
from core.game import AnyGame
from core.protocol.messages import GameDescription, OptionDescription


def descriptions() -> tuple[GameDescription, ...]:
    """All games, in the order of the shelf."""
    return tuple(_description(game) for game in shelf.GAMES)


def _description(game: AnyGame) -> GameDescription:
    info = game.info
    return GameDescription(
        key=info.key,
        title=info.title,
        seats=tuple(info.seats),
        options=_options(info.options),
        goals=info.goals,
        hidden=info.hidden,
        chance=info.chance,
        scored=info.scored,
        rules=info.rules,
    )


@cache
def _options(kind: type[msgspec.Struct]) -> tuple[OptionDescription, ...]:
    usual = codec.plain(kind())
    return tuple(
        OptionDescription(name, usual[name], least=values[0], most=values[-1])
        if codec.is_range(kind, name)
        else OptionDescription(name, usual[name], values)
        for name, values in codec.choices(kind).items()
    )
