"""Planning of a hand: a beam search for the best way to resolve cards, over many hands at once, in arrays.

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

from core.bots.contract import BoolArray, FloatArray, IndexArray
from core.games.great_split.rules import BONUS_TRACKS, GOLD, GreatSplit
from core.games.great_split.state import (
    GOODS,
    RESOURCES,
    SEAL_TRACKS,
    TRACKS,
    Bonus,
    Estate,
    Play,
    ResolveAction,
    Sell,
    SellSplitter,
    Splitter,
)

ActionSource = int | Literal["splitter", "bonus"]
"""Origin of an action: a card, the splitter, a double arrow."""

MOST_ALIKE: Final = 4
"""Plans with equal results that are kept, about, at most."""
RESOURCE_INDICES: Final = np.arange(len(RESOURCES))
NO_PLAN_VALUE: Final = -1e9
"""Value of a plan that does not exist."""


class CardChoices(NamedTuple):
    """The choices for a card, the splitter or a double arrow: actions, prestige and steps of each.

    Shapes (choices,) and (choices, 10).
    """

    actions: tuple[ResolveAction, ...]
    prestige: FloatArray
    steps: IndexArray


class HandPlans(NamedTuple):
    """Ways to resolve hands: tracks (hands, ways, 10), prestige gained and double arrows to be spent, each
    (hands, ways), and the numbers of the choices made, (hands, ways, choices) where they are recorded.
    """

    tracks: IndexArray
    prestige: FloatArray
    arrows: IndexArray
    path: IndexArray


class Bonuses(NamedTuple):
    """`last` space of each track; `seals`: the track of each resource's seal; the steps on the resource that
    lie up to a space of that, (5, spaces); the double arrows up to a space of gold.
    """

    last: IndexArray
    seals: IndexArray
    steps: IndexArray
    arrows: IndexArray


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
def _choices(game: GreatSplit, source: ActionSource) -> CardChoices:
    actions: Sequence[ResolveAction]
    if source == "splitter":
        actions = [*map(Splitter, TRACKS), *map(SellSplitter, GOODS)]
    elif source == "bonus":
        actions = [*map(Bonus, BONUS_TRACKS)]
    else:
        plays = [Play(source, seals) for seals in game.seal_choices(source)]
        actions = [*plays, *(Sell(source, goods) for goods in GOODS)]
    gains = [game.gains(action) for action in actions]
    steps = np.zeros((len(actions), len(TRACKS)), dtype=np.intp)
    for row, (_, tracks) in zip(steps, gains, strict=True):
        for track, many in tracks:
            row[track] += many
    return CardChoices(tuple(actions), np.array([float(prestige) for prestige, _ in gains]), steps)


class HandSearch:
    """The beam search for one seat: `worth` judges tracks, `arrows` the points of an unspent double arrow.

    For each hand the `beam` best ways are followed up.
    """

    def __init__(
        self, game: GreatSplit, worth: Callable[[IndexArray], FloatArray], arrows: float, beam: int
    ) -> None:
        self.game, self._worth, self._arrows, self._beam = game, worth, arrows, beam
        self._bonuses = _bonuses(game)

    def of_hands(self, tracks: Sequence[int], cards: Sequence[int], masks: BoolArray) -> FloatArray:
        """The value of each hand once its cards and the splitter are resolved.

        `masks` says which of the cards are in each hand: shape (hands, cards).
        """
        ways = self._start(tracks, len(masks))
        for card, mask in zip(cards, masks.T, strict=True):
            ways = self._where(mask, ways, _choices(self.game, card))
        return self._finished(ways)

    def of_subsets(self, tracks: Sequence[int], cards: Sequence[int]) -> FloatArray:
        """The same for every subset of the cards: bit i of its number says whether card i is in it."""
        ways = self._start(tracks, 1)
        for card in cards:
            ways = _each(_joined, ways, self._extend_plans(ways, _choices(self.game, card)))
        return self._finished(ways)

    def _finished(self, ways: HandPlans) -> FloatArray:
        ways = self._spent(self._extend_plans(ways, _choices(self.game, "splitter")))
        best: FloatArray = self._judged(ways).max(axis=1)
        return best

    def plan(self, estate: Estate) -> list[ResolveAction]:
        """The best way to resolve the hand, as actions from the first to the last."""
        ways, steps = self._start(estate.tracks, 1), list[CardChoices]()
        ways = ways._replace(arrows=ways.arrows + estate.arrows)
        for source in (*estate.hand, *["splitter" for _ in range(estate.splitter)]):
            steps.append(_choices(self.game, source))
            ways = self._extend_plans(ways, steps[-1], record=True)
        ways = self._spent(ways, record=True)
        best = int(self._judged(ways)[0].argmax())
        places = ways.path[0, best].tolist()
        actions = [step.actions[place] for step, place in zip(steps, places, strict=False)]
        bonus = _choices(self.game, "bonus").actions
        bonuses = [bonus[place] for place in places[len(steps) :] if place < len(bonus)]
        return self._in_order(estate, actions, bonuses)

    def _in_order(
        self, estate: Estate, actions: Sequence[ResolveAction], bonuses: Sequence[ResolveAction]
    ) -> list[ResolveAction]:
        """The actions, with double arrows spent as soon as they are gained."""
        actions, bonuses, ordered = [*actions], [*bonuses], []
        while actions or bonuses:
            ordered.append((bonuses if estate.arrows else actions).pop(0))
            estate = self.game.resolved(estate, ordered[-1])
        return ordered

    def _start(self, tracks: Sequence[int], hands: int) -> HandPlans:
        """One way for each hand, before anything is done."""
        shape = (hands, self._beam)
        prestige = np.full(shape, NO_PLAN_VALUE)
        prestige[:, 0] = 0
        repeated = np.broadcast_to(np.array(tracks, dtype=np.intp), (*shape, len(TRACKS)))
        return HandPlans(
            repeated, prestige, np.zeros(shape, dtype=np.intp), np.zeros((*shape, 0), dtype=np.intp)
        )

    def _where(self, mask: NDArray[np.bool_], ways: HandPlans, choices: CardChoices) -> HandPlans:
        """The ways after some of the hands have chosen; the others stay as they are."""
        if not mask.any():
            return ways
        after = self._extend_plans(_each(lambda part: part[mask], ways), choices)
        return _each(lambda part, new: _put(part, mask, new), ways, after)

    def _extend_plans(self, ways: HandPlans, choices: CardChoices, record: bool = False) -> HandPlans:
        """The best ways after one of the choices each; with `record` its number is added to their paths."""
        return self._best(self._moved(ways, choices, record))

    def _spent(self, ways: HandPlans, record: bool = False) -> HandPlans:
        """The best ways once no double arrow is left."""
        bonus = _choices(self.game, "bonus")
        # The last choice is to have nothing to spend.
        choices = CardChoices(
            bonus.actions,
            np.append(bonus.prestige, 0.0),
            np.append(bonus.steps, np.zeros_like(bonus.steps[:1]), 0),
        )
        while (spending := ((ways.arrows > 0) & (ways.prestige > NO_PLAN_VALUE / 2)).any(axis=1)).any():
            some = _each(lambda part, rows=spending: part[rows], ways)
            after = self._moved(some, choices, record)
            left = some.arrows > 0
            after.prestige[..., :-1][~left] = NO_PLAN_VALUE
            after.prestige[..., -1][left] = NO_PLAN_VALUE
            after.arrows[..., :-1] -= 1
            after = self._best(after)
            if after.path.shape[2] > ways.path.shape[2]:
                ways = after  # a single hand
            else:
                ways = _each(lambda part, new, rows=spending: _put(part, rows, new), ways, after)
        return ways

    def _moved(self, ways: HandPlans, choices: CardChoices, record: bool = False) -> HandPlans:
        """All ways after all choices: shapes (hands, ways, choices, …)."""
        last, seals, steps, arrows = self._bonuses
        before = ways.tracks[:, :, None, :]
        tracks = np.minimum(before + choices.steps, last)
        had, has = (
            steps[RESOURCE_INDICES, ways.tracks[..., seals]],
            steps[RESOURCE_INDICES, tracks[..., seals]],
        )
        tracks[..., : len(RESOURCES)] += has - had[:, :, None, :]
        np.minimum(tracks, last, out=tracks)
        reached = arrows[tracks[..., GOLD]] - arrows[ways.tracks[..., GOLD]][..., None]
        return HandPlans(
            tracks,
            ways.prestige[..., None] + choices.prestige,
            ways.arrows[..., None] + reached,
            _paths(ways.path, len(choices.steps), record),
        )

    def _best(self, ways: HandPlans) -> HandPlans:
        """The best ways of each hand, no two alike, of ways of shape (hands, ways, choices, …)."""
        hands = len(ways.tracks)
        rows = np.arange(hands)[:, None]
        ways = _each(lambda part: part.reshape(hands, part.shape[1] * part.shape[2], *part.shape[3:]), ways)
        values = self._judged(ways)
        if self._beam == 1:
            best = values.argmax(axis=1)[:, None]
            return _each(lambda part: part[rows, best], ways)
        best = np.argsort(-values, axis=1, kind="stable")[:, : MOST_ALIKE * self._beam]
        ways = _each(lambda part: part[rows, best], ways)
        values = values[rows, best]
        # Alike ways are equal neighbours now that they stand in the order of their values.
        alike = np.zeros(best.shape, dtype=bool)
        alike[:, 1:] = (values[:, 1:] == values[:, :-1]) & np.equal(
            ways.tracks[:, 1:], ways.tracks[:, :-1]
        ).all(axis=2)
        ways.prestige[alike] = NO_PLAN_VALUE
        order = np.argsort(alike, axis=1, kind="stable")[:, : self._beam]
        return self._padded(_each(lambda part: part[rows, order], ways))

    def _padded(self, ways: HandPlans) -> HandPlans:
        """The ways, filled up to the width of the beam."""
        missing = self._beam - ways.prestige.shape[1]
        if missing <= 0:
            return ways
        padded = _each(lambda part: part[:, [*range(part.shape[1]), *[0] * missing]], ways)
        padded.prestige[:, -missing:] = NO_PLAN_VALUE
        return padded

    def _judged(self, ways: HandPlans) -> FloatArray:
        """The value of each way: tracks, prestige and double arrows."""
        judged: FloatArray = self._worth(ways.tracks) + ways.prestige + self._arrows * ways.arrows
        return judged


def _each(change: Callable[..., Any], *ways: HandPlans) -> HandPlans:
    """The ways with the same function applied to each of their arrays."""
    return HandPlans(*(change(*parts) for parts in zip(*ways, strict=True)))


def _joined(first: Any, second: Any) -> Any:
    return np.concatenate([first, second])


def _put(part: Any, rows: NDArray[np.bool_], new: Any) -> Any:
    """The part with these rows replaced."""
    part = np.array(part)
    part[rows] = new
    return part


def _paths(path: IndexArray, choices: int, record: bool) -> IndexArray:
    """The paths after each of the choices."""
    if not record:
        return np.empty((*path.shape[:2], choices, 0), dtype=np.intp)
    after = np.broadcast_to(path[:, :, None], (*path.shape[:2], choices, path.shape[2]))
    numbers = np.broadcast_to(np.arange(choices)[:, None], (*after.shape[:3], 1))
    return np.concatenate([after, numbers], axis=3)
