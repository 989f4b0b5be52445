"""Parts of matroids that are asked by an order: weights are sorted first."""

from matroidlab.kernels.compilation import AnyKernel, kernel
from matroidlab.kernels.parts import Own, heaviest, keep, pair
from matroidlab.kernels.sorting import sort_all
from matroidlab.types import Elements, Weights


@kernel
def heaviest_by_sorting(matroid: Own, weights: Weights, out: Elements) -> None:
    """Keep of all elements, by falling weight."""
    sort_all(weights, matroid.sorting)
    keep(matroid, matroid.sorting.order, out)


def by_sorting(keeping: AnyKernel, pairing: AnyKernel) -> dict[AnyKernel, AnyKernel]:
    """Return the kernels of a part whose arrays have a field ``sorting``, a `sort_space` of as many elements."""
    return {keep: keeping, pair: pairing, heaviest: heaviest_by_sorting.linked({keep: keeping})}
