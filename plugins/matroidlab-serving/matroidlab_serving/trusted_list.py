"""The trusted list of a segment, shown from memory."""

from collections.abc import Sequence

import numpy as np

from matroidlab.errors import ServingError
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.features import Visitor
from matroidlab_serving.engine.linear_segment import LinearSegment
from matroidlab_serving.engine.rounds import Deal, Evidence, Round
from matroidlab_serving.postgres.published import Published
from matroidlab_serving.requests import NO_TOKEN
from matroidlab_serving.shown_list import Shown, ShownContext

JOURNAL_AWAY = (
    "the journal cannot be written: this is the trusted list, and its answer cannot be learnt"
)

PAGE_AWAY = "the page failed: this is a trusted list, and its answer cannot be learnt"


def trusted_list(
    engine: Engine,
    index: int,
    absent: Sequence[int] = (),
    note: str | None = None,
    candidates: Sequence[int] | None = None,
    visitor: Visitor | None = None,
) -> Shown:
    """Return the trusted list of the available items, without a token; this changes nothing."""
    if visitor is not None:
        is_own = bool(absent) or candidates is not None
        allowed = engine.allowed(absent, candidates) if is_own else None
        found = engine.segments.visited(index, visitor, allowed).trusted()
    elif absent or candidates is not None:
        found = _available(engine, index, absent, candidates)
    else:
        found = engine.segments.trusted(index)
    deal = Deal(found, 0, None)
    context = ShownContext(engine.catalogue, engine.settings)
    name = engine.settings.segments[index]
    return Shown(NO_TOKEN, name, deal, context, engine.clock, note, origin="trusted")


def _available(
    engine: Engine, index: int, absent: Sequence[int], candidates: Sequence[int] | None
) -> Round:
    catalogue = engine.catalogue
    segment = engine.segments.get(index)
    assert not isinstance(segment, LinearSegment)
    published = Published.nothing(catalogue) if segment is None else Published.of(segment)
    return published.following(catalogue).trusted(catalogue, engine.allowed(absent, candidates))


def available_baseline(
    engine: Engine, index: int, absent: Sequence[int], candidates: Sequence[int] | None
) -> Shown:
    """Return the baseline's available items, without a token and without asking the page."""
    catalogue = engine.catalogue
    there = np.flatnonzero(engine.allowed(absent, candidates)[catalogue.baseline])
    if not len(there):
        raise ServingError("no list can be shown: no item of the baseline is available")
    items = catalogue.baseline[there]
    nothing = np.zeros(len(items))
    evidence = Evidence(np.sort(items), nothing.astype(np.intp), nothing, nothing)
    deal = Deal(Round(items[None], there, items, evidence), 0, None)
    context = ShownContext(catalogue, engine.settings)
    name = engine.settings.segments[index]
    return Shown(NO_TOKEN, name, deal, context, engine.clock, PAGE_AWAY, origin="baseline")
