"""A row of cards with one splitter among them, as a person parts them."""

from __future__ import annotations

from core.games.great_split.state import Group


class Row:
    """Cards from left to right, and before which of them the splitter lies. Changed by intents only."""

    def __init__(self) -> None:
        self._cards: Group = ()
        self._middle = 0

    def groups(self, hand: Group) -> tuple[Group, Group]:
        """(cards before the splitter, cards behind it); behind a hand not yet parted it lies at the end."""
        if not self.parted(hand):
            return hand, ()
        return self._cards[: self._middle], self._cards[self._middle :]

    def parted(self, hand: Group) -> bool:
        """Whether anything has been done with these cards."""
        return bool(hand) and sorted(self._cards) == sorted(hand)

    def slide(self, hand: Group, steps: int) -> bool:
        """Move the splitter over so many cards to the right; False if it is at the end already."""
        return self.put(hand, len(self.groups(hand)[0]) + steps)

    def put(self, hand: Group, middle: int) -> bool:
        """Lay the splitter behind so many cards; False if that changes nothing."""
        left, right = self.groups(hand)
        before, middle = len(left), max(0, min(middle, len(hand)))
        self._cards, self._middle = (*left, *right), middle
        return middle != before

    def across(self, hand: Group, card: int) -> None:
        """Move a card across the splitter: it lies next to it then, on the other side."""
        left, right = self.groups(hand)
        rest_left = tuple(other for other in left if other != card)
        rest_right = tuple(other for other in right if other != card)
        self._cards = (*rest_left, card, *rest_right)
        self._middle = len(rest_left) if card in left else len(rest_left) + 1
