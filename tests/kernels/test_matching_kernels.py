"""Matching kernels, compiled and plain, against the definitions: loops, parallel elements, empty and equal sets."""

from itertools import accumulate, chain
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab.kernels import Kernel
from matroidlab.kernels.matchings import SPACE, match_rows, matching_swaps, strong_exchange_rows

WAYS = ("plain", "compiled")
few = settings(max_examples=80, deadline=None)
SIZE = 7
families_of_sets = st.lists(st.lists(st.integers(0, SIZE - 1), max_size=SIZE, unique=True), max_size=5)
orders = st.permutations(range(SIZE))
Sets = list[list[int]]


def call(kernel: Kernel[Any, Any], way: str, *arguments: list[Any], shape: tuple[int, ...], fill: int | bool) -> Any:
    """Run a kernel on lists if plain and on arrays if compiled; return what it returns and what it has filled."""
    out = np.full(shape, fill)
    if way == "compiled":
        given = [np.array(argument, dtype=np.intp).reshape(_shape(argument)) for argument in arguments]
        return kernel.compiled(*given, out), out.tolist()
    filled = out.tolist()
    return kernel.plain(*arguments, filled), filled


def _shape(rows: list[Any]) -> tuple[int, ...]:
    return (len(rows), *_shape(rows[0])) if rows and isinstance(rows[0], list) else (len(rows),)


def incidences(sets: Sets, size: int = SIZE) -> tuple[list[int], list[int], list[list[int]]]:
    sets_of = [[j for j, row in enumerate(sets) if element in row] for element in range(size)]
    starts = list(accumulate(map(len, sets_of), initial=0))
    return starts, list(chain.from_iterable(sets_of)), [[7] * len(sets) for _ in range(SPACE)]


def can_be_matched(sets: Sets, elements: list[int]) -> bool:
    graph: nx.Graph[tuple[str, int]] = nx.Graph()
    graph.add_nodes_from(("element", element) for element in elements)
    graph.add_edges_from((("element", e), ("set", j)) for e in elements for j, row in enumerate(sets) if e in row)
    top = [("element", element) for element in elements]
    return len(nx.bipartite.hopcroft_karp_matching(graph, top)) == 2 * len(elements)


def kept_of(sets: Sets, order: list[int]) -> list[int]:
    kept: list[int] = []
    for element in order:
        if can_be_matched(sets, [*kept, element]):
            kept.append(element)
    return kept


@pytest.mark.parametrize("way", WAYS)
@given(sets=families_of_sets, order=orders, count=st.integers(0, SIZE))
@few
def test_matching_keeps_what_can_be_matched_beside_those_before(
    way: str, sets: Sets, order: list[int], count: int
) -> None:
    shape = (1, min(count, len(sets)))
    kept, out = call(match_rows, way, [order[:count]], *incidences(sets), shape=shape, fill=-1)
    assert out[0][:kept] == kept_of(sets, order[:count])


@pytest.mark.parametrize("way", WAYS)
@given(sets=families_of_sets, rows=st.lists(orders, min_size=1, max_size=4))
@few
def test_rows_do_not_meet(way: str, sets: Sets, rows: list[list[int]]) -> None:
    rank = len(kept_of(sets, rows[0]))
    _, out = call(match_rows, way, rows, *incidences(sets), shape=(len(rows), rank), fill=-1)
    assert out == [kept_of(sets, row) for row in rows]


@pytest.mark.parametrize("way", WAYS)
@given(sets=families_of_sets, order=orders, most=st.integers(0, 5), incoming=orders, count=st.integers(0, SIZE))
@few
def test_swaps_leave_what_can_be_matched(
    way: str, sets: Sets, order: list[int], most: int, incoming: list[int], count: int
) -> None:
    independent, entering = kept_of(sets, order)[:most], incoming[:count]
    shape = (len(entering), len(independent))
    places = [-1] * SIZE
    _, allowed = call(matching_swaps, way, independent, entering, *incidences(sets), places, shape=shape, fill=False)
    for i, element in enumerate(entering):
        for j, leaving in enumerate(independent):
            swapped = [*independent[:j], element, *independent[j + 1 :]]
            expected = leaving == element if element in independent else can_be_matched(sets, swapped)
            assert allowed[i][j] == expected


@pytest.mark.parametrize("way", WAYS)
@given(sets=families_of_sets, rows=st.lists(st.tuples(orders, orders), min_size=1, max_size=3))
@few
def test_exchanges_are_strong_and_leave_common_elements(
    way: str, sets: Sets, rows: list[tuple[list[int], list[int]]]
) -> None:
    source, target = ([kept_of(sets, pair[side]) for pair in rows] for side in (0, 1))
    shape, walks = (len(rows), len(source[0])), [[-1] * SIZE, [-1] * SIZE]
    _, out = call(strong_exchange_rows, way, source, target, *incidences(sets), walks, shape=shape, fill=-1)
    for old, new, partners in zip(source, target, out, strict=True):
        assert sorted(partners) == sorted(new)
        assert all(partner == element for element, partner in zip(old, partners, strict=True) if element in new)
        for part in range(2 ** len(old)):
            mixed = [partners[i] if part >> i & 1 else element for i, element in enumerate(old)]
            assert len(set(mixed)) == len(old)
            assert can_be_matched(sets, mixed)


@given(seed=st.integers(0, 2**32 - 1), size=st.integers(1, 60), count=st.integers(1, 30), width=st.integers(1, 6))
@few
def test_both_ways_give_the_same_answer_to_the_element(seed: int, size: int, count: int, width: int) -> None:
    rng = np.random.default_rng(seed)
    sets = [rng.permutation(size)[:width].tolist() for _ in range(count)]
    starts, homes, space = incidences(sets, size)
    rows = [rng.permutation(size).tolist() for _ in range(4)]
    lanes = [call(match_rows, way, rows, starts, homes, space, shape=(4, min(size, count)), fill=-1) for way in WAYS]
    assert lanes[0] == lanes[1]
    bases = [row[: lanes[0][0]] for row in lanes[0][1]]
    swaps = [
        call(matching_swaps, way, bases[0], rows[0], starts, homes, space, [-1] * size,
             shape=(size, len(bases[0])), fill=False)
        for way in WAYS
    ]  # fmt: skip
    assert swaps[0] == swaps[1]
    exchanges = [
        call(strong_exchange_rows, way, bases[:2], bases[2:], starts, homes, space, [[-1] * size, [-1] * size],
             shape=(2, len(bases[0])), fill=-1)
        for way in WAYS
    ]  # fmt: skip
    assert exchanges[0] == exchanges[1]
