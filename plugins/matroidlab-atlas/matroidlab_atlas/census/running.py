"""Run a census: what is done already is found, the rest is run, and all of it is added up."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from matroidlab.errors import ResultsError
from matroidlab.types import as_count
from matroidlab.work import SILENT, Listener, Run, serial
from matroidlab_atlas.census.blocks import Asked, CensusBlock, blocks_of, expected
from matroidlab_atlas.census.findings import Count, Findings, counts
from matroidlab_atlas.census.storage import read_findings, write_findings
from matroidlab_atlas.structure.generation import refuse_if_too_many

BLOCKS = "blocks"


@dataclass(frozen=True)
class Census:
    """A finished census: what was asked, of which matroids, and where the findings are."""

    asked: Asked
    closed_under_minors: bool
    blocks: list[CensusBlock]
    folder: Path

    def findings(self) -> Iterator[Findings]:
        """Read what was found, block by block."""
        for block in self.blocks:
            found = read_findings(self.folder / BLOCKS, block)
            if found is None:
                raise ResultsError(
                    f"{self.folder / BLOCKS / block.name} is missing or damaged: run the census again to mend it"
                )
            yield from found

    def counts(self) -> list[Count]:
        """How many there are by size and rank, and what the answers were."""
        return counts(self.findings())


def run_census(
    asked: Asked,
    folder: Path,
    *,
    size: int,
    rank: int | None = None,
    run: Run = serial,
    listener: Listener = SILENT,
    fresh: bool = False,
) -> Census:
    """Ask a question of all matroids on up to ``size`` elements, of one rank if it is given.

    What was found is kept in ``folder``, a file a block, and used again unless ``fresh`` is true.
    Every no is verified by its witness, and a sample of the yeses by brute force.
    """
    blocks = cut(asked, size, rank)
    closed = asked.judge().closed_under_minors
    done = {} if fresh else _finished(folder, blocks)
    if done:
        listener.say(f"{len(done)} of {len(blocks)} blocks are done already")
    left, told = [block for block in blocks if block.name not in done], _Told(listener, blocks)
    told.add(*done.values())
    with closing(run(left)) as outcomes:  # an interrupt stops the workers here, and not when the process ends
        for block, findings in outcomes:
            write_findings(folder / BLOCKS, block, findings)
            told.add(findings)
    return Census(asked, closed, blocks, folder)


def _finished(folder: Path, blocks: list[CensusBlock]) -> dict[str, list[Findings]]:
    """What is there already, by the names of blocks."""
    read = ((block.name, read_findings(folder / BLOCKS, block)) for block in blocks)
    return {name: found for name, found in read if found is not None}


class _Told:
    """Tells a listener how many matroids are done of how many there are; or how many blocks, if nobody knows."""

    def __init__(self, listener: Listener, blocks: list[CensusBlock]) -> None:
        self.listener, self.matroids = listener, expected(blocks)
        self.total = len(blocks) if self.matroids is None else self.matroids
        self.done = 0

    def add(self, *finished: list[Findings]) -> None:
        """Count blocks that are finished."""
        for found in finished:
            self.done += 1 if self.matroids is None else sum(part.matroids for part in found)
        self.listener.progress(self.done, self.total)


def cut(asked: Asked, size: int, rank: int | None) -> list[CensusBlock]:
    """Return the blocks of a census; an error if there are too many matroids to generate."""
    most = as_count(size, name="size")
    ranks = None if rank is None else [as_count(rank, name="rank", most=most)]
    for one in ranks or range(most + 1):
        refuse_if_too_many(most, one)
    asked.judge()
    sizes = range(most + 1) if ranks is None else range(ranks[0], most + 1)
    return [block for one in sizes for block in blocks_of(asked, one, ranks or range(one + 1))]
