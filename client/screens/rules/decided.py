"""Chapters *What we decided*: what a game's source says, what is played here, and the option for it."""

from __future__ import annotations

from assets.texts import TextLookup
from core.game import Decision, DecisionGroup, GameInfo


def chapter(say: TextLookup, info: GameInfo, group: DecisionGroup) -> str:
    """Text of the chapter about a group of decisions: a paragraph for each; the first group has a preface."""
    items = [_item(say, info.key, group.key, decision) for decision in group.decisions]
    preface = [say("rules.decided.preface")] if group == info.decisions[0] else []
    return "\n\n".join(preface + items)


def _item(say: TextLookup, game: str, group: str, decision: Decision) -> str:
    start = f"{game}.decided.{group}.{decision.key}"
    source, here = say(f"{start}.source"), say(f"{start}.here")
    if not decision.option:
        return say("rules.decided.item", source=source, here=here)
    option = say(f"{game}.option.{decision.option}.name")
    return say("rules.decided.choice", source=source, here=here, option=option)
