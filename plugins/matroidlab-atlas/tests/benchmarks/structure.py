"""Looking at a matroid, beside SageMath.

Every call gets a fresh object, made before the clock starts; the table of all subsets counts.
Sage's times are the medians of SageMath 10.8 on a like machine; where passagemath is installed it
is timed in the same run instead. Ours must be quicker, and ten times as quick where Sage takes more
than 20 ms. Like Sage, `bases` and its sisters return sets as bits.

Canonical forms are compared with those of pynauty, where it is installed: ours may take three times
as long compiled, and six times in numpy. Else they are the mean over all 940 matroids of rank 4 on
8 elements, which are made before the clock starts by extending smaller ones and renumbered at
random.
"""

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from time import perf_counter
from typing import Any

import numpy as np
from measuring import Row, Run, best_of, for_way, times_faster

from matroidlab import ExplicitMatroid, GraphicMatroid, Matroid, TransversalMatroid, UniformMatroid
from matroidlab_atlas import structure
from matroidlab_linear import LinearMatroid

RNG = np.random.default_rng(0)
EDGES = list(combinations(range(6), 2))
SETS = [sorted(RNG.choice(12, 5, replace=False).tolist()) for _ in range(6)]
MATRIX = RNG.integers(0, 2, (6, 16)).tolist()

MATROIDS: dict[str, Callable[[], Matroid]] = {
    "U(6,12)": lambda: UniformMatroid(12, 6),
    "M(K6)": lambda: GraphicMatroid(EDGES),
    "random transversal on 12": lambda: TransversalMatroid(12, SETS),
    "random binary 6 x 16": lambda: LinearMatroid(MATRIX, 2),
}
QUESTIONS: dict[str, Callable[[Matroid], object]] = {
    "bases": structure.bases,
    "axioms checked": structure.axiom_violation,
    "circuits": structure.circuits,
    "cocircuits": structure.cocircuits,
    "flats": structure.flats,
    "Tutte": structure.tutte_polynomial,
}
STATED = {
    "bases": (0.7, 14, 9, 1.3),
    "axioms checked": (241, 757, 150, 3570),
    "circuits": (4.6, 40, 184, 4.2),
    "cocircuits": (72, 268, 122, 3.7),
    "flats": (57, 74, 92, 1.0),
    "Tutte": (108, 412, 259, 136),
}
"""Milliseconds of SageMath 10.8, in the order of the matroids."""


def row(question: str, name: str, stated: float) -> Row:
    """Hold one question about one matroid to Sage."""
    what = f"{question}, {name}"
    least = 10 if stated > 20 else 1

    ours = Fresh(MATROIDS[name], QUESTIONS[question])
    if find_spec("sage") is not None:
        return times_faster(
            what, ours, "passagemath", sage_run(question, name), least=least, repeats=5
        )
    (seconds,) = best_of([ours], 15)
    ratio = stated / 1e3 / seconds
    return Row(
        what,
        seconds,
        "SageMath 10.8, stated",
        stated / 1e3,
        ratio,
        f">= {least:g} x",
        ratio >= least,
    )


class Fresh:
    """A question about a new object each time; enough objects are made in advance."""

    def __init__(self, make: Callable[[], Any], ask: Callable[[Any], object]) -> None:
        ask(make())  # compiles the kernels, and fills the tables that depend on the size alone
        self.ask = ask
        start = perf_counter()
        ask(make())
        self.made = [make() for _ in range(200 + int(0.8 / (perf_counter() - start)))]

    def __call__(self) -> object:
        return self.ask(self.made.pop())


def sage_run(question: str, name: str) -> Run:
    """The same question to Sage, a fresh object each time."""
    sage: Any = import_module("sage.all")
    make = {
        "U(6,12)": lambda: sage.matroids.Uniform(6, 12),
        "M(K6)": lambda: sage.Matroid(sage.graphs.CompleteGraph(6)),
        "random transversal on 12": lambda: import_module(
            "sage.matroids.transversal_matroid"
        ).TransversalMatroid(SETS, groundset=range(12)),
        "random binary 6 x 16": lambda: sage.Matroid(sage.Matrix(sage.GF(2), MATRIX)),
    }[name]
    ask: Callable[[Any], object] = {
        "bases": lambda matroid: len(matroid.bases()),
        "axioms checked": lambda matroid: matroid.is_valid(),
        "circuits": lambda matroid: len(matroid.circuits()),
        "cocircuits": lambda matroid: len(matroid.cocircuits()),
        "flats": lambda matroid: [len(matroid.flats(rank)) for rank in range(matroid.rank() + 1)],
        "Tutte": lambda matroid: matroid.tutte_polynomial(),
    }[question]
    return Fresh(make, ask)


@cache
def rank_4_on_8() -> list[ExplicitMatroid]:
    """One matroid of each of the 940 kinds, its elements in random order."""
    found = list(structure.all_matroids(8, 4))
    assert len(found) == 940
    return [_renumbered(matroid, RNG.permutation(8).tolist()) for matroid in found]


def _renumbered(matroid: ExplicitMatroid, places: list[int]) -> ExplicitMatroid:
    return ExplicitMatroid(
        matroid.size, [[places[element] for element in basis] for basis in matroid.bases]
    )


def canonical_forms() -> Row:
    many = rank_4_on_8()
    if find_spec("pynauty") is not None:
        return times_faster(
            "canonical forms, all of rank 4 on 8",
            lambda: [structure.canonical_form(matroid) for matroid in many],
            "pynauty",
            lambda: [certificate(matroid) for matroid in many],
            least=for_way(numba=1 / 3, numpy=1 / 6),
            repeats=5,
        )
    most = for_way(numba=0.5e-3, numpy=5e-3)
    (seconds,) = best_of([lambda: [structure.canonical_form(matroid) for matroid in many]], 5)
    mean = seconds / len(many)
    return Row(
        "canonical form, rank 4 on 8", mean, "", None, mean, f"< {most * 1e3:g} ms", mean < most
    )


def certificate(matroid: ExplicitMatroid) -> object:
    """The canonical form by pynauty, of a graph in which each basis is joined to its elements."""
    nauty = import_module("pynauty")
    size = matroid.size
    joined = {size + place: list(basis) for place, basis in enumerate(matroid.bases)}
    classes = [set(range(size)), set(joined)]
    return nauty.certificate(
        nauty.Graph(size + len(joined), adjacency_dict=joined, vertex_coloring=classes)
    )


BENCHMARKS = (
    *(
        partial(row, question, name, stated)
        for question, times in STATED.items()
        for name, stated in zip(MATROIDS, times, strict=True)
    ),
    canonical_forms,
)
