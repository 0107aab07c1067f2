"""Scoring of The Great Split: the four scorings, and the sheet at the end."""

from __future__ import annotations

from typing import Final, get_args

from core.game import Outcome, ScoreLine, Seat
from core.games.great_split.data import GameData
from core.games.great_split.state import RESOURCES, TRACKS, Estate, Resource, Scorable, Scored, State

BOOKS: Final = TRACKS.index("books")
ART: Final = TRACKS.index("art")
GEMS: Final = (TRACKS.index("topaz"), TRACKS.index("emerald"))
FINAL_SCORINGS: Final[tuple[Scorable, ...]] = get_args(Scorable)
"""The scorings after the last round."""


def books(data: GameData, estate: Estate) -> int:
    """The prestige of the last banner reached."""
    return data.tracks["books"].banners[estate.tracks[BOOKS]]


def art_level(data: GameData, estate: Estate) -> int:
    """The level reached on the art track."""
    return data.tracks["art"].levels[estate.tracks[ART]]


def art(data: GameData, estate: Estate, slider: int) -> int:
    """The prestige that the art market pays for the level reached."""
    return data.art_pays(slider)[art_level(data, estate)]


def gem_value(data: GameData, estate: Estate) -> int:
    """The value reached on the less advanced of topaz and emerald."""
    return min(value_of(data, estate, gem) for gem in GEMS)


def value_of(data: GameData, estate: Estate, gem: int) -> int:
    """The value reached on the track of this gem."""
    return data.tracks[RESOURCES[gem]].values[estate.tracks[gem]]


def gems(data: GameData, estate: Estate) -> int:
    """The prestige of gems: twice `gem_value`."""
    return 2 * gem_value(data, estate)


def contracts_of(data: GameData, estate: Estate, resource: Resource) -> int:
    """The contract icons of a resource: those reached on its track and those on the character tile."""
    reached = estate.tracks[TRACKS.index(resource)]
    icons = sum(space <= reached for space in data.tracks[resource].contracts)
    tile = {} if estate.character is None else data.characters[estate.character].contracts
    return icons + tile.get(resource, 0)


def stars_of(data: GameData, estate: Estate, resource: Resource) -> int:
    """The stars reached on the seal track of a resource."""
    track = data.seal_of[resource]
    return data.seal_tracks[track].stars[estate.tracks[TRACKS.index(track)]]


def contract(data: GameData, estate: Estate, resource: Resource) -> int:
    """Contract icons of a resource times the stars of its seal."""
    return contracts_of(data, estate, resource) * stars_of(data, estate, resource)


def contracts(data: GameData, estate: Estate) -> int:
    """The contracts of all resources."""
    return sum(contract(data, estate, resource) for resource in RESOURCES)


def score(data: GameData, estate: Estate, token: str, slider: int) -> int:
    """The prestige of one scoring: `books`, `art`, `gems` or `contracts`."""
    match token:
        case "books":
            return books(data, estate)
        case "art":
            return art(data, estate, slider)
        case "gems":
            return gems(data, estate)
        case _:
            return contracts(data, estate)


def final_points(data: GameData, estate: Estate, slider: int) -> int:
    """The prestige of all scorings after the last round, if they took place now."""
    return sum(score(data, estate, token, slider) for token in FINAL_SCORINGS)


def sheet(data: GameData, s: State, seat: Seat) -> tuple[ScoreLine, ...]:
    """Score sheet of a seat: the sources that add up to its prestige. Lines without points are left out.

    First what cards and sales brought, then the scorings one by one; contracts by resource.
    """
    estate = s.estates[seat]
    scored = sum(scoring.amounts[seat] for scoring in s.scored)
    lines = [ScoreLine("great_split.points.prestige", float(estate.prestige - scored))]
    for scoring in s.scored:
        if scoring.token == "contracts":
            lines += [_contract(data, estate, resource) for resource in RESOURCES]
        else:
            lines.append(_line(scoring, seat))
    return tuple(point for point in lines if point.amount)


def _contract(data: GameData, estate: Estate, resource: Resource) -> ScoreLine:
    how = f"{contracts_of(data, estate, resource)} × {stars_of(data, estate, resource)}"
    amount = float(contract(data, estate, resource))
    return ScoreLine(f"great_split.points.contract_{resource}", amount, how)


def _line(scoring: Scored, seat: Seat) -> ScoreLine:
    """A scoring of books, art or gems."""
    amount = scoring.amounts[seat]
    how = f"2 × {amount // 2}" if scoring.token == "gems" else ""
    return ScoreLine(f"great_split.points.{scoring.token}_{scoring.round}", float(amount), how)


def result(data: GameData, s: State) -> Outcome:
    """Result of a game that is over: most prestige wins, ties share."""
    scores = tuple(float(estate.prestige) for estate in s.estates)
    winners = tuple(Seat(seat) for seat, points in enumerate(scores) if points == max(scores))
    sheets = tuple(sheet(data, s, Seat(seat)) for seat in range(s.seats))
    reason = "prestige" if len(winners) == 1 else "tie"
    return Outcome(winners, scores, f"great_split.reason.{reason}", sheets)
