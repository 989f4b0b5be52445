"""Small questions about the named matroids of 6 to 13 elements, beside SageMath.

Both sides get the bases, as Sage's C class `BasisMatroid` and as `ExplicitMatroid`. A question
about one set or about loops and components is put to an object that was asked before, since both
keep what they have found; all others get a fresh object each time. A figure is the median over the
matroids of the least of three times.

Sage's medians were measured with passagemath 10.8.13 on the machine of our own figures; where
passagemath is installed, it is measured in the same run instead. Ours may take five times as long.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import measuring
from measuring import Row

from matroidlab import ExplicitMatroid, closure, rank_of
from matroidlab_atlas import structure
from matroidlab_atlas.catalogue import catalogue

sys.path.insert(0, str(Path(__file__).parents[1]))

from atlas_support.sage_questions import MORE, Ask, pattern, sage_matroid

KEPT = 400
FRESH = 6
"""How often a kept object is asked, and how many fresh objects are."""

FEW = 10
"""Extensions are asked for where both sides list them in milliseconds."""

QUESTIONS: dict[str, tuple[Ask, Ask, float]] = {
    "rank": (lambda m: rank_of(m, (0, 1, 3)), lambda m: m.rank((0, 1, 3)), 0.2),
    "closure": (lambda m: closure(m, (0, 1)), lambda m: m.closure((0, 1)), 0.42),
    "corank": (lambda m: structure.corank(m, (0, 1)), lambda m: m.corank((0, 1)), 0.17),
    "connectivity": (
        lambda m: structure.connectivity(m, (0, 1)),
        lambda m: m.connectivity((0, 1)),
        0.54,
    ),
    "loops": (structure.loops, lambda m: m.loops(), 0.44),
    "components": (structure.components, lambda m: m.components(), 1.08),
    "circuits": (lambda m: list(structure.circuits(m)), lambda m: list(m.circuits()), 39),
    "cocircuits": (lambda m: list(structure.cocircuits(m)), lambda m: list(m.cocircuits()), 39),
    "flats": (
        lambda m: list(structure.flats(m)),
        lambda m: [list(m.flats(rank)) for rank in range(m.rank() + 1)],
        40,
    ),
    "f-vector": (structure.f_vector, lambda m: m.f_vector(), 40),
    "simple": (structure.is_simple, lambda m: m.is_simple(), 4.01),
    "3-connected": (structure.is_3_connected, lambda m: m.is_3connected(), 40),
    "binary": (structure.is_binary, lambda m: m.is_binary(), 29),
    "ternary": (structure.is_ternary, lambda m: m.is_ternary(), 271),
    "Tutte polynomial": (structure.tutte_polynomial, lambda m: m.tutte_polynomial(), 786),
    "isomorphic to a copy": (
        lambda m: structure.isomorphism(m, _turned(m)),
        lambda m: m.is_isomorphic(_turned_there(m)),
        171,
    ),
    "has the minor M(K4)": (
        lambda m: structure.has_minor(m, catalogue["k4"].matroid),
        lambda m: m.has_minor(pattern("k4")),
        444,
    ),
    "has the minor F7": (
        lambda m: structure.has_minor(m, catalogue["fano"].matroid),
        lambda m: m.has_minor(pattern("fano")),
        192,
    ),
    "extensions": (
        lambda m: list(structure.single_element_extensions(m)),
        lambda m: list(m.extensions()),
        1190,
    ),
    **MORE,
}
"""Each question here and there, and the median of Sage's times in microseconds."""

OF_A_KEPT_OBJECT = (
    "rank",
    "closure",
    "corank",
    "connectivity",
    "loops",
    "components",
    "coclosure",
    "coloops",
)
LESS_OFTEN = ("extensions",)


def _turned(matroid: ExplicitMatroid) -> ExplicitMatroid:
    size = matroid.size
    return ExplicitMatroid(size, [[(3 * e + 1) % size for e in one] for one in matroid.bases])


def _turned_there(matroid: Any) -> Any:
    size = matroid.size()
    return sage_matroid(size, [tuple((3 * e + 1) % size for e in one) for one in matroid.bases()])


@cache
def given() -> list[tuple[int, list[tuple[int, ...]]]]:
    """The size and the bases of the matroids; the copies need a size that 3 does not divide."""
    return [
        (entry.size, [*structure.bases(entry.matroid)])
        for entry in catalogue.values()
        if 6 <= entry.size <= 13 and entry.size % 3
    ]


def median_time(question: str, ask: Ask, make: Callable[..., Any]) -> float:
    """The median over the matroids, in seconds."""
    times = []
    for size, bases in given():
        if question not in LESS_OFTEN or (size < FEW and _few(size, tuple(bases))):
            times.append(_least(question, ask, partial(make, size, bases)))
    return median(times)


@cache
def _few(size: int, bases: tuple[tuple[int, ...], ...]) -> bool:
    """Whether there are fewer than 3000 extensions."""
    found = structure.single_element_extensions(ExplicitMatroid(size, bases))
    return sum(1 for _ in islice(found, 3000)) < 3000


def _least(question: str, ask: Ask, make: Callable[[], Any]) -> float:
    if question in OF_A_KEPT_OBJECT:
        one = make()
        ask(one)
        runs = [[one] * KEPT for _ in range(3)]
    else:
        runs = [[make() for _ in range(FRESH)] for _ in range(3)]
    return min(_time(ask, run) for run in runs)


def _time(ask: Ask, objects: list[Any]) -> float:
    start = process_time()
    for one in objects:
        ask(one)
    return (process_time() - start) / len(objects)


PROGRAM = """
import importlib.util, json, sys
import sage.matroids.basis_matroid
sys.path.append(sys.argv[2])
spec = importlib.util.spec_from_file_location("small_questions", sys.argv[1])
here = importlib.util.module_from_spec(spec)
spec.loader.exec_module(here)
print(json.dumps(here.medians_of_sage()))
"""
"""In a process of its own, because this file is called as the package that it measures."""


def medians_of_sage() -> dict[str, float]:
    """The medians of Sage, in seconds."""
    return {
        question: median_time(question, there, sage_matroid)
        for question, (_, there, _) in QUESTIONS.items()
    }


@cache
def measured() -> dict[str, float] | None:
    """The medians of Sage, measured now if it is installed here."""
    folder = str(Path(measuring.__file__).parent)
    program = [sys.executable, "-c", PROGRAM, __file__, folder]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    found: dict[str, float] | None = json.loads(done.stdout) if done.returncode == 0 else None
    return found


def row(question: str) -> Row:
    """Hold the median of a question to Sage's."""
    ours, _, stated = QUESTIONS[question]
    seconds = median_time(question, ours, ExplicitMatroid)
    now = measured()
    there = stated / 1e6 if now is None else now[question]
    peer = "passagemath 10.8.13, kept median" if now is None else "passagemath"
    ratio = there / seconds
    return Row(question, seconds, peer, there, ratio, ">= 0.2 x", ratio >= 1 / 5)


BENCHMARKS = tuple(partial(row, question) for question in QUESTIONS)
