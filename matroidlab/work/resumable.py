"""Blocks of independent work: run where they are not yet done, and kept as they are finished."""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from matroidlab.errors import PluginError, described

BLOCKS = "blocks"
"""The folder of finished blocks, within the folder of what they are part of."""


class Work(Protocol):
    """A block of an experiment, or of a census: plain data that can be pickled."""

    @property
    def name(self) -> str:
        """The name of the file of its results."""

    @property
    def aim(self) -> str:
        """Its purpose, for the notes of errors: ``while ...``."""

    @property
    def versions(self) -> Mapping[str, str]:
        """The versions that a worker must have."""

    def run(self) -> Any:
        """Do the work in this process, and return the results."""


Kind = TypeVar("Kind", bound=Work)
Kind_contra = TypeVar("Kind_contra", bound=Work, contravariant=True)


class Run(Protocol):
    """Runs blocks and yields each with its results, in any order; closing it stops the workers."""

    def __call__(self, blocks: Sequence[Kind], /) -> Generator[tuple[Kind, Any], None, None]:
        """Run them."""


class ResultStore(Protocol[Kind_contra]):
    """Where results are kept, and found by the next run."""

    def find(self, block: Kind_contra, /) -> Any | None:
        """Return the results of a block, None if they are missing, damaged or those of another."""

    def keep(self, block: Kind_contra, results: Any, /) -> None:
        """Keep the results of a block."""


@dataclass(frozen=True)
class Listener:
    """Receives messages, and how much is done of how much."""

    say: Callable[[str], None] = lambda _: None
    progress: Callable[[int, int], None] = lambda _done, _total: None


SILENT = Listener()
"""Ignores everything."""


@dataclass(frozen=True)
class Measure:
    """How progress is counted: the total, and how much the results of one block are of it."""

    total: int
    of: Callable[[Any], int] = lambda _: 1


def serial(blocks: Sequence[Kind]) -> Generator[tuple[Kind, Any], None, None]:
    """Run one block after the other in this process."""
    for block in blocks:
        yield block, run_here(block)


def run_here(block: Work) -> Any:
    """Run a block in this process; errors say which, and a plugin's ``exit()`` is an error."""
    try:
        return _without_exit(block)
    except Exception as error:
        error.add_note(f"while {block.aim} in block {block.name}")
        raise


def _without_exit(block: Work) -> Any:
    try:
        return block.run()
    except SystemExit as error:
        raise PluginError(described(error)) from error


def run_blocks(
    blocks: Sequence[Kind],
    store: ResultStore[Kind],
    *,
    run: Run = serial,
    listener: Listener = SILENT,
    measure: Measure | None = None,
    fresh: bool = False,
) -> None:
    """Run the blocks that a store does not have, and keep each as soon as it is finished.

    After an interruption, the same call runs the rest. With ``fresh``, all are run again.
    """
    measure = measure or Measure(len(blocks))
    done = 0
    left: list[Kind] = []
    for block in blocks:
        results = None if fresh else store.find(block)
        if results is None:
            left.append(block)
        else:
            done += measure.of(results)
    if len(left) < len(blocks):
        listener.say(f"{len(blocks) - len(left)} of {len(blocks)} blocks are already done")
    listener.progress(done, measure.total)
    # An interrupt stops the workers here, and not when the process ends.
    with closing(run(left)) as outcomes:
        for block, results in outcomes:
            store.keep(block, results)
            done += measure.of(results)
            listener.progress(done, measure.total)
