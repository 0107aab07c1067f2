"""The set-up: seats, rules and length of a game, of any game, and what is handed over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

import msgspec
import pygame
import pytest

from assets.texts import LANGUAGES, Texts
from client.screens.setup import screen as module
from client.screens.setup import seats
from client.screens.setup.screen import Setup, SetupScreen
from client.screens.setup.seats import OPEN_KIND, PERSON_KIND, SEAT_KINDS
from client.screens.shared.portraits import PortraitSheet
from client.session.table_policy import TablePolicy
from client.stage.settings import Settings
from client.stage.window import App
from client.ui.focus import label_words
from client.ui.portraits import BOT_PORTRAITS, PORTRAIT_KEYS, default_portrait
from core import codec
from core.game import AnyGame, Goal, Refused
from core.games import GAMES
from core.games import game as game_of
from core.protocol import messages as m
from tests.client.looking import (
    ALL_SIZES,
    ARROWS,
    DPAD,
    HIGH_SIZES,
    SIZES,
    Ruler,
    click,
    key,
    pad,
    reachable,
    typed,
)

STURT = game_of("sturt")


class Agreement:
    """A set-up in an app, and what it has handed over."""

    def __init__(
        self,
        lan: bool = False,
        size: tuple[int, int] = (960, 540),
        language: str = "en",
        names: tuple[str, ...] = (),
        game: str = "sturt",
        portraits: tuple[str, ...] = (),
    ) -> None:
        self.made: list[Setup | None] = []
        settings = Settings(language=language, names=names, volume=0, portraits=portraits)  # type: ignore[arg-type]  # one of LANGUAGES
        self.app = App(settings, size=size, headless=True, clock=lambda: 0.0)
        learn = None if lan else lambda: self.made.append(None)
        self.screen = SetupScreen(self.app, game, lan, self.made.append, learn=learn)
        self.app.push(self.screen)
        self.app.frame(0.0, [])

    def start(self) -> Setup:
        """Starts and returns what was handed over."""
        click(self.app, self.screen.start.rect.centre, 9.0)
        made = self.made.pop()
        assert made is not None
        return made


@pytest.fixture
def couch() -> Iterator[Agreement]:
    made = Agreement()
    yield made
    made.app.close()


@pytest.fixture
def lan() -> Iterator[Agreement]:
    made = Agreement(lan=True)
    yield made
    made.app.close()


def test_one_press_starts_the_usual_game(couch: Agreement) -> None:
    key(couch.app, pygame.K_RETURN, 1.0)
    assert couch.made == [
        Setup(
            "sturt",
            {"announce": "automatic", "no_draws": False, "first": 0},
            (m.SeatPlan("me", "Player 1", portrait=default_portrait("0")), m.SeatPlan("bot", level="normal")),
            Goal(games=1),
            False,
        )
    ]


def test_whoever_sat_here_before_sits_here_again() -> None:
    couch = Agreement(names=("Ada", "Bo"))
    assert [plan.name for plan in couch.start().plans] == ["Ada", "Bo"]
    couch.app.close()


def test_on_the_lan_an_ai_may_step_in_for_whoever_is_away(lan: Agreement, couch: Agreement) -> None:
    assert couch.screen.table.away not in couch.screen.table.rows, "nobody at this screen goes away"
    assert lan.start().policy == TablePolicy()
    seen = []
    for step in range(len(m.OFFERED_LEVELS)):
        lan.screen.focus.focus(lan.screen.table_row)
        key(lan.app, pygame.K_RETURN, 1.0 + step)
        key(lan.app, pygame.K_RIGHT, 1.2 + step)
        key(lan.app, pygame.K_ESCAPE, 1.4 + step)
        seen.append(lan.start().policy.stand_in)
    assert seen == list(m.OFFERED_LEVELS)


def test_on_the_lan_the_other_seats_wait_for_others(lan: Agreement) -> None:
    made = lan.start()
    assert made.lan
    assert made.plans == (m.SeatPlan("me", "Player 1", portrait=default_portrait("0")), m.SeatPlan("open"))


def test_at_one_screen_no_seat_is_open(couch: Agreement) -> None:
    assert len(couch.screen.seats[0].kind.options) == len(SEAT_KINDS)


@pytest.mark.parametrize(("press", "right"), [(key, pygame.K_RIGHT), (pad, 14)], ids=["keyboard", "gamepad"])
def test_every_kind_of_seat_can_be_had(
    press: Callable[[App, int, float], None], right: int, lan: Agreement
) -> None:
    row = lan.screen.seats[0]
    seen = []
    for step in range(len(m.OFFERED_LEVELS) + 2):
        lan.screen.focus.focus(row.kind)
        press(lan.app, right, 1.0 + step)
        seen.append(lan.start().plans[0])
    assert seen == [
        *(m.SeatPlan("bot", level=level) for level in m.OFFERED_LEVELS),
        m.SeatPlan("open"),
        m.SeatPlan("me", "Player 1", portrait=default_portrait("0")),
    ]


@pytest.mark.parametrize("name", codec.choices(STURT.info.options))
def test_every_rule_can_be_chosen(name: str, couch: Agreement) -> None:
    values = codec.choices(STURT.info.options)[name]
    seen = []
    for step in range(len(values)):
        couch.screen.focus.focus(couch.screen.options[name])
        key(couch.app, pygame.K_RIGHT, 1.0 + step)
        seen.append(couch.start().options[name])
    assert sorted(map(str, seen)) == sorted(map(str, values))


def test_the_options_are_those_of_the_game(couch: Agreement) -> None:
    made = couch.start()
    assert codec.options_of(STURT, made.options) == STURT.info.options()


def test_how_long_it_goes(couch: Agreement) -> None:
    couch.screen.focus.focus(couch.screen.goal)
    key(couch.app, pygame.K_LEFT, 1.0)
    assert couch.start().goal == STURT.info.goals[-1]


def test_a_typed_name_is_used_and_remembered(couch: Agreement) -> None:
    click(couch.app, couch.screen.seats[0].name.rect.centre, 1.0)
    typed(couch.app, " Grete  Kluge ", 1.1)
    assert couch.start().plans[0].name == "Grete Kluge"
    assert couch.app.settings.name(0) == "Grete Kluge"


@pytest.mark.parametrize(
    ("press", "right", "accept", "ways"),
    [(key, pygame.K_RIGHT, pygame.K_RETURN, ARROWS), (pad, 14, 0, DPAD)],
    ids=["keyboard", "gamepad"],
)
def test_a_portrait_is_chosen_and_remembered(
    press: Callable[[App, int, float], None], right: int, accept: int, ways: tuple[int, ...]
) -> None:
    couch = Agreement(names=("Ada",), portraits=("bison",))
    screen = couch.screen
    screen.focus.focus(screen.seats[0].portrait)
    press(couch.app, right, 1.0)
    assert screen.seats[0].portrait.key == "fox"
    press(couch.app, accept, 2.0)
    sheet = screen.focus.modal
    assert isinstance(sheet, PortraitSheet)
    assert reachable(couch.app, sheet.focus, press, ways) == set(sheet.focus.widgets)
    sheet.focus.focus(sheet.focus.widgets[PORTRAIT_KEYS.index("owl")])
    press(couch.app, right, 8.0)
    press(couch.app, accept, 8.5)
    assert screen.focus.modal is None
    assert couch.start().plans[0] == m.SeatPlan("me", "Ada", portrait="camel")
    assert couch.app.settings.portrait(0) == "camel"
    couch.app.close()


def test_the_mouse_picks_a_portrait_or_leaves_the_sheet(couch: Agreement) -> None:
    button = couch.screen.seats[0].portrait
    before = button.key
    click(couch.app, button.rect.centre, 1.0)
    click(couch.app, (20, 20), 2.0)
    assert couch.screen.focus.modal is None and button.key == before
    click(couch.app, button.rect.centre, 3.0)
    sheet = couch.screen.focus.modal
    assert isinstance(sheet, PortraitSheet)
    click(couch.app, sheet.focus.widgets[PORTRAIT_KEYS.index("gull")].rect.centre, 4.0)
    assert couch.screen.focus.modal is None and button.key == "gull"


def test_nobody_begins_with_the_portrait_of_another() -> None:
    """Kept ones that are alike, one that is no portrait (any more), and none."""
    couch = Agreement(game="great_split", names=("A", "A", "A"), portraits=("fox", "fox", "dodo"))
    screen = couch.screen
    for step in range(5):
        screen.focus.focus(screen.count)
        key(couch.app, pygame.K_RIGHT, 1.0 + step)
    chosen = [row.portrait.key for row in screen.seats]
    couch.app.close()
    assert (
        chosen[0] == "fox" and len(set(chosen)) == len(screen.seats) == 7 and set(chosen) < set(PORTRAIT_KEYS)
    )


def test_an_ai_shows_the_robot_of_its_level(lan: Agreement, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(seats, "draw_framed", lambda _canvas, _seat, portrait, _rect: seen.append(portrait))
    row = lan.screen.seats[0]
    for step in range(len(m.OFFERED_LEVELS) + 1):
        lan.screen.focus.focus(row.kind)
        key(lan.app, pygame.K_RIGHT, 1.0 + step)
        assert row.portrait not in lan.screen.focus.widgets
        seen.clear()
        lan.screen.draw(lan.app.canvas, 2.0 + step)
        assert seen[0] == (BOT_PORTRAITS[m.OFFERED_LEVELS[step]] if step < len(m.OFFERED_LEVELS) else "")


def test_an_ai_has_no_name_to_type(couch: Agreement) -> None:
    assert not couch.screen.seats[1].name.focusable
    couch.screen.focus.focus(couch.screen.seats[1].kind)
    key(couch.app, pygame.K_LEFT, 1.0)
    key(couch.app, pygame.K_LEFT, 1.5)
    assert couch.screen.seats[1].kind.chosen == PERSON_KIND
    assert couch.screen.seats[1].name.focusable


@pytest.mark.parametrize("press", [(key, pygame.K_ESCAPE), (pad, 1)])
def test_back_hands_over_nothing(
    press: tuple[Callable[[App, int, float], None], int], couch: Agreement
) -> None:
    press[0](couch.app, press[1], 1.0)
    click(couch.app, couch.screen.back.rect.centre, 2.0)
    assert couch.made == [None, None]


@pytest.mark.parametrize(("press", "codes"), [(key, ARROWS), (pad, DPAD)], ids=["keyboard", "gamepad"])
def test_directions_lead_everywhere(
    press: Callable[[App, int, float], None], codes: tuple[int, ...], lan: Agreement
) -> None:
    focus = lan.screen.focus
    found = reachable(lan.app, focus, press, codes[2:])
    assert found >= {w for w in focus.widgets if w.focusable}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_of_every_game_has_its_words(language: str) -> None:
    for game in GAMES:
        made = Agreement(language=language, game=game.info.key)
        say = made.app.texts
        for name, values in codec.choices(game.info.options).items():
            key_ = f"{game.info.key}.option.{name}"
            assert say.has(f"{key_}.name")
            assert say.has(f"{key_}.help")
            words = [value for value in values if not isinstance(value, int) or isinstance(value, bool)]
            assert all(say.has(f"{key_}.{str(value).lower().replace(' ', '_')}") for value in words)
        made.app.close()


# --- a larger game than there is yet ------------------------------------------------------------


class Many(msgspec.Struct, frozen=True):
    """More rules than fit with their names above them."""

    announce: Literal["automatic", "by hand"] = "automatic"
    no_draws: bool = False
    first: Literal[0, 1] = 0
    tiles: Literal[24, 36, 48] = 36
    target: Annotated[int, msgspec.Meta(ge=60, le=120)] = 90
    wind: Literal[0, 1, 2] = 0
    river: Literal[3, 5] = 3


class Large:
    """A game for two to seven, with a refusal in store."""

    def __init__(self) -> None:
        self.info = msgspec.structs.replace(
            STURT.info,
            options=Many,
            seats=(2, 3, 4, 5, 6, 7),
            goals=(Goal(games=1), Goal(games=5), Goal(points=90)),
        )
        self.refuse = False

    def start(self, options: Any, seats: int) -> None:
        if self.refuse:
            raise Refused("net.refusal.name_empty")


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> Large:
    made = Large()
    monkeypatch.setattr(module, "game_of", lambda _: made)
    say = Texts.translate

    def named(texts: Texts, key: str, /, **values: object) -> str:
        rule = key.startswith("sturt.option.") and key.endswith(".name")
        return "Wer das erste Wort hat" if rule else say(texts, key, **values)

    monkeypatch.setattr(Texts, "translate", named)
    return made


def test_seats_can_be_added_and_those_who_sit_stay(large: Large) -> None:
    couch = Agreement(names=("Ada",))
    couch.screen.focus.focus(couch.screen.seats[1].kind)
    key(couch.app, pygame.K_RIGHT, 1.0)
    couch.screen.focus.focus(couch.screen.count)
    for step in range(5):
        key(couch.app, pygame.K_RIGHT, 2.0 + step)
    first, *others = couch.start().plans
    couch.app.close()
    assert first.name == "Ada"
    assert others == [m.SeatPlan("bot", level="hard"), *[m.SeatPlan("bot", level="normal")] * 5]


def test_of_a_number_its_ends_the_usual_one_and_round_ones_can_be_had(large: Large) -> None:
    couch = Agreement()
    seen = [couch.start().options["target"]]
    for step in range(6):
        couch.screen.focus.focus(couch.screen.options["target"])
        key(couch.app, pygame.K_RIGHT, 1.0 + step)
        seen.append(couch.start().options["target"])
    couch.app.close()
    assert seen == [90, 100, 110, 120, 60, 70, 80]


def test_rules_that_do_not_go_together_are_told(large: Large) -> None:
    couch = Agreement()
    large.refuse = True
    key(couch.app, pygame.K_RETURN, 1.0)
    assert couch.made == []
    assert [n.text for n in couch.app.notices.shown] == [couch.app.translate("net.refusal.name_empty")]
    couch.app.close()


@pytest.mark.parametrize("size", ALL_SIZES)
@pytest.mark.parametrize("seats", [2, 7])
def test_nothing_overlaps_or_is_cut_off(
    seats: int,
    size: tuple[int, int],
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    if seats == 7:
        request.getfixturevalue("large")
    ruler = Ruler(monkeypatch)
    wrong = []
    for language in LANGUAGES:
        for lan in (False, True):
            made = Agreement(lan, size, language)
            made.screen.set_count(seats)
            wrong += [f"{language} {lan}: {line}" for line in _all_states(made, ruler)]
            made.app.close()
    assert wrong == []


@pytest.mark.parametrize("size", [(960, 540), (540, 960)])
def test_a_game_with_one_way_to_play_has_no_sheet_of_rules(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    heading, ruler = Texts("en").translate("screen.setup.rules"), Ruler(monkeypatch)
    for rules, seen in ((None, True), ((), False)):
        if rules is not None:
            monkeypatch.setattr(SetupScreen, "rule_rows", lambda _: [])
        made = Agreement(size=size)
        assert ruler.measure(made.screen, made.app, 1.0) == []
        assert any(words.text == heading for words in ruler.words) is seen
        made.app.close()


@pytest.mark.covering(most=2)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_size_of_a_field_has_room(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Most rules of all games there are, most values of a rule; also while some do not go together."""
    ruler, wrong = Ruler(monkeypatch), []
    for language in LANGUAGES:
        made = Agreement(True, size, language, game="down_under")
        made.screen.set_count(4)
        wrong += [f"{language}: {line}" for line in _all_states(made, ruler)]
        made.app.close()
    assert wrong == []


@pytest.mark.covering(most=2)
@pytest.mark.parametrize("size", HIGH_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_an_upright_window_has_room_for_every_game(
    game: AnyGame, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    ruler, wrong = Ruler(monkeypatch), []
    for language in LANGUAGES:
        made = Agreement(True, size, language, game=game.info.key)
        made.screen.set_count(game.info.seats[-1])
        wrong += [f"{language}: {line}" for line in _all_states(made, ruler)]
        made.app.close()
    assert wrong == []


def test_what_a_game_calls_a_seat_is_said_in_every_window() -> None:
    for size, named in (((960, 540), True), ((720, 960), False)):
        made = Agreement(size=size, game="great_divide")
        row = made.screen.seats[1]
        made.screen.focus.focus(row.kind)
        assert row.named == named
        assert ("East (Atlantic)" in made.screen.help_words()) != named
        made.app.close()


def test_rules_that_do_not_go_together_are_told_at_once() -> None:
    """Below the rule that was chosen and in the line of help; and start is not to be had."""
    couch = Agreement(game="down_under")
    screen, row = couch.screen, couch.screen.options["frame"]
    screen.focus.focus(row)
    key(couch.app, pygame.K_RIGHT, 1.0)
    assert screen.conflict is None and row.tip == ""
    screen.focus.focus(screen.count)
    for step in range(2):
        key(couch.app, pygame.K_RIGHT, 2.0 + step)
    assert screen.conflict is not None and not screen.start.enabled
    told = couch.app.translate("down_under.refusal.river_seats")
    assert [label_words(widget.tip) for widget in (screen.count, screen.start)] == [told, told]
    assert row.tip == ""
    click(couch.app, screen.start.rect.centre, 5.0)
    key(couch.app, pygame.K_RETURN, 6.0)
    assert couch.made == []
    screen.focus.focus(row)
    key(couch.app, pygame.K_LEFT, 7.0)
    assert screen.conflict is None
    couch.start()
    couch.app.close()


def test_a_size_is_called_by_what_it_is_with_so_many_seats() -> None:
    couch = Agreement(game="down_under")
    row, seen = couch.screen.options["size"], []
    for count in (2, 3, 4):
        couch.screen.set_count(count)
        seen.append(label_words(row.options[row.chosen]))
    couch.app.close()
    assert seen == [f"recommended: {size}" for size in ("5 × 7", "6 × 8", "7 × 9")]


def _all_states(made: Agreement, ruler: Ruler) -> list[str]:
    """Every value of every choice shown, every widget focused once."""
    screen, wrong = made.screen, []
    for kind in range(OPEN_KIND + made.screen.lan):
        for row in screen.seats:
            row.kind.chosen = kind
            row.kind.change(kind)
        wrong += ruler.measure(screen, made.app, 0.3)
    for choice in screen.rule_rows():
        for index in range(len(choice.options)):
            choice.chosen = index
            choice.change(index)
            wrong += ruler.measure(screen, made.app, 0.3)
    for widget in screen.focus.widgets:
        screen.focus.focus(widget)
        wrong += ruler.measure(screen, made.app, 0.3)
    return wrong


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize("size", [(960, 540), (540, 720), (360, 640)])
def test_the_words_of_the_buttons_below_stay_on_one_line(size: tuple[int, int], language: str) -> None:
    made = Agreement(size=size, language=language)
    try:
        screen, canvas = made.screen, made.app.canvas
        assert screen.learn is not None
        for button in (screen.start, screen.learn, screen.back):
            words = button.label() if callable(button.label) else button.label
            assert button.least_width(canvas, button.rect.h, words) <= button.rect.w, words
    finally:
        made.app.close()
