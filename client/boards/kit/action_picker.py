"""Action picker: a cursor over the legal actions of the seat that is asked to decide.

Every action has an `ActionKey`: the targets to point at, one after the other (mostly one), the kind of
thing that is laid or done there, its turn, and an extra. The picker holds such a key; pointing, arrows,
turning, cycling, picking up and putting down change it, and accepting looks it up. This is the same for
all games and devices; a game defines only the keys of its actions.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec

from client.boards.contract import Chosen, Denied, Frame, Handled, Reply
from client.boards.kit.pieces import HitArea, Target, rects_by_target, target_at
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Cycle, Intent, MoveFocus, PointAt, Press, Scroll, Secondary, Turn
from core.game import AnyGame, Refusal, Seat

ThingKind = Hashable
"""Kind of thing to lay or do, where there are several: a pile, a truck."""


class ActionKey(msgspec.Struct, frozen=True):
    """Name of an action, which a picker puts together part by part.

    `path` are the targets, one after the other; `kind` is the kind of thing to lay or do, `turn` the index
    of its rotation, `extra` anything else that the action says.
    """

    path: tuple[Target, ...]
    kind: ThingKind = ""
    turn: int = 0
    extra: Hashable = ""


class ActionRules(Protocol):
    """Actions of a game, as a picker needs to know them."""

    def actions(self, view: Any, seat: Seat) -> Sequence[Any]:
        """Legal actions, without those that the game's own picker composes itself."""
        ...

    def keys(self, action: Any) -> Sequence[ActionKey]:
        """Keys of an action; none for an action that only a button can do."""
        ...

    def action(self, view: Any, key: ActionKey) -> Any | None:
        """Action of a key, legal or not, so that the rules can say why not; None where there is no such
        action.
        """
        ...

    def kinds(self, view: Any) -> Sequence[ThingKind]:
        """Kinds of things to choose from now, in the order of cycling."""
        ...

    def turns(self, view: Any, kind: ThingKind) -> int:
        """Number of ways in which a thing can be turned, clockwise; 1 if it cannot."""
        ...

    def start(self, view: Any, seat: Seat) -> Target | None:
        """Target at which the cursor appears when keys first move it; None: the first target."""
        ...

    def shares(self, kind: ThingKind, other: ThingKind) -> bool:
        """Whether places for one kind of thing stay highlighted while another kind is chosen."""
        ...

    def meant(self, choices: Choices, key: ActionKey) -> ActionKey:
        """Legal key that is meant when the picker's own is not legal; the key itself if there is none."""
        ...

    @property
    def keeps_turn(self) -> bool:
        """Whether a thing keeps its rotation when the cursor goes elsewhere."""
        ...


THING_WORD: Final = "thing"
"""First word of targets in the supplies."""
PICKER_SOUNDS: Final = {"move": "move", "turn": "wood", "take": "paper_slide", "back": "back"}
"""Sounds of the picker's own movements."""


class Choices:
    """Legal actions of one position by their keys. Raises ValueError if two actions have the same key."""

    def __init__(self, game: AnyGame, rules: ActionRules, view: Any, seat: Seat) -> None:
        self.view, self.seat = view, seat
        self._game, self._rules = game, rules
        self.actions: dict[ActionKey, Any] = {}
        self.keyless: list[Any] = []
        """Actions that only a button can do."""
        for action in rules.actions(view, seat):
            keys = rules.keys(action)
            if not keys:
                self.keyless.append(action)
            for key in keys:
                if self.actions.setdefault(key, action) != action:
                    raise ValueError(f"two actions have one key: {key}")
        self.by_path: dict[tuple[Target, ...], list[ActionKey]] = {}
        for key in self.actions:
            self.by_path.setdefault(key.path, []).append(key)
        self.kinds = tuple(rules.kinds(view))

    def targets(self, held: tuple[Target, ...] = (), kind: ThingKind | None = None) -> tuple[Target, ...]:
        """Targets that can be pointed at next, after the `held` ones, in the order of the actions.

        With a `kind` only those for that kind, and for kinds that stay highlighted beside it (`shares`).
        """
        depth = len(held)
        paths = (
            key.path
            for key in self.actions
            if len(key.path) > depth
            and key.path[:depth] == held
            and (kind is None or self._rules.shares(key.kind, kind))
        )
        return tuple(dict.fromkeys(path[depth] for path in paths))

    def leads_on(self, targets: tuple[Target, ...], kind: ThingKind | None = None) -> bool:
        """Whether a path is only the beginning of an action's path; `kind` as for `targets`."""
        return targets not in self.by_path and bool(self.targets(targets, kind))

    def nearest(self, key: ActionKey) -> ActionKey:
        """Legal key that differs from `key` at most in its turn: the next; `key` itself if there is none."""
        there = [
            other
            for other in self.by_path.get(key.path, ())
            if (other.kind, other.extra) == (key.kind, key.extra)
        ]
        turns = max(1, self._rules.turns(self.view, key.kind))
        return min(there, key=lambda other: (other.turn - key.turn) % turns, default=key)

    def why_not(self, key: ActionKey) -> Refusal | None:
        """Reason why a key's action is not legal; None if it is, or if there is no such action."""
        if key in self.actions:
            return None
        action = self._rules.action(self.view, key)
        return None if action is None else self._game.why_not(self.view, self.seat, action)


class ActionPicker:
    """Picker of one seat: the action its person is putting together. Changed by intents, never by drawing.

    `cursor` is the target under it, `held` are the targets picked up; `kind` and `extra` are parts of the
    action's key; `turns` are the indices of rotations. `turned_at` is the time of the last turn (seconds on
    the app's clock), `turned_by` its direction (1 clockwise, -1 anticlockwise).
    """

    def __init__(self, game: AnyGame, rules: ActionRules) -> None:
        self.game, self.rules = game, rules
        self.cursor: Target | None = None
        self.held: tuple[Target, ...] = ()
        self.kind: ThingKind | None = None
        self.extra: Hashable = ""
        self.turns: dict[Any, int] = {}
        self.turned_at, self.turned_by = -math.inf, 1
        self._left: Target | None = None
        self._by_pointer = False
        self._moved_in: tuple[int, int] | None = None
        self._choices: Choices | None = None

    # --- what is chosen -------------------------------------------------------------------------------

    def choices(self, view: Any, seat: Seat) -> Choices:
        """Legal actions of a position; those of the last one are remembered."""
        if self._choices is None or self._choices.view is not view or self._choices.seat != seat:
            self._choices = Choices(self.game, self.rules, view, seat)
        return self._choices

    def rests(self, frame: Frame) -> bool:
        """Whether the picker is unused in this decision: then it refuses nothing."""
        return self._moved_in != _decision(frame)

    def picked(self, frame: Frame) -> tuple[Target, ...]:
        """Targets picked up in this decision; those of an earlier one, as before an undo, are forgotten."""
        return () if self.rests(frame) else self.held

    def meant(self, choices: Choices) -> ThingKind:
        """Kind of thing that is meant: the chosen one; if there is none of it, the first there is."""
        if self.kind in choices.kinds or not choices.kinds:
            return self.kind if self.kind is not None else ""
        return choices.kinds[0]

    def turn(self, kind: ThingKind) -> int:
        """Index of a thing's rotation."""
        return self.turns.get(self._turned(kind), 0)

    def _turned(self, kind: ThingKind) -> Hashable:
        """Key under which a thing's rotation is remembered."""
        return kind if self.rules.keeps_turn else (kind, self.cursor)

    def _forget_turns(self, choices: Choices) -> None:
        """Forget rotations that belonged to another place or another thing."""
        if not self.rules.keeps_turn:
            now = self._turned(self.meant(choices))
            self.turns = {now: self.turns[now]} if now in self.turns else {}

    def key(self, choices: Choices, cursor: Target | None = None) -> ActionKey | None:
        """Key of the action at the picker's cursor (or at another target); None if it is over nothing."""
        target = self.cursor if cursor is None else cursor
        if target is None:
            return None
        kind = self.meant(choices)
        key = ActionKey((*self.held, target), kind, self.turn(kind), self.extra)
        return key if key in choices.actions else self.rules.meant(choices, key)

    def action(self, choices: Choices) -> Any | None:
        """Legal action that accepting would do, or None."""
        key = self.key(choices)
        return None if key is None else choices.actions.get(key)

    def refusal(self, choices: Choices) -> Refusal | None:
        """Reason why the chosen action is not legal; None if it is, or is only begun, or none is chosen."""
        key = self.key(choices)
        if key is None or choices.leads_on(key.path, key.kind):
            return None
        return choices.why_not(key)

    # --- what changes it ------------------------------------------------------------------------------

    def leave(self) -> None:
        """Forget the cursor: the pointer or the focus is elsewhere."""
        if self.cursor is not None:
            self._left, self.cursor = self.cursor, None

    def mean(self, kind: ThingKind | None, held: tuple[Target, ...] = ()) -> None:
        """Choose a kind of thing, with the targets `held` already picked up, in its first rotation."""
        self.kind, self.held, self.turns = kind, held, {}

    def _begin(self, choices: Choices) -> None:
        """Begin a new decision: hold nothing, and remove the cursor from where nothing can be done."""
        self.held = ()
        if not self.rules.keeps_turn:
            self.turns.clear()
        if self.cursor not in choices.targets((), self.meant(choices)):
            self.leave()

    def wake(self, frame: Frame) -> Choices:
        """Mark the picker as used in this decision, and return the legal actions."""
        assert frame.chooser is not None
        choices = self.choices(frame.view, frame.chooser)
        if self.rests(frame):
            self._begin(choices)
        self._moved_in = _decision(frame)
        return choices

    def handle(self, intent: Intent, frame: Frame, spots: Sequence[HitArea]) -> Reply:
        """Change the picker by an intent; return the decision, refusal or sound that the intent leads to."""
        choices = self.wake(frame)
        self._by_pointer = intent.device.points
        reply = self._answer(intent, frame, choices, spots)
        self._forget_turns(choices)
        return reply

    def _answer(self, intent: Intent, frame: Frame, choices: Choices, spots: Sequence[HitArea]) -> Reply:
        match intent:
            case PointAt():
                return self._point(target_at(spots, (intent.x, intent.y)))
            case Press():
                return self._press(target_at(spots, (intent.x, intent.y)), choices)
            case Secondary():
                return self._back() or self._turn_at(
                    target_at(spots, (intent.x, intent.y)), choices, frame.now
                )
            case Turn() | Scroll():
                return self._turn(intent.step, choices, frame.now) if intent.step else None
            case Cycle():
                return self._cycle(intent.step, choices, spots)
            case MoveFocus():
                return self._move((intent.dx, intent.dy), choices, spots)
            case Accept():
                return self._accept(choices) if self.cursor is not None else self._appear(choices, spots)
            case Back():
                return self._back()
        return None

    def _point(self, target: Target | None) -> Reply:
        self.cursor = None if target is None or target[0] == THING_WORD else target
        return None

    def _press(self, target: Target | None, choices: Choices) -> Reply:
        """Take a thing from the supply, or accept the place that is pressed."""
        if target is None:
            return None
        kind = next((kind for kind in choices.kinds if target == thing_target(kind)), None)
        if kind is not None:
            return self._take(kind, choices)
        self.cursor = target
        return self._accept(choices)

    def _take(self, kind: ThingKind, choices: Choices) -> Reply:
        """Choose a kind of thing; if it is the chosen one, turn it where things keep their rotation."""
        if kind == self.meant(choices) and self.rules.keeps_turn:
            self.turns[kind] = (self.turn(kind) + 1) % max(1, self.rules.turns(choices.view, kind))
        self.kind, self.held = kind, ()
        return Handled(PICKER_SOUNDS["take"])

    def _turn_at(self, target: Target | None, choices: Choices, now: float) -> Reply:
        """Put the cursor on a target and turn the thing in hand there."""
        self._point(target)
        return self._turn(1, choices, now)

    def _turn(self, step: int, choices: Choices, now: float) -> Reply:
        """Turn the thing in hand; at a place, to the next rotation that is legal there."""
        key, meant = self.key(choices), self.meant(choices)
        kind = meant if key is None else key.kind
        count = self.rules.turns(choices.view, kind)
        if count < 2:
            return None
        there = (
            set()
            if key is None
            else {other.turn for other in choices.by_path.get(key.path, ()) if other.kind == kind}
        )
        if len(there) < 2 and not self.rules.keeps_turn:
            return None
        turn = key.turn if key is not None and there else self.turn(kind)
        for _ in range(count):
            turn = (turn + step) % count
            if not there or turn in there:
                break
        self.turns[self._turned(meant)] = turn
        self.turned_at, self.turned_by = now, step
        return Handled(PICKER_SOUNDS["turn"])

    def _cycle(self, step: int, choices: Choices, spots: Sequence[HitArea]) -> Reply:
        """Choose the next kind of thing; where there is only one, the next target."""
        kinds = choices.kinds
        if len(kinds) > 1:
            self.kind, self.held = kinds[(kinds.index(self.meant(choices)) + step) % len(kinds)], ()
            if not self._by_pointer and self.cursor not in (None, *choices.targets((), self.kind)):
                self._appear(choices, spots)
            return Handled(PICKER_SOUNDS["take"])
        targets = choices.targets(self.held, self.meant(choices))
        if len(targets) < 2:
            return None
        at = targets.index(self.cursor) + step if self.cursor in targets else 0
        self.cursor = targets[at % len(targets)]
        return Handled(PICKER_SOUNDS["move"])

    def _move(self, direction: tuple[int, int], choices: Choices, spots: Sequence[HitArea]) -> Reply:
        if self.cursor is None:
            return self._appear(choices, spots)
        rects = rects_by_target(spots)
        if self.cursor not in rects:
            return self._appear(choices, spots)
        targets = choices.targets(self.held, self.meant(choices))
        others = {target: rects[target] for target in targets if target in rects}
        found = next_target(rects[self.cursor], direction, others)
        if found is None:
            return None if self.cursor in others else self._appear(choices, spots)
        self.cursor = found
        return Handled(PICKER_SOUNDS["move"])

    def _appear(self, choices: Choices, spots: Sequence[HitArea]) -> Reply:
        """Put the cursor on the target it left last, or where the game says, or as near to that as can be."""
        rects = rects_by_target(spots)
        shown = choices.targets(self.held, self.meant(choices))
        targets = [target for target in shown if target in rects]
        if not targets:
            return None
        wanted = self._left if self._left in targets else self.rules.start(choices.view, choices.seat)
        if wanted not in targets and wanted in rects:
            middle = rects[wanted].centre
            wanted = min(targets, key=lambda target: round(math.dist(rects[target].centre, middle), 3))
        self.cursor = wanted if wanted in targets else targets[0]
        return Handled(PICKER_SOUNDS["move"])

    def _accept(self, choices: Choices) -> Reply:
        key = self.key(choices)
        if key is None:
            return None
        if choices.leads_on(key.path, key.kind):
            self.held, self.kind = key.path, key.kind
            self._left, self.cursor = None, None if self._by_pointer else self.cursor
            return Handled(PICKER_SOUNDS["take"])
        action = choices.actions.get(key)
        if action is not None:
            self.held, self.extra = (), ""
            return Chosen(action)
        refusal = choices.why_not(key)
        return None if refusal is None else Denied(refusal)

    def _back(self) -> Reply:
        """Put down what was picked up last."""
        if not self.held:
            return None
        self.cursor, self.held = self.held[-1], self.held[:-1]
        return Handled(PICKER_SOUNDS["back"])


def _decision(frame: Frame) -> tuple[int, int]:
    """Name of the decision asked for: the turn, and how often the seat's sealed decisions changed in it."""
    seat = -1 if frame.chooser is None else int(frame.chooser)
    return frame.position.turn, frame.position.plies.get(seat, 0)


def thing_target(kind: ThingKind) -> Target:
    """Target of a thing in the supply: pressing it takes the thing."""
    return (THING_WORD, str(kind))


def next_target(start_rect: Rect, direction: tuple[int, int], others: Mapping[Target, Rect]) -> Target | None:
    """Nearest target in a direction, those straight ahead before those to the side; None: there is none."""
    costs: dict[Target, tuple[bool, float]] = {}
    for target, rect in others.items():
        dx, dy = rect.cx - start_rect.cx, rect.cy - start_rect.cy
        along, aside = dx * direction[0] + dy * direction[1], abs(dx * direction[1]) + abs(dy * direction[0])
        if along > 0.5:
            costs[target] = (aside > 2 * along, along + 2 * aside)
    return min(costs, key=costs.__getitem__, default=None)
