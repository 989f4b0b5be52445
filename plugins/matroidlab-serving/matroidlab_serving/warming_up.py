from copy import copy

from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.features import Visitor
from matroidlab_serving.engine.list_answer import ListAnswer
from matroidlab_serving.state.any_segment_state import segment_state


def warm_up(engine: Engine) -> None:
    """Do what requests do with another engine, so that all code they use is compiled.

    The other engine has the same catalogue, which requests do not change: code is compiled for the
    kind of an array, and the arrays of a copied matroid would be writeable, which is another kind.
    """
    # A shallow copy, because segments share what they believe of items through the catalogue.
    twin = Engine(engine.settings, copy(engine.catalogue))
    baseline = twin.catalogue.baseline.tolist()
    features = twin.settings.features
    visitor = None if features is None else Visitor((0.1,) * features.count, tuple(baseline))
    has_spare = len(twin.catalogue.keys) > len(baseline)
    for unavailable in ([], [], baseline[:1] if has_spare else []):
        for _ in range(len(baseline) + 1):
            dealt = twin.recommend(0, unavailable, None, twin.clock, visitor=visitor)
            weights = [1.0] * len(dealt.deal.items)
            twin.observe([ListAnswer(dealt.number, weights, None)], twin.clock)
            twin.advance(twin.clock + (twin.settings.window or 0.0))
    segment_state(twin.segments[0])
