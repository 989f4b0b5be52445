"""Visitors with features, and a game for them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import thread_time

import numpy as np

from matroidlab import Matroid
from matroidlab.bandits import LinearSafeThompson
from matroidlab.types import Elements, Weights, as_count
from matroidlab_experiments.problems.parametric import matroid_of
from matroidlab_experiments.recommenders.totals import Account, Totals


@dataclass(frozen=True)
class LinearWorld:
    """Visitors with features, and items that they like as linear functions of these.

    >>> world = LinearWorld()
    >>> world.theta.shape, world.baseline.shape
    ((40, 4), (5,))

    The features of a visitor are random shares that add up to 1. The baseline is the second best
    list, on average over visitors.

    Attributes
    ----------
    size
        The number of items.
    rank
        The length of a list.
    features
        The number of features d.
    seed
        Decides the coefficients, which are uniform between 0 and 1.
    """

    size: int = 40
    rank: int = 5
    features: int = 4
    seed: int = 1
    matroid: Matroid = field(init=False, repr=False, compare=False)
    theta: Weights = field(init=False, repr=False, compare=False)
    baseline: Elements = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        rng = np.random.default_rng(as_count(self.seed, name="seed"))
        theta = rng.random((self.size, self.features))
        order = np.argsort(-theta.mean(axis=1), kind="stable")
        object.__setattr__(self, "theta", theta)
        object.__setattr__(self, "baseline", order[self.rank : 2 * self.rank])
        object.__setattr__(self, "matroid", matroid_of("uniform", size=self.size, rank=self.rank))

    def visitor(self, rng: np.random.Generator) -> Weights:
        """The features of a visitor."""
        return rng.dirichlet(np.ones(self.features))

    @property
    def norm(self) -> float:
        """The largest norm that coefficients can have."""
        return float(np.sqrt(self.features))


def play_linear(
    policy: LinearSafeThompson, world: LinearWorld, *, marks: Sequence[int], seed: int
) -> list[Totals]:
    """Show a list to one visitor with features after the other.

    >>> world = LinearWorld(size=8, rank=2)
    >>> policy = LinearSafeThompson(
    ...     world.matroid, world.baseline, features=4, norm=world.norm, seed=1
    ... )
    >>> [total.bad for total in play_linear(policy, world, marks=[100], seed=1)]
    [0]

    Parameters
    ----------
    policy
        A policy of one lane.
    world
        Where it plays.
    marks
        Rising numbers of lists.
    seed
        Of the visitors.
    """
    account = Account()
    found: list[Totals] = []
    seconds = 0.0
    rng = np.random.default_rng(seed)
    for lists in range(1, marks[-1] + 1):
        context = world.visitor(rng)
        means = world.theta @ context
        start = thread_time()
        actions = policy.plan(context)
        policy.learn(actions, (rng.random(actions.shape) < means[actions]).astype(np.float64))
        seconds += thread_time() - start
        items = actions[0, 0]
        account.add(
            np.array([means[items].sum()]),
            float(means[world.baseline].sum()),
            float(np.sort(means)[-world.rank :].sum()),
            np.array([[_is_bad(means, items, world.baseline, policy.swap_size)]], dtype=np.intp),
        )
        if lists in marks:
            found.append(account.totals(None, 1e6 * seconds / lists))
    return found


def _is_bad(means: Weights, items: Elements, baseline: Elements, swap_size: int) -> bool:
    """Whether more than m items are worse than their counterparts, on a uniform matroid.

    With both lists sorted, the i-th best item but m must be as good as the i-th of the baseline
    but m, from the other end: the m worst items take the m best counterparts.
    """
    own = np.sort(means[items])[swap_size:]
    counterparts = np.sort(means[baseline])[: len(own)]
    return bool((own < counterparts).any())


def best_fixed_list(world: LinearWorld, *, seed: int) -> float:
    """How many more clicks than the baseline the best list gets that is the same for everyone."""
    rng = np.random.default_rng(seed)
    visitors = np.array([world.visitor(rng) for _ in range(20_000)])
    means = (visitors @ world.theta.T).mean(axis=0)
    return float(np.sort(means)[-world.rank :].sum() / means[world.baseline].sum()) - 1.0
