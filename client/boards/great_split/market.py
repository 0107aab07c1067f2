"""The end of a round: the market's token turns, the slider moves on, cards return, scoring after scoring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from client.boards.base import Cue
from client.boards.great_split.estates import Prestige, draw_gain
from client.boards.great_split.layout import Layout
from client.boards.great_split.recap import hidden_until
from client.boards.kit.pieces import Id, Look, Piece, draw_one
from client.boards.kit.timeline import Change, Effect, Timeline
from client.mirror import Happening
from client.ui.anim import ease_in_out, progress
from client.ui.geometry import Rect
from core.games.great_split.data import ROUNDS
from core.games.great_split.state import RESOURCES, Scored, State

replace = msgspec.structs.replace

TURNS: Final = 0.45
"""When the token has turned over."""
SLIDES: Final = 0.55
"""Seconds the slider moves."""
RETURN: Final = 0.35
"""Seconds cards take back to the hands."""
SCORING: Final = 1.5
"""Seconds of one scoring."""
COUNTS: Final = 0.7
"""Seconds prestige counts up."""
RISES: Final = 0.45
"""When in a scoring it begins to."""
CALLED: Final = TURNS + SLIDES + RETURN
"""When the first scoring is called."""


def scorings(happening: Happening, viewer: int) -> tuple[Scored, ...]:
    """What is scored at the end of this round."""
    before: State = happening.before.view(viewer)
    after: State = happening.after.view(viewer)
    return after.scored[len(before.scored) :]


def retimed(timeline: Timeline, scored: Sequence[Scored]) -> Timeline:
    """One thing after the other; prestige is left to the scorings."""
    end = CALLED + SCORING * len(scored)
    found = list[Change]()
    for change in timeline.changes:
        kind = change.piece.id[0]
        if kind == "prestige" and scored:
            found += hidden_until(change, end)
        elif kind == "market":
            found.append(replace(change, start=0.0, seconds=TURNS))
        elif kind == "slider":
            found.append(replace(change, start=TURNS, seconds=SLIDES))
        elif kind == "scoring":
            found.append(replace(change, start=end - 0.3, seconds=0.3))
        else:
            found.append(replace(change, start=TURNS + SLIDES, seconds=RETURN))
    return replace(timeline, changes=tuple(found), landing=end, landed=end, seconds=end)


def effects(
    happening: Happening, layout: Layout, scored: Sequence[Scored], before: Sequence[Piece], rests: set[Id]
) -> tuple[Effect, ...]:
    """What counts lights up, and prestige counts up in all estates."""
    if not scored:
        return ()
    prestige = [piece for piece in before if piece.id[0] == "prestige" and piece.id not in rests]
    end = CALLED + SCORING * len(scored)
    tokens = happening.after.view(layout.viewer).tokens
    return (
        Effect(0.0, end, _counting(prestige, scored, end)),
        *(
            Effect(CALLED + SCORING * number, SCORING, _called(layout, one, tokens))
            for number, one in enumerate(scored)
        ),
    )


def _counting(pieces: Sequence[Piece], scored: Sequence[Scored], end: float) -> Callable[[Look, float], None]:
    """The prestige of all seats on its way."""

    def draw(look: Look, share: float) -> None:
        t = share * end
        for piece in pieces:
            assert isinstance(piece.art, Prestige)
            value = piece.art.value
            for number, one in enumerate(scored):
                passed = progress(t, CALLED + SCORING * number + RISES, COUNTS)
                value += round(one.amounts[int(piece.id[1])] * ease_in_out(passed))
            more = piece.art.more if t < CALLED else None
            draw_one(look, replace(piece, art=Prestige(value, more=more)))

    return draw


def _called(layout: Layout, scored: Scored, tokens: Sequence[str]) -> Callable[[Look, float], None]:
    """What is scored, in all estates and beside them."""
    final = scored.round == ROUNDS
    beside = (
        [layout.final]
        if final
        else [rect for rect, token in zip(layout.tokens, tokens, strict=False) if token == scored.token]
    )

    def draw(look: Look, share: float) -> None:
        t = share * SCORING
        fade = min(1.0, t / 0.2) * (1 - progress(t, SCORING - 0.25, 0.25))
        with look.canvas.faded(fade):
            for seat, brought in enumerate(scored.amounts):
                for rect in _counted(layout, scored.token, seat):
                    look.canvas.ring(rect.grown(3), 8, "great_split.glow", width=3, soft=7)
                draw_gain(look.canvas, layout, seat, brought)
            for rect in beside:
                look.canvas.ring(rect.grown(5), 14, "great_split.glow", width=4, soft=10)

    return draw


def _counted(layout: Layout, token: str, seat: int) -> list[Rect]:
    """Where in an estate stands what is scored."""
    rows = layout.panels[seat].rows
    if token == "contracts":
        return [row.contract for row in rows]
    names = ("topaz", "emerald") if token == "gems" else (token,)
    return [row.now for row, name in zip(rows, RESOURCES, strict=True) if name in names]


def cues(scored: Sequence[Scored]) -> tuple[Cue, ...]:
    """The token, the slider, cards, and every scoring."""
    found = [
        *(Cue(0.0, "paper_slide"), Cue(TURNS * 0.8, "wood")),
        *(Cue(TURNS, "tick", 2), Cue(CALLED - 0.2, "riffle")),
    ]
    for number in range(len(scored)):
        at = CALLED + SCORING * number
        found.append(Cue(at, "appraisal", 2 * number))
        found += [Cue(at + RISES + 0.1 * n, "tick", 5 + 2 * n) for n in range(4)]
    return tuple(found)
