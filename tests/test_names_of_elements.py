"""Names of elements at the edge: the same questions, asked and answered by name."""

from itertools import combinations
from typing import Any

import networkx as nx
import pytest

import matroidlab
from matroidlab import (
    GraphicMatroid,
    Matroid,
    MatroidUnion,
    Truncation,
    UniformMatroid,
    algorithms,
)
from matroidlab.errors import InvalidElementsError, InvalidMatroidError
from matroidlab.protocol import labels_of, unlabelled

# The face is typed for numbers; here it is asked in names.
face: Any = matroidlab
Labelled = face.Labelled
Dual = face.Dual
Restriction = face.Restriction
Contraction = face.Contraction
DirectSum = face.DirectSum

K4: Any = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
NAMED: Any = Labelled(K4, "abcdef")
PARTS = [part for count in range(7) for part in combinations(range(6), count)]
CONSTRUCTIONS: list[Matroid] = [
    NAMED,
    Dual(NAMED),
    Restriction(NAMED, ["f", "a", "c", "d", "b"]),
    Contraction(NAMED, {"b"}),
    Truncation(NAMED, 2),
    MatroidUnion([NAMED, Truncation(NAMED, 1)]),
    DirectSum([Restriction(NAMED, ["a", "b"]), Contraction(NAMED, "abc")]),
    Dual(Contraction(Dual(NAMED), "e")),
]


@pytest.mark.parametrize("matroid", CONSTRUCTIONS, ids=str)
def test_ranks_and_closures_are_those_of_the_numbers(matroid: Matroid) -> None:
    labels = labels_of(matroid)
    assert labels is not None
    plain = unlabelled(matroid)
    assert labels_of(plain) is None
    for part in (part for part in PARTS if max(part, default=0) < matroid.size):
        names = {labels[element] for element in part}
        assert face.rank_of(matroid, names) == algorithms.rank_of(plain, part)
        assert face.is_independent(matroid, names) == algorithms.is_independent(plain, part)
        assert face.is_basis(matroid, names) == algorithms.is_basis(plain, part)
        expected = tuple(labels[e] for e in algorithms.closure(plain, part).tolist())
        assert face.closure(matroid, names) == expected


@pytest.mark.parametrize("matroid", CONSTRUCTIONS, ids=str)
def test_a_construction_keeps_the_names_that_elements_had(matroid: Matroid) -> None:
    labels = labels_of(matroid)
    assert labels is not None
    assert set(labels) <= set("abcdef")
    for name in labels:  # elements of a restriction and contraction are those of the parent
        assert face.closure(matroid, [name])[0] in labels
    assert list(matroidlab.protocol.element_names_of(unlabelled(matroid))) == list(labels)


def test_a_basis_has_names_and_weights_have_keys() -> None:
    weights = dict(zip("abcdef", [1, 5, 2, 4, 6, 3], strict=True))
    assert face.max_weight_basis(NAMED, weights) == ("e", "b", "d") or face.is_basis(NAMED, "ebd")
    assert face.max_weight_basis(NAMED, weights) == face.max_weight_basis(
        NAMED, list(weights.values())
    )
    with pytest.raises(InvalidElementsError, match="'f' has none"):
        face.max_weight_basis(NAMED, dict.fromkeys("abcde", 1.0))


def test_exchanges_are_by_name() -> None:
    source, target = ("a", "b", "c"), ("a", "d", "e")
    partners = face.exchange_bijection(NAMED, source, target)
    assert sorted(partners) == sorted(target)
    for old, new in zip(source, partners, strict=True):
        assert face.is_basis(NAMED, [*(name for name in source if name != old), new])
    assert face.strong_bijection(NAMED, list(source), list(target)) is not None
    blocks = face.partition_exchange(NAMED, [["a"], ["b", "c"]], list(target))
    assert sorted(name for block in blocks for name in block) == sorted(target)
    assert face.fundamental_circuit(NAMED, {"a", "b", "c"}, "d") == ("a", "b", "d")


def test_certificates_are_by_name_and_are_verified_by_name() -> None:
    found = face.matroid_intersection(NAMED, Dual(NAMED))
    assert set(found.elements) <= set("abcdef")
    assert set(found.certificate.elements) <= set("abcdef")
    assert found.verify(NAMED, Dual(NAMED))
    assert face.disjoint_bases(NAMED).verify(NAMED)
    violation = face.strong_order_violation(NAMED)
    assert violation is not None
    assert violation.verify(NAMED)
    assert set(violation.source) | set(violation.target) == set("abcdef")
    assert str(violation).startswith("{a, d, f} and {b, c, e}")


def test_wrong_names_are_refused() -> None:
    with pytest.raises(InvalidElementsError, match=r"no element 'z'; the elements are a, b, c"):
        face.rank_of(NAMED, {"z"})
    with pytest.raises(InvalidMatroidError, match="distinct, got 'a' more than once"):
        Labelled(UniformMatroid(2, 1), "aa")
    with pytest.raises(InvalidMatroidError, match="each of the 2 elements, got 3"):
        Labelled(UniformMatroid(2, 1), "abc")
    with pytest.raises(InvalidMatroidError, match="must be strings, got 1"):
        Labelled(UniformMatroid(2, 1), ["a", 1])
    with pytest.raises(InvalidMatroidError, match="name their elements alike"):
        face.matroid_intersection(NAMED, Labelled(K4, "fedcba"))
    with pytest.raises(InvalidMatroidError, match="no element 'z'"):
        Restriction(NAMED, ["z"])


def test_summands_that_share_names_are_numbered() -> None:
    both = DirectSum([NAMED, NAMED])
    assert face.rank_of(both, {"0.a", "1.a"}) == 2
    assert labels_of(DirectSum([NAMED, K4])) is None


def test_a_graph_brings_the_names_of_its_vertices_or_edges() -> None:
    rails: Any = nx.MultiGraph([("Ulm", "Bonn"), ("Ulm", "Bonn"), ("Bonn", "Kiel")])
    matroid = GraphicMatroid.from_networkx(rails)
    assert face.closure(matroid, {"Ulm-Bonn"}) == ("Ulm-Bonn", "Ulm-Bonn (2)")
    nx.set_edge_attributes(rails, dict(zip(rails.edges, ["x", "y", "z"], strict=True)), "name")
    assert labels_of(GraphicMatroid.from_networkx(rails)) == ("x", "y", "z")
    assert isinstance(GraphicMatroid.from_networkx(nx.path_graph(3)), GraphicMatroid)


def test_numbers_stay_numbers() -> None:
    assert face.closure(K4, [0, 1]).tolist() == [0, 1, 3]
    assert face.closure(Dual(K4), [0, 1]).tolist() == [0, 1, 2]
