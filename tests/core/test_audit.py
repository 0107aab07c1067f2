"""Whether a game was drawn as committed: what is proven, what cannot be, and every way to forge it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from core import chance, codec, record
from core.audit import Verdict, audit, judge
from core.game import CHANCE, AnyGame, Refused
from core.games import game as game_of
from core.match import Match
from core.simultaneous import Step, states_after
from tests.core import toy

SEED, OTHER = chance.seed_from(5), chance.seed_from(6)
NONE = b""


def played(
    game: AnyGame, options: dict[str, Any], seats: int, rng: random.Random, back: float = 0.0
) -> Match:
    """A whole game of random decisions by whoever owes one; some of them are taken back at once."""
    match = Match(game, codec.options_of(game, options), seats, SEED)
    while match.to_act():
        seat = rng.choice(match.to_act())
        action = rng.choice(match.game.legal(match.tip(seat), seat))
        match.submit(seat, action, match.turn, match.ply(seat))
        if rng.random() < back:
            if match.own(seat):
                match.withdraw(seat)
            elif (index := match.undo_point(frozenset((seat,)))) is not None:
                match.undo(index)
    return match


def verdict(match: Match, seed: bytes = SEED) -> Verdict:
    return audit(match.game, match.options, match.seats, match.steps, match.commitment, seed)


GAMES: dict[str, tuple[AnyGame, dict[str, Any], int]] = {
    "toy": (toy.GAME, {}, 3),
    "toy, openly": (toy.IN_TURN, {"face_up": True}, 2),
    "Great Split": (game_of("great_split"), {}, 3),
    "Great Divide": (game_of("great_divide"), {"events": 2, "earthquake": True}, 2),
    "Ghawar": (game_of("ghawar"), {}, 2),
    "Ghawar, dice chosen": (game_of("ghawar"), {"dice_choice": True, "trucks": 2}, 3),
}


@pytest.mark.parametrize("name", GAMES)
def test_an_honest_game_is_proven(name: str) -> None:
    match = played(*GAMES[name], random.Random(1))
    draws = sum(step.seat == CHANCE for step in match.steps)
    assert draws and match.published_seed() == SEED
    assert verdict(match) == Verdict("proven", draws)


@pytest.mark.parametrize("name", ["toy", "toy, openly", "Great Divide"])
def test_what_was_taken_back_on_the_way_does_not_count(name: str) -> None:
    """A step has the number that it has in the end, however often something else had it before."""
    rng, longer = random.Random(2), False
    for _ in range(3):
        match = played(*GAMES[name], rng, back=0.2)
        longer |= match.turn > len(match.steps) or name == "toy"
        assert verdict(match).kind == "proven"
    assert longer


@pytest.mark.parametrize("name", ["toy", "Great Split"])
def test_the_order_in_which_sealed_decisions_were_made_does_not_matter(name: str) -> None:
    """They are laid end to end in the order of the seats; laid otherwise the draws are the same."""
    match = played(*GAMES[name], random.Random(3))
    steps, swapped = list(match.steps), False
    states = [match.states[0], *states_after(match.game, match.states[0], steps)]
    for at, (one, two) in enumerate(pairwise(steps)):
        together = match.game.to_act(states[at])
        if not swapped and one.seat != two.seat and {one.seat, two.seat} <= set(together):
            steps[at], steps[at + 1], swapped = two, one, True
    assert swapped and steps != match.steps
    assert audit(match.game, match.options, match.seats, steps, match.commitment, SEED) == verdict(match)


# --- What cannot be proven ----------------------------------------------------------------------------


def test_where_nothing_is_drawn_there_is_nothing_to_prove() -> None:
    game = game_of("sturt")
    match = played(game, {}, 2, random.Random(4))
    assert verdict(match) == verdict(match, NONE) == Verdict("nothing", 0)


def test_before_the_end_the_seed_is_not_told() -> None:
    match = Match(toy.GAME, toy.ToyOptions(), 2, SEED)
    assert verdict(match, match.published_seed()) == Verdict("untold", 6)


def test_a_game_that_went_on_from_another_proves_nothing() -> None:
    """Its first draws were made by another seed, so there is no commitment any more."""
    match = played(toy.GAME, {}, 2, random.Random(5))
    assert audit(toy.GAME, match.options, 2, match.steps, NONE, SEED) == Verdict("no_promise", 6)
    assert audit(toy.GAME, match.options, 2, match.steps, NONE, NONE) == Verdict("no_promise", 6)


@pytest.mark.parametrize("at", [9, 90, 95])
def test_a_game_that_is_gone_on_with_is_proven_only_by_the_seed_it_began_with(at: int) -> None:
    whole = played(*GAMES["Ghawar"], random.Random(6))
    while whole.steps[at].seat == CHANCE:
        at += 1
    for seed, kind in ((SEED, "proven"), (OTHER, "other_seed")):
        match = Match(whole.game, whole.options, whole.seats, seed)
        match.resume(whole.steps[:at])
        rng = random.Random(7)
        while to_act := match.to_act():
            legal = match.game.legal(match.state, to_act[0])
            match.submit(to_act[0], rng.choice(legal), match.turn)
        steps = match.steps
        assert audit(match.game, match.options, 2, steps, whole.commitment, seed).kind == kind
        under_its_own = audit(match.game, match.options, 2, steps, match.commitment, seed)
        assert under_its_own.kind == ("proven" if seed == SEED else "differs")


# --- What is forged -----------------------------------------------------------------------------------


def forgeries(match: Match) -> Iterator[tuple[int, list[Step]]]:
    """Legal games in which one draw was another: its number, and the steps up to it."""
    for number, step in enumerate(match.steps):
        if step.seat == CHANCE:
            for action, chance_of in match.game.chances(match.states[number]):
                if action != step.action and chance_of:
                    yield number, [*match.steps[:number], Step(CHANCE, action)]
                    break


@pytest.mark.parametrize("name", ["toy", "Great Split", "Great Divide", "Ghawar"])
def test_every_forged_draw_is_named(name: str) -> None:
    match = played(*GAMES[name], random.Random(8))
    found = 0
    for number, steps in forgeries(match):
        told = audit(match.game, match.options, match.seats, steps, match.commitment, SEED)
        assert (told.kind, told.step, told.is_fraud) == ("differs", number, True)
        assert (told.drawn, told.due) == (steps[-1].action, match.steps[number].action)
        found += 1
    assert found > 3


def test_the_first_of_several_forged_draws_is_named() -> None:
    match = played(*GAMES["Ghawar"], random.Random(9))
    forged = list(match.steps)
    red = [number for number in range(36) if forged[number] == forged[0]]
    other = next(number for number in range(36) if forged[number] != forged[0])
    forged[0], forged[other] = forged[other], forged[0]
    told = audit(match.game, match.options, match.seats, forged[:36], match.commitment, SEED)
    assert red and (told.kind, told.step) == ("differs", 0)


def test_a_draw_where_none_was_due_differs() -> None:
    match = played(*GAMES["toy"], random.Random(10))
    first = next(number for number, step in enumerate(match.steps) if step.seat != CHANCE)
    steps = [*match.steps[:first], Step(CHANCE, toy.Deal(1))]
    told = judge(match.game, match.states, steps, match.commitment, SEED)
    assert (told.kind, told.step, told.due) == ("differs", first, None)


@pytest.mark.parametrize("name", GAMES)
def test_another_seed_or_another_commitment_is_noticed(name: str) -> None:
    match = played(*GAMES[name], random.Random(11))
    assert verdict(match, OTHER).kind == "other_seed" and verdict(match, OTHER).is_fraud
    game, options, seats, steps = match.game, match.options, match.seats, match.steps
    bent = bytes((match.commitment[0] ^ 1, *match.commitment[1:]))
    assert audit(game, options, seats, steps, bent, SEED).kind == "other_seed"
    assert audit(game, options, seats, steps, SEED, SEED).kind == "other_seed"
    told = audit(game, options, seats, steps, chance.commitment(OTHER), OTHER)
    assert (told.kind, told.is_fraud) == ("differs", True)


def test_a_seed_that_fits_all_draws_but_one_is_not_enough() -> None:
    """The last draw counts like the first."""
    match = played(*GAMES["Ghawar"], random.Random(12))
    *_, (number, steps) = forgeries(match)
    assert number == max(n for n, step in enumerate(match.steps) if step.seat == CHANCE)
    told = audit(match.game, match.options, match.seats, steps, match.commitment, SEED)
    assert (told.kind, told.step) == ("differs", number)


def test_a_record_is_refused_for_what_the_check_finds_and_read_without_it() -> None:
    match = played(*GAMES["Ghawar"], random.Random(13))
    number, steps = next(iter(forgeries(match)))
    header = record.Header(
        "ghawar", codec.plain(match.options), 2, commitment=match.commitment.hex(), seed=SEED.hex()
    )
    text = record.write(match.game, header, steps)
    with pytest.raises(Refused, match="chance") as refused:
        record.read(text)
    assert refused.value.refusal.values == {"line": number + 3}
    read = record.read(text, draws=False)
    told = judge(read.game, read.states, read.steps, match.commitment, SEED)
    assert (told.kind, told.step) == ("differs", number)
