"""The toy with a fault in each of its copies, for every law one or more: `test_laws.py` sees them noticed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np

from core.game import NextGame, Outcome, Refusal, ScoreLine, Seat, read_only
from core.position_fields import Field, Fields
from tests.core import toy
from tests.core.toy import Play, Toy, ToyAction, ToyOptions, ToyState


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
        chosen = read_only(after.chosen.astype([np.int8, np.int16][self.asked % 2]))
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
        return msgspec.structs.replace(super().view(s, viewer), hands=read_only(hands))


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

    def sample_state(self, view: ToyState, seat: Seat, rng: np.random.Generator) -> ToyState:
        return super().sample_state(super().view(view, None), seat, rng)


class Blind(Toy):
    """Imagines nothing."""

    def sample_state(self, view: ToyState, seat: Seat, rng: np.random.Generator) -> ToyState:
        return super().sample_state(super().view(view, Seat((seat + 1) % len(view.hands))), seat, rng)


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
        extra = ((ScoreLine("toy.points.round", 1.0),),) * len(s.hands)
        return outcome and msgspec.structs.replace(outcome, breakdown=extra)


class Unscored(Toy):
    """Points in a game that says it has none."""

    info = msgspec.structs.replace(Toy.info, scored=False)


class Crowded(Toy):
    """Two seats of the next game for one holder."""

    def follow(self, options: ToyOptions, outcome: Outcome) -> NextGame:
        return NextGame(options, (Seat(0),) * len(outcome.scores))


class Ambiguous(Toy):
    """Writes two actions the same way."""

    def notation(self, a: ToyAction) -> str:
        return str(max(a.card, 2)) if isinstance(a, Play) else super().notation(a)


class Reshaped(Toy):
    """Changes the shape of an array, so that no view of it would be accepted."""

    def view(self, s: ToyState, viewer: Seat | None) -> ToyState:
        view = super().view(s, viewer)
        return msgspec.structs.replace(view, hands=view.hands[:, :2])


class Racing(Toy):
    """Whoever chooses after somebody else finds its hand in another order."""

    def apply(self, s: ToyState, seat: Seat, a: ToyAction) -> ToyState:
        after = super().apply(s, seat, a)
        return msgspec.structs.replace(after, hands=read_only(after.hands[:, ::-1])) if s.chosen[0] else after


class Following(Toy):
    """Whoever chooses after somebody else has fewer cards to choose from."""

    def legal(self, s: ToyState, seat: Seat) -> Sequence[ToyAction]:
        legal = super().legal(s, seat)
        return legal[:1] if s.chosen.any() else legal


class Orderly(Toy):
    """All may choose at first, then one after the other."""

    def to_act(self, s: ToyState) -> tuple[Seat, ...]:
        to_act = super().to_act(s)
        return to_act[:1] if s.chosen.any() else to_act


class Loud(Toy):
    """A card is told as soon as it is chosen."""

    def seen(self, s: ToyState, seat: Seat, a: ToyAction, viewer: Seat | None, now: ToyState) -> ToyAction:
        return a if isinstance(a, Play) else super().seen(s, seat, a, viewer, now)


class Sketchy(Toy):
    """Leaves out of its description what was chosen."""

    def describe(self, s: ToyState) -> list[Field]:
        return [field for field in super().describe(s) if field.name != "chosen"]


class Illegible(Toy):
    """Cannot read what it writes where something is unknown."""

    def restore(self, fields: Fields, options: ToyOptions, seats: int) -> ToyState:
        for seat in range(seats):
            for word in fields.words(f"hand-{seat}"):
                word.one_of({str(card): card for card in range(1, toy.DECK + 1)} | {".": 0})
        return super().restore(fields, options, seats)


FAULTS: list[tuple[type[Toy], int]] = [
    (Mutating, 1), (Writeable, 1), (Remembering, 1),
    (Clairvoyant, 2), (TurnTeller, 2),
    (Strict, 3), (Lenient, 3), (Speechless, 3),
    (OpenHand, 4), (Transparent, 4), (Unsealed, 4), (Parity, 4), (Telltale, 4), (AllSeeingCrowd, 4),
    (Masked, 4), (Backlight, 4), (Forgetful, 4), (Sealing, 4), (Innocent, 4), (Knowing, 4), (Grudging, 4),
    (Dreamer, 5), (Blind, 5),
    (Loaded, 6), (Doubled, 6),
    (Endless, 7), (Stuck, 7), (Undecided, 7), (Hasty, 7), (Miscounting, 7), (Unscored, 7), (Crowded, 7),
    (Racing, 8), (Following, 8), (Orderly, 8), (Loud, 8),
    (Sketchy, 9), (Illegible, 9),
    (Ambiguous, 0), (Reshaped, 0),
]  # fmt: skip
"""Each with the law that it breaks; 0 is the notation and the codec."""
