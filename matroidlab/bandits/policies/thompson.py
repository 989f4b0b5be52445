import numpy as np

from matroidlab.algorithms import batched
from matroidlab.bandits.beliefs.estimates import Estimates
from matroidlab.bandits.beliefs.observations import as_observation
from matroidlab.bandits.kernels.policies import Posterior, learn_successes, plan_posterior
from matroidlab.bandits.kernels.posterior import drawn
from matroidlab.bandits.short_reprs import policy_line
from matroidlab.bandits.validation import as_swap_size
from matroidlab.kernels.game_slots import learn, plan
from matroidlab.protocol import Matroid, Part, offered, united
from matroidlab.protocol.checked import Seed, as_generator
from matroidlab.types import Actions, Weights, as_count


class Thompson:
    """Thompson sampling: show the heaviest basis by a draw from the posterior of each item.

    >>> from matroidlab import UniformMatroid
    >>> Thompson(UniformMatroid(size=4, rank=2), seed=0).plan().shape
    (1, 1, 2)

    The posterior of an item is a Beta distribution, uniform at first; a weight between 0 and 1 is
    turned into a success or a failure by a coin (Agrawal and Goyal 2012). Draws and coins come from
    a generator made from ``seed``, which is part of the policy's state. It promises nothing about
    single lists.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases.
    seed
        An int or a numpy Generator.
    lanes
        The number of independent runs that are kept side by side.
    """

    matroid: Matroid
    lanes: int
    rng: np.random.Generator
    estimates: Estimates
    successes: Estimates

    horizon: None = None

    def __init__(self, matroid: Matroid, *, seed: Seed, lanes: int = 1) -> None:
        self.matroid = matroid
        self.lanes = as_count(lanes, name="lanes", least=1)
        self.rng = as_generator(seed)
        as_swap_size(matroid.rank, None, rank=matroid.rank)
        self.estimates = Estimates(lanes=self.lanes, size=matroid.size)
        self.successes = Estimates(lanes=self.lanes, size=matroid.size)
        self._max_weight_bases = batched(matroid).max_weight_bases

    def __repr__(self) -> str:
        return policy_line(self)

    def plan(self) -> Actions:
        """One action: the maximum-weight basis by a draw from the posterior."""
        weights = drawn(self.rng, self.successes.settled)
        return self._max_weight_bases(weights)[:, None, :]

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """Take in the weights of any items, ``(lanes, actions, width)``; -1 marks "not observed".

        A row is one action: a list that is learnt in five pieces counts as five.
        """
        self._take_in(actions, weights, is_shown=True)

    def look(self, actions: Actions, weights: Weights, /) -> None:
        """Take in observations like `learn`, of items that were not shown as lists."""
        self._take_in(actions, weights, is_shown=False)

    def _take_in(self, actions: Actions, weights: Weights, *, is_shown: bool) -> None:
        items, seen = as_observation(actions, weights, lanes=self.lanes, size=self.matroid.size)
        coins = self.rng.bit_generator.state
        learnt = (self.estimates, self.successes)
        versions = [one.version for one in learnt]
        try:
            tossed = (self.rng.random(seen.shape) < seen).astype(np.float64)
            self.estimates.learn(items, seen, is_shown=is_shown)
            self.successes.learn(items, tossed, is_shown=is_shown)
        except BaseException:
            self.rng.bit_generator.state = coins
            for one, version in zip(learnt, versions, strict=True):
                if one.version > version:
                    one.undo()
            raise

    def part(self) -> Part | None:
        """The kernels for the game loop; None if the matroid offers no part."""
        matroid = offered(self.matroid, Part)
        if matroid is None:
            return None
        state = Posterior(
            self.estimates.settled,
            self.successes.settled,
            matroid.arrays,
            self.rng,
            drawn=np.empty(self.matroid.size),
            tossed=np.empty((1, self.matroid.rank)),
        )
        own = Part({plan: plan_posterior, learn: learn_successes}, state)
        return Part(united(own, matroid), state, adopt=self._adopt)

    def _adopt(self) -> None:
        self.estimates.adopt()
        self.successes.adopt()
