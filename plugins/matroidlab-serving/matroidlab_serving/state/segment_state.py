"""A segment of a service as plain data and arrays, and back."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from matroidlab.algorithms import is_basis
from matroidlab.bandits import Bounds, Statistics
from matroidlab.kernels import Seen
from matroidlab.types import Weights, as_count
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.rounds import Evidence, Round
from matroidlab_serving.engine.segment import Segment
from matroidlab_serving.engine.settings import Settings
from matroidlab_serving.state.state_part import StatePart, refuse

COLUMNS = ("counts", "sums", "spreads", "lower", "upper")


def segment_state(segment: Segment) -> StatePart:
    """Return the state of a segment.

    It has its observations and bounds, the round in hand, and the generator.
    """
    segment.refresh()
    beliefs = segment.policy.estimates
    bounds = beliefs.bounds
    seen = beliefs.settled
    columns = (seen.counts[0], seen.sums[0], seen.spreads[0], bounds.lower[0], bounds.upper[0])
    in_hand = segment.round
    plain = {
        "clock": int(seen.clock[0]),
        "generator": segment.rng.bit_generator.state,
        "round": None if in_hand is None or in_hand.is_over else plain_round(in_hand),
        "version": segment.version,
    }
    copies = (column.copy() for column in columns)
    return StatePart(plain, dict(zip(COLUMNS, copies, strict=True)))


def segment_of(
    index: int, part: StatePart, catalogue: ItemCatalogue, settings: Settings
) -> Segment:
    """Return the segment that a state describes."""
    made = Segment(index, catalogue, settings)
    columns = [part.arrays[name] for name in COLUMNS]
    length = len(columns[0])
    is_aligned = all(column.shape == (length,) for column in columns)
    refuse(not is_aligned or length > len(catalogue.keys), "columns have wrong lengths")
    counts, sums, spreads, lower, upper = (column.reshape(1, -1) for column in columns)
    refuse(not ((sums >= 0) & (sums <= counts)).all(), "counts and sums do not fit")
    clock = np.array([as_count(part.plain["clock"], name="clock")])
    seen = Seen(counts.astype(np.intp), sums, spreads, clock, np.zeros(1, dtype=np.intp))
    refuse(not Statistics(*seen[:4]).are_possible.all(), "spreads do not fit")
    # The bounds of another version of the catalogue may be those of an item whose mean was known
    # then.
    is_current = part.plain["version"] == catalogue.version
    has_bounds = is_current and _are_plausible(seen, lower, upper)
    made.restore(seen, Bounds(lower, upper) if has_bounds else None)
    made.rng.bit_generator.state = part.plain["generator"]
    if is_current and part.plain["round"] is not None:
        made.round = round_of(part.plain["round"], catalogue, settings)
    return made


def _are_plausible(seen: Seen, lower: Weights, upper: Weights) -> bool:
    """Whether bounds can follow from the observations: they lie in [0, 1] and enclose the mean."""
    at = seen.counts > 0
    means = seen.sums[at] / seen.counts[at]
    is_low = (lower[at] >= 0) & (lower[at] <= means * (1 + 1e-12) + 1e-12)
    is_high = (upper[at] >= means * (1 - 1e-12) - 1e-12) & (upper[at] <= 1)
    return bool((is_low & is_high).all())


def plain_round(found: Round) -> dict[str, object]:
    """Return a round as plain data."""
    return {
        "lists": found.lists.tolist(),
        "places": found.places.tolist(),
        "covered": found.covered.tolist(),
        "evidence": [column.tolist() for column in found.evidence],
        "order": found.order,
        "dealt": found.dealt,
    }


def read_round(plain: Mapping[str, Any]) -> Round:
    """Return the round that `plain_round` describes; its evidence must be complete."""
    items, counts, sums, spreads = plain["evidence"]
    evidence = Evidence(
        np.array(items, dtype=np.intp),
        np.array(counts, dtype=np.intp),
        np.array(sums, dtype=np.float64),
        np.array(spreads, dtype=np.float64),
    )
    found = Round(
        lists=np.array(plain["lists"], dtype=np.intp),
        places=np.array(plain["places"], dtype=np.intp),
        covered=np.array(plain["covered"], dtype=np.intp),
        evidence=evidence,
        order=[int(i) for i in plain["order"]],
        dealt=plain["dealt"],
    )
    named = np.unique(np.append(found.lists, found.covered[found.covered >= 0]))
    is_complete = evidence.items.tolist() == named.tolist()
    is_aligned = all(column.shape == named.shape for column in evidence)
    refuse(not is_complete or not is_aligned, "a round has the evidence of other items")
    seen = Statistics(*evidence[1:], clock=np.zeros(1, dtype=np.intp))
    refuse(not seen.are_possible.all(), "the evidence of a round does not fit")
    return found


def round_of(plain: Mapping[str, Any], catalogue: ItemCatalogue, settings: Settings) -> Round:
    """Return the round of a file that anyone may have written.

    It is refused unless it can be a round of all items.
    """
    found = read_round(plain)
    rank = len(catalogue.baseline)
    arrays = (found.lists, found.places, found.covered)
    is_aligned = found.lists.ndim == 2 and all(one.shape[-1:] == (rank,) for one in arrays)
    refuse(not is_aligned, "a round has arrays of inconsistent shape")
    is_valid = all(is_basis(catalogue.matroid, one) for one in found.lists)
    refuse(not is_valid, "a list of a round is not valid")
    is_covered = found.covered.tolist() == catalogue.baseline.tolist()
    refuse(not is_covered, "a round is compared with other items than the baseline")
    refuse(found.places.tolist() != list(range(rank)), "a round has other places")
    as_count(found.dealt, name="dealt", most=len(found.lists))
    every = list(range(len(found.lists))) if settings.dealing == "shuffled" else []
    refuse(sorted(found.order) != every, "the order of a round is not an order of its lists")
    return found
