"""Matroids whose oracle is honest, and who offer more than is true."""

from typing import ClassVar, Self

import numpy as np

from matroidlab import Matroid, OracleMatroid
from matroidlab.algorithms.exchange import matched_exchange
from matroidlab.algorithms.many_lanes import LaneByLane
from matroidlab.algorithms.tracking import ExchangeByExchange
from matroidlab.protocol import Tracker
from matroidlab.types import Booleans, Elements, ElementsLike, Masks, Weights
from support.named import K4_EDGES
from testing.false_trackers import Backwards, Unmoved
from testing.honest import K4, Two


class LanesOf(LaneByLane):
    """An honest capability."""


class TiesToTheLarger(Two):
    def batched(self) -> "LanesOf":
        class Batched(LanesOf):
            def max_weight_bases(
                self, weights: Weights, /, guess: Elements | None = None
            ) -> Elements:
                last: int = weights.shape[1] - 1
                return last - super().max_weight_bases(weights[:, ::-1], guess)

        return Batched(self)


class UnalignedExchanges(Two):
    def batched(self) -> "LanesOf":
        class Batched(LanesOf):
            def exchanges(self, source: Elements, target: Elements, /) -> Elements:  # noqa: ARG002
                return target.copy()

        return Batched(self)


class ClaimsStrongExchanges(K4):
    def batched(self) -> "LanesOf":
        class Batched(LanesOf):
            exchanges_are_strong = True

        return Batched(self)


class ForgetfulTracker(Two):
    """Keeps the bases that it began with."""

    def dynamic(self) -> Self:
        return self

    def track(self, weights: Weights, /) -> Tracker:
        return Unmoved(LaneByLane(self).max_weight_bases(weights))


class FirstWeightCounts(Two):
    """Forgets that of several weights for an element the last one counts."""

    def dynamic(self) -> Self:
        return self

    def track(self, weights: Weights, /) -> Tracker:
        return Backwards(ExchangeByExchange(self, weights))


class ClaimsToBeStrong(K4):
    def orderability(self) -> Self:
        return self

    violation: ClassVar[None] = None

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements | None:
        return matched_exchange(self, source, target)


class SaysNothing(ClaimsToBeStrong):
    """Claims to be strongly base-orderable, but has no bijection to show."""

    def strong_bijection(self, _source: Elements, _target: Elements, /) -> Elements | None:
        return None


class ClaimsAViolation(Two):
    def orderability(self) -> Self:
        return self

    @property
    def violation(self) -> tuple[Elements, Elements]:
        return np.array([0, 1]), np.array([2, 3])

    def strong_bijection(self, _source: Elements, _target: Elements, /) -> Elements | None:
        return None


class BlocksOfAGraph(K4):
    """Takes the component of a graph for a uniform matroid."""

    def uniform_blocks(self) -> Elements:
        return np.zeros(self.size, dtype=np.intp)


class MasksOneShort(Two):
    def tabulated(self) -> Self:
        return self

    def are_independent(self, masks: Masks, /) -> Booleans:
        return np.bitwise_count(masks) < 2


class ListsTooFewBases(Two):
    def listed(self) -> Self:
        return self

    @property
    def basis_masks(self) -> Masks:
        return np.array([0b0011, 0b0101], dtype=np.int64)


class DeletesForContracts(Two):
    def delete(self, elements: ElementsLike, /) -> Matroid:
        return OracleMatroid(self.size - len(list(elements)), lambda part: len(part) <= 2)

    contract = delete


class NamesByMethod(Two):
    def element_names(self) -> list[str]:
        return list("abcde")


class TooFewNames(Two):
    element_names = ("a", "b")


class NamesThatAreNumbers(Two):
    element_names = (0, 1, 2, 3, 4)


class OneText(Two):
    element_names = "abcde"


class AnotherGraph(K4):
    """Shows a path."""

    def graph_edges(self) -> list[tuple[int, int]]:
        return [(vertex, vertex + 1) for vertex in range(6)]


class FewerEdges(K4):
    def graph_edges(self) -> list[tuple[int, int]]:
        return list(K4_EDGES[:5])
