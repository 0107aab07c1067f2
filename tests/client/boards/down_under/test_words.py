"""What Down Under says: a sentence for every stage and step, in every language, that fits its place."""

from __future__ import annotations

from functools import cache
from itertools import count

import pytest

from assets.texts import LANGUAGES
from client.boards.contract import Sentence
from client.boards.down_under.board import DownUnderBoard
from client.screens.shared.panes import sentence
from client.ui.intents import Cycle, Turn
from core.game import Seat
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.scoring import score, worth
from core.games.down_under.state import (
    SET_ANIMALS,
    SHAPES,
    Action,
    LayBillabong,
    Options,
    State,
    open_leads,
    paths_of,
)
from tests.client.boards import laws
from tests.client.boards.down_under.fixtures import (
    ANIMALS,
    BASIC,
    MANY,
    frame,
    games,
    made_board,
    over,
    played,
    set_up,
    step_event,
)
from tests.client.boards.fixtures import replace, texts

NAMES = ("Maximiliane", "Bernadette", "Konstantin", "Anneliese")
SPOKEN = ("prompt", "would", "meet", "waiting", "caption", "hint", "tally")
"""The groups of sentences that a table says while a game goes on."""
GROUPS = tuple(f"down_under.{group}." for group in SPOKEN)

RING = "0:SE@0,0 0:SW@1,0 0:NW@1,1 1:EW@4,0"
"""Seat 0's path becomes a ring with a curve on 0,1."""
OPENED = f"{RING} 0:NE@0,1"
TWO = Options(two_paths="two cards")
CURVES_GONE = (
    "0:NS@0,-1 0:SW@0,-2 0:NE@-1,-2 0:SW@-1,-3 0:SE@-2,-3 0:NW@-2,-2 0:SE@-3,-2 0:NE@-3,-1 0:SW@-2,-1 "
    "0:NE@-2,0 0:EW@-1,0 1:NE@0,1 1:NW@1,1 1:SW@1,0"
)
"""Both ends of both paths lead to 0,0, and seat 0 has no curve left."""
NOTHING_LEFT = f"{CURVES_GONE} 2:EW@9,0 " + " ".join(f"-1:billabong@{x},9" for x in (3, 5, 7, 9))
"""Nor is there a billabong: in its next turn seat 0 is finished for good."""
MEETING = "0:EW@0,0 1:NS@2,1 2:NS@2,-1"
"""Three paths lead to 2,0 once seat 0 has laid a straight on 1,0."""

HERD = "0:EW@-1,0=emu 1:NS@1,0=kangaroo 2:NS@2,0=emu 3:NS@3,0=platypus"
"""Over the neutral parts of three cards seat 0's path comes to a set of animals with a straight on 0,0."""


def laid(text: str) -> Action:
    return DOWN_UNDER.parse(text)


def herd(text: str) -> str:
    """The same cards, each with the next animal that its seat has on such a card."""
    left = {
        (path, shape): iter([animal for animal, count in animals.items() for _ in range(count)])
        for path in "0123"
        for shape, animals in SET_ANIMALS.items()
    }

    def with_animal(word: str) -> str:
        shape = SHAPES.get(word[2:].partition("@")[0])
        return f"{word}={next(left[word[0], shape])}" if shape in SET_ANIMALS else word

    return " ".join(map(with_animal, text.split()))


RARE: tuple[tuple[State, Action], ...] = (
    (set_up(RING), laid("NE@0,1")),
    (set_up("0:SE@0,0 0:SW@1,0 0:NW@1,1 1:EW@-1,1", turn=1), laid("SW@0,1")),
    (set_up(NOTHING_LEFT, Options(size="unlimited"), seats=3, turn=2), laid("EW@10,0")),
    (set_up(OPENED), laid("turn NW@0,0")),
    (set_up(CURVES_GONE), LayBillabong(0, 0)),
    (set_up(MEETING, seats=3), laid("EW@1,0")),
    (set_up(herd(MEETING), ANIMALS, seats=3), laid("EW@1,0=emu")),
    (set_up(herd(OPENED), ANIMALS), laid("turn NW@0,0")),
    (
        set_up(herd(NOTHING_LEFT), Options(size="unlimited", animals=True), seats=3, turn=2),
        laid("EW@10,0=emu"),
    ),
    (played("EW@0,0=emu", ANIMALS), laid("NS@1,0=emu")),
    (set_up(herd("0:EW@1,0 1:NS@2,1 2:NS@2,-1 3:EW@5,5"), ANIMALS, seats=4, turn=3), laid("EW@6,5=emu")),
    (set_up("0:EW@1,0 1:NS@2,1 2:NS@2,-1 3:EW@5,5", seats=4, turn=3), laid("EW@6,5")),
    (set_up("0:NS@0,0 1:EW@1,-1"), laid("NS@0,-1")),
    (played("EW@0,0"), laid("NS@1,0")),
    (set_up("0:NS@0,0 1:EW@1,-1 2:EW@-1,-1", seats=3), laid("endS@0,1")),
    (set_up("0:NS@0,0 0:endS@0,-1 1:EW@1,1"), laid("endN@0,1")),
    (set_up("0:NS@0,0=emu 0:endS@0,-1 1:EW@1,1=emu", ANIMALS), laid("endN@0,1")),
)
"""What hardly ever happens at random."""

DECISIONS = count(1)
"""Turns that no other frame has: a hand begins each of them anew."""


def spoken_at(board: DownUnderBoard, state: State) -> list[Sentence]:
    """All that is said at a position, by everybody who may look at it, over cells too."""
    lines = []
    for chooser in (None, *DOWN_UNDER.to_act(state)):
        shown = frame(state, chooser)
        lines += [
            board.prompt(shown),
            *[board.standing(shown, Seat(seat)).words for seat in range(state.seats)],
        ]
        lines += [Sentence(key) for _, key in board.hints(shown)]
        if chooser is not None:
            lines += spoken_over_cells(board, state)
    return lines


def spoken_over_cells(board: DownUnderBoard, state: State) -> list[Sentence]:
    lines, shown = [], frame(state, state.turn, turn=next(DECISIONS))
    hand = board.pickers[state.turn]
    choices = hand.choices(state, state.turn)
    own = (state.paths[path] for path in paths_of(state.options, state.seats, state.turn))
    ends = {("cell", lead.x, lead.y) for path in own for lead in open_leads(path)}
    for _, x, y in sorted({*choices.targets(), *ends}):
        over(board, shown, (int(x), int(y)))
        for kind in choices.kinds:
            hand.kind = kind
            for _ in range(board.turns(state, kind)):
                lines.append(board.prompt(shown))
                board.handle(Turn(), shown)
    board.leave()
    return lines


@cache
def everything_said() -> dict[str, Sentence]:
    """A sentence of each kind, of some games and of what is rare, by its key."""
    lines: list[Sentence] = []
    for options, seats in MANY:
        board = made_board(options, seats)
        steps = list(games(options, seats, 1))
        for before, seat, action, after in (*steps[:4], *steps[4::2]):
            lines += spoken_at(board, before)
            lines.append(board.caption(step_event(before, seat, action, after), -1))
        lines += spoken_at(board, steps[-1][3])
    for state, action in RARE:
        lines += told(state, action)
    return {line.key: line for line in (*lines, *everything_else())}


def told(state: State, action: Action) -> list[Sentence]:
    """A step, said before it, of it and after it."""
    board = made_board(state.options, state.seats)
    after = DOWN_UNDER.apply(state, state.turn, action)
    caption = board.caption(step_event(state, state.turn, action, after), -1)
    return [*spoken_at(board, state), caption, *spoken_at(board, after)]


def everything_else() -> list[Sentence]:
    """What is said of paths that are not these: all closed, or two of one seat side by side."""
    lines = []
    for options in (BASIC, ANIMALS, TWO, Options(two_paths="one card", animals=True)):
        state = DOWN_UNDER.start(options, 2)
        done = replace(state, stuck=(True,) * len(state.stuck), stage="over")
        lines += spoken_at(made_board(options, 2), done)
    for turn in (0, 1):
        beside = set_up("0:NS@0,0 2:NS@0,-2 1:EW@1,-1 3:EW@-1,-1", TWO, turn=turn)
        lines += spoken_at(made_board(TWO, 2), beside)
    return lines


@pytest.mark.long
def test_every_sentence_is_said_and_every_one_said_is_there() -> None:
    """Nothing is missing, nothing is left over: in all three languages, as the same keys are in all."""
    said = {key for key in everything_said() if key.split(".")[1] in SPOKEN}
    assert said == {key for key in texts("en").keys() if key.startswith(GROUPS)}  # noqa: SIM118 - not a dict


@pytest.mark.long
def test_what_is_rarely_said_fits_too() -> None:
    places = {"tally": "note", "hint": "hint"}
    lines = everything_said().values()
    said = [laws.Said(line, places.get(line.key.split(".")[1], "prompt")) for line in lines]  # type: ignore[arg-type]
    laws.law_7_sentences(said, NAMES, 4)


@pytest.mark.parametrize(
    ("state", "action", "key", "mine", "theirs"),
    [
        (set_up("0:NS@0,0 1:EW@1,-1"), laid("NS@0,-1"), "lays_other", "+1", "+1"),
        (set_up("0:NS@0,0 1:EW@3,3"), laid("NS@0,-1"), "lays", "+1", None),
        (set_up(HERD, ANIMALS, seats=4), laid("EW@0,0=emu"), "worth_lays", "+9", None),
        (set_up("0:NS@0,0 0:endS@0,-1 1:EW@3,3"), laid("endN@0,1"), "closes", None, None),
        (set_up(RING), laid("NE@0,1"), "ring", None, None),
        (set_up(MEETING, seats=3), laid("EW@1,0"), "billabong_due", None, None),
        (set_up(CURVES_GONE), LayBillabong(0, 0), "lays_billabong", None, None),
    ],
)
def test_a_step_is_told_by_what_it_brings(
    state: State, action: Action, key: str, mine: str | None, theirs: str | None
) -> None:
    after = DOWN_UNDER.apply(state, state.turn, action)
    board = made_board(state.options, state.seats)
    line = board.caption(step_event(state, state.turn, action, after), -1)
    assert line.key == f"down_under.caption.{key}"
    for language in LANGUAGES:
        said = sentence(line, texts(language).translate, NAMES.__getitem__)
        assert all(sign in said for sign in (mine, theirs) if sign is not None)


def test_two_that_would_meet_are_named() -> None:
    """Whose they are, as seen by whoever asks."""
    state = set_up("0:EW@0,0 1:EW@3,0 1:EW@2,0")
    board, shown = made_board(BASIC, 2), frame(state, 0, turn=1)
    over(board, shown, (1, 0))
    said = set()
    for _ in range(4):
        said.add(sentence(board.prompt(shown), texts("en").translate, NAMES.__getitem__))
        board.handle(Cycle(step=1), shown)
    assert "This would join your path to that of Bernadette." in said


def test_the_winner_is_named_and_nobody_may_win() -> None:
    board = made_board(ANIMALS, 2)
    end = replace(played("EW@0,0=emu NS@0,1=emu", ANIMALS), stage="over")
    assert board.prompt(frame(end)).key == "down_under.reason.nobody"
    *_, (_, _, _, last) = games(BASIC, 2, seed=1)
    outcome = DOWN_UNDER.outcome(last)
    assert outcome is not None
    assert board.prompt(frame(last)).seats == {"winner": outcome.winners[0]}


def test_the_graph_ends_at_the_scores() -> None:
    """Also where somebody has not laid its dingo."""
    nothing = 0
    for options, seats in MANY:
        for seed in range(3):
            *_, (_, _, _, last) = games(options, seats, seed)
            outcome, board = DOWN_UNDER.outcome(last), made_board(options, seats)
            assert outcome is not None
            assert outcome.scores == tuple(board.measure(last, Seat(seat)) for seat in range(seats))
            nothing += 0 in outcome.scores
    assert nothing


@pytest.mark.parametrize(("options", "seats"), MANY)
def test_what_paths_are_worth_adds_up_to_the_score(options: Options, seats: int) -> None:
    for *_, state in games(options, seats, 7):
        for seat in range(seats):
            own = paths_of(options, seats, Seat(seat))
            assert sum(worth(state, path) for path in own) == score(state, Seat(seat))
