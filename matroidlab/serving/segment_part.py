"""A segment of a service as plain data and arrays, and back."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.bandits.statistics import Bounds
from matroidlab.kernels.learning import Seen
from matroidlab.serving.catalogue import Catalogue
from matroidlab.serving.parts import Part, check_items, refuse
from matroidlab.serving.rounds import Evidence, Round
from matroidlab.serving.segment import Segment
from matroidlab.serving.settings import Settings
from matroidlab.types import as_count

COLUMNS = ("counts", "sums", "spreads", "lower", "upper")


def segment_part(segment: Segment) -> Part:
    """What is known of one kind of visitors, the lists in hand, and the generator."""
    segment.refresh()
    beliefs = segment.policy.beliefs
    bounds, seen = beliefs.bounds, beliefs.settled
    columns = (seen.counts[0], seen.sums[0], seen.spreads[0], bounds.lower[0], bounds.upper[0])
    plain = {
        "clock": int(seen.clock[0]),
        "generator": segment.rng.bit_generator.state,
        "round": None if segment.round is None or segment.round.is_over else plain_round(segment.round),
        "version": segment.version,
    }
    return Part(plain, dict(zip(COLUMNS, (column.copy() for column in columns), strict=True)))


def segment_of(index: int, part: Part, catalogue: Catalogue, settings: Settings) -> Segment:
    """The segment that a part describes."""
    made, size = Segment(index, catalogue, settings), len(catalogue.keys)
    columns = [part.arrays[name] for name in COLUMNS]
    length = len(columns[0])
    refuse(any(column.shape != (length,) for column in columns) or length > size, "columns have wrong lengths")
    counts, sums, spreads, lower, upper = (column.reshape(1, -1) for column in columns)
    refuse(not ((sums >= 0) & (sums <= counts)).all(), "counts and sums do not fit")
    refuse(not ((spreads >= 0) & (spreads <= counts)).all(), "spreads do not fit")
    clock = np.array([as_count(part.plain["clock"], name="clock")])
    seen = Seen(counts.astype(np.intp), sums, spreads, clock, np.zeros(1, dtype=np.intp))
    made.restore(seen, Bounds(lower, upper) if _fit(seen, lower, upper) else None)
    made.rng.bit_generator.state = part.plain["generator"]
    if part.plain["version"] == catalogue.version and part.plain["round"] is not None:
        made.round = round_of(part.plain["round"], size)
    return made


def _fit(seen: Seen, lower: NDArray[Any], upper: NDArray[Any]) -> bool:
    """Whether bounds may be what follows from what was seen: they hold the mean, and lie in [0, 1]."""
    at = seen.counts > 0
    means = seen.sums[at] / seen.counts[at]
    low, high = lower[at], upper[at]
    inside = (low >= 0) & (low <= means * (1 + 1e-12) + 1e-12) & (high >= means * (1 - 1e-12) - 1e-12) & (high <= 1)
    return bool(inside.all())


def plain_round(found: Round) -> dict[str, Any]:
    """A round as plain data."""
    told = {name: getattr(found, name).tolist() for name in ("lists", "places", "trusted", "covered")}
    evidence = {name: [column.tolist() for column in getattr(found, name)] for name in ("seen", "against")}
    return {**told, **evidence, "order": found.order, "dealt": found.dealt}


def round_of(plain: Mapping[str, Any], size: int) -> Round:
    """The round that `plain_round` tells, of so many items."""
    told = {name: np.array(plain[name], dtype=np.intp) for name in ("lists", "places", "trusted", "covered")}
    refuse(told["lists"].ndim != 2 or told["lists"].shape[1:] != told["trusted"].shape, "a round has no shape")
    check_items(told["lists"], size)
    check_items(told["trusted"], size)
    order, dealt = [int(i) for i in plain["order"]], as_count(plain["dealt"], name="dealt", most=len(told["lists"]))
    refuse(bool(order) and sorted(order) != list(range(len(told["lists"]))), "the order of a round is none")
    evidence = {
        name: Evidence(np.array(plain[name][0], dtype=np.intp), np.array(plain[name][1], dtype=np.float64))
        for name in ("seen", "against")
    }
    lists, places, trusted, covered = (told[name] for name in ("lists", "places", "trusted", "covered"))
    return Round(lists, places, trusted, covered, evidence["seen"], evidence["against"], order, dealt)
