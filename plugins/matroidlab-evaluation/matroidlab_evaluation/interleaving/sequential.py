"""Methods that fill a list place by place: their probabilities by dynamic programming."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from matroidlab import Matroid
from matroidlab.errors import TooLargeError
from matroidlab.types import Elements, ElementsLike, Weights, as_count, as_elements
from matroidlab_evaluation.arguments import check_generator
from matroidlab_evaluation.interleaving.method import (
    MOST_LISTS,
    Drawn,
    InterleavingMethod,
    List,
    as_clicks,
    check_drawn,
)

MOST_KEPT_STEPS = 1 << 16
"""The number of prefixes whose steps are kept, so that long comparisons do not fill the memory."""


class DraftStep(NamedTuple):
    """One way to fill the next place."""

    probability: float
    item: int
    team: int
    state: int
    """The part of the past that later steps depend on, besides the items."""


class SequentialMethod(InterleavingMethod):
    """A method in which the next item depends on the items so far and a state.

    A subclass writes `steps`; everything else follows from it.
    """

    start: int = 0
    """The state before the first place."""

    def __init__(self, matroid: Matroid, rankings: Iterable[ElementsLike]) -> None:
        super().__init__(matroid, rankings)
        self._kept_steps: dict[tuple[List, int], list[DraftStep]] = {}
        self._table: dict[tuple[List, List], float] | None = None

    @abstractmethod
    def steps(self, items: List, state: int) -> list[DraftStep]:
        """Return all ways to fill the place after ``items``; their probabilities sum to 1."""

    def _steps(self, items: List, state: int) -> list[DraftStep]:
        found = self._kept_steps.get((items, state))
        if found is None:
            if len(self._kept_steps) >= MOST_KEPT_STEPS:
                self._kept_steps.clear()
            found = self.steps(items, state)
            self._kept_steps[items, state] = found
        return found

    def assignments(self) -> Mapping[tuple[List, List], float]:
        """Return every possible list with the team of each item, and its probability."""
        if self._table is None:
            self._table = self._enumerated()
        return self._table

    def paths(self) -> int:
        """Return a lower bound on the number of lists with teams, known without enumeration."""
        return 0

    def _check_count(self, count: int) -> None:
        if count > MOST_LISTS:
            raise TooLargeError(
                f"there are more than {MOST_LISTS:,} lists with teams, too many to enumerate; "
                "draw() and probability() do not need to"
            )

    def _enumerated(self) -> dict[tuple[List, List], float]:
        self._check_count(self.paths())
        level: dict[tuple[List, List, int], float] = {((), (), self.start): 1.0}
        for _ in range(self.matroid.rank):
            following: dict[tuple[List, List, int], float] = {}
            for (items, teams, state), probability in level.items():
                for step in self._steps(items, state):
                    key = ((*items, step.item), (*teams, step.team), step.state)
                    following[key] = following.get(key, 0.0) + probability * step.probability
            level = following
            self._check_count(len(level))
        found: dict[tuple[List, List], float] = {}
        for (items, teams, _), probability in level.items():
            found[items, teams] = found.get((items, teams), 0.0) + probability
        return found

    def lists(self) -> Mapping[List, float]:
        """Return every possible list and its probability."""
        found: dict[List, float] = {}
        for (items, _), probability in self.assignments().items():
            found[items] = found.get(items, 0.0) + probability
        return found

    def draw(self, rng: np.random.Generator) -> Drawn:
        """Draw one list and the team of each item."""
        check_generator(rng)
        items: List = ()
        teams: List = ()
        state = self.start
        for _ in range(self.matroid.rank):
            steps = self._steps(items, state)
            left = rng.random()
            for step in steps:
                left -= step.probability
                if left < 0:
                    break
            items = (*items, step.item)
            teams = (*teams, step.team)
            state = step.state
        return Drawn(np.array(items, dtype=np.intp), np.array(teams, dtype=np.intp))

    def draw_many(self, count: int, rng: np.random.Generator) -> Drawn:
        """Draw ``count`` lists: from the table of all of them, if there are few enough."""
        check_generator(rng)
        shape = (as_count(count, name="count"), self.matroid.rank)
        try:
            table = self.assignments()
        except TooLargeError:
            drawn = [self.draw(rng) for _ in range(count)]
            items = np.array([one.items for one in drawn], dtype=np.intp)
            teams = np.array([one.teams for one in drawn], dtype=np.intp)
            return Drawn(items.reshape(shape), teams.reshape(shape))
        chances = np.fromiter(table.values(), dtype=np.float64)
        chosen = rng.choice(len(chances), size=count, p=chances / chances.sum())
        items = np.array([one for one, _ in table], dtype=np.intp)
        teams = np.array([one for _, one in table], dtype=np.intp)
        return Drawn(items[chosen].reshape(shape), teams[chosen].reshape(shape))

    def probability(self, items: ElementsLike, teams: ElementsLike | None = None) -> float:
        """Return the probability of a list, or of a list with the team of each of its items.

        The time is linear in the length of the list, however many lists there are.
        """
        wanted = self._as_list(items)
        if len(wanted) != self.matroid.rank:
            return 0.0
        given = None if teams is None else self._as_teams(teams)
        layers = self._layers(wanted, given)
        return sum(layers[-1].values()) if len(layers) > len(wanted) else 0.0

    def prefix_probabilities(self, items: ElementsLike) -> Weights:
        """``[k]``: the probability that a list begins with the first k + 1 of these items."""
        wanted = self._as_list(items)
        layers = self._layers(wanted, None)
        found = np.zeros(len(wanted))
        found[: len(layers) - 1] = [sum(layer.values()) for layer in layers[1:]]
        return found

    def team_probabilities(self, items: ElementsLike) -> Weights:
        """``[ranker, place]``: the probability of each team, given that this list was drawn."""
        wanted = self._as_list(items)
        layers = self._layers(wanted, None)
        if len(layers) <= len(wanted):
            raise ValueError(f"{list(wanted)} is never drawn, so its items have no teams")
        found = np.zeros((len(self.rankings), len(wanted)))
        rest = dict.fromkeys(layers[-1], 1.0)
        for place in range(len(wanted) - 1, -1, -1):
            before: dict[int, float] = {}
            for state, probability in layers[place].items():
                for step in self._steps(wanted[:place], state):
                    if step.item == wanted[place] and step.state in rest:
                        later = step.probability * rest[step.state]
                        before[state] = before.get(state, 0.0) + later
                        if step.team >= 0:
                            found[step.team, place] += probability * later
            rest = before
        return found / rest[self.start]

    def credit(self, drawn: Drawn, clicks: ArrayLike) -> Weights:
        """Return the number of clicks on the items of each team."""
        check_drawn(drawn)
        weights = as_clicks(drawn.items, clicks)
        teams = np.asarray(drawn.teams)
        counted = [(weights * (teams == ranker)).sum(axis=-1) for ranker in range(self._rankers)]
        return np.stack(counted, axis=-1)

    def expected_credit(self, items: ElementsLike, clicks: ArrayLike) -> Weights:
        """Return the credit of each ranker, averaged over the teams that this list may have.

        It has the expectation of `credit` and a smaller variance (Hofmann et al. 2011).
        """
        weights = as_clicks(np.asarray(items), clicks)
        found: Weights = self.team_probabilities(items) @ weights
        return found

    @property
    def _rankers(self) -> int:
        return len(self.rankings)

    def _as_list(self, items: ElementsLike) -> List:
        checked: Elements = as_elements(items, size=self.matroid.size, name="items")
        return tuple(checked.tolist())

    def _as_teams(self, teams: ElementsLike) -> List:
        found = np.asarray(teams)
        is_whole = found.size == 0 or found.dtype.kind in "iu"
        if found.shape != (self.matroid.rank,) or not is_whole:
            raise ValueError(
                f"teams must be a ranker for each of the {self.matroid.rank} places, -1 for none, "
                f"got {teams!r:.80}"
            )
        return tuple(found.tolist())

    def _layers(self, items: List, teams: List | None) -> list[dict[int, float]]:
        """The probability of each state after each prefix; cut off where the prefix is impossible.

        Only steps to these items, and to these teams if they are given, are taken.
        """
        layers = [{self.start: 1.0}]
        for place, item in enumerate(items):
            following: dict[int, float] = {}
            for state, probability in layers[-1].items():
                for step in self._steps(items[:place], state):
                    if step.item == item and (teams is None or step.team == teams[place]):
                        more = probability * step.probability
                        following[step.state] = following.get(step.state, 0.0) + more
            if not following:
                break
            layers.append(following)
        return layers
