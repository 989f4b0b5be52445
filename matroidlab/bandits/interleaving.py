from collections.abc import Callable
from typing import Literal

import numpy as np

from matroidlab.algorithms.blocks import BlockSum
from matroidlab.algorithms.exchange import matched_exchange
from matroidlab.algorithms.partition_exchange import block_partners
from matroidlab.kernels.exchanges import interleave_rows, missing_each
from matroidlab.protocol import Matroid, batched_of, orderability_of
from matroidlab.types import Actions, Booleans, Elements

Rounds = Literal["paper", "lean"]


class Interleaver:
    """Turns a trusted basis and a proposal into actions, each the trusted basis with at most m items exchanged.

    >>> from matroidlab import UniformMatroid
    >>> interleaver = Interleaver(UniformMatroid(size=6, rank=4), swap_size=2)
    >>> interleaver.actions(np.array([[0, 1, 2, 3]]), np.array([[3, 4, 5, 0]]))
    array([[[0, 4, 2, 3],
            [0, 1, 5, 3]]])

    The K places of the trusted basis are cut into blocks of m; an action exchanges one block, each item in its
    partner's place. In all, a round shows every item of the proposal at least once. Rounds "lean" cut only the places
    that change, so that a round has as few actions as possible, at least one; -1 fills what a lane does not play.

    Blocks of one item need a bijective exchange, larger ones a partition exchange, or a strong bijection where the
    matroid has one: so every swap size works on every matroid. A direct sum of uniform matroids has many; taken are
    those of `BlockSum`.
    """

    def __init__(self, matroid: Matroid, *, swap_size: int, rounds: Rounds = "paper") -> None:
        self.matroid, self.swap_size, self.rounds = matroid, swap_size, rounds
        self._exchanges = _exchanges(matroid, swap_size)
        known = orderability_of(matroid) if swap_size > 1 and self._exchanges is None else None
        self._strong = known if known is not None and known.violation is None else None
        self._last: dict[int, tuple[bytes, Elements]] = {}
        self._blocks = np.arange(matroid.rank)[None] // swap_size
        self._exchanged = _places_of_actions(self._blocks)

    def actions(self, trusted: Elements, proposal: Elements) -> Actions:
        """``(lanes, actions, rank)``: the round."""
        if self.rounds == "lean":
            return self._lean_actions(trusted, proposal)
        partners = self._partners(trusted, proposal, self._blocks)
        actions = np.empty((len(trusted), self._exchanged.shape[1], trusted.shape[1]), np.intp)
        interleave_rows(trusted, partners, self.swap_size, actions)
        return actions

    def _lean_actions(self, trusted: Elements, proposal: Elements) -> Actions:
        leaving, _ = missing_each(trusted, proposal)
        blocks = np.where(leaving, (np.cumsum(leaving, axis=1) - 1) // self.swap_size, 0)
        partners, exchanged = self._partners(trusted, proposal, blocks), _places_of_actions(blocks)
        actions = np.where(exchanged, partners[:, None, :], trusted[:, None, :])
        actions[np.arange(actions.shape[1]) > blocks.max(axis=1)[:, None]] = -1
        return actions

    def _partners(self, trusted: Elements, proposal: Elements, blocks: Elements) -> Elements:
        """``[lane, place]``: the item of the proposal that stands in for the trusted one."""
        if self._exchanges is not None:
            return self._exchanges(trusted, proposal)
        if self.swap_size >= trusted.shape[1]:
            return _whole(trusted, proposal)
        rows = zip(trusted, proposal, np.broadcast_to(blocks, trusted.shape), strict=True)
        return np.array([self._lane(lane, *row) for lane, row in enumerate(rows)])

    def _lane(self, lane: int, trusted: Elements, proposal: Elements, blocks: Elements) -> Elements:
        """One lane's partners, found anew only when the two bases have changed."""
        key = trusted.tobytes() + proposal.tobytes()
        if lane not in self._last or self._last[lane][0] != key:
            self._last[lane] = (key, self._exchange(trusted, proposal, blocks))
        return self._last[lane][1]

    def _exchange(self, trusted: Elements, proposal: Elements, blocks: Elements) -> Elements:
        if self.swap_size == 1:
            return matched_exchange(self.matroid, trusted, proposal)
        strong = self._strong.strong_bijection(trusted, proposal) if self._strong is not None else None
        return strong if strong is not None else block_partners(self.matroid, trusted, blocks, proposal)


def _exchanges(matroid: Matroid, swap_size: int) -> Callable[[Elements, Elements], Elements] | None:
    """What finds the partners of all lanes at once, if the matroid has it for blocks of this size."""
    within_blocks, offered = BlockSum.of(matroid), batched_of(matroid)
    if within_blocks is not None:
        return within_blocks.exchanges
    return offered.exchanges if offered is not None and (swap_size == 1 or offered.exchanges_are_strong) else None


def _places_of_actions(blocks: Elements) -> Booleans:
    """``[lane, action, place]``: whether this action exchanges this place; ``blocks[lane, place]`` is its number."""
    exchanged: Booleans = blocks[:, None, :] == np.arange(blocks.max() + 1)[:, None]
    return exchanged


def _whole(trusted: Elements, proposal: Elements) -> Elements:
    """All at once: any pairing that leaves common items where they are will do."""
    leaving, entering = missing_each(trusted, proposal)
    partners = trusted.copy()
    partners[leaving] = proposal[entering]
    return partners
