"""Sentences of Down Under on what there is to do and what happened: keys of texts with their values."""

from __future__ import annotations

from collections.abc import Sequence

from client.boards.contract import Sentence
from client.boards.down_under.step_schedule import StepResult, compare
from client.boards.kit.points import signed_text
from client.session.events import GameEvent
from core.game import Refusal, Seat
from core.games.down_under.scoring import lacks_dingo, score, worth
from core.games.down_under.state import (
    SHAPES,
    Action,
    Lay,
    LayBillabong,
    State,
    Turn,
    colour,
    is_beginning,
    is_finished,
    is_ring,
    nobody_has_begun,
    owner,
    partner_of,
    path_of,
    paths_of,
    paths_to_lay,
    starts_with_ends,
)


def path_key(view: State, path_number: int) -> str:
    """Key of a path's name for its owner: the only path, the first or the second."""
    return f"down_under.path.{colour(view, path_number) or 'only'}"


def tally(view: State, seat: Seat) -> Sentence:
    """Words on a seat's plate: what the figure counts, or that its paths are rings, stuck or finished."""
    own = paths_of(view.options, view.seats, seat) if view.stage != "over" else ()
    if any(is_ring(view.paths[path]) for path in own):
        return Sentence("down_under.tally.ring")
    if own and all(view.stuck[path] for path in own):
        return Sentence("down_under.tally.stuck")
    if own and all(is_finished(view, path) for path in own):
        return Sentence("down_under.tally.finished")
    return Sentence("down_under.tally.points" if view.options.animals else "down_under.tally.length")


# --- what there is to do ---------------------------------------------------------------------------------


def refused(seat: Seat, refusal: Refusal) -> Sentence:
    """Sentence on the refusal of an action by which paths would meet: it names their owners."""
    one, other = (Seat(int(refusal.values[gap])) for gap in ("one", "other"))
    if one == other:
        return Sentence(f"down_under.meet.{'own' if one == seat else 'both'}", seats={"other": one})
    if seat in (one, other):
        return Sentence("down_under.meet.yours", seats={"other": one if other == seat else other})
    return Sentence("down_under.meet.others", seats={"one": one, "other": other})


def preview_sentence(view: State, seat: Seat, path_number: int, coming: StepResult) -> Sentence:
    """Sentence on the result of the action in hand: in lengths, with animals in points."""
    after, counted = coming.after, view.options.animals
    values, words, group = (
        _grown(view, after, path_number),
        {"path": path_key(view, path_number)},
        _group(view),
    )
    if path_number in coming.rings:
        return Sentence("down_under.would.ring", values, words=words)
    if coming.billabongs:
        return Sentence(f"down_under.would.{group}billabong", values, words=words)
    if path_number in coming.closed and counted and lacks_dingo(after, path_number):
        return Sentence("down_under.would.no_dingo", words=words)
    key = "close" if path_number in coming.closed else "grow"
    return _with_other(f"down_under.would.{group}{key}", values, {}, _other(view, seat, after), words)


def _grown(before: State, after: State, path_number: int) -> dict[str, str | int]:
    """Values for a sentence: a path's length (with animals, its points) and the change of it."""
    return {
        "length": worth(after, path_number),
        "mine": signed_text(worth(after, path_number) - worth(before, path_number)),
    }


def _group(view: State) -> str:
    """Beginning of keys: `worth_` for the sentences on points, which a game with animals needs."""
    return "worth_" if view.options.animals else ""


def _other(before: State, seat: Seat, after: State) -> tuple[Seat, int] | None:
    """Other seat that gained or lost, and its points; None without one. More than one is not possible.

    The reason: over the neutral part of a card runs one path at most.
    """
    gains = ((whose, score(after, whose) - score(before, whose)) for whose in map(Seat, range(before.seats)))
    return next(((whose, gain) for whose, gain in gains if whose != seat and gain), None)


def _with_other(
    key: str,
    values: dict[str, str | int],
    named_seats: dict[str, Seat],
    other: tuple[Seat, int] | None,
    gaps: dict[str, str] | None = None,
) -> Sentence:
    """Sentence that, if another seat gained or lost, also says which, and by how much."""
    if other is None:
        return Sentence(key, values, named_seats, gaps or {})
    whose, count = other
    return Sentence(
        f"{key}_other", {**values, "theirs": signed_text(count)}, {**named_seats, "other": whose}, gaps or {}
    )


def task(view: State, legal: Sequence[Action]) -> Sentence:
    """Sentence on what there is to do for the seat in turn."""
    seat = view.turn
    able = sorted({path_of(view, seat, action) for action in legal})
    words = {"path": path_key(view, able[0])}
    return Sentence(
        f"down_under.prompt.{_kind_of_task(view, legal, len(able))}", seats={"name": seat}, words=words
    )


def has_ring(view: State) -> bool:
    """Whether the seat to act has a ring to open."""
    return any(is_ring(view.paths[path]) for path in paths_to_lay(view))


def _kind_of_task(view: State, legal: Sequence[Action], paths: int) -> str:
    """Key of the sentence on what can be done; `paths` is the number of paths at which a card can be laid."""
    if is_beginning(view):
        return _beginning(view)
    if has_ring(view):
        return "ring"
    if any(isinstance(action, LayBillabong) for action in legal):
        return "billabong"
    if view.due:
        return "due"
    if view.stage == "opening":
        return "opening"
    if all(isinstance(action, Lay) and SHAPES[action.card] == "end" for action in legal):
        return "ends_only"
    if paths > 1:
        return "either"
    return "other_path" if view.laid else "lay"


def _beginning(view: State) -> str:
    """Key of the sentence on how a path is begun now."""
    if starts_with_ends(view.options):
        path = paths_to_lay(view)[0]
        if partner_of(view, path) is not None:
            return "end_against"
        return "end_first" if nobody_has_begun(view) else "end_next"
    if not nobody_has_begun(view):
        return "next"
    return "first_inside" if view.options.frame else "first"


def waiting(view: State) -> Sentence:
    """Sentence on what another seat is about to do."""
    ring = "ring" if has_ring(view) else "due" if view.due else "lay"
    deed = "begin" if is_beginning(view) else ring
    return Sentence(f"down_under.waiting.{deed}", seats={"name": view.turn})


# --- what happened ---------------------------------------------------------------------------------------


def caption(event: GameEvent, viewer: int) -> Sentence:
    """Sentence on what happened in a step: its rarest part, and by how much paths grew."""
    before: State = event.before.view(viewer)
    after: State = event.after.view(viewer)
    action: Action = event.action(viewer)
    seat = event.seat
    path, change = path_of(before, seat, action), compare(before, after)
    values, seats = _grown(before, after, path), {"name": seat}
    plain, group = "down_under.caption.", f"down_under.caption.{_group(before)}"
    key = _rarest_event(action, path, change)
    if key is not None:
        return Sentence(f"{group if key in ('turns', 'billabong') else plain}{key}", values, seats)
    for fate, paths in ((f"{plain}ring_other", change.rings), (f"{group}stuck", change.stuck)):
        whose = next((owner(before.options, before.seats, number) for number in paths), None)
        if whose is not None and whose != seat:
            return Sentence(fate, values, {**seats, "other": whose})
    key = "begins" if not before.paths[path].run else "closes" if path in change.closed else "lays"
    return _with_other(f"{group}{key}", values, seats, _other(before, seat, after))


def _rarest_event(action: Action, path_number: int, change: StepResult) -> str | None:
    """Key of an event that does not happen in every turn; None for a card that is just laid."""
    if isinstance(action, Turn):
        return "turns"
    if isinstance(action, LayBillabong):
        return "lays_billabong"
    if change.billabongs:
        return "billabong_due" if change.after.due else "billabong"
    if path_number in change.rings:
        return "ring"
    return None
