"""The policy of one segment, with a line of newcomers where the catalogue is large."""

from typing import Any

import numpy as np

from matroidlab.bandits import SafeThompson, TimeUniform
from matroidlab.bandits.new_items import (
    Prior,
    WaitingLine,
    line_state,
    prior_of_lanes,
    prior_of_services,
    prior_state,
    resume_line,
    resume_prior,
    standardised,
)
from matroidlab.types import Elements
from matroidlab_serving.engine.certificate_settings import is_default
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.met_items import MetItems
from matroidlab_serving.engine.settings import Settings

Plain = dict[str, Any]


def is_large(catalogue: ItemCatalogue, settings: Settings) -> bool:
    """Whether a slot is too large for all newcomers to be tried at once, unless that is given."""
    return catalogue.is_large if settings.line is None else settings.line


def has_line(catalogue: ItemCatalogue, settings: Settings) -> bool:
    """Whether the newcomers of a service wait in a line."""
    if settings.proposal != "thompson" or not is_default(settings) or settings.line is False:
        return False
    return catalogue.may_have_line or is_large(catalogue, settings)


def confidence(settings: Settings, catalogue: ItemCatalogue) -> TimeUniform:
    """Return the confidence that gives the bounds of one segment."""
    return TimeUniform(
        settings.share_of_bounds,
        items=catalogue.first,
        open_ended=catalogue.page.can_grow,
        baseline=catalogue.with_half_of_delta,
    )


def policy_of_all(
    catalogue: ItemCatalogue, settings: Settings, rng: np.random.Generator
) -> SafeThompson:
    """Return a policy for all items of a catalogue, without a line."""
    by_intervals = settings.certificates == "intervals"
    policy = SafeThompson(
        catalogue.matroid,
        catalogue.baseline,
        delta=settings.share,
        confidence=confidence(settings, catalogue) if by_intervals else None,
        certificates=settings.certificates,
        certificates_expire=settings.certificates_expire,
        on_contradiction=settings.on_contradiction,
        known_means=catalogue.known_means,
        swap_size=settings.swap_size,
        budget=settings.budget,
        # So many that the probability of each list is worth logging.
        lists_per_plan=catalogue.matroid.rank,
        line=False,
        seed=rng,
    )
    if catalogue.retired:
        policy.estimates.exclude(catalogue.excluded)
    return policy


def policy_of_met(
    catalogue: ItemCatalogue,
    settings: Settings,
    rng: np.random.Generator,
    met: MetItems,
    state: Plain | None,
    since: int,
) -> tuple[SafeThompson, WaitingLine]:
    """Return a policy for the items that a segment has met, numbered by their places, and its line.

    Parameters
    ----------
    catalogue
        The items.
    settings
        The settings of the service.
    rng
        The randomness of the policy.
    met
        The items that the segment has met.
    state
        The state of its line before it met the last of them.
    since
        The version of the catalogue that the line followed then. Items that came later, or came
        back, wait behind the others in the order of their arrival.
    """
    numbers = met.numbers
    places = met.places(np.array(list(catalogue.known_means), dtype=np.intp))
    policy = SafeThompson(
        catalogue.page.matroid(catalogue.slots[numbers]),
        met.places(catalogue.baseline),
        confidence=confidence(settings, catalogue).of_items(numbers),
        known_means=dict(zip(places.tolist(), catalogue.known_means.values(), strict=True)),
        swap_size=settings.swap_size,
        budget=settings.budget,
        lists_per_plan=len(catalogue.baseline),
        line=False,
        seed=rng,
    )
    excluded = np.flatnonzero(np.isin(numbers, catalogue.excluded))
    if len(excluded):
        policy.estimates.exclude(excluded)
    blocks = policy.safe_lists.blocks
    assert blocks is not None
    prior = _prior(policy, catalogue, numbers, state)
    line = WaitingLine(blocks, policy.estimates, policy.known_means, prior, None)
    known = 0 if state is None else state["met"]
    came = met.places(catalogue.arrivals.since(since))
    came = came[came >= 0]
    new = np.setdiff1d(np.arange(known, len(numbers)), came)
    resume_line(line, state, excluded, np.concatenate([new, came]))
    policy.line = line
    return policy, line


def _prior(
    policy: SafeThompson,
    catalogue: ItemCatalogue,
    numbers: Elements,
    state: Plain | None,
) -> Prior:
    shared = catalogue.prior
    if shared is not None:
        return shared._replace(numbers=numbers)
    scores = None if catalogue.scores is None else standardised(catalogue.scores)[numbers]
    prior = prior_of_lanes(policy.estimates.seen, scores)
    if scores is not None:
        prior.scores[:] = scores
    if state is not None and state["prior"] is not None:
        resume_prior(prior, state["prior"])
    return prior


def state_of_line(line: WaitingLine, met: MetItems) -> Plain:
    """Return the state of a line, from which `policy_of_met` goes on."""
    prior = None if line.prior.is_shared else prior_state(line.prior)
    return line_state(line) | {"met": len(met), "prior": prior}


def share_prior(catalogue: ItemCatalogue, settings: Settings) -> None:
    """Let several segments share their beliefs about items."""
    is_explored = settings.proposal == "thompson" and settings.features is None
    is_explored = is_explored and catalogue.page.has_blocks and settings.promise == "each"
    if is_explored and settings.line is not False and len(settings.segments) > 1:
        catalogue.prior = prior_of_services(len(catalogue.keys), catalogue.scores)
