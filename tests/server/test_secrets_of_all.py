"""Of every game on the shelf: what a viewer may not know is in no byte that they are told.

How twins are made is in `secrets_scripts`, how they are played and what the viewer tries in
`secrets_party`, and what is planted to see that it is heard in `secrets_leaks`.
"""

from __future__ import annotations

import random
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, get_args

import pytest

from core import codec
from core.games import GAMES
from core.games import game as game_of
from core.protocol import messages as m
from server.storage.database import Database
from tests.core.laws import Shape
from tests.core.shapes import enough_of, shape_id, shapes_of
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


def test_what_is_sealed_at_first_is_heard_by_nobody() -> None:
    """In The Great Divide only the first decision is: the twins part there, and it is not opened."""
    for viewer in ("host", "guest", "eve"):
        one, other = check(usual("great_divide", 2), viewer, phases=1, restart=viewer == "host")
        assert one.steps != other.steps


def test_cards_of_others_are_heard_by_nobody() -> None:
    """In The Great Split the twins part at the first card that is dealt, and go on."""
    one, other = check(usual("great_split", 4), "guest", phases=4)
    assert one.steps[:20] != other.steps[:20] and len(one.steps) > 40


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
    """Any viewer, any phase."""
    for seed in range(2):
        rng = random.Random(f"{shape_id(shape)} {seed}")
        phases, viewer = rng.randint(1, 12), rng.choice(VIEWERS)
        check(shape, viewer, phases, seed, restart=rng.random() < 0.5, clock=rng.random() < 0.7)
        with suppress(GameOver):
            check(shape, "eve", phases, seed, delay=30.0)


# --- Equal silence would say little ---------------------------------------------------------------------


def test_every_command_is_tried_and_every_word_is_heard(monkeypatch: Patch) -> None:
    """Every command is refused, if it ever is; only words of connections and AIs are missing."""
    tried = _commands_tried(monkeypatch)
    heard = set[str]()
    for key, viewer, more in (("sturt", "host", {}), ("great_split", "guest", {"locked": True})):
        one = told(twins(usual(key, 2), viewer, 4, **more)[0])
        words = [codec.unpack(word) for name in one.words for word in one.words[name]]
        heard |= {word["is"] for word in words if "is" in word}
    commands = {kind.__name__ for kind in get_args(m.ClientMessage) if issubclass(kind, m.Command)}
    assert commands - tried["Failed"] == {"Browse", "ListGames", "SearchArchive", "FetchStatistics"}
    assert commands - tried["Done"] == {"FreeSeat", "Kick", "StepOnce", "Publish", "Rematch"}
    unheard = {kind.__name__ for kind in get_args(m.ServerMessage)} - heard
    assert unheard == {"Thinking", "Bye", "Ping", "Proof"}


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


def _seats(key: str) -> int:
    return 4 if key == "great_split" else 2


def _games_with_leaks() -> list[tuple[Any, ...]]:
    """The games in which leaks are planted, each of them once."""
    games = [leak[1:] for leak in LEAKS]
    return [game for number, game in enumerate(games) if game not in games[:number]]


@pytest.mark.covering(most=8)
@pytest.mark.parametrize(
    ("leak", "key", "viewer", "phases", "more"),
    LEAKS,
    ids=[f"{key}-{leak.__name__}-{viewer}" for leak, key, viewer, _, _ in LEAKS],
)
def test_a_planted_leak_is_heard(
    leak: Plant, key: str, viewer: str, phases: int, more: dict[str, Any], monkeypatch: Patch
) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError, match=r"word \d+|words to|another scene|is found"):
        check(usual(key, _seats(key)), viewer, phases, **more)


@pytest.mark.long
@pytest.mark.parametrize(("key", "viewer", "phases", "more"), _games_with_leaks())
def test_without_it_nothing_is_heard(key: str, viewer: str, phases: int, more: dict[str, Any]) -> None:
    check(usual(key, _seats(key)), viewer, phases, **more)
