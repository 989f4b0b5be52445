"""Gammoids against their definition, by trying all paths: the judge of every faster way."""

import pickle
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab.errors import InvalidElementsError, InvalidMatroidError
from matroidlab_gammoid import Gammoid, gammoids

unhurried = settings(deadline=None)  # brute force takes its time


class Judge:
    """The definition: a set is linked if its elements have paths to sinks, no vertex in two of
    them."""

    def __init__(self, matroid: Gammoid) -> None:
        self.matroid = matroid
        self.at = list(matroid.elements or ())
        self.paths = {vertex: [*self.paths_from((vertex,))] for vertex in self.at}

    def paths_from(self, path: tuple[int, ...]) -> Iterator[frozenset[int]]:
        """The vertices of each path to a sink that goes on from here, through other sinks as
        well."""
        if path[-1] in self.matroid.sinks:
            yield frozenset(path)
        for tail, head in self.matroid.arcs:
            if tail == path[-1] and head not in path:
                yield from self.paths_from((*path, head))

    def links(self, elements: Sequence[int], used: frozenset[int] = frozenset()) -> bool:
        if not len(elements):
            return True
        first, *others = elements
        return any(
            self.links(others, used | path)
            for path in self.paths[self.at[first]]
            if not path & used
        )

    @property
    def bases(self) -> list[tuple[int, ...]]:
        linked = [chosen for chosen in subsets(range(self.matroid.size)) if self.links(chosen)]
        return [chosen for chosen in linked if len(chosen) == len(linked[-1])]


def subsets(elements: Sequence[int]) -> list[tuple[int, ...]]:
    """All subsets, the large ones last."""
    return list(chain.from_iterable(combinations(elements, k) for k in range(len(elements) + 1)))


def as_array(elements: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    return np.array(elements, dtype=np.intp)


@unhurried
@given(gammoids())
def test_a_set_is_independent_iff_it_has_disjoint_paths_to_sinks(matroid: Gammoid) -> None:
    judge = Judge(matroid)
    for chosen in subsets(range(matroid.size)):
        assert matroid.is_independent(as_array(chosen)) == judge.links(chosen)
    assert matroid.rank == len(judge.bases[0])


@unhurried
@given(gammoids(), st.data())
def test_greedy_keeps_what_can_be_linked_beside_what_was_kept(
    matroid: Gammoid, data: st.DataObject
) -> None:
    judge = Judge(matroid)
    kept = list[int]()
    order = data.draw(st.permutations(range(matroid.size)))[
        : data.draw(st.integers(0, matroid.size))
    ]
    for element in order:
        if judge.links([*kept, element]):
            kept.append(element)
    assert matroid.greedy(as_array(order)).tolist() == kept


@unhurried
@given(gammoids(), st.data())
def test_a_swap_is_allowed_iff_what_it_makes_is_linked(
    matroid: Gammoid, data: st.DataObject
) -> None:
    judge = Judge(matroid)
    order = data.draw(st.permutations(range(matroid.size)))
    independent = matroid.greedy(as_array(order))[: data.draw(st.integers(0, matroid.size))]
    incoming = as_array(data.draw(st.permutations(range(matroid.size))))
    allowed = matroid.swaps(independent, incoming)
    assert allowed.shape == (len(incoming), len(independent))
    for i, entering in enumerate(incoming.tolist()):
        for j, leaving in enumerate(independent.tolist()):
            swapped = [*np.delete(independent, j).tolist(), entering]
            expected = entering == leaving if entering in independent else judge.links(swapped)
            assert allowed[i, j] == expected


@unhurried
@given(gammoids(), st.data())
def test_the_walks_between_two_linkings_are_a_strong_bijection(
    matroid: Gammoid, data: st.DataObject
) -> None:
    judge = Judge(matroid)
    order = matroid.orderability()
    every = st.sampled_from(judge.bases).flatmap(st.permutations)
    source = data.draw(every)
    target = data.draw(every)
    partner = order.strong_bijection(as_array(source), as_array(target)).tolist()
    assert order.violation is None
    assert sorted(partner) == sorted(target)
    assert all(b == a for a, b in zip(source, partner, strict=True) if a in target)
    for places in subsets(range(len(source))):
        assert judge.links([partner[i] if i in places else source[i] for i in range(len(source))])


@unhurried
@given(gammoids(), st.data())
def test_a_contraction_has_what_can_be_linked_beside_a_basis_of_what_is_gone(
    matroid: Gammoid, data: st.DataObject
) -> None:
    removed = data.draw(st.permutations(range(matroid.size)))[
        : data.draw(st.integers(0, matroid.size))
    ]
    others = [element for element in range(matroid.size) if element not in removed]
    judge = Judge(matroid)
    left = Judge(matroid.contract(removed))
    fixed = max((chosen for chosen in subsets(removed) if judge.links(chosen)), key=len)
    assert left.at == Judge(matroid.delete(removed)).at == [judge.at[element] for element in others]
    for chosen in subsets(range(len(others))):
        assert left.links(chosen) == judge.links([*fixed, *(others[i] for i in chosen)])


def test_a_path_gives_way_to_another() -> None:
    # 1 goes through 3 or 4, 0 only through 3, 2 only through 4; so any two can go, and 1 has to
    # make room for either.
    matroid = Gammoid(
        arcs=[(0, 3), (1, 3), (1, 4), (2, 4), (3, 5), (4, 6)], sinks=[5, 6], elements=[0, 1, 2]
    )
    assert [
        matroid.greedy(as_array(order)).tolist() for order in ([1, 0, 2], [1, 2, 0], [0, 2, 1])
    ] == [
        [1, 0],
        [1, 2],
        [0, 2],
    ]
    assert matroid.swaps(as_array([1, 0]), as_array([2, 0])).tolist() == [
        [True, True],
        [False, True],
    ]


def test_loops_parallel_elements_sinks_and_cycles_are_all_right() -> None:
    arcs = [(0, 1), (1, 0), (1, 1), (1, 2), (1, 2), (2, 0), (7, -5)]
    matroid = Gammoid(arcs, sinks=[2, -8, 2], elements=[0, 0, 2, 7, 99, -8])
    assert matroid == Gammoid(arcs[::-1], sinks=[-8, 2], elements=[0, 0, 2, 7, 99, -8])
    assert matroid.greedy(np.arange(6)).tolist() == [0, 5]
    assert matroid.swaps(as_array([0, 5]), as_array([1, 2, 3, 4, 5])).tolist() == [
        [True, False],  # parallel, at the same vertex
        [True, False],  # parallel, for all paths end in that sink
        [False, False],  # no way to a sink
        [False, False],  # no arc at all
        [False, True],  # in the set already: its own place only
    ]


def test_without_elements_every_vertex_is_one() -> None:
    assert Gammoid(arcs=[(4, 9), (-3, 4)], sinks=[9, 7]).elements == (-3, 4, 7, 9)
    assert Gammoid(arcs=[], sinks=[]).size == Gammoid(arcs=[], sinks=[]).rank == 0
    assert Gammoid(arcs=[], sinks=[1, 2]).rank == 2
    assert Gammoid(arcs=[(0, 1)], sinks=[]).rank == 0
    assert Gammoid(arcs=[(0, 1)], sinks=[1], elements=[]).size == 0


def test_a_long_path_needs_no_deep_recursion() -> None:
    count = 5_000
    matroid = Gammoid([(v, v + 1) for v in range(count)], sinks=[count])
    assert matroid.greedy(np.arange(count + 1)).tolist() == [0]
    assert matroid.swaps(as_array([0]), as_array([count])).tolist() == [[True]]
    assert matroid.orderability().strong_bijection(as_array([0]), as_array([count])).tolist() == [
        count
    ]


@given(gammoids())
def test_the_repr_is_the_call_that_makes_it(matroid: Gammoid) -> None:
    assert eval(repr(matroid)) == matroid == pickle.loads(pickle.dumps(matroid))
    assert hash(eval(repr(matroid))) == hash(matroid)


@pytest.mark.parametrize(
    ("arcs", "sinks", "elements", "fault"),
    [
        (7, [], None, "arcs must be rows of integers, got 7"),
        ([(0, 1), 7], [], None, r"arcs\[1\] must be a sequence of integers, got 7"),
        ([(0, 1), (1, "a")], [], None, r"arcs\[1\]\[1\] must be an integer, got 'a'"),
        (
            [(0, 1), (1,)],
            [],
            None,
            r"arcs must be pairs of vertices, tail and head, but arcs\[1\] is \(1,\)",
        ),
        ([(0, 1, 0.5)], [], None, r"arcs\[0\]\[2\] must be an integer, got 0.5"),
        ([(0, 1, 2)], [], None, r"arcs\[0\] is \(0, 1, 2\)"),
        ([(0, 1)], 1, None, "sinks must be a sequence of integers, got 1"),
        ([(0, 1)], [None], None, r"sinks\[0\] must be an integer, got None"),
        ([(0, 1)], [1], 3, "elements must be a sequence of integers, got 3"),
        ([(0, 1)], [1], [0, True], r"elements\[1\] must be an integer, got True"),
    ],
)
def test_wrong_parameters_are_named_with_their_place(
    arcs: Any, sinks: Any, elements: Any, fault: str
) -> None:
    with pytest.raises(InvalidMatroidError, match=fault):
        Gammoid(arcs, sinks, elements)


def test_minors_name_elements_that_there_are_not() -> None:
    matroid = Gammoid(arcs=[(10, 11)], sinks=[11])
    for minor in (matroid.delete, matroid.contract):
        with pytest.raises(InvalidElementsError, match=r"elements must lie in 0\.\.1, got 10"):
            minor([10])
