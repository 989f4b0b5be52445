"""Write what a census found, for other programs: matroids of one answer, and verdicts to verify."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, runtime_checkable

from matroidlab import ExplicitMatroid
from matroidlab_atlas.catalogue import catalogue
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
    """Write the question and every verdict, as lines of JSON that `census.checker` verifies."""
    write_lines(path, _verdicts(census))


def _verdicts(census: Census) -> Iterator[str]:
    question = census.asked.question_itself()
    names = question.excluded if isinstance(question, ExcludingMinors) else ()
    patterns = [catalogue[name].matroid for name in names]
    head = {
        "question": census.asked.question,
        "parameters": dict(census.asked.parameters),
        "excluded": [
            {"size": one.size, "rank": one.rank, "bases": bases_string(one)} for one in patterns
        ],
    }
    yield json.dumps(head)
    for member, no in census.verdicts():
        shape = {"size": member.size, "rank": member.rank}
        bases = string_of(member.masks, member.size, member.rank)
        answer = "yes" if no is None else "no"
        witness = {} if no is None else {"witness": no.witness}
        yield json.dumps({**shape, "bases": bases, "answer": answer, **witness})
