"""Run a census: finished blocks are read, the others are run, and the results are added up."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from matroidlab.errors import ConfigurationError, ResultsError
from matroidlab.protocol import Matroid
from matroidlab.types import as_count
from matroidlab.work import BLOCKS, SILENT, Listener, Measure, ResultStore, Run, run_blocks, serial
from matroidlab_atlas.census.asked import Asked
from matroidlab_atlas.census.extension_blocks import Block, CensusBlock, Member, blocks_of, expected
from matroidlab_atlas.census.findings import Count, Findings, No, counts
from matroidlab_atlas.census.given import given_blocks
from matroidlab_atlas.census.storage import FindingsStore, read_findings
from matroidlab_atlas.formats.strings import string_of
from matroidlab_atlas.structure.generation import refuse_if_too_many


@dataclass(frozen=True)
class Census:
    """A finished census: the question, the blocks of matroids, and the folder of the findings."""

    asked: Asked
    closed_under_minors: bool
    blocks: Sequence[Block]
    folder: Path

    def __repr__(self) -> str:
        question = self.asked.question
        return f"Census({question}: {len(self.blocks)} blocks in {str(self.folder)!r})"

    def findings(self) -> Iterator[Findings]:
        """Yield the findings, read block by block."""
        for block in self.blocks:
            yield from self._findings_of(block)

    def verdicts(self) -> Iterator[tuple[Member, No | None]]:
        """Yield every matroid with its "no", or None for a "yes"; they are generated again."""
        for block in self.blocks:
            noes = {
                (part.size, part.rank, no.bases): no
                for part in self._findings_of(block)
                for no in part.no
            }
            for member in block.members():
                text = string_of(member.masks, member.size, member.rank)
                yield member, noes.get((member.size, member.rank, text))

    def _findings_of(self, block: Block) -> list[Findings]:
        found = read_findings(self.folder / BLOCKS, block)
        if found is None:
            raise ResultsError(
                f"{self.folder / BLOCKS / block.name} is missing or damaged: "
                "run the census again to restore it"
            )
        return found

    def counts(self) -> list[Count]:
        """Return the numbers of matroids and of each answer, by size and rank."""
        return counts(self.findings())


def run_census(
    asked: Asked,
    folder: str | Path,
    *,
    size: int | None = None,
    rank: int | None = None,
    matroids: Iterable[Matroid] | None = None,
    run: Run = serial,
    listener: Listener = SILENT,
    fresh: bool = False,
) -> Census:
    """Ask a question of all matroids on up to ``size`` elements, of one rank if it is given.

    The findings are stored in ``folder``, one file for each block, and used again unless ``fresh``
    is true. The witness of every "no" is verified, and a sample of the "yes" answers is confirmed
    by brute force.

    Parameters
    ----------
    asked
        The question, and the kinds of matroids to ask about.
    folder
        The folder of the findings.
    size
        The largest number of elements; needed unless matroids are given.
    rank
        The rank of the matroids to ask about; None is any rank.
    matroids
        Ask about these, of at most 22 elements each, and not about all small matroids.
    run
        What runs the blocks: `matroidlab.work.serial`, or an `matroidlab.work.executor`.
    listener
        What hears of progress.
    fresh
        Whether to ask again what is known from an earlier run.
    """
    blocks, total = _blocks(asked, size, rank, matroids)
    closed = asked.judge().closed_under_minors
    measure = Measure(len(blocks)) if total is None else Measure(total, _matroids_in)
    place = Path(folder)
    store: ResultStore[Block] = FindingsStore(place / BLOCKS)
    run_blocks(blocks, store, run=run, listener=listener, measure=measure, fresh=fresh)
    return Census(asked, closed, blocks, place)


def _blocks(
    asked: Asked, size: int | None, rank: int | None, matroids: Iterable[Matroid] | None
) -> tuple[Sequence[Block], int | None]:
    """The blocks of a census, and how many matroids they have, if that is known."""
    if matroids is not None:
        return given_blocks(asked, matroids, size, rank), None
    if size is None:
        raise ConfigurationError("size must be given unless matroids are")
    small = cut(asked, size, rank)
    return small, expected(small)


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
