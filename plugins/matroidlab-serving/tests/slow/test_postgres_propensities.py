"""Lists that a planner deals into PostgreSQL come as often as is logged: counted, place by place in
a round.

``MATROIDLAB_DEALT_LISTS`` says how many; 10^6 take some minutes.
"""

import os
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from matroidlab_serving import Service, Top
from serving_support.postgres import Server, binaries

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        binaries() is None, reason="PostgreSQL's initdb and postgres are not on this machine"
    ),
    pytest.mark.skipif(find_spec("psycopg") is None, reason="psycopg is not installed"),
]
LISTS = int(os.environ.get("MATROIDLAB_DEALT_LISTS", "20000"))
KEYS = [f"k{i}" for i in range(12)]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    made = Server(is_durable=False)
    yield made
    made.stop()


@pytest.mark.parametrize("dealing", ["shuffled", "independent"])
def test_lists_come_as_often_as_is_logged(server: Server, dealing: str) -> None:
    """Of a round of three lists: given those before it in the round, each that is left with the
    same frequency.
    """
    from matroidlab_serving.postgres import SegmentPlanner

    address = server.database(dealing)
    given = {"page": Top(3), "items": KEYS, "baseline": KEYS[:3], "proposal": KEYS[3:6]}
    with Service.open(address, **given, dealing=dealing, seed=1) as front:  # type: ignore[arg-type]
        front.recommend()
    planner = SegmentPlanner(address, ahead=3000)
    dealt = 0
    while dealt < LISTS:
        planner.step()
        with planner.connection.transaction() as cursor:
            cursor.execute("UPDATE matroidlab.lists SET shown_at = 1 WHERE shown_at IS NULL")
            dealt += cursor.rowcount
    with planner.connection.transaction() as cursor:
        cursor.execute(
            "SELECT round, chosen, others FROM matroidlab.lists WHERE number > 1 ORDER BY number"
        )
        rows = cursor.fetchall()
    planner.close()
    seen: dict[tuple[int, ...], Counter[int]] = {}
    earlier: dict[int, tuple[int, ...]] = {}
    for number, chosen, others in rows:
        before = earlier.get(number, ())
        assert (others is None) == (dealing == "independent")
        assert others is None or sorted(others) == [i for i in range(3) if i not in before]
        seen.setdefault(before, Counter())[chosen] += 1
        earlier[number] = (*before, chosen)
    for before, counts in seen.items():
        choices = 3 if dealing == "independent" else 3 - len(before)
        total = sum(counts.values())
        share = 1 / choices
        spread = (total * share * (1 - share)) ** 0.5
        assert all(abs(count - total * share) <= 4.5 * spread for count in counts.values())
