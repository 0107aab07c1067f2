"""What somebody who plays The Great Split has in mind, read off a hand: what is drawn of it, what is said."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, Literal

from client.boards.great_split.places import PRESTIGE
from client.boards.great_split.row import Row
from core.game import Seat
from core.games.great_split import state as play
from core.games.great_split.data import SEALS, Data, Seal
from core.games.great_split.rules import BONUS_STEPS, BONUS_TRACKS, GreatSplit, wallet
from core.games.great_split.state import (
    SIDES,
    TRACKS,
    UNKNOWN,
    Action,
    Estate,
    Group,
    SealTrack,
    State,
)
from core.games.great_split.tracks import Hop, advance

SPLITTER: Final = "splitter"
"""The splitter, among the things a hand can be over."""
Thing = int | str
"""A card's number, "splitter", or "left" and "right" for the groups of a wallet."""
TARGETS: Final = (*TRACKS, "prestige")
"""What can be chosen for a seal, the splitter or a double arrow, by number: a track, or prestige."""
Mode = Literal["play", "gold", "prestige"]
MODES: Final[tuple[Mode, ...]] = ("play", "gold", "prestige")
"""What becomes of the card, or the splitter, that is accepted next: played, or sold for one of these."""


def seals_of(data: Data, card: int) -> tuple[Seal, ...]:
    """The seals a card shows, in the order in which tracks are chosen for them."""
    icons = data.cards[card].icons
    return tuple(seal for seal in SEALS for _ in range(icons.count(seal)))


def in_order(data: Data, card: int, chosen: tuple[SealTrack, ...]) -> tuple[SealTrack, ...]:
    """Tracks chosen for a card's seals as an action names them: those for alike seals in their order."""
    seals = seals_of(data, card)
    pairs = sorted(zip(seals, chosen, strict=True), key=lambda p: (SEALS.index(p[0]), TRACKS.index(p[1])))
    return tuple(track for _, track in pairs)


class Meant:
    """What a hand means, in front of a view.

    Drawn of it are `groups`, `focus`, `held`, `mode`, `wanted`, `meant`, `preview`, `gain`, `lost`, `warns`.
    """

    def __init__(self, game: GreatSplit, seat: Seat) -> None:
        self.game = game
        self.seat = seat
        self.mode: Mode = "play"
        """What becomes of the card accepted next."""
        self.row = Row()
        self._phase: tuple[int, str] | None = None
        self._over: Thing | None = None
        self._picked: Thing | None = None
        self._seals: tuple[SealTrack, ...] = ()
        self._track: int | None = None
        self._warned: Action | None = None
        self._keyed = False
        self._index = 0

    # --- what is drawn of it ------------------------------------------------------------------------

    def estate(self, view: State) -> Estate:
        """What lies before the seat."""
        return view.estates[self.seat]

    def groups(self, view: State) -> tuple[Group, Group]:
        """The own cards left and right of the splitter; or the groups of the wallet one has got."""
        if view.stage == "choose":
            return wallet(view, self.seat, "left"), wallet(view, self.seat, "right")
        return self.row.of(self.estate(view).hand).groups

    def focus(self, view: State) -> Thing | None:
        """What it is over: a card, the splitter, a group; None while it is nowhere, or over a track.

        Moved by keys it is always somewhere: when its card is gone, over the next one.
        """
        if self.rests(view) or self.wanted(view):
            return None
        stops = self.stops(view)
        if self._over in stops:
            return self._over
        return stops[min(self._index, len(stops) - 1)] if stops and self._keyed else None

    def held(self, view: State) -> Thing | None:
        """The card, or the splitter, that is being played and still wants a track."""
        picked = self._picked if not self.rests(view) and view.stage == "resolve" else None
        return picked if picked in self.stops(view) and not self.estate(view).arrows else None

    def wanted(self, view: State) -> tuple[int, ...]:
        """The tracks of which one is to be chosen now, or `PRESTIGE`; none while it is about cards."""
        if not self.asked(view) or view.stage != "resolve":
            return ()
        if self.estate(view).arrows:
            return tuple(map(TARGETS.index, BONUS_TRACKS))
        held, seal = self.held(view), self.seal(view)
        if held == SPLITTER:
            return tuple(range(len(TRACKS)))
        return () if seal is None else tuple(map(TRACKS.index, self.game.data.seals[seal]))

    def seal(self, view: State) -> Seal | None:
        """The seal for which a track is to be chosen now."""
        held = self.held(view)
        if not isinstance(held, int):
            return None
        return next(iter(seals_of(self.game.data, held)[len(self._seals) :]), None)

    def meant(self, view: State) -> int | None:
        """The track that Accept would choose, or `PRESTIGE`; None if none is wanted."""
        wanted = self.wanted(view)
        if not wanted:
            return None
        if self._track in wanted:
            return self._track
        estate = self.estate(view)
        return proposed(self.game, estate.tracks, BONUS_STEPS if estate.arrows else 1, wanted)

    def preview(self, view: State) -> tuple[Hop, ...] | None:
        """How the own tracks would advance by what is meant; None if nothing is.

        In front of a wallet: by the resources of the group meant.
        """
        steps = self._steps(view)
        if not steps or not self.asked(view):
            return None
        return advance(self.game.data, self.estate(view).tracks, steps).hops

    def gain(self, view: State) -> int:
        """Prestige that Accept would bring at once."""
        action: Any = self.action(view) if view.stage == "resolve" else None
        return 0 if action is None else self.game.gains(action)[0]

    def lost(self, view: State) -> bool:
        """Whether Accept would lose a step beyond the end of a track."""
        return view.stage == "resolve" and any(hop.lost for hop in self.preview(view) or ())

    def warns(self, view: State) -> bool:
        """Whether it has said that something would be lost, and a second Accept does it all the same."""
        return self._warned is not None and self._warned == self.action(view)

    @property
    def chosen(self) -> int:
        """For how many seals of the card being played tracks have been chosen."""
        return len(self._seals)

    # --- what it means ------------------------------------------------------------------------------

    def asked(self, view: State) -> bool:
        """Whether the seat owes a decision."""
        return bool(view.ready) and not view.ready[self.seat]

    def rests(self, view: State) -> bool:
        """Whether nothing has been done with it in this phase."""
        return self._phase != phase_of(view)

    def stops(self, view: State) -> tuple[Thing, ...]:
        """Everything it can be over, from left to right."""
        estate = self.estate(view)
        match view.stage:
            case "discard":
                return estate.hand
            case "split":
                left, right = self.groups(view)
                return (*left, SPLITTER, *right)
            case "choose":
                return SIDES
            case "resolve":
                return (*estate.hand, *((SPLITTER,) if estate.splitter else ()))
        return ()

    def action(self, view: State) -> Action | None:
        """The decision that Accept would make now; None if it would only go a step towards one."""
        over: Any = self.focus(view)
        match view.stage:
            case "discard":
                return None if over is None else play.Discard(over)
            case "split":
                return self.split(view) if over == SPLITTER else None
            case "choose":
                return None if over is None else play.Take(over)
            case "resolve":
                return self._resolving(view)
        return None

    def split(self, view: State) -> play.Split:
        """The hand parted as it lies now."""
        left, right = self.groups(view)
        return play.Split(tuple(sorted(left)), tuple(sorted(right)))

    def _resolving(self, view: State) -> Action | None:
        track = self.meant(view)
        if track is not None:
            return self._with_track(view, track)
        card = self.focus(view)
        if card is None:
            return None
        if self.mode != "play":
            return play.Sell(card, self.mode) if isinstance(card, int) else play.SellSplitter(self.mode)
        if not isinstance(card, int):
            return None
        return None if seals_of(self.game.data, card) else play.Play(card)

    def _with_track(self, view: State, number: int) -> Action | None:
        """What choosing this track decides; None while seals are left."""
        track: Any = TARGETS[number]
        held = self.held(view)
        if self.estate(view).arrows:
            return play.Bonus(track)
        if not isinstance(held, int):
            return play.Splitter(track)
        chosen = (*self._seals, track)
        if len(chosen) < len(seals_of(self.game.data, held)):
            return None
        return play.Play(held, in_order(self.game.data, held, chosen))

    def _steps(self, view: State) -> list[tuple[int, int]] | None:
        """The steps of what is meant: (number of a track, how many)."""
        if view.stage == "choose":
            return self._steps_of_group(view)
        action: Any = self.action(view) if view.stage == "resolve" else None
        if action is not None:
            return self.game.gains(action)[1]
        card, more = self.held(view), self.meant(view)
        if card is None:
            card, more = self.focus(view), None
        if not isinstance(card, int) or view.stage != "resolve":
            return None
        steps = self.game.gains(play.Play(card, self._seals if more is not None else ()))[1]
        return steps if more is None else [*steps, (more, 1)]

    def _steps_of_group(self, view: State) -> list[tuple[int, int]] | None:
        side = self.focus(view)
        if side is None:
            return None
        group = self.groups(view)[SIDES.index(side)]
        return [step for card in group if card != UNKNOWN for step in self.game.gains(play.Play(card))[1]]


@lru_cache(maxsize=64)
def proposed(game: GreatSplit, tracks: tuple[int, ...], many: int, wanted: tuple[int, ...]) -> int:
    """The track proposed first for so many steps: where none is lost and most follows."""

    def worth(track: int) -> tuple[int, int]:
        if track == PRESTIGE:
            return 0, 0
        progress = advance(game.data, tracks, [(track, many)])
        return -progress.lost, len(progress.hops) + progress.arrows

    return max(wanted, key=worth)


def phase_of(view: State) -> tuple[int, str]:
    """A phase of the game, in which the hand keeps what it has in mind."""
    return view.round, view.stage
