"""The unit of work: some lanes of one cell, simulated from plain data alone, the same bytes wherever it is run."""

import hashlib
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab import __version__
from matroidlab.experiments.building import Workshop
from matroidlab.experiments.configuration import Cell, Experiment
from matroidlab.simulation import simulate

Arrays = Mapping[str, NDArray[np.generic]]

MEASURED = ("steps", "regret", "reward", "violations", "exchange_violations", "counts", "sums")
"""What is kept of a trace."""


@dataclass(frozen=True)
class Block:
    """Lanes ``first .. first + lanes - 1`` of one cell: everything that a worker must know, as plain data."""

    cell: int
    first: int
    lanes: int
    seed: int
    table: Mapping[str, Any]
    versions: Mapping[str, str]
    modules: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Where its results are kept."""
        return f"{self.cell:04d}-{self.first:06d}.npz"

    @property
    def identity(self) -> str:
        """A fingerprint of all that its results depend on."""
        asked = asdict(self) | {"cell": None, "modules": None}
        return fingerprint(asked)


def versions() -> dict[str, str]:
    """What must be the same for the same bytes."""
    return {"matroidlab": __version__, "numpy": np.__version__, "python": ".".join(map(str, sys.version_info[:2]))}


def fingerprint(plain: object) -> str:
    """Return a hash of plain data that does not depend on the order of keys."""
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def blocks_of(
    experiment: Experiment,
    cells: list[Cell],
    *,
    modules: tuple[str, ...] = (),
    made_by: Mapping[str, str] | None = None,
) -> list[Block]:
    """Cut the runs of every cell into blocks of lanes; their size is part of the configuration, not of the machine.

    ``made_by`` are the versions of results that exist already; those of this process if not given.
    """
    made = dict(versions() if made_by is None else made_by)
    return [
        Block(i, first, min(experiment.block, experiment.runs - first), experiment.seed, cell.table, made, modules)
        for i, cell in enumerate(cells)
        for first in range(0, experiment.runs, experiment.block)
    ]


def run_block(block: Block) -> Arrays:
    """Simulate a block."""
    workshop = _workshop(block.modules)
    # Streams hang on what is played, not on its place in the file: adding a policy changes no other's results.
    stream = tuple(int(word, 16) for word in _words(fingerprint(block.table)))
    simulation, coins = np.random.SeedSequence(block.seed, spawn_key=(*stream, block.first)).spawn(2)
    problem = workshop.problem(block.table)
    policy = workshop.policy(block.table, problem, lanes=block.lanes, rng=np.random.default_rng(coins))
    trace = simulate(
        policy,
        problem.rewards,
        steps=block.table["horizon"],
        seed=simulation,
        baseline=problem.baseline,
        swap_size=block.table["swap_size"],
        first_look=block.table["first_look"],
        checkpoints=block.table["checkpoints"],
    )
    return {name: getattr(trace, name) for name in MEASURED}


def _words(digest: str) -> list[str]:
    return [digest[i : i + 8] for i in range(0, 32, 8)]


@lru_cache(maxsize=1)
def _workshop(modules: tuple[str, ...]) -> Workshop:
    return Workshop.with_plugins(modules)
