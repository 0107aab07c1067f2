"""Tips of Down Under: what cards, animals, lengths and cells are and do, and what they are worth now."""

from __future__ import annotations

from collections.abc import Collection

from client.boards.contract import Sentence
from client.boards.down_under.layout import BILLABONG_KIND, Slot
from client.boards.kit.pieces import Target
from client.boards.kit.tips import Tip
from core.games.down_under.board import field_of, length
from core.games.down_under.scoring import (
    RABBIT_POINTS,
    SET_OF_ANIMALS,
    animals_on,
    rabbits_that_count,
    sets_of_animals,
)
from core.games.down_under.state import NEUTRAL_SIDES, SHAPES, Cell, Laid, State, open_leads


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


def plain(name: str, about: str) -> Tip:
    """Tip by the last words of the keys of its two texts."""
    return _tip(f"down_under.card.{name}", about)


def _tip(name: str, about: str, worth: Sentence | None = None) -> Tip:
    return Tip(Sentence(name), Sentence(f"down_under.tip.{about}"), worth)


def of_kind(name: str, about: str, count: int) -> Tip:
    """Tip of a kind of card in the supply, with the number left."""
    return _tip(f"down_under.card.{name}", about, Sentence("down_under.tip.left", {"count": count}))


def row(view: State, path: int) -> Tip:
    """Tip of a path's row: the cards left, and with animals what those on the path are worth."""
    if not view.options.animals:
        return _tip("down_under.side.cards", "row")
    return _tip("down_under.side.cards", "herd", _herd(view, path))


def _cell(view: State, cell: Cell, tagged: Collection[Cell]) -> Tip:
    """Tip of a cell: of the card on it, or the sign or length there, or whether it is in the field."""
    laid = next((laid for laid in reversed(view.cards) if (laid.x, laid.y) == cell), None)
    if laid is not None:
        return _laid(view, laid)
    if any(
        stuck and cell in {(lead.x, lead.y) for lead in open_leads(path)}
        for stuck, path in zip(view.stuck, view.paths, strict=False)
    ):
        return _tip("down_under.tally.stuck", "stuck")
    if cell in tagged:
        return _tip("down_under.tally.length", "length")
    field = field_of(view)
    if not field.has(cell):
        return _tip("down_under.card.outside", "outside")
    taken = field.fixed or field.taken
    if field.size is None or (taken is not None and taken.holds(cell)):
        return _tip("down_under.card.field", "field")
    return _tip("down_under.card.field", "grow")


def _laid(view: State, laid: Laid) -> Tip:
    """Tip of a laid card: a billabong, the animal it shows, or the length of its path."""
    if laid.card == BILLABONG_KIND:
        return _tip("down_under.card.billabong", "billabong")
    if laid.animal is not None:
        return _animal(view, laid)
    shape = SHAPES[laid.card]
    if laid.path >= len(view.stuck):
        return _tip(f"down_under.card.{shape}", "frame")
    long = Sentence("down_under.tip.long", {"length": length(view.paths[laid.path])})
    return _tip(f"down_under.card.{shape}", shape, long)


def _animal(view: State, laid: Laid) -> Tip:
    """Tip of an animal on a card: it counts for the path that runs over the neutral part."""
    name = f"down_under.card.{laid.animal}"
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
            return _tip(name, about, Sentence("down_under.tip.costs", {"count": cost}))
        return _tip(name, about, _herd(view, path))
    return _tip(name, about, Sentence("down_under.tip.loose"))


def _herd(view: State, path: int) -> Sentence:
    """Sentence on a path's complete sets of animals, and its rabbits that cost points."""
    animals = animals_on(view, path)
    counts: dict[str, str | int] = {
        "sets": sets_of_animals(animals),
        "rabbits": rabbits_that_count(animals),
    }
    return Sentence("down_under.tip.sets", counts)
