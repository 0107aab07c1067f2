"""Why something cannot be done in The Great Split, with the cards to blame.

Asked only once an action is known not to be legal; nothing is decided here. A place is `(card,)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, get_args

from core.game import Refusal, Seat
from core.games.great_split.data import SEALS, GameData
from core.games.great_split.state import (
    UNKNOWN_CARD,
    Action,
    Bonus,
    ChanceAction,
    Discard,
    Play,
    ResolveAction,
    Sealed,
    Sell,
    SellSplitter,
    Split,
    Splitter,
    State,
    Take,
)

_STAGE: Final[dict[str, tuple[type[Any], ...]]] = {
    "discard": (Discard,),
    "split": (Split,),
    "choose": (Take,),
    "resolve": get_args(ResolveAction),
}
"""Actions of each stage; any other action is answered with what is to be done now."""


def reason(data: GameData, to_act: Sequence[Seat], s: State, seat: Seat, a: Action) -> Refusal:
    """Why `a` is not legal for `seat` in `s`, where the seats `to_act` owe a decision."""
    if s.stage == "over":
        return _because("over")
    if isinstance(a, ChanceAction):
        return _because("chance_only")
    if isinstance(a, Sealed):
        return _because("sealed")
    if s.stage not in _STAGE or seat not in to_act:
        return _because("ready" if any(s.ready) else "not_your_turn")
    if not isinstance(a, _STAGE[s.stage]):
        return _because(f"now_{s.stage}")
    return _why(data, s, seat, a)


def _because(code: str, cards: Sequence[int] = ()) -> Refusal:
    places = tuple((card,) for card in cards if card != UNKNOWN_CARD)
    return Refusal(f"great_split.refusal.{code}", places)


def _why(data: GameData, s: State, seat: Seat, a: Action) -> Refusal:
    """Why not, though it is the right thing to do now."""
    estate = s.estates[seat]
    if isinstance(a, Split):
        missing = sorted({*estate.hand} ^ {*a.left, *a.right})
        if not missing and not (a.left and a.right):
            return _because("right_empty" if a.left else "left_empty")
        return _because("whole_hand", missing)
    if isinstance(a, Bonus):
        return _because("not_gold" if estate.arrows else "no_arrows")
    if estate.arrows:
        return _because("arrows_first")
    if isinstance(a, Splitter | SellSplitter):
        return _because("splitter_played")
    assert isinstance(a, Play | Sell | Discard), "either group may be taken, and all else is sorted out"
    if a.card not in estate.hand:
        return _because("played_already" if a.card in estate.played else "not_in_hand", [a.card])
    assert isinstance(a, Play), "any card in hand may be sold or discarded"
    return _because("seals" if _seals(data, a.card) else "no_seals", [a.card])


def _seals(data: GameData, card: int) -> int:
    """Number of seals on a card."""
    return sum(icon in SEALS for icon in data.cards[card].icons)
