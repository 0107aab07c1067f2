"""Positions of The Great Divide as text.

great_divide
options: {"two_ocean_pass":true,"earthquake":true,"events":2}
board: 1,4               what lies on the land, its columns side by side from west to east, the 2nd, 4th …
     ·     ↓     ·       half a space higher: · is an empty space, ↑ ↗ ↘ ↓ ↙ ↖ are river tiles by their
  ·     ↙     ·     ↗    arrows, ↕ ⤢ ⤡ the Two-Ocean Pass, ○ the Great Basin. Drawn are the rows from the
     ·     ⤢     ·       first to the last tile; behind the field's name stands the first space of them.
                         Left out while nothing lies there
active: W35E -           letters of the cards that lie active, West's and East's: - none, ? not to be known,
                         choosing: this seat still has to; left out if nobody has, or if all began active
                         and still do (limited selection)
flipped: 35              cards turned over since the last draw or the beginning of the turn
five: 0                  seat that has the "5"
aside: 1 ↕ E             tiles set aside, in this order: behind ○ those since the Basin lies there, behind ↕
                         those since the Pass does
events: quiet flood      event cards turned up, in this order
gone: quake              the earthquake is over
turn: 1                  active seat, unless it is 0
stage: flood             again, bag, deck, quake, flood or volcanoes, see `state.Stage`; without it a turn
                         begins, or the game is over if the bag is empty
drawn: 3                 tile to be laid by whom the active seat's card says, or "5" to be kept or given away
                         (there is no stage then)
actor: 0                 seat to decide in quake, flood or volcanoes, unless it is the active one
turned: 2,4              tile that the active seat has turned in the eruption, so the other one decides
last: 1                  seat that laid a tile or kept the "5" last, unless it is the one that is not active,
                         or nobody on an empty board

In the bag is what lies nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from core.game import Seat, read_only
from core.games.great_divide.drainage import (
    BASIN_CODE,
    EMPTY_SPACE,
    NO_GATES,
    PASS_CODE,
    TileCodes,
    arrows,
    is_pass,
    water,
)
from core.games.great_divide.land import EIGHTH_CARD, OFF_BOARD, Land
from core.games.great_divide.state import (
    ACTIVE,
    BASIN_TILE,
    EVENT,
    FIVE,
    FLOOD,
    HIDDEN_SIDE,
    NOT_CHOSEN,
    PASS_TILE,
    PASSIVE,
    QUAKE,
    VOLCANOES,
    Aside,
    Event,
    Options,
    Stage,
    State,
    cards_in_play,
    kind_on,
    kinds_of,
    opponent,
)
from core.position_fields import UNKNOWN_WORD, Field, Fields, Word

TILE_SIGNS: Final = "↑↗↘↓↙↖↕⤢⤡○"
"""Content of a space, by its number in `State.tiles`."""
FREE_SIGN: Final = "·"
TILE_OF_SIGN: Final = {FREE_SIGN: EMPTY_SPACE, **{sign: tile for tile, sign in enumerate(TILE_SIGNS)}}
"""Meaning of each sign of a drawing."""

BASIN_SIGN: Final = TILE_SIGNS[BASIN_CODE]
PASS_SIGN: Final = TILE_SIGNS[PASS_CODE]
"""Behind these follow the tiles that were set aside while the Basin, the Pass lay on the board."""

NO_CARD: Final = "-"
CHOOSING_WORD: Final = "choosing"
NAMED_STAGES: Final[tuple[Stage, ...]] = ("again", "bag", "deck", "quake", "flood", "volcanoes")
"""Those that are named."""
TILE_OF_STAGE: Final[dict[Stage, str]] = {"deck": EVENT, "quake": QUAKE}
"""The tile that is out of the bag in a stage."""
SHARED_STAGES: Final[tuple[Stage, ...]] = ("quake", "flood", "volcanoes")
"""In these both seats decide in turn."""

BagCounts = dict[str, int]
"""Counts of tiles of each kind that are left while the others find their places."""


def describe(land: Land, s: State) -> list[Field]:
    """The fields of a position."""
    words = {
        "active": _active(land, s),
        "flipped": _named(cards_in_play(land, s.options), s.flipped.tolist()),
        "five": _seat(s.five),
        "aside": _aside_words(s.aside),
        "events": " ".join(s.events),
        "gone": QUAKE if _quake_is_over(land, s) else "",
        "turn": _seat(s.turn) if s.turn and s.stage != "cards" else "",
        "stage": s.stage if s.stage in NAMED_STAGES else "",
        "drawn": s.drawn,
        "actor": _seat(s.actor)
        if s.stage in SHARED_STAGES and s.actor != s.turn and s.turned is None
        else "",
        "turned": "" if s.turned is None else "{},{}".format(*s.turned),
        "last": _seat(s.last) if s.last != _usual_last(s) else "",
    }
    return _board_fields(land, s.tiles) + [Field(name, text) for name, text in words.items() if text]


def restore(land: Land, start: State, fields: Fields) -> State:
    """The position of these fields, in a game on this land that begins so."""
    s = replace(start, cards=_cards(land, start, fields))
    if NOT_CHOSEN in s.cards:
        return s
    bag = dict(zip(kinds_of(land), start.bag.tolist(), strict=True))
    turn = Seat(fields.number("turn", 0, 0, 1))
    tiles, words = _board(land, fields, bag)
    s = replace(s, tiles=tiles, turn=turn, actor=turn, five=_five(fields, bag))
    s = replace(s, aside=_aside(land, s, fields, bag), events=_events(s.options, fields, bag))
    s = _with_stage(land, s, fields, bag)
    s = replace(s, flipped=_flipped(land, s, fields), last=_last(s, fields))
    _expect_drainage(land, s, words)
    return replace(s, bag=read_only(np.array([*bag.values()], dtype=np.int8)))


# --- The board -----------------------------------------------------------------------------------------


def drawing(land: Land, tiles: TileCodes) -> tuple[str, ...]:
    """Content of each space, as drawn."""
    signs = [FREE_SIGN if tile == EMPTY_SPACE else TILE_SIGNS[tile] for tile in tiles.tolist()]
    rows = ("     ".join(signs[space] for space in spaces) for spaces in lines_of(land))
    return tuple(row if line % 2 else "   " + row for line, row in enumerate(rows))


def lines_of(land: Land) -> list[list[int]]:
    """The spaces as they are drawn: lines of high and of low columns take turns."""
    return [
        [land.space[x, line // 2] for x in range(1 - line % 2, len(land.columns), 2)]
        for line in range(2 * len(land.columns[1]) - 1)
    ]


def _board_fields(land: Land, tiles: TileCodes) -> list[Field]:
    """The board from the first row with a tile to the last one; nothing while it is empty."""
    lines = lines_of(land)
    used = [line for line, spaces in enumerate(lines) if (tiles[spaces] != EMPTY_SPACE).any()]
    if not used:
        return []
    first = "{},{}".format(*land.places[lines[used[0]][0]])
    return [Field("board", first, drawing(land, tiles)[used[0] : used[-1] + 1])]


def _board(land: Land, fields: Fields, bag: BagCounts) -> tuple[TileCodes, dict[int, Word]]:
    """Content of each space, and the word for each tile; the tiles are taken from the bag."""
    tiles = np.full(land.size, EMPTY_SPACE, dtype=np.int8)
    lines, rows, words = lines_of(land), fields.rows("board"), dict[int, Word]()
    if start := fields.word("board"):
        firsts = {"{},{}".format(*land.places[spaces[0]]): line for line, spaces in enumerate(lines)}
        lines = lines[start.one_of(firsts) :]
        if not 0 < len(rows) <= len(lines) or () in rows:
            fields.refuse("board", "great_divide.position.rows", count=len(lines))
    for spaces, row in zip(lines, rows, strict=False):
        if len(row) != len(spaces):
            row[min(len(row) - 1, len(spaces))].refuse("great_divide.position.spaces", count=len(spaces))
        tiles[spaces] = [word.one_of(TILE_OF_SIGN) for word in row]
        words |= {space: word for space, word in zip(spaces, row, strict=True) if tiles[space] != EMPTY_SPACE}
    for space, word in words.items():
        _take(bag, kind_on(land, tiles, space), word)
    return read_only(tiles), words


def _expect_drainage(land: Land, s: State, words: Mapping[int, Word]) -> None:
    """Refuse arrows that point where none may, and water that has no way to an ocean."""
    now = water(land, s.tiles, s.inland)
    for space, word in words.items():
        for way in arrows(now.tiles[space]):
            target = land.beside[space][way]
            if target == OFF_BOARD:
                word.refuse("great_divide.position.no_sea_there")
            if now.is_special(target):
                word.refuse("great_divide.position.onto_special")
            if target < land.size and now.tiles[target] == way.opposite:
                word.refuse("great_divide.position.facing")
    if s.inland:
        return
    for space, word in words.items():
        if now.tiles[space] < PASS_CODE and now.gates[space] == NO_GATES:
            word.refuse("great_divide.position.trapped")
    if now.crest is not None and now.streams is None:
        words[now.crest].refuse("great_divide.position.no_two_oceans")


# --- The cards -----------------------------------------------------------------------------------------


def _active(land: Land, s: State) -> str:
    """The active cards of both seats; "" as long as they lie as they did at first."""
    if (s.cards == (ACTIVE if s.options.limited_selection else NOT_CHOSEN)).all():
        return ""
    return " ".join(_side_word(cards_in_play(land, s.options), sides) for sides in s.cards.tolist())


def _side_word(letters: str, sides: Sequence[int]) -> str:
    if NOT_CHOSEN in sides:
        return CHOOSING_WORD
    if HIDDEN_SIDE in sides:
        return UNKNOWN_WORD
    return _named(letters, [side == ACTIVE for side in sides]) or NO_CARD


def _named(letters: str, chosen: Sequence[bool]) -> str:
    """The letters of some cards, in their order."""
    return "".join(letter for letter, is_chosen in zip(letters, chosen, strict=False) if is_chosen)


def _cards(land: Land, start: State, fields: Fields) -> NDArray[np.int8]:
    """The sides of all cards. One is unknown only while the other seat chooses."""
    words, options = fields.words("active", 2, 2), start.options
    chosen = options.limited_selection or CHOOSING_WORD not in [word.text for word in words]
    cards = start.cards.copy()
    for seat, word in enumerate(words):
        if word.text in (CHOOSING_WORD, UNKNOWN_WORD):
            if chosen:
                word.refuse("great_divide.position.chosen")
            cards[seat] = NOT_CHOSEN if word.text == CHOOSING_WORD else HIDDEN_SIDE
        else:
            cards[seat] = _sides(land, options, word)
    return read_only(cards)


def _sides(land: Land, options: Options, word: Word) -> list[int]:
    """Sides of the cards of which these are active. The eighth, if not in play, lies as at the beginning."""
    sides = [PASSIVE] * len(land.areas + EIGHTH_CARD)
    if options.limited_selection and not options.special_geography:
        sides[-1] = ACTIVE
    if word.text != NO_CARD:
        for index in _indices(cards_in_play(land, options), word):
            sides[index] = ACTIVE
    return sides


def _indices(letters: str, word: Word) -> list[int]:
    """Cards that a word names."""
    indices = {letter: index for index, letter in enumerate(letters)}
    return [letter.one_of(indices) for letter in word.letters()]


def _flipped(land: Land, s: State, fields: Fields) -> NDArray[np.bool_]:
    """The cards turned over since the last draw, where that is remembered."""
    flipped = np.zeros_like(s.flipped)
    again = s.options.limited_selection or s.options.turning == "before each draw"
    may_flip = s.stage == "turn" or (s.stage == "again" and again)
    if may_flip and (word := fields.word("flipped")):
        flipped[_indices(cards_in_play(land, s.options), word)] = True
        if s.options.limited_selection and flipped.sum() > 1:
            word.refuse("great_divide.position.one_card")
    return read_only(flipped)


# --- What lies beside the board ------------------------------------------------------------------------


def _take(bag: BagCounts, kind: str, word: Word) -> None:
    """Take a tile from the bag for the place that a word gives it."""
    if not bag[kind]:
        word.refuse("great_divide.position.too_many")
    bag[kind] -= 1


def _five(fields: Fields, bag: BagCounts) -> Seat | None:
    word = fields.word("five")
    if word is None:
        return None
    _take(bag, FIVE, word)
    return Seat(word.number(0, 1))


def _aside_words(aside: Sequence[Aside]) -> str:
    """The tiles set aside, and among them when Basin and Pass were laid."""
    words: list[str] = []
    for tile in aside:
        laid = [sign for sign, lay in ((BASIN_SIGN, tile.basin), (PASS_SIGN, tile.two_ocean)) if lay]
        words += [*(sign for sign in laid if sign not in words), tile.kind]
    return " ".join(words)


def _aside(land: Land, s: State, fields: Fields, bag: BagCounts) -> tuple[Aside, ...]:
    """The tiles set aside. Those from the time of Basin or Pass go back with it, so it lies there still."""
    lying = {BASIN_SIGN: BASIN_CODE in s.tiles, PASS_SIGN: any(map(is_pass, s.tiles.tolist()))}
    kinds = {kind: kind for kind in (*land.areas, BASIN_TILE, PASS_TILE, BASIN_SIGN, PASS_SIGN)}
    aside, laid = list[Aside](), set[str]()
    for word in fields.words("aside"):
        kind = word.one_of(kinds)
        if kind in lying:
            if not lying[kind]:
                word.refuse("great_divide.position.not_laid")
            laid.add(kind)
        else:
            _take(bag, kind, word)
            aside.append(Aside(kind, BASIN_SIGN in laid, PASS_SIGN in laid))
    return tuple(aside)


def _events(options: Options, fields: Fields, bag: BagCounts) -> tuple[Event, ...]:
    """The event cards turned up, each for an event tile; a card comes as often as it is in the deck."""
    events: list[Event] = []
    for word in fields.words("events") if options.events else ():
        event = word.one_of({event: event for event in options.deck})
        if events.count(event) == options.deck.count(event):
            word.refuse("great_divide.position.too_many")
        _take(bag, EVENT, word)
        events.append(event)
    return tuple(events)


# --- Whose turn it is, and what is to be done ----------------------------------------------------------


def _seat(seat: Seat | None) -> str:
    return "" if seat is None else str(seat)


def _with_stage(land: Land, s: State, fields: Fields, bag: BagCounts) -> State:
    """The stage: a drawn tile, the bag, or a word says it."""
    if s.options.earthquake and (gone := fields.word("gone")):
        gone.one_of({QUAKE: QUAKE})
        _take(bag, QUAKE, gone)
    if word := fields.word("drawn"):
        return _with_drawn(land, s, word, bag)
    word = fields.word("stage")
    if word is None:
        return replace(s, stage="turn" if any(bag.values()) else "over")
    stage = word.one_of({stage: stage for stage in NAMED_STAGES})
    if stage in ("again", "bag") and not any(bag.values()):
        word.refuse("great_divide.position.bag_empty")
    if stage in TILE_OF_STAGE:
        _take(bag, TILE_OF_STAGE[stage], word)
    if stage in (FLOOD, VOLCANOES) and stage not in s.events[-1:]:
        word.refuse("great_divide.position.other_event")
    s = replace(s, stage=stage)
    return _with_actor(land, s, fields) if stage in SHARED_STAGES else s


def _with_drawn(land: Land, s: State, word: Word, bag: BagCounts) -> State:
    """A tile is laid by whom the active seat's card says; the "5" waits only where no card governs it."""
    special = s.options.special_geography
    kinds = (*land.areas, *((BASIN_TILE, PASS_TILE) if special else (FIVE,)))
    kind = word.one_of({kind: kind for kind in kinds})
    _take(bag, kind, word)
    if kind == FIVE:
        return replace(s, stage="five", drawn=kind)
    card = land.areas.find(kind)  # the eighth, which is the last one, for the special tiles
    mine = s.cards[s.turn, card] == ACTIVE
    return replace(s, stage="lay", drawn=kind, actor=s.turn if mine else opponent(s.turn))


def _with_actor(land: Land, s: State, fields: Fields) -> State:
    """Seat that decides in an earthquake or event; in an eruption the other one, once a tile was turned."""
    if s.stage == VOLCANOES and (word := fields.word("turned")):
        place = word.place(0, max(len(land.columns), len(land.columns[1])) - 1)
        if place not in land.space or not arrows(s.tiles[land.space[place]]):
            word.refuse("great_divide.position.nothing_turned")
        return replace(s, actor=opponent(s.turn), turned=place)
    actor = Seat(fields.number("actor", s.turn, 0, 1))
    if s.stage == VOLCANOES and actor != s.turn and any(map(arrows, s.tiles.tolist())):
        fields.refuse("actor", "great_divide.position.first_turns")
    return replace(s, actor=actor)


def _quake_is_over(land: Land, s: State) -> bool:
    return s.options.earthquake and s.stage != "quake" and not s.bag[kinds_of(land).index(QUAKE)]


def _usual_last(s: State) -> Seat | None:
    """Seat that laid a tile last, if the turn before ended by that."""
    return None if (s.tiles == EMPTY_SPACE).all() else opponent(s.turn)


def _last(s: State, fields: Fields) -> Seat | None:
    word = fields.word("last")
    return _usual_last(s) if word is None else Seat(word.number(0, 1))
