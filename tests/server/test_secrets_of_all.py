"""Of every game on the shelf: what a viewer may not know is in no byte that they are told.

How twins are made is in `secrets_scripts`, how they are played and what the viewer tries in
`secrets_party`, and what is planted to see that it is heard in `secrets_leaks` and `secrets_game_leaks`.
"""

from __future__ import annotations

import random
import secrets
from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from core import chance, codec
from core.game import Seat
from core.games import GAMES
from core.games import game as game_of
from core.games.great_divide.state import Options
from core.protocol import messages as m
from server.storage.database import Database
from tests.core.laws import Shape
from tests.core.shapes import enough_of, shape_id, shapes_of
from tests.server.helpers import Hall, Tokens, new_token
from tests.server.secrets_game_leaks import GAME_LEAKS
from tests.server.secrets_guests import Listener
from tests.server.secrets_leaks import LEAKS, Patch, Plant
from tests.server.secrets_party import GameOver, Heard, told
from tests.server.secrets_scripts import twins

VIEWERS = ("host", "guest", "couch", "eve")
SEATS = {"great_split": (2, 3, 4, 5), "down_under": (2, 3, 4, 2), "ghawar": (2, 3, 4, 3)}
"""With how many seats each viewer hears a game in the short form; two where nothing is said."""


def check(shape: Shape, viewer: str, phases: int, seed: int = 3, **more: Any) -> tuple[Heard, Heard]:
    """Nobody who is compared can tell the twins apart."""
    one, other = map(told, twins(shape, viewer, phases, seed, **more))
    assert one.seed != other.seed
    for name, words in one.words.items():
        for number, (word, again) in enumerate(zip(words, other.words[name], strict=False)):
            assert word == again, f"{name}, word {number}: {codec.unpack(word)} or {codec.unpack(again)}"
        assert len(words) == len(other.words[name]), f"words to {name}"
    return one, other


def usual(key: str, seats: int) -> Shape:
    """The game as most play it."""
    game = game_of(key)
    return Shape(game, game.info.options(), seats)


SHORT = [
    (usual(game.info.key, SEATS.get(game.info.key, (2,) * 4)[place]), viewer)
    for game in GAMES
    for place, viewer in enumerate(VIEWERS)
]


@pytest.mark.covering(most=7)
@pytest.mark.parametrize(("shape", "viewer"), SHORT, ids=[f"{shape_id(s)}-{v}" for s, v in SHORT])
def test_twins_sound_the_same(shape: Shape, viewer: str) -> None:
    check(shape, viewer, phases=3, restart=viewer in ("guest", "eve"), clock=viewer != "couch")


@pytest.mark.parametrize("options", [Options(), Options(True, True, True, 2, first=1)], ids=["basic", "all"])
@pytest.mark.parametrize("viewer", ["host", "guest", "eve"])
def test_what_is_sealed_at_first_is_heard_by_nobody(viewer: str, options: Options) -> None:
    """In The Great Divide only the first decision is: the twins part there, and it is not opened."""
    shape = Shape(game_of("great_divide"), options, 2)
    one, other = check(shape, viewer, phases=1, seed=7, restart=viewer == "host")
    (sealed,), (also_sealed,) = one.steps, other.steps
    assert len(sealed.action.active) != len(also_sealed.action.active)


def test_cards_of_others_are_heard_by_nobody() -> None:
    """In The Great Split the twins part at the first card that is dealt, and go on to the last phase."""
    one, other = check(usual("great_split", 4), "eve", phases=23)
    assert one.steps[:20] != other.steps[:20] and len(one.steps) > 200


@pytest.mark.parametrize(("key", "phases"), [("great_divide", 1), ("great_split", 2)])
def test_to_who_may_know_the_twins_sound_otherwise(key: str, phases: int) -> None:
    """When all is opened, or for a seat that others have: else equal words would be no wonder."""
    heard = []
    for course in twins(usual(key, _seats(key)), "guest", phases):
        mine = course.mine if key == "great_divide" else (Seat(1),)
        heard.append(told(replace(course, mine=mine, last=Seat(-1))))
    assert heard[0].words != heard[1].words


def test_twins_are_equal_on_the_line(monkeypatch: Patch) -> None:
    """The raw bytes of guests at a server with real sockets, to whom cards are hidden, few or many."""
    tokens = Tokens()
    monkeypatch.setattr(secrets, "token_bytes", tokens)
    monkeypatch.setattr(chance, "commitment", lambda seed, by_draw=False: bytes(32))
    heard = []
    for cards in ("cards -", "cards W12345E"):
        tokens.drawn = 0
        heard.append(_bytes_on_the_line(cards))
    assert min(map(len, heard[0])) > 1000
    assert heard[0] == heard[1]


def _bytes_on_the_line(cards: str) -> tuple[bytes, bytes]:
    """What the other seat and a spectator are sent."""
    with Hall() as hall, hall.dial() as bo, hall.dial() as ada, hall.dial() as eve:
        plans = (m.SeatPlan("open"), m.SeatPlan("me", "Bo", token=new_token()))
        bo.do(m.Open, game="great_divide", options={}, plans=plans)
        ada.do(m.Sit, table=1, seat=0, name="Ada")
        eve.do(m.Watch, table=1)
        bo.do(m.Start)
        assert isinstance(bo.do(m.Act, seat=1, action=cards, turn=0), m.Done)
        for guest in (ada, eve):
            assert isinstance(guest.do(m.Act, seat=1, action="cards W", turn=1), m.Failed)
        bo.do(m.Say, text="That is all.")
        for guest in (ada, eve):
            guest.until(m.Said)
        return bytes(ada.raw), bytes(eve.raw)


@pytest.mark.parametrize(("key", "viewer"), [("great_split", "guest"), ("great_divide", "eve")])
def test_who_is_sent_texts_hears_no_more_than_others(key: str, viewer: str, monkeypatch: Patch) -> None:
    monkeypatch.setattr(Listener, "capabilities", (m.TEXT_VIEWS,))
    one, _ = check(usual(key, 2), viewer, phases=3, restart=True)
    assert any(f"{key}\n".encode() in word for words in one.words.values() for word in words)


def test_a_table_with_a_password() -> None:
    check(usual("sturt", 2), "guest", phases=2, locked=True, restart=True)


def test_a_server_that_keeps_its_tables_on_a_disk(tmp_path: Path) -> None:
    """What is sealed outlives its end, and is told to nobody by that."""
    heard = []
    for number, course in enumerate(twins(usual("great_divide", 2), "guest", 1, restart=True)):
        heard.append(told(course, partial(Database.open, tmp_path / str(number))))
    assert heard[0].words == heard[1].words
    assert heard[0].steps != heard[1].steps


@pytest.mark.parametrize("game", GAMES, ids=[game.info.key for game in GAMES])
def test_who_is_shown_a_game_late_hears_nothing_of_what_happens_now(game: Any) -> None:
    one, other = check(usual(game.info.key, 2), "eve", phases=3, delay=30.0)
    assert one.steps != other.steps


@pytest.mark.long
@pytest.mark.parametrize(
    "shape", [shape for game in GAMES for shape in enough_of(shapes_of(game))], ids=shape_id
)
def test_twins_sound_the_same_with_all_options(shape: Shape) -> None:
    """Any viewer, any phase; more often where most is hidden."""
    for seed in range(20 if shape.game.info.key == "great_split" else 2):
        rng = random.Random(f"{shape_id(shape)} {seed}")
        phases, viewer = (
            rng.randint(1, 23 if shape.game.info.key == "great_split" else 12),
            rng.choice(VIEWERS),
        )
        check(shape, viewer, phases, seed, restart=rng.random() < 0.5, clock=rng.random() < 0.7)
        with suppress(GameOver):
            check(shape, "eve", phases, seed, delay=30.0)


# --- Equal silence would say little ---------------------------------------------------------------------


def test_every_command_is_tried_and_every_word_is_heard(monkeypatch: Patch) -> None:
    """Every command is refused, if it ever is; only words of connections and AIs are missing."""
    tried = _commands_tried(monkeypatch)
    heard = Counter[str]()
    for key, viewer, phases, more in (
        ("sturt", "host", 4, {}),
        ("great_split", "guest", 7, {"locked": True}),
    ):
        one = told(twins(usual(key, _seats(key)), viewer, phases, **more)[0])
        words = [codec.unpack(word) for name in one.words for word in one.words[name]]
        heard.update(word["is"] for word in words if "is" in word)
    commands = {kind.__name__ for kind in get_args(m.ClientMessage) if issubclass(kind, m.Command)}
    assert commands - tried["Failed"] == {"Browse", "ListGames", "SearchArchive", "FetchStatistics"}
    assert commands - tried["Done"] == {"FreeSeat", "Kick", "StepOnce", "Publish", "Rematch"}
    unheard = {kind.__name__ for kind in get_args(m.ServerMessage)} - heard.keys()
    assert unheard == {"Thinking", "Bye", "Ping", "Proof"}
    often = {
        "TableView": 20,
        "StepsMade": 6,
        "DecisionSealed": 5,
        "DecidersLeft": 12,
        "Failed": 500,
        "Done": 50,
    }
    assert {kind for kind, least in often.items() if heard[kind] < least} == set(), heard


def _commands_tried(watch: Patch) -> dict[str, set[str]]:
    """Which commands are answered how, from now on."""
    tried: dict[str, set[str]] = {"Done": set(), "Failed": set()}
    real = Listener.ask

    async def noting(self: Listener, kind: type[m.Command], **fields: Any) -> Any:
        answer = await real(self, kind, **fields)
        tried[type(answer).__name__].add(kind.__name__)
        return answer

    watch.setattr(Listener, "ask", noting)
    return tried


# --- Planted leaks ----------------------------------------------------------------------------------------


ALL_LEAKS = (*LEAKS, *GAME_LEAKS)


def _seats(key: str) -> int:
    return 4 if key == "great_split" else 2


def _games_with_leaks() -> list[tuple[Any, ...]]:
    """The games in which leaks are planted, each of them once."""
    games = [leak[1:] for leak in ALL_LEAKS]
    return [game for number, game in enumerate(games) if game not in games[:number]]


@pytest.mark.covering(most=24)
@pytest.mark.parametrize(
    ("leak", "key", "viewer", "phases", "more"),
    ALL_LEAKS,
    ids=[f"{key}-{leak.__name__}-{viewer}" for leak, key, viewer, _, _ in ALL_LEAKS],
)
def test_a_planted_leak_is_heard(
    leak: Plant, key: str, viewer: str, phases: int, more: dict[str, Any], monkeypatch: Patch
) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError, match=r"word \d+|words to|another scene|is found|^Done"):
        check(usual(key, _seats(key)), viewer, phases, **more)


@pytest.mark.long
@pytest.mark.parametrize(("key", "viewer", "phases", "more"), _games_with_leaks())
def test_without_it_nothing_is_heard(key: str, viewer: str, phases: int, more: dict[str, Any]) -> None:
    check(usual(key, _seats(key)), viewer, phases, **more)
