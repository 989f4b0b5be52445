from collections.abc import Sequence

import numpy as np

from matroidlab.bandits import IUCB, Bounds, TimeUniform
from matroidlab.kernels import Seen
from matroidlab.types import Booleans, Elements
from matroidlab_serving.catalogue import Catalogue
from matroidlab_serving.planning import Planner
from matroidlab_serving.rounds import Deal, Round
from matroidlab_serving.settings import Settings

Values = Sequence[float | None]
"""A weight in [0, 1] for each item of a list; None for what is not told."""


class Segment:
    """What a service knows of one kind of visitors, and the lists that it has in hand for them."""

    catalogue: Catalogue
    settings: Settings
    rng: np.random.Generator
    policy: IUCB
    planner: Planner
    version: int

    def __init__(self, index: int, catalogue: Catalogue, settings: Settings) -> None:
        self.catalogue, self.settings = catalogue, settings
        self.rng = np.random.default_rng(np.random.SeedSequence(settings.seed, spawn_key=(index,)))
        self.round: Round | None = None
        self._set_up()

    def _set_up(self) -> None:
        catalogue, settings = self.catalogue, self.settings
        named = settings.proposal if settings.proposal in ("optimistic", "thompson") else "optimistic"
        self.policy = IUCB(
            catalogue.matroid,
            catalogue.baseline,
            confidence=confidence(settings, catalogue),
            known_means=catalogue.known_means,
            swap_size=settings.swap_size,
            rounds="lean",
            proposal=named,
            seed=self.rng,
        )
        if catalogue.retired:
            self.policy.estimates.exclude(catalogue.excluded)
        self.planner, self.version = Planner(self.policy, catalogue), catalogue.version

    def refresh(self) -> None:
        """Follow the catalogue: what was learnt stays, and lists that are not dealt yet are withdrawn."""
        if self.version != self.catalogue.version:
            beliefs = self.policy.estimates
            self._set_up()
            self.restore(beliefs.settled, beliefs.bounds)
            self.round = None

    def restore(self, seen: Seen, bounds: Bounds | None) -> None:
        """Take over what was learnt before, with its bounds where they are known."""
        free = np.isin(np.arange(seen.counts.shape[1]), [*self.catalogue.known_means, *self.catalogue.retired])
        if bounds is not None and (np.isinf(bounds.upper[:, ~free]) & (seen.counts[:, ~free] > 0)).any():
            bounds = None  # an item that was retired or known is back: its bounds are found anew
        self.policy.estimates.restore(seen, bounds)

    def is_out_of_lists(self) -> bool:
        """Whether the next list needs a plan."""
        return self.round is None or self.round.is_over or self.version != self.catalogue.version

    def deal(self, proposed: Elements | None) -> Deal:
        """The next list."""
        self.refresh()
        if self.round is None or self.round.is_over:
            self.round = self.planner.plan(proposed)
            if self.settings.dealing == "shuffled":
                self.round.shuffle(self.rng)
        return self.round.next() if self.settings.dealing == "shuffled" else self.round.draw(self.rng)

    def deal_of(self, allowed: Booleans, proposed: Elements | None) -> Deal:
        """A list of some items alone, drawn from a round that is planned for it; the round in hand is left alone."""
        self.refresh()
        return self.planner.plan_for(allowed, proposed).draw(self.rng)

    def learn(self, items: Elements, values: Values) -> bool:
        """Take in the weights of a list; whether there were any."""
        if None in values:
            told = [i for i, value in enumerate(values) if value is not None]
            items, values = items[told], [values[i] for i in told]
        if values:
            weights = np.array(values, dtype=np.float64)
            self.policy.learn(items.reshape(1, 1, -1), weights.reshape(1, 1, -1))
        return len(values) > 0


def confidence(settings: Settings, catalogue: Catalogue) -> TimeUniform:
    """The bounds of one segment."""
    return TimeUniform(settings.share, items=catalogue.first, open_ended=catalogue.page.can_grow)
