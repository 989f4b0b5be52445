"""The unit of work: some lanes of one cell, with the same results wherever they are simulated."""

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
from matroidlab_experiments.configuration.experiment_builder import NAMED_BY, ExperimentBuilder

Arrays = Mapping[str, NDArray[np.generic]]

MEASURED = (
    "steps",
    "regret",
    "reward",
    "violations",
    "exchange_violations",
    "counts",
    "sums",
    "swap_size",
    "stopped",
)
"""The arrays of a trace that are kept."""

PLAYED = ("horizon", "first_look", "problem", "matroid", "rewards", "baseline", "policy")
"""The keys that random numbers depend on.

A new key that changes the game belongs here too, left out of the table at its default.
"""

PLACES = ("ratings",)
"""Parameters of a problem that say where its data lie, which random numbers do not depend on."""

STREAM_SALT = {"swap_size": 1, "checkpoints": 50}
"""Constants in the hash of every stream.

They carry no meaning, but without them every random number would change, and with it the tables on
MovieLens 1M in the documentation, which promise the same bytes when the experiments are repeated.
"""


@dataclass(frozen=True)
class LaneBlock:
    """Lanes ``first .. first + lanes - 1`` of one cell: all that a worker needs, as plain data."""

    cell: int
    first: int
    lanes: int
    seed: int
    table: Mapping[str, Any]
    versions: Mapping[str, str]
    identity: str
    """A fingerprint of everything that the results depend on."""
    modules: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the file of its results, which follows from its identity."""
        return f"{self.identity[:32]}.npz"

    @property
    def aim(self) -> str:
        """A description of the work, for error messages."""
        return f"playing {self.table['policy']['policy']!r}"

    @property
    def game(self) -> tuple[object, ...]:
        """The names of problem and policy; blocks of one game need about the same machine code."""
        return tuple((self.table.get(part) or {}).get(key) for part, key in NAMED_BY.items())

    def run(self) -> Arrays:
        """Simulate the block in this process."""
        return run_block(self)


def blocks_of(
    experiment: Experiment,
    cells: Iterable[Cell],
    made_by: Iterable[Mapping[str, str]],
    *,
    modules: tuple[str, ...] = (),
) -> list[LaneBlock]:
    """Cut the runs of every cell into blocks of lanes.

    Their size is part of the configuration, so it is the same on every machine. ``made_by`` has the
    versions that each cell depends on.
    """
    made = enumerate(zip(cells, made_by, strict=True))
    return [
        block
        for i, (cell, by) in made
        for block in _blocks_of_cell(experiment, i, cell.table, by, modules)
    ]


def _blocks_of_cell(
    experiment: Experiment,
    cell: int,
    table: Parameters,
    versions: Mapping[str, str],
    modules: tuple[str, ...],
) -> Iterator[LaneBlock]:
    shared = {"table": fingerprint(table), "seed": experiment.seed, "versions": dict(versions)}
    for first in range(0, experiment.runs, experiment.block):
        lanes = min(experiment.block, experiment.runs - first)
        identity = fingerprint(shared | {"first": first, "lanes": lanes})
        yield LaneBlock(
            cell, first, lanes, experiment.seed, table, dict(versions), identity, modules
        )


def run_block(block: LaneBlock) -> Arrays:
    """Simulate a block, unless the versions here differ from those where the run was started."""
    builder = _builder(block.modules)
    refuse_others(
        builder.versions(block.table),
        block.versions,
        f"process {os.getpid()} on {platform.node()}",
    )
    simulation, coins = np.random.SeedSequence(
        block.seed, spawn_key=(*stream_of(block.table), block.first)
    ).spawn(2)
    problem = builder.problem(block.table)
    policy = builder.policy(
        block.table, problem, lanes=block.lanes, rng=np.random.default_rng(coins)
    )
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
    measured = {name: getattr(trace, name, None) for name in MEASURED}
    return {name: np.asarray(array) for name, array in measured.items() if array is not None}


def stream_of(table: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the key of a cell's random numbers, which depends only on what is played.

    >>> counted = {"checkpoints": 2, "swap_size": 3}
    >>> stream_of({"horizon": 9}) == stream_of({"horizon": 9, **counted})
    True
    >>> here = {"problem": {"name": "movielens", "ratings": "data/ml-1m"}}
    >>> stream_of(here) == stream_of({"problem": {"name": "movielens"}})
    True
    """
    played = {name: table[name] for name in PLAYED if name in table}
    if played.get("problem"):
        problem = played["problem"].items()
        played["problem"] = {name: value for name, value in problem if name not in PLACES}
    digest = fingerprint(STREAM_SALT | played)
    return tuple(int(digest[i : i + 8], 16) for i in range(0, 32, 8))


@lru_cache(maxsize=1)
def _builder(modules: tuple[str, ...]) -> ExperimentBuilder:
    return ExperimentBuilder.with_plugins(modules)
