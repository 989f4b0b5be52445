from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from matroidlab.algorithms import as_basis
from matroidlab.errors import InvalidElementsError
from matroidlab.kernels.slots import judge
from matroidlab.protocol import Matroid, Part, uniform_blocks_of
from matroidlab.simulation.assignments import fewest_worse_by_exchange
from matroidlab.simulation.kernels import Levels, Limits, judge_list, judge_lists
from matroidlab.types import (
    Actions,
    Booleans,
    Elements,
    ElementsLike,
    Weights,
    as_count,
    as_weights,
    check_items,
)

Reading = Literal["any", "both"]
"""Which readings of the constraint are counted: by any bijection alone, or by exchanges too."""
ANY, EXCHANGE = 1, 2
"""The bits of a verdict: which readings a list breaks."""


class Constraint:
    """The conservative constraint: all but m items of a list are no worse, each than its own item of the baseline.

    >>> from matroidlab import UniformMatroid
    >>> constraint = Constraint(UniformMatroid(size=4, rank=2), [0.9, 0.1, 0.2, 0.3], baseline=[2, 3], swap_size=1)
    >>> constraint.violated(np.array([[[0, 1], [1, 2]]]))
    array([[False, False]])
    >>> Constraint(UniformMatroid(size=4, rank=2), [0.1, 0.1, 0.2, 0.3], [2, 3]).violated(np.array([[[0, 1]]]))
    array([[ True]])

    "Its own" means: for some bijection from the list to the baseline. `violated` reads that as any bijection at all,
    `exchange_violated` as one that exchanges: list - item + partner is a basis, for every item. The second reading asks
    more; for uniform matroids the two agree. Both are counted at no cost on direct sums of uniform matroids; elsewhere
    the second is a search for each doubtful list, and left out of ``readings`` unless it is asked for.
    """

    means: Weights
    baseline: Elements
    swap_size: int
    is_counted: bool

    def __init__(
        self,
        matroid: Matroid,
        means: ArrayLike,
        baseline: ElementsLike,
        swap_size: int = 1,
        readings: Reading | None = None,
    ) -> None:
        self.matroid = matroid
        self.means = as_weights(means, size=matroid.size, name="means")
        self.baseline = as_basis(matroid, baseline, name="baseline")
        self.swap_size = as_count(swap_size, name="swap_size", least=1, most=max(matroid.rank, 1))
        blocks = uniform_blocks_of(matroid)
        self.is_counted = blocks is not None
        """Whether both readings are a matter of counting: the matroid is known to be a direct sum of uniform ones."""
        if readings not in (None, *get_args(Reading)):
            raise ValueError(f"readings must be 'any' or 'both', got {readings!r}")
        self.readings: Reading = readings or ("both" if self.is_counted else "any")
        everything = np.zeros(matroid.size, dtype=np.intp)
        anyhow = levels_of(self.means, self.baseline, everything)
        within = (
            anyhow
            if blocks is None or not blocks.any()
            else levels_of(self.means, self.baseline, blocks)
        )
        self._limits = Limits(anyhow, within, self.swap_size, is_risky(within))

    def violated(self, actions: Actions) -> Booleans:
        """``[...]``: whether no bijection will do."""
        return self._verdicts(self._checked(actions)) & ANY > 0

    def exchange_violated(self, actions: Actions, violated: Booleans | None = None) -> Booleans:
        """``[...]``: whether no exchange bijection will do; what is ``violated`` in the other reading is so in this."""
        lists = self._checked(actions)
        found: Booleans = self._with_search(lists, self._verdicts(lists)) & EXCHANGE > 0
        if violated is not None and np.shape(violated) != found.shape:
            raise ValueError(
                f"violated must have one value for each list, {found.shape}, got {np.shape(violated)}"
            )
        return found if violated is None else found | np.asarray(violated, dtype=np.bool_)

    def judged(self, actions: Actions) -> NDArray[np.intp]:
        """``[...]``: which `readings` each list breaks, as the sum of `ANY` and `EXCHANGE`."""
        lists = self._checked(actions)
        verdicts = self._verdicts(lists)
        return verdicts if self.readings == "any" else self._with_search(lists, verdicts)

    def count(self, actions: Actions, totals: Weights) -> None:
        """Add to each lane's two totals the number of its lists that break each reading, as far as it is read."""
        verdicts = self.judged(actions)
        if (
            verdicts.ndim != 2
            or np.shape(totals) != (2, len(verdicts))
            or totals.dtype.kind not in "iuf"
        ):
            shapes = f"{np.shape(actions)} and {np.shape(totals)}"
            raise ValueError(
                f"actions must be (lanes, actions, rank), and totals numbers, (2, lanes), got {shapes}"
            )
        if verdicts.any():
            totals[0] += (verdicts & ANY > 0).sum(axis=1)
            totals[1] += (verdicts & EXCHANGE > 0).sum(axis=1)

    def part(self) -> Part | None:
        """The same for the game loop, where no search is needed."""
        return (
            Part({judge: judge_list}, self._limits)
            if self.is_counted or self.readings == "any"
            else None
        )

    def _checked(self, actions: ArrayLike) -> Actions:
        lists = np.asarray(actions, order="C")
        if lists.dtype.kind not in "iu" or lists.ndim < 1 or lists.shape[-1] != self.matroid.rank:
            raise InvalidElementsError(
                f"lists must be integers of shape (..., {self.matroid.rank}), got {lists.dtype} of shape {lists.shape}"
            )
        is_whole = check_items(lists, size=self.matroid.size, absent="not played")
        if not is_whole and not np.array_equal((lists < 0).any(axis=-1), (lists < 0).all(axis=-1)):
            raise InvalidElementsError(
                "lists must be played whole or not at all, got one in which some items are -1"
            )
        return lists.astype(np.intp, copy=False)

    def _verdicts(self, actions: Actions) -> NDArray[np.intp]:
        """What counting says; of the second reading it is the whole truth on blocks alone."""
        verdicts = np.empty((1, int(np.prod(actions.shape[:-1]))), dtype=np.intp)
        judge_lists(self._limits, actions.reshape(1, -1, actions.shape[-1]), verdicts)
        return verdicts.reshape(actions.shape[:-1])

    def _with_search(self, actions: Actions, verdicts: NDArray[np.intp]) -> NDArray[np.intp]:
        """Decide the lists of which counting does not say that no exchange will do."""
        if self.is_counted:
            return verdicts
        found = verdicts.copy()
        # Only these can be worse than a partner: outside the baseline, and not as good as all of it.
        risky = np.where(np.isin(actions, self.baseline), 0, self._limits.is_risky[actions]).sum(
            axis=-1
        )
        undecided = (risky > self.swap_size) & (verdicts == 0) & (actions >= 0).all(axis=-1)
        for place in zip(*np.nonzero(undecided), strict=True):
            worse = fewest_worse_by_exchange(
                self.matroid, self.means, self.baseline, actions[place]
            )
            found[place] = EXCHANGE * (worse > self.swap_size)
        return found


def levels_of(means: Weights, baseline: Elements, blocks: Elements) -> Levels:
    """Count the items of a list that are worse than their partners in a baseline, for the best bijection in blocks.

    >>> levels_of(np.array([0.9, 0.1, 0.2, 0.3]), np.array([2, 3]), blocks=np.zeros(4, dtype=np.intp)).slot_of
    array([2, 0, 1, 2])

    The *level* of an item is how many baseline items of its block are no better than it. A block has a slot for each
    level, and all lists have as many items of a block as the baseline, c. Of these let N(i) have a level of at most i.
    They must share the i baseline items that are no better than them, so that N(i) - i are worse than their partners;
    and since the sets to choose from are nested, the largest of these numbers, over all i < c, is enough (Hall).
    """
    count = 1 + int(blocks.max(initial=-1))
    capacities = np.bincount(blocks[baseline], minlength=count)
    first_slots = np.cumsum(capacities + 1) - capacities - 1
    slot_of = first_slots[blocks]
    for item in baseline.tolist():
        slot_of += (blocks == blocks[item]) & (means >= means[item])
    return Levels(
        slot_of, first_slots + capacities, np.zeros(count + int(capacities.sum()), dtype=np.intp)
    )


def is_risky(levels: Levels) -> Elements:
    """``[e]``: 1 for an item that is worse than some baseline item of its block, else 0."""
    return (~np.isin(levels.slot_of, levels.last_slots)).astype(np.intp)
