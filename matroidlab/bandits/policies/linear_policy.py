import warnings

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.bandits.beliefs.linear_beliefs import LinearBeliefs
from matroidlab.bandits.beliefs.observations import as_observation
from matroidlab.errors import PromiseWarning
from matroidlab.protocol import Matroid
from matroidlab.types import Elements, Weights

FIRST_LOOK = 64
"""Residuals are looked at after so many lists, and then whenever there are twice as many."""


class LinearPolicy:
    """A policy that learns a linear model of each item, and tests it by residuals."""

    matroid: Matroid
    lanes: int
    features: int
    beliefs: LinearBeliefs

    def _begin(self) -> None:
        self.clock: Elements = np.zeros(self.lanes, dtype=np.intp)
        """How many lists each lane has learnt."""
        self._contexts: Weights | None = None
        self._next_look = FIRST_LOOK
        self._has_warned = False

    @property
    def contradictions(self) -> Elements:
        """The items, of any lane, whose residuals contradict the linear model.

        Under the assumptions that happens in a lane with probability at most 2 delta. A model can
        be wrong without it.
        """
        return np.flatnonzero(self.beliefs.contradictions.any(axis=0))

    def learn(
        self, actions: ArrayLike, weights: ArrayLike, context: ArrayLike | None = None
    ) -> None:
        """Take in the weights of any items, ``(lanes, lists, width)``; -1 marks "not observed".

        Parameters
        ----------
        actions
            The items.
        weights
            Their weights, between 0 and 1.
        context
            The features of the visitors, ``(lanes, d)``; by default those of the last plan. Give
            them if answers come late.
        """
        size = self.matroid.size
        rows, values = as_observation(actions, weights, lanes=self.lanes, size=size)
        contexts = self._contexts if context is None else self._as_contexts(context)
        if contexts is None:
            raise ValueError("learn needs the features of the visitors: give context")
        for lane, own in enumerate(contexts):
            for items, answers in zip(rows[lane], values[lane], strict=True):
                self._learn_row(lane, items, answers, own)

    def _learn_row(self, lane: int, items: Elements, answers: Weights, context: Weights) -> None:
        observed = items >= 0
        _, first = np.unique(items, return_index=True)
        kept = first[observed[first]]
        if len(kept):
            self.beliefs.learn(lane, items[kept], answers[kept], context)
            self.clock[lane] += 1

    def _as_contexts(self, context: ArrayLike) -> Weights:
        given = np.asarray(context, dtype=np.float64)
        contexts = given[None] if given.ndim == 1 and self.lanes == 1 else given
        if contexts.shape != (self.lanes, self.features) or not np.isfinite(contexts).all():
            raise ValueError(
                f"context must be finite numbers of shape ({self.lanes}, {self.features}), "
                f"got {given!r:.80}"
            )
        return contexts

    def _look_for_contradictions(self) -> None:
        """Warn once if residuals contradict the model; looked at now and then, for it costs."""
        clock = int(self.clock.max())
        if self._has_warned or clock < self._next_look:
            return
        self._next_look = 2 * clock
        items = self.contradictions
        if len(items):
            self._has_warned = True
            warnings.warn(
                PromiseWarning(
                    f"answers to items {items[:10].tolist()} contradict the linear model that the "
                    "promise rests on: are features missing, or do means change over time?"
                ),
                stacklevel=3,
            )
