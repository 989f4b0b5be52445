"""Front ends in forked processes, and the log of a service in PostgreSQL."""

import subprocess
import sys
from importlib.util import find_spec
from itertools import count

import numpy as np
import pytest

from matroidlab.errors import JournalError
from matroidlab_serving import ListService, Service, Top
from serving_support.postgres import Server, binaries, shared_server
from serving_support.served import segment_in

pytestmark = [
    pytest.mark.skipif(
        binaries() is None, reason="PostgreSQL's initdb and postgres are not on this machine"
    ),
    pytest.mark.skipif(find_spec("psycopg") is None, reason="psycopg is not installed"),
]
KEYS = [f"k{i}" for i in range(12)]
NUMBERS = count()


@pytest.fixture(scope="module")
def server() -> Server:
    return shared_server()


@pytest.fixture
def address(server: Server) -> str:
    return server.database(f"one{next(NUMBERS)}")


def opened(address: str, **others: object) -> ListService:
    given = {
        "page": Top(3),
        "items": KEYS,
        "baseline": KEYS[:3],
        "seed": 3,
        "proposal": "optimistic",
    }
    return Service.open(address, **(given | others))  # type: ignore[arg-type]


def planner(address: str, ahead: int = 50) -> "SegmentPlanner":  # type: ignore[name-defined]  # noqa: F821
    from matroidlab_serving.postgres import SegmentPlanner

    return SegmentPlanner(address, ahead=ahead)


def test_an_escaped_password_is_understood(server: Server, address: str) -> None:
    escaped = address.replace(server.password, "".join(f"%{ord(c):02x}" for c in server.password))
    with opened(escaped) as front:
        assert front.recommend().items


def test_forked_children_connect_for_themselves(address: str) -> None:
    """Four children, forked from a front end that has been used, show lists and leave the parent's
    connection alone.
    """
    program = (
        "import os, signal, sys\n"
        "from matroidlab_serving import Service\n"
        "front = Service.open(sys.argv[1])\n"
        "front.recommend()\n"
        "children = []\n"
        "for _ in range(4):\n"
        "    child = os.fork()\n"
        "    if child == 0:\n"
        "        signal.alarm(20)\n"
        "        shown = [front.recommend().token for _ in range(20)]\n"
        "        os.write(1, f'{\" \".join(shown)}\\n'.encode())  # at once, whole\n"
        "        os._exit(0)\n"
        "    children.append(child)\n"
        "shown = [front.recommend().token for _ in range(20)]\n"
        "os.write(1, f'{\" \".join(shown)}\\n'.encode())\n"
        "for child in children: assert os.waitpid(child, 0)[1] == 0\n"
        "print(front.recommend().token, flush=True)\n"
    )
    opened(address).close()
    done = subprocess.run(
        [sys.executable, "-c", program, address],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    tokens = done.stdout.split()
    assert len(tokens) == len(set(tokens)) == 101


def test_a_child_forked_while_a_request_runs_does_not_wait_for_it(address: str) -> None:
    program = (
        "import os, signal, sys, threading\n"
        "from matroidlab_serving import Service\n"
        "front = Service.open(sys.argv[1])\n"
        "inside, done = threading.Event(), threading.Event()\n"
        "def serve():\n"
        "    with front._connection.transaction():\n"
        "        inside.set(); done.wait()\n"
        "thread = threading.Thread(target=serve); thread.start(); inside.wait()\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    signal.alarm(20)\n"
        "    print(front.recommend().token, flush=True)\n"
        "    os._exit(0)\n"
        "status = os.waitpid(child, 0)[1]; done.set(); thread.join()\n"
        "assert status == 0, status\n"
    )
    opened(address).close()
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program, address],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize("window", [None, 10.0])
def test_the_log_is_what_was_learnt(address: str, window: float | None) -> None:
    with opened(address, window=window) as front:
        own = planner(address)
        front.recommend(now=0.0)
        own.step(now=0.0)
        shown = [front.recommend(now=float(i)) for i in range(4)]
        front.observe(shown[0].token, {shown[0].items[0]: 1.0}, missing=0.0, now=4.0)
        front.observe(shown[1].token, dict.fromkeys(shown[1].items, 0.25), now=4.0)
        own.step(now=12.5)
        rows = {
            (row["token"], row["action"]): (row["reward"], row["outcome"]) for row in front.log()
        }
        first, second, third, last = ([rows[one.token, key] for key in one.items] for one in shown)
        assert first == [(1.0, "observed"), (0.0, "missing"), (0.0, "missing")]
        assert second == [(0.25, "observed")] * 3
        assert third == [(None, "not learnt") if window is None else (0.0, "missing")] * 3
        assert last == [(None, "not learnt")] * 3
        fresh = Service(Top(3), KEYS, KEYS[:3], proposal="optimistic", window=window, seed=3)
        fresh.learn_from(front.log(), now=0.0)
        state = own.state(0)
        seen = segment_in(fresh).policy.estimates.settled
        observed = state.arrays["observed"]
        assert np.flatnonzero(seen.counts[0]).tolist() == observed.tolist()
        assert seen.counts[0][observed].tolist() == state.arrays["counts"].tolist()
        assert seen.sums[0][observed].tolist() == state.arrays["sums"].tolist()
        own.close()


def test_a_newer_schema_is_refused(address: str) -> None:
    front = opened(address)
    with front._connection.transaction() as cursor:  # type: ignore[attr-defined]
        cursor.execute("UPDATE matroidlab.version SET version = 99")
    front.close()
    with pytest.raises(JournalError, match="version 99"):
        opened(address)
