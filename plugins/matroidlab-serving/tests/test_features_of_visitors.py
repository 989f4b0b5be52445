"""Services whose visitors have features: lists, certificates and journals."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from matroidlab.bandits import LinearSafeThompson
from matroidlab.errors import CertificateError, ServingError
from matroidlab_serving import Certificate, LinearBound, Service, Slots, Top, open_service
from matroidlab_serving.linear_certificates import LinearAssumption, linear_ends
from serving_support.served import state_of

ITEMS = {f"b{i}": "books" for i in range(6)} | {f"f{i}": "films" for i in range(4)}
KEYS = list(ITEMS)
PAGE = Slots({"books": 2, "films": 1})
BASELINE = ["f0", "b0", "b1"]
THETA = np.random.default_rng(5).dirichlet(np.ones(2), len(ITEMS))
THETA[[0, 1, 6]] *= 0.2
GIVEN: dict[str, Any] = {"page": PAGE, "items": ITEMS, "baseline": BASELINE}


def shop(**options: Any) -> Service:
    return Service(**GIVEN, **({"features": 2, "norm": 1.0, "delta": 0.2, "seed": 3} | options))


def visited(service: Any, turns: range) -> list[object]:
    """Serve visitors that are numbered, so that any of them can come again."""
    found: list[object] = []
    for turn in turns:
        rng = np.random.default_rng(turn)
        features = rng.dirichlet(np.ones(2))
        few = [key for key in KEYS if key in BASELINE or rng.random() < 0.5]
        own: dict[str, Any] = {"candidates": few} if turn % 7 == 3 else {}
        own |= {"unavailable": ["b1"]} if turn % 11 == 2 else {}
        shown = service.recommend(features=features, now=float(turn), **own)
        found.append((shown.items, shown.propensities))
        means = {key: THETA[KEYS.index(key)] @ features for key in shown.items}
        liked = {key: float(rng.random() < mean) for key, mean in means.items()}
        service.observe(shown.token, liked, now=float(turn))
    return found


def test_lists_are_those_of_the_policy() -> None:
    service = shop()
    engine = service._recorded.engine
    rng = np.random.default_rng(np.random.SeedSequence(3, spawn_key=(0,)))
    matroid = engine.catalogue.matroid
    baseline = engine.catalogue.baseline
    policy = LinearSafeThompson(matroid, baseline, features=2, norm=1.0, delta=0.2, seed=rng)
    for turn in range(150):
        x = np.random.default_rng(turn).dirichlet(np.ones(2))
        shown = service.recommend(features=x)
        lists = policy.lists_by(policy.levels(x, baseline), 3)
        chosen = lists[int(rng.integers(3))]
        assert sorted(shown.items) == sorted(KEYS[item] for item in chosen.tolist())
        items = np.array([KEYS.index(key) for key in shown.items])
        liked = (np.random.default_rng(turn).random(3) < THETA[items] @ x).astype(float)
        service.observe(shown.token, dict(zip(shown.items, liked.tolist(), strict=True)))
        policy.learn(items[None, None], liked[None, None], x)


def test_an_item_is_certified_for_those_visitors_for_whom_it_is_better() -> None:
    service = shop(delta=0.9)
    visited(service, range(900))
    reasons = set()
    for share in (0.0, 0.5, 1.0):
        for _ in range(5):
            shown = service.recommend(features=[share, 1.0 - share])
            certificate = shown.certificate
            assert certificate.verify()
            again = Certificate.from_json(certificate.to_json())
            assert again == certificate
            assert again.verify()
            assert "if means are linear in 2 features" in str(certificate)
            reasons |= {(line.item, line.reason) for line in certificate.lines}
            means = dict(zip(KEYS, (THETA @ [share, 1.0 - share]).tolist(), strict=True))
            better = [line for line in certificate.lines if line.reason == "better"]
            assert all(means[line.item] >= means[str(line.baseline)] for line in better)
    assert "better" in {reason for _, reason in reasons}


def test_bounds_of_certificates_are_those_of_the_policy() -> None:
    service = shop()
    visited(service, range(60))
    segment = service._recorded.engine.segments[0]
    beliefs = segment.policy.beliefs  # type: ignore[union-attr]
    assumed = LinearAssumption((0.3, 0.7), 1.0)
    bounds = beliefs.bounds(0, np.array(assumed.features))
    for item in range(len(KEYS)):
        seen = (beliefs.gram[0, item], beliefs.moments[0, item])
        ends = linear_ends(*seen, assumed, 0.2 / len(KEYS))
        assert np.allclose(ends, (bounds.lower[item], bounds.upper[item]), atol=1e-12)


def better_line() -> tuple[Certificate, int]:
    service = shop(delta=0.9)
    visited(service, range(900))
    certificate = service.peek(features=[0.5, 0.5]).certificate
    return certificate, [line.reason for line in certificate.lines].index("better")


def test_forged_linear_bounds_are_found() -> None:
    certificate, at = better_line()
    lines = list(certificate.lines)
    honest = lines[at]
    lower = honest.lower
    assert isinstance(lower, LinearBound)
    larger = tuple(tuple(2 * value for value in row) for row in lower.gram)
    for changes in (
        {"value": lower.value + 1e-6},
        {"moments": tuple(2 * value for value in lower.moments)},
        {"gram": larger},
        {"gram": lower.gram[:1]},
        {"gram": ((0.5, 0.0), (0.0, 0.5))},
        {"gram": ((lower.gram[0][0], 9.0), lower.gram[1])},
        {"count": 0},
        {"count": 1.5},
        {"moments": (float("nan"), 0.0)},
    ):
        lines[at] = replace(honest, lower=replace(lower, **changes))
        with pytest.raises(CertificateError):
            replace(certificate, lines=tuple(lines)).sealed().verify()
    for assumed in (None, LinearAssumption((), 1.0), LinearAssumption((0.5, 0.5), -1.0)):
        with pytest.raises(CertificateError):
            replace(certificate, linear=assumed).sealed().verify()


@pytest.mark.parametrize(
    "options",
    [{}, {"holdback": 0.2, "include_trusted": True}, {"window": 5.0}],
)
def test_a_journal_and_a_file_give_the_same_service(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    address = f"sqlite:///{tmp_path / 'shop.db'}"
    expected = visited(shop(**options), range(60))
    journal: Any = open_service(
        address, **GIVEN, features=2, norm=1.0, delta=0.2, seed=3, **options
    )
    assert visited(journal, range(40)) == expected[:40]
    assert next(journal.log())["pscore"] == expected[0][1].list  # type: ignore[index]
    before = state_of(journal)
    journal._recorded.journal.close()  # as if it were killed: the commands are replayed
    again: Any = open_service(address)
    assert state_of(again) == before
    again.save(tmp_path / "state")
    loaded = Service.load(tmp_path / "state")
    assert state_of(loaded) == before
    for service in (again, loaded):
        assert visited(service, range(40, 60)) == expected[40:]
        service.close()


def test_the_baseline_may_be_a_function_of_the_features(tmp_path: Path) -> None:
    def present_system(x: Any) -> list[str]:
        if x[0] > 0.9:
            raise RuntimeError("it is down")
        return ["b2", "f1", "b3"] if x[0] > 0.5 else ["b4", "b0", "f0"]

    address = f"sqlite:///{tmp_path / 'shop.db'}"
    given = {**GIVEN, "features": 2, "norm": 1.0, "seed": 3, "baseline_for": present_system}
    service: Any = open_service(address, **given)
    for share, baseline in ((0.7, {"b2", "f1", "b3"}), (0.2, {"b4", "b0", "f0"})):
        for _ in range(10):
            shown = service.recommend(features=[share, 1 - share])
            assert set(shown.certificate.covered) == baseline
            assert len(set(shown.items) - baseline) <= 1
            assert [ITEMS[key] for key in shown.items] == list(shown.slots)
            assert shown.certificate.verify()
    assert set(service.recommend(features=[0.95, 0.05]).certificate.covered) == set(BASELINE)
    assert service.status()["baseline_faults"] == 1
    assert set(service.peek(features=[0.7, 0.3]).items) == {"b2", "f1", "b3"}
    before = state_of(service)
    service.close()
    with pytest.raises(ServingError, match="baseline_for=function again"):
        open_service(address)
    again: Any = open_service(address, baseline_for=present_system)
    assert state_of(again) == before
    again.close()


def test_a_model_of_the_caller_proposes_and_certificates_decide(tmp_path: Path) -> None:
    def network(x: Any, beliefs: Any) -> Any:
        if x[0] > 0.9:
            return [1.0]
        weights = np.zeros(len(KEYS))
        weights[[KEYS.index("b5"), KEYS.index("f3")]] = 1.0, 2.0
        return weights + 0.01 * beliefs.widths(x)

    given = {**GIVEN, "features": 2, "norm": 1.0, "seed": 3, "proposal": network}
    address = f"sqlite:///{tmp_path / 'shop.db'}"
    service: Any = open_service(address, **given)
    lists = [service.recommend(features=[0.4, 0.6]).items for _ in range(20)]
    assert sum("f3" in items for items in lists) > 10
    assert all(len(set(items) - set(BASELINE)) <= 1 for items in lists)
    assert service.recommend(features=[0.95, 0.05]).certificate.verify()
    assert service.status()["proposal_faults"] == 1
    before = state_of(service)
    service.close()
    again = open_service(address, proposal=network)
    assert state_of(again) == before  # type: ignore[arg-type]
    again.close()


def test_lists_learnt_elsewhere_need_features() -> None:
    service = shop()
    with pytest.raises(ServingError, match="a visitor has 2 features"):
        service.learn_from([{"weights": {"b0": 1.0}}])
    assert service.learn_from([{"weights": {"b0": 1.0}, "features": [0.1, 0.9]}]) == 1


def test_a_retired_item_is_not_shown_and_none_is_added() -> None:
    service = shop()
    service.retire("b5")
    assert all("b5" not in service.recommend(features=[0.5, 0.5]).items for _ in range(20))
    with pytest.raises(ServingError, match="needs a linear model more"):
        service.add("b9", "books")
    with pytest.raises(ServingError, match="needs a linear model more"):
        service.retire("b0", "b4")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"norm": None}, "features need norm="),
        ({"features": None}, "norm and baseline_for are for visitors with features"),
        ({"features": 0}, "features must lie in 1..200"),
        ({"norm": -1.0}, "norm must be"),
        ({"certificates": "pairs"}, "certificates cannot be combined with features"),
        ({"known_means": {"b0": 0.5}}, "known_means cannot be combined with features"),
        ({"scores": {"b0": 0.5}}, "scores cannot be combined with features"),
        ({"proposal": "optimistic"}, "proposal cannot be combined with features"),
        ({"baseline_for": "b0"}, "baseline_for must be a function"),
        ({"compare": {"new": KEYS}}, "rankers are compared without features"),
    ],
)
def test_what_linear_models_do_not_have_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ServingError, match=message):
        shop(**options)


@pytest.mark.parametrize("given", [None, [1.0], [1.0, float("nan")], "ab", [1.0, "x"], 3])
def test_wrong_features_are_refused(given: Any) -> None:
    with pytest.raises(ServingError, match="features"):
        shop().recommend(features=given)
    with pytest.raises(ServingError, match="made without features"):
        Service(Top(1), ["a", "b"], ["a"]).recommend(features=[1.0])
