"""The end of a game of Down Under: the path that has won runs once more, the others step back."""

from __future__ import annotations

import math
from typing import Final

from msgspec.structs import replace

from client.boards.down_under.camera import Sight
from client.boards.down_under.field import EDGE, Lying, draw_animals, draw_lengths, parts, tags
from client.boards.down_under.places import MARGIN
from client.boards.down_under.ribbons import draw_flourish, draw_length, draw_ribbon, point_at
from client.ui.anim import ease_in_out, mix_points, progress
from client.ui.canvas import Canvas
from core.game import Outcome
from core.games.down_under.paths import length
from core.games.down_under.state import State, paths_of

VEIL: Final = 110
"""How dark it becomes around the path that has won, of 255."""
RUN: Final = 0.68
"""The share of the gesture in which it runs: as long as the light of its flourish, of which the tail is where
the ribbon lights up. Then its length comes to its place."""
GLOW: Final = 0.75
"""How brightly it is lit, and stays so."""


def winning(view: State, outcome: Outcome) -> tuple[int, ...]:
    """The paths of who has won."""
    own = (path for seat in outcome.winners for path in paths_of(view.options, view.seats, seat))
    return tuple(path for path in own if view.paths[path].run)


class Winner:
    """Draws the end as far as it has come; with nobody to win, nothing."""

    def __init__(self, canvas: Canvas, view: State, outcome: Outcome, sight: Sight, lying: Lying) -> None:
        self.canvas = canvas
        self.view = view
        self.sight = sight
        self.lying = lying
        self.paths = winning(view, outcome)

    def draw(self, share: float, dark: float) -> None:
        """`share` 0 … 1 of the run, `dark` of the veil."""
        if not self.paths:
            return
        veil = round(min(1.0, 3 * dark) * 16) / 16
        ground = self.sight.room.grown(MARGIN + EDGE)
        self.canvas.rect(ground, (*self.canvas.colour("down_under.dark")[:3], round(VEIL * veil)))
        for number in self.paths:
            self._run(number, progress(share, 0, RUN))
        cells = {stretch[:2] for number in self.paths for stretch in self.view.paths[number].run}
        draw_animals(
            self.canvas, self.sight, [laid for laid in self.lying.cards if (laid.x, laid.y) in cells]
        )
        for number in self.paths:
            self._symbols(number, share)
        draw_lengths(self.canvas, self.sight, replace(self.lying, untold=self.paths))
        for number in self.paths:
            self._length(number, progress(share, 0, RUN), share)

    def _run(self, number: int, ran: float) -> None:
        """The ribbon lights up behind the light that runs along it."""
        path = self.view.paths[number]
        draw_ribbon(
            self.canvas,
            path.run,
            path.tips,
            self.lying.look(number),
            self.sight.cell,
            parts=parts(path, self.lying.cards),
            upto=ran * len(path.run),
            glow=GLOW,
        )

    def _symbols(self, number: int, share: float) -> None:
        path = self.view.paths[number]
        draw_flourish(
            self.canvas,
            path.run,
            self.lying.look(number),
            self.sight.cell,
            share,
            parts=parts(path, self.lying.cards),
        )

    def _length(self, number: int, ran: float, share: float) -> None:
        """Its length counts up at its tip, and at last stands where it stood."""
        path, look = self.view.paths[number], self.lying.look(number)
        home = tags(self.lying, self.sight)[number]
        tip = point_at(path.run, ran * len(path.run), self.sight.cell, parts(path, self.lying.cards))
        back = ease_in_out(progress(share, RUN, 1 - RUN))
        spot = mix_points((tip.x, tip.y - 0.6 * self.sight.size), home, back)
        whole = length(path)
        count = whole if ran >= 1 else min(whole, math.ceil(ran * len(path.run)))
        draw_length(self.canvas, spot, look, count)
