"""The numbers of The Great Split: cards, tracks, art market, tokens, characters, from `data.json`.

The printed ones are not in our source; these are ours, balanced by play between AIs. The rules know only
what a file of this schema can say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib.resources import files
from itertools import pairwise
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from core.game import Refused
from core.games.great_split.state import (
    RESOURCES,
    SEAL_TRACKS,
    TRACKS,
    Resource,
    ScoringToken,
    SealTrack,
    Track,
)

ROUNDS: Final = 6
SCORING_ROUNDS: Final = (3, 4)
"""Rounds after which two scoring tokens each count."""
FIRST_HAND: Final = 4
"""Cards of level I that a seat begins with, beside the splitter."""
MOST_SEATS: Final = 7
LEAST_HAND: Final = 2
"""Cards that every hand to be parted has: one for each group."""
ART_AMOUNTS: Final = (0, 6, 10, 13, 15)
"""Prestige that the art market pays; the source names these and no others."""
ART_CHECK_STEPS: Final = (4, 12)
"""Steps of the slider at which each of these amounts is paid for some level."""

Level = Literal["I", "II", "III"]
CARD_LEVELS: Final[tuple[Level, ...]] = ("I", "II", "III")
Seal = Literal["diamond", "square", "star"]
SEALS: Final[tuple[Seal, ...]] = ("diamond", "square", "star")
Icon = Literal["prestige", "books", "art", "topaz", "emerald", "gold", "diamond", "square", "star"]

Spaces = Annotated[int, Meta(ge=1, le=40)]
Space = Annotated[int, Meta(ge=1, le=40)]
Count = Annotated[int, Meta(ge=0, le=99)]
NumberRow = tuple[Count, ...]
"""Numbers by space, from 0 on."""


class FilePart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the file, in which nothing unknown may stand."""


class ResourceTrack(FilePart, frozen=True):
    """A resource track: spaces with a contract icon, with a double arrow, and what it shows for scoring."""

    spaces: Spaces
    contracts: tuple[Space, ...]
    banners: NumberRow = ()
    levels: NumberRow = ()
    values: NumberRow = ()
    double_arrows: tuple[Space, ...] = ()


class SealedTrack(FilePart, frozen=True):
    """A seal track: the stars reached, and the spaces with a step on a resource track."""

    spaces: Spaces
    resources: tuple[Resource, ...]
    stars: NumberRow
    steps: dict[Space, Resource]


class ArtRow(FilePart, frozen=True):
    """The art market from a step of the slider on: prestige paid for each level of art."""

    slider: Count
    pays: NumberRow


class CharacterTile(FilePart, frozen=True):
    """Steps taken at the start, and contract icons counted at the end. `name` is the key of its texts."""

    id: Count
    name: Annotated[str, Meta(pattern="^[a-z_]{1,24}$")]
    start: dict[Track, Count]
    contracts: dict[Resource, Count]


class ResourceCard(FilePart, frozen=True):
    """A card: its number, its deck, its icons."""

    id: Count
    level: Level
    icons: Annotated[tuple[Icon, ...], Meta(min_length=1, max_length=4)]


class GameData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The whole file, checked. Made by `read`."""

    hand_limit: Annotated[
        tuple[Annotated[int, Meta(ge=LEAST_HAND, le=8)], ...], Meta(min_length=ROUNDS, max_length=ROUNDS)
    ]
    prestige_track: Literal[False]
    tracks: dict[Resource, ResourceTrack]
    seal_tracks: dict[SealTrack, SealedTrack]
    seals: dict[Seal, tuple[SealTrack, ...]]
    art_market: tuple[ArtRow, ...]
    market_tokens: tuple[Count, ...]
    scoring_tokens: tuple[ScoringToken, ...]
    characters: tuple[CharacterTile, ...]
    cards: tuple[ResourceCard, ...]

    @cached_property
    def spaces(self) -> tuple[int, ...]:
        """The last space of each of the ten tracks."""
        resources = (track.spaces for track in self.tracks.values())
        return (*resources, *(track.spaces for track in self.seal_tracks.values()))

    @cached_property
    def steps(self) -> tuple[Mapping[int, int], ...]:
        """For each track: the spaces with a resource icon, and the number of that resource's track."""
        none: Mapping[int, int] = {}
        seals = (
            {space: TRACKS.index(resource) for space, resource in track.steps.items()}
            for track in self.seal_tracks.values()
        )
        return (*[none] * len(self.tracks), *seals)

    @cached_property
    def double_arrows(self) -> tuple[frozenset[int], ...]:
        """For each track: the spaces with a double arrow."""
        arrows = (frozenset(track.double_arrows) for track in self.tracks.values())
        return (*arrows, *[frozenset[int]()] * len(self.seal_tracks))

    @cached_property
    def seal_of(self) -> Mapping[Resource, SealTrack]:
        """The seal track of each resource."""
        return {resource: name for name, track in self.seal_tracks.items() for resource in track.resources}

    def art_pays(self, slider: int) -> NumberRow:
        """Prestige that the art market pays for each level of art, with the slider on this step."""
        return next(row.pays for row in reversed(self.art_market) if row.slider <= slider)

    @cached_property
    def decks(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the cards of each level."""
        return tuple(tuple(card.id for card in self.cards if card.level == level) for level in CARD_LEVELS)


def read(text: str | bytes) -> GameData:
    """The numbers from the text of a file. Raises `Refused("great_split.refusal.data…")`."""
    try:
        data = msgspec.json.decode(text, type=GameData, strict=True)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("great_split.refusal.data", detail=_short(error)) from None
    for problem in _problems(data):
        raise Refused("great_split.refusal.data", detail=problem)
    return data


def _problems(data: GameData) -> Iterable[str]:
    """Everything wrong with a file that has the right form, in words for whoever edits it."""
    yield from _track_problems(data)
    yield from _art_problems(data)
    yield from _market_problems(data)
    yield from _card_problems(data)
    yield from _character_problems(data)


_ROWS: Final[dict[str, str]] = {"books": "banners", "art": "levels", "topaz": "values", "emerald": "values"}
"""The numbers that a resource track shows for scoring."""


def _track_problems(data: GameData) -> Iterable[str]:
    if tuple(data.tracks) != RESOURCES or tuple(data.seal_tracks) != SEAL_TRACKS:
        yield f"tracks: they are {', '.join(TRACKS)}, in this order"
        return
    for name, track in data.tracks.items():
        yield from (f"tracks.{name}.{problem}" for problem in _resource_problems(name, track))
    for seal_name, seal in data.seal_tracks.items():
        yield from (f"seal_tracks.{seal_name}.{problem}" for problem in _seal_problems(seal))
    if data.tracks["topaz"].values != data.tracks["emerald"].values:
        yield "tracks.emerald.values: those of topaz, so that the less advanced is worth less"
    sealed = [resource for seal in data.seal_tracks.values() for resource in seal.resources]
    if sorted(sealed) != sorted(RESOURCES):
        yield "seal_tracks: each resource has one seal track"


def _resource_problems(name: str, track: ResourceTrack) -> Iterable[str]:
    for field in ("banners", "levels", "values"):
        row = getattr(track, field)
        if bool(row) != (field == _ROWS.get(name)):
            yield f"{field}: they belong to another track"
        elif row and not _climbs(row, track.spaces):
            yield f"{field}: {_CLIMB}"
    if bool(track.double_arrows) != (name == "gold"):
        yield "double_arrows: they are on gold"
    for field in ("contracts", "double_arrows"):
        if not _rises(getattr(track, field), track.spaces):
            yield f"{field}: {_RISE}"


def _seal_problems(seal: SealedTrack) -> Iterable[str]:
    if not _climbs(seal.stars, seal.spaces):
        yield f"stars: {_CLIMB}"
    if not _rises(tuple(seal.steps), seal.spaces):
        yield f"steps: {_RISE}"
    if any(resource not in seal.resources for resource in seal.steps.values()):
        yield "steps: on a resource of this seal"


_CLIMB: Final = "one number for each space from 0 on, none less than the one before"
_RISE: Final = "spaces of the track in ascending order"


def _art_problems(data: GameData) -> Iterable[str]:
    rows, levels = data.art_market, max(data.tracks["art"].levels) + 1
    if [row.slider for row in rows[:1]] != [0] or any(a.slider >= b.slider for a, b in pairwise(rows)):
        yield "art_market: rows for the slider from 0 on, in ascending order"
        return
    for number, row in enumerate(rows):
        yield from (f"art_market.{number}.pays{problem}" for problem in _row_problems(row.pays, levels))
    for number, (row, after) in enumerate(pairwise(rows), start=1):
        for level, (less, more) in enumerate(zip(row.pays, after.pays, strict=False)):
            if less > more:
                yield f"art_market.{number}.pays.{level}: {more} is less than {less} in the row before"
    for slider in ART_CHECK_STEPS:
        for amount in sorted({*ART_AMOUNTS}.difference(data.art_pays(slider))):
            yield f"art_market: no level pays {amount} with the slider at {slider}"


def _row_problems(pays: NumberRow, levels: int) -> Iterable[str]:
    """Mistake in a row of the art market, after the place."""
    if len(pays) != levels:
        yield f": an amount for each of {levels} levels of art, here are {len(pays)}"
    elif pays[0]:
        yield f".0: level 0 pays nothing, not {pays[0]}"
    for level, amount in enumerate(pays):
        if amount not in ART_AMOUNTS:
            yield f".{level}: {amount} is none of {', '.join(map(str, ART_AMOUNTS))}"
        elif level and amount < pays[level - 1]:
            yield f".{level}: {amount} is less than {pays[level - 1]} for the level before"


def _market_problems(data: GameData) -> Iterable[str]:
    if len(data.market_tokens) < ROUNDS:
        yield f"market_tokens: one for each of {ROUNDS} rounds"
    if sorted(data.scoring_tokens) != ["art", "books", "gems", "none"]:
        yield "scoring_tokens: books, art, gems, none"
    if tuple(data.seals) != SEALS or data.seals["star"] != SEAL_TRACKS:
        yield "seals: diamond, square, star; a star is good for every seal track"
    for name, tracks in data.seals.items():
        if not tracks or list(tracks) != [track for track in SEAL_TRACKS if track in tracks]:
            yield f"seals.{name}: seal tracks in their order"


def _card_problems(data: GameData) -> Iterable[str]:
    if [card.id for card in data.cards] != list(range(len(data.cards))):
        yield "cards: numbered from 0 on"
        return
    wanted = (
        max(FIRST_HAND * MOST_SEATS, 2 * FIRST_HAND + 2 * SCORING_ROUNDS[0]),
        SCORING_ROUNDS[0] * MOST_SEATS,
        SCORING_ROUNDS[0] * MOST_SEATS,
    )
    count = Counter(card.level for card in data.cards)
    for level, least in zip(CARD_LEVELS, wanted, strict=True):
        if count[level] < least:
            yield f"cards: {least} of level {level} are drawn, there are {count[level]}"


def _character_problems(data: GameData) -> Iterable[str]:
    if [tile.id for tile in data.characters] != list(range(len(data.characters))):
        yield "characters: numbered from 0 on"
    elif len(data.characters) < MOST_SEATS:
        yield f"characters: one for each of {MOST_SEATS} seats"
    names = [tile.name for tile in data.characters]
    for tile in data.characters:
        if tile.name in names[: tile.id]:
            yield f"characters.{tile.id}: another has this name"
        for name, steps in tile.start.items():
            track = TRACKS.index(name)
            bonus = {*data.steps[track], *data.double_arrows[track]}
            if steps > data.spaces[track] or any(space <= steps for space in bonus):
                yield f"characters.{tile.id}: its start reaches a bonus on {name}"


def _climbs(row: NumberRow, spaces: int) -> bool:
    return len(row) == spaces + 1 and row[0] == 0 and all(a <= b for a, b in pairwise(row))


def _rises(row: tuple[int, ...], spaces: int) -> bool:
    return all(a < b for a, b in pairwise(row)) and all(space <= spaces for space in row)


def _short(error: Any) -> str:
    text = "".join(c if c.isprintable() else " " for c in str(error))
    return text[:160]


GREAT_SPLIT_DATA: Final = read((files(__package__) / "data.json").read_bytes())
"""The numbers of the game as it is played."""
