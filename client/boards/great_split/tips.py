"""Tips of The Great Split: what cards, tracks, tokens and characters are, do, and are worth now."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from client.boards.contract import Sentence
from client.boards.great_split.layout import DATA
from client.boards.great_split.tracks import TrackStanding, standings
from client.boards.great_split.words import banner, next_scoring, track_key
from client.boards.kit.pieces import Target
from client.boards.kit.tips import Tip, tip_of
from core.game import Seat
from core.games.great_split import scoring
from core.games.great_split import state as play
from core.games.great_split.data import CARD_LEVELS, SCORING_ROUNDS, SEALS
from core.games.great_split.rules import GreatSplit, right_neighbour, wallet
from core.games.great_split.state import RESOURCES, TRACKS, UNKNOWN_CARD, Estate, Resource, State, WalletSide

TRACK_NUMBERS = {str(track): number for number, track in enumerate(TRACKS)}
"""Number of each track by its name."""


named: Final = partial(tip_of, "great_split")
"""Tip of a thing by its word, see `tip_of`."""


def tip(game: GreatSplit, view: State, viewer: int, target: Target) -> Tip | None:
    """Tip of a target for a viewer; None where there is nothing to say."""
    own = _in_strip(game, view, viewer, target) if viewer >= 0 else None
    return own or _of_estate(view, target) or _on_plates(view, viewer, target)


def _in_strip(game: GreatSplit, view: State, viewer: int, target: Target) -> Tip | None:
    """Tip on the viewer's own tracks and cards, or on the wallet that lies open before the viewer."""
    match target:
        case ("track", "prestige"):
            return _prestige(view, viewer)
        case ("track", str(track)):
            return _track(view, viewer, TRACK_NUMBERS[track])
        case ("card", int(card)):
            return _card(game, view, viewer, card)
        case ("sell", str(goods)):
            return named(f"sell_{goods}", name=f"offer.{goods}")
        case ("group", "left" | "right" as side):
            return _group(view, viewer, side)
        case ("splitter",) if view.stage == "choose":
            return named(
                "splitter_theirs",
                name="tip.splitter",
                seats={"name": right_neighbour(view.seats, viewer)},
            )
        case ("splitter",):
            return named("splitter")
    return None


def _of_estate(view: State, target: Target) -> Tip | None:
    """Tip on a part of any seat's estate."""
    match target:
        case ("row", int(seat), int(track)):
            return _track(view, seat, track)
        case ("prestige", int(seat)):
            return _prestige(view, seat)
        case ("portrait" | "character", int(seat)):
            return _character(view, seat)
        case ("played", int(seat), int(number)):
            return _played(view.estates[seat], number)
        case ("wallet", *_):
            return named("wallet")
    return None


def large(view: State, seat: int) -> Tip:
    """Tip on an estate that lies large over the table, and on its plate."""
    return named("large", _points(view, seat), seats={"name": Seat(seat)})


def _on_plates(view: State, viewer: int, target: Target) -> Tip | None:
    """Tip on a plate or its bars, the next scoring, the sums of a group, the wallets' way."""
    match target:
        case ("bars", int(seat), int(track)):
            return _bars(view, seat, track)
        case ("estate" | "summary", int(seat)):
            return named("estate", _points(view, seat))
        case ("banner",):
            return _banner(view, viewer)
        case ("sums", *_):
            return named("sums")
        case ("flow",):
            return named("flow")
    return None


# --- before the seats -----------------------------------------------------------------------------------


def _track(view: State, seat: int, track: int) -> Tip:
    """Tip on a track: its progress and its score now; for a seal track, those of its contract."""
    standing = standings(view.estates[seat], view.slider)[track % len(RESOURCES)]
    name, spaces = RESOURCES[track % len(RESOURCES)], DATA.spaces[track]
    values: dict[str, str | int] = {"spaces": spaces, "space": standing.reached}
    if track >= len(RESOURCES):
        worth = Sentence(
            "great_split.tip.contract", {**values, **_contract(view.estates[seat], standing, name)}
        )
        return named("seal", worth, name=Sentence(track_key(track)))
    gem = name in ("topaz", "emerald")
    if name == "gold":
        worth = Sentence("great_split.tip.space", values)
    else:
        points = 2 * standing.worth * standing.counts if gem else standing.worth
        worth = Sentence("great_split.tip.worth", {**values, "points": points})
    return named("gems" if gem else name, worth, name=Sentence(track_key(track)))


def _contract(estate: Estate, track_standing: TrackStanding, resource: Resource) -> dict[str, str | int]:
    """Values of a contract for a sentence: where its icons come from, its stars, and its points."""
    tile = {} if estate.character is None else DATA.characters[estate.character].contracts
    given = tile.get(resource, 0)
    icons, stars = track_standing.icons, track_standing.stars
    figures = {"reached": icons - given, "given": given, "icons": icons, "stars": stars}
    return {"space": track_standing.sealed, **figures, "points": icons * stars}


def _bars(view: State, seat: int, track: int) -> Tip:
    """Tip on the bars of a resource and its seal: their progress."""
    standing = standings(view.estates[seat], view.slider)[track]
    seal = track + len(RESOURCES)
    reached: dict[str, str | int] = {"space": standing.reached, "spaces": DATA.spaces[track]}
    worth = {**reached, "seal": standing.sealed, "seals": DATA.spaces[seal]}
    name = Sentence("great_split.tip.bars", words={"track": track_key(track), "other": track_key(seal)})
    return named("bars", Sentence("great_split.tip.bars_worth", worth), name=name)


def _points(view: State, seat: int, key: str = "points") -> Sentence | None:
    """Sentence on a seat's prestige, and what the last scoring would add now; None after the end."""
    if view.stage == "over":
        return None
    estate = view.estates[seat]
    more = scoring.final_points(DATA, estate, view.slider)
    return Sentence(f"great_split.tip.{key}", {"points": estate.prestige, "more": more})


def _prestige(view: State, seat: int) -> Tip:
    return named("prestige", _points(view, seat, "prestige_worth"))


def _banner(view: State, viewer: int) -> Tip:
    """Tip on what is scored next, and the prestige that would bring the viewer's seat now."""
    tokens = next_scoring(view)[1]
    worth = None
    if tokens and viewer >= 0:
        points = sum(scoring.score(DATA, view.estates[viewer], token, view.slider) for token in tokens)
        worth = Sentence("great_split.tip.banner_worth", {"points": points})
    return named("banner", worth, name=banner(view))


def _character(view: State, seat: int) -> Tip | None:
    """Tip on a seat's character: its contract icons; None if it has no character yet."""
    number = view.estates[seat].character
    if number is None:
        return None
    character = DATA.characters[number]
    icons = [track_key(TRACK_NUMBERS[name]) for name in character.contracts]
    words = {"first": icons[0]} if len(icons) == 1 else {"first": icons[0], "second": icons[1]}
    worth = Sentence(f"great_split.tip.icons_{len(icons)}", words=words)
    name = Sentence(f"great_split.character.{character.name}")
    return named("character", worth, name=name)


def _card(game: GreatSplit, view: State, viewer: int, card: int) -> Tip | None:
    """Tip on a card: what it would bring its owner now, without its seals; None for one face down."""
    if card == UNKNOWN_CARD:
        return None
    estate = view.estates[viewer]
    if card in estate.played:
        return _played(estate, estate.played.index(card))
    worth = None
    if view.stage == "resolve" and card in estate.hand:
        worth = Sentence("great_split.tip.card_worth", {"points": _gain(game, estate, card, view.slider)})
    if _has_seals([card]):
        about = Sentence("great_split.tip.seal_card_does", words={"seals": "great_split.tip.seals"})
        return Tip(_card_name(card), about, worth)
    return named("card", worth, name=_card_name(card))


def _card_name(card: int) -> Sentence:
    return Sentence("great_split.tip.card", {"level": DATA.cards[card].level})


def _has_seals(numbers: Iterable[int]) -> bool:
    """Whether any of these cards shows a seal."""
    return any(icon in SEALS for card in numbers if card != UNKNOWN_CARD for icon in DATA.cards[card].icons)


def _played(estate: Estate, number: int) -> Tip:
    """Tip on a card that was played or sold in this round."""
    if estate.sold[number]:
        return named("sold")
    return named("played", name=_card_name(estate.played[number]))


def _group(view: State, viewer: int, wallet_side: WalletSide) -> Tip:
    """Tip on a group of the open wallet; if it has seals, also on what these do."""
    seals = _has_seals(wallet(view, viewer, wallet_side))
    worth = Sentence("great_split.tip.seals") if seals else None
    return named("group", worth, seats={"name": right_neighbour(view.seats, viewer)})


def _gain(game: GreatSplit, estate: Estate, card: int, slider: int) -> int:
    """Prestige and points of the last scoring that a card would add now, without its seals."""
    after = game.resolved(estate, play.Play(card))
    now, then = (one.prestige + scoring.final_points(DATA, one, slider) for one in (estate, after))
    return then - now


# --- beside them ----------------------------------------------------------------------------------------


def round_tip(view: State, number: int) -> Tip:
    """Tip on a round: the level drawn (by two players also the level below), and the cards to keep."""
    which = 1 if number <= SCORING_ROUNDS[0] else 2
    values = {"level": CARD_LEVELS[which], "limit": DATA.hand_limit[number - 1], "round": number}
    if len(view.estates) > 2:
        return named("round", values=values)
    return named("round_two", name="tip.round", values={**values, "below": CARD_LEVELS[which - 1]})


def scoring_token(view: State, index: int) -> Tip:
    """Tip of a scoring token."""
    token, number = view.tokens[index], SCORING_ROUNDS[index // 2]
    if token == "none":
        return named("none", name="tip.scoring_none")
    name = Sentence("great_split.tip.scoring", words={"token": f"great_split.scoring.{token}"})
    return named("scoring", name=name, values={"round": number})
