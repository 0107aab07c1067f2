"""What the person who decides is invited to, and what would come of what the hand means."""

from __future__ import annotations

from typing import Final

from client.boards.base import Frame
from client.boards.down_under.camera import Sight
from client.boards.down_under.field import ahead, draw_animals, draw_laid, parts
from client.boards.down_under.growth import Growth
from client.boards.down_under.hand import Hand
from client.boards.down_under.looks import look_of
from client.boards.down_under.pieces import animal_rect, draw_animal, draw_billabong, draw_card, draw_cell
from client.boards.down_under.places import Places, Slot
from client.boards.down_under.preview import Preview
from client.boards.down_under.ribbons import draw_ribbon
from client.boards.down_under.signs import draw_frame, draw_gain
from client.ui.anim import HOVER, breath, ease_out, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.game import Refusal
from core.games.down_under.state import OWN, SHAPES, Card, Cell, Lay, State, Tip, Turn

LIFT: Final = 9.0
"""Units the card in hand lies above the ground."""
GHOST: Final = 0.62
"""How much is seen of a ribbon that is only being thought of."""
GHOST_GLOW: Final = 0.375
"""How brightly it is lit."""
AHEAD, BEHIND = 0.62, 1.1
"""How far beyond an open end, and behind a closed one, it stands how much longer a path would get, in sides
of a cell."""
HALF: Final = 0.35
"""How much of a cell an end leaves free."""


class Meant:
    """Draws what is meant in one frame."""

    def __init__(self, canvas: Canvas, frame: Frame, hand: Hand, places: Places) -> None:
        self.canvas = canvas
        self.frame = frame
        self.hand = hand
        self.places = places
        self.view: State = frame.view
        self.sight: Sight = places.sight(self.view)

    def draw(self) -> None:
        """Where something can be done; what is meant; what is wrong with it."""
        asks = not self.hand.rests(self.frame)
        with self.canvas.clip(self.places.field):
            self._invite()
            refusal = self.frame.denied
            if asks and self.hand.target is not None:
                refusal = self.hand.refusal(self.view) or refusal
                self._in_hand(refusal is not None)
            if refusal is not None:
                self._blame(refusal)
        self._supply(asks)

    def _look(self, path: int) -> int:
        return look_of(self.view.options, self.view.seats, path)

    # --- where --------------------------------------------------------------------------------

    def _invite(self) -> None:
        """The places where something can be done breathe."""
        air = breath(self.frame.now)
        target = None if self.hand.rests(self.frame) else self.hand.target
        for cell in self.hand.wanted(self.view):
            if cell != target:
                draw_cell(self.canvas, self._free(cell), "legal", breath=air)

    def _free(self, cell: Cell) -> Rect:
        """What of a cell is free: all of it, or the half that an end leaves."""
        rect = self.sight.cell(*cell)
        here = [laid for laid in self.view.cards if (laid.x, laid.y) == cell]
        if len(here) != 1 or len(OWN.get(here[0].card, ())) != 1:
            return rect
        side = OWN[here[0].card][0]
        if side % 2:
            half = rect.w * HALF
            return Rect(rect.x if side == 1 else rect.right - half, rect.y, half, rect.h)
        half = rect.h * HALF
        return Rect(rect.x, rect.bottom - half if side == 0 else rect.y, rect.w, half)

    def _supply(self, asks: bool) -> None:
        """The card under the pointer beside the ground, else the one in hand, is lit there."""
        hand, slot = self.hand, self.hand.over
        action = hand.action(self.view) if asks else None
        if slot is None and isinstance(action, Lay) and hand.path is not None:
            slot = Slot(hand.path, SHAPES[action.card], action.animal)
        if slot is not None and self.places.has(slot):
            self.canvas.ring(self.places.supply_slot(*slot).grown(5), 12, "focus", width=4, soft=8)

    # --- what ---------------------------------------------------------------------------------

    def _in_hand(self, refused: bool) -> None:
        """The card in its place, and what comes of it."""
        action, target = self.hand.action(self.view), self.hand.target
        if action is None or target is None:
            return
        coming = self.hand.preview(self.view)
        rect = self.sight.cell(*target)
        self._card(rect, action.card if isinstance(action, Lay | Turn) else None, refused)
        if coming is not None:
            self._come(coming, target)
        if self.hand.animal is not None and self.hand.card is not None:
            draw_animal(self.canvas, animal_rect(rect.moved(0, -LIFT / 2), self.hand.card), self.hand.animal)
        draw_frame(self.canvas, rect.moved(0, -LIFT / 2), "bad" if refused else "focus")
        if coming is not None:
            self._gains(coming)

    def _card(self, rect: Rect, card: Card | None, refused: bool) -> None:
        up = rect.moved(0, -LIFT / 2)
        if card is None:
            draw_billabong(self.canvas, up, (), lift=LIFT, ghost=refused)
            return
        assert self.hand.path is not None
        since = progress(self.frame.now, self.hand.turned_at, HOVER)
        turn = 0.0 if self.frame.motion.reduced else -self.hand.turned_by * (1 - ease_out(since))
        look = self._look(self.hand.path)
        draw_card(self.canvas, up, card, look, lift=LIFT, turn=turn, ghost=refused)

    def _come(self, coming: Preview, target: Cell) -> None:
        """Ribbons as they would run; billabongs that would be laid."""
        for laid in coming.billabongs:
            if (laid.x, laid.y) != target:
                draw_laid(self.canvas, self.sight.cell(laid.x, laid.y), laid, 0)
        for growth in coming.growths:
            self._ghost(growth, slice(growth.start), (growth.tips[0], "closed"))
            self._ghost(growth, slice(growth.end, None), ("closed", growth.tips[1]))
        cells = {stretch[:2] for growth in coming.growths for stretch in growth.run}
        near = [laid for laid in self.view.cards if (laid.x, laid.y) in cells and (laid.x, laid.y) != target]
        draw_animals(self.canvas, self.sight, near)

    def _ghost(self, growth: Growth, piece: slice, tips: tuple[Tip, Tip]) -> None:
        """A piece of ribbon as it would run."""
        draw_ribbon(
            self.canvas,
            growth.run[piece],
            tips,
            self._look(growth.path),
            self.sight.cell,
            parts=growth.parts[piece],
            alpha=GHOST,
            glow=GHOST_GLOW,
        )

    def _gains(self, coming: Preview) -> None:
        """How much longer paths would get, at their ends."""
        after = coming.after
        for growth in coming.growths:
            if growth.gain:
                sign = "+" if growth.gain > 0 else "−"
                path = after.paths[growth.path]
                first = growth.end == len(growth.run)
                far = AHEAD if path.tips[0 if first else 1] == "open" else BEHIND
                spot = ahead(path, growth.parts, self.sight, first, far)
                text = f"{sign}{abs(growth.gain)}"
                draw_gain(self.canvas, spot, self._look(growth.path), text, self.places.field)

    # --- what not -----------------------------------------------------------------------------

    def _blame(self, refusal: Refusal) -> None:
        """The places that are to blame, and the paths that would meet."""
        for number in self._meeting(refusal):
            path = self.view.paths[number]
            draw_ribbon(
                self.canvas,
                path.run,
                path.tips,
                self._look(number),
                self.sight.cell,
                parts=parts(path, self.view.cards),
                glow=0.5 + 0.5 * breath(self.frame.now, period=1.3),
            )
        for place in dict.fromkeys(refusal.places):
            if len(place) == 2:
                draw_frame(self.canvas, self.sight.cell(place[0], place[1]), "bad")

    def _meeting(self, refusal: Refusal) -> tuple[int, ...]:
        """The paths that the card in hand would join to each other."""
        action = self.hand.action(self.view)
        if "joins" not in refusal.code or action is None:
            return ()
        return self.hand.lays(self.view).meeting(action)
