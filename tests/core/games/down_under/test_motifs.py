"""What Down Under's motifs say, against the second reading of the rules."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy

import msgspec
import numpy as np

from core.bots import Budget, bot
from core.bots.motifs import Motif
from core.game import Seat
from core.games.down_under.bot.motifs import motifs
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import NOBODY, Action, Lay, Options, State, open_leads
from tests.core.games.down_under.diagrams import position
from tests.core.games.down_under.oracle.board import Card, is_ring, leads, tips
from tests.core.games.down_under.oracle.game import Oracle
from tests.core.games.down_under.test_billabongs import CROSSING


def points(oracle: Oracle) -> list[int]:
    return [sum(sum(oracle.amounts(path)) for path in oracle.mine(seat)) for seat in range(oracle.seats)]


def free_ends(oracle: Oracle, seat: int) -> int:
    """Ends at which a straight or a curve of the seat may lie."""
    paths = oracle.paths()
    return sum(
        any("end" not in text for text in oracle.lays(path, cell, side))
        for path in oracle.mine(seat)
        if path in paths and path not in oracle.stuck
        for cell, side in leads(paths[path])
    )


def pools(oracle: Oracle, seat: int) -> int:
    """Ends in a pool, of the paths of others."""
    paths = oracle.paths()
    return sum(
        tips(run).count("billabong")
        for path, run in paths.items()
        if path < oracle.count and path not in oracle.mine(seat)
    )


def rings(oracle: Oracle, seat: int) -> int:
    paths = oracle.paths()
    return sum(is_ring(paths[path]) for path in oracle.mine(seat) if path in paths)


def sets(oracle: Oracle, seat: int) -> int:
    return sum(oracle.amounts(path)[1] // 5 for path in oracle.mine(seat))


def rabbits(oracle: Oracle, path: int) -> int:
    run = oracle.paths().get(path, ())
    return sum(stretch.animal == "rabbit" for stretch in run)


def best_next(oracle: Oracle, seat: int) -> int:
    """Most points that a card would bring a seat now."""
    asked = deepcopy(oracle)
    asked.turn, asked.laid, asked.due = seat, set(), []
    gains = [0]
    for text in asked.legal() if oracle.stage != "over" else ():
        played = deepcopy(asked)
        played.play(text)
        gains.append(points(played)[seat] - points(asked)[seat])
    return max(gains)


def true(before: Oracle, after: Oracle, seat: Seat, text: str, motif: Motif) -> bool:  # noqa: PLR0911, PLR0912
    """Whether a motif says what is so."""
    values, then, now = motif.values, points(before), points(after)
    rivals = [rival for rival in range(after.seats) if rival != seat]
    match motif.code.rpartition(".")[2]:
        case "wins":
            return after.stage == "over" and after.winners() == [seat]
        case "brings":
            gain = now[seat] - then[seat]
            return gain > 0 and values == {"points": gain, "total": now[seat]}
        case "leads":
            best = max(now[rival] for rival in rivals)
            led = then[seat] > max(then[rival] for rival in rivals)
            return not led and now[seat] > best and values == {"mine": now[seat], "theirs": best}
        case "costs_rival":
            assert isinstance(values["points"], int) and isinstance(values["seat"], int)
            return then[values["seat"]] - now[values["seat"]] == values["points"] > 0
        case "no_gift":
            return all(then[rival] == now[rival] for rival in rivals)
        case "opens_ring":
            return text.startswith("turn ") and rings(before, seat) > rings(after, seat)
        case "keeps_end":
            return free_ends(after, seat) == 1
        case "keeps_ends":
            free = free_ends(after, seat)
            return values == {"count": free} and free > 1
        case "takes_end":
            rival = values["seat"]
            assert isinstance(rival, int) and not rings(after, rival)
            left = free_ends(after, rival)
            return values["left"] == left > 0 and left < free_ends(before, rival)
        case "stops":
            rival = values["seat"]
            assert isinstance(rival, int) and not rings(after, rival)
            return free_ends(before, rival) > free_ends(after, rival) == 0
        case "goes_on":
            return bool(after.due) and after.turn == seat
        case "prepares":
            return values == {"points": best_next(after, seat)} and best_next(after, seat) > 1
        case "spoils":
            rival = values["seat"]
            assert isinstance(rival, int) and rival != seat
            found = {"before": best_next(before, rival), "after": best_next(after, rival)}
            return values == {"seat": rival, **found} and found["after"] < found["before"]
        case "drowns":
            return values == {"count": pools(after, seat) - pools(before, seat)} and values["count"] != 0
        case "set":
            return values == {"count": sets(after, seat)} and sets(after, seat) > sets(before, seat)
        case "dingo":
            return text.endswith("=dingo")
        case "rabbit":
            own = after.mine(seat)
            return text.endswith("=rabbit") and not any(
                rabbits(after, path) > rabbits(before, path) for path in own
            )
    return False


def oracle_at(s: State) -> Oracle:
    """The second reading in a position without a frame."""
    board: dict[tuple[int, int], tuple[Card, ...]] = {}
    for laid in s.played:
        path = None if laid.path == NOBODY else laid.path
        card = Card(laid.card, path, laid.animal, laid.through)
        board[laid.x, laid.y] = (*board.get((laid.x, laid.y), ()), card)
    began = next((path for path in range(len(s.stuck)) if not s.paths[path].run and not s.stuck[path]), 0)
    return Oracle.at(
        msgspec.to_builtins(s.options),
        s.seats,
        board,
        s.turn,
        stage=s.stage,
        beginning=began,
        stuck={path for path, stuck in enumerate(s.stuck) if stuck},
        laid=set(s.laid),
        due=[((lead.x, lead.y), "NESW"[lead.side]) for lead in s.due],
        mover=next((path for path in range(len(s.stuck)) if set(s.due) & set(open_leads(s.paths[path]))), 0),
    )


def check(s: State, seat: Seat, action: Action, found: list[Motif]) -> None:
    """Compare every motif of an action."""
    before, after, text = oracle_at(s), oracle_at(s), DOWN_UNDER.notation(action)
    after.play(text)
    for motif in found:
        assert true(before, after, seat, text, motif), (motif, text)


def codes_of(found: list[Motif]) -> set[str]:
    codes = {motif.code.rpartition(".")[2] for motif in found}
    assert len(codes) == len(found)
    return codes


def test_what_they_say_is_so_all_through_games() -> None:
    """Of each kind the first ones are compared, of the others some."""
    met, easy = Counter[str](), bot(DOWN_UNDER, "easy")
    ways = [
        *((2, Options()), (4, Options(size="hard")), (3, Options(animals=True)), (2, Options(animals=True))),
        *((2, Options(two_paths="two cards", animals=True)), (2, Options(two_paths="one card"))),
    ]
    for number, (seats, options) in enumerate(ways * 3):
        rng = np.random.default_rng([22, number])
        s = DOWN_UNDER.start(options, seats)
        while s.stage != "over":
            legal, seat = DOWN_UNDER.legal(s, s.turn), s.turn
            action = easy.choose(DOWN_UNDER, s, seat, rng, Budget())
            for asked in (action, legal[int(rng.integers(len(legal)))]):
                found = motifs(s, seat, asked)
                codes = codes_of(found)
                if any(met[code] < 3 for code in codes) or rng.random() < 0.03:
                    check(s, seat, asked, found)
                met.update(codes)
            s = DOWN_UNDER.apply(s, seat, action)
    assert met.keys() == {
        *("wins", "brings", "leads", "costs_rival", "no_gift", "opens_ring", "keeps_end"),
        *(
            "keeps_ends",
            "takes_end",
            "stops",
            "prepares",
            "spoils",
            "goes_on",
            "drowns",
            "set",
            "dingo",
            "rabbit",
        ),
    }


def test_a_billabong_drowns_others_and_leads_on() -> None:
    s = position(CROSSING, seats=3).state
    action = Lay("EW", 1, 2)
    found = motifs(s, s.turn, action)
    check(s, s.turn, action, found)
    assert codes_of(found) >= {"goes_on", "drowns"}
    plain = Lay("NW", 1, 2)
    assert not codes_of(motifs(s, s.turn, plain)) & {"goes_on", "drowns"}


def test_a_rival_in_a_ring_is_not_stopped() -> None:
    """Seat 1 comes to 2,2 from the east; SE there joins both ends of seat 0, who will open the ring."""
    s = position(
        """
        ·    ·    ·    ·    ·
        ·    ┌0   ┐0   ·    ·
        ·    └0   ·    ─1   ·
        ·    ·    ·    ·    ·
        """,
        turn=1,
    ).state
    action = Lay("SE", 2, 2)
    found = motifs(s, s.turn, action)
    check(s, s.turn, action, found)
    assert not codes_of(found) & {"stops", "takes_end", "no_gift"}
