"""A segment of a service as plain data and arrays, and back."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.algorithms import is_basis
from matroidlab.bandits import Bounds
from matroidlab.kernels import Seen
from matroidlab.types import as_count
from matroidlab_serving.catalogue import Catalogue
from matroidlab_serving.parts import Part, refuse
from matroidlab_serving.rounds import Evidence, Round
from matroidlab_serving.segment import Segment
from matroidlab_serving.settings import Settings

COLUMNS = ("counts", "sums", "spreads", "lower", "upper")


def segment_part(segment: Segment) -> Part:
    """What is known of one kind of visitors, the lists in hand, and the generator."""
    segment.refresh()
    beliefs = segment.policy.estimates
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


def read_round(plain: Mapping[str, Any]) -> Round:
    """The round that `plain_round` tells, as it is."""
    told = (np.array(plain[name], dtype=np.intp) for name in ("lists", "places", "trusted", "covered"))
    seen, against = (Evidence(np.array(n, dtype=np.intp), np.array(s, dtype=np.float64)) for n, s in _pairs(plain))
    lists, places, trusted, covered = told
    return Round(lists, places, trusted, covered, seen, against, [int(i) for i in plain["order"]], plain["dealt"])


def _pairs(plain: Mapping[str, Any]) -> list[Any]:
    return [plain["seen"], plain["against"]]


def round_of(plain: Mapping[str, Any], catalogue: Catalogue, settings: Settings) -> Round:
    """The same, of a file that a stranger may have written: refused unless it can be a round of all items."""
    found, rank = read_round(plain), len(catalogue.baseline)
    shaped = (found.lists, found.places, found.trusted, found.covered, *found.seen, *found.against)
    refuse(found.lists.ndim != 2 or any(one.shape[-1:] != (rank,) for one in shaped), "a round has no shape")
    valid = all(is_basis(catalogue.matroid, one) for one in (*found.lists, found.trusted))
    refuse(not valid, "a list of a round is not valid")
    refuse(found.covered.tolist() != catalogue.baseline.tolist(), "a round is held against other items")
    refuse(found.places.tolist() != list(range(rank)), "a round has other places")
    as_count(found.dealt, name="dealt", most=len(found.lists))
    every = list(range(len(found.lists))) if settings.dealing == "shuffled" else []
    refuse(sorted(found.order) != every, "the order of a round is none")
    for counts, sums in (found.seen, found.against):
        refuse(not ((sums >= 0) & (sums <= counts)).all(), "the evidence of a round does not fit")
    return found
