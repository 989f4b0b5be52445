"""Which kind of list a request gets, with the exact probability of the list over all kinds.

A request explores, or gets the trusted list, or the baseline. If several of these are possible, one
is drawn, and the probability of the list that comes out adds up over all kinds that could have
shown it.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, NamedTuple

import numpy as np

from matroidlab.types import Booleans, Elements
from matroidlab_serving.engine.linear_segment import VisitedSegment
from matroidlab_serving.engine.pooled_segment import SegmentOfPool
from matroidlab_serving.engine.rounds import DealtList, Propensities, Round, pooled_of
from matroidlab_serving.engine.segment import Segment
from matroidlab_serving.operation.control import Control

Origin = Literal["explored", "trusted", "baseline", "holdback"]
"""Why a list was shown: the policy tried something, or showed what it trusts, or the baseline,
because of an order or because the visitor belongs to the holdback."""


class Alternative(NamedTuple):
    """One kind of list that a request could get: its probability, and the lists of that kind."""

    chance: float
    round: Round
    left: tuple[int, ...] | None = None
    """The lists that could be dealt; None stands for all."""

    @property
    def lists(self) -> Elements:
        """The lists that could be dealt, all with the same probability."""
        lists: Elements = self.round.lists
        return lists if self.left is None else lists[list(self.left)]


@dataclass(frozen=True)
class MixedDeal:
    """A list that was drawn from several kinds of lists."""

    round: Round
    chosen: int
    alternatives: tuple[Alternative, ...]

    @property
    def items(self) -> Elements:
        """The items, in the places of the baseline."""
        items: Elements = self.round.lists[self.chosen]
        return items

    @property
    def pooled(self) -> list[bool] | None:
        """Which of the items every segment could have been shown, if that matters."""
        return pooled_of(self.round, self.chosen)

    @property
    def propensities(self) -> Propensities:
        """The probability of this list, and of each item at its place, over all kinds."""
        return mixed_propensities(self.items, self.round.places, self.alternatives)


def mixed_propensities(
    items: Elements, places: Elements, alternatives: tuple[Alternative, ...]
) -> Propensities:
    """Return the probabilities of a list that was drawn from several kinds of lists."""
    width = 1 + max(int(one.round.places.max()) for one in alternatives)
    own = np.full(width, -1, dtype=np.intp)
    own[places] = items
    of_list = 0.0
    of_items = np.zeros(len(items))
    of_prefixes = np.zeros(len(items))
    for one in alternatives:
        lists = one.lists
        others = np.full((len(lists), width), -1, dtype=np.intp)
        others[:, one.round.places] = lists
        same = others[:, places] == items
        of_list += one.chance * float((others == own).all(axis=1).mean())
        of_items += one.chance * same.mean(axis=0)
        of_prefixes += one.chance * np.logical_and.accumulate(same, axis=1).mean(axis=0)
    # Shares of a sum such as 0.05 + 0.95 may add up to a little more than 1.
    return Propensities(
        min(of_list, 1.0),
        tuple(np.minimum(of_items, 1.0).tolist()),
        tuple(np.minimum(of_prefixes, 1.0).tolist()),
    )


def chances_of(control: Control, holdback: float) -> dict[Origin, float]:
    """Return the probability of each kind of list for a request; only possible ones are named."""
    rest = 1.0 - holdback
    if control.is_fallback:
        chances: dict[Origin, float] = {"baseline": rest}
    else:
        chances = {"explored": rest * control.share, "trusted": rest * (1.0 - control.share)}
    chances["holdback"] = holdback
    return {origin: chance for origin, chance in chances.items() if chance > 0}


def drawn_origin(
    chances: Mapping[Origin, float], is_held_back: bool | None, coin: Callable[[], float]
) -> Origin:
    """Draw the kind of list; nothing is drawn if only one is possible.

    ``is_held_back`` says whether the visitor belongs to the holdback; None if that is drawn too.
    ``coin`` draws a number from [0, 1).
    """
    possible = dict(chances)
    if is_held_back:
        return "holdback"
    if is_held_back is not None:
        possible.pop("holdback", None)
    origins = list(possible)
    if len(origins) == 1:
        return origins[0]
    sums = list(accumulate(possible.values()))
    return origins[bisect_right(sums, coin() * sums[-1], hi=len(sums) - 1)]


class Directed(NamedTuple):
    """The list of a request, and its kind."""

    origin: Origin
    deal: DealtList


def directed(
    segment: Segment | VisitedSegment | SegmentOfPool,
    chances: Mapping[Origin, float],
    is_held_back: bool | None,
    allowed: Booleans | None,
    proposed: Elements | None,
) -> tuple[Origin, MixedDeal]:
    """Return the list of a request whose kind is drawn, and the kind.

    ``allowed`` are its own items, if it has some; a segment as a visitor sees it knows them.
    """
    if not isinstance(segment, Segment):
        allowed = None
    segment.refresh()
    origin = drawn_origin(chances, is_held_back, segment.rng.random)
    alternatives = {
        each: _alternative(segment, each, chance, allowed, proposed)
        for each, chance in chances.items()
    }
    found = alternatives[origin].round
    chosen = 0
    if origin == "explored":
        # The round in hand is dealt on; that of a request with its own items is drawn from.
        own = segment.next_of(found) if allowed is None else found.draw(segment.rng)
        chosen = own.chosen
    return origin, MixedDeal(found, chosen, tuple(alternatives.values()))


def _alternative(
    segment: Segment | VisitedSegment | SegmentOfPool,
    origin: Origin,
    chance: float,
    allowed: Booleans | None,
    proposed: Elements | None,
) -> Alternative:
    if allowed is not None:
        assert isinstance(segment, Segment)  # a segment as a visitor sees it knows what is allowed
        return Alternative(chance, _among(segment, origin, allowed, proposed))
    if origin == "explored":
        round_ = segment.in_hand(proposed)
        return Alternative(chance, round_, round_.left)
    planner = segment.planner
    return Alternative(chance, planner.trusted() if origin == "trusted" else planner.baseline())


def _among(segment: Segment, origin: Origin, allowed: Booleans, proposed: Elements | None) -> Round:
    if origin == "explored":
        return segment.planned_for(allowed, proposed)
    planner = segment.planner
    if origin == "trusted":
        return planner.round_of(planner.trusted_among(allowed)[None], allowed)
    return planner.baseline(allowed)
