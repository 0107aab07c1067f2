"""OpenSpiel's tabular CFR learns the last three tiles of The Great Divide.

    python docs/examples/learn.py [ITERATIONS]

Nothing in it is made for this game. Regret minimisation plays all ways on from the position again and again
and shifts weight to the actions it regrets not to have chosen. `NashConv` is what both seats together could
gain by a best reply to what has been learned: 0 is perfect play.
"""

import sys

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, minimax

from core.environments import open_spiel

POSITION = """\
great_divide
options: {"limited_selection":true}
board: 1,0
     ↙     ↙     ↓
  ↖     ↖     ↖     ↗
     ↗     ↙     ↗
  ↑     ↑     ↘     ↙
     ↖     ↓     ↑
  ↖     ↙     ↘     ↘
     ↓     ↗     ↘
  ↓     ↖     ↗     ↘
     ↙     ↑     ↙
  ↓     ↑     ↑     ↓
     ↘     ↗     ↙
  ↘     ↑     ↖     ↖
     ↓     ↗     ↓
  ↘     ↗     ↑     ↘
     ·     ↓     ↖
  ↗     ↖     ↖     ↙
     ↓     ↖     ↘
  ↖     ↙     ↘     ·
     ·     ↗     ↗
active: 134E W35
flipped: 2
five: 0
turn: 1
"""


MOST_MOVES = 1000
"""More than are left, chance included."""


def learn(iterations: int) -> None:
    """Print what has been learned each time the iterations have doubled."""
    game = pyspiel.load_game("tilewright_great_divide", {"position": open_spiel.quoted(POSITION)})
    solver = cfr.CFRPlusSolver(game)
    print("iterations  value for West  NashConv")
    done = 0
    while True:
        policy = solver.average_policy()
        value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)[0]
        gap = exploitability.nash_conv(game, policy)
        print(f"{done:10}  {value:14.3f}  {gap:8.4f}")
        if done >= iterations:
            break
        for _ in range(max(done, 1)):
            solver.evaluate_and_update_policy()
        done += max(done, 1)
    exact, _ = minimax.expectiminimax(game.new_initial_state(), MOST_MOVES, None, 0)
    print(f"     exact  {exact:14.3f}  {0:8.4f}")


if __name__ == "__main__":
    learn(int(sys.argv[1]) if len(sys.argv) > 1 else 64)
