"""OpenSpiel's own tests of its games, for ours; secrets, positions, and what ours refuse."""

from __future__ import annotations

import copy
import subprocess
import sys
from typing import Any

import pytest

from core.environments.setup import NotPossible
from tests.adapters.ways import EACH_WAY, WAYS, Way

pyspiel = pytest.importorskip("pyspiel", reason="install it: pip install open_spiel")

from absl import flags  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

from core.environments import open_spiel  # noqa: E402
from tests.adapters import playthroughs  # noqa: E402

RANDOM_GAMES = 3
"""Games of each way to play in OpenSpiel's simulation."""
SPLIT = Way("great_split", 2, {})


def advance(state: Any, seat: int, stage: str) -> None:
    """Play the first action there is until a seat decides in this stage."""
    while state.current_player() != seat or stage not in str(state):
        state.apply_action(state.legal_actions()[0])


@EACH_WAY
def test_open_spiel_finds_nothing_wrong(way: Way) -> None:
    game = playthroughs.open_spiel_game(way)
    pyspiel.random_sim_test(game, RANDOM_GAMES, True, False)
    games_sim_test.GamesSimTest().sim_game(game)


@pytest.mark.filterwarnings("ignore:The chararray class is deprecated")  # OpenSpiel, from NumPy 2.5 on
@pytest.mark.parametrize("key", sorted({way.key for way in WAYS}))
def test_open_spiel_plays_through_what_it_has_played_before(key: str) -> None:
    flags.FLAGS.mark_as_parsed()  # it asks how numbers of actions are to be read
    before, now = generate_playthrough.replay(str(playthroughs.FOLDER / f"{key}.txt"))
    assert now == before


def test_who_decides_second_is_shown_nothing_of_what_the_first_has_decided() -> None:
    """In The Great Divide both choose cards; in The Great Split both play theirs, one after the other."""
    for key, stage in (("great_divide", ""), ("great_split", "resolve")):
        shown = set()
        for choice in range(4):
            state = pyspiel.load_game(open_spiel.PREFIX + key).new_initial_state()
            advance(state, 0, stage)
            while state.current_player() == 0:
                legal = state.legal_actions()
                state.apply_action(legal[choice * 37 % len(legal)])
            assert state.current_player() == 1
            shown.add(
                (
                    state.information_state_string(1),
                    state.observation_string(1),
                    *state.observation_tensor(1),
                    *state.legal_actions(),
                )
            )
        assert len(shown) == 1


def test_a_seat_does_not_forget() -> None:
    """Two ways to the same position are two information states, for who went them and for who looked on."""
    states = []
    for first, second in ((256, 257), (257, 256)):  # flips of two cards
        state = pyspiel.load_game("tilewright_great_divide").new_initial_state()
        for action in (0, 0, first, second):
            state.apply_action(action)
        states.append(state)
    one, other = states
    for seat in range(2):
        assert one.observation_string(seat) == other.observation_string(seat)
        assert one.information_state_string(seat) != other.information_state_string(seat)


def test_copies_go_their_own_ways() -> None:
    state = playthroughs.open_spiel_game(SPLIT).new_initial_state()
    advance(state, 0, "split")
    before, twin, third = str(state), state.clone(), copy.deepcopy(state)
    twin.apply_action(twin.legal_actions()[3])
    assert str(state) == str(third) == before != str(twin)
    assert state.child(state.legal_actions()[3]).history() == twin.history()


def test_observations_have_the_parts_of_the_encoding() -> None:
    game = playthroughs.open_spiel_game(SPLIT)
    state = game.new_initial_state()
    advance(state, 0, "split")
    seen = make_observation(game)
    seen.set_from(state, 1)
    assert seen.dict["hand"].sum() == seen.dict["hands"][0] == seen.dict["hands"][1]
    assert state.observation_tensor(1) == seen.tensor.tolist()
    public = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    everybody = make_observation(game, public)
    assert "?" in everybody.string_from(state, 0) and everybody.tensor is None


def test_a_position_has_its_options_and_seats() -> None:
    text = playthroughs.late_position(WAYS[5])
    game = pyspiel.load_game(f"tilewright_great_divide(position={text})")
    assert game.get_parameters()["limited_selection"] and game.get_parameters()["events"] == 2
    assert open_spiel.quoted(str(game.new_initial_state())) == text
    assert str(pyspiel.load_game(str(game))) == str(game)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ("tilewright_sturt(players=3)", "played with 2 seats"),
        ("tilewright_sturt(announce=loudly)", "loudly"),
        ("tilewright_great_divide(events=7)", "events"),
        ("tilewright_down_under(players=3,two_paths=one card)", "two paths"),
        ("tilewright_sturt(position=nonsense)", "position"),
        ("tilewright_sturt(position=sturt%0A,no_draws=True)", "no_draws"),
    ],
)
def test_what_cannot_be_begun_is_refused_with_a_sentence(parameters: str, words: str) -> None:
    with pytest.raises(NotPossible, match=words):
        pyspiel.load_game(parameters)


@pytest.mark.parametrize("action", [3, 10**6])
def test_what_cannot_be_done_is_refused_and_changes_nothing(action: int) -> None:
    state = pyspiel.load_game("tilewright_great_divide(limited_selection=True)").new_initial_state()
    before = str(state)
    with pytest.raises(NotPossible, match=f"Seat 0 cannot do {action} now"):
        state.apply_action(action)
    assert str(state) == before
    state.apply_action(state.legal_actions()[-1])
    with pytest.raises(NotPossible, match="Chance cannot do 99 now"):
        state.apply_action(99)


def test_python_ends_quietly() -> None:
    """OpenSpiel keeps the classes of games for longer than Python lives."""
    words = "import pyspiel, core.environments.open_spiel as o; pyspiel.load_game('tilewright_sturt')"
    ended = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
