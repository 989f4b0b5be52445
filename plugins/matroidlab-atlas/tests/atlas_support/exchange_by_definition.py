"""The properties of the exchange laboratory, each read off its definition: slow, and of sets only.

Nothing of the library is used. A matroid is the number of its elements and its set of bases.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import TypeVar

Item = TypeVar("Item")

Set = frozenset[int]
Bases = frozenset[Set]
Property = Callable[[int, Bases], bool]


def base_orderable(_: int, bases: Bases) -> bool:
    """Brualdi and Scrimger 1968: a bijection whose every pair is a symmetric exchange."""
    return all(
        any(
            all(a - {x} | {y} in bases and b - {y} | {x} in bases for x, y in pairs)
            for pairs in bijections(a, b)
        )
        for a in bases
        for b in bases
    )


def strongly_base_orderable(_: int, bases: Bases) -> bool:
    """Brualdi 1971: a bijection f such that A without X with f(X) is a basis for every X in A."""
    return all(
        any(
            all(a - {x for x, _ in few} | {y for _, y in few} in bases for few in subsets(pairs))
            for pairs in bijections(a, b)
        )
        for a in bases
        for b in bases
    )


def serial(_: int, bases: Bases) -> bool:
    """Gabow 1976: after each of |A - B| exchanges, both sets are bases."""

    def leads(a: Set, b: Set, left: Set, right: Set) -> bool:
        return not left or any(
            a - {x} | {y} in bases
            and b - {y} | {x} in bases
            and leads(a - {x} | {y}, b - {y} | {x}, left - {x}, right - {y})
            for x in left
            for y in right
        )

    return all(leads(a, b, a - b, b - a) for a in bases for b in bases)


def sibo(_: int, bases: Bases) -> bool:
    """Orders of A and B such that any interval of A can be replaced by the same one of B."""

    def serves(common: Set, first: Sequence[int], second: Sequence[int]) -> bool:
        count = len(first)
        return all(
            common.union(first[:i], second[i:j], first[j:]) in bases
            for i in range(count + 1)
            for j in range(i, count + 1)
        )

    return all(
        any(
            serves(a & b, first, second)
            for first in permutations(a - b)
            for second in permutations(b - a)
        )
        for a in bases
        for b in bases
    )


def distances(bases: Bases, start: tuple[Set, ...]) -> dict[tuple[Set, ...], int]:
    """The sequences of bases that symmetric exchanges reach, with the least number of exchanges."""
    found = {start: 0}
    last = [start]
    while last:
        last = [after for one in last for after in neighbours(bases, one) if after not in found]
        steps = max(found.values()) + 1
        found |= dict.fromkeys(last, steps)
        last = list(dict.fromkeys(last))
    return found


def neighbours(bases: Bases, sequence: tuple[Set, ...]) -> Iterator[tuple[Set, ...]]:
    """All sequences that are one symmetric exchange between two places away."""
    for i, j in combinations(range(len(sequence)), 2):
        a, b = sequence[i], sequence[j]
        for x, y in product(a - b, b - a):
            one, other = a - {x} | {y}, b - {y} | {x}
            if one in bases and other in bases:
                yield (*sequence[:i], one, *sequence[i + 1 : j], other, *sequence[j + 1 :])


def white(bases: Bases, count: int) -> bool:
    """White 1980: sequences of ``count`` bases with the same multiset of elements are connected."""
    groups: dict[tuple[int, ...], set[tuple[Set, ...]]] = {}
    for sequence in product(bases, repeat=count):
        groups.setdefault(tuple(sorted(e for b in sequence for e in b)), set()).add(sequence)
    return all(distances(bases, min(group, key=str)).keys() == group for group in groups.values())


def connected_pairs(_: int, bases: Bases) -> bool:
    """White's conjecture for two bases."""
    return white(bases, 2)


def hamidoune(_: int, bases: Bases) -> bool:
    """Hamidoune: such pairs are connected by as many exchanges as they have elements, or fewer."""
    groups: dict[tuple[Set, Set], list[tuple[Set, Set]]] = {}
    for a, b in product(bases, repeat=2):
        groups.setdefault((a & b, a | b), []).append((a, b))
    return all(
        near.get(pair, len(a) + 1) <= len(a - b)
        for group in groups.values()
        for a, b in group
        for near in [distances(bases, (a, b))]
        for pair in group
    )


def cyclic(size: int, bases: Bases) -> bool:
    """An order around a circle in which any ``rank`` consecutive elements are a basis."""
    rank = len(next(iter(bases)))
    return any(
        all(frozenset(order[(i + k) % size] for k in range(rank)) in bases for i in range(size))
        for order in permutations(range(size))
    )


def partitions(ground: Set, bases: Bases) -> Iterator[tuple[Set, ...]]:
    """All partitions of a set into bases, in any order of the bases."""
    if not ground:
        yield ()
    for basis in bases if ground else ():
        if basis and basis <= ground:
            yield from ((basis, *rest) for rest in partitions(ground - basis, bases))


def equitable(size: int, bases: Bases) -> bool:
    """Fekete and Szabo 2011: for each X a partition into bases that meet X in floor or ceiling."""
    found = list(partitions(frozenset(range(size)), bases))
    return not found or all(
        any(
            all(len(x) // len(one) <= len(x & b) <= -(-len(x) // len(one)) for b in one)
            for one in found
        )
        for x in map(frozenset, subsets(range(size)))
        if all(found)
    )


def rota(_: int, bases: Bases) -> bool:
    """Rota 1989: rank bases are the rows of a square whose columns are bases."""
    rank = len(next(iter(bases)))
    return all(
        any(
            all(frozenset(column) in bases for column in zip(*rows, strict=True))
            for rows in product(
                *([row] if i == 0 else permutations(row) for i, row in enumerate(family))
            )
        )
        for family in combinations_with_replacement(sorted(map(tuple, bases)), rank)
    )


def bijections(a: Set, b: Set) -> Iterator[list[tuple[int, int]]]:
    """All bijections between two sets that fix the common elements."""
    fixed = [(x, x) for x in a & b]
    for order in permutations(b - a):
        yield [*fixed, *zip(a - b, order, strict=True)]


def subsets(items: Sequence[Item]) -> Iterator[tuple[Item, ...]]:
    """All subsets, as tuples."""
    for count in range(len(items) + 1):
        yield from combinations(items, count)
