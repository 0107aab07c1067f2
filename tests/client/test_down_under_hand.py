"""The hand at Down Under's table: where intents lead, whatever device they come from."""

from __future__ import annotations

from collections import deque
from statistics import mean

import pytest

from client.boards.base import Chosen, Denied, Handled
from client.boards.down_under.preview import compare
from client.ui.intents import MOUSE, Accept, Cycle, Intent, Move, Press, Scroll, Secondary, Turn
from core.game import Refusal
from core.games.down_under.paths import leads, length
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import CURVES, Lay, LayBillabong, Options, State
from core.games.down_under.state import Turn as TurnCurve
from tests.client.down_under_kit import ANIMALS, BASIC, MANY, Player, games, played, set_up

WHEEL, BACK = Scroll(dy=-1.0, device=MOUSE), Scroll(dy=1.0, device=MOUSE)
RING = "0:SE@0,0 0:SW@1,0 0:NW@1,1 0:NE@0,1 1:EW@4,0"
"""Seat 0's path goes round in a ring."""
TWO = Options(two_paths="two cards")


def keys(player: Player) -> list[Intent]:
    """All that can be pressed."""
    return [
        *(Move(dx=dx, dy=dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))),
        Turn(),
        Turn(step=-1),
        Cycle(),
    ]


# --- where it goes -------------------------------------------------------------------------------


def test_by_keys_it_appears_where_something_can_be_done() -> None:
    ada = Player(played("EW@0,0 NS@0,1"))
    assert ada.hand.rests(ada.frame)
    assert ada.does(Accept()) == Handled("move")
    assert ada.hand.target in ada.hand.wanted(ada.state) == ((-1, 0), (1, 0))
    assert isinstance(ada.does(Accept()), Chosen)


def test_directions_lead_to_the_other_end() -> None:
    ada = Player(played("EW@0,0 NS@0,1"))
    ada.does(Move(dx=1), Move(dx=1))
    assert ada.hand.target == (1, 0)
    assert ada.does(Move(dx=-1)) == Handled("move") and ada.hand.target == (-1, 0)
    assert ada.does(Move(dx=-1)) is None, "the focus goes on"


def test_the_card_joins_the_path_it_is_held_to() -> None:
    """To either side and straight on: everywhere the own part joins the end."""
    ada = Player(played("EW@0,0 NS@0,1"))
    seen = set()
    ada.does(ada.over((1, 0)))
    for _ in range(4):
        seen.add(ada.hand.card)
        ada.does(WHEEL)
    assert seen == {"EW", "SW", "NW", "endW"}
    ada.does(ada.over((-1, 0)))
    assert "E" in (ada.hand.card or "")


def test_a_shape_that_was_asked_for_is_kept() -> None:
    ada = Player(played("EW@0,0 NS@0,1"))
    ada.does(ada.over((1, 0)))
    while ada.hand.card != "EW":
        ada.does(WHEEL)
    ada.does(ada.over((-1, 0)))
    assert ada.hand.card == "EW"
    ada.does(BACK)
    assert ada.hand.shape == "end"


def test_it_lies_as_it_can_first_of_all() -> None:
    """Where the shape asked for cannot lie another one is shown; the wish stays."""
    for options, seats in MANY:
        for state, _, _, _ in games(options, seats, seed=1):
            player = Player(state)
            for cell in player.hand.wanted(state):
                player.does(player.over(cell))
                assert player.hand.refusal(state) is None, (cell, player.meant)
            assert player.hand.shape == "curve"


@pytest.mark.parametrize(("options", "seats"), MANY)
def test_everything_legal_can_be_had_by_keys_and_in_few_presses(options: Options, seats: int) -> None:
    """From where the hand appears: every cell, way and card; once paths are begun in few presses."""
    counts: list[int] = []
    for state, seat, _, _ in list(games(options, seats, seed=2))[::4]:
        reached = presses_to(state)
        legal = set(DOWN_UNDER.legal(state, seat))
        assert legal <= reached.keys()
        if state.stage == "play":
            counts += [reached[action] + 2 for action in legal]
    assert mean(counts) < 5 and max(counts) <= 10


def presses_to(state: State) -> dict[object, int]:
    """How many presses lead to each action that can be meant."""
    start = Player(state)
    start.does(Accept())
    found: dict[object, int] = {}
    queue = deque([(start, 0)])
    while queue:
        player, count = queue.popleft()
        key = player.meant
        if key in found:
            continue
        found[key] = count
        for intent in keys(player):
            other = Player(state)
            other.hand.__dict__.update(player.hand.__dict__)
            other.hand._liked = dict(player.hand._liked)
            other.does(intent)
            queue.append((other, count + 1))
    return found


# --- pointer ---------------------------------------------------------------------------------------


def test_a_click_decides_where_the_pointer_is() -> None:
    ada = Player(played("EW@0,0 NS@0,1"))
    ada.does(ada.over((1, 0)))
    assert ada.does(ada.on((1, 0))) == Chosen(ada.meant)


def test_a_finger_sees_first_what_would_be() -> None:
    ada = Player(played("EW@0,0 NS@0,1"))
    assert ada.does(ada.on((1, 0))) == Handled("move")
    assert isinstance(ada.does(ada.on((1, 0))), Chosen)


def test_a_new_turn_forgets_where_the_pointer_lay() -> None:
    ada = Player(played("EW@0,0 NS@0,1"))
    ada.does(ada.over((1, 0)))
    assert not ada.hand.rests(ada.frame)
    ada.turn += 1
    assert ada.hand.rests(ada.frame)
    assert ada.does(ada.on((1, 0))) == Handled("move")


def test_the_second_button_takes_the_next_card() -> None:
    ada = Player(played("EW@0,0 NS@0,1"))
    ada.does(ada.over((1, 0)))
    shapes = []
    for _ in range(3):
        shapes.append(ada.hand.shape)
        ada.does(Secondary(device=MOUSE))
    assert set(shapes) == {"straight", "curve", "end"}


def test_a_card_of_the_supply_is_taken() -> None:
    ada = Player(played("EW@0,0 NS@0,1"))
    x, y = ada.places.supply_slot(0, "straight").centre
    assert ada.does(Press(x=x, y=y)) == Handled("paper_slide")
    assert ada.hand.over is not None and ada.hand.target is None
    ada.does(ada.over((1, 0)))
    assert ada.hand.card == "EW" and ada.hand.over is None


def test_what_is_used_up_says_so() -> None:
    straights = " ".join(f"0:EW@{x},0" for x in range(7))
    ada = Player(set_up(f"{straights} 1:EW@0,4"))
    x, y = ada.places.supply_slot(0, "straight").centre
    assert ada.does(Press(x=x, y=y)) == Denied(Refusal("down_under.refusal.no_straight_left"))


def test_an_animal_that_is_used_up_says_so() -> None:
    state = set_up("0:NE@0,0=dingo 1:EW@0,4=emu", ANIMALS)
    ada = Player(state)
    x, y = ada.places.supply_slot(0, "curve", "dingo").centre
    assert ada.does(Press(x=x, y=y)) == Denied(Refusal("down_under.refusal.animal_laid"))
    x, y = ada.places.supply_slot(0, "curve", "rabbit").centre
    assert ada.does(Press(x=x, y=y)) == Handled("paper_slide")
    ada.does(ada.over((0, -1)))
    assert isinstance(ada.meant, Lay) and ada.meant.animal == "rabbit"


# --- what cannot be done ---------------------------------------------------------------------------


def test_where_no_path_leads_says_so() -> None:
    ada = Player(played("EW@0,0 NS@0,1"))
    ada.does(ada.over((3, 3)))
    refused = ada.does(ada.on((3, 3)))
    assert isinstance(refused, Denied) and refused.why.code == "down_under.refusal.at_your_end"
    assert set(refused.why.places) == {(-1, 0), (1, 0)}
    assert ada.hand.preview(ada.state) is None


def test_the_pointer_on_its_way_across_the_ground_asks_nothing() -> None:
    ada = Player(played("EW@0,0 NS@0,1"))
    for cell in ((0, 0), (3, 3)):
        ada.does(ada.over(cell))
        assert ada.meant is None and ada.hand.card is None
        assert ada.hand.refusal(ada.state) is None
        assert ada.does(WHEEL) is None and ada.does(Secondary(device=MOUSE)) is None


def test_two_paths_that_would_meet_are_named() -> None:
    ada = Player(set_up("0:EW@0,0 1:EW@3,0 1:EW@2,0"))
    ada.does(ada.over((1, 0)))
    while ada.hand.card != "EW":
        ada.does(WHEEL)
    refused = ada.does(ada.on((1, 0)))
    assert isinstance(refused, Denied) and refused.why.code == "down_under.refusal.joins"
    assert {refused.why.values[gap] for gap in ("one", "other")} == {0, 1}


# --- rings, billabongs, two paths ------------------------------------------------------------------


def test_a_ring_is_opened_by_turning_a_curve() -> None:
    ada = Player(set_up(RING))
    wanted = ada.hand.wanted(ada.state)
    assert set(wanted) == {(0, 0), (1, 0), (0, 1), (1, 1)}
    ada.does(Cycle())
    seen = set()
    for _ in range(4):
        for _ in range(2):
            assert isinstance(ada.meant, TurnCurve)
            seen.add(ada.meant)
            ada.does(Turn())
        ada.does(Cycle())
    assert seen >= set(DOWN_UNDER.legal(ada.state, ada.state.turn))
    ada.does(ada.over((0, 0)))
    assert isinstance(ada.does(Accept()), Chosen)
    coming = ada.hand.preview(ada.state)
    assert coming is not None and len(list(leads(coming.after.paths[0]))) == 2
    ada.does(ada.over((4, 0)))
    refused = ada.does(ada.on((4, 0)))
    assert isinstance(refused, Denied) and refused.why.code == "down_under.refusal.not_your_curve"


def test_a_curve_that_is_turned_keeps_its_animal() -> None:
    text = "0:SE@0,0=emu 0:SW@1,0=dingo 0:NW@1,1=emu 0:NE@0,1=rabbit 1:EW@4,0=emu"
    ada = Player(set_up(text, ANIMALS))
    for cell, animal in (((1, 0), "dingo"), ((0, 1), "rabbit")):
        ada.does(ada.over(cell))
        assert ada.hand.animal == animal and isinstance(ada.meant, TurnCurve)


def test_a_billabong_instead_of_the_curve_that_one_has_not_got() -> None:
    """Both ends of two paths lead to one cell; seat 0 has laid its nine curves."""
    ada = Player(meeting())
    assert DOWN_UNDER.legal(ada.state, ada.state.turn) == [LayBillabong(0, 0)]
    ada.does(Accept())
    assert ada.meant == LayBillabong(0, 0) and ada.hand.card is None
    assert ada.does(Turn()) is None and ada.does(Cycle()) is None
    coming = ada.hand.preview(ada.state)
    assert coming is not None and coming.rings == (0, 1) and len(coming.billabongs) == 1
    assert ada.does(Accept()) == Chosen(LayBillabong(0, 0))


def meeting() -> State:
    """Case 3: both ends of both paths lead to 0,0, and seat 0 has no curve left."""
    one = "NS@0,-1 SW@0,-2 NE@-1,-2 SW@-1,-3 SE@-2,-3 NW@-2,-2 SE@-3,-2 NE@-3,-1 SW@-2,-1 NE@-2,0 EW@-1,0"
    other = "NE@0,1 NW@1,1 SW@1,0"
    return set_up(" ".join([f"0:{card}" for card in one.split()] + [f"1:{card}" for card in other.split()]))


def test_with_two_paths_the_card_is_for_the_one_that_leads_here() -> None:
    state = next(before for before, _, _, _ in games(TWO, 2, seed=4) if before.stage == "play")
    player = Player(state)
    seen = set()
    for cell in player.hand.wanted(state):
        player.does(player.over(cell))
        assert isinstance(player.meant, Lay) and player.hand.path is not None
        ends = [(lead.x, lead.y) for lead in leads(state.paths[player.hand.path])]
        assert cell in ends
        seen.add(player.meant.colour)
    assert seen == {"a", "b"}


def test_first_cards_turn_through_all_their_ways() -> None:
    ada = Player(DOWN_UNDER.start(BASIC, 2))
    ada.does(Accept())
    assert ada.hand.target == (0, 0)
    seen = set()
    for _ in range(6):
        seen.add(ada.hand.card)
        ada.does(Turn())
    assert seen == {"NS", "EW", *CURVES}


def test_the_partner_of_an_end_has_one_way() -> None:
    bo = Player(played("endN@0,0", Options(single_start=True)))
    bo.does(Accept())
    assert bo.meant == Lay("endS", 0, 0)
    assert bo.does(Turn()) is None


# --- what would come of it -------------------------------------------------------------------------


def test_a_preview_says_whose_path_gets_how_much_longer() -> None:
    """In every step of some games: the new stretches lie around the old run, all other paths stay."""
    for options, seats in MANY:
        for before, seat, action, after in games(options, seats, seed=3):
            change = compare(before, after)
            for growth in change.growths:
                old, new = before.paths[growth.path], after.paths[growth.path]
                assert (growth.short, growth.long) == (length(old), length(new))
                if not isinstance(action, TurnCurve):
                    kept = new.run[growth.start : growth.end]
                    assert kept == old.run
            same = set(range(len(before.paths))) - {growth.path for growth in change.growths}
            assert all(before.paths[path].run == after.paths[path].run for path in same)
            assert DOWN_UNDER.apply(before, seat, action) == after


def test_a_gain_for_another_seat() -> None:
    ada = Player(set_up("0:NS@0,0 1:EW@1,-1"))
    ada.does(ada.over((0, -1)))
    while ada.hand.card != "NS":
        ada.does(WHEEL)
    coming = ada.hand.preview(ada.state)
    assert coming is not None
    assert [(growth.path, growth.gain) for growth in coming.growths] == [(0, 1), (1, 1)]
    other = coming.growths[1]
    assert (other.short, other.long, other.steps, other.end - other.start) == (1, 2, 1, 1)
