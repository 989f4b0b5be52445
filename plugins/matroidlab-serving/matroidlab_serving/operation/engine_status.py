"""Counters and settings of an engine as plain data."""

from dataclasses import asdict
from typing import TYPE_CHECKING

from matroidlab_serving.engine.changed_settings import promise_of

if TYPE_CHECKING:
    from matroidlab_serving.engine.engine import Engine


def engine_status(engine: "Engine") -> dict[str, object]:
    """Return counters and settings as plain data."""
    settings = engine.settings
    catalogue = engine.catalogue
    return {
        **asdict(engine.counters),
        "lists": engine.counters.lists - sum(map(len, engine.numbers.lost)),
        "outstanding": len(engine.outstanding.lists),
        "items": len(catalogue.keys) - len(catalogue.retired),
        "retired": len(catalogue.retired),
        "segments": len(settings.segments),
        "segments_seen": len(engine.segments),
        "contradictions": engine.segments.contradictions,
        "delta": settings.delta,
        "delta_for": settings.delta_for,
        "delta_of_a_segment": settings.share,
        "swap_size": settings.swap_size,
        "promise": promise_of(settings, catalogue.changed),
        "window": settings.window,
        "retain": settings.retain,
        "exported": engine.numbers.exported,
        "dealing": settings.dealing,
        "proposal": settings.proposal,
        "time": engine.clock,
        "last_plan": engine.last_plan,
        "seconds_of_last_plan": engine.seconds_of_last_plan,
        "baseline": [catalogue.keys[item] for item in catalogue.baseline.tolist()],
        "control": engine.control.status(),
        "budget": settings.budget,
        "holdback": settings.holdback,
        "uplift": None if engine.outcomes is None else engine.outcomes.status(),
    }
