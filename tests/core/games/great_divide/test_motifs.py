"""What The Great Divide's motifs say, against water that is followed place by place."""

from __future__ import annotations

from collections import Counter

import msgspec
import numpy as np

from core.bots import Budget, bot
from core.bots.greedy import settle_chance
from core.bots.motifs import Motif
from core.game import Seat
from core.games.great_divide.bot.motifs import motifs
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Action, Options, State
from tests.core.games.great_divide.oracle import (
    AXES,
    OCEANS,
    WAYS,
    Board,
    Chart,
    Place,
    end_of,
    special,
    steps_from,
)

CHART = Chart()
SLOW = {"best_place", "expects", "flows", "flow_together"}
WATER = {"secures", "secures_land", "takes", "no_gift"}
"""What takes time to compare; of these only some are."""


def board_of(s: State) -> Board:
    words = (*WAYS, *AXES, "basin")
    return {
        place: words[code]
        for place, code in zip(GREAT_DIVIDE.land.places, s.tiles.tolist(), strict=True)
        if code >= 0
    }


def seas(board: Board, place: Place) -> set[int]:
    """Oceans that water from a place may still come to."""
    met: set[Place | int] = {place}
    waiting: list[Place] = [place]
    while waiting:
        for there in steps_from(CHART, board, waiting.pop()):
            if there not in met:
                met.add(there)
                if isinstance(there, tuple):
                    waiting.append(there)
    return {sea for sea in OCEANS if sea in met}


def sure(s: State, seat: int, empty: bool) -> set[Place]:
    """Places whose water is sure to come to a seat's sea: of river tiles, or of empty spaces."""
    board = board_of(s)
    if s.inland:
        tiles = {place for place, tile in board.items() if not special(tile)}
        return set() if empty else {p for p in tiles if end_of(CHART, board, p, board[p]) == seat}
    places = set(CHART.area) - board.keys() if empty else {p for p in board if not special(board[p])}
    return {place for place in places if seas(board, place) == {seat}}


def by_chance(s: State, seat: int) -> dict[Place, float]:
    """The chance of each place's water to come to a seat's sea, if empty spaces point anywhere they may."""
    board, number = board_of(s), {place: i for i, place in enumerate(CHART.area)}
    stays, arrives = np.eye(len(number)), np.zeros(len(number))
    for place, row in number.items():
        back = {p for p in board if place in CHART.targets(board[p], p)} if place not in board else set()
        onward = [] if place in board and special(board[place]) else steps_from(CHART, board, place)
        ways = [there for there in onward if there not in back]
        for there in ways:
            if isinstance(there, tuple):
                stays[row, number[there]] -= 1 / len(ways)
            else:
                arrives[row] += (there == seat) / len(ways)
    return dict(zip(number, np.linalg.solve(stays, arrives).tolist(), strict=True))


def best_place(s: State, seat: int, area: str) -> tuple[int, int]:
    """Points that the best place for a tile of an area would bring a seat, and the other one."""
    lays = GREAT_DIVIDE.legal(msgspec.structs.replace(s, stage="lay", actor=Seat(0), drawn=area), Seat(0))
    now, gains = sum(by_chance(s, 0).values()), []
    for lay in lays:
        laid = GREAT_DIVIDE.apply(msgspec.structs.replace(s, stage="lay", drawn=area), Seat(0), lay)
        gains.append(sum(by_chance(laid, 0).values()) - now)
    both = round(max(gains)), round(-min(gains))
    return both[seat], both[1 - seat]


def upstream(s: State, place: Place) -> int:
    """River tiles whose water comes by."""
    board = board_of(s)
    count = 0
    for start in (p for p in board if not special(board[p])):
        here: Place | int | None = start
        seen = set()
        while here in board and here != place and here not in seen and not special(board[here]):
            seen.add(here)
            here = CHART.beyond[here, board[here]]
        count += here == place
    return count


def in_bag(s: State, letters: str) -> int:
    """Tiles in the bag that these cards decide on."""
    kinds = dict(zip(GREAT_DIVIDE.kinds, s.bag.tolist(), strict=True))
    wide = s.options.great_basin or s.options.two_ocean_pass
    return sum(
        kinds["five"] + kinds["basin"] + kinds["pass"] if letter == "S" and wide else kinds.get(letter, 0)
        for letter in letters
    )


def true(s: State, after: State, seat: Seat, text: str, motif: Motif) -> bool:  # noqa: PLR0911, PLR0912
    """Whether a motif says what is so."""
    values, other = motif.values, 1 - seat
    active = "".join(
        c for c, side in zip(GREAT_DIVIDE.letters, s.cards[seat].tolist(), strict=True) if side == 1
    )
    match motif.code.rpartition(".")[2]:
        case "wins":
            outcome = GREAT_DIVIDE.outcome(after)
            return outcome is not None and outcome.winners == (seat,)
        case "lays_itself" | "draws_on" as code:
            assert text.startswith("cards")
            every, mine = in_bag(s, GREAT_DIVIDE.letters), in_bag(s, text.removeprefix("cards "))
            return values == {"count": mine if code == "lays_itself" else every - mine, "bag": every}
        case "flip_active" | "flip_passive" as code:
            card = text.removeprefix("flip ")
            names = {"card": f"great_divide.kind.{card}", "count": in_bag(s, card)}
            return values == names and (card in active) == (code == "flip_passive")
        case "best_place":
            return best_place(s, seat, text[-1]) == (values["mine"], values["theirs"])
        case "draws":
            return values == {"count": in_bag(s, active), "bag": int(s.bag.sum())}
        case "keeps_five":
            return text == "keep" and after.five == seat and values == {"points": 5}
        case "draws_again":
            return text == "give" and GREAT_DIVIDE.to_act(after) == (seat,)
        case "stops_quake":
            return text == "pass" and s.stage == "quake" != after.stage
        case "secures":
            new = sure(after, seat, empty=False) - sure(s, seat, empty=False)
            return values == {"count": len(new)} and set(motif.places) == new != set()
        case "secures_land":
            new = sure(after, seat, empty=True) - sure(s, seat, empty=True)
            return values == {"count": len(new)} and set(motif.places) == new != set()
        case "takes":
            lost = sure(s, other, empty=False) - sure(after, other, empty=False)
            return values == {"count": len(lost)} and set(motif.places) == lost != set()
        case "no_gift":
            both = [sure(each, other, empty=True) | sure(each, other, empty=False) for each in (after, s)]
            return both[0] <= both[1]
        case "expects":
            gain = sum(by_chance(after, seat).values()) - sum(by_chance(s, seat).values())
            assert isinstance(values["points"], int) and values["points"] > 0
            return abs(gain - values["points"]) < 0.51
        case "flows" | "flow_together" as code:
            assert isinstance(values["percent"], int)
            place = motif.places[0]
            count = upstream(after, (place[0], place[1]))
            right = abs(100 * by_chance(after, seat)[place[0], place[1]] - values["percent"]) < 0.51
            return right and values.get("count", 1) == count and (count > 1) == (code == "flow_together")
    return False


def check(s: State, seat: Seat, action: Action, found: list[Motif]) -> None:
    """Compare every motif of an action."""
    after = GREAT_DIVIDE.apply(s, seat, action)
    for motif in found:
        assert true(s, after, seat, GREAT_DIVIDE.notation(action), motif), (motif, action)


def test_what_they_say_is_so_all_through_games() -> None:
    """Of what takes time the first ones are compared, and some of the others."""
    met, easy = Counter[str](), bot(GREAT_DIVIDE, "easy")
    ways = [
        *(Options(), Options(events=2, limited_selection=True), Options(True, True, True)),
        *(Options(earthquake=True, events=2, turning="before each draw"), Options(two_ocean_pass=True)),
    ]
    for number, options in enumerate(ways):
        rng = np.random.default_rng([23, number])
        s = GREAT_DIVIDE.start(options, 2)
        while acting := GREAT_DIVIDE.to_act(s):
            seat = acting[int(rng.integers(len(acting)))]
            view = GREAT_DIVIDE.view(s, seat)
            legal = GREAT_DIVIDE.legal(s, seat)
            action = easy.choose(GREAT_DIVIDE, view, seat, rng, Budget())
            for asked in (action, legal[int(rng.integers(len(legal)))]):
                found = motifs(view, seat, asked)
                codes = {motif.code.rpartition(".")[2] for motif in found}
                assert len(codes) == len(found)
                slow = bool(codes & SLOW) and rng.random() > 0.01
                if any(met[code] < 2 for code in codes) or not (
                    slow or rng.random() < 0.95 * bool(codes & WATER)
                ):
                    check(s, seat, asked, found)
                met.update(codes)
            s = settle_chance(GREAT_DIVIDE, GREAT_DIVIDE.apply(s, seat, action), rng)
    assert met.keys() == {
        *(
            "wins",
            "lays_itself",
            "draws_on",
            "flip_active",
            "flip_passive",
            "best_place",
            "draws",
            "keeps_five",
        ),
        *("draws_again", "stops_quake", "secures", "secures_land", "takes", "no_gift", "expects", "flows"),
        "flow_together",
    }
