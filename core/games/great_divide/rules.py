"""The rules of The Great Divide, a game for two by Allen Doum, top-down as in its rulebook.

Seat 0 is West and plays for the Pacific, seat 1 is East and plays for the Atlantic; either may begin. The
map is in `land`, where water can go in `drainage`, values in `state`, points in `scoring`, reasons in
`refusals`. Ours, where the rulebook is silent: the borders of the areas, the fourth event card (a quiet
year), what happens where there is nothing to choose (`pass`), that a flood spares the chosen tile, and that a
volcano turns the Pass, but not the Basin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.game import CHANCE, GameInfo, Goal, NextGame, Outcome, Place, Refusal, Refused, Seat, read_only
from core.games.great_divide import notation, position, refusals, scoring
from core.games.great_divide.decisions import DECISIONS, VARIANTS
from core.games.great_divide.drainage import (
    AXIS_COUNT,
    BASIN_CODE,
    EMPTY_SPACE,
    PASS_CODE,
    TileCodes,
    is_pass,
    pass_ways,
    water,
)
from core.games.great_divide.land import EIGHTH_CARD, GREAT_DIVIDE_MAP, WAYS, Heading, Land
from core.games.great_divide.state import (
    ACTIVE,
    BASIN_TILE,
    EVENT,
    EVENTS,
    FIVE,
    FLOOD,
    HIDDEN_SIDE,
    NOT_CHOSEN,
    OTHER_KINDS,
    PASS_TILE,
    PASSIVE,
    QUAKE,
    VOLCANOES,
    Action,
    Aside,
    Cards,
    Decline,
    DisasterAction,
    Draw,
    Event,
    EventCard,
    Flip,
    Flood,
    Give,
    Keep,
    Lay,
    LayAction,
    LayBasin,
    LayPass,
    Options,
    Remove,
    State,
    Tile,
    Turn,
    TurnPass,
    cards_in_play,
    kind_on,
    kinds_of,
    opponent,
)
from core.position_fields import Field, Fields

replace = msgspec.structs.replace


class GreatDivide:
    """The Great Divide on a map as a `core.game.Game`."""

    info: Final = GameInfo(
        key="great_divide",
        title="The Great Divide",
        seats=(2,),
        options=Options,
        state=State,
        action=Action,
        hidden=True,
        chance=True,
        goals=(Goal(games=1), Goal(points=90), Goal(points=150)),
        rules="0.2",
        values_since={"fourth_event": {"second volcanoes": 11}, "inland_pass": {"one each": 11}},
        decisions=DECISIONS,
        variants=VARIANTS,
        daily=True,
    )

    def __init__(self, land: Land) -> None:
        self.land = land
        self.kinds: tuple[str, ...] = kinds_of(land)
        """The tiles in the order of the bag."""
        self.letters: str = land.areas + EIGHTH_CARD
        """The selection cards in their order."""
        self._lays = self._table(Lay, len(WAYS))
        self._turns = self._table(Turn, len(WAYS))
        self._passes = self._table(LayPass, AXIS_COUNT)
        self._pass_turns = self._table(TurnPass, AXIS_COUNT)
        self._basins = self._table(LayBasin)
        self._removes = self._table(Remove)
        self._floods = self._table(Flood)

    def _table(self, kind: type[Any], *ways: int) -> NDArray[np.object_]:
        """Every action of one kind, by space and way: shape (spaces, ways) or (spaces,)."""
        table = np.empty((self.land.size, *ways), dtype=np.object_)
        for space, *way in np.ndindex(table.shape):
            table[(space, *way)] = kind(*self.land.places[space], *way)
        return table

    # --- Setup -------------------------------------------------------------------------------------

    def start(self, options: Options, seats: int) -> State:
        """The empty land; both seats choose the sides of their cards, unless limited: then all begin active.

        Raises `Refused` for options about something that is not in play.
        """
        if not options.events and options.fourth_event != "quiet year":
            raise Refused("great_divide.refusal.no_event_cards")
        if not (options.events and options.two_ocean_pass) and options.inland_pass != "oceans reached":
            raise Refused("great_divide.refusal.no_inland_pass")
        limited = options.limited_selection
        return State(
            options,
            tiles=read_only(np.full(self.land.size, EMPTY_SPACE, dtype=np.int8)),
            bag=read_only(self.all_tiles(options)),
            cards=read_only(
                np.full((2, len(self.letters)), ACTIVE if limited else NOT_CHOSEN, dtype=np.int8)
            ),
            flipped=read_only(np.zeros(len(self.letters), dtype=np.bool_)),
            stage="turn" if limited else "cards",
            turn=Seat(options.first),
            actor=Seat(options.first),
        )

    def all_tiles(self, options: Options) -> NDArray[np.int8]:
        """Number of tiles of each kind: one for each space, the "5", and what the options add."""
        areas = np.bincount(self.land.area, minlength=len(self.land.areas)).tolist()
        more = {
            FIVE: 1,
            BASIN_TILE: options.great_basin,
            PASS_TILE: options.two_ocean_pass,
            QUAKE: options.earthquake,
            EVENT: options.events,
        }
        return np.array([*areas, *(more[kind] for kind in OTHER_KINDS)], dtype=np.int8)

    # --- Who decides, and what may be done -----------------------------------------------------------

    def to_act(self, s: State) -> tuple[Seat, ...]:
        """Both while they choose their cards; bag and deck are chance; else one."""
        match s.stage:
            case "cards":
                return tuple(seat for seat in scoring.SEATS if s.cards[seat, 0] == NOT_CHOSEN)
            case "bag" | "deck":
                return (CHANCE,)
            case "over":
                return ()
            case _:
                return (s.actor,)

    def legal(self, s: State, seat: Seat) -> Sequence[Action]:
        """Everything a seat may do now."""
        if seat not in self.to_act(s):
            return ()
        match s.stage:
            case "cards":
                return self._choices(s)
            case "turn" | "again":
                return [*map(Flip, self._flippable(s)), Draw()]
            case "lay":
                return self._places_for(s, s.drawn)
            case "five":
                return (Keep(), Give())
            case "quake":
                return [*self._removes[s.tiles != EMPTY_SPACE].tolist(), Decline()]
            case "flood":
                return self._to_flood(s)
            case "volcanoes":
                return self._to_turn(s)
            case _:
                return ()  # bag and deck are for chance

    def _choices(self, s: State) -> list[Action]:
        """Every choice of the cards that lie active."""
        letters = cards_in_play(self.land, s.options)
        sides = product((False, True), repeat=len(letters))
        return [Cards("".join(c for c, up in zip(letters, side, strict=True) if up)) for side in sides]

    def _flippable(self, s: State) -> str:
        """The cards that may be turned over now.

        Each once before a draw: the first one of a turn, or every one if `turning` says so. With limited
        selection one card before each draw.
        """
        letters = cards_in_play(self.land, s.options)
        if s.options.limited_selection:
            return "" if s.flipped.any() else letters
        if s.stage == "again" and s.options.turning == "start of turn":
            return ""
        return "".join(c for c, flipped in zip(letters, s.flipped.tolist(), strict=False) if not flipped)

    # --- Where a tile may lie ------------------------------------------------------------------------

    def _places_for(self, s: State, kind: str) -> list[Action]:
        """Every lay of a tile of this kind."""
        now = water(self.land, s.tiles, s.inland)
        if kind == BASIN_TILE:
            return list(self._basins[now.wall_mask].tolist())
        if kind == PASS_TILE:
            return list(self._passes[now.pass_mask].tolist())
        free = (s.tiles == EMPTY_SPACE) & (self.land.area == self.land.areas.index(kind))
        return list(self._lays[now.arrow_mask(free)].tolist())

    def _to_flood(self, s: State) -> list[Action]:
        """Any river tile, either side of the Pass; only the second seat may do without."""
        rivers: list[Action] = self._floods[(s.tiles != EMPTY_SPACE) & (s.tiles < PASS_CODE)].tolist()
        for space in np.flatnonzero((s.tiles >= PASS_CODE) & (s.tiles < BASIN_CODE)).tolist():
            x, y = self.land.places[space]
            rivers += [Flood(x, y, way) for way in pass_ways(int(s.tiles[space]))]
        return rivers if rivers and s.actor == s.turn else [*rivers, Decline()]

    def _to_turn(self, s: State) -> list[Action]:
        """Any river tile or the Pass, to wherever it may point; the second seat turns another one."""
        now = water(self.land, s.tiles, s.inland)
        lying = (s.tiles != EMPTY_SPACE) & (s.tiles < PASS_CODE)
        if s.turned is not None:
            lying[self.land.space[s.turned]] = False
        turns: list[Action] = self._turns[now.arrow_mask(lying)].tolist()
        if now.crest is not None and self.land.places[now.crest] != s.turned:
            turns += [self._pass_turns[now.crest, axis] for axis in now.pass_axes]
        return turns or [Decline()]

    # --- Chance ----------------------------------------------------------------------------------------

    def chances(self, s: State) -> Sequence[tuple[Action, Fraction]]:
        """A tile from the bag, each as likely; or one of the event cards left."""
        if s.stage == "bag":
            bag = s.bag.tolist()
            return [(Tile(kind), Fraction(n, sum(bag))) for kind, n in zip(self.kinds, bag, strict=True) if n]
        if s.stage == "deck":
            left, number = Counter(s.options.deck) - Counter(s.events), len(s.options.deck) - len(s.events)
            return [(EventCard(event), Fraction(left[event], number)) for event in EVENTS if left[event]]
        return ()

    # --- What becomes of it ----------------------------------------------------------------------------

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        """The state after a legal action."""
        match a:
            case Cards():
                return self._choose(s, seat, a)
            case Flip():
                return self._flip(s, a)
            case Draw():
                return replace(s, stage="bag", flipped=read_only(np.zeros_like(s.flipped)))
            case Tile():
                return self._drawn(s, a.kind)
            case Lay() | LayBasin() | LayPass():
                return self._lay(s, seat, a)
            case Keep() | Give():
                return self._take_five(s, keep=isinstance(a, Keep))
            case EventCard():
                return self._event(s, a.event)
            case _:
                return self._apply_disaster(s, a)

    def _choose(self, s: State, seat: Seat, a: Cards) -> State:
        """A seat's cards lie as it wants; the first turn starts once both have chosen."""
        cards = s.cards.copy()
        cards[seat] = [ACTIVE if letter in a.active else PASSIVE for letter in self.letters]
        chosen = replace(s, cards=read_only(cards))
        return chosen if NOT_CHOSEN in cards else replace(chosen, stage="turn")

    def _flip(self, s: State, a: Flip) -> State:
        cards, flipped, index = s.cards.copy(), s.flipped.copy(), self.letters.index(a.card)
        cards[s.turn, index] = PASSIVE if cards[s.turn, index] == ACTIVE else ACTIVE
        flipped[index] = True
        return replace(s, cards=read_only(cards), flipped=read_only(flipped))

    def _drawn(self, s: State, kind: str) -> State:
        """A tile is out of the bag: who deals with it, and how."""
        bag = s.bag.copy()
        bag[self.kinds.index(kind)] -= 1
        s = replace(s, bag=read_only(bag), drawn=kind)
        if kind == EVENT:
            return replace(s, stage="deck", drawn="")
        if kind == QUAKE:
            return replace(s, stage="quake", drawn="")
        if kind == FIVE and not s.options.special_geography:
            return replace(s, stage="five")
        mine = s.cards[s.turn, self.letters.index(self.card_for(kind))] == ACTIVE
        if kind == FIVE:
            return self._take_five(s, keep=bool(mine))
        if not self._places_for(s, kind):
            return self._draw_again_stage(replace(s, drawn="", aside=(*s.aside, self._aside(s, kind))))
        return replace(s, stage="lay", actor=s.turn if mine else opponent(s.turn))

    def card_for(self, kind: str) -> str:
        """The selection card that governs a kind of tile."""
        return kind if kind in self.land.areas else EIGHTH_CARD

    def _aside(self, s: State, kind: str) -> Aside:
        """A tile set aside remembers the special tiles on the board: it returns when one of them goes."""
        return Aside(kind, BASIN_CODE in s.tiles, any(map(is_pass, s.tiles.tolist())))

    def _lay(self, s: State, seat: Seat, a: LayAction) -> State:
        """A tile is laid: by the active seat, then its turn ends; or for it, then it draws again."""
        code = a.way if isinstance(a, Lay) else BASIN_CODE if isinstance(a, LayBasin) else PASS_CODE + a.axis
        laid = replace(self._with(s, {(a.x, a.y): code}), drawn="", last=seat)
        return self._next_turn(laid) if seat == s.turn else self._draw_again_stage(laid)

    def _take_five(self, s: State, keep: bool) -> State:
        """The "5" is kept, which counts as laying a tile, or given away."""
        if keep:
            return self._next_turn(replace(s, drawn="", five=s.turn, last=s.turn))
        return self._draw_again_stage(replace(s, drawn="", five=opponent(s.turn)))

    def _draw_again_stage(self, s: State) -> State:
        """The active seat draws again, if there is something to draw."""
        return replace(s, stage="again" if s.bag.any() else "over", actor=s.turn)

    def _next_turn(self, s: State) -> State:
        """The other seat's turn starts, unless the bag is empty: then the game is over."""
        seat, none = opponent(s.turn), read_only(np.zeros_like(s.flipped))
        return replace(s, stage="turn" if s.bag.any() else "over", turn=seat, actor=seat, flipped=none)

    def _with(self, s: State, changes: dict[Place, int]) -> State:
        """The board with other codes on some spaces."""
        tiles = s.tiles.copy()
        for place, code in changes.items():
            tiles[self.land.space[place]] = code
        return replace(s, tiles=read_only(tiles))

    # --- Earthquake and events -------------------------------------------------------------------------

    def _apply_disaster(self, s: State, a: DisasterAction) -> State:
        """The state after a seat's action in an earthquake, a flood or an eruption."""
        match a:
            case Remove():
                return self._remove(s, (a.x, a.y))
            case Flood():
                return self._after_event(self._flood(s, a))
            case Turn() | TurnPass():
                turned = self._with(s, {(a.x, a.y): a.way if isinstance(a, Turn) else PASS_CODE + a.axis})
                return self._after_event(replace(turned, turned=(a.x, a.y)))
            case Decline():
                return self._next_turn(s) if s.stage == "quake" else self._after_event(s)

    def _event(self, s: State, event: Event) -> State:
        """An event card is turned up."""
        s = replace(s, events=(*s.events, event))
        if event == FLOOD:
            return replace(s, stage="flood", actor=s.turn)
        if event == VOLCANOES:
            return replace(s, stage="volcanoes", actor=s.turn)
        return self._draw_again_stage(s)

    def _after_event(self, s: State) -> State:
        """After the active seat the other one has its share of the event; then the active one draws again."""
        if s.actor == s.turn:
            return replace(s, actor=opponent(s.turn))
        return self._draw_again_stage(replace(s, turned=None))

    def _remove(self, s: State, place: Place) -> State:
        """Earthquake: a tile goes back into the bag, and the other seat is asked.

        With a special tile, everything set aside while it lay there returns too.
        """
        code = int(s.tiles[self.land.space[place]])
        s = replace(self._return_to_bag(s, [place]), actor=opponent(s.actor))
        if code < PASS_CODE:
            return s
        back = [tile for tile in s.aside if (tile.basin if code == BASIN_CODE else tile.two_ocean)]
        bag = s.bag.copy()
        for tile in back:
            bag[self.kinds.index(tile.kind)] += 1
        return replace(s, bag=read_only(bag), aside=tuple(tile for tile in s.aside if tile not in back))

    def _flood(self, s: State, a: Flood) -> State:
        """Everything downstream of a tile goes back into the bag; side streams and the tile itself stay."""
        space = self.land.space[a.x, a.y]
        way = Heading(int(s.tiles[space]) if a.way is None else a.way)
        course = water(self.land, s.tiles, s.inland).course(space, way)
        return self._return_to_bag(s, [self.land.places[tile] for tile in course])

    def _return_to_bag(self, s: State, places: Sequence[Place]) -> State:
        """Tiles from the board back in the bag."""
        bag = s.bag.copy()
        for place in places:
            bag[self.kinds.index(self.kind_on(s.tiles, self.land.space[place]))] += 1
        return replace(self._with(s, dict.fromkeys(places, EMPTY_SPACE)), bag=read_only(bag))

    def kind_on(self, tiles: TileCodes, space: int) -> str:
        """The kind of the tile that lies on a space."""
        return kind_on(self.land, tiles, space)

    # --- The end -----------------------------------------------------------------------------------------

    def outcome(self, s: State) -> Outcome | None:
        """The result of the game: once the bag is empty and the last tile dealt with."""
        return scoring.result(self.land, s) if s.stage == "over" else None

    def points(self, outcome: Outcome) -> tuple[float, ...]:
        """In a series the winner scores their points of the game; after a tie both do."""
        return tuple(score if seat in outcome.winners else 0.0 for seat, score in enumerate(outcome.scores))

    def follow(self, options: Options, outcome: Outcome) -> NextGame:
        """The loser starts the next game, after a tie the seat that did not start; nobody changes oceans."""
        starts = opponent(outcome.winners[0]) if len(outcome.winners) == 1 else opponent(Seat(options.first))
        return NextGame(replace(options, first=int(starts)), scoring.SEATS)

    def bound(self, options: Options, seats: int) -> int:
        """Steps of all draws and of the earthquake at the most.

        For each draw: the flips before it, the draw, tile and card, and two decisions. What one earthquake
        and two floods (one card, two seats) put back is drawn again.
        """
        tiles = int(self.all_tiles(options).sum())
        returned = tiles * (options.earthquake + 2 * (options.events > 0))
        draws = tiles + returned
        each = len(self.letters) + 5
        return 2 + draws * each + tiles + 2

    # --- What may be known ---------------------------------------------------------------------------------

    def secrets(self, s: State) -> bool:
        """Only how the cards lie is secret, until both seats have chosen."""
        return s.stage == "cards" and len(self.to_act(s)) < len(scoring.SEATS)

    def view(self, s: State, viewer: Seat | None) -> State:
        """While one seat still chooses its cards, nobody else sees those of the other."""
        if not self.secrets(s):
            return s
        cards = s.cards.copy()
        for seat in scoring.SEATS:
            if seat != viewer and cards[seat, 0] != NOT_CHOSEN:
                cards[seat] = HIDDEN_SIDE
        return replace(s, cards=read_only(cards))

    def seen(self, s: State, seat: Seat, a: Action, viewer: Seat | None, now: State) -> Action:
        """A choice of cards is sealed as long as the other seat still has to make its own."""
        return Cards("?") if isinstance(a, Cards) and now.stage == "cards" and seat != viewer else a

    def sample_state(self, view: State, seat: Seat | None, rng: np.random.Generator) -> State:
        """Cards that are hidden lie one way or the other."""
        cards = view.cards.copy()
        for whose in scoring.SEATS:
            if cards[whose, 0] == HIDDEN_SIDE:
                cards[whose] = rng.choice((PASSIVE, ACTIVE), size=len(self.letters))
                if not view.options.special_geography:
                    cards[whose, -1] = PASSIVE
        return replace(view, cards=read_only(cards))

    # --- Reasons and words ---------------------------------------------------------------------------------

    def why_not(self, s: State, seat: Seat, a: Action) -> Refusal | None:
        """None exactly for what `legal` lists; the reason is looked for afterwards."""
        return None if a in self.legal(s, seat) else refusals.reason(self.land, self.to_act(s), s, seat, a)

    def notation(self, a: Action) -> str:
        """An action as text, see `notation`."""
        return notation.notation(a)

    def parse(self, text: str) -> Action:
        """An action from its text. Raises `Refused("notation.refusal.malformed")`."""
        return notation.parse(text)

    def describe(self, s: State) -> list[Field]:
        """A position as the fields of its text, see `position`."""
        return position.describe(self.land, s)

    def restore(self, fields: Fields, options: Options, seats: int) -> State:
        """The position of these fields. Raises `Refused` with line and column."""
        return position.restore(self.land, self.start(options, seats), fields)


GREAT_DIVIDE: Final = GreatDivide(GREAT_DIVIDE_MAP)
