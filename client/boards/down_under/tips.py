"""Tips of Down Under: what cards, animals, lengths and cells are and do, and what they are worth now."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Final

from client.boards.contract import Sentence
from client.boards.down_under.layout import BILLABONG_KIND
from client.boards.down_under.supplies import cards_left, row_paths
from client.boards.kit.hand import thing_target
from client.boards.kit.pieces import Target
from client.boards.kit.tips import Tip, tip_of
from core.games.down_under.board import field_of, length
from core.games.down_under.scoring import (
    RABBIT_POINTS,
    SET_OF_ANIMALS,
    animals_on,
    rabbits_that_count,
    sets_of_animals,
)
from core.games.down_under.state import NEUTRAL_SIDES, SHAPES, Cell, Laid, State, billabongs_left, open_leads

_tip: Final = partial(tip_of, "down_under")
SIZE_TARGET: Target = ("size",)
"""Target of the paper beside the ground with the field's size."""


def tip(view: State, target: Target, tagged: Collection[Cell]) -> Tip | None:
    """Tip of a target; `tagged` are cells on which the length of a path stands. None: there is no tip."""
    match target:
        case ("cell", int(x), int(y)):
            return _cell(view, (x, y), tagged)
        case ("row", int(number)):
            return _row(view, row_paths(view)[number])
    if target == SIZE_TARGET:
        return _tip("size", name="tip.field")
    if target == thing_target(BILLABONG_KIND):
        return _of_kind("billabong", "billabong", billabongs_left(view))
    for slot, count in cards_left(view).items():
        if thing_target(slot) == target:
            about = "set" if slot.animal in SET_OF_ANIMALS else slot.animal or slot.shape
            return _of_kind(slot.animal or slot.shape, about, count)
    return None


def _of_kind(name: str, about: str, count: int) -> Tip:
    """Tip of a kind of card in the supply, with the number left."""
    return _tip(about, Sentence("down_under.tip.left", {"count": count}), name=f"tip.{name}")


def _row(view: State, path: int) -> Tip:
    """Tip of a path's row: the cards left, and with animals what those on the path are worth."""
    if not view.options.animals:
        return _tip("row", name="side.cards")
    return _tip("herd", _herd(view, path), name="side.cards")


def _cell(view: State, cell: Cell, tagged: Collection[Cell]) -> Tip:
    """Tip of a cell: of the card on it, or the sign or length there, or whether it is in the field."""
    laid = next((laid for laid in reversed(view.cards) if (laid.x, laid.y) == cell), None)
    if laid is not None:
        return _laid(view, laid)
    if any(
        stuck and cell in {(lead.x, lead.y) for lead in open_leads(path)}
        for stuck, path in zip(view.stuck, view.paths, strict=False)
    ):
        return _tip("stuck", name="tally.stuck")
    if cell in tagged:
        return _tip("length", name="tally.length")
    field = field_of(view)
    if not field.has(cell):
        return _tip("outside")
    taken = field.fixed or field.taken
    if field.size is None or (taken is not None and taken.holds(cell)):
        return _tip("field")
    return _tip("grow", name="tip.field")


def _laid(view: State, laid: Laid) -> Tip:
    """Tip of a laid card: a billabong, the animal it shows, or the length of its path."""
    if laid.card == BILLABONG_KIND:
        return _tip("billabong")
    if laid.animal is not None:
        return _animal(view, laid)
    shape = SHAPES[laid.card]
    if laid.path >= len(view.stuck):
        return _tip("frame", name=f"tip.{shape}")
    long = Sentence("down_under.tip.long", {"length": length(view.paths[laid.path])})
    return _tip(shape, long)


def _animal(view: State, laid: Laid) -> Tip:
    """Tip of an animal on a card: it counts for the path that runs over the neutral part."""
    name = f"tip.{laid.animal}"
    about = "set" if laid.animal in SET_OF_ANIMALS else str(laid.animal)
    for path, known in enumerate(view.paths):
        over = any(
            (stretch.x, stretch.y) == (laid.x, laid.y) and stretch.enters in NEUTRAL_SIDES[laid.card]
            for stretch in known.run
        )
        if not over:
            continue
        if laid.animal == "rabbit":
            cost = 0 if animals_on(view, path)["dingo"] else -RABBIT_POINTS
            return _tip(about, Sentence("down_under.tip.costs", {"count": cost}), name=name)
        return _tip(about, _herd(view, path), name=name)
    return _tip(about, Sentence("down_under.tip.loose"), name=name)


def _herd(view: State, path: int) -> Sentence:
    """Sentence on a path's complete sets of animals, and its rabbits that cost points."""
    animals = animals_on(view, path)
    counts: dict[str, str | int] = {
        "sets": sets_of_animals(animals),
        "rabbits": rabbits_that_count(animals),
    }
    return Sentence("down_under.tip.sets", counts)
