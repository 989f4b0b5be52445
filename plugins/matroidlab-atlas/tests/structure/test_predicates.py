"""Properties of matroids, compared with the definitions; every witness is verified."""

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

from atlas_support.isomorphism import are_isomorphic
from atlas_support.structure import any_matroid, minor, minors, ranks
from matroidlab import Dual, ExplicitMatroid, GraphicMatroid, Matroid, UniformMatroid
from matroidlab_atlas import structure
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.structure import Recognition, TransversalViolation, has_minor
from matroidlab_atlas.structure.names import short_name
from support.reference import Reference, subsets

TERNARY = ("u25", "u35", "fano", "fano-dual")
EXCLUDED = {
    "binary": ("u24",),
    "ternary": TERNARY,
    "regular": ("u24", "fano", "fano-dual"),
    "graphic": ("u24", "fano", "fano-dual", "k5-dual", "k33-dual"),
}
RECOGNITIONS = {
    "binary": structure.binary_recognition,
    "ternary": structure.ternary_recognition,
    "regular": structure.regular_recognition,
    "graphic": structure.graphic_recognition,
}
FLAGS = {
    "binary": structure.is_binary,
    "ternary": structure.is_ternary,
    "regular": structure.is_regular,
    "graphic": structure.is_graphic,
}


def order_of_best_separation(matroid: Matroid) -> int | None:
    """The smallest k for which there is a k-separation, by trying all sets."""
    rank = ranks(Reference(matroid))
    ground = frozenset(range(matroid.size))
    orders = [
        max(1, rank[part] + rank[ground - part] - matroid.rank + 1)
        for part in subsets(ground)
        if min(len(part), len(ground - part))
        >= max(1, rank[part] + rank[ground - part] - matroid.rank + 1)
    ]
    return min(orders, default=None)


@given(any_matroid)
def test_a_separation_is_found_exactly_if_there_is_one(matroid: Matroid) -> None:
    best = order_of_best_separation(matroid)
    rank = ranks(Reference(matroid))
    for connectivity in (2, 3, 4):
        found = structure.separation(matroid, connectivity)
        assert (found is None) == (best is None or best >= connectivity)
        if found is not None:
            first, second = map(frozenset, (found.first, found.second))
            assert found.order == best
            assert first | second == frozenset(range(matroid.size))
            assert len(second) >= len(first) >= found.order
            assert rank[first] + rank[second] - matroid.rank < found.order
    assert structure.is_connected(matroid) == (best != 1)
    assert structure.is_3_connected(matroid) == (best not in (1, 2))


@given(any_matroid)
def test_short_circuits_decide_simple_paving_and_sparse_paving(matroid: Matroid) -> None:
    lengths = [len(circuit) for circuit in structure.circuits(matroid)]
    colengths = [len(circuit) for circuit in structure.circuits(Dual(matroid))]
    paving = all(length >= matroid.rank for length in lengths)
    assert structure.is_simple(matroid) == all(length > 2 for length in lengths)
    assert structure.is_paving(matroid) == paving
    sparse = paving and all(length >= matroid.size - matroid.rank for length in colengths)
    assert structure.is_sparse_paving(matroid) == sparse
    shown = structure.sparse_paving_violation(matroid)
    assert shown is None or shown.elements in (
        structure.circuits(matroid) if shown.kind == "circuit" else structure.cocircuits(matroid)
    )


@given(any_matroid)
def test_dependent_sets_of_rank_elements_differ_in_two_in_a_sparse_paving_matroid(
    matroid: Matroid,
) -> None:
    dependent = (
        set(map(frozenset, combinations(range(matroid.size), matroid.rank)))
        - Reference(matroid).bases
    )
    differ = all(len(first - second) > 1 for first, second in combinations(dependent, 2))
    assert structure.is_sparse_paving(matroid) == differ


def columns_are(recognition: Recognition, matroid: Matroid, prime: int) -> bool:
    """Whether the matrix has just the bases of the matroid as its invertible square parts."""
    matrix = recognition.matrix
    assert matrix is not None
    chosen = combinations(range(matroid.size), matroid.rank)
    found = [part for part in chosen if round(np.linalg.det(matrix[:, part])) % prime]
    return len(matrix) == matroid.rank and found == list(structure.bases(matroid))


@settings(max_examples=25)
@given(any_matroid.filter(lambda matroid: matroid.size <= 7))
def test_recognition_is_right_and_shows_why(matroid: Matroid) -> None:
    rank = ranks(Reference(matroid))
    ground = frozenset(range(matroid.size))
    of_size = {
        size: [minor(rank, *one) for one in minors(ground, size)] if size <= matroid.size else []
        for size in (4, 5, 7)
    }
    inside = {
        name: any(are_isomorphic(one, entry.matroid) for one in of_size.get(entry.size, []))
        for name, entry in catalogue.items()
        if name in {"u24", *TERNARY}
    }
    for kind, recognise in RECOGNITIONS.items():
        found = recognise(matroid)
        excluded = EXCLUDED[kind]
        assert found.holds == (not any(inside.get(name, False) for name in excluded))
        assert FLAGS[kind](matroid) == found.holds
        shows_why(found, matroid)


def shows_why(found: Recognition, matroid: Matroid) -> None:
    titles = {catalogue[name].title: catalogue[name].matroid for name in EXCLUDED[found.kind]}
    if found.minor is not None:
        assert found.minor_name in titles
        left = tuple(sorted(found.minor.images))
        small = minor(ranks(Reference(matroid)), left, frozenset(found.minor.contracted))
        assert are_isomorphic(small, titles[found.minor_name])
        whole = f"{short_name(str(found.minor_name))} is itself an excluded minor"
        smaller = f"it has the minor {found.minor_name}: {found.minor}"
        assert str(found) == f"not {found.kind}: {whole if found.minor.is_whole else smaller}"
    elif found.kind == "graphic":
        assert found.graph is not None
        assert Reference(found.graph).independent == Reference(matroid).independent
    else:
        primes = {"binary": (2,), "ternary": (3,), "regular": (2, 3, 5)}[found.kind]
        assert all(columns_are(found, matroid, prime) for prime in primes)


@pytest.mark.parametrize(
    "name", ["k5-dual", "k33-dual", "r10", "k5", "k33", "wheel5", "petersen", "r12"]
)
def test_graphs_are_told_from_their_duals_by_the_right_minor(name: str) -> None:
    found = structure.graphic_recognition(catalogue[name].matroid)
    expected = {
        "k5-dual": "M*(K5)",
        "k33-dual": "M*(K3,3)",
        "r10": "M*(K3,3)",
        "r12": "M*(K3,3)",
    }.get(name)
    assert found.minor_name == expected
    if found.graph is not None:
        assert structure.bases(found.graph) == structure.bases(catalogue[name].matroid)


def test_a_matrix_of_a_regular_matroid_is_totally_unimodular() -> None:
    matrix = structure.regular_recognition(catalogue["r10"].matroid).matrix
    assert matrix is not None
    for count in range(1, 6):
        for rows in combinations(range(5), count):
            for columns in combinations(range(10), count):
                assert round(np.linalg.det(matrix[np.ix_(rows, columns)])) in (-1, 0, 1)


def test_witnesses_print_with_the_names_of_elements() -> None:
    fan = GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3), (0, 3)])
    assert str(structure.separation(fan, 3)) == "2-separation: {0-1, 1-2} and {0-2, 2-3, 0-3}"
    assert str(structure.graphic_recognition(fan)).startswith("graphic: ")
    assert str(has_minor(fan, UniformMatroid(2, 1))).count("-") == 5
    assert str(structure.simple_violation(GraphicMatroid([(4, 4)]))) == "circuit {4-4}"


def test_catalogue_names_are_given_to_what_is_isomorphic_only() -> None:
    relabelled = ExplicitMatroid(
        8, [[7 - e for e in basis] for basis in structure.bases(catalogue["vamos"].matroid)]
    )
    assert structure.name_of(relabelled) == "V8 (Vamos)"
    assert structure.name_of(GraphicMatroid([(0, 1), (0, 1), (1, 2)])) is None
    assert structure.name_of(UniformMatroid(40, 3)) == "U(3,40)"
    assert structure.catalogue_entry(UniformMatroid(4, 2)) is catalogue["u24"]


@pytest.mark.parametrize("seed", range(12))
def test_larger_random_matrices_are_recognised(seed: int) -> None:
    size = 8 + seed % 6
    rank = 4 + seed % 3
    binary, ternary = (
        structure.random_linear(size, rank, seed=seed, prime=prime) for prime in (2, 3)
    )
    assert structure.is_binary(binary)
    found = structure.ternary_recognition(ternary)
    assert found.matrix is not None
    assert columns_are(found, ternary, 3)


@pytest.mark.parametrize("seed", range(12))
def test_larger_random_graphs_are_recognised(seed: int) -> None:
    rng = np.random.default_rng(seed)
    graph = GraphicMatroid(rng.integers(0, 4 + seed % 4, (8 + seed % 6, 2)).tolist())
    found = structure.graphic_recognition(ExplicitMatroid(graph.size, list(structure.bases(graph))))
    assert found.graph is not None
    assert structure.bases(found.graph) == structure.bases(graph)


@pytest.mark.parametrize("kind", sorted(RECOGNITIONS))
def test_a_recognition_is_true_exactly_if_it_holds(kind: str) -> None:
    matroids = [
        UniformMatroid(5, 2),
        UniformMatroid(4, 2),
        catalogue["fano"].matroid,
        catalogue["k4"].matroid,
    ]
    found = [RECOGNITIONS[kind](matroid) for matroid in matroids]
    assert (
        [bool(one) for one in found]
        == [one.holds for one in found]
        == [FLAGS[kind](one) for one in matroids]
    )


@pytest.mark.parametrize(
    "function",
    [
        structure.has_minor,
        structure.separation,
        structure.simple_violation,
        structure.paving_violation,
        structure.sparse_paving_violation,
        structure.transversal_violation,
        structure.axiom_violation,
    ],
)
def test_the_first_line_says_what_a_truthy_result_means(function: Callable[..., object]) -> None:
    first = (function.__doc__ or "").partition("\n")[0]
    assert first.startswith("Return ")
    assert ", or None" in first


@pytest.mark.parametrize("elements", [(-1,), (9,), (99,), (0, 0)])
def test_a_set_that_does_not_exist_shows_nothing_about_transversality(
    elements: tuple[int, ...],
) -> None:
    assert not TransversalViolation(elements).verify(UniformMatroid(4, 2))
