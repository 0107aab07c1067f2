"""What The Great Divide's AI must see, each level as far as it claims to."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from core.bots import Budget, bot
from core.bots.greedy import settle_chance
from core.game import Seat
from core.games.great_divide.bot.outflow import expected_leads
from core.games.great_divide.bot.search import sign
from core.games.great_divide.drainage import water
from core.games.great_divide.rules import GREAT_DIVIDE, GreatDivide
from core.games.great_divide.state import ACTIVE, Flip, Options
from core.protocol.messages import LEVELS
from tests.core.games.great_divide.diagrams import (
    ALL,
    BASIC,
    EACH_DRAW,
    EAST,
    EVENTFUL,
    LIMITED,
    QUAKES,
    SPECIAL,
    WEST,
    Position,
    land_of,
    position,
)

SEEING = ("normal", "hard")
SEEDS = range(4)

OPEN = """
         ↘       ↙
     ·       ↓       ↗
         ↘       ↙
     ↖       ↓       ↗
         ↘       ↙
     ↖       ·       ↗
         ↖       ↗
"""
"""The water of eight spaces comes to 2,2, from where it can go to either side; on 0,0 little depends."""

TAKEN = OPEN.replace("↖       ·", "↖       ↘")
"""The same, led into the Atlantic."""

MINE = """
         ↙
     ↖       ↙
         ↙
     ↖       ↙
         ↙
     ↖       ↙
         ↖
"""
"""All water is in the Pacific."""

SMALL = GreatDivide(land_of(OPEN))


def chosen(level: str, s: Position, seed: int = 0) -> str:
    """What the level does in this position, in notation."""
    action = bot(s.game, level).choose(s.game, s.state, s.actor, np.random.default_rng(seed), Budget())
    assert action in s.actions()
    return s.game.notation(action)


def lead(s: Position, seat: Seat) -> float:
    """By how much a seat is ahead, as far as the board tells."""
    return sign(seat) * float(expected_leads(s.game.land, s.state.tiles[None], s.state.inland)[0])


def turned(level: str, s: Position) -> Position:
    """The position once the level has turned over its cards and wants to draw."""
    while (text := chosen(level, s)) != "draw":
        s = s.play(text)
    return s


def active(s: Position, seat: Seat) -> str:
    """The letters of a seat's active cards."""
    return "".join(c for c, side in zip(s.game.letters, s.state.cards[seat], strict=True) if side == ACTIVE)


# --- Laying --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", SEEING)
@pytest.mark.parametrize("actor", [WEST, EAST])
@pytest.mark.parametrize("turn", [WEST, EAST])
def test_leads_what_is_collected_into_its_own_ocean(turn: Seat, actor: Seat, level: str, seed: int) -> None:
    s = position(OPEN, "1", bag="W five", turn=turn, actor=actor)
    after = s.play(chosen(level, s, seed))
    assert water(s.game.land, after.state.tiles, False).drains(s.game.land.space[2, 2]) == (actor,)


# --- Cards ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", SEEING)
@pytest.mark.parametrize("seat", [WEST, EAST])
def test_will_lay_what_matters_and_not_end_its_turn_with_what_does_not(level: str, seat: Seat) -> None:
    s = position(OPEN, bag="W 1", turn=seat, cards=("WE", "WE"))
    assert active(turned(level, s), seat) == "1E"  # no tile of E is left: that card may lie as it does


@pytest.mark.parametrize("level", SEEING)
@pytest.mark.parametrize("seat", [WEST, EAST])
def test_lays_its_cards_out_like_that_from_the_start(level: str, seat: Seat) -> None:
    s = position(OPEN, stage="cards", bag="W 1")
    rng = np.random.default_rng(0)
    action = bot(s.game, level).choose(s.game, s.state, seat, rng, Budget())
    assert s.game.notation(action) == "cards 1"


def test_with_limited_selection_turns_over_one_card_before_each_draw() -> None:
    s = position(OPEN, options=LIMITED, bag="W 1", cards=("W", "W"))
    first = s.game.parse(chosen("hard", s))
    assert isinstance(first, Flip)
    assert chosen("hard", s.play(s.game.notation(first))) == "draw"


def test_turns_cards_later_in_a_turn_where_it_may() -> None:
    # the 1 is laid by West; of W's tile, which is left, neither gains: West would rather not lay it
    s = position(OPEN, options=EACH_DRAW, bag="W 1", cards=("W", "W"), stage="again")
    assert active(turned("hard", s), WEST) == "1"
    s = position(OPEN, bag="W 1", cards=("W", "W"), stage="again")
    assert active(turned("hard", s), WEST) == "W", "by the usual rule it may not"


def test_counts_on_turning_cards_before_the_next_draw() -> None:
    # to give the 5 away is worth it if the card for the tile that matters can be turned over afterwards
    for options, text in ((EACH_DRAW, "give"), (BASIC, "keep")):
        assert (
            chosen("hard", position(OPEN, "five", options=options, stage="five", bag="1", cards=("W", "W")))
            == text
        )


def test_keeps_the_five_by_the_eighth_card() -> None:
    s = position(TAKEN, options=SPECIAL, bag="five", cards=("W1E", "W1E"))
    assert active(turned("hard", s), WEST) == "W1ES"


# --- The "5" -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", SEEING)
@pytest.mark.parametrize("bag", ["", "W"])
def test_keeps_the_five_when_little_is_left(level: str, bag: str) -> None:
    assert chosen(level, position(TAKEN, "five", stage="five", bag=bag)) == "keep"


def test_gives_the_five_away_for_something_greater() -> None:
    #  kept, it would cost the turn, and with it the tile that decides over nine spaces
    assert chosen("hard", position(OPEN, "five", stage="five", bag="1")) == "give"


# --- Earthquake and events -----------------------------------------------------------------------------


@pytest.mark.parametrize("level", SEEING)
def test_an_earthquake_takes_away_what_hurts_most(level: str) -> None:
    s = position(TAKEN, options=QUAKES, stage="quake", turn=EAST, actor=WEST, bag="W")
    after = s.play(chosen(level, s))
    assert lead(after, WEST) > lead(s, WEST) + 5


def test_an_earthquake_is_left_alone_where_it_brings_nothing() -> None:
    s = position(MINE, options=QUAKES, stage="quake", bag="")
    assert chosen("hard", s) == "pass"


@pytest.mark.parametrize("level", SEEING)
def test_a_volcano_turns_the_tile_that_matters(level: str) -> None:
    s = position(TAKEN, options=EVENTFUL, stage="volcanoes", bag="W")
    assert chosen(level, s) == "turn@2,2:SW"


@pytest.mark.parametrize("level", SEEING)
def test_a_volcano_turns_the_pass_where_that_brings_most(level: str) -> None:
    text = """
             ↘
         ⤡       ↗
             ·
         ·       ·
             ·
         ·       ·
             ·
    """
    # with the inland sea the Pass scores for East only if it points at 1,0
    options = Options(two_ocean_pass=True, events=2)
    s = position(text, options=options, stage="volcanoes", inland=True, actor=EAST, bag="W")
    assert chosen(level, s) == "turn@0,0:NE-SW"


def test_hard_foresees_what_the_opponent_turns_in_answer() -> None:
    differ = 0
    for seed in range(8):
        s = after_a_random_game(seed)
        by_lead = max(s.actions(), key=lambda action: lead(s.play(s.game.notation(action)), WEST))
        blind, seeing = answered(s, s.game.notation(by_lead)), answered(s, chosen("hard", s))
        assert seeing >= blind
        differ += seeing > blind
    assert differ


def after_a_random_game(seed: int) -> Position:
    """A full board of the small land, and an eruption."""
    rng = np.random.default_rng(seed)
    s = settle_chance(SMALL, SMALL.start(BASIC, 2), rng)
    while acting := SMALL.to_act(s):
        action = bot(SMALL, "random").choose(SMALL, s, acting[0], rng, Budget())
        s = settle_chance(SMALL, SMALL.apply(s, acting[0], action), rng)
    return Position(SMALL, msgspec.structs.replace(s, stage="volcanoes", turn=WEST, actor=WEST))


def answered(s: Position, text: str) -> float:
    """By how much West is ahead after this and the best answer."""
    after = s.play(text)
    return min(lead(after.play(s.game.notation(answer)), WEST) for answer in after.actions())


@pytest.mark.parametrize("level", SEEING)
def test_a_flood_washes_away_the_opponents_river(level: str) -> None:
    s = position(TAKEN, options=EVENTFUL, stage="flood", bag="W")
    after = s.play(chosen(level, s))
    assert lead(after, WEST) > lead(s, WEST) + 3


# --- Whole games ---------------------------------------------------------------------------------------


def played(game: GreatDivide, options: Options, level: str) -> list[str]:
    """A game between this level and random actions."""
    rng = np.random.default_rng(11)
    s, texts = settle_chance(game, game.start(options, 2), rng), list[str]()
    while acting := game.to_act(s):
        view = game.view(s, acting[0])
        action = bot(game, level if acting[0] == WEST else "random").choose(
            game, view, acting[0], rng, Budget()
        )
        assert action in game.legal(s, acting[0])
        texts.append(game.notation(action))
        s = settle_chance(game, game.apply(s, acting[0], action), rng)
    return texts


@pytest.mark.covering(most=6)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("options", [BASIC, SPECIAL, QUAKES, EVENTFUL, LIMITED, ALL], ids=str)
def test_plays_whole_games_legally_and_the_same_again(options: Options, level: str) -> None:
    assert played(SMALL, options, level) == played(SMALL, options, level)


@pytest.mark.long
@pytest.mark.covering(most=1)
@pytest.mark.parametrize("options", [BASIC, ALL], ids=str)
def test_hard_plays_the_true_land(options: Options) -> None:
    assert played(GREAT_DIVIDE, options, "hard")
