"""The games as PettingZoo environments.

    from core.environments.pettingzoo import env, parallel_env

    table = env("great_split", seats=3)
    table.reset(seed=1)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        action = None if termination else table.action_space(agent).sample(observation["action_mask"])
        table.step(action)

Agents are `seat_0` … in the order of the seats. An observation has the parts of the game's encoding one
after the other (`observation`: what the seat may know) and marks the actions that are legal (`action_mask`:
none for a seat that owes no decision). At the end each seat is rewarded by `seats * share of the win - 1`;
these add up to 0, for if nobody wins all get 0. Chance follows the seed of `reset`. Games end by their rules:
nothing is ever truncated.

In `env` one seat decides after the other, also where all do at the same time: then none is shown what the
others have decided. In `parallel_env` all who owe a decision make one in each step; the others are not heard.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.bots.kernel import OVER
from core.environments.encoded import EncodedGame
from core.environments.setup import NotPossible

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as missing:
    raise ImportError("PettingZoo is missing: pip install pettingzoo") from missing

RENDER_MODES: Final = ("ansi", "human")
OBSERVED: Final = np.iinfo(np.int16)
"""Bounds of the numbers of an observation."""

Observation = dict[str, NDArray[Any]]
"""`observation` and `action_mask` of a seat."""


def env(key: str, **chosen: Any) -> OrderEnforcingWrapper:
    """An environment in which one seat decides after the other; with the arguments of `SequentialTable`."""
    return OrderEnforcingWrapper(SequentialTable(key, **chosen))


def parallel_env(key: str, **chosen: Any) -> ParallelTable:
    """An environment in which all decide who owe a decision; with the arguments of `ParallelTable`."""
    return ParallelTable(key, **chosen)


class _Play:
    """A game being played, with the chance of its seed."""

    def __init__(self, encoded: EncodedGame) -> None:
        self.encoded = encoded
        self._rng: np.random.Generator | None = None

    def begin(self, seed: int | None) -> None:
        """Begin a game; without a seed its chance goes on where that of the last game stood."""
        if seed is not None and (not isinstance(seed, int | np.integer) or seed < 0):
            raise NotPossible(f"A seed is a whole number that is not negative, not {seed!r}.")
        if seed is not None or self._rng is None:
            self._rng = np.random.default_rng(seed)
        self._draws = self._rng.integers(1 << 63, size=1, dtype=np.uint64)
        self.array = self.encoded.start.copy()
        self.to_act: int = self.encoded.compiled.settle(self.array, self._draws)

    def expect(self, seat: int, action: Any) -> int:
        """The number of a legal action. Raises `NotPossible` for any other."""
        if not isinstance(action, int | np.integer) or action not in self.encoded.legal(self.array, seat):
            raise NotPossible(f"seat_{seat} cannot do {action!r} now; its action_mask says what it can.")
        return int(action)

    def apply(self, seat: int, action: int) -> None:
        """A seat does what is legal, then chance acts."""
        self.encoded.compiled.act(self.array, seat, action)
        self.to_act = self.encoded.compiled.settle(self.array, self._draws)

    def owing(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return self.encoded.rules.to_act(self.encoded.kernel.to_state(self.array))

    def observe(self, seat: int, is_to_act: bool) -> Observation:
        """Observation of a seat, and its legal actions."""
        seen = np.empty(self.encoded.size, dtype=np.int16)
        self.encoded.encoding.observe(self.array, seat, seen)
        mask = np.zeros(self.encoded.encoding.ACTIONS, dtype=np.int8)
        if is_to_act:
            mask[self.encoded.legal(self.array, seat)] = 1
        return {"observation": seen, "action_mask": mask}

    def rewards(self) -> list[float]:
        """Rewards for what was done last: 0 before the end."""
        return self.encoded.returns(self.array) if self.to_act == OVER else [0.0] * self.encoded.seats


class _Table:
    """Common part of both kinds of environments."""

    def __init__(
        self,
        key: str,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        position: str = "",
        render_mode: str | None = None,
    ) -> None:
        self.play = _Play(EncodedGame(key, seats, options, position))
        if render_mode not in (None, *RENDER_MODES):
            known = ", ".join(RENDER_MODES)
            raise NotPossible(f"There is no render mode {render_mode!r}; there are {known}.")
        self.render_mode = render_mode
        self.metadata = {
            "name": f"tilewright_{key}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.play.encoded.seats)]
        self.agents: list[str] = []
        size, actions = self.play.encoded.size, self.play.encoded.encoding.ACTIONS
        self.observation_spaces = {
            agent: Dict(
                observation=Box(OBSERVED.min, OBSERVED.max, (size,), np.int16),
                action_mask=Box(0, 1, (actions,), np.int8),
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """Space of an agent's observations."""
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The numbers of all actions."""
        self._seat(agent)
        return self.action_spaces[agent]

    def _seat(self, agent: Any) -> int:
        """The seat of an agent. Raises `NotPossible`."""
        if agent not in self.possible_agents:
            known = ", ".join(self.possible_agents)
            raise NotPossible(f"There is no agent {agent!r}; there are {known}.")
        return self.possible_agents.index(agent)

    def render(self) -> str | None:
        """The whole position as text: given back as `ansi`, printed for a `human`."""
        if self.render_mode is None:
            return None
        text = self.play.encoded.text(self.play.array)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is to be closed."""


class SequentialTable(_Table, AECEnv):
    """An environment in which one seat decides after the other.

    `key` is that of the game, `position` the text of one to begin with (`core.position`). Raises
    `NotPossible` for what the game does not have, what does not go together, and actions that are not legal.
    """

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin a game; `options` are those of PettingZoo and mean nothing here."""
        self.play.begin(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """Choose the agent that is to act; at the end the first one."""
        self.agent_selection = self.agents[max(self.play.to_act, 0)]

    def observe(self, agent: str) -> Observation:
        """Observation of an agent; its mask is empty unless it is to act."""
        seat = self._seat(agent)
        return self.play.observe(seat, seat == self.play.to_act)

    def step(self, action: Any) -> None:
        """The selected agent does this, or leaves after the end."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat(agent)
        self.play.apply(seat, self.play.expect(seat, action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.play.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, self.play.to_act == OVER)
        self._accumulate_rewards()
        self._select()


class ParallelTable(_Table, ParallelEnv):
    """An environment in which all decide who owe a decision; see `SequentialTable` for the rest."""

    def reset(
        self, seed: int | None = None, options: Any = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game; `options` are those of PettingZoo and mean nothing here."""
        self.play.begin(seed)
        self.agents = [*self.possible_agents]
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        owing = self.play.owing()
        return {
            agent: self.play.observe(seat, seat in owing) for seat, agent in enumerate(self.possible_agents)
        }

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """Every seat that owes a decision makes one; if one is not legal, none is made."""
        if not self.agents:
            raise NotPossible("No game is being played; reset begins one.")
        for agent in actions:
            self._seat(agent)
        owing = self.play.owing()
        chosen = {seat: self.play.expect(seat, actions.get(self.possible_agents[seat])) for seat in owing}
        for seat, action in chosen.items():
            self.play.apply(seat, action)
        agents, is_over = self.agents, self.play.to_act == OVER
        self.agents = [] if is_over else agents
        return (
            self._observations(),
            dict(zip(agents, self.play.rewards(), strict=True)),
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )
