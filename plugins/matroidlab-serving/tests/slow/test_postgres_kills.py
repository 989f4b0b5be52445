"""Planners, front ends of each kind, the pooler and the server, killed at random moments.

Nothing acknowledged is lost, nothing is shown twice within a lease, nothing is learnt twice, and
every certificate verifies. ``MATROIDLAB_KILLS=300`` kills more often.
"""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from matroidlab import UniformMatroid
from matroidlab.simulation import Constraint
from serving_support import postgres_worker
from serving_support.pooler import Pooler
from serving_support.pooler import program as pooler_program
from serving_support.postgres import Server, binaries
from serving_support.postgres_shop import raw
from serving_support.postgres_worker import BASELINE, KEYS, MEANS, RANK, opened

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        binaries() is None, reason="PostgreSQL's initdb and postgres are not on this machine"
    ),
    pytest.mark.skipif(find_spec("psycopg") is None, reason="psycopg is not installed"),
    pytest.mark.skipif(pooler_program() is None, reason="pgbouncer is not on this machine"),
]
KILLS = int(os.environ.get("MATROIDLAB_KILLS", "20"))
KILLS_A_SERVER = 10
"""After how many kills of other processes the server and the pooler are killed as well."""
KINDS = ("planner", "planner", "front", "front", "lease", "lease", "async", "async-lease")
"""Every second of them is behind the pooler."""
LISTS_A_KILL = 8
SEGMENTS = ("de", "fr", "nl")
AUDIT = """
CREATE TABLE renumbered (old bigint, new bigint, at double precision);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO renumbered VALUES (OLD.number, NEW.number, extract(epoch FROM clock_timestamp()));
    RETURN NULL; END $$;
CREATE TRIGGER noted AFTER UPDATE OF number ON matroidlab.lists FOR EACH ROW
    WHEN (OLD.number <> NEW.number) EXECUTE FUNCTION note();
"""
"""Writes down when a list whose lease has ended is given to another front end."""


class Acknowledged(NamedTuple):
    """A list that a front end has shown, and when."""

    time: float
    token: str
    items: list[int]


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.stop()


class Deployment:
    """All processes of a service; each can be killed, and is started again."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server = server
        self.folder = folder
        self.address = server.database("killed")
        self._poolers = 0
        self._random = Random(11)
        self.errors = (folder.parent / "errors").open("w+b")
        with opened(self.address, segments=SEGMENTS):
            pass
        with raw(self.address) as connection:
            connection.execute(AUDIT)
        self._start_pooler(None)
        self.workers = [self._worker(i, i) for i in range(len(KINDS))]

    def _start_pooler(self, port: int | None) -> None:
        self._poolers += 1
        self.pooler = Pooler(self.server, self.server.folder / f"pool{self._poolers}", port)

    def _worker(self, place: int, seed: int) -> "subprocess.Popen[bytes]":
        address = self.pooler.address(self.address) if place % 2 else self.address
        program = [sys.executable, str(Path(postgres_worker.__file__)), KINDS[place], address]
        return subprocess.Popen(
            [*program, str(self.folder / f"{place}"), str(seed), *SEGMENTS],
            env={**os.environ, "MATROIDLAB_KERNELS": "numpy"},
            stderr=self.errors,
        )

    def kill_one(self, kill: int) -> None:
        place = self._random.randrange(len(KINDS))
        assert self.workers[place].poll() is None, "it has ended by itself"
        self.workers[place].send_signal(signal.SIGKILL)
        self.workers[place].wait()
        if kill % KILLS_A_SERVER == KILLS_A_SERVER // 2:
            self.server.kill()
            self.server.start()
        if kill % KILLS_A_SERVER == 0:
            self.pooler.kill()
            self._start_pooler(self.pooler.port)
        self.workers[place] = self._worker(place, 1000 * kill + place)

    def pause(self) -> None:
        """Wait for some more lists, and for a random moment."""
        seen = len(self.lines())
        wait_for(lambda: len(self.lines()) > seen + 2 * LISTS_A_KILL)
        time.sleep(self._random.uniform(0.0, 0.2))

    def lines(self) -> list[list[str]]:
        """What was acknowledged; of a line that was cut off, nobody has heard."""
        texts = [file.read_text(encoding="utf-8") for file in self.folder.iterdir()]
        return [line.split() for text in texts for line in text.split("\n")[:-1]]

    def stop(self) -> None:
        for one in self.workers:
            one.kill()
            one.wait()
        self.pooler.stop()
        self.errors.close()


def wait_for(holds: Callable[[], bool], seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_nothing_acknowledged_is_lost(server: Server, tmp_path: Path) -> None:
    folder = tmp_path / "acknowledged"
    folder.mkdir()
    deployment = Deployment(server, folder)
    try:
        for kill in range(1, KILLS + 1):
            deployment.pause()
            deployment.kill_one(kill)
        deployment.pause()
    finally:
        deployment.stop()
    errors = (tmp_path / "errors").read_text(encoding="utf-8")
    assert "Traceback" not in errors, errors[-3000:]
    check(deployment.address, deployment.lines())


def check(address: str, lines: list[list[str]]) -> None:
    by_kind: dict[str, list[list[str]]] = {"shown": [], "told": [], "wrong": []}
    for kind, *rest in lines:
        by_kind[kind].append(rest)
    assert by_kind["wrong"] == []
    with opened(address, segments=SEGMENTS) as front:
        tokens: Any = front._known.view.engine.tokens  # type: ignore[attr-defined]
    shown = {}
    for at, token, keys in by_kind["shown"]:
        number = tokens.number(token)
        assert number not in shown, "one token for two visitors"
        shown[number] = Acknowledged(float(at), token, [int(key[1:]) for key in keys.split(",")])
    told = [tokens.number(token) for (token,) in by_kind["told"]]
    counts = check_planners(address)
    with raw(address) as connection:
        found = connection.execute(
            "SELECT number, items, learnt, segment, others FROM matroidlab.lists "
            "WHERE shown_at IS NOT NULL OR learnt IS NOT NULL"
        ).fetchall()
        renumbered = connection.execute("SELECT old, new, at FROM renumbered").fetchall()
    rows = {number: rest for number, *rest in found}
    lost = [number for number in told if number not in rows or rows[number][1] is None]
    assert lost == []
    assert all(rows[number][0] == one.items for number, one in shown.items() if number in rows)
    for old, _, at in renumbered:
        assert old not in shown or shown[old].time < at, "shown after its lease had ended"
    learnt: Counter[tuple[int, int]] = Counter()
    for items, step, segment, _ in rows.values():
        if step is not None:
            learnt.update((segment, item) for item in items)
    assert learnt == counts, "learnt twice, or not as a whole"
    assert_no_violations([items for items, _, _, others in rows.values() if others is not None])
    sys.stdout.write(
        f"\n{KILLS} kills: {len(shown)} lists shown, {len(told)} answers acknowledged, "
        f"{len(renumbered)} lists leased again, {sum(old in shown for old, *_ in renumbered)} of "
        f"them shown before without a report; 0 lost, 0 shown twice, 0 learnt twice\n"
    )


def check_planners(address: str) -> Counter[tuple[int, int]]:
    """Learn the rest; return how often each segment has seen each item.

    All steps, done again from the beginning, lead to the same state.
    """
    from matroidlab_serving.engine.segment import Segment
    from matroidlab_serving.postgres import SegmentPlanner
    from matroidlab_serving.postgres.held_segment import Step
    from matroidlab_serving.state.segment_state import segment_state

    planner = SegmentPlanner(address, ahead=30)
    # The segments of those that were killed wait for them for a moment.
    wait_for(lambda: planner.step() == 0 and len(planner._held) == len(SEGMENTS))
    counts: Counter[tuple[int, int]] = Counter()
    for index in range(len(SEGMENTS)):
        live = planner.state(index)
        with planner.connection.transaction() as cursor:
            again = Segment(index, planner.store.catalogue(cursor, 0), planner.store.settings)
            cursor.execute(
                "SELECT content FROM matroidlab.steps WHERE segment = %s ORDER BY number", (index,)
            )
            steps = [text for (text,) in cursor.fetchall()]
        for number, text in enumerate(steps):
            Step.from_text(text).redo(again, f"step {number}")
        redone = segment_state(again)
        assert live.plain == redone.plain
        for name, values in live.arrays.items():
            assert np.array_equal(values, redone.arrays[name]), name
        seen = zip(live.arrays["observed"], live.arrays["counts"], strict=True)
        counts.update({(index, int(item)): int(count) for item, count in seen})
    planner.close()
    return counts


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
