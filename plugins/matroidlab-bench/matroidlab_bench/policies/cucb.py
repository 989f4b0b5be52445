"""CUCB, the combinatorial UCB policy."""

from matroidlab.bandits import OMM, AnytimeUCB1
from matroidlab.protocol import Matroid


class CUCB(OMM):
    """Show the heaviest list by mean + sqrt(3 ln t / (2 s)).

    >>> from matroidlab import UniformMatroid
    >>> CUCB(UniformMatroid(size=4, rank=2)).plan()
    array([[[0, 1]]])

    Chen, Wang and Yuan, *Combinatorial Multi-Armed Bandit*, ICML 2013, for any problem with an
    oracle. On a matroid the oracle is the greedy algorithm, which is exact, so that CUCB is `OMM`
    with another radius (``AnytimeUCB1`` with factor 1.5; the paper of OMM has factor 2).

    It departs from the paper in one point: items that were never seen have an infinite index,
    where the paper begins with lists that cover all items.
    """

    def __init__(self, matroid: Matroid, *, lanes: int = 1) -> None:
        super().__init__(matroid, confidence=AnytimeUCB1(1.5), lanes=lanes)

    part = OMM.part
