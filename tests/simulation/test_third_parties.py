"""The documentation's example of parts: family, rewards and policy of third parties."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from matroidlab import Matroid, Policy, RewardModel, UniformMatroid, offered
from matroidlab.bandits import IUCB, OMM, Thompson
from matroidlab.protocol import Part
from matroidlab.rewards import Bernoulli
from matroidlab.testing import check_matroid, check_policy, check_reward_model
from support.one_game import (
    Finish,
    by_compiled_loop,
    by_plain_loop,
    by_steps,
    half_and_half,
    outcome,
)

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "plugins.md"
MODULE = re.compile(r"The module `matroidlab_quick.py`:\n\n```python\n(.*?)```", re.DOTALL)
OTHERS = """
from matroidlab import UniformMatroid
from matroidlab.bandits import OMM
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate
simulate(OMM(UniformMatroid(4, 2)), Bernoulli([0.1, 0.2, 0.3, 0.4]), steps=10, seed=0)
"""
STEPS = np.array([7, 20, 41])
DEADLINES = (1, 2, 2, 1, 3, 0, 4, 4)


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The module, in a file as its author would have it."""
    found = MODULE.search(PAGE.read_text(encoding="utf-8"))
    assert found is not None
    folder = tmp_path_factory.mktemp("quick")
    (folder / "matroidlab_quick.py").write_text(found[1])
    sys.path.insert(0, str(folder))
    try:
        yield import_module("matroidlab_quick")
    finally:
        sys.path.remove(str(folder))
        del sys.modules["matroidlab_quick"]


def game(quick: ModuleType, finish: Finish) -> list[bytes]:
    jobs: Matroid = quick.Jobs(DEADLINES)
    rewards: RewardModel = quick.Visitors(np.linspace(0.1, 0.9, 8))
    return outcome(quick.Believer(jobs, lanes=3), rewards, finish, STEPS)


@pytest.mark.parametrize("finish", [by_plain_loop, half_and_half(by_plain_loop)])
def test_the_three_play_the_same_game_in_the_loop(quick: ModuleType, finish: Finish) -> None:
    assert game(quick, finish) == game(quick, by_steps)


@pytest.mark.slow
def test_the_three_are_compiled_together_and_leave_nothing_that_others_stumble_over(
    quick: ModuleType,
) -> None:
    """Numba's cache names classes: entries must not be read when their plugin is gone."""
    pytest.importorskip("numba")
    assert game(quick, by_compiled_loop) == game(quick, by_steps)
    subprocess.run(
        [sys.executable, "-c", OTHERS],
        env={**os.environ, "MATROIDLAB_KERNELS": "numba"},
        check=True,
    )


def test_each_takes_part_beside_those_of_the_library(quick: ModuleType) -> None:
    jobs = quick.Jobs(DEADLINES)
    visitors = quick.Visitors(np.linspace(0.1, 0.9, 8))
    pairs: list[tuple[Callable[[], Policy], RewardModel]] = [
        (lambda: OMM(jobs, lanes=2), Bernoulli(visitors.means)),
        (lambda: Thompson(jobs, seed=1, lanes=2), visitors),
        (lambda: quick.Believer(UniformMatroid(8, 3), lanes=2), visitors),
    ]
    for make, rewards in pairs:
        assert outcome(make(), rewards, by_plain_loop, STEPS) == outcome(
            make(), rewards, by_steps, STEPS
        )


def test_each_keeps_every_law(quick: ModuleType) -> None:
    check_matroid(quick.Jobs(DEADLINES))
    check_reward_model(quick.Visitors([0.2, 1.0, 0.5]))
    check_policy(lambda lanes: quick.Believer(quick.Jobs(DEADLINES), lanes=lanes))


def test_a_family_that_pairs_nothing_has_no_part_in_interleaving(quick: ModuleType) -> None:
    jobs = quick.Jobs(DEADLINES)
    assert offered(IUCB(jobs, jobs.greedy(np.arange(8)), horizon=100), Part) is None
