"""Positions of The Great Split for tests: also such as no game reaches, with tracks as diagrams.

A diagram shows where the marker of a track stands, from space 0 on; a track that is not shown is at 0.

    books   ····▪··●▪··▪··▪·    books-seal   ··+★·●★·+★·+★
    gold    ●··»▪·»·▪»·▪»·▪»    gold-seal    ●·+★·+★·+★·+★

    ●  the marker                   ▪  a contract icon      »  a double arrow
    +  a step on the resource       ★  one star more        ·  an empty space

The numbers are those in tests/data/great_split/data.json, with which the examples were worked by hand: those
the game is played with may change.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

from core.game import Seat
from core.games.great_split.data import SCORING_ROUNDS, GameData, read
from core.games.great_split.rules import GreatSplit
from core.games.great_split.state import (
    RESOURCES,
    SEAL_TRACKS,
    SEALED_STAGES,
    TRACKS,
    Estate,
    Options,
    Stage,
    State,
)
from tests.core import positions
from tests.core.games import DATA_FOLDER

FILE: Final = DATA_FOLDER / "great_split" / "data.json"
DATA: Final = read(FILE.read_bytes())
GAME: Final = GreatSplit(DATA)

FIRST, SECOND, THIRD, FOURTH = map(Seat, range(4))
TOKENS: Final = ("books", "none", "art", "gems")
TURNED: Final = (0, 1, 0, 1, 2)
"""Scoring tokens laid out and market tokens turned up where a position says nothing else."""


class Position(positions.Position, frozen=True):
    """A position in a game with these numbers."""

    def estate(self, seat: int = 0) -> Estate:
        """What lies before a seat."""
        estate: Estate = self.state.estates[seat]
        return estate

    def board(self, seat: int = 0) -> str:
        """All ten tracks of a seat."""
        return board_of(self.game.data, self.estate(seat).tracks)

    def each(self, *texts: str) -> Position:
        """One step of every seat, in their order."""
        s = self
        for seat, text in enumerate(texts):
            s = s.play(text, seat=seat)
        return s


def tracks_of(diagram: str, data: GameData = DATA) -> tuple[int, ...]:
    """Where the ten tracks stand; the diagram has to show the spaces as they are in the data."""
    words = diagram.split()
    stands = dict.fromkeys(TRACKS, 0)
    for name, signs in zip(words[::2], words[1::2], strict=True):
        track = TRACKS.index(name)
        stands[TRACKS[track]] = signs.index("●")
        drawn = _signs(data, track, stands[TRACKS[track]])
        assert signs == drawn, f"{name} should be drawn {drawn}"
    return tuple(stands.values())


def board_of(data: GameData, tracks: Sequence[int]) -> str:
    """All ten tracks as a diagram."""
    rows = [f"{name:14}{_signs(data, track, tracks[track])}" for track, name in enumerate(TRACKS)]
    half = len(rows) // 2
    return "\n".join(f"{left:34}{right}" for left, right in zip(rows[:half], rows[half:], strict=True))


def board(diagram: str, data: GameData = DATA) -> str:
    """A diagram with the tracks that it leaves out."""
    return board_of(data, tracks_of(diagram, data))


def _signs(data: GameData, track: int, stands: int) -> str:
    signs = ["·"] * (data.spaces[track] + 1)
    if track < len(RESOURCES):
        resource = data.tracks[RESOURCES[track]]
        for space in resource.contracts:
            signs[space] = "▪"
        for space in resource.double_arrows:
            signs[space] = "»"
    else:
        seal = data.seal_tracks[SEAL_TRACKS[track - len(RESOURCES)]]
        for space in range(1, seal.spaces + 1):
            signs[space] = "★" if seal.stars[space] > seal.stars[space - 1] else "·"
        for space in seal.steps:
            signs[space] = "+"
    signs[stands] = "●"
    return "".join(signs)


def estate(diagram: str = "", data: GameData = DATA, **more: Any) -> Estate:
    """What lies before a seat; groups of cards are put in order."""
    groups = {name: tuple(sorted(cards)) for name, cards in more.items() if name in ("hand", "left", "right")}
    fields: dict[str, Any] = {"character": 0, **more, **groups}
    return Estate(tracks=tracks_of(diagram, data), **fields)


def position(
    stage: Stage,
    *estates: Estate,
    round: int = 1,
    ready: Sequence[bool] | None = None,
    game: GreatSplit = GAME,
    **more: Any,
) -> Position:
    """A position of as many seats as there are estates.

    The decks lack what lies before the seats and, so that the numbers are right, the highest cards of what
    has been drawn till now and is said to be discarded.
    """
    sealed = stage in SEALED_STAGES
    gone = {card for e in estates for card in (*e.hand, *e.left, *e.right, *e.played, *e.discarded)}
    decks = tuple(tuple(card for card in deck if card not in gone) for deck in game.data.decks)
    state = State(
        Options(),
        stage,
        round=round,
        estates=estates,
        decks=decks,
        shown=estates if sealed else (),
        ready=tuple(ready or (False,) * len(estates)) if sealed else (),
        tokens=more.pop("tokens", TOKENS),
        market=more.pop("market", TURNED[: round - 1]),
        **more,
    )
    return Position(game, state)


def resolving(
    diagram: str = "", hand: Sequence[int] = (), *, game: GreatSplit = GAME, **more: Any
) -> Position:
    """Seat 0 resolves with these cards and its splitter; seat 1 still has its splitter to play."""
    mine = estate(diagram, game.data, hand=hand, **{"splitter": True, **more})
    return position("resolve", mine, estate(character=1, splitter=True, data=game.data), game=game)


def scoring_line(round: int, *tokens: str) -> tuple[str, ...]:
    """The four tokens with these two on the line after this round."""
    others = [token for token in DATA.scoring_tokens if token not in tokens]
    return (*tokens, *others) if round == SCORING_ROUNDS[0] else (*others, *tokens)


def market_of(rounds: int, slider: int) -> tuple[int, ...]:
    """Tokens turned up in so many rounds, with the slider on this step."""
    ways = combinations(DATA.market_tokens, rounds)
    return next(tokens for tokens in ways if sum(tokens) == slider)
