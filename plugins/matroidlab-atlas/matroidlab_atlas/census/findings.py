"""What a census found, as plain data."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from matroidlab.hookspecs import Witness


@dataclass(frozen=True)
class No:
    """A matroid of which the answer is no: its bases as a string of stars, and what shows it."""

    bases: str
    witness: Witness
    is_excluded_minor: bool = False


@dataclass(frozen=True)
class Findings:
    """What was found of the matroids of one size and rank, or of some of them.

    Attributes
    ----------
    size, rank
        Of the matroids.
    matroids
        How many were asked about.
    no
        Those of which the answer is no.
    confirmed
        For how many the answer is yes and brute force confirms it.
    """

    size: int
    rank: int
    matroids: int = 0
    no: list[No] = field(default_factory=list)
    confirmed: int = 0

    @property
    def yes(self) -> int:
        """Of how many the answer is yes."""
        return self.matroids - len(self.no)

    def as_text(self) -> str:
        """Return a line of JSON."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_data(cls, data: Any) -> "Findings":
        """Return what `as_text` wrote; a ValueError, TypeError or KeyError if it is something else."""
        size, rank, matroids, confirmed = (
            int(data[name]) for name in ("size", "rank", "matroids", "confirmed")
        )
        no = [
            No(str(one["bases"]), dict(one["witness"]), bool(one["is_excluded_minor"]))
            for one in data["no"]
        ]
        return cls(size, rank, matroids, no, confirmed)


@dataclass(frozen=True)
class Count:
    """How many matroids of a size and rank there are, and what the answers were."""

    size: int
    rank: int
    matroids: int
    yes: int
    no: int
    confirmed: int


def counts(findings: Iterable[Findings]) -> list[Count]:
    """Add up findings by size and rank."""
    found: dict[tuple[int, int], list[int]] = {}
    for part in findings:
        row = found.setdefault((part.size, part.rank), [0, 0, 0, 0])
        for i, number in enumerate((part.matroids, part.yes, len(part.no), part.confirmed)):
            row[i] += number
    return [Count(*key, *found[key]) for key in sorted(found)]


def excluded_minors(findings: Iterable[Findings]) -> Iterator[Mapping[str, object]]:
    """The matroids of which the answer is no, though it is yes for all their minors."""
    for part in findings:
        for no in part.no:
            if no.is_excluded_minor:
                yield {
                    "size": part.size,
                    "rank": part.rank,
                    "bases": no.bases,
                    "witness": no.witness,
                }
