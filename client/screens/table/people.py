"""Names of the people at a table, and the words and signs beside them."""

from __future__ import annotations

from assets.texts import TextLookup
from core.game import Goal
from core.protocol.messages import Holder


def name_of(holder: Holder, seat: int, translate: TextLookup) -> str:
    """Name of a seat: its person's, or the kind of AI that holds it."""
    if holder.kind == "bot" and not holder.owner:
        return translate(f"table.bot.{holder.level}")
    return holder.name or translate("table.seat", number=seat + 1)


def holder_note(holder: Holder, holder_kind: str, translate: TextLookup) -> tuple[str, str]:
    """Sign and a few words below a name."""
    if holder.kind == "bot":
        return "robot", translate("table.standing_in") if holder.owner else holder_kind
    if holder.kind == "away":
        return "door", translate("table.away")
    if holder.kind == "open":
        return "chair", translate("table.open")
    return sign_of(holder), holder_kind


def sign_of(holder: Holder) -> str:
    """Sign of somebody who is here: a person, or a program that plays from elsewhere."""
    return "robot" if holder.program else "person"


def watcher_count(holders: tuple[Holder, ...], spectators: int) -> int:
    """Number of `spectators` who only watch; those with an AI in their seat are at the table."""
    return spectators - len({holder.guest for holder in holders if holder.kind == "bot" and holder.guest})


def series_of(goal: Goal, score: float, translate: TextLookup) -> str:
    """Standing of a seat in a series of games; "" if only one is played."""
    if goal.games == 1:
        return ""
    return translate(
        "table.series_to" if goal.points else "table.series", points=f"{score:g}", goal=f"{goal.points:g}"
    )
