"""How best to resolve cards: a beam search over many hands of one seat at once, in arrays.

The order in which cards are resolved changes nothing in where the tracks can get: steps and the bonuses they
reach add up, and nothing is drawn in between. So the search takes the cards one after the other, then the
splitter, then the double arrows, and keeps the most promising ways for each hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.games.great_split.rules import GOLD, GreatSplit
from core.games.great_split.state import (
    GOODS,
    RESOURCES,
    SEAL_TRACKS,
    TRACKS,
    Bonus,
    Estate,
    Play,
    Resolving,
    Sell,
    Splitter,
)

Values = NDArray[np.float64]
Numbers = NDArray[np.intp]
Masks = NDArray[np.bool_]
Source = int | Literal["splitter", "bonus"]
"""Where an action comes from: a card, the splitter, a double arrow."""

ALIKE: Final = 4
"""Of ways that lead to the same not more than about so many are met."""
RESOURCE: Final = np.arange(len(RESOURCES))
NO_WAY: Final = -1e9
"""What a way is worth that does not exist."""


class Choices(NamedTuple):
    """What can be done with a card, the splitter or a double arrow: actions, prestige and steps of each.

    Shapes (choices,) and (choices, 10).
    """

    actions: tuple[Resolving, ...]
    prestige: Values
    steps: Numbers


class Ways(NamedTuple):
    """Ways to resolve hands: tracks (hands, ways, 10); prestige gained, double arrows to be spent, and the
    number of the first choice, each (hands, ways).
    """

    tracks: Numbers
    prestige: Values
    arrows: Numbers
    first: Numbers


class Bonuses(NamedTuple):
    """`last` space of each track; `seals`: the track of each resource's seal; the steps on the resource that
    lie up to a space of that, (5, spaces); the double arrows up to a space of gold.
    """

    last: Numbers
    seals: Numbers
    steps: Numbers
    arrows: Numbers


@lru_cache(maxsize=8)
def _bonuses(game: GreatSplit) -> Bonuses:
    data = game.data
    steps = np.zeros((len(RESOURCES), max(data.spaces) + 1), dtype=np.intp)
    for name in SEAL_TRACKS:
        for space, resource in data.seal_tracks[name].steps.items():
            steps[RESOURCES.index(resource), space:] += 1
    spaces = np.arange(data.spaces[GOLD] + 1)
    arrows = np.array([sum(a <= space for a in data.tracks["gold"].double_arrows) for space in spaces])
    seals = [TRACKS.index(data.seal_of[resource]) for resource in RESOURCES]
    return Bonuses(np.array(data.spaces), np.array(seals), steps, arrows)


@lru_cache(maxsize=1024)
def _choices(game: GreatSplit, source: Source) -> Choices:
    actions: Sequence[Resolving]
    if source == "splitter":
        actions = [Splitter(track) for track in TRACKS]
    elif source == "bonus":
        actions = [Bonus(track) for track in TRACKS if track != "gold"]
    else:
        plays = [Play(source, seals) for seals in game.seal_choices(source)]
        actions = [*plays, *(Sell(source, goods) for goods in GOODS)]
    gains = [game.gains(action) for action in actions]
    steps = np.zeros((len(actions), len(TRACKS)), dtype=np.intp)
    for row, (_, tracks) in zip(steps, gains, strict=True):
        for track, many in tracks:
            row[track] += many
    return Choices(tuple(actions), np.array([float(prestige) for prestige, _ in gains]), steps)


class Planner:
    """Resolves hands of a seat: `worth` judges tracks, `arrows` what an unspent double arrow is worth.

    For each hand the `beam` best ways are followed up.
    """

    def __init__(
        self, game: GreatSplit, worth: Callable[[Numbers], Values], arrows: float, beam: int
    ) -> None:
        self._game, self._worth, self._arrows, self._beam = game, worth, arrows, beam
        self._bonuses = _bonuses(game)

    def values(self, tracks: Numbers, cards: Sequence[int], masks: Masks) -> Values:
        """What tracks are worth, with the prestige gained, once the cards of a hand and the splitter are
        resolved: for each mask of shape (hands, cards) from tracks of shape (10,) or (hands, 10).
        """
        best: Values = self.judged(self.ends(tracks, cards, masks)).max(axis=1)
        return best

    def ends(self, tracks: Numbers, cards: Sequence[int], masks: Masks) -> Ways:
        """The same: the best ways, with no double arrow left."""
        ways = self._start(np.broadcast_to(tracks, (len(masks), len(TRACKS))))
        for card, mask in zip(cards, masks.T, strict=True):
            ways = self._where(mask, ways, _choices(self._game, card))
        return self._spent(self._further(ways, _choices(self._game, "splitter")))

    def actions(self, estate: Estate) -> tuple[tuple[Resolving, ...], Ways]:
        """The best ways to resolve what is in hand, and what `Ways.first` means: the first actions."""
        sources: list[Source] = list(estate.hand)
        if estate.splitter:
            sources.append("splitter")
        ways = self._start(np.array([estate.tracks]))._replace(arrows=np.full((1, self._beam), estate.arrows))
        if estate.arrows:
            sources.insert(0, "bonus")
            ways = ways._replace(arrows=ways.arrows - 1)
        first, *others = [_choices(self._game, source) for source in sources]
        ways = self._further(ways, first, begin=True)
        for choices in others:
            ways = self._further(ways, choices)
        return first.actions, self._spent(ways)

    def _start(self, tracks: Numbers) -> Ways:
        """One way for each hand: nothing done yet. Tracks have shape (hands, 10)."""
        shape = (len(tracks), self._beam)
        prestige = np.full(shape, NO_WAY)
        prestige[:, 0] = 0
        repeated = np.repeat(tracks[:, None], self._beam, axis=1)
        return Ways(repeated, prestige, np.zeros(shape, dtype=np.intp), np.full(shape, -1))

    def _where(self, mask: NDArray[np.bool_], ways: Ways, choices: Choices) -> Ways:
        """Some of the hands choose, the others stay."""
        if mask.all():
            return self._further(ways, choices)
        if not mask.any():
            return ways
        after = self._further(_each(lambda part: part[mask], ways), choices)
        merged = _each(np.array, ways)
        for part, new in zip(merged, after, strict=True):
            part[mask] = new
        return merged

    def _further(self, ways: Ways, choices: Choices, begin: bool = False) -> Ways:
        """The best ways after one of the choices each."""
        after = self._moved(ways, choices)
        if begin:
            after = after._replace(first=np.broadcast_to(np.arange(len(choices.actions)), after.first.shape))
        return self._best(after)

    def _spent(self, ways: Ways) -> Ways:
        """The best ways once no double arrow is left."""
        choices = _choices(self._game, "bonus")
        waits = Choices(choices.actions, np.zeros(1), np.zeros((1, len(TRACKS)), dtype=np.intp))
        while (left := ways.arrows > 0).any():
            spent = self._moved(ways._replace(arrows=ways.arrows - 1), choices)
            kept = self._moved(ways, waits)
            spent.prestige[~left] = NO_WAY
            kept.prestige[left] = NO_WAY
            ways = self._best(_each(lambda *both: np.concatenate(both, axis=2), spent, kept))
        return ways

    def _moved(self, ways: Ways, choices: Choices) -> Ways:
        """All ways after all choices: shapes (hands, ways, choices, …)."""
        last, seals, steps, arrows = self._bonuses
        before = ways.tracks[:, :, None, :]
        tracks = np.minimum(before + choices.steps, last)
        had, has = steps[RESOURCE, ways.tracks[..., seals]], steps[RESOURCE, tracks[..., seals]]
        tracks[..., : len(RESOURCES)] += has - had[:, :, None, :]
        np.minimum(tracks, last, out=tracks)
        reached = arrows[tracks[..., GOLD]] - arrows[ways.tracks[..., GOLD]][..., None]
        return Ways(
            tracks,
            ways.prestige[..., None] + choices.prestige,
            ways.arrows[..., None] + reached,
            np.broadcast_to(ways.first[..., None], reached.shape),
        )

    def _best(self, ways: Ways) -> Ways:
        """Of ways of shape (hands, ways, choices, …) the best of each hand, no two alike."""
        hands = len(ways.tracks)
        ways = _each(lambda part: part.reshape(hands, -1, *part.shape[3:]), ways)
        values = self.judged(ways)
        best = np.argsort(-values, axis=1, kind="stable")[:, : ALIKE * self._beam]
        ways = _each(lambda part: part[np.arange(hands)[:, None], best], ways)
        values = np.take_along_axis(values, best, axis=1)
        # Alike ways are equal neighbours now that they stand in the order of their values.
        alike = np.zeros(best.shape, dtype=bool)
        alike[:, 1:] = (values[:, 1:] == values[:, :-1]) & np.equal(
            ways.tracks[:, 1:], ways.tracks[:, :-1]
        ).all(axis=2)
        ways.prestige[alike] = NO_WAY
        order = np.argsort(alike, axis=1, kind="stable")[:, : self._beam]
        return self._padded(_each(lambda part: part[np.arange(hands)[:, None], order], ways))

    def _padded(self, ways: Ways) -> Ways:
        """With as many ways as the beam is wide."""
        missing = self._beam - ways.prestige.shape[1]
        if missing <= 0:
            return ways
        padded = _each(lambda part: part[:, [*range(part.shape[1]), *[0] * missing]], ways)
        padded.prestige[:, -missing:] = NO_WAY
        return padded

    def judged(self, ways: Ways) -> Values:
        """What ways are worth: tracks, prestige and double arrows."""
        judged: Values = self._worth(ways.tracks) + ways.prestige + self._arrows * ways.arrows
        return judged


def _each(change: Callable[..., Any], *ways: Ways) -> Ways:
    """The same done to each part of some ways."""
    return Ways(*(change(*parts) for parts in zip(*ways, strict=True)))
