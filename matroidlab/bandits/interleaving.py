from typing import Literal, NamedTuple

import numpy as np

from matroidlab.algorithms.block_exchange import block_partners
from matroidlab.algorithms.blocks import BlockSum
from matroidlab.algorithms.blocks.block_sum import missing_each
from matroidlab.algorithms.exchange import matched_exchange
from matroidlab.bandits.short_reprs import matroid_line
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.game_slots import interleave
from matroidlab.protocol import Batched, Matroid, Orderability, Part, offered
from matroidlab.types import Actions, Elements

Rounds = Literal["paper", "lean"]


class Interleaver:
    """Turns a trusted basis and a proposal into actions that exchange at most m items each.

    >>> from matroidlab import UniformMatroid
    >>> interleaver = Interleaver(UniformMatroid(size=6, rank=4), swap_size=2)
    >>> interleaver.actions(np.array([[0, 1, 2, 3]]), np.array([[3, 4, 5, 0]]))
    array([[[0, 4, 2, 3],
            [0, 1, 5, 3]]])

    The K places of the trusted basis are cut into blocks of m; an action exchanges one block, each
    item in its partner's place, so that a round shows every item of the proposal at least once.
    With rounds "lean" only the places that change are cut, so that a round has as few actions as
    possible, at least one; -1 fills the actions that a lane does not play.

    Blocks of one item need a bijective exchange, larger ones a partition exchange, or a strong
    bijection where the matroid has one: so every swap size works on every matroid. A direct sum of
    uniform matroids has many; those of `BlockSum` are taken.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases; its rank K is their length.
    swap_size
        The number m of items that an action exchanges at most.
    rounds
        "paper": ceil(K/m) actions a round; "lean": only as many as the items to exchange need.
    """

    matroid: Matroid
    swap_size: int

    def __init__(self, matroid: Matroid, *, swap_size: int, rounds: Rounds = "paper") -> None:
        self.matroid = matroid
        self.swap_size = swap_size
        self.rounds = rounds
        of_lanes = BlockSum.of(matroid) or offered(matroid, Batched)
        if of_lanes is not None and swap_size > 1 and not of_lanes.exchanges_are_strong:
            of_lanes = None  # its bijections are for single exchanges only
        self._exchanges = None if of_lanes is None else of_lanes.exchanges
        needs_strong = swap_size > 1 and self._exchanges is None
        known = offered(matroid, Orderability) if needs_strong else None
        self._strong = known if known is not None and known.violation is None else None
        # The last pair of bases of each lane, and their exchange: bases change rarely.
        self._last: dict[int, tuple[bytes, Elements]] = {}

    def __repr__(self) -> str:
        settings = f"swap_size={self.swap_size}, rounds={self.rounds!r}"
        return f"Interleaver({matroid_line(self.matroid)}, {settings})"

    def actions(self, trusted: Elements, proposal: Elements) -> Actions:
        """``(lanes, actions, rank)``: the round; both must be bases, ``(lanes, rank)``."""
        _check_lanes(trusted, proposal, self.matroid.rank)
        partners = self._partners(trusted, proposal)
        lanes, rank = trusted.shape
        actions = np.empty((lanes, -(-rank // self.swap_size), rank), dtype=np.intp)
        is_lean = self.rounds == "lean"
        longest = interleave_lanes(Places(self.swap_size), is_lean, trusted, partners, actions)
        return actions[:, :longest]

    def part(self) -> Part | None:
        """The kernels for the game loop; None if the matroid's bijections allow no such blocks."""
        if self._exchanges is None:
            return None
        way = interleave_changed_places if self.rounds == "lean" else interleave_all_places
        return Part({interleave: way}, Places(self.swap_size))

    def _partners(self, trusted: Elements, proposal: Elements) -> Elements:
        """``[lane, place]``: the item of the proposal that replaces the trusted one."""
        if self._exchanges is not None:
            return self._exchanges(trusted, proposal)
        if self.swap_size >= trusted.shape[1]:
            return _whole(trusted, proposal)
        blocks = self._blocks(trusted, proposal)
        rows = zip(trusted, proposal, blocks, strict=True)
        return np.array([self._lane(lane, *row) for lane, row in enumerate(rows)])

    def _blocks(self, trusted: Elements, proposal: Elements) -> Elements:
        """``[lane, place]``: the number of the block of a place."""
        if self.rounds == "paper":
            return np.broadcast_to(np.arange(trusted.shape[1]) // self.swap_size, trusted.shape)
        leaving, _ = missing_each(trusted, proposal)
        return np.where(leaving, (np.cumsum(leaving, axis=1) - 1) // self.swap_size, 0)

    def _lane(self, lane: int, trusted: Elements, proposal: Elements, blocks: Elements) -> Elements:
        """The partners of one lane, found again only if one of the bases has changed."""
        key = trusted.tobytes() + proposal.tobytes()
        if lane not in self._last or self._last[lane][0] != key:
            self._last[lane] = (key, self._exchange(trusted, proposal, blocks))
        return self._last[lane][1]

    def _exchange(self, trusted: Elements, proposal: Elements, blocks: Elements) -> Elements:
        if self.swap_size == 1:
            return matched_exchange(self.matroid, trusted, proposal)
        if self._strong is not None:
            strong = self._strong.strong_bijection(trusted, proposal)
            if strong is not None:
                return strong
        return block_partners(self.matroid, trusted, blocks, proposal)


def _check_lanes(trusted: Elements, proposal: Elements, rank: int) -> None:
    shape = np.shape(trusted)
    other = np.shape(proposal)
    if shape != other or len(shape) != 2 or shape[1] != rank:
        raise ValueError(
            f"trusted and proposal must both have shape (lanes, {rank}), got {shape} and {other}"
        )
    if trusted.dtype.kind not in "iu" or proposal.dtype.kind not in "iu":
        raise ValueError(
            f"trusted and proposal must be integers, got {trusted.dtype} and {proposal.dtype}"
        )


def _whole(trusted: Elements, proposal: Elements) -> Elements:
    """Pair all places at once: any pairing that leaves common items in their places will do."""
    leaving, entering = missing_each(trusted, proposal)
    partners = trusted.copy()
    partners[leaving] = proposal[entering]
    return partners


class Places(NamedTuple):
    """How many places an action exchanges."""

    swap_size: int


@kernel
def interleave_all_places(
    places: Places, trusted: Elements, partners: Elements, actions: Elements
) -> int:
    """Action i is the trusted basis with the i-th block of places taken from the partners."""
    rank = len(trusted)
    count = -(-rank // places.swap_size)
    for i in range(count):
        for j in range(rank):
            actions[i, j] = trusted[j]
        for j in range(i * places.swap_size, min((i + 1) * places.swap_size, rank)):
            actions[i, j] = partners[j]
    return count


@kernel
def interleave_changed_places(
    places: Places, trusted: Elements, partners: Elements, actions: Elements
) -> int:
    """The same with blocks of the places that change; at least one action."""
    rank = len(trusted)
    changed = 0
    count = 1
    for j in range(rank):
        actions[0, j] = trusted[j]
    for j in range(rank):
        if partners[j] != trusted[j]:
            i = changed // places.swap_size
            if i == count:
                for k in range(rank):
                    actions[i, k] = trusted[k]
                count += 1
            actions[i, j] = partners[j]
            changed += 1
    return count


@kernel
def interleave_lanes(
    places: Places, is_lean: bool, trusted: Elements, partners: Elements, actions: Actions
) -> int:
    """Write the rounds of all lanes, padded with -1; return the length of the longest."""
    longest = 0
    for lane in range(len(trusted)):
        if is_lean:
            count = interleave_changed_places(places, trusted[lane], partners[lane], actions[lane])
        else:
            count = interleave_all_places(places, trusted[lane], partners[lane], actions[lane])
        for i in range(count, actions.shape[1]):
            for j in range(actions.shape[2]):
                actions[lane, i, j] = -1
        longest = max(longest, count)
    return longest


@interleave_lanes.twin
def interleave_lanes_in_numpy(
    places: Places, is_lean: bool, trusted: Elements, partners: Elements, actions: Actions
) -> int:
    """`interleave_lanes` of all lanes at once."""
    at = np.arange(trusted.shape[1])
    actions[...] = trusted[:, None, :]
    if not is_lean:
        actions[:, at // places.swap_size, at] = partners
        return int(actions.shape[1])
    changed = partners != trusted
    block_of = np.where(changed, (np.cumsum(changed, axis=1) - 1) // places.swap_size, 0)
    actions[np.arange(len(trusted))[:, None], block_of, at] = partners
    last = block_of.max(axis=1)
    actions[np.arange(actions.shape[1]) > last[:, None]] = -1
    return int(last.max()) + 1
