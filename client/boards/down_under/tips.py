"""Tips of Down Under: what cards, animals, lengths and cells are and do, and what they are worth now."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Final

from client.boards.contract import Sentence
from client.boards.down_under.layout import BILLABONG_KIND, Slot
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
from core.games.down_under.state import NEUTRAL_SIDES, SHAPES, Cell, Laid, State, open_leads

named: Final = partial(tip_of, "down_under")
"""Tip of a thing by its word, see `tip_of`."""


def tip(view: State, target: Target, tagged: Collection[Cell]) -> Tip | None:
    """Tip of a cell; `tagged` are cells on which the length of a path stands. None: there is no tip."""
    match target:
        case ("cell", int(x), int(y)):
            return _cell(view, (x, y), tagged)
    return None


def card(slot: Slot, count: int) -> Tip:
    """Tip of a kind of card in the supply."""
    about = "set" if slot.animal in SET_OF_ANIMALS else slot.animal or slot.shape
    return of_kind(slot.animal or slot.shape, about, count)


def of_kind(name: str, about: str, count: int) -> Tip:
    """Tip of a kind of card in the supply, with the number left."""
    return named(about, Sentence("down_under.tip.left", {"count": count}), name=f"tip.{name}")


def row(view: State, path_number: int) -> Tip:
    """Tip of a path's row: the cards left, and with animals what those on the path are worth."""
    if not view.options.animals:
        return named("row", name="side.cards")
    return named("herd", _herd(view, path_number), name="side.cards")


def _cell(view: State, cell: Cell, tagged: Collection[Cell]) -> Tip:
    """Tip of a cell: of the card on it, or the sign or length there, or whether it is in the field."""
    laid = next((laid for laid in reversed(view.cards) if (laid.x, laid.y) == cell), None)
    if laid is not None:
        return _laid(view, laid)
    if any(
        stuck and cell in {(lead.x, lead.y) for lead in open_leads(path)}
        for stuck, path in zip(view.stuck, view.paths, strict=False)
    ):
        return named("stuck", name="tally.stuck")
    if cell in tagged:
        return named("length", name="tally.length")
    field = field_of(view)
    if not field.has(cell):
        return named("outside")
    taken = field.fixed or field.taken
    if field.size is None or (taken is not None and taken.holds(cell)):
        return named("field")
    return named("grow", name="tip.field")


def _laid(view: State, laid: Laid) -> Tip:
    """Tip of a laid card: a billabong, the animal it shows, or the length of its path."""
    if laid.card == BILLABONG_KIND:
        return named("billabong")
    if laid.animal is not None:
        return _animal(view, laid)
    shape = SHAPES[laid.card]
    if laid.path >= len(view.stuck):
        return named("frame", name=f"tip.{shape}")
    long = Sentence("down_under.tip.long", {"length": length(view.paths[laid.path])})
    return named(shape, long)


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
            return named(about, Sentence("down_under.tip.costs", {"count": cost}), name=name)
        return named(about, _herd(view, path), name=name)
    return named(about, Sentence("down_under.tip.loose"), name=name)


def _herd(view: State, path_number: int) -> Sentence:
    """Sentence on a path's complete sets of animals, and its rabbits that cost points."""
    animals = animals_on(view, path_number)
    counts: dict[str, str | int] = {
        "sets": sets_of_animals(animals),
        "rabbits": rabbits_that_count(animals),
    }
    return Sentence("down_under.tip.sets", counts)
