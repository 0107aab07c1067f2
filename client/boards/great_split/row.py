"""A row of cards with one splitter among them, as a person parts them."""

from __future__ import annotations

import msgspec

from core.games.great_split.state import Group


class Row(msgspec.Struct, frozen=True):
    """Cards from left to right, and how many of them lie before the splitter."""

    cards: Group = ()
    before: int = 0

    def of(self, hand: Group) -> Row:
        """The row of this hand: as it was laid, or untouched with the splitter before its last card."""
        return self if sorted(self.cards) == sorted(hand) else Row(hand, len(hand) - 1)

    @property
    def groups(self) -> tuple[Group, Group]:
        """(cards before the splitter, cards behind it)."""
        return self.cards[: self.before], self.cards[self.before :]

    def put(self, before: int) -> Row:
        """The splitter behind so many cards, or at the end."""
        return Row(self.cards, max(0, min(before, len(self.cards))))

    def across(self, card: int) -> Row:
        """A card on the other side of the splitter, next to it."""
        left, right = self.groups
        rest_left = tuple(other for other in left if other != card)
        rest_right = tuple(other for other in right if other != card)
        return Row((*rest_left, card, *rest_right), len(rest_left) + (card in right))
