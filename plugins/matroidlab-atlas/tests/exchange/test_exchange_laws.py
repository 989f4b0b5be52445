"""The laboratory of exchange against brute force: on all small matroids, and on impostors.

No matroid is known that violates most of these conjectures, so that the searches would never be
seen to find anything. Impostors are families of sets that are not the bases of a matroid.
"""

from itertools import combinations, pairwise, permutations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import ExplicitMatroid, GraphicMatroid, UniformMatroid, is_basis
from matroidlab.errors import InvalidElementsError, TooLargeError
from matroidlab.registry import questions
from matroidlab_atlas import NamedMatroid
from matroidlab_atlas.census.judging import in_words
from matroidlab_atlas.exchange import (
    CyclicOrderViolation,
    EquitabilityViolation,
    Exchanged,
    RotaViolation,
    SeparatedPairs,
    UnorderedPair,
    basis_partitions,
    cyclic_base_order,
    cyclic_order_violation,
    equitability_violation,
    equitable_partition,
    exchange_distance_violation,
    exchange_path,
    exchange_path_violation,
    interval_order,
    interval_order_violation,
    rota_arrangement,
    rota_violation,
    serial_order,
    serial_order_violation,
)
from matroidlab_atlas.exchange.rota import has_square
from matroidlab_atlas.structure import all_matroids, bases

ASKED = (
    "serial-exchange",
    "interval-exchange",
    "connected-pairs",
    "near-pairs",
    "cyclic-order",
    "equitable",
)
SIX = [sum(1 << element for element in three) for three in combinations(range(6), 3)]

impostors = st.sets(st.sampled_from(SIX[:10]), max_size=9).map(
    lambda chosen: ExplicitMatroid.known(
        6, np.array(sorted({0b111, 0b111000} | chosen | {0b111111 ^ one for one in chosen}))
    )
)
"""Threes of six elements, with their complements; the first three elements are always one."""

lopsided = st.sets(st.sampled_from(SIX), max_size=16).map(
    lambda chosen: ExplicitMatroid.known(6, np.array(sorted({0b111, 0b111000} | chosen)))
)


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("size", [6, pytest.param(7, marks=pytest.mark.slow)])
def test_all_matroids_get_the_answer_of_brute_force(name: str, size: int) -> None:
    question = questions()[name].build()
    for matroid in all_matroids(size):
        witness = question.ask(matroid)
        assert (witness is None) == question.holds(matroid)
        assert witness is None or question.verify(matroid, witness)


def test_rota_has_squares_for_all_families_of_bases_of_rank_3_on_6_elements() -> None:
    question = questions()["rota"].build()
    for matroid in all_matroids(6, 3):
        assert question.ask(matroid) is None
        assert question.holds(matroid)


@pytest.mark.parametrize("name", ["k4", "fano", "vamos", "r10"])
def test_orders_and_paths_and_squares_verify(name: str) -> None:
    matroid = NamedMatroid(name)
    chosen = list(bases(matroid))
    for source, target in list(combinations(chosen, 2))[::17]:
        order = serial_order(matroid, source, target)
        assert order is not None
        assert order.verify(matroid)
        assert set(order.source) == set(source)
        path = exchange_path(matroid, (source, target), (target, source))
        assert path is not None
        assert path[0] == (source, target)
        assert path[-1] == (target, source)
        assert all(is_basis(matroid, one) for pair in path for one in pair)
        steps = pairwise(path)
        assert all(len({*old[0]} - {*new[0]}) == 1 for old, new in steps)
        assert all(sorted(one + other) == sorted(source + target) for one, other in path)
    rows = chosen[:: len(chosen) // matroid.rank][: matroid.rank]
    columns = rota_arrangement(matroid, rows)
    assert columns is not None
    assert all(is_basis(matroid, column) for column in columns)
    assert [set(row) for row in zip(*columns, strict=True)] == [set(row) for row in rows]


def test_r10_is_the_one_that_is_not_sibo() -> None:
    r10 = NamedMatroid("r10")
    violation = interval_order_violation(r10)
    assert violation is not None
    assert violation.verify(r10)
    assert interval_order(r10, violation.source, violation.target) is None
    assert serial_order_violation(r10) is None
    assert exchange_path_violation(r10) is None
    assert equitability_violation(r10) is None
    order = interval_order(r10, violation.target, violation.source)
    assert order is None or order.verify(r10)


@given(lopsided, st.sampled_from(Exchanged))
def test_an_order_of_an_impostor_is_found_exactly_if_there_is_one(
    matroid: ExplicitMatroid, exchanged: Exchanged
) -> None:
    find = serial_order if exchanged is Exchanged.SERIAL else interval_order
    order = find(matroid, [0, 1, 2], [3, 4, 5])
    fails = UnorderedPair((0, 1, 2), (3, 4, 5), exchanged)
    assert (order is None) == fails.verify(matroid)
    assert order is None or order.verify(matroid)


@given(impostors)
def test_violations_of_impostors_are_found_exactly_if_there_are_some(
    matroid: ExplicitMatroid,
) -> None:
    graph: nx.Graph[object] = nx.Graph()
    graph.add_nodes_from(matroid.bases)
    close = [pair for pair in combinations(matroid.bases, 2) if len({*pair[0]} & {*pair[1]}) == 2]
    graph.add_edges_from(close)
    separated = exchange_path_violation(matroid)
    assert (separated is None) == nx.is_connected(graph)
    assert separated is None or separated.verify(matroid)
    if separated is not None:
        assert exchange_path(matroid, separated.first, separated.second) is None
    for ask in (serial_order_violation, interval_order_violation):
        found = ask(matroid)
        assert found is None or found.verify(matroid)
    distant = exchange_distance_violation(matroid)
    if distant is None:
        assert nx.diameter(graph) <= 3
    else:
        assert distant.verify(matroid)


@given(lopsided)
def test_cyclic_orders_and_partitions_of_impostors_are_those_of_brute_force(
    matroid: ExplicitMatroid,
) -> None:
    for name in ("cyclic-order", "equitable"):
        question = questions()[name].build()
        witness = question.ask(matroid)
        assert (witness is None) == question.holds(matroid)
        assert witness is None or question.verify(matroid, witness)
        assert witness is None or in_words(question, witness)
    assert (cyclic_base_order(matroid) is None) == (cyclic_order_violation(matroid) is not None)


@given(lopsided, st.data())
def test_squares_of_impostors_are_found_exactly_if_there_are_some(
    matroid: ExplicitMatroid, data: st.DataObject
) -> None:
    rows = [tuple(data.draw(st.sampled_from(matroid.bases))) for _ in range(3)]
    known = {sum(1 << element for element in basis) for basis in matroid.bases}
    parts = {mask & chosen for mask in known for chosen in range(64)}
    found = rota_arrangement(matroid, rows)
    assert (found is None) == (not has_square(rows, parts.__contains__))
    assert (found is None) == RotaViolation(tuple(rows)).verify(matroid)


def test_an_impostor_violates_rota() -> None:
    pairs = ExplicitMatroid.known(6, np.array([0b111, 0b111000]))
    found = rota_violation(pairs)
    assert found is not None
    assert found.verify(pairs)


def test_equitable_partitions_share_every_set() -> None:
    matroid = NamedMatroid("k4")
    assert len(list(basis_partitions(matroid))) == 6
    for count in range(7):
        for chosen in combinations(range(6), count):
            partition = equitable_partition(matroid, chosen)
            assert partition is not None
            shared = [len({*basis} & {*chosen}) for basis in partition]
            assert max(shared) - min(shared) <= 1
    assert equitable_partition(NamedMatroid("fano"), [0]) is None


@pytest.mark.parametrize("size", range(4))
def test_coloops_and_loops_are_no_exception(size: int) -> None:
    for matroid in (UniformMatroid(size, 0), UniformMatroid(size, size)):
        assert serial_order_violation(matroid) is None
        assert interval_order_violation(matroid) is None
        assert exchange_path_violation(matroid) is None
        assert equitability_violation(matroid) is None
        assert rota_violation(matroid) is None
        order = cyclic_base_order(matroid)
        assert order in set(permutations(range(size)))


def test_what_is_not_a_violation_does_not_verify() -> None:
    k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    one, other = (0, 3, 5), (1, 2, 4)
    assert not UnorderedPair(one, other, Exchanged.SERIAL).verify(k4)
    assert not UnorderedPair((0, 1, 3), other, Exchanged.SERIAL).verify(k4)
    assert not SeparatedPairs((one, other), (other, one)).verify(k4)
    assert not SeparatedPairs((one, other), (one, one)).verify(k4)
    assert not CyclicOrderViolation(None).verify(k4)
    assert not CyclicOrderViolation((0, 1)).verify(k4)
    assert not EquitabilityViolation((0, 1)).verify(k4)
    assert not RotaViolation((one, other, one)).verify(k4)
    assert not RotaViolation((one, other)).verify(k4)


def test_wrong_arguments_and_too_much_work_are_refused() -> None:
    k4 = NamedMatroid("k4")
    with pytest.raises(InvalidElementsError, match="same elements"):
        exchange_path(k4, ([0, 3, 5], [1, 2, 4]), ([0, 3, 5], [0, 3, 5]))
    with pytest.raises(InvalidElementsError, match="as many as the rank, 3, got 1"):
        rota_arrangement(k4, [[0, 3, 5]])
    with pytest.raises(TooLargeError, match="cannot try all pairs of bases"):
        exchange_path_violation(UniformMatroid(20, 10))
    with pytest.raises(TooLargeError, match="cannot try all families"):
        rota_violation(NamedMatroid("r10"))
