"""A second reading of The Great Split's rules: slow, plain, sharing no code and no idea with the engine.

The whole game is one story, told from top to bottom as the rulebook does (`Oracle.tell`): it halts wherever
somebody has to decide or something has to be drawn, and goes on with the words of the notation. What lies
before a seat is a dict. What is legal is found by saying everything that could be said and asking of each
whether it may be said (`Oracle.allows`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from tests.core.games.great_split.sheet import RESOURCES, SEALS, TRACKS, Sheet

CHANCE = -1
ROUNDS = (1, 2, 3, 4, 5, 6)
LEVELS = ("I", "II", "III")
FACE_DOWN = "?"

Place = dict[str, Any]
"""What lies before a seat; see `new_place`."""

Asking = Generator[tuple[int, ...], None, None]
"""A part of the story; it halts with the seats that owe a decision."""


def new_place() -> Place:
    """What lies before a seat at the beginning.

    `played` lists cards with whether they were sold; `wallet` has the two groups while it is away.
    """
    return {
        "tracks": dict.fromkeys(TRACKS, 0),
        "prestige": 0,
        "character": None,
        "hand": [],
        "wallet": None,
        "taken": None,
        "laid": [],
        "played": [],
        "splitter": False,
        "arrows": 0,
    }


def copied(place: Place) -> Place:
    """The same, not changed with it."""
    lists = {name: list(things) for name, things in place.items() if isinstance(things, list)}
    return {**place, **lists, "tracks": dict(place["tracks"])}


class Step(NamedTuple):
    """Something that was said: by whom, for whom it was drawn, in which phase, and who chose from it.

    `last` is True if the seat was ready with it; `phase` counts the phases in which all decide at once.
    """

    seat: int
    text: str
    drawer: int
    phase: int
    last: bool


class Oracle:
    """One game, going forward.

    `places` is what lies before the seats, `before` the same as it lay when a phase began in which all decide
    at once. `log` are the steps as they were said.
    """

    def __init__(self, seats: int, sheet: Sheet | None = None) -> None:
        self.sheet = sheet or Sheet.printed()
        self.seats = tuple(range(seats))
        self.places = [new_place() for _ in self.seats]
        self.before: list[Place] | None = None
        self.decks = {
            level: {card for card, of in self.sheet.level.items() if of == level} for level in LEVELS
        }
        self.tiles = set(self.sheet.characters)
        self.market_left = Counter(self.sheet.market)
        self.scoring_left = set(self.sheet.scoring)
        self.discards: list[int] = []
        self.tokens: list[str] = []
        self.turned: list[int] = []
        self.scored: list[tuple[int, str, tuple[int, ...]]] = []
        self.points: list[dict[str, tuple[int, str]]] = [{} for _ in self.seats]
        self.round, self.stage = 1, "deal"
        self.happened: Counter[str] = Counter()
        self.owing: Callable[[int], Any] = lambda seat: False
        self.weights: dict[str, int] = {}
        self.phase, self.drawer = 0, CHANCE
        self.log: list[Step] = []
        self.said: tuple[int, str] = (CHANCE, "")
        self.story = self.tell()
        self.waiting: tuple[int, ...] = next(self.story)

    # The story, from top to bottom

    def tell(self) -> Asking:
        """Setup, six rounds, the end."""
        for seat in self.seats:
            for _ in range(4):
                yield from self.draw_card(seat, "I")
        self.stage = "characters"
        for seat in self.seats:
            yield from self.draw_character(seat)
        self.stage = "scoring"
        for _ in range(4):
            token = yield from self.draw("scoring", dict.fromkeys(self.scoring_left, 1))
            self.scoring_left.remove(token)
            self.tokens.append(token)
        for self.round in ROUNDS:
            yield from self.trade()
            yield from self.split()
            yield from self.choose()
            yield from self.resolve()
            yield from self.turn_up()
            self.end_of_round()
        self.stage = "over"
        self.count_everything()
        yield ()

    def trade(self) -> Asking:
        """A card each, with two seats two; then down to the limit."""
        self.stage = "trade"
        early = self.round <= 3
        levels = ["II" if early else "III"]
        if len(self.seats) == 2:
            levels.append("I" if early else "II")
        for seat in self.seats:
            for level in levels:
                yield from self.draw_card(seat, level)
        limit = self.sheet.limits[self.round - 1]
        yield from self.together("discard", lambda seat: len(self.places[seat]["hand"]) > limit)
        for place in self.places:
            self.happened[f"{len(place['laid'])} discards"] += 1
            self.discards += place["laid"]
            place["laid"] = []

    def split(self) -> Asking:
        """Everybody fills a wallet."""
        yield from self.together("split", lambda seat: self.places[seat]["wallet"] is None)

    def choose(self) -> Asking:
        """Everybody takes from the right; then everything comes together in the hands."""
        yield from self.together("choose", lambda seat: self.places[seat]["taken"] is None)
        hands = []
        for seat in self.seats:
            mine, theirs = self.places[seat], self.places[self.right_of(seat)]
            taken = self.group(theirs["wallet"], mine["taken"])
            back = self.group(mine["wallet"], other_side(self.places[self.left_of(seat)]["taken"]))
            self.happened["a group of one card"] += min(map(len, theirs["wallet"])) == 1
            hands.append(sorted(taken + back))
        for place, hand in zip(self.places, hands, strict=True):
            place.update(hand=hand, wallet=None, taken=None, splitter=True)
            self.happened[f"{len(hand)} cards to resolve"] += 1

    def resolve(self) -> Asking:
        """Everybody plays everything."""

        def owes(seat: int) -> bool:
            place = self.places[seat]
            return bool(place["hand"] or place["splitter"] or place["arrows"])

        yield from self.together("resolve", owes)

    def turn_up(self) -> Asking:
        """The round's market token."""
        self.stage = "market"
        left = {str(value): n for value, n in self.market_left.items() if n}
        value = yield from self.draw("market", left)
        self.market_left[int(value)] -= 1
        self.turned.append(int(value))

    def end_of_round(self) -> None:
        """Cards return to the hands; after rounds 3 and 4 two tokens score."""
        for place in self.places:
            place["hand"] = sorted(card for card, _ in place["played"])
            place["played"] = []
        line = {3: self.tokens[:2], 4: self.tokens[2:]}.get(self.round, [])
        for token in line:
            self.score(token)
        self.happened["a line with one scoring"] += "none" in line

    def score(self, token: str) -> None:
        """One scoring for all."""
        if token == "none":
            return
        gains = []
        for seat, place in enumerate(self.places):
            tracks = place["tracks"]
            if token == "books":
                gain = self.sheet.books(tracks)
            elif token == "art":
                gain = self.sheet.art_worth(tracks, sum(self.turned))
            else:
                gain = self.sheet.gems(tracks)
            place["prestige"] += gain
            self.points[seat][f"{token}_{self.round}"] = gain, ""
            gains.append(gain)
        self.scored.append((self.round, token, tuple(gains)))

    def count_everything(self) -> None:
        """The end: books, art, gems and contracts."""
        for token in ("books", "art", "gems"):
            self.score(token)
        gains = []
        for seat, place in enumerate(self.places):
            found = self.sheet.contracts(place["tracks"], place["character"])
            for name, (icons, stars) in found.items():
                self.points[seat][f"contract_{name}"] = icons * stars, f"{icons} × {stars}"
            gains.append(sum(icons * stars for icons, stars in found.values()))
            place["prestige"] += gains[-1]
            scored = sum(amount for amount, _ in self.points[seat].values())
            self.points[seat]["prestige"] = place["prestige"] - scored, ""
        self.scored.append((6, "contracts", tuple(gains)))
        self.happened["tie"] += len(self.winners()) > 1

    # Asking chance

    def draw(self, word: str, weights: dict[str, int]) -> Generator[tuple[int, ...], None, str]:
        """Chance says one of these."""
        self.weights = {f"{word} {name}": weight for name, weight in weights.items()}
        yield (CHANCE,)
        self.weights = {}
        return self.said[1].split()[1]

    def draw_card(self, seat: int, level: str) -> Asking:
        """A seat draws."""
        self.drawer = seat
        card = int((yield from self.draw("card", {str(card): 1 for card in self.decks[level]})))
        self.drawer = CHANCE
        self.decks[level].remove(card)
        self.places[seat]["hand"] = sorted([*self.places[seat]["hand"], card])

    def draw_character(self, seat: int) -> Asking:
        """A seat gets its tile and takes its first steps."""
        tile = int((yield from self.draw("character", {str(tile): 1 for tile in self.tiles})))
        self.tiles.remove(tile)
        place = self.places[seat]
        place["character"] = tile
        for track, steps in self.sheet.characters[tile]["start"].items():
            found = self.sheet.walk(place["tracks"], [track] * steps)
            assert not found, "never onto a bonus"

    # Asking the seats, all at once

    def together(self, stage: str, owes: Callable[[int], Any]) -> Asking:
        """All who owe decide, in any order, until nobody owes; others see how it was before."""
        self.stage, self.owing, self.before = stage, owes, [copied(place) for place in self.places]
        while waiting := tuple(seat for seat in self.seats if owes(seat)):
            yield waiting
            self.do(*self.said)
        self.owing, self.before = lambda seat: False, None
        self.phase += 1

    def apply(self, seat: int, text: str) -> None:
        """Go on with what a seat or chance says."""
        phase, drawer = self.phase, self.drawer
        self.said = seat, text
        self.waiting = next(self.story)
        last = phase != self.phase or not self.owing(seat)
        self.log.append(Step(seat, text, drawer, phase, last))

    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision, or chance, or nobody."""
        return self.waiting

    def chances(self) -> dict[str, Fraction]:
        """What may be drawn, and how likely."""
        whole = sum(self.weights.values())
        return {text: Fraction(weight, whole) for text, weight in self.weights.items()}

    def left_of(self, seat: int) -> int:
        """The next seat."""
        return self.seats[(seat + 1) % len(self.seats)]

    def right_of(self, seat: int) -> int:
        """The seat before."""
        return self.seats[seat - 1]

    @staticmethod
    def group(wallet: tuple[list[int], list[int]], side: str) -> list[int]:
        """One group of a wallet."""
        return wallet[0] if side == "left" else wallet[1]

    # What may be said

    def legal(self, seat: int) -> set[str]:
        """Everything a seat may say."""
        return {text for text in self.everything(seat) if self.allows(seat, text)}

    def everything(self, seat: int) -> Iterator[str]:
        """Whatever might make sense in this phase, and more."""
        hand: list[int] = self.places[seat]["hand"]
        if self.stage == "discard":
            yield from (f"discard {card}" for card in self.sheet.icons)
        elif self.stage == "split":
            for sides in product((0, 1), repeat=len(hand)):
                groups = [
                    [card for card, on in zip(hand, sides, strict=True) if on == side] for side in (0, 1)
                ]
                yield said(*groups)
        elif self.stage == "choose":
            yield from ("take left", "take right")
        elif self.stage == "resolve":
            yield from (
                f"{word} {track}" for word in ("splitter", "bonus") for track in (*TRACKS, "prestige")
            )
            for card in (*hand, "splitter"):
                yield from (f"sell {card} gold", f"sell {card} prestige")
            for card in hand:
                for names in product(RESOURCES, repeat=len(self.sheet.seals_on(card))):
                    yield " ".join([f"play {card}", *names])

    def allows(self, seat: int, text: str) -> bool:
        """Whether a seat may say this now."""
        if seat not in self.waiting or FACE_DOWN in text:
            return False
        place = self.places[seat]
        word, *rest = text.split()
        if self.stage == "discard":
            return word == "discard" and int(rest[0]) in place["hand"]
        if self.stage == "split":
            return word == "split" and self.allows_split(place, text)
        if self.stage == "choose":
            return word == "take"
        if word == "bonus":
            return place["arrows"] > 0 and rest != ["gold"]
        if place["arrows"]:
            return False
        if word == "splitter" or rest[0] == "splitter":
            return bool(place["splitter"]) and rest != ["prestige"] and word != "play"
        return word in ("play", "sell") and int(rest[0]) in place["hand"] and self.allows_card(text)

    @staticmethod
    def allows_split(place: Place, text: str) -> bool:
        """Whether the two groups are the hand, a card at least on either side of the splitter."""
        if "-" in text.split():
            return False
        left, right = heard(text)
        if not left or not right:
            return False
        return left == sorted(left) and right == sorted(right) and sorted(left + right) == place["hand"]

    def allows_card(self, text: str) -> bool:
        """Whether a card of the hand may be played or sold like this."""
        word, card, *names = text.split()
        if word == "sell":
            return True
        seals = self.sheet.seals_on(int(card))
        if len(seals) != len(names):
            return False
        for i, (seal, name) in enumerate(zip(seals, names, strict=True)):
            if f"{name}-seal" not in self.sheet.fits[seal]:
                return False
            if i and seals[i - 1] == seal and RESOURCES.index(names[i - 1]) > RESOURCES.index(name):
                return False
        return True

    # What becomes of it

    def do(self, seat: int, text: str) -> None:
        """A decision of a seat."""
        assert self.allows(seat, text), f"{seat} {text}"
        place = self.places[seat]
        word, *rest = text.split()
        if word == "split":
            place["wallet"], place["hand"] = heard(text), []
        elif word == "take":
            place["taken"] = rest[0]
        elif word == "discard":
            place["hand"].remove(int(rest[0]))
            place["laid"].append(int(rest[0]))
        else:
            self.use(place, word, rest)
            self.step(place, "sold splitter" if rest[0] == "splitter" else word, self.way(text))

    @staticmethod
    def use(place: Place, word: str, rest: list[str]) -> None:
        """A card, the splitter or a double arrow is spent."""
        if word == "bonus":
            place["arrows"] -= 1
        elif word == "splitter" or rest[0] == "splitter":
            place["splitter"] = False
        else:
            place["hand"].remove(int(rest[0]))
            place["played"].append((int(rest[0]), word == "sell"))

    def way(self, text: str) -> list[str]:
        """The single steps on tracks, and prestige, that an action brings by itself."""
        word, what, *names = text.split()
        if word in ("splitter", "bonus"):
            return [what] * {"splitter": 1, "bonus": 2}[word]
        if word == "sell":
            return names
        plain = [icon for icon in self.sheet.icons[int(what)] if icon not in SEALS]
        return plain + [f"{name}-seal" for name in names]

    def step(self, place: Place, word: str, way: list[str]) -> None:
        """Steps on tracks, and the arrows they bring."""
        found = self.sheet.walk(place["tracks"], way)
        place["prestige"] += way.count("prestige")
        place["arrows"] += found["double arrow"]
        self.happened[word] += 1
        self.happened[f"prestige by the {word}"] += "prestige" in way
        self.happened["step lost"] += found["step lost"]
        self.happened[f"{place['arrows']} arrows at once"] += found["double arrow"] > 0
        if word == "bonus" and found["double arrow"]:
            self.happened["arrow for an arrow"] += 1
        if found["step by a seal"] and found["double arrow"] and "gold" not in way:
            self.happened["seal, gold, arrow"] += 1

    # The end

    def winners(self) -> tuple[int, ...]:
        """All with the most prestige."""
        most = max(place["prestige"] for place in self.places)
        return tuple(seat for seat in self.seats if self.places[seat]["prestige"] == most)

    # What may be known

    def known(self, viewer: int | None) -> list[Place]:
        """What lies before each seat for somebody at the table (None watches)."""
        return [self.places[seat] if self.knows(seat, viewer) else self.masked(seat, viewer)
                for seat in self.seats]  # fmt: skip

    def knows(self, seat: int, viewer: int | None) -> bool:
        """Whether nothing of this seat is hidden from the viewer."""
        return seat == viewer or self.stage == "over"

    def masked(self, seat: int, viewer: int | None) -> Place:
        """A seat as somebody else sees it: as before while all decide, and with cards face down."""
        place = copied((self.before or self.places)[seat])
        place["hand"] = [FACE_DOWN] * len(place["hand"])
        place["laid"] = [FACE_DOWN] * len(place["laid"])
        place["played"] = [(FACE_DOWN if sold else card, sold) for card, sold in place["played"]]
        if place["wallet"] and self.left_of(seat) != viewer:
            place["wallet"] = tuple([FACE_DOWN] * len(group) for group in place["wallet"])
        return place

    def told(self, step: Step, viewer: int | None) -> str:
        """How somebody may know an earlier step now."""
        word, *rest = step.text.split()
        if self.stage == "over" or step.seat == viewer:
            return step.text
        if step.seat == CHANCE:
            return step.text if word != "card" or step.drawer == viewer else f"card {FACE_DOWN}"
        if step.phase == self.phase:
            return f"{FACE_DOWN} ready" if step.last else FACE_DOWN
        if word == "split" and viewer != self.left_of(step.seat):
            return " ".join(FACE_DOWN if name.isdigit() else name for name in step.text.split())
        if word in ("discard", "sell") and rest[0] != "splitter":
            return " ".join([word, FACE_DOWN, *rest[1:]])
        return step.text


def other_side(side: str) -> str:
    """The group that is left."""
    return "right" if side == "left" else "left"


def said(left: list[int], right: list[int]) -> str:
    """A hand in words, parted in two groups."""
    return " ".join(["split", *map(str, left), "|", *map(str, right)])


def heard(text: str) -> tuple[list[int], list[int]]:
    """The two groups of `split 3 17 | 40`."""
    left, right = text.removeprefix("split").split("|")
    return [int(card) for card in left.split()], [int(card) for card in right.split()]
