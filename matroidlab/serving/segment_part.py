"""A segment of a service as plain data and arrays, and back."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.algorithms import is_basis
from matroidlab.bandits.statistics import Bounds
from matroidlab.kernels.learning import Seen
from matroidlab.serving.catalogue import Catalogue
from matroidlab.serving.parts import Part, refuse
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
        made.round = round_of(part.plain["round"], catalogue, settings)
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


def round_of(plain: Mapping[str, Any], catalogue: Catalogue, settings: Settings) -> Round:
    """The round that `plain_round` tells."""
    told = {name: np.array(plain[name], dtype=np.intp) for name in ("lists", "places", "trusted", "covered")}
    lists, places, trusted, covered = told.values()
    rank = len(catalogue.baseline)
    refuse(lists.ndim != 2 or any(one.shape[-1:] != (rank,) for one in told.values()), "a round has no shape")
    refuse(not all(is_basis(catalogue.matroid, one) for one in (*lists, trusted)), "a list of a round is not valid")
    refuse(covered.tolist() != catalogue.baseline.tolist(), "a round is held against other items")
    refuse(places.tolist() != list(range(rank)), "a round has other places")
    order, dealt = [int(i) for i in plain["order"]], as_count(plain["dealt"], name="dealt", most=len(lists))
    every = list(range(len(lists))) if settings.dealing == "shuffled" else []
    refuse(sorted(order) != every, "the order of a round is none")
    seen, against = (_evidence(plain[name], rank) for name in ("seen", "against"))
    return Round(lists, places, trusted, covered, seen, against, order, dealt)


def _evidence(plain: list[Any], rank: int) -> Evidence:
    counts, sums = np.array(plain[0], dtype=np.intp), np.array(plain[1], dtype=np.float64)
    refuse(counts.shape != (rank,) or sums.shape != (rank,), "the evidence of a round has no shape")
    refuse(not ((sums >= 0) & (sums <= counts)).all(), "the evidence of a round does not fit")
    return Evidence(counts, sums)
