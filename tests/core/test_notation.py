"""Notations of all games: what is written is read back, anything else is refused, a long text is cut off."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game import AnyGame, Refused
from tests.core.floors import GROWN
from tests.core.games import DATA_FOLDER

EACH = pytest.mark.parametrize("game", GROWN, ids=lambda game: game.info.key)


def examples(game: AnyGame) -> dict[str, list[str]]:
    """Texts of a game: `written` ones, and `malformed` ones that come close."""
    path = DATA_FOLDER / game.info.key / "notation.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


LONGEST = {"great_divide": 60, "great_split": 120}
"""How much of a text is shown where that is not 40."""
EXAMPLES = {game.info.key: examples(game) for game in GROWN}


def refusal(game: AnyGame, text: str) -> dict[str, Any]:
    """What the refusal of a text says of it; it has to be refused as malformed."""
    with pytest.raises(Refused) as caught:
        game.parse(text)
    assert caught.value.refusal.code == "notation.refusal.malformed"
    return dict(caught.value.refusal.values)


@EACH
def test_what_is_written_is_read_back(game: AnyGame) -> None:
    for text in EXAMPLES[game.info.key]["written"]:
        assert game.notation(game.parse(text)) == text


@EACH
def test_what_is_no_notation_is_refused_and_named(game: AnyGame) -> None:
    for text in EXAMPLES[game.info.key]["malformed"]:
        assert refusal(game, text) == {"text": text}, text


@EACH
def test_a_long_text_is_shown_cut_off(game: AnyGame) -> None:
    most = LONGEST.get(game.info.key, 40)
    assert refusal(game, "x" * most) == {"text": "x" * most}
    written = EXAMPLES[game.info.key]["written"]
    for long in ("x" * (most + 1), "9" * 5000, *(f"{text} " * 20_000 for text in written)):
        shown = refusal(game, long)["text"]
        assert len(shown) == most and long.startswith(shown.removesuffix("…")), long


def refused_or_exact(game: AnyGame, text: str) -> None:
    """A text is refused, or it is exactly what `notation` writes."""
    try:
        action = game.parse(text)
    except Refused as refused:
        assert refused.refusal.code == "notation.refusal.malformed"
    else:
        assert game.notation(action) == text


@EACH
@given(data=st.data())
def test_any_text_is_refused_or_read_exactly(game: AnyGame, data: st.DataObject) -> None:
    """Words of the game in any order, an example with a slip in it, and anything at all."""
    texts = EXAMPLES[game.info.key]
    words = {word for text in (*texts["written"], *texts["malformed"]) for word in text.split(" ")}
    some = st.sampled_from(sorted(words | {"", "  ", "\t", "\x00", "é"}))
    refused_or_exact(game, data.draw(st.lists(some, max_size=8).map(" ".join)))
    text, at = data.draw(st.sampled_from(texts["written"])), data.draw(st.integers(0, 30))
    slip = data.draw(st.text(max_size=3))
    refused_or_exact(game, text[:at] + slip + text[at:])
    refused_or_exact(game, text[:at] + slip + text[at + 1 :])
    refused_or_exact(game, data.draw(st.text(max_size=200)))
