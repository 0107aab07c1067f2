"""How a happening of The Great Split moves: its timeline in seconds, worked out from before, steps and after.

What all have decided at once is opened at once: every seat has a lane of its own, and they run side by side.

Wallets:    0 ── hands close into them ── all travel to the left ── one's own opens
Groups:     0 ── the group taken comes out ── the rest and the splitter travel home ── are a hand
Resolving:  0 ── a card ── its icons, step by step, and all that follows ── the next card …
The market: 0 ── the token turns ── the slider moves on ── cards return ── scoring after scoring
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

import msgspec

from client.boards.base import Animation, Cue
from client.boards.great_split.estates import estates_of, has_card, resolved
from client.mirror import Happening
from client.ui.anim import CHAIN, GESTURE, TRAVEL, Motion
from core.game import Seat
from core.games.great_split import state as play
from core.games.great_split.rules import GreatSplit
from core.games.great_split.state import UNKNOWN, Card, Estate, State
from core.games.great_split.tracks import Hop

DEAL: Final = 0.12
"""Seconds a card takes to another seat while hands are dealt; in a trade, or to the viewer, it is slower."""
OWN_DEAL: Final = 0.26
TRADE: Final = 0.2
TILE: Final = 0.42
TOKEN: Final = 0.26

STAGGER: Final = 0.05
"""Seconds between cards that fly together."""
CLOSES: Final = 0.45
"""When the hands have become wallets."""
PASSES: Final = 0.85
"""Seconds wallets are on their way."""
OPENS: Final = 0.4
TAKES: Final = 0.5
"""Seconds a group takes to come out of a wallet."""

CARD: Final = 0.26
"""Seconds from a card being played to its first step."""
REST: Final = 0.12
"""Seconds from its last step to the next card."""
LONGEST: Final = 5.0
"""No recap takes more seconds: if there is more to tell it is told faster."""
FLASH: Final = 0.35
"""Seconds a space that was reached stays lit."""

TURNS: Final = 0.45
"""When a market token has turned over."""
SLIDES: Final = 0.55
"""Seconds the slider moves."""
RETURN: Final = 0.35
SCORING: Final = 1.5
"""Seconds of one scoring."""
COUNTS: Final = 0.7
"""Seconds prestige counts up."""
RISES: Final = 0.45
"""When in a scoring it begins to."""
FAR: Final = 99
"""The slider is not drawn further."""
LULL: Final = 0.3
END: Final = GESTURE + 0.4

Kind = Literal["deal", "character", "token", "market", "discard", "split", "take", "resolve", "none"]
_KINDS: Final[dict[type, Kind]] = {
    play.Deal: "deal",
    play.Character: "character",
    play.Scoring: "token",
    play.Market: "market",
    play.Discard: "discard",
    play.Split: "split",
    play.Take: "take",
    play.Play: "resolve",
    play.Sell: "resolve",
    play.Splitter: "resolve",
    play.SellSplitter: "resolve",
    play.Bonus: "resolve",
}
HIGHEST: Final = 19
"""Semitones: the pitch of chains rises no further."""
_APART: Final = 0.045
"""Seconds between two sounds at least."""


class Link(msgspec.Struct, frozen=True):
    """An advance at its time."""

    at: float
    hop: Hop


class Beat(msgspec.Struct, frozen=True):
    """One card, the splitter or a double arrow of a lane, from `at` to `end`.

    `estate` is what lies before the seat when it has come to an end, `links` the advances on the way;
    `prestige` what it brings of that.
    """

    at: float
    end: float
    action: Any
    card: Card
    prestige: int
    links: tuple[Link, ...]
    estate: Estate


class Lane(msgspec.Struct, frozen=True):
    """What a seat has decided, in the order it did."""

    seat: Seat
    before: Estate
    beats: tuple[Beat, ...] = ()

    def estate(self, t: float) -> Estate:
        """What lies before it after t seconds."""
        done, tracks = self.before, list(self.before.tracks)
        for beat in self.beats:
            if t < beat.at:
                break
            for link in beat.links:
                if t >= link.at:
                    tracks[link.hop.track] = max(tracks[link.hop.track], link.hop.after)
            done = beat.estate
        return msgspec.structs.replace(done, tracks=tuple(tracks))

    def beat(self, t: float) -> Beat | None:
        """What it is at."""
        return next((beat for beat in self.beats if beat.at <= t < beat.end), None)


class Called(msgspec.Struct, frozen=True):
    """A scoring that is told from `at` on: of what, and what it brings each seat."""

    at: float
    token: str
    amounts: tuple[int, ...]


class Plan(msgspec.Struct, frozen=True):
    """When what happens.

    `field_at` and `side_at` are when what stands still on the field and beside it becomes what it is
    afterwards; `open` when the next decision may cut the rest short; `over` when the game's end is told.
    """

    kind: Kind
    seconds: float
    cues: tuple[Cue, ...] = ()
    field_at: float = 0.0
    side_at: float = 0.0
    open: float = math.inf
    over: float = math.inf
    lanes: tuple[Lane, ...] = ()
    called: tuple[Called, ...] = ()


def animation(happening: Happening, viewer: int, game: GreatSplit, motion: Motion) -> Animation:
    """Length and sounds of a happening."""
    plan = plan_of(happening, viewer, game)
    return Animation(plan.seconds, plan.cues, plan.open)


class _Recent:
    """The plans made last; one is asked for several times in every frame."""

    def __init__(self) -> None:
        self._plans: list[tuple[Happening, int, GreatSplit, Plan]] = []

    def get(self, happening: Happening, viewer: int, game: GreatSplit) -> Plan:
        for shown, eyes, rules, plan in self._plans:
            if shown is happening and eyes == viewer and rules is game:
                return plan
        plan = _whole_plan(happening, viewer, game)
        self._plans = [(happening, viewer, game, plan), *self._plans[:3]]
        return plan


_RECENT: Final = _Recent()


def plan_of(happening: Happening, viewer: int, game: GreatSplit) -> Plan:
    """The timeline of a happening as a viewer sees it."""
    return _RECENT.get(happening, viewer, game)


def _whole_plan(happening: Happening, viewer: int, game: GreatSplit) -> Plan:
    """What happens, and after the last step of a game its end."""
    plan = _plan(happening, viewer, game)
    if happening.after.outcome is None:
        return plan
    start = plan.seconds + LULL
    cues = (*plan.cues, Cue(start, "brass"))
    return msgspec.structs.replace(plan, seconds=start + END, cues=cues, over=start, open=math.inf)


def _plan(happening: Happening, viewer: int, game: GreatSplit) -> Plan:
    kind = kind_of(happening, viewer)
    match kind:
        case "deal":
            return _dealt(happening, viewer, game)
        case "character":
            return Plan(kind, TILE, (Cue(0.0, "paper_slide"), Cue(TILE - 0.1, "seal")), TILE, 0.0)
        case "token":
            return Plan(
                kind, TOKEN, (Cue(0.0, "wood", len(happening.before.view(viewer).tokens)),), 0.0, TOKEN
            )
        case "market":
            return _turned_up(happening, viewer)
        case "discard":
            return _discarded(happening, viewer)
        case "split":
            return _parted(happening, viewer)
        case "take":
            return _chosen(happening, viewer)
        case "resolve":
            return _resolved(happening, viewer, game)
    return Plan("none", 0.0)


def kind_of(happening: Happening, viewer: int) -> Kind:
    """What sort of step it is, or what sort all of its steps are."""
    return next(
        (_KINDS[type(step)] for _, step in steps_of(happening, viewer) if type(step) in _KINDS), "none"
    )


def steps_of(happening: Happening, viewer: int) -> tuple[tuple[Seat, Any], ...]:
    """Who did what, as the viewer was told."""
    return tuple((told.seat, told.action(viewer)) for told in happening.steps)


def is_known(happening: Happening, viewer: int, seat: int) -> bool:
    """Whether what a seat has decided has been shown to the viewer before: it was the one who did."""
    return seat == viewer and len(happening.steps) > 1


def is_opened(happening: Happening, viewer: int) -> bool:
    """Whether a phase in which all decide at once is over with it."""
    before, after = happening.before.view(viewer), happening.after.view(viewer)
    return bool((before.round, before.stage) != (after.round, after.stage))


# --- chance --------------------------------------------------------------------------------------


def _dealt(happening: Happening, viewer: int, game: GreatSplit) -> Plan:
    seconds = DEAL if happening.before.view(viewer).stage == "deal" else TRADE
    if receiver(happening, viewer, game) == viewer:
        seconds = OWN_DEAL
    return Plan("deal", seconds, (Cue(0.0, "paper_slide"),), seconds, seconds)


def receiver(happening: Happening, viewer: int, game: GreatSplit) -> int:
    """Whom a card is dealt to."""
    view: State = happening.before.view(viewer)
    return game.drawing(view)[0] % max(1, view.seats)


def deck_of(happening: Happening, viewer: int, game: GreatSplit) -> int:
    """From which deck."""
    return min(max(game.drawing(happening.before.view(viewer))[1], 0), 2)


def character_of(happening: Happening, viewer: int) -> int:
    """Whom a character is dealt to."""
    estates = happening.before.view(viewer).estates
    return next((seat for seat, estate in enumerate(estates) if estate.character is None), 0)


def _turned_up(happening: Happening, viewer: int) -> Plan:
    before, after = happening.before.view(viewer), happening.after.view(viewer)
    new = after.scored[len(before.scored) :][:4]
    start = TURNS + SLIDES + RETURN
    called = tuple(
        Called(start + SCORING * index, scored.token, scored.amounts) for index, scored in enumerate(new)
    )
    cues = [
        Cue(0.0, "paper_slide"),
        Cue(TURNS * 0.8, "wood"),
        Cue(TURNS, "tick", 2),
        Cue(start - 0.2, "riffle"),
    ]
    for number, scoring in enumerate(called):
        cues.append(Cue(scoring.at, "appraisal", 2 * number))
        cues += [Cue(scoring.at + RISES + 0.1 * n, "tick", 5 + 2 * n) for n in range(4)]
    end = start + SCORING * len(called)
    return Plan("market", end, tuple(cues), end, TURNS + SLIDES, called=called)


def amount(called: Called, seat: int) -> int:
    """What a scoring brings a seat."""
    found = called.amounts[seat] if 0 <= seat < len(called.amounts) else 0
    return min(max(found, 0), 999)


# --- discarding, wallets -------------------------------------------------------------------------


def _discarded(happening: Happening, viewer: int) -> Plan:
    most = max(gone(happening, viewer), default=0)
    if not most:
        return Plan("discard", 0.0)
    end = TRAVEL + STAGGER * (most - 1)
    return Plan(
        "discard", end + 0.05, (Cue(0.0, "paper_slide"), Cue(end - 0.05, "paper_land")), 0.0, end, TRAVEL
    )


def gone(happening: Happening, viewer: int) -> tuple[int, ...]:
    """How many cards each seat has fewer in hand: at most as many as fly together."""
    before, after = happening.before.view(viewer).estates, happening.after.view(viewer).estates
    pairs = zip(before, after, strict=False)
    return tuple(min(max(0, len(old.hand) - len(new.hand)), 8) for old, new in pairs)


def _parted(happening: Happening, viewer: int) -> Plan:
    if not is_opened(happening, viewer):
        return Plan("split", CLOSES, (Cue(0.0, "riffle"), Cue(CLOSES - 0.1, "clasp")), open=CLOSES)
    arrive = CLOSES + PASSES
    cues = (
        *(Cue(0.0, "riffle"), Cue(CLOSES - 0.1, "clasp"), Cue(CLOSES + 0.05, "paper_slide", -4)),
        *(Cue(arrive - 0.1, "paper_land", -5), Cue(arrive + 0.1, "clasp", 5)),
    )
    return Plan("split", arrive + OPENS, cues, arrive, open=arrive + OPENS / 2)


def _chosen(happening: Happening, viewer: int) -> Plan:
    if not is_opened(happening, viewer):
        return Plan("take", TAKES, (Cue(0.0, "paper_slide"), Cue(TAKES - 0.1, "clasp")), open=TAKES)
    arrive = TAKES + PASSES
    cues = (
        *(Cue(0.0, "paper_slide", 3), Cue(TAKES - 0.1, "clasp"), Cue(TAKES + 0.05, "paper_slide", -4)),
        *(Cue(arrive - 0.1, "paper_land", -5), Cue(arrive + 0.05, "riffle", 3)),
    )
    return Plan("take", arrive + OPENS, cues, arrive + OPENS, open=arrive + OPENS / 2)


# --- resolving -----------------------------------------------------------------------------------


def _resolved(happening: Happening, viewer: int, game: GreatSplit) -> Plan:
    before: State = happening.before.view(viewer)
    estates = estates_of(game.data, before, max(before.seats, 1))
    shown = [
        (seat, step)
        for seat, step in steps_of(happening, viewer)
        if _KINDS.get(type(step)) == "resolve"
        and has_card(game.data, step)
        and 0 <= seat < len(estates)
        and not is_known(happening, viewer, seat)
    ]
    seats = sorted({seat for seat, _ in shown})
    many = len(happening.steps) > 1
    lanes = [
        _lane(game, seat, estates[seat], [step for who, step in shown if who == seat], late=0.03 * nth * many)
        for nth, seat in enumerate(seats)
    ]
    if not lanes:
        return Plan("resolve", 0.0)
    end = max(lane.beats[-1].end for lane in lanes)
    if end > LONGEST:
        lanes, end = [_faster(lane, LONGEST / end) for lane in lanes], LONGEST
    first = min((link.at for lane in lanes for beat in lane.beats for link in beat.links), default=CARD)
    seconds = end + (0.1 if many else 0.0)
    return Plan(
        "resolve", seconds, _ticks(lanes), seconds, open=first if not many else math.inf, lanes=tuple(lanes)
    )


def _lane(game: GreatSplit, seat: Seat, estate: Estate, steps: Iterable[Any], late: float) -> Lane:
    """The steps of a seat one after another."""
    beats, t, now = list[Beat](), late, estate
    for step in steps:
        after, hops, prestige = resolved(game, now, step)
        first = t + (0.1 if isinstance(step, play.Bonus) else CARD)
        links = tuple(Link(first + CHAIN * index, hop) for index, hop in enumerate(hops))
        end = first + CHAIN * max(len(links), 1) + REST
        card = step.card if isinstance(step, play.Play | play.Sell) else UNKNOWN
        beats.append(Beat(t, end, step, card, prestige, links, after))
        t, now = end, after
    return Lane(seat, estate, tuple(beats))


def _faster(lane: Lane, factor: float) -> Lane:
    beats = tuple(
        msgspec.structs.replace(
            beat,
            at=beat.at * factor,
            end=beat.end * factor,
            links=tuple(Link(link.at * factor, link.hop) for link in beat.links),
        )
        for beat in lane.beats
    )
    return msgspec.structs.replace(lane, beats=beats)


def _ticks(lanes: Sequence[Lane]) -> tuple[Cue, ...]:
    """A tick for every step, rising along a chain; cards, coins and wax as they are used."""
    cues = list[Cue]()
    for lane in lanes:
        for beat in lane.beats:
            cues.append(Cue(beat.at, _sound(beat.action)))
            cues += [Cue(link.at, "tick", min(2 * n, HIGHEST)) for n, link in enumerate(beat.links)]
    found = list[Cue]()
    for cue in sorted(cues, key=lambda cue: (cue.at, -cue.pitch)):
        if not found or cue.at - found[-1].at >= _APART:
            found.append(cue)
    return tuple(found)


def _sound(action: Any) -> str:
    match action:
        case play.Sell() | play.SellSplitter():
            return "coin"
        case play.Play() if action.seals:
            return "seal"
        case play.Bonus():
            return "chime"
    return "paper_slide"
