"""Chapters *What we decided*: what a game's source says, what is played here, and the option for it."""

from __future__ import annotations

from assets.texts import TextLookup
from core.game import Decision, DecisionGroup, GameInfo


def chapter(translate: TextLookup, info: GameInfo, decision_group: DecisionGroup) -> str:
    """Text of the chapter about a group of decisions: a paragraph for each; the first group has a preface."""
    items = [_item(translate, info.key, decision_group.key, each) for each in decision_group.decisions]
    preface = [translate("rules.decided.preface")] if decision_group == info.decisions[0] else []
    return "\n\n".join(preface + items)


def _item(translate: TextLookup, game: str, group: str, decision: Decision) -> str:
    start = f"{game}.decided.{group}.{decision.key}"
    source, here = translate(f"{start}.source"), translate(f"{start}.here")
    if not decision.option:
        return translate("rules.decided.item", source=source, here=here)
    option = translate(f"{game}.option.{decision.option}.name")
    return translate("rules.decided.choice", source=source, here=here, option=option)
