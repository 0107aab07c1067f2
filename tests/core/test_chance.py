"""Verifiable chance: a draw is a function of seed and step, and follows its probabilities."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from core import chance

seeds = st.binary(min_size=chance.SEED_BYTES, max_size=chance.SEED_BYTES)
steps = st.integers(0, 2**32)


@given(seeds, steps)
def test_a_point_lies_in_the_unit_interval_and_is_always_the_same(seed: bytes, step: int) -> None:
    where = chance.point(seed, step)
    assert 0 <= where < 1
    assert where == chance.point(seed, step)


def test_seed_and_step_both_matter() -> None:
    points = {chance.point(chance.seed_from(n), step) for n in range(20) for step in range(20)}
    assert len(points) == 400


def test_known_values() -> None:
    """Written down once: another program must come to the same, and old records must stay valid."""
    seed = chance.seed_from(7)
    assert seed.hex()[:16] == "acd1984c89be4559"
    assert chance.commitment(seed).hex()[:16] == "6c3433b3f43e6d29"
    assert f"{float(chance.point(seed, 3)):.12f}" == "0.153159068418"


def test_the_commitment_tells_nothing_that_a_draw_uses() -> None:
    seed = chance.seed_from(7)
    assert len(chance.commitment(seed)) == 32
    assert chance.commitment(seed) != seed
    assert chance.commitment(chance.commitment(seed)) != chance.commitment(seed)


@given(seeds, steps, st.lists(st.integers(1, 50), min_size=1, max_size=8))
def test_the_draw_is_the_one_whose_share_holds_the_point(seed: bytes, step: int, weights: list[int]) -> None:
    chances = [(i, Fraction(w, sum(weights))) for i, w in enumerate(weights)]
    drawn = chance.draw(seed, step, chances)
    below = sum((p for _, p in chances[:drawn]), Fraction(0))
    assert below <= chance.point(seed, step) < below + chances[drawn][1]


@given(seeds, steps, st.integers(1, 30))
def test_floats_that_sum_to_nearly_one_always_give_a_draw(seed: bytes, step: int, count: int) -> None:
    assert chance.draw(seed, step, [(i, 1 / count) for i in range(count)]) in range(count)


def test_what_is_certain_happens_and_what_is_impossible_does_not() -> None:
    for step in range(100):
        chances = [("never", Fraction(0)), ("always", Fraction(1)), ("after", Fraction(0))]
        assert chance.draw(chance.seed_from(1), step, chances) == "always"


def test_shares_come_out_as_stated() -> None:
    """10,000 draws: each share within five standard deviations."""
    shares = {"a": Fraction(1, 2), "b": Fraction(1, 3), "c": Fraction(1, 6)}
    seed = chance.seed_from(11)
    drawn = Counter(chance.draw(seed, step, list(shares.items())) for step in range(10_000))
    for key, share in shares.items():
        spread = float(10_000 * share * (1 - share)) ** 0.5
        assert abs(drawn[key] - 10_000 * share) < 5 * spread
