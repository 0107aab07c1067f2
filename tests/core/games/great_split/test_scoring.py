"""Every kind of scoring worked by hand, through the end of a round (see `diagrams`)."""

from __future__ import annotations

import pytest

from core.game import Seat
from core.games.great_split.data import ROUNDS
from core.games.great_split.state import Scored
from tests.core.games.great_split.diagrams import GAME, Position, estate, market_of, position, scoring_line

ELSEWHERE = "books ●···▪···▪··▪··▪·"


def after_line(line: tuple[str, ...], diagram: str) -> int:
    """The prestige that these tokens bring a seat with these tracks on the line after round 3.

    The slider stands on 1. The character does not matter: it counts at the end only.
    """
    seats = (estate(diagram, character=3), estate(character=0))
    s = position("market", *seats, round=3, tokens=scoring_line(3, *line), market=(0, 1)).play("market 0")
    assert s.state.slider == 1 and s.estate(1).prestige == 0
    return s.estate().prestige


# --- Books ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("diagram", "banner"),
    [
        ("books ●···▪···▪··▪··▪·", 0),
        ("books ··●·▪···▪··▪··▪·", 0),  # the first banner hangs on 3
        ("books ···●▪···▪··▪··▪·", 1),
        ("books ····●···▪··▪··▪·", 1),  # the last one reached counts, there is none on 4
        ("books ····▪●··▪··▪··▪·", 2),
        ("books ····▪·●·▪··▪··▪·", 2),
        ("books ····▪··●▪··▪··▪·", 4),
        ("books ····▪···●··▪··▪·", 4),
        ("books ····▪···▪●·▪··▪·", 6),
        ("books ····▪···▪·●▪··▪·", 6),
        ("books ····▪···▪··●··▪·", 9),
        ("books ····▪···▪··▪●·▪·", 9),
        ("books ····▪···▪··▪·●▪·", 12),
        ("books ····▪···▪··▪··●·", 12),
        ("books ····▪···▪··▪··▪●", 16),
    ],
)
def test_books_bring_the_last_banner_reached(diagram: str, banner: int) -> None:
    assert after_line(("books", "none"), diagram) == banner


# --- Art -----------------------------------------------------------------------------------------------

LEVELS = [
    "art ···●▪···▪··▪··▪·",  # level 0: before the first at 4
    "art ····▪·●·▪··▪··▪·",  # level 1: from 4 to 6
    "art ····▪··●▪··▪··▪·",  # level 2: from 7 to 10
    "art ····▪···▪··▪··●·",  # level 3: from 11 to 14
    "art ····▪···▪··▪··▪●",  # level 4: 15
]


@pytest.mark.parametrize(
    ("level", "slider", "amount"),
    [
        # level 0 brings nothing, however far the slider is
        (0, 1, 0), (0, 15, 0),
        # before the slider is at 4 the first level is still worth nothing
        (1, 1, 0), (1, 3, 0), (2, 3, 6), (3, 1, 10), (3, 3, 10), (4, 1, 13), (4, 3, 13),
        # from 4 to 12 each level has an amount of its own
        (1, 4, 6), (1, 12, 6), (2, 4, 10), (2, 9, 10), (3, 4, 13), (3, 12, 13), (4, 4, 15), (4, 12, 15),
        # from 13 on level 3 brings what only the last one did
        (1, 13, 10), (2, 13, 13), (3, 13, 15), (3, 15, 15), (4, 13, 15), (4, 15, 15),
    ],
)  # fmt: skip
def test_art_is_worth_what_level_and_market_say(level: int, slider: int, amount: int) -> None:
    """Three tokens bring the slider to 10 at the most, six to 15: beyond 10 it is the end of the game."""
    round_ = 3 if slider <= 10 else ROUNDS
    *before, last = market_of(round_, slider)
    seats, tokens = (estate(LEVELS[level]), estate()), scoring_line(3, "none", "art")
    s = position("market", *seats, round=round_, tokens=tokens, market=tuple(before)).play(f"market {last}")
    assert s.state.slider == slider
    (art,) = [scored for scored in s.state.scored if scored.token == "art"]
    assert art.amounts == (amount, 0)


@pytest.mark.parametrize(
    ("stands", "level"), [(3, 0), (4, 1), (6, 1), (7, 2), (10, 2), (11, 3), (14, 3), (15, 4)]
)
def test_levels_of_art(stands: int, level: int) -> None:
    assert GAME.data.tracks["art"].levels[stands] == level


def test_the_token_of_the_round_moves_the_slider_before_the_line_scores() -> None:
    """After two rounds the slider is on 3; the third token is a 1: on 4 level 1 brings 6."""
    seats = (estate("art ····●···▪··▪··▪·"), estate())
    s = position("market", *seats, round=3, tokens=scoring_line(3, "art", "none"), market=(3, 0))
    assert s.play("market 1").estate().prestige == 6
    assert s.play("market 0").estate().prestige == 0


# --- Gems ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("diagram", "amount"),
    [
        ("topaz ····▪···▪··▪··▪●", 0),  # nothing on emerald: twice 0
        ("topaz ····▪···▪··▪··▪● emerald ·●··▪···▪··▪··▪·", 0),  # space 1 shows 0
        ("topaz ····▪···▪··▪··▪● emerald ··●·▪···▪··▪··▪·", 2),  # 2 × 1
        ("topaz ····▪··●▪··▪··▪· emerald ····▪●··▪··▪··▪·", 6),  # topaz 4, emerald 3: 2 × 3
        ("topaz ····▪●··▪··▪··▪· emerald ····▪··●▪··▪··▪·", 6),  # the other way round
        ("topaz ····▪·●·▪··▪··▪· emerald ····▪··●▪··▪··▪·", 8),  # 6 and 7 show 4 both: 2 × 4
        ("topaz ····▪···▪··▪●·▪· emerald ····▪···▪··▪●·▪·", 20),  # both on 12: 2 × 10
        ("topaz ····▪···▪··▪··▪● emerald ····▪···▪··▪··▪●", 28),  # 2 × 14
    ],
)
def test_gems_bring_twice_the_value_of_the_less_advanced(diagram: str, amount: int) -> None:
    assert after_line(("gems", "none"), diagram) == amount


# --- The lines -----------------------------------------------------------------------------------------

ALL_ROUND = """
    books   ····▪··●▪··▪··▪·
    art     ····▪··●▪··▪··▪·
    topaz   ····▪●··▪··▪··▪·
    emerald ····▪●··▪··▪··▪·
"""
"""Books 4, art 6 (level 2, slider on 1 or 2), gems 2 × 3."""


@pytest.mark.parametrize(
    ("line", "amount"),
    [
        (("books", "none"), 4),
        (("none", "art"), 6),
        (("none", "gems"), 6),
        (("books", "art"), 4 + 6),
        (("gems", "books"), 6 + 4),
        (("art", "gems"), 6 + 6),
    ],
)
def test_a_line_scores_its_two_tokens_or_the_one_beside_none(line: tuple[str, ...], amount: int) -> None:
    assert after_line(line, ALL_ROUND) == amount


def test_each_line_scores_its_own_tokens() -> None:
    tokens = ("gems", "none", "books", "art")
    for round_, amount in ((3, 6), (4, 4 + 6)):
        s = position("market", estate(ALL_ROUND), estate(), round=round_, tokens=tokens)
        s = s.play(f"market {round_ - 3}")
        assert s.estate().prestige == amount
        assert s.state.stage == "trade" and s.state.round == round_ + 1
        assert [scored.token for scored in s.state.scored] == [
            token for token in tokens[2 * (round_ - 3) : 2 * (round_ - 2)] if token != "none"
        ]


@pytest.mark.parametrize("round_", [1, 2, 5])
def test_no_other_round_scores(round_: int) -> None:
    s = position("market", estate(ALL_ROUND), estate(), round=round_)
    s = s.play("market 2")
    assert s.estate().prestige == 0 and s.state.scored == () and s.state.round == round_ + 1


def test_all_seats_score_each_for_itself() -> None:
    seats = (estate("books ···●▪···▪··▪··▪·"), estate(), estate("books ····▪···▪··▪··▪●", prestige=3))
    s = position("market", *seats, round=3, tokens=scoring_line(3, "none", "books")).play("market 0")
    assert [s.estate(seat).prestige for seat in range(3)] == [1, 0, 3 + 16]
    assert s.state.scored == (Scored(3, "books", (1, 0, 16)),)


# --- Contracts -----------------------------------------------------------------------------------------


def at_the_end(diagram: str, character: int = 1) -> Position:
    """The end of the last round with a 2 turned up; the other seat has nothing."""
    seats = (estate(diagram, character=character), estate(character=2))
    return position("market", *seats, round=ROUNDS).play("market 2")


def contracts(diagram: str, character: int) -> dict[str, float]:
    """What each resource brings at the end, and only that."""
    s = at_the_end(diagram, character=character)
    start = "great_split.points.contract_"
    lines = s.outcome().breakdown[0]
    return {line.code.removeprefix(start): line.amount for line in lines if line.code.startswith(start)}


@pytest.mark.parametrize(
    ("diagram", "amount"),
    [
        # one icon at 4, one star at 3
        ("topaz ····●···▪··▪··▪· topaz-seal ··+●·+★·+★·+★", 1 * 1),
        # passed counts as reached: 7 has passed one icon, 5 one star
        ("topaz ····▪··●▪··▪··▪· topaz-seal ··+★·●★·+★·+★", 1 * 1),
        # two icons at 8, two stars at 6
        ("topaz ····▪···●··▪··▪· topaz-seal ··+★·+●·+★·+★", 2 * 2),
        # three icons at 11, three stars at 9
        ("topaz ····▪···▪··●··▪· topaz-seal ··+★·+★·+●·+★", 3 * 3),
        # four icons at 14, four stars at 12
        ("topaz ····▪···▪··▪··●· topaz-seal ··+★·+★·+★·+●", 4 * 4),
        # the end of the track has no fifth
        ("topaz ····▪···▪··▪··▪● topaz-seal ··+★·+★·+●·+★", 4 * 3),
    ],
)
def test_contract_icons_times_stars(diagram: str, amount: int) -> None:
    assert contracts(diagram, character=1) == {"topaz": amount}


def test_no_star_makes_all_icons_worth_nothing() -> None:
    assert contracts("books ····▪···▪··▪··▪● books-seal ··●★·+★·+★·+★", character=1) == {}


def test_no_icon_makes_all_stars_worth_nothing() -> None:
    assert contracts("gold ···●▪·»·▪»·▪»·▪» gold-seal ··+★·+★·+★·+●", character=1) == {}


def test_the_icons_of_the_character_tile_count_too() -> None:
    """Pell has an icon of gold and one of art: gold (1 + 1) × 2 stars, art (0 + 1) × 3 stars."""
    diagram = """
        gold ···»●·»·▪»·▪»·▪»   gold-seal ··+★·+●·+★·+★
        art  ●···▪···▪··▪··▪·   art-seal  ··+★·+★·+●·+★
    """
    assert contracts(diagram, character=4) == {"gold": 4, "art": 3}
    assert contracts(diagram, character=1) == {"gold": 2, "art": 3}, "Vesper has one of art as well"
    assert contracts(diagram, character=0) == {"gold": 2}, "Ottilie has none of these"


def test_a_character_icon_without_a_star_brings_nothing() -> None:
    assert contracts("art ····▪···▪··▪··●· art-seal ··●★·+★·+★·+★", character=4) == {}


def test_a_seal_counts_for_its_own_resource_only() -> None:
    assert contracts("topaz ····▪···▪··▪··●· emerald-seal ··+★·+★·+★·+●", character=1) == {}


def test_contracts_count_at_the_end_only() -> None:
    assert after_line(("gems", "none"), "topaz ····▪···▪··▪··●· topaz-seal ··+★·+★·+★·+●") == 0


# --- The end -------------------------------------------------------------------------------------------

RICH = """
    books   ····▪···▪●·▪··▪·   books-seal   ··+★●+★·+★·+★
    art     ····▪···▪··●··▪·   art-seal     ··+★·+●·+★·+★
    topaz   ····▪···▪·●▪··▪·   topaz-seal   ●·+★·+★·+★·+★
    emerald ····▪·●·▪··▪··▪·   emerald-seal ··+●·+★·+★·+★
    gold    ···»▪·»·●»·▪»·▪»   gold-seal    ··+★·+★·●★·+★
"""


def test_the_score_sheet_of_a_whole_game() -> None:
    """Vesper (art icon), 41 prestige when the last token is turned up, 5 of them from books after round 3.

    The slider stands on 2 + 1 + 0 + 1 + 3 + 0 = 7.
    - books on 9: the banner 6
    - art on 11, level 3, which from 4 to 12 brings 13
    - topaz on 10 shows 7, emerald on 6 shows 4: 2 × 4 = 8
    - contracts: books 2 icons (4, 8) × 1 star = 2; art 3 icons and Vesper's = 4 × 2 stars = 8; topaz 2 × 0;
      emerald 1 × 1 = 1; gold 2 × 2 = 4
    41 + 6 + 13 + 8 + 15 = 83
    """
    seats = (estate(RICH, character=1, prestige=41), estate(character=2, prestige=80))
    s = position(
        "market", *seats, round=ROUNDS, market=(2, 1, 0, 1, 3), scored=(Scored(3, "books", (5, 0)),)
    ).play("market 0")
    outcome = s.outcome()
    assert outcome.scores == (83.0, 80.0)
    assert outcome.winners == (Seat(0),) and outcome.reason == "great_split.reason.prestige"
    told = [
        (line.code.removeprefix("great_split.points."), line.amount, line.how)
        for line in outcome.breakdown[0]
    ]
    assert told == [
        ("prestige", 36, ""),
        ("books_3", 5, ""),
        ("books_6", 6, ""),
        ("art_6", 13, ""),
        ("gems_6", 8, "2 × 4"),
        ("contract_books", 2, "2 × 1"),
        ("contract_art", 8, "4 × 2"),
        ("contract_emerald", 1, "1 × 1"),
        ("contract_gold", 4, "2 × 2"),
    ]
    assert [line.code for line in outcome.breakdown[1]] == ["great_split.points.prestige"]


def test_the_game_is_over_after_the_scoring_of_round_six() -> None:
    s = at_the_end(RICH)
    assert s.state.stage == "over" and s.state.round == ROUNDS
    assert [(scored.round, scored.token) for scored in s.state.scored] == [
        (6, "books"), (6, "art"), (6, "gems"), (6, "contracts"),
    ]  # fmt: skip


def test_ties_share() -> None:
    """No tie-break: who has more on the tracks or sits first does not count."""
    seats = (
        estate(ELSEWHERE, prestige=30, character=0),
        estate("books ····▪··●▪··▪··▪·", prestige=26, character=1),
        estate(prestige=29, character=2),
    )
    s = position("market", *seats, round=ROUNDS, market=(0, 1, 0, 1, 2)).play("market 2")
    outcome = s.outcome()
    assert outcome.scores == (30.0, 30.0, 29.0) and outcome.winners == (Seat(0), Seat(1))
    assert outcome.reason == "great_split.reason.tie"
    assert GAME.points(outcome) == (0.5, 0.5, 0.0)
    assert GAME.follow(s.state.options, outcome).seating == (0, 1, 2)
