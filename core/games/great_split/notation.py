"""The actions of The Great Split as text: `split 3 17 | 40`, `play 40 books art`, `card 17` …

A card that the viewer may not know is a `?`; so is a decision that is still sealed. An empty group, which
the rules refuse, is nothing: `split 3 17 |`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final, get_args

from core.game import Refused
from core.games.great_split.state import (
    GOODS,
    SEAL_TRACKS,
    TRACKS,
    UNKNOWN_CARD,
    WALLET_SIDES,
    Action,
    Bonus,
    Character,
    Deal,
    Discard,
    Goods,
    Market,
    Play,
    Scoring,
    ScoringToken,
    Sealed,
    Sell,
    SellSplitter,
    Split,
    Splitter,
    Take,
)

LONGEST_NOTATION: Final = 120
_SEAL: Final = "-seal"
_SEALED: Final = {"?": Sealed(ready=False), "? ready": Sealed(ready=True)}


def notation(a: Action) -> str:
    """An action as text."""
    match a:
        case Discard() | Deal():
            return f"{_WORD[type(a)]} {_card(a.card)}"
        case Split():
            return " ".join(["split", *map(_card, a.left), "|", *map(_card, a.right)])
        case Take():
            return f"take {a.side}"
        case Play():
            return " ".join(["play", _card(a.card), *(seal.removesuffix(_SEAL) for seal in a.seals)])
        case Sell() | SellSplitter():
            return f"sell {_card(a.card) if isinstance(a, Sell) else 'splitter'} {a.goods}"
        case Splitter() | Bonus():
            return f"{_WORD[type(a)]} {a.track}"
        case Sealed():
            return "? ready" if a.ready else "?"
        case Character():
            return f"character {a.number}"
        case Scoring():
            return f"scoring {a.token}"
        case Market():
            return f"market {a.value}"


_WORD: Final[dict[type[Any], str]] = {Discard: "discard", Deal: "card", Splitter: "splitter", Bonus: "bonus"}


def _card(card: int) -> str:
    return "?" if card == UNKNOWN_CARD else str(card)


def parse(text: str) -> Action:
    """An action from its text, spelled exactly so. Raises `Refused("notation.refusal.malformed")`."""
    if text in _SEALED:
        return _SEALED[text]
    word, *rest = text.split(" ") if len(text) <= LONGEST_NOTATION else [""]
    try:
        return _FORMS[word](*rest)
    except (KeyError, TypeError, ValueError):
        raise Refused("notation.refusal.malformed", text=text[:LONGEST_NOTATION]) from None


def _number(text: str, most: int = 999) -> int:
    if not text.isdecimal() or str(int(text)) != text or int(text) > most:
        raise ValueError(text)
    return int(text)


def _read_card(text: str) -> int:
    return UNKNOWN_CARD if text == "?" else _number(text)


def _sell(card: str, goods: str) -> Sell | SellSplitter:
    sold: Goods = _one_of(goods, GOODS)
    return SellSplitter(sold) if card == "splitter" else Sell(_read_card(card), sold)


def _one_of(text: str, words: tuple[Any, ...]) -> Any:
    if text not in words:
        raise ValueError(text)
    return text


def _read_group(words: Sequence[str]) -> tuple[int, ...]:
    cards = tuple(map(_read_card, words))
    face_down = all(card == UNKNOWN_CARD for card in cards)
    if len(cards) > 32 or not (face_down or all(a < b for a, b in pairwise((UNKNOWN_CARD, *cards)))):
        raise ValueError("cards in ascending order or all face down")
    return cards


def _split(*words: str) -> Split:
    middle = words.index("|")
    return Split(_read_group(words[:middle]), _read_group(words[middle + 1 :]))


def _play(card: str, *seals: str) -> Play:
    if len(seals) > 8:
        raise ValueError("more seals than a card can have")
    return Play(_read_card(card), tuple(_one_of(f"{seal}{_SEAL}", SEAL_TRACKS) for seal in seals))


_FORMS: Final[dict[str, Callable[..., Action]]] = {
    "discard": lambda card: Discard(_read_card(card)),
    "split": _split,
    "take": lambda side: Take(_one_of(side, WALLET_SIDES)),
    "play": _play,
    "sell": _sell,
    "splitter": lambda track: Splitter(_one_of(track, TRACKS)),
    "bonus": lambda track: Bonus(_one_of(track, (*TRACKS, "prestige"))),
    "card": lambda card: Deal(_read_card(card)),
    "character": lambda number: Character(_number(number, 99)),
    "scoring": lambda token: Scoring(_one_of(token, get_args(ScoringToken))),
    "market": lambda value: Market(_number(value, 99)),
}
