"""The games as OpenSpiel's own, for its algorithms; importing this module registers them.

    import pyspiel
    import core.environments.open_spiel

    game = pyspiel.load_game("tilewright_down_under(players=3,size=6x6,animals=True)")

Parameters are `players` and the options of the game; what is neither yes or no nor a number is a text (`by
hand`), nothing and no are `none` and `no`. `position`, see `quoted`, is the text of a position to begin with.
Numbers of actions and observations are those of the game's encoding.

Chance is explicit; its outcomes are numbered as the kernel lists them. Seats that decide at the same time do
so one after the other, and none is shown what the others have decided. Returns are `seats * share of the win
- 1`, or 0 for all if nobody wins: they add up to 0.

Observations, as tensors and in words, are what a seat may know at that moment. Information states are what it
has been shown and has decided since the beginning: of games without secrets the moves; else its own decisions
and a digest of all that it has seen. As tensors they would be too large, and are not offered.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from itertools import takewhile
from typing import Any, ClassVar, Final, NamedTuple
from urllib.parse import quote, unquote

import numpy as np
from numpy.typing import NDArray

from core import codec
from core.bots.kernel import CHANCE, OVER, IntArray, kernel_of
from core.environments.encoded import EncodedGame
from core.environments.setup import NotPossible, encoded_games
from core.game import AnyGame

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("OpenSpiel is missing: pip install open_spiel") from missing

PREFIX: Final = "tilewright_"
"""Before a game's key in its name here."""
PLAYERS: Final = {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}
"""OpenSpiel's numbers of who acts if it is no seat."""
SIGNS: Final = "%,()={}\n"
"""Signs that mean something between parameters."""
DIGEST_BYTES: Final = 16


def quoted(text: str) -> str:
    """A position's text as the parameter `position`, with `%0A`, `%2C` … for what that cannot contain."""
    return "".join(quote(sign, safe="") if sign in SIGNS else sign for sign in text)


# --- Parameters ----------------------------------------------------------------------------------------


def _words(rules: AnyGame, option: str) -> dict[str, Any]:
    """The values of an option by their words as a parameter; none if it is a yes or no, or a number."""
    values = codec.choices(rules.info.options)[option]
    if all(isinstance(value, bool) for value in values) or all(type(value) is int for value in values):
        return {}
    return {{None: "none", False: "no", True: "yes"}.get(value, value): value for value in values}


def _options(rules: AnyGame, options: Any) -> dict[str, Any]:
    """Options as parameters."""
    parameters = {}
    for name in codec.choices(rules.info.options):
        value = getattr(options, name)
        words = _words(rules, name).items()
        parameters[name] = next((word for word, meant in words if meant == value), value)
    return parameters


def _specification(rules: AnyGame) -> dict[str, Any]:
    """Every parameter of a game with its default."""
    return {"players": rules.info.seats[0], "position": "", **_options(rules, rules.info.options())}


def _encoded(rules: AnyGame, given: Mapping[str, Any]) -> EncodedGame:
    """The game with these parameters. Raises `NotPossible`."""
    usual = _specification(rules)
    chosen = {name: value for name, value in given.items() if value != usual[name]}
    text, seats = unquote(chosen.pop("position", "")), chosen.pop("players", None)
    for name, value in chosen.items():
        words = _words(rules, name)
        if words:
            if value not in words:
                raise NotPossible(f"{name} cannot be {value!r}; it can be {', '.join(words)}.")
            chosen[name] = words[value]
    return EncodedGame(rules.info.key, seats, chosen, text)


# --- Games ---------------------------------------------------------------------------------------------


def _game_type(rules: AnyGame) -> pyspiel.GameType:
    """Description of a game for OpenSpiel, whatever its parameters."""
    kind, hidden = pyspiel.GameType, kernel_of(rules.info.key).HIDDEN
    chance, information = kind.ChanceMode, kind.Information
    return kind(
        short_name=PREFIX + rules.info.key,
        long_name=rules.info.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if rules.info.chance else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=rules.info.seats[-1],
        min_num_players=rules.info.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_specification(rules),
    )


class TilewrightGame(pyspiel.Game):
    """A game with its parameters. Raises `NotPossible` for those that do not go together."""

    rules: ClassVar[AnyGame]
    game_type: ClassVar[Any]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.encoded = encoded = _encoded(self.rules, params or {})
        information = pyspiel.GameInfo(
            num_distinct_actions=encoded.encoding.ACTIONS,
            max_chance_outcomes=encoded.kernel.MOST_ACTIONS if self.rules.info.chance else 0,
            num_players=encoded.seats,
            min_utility=-1.0,
            max_utility=encoded.seats - 1.0,
            utility_sum=0.0,
            max_game_length=self.rules.bound(encoded.options, encoded.seats),
        )
        position = (params or {}).get("position", "")
        known = {"players": encoded.seats, "position": position, **_options(self.rules, encoded.options)}
        super().__init__(self.game_type, information, known)
        self.first = Moment(encoded)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its name and parameters: Python does not know where its class is."""
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> TilewrightState:
        """The state that the game begins with."""
        return TilewrightState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TilewrightObserver:
        """Observer of states of this game."""
        return TilewrightObserver(
            self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )


# --- States --------------------------------------------------------------------------------------------


class Recollection(NamedTuple):
    """Digests of what a seat sees at a moment, and of all that it has seen up to it; what it has decided."""

    seen: bytes = b""
    all_seen: bytes = b""
    decided: str = ""


class Moment:
    """A moment of a game and the move that led there; it never changes, so copies of a state share it."""

    __slots__ = ("_choices", "array", "before", "encoded", "move", "recollections", "to_act")

    def __init__(self, encoded: EncodedGame, before: Moment | None = None, move: int = -1) -> None:
        self.encoded, self.before, self.move = encoded, before, move
        self.array: IntArray = (before.array if before else encoded.start).copy()
        self.to_act: int
        if not before:
            self.to_act = encoded.kernel.actor(self.array)
        elif before.to_act == CHANCE:
            self.to_act = encoded.compiled.act_chance(self.array, before.chances[0][move])
        else:
            self.to_act = encoded.compiled.act(self.array, before.to_act, move)
        self._choices: Any = None
        self.recollections: dict[int, Recollection] = {}

    @property
    def seat(self) -> int:
        """The seat that made the move."""
        return self.before.to_act if self.before else CHANCE

    @property
    def legal(self) -> list[int]:
        """The numbers of the legal actions of the seat that is to act, in ascending order."""
        if self._choices is None:
            self._choices = self.encoded.legal(self.array, self.to_act)
        return self._choices  # type: ignore[no-any-return]

    @property
    def chances(self) -> tuple[list[int], list[float]]:
        """The codes of what chance may do, and how likely each is."""
        if self._choices is None:
            self._choices = self.encoded.chances(self.array)
        return self._choices  # type: ignore[no-any-return]

    def way(self) -> Iterator[Moment]:
        """This moment and all before it, backwards."""
        moment: Moment | None = self
        while moment:
            yield moment
            moment = moment.before

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the moves that led here."""
        return _replayed, (self.encoded, [moment.move for moment in self.way() if moment.before][::-1])


def _replayed(encoded: EncodedGame, moves: Iterable[int]) -> Moment:
    """The moment after these moves."""
    moment = Moment(encoded)
    for move in moves:
        moment = Moment(encoded, moment, move)
    return moment


class TilewrightState(pyspiel.State):
    """A state: the moment at which a game stands."""

    def __init__(self, game: TilewrightGame) -> None:
        super().__init__(game)
        self.moment = game.first

    def current_player(self) -> int:
        """The seat that decides, chance, or the end."""
        to_act = self.moment.to_act
        return to_act if to_act >= 0 else PLAYERS[to_act]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.moment.to_act == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Draws that chance may make, and how likely."""
        return list(enumerate(self.moment.chances[1]))

    def _apply_action(self, action: int) -> None:
        moment = self.moment
        if moment.to_act >= 0:
            legal = moment.legal
            place = bisect_left(legal, action)
            if place == len(legal) or legal[place] != action:
                raise NotPossible(f"Seat {moment.to_act} cannot do {action} now.")
        elif moment.to_act == OVER:
            raise NotPossible("The game is over.")
        elif not 0 <= action < len(moment.chances[0]):
            raise NotPossible(f"Chance cannot do {action} now.")
        self.moment = Moment(moment.encoded, moment, action)

    def _action_to_string(self, player: int, action: int) -> str:
        moment = self.moment
        if player < 0:
            return moment.encoded.chance_notation(moment.chances[0][action])
        return moment.encoded.notation(moment.array, player, action)

    def returns(self) -> list[float]:
        """Returns of the seats at the end, before that 0."""
        if self.moment.to_act != OVER:
            return [0.0] * self.moment.encoded.seats
        return self.moment.encoded.returns(self.moment.array)

    def __str__(self) -> str:
        """The whole position as text."""
        return self.moment.encoded.text(self.moment.array)


# --- What may be known ---------------------------------------------------------------------------------


class TilewrightObserver:
    """Observer: what a seat may know of a state, or has been shown since the beginning.

    `tensor` are the parts of the encoding's observation one after the other, `dict` each by its name; without
    them for all but the usual observation.
    """

    def __init__(self, game: TilewrightGame, kind: Any, params: Any) -> None:
        if params:
            raise NotPossible(f"Observations have no parameters, so none of {params}.")
        self.encoded, self.recalls = game.encoded, kind.perfect_recall
        own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.is_public = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.NONE
        self.is_own = kind.public_info and own
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self.is_own and not self.recalls:
            self._row = np.zeros(self.encoded.size, np.int16)
            self.tensor = np.zeros(self.encoded.size, np.float32)
            self.dict = self.encoded.parts(self.tensor)

    def set_from(self, state: TilewrightState, player: int) -> None:
        """Fill the tensor with what a seat may know."""
        if self.tensor is not None:
            self.encoded.encoding.observe(state.moment.array, player, self._row)
            self.tensor[:] = self._row

    def string_from(self, state: TilewrightState, player: int) -> str | None:
        """Text of what a seat, or everybody, may know; or of what the seat has been shown and has decided."""
        array = state.moment.array
        if self.recalls:
            return self._recalled(state, player) if self.is_own else None
        if self.is_public:
            return self.encoded.view(array, None)
        return self.encoded.view(array, player) if self.is_own else None

    def _recalled(self, state: TilewrightState, player: int) -> str:
        """The information state of a seat."""
        if not self.encoded.kernel.HIDDEN:
            return str(state.history_str())
        recollection = self._recollection(state.moment, player)
        return recollection.decided + recollection.all_seen.hex()

    def _recollection(self, moment: Moment, player: int) -> Recollection:
        """Knowledge of a seat up to a moment: what it has seen and decided, kept with all before it."""
        unknown = list(takewhile(lambda passed: player not in passed.recollections, moment.way()))
        known = unknown[-1].before if unknown else moment
        now = known.recollections[player] if known else Recollection()
        for passed in reversed(unknown):
            seen = _digest(self.encoded.concealed(passed.array, player).tobytes())
            if passed.seat == player:
                decided = f"{now.decided}{passed.move} "
                now = Recollection(seen, _digest(now.all_seen + seen + decided.encode()), decided)
            elif seen != now.seen:
                now = Recollection(seen, _digest(now.all_seen + seen), now.decided)
            passed.recollections[player] = now
        return now


def _digest(raw: bytes) -> bytes:
    return blake2b(raw, digest_size=DIGEST_BYTES).digest()


# --- Registered when this module is imported -----------------------------------------------------------


def _register(rules: AnyGame) -> type[TilewrightGame]:
    """Make a game known to OpenSpiel; it keeps the class, and gives it up only after Python has ended."""
    name = "".join(word.capitalize() for word in rules.info.key.split("_"))
    kind = _game_type(rules)
    made = type(f"Tilewright{name}", (TilewrightGame,), {"rules": rules, "game_type": kind})
    pyspiel.register_game(kind, made)
    return made


OPEN_SPIEL_GAMES: Final = tuple(map(_register, encoded_games()))
"""The classes of all games with an encoding, in the order of the shelf."""
