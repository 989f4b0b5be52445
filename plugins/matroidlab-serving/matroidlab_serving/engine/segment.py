import numpy as np

from matroidlab.algorithms import batched
from matroidlab.bandits import Bounds, Interleaver, SafeThompson, TimeUniform
from matroidlab.kernels import Seen
from matroidlab.types import Booleans, Elements, Weights
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.list_answer import Values
from matroidlab_serving.engine.rounds import Deal, Evidence, Placement, Round
from matroidlab_serving.engine.settings import Settings


class Planner:
    """Plans the rounds of one segment by its policy.

    The policy plans the heaviest lists that may be shown, by samples of its beliefs. A list as
    proposal is interleaved with the trusted list: a heaviest list would try the same items always.
    """

    policy: SafeThompson
    placement: Placement

    def __init__(
        self,
        policy: SafeThompson,
        catalogue: ItemCatalogue,
        *,
        is_optimistic: bool,
        include_trusted: bool,
    ) -> None:
        self.policy = policy
        self.is_optimistic = is_optimistic
        self.include_trusted = include_trusted
        self.placement = Placement(catalogue, policy.safe_lists)
        self._batched = batched(policy.matroid)
        self._baseline: Round | None = None
        self._interleaver = Interleaver(policy.matroid, swap_size=policy.swap_size, rounds="lean")

    def plan(self, proposed: Elements | None = None) -> Round:
        """Plan a round of all items.

        ``proposed`` items, if given, are explored instead of the policy's proposal.
        """
        if proposed is None and not self.is_optimistic:
            lists = self.policy.plan()[0]
        else:
            lists = self._interleaved(self.policy.trusted(), proposed)
        if self.include_trusted:
            lists = np.concatenate([lists, self.policy.trusted()])
        return self._round(lists)

    def _interleaved(self, trusted: Elements, proposed: Elements | None) -> Elements:
        if proposed is None:
            proposal = self._batched.max_weight_bases(self.policy.estimates.upper)
        else:
            proposal = self.placement.completed(proposed)[None]
        lists: Elements = self._interleaver.actions(trusted, proposal)[0]
        return lists

    def plan_for(self, allowed: Booleans, proposed: Elements | None = None) -> Round:
        """Plan a round of the allowed items alone."""
        if proposed is None and not self.is_optimistic:
            lists = self._among(allowed)
        else:
            lists = self._interleaved_of(allowed, self.trusted_among(allowed), proposed)
        if self.include_trusted:
            lists = np.concatenate([lists, self.trusted_among(allowed)[None]])
        return self._round(lists, allowed)

    def _among(self, allowed: Booleans) -> Elements:
        """Lists of the allowed items, filled up with any others, which are not shown."""
        found = self.policy.plan_among(np.flatnonzero(allowed))[0]
        lists = np.full(
            (len(found), self.policy.matroid.rank), int(allowed.argmin()), dtype=np.intp
        )
        lists[:, : found.shape[1]] = found
        return lists

    def _interleaved_of(
        self, allowed: Booleans, trusted: Elements, proposed: Elements | None
    ) -> Elements:
        if proposed is None:
            proposal = self._heaviest(self.policy.estimates.upper, allowed)
        else:
            proposal = self.placement.completed(np.append(proposed[allowed[proposed]], trusted))
        lists: Elements = self._interleaver.actions(trusted[None], proposal[None])[0]
        return lists

    def trusted(self) -> Round:
        """Return the trusted list alone, as a round."""
        return self._round(self.policy.trusted())

    def trusted_among(self, allowed: Booleans) -> Elements:
        """Return the trusted list of the allowed items, completed by others if it must be."""
        return self._heaviest(self.policy.estimates.cautious(), allowed)

    def baseline(self, allowed: Booleans | None) -> Round:
        """Return the baseline as a round; other items replace those that are not allowed."""
        items = self.placement.catalogue.baseline
        if allowed is None:
            # Its certificate rests on no bounds, so the round stays right while others are learnt.
            if self._baseline is None:
                self._baseline = self._round(items[None])
            return self._baseline
        weights = np.zeros((1, len(allowed)))
        weights[0, items] = 1.0
        return self._round(self._heaviest(weights, allowed)[None], allowed)

    def round_of(self, lists: Elements, allowed: Booleans | None) -> Round:
        """Return a round of given lists, ``(lists, K)``, by the bounds of now."""
        return self._round(lists, allowed)

    def _heaviest(self, weights: Weights, allowed: Booleans) -> Elements:
        """Return the heaviest basis, with other items only where the allowed do not suffice."""
        basis: Elements = self._batched.max_weight_bases(np.where(allowed, weights, -np.inf))[0]
        return basis

    def _round(self, lists: Elements, allowed: Booleans | None = None) -> Round:
        beliefs = self.policy.estimates
        seen = beliefs.settled
        everything = np.arange(seen.counts.shape[1])
        evidence = Evidence(everything, seen.counts[0], seen.sums[0], seen.spreads[0])
        cautious = beliefs.cautious()[0]
        if allowed is not None:
            cautious = np.where(allowed, cautious, -np.inf)
        return self.placement.round(lists, cautious, allowed, evidence)


class Segment:
    """The policy for one kind of visitors, and the round of lists that it has in hand."""

    catalogue: ItemCatalogue
    settings: Settings
    rng: np.random.Generator
    policy: SafeThompson
    planner: Planner
    version: int

    def __init__(self, index: int, catalogue: ItemCatalogue, settings: Settings) -> None:
        self.catalogue = catalogue
        self.settings = settings
        seeds = np.random.SeedSequence(settings.seed, spawn_key=(index,))
        self.rng = np.random.default_rng(seeds)
        self.round: Round | None = None
        self._set_up()

    def _set_up(self) -> None:
        catalogue = self.catalogue
        settings = self.settings
        self.policy = SafeThompson(
            catalogue.matroid,
            catalogue.baseline,
            confidence=confidence(settings, catalogue),
            known_means=catalogue.known_means,
            swap_size=settings.swap_size,
            # So many that the probability of each list is worth logging.
            lists_per_plan=catalogue.matroid.rank,
            line=False,  # the state of a line is not in journals
            seed=self.rng,
        )
        self.policy.warns = False  # an error in the middle of a command; `status` counts instead
        if catalogue.retired:
            self.policy.estimates.exclude(catalogue.excluded)
        self.planner = Planner(
            self.policy,
            catalogue,
            is_optimistic=settings.proposal == "optimistic",
            include_trusted=settings.include_trusted,
        )
        self.version = catalogue.version
        self._without_bounds = catalogue.without_bounds

    def refresh(self) -> None:
        """Follow the catalogue: observations are kept, lists not yet dealt are withdrawn."""
        if self.version != self.catalogue.version:
            beliefs = self.policy.estimates
            # The bounds of an item that was known or retired, and is not any more, must be
            # computed from its observations: the policy so far did not have them.
            is_all_known = self._without_bounds <= self.catalogue.without_bounds
            bounds = beliefs.bounds if is_all_known else None
            self._set_up()
            self.restore(beliefs.settled, bounds)
            self.round = None

    def restore(self, seen: Seen, bounds: Bounds | None) -> None:
        """Take over observations, with the bounds that follow from them if they are known."""
        self.policy.estimates.restore(seen, bounds)

    def is_out_of_lists(self) -> bool:
        """Whether the next list needs a plan."""
        return self.round is None or self.round.is_over or self.version != self.catalogue.version

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
        """Deal a list of the allowed items, drawn from a round that is planned for it.

        The round in hand stays.
        """
        self.refresh()
        return self.planner.plan_for(allowed, proposed).draw(self.rng)

    def learn(self, items: Elements, values: Values) -> bool:
        """Learn the weights of a list; whether there were any."""
        if None in values:
            reported = [i for i, value in enumerate(values) if value is not None]
            items = items[reported]
            values = [values[i] for i in reported]
        if values:
            weights = np.array(values, dtype=np.float64)
            self.policy.learn(items.reshape(1, 1, -1), weights.reshape(1, 1, -1))
        return len(values) > 0


def confidence(settings: Settings, catalogue: ItemCatalogue) -> TimeUniform:
    """Return the confidence that gives the bounds of one segment."""
    return TimeUniform(settings.share, items=catalogue.first, open_ended=catalogue.page.can_grow)
