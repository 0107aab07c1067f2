"""The file of numbers: that of the game, and what is said of one that is wrong."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

from assets.texts import LANGUAGES, Texts
from core.game import Refused
from core.games.great_split.data import CARD_LEVELS, GREAT_SPLIT_DATA, read
from core.games.great_split.rules import GREAT_SPLIT, GreatSplit
from core.games.great_split.state import RESOURCES, TRACKS, Options
from core.games.great_split.tracks import advance
from tests.core import laws
from tests.core.games.great_split.diagrams import FILE

GOOD: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))


def changed(*path: str | int, to: Any = None, add: dict[str, Any] | None = None) -> str:
    """The numbers with something else in one place (None: without it), or with something more."""
    data = json.loads(json.dumps(GOOD))
    *way, last = path
    spot = data
    for step in way:
        spot = spot[step]
    if add is not None:
        spot[last] |= add
    elif to is None:
        del spot[last]
    else:
        spot[last] = to
    return json.dumps(data)


# --- The numbers of the game ---------------------------------------------------------------------------


def test_there_are_71_cards_of_three_levels() -> None:
    assert Counter(card.level for card in GREAT_SPLIT_DATA.cards) == {"I": 29, "II": 21, "III": 21}
    assert len({card.icons for card in GREAT_SPLIT_DATA.cards}) == 71, "no two are alike"
    assert GREAT_SPLIT_DATA.decks == (tuple(range(29)), tuple(range(29, 50)), tuple(range(50, 71)))


def test_higher_levels_show_more() -> None:
    icons = {
        level: np.mean([len(card.icons) for card in GREAT_SPLIT_DATA.cards if card.level == level])
        for level in CARD_LEVELS
    }
    assert icons["I"] < icons["II"] < icons["III"]


def test_nine_market_tokens_and_four_scoring_tokens() -> None:
    assert sorted(GREAT_SPLIT_DATA.market_tokens) == [0, 0, 1, 1, 2, 2, 3, 3, 4]
    assert sorted(GREAT_SPLIT_DATA.scoring_tokens) == ["art", "books", "gems", "none"]
    assert GREAT_SPLIT_DATA.hand_limit == (5, 5, 6, 6, 6, 7)


def test_every_resource_has_a_seal_and_every_seal_a_kind() -> None:
    assert GREAT_SPLIT_DATA.seal_of == {resource: f"{resource}-seal" for resource in RESOURCES}
    assert GREAT_SPLIT_DATA.seals["diamond"] == ("books-seal", "art-seal")
    assert GREAT_SPLIT_DATA.seals["square"] == ("topaz-seal", "emerald-seal", "gold-seal")


def test_no_character_starts_on_a_bonus() -> None:
    for tile in GREAT_SPLIT_DATA.characters:
        steps = [(TRACKS.index(name), many) for name, many in tile.start.items()]
        progress = advance(GREAT_SPLIT_DATA, [0] * len(TRACKS), steps)
        assert len(progress.hops) == len(steps) and progress.arrows == 0
    assert len(GREAT_SPLIT_DATA.characters) == 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_has_a_name(language: str) -> None:
    for tile in GREAT_SPLIT_DATA.characters:
        assert Texts(language).has(f"great_split.character.{tile.name}")


# --- Wrong files ---------------------------------------------------------------------------------------

ROW = GOOD["tracks"]["books"]["banners"]
ART = [row["pays"] for row in GOOD["art_market"]]
BAD: list[tuple[str, str, str]] = [
    # the form
    ("no text", "", "truncated"),
    ("no JSON", "}", "malformed"),
    ("no object", "[]", "Expected `object`"),
    ("a part missing", changed("cards"), "`cards`"),
    ("a part missing in a part", changed("art_market", 0, "pays"), "$.art_market[0]"),
    ("a part too many", changed("tracks", "books", add={"colour": "red"}), "$.tracks"),
    ("another part too many", json.dumps(GOOD | {"author": "nobody"}), "`author`"),
    ("words for numbers", changed("tracks", "gold", "spaces", to="fifteen"), "$.tracks[...].spaces"),
    ("fractions", changed("market_tokens", 0, to=1.5), "$.market_tokens[0]"),
    ("less than nothing", changed("market_tokens", 3, to=-1), "$.market_tokens[3]"),
    ("a track without end", changed("tracks", "art", "spaces", to=41), "$.tracks[...].spaces"),
    ("a bonus before the first space", changed("tracks", "gold", "double_arrows", 0, to=0), "arrows[0]"),
    ("an icon that there is not", changed("cards", 5, "icons", to=["oil"]), "$.cards[5].icons[0]"),
    ("a card without icons", changed("cards", 5, "icons", to=[]), "$.cards[5].icons"),
    ("a card with five icons", changed("cards", 5, "icons", to=["gold"] * 5), "$.cards[5].icons"),
    ("a level that there is not", changed("cards", 70, "level", to="IV"), "$.cards[70].level"),
    ("a name with blanks", changed("characters", 2, "name", to="The Third"), "$.characters[2].name"),
    ("a word for a space", changed("seal_tracks", "art-seal", "steps", to={"two": "art"}), "steps"),
    ("five rounds", changed("hand_limit", to=[5, 5, 6, 6, 6]), "$.hand_limit"),
    ("nine cards in hand", changed("hand_limit", 5, to=9), "$.hand_limit[5]"),
    ("a hand that cannot be parted", changed("hand_limit", 2, to=1), "$.hand_limit[2]"),
    ("a track for prestige", changed("prestige_track", to=True), "$.prestige_track"),
    # tracks
    ("a track missing", changed("tracks", "gold"), "tracks: "),
    ("a seal track missing", changed("seal_tracks", "gold-seal"), "tracks: "),
    ("tracks in another order", json.dumps(GOOD | {"tracks": dict(sorted(GOOD["tracks"].items()))}),
     "tracks: "),
    ("a row too short", changed("tracks", "books", "banners", to=ROW[:-1]), "tracks.books.banners: "),
    ("a row too long", changed("tracks", "topaz", "values", to=[*ROW, 20]), "tracks.topaz.values: "),
    ("a row that falls", changed("tracks", "emerald", "values", 9, to=1), "tracks.emerald.values: "),
    ("a row that begins above 0", changed("tracks", "topaz", "values", to=[1] * 16), "tracks.topaz.values: "),
    ("a row missing", changed("tracks", "books", "banners"), "tracks.books.banners: "),
    ("a row on another track", changed("tracks", "art", add={"values": ROW}), "tracks.art.values: "),
    ("another row on another track", changed("tracks", "gold", add={"levels": ROW}), "tracks.gold.levels: "),
    ("gems worth differently", changed("tracks", "topaz", "values", 15, to=15), "tracks.emerald.values: "),
    ("arrows on books", changed("tracks", "books", add={"double_arrows": [3]}), "books.double_arrows: "),
    ("no arrows on gold", changed("tracks", "gold", "double_arrows", to=[]), "gold.double_arrows: "),
    ("arrows out of order", changed("tracks", "gold", "double_arrows", to=[6, 3]), "gold.double_arrows: "),
    ("an arrow twice", changed("tracks", "gold", "double_arrows", to=[3, 3]), "gold.double_arrows: "),
    ("an arrow beyond the end", changed("tracks", "gold", "double_arrows", 4, to=16), "gold.double_arrows: "),
    ("a contract beyond the end", changed("tracks", "art", "contracts", 3, to=16), "art.contracts: "),
    ("contracts out of order", changed("tracks", "topaz", "contracts", to=[8, 4]), "topaz.contracts: "),
    ("stars too few", changed("seal_tracks", "art-seal", "stars", to=[0, 1]), "art-seal.stars: "),
    ("stars that fall", changed("seal_tracks", "art-seal", "stars", 12, to=0), "art-seal.stars: "),
    ("a seal step beyond the end", changed("seal_tracks", "art-seal", "steps", to={"13": "art"}),
     "art-seal.steps: "),
    ("seal steps out of order", changed("seal_tracks", "art-seal", "steps", to={"5": "art", "2": "art"}),
     "art-seal.steps: "),
    ("a step on another's resource", changed("seal_tracks", "art-seal", "steps", "2", to="gold"),
     "art-seal.steps: "),
    ("a resource with two seals", changed("seal_tracks", "art-seal", "resources", to=["art", "gold"]),
     "seal_tracks: "),
    ("a seal without a resource", changed("seal_tracks", "gold-seal", to={**GOOD["seal_tracks"]["gold-seal"],
     "resources": [], "steps": {}}), "seal_tracks: "),
    # market, tokens, seals
    ("no art at all", changed("art_market", to=[]), "art_market: rows for the slider from 0 on"),
    ("art of 0.1", changed("art_market", to={"base": [0, 6], "every": [0, 4]}), "$.art_market"),
    ("rows that begin too late", changed("art_market", 0, "slider", to=1), "art_market: rows for the slider"),
    ("rows out of order", changed("art_market", 1, "slider", to=13), "art_market: rows for the slider"),
    ("a level that the row misses", changed("art_market", 1, "pays", to=ART[1][:-1]),
     "art_market.1.pays: an amount for each of 5 levels of art, here are 4"),
    ("an amount for a level that there is not", changed("tracks", "art", "levels", 15, to=5),
     "art_market.0.pays: an amount for each of 6 levels of art, here are 5"),
    ("another amount", changed("art_market", 2, "pays", 3, to=12),
     "art_market.2.pays.3: 12 is none of 0, 6, 10, 13, 15"),
    ("an amount and what the slider adds", changed("art_market", 2, "pays", 4, to=22),
     "art_market.2.pays.4: 22 is none"),
    ("something for nothing", changed("art_market", 2, "pays", 0, to=6), "art_market.2.pays.0: level 0"),
    ("a higher level for less", changed("art_market", 0, "pays", 4, to=6),
     "art_market.0.pays.4: 6 is less than 10 for the level before"),
    ("less with the slider further on", changed("art_market", 2, "pays", to=[0, 6, 6, 13, 15]),
     "art_market.2.pays.2: 6 is less than 10 in the row before"),
    ("no 6 with the slider at 12", changed("art_market", 2, "slider", to=12),
     "art_market: no level pays 6 with the slider at 12"),
    ("no 15 with the slider at 4", changed("art_market", 1, "pays", 4, to=13),
     "art_market: no level pays 15 with the slider at 4"),
    ("five market tokens", changed("market_tokens", to=[0, 1, 2, 3, 4]), "market_tokens: "),
    ("a scoring token twice", changed("scoring_tokens", to=["art", "art", "gems", "none"]), "scoring"),
    ("three scoring tokens", changed("scoring_tokens", to=["books", "art", "gems"]), "scoring_tokens: "),
    ("a seal missing", changed("seals", "square"), "seals: "),
    ("a star not good for all", changed("seals", "star", to=["gold-seal"]), "seals: "),
    ("a seal for no track", changed("seals", "square", to=[]), "seals.square: "),
    ("seals out of order", changed("seals", "diamond", to=["art-seal", "books-seal"]), "seals.diamond: "),
    ("a track twice", changed("seals", "diamond", to=["art-seal", "art-seal"]), "seals.diamond: "),
    # cards and characters
    ("a card with another's number", changed("cards", 7, "id", to=8), "cards: "),
    ("a card missing", changed("cards", 7), "cards: "),
    ("cards out of order", changed("cards", to=GOOD["cards"][::-1]), "cards: "),
    ("too few cards of a level", changed("cards", to=GOOD["cards"][:70]), "cards: 21 of level III"),
    ("too few to begin with", json.dumps(GOOD | {"cards": [{**GOOD["cards"][0], "level": "II"},
     {**GOOD["cards"][1], "level": "II"}, *GOOD["cards"][2:]]}), "cards: 28 of level I"),
    ("six characters", changed("characters", to=GOOD["characters"][:6]), "characters: "),
    ("characters out of order", changed("characters", to=GOOD["characters"][::-1]), "characters: "),
    ("one name for two", changed("characters", 1, "name", to="ottilie"), "characters.1: "),
    ("a start on a bonus of gold", changed("characters", 4, "start", "gold", to=3), "characters.4: "),
    ("a start past a bonus", changed("characters", 2, "start", "books-seal", to=4), "characters.2: "),
    ("a start beyond the end", changed("characters", 1, "start", "art", to=16), "characters.1: "),
]  # fmt: skip


@pytest.mark.parametrize(("text", "where"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD])
def test_a_wrong_file_is_refused_with_its_place(text: str, where: str) -> None:
    with pytest.raises(Refused) as caught:
        read(text)
    refusal = caught.value.refusal
    assert refusal.code == "great_split.refusal.data" and set(refusal.values) == {"detail"}
    detail = str(refusal.values["detail"])
    assert where in detail and detail.isprintable() and len(detail) <= 160


@pytest.mark.parametrize(
    "text", [b"\xff\xfe", "[" * 100_000, '{"cards": "\\ud800"}', "1" * 5000], ids=range(4)
)
def test_junk_is_refused_as_well(text: str | bytes) -> None:
    with pytest.raises(Refused) as caught:
        read(text)
    assert caught.value.refusal.code == "great_split.refusal.data"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_file_is_told_in_words(language: str) -> None:
    texts = Texts(language)
    with pytest.raises(Refused) as caught:
        read(BAD[-1][1])
    refusal = caught.value.refusal
    assert texts.gaps(refusal.code) == {"detail"}
    assert str(refusal.values["detail"]) in texts.translate(refusal.code, **refusal.values)


# --- Other numbers ---------------------------------------------------------------------------------------

SHORT = json.dumps(GOOD | {
    "tracks": {
        **GOOD["tracks"],
        "books": {"spaces": 6, "contracts": [2], "banners": [0, 1, 2, 3, 4, 5, 6]},
        "gold": {"spaces": 8, "contracts": [], "double_arrows": [1, 2, 3, 8]},
    },
    "seal_tracks": {
        **GOOD["seal_tracks"],
        "gold-seal": {**GOOD["seal_tracks"]["gold-seal"], "spaces": 3, "stars": [0, 0, 1, 1],
                      "steps": {"1": "gold", "2": "gold"}},
    },
    "characters": [tile | {"start": {}} for tile in GOOD["characters"]],
    "hand_limit": [3, 3, 3, 3, 3, 2],
})  # fmt: skip
"""Short tracks, many double arrows, small hands."""


@pytest.mark.parametrize("seats", [2, 4])
def test_the_laws_hold_with_other_numbers(seats: int) -> None:
    game = GreatSplit(read(SHORT))
    shape = laws.Shape(game, Options(), seats)
    rng = np.random.default_rng(5)
    laws.every_law(shape, laws.imagined_twin(game), laws.pool_of([shape], rng), rng, every=6)


def test_the_numbers_of_the_game_are_those_it_plays_with() -> None:
    assert GREAT_SPLIT.data is GREAT_SPLIT_DATA
