"""How the seats of The Great Divide stand while a game goes on: what is sure, what may be expected."""

from __future__ import annotations

import pytest

from client.boards.great_divide.standing import outlook
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Options
from tests.client.great_divide_kit import BASIC, games

GREAT_BASIN = Options(great_basin=True)


@pytest.mark.parametrize("options", [BASIC, GREAT_BASIN], ids=["basic", "basin"])
def test_what_one_may_not_expect_the_other_may(options: Options) -> None:
    """All water comes to one of them: 66 tiles and the "5", less what is lost to the Basin and set aside."""
    expected = [sum(outlook(GREAT_DIVIDE, after)) for _, _, _, after in games(options, 3, eager=True)]
    if options is BASIC:
        assert expected == pytest.approx([71] * len(expected))
    assert max(expected) == pytest.approx(71) and min(expected) > 69
