"""Motifs of The Great Split: what a step, a group or a split brings, in prestige.

*As it stands*: what all four scorings would pay if they took place now. A group's *icons* are counted without
its seals, which may go to many tracks: it *raises* a seat by the prestige on it, and by what its steps add to
all scorings as they stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from core.bots.motifs import Motif
from core.game import Seat
from core.games.great_split import scoring
from core.games.great_split.data import GREAT_SPLIT_DATA, ROUNDS, SCORING_ROUNDS
from core.games.great_split.rules import GOLD, GREAT_SPLIT, left_neighbour, right_neighbour, wallet
from core.games.great_split.state import (
    RESOURCES,
    TRACKS,
    Action,
    Bonus,
    Discard,
    Estate,
    Group,
    Play,
    ResolveAction,
    Sell,
    SellSplitter,
    Split,
    Splitter,
    State,
    Take,
)
from core.games.great_split.tracks import advance

_DATA: Final = GREAT_SPLIT_DATA
_TRACKS: Final = {"books": ("books",), "art": ("art",), "gems": ("topaz", "emerald")}
"""The tracks that a scoring token looks at."""
_ARROW: Final = 3.2
_STEP: Final = 0.2
_ICON: Final = 0.3
_CONTRACT: Final = 1.0
"""Prestige that a double arrow, a step, an icon, a contract icon or a star is worth, about."""


def motifs(view: Any, seat: Seat, action: Action) -> list[Motif]:
    """Facts that speak for an action; weights are prestige."""
    s: State = view
    match action:
        case Discard():
            return list(_discard(s, seat, action))
        case Split():
            return list(_split(s, seat, action))
        case Take():
            return list(_take(s, seat, action))
        case Play() | Sell() | Splitter() | SellSplitter() | Bonus():
            return list(_resolve(s, s.estates[seat], action))
        case _:
            return []


def _motif(code: str, weight: float, **values: str | int) -> Motif:
    return Motif(f"great_split.motif.{code}", weight, (), dict(values))


# --- Resolving -----------------------------------------------------------------------------------------


def _resolve(s: State, before: Estate, action: ResolveAction) -> Iterator[Motif]:
    """Motifs of steps: points now, and goals that come nearer."""
    after = GREAT_SPLIT.resolved(before, action)
    prestige, steps = GREAT_SPLIT.gains(action)
    progress = advance(_DATA, before.tracks, steps)
    if prestige:
        yield _motif("prestige", prestige, points=prestige)
    for token in scoring.FINAL_SCORINGS:
        then, now = (scoring.score(_DATA, estate, token, s.slider) for estate in (before, after))
        if now > then:
            rounds = _rounds_of(s, token)
            weight = (now - then) * len(rounds)
            yield _motif(f"scores_{token}", weight, points=now - then, total=now, round=rounds[0])
    if progress.arrows:
        yield _motif("arrow", _ARROW * progress.arrows, count=progress.arrows)
    elif after.tracks[GOLD] > before.tracks[GOLD]:
        ahead = [space for space in _DATA.tracks["gold"].double_arrows if space > after.tracks[GOLD]]
        if ahead:
            yield _motif("to_arrow", 0.8, count=ahead[0] - after.tracks[GOLD])
    bonus = next((hop for hop in progress.hops if hop.bonus and hop.after > hop.before), None)
    if bonus is not None:
        yield _motif("seal_step", 1.2, track=f"great_split.track.{TRACKS[bonus.track]}")
    yield from _contracts(before, after)
    yield from _one_more(s, before, after)
    taken = sum(hop.after - hop.before for hop in progress.hops)
    if taken and not progress.lost:
        yield _motif("steps", _STEP * taken, count=taken)


def _rounds_of(s: State, token: str) -> list[int]:
    """Rounds after which something still scores; the last one always does."""
    lines = [SCORING_ROUNDS[place // 2] for place, laid in enumerate(s.tokens) if laid == token]
    return [number for number in (*lines, ROUNDS) if number >= s.round]


def _contracts(before: Estate, after: Estate) -> Iterator[Motif]:
    """A contract icon or a star, as long as it pays nothing yet."""
    for resource in RESOURCES:
        pays = scoring.contract(_DATA, after, resource) > scoring.contract(_DATA, before, resource)
        name = f"great_split.track.{resource}"
        icons = scoring.contracts_of(_DATA, after, resource)
        if icons > scoring.contracts_of(_DATA, before, resource) and not pays:
            yield _motif("icon", _CONTRACT, track=name, count=icons)
            return
        stars = scoring.stars_of(_DATA, after, resource)
        if stars > scoring.stars_of(_DATA, before, resource) and not pays:
            yield _motif("star", _CONTRACT, track=name, count=stars)
            return


def _one_more(s: State, before: Estate, after: Estate) -> Iterator[Motif]:
    """Motif of one more step on a track that was stepped on: its points, as it stands."""
    now, best = scoring.final_points(_DATA, after, s.slider), (0, 0)
    for track, (then, here) in enumerate(zip(before.tracks, after.tracks, strict=True)):
        if here > then:
            further = msgspec.structs.replace(after, tracks=advance(_DATA, after.tracks, [(track, 1)]).tracks)
            best = max(best, (scoring.final_points(_DATA, further, s.slider) - now, -track))
    points, track = best
    if points > 0:
        yield _motif("one_more", 0.4 * points, track=f"great_split.track.{TRACKS[-track]}", points=points)


# --- Groups --------------------------------------------------------------------------------------------


def _raise(s: State, estate: Estate, cards: Iterable[int]) -> int:
    """Prestige by which a group raises a seat, see above."""
    icons = [icon for card in cards for icon in _DATA.cards[card].icons]
    steps = [(TRACKS.index(icon), 1) for icon in icons if icon in RESOURCES]
    played = msgspec.structs.replace(estate, tracks=advance(_DATA, estate.tracks, steps).tracks)
    then, now = (scoring.final_points(_DATA, each, s.slider) for each in (estate, played))
    return icons.count("prestige") + now - then


def _icons(cards: Group) -> int:
    """Number of icons on a group, seals too."""
    return sum(len(_DATA.cards[card].icons) for card in cards)


def _take(s: State, seat: Seat, action: Take) -> Iterator[Motif]:
    """Motifs of a group: its points, and those of the one left behind for its owner."""
    giver = right_neighbour(s.seats, seat)
    group = wallet(s, seat, action.side)
    other = wallet(s, seat, "right" if action.side == "left" else "left")
    mine, theirs = (_raise(s, s.estates[seat], cards) for cards in (group, other))
    if mine > theirs:
        yield _motif("raises_more", mine - theirs, mine=mine, theirs=theirs)
    icons, others = _icons(group), _icons(other)
    if icons > others:
        yield _motif("more_icons", _ICON * (icons - others), mine=icons, theirs=others)
    left, taken = (_raise(s, s.estates[giver], cards) for cards in (other, group))
    if left < taken:
        weight = (taken - left) / s.seats
        yield _motif("leaves_less", weight, seat=int(giver), left=left, taken=taken)
    best = _needed(s, s.estates[seat], group, other)
    if best is not None:
        token, count = best
        what, number = f"great_split.scoring.{token}", _rounds_of(s, token)[0]
        yield _motif("fits", 0.5 * count, what=what, count=count, round=number)
    seals = [
        sum(icon in _DATA.seals for card in cards for icon in _DATA.cards[card].icons)
        for cards in (group, other)
    ]
    if seals[0] > seals[1]:
        yield _motif("more_seals", 0.3 * (seals[0] - seals[1]), mine=seals[0], theirs=seals[1])
    if len(group) > len(other):
        yield _motif("more_cards", 0.2, mine=len(group), theirs=len(other))


def _needed(s: State, estate: Estate, group: Group, other: Group) -> tuple[str, int] | None:
    """Scoring that comes soonest of those for which the group has more icons than the other; their number."""
    counts = [
        Counter[str](icon for card in cards for icon in _DATA.cards[card].icons) for cards in (group, other)
    ]
    found = []
    for token, tracks in _TRACKS.items():
        mine, theirs = (sum(count[track] for track in tracks) for count in counts)
        if mine > theirs:
            found.append((_rounds_of(s, token)[0], -mine, token))
    if not found:
        return None
    _, count, token = min(found)
    return token, -count


def _split(s: State, seat: Seat, action: Split) -> Iterator[Motif]:
    """Motifs of a split: the least points that come back, and the most that the neighbour gets."""
    chooser = left_neighbour(s.seats, seat)
    back = [_raise(s, s.estates[seat], group) for group in (action.left, action.right)]
    gets = [_raise(s, s.estates[chooser], group) for group in (action.left, action.right)]
    if min(back) > 0:
        yield _motif("comes_back", 0.5 * min(back), points=min(back))
    took, left = (0, 1) if gets[0] > gets[1] else (1, 0)
    if gets[took] > gets[left] and back[left] > back[took]:
        yield _motif("suits_both", 1 + 0.5 * (back[left] - back[took]), seat=int(chooser), points=back[left])
    if max(gets) < max(back):
        weight = 0.4 * (max(back) - max(gets))
        yield _motif("gives_less", weight, seat=int(chooser), points=max(gets), mine=max(back))
    icons = [_icons(action.left), _icons(action.right)]
    if abs(icons[0] - icons[1]) <= 1:
        yield _motif("even", 0.5, left=icons[0], right=icons[1])
    elif abs(gets[0] - gets[1]) <= 1:
        yield _motif("even_for", 0.5, seat=int(chooser), left=gets[0], right=gets[1])
    elif abs(back[0] - back[1]) <= 1:
        yield _motif("even_back", 0.5, left=back[0], right=back[1])
    else:
        yield _motif("returns", 0.1, count=min(icons))


def _discard(s: State, seat: Seat, action: Discard) -> Iterator[Motif]:
    """Motifs of a discard: points that the card would have brought, compared with the rest of the hand."""
    estate = s.estates[seat]
    worth = {card: _raise(s, estate, [card]) for card in estate.hand}
    if worth[action.card] == min(worth.values()):
        yield _motif("raises_least", 1, points=worth[action.card])
    icons = {card: _icons((card,)) for card in estate.hand}
    if icons[action.card] == min(icons.values()):
        yield _motif("fewest_icons", 0.5, count=icons[action.card])
    number = next((each for each in SCORING_ROUNDS if each >= s.round), ROUNDS)
    soon = {
        track for token, tracks in _TRACKS.items() for track in tracks if _rounds_of(s, token)[0] == number
    }
    if number < ROUNDS and soon.isdisjoint(_DATA.cards[action.card].icons):
        yield _motif("not_soon", 0.3, round=number)
