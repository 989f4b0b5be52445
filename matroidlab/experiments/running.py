"""Run an experiment: what is done already is found, the rest is run, and all of it is summed up."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from matroidlab.errors import ResultsError
from matroidlab.experiments.blocks import Block, blocks_of
from matroidlab.experiments.building import Workshop
from matroidlab.experiments.configuration import Experiment
from matroidlab.experiments.earlier import SUMMARY, block_folders, bring_back, put_aside
from matroidlab.experiments.executors import serial
from matroidlab.experiments.manifests import Manifest, read_manifest
from matroidlab.experiments.outcomes import Run
from matroidlab.experiments.results import BLOCKS, Results, read_results
from matroidlab.experiments.storage import SEAL, file_checksum, read_block, write_block
from matroidlab.experiments.summary import write_summary


@dataclass(frozen=True)
class Listener:
    """Who is told how far it is."""

    say: Callable[[str], None] = lambda _: None
    progress: Callable[[int, int], None] = lambda _done, _total: None


SILENT = Listener()
"""Nobody is told anything."""


def run_experiment(
    experiment: Experiment,
    folder: Path,
    *,
    run: Run = serial,
    modules: tuple[str, ...] = (),
    listener: Listener = SILENT,
    source: str = "experiment",
    anew: bool = False,
    workshop: Workshop | None = None,
) -> Results:
    """Run what is not yet done of an experiment, keep it in ``folder``, and return all results.

    A finished block is found again by its identity and checksum, unless everything is to be done ``anew``. Before
    anything is written, what is left to do has been checked and built once. Results of another configuration are put
    aside.
    """
    workshop = workshop or Workshop.with_plugins(modules)
    cells = workshop.check(experiment, source=source)
    made_by = [workshop.versions(cell.table) for cell in cells]
    blocks = {block.name: block for block in blocks_of(experiment, cells, made_by, modules=modules)}
    found = {} if anew else _finished(folder, blocks)
    left = [block for name, block in blocks.items() if name not in found]
    undone = [cells[i] for i in sorted({block.cell for block in left})]
    workshop.try_out(undone, lanes=min(experiment.block, experiment.runs), source=source)
    Manifest(experiment, made_by, dict.fromkeys(blocks, "0" * SEAL)).check()

    _start(Manifest(experiment, made_by), folder, wanted=[] if anew else list(blocks), listener=listener)
    checksums = {name: _kept(path, folder) for name, path in found.items()}
    if found:
        listener.say(f"{experiment.name}: {len(found)} of {len(blocks)} blocks are done already")
    listener.progress(len(checksums), len(blocks))
    with closing(run(left)) as outcomes:  # an interrupt stops the workers here, and not when the process ends
        for block, arrays in outcomes:
            checksums[block.name] = write_block(folder / BLOCKS, block, arrays)
            listener.progress(len(checksums), len(blocks))
    Manifest(experiment, made_by, {name: checksums[name] for name in blocks}).write(folder)
    results = read_results(folder)
    write_summary(results, folder / SUMMARY)
    return results


def _finished(folder: Path, blocks: dict[str, Block]) -> dict[str, Path]:
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
            f"to be done anew; what was in {folder} is now in {place}"
        )
    manifest.write(folder)


def _kept(path: Path, folder: Path) -> str:
    """Have a finished block in its place, and return its checksum."""
    target = folder / BLOCKS / path.name
    if path != target:
        bring_back(path, target)
    return file_checksum(target)
