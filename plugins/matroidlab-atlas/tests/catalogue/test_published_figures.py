"""Named matroids agree with publications: numbers, circuits, matrices and symmetries."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest

from atlas_support import published, published_quaternary
from atlas_support.catalogue import named, named_bases
from atlas_support.isomorphism import are_isomorphic, bases_of, isomorphism, mask_of, symmetries
from atlas_support.published import (
    CIRCUITS,
    COMPUTED,
    IDENTICALLY_SELF_DUAL,
    MATRICES,
    SYMMETRIES,
)
from matroidlab import Dual, ExplicitMatroid, GraphicMatroid
from matroidlab_atlas import structure
from matroidlab_atlas.catalogue import catalogue

GOLDEN = published.GOLDEN | published_quaternary.GOLDEN
SELF_DUAL = published.SELF_DUAL + published_quaternary.SELF_DUAL


def of_matrix(prime: int, rows: str) -> ExplicitMatroid:
    """The matroid of the columns, by real determinants: they are small whole numbers."""
    matrix = np.array([list(map(int, row)) for row in rows.split()])
    parts = combinations(range(matrix.shape[1]), len(matrix))
    return ExplicitMatroid(
        matrix.shape[1], [part for part in parts if round(np.linalg.det(matrix[:, part])) % prime]
    )


def test_every_entry_has_a_published_figure() -> None:
    assert set(GOLDEN) == set(catalogue)


@pytest.mark.parametrize("name", GOLDEN)
def test_size_rank_and_number_of_bases_are_the_published_ones(name: str) -> None:
    size, rank, bases, said_by = GOLDEN[name]
    entry = catalogue[name]
    matroid = named(name)
    assert (matroid.size, matroid.rank, len(named_bases(name))) == (size, rank, bases)
    assert (entry.size, entry.rank, entry.bases) == (size, rank, bases)
    assert entry.published is (said_by != COMPUTED)


@pytest.mark.parametrize("name", CIRCUITS)
def test_dependent_sets_are_the_printed_ones_up_to_numbering(name: str) -> None:
    size, rank, *_ = GOLDEN[name]
    printed = {
        mask_of([ord(letter) - ord("a") for letter in word]) for word in CIRCUITS[name].split()
    }
    bases = frozenset(map(mask_of, combinations(range(size), rank))) - printed
    assert isomorphism(bases, named_bases(name), size) is not None


@pytest.mark.parametrize("name", MATRICES)
def test_columns_of_the_printed_matrices_are_the_matroid(name: str) -> None:
    for prime, rows in MATRICES[name]:
        assert are_isomorphic(of_matrix(prime, rows), named(name))


@pytest.mark.parametrize(
    "name", [name for name in catalogue if isinstance(named(name), GraphicMatroid)]
)
def test_bases_of_a_graph_are_as_many_as_kirchhoff_counts(name: str) -> None:
    matroid = named(name)
    assert isinstance(matroid, GraphicMatroid)
    adjacency = nx.to_numpy_array(nx.Graph(matroid.edges))
    laplacian = np.diag(adjacency.sum(axis=0)) - adjacency
    assert round(np.linalg.det(laplacian[1:, 1:])) == catalogue[name].bases


@pytest.mark.parametrize("name", IDENTICALLY_SELF_DUAL)
def test_identically_self_dual_matroids_are_their_own_duals(name: str) -> None:
    assert bases_of(Dual(named(name))) == named_bases(name)


@pytest.mark.parametrize("name", SELF_DUAL)
def test_self_dual_matroids_are_their_duals_after_a_renumbering_only(name: str) -> None:
    matroid = named(name)
    bases = named_bases(name)
    everything = (1 << matroid.size) - 1
    of_the_dual = {everything ^ basis for basis in bases}
    assert of_the_dual != bases
    images = structure.isomorphism(Dual(matroid), matroid)
    assert images is not None
    moved = {
        mask_of([image for element, image in enumerate(images.tolist()) if basis >> element & 1])
        for basis in of_the_dual
    }
    assert moved == bases


def test_no_other_matroid_is_self_dual() -> None:
    others = set(catalogue) - {*SELF_DUAL, *IDENTICALLY_SELF_DUAL}
    assert not [name for name in others if are_isomorphic(Dual(named(name)), named(name))]


@pytest.mark.parametrize("name", SYMMETRIES)
def test_symmetries_are_as_many_as_the_group_has_elements(name: str) -> None:
    assert symmetries(named(name)) == SYMMETRIES[name]


def test_no_two_entries_are_the_same_matroid() -> None:
    shapes = {(entry.size, entry.rank, entry.bases) for entry in catalogue.values()}
    for size, rank, count in shapes:
        alike = [
            name
            for name, entry in catalogue.items()
            if (entry.size, entry.rank, entry.bases) == (size, rank, count)
        ]
        for one, other in combinations(alike, 2):
            assert isomorphism(named_bases(one), named_bases(other), size) is None, (one, other)
