"""Services to try things with, what is inside them, and what is true of their lists."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from matroidlab_serving import Service, Shown, Slots
from matroidlab_serving.engine.segment import Segment
from matroidlab_serving.state.service_state import state_parts

ITEMS = {"b-1": "books", "b-2": "books", "b-3": "books", "f-1": "films", "f-2": "films"}
BASELINE = ["b-1", "b-2", "f-1"]
MEANS = {"b-1": 0.3, "b-2": 0.4, "b-3": 0.9, "f-1": 0.2, "f-2": 0.8}


def small(**options: Any) -> Service:
    """A service of five items, by default the same each time."""
    return Service(**small_options(**options))


def small_options(**options: Any) -> dict[str, Any]:
    """What it is made of."""
    made_of = {
        "page": Slots({"books": 2, "films": 1}),
        "items": ITEMS,
        "baseline": BASELINE,
        "seed": 7,
    }
    return {**made_of, **options}


def open_sqlite(address: str, **options: Any) -> Service:
    """The service of a journal in a file."""
    service = Service.open(address, **options)
    assert isinstance(service, Service)
    return service


def state_of(service: Service) -> dict[str, bytes]:
    """Everything that a service is, as bytes."""
    return {name: part.packed() for name, part in state_parts(service._recorded.engine).items()}


def segment_in(service: Service, index: int = 0) -> Segment:
    """A segment of a service whose visitors have no features."""
    found = service._recorded.engine.segments[index]
    assert isinstance(found, Segment)
    return found


def told(service: Service, segment: int = 0) -> tuple[dict[str, int], dict[str, float]]:
    """How often each item was seen in a segment, and the sum of its weights in [0, 1]."""
    engine = service._recorded.engine
    keys = engine.catalogue.keys
    if segment not in engine.segments:
        return {}, {}
    found = segment_in(service, segment)
    seen = found.policy.estimates.settled
    met = [keys[item] for item in found.met.numbers.tolist()]
    counts = dict(zip(met, seen.counts[0].tolist(), strict=True))
    sums = dict(zip(met, seen.sums[0].tolist(), strict=True))
    return {k: n for k, n in counts.items() if n}, {k: s for k, s in sums.items() if s}


def answer(
    items: Iterable[str], means: Mapping[str, float], rng: np.random.Generator
) -> dict[str, float]:
    """What a visitor says of a list: coins."""
    return {item: float(rng.random() < means[item]) for item in items}


def teach(service: Service, lists: int, means: Mapping[str, float] = MEANS, seed: int = 1) -> None:
    """Show lists and tell what visitors say."""
    rng = np.random.default_rng(seed)
    for _ in range(lists):
        shown = service.recommend(now=0.0)
        service.observe(shown.token, answer(shown.items, means, rng), now=0.0)


def is_broken(shown: Shown, means: Mapping[str, float]) -> bool:
    """Whether more items than promised are worse in truth, each than the baseline item it is held
    against.
    """
    worse = [
        means[line.item] < means[line.baseline]
        for line in shown.certificate.lines
        if line.baseline is not None
    ]
    return sum(worse) > shown.certificate.swap_size
