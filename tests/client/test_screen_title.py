"""The shelf: what can be chosen and how, what it leads to, what it looks like at every size."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pygame
import pytest

import assets
from assets.texts import LANGUAGES, Texts
from client.screens.title import screen as screen_module
from client.screens.title import shelf as shelf_module
from client.screens.title.last_game import LastGame, last_game, winner_words
from client.screens.title.screen import IDLE_DELAY, TitleActions, TitleScreen
from client.screens.title.shelf import SHELF_GAMES
from client.stage.settings import Settings
from client.stage.window import App
from client.ui.focus import TIP_DELAY, Widget
from client.ui.intents import MoveFocus, Scroll, Turn
from core.games import GAMES
from server.storage import folders
from server.storage.journal import Finished
from tests.client.looking import ARROWS, DPAD, HIGH_SIZES, SIZES, Ruler, click, key, pad, point, reachable
from tests.server.archive_kit import finished, folder_of

CHOICES = {"play_here", "play_lan", "watch", "challenge", "rules", "settings"}


class Shelf:
    """A title screen in an app, and what its choices have led to."""

    has_challenge = True

    def __init__(self, size: tuple[int, int] = (960, 540), game: str = "sturt", language: str = "en") -> None:
        self.called: list[tuple[str, ...]] = []
        settings = Settings(language=language, volume=0, music=0)  # type: ignore[arg-type]  # one of LANGUAGES
        self.app = App(settings, size=size, headless=True, clock=lambda: 0.0)
        note = self._note
        self.screen = TitleScreen(
            self.app,
            TitleActions(
                *(note("play_here"), note("play_lan"), note("watch"), note("resume")),
                *(note("settings"), note("archive"), note("rules"), note("quit"), note("idle")),
                *(note("challenge"), lambda: self.has_challenge),
            ),
            game,
        )
        self.app.push(self.screen)
        self.app.frame(0.0, [])

    def _note(self, name: str) -> Callable[..., None]:
        return lambda *args: self.called.append((name, *args))


@pytest.fixture
def shelf(home: Path) -> Iterator[Shelf]:
    made = Shelf()
    yield made
    made.app.close()


def middle(widget: Widget) -> tuple[float, float]:
    return widget.rect.centre


def test_every_game_has_its_place_on_the_shelf(shelf: Shelf) -> None:
    assert [box.box for box in shelf.screen.boxes] == [game.info for game in GAMES]


@pytest.mark.parametrize(
    ("press", "codes"),
    [
        (key, (*ARROWS, pygame.K_RETURN, pygame.K_m, pygame.K_F1)),
        (pad, (*DPAD, 0, 6, 4)),
    ],
    ids=["keyboard", "gamepad"],
)
def test_the_big_choices_are_two_presses_away(
    press: Callable[[App, int, float], None], codes: tuple[int, ...], home: Path
) -> None:
    found = set()
    shelf = Shelf()
    for presses in product(codes, repeat=2):
        shelf.app.replace(TitleScreen(shelf.app, shelf.screen.actions))
        shelf.called.clear()
        for code in presses:
            press(shelf.app, code, 1.0)
        found |= {name for name, *_ in shelf.called}
    assert found >= CHOICES
    (home / "couch.tilewright").write_text("a game")
    shelf.app.replace(TitleScreen(shelf.app, shelf.screen.actions))
    shelf.called.clear()
    press(shelf.app, codes[4], 2.0)
    shelf.app.close()
    assert shelf.called == [("resume",)], "whoever has left a game most probably wants to go on"


@pytest.mark.parametrize(("press", "codes"), [(key, ARROWS), (pad, DPAD)], ids=["keyboard", "gamepad"])
@pytest.mark.parametrize("game", [SHELF_GAMES[0], SHELF_GAMES[-1]])
@pytest.mark.parametrize("size", [(960, 540), (800, 1200)], ids=["wide", "high"])
def test_directions_lead_everywhere(
    size: tuple[int, int],
    game: str,
    press: Callable[[App, int, float], None],
    codes: tuple[int, ...],
    home: Path,
) -> None:
    (home / "couch.tilewright").write_text("a game")
    shelf = Shelf(size, game=game)
    focus = shelf.screen.focus
    wanted = {w for w in focus.widgets if w.focusable}
    found = reachable(shelf.app, focus, press, codes)
    shelf.app.close()
    assert found >= wanted


def test_the_focus_stays_with_the_pointer_when_the_archive_appears(shelf: Shelf, home: Path) -> None:
    play(home, finished("Ada", "Bo"))
    screen, focus = shelf.screen, shelf.screen.focus
    row = screen.rules.rect
    point(shelf.app, (row.x + 0.75 * row.w, row.cy), 0.5)
    assert focus.current is screen.rules
    shelf.app.frame(0.6, [])
    shelf.app.frame(0.7, [])
    assert screen.archive.focusable and focus.current is screen.archive
    key(shelf.app, pygame.K_LEFT, 0.8)
    screen.resume()
    assert focus.current is screen.rules, "the arrow keys have moved it since"


def test_whoever_comes_back_from_the_archive_finds_it_in_focus(shelf: Shelf, home: Path) -> None:
    play(home, finished("Ada", "Bo"))
    screen = shelf.screen
    for now in (0.5, 0.6, 0.7):
        shelf.app.frame(now, [])
    screen.focus.focus(screen.archive)
    screen.resume()
    assert screen.archive.focusable and screen.focus.current is screen.archive


def test_each_choice_leads_where_it_says(shelf: Shelf, home: Path) -> None:
    (home / "couch.tilewright").write_text("a game")
    play(home, finished("Ada", "Bo"))
    shelf.screen.resume()
    shelf.app.frame(0.5, [])
    shelf.app.frame(0.6, [])
    screen = shelf.screen
    buttons = (
        screen.play,
        screen.lan,
        screen.watch,
        screen.rules,
        screen.resume_,
        screen.settings,
        screen.archive,
        screen.quit,
    )
    for button in buttons:
        click(shelf.app, middle(button), 1.0)
    assert shelf.called == [
        *(("play_here", "sturt"), ("play_lan", "sturt"), ("watch", "sturt"), ("rules", "sturt")),
        *(("resume",), ("settings",), ("archive",), ("quit",)),
    ]


def test_what_cannot_be_done_is_not_shown(shelf: Shelf, home: Path) -> None:
    screen = shelf.screen
    shelf.app.frame(1.0, [])
    shelf.app.frame(2.0, [])
    assert not screen.resume_.focusable and not screen.archive.focusable
    assert screen.focus.current is screen.play
    (home / "couch.tilewright").write_text("a game")
    play(home, finished("Ada", "Bo"))
    screen.resume()
    shelf.app.frame(3.0, [])
    assert screen.resume_.focusable and screen.archive.focusable
    assert screen.focus.current is screen.resume_


def play(home: Path, *games: Finished) -> None:
    """These games were played on this machine."""
    folder = folders.data(folders.COUCH_FOLDER)
    folder.mkdir(parents=True)
    folder_of(folder, *games).close()


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (finished("Ada", "Bo", scores=(1.0, 0.0)), "Ada won Sturt's Stony Desert today"),
        (finished("Ada", "Bo", game="ghawar", scores=(31.0, 24.0)), "Ada won Ghawar today, by 7"),
        (finished("Ada", "Bo", game="ghawar", scores=(9.0, 9.0)), "Ada won Ghawar today"),
        (
            finished("Ada", "Bo", "Cy", game="ghawar", winners=(0, 2), scores=(9.0, 4.0, 9.0)),
            "Ada and Cy shared Ghawar today",
        ),
        (finished("Ada", "Bo", winners=()), ""),
        (finished("Ada", "Bo", ended="2026-11-21T12:00:00Z"), "Ada won Sturt's Stony Desert yesterday, by 1"),
        (
            finished("Ada", "Bo", ended="2026-11-18T12:00:00Z"),
            "Ada won Sturt's Stony Desert 4 days ago, by 1",
        ),
        (
            finished("Ada", "Bo", ended="2025-01-18T12:00:00Z"),
            "Ada won Sturt's Stony Desert on 2025-01-18, by 1",
        ),
        (finished("Ada", "", levels=("", "hard"), winners=(1,)), "Hard AI won Sturt's Stony Desert today"),
    ],
)
def test_the_last_winner_is_said_in_one_line(game: Finished, words: str) -> None:
    noon = msgspec.structs.replace(game.about, ended=game.about.ended.replace("T08:15", "T12:00"))
    assert winner_words(noon, date(2026, 11, 22), Texts("en").translate) == words


def test_games_among_ais_and_archives_that_cannot_be_read_name_nobody(home: Path) -> None:
    assert last_game() == LastGame()
    play(home, finished("Ada", "Bo"), finished("", "", levels=("hard", "easy")))
    kept = last_game()
    assert kept.games == 2 and kept.newest is not None and kept.newest.names == ("Ada", "Bo")
    (folders.data(folders.COUCH_FOLDER) / "tilewright.db").write_bytes(b"no database" * 100)
    assert last_game() == LastGame()


def test_a_click_brings_a_box_forward_and_another_plays_it(shelf: Shelf) -> None:
    boxes = dict(zip(SHELF_GAMES, shelf.screen.boxes, strict=True))
    click(shelf.app, middle(boxes["ghawar"]), 1.0)
    assert shelf.screen.game == "ghawar"
    click(shelf.app, middle(boxes["ghawar"]), 2.0)
    assert shelf.called == [("play_here", "ghawar")]
    click(shelf.app, middle(boxes["sturt"]), 3.0)
    click(shelf.app, middle(boxes["sturt"]), 4.0)
    assert shelf.called[1:] == [("play_here", "sturt")]


def test_the_pointer_passing_over_a_box_chooses_nothing(shelf: Shelf) -> None:
    point(shelf.app, middle(shelf.screen.boxes[4]), 1.0)
    assert shelf.screen.focus.current is shelf.screen.boxes[4]
    assert shelf.screen.game == "sturt"


def test_down_from_the_choices_leads_to_the_chosen_box(shelf: Shelf) -> None:
    """Not to the nearest one: that would be another game."""
    shelf.screen.choose("down_under", 1.0)
    shelf.screen.focus.focus(shelf.screen.rules)
    key(shelf.app, pygame.K_DOWN, 2.0)
    assert shelf.screen.focus.current is shelf.screen.boxes[4]
    assert shelf.screen.game == "down_under"


def test_along_the_shelf_every_step_chooses(shelf: Shelf) -> None:
    shelf.screen.focus.focus(shelf.screen.boxes[1])
    seen = []
    for step in range(len(SHELF_GAMES)):
        key(shelf.app, pygame.K_RIGHT, 2.0 + step)
        seen.append(shelf.screen.game)
    assert seen == [*SHELF_GAMES[2:], SHELF_GAMES[-1], SHELF_GAMES[-1]]


def test_wheel_and_shoulder_buttons_go_around_the_shelf(shelf: Shelf) -> None:
    shelf.screen.handle(Turn(step=-1, at=1.0))
    assert shelf.screen.game == "great_divide"
    pad(shelf.app, 9, 2.0)
    assert shelf.screen.game == SHELF_GAMES[-1]
    shelf.screen.handle(Scroll(dy=-1.0, step=1, at=3.0))
    assert shelf.screen.game == "great_divide"


def test_back_asks_before_it_quits(shelf: Shelf) -> None:
    key(shelf.app, pygame.K_ESCAPE, 1.0)
    key(shelf.app, pygame.K_ESCAPE, 2.0)
    assert shelf.called == [] and shelf.screen.focus.modal is None
    pad(shelf.app, 1, 3.0)
    key(shelf.app, pygame.K_RETURN, 4.0)
    assert shelf.called == [("quit",)]


@pytest.mark.parametrize("size", SIZES)
def test_down_from_what_is_above_leads_to_the_choices(size: tuple[int, int], home: Path) -> None:
    shelf = Shelf(size)
    screen, focus = shelf.screen, shelf.screen.focus
    for above in (screen.settings, screen.quit):
        focus.focus(above)
        key(shelf.app, pygame.K_DOWN, 1.0)
        assert focus.current is screen.watch
    shelf.app.close()


def test_left_alone_the_shelf_entertains_itself(shelf: Shelf) -> None:
    shelf.app.frame(IDLE_DELAY - 0.1, [])
    assert shelf.called == []
    key(shelf.app, pygame.K_LEFT, IDLE_DELAY - 0.05)
    shelf.app.frame(IDLE_DELAY + 1, [])
    assert shelf.called == []
    shelf.app.frame(2 * IDLE_DELAY, [])
    shelf.app.frame(2 * IDLE_DELAY + 1, [])
    assert [call[:2] for call in shelf.called] == [("idle", "sturt")]
    shelf.app.frame(3 * IDLE_DELAY + 1, [])
    assert [call[:2] for call in shelf.called] == [("idle", "sturt")] * 2


def test_covered_by_another_screen_it_waits(shelf: Shelf) -> None:
    shelf.app.push(TitleScreen(shelf.app, TitleActions(*[lambda *_: None] * 11)))
    shelf.app.frame(5 * IDLE_DELAY, [])
    shelf.app.pop()
    shelf.app.frame(5 * IDLE_DELAY + 1, [])
    assert shelf.called == []


def test_with_reduced_motion_the_shelf_rests(home: Path) -> None:
    shelf = Shelf()
    assert not shelf.screen.still(10.0)
    shelf.app.change(Settings(motion="reduced", volume=0, music=0))
    assert shelf.screen.still(10.0)
    shelf.screen.handle(Turn(at=10.0))
    assert not shelf.screen.still(10.1)
    assert shelf.screen.still(20.0)
    shelf.app.close()


def test_a_land_unfolds_from_its_box(shelf: Shelf) -> None:
    """Halfway the middle already shows the new land while the edges still show the old one."""
    shelf.app.frame(1.0, [])
    before = shelf.app.canvas.surface.copy()
    shelf.screen.handle(Turn(at=1.0))
    shelf.app.frame(1.26, [])
    during = shelf.app.canvas.surface.copy()
    shelf.app.frame(9.0, [])
    after = shelf.app.canvas.surface
    top = 8  # above all words and buttons
    middle_, edge = 480, 955
    assert during.get_at((edge, top)) == before.get_at((edge, top)) != after.get_at((edge, top))
    assert during.get_at((middle_, top)) == after.get_at((middle_, top)) != before.get_at((middle_, top))


@pytest.mark.covering(most=4)
@pytest.mark.parametrize("size", SIZES + HIGH_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_overlaps_or_is_cut_off(
    size: tuple[int, int], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "couch.tilewright").write_text("a game")
    play(home, finished("Wilhelmine", "Bo", game="great_split", scores=(127.0, 101.0)))
    ruler = Ruler(monkeypatch)
    wrong = []
    for language in LANGUAGES:
        shelf = Shelf(size, language=language)
        shelf.app.frame(0.1, [])
        shelf.app.frame(0.2, [])
        for game in SHELF_GAMES:
            shelf.screen.choose(game, -9.0)
            for at, move in enumerate((MoveFocus(dx=1), MoveFocus(dx=-1), MoveFocus(dy=1), MoveFocus(dy=1))):
                shelf.screen.handle(move)
                found = ruler.measure(shelf.screen, shelf.app, TIP_DELAY - 0.1)
                found += ruler.measure_tip(shelf.screen, shelf.app, 9.0)
                wrong += [f"{language} {game} {at}: {line}" for line in found]
        shelf.app.close()
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_secondary_choices_have_room_together(
    language: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game to go on with, an archive and the challenge of the day, once the archive was counted."""
    (home / "couch.tilewright").write_text("a game")
    play(home, finished("Wilhelmine", "Bo"))
    ruler = Ruler(monkeypatch)
    for size in ((720, 540), *HIGH_SIZES):
        shelf = Shelf(size, language=language)
        for at in range(4):
            shelf.app.frame(at, [])
        shelf.screen.resume()
        shelf.app.frame(5.0, [])
        assert all(choice.visible for choice in shelf.screen.choices)
        assert ruler.measure(shelf.screen, shelf.app, 6.0) == [], size
        shelf.app.close()


@pytest.mark.parametrize("size", [(720, 540), *HIGH_SIZES], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_shelf_has_room_for_more_games(
    size: tuple[int, int], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two more boxes of other games stand beside each other, and what they say has room."""
    more = [msgspec.structs.replace(game.info, key=f"{game.info.key}_again") for game in GAMES[1:3]]
    keys = (*SHELF_GAMES, *(info.key for info in more))
    for module in (shelf_module, screen_module):
        monkeypatch.setattr(module, "SHELF_GAMES", keys)
    monkeypatch.setattr(screen_module, "GAMES", (*GAMES, *(SimpleNamespace(info=info) for info in more)))
    ruler = Ruler(monkeypatch)
    shelf = Shelf(size)
    for at in range(3):
        shelf.app.frame(at, [])
    assert len(shelf.screen.boxes) == len(keys)
    assert ruler.measure(shelf.screen, shelf.app, TIP_DELAY - 0.1) == []
    shelf.app.close()


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_what_another_core_has_drawn_is_what_the_first_picture_shows(
    size: tuple[int, int], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were it asked for in another size, it would be drawn twice."""
    files: list[str] = []
    draw = pygame.image.load_sized_svg

    def noting(file: str, size: tuple[int, int]) -> pygame.Surface:
        files.append(file)
        return draw(file, size)

    monkeypatch.setattr("pygame.image.load_sized_svg", noting)
    Shelf(size).app.close()
    assert {str(assets.path(f"shelf/{game}.svg")) for game in SHELF_GAMES} <= {*files}
    assert len(files) == len({*files})


def test_the_first_picture_needs_neither_server_nor_table() -> None:
    """What takes long to load is loaded when it is needed, not before the shelf is seen."""
    program = """
import sys
from client.app.start import App, Program
from client.stage.settings import Settings
app = App(Settings(), size=(960, 540), headless=True)
Program(app).title()
app.frame()
late = ("server", "asyncio", "sqlite3", "multiprocessing", "client.boards.kit", "client.screens.table.screen")
# Where the settings lie, and how they are written: they are read first of all.
kept = ("server", "server.storage", "server.storage.folders", "server.storage.atomic_file")
loaded = [name for name in sys.modules if (name + ".").startswith(tuple(one + "." for one in late))]
print([name for name in loaded if name not in kept])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
