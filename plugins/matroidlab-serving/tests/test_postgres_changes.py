"""Other settings and new segments in PostgreSQL: at once for all front ends and planners."""

from itertools import count

import pytest

from matroidlab.errors import ServingError
from serving_support.postgres import Server, shared_server
from serving_support.postgres_shop import KEYS, NEEDS_POSTGRES, opened, planner

pytestmark = NEEDS_POSTGRES
NUMBERS = count()


@pytest.fixture(scope="module")
def server() -> Server:
    return shared_server()


@pytest.fixture
def address(server: Server) -> str:
    return server.database(f"changes{next(NUMBERS)}")


def test_another_swap_size_and_delta_hold_at_once_for_all(address: str) -> None:
    with opened(address) as front, opened(address) as other:
        front.recommend()
        with planner(address) as own:
            own.step()
            assert front.recommend().certificate.swap_size == 1
            front.change(swap_size=3, delta=0.2)
            shown = other.recommend()
            assert shown.note is not None  # lists that were dealt ahead are withdrawn
            assert (shown.certificate.swap_size, shown.certificate.delta) == (3, 0.2)
            own.step()
            lists = [other.recommend() for _ in range(12)]
        assert all(one.certificate.verify() for one in lists)
        tried = [sum(line.reason == "tried" for line in s.certificate.lines) for s in lists]
        assert max(tried) == 3
        assert other.status()["promise"]["delta_of_all_lists"] == 0.2
        with pytest.raises(ServingError, match="swap_size must be at most 3"):
            front.change(swap_size=4)
    with planner(address) as another:  # it does all steps again
        another.step()
    with opened(address) as front:  # made of the same, whatever was changed since
        assert front.recommend().certificate.swap_size == 3


def test_a_new_segment_is_known_to_all_at_once(address: str) -> None:
    with opened(address, segments=["de", "fr"], proposal=KEYS[3:6]) as front:
        with opened(address, segments=["de", "fr"], proposal=KEYS[3:6]) as other:
            front.recommend("de")
            with planner(address) as own:
                own.step()
                front.add_segment("it")
                assert other.recommend("de").note is None  # its lists stay valid
                first = other.recommend("it")
                assert (first.segment, first.note is None) == ("it", False)
                own.step()
                shown = other.recommend("it")
                assert shown.note is None
                assert other.observe(shown.token, {}, 0.0)
                own.step()
        assert {row["segment"] for row in front.log()} >= {"de", "it"}
        assert 'matroidlab_lists_ahead{segment="it"}' in front.metrics()
        with pytest.raises(ServingError, match="there is a segment 'it' already"):
            front.add_segment("it")
