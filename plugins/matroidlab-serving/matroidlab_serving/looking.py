"""Looking at a service without changing it."""

from typing import Any

from matroidlab_serving.engine import Engine
from matroidlab_serving.journal import Journal
from matroidlab_serving.rounds import Deal
from matroidlab_serving.segment import Segment
from matroidlab_serving.shown import Context, Shown


def preview(engine: Engine, index: int) -> Shown:
    """The trusted list of a segment, without a token."""
    found = engine.segments.get(index)
    if found is None or found.version != engine.catalogue.version:
        fresh = Segment(index, engine.catalogue, engine.settings)
        if found is not None:
            fresh.restore(found.policy.estimates.settled, None)
        found = fresh
    deal, name = Deal(found.planner.trusted(), 0, None), engine.settings.segments[index]
    return Shown("", name, deal, Context(engine.catalogue, engine.settings), engine.clock)


def status_of(engine: Engine, journal: Journal | None) -> dict[str, Any]:
    """Counters and settings as plain data."""
    settings, catalogue = engine.settings, engine.catalogue
    return {
        **engine.told(),
        "outstanding": len(engine.outstanding),
        "items": len(catalogue.keys) - len(catalogue.retired),
        "retired": len(catalogue.retired),
        "segments": len(settings.segments),
        "segments_seen": len(engine.segments),
        "delta": settings.delta,
        "delta_for": settings.delta_for,
        "delta_of_a_segment": settings.share,
        "swap_size": settings.swap_size,
        "window": settings.window,
        "dealing": settings.dealing,
        "proposal": settings.proposal,
        "time": engine.clock,
        "last_plan": engine.last_plan,
        "seconds_of_last_plan": engine.seconds_of_last_plan,
        "baseline": [catalogue.keys[item] for item in catalogue.baseline.tolist()],
        "journal": None if journal is None else journal.status(),
    }
