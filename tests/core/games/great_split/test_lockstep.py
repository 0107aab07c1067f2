"""The Great Split in lock-step with its oracle: random games by players with habits, compared at every step.

After every step both readings must say the same about who may do what, what may come, how everything lies,
what each seat and the public may know of it, and how each may know the steps. The game is also played with
other numbers than the printed ones: with a bonus on nearly every space, and with tracks that soon are full.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest

from core.game import Outcome, Seat
from core.games.great_split.data import read
from core.games.great_split.rules import GREAT_SPLIT, GreatSplit
from core.games.great_split.state import TRACKS, UNKNOWN_CARD, Estate, Options, Split, State
from tests.core.games import DATA_FOLDER
from tests.core.games.great_split.oracle import CHANCE, FACE_DOWN, Oracle, Place, Step, heard
from tests.core.games.great_split.players import Habits, company, decide
from tests.core.games.great_split.sheet import DATA, RESOURCES, Sheet
from tests.core.lockstep import LockstepTable

KEPT = DATA_FOLDER / "great_split" / "data.json"
"""Numbers that stay as they are, for tests that name what happens in a certain game."""

EVERYTHING = {
    "play",
    "sell",
    "splitter",
    "bonus",
    "step lost",
    "seal, gold, arrow",
    "1 arrows at once",
    "sold splitter",
    "prestige by the bonus",
    "prestige by the sold splitter",
    "a group of one card",
    "a line with one scoring",
    *(f"{n} cards to resolve" for n in (2, 3, 5, 10, 11, 12)),
    *(f"{n} discards" for n in (0, 1, 2, 6)),
}
"""What has to happen in a set of games, by the oracle's account."""

CROWD = {"2 arrows at once", "3 arrows at once", "arrow for an arrow", "seal, gold, arrow", "step lost"}
"""What has to happen with a bonus on nearly every space.

With the printed numbers no card brings two double arrows, and none brings another.
"""


def crowded(data: dict[str, Any]) -> None:
    """A bonus on every space behind those of the characters' first steps."""
    for name in RESOURCES:
        row = data["seal_tracks"][f"{name}-seal"]
        row["steps"] = {str(space): name for space in behind_start(data, f"{name}-seal", row["spaces"])}
    gold = data["tracks"]["gold"]
    gold["double_arrows"] = list(behind_start(data, "gold", gold["spaces"]))


def behind_start(data: dict[str, Any], track: str, spaces: int) -> range:
    """The spaces of a track that no character begins on or behind."""
    return range(1 + max(tile["start"].get(track, 0) for tile in data["characters"]), spaces + 1)


def short(data: dict[str, Any]) -> None:
    """Every track ends after its sixth space; every level of art is on it."""
    for row in (*data["tracks"].values(), *data["seal_tracks"].values()):
        row["spaces"] = 6
        for name in {"contracts", "double_arrows"} & set(row):
            row[name] = [space for space in row[name] if space <= 6]
        for name in {"banners", "levels", "values", "stars"} & set(row):
            row[name] = row[name][:7]
    for row in data["seal_tracks"].values():
        row["steps"] = {space: name for space, name in row["steps"].items() if int(space) <= 6}
    highest = len(data["art_market"][0]["pays"]) - 1
    data["tracks"]["art"]["levels"] = [space * highest // 6 for space in range(7)]


class Edition(NamedTuple):
    """The game with a set of numbers, for both readings."""

    game: GreatSplit
    sheet: Sheet


@cache
def edition(name: str = "printed") -> Edition:
    """The game as it is, `crowded` or `short`; "kept" are numbers that are not tuned any more."""
    if name == "printed":
        return Edition(GREAT_SPLIT, Sheet.printed())
    data = json.loads((KEPT if "kept" in name else DATA).read_text(encoding="utf-8"))
    for change in (crowded, short):
        if change.__name__ in name:
            change(data)
    text = json.dumps(data)
    return Edition(GreatSplit(read(text)), Sheet(text))


class Table(LockstepTable):
    """A game played by both readings at once."""

    game: GreatSplit
    state: State

    def __init__(self, seats: int, numbers: Edition) -> None:
        self.viewers: tuple[Seat | None, ...] = (None, *map(Seat, range(seats)))
        self.open = 0
        oracle, game = Oracle(seats, numbers.sheet), numbers.game
        super().__init__(game, oracle, game.start(Options(), seats), seats)

    def oracle_plays(self, seat: int, text: str) -> None:
        self.oracle.apply(seat, text)

    def offered(self, seat: int, text: str) -> bool:
        return self.oracle.allows(seat, text)

    def check(self) -> None:
        super().check()
        for viewer in self.viewers:
            self.agree(self.engine_shows(viewer), self.oracle_knows(viewer))
        self.check_steps(self.news())

    # How it is

    def engine_says(self) -> dict[str, Any]:
        """Everything by the engine, in the words of the oracle."""
        game, state = self.game, self.state
        return {
            "stage": (state.round, state.stage),
            "estates": [place_of(estate) for estate in state.estates],
            "decks": [sorted(deck) for deck in state.decks],
            "discards": sorted(state.discards),
            "tokens": list(state.tokens),
            "market": (list(state.market), state.slider),
            "scored": [(s.round, s.token, s.amounts) for s in state.scored],
            "secrets": game.secrets(state),
        }

    def oracle_says(self) -> dict[str, Any]:
        """The same by the oracle."""
        oracle = self.oracle
        return {
            "stage": (oracle.round, oracle.stage),
            "estates": [sorted_cards(place) for place in oracle.places],
            "decks": [sorted(deck) for deck in oracle.decks.values()],
            "discards": sorted(oracle.discards),
            "tokens": oracle.tokens,
            "market": (oracle.turned, sum(oracle.turned)),
            "scored": oracle.scored,
            "secrets": oracle.stage != "over",
        }

    # What may be known of it

    def engine_shows(self, viewer: Seat | None) -> dict[str, Any]:
        """A view by the engine; whatever it shows of others in two places is the same."""
        game, view = self.game, self.game.view(self.state, viewer)
        estates = [place_of(estate) for estate in view.estates]
        shown = {seat: place_of(estate) for seat, estate in enumerate(view.shown) if seat != viewer}
        return {
            f"view of {viewer}": estates,
            f"before for {viewer}": shown,
            "decks": [list(map(face, deck)) for deck in view.decks],
            "discards": list(map(face, view.discards)),
            "open": (view.round, view.stage, view.tokens, view.market, game.to_act(view), game.secrets(view)),
            "scored": view.scored,
        }

    def oracle_knows(self, viewer: Seat | None) -> dict[str, Any]:
        """The same by the oracle: decks and discards are face down to the end."""
        oracle, over = self.oracle, self.oracle.stage == "over"
        places = [sorted_cards(place) for place in oracle.known(viewer)]
        hidden = list if over else face_down
        sealed = places if oracle.before else []
        return {
            f"view of {viewer}": places,
            f"before for {viewer}": {seat: place for seat, place in enumerate(sealed) if seat != viewer},
            "decks": [hidden(sorted(deck)) for deck in oracle.decks.values()],
            "discards": hidden(sorted(oracle.discards)),
            "open": (
                oracle.round,
                oracle.stage,
                tuple(oracle.tokens),
                tuple(oracle.turned),
                oracle.to_act(),
                not over,
            ),
            "scored": self.state.scored,
        }

    # What may be known of the steps

    def news(self) -> Sequence[int]:
        """The step just made; all of a phase that is over; in the end all."""
        log = self.oracle.log
        if self.oracle.stage == "over":
            return range(len(log))
        if log and log[-1].phase != self.oracle.phase:
            first, self.open = self.open, len(log)
            return range(first, len(log))
        return range(len(log))[-1:]

    def check_steps(self, numbers: Sequence[int]) -> None:
        """Steps are shown as they may be known now."""
        for number in numbers:
            step = self.oracle.log[number]
            for viewer in self.viewers:
                shown, ours = self.shows(number, step, viewer), self.oracle.told(step, viewer)
                assert shown == ours, self.explain(f"step {number} for {viewer}", shown, ours)

    def shows(self, number: int, step: Step, viewer: Seat | None) -> str:
        """A step by the engine, in words."""
        game, before = self.game, self.befores[number]
        action = game.seen(before, Seat(step.seat), game.parse(step.text), viewer, self.state)
        return game.notation(action)

    def result_of(self, outcome: Outcome) -> tuple[Any, ...]:
        return result_of(outcome)

    def result_by(self) -> tuple[Any, ...]:
        return result_by(self.oracle)


def place_of(estate: Estate) -> Place:
    """What lies before a seat, in the words of the oracle."""
    played = zip(map(face, estate.played), estate.sold, strict=True)
    groups = tuple(list(map(face, group)) for group in (estate.left, estate.right))
    return {
        "tracks": dict(zip(TRACKS, estate.tracks, strict=True)),
        "prestige": estate.prestige,
        "character": estate.character,
        "hand": list(map(face, estate.hand)),
        "wallet": groups if any(groups) else None,
        "taken": estate.taken,
        "laid": list(map(face, estate.discarded)),
        "played": list(played),
        "splitter": estate.splitter,
        "arrows": estate.arrows,
    }


def sorted_cards(place: Place) -> Place:
    """The order in which cards were laid down does not matter."""
    return {**place, "laid": sorted(place["laid"])}


def face(card: int) -> int | str:
    """A card in the words of the oracle."""
    return FACE_DOWN if card == UNKNOWN_CARD else card


def face_down(cards: list[int]) -> list[str]:
    """Nothing but how many."""
    return [FACE_DOWN] * len(cards)


def result_of(outcome: Outcome) -> tuple[Any, ...]:
    """Winners, scores and sheets by the engine; the sums behind the points have to come out."""
    sheets = []
    for points, score in zip(outcome.breakdown, outcome.scores, strict=True):
        assert sum(point.amount for point in points) == score
        assert all(point.amount == worked_out(point.how) for point in points if point.how)
        codes = [point.code.removeprefix("great_split.points.") for point in points]
        assert len(set(codes)) == len(codes)
        sheets.append({code: point.amount for code, point in zip(codes, points, strict=True)})
    ways = [{p.code[-8:]: p.how for p in points if "contract" in p.code} for points in outcome.breakdown]
    return tuple(outcome.winners), outcome.scores, sheets, ways, outcome.reason.rpartition(".")[2]


def worked_out(how: str) -> int:
    """What `3 × 2` and `6 + 1` come to."""
    one, sign, two = how.split()
    return int(one) * int(two) if sign == "×" else int(one) + int(two)


def result_by(oracle: Oracle) -> tuple[Any, ...]:
    """The same by the oracle: a line without points is left out."""
    scores = tuple(place["prestige"] for place in oracle.places)
    sheets = [{code: amount for code, (amount, _) in points.items() if amount} for points in oracle.points]
    ways = [
        {f"contract_{name}"[-8:]: p[f"contract_{name}"][1] for name in RESOURCES if p[f"contract_{name}"][0]}
        for p in oracle.points
    ]
    return oracle.winners(), scores, sheets, ways, "prestige" if len(oracle.winners()) == 1 else "tie"


# Random games


def try_something(table: Table, rng: random.Random) -> None:
    """Ask the engine for things that may be wrong."""
    oracle = table.oracle
    seat = rng.choice(oracle.seats)
    place, other = oracle.places[seat], rng.choice(oracle.places)
    cards = [*place["hand"], *(card for card, _ in place["played"]), *other["hand"], rng.randrange(71)]
    card, track = rng.choice(cards), rng.choice(TRACKS)
    seals = [rng.choice(RESOURCES) for _ in range(len(oracle.sheet.seals_on(card)) + (rng.random() < 0.1))]
    parts: list[str] = ["", ""]
    even = rng.randrange(3)
    for some in [*place["hand"], *[card] * (rng.random() < 0.3)][rng.random() < 0.2 :]:
        parts[rng.randrange(2) if even else 0] += f" {some}"
    texts = [
        f"discard {card}",
        "split{} |{}".format(*(rng.choice((part, part, part or " -")) for part in parts)),
        f"take {rng.choice(('left', 'right'))}",
        " ".join([f"play {card}", *seals]),
        f"sell {rng.choice((card, 'splitter'))} {rng.choice(('gold', 'prestige'))}",
        f"splitter {rng.choice((track, track, 'prestige'))}",
        f"bonus {rng.choice((track, track, 'prestige'))}",
        rng.choice((f"card {card}", "character 1", "scoring none", "market 2", "?", "? ready", "discard ?")),
    ]
    for text in texts:
        table.ask(seat, text)


def random_game(numbers: Edition, number: int, seats: int = 0) -> Counter[str]:
    """Play one game in lock-step; returns what happened in it."""
    rng = random.Random(number)
    seats = seats or 2 + number % 6
    table, habits = Table(seats, numbers), company(seats, number, rng)
    while actors := table.oracle.to_act():
        try_something(table, rng)
        seat, text = next_step(table, actors, habits, rng)
        table.play(text, seat)
    if numbers == edition():
        assert len(table.oracle.log) <= table.game.bound(Options(), seats)
    return table.oracle.happened + Counter(steps=len(table.oracle.log))


def next_step(
    table: Table, actors: Sequence[int], habits: Sequence[Habits], rng: random.Random
) -> tuple[int, str]:
    """Chance, or any seat that owes a decision."""
    if actors == (CHANCE,):
        chances = table.oracle.chances()
        texts = sorted(chances)
        return CHANCE, rng.choices(texts, [float(chances[text]) for text in texts])[0]
    seat = rng.choice(actors)
    return seat, decide(table.oracle, seat, table.choices[seat], habits[seat], rng)


def play_games(name: str, numbers: range) -> Counter[str]:
    """What happened in several games with all numbers of seats."""
    counts: Counter[str] = Counter()
    for number in numbers:
        counts += random_game(edition(name), number)
    print(name, len(numbers), "games:", dict(sorted(counts.items())))
    return counts


def test_random_games() -> None:
    play_games("printed", range(5))


@pytest.mark.long
def test_random_games_with_other_numbers() -> None:
    assert set(play_games("crowded", range(6))) >= CROWD - {"3 arrows at once"}
    play_games("short", range(6, 10))


@pytest.mark.long
def test_many_random_games() -> None:
    assert set(play_games("printed", range(100, 1200))) >= EVERYTHING | {"tie"}


@pytest.mark.long
def test_many_random_games_with_other_numbers() -> None:
    assert set(play_games("crowded", range(100, 220))) >= CROWD
    assert play_games("short", range(100, 220))["step lost"] > 1000


def test_the_order_of_the_seats_in_a_phase_does_not_matter() -> None:
    # The same decisions, seat by seat instead of all at once, lead to the same state.
    for number in range(2):
        rng, table = random.Random(number), Table(5, edition())
        habits = company(5, number, rng)
        while actors := table.oracle.to_act():
            seat, text = next_step(table, actors, habits, rng)
            table.play(text, seat)
        state = table.game.start(Options(), 5)
        for step in sorted(table.oracle.log, key=lambda step: (step.phase, step.seat)):
            state = table.game.apply(state, Seat(step.seat), table.game.parse(step.text))
        assert state == table.state


@pytest.mark.parametrize("seats", [2, 3])
def test_twelve_cards_come_together(seats: int) -> None:
    # Halves go round until all hold as many as they may; then two groups of six meet, and two of one card.
    table, rng = Table(seats, edition()), random.Random(1)
    last = table.oracle.sheet.limits[-1]
    while actors := table.oracle.to_act():
        seat, text = next_step(table, actors, [Habits()] * seats, rng)
        if table.oracle.stage == "split":
            many = last - 1 if table.oracle.round == 6 else 3
            text = next(text for text in table.choices[seat] if len(heard(text)[0]) == many)
        elif table.oracle.stage == "choose":
            text = "take right" if (table.oracle.round, seat) == (6, 1) else "take left"
        table.play(text, seat)
    assert table.oracle.happened[f"{2 * (last - 1)} cards to resolve"] == 1
    assert table.oracle.happened["2 cards to resolve"] == 1


def test_groups_out_of_order_are_no_split() -> None:
    table, rng = Table(3, edition()), random.Random(4)
    while table.oracle.stage != "split":
        seat, text = next_step(table, table.oracle.to_act(), [], rng)
        table.play(text, seat)
    hand = tuple(table.oracle.places[1]["hand"])
    assert table.game.why_not(table.state, Seat(1), Split(hand[:-1], hand[-1:])) is None
    assert table.game.why_not(table.state, Seat(1), Split(hand[-2::-1], hand[-1:])) is not None
