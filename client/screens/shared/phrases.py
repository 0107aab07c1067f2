"""Sentences that several screens put together: numbers of things, the rules agreed on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from assets.texts import Texts
from core.game import AnyGame, Goal
from core.games import GAMES
from core.games import game as game_of

Say = Callable[..., str]


def count_words(say: Say, key: str, count: int) -> str:
    """A number of things in words: languages tell none and one from several."""
    form = {0: "none", 1: "one"}.get(count, "many")
    return say(f"{key}.{form}", count=count)


def title_of(key: str) -> str:
    """The proper name of a game; its key if we do not know it."""
    return game_of(key).info.title if key in {game.info.key for game in GAMES} else key


def option_sentences(texts: Texts, game: AnyGame, options: Any, goal: Goal) -> tuple[tuple[str, str], ...]:
    """Each option's name and what was chosen, and how long is played, in words."""
    lines = []
    for name in options.__struct_fields__:
        key, value = f"{game.info.key}.option.{name}", getattr(options, name)
        chosen = f"{key}.{str(value).lower().replace(' ', '_')}"
        label = texts.say(f"{key}.name") if texts.has(f"{key}.name") else name
        lines.append((label, texts.say(chosen) if texts.has(chosen) else str(value)))
    if len(game.info.goals) > 1:
        lines.append((texts.say("screen.setup.goal"), goal_in_words(texts.say, goal)))
    return tuple(lines)


def goal_in_words(say: Say, goal: Goal) -> str:
    """How long a series goes on: whether wins are counted or points are added up."""
    if goal.points:
        return say("screen.setup.goal_points", points=f"{goal.points:g}")
    if goal.games == 1:
        return say("screen.setup.goal_one")
    together = "goal_games" if goal.most == 1 else "goal_sum"
    return say(f"screen.setup.{together}", games=goal.games)
