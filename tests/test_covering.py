"""Choice of cases for `./test`: every value once, the same choice each time, nothing lost with `--long`."""

from __future__ import annotations

from collections import Counter
from itertools import product
from types import SimpleNamespace

import pytest

from tests.covering import chosen, late, spread

GAMES, SIZES, WORDS = ("a", "b", "c", "d"), (1, 2, 3), (True, False)
ALL = list(product(GAMES, SIZES, WORDS))
VALUES = [frozenset({("game", game), ("size", size), ("words", words)}) for game, size, words in ALL]


def test_every_value_is_chosen_and_few_cases_do() -> None:
    few = chosen(ALL, VALUES)
    assert {value for case in few for value in case} == {*GAMES, *SIZES, *WORDS}
    assert len(few) == len(GAMES)
    assert Counter(words for _, _, words in few) == {True: 2, False: 2}, "none more often than it has to"
    assert few == [case for case in ALL if case in few], "in the order of the list"


def test_the_most_are_taken_from_all_over_the_list() -> None:
    assert chosen(ALL, VALUES, most=2) == [chosen(ALL, VALUES)[0], chosen(ALL, VALUES)[2]]
    assert [*spread(range(10), 3)] == [0, 4, 8]
    assert [*spread(range(2), 3)] == [0, 1]


class Case:
    """A test as pytest has collected it, as far as the choice looks at it."""

    def __init__(self, name: str, mark: pytest.Mark | None, **params: object) -> None:
        self.nodeid, self.mark = f"{name}{list(params.values())}", mark
        self.callspec = SimpleNamespace(params=params, indices=dict.fromkeys(params, id(self)))

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self.mark if self.mark is not None and self.mark.name == name else None


def test_without_long_only_repetitions_and_long_tests_are_left_out() -> None:
    plain = [Case("plain", None, size=size) for size in (1, 1)]
    long = [Case("long", pytest.mark.long.mark)]
    again = [Case("again", pytest.mark.covering.mark, size=size, word=["no", "hash"]) for size in (1, 1)]
    most = [Case("most", pytest.mark.covering(most=1).mark, size=size) for size in (1, 2, 3)]
    alone = [Case("alone", pytest.mark.covering.mark, size=1)]
    left = late([*plain, *long, *again, *most, *alone])  # type: ignore[list-item]  # all that is asked of them
    assert left == {*long, *most[1:]}, "what cannot be hashed is never taken for the same"


def test_the_same_value_twice_is_asked_once() -> None:
    cases = [Case("test", pytest.mark.covering.mark, size=size, word="a") for size in (1, 2, 1)]
    assert late(cases) == {cases[2]}  # type: ignore[arg-type]  # all that is asked of them
