"""The chapter "One round, step by step" of the architecture is what really happens."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from matroidlab import PartitionMatroid
from matroidlab.bandits import IUCB
from matroidlab.kernels.game import Ledger
from matroidlab.kernels.when_to_compile import compiling
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import Constraint
from matroidlab.simulation.game import Game
from support.call_tree import calls_of, drawn

PAGE = Path(__file__).parents[1] / "docs" / "project" / "architecture.md"
TESTS_FIRST = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
MACHINERY = "Kernel."
"""How a kernel finds its way is told elsewhere."""


def played() -> list[str]:
    """The calls of the second round, when there is something to learn from."""
    matroid, rewards = PartitionMatroid([[0, 1, 2], [3, 4]]), Bernoulli([0.1, 0.2, 0.3, 0.4, 0.5])
    game = Game(
        IUCB(matroid, [2, 4], horizon=100),
        rewards,
        Constraint(matroid, rewards.means, [2, 4]),
        np.array([50, 100]),
        np.random.default_rng(0),
    )
    with compiling("never"):
        game.look()
        game.play_round()

        def charged() -> Ledger:
            game.play_round()
            return game.ledger

        return drawn(calls_of(charged, "matroidlab", without=MACHINERY))


def told_by(program: str, way: str = "numpy") -> str:
    """What a program says, in a process of its own, in which nothing is compiled yet."""
    environment = {**os.environ, "PYTHONPATH": TESTS_FIRST, "MATROIDLAB_KERNELS": way}
    if not way:
        del environment["MATROIDLAB_KERNELS"]
    return subprocess.run(
        [sys.executable, program], env=environment, capture_output=True, text=True, check=True
    ).stdout


MORE_MODULES = {"delta": 3, "thompson": 9, "OMM": 1}
"""Beyond those of I-UCB: bounds by divergence and variance and the own logarithm (delta, thompson),
a posterior sample, safe lists and contradictions (thompson), the logarithm (OMM), and what policies
with beliefs share (both)."""


@pytest.mark.parametrize("way", ["numpy", ""])
def test_a_round_goes_through_ten_modules_and_a_simulation_through_eighteen(way: str) -> None:
    """Also where it could be compiled: a short simulation hears nothing of parts."""
    found = json.loads(told_by(str(Path(__file__).with_name("modules_in_a_round.py")), way))
    assert len(found) == 18
    for game, (of_a_round, of_all) in found.items():
        more = MORE_MODULES.get(game.partition(",")[0], 0)
        assert len(of_a_round) <= 10 + more, (game, of_a_round)
        assert len(of_all) <= 18 + more, (game, of_all)
        assert {"bandits.beliefs.beliefs", "rewards.bernoulli"} < set(of_a_round) < set(of_all)


def test_the_page_lists_the_calls_of_a_round() -> None:
    told = told_by(__file__)
    assert told.count("\n") > 30
    assert told in PAGE.read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.stdout.write("\n".join(played()) + "\n")
