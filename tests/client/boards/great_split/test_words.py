"""What only The Great Split says: sealed steps, what all did at once, the score sheet, tips."""

from __future__ import annotations

from typing import get_args

import pygame
import pytest

from assets.texts import LANGUAGES
from client.boards.contract import Sentence
from client.boards.great_split.board import GreatSplitBoard
from client.boards.kit.pieces import PaintContext, Target
from client.boards.kit.tips import Tip, draw_tip
from client.screens.result.layout import ResultLayout
from client.screens.result.score_sheet import HEAD_HEIGHT, LEAST_ROW_HEIGHT, draw_sheet, height, rows
from client.screens.shared.panes import sentence
from client.session.events import GameEvent, PositionView
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import MOUSE, Press
from client.ui.theme import load
from core.game import Goal, Outcome, ScoreLine, Seat
from core.games.great_split import scoring
from core.games.great_split import state as play
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import Options
from core.series import Series
from tests.client.boards.fixtures import FIELD, SIDE, replace, texts
from tests.client.boards.great_split.fixtures import Desk, at, frame, games, stage, step_event
from tests.client.screens_kit import cut_texts
from tests.client.screens_kit import stage as app_stage


def made_board(seats: int = 3) -> GreatSplitBoard:
    return GreatSplitBoard(GREAT_SPLIT, Options(), seats)


def card(*icons: str) -> int:
    """The first card with exactly these icons."""
    return next(c.id for c in GREAT_SPLIT.data.cards if sorted(c.icons) == sorted(icons))


ONE_BOOK, DIAMOND = card("books"), card("diamond")


def opened(kind: str) -> list[GameEvent]:
    """What all decided at once in the phases of a random game, as it is opened."""
    found, done, before = [], [], None
    for state, seat, action, after in games(3, seed=2):
        if state.stage == kind:
            before = state if before is None else before
            done.append((int(seat), action))
            if after.stage != kind and before is not None:
                found.append(step_event(before, after, *done))
                done, before = [], None
    return found


def keys_of(language: str, *groups: str) -> set[str]:
    """The keys of some groups of sentences."""
    starts = tuple(f"great_split.{group}." for group in groups)
    return {key for key in texts(language).keys() if key.startswith(starts)}  # noqa: SIM118 - not a dict


def test_every_line_of_a_score_sheet_has_a_name() -> None:
    resources = get_args(play.Resource)
    rounds = {f"{token}_{number}" for token in ("books", "art", "gems") for number in (3, 4, 6)}
    wanted = {"prestige", *rounds, *(f"contract_{resource}" for resource in resources)}
    assert keys_of("en", "points") == {f"great_split.points.{code}" for code in wanted}


@pytest.mark.parametrize("size", [(960, 540), (1440, 1080), (1920, 1080), (540, 720), (800, 1200)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_score_sheet_fits(
    language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seven seats and everything that can count, on half the page beside the graph or on a high page."""
    elsewhere = ("books_4", "gems_3", "art_3")
    codes = [code for code in sorted(keys_of("en", "points")) if not code.endswith(elsewhere)]
    sheet = tuple(ScoreLine(code, 24.0, "2 × 12") for code in codes)
    outcome = Outcome((Seat(1),), (320.0,) * 7, "great_split.reason.prestige", (sheet,) * 7)
    lines = rows(outcome, Series(Goal(games=3), None, (1.0,) * 7), [], texts(language).translate)
    assert len(lines) == 15
    with app_stage(language, size) as on, cut_texts(monkeypatch) as cut:
        canvas = on.app.canvas
        room = ResultLayout.of(canvas.area, 7).papers
        if canvas.area.w > canvas.area.h:
            room = room.columns(4, 5, gap=24)[1]
        sheet_rect = room.cut_top(height(lines, room.h))[0]
        draw_sheet(canvas, sheet_rect, lines, ["Ada"] * 7, (1,))
    assert cut == [] and 18 * 2 + HEAD_HEIGHT + len(lines) * LEAST_ROW_HEIGHT <= sheet_rect.h


# --- captions ------------------------------------------------------------------------------------


def test_what_is_sealed_is_told_without_what_was_decided() -> None:
    """Whatever it is the sentences are the same for whoever may not know it."""
    start = stage("split", hand=(0, 1, 2))
    heard = set()
    for action in GREAT_SPLIT.legal(start, Seat(0)):
        after = GREAT_SPLIT.apply(start, Seat(0), action)
        for viewer in (-1, 1, 2):
            heard.add(made_board().caption(step_event(start, after, (0, action)), viewer).key)
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
        line = made_board().caption(step_event(before, after, (0, action), sealed=True), 0)
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
    assert board.prompt(frame(state)) == Sentence("great_split.waiting.choose", {"count": 3})
    one = frame(replace(state, ready=(True, True, False)))
    assert one.position == PositionView(one.position.views, 0, (Seat(2),), None)
    assert board.prompt(one) == Sentence("great_split.waiting.choose_one", seats={"name": Seat(2)})


# --- tips ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_one_can_point_at_has_a_tip_in_every_stage(language: str) -> None:
    """For whoever decides and for everybody else, at four moments of each stage."""
    board, explained, say = made_board(), set(), texts(language).translate

    def told(line: Sentence) -> str:
        return sentence(line, say, str)

    canvas = Canvas(pygame.Surface((960, 540)), load("lamplight"))
    board.arrange(FIELD, SIDE, None, [Rect(20, 20 + 240 * seat, 372, 232) for seat in range(3)])
    for state, *_ in list(games(3, seed=4))[::9]:
        shown = frame(state, 0)
        for spot in board.every_spot(shown):
            tip = board.tip(shown.view, 0, spot.target)
            assert tip is not None, spot.target
            explained.add(spot.target[0])
            draw_tip(PaintContext(canvas, 0.0, say), tip, spot.rect, canvas.area, told)
    assert explained >= {"card", "splitter", "group", "sell", "track", "row", "portrait", "round", "deck"}
    assert explained >= {"banner", "flow", "bars", "estate", "summary", "character", "bracket"}


def said(state: play.State, viewer: int, target: Target) -> Tip:
    """The tip of something as a seat sees it."""
    view = GREAT_SPLIT.view(state, Seat(viewer) if viewer >= 0 else None)
    tip = made_board().tip(view, viewer, target)
    assert tip is not None
    return tip


def test_a_tip_says_what_a_card_is_worth_now() -> None:
    state = stage("resolve", hand=(ONE_BOOK, DIAMOND), tracks=at(books=2))
    tip = made_board().tip(GREAT_SPLIT.view(state, Seat(0)), 0, ("card", ONE_BOOK))
    assert tip is not None and tip.worth == Sentence("great_split.tip.card_worth", {"points": 1})


def test_a_card_played_or_sold_is_no_longer_told_as_one_in_hand() -> None:
    state = stage("resolve", hand=(70,), played=(ONE_BOOK, DIAMOND), sold=(False, True))
    told = [said(state, 0, ("card", number)) for number in (ONE_BOOK, DIAMOND, 70)]
    assert [tip.about.key.rpartition(".")[2] for tip in told] == [
        "played_does",
        "sold_does",
        "seal_card_does",
    ]
    assert GREAT_SPLIT.view(replace(state, shown=()), Seat(1)).estates[0].played == (
        ONE_BOOK,
        play.UNKNOWN_CARD,
    )
    others = [said(replace(state, shown=()), 1, ("played", 0, number)) for number in (0, 1)]
    assert others == told[:2]


def test_a_seal_says_which_of_its_contract_icons_came_with_the_character() -> None:
    """Sister Ottilie brings one of books; the other is on space 4, and the star on space 3 of the seal."""
    state = stage("resolve", hand=(ONE_BOOK,), tracks=at(books=5, books_seal=3))
    worth = said(state, 0, ("track", "books-seal")).worth
    figures = {"reached": 1, "given": 1, "icons": 2, "stars": 1, "points": 2}
    assert worth == Sentence("great_split.tip.contract", {"spaces": 12, "space": 3, **figures})
    assert said(state, 2, ("row", 0, 5)).worth == worth


def test_an_open_wallet_says_what_seals_do_and_whose_the_splitter_is() -> None:
    state = stage("choose", left=(ONE_BOOK,), right=(DIAMOND,))
    left, right, splitter = (
        said(state, 1, target) for target in (("group", "left"), ("group", "right"), ("splitter",))
    )
    assert left.worth is None and right.worth == Sentence("great_split.tip.seals")
    assert {tip.about.seats["name"] for tip in (left, right, splitter)} == {0}
    desk = Desk(state, 1)
    assert desk.rect(("splitter",)).w > 0


def test_the_banner_says_what_it_would_bring_the_own_seat() -> None:
    state = stage("resolve", number=4, hand=(ONE_BOOK,), tracks=at(art=14, topaz=4, emerald=5))
    assert said(state, 0, ("banner",)).worth == Sentence("great_split.tip.banner_worth", {"points": 13 + 4})
    assert said(state, 1, ("banner",)).worth == Sentence("great_split.tip.banner_worth", {"points": 0})
    assert said(state, -1, ("banner",)).worth is None


def test_an_estate_that_lies_large_has_tips_with_its_own_figures_and_says_how_it_goes_away() -> None:
    state = stage("resolve", hand=(ONE_BOOK,), tracks=at(books=7))
    desk = Desk(state, 1)
    desk.board.arrange(FIELD, SIDE, None, [Rect(20, 20 + 240 * seat, 372, 232) for seat in range(3)])
    x, y = desk.rect(("estate", 0)).centre
    assert desk.board.explain(Press(x=x, y=y, device=MOUSE), desk.frame)
    spots = desk.board.every_spot(desk.frame)
    told = {spot.target: desk.board.tip(desk.view, 1, spot.target) for spot in spots}
    assert {*(("row", 0, track) for track in range(10)), ("prestige", 0), ("portrait", 0)} <= told.keys()
    assert not any(target[0] in ("card", "track") for target in told), "they are covered"
    books = told["row", 0, 0]
    assert books is not None and books.worth is not None and books.worth.values["space"] == 7
    goes_away = Sentence("great_split.tip.large_does", seats={"name": Seat(0)})
    for target in (("large", 0), ("estate", 0), ("bars", 0, 0)):
        tip = told[target]
        assert tip is not None and tip.about == goes_away
    elsewhere = told["estate", 2]
    assert elsewhere is not None and elsewhere.about.key == "great_split.tip.estate_does"
