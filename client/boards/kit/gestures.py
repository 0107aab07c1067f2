"""Gestures: how actions are made by hand, declared once and read in both directions.

A gesture stands for all actions of one type (and one kind of thing): from an action follows the key that the
picker puts together, from a key the action, and from both how far the thing is turned.
"""

from __future__ import annotations

from typing import Any

import msgspec

from client.boards.kit.action_picker import ActionKey, ThingKind


class Gesture(msgspec.Struct, frozen=True):
    """Way of making actions: a thing of a `kind`, turned, is put on a path of targets.

    `path` has for each target its word, then the names of the fields of the action that follow the word.
    `turns` are the values of the field `turn`, one for each rotation, clockwise. `fixed` are fields that are
    the same in all these actions; the field `extra` is what the picker has besides.
    """

    action: type[msgspec.Struct]
    path: tuple[tuple[str, ...], ...]
    kind: ThingKind = ""
    turn: str = ""
    turns: tuple[Any, ...] = ()
    fixed: tuple[tuple[str, Any], ...] = ()
    extra: str = ""

    def key(self, action: Any) -> ActionKey | None:
        """Key of an action; None if it is made in another way."""
        if type(action) is not self.action:
            return None
        if any(getattr(action, name) != value for name, value in self.fixed):
            return None
        turn = 0
        if self.turn:
            value = getattr(action, self.turn)
            if value not in self.turns:
                return None
            turn = self.turns.index(value)
        path = tuple((word, *(getattr(action, name) for name in names)) for word, *names in self.path)
        return ActionKey(path, self.kind, turn, (self.extra and getattr(action, self.extra)) or "")

    def made(self, key: ActionKey) -> Any | None:
        """Action of a key, legal or not; None if no action is made of it in this way."""
        if key.kind != self.kind or len(key.path) != len(self.path):
            return None
        fields = dict(self.fixed)
        for (word, *names), (other, *parts) in zip(self.path, key.path, strict=True):
            if word != other or len(names) != len(parts):
                return None
            fields.update(zip(names, parts, strict=True))
        if self.turn:
            fields[self.turn] = self.turns[key.turn % len(self.turns)]
        if self.extra and key.extra:
            fields[self.extra] = key.extra
        try:
            return msgspec.convert(fields, self.action)
        except msgspec.ValidationError:
            return None


def rotation(turn: int, other: int, count: int) -> int:
    """Rotations clockwise from one of `count` to another, the shorter way round; negative: anticlockwise."""
    least = max(1, (count - 1) // 2)
    return (other - turn + least) % count - least
