"""Positions of The Great Split from diagrams of tracks, and back.

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
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from core.game import CHANCE, Outcome, Place, Seat
from core.games.great_split.data import LINES, Data, read
from core.games.great_split.rules import GreatSplit
from core.games.great_split.state import (
    RESOURCES,
    SEAL_TRACKS,
    SEALED_STAGES,
    TRACKS,
    Action,
    Estate,
    Options,
    Stage,
    State,
)

replace = msgspec.structs.replace

FILE: Final = Path(__file__).parents[2] / "data" / "great_split" / "data.json"
DATA: Final = read(FILE.read_bytes())
GAME: Final = GreatSplit(DATA)

FIRST, SECOND, THIRD, FOURTH = map(Seat, range(4))
TOKENS: Final = ("books", "none", "art", "gems")
TURNED: Final = (0, 1, 0, 1, 2)
"""Scoring tokens laid out and market tokens turned up where a position says nothing else."""


class Position(NamedTuple):
    """A position in a game with these numbers."""

    state: State
    game: GreatSplit = GAME

    def estate(self, seat: int = 0) -> Estate:
        """What lies before a seat."""
        return self.state.estates[seat]

    def board(self, seat: int = 0) -> str:
        """All ten tracks of a seat."""
        return board_of(self.game.data, self.estate(seat).tracks)

    def allows(self, text: str, seat: int = 0) -> bool:
        """Whether an action can be done: `legal` and `why_not` have to agree."""
        action = self.game.parse(text)
        listed = action in self.game.legal(self.state, Seat(seat))
        refusal = self.game.why_not(self.state, Seat(seat), action)
        assert listed == (refusal is None), f"{text}: legal says {listed}, why_not {refusal}"
        return listed

    def refuses(self, text: str, seat: int = 0) -> tuple[str, tuple[Place, ...]]:
        """Why an action cannot be done: the last part of its code, and the cards to blame."""
        assert not self.allows(text, seat), f"{text} is allowed"
        refusal = self.game.why_not(self.state, Seat(seat), self.game.parse(text))
        assert refusal is not None
        return refusal.code.removeprefix("great_split.refusal."), refusal.places

    def offers(self, seat: int = 0) -> set[str]:
        """Everything that a seat can do now, or chance."""
        return {self.game.notation(action) for action in self.actions(Seat(seat))}

    def actions(self, seat: Seat) -> Sequence[Action]:
        """The same as actions."""
        if self.game.to_act(self.state) == (CHANCE,):
            return [action for action, _ in self.game.chances(self.state)]
        return self.game.legal(self.state, seat)

    def play(self, *texts: str, seat: int = 0) -> Position:
        """The position after these steps of a seat, or of chance; each must be possible."""
        s = self
        for text in texts:
            who = CHANCE if s.game.to_act(s.state) == (CHANCE,) else Seat(seat)
            action = s.game.parse(text)
            assert action in s.actions(who), f"{text} is not among {sorted(s.offers(seat))}"
            assert who == CHANCE or s.allows(text, seat)
            s = Position(s.game.apply(s.state, who, action), s.game)
        return s

    def each(self, *texts: str) -> Position:
        """One step of every seat, in their order."""
        s = self
        for seat, text in enumerate(texts):
            s = s.play(text, seat=seat)
        return s

    def outcome(self) -> Outcome:
        """How it ended."""
        outcome = self.game.outcome(self.state)
        assert outcome is not None and self.game.to_act(self.state) == ()
        return outcome


def tracks_of(diagram: str, data: Data = DATA) -> tuple[int, ...]:
    """Where the ten tracks stand; the diagram has to show the spaces as they are in the data."""
    words = diagram.split()
    stands = dict.fromkeys(TRACKS, 0)
    for name, signs in zip(words[::2], words[1::2], strict=True):
        track = TRACKS.index(name)
        stands[TRACKS[track]] = signs.index("●")
        drawn = _signs(data, track, stands[TRACKS[track]])
        assert signs == drawn, f"{name} should be drawn {drawn}"
    return tuple(stands.values())


def board_of(data: Data, tracks: Sequence[int]) -> str:
    """All ten tracks as a diagram."""
    rows = [f"{name:14}{_signs(data, track, tracks[track])}" for track, name in enumerate(TRACKS)]
    half = len(rows) // 2
    return "\n".join(f"{left:34}{right}" for left, right in zip(rows[:half], rows[half:], strict=True))


def board(diagram: str, data: Data = DATA) -> str:
    """A diagram with the tracks that it leaves out."""
    return board_of(data, tracks_of(diagram, data))


def _signs(data: Data, track: int, stands: int) -> str:
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


def estate(diagram: str = "", data: Data = DATA, **more: Any) -> Estate:
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
    return Position(state, game)


def resolving(
    diagram: str = "", hand: Sequence[int] = (), *, game: GreatSplit = GAME, **more: Any
) -> Position:
    """Seat 0 resolves with these cards and its splitter; seat 1 still has its splitter to play."""
    mine = estate(diagram, game.data, hand=hand, **{"splitter": True, **more})
    return position("resolve", mine, estate(character=1, splitter=True, data=game.data), game=game)


def scoring_line(round: int, *tokens: str) -> tuple[str, ...]:
    """The four tokens with these two on the line after this round."""
    others = [token for token in DATA.scoring_tokens if token not in tokens]
    return (*tokens, *others) if round == LINES[0] else (*others, *tokens)


def market_of(rounds: int, slider: int) -> tuple[int, ...]:
    """Tokens turned up in so many rounds, with the slider on this step."""
    ways = combinations(DATA.market_tokens, rounds)
    return next(tokens for tokens in ways if sum(tokens) == slider)
