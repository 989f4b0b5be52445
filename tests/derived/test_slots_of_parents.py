import numpy as np

from matroidlab import Truncation, UniformMatroid
from matroidlab.kernels import keep, kernel, pair
from matroidlab.protocol import Part, offered
from matroidlab.types import Elements


@kernel
def pair_what_is_kept(
    matroid: tuple[object, ...], source: Elements, target: Elements, out: Elements
) -> None:
    """Pair in order what greedy keeps of the target: a pair that asks its own matroid what it
    keeps."""
    keep(matroid, target, out[: len(source)])


class PairsWhatIsKept(UniformMatroid):
    """A matroid whose `pair` calls the slot `keep`, as that of a plugin may."""

    def part(self) -> Part:
        """The same, with another `pair`."""
        known = super().part()
        return Part({**known.kernels, pair: pair_what_is_kept}, known.arrays)


def test_what_a_parent_calls_is_its_own_and_not_that_of_the_construction() -> None:
    part = offered(Truncation(PairsWhatIsKept(size=6, rank=3), rank=2), Part)
    assert part is not None
    partners = np.zeros(2, dtype=np.intp)
    part.kernels[pair].plain(part.arrays, np.array([0, 1]), np.array([4, 5]), partners)
    assert partners.tolist() == [4, 5]
    assert keep not in part.kernels[pair].reached  # no other kernel fills it
