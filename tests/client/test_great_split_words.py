"""What The Great Split says: a sentence for every stage and step, in every language, that fits its place."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from assets.texts import LANGUAGES
from client.boards.base import Line
from client.boards.great_split.board import GreatSplitBoard
from client.mirror import Happening, Position
from client.screens.panes import Prompt, sentence
from client.screens.result_sheet import HEAD, LEAST_ROW, draw_sheet, height, rows
from client.screens.table_layout import TableLayout
from client.ui.geometry import Rect
from client.ui.intents import Accept, Cycle, Intent, Move, Turn
from client.ui.widgets import Button
from core.game import CHANCE, Goal, Outcome, Point, Seat
from core.games.great_split import refusals, scoring
from core.games.great_split import state as play
from core.games.great_split.data import SEALS
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.scoring import FINAL
from core.games.great_split.state import SEALED_STAGES, TRACKS, Options, State
from core.series import Series
from tests.client.great_split_kit import at, frame, games, happening, replace, stage, texts
from tests.client.looking import ALL_SIZES
from tests.client.screens_kit import cut_texts
from tests.client.screens_kit import stage as app_stage

NAMES = ("Maximiliane", "Bernadette", "Konstantin", "Annegret", "Friedemann", "Wilhelmine", "Leopold")
SPOKEN = ("prompt", "warning", "waiting", "caption", "hint", "offer", "tally")
"""The groups of sentences that a table says while a game goes on."""

Said = tuple[str, tuple[tuple[str, Any], ...], tuple[tuple[str, int], ...], tuple[tuple[str, str], ...]]


def made_board(seats: int = 3) -> GreatSplitBoard:
    return GreatSplitBoard(GREAT_SPLIT, Options(), seats)


def spoken_at(board: GreatSplitBoard, state: State, *intents: Intent) -> list[Line]:
    """All that is said at a position, by everybody who may look at it, after these intents of theirs."""
    lines = []
    for chooser in (None, *[s for s in GREAT_SPLIT.to_act(state) if s >= 0]):
        shown = frame(state, chooser)
        for intent in intents if chooser is not None else ():
            board.handle(intent, shown)
        lines += [board.prompt(shown), *[board.tally(shown, Seat(seat)) for seat in range(state.seats)]]
        lines += [Line(key) for _, key in board.hints(shown)]
        lines += [Line(offer.key) for offer in board.offers(shown)]
    return lines


def card(*icons: str) -> int:
    """The first card with exactly these icons."""
    return next(c.id for c in GREAT_SPLIT.data.cards if sorted(c.icons) == sorted(icons))


ONE_BOOK, DIAMOND = card("books"), card("diamond")
TWO_SEALS = next(c.id for c in GREAT_SPLIT.data.cards if c.icons.count("square") == 2)
FULL = at(**dict.fromkeys(("books", "books_seal", "art_seal"), 12) | {"books": 15, "books_seal": 1})

REACHED: tuple[tuple[State, tuple[Intent, ...]], ...] = (
    (stage("discard", hand=(0, 1, 2, 3, 4, 5, 6)), ()),
    (stage("split", hand=(0, 1, 2)), (Accept(), Accept(), Cycle())),
    (stage("split", hand=(0, 1, 2)), (Accept(), Cycle())),
    (stage("split", hand=(0, 1, 2)), (Accept(), Cycle(), Accept())),
    (stage("resolve", hand=(ONE_BOOK,), tracks=FULL), (Accept(),)),
    (stage("resolve", hand=(ONE_BOOK,), tracks=FULL), (Accept(), Accept())),
    (stage("resolve", hand=(DIAMOND,), tracks=FULL), (Accept(), Accept())),
    (stage("resolve", hand=(DIAMOND,), tracks=FULL), (Accept(), Accept(), Accept())),
    (stage("resolve", hand=(DIAMOND, ONE_BOOK)), (Accept(), Move(dx=1))),
    (stage("resolve", hand=(DIAMOND,)), (Accept(), Accept())),
    (stage("resolve", hand=(TWO_SEALS,)), (Accept(), Accept())),
    (stage("resolve", hand=(ONE_BOOK,)), (Accept(), Turn(step=1))),
    (stage("resolve", hand=(ONE_BOOK,)), (Accept(), Turn(step=-1))),
    (stage("resolve", splitter=True), (Accept(),)),
    (stage("resolve", splitter=True), (Accept(), Accept())),
    (stage("resolve", arrows=1), ()),
    (stage("resolve", arrows=2), ()),
)
"""Positions with what a hand has done there."""


def opened(kind: str) -> list[Happening]:
    """What all decided at once in the phases of a random game, as it is opened."""
    found, done, before = [], [], None
    for state, seat, action, after in games(3, seed=2):
        if state.stage == kind:
            before = state if before is None else before
            done.append((int(seat), action))
            if after.stage != kind and before is not None:
                found.append(happening(before, after, *done))
                done, before = [], None
    return found


def rare() -> list[Line]:
    """What hardly ever happens at random."""
    start = stage("resolve", hand=(0,))
    even = happening(
        start, replace(start, stage="market"), *[(seat, play.Sell(0, "gold")) for seat in (0, 1)]
    )
    scored = (play.Scoring("none"), play.Scoring("books"))
    before = replace(start, stage="scoring", tokens=(), ready=(), shown=())
    board = made_board()
    return [board.caption(even, -1)] + [
        board.caption(happening(before, GREAT_SPLIT.apply(before, CHANCE, a), (-1, a)), -1) for a in scored
    ]


@cache
def everything_said() -> frozenset[Said]:
    """All sentences of some games and of what is rare, without doubles."""
    lines: list[Line] = rare()
    for seats in (2, 3, 7):
        board = made_board(seats)
        for seed in range(3):
            steps = list(games(seats, seed))
            for before, seat, action, after in steps:
                lines += spoken_at(board, before)
                told = happening(before, after, (seat, action))
                lines += [board.caption(told, viewer) for viewer in (-1, int(seat)) if viewer >= -1]
            lines += spoken_at(board, steps[-1][3])
    for state, intents in REACHED:
        lines += spoken_at(made_board(), state, *intents)
        lines += spoken_at(made_board(), replace(state, ready=(True, False, True)))
    for kind in SEALED_STAGES:
        lines += [made_board().caption(one, -1) for one in opened(kind)]
    return frozenset(
        (a.key, tuple(a.values.items()), tuple(a.seats.items()), tuple(a.words.items())) for a in lines
    )


def told(said: Said, language: str) -> str:
    """A sentence in a language."""
    key, values, seats, words = said
    line = Line(key, dict(values), {gap: Seat(seat) for gap, seat in seats}, dict(words))
    return sentence(line, texts(language).say, NAMES.__getitem__)


def keys_of(language: str, *groups: str) -> set[str]:
    """The keys of some groups of sentences."""
    starts = tuple(f"great_split.{group}." for group in groups)
    return {key for key in texts(language).keys() if key.startswith(starts)}  # noqa: SIM118 - not a dict


def test_every_sentence_is_said_and_every_one_said_is_there() -> None:
    """Nothing is missing, nothing is left over: in all three languages, as the same keys are in all."""
    said = {key for key, *_ in everything_said() if key.split(".")[1] in SPOKEN}
    assert said == keys_of("en", *SPOKEN)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_gaps_are_filled_in_every_language(language: str) -> None:
    for said in everything_said():
        text = told(said, language)
        assert text and "{" not in text


@pytest.mark.parametrize("size", ALL_SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_above_the_board_is_cut_off(
    language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Prompts, captions and refusals in the place above the board, with long names."""
    groups = ("prompt", "warning", "waiting", "caption")
    spoken = {told(said, language) for said in everything_said() if said[0].split(".")[1] in groups}
    refused = keys_of(language, "refusal")
    spoken |= {texts(language).say(key) for key in refused if not texts(language).gaps(key)}
    with app_stage(language, size) as on, cut_texts(monkeypatch) as cut:
        room = TableLayout.of(on.app.canvas.area, 3, 4, 2).prompt
        for text in spoken:
            prompt = Prompt(size=40)
            prompt.show(text, 0.0)
            prompt.draw(on.app.canvas, room, 1.0)
    assert cut == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_plates_and_sheets_have_room(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the narrowest window: offers beside the board, tallies on plates, lines of the score sheet."""
    say = texts(language).say
    with app_stage(language, (1440, 1080)) as on, cut_texts(monkeypatch) as cut:
        canvas, lay = on.app.canvas, TableLayout.of(on.app.canvas.area, 7, 4, 2)
        for key in keys_of(language, "offer"):
            sells = key.rpartition(".")[2] in ("gold", "prestige")
            button = Button(say(key), lambda: None, icon="plus" if sells else "")
            button.layout(lay.offers[0])
            button.draw(canvas, 0.0)
        for key in keys_of(language, "tally"):
            canvas.text(say(key, points="171"), Rect(0, 0, lay.plates[0].w - 151, 34), "small")
        for key in keys_of(language, "points"):
            canvas.text(say(key), Rect(0, 0, 232, 44), "small", size=26)
    assert cut == []


def test_every_refusal_of_the_rules_has_a_sentence() -> None:
    """Codes are put together in the rules, so they are looked for by their endings."""
    source = Path(refusals.__file__).read_text(encoding="utf-8")
    words = set(re.findall(r'_because\("([a-z_]+)"', source)) | {
        "ready",
        "not_your_turn",
        "no_arrows",
        "no_seals",
    }
    words |= {"left_empty", "seals", "not_gold", "played_already", "not_in_hand", "data"}
    codes = words | {f"now_{stage}" for stage in refusals._STAGE}
    assert codes == {key.rpartition(".")[2] for key in keys_of("en", "refusal")}


def test_everything_that_has_a_name_has_one() -> None:
    assert keys_of("en", "track") == {f"great_split.track.{track}" for track in TRACKS}
    assert keys_of("en", "seal") == {f"great_split.seal.{seal}" for seal in SEALS}
    assert keys_of("en", "scoring") == {f"great_split.scoring.{token}" for token in FINAL}
    names = {tile.name for tile in GREAT_SPLIT.data.characters}
    assert keys_of("en", "character") == {f"great_split.character.{name}" for name in names}


def test_every_line_of_a_score_sheet_has_a_name() -> None:
    resources = get_args(play.Resource)
    rounds = {f"{token}_{number}" for token in ("books", "art", "gems") for number in (3, 4, 6)}
    wanted = {"prestige", *rounds, *(f"contract_{resource}" for resource in resources)}
    assert keys_of("en", "points") == {f"great_split.points.{code}" for code in wanted}


@pytest.mark.parametrize("size", [(960, 540), (1440, 1080), (1920, 1080)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_score_sheet_fits(
    language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seven seats and everything that can count, as high and as wide as the end of a game lets it be."""
    elsewhere = ("books_4", "gems_3", "art_3")
    codes = [code for code in sorted(keys_of("en", "points")) if not code.endswith(elsewhere)]
    sheet = tuple(Point(code, 24.0, "2 × 12") for code in codes)
    outcome = Outcome((Seat(1),), (320.0,) * 7, "great_split.reason.prestige", (sheet,) * 7)
    lines = rows(outcome, Series(Goal(games=3), None, (1.0,) * 7), [], texts(language).say)
    assert len(lines) == 15
    with app_stage(language, size) as on, cut_texts(monkeypatch) as cut:
        canvas = on.app.canvas
        wide = canvas.area.w - (128 if canvas.area.w > 1600 else 96)
        room = Rect(0, 0, wide - min(526.0, wide * 0.36) - 68, 646)
        sheet_rect = room.cut_top(height(lines, room.h))[0]
        draw_sheet(canvas, sheet_rect, lines, ["Ada"] * 7, (1,))
    assert cut == [] and 18 * 2 + HEAD + len(lines) * LEAST_ROW <= sheet_rect.h


# --- captions ------------------------------------------------------------------------------------


def test_what_is_sealed_is_told_without_what_was_decided() -> None:
    """Whatever it is the sentences are the same for whoever may not know it."""
    start = stage("split", hand=(0, 1, 2))
    heard = set()
    for action in GREAT_SPLIT.legal(start, Seat(0)):
        after = GREAT_SPLIT.apply(start, Seat(0), action)
        for viewer in (-1, 1, 2):
            heard.add(made_board().caption(happening(start, after, (0, action)), viewer).key)
            heard.add(made_board().prompt(frame(after, None if viewer < 0 else viewer)).key)
    assert heard == {
        "great_split.caption.sealed_ready",
        "great_split.waiting.split",
        "great_split.prompt.split",
    }


def test_a_card_played_tells_its_steps_and_prestige() -> None:
    state = stage("resolve", hand=(ONE_BOOK,), tracks=at(books_seal=1))
    for action, key, values in (
        (play.Play(ONE_BOOK), "play", {"steps": 1, "prestige": 0}),
        (play.Play(card("prestige", "books")), "play_both", {"steps": 1, "prestige": 1}),
        (play.Play(DIAMOND, ("books-seal",)), "play", {"steps": 2, "prestige": 0}),
    ):
        estate = replace(state.estates[0], hand=(action.card, 70))
        before = replace(state, estates=(estate, *state.estates[1:]))
        after = GREAT_SPLIT.apply(before, Seat(0), action)
        line = made_board().caption(happening(before, after, (0, action), sealed=True), 0)
        assert (line.key, line.values) == (f"great_split.caption.{key}", values)


def test_who_took_most_steps_is_told_when_all_is_opened() -> None:
    for one in opened("resolve"):
        line = made_board().caption(one, -1)
        before, after = one.before.view(), one.after.view()
        steps = [sum(b.tracks) - sum(a.tracks) for a, b in zip(before.estates, after.estates, strict=True)]
        assert line.values == {"steps": max(steps)}
        best = steps.count(max(steps)) == 1
        assert line.seats == ({"name": steps.index(max(steps))} if best else {})


# --- plates and the graph ------------------------------------------------------------------------


def test_plates_tell_the_prestige() -> None:
    state = stage("split", hand=(0, 1), prestige=7)
    assert made_board().tally(frame(state), Seat(0)) == Line("great_split.tally.points", {"points": 7})


def test_the_measure_is_what_the_last_scoring_would_bring() -> None:
    """At the end it is the score; before the last market token it differs by the art market alone."""
    board, steps = made_board(), list(games(3, seed=8))
    before, _, _, end = steps[-1]
    outcome = GREAT_SPLIT.outcome(end)
    assert outcome is not None
    assert [board.measure(end, Seat(seat)) for seat in range(3)] == list(outcome.scores)
    for seat in range(3):
        estate = before.estates[seat]
        art = scoring.art(GREAT_SPLIT.data, estate, end.slider) - scoring.art(
            GREAT_SPLIT.data, estate, before.slider
        )
        measured = board.measure(before, Seat(seat))
        assert measured is not None and measured + art == outcome.scores[seat]


def test_a_spectator_is_told_who_is_awaited() -> None:
    state = stage("choose", left=(0,), right=(1,))
    board = made_board()
    assert board.prompt(frame(state)) == Line("great_split.waiting.choose", {"count": 3})
    one = frame(replace(state, ready=(True, True, False)))
    assert one.position == Position(one.position.views, 0, (Seat(2),), None)
    assert board.prompt(one) == Line("great_split.waiting.choose_one", seats={"name": Seat(2)})
