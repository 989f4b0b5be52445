from collections.abc import Iterable

import numpy as np

from matroidlab.algorithms.additions import additions, swaps_beside
from matroidlab.algorithms.growing_partition import Additions, GrowingPartition
from matroidlab.algorithms.sets import as_basis
from matroidlab.errors import InvalidAnswerError
from matroidlab.protocol import Matroid
from matroidlab.types import Booleans, Elements, ElementsLike, as_elements


def partition_exchange(
    matroid: Matroid, blocks: Iterable[ElementsLike], target: ElementsLike
) -> list[Elements]:
    """Cut ``target`` into blocks, each of which can take the place of a block of a basis.

    The union A of ``blocks`` is a basis, and so is ``target``. The result B_1, .., B_p is a
    partition of ``target`` for which every (A - A_i) + B_i is a basis; common elements stay in
    their block.

    >>> from matroidlab import GraphicMatroid
    >>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> partition_exchange(k4, [[0, 3], [5]], [1, 2, 4])
    [array([1, 4]), array([2])]

    It exists in every matroid (Greene and Magnanti, *Some abstract pivot algorithms*, 1975);
    cutting a bijective exchange into blocks is not enough. Found by Edmonds' matroid partition with
    shortest augmenting paths: with ``d`` elements to exchange and ``p`` blocks, at most d*d*(d+p)
    independence calls.

    Parameters
    ----------
    matroid
        The matroid.
    blocks
        A partition of the first basis.
    target
        The second basis.
    """
    pieces = [
        as_elements(block, size=matroid.size, name=f"blocks[{i}]") for i, block in enumerate(blocks)
    ]
    source = as_basis(
        matroid, np.concatenate([*pieces, np.empty(0, dtype=np.intp)]), name="the union of blocks"
    )
    target = as_basis(matroid, target, name="target")
    block_of = np.repeat(np.arange(len(pieces)), [len(piece) for piece in pieces])
    partners = block_partners(matroid, source, block_of, target)
    return [partners[block_of == i] for i in range(len(pieces))]


def block_partners(
    matroid: Matroid, source: Elements, block_of: Elements, target: Elements
) -> Elements:
    """Return ``target`` aligned with ``source``, so that any one block can be exchanged at once.

    ``block_of[i]`` is the number of the block of ``source[i]``; it does not matter for common
    elements, which stay.
    """
    leaving = np.flatnonzero(~np.isin(source, target))
    entering = target[~np.isin(target, source)]
    places = [leaving[block_of[leaving] == block] for block in np.unique(block_of[leaving])]
    partition = GrowingPartition(
        [_block(matroid, np.delete(source, block), len(block)) for block in places]
    )
    for element in entering.tolist():
        if not partition.add(element):
            raise InvalidAnswerError(
                "matroid partition found no augmenting path: "
                "the matroid's oracle contradicts itself"
            )
    partners = source.copy()
    for block, members in zip(places, partition.sets, strict=True):
        partners[block] = members
    return partners


def _block(matroid: Matroid, rest: Elements, length: int) -> Additions:
    """The sets that fit in a block: those of the matroid with the rest of the source contracted."""

    def answer(members: Elements, incoming: Elements) -> tuple[Booleans, Booleans]:
        if len(members) < length:
            return additions(matroid, members, incoming, rest)
        return np.zeros(len(incoming), dtype=np.bool_), swaps_beside(
            matroid, members, incoming, rest
        )

    return answer
