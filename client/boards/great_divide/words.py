"""Sentences of The Great Divide on what there is to do and what happened: keys of texts with their values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from client.boards.contract import Frame, Sentence
from client.boards.great_divide.score import tile_gains
from client.boards.kit.points import signed_text
from client.session.events import GameEvent
from core.game import CHANCE, Seat
from core.games.great_divide import state as play
from core.games.great_divide.drainage import EMPTY_SPACE
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.state import ACTIVE, Action, State, opponent

_SPECIAL: Final = (play.BASIN_TILE, play.PASS_TILE)


@lru_cache(maxsize=8)
def legal(game: GreatDivide, view: State, seat: Seat) -> Sequence[Action]:
    """Legal actions of a seat; the last eight lists are remembered."""
    return game.legal(view, seat)


def kind_key(kind: str) -> str:
    """Key of the name of a kind of tile, or of the card that governs it."""
    return f"great_divide.kind.{kind}"


# --- what there is to do ---------------------------------------------------------------------------------


def task(game: GreatDivide, frame: Frame) -> Sentence:
    """Sentence on what the chooser has to decide."""
    view, seat = frame.view, frame.chooser
    assert seat is not None
    names = {"name": seat, "other": opponent(seat)}
    words = {"tile": kind_key(view.drawn)} if view.drawn else {}
    return Sentence(f"great_divide.prompt.{_kind_of_task(game, view, seat)}", seats=names, words=words)


def _kind_of_task(game: GreatDivide, view: State, seat: Seat) -> str:
    """Key of the sentence on what there is to decide."""
    match view.stage:
        case "turn" | "again":
            return _before_drawing(game, view, seat)
        case "lay":
            kind = view.drawn if view.drawn in _SPECIAL else "lay"
            return f"{kind}_{'active' if seat == view.turn else 'passive'}"
        case "flood" | "volcanoes":
            return _event(game, view, seat)
    return view.stage


def _before_drawing(game: GreatDivide, view: State, seat: Seat) -> str:
    """Key of the sentence before drawing: whether cards may be turned over first, and how many."""
    may_flip = any(isinstance(a, play.Flip) for a in legal(game, view, seat))
    if not may_flip:
        return "again" if view.stage == "again" else "draw"
    if view.options.limited_selection:
        return "turn_one"
    return "turn_again" if view.stage == "again" else "turn"


def _event(game: GreatDivide, view: State, seat: Seat) -> str:
    can = legal(game, view, seat)
    if all(isinstance(a, play.Decline) for a in can):
        return f"{view.stage}_nothing"
    return view.stage if seat == view.turn else f"{view.stage}_second"


def waiting(frame: Frame) -> Sentence:
    """Sentence on the seat and the decision that is awaited."""
    view: State = frame.view
    awaited = frame.position.to_act
    if view.stage == "cards" and len(awaited) != 1:
        return Sentence("great_divide.waiting.both")
    name = awaited[0] if view.stage == "cards" else view.actor
    stage = view.stage
    if stage == "lay":
        stage_key = "lay_active" if view.actor == view.turn else "lay_passive"
    else:
        stage_key = {"again": "turn", "deck": "bag", "over": "bag"}.get(stage, stage)
    words = {"tile": kind_key(view.drawn)} if view.drawn else {}
    return Sentence(
        f"great_divide.waiting.{stage_key}", seats={"name": name, "other": opponent(name)}, words=words
    )


# --- what happened ---------------------------------------------------------------------------------------


def caption(game: GreatDivide, event: GameEvent, viewer: int) -> Sentence:
    """Sentence on what happened; steps of chance are told of the active seat."""
    before: State = event.before.view(viewer)
    after: State = event.after.view(viewer)
    seat = before.turn if event.seat == CHANCE else event.seat
    return _Caption(game, before, event.action(viewer), after, seat).line()


class _Caption(NamedTuple):
    """Step that a caption describes."""

    game: GreatDivide
    before: State
    action: Action
    after: State
    seat: Seat

    def line(self) -> Sentence:
        match self.action:
            case play.Cards():
                return self._line("cards" if self.after.stage == "cards" else "cards_open")
            case play.Flip():
                return self._flip(self.action.card)
            case play.Tile():
                return self._tile(self.action.kind)
            case play.EventCard():
                return self._line(f"event_{self.action.event.replace('-', '_')}")
            case play.Lay() | play.LayBasin() | play.LayPass():
                return self._lay()
            case play.Flood():
                return self._flood()
            case play.Remove():
                return self._removed(self.action)
            case play.Turn() | play.TurnPass():
                return self._turned(self.action)
            case play.Decline():
                return self._line(f"decline_{self.before.stage}")
        return self._line(_PLAIN[type(self.action)])

    def _line(self, key: str, kind: str = "", **counts: int | str) -> Sentence:
        return Sentence(
            f"great_divide.caption.{key}",
            values=dict(counts),
            seats={"name": self.seat, "other": opponent(self.seat)},
            words={"tile": kind_key(kind)} if kind else {},
        )

    def _flip(self, card: str) -> Sentence:
        side = self.after.cards[self.seat, self.game.letters.index(card)]
        return self._line("flip_active" if side == ACTIVE else "flip_passive", card)

    def _tile(self, kind: str) -> Sentence:
        """Sentence on a drawn tile, and what the card of the seat that drew it says."""
        if kind in (play.QUAKE, play.EVENT):
            return self._line(f"tile_{kind}", kind)
        if kind == play.FIVE:
            ways = {self.seat: "tile_five_kept", opponent(self.seat): "tile_five_given"}
            return self._line("tile_five" if self.after.five is None else ways[self.after.five], kind)
        if len(self.after.aside) > len(self.before.aside):
            return self._line("tile_aside", kind)
        return self._line("tile_active" if self.after.actor == self.seat else "tile_passive", kind)

    def _lay(self) -> Sentence:
        """Sentence on a tile laid, and the change in the numbers of tiles sure for each seat."""
        mine, theirs = self._gained()
        key = "lay_both" if mine and theirs else "lay_mine" if mine else "lay_theirs" if theirs else "lay"
        return self._line(key, self.before.drawn, mine=signed_text(mine), theirs=signed_text(theirs))

    def _gained(self) -> tuple[int, int]:
        """Change in the number of tiles sure for the seat that acted, and for the other."""
        gained = tile_gains(self.before, self.after, self.game.land)
        return gained[self.seat], gained[opponent(self.seat)]

    def _flood(self) -> Sentence:
        washed = int((self.before.tiles != EMPTY_SPACE).sum() - (self.after.tiles != EMPTY_SPACE).sum())
        return self._changing("flood", count=washed) if washed else self._line("flood_dry")

    def _changing(self, key: str, kind: str = "", **counts: int) -> Sentence:
        """Sentence on something that happens to the land, and its change for both seats, if any."""
        mine, theirs = self._gained()
        if not (mine or theirs):
            return self._line(key, kind, **counts)
        return self._line(
            f"{key}_changed", kind, **counts, mine=signed_text(mine), theirs=signed_text(theirs)
        )

    def _kind(self, action: play.Remove | play.Turn | play.TurnPass) -> str:
        """Kind of the tile on which the action was made."""
        return self.game.kind_on(self.before.tiles, self.game.land.space[action.x, action.y])

    def _removed(self, action: play.Remove) -> Sentence:
        back = len(self.before.aside) - len(self.after.aside)
        return self._changing("remove_back" if back else "remove", self._kind(action), count=back)

    def _turned(self, action: play.Turn | play.TurnPass) -> Sentence:
        if (self.before.tiles == self.after.tiles).all():
            return self._line("turn_same", self._kind(action))
        return self._changing("turn", self._kind(action))


_PLAIN: Final[dict[type, str]] = {play.Draw: "draw", play.Keep: "keep", play.Give: "give"}
