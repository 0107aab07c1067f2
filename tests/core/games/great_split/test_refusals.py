"""Every reason for which something cannot be done, and the cards it blames; what is no notation."""

from __future__ import annotations

import numpy as np
import pytest

from assets.texts import LANGUAGES, Texts
from core.game import CHANCE, Place, Seat
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import Options
from tests.core import laws
from tests.core.games.great_split.diagrams import GAME, Position, estate, position, resolving

DEALING = Position(GAME, GAME.start(Options(), 3))
TRADING = position("trade", estate(hand=(0, 1)), estate(hand=(2,)))
DISCARDING = position("discard", estate(hand=range(7)), estate(hand=(10, 11)), ready=(False, True))
SPLITTING = position("split", estate(hand=(0, 1, 2)), estate(hand=(3, 4)))
CHOOSING = SPLITTING.each("split 0 1 | 2", "split 3 | 4")
RESOLVING = resolving(hand=(0, 34, 42))
LATER = RESOLVING.play("play 0", "splitter art")
MARKET = position("market", estate(), estate())
OVER = position("market", estate(), estate(), round=6).play("market 2")
ARROW = resolving(hand=(0,), arrows=1)

CASES: list[tuple[Position, str, str, tuple[Place, ...]]] = [
    (OVER, "play 0", "over", ()),
    (OVER, "market 1", "over", ()),
    (DEALING, "card 3", "chance_only", ()),
    (RESOLVING, "market 3", "chance_only", ()),
    (RESOLVING, "character 3", "chance_only", ()),
    (RESOLVING, "scoring art", "chance_only", ()),
    (RESOLVING, "?", "sealed", ()),
    (RESOLVING, "? ready", "sealed", ()),
    (DEALING, "play 0", "not_your_turn", ()),
    (TRADING, "discard 0", "not_your_turn", ()),
    (MARKET, "splitter art", "not_your_turn", ()),
    (SPLITTING.play("split 0 1 | 2"), "split 0 1 | 2", "ready", ()),
    (DISCARDING, "play 0", "now_discard", ()),
    (DISCARDING, "split 0 | 1", "now_discard", ()),
    (SPLITTING, "take left", "now_split", ()),
    (SPLITTING, "discard 0", "now_split", ()),
    (CHOOSING, "split 0 1 | 2", "now_choose", ()),
    (CHOOSING, "splitter books", "now_choose", ()),
    (RESOLVING, "discard 0", "now_resolve", ()),
    (RESOLVING, "take right", "now_resolve", ()),
    (SPLITTING, "split |", "whole_hand", ((0,), (1,), (2,))),
    (SPLITTING, "split 0 1 |", "whole_hand", ((2,),)),
    (SPLITTING, "split | 0 1 2", "left_empty", ()),
    (SPLITTING, "split 0 1 2 |", "right_empty", ()),
    (SPLITTING, "split 0 1 | 2 3", "whole_hand", ((3,),)),
    (SPLITTING, "split ? | 1 2", "whole_hand", ((0,),)),
    (SPLITTING, "split 0 1 2 | 0 1 2", "whole_hand", ()),
    (ARROW, "bonus gold", "not_gold", ()),
    (RESOLVING, "bonus books", "no_arrows", ()),
    (ARROW, "play 0", "arrows_first", ()),
    (ARROW, "sell 999 gold", "arrows_first", ()),
    (ARROW, "splitter art", "arrows_first", ()),
    (ARROW, "sell splitter gold", "arrows_first", ()),
    (LATER, "splitter books", "splitter_played", ()),
    (LATER, "sell splitter prestige", "splitter_played", ()),
    (RESOLVING, "bonus prestige", "no_arrows", ()),
    (LATER, "play 0", "played_already", ((0,),)),
    (LATER, "sell 0 gold", "played_already", ((0,),)),
    (RESOLVING, "play 1", "not_in_hand", ((1,),)),
    (RESOLVING, "sell 70 prestige", "not_in_hand", ((70,),)),
    (RESOLVING, "play 999 books", "not_in_hand", ((999,),)),
    (RESOLVING, "play ?", "not_in_hand", ()),
    (DISCARDING, "discard 8", "not_in_hand", ((8,),)),
    (RESOLVING, "play 42", "seals", ((42,),)),
    (RESOLVING, "play 42 topaz", "seals", ((42,),)),
    (RESOLVING, "play 42 topaz topaz topaz", "seals", ((42,),)),
    (RESOLVING, "play 42 gold topaz", "seals", ((42,),)),
    (RESOLVING, "play 42 topaz books", "seals", ((42,),)),
    (RESOLVING, "play 34 books topaz", "seals", ((34,),)),
    (RESOLVING, "play 0 books", "no_seals", ((0,),)),
]


@pytest.mark.parametrize(("s", "text", "reason", "places"), CASES)
def test_why_not(s: Position, text: str, reason: str, places: tuple[Place, ...]) -> None:
    assert s.refuses(text, seat=0) == (reason, places)


@pytest.mark.parametrize("seat", [CHANCE, 2, 99])
def test_nobody_who_does_not_sit_there_may_do_anything(seat: int) -> None:
    for s, text in ((RESOLVING, "play 0"), (SPLITTING, "split 0 1 | 2"), (MARKET, "splitter art")):
        assert s.refuses(text, seat) == ("not_your_turn", ())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence_and_a_case(language: str) -> None:
    start = "great_split.refusal."
    keys = Texts(language).keys()
    written = {key.removeprefix(start) for key in keys if key.startswith(start)}
    assert written == {reason for _, _, reason, _ in CASES} | {"data"}


# --- Notation ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_everything_that_happens_in_a_game_has_a_notation_of_its_own(seats: int) -> None:
    rng = np.random.default_rng(seats)
    played = laws.playout(laws.Shape(GREAT_SPLIT, Options(), seats), rng)
    for step, state in zip(played.steps, played.states, strict=False):
        laws.notation_law(
            GREAT_SPLIT, laws.sample(laws.possible(GREAT_SPLIT, state, Seat(step.seat)), 20, rng)
        )
        for viewer in (*map(Seat, range(seats)), None):
            now = GREAT_SPLIT.apply(state, step.seat, step.action)
            seen = GREAT_SPLIT.seen(state, step.seat, step.action, viewer, now)
            assert GREAT_SPLIT.parse(GREAT_SPLIT.notation(seen)) == seen
