"""The results of an experiment, read back from disk: cell by cell, the lanes of all blocks together."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import ResultsError
from matroidlab.experiments.blocks import Arrays, blocks_of
from matroidlab.experiments.configuration import Cell, Experiment, as_experiment, cells
from matroidlab.experiments.storage import read_block
from matroidlab.types import Weights

MANIFEST = "manifest.json"


@dataclass(frozen=True, eq=False)
class CellResult:
    """What all runs of one cell did, cumulative at the checkpoints: ``(runs, checkpoints)`` each."""

    cell: Cell
    arrays: Arrays

    @property
    def steps(self) -> NDArray[np.intp]:
        """The checkpoints."""
        return self.arrays["steps"].astype(np.intp)

    def runs_of(self, quantity: str) -> Weights:
        """One of regret, reward, violations, exchange_violations."""
        return self.arrays[quantity].astype(np.float64)

    def mean(self, quantity: str) -> Weights:
        """The average over runs at each checkpoint."""
        return np.asarray(self.runs_of(quantity).mean(axis=0))

    def standard_error(self, quantity: str) -> Weights:
        """The standard error of the average; 0 for a single run, of which nothing can be said."""
        values = self.runs_of(quantity)
        if len(values) < 2:
            return np.zeros(values.shape[1])
        return np.asarray(values.std(axis=0, ddof=1) / np.sqrt(len(values)))


@dataclass(frozen=True, eq=False)
class Results:
    """An experiment and what came out of it."""

    experiment: Experiment
    cells: list[CellResult]
    versions: dict[str, str]
    folder: Path


def read_results(folder: Path) -> Results:
    """Read the results of a finished experiment."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        experiment = as_experiment(manifest["configuration"], source=str(folder / MANIFEST))
    except OSError as error:
        raise ResultsError(f"{folder} holds no results: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise ResultsError(f"{folder / MANIFEST} is no manifest of results: {error}") from error
    asked = cells(experiment)
    found: dict[int, list[Arrays]] = {}
    for block in blocks_of(experiment, asked, made_by=manifest.get("versions")):
        arrays = read_block(folder / "blocks", block)
        if arrays is None:
            raise ResultsError(
                f"{folder / 'blocks' / block.name} is missing or damaged: run the experiment again to mend it"
            )
        found.setdefault(block.cell, []).append(arrays)
    return Results(
        experiment,
        [CellResult(cell, _together(found[i])) for i, cell in enumerate(asked)],
        dict(manifest.get("versions", {})),
        folder,
    )


def _together(parts: list[Arrays]) -> Arrays:
    lanes = {name: np.concatenate([part[name] for part in parts]) for name in parts[0] if name != "steps"}
    return lanes | {"steps": parts[0]["steps"]}
