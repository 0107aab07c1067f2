"""Hand for The Great Divide: before the game it turns the seat's own selection cards over.

Until that choice is made, `held` are the targets of the cards that are to lie passive.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from client.boards.contract import Frame, Handled, Reply
from client.boards.kit import action_picker as kit
from client.boards.kit.action_picker import ActionRules, Choices, ThingKind
from client.boards.kit.pieces import HitArea, Target
from client.ui.intents import Accept, Intent
from core.game import Seat
from core.games.great_divide.drainage import arrows
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.state import Cards, State, cards_in_play

BAG_TARGET: Final = ("bag",)
TURN_STAGES: Final = ("turn", "again")
"""Stages in which cards are turned over and a tile is drawn."""
ARROWS_THING: Final = ""
"""Only kind of thing to turn: the arrows of a tile."""


class SelectionCardChoices(Choices):
    """Choices before the game: a seat's own cards, each of which can be turned over any number of times."""

    def __init__(self, game: GreatDivide, rules: ActionRules, view: State, seat: Seat) -> None:
        super().__init__(game, rules, view, seat)
        self._cards = tuple(("card", int(seat), card) for card in cards_in_play(game.land, view.options))

    def targets(self, held: tuple[Target, ...] = (), kind: ThingKind | None = None) -> tuple[Target, ...]:
        return self._cards

    def leads_on(self, targets: tuple[Target, ...], kind: ThingKind | None = None) -> bool:
        return True


class GreatDividePicker(kit.ActionPicker):
    """Hand that can choose cards, and that begins to turn a tile in an eruption from its direction."""

    game: GreatDivide

    def choices(self, view: State, seat: Seat) -> Choices:
        if view.stage != "cards":
            return super().choices(view, seat)
        if self._choices is None or self._choices.view is not view or self._choices.seat != seat:
            self._choices = SelectionCardChoices(self.game, self.rules, view, seat)
        return self._choices

    def passive(self, frame: Frame) -> frozenset[str]:
        """Letters of the own cards that are to lie passive, before the game."""
        return frozenset() if self.rests(frame) else frozenset(str(target[2]) for target in self.held)

    def chosen(self, frame: Frame) -> Cards:
        """Choice of cards so far."""
        letters, passive = cards_in_play(self.game.land, frame.view.options), self.passive(frame)
        return Cards("".join(letter for letter in letters if letter not in passive))

    def handle(self, intent: Intent, frame: Frame, spots: Sequence[HitArea]) -> Reply:
        view: State = frame.view
        if isinstance(intent, Accept) and view.stage in TURN_STAGES and self.cursor is None:
            self.cursor = BAG_TARGET
        before = self.cursor
        reply = super().handle(intent, frame, [spot for spot in spots if _is_for(spot, frame.chooser)])
        if view.stage == "volcanoes" and self.cursor not in (None, before):
            self._take_as_it_lies(view)
        return reply

    def _take_as_it_lies(self, view: State) -> None:
        assert self.cursor is not None
        space = self.game.land.space[int(self.cursor[1]), int(self.cursor[2])]
        ways = arrows(int(view.tiles[space]))
        if ways:
            self.turns[ARROWS_THING] = int(ways[0])

    def _back(self) -> Reply:
        return None if isinstance(self._choices, SelectionCardChoices) else super()._back()

    def _accept(self, choices: Choices) -> Reply:
        if not isinstance(choices, SelectionCardChoices):
            return super()._accept(choices)
        assert self.cursor is not None
        turned = {*self.held} ^ {self.cursor}
        self.held = tuple(target for target in choices.targets() if target in turned)
        return Handled(kit.PICKER_SOUNDS["take"])


def _is_for(hit_area: HitArea, chooser: Seat | None) -> bool:
    """Whether the hit area is not another seat's card."""
    return hit_area.target[0] != "card" or hit_area.target[1] == chooser
