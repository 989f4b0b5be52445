"""Long games are compiled as soon as that pays, short ones never are, and numpy is final."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from numpy.typing import NDArray

import matroidlab
from matroidlab.errors import ConfigurationError
from matroidlab.kernels import Kernel, at_once, compile_when, kernel, never_compiling
from matroidlab.kernels.compilation import AnyKernel, finish
from matroidlab.kernels.when_to_compile import (
    AllGames,
    Process,
    block_setting,
    can_compile,
    compiling,
)

ROUNDS = 1000
Done = NDArray[np.intp]


@kernel
def play_all(done: Done, rounds: int) -> None:
    """All the rest at once: ``done[0]`` counts rounds, ``done[1]`` calls of this kernel."""
    done[0] = rounds
    done[1] += 1


class Clock:
    """Stands in for ``thread_time``, so that a busy machine does not change what is tested."""

    seconds = 0.0


class Waiting:
    """A game whose rounds take a given time in numpy, and a loop to be compiled."""

    def __init__(self, *, round_takes: float, loop: AnyKernel | None = None) -> None:
        self.round_takes = round_takes
        self.done = np.zeros(2, dtype=np.intp)
        self.loop = loop or Kernel(play_all.function)
        self.rounds_in_numpy = 0
        self.looked_for_after: list[float] = []

    def share_played(self) -> float:
        return float(self.done[0] / ROUNDS)

    def play_round(self) -> None:
        Clock.seconds += self.round_takes
        self.rounds_in_numpy += 1
        self.done[0] += 1

    def find_loop(self) -> AnyKernel | None:
        self.looked_for_after.append(AllGames.seconds)
        return self.loop

    def play_compiled(self, loop: Callable[..., object]) -> None:
        loop(self.done, ROUNDS)

    @property
    def calls_compiled(self) -> int:
        return int(self.done[1])


def finished(game: Waiting) -> Waiting:
    with compiling("earned"):
        finish(game)
    return game


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that has played games for a second, by our own clock."""
    monkeypatch.setattr(AllGames, "seconds", 1.0)
    monkeypatch.setattr("matroidlab.kernels.compilation.thread_time", lambda: Clock.seconds)


needs_numba = pytest.mark.skipif(not can_compile(), reason="needs numba")


@needs_numba
def test_a_game_that_takes_less_time_than_compiling_is_played_in_numpy() -> None:
    game = finished(Waiting(round_takes=2e-4))
    assert (game.rounds_in_numpy, game.calls_compiled) == (ROUNDS, 0)


@needs_numba
def test_a_longer_game_is_compiled_as_soon_as_its_speed_is_known() -> None:
    game = finished(Waiting(round_takes=5e-3))  # 5 seconds in all: after 0.1 that is known
    assert game.calls_compiled == 1
    assert game.rounds_in_numpy < ROUNDS / 10


@needs_numba
def test_the_end_of_a_long_game_is_not_worth_compiling_for() -> None:
    game = Waiting(round_takes=2e-2)
    game.done[0] = ROUNDS - 10  # a fifth of a second is left
    assert finished(game).calls_compiled == 0


@needs_numba
def test_many_short_games_are_compiled_when_together_they_took_as_long() -> None:
    loop: AnyKernel = Kernel(play_all.function)
    games = [finished(Waiting(round_takes=1e-3, loop=loop)) for _ in range(5)]
    assert games[0].calls_compiled == 0
    assert games[-1].calls_compiled == 1
    assert games[-1].rounds_in_numpy == 0


@needs_numba
def test_a_loop_is_not_looked_for_before_a_tenth_of_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(AllGames, "seconds", 0.0)
    game = finished(Waiting(round_takes=2e-4))
    assert min(game.looked_for_after) >= 0.1


@needs_numba
def test_now_compiles_before_the_first_round() -> None:
    game = Waiting(round_takes=0.0)
    with at_once():
        finish(game)
    assert (game.rounds_in_numpy, game.calls_compiled) == (0, 1)


def test_never_means_never() -> None:
    game = Waiting(round_takes=0.0)
    with never_compiling():
        finish(game)
    assert (game.rounds_in_numpy, game.calls_compiled) == (ROUNDS, 0)
    assert game.looked_for_after == []


@needs_numba
def test_the_innermost_block_counts_and_leaves_no_trace() -> None:
    before = block_setting.get()
    with at_once():
        with never_compiling():
            assert block_setting.get() == "never"
            with at_once():
                assert block_setting.get() == "now"
        assert block_setting.get() == "now"
    assert block_setting.get() == before


def test_a_block_of_one_thread_is_not_a_block_of_another() -> None:
    seen: list[str | None] = []
    with never_compiling():
        other = Thread(target=lambda: seen.append(block_setting.get()))
        other.start()
        other.join()
    assert seen == [None]


def test_numpy_in_the_environment_is_final(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MATROIDLAB_KERNELS", "numpy")
    monkeypatch.setattr(Process, "when", "never")
    game = Waiting(round_takes=0.0)
    with at_once():
        finish(game)
    assert (game.rounds_in_numpy, game.calls_compiled) == (ROUNDS, 0)
    compile_when("earned")
    assert Process.when == "never"
    with pytest.raises(ConfigurationError, match=r"MATROIDLAB_KERNELS is numpy|needs numba"):
        compile_when("now")


QUESTIONS = re.compile(
    r"\b(is_numba_there|can_compile|find_spec|is_compiled|compile_once|seconds_in_numpy)\b"
)


def test_no_room_outside_kernels_asks_what_is_compiled() -> None:
    root = Path(matroidlab.__file__).parent
    others = [source for source in root.rglob("*.py") if source.parent != root / "kernels"]
    found = {str(source): QUESTIONS.findall(source.read_text()) for source in others}
    assert len(found) > 100
    assert {source: names for source, names in found.items() if names} == {}


def run(program: str, **environment: str) -> str:
    inherited = {name: value for name, value in os.environ.items() if name != "MATROIDLAB_KERNELS"}
    command = [sys.executable, "-c", program]
    variables = inherited | environment
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=True)
    return done.stdout.strip()


WARM = """
import sys
from matroidlab import UniformMatroid, warm_up
from matroidlab.bandits import IUCB
from matroidlab.rewards import Bernoulli
policy = IUCB(UniformMatroid(4, 2), [2, 3], horizon=100)
warm_up(policy, Bernoulli([0.5] * 4))
print("numba" in sys.modules, policy.estimates.counts.sum())
"""


def test_warming_up_compiles_nothing_where_numpy_is_final() -> None:
    assert run(WARM, MATROIDLAB_KERNELS="numpy") == "False 0"


@needs_numba
@pytest.mark.slow
def test_warming_up_compiles_and_plays_with_a_copy() -> None:
    assert run(WARM) == "True 0"


SIMULATION = """
import sys
from matroidlab import PartitionMatroid, simulate
from matroidlab.bandits import IUCB
from matroidlab.rewards import Bernoulli
slots = PartitionMatroid([[0, 1, 2], [3, 4], [5, 6, 7]])
policy = IUCB(slots, [0, 3, 5], horizon=300_000)
liked = Bernoulli([0.1 * i for i in range(1, 9)])
simulate(policy, liked, steps={steps}, seed=1, baseline=[0, 3, 5])
print("numba" in sys.modules)
"""


@needs_numba
@pytest.mark.parametrize(
    ("steps", "is_compiled"),
    [(2000, "False"), pytest.param(300_000, "True", marks=pytest.mark.slow)],
)
def test_a_simulation_of_300_000_steps_is_compiled_and_a_short_one_is_not(
    steps: int, is_compiled: str
) -> None:
    assert run(SIMULATION.format(steps=steps)) == is_compiled
