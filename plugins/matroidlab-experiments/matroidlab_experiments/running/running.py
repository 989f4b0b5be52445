"""Run experiments: find the finished blocks, run the others, and sum up the results."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from matroidlab.errors import ResultsError
from matroidlab.files import SEAL
from matroidlab.work import BLOCKS, SILENT, Listener, Run, run_blocks, serial
from matroidlab_experiments.configuration.experiment import Experiment
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.result_files.block_files import read_block, write_block
from matroidlab_experiments.result_files.manifests import Manifest, read_manifest
from matroidlab_experiments.result_files.results import Results, read_results
from matroidlab_experiments.result_files.summary import write_summary
from matroidlab_experiments.running.earlier_results import (
    SUMMARY,
    block_folders,
    bring_back,
    put_aside,
)
from matroidlab_experiments.running.lane_blocks import Arrays, LaneBlock, blocks_of


@dataclass(frozen=True)
class Task:
    """An experiment, the folder for its results, and its source for error messages."""

    experiment: Experiment
    folder: Path
    source: str = "experiment"


def run_experiment(
    experiment: Experiment,
    folder: Path,
    *,
    run: Run = serial,
    modules: tuple[str, ...] = (),
    listener: Listener = SILENT,
    source: str = "experiment",
    fresh: bool = False,
    builder: ExperimentBuilder | None = None,
) -> Results:
    """Run the unfinished blocks of an experiment, keep them in ``folder``, and return all results.

    Finished blocks are found by their identity and checksum, unless ``fresh`` asks for a run from
    scratch. Everything that is left is checked and built once before anything is written. Results
    of another configuration are put aside.

    Parameters
    ----------
    experiment
        The experiment, as `read_experiment` returns it.
    folder
        Where results are kept, and finished blocks are found.
    run
        How blocks are executed: one after another by default, or by an executor.
    modules
        Importable plugins that are not installed.
    listener
        Notified of the progress.
    source
        The name of the experiment in error messages.
    fresh
        Whether to run everything from scratch.
    builder
        The plugins to build with, instead of all installed ones and ``modules``.
    """
    tasks = [Task(experiment, folder, source)]
    builder = builder or ExperimentBuilder.with_plugins(modules)
    return run_experiments(
        tasks, builder=builder, run=run, modules=modules, listener=listener, fresh=fresh
    )[0]


def run_experiments(
    tasks: Sequence[Task],
    *,
    builder: ExperimentBuilder,
    run: Run = serial,
    modules: tuple[str, ...] = (),
    listener: Listener = SILENT,
    fresh: bool = False,
) -> list[Results]:
    """Run several experiments at once; free workers take their blocks in turns."""
    jobs = [Job.of(task, builder, modules, fresh=fresh) for task in tasks]
    for job in jobs:
        job.start(listener, fresh=fresh)
    store = JobStore(jobs, listener)
    run_blocks(_in_turns(jobs), store, run=run)
    return [store.results[job.task.folder] for job in jobs]


class JobStore:
    """The results of experiments that are run together; they share equal blocks."""

    def __init__(self, jobs: Sequence["Job"], listener: Listener) -> None:
        self.jobs = jobs
        self.listener = listener
        self.results = {job.task.folder: job.finished() for job in jobs if not job.left}
        self._report()

    def find(self, _: LaneBlock) -> None:
        """Find nothing: `Job.start` has put the blocks that were found in their places."""

    def keep(self, block: LaneBlock, arrays: Arrays) -> None:
        """Write the results of a block, and the summary of an experiment with its last block."""
        for job in self.jobs:
            if block.name in job.left:
                job.keep(block, arrays)
                if not job.left:
                    self.results[job.task.folder] = job.finished()
        self._report()

    def _report(self) -> None:
        done = sum(len(job.checksums) for job in self.jobs)
        self.listener.progress(done, sum(len(job.blocks) for job in self.jobs))


def _in_turns(jobs: Sequence["Job"]) -> list[LaneBlock]:
    """The first block of each game, then the second of each, and so on; experiments alternate.

    Neighbours then need different machine code, and later blocks find on disk what the first of
    their game has compiled.
    """
    turns = zip_longest(*(job.left.values() for job in jobs))
    blocks = {block.name: block for turn in turns for block in turn if block is not None}
    earlier: Counter[tuple[object, ...]] = Counter()

    def turn_of(block: LaneBlock) -> int:
        earlier[block.game] += 1
        return earlier[block.game]

    return sorted(blocks.values(), key=turn_of)


@dataclass
class Job:
    """A running experiment: its blocks, the unfinished ones, and checksums of the finished ones."""

    task: Task
    made_by: list[dict[str, str]]
    blocks: dict[str, LaneBlock]
    found: dict[str, Path]
    left: dict[str, LaneBlock]
    checksums: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls, task: Task, builder: ExperimentBuilder, modules: tuple[str, ...], *, fresh: bool
    ) -> "Job":
        """Check everything and build each unfinished cell once; nothing is written."""
        experiment = task.experiment
        cells = builder.check(experiment, source=task.source)
        made_by = [builder.versions(cell.table) for cell in cells]
        blocks = {
            block.name: block for block in blocks_of(experiment, cells, made_by, modules=modules)
        }
        found = {} if fresh else _finished(task.folder, blocks)
        left = {name: block for name, block in blocks.items() if name not in found}
        undone = [cells[i] for i in sorted({block.cell for block in left.values()})]
        builder.check_builds(
            undone, lanes=min(experiment.block, experiment.runs), source=task.source
        )
        Manifest(experiment, made_by, dict.fromkeys(blocks, "0" * SEAL)).check()
        return cls(task, made_by, blocks, found, left)

    def start(self, listener: Listener, *, fresh: bool) -> None:
        """Put results of other configurations aside, and bring finished blocks to their place."""
        experiment = self.task.experiment
        folder = self.task.folder
        _start(
            Manifest(experiment, self.made_by),
            folder,
            wanted=[] if fresh else list(self.blocks),
            listener=listener,
        )
        self.checksums = {name: _kept(path, folder) for name, path in self.found.items()}
        if self.found:
            listener.say(
                f"{experiment.name}: {len(self.found)} of {len(self.blocks)} blocks are "
                "already done"
            )

    def keep(self, block: LaneBlock, arrays: Arrays) -> None:
        """Write the results of a block."""
        self.checksums[block.name] = write_block(
            self.task.folder / BLOCKS, self.left.pop(block.name), arrays
        )

    def finished(self) -> Results:
        """Write the manifest and the summary, and return the results."""
        folder = self.task.folder
        Manifest(
            self.task.experiment, self.made_by, {name: self.checksums[name] for name in self.blocks}
        ).write(folder)
        results = read_results(folder)
        write_summary(results, folder / SUMMARY)
        return results


def _finished(folder: Path, blocks: dict[str, LaneBlock]) -> dict[str, Path]:
    """The path of each finished block by its name."""
    try:
        known = read_manifest(folder).checksums
    except ResultsError:
        known = {}
    found: dict[str, Path] = {}
    for place in block_folders(folder):
        for name, block in blocks.items():
            checksum = known.get(name) if place == folder / BLOCKS else None
            if name not in found and read_block(place / name, block, checksum=checksum) is not None:
                found[name] = place / name
    return found


def _start(manifest: Manifest, folder: Path, *, wanted: list[str], listener: Listener) -> None:
    """Put blocks of another configuration aside, and write the new manifest."""
    unwanted = [path for path in (folder / BLOCKS).glob("*.npz") if path.name not in wanted]
    if unwanted:
        place = put_aside(folder, unwanted)
        listener.say(
            f"{manifest.experiment.name}: {len(unwanted)} finished blocks belong to another "
            f"configuration or version, or are run again; the earlier content of {folder} is now "
            f"in {place}"
        )
    manifest.write(folder)


def _kept(path: Path, folder: Path) -> str:
    """Bring a finished block to its place, and return its checksum."""
    target = folder / BLOCKS / path.name
    if path != target:
        bring_back(path, target)
    return hashlib.sha256(target.read_bytes()).hexdigest()
