"""The heaviest elements of each block, kept while weights change: what uniform and partition matroids track."""

from dataclasses import dataclass

import numpy as np

from matroidlab.algorithms.lanes import SHORT
from matroidlab.algorithms.tournament_layout import Alike, Layout
from matroidlab.algorithms.updates import as_lane_weights, as_update
from matroidlab.kernels import enabled
from matroidlab.kernels.tournaments import fill_rows, read_rows, set_leaves
from matroidlab.types import Elements, Weights


@dataclass(frozen=True)
class Tournaments:
    """Keeps the heaviest elements of each block in a tree of maxima.

    >>> tracker = Tournaments(Layout(blocks=[[0, 1, 2], [3, 4]], counts=[1, 1])).track(np.array([[1, 7, 2, 5, 9.0]]))
    >>> tracker.bases
    array([[4, 1]])
    >>> tracker.update(np.array([[0, 4]]), np.array([[8, 6.0]]))
    >>> tracker.bases
    array([[0, 4]])

    A changed weight costs O(log size), the ``count`` heaviest of a block O(count log size), and only blocks in which
    something changed are read again.
    """

    layout: Layout

    def track(self, weights: Weights, /) -> "Tournament":
        """Start from ``weights (lanes, size)``; O(size) a lane."""
        compiled = enabled() and sum(self.layout.counts) <= SHORT
        return (CompiledTournament if compiled else Tournament)(self.layout, weights)


class Tournament:
    """The trees of all lanes, each lane a row of ``nodes``; in numpy."""

    def __init__(self, layout: Layout, weights: Weights) -> None:
        lanes, size = as_lane_weights(weights, size=layout.size).shape
        self.layout = layout
        self.nodes = np.full((lanes, layout.starts[-1, -1]), -np.inf)
        if len(layout.place_of):
            self.nodes[:, layout.place_of] = weights
        else:
            self.nodes[:, :size] = weights
        self._fill()
        self.stale = np.ones((lanes, len(layout.blocks)), dtype=np.bool_)
        self.places = np.empty((lanes, layout.slots[-1]), dtype=np.intp)
        self.elements = np.empty_like(self.places)
        self.fresh = False

    @property
    def bases(self) -> Elements:
        """The heaviest elements of all blocks of each lane, heaviest first; an array of its own."""
        if not self.fresh:
            self._read()
            self.fresh = True
        return self.elements.copy()

    def update(self, elements: Elements, weights: Weights, /) -> None:
        """Set the weights of ``elements (lanes, n)``; -1 marks a place without an update."""
        self._set(*as_update(elements, weights, lanes=len(self.nodes), size=self.layout.size))
        self.fresh = False

    def _fill(self) -> None:
        arity = self.layout.arity
        for level, shift in zip(self.layout.starts[:-1], self.layout.shifts, strict=True):
            groups = np.arange(level[0] // arity, level[-1] // arity)
            below = self.nodes[:, level[0] : level[-1]].reshape(len(self.nodes), len(groups), arity)
            self.nodes[:, groups + np.repeat(shift, np.diff(level) // arity)] = below.max(axis=2)

    def _set(self, elements: Elements, weights: Weights) -> None:
        layout, arity = self.layout, self.layout.arity
        nodes, groups = self.nodes.reshape(-1), self.nodes.reshape(-1, arity)
        lanes, columns = np.nonzero(elements >= 0)
        place, shifts = elements[lanes, columns], layout.shifts
        if len(layout.blocks) == 1:
            self.stale[lanes] = True
        else:
            block, place = layout.block_of[place], layout.place_of[place]
            self.stale[lanes, block] = True
            shifts = shifts[:, block]
        begin = lanes * self.nodes.shape[1]
        place = place + begin
        nodes[place] = weights[lanes, columns]
        begin -= begin // arity
        for shift in shifts:
            group = place // arity
            place = group + (begin + shift)
            nodes[place] = groups[group].max(axis=1)

    def _read(self) -> None:
        layout = self.layout
        for alike in layout.alike:
            lanes, which = (found[:, None] for found in np.nonzero(self.stale[:, alike.blocks]))
            blocks = alike.blocks[which]
            self.places[lanes, layout.slots[blocks] + np.arange(alike.count)] = self._descend(lanes, blocks, alike)
        self.stale[:] = False
        self.elements = self.places
        if len(layout.blocks) != 1:
            rows, elements = np.arange(len(self.places))[:, None], layout.element_at[self.places]
            self.elements = elements[rows, np.lexsort((elements, -self.nodes[rows, self.places]))]

    def _descend(self, lanes: Elements, blocks: Elements, alike: Alike) -> Elements:
        """The heaviest leaves of some blocks, in order, as `matroidlab.kernels.tournaments.descend` finds them.

        Nodes are looked at from left to right and sorted stably, hence ties to the smaller element.
        """
        starts, shifts, arity = self.layout.starts, self.layout.shifts, self.layout.arity
        groups, rows, begin = self.nodes.reshape(-1, arity), np.arange(len(lanes))[:, None], lanes * self.nodes.shape[1]
        group = (begin + starts[alike.top][blocks]) // arity + np.arange(alike.groups)
        for level in range(alike.top, -1, -1):
            weights = groups[group].reshape(len(lanes), group.shape[1] * arity)
            best = (-weights).argsort(axis=1, kind="stable")[:, : alike.count]
            chosen = group[rows, best // arity] * arity + best % arity
            if level > 0:
                group = np.sort(chosen, axis=1) - (begin - begin // arity + shifts[level - 1][blocks])
        leaves: Elements = chosen - begin
        return leaves


class CompiledTournament(Tournament):
    """The same by kernels."""

    def _fill(self) -> None:
        fill_rows(self.nodes, self.layout.starts, self.layout.arity)

    def _set(self, elements: Elements, weights: Weights) -> None:
        at = self.layout
        set_leaves(elements, weights, self.nodes, at.starts, at.arity, at.place_of, at.block_of, self.stale)

    def _read(self) -> None:
        at = self.layout
        best = self.places, self.elements
        read_rows(self.nodes, at.starts, at.arity, at.tops, at.slots, at.element_at, self.stale, *best)
