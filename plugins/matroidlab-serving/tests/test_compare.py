"""Rankers that are compared in a service: safe lists, exact probabilities, nothing lost."""

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from matroidlab import GraphicMatroid
from matroidlab.algorithms import is_basis
from matroidlab.errors import MatroidLabError, ServingError
from matroidlab_evaluation import Comparison, item_wise, read_log
from matroidlab_serving import Service, Top
from serving_support.served import MEANS, answer, open_sqlite, small, small_options, state_of, told

OLD = ["b-1", "b-2", "f-1"]
NEW = ["f-2", "b-3", "b-2"]
RANKERS: dict[str, Any] = {"old": OLD, "new": NEW}


def visit(service: Service, lists: int, seed: int = 1) -> list[Any]:
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(lists):
        shown = service.recommend(now=0.0)
        service.observe(shown.token, answer(shown.items, MEANS, rng), now=0.0)
        found.append(shown)
    return found


@pytest.mark.parametrize("unavailable", [[], ["b-3"], ["b-1"], ["b-1", "b-2", "b-3"]], ids=str)
@pytest.mark.parametrize("swap_size", [1, 2])
def test_every_list_is_safe_and_its_certificate_says_so(
    unavailable: list[str], swap_size: int
) -> None:
    service = small(compare=RANKERS, swap_size=swap_size)
    rng = np.random.default_rng(3)
    picked = Counter[str | None]()
    for number in range(60):
        shown = service.recommend(unavailable=unavailable if number % 2 else [])
        reasons = [line.reason for line in shown.certificate.lines]
        assert reasons.count("tried") <= swap_size
        assert shown.certificate.verify()
        assert not set(shown.items) & set(unavailable if number % 2 else [])
        assert shown.teams is not None
        picked.update(shown.teams)
        service.observe(shown.token, answer(shown.items, MEANS, rng))
    assert {"old", "new"} <= picked.keys() <= {"old", "new", None}


def test_a_list_is_as_likely_as_its_propensity_says() -> None:
    draws = 300
    seen = Counter[tuple[str, ...]]()
    said: dict[tuple[str, ...], float] = {}
    for seed in range(draws):
        rankers = {"old": OLD[::-1], "new": NEW}
        shown = small(compare=rankers, swap_size=3, seed=seed).recommend()
        seen[shown.items] += 1
        said.setdefault(shown.items, shown.propensities.list)
        assert shown.propensities.list == pytest.approx(said[shown.items])
        assert shown.propensities.prefixes[-1] == pytest.approx(shown.propensities.list)
    assert sum(said.values()) == pytest.approx(1.0)
    assert len(said) > 2
    for items, chance in said.items():
        assert abs(seen[items] - chance * draws) < 5 * np.sqrt(draws * chance * (1 - chance))


def test_the_service_goes_on_learning_and_the_better_ranker_wins() -> None:
    service = small(compare=RANKERS, swap_size=2)
    shown = visit(service, 400)
    counts, _ = told(service)
    assert counts == Counter(item for one in shown for item in one.items)
    assert service.comparison().best() == "new"
    assert service.status()["compare"]["best"] == "new"
    assert service.comparison(delta=1e-300).best() is None
    assert any("b-3" in one.items and "f-2" in one.items for one in shown[-50:])


def test_the_log_has_teams_from_which_the_same_verdict_follows(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'a.db'}"
    with open_sqlite(address, **small_options(compare=RANKERS)) as service:
        shown = visit(service, 60)
        rows = list(service.log())
        verdict = service.comparison().verdict()
    lists: dict[int, list[float]] = {}
    for row in rows:
        credit = lists.setdefault(row["slate_id"], [0.0, 0.0])
        if row["team"] is not None:
            credit[list(RANKERS).index(row["team"])] += row["reward"]
    recounted = Comparison(list(RANKERS))
    recounted.learn(list(lists.values()))
    assert recounted.verdict() == verdict
    assert [row["team"] for row in rows] == [team for one in shown for team in one.teams]
    assert [row["pscore"] for row in rows[::3]] == [one.propensities.list for one in shown]
    assert shown[0].rows({}, missing=0.0)[0]["team"] == shown[0].teams[0]
    assert item_wise(read_log(rows), shown[-1].items).is_supported


def test_opened_again_it_continues_and_new_names_begin_anew(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'a.db'}"
    with open_sqlite(address, **small_options()) as service:
        visit(service, 5)  # a journal that has compared nothing so far
        with pytest.raises(ServingError, match="compares no rankers"):
            service.comparison()
        assert "team" not in next(service.log())
    with open_sqlite(address, compare=RANKERS) as service:
        visit(service, 20)
        waiting = service.recommend()
        before = service.comparison().to_plain()
    with open_sqlite(address) as service:  # ordinary lists, and late answers still count
        assert service.comparison().to_plain() == before
        assert service.recommend().teams is None
        service.observe(waiting.token, dict.fromkeys(waiting.items, 0.0))
        assert service.comparison().lists == 21
        assert [row["team"] for row in list(service.log())[:15]] == [None] * 15
    service = open_sqlite(address, compare=RANKERS)
    visit(service, 3, seed=2)
    assert service.comparison().lists == 24
    service.save(tmp_path / "saved")
    service._recorded.journal.close()  # type: ignore[union-attr] # no snapshot, as if killed
    with open_sqlite(address) as service:
        assert service.comparison().lists == 24
        assert state_of(Service.load(tmp_path / "saved", compare=RANKERS)) == state_of(service)
    with open_sqlite(address, compare={"old": OLD, "third": NEW}) as service:
        assert service.comparison().lists == 0


KILLED = """
import sys; sys.path.insert(0, sys.argv[1])
from test_compare import *
service = open_sqlite(sys.argv[2], compare=RANKERS)
rng = np.random.default_rng(int(sys.argv[3]))
while True:
    shown = service.recommend()
    said = answer(shown.items, MEANS, rng)
    service.observe(shown.token, said)
    credit = [sum(said[i] for i, t in zip(shown.items, shown.teams) if t == r) for r in RANKERS]
    print(shown.token, *credit, flush=True)
"""


def test_nothing_that_was_acknowledged_is_lost_when_it_is_killed(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'a.db'}"
    open_sqlite(address, **small_options()).close()
    acknowledged: list[list[str]] = []
    for kill, lines in enumerate((3, 17), start=1):
        child = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(Path(__file__).parent), address, str(kill)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        heard = [child.stdout.readline() for _ in range(lines)]
        os.kill(child.pid, signal.SIGKILL)
        heard += child.stdout.read().splitlines()
        child.wait()
        child.stdout.close()
        acknowledged += [line.split() for line in heard if len(line.split()) == 3]
        with open_sqlite(address, compare=RANKERS) as service:
            comparison = service.comparison()
            learnt = {row["token"] for row in service.log() if row["outcome"] == "observed"}
        assert {token for token, *_ in acknowledged} <= learnt
        # The answer in hand when it was killed may be there or not.
        assert len(acknowledged) <= comparison.lists <= len(acknowledged) + kill
        counted = Comparison(list(RANKERS))
        counted.learn([[float(old), float(new)] for _, old, new in acknowledged])
        lost = np.array(comparison.verdict().credit) - np.array(counted.verdict().credit)
        assert (lost >= 0).all()
        assert lost.sum() <= kill


def test_functions_are_asked_by_segment_and_may_fail() -> None:
    asked: list[str] = []

    def new(segment: str) -> list[str]:
        asked.append(segment)
        if segment == "broken":
            raise RuntimeError("no model")
        return NEW

    service = small(compare={"old": OLD, "new": new}, segments=["good", "broken"])
    assert service.recommend("good").teams is not None
    shown = service.recommend("broken")
    assert shown.teams is None
    assert is_basis(service._recorded.engine.catalogue.matroid, [0, 1, 3])
    assert asked == ["good", "broken"]
    assert service.status()["compare"]["last_ranker_fault"] == "RuntimeError: no model"


def test_it_works_on_any_matroid_and_follows_the_catalogue() -> None:
    graph = GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3), (1, 3)])
    keys = ["a", "b", "c", "d", "e"]
    ring = Service(
        graph,
        keys=keys,
        baseline=["a", "b", "d"],
        seed=1,
        compare={"x": ["e", "c"], "y": ["c", "b"]},
    )
    for _ in range(10):
        shown = ring.recommend()
        assert is_basis(graph, [keys.index(item) for item in shown.items])
        assert [line.reason for line in shown.certificate.lines].count("tried") <= 1
        ring.observe(shown.token, {}, missing=0.0)
    service = small(compare=RANKERS)
    visit(service, 4)
    service.retire("b-3")
    service.add("b-9", "books")
    assert all("b-3" not in one.items for one in visit(service, 8))


@pytest.mark.parametrize(
    ("compare", "message"),
    [
        ({"one": OLD}, "two or more names"),
        ([OLD, NEW], "two or more names"),
        ({"a": OLD, "b": "b-1"}, "'b' must be a list of keys or a function, got 'b-1'"),
        ({"a": OLD, "b": ["x-1"]}, "there is no item 'x-1'"),
        ({"a": OLD, 3: NEW}, "ranker"),
    ],
)
def test_wrong_rankers_are_named(compare: Any, message: str) -> None:
    with pytest.raises(MatroidLabError, match=message):
        small(compare=compare)


def test_what_is_not_offered_is_refused_with_the_way_out() -> None:
    keys = [str(i) for i in range(30)]
    with pytest.raises(ServingError, match=r"2,048 ways .* up to 1,024: compare fewer"):
        Service(Top(22), keys=keys, baseline=keys[:22], compare={"a": keys, "b": keys[::-1]})
