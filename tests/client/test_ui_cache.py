"""The store of pictures: bounded, and large panes do not crowd it."""

from __future__ import annotations

import pygame

from client.ui.cache import SurfaceCache


def picture() -> pygame.Surface:
    return pygame.Surface((10, 10), depth=32)


SIZE = 400
"""Bytes of a picture."""


def test_of_a_slot_only_the_last_two_are_kept() -> None:
    cache = SurfaceCache()
    cache.get("sprite", picture)
    for key in "abcd":
        cache.get(key, picture, "pane")
    assert (len(cache), cache.bytes, cache.made) == (3, 3 * SIZE, 5)
    for key in ("c", "d", "c", "sprite"):
        cache.get(key, picture, "pane" if key != "sprite" else None)
    assert cache.made == 5, "the last two come back without being made again"
    cache.get("e", picture, "pane")
    cache.get("c", picture, "pane")
    assert cache.made == 6, "the one asked for before the newest stays, whichever is older"
    cache.get("d", picture, "pane")
    assert (cache.made, cache.bytes) == (7, 3 * SIZE)


def test_slots_do_not_touch_each_other() -> None:
    cache = SurfaceCache()
    for slot in ("field", "side"):
        for key in (1, 2):
            cache.get((slot, key), picture, slot)
    assert (len(cache), cache.made) == (4, 4)


def test_what_the_bound_has_thrown_out_is_made_again() -> None:
    cache = SurfaceCache(bound=SIZE)
    cache.get("a", picture, "pane")
    cache.get("b", picture, "pane")
    assert len(cache) == 1
    cache.get("a", picture, "pane")
    assert (cache.made, cache.bytes) == (3, SIZE)
    cache.clear()
    cache.get("a", picture, "pane")
    assert (len(cache), cache.bytes) == (1, SIZE)
