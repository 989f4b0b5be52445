"""The unit of work: some lanes of one cell, simulated from plain data alone, the same bytes wherever it is run."""

import os
import platform
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.parameters import Parameters
from matroidlab.simulation import simulate
from matroidlab.work import fingerprint, refuse_others
from matroidlab_experiments.configuration.experiment import Cell, Experiment
from matroidlab_experiments.configuration.workshop import NAMED_BY, Workshop

Arrays = Mapping[str, NDArray[np.generic]]

MEASURED = ("steps", "regret", "reward", "violations", "exchange_violations", "counts", "sums", "swap_size")
"""What is kept of a trace."""

PLAYED = ("horizon", "first_look", "problem", "matroid", "rewards", "baseline", "policy")
"""What random numbers hang on. A new key that changes the game belongs here too, left out at its default."""

ALWAYS = {"swap_size": 1, "checkpoints": 50}
"""What streams were once hashed with as well: at its default, so that they have stayed what they were."""


@dataclass(frozen=True)
class LaneBlock:
    """Lanes ``first .. first + lanes - 1`` of one cell: everything that a worker must know, as plain data."""

    cell: int
    first: int
    lanes: int
    seed: int
    table: Mapping[str, Any]
    versions: Mapping[str, str]
    identity: str
    """A fingerprint of all that its results depend on."""
    modules: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Where its results are kept: under what they are, so that they are found by whoever wants the same."""
        return f"{self.identity[:32]}.npz"

    @property
    def aim(self) -> str:
        """What is done."""
        return f"playing {self.table['policy']['policy']!r}"

    @property
    def game(self) -> tuple[object, ...]:
        """Who plays whom, by their names alone: blocks of one game need the same machine code, more or less."""
        return tuple((self.table.get(part) or {}).get(key) for part, key in NAMED_BY.items())

    def run(self) -> Arrays:
        """Simulate it, here."""
        return run_block(self)


def blocks_of(
    experiment: Experiment,
    cells: Iterable[Cell],
    made_by: Iterable[Mapping[str, str]],
    *,
    modules: tuple[str, ...] = (),
) -> list[LaneBlock]:
    """Cut the runs of every cell into blocks of lanes; their size is part of the configuration, not of the machine.

    ``made_by`` are the versions that each cell is made with.
    """
    made = enumerate(zip(cells, made_by, strict=True))
    return [block for i, (cell, by) in made for block in _blocks_of_cell(experiment, i, cell.table, by, modules)]


def _blocks_of_cell(
    experiment: Experiment, cell: int, table: Parameters, versions: Mapping[str, str], modules: tuple[str, ...]
) -> Iterator[LaneBlock]:
    shared = {"table": fingerprint(table), "seed": experiment.seed, "versions": dict(versions)}
    for first in range(0, experiment.runs, experiment.block):
        lanes = min(experiment.block, experiment.runs - first)
        identity = fingerprint(shared | {"first": first, "lanes": lanes})
        yield LaneBlock(cell, first, lanes, experiment.seed, table, dict(versions), identity, modules)


def run_block(block: LaneBlock) -> Arrays:
    """Simulate a block, here; not where other versions are than where the run was started."""
    workshop = _workshop(block.modules)
    refuse_others(workshop.versions(block.table), block.versions, f"process {os.getpid()} on {platform.node()}")
    simulation, coins = np.random.SeedSequence(block.seed, spawn_key=(*stream_of(block.table), block.first)).spawn(2)
    problem = workshop.problem(block.table)
    policy = workshop.policy(block.table, problem, lanes=block.lanes, rng=np.random.default_rng(coins))
    trace = simulate(
        policy,
        problem.rewards,
        steps=block.table["horizon"],
        seed=simulation,
        baseline=problem.baseline,
        swap_size=block.table.get("swap_size"),
        readings=block.table.get("readings"),
        first_look=block.table["first_look"],
        checkpoints=block.table["checkpoints"],
    )
    measured = {name: getattr(trace, name) for name in MEASURED}
    return {name: np.asarray(array) for name, array in measured.items() if array is not None}


def stream_of(table: Mapping[str, Any]) -> tuple[int, ...]:
    """Return what the random numbers of a cell hang on: what is played, not its place in a file or what is counted.

    >>> stream_of({"horizon": 9, "checkpoints": 9}) == stream_of({"horizon": 9, "checkpoints": 2, "swap_size": 3})
    True
    """
    digest = fingerprint(ALWAYS | {name: table[name] for name in PLAYED if name in table})
    return tuple(int(digest[i : i + 8], 16) for i in range(0, 32, 8))


@lru_cache(maxsize=1)
def _workshop(modules: tuple[str, ...]) -> Workshop:
    return Workshop.with_plugins(modules)
