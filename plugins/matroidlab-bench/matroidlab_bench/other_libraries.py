"""Policies of other libraries on the same bench, where those are installed.

Their policies pull one arm at a time. A list is made of several pulls: each time the arms are the
items that fit the list so far. All weights of the list are learnt.

This module is a plugin of its own, which is loaded only when it is asked for:
``matroidlab bench FILE --plugin matroidlab_bench.other_libraries``. A library is imported when a
policy of it is made.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

import numpy as np

from matroidlab.bandits import Estimates
from matroidlab.hookspecs import PolicyFamily, Problem, hookimpl
from matroidlab.parameters import Parameters
from matroidlab.protocol import Matroid, Policy
from matroidlab.types import Actions, Elements, Weights, as_count


class Arms(ABC):
    """The policy of another library for one lane; its arms are items."""

    @abstractmethod
    def pull(self, items: list[int]) -> int:
        """Choose one of some items."""

    @abstractmethod
    def update(self, items: list[int], weights: list[float]) -> None:
        """Learn the weights of items."""


class PulledLists:
    """A policy whose lists are pulled arm by arm, by the policy of another library.

    Parameters
    ----------
    matroid
        Defines the valid lists.
    make
        Makes the arms of one lane from the number of items and a seed.
    seed
        The generator of the seeds of all lanes.
    lanes
        The number of independent runs.
    """

    rng: np.random.Generator

    def __init__(
        self,
        matroid: Matroid,
        make: Callable[[int, int], Arms],
        *,
        seed: int | np.random.Generator,
        lanes: int = 1,
    ) -> None:
        self.matroid = matroid
        self.make = make
        self.lanes = as_count(lanes, name="lanes", least=1)
        self.rng = np.random.default_rng(seed)
        self.estimates = Estimates(lanes=self.lanes, size=matroid.size)
        seeds = self.rng.integers(2**31, size=self.lanes).tolist()
        self.arms = [make(matroid.size, seed) for seed in seeds]

    def plan(self) -> Actions:
        """One action: the list that is pulled item by item."""
        return np.array([self._list(arms) for arms in self.arms])[:, None, :]

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """Take in the weights of any items; -1 marks "not observed"."""
        self.estimates.learn(actions, weights)
        self._update(actions, weights)

    def look(self, actions: Actions, weights: Weights, /) -> None:
        """Take in observations like `learn`, of items that were not shown as lists."""
        self.estimates.learn(actions, weights, is_shown=False)
        self._update(actions, weights)

    def _update(self, actions: Actions, weights: Weights) -> None:
        for lane, arms in enumerate(self.arms):
            is_seen = np.asarray(actions)[lane] >= 0
            if is_seen.any():
                items = np.asarray(actions)[lane][is_seen]
                arms.update(items.tolist(), np.asarray(weights)[lane][is_seen].tolist())

    def _list(self, arms: Arms) -> Elements:
        chosen: list[int] = []
        while len(chosen) < self.matroid.rank:
            chosen.append(arms.pull(self._fitting(chosen)))
        return np.array(chosen)

    def _fitting(self, chosen: list[int]) -> list[int]:
        others = (item for item in range(self.matroid.size) if item not in chosen)
        return [one for one in others if self.matroid.is_independent(np.array([*chosen, one]))]


class MABWiserArms(Arms):
    """A ``MAB`` of MABWiser; arms that it has never seen come first."""

    def __init__(self, size: int, seed: int, kind: str) -> None:
        library = import_module("mabwiser.mab")
        policy = getattr(library.LearningPolicy, kind)()
        self.mab = library.MAB(arms=list(range(size)), learning_policy=policy, seed=seed)
        self.is_fitted = False

    def pull(self, items: list[int]) -> int:
        """The arm of the largest expectation, as MABWiser draws or bounds it."""
        cold = [item for item in items if item in self.mab.cold_arms]
        if cold or not self.is_fitted:
            return (cold or items)[0]
        expected = self.mab.predict_expectations()
        return max(items, key=lambda item: expected[item])

    def update(self, items: list[int], weights: list[float]) -> None:
        """Fit the weights of a list; Thompson sampling of MABWiser needs zeros and ones."""
        self.mab.partial_fit(items, weights)
        self.is_fitted = True


class RiverArms(Arms):
    """A policy of ``river.bandit``."""

    def __init__(self, _size: int, seed: int, kind: str) -> None:
        options: dict[str, Any] = {}
        if kind == "ThompsonSampling":
            options["reward_obj"] = import_module("river.proba").Beta()
        else:
            options |= {"UCB": {"delta": 1.0}, "EpsilonGreedy": {"epsilon": 0.1}}[kind]
        self.policy = getattr(import_module("river.bandit"), kind)(**options, seed=seed)

    def pull(self, items: list[int]) -> int:
        """The arm that river pulls."""
        return int(self.policy.pull(items))

    def update(self, items: list[int], weights: list[float]) -> None:
        """Update each arm."""
        for item, weight in zip(items, weights, strict=True):
            self.policy.update(item, weight)


class VowpalWabbitArms(Arms):
    """A workspace of Vowpal Wabbit that explores with SquareCB; an item is its only feature."""

    def __init__(self, _size: int, seed: int) -> None:
        library = import_module("vowpalwabbit")
        self.workspace = library.Workspace(
            f"--cb_explore_adf --squarecb --quiet --random_seed {seed % 10_000}"
        )
        self.rng = np.random.default_rng(seed)

    def pull(self, items: list[int]) -> int:
        """An item drawn with the probabilities of the workspace."""
        shares = np.array(self.workspace.predict([f"| i{item}" for item in items]))
        return int(self.rng.choice(items, p=shares / shares.sum()))

    def update(self, items: list[int], weights: list[float]) -> None:
        """Learn each item as an action that was the only one."""
        for item, weight in zip(items, weights, strict=True):
            self.workspace.learn([f"0:{-weight}:1.0 | i{item}"])


class CobaArms(Arms):
    """A bandit learner of coba."""

    def __init__(self, _size: int, seed: int, kind: str) -> None:
        self.learner = getattr(import_module("coba.learners"), kind)()
        self.random = import_module("coba.random").CobaRandom(seed)

    def pull(self, items: list[int]) -> int:
        """An item drawn with the probabilities of the learner."""
        shares = [self.learner.score(None, items, item) for item in items]
        return int(self.random.choice(items, shares))

    def update(self, items: list[int], weights: list[float]) -> None:
        """Learn each item."""
        for item, weight in zip(items, weights, strict=True):
            self.learner.learn(None, item, weight, 1.0)


def _mabwiser(
    problem: Problem,
    *,
    lanes: int,
    rng: np.random.Generator,
    kind: Literal["UCB1", "ThompsonSampling", "EpsilonGreedy", "Softmax"] = "UCB1",
) -> PulledLists:
    """A policy of MABWiser."""
    return PulledLists(problem.matroid, partial(MABWiserArms, kind=kind), seed=rng, lanes=lanes)


def _river(
    problem: Problem,
    *,
    lanes: int,
    rng: np.random.Generator,
    kind: Literal["UCB", "ThompsonSampling", "EpsilonGreedy"] = "UCB",
) -> PulledLists:
    """A policy of river.bandit."""
    return PulledLists(problem.matroid, partial(RiverArms, kind=kind), seed=rng, lanes=lanes)


def _coba(
    problem: Problem,
    *,
    lanes: int,
    rng: np.random.Generator,
    kind: Literal["BanditUCBLearner", "BanditEpsilonLearner"] = "BanditUCBLearner",
) -> PulledLists:
    """A bandit learner of coba."""
    return PulledLists(problem.matroid, partial(CobaArms, kind=kind), seed=rng, lanes=lanes)


def _vowpalwabbit(problem: Problem, *, lanes: int, rng: np.random.Generator) -> PulledLists:
    """SquareCB of Vowpal Wabbit."""
    return PulledLists(problem.matroid, VowpalWabbitArms, seed=rng, lanes=lanes)


def _kind(policy: Policy) -> Parameters:
    assert isinstance(policy, PulledLists)
    return dict(policy.make.keywords) if isinstance(policy.make, partial) else {}


@hookimpl
def matroidlab_policies() -> Iterable[PolicyFamily]:
    """Offer a policy for each of the libraries that is installed."""
    records = {
        "mabwiser": PolicyFamily("mabwiser", _mabwiser, ({"kind": "UCB1"},), _kind),
        "river": PolicyFamily("river", _river, ({"kind": "UCB"},), _kind),
        "coba": PolicyFamily("coba", _coba, ({"kind": "BanditUCBLearner"},), _kind),
        "vowpalwabbit": PolicyFamily("vowpalwabbit", _vowpalwabbit, ({},), _kind),
    }
    return [record for library, record in records.items() if find_spec(library) is not None]
