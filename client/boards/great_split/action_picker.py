"""Hand for The Great Split: it parts cards, sells them, and warns of losses.

Parting is one decision made of many moves: cards go across the splitter one by one, or the splitter moves.
The other decisions are paths of targets: a card and a track for each of its seals, the splitter and a track,
a place to sell at and a card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, cast

import msgspec

from client.boards.contract import Chosen, Denied, Frame, Handled, Reply
from client.boards.kit.action_picker import ActionKey, ActionPicker, ActionRules, Choices
from client.boards.kit.pieces import HitArea, Target, rects_by_target, target_at
from client.ui.geometry import Point as Place
from client.ui.geometry import Rect
from client.ui.intents import Accept, Cycle, Drag, Intent, MoveFocus, PointAt, Press, Scroll, Secondary, Turn
from core.game import AnyGame, Seat
from core.games.great_split.state import GOODS, Goods, Group, Split, State
from core.games.great_split.tracks import Hop

SPLITTER_TARGET: Final = ("splitter",)
PRESTIGE_TARGET: Final[Target] = ("track", "prestige")
DRAG_DISTANCE: Final = 24.0
"""Units of movement from which on a press is a drag."""
SALE_CHOICES: Final[tuple[tuple[Target, ...], ...]] = ((), *((("sell", goods),) for goods in GOODS))
"""Targets picked up for each use of the next card: to play it, to sell it for gold, or for prestige."""


class SplitRow(msgspec.Struct, frozen=True):
    """Row of the own cards from left to right, and the number of those before the splitter."""

    cards: Group = ()
    before: int = 0

    def from_hand(self, hand: Group) -> SplitRow:
        """Row of this hand: the same one if its cards are these, else with the splitter before the last."""
        return self if sorted(self.cards) == sorted(hand) else SplitRow(hand, len(hand) - 1)

    @property
    def groups(self) -> tuple[Group, Group]:
        """Cards before the splitter, and cards behind it."""
        return self.cards[: self.before], self.cards[self.before :]

    @property
    def stops(self) -> tuple[Target, ...]:
        """Targets of the row, from left to right."""
        left, right = self.groups
        return (*(("card", card) for card in left), SPLITTER_TARGET, *(("card", card) for card in right))

    @property
    def split(self) -> Split:
        """Split of the cards as they lie."""
        left, right = self.groups
        return Split(tuple(sorted(left)), tuple(sorted(right)))

    def put(self, before: int) -> SplitRow:
        """Row with the splitter behind `before` cards, or at the nearer end."""
        return SplitRow(self.cards, max(0, min(before, len(self.cards))))

    def across(self, card: int) -> SplitRow:
        """Row with a card on the other side of the splitter, next to it."""
        left, right = self.groups
        rest_left = tuple(other for other in left if other != card)
        rest_right = tuple(other for other in right if other != card)
        return SplitRow((*rest_left, card, *rest_right), len(rest_left) + (card in right))


class TrackOutlook(ActionRules, Protocol):
    """Rules of actions that can also say what an action loses and which track to propose."""

    def losses(self, view: State, seat: Seat, action: Any) -> Sequence[Hop]:
        """Advances by an action that lose steps beyond the end of a track."""
        ...

    def proposed(self, view: State, seat: Seat, targets: Sequence[Target]) -> Target:
        """Track that is proposed first: where the fewest steps are lost and then most follows."""
        ...


class PartingPicker(ActionPicker):
    """Hand that also holds the parting of the own cards, and the action it has warned of."""

    def __init__(self, game: AnyGame, rules: Any) -> None:
        super().__init__(game, rules)
        self.row = SplitRow()
        self._pulled: Target | None = None
        self._pressed: Place = (0.0, 0.0)
        self._goes_on = False

    @property
    def uses_keys(self) -> bool:
        """Whether keys have moved the cursor last, not a pointer."""
        return not self._by_pointer

    @property
    def sells(self) -> Goods | None:
        """Goods for which the next card is sold; None: it is played."""
        return cast(Goods, self.held[0][1]) if self.held and self.held[0][0] == "sell" else None

    def parted(self, view: State, seat: Seat) -> SplitRow:
        """Row of the own cards."""
        return self.row.from_hand(view.estates[seat].hand)

    def hovered_or_proposed(self, choices: Choices) -> Target | None:
        """Target under the cursor; after a decision by keys the next proposal, so that the next key acts."""
        if self.cursor is not None or not self._goes_on:
            return self.cursor
        if choices.view.stage == "split":
            return self.parted(choices.view, choices.seat).stops[0]
        targets, start = choices.targets(), self.rules.start(choices.view, choices.seat)
        return start if start in targets else next(iter(targets), None)

    def has_warned(self, action: Any) -> bool:
        """Whether the hand has warned that this action loses something; accepted again, it is done."""
        return self.extra == ("sure", action)

    def key(self, choices: Choices, cursor: Target | None = None) -> ActionKey | None:
        target = self.cursor if cursor is None else cursor
        if target is None:
            return None
        return ActionKey((*self.held, target))

    def sell(self, goods: Goods, frame: Frame) -> None:
        """Sell the next card for these goods; if that was already chosen, play it instead."""
        self.wake(frame)
        self.held = () if self.sells == goods else (("sell", goods),)
        self.extra = ""

    def leave(self) -> None:
        super().leave()
        self._pulled, self._goes_on = None, False

    def handle(self, intent: Intent, frame: Frame, spots: Sequence[HitArea]) -> Reply:
        goes_on, choices = self._goes_on and not intent.device.points, self.wake(frame)
        appears = goes_on and self.cursor is None
        if appears:
            self._goes_on = True  # `wake` has dropped what had become useless
            self.cursor = self.hovered_or_proposed(choices)
        self._goes_on = False
        reply = self._handled(intent, frame, choices, spots)
        if reply is None and appears and isinstance(intent, MoveFocus):
            reply = Handled()  # nothing lies in that direction, but the key was for the hand
        if isinstance(reply, Chosen) and self.uses_keys:
            self.cursor, self._goes_on = None, True
        return reply

    def _handled(self, intent: Intent, frame: Frame, choices: Choices, spots: Sequence[HitArea]) -> Reply:
        if frame.view.stage != "split":
            return super().handle(intent, frame, spots)
        self._by_pointer = intent.device.points
        rects = rects_by_target(spots)
        return self._part(intent, choices.view, choices.seat, rects, spots)

    def _begin(self, choices: Choices) -> None:
        super()._begin(choices)
        self.extra = ""

    # --- cards and tracks ---------------------------------------------------------------------------

    def _point(self, target: Target | None) -> Reply:
        """Point at a target that can be chosen, or is refused with a reason."""
        choices = self._choices
        self.cursor = target if choices is not None and self._is_known(target, choices) else None
        return None

    def _is_known(self, target: Target | None, choices: Choices) -> bool:
        """Whether choosing the target next leads to an action, legal or not."""
        key = ActionKey((*self.held, target or ()))
        legal = key.path in choices.by_path or choices.leads_on(key.path)
        return legal or (target is not None and self.rules.action(choices.view, key) is not None)

    def _press(self, target: Target | None, choices: Choices) -> Reply:
        """Put back the held thing if it is pressed again, or exchange it for another that is pressed."""
        if self.held and target not in choices.targets(self.held):
            if target == self.held[0]:
                self.held, self.cursor = (), target
                return Handled("back")
            if target in choices.targets():
                self.held = ()
        if not self._is_known(target, choices):
            self.cursor = None
            return None
        return super()._press(target, choices)

    def _accept(self, choices: Choices) -> Reply:
        """Accept the target; an action that loses steps only when accepted twice.

        After a card is picked up by keys, the cursor goes to the track that is proposed.
        """
        action, held = self.action(choices), self.held
        board = cast(TrackOutlook, self.rules)
        losing = action is not None and board.losses(choices.view, choices.seat, action)
        if losing and not self.has_warned(action):
            self.extra = ("sure", action)
            return Handled("refuse")
        reply = super()._accept(choices)
        if isinstance(reply, Chosen):
            self.leave()
        if self.uses_keys and len(self.held) > len(held):
            targets = choices.targets(self.held)
            tracks = [target for target in targets if target[0] == "track"]
            self.cursor = board.proposed(choices.view, choices.seat, tracks) if tracks else targets[0]
        return reply

    def _turn(self, step: int, choices: Choices, now: float) -> Reply:
        """Change the use of the next card; where a track or group is wanted, choose the next one by keys."""
        if self.held not in SALE_CHOICES or SALE_CHOICES[1][0] not in choices.targets():
            return self._next(step, choices) if self.uses_keys else None
        self.held = SALE_CHOICES[(SALE_CHOICES.index(self.held) + step) % len(SALE_CHOICES)]
        self.extra = ""
        return Handled("paper_slide")

    def _next(self, step: int, choices: Choices) -> Reply:
        """Choose the next track, or group."""
        targets = choices.targets(self.held)
        if not targets:
            return None
        at = targets.index(self.cursor) + step if self.cursor in targets else 0
        self.cursor = targets[at % len(targets)]
        return Handled("move")

    def _back(self) -> Reply:
        self.extra = ""
        return super()._back()

    # --- parting ------------------------------------------------------------------------------------

    def _part(
        self, intent: Intent, view: State, seat: Seat, rects: Mapping[Target, Rect], spots: Sequence[HitArea]
    ) -> Reply:
        row = self.parted(view, seat)
        match intent:
            case PointAt():
                target = target_at(spots, (intent.x, intent.y))
                self.cursor = target if target in row.stops else None
            case Press():
                return self._press_part(
                    target_at(spots, (intent.x, intent.y)), (intent.x, intent.y), view, seat
                )
            case Drag():
                return self._pull((intent.x, intent.y), view, seat, rects)
            case Secondary():
                return self._lay(row.put(row.before + 1), "wood", view, seat)
            case Turn() | Scroll():
                row = row.put(row.before + intent.step)
                return self._lay(row, "wood", view, seat) if intent.step else None
            case Cycle():
                self.cursor = SPLITTER_TARGET
                return Handled("move")
            case MoveFocus() | Accept():
                return self._by_keys(intent, row, view, seat)
        return None

    def _by_keys(self, intent: MoveFocus | Accept, split_row: SplitRow, view: State, seat: Seat) -> Reply:
        """Move the cursor along the row, or accept: a card goes across, at the splitter the split is made."""
        if self.cursor not in split_row.stops:
            self.cursor = self._left if self._left in split_row.stops else split_row.stops[0]
            return Handled("move")
        at = split_row.stops.index(self.cursor)
        if isinstance(intent, MoveFocus):
            if not intent.dx or not 0 <= at + intent.dx < len(split_row.stops):
                return None
            self.cursor = split_row.stops[at + intent.dx]
            return Handled("move")
        if self.cursor == SPLITTER_TARGET:
            self.extra = ""
            return Chosen(split_row.split)
        laid = self._lay(split_row.across(int(self.cursor[1])), "paper_slide", view, seat)
        self.cursor = self.parted(view, seat).stops[at]
        return laid

    def _press_part(self, target: Target | None, point: Place, view: State, seat: Seat) -> Reply:
        """Send the pressed card across, or grab the splitter."""
        row = self.parted(view, seat)
        self.cursor = target if target in row.stops else None
        self._pulled, self._pressed = self.cursor, point
        if self.cursor is None:
            return None
        if self.cursor == SPLITTER_TARGET:
            return Handled("move")
        return self._lay(row.across(int(self.cursor[1])), "paper_slide", view, seat)

    def _pull(self, point: Place, view: State, seat: Seat, rects: Mapping[Target, Rect]) -> Reply:
        """Drag the pressed card, or the splitter, to the pointer."""
        if self._pulled is None or SPLITTER_TARGET not in rects:
            return None
        self.cursor = self._pulled
        if abs(point[0] - self._pressed[0]) < DRAG_DISTANCE:
            return Handled()
        row = self.parted(view, seat)
        if self._pulled == SPLITTER_TARGET:
            middle = sum(rects["card", card].cx < point[0] for card in row.cards)
            row = row.put(min(max(middle, 1), len(row.cards) - 1))
        else:
            card = int(self._pulled[1])
            if (card in row.groups[0]) != (point[0] < rects[SPLITTER_TARGET].cx):
                row = row.across(card)
        laid = self._lay(row, "wood", view, seat)
        return Handled() if isinstance(laid, Denied) else laid

    def _lay(self, split_row: SplitRow, sound: str, view: State, seat: Seat) -> Reply:
        """Keep a new row, if its split is legal; else return the refusal."""
        refusal = self.game.why_not(view, seat, split_row.split)
        if refusal is not None:
            return Denied(refusal)
        moved = split_row != self.parted(view, seat)
        self.row, self.extra = split_row, split_row.split.right
        return Handled(sound if moved else "")
