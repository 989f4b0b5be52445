"""For each law of policies a policy that breaks it."""

from collections.abc import Callable

import numpy as np

from matroidlab import Policy, UniformMatroid
from matroidlab.bandits import OMM
from matroidlab.types import Actions, Booleans, Weights

MATROID = UniformMatroid(size=5, rank=2)
GLOBAL_COINS = np.random.default_rng(0)


class Honest(OMM):
    def __init__(self, lanes: int) -> None:
        super().__init__(MATROID, lanes=lanes)


class OneLane(Honest):
    def __init__(self, lanes: int) -> None:  # noqa: ARG002
        super().__init__(1)


class ShowsTooMuch(Honest):
    """Repeats its first item."""

    def plan(self) -> Actions:
        plan = super().plan()
        plan[:, :, 1] = plan[:, :, 0]
        return plan


class GapsFirst(Honest):
    """Leaves out the first action, not the last."""

    def plan(self) -> Actions:
        plan = super().plan()
        return np.concatenate([np.full_like(plan, -1), plan], axis=1)


class ListsOnly(Honest):
    def learn(self, actions: Actions, weights: Weights, /) -> None:
        if actions.shape[2] != 2:
            raise ValueError("only lists of two")
        super().learn(actions, weights)


class Scribbles(Honest):
    def learn(self, actions: Actions, weights: Weights, /) -> None:
        super().learn(actions, weights)
        weights[actions < 0] = -1


class SharedCoins(Honest):
    rng = GLOBAL_COINS

    def plan(self) -> Actions:
        return np.broadcast_to(GLOBAL_COINS.permutation(5)[:2], (self.lanes, 1, 2))

    def __deepcopy__(self, memo: object) -> "SharedCoins":
        return SharedCoins(self.lanes)


class CountsOnce(Honest):
    """Counts an item once a call, however often it was seen."""

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        before = self.estimates.counts.copy()
        super().learn(actions, weights)
        self.estimates.counts[:] = np.minimum(self.estimates.counts, before + 1)


class Restless(Honest):
    turn = 0

    def plan(self) -> Actions:
        self.turn += 1
        return np.sort((super().plan() + self.turn) % 5, axis=2)


class PooledLanes(Honest):
    """Lets every lane learn what the first one sees."""

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        super().learn(
            np.broadcast_to(actions[:1], actions.shape), np.broadcast_to(weights[:1], weights.shape)
        )


class LooksByWidth(Honest):
    """Takes a narrow look for a list."""

    def look(self, actions: Actions, weights: Weights, /) -> None:
        self.estimates.learn(actions, weights, is_shown=actions.shape[2] <= 2)


class LooksAway(Honest):
    """Does not count what it sees at a first look."""

    def look(self, actions: Actions, weights: Weights, /) -> None:
        pass


class StopsAsOne(Honest):
    """Answers for all lanes together."""

    def stop(self) -> np.bool_:
        return np.bool_(False)


class StopsToTeach(Honest):
    """Learns something whenever it is asked."""

    def stop(self) -> Booleans:
        items = np.array([[[3, 4]]] * self.lanes)
        super().learn(items, np.ones(items.shape))
        return np.zeros(self.lanes, dtype=np.bool_)


FALSE_POLICIES: dict[str, tuple[Callable[[int], Policy], ...]] = {
    "lanes_are_as_many_as_asked_for": (OneLane,),
    "plans_are_bases": (ShowsTooMuch, GapsFirst),
    "learn_takes_any_items": (ListsOnly,),
    "observations_are_not_changed": (Scribbles,),
    "copies_plan_alike": (SharedCoins,),
    "observations_are_counted": (CountsOnce,),
    "only_learning_changes_a_plan": (Restless,),
    "lanes_are_independent": (PooledLanes,),
    "a_look_is_not_a_list": (LooksByWidth, LooksAway),
    "stop_answers_for_each_lane": (StopsAsOne, StopsToTeach),
}
