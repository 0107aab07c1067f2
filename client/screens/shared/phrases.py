"""Phrases that several screens use: numbers of things, the rules agreed on."""

from __future__ import annotations

from typing import Any

from assets.texts import TextLookup, Texts
from core.game import AnyGame, Goal
from core.games import GAMES
from core.games import game as game_of


def count_words(translate: TextLookup, key: str, count: int) -> str:
    """Number of things in words: languages differ for none, one and several."""
    form = {0: "none", 1: "one"}.get(count, "many")
    return translate(f"{key}.{form}", count=count)


def tenths(value: float) -> dict[str, int]:
    """Gaps of a sentence for a number that is not negative, with one decimal: `whole` and `tenths`."""
    whole, part = divmod(round(10 * value), 10)
    return {"whole": whole, "tenths": part}


def side_letter(side: int) -> str:
    """Letter of a side of a duplicate."""
    return chr(ord("A") + side)


def title_of(key: str) -> str:
    """Proper name of a game; its key if the game is unknown."""
    return game_of(key).info.title if key in {game.info.key for game in GAMES} else key


def option_sentences(texts: Texts, game: AnyGame, options: Any, goal: Goal) -> tuple[tuple[str, str], ...]:
    """Name and chosen value of each option, and the length of play, in words."""
    lines = []
    for name in options.__struct_fields__:
        key, value = f"{game.info.key}.option.{name}", getattr(options, name)
        chosen = f"{key}.{str(value).lower().replace(' ', '_')}"
        label = texts.translate(f"{key}.name") if texts.has(f"{key}.name") else name
        lines.append((label, texts.translate(chosen) if texts.has(chosen) else str(value)))
    if len(game.info.goals) > 1:
        lines.append((texts.translate("screen.setup.goal"), goal_in_words(texts.translate, goal)))
    return tuple(lines)


def goal_in_words(translate: TextLookup, goal: Goal) -> str:
    """Goal of a series in words: whether wins are counted or points are added up."""
    if goal.points:
        return translate("screen.setup.goal_points", points=f"{goal.points:g}")
    if goal.games == 1:
        return translate("screen.setup.goal_one")
    together = "goal_games" if goal.most == 1 else "goal_sum"
    return translate(f"screen.setup.{together}", games=goal.games)
