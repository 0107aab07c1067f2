"""The rules of Down Under, a game for two to four by Günter Cornett, top-down as in its rulebook.

Everybody builds one path, as long as possible, out of stretches of their own colour and of grey neutral ones.
Cards, actions and the state are in `state`; the field, what lies on it and how paths run in `board`. Ours,
where the rulebook is silent: a seat that can lay nothing is finished though its end is open; a ring has to be
opened if it can be, without cutting anybody's path; the split of the animals over straights and curves; the
drawings of the frames. Left out: the "partial frame" of two sets, of which the rulebook says only that there
may be one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from core.game import GameInfo, Goal, NextGame, Outcome, Refusal, Refused, Seat
from core.games.down_under import notation, position, refusals, scoring
from core.games.down_under.board import (
    Placing,
    arriving_paths,
    field_of,
    frame_of,
    neutral_part_is_free,
    next_billabong_cell,
    paths_after_lay,
    paths_after_turn,
    size_name,
    trace_paths,
)
from core.games.down_under.decisions import DECISIONS, VARIANTS
from core.games.down_under.frames import SETS_PER_FRAME, FrameName
from core.games.down_under.state import (
    BILLABONG,
    BILLABONGS,
    CURVES,
    ENDS,
    NOBODY,
    OWN_SIDES,
    SET_CARDS,
    SETS,
    SHAPES,
    SIDES,
    STRAIGHTS,
    Action,
    Animal,
    Card,
    Cell,
    Curve,
    Laid,
    Lay,
    LayBillabong,
    Lead,
    Options,
    Shape,
    State,
    Straight,
    Turn,
    billabongs_left,
    cell_over,
    colour,
    is_beginning,
    is_ring,
    nobody_has_begun,
    open_leads,
    owner,
    partner_of,
    path_of,
    paths_to_lay,
    reading_order,
    starts_with_ends,
    supply,
)
from core.open_information import OpenInformation
from core.position_fields import Field, Fields

# --- Setup -------------------------------------------------------------------------------------------


def _check_options(options: Options, seats: int) -> None:
    """Refuse variants that do not go together."""
    if options.two_paths:
        if seats != 2:
            raise Refused("down_under.refusal.two_paths_for_two")
        if options.single_start:
            raise Refused("down_under.refusal.two_paths_start")
        if options.frame:
            raise Refused("down_under.refusal.two_paths_frame")
    if options.dingo == "loses" and not options.animals:
        raise Refused("down_under.refusal.no_dingo_here")
    if options.paths_scored == "longest" and not options.two_paths:
        raise Refused("down_under.refusal.one_path_each")
    if options.frame:
        _check_frame(options.frame, options, seats)


def _check_frame(frame: FrameName, options: Options, seats: int) -> None:
    """Refuse a frame for which no set is left, or of which there is no drawing."""
    if seats + SETS_PER_FRAME[frame] > SETS:
        raise Refused(f"down_under.refusal.{frame}_seats")
    if size_name(options, seats) == "unlimited":
        raise Refused("down_under.refusal.frame_unlimited")
    if frame_of(options, seats) is None:
        raise Refused("down_under.refusal.no_drawing", size=size_name(options, seats).replace("x", " × "))


def _frame_cards(options: Options, seats: int, first: int) -> tuple[tuple[Laid, ...], int]:
    """The cards of the frame, and its number of paths; `first` is the number of the first of these."""
    frame = frame_of(options, seats)
    runs = frame.runs if frame else ()
    return tuple(_frame_card(laid, first, options) for run in runs for laid in run), len(runs)


def _frame_card(laid: Laid, first: int, options: Options) -> Laid:
    animal = laid.animal if options.animals else None
    return replace(laid, path=first + laid.path, animal=animal)


# --- Legal: what can be done for a path --------------------------------------------------------------


def _legal_for(s: State, path: int, asked: Action | None = None) -> Iterator[Action]:
    """Every action for a path; with `asked` those that cannot be that action may be left out."""
    if is_ring(s.paths[path]):
        yield from _legal_turns(s, path)
        return
    if asked is None or isinstance(asked, Lay):
        yield from _legal_lays(s, path, asked)
    if s.stage == "play" and not s.due:
        yield from _legal_billabongs(s, path)


def _is_able(s: State, path: int) -> bool:
    return next(_legal_for(s, path), None) is not None


# --- Legal: the first cards --------------------------------------------------------------------------


def _first_lays(s: State, path: int) -> Iterator[tuple[Cell, Card]]:
    """Every cell and card with which a path can be begun."""
    placing, partner = Placing(s), partner_of(s, path)
    if partner is not None:
        return _against_the_back(placing, partner, path)
    if starts_with_ends(s.options):
        return _first_ends(s, placing, path)
    return _first_cards(s, placing, path)


def _first_cards(s: State, placing: Placing, path: int) -> Iterator[tuple[Cell, Card]]:
    """A straight or a curve, next to any card; the very first anywhere."""
    for cell in _first_cells(s, placing):
        if placing.field.has(cell):
            for card in (*STRAIGHTS, *CURVES):
                if not placing.joins(cell, card, path):
                    yield cell, card


def _first_ends(s: State, placing: Placing, path: int) -> Iterator[tuple[Cell, Card]]:
    """An end where its partner's can still be laid against its back."""
    for cell in _first_cells(s, placing):
        if placing.field.fixed is None or placing.field.has(cell):
            for card in ENDS:
                if not placing.joins(cell, card, path) and _leaves_its_back(s, path, cell, card):
                    yield cell, card


def _leaves_its_back(s: State, path: int, cell: Cell, card: Card) -> bool:
    """Whether the partner, if there is one, can lay its end against the back of this one."""
    if path % 2 == 1 or path + 1 >= len(s.stuck):
        return True
    laid = Laid(card, *cell, path)
    return any(_against_the_back(Placing(_lay_down(s, laid)), laid, path + 1))


def _against_the_back(placing: Placing, partner: Laid, path: int) -> Iterator[tuple[Cell, Card]]:
    """The end opposite that of the partner."""
    cell, card = (partner.x, partner.y), ENDS[(ENDS.index(partner.card) + 2) % 4]
    if not placing.joins(cell, card, path):
        yield cell, card


def _first_cells(s: State, placing: Placing) -> list[Cell]:
    """The empty cells for a first card, in reading order."""
    fixed = placing.field.fixed
    if not nobody_has_begun(s):
        cells = {(x + dx, y + dy) for x, y in placing.land for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    elif fixed is not None:
        cells = {(x, y) for x in range(fixed.width) for y in range(fixed.height)}
    else:
        cells = {(0, 0)}
    return sorted(cells - set(placing.land), key=reading_order)


# --- Legal: a card -----------------------------------------------------------------------------------


def _legal_lays(s: State, path: int, asked: Lay | None) -> Iterator[Lay]:
    """Every card that can be laid for a path and is left in its supply; `asked` as in `_legal_for`."""
    left = supply(s, path)
    by_shape: dict[Shape, list[Animal | None]] = {shape: [] for shape in SET_CARDS}
    for shape, animal in left:
        by_shape[shape].append(animal)
    if s.stage == "opening" and not s.due:
        by_shape["end"] = []
    for cell, card in _lays(s, path, asked):
        for animal in by_shape[SHAPES[card]]:
            yield Lay(card, *cell, animal, colour(s, path))


def _lays(s: State, path: int, asked: Lay | None) -> Iterator[tuple[Cell, Card]]:
    """Every cell and card that can be laid for a path, each once, whatever is left in its supply."""
    if is_beginning(s):
        yield from _first_lays(s, path)
        return
    placing = Placing(s)
    met: set[tuple[Cell, Card]] = set()
    for lead in s.due or open_leads(s.paths[path]):
        cell = (lead.x, lead.y)
        for card in placing.cards_at(lead):
            if _may_be(asked, cell, card) and (cell, card) not in met and not placing.joins(cell, card, path):
                met.add((cell, card))
                yield cell, card


def _may_be(asked: Lay | None, cell: Cell, card: Card) -> bool:
    """Whether this card on this cell is the action asked for; True if none is."""
    return asked is None or (asked.card == card and (asked.x, asked.y) == cell)


# --- Legal: opening a ring ---------------------------------------------------------------------------


def _legal_turns(s: State, path: int) -> Iterator[Turn]:
    """Every way to open a ring: one of its own curves, turned by 90° either way."""
    for laid in s.played:
        if laid.path == path and laid.card in CURVES:
            for step in (1, 3):
                card = CURVES[(CURVES.index(laid.card) + step) % 4]
                if _opens(s, laid, card):
                    yield Turn(card, laid.x, laid.y)


def _opens(s: State, laid: Laid, card: Curve) -> bool:
    """Whether the ring is one run with two open ends once its curve `laid` is this card.

    The neutral part of the curve must belong to no path, so nobody's path is cut.
    """
    if not neutral_part_is_free(s, laid):
        return False
    return _turn_curve(s, laid, card).paths[laid.path].tips == ("open", "open")


# --- Legal: a billabong ------------------------------------------------------------------------------


def _legal_billabongs(s: State, path: int) -> Iterator[LayBillabong]:
    """Case 3: a billabong instead of the curve over which two paths would become rings."""
    cells = [(lead.x, lead.y) for lead in open_leads(s.paths[path])]
    if len(cells) == 2 and cells[0] == cells[1] and _meets_case_3(s, path, cells[0]):
        yield LayBillabong(*cells[0])


def _meets_case_3(s: State, path: int, cell: Cell) -> bool:
    met = arriving_paths(s, cell)
    return (
        len(met) == 2
        and all(len(sides) == 2 and sides[0] % 2 != sides[1] % 2 for sides in met.values())
        and not any(shape == "curve" for shape, _ in supply(s, path))
        and billabongs_left(s) > 0
        and field_of(s).has(cell)
    )


# --- Apply: what lies where after an action ----------------------------------------------------------


def _carry_out(s: State, path: int, a: Action) -> State:
    """The state with the action done and paths run on; `due` still holds what was due before."""
    if isinstance(a, Turn):
        laid = next(laid for laid in s.cards if (laid.x, laid.y, laid.path) == (a.x, a.y, path))
        return _turn_curve(s, laid, a.card)
    if isinstance(a, LayBillabong):
        ways = tuple(way(*sides) for sides in arriving_paths(s, (a.x, a.y)).values())
        return _lay_down(s, Laid(BILLABONG, a.x, a.y, NOBODY, through=ways))
    return _lay_down(s, Laid(a.card, a.x, a.y, path, a.animal))


def _lay_down(s: State, laid: Laid) -> State:
    """The state with this card on the board, all paths run on as far as they now lead."""
    return replace(s, played=(*s.played, laid), paths=paths_after_lay(s.paths, (*s.cards, laid)))


def _turn_curve(s: State, laid: Laid, card: Curve) -> State:
    """The state with this curve turned, its path followed from there anew."""
    now = replace(laid, card=card)
    played = tuple(now if other is laid else other for other in s.played)
    return replace(s, played=played, paths=paths_after_turn(s.paths, s.frame + played, now))


# --- Apply: billabongs that come by themselves -------------------------------------------------------


def _fill_billabongs(s: State, mover: int) -> State:
    """The state with the billabongs of cases 1 and 2, until no cell has three or four paths leading to it.

    `mover` is the path for which the card was laid, or that was opened.
    """
    while (cell := next_billabong_cell(s)) is not None:
        ways = _way_through(arriving_paths(s, cell), mover)
        s = _lay_down(s, Laid(BILLABONG, *cell, NOBODY, through=ways))
        if ways:
            s = replace(
                s, due=(*s.due, *(Lead(*cell_over(cell, side), side ^ 2) for side in OWN_SIDES[ways[0]]))
            )
    return replace(s, due=tuple(lead for lead in s.due if lead in set(open_leads(s.paths[mover]))))


def _way_through(coming: Mapping[int, Sequence[int]], mover: int) -> tuple[Straight | Curve, ...]:
    """The way over a billabong to which these paths come: that of the mover over the fourth exit.

    No way if four paths end there, nor if three do of which the mover is none or another has both its ends
    there.
    """
    if len(coming) > 3 or mover not in coming:
        return ()
    sides = list(coming[mover])
    taken = [side for others in coming.values() for side in others]
    sides += [side for side in SIDES if side not in taken]
    return (way(*sides),) if len(sides) == 2 else ()


def way(one: int, other: int) -> Straight | Curve:
    """The name of the way that joins these sides."""
    return next(card for card in (*STRAIGHTS, *CURVES) if set(OWN_SIDES[card]) == {one, other})


# --- Apply: whose turn it is -------------------------------------------------------------------------


def _go_on(s: State) -> State:
    """The next position in which somebody has something to decide, after a card was laid or turned."""
    owing = paths_to_lay(s) if s.due else ()
    due = tuple(lead for lead in s.due if any(_is_able(replace(s, due=(lead,)), path) for path in owing))
    s = replace(s, due=due)
    if due:
        return s
    if s.stage == "start":
        return _begin_next(s)
    if s.options.two_paths == "two cards" and s.stage == "play":
        todo = paths_to_lay(s)
        if any(_is_able(s, path) for path in todo):
            return s
        s = _finish(s, todo)
    return _pass_on(replace(s, stage="play"))


def _begin_next(s: State) -> State:
    """The state in which the next path is begun; a path that cannot be begun is finished."""
    for path in range(len(s.stuck)):
        if not s.paths[path].run and not s.stuck[path]:
            seat = owner(s.options, s.seats, path)
            assert seat is not None
            s = replace(s, turn=seat, laid=())
            if _is_able(s, path):
                return s
            s = _finish(s, (path,))
    if s.options.two_paths != "two cards":
        return _pass_on(replace(s, stage="play", turn=Seat(s.seats - 1)))
    opening = replace(s, stage="opening", turn=Seat(0), laid=())
    if any(_is_able(opening, path) for path in paths_to_lay(opening)):
        return opening
    return _pass_on(replace(opening, stage="play"))


def _pass_on(s: State) -> State:
    """The state of the next seat that can do something; those that can do nothing are finished for good."""
    last = s.turn
    for step in range(1, s.seats + 1):
        s = replace(s, turn=Seat((last + step) % s.seats), laid=(), due=())
        todo = paths_to_lay(s)
        if any(_is_able(s, path) for path in todo):
            return s
        s = _finish(s, todo)
    return replace(s, stage="over")


def _finish(s: State, paths: Sequence[int]) -> State:
    stuck = tuple(was or number in paths for number, was in enumerate(s.stuck))
    return replace(s, stuck=stuck)


# --- The game ----------------------------------------------------------------------------------------


class DownUnder(OpenInformation[State, Action]):
    """Down Under as a `core.game.Game`."""

    info: Final = GameInfo(
        key="down_under",
        title="Down Under",
        seats=(2, 3, 4),
        options=Options,
        state=State,
        action=Action,
        hidden=False,
        chance=False,
        goals=(Goal(games=1), *(Goal(games=games, most=scoring.MOST_POINTS) for games in (2, 3, 4))),
        values_since={"dingo": {"loses": 11}, "paths_scored": {"longest": 11}},
        decisions=DECISIONS,
        variants=VARIANTS,
        daily=True,
    )

    def start(self, options: Options, seats: int) -> State:
        """An empty ground, or one with a frame. Raises `Refused` if the options do not go together."""
        _check_options(options, seats)
        number = seats * 2 if options.two_paths else seats
        frame, framing = _frame_cards(options, seats, number)
        return State(options, seats, frame, (), trace_paths(frame, number + framing), (False,) * number)

    def to_act(self, s: State) -> tuple[Seat, ...]:
        """The seat whose turn it is."""
        return () if s.stage == "over" else (s.turn,)

    def legal(self, s: State, seat: Seat) -> list[Action]:
        """Every lay at the ends of one's paths, end by end; or every way to open one's ring."""
        if s.stage == "over" or seat != s.turn:
            return []
        return [a for path in paths_to_lay(s) for a in _legal_for(s, path)]

    def chances(self, s: State) -> Sequence[tuple[Action, float]]:
        """Nothing is left to chance."""
        return ()

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        """The position after a legal action, with the billabongs it brings about."""
        path = path_of(s, seat, a)
        after = replace(_carry_out(s, path, a), laid=(*s.laid, path) if not s.due else s.laid)
        return _go_on(_fill_billabongs(after, path))

    def outcome(self, s: State) -> Outcome | None:
        """The result of the finished game."""
        return scoring.outcome(s) if s.stage == "over" else None

    def why_not(self, s: State, seat: Seat, a: Action) -> Refusal | None:
        """None exactly for what `legal` lists; the reason is looked for afterwards."""
        return None if self._may(s, seat, a) else refusals.reason(s, seat, a)

    def _may(self, s: State, seat: Seat, a: Action) -> bool:
        """Whether `legal` lists `a`; of what can be done for its path only what is like it is looked at."""
        if s.stage == "over" or seat != s.turn:
            return False
        path = path_of(s, seat, a)
        return path in paths_to_lay(s) and a in _legal_for(s, path, a)

    def bound(self, options: Options, seats: int) -> int:
        """Steps at most: all cards, and two rings to be opened for each of them."""
        return 3 * (SETS * sum(SET_CARDS.values()) + BILLABONGS)

    def notation(self, a: Action) -> str:
        """`EW@1,0`, `endN@2,0`, `NE@1,0=emu`, `b:SW@0,-1`, `billabong@3,3`, `turn SE@1,0`."""
        return notation.notation(a)

    def parse(self, text: str) -> Action:
        """An action from its text, spelled exactly so. Raises `Refused("notation.refusal.malformed")`."""
        return notation.parse(text)

    def describe(self, s: State) -> list[Field]:
        """The ground as drawn, the order of the cards, and whose turn it is."""
        return position.describe(s)

    def restore(self, fields: Fields, options: Options, seats: int) -> State:
        """The position of a text."""
        return position.restore(fields, self.start(options, seats))

    def points(self, outcome: Outcome) -> tuple[float, ...]:
        """Scores are added up; a game lost for want of a dingo brings nothing."""
        sheets = enumerate(outcome.breakdown)
        lost = {seat for seat, sheet in sheets if any(line.code == scoring.LOST for line in sheet)}
        return tuple(0.0 if seat in lost else score for seat, score in enumerate(outcome.scores))

    def follow(self, options: Options, outcome: Outcome) -> NextGame:
        """The next seat begins."""
        seats = len(outcome.scores)
        return NextGame(options, tuple(Seat((seat + 1) % seats) for seat in range(seats)))


DOWN_UNDER: Final = DownUnder()
