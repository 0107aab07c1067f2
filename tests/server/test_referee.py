"""The referee: every game from start to end as lines of text, and a clear answer to anything else."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from assets.texts import LANGUAGES, Texts
from core import chance, position
from core.game import AnyGame, Outcome, Refused, Seat
from core.games import GAMES
from core.games import game as game_of
from core.games.down_under.state import Options
from core.match import Match
from server.bots import analyses
from server.referee import MAX_LINE, Referee, serve
from tests.core import toy
from tests.core.laws import Shape
from tests.core.shapes import enough_of, once_each, shapes_of

ROOT = Path(__file__).parents[2]
STURT = game_of("sturt")


class Codes(Texts):
    """Says the codes of the toy, for which there are no texts."""

    def translate(self, key: str, /, **values: object) -> str:
        return key if key.startswith("toy.") else super().translate(key, **values)


def referee(game: AnyGame = STURT, options: Any = None, seats: int = 2, seed: int = 1) -> Referee:
    return Referee(game, options or game.info.options(), seats, chance.seed_from(seed), Codes("en"))


def dealt(*lines: str) -> Referee:
    """A toy game of two, the cards 1 to 6 dealt: 1 3 5 and 2 4 6; then the lines."""
    made = referee(toy.GAME)
    for line in [*(f"-1 deal {card}" for card in range(1, 7)), *lines]:
        assert "error" not in ask(made, line)
    return made


def ask(referee: Referee, line: str) -> dict[str, Any]:
    answer = json.loads(json.dumps(referee.answer(line.encode())))
    assert isinstance(answer, dict)
    return answer


def error(referee: Referee, line: str | bytes) -> str:
    """The code of the error that a line leads to; nothing has changed by it."""
    before = (referee.position(), ask(referee, "state"))
    answer = referee.answer(line if isinstance(line, bytes) else line.encode())
    assert answer.keys() == {"error"}
    assert answer["error"].keys() == {"code", "text", "places"}
    assert answer["error"]["text"].isprintable()
    assert (referee.position(), ask(referee, "state")) == before
    return str(answer["error"]["code"])


def test_a_position_is_written_and_gone_on_from() -> None:
    made = dealt("0 1")
    text = ask(made, "position")["position"]
    assert text == "toy\nhand-0: 1 3 5\nhand-1: 2 4 6\nchosen: 1 .\n"
    assert ask(made, "position 1")["position"] == "toy\nhand-0: ? ? ?\nhand-1: 2 4 6\nchosen: ? .\n"
    assert error(made, "position 2") == "match.refusal.no_such_seat"
    begin = position.read(text, toy.GAME)
    again = referee(position.from_position(begin), begin.options)
    assert again.position() == {**made.position(), "turn": 0}
    assert error(again, "undo") == "match.refusal.nothing_to_undo"


# --- Whole games --------------------------------------------------------------------------------------

EVERY = [one for game in (*GAMES, toy.GAME) for one in once_each(enough_of(shapes_of(game)))]


@pytest.mark.parametrize("shape", EVERY)
def test_a_random_game_from_start_to_end(shape: Shape) -> None:
    game, options, seats = shape
    rng = np.random.default_rng(3)
    made = referee(game, options, seats)
    position = made.position()
    turn, word = 0, ""
    while position["to_act"]:
        assert position["turn"] == turn and position["outcome"] is None
        if position["to_act"] == [-1]:
            assert position["legal"] == {} and sum(position["chances"].values()) == pytest.approx(1)
            position = ask(made, "roll")
        else:
            assert position["chances"] is None and list(map(int, position["legal"])) == position["to_act"]
            seat = str(rng.choice(position["to_act"]))
            word = str(rng.choice(position["legal"][seat]))
            position = ask(made, f"{seat} {word}")
        turn += 1
    assert position["legal"] == {} and position["chances"] is None
    scores, winners = position["outcome"]["scores"], position["outcome"]["winners"]
    gained = game.points(msgspec.convert(position["outcome"], Outcome))
    assert len(scores) == seats and (winners or not any(gained))
    opening = game.start(options, seats)
    first = [*game.legal(opening, game.to_act(opening)[0]), *(action for action, _ in game.chances(opening))][
        0
    ]
    assert error(made, f"0 {game.notation(first)}") == "match.refusal.over"


def test_the_line_that_opens_a_game() -> None:
    made = referee()
    assert made.position() == {
        "turn": 0,
        "to_act": [0],
        "legal": {"0": ["5@0,0", "a@0,0", "3@0,0", "6@0,0", "c@0,0", "9@0,0"]},
        "chances": None,
        "outcome": None,
    }


def test_both_seats_of_a_sealed_decision_are_listed() -> None:
    position = dealt().position()
    assert position["to_act"] == [0, 1]
    assert position["legal"] == {"0": ["1", "3", "5"], "1": ["2", "4", "6"]}
    after = ask(dealt(), "1 4")
    assert after["to_act"] == [0] and list(after["legal"]) == ["0"]


def test_a_game_that_nobody_wins() -> None:
    """At Down Under nobody does without a dingo; the words are those of the notation."""
    made = referee(game_of("down_under"), Options(size="unlimited", animals=True))
    opening = made.position()["legal"]["0"]
    assert len(opening) == 28 and {"NE@0,0=dingo", "EW@0,0=emu"} <= set(opening)
    ask(made, "0 EW@0,0=kangaroo")
    assert error(made, "1 EW@1,0=emu") == "down_under.refusal.joins"
    assert error(made, "1 NE@1,0") == "down_under.refusal.which_animal"
    assert error(made, "1 pass") == "notation.refusal.malformed"
    ask(made, "1 EW@0,1=rabbit")
    for line in ("0 endE@-1,0", "1 endE@-1,1", "0 endW@1,0"):
        assert ask(made, line)["outcome"] is None
    over = ask(made, "1 endW@1,1")
    assert over["to_act"] == [] and over["outcome"]["winners"] == []
    assert over["outcome"]["scores"] == [0, 0] and over["outcome"]["reason"] == "down_under.reason.nobody"


# --- Chance -------------------------------------------------------------------------------------------


def test_a_draw_can_be_given_or_left_to_the_referee() -> None:
    given = ask(referee(toy.GAME), "-1 deal 7")
    assert given["turn"] == 1 and "deal 7" not in given["chances"]
    rolled = [ask(referee(toy.GAME, seed=9), "roll") for _ in range(2)]
    assert rolled[0] == rolled[1], "the same seed, the same draw"


def test_the_referee_draws_as_a_match_does() -> None:
    match = Match(toy.GAME, toy.ToyOptions(), 2, chance.seed_from(4))
    made = referee(toy.GAME, seed=4)
    for step in match.steps:
        before = set(made.position()["chances"])
        after = ask(made, "roll")
        drawn = before - set(after["chances"] or ())
        assert toy.GAME.notation(step.action) in drawn


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("0 5", "referee.refusal.chance_first"),
        ("0 deal 5", "referee.refusal.chance_first"),
        ("-1 5", "referee.refusal.impossible"),
        ("-1 deal ?", "referee.refusal.impossible"),
        ("-1 deal 15", "notation.refusal.malformed"),
        ("-1", "notation.refusal.malformed"),
        ("-2 deal 5", "match.refusal.no_such_seat"),
    ],
)
def test_what_cannot_be_done_while_chance_is_to_act(line: str, code: str) -> None:
    assert error(referee(toy.GAME), line) == code


def test_nobody_draws_a_card_twice() -> None:
    made = referee(toy.GAME)
    ask(made, "-1 deal 5")
    assert error(made, "-1 deal 5") == "referee.refusal.impossible"


@pytest.mark.parametrize("line", ["roll", "-1 deal 9"])
def test_nothing_is_drawn_where_seats_are_to_act(line: str) -> None:
    assert error(dealt(), line) == "referee.refusal.no_chance"


# --- Looking and taking back --------------------------------------------------------------------------


def test_views_hide_what_the_state_shows() -> None:
    made = dealt("0 3")
    assert ask(made, "state")["state"]["hands"] == [[1, 3, 5], [2, 4, 6]]
    assert ask(made, "view 0")["view"]["hands"] == [[1, 3, 5], [-1, -1, -1]]
    assert ask(made, "view 1")["view"]["chosen"] == [-1, 0]
    assert ask(made, "view -")["view"]["hands"] == [[-1] * 3] * 2
    assert ask(made, "state")["state"]["options"] == {"wins": "high", "rounds": 2, "face_up": False}


def test_everything_can_be_taken_back_even_draws() -> None:
    made = dealt("0 3", "1 4")
    seen = [made.position()]
    for _ in range(8):
        seen.append(ask(made, "undo"))
    assert seen[2]["to_act"] == [0, 1] and seen[8] == referee(toy.GAME).position()
    assert error(made, "undo") == "match.refusal.nothing_to_undo"


def test_the_end_can_be_taken_back() -> None:
    made = dealt("0 1", "1 2", "0 3", "1 4")
    assert ask(made, "undo")["to_act"] == [1]
    outcome = ask(made, "1 4")["outcome"]
    assert (outcome["winners"], outcome["scores"]) == ([1], [0, 6])
    assert outcome["breakdown"][1] == [
        {"code": "toy.points.round", "amount": 2.0, "how": ""},
        {"code": "toy.points.round", "amount": 4.0, "how": ""},
    ]
    assert ask(made, "undo")["outcome"] is None


# --- Analyses -----------------------------------------------------------------------------------------


def test_an_analysis_ranks_what_a_seat_may_do_and_can_be_repeated() -> None:
    made = referee()
    first = ask(made, "analyse 300")
    assert first == ask(made, "analyse 300") == ask(referee(), "analyse 300 0")
    assert first != ask(referee(seed=2), "analyse 300") != ask(made, "analyse 301")
    told = {name: first[name] for name in ("seat", "iterations", "solved")}
    assert told == {"seat": 0, "iterations": 300, "solved": False}
    actions = first["actions"]
    assert {action["action"] for action in actions} == set(made.position()["legal"]["0"])
    assert sum(action["visits"] for action in actions) == 300
    for action in actions:
        assert list(action) == ["action", "win", "points", "visits", "spread", "line"]
        assert 0 <= action["win"] <= 1 and 0 < action["spread"] <= 0.5
    best = ask(made, "analyse 2000")["actions"][0]
    assert best["line"]
    for line in (f"0 {best['action']}", *best["line"]):
        assert "error" not in ask(made, line)


def test_the_second_seat_and_the_first_to_act_are_analysed() -> None:
    made = referee()
    ask(made, "0 5@0,0")
    assert ask(made, "analyse 1") == ask(made, "analyse 1 1")
    assert ask(made, "analyse 1")["seat"] == 1
    assert error(made, "analyse 1 0") == "match.refusal.not_your_turn"


def test_a_game_that_begins_with_a_position_is_analysed() -> None:
    made = referee()
    ask(made, "0 5@0,0")
    begin = position.read(ask(made, "position")["position"], STURT)
    assert ask(referee(position.from_position(begin)), "analyse 5")["seat"] == 1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("analyse", "referee.refusal.iterations"),
        ("analyse ", "referee.refusal.iterations"),
        ("analyse 0", "referee.refusal.iterations"),
        ("analyse -1", "referee.refusal.iterations"),
        ("analyse 1000001", "referee.refusal.iterations"),
        ("analyse 1e3", "referee.refusal.iterations"),
        ("analyse ٣", "referee.refusal.iterations"),
        ("analyse " + "9" * 900, "referee.refusal.iterations"),
        ("analyse 5 1", "match.refusal.not_your_turn"),
        ("analyse 5 ", "match.refusal.no_such_seat"),
        ("analyse 5 2", "match.refusal.no_such_seat"),
        ("analyse 5 -1", "match.refusal.no_such_seat"),
        ("analyse 5 0 1", "match.refusal.no_such_seat"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_an_analysis_that_cannot_be_asked_for(line: str, code: str) -> None:
    assert error(referee(), line) == code


def test_positions_that_cannot_be_analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert error(referee(toy.GAME), "analyse 5") == "referee.refusal.chance_first"
    assert error(dealt("0 1", "1 2", "0 3", "1 4"), "analyse 5") == "match.refusal.over"
    assert error(dealt(), "analyse 5") == "match.refusal.no_analysis"
    begin = position.read("toy\nhand-0: ? ? ?\nhand-1: 2 4 6\n", toy.GAME)
    hidden = referee(position.from_position(begin), begin.options)
    assert error(hidden, "analyse 5") == "position.refusal.unknown_to_seat"
    assert error(hidden, "analyse 5 1") == "match.refusal.no_analysis"
    monkeypatch.setattr("server.bots.analyses.Compilation", Uncompiled)
    assert error(referee(), "analyse 5") == "match.refusal.no_compiler"
    assert error(referee(), "analyse 5 1") == "match.refusal.not_your_turn", "that needs no compiler"


class Uncompiled:
    """A compilation that cannot be."""

    def wait(self, game: AnyGame) -> None:
        pass

    def is_ready(self, game: AnyGame) -> bool:
        return False


# --- What cannot be understood ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "referee.refusal.command"),
        (" ", "referee.refusal.command"),
        ("hello", "referee.refusal.command"),
        ("ROLL", "referee.refusal.command"),
        ("\x00", "referee.refusal.command"),
        ("٣ 5@0,0", "referee.refusal.command"),
        ("+0 5@0,0", "referee.refusal.command"),
        ("0\t5@0,0", "referee.refusal.command"),
        ("\ufeff0 5@0,0", "referee.refusal.command"),
        ("0", "notation.refusal.malformed"),
        ("0 ", "notation.refusal.malformed"),
        ("0  5@0,0", "notation.refusal.malformed"),
        ("0 5@0,0 ", "notation.refusal.malformed"),
        ("0 5@99999999999999999999,0", "notation.refusal.malformed"),
        ("1 5@0,0", "match.refusal.not_your_turn"),
        ("2 5@0,0", "match.refusal.no_such_seat"),
        ("9" * 900 + " 5@0,0", "match.refusal.no_such_seat"),
        ("-7 5@0,0", "match.refusal.no_such_seat"),
        ("view", "match.refusal.no_such_seat"),
        ("view 2", "match.refusal.no_such_seat"),
        ("view -1", "match.refusal.no_such_seat"),
        ("view x", "match.refusal.no_such_seat"),
        ("view " + "9" * 900, "match.refusal.no_such_seat"),
        ("undo 1", "referee.refusal.too_much"),
        ("quit now", "referee.refusal.too_much"),
        ("state all", "referee.refusal.too_much"),
        ("roll 6", "referee.refusal.too_much"),
        ("-1 5@0,0", "referee.refusal.no_chance"),
        (b"0 5@0,0\xff", "referee.refusal.not_utf8"),
        (b"\x80", "referee.refusal.not_utf8"),
        ("x" * (MAX_LINE + 1), "referee.refusal.too_long"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_a_line_that_cannot_be_done(line: str | bytes, code: str) -> None:
    assert error(referee(), line) == code


def test_an_illegal_move_is_explained_with_the_places_to_blame() -> None:
    made = referee()
    ask(made, "0 5@0,0")
    answer = ask(made, "1 5@0,0")["error"]
    assert answer["code"].startswith("sturt.refusal.") and answer["places"] == [[0, 0]]
    assert answer["text"] != answer["code"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_errors_speak_the_language_asked_for(language: str) -> None:
    made = Referee(STURT, STURT.info.options(), 2, bytes(32), Texts(language))
    assert ask(made, "hello")["error"]["text"] == Texts(language).translate(
        "referee.refusal.command", word="hello", known="roll, view, state, position, analyse, undo, quit"
    )


# --- Lines in and out ---------------------------------------------------------------------------------


def conversation(lines: bytes) -> list[dict[str, Any]]:
    sink = io.BytesIO()
    assert serve(referee(), io.BytesIO(lines), sink) == 0
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def test_one_line_out_for_each_line_in_and_one_to_begin_with() -> None:
    answers = conversation(b"0 5@0,0\nundo\n\nstate\nnonsense\n")
    assert [next(iter(answer)) for answer in answers] == ["turn", "turn", "turn", "error", "state", "error"]


def test_lines_may_end_as_on_windows_and_the_last_need_not_end() -> None:
    assert [a["turn"] for a in conversation(b"0 5@0,0\r\n1 5@1,0")] == [0, 1, 2]


def test_quit_is_quiet_and_nothing_after_it_is_read() -> None:
    assert len(conversation(b"quit\n0 5@0,0\n")) == 1


@pytest.mark.parametrize("length", [MAX_LINE, MAX_LINE + 1, MAX_LINE + 2, MAX_LINE + 3, 500_000])
def test_a_line_that_is_too_long_is_one_error_and_the_next_is_understood(length: int) -> None:
    for end in (b"\n", b"\r\n"):
        answers = conversation(b"x" * length + end + b"0 5@0,0\n")
        code = "referee.refusal.command" if length <= MAX_LINE else "referee.refusal.too_long"
        assert [answers[1]["error"]["code"], answers[2]["turn"]] == [code, 1]
        assert len(answers) == 3


def test_who_stops_reading_is_no_error() -> None:
    class Gone(io.BytesIO):
        def flush(self) -> None:
            raise BrokenPipeError

    assert serve(referee(), io.BytesIO(b"undo\n"), Gone()) == 0


def test_the_program_as_a_bot_would_talk_to_it() -> None:
    lines = b"0 5@0,0\nroll\nquit\n"
    command = [sys.executable, "-m", "client", "referee", "sturt", "--lang", "de", "--seed", "1"]
    done = subprocess.run(command, input=lines, capture_output=True, cwd=ROOT, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, b"")
    assert [answers[0]["turn"], answers[1]["turn"]] == [0, 1]
    assert answers[2]["error"]["text"] == "Jetzt ist nichts zu ziehen."


# --- From a view -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["great_split", "great_divide"])
def test_from_a_view_it_says_what_is_legal_and_what_comes_of_it_is_true(key: str) -> None:
    """All along a game: of whatever seat is to act, as that seat sees it."""
    game, rng, done = game_of(key), np.random.default_rng(4), 0
    seats = min(3, game.info.seats[-1])
    match = Match(game, game.info.options(), seats, chance.seed_from(1))
    while match.to_act():
        seat = match.to_act()[int(rng.integers(len(match.to_act())))]
        legal = game.legal(match.tip(seat), seat)
        action = legal[int(rng.integers(len(legal)))]
        if rng.random() < 0.1:
            text = position.write(game, seats, match.view(seat))
            made = begun(game, text)
            known = made.position()["legal"]
            assert known[str(seat)] == [game.notation(each) for each in legal]
            if "?" in text:
                assert known.keys() <= {str(seat)}
            after = game.apply(match.tip(seat), seat, action)
            assert "error" not in ask(made, f"{seat} {game.notation(action)}")
            told = ask(made, f"position {seat}")["position"]
            assert told == position.write(game, seats, game.view(after, seat))
            done += 1
        match.submit(seat, action, match.turn, match.ply(seat))
    assert done > 5


def test_from_a_view_what_depends_on_the_unknown_is_refused() -> None:
    """The second choice of cards opens the first one, which this seat does not know."""
    game = game_of("great_divide")
    first = referee(game)
    ask(first, "0 cards W1")
    made = begun(game, ask(first, "position 1")["position"])
    assert made.position()["to_act"] == [1]
    assert error_of(made, "1 cards W2") == "referee.refusal.hidden"
    assert error_of(made, "1 cards 9") == "great_divide.refusal.no_such_cards"
    assert error_of(made, "1 draw").startswith("great_divide.refusal.")
    assert error_of(made, "roll") == "referee.refusal.no_chance"


def test_from_a_view_nobody_learns_or_decides_what_is_not_in_it() -> None:
    """Of the seats whose hands are unknown, and of a spectator's view."""
    game = game_of("great_split")
    match = Match(game, game.info.options(), 3, chance.seed_from(1))
    own = begun(game, position.write(game, 3, match.view(Seat(0))))
    for line in ("view 1", "position 1", "view -"):
        assert error_of(own, line) == "position.refusal.unknown_to_seat"
    assert error_of(own, "1 discard 3") == "position.refusal.unknown_to_seat"
    nobody = begun(game, position.write(game, 3, match.view(None)))
    assert nobody.position()["legal"] == {} and nobody.position()["to_act"] == [0, 1, 2]
    assert "view" in ask(nobody, "view -")


def begun(game: AnyGame, text: str) -> Referee:
    begin = position.read(text, game)
    seed = chance.seed_from(1)
    return Referee(position.from_position(begin), begin.options, begin.seats, seed, Texts("en"))


def error_of(made: Referee, line: str) -> str:
    code: str = ask(made, line)["error"]["code"]
    return code


def test_an_analysis_of_a_view_is_made_with_the_game_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the seat that sees so; compiling the search takes too long to ask it here."""
    asked: list[AnyGame] = []

    def analyst_of(begun: AnyGame) -> None:
        asked.append(position.usual(begun))
        raise Refused("match.refusal.no_compiler")

    monkeypatch.setattr(analyses, "analyst_of", analyst_of)
    game = game_of("great_split")
    match = Match(game, game.info.options(), 2, chance.seed_from(1))
    made = begun(game, position.write(game, 2, match.view(Seat(1))))
    assert error_of(made, "analyse 20 0") == "position.refusal.unknown_to_seat"
    assert error_of(made, "analyse 20 1") == "match.refusal.no_compiler"
    assert asked == [game]
