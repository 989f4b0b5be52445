"""Rankers that are compared in PostgreSQL: planners draft, front ends show, nothing is lost."""

from collections import Counter
from importlib.util import find_spec
from itertools import count
from typing import Any

import numpy as np
import pytest

from matroidlab.errors import JournalError, ServingError
from matroidlab_evaluation import Comparison, item_wise, read_log
from matroidlab_serving import Service
from matroidlab_serving.postgres import FrontEnd, SegmentPlanner
from serving_support.postgres import Server, binaries, shared_server
from serving_support.served import MEANS, answer, small_options

pytestmark = [
    pytest.mark.skipif(
        binaries() is None, reason="PostgreSQL's initdb and postgres are not on this machine"
    ),
    pytest.mark.skipif(find_spec("psycopg") is None, reason="psycopg is not installed"),
]
OLD = ["b-1", "b-2", "f-1"]
NEW = ["f-2", "b-3", "b-2"]
RANKERS: dict[str, Any] = {"old": OLD, "new": NEW}
NUMBERS = count()


@pytest.fixture(scope="module")
def server() -> Server:
    return shared_server()


@pytest.fixture
def address(server: Server) -> str:
    return server.database(f"compared{next(NUMBERS)}")


def opened(address: str, **options: Any) -> FrontEnd:
    front = Service.open(address, **options)
    assert isinstance(front, FrontEnd)
    return front


def visit(front: FrontEnd, planner: SegmentPlanner, lists: int, seed: int = 1) -> list[Any]:
    """Show lists to visitors; the planner keeps up with them."""
    rng = np.random.default_rng(seed)
    found = []
    for number in range(lists):
        if number % 5 == 0:
            planner.step()
        shown = front.recommend()
        front.observe(shown.token, answer(shown.items, MEANS, rng))
        found.append(shown)
    planner.step()
    return found


def test_lists_are_drafted_safe_learnt_and_counted_as_the_log_says(address: str) -> None:
    with opened(address, **small_options(compare=RANKERS, swap_size=2)) as front:
        assert "planner is away" in str(front.recommend().note)
        planner = SegmentPlanner(address, ahead=5)
        shown = visit(front, planner, 200)
        assert {one.note for one in shown} == {None}
        for one in shown[::10]:
            assert one.certificate.verify()
            assert [line.reason for line in one.certificate.lines].count("tried") <= 2
        picked = Counter(team for one in shown for team in one.teams)
        assert {"old", "new"} <= picked.keys() <= {"old", "new", None}
        comparison = front.comparison()
        assert comparison.lists == 200
        assert comparison.best() == "new"
        assert front.comparison(delta=1e-300).best() is None
        status = front.status()["compare"]
        assert (status["lists"], status["best"], status["is_on"]) == (200, "new", True)
        rows = list(front.log())
        own = [row for row in rows if row["token"] in {one.token for one in shown}]
        assert [row["team"] for row in own] == [team for one in shown for team in one.teams]
        assert [row["pscore"] for row in own[::3]] == [one.propensities.list for one in shown]
        recounted = Comparison(list(RANKERS))
        credit: dict[int, list[float]] = {}
        for row in own:
            of_list = credit.setdefault(row["slate_id"], [0.0, 0.0])
            if row["team"] is not None:
                of_list[list(RANKERS).index(row["team"])] += row["reward"]
        recounted.learn(list(credit.values()))
        assert recounted.verdict() == comparison.verdict()
        assert item_wise(read_log(own), shown[-1].items).is_supported
        planner.close()


def test_another_planner_takes_over_and_nothing_counts_twice(address: str) -> None:
    with opened(address, **small_options(compare=RANKERS)) as front:
        front.recommend()
        first = SegmentPlanner(address, ahead=5)
        visit(front, first, 40)
        state = first.state(0)
        before = front.comparison().to_plain()
        first.close()  # it is redone from the snapshot and the steps since then
        second = SegmentPlanner(address, ahead=5)
        found = second.state(0)
        assert state.plain == found.plain
        assert all(np.array_equal(state.arrays[name], found.arrays[name]) for name in state.arrays)
        assert front.comparison().to_plain() == before
        visit(front, second, 10, seed=2)
        assert front.comparison().lists == 50
        second.close()


def test_it_begins_continues_and_ends_and_late_answers_count(address: str) -> None:
    with opened(address, **small_options(segments=["de", "fr"])) as front:
        planner = SegmentPlanner(address, ahead=5)
        front.recommend("de")
        planner.step()
        assert front.recommend("de").teams is None
        with pytest.raises(ServingError, match="compares no rankers"):
            front.comparison()
        assert "team" not in next(front.log())
        with opened(address, compare=RANKERS) as other:
            # Lists that were dealt before are withdrawn.
            assert "planner is away" in str(other.recommend("de").note)
            other.recommend("fr")
            planner.step()
            of_both = [other.recommend(segment) for segment in ("de", "fr", "de")]
            assert all(one.teams is not None for one in of_both)
        front.stop_comparing()
        planner.step()
        assert front.recommend("de").teams is None
        for one in of_both:
            front.observe(one.token, dict.fromkeys(one.items, 1.0))
        planner.step()
        assert front.comparison().lists == 3
        assert not front.status()["compare"]["is_on"]
        with opened(address, compare=RANKERS) as again:
            assert again.comparison().lists == 3
        with opened(address, compare={"old": OLD, "third": NEW}) as new:
            assert new.comparison().lists == 0
        planner.close()


def test_functions_are_given_to_planners(address: str) -> None:
    def ranker(segment: str) -> list[str]:
        if segment == "broken":
            raise RuntimeError("no model")
        return NEW

    compare = {"old": OLD, "new": ranker}
    options = small_options(segments=["good", "broken"])
    with pytest.raises(ServingError, match="'new' is a function, which the planners call"):
        opened(address, **options, compare=compare)
    with opened(address) as front:
        planner = SegmentPlanner(address, ahead=5, compare=compare)
        for segment in ("good", "broken"):
            front.recommend(segment)
        planner.step()
        assert front.recommend("good").teams is not None
        shown = front.recommend("broken")
        assert shown.note is None
        assert shown.teams is None
        front.stop_comparing()
        planner.close()
        plain = SegmentPlanner(address, ahead=5)
        plain.step()
        assert front.recommend("good").teams is None
        SegmentPlanner(address, compare=compare).close()
        with pytest.raises(JournalError, match="'new' is a function: give the planner compare="):
            plain.step()
        plain.close()


def test_retired_items_are_not_drafted(address: str) -> None:
    with opened(address, **small_options(compare=RANKERS)) as front:
        front.recommend()
        planner = SegmentPlanner(address, ahead=5)
        visit(front, planner, 5)
        front.retire("b-3")
        front.add("b-9", "books")
        planner.step()
        assert all("b-3" not in one.items for one in visit(front, planner, 8))
        planner.close()


@pytest.mark.parametrize(
    ("compare", "message"),
    [
        ({"one": OLD}, "two or more names"),
        ({"a": OLD, "b": ["x-1"]}, "there is no item 'x-1'"),
    ],
)
def test_wrong_rankers_are_named(address: str, compare: Any, message: str) -> None:
    with pytest.raises(Exception, match=message):
        opened(address, **small_options(), compare=compare)
