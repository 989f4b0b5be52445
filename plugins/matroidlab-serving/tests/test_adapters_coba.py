"""A service as a learner of coba: in its real experiments, and call by call."""

import copy
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from matroidlab.errors import ServingError
from matroidlab_serving import Top
from matroidlab_serving.adapters import CobaLearner
from serving_support.small_shop import BASELINE, ITEMS, MEANS, PAGE, is_valid


@pytest.fixture
def coba() -> Any:
    module = pytest.importorskip("coba", reason="the learner of coba is tested with coba")
    module.CobaContext.logger = module.context.NullLogger()
    return module


class Visitors:
    """An environment of coba: actions are keys, and each interaction has drawn who would click
    what.
    """

    def __init__(self, interaction: Callable[..., Any], length: int = 600) -> None:
        self.interaction = interaction
        self.length = length

    def read(self) -> Iterator[Any]:
        rng = np.random.default_rng(0)
        for _ in range(self.length):
            yield self.interaction({key: float(rng.random() < mean) for key, mean in MEANS.items()})


def test_coba_runs_an_experiment_of_lists_whose_items_are_its_feedback(coba: Any) -> None:
    def interaction(clicks: dict[str, float]) -> Any:
        def total(keys: tuple[str, ...]) -> float:
            return sum(clicks[key] for key in keys)

        def each(keys: tuple[str, ...]) -> dict[str, float]:
            return {key: clicks[key] for key in keys}

        return coba.primitives.GroundedInteraction("somebody", None, total, each, userid=7)

    learner = CobaLearner(PAGE, ITEMS, BASELINE, seed=1)
    evaluator = coba.evaluators.SequentialIGL(["reward", "action", "probability"])
    result = coba.Experiment(coba.Environments(Visitors(interaction)), learner, evaluator).run(
        quiet=True
    )
    rows = list(result.interactions.to_dicts())
    assert len(rows) == 600
    assert all(is_valid(list(row["action"])) for row in rows)
    # coba rounds.
    assert {round(row["probability"], 4) for row in rows} <= {1.0, 0.5, 0.3333, 0.6667}
    # Three clicks, each at most 1/4.
    of_baseline, error = (
        sum(MEANS[key] for key in BASELINE),
        (3 / 4 / 600) ** 0.5,
    )
    assert np.mean([row["reward"] for row in rows]) > of_baseline + 5 * error
    assert learner.service.status()["learnt"] == 600


def test_coba_runs_an_experiment_of_single_items_beside_its_own_learners(coba: Any) -> None:
    def interaction(clicks: dict[str, float]) -> Any:
        return coba.primitives.SimulatedInteraction(None, list(clicks), list(clicks.values()))

    learner = CobaLearner(Top(1), list(ITEMS), ["b-0"], seed=1)
    environments = coba.Environments(Visitors(interaction), Visitors(interaction, 300))
    result = coba.Experiment(environments, [learner, coba.RandomLearner()]).run(quiet=True)
    rows = list(result.interactions.to_dicts())
    ours = [row["reward"] for row in rows if row["learner_id"] == 0]
    assert len(ours) == 900
    assert np.mean(ours) > np.mean([row["reward"] for row in rows if row["learner_id"] == 1])
    (params,) = [row for row in result.learners.to_dicts() if row["learner_id"] == 0]
    assert (params["family"], params["swap_size"]) == ("matroidlab", 1)
    assert learner.service.status()["lists"] == 0  # each environment had a copy


def test_a_copy_of_a_learner_starts_afresh() -> None:
    learner = CobaLearner(PAGE, ITEMS, BASELINE, seed=1)
    first = learner.predict(None, None)
    twin = copy.deepcopy(learner)
    assert twin.service.status()["lists"] == 0
    assert twin.predict(None, None) == first


def test_the_actions_that_coba_offers_are_what_is_available() -> None:
    learner = CobaLearner(PAGE, ITEMS, BASELINE, seed=1)
    for _ in range(20):
        prediction, _ = learner.predict(None, ["b-1", "b-2", "f-1"])
        assert set(prediction["action_prob"][0]) == {"b-1", "b-2", "f-1"}
    with pytest.raises(ServingError, match=r"\(1, 0\) is not one of 5"):
        learner.predict(None, [(1, 0), (0, 1)])


def test_contexts_are_segments_where_there_are_some() -> None:
    learner = CobaLearner(PAGE, ITEMS, BASELINE, segments=["de", "fr"], seed=1)
    learner.predict("de", None)
    with pytest.raises(ServingError, match="there is no segment"):
        learner.predict((1, 0), None)
    chosen = CobaLearner(
        PAGE,
        ITEMS,
        BASELINE,
        segments=["de", "fr"],
        segment=lambda context: context["land"],
        seed=1,
    )
    chosen.predict({"land": "fr", "age": 7}, None)
    assert chosen.service.status()["segments_seen"] == 1


@pytest.mark.parametrize("reward", [1.0, None, [1.0, 0.0], "yes"])
def test_one_number_for_a_list_is_refused_with_the_way_out(reward: Any) -> None:
    learner = CobaLearner(PAGE, ITEMS, BASELINE, seed=1)
    prediction, told = learner.predict(None, None)
    with pytest.raises(
        ServingError, match=r"needs a weight for each.*GroundedInteraction and SequentialIGL"
    ):
        learner.learn(None, *prediction["action_prob"][:1], reward, 1.0, **told)


def test_a_list_of_another_learner_is_learnt_without_a_token() -> None:
    learner = CobaLearner(PAGE, ITEMS, BASELINE, seed=1)
    learner.learn(None, ("b-2", "f-1"), [1.0, 0.0], None)
    assert learner.service.status()["learnt"] == 1
