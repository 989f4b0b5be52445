"""A census of matroids that are given, in place of all small ones."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from matroidlab.protocol import Matroid
from matroidlab.types import Masks
from matroidlab.work import fingerprint
from matroidlab_atlas.census.asked import Asked
from matroidlab_atlas.census.extension_blocks import Member, findings_of
from matroidlab_atlas.census.findings import Findings
from matroidlab_atlas.formats.strings import BASIS, bases_string, ordered_sets

MATROIDS = 100
"""The number of given matroids that make a block."""


@dataclass(frozen=True)
class GivenBlock:
    """A question and some given matroids, each as ``SIZE RANK STARS``."""

    asked: Asked
    lines: tuple[str, ...]
    versions: Mapping[str, str]

    @property
    def identity(self) -> str:
        """A fingerprint of everything that the results depend on."""
        return fingerprint([*self.asked.key, *self.lines, dict(self.versions)])

    @property
    def name(self) -> str:
        """The name of the file of the results."""
        return f"{self.identity[:32]}.json"

    @property
    def aim(self) -> str:
        """The task in words, for errors."""
        return f"asking {self.asked.question!r} of {len(self.lines)} given matroids"

    @property
    def shapes(self) -> list[tuple[int, int]]:
        """The sizes and ranks of the matroids."""
        words = (line.split() for line in self.lines)
        return sorted({(int(size), int(rank)) for size, rank, _ in words})

    def members(self) -> Iterator[Member]:
        """Yield the matroids that the census is about."""
        for line in self.lines:
            size, rank, stars = line.split()
            masks = ordered_sets(int(size), int(rank))[_is_basis(stars)]
            if self.asked.is_about(masks, int(size)):
                yield Member(int(size), int(rank), masks)

    def run(self) -> list[Findings]:
        """Ask about every matroid of the block; an error if this process has other versions."""
        return findings_of(self)


def given_blocks(
    asked: Asked, matroids: Iterable[Matroid], size: int | None, rank: int | None
) -> list[GivenBlock]:
    """Cut matroids into blocks; only those of at most ``size`` elements and of that ``rank``."""
    versions = asked.versions
    lines = [
        f"{one.size} {one.rank} {bases_string(one)}"
        for one in matroids
        if (size is None or one.size <= size) and (rank is None or one.rank == rank)
    ]
    starts = range(0, len(lines), MATROIDS)
    return [GivenBlock(asked, tuple(lines[i : i + MATROIDS]), versions) for i in starts]


def _is_basis(stars: str) -> Masks:
    found: Masks = np.flatnonzero(np.frombuffer(stars.encode(), dtype="S1") == BASIS.encode())
    return found
