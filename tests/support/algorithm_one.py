"""Algorithm 1 of the paper and OMM, line by line in plain Python, for a single run."""

from collections.abc import Callable, Mapping, Sequence
from math import inf, log, sqrt

Independent = Callable[[list[int]], bool]
Partners = Callable[[list[int], list[int], list[list[int]]], dict[int, int]]
"""From B_t, D_t and B_t cut into blocks to the partner of each item of B_t."""
Weigh = Callable[[int, int], float]
"""The weight of an item, given how often it was asked for before."""


class Run:
    """The observations and actions of one run."""

    def __init__(
        self, size: int, independent: Independent, weigh: Weigh, *, first_look: bool
    ) -> None:
        self.size = size
        self.independent = independent
        self.weigh = weigh
        self.counts = [0] * size
        self.sums = [0.0] * size
        self.played: list[list[int]] = []
        if first_look:
            self.observe(list(range(size)))

    def observe(self, items: list[int]) -> None:
        for item, weight in [(item, self.weigh(item, self.counts[item])) for item in items]:
            self.counts[item] += 1
            self.sums[item] += weight

    def play(self, action: list[int]) -> None:
        self.played.append(action)
        self.observe(action)

    def bounds(self, growth: float) -> tuple[list[float], list[float]]:
        """L and U with the radius sqrt(growth / s); 0 and infinity for an unseen item."""
        lower = [0.0] * self.size
        upper = [inf] * self.size
        for item in range(self.size):
            if self.counts[item]:
                mean = self.sums[item] / self.counts[item]
                radius = sqrt(growth / self.counts[item])
                lower[item] = max(mean - radius, 0.0)
                upper[item] = mean + radius
        return lower, upper

    def max_basis(self, weights: Sequence[float]) -> list[int]:
        kept: list[int] = []
        for item in sorted(range(self.size), key=lambda item: (-weights[item], item)):
            if self.independent([*kept, item]):
                kept.append(item)
        return kept


def iucb(
    run: Run,
    partners: Partners,
    baseline: Sequence[int],
    known: Mapping[int, float],
    swap_size: int,
    steps: int,
) -> Run:
    """I-UCB1 if the means of all of the baseline are known, I-UCB2 if none are."""
    while len(run.played) < steps:
        lower, upper = run.bounds(1.5 * log(steps))
        decision = run.max_basis(upper)
        cautious = [
            known.get(item, upper[item]) if item in baseline else lower[item]
            for item in range(run.size)
        ]
        trusted = run.max_basis(cautious)
        blocks = [trusted[i : i + swap_size] for i in range(0, len(trusted), swap_size)]
        partner = partners(trusted, decision, blocks)
        for block in blocks[: steps - len(run.played)]:
            run.play([partner[item] if item in block else item for item in trusted])
    return run


def omm(run: Run, steps: int) -> Run:
    """OMM with the radius sqrt(1.5 ln t / s), where t counts the actions; 0 at t = 0."""
    while len(run.played) < steps:
        _, upper = run.bounds(1.5 * log(max(len(run.played), 1)))
        run.play(run.max_basis(upper))
    return run


def in_order(leaving: Sequence[int], entering: Sequence[int]) -> dict[int, int]:
    """Common items stay; of the others the k-th goes to the k-th."""
    pairs = zip(
        (item for item in leaving if item not in entering),
        (item for item in entering if item not in leaving),
        strict=True,
    )
    return {item: item for item in leaving if item in entering} | dict(pairs)
