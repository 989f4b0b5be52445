"""Write what a census found, for other programs: matroids of one answer, and verdicts to verify."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, runtime_checkable

from matroidlab import ExplicitMatroid
from matroidlab_atlas.census.given import GivenBlock
from matroidlab_atlas.census.questions.recognition import pattern
from matroidlab_atlas.census.running import Census
from matroidlab_atlas.formats import Format, write_matroids
from matroidlab_atlas.formats.opening import write_lines
from matroidlab_atlas.formats.strings import bases_string, string_of


@runtime_checkable
class ExcludingMinors(Protocol):
    """A question whose noes have one of these matroids of the catalogue as a minor."""

    @property
    def excluded(self) -> tuple[str, ...]:
        """The names of the excluded minors."""


def write_answers(census: Census, path: Path, form: Format, *, yes: bool) -> None:
    """Write the matroids of one answer to a file, one on each line."""
    chosen = (
        ExplicitMatroid.known(member.size, member.masks)
        for member, no in census.verdicts()
        if (no is None) == yes
    )
    write_lines(path, write_matroids(chosen, form))


def write_verdicts(census: Census, path: Path) -> None:
    """Write the claim and every verdict, as lines of JSON that `census.checker` verifies."""
    write_lines(path, _verdicts(census))


def _verdicts(census: Census) -> Iterator[str]:
    yield json.dumps(_claim(census))
    for member, no in census.verdicts():
        shape = {"size": member.size, "rank": member.rank}
        bases = string_of(member.masks, member.size, member.rank)
        answer = "yes" if no is None else "no"
        witness = {} if no is None else {"witness": no.witness}
        yield json.dumps({**shape, "bases": bases, "answer": answer, **witness})


def _claim(census: Census) -> dict[str, object]:
    """The question, the matroids it was asked about, and how many have which answer."""
    question = census.asked.question_itself()
    names = question.excluded if isinstance(question, ExcludingMinors) else ()
    patterns = [pattern(name) for name in names]
    counts: Counter[str] = Counter()
    for one in census.counts():
        counts[f"{one.size} yes"] += one.yes
        counts[f"{one.size} no"] += one.no
    return {
        "question": census.asked.question,
        "parameters": dict(census.asked.parameters),
        "excluded": [
            {"size": one.size, "rank": one.rank, "bases": bases_string(one)} for one in patterns
        ],
        "among": list(census.asked.among),
        "from_file": any(isinstance(block, GivenBlock) for block in census.blocks),
        "complete": _complete(census),
        "counts": {key: number for key, number in counts.items() if number},
    }


def _complete(census: Census) -> int:
    """The size up to which all matroids have a verdict; -1 if that is not claimed."""
    is_restricted = any(isinstance(block, GivenBlock) for block in census.blocks)
    if is_restricted or census.asked.among:
        return -1
    shapes = {shape for block in census.blocks for shape in block.shapes}
    largest = max((size for size, _ in shapes), default=-1)
    every = {(size, rank) for size in range(largest + 1) for rank in range(size + 1)}
    return largest if shapes == every else -1
