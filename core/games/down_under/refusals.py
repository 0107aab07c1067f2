"""Why something cannot be done in Down Under, with the cells to blame.

Asked only once an action is known not to be legal; nothing is decided here.
"""

from __future__ import annotations

from core.game import Place, Refusal, Seat
from core.games.down_under.board import Placing, neutral_part_is_free
from core.games.down_under.state import (
    CURVES,
    OWN_SIDES,
    SHAPES,
    Action,
    Lay,
    LayBillabong,
    State,
    Turn,
    billabongs_left,
    is_beginning,
    is_finished,
    is_ring,
    nobody_has_begun,
    open_leads,
    owner,
    partner_of,
    path_of,
    paths_to_lay,
    starts_with_ends,
    supply,
)


def reason(s: State, seat: Seat, a: Action) -> Refusal:
    """The first reason why `a` is not legal for `seat`, in the order in which a person would look."""
    if s.stage == "over":
        return _because("over")
    if seat != s.turn:
        return _because("not_your_turn")
    if isinstance(a, Turn):
        return _why_not_turn(s, seat, a)
    ring = is_ring(s.paths[seat]) and not s.due and s.stage == "play"
    if ring:
        return _because("open_the_ring")
    if isinstance(a, LayBillabong):
        return _why_not_billabong(s, seat, a)
    return _why_not_path(s, seat, a) or _why_not_card(s, seat, a) or _why_not_there(s, seat, a)


def _because(code: str, *places: Place, **values: str | int) -> Refusal:
    return Refusal(f"down_under.refusal.{code}", places, values)


def _why_not_turn(s: State, seat: Seat, a: Turn) -> Refusal:
    if not is_ring(s.paths[seat]) or s.due:
        return _because("no_ring")
    laid = next((laid for laid in s.cards if (laid.x, laid.y, laid.path) == (a.x, a.y, seat)), None)
    if laid is None or laid.card not in CURVES:
        return _because("not_your_curve", (a.x, a.y))
    if (CURVES.index(laid.card) - CURVES.index(a.card)) % 2 == 0:
        return _because("by_90", (a.x, a.y))
    if not neutral_part_is_free(s, laid):
        return _because("neutral_in_use", (a.x, a.y))
    return _because("two_open_ends", (a.x, a.y))


def _why_not_billabong(s: State, seat: Seat, a: LayBillabong) -> Refusal:
    if not billabongs_left(s):
        return _because("no_billabong")
    if any(shape == "curve" for shape, _ in supply(s, seat)):
        return _because("curves_left")
    return _because("no_case_for_billabong", (a.x, a.y))


def _why_not_path(s: State, seat: Seat, a: Lay) -> Refusal | None:
    """The refusal of a lay for the wrong one of two paths; None if its path may get a card."""
    if bool(a.colour) != bool(s.options.two_paths):
        return _because("which_path" if s.options.two_paths else "one_path")
    path = path_of(s, seat, a)
    if path in paths_to_lay(s):
        return None
    if s.due or s.stage == "start":
        return _because("other_path")
    return _because("path_finished" if is_finished(s, path) else "path_has_its_card")


def _why_not_card(s: State, seat: Seat, a: Lay) -> Refusal | None:
    """The refusal of a card that cannot be laid now on any cell; None if it can."""
    shape = SHAPES[a.card]
    ends_first = is_beginning(s) and starts_with_ends(s.options)
    if ends_first and shape != "end":
        return _because("end_first")
    if s.stage in ("start", "opening") and not ends_first and not s.due and shape == "end":
        return _because("no_end_first")
    if (a.animal is not None) and not s.options.animals:
        return _because("no_animals")
    if a.animal is None and s.options.animals and shape != "end":
        return _because("which_animal")
    left = supply(s, path_of(s, seat, a))
    if (shape, a.animal) not in left:
        return _because("animal_laid" if any(shape == other for other, _ in left) else f"no_{shape}_left")
    return None


def _why_not_there(s: State, seat: Seat, a: Lay) -> Refusal:
    """The refusal of this card on this cell."""
    placing, cell, path = Placing(s), (a.x, a.y), path_of(s, seat, a)
    half = placing.has_half(cell, a.card)
    if cell in placing.land and not half:
        return _because("half" if placing.is_half_free(cell) else "taken", cell)
    if is_beginning(s):
        misplaced = _why_not_first(s, placing, path, a)
        if misplaced:
            return misplaced
    else:
        astray = _why_not_at_end(s, path, a)
        if astray:
            return astray
    if SHAPES[a.card] != "end" and not placing.field.has(cell):
        return _because("outside", cell)
    return _why_joined(s, placing, path, a)


def _why_not_first(s: State, placing: Placing, path: int, a: Lay) -> Refusal | None:
    """The refusal of a first card where none may lie; None if it may lie there."""
    cell = (a.x, a.y)
    if (partner := partner_of(s, path)) is not None:
        at = (partner.x, partner.y)
        return None if cell == at else _because("against_the_back", at)
    if placing.field.fixed is not None and not placing.field.has(cell):
        return _because("inside", cell)
    if nobody_has_begun(s):
        return None if placing.field.fixed or cell == (0, 0) else _because("at_the_origin", (0, 0))
    near = any(max(abs(x - a.x), abs(y - a.y)) == 1 for x, y in placing.land)
    return None if near else _because("next_to_a_card", cell)


def _why_not_at_end(s: State, path: int, a: Lay) -> Refusal | None:
    """The refusal of a card whose own part joins no end that may be lengthened now; None if it does."""
    ends = list(s.due or open_leads(s.paths[path]))
    if any((lead.x, lead.y) == (a.x, a.y) and lead.side in OWN_SIDES[a.card] for lead in ends):
        return None
    places = [(lead.x, lead.y) for lead in ends]
    if (a.x, a.y) in places:
        return _because("own_part", (a.x, a.y))
    return _because("at_the_billabong" if s.due else "at_your_end", *places)


def _why_joined(s: State, placing: Placing, path: int, a: Lay) -> Refusal:
    """The refusal of a card in which two paths would meet."""
    cell = (a.x, a.y)
    joined = placing.joins(cell, a.card, path)
    if not joined:
        return _because("no_room_for_partner", cell)
    one, other = (owner(s.options, s.seats, number) for number in joined[:2])
    assert one is not None and other is not None, "the paths of a frame are closed"
    places = [cell, *(place for number in joined[:2] for place in _tips(s, number))]
    code = "joins_own" if one == other else "joins"
    return _because(code, *places, one=int(one), other=int(other))


def _tips(s: State, path: int) -> list[Place]:
    """The cells where a path ends."""
    run = s.paths[path].run
    return [(stretch.x, stretch.y) for stretch in (run[:1] + run[-1:])]
