from matroidlab.bandits.confidence import AnytimeUCB1, Confidence
from matroidlab.bandits.estimates import Estimates
from matroidlab.bandits.kept_bases import KeptBases
from matroidlab.bandits.kept_bounds import kept_bounds
from matroidlab.bandits.parameters import as_swap_size
from matroidlab.protocol import Matroid
from matroidlab.types import Actions, Weights, as_count


class OMM:
    """Optimistic Matroid Maximization: show the best basis that is still plausible, whatever its items.

    >>> from matroidlab import UniformMatroid
    >>> OMM(UniformMatroid(size=4, rank=2)).plan()
    array([[[0, 1]]])

    Learns fastest and promises nothing of any one list (Kveton, Wen, Ashkan, Eydgahi and Eriksson 2014,
    https://arxiv.org/abs/1403.5045). ``confidence`` is ``AnytimeUCB1()`` if not given.
    """

    def __init__(self, matroid: Matroid, *, confidence: Confidence | None = None, lanes: int = 1) -> None:
        self.matroid, self.lanes = matroid, as_count(lanes, name="lanes", least=1)
        as_swap_size(matroid.rank, None, rank=matroid.rank)
        self.confidence = AnytimeUCB1() if confidence is None else confidence
        self.estimates = Estimates(lanes=self.lanes, size=matroid.size, rank=matroid.rank)
        self.bounds = kept_bounds(self.confidence, self.estimates)
        self.optimistic_bases = KeptBases(matroid)

    @property
    def horizon(self) -> int | None:
        """The number of actions that the bounds are made for; None for any number."""
        return self.confidence.horizon

    def plan(self) -> Actions:
        """One action: the maximum-weight basis of the upper bounds."""
        upper = self.bounds.upper()
        return self.optimistic_bases.of(upper, self.bounds.changes)[:, None, :]

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """Take in the observed weights of any items, ``(lanes, actions, width)``; -1 marks "not observed"."""
        self.bounds.learn(actions, weights)
