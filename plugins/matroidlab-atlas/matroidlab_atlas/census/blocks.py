"""The unit of work of a census: the extensions of a few matroids, and their duals."""

import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from matroidlab.errors import ConfigurationError
from matroidlab.hookspecs import Question
from matroidlab.parameters import Parameters
from matroidlab.registry import Known, known, plugin_manager
from matroidlab.types import Masks
from matroidlab.work import fingerprint, refuse_others, versions_with
from matroidlab_atlas.census.findings import Findings, No
from matroidlab_atlas.census.judging import Judge
from matroidlab_atlas.formats.strings import string_of
from matroidlab_atlas.structure.generation import COUNTED, by_extension, children, dual_masks

PARENTS = 10
"""The number of matroids whose extensions make a block. It is part of the identity of a block, and
therefore the same on every machine."""

EVERY_YES_CONFIRMED = 6
"""Up to this size every "yes" is confirmed by brute force; beyond it, one in `STEP`."""

STEP = {7: 10, 8: 50}
LARGE_STEP = 1000


@dataclass(frozen=True)
class Asked:
    """A question by name, with its parameters and the modules that are loaded to find it."""

    question: str
    parameters: Parameters
    modules: tuple[str, ...] = ()

    def judge(self) -> Judge:
        """Build the question; an error lists the faults of its parameters."""
        record = _known(self.modules).questions[self.question]
        faults = list(record.faults(self.parameters))
        if faults:
            raise ConfigurationError(
                "\n  ".join([f"wrong parameters for {self.question!r}:", *faults])
            )
        question = record.build(**self.parameters)
        if not isinstance(question, Question):
            raise ConfigurationError(
                f"{self.question!r} builds {question!r:.80}, "
                "which lacks one of ask, verify and holds"
            )
        return Judge(self.question, question, record.closed_under_minors)

    @property
    def versions(self) -> dict[str, str]:
        """The versions that results depend on."""
        return versions_with([_known(self.modules).plugins["question", self.question]])

    @property
    def folder(self) -> str:
        """The name of the folder of the results, made of the question and its parameters."""
        words = "-".join(
            [self.question, *(f"{name}-{value}" for name, value in sorted(self.parameters.items()))]
        )
        safe = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in words)[
            :80
        ]
        return safe if safe == words else f"{safe}-{fingerprint(self.parameters)[:8]}"


@dataclass(frozen=True)
class CensusBlock:
    """A question and the matroids to ask about: plain data that a worker process can read.

    The matroids are the extensions of the matroids ``first .. last - 1`` of ``rank`` with one
    element less.

    Attributes
    ----------
    ranks
        The ranks to ask about: ``rank``, that of the duals, or both.
    """

    asked: Asked
    size: int
    rank: int
    ranks: tuple[int, ...]
    first: int
    last: int
    versions: Mapping[str, str]

    @property
    def identity(self) -> str:
        """A fingerprint of everything that the results depend on."""
        what = [
            self.asked.question,
            self.asked.parameters,
            self.size,
            self.rank,
            self.ranks,
            self.first,
            self.last,
        ]
        return fingerprint([*what, dict(self.versions)])

    @property
    def name(self) -> str:
        """The name of the file of the results."""
        return f"{self.identity[:32]}.json"

    @property
    def aim(self) -> str:
        """The task in words, for errors."""
        ranks = " or ".join(map(str, self.ranks))
        return f"asking {self.asked.question!r} of {self.size} elements and rank {ranks}"

    def run(self) -> list[Findings]:
        """Ask about every matroid of the block; an error if this process has other versions."""
        refuse_others(
            self.asked.versions, self.versions, f"process {os.getpid()} on {platform.node()}"
        )
        judge = self.asked.judge()
        tallies = [Tally(judge, self.size, rank) for rank in self.ranks]
        for masks in _members(self):
            for tally in tallies:
                tally.add(masks if tally.rank == self.rank else dual_masks(masks, self.size))
        return [tally.findings for tally in tallies]


@dataclass
class Tally:
    """The verdicts so far on the matroids of one size and rank."""

    judge: Judge
    size: int
    rank: int
    matroids: int = 0
    confirmed: int = 0
    no: list[No] = field(default_factory=list)

    def add(self, masks: Masks) -> None:
        """Ask about one more matroid; its place decides whether brute force confirms a "yes"."""
        witness = self.judge.witness(masks, self.size)
        if witness is not None:
            excluded = self.judge.is_excluded_minor(masks, self.size)
            self.no.append(No(string_of(masks, self.size, self.rank), witness, excluded))
        elif is_confirmed(self.matroids - len(self.no), self.size):
            self.judge.check_yes(masks, self.size)
            self.confirmed += 1
        self.matroids += 1

    @property
    def findings(self) -> Findings:
        """The verdicts as they are stored."""
        return Findings(self.size, self.rank, self.matroids, self.no, self.confirmed)


def expected(blocks: Sequence[CensusBlock]) -> int | None:
    """Return how many matroids the blocks have, or None if the number is not known."""
    pairs = {(block.size, rank) for block in blocks for rank in block.ranks}
    if any(size not in COUNTED for size, _ in pairs):
        return None
    return sum(COUNTED[size][rank] for size, rank in pairs)


def is_confirmed(place: int, size: int) -> bool:
    """Whether the "yes" at this place among those of a block is confirmed by brute force."""
    return size <= EVERY_YES_CONFIRMED or place % STEP.get(size, LARGE_STEP) == 0


def blocks_of(asked: Asked, size: int, ranks: Sequence[int]) -> list[CensusBlock]:
    """Cut the matroids of a size and of some ranks into blocks."""
    versions = asked.versions
    found: list[CensusBlock] = []
    for rank in sorted({min(one, size - one) for one in ranks}):
        wanted = tuple(sorted({one for one in ranks if min(one, size - one) == rank}))
        parents = len(parents_of(size, rank))
        for first in range(0, parents, PARENTS):
            last = min(first + PARENTS, parents)
            found.append(CensusBlock(asked, size, rank, wanted, first, last, versions))
    return found


@lru_cache(maxsize=4)
def parents_of(size: int, rank: int) -> list[Masks]:
    """The matroids with one element less; for size 0, the only matroid of that size."""
    return list(by_extension(max(size - 1, 0), rank))


def _members(block: CensusBlock) -> Iterator[Masks]:
    parents = parents_of(block.size, block.rank)[block.first : block.last]
    for masks in parents:
        yield from [masks] if block.size == 0 else children(masks, block.size - 1, block.rank)


@lru_cache(maxsize=1)
def _known(modules: tuple[str, ...]) -> Known:
    return known(plugin_manager(modules))
