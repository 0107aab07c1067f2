"""Sentences of The Great Split on what there is to do and what happened: keys of texts with their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from client.boards.contract import Frame, Sentence
from client.boards.great_split.layout import DATA
from client.boards.kit.pieces import Target
from client.session.events import GameEvent, StepShown
from core.game import CHANCE, Seat
from core.games.great_split import scoring
from core.games.great_split import state as play
from core.games.great_split.data import ROUNDS, SCORING_ROUNDS, SEALS, Icon, Seal
from core.games.great_split.rules import GreatSplit, left_neighbour, right_neighbour
from core.games.great_split.state import SEALED_STAGES, TRACKS, Action, BonusTrack, State
from core.games.great_split.tracks import Hop


def track_key(track: int | BonusTrack) -> str:
    """Key of a track's name."""
    return f"great_split.track.{TRACKS[track] if isinstance(track, int) else track}"


# --- what there is to do ---------------------------------------------------------------------------------


def warning(lost: Sequence[Hop], again: bool) -> Sentence:
    """Warning that the chosen action loses a step on a full track, or a bonus step there."""
    first = min(lost, key=lambda hop: hop.bonus)
    word = "forgone" if first.bonus else "lost"
    count = sum(hop.lost for hop in lost if (hop.track, hop.bonus) == (first.track, first.bonus))
    key = f"great_split.warning.{word}{'_again' if again else ''}"
    return Sentence(key, values={"count": count}, words={"track": track_key(first.track)})


def task(game: GreatSplit, view: State, seat: Seat, held: Sequence[Target]) -> Sentence:
    """Sentence on what a seat has to decide, with the targets `held` picked up."""
    match view.stage:
        case "discard":
            count = len(view.estates[seat].hand) - game.hand_limit(view)
            return _ask("discard" if count == 1 else "discard_more", seat, count=count)
        case "split":
            return _ask("split", seat, left_neighbour(view.seats, seat))
        case "choose":
            return _ask("choose", seat, right_neighbour(view.seats, seat))
        case _:
            return _resolving(game, view, seat, held)


def _ask(key: str, seat: Seat, other: Seat | None = None, seal: str = "", **values: int) -> Sentence:
    seats = {"name": seat} if other is None else {"name": seat, "other": other}
    words = {"seal": f"great_split.seal.{seal}"} if seal else {}
    return Sentence(f"great_split.prompt.{key}", dict(values), seats, words)


def _resolving(game: GreatSplit, view: State, seat: Seat, held: Sequence[Target]) -> Sentence:
    """Sentence on the card to play; or on the track for a seal, the splitter or a double arrow."""
    estate = view.estates[seat]
    if estate.arrows:
        return _ask("bonus" if estate.arrows == 1 else "bonuses", seat, count=estate.arrows)
    match held:
        case (("splitter",),):
            return _ask("splitter", seat)
        case (("card", int(card)), *chosen):
            seals = seals_of(game, card)
            key, number = "seal" if len(seals) == 1 else "seals", len(chosen)
            return _ask(key, seat, seal=seals[number], number=number + 1, count=len(seals))
        case (("sell", str(goods)),):
            return _ask(goods, seat)
    if not estate.hand:
        return _ask("resolve_splitter", seat)
    return _ask("resolve_last" if len(estate.hand) == 1 and not estate.splitter else "resolve", seat)


def seals_of(game: GreatSplit, card: int) -> tuple[Seal, ...]:
    """Seals that a card shows, in the order in which tracks are chosen for them."""
    icons = game.data.cards[card].icons
    return tuple(seal for seal in SEALS for _ in range(icons.count(seal)))


def waiting(frame: Frame) -> Sentence:
    """Sentence on who still decides, and what; or on what chance is about to do."""
    view: State = frame.view
    key, awaited = f"great_split.waiting.{view.stage}", [s for s in frame.position.to_act if s != CHANCE]
    if view.stage not in SEALED_STAGES or not awaited:
        return Sentence("great_split.waiting.market" if view.stage in (*SEALED_STAGES, "over") else key)
    if len(awaited) == 1:
        return Sentence(f"{key}_one", seats={"name": awaited[0]})
    return Sentence(key, values={"count": len(awaited)})


# --- what happened ---------------------------------------------------------------------------------------


def caption(game: GreatSplit, event: GameEvent, viewer: int) -> Sentence:
    """Sentence on what happened in an event, by one seat, by chance, or by all at once."""
    before: State = event.before.view(viewer)
    after: State = event.after.view(viewer)
    if len(event.steps) > 1 and all(step.seat != CHANCE for step in event.steps):
        return _together(event, before, after, viewer)
    step = event.steps[-1]
    if step.seat == CHANCE:
        return _chance(game, before, step.action(viewer), after)
    return _single(before, step, step.action(viewer), after)


def _line(
    key: str, named_seats: Mapping[str, int] | None = None, gaps: dict[str, str] | None = None, **values: Any
) -> Sentence:
    named = {gap: Seat(seat) for gap, seat in (named_seats or {}).items()}
    return Sentence(f"great_split.caption.{key}", values, named, gaps or {})


def _chance(game: GreatSplit, before: State, action: Action, after: State) -> Sentence:
    match action:
        case play.Deal():
            return Sentence(f"great_split.waiting.{before.stage}")  # as before it: no flicker
        case play.Character():
            whose = next(s for s, estate in enumerate(before.estates) if estate.character is None)
            name = game.data.characters[action.number].name
            return _line("character", {"name": whose}, {"character": f"great_split.character.{name}"})
        case play.Scoring():
            return _token(action.token, SCORING_ROUNDS[min(len(before.tokens) // 2, len(SCORING_ROUNDS) - 1)])
        case play.Market():
            return _market(action.value, before, after)
    raise AssertionError("chance does nothing else")


def _token(token: str, number: int) -> Sentence:
    if token == "none":
        return _line("token_none", round=number)
    return _line("token", gaps={"token": f"great_split.scoring.{token}"}, round=number)


def _market(value: int, before: State, after: State) -> Sentence:
    """Sentence on the market token of the round, and the scorings that follow."""
    if before.round == ROUNDS:
        return _line("market_last", value=value)
    scored = [f"great_split.scoring.{one.token}" for one in after.scored[len(before.scored) :]]
    match scored:
        case [token]:
            return _line("market_scored", gaps={"token": token}, value=value)
        case [token, second, *_]:
            return _line("market_scored_two", gaps={"token": token, "second": second}, value=value)
    return _line("market", value=value, slider=after.slider)


def _single(before: State, shown_step: StepShown, action: Action, after: State) -> Sentence:
    """Sentence on a decision of one seat."""
    who = {"name": shown_step.seat}
    match action:
        case play.Discard():
            return _line("discard", who)
        case play.Split():
            return _line("split", {**who, "other": left_neighbour(before.seats, shown_step.seat)})
        case play.Take():
            giver = right_neighbour(before.seats, shown_step.seat)
            group = getattr(before.estates[giver], action.side)
            return _line("take", {**who, "other": giver}, count=len(group))
        case play.Play():
            return _played(before, shown_step.seat, after)
        case play.Sell():
            return _line(f"sell_{action.goods}", who)
        case play.Splitter():
            return _line("splitter", who, {"track": track_key(action.track)})
        case play.SellSplitter():
            return _line(f"sell_splitter_{action.goods}", who)
        case play.Bonus(track="prestige"):
            return _line("bonus_prestige", who)
        case play.Bonus():
            return _line("bonus", who, {"track": track_key(action.track)})
        case play.Sealed():
            return _line("sealed_ready" if action.ready else "sealed", who)
    raise AssertionError("a seat does nothing else")


def _played(before: State, seat: Seat, after: State) -> Sentence:
    steps, prestige = (
        steps_of(before, seat, after),
        after.estates[seat].prestige - before.estates[seat].prestige,
    )
    key = "play_both" if steps and prestige else "play_prestige" if prestige else "play"
    return _line(key, {"name": seat}, steps=steps, prestige=prestige)


def steps_of(before: State, seat: int, after: State) -> int:
    """Number of spaces a seat advanced on all its tracks together."""
    return sum(after.estates[seat].tracks) - sum(before.estates[seat].tracks)


def _together(event: GameEvent, before: State, after: State, viewer: int) -> Sentence:
    """Sentence on what all seats decided at once, when it is revealed."""
    match event.action(viewer):
        case play.Discard():
            return _line("discard_all", count=len(event.steps))
        case play.Split():
            return _line("split_all")
        case play.Take():
            return _line("take_all")
    shown = before.shown or before.estates
    steps = [sum(now.tracks) - sum(was.tracks) for was, now in zip(shown, after.estates, strict=True)]
    best = [seat for seat, many in enumerate(steps) if many == max(steps)]
    if len(best) > 1:
        return _line("resolve_all", steps=max(steps))
    return _line("resolve_best", {"name": best[0]}, steps=max(steps))


def named_by_icons(card: int) -> Sentence:
    """Sentence that names a card by its icons."""
    icons = DATA.cards[card].icons
    gaps = dict(zip(("first", "second", "third", "fourth"), map(_icon_key, icons), strict=False))
    return Sentence(f"great_split.distinction.card_{len(icons)}", words=gaps)


def _icon_key(icon: Icon) -> str:
    if icon == "prestige":
        return "great_split.tally.points"
    return f"great_split.seal.{icon}" if icon in SEALS else f"great_split.track.{icon}"


def next_scoring(view: State) -> tuple[int, tuple[str, ...] | None]:
    """Round after which something is scored next, and what: None before its tokens are known."""
    done = {scored.round for scored in view.scored}
    line = next((line for line in SCORING_ROUNDS if line >= view.round and line not in done), None)
    if line is None:
        return ROUNDS, scoring.FINAL_SCORINGS
    slot = 2 * SCORING_ROUNDS.index(line)
    tokens = view.tokens[slot : slot + 2]
    return line, tuple(token for token in tokens if token != "none") if len(tokens) == 2 else None


def banner(view: State) -> Sentence:
    """Sentence on what is scored next, and after which round."""
    number, tokens = next_scoring(view)
    if tokens is None:
        return Sentence("great_split.banner.soon", {"round": number})
    if number == ROUNDS:
        return Sentence("great_split.banner.final", {"round": number})
    gaps = (f"great_split.scoring.{token}" for token in tokens)
    words = dict(zip(("token", "second"), gaps, strict=False))
    return Sentence(
        f"great_split.banner.{('none', 'one', 'two')[len(tokens)]}", {"round": number}, words=words
    )
