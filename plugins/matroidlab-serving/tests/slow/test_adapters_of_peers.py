"""MABWiser and river as the proposal of a service, and a service in MABWiser's shape; their imports
take seconds.
"""

from typing import Any

import numpy as np
import pytest

from matroidlab.errors import ServingError
from matroidlab_serving import Service
from matroidlab_serving.adapters import ListMAB, MABWiserProposal, RiverProposal
from serving_support.small_shop import BASELINE, ITEMS, PAGE, visit

pytestmark = pytest.mark.slow

ROUNDS = 300


@pytest.fixture(scope="module")
def mabwiser() -> Any:
    return pytest.importorskip(
        "mabwiser.mab", reason="install matroidlab[adapters] to test the adapter of MABWiser"
    )


@pytest.fixture(scope="module")
def river() -> Any:
    return pytest.importorskip(
        "river.bandit", reason="install matroidlab[adapters] to test the adapter of river"
    )


@pytest.mark.parametrize("policy", ["ThompsonSampling", "UCB1", "EpsilonGreedy", "Softmax"])
def test_mabwiser_leads_a_service_to_what_is_good(mabwiser: Any, policy: str) -> None:
    mab = mabwiser.MAB(
        arms=list(ITEMS), learning_policy=getattr(mabwiser.LearningPolicy, policy)(), seed=1
    )
    proposal = MABWiserProposal(mab)
    service = Service(PAGE, ITEMS, BASELINE, proposal=proposal, seed=1)
    assert proposal("") == list(ITEMS)  # nothing was seen yet
    assert {"b-2", "f-1"} <= visit(service, proposal, ROUNDS)
    assert sorted(proposal("")) == sorted(ITEMS)


def test_a_contextual_mab_has_the_features_of_segments(mabwiser: Any) -> None:
    mab = mabwiser.MAB(
        arms=list(ITEMS), learning_policy=mabwiser.LearningPolicy.LinUCB(alpha=1.0), seed=1
    )
    proposal = MABWiserProposal(mab, contexts={"de": [1, 0], "fr": [0, 1]})
    service = Service(PAGE, ITEMS, BASELINE, proposal=proposal, segments=["de", "fr", "it"], seed=1)
    assert {"b-2", "f-1"} <= visit(service, proposal, ROUNDS, ("de", "fr"))
    with pytest.raises(ServingError, match="'it' is not there"):
        service.recommend("it")


@pytest.mark.parametrize("policy", ["UCB", "EpsilonGreedy", "ThompsonSampling"])
def test_river_leads_a_service_to_what_is_good_one_arm_at_a_time(river: Any, policy: str) -> None:
    options: dict[str, dict[str, Any]] = {
        "UCB": {"delta": 0.5, "burn_in": 1},
        "EpsilonGreedy": {"epsilon": 0.2},
        "ThompsonSampling": {"reward_obj": pytest.importorskip("river.proba").Beta()},
    }
    proposal = RiverProposal(getattr(river, policy)(**options[policy], seed=1), ITEMS)
    assert len(proposal("")) == 1
    service = Service(PAGE, ITEMS, BASELINE, proposal=proposal, seed=1)
    assert visit(service, proposal, ROUNDS) & {"b-2", "f-1"}


def test_a_contextual_policy_of_river_has_the_features_of_segments(river: Any) -> None:
    contexts = {"de": {"is_de": 1.0, "is_fr": 0.0}, "fr": {"is_de": 0.0, "is_fr": 1.0}}
    proposal = RiverProposal(river.LinUCBDisjoint(alpha=1.0, seed=1), ITEMS, contexts=contexts)
    service = Service(PAGE, ITEMS, BASELINE, proposal=proposal, segments=["de", "fr"], seed=1)
    assert visit(service, proposal, ROUNDS, ("de", "fr")) & {"b-2", "f-1"}


@pytest.mark.parametrize("as_", ["list", "array", "series"])
def test_our_shape_takes_what_mabwiser_takes(mabwiser: Any, as_: str) -> None:
    kind = {"list": list, "array": np.array, "series": pytest.importorskip("pandas").Series}[as_]
    theirs = mabwiser.MAB(arms=list(ITEMS), learning_policy=mabwiser.LearningPolicy.UCB1(), seed=1)
    ours = ListMAB(PAGE, ITEMS, BASELINE, seed=1)
    predictions = []
    for mab in (theirs, ours):
        mab.fit(decisions=kind(["b-0", "f-1", "b-0"]), rewards=kind([0, 1, 0]))
        mab.partial_fit(decisions=kind(["b-2"]), rewards=kind([1]))
        predictions.append(mab.predict())
    assert theirs.arms == ours.arms
    assert predictions[0] in ITEMS
    assert set(predictions[1]) <= set(ITEMS)
    assert len(predictions[1]) == 3
