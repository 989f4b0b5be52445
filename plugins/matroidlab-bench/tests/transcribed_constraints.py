"""Plain transcriptions of conservative policies and of policies with a memory of their own."""

from math import ceil, exp, inf, log, log1p, sqrt

from matroidlab.protocol import Matroid
from transcriptions import Memory, kl_index


class Conservative(Memory):
    """Conservative UCB (Wu et al. 2016) for lists, the means of the baseline known."""

    def __init__(
        self, matroid: Matroid, baseline: list[int], known: dict[int, float], horizon: int
    ) -> None:
        super().__init__(matroid)
        self.baseline = baseline
        self.known = known
        self.horizon = horizon
        self.alpha = 0.23  # no multiple of it is a whole number of lists, so that nothing ties
        self.shown: list[list[int]] = []
        self.explored = 0
        self.earned = 0.0

    def radius(self, item: int) -> float:
        return sqrt(1.5 * log(self.horizon) / self.counts[item])

    def upper(self, item: int) -> float:
        return self.mean(item) + self.radius(item) if self.counts[item] else inf

    def lower(self, item: int) -> float:
        return max(0.0, self.mean(item) - self.radius(item)) if self.counts[item] else 0.0

    def sure(self, item: int) -> float:
        return self.known.get(item, self.lower(item))

    def optimistic(self, caution: float = 0.0) -> list[int]:
        return self.best(
            [self.upper(item) + caution * self.lower(item) for item in range(self.size)]
        )

    def plan(self) -> list[int]:
        proposal = self.optimistic()
        total = sum(self.sure(item) for one in [*self.shown, proposal] for item in one)
        owed = (1 - self.alpha) * (self.time + 1) * sum(self.known.values())
        return proposal if total >= owed else self.baseline

    def plan2(self) -> list[int]:
        """CUCB2 of Garcelon et al. 2020, lifted as `ConstrainedUCB` says."""
        worth = sum(self.known.values())
        least = self.earned - self.rank * sqrt(self.explored * log(self.horizon))
        owed = (1 - self.alpha) * (self.time + 1) - (self.time - self.explored)
        for caution in (0, 0.25, 0.5, 1, 2, 4, 8):
            tried = self.optimistic(caution)
            if sum(self.lower(item) for item in tried) >= owed * worth - least:
                return tried
        return self.baseline

    def learn(self, chosen: list[int], weights: list[float]) -> None:
        super().learn(chosen, weights)
        self.shown.append(chosen)
        if set(chosen) - set(self.baseline):
            self.explored += 1
            self.earned += sum(weights)


class C4(Memory):
    """C4-UCB without contexts, for clicks from the top; the means of the baseline known."""

    def __init__(
        self, matroid: Matroid, baseline: list[int], known: dict[int, float], discount: float
    ) -> None:
        super().__init__(matroid)
        self.baseline = baseline
        self.known = known
        self.discount = discount
        self.optimistic: list[list[int]] = []

    def end(self, item: int, sign: int) -> float:
        weight = self.counts[item] + 1.0
        radius = (sqrt(2 * log(self.size / 0.1) + log(weight)) / 2 + 1) / sqrt(weight)
        return self.sums[item] / weight + sign * radius

    def reward(self, chosen: list[int], clicks: dict[int, float]) -> float:
        reached, total = 1.0, 0.0
        for place, item in enumerate(chosen):
            total += self.discount**place * reached * clicks[item]
            reached *= 1 - clicks[item]
        return total

    def plan(self) -> list[int]:
        proposal = self.best([min(1.0, self.end(item, 1)) for item in range(self.size)])
        sure = {item: max(0.0, self.end(item, -1)) for item in range(self.size)} | self.known
        worth = self.reward(self.baseline, self.known)
        total = sum(self.reward(chosen, sure) for chosen in [*self.optimistic, proposal])
        total += (self.time - len(self.optimistic)) * worth
        return proposal if total >= 0.83 * (self.time + 1) * worth else self.baseline

    def learn(self, chosen: list[int], weights: list[float]) -> None:
        if set(chosen) != set(self.baseline):
            self.optimistic.append(chosen)
        last = next((place for place, one in enumerate(weights) if one > 0), len(chosen))
        super().learn(chosen[: last + 1], weights[: last + 1])


def gcw(
    memory: Memory, baseline: list[int], alpha: float, lower: list[float], upper: list[float]
) -> list[int]:
    def is_sure(shown: list[int]) -> bool:
        new = sum(lower[item] for item in shown if item not in baseline)
        kept = sum(lower[item] for item in baseline if item in shown)
        lost = sum(upper[item] for item in baseline if item not in shown)
        return new + alpha * kept >= (1 - alpha) * lost

    proposal = memory.best(upper)
    if is_sure(proposal):
        return proposal
    shown = baseline
    entering = sorted(set(proposal) - set(baseline))
    for item in sorted(entering, key=lambda e: lower[e] - upper[e]):
        others = [
            [item if one == old else one for one in shown]
            for old in sorted(set(shown) - set(proposal), key=lambda e: (upper[e], shown.index(e)))
        ]
        tried = next(one for one in others if memory.is_independent(one))
        shown = tried if is_sure(tried) else shown
    return shown


def faster_cucb(memory: Memory, epsilon: float) -> list[int]:
    def rounded(number: float) -> float:
        step = log1p(epsilon)
        return exp(ceil(log(number) / step) * step) if number > 0 else 0.0

    factor = sqrt(1.5 * log(max(memory.time, 1)))
    return memory.by_index(
        lambda item: rounded(memory.mean(item)) + factor * rounded(1 / sqrt(memory.counts[item]))
    )


class Maub(Memory):
    """A leader, and the lists one exchange away from it."""

    def __init__(self, matroid: Matroid) -> None:
        super().__init__(matroid)
        self.leader = self.best([0.0] * self.size)

    def exchanges(self, weights: list[float]) -> list[tuple[float, list[int]]]:
        """The gain and the list of each exchange, in the order of items and places."""
        found = []
        for item in range(self.size):
            for place, old in enumerate(self.leader):
                changed = [*self.leader[:place], item, *self.leader[place + 1 :]]
                is_new = item not in self.leader and self.is_independent(changed)
                if is_new and not weights[item] == weights[old] == inf:
                    found.append((weights[item] - weights[old], changed))
        return found

    def plan(self) -> list[int]:
        indices = [kl_index(self, e) if self.counts[e] else inf for e in range(self.size)]
        gain, changed = max(self.exchanges(indices), key=lambda one: one[0], default=(0.0, []))
        return changed if gain > 0 else self.leader

    def learn(self, chosen: list[int], weights: list[float]) -> None:
        super().learn(chosen, weights)
        means = [self.mean(item) for item in range(self.size)]
        if any(gain > 0 for gain, _ in self.exchanges(means)):
            self.leader = self.best(means)
