"""The hand: a cursor over the legal actions of whoever is asked to decide.

Every action has an `ActionKey`: the targets one points at, one after the other (mostly one), which kind of
thing one lays or does there, how it is turned, and what else is said with it. The hand holds a key;
pointing, arrows, turning, cycling, picking up and putting down change it, accepting looks it up. It is the
same for all games and devices; a game says only what the keys of its actions are.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec

from client.boards.contract import Chosen, Denied, Frame, Handled, Reply
from client.boards.kit.pieces import HitArea, Target, target_at
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Cycle, Intent, MoveFocus, PointAt, Press, Scroll, Secondary, Turn
from core.game import AnyGame, Refusal, Seat

ThingKind = Hashable
"""Which of several things one may lay or do: a pile, a truck."""


class ActionKey(msgspec.Struct, frozen=True):
    """What an action is called in the hand.

    `path` are the targets, one after the other; `kind` is which thing is meant, `turn` how it is turned,
    `extra` what is said besides.
    """

    path: tuple[Target, ...]
    kind: ThingKind = ""
    turn: int = 0
    extra: Hashable = ""


class ActionRules(Protocol):
    """What a game says about its actions."""

    def actions(self, view: Any, seat: Seat) -> Sequence[Any]:
        """The legal actions, less those that a hand of the game's own makes up itself."""
        ...

    def keys(self, action: Any) -> Sequence[ActionKey]:
        """The keys of an action; none for one that is no business of the hand, but of a button."""
        ...

    def action(self, view: Any, key: ActionKey) -> Any | None:
        """The action of a key, legal or not: to ask why not. None where no such action can be thought of."""
        ...

    def kinds(self, view: Any) -> Sequence[ThingKind]:
        """The things that can be meant now, in the order in which they are cycled through."""
        ...

    def turns(self, view: Any, kind: ThingKind) -> int:
        """In how many ways a thing can be turned, clockwise; 1 if it cannot."""
        ...

    def start(self, view: Any, seat: Seat) -> Target | None:
        """Where the cursor appears first when keys move it; None: at the first target."""
        ...

    def shares(self, kind: ThingKind, other: ThingKind) -> bool:
        """Whether the places of one thing invite while another one is meant."""
        ...

    def meant(self, choices: Choices, key: ActionKey) -> ActionKey:
        """The key that is meant where no legal action has the hand's own; itself if none is."""
        ...

    @property
    def keeps_turn(self) -> bool:
        """Whether a thing stays turned as it is when the cursor goes elsewhere."""
        ...


THING_WORD: Final = "thing"
"""What targets in the supplies begin with."""
HAND_SOUNDS: Final = {"move": "move", "turn": "wood", "take": "paper_slide", "back": "back"}
"""What the hand's own movements sound like."""


class Choices:
    """The legal actions of one position by their keys. Raises ValueError if two have the same."""

    def __init__(self, game: AnyGame, rules: ActionRules, view: Any, seat: Seat) -> None:
        self.view, self.seat = view, seat
        self._game, self._rules = game, rules
        self.actions: dict[ActionKey, Any] = {}
        for action in rules.actions(view, seat):
            for key in rules.keys(action):
                if self.actions.setdefault(key, action) != action:
                    raise ValueError(f"two actions have one key: {key}")
        self.by_path: dict[tuple[Target, ...], list[ActionKey]] = {}
        for key in self.actions:
            self.by_path.setdefault(key.path, []).append(key)
        self.kinds = tuple(rules.kinds(view))

    def targets(self, held: tuple[Target, ...] = (), kind: ThingKind | None = None) -> tuple[Target, ...]:
        """What one can point at next, in the order of the actions; with a `kind` while that is meant."""
        depth = len(held)
        paths = (
            key.path
            for key in self.actions
            if len(key.path) > depth
            and key.path[:depth] == held
            and (kind is None or self._rules.shares(key.kind, kind))
        )
        return tuple(dict.fromkeys(path[depth] for path in paths))

    def leads_on(self, path: tuple[Target, ...], kind: ThingKind | None = None) -> bool:
        """Whether a path is only the beginning of one, with a `kind` while that is meant."""
        return path not in self.by_path and bool(self.targets(path, kind))

    def nearest(self, key: ActionKey) -> ActionKey:
        """The legal key on the same path that is most like one; itself where there is none of its kind."""
        there = [
            other
            for other in self.by_path.get(key.path, ())
            if (other.kind, other.extra) == (key.kind, key.extra)
        ]
        turns = max(1, self._rules.turns(self.view, key.kind))
        return min(there, key=lambda other: (other.turn - key.turn) % turns, default=key)

    def why_not(self, key: ActionKey) -> Refusal | None:
        """Why this cannot be done; None if it can, or nothing like it can be thought of."""
        if key in self.actions:
            return None
        action = self._rules.action(self.view, key)
        return None if action is None else self._game.why_not(self.view, self.seat, action)


class Hand:
    """What the person of one seat has in hand. Changed by intents only, never by drawing.

    `cursor` is what it is over, `held` the targets that have been picked up; `kind` and `extra` are what is
    meant; `turns` how each kind was turned last. `turned_at` is when (seconds), `turned_by` which way.
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

    # --- what it means --------------------------------------------------------------------------------

    def choices(self, view: Any, seat: Seat) -> Choices:
        """What can be done at a position; remembered for the last one."""
        if self._choices is None or self._choices.view is not view or self._choices.seat != seat:
            self._choices = Choices(self.game, self.rules, view, seat)
        return self._choices

    def rests(self, frame: Frame) -> bool:
        """Whether it has not been used in this decision: it only lies where it lay, and asks nothing."""
        return self._moved_in != _decision(frame)

    def picked(self, frame: Frame) -> tuple[Target, ...]:
        """What has been picked up in this decision: what was in another one, before undo, is forgotten."""
        return () if self.rests(frame) else self.held

    def meant(self, choices: Choices) -> ThingKind:
        """The thing that is meant: the chosen one, if there is any of it."""
        if self.kind in choices.kinds or not choices.kinds:
            return self.kind if self.kind is not None else ""
        return choices.kinds[0]

    def turn(self, kind: ThingKind) -> int:
        """How a thing is turned."""
        return self.turns.get(self._turned(kind), 0)

    def _turned(self, kind: ThingKind) -> Hashable:
        """Under what it is remembered how a thing is turned."""
        return kind if self.rules.keeps_turn else (kind, self.cursor)

    def _forget_turns(self, choices: Choices) -> None:
        """What was turned for another place, or is another thing, is not turned any more."""
        if not self.rules.keeps_turn:
            now = self._turned(self.meant(choices))
            self.turns = {now: self.turns[now]} if now in self.turns else {}

    def key(self, choices: Choices, cursor: Target | None = None) -> ActionKey | None:
        """What is meant at the cursor (or another target); None if it is over nothing."""
        target = self.cursor if cursor is None else cursor
        if target is None:
            return None
        kind = self.meant(choices)
        key = ActionKey((*self.held, target), kind, self.turn(kind), self.extra)
        return key if key in choices.actions else self.rules.meant(choices, key)

    def action(self, choices: Choices) -> Any | None:
        """What accepting would do: a legal action, or None."""
        key = self.key(choices)
        return None if key is None else choices.actions.get(key)

    def refusal(self, choices: Choices) -> Refusal | None:
        """Why what is meant cannot be done; None if it can, or leads on, or nothing is meant."""
        key = self.key(choices)
        if key is None or choices.leads_on(key.path, key.kind):
            return None
        return choices.why_not(key)

    # --- what is done with it -------------------------------------------------------------------------

    def leave(self) -> None:
        """The pointer or the focus is elsewhere."""
        if self.cursor is not None:
            self._left, self.cursor = self.cursor, None

    def mean(self, kind: ThingKind | None, held: tuple[Target, ...] = ()) -> None:
        """From now on this thing is meant, with what of it is picked up already, as it is turned at first."""
        self.kind, self.held, self.turns = kind, held, {}

    def _begin(self, choices: Choices) -> None:
        """The first intent of a new decision: nothing is held, and no cursor stays where it is of no use."""
        self.held = ()
        if not self.rules.keeps_turn:
            self.turns.clear()
        if self.cursor not in choices.targets((), self.meant(choices)):
            self.leave()

    def wake(self, frame: Frame) -> Choices:
        """It is used in this decision, perhaps for the first time; what can be done."""
        assert frame.chooser is not None
        choices = self.choices(frame.view, frame.chooser)
        if self.rests(frame):
            self._begin(choices)
        self._moved_in = _decision(frame)
        return choices

    def handle(self, intent: Intent, frame: Frame, spots: Sequence[HitArea]) -> Reply:
        """What an intent does to the hand, or the decision it is."""
        choices = self.wake(frame)
        self._by_pointer = intent.device.kind == "mouse"
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
            case Scroll():
                return self._turn(1 if intent.dy < 0 else -1, choices, frame.now)
            case Turn():
                return self._turn(intent.step, choices, frame.now)
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
        """A thing is taken; a place is decided on."""
        if target is None:
            return None
        kind = next((kind for kind in choices.kinds if target == thing_target(kind)), None)
        if kind is not None:
            return self._take(kind, choices)
        self.cursor = target
        return self._accept(choices)

    def _take(self, kind: ThingKind, choices: Choices) -> Reply:
        """This thing is meant from now on; pressed again it turns."""
        if kind == self.meant(choices) and self.rules.keeps_turn:
            self.turns[kind] = (self.turn(kind) + 1) % max(1, self.rules.turns(choices.view, kind))
        self.kind, self.held = kind, ()
        return Handled(HAND_SOUNDS["take"])

    def _turn_at(self, target: Target | None, choices: Choices, now: float) -> Reply:
        """The second button turns the thing in hand where it goes down."""
        self._point(target)
        return self._turn(1, choices, now)

    def _turn(self, step: int, choices: Choices, now: float) -> Reply:
        """The thing in hand turns, at a place to the next way in which it may lie there."""
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
        return Handled(HAND_SOUNDS["turn"])

    def _cycle(self, step: int, choices: Choices, spots: Sequence[HitArea]) -> Reply:
        """The next thing; where there is only one, the next target."""
        kinds = choices.kinds
        if len(kinds) > 1:
            self.kind, self.held = kinds[(kinds.index(self.meant(choices)) + step) % len(kinds)], ()
            if not self._by_pointer and self.cursor not in (None, *choices.targets((), self.kind)):
                self._appear(choices, spots)
            return Handled(HAND_SOUNDS["take"])
        targets = choices.targets(self.held, self.meant(choices))
        if len(targets) < 2:
            return None
        at = targets.index(self.cursor) + step if self.cursor in targets else 0
        self.cursor = targets[at % len(targets)]
        return Handled(HAND_SOUNDS["move"])

    def _move(self, way: tuple[int, int], choices: Choices, spots: Sequence[HitArea]) -> Reply:
        if self.cursor is None:
            return self._appear(choices, spots)
        rects = {spot.target: spot.rect for spot in spots}
        if self.cursor not in rects:
            return self._appear(choices, spots)
        targets = choices.targets(self.held, self.meant(choices))
        others = {target: rects[target] for target in targets if target in rects}
        found = next_target(rects[self.cursor], way, others)
        if found is None:
            return None if self.cursor in others else self._appear(choices, spots)
        self.cursor = found
        return Handled(HAND_SOUNDS["move"])

    def _appear(self, choices: Choices, spots: Sequence[HitArea]) -> Reply:
        """By keys the cursor appears where it was, or where the game says, or as near to that as can be."""
        rects = {spot.target: spot.rect for spot in spots}
        shown = choices.targets(self.held, self.meant(choices))
        targets = [target for target in shown if target in rects]
        if not targets:
            return None
        wanted = self._left if self._left in targets else self.rules.start(choices.view, choices.seat)
        if wanted not in targets and wanted in rects:
            middle = rects[wanted].centre
            wanted = min(targets, key=lambda target: math.dist(rects[target].centre, middle))
        self.cursor = wanted if wanted in targets else targets[0]
        return Handled(HAND_SOUNDS["move"])

    def _accept(self, choices: Choices) -> Reply:
        key = self.key(choices)
        if key is None:
            return None
        if choices.leads_on(key.path, key.kind):
            self.held, self.kind = key.path, key.kind
            self._left, self.cursor = None, None if self._by_pointer else self.cursor
            return Handled(HAND_SOUNDS["take"])
        action = choices.actions.get(key)
        if action is not None:
            self.held, self.extra = (), ""
            return Chosen(action)
        refusal = choices.why_not(key)
        return None if refusal is None else Denied(refusal)

    def _back(self) -> Reply:
        """What was picked up last is put down."""
        if not self.held:
            return None
        self.cursor, self.held = self.held[-1], self.held[:-1]
        return Handled(HAND_SOUNDS["back"])


def _decision(frame: Frame) -> tuple[int, int]:
    """Which decision is asked for: the turn, and how many sealed ones the seat has made in it."""
    seat = -1 if frame.chooser is None else int(frame.chooser)
    return frame.position.turn, frame.position.plies.get(seat, 0)


def thing_target(kind: ThingKind) -> Target:
    """The target of a thing in the supply: pressing it takes it."""
    return (THING_WORD, str(kind))


def next_target(start: Rect, way: tuple[int, int], others: Mapping[Target, Rect]) -> Target | None:
    """The target one comes to next in a direction: near, and rather ahead than to the side."""
    costs: dict[Target, tuple[bool, float]] = {}
    for target, rect in others.items():
        dx, dy = rect.cx - start.cx, rect.cy - start.cy
        along, aside = dx * way[0] + dy * way[1], abs(dx * way[1]) + abs(dy * way[0])
        if along > 0.5:
            costs[target] = (aside > 2 * along, along + 2 * aside)
    return min(costs, key=costs.__getitem__, default=None)
