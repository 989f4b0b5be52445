from matroidlab_serving.engine import Engine
from matroidlab_serving.segment_part import segment_part


def warm_up(engine: Engine) -> None:
    """Do with another engine what requests do, so that all of it is compiled where it is to be.

    It has the same catalogue, which requests do not change: code is compiled for arrays of a kind, and those of a
    copied matroid may be written to.
    """
    copy = Engine(engine.settings, engine.catalogue)
    baseline = copy.catalogue.baseline.tolist()
    for unavailable in ([], [], baseline[:1] if len(copy.catalogue.keys) > len(baseline) else []):
        for _ in range(len(baseline) + 1):
            dealt = copy.recommend(0, unavailable, None, copy.clock)
            copy.observe([(dealt.number, [1.0] * len(dealt.deal.items), None)], copy.clock)
            copy.advance(copy.clock + (copy.settings.window or 0.0))
    segment_part(copy.segments[0])
