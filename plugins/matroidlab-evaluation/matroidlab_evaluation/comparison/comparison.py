"""Which of several rankers gets more credit: a verdict that may be looked at after every visit."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal, Self, get_args

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.types import Elements, Weights, as_count, as_number
from matroidlab_evaluation.arguments import as_numbers
from matroidlab_evaluation.comparison.evidence import Interval, leader, share_interval

Counting = Literal["wins", "clicks"]
"""How a list is counted: by its winner, or by the credit of each ranker."""


@dataclass(frozen=True)
class Pair:
    """Two rankers, the credit that speaks for each, and what may be said about them.

    Attributes
    ----------
    first
        The name of one ranker.
    second
        The name of the other ranker.
    credit
        The sums for both: lists won, or credit.
    lists
        How many lists were compared.
    share
        The interval for the first ranker's share of all credit; 0.5 means that they are equal.
    difference
        The interval for the difference of credit for one list; 0 means that they are equal.
    winner
        The name of the ranker that gets more credit, or None as long as that is not decided.
    """

    first: str
    second: str
    credit: tuple[float, float]
    lists: int
    share: Interval
    difference: Interval
    winner: str | None

    def __repr__(self) -> str:
        return f"Pair({self})"

    def __str__(self) -> str:
        lists = "1 list" if self.lists == 1 else f"{self.lists:,} lists"
        numbers = f"{self.credit[0]:g} to {self.credit[1]:g} after {lists}"
        ends = f"{self.share.lower:.1%} to {self.share.upper:.1%}"
        if self.winner is None:
            return (
                f"not decided yet: {self.first} against {self.second}, {numbers}; "
                f"{self.first} has {ends} of credit"
            )
        loser = self.second if self.winner == self.first else self.first
        return (
            f"{self.winner} is better than {loser}: {self.first} to {self.second} is {numbers}; "
            f"{self.first} has {ends} of credit"
        )


class Comparison:
    """Counts the credit of rankers, list by list, and says which is better as soon as it is known.

    >>> comparison = Comparison(["old", "new"], delta=0.05)
    >>> for _ in range(20):
    ...     comparison.learn([0, 1])  # a list with one click, on an item of the new ranker
    >>> print(comparison.verdict())
    new is better than old: old to new is 0 to 20 after 20 lists; old has 0.0% to 25.5% of credit
    >>> comparison.verdict().winner
    'new'

    **You may look after every list, and stop when you like.** With probability at least 1 - delta
    no verdict is ever wrong, and no interval ever misses, at any time: the intervals are
    time-uniform (see `matroidlab_evaluation.comparison.evidence` for the proof). As long as the
    answer is not known, the verdict says "not decided yet"; for two equal rankers that stays so,
    with probability at least 1 - delta.

    The verdict needs that the visitors of later lists do not depend on the past in a way that
    favours one ranker; rates of clicks may drift as long as the better ranker stays the better one.
    The intervals are for constant expectations.

    Parameters
    ----------
    rankers
        Their names.
    delta
        An upper bound on the probability that anything this comparison ever says is wrong.
    counting
        "wins": each list counts 1 for the ranker with more credit, and ties count nothing.
        "clicks": each list counts its credit, which must be at most ``most_credit`` in all.
    most_credit
        With "clicks", the largest credit of one list, all rankers together.
    """

    rankers: tuple[str, ...]
    delta: float
    counting: Counting
    lists: int
    """How many lists were learnt."""

    def __init__(
        self,
        rankers: Sequence[str],
        *,
        delta: float = 0.05,
        counting: Counting = "wins",
        most_credit: float = 1.0,
    ) -> None:
        if isinstance(rankers, str) or not isinstance(rankers, Iterable):
            raise TypeError(f"rankers must be a sequence of names, got {rankers!r:.80}")
        self.rankers = tuple(str(name) for name in rankers)
        if len(self.rankers) < 2 or len(set(self.rankers)) < len(self.rankers):
            raise ValueError(f"rankers must be 2 or more different names, got {list(rankers)}")
        if counting not in get_args(Counting):
            raise ValueError(f"counting must be 'wins' or 'clicks', got {counting!r}")
        self.delta = as_number(delta, name="delta", above=0, most=1)
        self.counting = counting
        self.most_credit = as_number(most_credit, name="most_credit", above=0)
        self.lists = 0
        self._pairs = list(combinations(range(len(self.rankers)), 2))
        self._sums = np.zeros((len(self._pairs), 2))

    def __repr__(self) -> str:
        best = self.best()
        found = "not decided yet" if best is None else f"{best} is the best"
        return f"Comparison({list(self.rankers)}; {self.lists:,} lists; {found})"

    def learn(self, credit: ArrayLike) -> None:
        """Add the credit of each ranker for one list, or for ``(lists, rankers)``."""
        given = np.atleast_2d(as_numbers(credit, name="credit"))
        if given.ndim != 2 or given.shape[1] != len(self.rankers):
            raise ValueError(
                f"credit must have one number for each of the {len(self.rankers)} rankers, "
                f"got an array of shape {np.shape(credit)}"
            )
        wrong = ~np.isfinite(given) | (given < 0)
        if wrong.any():
            raise ValueError(f"credit must be at least 0, got {given[wrong][0]}")
        if self.counting == "clicks" and given.size and given.sum(axis=1).max() > self.most_credit:
            raise ValueError(
                f"the credit of a list must be at most most_credit={self.most_credit:g} in all, "
                f"got {given.sum(axis=1).max():g}"
            )
        self.lists += len(given)
        for number, (first, second) in enumerate(self._pairs):
            self._sums[number] += self._counted(given[:, first], given[:, second])

    def include(self, other: "Comparison") -> None:
        """Add what another comparison of the same rankers has counted, of other lists.

        >>> here, there = Comparison(["old", "new"]), Comparison(["old", "new"])
        >>> there.learn([[0, 1], [1, 0]])
        >>> here.include(there)
        >>> here.lists
        2
        """
        settings = (other.rankers, other.counting, other.most_credit)
        if settings != (self.rankers, self.counting, self.most_credit):
            raise ValueError(
                f"other must compare {list(self.rankers)} by {self.counting} as well, got "
                f"{list(other.rankers)} by {other.counting}"
            )
        self.lists += other.lists
        self._sums = self._sums + other._sums  # noqa: SLF001 - of this class

    def _counted(self, first: Weights, second: Weights) -> Weights:
        if self.counting == "wins":
            return np.array([(first > second).sum(), (second > first).sum()], dtype=np.float64)
        return np.array([first.sum(), second.sum()])

    def verdict(self, first: str | None = None, second: str | None = None) -> Pair:
        """Return the verdict on two rankers, the first two unless they are named."""
        one = self._number(self.rankers[0] if first is None else first)
        other = self._number(self.rankers[1] if second is None else second)
        if one == other:
            raise ValueError(f"a ranker cannot be compared with itself, got {first!r} twice")
        sums = self._sums[self._pairs.index((min(one, other), max(one, other)))]
        return self._pair(one, other, sums if one < other else sums[::-1])

    def verdicts(self) -> list[Pair]:
        """Return the verdicts on all pairs; together they are wrong with probability delta."""
        return [self._pair(*pair, sums) for pair, sums in zip(self._pairs, self._sums, strict=True)]

    def best(self) -> str | None:
        """Return the ranker that is better than every other, or None if there is none yet."""
        winners = [pair.winner for pair in self.verdicts()]
        found = [name for name in self.rankers if winners.count(name) == len(self.rankers) - 1]
        return found[0] if found else None

    def to_plain(self) -> dict[str, object]:
        """Return everything that was counted as plain data, for `from_plain`."""
        return {
            "rankers": list(self.rankers),
            "delta": self.delta,
            "counting": self.counting,
            "most_credit": self.most_credit,
            "lists": self.lists,
            "sums": self._sums.tolist(),
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Self:
        """Return the comparison that `to_plain` describes.

        >>> comparison = Comparison(["old", "new"])
        >>> comparison.learn([0, 1])
        >>> Comparison.from_plain(comparison.to_plain()).verdict() == comparison.verdict()
        True
        """
        wanted = cls(["first", "second"]).to_plain().keys()
        given: object = plain
        if not isinstance(given, Mapping) or not wanted <= given.keys():
            raise ValueError(f"plain must have {', '.join(wanted)}, got {plain!r:.80}")
        settings = {name: plain[name] for name in ("delta", "counting", "most_credit")}
        made = cls(plain["rankers"], **settings)
        made.lists = as_count(plain["lists"], name="lists")
        sums = np.asarray(plain["sums"], dtype=np.float64)
        if sums.shape != made._sums.shape or not (np.isfinite(sums) & (sums >= 0)).all():
            raise ValueError(
                f"sums must be two numbers of at least 0 for each of {len(made._pairs)} pairs, "
                f"got {plain['sums']!r:.80}"
            )
        made._sums = sums
        return made

    def _number(self, name: str) -> int:
        if name not in self.rankers:
            raise ValueError(f"there is no ranker {name!r}; known: {', '.join(self.rankers)}")
        return self.rankers.index(name)

    def _pair(self, one: int, other: int, sums: Weights) -> Pair:
        # Half of each pair's delta is for the share, which decides, and half for the total.
        delta = self.delta / (2 * len(self._pairs))
        scale = 1.0 if self.counting == "wins" else self.most_credit
        scaled = sums / scale
        share = share_interval(float(scaled[0]), float(scaled[1]), delta)
        total = float(scaled.sum())
        credited = share_interval(total, max(self.lists - total, 0.0), delta)
        ahead: Elements = leader(scaled[:1], scaled[1:], delta)
        names = {1: self.rankers[one], -1: self.rankers[other]}
        return Pair(
            self.rankers[one],
            self.rankers[other],
            (float(sums[0]), float(sums[1])),
            self.lists,
            share,
            _product(share, credited, scale),
            names.get(int(ahead[0])),
        )


def _product(share: Interval, credited: Interval, scale: float) -> Interval:
    """Return all values of (2 theta - 1) times the credit of a list."""
    ends = [(2 * theta - 1) * part * scale for theta in share for part in credited]
    return Interval(min(ends), max(ends))
