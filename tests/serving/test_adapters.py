"""A service inside coba, in MABWiser's shape, and with Vowpal Wabbit as its proposal: against the real packages."""

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from matroidlab.errors import ServingError, UnknownNameError
from matroidlab.serving import Service, Slots, Top
from matroidlab.serving.adapters import CobaLearner, LearningProposal, ListMAB, VowpalWabbitProposal

PAGE = Slots({"books": 2, "films": 1})
ITEMS = {"b-0": "books", "b-1": "books", "b-2": "books", "f-0": "films", "f-1": "films"}
BASELINE = ["b-0", "b-1", "f-0"]
MEANS = {"b-0": 0.2, "b-1": 0.2, "b-2": 0.9, "f-0": 0.2, "f-1": 0.9}
KEYS = ["x", "y", "z"]
ODD = ["a b", "c:1 |x", "d\n|i e", "ü %20 '", "shared |s"]
"""Keys that mean something in Vowpal Wabbit's text."""


def is_valid(items: list[str]) -> bool:
    return Counter(ITEMS[key] for key in items) == PAGE.rooms and len(set(items)) == len(items)


def visit(service: Service, proposal: LearningProposal, rounds: int, means: dict[str, float] = MEANS) -> list[str]:
    """Show lists, answer them, let the proposal learn; the trusted list in the end."""
    rng = np.random.default_rng(0)
    for _ in range(rounds):
        shown = service.recommend()
        shown.certificate.verify()
        weights = {key: float(rng.random() < means[key]) for key in shown.items}
        if service.observe(shown.token, weights):
            proposal.learn(shown, weights)
    return sorted(service.peek().items)


class Always(LearningProposal):
    """Proposes what it is told to, and writes down what it learns."""

    def __init__(self, *keys: str) -> None:
        super().__init__()
        self.keys, self.learnt = keys, list[tuple[str, dict[str, float]]]()

    def best_first(self, segment: str) -> list[str]:  # noqa: ARG002 - the same to all
        return list(self.keys)

    def update(self, segment: str, rows: list[dict[str, Any]]) -> None:
        self.learnt.append((segment, {row["action"]: row["reward"] for row in rows}))


# A proposal of keys


def test_what_a_proposal_leaves_open_is_completed_and_what_it_learns_is_what_is_told() -> None:
    proposal = Always("b-2")
    service = Service(PAGE, ITEMS, BASELINE, proposal=proposal, segments=["de"], seed=1)
    lists = [service.recommend("de") for _ in range(12)]
    assert all(is_valid(list(shown.items)) for shown in lists)
    tried = next(shown for shown in lists if "b-2" in shown.items)
    proposal.learn(tried, {"b-2": 1.0})
    proposal.learn(tried, {"b-2": 1.0}, missing=0.0)
    proposal.learn(tried, {})
    assert proposal.learnt == [("de", {"b-2": 1.0}), ("de", {key: float(key == "b-2") for key in tried.items})]


def test_a_proposal_refuses_weights_of_what_was_not_shown() -> None:
    proposal = Always("b-2")
    shown = Service(PAGE, ITEMS, BASELINE, proposal=proposal, seed=1).recommend()
    with pytest.raises(ServingError, match="'nonsense' is not on the list"):
        proposal.learn(shown, {"nonsense": 1.0})
    assert proposal.learnt == []


def test_a_proposal_of_what_is_no_item_is_an_error_of_the_service() -> None:
    with pytest.raises(UnknownNameError, match="there is no item 'b-9'"):
        Service(PAGE, ITEMS, BASELINE, proposal=Always("b-9"), seed=1).recommend()


def test_a_service_with_a_proposal_is_opened_again_with_it(tmp_path: Any) -> None:
    address, proposal = f"sqlite:///{tmp_path}/lists.db", Always("f-1")
    with Service.open(address, PAGE, items=ITEMS, baseline=BASELINE, proposal=proposal, seed=1) as service:
        token = service.recommend().token
    with Service.open(address, proposal=proposal) as service:
        assert service.observe(token, {}, missing=0.0)


# Vowpal Wabbit


@pytest.fixture
def workspace() -> Iterator[Callable[[str], Any]]:
    module = pytest.importorskip("vowpalwabbit", reason="the adapter of Vowpal Wabbit is tested with vowpalwabbit")
    made: list[Any] = []

    def start(options: str) -> Any:
        made.append(module.Workspace(f"{options} --quiet"))
        return made[-1]

    yield start
    for one in made:
        one.finish()


@pytest.mark.parametrize("options", ["--cb_explore_adf -q si", "--cb_adf -q si", "--cb_explore_adf --squarecb"])
def test_vowpal_wabbit_leads_a_service_to_what_is_good(workspace: Callable[[str], Any], options: str) -> None:
    proposal = VowpalWabbitProposal(workspace(options), ITEMS, seed=3)
    service = Service(PAGE, ITEMS, BASELINE, proposal=proposal, seed=1)
    trusted = visit(service, proposal, 150)
    assert {"b-2", "f-1"} <= set(trusted)
    assert set(proposal("")) == set(ITEMS)


def test_vowpal_wabbit_tells_segments_apart(workspace: Callable[[str], Any]) -> None:
    proposal = VowpalWabbitProposal(workspace("--cb_adf -q si"), KEYS, seed=3)
    service = Service(Top(1), KEYS, ["x"], proposal="optimistic", segments=["a b", "c|d"], seed=1)
    liked = {"a b": "y", "c|d": "z"}
    for segment in [*liked] * 60:
        shown = service.recommend(segment)
        weights = {shown.items[0]: float(shown.items[0] == liked[segment])}
        service.observe(shown.token, weights)
        proposal.learn(shown, weights)
    assert [proposal(segment)[0] for segment in liked] == ["y", "z"]


def test_keys_are_no_syntax_of_vowpal_wabbit(workspace: Callable[[str], Any]) -> None:
    proposal = VowpalWabbitProposal(workspace("--cb_adf"), ODD, seed=3)
    service = Service(Top(2), ODD, ODD[:2], proposal=proposal, seed=1)
    visit(service, proposal, 50, {key: float(key == ODD[4]) for key in ODD})
    shown = service.recommend()
    proposal.learn(shown, {shown.items[0]: 1.0}, missing=0.0)
    assert sorted(proposal("a segment:2 |i")) == sorted(ODD)


def test_draws_follow_the_probabilities_of_vowpal_wabbit(workspace: Callable[[str], Any]) -> None:
    proposal = VowpalWabbitProposal(workspace("--cb_explore_adf --epsilon 0.4"), KEYS, seed=3)
    shown = Service(Top(1), KEYS, ["z"], seed=1).recommend()
    proposal.learn(shown, {shown.items[0]: 1.0})
    chances = dict(zip(KEYS, proposal.workspace.predict(proposal._lines("")), strict=True))
    draws, runs = Counter(proposal("")[0] for _ in range(4000)), 4000
    assert len(set(chances.values())) > 1
    for key, chance in chances.items():
        assert abs(draws[key] / runs - chance) < 5 * (chance * (1 - chance) / runs) ** 0.5 + 1e-9


@pytest.mark.parametrize(("options", "kind"), [("", "SCALAR"), ("--ccb_explore_adf", "DECISION_SCORES")])
def test_a_workspace_that_rates_no_actions_is_refused(workspace: Callable[[str], Any], options: str, kind: str) -> None:
    with pytest.raises(ServingError, match=f"--cb_explore_adf or --cb_adf, got one that predicts {kind}"):
        VowpalWabbitProposal(workspace(options), KEYS)


def test_vowpal_wabbit_refuses_a_list_with_an_item_that_it_has_no_key_for(workspace: Callable[[str], Any]) -> None:
    proposal = VowpalWabbitProposal(workspace("--cb_adf"), KEYS[:2])
    shown = Service(Top(1), ["z"], ["z"], seed=1).recommend()
    with pytest.raises(ServingError, match="'z' is on a list, and is not one of the 2 keys"):
        proposal.learn(shown, {"z": 1.0})


# MABWiser's shape


def test_a_prediction_is_a_valid_list_and_may_be_told_at_once() -> None:
    mab, rng = ListMAB(PAGE, ITEMS, BASELINE, seed=1), np.random.default_rng(0)
    for _ in range(400):
        shown = mab.predict()
        assert is_valid(shown)
        mab.partial_fit(np.array(shown), rng.random(3) < [MEANS[key] for key in shown])
    assert {"b-2", "f-1"} <= set(mab.service.peek().items)
    assert mab.service.status()["outstanding"] <= 1
    assert mab.arms == list(ITEMS)


def test_fit_forgets_and_partial_fit_does_not() -> None:
    many = [key for key in ITEMS for _ in range(500)]
    mab = ListMAB(PAGE, ITEMS, BASELINE, seed=1)
    mab.fit(many, [MEANS[key] for key in many])
    assert {"b-2", "f-1"} <= set(mab.service.peek().items)
    mab.partial_fit(["b-2"], [0])
    assert {"b-2", "f-1"} <= set(mab.service.peek().items)
    mab.fit(["b-2"], [1])
    assert list(mab.service.peek().items) == BASELINE


@pytest.mark.parametrize(
    ("decisions", "rewards", "fault"),
    [
        (["b-0"], [1, 0], "as many rewards as decisions, got 2 and 1"),
        (["b-0", "nonsense"], [1, 1], "there is no item 'nonsense'"),
        (["b-0", "b-1"], [1, 7], "'b-1'"),
        (["b-0", "b-1"], [1, float("nan")], "'b-1'"),
        ("b-0", [1, 1, 1], "decisions must be a sequence of keys"),
    ],
)
@pytest.mark.parametrize("method", ["fit", "partial_fit"])
def test_a_wrong_answer_is_refused_as_a_whole(method: str, decisions: Any, rewards: Any, fault: str) -> None:
    mab = ListMAB(PAGE, ITEMS, BASELINE, seed=1)
    mab.partial_fit(["b-1"], [1])
    with pytest.raises((ServingError, UnknownNameError), match=fault):
        getattr(mab, method)(decisions, rewards)
    assert mab.service.status()["learnt"] == 1


@pytest.mark.parametrize("adapter", [ListMAB, CobaLearner])
def test_a_window_is_refused_where_answers_come_at_once(adapter: Any) -> None:
    with pytest.raises(ServingError, match="window is for a Service"):
        adapter(PAGE, ITEMS, BASELINE, window=60)


# coba


@pytest.fixture
def coba() -> Any:
    module = pytest.importorskip("coba", reason="the learner of coba is tested with coba")
    module.CobaContext.logger = module.context.NullLogger()
    return module


class Visitors:
    """An environment of coba: actions are keys, and each interaction has drawn who would click what."""

    def __init__(self, interaction: Callable[..., Any], length: int = 600) -> None:
        self.interaction, self.length = interaction, length

    def read(self) -> Iterator[Any]:
        rng = np.random.default_rng(0)
        for _ in range(self.length):
            yield self.interaction({key: float(rng.random() < mean) for key, mean in MEANS.items()})


def test_coba_runs_an_experiment_of_lists_whose_items_are_its_feedback(coba: Any) -> None:
    from coba.environments import Environments
    from coba.evaluators import SequentialIGL
    from coba.experiments import Experiment

    def interaction(clicks: dict[str, float]) -> Any:
        def total(keys: tuple[str, ...]) -> float:
            return sum(clicks[key] for key in keys)

        def each(keys: tuple[str, ...]) -> dict[str, float]:
            return {key: clicks[key] for key in keys}

        return coba.primitives.GroundedInteraction("somebody", None, total, each, userid=7)

    learner = CobaLearner(PAGE, ITEMS, BASELINE, seed=1)
    evaluator = SequentialIGL(["reward", "action", "probability"])
    result = Experiment(Environments(Visitors(interaction)), learner, evaluator).run(quiet=True)
    rows = list(result.interactions.to_dicts())
    assert len(rows) == 600
    assert all(is_valid(list(row["action"])) for row in rows)
    assert {row["probability"] for row in rows} <= {1.0, 0.5, 1 / 3, 2 / 3}
    of_baseline, error = sum(MEANS[key] for key in BASELINE), (3 / 4 / 600) ** 0.5  # three clicks, each at most 1/4
    assert np.mean([row["reward"] for row in rows]) > of_baseline + 5 * error
    assert learner.service.status()["learnt"] == 600


def test_coba_runs_an_experiment_of_single_items_beside_its_own_learners(coba: Any) -> None:
    from coba.environments import Environments
    from coba.experiments import Experiment
    from coba.learners import RandomLearner

    def interaction(clicks: dict[str, float]) -> Any:
        return coba.primitives.SimulatedInteraction(None, list(clicks), list(clicks.values()))

    learner = CobaLearner(Top(1), list(ITEMS), ["b-0"], seed=1)
    environments = Environments(Visitors(interaction), Visitors(interaction, 300))
    result = Experiment(environments, [learner, RandomLearner()]).run(quiet=True)
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
    chosen = CobaLearner(PAGE, ITEMS, BASELINE, segments=["de", "fr"], segment=lambda context: context["land"], seed=1)
    chosen.predict({"land": "fr", "age": 7}, None)
    assert chosen.service.status()["segments_seen"] == 1


@pytest.mark.parametrize("reward", [1.0, None, [1.0, 0.0], "yes"])
def test_one_number_for_a_list_is_refused_with_the_way_out(reward: Any) -> None:
    learner = CobaLearner(PAGE, ITEMS, BASELINE, seed=1)
    prediction, told = learner.predict(None, None)
    with pytest.raises(ServingError, match=r"needs a weight for each.*GroundedInteraction and SequentialIGL"):
        learner.learn(None, *prediction["action_prob"][:1], reward, 1.0, **told)


def test_a_list_of_another_learner_is_learnt_without_a_token() -> None:
    learner = CobaLearner(PAGE, ITEMS, BASELINE, seed=1)
    learner.learn(None, ("b-2", "f-1"), [1.0, 0.0], None)
    assert learner.service.status()["learnt"] == 1
