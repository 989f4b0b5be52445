"""Values that `learn` takes or refuses by name: sets, generators, nothing at all, text."""

import inspect
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from matroidlab import UniformMatroid, bandits
from matroidlab.bandits import OMM, AnytimeUCB1
from matroidlab.errors import InvalidElementsError, InvalidWeightsError
from support.policies import POLICIES

MATROID = UniformMatroid(5, 2)
BASELINE = np.array([4, 3])
LISTS = [[[0, 1], [2, 3]]]
NAMED = r"^(actions|items|weights) must "


def every_policy(test: Callable[..., None]) -> Callable[..., None]:
    marked: Callable[..., None] = pytest.mark.parametrize("policy", POLICIES)(test)
    return marked


def made(name: str) -> Any:
    return POLICIES[name](MATROID, BASELINE, 1)


def future(policy: Any) -> Any:
    """The next round of a policy that has seen all items."""
    policy.learn([[list(range(5))]], [[[0.1, 0.9, 0.3, 0.2, 0.4]]])
    return policy.plan().tolist()


@every_policy
def test_what_is_no_array_is_refused_by_name(policy: str) -> None:
    learner = made(policy)
    for items in ({0, 1}, (i for i in (0, 1)), map(int, "01"), {0: 1}, None, "01"):
        with pytest.raises(InvalidElementsError, match=NAMED):
            learner.learn(items, [0.5, 0.5])
    for weights in ({0.5}, (0.5 for _ in range(4)), None, "0.5"):
        with pytest.raises(InvalidWeightsError, match=NAMED):
            learner.learn(LISTS, weights)
    assert future(learner) == future(made(policy))


@every_policy
def test_text_is_no_weight(policy: str) -> None:
    learner = made(policy)
    for text in ("much", "0.5", "1", b"1", "nan"):
        for weights in ([[[text, text], [text, text]]], np.array([[[text, text], [text, text]]])):
            with pytest.raises(InvalidWeightsError, match=r"^weights must be numbers"):
                learner.learn(LISTS, weights)
    assert future(learner) == future(made(policy))


@every_policy
def test_nothing_is_learnt_of_nothing_or_it_is_refused_by_name(policy: str) -> None:
    learner = made(policy)
    empty: list[Any] = [[[]], [[[]]], np.empty((1, 0, 2)), np.empty((1, 0, 2), dtype=np.intp)]
    for nothing in empty:
        try:
            learner.learn(nothing, nothing)
        except InvalidElementsError as error:
            assert re.match("(actions|items) must ", str(error))  # noqa: PT017 - either will do
    assert future(learner) == future(made(policy))


@every_policy
def test_an_empty_list_of_items_is_an_observation_of_nothing(policy: str) -> None:
    learner = made(policy)
    learner.learn([[[]]], [[[]]])
    learner.learn(np.empty((1, 0, 2)), np.empty((1, 0, 2)))
    assert future(learner) == future(made(policy))


@pytest.mark.skipif(not hasattr(bandits, "Recommender"), reason="there is none")
@pytest.mark.parametrize(
    ("items", "weights"),
    [
        ({0, 1}, [0.5, 0.5]),
        ((i for i in (0, 1)), [0.5, 0.5]),
        ([0, 1], {0.5}),
        ([0, 1], (0.5, "0.5")),
        (0, 0.5),
        ("01", "01"),
    ],
    ids=["set", "generator", "set of weights", "text among weights", "one item", "text"],
)
def test_a_recommender_refuses_by_name(items: Any, weights: Any) -> None:
    recommender = bandits.Recommender(OMM(MATROID))
    with pytest.raises((InvalidElementsError, InvalidWeightsError), match=NAMED):
        recommender.learn(items, weights)


@pytest.mark.skipif(not hasattr(bandits, "Recommender"), reason="there is none")
def test_a_recommender_learns_nothing_of_nothing() -> None:
    recommender = bandits.Recommender(OMM(MATROID))
    recommender.learn([], [])
    assert recommender.choose().tolist() == bandits.Recommender(OMM(MATROID)).choose().tolist()


@pytest.mark.parametrize(
    "policy", [bandits.IUCB, bandits.OMM, bandits.Thompson, bandits.ConservativeUCB]
)
def test_learn_says_what_counts_as_an_action(policy: Any) -> None:
    """A list that is learnt in five pieces counts as five: its readers must know."""
    assert re.search(r"pieces", inspect.getdoc(policy.learn) or "")


def test_bounds_without_width_are_spoken_of() -> None:
    """Before the second list ln t is 0, so OMM shows the best list of its first look."""
    assert re.search(r"no width|width 0|width zero", inspect.getdoc(AnytimeUCB1) or "")
