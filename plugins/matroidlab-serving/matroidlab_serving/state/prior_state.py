"""The beliefs about items that segments share, as plain data, and back."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from matroidlab.bandits import Statistics
from matroidlab.bandits.new_items import Prior, prior_state, resume_prior
from matroidlab_serving.state.state_part import check_numbers, refuse


def prior_part(prior: Prior) -> dict[str, Any]:
    """Return what all segments have seen, and the prior that was fitted to it."""
    seen = prior.seen
    items = np.flatnonzero(seen.counts[0])
    columns = (seen.counts, seen.sums, seen.spreads)
    return {
        "items": items.tolist(),
        "columns": [column[0][items].tolist() for column in columns],
        "clock": int(seen.clock[0]),
        "votes": prior.votes.tolist(),
        "fitted": prior_state(prior),
    }


def set_prior(prior: Prior, plain: Mapping[str, Any]) -> None:
    """Take over what `prior_part` describes."""
    items = np.array(plain["items"], dtype=np.intp)
    check_numbers(items, len(prior.numbers))
    counts, sums, spreads = (np.array(column, dtype=np.float64) for column in plain["columns"])
    is_aligned = counts.shape == sums.shape == spreads.shape == items.shape
    refuse(not is_aligned, "the observations of all segments do not fit")
    clock = np.array([plain["clock"]])
    seen = Statistics(counts.astype(np.intp), sums, spreads, clock)
    refuse(not seen.are_possible.all(), "the observations of all segments are not possible")
    prior.seen.counts[0, items] = seen.counts
    prior.seen.sums[0, items] = sums
    prior.seen.spreads[0, items] = spreads
    prior.seen.clock[:] = clock
    prior.votes[:] = plain["votes"]
    resume_prior(prior, plain["fitted"])
