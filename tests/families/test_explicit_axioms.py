"""ExplicitMatroid takes exactly the matroids, and what it says of the others is true."""

import re
from collections.abc import Iterator
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import ExplicitMatroid
from matroidlab.errors import InvalidMatroidError
from support.reference import Set, satisfies_exchange

CLAIM = re.compile(
    r"not a matroid: (\d+) of \[([\d, ]+)\] cannot be exchanged for any element of \[([\d, ]+)\]"
)


def accepts(size: int, bases: list[tuple[int, ...]]) -> bool:
    try:
        ExplicitMatroid(size, bases)
    except InvalidMatroidError as error:
        check_claim(str(error), set(map(frozenset, bases)))
        return False
    return True


def check_claim(message: str, bases: set[Set]) -> None:
    """The message shows two of the bases and an element of the first that nothing of the second
    replaces."""
    claim = CLAIM.fullmatch(message)
    assert claim is not None, message
    element = int(claim[1])
    source, target = (frozenset(map(int, claim[i].split(", "))) for i in (2, 3))
    assert source in bases
    assert target in bases
    assert element in source - target
    assert not any(source - {element} | {y} in bases for y in target)


def families_of_sets(size: int, rank: int) -> Iterator[list[tuple[int, ...]]]:
    """Every family of sets of ``rank`` elements but the empty one."""
    sets = list(combinations(range(size), rank))
    return map(
        list, chain.from_iterable(combinations(sets, count) for count in range(1, len(sets) + 1))
    )


@pytest.mark.parametrize(("size", "rank"), [(n, r) for n in range(6) for r in range(n + 1)])
def test_exactly_the_matroids_are_accepted(size: int, rank: int) -> None:
    for bases in families_of_sets(size, rank):
        assert accepts(size, bases) is satisfies_exchange(set(map(frozenset, bases))), bases


@pytest.mark.parametrize(
    ("size", "counts"), [(3, [1, 7, 7, 1]), (4, [1, 15, 36, 15, 1]), (5, [1, 31, 171, 171, 31, 1])]
)
def test_labelled_matroids_are_as_many_as_published(size: int, counts: list[int]) -> None:
    """Matroids of each rank on labelled points: https://oeis.org/A058669."""
    found = [
        sum(accepts(size, bases) for bases in families_of_sets(size, rank))
        for rank in range(size + 1)
    ]
    assert found == counts


@settings(max_examples=150)
@given(data=st.data())
def test_claims_are_true_for_random_families_of_sets(data: st.DataObject) -> None:
    size = data.draw(st.integers(4, 8))
    rank = data.draw(st.integers(2, size - 1))
    bases = data.draw(
        st.lists(st.permutations(range(size)).map(lambda order: tuple(order[:rank])), min_size=1)
    )
    assert accepts(size, bases) is satisfies_exchange(set(map(frozenset, bases)))


@given(st.data())
def test_order_and_repeats_of_the_given_bases_do_not_matter(data: st.DataObject) -> None:
    bases = [[1, 0], [2, 0], [2, 1]]
    given_bases = data.draw(st.permutations(bases + data.draw(st.lists(st.sampled_from(bases)))))
    assert ExplicitMatroid(4, given_bases) == ExplicitMatroid(4, [[0, 1], [0, 2], [1, 2]])
