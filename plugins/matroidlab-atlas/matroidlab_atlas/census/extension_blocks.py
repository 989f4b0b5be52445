"""The unit of work of a census: the extensions of a few matroids, and their duals."""

import os
import platform
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, Protocol

from matroidlab.types import Masks
from matroidlab.work import Work, fingerprint, refuse_others
from matroidlab_atlas.census.asked import Asked
from matroidlab_atlas.census.findings import Findings, No
from matroidlab_atlas.census.judging import Judge, Surveyor
from matroidlab_atlas.formats.strings import string_of
from matroidlab_atlas.structure.generation import COUNTED, by_extension, children, dual_masks

PARENTS = 10
"""The number of matroids whose extensions make a block. It is part of the identity of a block, and
therefore the same on every machine."""

EVERY_YES_CONFIRMED = 6
"""Up to this size every "yes" is confirmed by brute force; beyond it, one in `STEP`."""

STEP = {7: 10, 8: 50}
LARGE_STEP = 1000


class Member(NamedTuple):
    """A matroid of a block, by the masks of its bases."""

    size: int
    rank: int
    masks: Masks


class Block(Work, Protocol):
    """Matroids to ask about, as plain data that a worker process can read."""

    @property
    def asked(self) -> Asked:
        """The question."""

    @property
    def identity(self) -> str:
        """A fingerprint of everything that the results depend on."""

    @property
    def shapes(self) -> list[tuple[int, int]]:
        """The sizes and ranks of the matroids."""

    def members(self) -> Iterator[Member]:
        """Yield the matroids that the census is about."""


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
            *self.asked.key,
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

    @property
    def shapes(self) -> list[tuple[int, int]]:
        """The sizes and ranks of the matroids."""
        return [(self.size, rank) for rank in self.ranks]

    def members(self) -> Iterator[Member]:
        """Generate the matroids that the census is about."""
        for masks in _generated(self):
            for rank in self.ranks:
                bases = masks if rank == self.rank else dual_masks(masks, self.size)
                if self.asked.is_about(bases, self.size):
                    yield Member(self.size, rank, bases)

    def run(self) -> list[Findings]:
        """Ask about every matroid of the block; an error if this process has other versions."""
        return findings_of(self)


def findings_of(block: Block) -> list[Findings]:
    """Ask the question of a block about all its matroids."""
    here = f"process {os.getpid()} on {platform.node()}"
    refuse_others(block.asked.versions, block.versions, here)
    judge = block.asked.judge()
    tallies = {shape: Tally(judge, *shape) for shape in block.shapes}
    for member in block.members():
        tallies[member.size, member.rank].add(member.masks)
    return [tally.findings for tally in tallies.values()]


@dataclass
class Tally:
    """The verdicts so far on the matroids of one size and rank."""

    judge: Judge | Surveyor
    size: int
    rank: int
    matroids: int = 0
    confirmed: int = 0
    no: list[No] = field(default_factory=list)
    values: Counter[str] = field(default_factory=Counter)

    def add(self, masks: Masks) -> None:
        """Ask about one more matroid; its place decides whether brute force confirms a "yes"."""
        if isinstance(self.judge, Surveyor):
            self._count(self.judge, masks)
        else:
            self._decide(self.judge, masks)
        self.matroids += 1

    def _decide(self, judge: Judge, masks: Masks) -> None:
        witness = judge.witness(masks, self.size)
        if witness is not None:
            excluded = judge.is_excluded_minor(masks, self.size)
            self.no.append(No(string_of(masks, self.size, self.rank), witness, excluded))
        elif is_confirmed(self.matroids - len(self.no), self.size):
            judge.check_yes(masks, self.size)
            self.confirmed += 1

    def _count(self, surveyor: Surveyor, masks: Masks) -> None:
        confirm = is_confirmed(self.matroids, self.size)
        self.values[surveyor.value(masks, self.size, confirm=confirm)] += 1
        self.confirmed += confirm

    @property
    def findings(self) -> Findings:
        """The verdicts as they are stored."""
        values = dict(sorted(self.values.items()))
        return Findings(self.size, self.rank, self.matroids, self.no, self.confirmed, values)


def expected(blocks: Sequence[CensusBlock]) -> int | None:
    """Return how many matroids the blocks have, or None if the number is not known."""
    if any(block.asked.among for block in blocks):
        return None
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


def _generated(block: CensusBlock) -> Iterator[Masks]:
    parents = parents_of(block.size, block.rank)[block.first : block.last]
    for masks in parents:
        yield from [masks] if block.size == 0 else children(masks, block.size - 1, block.rank)
