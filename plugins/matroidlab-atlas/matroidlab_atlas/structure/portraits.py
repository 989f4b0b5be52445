from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from textwrap import shorten, wrap

import numpy as np

from matroidlab.errors import TooLargeError
from matroidlab.orderability import (
    Verdict,
    orderability_report,
)
from matroidlab.protocol import Matroid, element_names_of
from matroidlab.subsets import Progress, axiom_violation, rank_table, refuse_if_too_large
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.classes import (
    coloops,
    components,
    loops,
    parallel_classes,
    series_classes,
)
from matroidlab_atlas.structure.isomorphisms import automorphisms
from matroidlab_atlas.structure.names import name_of
from matroidlab_atlas.structure.orderability_in_words import excluded_minor_in_words
from matroidlab_atlas.structure.paving import (
    paving_violation,
    simple_violation,
    sparse_paving_violation,
)
from matroidlab_atlas.structure.recognition import (
    binary_recognition,
    graphic_recognition,
    regular_recognition,
    ternary_recognition,
)
from matroidlab_atlas.structure.separations import separation
from matroidlab_atlas.structure.set_list import named
from matroidlab_atlas.structure.sets import cocircuit_masks, flat_masks
from matroidlab_atlas.structure.tutte import (
    characteristic_polynomial,
    tutte_polynomial,
    whitney_numbers,
)

PATIENCE = 20.0
"""The longest time, in seconds, that deciding orderability may take by its estimate."""

DECIDED = 16
"""The largest size for which the axioms are decided, by asking about all sets."""

PRINTED = {
    "flats by rank": "flats by rank (Whitney, second kind)",
    "Whitney numbers": "Whitney numbers, first kind",
    "matroid": "satisfies the axioms",
}
"""The names of facts and answers that are printed in other words."""


@dataclass(frozen=True)
class Answer:
    """Yes, no or open, and the reason."""

    holds: bool | None
    why: str = ""

    def __str__(self) -> str:
        word = {True: "yes", False: "no", None: "open"}[self.holds]
        return f"{word}: {self.why}" if self.why else word


@dataclass(frozen=True)
class Portrait:
    """The main facts about a matroid; made by `portrait`.

    Attributes
    ----------
    title
        The name of the matroid.
    facts
        Counts and polynomials by name.
    answers
        The properties by name, each with the reason.
    element_names
        The names of the elements, for printing.
    """

    title: str
    facts: Mapping[str, object] = field(default_factory=dict)
    answers: Mapping[str, Answer] = field(default_factory=dict)
    element_names: Sequence[str] = field(repr=False, default=())

    def __repr__(self) -> str:
        return f"Portrait({self.title}; {len(self.rows)} facts)"

    @property
    def rows(self) -> list[tuple[str, str]]:
        """All facts and answers as pairs of a name and a text."""
        everything = {**self.facts, **self.answers}
        return [(PRINTED.get(name, name), self._text(value)) for name, value in everything.items()]

    def _text(self, value: object) -> str:
        """Sets (tuples) and tuples of sets print with the names of elements."""
        if not isinstance(value, tuple):
            return str(value)
        if value and isinstance(value[0], tuple):
            return ", ".join(named(part, self.element_names) for part in value)
        return named(value, self.element_names) if value else "none"

    def __str__(self) -> str:
        width = max(len(name) for name, _ in self.rows)
        return "\n".join([self.title, *(f"  {name:<{width}}  {text}" for name, text in self.rows)])

    def wrapped(self, columns: int) -> str:
        """Return the text in lines of at most ``columns`` characters, where words allow it."""
        width = max(len(name) for name, _ in self.rows)
        room = max(columns - width - 4, 20)
        lines = wrap(self.title, columns)
        for name, text in self.rows:
            first, *others = wrap(text, room, break_long_words=False, break_on_hyphens=False) or [
                ""
            ]
            lines.append(f"  {name:<{width}}  {first}")
            lines += [" " * (width + 4) + line for line in others]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        left = "style='text-align: left'"
        cells = "".join(
            f"<tr><th>{escape(name)}</th><td {left}>{escape(text)}</td></tr>"
            for name, text in self.rows
        )
        return f"<table><caption>{escape(self.title)}</caption>{cells}</table>"

    def as_data(self) -> dict[str, object]:
        """Return plain data, for JSON."""
        answers = {
            name: {"holds": answer.holds, "why": answer.why}
            for name, answer in self.answers.items()
        }
        return {
            "title": self.title,
            **{name: _plain(value) for name, value in self.facts.items()},
            "is": answers,
        }


@takes_matroids
def portrait(matroid: Matroid, *, progress: Progress | None = None) -> Portrait:
    """Return the main facts about a matroid of at most 22 elements, on one screen.

    Up to 16 elements, the axioms of a matroid are checked too.

    >>> from matroidlab import UniformMatroid
    >>> print(portrait(UniformMatroid(size=4, rank=2)).answers["binary"])
    no: U(2,4) is itself an excluded minor
    """
    refuse_if_too_large(matroid.size)
    call = shorten(repr(matroid), 100, placeholder=" ...")
    names = element_names_of(matroid)
    kept = _axioms(matroid, progress)
    if kept.holds is False:
        return Portrait(call, {"size": matroid.size}, {"matroid": kept}, names)
    name = name_of(matroid, progress=progress)
    title = call if name is None else f"{name}: {call}"
    return Portrait(
        title, _facts(matroid, progress), {"matroid": kept, **_answers(matroid, progress)}, names
    )


def _axioms(matroid: Matroid, progress: Progress | None) -> Answer:
    """Whether the oracle is a matroid; decided only if that is quick."""
    if matroid.size > DECIDED:
        return Answer(
            None, f"not checked for more than {DECIDED} elements; `axiom_violation` does it"
        )
    violation = axiom_violation(matroid, progress=progress)
    return Answer(violation is None, "" if violation is None else str(violation))


def _facts(matroid: Matroid, progress: Progress | None) -> dict[str, object]:
    table = rank_table(matroid, progress=progress)
    first, second = whitney_numbers(matroid)
    return {
        "size": matroid.size,
        "rank": matroid.rank,
        "bases": len(table.bases),
        "independent sets": int(np.count_nonzero(table.independent)),
        "circuits": len(table.circuits),
        "cocircuits": len(cocircuit_masks(table)),
        "hyperplanes": len(flat_masks(table, table.rank - 1)),
        "flats by rank": second,
        "Whitney numbers": first,
        "loops": loops(matroid),
        "coloops": coloops(matroid),
        "components": tuple(components(matroid)),
        "parallel classes": tuple(part for part in parallel_classes(matroid) if len(part) > 1),
        "series classes": tuple(part for part in series_classes(matroid) if len(part) > 1),
        "Tutte polynomial": tutte_polynomial(matroid),
        "characteristic polynomial": characteristic_polynomial(matroid),
        "automorphisms": automorphisms(matroid).order,
    }


def _answers(matroid: Matroid, progress: Progress | None) -> dict[str, Answer]:
    shorts = {
        "simple": simple_violation,
        "paving": paving_violation,
        "sparse paving": sparse_paving_violation,
    }
    recognitions = {
        "binary": binary_recognition,
        "ternary": ternary_recognition,
        "regular": regular_recognition,
        "graphic": graphic_recognition,
    }
    answers = dict[str, Answer]()
    for name, connectivity in (("connected", 2), ("3-connected", 3)):
        cut = separation(matroid, connectivity)
        answers[name] = Answer(cut is None, "" if cut is None else str(cut))
    for name, find in shorts.items():
        short = find(matroid)
        answers[name] = Answer(short is None, "" if short is None else str(short))
    for name, recognise in recognitions.items():
        found = recognise(matroid)
        answers[name] = Answer(found.holds, found.reason)
    answers["strongly base-orderable"] = _orderability(matroid, progress)
    return answers


def _orderability(matroid: Matroid, progress: Progress | None) -> Answer:
    try:
        report = orderability_report(matroid, patience=PATIENCE, progress=progress)
    except TooLargeError as error:
        return Answer(None, str(error))
    if report.violation is None:
        if report.verdict is Verdict.STRONG:
            return Answer(True, report.known_by)
        return Answer(None, str(report))
    verdict = {
        Verdict.NOT_BASE: "it is not even base-orderable",
        Verdict.BASE: "it is only base-orderable",
    }.get(report.verdict, "whether it is base-orderable is open")
    bases = f"The bases {report.violation}"
    excluded = excluded_minor_in_words(matroid, report.violation)
    return Answer(False, f"{verdict}. {bases}. {excluded}")


def _plain(value: object) -> object:
    return value if isinstance(value, int | list | tuple) else str(value)
