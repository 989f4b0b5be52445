"""Read the results of an experiment: cell by cell, the lanes of all blocks together."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import ResultsError
from matroidlab.parameters import Parameters
from matroidlab.types import Weights
from matroidlab.work import BLOCKS
from matroidlab_experiments.configuration.experiment import Cell, Experiment, cells
from matroidlab_experiments.configuration.size_limits import memory
from matroidlab_experiments.configuration.sweeps import points
from matroidlab_experiments.result_files.block_files import read_block
from matroidlab_experiments.result_files.manifests import MANIFEST, read_manifest
from matroidlab_experiments.result_files.run_statistics import standard_error
from matroidlab_experiments.running.lane_blocks import Arrays, LaneBlock, blocks_of


@dataclass(frozen=True, eq=False)
class CellResult:
    """The results of all runs of one cell: ``(runs, checkpoints)`` arrays, all cumulative."""

    cell: Cell
    arrays: Arrays

    @property
    def steps(self) -> NDArray[np.intp]:
        """The checkpoints."""
        return self.arrays["steps"].astype(np.intp)

    @property
    def swap_size(self) -> int:
        """The m by which violations were counted."""
        return int(self.arrays["swap_size"])

    def has(self, quantity: str) -> bool:
        """Whether a quantity was measured; the second reading of the constraint is optional."""
        return quantity in self.arrays

    def runs_of(self, quantity: str) -> Weights:
        """Return regret, reward, violations or exchange_violations, run by run."""
        return self.arrays[quantity].astype(np.float64)

    def mean(self, quantity: str) -> Weights:
        """Return the average over runs at each checkpoint."""
        return np.asarray(self.runs_of(quantity).mean(axis=0))

    def standard_error(self, quantity: str) -> Weights:
        """Return the standard error of the average; 0 for a single run, which has no spread."""
        return standard_error(self.runs_of(quantity), axis=0)


@dataclass(frozen=True, eq=False)
class Results:
    """An experiment and its results.

    Attributes
    ----------
    experiment
        The experiment.
    cells
        The results of each policy at each point of the sweep.
    versions
        The versions of Python and of the distributions that made them.
    folder
        The folder that they were read from.
    """

    experiment: Experiment
    cells: list[CellResult]
    versions: dict[str, str]
    folder: Path


def by_point(results: Results) -> Iterator[tuple[Parameters, list[CellResult]]]:
    """Return every point of the sweep with its cells, policies in the order of the file.

    A policy that the sweep does not affect appears at all points.
    """
    found = {(one.cell.place, repr(one.cell.point)): one for one in results.cells}
    touched = sorted({(one.cell.place, tuple(one.cell.point)) for one in results.cells})
    for point in points(results.experiment.sweep):
        own = [(place, repr({path: point[path] for path in paths})) for place, paths in touched]
        yield point, [found[key] for key in own if key in found]


def read_results(folder: Path) -> Results:
    """Read the results of a finished experiment."""
    manifest = read_manifest(folder)
    asked = cells(manifest.experiment)
    if len(manifest.made_by) != len(asked):
        raise ResultsError(
            f"{folder / MANIFEST} has the versions of {len(manifest.made_by)} of {len(asked)} cells"
        )
    found: dict[int, list[Arrays]] = {}
    blocks = blocks_of(manifest.experiment, asked, manifest.made_by)
    _refuse_too_much(folder, blocks)
    for block in blocks:
        arrays = read_block(
            folder / BLOCKS / block.name, block, checksum=manifest.checksums.get(block.name, "")
        )
        if arrays is None:
            runs = (
                f"runs {block.first + 1} to {block.first + block.lanes} of "
                f"{asked[block.cell].label}"
            )
            raise ResultsError(
                f"{folder / BLOCKS / block.name}, {runs}, is missing or damaged: run the "
                "experiment again to repair it"
            )
        found.setdefault(block.cell, []).append(arrays)
    together = [CellResult(cell, _together(found[i])) for i, cell in enumerate(asked)]
    return Results(manifest.experiment, together, manifest.versions, folder)


def collected_results(folder: Path) -> list[Results]:
    """Read the results of one experiment, or of all that have a folder in this one."""
    try:
        is_one = (folder / MANIFEST).exists()
        is_folder = folder.is_dir()
    except OSError as error:  # such as a name that is too long
        raise ResultsError(f"{folder!s:.200} holds no results: {error.strerror}") from error
    if is_one:
        return [read_results(folder)]
    if not is_folder:
        raise ResultsError(f"{folder} holds no results: it is not a folder")
    found = sorted(manifest.parent for manifest in folder.glob(f"*/{MANIFEST}"))
    if not found:
        raise ResultsError(
            f"{folder} holds no results: there is no {MANIFEST} in it or in its folders"
        )
    return [read_results(inner) for inner in found]


def _refuse_too_much(folder: Path, blocks: list[LaneBlock]) -> None:
    """Refuse results that do not fit in memory before reading them."""
    sizes = [
        path.lstat().st_size for block in blocks if (path := folder / BLOCKS / block.name).exists()
    ]
    most = memory()
    if most is not None and sum(sizes) > most:
        raise ResultsError(
            f"{folder} holds {sum(sizes):,} bytes of results; at most {most:,}, the available "
            "memory"
        )


def _together(parts: list[Arrays]) -> Arrays:
    once = {name: parts[0][name] for name in ("steps", "swap_size")}
    shared = [name for name in parts[0] if name not in once and all(name in part for part in parts)]
    return once | {name: np.concatenate([part[name] for part in parts]) for name in shared}
