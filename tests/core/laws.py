"""The laws of the Game contract (`core/game.py`) as checks that any game can be put through.

Each raises AssertionError, its message beginning with the number of the law that is broken.
`test_laws.py` runs them over every game and option, and plants faults to see each of them fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
import numpy as np

from core import codec, position
from core.game import CHANCE, AnyGame, Refusal, Refused, Seat
from core.match import Step

Viewer = Seat | None
Twin = Callable[[Any, Viewer, np.random.Generator], Any]
"""From a state, a viewer and randomness: a state that differs only in what the viewer may not know."""


class Played(NamedTuple):
    """A game that was played: `states[i]` is the state before `steps[i]`."""

    game: AnyGame
    options: Any
    seats: int
    steps: list[Step]
    states: list[Any]


class Shape(NamedTuple):
    """What the codec's `view_of` wants to know of a game, and how many sit there."""

    game: AnyGame
    options: Any
    seats: int


def playout(shape: Shape, rng: np.random.Generator) -> Played:
    """A game of random decisions. Law 7: it ends in time, and nobody is to act without a choice."""
    game, options, seats = shape
    steps: list[Step] = []
    states = [game.start(options, seats)]
    while game.to_act(states[-1]):
        expect(len(steps) < game.bound(options, seats), 7, f"no end after {len(steps)} steps")
        step = random_step(game, states[-1], rng)
        steps.append(step)
        states.append(game.apply(states[-1], step.seat, step.action))
    return Played(game, options, seats, steps, states)


def random_step(game: AnyGame, state: Any, rng: np.random.Generator) -> Step:
    """Something that may happen in `state`, drawn evenly."""
    to_act = game.to_act(state)
    seat = to_act[int(rng.integers(len(to_act)))]
    actions = possible(game, state, seat)
    expect(len(actions) > 0, 7, f"seat {seat} is to act and may do nothing")
    return Step(seat, actions[int(rng.integers(len(actions)))])


def possible(game: AnyGame, state: Any, seat: Seat) -> Sequence[Any]:
    """What `seat`, or chance, may do."""
    if seat == CHANCE:
        return [action for action, _ in game.chances(state)]
    return game.legal(state, seat)


def law_1_nothing_changes(game: AnyGame, state: Any, seats: int, rng: np.random.Generator) -> None:
    """No question asked of the game changes the state, no array can be written, and equal questions have
    equal answers.
    """
    _expect_sealed(state, "a state")
    before = codec.encode(state)
    for viewer in viewers(seats):
        _expect_sealed(game.view(state, viewer), "a view")
    for seat in range(seats):
        imagined = game.sample_state(game.view(state, Seat(seat)), Seat(seat), rng)
        _expect_sealed(imagined, "an imagined state")
    for seat in game.to_act(state):
        for action in sample(possible(game, state, seat), 6, rng):
            once = codec.encode(game.apply(state, seat, action))
            again = codec.encode(game.apply(state, seat, action))
            expect(once == again, 1, f"{game.notation(action)} leads to two different states")
            game.seen(state, seat, action, None, game.apply(state, seat, action))
    game.outcome(state)
    game.secrets(state)
    expect(codec.encode(state) == before, 1, "a state has been changed")


def law_1_replays(played: Played) -> None:
    """`(game, options, seats, steps)` replays to equal bytes, and no later step has changed a state."""
    game = played.game
    state = game.start(played.options, played.seats)
    for step, was in zip([*played.steps, None], played.states, strict=True):
        expect(codec.encode(state) == codec.encode(was), 1, "a replay leads to another state")
        if step is not None:
            state = game.apply(state, step.seat, step.action)


def law_2_knowledge(game: AnyGame, state: Any, seats: int) -> None:
    """What a seat may do depends only on what it may know."""
    for number in range(seats):
        seat = Seat(number)
        view = game.view(state, seat)
        expect(list(game.legal(view, seat)) == list(game.legal(state, seat)), 2, f"legal differs for {seat}")
    for viewer in viewers(seats):
        same = game.to_act(game.view(state, viewer)) == game.to_act(state)
        expect(same, 2, f"who is to act looks different to {viewer}")


def law_3_one_legality(game: AnyGame, state: Any, seats: int, pool: Sequence[Any]) -> None:
    """`why_not` is None exactly for legal actions, and has an answer for any other, of any seat."""
    for number in range(seats):
        seat = Seat(number)
        legal = list(game.legal(state, seat))
        allowed = set(legal)
        expect(len(allowed) == len(legal), 3, "an action is listed twice")
        expect(bool(legal) == (seat in game.to_act(state)), 3, f"{seat} is to act or may act, but not both")
        for action in legal:
            expect(game.why_not(state, seat, action) is None, 3, f"legal but refused: {action}")
        for action in pool:
            if action not in allowed:
                why = game.why_not(state, seat, action)
                expect(isinstance(why, Refusal) and bool(why.code), 3, f"illegal but not refused: {action}")


def listed(played: Played) -> list[Any]:
    """Every action that `legal` has listed for anybody in a position of this game, each once."""
    game = played.game
    found: dict[Any, None] = {}
    for state in played.states:
        for seat in game.to_act(state):
            found |= dict.fromkeys(possible(game, state, seat))
    return list(found)


def law_4_secrets(
    game: AnyGame, state: Any, seats: int, twin: Twin, pool: Sequence[Any], rng: np.random.Generator
) -> None:
    """What a viewer may not know changes nothing that reaches it: views, steps, legality, reasons."""
    for viewer in viewers(seats):
        other = twin(state, viewer, rng)
        mine, yours = game.view(state, viewer), game.view(other, viewer)
        expect(same(mine, yours), 4, f"the view of {viewer} tells a secret")
        expect(same(game.view(mine, viewer), mine), 4, f"the view of {viewer} looks different to itself")
        expect(
            same(game.view(mine, None), game.view(state, None)), 4, f"a spectator knows more than {viewer}"
        )
        expect(game.to_act(other) == game.to_act(state), 4, "who is to act depends on a secret")
        _same_steps(game, state, other, viewer, rng)
        _same_reasons(game, state, other, viewer, pool)


def law_4_steps(game: AnyGame, state: Any, seats: int, rng: np.random.Generator) -> None:
    """Steps that look the same to a viewer lead to what looks the same; a hidden one is not taken for one."""
    for seat in game.to_act(state):
        all_actions = possible(game, state, seat)
        actions = sample(all_actions, 6, rng)
        for viewer in viewers(seats):
            shown: dict[bytes, bytes] = {}
            for action in actions:
                now = game.apply(state, seat, action)
                told = game.seen(state, seat, action, viewer, now)
                expect(told == action or told not in all_actions, 4, "a hidden step looks like another one")
                looks, after = codec.encode(told), codec.encode(game.view(now, viewer))
                expect(shown.setdefault(looks, after) == after, 4, f"a hidden step shows itself to {viewer}")


def law_4_log(played: Played, twin: Twin, rng: np.random.Generator, nows: int = 6) -> None:
    """In a few positions of the game: what is hidden there shows no earlier step in another light, what was
    shown before stays shown, and without secrets every step lies open.
    """
    game = played.game
    shown: set[tuple[int, Viewer]] = set()
    for at in sorted(sample(range(1, len(played.states)), nows, rng)):
        now = played.states[at]
        for viewer in viewers(played.seats):
            other = twin(now, viewer, rng) if game.to_act(now) else now
            for number, (step, state) in enumerate(zip(played.steps[:at], played.states, strict=False)):
                looks = game.seen(state, step.seat, step.action, viewer, now)
                told = game.seen(state, step.seat, step.action, viewer, other)
                expect(looks == told, 4, f"an earlier step tells {viewer} a secret of now")
                in_full = looks == step.action
                expect(in_full or (number, viewer) not in shown, 4, f"{viewer} is to forget a step")
                expect(in_full or game.secrets(now), 4, f"no secrets, but {viewer} may not see a step")
                if in_full:
                    shown.add((number, viewer))


def law_4_no_secrets(game: AnyGame, state: Any, seats: int) -> None:
    """Every view says alike whether there are secrets; without any, as in the end, each shows everything."""
    secrets = game.secrets(state)
    expect(game.info.hidden or not secrets, 4, "info.hidden is False, but there are secrets")
    expect(bool(game.to_act(state)) or not secrets, 4, "over, but there are secrets")
    for viewer in viewers(seats):
        view = game.view(state, viewer)
        expect(game.secrets(view) == secrets, 4, f"{viewer} is told something else about secrets")
        expect(secrets or same(view, state), 4, f"no secrets, but {viewer} may not see everything")


def law_4_declared(games: Sequence[Played]) -> None:
    """A game that says it has no secrets keeps none; one that says it has some keeps some in one of these."""
    hidden = games[0].game.info.hidden
    hides = any(map(_hides, games))
    expect(hides == hidden, 4, f"info.hidden is {hidden}, but the game hides: {hides}")


def _hides(played: Played) -> bool:
    game = played.game
    return any(
        not same(game.view(now, viewer), now)
        or game.seen(state, step.seat, step.action, viewer, now) != step.action
        for step, state, now in zip(played.steps, played.states, played.states[1:], strict=False)
        for viewer in viewers(played.seats)
    )


def law_5_imagination(game: AnyGame, state: Any, seats: int, rng: np.random.Generator) -> None:
    """An imagined state looks like the real one to the seat that imagines, and can be played on with."""
    for number in range(seats):
        seat = Seat(number)
        view = game.view(state, seat)
        imagined = game.sample_state(view, seat, rng)
        expect(same(game.view(imagined, seat), view), 5, f"{seat} can tell what it imagined from what is")
        expect(game.to_act(imagined) == game.to_act(state), 5, "somebody else is to act in an imagined state")
        for actor in game.to_act(imagined):
            actions = possible(game, imagined, actor)
            expect(len(actions) > 0, 5, f"{actor} may do nothing in an imagined state")
            game.apply(imagined, actor, actions[int(rng.integers(len(actions)))])


def law_6_chance(game: AnyGame, state: Any) -> None:
    """Probabilities sum to 1; nobody else acts while chance does; games without chance have none."""
    listed = list(game.chances(state))
    if CHANCE not in game.to_act(state):
        expect(not listed, 6, "chances where chance is not to act")
        return
    expect(game.info.chance, 6, "info.chance is False, but chance is to act")
    expect(game.to_act(state) == (CHANCE,), 6, "chance and a seat are to act at once")
    total = sum((Fraction(p) for _, p in listed), Fraction(0))
    exact = all(isinstance(p, Fraction) for _, p in listed)
    expect(total == 1 if exact else abs(total - 1) < 1e-9, 6, f"probabilities sum to {float(total)}")
    expect(all(p > 0 for _, p in listed), 6, "something impossible is listed")
    expect(len({action for action, _ in listed}) == len(listed), 6, "an action is listed twice")


def law_7_outcome(played: Played) -> None:
    """A game has an outcome exactly when nobody is to act; what it says hangs together."""
    game, seats = played.game, played.seats
    for state in played.states[:-1]:
        expect(game.outcome(state) is None, 7, "an outcome while somebody is to act")
    outcome = game.outcome(played.states[-1])
    if outcome is None:
        raise AssertionError("law 7: over without an outcome")
    expect(len(outcome.scores) == seats, 7, "a score for each seat")
    expect(set(outcome.winners) <= set(range(seats)), 7, "winners sit at the table")
    nobody_ahead = len(set(outcome.scores)) == 1 or not any(game.points(outcome))  # or all have lost
    expect(bool(outcome.winners) or nobody_ahead, 7, "nobody wins only where nobody is ahead")
    expect(list(outcome.winners) == sorted(set(outcome.winners)), 7, "winners are listed once, in seat order")
    if outcome.breakdown:
        sums = [sum(point.amount for point in sheet) for sheet in outcome.breakdown]
        expect(sums == list(outcome.scores), 7, f"the breakdown adds up to {sums}, not {outcome.scores}")
    if not game.info.scored:
        expect(set(outcome.scores) <= {0, 0.5, 1}, 7, "points in a game that has none")
        expect(not outcome.breakdown, 7, "a sheet of points in a game that has none")
    following = game.follow(played.options, outcome)
    expect(sorted(following.seating) == list(range(seats)), 7, "who plays on is not who has played")
    expect(len(game.points(outcome)) == seats, 7, "points for each seat")
    game.start(following.options, seats)


def law_8_at_once(game: AnyGame, state: Any, rng: np.random.Generator, orders: int = 2) -> None:
    """Decisions made at once do not depend on each other: whatever order they are put in, each seat may do
    what it may on a line of its own, where nobody else has acted, nobody new is to act before the last is
    in, and then all is the same.
    """
    seats = game.to_act(state)
    if len(seats) < 2:
        return
    lines = {seat: _line(game, state, seat, rng) for seat in seats}
    in_turn = [seat for seat in seats for _ in lines[seat]]
    together = _together(game, state, lines, in_turn)
    for order in (in_turn[::-1], *(rng.permutation(in_turn).tolist() for _ in range(orders))):
        expect(same(_together(game, state, lines, order), together), 8, "the order of decisions matters")


def law_8_sealed(game: AnyGame, state: Any, seats: int, rng: np.random.Generator) -> None:
    """Whatever a seat decides while others decide too, they are told the same and see the same, unless that
    was its last decision.
    """
    acting = game.to_act(state)
    for seat in acting if len(acting) > 1 else ():
        told: dict[tuple[Viewer, Sequence[Seat]], tuple[bytes, bytes]] = {}
        for action in sample(game.legal(state, seat), 6, rng):
            now = game.apply(state, seat, action)
            for viewer in viewers(seats):
                if viewer != seat:
                    step = codec.encode(game.seen(state, seat, action, viewer, now))
                    this = step, codec.encode(game.view(now, viewer))
                    first = told.setdefault((viewer, game.to_act(now)), this)
                    expect(this == first, 8, f"{viewer} is told what {seat} decides at the same time")


Line = Sequence[tuple[Any, Sequence[Any]]]
"""Decisions of one seat one after the other, each with what could be chosen."""


def _line(game: AnyGame, state: Any, seat: Seat, rng: np.random.Generator) -> Line:
    """Random decisions of a seat until it has made all it owes, while nobody else decides anything."""
    line: list[tuple[Any, Sequence[Any]]] = []
    others = set(game.to_act(state)) - {seat}
    while seat in game.to_act(state):
        legal = list(game.legal(state, seat))
        line.append((legal[int(rng.integers(len(legal)))], legal))
        state = game.apply(state, seat, line[-1][0])
        expect(set(game.to_act(state)) - {seat} == others, 8, "a decision made at once changes who is to act")
    return line


def _together(game: AnyGame, state: Any, lines: Mapping[Seat, Line], order: Sequence[Seat]) -> Any:
    """What all these lines come to if their decisions are made in this order of seats."""
    ahead = {seat: list(line) for seat, line in lines.items()}
    for seat in order:
        owing = tuple(other for other in lines if ahead[other])
        expect(game.to_act(state) == owing, 8, "who is to act depends on what others decide")
        action, legal = ahead[seat].pop(0)
        expect(list(game.legal(state, seat)) == legal, 8, f"{seat} may do less or more for what others do")
        state = game.apply(state, seat, action)
    return state


def notation_law(game: AnyGame, actions: Sequence[Any]) -> None:
    """`parse` and `notation` are inverse to each other."""
    texts: dict[str, Any] = {}
    for action in actions:
        text = game.notation(action)
        expect(game.parse(text) == action, 0, f"{text} is read as {game.parse(text)}, not {action}")
        expect(game.notation(game.parse(text)) == text, 0, f"{text} changes when read")
        expect(texts.setdefault(text, action) == action, 0, f"{text} means two things")
        expect(text.isprintable() and text == text.strip() != "", 0, f"{text!r} is no word")


def codec_law(shape: Shape, state: Any, actions: Sequence[Any]) -> None:
    """States and actions survive the way out and in again."""
    game, options, seats = shape
    for value in [state, *(game.view(state, viewer) for viewer in viewers(seats))]:
        raw = codec.encode(value)
        try:
            back = codec.view_of(game, codec.unpack(raw), options, seats)
        except Refused as refused:
            raise AssertionError(f"law 0: a state is not accepted: {refused}") from refused
        expect(codec.encode(back) == raw, 0, "a state changes on the way")
        _expect_sealed(back, "a state read")
    for action in actions:
        data = codec.unpack(codec.encode(action))
        expect(codec.typed(data, game.info.action) == action, 0, f"{action} changes on the way")


def law_9_text(shape: Shape, state: Any) -> None:
    """A state and what everybody may know of it survive being written as text and read again."""
    game, options, seats = shape
    for value in [state, *(game.view(state, viewer) for viewer in viewers(seats))]:
        text = position.write(game, seats, value)
        try:
            back = position.read(text, game)
        except Refused as refused:
            raise AssertionError(f"law 9: a text is not accepted: {refused}\n{text}") from refused
        expect(same(back.state, value), 9, f"a state changes when it is read:\n{text}")
        expect((back.options, back.seats) == (options, seats), 9, "other options or seats are read")
        _expect_sealed(back.state, "a state read")


def every_law(
    shape: Shape, twin: Twin, pool: Sequence[Any], rng: np.random.Generator, every: int = 1
) -> Played:
    """Put one random game through all of it; the laws about a single state in one state of `every`."""
    played = playout(shape, rng)
    law_1_replays(played)
    law_4_log(played, twin, rng)
    law_7_outcome(played)
    first = int(rng.integers(every))
    chosen = [*played.states[first:-1:every], played.states[-1]]
    for state in chosen:
        every_law_of_a_state(shape, state, twin, pool, rng)
    return played


def every_law_of_a_state(
    shape: Shape, state: Any, twin: Twin, pool: Sequence[Any], rng: np.random.Generator
) -> None:
    """The laws that speak about one state."""
    game, _, seats = shape
    some = sample(pool, 25, rng)
    law_1_nothing_changes(game, state, seats, rng)
    law_2_knowledge(game, state, seats)
    law_3_one_legality(game, state, seats, some)
    law_4_no_secrets(game, state, seats)
    if game.to_act(state):
        law_4_secrets(game, state, seats, twin, some, rng)
        law_4_steps(game, state, seats, rng)
        law_5_imagination(game, state, seats, rng)
    law_6_chance(game, state)
    law_8_at_once(game, state, rng)
    law_8_sealed(game, state, seats, rng)
    actions = [action for seat in game.to_act(state) for action in possible(game, state, seat)]
    notation_law(game, actions)
    codec_law(shape, state, sample(actions, 10, rng))
    law_9_text(shape, state)


def imagined_twin(game: AnyGame) -> Twin:
    """For games without a twin of their own: what a seat imagines. A spectator knows less than any seat."""

    def twin(state: Any, viewer: Viewer, rng: np.random.Generator) -> Any:
        seat = Seat(0) if viewer is None else viewer
        return game.sample_state(game.view(state, seat), seat, rng)

    return twin


def pool_of(shapes: Sequence[Shape], rng: np.random.Generator, size: int = 400) -> list[Any]:
    """Well-formed actions from all over the game: other phases, seats and options, chance, hidden ones."""
    found: dict[Any, None] = {}
    for shape in shapes:
        game = shape.game
        played = playout(shape, rng)
        for step, state in zip(played.steps, played.states, strict=False):
            for action in sample(possible(game, state, step.seat), 4, rng):
                found[action] = None
                found[game.seen(state, step.seat, action, None, game.apply(state, step.seat, action))] = None
    return sample(list(found), size, rng)


def viewers(seats: int) -> list[Viewer]:
    """Everybody who can look at a game: each seat and a spectator."""
    return [*map(Seat, range(seats)), None]


def sample(items: Sequence[Any], size: int, rng: np.random.Generator) -> list[Any]:
    """Up to `size` different items."""
    if len(items) <= size:
        return list(items)
    return [items[int(i)] for i in rng.choice(len(items), size, replace=False)]


def same(a: Any, b: Any) -> bool:
    """Whether two values have equal bytes."""
    return a is b or codec.encode(a) == codec.encode(b)


def expect(holds: bool, law: int, what: str) -> None:
    """Raise AssertionError unless it holds; law 0 is the notation and the codec."""
    if not holds:
        raise AssertionError(f"law {law}: {what}")


def _same_steps(game: AnyGame, state: Any, other: Any, viewer: Viewer, rng: np.random.Generator) -> None:
    """A step looks alike from both, unless what somebody else had sealed before makes it its last in one."""
    for seat in game.to_act(state):
        both = set(possible(game, other, seat))
        for action in sample([a for a in possible(game, state, seat) if a in both], 4, rng):
            nows = [game.apply(s, seat, action) for s in (state, other)]
            one, two = (
                game.seen(s, seat, action, viewer, now) for s, now in zip((state, other), nows, strict=True)
            )
            if seat == viewer or game.to_act(nows[0]) == game.to_act(nows[1]):
                expect(one == two, 4, f"a step told to {viewer} tells a secret")


def _same_reasons(game: AnyGame, state: Any, other: Any, viewer: Viewer, pool: Sequence[Any]) -> None:
    if viewer is None:
        return
    for action in pool:
        one, two = (game.why_not(s, viewer, action) for s in (state, other))
        expect(one == two, 4, f"a refusal tells {viewer} a secret: {one} or {two}")


def _expect_sealed(value: Any, what: str) -> None:
    for array in _arrays(value):
        expect(not array.flags.writeable, 1, f"{what} has an array that can be written")


def _arrays(value: Any) -> Iterator[np.ndarray]:
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _arrays(getattr(value, name))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _arrays(item)
