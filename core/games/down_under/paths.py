"""Paths: ordered runs of stretches with two ends, and how they run on.

Nothing is ever worked out again from the whole board: a path grows at an open end when something comes to lie
where it leads. Only a ring that is opened is followed once around.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.games.down_under.ground import Ground, ground, is_pool, next_stretch
from core.games.down_under.state import (
    CELL_MIDDLE,
    NOBODY,
    OWN_SIDES,
    EndState,
    Laid,
    Lead,
    Path,
    Stretch,
    cell_over,
    opposite,
)


def open_leads(path: Path) -> Iterator[Lead]:
    """Where its open ends lead."""
    if not path.run:
        return
    first, last = path.run[0], path.run[-1]
    for tip, stretch, side in ((path.tips[0], first, first.enters), (path.tips[1], last, last.leaves)):
        if tip == "open":
            yield Lead(*cell_over((stretch.x, stretch.y), side), opposite(side))


def is_ring(path: Path) -> bool:
    """Whether both ends of the path are joined to each other."""
    return path.tips[0] == "ring"


def is_open(path: Path) -> bool:
    """Whether the path has an end at which it can be lengthened."""
    return "open" in path.tips


def is_closed(path: Path) -> bool:
    """Whether the path has been begun and neither of its ends can be lengthened any more."""
    return bool(path.run) and not is_open(path) and not is_ring(path)


def own_stretch(laid: Laid) -> Stretch:
    """The own part of a card, a stub from its middle outwards."""
    own = OWN_SIDES[laid.card]
    return Stretch(laid.x, laid.y, own[0] if len(own) == 2 else CELL_MIDDLE, own[-1])


def path_through(land: Ground, stretch: Stretch) -> Path:
    """The path that runs over this stretch, followed from there in both directions."""
    tips: tuple[EndState, EndState] = ("closed" if stretch.enters == CELL_MIDDLE else "open", "open")
    return extended_path(land, Path((stretch,), tips))


def trace_paths(cards: Sequence[Laid], count: int) -> tuple[Path, ...]:
    """So many paths, followed over these cards from their first one; without a card a path is not begun."""
    land = ground(cards)
    firsts = (next((laid for laid in cards if laid.path == number), None) for number in range(count))
    return tuple(Path() if first is None else path_through(land, own_stretch(first)) for first in firsts)


def paths_after_lay(paths: Sequence[Path], cards: tuple[Laid, ...]) -> tuple[Path, ...]:
    """All paths run on as far as they lead once the last of these cards lies; it may begin its own."""
    land, laid = ground(cards), cards[-1]
    after = [extended_path(land, path) for path in paths]
    if laid.path != NOBODY and not after[laid.path].run:
        after[laid.path] = path_through(land, own_stretch(laid))
    return tuple(after)


def paths_after_turn(paths: Sequence[Path], cards: tuple[Laid, ...], curve: Laid) -> tuple[Path, ...]:
    """The ring of this curve, one of the cards, followed anew from its first card now that it lies turned."""
    first = next(laid for laid in cards if laid.path == curve.path)
    path = path_through(ground(cards), own_stretch(first))
    return (*paths[: curve.path], path, *paths[curve.path + 1 :])


def extended_path(land: Ground, path: Path) -> Path:
    """The path run on at both of its ends as far as stretches lead."""
    if not path.run:
        return path
    onwards = _run_on(land, path)
    first = onwards.run[0]
    if onwards.tips[0] != "open" or next_stretch(land, (first.x, first.y), first.enters) is None:
        return onwards
    return _reversed(_run_on(land, _reversed(onwards)))


def _run_on(land: Ground, path: Path) -> Path:
    """The path run on over its last stretch."""
    if path.tips[1] != "open":
        return path
    here = path.run[-1]
    added: list[Stretch] = []
    tip: EndState = "open"
    while tip == "open":
        ahead = next_stretch(land, (here.x, here.y), here.leaves)
        if ahead is None:
            break
        if ahead == path.run[0]:
            return Path((*path.run, *added), ("ring", "ring"))
        added.append(ahead)
        if ahead.leaves == CELL_MIDDLE:
            tip = "billabong" if is_pool(land, ahead) else "closed"
        here = ahead
    return Path((*path.run, *added), (path.tips[0], tip)) if added else path


def _reversed(path: Path) -> Path:
    """The same path read from its other end."""
    run = tuple(Stretch(s.x, s.y, s.leaves, s.enters) for s in reversed(path.run))
    return Path(run, (path.tips[1], path.tips[0]))


def length(path: Path) -> int:
    """Of how many stretches the path is made; a pool in which both of its ends lie counts once."""
    twice = path.tips == ("billabong", "billabong") and path.run[0][:2] == path.run[-1][:2]
    return len(path.run) - twice


def on_cell(paths: Sequence[Path], x: int, y: int) -> Iterator[tuple[int, Stretch]]:
    """The stretches of paths that lie on a cell, each with its path's number."""
    for number, path in enumerate(paths):
        for stretch in path.run:
            if stretch.x == x and stretch.y == y:
                yield number, stretch
