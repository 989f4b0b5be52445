"""A segment of a service as plain data and arrays, and back."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.algorithms import is_basis
from matroidlab.bandits import Bounds, Statistics
from matroidlab.kernels import Seen
from matroidlab.types import Elements, as_count
from matroidlab_serving.engine.any_segment import kind_of
from matroidlab_serving.engine.certificate_settings import is_default
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.pooled_segment import PooledSegment
from matroidlab_serving.engine.preferences import plain_proofs, read_proofs
from matroidlab_serving.engine.rounds import Evidence, Round
from matroidlab_serving.engine.segment import Segment
from matroidlab_serving.engine.settings import Settings
from matroidlab_serving.engine.votes import Vote
from matroidlab_serving.state.average_state import add_average, restore_average
from matroidlab_serving.state.certificate_state import add_certificates, restore_certificates
from matroidlab_serving.state.state_part import StatePart, check_numbers, refuse

COLUMNS: Mapping[str, type[np.generic]] = {
    "observed": np.int64,
    "counts": np.int64,
    "sums": np.float64,
    "spreads": np.float64,
    "lower": np.float64,
    "upper": np.float64,
}
"""For each item that was observed: its number, its observations and their bounds."""


def segment_state(segment: Segment) -> StatePart:
    """Return the state of a segment.

    It has the observations and bounds of the items that were observed, the round in hand, and the
    generator, so its size does not depend on the number of all items.
    """
    segment.refresh()
    beliefs = segment.policy.estimates
    bounds = beliefs.bounds
    seen = beliefs.settled
    places = np.flatnonzero(seen.counts[0])
    numbers = segment.met.numbers[places]
    places = places[numbers.argsort()]
    columns = (seen.counts, seen.sums, seen.spreads, bounds.lower, bounds.upper)
    rows = [np.sort(numbers), *(column[0][places] for column in columns)]
    in_hand = segment.round
    plain: dict[str, object] = {
        "clock": int(seen.clock[0]),
        "generator": segment.rng.bit_generator.state,
        "round": None if in_hand is None or in_hand.is_over else plain_round(in_hand),
        **segment.resumable(),
    }
    arrays: dict[str, NDArray[Any]] = {
        name: row.astype(kind) for (name, kind), row in zip(COLUMNS.items(), rows, strict=True)
    }
    add_certificates(segment.policy, plain, arrays)
    if isinstance(segment, PooledSegment):
        add_average(segment.average, arrays)
    return StatePart(plain, arrays)


def segment_of(
    index: int, part: StatePart, catalogue: ItemCatalogue, settings: Settings
) -> Segment:
    """Return the segment that a checked state describes."""
    made = kind_of(settings)(index, catalogue, settings, part.plain)
    size = len(made.met)
    observed, counts, sums, spreads, lower, upper = (part.arrays[name] for name in COLUMNS)
    items = made.met.places(observed)
    clock = np.array([part.plain["clock"]])
    seen = Seen(
        _spread_out(items, counts.astype(np.intp), size),
        _spread_out(items, sums, size),
        _spread_out(items, spreads, size),
        clock,
        np.zeros(1, dtype=np.intp),
    )
    # The bounds of another version of the catalogue may be those of an item whose mean was known
    # then.
    is_current = part.plain["version"] == catalogue.version
    bounds = None
    if is_current and _are_plausible(part):
        bounds = Bounds(_spread_out(items, lower, size), _spread_out(items, upper, size))
    made.restore(seen, bounds)
    made.rng.bit_generator.state = part.plain["generator"]
    restore_certificates(made.policy, part)
    if isinstance(made, PooledSegment):
        restore_average(made.average, part)
        if made.line is None:
            made.leave_out(np.flatnonzero(made.average.is_given_up))
    if is_current and part.plain["round"] is not None:
        made.round = read_round(part.plain["round"])
    return made


def _spread_out(items: Elements, values: NDArray[Any], size: int) -> NDArray[Any]:
    """Return a row of all items, 0 where there is no value."""
    row = np.zeros((1, size), dtype=values.dtype)
    row[0, items] = values
    return row


def check_segment(part: StatePart, catalogue: ItemCatalogue, settings: Settings) -> None:
    """Refuse a state that cannot be that of a segment."""
    for name, kind in COLUMNS.items():
        is_column = part.arrays[name].ndim == 1 and part.arrays[name].dtype == kind
        refuse(not is_column, f"{name} is not a column of {np.dtype(kind)}")
    items, counts, sums, spreads, lower, upper = (part.arrays[name] for name in COLUMNS)
    is_aligned = {len(one) for one in (counts, sums, spreads, lower, upper)} == {len(items)}
    refuse(not is_aligned, "columns have wrong lengths")
    check_numbers(items, len(catalogue.keys))
    refuse(bool((np.diff(items) <= 0).any()), "the items are not in order")
    refuse(not ((counts >= 1) & (sums >= 0) & (sums <= counts)).all(), "counts and sums do not fit")
    clock = np.array([as_count(part.plain["clock"], name="clock")])
    seen = Statistics(counts.astype(np.intp), sums, spreads, clock)
    refuse(not seen.are_possible.all(), "spreads do not fit")
    _check_line(part.plain, items, catalogue)
    np.random.default_rng(0).bit_generator.state = part.plain["generator"]
    if part.plain["version"] == catalogue.version and part.plain["round"] is not None:
        round_of(part.plain["round"], catalogue, settings)
    if not is_default(settings) or settings.budget is not None:
        made = Segment(0, catalogue, settings, part.plain)
        restore_certificates(made.policy, part)
    if settings.promise == "average":
        restore_average(PooledSegment(0, catalogue, settings).average, part)


def _check_line(plain: Mapping[str, Any], observed: Elements, catalogue: ItemCatalogue) -> None:
    as_count(plain["version"], name="version", most=catalogue.version)
    Vote.of_plain(plain["vote"])
    refuse((plain["line"] is None) != (plain["met_items"] is None), "a line has no items")
    if plain["line"] is None:
        return
    met = [as_count(item, name="item", most=len(catalogue.keys) - 1) for item in plain["met_items"]]
    refuse(len(set(met)) < len(met), "an item was met twice")
    refuse(not set(observed.tolist()) <= set(met), "an item was observed and not met")
    refuse(plain["line"]["met"] != len(met), "a line has other items than were met")


def _are_plausible(part: StatePart) -> bool:
    """Whether bounds can follow from the observations: they lie in [0, 1] and enclose the mean."""
    _, counts, sums, _, lower, upper = (part.arrays[name] for name in COLUMNS)
    means = sums / counts
    is_low = (lower >= 0) & (lower <= means * (1 + 1e-12) + 1e-12)
    is_high = (upper >= means * (1 - 1e-12) - 1e-12) & (upper <= 1)
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
        **({"proofs": plain_proofs(found.proofs)} if found.proofs else {}),
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
        proofs=read_proofs(plain.get("proofs", [])),
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
