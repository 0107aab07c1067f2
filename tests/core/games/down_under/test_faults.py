"""Tests of a test: every one of these wrong engines of Down Under is found out by the lock-step.

Each breaks one sentence of the rules. The fact at which the readings part is named, so that a fault is found
for what it is and not by accident.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from core.game import Seat
from core.games.down_under import board, rules, scoring, state
from core.games.down_under.board import CellRect, Ground, Placing
from core.games.down_under.rules import DownUnder
from core.games.down_under.state import (
    CURVES,
    NEUTRAL_SIDES,
    OWN_SIDES,
    Animal,
    Card,
    Cell,
    Laid,
    Lay,
    Lead,
    Path,
    State,
    Turn,
    paths_of,
)
from tests.core.games.down_under.test_lockstep import random_game, try_boards, try_thought_out_boards
from tests.planting import plant

Patch = pytest.MonkeyPatch

PLAIN: dict[str, Any] = {"size": "5x7"}
BY_HAND: dict[str, Any] = {}
"""Instead of options: boards set up by hand."""


# Laying cards


def neutral_part_attaches(patch: Patch) -> None:
    """A card may be attached by its neutral part."""
    patch.setattr(
        Placing,
        "cards_at",
        lambda self, lead: tuple(
            card for card in OWN_SIDES if lead.side in (*OWN_SIDES[card], *NEUTRAL_SIDES[card])
        ),
    )


def others_may_be_joined(patch: Patch) -> None:
    """Only one's own path must not be joined to another; the neutral part may join any."""
    joins = Placing.joins

    def own_only(self: Placing, cell: Cell, card: Card, path: int) -> tuple[int, ...]:
        met = joins(self, cell, card, path)
        return met if path in met else ()

    patch.setattr(Placing, "joins", own_only)


def runs_join_unseen(patch: Patch) -> None:
    """Paths may be joined over a free run."""

    def near(beyond: Any, self: Placing, cell: Cell, side: int) -> tuple[set[int], int]:
        return beyond(self, cell, side) if Lead(*cell, side) in self.leads else (set(), -1)

    plant(patch, Placing, "_beyond", near)


def one_stretch_gained(patch: Patch) -> None:
    """Of a neutral run only the first stretch is gained."""

    def one(run_on: Any, land: Ground, path: Path) -> Path:
        longer: Path = run_on(land, path)
        if len(longer.run) <= len(path.run) + 1:
            return longer
        return Path(longer.run[: len(path.run) + 1], (path.tips[0], "open"))

    plant(patch, board, "_run_on", one)


def others_do_not_grow(patch: Patch) -> None:
    """What one lays lengthens nobody else's path."""

    def own_only(lay_down: Any, s: State, laid: Laid) -> State:
        after = lay_down(s, laid)
        kept = tuple(
            now if number == laid.path or laid.path < 0 else was
            for number, (was, now) in enumerate(zip(s.paths, after.paths, strict=True))
        )
        return replace(after, paths=kept)

    plant(patch, rules, "_lay_down", own_only)


def one_end_in_a_cell(patch: Patch) -> None:
    """The free half of a cell takes nothing."""
    cards_at = Placing.cards_at
    patch.setattr(
        Placing, "cards_at", lambda self, lead: () if (lead.x, lead.y) in self.land else cards_at(self, lead)
    )


def cards_without_number(patch: Patch) -> None:
    """A set never runs out of curves."""
    supply = state.supply

    def endless(s: State, path: int) -> Any:
        return {("curve", None): 1, **supply(s, path)}

    patch.setattr(rules, "supply", endless)


# The field


def ends_count(patch: Patch) -> None:
    """Ends are within the field too."""

    def extent(cards: Sequence[Laid]) -> CellRect | None:
        cells = [(laid.x, laid.y) for laid in cards]
        xs, ys = [x for x, _ in cells], [y for _, y in cells]
        return CellRect(min(xs), min(ys), max(xs), max(ys)) if cells else None

    patch.setattr(board, "extent", extent)


def one_orientation(patch: Patch) -> None:
    """The field is always wider than high."""
    patch.setattr(board.PlayingField, "_fits", lambda self, rect: rect.width <= 7 and rect.height <= 5)


def ends_inside(patch: Patch) -> None:
    """Ends may not lie outside."""
    cards_at = Placing.cards_at
    patch.setattr(
        Placing,
        "cards_at",
        lambda self, lead: cards_at(self, lead) if self.field.has((lead.x, lead.y)) else (),
    )


# The start


def no_diagonals(patch: Patch) -> None:
    """First cards lie next to another orthogonally."""

    def beside(first_cells: Any, s: State, placing: Placing) -> list[Cell]:
        cells, land = first_cells(s, placing), placing.land
        steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
        return [(x, y) for x, y in cells if not land or any((x + dx, y + dy) in land for dx, dy in steps)]

    plant(patch, rules, "_first_cells", beside)


def backs_are_free(patch: Patch) -> None:
    """With ends at the start, all lie where they like."""
    patch.setattr(rules, "partner_of", lambda s, path: None)
    patch.setattr(rules, "_leaves_its_back", lambda s, path, cell, card: True)


def first_card_outside(patch: Patch) -> None:
    """With a frame the first card too lies next to any other, be it outside."""

    def anywhere(first_cells: Any, s: State, placing: Placing) -> list[Cell]:
        fixed = placing.field.fixed
        cells: list[Cell] = first_cells(s, placing)
        return cells if fixed is None else [*cells, (fixed.right + 3, 0)]

    plant(patch, rules, "_first_cells", anywhere)
    patch.setattr(board.PlayingField, "has", lambda self, cell: True)


# Rings


def turned_around(patch: Patch) -> None:
    """A ring may be opened by turning a curve by 180° too."""

    def more(legal_turns: Any, s: State, path: int) -> Iterator[Turn]:
        yield from legal_turns(s, path)
        for laid in s.cards:
            if laid.path == path and laid.card in CURVES:
                yield Turn(CURVES[(CURVES.index(laid.card) + 2) % 4], laid.x, laid.y)

    plant(patch, rules, "_legal_turns", more)


def paths_are_cut(patch: Patch) -> None:
    """A curve may be turned though a path runs over its neutral part."""
    patch.setattr(rules, "neutral_part_is_free", lambda s, laid: True)


def rings_are_finished(patch: Patch) -> None:
    """A ring is not opened."""
    patch.setattr(rules, "_legal_turns", lambda s, path: iter(()))


# Billabongs


def mover_ends_too(patch: Patch) -> None:
    """Of three paths all end."""
    patch.setattr(rules, "_way_through", lambda coming, mover: ())


def nothing_more_to_lay(patch: Patch) -> None:
    """Whose path runs on over a billabong lays no card there."""
    plant(patch, rules, "_fill_billabongs", lambda fill, s, mover: replace(fill(s, mover), due=()))


def somebody_runs_on(patch: Patch) -> None:
    """Of three paths one runs on, though another has both ends there."""

    def through(way_through: Any, coming: Any, mover: int) -> Any:
        once = {path: sides[:1] for path, sides in coming.items()}
        return way_through(once, mover)

    plant(patch, rules, "_way_through", through)


def billabongs_without_number(patch: Patch) -> None:
    """There is always another billabong."""
    for module in (rules, board):
        patch.setattr(module, "billabongs_left", lambda s: 1)


def billabongs_anywhere(patch: Patch) -> None:
    """Billabongs lie outside the field too."""
    crowded = rules.next_billabong_cell
    patch.setattr(
        rules,
        "next_billabong_cell",
        lambda s: crowded(replace(s, options=replace(s.options, size="unlimited", frame=None))),
    )


def billabong_for_a_curve(patch: Patch) -> None:
    """A billabong may be laid instead of a curve that one has."""
    supply = state.supply

    def none(s: State, path: int) -> Any:
        return {kind: n for kind, n in supply(s, path).items() if kind[0] != "curve"}

    def careless(meets: Any, s: State, path: int, cell: Cell) -> Any:
        with Patch.context() as inner:
            inner.setattr(rules, "supply", none)
            return meets(s, path, cell)

    plant(patch, rules, "_meets_case_3", careless)


def pool_is_passed(patch: Patch) -> None:
    """A path that ends in a pool counts as closed."""
    patch.setattr(board, "is_pool", lambda land, stretch: False)


# Whose turn it is


def stuck_for_once(patch: Patch) -> None:
    """Who can lay nothing is not finished."""
    patch.setattr(rules, "_finish", lambda s, paths: s)


def the_other_way_round(patch: Patch) -> None:
    """The turn passes to the seat before."""

    def back(pass_on: Any, s: State) -> Any:
        return pass_on(replace(s, turn=Seat((s.turn + 1) % s.seats)))

    plant(patch, rules, "_pass_on", back)


def one_card_for_two(patch: Patch) -> None:
    """With two cards a turn, the turn ends after the first."""
    to_lay = state.paths_to_lay

    def once(s: State) -> tuple[int, ...]:
        return () if s.laid and s.stage == "play" and not s.due else to_lay(s)

    patch.setattr(rules, "paths_to_lay", once)


def one_colour_twice(patch: Patch) -> None:
    """With two cards a turn, both may be of one colour."""
    to_lay = state.paths_to_lay

    def twice(s: State) -> tuple[int, ...]:
        return to_lay(replace(s, laid=())) if len(s.laid) < 2 else ()

    patch.setattr(rules, "paths_to_lay", twice)


def ends_open_the_game(patch: Patch) -> None:
    """Before two cards a turn, the first card may be an end."""

    def any_card(legal_lays: Any, s: State, path: int, asked: Lay | None) -> Any:
        return legal_lays(replace(s, stage="play") if s.stage == "opening" else s, path, asked)

    plant(patch, rules, "_legal_lays", any_card)


# Scores


def cards_count(patch: Patch) -> None:
    """A card counts once, though both its parts are on the path."""
    patch.setattr(scoring, "length", lambda path: len({(s.x, s.y) for s in path.run}))


def pool_counts_twice(patch: Patch) -> None:
    """A billabong counts for each end in it."""
    patch.setattr(scoring, "length", lambda path: len(path.run))


def own_animals(patch: Patch) -> None:
    """Animals count on the coloured part too."""

    def all_animals(s: State, path: int) -> Counter[Animal]:
        cells = {(stretch.x, stretch.y) for stretch in s.paths[path].run}
        return Counter(laid.animal for laid in s.cards if (laid.x, laid.y) in cells and laid.animal)

    patch.setattr(scoring, "animals_on", all_animals)


def rabbits_always_count(patch: Patch) -> None:
    """A dingo on the path makes no difference."""
    patch.setattr(scoring, "rabbits_that_count", lambda animals: animals["rabbit"])


def animals_together(patch: Patch) -> None:
    """Sets of animals are those of both paths of a seat together."""
    points = scoring.points

    def together(s: State, seat: Seat) -> Any:
        one, two = s.paths[seat], s.paths[seat + s.seats]
        paths = list(s.paths)
        paths[seat], paths[seat + s.seats] = Path((*one.run, *two.run)), Path()
        merged = {point.code: point for point in points(replace(s, paths=tuple(paths)), seat)}
        return tuple(
            merged.get(point.code, point) if "length" not in point.code else point
            for point in points(s, seat)
        )

    patch.setattr(scoring, "points", together)


def no_dingo_needed(patch: Patch) -> None:
    """Whoever has not laid the dingo may win."""
    patch.setattr(scoring, "is_eligible", lambda s, seat: True)


def both_paths_count(patch: Patch) -> None:
    """The shorter path counts, too."""
    patch.setattr(scoring, "paths_counted", lambda s, seat: paths_of(s.options, s.seats, seat))


def lost_games_pay(patch: Patch) -> None:
    """A game lost for want of a dingo counts in a series."""
    patch.setattr(DownUnder, "points", lambda game, outcome: outcome.scores)


FAULTS: list[tuple[Callable[[Patch], None], int, dict[str, Any], str]] = [
    (neutral_part_attaches, 2, PLAIN, "legal"),
    (others_may_be_joined, 4, PLAIN, "legal"),
    (runs_join_unseen, 2, BY_HAND, "legal"),
    (one_stretch_gained, 4, PLAIN, "paths"),
    (others_do_not_grow, 4, PLAIN, "paths"),
    (one_end_in_a_cell, 2, {**PLAIN, "two_paths": "one card"}, "legal|stuck"),
    (cards_without_number, 2, {"size": "unlimited"}, "legal"),
    (ends_count, 4, PLAIN, "legal"),
    (one_orientation, 2, PLAIN, "legal"),
    (ends_inside, 2, {"size": "4x8"}, "legal"),
    (no_diagonals, 2, PLAIN, "legal"),
    (backs_are_free, 2, {**PLAIN, "single_start": True}, "legal"),
    (first_card_outside, 2, {**PLAIN, "frame": "river"}, "legal"),
    (turned_around, 2, BY_HAND, "legal"),
    (paths_are_cut, 2, BY_HAND, "legal|stuck"),
    (rings_are_finished, 2, BY_HAND, "legal|stuck"),
    (mover_ends_too, 2, BY_HAND, "board"),
    (nothing_more_to_lay, 2, BY_HAND, "to act"),
    (somebody_runs_on, 2, BY_HAND, "board"),
    (billabongs_without_number, 2, BY_HAND, "board"),
    (billabongs_anywhere, 2, BY_HAND, "board"),
    (billabong_for_a_curve, 2, BY_HAND, "legal"),
    (pool_is_passed, 2, BY_HAND, "paths"),
    (stuck_for_once, 2, BY_HAND, "stuck"),
    (the_other_way_round, 3, PLAIN, "to act"),
    (one_card_for_two, 2, {**PLAIN, "two_paths": "two cards"}, "to act"),
    (one_colour_twice, 2, {**PLAIN, "two_paths": "two cards"}, "legal"),
    (ends_open_the_game, 2, {**PLAIN, "two_paths": "two cards"}, "legal"),
    (cards_count, 2, PLAIN, "scores"),
    (pool_counts_twice, 2, BY_HAND, "scores"),
    (own_animals, 2, {**PLAIN, "animals": True}, "scores"),
    (rabbits_always_count, 4, {**PLAIN, "animals": True}, "scores"),
    (animals_together, 2, {**PLAIN, "animals": True, "two_paths": "one card"}, "scores"),
    (no_dingo_needed, 2, {**PLAIN, "animals": True}, "result"),
    (both_paths_count, 2, {**PLAIN, "two_paths": "one card", "paths_scored": "longest"}, "scores"),
    (lost_games_pay, 2, {**PLAIN, "animals": True, "dingo": "loses"}, "result"),
]
"""Wrong engines, with whom and how they are played, and the fact at which they are found out."""


@pytest.mark.covering(most=10)
@pytest.mark.parametrize(
    "fault, seats, options, fact", FAULTS, ids=lambda value: getattr(value, "__name__", None)
)
def test_a_wrong_engine_is_found_out(
    monkeypatch: Patch, fault: Callable[[Patch], None], seats: int, options: dict[str, Any], fact: str
) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError, match=rf"^[^:]*\b({fact})\b"):
        if options is BY_HAND:
            try_thought_out_boards(DownUnder())
            try_boards(DownUnder(), range(1000))
        for number in range(200):
            random_game(DownUnder(), (seats, options), number)


@pytest.mark.long
def test_the_right_engine_is_not() -> None:
    try_boards(DownUnder(), range(20))
    for number, (_, seats, options, _) in enumerate(FAULTS):
        if options is not BY_HAND:
            random_game(DownUnder(), (seats, options), number)
