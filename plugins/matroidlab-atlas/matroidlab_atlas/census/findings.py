"""The results of a census as plain data."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from matroidlab.hookspecs import Witness


@dataclass(frozen=True)
class No:
    """A matroid with the answer "no": its bases as a string of stars, and the witness."""

    bases: str
    witness: Witness
    is_excluded_minor: bool = False


@dataclass(frozen=True)
class Findings:
    """The results for the matroids of one size and rank, or for some of them.

    Attributes
    ----------
    size, rank
        Of the matroids.
    matroids
        The number of matroids that were asked about.
    no
        The matroids with the answer "no".
    confirmed
        The number of matroids with the answer "yes" that brute force confirmed.
    values
        For a statistic, how many matroids have each value, as text.
    """

    size: int
    rank: int
    matroids: int = 0
    no: list[No] = field(default_factory=list)
    confirmed: int = 0
    values: dict[str, int] = field(default_factory=dict)

    @property
    def yes(self) -> int:
        """The number of matroids with the answer "yes"."""
        return self.matroids - len(self.no)

    def as_text(self) -> str:
        """Return a line of JSON."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_data(cls, data: Any) -> "Findings":
        """Read what `as_text` wrote; anything else is a ValueError, TypeError or KeyError."""
        size, rank, matroids, confirmed = (
            int(data[name]) for name in ("size", "rank", "matroids", "confirmed")
        )
        no = [
            No(str(one["bases"]), dict(one["witness"]), bool(one["is_excluded_minor"]))
            for one in data["no"]
        ]
        values = {str(value): int(number) for value, number in data["values"].items()}
        return cls(size, rank, matroids, no, confirmed, values)


@dataclass(frozen=True)
class Count:
    """The number of matroids of a size and rank, and of each answer."""

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


def histogram(findings: Iterable[Findings]) -> list[dict[str, object]]:
    """Return how many matroids of each size and rank have each value, numbers in their order."""
    found: Counter[tuple[int, int, str]] = Counter()
    for part in findings:
        for value, number in part.values.items():
            found[part.size, part.rank, value] += number
    return [
        {"size": size, "rank": rank, "value": value, "matroids": found[size, rank, value]}
        for size, rank, value in sorted(found, key=lambda key: (*key[:2], place_of(key[2])))
    ]


def place_of(value: str) -> tuple[int, int, str]:
    """Numbers come before words, and by size."""
    digits = value.removeprefix("-")
    return (0, int(value), "") if digits.isdecimal() else (1, 0, value)


def excluded_minors(findings: Iterable[Findings]) -> Iterator[Mapping[str, object]]:
    """The matroids with the answer "no" whose proper minors all have the answer "yes"."""
    for part in findings:
        for no in part.no:
            if no.is_excluded_minor:
                yield {
                    "size": part.size,
                    "rank": part.rank,
                    "bases": no.bases,
                    "witness": no.witness,
                }
