"""How many lists a comparison takes, and how many an A/B test would have taken: by simulation."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from matroidlab import RewardModel
from matroidlab.types import Booleans, Elements, Weights, as_count, as_number
from matroidlab_evaluation.arguments import check_offers, check_rewards, generator_of
from matroidlab_evaluation.comparison.evidence import leader
from matroidlab_evaluation.interleaving.method import Drawn, InterleavingMethod

LISTS_AT_ONCE = 20_000
"""How many lists of all runs together are simulated at a time."""


@dataclass(frozen=True)
class ListsNeeded:
    """The number of lists until a verdict, in each simulated run; -1 where there was none.

    Attributes
    ----------
    interleaving
        ``(runs,)``: the number of lists of the interleaved comparison.
    ab_test
        ``(runs,)``: the number of lists of the A/B test.
    wrong
        How many runs of the interleaved comparison, and of the A/B test, named the wrong ranker.
    most
        How many lists each run had at most.
    """

    interleaving: Elements
    ab_test: Elements
    wrong: tuple[int, int]
    most: int

    def __repr__(self) -> str:
        interleaving, ab_test = self.medians
        return (
            f"ListsNeeded(median of {len(self.interleaving)} runs: {interleaving:,.0f} by "
            f"interleaving, {ab_test:,.0f} by an A/B test)"
        )

    @property
    def medians(self) -> tuple[float, float]:
        """The median number of lists of both; infinite if fewer than half of the runs decided."""
        return _median(self.interleaving), _median(self.ab_test)


def lists_needed(
    method: InterleavingMethod,
    rewards: RewardModel,
    *,
    delta: float = 0.05,
    runs: int = 50,
    most: int = 100_000,
    seed: int = 0,
    show_progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> ListsNeeded:
    """Simulate both ways to compare the first two rankers of a method, and count their lists.

    >>> from matroidlab import Bernoulli, UniformMatroid
    >>> from matroidlab_evaluation import TeamDraft
    >>> draft = TeamDraft(UniformMatroid(size=4, rank=2), [[0, 1, 2, 3], [2, 3, 0, 1]])
    >>> needed = lists_needed(draft, Bernoulli([0.3, 0.3, 0.2, 0.2]), runs=20, most=20_000)
    >>> interleaving, ab_test = needed.medians
    >>> bool(interleaving < ab_test)
    True

    The interleaved comparison counts the winner of each list. The A/B test shows each visitor the
    list of one ranker, by a fair coin, and counts visits with at least one click. Both are judged
    after every list by the same time-uniform rule, so the numbers differ by what a list tells
    and by nothing else.

    Parameters
    ----------
    method
        The interleaving; its first two rankers are compared.
    rewards
        The visitors: a model that draws clicks, such as `Bernoulli`.
    delta
        The probability with which a comparison may ever name a wrong ranker.
    runs
        How often the comparison is simulated.
    most
        After how many lists a run stops without a verdict.
    seed
        The seed of all random numbers.
    show_progress
        Called with the number of lists simulated in each run, and ``most``.
    """
    needed = "an interleaving method, such as TeamDraft(matroid, rankings)"
    check_offers(method, "matroid rankings draw_many credit", name="method", needed=needed)
    check_rewards(rewards)
    as_number(delta, name="delta", above=0, most=1)
    as_count(runs, name="runs", least=1)
    as_count(most, name="most", least=1)
    if len(rewards.means) != method.matroid.size:
        raise ValueError(
            f"rewards must have a mean for each of the {method.matroid.size} items, "
            f"got {len(rewards.means)}"
        )
    rng = generator_of(seed)
    own = np.array([method.matroid.greedy(ranking) for ranking in method.rankings[:2]])
    truth = np.sign(np.diff(rewards.means[own].sum(axis=1)[::-1]))[0]

    def interleaved(count: int) -> tuple[Booleans, Booleans]:
        drawn = method.draw_many(count, rng)
        credit = method.credit(drawn, _clicks(rewards, drawn, rng))
        return credit[:, 0] > credit[:, 1], credit[:, 1] > credit[:, 0]

    def split(count: int) -> tuple[Booleans, Booleans]:
        group = rng.integers(2, size=count)
        drawn = Drawn(own[group], own[group])
        clicked = _clicks(rewards, drawn, rng).max(axis=1, initial=0) > 0
        return clicked & (group == 0), clicked & (group == 1)

    found = []
    wrong = []
    for number, visits in enumerate((interleaved, split)):
        lists, winners = _until_decided(
            visits,
            delta / 2,
            runs,
            most,
            lambda done, half=number: show_progress((done + half * most) // 2, most),  # type: ignore[misc]
        )
        found.append(lists)
        wrong.append(int(((winners != 0) & (winners != truth)).sum()))
    return ListsNeeded(found[0], found[1], (wrong[0], wrong[1]), most)


def _clicks(rewards: RewardModel, drawn: Drawn, rng: np.random.Generator) -> Weights:
    clicks: Weights = rewards.draw(np.asarray(drawn.items)[None], rng)[0]
    return clicks


def _until_decided(
    visits: Callable[[int], tuple[Booleans, Booleans]],
    delta: float,
    runs: int,
    most: int,
    show: Callable[[int], None],
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return for each run the number of lists until it is decided, or -1, and who won."""
    lists = np.full(runs, -1, dtype=np.intp)
    winners = np.zeros(runs, dtype=np.intp)
    sums = np.zeros((2, runs))
    seen = 0
    while seen < most and (lists < 0).any():
        undecided = np.flatnonzero(lists < 0)
        count = min(most - seen, max(1, LISTS_AT_ONCE // len(undecided)))
        outcome = visits(count * len(undecided))
        steps = [np.cumsum(one.reshape(len(undecided), count), axis=1) for one in outcome]
        first = sums[0, undecided, None] + steps[0]
        second = sums[1, undecided, None] + steps[1]
        leads = leader(first, second, delta)
        at = np.argmax(leads != 0, axis=1)
        rows = np.flatnonzero((leads != 0).any(axis=1))
        lists[undecided[rows]] = seen + at[rows] + 1
        winners[undecided[rows]] = leads[rows, at[rows]]
        sums[0, undecided] = first[:, -1]
        sums[1, undecided] = second[:, -1]
        seen += count
        show(seen)
    return lists, winners


def _median(lists: Elements) -> float:
    return float(np.median(np.where(lists < 0, np.inf, lists)))
