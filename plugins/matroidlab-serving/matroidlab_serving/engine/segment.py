from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from matroidlab.bandits import Bounds, SafeThompson
from matroidlab.bandits.new_items import WaitingLine
from matroidlab.kernels import Seen
from matroidlab.types import Booleans, Elements, Weights
from matroidlab_serving.engine.features import Visitor
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.list_answer import FinishedList, Values
from matroidlab_serving.engine.met_items import MetItems, is_running_out, next_to_meet
from matroidlab_serving.engine.planner import MOST_CANDIDATES, Planner
from matroidlab_serving.engine.rounds import Deal, Round
from matroidlab_serving.engine.segment_policy import (
    has_line,
    is_large,
    policy_of_all,
    policy_of_met,
    state_of_line,
)
from matroidlab_serving.engine.settings import Settings
from matroidlab_serving.engine.votes import Vote

if TYPE_CHECKING:
    from matroidlab_serving.engine.any_segment import SeenSegment

Plain = dict[str, Any]
MILLION = 1_000_000


class Segment:
    """The policy for one kind of visitors, and the round of lists that it has in hand."""

    catalogue: ItemCatalogue
    settings: Settings
    rng: np.random.Generator
    policy: SafeThompson
    planner: Planner
    version: int

    def __init__(
        self,
        index: int,
        catalogue: ItemCatalogue,
        settings: Settings,
        state: Plain | None = None,
    ) -> None:
        self.catalogue = catalogue
        self.first_settings: Settings = settings
        self.settings = catalogue.changed.of(settings)
        seeds = np.random.SeedSequence(settings.seed, spawn_key=(index,))
        self.rng = np.random.default_rng(seeds)
        self.round: Round | None = None
        self.vote = Vote()
        self._state: Plain | None = None
        self.version = catalogue.version
        if state is not None:
            self.version = state["version"]
            self.met = MetItems(np.array(state["met_items"] or [], dtype=np.intp))
            self._state = state["line"]
            self.vote = Vote.of_plain(state["vote"])
        elif has_line(catalogue, settings) and is_large(catalogue, settings):
            self.met = MetItems(catalogue.baseline)
            self.met.meet(next_to_meet(self.met, catalogue, catalogue.prior, self.rng))
        else:
            self.met = MetItems(np.arange(len(catalogue.keys)))
        self._set_up()

    def _set_up(self) -> None:
        catalogue = self.catalogue
        self.settings = catalogue.changed.of(self.first_settings)
        settings = self.settings
        line: WaitingLine | None = None
        if self._state is not None or has_line(catalogue, settings):
            is_new = self._state is None
            since = self.met.follow(catalogue.arrivals, self.version, is_line_new=is_new)
            made = policy_of_met(catalogue, settings, self.rng, self.met, self._state, since)
            self.policy, line = made
            self._state = state_of_line(line, self.met)
        else:
            self.met.meet(np.arange(len(catalogue.keys)))
            self.policy = policy_of_all(catalogue, settings, self.rng)
        self.policy.warns = False  # an error in the middle of a command; `status` counts instead
        self.line = line
        self.planner = Planner(
            self.policy,
            catalogue,
            self.met,
            is_optimistic=settings.proposal == "optimistic",
            include_trusted=settings.include_trusted,
        )
        self.version = catalogue.version
        self._without_bounds = catalogue.without_bounds

    def resumable(self) -> Plain:
        """Return the version that it follows, and if it has a line, its state and its items."""
        line = None if self.line is None else state_of_line(self.line, self.met)
        met = None if line is None else self.met.numbers.tolist()
        vote = self.vote.plain()
        return {"version": self.version, "met_items": met, "line": line, "vote": vote}

    def refresh(self) -> None:
        """Follow the catalogue: observations are kept, lists not yet dealt are withdrawn."""
        if self.version != self.catalogue.version:
            # The bounds of an item that was known or retired, and is not any more, must be
            # computed from its observations: the policy so far did not have them. Nor did it have
            # those at another delta.
            now = self.catalogue.changed.of(self.first_settings)
            has_bounds = self._without_bounds <= self.catalogue.without_bounds
            self._rebuild(is_known=has_bounds and now.share == self.settings.share)
            self.round = None

    def refreshed_copy(self, index: int) -> "Segment":
        """Return a copy that follows the catalogue."""
        copy = type(self)(index, self.catalogue, self.first_settings, self.resumable())
        copy.restore(self.policy.estimates.settled, None)
        copy.policy.follow(self.policy)
        return copy

    def _rebuild(self, *, is_known: bool) -> None:
        """Make the policy again for the items that were met by now."""
        beliefs = self.policy.estimates
        seen = beliefs.settled
        bounds = beliefs.bounds if is_known else None
        if self.line is not None:
            self._state = state_of_line(self.line, self.met) | {"met": seen.counts.shape[1]}
        before = self.policy
        self._set_up()
        self.restore(seen, bounds)
        self.policy.follow(before)

    def meet(self, items: Elements) -> None:
        """Meet items, which then wait in the line."""
        if self.met.meet(items):
            self._rebuild(is_known=True)

    def restore(self, seen: Seen, bounds: Bounds | None) -> None:
        """Take over observations, with the bounds that follow from them if they are known."""
        self.policy.estimates.restore(seen, bounds)

    def is_out_of_lists(self) -> bool:
        """Whether the next list needs a plan."""
        return self.round is None or self.round.is_over or self.version != self.catalogue.version

    def as_seen(
        self, _index: int, _allowed: Booleans | None, _visitor: Visitor | None
    ) -> "SeenSegment":
        """Return the segment as the visitor of a request sees it."""
        return self

    def deal_among(self, allowed: Booleans | None, proposed: Elements | None) -> Deal:
        """Deal a list, of the allowed items alone if there are some."""
        return self.deal(proposed) if allowed is None else self.deal_of(allowed, proposed)

    def deal(self, proposed: Elements | None) -> Deal:
        """Deal the next list."""
        return self.next_of(self.in_hand(proposed))

    def in_hand(self, proposed: Elements | None) -> Round:
        """Return the round whose lists are dealt; it is planned if there is none."""
        self.refresh()
        if self.round is None or self.round.is_over:
            self.round = self.planner.plan(proposed)
            if self.settings.dealing == "shuffled":
                self.round.shuffle(self.rng)
        return self.round

    def next_of(self, round_: Round) -> Deal:
        """Deal the next list of the round in hand."""
        is_shuffled = self.settings.dealing == "shuffled"
        return round_.next() if is_shuffled else round_.draw(self.rng)

    def deal_of(self, allowed: Booleans, proposed: Elements | None) -> Deal:
        """Deal a list of the allowed items, drawn from a round that is planned for it."""
        return self.planned_for(allowed, proposed).draw(self.rng)

    def planned_for(self, allowed: Booleans, proposed: Elements | None) -> Round:
        """Plan a round of the allowed items; the round in hand stays."""
        self.refresh()
        self._meet_enough(allowed)
        return self.planner.plan_for(allowed, proposed)

    def _meet_enough(self, allowed: Booleans) -> None:
        """Meet enough of the allowed items to make a list of them."""
        if len(self.met) == len(allowed):
            return
        items = np.flatnonzero(allowed)
        if len(items) > MOST_CANDIDATES:
            is_met = self.met.places(self.met.numbers) >= 0
            known = self.met.numbers[is_met & allowed[self.met.numbers]]
            items = self.catalogue.matroid.greedy(np.concatenate([known, items]))
        self.meet(items)

    @property
    def cells(self) -> int:
        """The memory that it needs, in items."""
        return len(self.met.numbers)

    def count_in_flight(self, cost: int) -> None:
        """Let the next plan count what lists that are not learnt yet may lose, in millionths."""
        self.policy.account.in_flight = cost / MILLION

    def cost_in_millionths(self, items: Elements) -> int | None:
        """Return what a list may lose against the baseline, rounded up; None without a budget."""
        if self.policy.budget is None:
            return None
        places = items if self.line is None else self.met.places(items)
        return ceil(MILLION * self.policy.account.cost(places))

    def learn_list(self, one: FinishedList) -> bool:
        """Learn a list that is complete; whether there was anything to learn."""
        return self.learn(one.items, one.values, is_in_account=one.cost is not None)

    def learn(self, items: Elements, values: Values, *, is_in_account: bool = True) -> bool:
        """Learn the weights of a list; whether there were any.

        A list that is not ``is_in_account`` does not count for the budget.
        """
        if None in values:
            reported = [i for i, value in enumerate(values) if value is not None]
            items = items[reported]
            values = [values[i] for i in reported]
        if values:
            weights = np.array(values, dtype=np.float64)
            if self.line is None:
                self._take_in(items, weights, is_in_account=is_in_account)
            else:
                self._learn_with_line(items, weights, is_in_account=is_in_account)
        return len(values) > 0

    def _take_in(self, items: Elements, weights: Weights, *, is_in_account: bool) -> None:
        is_shown = is_in_account or self.policy.budget is None
        learn = self.policy.learn if is_shown else self.policy.look
        learn(items.reshape(1, 1, -1), weights.reshape(1, 1, -1))

    def _learn_with_line(self, items: Elements, weights: Weights, *, is_in_account: bool) -> None:
        self.refresh()
        self.meet(items)
        assert self.line is not None
        fits = int(self.line.prior.fits[0])
        self._take_in(self.met.places(items), weights, is_in_account=is_in_account)
        prior = self.line.prior
        if prior.is_shared:
            self.vote.cast(self.line, self.policy.estimates.settled)
        is_informed = prior.fits[0] > fits and (prior.has_scores or prior.is_shared)
        if is_informed or is_running_out(self.line.waiting, self.met, self.catalogue):
            self.meet(next_to_meet(self.met, self.catalogue, prior, self.rng))
