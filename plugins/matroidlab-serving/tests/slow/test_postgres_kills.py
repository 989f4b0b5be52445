"""One planner, four front ends and the server, each killed at random moments: nothing acknowledged
is lost.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random

import numpy as np
import pytest

from matroidlab import UniformMatroid
from matroidlab.simulation import Constraint
from serving_support import postgres_worker
from serving_support.postgres import Server, binaries
from serving_support.postgres_worker import BASELINE, KEYS, MEANS, RANK, opened

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        binaries() is None, reason="PostgreSQL's initdb and postgres are not on this machine"
    ),
    pytest.mark.skipif(find_spec("psycopg") is None, reason="psycopg is not installed"),
]
FRONTS = 4
KILLS = 50
SERVER_KILLS = 5


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.stop()


def worker(kind: str, address: str, file: Path, number: int) -> "subprocess.Popen[bytes]":
    command = [
        sys.executable,
        str(Path(postgres_worker.__file__)),
        kind,
        address,
        str(file),
        str(number),
    ]
    return subprocess.Popen(command, env={**os.environ, "MATROIDLAB_KERNELS": "numpy"})


def test_nothing_acknowledged_is_lost(server: Server, tmp_path: Path) -> None:
    address = server.database("killed")
    random = Random(11)
    opened(address).close()
    kinds = ["planner", *["front"] * FRONTS]
    workers = [worker(kind, address, tmp_path / f"{i}", i) for i, kind in enumerate(kinds)]
    try:
        wait_for(lambda: len(lines(tmp_path)) > 100)
        for kill in range(KILLS):
            time.sleep(random.uniform(0.02, 0.3))
            i = random.randrange(len(workers))
            workers[i].send_signal(signal.SIGKILL)
            workers[i].wait()
            if kill % (KILLS // SERVER_KILLS) == 5:
                server.kill()
                server.start()
            workers[i] = worker(kinds[i], address, tmp_path / f"{i}", 1000 * kill + i)
        seen = len(lines(tmp_path))
        wait_for(lambda: len(lines(tmp_path)) > max(seen + 100, 700))
    finally:
        for one in workers:
            one.kill()
            one.wait()
    check(address, lines(tmp_path))


def lines(folder: Path) -> list[list[str]]:
    """What was acknowledged; of a line that was cut off, nobody has heard."""
    texts = [file.read_text(encoding="utf-8") for file in folder.iterdir()]
    return [line.split() for text in texts for line in text.split("\n")[:-1]]


def wait_for(holds: object, seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.1)


def check(address: str, told: list[list[str]]) -> None:
    from matroidlab_serving.postgres import SegmentPlanner

    planner = SegmentPlanner(address, ahead=30)
    # The locks of those killed may be held for a moment.
    wait_for(lambda: planner.step() == 0 and planner._held)
    shown, answered = ([line[1] for line in told if line[0] == kind] for kind in ("shown", "told"))
    assert len(shown) == len(set(shown))
    assert len(shown) > 300
    with planner.connection.transaction() as cursor:
        cursor.execute(
            "SELECT number, items, learnt, others FROM matroidlab.lists WHERE shown_at IS NOT NULL"
        )
        rows = {row[0]: row[1:] for row in cursor.fetchall()}
        cursor.execute(
            "SELECT count(*) FROM matroidlab.lists WHERE answer IS NOT NULL AND learnt IS NULL"
        )
        assert cursor.fetchone() == (0,)
        cursor.execute("SELECT content FROM matroidlab.steps ORDER BY number")
        steps = [text for (text,) in cursor.fetchall()]
    front = opened(address)
    tokens = front._view.engine.tokens  # type: ignore[attr-defined]
    assert {tokens.number(token) for token in shown} <= rows.keys()
    assert all(rows[tokens.number(token)][1] is not None for token in answered)
    assert_the_same_state(planner, steps)
    assert_no_violations([items for items, _, others in rows.values() if others is not None])
    front.close()
    planner.close()


def assert_the_same_state(planner: object, steps: list[str]) -> None:
    """The planner's memory, a new planner's, and all steps done again from the beginning."""
    from matroidlab_serving.engine.segment import Segment
    from matroidlab_serving.postgres.held_segment import Step
    from matroidlab_serving.state.segment_state import segment_state

    live = planner.state(0)  # type: ignore[attr-defined]
    planner._held.clear()  # type: ignore[attr-defined]
    loaded = planner.state(0)  # type: ignore[attr-defined]
    with planner.connection.transaction() as cursor:  # type: ignore[attr-defined]
        anew = Segment(0, planner.store.catalogue(cursor, 0), planner.store.settings)  # type: ignore[attr-defined]
    for i, text in enumerate(steps):
        Step.from_text(text).redo(anew, f"step {i}")
    for other in (loaded, segment_state(anew)):
        assert live.plain == other.plain
        assert all(np.array_equal(live.arrays[name], other.arrays[name]) for name in live.arrays)


def assert_no_violations(lists: list[list[int]]) -> None:
    """Of lists that were dealt; the trusted list of what is available covers less, and its
    certificate says so.
    """
    means = np.array([MEANS[key] for key in KEYS])
    baseline = [KEYS.index(key) for key in BASELINE]
    constraint = Constraint(UniformMatroid(len(KEYS), RANK), means, baseline, swap_size=1)
    totals = np.zeros((2, 1))
    constraint.count(np.array(lists)[None], totals)
    assert totals.sum() == 0
