"""Relations between named matroids: relaxations, minors, designs."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest

from atlas_support.catalogue import named
from atlas_support.isomorphism import are_isomorphic, bases_of, mask_of, symmetries
from matroidlab import (
    Contraction,
    Dual,
    ExplicitMatroid,
    GraphicMatroid,
    Matroid,
    Restriction,
    Truncation,
    closure,
)
from matroidlab_atlas.catalogue import catalogue


def without(matroid: Matroid, *elements: int) -> Matroid:
    return Restriction(matroid, [e for e in range(matroid.size) if e not in elements])


def circuits(matroid: Matroid, count: int) -> list[tuple[int, ...]]:
    """The circuits of ``count`` elements."""
    return [
        part
        for part in combinations(range(matroid.size), count)
        if not matroid.is_independent(np.array(part))
        and all(matroid.is_independent(np.delete(part, i)) for i in range(count))
    ]


RELAXATIONS = [
    ("k4", "whirl3", 1),
    ("whirl3", "q6", 1),
    ("q6", "p6", 1),
    ("p6", "u36", 1),
    ("fano", "non-fano", 1),
    ("ag32", "ag32-relaxed", 1),
    ("ag32-relaxed", "r8", 1),
    ("ag32-relaxed", "f8", 1),
    ("r8", "q8", 1),
    ("f8", "q8", 1),
    ("ag32", "l8", 6),
    ("non-vamos", "vamos", 1),
    ("non-fano", "non-fano-relaxed", 1),
    ("p8", "p8-relaxed", 2),
    ("p8", "p8-relaxed-once", 1),
    ("p8-relaxed-once", "p8-relaxed", 1),
    ("wheel4", "whirl4", 1),
    ("wheel5", "whirl5", 1),
    ("ag23", "pappus", 3),
    ("pappus", "non-pappus", 1),
    ("desargues", "non-desargues", 1),
]


@pytest.mark.parametrize(("parent", "name", "count"), RELAXATIONS)
def test_a_relaxation_has_one_basis_more_for_each_circuit_that_is_a_hyperplane(
    parent: str, name: str, count: int
) -> None:
    matroid = named(parent)
    bases = bases_of(named(parent))
    loose = [c for c in circuits(matroid, matroid.rank) if closure(matroid, c).tolist() == list(c)]
    relaxed = (
        ExplicitMatroid(matroid.size, [*_sets(bases, matroid.size), *chosen])
        for chosen in combinations(loose, count)
    )
    assert catalogue[name].bases == catalogue[parent].bases + count
    assert any(are_isomorphic(candidate, named(name)) for candidate in relaxed)


def _sets(masks: frozenset[int], size: int) -> list[list[int]]:
    return [[e for e in range(size) if mask >> e & 1] for mask in masks]


@pytest.mark.parametrize(
    ("parent", "name", "lines"),
    [("pappus", "non-pappus", 9), ("desargues", "non-desargues", 10), ("ag32", "ag32-relaxed", 14)],
)
def test_where_all_lines_are_alike_a_relaxation_keeps_the_symmetries_that_fix_one(
    parent: str, name: str, lines: int
) -> None:
    assert symmetries(named(parent)) == lines * symmetries(named(name))


DELETIONS = [
    ("fano", "k4"),
    ("ag32", "fano-dual"),
    ("r8", "non-fano-dual"),
    ("ag23", "mac-lane"),
    ("r10", "k33"),
]


@pytest.mark.parametrize(("name", "rest"), DELETIONS)
def test_any_one_element_deleted_leaves(name: str, rest: str) -> None:
    matroid = named(name)
    assert all(
        are_isomorphic(without(matroid, element), named(rest)) for element in range(matroid.size)
    )


CONTRACTIONS = [("ag32", "fano"), ("r8", "non-fano"), ("r10", "k33-dual")]


@pytest.mark.parametrize(("name", "rest"), CONTRACTIONS)
def test_any_one_element_contracted_leaves(name: str, rest: str) -> None:
    matroid = named(name)
    assert all(
        are_isomorphic(Contraction(matroid, [element]), named(rest))
        for element in range(matroid.size)
    )


@pytest.mark.parametrize(
    ("name", "rests"), [("ag32-relaxed", ("fano", "non-fano")), ("non-fano-dual", ("k4", "whirl3"))]
)
def test_any_one_element_contracted_leaves_one_of_two(name: str, rests: tuple[str, str]) -> None:
    matroid = named(name)
    left = [Contraction(matroid, [element]) for element in range(matroid.size)]
    kinds = [[rest for rest in rests if are_isomorphic(minor, named(rest))] for minor in left]
    assert set(map(tuple, kinds)) == {(rest,) for rest in rests}


@pytest.mark.parametrize(
    ("name", "rest"), [("f8", "fano"), ("f8", "non-fano"), ("s8", "fano"), ("t8", "p7")]
)
def test_some_element_contracted_leaves(name: str, rest: str) -> None:
    matroid = named(name)
    assert any(
        are_isomorphic(Contraction(matroid, [element]), named(rest))
        for element in range(matroid.size)
    )


def test_l8_with_any_element_contracted_is_k4_with_a_point_added_freely() -> None:
    k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    pairs = [[*pair, 6] for pair in combinations(range(6), 2)]
    free = ExplicitMatroid(7, [*_sets(bases_of(k4), 6), *pairs])
    assert all(are_isomorphic(Contraction(named("l8"), [element]), free) for element in range(8))


def test_p7_is_a_spike_whose_tip_is_on_three_lines_and_two_disjoint_lines_go_across() -> None:
    lines = list(map(set, circuits(named("p7"), 3)))
    (tip,) = (point for point in range(7) if sum(point in line for line in lines) == 3)
    across = [line for line in lines if tip not in line]
    assert len(across) == 2
    assert not set.intersection(*across)


def test_o7_without_its_free_point_is_k4() -> None:
    assert [are_isomorphic(without(named("o7"), element), named("k4")) for element in range(7)] == [
        False
    ] * 6 + [True]


def test_fano_dual_without_a_point_is_the_graph_k23() -> None:
    k23 = GraphicMatroid([(side, other) for side in range(2) for other in range(2, 5)])
    assert all(are_isomorphic(without(named("fano-dual"), element), k23) for element in range(7))


def test_t8_has_no_three_points_on_a_line() -> None:
    assert len(bases_of(Truncation(named("t8"), 3))) == 56


def test_j_has_three_lines_and_they_share_a_point() -> None:
    lines = circuits(named("j"), 3)
    assert len(lines) == 3
    assert len(set.intersection(*map(set, lines))) == 1


@pytest.mark.parametrize(
    ("name", "lines"),
    [("ag23", 12), ("pappus", 9), ("desargues", 10), ("mac-lane", 8), ("fano", 7)],
)
def test_configurations_have_so_many_lines_of_three_points(name: str, lines: int) -> None:
    assert len(circuits(named(name), 3)) == lines


def test_any_two_points_of_a_projective_plane_are_on_one_line_and_any_two_lines_share_a_point() -> (
    None
):
    plane = named("pg23")
    lines = {frozenset(closure(plane, pair).tolist()) for pair in combinations(range(13), 2)}
    assert (len(lines), set(map(len, lines))) == (13, {4})
    assert all(len(first & second) == 1 for first, second in combinations(lines, 2))


def test_golay_code_is_a_steiner_system() -> None:
    """Any five elements are in exactly one of the 132 circuits of six."""
    blocks = circuits(named("s5612"), 6)
    fives = [five for block in blocks for five in combinations(block, 5)]
    assert len(blocks) == 132
    assert len(fives) == len(set(fives)) == 792


def test_golay_code_has_ag23_and_p8_as_minors_wherever_one_contracts() -> None:
    golay = named("s5612")
    assert are_isomorphic(Contraction(golay, [0, 5, 11]), named("ag23"))
    assert are_isomorphic(Contraction(without(golay, 1, 7), [3, 8]), named("p8"))


def test_four_element_circuits_of_t12_meet_as_the_edges_of_the_petersen_graph() -> None:
    fours = circuits(named("t12"), 4)
    meeting = nx.Graph((a, b) for a, b in combinations(fours, 2) if len({*a} & {*b}) == 2)
    assert nx.is_isomorphic(meeting, nx.line_graph(nx.petersen_graph()))


@pytest.mark.parametrize("name", ["r10", "r12"])
def test_regular_matroids_that_are_no_graphs_are_neither_graphic_nor_cographic(name: str) -> None:
    """They have the minors M(K3,3), which is not cographic, and M*(K3,3), which is not graphic."""
    assert _has_minor(named(name), named("k33"))
    assert _has_minor(named(name), named("k33-dual"))


def _has_minor(matroid: Matroid, minor: Matroid) -> bool:
    """Whether some independent set, contracted, and some deletion give the minor."""
    fewer = matroid.rank - minor.rank
    size = matroid.size - minor.size
    for contracted in combinations(range(matroid.size), fewer):
        if not matroid.is_independent(np.array(contracted, dtype=np.intp)):
            continue
        left = Contraction(matroid, contracted)
        for deleted in combinations(range(left.size), size - fewer):
            candidate = without(left, *deleted)
            if candidate.rank == minor.rank and are_isomorphic(candidate, minor):
                return True
    return False


def test_duals_are_duals() -> None:
    for name in ("fano", "non-fano", "k33", "k5"):
        whole = mask_of(range(catalogue[name].size))
        assert {whole - mask for mask in bases_of(named(name))} == bases_of(named(f"{name}-dual"))
    assert bases_of(Dual(named("u25"))) == bases_of(named("u35"))
