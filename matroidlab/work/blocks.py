"""Blocks of independent work, and what is reported about their progress."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from matroidlab.errors import PluginError, described


class Work(Protocol):
    """A block of an experiment, or of anything else that is done piece by piece: plain data that can be pickled."""

    @property
    def name(self) -> str:
        """Where its results are kept."""

    @property
    def aim(self) -> str:
        """What it does, for the notes of errors: ``while ...``."""

    @property
    def versions(self) -> Mapping[str, str]:
        """What must be the same where it is done as where it was cut."""

    def run(self) -> Any:
        """Do it, here, and return its results."""


Kind = TypeVar("Kind", bound=Work)


class Run(Protocol):
    """Runs blocks and yields each with its results, in any order; closed before the end, it stops at once."""

    def __call__(self, blocks: Sequence[Kind], /) -> Generator[tuple[Kind, Any], None, None]:
        """Run them."""


def run_contained(block: Work) -> Any:
    """Run a block; a plugin's ``exit()`` ends the block with an error, and not the process."""
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


@dataclass(frozen=True)
class Listener:
    """Who is told how far it is."""

    say: Callable[[str], None] = lambda _: None
    progress: Callable[[int, int], None] = lambda _done, _total: None


SILENT = Listener()
"""Nobody is told anything."""
