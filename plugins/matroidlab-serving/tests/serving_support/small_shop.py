"""A small shop with two items that are far better than the baseline, and who visits it."""

from collections import Counter

import numpy as np

from matroidlab_serving import Service, Slots
from matroidlab_serving.adapters import LearningProposal

PAGE = Slots({"books": 2, "films": 1})
ITEMS = {"b-0": "books", "b-1": "books", "b-2": "books", "f-0": "films", "f-1": "films"}
BASELINE = ["b-0", "b-1", "f-0"]
MEANS = {"b-0": 0.2, "b-1": 0.2, "b-2": 0.9, "f-0": 0.2, "f-1": 0.9}


def is_valid(items: list[str]) -> bool:
    """Whether these items fill the page."""
    return Counter(ITEMS[key] for key in items) == PAGE.rooms and len(set(items)) == len(items)


def visit(
    service: Service,
    proposal: LearningProposal,
    rounds: int,
    segments: tuple[str | None, ...] = (None,),
    means: dict[str, float] = MEANS,
) -> set[str]:
    """Show lists, answer them, let the proposal learn; the trusted list in the end."""
    rng = np.random.default_rng(0)
    for segment in segments * rounds:
        shown = service.recommend(segment)
        shown.certificate.verify()
        weights = {key: float(rng.random() < means[key]) for key in shown.items}
        if service.observe(shown.token, weights):
            proposal.learn(shown, weights)
    return set(service.peek(segments[0]).items)
