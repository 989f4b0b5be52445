"""The orderability of named matroids, compared with theorems."""

from itertools import combinations

import numpy as np
import pytest

from atlas_support.catalogue import named, report
from matroidlab import Contraction, Matroid, Restriction
from matroidlab.orderability import Verdict, is_base_orderable
from matroidlab_atlas.catalogue import NamedMatroid, catalogue


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("fano", Verdict.NOT_BASE),
        ("fano-dual", Verdict.NOT_BASE),
        ("ag32", Verdict.NOT_BASE),
        ("k4", Verdict.NOT_BASE),
        ("wheel4", Verdict.NOT_BASE),
        ("wheel5", Verdict.NOT_BASE),
        ("vamos", Verdict.STRONG),
        ("p8", Verdict.BASE),
        ("whirl3", Verdict.STRONG),
        ("whirl4", Verdict.STRONG),
        ("whirl5", Verdict.STRONG),
    ],
)
def test_known_verdicts(name: str, verdict: Verdict) -> None:
    """Whirls are transversal matroids, and these are strongly base-orderable."""
    assert report(name).verdict is verdict


def test_the_pairs_that_show_a_no_show_it() -> None:
    violations = {name: report(name).violation for name in catalogue}
    assert all(
        found.verify(NamedMatroid(name)) for name, found in violations.items() if found is not None
    )


def test_all_are_decided() -> None:
    assert {report(name).verdict for name in catalogue} == {
        Verdict.STRONG,
        Verdict.BASE,
        Verdict.NOT_BASE,
    }


def planes(matroid: Matroid) -> list[Contraction]:
    """The contractions of rank 3."""
    parts = combinations(range(matroid.size), matroid.rank - 3)
    return [
        Contraction(matroid, part)
        for part in parts
        if matroid.is_independent(np.array(part, dtype=np.intp))
    ]


def has_k4_minor(matroid: Matroid) -> bool:
    """Whether some contraction has six points on four lines that pairwise share one point."""
    for plane in planes(matroid):
        triples = map(frozenset, combinations(range(plane.size), 3))
        lines = [triple for triple in triples if not plane.is_independent(np.array(sorted(triple)))]
        for six in combinations(range(plane.size), 6):
            within = [line for line in lines if line.issubset(six)]
            if len(within) == 4 and all(
                len(first & second) == 1 for first, second in combinations(within, 2)
            ):
                return True
    return False


def is_paving(matroid: Matroid) -> bool:
    """Whether every set of less elements than a basis is independent."""
    parts = combinations(range(matroid.size), matroid.rank - 1)
    return all(matroid.is_independent(np.array(part)) for part in parts)


def test_a_paving_matroid_is_base_orderable_exactly_if_k4_is_no_minor() -> None:
    """Bonin and Savitsky, arXiv:1507.05521."""
    paving = [
        name for name, entry in catalogue.items() if entry.rank >= 3 and is_paving(named(name))
    ]
    assert {"non-desargues", "p8", "vamos", "tic-tac-toe", "s5612"} < set(paving)
    for name in paving:
        assert (report(name).verdict is Verdict.NOT_BASE) is has_k4_minor(named(name)), name


def test_in_rank_3_a_base_orderable_matroid_is_strongly_so() -> None:
    assert not [
        name
        for name, entry in catalogue.items()
        if entry.rank == 3 and report(name).verdict is Verdict.BASE
    ]


def test_j_is_an_excluded_minor_of_base_orderability_without_being_k4() -> None:
    """It is not paving, and K4 is not a minor of it."""
    j = named("j")
    assert not is_paving(j)
    assert not has_k4_minor(j)
    assert report("j").verdict is Verdict.NOT_BASE
    for element in range(8):
        rest = [other for other in range(8) if other != element]
        assert is_base_orderable(Restriction(j, rest))
        assert is_base_orderable(Contraction(j, [element]))


def test_p8_designs_and_the_golay_code_tell_the_two_notions_apart() -> None:
    """S(5,6,12) has P8 as a minor (`test_relations`), so it is not strongly base-orderable."""
    apart = [name for name in catalogue if report(name).verdict is Verdict.BASE]
    designs = ["block94", "tic-tac-toe", "block105", "s5612"]
    assert apart == ["p8", "p8-relaxed-once", "wq8", *designs]
