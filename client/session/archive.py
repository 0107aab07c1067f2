"""Client's side of a server's archive: pages of finished games, a record, statistics.

Nothing from a server is trusted: summaries that make no sense count as damaged, and the amount is bounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, Literal

from assets.texts import quoted
from client.session.session import Session
from client.ui.portraits import portraits_of
from core.game import Refusal
from core.games import GAMES
from core.protocol import messages as m
from core.protocol.commands import GAMES_PER_PAGE, STANDINGS_PER_PAGE
from core.record import Header

SHOWN_FINGERPRINT: Final = 4
"""Letters of a fingerprint that people are shown: enough to tell a few of one name apart."""
MOST_STANDINGS: Final = 500
"""Standings asked for at most; others are found by their names."""


class ArchiveClient:
    """Asks for pages of the archive over a session; `handle_news` takes what the session has read.

    `games` and `standings` are None until an answer has come; `record` is the text fetched last and `trouble`
    the refusal of the last question: whoever shows them sets both back.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.total = 0
        self.games: tuple[m.GameSummary, ...] | None = None
        self.standings: tuple[m.PlayerStatistics, ...] | None = None
        self.standings_total = 0
        self.record: str | None = None
        self.trouble: Refusal | None = None
        self._searching = self._tallying = self._fetching = 0
        self._tallied: list[m.PlayerStatistics] = []
        self._wanted = ("", "", 0)
        self._parts: list[str] = []

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return bool(self._searching or self._tallying or self._fetching)

    @property
    def fetching(self) -> bool:
        return bool(self._fetching)

    def search(self, text: str, game: str, page: int) -> None:
        """Ask for a page of games. Only the answer to the last question counts."""
        self._searching = self.session.ask(m.SearchArchive, text=text, game=game, page=page)

    def tally(self, text: str, game: str) -> None:
        """Ask for the statistics, page after page."""
        self._tallied = []
        self._ask_standings(text, game, 0)

    def _ask_standings(self, text: str, game: str, page: int) -> None:
        self._wanted = (text, game, page)
        self._tallying = self.session.ask(m.FetchStatistics, text=text, game=game, page=page)

    def fetch(self, number: int) -> None:
        """Ask for the record of a game."""
        self._parts, self.record = [], None
        self._fetching = self.session.ask(m.FetchRecord, number=number)

    def handle_news(self, news: object) -> None:
        """Take a message that the session has read."""
        match news:
            case m.ArchivePage() if news.id == self._searching:
                self._searching, self.total, self.games = 0, news.total, news.lines[:GAMES_PER_PAGE]
            case m.Statistics() if news.id == self._tallying:
                self._count(news)
            case m.RecordPart() if news.id == self._fetching:
                self._collect_answer(news)
            case m.Failed() if news.id in (self._searching, self._tallying, self._fetching):
                self._fail(news)

    def _count(self, news: m.Statistics) -> None:
        self._tallying = 0
        known = ("", *m.LEVELS)
        self._tallied += [one for one in news.standings[:STANDINGS_PER_PAGE] if one.level in known]
        text, game, page = self._wanted
        if news.standings and (page + 1) * STANDINGS_PER_PAGE < min(news.total, MOST_STANDINGS):
            self._ask_standings(text, game, page + 1)
        else:
            self.standings, self.standings_total = tuple(self._tallied), news.total

    def _collect_answer(self, news: m.RecordPart) -> None:
        self._parts.append(news.text)
        if sum(map(len, self._parts)) > m.RECORD_LENGTH:
            self._parts, self._fetching = [], 0
            self.trouble = Refusal("net.refusal.archive_long")
        elif news.last:
            self.record, self._parts, self._fetching = "".join(self._parts), [], 0

    def _fail(self, news: m.Failed) -> None:
        if news.id == self._searching:
            self._searching = 0
            self.games = self.games or ()
        elif news.id == self._tallying:
            self._tallying = 0
            self.standings = self.standings or ()
        else:
            self._parts, self._fetching = [], 0
        self.trouble = news.why


def valid_summary(summary: m.GameSummary) -> m.GameSummary | None:
    """The game summary if its values are possible; None for a damaged one."""
    seats = len(summary.names)
    fits = len(summary.levels) == len(summary.scores) == seats and 0 < seats <= m.MAX_SEATS
    known = all(level in ("", *m.LEVELS) for level in summary.levels)
    named = all(0 <= seat < seats for seat in (*summary.winners, *summary.shared))
    return summary if summary.game and fits and known and named else None


def holder_name(name: str, level: str, translate: Callable[..., str]) -> str:
    """The holder of a seat in words: a person, an AI, or an AI for a person."""
    if not level:
        return name
    ai = translate(f"table.bot.{level}")
    return f"{quoted(name)} ({ai})" if name else ai


def shared_names(standings: Sequence[m.PlayerStatistics]) -> frozenset[str]:
    """Names that several people bear, whatever the capitals."""
    people = {(one.name.casefold(), one.fingerprint) for one in standings if not one.level}
    return frozenset(name for name, count in Counter(name for name, _ in people).items() if count > 1)


def person_name(statistics: m.PlayerStatistics, shared: frozenset[str], translate: Callable[..., str]) -> str:
    """The name of a player; where several people bear it, with the beginning of their fingerprint."""
    name = holder_name(statistics.name, statistics.level, translate)
    return (
        told_apart(name, statistics.fingerprint)
        if statistics.name.casefold() in shared and not statistics.level
        else name
    )


def told_apart(name: str, fingerprint: str) -> str:
    """A name with the beginning of its person's fingerprint."""
    return f"{quoted(name)} · {fingerprint[:SHOWN_FINGERPRINT]}" if fingerprint else name


def result_owner(summary: m.GameSummary, seat: int, translate: Callable[..., str]) -> str:
    """The owner of a seat's result in words, and whether others have decided for it too."""
    name = holder_name(summary.names[seat], summary.levels[seat], translate)
    shared = seat in summary.shared and not (summary.names[seat] and summary.levels[seat])
    return translate("archive.shared", name=name) if shared else name


def seat_portraits(header: Header) -> tuple[str, ...]:
    """The portraits of those who held the seats of a recorded game."""
    none: list[Literal[""]] = [""] * header.seats
    seats = zip(
        (*header.names, *none), (*header.levels, *none), (*header.portraits, *none), none, strict=False
    )
    return portraits_of(
        [
            m.Holder("bot" if level else "person", name, level or None, portrait=portrait)
            for name, level, portrait, _ in seats
        ]
    )


def seat_names(header: Header, translate: Callable[..., str]) -> tuple[str, ...]:
    """The names of those who held the seats of a recorded game; equal names are numbered."""
    names = (*header.names, *[""] * header.seats)[: header.seats]
    levels = (*header.levels, *[""] * header.seats)[: header.seats]
    known = [
        holder_name(name, level, translate) or translate("replay.player", number=number)
        for number, (name, level) in enumerate(zip(names, levels, strict=True), start=1)
    ]
    return tuple(
        f"{quoted(name)} {number}" if known.count(name) > 1 else name
        for number, name in enumerate(known, start=1)
    )


def local_time(ended: str, date_only: bool = False) -> str:
    """A time of the archive (UTC) in local time; unchanged if it is not a time."""
    try:
        local = datetime.fromisoformat(ended).astimezone()
    except (ValueError, OverflowError, OSError):
        return ended
    return f"{local:%Y-%m-%d}" if date_only else f"{local:%Y-%m-%d %H:%M}"


def points_of(statistics: m.PlayerStatistics) -> tuple[float, float] | None:
    """The best and the mean score of a player in a game; None in a game without points."""
    games = {game.info.key: game.info for game in GAMES}
    scored = statistics.game not in games or games[statistics.game].scored
    return (statistics.best, statistics.mean) if scored else None


def points_text(statistics: m.PlayerStatistics) -> tuple[str, str]:
    """The best and the mean score as a table shows them."""
    points = points_of(statistics)
    return ("–", "–") if points is None else (f"{points[0]:g}", f"{points[1]:.1f}")


def page_count(total: int, size: int) -> int:
    """Number of pages, at least one."""
    return max(1, -(-total // size))
