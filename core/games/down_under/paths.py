"""Paths: ordered runs of stretches with two ends, and how they run on.

Nothing is ever worked out again from the whole board: a path grows at an open end when something comes to lie
where it leads. Only a ring that is opened is followed once around.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.games.down_under.ground import Ground, is_pool, onward
from core.games.down_under.state import MIDDLE, Lead, Path, Stretch, Tip, opposite, over


def leads(path: Path) -> Iterator[Lead]:
    """Where its open ends lead."""
    if not path.run:
        return
    first, last = path.run[0], path.run[-1]
    for tip, stretch, side in ((path.tips[0], first, first.enters), (path.tips[1], last, last.leaves)):
        if tip == "open":
            yield Lead(*over((stretch.x, stretch.y), side), opposite(side))


def is_ring(path: Path) -> bool:
    """Whether both ends of the path are joined to each other."""
    return path.tips[0] == "ring"


def is_open(path: Path) -> bool:
    """Whether the path has an end at which it can be lengthened."""
    return "open" in path.tips


def begun(land: Ground, stretch: Stretch) -> Path:
    """The path that runs over this stretch, followed from there in both directions."""
    tips: tuple[Tip, Tip] = ("closed" if stretch.enters == MIDDLE else "open", "open")
    return grown(land, Path((stretch,), tips))


def grown(land: Ground, path: Path) -> Path:
    """The path run on at both of its ends as far as stretches lead."""
    if not path.run:
        return path
    onwards = _run_on(land, path)
    if onwards.tips[0] != "open":
        return onwards
    return _reversed(_run_on(land, _reversed(onwards)))


def _run_on(land: Ground, path: Path) -> Path:
    """The path run on over its last stretch."""
    if path.tips[1] != "open":
        return path
    here = path.run[-1]
    added: list[Stretch] = []
    tip: Tip = "open"
    while tip == "open":
        ahead = onward(land, (here.x, here.y), here.leaves)
        if ahead is None:
            break
        if ahead == path.run[0]:
            return Path((*path.run, *added), ("ring", "ring"))
        added.append(ahead)
        if ahead.leaves == MIDDLE:
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
