"""Cards played or sold, and what follows on the tracks: each chain of bonuses by hand (see `diagrams`)."""

from __future__ import annotations

import pytest

from core.games.great_split.data import read
from core.games.great_split.rules import GreatSplit
from core.games.great_split.state import TRACKS, UNKNOWN_CARD, Estate, Sell
from core.games.great_split.tracks import Hop, advance
from tests.core.games.great_split.diagrams import DATA, FILE, board, resolving, tracks_of

BOOKS, ART, TOPAZ, EMERALD, GOLD = range(5)
BOOKS_SEAL, ART_SEAL, TOPAZ_SEAL, EMERALD_SEAL, GOLD_SEAL = range(5, 10)


def card(*icons: str) -> int:
    """The number of the card with exactly these icons."""
    return next(card.id for card in DATA.cards if card.icons == icons)


def hops(before: str, *steps: tuple[int, int]) -> list[Hop]:
    """How steps on these tracks go, one advance after the other."""
    return list(advance(DATA, tracks_of(before), steps).hops)


# --- A card and its icons ------------------------------------------------------------------------------


def test_each_icon_of_a_resource_is_a_step_on_its_track() -> None:
    four = card("books", "art", "topaz", "emerald")
    s = resolving("books ··●·▪···▪··▪··▪·", hand=[four]).play(f"play {four}")
    assert s.board() == board("""
        books   ···●▪···▪··▪··▪·
        art     ·●··▪···▪··▪··▪·
        topaz   ·●··▪···▪··▪··▪·
        emerald ·●··▪···▪··▪··▪·
    """)
    assert s.estate().hand == () and s.estate().played == (four,) and s.estate().sold == (False,)


def test_alike_icons_count_each() -> None:
    two = card("art", "art")
    s = resolving("art ··●·▪···▪··▪··▪·", hand=[two]).play(f"play {two}")
    assert s.board() == board("art ····●···▪··▪··▪·")


def test_prestige_has_no_track_and_no_end() -> None:
    four = card("prestige", "prestige", "prestige", "prestige")
    s = resolving(hand=[four], prestige=98).play(f"play {four}")
    assert s.estate().prestige == 102 and s.board() == board("")


@pytest.mark.parametrize(
    ("icons", "tracks"),
    [
        (("diamond",), {"books", "art"}),
        (("square",), {"topaz", "emerald", "gold"}),
        (("star",), {"books", "art", "topaz", "emerald", "gold"}),
    ],
)
def test_a_seal_goes_on_a_track_of_its_own_kind(icons: tuple[str, ...], tracks: set[str]) -> None:
    one = card(*icons)
    s = resolving(hand=[one])
    offered = {text for text in s.offers() if text.startswith("play")}
    assert offered == {f"play {one} {track}" for track in tracks}
    for track in TRACKS[:5]:
        if track not in tracks:
            assert s.refuses(f"play {one} {track}") == ("seals", ((one,),))


def test_two_alike_seals_go_on_one_track_or_on_two_in_the_order_of_the_tracks() -> None:
    two = card("square", "square")
    s = resolving(hand=[two])
    offered = {text.removeprefix(f"play {two} ") for text in s.offers() if text.startswith("play")}
    assert offered == {
        "topaz topaz", "topaz emerald", "topaz gold", "emerald emerald", "emerald gold", "gold gold",
    }  # fmt: skip
    assert s.refuses(f"play {two} gold topaz") == ("seals", ((two,),))
    assert s.play(f"play {two} emerald gold").board() == board("""
        emerald-seal ·●+★·+★·+★·+★
        gold-seal    ·●+★·+★·+★·+★
    """)


def test_diamonds_come_before_squares_and_these_before_stars() -> None:
    both = card("square", "star")
    s = resolving(hand=[both])
    assert s.allows(f"play {both} gold books") and not s.allows(f"play {both} books gold")
    assert len([text for text in s.offers() if text.startswith("play")]) == 3 * 5


def test_the_splitter_is_a_step_on_any_of_the_ten_tracks_or_sold() -> None:
    s = resolving()
    assert s.offers() == {f"splitter {track}" for track in TRACKS} | {
        "sell splitter gold",
        "sell splitter prestige",
    }
    s = s.play("splitter emerald-seal")
    assert s.board() == board("emerald-seal ·●+★·+★·+★·+★")
    assert not s.estate().splitter and s.state.ready == (True, False)


# --- Selling -------------------------------------------------------------------------------------------


def test_the_splitter_is_sold_like_any_card() -> None:
    s = resolving("gold ·●·»▪·»·▪»·▪»·▪»", prestige=5)
    for_gold = s.play("sell splitter gold")
    assert for_gold.board() == board("gold ··●»▪·»·▪»·▪»·▪»") and for_gold.estate().prestige == 5
    for_prestige = s.play("sell splitter prestige")
    assert for_prestige.board() == board("gold ·●·»▪·»·▪»·▪»·▪»") and for_prestige.estate().prestige == 6
    for after in (for_gold, for_prestige):
        assert after.state.ready == (True, False)
        assert not after.estate().splitter and after.estate().played == (), "it is none of the cards"


def test_a_sold_card_brings_a_step_on_gold_and_nothing_of_what_it_shows() -> None:
    rich = card("prestige", "prestige", "prestige", "star")
    s = resolving("gold ·●·»▪·»·▪»·▪»·▪»", hand=[rich]).play(f"sell {rich} gold")
    assert s.board() == board("gold ··●»▪·»·▪»·▪»·▪»") and s.estate().prestige == 0
    assert s.estate().played == (rich,) and s.estate().sold == (True,)


def test_or_one_prestige() -> None:
    rich = card("prestige", "prestige", "prestige", "star")
    s = resolving(hand=[rich], prestige=5).play(f"sell {rich} prestige")
    assert s.estate().prestige == 6 and s.board() == board("")


def test_a_step_of_a_sale_may_reach_a_double_arrow() -> None:
    one = card("emerald")
    s = resolving("gold ··●»▪·»·▪»·▪»·▪»", hand=[one]).play(f"sell {one} gold")
    assert s.estate().arrows == 1


# --- Bonuses -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("stands", "resource"), [(1, 1), (4, 1), (7, 1), (10, 1), (0, 0), (2, 0), (5, 0)])
@pytest.mark.parametrize("track", range(5))
def test_a_seal_track_gives_its_resource_a_step_on_2_5_8_and_11(
    track: int, stands: int, resource: int
) -> None:
    tracks = [0] * 10
    tracks[5 + track] = stands
    after = advance(DATA, tracks, [(5 + track, 1)]).tracks
    assert after[5 + track] == stands + 1 and after[track] == resource


@pytest.mark.parametrize(("stands", "arrows"), [(2, 1), (5, 1), (8, 1), (11, 1), (14, 1), (0, 0), (3, 0)])
def test_gold_gives_a_double_arrow_on_3_6_9_12_and_15(stands: int, arrows: int) -> None:
    tracks = [0] * 10
    tracks[GOLD] = stands
    assert advance(DATA, tracks, [(GOLD, 1)]).arrows == arrows


def test_seal_to_gold_to_arrow() -> None:
    """The gold seal comes to 2: a step on gold, which comes to 3: a double arrow to spend."""
    one = card("square")
    s = resolving("gold ··●»▪·»·▪»·▪»·▪» gold-seal ·●+★·+★·+★·+★", hand=[one]).play(f"play {one} gold")
    assert s.board() == board("gold ···●▪·»·▪»·▪»·▪» gold-seal ··●★·+★·+★·+★")
    assert s.estate().arrows == 1
    assert hops("gold ··●»▪·»·▪»·▪»·▪» gold-seal ·●+★·+★·+★·+★", (GOLD_SEAL, 1)) == [
        Hop(GOLD_SEAL, 1, 2),
        Hop(GOLD, 2, 3, bonus=True, arrows=1),
    ]


def test_arrow_to_seal_to_resource() -> None:
    """Two steps on the books seal, from 4 to 6: 5 shows books, so books come to 8; 6 is its second star."""
    s = resolving("books ····▪··●▪··▪··▪· books-seal ··+★●+★·+★·+★", arrows=1).play("bonus books-seal")
    assert s.board() == board("books ····▪···●··▪··▪· books-seal ··+★·+●·+★·+★")
    assert s.estate().arrows == 0


def test_arrow_to_seal_to_gold_to_another_arrow() -> None:
    """Gold seal 4 → 6 passes 5: gold 5 → 6 reaches a double arrow. It goes on art: 3 → 5."""
    s = resolving("""
        art       ···●▪···▪··▪··▪·
        gold      ···»▪●»·▪»·▪»·▪»
        gold-seal ··+★●+★·+★·+★
    """, arrows=1).play("bonus gold-seal")  # fmt: skip
    assert s.board() == board("""
        art       ···●▪···▪··▪··▪·
        gold      ···»▪·●·▪»·▪»·▪»
        gold-seal ··+★·+●·+★·+★
    """)
    assert s.estate().arrows == 1
    s = s.play("bonus art")
    assert s.estate().arrows == 0 and s.estate().tracks[ART] == 5


def test_what_is_passed_counts_as_what_is_reached_and_only_once() -> None:
    """Two steps from 1 to 3 pass 2: one step on art. From 3 on nothing of it comes again."""
    s = resolving("art-seal ·●+★·+★·+★·+★", arrows=1).play("bonus art-seal")
    assert s.board() == board("art ·●··▪···▪··▪··▪· art-seal ··+●·+★·+★·+★")
    s = s.play("splitter art-seal")
    assert s.board() == board("art ·●··▪···▪··▪··▪· art-seal ··+★●+★·+★·+★")


def test_two_steps_of_one_card_meet_two_bonuses() -> None:
    """Square and star both on the emerald seal: 1 → 2 gives an emerald, 2 → 3 the first star."""
    both = card("square", "star")
    s = resolving("emerald-seal ·●+★·+★·+★·+★", hand=[both]).play(f"play {both} emerald emerald")
    assert s.board() == board("emerald ·●··▪···▪··▪··▪· emerald-seal ··+●·+★·+★·+★")


def test_two_gold_icons_over_one_arrow() -> None:
    two = card("gold", "gold")
    s = resolving("gold ··●»▪·»·▪»·▪»·▪»", hand=[two]).play(f"play {two}")
    assert s.board() == board("gold ···»●·»·▪»·▪»·▪»") and s.estate().arrows == 1


NARROW = FILE.read_text(encoding="utf-8").replace(
    '"double_arrows": [3, 6, 9, 12, 15]', '"double_arrows": [3, 4, 9, 12, 15]'
)
"""Gold with two double arrows side by side: with those of the game nobody gets two at once."""


def test_two_arrows_at_once_are_spent_one_after_the_other_on_tracks_of_choice() -> None:
    game = GreatSplit(read(NARROW))
    two = card("gold", "gold")
    s = resolving("gold ··●»»···▪»·▪»·▪»", hand=[two, 0], game=game).play(f"play {two}")
    assert s.board() == board("gold ···»●···▪»·▪»·▪»", game.data) and s.estate().arrows == 2
    s = s.play("bonus books")
    assert s.estate().arrows == 1 and s.refuses("play 0") == ("arrows_first", ())
    s = s.play("bonus topaz-seal")
    assert s.estate().arrows == 0 and s.allows("play 0")
    assert s.board() == board(
        "books ··●·▪···▪··▪··▪· topaz ·●··▪···▪··▪··▪· gold ···»●···▪»·▪»·▪» topaz-seal ··●★·+★·+★·+★",
        game.data,
    )


# --- Double arrows ---------------------------------------------------------------------------------------


def test_arrows_come_before_any_card_sale_or_splitter() -> None:
    s = resolving(hand=[0], arrows=1)
    assert s.offers() == {f"bonus {track}" for track in (*TRACKS, "prestige") if track != "gold"}
    for text in ("play 0", "sell 0 gold", "sell 0 prestige", "splitter books", "sell splitter gold"):
        assert s.refuses(text) == ("arrows_first", ())


def test_both_steps_of_an_arrow_go_on_one_track_and_not_on_gold() -> None:
    s = resolving(hand=[0], arrows=1)
    assert s.refuses("bonus gold") == ("not_gold", ())
    after = s.play("bonus art-seal")
    assert after.board() == board("art ·●··▪···▪··▪··▪· art-seal ··●★·+★·+★·+★")
    assert after.refuses("bonus books") == ("no_arrows", ())


def test_an_arrow_may_be_two_prestige_instead() -> None:
    s = resolving("gold ···●▪·»·▪»·▪»·▪»", hand=[0], arrows=1, prestige=5).play("bonus prestige")
    assert s.estate().prestige == 7 and s.estate().arrows == 0
    assert s.board() == board("gold ···●▪·»·▪»·▪»·▪»"), "no track moves"


def test_nobody_is_ready_with_an_arrow_to_spend() -> None:
    s = resolving("gold ··●»▪·»·▪»·▪»·▪»", hand=[]).play("splitter gold")
    assert s.state.ready == (False, False) and s.estate().arrows == 1
    assert s.play("bonus emerald").state.ready == (True, False)


# --- The end of a track ----------------------------------------------------------------------------------


FULL = "books ····▪···▪··▪··▪● books-seal ·●+★·+★·+★·+★"


def test_a_step_onto_a_full_track_may_be_chosen_and_is_lost() -> None:
    one = card("books")
    s = resolving(FULL, hand=[one]).play(f"play {one}")
    assert s.board() == board(FULL) and s.estate().played == (one,)
    assert advance(DATA, tracks_of(FULL), [(BOOKS, 1)]).lost == 1


def test_a_bonus_onto_a_full_track_is_lost() -> None:
    s = resolving(FULL).play("splitter books-seal")
    assert s.board() == board("books ····▪···▪··▪··▪● books-seal ··●★·+★·+★·+★")
    assert hops(FULL, (BOOKS_SEAL, 1)) == [Hop(BOOKS_SEAL, 1, 2), Hop(BOOKS, 15, 15, lost=1, bonus=True)]


def test_of_two_steps_at_the_end_one_is_taken() -> None:
    s = resolving("topaz-seal ··+★·+★·+★·●★", arrows=1).play("bonus topaz-seal")
    assert s.board() == board("topaz-seal ··+★·+★·+★·+●")
    before = "topaz-seal ··+★·+★·+★·●★"
    assert hops(before, (TOPAZ_SEAL, 2)) == [Hop(TOPAZ_SEAL, 11, 12, lost=1)]


def test_a_full_gold_track_gives_no_more_arrows() -> None:
    s = resolving("gold ···»▪·»·▪»·▪»·▪●", hand=[0]).play("sell 0 gold")
    assert s.estate().arrows == 0 and s.board() == board("gold ···»▪·»·▪»·▪»·▪●")


# --- The order of cards ----------------------------------------------------------------------------------


def test_cards_may_be_played_in_any_order_and_chains_depend_on_it() -> None:
    """Gold stands on 2, the books seal on 1. Either way the arrow goes on the books seal."""
    first = resolving("gold ··●»▪·»·▪»·▪»·▪» books-seal ·●+★·+★·+★·+★", hand=[card("gold", "square")])
    (gold,) = first.estate().hand
    s = first.play(f"play {gold} topaz", "bonus books-seal", "splitter books-seal")
    assert s.board() == board("""
        books ·●··▪···▪··▪··▪·   books-seal ··+★●+★·+★·+★
        gold  ···●▪·»·▪»·▪»·▪»   topaz-seal ·●+★·+★·+★·+★
    """)
    s = first.play("splitter books-seal", f"play {gold} topaz", "bonus books")
    assert s.board() == board("""
        books ···●▪···▪··▪··▪·   books-seal ··●★·+★·+★·+★
        gold  ···●▪·»·▪»·▪»·▪»   topaz-seal ·●+★·+★·+★·+★
    """)


def test_the_splitter_may_come_first_last_or_between() -> None:
    s = resolving(hand=[0, 1])
    for order in (
        ("splitter art", "play 0", "play 1"),
        ("play 0", "splitter art", "play 1"),
        ("play 1", "play 0", "splitter art"),
    ):
        after = s.play(*order)
        assert after.state.ready[0] and after.board() == board("books ·●··▪···▪··▪··▪· art ··●·▪···▪··▪··▪·")


def test_a_sale_of_a_card_face_down_can_be_followed() -> None:
    """Others do not see what was sold, but what it brought."""
    lone = Estate(tracks=tracks_of("gold ··●»▪·»·▪»·▪»·▪»"), hand=(UNKNOWN_CARD,))
    after = resolving().game.resolved(lone, Sell(UNKNOWN_CARD, "gold"))
    assert after.tracks == tracks_of("gold ···●▪·»·▪»·▪»·▪»") and after.arrows == 1
    assert (after.hand, after.played, after.sold) == ((), (UNKNOWN_CARD,), (True,))
