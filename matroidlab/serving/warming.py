from copy import deepcopy

from matroidlab.serving.engine import Engine
from matroidlab.serving.segment_part import segment_part


def warm_up(engine: Engine) -> None:
    """Do with a copy what requests do, so that all of it is compiled where it is to be."""
    copy = Engine(engine.settings, deepcopy(engine.catalogue))
    baseline = copy.catalogue.baseline.tolist()
    for unavailable in ([], [], baseline[:1] if len(copy.catalogue.keys) > len(baseline) else []):
        for _ in range(len(baseline) + 1):
            dealt = copy.recommend(0, unavailable, None, copy.clock)
            copy.observe([(dealt.number, [1.0] * len(dealt.deal.items), None)], copy.clock)
            copy.advance(copy.clock + (copy.settings.window or 0.0))
    segment_part(copy.segments[0])
