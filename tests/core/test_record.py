"""Records: what is written is read; what was cut, edited or made up is refused, and nothing else happens."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import chance, codec, games, position, record
from core.game import Refused
from core.match import Match
from core.protocol.messages import RECORD_LENGTH
from core.record import Record
from tests.core import toy

SEED = chance.seed_from(5)
OLD = Path(__file__).parents[1] / "data" / "records-0.1"
OF_0_2 = Path(__file__).parents[1] / "data" / "records-0.2"


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy stands on the shelf too: Sturt has no chance and no secrets."""
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, toy.GAME))


def play(match: Match, decisions: int = 1000) -> Match:
    while match.to_act() and decisions:
        seat = match.to_act()[-1]
        match.submit(seat, match.game.legal(match.state, seat)[-1], match.turn)
        decisions -= 1
    return match


def toy_text(decisions: int = 1000) -> str:
    match = Match(toy.GAME, toy.ToyOptions(rounds=1), 2, SEED)
    return record.of_match(play(match, decisions), ("Ada", "山田 太郎"), "2026-01-02")


def sturt_text(decisions: int = 12) -> str:
    game = games.game("sturt")
    return record.of_match(play(Match(game, game.info.options(), 2, SEED), decisions), ("Ada", "Bo"))


def sealed(lines: list[str]) -> str:
    """A record forged by somebody who knows how it is sealed."""
    body = "\n".join(lines) + "\n"
    return f"{body}sealed {len(lines) - 2} {hashlib.sha256(body.encode()).hexdigest()[:32]}\n"


def forged(*steps: str, **header: Any) -> str:
    made = {"game": "toy", "options": {"rounds": 1}, "seats": 2} | header
    return sealed([record.FIRST_LINE, json.dumps(made), *steps])


def refused(text: str) -> tuple[str, Any]:
    with pytest.raises(Refused) as caught:
        record.read(text)
    return caught.value.refusal.code, caught.value.refusal.values.get("line")


def written(read: Record) -> str:
    return record.write(read.game, read.header, read.steps)


# --- What is right ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [toy_text, sturt_text])
@pytest.mark.parametrize("decisions", [0, 1, 1000])
def test_what_is_written_is_read(text: Any, decisions: int) -> None:
    read = record.read(text(decisions))
    assert written(read) == text(decisions)
    assert read.finished == (decisions == 1000)
    assert len(read.states) == len(read.steps) + 1


def test_the_format_as_it_stands_in_files() -> None:
    lines = forged("-1 deal 1", "-1 deal 2", names=["Ada"]).split("\n")
    assert lines[0] == "tilewright record 3" and lines[2:4] == ["-1 deal 1", "-1 deal 2"]
    assert lines[4].startswith("sealed 2 ") and lines[5] == ""


@pytest.mark.parametrize("file", sorted(OLD.glob("*.tilewright")), ids=lambda file: file.stem)
def test_a_game_of_version_0_1_is_shown_by_its_own_rules_or_refused_with_its_version(file: Path) -> None:
    """Real files of 0.1, in the format that names no rules."""
    game, text = games.game(file.stem), file.read_text(encoding="utf-8")
    assert text.startswith("tilewright record 1\n") and '"rules"' not in text
    if game.info.rules == "0.1":
        again = record.read(text)
        assert again.finished and again.steps == record.read(written(again)).steps
        return
    with pytest.raises(Refused) as caught:
        record.read(text)
    refusal = caught.value.refusal
    assert refusal.code == "replay.refusal.rules"
    assert refusal.values == {"game": game.info.title, "theirs": "0.1", "ours": game.info.rules}


def test_files_of_0_1_of_every_game_are_there() -> None:
    assert {file.stem for file in OLD.glob("*")} == set(SCORES_OF_0_2)


SCORES_OF_0_2 = {
    "sturt": (0, 1),
    "great_split": (55, 38, 51),
    "great_divide": (62, 9),
    "ghawar": (3, 3),
    "down_under": (18, 0),
}
"""What 0.2 said of the games in its files; in Down Under the dingo of the second seat was not laid."""


@pytest.mark.parametrize("key", SCORES_OF_0_2)
def test_a_game_of_version_0_2_is_what_it_was(key: str) -> None:
    """Real files of 0.2, which wrote every option that it knew: sealed, played and scored as they were."""
    text = (OF_0_2 / f"{key}.tilewright").read_text(encoding="utf-8")
    saved = record.read(text)
    usual = codec.plain(type(saved.options)())
    assert saved.header.options.keys() <= usual.keys()
    assert codec.plain(saved.options) == usual | saved.header.options
    outcome = saved.game.outcome(saved.states[-1])
    assert outcome is not None and outcome.scores == SCORES_OF_0_2[key]
    end = (OF_0_2 / f"{key}.txt").read_text(encoding="utf-8")
    assert position.write(saved.game, saved.header.seats, saved.states[-1]) == end
    assert position.read(end, saved.game).state.options == saved.options


def test_an_option_that_came_since_is_not_written_where_it_is_as_usual() -> None:
    """So 0.2, which refuses what it does not know, reads all that it knows how to play."""
    game = games.game("ghawar")
    known = json.loads((OF_0_2 / "ghawar.tilewright").read_text(encoding="utf-8").split("\n")[1])["options"]
    for end in ("last cube home", "last cube loaded"):
        options = codec.options_of(game, {"end": "".join([*end])})
        text = record.of_match(Match(game, options, 2, SEED))
        written = json.loads(text.split("\n")[1])["options"]
        assert written.keys() - known.keys() == ({"end"} if end == "last cube loaded" else set())
        assert written.keys() >= known.keys() and codec.options_of(game, written) == options


def test_a_record_names_the_rules_it_is_played_by() -> None:
    assert record.read(toy_text()).header.rules == games.game("toy").info.rules
    assert refused(forged("-1 deal 1", rules="7.3"))[0] == "replay.refusal.rules"
    assert refused(forged("-1 deal 1", rules="as at home"))[0] == "codec.refusal.malformed"


def test_the_seed_stays_secret_until_the_end() -> None:
    assert record.read(toy_text(1)).header.seed == ""
    assert record.read(toy_text()).header.seed == SEED.hex()
    assert SEED.hex() not in toy_text(1)


def test_a_file_that_came_by_way_of_windows() -> None:
    raw = toy_text().replace("\n", "\r\n").encode()
    assert written(record.read_bytes(raw)) == toy_text()


def test_a_game_can_be_gone_on_with_from_its_record() -> None:
    read = record.read(sturt_text(5))
    assert read.game.legal(read.states[-1], read.game.to_act(read.states[-1])[0])


def test_what_was_decided_at_once_is_read_in_the_order_of_the_seats() -> None:
    """Whatever its order in the file, also where some have not decided yet; the states fit."""
    dealt = ["-1 deal 1", "-1 deal 2", "-1 deal 3", "-1 deal 4", "-1 deal 5", "-1 deal 6"]
    text = forged(*dealt, "1 6", "0 5", "1 4", options={"rounds": 2})
    read = record.read(text)
    assert [(step.seat, step.action.card) for step in read.steps[6:]] == [(0, 5), (1, 6), (1, 4)]
    assert [state.chosen.tolist() for state in read.states[6:]] == [[0, 0], [5, 0], [0, 0], [0, 4]]
    assert record.read(written(read)).steps == read.steps


# --- Cut and edited -----------------------------------------------------------------------------------

OWN = ("replay.refusal.", "notation.refusal.", "codec.refusal.")


def test_a_record_cut_off_anywhere_is_refused() -> None:
    raw = toy_text().encode()
    for length in range(len(raw)):
        with pytest.raises(Refused) as caught:
            record.read_bytes(raw[:length])
        assert caught.value.refusal.code in ("replay.refusal.truncated", "replay.refusal.not_a_record")


@pytest.mark.parametrize("flip", [0x01, 0x10, 0x20, 0x80, 0xFF])
def test_a_record_with_any_byte_changed_is_refused(flip: int) -> None:
    raw = toy_text().encode()
    for place in range(len(raw)):
        edited = raw[:place] + bytes([raw[place] ^ flip]) + raw[place + 1 :]
        with pytest.raises(Refused) as caught:
            record.read_bytes(edited)
        assert caught.value.refusal.code.startswith(OWN)


def test_a_record_with_any_byte_left_out_or_doubled_is_refused() -> None:
    raw = toy_text().encode()
    for place in range(len(raw)):
        for edited in (raw[:place] + raw[place + 1 :], raw[:place] + raw[place : place + 1] + raw[place:]):
            with pytest.raises(Refused) as caught:
                record.read_bytes(edited)
            assert caught.value.refusal.code.startswith(OWN)


def test_lines_in_another_order_are_refused() -> None:
    lines = sturt_text().split("\n")
    lines[3], lines[5] = lines[5], lines[3]
    assert refused("\n".join(lines)) == ("replay.refusal.edited", None)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_a_record"),
        ("\n\n\n\n", "not_a_record"),
        ("tilewright", "not_a_record"),
        ("tilewright record 4\n", "newer"),
        ("tilewright record 12\n{}\nsealed 0 0\n", "newer"),
        ("tilewright record ", "not_a_record"),
        ("tilewright record one\n", "not_a_record"),
        ("tilewright record 1", "truncated"),
        ("tilewright record 1\n{}\n", "truncated"),
        ("tilewright record 1\n{}\nsealed 0 0\n", "edited"),
        ("tilewright record 1\nsealed 0 0\n", "truncated"),
        ("x" * (RECORD_LENGTH + 1), "too_long"),
    ],
)
def test_what_is_no_record(text: str, code: str) -> None:
    assert refused(text) == (f"replay.refusal.{code}", None)


@pytest.mark.parametrize("raw", [b"\xff\xfe", b"\x89PNG\r\n\x1a\n" + bytes(500), bytes(1000)])
def test_files_of_another_kind(raw: bytes) -> None:
    with pytest.raises(Refused, match=r"^replay\.refusal\.not_a_record"):
        record.read_bytes(raw)


def test_a_huge_file_is_refused_before_it_is_looked_at() -> None:
    with pytest.raises(Refused, match=r"^replay\.refusal\.too_long"):
        record.read_bytes(b"\xff" * (4 * RECORD_LENGTH + 1))


# --- Made up: the seal is right, the rest is not ------------------------------------------------------


@pytest.mark.parametrize(
    "header",
    ["", "{", "[", "nonsense", "{}" * 2, "9" * 5000, "[" * 100_000],
    ids=lambda header: header[:8],
)
def test_a_header_that_is_no_json(header: str) -> None:
    assert refused(sealed([record.FIRST_LINE, header])) == ("replay.refusal.header", None)


@pytest.mark.parametrize(
    "header",
    [
        {"game": 5},
        {"options": []},
        {"seats": "2"},
        {"more": 1},
        {"names": ["x"] * 8},
        {"names": ["x" * 10_000]},
        {"portraits": ["Fox"]},
        {"portraits": ["fox"] * 8},
        {"date": "x" * 33},
        {"seed": "abc"},
        {"commitment": "G" * 64},
        {"options": {"rounds": 99}},
        {"options": {"colour": 1}},
    ],
    ids=str,
)
def test_a_header_of_another_shape(header: dict[str, Any]) -> None:
    assert refused(forged(**header))[0].startswith("codec.refusal.")


@pytest.mark.parametrize("header", [{"names": ["\x1b[2J"]}, {"names": ["a\nb"]}, {"date": "\x07"}])
def test_a_header_with_what_cannot_be_printed(header: dict[str, Any]) -> None:
    assert refused(forged(**header)) == ("replay.refusal.header", None)


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ({"game": "chess"}, "match.refusal.unknown_game"),
        ({"seats": 0}, "match.refusal.seats"),
        ({"seats": -1}, "match.refusal.seats"),
        ({"seats": 10**30}, "match.refusal.seats"),
        ({"seed": SEED.hex()}, "replay.refusal.commitment"),
        ({"seed": SEED.hex(), "commitment": "0" * 64}, "replay.refusal.commitment"),
    ],
    ids=str,
)
def test_a_header_that_fits_no_game(header: dict[str, Any], code: str) -> None:
    assert refused(forged(**header))[0] == code


@pytest.mark.parametrize(
    "line",
    [
        "",
        "x",
        "-1",
        "-1deal 1",
        " -1 deal 1",
        "--1 deal 1",
        "-0 5",
        "+1 5",
        "٣ 5",
        "1000 5",
        "00 5",
        "1.0 5",
    ],
)
def test_a_step_that_is_none(line: str) -> None:
    assert refused(forged(line)) == ("replay.refusal.line", 3)


def test_a_step_in_no_notation() -> None:
    for line in ("-1 ", "-1 deal 99", "0 \x00", "-1 deal 1 "):
        assert refused(forged("-1 deal 1", line))[0] == "notation.refusal.malformed"


@pytest.mark.parametrize(
    "line",
    ["0 5", "-1 deal 1", "-1 5", "-1 deal ?", "1 deal 2", "7 5", "-2 5"],
)
def test_a_step_against_the_rules_is_named_by_its_line(line: str) -> None:
    assert refused(forged("-1 deal 1", line)) == ("replay.refusal.illegal", 4)


def test_a_step_after_the_end() -> None:
    lines = toy_text().split("\n")[:-2]
    assert refused(sealed([*lines, "0 5"])) == ("replay.refusal.illegal", len(lines) + 1)


def test_a_draw_that_the_seed_does_not_give() -> None:
    """Everything is legal and sealed, but the cards are not those of the published seed."""
    lines = toy_text().split("\n")[:-2]
    dealt = [int(line.split()[-1]) for line in lines[2:8]]
    kept = {line.split()[-1] for line in lines[8:]}
    slot = next(i for i, card in enumerate(dealt) if str(card) not in kept)
    lines[2 + slot] = f"-1 deal {next(card for card in range(1, 15) if card not in dealt)}"
    assert refused(sealed(lines)) == ("replay.refusal.chance", 3 + slot)


@given(st.lists(st.text(max_size=12), max_size=6), st.text(max_size=60))
def test_nothing_but_a_refusal_comes_of_nonsense(lines: list[str], header: str) -> None:
    for text in ("\n".join(lines), record.FIRST_LINE + "\n" + header + "\n" + "\n".join(lines)):
        with pytest.raises(Refused):
            record.read(text)
