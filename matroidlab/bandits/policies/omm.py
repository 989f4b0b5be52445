from matroidlab.bandits.beliefs.beliefs import Beliefs
from matroidlab.bandits.confidence.confidence import Confidence
from matroidlab.bandits.confidence.ucb1 import AnytimeUCB1
from matroidlab.bandits.horizon import shared_among
from matroidlab.bandits.kernels.policies import Optimism, learn_and_renew, plan_optimism
from matroidlab.bandits.policies.believing import BelievingPolicy
from matroidlab.bandits.proposals import HeaviestBases
from matroidlab.bandits.validation import as_swap_size
from matroidlab.kernels.game_slots import learn, plan
from matroidlab.protocol import Matroid, Part, offered, united
from matroidlab.types import Actions, as_count


class OMM(BelievingPolicy):
    """Optimistic Matroid Maximization: show the maximum-weight basis by the upper bounds.

    >>> from matroidlab import UniformMatroid
    >>> OMM(UniformMatroid(size=4, rank=2)).plan()
    array([[[0, 1]]])

    It learns fast and promises nothing about single lists (Kveton, Wen, Ashkan, Eydgahi and
    Eriksson 2014, https://arxiv.org/abs/1403.5045). ``confidence`` is ``AnytimeUCB1()`` if not
    given; its bounds have no width before the first list is learnt, so that a first look at all
    items decides the first list.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases.
    confidence
        The source of the upper bounds; None is ``AnytimeUCB1()``.
    lanes
        The number of independent runs that are kept side by side.

    Raises
    ------
    ValueError
        If ``lanes`` is less than 1.

    See Also
    --------
    Thompson, SafeUCB, compare
    """

    def __init__(
        self, matroid: Matroid, *, confidence: Confidence | None = None, lanes: int = 1
    ) -> None:
        self.matroid = matroid
        self.lanes = as_count(lanes, name="lanes", least=1)
        as_swap_size(matroid.rank, None, rank=matroid.rank)
        chosen = shared_among(AnytimeUCB1() if confidence is None else confidence, matroid.size)
        self.estimates = Beliefs(lanes=self.lanes, size=matroid.size, confidence=chosen)
        self._optimistic = HeaviestBases(matroid)

    @property
    def horizon(self) -> int | None:
        """The number of actions that the bounds cover; None for any number."""
        return self.confidence.horizon

    def plan(self) -> Actions:
        """One action: the maximum-weight basis of the upper bounds."""
        return self._optimistic.of(self.estimates.upper, self.estimates)[:, None, :]

    def part(self) -> Part | None:
        """The kernels for the game loop; None if the matroid or the confidence offers no part."""
        matroid = offered(self.matroid, Part)
        confidence = offered(self.confidence, Part)
        if matroid is None or confidence is None:
            return None
        state = Optimism(*self.estimates.arrays, matroid.arrays, confidence.arrays)
        own = Part({plan: plan_optimism, learn: learn_and_renew}, state)
        return Part(united(own, matroid, confidence), state, adopt=self.estimates.adopt)
