from typing import Literal

import numpy as np

from matroidlab.algorithms.block_exchange import block_partners
from matroidlab.algorithms.blocks import BlockSum
from matroidlab.algorithms.blocks.block_sum import missing_each
from matroidlab.algorithms.exchange import matched_exchange
from matroidlab.bandits.kernels.interleaving import (
    Places,
    interleave_all_places,
    interleave_changed_places,
    interleave_lanes,
)
from matroidlab.kernels.slots import interleave
from matroidlab.protocol import Batched, Matroid, Orderability, Part, offered
from matroidlab.types import Actions, Elements

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

    matroid: Matroid
    swap_size: int

    def __init__(self, matroid: Matroid, *, swap_size: int, rounds: Rounds = "paper") -> None:
        self.matroid, self.swap_size, self.rounds = matroid, swap_size, rounds
        of_lanes = BlockSum.of(matroid) or offered(matroid, Batched)
        if of_lanes is not None and swap_size > 1 and not of_lanes.exchanges_are_strong:
            of_lanes = None  # not for blocks of this size
        self._exchanges = None if of_lanes is None else of_lanes.exchanges
        known = offered(matroid, Orderability) if swap_size > 1 and self._exchanges is None else None
        self._strong = known if known is not None and known.violation is None else None
        self._last: dict[int, tuple[bytes, Elements]] = {}

    def actions(self, trusted: Elements, proposal: Elements) -> Actions:
        """``(lanes, actions, rank)``: the round; both must be bases, ``(lanes, rank)``."""
        _check_lanes(trusted, proposal, self.matroid.rank)
        partners = self._partners(trusted, proposal)
        actions = np.empty((len(trusted), -(-trusted.shape[1] // self.swap_size), trusted.shape[1]), dtype=np.intp)
        longest = interleave_lanes(Places(self.swap_size), self.rounds == "lean", trusted, partners, actions)
        return actions[:, :longest]

    def part(self) -> Part | None:
        """The same for the game loop, where pairs that the matroid finds by itself may be exchanged in such blocks."""
        if self._exchanges is None:
            return None
        way = interleave_changed_places if self.rounds == "lean" else interleave_all_places
        return Part({interleave: way}, Places(self.swap_size))

    def _partners(self, trusted: Elements, proposal: Elements) -> Elements:
        """``[lane, place]``: the item of the proposal that stands in for the trusted one."""
        if self._exchanges is not None:
            return self._exchanges(trusted, proposal)
        if self.swap_size >= trusted.shape[1]:
            return _whole(trusted, proposal)
        blocks = self._blocks(trusted, proposal)
        rows = zip(trusted, proposal, blocks, strict=True)
        return np.array([self._lane(lane, *row) for lane, row in enumerate(rows)])

    def _blocks(self, trusted: Elements, proposal: Elements) -> Elements:
        """``[lane, place]``: the number of the block that a place is exchanged in."""
        if self.rounds == "paper":
            return np.broadcast_to(np.arange(trusted.shape[1]) // self.swap_size, trusted.shape)
        leaving, _ = missing_each(trusted, proposal)
        return np.where(leaving, (np.cumsum(leaving, axis=1) - 1) // self.swap_size, 0)

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


def _check_lanes(trusted: Elements, proposal: Elements, rank: int) -> None:
    shape, other = np.shape(trusted), np.shape(proposal)
    if shape != other or len(shape) != 2 or shape[1] != rank:
        raise ValueError(f"trusted and proposal must both have shape (lanes, {rank}), got {shape} and {other}")
    if trusted.dtype.kind not in "iu" or proposal.dtype.kind not in "iu":
        raise ValueError(f"trusted and proposal must be integers, got {trusted.dtype} and {proposal.dtype}")


def _whole(trusted: Elements, proposal: Elements) -> Elements:
    """All at once: any pairing that leaves common items where they are will do."""
    leaving, entering = missing_each(trusted, proposal)
    partners = trusted.copy()
    partners[leaving] = proposal[entering]
    return partners
