"""A promise for a visitor drawn at random from several segments, by lists chosen blindly."""

from typing import Literal, get_args

import numpy as np

from matroidlab.bandits.beliefs.beliefs import Beliefs
from matroidlab.bandits.confidence.time_uniform import TimeUniform
from matroidlab.bandits.safe_lists import SafeLists
from matroidlab.types import Actions, Booleans, Elements, Weights

PromiseFor = Literal["each", "average"]


def as_promise(promise: str, *, segments: bool, certificates: str, budget: float | None) -> bool:
    """Return whether a promise is for the average visitor, checked against other settings."""
    if promise not in get_args(PromiseFor):
        raise ValueError(f"promise must be 'each' or 'average', got {promise!r:.80}")
    if promise == "each":
        return False
    if not segments:
        raise ValueError(
            "promise='average' is for a visitor drawn at random from several segments: give "
            "segments=True, and as many lanes as there are segments"
        )
    if certificates != "intervals" or budget is not None:
        raise ValueError(
            "promise='average' needs certificates='intervals' and no budget, got "
            f"certificates={certificates!r} and budget={budget!r}"
        )
    return True


class AverageVisitor:
    """The part of a policy that looks at the segment, after the list was chosen without doing so.

    One lane of beliefs, the *pool*, chooses lists for all segments, so a view of an item in the
    pool has the mean of that item for a visitor drawn at random. Where an item is certified to be
    worse in a segment than its counterpart, that segment is shown the counterpart instead, which
    can only make the average better. From then on neither this item nor such replacements are
    learnt by the pool, because who sees them depends on the segment. Such an item, if nothing was
    proven about it before, is not tried any more.

    Parameters
    ----------
    safe
        The matroid and the baseline.
    lanes
        The number of segments.
    delta
        The probability that an item is ever withdrawn in error, in any segment.
    """

    def __init__(self, safe: SafeLists, *, lanes: int, delta: float) -> None:
        if safe.blocks is None:
            # Elsewhere a list in which an item gives way to its counterpart need not be valid.
            raise ValueError(
                "promise='average' is for direct sums of uniform matroids, got "
                f"{safe.matroid!r:.80}: use promise='each'"
            )
        size = safe.matroid.size
        self.safe = safe
        self.lanes = lanes
        self.delta = delta
        self.segments = Beliefs(
            lanes=lanes, size=size, confidence=TimeUniform(delta / lanes, items=size)
        )
        self.is_closed: Booleans = np.zeros(size, dtype=np.bool_)
        """The items that were ever certified to be worse in a segment."""
        self.is_given_up: Booleans = np.zeros(size, dtype=np.bool_)
        """The closed items that are not tried any more."""
        self._planned = np.empty((lanes, 0, safe.matroid.rank), dtype=np.intp)
        self._pooled = np.empty(self._planned.shape, dtype=np.bool_)

    def __repr__(self) -> str:
        return f"AverageVisitor({self.lanes} segments, delta={self.delta:g})"

    def worse(self, lanes: slice = slice(None)) -> Booleans:
        """``(segments, size)``: the items that are certified to be worse than a baseline item.

        It also closes them.
        """
        lower, upper = (bound[lanes] for bound in self.segments.bounds)
        highest = np.full((len(lower), self.safe.component_of.max(initial=-1) + 1), -np.inf)
        for item in self.safe.baseline.tolist():
            component = self.safe.component_of[item]
            highest[:, component] = np.maximum(highest[:, component], lower[:, item])
        found: Booleans = upper < highest[:, self.safe.component_of]
        found[:, self.safe.baseline] = False
        self.is_closed |= found.any(axis=0)
        return found

    def close(self, lane: int) -> None:
        """Close the items that are certified to be worse in a segment by now."""
        self.worse(slice(lane, lane + 1))

    def give_up(self, cautious: Weights) -> Elements:
        """Return which items are given up now: closed before anything was proven about them."""
        items = np.flatnonzero(self.is_closed & ~self.is_given_up)
        baseline = self.safe.baseline
        rivals = self.safe.component_of[baseline] == self.safe.component_of[items][:, None]
        lowest = np.where(rivals, cautious[baseline], np.inf).min(axis=1, initial=np.inf)
        found: Elements = items[cautious[items] < lowest]
        self.is_given_up[found] = True
        return found

    def shown(self, blind: Actions, cautious: Weights) -> Actions:
        """The lists that segments see, ``(segments, lists, K)``, for lists chosen without looking.

        ``cautious`` are the cautious weights of the pool. What the pool may learn from these lists
        is decided now.
        """
        self._planned, self._pooled = self.withdrawn(blind, cautious)
        return self._planned.copy()

    def withdrawn(self, blind: Actions, cautious: Weights) -> tuple[Actions, Booleans]:
        """The same, and for each item whether every segment could have been shown it."""
        worse = self.worse()
        lists = blind.copy()
        pooled = ~self.is_closed[blind]
        is_affected = np.take_along_axis(worse[:, None, :], blind, axis=2).any(axis=2)
        for lane, i in np.argwhere(is_affected).tolist():
            self._withdraw(lane, lists[lane, i], pooled[lane, i], cautious)
        return lists, pooled

    def _withdraw(self, lane: int, items: Elements, pooled: Booleans, cautious: Weights) -> None:
        """Replace items that are certified to be worse in a segment than their counterparts."""
        lower, upper = self.segments.bounds
        partners = self.counterparts(items, cautious)
        for j, partner in enumerate(partners.tolist()):
            if partner != items[j] and upper[lane, items[j]] < lower[lane, partner]:
                items[j] = partner
                pooled[j] = False

    def counterparts(self, items: Elements, cautious: Weights) -> Elements:
        """The baseline item that each item of a list stands for; doubtful ones have one too."""
        partners = self.safe.partners(items[None], cautious[None])[0]
        left = [b for b in self.safe.baseline.tolist() if b not in partners]
        component_of = self.safe.component_of
        for j in np.flatnonzero(partners < 0).tolist():
            own = [b for b in left if component_of[b] == component_of[items[j]]]
            if own:
                partners[j] = own[0]
                left.remove(own[0])
            else:
                partners[j] = items[j]
        found: Elements = partners
        return found

    def learn(
        self, actions: Actions, weights: Weights, *, is_shown: bool
    ) -> tuple[Actions, Weights]:
        """Take in what segments saw, and return what the pool may learn of it, in one lane.

        Of lists, these are items of the last plan that every segment could have been shown. What
        was not shown as a list was not chosen by segment either.
        """
        self.segments.learn(actions, weights, is_shown=is_shown)
        if is_shown:
            may = np.zeros(actions.shape, dtype=np.bool_)
            count = min(actions.shape[1], self._planned.shape[1])
            if actions.shape[2] == self._planned.shape[2]:
                is_same = actions[:, :count] == self._planned[:, :count]
                may[:, :count] = is_same & self._pooled[:, :count]
        else:
            may = ~self.is_closed[actions]
        rows = (1, actions.shape[0] * actions.shape[1], actions.shape[2])
        return np.where(may, actions, -1).reshape(rows), weights.reshape(rows)
