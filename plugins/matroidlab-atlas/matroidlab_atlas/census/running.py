"""Run a census: finished blocks are read, the others are run, and the results are added up."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from matroidlab.errors import ResultsError
from matroidlab.types import as_count
from matroidlab.work import BLOCKS, SILENT, Listener, Measure, Run, run_blocks, serial
from matroidlab_atlas.census.blocks import Asked, CensusBlock, blocks_of, expected
from matroidlab_atlas.census.findings import Count, Findings, counts
from matroidlab_atlas.census.storage import FindingsStore, read_findings
from matroidlab_atlas.structure.generation import refuse_if_too_many


@dataclass(frozen=True)
class Census:
    """A finished census: the question, the blocks of matroids, and the folder of the findings."""

    asked: Asked
    closed_under_minors: bool
    blocks: list[CensusBlock]
    folder: Path

    def findings(self) -> Iterator[Findings]:
        """Yield the findings, read block by block."""
        for block in self.blocks:
            found = read_findings(self.folder / BLOCKS, block)
            if found is None:
                raise ResultsError(
                    f"{self.folder / BLOCKS / block.name} is missing or damaged: "
                    "run the census again to restore it"
                )
            yield from found

    def counts(self) -> list[Count]:
        """Return the numbers of matroids and of each answer, by size and rank."""
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

    The findings are stored in ``folder``, one file for each block, and used again unless ``fresh``
    is true. The witness of every "no" is verified, and a sample of the "yes" answers is confirmed
    by brute force.
    """
    blocks = cut(asked, size, rank)
    closed = asked.judge().closed_under_minors
    matroids = expected(blocks)
    measure = Measure(len(blocks)) if matroids is None else Measure(matroids, _matroids_in)
    store = FindingsStore(folder / BLOCKS)
    run_blocks(blocks, store, run=run, listener=listener, measure=measure, fresh=fresh)
    return Census(asked, closed, blocks, folder)


def _matroids_in(findings: list[Findings]) -> int:
    return sum(part.matroids for part in findings)


def cut(asked: Asked, size: int, rank: int | None) -> list[CensusBlock]:
    """Return the blocks of a census; an error if there are too many matroids to generate."""
    most = as_count(size, name="size")
    ranks = None if rank is None else [as_count(rank, name="rank", most=most)]
    for one in ranks or range(most + 1):
        refuse_if_too_many(most, one)
    asked.judge()
    sizes = range(most + 1) if ranks is None else range(ranks[0], most + 1)
    return [block for one in sizes for block in blocks_of(asked, one, ranks or range(one + 1))]
