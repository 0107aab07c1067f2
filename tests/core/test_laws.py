"""The seven laws of the contract over every game, every option and every number of seats.

The second half plants a fault for each law in the toy and sees the law notice it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
import pytest

from core import codec
from core.game import AnyGame, Next, Outcome, Point, Refusal, Refused, Seat, sealed
from core.games import GAMES
from tests.core import laws, toy
from tests.core.great_divide.twin import twin
from tests.core.laws import Shape
from tests.core.toy import Play, Toy, ToyAction, ToyOptions, ToyState

EVERY: tuple[AnyGame, ...] = (*GAMES, toy.GAME, toy.IN_TURN)
TWINS: dict[str, laws.Twin] = {"great_divide": twin, "toy": toy.twin, "toy_in_turn": toy.twin}
"""Games with secrets bring a twin of their own, written without `view` and `imagine`."""

SHAPES = [
    Shape(g, options, seats) for g in EVERY for options in codec.every_options(g) for seats in g.info.seats
]


def shape_id(shape: Shape) -> str:
    values = (getattr(shape.options, name) for name in shape.options.__struct_fields__)
    return "-".join(map(str, [shape.game.info.key, *values, shape.seats]))


@lru_cache
def pool(key: str) -> Sequence[Any]:
    """Actions of this game from positions of all kinds."""
    shapes = [shape for shape in SHAPES if shape.game.info.key == key]
    return laws.pool_of(shapes, np.random.default_rng(99))


def twin_of(game: AnyGame) -> laws.Twin:
    return TWINS.get(game.info.key, laws.imagined_twin(game))


def test_every_game_is_covered() -> None:
    assert {shape.game.info.key for shape in SHAPES} == {game.info.key for game in EVERY}
    assert all(not game.info.hidden or game.info.key in TWINS for game in EVERY), "a game needs a twin"


@pytest.mark.parametrize("shape", SHAPES, ids=shape_id)
def test_laws(shape: Shape) -> None:
    rng = np.random.default_rng(7)
    every = max(2, min(8, shape.game.bound(shape.options, shape.seats) // 100))
    laws.every_law(shape, twin_of(shape.game), pool(shape.game.info.key), rng, every)
    for _ in range(2):
        laws.law_7_outcome(laws.playout(shape, rng))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("shape", SHAPES, ids=shape_id)
def test_laws_at_length(shape: Shape, seed: int) -> None:
    rng = np.random.default_rng([8, seed])
    laws.every_law(shape, twin_of(shape.game), pool(shape.game.info.key), rng)


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.info.key)
def test_a_game_keeps_secrets_exactly_if_it_says_so(game: AnyGame) -> None:
    """With one of its options is enough."""
    rng = np.random.default_rng(3)
    laws.law_4_declared([laws.playout(shape, rng) for shape in SHAPES if shape.game is game])


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.info.key)
def test_notation_of_anything_met(game: AnyGame) -> None:
    laws.notation_law(game, pool(game.info.key))


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.info.key)
def test_nonsense_is_no_notation(game: AnyGame) -> None:
    """A text is refused, or it is exactly what `notation` writes; numbers of any script, size and sign."""
    texts = ["", " ", "?", "-1", "9" * 20, "٣", "07", "\x00", "5@", "@", "\ud800", "é" * 5000]
    for action in pool(game.info.key)[:40]:
        text = game.notation(action)
        texts += [text + end for end in (" ", "0", "\n", "x")]
        texts += [start + text for start in (" ", "0", "+", "-")]
        texts += [text.replace(",", sign) for sign in (",0", ",+", ", ", ",−")]
        texts += [text[:-1], text.translate(FULL_WIDTH), text.swapcase()]
    for text in texts:
        try:
            action = game.parse(text)
        except Refused as refused:
            assert refused.refusal.code == "notation.refusal.malformed"
        else:
            assert game.notation(action) == text


FULL_WIDTH = {ord(digit): chr(ord(digit) + 0xFEE0) for digit in "0123456789"}


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.info.key)
def test_options_survive_the_way(game: AnyGame) -> None:
    for options in codec.every_options(game):
        data = codec.unpack(codec.encode(options))
        assert codec.options_of(game, data) == options


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.info.key)
def test_goals_and_seats_make_sense(game: AnyGame) -> None:
    info = game.info
    assert info.key.isidentifier() and info.key.islower() and info.title.isprintable()
    assert info.seats and all(2 <= seats <= 7 for seats in info.seats)
    assert all((goal.games > 0) != (goal.points > 0) for goal in info.goals) and info.goals


# --- Tests of the tests: each fault is noticed by the law it breaks -----------------------------------


class Mutating(Toy):
    """Writes into the state it is given."""

    def apply(self, s: ToyState, seat: Seat, a: ToyAction) -> ToyState:
        after = super().apply(s, seat, a)
        if isinstance(a, Play):
            s.hands.flags.writeable = True
            s.hands[seat] = s.hands[seat, ::-1]
            s.hands.flags.writeable = False
        return after


class Writeable(Toy):
    """Hands out an array that can be written."""

    def view(self, s: ToyState, viewer: Seat | None) -> ToyState:
        return msgspec.structs.replace(super().view(s, viewer), played=s.played.copy())


class Remembering(Toy):
    """Is not pure: what a step leads to depends on how often it was asked."""

    asked = 0

    def apply(self, s: ToyState, seat: Seat, a: ToyAction) -> ToyState:
        self.asked += 1
        after = super().apply(s, seat, a)
        chosen = sealed(after.chosen.astype([np.int8, np.int16][self.asked % 2]))
        return msgspec.structs.replace(after, chosen=chosen)


class Clairvoyant(Toy):
    """Offers what depends on another seat's hand."""

    def legal(self, s: ToyState, seat: Seat) -> Sequence[ToyAction]:
        legal = super().legal(s, seat)
        return legal[:1] if 14 in s.hands else legal


class TurnTeller(Toy):
    """Who is to act cannot be told from a view."""

    def to_act(self, s: ToyState) -> tuple[Seat, ...]:
        to_act = super().to_act(s)
        return to_act[:1] if 14 in s.hands[-1] else to_act


class Strict(Toy):
    """Refuses what it lists as legal."""

    def why_not(self, s: ToyState, seat: Seat, a: ToyAction) -> Refusal | None:
        return Refusal("toy.refusal.mood") if a.card == 13 else super().why_not(s, seat, a)


class Lenient(Toy):
    """Lets anybody play a card that lies in any hand."""

    def why_not(self, s: ToyState, seat: Seat, a: ToyAction) -> Refusal | None:
        return None if isinstance(a, Play) and a.card in s.hands else super().why_not(s, seat, a)


class Speechless(Toy):
    """Fails where it should give a reason."""

    def why_not(self, s: ToyState, seat: Seat, a: ToyAction) -> Refusal | None:
        return None if a in super().legal(s, seat) else Refusal("")


class OpenHand(Toy):
    """Shows everybody the hand of seat 0, and says so nowhere."""

    def view(self, s: ToyState, viewer: Seat | None) -> ToyState:
        hands = super().view(s, viewer).hands.copy()
        hands[0] = s.hands[0]
        return msgspec.structs.replace(super().view(s, viewer), hands=sealed(hands))


class Transparent(Toy):
    """Shows everything to everybody, though it says that it has secrets."""

    def view(self, s: ToyState, viewer: Seat | None) -> ToyState:
        return s

    def secrets(self, s: ToyState) -> bool:
        return False

    def seen(self, s: ToyState, seat: Seat, a: ToyAction, viewer: Seat | None, now: ToyState) -> ToyAction:
        return a


class Unsealed(Toy):
    """A sealed choice can be seen by the others."""

    def view(self, s: ToyState, viewer: Seat | None) -> ToyState:
        return msgspec.structs.replace(super().view(s, viewer), chosen=s.chosen)


class Parity(Toy):
    """The step told to others says whether the hidden card was odd."""

    def seen(self, s: ToyState, seat: Seat, a: ToyAction, viewer: Seat | None, now: ToyState) -> ToyAction:
        shown = super().seen(s, seat, a, viewer, now)
        return type(a)(1 + int(s.hands.max()) % 2) if shown != a else shown


class Masked(Toy):
    """Shows a hidden card as a 1, as if that had been chosen."""

    def seen(self, s: ToyState, seat: Seat, a: ToyAction, viewer: Seat | None, now: ToyState) -> ToyAction:
        shown = super().seen(s, seat, a, viewer, now)
        return shown if shown == a else type(a)(1)


class Backlight(Toy):
    """An earlier hidden step shines through when the cards that are left in the hands are the right ones."""

    def seen(self, s: ToyState, seat: Seat, a: ToyAction, viewer: Seat | None, now: ToyState) -> ToyAction:
        return a if 14 in now.hands else super().seen(s, seat, a, viewer, now)


class Forgetful(Toy):
    """What was shown with its round is covered again with the next."""

    def seen(self, s: ToyState, seat: Seat, a: ToyAction, viewer: Seat | None, now: ToyState) -> ToyAction:
        late = np.count_nonzero(now.played[0]) - np.count_nonzero(s.played[0]) > 1
        return Play(toy.UNKNOWN) if isinstance(a, Play) and late else super().seen(s, seat, a, viewer, now)


class Sealing(Toy):
    """Hides earlier steps for good, although nothing is secret any more."""

    def seen(self, s: ToyState, seat: Seat, a: ToyAction, viewer: Seat | None, now: ToyState) -> ToyAction:
        return a if seat == viewer else type(a)(toy.UNKNOWN)


class Innocent(Toy):
    """Says that it has no secrets while it keeps some."""

    def secrets(self, s: ToyState) -> bool:
        return False


class Knowing(Toy):
    """Whether there are secrets depends on one."""

    def secrets(self, s: ToyState) -> bool:
        return super().secrets(s) and 14 in s.hands


class Grudging(Toy):
    """Says that it has secrets even when all is over."""

    def secrets(self, s: ToyState) -> bool:
        return super().secrets(s) or not self.to_act(s)


class Telltale(Toy):
    """The reason of a refusal tells who holds the card."""

    def why_not(self, s: ToyState, seat: Seat, a: ToyAction) -> Refusal | None:
        why = super().why_not(s, seat, a)
        holders = np.argwhere(s.hands == a.card)
        return Refusal(why.code, (), {"holder": str(holders.tolist())}) if why else None


class AllSeeingCrowd(Toy):
    """A spectator sees seat 0's hand."""

    def view(self, s: ToyState, viewer: Seat | None) -> ToyState:
        return super().view(s, Seat(0) if viewer is None else viewer)


class Dreamer(Toy):
    """Imagines another hand for the seat itself."""

    def imagine(self, view: ToyState, seat: Seat, rng: np.random.Generator) -> ToyState:
        return super().imagine(super().view(view, None), seat, rng)


class Blind(Toy):
    """Imagines nothing."""

    def imagine(self, view: ToyState, seat: Seat, rng: np.random.Generator) -> ToyState:
        return super().imagine(super().view(view, Seat((seat + 1) % len(view.hands))), seat, rng)


class Loaded(Toy):
    """Probabilities that do not sum to 1."""

    def chances(self, s: ToyState) -> Any:
        return [(action, Fraction(1, 14)) for action, _ in super().chances(s)]


class Doubled(Toy):
    """Lists a draw twice."""

    def chances(self, s: ToyState) -> Any:
        listed = super().chances(s)
        return [*listed[:-1], listed[0]] if len(listed) > 1 else listed


class Endless(Toy):
    """Never shows a round."""

    def apply(self, s: ToyState, seat: Seat, a: ToyAction) -> ToyState:
        after = super().apply(s, seat, a)
        return s if isinstance(a, Play) and not after.chosen.any() else after


class Stuck(Toy):
    """Somebody is to act and may do nothing."""

    def legal(self, s: ToyState, seat: Seat) -> Sequence[ToyAction]:
        return ()


class Undecided(Toy):
    """Over without an outcome."""

    def outcome(self, s: ToyState) -> Outcome | None:
        return None


class Hasty(Toy):
    """An outcome before the end."""

    def outcome(self, s: ToyState) -> Outcome | None:
        return super().outcome(s) or Outcome((Seat(0),), (1.0,) * len(s.hands), "toy.reason.points")


class Miscounting(Toy):
    """A breakdown that does not add up."""

    def outcome(self, s: ToyState) -> Outcome | None:
        outcome = super().outcome(s)
        extra = ((Point("toy.points.round", 1.0),),) * len(s.hands)
        return outcome and msgspec.structs.replace(outcome, breakdown=extra)


class Crowded(Toy):
    """Two seats of the next game for one holder."""

    def follow(self, options: ToyOptions, outcome: Outcome) -> Next:
        return Next(options, (Seat(0),) * len(outcome.scores))


class Ambiguous(Toy):
    """Writes two actions the same way."""

    def notation(self, a: ToyAction) -> str:
        return str(max(a.card, 2)) if isinstance(a, Play) else super().notation(a)


class Reshaped(Toy):
    """Changes the shape of an array, so that no view of it would be accepted."""

    def view(self, s: ToyState, viewer: Seat | None) -> ToyState:
        view = super().view(s, viewer)
        return msgspec.structs.replace(view, hands=view.hands[:, :2])


FAULTS = [
    (Mutating, 1), (Writeable, 1), (Remembering, 1),
    (Clairvoyant, 2), (TurnTeller, 2),
    (Strict, 3), (Lenient, 3), (Speechless, 3),
    (OpenHand, 4), (Transparent, 4), (Unsealed, 4), (Parity, 4), (Telltale, 4), (AllSeeingCrowd, 4),
    (Masked, 4), (Backlight, 4), (Forgetful, 4), (Sealing, 4), (Innocent, 4), (Knowing, 4), (Grudging, 4),
    (Dreamer, 5), (Blind, 5),
    (Loaded, 6), (Doubled, 6),
    (Endless, 7), (Stuck, 7), (Undecided, 7), (Hasty, 7), (Miscounting, 7), (Crowded, 7),
    (Ambiguous, 0), (Reshaped, 0),
]  # fmt: skip


def run(game: Toy, law: int) -> None:
    """Several games; where a fault breaks more than one law, only the one in question."""
    rng = np.random.default_rng(5)
    shape = Shape(game, ToyOptions(rounds=3), 3)
    for _ in range(4):
        played = laws.playout(shape, rng)
        for check in CHECKS[law]:
            check(shape, played, rng)


Check = Callable[[Shape, laws.Played, np.random.Generator], None]


def each(check: Callable[..., None], *names: str) -> Check:
    """A law about single states as one about a whole game."""

    def whole(shape: Shape, played: laws.Played, rng: np.random.Generator) -> None:
        given = {"seats": shape.seats, "twin": toy.twin, "pool": pool("toy"), "rng": rng}
        for state in played.states[:-1]:
            check(shape.game, state, *(given[name] for name in names))

    return whole


def read_and_write(shape: Shape, played: laws.Played, rng: np.random.Generator) -> None:
    laws.notation_law(shape.game, pool("toy"))
    for state in played.states:
        laws.codec_law(shape, state, [])


CHECKS: dict[int, list[Check]] = {
    0: [read_and_write],
    1: [
        each(laws.law_1_nothing_changes, "seats", "rng"),
        lambda shape, played, rng: laws.law_1_replays(played),
    ],
    2: [each(laws.law_2_knowledge, "seats")],
    3: [each(laws.law_3_one_legality, "seats", "pool")],
    4: [
        each(laws.law_4_secrets, "seats", "twin", "pool", "rng"),
        each(laws.law_4_steps, "seats", "rng"),
        each(laws.law_4_no_secrets, "seats"),
        lambda shape, played, rng: laws.law_4_no_secrets(shape.game, played.states[-1], shape.seats),
        lambda shape, played, rng: laws.law_4_log(played, toy.twin, rng, nows=20),
        lambda shape, played, rng: laws.law_4_declared([played]),
    ],
    5: [each(laws.law_5_imagination, "seats", "rng")],
    6: [each(laws.law_6_chance)],
    7: [lambda shape, played, rng: laws.law_7_outcome(played)],
}


@pytest.mark.parametrize(("fault", "law"), FAULTS, ids=lambda value: getattr(value, "__name__", str(value)))
def test_a_broken_law_is_noticed(fault: type[Toy], law: int) -> None:
    with pytest.raises(AssertionError, match=rf"^law {law}: "):
        run(fault(), law)


@pytest.mark.parametrize("law", CHECKS)
def test_the_sound_toy_passes_what_the_faulty_ones_fail(law: int) -> None:
    run(Toy(), law)


def test_a_secret_told_by_view_and_step_alike_is_noticed_by_the_twin() -> None:
    """With `imagine` in place of a twin the open hand goes unnoticed: that is why games bring their own."""
    game, rng = OpenHand(), np.random.default_rng(5)
    state = laws.playout(Shape(game, ToyOptions(), 2), rng).states[4]
    laws.law_4_secrets(game, state, 2, laws.imagined_twin(game), [], rng)
    with pytest.raises(AssertionError, match=r"^law 4"):
        laws.law_4_secrets(game, state, 2, toy.twin, [], rng)
