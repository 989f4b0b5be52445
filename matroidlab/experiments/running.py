"""Run an experiment: what is done already is found, the rest is run, and all of it is summed up."""

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from matroidlab.experiments.blocks import Block, blocks_of, fingerprint, versions
from matroidlab.experiments.building import Workshop
from matroidlab.experiments.configuration import Experiment
from matroidlab.experiments.executors import Run, serial
from matroidlab.experiments.results import MANIFEST, Results, read_results
from matroidlab.experiments.storage import file_checksum, read_block, write_block, write_text
from matroidlab.experiments.summary import write_summary


@dataclass(frozen=True)
class Listener:
    """Who is told how far it is."""

    say: Callable[[str], None] = lambda _: None
    progress: Callable[[int, int], None] = lambda _done, _total: None


def run_experiment(
    experiment: Experiment,
    folder: Path,
    *,
    run: Run = serial,
    modules: tuple[str, ...] = (),
    listener: Listener = Listener(),
    source: str = "experiment",
) -> Results:
    """Run what is not yet done of an experiment, keep it in ``folder``, and return all results.

    A finished block is found again by its identity and checksum. Another configuration, or other versions, start anew.
    """
    cells = Workshop.with_plugins(modules).check(experiment, source=source)
    blocks = blocks_of(experiment, cells, modules=modules)
    _start(experiment, folder, listener)
    left = [block for block in blocks if read_block(folder / "blocks", block) is None]
    if len(left) < len(blocks):
        listener.say(f"{experiment.name}: {len(blocks) - len(left)} of {len(blocks)} blocks are done already")
    done = len(blocks) - len(left)
    listener.progress(done, len(blocks))
    with closing(run(left)) as outcomes:  # an interrupt stops the workers here, and not when the process ends
        for block, arrays in outcomes:
            write_block(folder / "blocks", block, arrays)
            done += 1
            listener.progress(done, len(blocks))
    _finish(experiment, folder, blocks)
    results = read_results(folder)
    write_summary(results, folder / "summary.csv")
    return results


def _start(experiment: Experiment, folder: Path, listener: Listener) -> None:
    """Write what is going to be run; put away what was run with another configuration."""
    manifest = _manifest(experiment)
    try:
        before = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        before = None
    if isinstance(before, dict) and before.get("fingerprint") != manifest["fingerprint"]:
        listener.say(f"{experiment.name}: the configuration or a version has changed, so {folder} starts anew")
        for old in (folder / "blocks").glob("*.npz"):
            old.unlink()
        (folder / "summary.csv").unlink(missing_ok=True)
    write_text(folder / MANIFEST, json.dumps(manifest, indent=2) + "\n")


def _finish(experiment: Experiment, folder: Path, blocks: list[Block]) -> None:
    seals = {block.name: file_checksum(folder / "blocks" / block.name) for block in blocks}
    write_text(folder / MANIFEST, json.dumps(_manifest(experiment) | {"blocks": seals}, indent=2) + "\n")


def _manifest(experiment: Experiment) -> dict[str, object]:
    configuration = experiment.model_dump(exclude_none=True)
    content = {"configuration": configuration, "versions": versions()}
    return content | {"fingerprint": fingerprint(content)}
