import numpy as np

from matroidlab.bandits import Bounds, SafeThompson, TimeUniform
from matroidlab.kernels import Seen
from matroidlab.types import Booleans, Elements
from matroidlab_serving.engine.answers import Values
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.rounds import Deal, Planner, Round
from matroidlab_serving.engine.settings import Settings


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
        is_optimistic = settings.proposal == "optimistic"
        self.planner = Planner(self.policy, catalogue, is_optimistic=is_optimistic)
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
        self.refresh()
        if self.round is None or self.round.is_over:
            self.round = self.planner.plan(proposed)
            if self.settings.dealing == "shuffled":
                self.round.shuffle(self.rng)
        is_shuffled = self.settings.dealing == "shuffled"
        return self.round.next() if is_shuffled else self.round.draw(self.rng)

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
