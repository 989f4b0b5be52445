"""Checks that given sets are the bases of a matroid; an error shows the failing exchange."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from matroidlab.errors import InvalidMatroidError, ground_set
from matroidlab.subsets.axioms import augmentation_violation
from matroidlab.types import Booleans

Basis = tuple[int, ...]


def member_rows(sets: Sequence[Sequence[int]], size: int) -> Booleans:
    """``[i, e]``: whether element ``e`` is in ``sets[i]``."""
    members = np.zeros((len(sets), size), dtype=np.bool_)
    members[
        np.repeat(np.arange(len(sets)), [len(row) for row in sets]),
        [e for row in sets for e in row],
    ] = True
    return members


def check_sets(bases: tuple[Basis, ...], size: int) -> None:
    """Refuse bases of different lengths, and elements that are not there or twice."""
    if not bases:
        raise InvalidMatroidError(
            "bases must hold at least one set, got none; for rank 0 give the empty set: [[]]"
        )
    for basis in bases:
        if len(basis) != len(bases[0]):
            raise InvalidMatroidError(
                f"bases must be of one length, got {list(bases[0])} and {list(basis)}"
            )
        if len(set(basis)) < len(basis) or (basis and not 0 <= basis[0] <= basis[-1] < size):
            raise InvalidMatroidError(
                f"bases must hold distinct elements of {ground_set(size)}, got {list(basis)}"
            )


def check_augmentation(independent: Booleans) -> None:
    """Raise an error if a larger independent set cannot extend a smaller one."""
    violation = augmentation_violation(independent)
    if violation is not None:
        raise InvalidMatroidError(f"not a matroid: {violation}")


def check_exchange(bases: tuple[Basis, ...], members: Booleans) -> None:
    """Check basis exchange for all pairs at once.

    For each basis less one element, the elements that complete it to a basis must meet every basis.
    """
    completions: dict[Basis, list[int]] = defaultdict(list)
    for basis in bases:
        for i, element in enumerate(basis):
            completions[basis[:i] + basis[i + 1 :]].append(element)
    if not completions:
        return
    completing = np.packbits(member_rows(list(completions.values()), members.shape[1]), axis=1)
    # Bits, not a matrix product: on a busy machine the threads of BLAS wait longer for each other
    # than this takes.
    shared = np.zeros((len(completions), len(bases)), dtype=np.uint8)
    for ours, theirs in zip(completing.T, np.packbits(members, axis=1).T, strict=True):
        shared |= np.bitwise_and.outer(ours, theirs)
    missed = shared == 0
    if missed.any():
        i, j = np.unravel_index(missed.argmax(), missed.shape)
        rest, elements = list(completions.items())[i]
        source = sorted([*rest, elements[0]])
        target = list(bases[j])
        raise InvalidMatroidError(
            f"not a matroid: {elements[0]} of {source} cannot be exchanged "
            f"for any element of {target}"
        )
