from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from matroidlab.algorithms import as_basis
from matroidlab.bandits.levels import Levels, fewest_worse, fewest_worse_of_lists, levels_of
from matroidlab.bandits.short_reprs import matroid_line
from matroidlab.errors import InvalidElementsError
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.game_slots import judge
from matroidlab.protocol import Matroid, Part, uniform_blocks_of
from matroidlab.simulation.assignments import fewest_worse_by_exchange
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
ANY = 1
"""The bit of a verdict that says: no bijection is good enough."""
EXCHANGE = 2
"""The bit of a verdict that says: no exchange bijection is good enough."""


class ListLimits(NamedTuple):
    """The limits that a list is judged by: at most ``most`` items may be worse than partners."""

    any: Levels
    """For any bijection."""
    within: Levels
    """For bijections within blocks; the same as ``any`` if there is one block."""
    most: int
    is_risky: Elements
    """``[e]``: 1 if the item may be worse than a partner in its block, else 0."""


class Constraint:
    """The conservative constraint: at most m items of a list are worse than their counterparts.

    >>> from matroidlab import UniformMatroid
    >>> any_two = UniformMatroid(size=4, rank=2)
    >>> constraint = Constraint(any_two, [0.9, 0.1, 0.2, 0.3], baseline=[2, 3], swap_size=1)
    >>> constraint.violated(np.array([[[0, 1], [1, 2]]]))
    array([[False, False]])
    >>> constraint = Constraint(any_two, [0.1, 0.1, 0.2, 0.3], baseline=[2, 3])
    >>> constraint.violated(np.array([[[0, 1]]]))
    array([[ True]])

    The counterparts are the items of the baseline, by some bijection from the list. `violated`
    allows any bijection, `exchange_violated` only those that exchange: list - item + partner is a
    basis, for every item. The second reading asks more; for uniform matroids the two agree. On
    direct sums of uniform matroids both are a matter of counting. Elsewhere the second needs a
    search for each doubtful list, and is left out of ``readings`` unless it is asked for.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases.
    means
        The expected weight of each item.
    baseline
        The trusted list B_0, a basis.
    swap_size
        The number m of items that may be worse.
    readings
        "any" or "both"; None is "both" on direct sums of uniform matroids, "any" elsewhere.
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
        """Whether counting decides both readings: on a known direct sum of uniform matroids."""
        if readings not in (None, *get_args(Reading)):
            raise ValueError(f"readings must be 'any' or 'both', got {readings!r}")
        self.readings: Reading = readings or ("both" if self.is_counted else "any")
        everything = np.zeros(matroid.size, dtype=np.intp)
        anyhow = levels_of(self.means, self.baseline, everything)
        within = anyhow
        if blocks is not None and blocks.any():
            within = levels_of(self.means, self.baseline, blocks)
        self._limits = ListLimits(anyhow, within, self.swap_size, is_risky(within))

    def __repr__(self) -> str:
        settings = f"m={self.swap_size}, readings={self.readings!r}"
        return f"Constraint({matroid_line(self.matroid)}, {settings})"

    def violated(self, actions: Actions) -> Booleans:
        """``[...]``: whether every bijection has more than m worse items."""
        return self._verdicts(self._checked(actions)) & ANY > 0

    def exchange_violated(self, actions: Actions, violated: Booleans | None = None) -> Booleans:
        """``[...]``: whether every exchange bijection has more than m worse items.

        Lists that are known to be ``violated`` in the other reading are violated in this one too.
        """
        lists = self._checked(actions)
        found: Booleans = self._with_search(lists, self._verdicts(lists)) & EXCHANGE > 0
        if violated is not None and np.shape(violated) != found.shape:
            raise ValueError(
                f"violated must have one value for each list, {found.shape}, "
                f"got {np.shape(violated)}"
            )
        return found if violated is None else found | np.asarray(violated, dtype=np.bool_)

    def judged(self, actions: Actions) -> NDArray[np.intp]:
        """``[...]``: which `readings` each list breaks, as the sum of `ANY` and `EXCHANGE`."""
        lists = self._checked(actions)
        verdicts = self._verdicts(lists)
        return verdicts if self.readings == "any" else self._with_search(lists, verdicts)

    def count(self, actions: Actions, totals: Weights) -> None:
        """Add to the two totals of each lane the number of its lists that break each reading.

        A reading that is not among `readings` adds nothing.
        """
        verdicts = self.judged(actions)
        has_shapes = verdicts.ndim == 2 and np.shape(totals) == (2, len(verdicts))
        if not has_shapes or totals.dtype.kind not in "iuf":
            raise ValueError(
                "actions must be (lanes, actions, rank), and totals numbers, (2, lanes), "
                f"got {np.shape(actions)} and {np.shape(totals)}"
            )
        if verdicts.any():
            totals[0] += (verdicts & ANY > 0).sum(axis=1)
            totals[1] += (verdicts & EXCHANGE > 0).sum(axis=1)

    def part(self) -> Part | None:
        """The kernel that judges lists in the game loop; None where judging needs a search."""
        needs_search = self.readings == "both" and not self.is_counted
        return None if needs_search else Part({judge: judge_list}, self._limits)

    def _checked(self, actions: ArrayLike) -> Actions:
        lists = np.asarray(actions, order="C")
        if lists.dtype.kind not in "iu" or lists.ndim < 1 or lists.shape[-1] != self.matroid.rank:
            raise InvalidElementsError(
                f"lists must be integers of shape (..., {self.matroid.rank}), "
                f"got {lists.dtype} of shape {lists.shape}"
            )
        is_whole = check_items(lists, size=self.matroid.size, absent="not played")
        if not is_whole and not np.array_equal((lists < 0).any(axis=-1), (lists < 0).all(axis=-1)):
            raise InvalidElementsError(
                "lists must be played whole or not at all, got one in which some items are -1"
            )
        return lists.astype(np.intp, copy=False)

    def _verdicts(self, actions: Actions) -> NDArray[np.intp]:
        """The verdicts by counting, which decide the second reading only on blocks."""
        verdicts = np.empty((1, int(np.prod(actions.shape[:-1]))), dtype=np.intp)
        judge_lists(self._limits, actions.reshape(1, -1, actions.shape[-1]), verdicts)
        return verdicts.reshape(actions.shape[:-1])

    def _with_search(self, actions: Actions, verdicts: NDArray[np.intp]) -> NDArray[np.intp]:
        """Decide by search the lists that counting leaves open."""
        if self.is_counted:
            return verdicts
        found = verdicts.copy()
        # Only these can be worse than a partner: outside the baseline, and not as good as all of
        # it.
        is_risky = np.where(np.isin(actions, self.baseline), 0, self._limits.is_risky[actions])
        has_risks = is_risky.sum(axis=-1) > self.swap_size
        undecided = has_risks & (verdicts == 0) & (actions >= 0).all(axis=-1)
        for place in zip(*np.nonzero(undecided), strict=True):
            worse = fewest_worse_by_exchange(
                self.matroid, self.means, self.baseline, actions[place]
            )
            found[place] = EXCHANGE * (worse > self.swap_size)
        return found


def is_risky(levels: Levels) -> Elements:
    """``[e]``: 1 for an item that is worse than some baseline item of its block, else 0."""
    return (~np.isin(levels.slot_of, levels.last_slots)).astype(np.intp)


@kernel
def judge_list(limits: ListLimits, actions: Elements, i: int) -> int:
    """How action i breaks the constraint.

    0: not at all; 2: no exchange within blocks is good enough; 3: no bijection at all is.
    """
    # Most lists have few risky items, which is known without looking at blocks.
    risks = 0
    for j in range(actions.shape[1]):
        risks += limits.is_risky[np.uintp(actions[i, j])]  # unsigned: no test for a negative index
    if risks <= limits.most or fewest_worse(limits.within, actions, i) <= limits.most:
        return 0
    # Exchanges within blocks are bijections too, so only a list that fails there can fail here.
    return 2 + (fewest_worse(limits.any, actions, i) > limits.most)


@kernel
def judge_lists(limits: ListLimits, actions: Actions, out: NDArray[np.intp]) -> None:
    """`judge_list` of all lists, ``(lanes, actions)``; 0 for those of -1, which were not played."""
    for lane in range(actions.shape[0]):
        for i in range(actions.shape[1]):
            out[lane, i] = 0
            if actions.shape[2] > 0 and actions[lane, i, 0] >= 0:
                out[lane, i] = judge_list(limits, actions[lane], i)


@judge_lists.twin
def judge_lists_in_numpy(limits: ListLimits, actions: Actions, out: NDArray[np.intp]) -> None:
    """`judge_lists` of all lists; each test runs only for lists that fail the one before."""
    out[...] = 0
    if not actions.shape[2]:
        return
    # -1 reads the entry of the last item; such lists are left out in the next line.
    has_risks = limits.is_risky[actions].sum(axis=2) > limits.most
    places = np.nonzero(has_risks & (actions[:, :, 0] >= 0))
    if len(places[0]):
        lists = actions[places]
        broken = fewest_worse_of_lists(limits.within, lists) > limits.most
        both = fewest_worse_of_lists(limits.any, lists[broken]) > limits.most
        out[places[0][broken], places[1][broken]] = 2 + both
