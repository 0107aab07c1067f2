"""Analyses for whoever asks: the compiled analyst of a game, what it may know, its results as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from core import codec, position
from core.bots.kernel import has_kernel
from core.game import AnyGame, Refused, Seat
from server.bots.compilation import Compilation, cache_folder, use_cache

if TYPE_CHECKING:
    from core.bots.analysis import Analysis, Analyst


def analyst_of(known_game: AnyGame) -> Analyst:
    """The analyst of a game, wherever it begins; waits until its search is compiled.

    Raises `Refused("match.refusal.no_analysis")` for a game without a kernel, and
    `Refused("match.refusal.no_compiler")` where numba is missing.
    """
    game = position.usual(known_game)
    if not has_kernel(game):
        raise Refused("match.refusal.no_analysis")
    use_cache(cache_folder())
    compilation = Compilation()
    compilation.wait(game)
    if not compilation.is_ready(game):
        raise Refused("match.refusal.no_compiler")
    from core.bots.analysis import Analyst

    return Analyst(game)


def known_view(game: AnyGame, state: Any, seat: Seat, rng: np.random.Generator) -> Any:
    """View that a seat has of a state, which may be a view itself.

    Raises `Refused("position.refusal.unknown_to_seat")` if something is left out that the seat would know.
    """
    view = game.view(state, seat)
    try:
        possible = game.view(game.sample_state(view, seat, rng), seat)
    except Refused:
        raise Refused("position.refusal.unknown_to_seat") from None
    if codec.encode(possible) != codec.encode(view):
        raise Refused("position.refusal.unknown_to_seat")
    return view


def plain(game: AnyGame, seat: Seat, analysis: Analysis) -> dict[str, Any]:
    """An analysis for a seat as JSON can hold it; a line's steps as in a record: seat and notation."""
    actions = [
        {
            "action": game.notation(ranked.action),
            "win": round(float(ranked.win), 4),
            "points": round(float(ranked.points), 2),
            "visits": ranked.visits,
            "spread": round(float(ranked.spread), 4),
            "line": [f"{actor} {game.notation(action)}" for actor, action in ranked.line],
        }
        for ranked in analysis.actions
    ]
    return {"seat": seat, "iterations": analysis.iterations, "solved": analysis.solved, "actions": actions}
