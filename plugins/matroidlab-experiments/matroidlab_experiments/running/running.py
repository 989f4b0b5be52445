"""Run experiments: what is done already is found, the rest is run, and all of it is summed up."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from matroidlab.errors import ResultsError
from matroidlab.files import SEAL
from matroidlab.work import SILENT, Listener, Run, serial
from matroidlab_experiments.configuration.experiment import Experiment
from matroidlab_experiments.configuration.workshop import Workshop
from matroidlab_experiments.result_files.block_files import read_block, write_block
from matroidlab_experiments.result_files.manifests import Manifest, read_manifest
from matroidlab_experiments.result_files.results import BLOCKS, Results, read_results
from matroidlab_experiments.result_files.summary import write_summary
from matroidlab_experiments.running.earlier_results import SUMMARY, block_folders, bring_back, put_aside
from matroidlab_experiments.running.lane_blocks import Arrays, LaneBlock, blocks_of


@dataclass(frozen=True)
class Task:
    """An experiment, the folder of its results, and where it comes from, for errors."""

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
    workshop: Workshop | None = None,
) -> Results:
    """Run what is not yet done of an experiment, keep it in ``folder``, and return all results.

    A finished block is found again by its identity and checksum, unless everything is to be done ``fresh``. Before
    anything is written, what is left to do has been checked and built once. Results of another configuration are put
    aside.
    """
    tasks, workshop = [Task(experiment, folder, source)], workshop or Workshop.with_plugins(modules)
    return run_experiments(tasks, workshop=workshop, run=run, modules=modules, listener=listener, fresh=fresh)[0]


def run_experiments(
    tasks: Sequence[Task],
    *,
    workshop: Workshop,
    run: Run = serial,
    modules: tuple[str, ...] = (),
    listener: Listener = SILENT,
    fresh: bool = False,
) -> list[Results]:
    """Run several experiments at once, their blocks in turns: whoever is free takes the next, of whichever it is."""
    jobs = [Job.of(task, workshop, modules, fresh=fresh) for task in tasks]
    for job in jobs:
        job.start(listener, fresh=fresh)
    results = {job.task.folder: job.finished() for job in jobs if not job.left}
    _tell(listener, jobs)
    with closing(run(_in_turns(jobs))) as outcomes:  # an interrupt stops workers here, and not when the process ends
        for block, arrays in outcomes:
            for job in jobs:
                if block.name in job.left:
                    job.keep(block, arrays)
                    results |= {} if job.left else {job.task.folder: job.finished()}
            _tell(listener, jobs)
    return [results[job.task.folder] for job in jobs]


def _tell(listener: Listener, jobs: Sequence["Job"]) -> None:
    listener.progress(sum(len(job.checksums) for job in jobs), sum(len(job.blocks) for job in jobs))


def _in_turns(jobs: Sequence["Job"]) -> list[LaneBlock]:
    """The first block of each game, the second of each, and so on; of those, one of each experiment in turn.

    Neighbours need different machine code, and whoever comes later finds on disk what the first has compiled.
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
    """An experiment that is being run: its blocks, those that are left, and the checksums of those that are done."""

    task: Task
    made_by: list[dict[str, str]]
    blocks: dict[str, LaneBlock]
    found: dict[str, Path]
    left: dict[str, LaneBlock]
    checksums: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, task: Task, workshop: Workshop, modules: tuple[str, ...], *, fresh: bool) -> "Job":
        """Check everything and build once what is left to do; nothing is written."""
        experiment = task.experiment
        cells = workshop.check(experiment, source=task.source)
        made_by = [workshop.versions(cell.table) for cell in cells]
        blocks = {block.name: block for block in blocks_of(experiment, cells, made_by, modules=modules)}
        found = {} if fresh else _finished(task.folder, blocks)
        left = {name: block for name, block in blocks.items() if name not in found}
        undone = [cells[i] for i in sorted({block.cell for block in left.values()})]
        workshop.try_out(undone, lanes=min(experiment.block, experiment.runs), source=task.source)
        Manifest(experiment, made_by, dict.fromkeys(blocks, "0" * SEAL)).check()
        return cls(task, made_by, blocks, found, left)

    def start(self, listener: Listener, *, fresh: bool) -> None:
        """Put aside what is in the way, and have what is found in its place."""
        experiment, folder = self.task.experiment, self.task.folder
        _start(Manifest(experiment, self.made_by), folder, wanted=[] if fresh else list(self.blocks), listener=listener)
        self.checksums = {name: _kept(path, folder) for name, path in self.found.items()}
        if self.found:
            listener.say(f"{experiment.name}: {len(self.found)} of {len(self.blocks)} blocks are done already")

    def keep(self, block: LaneBlock, arrays: Arrays) -> None:
        """Write the results of a block; whoever else wants the same block gets the same."""
        self.checksums[block.name] = write_block(self.task.folder / BLOCKS, self.left.pop(block.name), arrays)

    def finished(self) -> Results:
        """Sum up."""
        folder = self.task.folder
        Manifest(self.task.experiment, self.made_by, {name: self.checksums[name] for name in self.blocks}).write(folder)
        results = read_results(folder)
        write_summary(results, folder / SUMMARY)
        return results


def _finished(folder: Path, blocks: dict[str, LaneBlock]) -> dict[str, Path]:
    """Where each finished block is."""
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
    """Put away what was run with another configuration, and write what is going to be run."""
    unwanted = [path for path in (folder / BLOCKS).glob("*.npz") if path.name not in wanted]
    if unwanted:
        place = put_aside(folder, unwanted)
        listener.say(
            f"{manifest.experiment.name}: {len(unwanted)} finished blocks are of another configuration or version, or "
            f"to be run again; what was in {folder} is now in {place}"
        )
    manifest.write(folder)


def _kept(path: Path, folder: Path) -> str:
    """Have a finished block in its place, and return its checksum."""
    target = folder / BLOCKS / path.name
    if path != target:
        bring_back(path, target)
    return hashlib.sha256(target.read_bytes()).hexdigest()
