"""What The Great Split's motifs say, against tracks that are walked space by space."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec
import numpy as np

from core.bots import Budget, bot
from core.bots.greedy import settle_chance
from core.bots.motifs import Motif
from core.game import Seat
from core.games.great_split.bot.motifs import motifs
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import Action, Bonus, Discard, Estate, Options, Play, Split, State, Take
from tests.core.games.great_split.sheet import RESOURCES, SEALS, TRACKS, Sheet

SHEET = Sheet.printed()
Tracks = dict[str, int]
SCORES = {"books": ["books"], "art": ["art"], "gems": ["topaz", "emerald"], "contracts": []}


def tracks_of(estate: Estate) -> Tracks:
    return dict(zip(TRACKS, estate.tracks, strict=True))


def worths(s: State, estate: Estate, tracks: Tracks) -> dict[str, int]:
    """What each scoring would pay now."""
    assert estate.character is not None
    return {
        "books": SHEET.books(tracks),
        "art": SHEET.art_worth(tracks, sum(s.market)),
        "gems": SHEET.gems(tracks),
        "contracts": sum(a * b for a, b in SHEET.contracts(tracks, estate.character).values()),
    }


def raised(s: State, estate: Estate, cards: Iterable[int]) -> int:
    """Prestige by which the resources and the prestige of some cards raise a seat."""
    tracks, icons = tracks_of(estate), [icon for card in cards for icon in SHEET.icons[card]]
    then = sum(worths(s, estate, tracks).values())
    SHEET.walk(tracks, [icon for icon in icons if icon in RESOURCES])
    return sum(worths(s, estate, tracks).values()) - then + icons.count("prestige")


def scorings(s: State, token: str) -> list[int]:
    """Rounds after which something is still to score."""
    lines = [3] * (token in s.tokens[:2]) + [4] * (token in s.tokens[2:]) + [6]
    return [number for number in lines if number >= s.round]


def icons(cards: Iterable[int], wanted: Iterable[str] | None = None) -> int:
    names = [icon for card in cards for icon in SHEET.icons[card]]
    return len(names) if wanted is None else sum(names.count(name) for name in wanted)


def way_of(action: Action) -> tuple[list[str], int]:
    """Steps and prestige of an action that resolves something."""
    words = GREAT_SPLIT.notation(action).split()
    if isinstance(action, Play):
        names = list(SHEET.icons[action.card])
        steps = [name for name in names if name in RESOURCES] + list(action.seals)
        return steps, names.count("prestige")
    if words[-1] == "prestige":
        return [], 2 if isinstance(action, Bonus) else 1
    return [words[-1]] * (2 if isinstance(action, Bonus) else 1), 0


def true_of_step(s: State, estate: Estate, action: Action, code: str, values: dict[str, int | str]) -> bool:
    """Whether a motif of a card, the splitter or a double arrow says what is so."""
    then, now = tracks_of(estate), tracks_of(estate)
    way, prestige = way_of(action)
    met = SHEET.walk(now, list(way))
    before, after = worths(s, estate, then), worths(s, estate, now)
    assert estate.character is not None
    contracts = [SHEET.contracts(tracks, estate.character) for tracks in (then, now)]
    name = str(values.get("track", "")).rpartition(".")[2]
    match code:
        case "prestige":
            return values == {"points": prestige} and prestige > 0
        case "arrow":
            return values == {"count": met["double arrow"]} and met["double arrow"] > 0
        case "to_arrow":
            ahead = min(space for (track, space) in SHEET.does if track == "gold" and space > now["gold"])
            return values == {"count": ahead - now["gold"]} and now["gold"] > then["gold"]
        case "seal_step":
            return (
                met["step by a seal"] > 0
                and now[name] > then[name]
                and now[f"{name}-seal"] > then[f"{name}-seal"]
            )
        case "icon":
            more = contracts[1][name][0] == values["count"] == contracts[0][name][0] + 1
            return more and contracts[1][name][1] == 0
        case "star":
            more = contracts[1][name][1] == values["count"] == contracts[0][name][1] + 1
            return more and contracts[1][name][0] == 0
        case "one_more":
            further = dict(now)
            SHEET.walk(further, [name])
            points = sum(worths(s, estate, further).values()) - sum(after.values())
            return now[name] > then[name] and values["points"] == points > 0
        case "steps":
            count = sum(now.values()) - sum(then.values())
            return values == {"count": count} and count > 0 and not met["step lost"]
    token = code.removeprefix("scores_")
    gain = after[token] - before[token]
    return gain > 0 and values == {"points": gain, "total": after[token], "round": scorings(s, token)[0]}


def true_of_groups(  # noqa: PLR0911, PLR0912
    s: State, seat: int, action: Take | Split, code: str, values: dict[str, int | str]
) -> bool:
    """Whether a motif of taking or parting says what is so."""
    me = s.estates[seat]
    other = (seat - 1 if isinstance(action, Take) else seat + 1) % s.seats
    you = s.estates[other]
    if isinstance(action, Take):
        both = (you.left, you.right) if action.side == "left" else (you.right, you.left)
    else:
        both = (action.left, action.right)
    mine, yours = ([raised(s, estate, group) for group in both] for estate in (me, you))
    pair = {"mine": 0, "theirs": 0}
    match code:
        case "raises_more":
            return values == {"mine": mine[0], "theirs": mine[1]} and mine[0] > mine[1]
        case "more_icons" | "more_seals" | "more_cards":
            names = {"more_icons": None, "more_seals": SEALS, "more_cards": None}[code]
            counts = [len(group) if code == "more_cards" else icons(group, names) for group in both]
            pair = dict(zip(pair, counts, strict=True))
            return values == pair and counts[0] > counts[1]
        case "leaves_less":
            return values == {"seat": other, "left": yours[1], "taken": yours[0]} and yours[1] < yours[0]
        case "fits":
            token = str(values["what"]).rpartition(".")[2]
            counts = [icons(group, SCORES[token]) for group in both]
            soon = scorings(s, token)[0]
            return values["count"] == counts[0] > counts[1] and values["round"] == soon
        case "comes_back":
            return values == {"points": min(mine)} and min(mine) > 0
        case "suits_both":
            better = int(yours[1] > yours[0])
            right = yours[0] != yours[1] and mine[1 - better] > mine[better]
            return right and values == {"seat": other, "points": mine[1 - better]}
        case "gives_less":
            return values == {"seat": other, "points": max(yours), "mine": max(mine)} and max(yours) < max(
                mine
            )
        case "even":
            counts = [icons(group) for group in both]
            return values == {"left": counts[0], "right": counts[1]} and abs(counts[0] - counts[1]) <= 1
        case "even_for":
            return (
                values == {"seat": other, "left": yours[0], "right": yours[1]}
                and abs(yours[0] - yours[1]) <= 1
            )
        case "even_back":
            return values == {"left": mine[0], "right": mine[1]} and abs(mine[0] - mine[1]) <= 1
        case "returns":
            return values == {"count": min(icons(group) for group in both)}
    return False


def true_of_discard(s: State, estate: Estate, card: int, code: str, values: dict[str, int | str]) -> bool:
    """Whether a motif of laying down a card says what is so."""
    match code:
        case "raises_least":
            worth = [raised(s, estate, [each]) for each in estate.hand]
            return values == {"points": raised(s, estate, [card])} == {"points": min(worth)}
        case "fewest_icons":
            return values == {"count": icons([card])} == {"count": min(icons([each]) for each in estate.hand)}
        case "not_soon":
            soon = 3 if s.round <= 3 else 4
            names = [
                name for token, tracks in SCORES.items() if soon in scorings(s, token) for name in tracks
            ]
            line = s.tokens[:2] if soon == 3 else s.tokens[2:]
            return values == {"round": soon} and s.round <= soon and icons([card], names) == 0 and bool(line)
    return False


def check(s: State, seat: Seat, action: Action, found: list[Motif]) -> None:
    """Compare every motif of an action; `s` is the whole state."""
    for motif in found:
        code, values = motif.code.rpartition(".")[2], motif.values
        match action:
            case Discard():
                right = true_of_discard(s, s.estates[seat], action.card, code, values)
            case Take() | Split():
                # While all decide, a rival's tracks lie as before.
                lying = tuple(
                    own if number == seat else shown
                    for number, (own, shown) in enumerate(zip(s.estates, s.shown, strict=True))
                )
                right = true_of_groups(_with_estates(s, lying), seat, action, code, values)
            case _:
                right = true_of_step(s, s.estates[seat], action, code, values)
        assert right, (motif, GREAT_SPLIT.notation(action))


def _with_estates(s: State, estates: tuple[Estate, ...]) -> State:

    return msgspec.structs.replace(s, estates=estates)


def test_what_they_say_is_so_all_through_games() -> None:
    """All are compared with what the whole state says, from the seat's view."""
    met, easy = Counter[str](), bot(GREAT_SPLIT, "easy")
    for number, seats in enumerate((2, 3, 5, 2, 4, 3)):
        rng = np.random.default_rng([25, number])
        s = settle_chance(GREAT_SPLIT, GREAT_SPLIT.start(Options(), seats), rng)
        while acting := GREAT_SPLIT.to_act(s):
            seat = acting[int(rng.integers(len(acting)))]
            view, legal = GREAT_SPLIT.view(s, seat), GREAT_SPLIT.legal(s, seat)
            action = easy.choose(GREAT_SPLIT, view, seat, rng, Budget())
            for asked in (action, legal[int(rng.integers(len(legal)))]):
                found = motifs(view, seat, asked)
                check(s, seat, asked, found)
                codes = {motif.code.rpartition(".")[2] for motif in found}
                assert len(codes) == len(found)
                met.update(codes)
            s = settle_chance(GREAT_SPLIT, GREAT_SPLIT.apply(s, seat, action), rng)
    assert met.keys() == {
        *("prestige", "scores_books", "scores_art", "scores_gems", "scores_contracts", "arrow", "to_arrow"),
        *(
            "seal_step",
            "icon",
            "star",
            "one_more",
            "steps",
            "raises_more",
            "more_icons",
            "more_seals",
            "more_cards",
        ),
        *("leaves_less", "fits", "comes_back", "suits_both", "gives_less", "even", "even_for", "even_back"),
        *("returns", "raises_least", "fewest_icons", "not_soon"),
    }
