"""The highest value of late."""

from __future__ import annotations

from server.recent_maximum import RecentMaximum


def test_it_is_that_of_this_minute_and_the_one_before() -> None:
    now = 0.0
    peak = RecentMaximum(lambda: now)
    assert peak.highest == 0.0
    heard = []
    for at, value in ((10.0, 3.0), (20.0, 2.0), (61.0, 1.0), (121.0, 0.5), (400.0, 0.25)):
        now = at
        peak.note(value)
        heard.append(peak.highest)
    assert heard == [3.0, 3.0, 3.0, 1.0, 0.25]


def test_it_is_forgotten_though_nothing_else_is_noted() -> None:
    now = 0.0
    peak = RecentMaximum(lambda: now)
    peak.note(5.0)
    now = 119.0
    assert peak.highest == 5.0
    now = 120.0
    assert peak.highest == 0.0
