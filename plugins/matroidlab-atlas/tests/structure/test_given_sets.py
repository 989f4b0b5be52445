"""Matroids given by circuits, hyperplanes, flats or nonbases; errors explain invalid sets."""

from contextlib import nullcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_support.structure import any_matroid, flats, listed
from matroidlab import ExplicitMatroid, Matroid, RankMatroid, UniformMatroid, rank_of
from matroidlab.errors import InvalidMatroidError, TooLargeError
from matroidlab_atlas import structure
from support.reference import Reference, satisfies_exchange, subsets

Rows = list[list[int]]


@given(any_matroid)
def test_a_matroid_is_the_one_with_its_circuits_hyperplanes_flats_or_nonbases(
    matroid: Matroid,
) -> None:
    bases = tuple(structure.bases(matroid))
    size = matroid.size
    nonbases = [
        row for row in structure.bases(UniformMatroid(size, matroid.rank)) if row not in bases
    ]
    assert ExplicitMatroid.from_circuits(size, list(structure.circuits(matroid))).bases == bases
    assert (
        ExplicitMatroid.from_hyperplanes(size, list(structure.hyperplanes(matroid))).bases == bases
    )
    assert ExplicitMatroid.from_flats(size, list(structure.flats(matroid))).bases == bases
    assert ExplicitMatroid.from_nonbases(size, matroid.rank, nonbases).bases == bases


@given(any_matroid)
def test_a_matroid_is_the_one_with_its_rank_function(matroid: Matroid) -> None:
    ranked = RankMatroid(matroid.size, lambda part: rank_of(matroid, part))
    assert ranked.rank == matroid.rank
    assert Reference(ranked).independent == Reference(matroid).independent


few_sets = st.integers(1, 4).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.lists(st.frozensets(st.integers(0, size - 1)).map(sorted), unique_by=tuple, max_size=6),
    )
)


@given(few_sets)
def test_sets_are_taken_exactly_if_they_are_all_circuits_hyperplanes_or_flats_of_a_matroid(
    given_sets: tuple[int, Rows],
) -> None:
    size, sets = given_sets
    questions = {
        "circuits": (ExplicitMatroid.from_circuits, structure.circuits),
        "hyperplanes": (ExplicitMatroid.from_hyperplanes, structure.hyperplanes),
        "flats": (ExplicitMatroid.from_flats, structure.flats),
    }
    for make, read in questions.values():
        exists = listed(sets) in [list(read(matroid)) for matroid in all_matroids(size)]
        if exists:
            assert listed(read(make(size, sets))) == listed(sets)
        else:
            with pytest.raises(InvalidMatroidError, match=r"^(no|not a) matroid: "):
                make(size, sets)


def all_matroids(size: int) -> list[ExplicitMatroid]:
    """All matroids on a few numbered elements."""
    if size not in KNOWN:
        smaller = all_matroids(size - 1)
        KNOWN[size] = [
            one for known in smaller for one in structure.single_element_extensions(known)
        ]
    return KNOWN[size]


KNOWN: dict[int, list[ExplicitMatroid]] = {0: [ExplicitMatroid(0, [[]])]}


@given(st.integers(0, 4), st.data())
def test_a_function_is_taken_exactly_if_it_is_the_rank_of_a_matroid(
    size: int, data: st.DataObject
) -> None:
    matroid = data.draw(st.sampled_from(all_matroids(size)))
    ranks = {part: Reference(matroid).rank_of(part) for part in subsets(range(size))}
    changed = data.draw(st.sampled_from(sorted(ranks, key=sorted)))
    ranks[changed] += data.draw(st.sampled_from([-1, 0, 1]))
    exists = any(
        all(Reference(one).rank_of(part) == rank for part, rank in ranks.items())
        for one in all_matroids(size)
    )
    with (
        nullcontext()
        if exists
        else pytest.raises(InvalidMatroidError, match=r"^(no|not a) matroid: ")
    ):
        RankMatroid(size, lambda part: ranks[frozenset(part.tolist())])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ExplicitMatroid.from_circuits(3, [[]]), "the empty set is given as a circuit"),
        (
            lambda: ExplicitMatroid.from_circuits(3, [[0], [0, 1]]),
            r"the circuit \[0, 1\] contains the circuit \[0\]",
        ),
        (
            lambda: ExplicitMatroid.from_hyperplanes(2, [[0, 1]]),
            r"\[0, 1\], the whole ground set, is given as a",
        ),
        (
            lambda: ExplicitMatroid.from_hyperplanes(3, [[0], [1]]),
            r"no hyperplane contains 2 and the intersection of the hyperplanes \[0\] and \[1\]",
        ),
        (
            lambda: ExplicitMatroid.from_flats(2, [[0]]),
            r"\[0, 1\], the whole ground set, is not among the flats",
        ),
        (lambda: ExplicitMatroid.from_flats(2, []), "is not among the flats"),
        (
            lambda: ExplicitMatroid.from_flats(3, [[0, 1], [1, 2], [0, 1, 2]]),
            r"meet in \[1\], which is not a flat",
        ),
        (
            lambda: ExplicitMatroid.from_flats(3, [[], [0], [0, 1, 2], [1]]),
            r"no flat that covers \[\] contains 2",
        ),
        (
            lambda: ExplicitMatroid.from_nonbases(3, 2, [[0]]),
            r"must have 2 elements, the rank, got \[0\]",
        ),
        (lambda: ExplicitMatroid.from_nonbases(3, 5, []), r"rank must lie in 0\.\.3, got 5"),
        (lambda: ExplicitMatroid.from_nonbases(2, 1, [[0], [1]]), "at least one set"),
        (
            lambda: ExplicitMatroid.from_circuits(3, [[7]]),
            r"distinct elements of 0\.\.2, got \[7\]",
        ),
        (lambda: ExplicitMatroid.from_circuits(3, [[0, 0]]), "must hold distinct elements"),
        (
            lambda: ExplicitMatroid.from_circuits(3, 5),  # type: ignore[arg-type]
            "circuits must be rows of integers, got 5",
        ),
        (lambda: RankMatroid(2, 7), "must be callable, got 7"),  # type: ignore[arg-type]
        (
            lambda: RankMatroid(2, lambda part: len(part) + 1),
            "the empty set must have rank 0, got 1",
        ),
        (lambda: RankMatroid(2, lambda part: 2 * len(part)), r"0 changes that of \[\] from 0 to 2"),
    ],
)
def test_what_is_wrong_is_shown(make: object, message: str) -> None:
    with pytest.raises(InvalidMatroidError, match=message):
        make()  # type: ignore[operator]


def test_too_many_elements_are_refused_with_size_and_limit() -> None:
    for make in (
        ExplicitMatroid.from_circuits,
        ExplicitMatroid.from_flats,
        ExplicitMatroid.from_hyperplanes,
    ):
        with pytest.raises(TooLargeError, match="at most 22 elements, got 30"):
            make(30, [[0]])
    with pytest.raises(TooLargeError, match="at most 22 elements, got 30"):
        ExplicitMatroid.from_nonbases(30, 2, [])


def test_many_bases_are_checked_by_a_table_and_a_wrong_one_is_shown() -> None:
    rows = list(structure.bases(UniformMatroid(15, 5)))
    assert len(ExplicitMatroid(15, rows).bases) == 3003
    wrong = [row for row in rows if row[:4] != (0, 1, 2, 3) or row[4] == 4]
    with pytest.raises(
        InvalidMatroidError, match="are independent, but no element of the second extends the first"
    ):
        ExplicitMatroid(15, wrong)


def test_large_rank_functions_are_trusted() -> None:
    many = RankMatroid(500, lambda part: min(len(part), 3))
    assert many.rank == 3
    assert many.greedy(np.array([400, 3, 7, 1])).tolist() == [400, 3, 7]


def test_flats_of_brute_force_make_the_matroid_again() -> None:
    matroid = UniformMatroid(5, 3)
    assert ExplicitMatroid.from_flats(5, listed(flats(Reference(matroid)))).bases == tuple(
        structure.bases(matroid)
    )
    assert satisfies_exchange(Reference(matroid).bases)
