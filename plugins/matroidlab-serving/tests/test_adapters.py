"""Other recommenders as the proposal of a service: Vowpal Wabbit, and one that proposes what it is
told to.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from matroidlab.errors import ServingError
from matroidlab_serving import Service, Top
from matroidlab_serving.adapters import LearningProposal, VowpalWabbitProposal
from serving_support.small_shop import BASELINE, ITEMS, PAGE, is_valid, visit

KEYS = ["x", "y", "z"]
ODD = ["a b", "c:1 |x", "d\n|i e", "ü %20 '", "shared |s"]
"""Keys that mean something in Vowpal Wabbit's text."""


class Always(LearningProposal):
    """Proposes what it is told to, and writes down what it learns."""

    def __init__(self, *keys: str) -> None:
        super().__init__()
        self.keys = keys
        self.learnt = list[tuple[str, dict[str, float]]]()

    def best_first(self, segment: str) -> list[str]:  # noqa: ARG002 - the same to all
        return list(self.keys)

    def update(self, segment: str, rows: list[dict[str, Any]]) -> None:
        self.learnt.append((segment, {row["action"]: row["reward"] for row in rows}))


def test_what_a_proposal_leaves_open_is_completed_and_what_it_learns_is_what_is_told() -> None:
    proposal = Always("b-2")
    service = Service(PAGE, ITEMS, BASELINE, proposal=proposal, segments=["de"], seed=1)
    lists = [service.recommend("de") for _ in range(12)]
    assert all(is_valid(list(shown.items)) for shown in lists)
    tried = next(shown for shown in lists if "b-2" in shown.items)
    proposal.learn(tried, {"b-2": 1.0})
    proposal.learn(tried, {"b-2": 1.0}, missing=0.0)
    proposal.learn(tried, {})
    assert proposal.learnt == [
        ("de", {"b-2": 1.0}),
        ("de", {key: float(key == "b-2") for key in tried.items}),
    ]


def test_a_proposal_refuses_weights_of_what_was_not_shown() -> None:
    proposal = Always("b-2")
    shown = Service(PAGE, ITEMS, BASELINE, proposal=proposal, seed=1).recommend()
    with pytest.raises(ServingError, match="'nonsense' is not on the list"):
        proposal.learn(shown, {"nonsense": 1.0})
    assert proposal.learnt == []


def test_a_proposal_of_an_unknown_key_is_a_fault_that_is_counted() -> None:
    service = Service(PAGE, ITEMS, BASELINE, proposal=Always("b-9"), seed=1)
    assert service.recommend().items == service.peek().items
    assert "there is no item 'b-9'" in service.status()["last_proposal_fault"]


def test_a_service_with_a_proposal_is_opened_again_with_it(tmp_path: Any) -> None:
    address = f"sqlite:///{tmp_path}/lists.db"
    proposal = Always("f-1")
    with Service.open(
        address, PAGE, items=ITEMS, baseline=BASELINE, proposal=proposal, seed=1
    ) as service:
        token = service.recommend().token
    with Service.open(address, proposal=proposal) as service:
        assert service.observe(token, {}, missing=0.0)


# Vowpal Wabbit


@pytest.fixture
def workspace() -> Iterator[Callable[[str], Any]]:
    module = pytest.importorskip(
        "vowpalwabbit", reason="the adapter of Vowpal Wabbit is tested with vowpalwabbit"
    )
    made: list[Any] = []

    def start(options: str) -> Any:
        made.append(module.Workspace(f"{options} --quiet"))
        return made[-1]

    yield start
    for one in made:
        one.finish()


@pytest.mark.parametrize("options", ["--cb_explore_adf -q si", "--cb_adf -q si"])
def test_vowpal_wabbit_leads_a_service_to_what_is_good(
    workspace: Callable[[str], Any], options: str
) -> None:
    proposal = VowpalWabbitProposal(workspace(options), ITEMS, seed=3)
    service = Service(PAGE, ITEMS, BASELINE, proposal=proposal, seed=1)
    trusted = visit(service, proposal, 150)
    assert {"b-2", "f-1"} <= trusted
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
    visit(service, proposal, 50, means={key: float(key == ODD[4]) for key in ODD})
    shown = service.recommend()
    proposal.learn(shown, {shown.items[0]: 1.0}, missing=0.0)
    assert sorted(proposal("a segment:2 |i")) == sorted(ODD)


def test_draws_follow_the_probabilities_of_vowpal_wabbit(workspace: Callable[[str], Any]) -> None:
    proposal = VowpalWabbitProposal(workspace("--cb_explore_adf --epsilon 0.4"), KEYS, seed=3)
    shown = Service(Top(1), KEYS, ["z"], seed=1).recommend()
    proposal.learn(shown, {shown.items[0]: 1.0})
    chances = dict(zip(KEYS, proposal.workspace.predict(proposal._lines("")), strict=True))
    draws = Counter(proposal("")[0] for _ in range(4000))
    runs = 4000
    assert len(set(chances.values())) > 1
    for key, chance in chances.items():
        assert abs(draws[key] / runs - chance) < 5 * (chance * (1 - chance) / runs) ** 0.5 + 1e-9


@pytest.mark.parametrize(
    ("options", "kind"), [("", "SCALAR"), ("--ccb_explore_adf", "DECISION_SCORES")]
)
def test_a_workspace_that_rates_no_actions_is_refused(
    workspace: Callable[[str], Any], options: str, kind: str
) -> None:
    with pytest.raises(
        ServingError, match=f"--cb_explore_adf or --cb_adf, got one that predicts {kind}"
    ):
        VowpalWabbitProposal(workspace(options), KEYS)


def test_vowpal_wabbit_learns_an_item_only_once_it_has_its_key(
    workspace: Callable[[str], Any],
) -> None:
    proposal = VowpalWabbitProposal(workspace("--cb_adf"), KEYS[:2])
    shown = Service(Top(1), ["z"], ["z"], seed=1).recommend()
    with pytest.raises(ServingError, match="'z' is on a list, and is not one of the 2 keys"):
        proposal.learn(shown, {"z": 1.0})
    proposal.keys.append("z")
    proposal.learn(shown, {"z": 1.0})
    assert proposal("")[0] == "z"
