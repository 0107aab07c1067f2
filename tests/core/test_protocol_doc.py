"""`docs/protocol.md` says what the code says: every message with every field, and the numbers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from core import codec
from core.game import Goal, Outcome, Refusal, Refused
from core.games import game as game_of
from core.protocol import messages as m
from core.protocol import wire
from core.series import Series

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "protocol" / "schema.json").read_text(encoding="utf-8")
)["$defs"]
MESSAGES: tuple[type[m.Message], ...] = (*get_args(m.ClientMessage), *get_args(m.ServerMessage))
VALUES = (
    m.GameDescription,
    m.OptionDescription,
    m.ProofKey,
    m.SeatPlan,
    m.DuplicatePlan,
    m.DuplicateView,
    m.DuplicateResult,
    m.Clock,
    m.Watcher,
    m.GameSummary,
    m.PlayerStatistics,
    m.Holder,
    m.TableSummary,
    Goal,
    Series,
    m.SeatView,
    m.StepView,
    m.RevealedStep,
    Refusal,
    Outcome,
)


def rows(text: str) -> dict[str, str]:
    """The lines of the tables of messages and values, by the name in their first column."""
    told = text.partition("## What the guest says")[2].partition("## Flows")[0]
    found = re.findall(r"^\| `?([A-Z]\w+)`? \|(.*)\|$", told, re.MULTILINE)
    names = [name for name, _ in found if name not in ("Message", "Value")]
    assert len(names) == len(set(names)), "a name stands at the beginning of two lines"
    return {name: row for name, row in found if name in names}


def missing(kind: type[msgspec.Struct], row: str | None) -> set[str]:
    """What of a message its line does not tell."""
    fields = set(kind.__struct_fields__)
    if issubclass(kind, m.Command):
        fields.remove("id")  # said of all commands at once
    return fields - set(re.findall(r"`(\w+)`", row)) if row is not None else {kind.__name__}


@pytest.mark.parametrize("kind", [*MESSAGES, *VALUES], ids=lambda kind: kind.__name__)
def test_every_message_is_told_with_every_field(kind: type[msgspec.Struct]) -> None:
    assert missing(kind, rows(TEXT).get(kind.__name__)) == set()


def test_what_is_told_exists() -> None:
    assert set(rows(TEXT)) == {kind.__name__ for kind in (*MESSAGES, *VALUES)}


@pytest.mark.parametrize(
    "number",
    [
        wire.FRAME_BEFORE_HELLO,
        wire.FRAME_FROM_GUEST,
        wire.FRAME_AT_HOME,
        wire.FRAME_FROM_SERVER,
        wire.ITEMS_FROM_GUEST,
        codec.MAX_DEPTH,
        codec.MAX_ITEMS,
        codec.MAX_TEXT,
        codec.MAX_CELLS,
        m.NAME_LENGTH,
        m.CHAT_LENGTH,
        m.RECORD_LENGTH,
    ],
)
def test_the_limits_are_told(number: int) -> None:
    limits = TEXT.partition("## Limits")[2].partition("## What the guest says")[0]
    assert re.search(rf"(?<![\d,]){number:,}(?![\d,]*\d)", limits)


def test_the_opening_is_told() -> None:
    assert f"Version: **{m.PROTOCOL}**" in TEXT
    assert f"`{wire.MAGIC.decode()}`" in TEXT


def test_these_tests_can_see() -> None:
    table = "## What the guest says\n| Message | Fields |\n| `Act` | `seat`, `action` |\n"
    assert missing(m.Act, rows(table)["Act"]) == {"turn", "ply"}
    assert missing(m.Undo, rows(table).get("Undo")) == {"Undo"}


@pytest.mark.parametrize("kind", [*MESSAGES, *VALUES], ids=lambda kind: kind.__name__)
def test_what_may_be_left_out_is_marked(kind: type[msgspec.Struct]) -> None:
    row = rows(TEXT)[kind.__name__]
    required = SCHEMA[kind.__name__].get("required", ())
    fields = set(kind.__struct_fields__) - {"id"}
    assert set(re.findall(r"`(\w+)`\?", row)) == fields - set(required)


EXAMPLES = re.findall(r"^\| `(\w+)` \| `([\[{].*?[\]}])` \| `([\w.]+)` \|", TEXT, re.MULTILINE)


@pytest.mark.parametrize("key, options, code", EXAMPLES)
def test_wrong_options_get_the_answers_of_the_examples(key: str, options: str, code: str) -> None:
    command = m.Open(1, key, json.loads(options), (m.SeatPlan("bot"),) * 2)
    assert len(EXAMPLES) == 5
    with pytest.raises(Refused) as refused:
        opened = codec.typed(codec.plain(command), m.Open)
        game = game_of(opened.game)
        game.start(codec.options_of(game, opened.options), 2)
    assert refused.value.refusal.code == code
