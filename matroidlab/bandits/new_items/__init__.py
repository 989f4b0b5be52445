"""How items that have not been seen yet are tried: the line, the fitted prior, and their state.

For programs that keep beliefs of their own, as services do. Policies use the same pieces.
"""

from matroidlab.bandits.new_items.kernels.fitted_prior import likeness_at, votes_of
from matroidlab.bandits.new_items.kernels.prior import Prior, centre_of
from matroidlab.bandits.new_items.kernels.waiting_line import Waiting
from matroidlab.bandits.new_items.priors import (
    fitting,
    nothing_seen,
    prior_of_lanes,
    prior_of_services,
    standardised,
)
from matroidlab.bandits.new_items.state import line_state, prior_state, resume_line, resume_prior
from matroidlab.bandits.new_items.waiting_line import LINE_FROM, WaitingLine

__all__ = [
    "LINE_FROM",
    "Prior",
    "Waiting",
    "WaitingLine",
    "centre_of",
    "fitting",
    "likeness_at",
    "line_state",
    "nothing_seen",
    "prior_of_lanes",
    "prior_of_services",
    "prior_state",
    "resume_line",
    "resume_prior",
    "standardised",
    "votes_of",
]
