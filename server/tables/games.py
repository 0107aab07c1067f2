"""Games of a server as `ListGames` is told of them."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from core import codec
from core import games as shelf
from core.game import AnyGame, Refused
from core.protocol.messages import GameDescription, OptionDescription
from server.tables.contract import Guest


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


def need_protocol(guest: Guest, game: AnyGame, options: Any) -> None:
    """Refuse a guest whose program does not know these options; it has its own sentence for that."""
    since = game.info.values_since
    needed = max((since[name].get(getattr(options, name), 0) for name in since), default=0)
    if guest.protocol < needed:
        raise Refused("net.refusal.newer", theirs=needed, ours=guest.protocol)


@cache
def _options(kind: type[msgspec.Struct]) -> tuple[OptionDescription, ...]:
    usual = codec.plain(kind())
    return tuple(
        OptionDescription(name, usual[name], least=values[0], most=values[-1])
        if codec.is_range(kind, name)
        else OptionDescription(name, usual[name], values)
        for name, values in codec.choices(kind).items()
    )
